// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests whether the native MPI rejects arguments.
//!
//! The native call reports wrong arguments, under its own name and to the communicator's error handler. To decide
//! whether it must be called, arguments are first tried on a communicator of this rank alone that returns errors as
//! codes. A collective call there checks them, and moves no data.

pub mod neighbours;

use std::ffi::{c_int, c_void};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mpi_sys::{MPI_Datatype, MPI_Op};

use super::constants::{SUCCESS, in_place};
use super::functions;
use super::native::{BUILT_FOR, Family};
use super::raw::Count;
use super::{Failure, OwnedComm, alone, checked};

/// Collective calls on one communicator must not overlap, so a thread holds the lock until its call has returned.
static PROBE: Mutex<Option<Arc<OwnedComm>>> = Mutex::new(None);

fn lock() -> MutexGuard<'static, Option<Arc<OwnedComm>>> {
    PROBE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a call with the communicator of this rank alone.
fn with<R>(call: impl FnOnce(&Arc<OwnedComm>) -> R) -> Result<R, Failure> {
    let mut probe = lock();
    let comm = match &mut *probe {
        Some(comm) => comm,
        none => none.insert(Arc::new(alone::own()?.private()?)),
    };
    Ok(call(comm))
}

/// The communicator of this rank alone, for calls that are not collective.
///
/// # Errors
/// A native call fails.
pub fn comm() -> Result<Arc<OwnedComm>, Failure> {
    with(Arc::clone)
}

/// Frees the communicator, before `MPI_Finalize`.
pub fn release() {
    lock().take();
    neighbours::release();
}

/// True if the native MPI accepts these arguments for data.
///
/// # Errors
/// A native call fails for another reason than these arguments.
pub fn takes_data(buffer: *const c_void, count: c_int, datatype: MPI_Datatype) -> Result<bool, Failure> {
    Ok(look_at_data(buffer, count, datatype)?.is_ok())
}

/// Returns the native MPI's check of these arguments for data: the inner result.
///
/// # Errors
/// As for [`takes_data`].
pub fn look_at_data(
    buffer: *const c_void,
    count: c_int,
    datatype: MPI_Datatype,
) -> Result<Result<(), Failure>, Failure> {
    // SAFETY: the communicator has only this rank, so a broadcast checks its arguments and moves no data. The datatype
    // is not MPI_DATATYPE_NULL, and the program has passed it.
    let broadcast =
        |comm: &OwnedComm| unsafe { functions::PMPI_Bcast(buffer.cast_mut(), count, datatype, 0, comm.handle()) };
    with(|comm| checked("PMPI_Bcast", broadcast(comm)))
}

/// True if the native MPI accepts this operation for this datatype.
///
/// # Errors
/// As for [`takes_data`].
pub fn takes_operation(op: MPI_Op, datatype: MPI_Datatype) -> Result<bool, Failure> {
    let mut nothing = 0u128;
    let result = (&raw mut nothing).cast();
    // SAFETY: with a count of 0 nothing is read or written; `nothing` is an address that every MPI accepts.
    with(|comm| unsafe { functions::PMPI_Allreduce(in_place(), result, 0, datatype, op, comm.handle()) } == SUCCESS)
}

/// True if the native `MPI_Gather`, `MPI_Scatter` and `MPI_Allgather` accept a share that is already at its place in
/// the whole. The standard forbids that. MPICH and its derivatives check it, Open MPI does not.
///
/// # Errors
/// As for [`takes_data`].
///
/// # Safety
/// The buffer holds an element of the datatype and may be written.
pub unsafe fn takes_share_in_whole(buffer: *mut c_void, datatype: MPI_Datatype) -> Result<bool, Failure> {
    if BUILT_FOR == Family::OpenMpi {
        return Ok(true);
    }
    // SAFETY: the buffer holds an element and may be written, by this function's contract. If MPI accepts the call, it
    // copies that element onto itself.
    with(
        |comm| unsafe { functions::PMPI_Gather(buffer, 1, datatype, buffer, 1, datatype, 0, comm.handle()) } == SUCCESS,
    )
}

/// True if the native `MPI_Alltoall` accepts one buffer for both sides. The standard forbids that.
///
/// # Errors
/// As for [`takes_data`].
///
/// # Safety
/// As for [`takes_share_in_whole`].
pub unsafe fn takes_blocks_in_one_buffer(buffer: *mut c_void, datatype: MPI_Datatype) -> Result<bool, Failure> {
    if BUILT_FOR == Family::OpenMpi {
        return Ok(true);
    }
    // SAFETY: the buffer holds an element and may be written, by this function's contract. If MPI accepts the call,
    // this rank, the only one, sends that element to itself.
    with(|comm| unsafe { functions::PMPI_Alltoall(buffer, 1, datatype, buffer, 1, datatype, comm.handle()) } == SUCCESS)
}

/// True if the native `MPI_Alltoallv` accepts one buffer for both sides, if the counts of both are, or are not, one
/// array. The standard forbids one buffer. (MPICH checks only if the counts are one array, too.)
///
/// # Errors
/// As for [`takes_data`].
pub fn takes_unequal_blocks_in_one_buffer(
    buffer: *mut c_void,
    [from, to]: [MPI_Datatype; 2],
    is_one_array: bool,
) -> Result<bool, Failure> {
    takes_no_elements_in_one_buffer(is_one_array, |comm, sent, received, place| {
        // SAFETY: by the contract of `takes_no_elements_in_one_buffer`, nothing is read or written.
        unsafe { functions::PMPI_Alltoallv(buffer, sent, place, from, buffer, received, place, to, comm.handle()) }
    })
}

