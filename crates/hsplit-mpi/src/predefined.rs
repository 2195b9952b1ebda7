// SPDX-License-Identifier: MIT OR Apache-2.0
//! Findings about datatypes and operations that MPI has from the start: their handles never stand for anything else. To
//! ask MPI again takes as long as a short call.

use std::sync::OnceLock;

/// Findings that stay. Those that find no room are asked for again.
pub struct Findings<T, const ROOM: usize>([OnceLock<T>; ROOM]);

impl<T, const ROOM: usize> Findings<T, ROOM> {
    /// None yet.
    pub const fn new() -> Self {
        Self([const { OnceLock::new() }; ROOM])
    }

    /// The first finding that is the one.
    #[inline]
    pub fn find(&'static self, is: impl Fn(&T) -> bool) -> Option<&'static T> {
        self.0.iter().map_while(OnceLock::get).find(|found| is(found))
    }

    /// Keeps a finding. Two threads may keep the same one.
    pub fn keep(&self, mut found: T) {
        for place in &self.0 {
            match place.set(found) {
                Ok(()) => return,
                Err(refused) => found = refused,
            }
        }
    }
}
