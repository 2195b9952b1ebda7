// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that no MPI has, as `fortran/hsplit.f90` and `fortran/hsplit_f08.f90` declare them.

use std::ffi::c_char;
use std::ptr::null_mut;

use super::arguments::{Length, array, comm, comms, info, places, put, put_comm, put_comms, put_text};
use super::fortran_names;
use crate::capi::extensions;
use crate::split_types::HSPLIT_MAX_LIBRARY_VERSION_STRING;
use hsplit_mpi::constants::comm_null;
use hsplit_mpi::fortran::Fint;

fortran_names! { with_roots:
mpi_comm_hsplit_with_roots mpi_comm_hsplit_with_roots_ mpi_comm_hsplit_with_roots__ MPI_COMM_HSPLIT_WITH_ROOTS
mpi_comm_hsplit_with_roots_f08_;
(oldcomm: *const Fint, info_: *const Fint, newcomm: *mut Fint, rootscomm: *mut Fint, ierr: *mut Fint) }

unsafe fn with_roots(
    oldcomm: *const Fint,
    info_: *const Fint,
    newcomm: *mut Fint,
    rootscomm: *mut Fint,
    ierr: *mut Fint,
) {
    let (mut new, mut roots) = (comm_null(), comm_null());
    // SAFETY: all are references to INTEGERs (the program's contract, `capi`). `new` and `roots` are locals.
    unsafe {
        let code = extensions::MPI_Comm_hsplit_with_roots(comm(oldcomm), info(info_), &raw mut new, &raw mut roots);
        put_comm(newcomm, new);
        put_comm(rootscomm, roots);
        put(ierr, code);
    }
}

fortran_names! { level_info:
mpi_comm_get_hlevel_info mpi_comm_get_hlevel_info_ mpi_comm_get_hlevel_info__ MPI_COMM_GET_HLEVEL_INFO
mpi_comm_get_hlevel_info_f08_;
(comm_: *const Fint, num_comms: *mut Fint, index: *mut Fint, name: *mut c_char, ierr: *mut Fint, length: Length) }

// In Fortran the caller always provides the text's memory, so the thesis's form of the call has this one's arguments.
fortran_names! { level_info:
mpi_comm_get_hw_subdomain_info mpi_comm_get_hw_subdomain_info_ mpi_comm_get_hw_subdomain_info__
MPI_COMM_GET_HW_SUBDOMAIN_INFO mpi_comm_get_hw_subdomain_info_f08_;
(comm_: *const Fint, num_comms: *mut Fint, index: *mut Fint, name: *mut c_char, ierr: *mut Fint, length: Length) }

unsafe fn level_info(
    comm_: *const Fint,
    num_comms: *mut Fint,
    index: *mut Fint,
    name: *mut c_char,
    ierr: *mut Fint,
    length: Length,
) {
    let mut text = null_mut();
    // SAFETY: all are references to INTEGERs, and `name` has `length` characters (the program's contract, `capi`).
    // `text` is a local, which the call sets to a name or leaves NULL.
    unsafe {
        let code = extensions::MPI_Comm_get_hlevel_info(comm(comm_), num_comms, index, &raw mut text);
        put_text(name, length, text);
        put(ierr, code);
    }
}

fortran_names! { min_level:
mpi_comm_get_min_hlevel mpi_comm_get_min_hlevel_ mpi_comm_get_min_hlevel__ MPI_COMM_GET_MIN_HLEVEL
mpi_comm_get_min_hlevel_f08_;
(comm_: *const Fint, nranks: *const Fint, ranks: *mut Fint, name: *mut c_char, ierr: *mut Fint, length: Length) }

unsafe fn min_level(
    comm_: *const Fint,
    nranks: *const Fint,
    ranks: *mut Fint,
    name: *mut c_char,
    ierr: *mut Fint,
    length: Length,
) {
    let mut text = null_mut();
    // SAFETY: `ranks` has `nranks` INTEGERs, and `name` has `length` characters (the program's contract, `capi`).
    // `text` is a local, which the call sets to a name or leaves NULL.
    unsafe {
        let code = extensions::MPI_Comm_get_min_hlevel(comm(comm_), *nranks, ranks, &raw mut text);
        put_text(name, length, text);
        put(ierr, code);
    }
}

