// SPDX-License-Identifier: MIT OR Apache-2.0
//! The protocol of the slots under loom (see [`crate::model`]), with the code of the parent module.
//!
//! The protocols of short messages and of phases have models, too, and so have the counters of hsplit-monitor. No other
//! code has one. Its threads share data behind locks of the standard library, or numbers that every thread would
//! compute alike (an address in `hsplit_mpi::symbol`, settings), a number made once behind a lock
//! (`hsplit_mpi::attribute`), a counter, or a flag that orders nothing. The tag of a channel (`hsplit_mpi::channel`) is
//! agreed by collective calls of the MPI, and a set behind a lock keeps two channels apart.

use std::alloc::Layout;
use std::sync::Arc;
use std::time::Duration;

use loom::cell::UnsafeCell;
use loom::model::Builder;
use loom::thread;

use super::{HEAD, Head, NodeMemory, REGION, Slot, WINDOW};
use crate::model::SharedMapping;

/// The addresses of the heads of all processes.
fn heads(start: *mut u8, length: usize) -> impl Iterator<Item = *mut Head> {
    (0..length / REGION).map(move |process| start.wrapping_add(process * REGION).cast())
}

/// The memory of `processes` processes. Every region begins with a head.
fn memory(processes: usize) -> SharedMapping {
    SharedMapping::new(
        Layout::from_size_align(NodeMemory::length(processes), HEAD).unwrap(),
        // SAFETY: every region begins at a multiple of HEAD and is longer than a head.
        |start, length| heads(start, length).for_each(|head| unsafe { head.write(Head::default()) }),
        // SAFETY: the line above has written it.
        |start, length| heads(start, length).for_each(|head| unsafe { head.drop_in_place() }),
    )
}

/// The memory of one writer, and the bytes of its slots, whose accesses loom checks for races.
struct Node {
    memory: NodeMemory,
    slots: Vec<UnsafeCell<usize>>,
}

const LONG: Duration = Duration::from_millis(999);

impl Node {
    fn new() -> Arc<Self> {
        let memory = NodeMemory { shared: Arc::new(memory(1)), processes: 1, look: Duration::ZERO };
        Arc::new(Self { memory, slots: (0..WINDOW).map(|_| UnsafeCell::new(usize::MAX)).collect() })
    }

    fn slot(segment: usize) -> Slot {
        Slot { writer: 0, call: 3, segment }
    }

    /// Writes and reads like `crates/hsplit-calls/src/collectives/packed.rs`.
    fn write(&self, segments: usize, readers: usize) {
        for segment in 0..segments {
            while segment >= WINDOW && !self.memory.wait_until_read(Self::slot(segment - WINDOW), LONG) {}
            // SAFETY: loom checks that there is no reader.
            self.slots[segment % WINDOW].with_mut(|slot| unsafe { *slot = segment });
            self.memory.publish(Self::slot(segment), readers, segment + 1 == segments);
        }
        for segment in segments.saturating_sub(WINDOW)..segments {
            while !self.memory.wait_until_read(Self::slot(segment), LONG) {}
        }
    }

    fn read(&self, segments: usize) {
        for segment in 0..segments {
            while !self.memory.wait_until_written(Self::slot(segment), LONG) {}
            // SAFETY: loom checks that there is no writer.
            self.slots[segment % WINDOW].with(|slot| assert_eq!(unsafe { *slot }, segment));
            self.memory.leave(Self::slot(segment));
        }
    }
}

/// Runs all orders in which threads are preempted at most this often; `None`: without this limit.
fn check(preemptions: Option<usize>, segments: usize, readers: usize) {
    let mut model = Builder::new();
    model.preemption_bound = preemptions;
    model.max_branches = 10_000;
    model.check(move || {
        let node = Node::new();
        let reading: Vec<_> = (0..readers)
            .map(|_| {
                let node = node.clone();
                thread::spawn(move || node.read(segments))
            })
            .collect();
        node.write(segments, readers);
        for reader in reading {
            reader.join().unwrap();
        }
    });
}

#[test]
fn one_segment_reaches_its_reader() {
    check(None, 1, 1);
}

#[test]
fn one_segment_reaches_two_readers() {
    check(Some(3), 1, 2);
}

#[test]
fn readers_sleep_through_part_of_a_batch() {
    check(Some(3), 3, 1);
}

#[test]
fn a_slot_is_written_again_when_all_have_read_it() {
    check(Some(2), WINDOW + 1, 1);
}
