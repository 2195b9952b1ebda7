// SPDX-License-Identifier: MIT OR Apache-2.0
//! Expands the counted calls of collective operations to the messages that this process sends for them.
//!
//! A rank's own share, which stays in place, is never a message.

use crate::collectives::{Call, Operation};
use crate::counters::Count;
use crate::groups::Group;

/// The rule by which a collective operation is counted as messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expansion {
    /// The data movement of the operation's definition, whatever the MPI does: broadcast and scatter from the root to
    /// each rank, gather and reduction from each to the root, all-gather and all-to-all from each to each. Allreduce
    /// and reduce-scatter are a reduction at rank 0, and a broadcast or a scatter from there. Barriers and scans are
    /// messages of no bytes, from each rank to the next.
    #[default]
    Meaning,
    /// The same movements along binomial trees in rank order. An all-gather is a gather at rank 0 and a broadcast, a
    /// barrier is both without bytes; an all-to-all and scans are as by `Meaning`.
    Trees,
    /// No messages.
    None,
}

impl Expansion {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Meaning => "meaning",
            Self::Trees => "trees",
            Self::None => "none",
        }
    }

    /// The rule with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::Meaning, Self::Trees, Self::None].into_iter().find(|expansion| expansion.name() == name)
    }
}

/// Appends the messages of these calls to a list of receivers.
pub(crate) fn expand(call: &Call, count: Count, expansion: Expansion, into: &mut Vec<(u32, Count)>) {
    if expansion == Expansion::None {
        return;
    }
    let mut sends = Sends { group: &call.group, by_trees: expansion == Expansion::Trees, into };
    match call.group.remote_size() {
        None => sends.inside(call.operation, call.root, count),
        Some(remote) => sends.between(call.operation, call.root, remote, count),
    }
}

/// The messages of this process for some calls on a group.
struct Sends<'a> {
    group: &'a Group,
    by_trees: bool,
    into: &'a mut Vec<(u32, Count)>,
}

