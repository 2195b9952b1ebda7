// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library's own calls, as `fortran/hsplit.f90` and `fortran/hsplit_f08.f90` declare them. These modules and the
//! entries are generated from the declarations in `capi`.
//!
//! A placement or a session of counting is an INTEGER, or a structure of one in mpi_f08. A LOGICAL is written as 1 or
//! 0, which every compiler accepts. mpi_f08 passes NULL for arguments that are left out, as C programs do.

/// For each call the conversion of its arguments, and its names; then the comparisons of handles in mpi_f08.
///
/// Every `unsafe` there has the same reasons. The modules declare these arguments for the function by all of its names,
/// and the program has passed them: references, arrays of the length that C takes, texts with their lengths, NULL for
/// arguments that are left out. They are valid until the call returns, as are the local variables whose addresses C
/// gets.
#[allow(
    non_snake_case,
    unsafe_op_in_unsafe_fn,
    clippy::undocumented_unsafe_blocks,
    clippy::too_many_arguments,
    reason = "generated, and described above"
)]
mod generated {
    #[rustfmt::skip]
    mod entries;
}

/// The names that the entries use.
mod prelude {
    pub use std::ffi::{c_char, c_longlong, c_void};

    pub use hsplit_mpi::constants::{comm_null, group_null, win_null};
    pub use hsplit_mpi::fortran::{Fint, buffer_of};
    pub use mpi_sys::MPI_Aint;

    pub use super::super::arguments::{self, Length};
    pub use super::super::next::{In, Out};
    pub use crate::capi::{bind, devices, distances, extensions, monitor, navigation, placement, reorder, window};
}
