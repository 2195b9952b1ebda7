// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that place work on cores, phase by phase.

use std::ffi::{c_char, c_int};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::boundary::{enter_for, enter_own};
use crate::calls::phase;
use crate::calls::placement::{self, Elected, comm_of, creation};
use hsplit_mpi::constants::comm_null;

/// A placement: which ranks of a communicator may work on which cores. 0 is none.
#[allow(non_camel_case_types)]
pub type HSPLIT_Placement = c_int;

/// Makes a placement, with which ranks of comm take turns on the cores of their nodes.
///
/// The bindings count that processes have now, or had before a push. info may have the keys hsplit_cpus, the processing
/// units of a node that may be handed out (job, the default: those that its ranks are bound to; allowed: those that the
/// operating system lets them have; or a list by the operating system's numbers, of which what is not allowed is left
/// out), and hsplit_progress, how often, in microseconds, a rank that sleeps makes progress on messages (0, the
/// default: never).
///
/// Collective over comm. HSPLIT_Placement_free frees the placement. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an
/// intercommunicator), MPI_ERR_ARG (NULL, ranks that pass different keys, a list of which nothing is allowed),
/// MPI_ERR_INFO (an invalid info, a wrong value), MPI_ERR_OTHER (ranks of a node that cannot share memory, or that see
/// different machines). Every rank of comm gets one. (Mercier's thesis, section 4.2.6)
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
/// Collective over the communicator of the placement.
/// Errors: MPI_ERR_ARG (NULL, no placement), MPI_ERR_OTHER (a rank is in a phase: all ranks get it, and nothing is
/// freed).
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
/// shape: LEVEL, one worker for each instance of a level; DEVICE, one for each device of a name (gpu, nic), and devices
/// of one locality divide its cores; LEVEL*K, K for each; M:T, M workers on each node with T threads each; M:, with as
/// many threads as fit; all, every rank with its own binding; root, one worker in the whole communicator. info may have
/// the keys hsplit_root (the rank that comes first, 0), hsplit_adopt (yes; no: cores whose instance has no rank stay
/// idle) and hsplit_smt (all; one: a worker is bound to one processing unit of each core; threads: it has a thread for
/// each). worker: 1 where the caller works, else 0. threads: how many threads it has. index: which worker of its node
/// it is, from 0; MPI_UNDEFINED where it does not work. workers: how many its node has. Outputs that are not wanted may
/// be NULL.
///
/// Local. Errors: MPI_ERR_ARG (no placement, NULL, no shape, one that does not fit the node), MPI_ERR_INFO (an invalid
/// info, a wrong value).
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
/// shape and info as in HSPLIT_Placement_elect. workers: MPI_COMM_NULL where the caller does not work. The communicator
/// belongs to the placement, and is not to be freed.
///
/// The first call with a shape is collective over the communicator of the placement; later ones are local.
/// Errors: MPI_ERR_ARG (no placement, NULL, no shape, one that does not fit the node, ranks that name different ones),
/// MPI_ERR_INFO (an invalid info, a wrong value).
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
/// A rank that has ended, and does not come, is noticed within three seconds.
///
/// Collective over the ranks of the placement on the node of the caller.
/// Errors: MPI_ERR_ARG (no placement), MPI_ERR_OTHER (a rank that is waited for has ended).
///
/// # Safety
/// p is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Node_barrier(p: HSPLIT_Placement) -> c_int {
    enter_for("HSPLIT_Node_barrier", || comm_of(p), || placement::barrier(p))
}

/// Begins a phase, in which the workers of a shape have the cores and all other ranks of the node are parked.
///
/// shape and info as in HSPLIT_Placement_elect. A parked rank returns at once, with 0 in worker. A worker sleeps until
/// all ranks that are bound to cores of its part have begun the phase; then it is bound to the part, as by
/// HSPLIT_Bind_push with the same info, its OpenMP team has the threads that fit, and it returns with 1 in worker.
/// comm: the communicator of the workers, as HSPLIT_Placement_comm gives it; NULL, on all ranks, where it is not
/// wanted. With the key hsplit_barrier=node begin and end wait for all ranks of the node.
///
/// Collective over the ranks of the placement on the node of the caller. Where comm is wanted, the first call with a
/// shape is collective over all ranks of the placement. One thread of a process begins and ends phases.
/// Errors: MPI_ERR_ARG (no placement, NULL, no shape, one that does not fit the node, a phase that has not ended, ranks
/// of the node that begin different phases), MPI_ERR_INFO (an invalid info, a wrong value), MPI_ERR_OTHER (a rank that
/// is waited for has ended; as in HSPLIT_Bind_push). Ranks of the node that have begun the phase already get an error
/// where they end it.
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
/// A worker is bound as before; bindings that it has pushed inside the phase are taken back, too. A rank to whose cores
/// other workers are bound, parked or a worker elsewhere, sleeps until they have ended the phase.
///
/// Collective over the ranks of the placement on the node of the caller.
/// Errors: MPI_ERR_ARG (no placement, no phase, a phase that other ranks of the node were wrong about), MPI_ERR_OTHER
/// (a rank that is waited for has ended; inside a parallel region of OpenMP, where the phase goes on). The phase is
/// over otherwise.
///
/// # Safety
/// p is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Phase_end(p: HSPLIT_Placement) -> c_int {
    enter_for("HSPLIT_Phase_end", || comm_of(p), || phase::end(p))
}
