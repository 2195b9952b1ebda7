// SPDX-License-Identifier: MIT OR Apache-2.0
//! The call for the devices near a rank.

use std::ffi::{c_char, c_int};

use mpi_sys::MPI_Comm;

use super::boundary::enter_own;
use hsplit_calls::devices::{self, Outputs};
use hsplit_calls::list_output::ListOutput;

/// Lists the devices of a type on the caller's node, nearest first.
///
/// If several devices are equally near, ranks of the node get different ones first, as far as there are enough of them;
/// a number above 1 in `ranks` shows that ranks share the device. All ranks of a node compute their lists from the same
/// data: their bindings before any push, and the first rank's view of the node.
///
/// The strings belong to the library and are valid until the process ends. In Fortran they are truncated or padded with
/// blanks.
///
/// Collective over `comm`, in every call. The ranks may pass different types.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `type`: A name of devices that a split at a named level accepts, such as `gpu`, `nic`, `nvme`, `ib` or `mlx5_0`;
///   see hsplit_split_types(3).
/// - `max`: The number of elements of the arrays.
/// - `count`: The number of devices, which may be larger than `max`; 0 if the node has none. `hbm` is memory, and has
///   none.
/// - `names`: The first name of each device: `gpu3`, `mlx5_0`, `nvme0n1`. May be NULL if `max` is 0.
/// - `busids`: The PCI address of each device (`0000:c1:00.0`), in the form that GPU runtimes accept; empty if the
///   device has none. May be NULL.
/// - `distances`: The number of levels from the narrowest object around the caller's binding up to the first object
///   that also contains the locality of the device. May be NULL.
/// - `ranks`: The number of ranks of `comm` on the node that have the device first. May be NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `type` or `count` is NULL, `names` is NULL and `max` is not 0, or `max` is negative.
/// - MPI_ERR_OTHER: Ranks of a node see different machines, because a variable of hwloc differs.
///
/// An invalid argument of one rank is an error on every rank.
///
/// # See also
/// hsplit_split_types, HSPLIT_Comm_get_neighbours, HSPLIT_Bind_push
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
