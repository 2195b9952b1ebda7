// SPDX-License-Identifier: MIT OR Apache-2.0
//! Cuts a graph into parts of equal weight with few links between them.
//!
//! The graph is halved recursively; a half gets a number of parts proportional to its weight. A half is the beginning
//! of an order of the vertices: an order from the caller, such as the coordinates of a torus; or the distances from a
//! vertex at the edge; or an order that grows along the most links. Vertices then change sides as long as that cuts
//! fewer links (Fiduccia and Mattheyses, 1982). The best of all orders is taken: by its weights, then by the number of
//! pieces that the halves fall into, then by the links that it cuts. Nothing is random, so all processes compute the
//! same parts.

mod pieces;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// The most passes in which vertices change sides, for one order.
const PASSES: usize = 8;
/// The fewest vertices per part for which more orders are tried if the caller gives none.
const FEWEST_VERTICES: u32 = 16;
/// The most start vertices for orders that are tried if halves fall into pieces, and the most vertices that all these
/// orders may have together.
const MOST_STARTS: usize = 64;
const MOST_ORDERED: usize = 1 << 12;
const LONGEST_WAY: usize = 64;

/// Vertices with weights, and weighted links.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    weights: Vec<u64>,
    links: Vec<Vec<(u32, i64)>>,
}

impl Graph {
    /// A graph of vertices with these weights, without links.
    pub fn new(weights: Vec<u64>) -> Self {
        let links = vec![vec![]; weights.len()];
        Self { weights, links }
    }

    /// Links two vertices; called once per pair.
    pub fn link(&mut self, a: u32, b: u32, weight: u32) {
        self.links[a as usize].push((b, i64::from(weight)));
        self.links[b as usize].push((a, i64::from(weight)));
    }

    /// The number of links.
    #[cfg(test)]
    pub(crate) fn links(&self) -> usize {
        self.links.iter().map(Vec::len).sum::<usize>() / 2
    }

    /// The vertices by their distance from `first`; vertices that are not connected to it follow.
    fn order_from(&self, first: u32) -> Vec<u32> {
        let mut seen = vec![false; self.weights.len()];
        let starts = std::iter::once(first).chain(0..self.weights.len() as u32);
        starts.flat_map(|start| self.piece(start, &mut seen, |_| true)).collect()
    }

    /// The vertices in a greedy order: each has the most links to earlier vertices, and the fewest to others.
    fn greedy_from(&self, first: u32) -> Vec<u32> {
        let of = |links: &Vec<(u32, i64)>| -links.iter().map(|(_, weight)| weight).sum::<i64>();
        let mut gains: Vec<i64> = self.links.iter().map(of).collect();
        let (mut order, mut taken) = (Vec::with_capacity(gains.len()), vec![false; gains.len()]);
        let mut heap: BinaryHeap<(i64, Reverse<u32>)> = BinaryHeap::new();
        for start in std::iter::once(first).chain(0..gains.len() as u32) {
            heap.push((gains[start as usize], Reverse(start)));
            while let Some((gain, Reverse(vertex))) = heap.pop() {
                if gain != gains[vertex as usize] || std::mem::replace(&mut taken[vertex as usize], true) {
                    continue;
                }
                order.push(vertex);
                for &(other, weight) in &self.links[vertex as usize] {
                    gains[other as usize] += 2 * weight;
                    if !taken[other as usize] {
                        heap.push((gains[other as usize], Reverse(other)));
                    }
                }
            }
        }
        order
    }

    /// The unseen vertices that are connected to `start` over members, and marks them as seen.
    fn piece(&self, start: u32, seen: &mut [bool], is_member: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut piece = vec![];
        if !std::mem::replace(&mut seen[start as usize], true) {
            piece.push(start);
        }
        let mut next = 0;
        while let Some(&vertex) = piece.get(next) {
            next += 1;
            for &(other, _) in &self.links[vertex as usize] {
                if is_member(other) && !std::mem::replace(&mut seen[other as usize], true) {
                    piece.push(other);
                }
            }
        }
        piece
    }

    /// The number of pieces that these parts fall into, and the weight of the links between parts.
    pub fn pieces_and_cut(&self, part: &[u32]) -> (usize, i64) {
        let mut seen = vec![false; part.len()];
        let piece = |&start: &u32| {
            let of = |vertex: u32| part[vertex as usize] == part[start as usize];
            !self.piece(start, &mut seen, of).is_empty()
        };
        let pieces = (0..part.len() as u32).filter(piece).count();
        let between = |(vertex, links): (usize, &Vec<(u32, i64)>)| {
            links
                .iter()
                .filter(|(other, _)| part[*other as usize] != part[vertex])
                .map(|(_, weight)| weight)
                .sum::<i64>()
        };
        (pieces, self.links.iter().enumerate().map(between).sum::<i64>() / 2)
    }

