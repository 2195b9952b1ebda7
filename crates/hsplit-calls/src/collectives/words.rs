// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of short calls on a communicator.
//!
//! Each operation has its own part of the memory, with its own count of calls. So if the MPI refuses a call at one rank
//! only, the later calls of other operations still match, as natively.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};

use super::Member;
use super::memory::Memory;
use crate::runtime;
use hsplit_collectives::Operation;
use hsplit_collectives::levels::LevelGroup;
use hsplit_collectives::nodes::Nodes;
use hsplit_collectives::short::{MOST, PUBLISHED};
use hsplit_core::communicator::Communicator;
use hsplit_memory::memory_file::SharedMapping;
use hsplit_memory::word_memory::{SLOTS, WordMemory};
use hsplit_mpi::transfer::Scratch;
use hsplit_mpi::{Comm, Failure};

/// The operations that have short calls, and the most bytes that a rank publishes in one.
const PARTS: [(Operation, usize); 6] = [
    (Operation::Bcast, MOST),
    (Operation::Reduce, MOST),
    (Operation::Allreduce, MOST),
    (Operation::Barrier, 0),
    (Operation::Allgather, MOST),
    (Operation::Alltoall, PUBLISHED),
];
const _: () = assert!(MOST >= SLOTS && PUBLISHED >= SLOTS);

/// Returns the bytes of memory for the short calls of `members` processes.
pub fn length(members: usize) -> usize {
    PARTS.iter().map(|(_, most)| WordMemory::length(members, *most)).sum()
}

/// Opens memory of this [`length`] for one of `members` processes.
pub fn open(shared: &Arc<SharedMapping>, offset: usize, [own, members]: [usize; 2], processes: usize) -> Words {
    let mut offset = offset;
    let parts = PARTS.map(|(_, most)| {
        let begin = offset;
        offset += WordMemory::length(members, most);
        WordMemory::new(shared.clone(), begin, most, [own, members], processes)
    });
    Words { parts, current: 0 }
}

/// The shared memory of short calls.
pub struct Words {
    parts: [WordMemory; PARTS.len()],
    /// The part of the current call.
    current: usize,
}

impl Words {
    /// Selects the part of an operation.
    pub fn select(&mut self, operation: Operation) {
        let part = PARTS.iter().position(|(other, _)| *other == operation);
        self.current = part.expect("an operation that has short calls");
    }
}

impl Deref for Words {
    type Target = WordMemory;

    fn deref(&self) -> &WordMemory {
        &self.parts[self.current]
    }
}

impl DerefMut for Words {
    fn deref_mut(&mut self) -> &mut WordMemory {
        &mut self.parts[self.current]
    }
}

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
    pub words: Words,
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
                Some(alone) => open(&alone.into(), 0, [0, 1], 1),
                None => return Ok(None),
            },
        };
        let (node, own) = (nodes.node_of(rank), nodes.place(rank));
        Ok(Some(Self { nodes, node, own, state: Mutex::new(State { words, scratch: vec![] }) }))
    }
}

/// Allocates memory of this rank alone, if all ranks can. Collective.
fn own_memory(comm: &Comm) -> Result<Option<SharedMapping>, Failure> {
    let alone = SharedMapping::alone(length(1));
    if let Err(why) = &alone {
        log::info!("rank {} has no memory for short calls: {why}; they go as longer ones do", comm.rank());
    }
    let [lacking] = comm.largest([u64::from(alone.is_err())])?;
    Ok(alone.ok().filter(|_| lacking == 0))
}
