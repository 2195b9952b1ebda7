// SPDX-License-Identifier: MIT OR Apache-2.0
//! Related communicators: `HSPLIT_Comm_get_parent`, `_children`, `_roots` and `_depth`. All are local.

use std::ffi::c_int;

use mpi_sys::MPI_Comm;

use super::list_output::ListOutput;
use super::{cached_level, communicator_tree, has_all_ranks, intracommunicator, not_null, runtime};
use crate::error::Error;
use hsplit_core::name::Name;
use hsplit_core::table::{CLUSTER, UNKNOWN};
use hsplit_mpi::constants::{UNDEFINED, comm_null};
use hsplit_mpi::{Comm, Failure};

/// Returns the communicator that was split into this one, or `MPI_COMM_NULL`.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn parent(handle: MPI_Comm, output: *mut MPI_Comm) -> Result<(), Error> {
    // SAFETY: `output` is NULL, or the program's place for a handle until this call returns.
    unsafe { relative(handle, "parent", output, cached_level::parent) }
}

/// Returns the communicator of the roots that was created together with this one, or `MPI_COMM_NULL`.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn roots(handle: MPI_Comm, output: *mut MPI_Comm) -> Result<(), Error> {
    // SAFETY: `output` is NULL, or the program's place for a handle until this call returns.
    unsafe { relative(handle, "roots", output, cached_level::roots) }
}

/// Returns the communicator that `find` finds, or `MPI_COMM_NULL`. `name`: the name of the output.
///
/// # Safety
/// `output` is NULL or a place for a handle.
unsafe fn relative(
    handle: MPI_Comm,
    name: &'static str,
    output: *mut MPI_Comm,
    find: impl Fn(MPI_Comm) -> Result<Option<MPI_Comm>, Failure>,
) -> Result<(), Error> {
    not_null(output, name)?;
    // SAFETY: not NULL by the check above, and therefore a place for a handle, by this function's contract.
    let put = |found| unsafe { *output = found };
    put(comm_null());
    if runtime::get().is_disabled() {
        return Ok(());
    }
    intracommunicator(handle, "comm")?;
    if let Some(found) = find(handle)? {
        put(found);
    }
    Ok(())
}

/// Lists the communicators that this process got by splits of this one.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn children(handle: MPI_Comm, list: ListOutput<MPI_Comm>) -> Result<(), Error> {
    // SAFETY: `count` is NULL or valid, by this function's contract.
    unsafe { list.clear() }?;
    if runtime::get().is_disabled() {
        return Ok(());
    }
    intracommunicator(handle, "comm")?;
    let children = communicator_tree::children(handle)?;
    // SAFETY: `clear` has found no error, and the array has `max` elements by this function's contract.
    unsafe { list.put(children.into_iter()) };
    Ok(())
}

/// Returns the number of levels down to a communicator, and the name of its own.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn depth(handle: MPI_Comm, depth: *mut c_int) -> Result<Name, Error> {
    not_null(depth, "depth")?;
    let (number, level) = if runtime::get().is_disabled() { (UNDEFINED, UNKNOWN) } else { known_depth(handle)? };
    // SAFETY: not NULL by the check above, and a place for an int by this function's contract.
    unsafe { *depth = number };
    Ok(level)
}

fn known_depth(handle: MPI_Comm) -> Result<(c_int, Name), Error> {
    intracommunicator(handle, "comm")?;
    if let Some(made) = cached_level::recall(handle)? {
        return Ok((made.depth as c_int, made.level));
    }
    // SAFETY: the program has passed the handle in this call; `intracommunicator` has excluded everything else.
    let comm = unsafe { Comm::new(handle) }?;
    Ok(if has_all_ranks(&comm)? { (0, CLUSTER) } else { (UNDEFINED, UNKNOWN) })
}
