// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a thread counts on, and which communicators it remembers.
//!
//! A shared object finds its thread-local memory by a call, which is a large part of what counting takes. Where the MPI
//! has provided less than `MPI_THREAD_MULTIPLE`, no two threads make calls at one time, and all of them have one state.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use mpi_sys::{MPI_Comm, MPI_Datatype};

use super::members::{self, Members};
use super::{get, guarded};
use crate::pmpi::datatype::{bytes_passed, size_for_ever};
use crate::pmpi::handle::number;
use crate::pmpi::raw::Count;
use hsplit_monitor::Rows;

/// How many short calls of a function the time of one stands for.
pub const SAMPLED: u8 = 16;
/// How many handles of communicators and windows a thread remembers, a power of two.
const REMEMBERED: usize = 64;
/// How many datatypes.
const DATATYPES: usize = 8;

/// A handle of a communicator or window, and what it stood for in a generation.
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

/// What a thread that sends messages remembers.
pub struct Thread {
    /// What it counts on, from its first message on until it ends.
    rows: Cell<Option<&'static Rows>>,
    /// Datatypes that MPI has from the start, and the sizes of their elements.
    datatypes: [Cell<(usize, u64)>; DATATYPES],
    entries: [Cell<Entry>; REMEMBERED],
    /// Functions with short calls, and how many more calls the last time stands for.
    sampled: [Cell<(usize, u8)>; REMEMBERED],
}

impl Thread {
    const fn new() -> Self {
        const NONE: Entry = Entry { handle: 0, generation: 0, members: None };
        Self {
            rows: Cell::new(None),
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

    /// The bytes of a message.
    pub fn bytes(&self, count: Count, datatype: MPI_Datatype) -> u64 {
        self.known_bytes(count, datatype).unwrap_or_else(|| self.bytes_of_other(count, datatype))
    }

    /// The bytes of a message with elements, where the thread remembers the datatype.
    #[inline]
    pub fn known_bytes(&self, count: Count, datatype: MPI_Datatype) -> Option<u64> {
        let (known, size) = self.datatypes[place::<DATATYPES>(number(datatype))].get();
        (known == number(datatype) && count > 0).then(|| size.saturating_mul(count as u64))
    }

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
    pub fn members(&self, comm: MPI_Comm) -> Option<&'static Members> {
        self.remembered(number(comm), || members::of(comm))
    }

    /// The members of a communicator, where the thread remembers them.
    #[inline]
    pub fn known_members(&self, comm: MPI_Comm) -> Option<&'static Members> {
        self.known(number(comm), members::generation())
    }

    /// The members that a handle stands for.
    pub fn remembered(
        &self,
        handle: usize,
        find: impl FnOnce() -> Option<&'static Members>,
    ) -> Option<&'static Members> {
        let generation = members::generation();
        self.known(handle, generation).or_else(|| {
            let members = find();
            self.entries[place::<REMEMBERED>(handle)].set(Entry { handle, generation, members });
            members
        })
    }

    #[inline]
    fn known(&self, handle: usize, generation: usize) -> Option<&'static Members> {
        let entry = self.entries[place::<REMEMBERED>(handle)].get();
        entry.members.filter(|_| entry.handle == handle && entry.generation == generation)
    }
}

thread_local! {
    /// Found without a look at whether it has been made, for it is never destroyed.
    static THREAD: Thread = const { Thread::new() };
    static OWNER: Option<Owner> = guarded(|| Some(Owner(get()?.rows())));
}

/// The state of all threads.
struct Common(Thread);

// SAFETY: it is used only while `IS_COMMON` is set, and then no two threads make MPI calls at one time.
unsafe impl Sync for Common {}

static COMMON: Common = Common(Thread::new());
static IS_COMMON: AtomicBool = AtomicBool::new(false);

/// Says whether threads make MPI calls one at a time from now on.
pub fn take_turns(do_they: bool) {
    IS_COMMON.store(do_they, Ordering::Relaxed);
}

/// The state of this thread.
#[inline(always)]
fn state<'a>() -> &'a Thread {
    if IS_COMMON.load(Ordering::Relaxed) {
        return &COMMON.0;
    }
    // SAFETY: the thread's state needs no destruction, so it is there until the thread ends. Callers pass it to code of
    // this thread that returns before.
    THREAD.with(|thread| unsafe { &*std::ptr::from_ref(thread) })
}

/// Has the rows of the thread until it ends.
struct Owner(&'static Rows);

impl Drop for Owner {
    fn drop(&mut self) {
        THREAD.with(|thread| thread.rows.set(None));
        if let Some(counters) = get() {
            counters.give_back(self.0);
        }
    }
}

/// Runs `body` for this thread and what it counts on. Nothing is counted while the thread ends.
pub fn with(body: impl FnOnce(&Thread, &'static Rows)) {
    let thread = state();
    if let Some(rows) = thread.rows.get().or_else(|| first(thread)) {
        body(thread, rows);
    }
}

/// Runs `body` as [`with`] does, where the thread has counted before; `None` otherwise.
#[inline(always)]
pub fn with_known<R>(body: impl FnOnce(&Thread, &'static Rows) -> Option<R>) -> Option<R> {
    let thread = state();
    body(thread, thread.rows.get()?)
}

#[cold]
fn first(thread: &Thread) -> Option<&'static Rows> {
    if std::ptr::eq(thread, &COMMON.0) {
        thread.rows.set(guarded(|| Some(get()?.rows())));
        return thread.rows.get();
    }
    let rows = OWNER.try_with(|owner| owner.as_ref().map(|owner| owner.0)).ok().flatten();
    thread.rows.set(rows);
    rows
}
