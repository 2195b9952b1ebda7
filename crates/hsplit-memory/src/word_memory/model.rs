// SPDX-License-Identifier: MIT OR Apache-2.0
//! The protocol under loom (see [`crate::model`]), with two places for each member, so that few calls reuse one.

use std::convert::Infallible;
use std::sync::Arc;

use loom::cell::UnsafeCell as Cell;
use loom::model::Builder;
use loom::thread;

use super::*;

fn members_at(start: *mut u8, length: usize) -> impl Iterator<Item = *mut Member> {
    let first = WordMemory::layout(1).1;
    let count = (length - first) / (size_of::<Member>() + SLOTS);
    (0..count).map(move |member| start.wrapping_add(first).cast::<Member>().wrapping_add(member))
}

fn memory(members: usize) -> SharedMapping {
    let layout = Layout::from_size_align(WordMemory::length(members, SLOTS), 64).unwrap();
    SharedMapping::new(
        layout,
        |start, length| {
            // SAFETY: the layout begins with a head.
            unsafe { start.cast::<Head>().write(Head::default()) };
            // SAFETY: the members are at these addresses.
            members_at(start, length).for_each(|member| unsafe { member.write(Member::default()) });
        },
        |start, length| {
            // SAFETY: the first function has written both.
            unsafe { start.cast::<Head>().drop_in_place() };
            // SAFETY: the first function has written every member. They are dropped once, when no thread uses the
            // memory any more.
            members_at(start, length).for_each(|member| unsafe { member.drop_in_place() });
        },
    )
}

/// A member, and the data in the places of all, whose accesses loom checks for races.
struct Side {
    words: WordMemory,
    data: Arc<Vec<Cell<u64>>>,
}

fn nothing() -> Result<(), Infallible> {
    Ok(())
}

impl Side {
    fn place(&self, member: usize) -> &Cell<u64> {
        &self.data[member * WINDOW + self.words.call as usize % WINDOW]
    }

    fn write(&mut self, value: u64, awaited: Awaited, but: Option<usize>) {
        let Ok(_) = self.words.room(8, nothing);
        // SAFETY: loom checks that there is no reader.
        self.place(self.words.own).with_mut(|place| unsafe { *place = value });
        self.words.publish(awaited, but);
    }

    fn read(&self, member: usize) -> u64 {
        // SAFETY: loom checks that there is no writer.
        self.place(member).with(|place| unsafe { *place })
    }

    /// All publish, and all read all.
    fn all_to_all(&mut self) {
        self.words.begin(8);
        self.write(self.words.call, Awaited::WithAll, None);
        let Ok(()) = self.words.wait_for_all(false, nothing);
        for member in 0..self.words.members {
            assert_eq!(self.read(member), self.words.call);
        }
        self.words.end();
    }

    /// Member 0 waits for the others, and all wait for it.
    fn by_a_leader(&mut self) {
        self.words.begin(8);
        if self.words.own == 0 {
            let Ok(()) = self.words.wait_for_all(true, nothing);
            let sum = (1..self.words.members).map(|member| self.read(member)).sum();
            self.write(sum, Awaited::Alone, None);
        } else {
            self.write(7, Awaited::WithAll, Some(0));
            let Ok(()) = self.words.wait_for(0, nothing);
            assert_eq!(self.read(0), 7 * (self.words.members as u64 - 1));
        }
        self.words.end();
    }

    /// One writes for all others, and may be ahead of them.
    fn from(&mut self, writer: usize) {
        self.words.begin(8);
        if self.words.own == writer {
            self.write(self.words.call, Awaited::Alone, None);
        } else {
            let Ok(()) = self.words.wait_for(writer, nothing);
            assert_eq!(self.read(writer), self.words.call);
        }
        self.words.end();
    }
}

/// Runs each member in a thread of its own, in all orders in which threads are preempted at most this often.
fn check(members: usize, preemptions: usize, run: fn(&mut Side)) {
    let mut model = Builder::new();
    model.preemption_bound = Some(preemptions);
    model.max_branches = 20_000;
    model.check(move || {
        let shared = Arc::new(memory(members));
        let data: Arc<Vec<_>> = Arc::new((0..members * WINDOW).map(|_| Cell::new(u64::MAX)).collect());
        let side = |own| Side {
            words: WordMemory {
                shared: shared.clone(),
                places: WordMemory::places(0, members),
                members,
                own,
                most: SLOTS,
                look: Duration::ZERO,
                call: 0,
                longest: 0,
                written: 0,
                ended: 0,
                whole: 0,
            },
            data: data.clone(),
        };
        let others: Vec<_> = (1..members)
            .map(|own| {
                let mut side = side(own);
                thread::spawn(move || run(&mut side))
            })
            .collect();
        run(&mut side(0));
        others.into_iter().for_each(|other| other.join().unwrap());
    });
}

#[test]
fn two_exchange_words() {
    check(2, 2, |side| (0..3).for_each(|_| side.all_to_all()));
}

#[test]
fn three_exchange_words() {
    check(3, 1, |side| side.all_to_all());
}

#[test]
fn three_meet_at_a_leader() {
    check(3, 1, |side| side.by_a_leader());
}

#[test]
fn a_writer_is_ahead_of_its_reader() {
    check(2, 2, |side| (0..4).for_each(|_| side.from(0)));
}

#[test]
fn writers_change() {
    check(2, 2, |side| {
        side.from(0);
        side.from(1);
        side.by_a_leader();
        side.from(0);
    });
}
