// SPDX-License-Identifier: MIT OR Apache-2.0
//! Latency probes: the schedule of the pairs, and the evaluation of the results.
//!
//! Up to [`ALL_PAIRS`] nodes every pair is measured; n nodes take n - 1 rounds. Above that the survey measures far
//! fewer pairs, and all pairs only if it finds that the order of the nodes has hidden a group. Every node computes its
//! next partner from all results. The first node computes the hierarchy.

use super::levels::{LatencyGroup, levels};
use super::schedule::{partner, rounds};
use super::survey::{Survey, check_rounds};
use super::{Latencies, Tolerance};

/// Up to this number of nodes all pairs are measured.
pub(crate) const ALL_PAIRS: usize = 256;
/// Above this number of nodes all pairs are never measured: the table would take more than 64 MiB.
const MOST_PAIRS: usize = 4096;
/// The number of nodes in a block of the survey.
const BLOCK: usize = 32;

/// The communication of latency probes. One process of each node takes part. All calls are collective.
pub trait Nodes {
    /// The error of a failed operation.
    type Error;

    /// The number of nodes.
    fn count(&self) -> usize;

    /// The number of this node.
    fn me(&self) -> usize;

    /// Measures the latency between this node and another, in microseconds, one way. Both nodes call it, and one of the
    /// two results may be NaN.
    fn latency(&self, other: usize) -> Result<f64, Self::Error>;

    /// Gathers the numbers of all nodes at the first node, in the order of the nodes. All contribute the same count.
    fn gather_to_first(&self, mine: &[f32]) -> Result<Option<Vec<f32>>, Self::Error>;

    /// Gathers the numbers of all nodes at all nodes, in the order of the nodes. All contribute the same count.
    fn gather(&self, mine: &[f32]) -> Result<Vec<f32>, Self::Error>;

    /// Broadcasts the first node's number to all nodes.
    fn of_first(&self, mine: f64) -> Result<f64, Self::Error>;
}

/// The result of the probes.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeResult {
    /// The hierarchy of all nodes, on the first node only; `None` there if there are too many nodes to measure all
    /// pairs and fewer pairs do not suffice.
    pub all: Option<LatencyGroup>,
    /// The number of rounds of disjoint pairs.
    pub rounds: usize,
}

/// Measures latencies and finds the hierarchy, with the first node's tolerance. `after_round` gets the number of
/// finished rounds, and the total number if it is known.
pub fn measure<N: Nodes>(
    nodes: &N,
    tolerance: Tolerance,
    after_round: impl FnMut(usize, Option<usize>),
) -> Result<ProbeResult, N::Error> {
    let mut run = Probing { nodes, tolerance, done: 0, after_round };
    let count = nodes.count();
    let surveyed = if count > ALL_PAIRS { run.survey()? } else { None };
    let all = match surveyed {
        None if count <= MOST_PAIRS => run.all_pairs()?,
        found => found,
    };
    let all = all.filter(|_| nodes.me() == 0);
    Ok(ProbeResult { all, rounds: run.done })
}

struct Probing<'a, N, F> {
    nodes: &'a N,
    tolerance: Tolerance,
    done: usize,
    after_round: F,
}

impl<N: Nodes, F: FnMut(usize, Option<usize>)> Probing<'_, N, F> {
    /// Runs one round, with a partner or idle.
    fn round(&mut self, other: Option<usize>, of: Option<usize>) -> Result<f32, N::Error> {
        let latency = other.map_or(Ok(f64::NAN), |other| self.nodes.latency(other))?;
        self.done += 1;
        (self.after_round)(self.done, of);
        Ok(latency as f32)
    }

    fn all_pairs(&mut self) -> Result<Option<LatencyGroup>, N::Error> {
        let (count, me) = (self.nodes.count(), self.nodes.me());
        let mut mine = vec![f32::NAN; count];
        for round in 0..rounds(count) {
            let other = partner(count, round, me);
            let latency = self.round(other, Some(self.done + rounds(count) - round))?;
            if let Some(other) = other {
                mine[other] = latency;
            }
        }
        let Some(all) = self.nodes.gather_to_first(&mine)? else { return Ok(None) };
        let latencies = Latencies::new(count, |from, to| f64::from(all[from * count + to]));
        Ok(Some(levels(&latencies, self.tolerance)))
    }

    /// Measures blocks of neighbours, then blocks of representatives of the groups found.
    fn survey(&mut self) -> Result<Option<LatencyGroup>, N::Error> {
        let (count, me) = (self.nodes.count(), self.nodes.me());
        // All nodes must compute the same next rounds, and the variable may not be set on all hosts.
        self.tolerance = Tolerance::new(self.nodes.of_first(self.tolerance.fraction())?).unwrap_or_default();
        let mut survey = Survey::new(count, BLOCK, self.tolerance);
        loop {
            let blocks = survey.blocks();
            let Some(largest) = blocks.iter().map(Vec::len).max() else { break };
            let mut place = vec![None; count];
            for (number, block) in blocks.iter().enumerate() {
                block.iter().enumerate().for_each(|(at, &node)| place[node] = Some((number, at)));
            }
            let mut mine = vec![f32::NAN; largest];
            for round in 0..rounds(largest) {
                // A smaller block finishes earlier.
                let own = place[me].filter(|(number, _)| round < rounds(blocks[*number].len()));
                let met = own.and_then(|(number, at)| Some((number, partner(blocks[number].len(), round, at)?)));
                let latency = self.round(met.map(|(number, at)| blocks[number][at]), None)?;
                if let Some((_, at)) = met {
                    mine[at] = latency;
                }
            }
            let all = self.nodes.gather(&mine)?;
            survey.take(|from, to| place[to].map_or(f64::NAN, |(_, at)| f64::from(all[from * largest + at])));
        }
        let mut mine = vec![];
        for round in check_rounds(count) {
            mine.push(self.round(partner(count, round, me), None)?);
        }
        let all = self.nodes.gather(&mine)?;
        let met = |(node, (at, round)): (usize, (usize, usize))| {
            Some((node, partner(count, round, node)?, f64::from(all[node * mine.len() + at])))
        };
        let checks: Vec<_> = (0..count)
            .flat_map(|node| check_rounds(count).enumerate().map(move |check| (node, check)))
            .filter_map(met)
            .collect();
        Ok(survey.finish(&checks))
    }
}
