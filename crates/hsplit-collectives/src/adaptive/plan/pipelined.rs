// SPDX-License-Identifier: MIT OR Apache-2.0
//! Broadcasts and reductions: one message for all, in segments.
//!
//! Groups are joined by the schedule that is best for the message in segments, and of few groups by all others too; a
//! few ways to go on inside the groups are tried with each, each with its best size of segments. The whole tree counts,
//! with one port for each rank and the cables that ranks share ([`super::rank_network`]): the first rank of a group
//! serves other groups before its own ranks. A reduction goes the same way backwards.

use std::ops::RangeInclusive;

use super::baseline::binomial;
use super::rank_network::RankNetwork;
use super::ranks::Ranks;
use super::schedules::{Receivers, chain};
use super::{MARGIN, Plan};
use crate::Operation;
use crate::adaptive::strategy::{Across, FixedStrategy};
use crate::levels::Part;
use crate::model::segments::Cuts;
use crate::schedule::pipeline::pipeline;
use crate::schedule::segmented::{self, SegmentedMessage};
use crate::schedule::{Costs, TransferCost};
use crate::timing::contention::{self, Traffic};
use crate::timing::segments;
use crate::tree::{Shape, Spread, Tree};

/// Up to this number of groups all schedules are tried, otherwise only the best for segments and the chain.
const FEW: usize = 16;
/// No segment is shorter: each costs every rank on its way a turn of the engine, which a gap that two ranks measured
/// alone does not tell of. On machines with fewer cores than ranks segments of 2 KiB took four times as long as the
/// model said.
const SHORTEST: usize = 16 << 10;
/// From this size on it is enough to be about as fast as the binomial tree of ranks, which is tried too, in segments.
/// Over slow links MPIs' own calls took 2.2 to 2.6 times as long as that very tree.
const LONG_ENOUGH: usize = 16 << 10;
/// By how much: the tree in one piece is predicted a little faster than in segments that take no rendezvous.
const MARGIN_OF_LONG: f64 = 1.1;
/// Segments that the search for a schedule begins with.
const SHORT: usize = 8 << 10;
const LONG: usize = 64 << 10;

/// The best plan that was found for a message of `bytes` bytes, in segments that are not longer than allowed: MPIs use
/// a rendezvous for long messages, which the gaps do not include. The platform's groups are these.
pub(crate) fn plan(
    ranks: &Ranks<'_>,
    groups: &[&Part],
    operation: Operation,
    (bytes, longest): (usize, usize),
    root: u32,
    strategy: FixedStrategy,
) -> Plan {
    let (ports, top) = (RankNetwork::new(ranks, bytes, operation != Operation::Bcast), root as usize);
    let allreduces = operation == Operation::Allreduce;
    let traffic = if allreduces { Traffic::DownAndBack } else { Traffic::Down };
    // The way down begins when the first segment is on top.
    let down = ports.without_combining();
    let and_down = |below: &[Vec<usize>], segment| {
        if allreduces { contention::time(&down, top, below, bytes.min(segment), segment) } else { 0.0 }
    };
    let in_order = binomial(ranks.group.len(), top);
    let baseline = contention::time(&ports, top, &in_order, bytes, bytes.max(1)) + and_down(&in_order, bytes.max(1));
    let margin = if bytes < LONG_ENOUGH { MARGIN } else { MARGIN_OF_LONG };
    let allowed = strategy.segment.map_or(SHORTEST.min(longest)..=longest, |segment| segment..=segment);
    let cuts = Cuts::new(bytes, 1, allowed.clone());
    let candidate = |across, receivers: &Receivers, inside, limit| {
        let shape = Shape { across: if inside == Spread::Binomial { Spread::Binomial } else { Spread::Chain }, inside };
        let below = if across == Across::Binomial {
            in_order.clone()
        } else {
            Tree::scheduled_whole(groups, receivers, shape, root)
        };
        let mut seconds = contention::seconds(&ports, top, &below, bytes, traffic);
        let (segment, time) = match strategy.segment.map(|segment| segment.min(bytes.max(1))) {
            Some(segment) => (segment, seconds(segment)),
            None => segmented::best_of(&cuts, limit, |segment, _| seconds(segment)),
        };
        let seconds = time + and_down(&below, segment);
        Plan {
            across: Some(across),
            receivers: receivers.clone(),
            shape,
            segment,
            seconds,
            baseline,
            reference: "a binomial tree",
            margin,
        }
    };
    let found = schedules(&ports, groups, (bytes, allowed), ranks.group[top], strategy.across);
    // Groups of one rank each have nothing inside.
    let inside = if groups.len() == ranks.group.len() { &Spread::ALL[..1] } else { &Spread::ALL[..] };
    let insides = strategy.inside.as_ref().map_or(inside, std::slice::from_ref);
    let mut all = found.iter().flat_map(|(across, receivers)| {
        // That tree has no groups.
        let insides = if *across == Across::Binomial { &insides[..1] } else { insides };
        insides.iter().map(move |&inside| (*across, receivers, inside))
    });
    let first = all.next().map(|(across, receivers, inside)| candidate(across, receivers, inside, f64::INFINITY));
    let first = first
        .unwrap_or_else(|| candidate(Across::Binomial, &vec![vec![]; groups.len()], Spread::Binomial, f64::INFINITY));
    all.fold(first, |best, (across, receivers, inside)| {
        let limit = best.seconds;
        best.or_faster(candidate(across, receivers, inside, limit))
    })
}

