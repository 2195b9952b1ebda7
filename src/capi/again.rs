// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calls that native Fortran makes again by their C names. What this library does with a call is done once.
//!
//! Some MPIs' Fortran makes the public C call (MPICH's and Intel MPI's `mpif.h` and `mpi`), others do not.

use std::cell::Cell;

thread_local! {
    /// The call that native Fortran is carrying out in this thread.
    static PASSED_ON: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// A call has been handled, and native Fortran is carrying it out, for as long as this lives.
pub(super) struct PassedOn(Option<&'static str>);

impl PassedOn {
    /// From now on. `call`: its name in C.
    pub(super) fn begin(call: &'static str) -> Self {
        Self(PASSED_ON.replace(Some(call)))
    }
}

impl Drop for PassedOn {
    fn drop(&mut self) {
        PASSED_ON.set(self.0);
    }
}

/// Whether this call by its C name has been handled already. Only the first one is: what it leads to, in a callback of
/// the program's, is another call.
pub(super) fn is_again(call: &'static str) -> bool {
    let is_again = PASSED_ON.get() == Some(call);
    if is_again {
        PASSED_ON.set(None);
    }
    is_again
}
