// SPDX-License-Identifier: MIT OR Apache-2.0
//! Maps from the root of the slots' tree downwards: the roles below a node are cut into parts for its children, of
//! exactly their capacities, until each role has a slot.

use hsplit_core::random::Random;

use crate::bisect::Bisection;
use crate::graph::Graph;
use crate::slots::{NONE, Slots};
use crate::watch::Watch;

/// Slots that belong together: the slots of a node, or one slot at an inner node.
#[derive(Clone, Copy, Debug)]
struct SlotBlock {
    first: u32,
    end: u32,
    /// The node; [`NONE`] for a slot.
    node: u32,
}

struct Multisection<'a> {
    graph: &'a Graph,
    slots: &'a Slots,
    children: Vec<Vec<SlotBlock>>,
    /// The capacity of all slots before each slot.
    capacity: Vec<u64>,
    number: Vec<u32>,
    bisection: Bisection,
    cuts: Cuts,
    random: &'a mut Random,
    watch: &'a Watch<'a>,
    slot_of: Vec<u32>,
}

/// The effort for cuts.
#[derive(Clone, Copy, Debug)]
pub struct Cuts {
    /// The number of attempts for each cut, of which the best is kept.
    pub tries: usize,
    /// The number of rounds in which the parts of a node exchange roles.
    pub rounds: usize,
}

/// The average number of other parts with which a part is examined in a round. If all parts have traffic with each
/// other, the pairs with the most traffic are examined.
const PARTNERS: usize = 128;

/// The slot of each role.
pub fn multisection(graph: &Graph, slots: &Slots, cuts: Cuts, random: &mut Random, watch: &Watch<'_>) -> Vec<u32> {
    let mut capacity = vec![0];
    (0..slots.len() as u32).for_each(|slot| capacity.push(capacity[slot as usize] + u64::from(slots.capacity(slot))));
    let mut all = Multisection {
        graph,
        slots,
        children: children(slots),
        capacity,
        number: vec![NONE; graph.len()],
        bisection: Bisection::default(),
        cuts,
        random,
        watch,
        slot_of: vec![NONE; graph.len()],
    };
    let root = SlotBlock { first: 0, end: slots.len() as u32, node: 0 };
    all.node((0..graph.len() as u32).collect(), root);
    all.slot_of
}

fn children(slots: &Slots) -> Vec<Vec<SlotBlock>> {
    let mut children = vec![vec![]; slots.nodes().len()];
    for slot in 0..slots.len() as u32 {
        let node = slots.path_of(slot).last().copied().unwrap_or(0);
        children[node as usize].push(SlotBlock { first: slot, end: slot + 1, node: NONE });
    }
    for (index, node) in (0..).zip(slots.nodes()).skip(1) {
        children[node.parent as usize].push(SlotBlock { first: node.first, end: node.end, node: index });
    }
    children
}

