// SPDX-License-Identifier: MIT OR Apache-2.0
//! The thread level: threads may make MPI calls at the same time, or must not.

use std::ffi::c_int;

use super::{Failure, checked, functions};

/// `MPI_THREAD_MULTIPLE`: they may. Simulated processes are threads of one process.
#[cfg(not(mpi_family = "smpi"))]
pub const MULTIPLE: c_int = mpi_sys::MPI_THREAD_MULTIPLE as c_int;
/// `MPI_THREAD_MULTIPLE`: they may. Simulated processes are threads of one process.
#[cfg(mpi_family = "smpi")]
pub const MULTIPLE: c_int = c_int::MIN;

/// Returns the level that `MPI_Init` has provided. The levels ascend.
///
/// # Errors
/// A native call fails.
pub fn thread_level() -> Result<c_int, Failure> {
    let mut level = MULTIPLE;
    // SAFETY: the output is a local.
    checked("PMPI_Query_thread", unsafe { functions::PMPI_Query_thread(&raw mut level) }).map(|()| level)
}
