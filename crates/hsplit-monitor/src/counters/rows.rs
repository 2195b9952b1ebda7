// SPDX-License-Identifier: MIT OR Apache-2.0
//! The counts of one thread.

use super::Class;
use super::cell::{Cell, Count, Timer};
use super::dense::Dense;
use super::hashed::{Calls, Hashed, Peer};
use super::narrow::Narrow;
use crate::collectives::Operation;
use crate::groups::Group;
use crate::times::{Category, Times};

/// The largest world with a cell for each peer.
const MOST_DENSE: u32 = 4096;
/// The initial number of entries in a table of peers, and in one of calls.
const FIRST_PEERS: usize = 64;
const FIRST_CALLS: usize = 16;

/// The number of size classes: 0 bytes, 1, 2 to 3, 4 to 7, ..., and all from 4 MiB.
pub const SIZES: usize = 24;

/// The least bytes of a message in a size class.
pub fn least_of_size(class: usize) -> u64 {
    if class == 0 { 0 } else { 1 << (class.min(SIZES - 1) - 1) }
}

#[inline]
fn class_of_size(bytes: u64) -> usize {
    let at_most = 1 << (SIZES - 2);
    (bytes.min(at_most) << 1 | 1).ilog2() as usize
}

/// The counts of one thread. Only that thread may call [`Rows::message`], [`Rows::collective`] and [`Rows::spent`]: if
/// two threads did, counts would be lost.
#[derive(Debug)]
// Counting threads share no cache line, nor the pair of lines that is fetched together.
#[repr(align(128))]
pub struct Rows {
    /// The number of peers that are counted separately: the size of the world.
    peers: u32,
    rows: [Row; Class::ALL.len()],
    outside: [Cell; Class::ALL.len()],
    sizes: [Cell; SIZES],
    calls: Hashed<Calls>,
    times: [Timer; Category::ALL.len()],
}

#[derive(Debug)]
enum Row {
    Dense(Dense),
    Narrow(Narrow),
    Hashed(Box<Hashed<Peer>>),
}

impl Row {
    /// The most frequent class has cells that need no check of their contents; the others use half the memory.
    fn new(class: Class, peers: u32) -> Self {
        match class {
            _ if peers > MOST_DENSE => Self::Hashed(Box::new(Hashed::new(FIRST_PEERS))),
            Class::PointToPoint => Self::Dense(Dense::new(peers)),
            _ => Self::Narrow(Narrow::new(peers)),
        }
    }
}

/// The counters for messages of a class to a peer.
#[derive(Clone, Copy, Debug)]
pub struct RowPlace<'rows> {
    row: &'rows Cell,
    sizes: &'rows [Cell; SIZES],
}

impl<'rows> RowPlace<'rows> {
    /// Prepares the count of a message that is about to be sent.
    #[inline]
    pub fn tally(self, bytes: u64) -> Tally<'rows> {
        Tally { row: self.row, size: &self.sizes[class_of_size(bytes)], bytes }
    }
}

/// A prepared count of a message, added after it has been sent.
#[derive(Debug)]
pub struct Tally<'rows> {
    row: &'rows Cell,
    size: &'rows Cell,
    bytes: u64,
}

impl Tally<'_> {
    /// Counts the message. Only the thread of the rows may call this.
    #[inline]
    pub fn add(self) {
        self.row.add(self.bytes);
        self.size.add(self.bytes);
    }
}

impl Rows {
    pub(super) fn new(world: u32) -> Self {
        let peers = world.min(Peer::MOST);
        Self {
            peers,
            rows: Class::ALL.map(|class| Row::new(class, peers)),
            outside: std::array::from_fn(|_| Cell::default()),
            sizes: std::array::from_fn(|_| Cell::default()),
            calls: Hashed::new(FIRST_CALLS),
            times: Default::default(),
        }
    }

    /// Counts a message to a rank in `MPI_COMM_WORLD`; any other number is a process outside it.
    pub fn message(&self, class: Class, peer: u32, bytes: u64) {
        // Only the program's messages are counted by size.
        if class != Class::Internal {
            self.sizes[class_of_size(bytes)].add(bytes);
        }
        if peer >= self.peers {
            return self.outside[class as usize].add(bytes);
        }
        match &self.rows[class as usize] {
            Row::Dense(row) => row.add(peer, bytes),
            Row::Narrow(row) => row.add(peer, bytes),
            Row::Hashed(row) => add_hashed(row, peer, bytes),
        }
    }

