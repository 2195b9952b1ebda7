// SPDX-License-Identifier: MIT OR Apache-2.0
//! Communicators of this rank alone.
//!
//! They are made from one of the library's own communicators, on which nothing is cached. The program may have
//! attributes on `MPI_COMM_SELF` and on the communicator that is split, and may use either in another thread.

use std::sync::{Mutex, PoisonError};

use super::{Comm, Failure, OwnedComm};

static PARENT: Mutex<Option<OwnedComm>> = Mutex::new(None);

/// A new communicator of this rank, whose error handler is still to be set.
///
/// # Errors
/// What the native MPI reports.
pub(super) fn create() -> Result<OwnedComm, Failure> {
    // Held during the creation: threads must not make collective calls on one communicator at once.
    let mut parent = PARENT.lock().unwrap_or_else(PoisonError::into_inner);
    let parent = match &mut *parent {
        Some(parent) => parent,
        none => none.insert(Comm::own()?.private()?),
    };
    parent.same_ranks()
}

/// Gives the library's own communicator back, before `MPI_Finalize`.
pub fn release() {
    PARENT.lock().unwrap_or_else(PoisonError::into_inner).take();
}
