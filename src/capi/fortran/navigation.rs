// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls for finding one's way, as `fortran/hsplit.f90` and `fortran/hsplit_f08.f90` declare them.
//!
//! mpi_f08 passes NULL for an output that is left out, as C programs do.

use std::ffi::c_char;

use mpi_sys::MPI_Comm;

use super::arguments::{
    Length, array, comm, places, put, put_comms, put_group, put_made, put_text, put_texts, room_for_names, text,
};
use super::fortran_names;
use crate::capi::navigation;
use hsplit_mpi::constants::group_null;
use hsplit_mpi::fortran::Fint;

fortran_names! { get_parent:
hsplit_comm_get_parent hsplit_comm_get_parent_ hsplit_comm_get_parent__ HSPLIT_COMM_GET_PARENT
hsplit_comm_get_parent_f08_;
(comm_: *const Fint, parent: *mut Fint, ierr: *mut Fint) }

unsafe fn get_parent(comm_: *const Fint, parent: *mut Fint, ierr: *mut Fint) {
    // SAFETY: all are references to INTEGERs of the program's, which hold until this call returns.
    // `HSPLIT_Comm_get_parent` writes one handle.
    unsafe { relative(navigation::HSPLIT_Comm_get_parent, comm_, parent, ierr) };
}

fortran_names! { get_roots:
hsplit_comm_get_roots hsplit_comm_get_roots_ hsplit_comm_get_roots__ HSPLIT_COMM_GET_ROOTS
hsplit_comm_get_roots_f08_;
(comm_: *const Fint, roots: *mut Fint, ierr: *mut Fint) }

unsafe fn get_roots(comm_: *const Fint, roots: *mut Fint, ierr: *mut Fint) {
    // SAFETY: all are references to INTEGERs of the program's, which hold until this call returns.
    // `HSPLIT_Comm_get_roots` writes one handle.
    unsafe { relative(navigation::HSPLIT_Comm_get_roots, comm_, roots, ierr) };
}

unsafe fn relative(
    call: unsafe extern "C-unwind" fn(MPI_Comm, *mut MPI_Comm) -> Fint,
    comm_: *const Fint,
    output: *mut Fint,
    ierr: *mut Fint,
) {
    // SAFETY: all are references to INTEGERs (the program's contract, `capi`).
    unsafe { put_made(output, ierr, |found| call(comm(comm_), found)) };
}

fortran_names! { get_children:
hsplit_comm_get_children hsplit_comm_get_children_ hsplit_comm_get_children__ HSPLIT_COMM_GET_CHILDREN
hsplit_comm_get_children_f08_;
(comm_: *const Fint, max: *const Fint, count: *mut Fint, children: *mut Fint, ierr: *mut Fint) }

unsafe fn get_children(comm_: *const Fint, max: *const Fint, count: *mut Fint, children: *mut Fint, ierr: *mut Fint) {
    // SAFETY: `children` has `max` INTEGERs, and the rest are references to one (the program's contract, `capi`).
    // `found` has as many handles, by `places`.
    unsafe {
        let mut found = places(children, *max);
        let code = navigation::HSPLIT_Comm_get_children(comm(comm_), *max, count, array(&mut found));
        if let Some(found) = &mut found {
            found.truncate(usize::try_from(*count).unwrap_or(0));
        }
        put_comms(children, found);
        put(ierr, code);
    }
}

fortran_names! { depth:
hsplit_comm_get_depth hsplit_comm_get_depth_ hsplit_comm_get_depth__ HSPLIT_COMM_GET_DEPTH
hsplit_comm_get_depth_f08_;
(comm_: *const Fint, depth_: *mut Fint, name: *mut c_char, ierr: *mut Fint, length: Length) }

unsafe fn depth(comm_: *const Fint, depth_: *mut Fint, name: *mut c_char, ierr: *mut Fint, length: Length) {
    let mut level = std::ptr::null();
    // SAFETY: all are references to INTEGERs, and `name` has `length` characters or is NULL (the program's contract,
    // `capi`). `level` is a local, which the call sets to a name or leaves NULL.
    unsafe {
        let code = navigation::HSPLIT_Comm_get_depth(comm(comm_), depth_, &raw mut level);
        put_text(name, length, level);
        put(ierr, code);
    }
}

fortran_names! { map:
hsplit_comm_map hsplit_comm_map_ hsplit_comm_map__ HSPLIT_COMM_MAP
hsplit_comm_map_f08_;
(comm_: *const Fint, ierr: *mut Fint) }

unsafe fn map(comm_: *const Fint, ierr: *mut Fint) {
    // SAFETY: both are references to INTEGERs (the program's contract, `capi`).
    unsafe { put(ierr, navigation::HSPLIT_Comm_map(comm(comm_))) };
}

fortran_names! { map_update:
hsplit_comm_map_update hsplit_comm_map_update_ hsplit_comm_map_update__ HSPLIT_COMM_MAP_UPDATE
hsplit_comm_map_update_f08_;
(comm_: *const Fint, ierr: *mut Fint) }

