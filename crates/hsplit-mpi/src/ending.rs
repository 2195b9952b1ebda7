// SPDX-License-Identifier: MIT OR Apache-2.0
//! The last step before MPI ends: a function that `MPI_Finalize` calls after the program's own callbacks.
//!
//! `MPI_Finalize` begins with the deletion of the attributes of `MPI_COMM_SELF`, in the reverse order in which they
//! were set (MPI 4.0 §11.2.4). The callbacks of the program may still make calls then, also collective calls that other
//! ranks have made before `MPI_Finalize`. An attribute that is set in `MPI_Init` is deleted after those of the program.

use std::ffi::{c_int, c_void};
use std::panic::catch_unwind;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use mpi_sys::MPI_Comm;

use super::attribute::leave;
use super::constants::{SUCCESS, comm_self};
use super::{Failure, checked, functions};

static IS_ARRANGED: AtomicBool = AtomicBool::new(false);

/// Whether `MPI_Finalize` will call the function of [`arrange`].
pub fn is_arranged() -> bool {
    IS_ARRANGED.load(Ordering::Relaxed)
}

/// Arranges that `MPI_Finalize` calls `last`. Called in `MPI_Init`, before the program can set attributes.
///
/// # Errors
/// A native call fails.
pub fn arrange(last: fn()) -> Result<(), Failure> {
    let mut keyval = 0;
    // SAFETY: `leave` and `delete` have the types of MPI's callbacks, which the compiler compares with `mpi_sys`.
    // `keyval` is a local.
    let code =
        unsafe { functions::PMPI_Comm_create_keyval(Some(leave), Some(delete), &raw mut keyval, last as *mut c_void) };
    checked("PMPI_Comm_create_keyval", code)?;
    // SAFETY: the keyval is valid, and its callbacks do not use the value.
    let code = unsafe { functions::PMPI_Comm_set_attr(comm_self(), keyval, ptr::null_mut()) };
    let set = checked("PMPI_Comm_set_attr", code);
    // SAFETY: this function has created the keyval. MPI keeps it as long as the attribute (MPI 4.0 §7.7.2).
    let _ = unsafe { functions::PMPI_Comm_free_keyval(&raw mut keyval) };
    set?;
    IS_ARRANGED.store(true, Ordering::Relaxed);
    Ok(())
}

/// Called by `MPI_Finalize`.
unsafe extern "C" fn delete(_: MPI_Comm, _: c_int, _: *mut c_void, last: *mut c_void) -> c_int {
    // SAFETY: `arrange` has given MPI a function of this type, and MPI gives it back.
    let last = unsafe { std::mem::transmute::<*mut c_void, fn()>(last) };
    // A panic must not unwind into MPI.
    let _ = catch_unwind(last);
    SUCCESS
}
