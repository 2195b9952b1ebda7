// SPDX-License-Identifier: MIT OR Apache-2.0
//! The best mapping of few roles, by branch and bound from a good mapping: heavy roles first, each on every slot that
//! is not equivalent to an earlier one.

use crate::cost::Distances;
use crate::graph::Graph;
use crate::slots::Slots;

/// The most roles for which the search is worthwhile.
pub const ROLES: usize = 10;

/// The most assignments of roles to slots before the search is abandoned.
const LOOKS: usize = 400_000;

struct Search<'a> {
    graph: &'a Graph,
    slots: &'a Slots,
    distances: &'a Distances<'a>,
    order: Vec<u32>,
    /// A lower bound for the cost of the traffic of each role and all later ones.
    rest: Vec<i64>,
    used: Vec<u32>,
    slot_of: Vec<Option<u32>>,
    best: i64,
    found: Option<Vec<u32>>,
    looks: usize,
}

/// A mapping that is cheaper than `cost`; the best one if the search completes.
pub fn cheaper(graph: &Graph, slots: &Slots, distances: &Distances<'_>, cost: i64) -> Option<Vec<u32>> {
    let tied = |role: u32| graph.row(role as usize).map(|(_, weight)| weight).sum::<i64>();
    let mut order: Vec<u32> = (0..graph.len() as u32).collect();
    order.sort_by_key(|&role| (std::cmp::Reverse(tied(role)), role));
    // If bytes and messages have different costs, the lower bound is 0.
    let nearest = if graph.parts.is_some() { 0 } else { nearest(slots, distances) };
    let rest = rest(graph, &order, nearest);
    let (used, slot_of) = (vec![0; slots.len()], vec![None; graph.len()]);
    let mut search = Search { graph, slots, distances, order, rest, used, slot_of, best: cost, found: None, looks: 0 };
    search.place(0, 0);
    search.found
}

/// The least distance between two roles.
fn nearest(slots: &Slots, distances: &Distances<'_>) -> i64 {
    let all = 0..slots.len() as u32;
    let others = |a: u32| all.clone().filter(move |&b| if a == b { slots.capacity(a) > 1 } else { a < b });
    let between = |a: u32, b: u32| distances.between(distances.point(a), distances.point(b));
    all.clone().flat_map(|a| others(a).map(move |b| between(a, b))).min().unwrap_or(0)
}

fn rest(graph: &Graph, order: &[u32], nearest: i64) -> Vec<i64> {
    let mut at = vec![0; order.len()];
    order.iter().enumerate().for_each(|(index, &role)| at[role as usize] = index);
    let mut rest = vec![0; order.len() + 1];
    for (index, &role) in order.iter().enumerate().rev() {
        let to_earlier = graph.row(role as usize).filter(|&(partner, _)| at[partner] < index);
        rest[index] = rest[index + 1] + nearest * to_earlier.map(|(_, weight)| weight).sum::<i64>();
    }
    rest
}

impl Search<'_> {
    fn place(&mut self, index: usize, so_far: i64) {
        self.looks += 1;
        if so_far + self.rest[index] >= self.best || self.looks > LOOKS {
            return;
        }
        let Some(&role) = self.order.get(index) else {
            self.best = so_far;
            self.found = self.slot_of.iter().copied().collect();
            return;
        };
        let open = (0..self.slots.len() as u32).filter(|&slot| self.is_open(slot));
        let mut choices: Vec<(i64, u32)> = open.map(|slot| (self.cost_on(role, slot), slot)).collect();
        choices.sort_unstable();
        for (more, slot) in choices {
            self.used[slot as usize] += 1;
            self.slot_of[role as usize] = Some(slot);
            self.place(index + 1, so_far + more);
            self.slot_of[role as usize] = None;
            self.used[slot as usize] -= 1;
        }
    }

    /// The cost of a role's traffic on a slot, with the roles that have slots.
    fn cost_on(&self, role: u32, slot: u32) -> i64 {
        let own = self.distances.point(slot);
        let price = |entry: usize| {
            let at = self.slot_of[self.graph.to[entry] as usize]?;
            Some(self.graph.price(self.distances, entry, own, self.distances.point(at)))
        };
        self.graph.range(role as usize).filter_map(price).sum()
    }

    /// True if a slot can take another role, and no empty slot before it is equivalent.
    fn is_open(&self, slot: u32) -> bool {
        let (used, slots) = (&self.used, self.slots);
        let is_equal = |other: u32| used[other as usize] == 0 && slots.are_equal(other, slot);
        used[slot as usize] < slots.capacity(slot) && !(used[slot as usize] == 0 && (0..slot).any(is_equal))
    }
}
