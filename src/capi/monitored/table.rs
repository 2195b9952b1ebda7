// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions of MPI whose messages are counted.

/// The table. A row: how often a call passes its data, in which forms the function exists, what asks for it, its
/// arguments, and what is counted. The functions follow, as C, FORTRAN and Fortran write their names.
///
/// | word | meaning |
/// |---|---|
/// | `once` | the call itself passes the data |
/// | `whole` | a blocking collective, whose data is that of a whole call |
/// | `kept` | it makes a persistent request, whose starts do |
/// | `before` | what is to be done comes before the native call |
/// | `twice` | `once`, with a request; `kept`, with an info object and a request |
/// | `both` | in C with small and with large counts |
/// | `arrays` | as `both`, but not under an MPI that lacks large counts: an array of them cannot be narrowed |
/// | `small` | without a form for large counts |
/// | `plain` | neither that nor a buffer, so that mpi_f08 of MPICH does not make the C call |
///
/// The name of an argument says what type it has: see `argument` in [`super`].
macro_rules! monitored {
    ($make:ident) => {
        $make! {
            // Point-to-point messages.
            once both P2P (buf, count, datatype, dest, tag, comm) => sent(dest, count, datatype, comm) {
                MPI_Send MPI_SEND mpi_send;
                MPI_Bsend MPI_BSEND mpi_bsend;
                MPI_Ssend MPI_SSEND mpi_ssend;
                MPI_Rsend MPI_RSEND mpi_rsend;
            }
            once both P2P (buf, count, datatype, dest, tag, comm, request) => sent(dest, count, datatype, comm) {
                MPI_Isend MPI_ISEND mpi_isend;
                MPI_Ibsend MPI_IBSEND mpi_ibsend;
                MPI_Issend MPI_ISSEND mpi_issend;
                MPI_Irsend MPI_IRSEND mpi_irsend;
            }
            once both P2P (
                sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status
            ) => sent(dest, sendcount, sendtype, comm) {
                MPI_Sendrecv MPI_SENDRECV mpi_sendrecv;
            }
            once both P2P (
                sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,
                request
            ) => sent(dest, sendcount, sendtype, comm) {
                MPI_Isendrecv MPI_ISENDRECV mpi_isendrecv;
            }
            once both P2P (
                buf, count, datatype, dest, sendtag, source, recvtag, comm, status
            ) => sent(dest, count, datatype, comm) {
                MPI_Sendrecv_replace MPI_SENDRECV_REPLACE mpi_sendrecv_replace;
            }
            once both P2P (
                buf, count, datatype, dest, sendtag, source, recvtag, comm, request
            ) => sent(dest, count, datatype, comm) {
                MPI_Isendrecv_replace MPI_ISENDRECV_REPLACE mpi_isendrecv_replace;
            }

            // Persistent ones, and the starts of all persistent requests.
            kept both P2P (buf, count, datatype, dest, tag, comm, request) => message(dest, count, datatype, comm) {
                MPI_Send_init MPI_SEND_INIT mpi_send_init;
                MPI_Bsend_init MPI_BSEND_INIT mpi_bsend_init;
                MPI_Ssend_init MPI_SSEND_INIT mpi_ssend_init;
                MPI_Rsend_init MPI_RSEND_INIT mpi_rsend_init;
            }
            kept small P2P (
                buf, partitions, elements, datatype, dest, tag, comm, info, request
            ) => partitioned(dest, partitions, elements, datatype, comm) {
                MPI_Psend_init MPI_PSEND_INIT mpi_psend_init;
            }
            once plain STARTS (request) => started(request) {
                MPI_Start MPI_START mpi_start;
            }
            once plain STARTS (number, requests) => all_started(number, requests) {
                MPI_Startall MPI_STARTALL mpi_startall;
            }
            before plain STARTS (request) => released(request) {
                MPI_Request_free MPI_REQUEST_FREE mpi_request_free;
            }

            // Collectives, nonblocking and persistent: those of neighbours pair by pair, others by calls. Their
            // blocking forms are in `collectives`, but for two that never go along the hierarchy.
            whole arrays COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm
            ) => gatherv(sendbuf, sendcount, sendtype, root, comm) {
                MPI_Gatherv MPI_GATHERV mpi_gatherv;
            }
            whole arrays COLLECTIVES (
                sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm
            ) => scatterv(sendcounts, sendtype, recvbuf, root, comm) {
                MPI_Scatterv MPI_SCATTERV mpi_scatterv;
            }
            twice both COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm
            ) => neighbours(sendcount, sendtype, comm) {
                MPI_Ineighbor_allgather MPI_INEIGHBOR_ALLGATHER mpi_ineighbor_allgather;
                MPI_Neighbor_allgather_init MPI_NEIGHBOR_ALLGATHER_INIT mpi_neighbor_allgather_init;
            }
            twice arrays COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm
            ) => neighbours(sendcount, sendtype, comm) {
                MPI_Ineighbor_allgatherv MPI_INEIGHBOR_ALLGATHERV mpi_ineighbor_allgatherv;
                MPI_Neighbor_allgatherv_init MPI_NEIGHBOR_ALLGATHERV_INIT mpi_neighbor_allgatherv_init;
            }
            twice both COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm
            ) => neighbours(sendcount, sendtype, comm) {
                MPI_Ineighbor_alltoall MPI_INEIGHBOR_ALLTOALL mpi_ineighbor_alltoall;
                MPI_Neighbor_alltoall_init MPI_NEIGHBOR_ALLTOALL_INIT mpi_neighbor_alltoall_init;
            }
            twice arrays COLLECTIVES (
                sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm
            ) => neighbours_v(sendcounts, sendtype, comm) {
                MPI_Ineighbor_alltoallv MPI_INEIGHBOR_ALLTOALLV mpi_ineighbor_alltoallv;
                MPI_Neighbor_alltoallv_init MPI_NEIGHBOR_ALLTOALLV_INIT mpi_neighbor_alltoallv_init;
            }
            twice arrays COLLECTIVES (
                sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm
            ) => neighbours_w(sendcounts, sendtypes, comm) {
                MPI_Ineighbor_alltoallw MPI_INEIGHBOR_ALLTOALLW mpi_ineighbor_alltoallw;
                MPI_Neighbor_alltoallw_init MPI_NEIGHBOR_ALLTOALLW_INIT mpi_neighbor_alltoallw_init;
            }

            twice arrays COLLECTIVES (
                sendbuf, recvbuf, recvcounts, datatype, op, comm
            ) => reduce_scatter(recvcounts, datatype, comm) {
                MPI_Ireduce_scatter MPI_IREDUCE_SCATTER mpi_ireduce_scatter;
                MPI_Reduce_scatter_init MPI_REDUCE_SCATTER_INIT mpi_reduce_scatter_init;
            }
            twice both COLLECTIVES (
                sendbuf, recvbuf, recvcount, datatype, op, comm
            ) => reduce_scatter_block(recvcount, datatype, comm) {
                MPI_Ireduce_scatter_block MPI_IREDUCE_SCATTER_BLOCK mpi_ireduce_scatter_block;
                MPI_Reduce_scatter_block_init MPI_REDUCE_SCATTER_BLOCK_INIT mpi_reduce_scatter_block_init;
            }
            twice both COLLECTIVES (sendbuf, recvbuf, count, datatype, op, comm) => scan(count, datatype, comm) {
                MPI_Iscan MPI_ISCAN mpi_iscan;
                MPI_Scan_init MPI_SCAN_INIT mpi_scan_init;
            }
            twice both COLLECTIVES (sendbuf, recvbuf, count, datatype, op, comm) => exscan(count, datatype, comm) {
                MPI_Iexscan MPI_IEXSCAN mpi_iexscan;
                MPI_Exscan_init MPI_EXSCAN_INIT mpi_exscan_init;
            }
            twice plain COLLECTIVES (comm) => barrier(comm) {
                MPI_Ibarrier MPI_IBARRIER mpi_ibarrier;
                MPI_Barrier_init MPI_BARRIER_INIT mpi_barrier_init;
            }
            twice both COLLECTIVES (buf, count, datatype, root, comm) => bcast(count, datatype, root, comm) {
                MPI_Ibcast MPI_IBCAST mpi_ibcast;
                MPI_Bcast_init MPI_BCAST_INIT mpi_bcast_init;
            }
            twice both COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm
            ) => gather(sendbuf, sendcount, sendtype, recvcount, recvtype, root, comm) {
                MPI_Igather MPI_IGATHER mpi_igather;
                MPI_Gather_init MPI_GATHER_INIT mpi_gather_init;
            }
            twice both COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm
            ) => scatter(sendcount, sendtype, recvcount, recvtype, root, comm) {
                MPI_Iscatter MPI_ISCATTER mpi_iscatter;
                MPI_Scatter_init MPI_SCATTER_INIT mpi_scatter_init;
            }
            twice both COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm
            ) => allgather(sendbuf, sendcount, sendtype, recvcount, recvtype, comm) {
                MPI_Iallgather MPI_IALLGATHER mpi_iallgather;
                MPI_Allgather_init MPI_ALLGATHER_INIT mpi_allgather_init;
            }
            twice both COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm
            ) => alltoall(sendbuf, sendcount, sendtype, recvcount, recvtype, comm) {
                MPI_Ialltoall MPI_IALLTOALL mpi_ialltoall;
                MPI_Alltoall_init MPI_ALLTOALL_INIT mpi_alltoall_init;
            }
            twice arrays COLLECTIVES (
                sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm
            ) => alltoallv(sendbuf, sendcounts, sendtype, recvcounts, recvtype, comm) {
                MPI_Ialltoallv MPI_IALLTOALLV mpi_ialltoallv;
                MPI_Alltoallv_init MPI_ALLTOALLV_INIT mpi_alltoallv_init;
            }
            twice arrays COLLECTIVES (
                sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm
            ) => alltoallw(sendbuf, sendcounts, sendtypes, recvcounts, recvtypes, comm) {
                MPI_Ialltoallw MPI_IALLTOALLW mpi_ialltoallw;
                MPI_Alltoallw_init MPI_ALLTOALLW_INIT mpi_alltoallw_init;
            }
            twice arrays COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm
            ) => allgatherv(sendbuf, sendcount, sendtype, recvcounts, recvtype, comm) {
                MPI_Iallgatherv MPI_IALLGATHERV mpi_iallgatherv;
                MPI_Allgatherv_init MPI_ALLGATHERV_INIT mpi_allgatherv_init;
            }
            twice arrays COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm
            ) => gatherv(sendbuf, sendcount, sendtype, root, comm) {
                MPI_Igatherv MPI_IGATHERV mpi_igatherv;
                MPI_Gatherv_init MPI_GATHERV_INIT mpi_gatherv_init;
            }
            twice arrays COLLECTIVES (
                sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm
            ) => scatterv(sendcounts, sendtype, recvbuf, root, comm) {
                MPI_Iscatterv MPI_ISCATTERV mpi_iscatterv;
                MPI_Scatterv_init MPI_SCATTERV_INIT mpi_scatterv_init;
            }
            twice both COLLECTIVES (
                sendbuf, recvbuf, count, datatype, op, root, comm
            ) => reduce(count, datatype, root, comm) {
                MPI_Ireduce MPI_IREDUCE mpi_ireduce;
                MPI_Reduce_init MPI_REDUCE_INIT mpi_reduce_init;
            }
            twice both COLLECTIVES (sendbuf, recvbuf, count, datatype, op, comm) => allreduce(count, datatype, comm) {
                MPI_Iallreduce MPI_IALLREDUCE mpi_iallreduce;
                MPI_Allreduce_init MPI_ALLREDUCE_INIT mpi_allreduce_init;
            }

            // One-sided accesses.
            once both RMA (
                origin, origin_count, origin_type, target, disp, target_count, target_type, win
            ) => put(target, origin_count, origin_type, win) {
                MPI_Put MPI_PUT mpi_put;
            }
            once both RMA (
                origin, origin_count, origin_type, target, disp, target_count, target_type, win, request
            ) => put(target, origin_count, origin_type, win) {
                MPI_Rput MPI_RPUT mpi_rput;
            }
            once both RMA (
                origin, origin_count, origin_type, target, disp, target_count, target_type, win
            ) => get(target, origin_count, origin_type, win) {
                MPI_Get MPI_GET mpi_get;
            }
            once both RMA (
                origin, origin_count, origin_type, target, disp, target_count, target_type, win, request
            ) => get(target, origin_count, origin_type, win) {
                MPI_Rget MPI_RGET mpi_rget;
            }
            once both RMA (
                origin, origin_count, origin_type, target, disp, target_count, target_type, op, win
            ) => put(target, origin_count, origin_type, win) {
                MPI_Accumulate MPI_ACCUMULATE mpi_accumulate;
            }
            once both RMA (
                origin, origin_count, origin_type, target, disp, target_count, target_type, op, win, request
            ) => put(target, origin_count, origin_type, win) {
                MPI_Raccumulate MPI_RACCUMULATE mpi_raccumulate;
            }
            once both RMA (
                origin, origin_count, origin_type, result, result_count, result_type, target, disp, target_count,
                target_type, op, win
            ) => exchange(target, origin_count, origin_type, result_count, result_type, op, win) {
                MPI_Get_accumulate MPI_GET_ACCUMULATE mpi_get_accumulate;
            }
            once both RMA (
                origin, origin_count, origin_type, result, result_count, result_type, target, disp, target_count,
                target_type, op, win, request
            ) => exchange(target, origin_count, origin_type, result_count, result_type, op, win) {
                MPI_Rget_accumulate MPI_RGET_ACCUMULATE mpi_rget_accumulate;
            }
            once small RMA (origin, result, datatype, target, disp, op, win) => fetch(target, datatype, op, win) {
                MPI_Fetch_and_op MPI_FETCH_AND_OP mpi_fetch_and_op;
            }
            once small RMA (origin, compare, result, datatype, target, disp, win) => swap(target, datatype, win) {
                MPI_Compare_and_swap MPI_COMPARE_AND_SWAP mpi_compare_and_swap;
            }
        }
    };
}
pub(in crate::capi) use monitored;
