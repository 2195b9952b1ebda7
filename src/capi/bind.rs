// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that bind the process: the binding stack.

use std::ffi::{c_char, c_int};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::boundary::enter_own;
use hsplit_calls::bind::{self, Outputs};
use hsplit_mpi::constants::comm_world;

/// Binds the process to a part of its node, until HSPLIT_Bind_pop.
///
/// The call binds the calling process to a part of its node until HSPLIT_Bind_pop. Bindings that are pushed make a
/// stack. Splits of communicators see the binding on top of it; what the library keeps by itself (the hierarchies of
/// collective calls, the map of a communicator) goes by the binding before the first push.
///
/// `where` is one of these:
///
/// - `LEVEL`: All instances of a level that the binding touches, whole; where the level is narrower than the binding,
///   the first instance in it. Levels have all names that a guided split takes.
/// - `LEVEL:LIST`: Instances of a level by their logical numbers on the node, such as `Core:0-3,8`.
/// - `home`: The binding before the first push.
/// - `allowed`: All processing units that the operating system lets the process have.
/// - `cpus:LIST`: Processing units by the operating system's numbers.
///
/// What the process may not use is left out.
///
/// The calling thread is bound, and each thread of its OpenMP team, of which the next one has a thread for each core.
/// GNU's, LLVM's and Intel's runtimes are known. Where the operating system gives fewer cores than are allowed, there
/// are no more threads a core than there would have been. Helper threads of the MPI stay where they are. Where there is
/// no runtime, the threads that the program starts afterwards inherit the binding.
///
/// On an emulated machine (HSPLIT_EMULATE) the emulated binding changes, and neither masks of threads nor OpenMP.
///
/// Local.
///
/// # Info keys
/// - `hsplit_bind_threads`: Which threads are bound. `team` (default): the calling thread and the threads of its OpenMP
///   team. `process`: also every other thread whose binding was the caller's. `caller`: the calling thread alone.
/// - `hsplit_omp`: `set` (default): the next OpenMP team has as many threads as the binding has cores. `keep`: the
///   number stays as it is.
/// - `hsplit_threads`: That number, where it is to be another one.
/// - `hsplit_spread`: `yes`: thread i of the team is bound to core i of the binding alone. `no` (default): all threads
///   may run anywhere in the binding.
/// - `hsplit_blas`: `yes`: OpenBLAS, MKL and BLIS, where the process has them, get the same number of threads. `no`
///   (default): they keep theirs.
///
/// Values count in either case of letters. A key that begins with `hsplit_` and is none of this library's is one
/// warning.
///
/// # Parameters
/// - `where`: What the process is to be bound to.
/// - `info`: Keys of the push, or MPI_INFO_NULL.
///
/// # Errors
/// - MPI_ERR_ARG: `where` is NULL, names nothing on this node, or nothing that the process may use.
/// - MPI_ERR_INFO: `info` is invalid, or a key has a value that it cannot have.
/// - MPI_ERR_OTHER: The call is made in a parallel region of OpenMP, before MPI_Init or after MPI_Finalize, or the
///   operating system refuses the binding.
///
/// Nothing is changed then.
///
/// # See also
/// HSPLIT_Bind_push_comm, HSPLIT_Bind_pop, HSPLIT_Bind_get
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
/// The call binds the calling process to the instance of a level that `comm` stands for, as far as the process may use
/// it, until HSPLIT_Bind_pop. A duplicate made by MPI_Comm_dup stands for what the original stands for. Threads, and
/// the keys of `info`, are as in HSPLIT_Bind_push.
///
/// Local.
///
/// # Parameters
/// - `comm`: A communicator that this library has split at a level inside nodes.
/// - `info`: Keys of the push, or MPI_INFO_NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL, stands for a level of the network, a ring of a torus, a process set or a
///   binding, or was not split by this library.
/// - MPI_ERR_ARG: The process may use nothing of the instance.
/// - MPI_ERR_INFO: `info` is invalid, or a key has a value that it cannot have.
/// - MPI_ERR_OTHER: The call is made in a parallel region of OpenMP, before MPI_Init or after MPI_Finalize, or the
///   operating system refuses the binding.
///
/// # See also
/// HSPLIT_Bind_push, HSPLIT_Bind_pop, MPI_Comm_get_hlevel_info
///
/// # Safety
/// comm is a communicator.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Bind_push_comm(comm: MPI_Comm, info: MPI_Info) -> c_int {
    enter_own("HSPLIT_Bind_push_comm", comm, || bind::push_comm(comm, info))
}

/// Gives the process the binding of before the last push, and its OpenMP team the number of threads that was set then.
///
/// The call takes back the last HSPLIT_Bind_push or HSPLIT_Bind_push_comm: every thread that was bound gets exactly its
/// binding of before, and OpenMP and BLAS the number of threads that was set then. Threads of the OpenMP team that were
/// started meanwhile get the binding that the caller had before the push. The team sleeps at once where the runtime
/// lets it (LLVM's and Intel's).
///
/// Where something else has changed the binding after the push, it is replaced, and the log says so
/// (`HSPLIT_LOG=info`).
///
/// Local. It is possible after MPI_Finalize. Another thread than that of the push may make it; then the threads that
/// were bound get their bindings back, and the number of threads of OpenMP, which belongs to the thread of the push,
/// stays.
///
/// # Errors
/// - MPI_ERR_OTHER: Nothing is pushed, the call is made in a parallel region of OpenMP, or the operating system refuses
///   the former binding.
///
/// # See also
/// HSPLIT_Bind_push, HSPLIT_Bind_get
///
/// # Safety
/// There is nothing to promise.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Bind_pop() -> c_int {
    enter_own("HSPLIT_Bind_pop", comm_world(), bind::pop_last)
}

/// Says what the process is bound to.
///
/// The call says what the process is bound to: what was pushed last, or its own binding where nothing is pushed.
///
/// In words a binding is the list of its processing units by the operating system's numbers, then the narrowest
/// instance of a level that holds all of them, by its logical number on the node: `0-3 L3Cache:0`.
///
/// Local.
///
/// # Parameters
/// - `size`: How many characters `text` has. In Fortran the variable has that length.
/// - `text`: The binding in words, cut where it is longer.
/// - `cores`: How many cores the binding is of.
/// - `units`: How many processing units it has.
/// - `pushed`: How many bindings are pushed.
///
/// In C each may be NULL.
///
/// # Errors
/// - MPI_ERR_ARG: `size` is negative.
/// - MPI_ERR_OTHER: The call is made before MPI_Init or after MPI_Finalize.
///
/// # See also
/// HSPLIT_Bind_push
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
