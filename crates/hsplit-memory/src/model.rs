// SPDX-License-Identifier: MIT OR Apache-2.0
//! Replacements under loom for the kernel and for shared memory. Loom runs a protocol in every possible order of its
//! threads: `RUSTFLAGS='--cfg loom' cargo test --profile quick -p hsplit-memory --lib --target-dir build/loom model`.
//!
//! Loom's atomics, a futex made of loom's locks, and heap memory replace those of the kernel. A sleep has no time limit
//! here: a lost wake-up, which only delays a program, is a deadlock that loom reports.

use std::alloc::{Layout, alloc_zeroed, dealloc};

use loom::sync::atomic::Ordering;
use loom::sync::{Condvar, Mutex};

/// An atomic number with SeqCst accesses only. Loom treats these as Acquire and Release, so that a load may return an
/// old value. A read-modify-write reads the newest one, so every access is made one, with the order of a plain load or
/// store.
macro_rules! atomic {
    ($name:ident, $number:ty) => {
        #[derive(Default)]
        pub(crate) struct $name {
            value: loom::sync::atomic::$name,
            #[allow(dead_code)]
            sleepers: (Mutex<Queue>, Condvar),
        }

        #[allow(dead_code)]
        impl $name {
            pub(crate) fn load(&self, _: Ordering) -> $number {
                self.value.fetch_or(0, Ordering::Acquire)
            }

            pub(crate) fn store(&self, value: $number, _: Ordering) {
                self.value.swap(value, Ordering::Release);
            }

            pub(crate) fn fetch_add(&self, value: $number, order: Ordering) -> $number {
                self.value.fetch_add(value, order)
            }

            pub(crate) fn fetch_sub(&self, value: $number, order: Ordering) -> $number {
                self.value.fetch_sub(value, order)
            }

            pub(crate) fn compare_exchange(
                &self,
                current: $number,
                new: $number,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$number, $number> {
                self.value.compare_exchange(current, new, success, failure)
            }
        }
    };
}
atomic!(AtomicU32, u32);
atomic!(AtomicU64, u64);

/// Every access is in one total order anyway.
#[allow(dead_code)]
pub(crate) fn fence(_: Ordering) {}

/// The sleepers of a word, in the order of their arrival: each has a number, and numbers less than `woken` are woken.
#[derive(Default)]
struct Queue {
    came: u32,
    woken: u32,
}

/// The kernel's futex: it compares and sleeps in one step, and wakes the earliest sleepers first.
pub(crate) mod futex {
    use super::{AtomicU32, Ordering};

    #[derive(Clone, Copy)]
    pub(crate) struct Flags;

    impl Flags {
        pub(crate) const fn empty() -> Self {
            Self
        }
    }

    #[allow(dead_code)]
    pub(crate) struct Timespec {
        pub(crate) tv_sec: i64,
        pub(crate) tv_nsec: i64,
    }

    pub(crate) fn wait(word: &AtomicU32, _: Flags, expected: u32, _: Option<&Timespec>) -> Result<(), ()> {
        let (lock, woken) = &word.sleepers;
        let mut queue = lock.lock().unwrap();
        if word.load(Ordering::SeqCst) != expected {
            return Err(());
        }
        let number = queue.came;
        queue.came += 1;
        while queue.woken <= number {
            queue = woken.wait(queue).unwrap();
        }
        Ok(())
    }

    pub(crate) fn wake(word: &AtomicU32, _: Flags, most: u32) -> Result<(), ()> {
        let (lock, woken) = &word.sleepers;
        let mut queue = lock.lock().unwrap();
        queue.woken += most.min(queue.came - queue.woken);
        woken.notify_all();
        Ok(())
    }
}

/// Memory of several processes, in which values that are not zero have been placed.
pub(crate) struct SharedMapping {
    start: *mut u8,
    layout: Layout,
    /// Drops the values.
    end: fn(*mut u8, usize),
}

// SAFETY: the values are atomic, and nothing else in the memory is accessed.
unsafe impl Send for SharedMapping {}
// SAFETY: threads that share the memory only read and write its atomic values.
unsafe impl Sync for SharedMapping {}

impl std::fmt::Debug for SharedMapping {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SharedMapping")
    }
}

impl SharedMapping {
    /// Allocates zeroed memory, in which `begin` places values that `end` drops. Both get the start and the length.
    pub(crate) fn new(layout: Layout, begin: fn(*mut u8, usize), end: fn(*mut u8, usize)) -> Self {
        // SAFETY: no caller passes a size of 0.
        let start = unsafe { alloc_zeroed(layout) };
        begin(start, layout.size());
        Self { start, layout, end }
    }

    pub(crate) fn start(&self) -> *mut u8 {
        self.start
    }

    pub(crate) fn length(&self) -> usize {
        self.layout.size()
    }
}

impl Drop for SharedMapping {
    fn drop(&mut self) {
        (self.end)(self.start, self.layout.size());
        // SAFETY: the memory was allocated with this layout.
        unsafe { dealloc(self.start, self.layout) };
    }
}
