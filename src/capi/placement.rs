// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that place work on cores, phase by phase.

use std::ffi::{c_char, c_int};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::boundary::{enter_for, enter_own};
use hsplit_calls::phase;
use hsplit_calls::placement::{self, Elected, comm_of, creation};
use hsplit_mpi::constants::comm_null;

/// A handle of a placement: the ranks of a communicator that take turns on the cores of their nodes. 0 is no placement.
#[allow(non_camel_case_types)]
pub type HSPLIT_Placement = c_int;

/// Makes a placement, in which ranks of comm take turns on the cores of their nodes.
///
/// A placement has the ranks of `comm` on each node, their bindings, and the processing units that a phase may give to
/// its workers; see HSPLIT_Phase_begin. The bindings are the present ones, or, if bindings are pushed, those before the
/// first push. The ranks of a node synchronise in a shared memory file, without messages. The file disappears when the
/// last of these processes ends, also after a crash.
///
/// `info` may have these keys:
///
/// - `hsplit_cpus`: The processing units of a node that may be given to workers: `job` (default), those to which ranks
///   of the placement are bound; `allowed`, also those to which no rank is bound, if the operating system allows them
///   to a rank of the node; or a list by the operating system's numbers, such as `0-3,8`, of which those that are not
///   allowed are left out.
/// - `hsplit_progress`: The interval in microseconds at which a sleeping rank makes progress on its messages. 0
///   (default): never. Without progress, a rank that sends a long message to a parked rank may wait until that rank
///   wakes up.
///
/// With `HSPLIT_DISABLE=1`, every rank works in every phase, with its own binding.
///
/// Collective over `comm`. All ranks pass the same keys.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `info`: An info object with keys of this call, or MPI_INFO_NULL.
/// - `p`: The placement, which the program frees with HSPLIT_Placement_free.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `p` is NULL, ranks pass different keys, or none of the listed processing units is allowed.
/// - MPI_ERR_INFO: `info` is invalid, or a key has an invalid value.
/// - MPI_ERR_OTHER: Ranks of a node cannot share memory, for example from different containers, or see different
///   machines, because a variable of hwloc differs.
///
/// Every rank of `comm` returns an error. On the other ranks, the text names the rank that passed an invalid argument.
///
/// # Notes
/// Mercier's thesis, section 4.2.6.
///
/// # See also
/// HSPLIT_Placement_elect, HSPLIT_Phase_begin, HSPLIT_Node_barrier, HSPLIT_Bind_push
///
/// # Safety
/// p points to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Placement_create(
    comm: MPI_Comm,
    info: MPI_Info,
    p: *mut HSPLIT_Placement,
) -> c_int {
    // SAFETY: p is NULL or points to a handle (the program's contract, `capi`); `create` looks for NULL. `enter_own`
    // has made sure that handles are of this MPI.
    enter_own("HSPLIT_Placement_create", comm, || unsafe { creation::create(comm, info, p) })
}

/// Frees a placement and the communicators of its workers, and sets p to 0.
///
/// Copies of the handle become invalid: every call that gets one returns an error.
///
/// Collective over the communicator of the placement. The call wakes no parked rank: a placement in a phase is not
/// freed.
///
/// # Parameters
/// - `p`: A placement; 0 after the call.
///
/// # Errors
/// - MPI_ERR_ARG: `p` is NULL, no placement, or a freed one.
/// - MPI_ERR_OTHER: A rank is in a phase. All ranks return this error, and nothing is freed.
///
/// # See also
/// HSPLIT_Placement_create
///
/// # Fortran
/// `p inout`
///
/// # Safety
/// p points to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Placement_free(p: *mut HSPLIT_Placement) -> c_int {
    // SAFETY: p is NULL or points to a handle (the program's contract, `capi`).
    let comm = if p.is_null() { comm_null() } else { comm_of(unsafe { *p }) };
    // SAFETY: p is NULL or points to a handle of the program's, which no other thread writes until this call returns.
    // `free` looks for NULL.
    enter_own("HSPLIT_Placement_free", comm, || unsafe { placement::free(p) })
}

