// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a thread counts on, and which communicators it remembers.

use std::cell::Cell;
use std::ptr;
use std::sync::Arc;

use mpi_sys::{MPI_Comm, MPI_Datatype};

use super::arguments::number;
use super::members::{self, Members};
use super::timing::SAMPLED;
use super::{counters, guarded};
use crate::pmpi::datatype::{bytes_passed, size_for_ever};
use crate::pmpi::raw::Count;
use hsplit_monitor::Rows;

/// How many handles of communicators and windows a thread remembers, a power of two.
const REMEMBERED: usize = 64;
/// How many datatypes.
const DATATYPES: usize = 8;

/// A handle of a communicator or window, and whom it stood for in a generation.
#[derive(Clone, Copy)]
struct Entry {
    handle: usize,
    generation: usize,
    members: Option<&'static Members>,
}

/// Where one of `PLACES` handles is kept, by the best-mixed bits of a product by the golden ratio: handles are
/// multiples of 16, or count up from 0.
#[inline]
fn place<const PLACES: usize>(handle: usize) -> usize {
    let mixed = (handle as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - PLACES.ilog2());
    mixed as usize % PLACES
}

/// A thread that sends messages.
pub struct Thread {
    rows: Arc<Rows>,
    /// Datatypes that MPI has from the start, and the sizes of their elements.
    datatypes: [Cell<(usize, u64)>; DATATYPES],
    entries: [Cell<Entry>; REMEMBERED],
    /// Functions with short calls, and how many more calls the last time stands for.
    sampled: [Cell<(usize, u8)>; REMEMBERED],
}

impl Thread {
    fn new(rows: Arc<Rows>) -> Self {
        const NONE: Entry = Entry { handle: 0, generation: 0, members: None };
        Self {
            rows,
            datatypes: [const { Cell::new((0, 0)) }; DATATYPES],
            entries: [const { Cell::new(NONE) }; REMEMBERED],
            sampled: [const { Cell::new((0, 0)) }; REMEMBERED],
        }
    }

    /// Whether the time of the next call of a function is to be taken: no other one's stands for it.
    pub fn is_sampled(&self, function: usize) -> bool {
        let slot = &self.sampled[place::<REMEMBERED>(function)];
        match slot.get() {
            (known, left) if known == function && left > 0 => {
                slot.set((function, left - 1));
                false
            }
            _ => true,
        }
    }

    /// Lets the time of a call stand for the next ones of its function. How many these are.
    pub fn sample(&self, function: usize) -> u8 {
        let others = SAMPLED - 1;
        self.sampled[place::<REMEMBERED>(function)].set((function, others));
        others
    }

    /// Where it counts.
    #[inline]
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The bytes of a message.
    #[inline]
    pub fn bytes(&self, count: Count, datatype: MPI_Datatype) -> u64 {
        let (known, size) = self.datatypes[place::<DATATYPES>(number(datatype))].get();
        if known == number(datatype) && count > 0 {
            return size.saturating_mul(count as u64);
        }
        self.bytes_of_other(count, datatype)
    }

    #[inline(never)]
    fn bytes_of_other(&self, count: Count, datatype: MPI_Datatype) -> u64 {
        // Without elements the datatype may be a null handle.
        if count <= 0 {
            return 0;
        }
        match size_for_ever(datatype) {
            Some(size) => {
                self.datatypes[place::<DATATYPES>(number(datatype))].set((number(datatype), size));
                size.saturating_mul(count as u64)
            }
            None => bytes_passed(count, datatype),
        }
    }

    /// The members of a communicator.
    #[inline]
    pub fn members(&self, comm: MPI_Comm) -> Option<&'static Members> {
        self.remembered(number(comm), || members::of(comm))
    }

    /// The members that a handle stands for.
    #[inline]
    pub fn remembered(
        &self,
        handle: usize,
        find: impl FnOnce() -> Option<&'static Members>,
    ) -> Option<&'static Members> {
        let slot = &self.entries[place::<REMEMBERED>(handle)];
        let (entry, generation) = (slot.get(), members::generation());
        if entry.handle == handle && entry.generation == generation && entry.members.is_some() {
            return entry.members;
        }
        let members = find();
        slot.set(Entry { handle, generation, members });
        members
    }
}

thread_local! {
    /// Found without a look at whether it has been made. NULL before the first message, and after the last one.
    static THREAD: Cell<*const Thread> = const { Cell::new(ptr::null()) };
    static OWNER: Option<Owner> = guarded(|| Some(Owner(Box::new(Thread::new(counters()?.rows())))));
}

/// Keeps what the thread has until it ends.
struct Owner(Box<Thread>);

impl Drop for Owner {
    fn drop(&mut self) {
        THREAD.set(ptr::null());
        if let Some(counters) = counters() {
            counters.give_back(self.0.rows.clone());
        }
    }
}

/// Runs `body` for this thread. Nothing is counted while the thread ends.
#[inline]
pub fn with(body: impl FnOnce(&Thread)) {
    let mut thread = THREAD.get();
    if thread.is_null() {
        thread = first();
        if thread.is_null() {
            return;
        }
    }
    // SAFETY: not NULL, so it points into the box of this thread's `Owner`, which sets it to NULL before the box goes.
    // Only this thread reads it, and `body` cannot end the thread.
    body(unsafe { &*thread });
}

#[cold]
fn first() -> *const Thread {
    let find = |owner: &Option<Owner>| owner.as_ref().map_or(ptr::null(), |owner| ptr::from_ref(&*owner.0));
    let thread = OWNER.try_with(find).unwrap_or(ptr::null());
    THREAD.set(thread);
    thread
}
