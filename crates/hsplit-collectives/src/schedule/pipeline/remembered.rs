// SPDX-License-Identifier: MIT OR Apache-2.0
//! A cache of gaps: the interpolation between measured sizes takes longer than the rest of a move's evaluation.

use std::cell::Cell;

use crate::timing::Links;
use crate::timing::segments::Pieces;

/// The gaps of a segment and of the last one, between every two groups.
pub(crate) type Table = Vec<[f64; 2]>;

/// Returns an empty table.
pub(crate) fn table(groups: usize) -> Table {
    vec![[0.0; 2]; groups * groups]
}

/// Links, and the gaps of two sizes that have been computed so far.
pub(crate) struct Remembered<'a, L> {
    links: &'a L,
    groups: usize,
    pieces: Pieces,
    known: &'a [Cell<[f64; 2]>],
}

impl<'a, L: Links> Remembered<'a, L> {
    /// Creates the cache on an empty table.
    pub(crate) fn new(links: &'a L, groups: usize, pieces: Pieces, table: &'a mut Table) -> Self {
        Self { links, groups, pieces, known: Cell::from_mut(&mut table[..]).as_slice_of_cells() }
    }
}

impl<L: Links> Links for Remembered<'_, L> {
    fn latency(&self, from: usize, to: usize) -> f64 {
        self.links.latency(from, to)
    }

    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
        let (known, which) = (&self.known[from * self.groups + to], usize::from(bytes != self.pieces.segment));
        let mut both = known.get();
        // A gap of 0 is computed again each time.
        if both[which] == 0.0 {
            both[which] = self.links.gap(from, to, bytes);
            known.set(both);
        }
        both[which]
    }

    fn inside(&self, group: usize) -> f64 {
        self.links.inside(group)
    }
}
