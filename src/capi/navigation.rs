// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls for related communicators, and for the places of ranks.

use std::ffi::{c_char, c_int};

use mpi_sys::MPI_Comm;

use super::boundary::enter_own;
use hsplit_calls::error::Error;
use hsplit_calls::list_output::ListOutput;
use hsplit_calls::{navigate, places};
use hsplit_core::name::Name;

/// Returns the communicator that comm was split from.
///
/// The call returns the program's own handle of the communicator from which a call of this library has made `comm`; no
/// new communicator is made. The handle is MPI_COMM_NULL if that communicator has been freed, if `comm` was not made by
/// a split of this library, and if `comm` is a communicator of roots. A duplicate made by MPI_Comm_dup has the parent
/// of the original.
///
/// Local.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `parent`: The parent communicator, or MPI_COMM_NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `parent` is NULL.
///
/// # See also
/// HSPLIT_Comm_get_children, HSPLIT_Comm_get_depth, HSPLIT_Comm_get_roots
///
/// # Safety
/// parent points to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_parent(comm: MPI_Comm, parent: *mut MPI_Comm) -> c_int {
    // SAFETY: parent is NULL or points to a handle (the program's contract, `capi`). `parent` looks for NULL.
    enter_own("HSPLIT_Comm_get_parent", comm, || unsafe { navigate::parent(comm, parent) })
}

/// Lists the communicators that this process got by splits of comm and has not freed.
///
/// The list has the program's own handles, in order of creation, without communicators of roots. A duplicate made by
/// MPI_Comm_dup has its own children.
///
/// Local.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `max`: The number of elements of `children`.
/// - `count`: The number of child communicators, which may be larger than `max`.
/// - `children`: The first `max` child communicators. May be NULL if `max` is 0.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `count` is NULL, `children` is NULL and `max` is not 0, or `max` is negative.
///
/// # See also
/// HSPLIT_Comm_get_parent, HSPLIT_Comm_hierarchy
///
/// # Fortran
/// `children(count)`
///
/// # Safety
/// children has max elements, and count points to one.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_children(
    comm: MPI_Comm,
    max: c_int,
    count: *mut c_int,
    children: *mut MPI_Comm,
) -> c_int {
    let list = ListOutput { max, count: ("count", count), array: ("children", children) };
    // SAFETY: children has max elements (the program's contract, `capi`). `children` looks for NULL.
    enter_own("HSPLIT_Comm_get_children", comm, || unsafe { navigate::children(comm, list) })
}

/// Returns the communicator of the roots that was made together with comm.
///
/// The call returns the program's own handle of the communicator of roots that MPI_Comm_hsplit_with_roots or
/// HSPLIT_Comm_hierarchy made together with `comm`. The handle is MPI_COMM_NULL if the calling process is no root, if
/// `rootscomms` was NULL in HSPLIT_Comm_hierarchy, and if the communicator of the roots has been freed. A duplicate
/// made by MPI_Comm_dup has the roots of the original.
///
/// Local.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `roots`: The communicator of the roots, or MPI_COMM_NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `roots` is NULL.
///
/// # See also
/// HSPLIT_Comm_get_parent, MPI_Comm_hsplit_with_roots
///
/// # Safety
/// roots points to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_roots(comm: MPI_Comm, roots: *mut MPI_Comm) -> c_int {
    // SAFETY: roots is NULL or points to a handle (the program's contract, `capi`). `roots` looks for NULL.
    enter_own("HSPLIT_Comm_get_roots", comm, || unsafe { navigate::roots(comm, roots) })
}

