// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls on how far ranks are from each other, and which are near.

use std::ffi::{c_char, c_int};

use mpi_sys::{MPI_Comm, MPI_Group};

use super::boundary::enter_own;
use super::navigation::put_wanted;
use hsplit_calls::distances;
use hsplit_calls::list_output::ListOutput;

/// Says how far two ranks are from each other in the hierarchy.
///
/// The distance is the number of edges on the way from one place to the other in the hierarchy: up to the lowest level
/// that both ranks share, and down again. It is 0 for ranks at one place. Between the nodes of a torus the way is the
/// shortest one of the torus. The distance is a metric: equal both ways, and never longer than a detour.
///
/// Where the ranks share no level, `type` is "System - Cluster".
///
/// The first call is collective over `comm`, together with other first calls that need the map; later ones are local.
/// Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `a`: A rank of `comm`.
/// - `b`: Another one.
/// - `hops`: The distance.
/// - `type`: The name of the lowest level that both share. May be NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `hops` is NULL.
/// - MPI_ERR_RANK: `a` or `b` is not in `comm`.
///
/// In a first call a wrong argument is an error on the process that passed it, found after the map is made.
///
/// # See also
/// HSPLIT_Comm_get_coords, HSPLIT_Comm_get_distances, HSPLIT_Comm_get_neighbours
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
/// The element in row i and column j of `matrix` is the distance between the ranks i and j of the list, as
/// HSPLIT_Comm_get_distance gives it.
///
/// The first call is collective over `comm`, together with other first calls that need the map; later ones are local.
/// Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `n`: How many ranks are given.
/// - `ranks`: The ranks. May be NULL where `n` is 0.
/// - `matrix`: The distances, `n` rows of `n` elements.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `n` is negative, or an array is NULL and `n` is not 0.
/// - MPI_ERR_RANK: A listed rank is not in `comm`.
///
/// In a first call a wrong argument is an error on the process that passed it, found after the map is made.
///
/// # See also
/// HSPLIT_Comm_get_distance
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
/// The call lists the ranks that share an instance of `type` with `rank`, itself left out, nearest first and equally
/// near ones ascending. Levels have the names of guided splits, aliases and URIs included; see hsplit_split_types(3). A
/// ring of a torus is one of them, a device is none. A rank without such a level has no neighbours there.
///
/// Where `type` is NULL, or blank in Fortran, the call lists the ranks that are nearest, all equally far, ascending.
///
/// The first call is collective over `comm`, together with other first calls that need the map; later ones are local.
/// Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `rank`: A rank of `comm`.
/// - `type`: The name of a level, or NULL.
/// - `max`: The length of `ranks`.
/// - `nranks`: How many ranks there are, which may be more than `max`.
/// - `ranks`: The first `max` of them. May be NULL where `max` is 0.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `nranks` is NULL, `ranks` is NULL and `max` is not 0, or `max` is negative.
/// - MPI_ERR_RANK: `rank` is not in `comm`.
///
/// In a first call a wrong argument is an error on the process that passed it, found after the map is made.
///
/// # See also
/// HSPLIT_Comm_get_distance, HSPLIT_Comm_get_neighbour_group
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
/// The call makes the group of all ranks whose distance from the calling process is at most `hops`, as
/// HSPLIT_Comm_get_distance gives it. The calling process is one of them. The groups of different processes may differ.
/// MPI_Group_free frees the group.
///
/// The first call is collective over `comm`, together with other first calls that need the map; later ones are local.
/// Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `hops`: A distance.
/// - `group`: The group, in the order of the ranks in `comm`.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `group` is NULL, or `hops` is negative.
///
/// In a first call a wrong argument is an error on the process that passed it, found after the map is made.
///
/// # See also
/// HSPLIT_Comm_get_distance, HSPLIT_Comm_get_neighbours
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