fortran_names! { hierarchy:
hsplit_comm_hierarchy hsplit_comm_hierarchy_ hsplit_comm_hierarchy__ HSPLIT_COMM_HIERARCHY hsplit_comm_hierarchy_f08_;
(comm_: *const Fint, info_: *const Fint, max: *const Fint, depth: *mut Fint, newcomms: *mut Fint,
 rootscomms: *mut Fint, ierr: *mut Fint) }

unsafe fn hierarchy(
    comm_: *const Fint,
    info_: *const Fint,
    max: *const Fint,
    depth: *mut Fint,
    newcomms: *mut Fint,
    rootscomms: *mut Fint,
    ierr: *mut Fint,
) {
    // SAFETY: the arrays of the program have `max` INTEGERs (the program's contract, `capi`). `new` and `roots` have as
    // many handles, by `places`.
    unsafe {
        let (mut new, mut roots) = (places(newcomms, *max), places(rootscomms, *max));
        let code = extensions::HSPLIT_Comm_hierarchy(
            comm(comm_),
            info(info_),
            *max,
            depth,
            array(&mut new),
            array(&mut roots),
        );
        put_comms(newcomms, new);
        put_comms(rootscomms, roots);
        put(ierr, code);
    }
}

fortran_names! { hierarchy_free:
hsplit_comm_hierarchy_free hsplit_comm_hierarchy_free_ hsplit_comm_hierarchy_free__ HSPLIT_COMM_HIERARCHY_FREE
hsplit_comm_hierarchy_free_f08_;
(depth: *const Fint, newcomms: *mut Fint, rootscomms: *mut Fint, ierr: *mut Fint) }

unsafe fn hierarchy_free(depth: *const Fint, newcomms: *mut Fint, rootscomms: *mut Fint, ierr: *mut Fint) {
    // SAFETY: the arrays of the program have `depth` INTEGERs (the program's contract, `capi`). `new` and `roots` have
    // as many handles, by `comms`.
    unsafe {
        let (mut new, mut roots) = (comms(newcomms, *depth), comms(rootscomms, *depth));
        let code = extensions::HSPLIT_Comm_hierarchy_free(*depth, array(&mut new), array(&mut roots));
        put_comms(newcomms, new);
        put_comms(rootscomms, roots);
        put(ierr, code);
    }
}

fortran_names! { get_library_version:
hsplit_get_library_version hsplit_get_library_version_ hsplit_get_library_version__ HSPLIT_GET_LIBRARY_VERSION
hsplit_get_library_version_f08_;
(version: *mut c_char, resultlen: *mut Fint, ierr: *mut Fint, length: Length) }

unsafe fn get_library_version(version: *mut c_char, resultlen: *mut Fint, ierr: *mut Fint, length: Length) {
    let mut text = [0 as c_char; HSPLIT_MAX_LIBRARY_VERSION_STRING as usize];
    let mut full: Fint = 0;
    // SAFETY: `text` has the room that HSPLIT_Get_library_version asks for. `version` has `length` characters, and the
    // rest are references to INTEGERs (the program's contract, `capi`).
    unsafe {
        let code = extensions::HSPLIT_Get_library_version(text.as_mut_ptr(), &raw mut full);
        put_text(version, length, text.as_ptr());
        put(resultlen, full.min(length));
        put(ierr, code);
    }
}

fortran_names! { get_version:
hsplit_get_version hsplit_get_version_ hsplit_get_version__ HSPLIT_GET_VERSION hsplit_get_version_f08_;
(major: *mut Fint, minor: *mut Fint, patch: *mut Fint, ierr: *mut Fint) }

unsafe fn get_version(major: *mut Fint, minor: *mut Fint, patch: *mut Fint, ierr: *mut Fint) {
    // SAFETY: all are references to INTEGERs (the program's contract, `capi`), which are ints of C.
    unsafe { put(ierr, extensions::HSPLIT_Get_version(major, minor, patch)) };
}
