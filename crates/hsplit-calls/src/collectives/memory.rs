// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory that the ranks of a node share for collective calls.
//!
//! It is one memory file for each node and communicator, created at the first call that needs it. A page is allocated
//! when it is first written. Slots for long data come first, then the memory of short calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::short_memory::{self, ShortMemory};
use crate::runtime::Runtime;
use hsplit_collectives::Operation;
use hsplit_collectives::levels::LevelGroup;
use hsplit_core::communicator::Communicator;
use hsplit_host::launcher;
use hsplit_memory::memory_file::{Offer, SharedMapping};
use hsplit_memory::node_memory::{NodeMemory, Slot};
use hsplit_mpi::{Comm, Failure};

const OPERATIONS: usize = Operation::ALL.len();

/// The memory of this rank's node.
pub struct Memory {
    shared: Arc<SharedMapping>,
    slots: NodeMemory,
    /// The node's ranks, in order.
    ranks: Vec<u32>,
    /// Number of calls of each operation that have used it.
    calls: [AtomicU32; OPERATIONS],
}

impl Memory {
    /// Creates the memory of the nodes of a communicator with these levels; `None` if ranks of a node cannot share any,
    /// for instance from different containers. Collective.
    ///
    /// # Errors
    /// A native call fails.
    pub fn of(comm: &Comm, levels: &LevelGroup) -> Result<Option<Self>, Failure> {
        let mut ranks = levels.node_of(comm.rank());
        ranks.sort_unstable();
        let first = ranks.first().copied().unwrap_or(comm.rank());
        let length = NodeMemory::length(ranks.len()) + short_memory::length(ranks.len());
        let made = (first == comm.rank()).then(|| SharedMapping::offer(length));
        let offer =
            made.as_ref().and_then(|made| made.as_ref().ok()).map_or_else(Vec::new, |(_, offer)| offer.encode());
        let offers = comm.gather_to_all(&offer)?;
        let found = match made {
            Some(made) => made.map(|(shared, _)| shared),
            None => Offer::decode(&offers[first as usize]).map_or_else(
                || Err(std::io::Error::other("its first rank has none")),
                |offer| SharedMapping::take(&offer, length),
            ),
        };
        let failed = if found.is_err() { 1.0 } else { 0.0 };
        let [failed_anywhere] = comm.greatest([failed])?;
        match found {
            Ok(mut shared) if failed_anywhere == 0.0 => {
                shared.close();
                let shared = Arc::new(shared);
                let slots = NodeMemory::new(shared.clone(), ranks.len());
                Ok(Some(Self { shared, slots, ranks, calls: [const { AtomicU32::new(0) }; OPERATIONS] }))
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

    /// Opens the memory of short calls for this rank. Once for each rank.
    pub fn words(&self, runtime: &Runtime, rank: u32) -> ShortMemory {
        let (members, own) = (self.ranks.len(), self.ranks.binary_search(&rank).unwrap_or(0));
        short_memory::open(&self.shared, NodeMemory::length(members), [own, members], processes(runtime))
    }

    /// Returns the number of the next call of an operation, which no call of another operation has. All ranks of the
    /// node count the calls of each operation.
    pub fn next_call(&self, operation: Operation) -> u32 {
        let number = self.calls[operation as usize].fetch_add(1, Ordering::Relaxed);
        number.wrapping_mul(OPERATIONS as u32).wrapping_add(operation as u32)
    }

    /// Returns the slot in which a rank of this node writes a segment.
    pub fn slot(&self, writer: u32, call: u32, segment: usize) -> Slot {
        Slot { writer: self.ranks.binary_search(&writer).unwrap_or(0), call, segment }
    }
}

/// Returns the number of processes of the job on this node, or more: an emulated job may run on one node.
fn processes(runtime: &Runtime) -> usize {
    if runtime.settings.places.emulate.is_some() {
        return runtime.process().map_or(usize::MAX, |process| process.ranks as usize);
    }
    launcher::local_size(|name| std::env::var(name).ok()).unwrap_or(0)
}
