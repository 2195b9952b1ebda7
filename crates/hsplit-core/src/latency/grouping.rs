// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lowekamp's algorithm: nodes that are equally near to each other form a group (adaptive collectives, §4.1.2,
//! Algorithm 1).
//!
//! Pairs are taken in the order of their latency. A pair joins the groups of its two nodes if it is no farther apart
//! than either node is from its own nearest, and than the nearest pair in either group, all with the tolerance.
//!
//! The outcome does not depend on how nodes are numbered, although pairs of equal latency w come in any order. Of such
//! a pair only the condition on groups changes with what was joined before. A group that satisfies it has a nearest
//! pair of at least w / (1 + ρ); two of them make one that satisfies it too, and one that does not is never joined to
//! any. So the pairs of latency w join what they connect among the groups that satisfy it, in whatever order.

use super::{Latencies, Tolerance};

/// The groups, in the order of their lowest nodes; each has its nodes in ascending order. A node that no other is near
/// to is a group of its own, and so is one of which nothing is known.
pub fn group(latencies: &Latencies, tolerance: Tolerance) -> Vec<Vec<usize>> {
    let mut subnets = Subnets::new(latencies.nodes());
    for (latency, a, b) in candidates(latencies, tolerance) {
        subnets.offer(latency, a as usize, b as usize, tolerance);
    }
    subnets.groups()
}

/// The pairs that the nearest neighbours of their nodes do not rule out, by latency.
///
/// Ruling them out before sorting is what makes a hierarchy cheap: few pairs are left of it.
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

/// The groups so far, as disjoint sets.
struct Subnets {
    /// A node nearer to the group's representative, which has itself.
    towards: Vec<usize>,
    /// The paper's `subnet_min_edge` at the group's representative; infinite as long as it is alone.
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

    /// Joins the groups of a pair that is near enough for both.
    fn offer(&mut self, latency: f64, a: usize, b: usize, tolerance: Tolerance) {
        let (a, b) = (self.of(a), self.of(b));
        let nearest = self.nearest[a].min(self.nearest[b]);
        if a != b && latency <= tolerance.limit(nearest) {
            self.towards[a.max(b)] = a.min(b);
            self.nearest[a.min(b)] = nearest.min(latency);
        }
    }

    /// The lowest node represents its group, so that this is their order.
    fn groups(mut self) -> Vec<Vec<usize>> {
        let mut groups = vec![vec![]; self.towards.len()];
        for node in 0..groups.len() {
            groups[self.of(node)].push(node);
        }
        groups.retain(|group| !group.is_empty());
        groups
    }
}
