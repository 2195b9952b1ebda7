// SPDX-License-Identifier: MIT OR Apache-2.0
//! A long message in segments: the next one is received while the last one is passed on (§2.2, §4.2).
//!
//! The message of m bytes is cut into segments of s bytes; the last one may be shorter. All groups have one port,
//! full-duplex:
//!
//! - A sender takes one segment after the other, and sends each to all its receivers, in the schedule's order, before
//!   the next.
//! - A transfer of a segment begins when its sender has the segment and is free; it keeps the sender busy for g(s), and
//!   the segment is there L after that.
//! - A group begins its own broadcast, which takes T, when it has all segments and has passed them all on.
//!
//! A sender whose receivers need G = Σ g(s) for a segment, and whose own segments come every P seconds, sends one every
//! max(P, G). So three numbers say for each group when its segments come: the first, the time between two, and the
//! last. No segment has to be followed by itself, and the completion time takes O(n) for any number of segments.

use std::ops::{ControlFlow, RangeInclusive};

use super::{Costs, Schedule};
use crate::model::segments::Cuts;

/// The best size makes a tree this much faster than the best m/2^i, and hardly more.
const NEAR: f64 = 1.1;

/// A message and how long each piece of it keeps a sender busy.
#[derive(Clone, Debug)]
pub struct Message<'a, G> {
    /// The latencies, and T for the whole message.
    pub costs: &'a Costs,
    /// g(i, j, bytes), in seconds.
    pub gap: &'a G,
    /// m.
    pub bytes: usize,
    /// The sizes that segments may have, as far as the message can be cut so.
    pub segments: RangeInclusive<usize>,
}

/// What transfers and broadcasts inside cost, in seconds.
pub trait Links {
    /// L between two groups.
    fn latency(&self, from: usize, to: usize) -> f64;

    /// g(s) between two groups.
    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64;

    /// T of a group, for the whole message.
    fn inside(&self, group: usize) -> f64;
}

impl<G: Fn(usize, usize, usize) -> f64> Links for Message<'_, G> {
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

/// A tree of senders with their receivers in order.
pub trait Receivers {
    /// Those of one sender.
    fn of(&self, group: usize) -> impl Iterator<Item = usize>;
}

impl Receivers for [Vec<usize>] {
    fn of(&self, group: usize) -> impl Iterator<Item = usize> {
        self[group].iter().copied()
    }
}

/// The completion time of a tree of senders with their receivers in order, for segments of so many bytes, at least one
/// and at most m.
pub fn time(links: &impl Links, root: usize, children: &[Vec<usize>], bytes: usize, segment: usize) -> f64 {
    Clock::default().time(links, children, (root, Arrivals::default()), Pieces::of(bytes, segment), f64::INFINITY)
}

/// The segment size with the least completion time that was found, and that time. Sizes are allowed as [`Cuts::new`]
/// says.
///
/// A tree that takes much longer than the limit with all of m/2^i is given up: then the time is infinite.
pub fn best_segment(links: &impl Links, root: usize, children: &[Vec<usize>], cuts: &Cuts, limit: f64) -> (usize, f64) {
    best_of(cuts, limit, seconds(links, root, children, cuts.bytes()))
}

/// The same for any way to find the time of a segment size.
pub fn best_of(cuts: &Cuts, limit: f64, mut seconds: impl FnMut(usize, f64) -> f64) -> (usize, f64) {
    let halved = cuts.halved(limit * NEAR, &mut seconds);
    let best = if halved.seconds < f64::INFINITY { cuts.climbed(halved, seconds) } else { halved };
    (best.size, best.seconds)
}

/// What a tree takes with segments of so many bytes, if that is less than a limit.
pub fn seconds<'a>(
    links: &'a impl Links,
    root: usize,
    children: &'a [Vec<usize>],
    bytes: usize,
) -> impl FnMut(usize, f64) -> f64 + 'a {
    let mut clock = Clock::default();
    move |size, limit| clock.time(links, children, (root, Arrivals::default()), Pieces::of(bytes, size), limit)
}

/// What a message falls into.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    /// Bytes of a segment.
    pub segment: usize,
    /// How many of these there are before the last one,
    pub full: usize,
    /// which has what is left.
    pub rest: usize,
}

impl Pieces {
    /// For segments of so many bytes, at least one and at most m.
    pub fn of(bytes: usize, segment: usize) -> Self {
        let segment = segment.clamp(1, bytes.max(1));
        let full = bytes.div_ceil(segment).saturating_sub(1);
        Self { segment, full, rest: bytes - full * segment }
    }
}

