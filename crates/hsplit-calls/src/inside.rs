// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which calls come from inside the library, from the native MPI that it has called.

use std::cell::Cell;

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is already inside a call of this library, so that this call comes from the native MPI.
pub fn is_inside() -> bool {
    INSIDE.get()
}

/// Marks this thread as inside for as long as it lives.
pub struct Inside(bool);

impl Inside {
    /// From now on.
    pub fn enter() -> Self {
        Self(INSIDE.replace(true))
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.set(self.0);
    }
}
