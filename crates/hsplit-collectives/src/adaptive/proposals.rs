// SPDX-License-Identifier: MIT OR Apache-2.0
//! The model's proposals for trials if nothing was measured: the strategies that would be fast on a typical network.
//!
//! Its nodes have memory of 10 GB/s, and a network of the same rate. The trials test the proposals.

use super::groups::groups;
use super::plan::{ModelledCall, plan};
use super::strategy::{Across, FixedStrategy};
use crate::Operation;
use crate::levels::LevelGroup;
use crate::model::parameters::{Cluster, Gap, Link, ParameterError, Platform};

/// Number of strategies that are proposed for a call.
pub const MOST: usize = 2;
/// Seconds of a message's latency, and of its sender for a short one, inside a node and between nodes.
const INSIDE: (f64, f64) = (0.4e-6, 0.3e-6);
const BETWEEN: (f64, f64) = (1.5e-6, 0.5e-6);
/// With more groups or ranks, planning costs more than it gains: 150 ms for 64 groups of 48, and 10 ms for these.
const MOST_GROUPS: usize = 16;
const MOST_RANKS: usize = 512;
/// Bytes per second.
const RATE: f64 = 10e9;
/// Seconds to reduce a byte.
const REDUCTION: f64 = 0.1e-9;
const LARGE: usize = 1 << 20;

/// True if there are strategies for an operation.
pub fn has_strategies(operation: Operation) -> bool {
    matches!(operation, Operation::Bcast | Operation::Reduce | Operation::Allreduce)
}

/// Returns the typical network between the groups of a communicator; `None` if there is no network, or if it is too
/// large.
pub fn usual(levels: &LevelGroup) -> Option<Platform> {
    let groups = groups(levels);
    let ranks: usize = groups.iter().map(|part| part.ranks().len()).sum();
    if levels.inside_node || !(2..=MOST_GROUPS).contains(&groups.len()) || ranks > MOST_RANKS {
        return None;
    }
    let all = || -> Result<Platform, ParameterError> {
        let link = |(latency, least): (f64, f64)| {
            Link::new(latency, Gap::new(vec![(0, least), (LARGE, least + LARGE as f64 / RATE)])?)
        };
        let (inside, between) = (link(INSIDE)?, link(BETWEEN)?);
        let cluster = |(number, processes): (usize, usize)| {
            let inside = (processes > 1).then(|| inside.clone());
            Cluster { name: format!("group{number}"), processes, inside }
        };
        let sizes = groups.iter().map(|part| part.ranks().len()).enumerate();
        Platform::new(sizes.map(cluster).collect(), |_, _| between.clone())?.with_reduction(|_| REDUCTION)
    };
    all().ok()
}

/// Returns the strategies with the shortest predicted times, the fastest first.
pub fn proposals(platform: &Platform, levels: &LevelGroup, call: ModelledCall) -> Vec<FixedStrategy> {
    if !has_strategies(call.operation) {
        return vec![];
    }
    let planned = |across| {
        let of = |segment| FixedStrategy { across: Some(across), inside: None, segment };
        let found = plan(platform, levels, call, of(None));
        (of(Some(found.segment)), found)
    };
    let mut plans: Vec<_> = [Across::Pipelined, Across::Chain, Across::Binomial].map(planned).into();
    plans.retain(|(_, plan)| plan.seconds.is_finite());
    plans.sort_by(|(_, one), (_, other)| one.seconds.total_cmp(&other.seconds));
    plans.dedup_by(|(_, one), (_, other)| {
        (&one.receivers, &one.shapes, one.rounds, one.segment)
            == (&other.receivers, &other.shapes, other.rounds, other.segment)
    });
    plans.into_iter().take(MOST).map(|(strategy, _)| strategy).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adaptive::plan::examples::cluster;

    #[test]
    fn long_calls_go_in_segments_and_short_ones_do_not() {
        let levels = cluster(8, 4);
        let platform = usual(&levels).expect("a network");
        for operation in [Operation::Bcast, Operation::Reduce, Operation::Allreduce] {
            for bytes in [16 << 10, 4 << 20] {
                let call = ModelledCall { operation, bytes, longest_segment: 32 << 10, root: 0 };
                let found = proposals(&platform, &levels, call);
                assert_eq!(found.len(), MOST, "{operation:?} {bytes}");
                assert!(found[0] != found[1] && found.iter().all(|one| one.is_forced() && one.segment.is_some()));
                let joins =
                    found.iter().any(|one| [Some(Across::Pipelined), Some(Across::Chain)].contains(&one.across));
                assert!(joins || bytes < 4 << 20, "{found:?}");
            }
        }
        let call = ModelledCall { operation: Operation::Gather, bytes: 8, longest_segment: 32 << 10, root: 0 };
        assert_eq!(proposals(&platform, &levels, call), []);
        assert_eq!([(1, 4), (17, 1), (16, 33)].map(|(nodes, ranks)| usual(&cluster(nodes, ranks))), [None, None, None]);
    }
}
