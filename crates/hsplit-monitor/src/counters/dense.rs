// SPDX-License-Identifier: MIT OR Apache-2.0
//! A cell for each peer, in chunks that are made when the first of their peers is sent to. A program whose ranks talk
//! to few others keeps a few chunks.

use std::sync::OnceLock;

use super::cell::{Cell, Count};

/// The peers of a chunk, which is a kilobyte.
const CHUNK: usize = 64;

type Chunk = OnceLock<Box<[Cell; CHUNK]>>;

#[derive(Debug)]
pub(super) struct Dense {
    chunks: Box<[Chunk]>,
}

impl Dense {
    pub(super) fn new(peers: u32) -> Self {
        Self { chunks: (0..(peers as usize).div_ceil(CHUNK)).map(|_| Chunk::new()).collect() }
    }

    #[inline]
    pub(super) fn add(&self, peer: u32, bytes: u64) {
        let peer = peer as usize;
        let chunk = &self.chunks[peer / CHUNK];
        let cells = match chunk.get() {
            Some(cells) => cells,
            None => made(chunk),
        };
        cells[peer % CHUNK].add(bytes);
    }

    /// All peers that were counted, ascending.
    pub(super) fn counts(&self) -> impl Iterator<Item = (u32, Count)> + '_ {
        let chunks = self.chunks.iter().enumerate().filter_map(|(at, chunk)| Some((at * CHUNK, chunk.get()?)));
        let cells = chunks.flat_map(|(first, cells)| (first as u32..).zip(cells.iter().map(Cell::get)));
        cells.filter(|(_, count)| !count.is_zero())
    }
}

#[cold]
fn made(chunk: &Chunk) -> &[Cell; CHUNK] {
    chunk.get_or_init(|| Box::new(std::array::from_fn(|_| Cell::default())))
}
