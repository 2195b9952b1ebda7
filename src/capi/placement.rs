// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that place work on cores, phase by phase.

use std::ffi::{c_char, c_int};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::boundary::{enter_for, enter_own};
use hsplit_calls::phase;
use hsplit_calls::placement::{self, Elected, comm_of, creation};
use hsplit_mpi::constants::comm_null;

/// A placement: which ranks of a communicator may work on which cores. 0 is none.
#[allow(non_camel_case_types)]
pub type HSPLIT_Placement = c_int;

/// Makes a placement, with which ranks of comm take turns on the cores of their nodes.
///
/// A placement knows which ranks of `comm` are on each node, what they are bound to, and which processing units may be
/// handed out to those that work in a phase; see HSPLIT_Phase_begin. The bindings count that processes have now, or had
/// before the first push. The ranks of a node share a memory file, in which they meet without messages. It vanishes
/// with the last of them, however it ends.
///
/// `info` may have these keys:
///
/// - `hsplit_cpus`: The processing units of a node that may be handed out: `job` (the default), those that its ranks
///   are bound to; `allowed`, also those that no rank is bound to, as far as the operating system lets a rank of the
///   node have them; or a list by the operating system's numbers, such as `0-3,8`, of which what is not allowed is left
///   out.
/// - `hsplit_progress`: How often, in microseconds, a rank that sleeps makes progress on messages to it. 0, the
///   default: never. Without it a rank that sends a long message to a parked one may wait until that one is awake.
///
/// With `HSPLIT_DISABLE=1` every rank works in every phase, bound as it is.
///
/// Collective over `comm`. All ranks pass the same keys.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `info`: Keys, or MPI_INFO_NULL.
/// - `p`: The placement, to be freed with HSPLIT_Placement_free.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `p` is NULL; ranks pass different keys; none of the listed processing units is allowed.
/// - MPI_ERR_INFO: `info` is not a valid info object, or a key has a wrong value.
/// - MPI_ERR_OTHER: Ranks of a node cannot share memory, for instance from different containers, or see different
///   machines, because a variable of hwloc differs.
///
/// Every rank of `comm` gets an error. The text at the others names the rank that has passed a wrong argument.
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
/// The call frees a placement, and with it the communicators of its workers. Handles that the program has copied are no
/// longer valid, which every call finds.
///
/// Collective over the communicator of the placement. It wakes no rank: a placement in a phase is not freed.
///
/// # Parameters
/// - `p`: A placement; 0 afterwards.
///
/// # Errors
/// - MPI_ERR_ARG: `p` is NULL, no placement, or one that was freed.
/// - MPI_ERR_OTHER: A rank is in a phase. All ranks get this error, and nothing is freed.
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

/// Says what a shape would do: which ranks work, with how many threads.
///
/// The call says what a shape would do. `shape` is one of these:
///
/// - `LEVEL`: One worker for each instance of a level. Levels have all names that a guided split takes.
/// - `DEVICE`: One worker for each device of a name (`gpu`, `nic`, `nvme`, `mlx5_0`). Devices of one locality divide
///   its cores.
/// - `LEVEL*K`: `K` workers for each instance.
/// - `M:T`: `M` workers on each node with `T` threads each, spread over the widest level that divides `M`; without `T`
///   as many threads as fit.
/// - `all`: Every rank works with its own binding.
/// - `root`: One worker in the whole communicator, with all processing units of its node that may be handed out.
///
/// In an instance those ranks work that are bound inside it, dealt out over what is inside; the processing units of the
/// instance are cut into a contiguous part for each worker, and cores are not cut.
///
/// `info` may have these keys:
///
/// - `hsplit_root`: The rank of the communicator that is elected before all others, 0 by default.
/// - `hsplit_adopt`: `yes` (the default): an instance in which no rank is bound gives its processing units to the
///   nearest one that has ranks; `no`: they stay idle.
/// - `hsplit_smt`: `all` (the default): a worker is bound to all processing units of its cores, and has a thread for
///   each core; `one`: it is bound to one processing unit of each core; `threads`: it has a thread for each processing
///   unit.
///
/// Where the operating system has taken processing units from the ranks, an election goes by what was left when the
/// calling rank began its last phase (HSPLIT_Phase_begin), so that all ranks give one answer.
///
/// Local. The call sends no message.
///
/// # Parameters
/// - `p`: A placement.
/// - `shape`: The ranks that work.
/// - `info`: Keys, or MPI_INFO_NULL.
/// - `worker`: 1 where the calling process works, else 0.
/// - `threads`: How many threads it has then; 0 where it does not work.
/// - `index`: Which worker of its node it is, from 0; MPI_UNDEFINED where it does not work.
/// - `workers`: How many workers its node has.
///
/// Outputs that are not wanted may be NULL.
///
/// # Errors
/// - MPI_ERR_ARG: `p` is no placement, or one that was freed; a pointer that is needed is NULL; `shape` is no shape, or
///   does not fit the node.
/// - MPI_ERR_INFO: `info` is not a valid info object, or a key has a wrong value.
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

