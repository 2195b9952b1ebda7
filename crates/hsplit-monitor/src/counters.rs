// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a process has counted, thread by thread.
//!
//! Each thread has [`Rows`] of its own, which this thread alone writes and all threads read. All numbers are atomics: a
//! reader never sees half of one. A thread adds by a plain load and a plain store, because it is the only writer.

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

/// What a message is counted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(usize)]
pub enum Class {
    /// A send in any mode, and a persistent one at its start.
    PointToPoint,
    /// What an irregular or neighbourhood collective operation sends to one rank.
    Irregular,
    /// What goes to a target's window: put, accumulate.
    OneSided,
    /// What is got from a target's window: traffic from there to here.
    Fetched,
    /// What the library itself sends where it carries a collective operation along the hierarchy. It is no traffic of
    /// the program, whose call counts by its meaning.
    Carried,
}

impl Class {
    /// All of them, by their numbers.
    pub const ALL: [Self; 5] = [Self::PointToPoint, Self::Irregular, Self::OneSided, Self::Fetched, Self::Carried];
}

/// All that a process has counted. Peers are ranks in `MPI_COMM_WORLD`; the peer with the number of its size stands for
/// all processes outside it.
#[derive(Debug)]
pub struct Counters {
    world: u32,
    groups: Groups,
    threads: Mutex<Threads>,
}

#[derive(Debug, Default)]
struct Threads {
    /// For as long as the process lasts, as what they have counted.
    all: Vec<&'static Rows>,
    /// Those of threads that have ended.
    free: Vec<&'static Rows>,
}

impl Counters {
    /// Nothing counted yet, in a world of this size.
    pub fn new(world: u32) -> Self {
        Self { world, groups: Groups::default(), threads: Mutex::default() }
    }

    /// The size of `MPI_COMM_WORLD`.
    pub fn world(&self) -> u32 {
        self.world
    }

    /// The groups that collective operations are counted on.
    pub fn groups(&self) -> &Groups {
        &self.groups
    }

    /// Rows for a thread, which alone may count on them until it gives them back.
    pub fn rows(&self) -> &'static Rows {
        let mut threads = self.lock();
        if let Some(rows) = threads.free.pop() {
            return rows;
        }
        let rows: &Rows = Box::leak(Box::new(Rows::new(self.world)));
        threads.all.push(rows);
        rows
    }

    /// Gives the rows of a thread that ends to the next one. What they have counted stays.
    pub fn give_back(&self, rows: &'static Rows) {
        self.lock().free.push(rows);
    }

    /// The rows of all threads, ended ones too.
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
