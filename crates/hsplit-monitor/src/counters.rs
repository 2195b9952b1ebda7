// SPDX-License-Identifier: MIT OR Apache-2.0
//! The counts of a process, by thread.
//!
//! Each thread has its own [`Rows`], which only this thread writes and all threads read. All numbers are atomics, so a
//! reader never reads half of one. A thread adds by a plain load and a plain store, because it is the only writer.

use std::sync::PoisonError;
#[cfg(not(all(loom, test)))]
use std::sync::{Mutex, MutexGuard};

use crate::groups::Groups;
#[cfg(all(loom, test))]
use crate::model::{Mutex, MutexGuard};

mod cell;
mod dense;
mod hashed;
mod narrow;
mod rows;

pub use cell::Count;
pub use rows::{RowPlace, Rows, SIZES, Tally, least_of_size};

/// The class in which a message is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(usize)]
pub enum Class {
    /// A send in any mode, or the start of a persistent send.
    PointToPoint,
    /// A message of an irregular or neighbourhood collective operation to one rank.
    Irregular,
    /// Data for a target's window: put, accumulate.
    OneSided,
    /// Data from a target's window: traffic from there to here.
    Fetched,
    /// Internal traffic: messages that the library sends for a hierarchical collective operation. It is not traffic of
    /// the program, whose call is counted separately.
    Internal,
}

impl Class {
    /// All classes, by their numbers.
    pub const ALL: [Self; 5] = [Self::PointToPoint, Self::Irregular, Self::OneSided, Self::Fetched, Self::Internal];
}

/// All counts of a process. Peers are ranks in `MPI_COMM_WORLD`; a peer with the number of its size stands for all
/// processes outside it.
#[derive(Debug)]
pub struct Counters {
    world: u32,
    groups: Groups,
    threads: Mutex<Threads>,
}

#[derive(Debug, Default)]
struct Threads {
    /// All rows, kept until the process ends, like their counts.
    all: Vec<&'static Rows>,
    free: Vec<&'static Rows>,
}

impl Counters {
    /// Empty counters for a world of this size.
    pub fn new(world: u32) -> Self {
        Self { world, groups: Groups::default(), threads: Mutex::default() }
    }

    /// The size of `MPI_COMM_WORLD`.
    pub fn world(&self) -> u32 {
        self.world
    }

    /// The groups of the counted collective operations.
    pub fn groups(&self) -> &Groups {
        &self.groups
    }

    /// Assigns rows to a thread; only this thread may count on them until it gives them back.
    pub fn rows(&self) -> &'static Rows {
        let mut threads = self.lock();
        if let Some(rows) = threads.free.pop() {
            return rows;
        }
        let rows: &Rows = Box::leak(Box::new(Rows::new(self.world)));
        threads.all.push(rows);
        rows
    }

    /// Releases the rows of a thread that ends, for another thread. Their counts are kept.
    pub fn give_back(&self, rows: &'static Rows) {
        self.lock().free.push(rows);
    }

    /// The rows of all threads, including ended ones.
    pub(crate) fn threads(&self) -> Vec<&'static Rows> {
        self.lock().all.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Threads> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(loom, test))]
mod model;
#[cfg(all(test, not(loom)))]
mod tests;
