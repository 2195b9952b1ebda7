// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls for finding one's way: communicators around a communicator, and where ranks are.

use std::ffi::{c_char, c_int};

use mpi_sys::{MPI_Comm, MPI_Group};

use super::boundary::enter_own;
use crate::calls::list_output::ListOutput;
use crate::calls::{distances, navigate, places};
use crate::error::Error;
use hsplit_core::name::Name;

/// Gives the communicator that comm was split from.
///
/// parent: its handle, which is not to be freed by this call's user, since it is the program's own already;
/// MPI_COMM_NULL where it has been freed, and where comm was not split by this library. Communicators of roots have no
/// parent. A duplicate made by MPI_Comm_dup gives what its original gives.
///
/// Local. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL).
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
/// count: how many there are, which may be more than max. children: the first max of them; their handles are the
/// program's own already. NULL is allowed where max is 0. Communicators of roots are not among them. A duplicate made
/// by MPI_Comm_dup has children of its own.
///
/// Local. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max).
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
/// roots: its handle, which is the program's own already; MPI_COMM_NULL where this process is no root, where the roots
/// were not asked for or have been freed, and where comm was not split by this library. A duplicate made by
/// MPI_Comm_dup gives what its original gives.
///
/// Local. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL).
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
/// depth: how many levels of the hierarchy lead to it, its own counted; 0 for a communicator of all processes;
/// MPI_UNDEFINED for others that this library has not split. Its processes share as many coordinates. type: the name of
/// its level, as MPI_Comm_get_hlevel_info gives it; "System - Cluster" at depth 0, "Unknown" at MPI_UNDEFINED. It may
/// be NULL. A ring of a torus or a process set is one level below all processes.
///
/// Local. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL).
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
/// It does nothing where comm has one. The first call that needs the map makes it; this call only says when. The map is
/// kept once per node until comm is freed, and its duplicates made by MPI_Comm_dup share it. It has the bindings as
/// they were when it was made.
///
/// The first call is collective over comm, together with other first calls that need the map; later ones are local.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator).
///
/// # Safety
/// comm is a communicator.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_map(comm: MPI_Comm) -> c_int {
    enter_own("HSPLIT_Comm_map", comm, || places::map(comm))
}

/// Makes the map of comm anew, with the bindings that processes have now.
///
/// Duplicates that share the map get the new one. Where the call fails the old one stays.
///
/// Collective over comm. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator).
///
/// # Safety
/// comm is a communicator.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_map_update(comm: MPI_Comm) -> c_int {
    enter_own("HSPLIT_Comm_map_update", comm, || places::update(comm))
}

/// Lists the levels of the hardware that ranks of comm have, widest first.
///
/// count: how many there are, which may be more than max. types: the names of the first max, as
/// MPI_Comm_get_hlevel_info gives them; they belong to the library and live as long as the process. instances: how many
/// instances of each level have members. types may be NULL where max is 0, and instances always.
///
/// The first call is collective over comm, together with other first calls that need the map; later ones are local.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max). A first call reports
/// wrong arguments after the map is made.
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
/// At each level that the rank is bound inside, widest first, the coordinate is the number of the rank's instance among
/// those that have members and share the level above, from 0, in the order of their lowest ranks. Two ranks share the
/// levels at which their coordinates begin equally. count: how many there are, which may be more than max. types: the
/// names of these levels. coords may be NULL where max is 0, and types always.
///
/// The first call is collective over comm, together with other first calls that need the map; later ones are local.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max), MPI_ERR_RANK. A
/// first call reports wrong arguments after the map is made.
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
/// coords has count coordinates; with a count of 0 all ranks are listed. nranks: how many ranks there are, which may be
/// more than max. ranks: the first max of them; NULL is allowed where max is 0. No rank at the coordinates is no error.
///
/// The first call is collective over comm, together with other first calls that need the map; later ones are local.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max, count or coordinate).
/// A first call reports wrong arguments after the map is made.
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

