// SPDX-License-Identifier: MIT OR Apache-2.0
//! Words of memory through which the processes of a node hand each other short data: no message, and no lock.
//!
//! Every member has a window of places that it alone writes, and which calls take in turn. A place begins with a stamp,
//! the number of the call. Data of up to [`INLINE`] bytes is in the cache line of its stamp, so that one line moves
//! from core to core for each member; longer data is in a slot of its own. All members count all calls, and a member
//! says now and then in `done` which call it has ended: a place may be written again when all have ended the call that
//! used it before. Nothing else is exchanged, and nothing is reset.
//!
//! A member that waits looks for a while where every process of the node has a processor, and sleeps then; otherwise it
//! sleeps at once. Now and then it does what the caller gives it to do meanwhile. What it waits for makes its stamp
//! known first and looks for sleepers then, so that a member that is not waited for makes no system call.

use std::alloc::Layout;
use std::cell::UnsafeCell;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Release, SeqCst};
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

/// The bytes beside a stamp.
pub const INLINE: usize = 48;
/// The bytes of a slot.
pub const SLOT: usize = 8 << 10;
/// The places of a member: the number of calls by which one member may be ahead of another.
pub const WINDOW: usize = if cfg!(all(loom, test)) { 2 } else { 8 };
/// After how many calls a member says that it has ended them: soon enough for one that is [`WINDOW`] calls ahead.
const ENDS: u64 = if cfg!(all(loom, test)) { 2 } else { 4 };
const _: () = assert!(ENDS <= WINDOW as u64);
/// The longest data, for which a member uses all its slots and the memory behind them.
pub const LONGEST: usize = if cfg!(all(loom, test)) { WINDOW * SLOT } else { 256 << 10 };
const _: () = assert!(WINDOW * SLOT <= LONGEST);

/// Members that sleep on one bell are in one call: none is this many calls ahead of another one.
const BELLS: usize = 2 * WINDOW;
/// How often a member looks before it does anything else, where it looks: a few exchanges between caches.
const SPINS: usize = if cfg!(all(loom, test)) { 0 } else { 1000 };
/// How long it looks before it sleeps.
const LOOK: Duration = Duration::from_micros(200);
/// It sleeps for this long first, then for twice that, and so on.
const SHORTEST_NAP: Duration = Duration::from_micros(100);
/// The longest nap: messages of the program that need this process may be under way.
const LONGEST_NAP: Duration = Duration::from_millis(1);

/// What all members share. All zero at first.
#[repr(C, align(64))]
#[derive(Default)]
struct Head {
    /// Ring when all members have published in a call.
    all: [Bell; BELLS],
    /// Ring when the member has published that all others wait for.
    one: [Bell; BELLS],
    /// Rings when a member has ended a call.
    ended: Bell,
}

/// A place for short data. All zero at first.
#[repr(C, align(64))]
#[derive(Default)]
struct Line {
    /// The last call in which it was written.
    stamp: AtomicU64,
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

/// What a member alone writes. All zero at first.
#[repr(C, align(64))]
#[derive(Default)]
struct Member {
    /// The last call that it is known to have ended.
    done: AtomicU64,
    lines: [Line; WINDOW],
}

#[cfg(not(all(loom, test)))]
const _: () = assert!(size_of::<Line>() == 64 && size_of::<Member>() == (WINDOW + 1) * 64);

/// Which members wait for what is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// Those that wait until all members, but for one perhaps, have published ([`WordMemory::wait_for_all`]).
    WithAll,
    /// Those that wait for this member ([`WordMemory::wait_for`]).
    Alone,
}

/// The memory, as one of its members sees it.
#[derive(Debug)]
pub struct WordMemory {
    shared: Arc<SharedMapping>,
    /// Where the head is there, the first member's part, and the first slot.
    places: [usize; 3],
    members: usize,
    own: usize,
    look: Duration,
    /// The call that this member is in, or the last one.
    call: u64,
    /// The longest data in this call.
    longest: usize,
    /// All members are known to have ended this call.
    ended: u64,
    /// The last call in which this member has used all its slots.
    whole: u64,
}

impl WordMemory {
    fn layout(members: usize) -> (Layout, usize) {
        let lines = Layout::array::<Member>(members).expect("a node has some members");
        Layout::new::<Head>().extend(lines).expect("a node has some members")
    }

    /// The bytes of memory that `members` processes need.
    pub fn length(members: usize) -> usize {
        Self::layout(members).0.pad_to_align().size() + members * LONGEST
    }

