// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that count the messages between ranks, in sessions.

use std::ffi::{c_char, c_int, c_longlong};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::boundary::{enter_for, enter_own};
use hsplit_calls::list_output::ListOutput;
use hsplit_calls::monitor::session::{self, comm_of};
use hsplit_calls::monitor::{flush, levels, reorder};
use hsplit_calls::reorder::Outputs;
use hsplit_mpi::constants::comm_null;

/// A handle of a session of counting: the messages of a process to the ranks of a communicator. 0 is no session.
#[allow(non_camel_case_types)]
pub type HSPLIT_Monitor = c_int;

/// Starts a session, which counts the messages of this process to the ranks of comm.
///
/// A session counts the messages from its start on, to ranks of `comm`, over any communicator. Sessions may overlap, on
/// one communicator or on several.
///
/// The first session turns counting on in this process, if HSPLIT_MONITOR has not; counting stays on until
/// MPI_Finalize. Messages are counted at the sender, after the call has succeeded: point-to-point messages in all
/// modes, persistent ones at each start, the calls that put, get and accumulate, and collective calls. Receives, waits
/// and probes are not intercepted. The monitoring pages of the book list all calls.
///
/// Keys of `info`:
///
/// - `hsplit_collectives`: The messages that a collective call counts as: `meaning`, `trees` or `none`. The default is
///   the option `as=` of HSPLIT_MONITOR; see hsplit-environment(7).
///
/// Local. MPI_T has no variables for sessions, because a library above PMPI cannot add any.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `info`: An info object with keys of this call, or MPI_INFO_NULL.
/// - `m`: The session, which the program frees with HSPLIT_Monitor_free.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `m` is NULL.
/// - MPI_ERR_INFO: `info` is invalid, or a key has an invalid value.
/// - MPI_ERR_OTHER: The library was built without monitoring.
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

/// Suspends a session: messages are not counted in it until HSPLIT_Monitor_continue.
///
/// Other sessions continue.
///
/// Local.
///
/// # Parameters
/// - `m`: A session.
///
/// # Errors
/// - MPI_ERR_ARG: `m` is no session, or a suspended one.
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

/// Continues a suspended session.
///
/// Messages that were sent while the session was suspended are not counted in it.
///
/// Local.
///
/// # Parameters
/// - `m`: A session.
///
/// # Errors
/// - MPI_ERR_ARG: `m` is no session, or is not suspended.
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

/// Sets all counts of a session to 0.
///
/// A suspended session stays suspended.
///
/// Local.
///
/// # Parameters
/// - `m`: A session.
///
/// # Errors
/// - MPI_ERR_ARG: `m` is no session, or a freed one.
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
/// Copies of the handle become invalid: every call that gets one returns an error. Counting stays on in this process.
///
/// Local. MPI_Finalize frees the sessions that the program has not freed.
///
/// # Parameters
/// - `m`: A session; 0 after the call.
///
/// # Errors
/// - MPI_ERR_ARG: `m` is NULL, no session, or a freed one.
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

/// Returns the bytes or messages that this process has sent to each rank of the session's communicator.
///
/// The call returns this process's row of the traffic matrix, from the start of the session or its last reset on,
/// without the times in which it was suspended. The element of the caller's own rank has the traffic to itself.
///
/// Irregular and neighbourhood collective calls are counted pair by pair. Other collective calls count as the messages
/// that the option `as=` of HSPLIT_MONITOR describes. Data that a one-sided call gets from a rank counts in the row of
/// the caller, though the data moves in the other direction. The elements of ranks outside MPI_COMM_WORLD (after
/// MPI_Comm_spawn) are 0.
///
/// Local. The session continues.
///
/// # Parameters
/// - `m`: A session.
/// - `what`: HSPLIT_MONITOR_BYTES or HSPLIT_MONITOR_MESSAGES. To count some kinds of calls only, add
///   HSPLIT_MONITOR_P2P, HSPLIT_MONITOR_COLLECTIVES or HSPLIT_MONITOR_RMA by a bitwise or; if none of them is given,
///   all calls are counted. With HSPLIT_MONITOR_INTERNAL, which excludes these three, the messages are counted that the
///   library has sent for the program's collective calls (HSPLIT_COLLECTIVES), and not those of the program.
/// - `n`: The number of elements of `values`, at least the number of ranks of the communicator.
/// - `values`: The bytes or messages to each rank of the communicator.
///
/// # Errors
/// - MPI_ERR_ARG: `m` is no session, `what` is invalid, `n` is less than the number of ranks, or `values` is NULL.
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

