// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C functions of MPI and of `hsplit.h` that the program calls, as the standard and that header declare them.

use std::ffi::{c_char, c_int, c_void};

/// Handles are numbers in MPICH and pointers elsewhere.
#[cfg(mpi_family = "mpich")]
pub(crate) type Handle = c_int;
/// Handles are numbers in MPICH and pointers elsewhere.
#[cfg(not(mpi_family = "mpich"))]
pub(crate) type Handle = *mut c_void;

/// The length of buffers for names and texts, larger than the limits of all MPIs.
pub(crate) const TEXT: usize = 8192;

/// The struct of `constants.c`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Constants {
    pub(crate) comm_null: Handle,
    pub(crate) comm_world: Handle,
    pub(crate) info_null: Handle,
    pub(crate) request_null: Handle,
    pub(crate) byte: Handle,
    pub(crate) int: Handle,
    pub(crate) float: Handle,
    pub(crate) double: Handle,
    pub(crate) max: Handle,
    pub(crate) sum: Handle,
    pub(crate) in_place: *mut c_void,
    pub(crate) status_ignore: *mut c_void,
    pub(crate) statuses_ignore: *mut c_void,
    pub(crate) undefined: c_int,
    pub(crate) shared: c_int,
    pub(crate) hw_guided: c_int,
    pub(crate) native_hw_unguided: c_int,
    pub(crate) proc_null: c_int,
    pub(crate) thread_single: c_int,
    pub(crate) thread_multiple: c_int,
}

/// `MPI_Waitsome` and `MPI_Testsome`.
pub(crate) type Some = unsafe extern "C" fn(c_int, *mut Handle, *mut c_int, *mut c_int, *mut c_void) -> c_int;