    /// The subgraph of some vertices, which are numbered by their positions in the list.
    pub(crate) fn half(&self, members: &[u32]) -> Self {
        let mut numbers = vec![None; self.weights.len()];
        members.iter().zip(0..).for_each(|(&vertex, number)| numbers[vertex as usize] = Some(number));
        let inside = |&(other, weight): &(u32, i64)| Some((numbers[other as usize]?, weight));
        let links = |&vertex: &u32| self.links[vertex as usize].iter().filter_map(inside).collect();
        let weights = members.iter().map(|&vertex| self.weights[vertex as usize]).collect();
        Self { weights, links: members.iter().map(links).collect() }
    }
}

/// The part of each vertex, from 0, for at most as many parts as there are vertices. `orders` returns orders of a list
/// of vertices, the most promising first, as positions in the list.
pub fn parts(graph: Graph, parts: u32, orders: &dyn Fn(&[u32]) -> Vec<Vec<u32>>) -> Vec<u32> {
    let all: Vec<u32> = (0..graph.weights.len() as u32).collect();
    let mut part = vec![0; all.len()];
    let (whole, all_parts) = (graph.clone(), parts);
    let mut open = vec![(graph, all, 0, parts)];
    while let Some((graph, vertices, first, parts)) = open.pop() {
        if parts < 2 {
            vertices.iter().for_each(|&vertex| part[vertex as usize] = first);
            continue;
        }
        let side = halve(&graph, parts, &orders(&vertices));
        for (wanted, first, parts) in [(0, first, parts / 2), (1, first + parts / 2, parts - parts / 2)] {
            let members: Vec<u32> = (0..).zip(&side).filter(|(_, side)| **side == wanted).map(|(at, _)| at).collect();
            let half = graph.half(&members);
            open.push((half, members.iter().map(|&at| vertices[at as usize]).collect(), first, parts));
        }
    }
    pieces::join(&whole, &mut part, all_parts);
    part
}

/// The side of each vertex. The first side gets half of the parts, rounded down.
fn halve(graph: &Graph, parts: u32, orders: &[Vec<u32>]) -> Vec<u32> {
    let mut best: Option<((u64, usize, i64), Vec<u32>)> = None;
    let mut attempt = |order: &[u32]| {
        let mut half = Half::new(graph, order, parts);
        for _ in 0..PASSES {
            if !half.improve() {
                break;
            }
        }
        let (pieces, cut) = graph.pieces_and_cut(&half.side);
        let score = (half.is_off(), pieces, cut);
        if best.as_ref().is_none_or(|(known, _)| score < *known) {
            best = Some((score, half.side));
        }
        best.as_ref().map_or(0, |((_, pieces, _), _)| *pieces)
    };
    for order in orders {
        attempt(order);
    }
    // From the farthest vertex of the farthest vertex of vertex 0.
    let edge = (0..2).fold(0, |from, _| graph.order_from(from).last().copied().unwrap_or(0));
    attempt(&graph.order_from(edge));
    let mut pieces = attempt(&graph.greedy_from(edge));
    let count = graph.weights.len();
    // Without an order from the caller, more are tried, but not for small parts or in large graphs, because of the
    // time.
    let has_choice = orders.is_empty() && count as u32 / parts >= FEWEST_VERTICES;
    let more = if has_choice { MOST_ORDERED / 2 / count } else { 0 };
    for start in (1..more).map(|start| (start * count / more) as u32) {
        attempt(&graph.greedy_from(start));
        pieces = attempt(&graph.order_from(start));
    }
    let fewest = graph.pieces_and_cut(&vec![0; count]).0 + 1;
    for start in (0..count as u32).take(MOST_STARTS.min(MOST_ORDERED / count.max(1))) {
        if pieces <= fewest {
            break;
        }
        pieces = attempt(&graph.order_from(start));
    }
    best.map(|(_, side)| side).unwrap_or_default()
}

struct Half<'a> {
    graph: &'a Graph,
    side: Vec<u32>,
    /// The weight and the number of vertices of each side, and the fewest that it may have.
    weights: [u64; 2],
    counts: [u32; 2],
    fewest: [u32; 2],
    parts: u32,
}

