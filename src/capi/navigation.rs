// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls for finding one's way: communicators around a communicator, and where ranks are.

use std::ffi::{c_char, c_int};

use mpi_sys::MPI_Comm;

use super::boundary::enter_own;
use hsplit_calls::error::Error;
use hsplit_calls::list_output::ListOutput;
use hsplit_calls::{navigate, places};
use hsplit_core::name::Name;

/// Gives the communicator that comm was split from.
///
/// The call gives the handle of the communicator that `comm` was split from by a call of this library. The handle is
/// the one that the program has already; the call makes no communicator. It is MPI_COMM_NULL where that communicator
/// has been freed, where `comm` was not split by this library, and for communicators of roots. A duplicate made by
/// MPI_Comm_dup gives what the original gives.
///
/// Local.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `parent`: The communicator, or MPI_COMM_NULL.
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

/// Lists the communicators that this process got by splits of comm and has not freed, in order of creation.
///
/// The call lists the communicators that the calling process got by splits of `comm` and has not freed, in order of
/// creation. The handles are those that the program has already. Communicators of roots are not among them. A duplicate
/// made by MPI_Comm_dup has children of its own.
///
/// Local.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `max`: The length of `children`.
/// - `count`: How many there are, which may be more than `max`.
/// - `children`: The first `max` of them. May be NULL where `max` is 0.
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

/// Gives the communicator of the roots that was made together with comm.
///
/// The call gives the handle of the communicator of roots that MPI_Comm_hsplit_with_roots or HSPLIT_Comm_hierarchy made
/// together with `comm`. The handle is the one that the program has already. It is MPI_COMM_NULL where the calling
/// process is no root, where the roots were not asked for, and where their communicator has been freed. A duplicate
/// made by MPI_Comm_dup gives what the original gives.
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

/// Says how deep in the hierarchy comm is.
///
/// The call says how many levels of the hierarchy lead to a communicator that this library made, its own counted. Its
/// processes share as many coordinates; see HSPLIT_Comm_get_coords. A level at which nothing was split, because it
/// holds the same processes as another one, counts too. A ring of a torus and a process set are one level below all
/// processes.
///
/// The depth of a communicator of all processes is 0, and its level "System - Cluster". Other communicators that this
/// library has not made give MPI_UNDEFINED and "Unknown". A duplicate made by MPI_Comm_dup gives what the original
/// gives.
///
/// Local.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `depth`: How many levels of the hierarchy lead to it, its own counted.
/// - `type`: The name of its level. May be NULL.
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

/// Makes the map of comm, which says where all its ranks are.
///
/// The map says where all ranks of `comm` are. The call makes it, and does nothing where `comm` has one. The first of
/// the calls that need the map makes it by itself; this call only says when. The map is kept until `comm` is freed,
/// once per node where its processes can share memory files. Duplicates made by MPI_Comm_dup share it.
///
/// The first call is collective over `comm`, together with other first calls that need the map; later ones are local.
/// Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
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

/// Makes the map of comm anew, with the bindings that processes have now.
///
/// The call makes the map of `comm` with the bindings that its processes have now, in place of the one that it has.
/// Duplicates that share the map get the new one. Where the call fails the old one stays. Other threads may ask the map
/// meanwhile; they get answers of the old one or of the new one.
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

/// Lists the levels of the hardware that ranks of comm have, widest first.
///
/// The call lists the levels that a rank of `comm` is bound inside, widest first.
///
/// The first call is collective over `comm`, together with other first calls that need the map; later ones are local.
/// Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
///
/// The names belong to the library. They must not be changed or freed, and live as long as the process.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `max`: The length of the arrays.
/// - `count`: How many levels there are, which may be more than `max`.
/// - `types`: The names of the first `max` levels. May be NULL where `max` is 0.
/// - `instances`: How many instances of each have members. May be NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `count` is NULL, `types` is NULL and `max` is not 0, or `max` is negative.
///
/// In a first call a wrong argument is an error on the process that passed it, found after the map is made.
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

