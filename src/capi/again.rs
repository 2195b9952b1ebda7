// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calls that native Fortran makes again by their C names. The library handles each call once.
//!
//! The Fortran of some MPIs makes the public C call (`mpif.h` and `mpi` of MPICH and Intel MPI), others do not.

use std::cell::Cell;

thread_local! {
    /// The call that native Fortran is making in this thread.
    static PASSED_ON: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// While this exists, the library has handled a call, and native Fortran is making it.
pub(super) struct PassedOn(Option<&'static str>);

impl PassedOn {
    /// Begins this state. `call`: the name in C.
    pub(super) fn begin(call: &'static str) -> Self {
        Self(PASSED_ON.replace(Some(call)))
    }
}

impl Drop for PassedOn {
    fn drop(&mut self) {
        PASSED_ON.set(self.0);
    }
}

/// True if this call by its C name has been handled already. Only the first one has: a call in a callback of the
/// program is another call.
pub(super) fn is_again(call: &'static str) -> bool {
    let is_again = PASSED_ON.get() == Some(call);
    if is_again {
        PASSED_ON.set(None);
    }
    is_again
}