/// Trees of groups: the one that is asked for, or those that are tried. None of them twice.
fn schedules(
    ports: &RankNetwork<'_>,
    groups: &[&Part],
    (bytes, allowed): (usize, RangeInclusive<usize>),
    home: usize,
    only: Option<Across>,
) -> Vec<(Across, Receivers)> {
    let (platform, count) = (ports.ranks.platform, groups.len());
    let segment = (bytes / (4 * count)).clamp(SHORT, LONG).min(bytes.max(1));
    // What a group needs inside for one segment: the others are on their way meanwhile.
    let inside = |group: &&Part| {
        if let Part::One(_) = group {
            return 0.0;
        }
        let first = group.first();
        let time = |inside| {
            let below = Tree::scheduled_whole(&[*group], &[vec![]], Shape { across: Spread::Binomial, inside }, first);
            segments::time(ports, first as usize, &below, segment, segment)
        };
        Spread::ALL.into_iter().map(time).fold(f64::INFINITY, f64::min)
    };
    let gap = |from: usize, to: usize, bytes: usize| ports.across(platform.link(from, to), from, bytes);
    let link = |from, to| TransferCost { latency: ports.late(platform.link(from, to)), gap: gap(from, to, bytes) };
    let costs = Costs::new(groups.iter().map(inside).collect(), link);
    let tried = |across: &Across| match only {
        Some(only) => *across == only,
        None if *across == Across::Binomial => count <= FEW && bytes >= LONG_ENOUGH,
        None => count <= FEW || matches!(across, Across::Pipelined | Across::Chain),
    };
    let receivers = |across| match (across, &costs) {
        (Across::Heuristic(heuristic), Ok(costs)) => heuristic.schedule(costs, home).children(),
        (Across::Pipelined, Ok(costs)) => {
            pipeline(&SegmentedMessage { costs, gap: &gap, bytes: bytes.max(1), segments: allowed.clone() }, home)
                .schedule
                .children()
        }
        (Across::Binomial, _) => vec![vec![]; count],
        _ => chain(count, home),
    };
    let mut found: Vec<(Across, Receivers)> = vec![];
    for across in Across::ALL.into_iter().filter(tried) {
        let receivers = receivers(across);
        if !found.iter().any(|(_, known)| *known == receivers) {
            found.push((across, receivers));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adaptive::groups::groups;
    use crate::adaptive::plan::examples::{cluster, link, near, platform};
    use crate::adaptive::plan::plan;
    use crate::model::parameters::{self, Platform};

    #[test]
    fn a_long_message_goes_through_a_chain_of_equal_nodes() {
        let levels = cluster(4, 8);
        let platform = platform(&groups(&levels), |_, _| link(100e-6, 125e6));
        let plan = plan(&platform, &levels, Operation::Bcast, (4 << 20, 32 << 10), 5, FixedStrategy::default());
        assert!(plan.receivers.iter().all(|receivers| receivers.len() <= 1), "{plan:?}");
        assert!((1 << 10..256 << 10).contains(&plan.segment), "{plan:?}");
        // The cable alone takes 33.6 ms; the binomial tree of ranks in order crosses it twice for the whole message.
        assert!((0.0335..0.037).contains(&plan.seconds) && plan.baseline > 0.067 && plan.gains(), "{plan:?}");
    }

    #[test]
    fn a_short_message_from_far_away_does_not_go_through_a_chain() {
        let levels = cluster(6, 2);
        let platform = platform(&groups(&levels), |_, _| link(10e-3, 25e6));
        let plan = plan(&platform, &levels, Operation::Bcast, (1024, 32 << 10), 0, FixedStrategy::default());
        // One latency, and five gaps of 46 us at most.
        assert_eq!(plan.receivers[0].len(), 5, "{plan:?}");
        assert!((10e-3..10.5e-3).contains(&plan.seconds), "{plan:?}");
    }

    #[test]
    fn the_slow_site_is_served_once_and_every_root_has_a_plan() {
        let levels = cluster(5, 3);
        let platform =
            platform(&groups(&levels), |_, high| if high == 4 { link(20e-3, 12.5e6) } else { link(100e-6, 125e6) });
        for root in 0..15 {
            for operation in [Operation::Bcast, Operation::Reduce, Operation::Allreduce] {
                let plan = plan(&platform, &levels, operation, (1 << 20, 32 << 10), root, FixedStrategy::default());
                let home = root as usize / 3;
                let received: Vec<usize> = plan.receivers.concat();
                assert_eq!((received.len(), received.contains(&home)), (4, false), "{plan:?}");
                // The slow link carries the message once, 84 ms, and arrives 20 ms later; its sender may serve two
                // others beside, 17 ms.
                assert!(
                    plan.seconds > 0.083 && plan.seconds < if operation == Operation::Allreduce { 0.2 } else { 0.125 },
                    "root {root}: {plan:?}"
                );
            }
        }
    }

    #[test]
    fn long_messages_need_not_be_faster_than_the_binomial_tree_of_ranks() {
        let levels = cluster(2, 1);
        let platform = platform(&groups(&levels), |_, _| link(1e-3, 1e8));
        for (bytes, gains) in [(8 << 10, false), (16 << 10, true)] {
            // One message either way: 5 us, 10 ns for each byte, and 1 ms.
            let plan = plan(&platform, &levels, Operation::Reduce, (bytes, 32 << 10), 1, FixedStrategy::default());
            let message = 5e-6 + bytes as f64 * 1e-8 + 1e-3;
            assert!(near(plan.seconds, message) && near(plan.baseline, message) && plan.gains() == gains, "{plan:?}");
        }
    }

    #[test]
    fn combining_occupies_who_receives() {
        let levels = cluster(2, 1);
        let group = |name: &str| parameters::Cluster { name: name.to_owned(), processes: 1, inside: None };
        let platform = Platform::new(vec![group("a"), group("b")], |_, _| link(1e-3, 1e8))
            .and_then(|platform| platform.with_combining(|group| [2e-9, 7e-9][group]))
            .unwrap();
        let whole = FixedStrategy { segment: Some(1 << 20), ..FixedStrategy::default() };
        let seconds = |operation, root| plan(&platform, &levels, operation, (1 << 20, 32 << 10), root, whole).seconds;
        // 5 us, 10 ns for each byte, and 1 ms; 2 ns for each byte at rank 0, 7 ns at rank 1.
        let (message, byte) = (5e-6 + 1048576e-8 + 1e-3, 1048576e-9);
        for (operation, root, expected) in [
            (Operation::Bcast, 0, message),
            (Operation::Reduce, 0, message + 2.0 * byte),
            (Operation::Reduce, 1, message + 7.0 * byte),
            (Operation::Allreduce, 0, 2.0 * message + 2.0 * byte),
        ] {
            assert!(
                (seconds(operation, root) - expected).abs() < 1e-9,
                "{operation:?} {root}: {} not {expected}",
                seconds(operation, root)
            );
        }
    }

    #[test]
    fn every_strategy_has_its_tree_and_none_is_predicted_faster_than_the_chosen_one() {
        let levels = cluster(5, 3);
        let platform = platform(&groups(&levels), |low, high| {
            if high == 4 { link(20e-3, 12.5e6) } else { link(100e-6 * f64::from(low as u32 + 1), 125e6) }
        });
        let groups = groups(&levels);
        for bytes in [1 << 10, 1 << 20] {
            let plan = |strategy| plan(&platform, &levels, Operation::Reduce, (bytes, 32 << 10), 4, strategy);
            let chosen = plan(FixedStrategy::default());
            for across in Across::ALL {
                let forced = plan(FixedStrategy { across: Some(across), ..FixedStrategy::default() });
                assert_eq!(forced.across, Some(across));
                assert!(across == Across::Binomial || chosen.seconds <= forced.seconds, "{chosen:?} {forced:?}");
                let trees: Vec<Tree> = (0..15).map(|rank| forced.tree(&groups, 4, rank)).collect();
                assert!(trees.iter().all(|tree| {
                    tree.order == trees[4].order
                        && tree
                            .children
                            .iter()
                            .all(|child| trees[child.rank as usize].parent == Some(tree.order[tree.position]))
                }));
                let mut order = trees[4].order.clone();
                order.sort_unstable();
                assert!(order.into_iter().eq(0..15) && trees[4].parent.is_none());
            }
            let flat = plan(FixedStrategy::parse("flat,inside=star,segment=20000").unwrap());
            assert_eq!((flat.receivers[1].len(), flat.shape.inside, flat.segment), (4, Spread::Star, 20000.min(bytes)));
            assert_eq!(
                plan(FixedStrategy::parse("binomial").unwrap())
                    .tree(&groups, 4, 4)
                    .children
                    .iter()
                    .map(|child| child.rank)
                    .collect::<Vec<_>>(),
                [5, 6, 8, 12]
            );
        }
    }
}