    /// Fresh memory of the [`length`](Self::length) for `members` processes, which begins `offset` bytes behind the
    /// start of a mapping. This process is number `own`. `processes`: how many there are on the node, which may be more
    /// than the members.
    ///
    /// # Panics
    /// If the mapping is shorter, or if there is no such member.
    pub fn new(shared: Arc<SharedMapping>, offset: usize, members: usize, own: usize, processes: usize) -> Self {
        assert!(shared.length() >= offset + Self::length(members), "the memory is too short for {members} processes");
        assert!(own < members && offset % 64 == 0, "there are {members} members");
        let look = look_time(LOOK, processes.max(members));
        Self {
            shared,
            places: Self::places(offset, members),
            members,
            own,
            look,
            call: 0,
            longest: 0,
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
        // SAFETY: `new` has checked the length, so that the head is mapped for as long as `self.shared` is. A mapping
        // begins on a page, and the offset is a multiple of 64, so that the head is aligned. All fields are atomic, and
        // valid whatever other processes have written into them.
        unsafe { &*self.start(0).cast::<Head>() }
    }

    fn member(&self, member: usize) -> &Member {
        assert!(member < self.members, "there are {} members", self.members);
        // SAFETY: `new` has checked that the parts of all members are mapped, as long as `self.shared` is, and the line
        // above that there is this member; `layout` aligns them. Words are atomic, and valid whatever other processes
        // have written; data is in an `UnsafeCell`.
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

    /// The last call that all other members have ended.
    fn ended_by_all(&self) -> u64 {
        let others = (0..self.members).filter(|&member| member != self.own);
        others.map(|member| self.member(member).done.load(SeqCst)).min().unwrap_or(u64::MAX)
    }

    /// Begins the next call, in which the longest data of any member has `longest` bytes.
    pub fn begin(&mut self, longest: usize) {
        // A member that writes this waits until all have ended the call before.
        if longest > SLOT && !self.says_end() {
            self.say_end();
        }
        self.call += 1;
        self.longest = longest;
    }

    /// Where this member may write `length` bytes, [`LONGEST`] at most, in this call: when all members have read what
    /// is there. Waits for that.
    ///
    /// # Errors
    /// What `meanwhile` reports.
    pub fn room<E>(&mut self, length: usize, meanwhile: impl FnMut() -> Result<(), E>) -> Result<*mut u8, E> {
        let before = self.call.saturating_sub(if length > SLOT { 1 } else { WINDOW as u64 }).max(self.whole);
        if self.ended < before {
            self.wait(&self.head().ended, || self.ended_by_all() >= before, meanwhile)?;
            self.ended = self.ended_by_all();
        }
        if length > SLOT {
            self.whole = self.call;
        }
        Ok(self.data(self.own, length))
    }

    /// Where the `length` bytes are that a member publishes in this call. They may be read from when a wait has
    /// returned until [`Self::end`].
    pub fn data(&self, member: usize, length: usize) -> *mut u8 {
        if length <= INLINE {
            return self.line(member).data.0.get().cast();
        }
        let slot = if length <= SLOT { self.call as usize % WINDOW * SLOT } else { 0 };
        self.start(2).wrapping_add(member * LONGEST + slot)
    }

    /// Says that this member's data is in its [`room`](Self::room), and wakes those that wait for it; with
    /// [`Awaited::WithAll`], if it is the last one. `but`: the member that waits for all others.
    pub fn publish(&self, awaited: Awaited, but: Option<usize>) {
        // Where members look before they sleep, this one need not wait for its store: a call is shorter by a sixth. It
        // may then miss a member that falls asleep at that moment, and wakes up by itself after SHORTEST_NAP.
        let order = if self.look.is_zero() { SeqCst } else { Release };
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

    /// Waits until all members have published in this call, but for this one with `but_own`.
    ///
    /// # Errors
    /// What `meanwhile` reports.
    pub fn wait_for_all<E>(&self, but_own: bool, meanwhile: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        let but = but_own.then_some(self.own);
        let bell = &self.head().all[self.call as usize % BELLS];
        self.wait(bell, || self.have_all_published(but), meanwhile)
    }

    /// Waits until a member has published in this call.
    ///
    /// # Errors
    /// What `meanwhile` reports.
    pub fn wait_for<E>(&self, member: usize, meanwhile: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        let bell = &self.head().one[self.call as usize % BELLS];
        self.wait(bell, || self.has_published(member), meanwhile)
    }

    /// Ends this call: this member reads nothing of it any more.
    pub fn end(&self) {
        if self.says_end() {
            self.say_end();
        }
        self.fetch_next();
    }

    /// Whether a member says that it has ended this call. One that waits for room is [`WINDOW`] calls ahead, or wants
    /// all slots.
    fn says_end(&self) -> bool {
        self.longest > SLOT || self.call % ENDS == 0
    }

    /// Says that this member has ended this call, and wakes those that wait for that.
    fn say_end(&self) {
        self.member(self.own).done.store(self.call, Release);
        fence(SeqCst);
        self.head().ended.ring();
    }

    /// Asks for the cache line that this member writes next, which others have read: it comes while the program goes
    /// on.
    fn fetch_next(&self) {
        #[cfg(all(target_arch = "x86_64", not(all(loom, test))))]
        {
            use std::arch::x86_64::{_MM_HINT_ET0, _mm_prefetch};
            let next = &raw const self.member(self.own).lines[(self.call as usize + 1) % WINDOW];
            // SAFETY: every processor of this architecture has the instruction, or takes it for none. It reads and
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

    /// Looks for a while, and yields between two looks: another process may have been moved to this core. Then it
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
