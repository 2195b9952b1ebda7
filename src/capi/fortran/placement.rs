// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that place work on cores, as `fortran/hsplit.f90` and `fortran/hsplit_f08.f90` declare them.
//!
//! A placement is an INTEGER, or a structure of one in mpi_f08. A LOGICAL is written as 1 or 0, which every compiler
//! takes. mpi_f08 passes NULL for an output that is left out, as C programs do.

use std::ffi::c_char;
use std::ptr;

use super::arguments::{Length, comm, info, put, put_comm, put_made, text};
use super::comparison;
use super::fortran_names;
use crate::capi::placement;
use hsplit_mpi::constants::comm_null;
use hsplit_mpi::fortran::Fint;

fortran_names! { create:
hsplit_placement_create hsplit_placement_create_ hsplit_placement_create__ HSPLIT_PLACEMENT_CREATE
hsplit_placement_create_f08_;
(comm_: *const Fint, info_: *const Fint, p: *mut Fint, ierr: *mut Fint) }

unsafe fn create(comm_: *const Fint, info_: *const Fint, p: *mut Fint, ierr: *mut Fint) {
    // SAFETY: all are references to INTEGERs (the program's contract, `capi`).
    unsafe { put(ierr, placement::HSPLIT_Placement_create(comm(comm_), info(info_), p)) };
}

fortran_names! { free:
hsplit_placement_free hsplit_placement_free_ hsplit_placement_free__ HSPLIT_PLACEMENT_FREE hsplit_placement_free_f08_;
(p: *mut Fint, ierr: *mut Fint) }

unsafe fn free(p: *mut Fint, ierr: *mut Fint) {
    // SAFETY: both are references to INTEGERs (the program's contract, `capi`).
    unsafe { put(ierr, placement::HSPLIT_Placement_free(p)) };
}

fortran_names! { elect:
hsplit_placement_elect hsplit_placement_elect_ hsplit_placement_elect__ HSPLIT_PLACEMENT_ELECT
hsplit_placement_elect_f08_;
(p: *const Fint, shape: *const c_char, info_: *const Fint, worker: *mut Fint, threads: *mut Fint, index: *mut Fint,
 workers: *mut Fint, ierr: *mut Fint, length: Length) }

#[allow(clippy::too_many_arguments)]
unsafe fn elect(
    p: *const Fint,
    shape: *const c_char,
    info_: *const Fint,
    worker: *mut Fint,
    threads: *mut Fint,
    index: *mut Fint,
    workers: *mut Fint,
    ierr: *mut Fint,
    length: Length,
) {
    // SAFETY: `shape` has `length` characters, and the rest are references to INTEGERs or to a LOGICAL, or NULL (the
    // program's contract, `capi`). The text lives until the call has returned.
    unsafe {
        let shape = text(shape, length).unwrap_or_default();
        let info = info(info_);
        put(ierr, placement::HSPLIT_Placement_elect(*p, shape.as_ptr(), info, worker, threads, index, workers));
    }
}

fortran_names! { workers:
hsplit_placement_comm hsplit_placement_comm_ hsplit_placement_comm__ HSPLIT_PLACEMENT_COMM hsplit_placement_comm_f08_;
(p: *const Fint, shape: *const c_char, info_: *const Fint, comm_: *mut Fint, ierr: *mut Fint, length: Length) }

unsafe fn workers(
    p: *const Fint,
    shape: *const c_char,
    info_: *const Fint,
    comm_: *mut Fint,
    ierr: *mut Fint,
    length: Length,
) {
    // SAFETY: `shape` has `length` characters, and the rest are references to INTEGERs (the program's contract,
    // `capi`). The text lives until the call has returned.
    unsafe {
        let shape = text(shape, length).unwrap_or_default();
        put_made(comm_, ierr, |found| placement::HSPLIT_Placement_comm(*p, shape.as_ptr(), info(info_), found));
    }
}

fortran_names! { barrier:
hsplit_node_barrier hsplit_node_barrier_ hsplit_node_barrier__ HSPLIT_NODE_BARRIER hsplit_node_barrier_f08_;
(p: *const Fint, ierr: *mut Fint) }

unsafe fn barrier(p: *const Fint, ierr: *mut Fint) {
    // SAFETY: both are references to INTEGERs (the program's contract, `capi`).
    unsafe { put(ierr, placement::HSPLIT_Node_barrier(*p)) };
}

fortran_names! { begin:
hsplit_phase_begin hsplit_phase_begin_ hsplit_phase_begin__ HSPLIT_PHASE_BEGIN hsplit_phase_begin_f08_;
(p: *const Fint, shape: *const c_char, info_: *const Fint, worker: *mut Fint, comm_: *mut Fint, ierr: *mut Fint,
 length: Length) }

unsafe fn begin(
    p: *const Fint,
    shape: *const c_char,
    info_: *const Fint,
    worker: *mut Fint,
    comm_: *mut Fint,
    ierr: *mut Fint,
    length: Length,
) {
    let mut found = comm_null();
    let wanted = if comm_.is_null() { ptr::null_mut() } else { &raw mut found };
    // SAFETY: `shape` has `length` characters, and the rest are references to INTEGERs or to a LOGICAL, or NULL (the
    // program's contract, `capi`). `found` is a local, and the text lives until the call has returned.
    unsafe {
        let shape = text(shape, length).unwrap_or_default();
        let code = placement::HSPLIT_Phase_begin(*p, shape.as_ptr(), info(info_), worker, wanted);
        put_comm(comm_, found);
        put(ierr, code);
    }
}

fortran_names! { end:
hsplit_phase_end hsplit_phase_end_ hsplit_phase_end__ HSPLIT_PHASE_END hsplit_phase_end_f08_;
(p: *const Fint, ierr: *mut Fint) }

unsafe fn end(p: *const Fint, ierr: *mut Fint) {
    // SAFETY: both are references to INTEGERs (the program's contract, `capi`).
    unsafe { put(ierr, placement::HSPLIT_Phase_end(*p)) };
}

comparison! { ==: hsplit_placement_eq hsplit_placement_eq_ hsplit_placement_eq__ HSPLIT_PLACEMENT_EQ }
comparison! { !=: hsplit_placement_ne hsplit_placement_ne_ hsplit_placement_ne__ HSPLIT_PLACEMENT_NE }
