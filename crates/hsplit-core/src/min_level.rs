// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lowest level that some ranks share (RR-9077 §3.3.2).
//!
//! A communicator's places stand in one table, the encoded paths behind their offsets, so that a question is local: the
//! longest prefix that all listed paths have in common with the caller's. The caller's own place has the names.

use crate::level::MACHINE;
use crate::name::Name;
use crate::place::{Place, common_prefix};

/// What the calling process gets when it is not among the listed ranks.
pub const UNKNOWN: Name = Name::constant(c"Unknown");
/// What ranks on different nodes share when they share no network level (RR-9077 §4.1.4).
pub const CLUSTER: Name = Name::constant(c"System - Cluster");

/// The paths of all ranks of a communicator, in bytes that processes can share.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a>(&'a [u8]);

impl<'a> Table<'a> {
    /// The table in bytes that [`Table::build`] made.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Lays out the paths of ranks 0, 1, …: how many, where each ends, and the paths.
    pub fn build(paths: &[impl AsRef<[u8]>]) -> Vec<u8> {
        let mut bytes = (paths.len() as u32).to_le_bytes().to_vec();
        let mut end = 0u32;
        for path in paths {
            end += path.as_ref().len() as u32;
            bytes.extend(end.to_le_bytes());
        }
        paths.iter().for_each(|path| bytes.extend(path.as_ref()));
        bytes
    }

    fn number(&self, index: usize) -> usize {
        let at = index * 4;
        self.0.get(at..at + 4).map_or(0, |bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
    }

    /// How many ranks there are.
    pub fn ranks(&self) -> usize {
        self.number(0)
    }

    /// The encoded path of a rank.
    pub fn path(&self, rank: usize) -> &'a [u8] {
        let start = if rank == 0 { 0 } else { self.number(rank) };
        let paths = 4 * (1 + self.ranks());
        self.0.get(paths + start..paths + self.number(rank + 1)).unwrap_or_default()
    }
}

/// The name of the lowest level that `ranks` share, for the member `me` whose place is `place`.
pub fn lowest_shared(table: Table<'_>, me: u32, place: &Place, ranks: impl IntoIterator<Item = u32> + Clone) -> Name {
    if !ranks.clone().into_iter().any(|rank| rank == me) {
        return UNKNOWN;
    }
    let own = table.path(me as usize);
    let common =
        ranks.into_iter().fold(own.len(), |common, rank| common_prefix(&own[..common], table.path(rank as usize)));
    let depth = place.depth_within(common);
    debug_assert!(place.steps().iter().any(|step| step.level.answers_to(&MACHINE.to_lowercase())));
    place.name_at(depth).unwrap_or(CLUSTER)
}
