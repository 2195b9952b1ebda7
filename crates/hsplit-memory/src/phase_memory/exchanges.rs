// SPDX-License-Identifier: MIT OR Apache-2.0
//! Exchanges that need all processes, also of other nodes: each member counts those that it has reached.
//!
//! A member may wait in one for another that continues without it, because the two disagree about the next step. The
//! other one detects this here: the waiting member has not begun a phase, or reached a barrier, at which the other one
//! is. The other one then takes part, to report the disagreement.

use super::*;

impl PhaseMemory {
    /// Returns the number of members.
    pub fn members(&self) -> usize {
        self.members
    }

    /// Records that this member reaches the next exchange, in which the others have to take part.
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

    /// True if a member has reached an exchange that this one has not.
    pub fn misses_exchange(&self) -> bool {
        let own = self.words(self.own).exchanges.load(SeqCst);
        !reached(own, self.head().exchanges.load(SeqCst))
    }

    /// True if a member waits in an exchange for this one, which has continued without it: to this many phases and
    /// barriers more than this one has begun.
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
