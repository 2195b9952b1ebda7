// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tables with open addressing, which one thread writes and any thread may read: of peers in a large world, and of
//! calls of collective operations.
//!
//! A full table is copied into one of twice its size, and is kept for readers that still use it. So all tables of a row
//! together are less than twice the last one.

#[cfg(not(all(loom, test)))]
use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicU64, AtomicUsize};

use super::cell::{Count, Number};
#[cfg(all(loom, test))]
use crate::model::{AtomicU64, AtomicUsize, OnceLock};

/// The most tables, each twice as large as the previous one.
const MOST: usize = if cfg!(all(loom, test)) { 3 } else { 26 };

/// An entry of a table. The key 0 is that of a free entry.
pub(super) trait Entry: Default {
    fn key(&self) -> u64;
    /// Assigns a free entry to a key.
    fn claim(&self, key: u64, count: Count);
    fn add(&self, bytes: u64);
    fn count(&self) -> Count;
}

#[derive(Debug)]
pub(super) struct Hashed<E> {
    tables: [OnceLock<Box<[E]>>; MOST],
    current: AtomicUsize,
    /// The number of used entries in the current table.
    used: AtomicUsize,
    /// The size of the first table, a power of two.
    first: usize,
}

impl<E: Entry> Hashed<E> {
    pub(super) fn new(first: usize) -> Self {
        Self {
            tables: std::array::from_fn(|_| OnceLock::new()),
            current: AtomicUsize::new(0),
            used: AtomicUsize::new(0),
            first,
        }
    }

    /// Counts one message or call for a key other than 0.
    #[inline]
    pub(super) fn add(&self, key: u64, bytes: u64) {
        let current = self.current.load(Relaxed);
        let table = match self.tables[current].get() {
            Some(table) => table,
            None => self.tables[current].get_or_init(|| empty(self.first)),
        };
        let entry = &table[place(table, key)];
        if entry.key() == key {
            return entry.add(bytes);
        }
        self.insert(current, key, bytes);
    }

    /// Adds an entry for a new key.
    #[cold]
    fn insert(&self, current: usize, key: u64, bytes: u64) {
        let used = self.used.load(Relaxed) + 1;
        self.used.store(used, Relaxed);
        let is_full = 4 * used > 3 * (self.first << current) && current + 1 < MOST;
        let table = if is_full { self.grow(current) } else { self.tables[current].get().map(|table| &**table) };
        if let Some(table) = table {
            table[place(table, key)].claim(key, Count::new(1, bytes));
        }
    }

    /// Copies the current table into the next one, which readers see only when it is complete.
    fn grow(&self, current: usize) -> Option<&[E]> {
        let old = self.tables[current].get()?;
        let table = self.tables[current + 1].get_or_init(|| {
            let new: Box<[E]> = empty(2 * old.len());
            for entry in old.iter().filter(|entry| entry.key() != 0) {
                new[place(&new, entry.key())].claim(entry.key(), entry.count());
            }
            new
        });
        self.current.store(current + 1, Release);
        Some(table)
    }

    /// All keys and their counts, in no order.
    pub(super) fn counts(&self) -> impl Iterator<Item = (u64, Count)> + '_ {
        let table = self.tables[self.current.load(Acquire)].get();
        let taken = table.into_iter().flat_map(|table| table.iter()).filter(|entry| entry.key() != 0);
        taken.map(|entry| (entry.key(), entry.count()))
    }
}

fn empty<E: Entry>(size: usize) -> Box<[E]> {
    (0..size).map(|_| E::default()).collect()
}

/// The index of a key, or of the free entry for it. A table is never full.
#[inline]
fn place<E: Entry>(table: &[E], key: u64) -> usize {
    let mask = table.len() - 1;
    let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut at = (hash >> 32) as usize & mask;
    loop {
        let found = table[at].key();
        if found == key || found == 0 {
            return at;
        }
        at = (at + 1) & mask;
    }
}

/// A peer in 16 bytes, because there may be many: its number plus 1 above 40 bits for messages, and the bytes.
#[derive(Debug, Default)]
pub(super) struct Peer {
    word: AtomicU64,
    bytes: Number,
}

impl Peer {
    const SHIFT: u32 = 40;
    const MESSAGES: u64 = (1 << Self::SHIFT) - 1;
    pub(super) const MOST: u32 = (1 << (u64::BITS - Self::SHIFT)) - 2;
}

impl Entry for Peer {
    #[inline]
    fn key(&self) -> u64 {
        self.word.load(Acquire) >> Self::SHIFT
    }

    fn claim(&self, key: u64, count: Count) {
        self.bytes.add(count.bytes);
        self.word.store(key << Self::SHIFT | count.messages, Release);
    }

    #[inline]
    fn add(&self, bytes: u64) {
        let word = self.word.load(Relaxed);
        // 2^40 messages to a peer take at least half a day; then their number stays constant.
        self.word.store(word + u64::from(word & Self::MESSAGES != Self::MESSAGES), Relaxed);
        self.bytes.add(bytes);
    }

    fn count(&self) -> Count {
        Count::new(self.word.load(Relaxed) & Self::MESSAGES, self.bytes.get())
    }
}

/// The calls with a group, an operation and a root.
#[derive(Debug, Default)]
pub(super) struct Calls {
    key: AtomicU64,
    calls: Number,
    bytes: Number,
}

impl Entry for Calls {
    #[inline]
    fn key(&self) -> u64 {
        self.key.load(Acquire)
    }

    fn claim(&self, key: u64, count: Count) {
        self.calls.add(count.messages);
        self.bytes.add(count.bytes);
        self.key.store(key, Release);
    }

    #[inline]
    fn add(&self, bytes: u64) {
        self.calls.add(1);
        self.bytes.add(bytes);
    }

    fn count(&self) -> Count {
        Count::new(self.calls.get(), self.bytes.get())
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn an_entry_of_a_peer_is_16_bytes() {
        assert_eq!((size_of::<Peer>(), size_of::<Calls>()), (16, 24));
    }

    #[test]
    fn messages_stop_where_they_would_change_the_peer() {
        let peer = Peer::default();
        peer.claim(7, Count::new(Peer::MESSAGES - 1, 0));
        (0..3).for_each(|_| peer.add(5));
        assert_eq!((peer.key(), peer.count()), (7, Count::new(Peer::MESSAGES, 15)));
    }

    #[test]
    fn tables_grow_and_keep_what_they_have() {
        let table = Hashed::<Peer>::new(4);
        for round in 1..=3_u64 {
            for key in 1..=1000 {
                table.add(key * 4096, key);
            }
            let mut counts: Vec<_> = table.counts().collect();
            counts.sort_unstable();
            let expected: Vec<_> = (1..=1000).map(|key| (key * 4096, Count::new(round, round * key))).collect();
            assert_eq!(counts, expected);
        }
        assert_eq!(table.tables.iter().flat_map(OnceLock::get).map(|table| table.len()).max(), Some(2048));
    }
}
