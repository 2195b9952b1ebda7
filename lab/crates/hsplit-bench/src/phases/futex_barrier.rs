// SPDX-License-Identifier: MIT OR Apache-2.0
//! The least that a barrier which sleeps can cost: one word of shared memory on which all but the last rank sleep, and
//! one call that wakes them. It notices no rank that has died.

use std::sync::atomic::Ordering;

use rustix::thread::futex;

use crate::mpi::{Comm, SharedWords};

/// The word that counts the ranks that have arrived, and the one that they sleep on.
const ARRIVED: usize = 0;
const TURN: usize = 1;
/// The kernel finds sleepers of all processes by the memory.
const ACROSS_PROCESSES: futex::Flags = futex::Flags::empty();

/// A barrier of the ranks of a node.
pub(crate) struct FutexBarrier {
    words: SharedWords,
    members: u32,
}

impl FutexBarrier {
    /// Makes it. Collective over a communicator of one node.
    pub(crate) fn new(node: &Comm) -> Self {
        Self { words: node.shared_words(2), members: node.size() as u32 }
    }

    /// Waits until all ranks of the node have called this.
    pub(crate) fn wait(&self) {
        let (arrived, turn) = (&self.words[ARRIVED], &self.words[TURN]);
        let now = turn.load(Ordering::SeqCst);
        if arrived.fetch_add(1, Ordering::SeqCst) + 1 == self.members {
            arrived.store(0, Ordering::SeqCst);
            turn.fetch_add(1, Ordering::SeqCst);
            // It cannot fail on a word that is mapped.
            let _ = futex::wake(turn, ACROSS_PROCESSES, i32::MAX as u32);
            return;
        }
        while turn.load(Ordering::SeqCst) == now {
            // A word that has changed already, or a signal: the loop looks again.
            let _ = futex::wait(turn, ACROSS_PROCESSES, now, None);
        }
    }
}
