// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calls that are made again by their C names. The library handles each call once.
//!
//! The Fortran of some MPIs makes the public C call (`mpif.h` and `mpi` of MPICH and Intel MPI), others do not. So do
//! the functions for Fortran of tools after the library, such as Score-P.

use std::cell::Cell;

use hsplit_calls::active;
use hsplit_calls::function_id::FunctionId;

thread_local! {
    /// The function that native Fortran, or a tool, is calling in this thread.
    static PASSED_ON: Cell<Option<FunctionId>> = const { Cell::new(None) };
}

/// While this exists, the library has handled a call, and native Fortran is making it.
pub(super) struct PassedOn(Option<FunctionId>);

impl PassedOn {
    /// Begins this state.
    pub(super) fn begin(function: FunctionId) -> Self {
        Self(PASSED_ON.replace(Some(function)))
    }
}

impl Drop for PassedOn {
    fn drop(&mut self) {
        PASSED_ON.set(self.0);
    }
}

/// True if this call by its C name has been handled already. Only the first one has: a call in a callback of the
/// program is another call.
pub(super) fn is_again(function: FunctionId) -> bool {
    let is_again = PASSED_ON.get() == Some(function);
    if is_again {
        PASSED_ON.set(None);
    }
    is_again
}

/// True if a tool makes this call by its C name for a call from Fortran that has been handled already.
#[inline]
pub(super) fn is_a_tools(function: impl FnOnce() -> FunctionId) -> bool {
    active::known(active::TOOL_IN_FORTRAN) != 0 && is_again(function())
}
