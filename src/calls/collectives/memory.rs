// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory that the ranks of a node share, and how they find it.
//!
//! It is one memory file for each node and communicator, found at the first call that has use for it. A page of it
//! takes up memory once something is written there.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::pmpi::{Comm, Failure};
use hsplit_collectives::levels::Group;
use hsplit_core::communicator::Communicator;
use hsplit_host::memory_file::{Offer, SharedMapping};
use hsplit_host::node_memory::{NodeMemory, Slot};

/// The memory of this rank's node.
pub struct Memory {
    slots: NodeMemory,
    /// The node's ranks, in order.
    ranks: Vec<u32>,
    /// How many calls have gone through it.
    calls: AtomicU32,
}

impl Memory {
    /// The memory of the nodes of a communicator with these levels; `None` where ranks of a node cannot share any, for
    /// instance from different containers. Collective.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn of(comm: &Comm, levels: &Group) -> Result<Option<Self>, Failure> {
        let mut ranks = levels.node_of(comm.rank());
        ranks.sort_unstable();
        let first = ranks.first().copied().unwrap_or(comm.rank());
        let length = NodeMemory::length(ranks.len());
        let made = (first == comm.rank()).then(|| make(length));
        let offer =
            made.as_ref().and_then(|made| made.as_ref().ok()).map_or_else(Vec::new, |(_, offer)| offer.encode());
        let offers = comm.gather_to_all(&offer)?;
        let found = match made {
            Some(made) => made.map(|(shared, _)| shared),
            None => Offer::decode(&offers[first as usize])
                .map_or_else(|| Err(std::io::Error::other("its first rank has none")), |offer| take(&offer, length)),
        };
        let failed = if found.is_err() { 1.0 } else { 0.0 };
        let [failed_anywhere] = comm.greatest([failed])?;
        match found {
            Ok(mut shared) if failed_anywhere == 0.0 => {
                shared.close();
                Ok(Some(Self { slots: NodeMemory::new(shared, ranks.len()), ranks, calls: AtomicU32::new(0) }))
            }
            Ok(_) => Ok(None),
            Err(why) => {
                log::info!(
                    "rank {} does not share memory with the others of its node: {why}; collective calls go by messages",
                    comm.rank()
                );
                Ok(None)
            }
        }
    }

    /// The slots.
    pub fn slots(&self) -> &NodeMemory {
        &self.slots
    }

    /// The number of the next call. All ranks of the node count all calls.
    pub fn next_call(&self) -> u32 {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }

    /// Where a rank of this node writes a segment.
    pub fn slot(&self, writer: u32, call: u32, segment: usize) -> Slot {
        Slot { writer: self.ranks.binary_search(&writer).unwrap_or(0), call, segment }
    }
}

fn make(length: usize) -> std::io::Result<(SharedMapping, Offer)> {
    let process = std::process::id();
    // Random, as the standard library's hashes begin.
    let key = RandomState::new().hash_one(process);
    let shared = SharedMapping::create(&name(key), length)?;
    let descriptor = shared.descriptor().unwrap_or(-1);
    Ok((shared, Offer { process, descriptor, key }))
}

fn name(key: u64) -> String {
    format!("hsplit-node-{key:016x}")
}

fn take(offer: &Offer, length: usize) -> std::io::Result<SharedMapping> {
    SharedMapping::open(&offer.path(), &name(offer.key), length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_is_found_by_its_bytes() {
        let (shared, offer) = make(3000).unwrap();
        let found = Offer::decode(&offer.encode()).unwrap();
        assert!(take(&found, 3000).is_ok() && take(&found, 2000).is_err());
        assert!(take(&Offer { key: offer.key + 1, ..found }, 3000).is_err());
        drop(shared);
        assert!(take(&offer, 3000).is_err());
    }
}
