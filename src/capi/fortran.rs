// SPDX-License-Identifier: MIT OR Apache-2.0
//! The exported Fortran names. Each converts its arguments and makes the C call of its name.
//!
//! Intercepting the C name is not enough: Open MPI's Fortran calls `PMPI_` or internal functions, and so does mpi_f08
//! of MPICH. The modules in `fortran/` declare the library's own calls; they have no code, so a program needs no object
//! file of them.
//!
//! Compilers write a name in lower case with one or two underscores appended, or in capitals. Names without an
//! underscore are not intercepted, because C libraries have functions of such names. The specific names of mpi_f08 end
//! in `_f08_`. Its handles are structures of one INTEGER, so one function serves all interfaces.

pub mod arguments;
pub mod collectives;
pub mod intercepted;
#[cfg(feature = "monitor")]
pub mod monitored;
pub mod next;
pub mod own;
pub mod sessions;
pub mod topology;
