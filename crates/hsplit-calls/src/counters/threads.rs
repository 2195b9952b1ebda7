// SPDX-License-Identifier: MIT OR Apache-2.0
//! The counters and caches of a thread.
//!
//! A shared object gets the address of its thread-local memory by a call, which is a large part of the cost of
//! counting. Therefore the first counting thread, in most programs the only one, has its state in a static, and is
//! identified by its ID.

use std::cell::Cell;
use std::ffi::c_int;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use mpi_sys::{MPI_Comm, MPI_Datatype};

use super::members::{self, Members};
use super::{get, guarded};
use hsplit_monitor::{Class, RowPlace, Rows, Tally};
use hsplit_mpi::datatype::{bytes_passed, has_no_data, size_for_ever};
use hsplit_mpi::handle::number;
use hsplit_mpi::raw::Count;

/// Number of short calls of a function that one measured time represents.
pub const SAMPLED: u8 = 16;
/// Number of cached handles of communicators and windows, a power of two.
const REMEMBERED: usize = 64;
/// Number of cached datatypes.
const DATATYPES: usize = 8;
/// Number of cached kinds of messages.
const SENT: usize = 64;

/// A handle of a communicator or window, and its meaning in a generation.
#[derive(Clone, Copy)]
struct Entry {
    handle: usize,
    generation: usize,
    members: Option<&'static Members>,
}

/// Messages of a datatype to a rank of a communicator, and the place of their counts, valid while the communicator is
/// not freed: in one generation. One cache line each.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Sent {
    comm: usize,
    dest: c_int,
    datatype: usize,
    generation: usize,
    /// Bytes of an element.
    size: u64,
    place: Option<RowPlace<'static>>,
}

impl Sent {
    const NONE: Self = Self { comm: 0, dest: 0, datatype: 0, generation: 0, size: 0, place: None };
}

/// Returns the index of a handle in a cache of `PLACES`, by the best-mixed bits of a product with the golden ratio:
/// handles are multiples of 16, or count up from 0.
#[inline]
fn place<const PLACES: usize>(handle: usize) -> usize {
    let mixed = (handle as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - PLACES.ilog2());
    mixed as usize % PLACES
}

/// Returns the index of a kind of messages.
#[inline(always)]
fn place_of_sent(comm: usize, dest: c_int, datatype: usize) -> usize {
    place::<SENT>(comm.wrapping_add(datatype).wrapping_add(dest as usize))
}

/// The state of a thread that sends messages.
pub struct Thread {
    /// Its counters, from its first message until it ends.
    rows: Cell<Option<&'static Rows>>,
    /// Predefined datatypes, and the sizes of their elements.
    datatypes: [Cell<(usize, u64)>; DATATYPES],
    /// Kinds of messages that were sent before.
    sent: [Cell<Sent>; SENT],
    entries: [Cell<Entry>; REMEMBERED],
    /// Functions with short calls, and the number of further calls that the last time represents.
    sampled: [Cell<(usize, u8)>; REMEMBERED],
}

impl Thread {
    const fn new() -> Self {
        const NONE: Entry = Entry { handle: 0, generation: 0, members: None };
        Self {
            rows: Cell::new(None),
            datatypes: [const { Cell::new((0, 0)) }; DATATYPES],
            sent: [const { Cell::new(Sent::NONE) }; SENT],
            entries: [const { Cell::new(NONE) }; REMEMBERED],
            sampled: [const { Cell::new((0, 0)) }; REMEMBERED],
        }
    }

    /// True if the time of the next call of a function must be measured, because no other time represents it.
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

    /// Lets the time of a call represent the next calls of its function. Returns their number.
    pub fn sample(&self, function: usize) -> u8 {
        let others = SAMPLED - 1;
        self.sampled[place::<REMEMBERED>(function)].set((function, others));
        others
    }

