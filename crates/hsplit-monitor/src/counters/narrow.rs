// SPDX-License-Identifier: MIT OR Apache-2.0
//! Half a cell for each peer: messages and bytes in one word. A peer whose counts do not fit is moved to a whole cell.

#[cfg(not(all(loom, test)))]
use std::sync::OnceLock;
#[cfg(not(all(loom, test)))]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::cell::Count;
use super::dense::{Apart, CHUNK, Dense};
#[cfg(all(loom, test))]
use crate::model::{AtomicU64, OnceLock};

/// The number of bits for messages; bytes are in the bits above them.
const SHIFT: u32 = if cfg!(all(loom, test)) { 3 } else { 26 };
/// The highest bits of bytes and of messages; a sum that sets one of them does not fit.
const FULL: u64 = 1 << 63 | 1 << (SHIFT - 1);
/// The most messages of a word, and the most bytes of a message that is added to it.
const MESSAGES: u64 = (1 << (SHIFT - 1)) - 1;
const LONGEST: u64 = (1 << (62 - SHIFT)) - 1;
/// The word of a peer that has been moved.
const MOVED: u64 = 1 << 63;

type Chunk = OnceLock<Box<Apart<[Word; CHUNK]>>>;

#[derive(Debug)]
pub(super) struct Narrow {
    peers: u32,
    chunks: Box<[Chunk]>,
    moved: OnceLock<Dense>,
}

#[derive(Debug, Default)]
struct Word(AtomicU64);

impl Word {
    /// Adds a message; returns false if it does not fit, or if the peer has been moved.
    #[inline]
    fn add(&self, bytes: u64) -> bool {
        // Two bits of a word are unused, so its sum with a message does not wrap around.
        let sum = self.0.load(Relaxed).wrapping_add(bytes << SHIFT | 1);
        let has_room = bytes <= LONGEST && sum & FULL == 0;
        if has_room {
            self.0.store(sum, Relaxed);
        }
        has_room
    }

    /// The counts; `None` if the peer has been moved.
    fn get(&self) -> Option<Count> {
        // A reader that sees the move also sees the moved counts.
        let word = self.0.load(Acquire);
        (word != MOVED).then(|| Count::new(word & MESSAGES, word >> SHIFT))
    }
}

impl Narrow {
    pub(super) fn new(peers: u32) -> Self {
        let chunks = (0..(peers as usize).div_ceil(CHUNK)).map(|_| Chunk::new()).collect();
        Self { peers, chunks, moved: OnceLock::new() }
    }

    #[inline]
    pub(super) fn add(&self, peer: u32, bytes: u64) {
        let at = peer as usize;
        let Some(words) = self.chunks[at / CHUNK].get() else { return self.add_first(peer, bytes) };
        let word = &words.0[at % CHUNK];
        if !word.add(bytes) {
            self.add_wide(word, peer, bytes);
        }
    }

    /// Counts the first message to a chunk.
    #[cold]
    fn add_first(&self, peer: u32, bytes: u64) {
        self.chunks[peer as usize / CHUNK].get_or_init(|| Box::new(Apart(std::array::from_fn(|_| Word::default()))));
        self.add(peer, bytes);
    }

    #[cold]
    fn add_wide(&self, word: &Word, peer: u32, bytes: u64) {
        let wide = self.moved.get_or_init(|| Dense::new(self.peers));
        if let Some(count) = word.get() {
            wide.put(peer, count);
            wide.add(peer, bytes);
            word.0.store(MOVED, Release);
        } else {
            wide.add(peer, bytes);
        }
    }

    /// All peers with counts, ascending.
    pub(super) fn counts(&self) -> impl Iterator<Item = (u32, Count)> + '_ {
        let chunks = self.chunks.iter().enumerate().filter_map(|(at, chunk)| Some((at * CHUNK, chunk.get()?)));
        let words = chunks.flat_map(|(first, words)| (first as u32..).zip(words.0.iter()));
        let wide = |peer| self.moved.get().map(|wide| wide.get(peer)).unwrap_or_default();
        let counts = words.map(move |(peer, word)| (peer, word.get().unwrap_or_else(|| wide(peer))));
        counts.filter(|(_, count)| !count.is_zero())
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn counts(row: &Narrow) -> Vec<(u32, u64, u64)> {
        row.counts().map(|(peer, count)| (peer, count.messages, count.bytes)).collect()
    }

    #[test]
    fn what_has_no_room_in_a_word_is_counted_all_the_same() {
        const MOST: u64 = 2 * LONGEST + 1;
        let row = Narrow::new(200);
        row.add(3, LONGEST);
        row.add(3, LONGEST);
        row.add(3, 1);
        assert_eq!(counts(&row), [(3, 3, MOST)]);
        assert!(row.moved.get().is_none());
        row.add(3, 0);
        row.add(70, LONGEST + 1);
        assert_eq!(counts(&row), [(3, 4, MOST), (70, 1, LONGEST + 1)]);
        row.add(3, 1);
        row.add(3, 5);
        row.add(4, 6);
        row.add(199, u64::MAX);
        assert_eq!(counts(&row), [(3, 6, MOST + 6), (4, 1, 6), (70, 1, LONGEST + 1), (199, 1, u64::MAX)]);
    }

    #[test]
    fn more_messages_than_a_word_has_are_counted_all_the_same() {
        let row = Narrow::new(1);
        for _ in 0..MESSAGES {
            row.add(0, 0);
        }
        assert!(row.moved.get().is_none());
        for bytes in 1..=3 {
            row.add(0, bytes);
            assert_eq!(counts(&row), [(0, MESSAGES + bytes, bytes * (bytes + 1) / 2)]);
        }
    }
}
