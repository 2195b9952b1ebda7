// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ranks near a rank.

use super::{Path, Table};
use crate::level::{canonical_level, depth_of_relative, torus_dimension};

impl<B: AsRef<[u8]>> Table<B> {
    /// The other ranks in a rank's instance of a level, or on its ring of a torus, nearest first, equally near ones by
    /// rank; empty if the rank has no such level. If several levels have the name, the narrowest is used.
    pub fn neighbours_in(&self, rank: u32, level: &str) -> Vec<u32> {
        let name = canonical_level(level);
        let mut found: Vec<(u64, u32)> = match torus_dimension(&name) {
            Some(dimension) => self
                .others(rank, 0..self.ranks)
                .filter(|&(_, other)| self.on_one_ring(rank, other, dimension))
                .collect(),
            None => {
                let path = self.path(rank);
                let Some(depth) = path.depth_of(&name) else { return vec![] };
                let prefix: Vec<u64> = path.coords().take(depth).collect();
                self.others(rank, self.below(&prefix)).collect()
            }
        };
        found.sort_unstable();
        found.into_iter().map(|(_, rank)| rank).collect()
    }

    /// True if the nodes of two ranks are on one ring of a torus along a dimension.
    fn on_one_ring(&self, a: u32, b: u32, dimension: usize) -> bool {
        let (Some(a), Some(b)) = (self.network(a), self.network(b)) else { return false };
        a.is_in_torus_of(&b) && a.ring(dimension).is_some() && a.ring(dimension) == b.ring(dimension)
    }

    /// The ranks with the smallest distance to a rank, in ascending order.
    pub fn nearest(&self, rank: u32) -> Vec<u32> {
        let path = self.path(rank);
        let own: Vec<u64> = path.coords().collect();
        let mut seen = 0..0;
        let (mut least, mut ranks) = (u64::MAX, vec![]);
        let shallowest = self.shapes.iter().map(|shape| shape.levels.len()).min().unwrap_or(0);
        // From the innermost level outwards, until ranks further outside cannot be as near.
        for depth in (0..=own.len()).rev() {
            if path.least_hops(depth, shallowest) > least {
                break;
            }
            let around = self.below(&own[..depth]);
            for index in (around.start..seen.start).chain(seen.end.max(around.start)..around.end) {
                let other = self.at(index);
                let hops = path.distance(self.path(other)).hops;
                if other != rank && hops <= least {
                    ranks.retain(|_| hops == least);
                    least = hops;
                    ranks.push(other);
                }
            }
            seen = around;
        }
        ranks.sort_unstable();
        ranks
    }

    /// All ranks within `hops` hops of a rank, including itself, in ascending order.
    pub fn within(&self, rank: u32, hops: u64) -> Vec<u32> {
        (0..self.ranks()).filter(|&other| self.distance(rank, other).hops <= hops).collect()
    }

    fn others(&self, rank: u32, range: std::ops::Range<usize>) -> impl Iterator<Item = (u64, u32)> + '_ {
        let others = range.map(|index| self.at(index)).filter(move |&other| other != rank);
        others.map(move |other| (self.distance(rank, other).hops, other))
    }
}

impl Path<'_> {
    /// The least distance to a rank that shares at most `depth` levels with this one and has at least `shallowest`
    /// levels.
    fn least_hops(self, depth: usize, shallowest: usize) -> u64 {
        let is_in_torus = self.shape.network.as_ref().is_some_and(|(_, is_torus)| *is_torus);
        let from = if is_in_torus { depth.max(self.shape.node) } else { depth };
        (self.depth() - from + shallowest.saturating_sub(from)) as u64
    }

    /// The depth of the level that a canonical name means, including that level.
    fn depth_of(self, canonical_name: &str) -> Option<usize> {
        let levels = &self.shape.levels;
        let named = levels.iter().rposition(|level| level.answers_to(canonical_name)).map(|index| index + 1);
        named.or_else(|| depth_of_relative(levels.iter().map(|level| level.canonical_names()), canonical_name))
    }
}
