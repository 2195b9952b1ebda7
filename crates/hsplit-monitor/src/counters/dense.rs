// SPDX-License-Identifier: MIT OR Apache-2.0
//! A cell for each peer, in chunks that are allocated with the first message to one of their peers. If the ranks of a
//! program have few partners, few chunks are allocated.

#[cfg(not(all(loom, test)))]
use std::sync::OnceLock;

use super::cell::{Cell, Count};
#[cfg(all(loom, test))]
use crate::model::OnceLock;

/// The number of peers in a chunk, which is a kilobyte.
pub(super) const CHUNK: usize = if cfg!(all(loom, test)) { 2 } else { 64 };

type Chunk = OnceLock<Box<Apart<[Cell; CHUNK]>>>;

/// Data in cache lines of its own, so that counting threads do not share lines. (Processors fetch two lines at a time.)
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Apart<T>(pub(super) T);

#[derive(Debug)]
pub(super) struct Dense {
    chunks: Box<[Chunk]>,
}

impl Dense {
    pub(super) fn new(peers: u32) -> Self {
        Self { chunks: (0..(peers as usize).div_ceil(CHUNK)).map(|_| Chunk::new()).collect() }
    }

    pub(super) fn add(&self, peer: u32, bytes: u64) {
        self.cell(peer).add(bytes);
    }

    /// Adds a peer's count from another row.
    pub(super) fn put(&self, peer: u32, count: Count) {
        self.cell(peer).put(count);
    }

    fn cell(&self, peer: u32) -> &Cell {
        let peer = peer as usize;
        let cells = self.chunks[peer / CHUNK].get_or_init(|| Box::new(Apart(std::array::from_fn(|_| Cell::default()))));
        &cells.0[peer % CHUNK]
    }

    pub(super) fn get(&self, peer: u32) -> Count {
        self.known(peer).map(Cell::get).unwrap_or_default()
    }

    /// The cell of a peer, if its chunk is allocated.
    pub(super) fn known(&self, peer: u32) -> Option<&Cell> {
        let peer = peer as usize;
        Some(&self.chunks.get(peer / CHUNK)?.get()?.0[peer % CHUNK])
    }

    /// All peers with counts, ascending.
    pub(super) fn counts(&self) -> impl Iterator<Item = (u32, Count)> + '_ {
        let chunks = self.chunks.iter().enumerate().filter_map(|(at, chunk)| Some((at * CHUNK, chunk.get()?)));
        let cells = chunks.flat_map(|(first, cells)| (first as u32..).zip(cells.0.iter().map(Cell::get)));
        cells.filter(|(_, count)| !count.is_zero())
    }
}