/// When a group's segments are there: all but the last one `step` apart, the last one by itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arrivals {
    /// The first one.
    pub first: f64,
    /// From one to the next.
    pub step: f64,
    /// The last one.
    pub last: f64,
}

impl Arrivals {
    /// When a group begins with the last segment, and how far apart those are that it sends, if a segment keeps it busy
    /// for so long.
    pub fn passed_on(&self, pieces: Pieces, busy: f64) -> (f64, f64) {
        let step = if pieces.full > 1 { self.step.max(busy) } else { 0.0 };
        let free = if pieces.full > 0 { self.first + step * (pieces.full - 1) as f64 + busy } else { 0.0 };
        (self.last.max(free), step)
    }
}

/// A group in the course of a broadcast.
#[derive(Clone, Copy, Debug, Default)]
pub struct Passage {
    /// Which one.
    pub group: usize,
    /// When its segments come.
    pub come: Arrivals,
    /// G, for how long a segment keeps it busy.
    pub busy: f64,
    /// The same for the last one.
    pub busy_last: f64,
    /// When it has finished its own broadcast.
    pub end: f64,
}

/// Follows a message through trees.
#[derive(Debug, Default)]
pub struct Clock {
    /// Groups whose receivers are to come, and when segments come to them.
    open: Vec<(usize, Arrivals)>,
}

