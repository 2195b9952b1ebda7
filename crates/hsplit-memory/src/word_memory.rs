// SPDX-License-Identifier: MIT OR Apache-2.0
//! Short messages between the processes of a node in shared memory, without MPI messages and locks.
//!
//! Every member has a window of places that only it writes, and that calls use in turn. A place begins with a stamp,
//! the number of the call, and the length of the data. Data of up to [`INLINE`] bytes is in the cache line of its
//! stamp, so that one line moves from core to core for each member; longer data is in a separate slot. All members
//! count all calls, and a member regularly publishes in `done` the last call that it has ended: a place may be
//! overwritten when all have ended the call that used it before. Nothing else is exchanged, and nothing is reset.
//!
//! A waiting member polls for some time if every process of the node has a processor, and sleeps then; otherwise it
//! sleeps at once. It regularly calls the caller's `meanwhile`. The awaited member publishes its stamp first and checks
//! for sleepers then, so that it makes no system call if none waits.

use std::alloc::Layout;
use std::cell::UnsafeCell;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, Release, SeqCst};
#[cfg(not(all(loom, test)))]
use std::sync::atomic::fence;
use std::time::{Duration, Instant};

#[cfg(not(all(loom, test)))]
use std::sync::atomic::AtomicU64;

#[cfg(not(all(loom, test)))]
use crate::memory_file::SharedMapping;
#[cfg(all(loom, test))]
use crate::model::{AtomicU64, SharedMapping, fence};
use crate::sleep::{Bell, look_time};

#[cfg(all(loom, test))]
mod model;
#[cfg(all(test, not(loom)))]
mod tests;

/// Bytes of data in the cache line of a stamp.
pub const INLINE: usize = 48;
/// Bytes of a slot.
pub const SLOT: usize = 8 << 10;
/// Number of places of a member: the number of calls by which one member may be ahead of another.
pub const WINDOW: usize = if cfg!(all(loom, test)) { 2 } else { 8 };
/// Number of calls after which a member publishes that it has ended them: early enough for one that is [`WINDOW`] calls
/// ahead.
const ENDS: u64 = if cfg!(all(loom, test)) { 2 } else { 4 };
const _: () = assert!(ENDS <= WINDOW as u64);
/// Bytes of all slots of a member. Longer data uses them and the memory after them.
pub const SLOTS: usize = WINDOW * SLOT;

/// Members that sleep on one bell are in one call: no member is this many calls ahead of another one.
const BELLS: usize = 2 * WINDOW;
/// Number of polls before a polling member does anything else: a few exchanges between caches.
const SPINS: usize = if cfg!(all(loom, test)) { 0 } else { 1000 };
/// Time of polling before it sleeps.
const LOOK: Duration = Duration::from_micros(200);
/// The first sleep; each further one is twice as long.
const SHORTEST_NAP: Duration = Duration::from_micros(100);
/// The longest sleep: messages of the program that need this process may be pending.
const LONGEST_NAP: Duration = Duration::from_millis(1);

/// Data that all members share. All zero initially.
#[repr(C, align(64))]
#[derive(Default)]
struct Head {
    /// Ring when all members have published in a call.
    all: [Bell; BELLS],
    /// Ring when the member for which all others wait has published.
    one: [Bell; BELLS],
    /// Rings when a member has ended a call.
    ended: Bell,
}

/// A place for short data. All zero initially.
#[repr(C, align(64))]
#[derive(Default)]
struct Line {
    /// The last call in which it was written.
    stamp: AtomicU64,
    /// The bytes of data in that call.
    length: AtomicU64,
    data: Inline,
}

/// Aligned for every basic datatype.
#[repr(C, align(16))]
struct Inline(UnsafeCell<[u8; INLINE]>);

impl Default for Inline {
    fn default() -> Self {
        Self(UnsafeCell::new([0; INLINE]))
    }
}

/// Data that only one member writes. All zero initially.
#[repr(C, align(64))]
#[derive(Default)]
struct Member {
    /// The last call that it has published as ended.
    done: AtomicU64,
    lines: [Line; WINDOW],
}

#[cfg(not(all(loom, test)))]
const _: () = assert!(size_of::<Line>() == 64 && size_of::<Member>() == (WINDOW + 1) * 64);

/// The members that wait for a publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// Members that wait until all members, with at most one exception, have published ([`WordMemory::wait_for_all`]).
    WithAll,
    /// Members that wait for this member ([`WordMemory::wait_for`]).
    Alone,
}

