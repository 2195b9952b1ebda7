// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls for shared windows: one for each instance of a level, in its memory.

use std::ffi::{c_char, c_int, c_void};

use mpi_sys::{MPI_Aint, MPI_Comm, MPI_Info, MPI_Win};

use super::boundary::enter_own;
use crate::calls::shared_window::{self, Arguments, Outputs};
use hsplit_mpi::constants::comm_world;

/// Makes a shared window for each instance of a level, in the memory of the level.
///
/// It does what MPI_Win_allocate_shared does, on the ranks of comm that are bound inside the caller's instance of
/// level, in the order of their ranks in comm. level: a level inside nodes by any name that a guided split takes
/// (NUMANode, L3Cache, hbm). If one rank of a node is in no instance of it, the window is that of all ranks of the node
/// that are in comm. Each rank's segment is bound to the NUMA nodes inside the instance, or to the one around it, and
/// its pages are made there. Where these have no memory, or less than all segments need, nothing is bound, and one line
/// says so. HSPLIT_Win_query_level says what was had. info may have the keys hsplit_memory (dram: ordinary memory, the
/// default where there is any; hbm: that of high bandwidth, the default at the level hbm) and hsplit_segment (each, the
/// default: each rank has a segment of its size; first: only the first rank of each instance has one, which all use),
/// and keys of the MPI. baseptr: the address of a pointer, which gets the address of the caller's segment, or of the
/// first one. MPI_Win_free frees the window.
///
/// Collective over comm. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, ranks that pass
/// different levels or keys), MPI_ERR_SIZE (a negative size), MPI_ERR_INFO (an invalid info, a wrong value),
/// and those of MPI_Win_allocate_shared.
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
/// level: the name of the level, Machine where the window is that of a whole node, and Unknown where another call has
/// made it. memory: the NUMA nodes that its memory is wanted on, by the operating system's numbers (0-1); empty where
/// there are none. Both have MPI_MAX_OBJECT_NAME characters. pages: how many pages the segments of all ranks had when
/// the window was made. placed: how many of these were on these NUMA nodes; 0 where nothing was bound, as on an
/// emulated machine. Outputs that are not wanted may be NULL.
///
/// Local. Errors: those of MPI_Win_get_attr for the window.
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
