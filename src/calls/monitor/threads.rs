// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a thread counts on, and which communicators it remembers.

use std::cell::Cell;
use std::ptr;
use std::sync::Arc;

use mpi_sys::MPI_Comm;

use super::arguments::number;
use super::members::{self, Members};
use super::{counters, guarded};
use hsplit_monitor::Rows;

/// How many handles a thread remembers, a power of two.
const REMEMBERED: usize = 64;

/// A handle of a communicator or window, and whom it stood for in a generation.
#[derive(Clone, Copy)]
struct Entry {
    handle: usize,
    generation: usize,
    members: Option<&'static Members>,
}

/// A thread that sends messages.
pub struct Thread {
    rows: Arc<Rows>,
    entries: [Cell<Entry>; REMEMBERED],
}

impl Thread {
    fn new(rows: Arc<Rows>) -> Self {
        const NONE: Entry = Entry { handle: 0, generation: 0, members: None };
        Self { rows, entries: [const { Cell::new(NONE) }; REMEMBERED] }
    }

    /// Where it counts.
    #[inline]
    pub fn rows(&self) -> &Rows {
        &self.rows
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
        // The best-mixed bits of a product by the golden ratio: handles are multiples of 16, or count up from 0.
        let place = (handle as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - REMEMBERED.ilog2());
        let slot = &self.entries[place as usize % REMEMBERED];
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
