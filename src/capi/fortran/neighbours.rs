// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fortran's neighbourhood calls.

use std::ffi::c_void;

use super::arguments::put;
use super::collectives::{blocks, blocks_of_each, buffers, collective, collective_one, data, native_inside};
use crate::calls::collectives::{
    Blocks, NeighborAllgather, NeighborAllgatherv, NeighborAlltoall, NeighborAlltoallv, NeighborAlltoallw, Share,
};
use crate::calls::monitor;
use crate::capi::collectives::take_over;
use crate::error::Error;
use hsplit_collectives::Operation;
use hsplit_mpi::arrays::{Counts, Datatypes, Displacements};
use hsplit_mpi::fortran::{Fint, comm_of, datatype_of};
use hsplit_mpi::symbol::{Optional, c_text};
use mpi_sys::MPI_Aint;

/// Blocks of `MPI_Neighbor_alltoallw`, whose displacements are of kind `MPI_ADDRESS_KIND`.
fn far_blocks(
    buffer: *mut c_void,
    counts: *const Fint,
    displacements: *const MPI_Aint,
    datatypes: *const Fint,
) -> Blocks {
    let displacements = Displacements::Large(displacements);
    Blocks { displacements, ..blocks_of_each(buffer, counts, std::ptr::null(), datatypes) }
}

collective! {
    buffers(Operation::NeighborAllgather), "MPI_Neighbor_allgather":
        mpi_neighbor_allgather mpi_neighbor_allgather_ mpi_neighbor_allgather__ MPI_NEIGHBOR_ALLGATHER
        mpi_neighbor_allgather_f08_;
    (
        sendbuf: *mut c_void, sendcount: *const Fint, sendtype: *const Fint, recvbuf: *mut c_void,
        recvcount: *const Fint, recvtype: *const Fint, comm: *const Fint
    ) => NeighborAllgather {
        sent: Share::One(data(sendbuf, sendcount, sendtype)),
        received: Share::Equal(data(recvbuf, recvcount, recvtype)), comm: comm_of(*comm)
    },
    monitor::neighbours((*sendcount).into(), datatype_of(*sendtype), comm_of(*comm))
}

collective! {
    buffers(Operation::NeighborAllgatherv), "MPI_Neighbor_allgatherv":
        mpi_neighbor_allgatherv mpi_neighbor_allgatherv_ mpi_neighbor_allgatherv__ MPI_NEIGHBOR_ALLGATHERV
        mpi_neighbor_allgatherv_f08_;
    (
        sendbuf: *mut c_void, sendcount: *const Fint, sendtype: *const Fint, recvbuf: *mut c_void,
        recvcounts: *const Fint, displs: *const Fint, recvtype: *const Fint, comm: *const Fint
    ) => NeighborAllgatherv {
        sent: Share::One(data(sendbuf, sendcount, sendtype)),
        received: Share::Unequal(blocks(recvbuf, recvcounts, displs, recvtype)), comm: comm_of(*comm)
    },
    monitor::neighbours((*sendcount).into(), datatype_of(*sendtype), comm_of(*comm))
}

collective! {
    buffers(Operation::NeighborAlltoall), "MPI_Neighbor_alltoall":
        mpi_neighbor_alltoall mpi_neighbor_alltoall_ mpi_neighbor_alltoall__ MPI_NEIGHBOR_ALLTOALL
        mpi_neighbor_alltoall_f08_;
    (
        sendbuf: *mut c_void, sendcount: *const Fint, sendtype: *const Fint, recvbuf: *mut c_void,
        recvcount: *const Fint, recvtype: *const Fint, comm: *const Fint
    ) => NeighborAlltoall {
        sent: Share::Equal(data(sendbuf, sendcount, sendtype)),
        received: Share::Equal(data(recvbuf, recvcount, recvtype)), comm: comm_of(*comm)
    },
    monitor::neighbours((*sendcount).into(), datatype_of(*sendtype), comm_of(*comm))
}

collective! {
    buffers(Operation::NeighborAlltoallv), "MPI_Neighbor_alltoallv":
        mpi_neighbor_alltoallv mpi_neighbor_alltoallv_ mpi_neighbor_alltoallv__ MPI_NEIGHBOR_ALLTOALLV
        mpi_neighbor_alltoallv_f08_;
    (
        sendbuf: *mut c_void, sendcounts: *const Fint, sdispls: *const Fint, sendtype: *const Fint,
        recvbuf: *mut c_void, recvcounts: *const Fint, rdispls: *const Fint, recvtype: *const Fint, comm: *const Fint
    ) => NeighborAlltoallv {
        sent: Share::Unequal(blocks(sendbuf, sendcounts, sdispls, sendtype)),
        received: Share::Unequal(blocks(recvbuf, recvcounts, rdispls, recvtype)), comm: comm_of(*comm)
    },
    monitor::neighbours_v(Counts::Small(sendcounts), datatype_of(*sendtype), comm_of(*comm))
}

collective! {
    buffers(Operation::NeighborAlltoallw), "MPI_Neighbor_alltoallw":
        mpi_neighbor_alltoallw mpi_neighbor_alltoallw_ mpi_neighbor_alltoallw__ MPI_NEIGHBOR_ALLTOALLW
        mpi_neighbor_alltoallw_f08_;
    (
        sendbuf: *mut c_void, sendcounts: *const Fint, sdispls: *const MPI_Aint, sendtypes: *const Fint,
        recvbuf: *mut c_void, recvcounts: *const Fint, rdispls: *const MPI_Aint, recvtypes: *const Fint,
        comm: *const Fint
    ) => NeighborAlltoallw {
        sent: Share::Unequal(far_blocks(sendbuf, sendcounts, sdispls, sendtypes)),
        received: Share::Unequal(far_blocks(recvbuf, recvcounts, rdispls, recvtypes)), comm: comm_of(*comm)
    },
    monitor::neighbours_w(Counts::Small(sendcounts), Datatypes::Fortran(sendtypes), comm_of(*comm))
}
