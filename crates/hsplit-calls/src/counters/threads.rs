// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a thread counts on, and which communicators it remembers.
//!
//! A shared object finds its thread-local memory by a call, which is a large part of what counting takes. So the first
//! thread that counts, in most programs the only one, has its state in a static, and is known by its id.

use std::cell::Cell;
use std::ffi::c_int;
use std::sync::atomic::{AtomicUsize, Ordering};

use mpi_sys::{MPI_Comm, MPI_Datatype};

use super::members::{self, Members};
use super::{get, guarded};
use hsplit_monitor::{Class, RowPlace, Rows, Tally};
use hsplit_mpi::datatype::{bytes_passed, size_for_ever};
use hsplit_mpi::handle::number;
use hsplit_mpi::raw::Count;

/// How many short calls of a function the time of one stands for.
pub const SAMPLED: u8 = 16;
/// How many handles of communicators and windows a thread remembers, a power of two.
const REMEMBERED: usize = 64;
/// How many datatypes.
const DATATYPES: usize = 8;
/// How many kinds of messages.
const SENT: usize = 64;

/// A handle of a communicator or window, and what it stood for in a generation.
#[derive(Clone, Copy)]
struct Entry {
    handle: usize,
    generation: usize,
    members: Option<&'static Members>,
}

/// Messages of a datatype to a rank of a communicator, and where they are counted as long as the communicator is not
/// freed: in a generation. A cache line each.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Sent {
    comm: usize,
    dest: c_int,
    datatype: usize,
    generation: usize,
    /// Of an element.
    size: u64,
    place: Option<RowPlace<'static>>,
}

impl Sent {
    const NONE: Self = Self { comm: 0, dest: 0, datatype: 0, generation: 0, size: 0, place: None };
}

/// Where one of `PLACES` handles is kept, by the best-mixed bits of a product by the golden ratio: handles are
/// multiples of 16, or count up from 0.
#[inline]
fn place<const PLACES: usize>(handle: usize) -> usize {
    let mixed = (handle as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - PLACES.ilog2());
    mixed as usize % PLACES
}

/// Where a kind of messages is kept.
#[inline(always)]
fn place_of_sent(comm: usize, dest: c_int, datatype: usize) -> usize {
    place::<SENT>(comm.wrapping_add(datatype).wrapping_add(dest as usize))
}

/// What a thread that sends messages remembers.
pub struct Thread {
    /// What it counts on, from its first message on until it ends.
    rows: Cell<Option<&'static Rows>>,
    /// Datatypes that MPI has from the start, and the sizes of their elements.
    datatypes: [Cell<(usize, u64)>; DATATYPES],
    /// Messages like those that were sent before.
    sent: [Cell<Sent>; SENT],
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
            sent: [const { Cell::new(Sent::NONE) }; SENT],
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

    /// Where a message is counted, if it is like one that this thread has sent before.
    #[inline(always)]
    pub fn tally(&self, dest: c_int, count: Count, datatype: MPI_Datatype, comm: MPI_Comm) -> Option<Tally<'static>> {
        let (comm, datatype) = (number(comm), number(datatype));
        let sent = self.sent[place_of_sent(comm, dest, datatype)].get();
        let is_like = sent.comm == comm
            && sent.dest == dest
            && sent.datatype == datatype
            && sent.generation == members::generation();
        // Of a negative count, which the native call refuses, nothing will be counted.
        sent.place.filter(|_| is_like).map(|place| place.tally(sent.size.saturating_mul(count as u64)))
    }

    /// Counts a message that has been sent, and remembers where.
    pub fn sent(
        &self,
        rows: &'static Rows,
        dest: c_int,
        count: Count,
        datatype: MPI_Datatype,
        comm: MPI_Comm,
    ) -> Option<()> {
        // MPI_PROC_NULL is negative in every MPI.
        let rank = u32::try_from(dest).ok()?;
        // Before the look at the members: where these are freed meanwhile, what is remembered is not believed.
        let generation = members::generation();
        let peer = self.members(comm)?.to(rank)?;
        rows.message(Class::PointToPoint, peer, self.bytes(count, datatype));
        let (comm, datatype) = (number(comm), number(datatype));
        // Without elements the datatype may be a null handle, and has not been looked at.
        let (known, size) = self.datatypes[place::<DATATYPES>(datatype)].get();
        if known == datatype {
            let place = rows.place(Class::PointToPoint, peer);
            let sent = Sent { comm, dest, datatype, generation, size, place };
            self.sent[place_of_sent(comm, dest, datatype)].set(sent);
        }
        Some(())
    }

    /// Forgets where messages were counted: the rows are another thread's now.
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

/// The state of the first thread, and its id; 0 before there is one.
struct First {
    id: AtomicUsize,
    state: Thread,
}

// SAFETY: only the thread with the id uses `state`. The id never changes once it is not 0, and a thread has the id of
// another one only after that one's end.
unsafe impl Sync for First {}

static FIRST: First = First { id: AtomicUsize::new(0), state: Thread::new() };

/// The id of this thread, which is not 0: the address of its control block, which a register has. `pthread_self` gives
/// the same, and its callers save all that they have in registers.
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
    // SAFETY: nothing is asked of the caller.
    unsafe { libc::pthread_self() as usize }
}

/// The state of this thread.
#[inline(always)]
fn state<'a>() -> &'a Thread {
    if FIRST.id.load(Ordering::Relaxed) == own_id() { &FIRST.state } else { other_state() }
}

/// The state of the thread that counts first from now on, or of another one. (Not inlined: the address of thread-local
/// memory would be computed in any case.)
#[cold]
#[inline(never)]
fn other_state<'a>() -> &'a Thread {
    if FIRST.id.compare_exchange(0, own_id(), Ordering::Relaxed, Ordering::Relaxed).is_ok() {
        return &FIRST.state;
    }
    // SAFETY: the thread's state needs no destruction, so it is there until the thread ends. Callers pass it to code of
    // this thread that returns before.
    THREAD.with(|thread| unsafe { &*std::ptr::from_ref(thread) })
}

/// Has the rows of the thread until it ends.
struct Owner(&'static Rows);

impl Drop for Owner {
    fn drop(&mut self) {
        THREAD.with(Thread::forget_rows);
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

/// The members of a communicator.
pub fn members(comm: MPI_Comm) -> Option<&'static Members> {
    state().members(comm)
}

/// The bytes of a message.
pub fn bytes(count: Count, datatype: MPI_Datatype) -> u64 {
    state().bytes(count, datatype)
}

/// Where a message of this thread is counted, if it is like one that it has sent before.
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