/// Returns the depth of comm in the hierarchy.
///
/// The depth of a communicator that this library made is the number of levels from the top of the hierarchy down to its
/// own level, inclusive. Its processes share at least as many coordinates (HSPLIT_Comm_get_coords), except below halves
/// of a network, which are levels without a coordinate, and for devices' regions and `bindset`. A level counts also if
/// its instances hold the same processes as those of another level, so that no split was made there. A ring of a torus
/// and a process set have the depth 1.
///
/// The depth of a communicator of all processes is 0, and its level "System - Cluster". For other communicators that
/// this library has not made, the call returns MPI_UNDEFINED and "Unknown". A duplicate made by MPI_Comm_dup has the
/// depth of the original.
///
/// Local.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `depth`: The depth.
/// - `type`: The name of the level of `comm`. May be NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `depth` is NULL.
///
/// # See also
/// HSPLIT_Comm_get_parent, MPI_Comm_get_hlevel_info
///
/// # Fortran
/// `type?`
///
/// # Safety
/// The outputs point to one element each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_depth(
    comm: MPI_Comm,
    depth: *mut c_int,
    r#type: *mut *const c_char,
) -> c_int {
    enter_own("HSPLIT_Comm_get_depth", comm, || {
        // SAFETY: the outputs are NULL or point to one element each (the program's contract, `capi`). `depth` and
        // `put_wanted` look for NULL.
        unsafe { put_wanted(r#type, navigate::depth(comm, depth)) }
    })
}

/// Makes the map of comm: the places of all its ranks.
///
/// If `comm` has a map, the call does nothing. A program need not make this call, because the first call that needs the
/// map makes it; this call selects the time. The map is kept until `comm` is freed, in one copy per node if the
/// processes of the node can share memory files. Duplicates made by MPI_Comm_dup share it.
///
/// The first call that needs the map of `comm` is collective over `comm`; later calls are local. Such calls are this
/// one, MPI_Comm_get_min_hlevel, HSPLIT_Dims_create, and the calls HSPLIT_Comm_get_ for levels, coordinates, ranks,
/// colors, distances and neighbours; each rank may begin with another one of them. The map has the bindings of the time
/// when it was made; HSPLIT_Comm_map_update makes a new one.
///
/// # Parameters
/// - `comm`: An intracommunicator.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
///
/// # See also
/// HSPLIT_Comm_get_coords, HSPLIT_Comm_get_distance, HSPLIT_Comm_map_update
///
/// # Safety
/// comm is a communicator.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_map(comm: MPI_Comm) -> c_int {
    enter_own("HSPLIT_Comm_map", comm, || places::map(comm))
}

/// Replaces the map of comm by one with the present bindings of its processes, or, if bindings are pushed, with those
/// before the first push.
///
/// Duplicates that share the map get the new one. If the call fails, the old map stays. Calls of other threads may use
/// the map at the same time; each of them uses the old map or the new one.
///
/// Collective over `comm`.
///
/// # Parameters
/// - `comm`: An intracommunicator.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
///
/// # See also
/// HSPLIT_Comm_map
///
/// # Safety
/// comm is a communicator.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_map_update(comm: MPI_Comm) -> c_int {
    enter_own("HSPLIT_Comm_map_update", comm, || places::update(comm))
}

/// Lists the levels of the hardware inside which ranks of comm are bound, widest first.
///
/// The first call that needs the map of `comm` (HSPLIT_Comm_map) is collective over `comm`; later calls are local. The
/// map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
///
/// The names belong to the library and are valid until the process ends. The program must not change or free them.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `max`: The number of elements of the arrays.
/// - `count`: The number of levels, which may be larger than `max`.
/// - `types`: The names of the first `max` levels. May be NULL if `max` is 0.
/// - `instances`: The number of instances of each level that contain ranks of `comm`. May be NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `count` is NULL, `types` is NULL and `max` is not 0, or `max` is negative.
///
/// In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
///
/// # See also
/// HSPLIT_Comm_get_coords, HSPLIT_Comm_map
///
/// # Fortran
/// `types(*), instances(*)?`
///
/// # Safety
/// The arrays have max elements, and count points to one.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_levels(
    comm: MPI_Comm,
    max: c_int,
    count: *mut c_int,
    types: *mut *const c_char,
    instances: *mut c_int,
) -> c_int {
    let list = ListOutput { max, count: ("count", count), array: ("types", types) };
    // SAFETY: the arrays have max elements (the program's contract, `capi`). `levels` looks for NULL.
    enter_own("HSPLIT_Comm_get_levels", comm, || unsafe { places::levels(comm, list, instances) })
}