impl Sends<'_> {
    /// Adds the messages on an intracommunicator.
    fn inside(&mut self, operation: Operation, root: u32, count: Count) {
        match operation {
            Operation::Bcast => self.bcast(root, count),
            Operation::Reduce => self.reduce(root, count),
            Operation::Gather => self.gather(root, count),
            Operation::Scatter => self.scatter(root, &Shares::equal(count)),
            Operation::Allgather if self.by_trees => {
                self.gather(0, count);
                self.bcast(0, times(count, self.group.size()));
            }
            Operation::Allgather | Operation::Alltoall => self.send_to_others(count),
            Operation::Allreduce => {
                self.reduce(0, count);
                self.bcast(0, count);
            }
            Operation::ReduceScatter => {
                self.reduce(0, count);
                self.scatter(0, &Shares::of_vector(count, self.group.size()));
            }
            Operation::ReduceScatterUnequal => {
                self.reduce(0, count);
                self.scatter(0, &Shares::equal(empty(count)));
            }
            Operation::ReduceScatterShare => self.share(root, count.bytes),
            Operation::ReduceScatterBlock => {
                self.reduce(0, times(count, self.group.size()));
                self.scatter(0, &Shares::equal(count));
            }
            Operation::Barrier if self.by_trees => {
                self.reduce(0, empty(count));
                self.bcast(0, empty(count));
            }
            Operation::Barrier | Operation::Scan | Operation::Exscan => {
                self.send(self.group.own().saturating_add(1), empty(count));
            }
        }
    }

    /// Adds the messages on an intercommunicator. Operations without a root are done in each group, and the two ranks 0
    /// exchange messages in between.
    fn between(&mut self, operation: Operation, root: u32, remote: u32, count: Count) {
        match operation {
            Operation::Bcast | Operation::Scatter => self.scatter_between(operation, root, remote, count),
            Operation::Gather | Operation::Reduce => self.gather_between(operation, root, count),
            Operation::Allgather if self.by_trees => {
                self.gather(0, count);
                self.send_to_first_remote(times(count, self.group.size()));
                self.bcast(0, times(count, remote));
            }
            Operation::Allgather | Operation::Alltoall => (0..remote).for_each(|rank| self.send_to_remote(rank, count)),
            Operation::Allreduce => {
                self.reduce(0, count);
                self.send_to_first_remote(count);
                self.bcast(0, count);
            }
            Operation::ReduceScatter => {
                self.reduce(0, count);
                self.send_to_first_remote(count);
                self.scatter(0, &Shares::of_vector(count, self.group.size()));
            }
            Operation::ReduceScatterUnequal => {
                self.reduce(0, count);
                self.send_to_first_remote(count);
                self.scatter(0, &Shares::equal(empty(count)));
            }
            Operation::ReduceScatterShare => self.share(root, count.bytes),
            Operation::ReduceScatterBlock => {
                let vector = times(count, self.group.size());
                self.reduce(0, vector);
                self.send_to_first_remote(vector);
                self.scatter(0, &Shares::equal(count));
            }
            Operation::Barrier => {
                self.reduce(0, empty(count));
                self.send_to_first_remote(empty(count));
                self.bcast(0, empty(count));
            }
            // Scans are not defined on intercommunicators.
            Operation::Scan | Operation::Exscan => {}
        }
    }

    /// A broadcast or a scatter between groups: by meaning to each rank, by trees to the first one, which forwards it.
    fn scatter_between(&mut self, operation: Operation, root: u32, remote: u32, count: Count) {
        let is_scatter = operation == Operation::Scatter;
        match root {
            Group::NO_ROOT => {}
            Group::ROOT if self.by_trees => {
                self.send_to_remote(0, if is_scatter { times(count, remote) } else { count });
            }
            Group::ROOT => (0..remote).for_each(|rank| self.send_to_remote(rank, count)),
            _ if !self.by_trees => {}
            _ if is_scatter => self.scatter(0, &Shares::equal(count)),
            _ => self.bcast(0, count),
        }
    }

    /// A gather or a reduction between groups: by meaning from each rank, by trees from the first one.
    fn gather_between(&mut self, operation: Operation, root: u32, count: Count) {
        let is_gather = operation == Operation::Gather;
        if root == Group::ROOT || root == Group::NO_ROOT {
            return;
        }
        if !self.by_trees {
            return self.send_to_remote(root, count);
        }
        if is_gather {
            self.gather(0, count)
        } else {
            self.reduce(0, count)
        }
        if self.group.own() == 0 {
            self.send_to_remote(root, if is_gather { times(count, self.group.size()) } else { count });
        }
    }

    fn bcast(&mut self, root: u32, count: Count) {
        if self.by_trees {
            return self.send_to_children(root, |_| count);
        }
        if self.group.own() == root {
            self.send_to_others(count);
        }
    }

    fn scatter(&mut self, root: u32, shares: &Shares) {
        if self.by_trees {
            return self.send_to_children(root, |below| shares.of(below));
        }
        if self.group.own() == root {
            (0..self.group.size())
                .filter(|&rank| rank != root)
                .for_each(|rank| self.send(rank, shares.of(rank..rank + 1)));
        }
    }

    /// Adds the bytes of a rank's share to the messages of a scatter from rank 0.
    fn share(&mut self, of: u32, bytes: u64) {
        let own = self.group.own();
        let to = if self.by_trees { towards(own, of) } else { Some(of).filter(|_| own == 0) };
        to.filter(|&to| to > own && of < self.group.size())
            .into_iter()
            .for_each(|to| self.send(to, Count::new(0, bytes)));
    }

    fn reduce(&mut self, root: u32, count: Count) {
        self.send_to_parent(root, |_| count);
    }

    fn gather(&mut self, root: u32, count: Count) {
        self.send_to_parent(root, |below| times(count, below));
    }

    /// Sends to this rank's children in the tree of a root. `of` returns the count for a range of ranks, numbered from
    /// the root.
    fn send_to_children(&mut self, root: u32, of: impl Fn(std::ops::Range<u32>) -> Count) {
        let Some(own) = self.number(root) else { return };
        let size = self.group.size();
        let most = if own == 0 { size } else { lowest_bit(own) };
        for child in (0..u32::BITS).map(|bit| 1 << bit).take_while(|&step| step < most).map(|step| own + step) {
            if child < size {
                self.send_by_number(root, child, of(child..child + below(child, size)));
            }
        }
    }

    /// Sends to this rank's parent, by meaning the root. `of` returns the count for a number of ranks.
    fn send_to_parent(&mut self, root: u32, of: impl Fn(u32) -> Count) {
        let Some(own) = self.number(root).filter(|&own| own > 0) else { return };
        if self.by_trees {
            self.send_by_number(root, own & (own - 1), of(below(own, self.group.size())));
        } else {
            self.send(root, of(1));
        }
    }

    /// This process's rank, numbered from the root.
    fn number(&self, root: u32) -> Option<u32> {
        let (own, size) = (self.group.own(), self.group.size());
        (root < size && own < size).then(|| (own + (size - root)) % size)
    }

    fn send_by_number(&mut self, root: u32, rank: u32, count: Count) {
        let rank = (u64::from(rank) + u64::from(root)) % u64::from(self.group.size());
        self.send(rank as u32, count);
    }

    fn send_to_others(&mut self, count: Count) {
        let own = self.group.own();
        (0..self.group.size()).filter(|&rank| rank != own).for_each(|rank| self.send(rank, count));
    }

    fn send(&mut self, rank: u32, count: Count) {
        self.into.extend(self.group.member(rank).map(|member| (member, count)));
    }

    fn send_to_remote(&mut self, rank: u32, count: Count) {
        self.into.extend(self.group.remote_member(rank).map(|member| (member, count)));
    }

    fn send_to_first_remote(&mut self, count: Count) {
        if self.group.own() == 0 {
            self.send_to_remote(0, count);
        }
    }
}

