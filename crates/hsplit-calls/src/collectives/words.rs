// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of short calls on a communicator.

use std::sync::Mutex;

use super::Member;
use super::memory::Memory;
use super::short_memory::{self, ShortMemory};
use crate::runtime;
use hsplit_collectives::levels::LevelGroup;
use hsplit_collectives::nodes::Nodes;
use hsplit_core::communicator::Communicator;
use hsplit_memory::memory_file::SharedMapping;
use hsplit_mpi::transfer::Scratch;
use hsplit_mpi::{Comm, Failure};

/// The nodes, and this rank's part of its node's memory.
pub struct Short {
    /// All nodes.
    pub nodes: Nodes,
    /// This rank's node.
    pub node: usize,
    /// This rank's index on its node.
    pub own: usize,
    /// Calls on a communicator are sequential, so no thread ever waits for this lock.
    pub state: Mutex<State>,
}

/// The state that successive calls use.
pub struct State {
    /// The shared memory.
    pub words: ShortMemory,
    /// Memory of this rank alone.
    pub scratch: Scratch,
}

impl Short {
    /// Creates the state for a communicator whose nodes share `memory`; `None` if they cannot share any. If each rank
    /// is on a separate node, only its own memory is needed; `None` if a rank cannot allocate it. Collective.
    ///
    /// # Errors
    /// A native call fails.
    pub fn of(
        comm: &Comm,
        levels: &LevelGroup,
        Member { rank, size }: Member,
        memory: Option<&Memory>,
    ) -> Result<Option<Self>, Failure> {
        let nodes = Nodes::ascending(levels);
        let words = match memory {
            Some(memory) => memory.words(runtime::get(), rank),
            None if levels.nodes() < size as usize => return Ok(None),
            None => match own_memory(comm)? {
                Some(alone) => short_memory::open(&alone.into(), 0, [0, 1], 1),
                None => return Ok(None),
            },
        };
        let (node, own) = (nodes.node_of(rank), nodes.place(rank));
        Ok(Some(Self { nodes, node, own, state: Mutex::new(State { words, scratch: vec![] }) }))
    }
}

/// Allocates memory of this rank alone, if all ranks can. Collective.
fn own_memory(comm: &Comm) -> Result<Option<SharedMapping>, Failure> {
    let alone = SharedMapping::alone(short_memory::length(1));
    if let Err(why) = &alone {
        log::info!("rank {} has no memory for short calls: {why}; they are sent as longer ones are", comm.rank());
    }
    let [lacking] = comm.largest([u64::from(alone.is_err())])?;
    Ok(alone.ok().filter(|_| lacking == 0))
}
