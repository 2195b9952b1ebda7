// SPDX-License-Identifier: MIT OR Apache-2.0
//! Colours of ranks as in MPICH-G2: two ranks have equal colours at a level exactly if they share it.

use super::{Path, Table};

impl<B: AsRef<[u8]>> Table<B> {
    /// The colours of a rank at its levels, widest first. At each depth they are consecutive numbers from 0.
    pub fn colours(&self, rank: u32) -> Vec<u32> {
        let own: Vec<u64> = self.path(rank).coords().collect();
        let mut begun = vec![0; own.len()];
        let mut before: Option<Path<'_>> = None;
        // In the order of paths, a new colour begins at each path that differs from the previous one.
        for index in 0..=self.below(&own).start {
            let path = self.path(self.at(index));
            let shared = before.map_or(0, |before| path.shared(before));
            begun.iter_mut().take(path.depth()).skip(shared).for_each(|colours| *colours += 1);
            before = Some(path);
        }
        begun.into_iter().map(|colours: u32| colours.saturating_sub(1)).collect()
    }
}
