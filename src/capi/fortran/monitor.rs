// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that count messages, as `fortran/hsplit.f90` and `fortran/hsplit_f08.f90` declare them.
//!
//! A session is an INTEGER, or a structure of one in mpi_f08, which passes NULL for outputs that are left out. Counts
//! are 64-bit INTEGERs.

use std::ffi::{c_char, c_longlong};

use super::arguments::{Length, comm, info, put, put_made, put_texts, room_for_names, text};
use super::comparison;
use super::fortran_names;
use crate::capi::monitor;
use hsplit_mpi::fortran::Fint;

fortran_names! { start:
hsplit_monitor_start hsplit_monitor_start_ hsplit_monitor_start__ HSPLIT_MONITOR_START hsplit_monitor_start_f08_;
(comm_: *const Fint, info_: *const Fint, m: *mut Fint, ierr: *mut Fint) }

unsafe fn start(comm_: *const Fint, info_: *const Fint, m: *mut Fint, ierr: *mut Fint) {
    // SAFETY: all are references to INTEGERs (the program's contract, `capi`).
    unsafe { put(ierr, monitor::HSPLIT_Monitor_start(comm(comm_), info(info_), m)) };
}

fortran_names! { suspend:
hsplit_monitor_suspend hsplit_monitor_suspend_ hsplit_monitor_suspend__ HSPLIT_MONITOR_SUSPEND
hsplit_monitor_suspend_f08_;
(m: *const Fint, ierr: *mut Fint) }

unsafe fn suspend(m: *const Fint, ierr: *mut Fint) {
    // SAFETY: both are references to INTEGERs (the program's contract, `capi`).
    unsafe { put(ierr, monitor::HSPLIT_Monitor_suspend(*m)) };
}

fortran_names! { resume:
hsplit_monitor_continue hsplit_monitor_continue_ hsplit_monitor_continue__ HSPLIT_MONITOR_CONTINUE
hsplit_monitor_continue_f08_;
(m: *const Fint, ierr: *mut Fint) }

unsafe fn resume(m: *const Fint, ierr: *mut Fint) {
    // SAFETY: both are references to INTEGERs (the program's contract, `capi`).
    unsafe { put(ierr, monitor::HSPLIT_Monitor_continue(*m)) };
}

fortran_names! { reset:
hsplit_monitor_reset hsplit_monitor_reset_ hsplit_monitor_reset__ HSPLIT_MONITOR_RESET hsplit_monitor_reset_f08_;
(m: *const Fint, ierr: *mut Fint) }

unsafe fn reset(m: *const Fint, ierr: *mut Fint) {
    // SAFETY: both are references to INTEGERs (the program's contract, `capi`).
    unsafe { put(ierr, monitor::HSPLIT_Monitor_reset(*m)) };
}

fortran_names! { free:
hsplit_monitor_free hsplit_monitor_free_ hsplit_monitor_free__ HSPLIT_MONITOR_FREE hsplit_monitor_free_f08_;
(m: *mut Fint, ierr: *mut Fint) }

unsafe fn free(m: *mut Fint, ierr: *mut Fint) {
    // SAFETY: both are references to INTEGERs (the program's contract, `capi`).
    unsafe { put(ierr, monitor::HSPLIT_Monitor_free(m)) };
}

fortran_names! { get:
hsplit_monitor_get hsplit_monitor_get_ hsplit_monitor_get__ HSPLIT_MONITOR_GET hsplit_monitor_get_f08_;
(m: *const Fint, what: *const Fint, n: *const Fint, values: *mut c_longlong, ierr: *mut Fint) }

unsafe fn get(m: *const Fint, what: *const Fint, n: *const Fint, values: *mut c_longlong, ierr: *mut Fint) {
    // SAFETY: `values` has `n` elements, and the rest are references to INTEGERs (the program's contract, `capi`).
    unsafe { put(ierr, monitor::HSPLIT_Monitor_get(*m, *what, *n, values)) };
}

fortran_names! { levels:
hsplit_monitor_levels hsplit_monitor_levels_ hsplit_monitor_levels__ HSPLIT_MONITOR_LEVELS hsplit_monitor_levels_f08_;
(m: *const Fint, what: *const Fint, max: *const Fint, depth: *mut Fint, inside: *mut c_longlong, types: *mut c_char,
 ierr: *mut Fint, length: Length) }

#[allow(clippy::too_many_arguments)]
unsafe fn levels(
    m: *const Fint,
    what: *const Fint,
    max: *const Fint,
    depth: *mut Fint,
    inside: *mut c_longlong,
    types: *mut c_char,
    ierr: *mut Fint,
    length: Length,
) {
    // SAFETY: the arrays have `max` elements, or `types` is NULL, and the rest are references to INTEGERs (the
    // program's contract, `capi`). `names` is a local with as many elements.
    unsafe {
        let mut names = room_for_names(*max);
        put(ierr, monitor::HSPLIT_Monitor_levels(*m, *what, *max, depth, inside, names.as_mut_ptr()));
        put_texts(types, length, &names);
    }
}

fortran_names! { flush:
hsplit_monitor_flush hsplit_monitor_flush_ hsplit_monitor_flush__ HSPLIT_MONITOR_FLUSH hsplit_monitor_flush_f08_;
(m: *const Fint, file: *const c_char, ierr: *mut Fint, length: Length) }

unsafe fn flush(m: *const Fint, file: *const c_char, ierr: *mut Fint, length: Length) {
    // SAFETY: `file` has `length` characters, and the rest are references to INTEGERs (the program's contract, `capi`).
    // The text lives until the call has returned.
    unsafe {
        let file = text(file, length).unwrap_or_default();
        put(ierr, monitor::HSPLIT_Monitor_flush(*m, file.as_ptr()));
    }
}

fortran_names! { reorder:
hsplit_monitor_reorder hsplit_monitor_reorder_ hsplit_monitor_reorder__ HSPLIT_MONITOR_REORDER
hsplit_monitor_reorder_f08_;
(m: *const Fint, info_: *const Fint, newcomm: *mut Fint, receive_from: *mut Fint, send_to: *mut Fint,
 ierr: *mut Fint) }

unsafe fn reorder(
    m: *const Fint,
    info_: *const Fint,
    newcomm: *mut Fint,
    receive_from: *mut Fint,
    send_to: *mut Fint,
    ierr: *mut Fint,
) {
    // SAFETY: all are references to INTEGERs, or NULL (the program's contract, `capi`).
    unsafe {
        put_made(newcomm, ierr, |new| monitor::HSPLIT_Monitor_reorder(*m, info(info_), new, receive_from, send_to));
    }
}

comparison! { ==: hsplit_monitor_eq hsplit_monitor_eq_ hsplit_monitor_eq__ HSPLIT_MONITOR_EQ }
comparison! { !=: hsplit_monitor_ne hsplit_monitor_ne_ hsplit_monitor_ne__ HSPLIT_MONITOR_NE }
