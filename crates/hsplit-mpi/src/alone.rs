// SPDX-License-Identifier: MIT OR Apache-2.0
//! Communicators of this rank alone.
//!
//! They are made from one of the library's own communicators, on which nothing is cached. The program may have
//! attributes on `MPI_COMM_SELF` and on the communicator that is split, and may use either in another thread.

use std::sync::{Mutex, PoisonError};

use super::constants::comm_self;
use super::{Comm, Failure, OwnedComm, has_world, session};

static PARENT: Mutex<Option<OwnedComm>> = Mutex::new(None);

/// `MPI_COMM_SELF`; in a program that has sessions alone, another communicator of this process.
///
/// # Errors
/// What the native MPI says.
pub fn own() -> Result<Comm, Failure> {
    let handle = if has_world() { comm_self() } else { session::comm_of_this_process()? };
    // SAFETY: `has_world` has found MPI_COMM_SELF, which no program can free. The other communicator stays until the
    // program's last session ends.
    unsafe { Comm::new(handle) }
}

/// A new communicator of this rank, whose error handler is still to be set.
///
/// # Errors
/// What the native MPI reports.
pub(super) fn create() -> Result<OwnedComm, Failure> {
    // Held during the creation: threads must not make collective calls on one communicator at once.
    let mut parent = PARENT.lock().unwrap_or_else(PoisonError::into_inner);
    let parent = match &mut *parent {
        Some(parent) => parent,
        none => none.insert(own()?.private()?),
    };
    parent.same_ranks()
}

/// Gives the library's own communicator back, before `MPI_Finalize`.
pub fn release() {
    PARENT.lock().unwrap_or_else(PoisonError::into_inner).take();
}
