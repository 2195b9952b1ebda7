// SPDX-License-Identifier: MIT OR Apache-2.0
//! What short calls on a communicator need.

use std::sync::Mutex;

use super::Member;
use super::memory::Memory;
use crate::runtime;
use hsplit_collectives::levels::LevelGroup;
use hsplit_collectives::nodes::Nodes;
use hsplit_collectives::short::{MOST, PUBLISHED};
use hsplit_core::communicator::Communicator;
use hsplit_memory::memory_file::SharedMapping;
use hsplit_memory::word_memory::{LONGEST, WordMemory};
use hsplit_mpi::transfer::Scratch;
use hsplit_mpi::{Comm, Failure};

const _: () = assert!(MOST <= LONGEST && PUBLISHED <= LONGEST);

/// The nodes, and this rank's words in the memory of its node.
pub struct Short {
    /// All nodes.
    pub nodes: Nodes,
    /// This rank's node.
    pub node: usize,
    /// Its place there.
    pub own: usize,
    /// Calls on a communicator follow each other, so no thread ever waits here.
    pub state: Mutex<State>,
}

/// What one call after the other uses.
pub struct State {
    /// The words.
    pub words: WordMemory,
    /// Memory of this rank alone.
    pub scratch: Scratch,
}

impl Short {
    /// For a communicator whose nodes share `memory`; `None` where they cannot share any. Where each rank is on its own
    /// node, none is needed but its own; `None` where a rank has no memory left. Collective.
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
                Some(alone) => WordMemory::new(alone.into(), 0, 1, 0, 1),
                None => return Ok(None),
            },
        };
        let (node, own) = (nodes.node_of(rank), nodes.place(rank));
        Ok(Some(Self { nodes, node, own, state: Mutex::new(State { words, scratch: vec![] }) }))
    }
}

/// Memory of this rank alone, if all ranks have some. Collective.
fn own_memory(comm: &Comm) -> Result<Option<SharedMapping>, Failure> {
    let alone = SharedMapping::alone(WordMemory::length(1));
    if let Err(why) = &alone {
        log::info!("rank {} has no memory for short calls: {why}; they go as longer ones do", comm.rank());
    }
    let [lacking] = comm.largest([u64::from(alone.is_err())])?;
    Ok(alone.ok().filter(|_| lacking == 0))
}
