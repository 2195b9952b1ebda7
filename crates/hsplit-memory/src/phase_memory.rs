// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory for the barriers and phases of the processes of a node.
//!
//! Every member counts the barriers and the phases that it has reached, in a word that only it writes. A phase begins
//! for a worker when the numbers of the owners of its processors have reached that of the phase, and ends for a process
//! when those of the other workers that hold its home have. Numbers only grow, so nothing is ever reset, and a member
//! that is ahead delays no other. The process that completes the condition of a waiting process wakes it.
//!
//! The request of the first member of a phase is stored with the number of the phase, and later members compare theirs
//! with it. If one differs, the phase is refused: all members of the node that read the word get the reason.
//!
//! A member that ends a phase without having begun one refuses the next phase, and has no part in it: the others get
//! the error when they begin it. If its own next begin is meant for that phase or for the one after it, only the others
//! show: if none of them reaches the later phase within a second, the begin was meant for the phase that they were
//! refused, and counts as that.
//!
//! No process waits for ever for one that has died: a sleep ends after a second at most, and the waiting process then
//! checks that the awaited processes are alive.

use std::alloc::{Layout, LayoutError};
use std::sync::atomic::Ordering::SeqCst;
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::time::Duration;

use crate::alive::Identity;
#[cfg(not(all(loom, test)))]
use crate::memory_file::SharedMapping;
#[cfg(all(loom, test))]
use crate::model::{AtomicU32, AtomicU64, SharedMapping};
use crate::sleep::{Bell, Patience, look_time};

mod exchanges;
mod lost;
#[cfg(all(loom, test))]
mod model;
mod said;
#[cfg(all(test, not(loom)))]
mod tests;

use lost::Found;
pub use lost::Lost;
pub use said::Refusal;
use said::Said;

/// The mapping of a member. In the loom model all members share one.
#[cfg(all(loom, test))]
type Shared = std::sync::Arc<SharedMapping>;
#[cfg(not(all(loom, test)))]
type Shared = SharedMapping;

/// Number of stored phases. A member that is more phases late compares nothing.
const REMEMBERED: usize = 64;
/// The longest sleep before the awaited processes are checked.
const LONGEST: Duration = Duration::from_secs(1);
/// Time of polling before a process sleeps, if each has a processor: a few messages between caches.
const LOOK: Duration = Duration::from_micros(2);

/// Data that all members share. All zero initially.
#[repr(C, align(64))]
#[derive(Default)]
struct Head {
    /// Number of arrivals at all barriers together.
    arrived: AtomicU32,
    /// Ring when the last member has reached a barrier; barriers use them in turn.
    barrier: [Bell; 2],
    /// Rings when all have begun a phase that waits for all.
    begun: Bell,
    /// Rings when all have ended it.
    ended: Bell,
    /// The last exchange that any member has reached.
    exchanges: AtomicU32,
    /// The state of the last phases: see [`Said`].
    phases: Phases,
    /// The units that the node has lost in them, by name: see [`Lost`].
    lost: Phases,
}

#[repr(C)]
struct Phases([AtomicU64; REMEMBERED]);

impl Default for Phases {
    fn default() -> Self {
        Self(std::array::from_fn(|_| AtomicU64::default()))
    }
}

/// Data that only one member writes. All zero initially.
#[repr(C, align(64))]
#[derive(Default)]
struct Words {
    number: AtomicU32,
    /// Not zero: the process has called `MPI_Finalize`.
    gone: AtomicU32,
    started: AtomicU64,
    /// The last barrier that the member has reached.
    barriers: AtomicU32,
    /// The last phase that it has begun.
    begun: AtomicU32,
    /// The last phase that it has ended.
    ended: AtomicU32,
    /// The last exchange that it has reached.
    exchanges: AtomicU32,
    /// The phase that it has refused by an end without a begin, until it has begun and ended another one.
    strayed: AtomicU32,
    /// Rings for this member when the members that its phase awaits have begun it.
    complete: Bell,
    /// Rings when this member has ended a phase.
    end: Bell,
}

