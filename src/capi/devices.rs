// SPDX-License-Identifier: MIT OR Apache-2.0
//! The call for the devices near a rank.

use std::ffi::{c_char, c_int};

use mpi_sys::MPI_Comm;

use super::boundary::enter_own;
use crate::calls::devices::{self, Outputs};
use crate::calls::list_output::ListOutput;

/// Lists the devices of a type on the caller's node, nearest first.
///
/// type: gpu, nic, nvme, or another name of devices that a guided split takes (cuda, ib, mlx5_0). count: how many there
/// are, which may be more than max; 0 where the node has none. The arrays have the first max of them; busids, distances
/// and ranks may be NULL, and names where max is 0. names: the device's first name (gpu3, mlx5_0, nvme0n1). busids: its
/// place on the PCI bus (0000:c1:00.0), as the runtimes of GPUs take it; empty where it has none. The texts belong to
/// the library and live as long as the process. distances: how many levels lead from the narrowest object around the
/// caller's binding up to one that the device's locality lies inside. ranks: how many ranks of comm on the node have
/// the device first; more than 1 is shared. Of devices that are equally near, ranks have different ones first, as far
/// as there are enough. Bindings are those before any push.
///
/// Collective over comm, at every call. The ranks may ask for different types. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an
/// intercommunicator), MPI_ERR_ARG (NULL, a negative max); wrong arguments of one rank are an error on all.
///
/// # Fortran
/// `names(*), busids(*)?, distances(*)?, ranks(*)?`
///
/// # Safety
/// type is a string, the arrays have max elements, and count points to one.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Get_devices(
    comm: MPI_Comm,
    r#type: *const c_char,
    max: c_int,
    count: *mut c_int,
    names: *mut *const c_char,
    busids: *mut *const c_char,
    distances: *mut c_int,
    ranks: *mut c_int,
) -> c_int {
    let names = ListOutput { max, count: ("count", count), array: ("names", names) };
    let outputs = Outputs { names, busids, distances, ranks };
    // SAFETY: type is NULL or a string, and the arrays have max elements (the program's contract, `capi`). `near` looks
    // for NULL.
    enter_own("HSPLIT_Get_devices", comm, || unsafe { devices::near(comm, r#type, &outputs) })
}
