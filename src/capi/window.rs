// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls for shared windows: one for each instance of a level, in its memory.

use std::ffi::{c_char, c_int, c_void};

use mpi_sys::{MPI_Aint, MPI_Comm, MPI_Info, MPI_Win};

use super::boundary::enter_own;
use hsplit_calls::shared_window::{self, Arguments, Outputs};
use hsplit_mpi::constants::comm_world;

/// Makes a shared window for each instance of a level, in the memory of the level.
///
/// The call does what MPI_Win_allocate_shared does, on the ranks of `comm` that are bound inside the caller's instance
/// of the level, in the order of their ranks in `comm`. MPI_Win_get_group gives them. If one rank of a node is in no
/// instance of the level (it is not bound, it spans two of them, or the node has none), the window is that of all ranks
/// of this node, and its memory is left to the operating system.
///
/// Each segment is bound to the NUMA nodes inside the instance, or to the one around it where it has none inside, and
/// its pages are made there. Where these have no memory, or less than all segments of the window need, nothing is
/// bound; the pages are then where they are first written, and one line says so. HSPLIT_Win_query_level says what was
/// had. On an emulated machine nothing is bound.
///
/// `info` may have these keys, and keys of the MPI:
///
/// - `hsplit_memory`: Which kind of memory, where an instance has two: `dram` (the default where there is any), that of
///   which hwloc says nothing else; or `hbm` (the default at the level `hbm`), that of high bandwidth.
/// - `hsplit_segment`: `each` (the default): each rank has a segment of the size that it passes. `first`: only the
///   first rank of each instance has one, of the size that it passes, and `baseptr` gets its address on all ranks: one
///   copy for each instance.
///
/// With `HSPLIT_DISABLE=1` the window is that of the whole node.
///
/// Collective over `comm`. All ranks pass the same level and the same keys.
///
/// # Parameters
/// - `level`: A level inside nodes, by any name that a guided split takes: `NUMANode`, `L3Cache`, `hbm`.
/// - `size`: The length of the caller's segment in bytes; 0 or more.
/// - `disp_unit`: The unit of displacements in bytes.
/// - `info`: Keys, or MPI_INFO_NULL.
/// - `comm`: An intracommunicator.
/// - `baseptr`: In C the address of a pointer, which gets the address of the caller's segment, or of the only one.
/// - `win`: The window, to be freed with MPI_Win_free.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: A pointer is NULL; ranks pass different levels or keys.
/// - MPI_ERR_SIZE: `size` is negative.
/// - MPI_ERR_INFO: `info` is not a valid info object, or a key has a wrong value.
///
/// And those of MPI_Win_allocate_shared. Every rank of `comm` gets an error of the arguments.
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

/// Says which level a window of HSPLIT_Win_allocate_shared belongs to, and where its memory is.
///
/// The call says which level a window belongs to, which memory it was to have, and what the operating system has given.
/// Local.
///
/// # Parameters
/// - `win`: A window.
/// - `level`: The name of the level: `Machine` where the window is that of a whole node, `Unknown` where another call
///   than HSPLIT_Win_allocate_shared has made it. In C it has MPI_MAX_OBJECT_NAME characters.
/// - `memory`: The NUMA nodes that its memory is wanted on, by the operating system's numbers (`0-1`); empty where
///   there are none. In C it has MPI_MAX_OBJECT_NAME characters.
/// - `pages`: How many pages the segments of all ranks had when the window was made. A page that two segments share
///   counts twice.
/// - `placed`: How many of these pages were on these NUMA nodes; 0 where nothing was bound.
///
/// In C each may be NULL.
///
/// # Errors
/// Those of MPI_Win_get_attr for a window that is none.
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
