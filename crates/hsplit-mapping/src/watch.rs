// SPDX-License-Identifier: MIT OR Apache-2.0
//! The time limit and the work of a search.
//!
//! Work is counted in matrix entries that are read. The clock is read after each step of work, so a search ends soon
//! after its time limit, however its traffic is distributed over the roles.

use std::cell::Cell;

/// The work between two readings of the clock: a few milliseconds.
const STEP: u64 = 1 << 20;

/// A search's time and work.
pub struct Watch<'a> {
    timed_out: &'a dyn Fn() -> bool,
    work: Cell<u64>,
    next_look: Cell<u64>,
    is_over: Cell<bool>,
}

impl<'a> Watch<'a> {
    pub fn new(timed_out: &'a dyn Fn() -> bool) -> Self {
        Self { timed_out, work: Cell::new(0), next_look: Cell::new(0), is_over: Cell::new(false) }
    }

    /// Counts work.
    #[inline]
    pub fn add(&self, work: usize) {
        self.work.set(self.work.get() + work as u64);
    }

    /// The work so far.
    #[inline]
    pub fn work(&self) -> u64 {
        self.work.get()
    }

    /// True if the time limit is exceeded; then it stays true.
    #[inline]
    pub fn is_over(&self) -> bool {
        if !self.is_over.get() && self.work.get() >= self.next_look.get() {
            self.next_look.set(self.work.get() + STEP);
            self.is_over.set((self.timed_out)());
        }
        self.is_over.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_read_by_work() {
        let looks = Cell::new(0);
        let timed_out = || {
            looks.set(looks.get() + 1);
            looks.get() > 2
        };
        let watch = Watch::new(&timed_out);
        assert!(!watch.is_over() && !watch.is_over());
        assert_eq!(looks.get(), 1);
        watch.add(STEP as usize);
        assert!(!watch.is_over());
        assert_eq!((looks.get(), watch.work()), (2, STEP));
        watch.add(STEP as usize);
        assert!(watch.is_over() && watch.is_over());
        assert_eq!(looks.get(), 3);
    }
}
