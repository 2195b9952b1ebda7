// SPDX-License-Identifier: MIT OR Apache-2.0
//! Slots of memory through which the processes of a node exchange data: one writes, several read, and nothing is copied
//! for each reader.
//!
//! Every process has [`WINDOW`] slots of its own in one memory file. A slot has a stamp, the number of a call and that
//! of a segment, and a count of the readers that have not read it yet; it may be overwritten when the count is zero.
//! Writers and readers of a call have computed its segments before, so nothing else is exchanged. A process that has no
//! other work sleeps on a word of that memory (a futex), so that processes that share a core do not take it from the
//! working one.

use std::sync::Arc;
use std::sync::atomic::Ordering;
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::time::{Duration, Instant};

#[cfg(not(all(loom, test)))]
use crate::memory_file::SharedMapping;
#[cfg(all(loom, test))]
use crate::model::{AtomicU32, AtomicU64, SharedMapping};
use crate::sleep::{Bell, look_time};

#[cfg(all(loom, test))]
mod model;

/// Number of segments of a flow that are pending at a time: enough for links whose delay is that of several segments.
pub const WINDOW: usize = 8;
/// Bytes of a slot, and therefore of the longest segment.
pub const SLOT: usize = 64 << 10;
/// Bytes of a [`Head`], which precedes the slots, on a page of its own.
const HEAD: usize = 4096;
/// Bytes of one process: its head and its slots.
const REGION: usize = HEAD + WINDOW * SLOT;
/// Number of segments after which a writer wakes its readers, in addition to the end: a wake-up takes longer than
/// reading a segment.
const BATCH: usize = WINDOW / 2;
/// Time of polling before a process sleeps, if every process has a processor: the time of a few messages.
const LOOK: Duration = Duration::from_micros(50);

/// Bytes that are copied at a time: the C library copies longer intervals with one instruction, which on AMD's
/// processors takes fifteen times as long if the target begins 1 to 31 bytes after the source, modulo the page size.
/// Slots begin on pages, and memory of `malloc` 16 bytes after one.
const PIECE: usize = 2048;

/// Copies `length` bytes.
///
/// # Safety
/// `from` may be read and `to` written for `length` bytes, no other thread or process writes either meanwhile, and they
/// do not overlap.
pub unsafe fn copy(from: *const u8, to: *mut u8, length: usize) {
    for start in (0..length).step_by(PIECE) {
        // SAFETY: `start` is less than `length`, and the copied block ends there at the latest: it is part of the
        // intervals of this function's contract.
        unsafe { std::ptr::copy_nonoverlapping(from.add(start), to.add(start), PIECE.min(length - start)) };
    }
}

/// The state of a process's slots. All zero initially.
#[repr(C)]
#[derive(Default)]
struct Head {
    /// Rings when slots have been written.
    written: Bell,
    /// Rings when all readers have read the slot for which its writer waits.
    read: Bell,
    /// The stamp of that slot.
    wanted: AtomicU64,
    stamps: [AtomicU64; WINDOW],
    readers: [AtomicU32; WINDOW],
}

const _: () = assert!(size_of::<Head>() <= HEAD && REGION % HEAD == 0);

/// A slot of a writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The index of the process that writes it.
    pub writer: usize,
    /// The number of the call, the same at all processes.
    pub call: u32,
    /// The segment; segments use the slots of a process in turn.
    pub segment: usize,
}

impl Slot {
    fn number(self) -> usize {
        self.segment % WINDOW
    }

    /// Never 0, the stamp of a slot that was never written.
    fn stamp(self) -> u64 {
        u64::from(self.call) << 32 | (self.segment as u64 + 1) & u64::from(u32::MAX)
    }
}

/// The slots of all processes.
#[derive(Debug)]
pub struct NodeMemory {
    shared: Arc<SharedMapping>,
    processes: usize,
    look: Duration,
}

impl NodeMemory {
    /// Returns the bytes of memory that `processes` processes need.
    pub fn length(processes: usize) -> usize {
        processes * REGION
    }

    /// Creates the slots of `processes` processes in fresh memory that begins with the [`length`](Self::length) for
    /// them.
    ///
    /// # Panics
    /// If the memory is shorter.
    pub fn new(shared: Arc<SharedMapping>, processes: usize) -> Self {
        assert!(shared.length() >= Self::length(processes), "the memory is too short for {processes} processes");
        Self { shared, processes, look: look_time(LOOK, processes) }
    }

    fn region(&self, process: usize) -> *mut u8 {
        assert!(process < self.processes, "there are {} processes", self.processes);
        self.shared.start().wrapping_add(process * REGION)
    }

    fn head(&self, process: usize) -> &Head {
        // SAFETY: `region` has checked the number and `new` the length, so the whole region is mapped as long as
        // `self.shared` is; a mapping begins on a page and REGION is a multiple of HEAD, so the head is aligned. All
        // fields are atomic, and valid whatever other processes have written into them.
        unsafe { &*self.region(process).cast::<Head>() }
    }

    /// Returns the address of a slot's [`SLOT`] bytes. Only the writer may use them until it publishes them, then only
    /// the readers until all of them have left.
    pub fn place(&self, slot: Slot) -> *mut u8 {
        self.region(slot.writer).wrapping_add(HEAD + slot.number() * SLOT)
    }

    /// Publishes a slot for this number of readers. `is_last`: no further slot follows for now.
    pub fn publish(&self, slot: Slot, readers: usize, is_last: bool) {
        let head = self.head(slot.writer);
        head.readers[slot.number()].store(readers as u32, Ordering::SeqCst);
        head.stamps[slot.number()].store(slot.stamp(), Ordering::SeqCst);
        if is_last || (slot.segment + 1) % BATCH == 0 {
            head.written.ring();
        }
    }

