// SPDX-License-Identifier: MIT OR Apache-2.0
//! Communicators of this rank alone, made without another rank.
//!
//! They are made from a communicator of the library's own, on which nothing is cached: the program may have attributes on
//! `MPI_COMM_SELF` and on the communicator that is split, and may use either in another thread.

use std::sync::{Mutex, PoisonError};

use super::{Comm, Failure};
use hsplit_core::communicator::Communicator;

static PARENT: Mutex<Option<Parent>> = Mutex::new(None);

struct Parent(Comm);

// SAFETY: MPI handles may be used from any thread.
unsafe impl Send for Parent {}

/// A new communicator of this rank, with the error handler `MPI_ERRORS_RETURN`.
///
/// # Errors
/// What the native MPI reports.
pub(super) fn create() -> Result<Comm, Failure> {
    // Held during the creation: threads must not make collective calls on one communicator at once.
    let mut parent = PARENT.lock().unwrap_or_else(PoisonError::into_inner);
    let own = match &*parent {
        Some(own) => own.0,
        None => parent.insert(Parent(Comm::own()?.private()?)).0,
    };
    own.private()
}

/// Gives the library's own communicator back, before `MPI_Finalize`.
pub fn release() {
    if let Some(Parent(comm)) = PARENT.lock().unwrap_or_else(PoisonError::into_inner).take() {
        comm.free();
    }
}
