// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers that one thread writes and any thread may read.

use std::ops::AddAssign;
#[cfg(not(all(loom, test)))]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

#[cfg(all(loom, test))]
use crate::model::AtomicU64;
use crate::times::Spent;

/// A number of messages or calls, and a number of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count {
    /// Messages, or calls.
    pub messages: u64,
    /// Bytes.
    pub bytes: u64,
}

impl Count {
    /// A count of these.
    pub fn new(messages: u64, bytes: u64) -> Self {
        Self { messages, bytes }
    }

    /// True if both numbers are 0.
    pub fn is_zero(self) -> bool {
        self == Self::default()
    }

    /// The difference from an earlier count.
    pub fn since(self, earlier: Self) -> Self {
        Self {
            messages: self.messages.saturating_sub(earlier.messages),
            bytes: self.bytes.saturating_sub(earlier.bytes),
        }
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.messages = self.messages.saturating_add(other.messages);
        self.bytes = self.bytes.saturating_add(other.bytes);
    }
}

impl std::iter::Sum for Count {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |mut sum, count| {
            sum += count;
            sum
        })
    }
}

/// A number to which one thread adds.
#[derive(Debug, Default)]
pub(super) struct Number(AtomicU64);

impl Number {
    #[inline]
    pub(super) fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    /// Adds to the number. The caller is the only writer, so no update is lost between the load and the store.
    #[inline]
    pub(super) fn add(&self, more: u64) {
        self.0.store(self.0.load(Relaxed).wrapping_add(more), Relaxed);
    }
}

/// Two numbers to which one thread adds.
#[derive(Debug, Default)]
pub(super) struct Cell {
    messages: Number,
    bytes: Number,
}

impl Cell {
    #[inline]
    pub(super) fn add(&self, bytes: u64) {
        self.messages.add(1);
        self.bytes.add(bytes);
    }

    pub(super) fn put(&self, count: Count) {
        self.messages.add(count.messages);
        self.bytes.add(count.bytes);
    }

    pub(super) fn get(&self) -> Count {
        Count::new(self.messages.get(), self.bytes.get())
    }
}

/// The number of calls and the time in them, to which one thread adds.
#[derive(Debug, Default)]
pub(super) struct Timer {
    calls: Number,
    nanoseconds: Number,
}

impl Timer {
    #[inline]
    pub(super) fn add(&self, nanoseconds: u64) {
        self.calls.add(1);
        self.nanoseconds.add(nanoseconds);
    }

    pub(super) fn get(&self) -> Spent {
        Spent { calls: self.calls.get(), nanoseconds: self.nanoseconds.get() }
    }
}
