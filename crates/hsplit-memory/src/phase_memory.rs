// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory in which the processes of a node meet: at a barrier, and where a phase begins and ends.
//!
//! Every member counts the barriers and the phases that it has come to, in a word of its own that only it writes. A
//! phase begins for a worker when the numbers of the owners of its processors have reached that of the phase, and ends
//! for a process when those of the other workers that hold its home have. Numbers only grow, so nothing is ever reset,
//! and a member that runs ahead delays no other. The process that completes what another one waits for wakes it.
//!
//! What the first arrival of a phase wants stands beside the number of the phase, for later ones to compare. Where one
//! wants something else, the phase is refused: all members of the node that look at it learn why.
//!
//! A member that ends a phase without having begun one refuses the next phase, and has no part in it: the others are
//! told where they begin it. Whether its own next begin is meant for that phase or for the one after it, only the
//! others show: where none of them comes to the later one for a second, it was meant for the phase that they were
//! refused, and counts as that.
//!
//! No process waits for ever for one that has died: sleeps end after a second at most, and then the waiter looks
//! whether the processes that it waits for live.

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

/// The mapping of a member. In the model all members share one.
#[cfg(all(loom, test))]
type Shared = std::sync::Arc<SharedMapping>;
#[cfg(not(all(loom, test)))]
type Shared = SharedMapping;

/// How many phases are remembered. A member that is further behind than this compares nothing.
const REMEMBERED: usize = 64;
/// The longest sleep before those that are waited for are looked at.
const LONGEST: Duration = Duration::from_secs(1);
/// How long a process looks before it sleeps, where each has a processor: a few messages between caches.
const LOOK: Duration = Duration::from_micros(2);

/// What all members share. All zero at first.
#[repr(C, align(64))]
#[derive(Default)]
struct Head {
    /// How many arrivals there were at all barriers together.
    arrived: AtomicU32,
    /// Ring when the last member has come to a barrier; barriers take turns.
    barrier: [Bell; 2],
    /// Rings when all have begun a phase, where they wait for all.
    begun: Bell,
    /// Rings when all have ended it.
    ended: Bell,
    /// The last exchange that any member has come to.
    exchanges: AtomicU32,
    /// What is said of the last phases: see [`Said`].
    phases: Phases,
    /// What the node has lost in them, by name: see [`Lost`].
    lost: Phases,
}

#[repr(C)]
struct Phases([AtomicU64; REMEMBERED]);

impl Default for Phases {
    fn default() -> Self {
        Self(std::array::from_fn(|_| AtomicU64::default()))
    }
}

/// What a member alone writes. All zero at first.
#[repr(C, align(64))]
#[derive(Default)]
struct Words {
    number: AtomicU32,
    /// Not zero: the process has called `MPI_Finalize`.
    gone: AtomicU32,
    started: AtomicU64,
    /// The last barrier that it has come to.
    barriers: AtomicU32,
    /// The last phase that it has begun.
    begun: AtomicU32,
    /// The last phase that it has ended.
    ended: AtomicU32,
    /// The last exchange that it has come to.
    exchanges: AtomicU32,
    /// The phase that it has refused by an end without a begin, until it has begun and ended another one.
    strayed: AtomicU32,
    /// Rings for this member when those that its phase waits for have begun it.
    complete: Bell,
    /// Rings when this member has ended a phase.
    end: Bell,
}

/// Why a wait has ended without what it waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupted<E> {
    /// A member that is waited for is dead, or has called `MPI_Finalize`.
    Dead(usize),
    /// The phase is refused.
    Refused(Refusal),
    /// What the caller does meanwhile has failed.
    Meanwhile(E),
}

/// What a member has to do with others in a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhasePart {
    /// The members that its begin waits for: the owners of a worker's processors.
    pub awaits: Vec<usize>,
    /// The members whose begin waits for it, each with all that the other one awaits.
    pub completes: Vec<(usize, Vec<usize>)>,
    /// The members whose end its end waits for: the other workers that hold its home.
    pub until: Vec<usize>,
    /// Whether begin and end wait for all members instead.
    pub all: bool,
}

/// Whether a number that grows, and begins anew after the greatest, has come to another one.
fn reached(number: u32, other: u32) -> bool {
    number.wrapping_sub(other) as i32 >= 0
}

/// The memory, as one of its members sees it.
#[derive(Debug)]
pub struct PhaseMemory {
    shared: Shared,
    /// Where the words of the members begin.
    first: usize,
    /// Where what they have found begins.
    found: usize,
    members: usize,
    own: usize,
    patience: Patience,
}

