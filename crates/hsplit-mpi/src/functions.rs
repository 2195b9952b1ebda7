// SPDX-License-Identifier: MIT OR Apache-2.0
//! The native functions, under their own names, each found in the process at its first call (see [`super::symbol`]),
//! and called in the program's floating-point environment.

use std::ffi::{c_char, c_int, c_void};

use mpi_sys::{
    MPI_Aint, MPI_Comm, MPI_Comm_copy_attr_function, MPI_Comm_delete_attr_function, MPI_Count, MPI_Datatype,
    MPI_Errhandler, MPI_Group, MPI_Info, MPI_Op, MPI_Request, MPI_Status, MPI_User_function, MPI_Win,
    MPI_Win_copy_attr_function, MPI_Win_delete_attr_function,
};

use super::symbol::Typed;
use hsplit_host::floating::natively;

/// A text that MPI reads. SMPI's header does not declare it const.
#[cfg(not(mpi_family = "smpi"))]
pub type ReadText = *const c_char;
/// A text that MPI reads. SMPI's header does not declare it const.
#[cfg(mpi_family = "smpi")]
pub type ReadText = *mut c_char;

/// The functions, which hsplit-generate writes from its table of MPI's functions.
///
/// Every `unsafe` there has the same reasons. The type of each function is compared with that in `mpi.h` by a constant,
/// and the function gets the caller's arguments. The contract of each is that handles are valid handles of this MPI, or
/// handles that the function itself checks, and that every address points to as many elements as the function reads or
/// writes there, for as long as the MPI standard requires.
#[allow(
    missing_docs,
    non_snake_case,
    unsafe_op_in_unsafe_fn,
    clippy::missing_safety_doc,
    clippy::too_many_arguments,
    clippy::undocumented_unsafe_blocks,
    reason = "generated, and described above"
)]
mod generated {
    #[rustfmt::skip]
    pub mod native;
}

pub use generated::native::*;