/// Returns, for each level of the hardware, the traffic between ranks inside one instance of the level.
///
/// The levels are those of HSPLIT_Comm_get_levels, widest first. The last element has all traffic between the ranks of
/// the communicator, under the name "System - Cluster". The traffic inside nodes is the element of `Machine`. Traffic
/// of a rank to itself does not count.
///
/// The places of the ranks are those of HSPLIT_Comm_map, with the bindings before any push.
///
/// Collective over the communicator of the session. The results are the same on all ranks.
///
/// # Parameters
/// - `m`: A session.
/// - `what`: As for HSPLIT_Monitor_get. It is equal on all ranks.
/// - `max`: The number of elements of the arrays.
/// - `depth`: The number of levels plus one, which may be larger than `max`.
/// - `inside`: The bytes or messages inside the instances of the first `max` levels. May be NULL if `max` is 0.
/// - `types`: The names of these levels, which belong to the library. May be NULL.
///
/// # Errors
/// Every rank of the communicator returns an error. The exception is a rank whose `m` is no session: only this rank
/// returns an error, and the other ranks wait for it.
///
/// - MPI_ERR_ARG: `m` is no session, `what` is invalid, `max` is negative, `depth` is NULL, `inside` is NULL and `max`
///   is not 0, or ranks pass different values of `what` or make different calls.
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

/// Writes the counts of a session on all ranks to files.
///
/// Rank 0 of the communicator of the session writes these files:
///
/// - `file.bytes.mtx`, `file.messages.mtx`: The traffic matrices in Matrix Market format, for `hsplit map` and other
///   programs.
/// - `file.json`: The places of all ranks, and the totals by level, operation and message size.
/// - `file.parts`: The counts of all processes. `hsplit monitor`, described in hsplit(1), prints, draws and compares
///   them; `hsplit map` searches for a better order of the ranks.
/// - `file.txt`: The report.
///
/// Existing files of these names are replaced, each atomically; a symbolic link is replaced, not followed.
///
/// Collective over the communicator of the session. The session continues.
///
/// # Parameters
/// - `m`: A session.
/// - `file`: The path of the files without their suffixes, in UTF-8, the same on all ranks. After a path that ends with
///   `/`, the default name of `HSPLIT_MONITOR` is added.
///
/// # Errors
/// Every rank of the communicator returns an error. The exception is a rank whose `m` is no session: only this rank
/// returns an error, and the other ranks wait for it.
///
/// - MPI_ERR_ARG: `m` is no session, `file` is NULL, empty or not UTF-8, or ranks name different files or make
///   different calls.
/// - MPI_ERR_COMM: The communicator of the session was freed.
/// - MPI_ERR_OTHER: A file cannot be written. The error text of rank 0 has the reason.
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

/// Makes a communicator of the same processes, in which ranks that exchanged much data are close together.
///
/// The call is HSPLIT_Comm_reorder for the communicator of the session, with the traffic that the session has counted,
/// and with the same keys of `info`. With `hsplit_metric=messages`, the numbers of messages are used instead of the
/// bytes. If the best order saves less than `hsplit_threshold`, all ranks keep their numbers.
///
/// HSPLIT_Comm_migrate moves data to the new owners of the roles. The session continues; it counts by the ranks of its
/// own communicator.
///
/// With `HSPLIT_LOG=info`, rank 0 logs the saving of the new order, and the additional bytes inside each level, for one
/// step of the program. The key `hsplit_steps` of `info` is the number of steps that the session has counted, 1 by
/// default. If bytes are counted, the line also has the cost of migrating one byte of each rank, in the unit of the
/// option `cost=` of HSPLIT_REORDER, and the number of bytes for each rank whose migration costs as much as one step
/// saves.
///
/// Collective over the communicator of the session.
///
/// # Parameters
/// - `m`: A session.
/// - `info`: An info object with keys, or MPI_INFO_NULL.
/// - `newcomm`: The new communicator, which the program frees with MPI_Comm_free.
/// - `receive_from`: The rank that had the caller's new role; it is equal to the caller's rank in `newcomm`. May be
///   NULL.
/// - `send_to`: The rank that has the caller's former role now. May be NULL.
///
/// # Errors
/// Every rank of the communicator returns an error. The exception is a rank whose `m` is no session: only this rank
/// returns an error, and the other ranks wait for it.
///
/// - MPI_ERR_ARG: `m` is no session, `newcomm` is NULL, or ranks pass different keys or make different calls.
/// - MPI_ERR_COMM: The communicator of the session was freed.
/// - MPI_ERR_INFO: `info` is invalid, or a key has an invalid value.
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
