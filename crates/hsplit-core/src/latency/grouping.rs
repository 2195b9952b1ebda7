// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lowekamp's algorithm: nodes that are equally near to each other form a group (adaptive collectives, §4.1.2,
//! Algorithm 1).
//!
//! Pairs are processed in the order of their latency. A pair joins the groups of its two nodes if its latency is no
//! greater than that of either node to its nearest node, and than that of the nearest pair in either group, each within
//! the tolerance.
//!
//! The result does not depend on the numbering of nodes, although pairs of equal latency w are processed in any order.
//! For such a pair only the condition on groups depends on earlier joins. A group that satisfies it has a nearest pair
//! of at least w / (1 + ρ); joining two such groups gives one that satisfies it too, and a group that does not satisfy
//! it is never joined. So the pairs of latency w join the same groups in any order.

use super::{Latencies, Tolerance};

/// The groups, in the order of their lowest nodes, each with its nodes in ascending order. A node without near nodes or
/// without known latencies is a group of its own.
pub fn group(latencies: &Latencies, tolerance: Tolerance) -> Vec<Vec<usize>> {
    let mut subnets = Subnets::new(latencies.nodes());
    for (latency, a, b) in candidates(latencies, tolerance) {
        subnets.offer(latency, a as usize, b as usize, tolerance);
    }
    subnets.groups()
}

/// The pairs that the nearest neighbours of their nodes do not exclude, sorted by latency.
///
/// In a hierarchy this leaves few pairs to sort.
fn candidates(latencies: &Latencies, tolerance: Tolerance) -> Vec<(f64, u32, u32)> {
    let mut nearest = vec![f64::INFINITY; latencies.nodes()];
    for (latency, a, b) in latencies.known() {
        nearest[a] = nearest[a].min(latency);
        nearest[b] = nearest[b].min(latency);
    }
    let near = |&(latency, a, b): &(f64, usize, usize)| latency <= tolerance.limit(nearest[a].min(nearest[b]));
    let mut pairs: Vec<_> =
        latencies.known().filter(near).map(|(latency, a, b)| (latency, a as u32, b as u32)).collect();
    pairs.sort_unstable_by(|(one, ..), (other, ..)| one.total_cmp(other));
    pairs
}

struct Subnets {
    /// A node on the path to the group's representative; the representative contains itself.
    towards: Vec<usize>,
    /// The paper's `subnet_min_edge`, stored at the group's representative; infinite for a single node.
    nearest: Vec<f64>,
}

impl Subnets {
    fn new(nodes: usize) -> Self {
        Self { towards: (0..nodes).collect(), nearest: vec![f64::INFINITY; nodes] }
    }

    fn of(&mut self, mut node: usize) -> usize {
        while self.towards[node] != node {
            self.towards[node] = self.towards[self.towards[node]];
            node = self.towards[node];
        }
        node
    }

    /// Joins the groups of a pair if it is near enough for both.
    fn offer(&mut self, latency: f64, a: usize, b: usize, tolerance: Tolerance) {
        let (a, b) = (self.of(a), self.of(b));
        let nearest = self.nearest[a].min(self.nearest[b]);
        if a != b && latency <= tolerance.limit(nearest) {
            self.towards[a.max(b)] = a.min(b);
            self.nearest[a.min(b)] = nearest.min(latency);
        }
    }

    /// The groups in the order of their representatives, which are their lowest nodes.
    fn groups(mut self) -> Vec<Vec<usize>> {
        let mut groups = vec![vec![]; self.towards.len()];
        for node in 0..groups.len() {
            groups[self.of(node)].push(node);
        }
        groups.retain(|group| !group.is_empty());
        groups
    }
}
