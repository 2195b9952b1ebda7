// SPDX-License-Identifier: MIT OR Apache-2.0
//! The native MPI: the only crate that calls `PMPI_*`.
//!
//! An `MPI_` call from here would re-enter this library. Every call is passed through [`checked`], so that an error
//! names the function that failed.

// Handles of Open MPI are pointers, which are never dereferenced here.
#![allow(clippy::not_unsafe_ptr_arg_deref)]

use std::ffi::c_int;

pub mod alone;
pub mod arrays;
pub mod attribute;
pub mod channel;
pub mod clock;
pub mod comm;
pub mod communicator;
pub mod constants;
pub mod datatype;
pub mod error_handler;
pub mod experiment;
pub mod faults;
pub mod footprint;
pub mod foreign;
pub mod fortran;
pub mod freed;
pub mod functions;
pub mod gather;
pub mod graph_tags;
pub mod group;
pub mod handle;
pub mod info;
pub mod lacking;
mod lost;
pub mod members;
pub mod native;
pub mod operation;
pub mod optional;
pub mod overdue;
pub mod pairs;
mod predefined;
pub mod probe;
pub mod raw;
pub mod reduction;
pub mod replace;
pub mod session;
pub mod sleeping_barrier;
pub mod sleeping_wait;
pub mod subgroup;
pub mod symbol;
pub mod threads;
pub mod topology;
pub mod transfer;
pub mod window;
pub mod world;

pub use comm::{Comm, OwnedComm};

/// A native call that failed. It has already called its error handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{call} failed with error code {code}")]
pub struct Failure {
    /// The C name of the function.
    pub call: &'static str,
    /// The code that it returned.
    pub code: c_int,
}

/// Turns a native return code into a result.
pub(crate) fn checked(call: &'static str, code: c_int) -> Result<(), Failure> {
    if code == constants::SUCCESS { Ok(()) } else { Err(Failure { call, code }) }
}

/// True if MPI can be used: after `MPI_Init` and before `MPI_Finalize`, or while the program has a session.
pub fn is_usable() -> bool {
    has_world() || session::living() > 0
}

/// True if `MPI_COMM_WORLD` exists: after `MPI_Init` and before `MPI_Finalize`.
pub fn has_world() -> bool {
    let (mut initialized, mut finalized) = (0, 0);
    // SAFETY: MPI allows both calls at any time (MPI 4.0 §11.4.1), and each writes one int, a local.
    unsafe {
        functions::PMPI_Initialized(&raw mut initialized);
        functions::PMPI_Finalized(&raw mut finalized);
    }
    initialized != 0 && finalized == 0
}

/// True if the program uses sessions only: it has one, did not call `MPI_Init` before the first one, and has not called
/// it since. (Under Intel MPI, `MPI_COMM_WORLD` exists nevertheless.)
pub fn has_sessions_alone() -> bool {
    session::are_alone() && session::living() > 0
}

/// True if `MPI_Init` was called, also after `MPI_Finalize`.
pub fn was_initialized() -> bool {
    let mut initialized = 0;
    // SAFETY: MPI allows the call at any time (MPI 4.0 §11.4.1), and it writes one int, a local.
    unsafe { functions::PMPI_Initialized(&raw mut initialized) };
    initialized != 0
}
