// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that reorder the ranks of a communicator.

use std::ffi::{c_int, c_void};

use mpi_sys::{MPI_Comm, MPI_Datatype, MPI_Info};

use super::boundary::enter_own;
use hsplit_calls::reorder::{self, Data, Outputs, Row, WeightedCart};

/// Makes a communicator of the same processes, ordered so that ranks that send each other much are close together.
///
/// A role is what a rank does in a program: the part of the work that rank r of `comm` had belongs to rank r of
/// `newcomm`. Each rank tells what its role sends. What two roles send each other is added up, and what a role sends to
/// itself does not count. Rank 0 looks for an order in which traffic times distance is least; the distance of two
/// processes is that of HSPLIT_Comm_get_distance, by their bindings before any push. The order stays as it is, and
/// `newcomm` is congruent to `comm`, unless another one is cheaper by one percent.
///
/// Processes are never bound elsewhere. Data goes to the new owner of its role with HSPLIT_Comm_migrate.
///
/// Keys of `info`, the same on all ranks:
///
/// - `hsplit_reorder`: `yes`; `no`: the order stays.
/// - `hsplit_metric`: `bytes`: weights count; `messages`: each entry counts as one.
/// - `hsplit_cost`: As `cost=` of HSPLIT_REORDER.
/// - `hsplit_threshold`: By which part of the cost another order must be cheaper, 0.01 or 1%.
/// - `hsplit_seed`: A number that leads what is random. Equal input gives equal orders.
///
/// Where no order can be found, for whatever reason, rank 0 warns, and the call succeeds with the order that is there.
/// The search ends after `limit=` of HSPLIT_REORDER seconds of processor time with the best order by then.
///
/// Collective over `comm`.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `n`: How many entries the caller's row of the traffic has.
/// - `peers`: The ranks of `comm` that the caller sends to. A rank may be named more than once. Entries that are
///   MPI_PROC_NULL, as MPI_Cart_shift gives them at the ends of a grid, do not count. May be NULL where `n` is 0.
/// - `weights`: How much the caller sends to each, in any unit, the same on all ranks. NULL: 1 to each.
/// - `info`: MPI_INFO_NULL or an info object with keys.
/// - `newcomm`: A communicator of the same processes. The program frees it with MPI_Comm_free.
/// - `receive_from`: The rank in `comm` that had the caller's new role, which is the caller's rank in `newcomm`. May be
///   NULL.
/// - `send_to`: The rank in `comm` that has the caller's old role now. May be NULL.
///
/// # Errors
/// Every rank of `comm` gets one.
///
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `n` or a weight is negative, a weight is infinite or no number, an array or `newcomm` is NULL, or
///   ranks pass different keys or make different calls.
/// - MPI_ERR_RANK: A peer is not in `comm`.
/// - MPI_ERR_INFO: `info` is invalid, or a key has a wrong value.
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

/// Moves each rank's data to the process that plays its role in a reordered communicator.
///
/// Rank r of `newcomm` has in `buf` afterwards what rank r of `comm` had there before. Every rank passes as much data,
/// of the same types in the same order. Messages of the program that are under way on either communicator are not
/// touched.
///
/// Collective over `comm`.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `newcomm`: A communicator of the same processes, such as one that HSPLIT_Comm_reorder has made from `comm`.
/// - `count`: How many elements there are.
/// - `type`: What they are.
/// - `buf`: The data.
///
/// # Errors
/// Every rank of `comm` gets one, and no data moves.
///
/// - MPI_ERR_COMM: A communicator is MPI_COMM_NULL or an intercommunicator, or `newcomm` has not the processes of
///   `comm`.
/// - MPI_ERR_ARG: `buf` is NULL, `count` is negative, or ranks pass different amounts of data, communicators with
///   different orders of ranks in `newcomm`, or make different calls.
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

