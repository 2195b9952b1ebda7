// SPDX-License-Identifier: MIT OR Apache-2.0
//! ECEF with a look ahead, ECEF-LA, ECEF-LAt and ECEF-LAT (§5.4 to §5.6): what could a receiver do next?
//!
//! Of all senders i and groups j without data, the pair with the least RT(i) + g(i, j) + L(i, j) + F(j), where F looks
//! at the other groups k without data:
//!
//! | | F(j) |
//! |---|---|
//! | ECEF-LA | min over k of g(j, k) + L(j, k) |
//! | ECEF-LAt | min over k of g(j, k) + L(j, k) + T(k) |
//! | ECEF-LAT | max over k of g(j, k) + L(j, k) + T(k) |
//!
//! The last group has no other to look ahead to; its F is 0.
//!
//! A heap for each receiver, of its senders, and another of the groups that it could reach, keep this within O(n² log
//! n): an entry that has changed is mended when it comes to the top, and senders change only when they send.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::{Costs, Schedule};

/// What F(j) is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LookAhead {
    /// ECEF-LA.
    Soonest,
    /// ECEF-LAt.
    FinishedSoonest,
    /// ECEF-LAT.
    FinishedLast,
}

/// The transfers, in the order in which they are chosen.
pub(crate) fn schedule(costs: &Costs, root: usize, look_ahead: LookAhead) -> Schedule {
    let groups = costs.groups();
    let mut ahead: Vec<Ahead> = (0..groups).map(|from| Ahead::new(costs, from, root, look_ahead)).collect();
    let mut senders: Vec<BinaryHeap<Entry>> = vec![BinaryHeap::new(); groups];
    let mut free = vec![0.0; groups];
    let mut has = vec![false; groups];
    let mut waiting: Vec<usize> = (0..groups).filter(|&group| group != root).collect();
    let (mut newest, mut transfers) = (root, Vec::with_capacity(waiting.len()));
    while !waiting.is_empty() {
        has[newest] = true;
        let mut chosen = (f64::INFINITY, 0, 0);
        for (at, &receiver) in waiting.iter().enumerate() {
            senders[receiver].push(entry(free[newest] + costs.transfer(newest, receiver), newest));
            let (there, sender) =
                soonest(&mut senders[receiver], |sender| free[sender] + costs.transfer(sender, receiver));
            let value = there + ahead[receiver].value(&has);
            if value < chosen.0 {
                chosen = (value, at, sender);
            }
        }
        let (_, at, sender) = chosen;
        newest = waiting.remove(at);
        transfers.push((sender, newest));
        free[sender] += costs.gap(sender, newest);
        free[newest] = free[sender] + costs.latency(sender, newest);
    }
    Schedule { root, transfers }
}

/// A time, by its bits, and a group: the least comes first. Times are not negative, so their bits are in the order of
/// the times.
type Entry = Reverse<(u64, u32)>;

fn entry(time: f64, group: usize) -> Entry {
    Reverse((time.to_bits(), group as u32))
}

/// The sender from which data is there first, and when. Senders are only free later and later, so an entry never stands
/// too late.
fn soonest(heap: &mut BinaryHeap<Entry>, time: impl Fn(usize) -> f64) -> (f64, usize) {
    while let Some(mut top) = heap.peek_mut() {
        let Reverse((bits, sender)) = *top;
        let now = time(sender as usize);
        if now.to_bits() == bits {
            return (now, sender as usize);
        }
        *top = entry(now, sender as usize);
    }
    (f64::INFINITY, 0)
}

/// What a group could do for those without data, if it had the data.
struct Ahead {
    reach: BinaryHeap<Entry>,
    /// Bits that turn the order round.
    turned: u64,
}

impl Ahead {
    fn new(costs: &Costs, from: usize, root: usize, look_ahead: LookAhead) -> Self {
        let turned = if look_ahead == LookAhead::FinishedLast { u64::MAX } else { 0 };
        let time = |to: usize| match look_ahead {
            LookAhead::Soonest => costs.transfer(from, to),
            LookAhead::FinishedSoonest | LookAhead::FinishedLast => costs.transfer(from, to) + costs.inside(to),
        };
        let others = (0..costs.groups()).filter(|&to| to != from && from != root && to != root);
        Self { reach: others.map(|to| Reverse((time(to).to_bits() ^ turned, to as u32))).collect(), turned }
    }

    /// F, for the groups that have nothing yet.
    fn value(&mut self, has: &[bool]) -> f64 {
        while let Some(top) = self.reach.peek_mut() {
            if !has[top.0.1 as usize] {
                return f64::from_bits(top.0.0 ^ self.turned);
            }
            PeekMut::pop(top);
        }
        0.0
    }
}
