// SPDX-License-Identifier: MIT OR Apache-2.0
//! Early Completion Edge First, ECEF (§5.3): the transfer that is there soonest.
//!
//! Of all senders i and groups j without data, the pair with the least RT(i) + g(i, j) + L(i, j), where RT(i) is when i is free.
//!
//! Whenever a sender is free, it offers the same receiver, that of its least g + L. So each sorts its receivers once, and passes over
//! those that others have served: O(n² log n).

use super::{Costs, Schedule};

/// The transfers, in the order in which they are chosen.
pub fn schedule(costs: &Costs, root: usize) -> Schedule {
    grow(costs, root, usize::MAX, |there| there)
}

/// The same where no group sends to more than `most`, which is not 0, and where one that receives the data counts as free at another time
/// than when they are there.
pub fn grow(costs: &Costs, root: usize, most: usize, free: impl Fn(f64) -> f64) -> Schedule {
    let groups = costs.groups();
    let mut waits = vec![true; groups];
    let mut senders: Vec<Sender> = Vec::with_capacity(groups);
    let (mut newest, mut since, mut transfers) = (root, 0.0, Vec::with_capacity(groups - 1));
    while transfers.len() + 1 < groups {
        waits[newest] = false;
        senders.push(Sender::new(costs, newest, since, &waits));
        let mut chosen = (f64::INFINITY, usize::MAX, usize::MAX, 0);
        for (at, sender) in senders.iter_mut().enumerate().filter(|(_, sender)| sender.served < most) {
            let Some((transfer, receiver)) = sender.offer(&waits) else { continue };
            let offer = (sender.free + transfer, receiver, sender.group, at);
            if offer < chosen {
                chosen = offer;
            }
        }
        let (there, receiver, sender, at) = chosen;
        transfers.push((sender, receiver));
        senders[at].free += costs.gap(sender, receiver);
        senders[at].served += 1;
        (newest, since) = (receiver, free(there));
    }
    Schedule { root, transfers }
}

/// A group that has the data.
struct Sender {
    group: usize,
    free: f64,
    served: usize,
    /// g + L to the groups without data, and to some that have them by now: the least is the last.
    receivers: Vec<(f64, usize)>,
}

impl Sender {
    fn new(costs: &Costs, group: usize, free: f64, waits: &[bool]) -> Self {
        let waiting = waits.iter().enumerate().filter(|(_, waits)| **waits);
        let mut receivers: Vec<(f64, usize)> = waiting.map(|(receiver, _)| (costs.transfer(group, receiver), receiver)).collect();
        receivers.sort_unstable_by(|one, other| other.0.total_cmp(&one.0).then(other.1.cmp(&one.1)));
        Self { group, free, served: 0, receivers }
    }

    /// The receiver of the least g + L, and that.
    fn offer(&mut self, waits: &[bool]) -> Option<(f64, usize)> {
        while self.receivers.last().is_some_and(|&(_, receiver)| !waits[receiver]) {
            self.receivers.pop();
        }
        self.receivers.last().copied()
    }
}