/// Reason for a wait that ends without its condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupted<E> {
    /// An awaited member is dead, or has called `MPI_Finalize`.
    Dead(usize),
    /// The phase is refused.
    Refused(Refusal),
    /// The caller's work during the wait has failed.
    Meanwhile(E),
}

/// Relations of a member to others in a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhasePart {
    /// The members for which its begin waits: the owners of a worker's processors.
    pub awaits: Vec<usize>,
    /// The members whose begin waits for it, each with all members that the other one awaits.
    pub completes: Vec<(usize, Vec<usize>)>,
    /// The members for whose end its end waits: the other workers that hold its home.
    pub until: Vec<usize>,
    /// True if begin and end wait for all members instead.
    pub all: bool,
}

/// True if a growing number, which wraps around, has reached another one.
fn reached(number: u32, other: u32) -> bool {
    number.wrapping_sub(other) as i32 >= 0
}

/// The memory, from the view of one of its members.
#[derive(Debug)]
pub struct PhaseMemory {
    shared: Shared,
    /// Offset of the words of the members.
    first: usize,
    /// Offset of the lost units that they have found.
    found: usize,
    members: usize,
    own: usize,
    patience: Patience,
}

impl PhaseMemory {
    /// Returns the layout, and the offsets of the members' words and of their lost units.
    fn layout(members: usize) -> (Layout, usize, usize) {
        let of = |array: Result<Layout, LayoutError>| array.expect("a node has some members");
        let words = Layout::new::<Head>().extend(of(Layout::array::<Words>(members)));
        let (layout, first) = words.expect("a node has some members");
        let (layout, found) = layout.extend(of(Layout::array::<Found>(members))).expect("a node has some members");
        (layout, first, found)
    }

    /// Returns the bytes of memory that `members` processes need.
    pub fn length(members: usize) -> usize {
        Self::layout(members).0.size()
    }

    /// Opens fresh memory of the [`length`](Self::length) for `members` processes, of which this is number `own`. It
    /// sleeps `nap` at a time, and at most a second. `looks`: each member has a core of its own.
    ///
    /// # Panics
    /// If the memory is shorter, or if there is no such member.
    pub fn new(shared: Shared, members: usize, own: usize, looks: bool, nap: Option<Duration>) -> Self {
        assert!(shared.length() >= Self::length(members), "the memory is too short for {members} processes");
        assert!(own < members, "there are {members} members");
        let look = if looks { look_time(LOOK, members) } else { Duration::ZERO };
        let patience = Patience { look, nap: nap.unwrap_or(LONGEST).min(LONGEST) };
        let (_, first, found) = Self::layout(members);
        Self { shared, first, found, members, own, patience }
    }

    /// Records the identity of this member's process. Must be called before any other member waits for it.
    #[must_use]
    pub fn entered(self, identity: Identity) -> Self {
        let words = self.words(self.own);
        words.number.store(identity.number, SeqCst);
        words.started.store(identity.started, SeqCst);
        self
    }

    /// Closes the descriptor by which other processes open the memory. Called after all have opened it.
    #[cfg(not(all(loom, test)))]
    pub fn close(&mut self) {
        self.shared.close();
    }

    fn head(&self) -> &Head {
        // SAFETY: `new` has checked the length, so the head is mapped as long as `self.shared` is; a mapping begins on
        // a page, so the head is aligned. All fields are atomic, and valid whatever other processes have written into
        // them.
        unsafe { &*self.shared.start().cast::<Head>() }
    }

    fn words(&self, member: usize) -> &Words {
        assert!(member < self.members, "there are {} members", self.members);
        // SAFETY: `new` has checked that the words of all members are mapped as long as `self.shared` is, and the line
        // above that the member exists; `layout` aligns them. They are atomic, and valid whatever other processes have
        // written.
        unsafe { &*self.shared.start().wrapping_add(self.first).cast::<Words>().wrapping_add(member) }
    }

