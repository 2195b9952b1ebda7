// SPDX-License-Identifier: MIT OR Apache-2.0
//! Distinguishes calls of the program from calls that the native MPI, or a tool after the library, makes inside a call
//! of the library.

use std::cell::Cell;

use crate::function_id::FunctionId;

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    /// The function of the program's call in Fortran that the next function of its name is performing.
    static IN_FORTRAN: Cell<Option<FunctionId>> = const { Cell::new(None) };
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

/// While it exists, this thread is in a call from Fortran that the library has counted and decided. A tool after the
/// library may make the public C call of the same function, which is then passed on.
pub struct InFortran(());

impl InFortran {
    /// Begins this state.
    pub fn enter(function: FunctionId) -> Self {
        IN_FORTRAN.set(Some(function));
        Self(())
    }
}

impl Drop for InFortran {
    fn drop(&mut self) {
        IN_FORTRAN.set(None);
    }
}

/// True if a tool makes this call for a call from Fortran. It makes one.
pub fn is_of_fortran(function: FunctionId) -> bool {
    let is_it = IN_FORTRAN.get() == Some(function);
    if is_it {
        IN_FORTRAN.set(None);
    }
    is_it
}
