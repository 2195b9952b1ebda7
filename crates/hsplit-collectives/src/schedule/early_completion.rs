// SPDX-License-Identifier: MIT OR Apache-2.0
//! Early Completion Edge First, ECEF (§5.3): the transfer that arrives soonest.
//!
//! Of all senders i and groups j without data, this is the pair with the least RT(i) + g(i, j) + L(i, j), where RT(i)
//! is the time at which i is free.
//!
//! Each time a sender is free, its best receiver is the same, that of its least g + L. Each sender therefore keeps a
//! list of its `NEAREST` receivers, skips those that others have served, and computes a new list from all groups when
//! none is left. Its last value is a lower bound of the next one: a sender that could not win with it is skipped.

use super::{Costs, Schedule};

/// The number of receivers that each sender lists.
const NEAREST: usize = 32;

/// Returns the transfers, in the order in which they are chosen.
pub(crate) fn schedule(costs: &Costs, root: usize) -> Schedule {
    grow(costs, root, usize::MAX, |there| there)
}

/// Returns the schedule in which no group sends to more than `most` (not 0), and a group that receives the data at time
/// t counts as free from `free(t)`.
pub(crate) fn grow(costs: &Costs, root: usize, most: usize, free: impl Fn(f64) -> f64) -> Schedule {
    let groups = costs.groups();
    let mut waiting = Waiting { all: (0..groups).filter(|&group| group != root).collect(), is: vec![true; groups] };
    waiting.is[root] = false;
    let mut senders: Vec<Sender> = Vec::with_capacity(groups);
    let (mut newest, mut since, mut transfers) = (root, 0.0, Vec::with_capacity(groups - 1));
    while !waiting.all.is_empty() {
        senders.push(Sender { group: newest, free: since, served: 0, offer: (0.0, newest), next: vec![] });
        let mut chosen = (f64::INFINITY, usize::MAX, usize::MAX, 0);
        for (at, sender) in senders.iter_mut().enumerate() {
            if sender.free + sender.offer.0 > chosen.0 {
                continue;
            }
            let (transfer, receiver) = sender.offer(costs, &waiting);
            let offer = (sender.free + transfer, receiver, sender.group, at);
            if offer < chosen {
                chosen = offer;
            }
        }
        let (there, receiver, sender, at) = chosen;
        transfers.push((sender, receiver));
        waiting.all.remove(waiting.all.partition_point(|&other| other < receiver));
        waiting.is[receiver] = false;
        senders[at].free += costs.gap(sender, receiver);
        senders[at].served += 1;
        if senders[at].served == most {
            senders.swap_remove(at);
        }
        (newest, since) = (receiver, free(there));
    }
    Schedule { root, transfers }
}

/// The groups without data, in order.
struct Waiting {
    all: Vec<usize>,
    is: Vec<bool>,
}

/// A group that has the data.
struct Sender {
    group: usize,
    free: f64,
    served: usize,
    /// The least g + L, and the receiver; outdated if the receiver has the data.
    offer: (f64, usize),
    /// The next values, the least at the end; some may be outdated.
    next: Vec<(f64, usize)>,
}

impl Sender {
    /// Returns the least g + L and its receiver. At least one group must wait.
    fn offer(&mut self, costs: &Costs, waiting: &Waiting) -> (f64, usize) {
        while !waiting.is[self.offer.1] {
            if self.next.is_empty() {
                self.look(costs, &waiting.all);
            }
            self.offer = self.next.pop().unwrap_or(self.offer);
        }
        self.offer
    }

    /// Lists the nearest of the groups without data.
    fn look(&mut self, costs: &Costs, waiting: &[usize]) {
        let mut worst = f64::INFINITY;
        for &receiver in waiting {
            let offer = (costs.transfer(self.group, receiver), receiver);
            if offer.0 >= worst {
                continue;
            }
            if self.next.len() == NEAREST {
                self.next.remove(0);
            }
            self.next.insert(self.next.partition_point(|other| *other > offer), offer);
            if self.next.len() == NEAREST {
                worst = self.next[0].0;
            }
        }
    }
}
