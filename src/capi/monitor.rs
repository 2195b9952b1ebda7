// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that count what ranks send each other, from one point of a program to another.

use std::ffi::{c_char, c_int, c_longlong};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::boundary::{enter_for, enter_own};
use crate::calls::list_output::ListOutput;
use crate::calls::monitor::session::{self, comm_of};
use crate::calls::monitor::{flush, levels, reorder};
use crate::calls::reorder::Outputs;
use hsplit_mpi::constants::comm_null;

/// A session of counting: what a process sends to the ranks of a communicator. 0 is none.
#[allow(non_camel_case_types)]
pub type HSPLIT_Monitor = c_int;

/// Starts a session: what this process sends from now on to ranks of comm is counted.
///
/// It counts what goes to a rank over any communicator. Sessions may overlap. The first one turns counting on in this
/// process, also for calls that are under way in other threads; it stays on until MPI_Finalize. info may have the key
/// hsplit_collectives: the messages that a collective call counts as, as for the option 'as' of HSPLIT_MONITOR
/// (meaning; trees; none).
///
/// Local. HSPLIT_Monitor_free frees the session.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL), MPI_ERR_INFO (an invalid info, a
/// wrong value).
/// (Mercier's thesis, section 3.3.1)
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
/// Local. Errors: MPI_ERR_ARG (no session, one that is suspended).
///
/// # Safety
/// m is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Monitor_suspend(m: HSPLIT_Monitor) -> c_int {
    enter_for("HSPLIT_Monitor_suspend", || comm_of(m), || session::suspend(m))
}

/// Continues a session that is suspended.
///
/// Local. Errors: MPI_ERR_ARG (no session, one that is not suspended).
///
/// # Safety
/// m is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Monitor_continue(m: HSPLIT_Monitor) -> c_int {
    enter_for("HSPLIT_Monitor_continue", || comm_of(m), || session::resume(m))
}

/// Sets all that a session has counted to 0. A suspended session stays suspended.
///
/// Local. Errors: MPI_ERR_ARG (no session).
///
/// # Safety
/// m is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Monitor_reset(m: HSPLIT_Monitor) -> c_int {
    enter_for("HSPLIT_Monitor_reset", || comm_of(m), || session::reset(m))
}

/// Frees a session, and sets m to 0.
///
/// Local. Errors: MPI_ERR_ARG (NULL, no session).
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
/// what: HSPLIT_MONITOR_BYTES or HSPLIT_MONITOR_MESSAGES; or'ed with HSPLIT_MONITOR_P2P, HSPLIT_MONITOR_COLLECTIVES,
/// HSPLIT_MONITOR_RMA, that of these calls alone; or'ed with HSPLIT_MONITOR_CARRIED, not what the program has sent, but
/// what the library has to carry its collective calls along the hierarchy (HSPLIT_COLLECTIVES). n: the length of
/// values, as many as the communicator has ranks or more. values: by rank; that of the caller itself is what it has
/// sent to itself. What one-sided calls have got from a rank counts as if sent to it. Ranks outside MPI_COMM_WORLD have
/// 0.
///
/// Local. Errors: MPI_ERR_ARG (no session, NULL, another number in what, an n that is too small).
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
/// what: as in HSPLIT_Monitor_get. depth: how many levels there are, and one more; it may exceed max. inside: the
/// levels widest first, as HSPLIT_Comm_get_levels lists them; the last element is all that was sent, with the name
/// "System - Cluster". What ranks sent to themselves does not count. types: the names of the levels, which belong to
/// the library; NULL where they are not wanted.
///
/// Collective over the communicator of the session.
/// Errors: MPI_ERR_ARG (no session, NULL, a negative max, another number in what, ranks that pass different ones),
/// MPI_ERR_COMM (a communicator that was freed). Every rank gets one; but a rank that passes no session cannot tell the
/// others.
/// (Mercier's thesis, section 3.3.1)
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
/// file: the path of the files without their ends, the same on all ranks. FILE.bytes.mtx and FILE.messages.mtx are the
/// matrices, FILE.json has the places of all ranks and the totals, FILE.parts what each process has counted, for the
/// commands hsplit monitor and hsplit map, and FILE.txt the report. Files that are there already are replaced.
///
/// Collective over the communicator of the session.
/// Errors: MPI_ERR_ARG (no session, NULL, an empty file, ranks that name different files), MPI_ERR_COMM (a communicator
/// that was freed), MPI_ERR_OTHER (files that cannot be written). Every rank gets one; but a rank that passes no
/// session cannot tell the others.
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
/// As HSPLIT_Comm_reorder, with what the session has counted: bytes, or with the key hsplit_metric=messages the number
/// of messages. info, newcomm, receive_from and send_to are as there. Where the gain is below hsplit_threshold, all
/// keep their ranks (MPI_CONGRUENT), and receive_from and send_to are the caller's own. HSPLIT_Comm_migrate moves the
/// data. With HSPLIT_LOG=info rank 0 says what a step of the program saves, where the key hsplit_steps is the number of
/// steps that the session has counted (1), and what migrating costs.
///
/// Collective over the communicator of the session. The new communicator is freed with MPI_Comm_free.
/// Errors: MPI_ERR_ARG (no session, NULL, ranks that pass different keys), MPI_ERR_COMM (a communicator that was
/// freed), MPI_ERR_INFO (an invalid info, a wrong value). Every rank gets one; but a rank that passes no session cannot
/// tell the others. Where no order can be found, the call succeeds, and all keep their ranks.
/// (Mercier's thesis, section 3.3.4)
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
