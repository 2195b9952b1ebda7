// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fewer measurements for many nodes: first in small blocks, then between representatives of the groups found there.
//!
//! All pairs of 10,000 nodes take 9,999 rounds. But one measurement can represent a whole group (adaptive collectives,
//! §4.1.3), so a survey has stages. In each stage, neighbours in the order of the nodes form blocks; the members of a
//! block measure each other, all blocks at the same time, and Lowekamp's algorithm joins near ones. One node of each
//! group takes part in the next stage, until the rest fits into one block: its hierarchy is the upper part of the
//! whole.
//!
//! A block must not join two nodes that are each other's nearest only because their real neighbours are in other
//! blocks. Therefore the nearest pairs of all blocks are joined first, and more distant ones only when neither these
//! blocks nor blocks shifted by half contain such pairs. This finds a hierarchy whose groups are neighbours in the
//! order of the nodes, as is usual for names and ranks, if latencies vary by less than half the tolerance. Other orders
//! hide groups. A few rounds of pairs across all nodes are therefore measured too; if a pair is nearer than the
//! hierarchy says, all pairs have to be measured.

use std::ops::Range;

use super::grouping::group;
use super::levels::{LatencyGroup, levels, nearest};
use super::schedule::rounds;
use super::{Latencies, Tolerance, is_latency};

/// The number of rounds that check a survey. A node is paired with another of its group in about one of `nodes / group`
/// rounds, with half as many pairs per round as nodes: if a whole level is missing, many pairs show it.
const CHECKS: usize = 16;

/// A survey in progress. The caller repeats [`Survey::blocks`], measurements and [`Survey::take`] until there are no
/// more blocks; then it measures the pairs of [`check_rounds`] and calls [`Survey::finish`].
#[derive(Clone, Debug)]
pub struct Survey {
    /// The groups found so far, in the order of their lowest nodes, which represent them.
    groups: Vec<LatencyGroup>,
    block: usize,
    tolerance: Tolerance,
    /// The smallest latency that is joined in the present stages.
    band: f64,
    /// The smallest latency of the previous stage, if it joined nothing.
    idle: Option<f64>,
    /// True if the next blocks are shifted (every other stage).
    shifted: bool,
    /// True if parts of a group were nearer to each other than the nodes inside one of the parts.
    contradicted: bool,
}

/// The rounds of the schedule of all nodes that check a survey.
pub fn check_rounds(nodes: usize) -> impl Iterator<Item = usize> {
    let all = rounds(nodes);
    let count = CHECKS.min(all);
    (0..count).map(move |check| check * all / count)
}

impl Survey {
    /// Starts a survey of nodes in blocks of `block` nodes, at least two.
    pub fn new(nodes: usize, block: usize, tolerance: Tolerance) -> Self {
        let groups = (0..nodes).map(LatencyGroup::node).collect();
        Self { groups, block: block.max(2), tolerance, band: 0.0, idle: None, shifted: false, contradicted: false }
    }

    /// The blocks of the next stage; the nodes of a block all measure each other. Empty when the survey is complete.
    pub fn blocks(&self) -> Vec<Vec<usize>> {
        let node = |group: &LatencyGroup| group.nodes[0];
        self.ranges().into_iter().map(|range| self.groups[range].iter().map(node).collect()).collect()
    }

    /// Processes the measurements of a stage. `measured(from, to)` is called for two nodes of one block.
    pub fn take(&mut self, measured: impl Fn(usize, usize) -> f64) {
        if self.groups.len() <= self.block {
            return self.complete(measured);
        }
        let found: Vec<(Vec<usize>, f64)> =
            self.ranges().into_iter().flat_map(|range| self.near(range, &measured)).collect();
        let smallest = found.iter().map(|(_, latency)| *latency).fold(f64::INFINITY, f64::min);
        self.shifted = !self.shifted;
        if smallest <= self.tolerance.limit(self.band) {
            self.idle = None;
            return self.join(found);
        }
        match self.idle.take() {
            None => self.idle = Some(smallest),
            Some(before) => {
                self.widen(before.min(smallest));
                self.join(found);
            }
        }
    }