    /// True if the slot has been written.
    pub fn is_written(&self, slot: Slot) -> bool {
        self.head(slot.writer).stamps[slot.number()].load(Ordering::SeqCst) == slot.stamp()
    }

    /// Records that this process has read the slot.
    pub fn leave(&self, slot: Slot) {
        let head = self.head(slot.writer);
        if head.readers[slot.number()].fetch_sub(1, Ordering::SeqCst) == 1
            && head.wanted.load(Ordering::SeqCst) == slot.stamp()
        {
            head.read.ring();
        }
        if self.look.is_zero() {
            // A rank that sends to other nodes must get the processor between the copies of the readers: all ranks of
            // those nodes wait for its data.
            std::thread::yield_now();
        }
    }

    /// True if all readers have read the slot.
    pub fn is_read(&self, slot: Slot) -> bool {
        self.head(slot.writer).readers[slot.number()].load(Ordering::SeqCst) == 0
    }

    /// Waits at most about `most` for a slot to be written, and returns whether it has been.
    pub fn wait_until_written(&self, slot: Slot, most: Duration) -> bool {
        self.wait(&self.head(slot.writer).written, most, || self.is_written(slot))
    }

    /// Waits at most about `most` for a slot of this process to be read, and returns whether it has been.
    pub fn wait_until_read(&self, slot: Slot, most: Duration) -> bool {
        let head = self.head(slot.writer);
        head.wanted.store(slot.stamp(), Ordering::SeqCst);
        self.wait(&head.read, most, || self.is_read(slot))
    }

    fn wait(&self, bell: &Bell, most: Duration, done: impl Fn() -> bool) -> bool {
        let begin = Instant::now();
        while begin.elapsed() < self.look {
            if done() {
                return true;
            }
            std::thread::yield_now();
        }
        bell.sleep_unless(&done, most);
        done()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const NAP: Duration = Duration::from_millis(1);

    fn memory(processes: usize) -> NodeMemory {
        let shared = SharedMapping::create("hsplit-test", NodeMemory::length(processes)).unwrap();
        NodeMemory::new(Arc::new(shared), processes)
    }

    #[test]
    fn slots_are_apart_and_take_turns() {
        let memory = memory(2);
        let place =
            |writer, segment| memory.place(Slot { writer, call: 1, segment }) as usize - memory.shared.start() as usize;
        assert_eq!([place(0, 0), place(0, 1), place(0, WINDOW), place(1, 0)], [HEAD, HEAD + SLOT, HEAD, REGION + HEAD]);
        assert_eq!(place(1, WINDOW - 1) + SLOT, NodeMemory::length(2));
    }

    #[test]
    fn pieces_are_the_whole() {
        let from: Vec<u8> = (0..3 * PIECE + 5).map(|at| (at % 251) as u8).collect();
        for length in [0, 1, PIECE, PIECE + 1, from.len()] {
            let mut to = vec![255; from.len() + 1];
            // SAFETY: both vectors have at least `from.len()` bytes, and are different allocations.
            unsafe { copy(from.as_ptr(), to.as_mut_ptr(), length) };
            assert_eq!((&to[..length], to[length]), (&from[..length], 255));
        }
    }

    #[test]
    fn a_stamp_is_of_one_call_and_segment() {
        let memory = memory(1);
        let slot = Slot { writer: 0, call: 0, segment: 3 };
        assert!(!memory.is_written(Slot { segment: 0, ..slot }) && memory.is_read(slot));
        memory.publish(slot, 2, true);
        let others = [Slot { call: 1, ..slot }, Slot { segment: 3 + WINDOW, ..slot }];
        assert!(memory.is_written(slot) && !others.into_iter().any(|other| memory.is_written(other)));
        memory.leave(slot);
        assert!(!memory.is_read(slot) && !memory.wait_until_read(slot, NAP));
        memory.leave(slot);
        assert!(memory.is_read(slot) && memory.wait_until_read(slot, NAP) && memory.wait_until_written(slot, NAP));
    }

    #[test]
    fn everybody_reads_everything_in_order() {
        const SEGMENTS: usize = 2000;
        const READERS: usize = 3;
        let memory = Arc::new(memory(1));
        let slot = |segment| Slot { writer: 0, call: 7, segment };
        std::thread::scope(|scope| {
            for _ in 0..READERS {
                scope.spawn(|| {
                    for segment in 0..SEGMENTS {
                        let start = Instant::now();
                        while !memory.wait_until_written(slot(segment), NAP) {
                            assert!(start.elapsed() < Duration::from_secs(20), "no rank writes segment {segment}");
                        }
                        // SAFETY: `wait_until_written` has returned true: the slot is published for this reader, and
                        // the writer below waits for all readers to leave before it writes there again.
                        assert_eq!(unsafe { memory.place(slot(segment)).cast::<usize>().read_volatile() }, segment);
                        memory.leave(slot(segment));
                    }
                });
            }
            for segment in 0..SEGMENTS {
                let start = Instant::now();
                while segment >= WINDOW && !memory.wait_until_read(slot(segment - WINDOW), NAP) {
                    assert!(start.elapsed() < Duration::from_secs(20), "no rank reads segment {segment}");
                }
                // SAFETY: the slot was never published, or `wait_until_read` has returned true for its last segment: no
                // reader accesses it before it is published.
                unsafe { memory.place(slot(segment)).cast::<usize>().write_volatile(segment) };
                memory.publish(slot(segment), READERS, segment + 1 == SEGMENTS);
            }
        });
    }
}
