// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calls that are known to be native, by their arguments.
//!
//! Between two collective calls a program computes, and nothing of the library is in the caches of the processor any
//! more: a decision that takes 0.2 us in a loop then takes 7 us. A call that is known to be native reads two cache
//! lines of data here, and makes no decision.
//!
//! A call is stored only if its arguments cannot change their meaning: predefined datatypes and operations, and a
//! communicator whose hierarchy says when it ends ([`forget`]). Equal arguments then give equal [`Common`] values, so
//! that all ranks still decide alike: the table only saves the decision.
//!
//! [`Common`]: super::Common

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};

use mpi_sys::{MPI_Comm, MPI_Datatype, MPI_Op};

use super::{Call, Data};
use crate::active;
use hsplit_collectives::Operation;
use hsplit_mpi::datatype::{Layout, size_for_ever};
use hsplit_mpi::handle::number;
use hsplit_mpi::raw::Count;
use hsplit_mpi::{attribute, constants, operation};

/// The arguments of a call that decide on its route.
#[derive(Clone, Copy)]
pub struct DecidingArguments {
    /// The communicator.
    pub comm: MPI_Comm,
    /// First the data whose datatype is significant at this rank. The datatype of the other data may be no datatype.
    pub data: [Option<(MPI_Datatype, Count)>; 2],
    /// The operation of a reduction.
    pub op: Option<MPI_Op>,
    /// The root, or 0.
    pub root: i32,
}

impl DecidingArguments {
    /// A call on which only the communicator decides.
    pub fn of(comm: MPI_Comm) -> Self {
        Self { comm, data: [None; 2], op: None, root: 0 }
    }

    /// The same call, with data.
    pub fn with(self, significant: &Data, other: Option<&Data>) -> Self {
        let of = |data: &Data| (data.datatype, data.count);
        Self { data: [Some(of(significant)), other.map(of)], ..self }
    }

    /// True if the handles of these datatypes and this operation keep their meaning as long as the program runs.
    fn are_lasting(&self) -> bool {
        let [significant, other] = self.data.map(|data| data.map(|(datatype, _)| datatype));
        let Some(significant) = significant else { return true };
        // (The layout is stored, and the operation of a reduction with it at the next call.)
        let is_predefined = |datatype| size_for_ever(datatype).is_some() && Layout::of(datatype).is_ok();
        let is_lasting = |datatype: MPI_Datatype| {
            let is_other = [significant, constants::datatype_null()].map(number).contains(&number(datatype));
            is_other || Layout::known(datatype).is_some()
        };
        (Layout::known(significant).is_some() || is_predefined(significant))
            && other.is_none_or(is_lasting)
            && self.op.is_none_or(|op| operation::known(op, significant).is_some())
    }

    /// Returns the numbers that identify a call. The first one is never 0.
    #[inline]
    fn words(&self, operation: Operation) -> Words {
        let [own, all] =
            self.data.map(|data| data.map_or([0; 2], |(datatype, count)| [number(datatype) as u64, count as u64]));
        let first = u64::from(self.root as u32) << 32 | (operation as u64 + 1);
        [first, number(self.comm) as u64, own[0], own[1], all[0], all[1], self.op.map_or(0, |op| number(op) as u64)]
    }
}

type Words = [u64; 7];

/// The number of entries. A call replaces the one in its place.
const PLACES: usize = 64;

/// An entry: one cache line.
#[repr(align(64))]
struct Place {
    /// The age of the entry, and the number of changes of the place: odd while a thread writes it.
    state: AtomicU64,
    words: [AtomicU64; 7],
}

static TABLE: [Place; PLACES] = [const { Place::EMPTY }; PLACES];

/// The state that every call reads: one cache line.
#[repr(align(64))]
struct State {
    /// Entries of another age are not valid.
    age: AtomicU32,
    /// The operations that ever had an entry of each scope: a bit for each.
    operations: [AtomicU32; 2],
}

static STATE: State = State { age: AtomicU32::new(1), operations: [AtomicU32::new(0), AtomicU32::new(0)] };

/// Removes all entries, and those of [`last`](super::last) in all threads. Called when a communicator's hierarchy ends,
/// and when calls may take other routes.
pub fn forget() {
    STATE.age.fetch_add(1, Ordering::AcqRel);
}

/// The age of entries for calls that are decided now.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Age(u32);

impl Age {
    /// The current one.
    pub fn now() -> Self {
        Self(STATE.age.load(Ordering::Acquire))
    }
}

