// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that bind the process: the binding stack.

use std::ffi::{c_char, c_int};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::boundary::enter_own;
use crate::calls::bind::{self, Outputs};
use hsplit_mpi::constants::comm_world;

/// Binds the process to a part of its node, until HSPLIT_Bind_pop.
///
/// where: a level by any name that a guided split takes (NUMANode: the instances that the process is bound to now, or
/// the first one in its binding where the level is narrower); LEVEL:LIST, instances by their logical numbers on the
/// node (Core:0-3,8); home, the binding before the first push; allowed, all that the operating system lets the process
/// have; cpus:LIST, processing units by the operating system's numbers. What is not allowed is left out. The calling
/// thread is bound, and the threads of its OpenMP team, of which there is one for each core then. Where the operating
/// system gives fewer cores than are allowed, there are no more threads a core than there would have been. info may
/// have the keys hsplit_bind_threads (team, process, caller), hsplit_omp (set, keep), hsplit_threads (a number),
/// hsplit_spread (yes, no) and hsplit_blas (yes, no). Splits of communicators see the new binding.
///
/// Local. Errors: MPI_ERR_ARG (NULL; where names nothing on this node, or nothing that is allowed), MPI_ERR_INFO (an
/// invalid info, a wrong value), MPI_ERR_OTHER (inside a parallel region of OpenMP; the operating system refuses).
/// Nothing is changed then.
///
/// # Safety
/// where is a string.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Bind_push(r#where: *const c_char, info: MPI_Info) -> c_int {
    // SAFETY: `where` is NULL or a string (the program's contract, `capi`); `push_target` looks for NULL.
    enter_own("HSPLIT_Bind_push", comm_world(), || unsafe { bind::push_target(r#where, info) })
}

/// Binds the process to the part of its node that a communicator stands for, until HSPLIT_Bind_pop.
///
/// comm: a communicator that this library has split at a level inside nodes, or a duplicate of one. What is not allowed
/// is left out. Threads and info are as in HSPLIT_Bind_push.
///
/// Local. Errors: MPI_ERR_COMM (MPI_COMM_NULL; a communicator of a network level; one that this library has not split),
/// MPI_ERR_ARG (nothing of it is allowed), MPI_ERR_INFO, MPI_ERR_OTHER (as in HSPLIT_Bind_push). Nothing is changed
/// then.
///
/// # Safety
/// comm is a communicator.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Bind_push_comm(comm: MPI_Comm, info: MPI_Info) -> c_int {
    enter_own("HSPLIT_Bind_push_comm", comm, || bind::push_comm(comm, info))
}

/// Gives the process the binding of before the last push, and its OpenMP team the number of threads that was set then.
///
/// A binding that something else has changed after the push is replaced, too. The call is possible after MPI_Finalize.
///
/// Local. Errors: MPI_ERR_OTHER (nothing is pushed; inside a parallel region of OpenMP; the operating system refuses).
///
/// # Safety
/// There is nothing to promise.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Bind_pop() -> c_int {
    enter_own("HSPLIT_Bind_pop", comm_world(), bind::pop_last)
}

/// Says what the process is bound to.
///
/// text: its processing units by the operating system's numbers, then the narrowest instance of a level that holds all
/// of them, by its logical number on the node (0-3 L3Cache:0). At most size characters are written, the NUL counted.
/// cores: how many cores these are of. units: how many they are. pushed: how many bindings are pushed. Each output may
/// be NULL.
///
/// Local. Errors: MPI_ERR_ARG (a negative size).
///
/// # Fortran
/// `text?, cores?, units?, pushed?`
///
/// # Safety
/// text has size characters, and the other outputs point to one element each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Bind_get(
    text: *mut c_char,
    size: c_int,
    cores: *mut c_int,
    units: *mut c_int,
    pushed: *mut c_int,
) -> c_int {
    let outputs = Outputs { text, size, cores, units, pushed };
    // SAFETY: the outputs are NULL or as long as stated (the program's contract, `capi`). `get` looks for NULL.
    enter_own("HSPLIT_Bind_get", comm_world(), || unsafe { bind::get(outputs) })
}
