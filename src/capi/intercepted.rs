// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names that the native MPI has too.

use std::ffi::c_int;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::boundary::{enter, is_inside};
use crate::calls::split_type::{Arguments, split_type};

/// Intercepts MPI_Comm_split_type. Declared by mpi.h.
///
/// # Safety
/// As the MPI standard says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Comm_split_type(comm: MPI_Comm, split_type_: c_int, key: c_int, info: MPI_Info, newcomm: *mut MPI_Comm) -> c_int {
    let arguments = Arguments { comm, split_type: split_type_, key, info, newcomm };
    if is_inside() {
        // SAFETY: the native MPI's own call.
        return unsafe { arguments.native() };
    }
    // SAFETY: the program's own arguments.
    enter("MPI_Comm_split_type", comm, || unsafe { split_type(arguments) })
}
