// SPDX-License-Identifier: MIT OR Apache-2.0
//! A long message in segments along a schedule: a group receives the next segment while it sends the previous one on
//! (§2.2, §4.2). [`crate::timing::segments`] computes the time.

use std::ops::RangeInclusive;

use super::Costs;
use crate::model::segments::Cuts;
use crate::timing::Links;

/// The greatest factor by which the best size is assumed to beat the best m/2^i.
const NEAR: f64 = 1.1;

/// A message, and the time for which each piece of it keeps a sender busy.
#[derive(Clone, Debug)]
pub struct SegmentedMessage<'a, G> {
    /// The latencies, and T for the whole message.
    pub costs: &'a Costs,
    /// g(i, j, bytes), in seconds.
    pub gap: &'a G,
    /// m.
    pub bytes: usize,
    /// The permitted sizes of segments, as far as the message can be cut so.
    pub segments: RangeInclusive<usize>,
}

impl<G: Fn(usize, usize, usize) -> f64> Links for SegmentedMessage<'_, G> {
    fn latency(&self, from: usize, to: usize) -> f64 {
        self.costs.latency(from, to)
    }

    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
        (self.gap)(from, to, bytes)
    }

    fn inside(&self, group: usize) -> f64 {
        self.costs.inside(group)
    }
}

/// Returns the segment size with the least completion time found, and that time. The permitted sizes are those of
/// [`Cuts::new`].
///
/// If all of m/2^i take much longer than the limit, no other size is tried, and the time is infinite.
pub(crate) fn best_of(cuts: &Cuts, limit: f64, mut seconds: impl FnMut(usize, f64) -> f64) -> (usize, f64) {
    let halved = cuts.halved(limit * NEAR, &mut seconds);
    let best = if halved.seconds < f64::INFINITY { cuts.climbed(halved, seconds) } else { halved };
    (best.size, best.seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Schedule, TransferCost};
    use crate::timing::segments::{seconds, time};

    impl Schedule {
        /// Returns the time at which the last group has finished, if the message is sent along the schedule's tree in
        /// segments of `segment` bytes. With one segment it is the makespan.
        pub(in crate::schedule) fn segmented(
            &self,
            message: &SegmentedMessage<'_, impl Fn(usize, usize, usize) -> f64>,
            segment: usize,
        ) -> f64 {
            time(message, self.root, &self.children(), message.bytes, segment)
        }

        /// Returns the best segment size found for this schedule, and the completion time.
        pub(in crate::schedule) fn best_segment(
            &self,
            message: &SegmentedMessage<'_, impl Fn(usize, usize, usize) -> f64>,
        ) -> (usize, f64) {
            let cuts = Cuts::new(message.bytes, 1, message.segments.clone());
            best_of(&cuts, f64::INFINITY, seconds(message, self.root, &self.children(), message.bytes))
        }
    }

    /// Latency 1 between all; group i takes i inside.
    fn costs(groups: usize) -> Costs {
        Costs::new((0..groups).map(|group| group as f64).collect(), |_, _| TransferCost { latency: 1.0, gap: 8.0 })
            .expect("costs")
    }

    fn chain(groups: usize) -> Schedule {
        Schedule::new(groups, 0, (1..groups).map(|group| (group - 1, group)).collect()).expect("a chain")
    }

    #[test]
    fn a_chain_by_the_papers_formula() {
        // Table 1, Segmented Chain: (P - 1) (g(s) + L) + g(s) (k - 1); then 3 inside for the last one.
        let (costs, gap) = (costs(4), |_, _, bytes: usize| bytes as f64);
        let message = SegmentedMessage { costs: &costs, gap: &gap, bytes: 8, segments: 1..=8 };
        for (segment, segments) in [(8, 1.0), (4, 2.0), (2, 4.0), (1, 8.0)] {
            let g = segment as f64;
            assert_eq!(
                chain(4).segmented(&message, segment),
                3.0 * (g + 1.0) + g * (segments - 1.0) + 3.0,
                "{segment}"
            );
        }
        // The last segment has 2 bytes: 3 transfers of 3 bytes and their latencies, one more segment, then 2 bytes.
        assert_eq!(chain(4).segmented(&message, 3), 3.0 * 4.0 + 3.0 + 2.0 + 3.0);
        assert_eq!(chain(4).best_segment(&message), (1, 16.0));
    }

    #[test]
    fn two_receivers_take_turns() {
        let (costs, gap) = (costs(3), |_, _, bytes: usize| bytes as f64);
        let message = SegmentedMessage { costs: &costs, gap: &gap, bytes: 4, segments: 1..=4 };
        let flat = Schedule::new(3, 0, vec![(0, 1), (0, 2)]).expect("a schedule");
        // Two segments of 2 bytes each to 1 and 2 in turn: sent at 2, 4, 6, 8; the last is there at 9, and 2 inside.
        assert_eq!(flat.segmented(&message, 2), 11.0);
        // A gap that costs 1 for every message: 3 * 4 = 12 for four transfers, or 2 * 5 for two.
        let overhead = |_, _, bytes: usize| 1.0 + bytes as f64;
        let message = SegmentedMessage { costs: &costs, gap: &overhead, bytes: 4, segments: 1..=4 };
        assert_eq!((flat.segmented(&message, 2), flat.best_segment(&message)), (15.0, (4, 13.0)));
    }

    #[test]
    fn one_group_and_no_bytes() {
        let (costs, gap) = (costs(2), |_, _, _: usize| 0.5);
        let alone = Schedule::new(1, 0, vec![]).expect("a schedule");
        assert_eq!(
            alone.best_segment(&SegmentedMessage { costs: &costs, gap: &gap, bytes: 100, segments: 1..=100 }),
            (100, 0.0)
        );
        assert_eq!(
            chain(2).best_segment(&SegmentedMessage { costs: &costs, gap: &gap, bytes: 0, segments: 1..=1 }),
            (1, 2.5)
        );
    }

    #[test]
    fn the_longest_message_of_all() {
        let (costs, gap) = (costs(2), |_, _, _: usize| 0.5);
        assert_eq!(
            chain(2).best_segment(&SegmentedMessage {
                costs: &costs,
                gap: &gap,
                bytes: usize::MAX,
                segments: 1..=usize::MAX
            }),
            (usize::MAX, 2.5)
        );
    }
}
