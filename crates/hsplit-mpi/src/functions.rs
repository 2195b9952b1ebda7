// SPDX-License-Identifier: MIT OR Apache-2.0
//! The native functions, under their own names, each found in the process at its first call (see [`super::symbol`]),
//! and called in the program's floating-point environment.

use std::ffi::{c_char, c_int, c_void};

use mpi_sys::{
    MPI_Aint, MPI_Comm, MPI_Comm_copy_attr_function, MPI_Comm_delete_attr_function, MPI_Count, MPI_Datatype,
    MPI_Errhandler, MPI_Group, MPI_Info, MPI_Op, MPI_Request, MPI_Status, MPI_User_function, MPI_Win,
    MPI_Win_copy_attr_function, MPI_Win_delete_attr_function,
};

use super::symbol::{Symbol, c_name};
use hsplit_host::floating::natively;

/// A text that MPI reads. SMPI's header does not call it constant.
#[cfg(not(mpi_family = "smpi"))]
pub type ReadText = *const c_char;
/// A text that MPI reads. SMPI's header does not call it constant.
#[cfg(mpi_family = "smpi")]
pub type ReadText = *mut c_char;

macro_rules! functions {
    ($(fn $name:ident($($argument:ident: $type:ty),*);)+) => { $(
        #[doc = concat!("`", stringify!($name), "` of the MPI that is loaded.")]
        ///
        /// # Safety
        /// Handles are valid ones of this MPI, or ones that the function itself checks. Every address points to as many
        /// elements as the function reads or writes there, for as long as the MPI standard says.
        #[allow(non_snake_case, clippy::too_many_arguments)]
        #[inline]
        pub unsafe fn $name($($argument: $type),*) -> c_int {
            type Function = unsafe extern "C-unwind" fn($($type),*) -> c_int;
            // What mpi.h says it is; never called by this address.
            const _: unsafe extern "C" fn($($type),*) -> c_int = mpi_sys::$name;
            static SYMBOL: Symbol = Symbol::new(c_name!($name));
            // SAFETY: `Function` has the parameters of `mpi_sys::$name`, which the constant above compares, and the
            // symbol is looked up under that name. Where no MPI has it, the address is that of `absent`, which reads no
            // argument.
            let function = unsafe { std::mem::transmute::<*mut c_void, Function>(SYMBOL.function()) };
            // SAFETY: `function` is the MPI's own of this name, and gets the caller's arguments, which are good for it
            // by the contract above.
            natively(|| unsafe { function($($argument),*) })
        }
    )+ };
}