/// Returns the ranks that would work in a phase of a shape, and their numbers of threads.
///
/// `shape` is one of these:
///
/// - `LEVEL`: One worker for each instance of a level. Levels have all names that a split at a named level accepts.
/// - `DEVICE`: One worker for each device of a name (`gpu`, `nic`, `nvme`, `mlx5_0`). Devices with the same locality
///   divide its cores.
/// - `LEVEL*K`: `K` workers for each instance.
/// - `M:T`: `M` workers on each node with `T` threads each, spread over the level with the most instances among the
///   levels whose number of instances divides `M`. With `M:`, the workers have as many threads as fit.
/// - `all`: Every rank works, with its own binding.
/// - `root`: One worker in the whole communicator, with all processing units of its node that may be given to workers.
///
/// The workers of an instance are ranks that are bound inside it, spread over the objects inside it. Each worker gets a
/// contiguous part of the processing units of the instance; cores are not divided.
///
/// `info` may have these keys:
///
/// - `hsplit_root`: The rank of the communicator that is elected before all others, 0 by default.
/// - `hsplit_adopt`: `yes` (default): an instance in which no rank is bound gives its processing units to the nearest
///   instance with ranks. `no`: they stay idle.
/// - `hsplit_smt`: `all` (default): a worker is bound to all processing units of its cores, with one thread for each
///   core. `one`: it is bound to one processing unit of each core. `threads`: it has one thread for each processing
///   unit.
///
/// If the operating system has withdrawn processing units from the ranks, the election uses those that were left when
/// the calling rank began its last phase (HSPLIT_Phase_begin), so that all ranks get the same result.
///
/// Local. The call sends no message.
///
/// # Parameters
/// - `p`: A placement.
/// - `shape`: The shape.
/// - `info`: An info object with keys of this call, or MPI_INFO_NULL.
/// - `worker`: 1 if the calling process works, otherwise 0.
/// - `threads`: The number of threads of the calling process; 0 if it does not work.
/// - `index`: The index of the calling process among the workers of its node, from 0; MPI_UNDEFINED if it does not
///   work.
/// - `workers`: The number of workers of the node.
///
/// Outputs that are not wanted may be NULL.
///
/// # Errors
/// - MPI_ERR_ARG: `p` is no placement, or a freed one; `shape` is NULL or invalid, or does not fit the node.
/// - MPI_ERR_INFO: `info` is invalid, or a key has an invalid value.
///
/// # See also
/// HSPLIT_Placement_create, HSPLIT_Placement_comm, HSPLIT_Phase_begin
///
/// # Fortran
/// `worker? logical, threads?, index?, workers?`
///
/// # Safety
/// shape is a string, and outputs that are not NULL point to one element each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Placement_elect(
    p: HSPLIT_Placement,
    shape: *const c_char,
    info: MPI_Info,
    worker: *mut c_int,
    threads: *mut c_int,
    index: *mut c_int,
    workers: *mut c_int,
) -> c_int {
    let outputs = Elected { worker, threads, index, workers };
    // SAFETY: `shape` is NULL or a string, and the outputs are NULL or valid (the program's contract, `capi`). `elect`
    // looks for NULL.
    enter_for("HSPLIT_Placement_elect", || comm_of(p), || unsafe { placement::elect(p, shape, info, outputs) })
}

/// Returns the communicator of the workers of all nodes.
///
/// The communicator has the ranks that work in a phase of `shape`, in the order of their ranks. Code that only the
/// workers run uses it in place of the program's communicator.
///
/// The communicator belongs to the placement: HSPLIT_Placement_free frees it, and the program must not. It has the
/// error handler of the communicator of the placement.
///
/// The first call with a shape is collective over the communicator of the placement; later calls are local.
///
/// # Parameters
/// - `p`: A placement.
/// - `shape`: A shape, as for HSPLIT_Placement_elect.
/// - `info`: An info object with the keys of HSPLIT_Placement_elect, or MPI_INFO_NULL.
/// - `workers`: The communicator of the workers; MPI_COMM_NULL if the calling process does not work.
///
/// # Errors
/// A rank whose `p` is no placement returns an error alone, and the other ranks wait for it.
///
/// - MPI_ERR_ARG: `p` is no placement, or a freed one; a required pointer is NULL; `shape` is invalid, or does not fit
///   the node; in a first call, the ranks name different shapes or pass different keys.
/// - MPI_ERR_INFO: `info` is invalid, or a key has an invalid value.
///
/// In a first call, every rank returns an error. On the other ranks, the text names the rank that passed an invalid
/// argument.
///
/// # See also
/// HSPLIT_Placement_elect, HSPLIT_Phase_begin
///
/// # Safety
/// shape is a string, and workers points to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Placement_comm(
    p: HSPLIT_Placement,
    shape: *const c_char,
    info: MPI_Info,
    workers: *mut MPI_Comm,
) -> c_int {
    // SAFETY: `shape` is NULL or a string, and `workers` is NULL or points to a handle (the program's contract,
    // `capi`). `comm` looks for NULL.
    enter_for("HSPLIT_Placement_comm", || comm_of(p), || unsafe { placement::comm(p, shape, info, workers) })
}

/// Waits asleep until all ranks of the placement on the caller's node have made this call.
///
/// A rank that waits sleeps, so that other ranks can use its core. If each rank of the node has a core of its own, it
/// polls for two microseconds before it sleeps.
///
/// If a rank that has not arrived ends, the waiting ranks return an error within three seconds.
///
/// Collective over the ranks of the placement on the node of the caller.
///
/// # Parameters
/// - `p`: A placement.
///
/// # Errors
/// A rank whose `p` is no placement returns an error alone, and the other ranks wait for it.
///
/// - MPI_ERR_ARG: `p` is no placement, or a freed one.
/// - MPI_ERR_OTHER: A rank that has not arrived has ended, or has called MPI_Finalize; the text names it.
///
/// # See also
/// HSPLIT_Placement_create, HSPLIT_Phase_begin
///
/// # Safety
/// p is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Node_barrier(p: HSPLIT_Placement) -> c_int {
    enter_for("HSPLIT_Node_barrier", || comm_of(p), || placement::barrier(p))
}

