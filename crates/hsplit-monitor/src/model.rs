// SPDX-License-Identifier: MIT OR Apache-2.0
//! Replacements of the standard library under loom, which runs all orders of accesses to shared data: `RUSTFLAGS='--cfg
//! loom' cargo test --profile quick -p hsplit-monitor --lib --target-dir build/loom model`.

pub(crate) use loom::sync::{Mutex, MutexGuard};

use loom::sync::atomic::Ordering::{self, Acquire, Relaxed, Release};

/// An atomic number with a gate. To find orders that differ, loom stores only the last access to a number, and if a
/// thread loads the value and then stores a new one, loom loses an earlier load by another thread. Therefore each
/// access first does a read-modify-write on the gate, which loom does not lose. A load may still return an old value.
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

/// A cell that one thread fills once and all may read. Loom sees only the flag.
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
