// SPDX-License-Identifier: MIT OR Apache-2.0
//! The call for the devices near a rank.

use std::ffi::{c_char, c_int};

use mpi_sys::MPI_Comm;

use super::boundary::enter_own;
use hsplit_calls::devices::{self, Outputs};
use hsplit_calls::list_output::ListOutput;

/// Lists the devices of a type on the caller's node, nearest first.
///
/// The call lists the devices of the caller's node that go by `type`, nearest first. Of devices that are equally near,
/// ranks have different ones first, as far as there are enough of them; a number above 1 in `ranks` says that the
/// device is shared. All ranks of a node compute the lists from the same: their bindings before any push, and the first
/// rank's view of the node.
///
/// Texts belong to the library and live as long as the process. In Fortran they are cut, or filled with blanks.
///
/// Collective over `comm`, at every call. The ranks may ask for different types.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `type`: A name of devices that a guided split takes, such as `gpu`, `nic`, `nvme`, `ib` or `mlx5_0`; see
///   hsplit_split_types(3).
/// - `max`: The length of the arrays.
/// - `count`: How many devices there are, which may be more than `max`; 0 where the node has none.
/// - `names`: The first name of each device: `gpu3`, `mlx5_0`, `nvme0n1`. May be NULL where `max` is 0.
/// - `busids`: The place of each on the PCI bus (`0000:c1:00.0`), as the runtimes of GPUs take it; empty where it has
///   none. May be NULL.
/// - `distances`: How many levels lead from the narrowest object around the caller's binding up to one that the
///   locality of the device lies inside. May be NULL.
/// - `ranks`: How many ranks of `comm` on the node have the device first. May be NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `type` or `count` is NULL, `names` is NULL and `max` is not 0, or `max` is negative. A wrong argument
///   of one rank is an error on all of them.
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
