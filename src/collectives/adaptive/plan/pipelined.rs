// SPDX-License-Identifier: MIT OR Apache-2.0
//! Broadcasts and reductions: one message for all, in segments.
//!
//! Groups are joined by the schedule that is best for the message in segments; a few ways to go on inside the groups are tried
//! with it, each with its best size of segments. The whole tree counts, with one port for each rank: the first rank of a group serves
//! other groups before its own ranks. A reduction goes the same way backwards.

use std::ops::RangeInclusive;

use super::super::super::Operation;
use super::super::super::levels::Part;
use super::super::super::tree::{Shape, Spread, Tree};
use super::ranks::Ranks;
use super::schedules::chain;
use super::unaware::binomial;
use super::{INSIDE, Plan};
use crate::model::segments::Cuts;
use crate::schedule::Costs;
use crate::schedule::pipeline::pipeline;
use crate::schedule::segmented::{self, Message};

/// No segment is shorter: each costs every rank on its way a turn of the engine, which a gap that two ranks measured alone does not
/// tell of. On machines with fewer cores than ranks segments of 2 KiB took four times as long as the model said.
const SHORTEST: usize = 16 << 10;
/// Segments that the search for a schedule begins with.
const SHORT: usize = 8 << 10;
const LONG: usize = 64 << 10;

/// The best way that was found for a message of so many bytes, in segments that are not longer than allowed: MPIs ask the receiver first before
/// they send long messages, which the gaps do not tell of. The platform's groups are these.
pub fn plan(ranks: &Ranks<'_>, groups: &[&Part], operation: Operation, (bytes, longest): (usize, usize), root: u32) -> Plan {
    let top = root as usize;
    let allreduces = operation == Operation::Allreduce;
    // The way down begins when the first segment is on top.
    let and_down = |below: &[Vec<usize>], segment| {
        if allreduces { segmented::time(ranks, top, below, bytes.min(segment), segment) } else { 0.0 }
    };
    let once = segmented::time(ranks, top, &binomial(ranks.group.len(), top), bytes, bytes.max(1));
    let unaware = if allreduces { 2.0 * once } else { once };
    let allowed = SHORTEST.min(longest)..=longest;
    let cuts = Cuts::new(bytes, 1, allowed.clone());
    let candidate = |receivers: &Vec<Vec<usize>>, inside, limit| {
        let shape = Shape { across: if inside == Spread::Binomial { Spread::Binomial } else { Spread::Chain }, inside };
        let below = Tree::scheduled_whole(groups, receivers, shape, root);
        let (segment, time) = segmented::best_segment(ranks, top, &below, &cuts, limit);
        Plan { receivers: receivers.clone(), shape, segment, seconds: time + and_down(&below, segment), unaware, reference: "a binomial tree" }
    };
    let [best, chain] = schedules(ranks, groups, (bytes, allowed), ranks.group[top]);
    // Groups of one rank each have nothing inside.
    let inside = if groups.len() == ranks.group.len() { &INSIDE[..1] } else { &INSIDE[..] };
    let different = if chain == best { &[&best][..] } else { &[&best, &chain] };
    let others = different.iter().flat_map(|&receivers| inside.iter().map(move |&inside| (receivers, inside))).skip(1);
    others.fold(candidate(&best, INSIDE[0], f64::INFINITY), |best, (receivers, inside)| {
        let limit = best.seconds;
        best.or_faster(candidate(receivers, inside, limit))
    })
}

/// Trees of groups: the best for segments, and the chain in the order of the groups.
fn schedules(ranks: &Ranks<'_>, groups: &[&Part], (bytes, allowed): (usize, RangeInclusive<usize>), home: usize) -> [Vec<Vec<usize>>; 2] {
    let (platform, count) = (ranks.platform, groups.len());
    let segment = (bytes / (4 * count)).clamp(SHORT, LONG).min(bytes.max(1));
    let inside = |group: &&Part| {
        if let Part::One(_) = group {
            return 0.0;
        }
        let first = group.first();
        let time = |inside| {
            let below = Tree::scheduled_whole(&[*group], &[vec![]], Shape { across: Spread::Binomial, inside }, first);
            segmented::time(ranks, first as usize, &below, segment, segment)
        };
        INSIDE.into_iter().map(time).fold(f64::INFINITY, f64::min)
    };
    let chain = chain(count, home);
    let Ok(costs) = Costs::of(platform, bytes, groups.iter().map(inside).collect()) else {
        return [chain.clone(), chain];
    };
    let gap = |from: usize, to: usize, bytes: usize| platform.link(from, to).gap(bytes);
    let found = pipeline(&Message { costs: &costs, gap: &gap, bytes: bytes.max(1), segments: allowed }, home);
    [found.schedule.children(), chain]
}

#[cfg(test)]
mod tests {
    use super::super::super::groups::groups;
    use super::super::examples::{cluster, link, platform};
    use super::super::plan;
    use super::*;

    #[test]
    fn a_long_message_goes_through_a_chain_of_equal_nodes() {
        let levels = cluster(4, 8);
        let platform = platform(&groups(&levels), |_, _| link(100e-6, 125e6));
        let plan = plan(&platform, &levels, Operation::Bcast, (4 << 20, 32 << 10), 5);
        assert!(plan.receivers.iter().all(|receivers| receivers.len() <= 1), "{plan:?}");
        assert!((1 << 10..256 << 10).contains(&plan.segment), "{plan:?}");
        // The cable alone takes 33.6 ms; the binomial tree of ranks in order crosses it twice for the whole message.
        assert!((0.0335..0.037).contains(&plan.seconds) && plan.unaware > 0.067 && plan.gains(), "{plan:?}");
    }

    #[test]
    fn a_short_message_from_far_away_does_not_go_through_a_chain() {
        let levels = cluster(6, 2);
        let platform = platform(&groups(&levels), |_, _| link(10e-3, 25e6));
        let plan = plan(&platform, &levels, Operation::Bcast, (1024, 32 << 10), 0);
        // One latency, and five gaps of 46 us at most.
        assert_eq!(plan.receivers[0].len(), 5, "{plan:?}");
        assert!((10e-3..10.5e-3).contains(&plan.seconds), "{plan:?}");
    }

    #[test]
    fn the_slow_site_is_served_once_and_every_root_has_a_plan() {
        let levels = cluster(5, 3);
        let platform = platform(&groups(&levels), |_, high| if high == 4 { link(20e-3, 12.5e6) } else { link(100e-6, 125e6) });
        for root in 0..15 {
            for operation in [Operation::Bcast, Operation::Reduce, Operation::Allreduce] {
                let plan = plan(&platform, &levels, operation, (1 << 20, 32 << 10), root);
                let home = root as usize / 3;
                let received: Vec<usize> = plan.receivers.concat();
                assert_eq!((received.len(), received.contains(&home)), (4, false), "{plan:?}");
                // The slow link carries the message once, 84 ms, and arrives 20 ms later; its sender may serve two others beside, 17 ms.
                assert!(plan.seconds > 0.083 && plan.seconds < if operation == Operation::Allreduce { 0.2 } else { 0.125 }, "root {root}: {plan:?}");
            }
        }
    }
}
