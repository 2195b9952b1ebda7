// SPDX-License-Identifier: MIT OR Apache-2.0
//! The counts of a process up to a moment, and between two moments.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::collectives::Call;
use crate::counters::{Class, Count, Counters, SIZES};
use crate::expand::{Expansion, expand};
use crate::groups::Groups;
use crate::times::{Spent, Times};

/// The counts of a process up to a moment, or between two. The size depends on the counts, not on the world.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    world: u32,
    /// By class and peer.
    rows: [Vec<(u32, Count)>; Class::ALL.len()],
    sizes: [Count; SIZES],
    /// By group, operation and root.
    calls: Vec<(Call, Count)>,
    times: Times,
}

/// The traffic of a process by receiver, ascending.
pub type Row = Vec<(u32, Count)>;

/// A selection of classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// Point-to-point messages.
    pub p2p: bool,
    /// Collective operations, including irregular and neighbourhood ones.
    pub collectives: bool,
    /// One-sided accesses.
    pub rma: bool,
}

impl Classes {
    /// All classes.
    pub const ALL: Self = Self { p2p: true, collectives: true, rma: true };
    /// Point-to-point messages only.
    pub const P2P: Self = Self { p2p: true, collectives: false, rma: false };
    /// Collective operations only.
    pub const COLLECTIVES: Self = Self { p2p: false, collectives: true, rma: false };
    /// One-sided accesses only.
    pub const RMA: Self = Self { p2p: false, collectives: false, rma: true };

    /// The names of the selected classes, in files and variables.
    pub fn names(self) -> Vec<&'static str> {
        let all = [(self.p2p, "p2p"), (self.collectives, "collectives"), (self.rma, "rma")];
        all.into_iter().filter(|(is_counted, _)| *is_counted).map(|(_, name)| name).collect()
    }
}

impl Snapshot {
    /// The present counts of all threads.
    pub fn of(counters: &Counters) -> Self {
        let (world, groups) = (counters.world(), counters.groups());
        let mut sum = Self { world, ..Self::default() };
        for thread in counters.threads() {
            let mut calls: Vec<_> = thread.calls().collect();
            calls.sort_unstable();
            let call = |((group, operation, root), count)| {
                groups.of(group).map(|group| (Call { group, operation, root }, count))
            };
            sum.add(&Self {
                world,
                rows: Class::ALL.map(|class| thread.counts(class, world)),
                sizes: std::array::from_fn(|class| thread.of_size(class)),
                calls: calls.into_iter().filter_map(call).collect(),
                times: thread.times(),
            });
        }
        sum
    }

    pub(crate) fn from_counts(
        world: u32,
        rows: [Row; Class::ALL.len()],
        sizes: [Count; SIZES],
        calls: Vec<(Call, Count)>,
        times: Times,
    ) -> Self {
        Self { world, rows, sizes, calls, times }
    }

    /// The same counts by the ranks of a communicator with these members. All other peers are outside it.
    #[must_use]
    pub fn among(&self, members: &[u32]) -> Self {
        let outside = members.len() as u32;
        let number: HashMap<u32, u32> = members.iter().copied().zip(0..).collect();
        let number = |peer: u32| number.get(&peer).copied().unwrap_or(outside);
        let groups = Groups::default();
        let call = |(call, count): &(Call, Count)| {
            let group = groups.renumbered(&call.group, number);
            (Call { group, ..call.clone() }, *count)
        };
        let mut calls: Vec<(Call, Count)> = self.calls.iter().map(call).collect();
        calls.sort_by_key(|(call, _)| call.key());
        calls.dedup_by(|next, kept| {
            let is_same = next.0.key() == kept.0.key();
            if is_same {
                kept.1 += next.1;
            }
            is_same
        });
        let row = |class| summed(self.counts(class).iter().map(|(peer, count)| (number(*peer), *count)).collect());
        Self { world: outside, rows: Class::ALL.map(row), sizes: self.sizes, calls, times: self.times }
    }

    /// The size of `MPI_COMM_WORLD`, which is also the number of the peer for all processes outside it.
    pub fn world(&self) -> u32 {
        self.world
    }

