// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that bind the process: the binding stack.

use std::ffi::{c_char, c_int};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::boundary::enter_own;
use hsplit_calls::bind::{self, Outputs};
use hsplit_mpi::constants::comm_world;

/// Binds the process to a part of its node, until HSPLIT_Bind_pop.
///
/// The pushed bindings of a process form a stack. Splits of communicators use the binding on its top. Data that the
/// library stores (the hierarchies of collective calls, the map of a communicator) is based on the binding before the
/// first push.
///
/// `where` is one of these:
///
/// - `LEVEL`: All instances of the level that overlap the binding, completely; if the level is narrower than the
///   binding, the first instance in the binding. Levels have all names that a split at a named level accepts.
/// - `LEVEL:LIST`: Instances of a level by their logical numbers on the node, such as `Core:0-3,8`.
/// - `DEVICE:LIST`: The parts of devices by their numbers, such as `gpu:0`; devices with the same locality divide its
///   cores.
/// - `home`: The binding before the first push.
/// - `allowed`: All processing units that the operating system allows to the process.
/// - `cpus:LIST`: Processing units by the operating system's numbers.
///
/// Processing units that the process may not use are left out.
///
/// The call binds the calling thread and the threads of its OpenMP team, and sets the number of threads of the next
/// team to the number of cores. The supported OpenMP runtimes are GNU's, LLVM's and Intel's. If the operating system
/// grants fewer cores than requested, the number of threads for each core does not grow. Helper threads of the MPI keep
/// their bindings. Without an OpenMP runtime, threads that the program starts later inherit the binding.
///
/// On an emulated machine (HSPLIT_EMULATE), the call changes the emulated binding, but no thread masks and no OpenMP
/// settings.
///
/// Local.
///
/// # Info keys
/// - `hsplit_bind_threads`: The threads that are bound. `team` (default): the calling thread and the threads of its
///   OpenMP team. `process`: also every other thread with the caller's binding. `caller`: the calling thread only.
/// - `hsplit_omp`: `set` (default): the next OpenMP team has as many threads as the binding has cores. `keep`: the
///   number of threads does not change.
/// - `hsplit_threads`: Another number of threads than the number of cores.
/// - `hsplit_spread`: `yes`: thread i of the team is bound to core i of the binding only. `no` (default): each thread
///   may run on all cores of the binding.
/// - `hsplit_blas`: `yes`: OpenBLAS, MKL and BLIS, if the process has loaded them, get the same number of threads. `no`
///   (default): their number of threads does not change.
///
/// Values are not case-sensitive. An unknown key that begins with `hsplit_` causes one warning.
///
/// # Parameters
/// - `where`: The new binding.
/// - `info`: An info object with keys of this call, or MPI_INFO_NULL.
///
/// # Errors
/// - MPI_ERR_ARG: `where` is NULL, names nothing on this node, or names only processing units that the process may not
///   use.
/// - MPI_ERR_INFO: `info` is invalid, or a key has an invalid value.
/// - MPI_ERR_OTHER: The call is made in a parallel region of OpenMP, before MPI_Init or after MPI_Finalize, or the
///   operating system refuses the binding.
///
/// After an error, nothing has changed.
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
/// The call binds the calling process to the instance of the level at which `comm` was split, without processing units
/// that the process may not use. A duplicate made by MPI_Comm_dup stands for the same instance as the original. The
/// threads that are bound, and the keys of `info`, are those of HSPLIT_Bind_push.
///
/// Local.
///
/// # Parameters
/// - `comm`: A communicator that this library has split at a level inside nodes.
/// - `info`: An info object with the keys of HSPLIT_Bind_push, or MPI_INFO_NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL, belongs to a level of the network, a ring of a torus, a process set or a
///   binding, or was not split by this library.
/// - MPI_ERR_ARG: The process may use no processing unit of the instance.
/// - MPI_ERR_INFO: `info` is invalid, or a key has an invalid value.
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

/// Restores the binding and the number of OpenMP threads from before the last push.
///
/// The call undoes the last HSPLIT_Bind_push or HSPLIT_Bind_push_comm: every thread that was bound gets exactly its
/// former binding, and OpenMP and BLAS their former numbers of threads. Threads of the OpenMP team that were started
/// since the push get the binding that the caller had before it. If the OpenMP runtime supports it (LLVM's and
/// Intel's), the threads of the team sleep at once.
///
/// If the program has changed the binding since the push, the change is lost, and a line of the log reports it
/// (`HSPLIT_LOG=info`).
///
/// Local. The call is allowed after MPI_Finalize. It may be made by another thread than the push; then the bindings are
/// restored, but not the number of OpenMP threads, which belongs to the thread that made the push.
///
/// # Errors
/// - MPI_ERR_OTHER: No binding is pushed, the call is made in a parallel region of OpenMP, or the operating system
///   refuses the former binding.
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

/// Returns the present binding of the process, as a text and in numbers.
///
/// The text lists the processing units by the operating system's numbers, and then the narrowest instance of a level
/// that contains all of them, by its logical number on the node: `0-3 L3Cache:0`. In C each output may be NULL.
///
/// Local.
///
/// # Parameters
/// - `size`: The number of characters of `text`. In Fortran this is the length of the variable.
/// - `text`: The binding, truncated to `size` characters.
/// - `cores`: The number of cores of the binding.
/// - `units`: The number of processing units of the binding.
/// - `pushed`: The number of pushed bindings.
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
