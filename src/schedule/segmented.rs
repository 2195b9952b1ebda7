// SPDX-License-Identifier: MIT OR Apache-2.0
//! A long message in segments: the next one is received while the last one is passed on (§2.2, §4.2).
//!
//! The message of m bytes is cut into segments of s bytes; the last one may be shorter. All groups have one port, full-duplex:
//!
//! - A sender takes one segment after the other, and sends each to all its receivers, in the schedule's order, before the next.
//! - A transfer of a segment begins when its sender has the segment and is free; it keeps the sender busy for g(s), and the segment is there
//!   L after that.
//! - A group begins its own broadcast, which takes T, when it has all segments and has passed them all on.
//!
//! A sender whose receivers need G = Σ g(s) for a segment, and whose own segments come every P seconds, sends one every
//! max(P, G). So three numbers say for each group when its segments come: the first, the time between two, and the last. No
//! segment has to be followed by itself, and the completion time takes O(n) for any number of segments.

use std::ops::RangeInclusive;

use super::{Costs, Schedule};

/// A message and how long each piece of it keeps a sender busy.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a, G> {
    /// The latencies, and T for the whole message.
    pub costs: &'a Costs,
    /// g(i, j, bytes), in seconds.
    pub gap: &'a G,
    /// m.
    pub bytes: usize,
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

impl<G: Fn(usize, usize, usize) -> f64> Message<'_, G> {
    /// The completion time of a tree of senders with their receivers in order, for segments of so many bytes.
    pub fn time(&self, root: usize, children: &[Vec<usize>], segment: usize) -> f64 {
        time(self, root, children, self.bytes, segment)
    }

    /// The segment size with the least completion time that was found, and that time.
    pub fn best_segment(&self, root: usize, children: &[Vec<usize>]) -> (usize, f64) {
        best_segment(self, root, children, self.bytes, 1..=usize::MAX)
    }
}

/// The completion time of a tree of senders with their receivers in order, for segments of so many bytes, at least one and at most m.
pub fn time(links: &impl Links, root: usize, children: &[Vec<usize>], bytes: usize, segment: usize) -> f64 {
    let segment = segment.clamp(1, bytes.max(1));
    // All but the last one, which has what is left.
    let full = bytes.div_ceil(segment).saturating_sub(1);
    let rest = bytes - full * segment;
    let (mut open, mut makespan) = (vec![(root, Arrivals { first: 0.0, step: 0.0, last: 0.0 })], 0.0f64);
    while let Some((sender, come)) = open.pop() {
        let busy = |bytes| children[sender].iter().map(|&receiver| links.gap(sender, receiver, bytes)).sum::<f64>();
        let step = if full > 1 { come.step.max(busy(segment)) } else { 0.0 };
        let free = if full > 0 { come.first + step * (full - 1) as f64 + busy(segment) } else { 0.0 };
        let (mut first, mut last) = (come.first, come.last.max(free));
        for &receiver in &children[sender] {
            first += links.gap(sender, receiver, segment);
            last += links.gap(sender, receiver, rest);
            let latency = links.latency(sender, receiver);
            open.push((receiver, Arrivals { first: first + latency, step, last: last + latency }));
        }
        makespan = makespan.max(last + links.inside(sender));
    }
    makespan
}

/// The segment size with the least completion time that was found, and that time.
///
/// All of m / 2^i are tried (§4.2), and then steps up and down from the best of them, each half of the step before. None is shorter or
/// longer than allowed, as far as the message is not.
pub fn best_segment(links: &impl Links, root: usize, children: &[Vec<usize>], bytes: usize, allowed: RangeInclusive<usize>) -> (usize, f64) {
    let most = (*allowed.end()).clamp(1.min(bytes), bytes);
    let least = (*allowed.start()).clamp(1, most.max(1));
    let time = |segment| (segment, time(links, root, children, bytes, segment));
    let halves = (0..usize::BITS).map(|halved| bytes >> halved).take_while(|&segment| segment >= least).filter(|&segment| segment < most);
    let mut best = time(most);
    halves.map(time).for_each(|other| best = shorter(best, other));
    let mut step = best.0 / 2;
    while step > 0 {
        let around = [best.0.saturating_add(step), best.0.saturating_sub(step)];
        around.into_iter().filter(|segment| (least..=most).contains(segment)).map(time).for_each(|other| best = shorter(best, other));
        step /= 2;
    }
    best
}

/// The first, unless the other takes less time.
fn shorter(one: (usize, f64), other: (usize, f64)) -> (usize, f64) {
    if other.1 < one.1 { other } else { one }
}

