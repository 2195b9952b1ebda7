// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls for shared windows: one for each instance of a level, in the memory of the instance.

use std::ffi::{c_char, c_int, c_void};

use mpi_sys::{MPI_Aint, MPI_Comm, MPI_Info, MPI_Win};

use super::boundary::enter_own;
use hsplit_calls::shared_window::{self, Arguments, Outputs};
use hsplit_mpi::constants::comm_world;

/// Makes a shared window for each instance of a level, in the memory of the instance.
///
/// The call does the same as MPI_Win_allocate_shared, for the ranks of `comm` that are bound inside the caller's
/// instance of the level, in the order of their ranks in `comm`. MPI_Win_get_group returns these ranks. If a rank of a
/// node is in no instance of the level (it is not bound, its binding spans two instances, or the node has none), the
/// window has all ranks of this node, and the operating system places its memory.
///
/// Each segment is bound to the NUMA nodes inside the instance, or, if there are none inside, to those around it, and
/// its pages are allocated there. If these NUMA nodes have no memory of the wanted kind, or less memory than all
/// segments of the window need, nothing is bound: the pages are allocated where they are first written, and a warning
/// is logged. HSPLIT_Win_query_level returns the result. On an emulated machine nothing is bound.
///
/// `info` may have these keys, and keys of the MPI:
///
/// - `hsplit_memory`: The kind of memory, if an instance has two: `dram` (default if there is any), memory to which
///   hwloc gives no other kind; or `hbm` (default at the level `hbm`), high-bandwidth memory.
/// - `hsplit_segment`: `each` (default): each rank has a segment of the size that it passes. `first`: only the first
///   rank of each instance has a segment, of the size that it passes, and `baseptr` returns its address on all ranks:
///   one copy for each instance.
///
/// With `HSPLIT_DISABLE=1`, the window has all ranks of the node.
///
/// Collective over `comm`. All ranks pass the same level and the same keys.
///
/// # Parameters
/// - `level`: A level inside nodes, by any name that a split at a named level accepts: `NUMANode`, `L3Cache`, `hbm`.
/// - `size`: The length of the caller's segment in bytes; 0 or more.
/// - `disp_unit`: The unit of displacements in bytes.
/// - `info`: An info object with keys, or MPI_INFO_NULL.
/// - `comm`: An intracommunicator.
/// - `baseptr`: In C the address of a pointer, to which the call writes the address of the caller's segment, or of the
///   only segment.
/// - `win`: The window, which the program frees with MPI_Win_free.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: A pointer is NULL, or ranks pass different levels or keys.
/// - MPI_ERR_SIZE: `size` is negative.
/// - MPI_ERR_DISP: `disp_unit` is 0 or negative.
/// - MPI_ERR_INFO: `info` is invalid, or a key has an invalid value.
///
/// The call also returns the errors of MPI_Win_allocate_shared. An invalid argument of one rank is an error on every
/// rank.
///
/// # See also
/// HSPLIT_Win_query_level
///
/// # Safety
/// level is a string, and baseptr and win point to one element each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Win_allocate_shared(
    level: *const c_char,
    size: MPI_Aint,
    disp_unit: c_int,
    info: MPI_Info,
    comm: MPI_Comm,
    baseptr: *mut c_void,
    win: *mut MPI_Win,
) -> c_int {
    let arguments = Arguments { level, size, disp_unit, info, comm, baseptr, win };
    // SAFETY: level is NULL or a string, and the outputs are NULL or point to one element each (the program's contract,
    // `capi`). `allocate` looks for NULL.
    enter_own("HSPLIT_Win_allocate_shared", comm, || unsafe { shared_window::allocate(arguments) })
}

/// Returns the level of a window of HSPLIT_Win_allocate_shared, and the placement of its pages.
///
/// In C each output may be NULL.
///
/// Local.
///
/// # Parameters
/// - `win`: A window.
/// - `level`: The name of the level: `Machine` if the window has all ranks of a node, `Unknown` if another call than
///   HSPLIT_Win_allocate_shared has made it. In C the buffer has MPI_MAX_OBJECT_NAME characters.
/// - `memory`: The NUMA nodes that were to hold the memory, by the operating system's numbers (`0-1`); empty if there
///   are none. In C the buffer has MPI_MAX_OBJECT_NAME characters.
/// - `pages`: The number of pages of the segments of all ranks when the window was made. A page that two segments share
///   counts twice.
/// - `placed`: The number of these pages on these NUMA nodes; 0 if nothing was bound.
///
/// # Errors
/// If `win` is invalid, the call returns the error of MPI_Win_get_attr.
///
/// # See also
/// HSPLIT_Win_allocate_shared
///
/// # Fortran
/// `level?, memory?, pages?, placed?`
///
/// # Safety
/// level and memory have MPI_MAX_OBJECT_NAME characters, and pages and placed point to one element each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Win_query_level(
    win: MPI_Win,
    level: *mut c_char,
    memory: *mut c_char,
    pages: *mut c_int,
    placed: *mut c_int,
) -> c_int {
    let outputs = Outputs { level, memory, pages, placed };
    // SAFETY: the outputs are NULL or as long as stated (the program's contract, `capi`). `query` looks for NULL.
    enter_own("HSPLIT_Win_query_level", comm_world(), || unsafe { shared_window::query(win, outputs) })
}
