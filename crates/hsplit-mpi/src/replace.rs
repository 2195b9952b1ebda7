// SPDX-License-Identifier: MIT OR Apache-2.0
//! Exchange of data with other ranks in one buffer.

use std::ffi::{c_int, c_void};

use mpi_sys::MPI_Datatype;

use super::constants::status_ignore;
use super::{Comm, Failure, checked, functions};

/// Elements in memory.
#[derive(Clone, Copy)]
pub struct Data {
    /// Their address.
    pub buffer: *mut c_void,
    /// The number of elements.
    pub count: c_int,
    /// Their datatype.
    pub datatype: MPI_Datatype,
}

/// Sends data to one rank and receives the same amount from another, into the same buffer. Each rank receives from one
/// rank and sends to one.
///
/// # Errors
/// A native call fails.
///
/// # Safety
/// The buffer holds the elements, and nothing else uses it. The communicator has no other pending message.
pub unsafe fn replace(comm: &Comm, data: Data, to: u32, from: u32) -> Result<(), Failure> {
    const TAG: c_int = 0;
    let Data { buffer, count, datatype } = data;
    // SAFETY: the handle is valid by the invariant of `Comm`, and the ranks are in it. The buffer satisfies this
    // function's contract.
    let code = unsafe {
        functions::PMPI_Sendrecv_replace(
            buffer,
            count,
            datatype,
            to as c_int,
            TAG,
            from as c_int,
            TAG,
            comm.handle(),
            status_ignore(),
        )
    };
    checked("PMPI_Sendrecv_replace", code)
}
