// SPDX-License-Identifier: MIT OR Apache-2.0
//! The shared memory of short calls.
//!
//! Each operation has its own part of the memory, with its own count of calls. So if the MPI refuses a call at one rank
//! only, the later calls of other operations still match, as natively.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use hsplit_collectives::Operation;
use hsplit_collectives::short::{MOST, PUBLISHED};
use hsplit_memory::memory_file::SharedMapping;
use hsplit_memory::word_memory::{SLOTS, WordMemory};

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
pub fn open(shared: &Arc<SharedMapping>, offset: usize, [own, members]: [usize; 2], processes: usize) -> ShortMemory {
    let mut offset = offset;
    let parts = PARTS.map(|(_, most)| {
        let begin = offset;
        offset += WordMemory::length(members, most);
        WordMemory::new(shared.clone(), begin, most, [own, members], processes)
    });
    ShortMemory { parts, current: 0 }
}

/// The shared memory of short calls.
pub struct ShortMemory {
    parts: [WordMemory; PARTS.len()],
    /// The part of the current call.
    current: usize,
}

impl ShortMemory {
    /// Selects the part of an operation.
    pub fn select(&mut self, operation: Operation) {
        let part = PARTS.iter().position(|(other, _)| *other == operation);
        self.current = part.expect("an operation that has short calls");
    }
}

impl Deref for ShortMemory {
    type Target = WordMemory;

    fn deref(&self) -> &WordMemory {
        &self.parts[self.current]
    }
}

impl DerefMut for ShortMemory {
    fn deref_mut(&mut self) -> &mut WordMemory {
        &mut self.parts[self.current]
    }
}