    /// Waits for all members, sleeping. After each sleep it calls `meanwhile`, whose error ends the wait.
    ///
    /// # Errors
    /// A member is dead, or `meanwhile` fails.
    pub fn barrier<E>(&self, meanwhile: impl FnMut() -> Result<(), E>) -> Result<(), Interrupted<E>> {
        let own = self.words(self.own);
        let number = own.barriers.load(SeqCst).wrapping_add(1);
        // In this order: a member that dies between the two is missing in this barrier or in the next one.
        let arrived = self.head().arrived.fetch_add(1, SeqCst).wrapping_add(1);
        own.barriers.store(number, SeqCst);
        let last = number.wrapping_mul(self.members as u32);
        let bell = &self.head().barrier[number as usize % 2];
        if arrived == last {
            bell.ring_some();
            return Ok(());
        }
        let missing = |member: &usize| !reached(self.words(*member).barriers.load(SeqCst), number);
        let all_are_here = || reached(self.head().arrived.load(SeqCst), last);
        self.wait(bell, None, all_are_here, || (0..self.members).filter(missing).collect(), meanwhile)
    }

    /// Returns the phase that this member has begun and not ended.
    pub fn open_phase(&self) -> Option<u32> {
        let own = self.words(self.own);
        let begun = own.begun.load(SeqCst);
        (begun != own.ended.load(SeqCst)).then_some(begun)
    }

    /// Begins the next phase: publishes it, wakes the members that have waited for this one only, and waits for the
    /// members that this one awaits. `wanted` distinguishes one phase from another.
    ///
    /// # Errors
    /// The phase is refused, a member is dead, or `meanwhile` fails. The phase is then over for this member.
    pub fn begin<E>(
        &self,
        wanted: u32,
        part: &PhasePart,
        meanwhile: impl FnMut() -> Result<(), E>,
    ) -> Result<(), Interrupted<E>> {
        let phase = self.words(self.own).begun.load(SeqCst).wrapping_add(1);
        let agreed = self.agree(phase, wanted).map_err(Interrupted::Refused);
        let result = agreed.and_then(|()| self.arrive(phase, part, meanwhile));
        if result.is_err() {
            self.pass(phase);
            self.settle(phase, &result);
        }
        result
    }

    /// Refuses the next phase, or the one that this member is in: all members of the node get the error.
    pub fn refuse(&self, class: u16) {
        let next = self.words(self.own).begun.load(SeqCst).wrapping_add(1);
        let open = self.open_phase();
        let refusal = Refusal { member: self.own, class: Some(class) };
        self.say(open.unwrap_or(next), |_| Some(Said::Refused(refusal)));
        self.ring_everywhere();
        if open.is_none() {
            self.pass(next);
        }
    }

    /// Refuses the next phase, in which this member has no part, because it has ended a phase without a begin. In a
    /// phase this is [`refuse`](Self::refuse).
    pub fn stray(&self, class: u16) {
        if self.open_phase().is_none() {
            let own = self.words(self.own);
            own.strayed.store(own.begun.load(SeqCst).wrapping_add(1), SeqCst);
        }
        self.refuse(class);
    }

    /// Returns the refusal for which this member's begin of a phase was meant: the member has strayed into the phase
    /// after that one, and no other member has reached it.
    fn alone_in(&self, phase: u32) -> Option<Refusal> {
        let before = phase.wrapping_sub(1);
        let has_strayed = |member| self.words(member).strayed.load(SeqCst) == before;
        if before == 0 || !has_strayed(self.own) {
            return None;
        }
        let others = || (0..self.members).filter(|&member| !has_strayed(member));
        let begun = |member| self.words(member).begun.load(SeqCst);
        let are_before = others().any(|member| begun(member) == before);
        let is_left = are_before && !others().any(|member| reached(begun(member), phase));
        self.refusal(before).filter(|_| is_left)
    }