impl PhaseMemory {
    /// The layout, and where the words of the members and what they have found begin.
    fn layout(members: usize) -> (Layout, usize, usize) {
        let of = |array: Result<Layout, LayoutError>| array.expect("a node has some members");
        let words = Layout::new::<Head>().extend(of(Layout::array::<Words>(members)));
        let (layout, first) = words.expect("a node has some members");
        let (layout, found) = layout.extend(of(Layout::array::<Found>(members))).expect("a node has some members");
        (layout, first, found)
    }

    /// The bytes of memory that `members` processes need.
    pub fn length(members: usize) -> usize {
        Self::layout(members).0.size()
    }

    /// Fresh memory of the [`length`](Self::length) for `members` processes, of which this is number `own`. It sleeps
    /// for `nap` at a time, and for a second at most. `looks`: each member has a core of its own.
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

    /// The memory, once it says which process this member is: before any other member waits for it.
    #[must_use]
    pub fn entered(self, identity: Identity) -> Self {
        let words = self.words(self.own);
        words.number.store(identity.number, SeqCst);
        words.started.store(identity.started, SeqCst);
        self
    }

    /// Closes the descriptor by which other processes find the memory, once all have.
    #[cfg(not(all(loom, test)))]
    pub fn close(&mut self) {
        self.shared.close();
    }

    fn head(&self) -> &Head {
        // SAFETY: `new` has checked the length, so that the head is mapped for as long as `self.shared` is; a mapping
        // begins on a page, so that the head is aligned. All fields are atomic, and valid whatever other processes have
        // written into them.
        unsafe { &*self.shared.start().cast::<Head>() }
    }

    fn words(&self, member: usize) -> &Words {
        assert!(member < self.members, "there are {} members", self.members);
        // SAFETY: `new` has checked that the words of all members are mapped, as long as `self.shared` is, and the line
        // above that there is this member; `layout` aligns them. They are atomic, and valid whatever other processes
        // have written.
        unsafe { &*self.shared.start().wrapping_add(self.first).cast::<Words>().wrapping_add(member) }
    }

    /// Waits for all members, asleep. After each sleep it calls `meanwhile`, whose error ends the wait.
    ///
    /// # Errors
    /// A member is dead; what `meanwhile` reports.
    pub fn barrier<E>(&self, meanwhile: impl FnMut() -> Result<(), E>) -> Result<(), Interrupted<E>> {
        let own = self.words(self.own);
        let number = own.barriers.load(SeqCst).wrapping_add(1);
        own.barriers.store(number, SeqCst);
        let arrived = self.head().arrived.fetch_add(1, SeqCst).wrapping_add(1);
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

    /// The phase that this member has begun, where it has not ended it.
    pub fn open_phase(&self) -> Option<u32> {
        let own = self.words(self.own);
        let begun = own.begun.load(SeqCst);
        (begun != own.ended.load(SeqCst)).then_some(begun)
    }

    /// Begins the next phase: says so, wakes those that have waited for this member alone, and waits for those that
    /// this member awaits. `wanted` tells one phase from another.
    ///
    /// # Errors
    /// The phase is refused; a member is dead; what `meanwhile` reports. The phase is over for this member then.
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

    /// Refuses the next phase, or the one that this member is in: all members of the node learn of it.
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

    /// Refuses the next phase, in which this member has no part: it ends one that it has not begun. In a phase this is
    /// [`refuse`](Self::refuse).
    pub fn stray(&self, class: u16) {
        if self.open_phase().is_none() {
            let own = self.words(self.own);
            own.strayed.store(own.begun.load(SeqCst).wrapping_add(1), SeqCst);
        }
        self.refuse(class);
    }

    /// The refusal that this member's begin of a phase was meant for: it has strayed into the phase after that one, and
    /// is alone there.
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

    /// After a phase: this member is where the others are. One that was alone in the phase has not begun it.
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

    /// Ends the phase, and waits for the members whose end this member waits for.
    ///
    /// # Errors
    /// The phase is refused; a member is dead; what `meanwhile` reports. The phase is over for this member even then.
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
        own.end.ring_some();
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

    /// Says that this process waits and works no more: it calls `MPI_Finalize`. Wakes all members. Returns
    /// whether it was in a phase, which is over then.
    pub fn leave(&self) -> bool {
        let open = self.open_phase();
        self.words(self.own).gone.store(1, SeqCst);
        if let Some(phase) = open {
            self.pass(phase);
        }
        self.ring_everywhere();
        open.is_some()
    }

    /// Says that this member has begun and ended a phase, so that no member waits for it there.
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

    /// Waits until `done`, or until the phase is refused or a member of `missing` is dead. What has refused a phase
    /// counts as having come to it: so that is looked at first.
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
                // It may have come to an end after its part.
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

    /// Compares what this member wants of a phase with what the first one does.
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

    /// Replaces what stands of a phase by what `next` makes of it, and returns what stood there: nothing where this is
    /// the first to say anything. Of a phase that is no longer remembered nothing is said.
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
