// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls for shared windows, as `fortran/hsplit.f90` and `fortran/hsplit_f08.f90` declare them.
//!
//! The address of a segment is a `type(c_ptr)`, which is passed by reference like an address in C.

use std::ffi::{c_char, c_void};
use std::ptr;

use mpi_sys::{MPI_Aint, MPI_MAX_OBJECT_NAME};

use super::arguments::{Length, comm, info, put, put_text, put_win, text, win};
use super::fortran_names;
use crate::capi::window;
use hsplit_mpi::constants::win_null;
use hsplit_mpi::fortran::Fint;

fortran_names! { allocate:
hsplit_win_allocate_shared hsplit_win_allocate_shared_ hsplit_win_allocate_shared__ HSPLIT_WIN_ALLOCATE_SHARED
hsplit_win_allocate_shared_f08_;
(level: *const c_char, size: *const MPI_Aint, disp_unit: *const Fint, info_: *const Fint, comm_: *const Fint,
 baseptr: *mut c_void, win_: *mut Fint, ierr: *mut Fint, length: Length) }

#[allow(clippy::too_many_arguments)]
unsafe fn allocate(
    level: *const c_char,
    size: *const MPI_Aint,
    disp_unit: *const Fint,
    info_: *const Fint,
    comm_: *const Fint,
    baseptr: *mut c_void,
    win_: *mut Fint,
    ierr: *mut Fint,
    length: Length,
) {
    let mut made = win_null();
    // SAFETY: `level` has `length` characters, `baseptr` is a reference to an address, and the rest are references to
    // INTEGERs (the program's contract, `capi`). The text lives until the call has returned.
    unsafe {
        let level = text(level, length).unwrap_or_default();
        let (info, comm) = (info(info_), comm(comm_));
        let code =
            window::HSPLIT_Win_allocate_shared(level.as_ptr(), *size, *disp_unit, info, comm, baseptr, &raw mut made);
        put_win(win_, made);
        put(ierr, code);
    }
}

fortran_names! { query:
hsplit_win_query_level hsplit_win_query_level_ hsplit_win_query_level__ HSPLIT_WIN_QUERY_LEVEL
hsplit_win_query_level_f08_;
(win_: *const Fint, level: *mut c_char, memory: *mut c_char, pages: *mut Fint, placed: *mut Fint, ierr: *mut Fint,
 level_length: Length, memory_length: Length) }

#[allow(clippy::too_many_arguments)]
unsafe fn query(
    win_: *const Fint,
    level: *mut c_char,
    memory: *mut c_char,
    pages: *mut Fint,
    placed: *mut Fint,
    ierr: *mut Fint,
    level_length: Length,
    memory_length: Length,
) {
    let mut names = [[0; MPI_MAX_OBJECT_NAME as usize]; 2];
    let [name, nodes] = &mut names;
    // SAFETY: the texts have their lengths or are NULL, and the rest are references to INTEGERs or NULL (the program's
    // contract, `capi`). `name` and `nodes` are locals with MPI_MAX_OBJECT_NAME characters.
    unsafe {
        let code = window::HSPLIT_Win_query_level(win(win_), name.as_mut_ptr(), nodes.as_mut_ptr(), pages, placed);
        put_text(level, level_length, if code == 0 { name.as_ptr() } else { ptr::null() });
        put_text(memory, memory_length, if code == 0 { nodes.as_ptr() } else { ptr::null() });
        put(ierr, code);
    }
}