/// When a group's segments are there: all but the last one `step` apart, the last one by itself.
struct Arrivals {
    first: f64,
    step: f64,
    last: f64,
}

impl Schedule {
    /// When the last group has finished, if the message goes along the schedule's tree in segments of so many bytes.
    ///
    /// With one segment it is the makespan.
    ///
    /// # Panics
    /// The costs are those of fewer groups.
    pub fn segmented(&self, message: &Message<'_, impl Fn(usize, usize, usize) -> f64>, segment: usize) -> f64 {
        message.time(self.root, &self.children(), segment)
    }

    /// The segment size that was found to be best for this schedule, and the completion time.
    ///
    /// # Panics
    /// The costs are those of fewer groups.
    pub fn best_segment(&self, message: &Message<'_, impl Fn(usize, usize, usize) -> f64>) -> (usize, f64) {
        message.best_segment(self.root, &self.children())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Link;
    use super::*;

    /// Latency 1 between all; group i takes i inside.
    fn costs(groups: usize) -> Costs {
        Costs::new((0..groups).map(|group| group as f64).collect(), |_, _| Link { latency: 1.0, gap: 8.0 }).expect("costs")
    }

    fn chain(groups: usize) -> Schedule {
        Schedule::new(groups, 0, (1..groups).map(|group| (group - 1, group)).collect()).expect("a chain")
    }

    #[test]
    fn a_chain_by_the_papers_formula() {
        // Table 1, Segmented Chain: (P - 1) (g(s) + L) + g(s) (k - 1); then 3 inside for the last one.
        let (costs, gap) = (costs(4), |_, _, bytes: usize| bytes as f64);
        let message = Message { costs: &costs, gap: &gap, bytes: 8 };
        for (segment, segments) in [(8, 1.0), (4, 2.0), (2, 4.0), (1, 8.0)] {
            let g = segment as f64;
            assert_eq!(chain(4).segmented(&message, segment), 3.0 * (g + 1.0) + g * (segments - 1.0) + 3.0, "{segment}");
        }
        // The last segment has 2 bytes: 3 transfers of 3 bytes and their latencies, one more segment, then 2 bytes.
        assert_eq!(chain(4).segmented(&message, 3), 3.0 * 4.0 + 3.0 + 2.0 + 3.0);
        assert_eq!(chain(4).best_segment(&message), (1, 16.0));
    }

    #[test]
    fn two_receivers_take_turns() {
        let (costs, gap) = (costs(3), |_, _, bytes: usize| bytes as f64);
        let message = Message { costs: &costs, gap: &gap, bytes: 4 };
        let flat = Schedule::new(3, 0, vec![(0, 1), (0, 2)]).expect("a schedule");
        // Two segments of 2 bytes each to 1 and 2 in turn: sent at 2, 4, 6, 8; the last is there at 9, and 2 inside.
        assert_eq!(flat.segmented(&message, 2), 11.0);
        // A gap that costs 1 for every message: 3 * 4 = 12 for four transfers, or 2 * 5 for two.
        let overhead = |_, _, bytes: usize| 1.0 + bytes as f64;
        let message = Message { costs: &costs, gap: &overhead, bytes: 4 };
        assert_eq!((flat.segmented(&message, 2), flat.best_segment(&message)), (15.0, (4, 13.0)));
    }

    #[test]
    fn one_group_and_no_bytes() {
        let (costs, gap) = (costs(2), |_, _, _: usize| 0.5);
        let alone = Schedule::new(1, 0, vec![]).expect("a schedule");
        assert_eq!(alone.best_segment(&Message { costs: &costs, gap: &gap, bytes: 100 }), (100, 0.0));
        assert_eq!(chain(2).best_segment(&Message { costs: &costs, gap: &gap, bytes: 0 }), (0, 2.5));
    }

    #[test]
    fn the_longest_message_of_all() {
        let (costs, gap) = (costs(2), |_, _, _: usize| 0.5);
        assert_eq!(chain(2).best_segment(&Message { costs: &costs, gap: &gap, bytes: usize::MAX }), (usize::MAX, 2.5));
    }

    /// Every transfer of every segment, one by one.
    fn followed<G: Fn(usize, usize, usize) -> f64>(schedule: &Schedule, message: &Message<'_, G>, segment: usize) -> f64 {
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
            let message = Message { costs: &costs, gap: &gap, bytes };
            prop_assert_eq!(schedule.segmented(&message, segment), followed(&schedule, &message, segment.min(bytes)));
        }
    }
}
