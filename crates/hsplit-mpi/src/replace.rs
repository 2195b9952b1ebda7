// SPDX-License-Identifier: MIT OR Apache-2.0
//! Data that changes places with that of another rank.

use std::ffi::{c_int, c_void};

use mpi_sys::MPI_Datatype;

use super::constants::status_ignore;
use super::{Comm, Failure, checked, functions};

/// Elements in memory.
#[derive(Clone, Copy)]
pub struct Data {
    /// Where they are.
    pub buffer: *mut c_void,
    /// How many elements.
    pub count: c_int,
    /// Of what.
    pub datatype: MPI_Datatype,
}

/// Sends data to one rank and receives as much from another, into the same buffer. Each rank is the receiver of one
/// rank and the sender of one.
///
/// # Errors
/// What the native MPI reports.
///
/// # Safety
/// The buffer holds the elements, and nothing else touches it. No other message is under way on the communicator.
pub unsafe fn replace(comm: &Comm, data: Data, to: u32, from: u32) -> Result<(), Failure> {
    const TAG: c_int = 0;
    let Data { buffer, count, datatype } = data;
    // SAFETY: the handle is valid by the invariant of `Comm`, and the ranks are in it. The buffer is as this function's
    // contract says.
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