    /// Returns the place of the counts of a message, if this thread has sent one of the same kind before.
    #[inline(always)]
    pub fn tally(&self, dest: c_int, count: Count, datatype: MPI_Datatype, comm: MPI_Comm) -> Option<Tally<'static>> {
        let (comm, datatype) = (number(comm), number(datatype));
        let sent = self.sent[place_of_sent(comm, dest, datatype)].get();
        let is_like = sent.comm == comm
            && sent.dest == dest
            && sent.datatype == datatype
            && sent.generation == members::generation()
            && count >= 0;
        // The native call rejects more data than there is memory, and then it is not counted.
        sent.place.filter(|_| is_like).map(|place| place.tally(sent.size.wrapping_mul(count as u64)))
    }

    /// Counts a sent message, and caches the place.
    pub fn sent(
        &self,
        rows: &'static Rows,
        dest: c_int,
        count: Count,
        datatype: MPI_Datatype,
        comm: MPI_Comm,
    ) -> Option<()> {
        // MPI_PROC_NULL is negative in every MPI. After an error handler of the program, MPICH 5.0 returns MPI_SUCCESS
        // from a call that it has refused.
        let rank = u32::try_from(dest).ok().filter(|_| count >= 0)?;
        // Read before the members: if these are freed meanwhile, the cache entry is invalid.
        let generation = members::generation();
        let peer = self.members(comm)?.to(rank)?;
        rows.message(Class::PointToPoint, peer, self.bytes(count, datatype));
        let (comm, datatype) = (number(comm), number(datatype));
        // Without elements the datatype may be a null handle, and has not been checked.
        let (known, size) = self.datatypes[place::<DATATYPES>(datatype)].get();
        if known == datatype {
            let place = rows.place(Class::PointToPoint, peer);
            let sent = Sent { comm, dest, datatype, generation, size, place };
            self.sent[place_of_sent(comm, dest, datatype)].set(sent);
        }
        Some(())
    }

    /// Clears the cached places: the rows belong to another thread now.
    fn forget_rows(&self) {
        self.rows.set(None);
        self.sent.iter().for_each(|sent| sent.set(Sent::NONE));
    }

    /// The bytes of a message.
    pub fn bytes(&self, count: Count, datatype: MPI_Datatype) -> u64 {
        let (known, size) = self.datatypes[place::<DATATYPES>(number(datatype))].get();
        if known == number(datatype) && count > 0 {
            size.saturating_mul(count as u64)
        } else {
            self.bytes_of_other(count, datatype)
        }
    }

    fn bytes_of_other(&self, count: Count, datatype: MPI_Datatype) -> u64 {
        if has_no_data(count, datatype) {
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

    /// Returns the members of a handle.
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
    /// The state of this thread, once it counts. It is not thread-local memory itself: the C library takes that of a
    /// preloaded library out of the stack of every thread, and a program may start threads with the smallest stack.
    static THREAD: Cell<Option<&'static Thread>> = const { Cell::new(None) };
    /// Gives the state back when the thread ends.
    static LENT: Lent = const { Lent };
    static OWNER: Option<Owner> = guarded(|| Some(Owner(get()?.rows())));
}

/// States of threads that have ended. There are as many states as threads that count at the same time.
static UNUSED: Mutex<Vec<Unused>> = Mutex::new(vec![]);

/// A state with the caches of an ended thread, which are valid in every thread, and no rows.
struct Unused(&'static Thread);

// SAFETY: only the thread that takes the state out of `UNUSED` uses it.
unsafe impl Send for Unused {}

/// The state of the first thread, and its ID; 0 before there is one.
struct First {
    id: AtomicUsize,
    state: Thread,
}

// SAFETY: only the thread with the ID uses `state`. The ID never changes once it is not 0, and another thread gets the
// same ID only after the end of this one.
unsafe impl Sync for First {}

static FIRST: First = First { id: AtomicUsize::new(0), state: Thread::new() };

/// Returns the ID of this thread, which is not 0: the address of its control block, which is in a register.
/// `pthread_self` returns the same, but its callers must save their registers.
#[cfg(all(target_os = "linux", target_arch = "x86_64", target_pointer_width = "64"))]
#[inline(always)]
fn own_id() -> usize {
    let id;
    // SAFETY: the first word of the control block is its own address (System V ABI, thread-local storage).
    unsafe { std::arch::asm!("mov {}, fs:0", out(reg) id, options(nostack, pure, readonly, preserves_flags)) };
    id
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64", target_pointer_width = "64")))]
#[inline(always)]
fn own_id() -> usize {
    // SAFETY: the function has no precondition.
    unsafe { libc::pthread_self() as usize }
}

/// The state of this thread.
#[inline(always)]
fn state<'a>() -> &'a Thread {
    if FIRST.id.load(Ordering::Relaxed) == own_id() { &FIRST.state } else { other_state() }
}

/// Returns the state of the thread that becomes the first counting one, or of another one. (Not inlined: the address of
/// thread-local memory would be computed in any case.)
#[cold]
#[inline(never)]
fn other_state<'a>() -> &'a Thread {
    if FIRST.id.compare_exchange(0, own_id(), Ordering::Relaxed, Ordering::Relaxed).is_ok() {
        return &FIRST.state;
    }
    THREAD.get().unwrap_or_else(|| {
        let unused = UNUSED.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let thread = unused.map_or_else(|| &*Box::leak(Box::new(Thread::new())), |unused| unused.0);
        THREAD.set(Some(thread));
        let _ = LENT.try_with(|_| ());
        thread
    })
}

/// Lends the thread its state until it ends.
struct Lent;

impl Drop for Lent {
    fn drop(&mut self) {
        // Calls in later destructors of the thread get another state, which is not given back.
        if let Some(thread) = THREAD.take() {
            thread.forget_rows();
            UNUSED.lock().unwrap_or_else(PoisonError::into_inner).push(Unused(thread));
        }
    }
}

/// Owns the rows of the thread until it ends.
struct Owner(&'static Rows);

impl Drop for Owner {
    fn drop(&mut self) {
        if let Some(thread) = THREAD.get() {
            thread.forget_rows();
        }
        if let Some(counters) = get() {
            counters.give_back(self.0);
        }
    }
}

/// Calls `body` with this thread and its counters. Nothing is counted while the thread ends.
pub fn with(body: impl FnOnce(&Thread, &'static Rows)) {
    let thread = state();
    if let Some(rows) = thread.rows.get().or_else(|| first(thread)) {
        body(thread, rows);
    }
}

/// The members of a communicator.
pub fn members(comm: MPI_Comm) -> Option<&'static Members> {
    state().members(comm)
}

/// The bytes of a message.
pub fn bytes(count: Count, datatype: MPI_Datatype) -> u64 {
    state().bytes(count, datatype)
}

/// Returns the place of the counts of a message of this thread, if it has sent one of the same kind before.
#[inline(always)]
pub fn tally(dest: c_int, count: Count, datatype: MPI_Datatype, comm: MPI_Comm) -> Option<Tally<'static>> {
    state().tally(dest, count, datatype, comm)
}

#[cold]
fn first(thread: &Thread) -> Option<&'static Rows> {
    if std::ptr::eq(thread, &FIRST.state) {
        thread.rows.set(guarded(|| Some(get()?.rows())));
        return thread.rows.get();
    }
    let rows = OWNER.try_with(|owner| owner.as_ref().map(|owner| owner.0)).ok().flatten();
    thread.rows.set(rows);
    rows
}
