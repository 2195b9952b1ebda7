// SPDX-License-Identifier: MIT OR Apache-2.0
//! The distance between two ranks.

use super::{Path, Table};
use crate::name::Name;
use crate::network::{NetworkPosition, half_diameter};

/// The distance between two places in the hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// The edges on the path: up to the lowest level that both share, and down again.
    pub hops: u64,
    /// The name of that level.
    pub level: Name,
}

impl<B: AsRef<[u8]>> Table<B> {
    /// The distance between two ranks. It is a metric: 0 exactly for the same place, symmetric, and never longer than a
    /// detour. Between nodes of a torus it is the distance in the torus, and a node outside is at least half of the
    /// torus's longest distance away.
    pub fn distance(&self, a: u32, b: u32) -> Distance {
        self.path(a).distance(self.path(b))
    }
}

impl Path<'_> {
    fn torus(self) -> Option<NetworkPosition> {
        self.network().filter(|position| position.is_torus)
    }

    pub(super) fn distance(self, other: Self) -> Distance {
        let shared = self.shared(other);
        let between_nodes = || {
            let (a, b) = (self.shape, other.shape);
            if shared >= a.node.max(1) && shared >= b.node.max(1) {
                return None;
            }
            let edges = (a.node + b.node).saturating_sub(2 * shared) as u64;
            let hops = match (self.torus(), other.torus()) {
                (Some(own), Some(others)) => own.hops(&others)?,
                (Some(torus), None) | (None, Some(torus)) => edges.max(half_diameter(torus.dims.iter().copied())),
                (None, None) => return None,
            };
            Some((self.depth() - a.node + other.depth() - b.node) as u64 + hops)
        };
        let in_hierarchy = (self.depth() - shared + other.depth() - shared) as u64;
        Distance { hops: between_nodes().unwrap_or(in_hierarchy), level: self.name(shared) }
    }
}