/// As [`takes_unequal_blocks_in_one_buffer`], for `MPI_Alltoallw` with these datatypes of one block, which may also be
/// in one array. (MPICH checks only if both the counts and the datatypes are one array.)
///
/// # Errors
/// As for [`takes_data`].
pub fn takes_blocks_of_each_in_one_buffer(
    buffer: *mut c_void,
    [from, to]: [MPI_Datatype; 2],
    is_one_array: bool,
    are_types_one_array: bool,
) -> Result<bool, Failure> {
    let (from, to) = (&raw const from, &raw const to);
    let to = if are_types_one_array { from } else { to };
    takes_no_elements_in_one_buffer(is_one_array, |comm, sent, received, place| {
        // SAFETY: by the contract of `takes_no_elements_in_one_buffer`, nothing is read or written.
        unsafe { functions::PMPI_Alltoallw(buffer, sent, place, from, buffer, received, place, to, comm.handle()) }
    })
}

/// True if the native MPI accepts a call with one buffer in which this rank sends itself nothing. The call gets the
/// communicator, both arrays of counts, which are 0, and the array of displacements; each has one element.
fn takes_no_elements_in_one_buffer(
    is_one_array: bool,
    call: impl FnOnce(&OwnedComm, *const c_int, *const c_int, *const c_int) -> c_int,
) -> Result<bool, Failure> {
    if BUILT_FOR == Family::OpenMpi {
        return Ok(true);
    }
    let [sent, received, place]: [c_int; 3] = [0; 3];
    let (sent, received) = (&raw const sent, &raw const received);
    let received = if is_one_array { sent } else { received };
    with(|comm| call(comm, sent, received, &raw const place) == SUCCESS)
}

/// True if the native `MPI_Alltoallw` accepts this datatype, which may be null, for a block without elements.
///
/// # Errors
/// As for [`takes_data`].
pub fn takes_no_elements(datatype: MPI_Datatype) -> Result<bool, Failure> {
    let ([mut from, mut to], nothing, place) = ([0u128; 2], 0, 0);
    let (from, to, nothing, place) = (&raw mut from, &raw mut to, &raw const nothing, &raw const place);
    // SAFETY: all counts are 0, so nothing is read or written. The arrays have one element, for the only rank.
    with(|comm| unsafe {
        functions::PMPI_Alltoallw(
            from.cast(),
            nothing,
            place,
            &raw const datatype,
            to.cast(),
            nothing,
            place,
            &raw const datatype,
            comm.handle(),
        ) == SUCCESS
    })
}

/// True if the native `MPI_Reduce` accepts one buffer for operand and result. The standard forbids that.
///
/// # Errors
/// As for [`takes_data`].
///
/// # Safety
/// The buffer holds an element of the datatype and may be written.
pub unsafe fn takes_result_in_operand(
    buffer: *mut c_void,
    datatype: MPI_Datatype,
    op: MPI_Op,
) -> Result<bool, Failure> {
    // SAFETY: the buffer holds an element and may be written, by this function's contract. If MPI accepts the call, the
    // result of one rank is its operand.
    with(|comm| unsafe { functions::PMPI_Reduce(buffer, buffer, 1, datatype, op, 0, comm.handle()) } == SUCCESS)
}

/// As [`takes_result_in_operand`], for `MPI_Allreduce` of `count` elements.
///
/// # Errors
/// As for [`takes_data`].
///
/// # Safety
/// As for [`takes_result_in_operand`].
pub unsafe fn takes_result_for_all_in_operand(
    buffer: *mut c_void,
    count: Count,
    datatype: MPI_Datatype,
    op: MPI_Op,
) -> Result<bool, Failure> {
    // Open MPI (4.1 and 5.0) rejects more than one element, and calls the error handler of `MPI_COMM_WORLD`. A trial
    // call would report that error twice.
    if BUILT_FOR == Family::OpenMpi {
        return Ok(count == 1 || buffer.is_null());
    }
    // SAFETY: the buffer holds an element and may be written, by the contract of `takes_result_in_operand`. The result
    // of one rank is its operand.
    with(|comm| unsafe { functions::PMPI_Allreduce(buffer, buffer, 1, datatype, op, comm.handle()) } == SUCCESS)
}

/// True if the native `MPI_Scan`, `MPI_Exscan`, `MPI_Reduce_scatter` and `MPI_Reduce_scatter_block` accept one buffer
/// for operand and result. The standard forbids that. MPICH and its derivatives reject it in all four, Open MPI in
/// none.
///
/// # Errors
/// As for [`takes_data`].
pub fn takes_part_of_result_in_operand(
    buffer: *mut c_void,
    datatype: MPI_Datatype,
    op: MPI_Op,
) -> Result<bool, Failure> {
    if BUILT_FOR == Family::OpenMpi {
        return Ok(true);
    }
    // SAFETY: there is no rank before the only one, so nothing is read or written.
    with(|comm| unsafe { functions::PMPI_Exscan(buffer, buffer, 1, datatype, op, comm.handle()) } == SUCCESS)
}
