// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions of MPI of which nothing is counted but the time in them (`HSPLIT_MONITOR=...,time`).

/// The table. A row: in which forms the functions exist, what they are for, their arguments, and their names in C,
/// FORTRAN and Fortran. Words and arguments are those of the other table ([`super::monitored`]).
macro_rules! timed {
    ($make:ident) => {
        $make! {
            both RECEIVES (buf, count, datatype, source, tag, comm, status) {
                MPI_Recv MPI_RECV mpi_recv;
            }
            both RECEIVES (buf, count, datatype, source, tag, comm, request) {
                MPI_Irecv MPI_IRECV mpi_irecv;
                MPI_Recv_init MPI_RECV_INIT mpi_recv_init;
            }
            both RECEIVES (buf, count, datatype, message, status) {
                MPI_Mrecv MPI_MRECV mpi_mrecv;
            }
            both RECEIVES (buf, count, datatype, message, request) {
                MPI_Imrecv MPI_IMRECV mpi_imrecv;
            }

            plain WAITS (source, tag, comm, status) {
                MPI_Probe MPI_PROBE mpi_probe;
            }
            plain WAITS (source, tag, comm, flag, status) {
                MPI_Iprobe MPI_IPROBE mpi_iprobe;
            }
            plain WAITS (source, tag, comm, message, status) {
                MPI_Mprobe MPI_MPROBE mpi_mprobe;
            }
            plain WAITS (source, tag, comm, flag, message, status) {
                MPI_Improbe MPI_IMPROBE mpi_improbe;
            }
            plain WAITS (request, status) {
                MPI_Wait MPI_WAIT mpi_wait;
            }
            plain WAITS (request, flag, status) {
                MPI_Test MPI_TEST mpi_test;
            }
            plain WAITS (number, requests, statuses) {
                MPI_Waitall MPI_WAITALL mpi_waitall;
            }
            plain WAITS (number, requests, flag, statuses) {
                MPI_Testall MPI_TESTALL mpi_testall;
            }
            plain WAITS (number, requests, index, status) {
                MPI_Waitany MPI_WAITANY mpi_waitany;
            }
            plain WAITS (number, requests, index, flag, status) {
                MPI_Testany MPI_TESTANY mpi_testany;
            }
            plain WAITS (number, requests, outcount, indices, statuses) {
                MPI_Waitsome MPI_WAITSOME mpi_waitsome;
                MPI_Testsome MPI_TESTSOME mpi_testsome;
            }

            plain WINDOWS (assertion, win) {
                MPI_Win_fence MPI_WIN_FENCE mpi_win_fence;
                MPI_Win_lock_all MPI_WIN_LOCK_ALL mpi_win_lock_all;
            }
            plain WINDOWS (lock, rank, assertion, win) {
                MPI_Win_lock MPI_WIN_LOCK mpi_win_lock;
            }
            plain WINDOWS (rank, win) {
                MPI_Win_unlock MPI_WIN_UNLOCK mpi_win_unlock;
                MPI_Win_flush MPI_WIN_FLUSH mpi_win_flush;
                MPI_Win_flush_local MPI_WIN_FLUSH_LOCAL mpi_win_flush_local;
            }
            plain WINDOWS (win) {
                MPI_Win_unlock_all MPI_WIN_UNLOCK_ALL mpi_win_unlock_all;
                MPI_Win_flush_all MPI_WIN_FLUSH_ALL mpi_win_flush_all;
                MPI_Win_flush_local_all MPI_WIN_FLUSH_LOCAL_ALL mpi_win_flush_local_all;
                MPI_Win_complete MPI_WIN_COMPLETE mpi_win_complete;
                MPI_Win_wait MPI_WIN_WAIT mpi_win_wait;
                MPI_Win_sync MPI_WIN_SYNC mpi_win_sync;
            }
            plain WINDOWS (win, flag) {
                MPI_Win_test MPI_WIN_TEST mpi_win_test;
            }
            plain WINDOWS (group, assertion, win) {
                MPI_Win_start MPI_WIN_START mpi_win_start;
                MPI_Win_post MPI_WIN_POST mpi_win_post;
            }

            both WINDOWS (buf, size, unit, info, comm, newwin) {
                MPI_Win_create MPI_WIN_CREATE mpi_win_create;
            }
            plain WINDOWS (size, unit, info, comm, baseptr, newwin) {
                MPI_Win_allocate MPI_WIN_ALLOCATE mpi_win_allocate;
                MPI_Win_allocate_shared MPI_WIN_ALLOCATE_SHARED mpi_win_allocate_shared;
            }
            plain WINDOWS (info, comm, newwin) {
                MPI_Win_create_dynamic MPI_WIN_CREATE_DYNAMIC mpi_win_create_dynamic;
            }
            plain WINDOWS (newwin) {
                MPI_Win_free MPI_WIN_FREE mpi_win_free;
            }

            // Those with a topology, MPI_Comm_split_type and MPI_Intercomm_merge are intercepted for more.
            plain COMMUNICATORS (comm, newcomm) {
                MPI_Comm_dup MPI_COMM_DUP mpi_comm_dup;
            }
            plain COMMUNICATORS (comm, newcomm, request) {
                MPI_Comm_idup MPI_COMM_IDUP mpi_comm_idup;
            }
            plain COMMUNICATORS (comm, info, newcomm) {
                MPI_Comm_dup_with_info MPI_COMM_DUP_WITH_INFO mpi_comm_dup_with_info;
            }
            plain COMMUNICATORS (comm, rank, peers, target, tag, newcomm) {
                MPI_Intercomm_create MPI_INTERCOMM_CREATE mpi_intercomm_create;
            }
            plain COMMUNICATORS (comm, color, key, newcomm) {
                MPI_Comm_split MPI_COMM_SPLIT mpi_comm_split;
            }
            plain COMMUNICATORS (comm, group, newcomm) {
                MPI_Comm_create MPI_COMM_CREATE mpi_comm_create;
            }
            plain COMMUNICATORS (comm, group, tag, newcomm) {
                MPI_Comm_create_group MPI_COMM_CREATE_GROUP mpi_comm_create_group;
            }
        }
    };
}
pub(in crate::capi) use timed;
