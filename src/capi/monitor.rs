// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that count what ranks send each other, from one point of a program to another.

use std::ffi::{c_char, c_int, c_longlong};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::boundary::{enter_for, enter_own};
use hsplit_calls::list_output::ListOutput;
use hsplit_calls::monitor::session::{self, comm_of};
use hsplit_calls::monitor::{flush, levels, reorder};
use hsplit_calls::reorder::Outputs;
use hsplit_mpi::constants::comm_null;

/// A session of counting: what a process sends to the ranks of a communicator. 0 is none.
#[allow(non_camel_case_types)]
pub type HSPLIT_Monitor = c_int;

/// Starts a session: what this process sends from now on to ranks of comm is counted.
///
/// The call starts a session: a difference of what this process has sent before and after. What goes to a rank of
/// `comm` counts, over whatever communicator it goes. Sessions may overlap, on one communicator or on several.
///
/// The first session turns counting on in this process, where HSPLIT_MONITOR has not; it stays on until MPI_Finalize.
/// Messages are counted where they are sent, when the call has succeeded: point-to-point messages in all modes,
/// persistent ones at each start, the calls that put, get and accumulate, and collective calls. Receives, waits and
/// probes are not looked at. The pages of the book on monitoring have the whole list.
///
/// Keys of `info`:
///
/// - `hsplit_collectives`: The messages that a collective call counts as, as `as=` of HSPLIT_MONITOR of
///   hsplit-environment(7), which is the default: `meaning`, `trees`, `none`.
///
/// Local. MPI_T has no variables for sessions: a library above PMPI cannot add any.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `info`: MPI_INFO_NULL or an info object with keys.
/// - `m`: The session. The program frees it with HSPLIT_Monitor_free.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `m` is NULL.
/// - MPI_ERR_INFO: `info` is invalid, or a key has a wrong value.
///
/// # Notes
/// Mercier's thesis, section 3.3.1.
///
/// # See also
/// HSPLIT_Monitor_get, HSPLIT_Monitor_levels, HSPLIT_Monitor_flush, HSPLIT_Monitor_reorder
///
/// # Safety
/// m points to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Monitor_start(comm: MPI_Comm, info: MPI_Info, m: *mut HSPLIT_Monitor) -> c_int {
    // SAFETY: m is NULL or points to a handle (the program's contract, `capi`); `start` looks for NULL. `enter_own` has
    // made sure that handles are of this MPI.
    enter_own("HSPLIT_Monitor_start", comm, || unsafe { session::start(comm, info, m) })
}

/// Suspends a session: what is sent from now on does not count in it.
///
/// What is sent from now on does not count in the session, until HSPLIT_Monitor_continue. Other sessions go on.
///
/// Local.
///
/// # Parameters
/// - `m`: A session.
///
/// # Errors
/// - MPI_ERR_ARG: `m` is no session, or one that is suspended already.
///
/// # See also
/// HSPLIT_Monitor_start, HSPLIT_Monitor_continue
///
/// # Safety
/// m is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Monitor_suspend(m: HSPLIT_Monitor) -> c_int {
    enter_for("HSPLIT_Monitor_suspend", || comm_of(m), || session::suspend(m))
}

/// Continues a session that is suspended.
///
/// A session that was suspended goes on counting. What was sent meanwhile does not count in it.
///
/// Local.
///
/// # Parameters
/// - `m`: A session.
///
/// # Errors
/// - MPI_ERR_ARG: `m` is no session, or one that is not suspended.
///
/// # See also
/// HSPLIT_Monitor_start, HSPLIT_Monitor_suspend
///
/// # Safety
/// m is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Monitor_continue(m: HSPLIT_Monitor) -> c_int {
    enter_for("HSPLIT_Monitor_continue", || comm_of(m), || session::resume(m))
}

/// Sets all that a session has counted to 0. A suspended session stays suspended.
///
/// All counts of the session become 0. A session that is suspended stays so.
///
/// Local.
///
/// # Parameters
/// - `m`: A session.
///
/// # Errors
/// - MPI_ERR_ARG: `m` is no session, or one that was freed.
///
/// # See also
/// HSPLIT_Monitor_start
///
/// # Safety
/// m is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Monitor_reset(m: HSPLIT_Monitor) -> c_int {
    enter_for("HSPLIT_Monitor_reset", || comm_of(m), || session::reset(m))
}