unsafe fn map_update(comm_: *const Fint, ierr: *mut Fint) {
    // SAFETY: both are references to INTEGERs (the program's contract, `capi`).
    unsafe { put(ierr, navigation::HSPLIT_Comm_map_update(comm(comm_))) };
}

fortran_names! { levels:
hsplit_comm_get_levels hsplit_comm_get_levels_ hsplit_comm_get_levels__ HSPLIT_COMM_GET_LEVELS
hsplit_comm_get_levels_f08_;
(comm_: *const Fint, max: *const Fint, count: *mut Fint, types: *mut c_char, instances: *mut Fint, ierr: *mut Fint,
 length: Length) }

unsafe fn levels(
    comm_: *const Fint,
    max: *const Fint,
    count: *mut Fint,
    types: *mut c_char,
    instances: *mut Fint,
    ierr: *mut Fint,
    length: Length,
) {
    // SAFETY: the arrays have `max` elements, those of `types` with `length` characters each, and the rest are
    // references to INTEGERs (the program's contract, `capi`). `names` has room for `max` addresses.
    unsafe {
        let mut names = room_for_names(*max);
        let code = navigation::HSPLIT_Comm_get_levels(comm(comm_), *max, count, names.as_mut_ptr(), instances);
        put_texts(types, length, &names);
        put(ierr, code);
    }
}

fortran_names! { coords:
hsplit_comm_get_coords hsplit_comm_get_coords_ hsplit_comm_get_coords__ HSPLIT_COMM_GET_COORDS
hsplit_comm_get_coords_f08_;
(comm_: *const Fint, rank: *const Fint, max: *const Fint, count: *mut Fint, coords_: *mut Fint, types: *mut c_char,
 ierr: *mut Fint, length: Length) }

#[allow(clippy::too_many_arguments)]
unsafe fn coords(
    comm_: *const Fint,
    rank: *const Fint,
    max: *const Fint,
    count: *mut Fint,
    coords_: *mut Fint,
    types: *mut c_char,
    ierr: *mut Fint,
    length: Length,
) {
    // SAFETY: the arrays have `max` elements, those of `types` with `length` characters each unless it is NULL, and the
    // rest are references to INTEGERs (the program's contract, `capi`). `names` has room for `max` addresses.
    unsafe {
        let mut names = room_for_names(*max);
        let code = navigation::HSPLIT_Comm_get_coords(comm(comm_), *rank, *max, count, coords_, names.as_mut_ptr());
        put_texts(types, length, &names);
        put(ierr, code);
    }
}

fortran_names! { rank_at:
hsplit_comm_get_rank hsplit_comm_get_rank_ hsplit_comm_get_rank__ HSPLIT_COMM_GET_RANK
hsplit_comm_get_rank_f08_;
(comm_: *const Fint, count: *const Fint, coords: *const Fint, max: *const Fint, nranks: *mut Fint, ranks: *mut Fint,
 ierr: *mut Fint) }

unsafe fn rank_at(
    comm_: *const Fint,
    count: *const Fint,
    coords: *const Fint,
    max: *const Fint,
    nranks: *mut Fint,
    ranks: *mut Fint,
    ierr: *mut Fint,
) {
    // SAFETY: `coords` has `count` INTEGERs, `ranks` has `max`, and the rest are references to one (the program's
    // contract, `capi`).
    unsafe {
        let code = navigation::HSPLIT_Comm_get_rank(comm(comm_), *count, coords, *max, nranks, ranks);
        put(ierr, code);
    }
}

fortran_names! { network_rank_at:
hsplit_comm_get_network_rank hsplit_comm_get_network_rank_ hsplit_comm_get_network_rank__ HSPLIT_COMM_GET_NETWORK_RANK
hsplit_comm_get_network_rank_f08_;
(comm_: *const Fint, count: *const Fint, coords: *const Fint, max: *const Fint, nranks: *mut Fint, ranks: *mut Fint,
 ierr: *mut Fint) }

unsafe fn network_rank_at(
    comm_: *const Fint,
    count: *const Fint,
    coords: *const Fint,
    max: *const Fint,
    nranks: *mut Fint,
    ranks: *mut Fint,
    ierr: *mut Fint,
) {
    // SAFETY: `coords` has `count` INTEGERs, `ranks` has `max`, and the rest are references to one (the program's
    // contract, `capi`).
    unsafe {
        let code = navigation::HSPLIT_Comm_get_network_rank(comm(comm_), *count, coords, *max, nranks, ranks);
        put(ierr, code);
    }
}

fortran_names! { distance:
hsplit_comm_get_distance hsplit_comm_get_distance_ hsplit_comm_get_distance__ HSPLIT_COMM_GET_DISTANCE
hsplit_comm_get_distance_f08_;
(comm_: *const Fint, a: *const Fint, b: *const Fint, hops: *mut Fint, name: *mut c_char, ierr: *mut Fint,
 length: Length) }