    /// After a phase: sets this member to the phase of the others. A member that was alone in the phase has not begun
    /// it.
    fn settle<E>(&self, phase: u32, result: &Result<(), Interrupted<E>>) {
        let own = self.words(self.own);
        let was_alone = matches!(result, Err(Interrupted::Refused(_))) && self.refusal(phase).is_none();
        if was_alone {
            let before = phase.wrapping_sub(1);
            let forgotten = u64::from(phase.wrapping_sub(REMEMBERED as u32)) << 32;
            self.phase_word(phase).store(forgotten, SeqCst);
            self.pass(before);
        }
        own.strayed.store(0, SeqCst);
    }

    fn arrive<E>(
        &self,
        phase: u32,
        part: &PhasePart,
        meanwhile: impl FnMut() -> Result<(), E>,
    ) -> Result<(), Interrupted<E>> {
        self.words(self.own).begun.store(phase, SeqCst);
        let missing = |member: &usize| !reached(self.words(*member).begun.load(SeqCst), phase);
        if part.all {
            return self.wait_for_all(&self.head().begun, phase, missing, meanwhile);
        }
        for (member, _) in part.completes.iter().filter(|(_, awaited)| !awaited.iter().any(&missing)) {
            self.words(*member).complete.ring();
        }
        let complete = || !part.awaits.iter().any(&missing);
        let missing = || part.awaits.iter().copied().filter(missing).collect();
        self.wait(&self.words(self.own).complete, Some(phase), complete, missing, meanwhile)
    }

    /// Ends the phase, and waits for the members for whose end this member waits.
    ///
    /// # Errors
    /// The phase is refused, a member is dead, or `meanwhile` fails. The phase is over for this member nevertheless.
    pub fn end<E>(&self, part: &PhasePart, meanwhile: impl FnMut() -> Result<(), E>) -> Result<(), Interrupted<E>> {
        let phase = self.words(self.own).begun.load(SeqCst);
        let result = self.depart(phase, part, meanwhile);
        self.settle(phase, &result);
        result
    }

    fn depart<E>(
        &self,
        phase: u32,
        part: &PhasePart,
        mut meanwhile: impl FnMut() -> Result<(), E>,
    ) -> Result<(), Interrupted<E>> {
        let own = self.words(self.own);
        own.ended.store(phase, SeqCst);
        // All of them: a member that is ahead may sleep here for the next phase, and would wake no other.
        own.end.ring();
        let missing = |member: &usize| !reached(self.words(*member).ended.load(SeqCst), phase);
        if part.all {
            self.wait_for_all(&self.head().ended, phase, missing, meanwhile)?;
        } else {
            for member in &part.until {
                let bell = &self.words(*member).end;
                let one = || if missing(member) { vec![*member] } else { vec![] };
                self.wait(bell, Some(phase), || !missing(member), one, &mut meanwhile)?;
            }
        }
        self.refusal(phase).map_or(Ok(()), |refusal| Err(Interrupted::Refused(refusal)))
    }

    /// Records that this process calls `MPI_Finalize`, and waits and works no more. Wakes all members. Returns whether
    /// it was in a phase, which is then over.
    pub fn leave(&self) -> bool {
        let open = self.open_phase();
        self.words(self.own).gone.store(1, SeqCst);
        if let Some(phase) = open {
            self.pass(phase);
        }
        self.ring_everywhere();
        open.is_some()
    }

    /// Records that this member has begun and ended a phase, so that no member waits for it there.
    fn pass(&self, phase: u32) {
        let own = self.words(self.own);
        own.begun.store(phase, SeqCst);
        own.ended.store(phase, SeqCst);
        self.ring_everywhere();
    }

    fn ring_everywhere(&self) {
        let head = self.head();
        head.begun.ring();
        head.ended.ring();
        head.barrier.iter().for_each(Bell::ring);
        for member in 0..self.members {
            self.words(member).complete.ring();
            self.words(member).end.ring();
        }
    }