/// Frees a session, and sets m to 0.
///
/// The call frees a session. Handles that the program has copied are no longer valid, which every call finds. Counting
/// stays on in this process.
///
/// Local. MPI_Finalize frees what the program has not freed.
///
/// # Parameters
/// - `m`: A session; 0 afterwards.
///
/// # Errors
/// - MPI_ERR_ARG: `m` is NULL, no session, or one that was freed.
///
/// # See also
/// HSPLIT_Monitor_start
///
/// # Fortran
/// `m inout`
///
/// # Safety
/// m points to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Monitor_free(m: *mut HSPLIT_Monitor) -> c_int {
    // SAFETY: m is NULL or points to a handle (the program's contract, `capi`).
    let comm = if m.is_null() { comm_null() } else { comm_of(unsafe { *m }) };
    // SAFETY: m is NULL or points to a handle of the program's, which no other thread writes until this call returns.
    // `free` looks for NULL.
    enter_own("HSPLIT_Monitor_free", comm, || unsafe { session::free(m) })
}

/// Gives what this process has sent to each rank of the session's communicator.
///
/// The call gives this process's row of the matrix: what it has sent to each rank of the communicator of the session,
/// from the start of the session or its last reset on, without the times in which it was suspended. The element of the
/// caller's own rank is what it has sent to itself.
///
/// Irregular and neighbourhood collective calls count pair by pair. Other collective calls count as the messages that
/// `as=` of HSPLIT_MONITOR says. What one-sided calls have got from a rank counts in the row of the caller, though the
/// data went the other way. Ranks outside MPI_COMM_WORLD (after MPI_Comm_spawn) have 0.
///
/// Local. The session goes on.
///
/// # Parameters
/// - `m`: A session.
/// - `what`: HSPLIT_MONITOR_BYTES or HSPLIT_MONITOR_MESSAGES, or'ed with HSPLIT_MONITOR_P2P,
///   HSPLIT_MONITOR_COLLECTIVES, HSPLIT_MONITOR_RMA. Without one of these three: of all calls. Or'ed with
///   HSPLIT_MONITOR_CARRIED alone: not what the program has sent, but the messages by which the library has carried its
///   collective calls along the hierarchy (HSPLIT_COLLECTIVES).
/// - `n`: The length of `values`, as many as the communicator has ranks or more.
/// - `values`: By rank of the communicator.
///
/// # Errors
/// - MPI_ERR_ARG: `m` is no session, `what` is another number, `n` is less than the number of ranks, or `values` is
///   NULL.
///
/// # See also
/// HSPLIT_Monitor_start, HSPLIT_Monitor_levels
///
/// # Fortran
/// `values(*)`
///
/// # Safety
/// values has n elements.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Monitor_get(
    m: HSPLIT_Monitor,
    what: c_int,
    n: c_int,
    values: *mut c_longlong,
) -> c_int {
    // SAFETY: values has n elements (the program's contract, `capi`). `get` looks for NULL.
    enter_for("HSPLIT_Monitor_get", || comm_of(m), || unsafe { session::get(m, what, n, values) })
}

/// Says for each level how much of what the ranks sent each other stayed inside one instance of it.
///
/// The call says how much of what the ranks of the communicator have sent each other stayed inside one instance of each
/// level, widest first, as HSPLIT_Comm_get_levels lists them. The last element is all that was sent, under the name
/// "System - Cluster". The share that stays inside nodes is that of `Machine`. What ranks have sent to themselves does
/// not count.
///
/// Places are those of HSPLIT_Comm_map, by the bindings before any push.
///
/// Collective over the communicator of the session. The results are the same on all ranks.
///
/// # Parameters
/// - `m`: A session.
/// - `what`: HSPLIT_MONITOR_BYTES or HSPLIT_MONITOR_MESSAGES, or'ed with HSPLIT_MONITOR_P2P,
///   HSPLIT_MONITOR_COLLECTIVES, HSPLIT_MONITOR_RMA. Without one of these three: of all calls. Or'ed with
///   HSPLIT_MONITOR_CARRIED alone: the messages by which the library has carried collective calls. It is equal on all
///   ranks.
/// - `max`: The length of the arrays.
/// - `depth`: How many levels there are, and one; it may be more than `max`.
/// - `inside`: What stayed inside the instances of the first `max` levels.
/// - `types`: The names of these levels, which belong to the library. May be NULL.
///
/// # Errors
/// Every rank of the communicator gets one. A rank that passes no session cannot tell the others, which wait for it.
///
/// - MPI_ERR_ARG: `m` is no session, `what` is another number, `max` is negative, `depth` or `inside` is NULL, or ranks
///   pass different numbers in `what` or make different calls.
/// - MPI_ERR_COMM: The communicator of the session was freed.
///
/// # Notes
/// Mercier's thesis, section 3.3.1.
///
/// # See also
/// HSPLIT_Monitor_start, HSPLIT_Monitor_get, HSPLIT_Comm_get_levels
///
/// # Fortran
/// `inside(*), types(*)?`
///
/// # Safety
/// inside and types have max elements, and depth points to one.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Monitor_levels(
    m: HSPLIT_Monitor,
    what: c_int,
    max: c_int,
    depth: *mut c_int,
    inside: *mut c_longlong,
    types: *mut *const c_char,
) -> c_int {
    let list = ListOutput { max, count: ("depth", depth), array: ("inside", inside) };
    // SAFETY: the arrays have max elements (the program's contract, `capi`). `levels` looks for NULL.
    enter_for("HSPLIT_Monitor_levels", || comm_of(m), || unsafe { levels::levels(m, what, list, types) })
}

