// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fewer measurements for many nodes: first in small blocks, then between representatives of the groups found there.
//!
//! All pairs of 10,000 nodes take 9,999 rounds. But one measurement can represent a whole group (adaptive collectives,
//! §4.1.3), so a survey goes in stages. In each, neighbours in the order of the nodes form blocks; the members of a
//! block measure each other, all blocks at a time, and Lowekamp's algorithm joins what is near. One node of each group
//! goes on to the next stage, until all that is left fits into one block: its hierarchy is the upper part of the whole.
//!
//! A block must not join two nodes that are each other's nearest only because their real neighbours are in other
//! blocks. Therefore the nearest pairs of all blocks are joined first, and more distant ones only when none of those
//! are left, neither in these blocks nor in blocks that are shifted by half. This finds a hierarchy in which groups are
//! neighbours in the order of the nodes, as names and ranks usually have it, where latencies vary by less than half the
//! tolerance. Other orders hide groups. So a few rounds of pairs all over the nodes are measured besides, and where a
//! pair is nearer than the hierarchy says, all pairs have to be measured.

use std::ops::Range;

use super::grouping::group;
use super::levels::{LatencyGroup, levels, nearest};
use super::schedule::rounds;
use super::{Latencies, Tolerance, is_latency};

/// The rounds that check a survey. A node meets another of its group in about one of `nodes / group` rounds, and there
/// are half as many pairs a round as nodes: if a whole level is missing, many pairs tell.
const CHECKS: usize = 16;

/// A survey under way: ask for the [`Survey::blocks`] of the next stage, measure, [`Survey::take`] the results, until
/// there are no more; then measure the pairs of [`check_rounds`], and [`Survey::finish`].
#[derive(Clone, Debug)]
pub struct Survey {
    /// What is found so far, in the order of the lowest nodes, which represent them.
    groups: Vec<LatencyGroup>,
    block: usize,
    tolerance: Tolerance,
    /// The smallest latency of what is joined at present.
    band: f64,
    /// The smallest latency of the stage before, if that joined nothing.
    idle: Option<f64>,
    /// Whether the next blocks are shifted: every other stage.
    shifted: bool,
    /// Whether representatives were nearer to each other than what they represent is inside.
    contradicted: bool,
}

/// The rounds of the schedule of all nodes that check a survey of them.
pub fn check_rounds(nodes: usize) -> impl Iterator<Item = usize> {
    let all = rounds(nodes);
    let count = CHECKS.min(all);
    (0..count).map(move |check| check * all / count)
}

impl Survey {
    /// A survey of some nodes in blocks of `block` nodes, at least two.
    pub fn new(nodes: usize, block: usize, tolerance: Tolerance) -> Self {
        let groups = (0..nodes).map(LatencyGroup::node).collect();
        Self { groups, block: block.max(2), tolerance, band: 0.0, idle: None, shifted: false, contradicted: false }
    }

    /// The blocks of the next stage: nodes of which each measures all others of its block; none when all is found.
    pub fn blocks(&self) -> Vec<Vec<usize>> {
        let node = |group: &LatencyGroup| group.nodes[0];
        self.ranges().into_iter().map(|range| self.groups[range].iter().map(node).collect()).collect()
    }

    /// Takes what the nodes of a stage measured: `measured(from, to)` is asked for two nodes of one block.
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

    /// Goes on to what is farther apart; where no block knows anything, to one block of all.
    fn widen(&mut self, smallest: f64) {
        if smallest.is_finite() {
            self.band = smallest;
        } else {
            self.block = self.groups.len();
        }
    }

    /// The hierarchy, or `None` where it is not complete, where groups are nearer to each other than what is inside
    /// them, or where one of some other pairs, given with their latencies, is nearer than it says.
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

    /// The blocks as ranges of groups.
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

    /// What Lowekamp's algorithm joins in a block, with the nearest latency in it.
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

    /// Joins what is near enough at present.
    fn join(&mut self, found: Vec<(Vec<usize>, f64)>) {
        let mut groups: Vec<Option<LatencyGroup>> = std::mem::take(&mut self.groups).into_iter().map(Some).collect();
        let limit = self.tolerance.limit(self.band);
        for (members, latency) in found.into_iter().filter(|(_, latency)| *latency <= limit) {
            let parts = members.iter().filter_map(|&member| groups[member].take()).collect();
            groups[members[0]] = Some(self.unite(parts, latency));
        }
        self.groups = groups.into_iter().flatten().collect();
    }

    /// The last stage: every remaining node has probed all others.
    fn complete(&mut self, measured: impl Fn(usize, usize) -> f64) {
        let upper = levels(&self.between(0..self.groups.len(), &measured), self.tolerance);
        let mut groups = std::mem::take(&mut self.groups).into_iter().map(Some).collect::<Vec<_>>();
        self.groups = vec![self.assemble(&upper, &mut groups)];
    }

    /// A hierarchy of representatives with what they represent in their places.
    fn assemble(&mut self, upper: &LatencyGroup, groups: &mut [Option<LatencyGroup>]) -> LatencyGroup {
        let mut parts: Vec<LatencyGroup> = upper.groups.iter().map(|inner| self.assemble(inner, groups)).collect();
        parts.extend(upper.nodes.iter().filter_map(|&member| groups[member].take()));
        self.unite(parts, upper.latency)
    }

    /// A group of some parts, which cannot be nearer to each other than any of them is inside.
    fn unite(&mut self, parts: Vec<LatencyGroup>, latency: f64) -> LatencyGroup {
        self.contradicted |= parts.iter().any(|part| part.latency > self.tolerance.limit(latency));
        LatencyGroup::of(parts, latency, self.tolerance)
    }
}
