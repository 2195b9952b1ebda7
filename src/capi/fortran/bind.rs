// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that bind the process, as `fortran/hsplit.f90` and `fortran/hsplit_f08.f90` declare them.
//!
//! mpi_f08 passes NULL for an output that is left out, as C programs do.

use std::ffi::{c_char, c_int};
use std::ptr;

use super::arguments::{Length, comm, info, put, put_text, text};
use super::fortran_names;
use crate::capi::bind;
use hsplit_mpi::fortran::Fint;

fortran_names! { push:
hsplit_bind_push hsplit_bind_push_ hsplit_bind_push__ HSPLIT_BIND_PUSH hsplit_bind_push_f08_;
(target: *const c_char, info_: *const Fint, ierr: *mut Fint, length: Length) }

unsafe fn push(target: *const c_char, info_: *const Fint, ierr: *mut Fint, length: Length) {
    // SAFETY: `target` has `length` characters, and the rest are references to INTEGERs (the program's contract,
    // `capi`). The text lives until the call has returned.
    unsafe {
        let target = text(target, length).unwrap_or_default();
        put(ierr, bind::HSPLIT_Bind_push(target.as_ptr(), info(info_)));
    }
}

fortran_names! { push_comm:
hsplit_bind_push_comm hsplit_bind_push_comm_ hsplit_bind_push_comm__ HSPLIT_BIND_PUSH_COMM
hsplit_bind_push_comm_f08_;
(comm_: *const Fint, info_: *const Fint, ierr: *mut Fint) }

unsafe fn push_comm(comm_: *const Fint, info_: *const Fint, ierr: *mut Fint) {
    // SAFETY: all are references to INTEGERs (the program's contract, `capi`).
    unsafe { put(ierr, bind::HSPLIT_Bind_push_comm(comm(comm_), info(info_))) };
}

fortran_names! { pop:
hsplit_bind_pop hsplit_bind_pop_ hsplit_bind_pop__ HSPLIT_BIND_POP hsplit_bind_pop_f08_;
(ierr: *mut Fint) }

unsafe fn pop(ierr: *mut Fint) {
    // SAFETY: `ierr` is a reference to an INTEGER, or NULL (the program's contract, `capi`).
    unsafe { put(ierr, bind::HSPLIT_Bind_pop()) };
}

fortran_names! { get:
hsplit_bind_get hsplit_bind_get_ hsplit_bind_get__ HSPLIT_BIND_GET hsplit_bind_get_f08_;
(words: *mut c_char, cores: *mut Fint, units: *mut Fint, pushed: *mut Fint, ierr: *mut Fint, length: Length) }

unsafe fn get(
    words: *mut c_char,
    cores: *mut Fint,
    units: *mut Fint,
    pushed: *mut Fint,
    ierr: *mut Fint,
    length: Length,
) {
    // One more than the variable has, for the NUL.
    let mut buffer: Vec<c_char> = vec![0; length.max(0) as usize + 1];
    let size = c_int::try_from(buffer.len()).unwrap_or(c_int::MAX);
    let buffer = if words.is_null() { ptr::null_mut() } else { buffer.as_mut_ptr() };
    // SAFETY: `words` has `length` characters or is NULL, and the rest are references to INTEGERs or NULL (the
    // program's contract, `capi`). `buffer` is a local with `size` characters, or NULL.
    unsafe {
        let code = bind::HSPLIT_Bind_get(buffer, size, cores, units, pushed);
        put_text(words, length, buffer);
        put(ierr, code);
    }
}