/// Lists the coordinates of a rank in the hierarchy.
///
/// The call lists where a rank is, with a coordinate for each level that it is bound inside. A coordinate is the number
/// of an instance among those that have members and share the level above, from 0, in the order of their lowest ranks.
/// Two ranks share the levels at which their coordinates begin equally. A rank that is not bound has a coordinate for
/// its node, and for switches above it.
///
/// The first call is collective over `comm`, together with other first calls that need the map; later ones are local.
/// Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `rank`: A rank of `comm`.
/// - `max`: The length of the arrays.
/// - `count`: How many coordinates there are, which may be more than `max`.
/// - `coords`: The first `max` of them, widest level first. May be NULL where `max` is 0.
/// - `types`: The names of their levels. May be NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `count` is NULL, `coords` is NULL and `max` is not 0, or `max` is negative.
/// - MPI_ERR_RANK: `rank` is not in `comm`.
///
/// In a first call a wrong argument is an error on the process that passed it, found after the map is made.
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

/// Lists the ranks whose coordinates in the hierarchy begin with some coordinates, ascending.
///
/// The call lists the ranks whose coordinates begin with those that are given, ascending. With no coordinates these are
/// all ranks. Coordinates at which no rank is are no error: `nranks` is 0.
///
/// The first call is collective over `comm`, together with other first calls that need the map; later ones are local.
/// Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `count`: How many coordinates are given.
/// - `coords`: The coordinates, widest level first. May be NULL where `count` is 0.
/// - `max`: The length of `ranks`.
/// - `nranks`: How many ranks there are, which may be more than `max`.
/// - `ranks`: The first `max` of them. May be NULL where `max` is 0.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `nranks` is NULL, an array is NULL and should have elements, or `count`, `max` or a coordinate is
///   negative.
///
/// In a first call a wrong argument is an error on the process that passed it, found after the map is made.
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

/// Lists the colors of the calling process, one for each level that it is bound inside.
///
/// Two processes have the same color at a level exactly when they share it. At each level, counted from the widest,
/// colors are dense from 0. So MPI_Comm_split with them makes the communicators of that level.
///
/// The first call is collective over `comm`, together with other first calls that need the map; later ones are local.
/// Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `max`: The length of `colors`.
/// - `depth`: How many levels the calling process is bound inside, which may be more than `max`.
/// - `colors`: The colors of the first `max` levels, widest first. May be NULL where `max` is 0.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `depth` is NULL, `colors` is NULL and `max` is not 0, or `max` is negative.
///
/// In a first call a wrong argument is an error on the process that passed it, found after the map is made.
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

/// Lists the coordinates of a rank's node in its network, as the source coordinates has them.
///
/// The call lists what the source "coordinates" says of a rank's node. In a torus these are the coordinates of the
/// node. Below switches they are the number of the switch at each level, among those below one switch of the level
/// above, and the port. Where no source tells coordinates of the node, `count` is 0.
///
/// The first call is collective over `comm`, together with other first calls that need the map; later ones are local.
/// Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `rank`: A rank of `comm`.
/// - `max`: The length of the arrays.
/// - `count`: How many coordinates there are, which may be more than `max`.
/// - `coords`: The first `max` of them. May be NULL where `max` is 0.
/// - `dims`: How many there are in each dimension, or at each level below one switch. May be NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `count` is NULL, `coords` is NULL and `max` is not 0, or `max` is negative.
/// - MPI_ERR_RANK: `rank` is not in `comm`.
///
/// In a first call a wrong argument is an error on the process that passed it, found after the map is made.
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

/// Lists the ranks whose nodes have some coordinates in the network, ascending.
///
/// The call lists the ranks whose nodes are at these coordinates, ascending, as HSPLIT_Comm_get_network_coords gives
/// them. Below switches there may be fewer coordinates: then the ranks of all nodes below that switch are listed.
/// Coordinates at which no rank is are no error: `nranks` is 0.
///
/// The first call is collective over `comm`, together with other first calls that need the map; later ones are local.
/// Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `count`: How many coordinates are given.
/// - `coords`: The coordinates. May be NULL where `count` is 0.
/// - `max`: The length of `ranks`.
/// - `nranks`: How many ranks there are, which may be more than `max`.
/// - `ranks`: The first `max` of them. May be NULL where `max` is 0.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `nranks` is NULL, an array is NULL and should have elements, or `count`, `max` or a coordinate is
///   negative.
///
/// In a first call a wrong argument is an error on the process that passed it, found after the map is made.
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