/// The shares of the ranks in a scatter.
struct Shares {
    calls: u64,
    each: u64,
    /// The number of first ranks that get one more byte.
    more: u64,
}

impl Shares {
    fn equal(count: Count) -> Self {
        Self { calls: count.messages, each: count.bytes, more: 0 }
    }

    /// A vector in parts that differ by at most a byte, over all calls together.
    fn of_vector(count: Count, size: u32) -> Self {
        let size = u64::from(size.max(1));
        Self { calls: count.messages, each: count.bytes / size, more: count.bytes % size }
    }

    fn of(&self, ranks: std::ops::Range<u32>) -> Count {
        let before = |rank: u32| self.each.saturating_mul(rank.into()).saturating_add(self.more.min(rank.into()));
        Count::new(self.calls, before(ranks.end) - before(ranks.start))
    }
}

/// The bytes of several ranks in one message.
fn times(count: Count, ranks: u32) -> Count {
    Count::new(count.messages, count.bytes.saturating_mul(ranks.into()))
}

fn empty(count: Count) -> Count {
    Count::new(count.messages, 0)
}

/// The lowest bit of a number that is not 0.
fn lowest_bit(number: u32) -> u32 {
    1 << number.trailing_zeros()
}

/// The child of a rank on the path from rank 0 to another rank, in the binomial tree of all ranks; `None` if it is not
/// on it.
fn towards(rank: u32, other: u32) -> Option<u32> {
    let is_below = rank < other && (rank == 0 || other - rank < lowest_bit(rank));
    is_below.then(|| rank + (1 << (other - rank).ilog2()))
}

/// True if this rank sends the share of another one in an `MPI_Reduce_scatter`, by meaning or by trees.
pub fn sends_share(rank: u32, other: u32) -> bool {
    towards(rank, other).is_some()
}

/// The number of ranks in the subtree of a rank other than the root in a binomial tree; they are consecutive.
fn below(rank: u32, size: u32) -> u32 {
    lowest_bit(rank).min(size - rank)
}

#[cfg(test)]
mod tests;
