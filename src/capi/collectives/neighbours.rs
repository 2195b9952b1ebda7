// SPDX-License-Identifier: MIT OR Apache-2.0
//! Neighbourhood calls among the collective calls.

use std::ffi::{c_int, c_void};

use super::{blocks, blocks_of_each, collective, data, kinds, take_over};
use crate::calls::active;
use crate::calls::collectives::{
    Blocks, NeighborAllgather, NeighborAllgatherv, NeighborAlltoall, NeighborAlltoallv, NeighborAlltoallw, Share,
};
use crate::calls::monitor;
use hsplit_collectives::Operation;
use hsplit_mpi::arrays::{Counts, Datatypes, Displacements};
use hsplit_mpi::raw::{self, Count, RawHandle};

/// Blocks of `MPI_Neighbor_alltoallw`, whose displacements are of type `MPI_Aint` beside small counts, too.
fn far_blocks(
    buffer: *const c_void,
    counts: *const c_int,
    displacements: *const c_void,
    datatypes: *const c_void,
) -> Blocks {
    let displacements = Displacements::Large(displacements.cast());
    Blocks { displacements, ..blocks_of_each(buffer, Counts::Small(counts), std::ptr::null(), datatypes) }
}

collective! {
    MPI_Neighbor_allgather = neighbor_allgather(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: RawHandle, comm: RawHandle
    ) => NeighborAllgather {
        sent: Share::One(data(sendbuf, sendcount, sendtype)),
        received: Share::Equal(data(recvbuf, recvcount, recvtype)), comm: comm.get()
    },
    neighbours(sendcount.into(), sendtype.get(), comm.get())
}

collective! {
    MPI_Neighbor_allgatherv = neighbor_allgatherv(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int,
        displs: *const c_void, recvtype: RawHandle, comm: RawHandle
    ) => NeighborAllgatherv {
        sent: Share::One(data(sendbuf, sendcount, sendtype)),
        received: Share::Unequal(blocks(recvbuf, Counts::Small(recvcounts), displs, recvtype)), comm: comm.get()
    },
    neighbours(sendcount.into(), sendtype.get(), comm.get())
}

collective! {
    MPI_Neighbor_alltoall = neighbor_alltoall(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: RawHandle, comm: RawHandle
    ) => NeighborAlltoall {
        sent: Share::Equal(data(sendbuf, sendcount, sendtype)),
        received: Share::Equal(data(recvbuf, recvcount, recvtype)), comm: comm.get()
    },
    neighbours(sendcount.into(), sendtype.get(), comm.get())
}

collective! {
    MPI_Neighbor_alltoallv = neighbor_alltoallv(
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void, sendtype: RawHandle,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void, recvtype: RawHandle, comm: RawHandle
    ) => NeighborAlltoallv {
        sent: Share::Unequal(blocks(sendbuf, Counts::Small(sendcounts), sdispls, sendtype)),
        received: Share::Unequal(blocks(recvbuf, Counts::Small(recvcounts), rdispls, recvtype)), comm: comm.get()
    },
    neighbours_v(Counts::Small(sendcounts), sendtype.get(), comm.get())
}

collective! {
    MPI_Neighbor_alltoallw = neighbor_alltoallw(
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void, sendtypes: *const c_void,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void, recvtypes: *const c_void,
        comm: RawHandle
    ) => NeighborAlltoallw {
        sent: Share::Unequal(far_blocks(sendbuf, sendcounts, sdispls, sendtypes)),
        received: Share::Unequal(far_blocks(recvbuf, recvcounts, rdispls, recvtypes)), comm: comm.get()
    },
    neighbours_w(Counts::Small(sendcounts), Datatypes::C(sendtypes.cast()), comm.get())
}

collective! {
    MPI_Neighbor_allgather_c = neighbor_allgather_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count,
        recvtype: RawHandle, comm: RawHandle
    ) => NeighborAllgather {
        sent: Share::One(data(sendbuf, sendcount, sendtype)),
        received: Share::Equal(data(recvbuf, recvcount, recvtype)), comm: comm.get()
    },
    neighbours(sendcount, sendtype.get(), comm.get())
}

collective! {
    #[cfg(not(mpi_family = "openmpi"))]
    MPI_Neighbor_allgatherv_c = neighbor_allgatherv_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count,
        displs: *const c_void, recvtype: RawHandle, comm: RawHandle
    ) => NeighborAllgatherv {
        sent: Share::One(data(sendbuf, sendcount, sendtype)),
        received: Share::Unequal(blocks(recvbuf, Counts::Large(recvcounts), displs, recvtype)), comm: comm.get()
    },
    neighbours(sendcount, sendtype.get(), comm.get())
}

collective! {
    MPI_Neighbor_alltoall_c = neighbor_alltoall_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count,
        recvtype: RawHandle, comm: RawHandle
    ) => NeighborAlltoall {
        sent: Share::Equal(data(sendbuf, sendcount, sendtype)),
        received: Share::Equal(data(recvbuf, recvcount, recvtype)), comm: comm.get()
    },
    neighbours(sendcount, sendtype.get(), comm.get())
}

collective! {
    #[cfg(not(mpi_family = "openmpi"))]
    MPI_Neighbor_alltoallv_c = neighbor_alltoallv_c(
        sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const c_void, sendtype: RawHandle,
        recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void, recvtype: RawHandle, comm: RawHandle
    ) => NeighborAlltoallv {
        sent: Share::Unequal(blocks(sendbuf, Counts::Large(sendcounts), sdispls, sendtype)),
        received: Share::Unequal(blocks(recvbuf, Counts::Large(recvcounts), rdispls, recvtype)), comm: comm.get()
    },
    neighbours_v(Counts::Large(sendcounts), sendtype.get(), comm.get())
}

collective! {
    #[cfg(not(mpi_family = "openmpi"))]
    MPI_Neighbor_alltoallw_c = neighbor_alltoallw_c(
        sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const c_void, sendtypes: *const c_void,
        recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void, recvtypes: *const c_void,
        comm: RawHandle
    ) => NeighborAlltoallw {
        sent: Share::Unequal(blocks_of_each(sendbuf, Counts::Large(sendcounts), sdispls, sendtypes)),
        received: Share::Unequal(blocks_of_each(recvbuf, Counts::Large(recvcounts), rdispls, recvtypes)),
        comm: comm.get()
    },
    neighbours_w(Counts::Large(sendcounts), Datatypes::C(sendtypes.cast()), comm.get())
}
