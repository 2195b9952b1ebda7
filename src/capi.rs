// SPDX-License-Identifier: MIT OR Apache-2.0
//! The exported names, in C and in `fortran`. They have no logic: each guards the boundary and passes its arguments to
//! hsplit-calls.
//!
//! # The program's contract
//!
//! Every exported function is unsafe. All of them have the same contract, to which the comments here and in
//! hsplit-calls refer:
//! - A handle is valid, or null, and a handle of the program's MPI. Code that uses handles runs only if
//!   [`check_mpi`](hsplit_calls::runtime::Runtime::check_mpi) has found that this is the MPI of this library.
//! - An address is NULL, or points to as many elements as the function's description says. The program does not access
//!   them in another thread until the call returns. Fortran passes NULL only for an `ierror` or an array that is left
//!   out.
//! - The arguments of MPI's own functions are valid by the MPI standard.
//!
//! A function that an exported function calls gets these arguments under the same contract, and is therefore `unsafe`.
//!
//! # The header and the manual pages
//!
//! `include/hsplit.h` and the pages of section 3 are generated from this folder; comments are written for C
//! programmers. A comment has a first sentence, which is copied alone into tables and the section NAME of pages; a
//! description, with a sentence that begins with Local or Collective; and the sections `Info keys`, `Parameters`,
//! `Returns` (if it is not `MPI_SUCCESS or an error code`), `Errors`, `Notes` and `See also`, as needed. In a page, the
//! parameters come before the description. Code is between backticks, except names of MPI and of this library. The
//! exports of `strategy` are for `hsplit-bench` only.
//!
//! # Fortran
//!
//! The Fortran modules and entries are generated from the same declarations. A section of the comment has the
//! properties of arguments that the types do not have: `dims(*)` is an array, and `children(count)` an array of which
//! the call has written `count` elements; `?` may be left out in mpi_f08, `??` also with `use mpi`; `in`, `inout` (an
//! address that C may write to is an output otherwise); `logical`. An array has `max`, `depth` or `n` elements.

pub mod again;
pub mod bind;
pub mod boundary;
pub mod collectives;
pub mod devices;
pub mod distances;
pub mod extensions;
pub mod fortran;
pub mod intercepted;
pub mod monitor;
#[cfg(feature = "monitor")]
pub mod monitored;
pub mod navigation;
pub mod pcontrol;
pub mod placement;
pub mod pmpi_aliases;
pub mod process_sets;
pub mod reorder;
pub mod strategy;
pub mod topology;
pub mod window;