/// Writes what the ranks have sent each other to files, from rank 0.
///
/// Rank 0 of the communicator writes what the session has counted on all ranks:
///
/// - `file.bytes.mtx`, `file.messages.mtx`: The matrices, in Matrix Market form, for `hsplit map` and other programs.
/// - `file.json`: The places of all ranks, and the totals of each level, operation and size of messages.
/// - `file.parts`: What all processes have counted: `hsplit monitor`, described in hsplit(1), prints, draws and
///   compares it; `hsplit map` looks for a better order of ranks.
/// - `file.txt`: The report.
///
/// Files of these names are replaced, each at once; a link is replaced, not followed.
///
/// Collective over the communicator of the session. The session goes on.
///
/// # Parameters
/// - `m`: A session.
/// - `file`: A path without an end, the same on all ranks.
///
/// # Errors
/// Every rank of the communicator gets one. A rank that passes no session cannot tell the others, which wait for it.
///
/// - MPI_ERR_ARG: `m` is no session, `file` is NULL or empty, or ranks name different files or make different calls.
/// - MPI_ERR_COMM: The communicator of the session was freed.
/// - MPI_ERR_OTHER: A file cannot be written. The error of rank 0 says why.
///
/// # See also
/// HSPLIT_Monitor_start
///
/// # Safety
/// file is a string.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Monitor_flush(m: HSPLIT_Monitor, file: *const c_char) -> c_int {
    // SAFETY: file is NULL or a string (the program's contract, `capi`). `flush` looks for NULL.
    enter_for("HSPLIT_Monitor_flush", || comm_of(m), || unsafe { flush::flush(m, file) })
}

/// Makes a communicator of the same processes, ordered so that ranks that have sent each other much are close together.
///
/// The call is HSPLIT_Comm_reorder with the traffic that the session has counted, over its communicator. The keys of
/// `info` are those of that call; `hsplit_metric=messages` takes the number of messages instead of their bytes. Where
/// less than `hsplit_threshold` is gained, all keep their ranks.
///
/// Data goes to the new owner of its role with HSPLIT_Comm_migrate. The session goes on; it counts by the ranks of its
/// own communicator.
///
/// With `HSPLIT_LOG=info` rank 0 says what the order saves, and how many bytes more stay inside each level, in a step
/// of the program. The key `hsplit_steps` of `info` is the number of steps that the session has counted, 1 without it.
/// Beside it stands what migrating costs for each byte that a rank has, in the unit of `cost=` of HSPLIT_REORDER, and
/// how many bytes a rank have the price of what one step saves. Where messages are counted instead of bytes, it says
/// neither.
///
/// Collective over the communicator of the session.
///
/// # Parameters
/// - `m`: A session.
/// - `info`: MPI_INFO_NULL or an info object with keys.
/// - `newcomm`: A communicator of the same processes. The program frees it with MPI_Comm_free.
/// - `receive_from`: The rank that had the caller's new role, which is the caller's rank in `newcomm`. May be NULL.
/// - `send_to`: The rank that has the caller's old role now. May be NULL.
///
/// # Errors
/// Every rank of the communicator gets one. A rank that passes no session cannot tell the others, which wait for it.
///
/// - MPI_ERR_ARG: `m` is no session, `newcomm` is NULL, or ranks pass different keys or make different calls.
/// - MPI_ERR_COMM: The communicator of the session was freed.
/// - MPI_ERR_INFO: `info` is invalid, or a key has a wrong value.
///
/// # Notes
/// Mercier's thesis, section 3.3.4.
///
/// # See also
/// HSPLIT_Monitor_start, HSPLIT_Comm_reorder, HSPLIT_Comm_migrate
///
/// # Fortran
/// `receive_from?, send_to?`
///
/// # Safety
/// Outputs that are not NULL point to one element each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Monitor_reorder(
    m: HSPLIT_Monitor,
    info: MPI_Info,
    newcomm: *mut MPI_Comm,
    receive_from: *mut c_int,
    send_to: *mut c_int,
) -> c_int {
    let outputs = Outputs { newcomm, receive_from, send_to };
    // SAFETY: the outputs are NULL or point to one element each (the program's contract, `capi`); `reorder` looks for
    // NULL.
    enter_for("HSPLIT_Monitor_reorder", || comm_of(m), || unsafe { reorder::reorder(m, info, outputs) })
}