unsafe fn distance(
    comm_: *const Fint,
    a: *const Fint,
    b: *const Fint,
    hops: *mut Fint,
    name: *mut c_char,
    ierr: *mut Fint,
    length: Length,
) {
    let mut level = std::ptr::null();
    // SAFETY: all are references to INTEGERs, and `name` has `length` characters or is NULL (the program's contract,
    // `capi`). `level` is a local, which the call sets to a name or leaves NULL.
    unsafe {
        let code = navigation::HSPLIT_Comm_get_distance(comm(comm_), *a, *b, hops, &raw mut level);
        put_text(name, length, level);
        put(ierr, code);
    }
}

fortran_names! { distances:
hsplit_comm_get_distances hsplit_comm_get_distances_ hsplit_comm_get_distances__ HSPLIT_COMM_GET_DISTANCES
hsplit_comm_get_distances_f08_;
(comm_: *const Fint, n: *const Fint, ranks: *const Fint, matrix: *mut Fint, ierr: *mut Fint) }

unsafe fn distances(comm_: *const Fint, n: *const Fint, ranks: *const Fint, matrix: *mut Fint, ierr: *mut Fint) {
    // SAFETY: `ranks` has n INTEGERs, `matrix` n times n, and the rest are references to one (the program's contract,
    // `capi`).
    unsafe { put(ierr, navigation::HSPLIT_Comm_get_distances(comm(comm_), *n, ranks, matrix)) };
}

fortran_names! { neighbours:
hsplit_comm_get_neighbours hsplit_comm_get_neighbours_ hsplit_comm_get_neighbours__ HSPLIT_COMM_GET_NEIGHBOURS
hsplit_comm_get_neighbours_f08_;
(comm_: *const Fint, rank: *const Fint, name: *const c_char, max: *const Fint, nranks: *mut Fint, ranks: *mut Fint,
 ierr: *mut Fint, length: Length) }

#[allow(clippy::too_many_arguments)]
unsafe fn neighbours(
    comm_: *const Fint,
    rank: *const Fint,
    name: *const c_char,
    max: *const Fint,
    nranks: *mut Fint,
    ranks: *mut Fint,
    ierr: *mut Fint,
    length: Length,
) {
    // SAFETY: `name` has `length` characters or is NULL, `ranks` has `max` INTEGERs, and the rest are references to one
    // (the program's contract, `capi`). `level` lives until the call has returned.
    unsafe {
        let level = text(name, length);
        let level = level.as_ref().map_or(std::ptr::null(), |level| level.as_ptr());
        let code = navigation::HSPLIT_Comm_get_neighbours(comm(comm_), *rank, level, *max, nranks, ranks);
        put(ierr, code);
    }
}

fortran_names! { neighbour_group:
hsplit_comm_get_neighbour_group hsplit_comm_get_neighbour_group_ hsplit_comm_get_neighbour_group__
HSPLIT_COMM_GET_NEIGHBOUR_GROUP hsplit_comm_get_neighbour_group_f08_;
(comm_: *const Fint, hops: *const Fint, group: *mut Fint, ierr: *mut Fint) }

unsafe fn neighbour_group(comm_: *const Fint, hops: *const Fint, group: *mut Fint, ierr: *mut Fint) {
    let mut found = group_null();
    // SAFETY: all are references to INTEGERs (the program's contract, `capi`). `found` is a local.
    unsafe {
        let code = navigation::HSPLIT_Comm_get_neighbour_group(comm(comm_), *hops, &raw mut found);
        put_group(group, found);
        put(ierr, code);
    }
}

fortran_names! { colours:
hsplit_comm_get_colors hsplit_comm_get_colors_ hsplit_comm_get_colors__ HSPLIT_COMM_GET_COLORS
hsplit_comm_get_colors_f08_;
(comm_: *const Fint, max: *const Fint, depth: *mut Fint, colors: *mut Fint, ierr: *mut Fint) }

unsafe fn colours(comm_: *const Fint, max: *const Fint, depth: *mut Fint, colors: *mut Fint, ierr: *mut Fint) {
    // SAFETY: `colors` has `max` INTEGERs, and the rest are references to one (the program's contract, `capi`).
    unsafe { put(ierr, navigation::HSPLIT_Comm_get_colors(comm(comm_), *max, depth, colors)) };
}

fortran_names! { network_coords:
hsplit_comm_get_network_coords hsplit_comm_get_network_coords_ hsplit_comm_get_network_coords__
HSPLIT_COMM_GET_NETWORK_COORDS hsplit_comm_get_network_coords_f08_;
(comm_: *const Fint, rank: *const Fint, max: *const Fint, count: *mut Fint, coords: *mut Fint, dims: *mut Fint,
 ierr: *mut Fint) }

unsafe fn network_coords(
    comm_: *const Fint,
    rank: *const Fint,
    max: *const Fint,
    count: *mut Fint,
    coords: *mut Fint,
    dims: *mut Fint,
    ierr: *mut Fint,
) {
    // SAFETY: the arrays have `max` INTEGERs, and the rest are references to one (the program's contract, `capi`).
    unsafe {
        let code = navigation::HSPLIT_Comm_get_network_coords(comm(comm_), *rank, *max, count, coords, dims);
        put(ierr, code);
    }
}
