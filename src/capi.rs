// SPDX-License-Identifier: MIT OR Apache-2.0
//! The exported names, in C and in `fortran`. No logic: each guards the boundary and passes its arguments on to
//! hsplit-calls.
//!
//! # The program's contract
//! Every exported function is unsafe, and all of them have one contract, which the comments here and in hsplit-calls
//! name:
//! - A handle is valid, or null, and one of the program's own MPI. Code that looks at handles runs where
//!   [`check_mpi`](hsplit_calls::runtime::Runtime::check_mpi) has found that MPI to be the one of this library.
//! - An address is NULL, or points to as many elements as the function's description says. The program does not touch
//!   them in another thread until the call returns. Fortran passes no NULL but for an `ierror` or an array left out.
//! - The arguments of MPI's own functions are what the MPI standard asks for.
//!
//! A function under an exported one gets these arguments under the same contract; it is `unsafe` for that reason.
//!
//! # The header and the manual pages
//! `include/hsplit.h` and the pages of section 3 are generated from this folder; comments are written for C
//! programmers. A comment has a first sentence, which tables and pages show alone, a description that says whether the
//! call is collective, and these sections, as far as there is something to say: `Info keys`, `Parameters`, `Returns`
//! (for what is not `MPI_SUCCESS or an error code`), `Errors`, `Notes`, `See also`. What is code stands between
//! backticks, but for the names of MPI and of this library. What `strategy` exports is for `hsplit-bench` alone.
//!
//! # Fortran
//! The Fortran modules and entries are generated from the same declarations. What the types do not say is in a section
//! of the comment, for the arguments that need it: `dims(*)` is an array, and `children(count)` one of which the call
//! has written that many elements; `?` may be left out in mpi_f08, `??` with `use mpi` too; `in`, `inout` (an address
//! that C may write to is an output otherwise); `logical`. An array has as many elements as `max`, `depth` or `n` says.

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
pub mod placement;
pub mod process_sets;
pub mod reorder;
pub mod strategy;
pub mod topology;
pub mod twins;
pub mod window;
