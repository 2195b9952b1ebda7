// SPDX-License-Identifier: MIT OR Apache-2.0
//! The collective calls under both of their names: the MPI's own, and the one that the library stands in front of.

use std::ffi::{c_int, c_void};
use std::ptr;

use hsplit::collectives::Operation;

use super::super::payload::Payload;
use super::raw::{self, Handle};
use super::{Comm, constants, count};

type Gathering = unsafe extern "C" fn(*const c_void, c_int, Handle, *mut c_void, c_int, Handle, c_int, Handle) -> c_int;

/// A set of collective calls.
pub struct Calls {
    pub name: &'static str,
    bcast: unsafe extern "C" fn(*mut c_void, c_int, Handle, c_int, Handle) -> c_int,
    reduce: unsafe extern "C" fn(*const c_void, *mut c_void, c_int, Handle, Handle, c_int, Handle) -> c_int,
    allreduce: unsafe extern "C" fn(*const c_void, *mut c_void, c_int, Handle, Handle, Handle) -> c_int,
    barrier: unsafe extern "C" fn(Handle) -> c_int,
    gather: Gathering,
    scatter: Gathering,
    allgather: unsafe extern "C" fn(*const c_void, c_int, Handle, *mut c_void, c_int, Handle, Handle) -> c_int,
}

/// Those of the MPI.
pub const NATIVE: Calls = Calls {
    name: "native",
    bcast: raw::PMPI_Bcast,
    reduce: raw::PMPI_Reduce,
    allreduce: raw::PMPI_Allreduce,
    barrier: raw::PMPI_Barrier,
    gather: raw::PMPI_Gather,
    scatter: raw::PMPI_Scatter,
    allgather: raw::PMPI_Allgather,
};

/// Those that the library stands in front of.
pub const LIBRARY: Calls = Calls {
    name: "library",
    bcast: raw::MPI_Bcast,
    reduce: raw::MPI_Reduce,
    allreduce: raw::MPI_Allreduce,
    barrier: raw::MPI_Barrier,
    gather: raw::MPI_Gather,
    scatter: raw::MPI_Scatter,
    allgather: raw::MPI_Allgather,
};

impl Comm {
    /// Makes a call with root 0 on shares of so many ints. The payload is this rank's, for this operation and length.
    pub fn call(&self, calls: &Calls, operation: Operation, payload: &mut Payload, length: usize) {
        let address = |values: &mut Vec<i32>| {
            if values.is_empty() { ptr::null_mut() } else { values.as_mut_ptr().cast::<c_void>() }
        };
        let (from, to) = (address(&mut payload.from), address(&mut payload.to));
        let (length, int, sum, comm) = (count(length), constants().int, constants().sum, self.handle);
        // SAFETY: the buffers are as long as the operation wants them on this rank.
        unsafe {
            match operation {
                Operation::Bcast => (calls.bcast)(to, length, int, 0, comm),
                Operation::Reduce => (calls.reduce)(from, to, length, int, sum, 0, comm),
                Operation::Allreduce => (calls.allreduce)(from, to, length, int, sum, comm),
                Operation::Barrier => (calls.barrier)(comm),
                Operation::Gather => (calls.gather)(from, length, int, to, length, int, 0, comm),
                Operation::Scatter => (calls.scatter)(from, length, int, to, length, int, 0, comm),
                Operation::Allgather => (calls.allgather)(from, length, int, to, length, int, comm),
            }
        };
    }
}