/// Makes a grid, of which the library chooses the lengths that are 0, with ranks that bring neighbours close to each
/// other.
///
/// The call does what MPI_Dims_create and MPI_Cart_create with `reorder` do, by where the processes are.
///
/// Lengths that are 0 are chosen so that the least traffic goes across the widest level of the hierarchy, of those with
/// equally little the one with the least across the next level, and so on. The ranks are taken to divide a domain of
/// one size: the longer a dimension is, the more often the domain is cut across it. Dimensions count as open for this
/// choice, also those that `periods` makes rings, so that HSPLIT_Dims_create chooses the same lengths. Of more than 300
/// ways to write the number of ranks as a grid, those with the least traffic in all are looked at. Where all lengths
/// are given, the grid may have fewer points than `comm_old` has ranks; the library chooses which ranks stay out.
///
/// Then the ranks get an order in which traffic times distance is least, as in HSPLIT_Comm_reorder. Where all parts of
/// the hierarchy have equally many parts and the grid fills them, all ways to write it as blocks of blocks are tried.
/// All ranks keep their numbers unless another order is cheaper by one percent.
///
/// Keys of `info`, the same on all ranks:
///
/// - `hsplit_stencil`: `star`: each rank exchanges with its neighbours along each dimension (default). A list of
///   offsets such as `(1,0),(1,1)`, with a number for each dimension: with the ranks at these offsets and at their
///   opposites. An offset weighs what the least of its dimensions does.
/// - `hsplit_reorder`: `yes`; `no`: all ranks keep their numbers.
/// - `hsplit_metric`: `bytes`: weights count; `messages`: each pair of neighbours counts as one.
/// - `hsplit_cost`: As `cost=` of HSPLIT_REORDER.
/// - `hsplit_threshold`: By which part of the cost another order must be cheaper, 0.01 or 1%.
/// - `hsplit_seed`: A number that leads what is random. Equal input gives equal orders.
///
/// Where no order can be found, for whatever reason, rank 0 warns, and the call succeeds with the order that is there.
///
/// Collective over `comm_old`.
///
/// # Parameters
/// - `comm_old`: An intracommunicator.
/// - `ndims`: How many dimensions the grid has.
/// - `weights`: How much two neighbours along each dimension exchange, in any unit. NULL: 1 along each.
/// - `periods`: Which dimensions are rings.
/// - `info`: MPI_INFO_NULL or an info object with keys.
/// - `dims`: The length of each dimension. Those that are 0 are chosen.
/// - `comm_cart`: A communicator with the grid, whose ranks are row by row in it, the last dimension fastest;
///   MPI_COMM_NULL on processes that have no place in it. The program frees it with MPI_Comm_free.
///
/// # Errors
/// Every rank of `comm_old` gets one, and `dims` stays as it is.
///
/// - MPI_ERR_COMM: `comm_old` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `ndims` or a weight is negative, a weight is infinite or no number, `periods`, `dims` or `comm_cart`
///   is NULL, or ranks pass different arguments or make different calls.
/// - MPI_ERR_DIMS: A length is negative, the product of those that are given is larger than the number of ranks, or it
///   does not divide it and others are to be chosen.
/// - MPI_ERR_INFO: `info` is invalid, or a key has a wrong value.
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
/// The lengths are those that HSPLIT_Cart_create chooses without keys, whatever its `periods` are: the least traffic
/// goes across the widest level of the hierarchy, then across the next one. MPI_Dims_create knows the number of ranks
/// alone.
///
/// The first call is collective over `comm`, together with other first calls that need the map; later ones are local.
/// What ranks ask may differ.
///
/// # Parameters
/// - `comm`: An intracommunicator.
/// - `ndims`: How many dimensions the grid has.
/// - `weights`: How much two neighbours along each dimension exchange, in any unit. NULL: 1 along each.
/// - `dims`: The length of each dimension. Those that are 0 are chosen.
///
/// # Errors
/// `dims` stays as it is.
///
/// - MPI_ERR_COMM: `comm` is MPI_COMM_NULL or an intercommunicator.
/// - MPI_ERR_ARG: `ndims` or a weight is negative, a weight is infinite or no number, or `dims` is NULL.
/// - MPI_ERR_DIMS: A length is negative, the product of those that are given is larger than the number of ranks, or it
///   does not divide it and others are to be chosen.
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