unsafe extern "C" {
    pub(crate) fn hsplit_bench_constants(constants: *mut Constants);

    pub(crate) fn MPI_Init_thread(
        argc: *mut c_int,
        argv: *mut *mut *mut c_char,
        required: c_int,
        provided: *mut c_int,
    ) -> c_int;
    pub(crate) fn MPI_Finalize() -> c_int;
    pub(crate) fn MPI_Abort(comm: Handle, errorcode: c_int) -> c_int;
    pub(crate) fn MPI_Get_library_version(version: *mut c_char, resultlen: *mut c_int) -> c_int;
    pub(crate) fn MPI_Get_version(version: *mut c_int, subversion: *mut c_int) -> c_int;
    pub(crate) fn MPI_Get_processor_name(name: *mut c_char, resultlen: *mut c_int) -> c_int;
    pub(crate) fn MPI_Comm_rank(comm: Handle, rank: *mut c_int) -> c_int;
    pub(crate) fn MPI_Comm_size(comm: Handle, size: *mut c_int) -> c_int;
    pub(crate) fn MPI_Comm_dup(comm: Handle, newcomm: *mut Handle) -> c_int;
    pub(crate) fn MPI_Comm_free(comm: *mut Handle) -> c_int;
    pub(crate) fn MPI_Comm_split(comm: Handle, color: c_int, key: c_int, newcomm: *mut Handle) -> c_int;
    pub(crate) fn MPI_Dist_graph_create_adjacent(
        comm: Handle,
        indegree: c_int,
        sources: *const c_int,
        sourceweights: *const c_int,
        outdegree: c_int,
        destinations: *const c_int,
        destweights: *const c_int,
        info: Handle,
        reorder: c_int,
        newcomm: *mut Handle,
    ) -> c_int;
    pub(crate) fn MPI_Comm_split_type(
        comm: Handle,
        split_type: c_int,
        key: c_int,
        info: Handle,
        newcomm: *mut Handle,
    ) -> c_int;
    pub(crate) fn PMPI_Comm_split_type(
        comm: Handle,
        split_type: c_int,
        key: c_int,
        info: Handle,
        newcomm: *mut Handle,
    ) -> c_int;
    pub(crate) fn MPI_Info_create(info: *mut Handle) -> c_int;
    pub(crate) fn MPI_Info_set(info: Handle, key: *const c_char, value: *const c_char) -> c_int;
    pub(crate) fn MPI_Info_free(info: *mut Handle) -> c_int;
    pub(crate) fn MPI_Send(
        buffer: *const c_void,
        count: c_int,
        datatype: Handle,
        dest: c_int,
        tag: c_int,
        comm: Handle,
    ) -> c_int;
    pub(crate) fn MPI_Recv(
        buffer: *mut c_void,
        count: c_int,
        datatype: Handle,
        source: c_int,
        tag: c_int,
        comm: Handle,
        status: *mut c_void,
    ) -> c_int;
    pub(crate) fn MPI_Irecv(
        buffer: *mut c_void,
        count: c_int,
        datatype: Handle,
        source: c_int,
        tag: c_int,
        comm: Handle,
        request: *mut Handle,
    ) -> c_int;
    pub(crate) fn MPI_Sendrecv(
        sendbuf: *const c_void,
        sendcount: c_int,
        sendtype: Handle,
        dest: c_int,
        sendtag: c_int,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: Handle,
        source: c_int,
        recvtag: c_int,
        comm: Handle,
        status: *mut c_void,
    ) -> c_int;
    pub(crate) fn PMPI_Sendrecv(
        sendbuf: *const c_void,
        sendcount: c_int,
        sendtype: Handle,
        dest: c_int,
        sendtag: c_int,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: Handle,
        source: c_int,
        recvtag: c_int,
        comm: Handle,
        status: *mut c_void,
    ) -> c_int;
    pub(crate) fn MPI_Win_allocate_shared(
        size: isize,
        disp_unit: c_int,
        info: Handle,
        comm: Handle,
        baseptr: *mut c_void,
        win: *mut Handle,
    ) -> c_int;
    pub(crate) fn MPI_Win_shared_query(
        win: Handle,
        rank: c_int,
        size: *mut isize,
        disp_unit: *mut c_int,
        baseptr: *mut c_void,
    ) -> c_int;
    pub(crate) fn MPI_Win_free(win: *mut Handle) -> c_int;
    pub(crate) fn PMPI_Ibcast(
        buffer: *mut c_void,
        count: c_int,
        datatype: Handle,
        root: c_int,
        comm: Handle,
        request: *mut Handle,
    ) -> c_int;
    pub(crate) fn MPI_Request_free(request: *mut Handle) -> c_int;
    pub(crate) fn MPI_Wait(request: *mut Handle, status: *mut c_void) -> c_int;
    pub(crate) fn MPI_Waitsome(
        incount: c_int,
        requests: *mut Handle,
        outcount: *mut c_int,
        indices: *mut c_int,
        statuses: *mut c_void,
    ) -> c_int;
    pub(crate) fn MPI_Testsome(
        incount: c_int,
        requests: *mut Handle,
        outcount: *mut c_int,
        indices: *mut c_int,
        statuses: *mut c_void,
    ) -> c_int;

    pub(crate) fn MPI_Comm_hsplit_with_roots(
        oldcomm: Handle,
        info: Handle,
        newcomm: *mut Handle,
        rootscomm: *mut Handle,
    ) -> c_int;
    pub(crate) fn MPI_Comm_get_hlevel_info(
        comm: Handle,
        num_comms: *mut c_int,
        index: *mut c_int,
        level: *mut *mut c_char,
    ) -> c_int;
    pub(crate) fn HSPLIT_Comm_hierarchy(
        comm: Handle,
        info: Handle,
        max: c_int,
        depth: *mut c_int,
        newcomms: *mut Handle,
        rootscomms: *mut Handle,
    ) -> c_int;
    pub(crate) fn hsplit_internal_fix_strategy(
        comm: Handle,
        strategy: *const c_char,
        operation: c_int,
        bytes: usize,
        root: c_int,
        seconds: *mut f64,
        words: *mut c_char,
        capacity: c_int,
    ) -> c_int;
    pub(crate) fn HSPLIT_Bind_push(r#where: *const c_char, info: Handle) -> c_int;
    pub(crate) fn HSPLIT_Bind_pop() -> c_int;
    pub(crate) fn HSPLIT_Bind_get(
        text: *mut c_char,
        size: c_int,
        cores: *mut c_int,
        units: *mut c_int,
        pushed: *mut c_int,
    ) -> c_int;
    pub(crate) fn HSPLIT_Placement_create(comm: Handle, info: Handle, p: *mut c_int) -> c_int;
    pub(crate) fn HSPLIT_Placement_free(p: *mut c_int) -> c_int;
    pub(crate) fn HSPLIT_Placement_elect(
        p: c_int,
        shape: *const c_char,
        info: Handle,
        worker: *mut c_int,
        threads: *mut c_int,
        index: *mut c_int,
        workers: *mut c_int,
    ) -> c_int;
    pub(crate) fn HSPLIT_Placement_comm(p: c_int, shape: *const c_char, info: Handle, workers: *mut Handle) -> c_int;
    pub(crate) fn HSPLIT_Node_barrier(p: c_int) -> c_int;
    pub(crate) fn HSPLIT_Phase_begin(
        p: c_int,
        shape: *const c_char,
        info: Handle,
        worker: *mut c_int,
        comm: *mut Handle,
    ) -> c_int;
    pub(crate) fn HSPLIT_Phase_end(p: c_int) -> c_int;
    pub(crate) fn HSPLIT_Comm_reorder(
        comm: Handle,
        n: c_int,
        peers: *const c_int,
        weights: *const f64,
        info: Handle,
        newcomm: *mut Handle,
        receive_from: *mut c_int,
        send_to: *mut c_int,
    ) -> c_int;
    pub(crate) fn HSPLIT_Comm_migrate(
        comm: Handle,
        newcomm: Handle,
        buf: *mut c_void,
        count: c_int,
        datatype: Handle,
    ) -> c_int;
    pub(crate) fn HSPLIT_Monitor_start(comm: Handle, info: Handle, m: *mut c_int) -> c_int;
    pub(crate) fn HSPLIT_Monitor_reorder(
        m: c_int,
        info: Handle,
        newcomm: *mut Handle,
        receive_from: *mut c_int,
        send_to: *mut c_int,
    ) -> c_int;
    pub(crate) fn HSPLIT_Monitor_free(m: *mut c_int) -> c_int;
    pub(crate) fn HSPLIT_Get_library_version(version: *mut c_char, resultlen: *mut c_int) -> c_int;
}

/// Declares calls under two names: the MPI's own, and the one that the library intercepts.
macro_rules! twice {
    ($($native:ident $intercepted:ident $arguments:tt;)*) => {
        unsafe extern "C" {
            $(twice!(@ $native $arguments); twice!(@ $intercepted $arguments);)*
        }
    };
    (@ $name:ident $arguments:tt) => { pub(crate) fn $name $arguments -> c_int; };
}

twice! {
    PMPI_Isend MPI_Isend (
        buffer: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle,
        request: *mut Handle
    );
    PMPI_Send_init MPI_Send_init (
        buffer: *const c_void, count: c_int, datatype: Handle, dest: c_int, tag: c_int, comm: Handle,
        request: *mut Handle
    );
    PMPI_Start MPI_Start (request: *mut Handle);
    PMPI_Barrier MPI_Barrier (comm: Handle);
    PMPI_Bcast MPI_Bcast (buffer: *mut c_void, count: c_int, datatype: Handle, root: c_int, comm: Handle);
    PMPI_Reduce MPI_Reduce (
        sendbuf: *const c_void, recvbuf: *mut c_void,
        count: c_int, datatype: Handle, op: Handle, root: c_int, comm: Handle
    );
    PMPI_Allreduce MPI_Allreduce (
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Handle, op: Handle, comm: Handle
    );
    PMPI_Reduce_scatter MPI_Reduce_scatter (
        sendbuf: *const c_void, recvbuf: *mut c_void,
        recvcounts: *const c_int, datatype: Handle, op: Handle, comm: Handle
    );
    PMPI_Reduce_scatter_block MPI_Reduce_scatter_block (
        sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: Handle, op: Handle, comm: Handle
    );
    PMPI_Scan MPI_Scan (
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Handle, op: Handle, comm: Handle
    );
    PMPI_Exscan MPI_Exscan (
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Handle, op: Handle, comm: Handle
    );
    PMPI_Gather MPI_Gather (
        sendbuf: *const c_void, sendcount: c_int, sendtype: Handle,
        recvbuf: *mut c_void, recvcount: c_int, recvtype: Handle, root: c_int, comm: Handle
    );
    PMPI_Neighbor_allgather MPI_Neighbor_allgather (
        sendbuf: *const c_void, sendcount: c_int, sendtype: Handle,
        recvbuf: *mut c_void, recvcount: c_int, recvtype: Handle, comm: Handle
    );
    PMPI_Neighbor_allgatherv MPI_Neighbor_allgatherv (
        sendbuf: *const c_void, sendcount: c_int, sendtype: Handle,
        recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: Handle, comm: Handle
    );
    PMPI_Neighbor_alltoall MPI_Neighbor_alltoall (
        sendbuf: *const c_void, sendcount: c_int, sendtype: Handle,
        recvbuf: *mut c_void, recvcount: c_int, recvtype: Handle, comm: Handle
    );
    PMPI_Neighbor_alltoallv MPI_Neighbor_alltoallv (
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: Handle,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: Handle, comm: Handle
    );
    PMPI_Neighbor_alltoallw MPI_Neighbor_alltoallw (
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const isize, sendtypes: *const Handle,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const isize, recvtypes: *const Handle, comm: Handle
    );
    PMPI_Scatter MPI_Scatter (
        sendbuf: *const c_void, sendcount: c_int, sendtype: Handle,
        recvbuf: *mut c_void, recvcount: c_int, recvtype: Handle, root: c_int, comm: Handle
    );
    PMPI_Allgather MPI_Allgather (
        sendbuf: *const c_void, sendcount: c_int, sendtype: Handle,
        recvbuf: *mut c_void, recvcount: c_int, recvtype: Handle, comm: Handle
    );
    PMPI_Allgatherv MPI_Allgatherv (
        sendbuf: *const c_void, sendcount: c_int, sendtype: Handle,
        recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: Handle, comm: Handle
    );
    PMPI_Alltoall MPI_Alltoall (
        sendbuf: *const c_void, sendcount: c_int, sendtype: Handle,
        recvbuf: *mut c_void, recvcount: c_int, recvtype: Handle, comm: Handle
    );
    PMPI_Alltoallv MPI_Alltoallv (
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: Handle,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: Handle, comm: Handle
    );
    PMPI_Alltoallw MPI_Alltoallw (
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const Handle,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const Handle, comm: Handle
    );
}
