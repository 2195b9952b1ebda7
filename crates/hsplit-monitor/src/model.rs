// SPDX-License-Identifier: MIT OR Apache-2.0
//! What stands under loom for the standard library. Loom runs what threads share in every order that they can take:
//! `RUSTFLAGS='--cfg loom' cargo test --profile quick -p hsplit-monitor --lib --target-dir build/loom model`.

pub(crate) use loom::sync::{Mutex, MutexGuard};

use loom::sync::atomic::Ordering::{self, Acquire, Relaxed, Release};

/// An atomic number with a gate. To find the orders that differ, loom remembers the last access to a number alone, and
/// where a thread loads what it stores next, forgets that another one has loaded it before. Each access passes the gate
/// by a read-modify-write, after which loom forgets nothing. A load may still give an old value.
macro_rules! atomic {
    ($name:ident, $number:ty) => {
        #[derive(Debug, Default)]
        pub(crate) struct $name {
            value: loom::sync::atomic::$name,
            gate: loom::sync::atomic::AtomicU8,
        }

        #[allow(dead_code)]
        impl $name {
            pub(crate) fn new(value: $number) -> Self {
                Self { value: loom::sync::atomic::$name::new(value), gate: Default::default() }
            }

            pub(crate) fn load(&self, order: Ordering) -> $number {
                self.gate.fetch_add(1, Relaxed);
                self.value.load(order)
            }

            pub(crate) fn store(&self, value: $number, order: Ordering) {
                self.gate.fetch_add(1, Relaxed);
                self.value.store(value, order);
            }
        }
    };
}
atomic!(AtomicU64, u64);
atomic!(AtomicUsize, usize);
atomic!(AtomicBool, bool);

/// A place that one thread fills once, for all to read. Loom sees the flag alone.
#[derive(Debug)]
pub(crate) struct OnceLock<T> {
    value: std::sync::OnceLock<T>,
    is_there: AtomicBool,
}

impl<T> OnceLock<T> {
    pub(crate) fn new() -> Self {
        Self { value: std::sync::OnceLock::new(), is_there: AtomicBool::new(false) }
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.is_there.load(Acquire).then(|| self.value.get().expect("it is there"))
    }

    pub(crate) fn get_or_init(&self, make: impl FnOnce() -> T) -> &T {
        if self.value.get().is_none() {
            self.value.get_or_init(make);
            self.is_there.store(true, Release);
        }
        self.value.get().expect("it is there")
    }
}
