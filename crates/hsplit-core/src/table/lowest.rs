// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lowest level that some ranks share (RR-9077 §3.3.2).

use super::Table;
use crate::name::Name;

/// The result for a calling process that is not among the listed ranks.
pub const UNKNOWN: Name = Name::constant(c"Unknown");
/// The result for ranks on different nodes that share no network level (RR-9077 §4.1.4).
pub const CLUSTER: Name = Name::constant(c"System - Cluster");

impl<B: AsRef<[u8]>> Table<B> {
    /// The name of the lowest level that `ranks` share, for their member `me`.
    pub fn lowest_shared(&self, me: u32, ranks: impl IntoIterator<Item = u32> + Clone) -> Name {
        if !ranks.clone().into_iter().any(|rank| rank == me) {
            return UNKNOWN;
        }
        let own = self.path(me);
        own.name(ranks.into_iter().fold(own.depth(), |depth, rank| depth.min(own.shared(self.path(rank)))))
    }
}
