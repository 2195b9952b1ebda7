// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hierarchy that latencies show: groups of groups.
//!
//! Lowekamp's algorithm gives groups of nodes. It is applied to the groups again, with the distances between them and
//! the same tolerance, until one group is left; each time at least the two nearest groups are joined. The distance of
//! two groups is the median of the known latencies between their nodes (of an even number the lower middle one): a few
//! bad measurements do not move it, and unlike a mean it does not depend on the numbering of nodes. Groups without
//! known latencies between them are farther apart than any others.
//!
//! Two nodes that share no lowest switch, next to a switch that others share, are each other's nearest and form a group
//! at first. When the others join at the same distance, that group turns out to be no level. A group is therefore
//! replaced by its parts if its nearest parts are as far from each other as its nearest siblings, with half the
//! tolerance. (The full tolerance would remove too much: Algorithm 1 keeps two groups apart if one of them is tighter,
//! such as the two of Orsay in the paper's Table 4.)
//!
//! A hierarchy is found reliably if latencies of one level vary by less than the tolerance ρ, and those of the next
//! level are more than (1 + ρ)² times as long; with single nodes next to switches, or branches of different depths,
//! latencies may vary by half of ρ.
//!
//! A network that is no tree gets groups by the same rule: a partition by distance (Mercier's thesis, §4.2.4). If every
//! node has neighbours at the same distance, as in a ring or a torus, there are no groups and no levels.

use super::filter::lower_median;
use super::grouping::group;
use super::{Latencies, Tolerance};

/// Nodes that are nearer to each other than to the rest, and the groups among them.
#[derive(Clone, Debug, PartialEq)]
pub struct LatencyGroup {
    /// All nodes, in ascending order.
    pub nodes: Vec<usize>,
    /// The groups inside: disjoint, each with at least two nodes and not all of them, in the order of their lowest
    /// nodes. Nodes in none of them are direct members of this group.
    pub groups: Vec<LatencyGroup>,
    /// The distance of its two nearest parts, in microseconds: Algorithm 1's `subnet_min_edge`. 0 for a single node,
    /// infinite if unknown.
    pub latency: f64,
}

impl LatencyGroup {
    pub(super) fn node(node: usize) -> Self {
        Self { nodes: vec![node], groups: vec![], latency: 0.0 }
    }

    /// A group of parts, each a group or a single node.
    pub(super) fn of(parts: Vec<Self>, latency: f64, tolerance: Tolerance) -> Self {
        let mut nodes: Vec<usize> = parts.iter().flat_map(|part| part.nodes.iter().copied()).collect();
        nodes.sort_unstable();
        let gives_way = |part: &Self| part.nodes.len() == 1 || latency <= tolerance.half().limit(part.latency);
        let mut groups: Vec<Self> =
            parts.into_iter().flat_map(|part| if gives_way(&part) { part.groups } else { vec![part] }).collect();
        groups.sort_by_key(|group| group.nodes[0]);
        Self { nodes, groups, latency }
    }

    /// The number of levels inside; 0 if all nodes are equally near.
    pub fn depth(&self) -> usize {
        self.groups.iter().map(|group| 1 + group.depth()).max().unwrap_or(0)
    }

    /// The path of each node from 0, widest level first: the index of its group, of its group inside that, and so on.
    ///
    /// For a group of all nodes, the result of [`levels`]. Paths may have different lengths.
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

/// The groups that the given groups form; one group if none is near to another.
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

pub(super) fn nearest(members: &[usize], distances: &Latencies) -> f64 {
    let pairs = members
        .iter()
        .enumerate()
        .flat_map(|(at, &one)| members[..at].iter().map(move |&other| distances.between(one, other)));
    pairs.fold(f64::INFINITY, f64::min)
}
