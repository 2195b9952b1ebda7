// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls that reorder the ranks of a communicator.

use std::ffi::{c_int, c_void};

use mpi_sys::{MPI_Comm, MPI_Datatype, MPI_Info};

use super::boundary::enter_own;
use crate::calls::reorder::{self, Data, Outputs, Row, WeightedCart};

/// Makes a communicator of the same processes, ordered so that ranks that send each other much are close together.
///
/// n, peers, weights: the ranks of comm that the caller sends to, and how much to each, in any unit; weights may be
/// NULL, and stands for 1 each then. A rank may be named more than once; what it sends to itself does not count, nor do
/// entries that are MPI_PROC_NULL. The rank of a process in newcomm is the role that it plays from now on: the part of
/// the work that this rank had in comm. Where nothing is gained, all keep their ranks (MPI_CONGRUENT). receive_from:
/// the rank in comm that had the caller's new role, which is the caller's rank in newcomm. send_to: the rank in comm
/// that has the caller's old role now. Either may be NULL. info may have the keys hsplit_reorder (yes; no: all keep
/// their ranks), hsplit_metric (bytes; messages: each entry counts as one), hsplit_cost (as cost= of HSPLIT_REORDER),
/// hsplit_threshold (by which part another order must be cheaper, 0.01) and hsplit_seed (a number).
///
/// Collective over comm. The new communicator is freed with MPI_Comm_free.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative n, a weight below 0, ranks
/// that pass different keys), MPI_ERR_RANK (no rank of comm), MPI_ERR_INFO (an invalid info, a wrong value). Every rank
/// of comm gets one. Where no order can be found, the call succeeds, and all keep their ranks.
/// (Mercier's thesis, section 3.3.3)
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
/// newcomm: a communicator of the same processes as comm, such as one that HSPLIT_Comm_reorder or
/// MPI_Dist_graph_create has made from it. buf, count, type: the data that belongs to the caller's role in comm; behind
/// the call, that which belongs to its role in newcomm. All ranks pass as much data.
///
/// Collective over comm.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator, other processes in newcomm than in comm), MPI_ERR_ARG
/// (NULL, a negative count, ranks that pass more data than others, or communicators with other orders), MPI_ERR_TYPE
/// (MPI_DATATYPE_NULL, a datatype that is not committed). Every rank of comm gets one, and no data moves.
/// (Mercier's thesis, section 3.3.4)
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
/// weights: how much two neighbours along each dimension exchange, in any unit; NULL stands for 1 each. periods: which
/// dimensions are rings. dims: the length of each dimension; those that are 0 are chosen for least traffic across the
/// widest level of the hierarchy, then across the next one, and all are written to it. Where all are given, their
/// product may be less than the number of ranks: then the library chooses which ranks stay out and get MPI_COMM_NULL.
/// Ranks in comm_cart are row by row in the grid, as MPI_Cart_create has them; where nothing is gained, all keep
/// theirs. info may have the key hsplit_stencil (star, which is the neighbours along each dimension; or offsets of
/// partners such as (1,0),(1,1), each of which stands for its opposite, too) and the keys of HSPLIT_Comm_reorder.
///
/// Collective over comm_old. The new communicator is freed with MPI_Comm_free.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative ndims, a weight below 0,
/// ranks that pass different arguments), MPI_ERR_DIMS (a negative length, lengths that do not fit the number of ranks),
/// MPI_ERR_INFO (an invalid info, a wrong value). Every rank of comm_old gets one. Where no order can be found, the
/// call succeeds, and all keep their ranks.
/// (mpi-forum/mpi-issues 120)
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
/// weights: how much two neighbours along each dimension exchange, in any unit; NULL stands for 1 each. dims: those
/// that are 0 are chosen; it is as in MPI_Dims_create, but by where the ranks of comm are. Where none is 0, their
/// product may be less than the number of ranks, as for HSPLIT_Cart_create. That call chooses the same lengths where it
/// has no keys, whatever its periods are.
///
/// The first call is collective over comm, together with other first calls that need the map; later ones are local.
/// Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative ndims, a weight below 0),
/// MPI_ERR_DIMS (a negative length, lengths that do not fit the number of ranks).
/// (mpi-forum/mpi-issues 120)
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
