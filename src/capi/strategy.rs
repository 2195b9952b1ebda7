// SPDX-License-Identifier: MIT OR Apache-2.0
//! The call for `hsplit-bench strategies`: several strategies within one job.
//!
//! Names that begin with `hsplit_internal_` are for the programs of this project, built from the same sources. They are
//! in no header and no manual page, have no Fortran names, and change without notice.

use std::ffi::{c_char, c_double, c_int};

use mpi_sys::MPI_Comm;

use super::boundary::enter_own;
use hsplit_calls::strategy::{Query, fix};

/// Fixes the strategy of a communicator's calls, as strategy= of HSPLIT_COLLECTIVES does for all communicators, and
/// gives the model's prediction for one call.
///
/// operation is the index of an operation of HSPLIT_COLLECTIVES; bytes and root are those of the call. seconds: the
/// predicted time of the call; below 0 if there is no such strategy, or no model for the call. way: the route of the
/// call, or "native", in at most capacity characters, including the NUL.
///
/// Collective, with the same arguments on all ranks. Errors: MPI_ERR_COMM, MPI_ERR_ARG (NULL).
///
/// # Safety
/// comm is an intracommunicator or MPI_COMM_NULL. strategy is a text, seconds points to a number, way to as many
/// characters as stated.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn hsplit_internal_fix_strategy(
    comm: MPI_Comm,
    strategy: *const c_char,
    operation: c_int,
    bytes: usize,
    root: c_int,
    seconds: *mut c_double,
    way: *mut c_char,
    capacity: c_int,
) -> c_int {
    let query = Query { strategy, operation, bytes, root };
    // SAFETY: `strategy` ends with NUL, `seconds` points to a number and `way` to `capacity` characters (the program's
    // contract, `capi`). `fix` looks for NULL.
    enter_own("hsplit_internal_fix_strategy", comm, || unsafe { fix(comm, &query, seconds, way, capacity) })
}
