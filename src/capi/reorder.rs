// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that reorder the ranks of a communicator.

use std::ffi::{c_int, c_void};

use mpi_sys::{MPI_Comm, MPI_Datatype, MPI_Info};

use super::boundary::enter_own;
use hsplit_calls::reorder::{self, Data, Outputs, Row, WeightedCart};

/// Makes a communicator of the same processes, in which ranks with much traffic between them are close together.
///
/// The role of a rank is its task in the program: rank r of `newcomm` has the role that rank r of `comm` had. Each rank
/// passes the traffic that its role sends. The traffic of two roles is added up in both directions; traffic of a role
/// to itself does not count. Rank 0 searches for the order with the smallest sum of traffic times distance. The
/// distance of two processes is that of HSPLIT_Comm_get_distance, with their bindings before any push. If no order is
/// cheaper by one percent, the present order stays, and `newcomm` is congruent to `comm`.
///
/// The call does not change bindings. HSPLIT_Comm_migrate moves data to the new owners of the roles.
///
/// Keys of `info`, the same on all ranks:
///
/// - `hsplit_reorder`: `yes` (default), or `no`: the present order stays.
/// - `hsplit_metric`: `bytes` (default): weights are used; `messages`: each entry with a weight above 0 counts as one.
///   The cost `model` always uses the weights.
/// - `hsplit_cost`: The cost of traffic, as the option `cost=` of HSPLIT_REORDER.
/// - `hsplit_threshold`: The part of the cost by which another order must be cheaper, such as 0.01 (default) or 1%.
/// - `hsplit_seed`: Seed of the random search. Equal inputs give equal orders.
///
/// If the search fails for any reason, rank 0 logs a warning, and the call succeeds with the present order. The search
/// stops after the processor time of the option `limit=` of HSPLIT_REORDER (10 seconds by default), with the best order
/// found by then.
///
/// Collective over `comm`.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `n`: The number of entries of `peers` and `weights`.
/// - `peers`: The ranks of `comm` to which the caller sends. A rank may occur more than once. Entries that are
///   MPI_PROC_NULL, as returned by MPI_Cart_shift at the ends of a grid, are ignored. May be NULL if `n` is 0.
/// - `weights`: The traffic to each peer, in any unit that is the same on all ranks. If it is NULL, every weight is 1.
/// - `info`: An info object with keys of this call, or MPI_INFO_NULL.
/// - `newcomm`: The new communicator, which the program frees with MPI_Comm_free.
/// - `receive_from`: The rank in `comm` that had the caller's new role; it is equal to the caller's rank in `newcomm`.
///   May be NULL.
/// - `send_to`: The rank in `comm` that has the caller's former role now. May be NULL.
///
/// # Errors
/// Every rank of `comm` returns an error.
///
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `n` is negative, a weight is negative, infinite or not a number, `peers` is NULL and `n` is not 0,
///   `newcomm` is NULL, or ranks pass different keys or make different calls.
/// - MPI_ERR_RANK: A peer is not in `comm`.
/// - MPI_ERR_INFO: `info` is invalid, or a key has an invalid value.
///
/// # Notes
/// Mercier's thesis, section 3.3.3.
///
/// # See also
/// hsplit-environment(7), HSPLIT_Comm_migrate, HSPLIT_Comm_get_distance
///
/// # Fortran
/// `peers(*), weights(*)?, receive_from?, send_to?`
///
/// # Safety
/// peers and weights have n elements, and outputs that are not NULL point to one element each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_reorder(
    comm: MPI_Comm,
    n: c_int,
    peers: *const c_int,
    weights: *const f64,
    info: MPI_Info,
    newcomm: *mut MPI_Comm,
    receive_from: *mut c_int,
    send_to: *mut c_int,
) -> c_int {
    let row = Row { comm, n, peers, weights, info };
    let outputs = Outputs { newcomm, receive_from, send_to };
    // SAFETY: the arrays have n elements, and the outputs are NULL or point to one element each (the program's
    // contract, `capi`); `reorder` looks for NULL. `enter_own` has made sure that handles are of this MPI.
    enter_own("HSPLIT_Comm_reorder", comm, || unsafe { reorder::reorder(row, outputs) })
}