/// True if a call with these arguments is known to be native. One function for all names of a call.
#[inline(never)]
pub fn is_known<C: Call>(call: &dyn Fn() -> C) -> bool {
    let has = |scope| STATE.operations[scope as usize].load(Ordering::Relaxed) & active::of(C::OPERATION) != 0;
    let [of_communicator, of_every] = [Scope::Communicator, Scope::Every].map(has);
    if !of_communicator && !of_every {
        return false;
    }
    let Some(words) = call().deciding_arguments().map(|arguments| arguments.words(C::OPERATION)) else { return false };
    of_communicator && find(&words) || of_every && find(&on_every_communicator(words))
}

impl Place {
    #[allow(clippy::declare_interior_mutable_const, reason = "the initial value of each place")]
    const EMPTY: Self = Self { state: AtomicU64::new(0), words: [const { AtomicU64::new(0) }; 7] };

    #[inline]
    fn has(&self, words: &Words, age: u32) -> bool {
        let state = self.state.load(Ordering::Acquire);
        let is_same = (state >> 32) as u32 == age
            && state % 2 == 0
            && self.words.iter().zip(words).all(|(stored, word)| stored.load(Ordering::Relaxed) == *word);
        fence(Ordering::Acquire);
        is_same && self.state.load(Ordering::Relaxed) == state
    }

    /// If another thread writes the place, nothing is stored: the next such call is decided once more.
    fn put(&self, words: &Words, age: u32) {
        let before = self.state.load(Ordering::Relaxed);
        let after = u64::from(age) << 32 | u64::from((before as u32).wrapping_add(2));
        let is_ours = before % 2 == 0
            && self.state.compare_exchange(before, before + 1, Ordering::Acquire, Ordering::Relaxed).is_ok();
        if is_ours {
            fence(Ordering::Release);
            self.words.iter().zip(words).for_each(|(stored, word)| stored.store(*word, Ordering::Relaxed));
            self.state.store(after, Ordering::Release);
        }
    }
}

#[inline]
fn find(words: &Words) -> bool {
    TABLE[place_of(words)].has(words, STATE.age.load(Ordering::Acquire))
}

/// The calls for which a decision holds: those with equal arguments on the same communicator, which has a hierarchy, or
/// on every communicator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// On the same one.
    Communicator,
    /// On every one.
    Every,
}

/// Stores a call that was decided at this age to be native.
pub fn keep<C: Call>(call: &C, scope: Scope, age: Age) {
    let Some(arguments) = call.deciding_arguments() else { return };
    // A communicator that this thread is freeing has a hierarchy that ends after its handle.
    if arguments.are_lasting() && !attribute::is_freeing() {
        let words = arguments.words(C::OPERATION);
        let words = if scope == Scope::Every { on_every_communicator(words) } else { words };
        TABLE[place_of(&words)].put(&words, age.0);
        STATE.operations[scope as usize].fetch_or(active::of(C::OPERATION), Ordering::Relaxed);
    }
}

#[inline]
fn on_every_communicator([first, _, rest @ ..]: Words) -> Words {
    let [own, own_count, all, all_count, op] = rest;
    [first, 0, own, own_count, all, all_count, op]
}

#[inline]
fn place_of(words: &Words) -> usize {
    // Handles are numbers that differ in few bits, or addresses.
    let mix = |mixed: u64, word: &u64| (mixed.rotate_left(7) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (words.iter().fold(0, mix) >> 58) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_end_when_a_hierarchy_ends() {
        let (call, store) = (
            |number: u64| [1, number, 3, 4, 0, 0, 0],
            |words: &Words, Age(age)| {
                TABLE[place_of(words)].put(words, age);
            },
        );
        let age = Age::now();
        assert!(!find(&call(1)));
        store(&call(1), age);
        assert!(find(&call(1)) && !find(&call(2)));
        forget();
        assert!(!find(&call(1)));
        // Decided before the hierarchy ended.
        store(&call(1), age);
        assert!(!find(&call(1)));
        store(&call(1), Age::now());
        assert!(find(&call(1)));
    }

    #[test]
    fn no_thread_reads_half_an_entry() {
        const ROUNDS: usize = 200_000;
        let place = Place::EMPTY;
        let (one, other) = ([1; 7], [2; 7]);
        // The first words of either, and the last ones of the other.
        let mixed = |first: u64, last: u64, at: usize| std::array::from_fn(|word| if word < at { first } else { last });
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| (0..ROUNDS).for_each(|round| place.put(if round % 2 == 0 { &one } else { &other }, 1)));
            }
            for round in 0..ROUNDS {
                let at = 1 + round % 6;
                assert!(!place.has(&mixed(1, 2, at), 1) && !place.has(&mixed(2, 1, at), 1));
            }
        });
        assert!(place.has(&one, 1) || place.has(&other, 1));
        assert!(!place.has(&one, 2));
    }
}
