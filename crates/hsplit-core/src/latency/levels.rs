// SPDX-License-Identifier: MIT OR Apache-2.0
//! Groups in groups: the hierarchy that latencies show.
//!
//! Lowekamp's algorithm gives groups of nodes. It is applied to the groups again, with the distances between them and
//! the same tolerance, until one group is left: each time it joins at least the two that are nearest to each other. The
//! distance of two groups is the median of the known latencies between their nodes (of an even number the lower of the
//! two in the middle): a few bad measurements do not move it, and unlike a mean it is the same in whatever order nodes
//! are numbered. Groups between which nothing is known are farther apart than any others.
//!
//! Nodes that join a group late need care: two nodes below no common switch, but beside a switch that others share, are
//! each other's nearest, and a group at first. When the others come in, at the same distance, that group turns out to
//! be no level. So a group gives way to its parts where its nearest parts are as far from each other as its nearest
//! siblings, with half the tolerance. (With all of it too much would go: Algorithm 1 keeps two groups apart if one of
//! them is tighter, as the two of Orsay in the paper's Table 4.)
//!
//! A hierarchy is found exactly where latencies of one level vary by less than the tolerance ρ, and those of the next
//! are more than (1 + ρ)² times as long; where single nodes stand beside switches, or branches differ in depth,
//! latencies may vary by half of ρ.
//!
//! A network that is no tree gets groups by the same rule: a partition by distance (thesis §4.2.4). Where every node
//! has neighbours at the same distance, as on a ring or in a torus, there are no groups, and so no levels.

use super::filter::lower_median;
use super::grouping::group;
use super::{Latencies, Tolerance};

/// Some nodes that are nearer to each other than to the rest, and the groups that they form in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct LatencyGroup {
    /// All nodes, in ascending order.
    pub nodes: Vec<usize>,
    /// The groups inside: disjoint, of at least two nodes and not of all, in the order of their lowest nodes. A node
    /// that is in none of them stands directly in this group.
    pub groups: Vec<LatencyGroup>,
    /// The distance of its two nearest parts, in microseconds: Algorithm 1's `subnet_min_edge`. 0 for a single node,
    /// infinite where nothing is known.
    pub latency: f64,
}

impl LatencyGroup {
    pub(super) fn node(node: usize) -> Self {
        Self { nodes: vec![node], groups: vec![], latency: 0.0 }
    }

    /// A group of some parts, each a group or a single node.
    pub(super) fn of(parts: Vec<Self>, latency: f64, tolerance: Tolerance) -> Self {
        let mut nodes: Vec<usize> = parts.iter().flat_map(|part| part.nodes.iter().copied()).collect();
        nodes.sort_unstable();
        let gives_way = |part: &Self| part.nodes.len() == 1 || latency <= tolerance.half().limit(part.latency);
        let mut groups: Vec<Self> =
            parts.into_iter().flat_map(|part| if gives_way(&part) { part.groups } else { vec![part] }).collect();
        groups.sort_by_key(|group| group.nodes[0]);
        Self { nodes, groups, latency }
    }

    /// How many levels there are inside: 0 where all nodes are alike.
    pub fn depth(&self) -> usize {
        self.groups.iter().map(|group| 1 + group.depth()).max().unwrap_or(0)
    }

    /// For each node from 0 its path, widest level first: which of the groups it is in, which of the groups inside
    /// that, and so on.
    ///
    /// Of all nodes, as [`levels`] gives them. Paths are of different lengths where levels are.
    pub fn paths(&self) -> Vec<Vec<usize>> {
        let mut paths = vec![vec![]; self.nodes.len()];
        self.lead(&mut paths);
        paths
    }

    fn lead(&self, paths: &mut [Vec<usize>]) {
        for (number, group) in self.groups.iter().enumerate() {
            group.nodes.iter().for_each(|&node| paths[node].push(number));
            group.lead(paths);
        }
    }
}

/// The hierarchy of all nodes.
pub fn levels(latencies: &Latencies, tolerance: Tolerance) -> LatencyGroup {
    let mut groups: Vec<LatencyGroup> = (0..latencies.nodes()).map(LatencyGroup::node).collect();
    while groups.len() > 1 {
        groups = wider(groups, latencies, tolerance);
    }
    groups.pop().unwrap_or(LatencyGroup { nodes: vec![], groups: vec![], latency: 0.0 })
}

/// The groups that some groups form; one, if none is near to any.
fn wider(groups: Vec<LatencyGroup>, latencies: &Latencies, tolerance: Tolerance) -> Vec<LatencyGroup> {
    let distances = distances(&groups, latencies);
    let mut joined = group(&distances, tolerance);
    if joined.len() == groups.len() {
        joined = vec![(0..groups.len()).collect()];
    }
    let mut parts: Vec<Option<LatencyGroup>> = groups.into_iter().map(Some).collect();
    let mut join = |members: Vec<usize>| {
        let latency = nearest(&members, &distances);
        let mut parts: Vec<LatencyGroup> = members.iter().filter_map(|&member| parts[member].take()).collect();
        if parts.len() == 1 { parts.remove(0) } else { LatencyGroup::of(parts, latency, tolerance) }
    };
    joined.into_iter().map(&mut join).collect()
}

/// The distance between every two groups.
fn distances(groups: &[LatencyGroup], latencies: &Latencies) -> Latencies {
    let mut known = vec![];
    Latencies::symmetric(groups.len(), |a, b| {
        known.clear();
        for &one in &groups[a].nodes {
            known.extend(
                groups[b]
                    .nodes
                    .iter()
                    .map(|&other| latencies.between(one, other))
                    .filter(|latency| latency.is_finite()),
            );
        }
        lower_median(&mut known).unwrap_or(f64::INFINITY)
    })
}

/// The distance of the two nearest of some groups.
pub(super) fn nearest(members: &[usize], distances: &Latencies) -> f64 {
    let pairs = members
        .iter()
        .enumerate()
        .flat_map(|(at, &one)| members[..at].iter().map(move |&other| distances.between(one, other)));
    pairs.fold(f64::INFINITY, f64::min)
}