/// The memory, from the view of one of its members.
#[derive(Debug)]
pub struct WordMemory {
    shared: Arc<SharedMapping>,
    /// Offsets of the head, of the first member's part, and of the first slot.
    places: [usize; 3],
    members: usize,
    own: usize,
    /// The bytes of memory for the data of a member.
    most: usize,
    look: Duration,
    /// The current call of this member, or the last one.
    call: u64,
    /// The longest data in this call.
    longest: usize,
    /// The length of this member's data in this call.
    written: usize,
    /// A call that all members are known to have ended.
    ended: u64,
    /// The last call in which this member has used all its slots.
    whole: u64,
}

impl WordMemory {
    fn layout(members: usize) -> (Layout, usize) {
        let lines = Layout::array::<Member>(members).expect("a node has some members");
        Layout::new::<Head>().extend(lines).expect("a node has some members")
    }

    /// Returns the bytes of memory that `members` processes need, each with data of up to `most` bytes: a multiple of
    /// 64 and at least [`SLOTS`], or 0 if no data is longer than [`INLINE`].
    pub fn length(members: usize, most: usize) -> usize {
        Self::layout(members).0.pad_to_align().size() + members * most
    }

    /// Opens fresh memory of the [`length`](Self::length) for `members` processes and this `most`, which begins
    /// `offset` bytes after the start of a mapping. This process is number `own`. `processes`: the number of processes
    /// of the node, which may be greater than that of the members.
    ///
    /// # Panics
    /// If the mapping is shorter, or if there is no such member.
    pub fn new(
        shared: Arc<SharedMapping>,
        offset: usize,
        most: usize,
        [own, members]: [usize; 2],
        processes: usize,
    ) -> Self {
        let length = Self::length(members, most);
        assert!(shared.length() >= offset + length, "the memory is too short for {members} processes");
        assert!(own < members && offset % 64 == 0, "there are {members} members");
        assert!(most % 64 == 0 && (most == 0 || most >= SLOTS), "{most} bytes of data");
        let look = look_time(LOOK, processes.max(members));
        Self {
            shared,
            places: Self::places(offset, members),
            members,
            own,
            most,
            look,
            call: 0,
            longest: 0,
            written: 0,
            ended: 0,
            whole: 0,
        }
    }

    fn places(offset: usize, members: usize) -> [usize; 3] {
        let (layout, lines) = Self::layout(members);
        [offset, offset + lines, offset + layout.pad_to_align().size()]
    }

    fn start(&self, place: usize) -> *mut u8 {
        self.shared.start().wrapping_add(self.places[place])
    }

    fn head(&self) -> &Head {
        // SAFETY: `new` has checked the length, so the head is mapped as long as `self.shared` is. A mapping begins on
        // a page, and the offset is a multiple of 64, so the head is aligned. All fields are atomic, and valid whatever
        // other processes have written into them.
        unsafe { &*self.start(0).cast::<Head>() }
    }

    fn member(&self, member: usize) -> &Member {
        assert!(member < self.members, "there are {} members", self.members);
        // SAFETY: `new` has checked that the parts of all members are mapped as long as `self.shared` is, and the line
        // above that the member exists; `layout` aligns them. Words are atomic, and valid whatever other processes have
        // written; data is in an `UnsafeCell`.
        unsafe { &*self.start(1).cast::<Member>().wrapping_add(member) }
    }

    fn line(&self, member: usize) -> &Line {
        &self.member(member).lines[self.call as usize % WINDOW]
    }

    fn has_published(&self, member: usize) -> bool {
        self.line(member).stamp.load(SeqCst) == self.call
    }

    fn have_all_published(&self, but: Option<usize>) -> bool {
        (0..self.members).all(|member| Some(member) == but || self.has_published(member))
    }

    /// Returns the last call that all other members have ended.
    fn ended_by_all(&self) -> u64 {
        let others = (0..self.members).filter(|&member| member != self.own);
        others.map(|member| self.member(member).done.load(SeqCst)).min().unwrap_or(u64::MAX)
    }

    /// Begins the next call, in which the longest data of any member has `longest` bytes.
    pub fn begin(&mut self, longest: usize) {
        // A member that needs all slots for this call waits until all members have ended the call before.
        if longest > SLOT && !self.says_end() {
            self.say_end();
        }
        self.call += 1;
        self.longest = longest;
    }

    /// Returns the address at which this member may write `length` bytes, at most those of its memory, in this call.
    /// Waits until all members have read the data there.
    ///
    /// # Errors
    /// `meanwhile` fails.
    pub fn room<E>(&mut self, length: usize, meanwhile: impl FnMut() -> Result<(), E>) -> Result<*mut u8, E> {
        let before = self.call.saturating_sub(if length > SLOT { 1 } else { WINDOW as u64 }).max(self.whole);
        if self.ended < before {
            self.wait(&self.head().ended, || self.ended_by_all() >= before, meanwhile)?;
            self.ended = self.ended_by_all();
        }
        if length > SLOT {
            self.whole = self.call;
        }
        self.written = length;
        Ok(self.data(self.own, length))
    }