/// Moves the data of each role to the process that has the role in a reordered communicator.
///
/// After the call, `buf` of rank r of `newcomm` has the data that `buf` of rank r of `comm` had before. Every rank
/// passes the same amount of data, of the same types in the same order. The call does not match pending messages of the
/// program on either communicator.
///
/// Collective over `comm`.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `newcomm`: A communicator of the same processes, such as one that HSPLIT_Comm_reorder has made from `comm`.
/// - `count`: The number of elements.
/// - `type`: The datatype of the elements.
/// - `buf`: The data.
///
/// # Errors
/// Every rank of `comm` returns an error, and no data moves.
///
/// - MPI_ERR_COMM: A communicator is MPI_COMM_NULL or an intercommunicator, or `newcomm` does not have the processes of
///   `comm`.
/// - MPI_ERR_ARG: `buf` is NULL or MPI_IN_PLACE, `count` is negative, or ranks pass different amounts of data, pass
///   communicators `newcomm` with different orders of ranks, or make different calls.
/// - MPI_ERR_TYPE: `type` is MPI_DATATYPE_NULL, or not committed.
///
/// # Notes
/// Mercier's thesis, section 3.3.4.
///
/// # See also
/// HSPLIT_Comm_reorder
///
/// # Safety
/// buf has count elements of type.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Comm_migrate(
    comm: MPI_Comm,
    newcomm: MPI_Comm,
    buf: *mut c_void,
    count: c_int,
    r#type: MPI_Datatype,
) -> c_int {
    let data = Data { buffer: buf, count, datatype: r#type };
    // SAFETY: buf has count elements of type (the program's contract, `capi`). `enter_own` has made sure that handles
    // are of this MPI.
    enter_own("HSPLIT_Comm_migrate", comm, || unsafe { reorder::migrate(comm, newcomm, data) })
}

/// Makes a Cartesian grid whose neighbours are close together, and chooses the lengths of dimensions that are 0.
///
/// The call combines MPI_Dims_create and MPI_Cart_create with `reorder`, and uses the places of the processes.
///
/// The lengths are chosen so that the least traffic crosses the widest level of the hierarchy; among equal choices, so
/// that the least traffic crosses the next level, and so on. The domain that the ranks divide has a fixed size: the
/// longer a dimension of the grid is, the more often the domain is cut across it. For this choice all dimensions count
/// as open, even if `periods` makes them rings, so that HSPLIT_Dims_create chooses the same lengths. If the number of
/// ranks can be written as a grid in more than 300 ways, only those with the least total traffic are compared. If all
/// lengths are given, the grid may have fewer points than `comm_old` has ranks; the library chooses the ranks that are
/// left out.
///
/// Then the ranks are ordered for the smallest sum of traffic times distance, as by HSPLIT_Comm_reorder. If all
/// instances of a level have the same number of instances of the next level and the grid fills them, the search tries
/// every division of the grid into nested blocks. If no order is cheaper by one percent, all ranks keep their numbers.
///
/// Keys of `info`, the same on all ranks:
///
/// - `hsplit_stencil`: `star` (default): each rank exchanges data with its neighbours along each dimension. A list of
///   offsets such as `(1,0),(1,1)`, with a number for each dimension: each rank exchanges data with the ranks at these
///   offsets and at the opposite ones. The weight of an offset is the smallest weight of its dimensions.
/// - `hsplit_reorder`: `yes` (default), or `no`: all ranks keep their numbers.
/// - `hsplit_metric`: `bytes` (default): weights are used; `messages`: each pair of neighbours counts as one.
/// - `hsplit_cost`: The cost of traffic, as the option `cost=` of HSPLIT_REORDER.
/// - `hsplit_threshold`: The part of the cost by which another order must be cheaper, such as 0.01 (default) or 1%.
/// - `hsplit_seed`: Seed of the random search. Equal inputs give equal orders.
///
/// If the search fails for any reason, rank 0 logs a warning, and the call succeeds with the present order.
///
/// Collective over `comm_old`.
///
/// # Parameters
/// - `comm_old`: An intracommunicator.
/// - `ndims`: The number of dimensions.
/// - `weights`: The traffic between two neighbours along each dimension, in any unit. If it is NULL, every weight is 1.
/// - `periods`: The dimensions that are rings.
/// - `info`: An info object with keys of this call, or MPI_INFO_NULL.
/// - `dims`: The length of each dimension. Elements that are 0 are chosen.
/// - `comm_cart`: A communicator with the grid, whose ranks are in row-major order (the last dimension fastest);
///   MPI_COMM_NULL on processes that are left out. The program frees it with MPI_Comm_free.
///
/// # Errors
/// Every rank of `comm_old` returns an error, and `dims` does not change.
///
/// - MPI_ERR_COMM: `comm_old` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `ndims` is negative, a weight is negative, infinite or not a number, `periods`, `dims` or `comm_cart`
///   is NULL, or ranks pass different arguments or make different calls.
/// - MPI_ERR_DIMS: A length is negative, the product of the given lengths is larger than the number of ranks, or
///   lengths are to be chosen and the product does not divide the number of ranks.
/// - MPI_ERR_INFO: `info` is invalid, or a key has an invalid value.
///
/// # Notes
/// mpi-forum/mpi-issues 120.
///
/// # See also
/// hsplit-environment(7), HSPLIT_Dims_create, HSPLIT_Comm_reorder
///
/// # Fortran
/// `weights(*)?, periods(*) logical, dims(*) inout`
///
/// # Safety
/// weights, periods and dims have ndims elements, and comm_cart points to one.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Cart_create(
    comm_old: MPI_Comm,
    ndims: c_int,
    weights: *const f64,
    periods: *const c_int,
    info: MPI_Info,
    dims: *mut c_int,
    comm_cart: *mut MPI_Comm,
) -> c_int {
    let cart = WeightedCart { comm: comm_old, ndims, weights, periods, info, dims, comm_cart };
    // SAFETY: the arrays have ndims elements, and comm_cart is NULL or points to one (the program's contract, `capi`);
    // `cart_create` looks for NULL. `enter_own` has made sure that handles are of this MPI.
    enter_own("HSPLIT_Cart_create", comm_old, || unsafe { reorder::cart_create(cart) })
}