impl Multisection<'_> {
    fn takes(&self, parts: &[SlotBlock]) -> u64 {
        parts.iter().map(|part| self.capacity[part.end as usize] - self.capacity[part.first as usize]).sum()
    }

    /// Assigns roles to the slots of a part.
    fn node(&mut self, roles: Vec<u32>, mut part: SlotBlock) {
        while part.node != NONE && self.children[part.node as usize].len() == 1 {
            part = self.children[part.node as usize][0];
        }
        if part.node == NONE {
            roles.iter().for_each(|&role| self.slot_of[role as usize] = part.first);
            return;
        }
        let parts = std::mem::take(&mut self.children[part.node as usize]);
        if self.are_alike(&parts) {
            let seats = parts.iter().flat_map(|part| (0..self.slots.capacity(part.first)).map(|_| part.first));
            roles.iter().zip(seats).for_each(|(&role, slot)| self.slot_of[role as usize] = slot);
            return;
        }
        let mut divided = vec![];
        self.divide(roles, &parts, &mut divided);
        self.exchange(&mut divided, &parts);
        for (roles, &part) in divided.into_iter().zip(&parts) {
            if !roles.is_empty() {
                self.node(roles, part);
            }
        }
    }

    /// True if all parts are slots for one role with equal distances between them.
    fn are_alike(&self, parts: &[SlotBlock]) -> bool {
        let Some(first) = parts.first() else { return true };
        let depth = self.slots.depth(first.first);
        let is_alike = |part: &SlotBlock| {
            part.end == part.first + 1 && self.slots.capacity(part.first) == 1 && self.slots.depth(part.first) == depth
        };
        self.slots.torus().is_none() && parts.iter().all(is_alike)
    }

    /// Lets parts with traffic between them exchange roles, two parts at a time.
    fn exchange(&mut self, divided: &mut [Vec<u32>], parts: &[SlotBlock]) {
        if divided.len() < 3 {
            return;
        }
        let mut is_new = vec![true; divided.len()];
        let entries: usize = divided.iter().flatten().map(|&role| self.graph.range(role as usize).len()).sum();
        for _ in 0..self.cuts.rounds {
            let mut changed = vec![false; divided.len()];
            let most = self.watch.work() + (PARTNERS * (1 + entries)) as u64;
            for (a, b) in self.neighbours(divided) {
                if self.watch.work() > most {
                    break;
                }
                let (a, b) = (a as usize, b as usize);
                if !(is_new[a] || is_new[b] || changed[a] || changed[b]) || self.watch.is_over() {
                    continue;
                }
                if self.exchange_two(divided, a, b, self.takes(&parts[a..=a]), self.takes(&parts[b..=b])) {
                    (changed[a], changed[b]) = (true, true);
                }
            }
            if !changed.contains(&true) {
                break;
            }
            is_new = changed;
        }
    }

    fn part(&mut self, roles: &[u32]) -> Graph {
        self.watch.add(roles.iter().map(|&role| self.graph.range(role as usize).len()).sum());
        self.graph.part(roles, &mut self.number)
    }

    /// The pairs of parts with traffic between them, most traffic first.
    fn neighbours(&mut self, divided: &[Vec<u32>]) -> Vec<(u32, u32)> {
        for (part, roles) in (0..).zip(divided) {
            roles.iter().for_each(|&role| self.number[role as usize] = part);
        }
        let mut pairs: Vec<(u32, u32, i64)> = vec![];
        let mut sums = vec![0_i64; divided.len()];
        let mut touched = vec![];
        for (part, roles) in (0..).zip(divided) {
            for (to, weight) in roles.iter().flat_map(|&role| self.graph.row(role as usize)) {
                let other = self.number[to];
                if other != NONE && other > part {
                    if sums[other as usize] == 0 {
                        touched.push(other);
                    }
                    sums[other as usize] += weight;
                }
            }
            pairs.extend(touched.drain(..).map(|other| (part, other, std::mem::take(&mut sums[other as usize]))));
        }
        divided.iter().flatten().for_each(|&role| self.number[role as usize] = NONE);
        pairs.sort_by_key(|&(a, b, weight)| (std::cmp::Reverse(weight), a, b));
        pairs.into_iter().map(|(a, b, _)| (a, b)).collect()
    }

    /// Moves roles between two parts. Returns true if that reduced the traffic between them.
    fn exchange_two(&mut self, divided: &mut [Vec<u32>], a: usize, b: usize, a_takes: u64, b_takes: u64) -> bool {
        let mut roles = std::mem::take(&mut divided[a]);
        let first = roles.len();
        roles.append(&mut divided[b]);
        let count = roles.len() as u64;
        let sizes = count.saturating_sub(b_takes) as u32..=count.min(a_takes) as u32;
        let graph = self.part(&roles);
        let mut side: Vec<bool> = (0..roles.len()).map(|index| index >= first).collect();
        let gained = self.bisection.improve(&graph, &sizes, &mut side, self.watch);
        for (role, side) in roles.into_iter().zip(side) {
            divided[if side { b } else { a }].push(role);
        }
        gained
    }

    fn divide(&mut self, roles: Vec<u32>, parts: &[SlotBlock], divided: &mut Vec<Vec<u32>>) {
        if parts.len() == 1 || roles.is_empty() {
            divided.push(roles);
            divided.resize(divided.len() + parts.len() - 1, vec![]);
            return;
        }
        let (left, right) = parts.split_at(parts.len() / 2);
        let (left_takes, right_takes) = (self.takes(left), self.takes(right));
        let count = roles.len() as u64;
        let sizes = count.saturating_sub(right_takes) as u32..=count.min(left_takes) as u32;
        let graph = self.part(&roles);
        let side = if self.watch.is_over() {
            (0..count).map(|index| index >= u64::from(*sizes.end())).collect()
        } else {
            self.bisection.cut(&graph, &sizes, self.cuts.tries, self.random, self.watch)
        };
        drop(graph);
        let (mut a, mut b) = (vec![], vec![]);
        roles.into_iter().zip(side).for_each(|(role, side)| if side { b.push(role) } else { a.push(role) });
        self.divide(a, left, divided);
        self.divide(b, right, divided);
    }
}