    /// Returns the address of the `length` bytes that a member publishes in this call. They may be read between the
    /// return of a wait and [`Self::end`].
    pub fn data(&self, member: usize, length: usize) -> *mut u8 {
        if length <= INLINE {
            return self.line(member).data.0.get().cast();
        }
        let slot = if length <= SLOT { self.call as usize % WINDOW * SLOT } else { 0 };
        self.start(2).wrapping_add(member * self.most + slot)
    }

    /// Returns the length of the data that a member has published in this call. It is read after a wait for the member,
    /// and differs from the expected one if the program passes lengths that do not match.
    pub fn published(&self, member: usize) -> usize {
        self.line(member).length.load(Relaxed) as usize
    }

    /// Publishes this member's data in its [`room`](Self::room), and wakes the members that wait for it; with
    /// [`Awaited::WithAll`], only if it is the last one. `but`: the member that waits for all others.
    pub fn publish(&self, awaited: Awaited, but: Option<usize>) {
        // If members poll before they sleep, this one need not wait for its store: a call is shorter by a sixth. It may
        // then miss a member that falls asleep at that moment, which wakes up by itself after SHORTEST_NAP.
        let order = if self.look.is_zero() { SeqCst } else { Release };
        self.line(self.own).length.store(self.written as u64, Relaxed);
        self.line(self.own).stamp.store(self.call, order);
        let (head, bell) = (self.head(), self.call as usize % BELLS);
        match awaited {
            Awaited::Alone => head.one[bell].ring_some(),
            Awaited::WithAll => {
                let bell = &head.all[bell];
                if bell.has_sleepers() && self.have_all_published(but) {
                    bell.ring_some();
                }
            }
        }
    }

    /// Waits until all members have published in this call; with `but_own`, all others.
    ///
    /// # Errors
    /// `meanwhile` fails.
    pub fn wait_for_all<E>(&self, but_own: bool, meanwhile: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        let but = but_own.then_some(self.own);
        let bell = &self.head().all[self.call as usize % BELLS];
        self.wait(bell, || self.have_all_published(but), meanwhile)
    }

    /// Waits until a member has published in this call.
    ///
    /// # Errors
    /// `meanwhile` fails.
    pub fn wait_for<E>(&self, member: usize, meanwhile: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        let bell = &self.head().one[self.call as usize % BELLS];
        self.wait(bell, || self.has_published(member), meanwhile)
    }

    /// Ends this call: this member reads none of its data any more.
    pub fn end(&self) {
        if self.says_end() {
            self.say_end();
        }
        self.fetch_next();
    }

    /// True if a member publishes that it has ended this call. A member that waits for a place is [`WINDOW`] calls
    /// ahead, or needs all slots.
    fn says_end(&self) -> bool {
        self.longest > SLOT || self.call % ENDS == 0
    }

    /// Publishes that this member has ended this call, and wakes the members that wait for that.
    fn say_end(&self) {
        self.member(self.own).done.store(self.call, Release);
        fence(SeqCst);
        self.head().ended.ring();
    }

    /// Prefetches the cache line that this member writes next, which others have read: it arrives while the program
    /// continues.
    fn fetch_next(&self) {
        #[cfg(all(target_arch = "x86_64", not(all(loom, test))))]
        {
            use std::arch::x86_64::{_MM_HINT_ET0, _mm_prefetch};
            let next = &raw const self.member(self.own).lines[(self.call as usize + 1) % WINDOW];
            // SAFETY: every processor of this architecture has the instruction, or treats it as a no-op. It reads and
            // writes nothing.
            unsafe { _mm_prefetch::<_MM_HINT_ET0>(next.cast()) };
        }
    }

    fn wait<E>(&self, bell: &Bell, done: impl Fn() -> bool, meanwhile: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        if done() {
            return Ok(());
        }
        if !self.look.is_zero() {
            for _ in 0..SPINS {
                std::hint::spin_loop();
                if done() {
                    return Ok(());
                }
            }
        }
        self.wait_long(bell, done, meanwhile)
    }

    /// Polls for some time, and yields after each poll: another process may have been moved to this core. Then it
    /// sleeps.
    #[cold]
    fn wait_long<E>(
        &self,
        bell: &Bell,
        done: impl Fn() -> bool,
        mut meanwhile: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let begin = Instant::now();
        while begin.elapsed() < self.look {
            meanwhile()?;
            std::thread::yield_now();
            if done() {
                return Ok(());
            }
        }
        let mut nap = SHORTEST_NAP;
        loop {
            meanwhile()?;
            bell.sleep_unless(&done, nap);
            if done() {
                bell.ring_some();
                return Ok(());
            }
            nap = (2 * nap).min(LONGEST_NAP);
        }
    }
}
