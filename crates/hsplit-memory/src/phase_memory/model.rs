// SPDX-License-Identifier: MIT OR Apache-2.0
//! Barriers and phases under loom (see [`crate::model`]). Each process that is woken wakes one more here, so that a few
//! form a chain.

use std::convert::Infallible;
use std::sync::Arc;

use loom::model::Builder;
use loom::sync::atomic::AtomicUsize;
use loom::thread;

use super::*;
use hsplit_core::cpus::Cpus;

/// Returns the number of members of memory of this length.
fn members_of(length: usize) -> usize {
    (1..).find(|&members| PhaseMemory::length(members) >= length).unwrap()
}

/// The addresses of the words of all members.
fn words(start: *mut u8, length: usize) -> impl Iterator<Item = *mut Words> {
    let members = members_of(length);
    let first = PhaseMemory::layout(members).1;
    (0..members).map(move |member| start.wrapping_add(first).cast::<Words>().wrapping_add(member))
}

/// The addresses of the lost units of all members.
fn found(start: *mut u8, length: usize) -> impl Iterator<Item = *mut Found> {
    let members = members_of(length);
    let first = PhaseMemory::layout(members).2;
    (0..members).map(move |member| start.wrapping_add(first).cast::<Found>().wrapping_add(member))
}

fn memory(members: usize) -> SharedMapping {
    SharedMapping::new(
        PhaseMemory::layout(members).0,
        |start, length| {
            // SAFETY: the layout begins with a head.
            unsafe { start.cast::<Head>().write(Head::default()) };
            // SAFETY: the words of all members are at these addresses.
            words(start, length).for_each(|words| unsafe { words.write(Words::default()) });
            // SAFETY: their lost units are at these addresses.
            found(start, length).for_each(|found| unsafe { found.write(Found::default()) });
        },
        |start, length| {
            // SAFETY: the first function has written all three.
            unsafe { start.cast::<Head>().drop_in_place() };
            // SAFETY: the first function has written the words of every member. They are dropped once, when no thread
            // uses the memory any more.
            words(start, length).for_each(|words| unsafe { words.drop_in_place() });
            // SAFETY: as for the words.
            found(start, length).for_each(|found| unsafe { found.drop_in_place() });
        },
    )
}

/// Runs each member in a thread of its own, in all orders in which threads are preempted at most this often.
fn check(members: usize, preemptions: usize, member: fn(&PhaseMemory, &AtomicUsize)) {
    let mut model = Builder::new();
    model.preemption_bound = Some(preemptions);
    model.max_branches = 20_000;
    model.check(move || {
        // All members use one memory: the mapping of each is a share in it.
        let (shared, count) = (Arc::new(memory(members)), Arc::new(AtomicUsize::new(0)));
        let run = move |own: usize, shared: Arc<SharedMapping>, count: Arc<AtomicUsize>| {
            let patience = Patience { look: Duration::ZERO, nap: Duration::from_secs(3600) };
            let (_, first, found) = PhaseMemory::layout(members);
            member(&PhaseMemory { shared, first, found, members, own, patience }, &count);
        };
        let others: Vec<_> = (1..members)
            .map(|own| {
                let (shared, count) = (shared.clone(), count.clone());
                thread::spawn(move || run(own, shared, count))
            })
            .collect();
        run(0, shared, count);
        others.into_iter().for_each(|other| other.join().unwrap());
    });
}

fn nothing() -> Result<(), Infallible> {
    Ok(())
}

/// Member 0 works for all.
fn part(members: usize, own: usize) -> PhasePart {
    let awaits: Vec<usize> = (0..members).collect();
    if own == 0 {
        return PhasePart { awaits, ..PhasePart::default() };
    }
    PhasePart { completes: vec![(0, awaits)], until: vec![0], ..PhasePart::default() }
}

#[test]
fn two_meet_at_three_barriers() {
    check(2, 3, |memory, count| {
        for round in 1..=3 {
            count.fetch_add(1, SeqCst);
            memory.barrier(nothing).unwrap();
            assert!(count.load(SeqCst) >= 2 * round);
        }
    });
}

#[test]
fn three_wake_each_other_at_a_barrier() {
    check(3, 2, |memory, count| {
        count.fetch_add(1, SeqCst);
        memory.barrier(nothing).unwrap();
        assert_eq!(count.load(SeqCst), 3);
    });
}

#[test]
fn one_parks_for_two_phases() {
    check(2, 2, |memory, count| {
        for phase in 1..=2 {
            memory.begin(1, &part(2, memory.own), nothing).unwrap();
            if memory.own == 0 {
                count.fetch_add(1, SeqCst);
            }
            memory.end(&part(2, memory.own), nothing).unwrap();
            assert!(count.load(SeqCst) >= phase);
        }
    });
}

#[test]
fn two_park() {
    check(3, 1, |memory, count| {
        memory.begin(1, &part(3, memory.own), nothing).unwrap();
        if memory.own == 0 {
            count.fetch_add(1, SeqCst);
        }
        memory.end(&part(3, memory.own), nothing).unwrap();
        assert_eq!(count.load(SeqCst), 1);
    });
}

#[test]
fn all_wait_for_all() {
    check(2, 2, |memory, count| {
        let part = PhasePart { all: true, ..PhasePart::default() };
        for phase in 1..=2 {
            count.fetch_add(1, SeqCst);
            memory.begin(1, &part, nothing).unwrap();
            assert!(count.load(SeqCst) >= 2 * phase);
            memory.end(&part, nothing).unwrap();
        }
    });
}

#[test]
fn another_request_reaches_a_worker_that_sleeps() {
    check(2, 3, |memory, _| {
        let (own, part) = (memory.own, part(2, memory.own));
        let result = memory.begin(own as u32, &part, nothing);
        let ended = result.and_then(|()| memory.end(&part, nothing));
        assert!(matches!(ended, Err(Interrupted::Refused(Refusal { class: None, .. }))));
        assert_eq!(memory.open_phase(), None);
        memory.begin(5, &part, nothing).unwrap();
    });
}

#[test]
fn who_leaves_wakes_who_waits() {
    check(2, 3, |memory, _| {
        let part = part(2, memory.own);
        memory.begin(5, &part, nothing).unwrap();
        if memory.own == 0 {
            assert!(memory.leave());
        } else {
            memory.end(&part, nothing).unwrap();
        }
    });
}

#[test]
fn two_that_find_something_else_get_one_answer() {
    check(2, 3, |memory, answer| {
        let found = [5, 9][memory.own];
        let lost = memory.lost(&Lost::default(), || Cpus::from(found..found + 1));
        let unit = lost.units.first().unwrap() as usize;
        let other = answer.swap(unit, SeqCst);
        assert!(other == 0 || other == unit);
    });
}
