// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that reorder ranks, as `fortran/hsplit.f90` and `fortran/hsplit_f08.f90` declare them.
//!
//! mpi_f08 passes NULL for weights and outputs that are left out, as C programs do.

use std::ffi::c_void;

use super::arguments::{comm, datatype, info, put, put_made};
use super::fortran_names;
use crate::capi::reorder;
use hsplit_mpi::fortran::{Fint, buffer_of};

fortran_names! { comm_reorder:
hsplit_comm_reorder hsplit_comm_reorder_ hsplit_comm_reorder__ HSPLIT_COMM_REORDER hsplit_comm_reorder_f08_;
(comm_: *const Fint, n: *const Fint, peers: *const Fint, weights: *const f64, info_: *const Fint, newcomm: *mut Fint,
 receive_from: *mut Fint, send_to: *mut Fint, ierr: *mut Fint) }

#[allow(clippy::too_many_arguments)]
unsafe fn comm_reorder(
    comm_: *const Fint,
    n: *const Fint,
    peers: *const Fint,
    weights: *const f64,
    info_: *const Fint,
    newcomm: *mut Fint,
    receive_from: *mut Fint,
    send_to: *mut Fint,
    ierr: *mut Fint,
) {
    // SAFETY: the arrays have `n` elements, or `weights` is NULL; the rest are references to INTEGERs, or NULL (the
    // program's contract, `capi`).
    unsafe {
        let (comm, info) = (comm(comm_), info(info_));
        put_made(newcomm, ierr, |new| {
            reorder::HSPLIT_Comm_reorder(comm, *n, peers, weights, info, new, receive_from, send_to)
        });
    }
}

fortran_names! { comm_migrate:
hsplit_comm_migrate hsplit_comm_migrate_ hsplit_comm_migrate__ HSPLIT_COMM_MIGRATE hsplit_comm_migrate_f08_;
(comm_: *const Fint, newcomm: *const Fint, buf: *mut c_void, count: *const Fint, type_: *const Fint,
 ierr: *mut Fint) }

unsafe fn comm_migrate(
    comm_: *const Fint,
    newcomm: *const Fint,
    buf: *mut c_void,
    count: *const Fint,
    type_: *const Fint,
    ierr: *mut Fint,
) {
    // SAFETY: `buf` has the elements, and the rest are references to INTEGERs (the program's contract, `capi`).
    unsafe {
        let (old, new, element) = (comm(comm_), comm(newcomm), datatype(type_));
        let code = reorder::HSPLIT_Comm_migrate(old, new, buffer_of(buf), *count, element);
        put(ierr, code);
    }
}

fortran_names! { cart_create:
hsplit_cart_create hsplit_cart_create_ hsplit_cart_create__ HSPLIT_CART_CREATE hsplit_cart_create_f08_;
(comm_old: *const Fint, ndims: *const Fint, weights: *const f64, periods: *const Fint, info_: *const Fint,
 dims: *mut Fint, comm_cart: *mut Fint, ierr: *mut Fint) }

#[allow(clippy::too_many_arguments)]
unsafe fn cart_create(
    comm_old: *const Fint,
    ndims: *const Fint,
    weights: *const f64,
    periods: *const Fint,
    info_: *const Fint,
    dims: *mut Fint,
    comm_cart: *mut Fint,
    ierr: *mut Fint,
) {
    // SAFETY: the arrays have `ndims` elements, or `weights` is NULL; the rest are references to INTEGERs. `periods`
    // has LOGICALs, which are as wide and true where they are not 0 (the program's contract, `capi`).
    unsafe {
        let (comm, info) = (comm(comm_old), info(info_));
        put_made(comm_cart, ierr, |new| reorder::HSPLIT_Cart_create(comm, *ndims, weights, periods, info, dims, new));
    }
}

fortran_names! { dims_create:
hsplit_dims_create hsplit_dims_create_ hsplit_dims_create__ HSPLIT_DIMS_CREATE hsplit_dims_create_f08_;
(comm_: *const Fint, ndims: *const Fint, weights: *const f64, dims: *mut Fint, ierr: *mut Fint) }

unsafe fn dims_create(comm_: *const Fint, ndims: *const Fint, weights: *const f64, dims: *mut Fint, ierr: *mut Fint) {
    // SAFETY: the arrays have `ndims` elements, or `weights` is NULL; the rest are references to INTEGERs (the
    // program's contract, `capi`).
    unsafe { put(ierr, reorder::HSPLIT_Dims_create(comm(comm_), *ndims, weights, dims)) };
}
