// SPDX-License-Identifier: MIT OR Apache-2.0
//! The protocol of the slots under loom, which runs it in every order that its threads can take:
//! `RUSTFLAGS='--cfg loom' cargo test --profile quick -p hsplit-host --lib --target-dir build/loom node_memory::model`.
//!
//! The code that runs is the module above. Loom's atomics, a futex of loom's locks and memory of the heap stand for
//! those of the kernel. A sleep here has no time limit: a lost wake-up, which only delays a program, is a deadlock that
//! loom reports.
//!
//! Nothing else of the library has a model. What its threads share is behind locks of the standard library, or is a
//! number that every thread would compute alike (an address in `pmpi::symbol`, the settings in `capi::collectives`), a
//! number made once behind a lock (`pmpi::attribute`), a counter, or a flag that orders nothing. The tag of a channel
//! (`pmpi::channel`) is agreed by collective calls of the MPI, and a set behind a lock keeps two channels apart.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr;
use std::sync::Arc;
use std::time::Duration;

use loom::cell::UnsafeCell;
use loom::model::Builder;
use loom::sync::atomic::Ordering;
use loom::sync::{Condvar, Mutex};
use loom::thread;

use super::{Bell, HEAD, Head, NodeMemory, REGION, Slot, WINDOW};

/// An atomic number, all of whose accesses are SeqCst. Loom takes these for Acquire and Release, so that a load may
/// read an old value. A read-modify-write reads the newest one, so every access is made one, with the order of a plain
/// load or store.
macro_rules! atomic {
    ($name:ident, $number:ty) => {
        #[derive(Default)]
        pub struct $name {
            value: loom::sync::atomic::$name,
            #[allow(dead_code)]
            sleepers: (Mutex<()>, Condvar),
        }

        impl $name {
            pub fn load(&self, _: Ordering) -> $number {
                self.value.fetch_or(0, Ordering::Acquire)
            }

            pub fn store(&self, value: $number, _: Ordering) {
                self.value.swap(value, Ordering::Release);
            }

            #[allow(dead_code)]
            pub fn fetch_add(&self, value: $number, order: Ordering) -> $number {
                self.value.fetch_add(value, order)
            }

            #[allow(dead_code)]
            pub fn fetch_sub(&self, value: $number, order: Ordering) -> $number {
                self.value.fetch_sub(value, order)
            }
        }
    };
}
atomic!(AtomicU32, u32);
atomic!(AtomicU64, u64);

/// The kernel's futex: it compares and goes to sleep in one step.
pub mod futex {
    use super::{AtomicU32, Ordering};

    #[derive(Clone, Copy)]
    pub struct Flags;

    impl Flags {
        pub const fn empty() -> Self {
            Self
        }
    }

    #[allow(dead_code)]
    pub struct Timespec {
        pub tv_sec: i64,
        pub tv_nsec: i64,
    }

    pub fn wait(word: &AtomicU32, _: Flags, expected: u32, _: Option<&Timespec>) -> Result<(), ()> {
        let (lock, woken) = &word.sleepers;
        let asleep = lock.lock().unwrap();
        if word.load(Ordering::SeqCst) == expected {
            drop(woken.wait(asleep).unwrap());
        }
        Ok(())
    }

    pub fn wake(word: &AtomicU32, _: Flags, _: u32) -> Result<(), ()> {
        let (lock, woken) = &word.sleepers;
        let _asleep = lock.lock().unwrap();
        woken.notify_all();
        Ok(())
    }
}

/// Memory in which every region begins with a head.
#[derive(Debug)]
pub struct SharedMapping {
    start: *mut u8,
    processes: usize,
}

// SAFETY: heads are atomic, and the slots themselves are not touched.
unsafe impl Send for SharedMapping {}
// SAFETY: as above.
unsafe impl Sync for SharedMapping {}

impl SharedMapping {
    fn layout(processes: usize) -> Layout {
        Layout::from_size_align(NodeMemory::length(processes), HEAD).unwrap()
    }

    fn new(processes: usize) -> Self {
        // SAFETY: the length is not zero.
        let start = unsafe { alloc_zeroed(Self::layout(processes)) };
        let bell = || Bell { rung: AtomicU32::default(), sleepers: AtomicU32::default() };
        for process in 0..processes {
            let head = Head {
                written: bell(),
                read: bell(),
                wanted: AtomicU64::default(),
                stamps: Default::default(),
                readers: Default::default(),
            };
            // SAFETY: every region begins at a multiple of HEAD and is longer than a head.
            unsafe { ptr::write(start.wrapping_add(process * REGION).cast(), head) };
        }
        Self { start, processes }
    }

    pub fn start(&self) -> *mut u8 {
        self.start
    }

    pub fn length(&self) -> usize {
        NodeMemory::length(self.processes)
    }
}

impl Drop for SharedMapping {
    fn drop(&mut self) {
        for process in 0..self.processes {
            // SAFETY: `new` has written it.
            unsafe { ptr::drop_in_place(self.start.wrapping_add(process * REGION).cast::<Head>()) };
        }
        // SAFETY: it was allocated with this layout.
        unsafe { dealloc(self.start, Self::layout(self.processes)) };
    }
}

/// The memory of one writer, and the bytes of its slots, whose accesses loom holds against each other.
struct Node {
    memory: NodeMemory,
    slots: Vec<UnsafeCell<usize>>,
}

const LONG: Duration = Duration::from_millis(999);

impl Node {
    fn new() -> Arc<Self> {
        let memory = NodeMemory { shared: SharedMapping::new(1), processes: 1, look: Duration::ZERO };
        Arc::new(Self { memory, slots: (0..WINDOW).map(|_| UnsafeCell::new(usize::MAX)).collect() })
    }

    fn slot(segment: usize) -> Slot {
        Slot { writer: 0, call: 3, segment }
    }

    /// As `src/calls/collectives/packed.rs` writes and reads.
    fn write(&self, segments: usize, readers: usize) {
        for segment in 0..segments {
            while segment >= WINDOW && !self.memory.wait_until_read(Self::slot(segment - WINDOW), LONG) {}
            // SAFETY: loom looks for readers.
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
            // SAFETY: loom looks for the writer.
            self.slots[segment % WINDOW].with(|slot| assert_eq!(unsafe { *slot }, segment));
            self.memory.leave(Self::slot(segment));
        }
    }
}

/// All orders in which threads are taken off their processor this often against their will; `None`: as often as they
/// can be.
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