/// Begins a phase, in which the workers of a shape have the cores and all other ranks of the node are parked.
///
/// A worker sleeps until all ranks that are bound to cores of its part have begun the phase; if no rank is bound to
/// some of these cores, until all ranks of the node have. Then it is bound to the part, as by HSPLIT_Bind_push with the
/// same `info`, its OpenMP team gets the number of threads that fits, and the call returns. A parked rank returns at
/// once, and sleeps in HSPLIT_Phase_end. Between these calls, it runs on cores that belong to workers.
///
/// A worker that sends a long message to a parked rank may wait until that rank wakes up, which happens only after the
/// worker has ended the phase. The key `hsplit_progress` of HSPLIT_Placement_create prevents this deadlock.
///
/// `info` may have the keys of HSPLIT_Placement_elect and HSPLIT_Bind_push, and `hsplit_barrier`. With the value
/// `node`, begin and end wait for all ranks of the node; the default is `part`.
///
/// The first rank of the node that begins a phase queries the processing units that the operating system allows. Its
/// result is used by all ranks of the node: no worker is bound to a processing unit that was withdrawn since
/// HSPLIT_Placement_create. The same ranks work as before; a worker that has lost its whole part is bound to all
/// remaining processing units.
///
/// Collective over the ranks of the placement on the node of the caller. If `comm` is not NULL, the first call with a
/// shape is collective over all ranks of the placement. One thread of a process begins and ends phases.
///
/// # Parameters
/// - `p`: A placement.
/// - `shape`: A shape, as for HSPLIT_Placement_elect.
/// - `info`: An info object with keys of this call, or MPI_INFO_NULL.
/// - `worker`: 1 if the calling process works, 0 if it is parked.
/// - `comm`: The communicator of the workers, as returned by HSPLIT_Placement_comm. NULL on all ranks if it is not
///   wanted.
///
/// # Errors
/// A rank whose `p` is no placement returns an error alone, and the other ranks wait for it.
///
/// - MPI_ERR_ARG: `p` is no placement, or a freed one; a required pointer is NULL; `shape` is invalid, or does not fit
///   the node; the process is in a phase; ranks of the node begin different phases.
/// - MPI_ERR_INFO: `info` is invalid, or a key has an invalid value.
/// - MPI_ERR_OTHER: A rank that has not arrived has ended, or has called MPI_Finalize; or the process cannot be bound.
///
/// After an error of one rank, the other ranks of its node return an error that names it, in this call or in
/// HSPLIT_Phase_end. A process whose call failed is in no phase, unless it was in one before.
///
/// # See also
/// HSPLIT_Phase_end, HSPLIT_Placement_create, HSPLIT_Placement_elect
///
/// # Fortran
/// `worker logical, comm?`
///
/// # Safety
/// shape is a string, worker points to one element, and comm to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Phase_begin(
    p: HSPLIT_Placement,
    shape: *const c_char,
    info: MPI_Info,
    worker: *mut c_int,
    comm: *mut MPI_Comm,
) -> c_int {
    let outputs = phase::Outputs { worker, comm };
    // SAFETY: `shape` is NULL or a string, and the outputs are NULL or valid (the program's contract, `capi`). `begin`
    // looks for NULL.
    enter_for("HSPLIT_Phase_begin", || comm_of(p), || unsafe { phase::begin(p, shape, info, outputs) })
}

/// Ends a phase, and restores the binding and the number of threads from before it.
///
/// The call returns when all other workers on cores to which the calling rank is bound outside the phase have ended it:
/// a parked rank sleeps until then, and so does a worker whose part does not cover its own cores.
///
/// If a rank that has not arrived ends, the waiting ranks return an error within three seconds. A rank that calls
/// MPI_Finalize in a phase wakes the ranks that wait for it, with a warning.
///
/// Collective over the ranks of the placement on the node of the caller.
///
/// # Parameters
/// - `p`: A placement.
///
/// # Errors
/// A rank whose `p` is no placement returns an error alone, and the other ranks wait for it.
///
/// - MPI_ERR_ARG: `p` is no placement, or a freed one; the process is in no phase; or another rank of the node has made
///   an error in this phase.
/// - MPI_ERR_OTHER: A rank that has not arrived has ended, or has called MPI_Finalize; the former binding cannot be
///   restored; or the caller is in a parallel region of OpenMP.
///
/// After an error the phase is over, except if the caller is in a parallel region.
///
/// # See also
/// HSPLIT_Phase_begin
///
/// # Safety
/// p is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Phase_end(p: HSPLIT_Placement) -> c_int {
    enter_for("HSPLIT_Phase_end", || comm_of(p), || phase::end(p))
}
