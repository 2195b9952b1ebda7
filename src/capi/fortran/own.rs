// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library's own calls, as `fortran/hsplit.f90` and `fortran/hsplit_f08.f90` declare them. Those modules and the
//! entries come from the declarations in `capi`.
//!
//! A placement or a session of counting is an INTEGER, or a structure of one in mpi_f08. A LOGICAL is written as 1 or
//! 0, which every compiler takes. mpi_f08 passes NULL for what is left out, as C programs do.

use hsplit_mpi::fortran::Fint;

/// For each call its conversion of arguments, and the names.
///
/// Every `unsafe` there has the same reasons. The modules declare these arguments, for the function under all of its
/// names, and the program has passed them so: references, arrays as long as C takes them, texts with their lengths,
/// NULL for what is left out. They hold until the call returns, as do the locals whose addresses C gets.
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

/// What the entries use.
mod prelude {
    pub use std::ffi::{c_char, c_longlong, c_void};

    pub use hsplit_mpi::constants::{comm_null, group_null, win_null};
    pub use hsplit_mpi::fortran::buffer_of;
    pub use mpi_sys::MPI_Aint;

    use hsplit_mpi::fortran::Fint;

    pub use super::super::arguments::{self, Length};
    pub use crate::capi::{bind, devices, extensions, monitor, navigation, placement, reorder, window};

    pub type In = *const Fint;
    pub type Out = *mut Fint;
}

/// Exports a comparison of two handles of mpi_f08 under the names that Fortran compilers give it.
macro_rules! comparison {
    ($operator:tt: $($name:ident)+) => { $(
        /// Compares two handles, for Fortran.
        ///
        /// # Safety
        /// The arguments are what the modules in `fortran/` declare.
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $name(a: *const Fint, b: *const Fint) -> Fint {
            // SAFETY: both are references to structures of one INTEGER (the program's contract, `capi`).
            Fint::from(unsafe { *a $operator *b })
        }
    )+ };
}

comparison! { ==: hsplit_placement_eq hsplit_placement_eq_ hsplit_placement_eq__ HSPLIT_PLACEMENT_EQ }
comparison! { !=: hsplit_placement_ne hsplit_placement_ne_ hsplit_placement_ne__ HSPLIT_PLACEMENT_NE }
comparison! { ==: hsplit_monitor_eq hsplit_monitor_eq_ hsplit_monitor_eq__ HSPLIT_MONITOR_EQ }
comparison! { !=: hsplit_monitor_ne hsplit_monitor_ne_ hsplit_monitor_ne__ HSPLIT_MONITOR_NE }
