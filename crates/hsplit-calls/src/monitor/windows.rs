// SPDX-License-Identifier: MIT OR Apache-2.0
//! One-sided accesses: data that is written to a target's window, and data that is fetched from it.

use std::ffi::c_int;

use mpi_sys::{MPI_Datatype, MPI_Op, MPI_Win};

use crate::counters::members::{self, Members};
use crate::counters::{guarded, threads};
use hsplit_monitor::Class;
use hsplit_mpi::Failure;
use hsplit_mpi::constants::no_op;
use hsplit_mpi::datatype::bytes_passed;
use hsplit_mpi::handle::number;
use hsplit_mpi::raw::Count;
use hsplit_mpi::window::{self, Keyval, Mark};

static KEYVAL: Keyval = Keyval::declare();

impl Mark for Members {
    const IS_OWNED: bool = false;

    fn keyval() -> &'static Keyval {
        &KEYVAL
    }

    fn gone() {
        members::forget();
    }
}

/// The members of a window.
#[cold]
fn of(win: MPI_Win) -> Option<&'static Members> {
    const NONE: Failure = Failure { call: "PMPI_Win_get_group", code: mpi_sys::MPI_ERR_OTHER as c_int };
    let find = || Members::known(&hsplit_mpi::members::Members::of_window(win)?, None).ok_or(NONE);
    guarded(|| window::marked(win, find).ok())
}

#[inline]
fn access(target: c_int, win: MPI_Win, passed: impl IntoIterator<Item = (Class, u64)>) {
    // MPI_PROC_NULL is negative in every MPI.
    let Ok(target) = u32::try_from(target) else { return };
    threads::with(|thread, rows| {
        let members = thread.remembered(number(win), || of(win));
        let Some(peer) = members.and_then(|members| members.to(target)) else { return };
        passed.into_iter().for_each(|(class, bytes)| rows.message(class, peer, bytes));
    });
}

/// Counts data that is written to a window.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn put(target: c_int, count: Count, datatype: MPI_Datatype, win: MPI_Win) {
    access(target, win, [(Class::OneSided, bytes_passed(count, datatype))]);
}

/// Counts data that is fetched from a window.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn get(target: c_int, count: Count, datatype: MPI_Datatype, win: MPI_Win) {
    access(target, win, [(Class::Fetched, bytes_passed(count, datatype))]);
}

/// Counts data that is written to a window and the data that it replaces. With `MPI_NO_OP` nothing is written, and the
/// arguments of the origin are ignored.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn exchange(
    target: c_int,
    count: Count,
    datatype: MPI_Datatype,
    fetched: Count,
    fetched_type: MPI_Datatype,
    op: MPI_Op,
    win: MPI_Win,
) {
    let is_sent = number(op) != number(no_op());
    let sent = is_sent.then(|| (Class::OneSided, bytes_passed(count, datatype)));
    access(target, win, sent.into_iter().chain([(Class::Fetched, bytes_passed(fetched, fetched_type))]));
}

/// Counts the element that is written to a window, and the element that it replaces.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn fetch(target: c_int, datatype: MPI_Datatype, op: MPI_Op, win: MPI_Win) {
    // SAFETY: the native call has accepted the arguments, so the datatype, the operation and the window are valid
    // handles.
    unsafe { exchange(target, 1, datatype, 1, datatype, op, win) };
}

/// Counts the element that replaces one in a window, and the replaced one. (The compared element is not counted.)
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn swap(target: c_int, datatype: MPI_Datatype, win: MPI_Win) {
    let bytes = bytes_passed(1, datatype);
    access(target, win, [(Class::OneSided, bytes), (Class::Fetched, bytes)]);
}

/// Frees the native keyval.
pub fn release() {
    KEYVAL.release();
}
