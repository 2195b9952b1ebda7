// SPDX-License-Identifier: MIT OR Apache-2.0
//! ECEF with a look ahead (§5.4 to §5.6) at the receiver's possible next transfers.
//!
//! Of all senders i and groups j without data, this takes the pair with the least RT(i) + g(i, j) + L(i, j) + F(j),
//! where F is computed over the other groups k without data:
//!
//! | | F(j) |
//! |---|---|
//! | ECEF-LA | min over k of g(j, k) + L(j, k) |
//! | ECEF-LAt | min over k of g(j, k) + L(j, k) + T(k) |
//! | ECEF-LAT | max over k of g(j, k) + L(j, k) + T(k) |
//! | ECEF-LA-mean | mean over k of g(j, k) + L(j, k) |
//! | ECEF-LA-all | mean over k, and over all i that have data and j itself, of g(i, k) + L(i, k) |
//!
//! The last two are those of Bhat et al. that §5.4 mentions. The last group has no other k; its F is 0.
//!
//! A heap for each receiver, of its senders, keeps this within O(n² log n): an entry that has changed is corrected when
//! it gets to the top, and senders change only when they send.

mod extremes;
mod means;

pub(crate) use extremes::{Extreme, Extremes};
pub(crate) use means::{Mean, Means};

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Costs, Schedule};

/// F.
pub(crate) trait LookAhead {
    /// Records that a group has the data from now on.
    fn serve(&mut self, group: usize);

    /// Returns F of a group without data.
    fn value(&mut self, receiver: usize) -> f64;
}

/// Returns the transfers, in the order in which they are chosen.
pub(crate) fn schedule(costs: &Costs, root: usize, mut ahead: impl LookAhead) -> Schedule {
    let groups = costs.groups();
    let mut senders: Vec<BinaryHeap<Entry>> = vec![BinaryHeap::new(); groups];
    let mut free = vec![0.0; groups];
    let mut waiting: Vec<usize> = (0..groups).filter(|&group| group != root).collect();
    let (mut newest, mut transfers) = (root, Vec::with_capacity(waiting.len()));
    while !waiting.is_empty() {
        ahead.serve(newest);
        let mut chosen = (f64::INFINITY, 0, 0);
        for (at, &receiver) in waiting.iter().enumerate() {
            senders[receiver].push(entry(free[newest] + costs.transfer(newest, receiver), newest));
            let (there, sender) =
                soonest(&mut senders[receiver], |sender| free[sender] + costs.transfer(sender, receiver));
            let value = there + ahead.value(receiver);
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

/// A time, as its bits, and a group, in reverse so that the least comes first. Times are not negative, so their bits
/// are in the order of the times.
type Entry = Reverse<(u64, u32)>;

fn entry(time: f64, group: usize) -> Entry {
    Reverse((time.to_bits(), group as u32))
}

/// Returns the sender whose data arrives first, and the arrival time. The times at which senders are free only
/// increase, so an outdated entry is never too far down.
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
