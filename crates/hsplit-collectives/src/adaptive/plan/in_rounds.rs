// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Bcast`, `MPI_Reduce` and `MPI_Allreduce` in rounds of messages among the nodes, as for short calls without a
//! model ([`crate::choice::is_in_rounds`]).
//!
//! A tree of groups sends a message over one connection between two groups. Rounds that give each node an interval send
//! the intervals over as many connections as there are nodes. If one connection is slower than its cables, as over long
//! distances with windows of a fixed size, that is faster than any tree.

use super::rank_network::RankNetwork;
use crate::Operation;
use crate::levels::LevelGroup;
use crate::nodes::Nodes;
use crate::rounds::{Amount, RoundShape, shapes};
use crate::timing::in_rounds;

/// Approximate number of messages that are simulated to plan a call, because every rank plans every call. If all shapes
/// have more, only the shape that a call uses without a model is simulated; if that has more, calls do not use rounds.
const MESSAGES: usize = 1 << 15;
/// Approximate number of messages of a rank outside its node.
const ACROSS: usize = 24;

/// Returns the fastest shape and its predicted time in seconds. `anyway`: regardless of the cost of planning.
pub(crate) fn best(
    network: &RankNetwork<'_>,
    levels: &LevelGroup,
    operation: Operation,
    bytes: usize,
    root: u32,
    anyway: bool,
) -> Option<(RoundShape, f64)> {
    let nodes = Nodes::of(levels);
    let messages = (nodes.size() as usize).saturating_mul(nodes.widest() + ACROSS);
    let amount = Amount { units: bytes, size: 1 };
    let all = shapes(nodes.narrowest());
    let tried: Vec<RoundShape> = if messages.saturating_mul(all.clone().count()) <= MESSAGES {
        all.collect()
    } else if messages <= MESSAGES || anyway {
        vec![nodes.shape(operation, amount)]
    } else {
        return None;
    };
    let (ranks, network) = (network.ranks, network.without_combining());
    let reduction = |rank: usize| ranks.platform.reduction(ranks.group[rank]);
    let timed = tried.into_iter().map(|shape| {
        let plans = nodes.plans(operation, amount, shape, root);
        (shape, in_rounds::time(&network, &plans, 1, reduction))
    });
    timed.min_by(|one, other| one.1.total_cmp(&other.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adaptive::groups::groups;
    use crate::adaptive::plan::ranks::Ranks;
    use crate::adaptive::plan::{ModelledCall, Plan, examples, plan};
    use crate::adaptive::strategy::{Across, FixedStrategy};
    use crate::levels::Part;
    use crate::model::parameters::{Bundle, Cluster, Gap, Link, Platform};

    /// The framework's grid as SimGrid has it (`scale/platforms/grid5000`): latencies in microseconds, a gigabit on
    /// each cable, and 131,071 bytes under way on each connection.
    fn grid() -> (LevelGroup, Platform) {
        let sizes = [31, 29, 6, 1, 1, 20];
        let latencies = [
            &[47.56][..],
            &[62.10, 47.92],
            &[12181.52, 12181.52, 35.52],
            &[12187.24, 12198.03, 60.08, 35.52],
            &[12197.49, 12195.22, 60.08, 242.47, 35.52],
            &[5210.99, 5211.47, 5388.49, 5393.98, 5394.10, 27.53],
        ];
        let link = |latency: f64| {
            let rate = f64::min(125.0, 131_071.0 / (2.0 * latency));
            let gap = |bytes: usize| (bytes, (0.3 + bytes as f64 / rate) * 1e-6);
            let link = Link::new(latency * 1e-6, Gap::new([0, 1 << 10, 1 << 18].map(gap).to_vec()).unwrap());
            link.and_then(|link| link.with_rendezvous(0.0)).unwrap()
        };
        let mut first = 0;
        let part = |&size: &u32| {
            first += size;
            let ranks = first - size..first;
            if size == 1 {
                Part::One(first - 1)
            } else {
                Part::Many(LevelGroup { inside_node: false, parts: ranks.map(Part::One).collect() })
            }
        };
        let parts = sizes.iter().map(part).collect();
        let cluster = |(number, &size): (usize, &u32)| Cluster {
            name: format!("c{number}"),
            processes: size as usize,
            inside: (size > 1).then(|| link(latencies[number][number])),
        };
        let clusters = sizes.iter().enumerate().map(cluster).collect();
        let bundle = |flows: Vec<(usize, usize)>, factor| Bundle { flows, factor };
        let bundles = vec![
            bundle(vec![(0, 1); 2], 2.0),
            bundle(vec![(0, 5); 8], 1.0),
            bundle(vec![(2, 3), (2, 4)], 1.0),
            bundle(vec![(5, 0), (5, 1), (5, 0), (5, 1), (5, 0), (5, 1), (5, 0), (5, 1)], 1.0),
        ];
        let platform = Platform::new(clusters, |low, high| link(latencies[high][low]));
        (
            LevelGroup { inside_node: false, parts },
            platform.and_then(|platform| platform.with_bundles(bundles)).unwrap(),
        )
    }

    fn planned((levels, platform): &(LevelGroup, Platform), bytes: usize, strategy: &str) -> Plan {
        let call = ModelledCall { operation: Operation::Bcast, bytes, longest_segment: 32 << 10, root: 0 };
        plan(platform, levels, call, FixedStrategy::parse(strategy).unwrap())
    }

    #[test]
    fn predictions_are_near_what_simgrid_takes() {
        let (levels, platform) = grid();
        let groups = groups(&levels);
        let (ranks, nodes) = (Ranks::new(&platform, &levels, &groups), Nodes::of(&levels));
        // Calls without a model, in milliseconds, in the shape that they take.
        for (kib, took) in [(16, 42.4), (64, 43.5), (256, 48.1), (1024, 71.6)] {
            let amount = Amount { units: kib << 10, size: 1 };
            let shape = nodes.shape(Operation::Bcast, amount);
            assert_eq!(shape.to_string(), "rounds of radix 8, a stretch at each node");
            let network = RankNetwork::new(&ranks, kib << 10, false);
            let predicted =
                1e3 * in_rounds::time(&network, &nodes.plans(Operation::Bcast, amount, shape, 0), 1, |_| 0.0);
            assert!((predicted / took - 1.0).abs() < 0.1, "{kib} KiB: {predicted} ms, {took} ms");
        }
    }

    #[test]
    fn long_messages_are_cut_over_the_connections_of_a_grid() {
        let grid = grid();
        for (bytes, across) in [(64 << 10, Across::Pipelined), (1 << 20, Across::Rounds), (4 << 20, Across::Rounds)] {
            let plan = planned(&grid, bytes, "model");
            assert_eq!(
                (plan.across == Some(Across::Rounds), plan.gains()),
                (across == Across::Rounds, true),
                "{plan:?}"
            );
            let rounds = planned(&grid, bytes, "rounds");
            assert_eq!(rounds.across, Some(Across::Rounds));
            assert!(plan.seconds <= rounds.seconds);
            assert_eq!(plan.words(Operation::Bcast).starts_with("rounds of radix"), across == Across::Rounds);
        }
        // A tree that is asked for is no round.
        assert_ne!(planned(&grid, 1 << 20, "pipelined").across, Some(Across::Rounds));
    }

    #[test]
    fn the_more_ranks_the_fewer_shapes_are_followed() {
        let best = |nodes: u32, ranks: u32, anyway: bool| {
            let levels = examples::cluster(nodes, ranks);
            let groups = groups(&levels);
            let platform = examples::platform(&groups, |_, _| examples::link(1e-5, 1e9));
            let ranks = Ranks::new(&platform, &levels, &groups);
            let found = super::best(&RankNetwork::new(&ranks, 64, false), &levels, Operation::Bcast, 64, 0, anyway);
            let estimated = Nodes::of(&levels).shape(Operation::Bcast, Amount { units: 64, size: 1 });
            found.map(|(shape, _)| shape == estimated)
        };
        assert!(best(4, 8, false).is_some());
        assert_eq!(best(16, 8, false), Some(true));
        assert_eq!((best(40, 32, false), best(40, 32, true)), (None, Some(true)));
    }
}