impl Clock {
    /// When all below a group to which segments come so have finished, if that is before the limit; if not, any time
    /// that is not before it.
    pub fn time(
        &mut self,
        links: &impl Links,
        tree: &(impl Receivers + ?Sized),
        from: (usize, Arrivals),
        pieces: Pieces,
        limit: f64,
    ) -> f64 {
        let mut end = 0.0f64;
        self.walk(links, tree, from, pieces, |passage| {
            end = end.max(passage.end);
            if end < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        end
    }

    /// Tells of a group and of all below it, those of a subtree one after the other, a sender before its receivers.
    pub fn walk(
        &mut self,
        links: &impl Links,
        tree: &(impl Receivers + ?Sized),
        from: (usize, Arrivals),
        pieces: Pieces,
        mut each: impl FnMut(Passage) -> ControlFlow<()>,
    ) {
        let Pieces { segment, rest, .. } = pieces;
        let open = &mut self.open;
        open.clear();
        open.push(from);
        while let Some((group, come)) = open.pop() {
            let (begin, mut busy, mut busy_last) = (open.len(), 0.0, 0.0);
            for receiver in tree.of(group) {
                let gap = links.gap(group, receiver, segment);
                busy += gap;
                busy_last += if rest == segment { gap } else { links.gap(group, receiver, rest) };
                let latency = links.latency(group, receiver);
                open.push((
                    receiver,
                    Arrivals { first: come.first + busy + latency, step: 0.0, last: busy_last + latency },
                ));
            }
            let (last, step) = come.passed_on(pieces, busy);
            for (_, there) in &mut open[begin..] {
                there.step = step;
                there.last += last;
            }
            if each(Passage { group, come, busy, busy_last, end: last + busy_last + links.inside(group) }).is_break() {
                return;
            }
        }
    }
}

impl Schedule {
    /// When the last group has finished, if the message goes along the schedule's tree in segments of so many bytes.
    ///
    /// With one segment it is the makespan.
    ///
    /// # Panics
    /// The costs are those of fewer groups.
    pub fn segmented(&self, message: &Message<'_, impl Fn(usize, usize, usize) -> f64>, segment: usize) -> f64 {
        time(message, self.root, &self.children(), message.bytes, segment)
    }

    /// The segment size that was found to be best for this schedule, and the completion time.
    ///
    /// # Panics
    /// The costs are those of fewer groups.
    pub fn best_segment(&self, message: &Message<'_, impl Fn(usize, usize, usize) -> f64>) -> (usize, f64) {
        best_segment(
            message,
            self.root,
            &self.children(),
            &Cuts::new(message.bytes, 1, message.segments.clone()),
            f64::INFINITY,
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Link;
    use super::*;

    /// Latency 1 between all; group i takes i inside.
    fn costs(groups: usize) -> Costs {
        Costs::new((0..groups).map(|group| group as f64).collect(), |_, _| Link { latency: 1.0, gap: 8.0 })
            .expect("costs")
    }

    fn chain(groups: usize) -> Schedule {
        Schedule::new(groups, 0, (1..groups).map(|group| (group - 1, group)).collect()).expect("a chain")
    }

    #[test]
    fn a_chain_by_the_papers_formula() {
        // Table 1, Segmented Chain: (P - 1) (g(s) + L) + g(s) (k - 1); then 3 inside for the last one.
        let (costs, gap) = (costs(4), |_, _, bytes: usize| bytes as f64);
        let message = Message { costs: &costs, gap: &gap, bytes: 8, segments: 1..=8 };
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
        let message = Message { costs: &costs, gap: &gap, bytes: 4, segments: 1..=4 };
        let flat = Schedule::new(3, 0, vec![(0, 1), (0, 2)]).expect("a schedule");
        // Two segments of 2 bytes each to 1 and 2 in turn: sent at 2, 4, 6, 8; the last is there at 9, and 2 inside.
        assert_eq!(flat.segmented(&message, 2), 11.0);
        // A gap that costs 1 for every message: 3 * 4 = 12 for four transfers, or 2 * 5 for two.
        let overhead = |_, _, bytes: usize| 1.0 + bytes as f64;
        let message = Message { costs: &costs, gap: &overhead, bytes: 4, segments: 1..=4 };
        assert_eq!((flat.segmented(&message, 2), flat.best_segment(&message)), (15.0, (4, 13.0)));
    }

    #[test]
    fn one_group_and_no_bytes() {
        let (costs, gap) = (costs(2), |_, _, _: usize| 0.5);
        let alone = Schedule::new(1, 0, vec![]).expect("a schedule");
        assert_eq!(
            alone.best_segment(&Message { costs: &costs, gap: &gap, bytes: 100, segments: 1..=100 }),
            (100, 0.0)
        );
        assert_eq!(chain(2).best_segment(&Message { costs: &costs, gap: &gap, bytes: 0, segments: 1..=1 }), (1, 2.5));
    }

    #[test]
    fn the_longest_message_of_all() {
        let (costs, gap) = (costs(2), |_, _, _: usize| 0.5);
        assert_eq!(
            chain(2).best_segment(&Message { costs: &costs, gap: &gap, bytes: usize::MAX, segments: 1..=usize::MAX }),
            (usize::MAX, 2.5)
        );
    }

    /// Every transfer of every segment, one by one.
    fn followed<G: Fn(usize, usize, usize) -> f64>(
        schedule: &Schedule,
        message: &Message<'_, G>,
        segment: usize,
    ) -> f64 {
        let (children, count) = (schedule.children(), message.bytes.div_ceil(segment));
        let mut there = vec![vec![0.0; count]; schedule.groups()];
        let mut makespan = 0.0f64;
        for sender in std::iter::once(schedule.root()).chain(schedule.transfers().iter().map(|transfer| transfer.1)) {
            let mut free = 0.0f64;
            for (nth, ready) in there[sender].clone().into_iter().enumerate() {
                let bytes = segment.min(message.bytes - nth * segment);
                free = free.max(ready);
                for &receiver in &children[sender] {
                    free += (message.gap)(sender, receiver, bytes);
                    there[receiver][nth] = free + message.costs.latency(sender, receiver);
                }
            }
            makespan = makespan.max(free + message.costs.inside(sender));
        }
        makespan
    }

    proptest! {
        #[test]
        fn as_if_every_segment_were_followed(parents in prop::collection::vec(0usize..100, 0..9), bytes in 1usize..60, segment in 1usize..60, seed: u64) {
            let groups = parents.len() + 1;
            let transfers = parents.iter().enumerate().map(|(nth, parent)| (parent % (nth + 1), nth + 1)).collect();
            let schedule = Schedule::new(groups, 0, transfers).expect("a schedule");
            let time = |from: usize, to: usize| (seed.rotate_left((from * 7 + to * 3) as u32) % 32) as f64;
            let costs = Costs::new((0..groups).map(|group| time(group, group)).collect(), |from, to| Link { latency: time(from, to), gap: 0.0 }).expect("costs");
            let gap = |from, to, bytes: usize| time(to, from) + (bytes as f64) * (1.0 + time(from, to));
            let message = Message { costs: &costs, gap: &gap, bytes, segments: 1..=bytes };
            prop_assert_eq!(schedule.segmented(&message, segment), followed(&schedule, &message, segment.min(bytes)));
        }
    }
}
