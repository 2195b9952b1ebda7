// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fewer measurements for many nodes: first in small blocks, then between representatives of the groups found there.
//!
//! All pairs of 10,000 nodes take 9,999 rounds. But one measurement can stand for a whole group (adaptive collectives,
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
use super::levels::{Group, levels, nearest};
use super::schedule::rounds;
use super::{Latencies, Tolerance, is_latency};

/// So many rounds check a survey. A node meets another of its group in about one of `nodes / group` rounds, and there
/// are half as many pairs a round as nodes: if a whole level is missing, many pairs tell.
const CHECKS: usize = 16;

/// A survey under way: ask for the [`Survey::blocks`] of the next stage, measure, [`Survey::take`] the results, until
/// there are no more; then measure the pairs of [`check_rounds`], and [`Survey::finish`].
#[derive(Clone, Debug)]
pub struct Survey {
    /// What is found so far, in the order of the lowest nodes, which represent them.
    groups: Vec<Group>,
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
    /// A survey of some nodes in blocks of so many, at least two.
    pub fn new(nodes: usize, block: usize, tolerance: Tolerance) -> Self {
        let groups = (0..nodes).map(Group::node).collect();
        Self { groups, block: block.max(2), tolerance, band: 0.0, idle: None, shifted: false, contradicted: false }
    }

    /// The blocks of the next stage: nodes of which each measures all others of its block; none when all is found.
    pub fn blocks(&self) -> Vec<Vec<usize>> {
        let node = |group: &Group| group.nodes[0];
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
    pub fn finish(mut self, checks: &[(usize, usize, f64)]) -> Option<Group> {
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
        let mut groups: Vec<Option<Group>> = std::mem::take(&mut self.groups).into_iter().map(Some).collect();
        let limit = self.tolerance.limit(self.band);
        for (members, latency) in found.into_iter().filter(|(_, latency)| *latency <= limit) {
            let parts = members.iter().filter_map(|&member| groups[member].take()).collect();
            groups[members[0]] = Some(self.unite(parts, latency));
        }
        self.groups = groups.into_iter().flatten().collect();
    }

    /// The last stage: everybody that is left measured everybody.
    fn complete(&mut self, measured: impl Fn(usize, usize) -> f64) {
        let upper = levels(&self.between(0..self.groups.len(), &measured), self.tolerance);
        let mut groups = std::mem::take(&mut self.groups).into_iter().map(Some).collect::<Vec<_>>();
        self.groups = vec![self.assemble(&upper, &mut groups)];
    }

    /// A hierarchy of representatives with what they represent in their places.
    fn assemble(&mut self, upper: &Group, groups: &mut [Option<Group>]) -> Group {
        let mut parts: Vec<Group> = upper.groups.iter().map(|inner| self.assemble(inner, groups)).collect();
        parts.extend(upper.nodes.iter().filter_map(|&member| groups[member].take()));
        self.unite(parts, upper.latency)
    }

    /// A group of some parts, which cannot be nearer to each other than any of them is inside.
    fn unite(&mut self, parts: Vec<Group>, latency: f64) -> Group {
        self.contradicted |= parts.iter().any(|part| part.latency > self.tolerance.limit(latency));
        Group::of(parts, latency, self.tolerance)
    }
}

#[cfg(test)]
mod tests {
    use super::super::levels::tests::sets;
    use super::super::planted::Planted;
    use super::super::schedule::partner;
    use super::*;
    use crate::random::Random;
    use proptest::prelude::*;

    /// The hierarchy, and how many rounds and pairs it took.
    fn run(nodes: usize, block: usize, measured: impl Fn(usize, usize) -> f64) -> (Option<Group>, usize, usize) {
        let mut survey = Survey::new(nodes, block, Tolerance::DEFAULT);
        let (mut stages, mut took, mut pairs) = (0, 0, 0);
        while let blocks @ [_, ..] = &survey.blocks()[..] {
            took += blocks.iter().map(|members| rounds(members.len())).max().unwrap();
            pairs += blocks.iter().map(|members| members.len() * (members.len() - 1) / 2).sum::<usize>();
            survey.take(&measured);
            stages += 1;
            assert!(stages < 4 * nodes + 8, "it ends");
        }
        let mut checks = vec![];
        for round in check_rounds(nodes) {
            took += 1;
            let met =
                (0..nodes).filter_map(|node| Some((node, partner(nodes, round, node).filter(|other| node < *other)?)));
            checks.extend(met.map(|(node, other)| (node, other, measured(node, other))));
        }
        (survey.finish(&checks), took, pairs + checks.len())
    }

    #[test]
    fn ten_thousand_nodes() {
        // Islands of 27 or 28 leaves of 36 nodes, none of them at the borders of blocks.
        let latency = |a: usize, b: usize| match (a / 36 == b / 36, a / 1000 == b / 1000) {
            (_, false) => 9.0,
            (true, true) => 2.0,
            (false, true) => 4.0,
        };
        let (found, rounds, pairs) = run(10_000, 32, latency);
        let found = found.unwrap();
        assert_eq!(found.groups.len(), 10);
        assert!(
            found
                .groups
                .iter()
                .enumerate()
                .all(|(island, group)| group.nodes == (1000 * island..1000 * (island + 1)).collect::<Vec<_>>())
        );
        assert!(
            found
                .groups
                .iter()
                .flat_map(|island| &island.groups)
                .all(|leaf| leaf.nodes.iter().all(|node| node / 36 == leaf.nodes[0] / 36))
        );
        assert_eq!(found.groups.iter().map(|island| island.groups.len()).sum::<usize>(), 286);
        assert_eq!((rounds, pairs), (221, 411_363), "instead of 9,999 rounds and 49,995,000 pairs");
    }

    #[test]
    fn few_nodes_are_one_stage() {
        let latency = |a: usize, b: usize| if a / 3 == b / 3 { 1.0 } else { 5.0 };
        let (found, rounds, pairs) = run(12, 32, latency);
        assert_eq!(
            (found, rounds, pairs),
            (Some(levels(&Latencies::new(12, latency), Tolerance::DEFAULT)), 11 + 11, 66 + 66)
        );
        assert_eq!(run(0, 32, latency), (None, 0, 0));
        assert_eq!(run(1, 32, latency).0.map(|all| all.nodes), Some(vec![0]));
    }

    #[test]
    fn an_order_that_hides_groups_is_noticed() {
        // Neighbours are never in one group; and what is in no order at all.
        let latency = |a: usize, b: usize| if a % 100 == b % 100 { 1.0 } else { 5.0 };
        assert_eq!(run(1000, 8, latency).0, None);
        for seed in 0..20 {
            let order = Random(seed).order(1000);
            assert_eq!(run(1000, 8, |a, b| latency(order[a], order[b])).0, None);
        }
    }

    #[test]
    fn where_nothing_is_known_it_ends() {
        assert_eq!(run(100, 8, |_, _| f64::NAN).0.map(|all| (all.nodes.len(), all.depth())), Some((100, 0)));
    }

    proptest! {
        #[test]
        fn a_planted_hierarchy_is_found(seed: u64, ragged: bool, block in 2usize..24) {
            let mut random = Random(seed);
            let planted = if ragged { Planted::ragged(&mut random) } else { Planted::even(&mut random, 4) };
            let latencies = planted.latencies(&mut random, 0.099, 1.0);
            let found = run(planted.nodes(), block, |a, b| latencies.between(a, b)).0;
            prop_assert_eq!(found.as_ref().map(sets), Some(planted.groups()));
        }
    }
}
