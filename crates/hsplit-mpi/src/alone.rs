// SPDX-License-Identifier: MIT OR Apache-2.0
//! Communicators of this rank alone.
//!
//! They are made from a communicator of the library, which has no attributes. The program may have attributes on
//! `MPI_COMM_SELF` and on the communicator that is split, and may use either in another thread.

use std::sync::{Mutex, PoisonError};

use super::constants::comm_self;
use super::{Comm, Failure, OwnedComm, has_world, session};

static PARENT: Mutex<Option<OwnedComm>> = Mutex::new(None);

/// `MPI_COMM_SELF`, or another communicator of this process if the program uses sessions only.
///
/// # Errors
/// A native call fails.
pub fn own() -> Result<Comm, Failure> {
    let handle = if has_world() { comm_self() } else { session::comm_of_this_process()? };
    // SAFETY: `has_world` has found MPI_COMM_SELF, which no program can free. The other communicator stays until the
    // program's last session ends.
    unsafe { Comm::new(handle) }
}

/// Creates a communicator of this rank. Its error handler is still to be set.
///
/// # Errors
/// A native call fails.
pub(super) fn create() -> Result<OwnedComm, Failure> {
    // Held during the creation: threads must not make collective calls on one communicator at once.
    let mut parent = PARENT.lock().unwrap_or_else(PoisonError::into_inner);
    let parent = match &mut *parent {
        Some(parent) => parent,
        none => none.insert(own()?.private()?),
    };
    parent.same_ranks()
}

/// Frees the library's own communicator. Called before `MPI_Finalize`.
pub fn release() {
    PARENT.lock().unwrap_or_else(PoisonError::into_inner).take();
}