/// Returns the coordinates of a rank in the hierarchy.
///
/// A rank has one coordinate for each level inside which it is bound. The coordinate is the number of its instance
/// among the instances that contain ranks of `comm` and lie in the same instance of the level above; they are numbered
/// from 0 in the order of their lowest ranks. Two ranks share as many levels as their coordinates have equal leading
/// elements. A rank that is not bound has coordinates for its node, and for the switches above it.
///
/// The first call that needs the map of `comm` (HSPLIT_Comm_map) is collective over `comm`; later calls are local. The
/// map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `rank`: A rank of `comm`.
/// - `max`: The number of elements of the arrays.
/// - `count`: The number of coordinates, which may be larger than `max`.
/// - `coords`: The first `max` coordinates, widest level first. May be NULL if `max` is 0.
/// - `types`: The names of their levels. May be NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `count` is NULL, `coords` is NULL and `max` is not 0, or `max` is negative.
/// - MPI_ERR_RANK: `rank` is not in `comm`.
///
/// In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
///
/// # See also
/// HSPLIT_Comm_get_distance, HSPLIT_Comm_get_levels, HSPLIT_Comm_get_network_coords, HSPLIT_Comm_get_rank
///
/// # Fortran
/// `coords(*), types(*)?`
///
/// # Safety
/// The arrays have max elements, and count points to one.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_coords(
    comm: MPI_Comm,
    rank: c_int,
    max: c_int,
    count: *mut c_int,
    coords: *mut c_int,
    types: *mut *const c_char,
) -> c_int {
    let list = ListOutput { max, count: ("count", count), array: ("coords", coords) };
    // SAFETY: the arrays have max elements (the program's contract, `capi`). `coords` looks for NULL.
    enter_own("HSPLIT_Comm_get_coords", comm, || unsafe { places::coords(comm, rank, list, types) })
}

/// Lists the ranks whose coordinates in the hierarchy begin with the given ones.
///
/// The ranks are in ascending order. If `count` is 0, all ranks are listed. Coordinates of no rank are no error:
/// `nranks` is 0.
///
/// The first call that needs the map of `comm` (HSPLIT_Comm_map) is collective over `comm`; later calls are local. The
/// map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `count`: The number of given coordinates.
/// - `coords`: The coordinates, widest level first. May be NULL if `count` is 0.
/// - `max`: The number of elements of `ranks`.
/// - `nranks`: The number of ranks found, which may be larger than `max`.
/// - `ranks`: The first `max` ranks found. May be NULL if `max` is 0.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `nranks` is NULL, an array is NULL and its length is not 0, or `count`, `max` or a coordinate is
///   negative.
///
/// In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
///
/// # See also
/// HSPLIT_Comm_get_coords
///
/// # Fortran
/// `coords(*), ranks(*)`
///
/// # Safety
/// coords has count elements, ranks has max, and nranks points to one.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_rank(
    comm: MPI_Comm,
    count: c_int,
    coords: *const c_int,
    max: c_int,
    nranks: *mut c_int,
    ranks: *mut c_int,
) -> c_int {
    let list = ListOutput { max, count: ("nranks", nranks), array: ("ranks", ranks) };
    // SAFETY: the arrays are as long as stated (the program's contract, `capi`). `ranks_at` looks for NULL.
    enter_own("HSPLIT_Comm_get_rank", comm, || unsafe { places::ranks_at(comm, count, coords, list) })
}

/// Returns the colors of the calling process, one for each level inside which it is bound.
///
/// Two processes have the same color at a level if and only if they share the level. The colors of the levels of one
/// depth, counted from the widest, are consecutive from 0. MPI_Comm_split with these colors makes the communicators of
/// that depth.
///
/// The first call that needs the map of `comm` (HSPLIT_Comm_map) is collective over `comm`; later calls are local. The
/// map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `max`: The number of elements of `colors`.
/// - `depth`: The number of levels inside which the calling process is bound, which may be larger than `max`.
/// - `colors`: The colors of the first `max` levels, widest first. May be NULL if `max` is 0.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `depth` is NULL, `colors` is NULL and `max` is not 0, or `max` is negative.
///
/// In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
///
/// # See also
/// HSPLIT_Comm_get_coords
///
/// # Fortran
/// `colors(*)`
///
/// # Safety
/// colors has max elements, and depth points to one.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_colors(
    comm: MPI_Comm,
    max: c_int,
    depth: *mut c_int,
    colors: *mut c_int,
) -> c_int {
    let list = ListOutput { max, count: ("depth", depth), array: ("colors", colors) };
    // SAFETY: colors has max elements (the program's contract, `capi`). `colours` looks for NULL.
    enter_own("HSPLIT_Comm_get_colors", comm, || unsafe { places::colours(comm, list) })
}

