// SPDX-License-Identifier: MIT OR Apache-2.0
//! Findings about predefined datatypes and operations, whose handles never change their meaning. A query of the MPI
//! takes as long as a short call.

use std::sync::OnceLock;

/// Findings that stay. When the array is full, further findings are queried again at each use.
pub struct Findings<T, const ROOM: usize>([OnceLock<T>; ROOM]);

impl<T, const ROOM: usize> Findings<T, ROOM> {
    /// Creates an empty array.
    pub const fn new() -> Self {
        Self([const { OnceLock::new() }; ROOM])
    }

    /// Returns the first finding for which `is` is true.
    #[inline]
    pub fn find(&'static self, is: impl Fn(&T) -> bool) -> Option<&'static T> {
        self.0.iter().map_while(OnceLock::get).find(|found| is(found))
    }

    /// Stores a finding. Two threads may store the same one.
    pub fn keep(&self, mut found: T) {
        for place in &self.0 {
            match place.set(found) {
                Ok(()) => return,
                Err(refused) => found = refused,
            }
        }
    }
}
