// SPDX-License-Identifier: MIT OR Apache-2.0
//! Exchanges that need all processes, of other nodes, too: each member counts those that it has come to.
//!
//! A member may wait in one for another that goes on without it, because the two disagree about what is to be done. The
//! other one finds that here: the waiting member has not begun a phase, or come to a barrier, that the other one is at.
//! It takes part then, to say that it disagrees.

use super::*;

impl PhaseMemory {
    /// How many members there are.
    pub fn members(&self) -> usize {
        self.members
    }

    /// Says that this member comes to the next exchange, where the others have to take part.
    pub fn enter_exchange(&self) {
        let own = self.words(self.own);
        let number = own.exchanges.load(SeqCst).wrapping_add(1);
        own.exchanges.store(number, SeqCst);
        let most = &self.head().exchanges;
        let mut seen = most.load(SeqCst);
        while !reached(seen, number) {
            match most.compare_exchange(seen, number, SeqCst, SeqCst) {
                Ok(_) => break,
                Err(other) => seen = other,
            }
        }
    }

    /// Whether a member has come to an exchange that this one has not.
    pub fn misses_exchange(&self) -> bool {
        let own = self.words(self.own).exchanges.load(SeqCst);
        !reached(own, self.head().exchanges.load(SeqCst))
    }

    /// Whether a member waits in an exchange for this one, which has gone on without: to so many phases and barriers
    /// more than it has begun.
    pub fn is_awaited(&self, phases: u32, barriers: u32) -> bool {
        if !self.misses_exchange() {
            return false;
        }
        let own = self.words(self.own);
        let exchanges = own.exchanges.load(SeqCst);
        let phase = own.begun.load(SeqCst).wrapping_add(phases);
        let barrier = own.barriers.load(SeqCst).wrapping_add(barriers);
        (0..self.members).map(|member| self.words(member)).any(|words| {
            let is_before =
                || !reached(words.begun.load(SeqCst), phase) || !reached(words.barriers.load(SeqCst), barrier);
            !reached(exchanges, words.exchanges.load(SeqCst)) && is_before()
        })
    }
}