/// Chooses the lengths of a grid's dimensions, as HSPLIT_Cart_create does.
///
/// The lengths are those that HSPLIT_Cart_create chooses without info keys, with any `periods`: the least traffic
/// crosses the widest level of the hierarchy, then the next level, and so on. MPI_Dims_create uses the number of ranks
/// only.
///
/// The first call that needs the map of `comm` (HSPLIT_Comm_map) is collective over `comm`; later calls are local. Each
/// rank may pass other lengths and weights.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `ndims`: The number of dimensions.
/// - `weights`: The traffic between two neighbours along each dimension, in any unit. If it is NULL, every weight is 1.
/// - `dims`: The length of each dimension. Elements that are 0 are chosen.
///
/// # Errors
/// After an error, `dims` has not changed.
///
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `ndims` is negative, a weight is negative, infinite or not a number, or `dims` is NULL.
/// - MPI_ERR_DIMS: A length is negative, the product of the given lengths is larger than the number of ranks, or
///   lengths are to be chosen and the product does not divide the number of ranks.
///
/// # Notes
/// mpi-forum/mpi-issues 120.
///
/// # See also
/// HSPLIT_Cart_create, HSPLIT_Comm_map
///
/// # Fortran
/// `weights(*)?, dims(*) inout`
///
/// # Safety
/// weights and dims have ndims elements.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn HSPLIT_Dims_create(
    comm: MPI_Comm,
    ndims: c_int,
    weights: *const f64,
    dims: *mut c_int,
) -> c_int {
    // SAFETY: the arrays have ndims elements (the program's contract, `capi`); `dims_create` looks for NULL.
    // `enter_own` has made sure that handles are of this MPI.
    enter_own("HSPLIT_Dims_create", comm, || unsafe { reorder::dims_create(comm, ndims, weights, dims) })
}
