// SPDX-License-Identifier: MIT OR Apache-2.0
//! Distinguishes calls of the program from calls that the native MPI makes inside a call of the library.

use std::cell::Cell;

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// True if this thread is already inside a call of this library, so that the current call comes from the native MPI.
pub fn is_inside() -> bool {
    INSIDE.get()
}

/// Marks this thread as inside a call while it exists.
pub struct Inside(bool);

impl Inside {
    /// Begins this state.
    pub fn enter() -> Self {
        Self(INSIDE.replace(true))
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.set(self.0);
    }
}