    /// The difference from an earlier snapshot of the same counters.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let rows = |class: Class| merged(self.counts(class), earlier.counts(class), |(peer, _)| *peer, Count::since);
        Self {
            world: self.world,
            rows: Class::ALL.map(rows),
            sizes: std::array::from_fn(|class| self.sizes[class].since(earlier.sizes[class])),
            calls: merged(&self.calls, &earlier.calls, |(call, _)| call.key(), Count::since),
            times: std::array::from_fn(|category| self.times[category].since(earlier.times[category])),
        }
    }

    /// Adds another snapshot of the same counters.
    pub fn add(&mut self, other: &Self) {
        for class in Class::ALL {
            self.rows[class as usize] = merged(self.counts(class), other.counts(class), |(peer, _)| *peer, sum);
        }
        for (own, other) in self.sizes.iter_mut().zip(other.sizes) {
            *own += other;
        }
        self.calls = merged(&self.calls, &other.calls, |(call, _)| call.key(), sum);
        for (own, other) in self.times.iter_mut().zip(other.times) {
            *own += other;
        }
        self.world = self.world.max(other.world);
    }

    /// The counts of a class, by peer, ascending.
    pub fn counts(&self, class: Class) -> &[(u32, Count)] {
        &self.rows[class as usize]
    }

    /// The traffic that this process has sent, with collective operations as messages. Data that it has fetched was
    /// sent by others: [`Class::Fetched`].
    pub fn row(&self, classes: Classes, expansion: Expansion) -> Row {
        let mut row = vec![];
        if classes.p2p {
            row.extend(self.counts(Class::PointToPoint));
        }
        if classes.rma {
            row.extend(self.counts(Class::OneSided));
        }
        if classes.collectives && expansion != Expansion::None {
            row.extend(self.counts(Class::Irregular));
            self.calls.iter().for_each(|(call, count)| expand(call, *count, expansion, &mut row));
        }
        summed(row)
    }

    /// The counts of these classes only. Sizes of messages are not counted by class, so they stay.
    #[must_use]
    pub fn only(mut self, classes: Classes) -> Self {
        let Classes { p2p, collectives, rma } = classes;
        let is_kept = |class| match class {
            Class::PointToPoint => p2p,
            Class::Irregular | Class::Internal => collectives,
            Class::OneSided | Class::Fetched => rma,
        };
        for class in Class::ALL.into_iter().filter(|class| !is_kept(*class)) {
            self.rows[class as usize].clear();
        }
        if !collectives {
            self.calls.clear();
        }
        self
    }

    /// The internal traffic of hierarchical collective operations only, as messages of irregular operations.
    #[must_use]
    pub fn internal(&self) -> Self {
        let mut rows: [Row; Class::ALL.len()] = Default::default();
        rows[Class::Irregular as usize] = self.counts(Class::Internal).to_vec();
        Self { world: self.world, rows, ..Self::default() }
    }

    /// The messages of each size class ([`crate::least_of_size`]).
    pub fn sizes(&self) -> &[Count; SIZES] {
        &self.sizes
    }

    /// The time in calls, by category; zeros if it was not measured.
    pub fn times(&self) -> &Times {
        &self.times
    }

    /// True if the time in calls was measured.
    pub fn is_timed(&self) -> bool {
        self.times.iter().any(|spent: &Spent| !spent.is_zero())
    }

    /// The calls of collective operations.
    pub fn calls(&self) -> &[(Call, Count)] {
        &self.calls
    }
}

/// One entry for each peer, ascending.
pub(crate) fn summed(mut row: Row) -> Row {
    row.sort_unstable_by_key(|(peer, _)| *peer);
    row.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    row
}

fn sum(mut a: Count, b: Count) -> Count {
    a += b;
    a
}

/// Combines the counts of two sorted lists with `of`; results of 0 are left out, and a count missing in one list is 0.
fn merged<T: Clone, K: Ord>(
    a: &[(T, Count)],
    b: &[(T, Count)],
    key: impl Fn(&(T, Count)) -> K,
    of: impl Fn(Count, Count) -> Count,
) -> Vec<(T, Count)> {
    let (mut a, mut b, mut both) = (a.iter().peekable(), b.iter().peekable(), vec![]);
    loop {
        let order = match (a.peek(), b.peek()) {
            (None, None) => return both,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(a), Some(b)) => key(a).cmp(&key(b)),
        };
        let left = if order.is_le() { a.next() } else { None };
        let right = if order.is_ge() { b.next() } else { None };
        let count = |entry: Option<&(T, Count)>| entry.map_or(Count::default(), |(_, count)| *count);
        let result = of(count(left), count(right));
        if let Some((what, _)) = left.or(right).filter(|_| !result.is_zero()) {
            both.push((what.clone(), result));
        }
    }
}

#[cfg(test)]
mod tests;
