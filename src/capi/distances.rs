// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls for distances and neighbours of ranks.

use std::ffi::{c_char, c_int};

use mpi_sys::{MPI_Comm, MPI_Group};

use super::boundary::enter_own;
use super::navigation::put_wanted;
use hsplit_calls::distances;
use hsplit_calls::list_output::ListOutput;

/// Returns the distance of two ranks in the hierarchy.
///
/// The distance is the number of edges from the place of one rank up to the lowest level that both ranks share, and
/// down to the place of the other. It is 0 for ranks at the same place. Between nodes of a torus it is the length of
/// the shortest route. The distance is a metric: it is symmetric and satisfies the triangle inequality.
///
/// If the ranks share no level, `type` is "System - Cluster".
///
/// The first call that needs the map of `comm` (HSPLIT_Comm_map) is collective over `comm`; later calls are local. The
/// map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `a`: A rank of `comm`.
/// - `b`: A rank of `comm`.
/// - `hops`: The distance.
/// - `type`: The name of the lowest level that both ranks share. May be NULL.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `hops` is NULL.
/// - MPI_ERR_RANK: `a` or `b` is not in `comm`.
///
/// In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
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

/// Returns the distances of all pairs of the listed ranks in the hierarchy.
///
/// The element in row i and column j of `matrix` is the distance of the ranks i and j of the list, as returned by
/// HSPLIT_Comm_get_distance.
///
/// The first call that needs the map of `comm` (HSPLIT_Comm_map) is collective over `comm`; later calls are local. The
/// map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `n`: The number of listed ranks.
/// - `ranks`: The ranks. May be NULL if `n` is 0.
/// - `matrix`: The distances, in `n` rows of `n` elements.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `n` is negative, or an array is NULL and `n` is not 0.
/// - MPI_ERR_RANK: A listed rank is not in `comm`.
///
/// In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
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

/// Lists the ranks that share a level with a rank, or the ranks nearest to it.
///
/// The call lists the ranks that share the instance of the level `type` with `rank`, without `rank` itself: the nearest
/// first, and ranks with the same distance in ascending order. Levels have the names of splits at a named level,
/// including aliases and URIs; see hsplit_split_types(3). A ring of a torus is a valid level; halves of a network,
/// devices, their regions and `bindset` are not. A rank that is not bound inside the level has no neighbours there.
///
/// If `type` is NULL, or blank in Fortran, the call lists the ranks with the smallest distance from `rank`, in
/// ascending order.
///
/// The first call that needs the map of `comm` (HSPLIT_Comm_map) is collective over `comm`; later calls are local. The
/// map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `rank`: A rank of `comm`.
/// - `type`: The name of a level, or NULL.
/// - `max`: The number of elements of `ranks`.
/// - `nranks`: The number of neighbours, which may be larger than `max`.
/// - `ranks`: The first `max` neighbours. May be NULL if `max` is 0.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `nranks` is NULL, `ranks` is NULL and `max` is not 0, or `max` is negative.
/// - MPI_ERR_RANK: `rank` is not in `comm`.
///
/// In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
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

/// Makes the group of all ranks within a distance from the calling process.
///
/// The group has the calling process and all ranks whose distance from it (HSPLIT_Comm_get_distance) is at most `hops`.
/// The groups of different processes may differ. The program frees the group with MPI_Group_free.
///
/// The first call that needs the map of `comm` (HSPLIT_Comm_map) is collective over `comm`; later calls are local. The
/// map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `hops`: The largest distance.
/// - `group`: The group, in the order of the ranks in `comm`.
///
/// # Errors
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `group` is NULL, or `hops` is negative.
///
/// In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
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