/// Gives the communicator of the workers of all nodes, in the order of their ranks.
///
/// The call gives the communicator of those that work in a phase of a shape. A kernel for workers takes it in the place
/// of the program's communicator.
///
/// The communicator belongs to the placement: the program does not free it, and HSPLIT_Placement_free does. It has the
/// error handler of the communicator of the placement.
///
/// The first call with a shape is collective over the communicator of the placement; later ones are local.
///
/// # Parameters
/// - `p`: A placement.
/// - `shape`: The ranks that work, as HSPLIT_Placement_elect says.
/// - `info`: Keys, or MPI_INFO_NULL.
/// - `workers`: The communicator of the workers of all nodes, in the order of their ranks; MPI_COMM_NULL where the
///   calling process does not work.
///
/// # Errors
/// - MPI_ERR_ARG: `p` is no placement, or one that was freed; a pointer that is needed is NULL; `shape` is no shape, or
///   does not fit the node; in a first call: ranks name different shapes, or pass different keys.
/// - MPI_ERR_INFO: `info` is not a valid info object, or a key has a wrong value.
///
/// In a first call every rank gets an error. The text at the others names the rank that has passed a wrong argument.
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

/// Waits until all ranks of the node have called this, asleep.
///
/// The call returns when all ranks of the placement on the node of the caller have called it. A rank that waits sleeps,
/// so that others have its core. Where each rank of the node has a core of its own, it looks for two microseconds
/// before it sleeps.
///
/// A rank that has ended, and is waited for, is noticed within three seconds.
///
/// Collective over the ranks of the placement on the node of the caller.
///
/// # Parameters
/// - `p`: A placement.
///
/// # Errors
/// - MPI_ERR_ARG: `p` is no placement, or one that was freed.
/// - MPI_ERR_OTHER: A rank that is waited for has ended, or has called MPI_Finalize; the text names it.
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
/// In a phase the workers of a shape have the cores of their nodes, and all other ranks are parked.
///
/// A worker sleeps until all ranks that are bound to cores of its part have begun the phase. Then it is bound to the
/// part, its OpenMP team has the threads that fit, as after HSPLIT_Bind_push with the same `info`, and the call
/// returns. A parked rank returns at once. It sleeps in HSPLIT_Phase_end. What it computes until then, it computes on
/// cores that others have.
///
/// A worker that sends a long message to a parked rank may wait until that one is awake, which it is not before the
/// worker has ended the phase. The key `hsplit_progress` of HSPLIT_Placement_create prevents that.
///
/// `info` may have the keys of HSPLIT_Placement_elect and of HSPLIT_Bind_push, and `hsplit_barrier`: with the value
/// `node` begin and end wait for all ranks of the node; `part` is the default.
///
/// The first rank of the node that begins a phase asks the operating system which processors there are. Its answer
/// counts for all ranks of the node: no worker is bound to a processor that was taken since HSPLIT_Placement_create.
/// The same ranks work; where nothing is left of a worker's part, it has all that is left.
///
/// Collective over the ranks of the placement on the node of the caller. Where `comm` is wanted, the first call with a
/// shape is collective over all ranks of the placement. One thread of a process begins and ends phases.
///
/// # Parameters
/// - `p`: A placement.
/// - `shape`: The ranks that work, as HSPLIT_Placement_elect says.
/// - `info`: Keys, or MPI_INFO_NULL.
/// - `worker`: 1 where the calling process works, 0 where it is parked.
/// - `comm`: The communicator of the workers, as HSPLIT_Placement_comm gives it. NULL where it is not wanted, on all
///   ranks.
///
/// # Errors
/// - MPI_ERR_ARG: `p` is no placement, or one that was freed; a pointer that is needed is NULL; `shape` is no shape, or
///   does not fit the node; the process is in a phase; ranks of the node begin different phases.
/// - MPI_ERR_INFO: `info` is not a valid info object, or a key has a wrong value.
/// - MPI_ERR_OTHER: A rank that is waited for has ended, or has called MPI_Finalize; the process cannot be bound.
///
/// Where a rank of the node makes a mistake, the others of the node get an error that names it, here or in
/// HSPLIT_Phase_end. After an error the process is in no phase, unless it was in one before.
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

/// Ends a phase.
///
/// A worker gets back the binding and the number of threads that it had before the phase. A rank sleeps until the other
/// workers that hold cores to which it is bound have ended the phase: every parked rank, and a worker whose part does
/// not cover them.
///
/// A rank that has ended, and is waited for, is noticed within three seconds. A rank that calls MPI_Finalize in a phase
/// wakes those that wait for it, with a warning.
///
/// Collective over the ranks of the placement on the node of the caller.
///
/// # Parameters
/// - `p`: A placement.
///
/// # Errors
/// - MPI_ERR_ARG: `p` is no placement, or one that was freed; the process is in no phase; another rank of the node was
///   wrong about the phase.
/// - MPI_ERR_OTHER: A rank that is waited for has ended, or has called MPI_Finalize; the binding of before cannot be
///   restored; the caller is inside a parallel region of OpenMP.
///
/// The phase is over then, but for the last of these.
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
