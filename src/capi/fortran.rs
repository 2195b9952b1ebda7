// SPDX-License-Identifier: MIT OR Apache-2.0
//! The exported Fortran names. Each converts its arguments and makes the C call of its name.
//!
//! Intercepting the C name is not enough: Open MPI's Fortran calls `PMPI_` or internal functions, and so does mpi_f08
//! of MPICH. The modules in `fortran/` declare the calls that no MPI has; they hold no code, so a program needs no
//! object file of theirs.
//!
//! Compilers write a name in lower case, with no, one or two underscores behind it, or in capitals. The specific names
//! of mpi_f08 end in `_f08_`. Its handles are structures of one INTEGER, so that one function serves all interfaces.

pub mod arguments;
pub mod bind;
pub mod collectives;
pub mod devices;
pub mod extensions;
pub mod intercepted;
pub mod monitor;
#[cfg(feature = "monitor")]
pub mod monitored;
pub mod navigation;
pub mod neighbours;
pub mod placement;
pub mod reorder;
pub mod sessions;
pub mod topology;
pub mod window;

/// Exports a function under all names that Fortran compilers give it.
macro_rules! fortran_names {
    ($function:ident: $($name:ident)+; $arguments:tt) => {
        $($crate::capi::fortran::fortran_name!($function $name $arguments);)+
    };
}

macro_rules! fortran_name {
    ($function:ident $name:ident ($($argument:ident: $type:ty),+)) => {
        /// The call of this name, for Fortran.
        ///
        /// # Safety
        /// The arguments are what the modules in `fortran/` declare.
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $name($($argument: $type),+) {
            // SAFETY: the modules in `fortran/` declare these arguments, for the function under all of its names, and
            // the program has passed them so.
            unsafe { $function($($argument),+) }
        }
    };
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

use {comparison, fortran_name, fortran_names};