functions! {
    fn PMPI_Abort(comm: MPI_Comm, errorcode: c_int);
    fn PMPI_Add_error_code(errorclass: c_int, errorcode: *mut c_int);
    fn PMPI_Add_error_string(errorcode: c_int, string: ReadText);
    fn PMPI_Allgather(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: MPI_Datatype, comm: MPI_Comm
    );
    fn PMPI_Allgatherv(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
        recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm
    );
    fn PMPI_Allreduce(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm
    );
    fn PMPI_Alltoall(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: MPI_Datatype, comm: MPI_Comm
    );
    fn PMPI_Alltoallv(
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm
    );
    fn PMPI_Alltoallw(
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const MPI_Datatype,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const MPI_Datatype,
        comm: MPI_Comm
    );
    fn PMPI_Barrier(comm: MPI_Comm);
    fn PMPI_Bcast(buffer: *mut c_void, count: c_int, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm);
    fn PMPI_Cancel(request: *mut MPI_Request);
    fn PMPI_Cart_create(
        comm_old: MPI_Comm, ndims: c_int, dims: *const c_int, periods: *const c_int, reorder: c_int,
        comm_cart: *mut MPI_Comm
    );
    fn PMPI_Cart_shift(
        comm: MPI_Comm, direction: c_int, disp: c_int, rank_source: *mut c_int, rank_dest: *mut c_int
    );
    fn PMPI_Cartdim_get(comm: MPI_Comm, ndims: *mut c_int);
    fn PMPI_Comm_call_errhandler(comm: MPI_Comm, errorcode: c_int);
    fn PMPI_Comm_create(comm: MPI_Comm, group: MPI_Group, newcomm: *mut MPI_Comm);
    fn PMPI_Comm_create_group(comm: MPI_Comm, group: MPI_Group, tag: c_int, newcomm: *mut MPI_Comm);
    fn PMPI_Comm_create_keyval(
        comm_copy_attr_fn: MPI_Comm_copy_attr_function, comm_delete_attr_fn: MPI_Comm_delete_attr_function,
        comm_keyval: *mut c_int, extra_state: *mut c_void
    );
    fn PMPI_Comm_free(comm: *mut MPI_Comm);
    fn PMPI_Comm_free_keyval(comm_keyval: *mut c_int);
    fn PMPI_Comm_get_attr(comm: MPI_Comm, comm_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int);
    fn PMPI_Comm_get_errhandler(comm: MPI_Comm, erhandler: *mut MPI_Errhandler);
    fn PMPI_Comm_group(comm: MPI_Comm, group: *mut MPI_Group);
    fn PMPI_Comm_rank(comm: MPI_Comm, rank: *mut c_int);
    fn PMPI_Comm_remote_group(comm: MPI_Comm, group: *mut MPI_Group);
    fn PMPI_Comm_set_attr(comm: MPI_Comm, comm_keyval: c_int, attribute_val: *mut c_void);
    fn PMPI_Comm_set_errhandler(comm: MPI_Comm, errhandler: MPI_Errhandler);
    fn PMPI_Comm_size(comm: MPI_Comm, size: *mut c_int);
    fn PMPI_Comm_split(comm: MPI_Comm, color: c_int, key: c_int, newcomm: *mut MPI_Comm);
    fn PMPI_Comm_test_inter(comm: MPI_Comm, flag: *mut c_int);
    fn PMPI_Dist_graph_create(
        comm_old: MPI_Comm, n: c_int, sources: *const c_int, degrees: *const c_int, destinations: *const c_int,
        weights: *const c_int, info: MPI_Info, reorder: c_int, comm_dist_graph: *mut MPI_Comm
    );
    fn PMPI_Dist_graph_create_adjacent(
        comm_old: MPI_Comm, indegree: c_int, sources: *const c_int, sourceweights: *const c_int, outdegree: c_int,
        destinations: *const c_int, destweights: *const c_int, info: MPI_Info, reorder: c_int,
        comm_dist_graph: *mut MPI_Comm
    );
    fn PMPI_Dist_graph_neighbors(
        comm: MPI_Comm, maxindegree: c_int, sources: *mut c_int, sourceweights: *mut c_int, maxoutdegree: c_int,
        destinations: *mut c_int, destweights: *mut c_int
    );
    fn PMPI_Dist_graph_neighbors_count(
        comm: MPI_Comm, indegree: *mut c_int, outdegree: *mut c_int, weighted: *mut c_int
    );
    fn PMPI_Errhandler_free(errhandler: *mut MPI_Errhandler);
    fn PMPI_Error_class(errorcode: c_int, errorclass: *mut c_int);
    fn PMPI_Exscan(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm
    );
    fn PMPI_Finalized(flag: *mut c_int);
    fn PMPI_Gather(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm
    );
    fn PMPI_Gatherv(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
        recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm
    );
    fn PMPI_Get_library_version(version: *mut c_char, resultlen: *mut c_int);
    fn PMPI_Get_version(version: *mut c_int, subversion: *mut c_int);
    fn PMPI_Graph_create(
        comm_old: MPI_Comm, nnodes: c_int, index: *const c_int, edges: *const c_int, reorder: c_int,
        comm_graph: *mut MPI_Comm
    );
    fn PMPI_Graph_neighbors(comm: MPI_Comm, rank: c_int, maxneighbors: c_int, neighbors: *mut c_int);
    fn PMPI_Graph_neighbors_count(comm: MPI_Comm, rank: c_int, nneighbors: *mut c_int);
    fn PMPI_Group_free(group: *mut MPI_Group);
    fn PMPI_Group_incl(group: MPI_Group, n: c_int, ranks: *const c_int, newgroup: *mut MPI_Group);
    fn PMPI_Group_rank(group: MPI_Group, rank: *mut c_int);
    fn PMPI_Group_size(group: MPI_Group, size: *mut c_int);
    fn PMPI_Group_translate_ranks(
        group1: MPI_Group, n: c_int, ranks1: *const c_int, group2: MPI_Group, ranks2: *mut c_int
    );
    fn PMPI_Iallreduce(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm,
        request: *mut MPI_Request
    );
    fn PMPI_Ibarrier(comm: MPI_Comm, request: *mut MPI_Request);
    fn PMPI_Ibcast(
        buffer: *mut c_void, count: c_int, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm,
        request: *mut MPI_Request
    );
    fn PMPI_Igather(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request
    );
    fn PMPI_Igatherv(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
        recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm,
        request: *mut MPI_Request
    );
    fn PMPI_Info_create(info: *mut MPI_Info);
    fn PMPI_Info_delete(info: MPI_Info, key: *const c_char);
    fn PMPI_Info_free(info: *mut MPI_Info);
    fn PMPI_Info_get(info: MPI_Info, key: *const c_char, valuelen: c_int, value: *mut c_char, flag: *mut c_int);
    fn PMPI_Info_get_nkeys(info: MPI_Info, nkeys: *mut c_int);
    fn PMPI_Info_get_nthkey(info: MPI_Info, n: c_int, key: *mut c_char);
    fn PMPI_Info_get_valuelen(info: MPI_Info, key: *const c_char, valuelen: *mut c_int, flag: *mut c_int);
    fn PMPI_Info_set(info: MPI_Info, key: *const c_char, value: *const c_char);
    fn PMPI_Initialized(flag: *mut c_int);
    fn PMPI_Iprobe(source: c_int, tag: c_int, comm: MPI_Comm, flag: *mut c_int, status: *mut MPI_Status);
    fn PMPI_Irecv(
        buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm,
        request: *mut MPI_Request
    );
    fn PMPI_Isend(
        buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm,
        request: *mut MPI_Request
    );
    fn PMPI_Issend(
        buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm,
        request: *mut MPI_Request
    );
    fn PMPI_Neighbor_allgather(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: MPI_Datatype, comm: MPI_Comm
    );
    fn PMPI_Neighbor_allgatherv(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
        recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm
    );
    fn PMPI_Neighbor_alltoall(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: MPI_Datatype, comm: MPI_Comm
    );
    fn PMPI_Neighbor_alltoallv(
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: MPI_Datatype,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm
    );
    fn PMPI_Neighbor_alltoallw(
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const MPI_Aint, sendtypes: *const MPI_Datatype,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const MPI_Aint, recvtypes: *const MPI_Datatype,
        comm: MPI_Comm
    );
    fn PMPI_Op_commutative(op: MPI_Op, commute: *mut c_int);
    fn PMPI_Op_create(function: MPI_User_function, commute: c_int, op: *mut MPI_Op);
    fn PMPI_Op_free(op: *mut MPI_Op);
    fn PMPI_Pack(
        inbuf: *const c_void, incount: c_int, datatype: MPI_Datatype, outbuf: *mut c_void, outsize: c_int,
        position: *mut c_int, comm: MPI_Comm
    );
    fn PMPI_Recv(
        buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int, comm: MPI_Comm,
        status: *mut MPI_Status
    );
    fn PMPI_Query_thread(provided: *mut c_int);
    fn PMPI_Reduce(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op, root: c_int,
        comm: MPI_Comm
    );
    fn PMPI_Reduce_local(inbuf: *const c_void, inoutbuf: *mut c_void, count: c_int, datatype: MPI_Datatype, op: MPI_Op);
    fn PMPI_Request_free(request: *mut MPI_Request);
    fn PMPI_Send(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int, comm: MPI_Comm);
    fn PMPI_Sendrecv(
        sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, dest: c_int, sendtag: c_int,
        recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, source: c_int, recvtag: c_int, comm: MPI_Comm,
        status: *mut MPI_Status
    );
    fn PMPI_Sendrecv_replace(
        buf: *mut c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, sendtag: c_int, source: c_int,
        recvtag: c_int, comm: MPI_Comm, status: *mut MPI_Status
    );
    fn PMPI_Test(request: *mut MPI_Request, flag: *mut c_int, status: *mut MPI_Status);
    fn PMPI_Testsome(
        incount: c_int, array_of_requests: *mut MPI_Request, outcount: *mut c_int, array_of_indices: *mut c_int,
        array_of_statuses: *mut MPI_Status
    );
    fn PMPI_Topo_test(comm: MPI_Comm, status: *mut c_int);
    fn PMPI_Type_commit(datatype: *mut MPI_Datatype);
    fn PMPI_Type_contiguous(count: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype);
    fn PMPI_Type_create_hindexed(
        count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const MPI_Aint,
        oldtype: MPI_Datatype, newtype: *mut MPI_Datatype
    );
    fn PMPI_Type_free(datatype: *mut MPI_Datatype);
    fn PMPI_Type_get_envelope(
        datatype: MPI_Datatype, num_integers: *mut c_int, num_addresses: *mut c_int, num_datatypes: *mut c_int,
        combiner: *mut c_int
    );
    fn PMPI_Type_get_extent(datatype: MPI_Datatype, lb: *mut MPI_Aint, extent: *mut MPI_Aint);
    fn PMPI_Type_get_true_extent(datatype: MPI_Datatype, true_lb: *mut MPI_Aint, true_extent: *mut MPI_Aint);
    fn PMPI_Type_size(datatype: MPI_Datatype, size: *mut c_int);
    fn PMPI_Type_size_x(datatype: MPI_Datatype, size: *mut MPI_Count);
    fn PMPI_Unpack(
        inbuf: *const c_void, insize: c_int, position: *mut c_int, outbuf: *mut c_void, outcount: c_int,
        datatype: MPI_Datatype, comm: MPI_Comm
    );
    fn PMPI_Wait(request: *mut MPI_Request, status: *mut MPI_Status);
    fn PMPI_Waitsome(
        incount: c_int, array_of_requests: *mut MPI_Request, outcount: *mut c_int, array_of_indices: *mut c_int,
        array_of_statuses: *mut MPI_Status
    );
    fn PMPI_Win_allocate_shared(
        size: MPI_Aint, disp_unit: c_int, info: MPI_Info, comm: MPI_Comm, baseptr: *mut c_void, win: *mut MPI_Win
    );
    fn PMPI_Win_create_keyval(
        win_copy_attr_fn: MPI_Win_copy_attr_function, win_delete_attr_fn: MPI_Win_delete_attr_function,
        win_keyval: *mut c_int, extra_state: *mut c_void
    );
    fn PMPI_Win_free_keyval(win_keyval: *mut c_int);
    fn PMPI_Win_get_attr(win: MPI_Win, win_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int);
    fn PMPI_Win_get_group(win: MPI_Win, group: *mut MPI_Group);
    fn PMPI_Win_set_attr(win: MPI_Win, win_keyval: c_int, attribute_val: *mut c_void);
    fn PMPI_Win_shared_query(
        win: MPI_Win, rank: c_int, size: *mut MPI_Aint, disp_unit: *mut c_int, baseptr: *mut c_void
    );
}