    /// Waits until no member is `missing` in a phase. The last one rings.
    fn wait_for_all<E>(
        &self,
        bell: &Bell,
        phase: u32,
        missing: impl Fn(&usize) -> bool,
        meanwhile: impl FnMut() -> Result<(), E>,
    ) -> Result<(), Interrupted<E>> {
        let all = || !(0..self.members).any(|member| missing(&member));
        if all() {
            bell.ring_some();
        }
        self.wait(bell, Some(phase), all, || (0..self.members).filter(&missing).collect(), meanwhile)
    }

    /// Waits until `done`, or until the phase is refused or a member of `missing` is dead. A member that has refused a
    /// phase counts as having reached it: so the refusal is checked first.
    fn wait<E>(
        &self,
        bell: &Bell,
        phase: Option<u32>,
        done: impl Fn() -> bool,
        missing: impl Fn() -> Vec<usize>,
        mut meanwhile: impl FnMut() -> Result<(), E>,
    ) -> Result<(), Interrupted<E>> {
        let refused = || phase.and_then(|phase| self.refusal(phase));
        let mut slept = Duration::ZERO;
        bell.wait(
            self.patience,
            || done() || refused().is_some(),
            || {
                meanwhile().map_err(Interrupted::Meanwhile)?;
                slept += self.patience.nap;
                if slept < LONGEST {
                    return Ok(());
                }
                slept = Duration::ZERO;
                if let Some(refusal) = phase.and_then(|phase| self.alone_in(phase)) {
                    return Err(Interrupted::Refused(refusal));
                }
                let dead = missing().into_iter().find(|&member| !self.is_alive(member));
                // It may have ended after its part.
                dead.filter(|_| !done()).map_or(Ok(()), |member| Err(Interrupted::Dead(member)))
            },
        )?;
        refused().map_or(Ok(()), |refusal| Err(Interrupted::Refused(refusal)))
    }

    fn is_alive(&self, member: usize) -> bool {
        let words = self.words(member);
        let identity = Identity { number: words.number.load(SeqCst), started: words.started.load(SeqCst) };
        words.gone.load(SeqCst) == 0 && identity.is_alive()
    }

    /// Compares this member's request for a phase with that of the first member.
    fn agree(&self, phase: u32, wanted: u32) -> Result<(), Refusal> {
        let wanted = Said::Wanted(wanted & !Said::REFUSED);
        let differs = Refusal { member: self.own, class: None };
        let before = self.say(phase, |before| match before {
            None => Some(wanted),
            Some(Said::Wanted(_)) if before != Some(wanted) => Some(Said::Refused(differs)),
            _ => None,
        });
        match before {
            Some(Said::Refused(refusal)) => Err(refusal),
            Some(said) if said != wanted => Err(differs),
            _ => Ok(()),
        }
    }

    fn refusal(&self, phase: u32) -> Option<Refusal> {
        let word = self.phase_word(phase).load(SeqCst);
        match Said::decode(word as u32) {
            Said::Refused(refusal) if (word >> 32) as u32 == phase => Some(refusal),
            _ => None,
        }
    }

    fn phase_word(&self, phase: u32) -> &AtomicU64 {
        &self.head().phases.0[phase as usize % REMEMBERED]
    }

    /// Replaces the state of a phase by the result of `next`, and returns the old state: `None` if there was none. The
    /// state of a phase that is no longer stored does not change.
    fn say(&self, phase: u32, next: impl Fn(Option<Said>) -> Option<Said>) -> Option<Said> {
        let word = self.phase_word(phase);
        loop {
            let seen = word.load(SeqCst);
            let at = (seen >> 32) as u32;
            if at != phase && reached(at, phase) {
                return None;
            }
            let before = (at == phase).then(|| Said::decode(seen as u32));
            let Some(said) = next(before) else { return before };
            let new = u64::from(phase) << 32 | u64::from(said.encode());
            if word.compare_exchange(seen, new, SeqCst, SeqCst).is_ok() {
                return before;
            }
        }
    }
}