    /// The counters for messages of a class to a peer; `None` if [`Rows::message`] must search them each time, or has
    /// not allocated them yet.
    pub fn place(&self, class: Class, peer: u32) -> Option<RowPlace<'_>> {
        let row = match &self.rows[class as usize] {
            _ if peer >= self.peers => &self.outside[class as usize],
            Row::Dense(row) => row.known(peer)?,
            Row::Narrow(_) | Row::Hashed(_) => return None,
        };
        Some(RowPlace { row, sizes: &self.sizes })
    }

    /// Counts a call of a collective operation. `root` is the root's rank in the communicator (0 if there is none; for
    /// the root of an intercommunicator [`Group::ROOT`] or [`Group::NO_ROOT`]), `bytes` the number that [`Operation`]
    /// defines.
    #[inline]
    pub fn collective(&self, group: &Group, operation: Operation, root: u32, bytes: u64) {
        self.calls.add(key(group.id(), operation, root), bytes);
    }

    /// Counts a call and its time; 0 if the time is counted for another call.
    #[inline]
    pub fn spent(&self, category: Category, nanoseconds: u64) {
        self.times[category as usize].add(nanoseconds);
    }

    /// The calls and their times.
    pub(crate) fn times(&self) -> Times {
        std::array::from_fn(|category| self.times[category].get())
    }

    /// The counts of a class, by peer; `outside` is the number for peers outside the world.
    pub(crate) fn counts(&self, class: Class, outside: u32) -> Vec<(u32, Count)> {
        let mut counts: Vec<(u32, Count)> = match &self.rows[class as usize] {
            Row::Dense(row) => row.counts().collect(),
            Row::Narrow(row) => row.counts().collect(),
            Row::Hashed(row) => row.counts().map(|(key, count)| (key as u32 - 1, count)).collect(),
        };
        let others = self.outside[class as usize].get();
        if !others.is_zero() {
            counts.push((outside, others));
        }
        counts.sort_unstable();
        counts
    }

    pub(crate) fn of_size(&self, class: usize) -> Count {
        self.sizes[class].get()
    }

    /// The calls of collective operations by group number, operation and root.
    pub(crate) fn calls(&self) -> impl Iterator<Item = ((u32, Operation, u32), Count)> + '_ {
        self.calls.counts().filter_map(|(key, count)| Some((from_key(key)?, count)))
    }
}

/// Not inlined, because it uses registers that the callers for other rows would have to save.
#[inline(never)]
fn add_hashed(row: &Hashed<Peer>, peer: u32, bytes: u64) {
    row.add(u64::from(peer) + 1, bytes);
}

/// From the lowest bit: the root, the operation in 4 bits, the group's number, which is not 0.
fn key(group: u32, operation: Operation, root: u32) -> u64 {
    u64::from(group) << 36 | (operation as u64) << 32 | u64::from(root)
}

fn from_key(key: u64) -> Option<(u32, Operation, u32)> {
    Some(((key >> 36) as u32, Operation::of((key >> 32 & 0xF) as u8)?, key as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_fall_into_classes_by_powers_of_two() {
        let classes = [0, 1, 2, 3, 4, 7, 8, 1 << 21, (1 << 22) - 1, 1 << 22, u64::MAX].map(class_of_size);
        assert_eq!(classes, [0, 1, 2, 2, 3, 3, 4, 22, 22, 23, 23]);
        for class in 0..SIZES {
            assert_eq!(class_of_size(least_of_size(class)), class);
        }
    }

    #[test]
    fn keys_lead_back() {
        for group in [1, 77, (1 << 28) - 1] {
            for operation in Operation::ALL {
                for root in [0, 4095, Group::ROOT, Group::NO_ROOT] {
                    assert_eq!(from_key(key(group, operation, root)), Some((group, operation, root)));
                }
            }
        }
    }
}