/// Says how far two ranks are from each other in the hierarchy.
///
/// hops: the edges on the way between their places, up to the lowest level that both share and down again; 0 for one
/// place. Between the nodes of a torus the way is the shortest one of the torus. The distance is a metric. type: the
/// name of that level, "System - Cluster" where they share none. It may be NULL.
///
/// The first call is collective over comm, together with other first calls that need the map; later ones are local.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL), MPI_ERR_RANK. A first call reports
/// wrong arguments after the map is made.
///
/// # Fortran
/// `type?`
///
/// # Safety
/// The outputs point to one element each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_distance(
    comm: MPI_Comm,
    a: c_int,
    b: c_int,
    hops: *mut c_int,
    r#type: *mut *const c_char,
) -> c_int {
    enter_own("HSPLIT_Comm_get_distance", comm, || {
        // SAFETY: the outputs are NULL or point to one element each (the program's contract, `capi`). `distance` and
        // `put_wanted` look for NULL.
        unsafe { put_wanted(r#type, distances::distance(comm, a, b, hops)) }
    })
}

/// Says how far all pairs of some ranks are from each other in the hierarchy.
///
/// matrix has n rows of n elements: the element in row i and column j is the distance between ranks[i] and ranks[j], as
/// HSPLIT_Comm_get_distance gives it. Both arrays may be NULL where n is 0.
///
/// The first call is collective over comm, together with other first calls that need the map; later ones are local.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative n), MPI_ERR_RANK. A first
/// call reports wrong arguments after the map is made.
///
/// # Fortran
/// `ranks(*), matrix(n, *)`
///
/// # Safety
/// ranks has n elements, and matrix n times n.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_distances(
    comm: MPI_Comm,
    n: c_int,
    ranks: *const c_int,
    matrix: *mut c_int,
) -> c_int {
    // SAFETY: the arrays are as long as stated (the program's contract, `capi`). `distances` looks for NULL.
    enter_own("HSPLIT_Comm_get_distances", comm, || unsafe { distances::distances(comm, n, ranks, matrix) })
}

/// Lists the ranks around a rank.
///
/// type: a level by any name that a guided split takes, which is no device; the ranks in the rank's instance of it are
/// listed without the rank itself, nearest first, equally near ones ascending. NULL: the nearest ranks, all equally
/// far, ascending. nranks: how many ranks there are, which may be more than max; 0 where the rank has no such level.
/// ranks: the first max of them; NULL is allowed where max is 0.
///
/// The first call is collective over comm, together with other first calls that need the map; later ones are local.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max), MPI_ERR_RANK. A
/// first call reports wrong arguments after the map is made.
///
/// # Fortran
/// `type?, ranks(*)`
///
/// # Safety
/// type is a string, ranks has max elements, and nranks points to one.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_neighbours(
    comm: MPI_Comm,
    rank: c_int,
    r#type: *const c_char,
    max: c_int,
    nranks: *mut c_int,
    ranks: *mut c_int,
) -> c_int {
    let list = ListOutput { max, count: ("nranks", nranks), array: ("ranks", ranks) };
    // SAFETY: type is NULL or a string, and ranks has max elements (the program's contract, `capi`). `neighbours` looks
    // for NULL.
    enter_own("HSPLIT_Comm_get_neighbours", comm, || unsafe { distances::neighbours(comm, rank, r#type, list) })
}

/// Makes the group of all ranks within some hops of the calling process, which is one of them.
///
/// hops: a distance as HSPLIT_Comm_get_distance gives it. group: their group, in the order of their ranks in comm,
/// freed with MPI_Group_free. Groups of different processes may differ.
///
/// The first call is collective over comm, together with other first calls that need the map; later ones are local.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, negative hops). A first call reports
/// wrong arguments after the map is made.
///
/// # Safety
/// group points to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_get_neighbour_group(
    comm: MPI_Comm,
    hops: c_int,
    group: *mut MPI_Group,
) -> c_int {
    // SAFETY: group is NULL or points to a handle (the program's contract, `capi`). `neighbour_group` looks for NULL.
    enter_own("HSPLIT_Comm_get_neighbour_group", comm, || unsafe { distances::neighbour_group(comm, hops, group) })
}

/// Lists the colors of the calling process, one for each level that it is bound inside.
///
/// Two processes that have a level have the same color there exactly when they share it. At each level, counted from
/// the widest, colors are dense from 0. depth: how many levels there are, which may be more than max. colors: those of
/// the first max; NULL is allowed where max is 0.
///
/// The first call is collective over comm, together with other first calls that need the map; later ones are local.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max). A first call reports
/// wrong arguments after the map is made.
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
/// In a torus these are the node's coordinates; below switches, the number of the switch at each level and the port.
/// count: how many there are, which may be more than max; 0 where no source tells coordinates of the node. dims: how
/// many there are in each dimension, or at each level below one switch. coords may be NULL where max is 0, and dims
/// always.
///
/// The first call is collective over comm, together with other first calls that need the map; later ones are local.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max), MPI_ERR_RANK. A
/// first call reports wrong arguments after the map is made.
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
/// coords has count coordinates, as HSPLIT_Comm_get_network_coords gives them. Below switches they may be fewer: then
/// the ranks of all nodes below that switch are listed. nranks: how many ranks there are, which may be more than max.
/// ranks: the first max of them; NULL is allowed where max is 0. No rank at the coordinates is no error.
///
/// The first call is collective over comm, together with other first calls that need the map; later ones are local.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max, count or coordinate).
/// A first call reports wrong arguments after the map is made.
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
unsafe fn put_wanted(output: *mut *const c_char, name: Result<Name, Error>) -> Result<(), Error> {
    let name = name?;
    if !output.is_null() {
        // SAFETY: not NULL, so it points to an address (the program's contract, `capi`).
        unsafe { *output = name.as_c_str().as_ptr() };
    }
    Ok(())
}