    /// Continues with larger latencies; if no block has a known latency, with one block of all nodes.
    fn widen(&mut self, smallest: f64) {
        if smallest.is_finite() {
            self.band = smallest;
        } else {
            self.block = self.groups.len();
        }
    }

    /// The hierarchy. `None` if it is incomplete, if groups are nearer to each other than the nodes inside them, or if
    /// one of the pairs in `checks`, given with their latencies, is nearer than in the hierarchy.
    pub fn finish(mut self, checks: &[(usize, usize, f64)]) -> Option<LatencyGroup> {
        let all = self.groups.pop().filter(|_| self.groups.is_empty() && !self.contradicted)?;
        let paths = all.paths();
        let fits = |&(a, b, latency): &(usize, usize, f64)| {
            let common = paths[a].iter().zip(&paths[b]).take_while(|(one, other)| one == other);
            let group = common.fold(&all, |group, (&number, _)| &group.groups[number]);
            !is_latency(latency) || group.latency <= self.tolerance.limit(latency)
        };
        checks.iter().all(fits).then_some(all)
    }

    fn ranges(&self) -> Vec<Range<usize>> {
        let count = self.groups.len();
        match count {
            0 | 1 => vec![],
            _ if count <= self.block => std::iter::once(0..count).collect(),
            _ => {
                let first = if self.shifted { self.block / 2 } else { self.block };
                let starts = std::iter::once(0).chain((first..count).step_by(self.block));
                starts.map(|start| start..if start == 0 { first } else { count.min(start + self.block) }).collect()
            }
        }
    }

    /// The groups that Lowekamp's algorithm joins in a block, each with its nearest latency.
    fn near(&self, block: Range<usize>, measured: &impl Fn(usize, usize) -> f64) -> Vec<(Vec<usize>, f64)> {
        let latencies = self.between(block.clone(), measured);
        let joined = group(&latencies, self.tolerance).into_iter().filter(|members| members.len() > 1);
        joined
            .map(|members| (members.iter().map(|member| block.start + member).collect(), nearest(&members, &latencies)))
            .collect()
    }

    fn between(&self, block: Range<usize>, measured: &impl Fn(usize, usize) -> f64) -> Latencies {
        let node = |at: usize| self.groups[block.start + at].nodes[0];
        Latencies::new(block.len(), |from, to| measured(node(from), node(to)))
    }

    /// Joins the groups within the present limit.
    fn join(&mut self, found: Vec<(Vec<usize>, f64)>) {
        let mut groups: Vec<Option<LatencyGroup>> = std::mem::take(&mut self.groups).into_iter().map(Some).collect();
        let limit = self.tolerance.limit(self.band);
        for (members, latency) in found.into_iter().filter(|(_, latency)| *latency <= limit) {
            let parts = members.iter().filter_map(|&member| groups[member].take()).collect();
            groups[members[0]] = Some(self.unite(parts, latency));
        }
        self.groups = groups.into_iter().flatten().collect();
    }

    /// Processes the last stage, in which every remaining node has measured all others.
    fn complete(&mut self, measured: impl Fn(usize, usize) -> f64) {
        let upper = levels(&self.between(0..self.groups.len(), &measured), self.tolerance);
        let mut groups = std::mem::take(&mut self.groups).into_iter().map(Some).collect::<Vec<_>>();
        self.groups = vec![self.assemble(&upper, &mut groups)];
    }

    /// Builds the hierarchy of representatives, with each representative replaced by its group.
    fn assemble(&mut self, upper: &LatencyGroup, groups: &mut [Option<LatencyGroup>]) -> LatencyGroup {
        let mut parts: Vec<LatencyGroup> = upper.groups.iter().map(|inner| self.assemble(inner, groups)).collect();
        parts.extend(upper.nodes.iter().filter_map(|&member| groups[member].take()));
        self.unite(parts, upper.latency)
    }

    /// Unites parts to a group, and notes a contradiction if they are nearer to each other than the nodes inside one.
    fn unite(&mut self, parts: Vec<LatencyGroup>, latency: f64) -> LatencyGroup {
        self.contradicted |= parts.iter().any(|part| part.latency > self.tolerance.limit(latency));
        LatencyGroup::of(parts, latency, self.tolerance)
    }
}
