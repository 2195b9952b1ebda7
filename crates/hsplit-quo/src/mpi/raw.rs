// SPDX-License-Identifier: MIT OR Apache-2.0
//! The called C functions of MPI and of `hsplit.h`, as the standard and that header declare them.

use std::ffi::{c_char, c_int, c_void};

/// Handles are numbers in MPICH and pointers elsewhere.
#[cfg(mpi_family = "mpich")]
pub(crate) type Handle = c_int;
/// Handles are numbers in MPICH and pointers elsewhere.
#[cfg(not(mpi_family = "mpich"))]
pub(crate) type Handle = *mut c_void;

/// The struct of `constants.c`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Constants {
    pub(crate) comm_null: Handle,
    pub(crate) comm_world: Handle,
    pub(crate) info_null: Handle,
    pub(crate) errors_return: Handle,
    pub(crate) byte: Handle,
    pub(crate) int: Handle,
    pub(crate) max: Handle,
    pub(crate) sum: Handle,
    pub(crate) in_place: *mut c_void,
}

unsafe extern "C" {
    pub(crate) fn hsplit_quo_constants(constants: *mut Constants);
    pub(crate) fn hsplit_quo_comm_f2c(comm: c_int) -> Handle;
    pub(crate) fn hsplit_quo_comm_c2f(comm: Handle) -> c_int;

    pub(crate) fn PMPI_Initialized(flag: *mut c_int) -> c_int;
    pub(crate) fn PMPI_Finalized(flag: *mut c_int) -> c_int;
    pub(crate) fn PMPI_Comm_rank(comm: Handle, rank: *mut c_int) -> c_int;
    pub(crate) fn PMPI_Comm_size(comm: Handle, size: *mut c_int) -> c_int;
    pub(crate) fn PMPI_Comm_test_inter(comm: Handle, flag: *mut c_int) -> c_int;
    pub(crate) fn PMPI_Comm_dup(comm: Handle, newcomm: *mut Handle) -> c_int;
    pub(crate) fn PMPI_Comm_free(comm: *mut Handle) -> c_int;
    pub(crate) fn PMPI_Comm_set_errhandler(comm: Handle, errhandler: Handle) -> c_int;
    pub(crate) fn PMPI_Comm_get_errhandler(comm: Handle, errhandler: *mut Handle) -> c_int;
    pub(crate) fn PMPI_Errhandler_free(errhandler: *mut Handle) -> c_int;
    pub(crate) fn PMPI_Info_create(info: *mut Handle) -> c_int;
    pub(crate) fn PMPI_Info_set(info: Handle, key: *const c_char, value: *const c_char) -> c_int;
    pub(crate) fn PMPI_Info_free(info: *mut Handle) -> c_int;
    pub(crate) fn PMPI_Bcast(buffer: *mut c_void, count: c_int, datatype: Handle, root: c_int, comm: Handle) -> c_int;
    pub(crate) fn PMPI_Allreduce(
        sendbuf: *const c_void,
        recvbuf: *mut c_void,
        count: c_int,
        datatype: Handle,
        op: Handle,
        comm: Handle,
    ) -> c_int;
    pub(crate) fn PMPI_Allgather(
        sendbuf: *const c_void,
        sendcount: c_int,
        sendtype: Handle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: Handle,
        comm: Handle,
    ) -> c_int;

    pub(crate) fn MPI_Comm_hsplit_with_roots(
        oldcomm: Handle,
        info: Handle,
        newcomm: *mut Handle,
        rootscomm: *mut Handle,
    ) -> c_int;
    pub(crate) fn HSPLIT_Bind_push(place: *const c_char, info: Handle) -> c_int;
    pub(crate) fn HSPLIT_Bind_pop() -> c_int;
    pub(crate) fn HSPLIT_Bind_get(
        text: *mut c_char,
        size: c_int,
        cores: *mut c_int,
        units: *mut c_int,
        pushed: *mut c_int,
    ) -> c_int;
    pub(crate) fn HSPLIT_Placement_create(comm: Handle, info: Handle, placement: *mut c_int) -> c_int;
    pub(crate) fn HSPLIT_Placement_free(placement: *mut c_int) -> c_int;
    pub(crate) fn HSPLIT_Node_barrier(placement: c_int) -> c_int;
}