impl<'a> Half<'a> {
    /// Splits at the position in an order that is nearest to the first side's share of the weight.
    fn new(graph: &'a Graph, order: &[u32], parts: u32) -> Self {
        let (side, all) = (vec![1; order.len()], graph.weights.iter().sum());
        let fewest = [parts / 2, parts - parts / 2];
        let mut half = Self { graph, side, weights: [0, all], counts: [0, order.len() as u32], fewest, parts };
        for &vertex in order {
            let before = half.is_off();
            half.change(vertex);
            let must = half.counts[0] <= fewest[0] || graph.weights[vertex as usize] == 0;
            if half.counts[1] < fewest[1] || !must && half.is_off() >= before {
                half.change(vertex);
                break;
            }
        }
        half
    }

    /// The distance of the first side's weight from its share, times the number of parts.
    fn is_off(&self) -> u64 {
        let share = (self.weights[0] + self.weights[1]) * u64::from(self.parts / 2);
        (self.weights[0] * u64::from(self.parts)).abs_diff(share)
    }

    fn change(&mut self, vertex: u32) {
        let (from, weight) = (self.side[vertex as usize] as usize, self.graph.weights[vertex as usize]);
        self.side[vertex as usize] = 1 - from as u32;
        self.weights[from] -= weight;
        self.weights[1 - from] += weight;
        self.counts[from] -= 1;
        self.counts[1 - from] += 1;
    }

    /// The weight of links that moving a vertex to the other side would save.
    fn gain(&self, vertex: u32) -> i64 {
        let own = self.side[vertex as usize];
        let saved = |&(other, weight): &(u32, i64)| if self.side[other as usize] == own { -weight } else { weight };
        self.graph.links[vertex as usize].iter().map(saved).sum()
    }

    /// Lets each vertex change sides at most once, and undoes the changes after the best state. Returns true if that is
    /// better than the state before.
    fn improve(&mut self) -> bool {
        let count = self.side.len() as u32;
        let mut gains: Vec<i64> = (0..count).map(|vertex| self.gain(vertex)).collect();
        let mut locked = vec![false; self.side.len()];
        let mut heaps = [BinaryHeap::new(), BinaryHeap::new()];
        for vertex in 0..count {
            let own = self.side[vertex as usize];
            if self.graph.links[vertex as usize].iter().any(|&(other, _)| self.side[other as usize] != own) {
                heaps[own as usize].push((gains[vertex as usize], Reverse(vertex)));
            }
        }
        let begin = (self.is_off(), 0);
        let (mut saved, mut best, mut changes, mut kept) = (0, begin, vec![], 0);
        while changes.len() < kept + LONGEST_WAY {
            let Some(vertex) = self.next(&mut heaps, &gains, &locked) else { break };
            saved += gains[vertex as usize];
            locked[vertex as usize] = true;
            self.change(vertex);
            changes.push(vertex);
            for &(other, weight) in &self.graph.links[vertex as usize] {
                let at = other as usize;
                if locked[at] {
                    continue;
                }
                if self.side[at] == self.side[vertex as usize] {
                    gains[at] -= 2 * weight;
                } else {
                    gains[at] += 2 * weight;
                    heaps[self.side[at] as usize].push((gains[at], Reverse(other)));
                }
            }
            let state = (self.is_off(), -saved);
            if state < best {
                (best, kept) = (state, changes.len());
            }
        }
        for vertex in changes.drain(kept..).rev() {
            self.change(vertex);
        }
        best < begin
    }

    /// The vertex whose change saves most, on the side that is too heavy, or on either side if they are balanced.
    fn next(&self, heaps: &mut [BinaryHeap<(i64, Reverse<u32>)>; 2], gains: &[i64], locked: &[bool]) -> Option<u32> {
        let share = (self.weights[0] + self.weights[1]) * u64::from(self.parts / 2);
        let own = self.weights[0] * u64::from(self.parts);
        let mut top = |side: usize| {
            if self.counts[side] <= self.fewest[side] {
                return None;
            }
            while let Some(mut entry) = heaps[side].peek_mut() {
                let (gain, Reverse(vertex)) = *entry;
                let at = vertex as usize;
                if locked[at] || gain < gains[at] {
                    PeekMut::pop(entry);
                } else if gain > gains[at] {
                    // A gain that has become less is put right when it would be the next.
                    *entry = (gains[at], Reverse(vertex));
                } else {
                    return Some((gain, Reverse(vertex)));
                }
            }
            None
        };
        let chosen = match own.cmp(&share) {
            std::cmp::Ordering::Greater => top(0),
            std::cmp::Ordering::Less => top(1),
            std::cmp::Ordering::Equal => top(0).max(top(1)),
        };
        chosen.map(|(_, Reverse(vertex))| vertex)
    }
}