/// Returns the coordinates of a rank's node in the network.
///
/// The coordinates are those of the source "coordinates" (hsplit-topology(5)). In a torus they are the coordinates of
/// the node. In a tree of switches they are the number of the switch at each level, among the switches below the same
/// switch of the level above, and then the port. If no source has coordinates of the node, `count` is 0.
///
/// The first call that needs the map of `comm` (HSPLIT_Comm_map) is collective over `comm`; later calls are local. The
/// map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `rank`: A rank of `comm`.
/// - `max`: The number of elements of the arrays.
/// - `count`: The number of coordinates, which may be larger than `max`.
/// - `coords`: The first `max` coordinates. May be NULL if `max` is 0.
/// - `dims`: The number of positions in each dimension of the torus, or below one switch of each level. May be NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `count` is NULL, `coords` is NULL and `max` is not 0, or `max` is negative.
/// - MPI_ERR_RANK: `rank` is not in `comm`.
///
/// In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
///
/// # See also
/// hsplit-topology(5), HSPLIT_Comm_get_coords, HSPLIT_Comm_get_network_rank
///
/// # Fortran
/// `coords(*), dims(*)?`
///
/// # Safety
/// The arrays have max elements, and count points to one.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_network_coords(
    comm: MPI_Comm,
    rank: c_int,
    max: c_int,
    count: *mut c_int,
    coords: *mut c_int,
    dims: *mut c_int,
) -> c_int {
    let list = ListOutput { max, count: ("count", count), array: ("coords", coords) };
    // SAFETY: the arrays have max elements (the program's contract, `capi`). `network_coords` looks for NULL.
    enter_own("HSPLIT_Comm_get_network_coords", comm, || unsafe { places::network_coords(comm, rank, list, dims) })
}

/// Lists the ranks whose nodes have the given coordinates in the network.
///
/// The coordinates are those of HSPLIT_Comm_get_network_coords, and the ranks are in ascending order. In a tree of
/// switches, fewer coordinates may be given: then the ranks of all nodes below that switch are listed. Coordinates of
/// no node are no error: `nranks` is 0.
///
/// The first call that needs the map of `comm` (HSPLIT_Comm_map) is collective over `comm`; later calls are local. The
/// map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `count`: The number of given coordinates.
/// - `coords`: The coordinates. May be NULL if `count` is 0.
/// - `max`: The number of elements of `ranks`.
/// - `nranks`: The number of ranks found, which may be larger than `max`.
/// - `ranks`: The first `max` ranks found. May be NULL if `max` is 0.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `nranks` is NULL, an array is NULL and its length is not 0, or `count`, `max` or a coordinate is
///   negative.
///
/// In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
///
/// # See also
/// hsplit-topology(5), HSPLIT_Comm_get_network_coords
///
/// # Fortran
/// `coords(*), ranks(*)`
///
/// # Safety
/// coords has count elements, ranks has max, and nranks points to one.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_network_rank(
    comm: MPI_Comm,
    count: c_int,
    coords: *const c_int,
    max: c_int,
    nranks: *mut c_int,
    ranks: *mut c_int,
) -> c_int {
    let list = ListOutput { max, count: ("nranks", nranks), array: ("ranks", ranks) };
    // SAFETY: the arrays are as long as stated (the program's contract, `capi`). `network_ranks_at` looks for NULL.
    enter_own("HSPLIT_Comm_get_network_rank", comm, || unsafe { places::network_ranks_at(comm, count, coords, list) })
}

/// Writes the address of a name to the program, unless it does not want it.
pub(super) unsafe fn put_wanted(output: *mut *const c_char, name: Result<Name, Error>) -> Result<(), Error> {
    let name = name?;
    if !output.is_null() {
        // SAFETY: not NULL, so it points to an address (the program's contract, `capi`).
        unsafe { *output = name.as_c_str().as_ptr() };
    }
    Ok(())
}
