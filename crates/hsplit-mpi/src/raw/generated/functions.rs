// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::*;

type Allgather = unsafe extern "C-unwind" fn(*const c_void, c_int, RawHandle, *mut c_void, c_int, RawHandle,
    RawHandle) -> c_int;
static ALLGATHER: Typed<Allgather> = Typed::next(c"MPI_Allgather");
#[inline]
pub unsafe fn allgather(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    ALLGATHER.known_or(unknown_allgather)(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_allgather(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    ALLGATHER.function()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}

type AllgatherC = unsafe extern "C-unwind" fn(*const c_void, Count, RawHandle, *mut c_void, Count, RawHandle,
    RawHandle) -> c_int;
static ALLGATHER_C: Large<AllgatherC> = Large::new(c"MPI_Allgather_c");
#[inline]
pub unsafe fn allgather_c(sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcount: Count, recvtype: RawHandle, comm: RawHandle) -> c_int {
    match ALLGATHER_C.function() {
        Some(function) => function(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
        None => narrowed(|| Ok(allgather(sendbuf, sendcount.try_into()?, sendtype, recvbuf, recvcount.try_into()?,
            recvtype, comm))),
    }
}

type Allgatherv = unsafe extern "C-unwind" fn(*const c_void, c_int, RawHandle, *mut c_void, *const c_int, *const c_void,
    RawHandle, RawHandle) -> c_int;
static ALLGATHERV: Typed<Allgatherv> = Typed::next(c"MPI_Allgatherv");
#[inline]
pub unsafe fn allgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle, comm: RawHandle) -> c_int {
    ALLGATHERV.known_or(unknown_allgatherv)(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_allgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    ALLGATHERV.function()(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
}

#[cfg(not(mpi_family = "openmpi"))]
type AllgathervC = unsafe extern "C-unwind" fn(*const c_void, Count, RawHandle, *mut c_void, *const Count,
    *const c_void, RawHandle, RawHandle) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static ALLGATHERV_C: Large<AllgathervC> = Large::new(c"MPI_Allgatherv_c");
#[cfg(not(mpi_family = "openmpi"))]
#[inline]
pub unsafe fn allgatherv_c(sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle, comm: RawHandle) -> c_int {
    match ALLGATHERV_C.function() {
        Some(function) => function(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm),
        None => too_large(),
    }
}

type Allreduce = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, c_int, RawHandle, RawHandle,
    RawHandle) -> c_int;
static ALLREDUCE: Typed<Allreduce> = Typed::next(c"MPI_Allreduce");
#[inline]
pub unsafe fn allreduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: RawHandle, op: RawHandle,
    comm: RawHandle) -> c_int {
    ALLREDUCE.known_or(unknown_allreduce)(sendbuf, recvbuf, count, datatype, op, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_allreduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    ALLREDUCE.function()(sendbuf, recvbuf, count, datatype, op, comm)
}

type AllreduceC = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, Count, RawHandle, RawHandle,
    RawHandle) -> c_int;
static ALLREDUCE_C: Large<AllreduceC> = Large::new(c"MPI_Allreduce_c");
#[inline]
pub unsafe fn allreduce_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: RawHandle,
    op: RawHandle, comm: RawHandle) -> c_int {
    match ALLREDUCE_C.function() {
        Some(function) => function(sendbuf, recvbuf, count, datatype, op, comm),
        None => narrowed(|| Ok(allreduce(sendbuf, recvbuf, count.try_into()?, datatype, op, comm))),
    }
}

type Alltoall = unsafe extern "C-unwind" fn(*const c_void, c_int, RawHandle, *mut c_void, c_int, RawHandle,
    RawHandle) -> c_int;
static ALLTOALL: Typed<Alltoall> = Typed::next(c"MPI_Alltoall");
#[inline]
pub unsafe fn alltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    ALLTOALL.known_or(unknown_alltoall)(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_alltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    ALLTOALL.function()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}

type AlltoallC = unsafe extern "C-unwind" fn(*const c_void, Count, RawHandle, *mut c_void, Count, RawHandle,
    RawHandle) -> c_int;
static ALLTOALL_C: Large<AlltoallC> = Large::new(c"MPI_Alltoall_c");
#[inline]
pub unsafe fn alltoall_c(sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcount: Count, recvtype: RawHandle, comm: RawHandle) -> c_int {
    match ALLTOALL_C.function() {
        Some(function) => function(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
        None => narrowed(|| Ok(alltoall(sendbuf, sendcount.try_into()?, sendtype, recvbuf, recvcount.try_into()?,
            recvtype, comm))),
    }
}

type Alltoallv = unsafe extern "C-unwind" fn(*const c_void, *const c_int, *const c_void, RawHandle, *mut c_void,
    *const c_int, *const c_void, RawHandle, RawHandle) -> c_int;
static ALLTOALLV: Typed<Alltoallv> = Typed::next(c"MPI_Alltoallv");
#[inline]
pub unsafe fn alltoallv(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    ALLTOALLV.known_or(unknown_alltoallv)(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_alltoallv(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    ALLTOALLV.function()(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm)
}

#[cfg(not(mpi_family = "openmpi"))]
type AlltoallvC = unsafe extern "C-unwind" fn(*const c_void, *const Count, *const c_void, RawHandle, *mut c_void,
    *const Count, *const c_void, RawHandle, RawHandle) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static ALLTOALLV_C: Large<AlltoallvC> = Large::new(c"MPI_Alltoallv_c");
#[cfg(not(mpi_family = "openmpi"))]
#[inline]
pub unsafe fn alltoallv_c(sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const c_void, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    match ALLTOALLV_C.function() {
        Some(function) => function(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
            comm),
        None => too_large(),
    }
}

type Alltoallw = unsafe extern "C-unwind" fn(*const c_void, *const c_int, *const c_void, *const c_void, *mut c_void,
    *const c_int, *const c_void, *const c_void, RawHandle) -> c_int;
static ALLTOALLW: Typed<Alltoallw> = Typed::next(c"MPI_Alltoallw");
#[inline]
pub unsafe fn alltoallw(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void,
    sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtypes: *const c_void, comm: RawHandle) -> c_int {
    ALLTOALLW.known_or(unknown_alltoallw)(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_alltoallw(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void,
    sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtypes: *const c_void, comm: RawHandle) -> c_int {
    ALLTOALLW.function()(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm)
}

#[cfg(not(mpi_family = "openmpi"))]
type AlltoallwC = unsafe extern "C-unwind" fn(*const c_void, *const Count, *const c_void, *const c_void, *mut c_void,
    *const Count, *const c_void, *const c_void, RawHandle) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static ALLTOALLW_C: Large<AlltoallwC> = Large::new(c"MPI_Alltoallw_c");
#[cfg(not(mpi_family = "openmpi"))]
#[inline]
pub unsafe fn alltoallw_c(sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const c_void,
    sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void,
    recvtypes: *const c_void, comm: RawHandle) -> c_int {
    match ALLTOALLW_C.function() {
        Some(function) => function(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
            comm),
        None => too_large(),
    }
}

type Barrier = unsafe extern "C-unwind" fn(RawHandle) -> c_int;
static BARRIER: Typed<Barrier> = Typed::next(c"MPI_Barrier");
#[inline]
pub unsafe fn barrier(comm: RawHandle) -> c_int {
    BARRIER.known_or(unknown_barrier)(comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_barrier(comm: RawHandle) -> c_int {
    BARRIER.function()(comm)
}

type Bcast = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, c_int, RawHandle) -> c_int;
static BCAST: Typed<Bcast> = Typed::next(c"MPI_Bcast");
#[inline]
pub unsafe fn bcast(buffer: *mut c_void, count: c_int, datatype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    BCAST.known_or(unknown_bcast)(buffer, count, datatype, root, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_bcast(buffer: *mut c_void, count: c_int, datatype: RawHandle, root: c_int,
    comm: RawHandle) -> c_int {
    BCAST.function()(buffer, count, datatype, root, comm)
}

type BcastC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, c_int, RawHandle) -> c_int;
static BCAST_C: Large<BcastC> = Large::new(c"MPI_Bcast_c");
#[inline]
pub unsafe fn bcast_c(buffer: *mut c_void, count: Count, datatype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    match BCAST_C.function() {
        Some(function) => function(buffer, count, datatype, root, comm),
        None => narrowed(|| Ok(bcast(buffer, count.try_into()?, datatype, root, comm))),
    }
}

type Exscan = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, c_int, RawHandle, RawHandle, RawHandle) -> c_int;
static EXSCAN: Typed<Exscan> = Typed::next(c"MPI_Exscan");
#[inline]
pub unsafe fn exscan(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: RawHandle, op: RawHandle,
    comm: RawHandle) -> c_int {
    EXSCAN.known_or(unknown_exscan)(sendbuf, recvbuf, count, datatype, op, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_exscan(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    EXSCAN.function()(sendbuf, recvbuf, count, datatype, op, comm)
}

type ExscanC = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, Count, RawHandle, RawHandle,
    RawHandle) -> c_int;
static EXSCAN_C: Large<ExscanC> = Large::new(c"MPI_Exscan_c");
#[inline]
pub unsafe fn exscan_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: RawHandle, op: RawHandle,
    comm: RawHandle) -> c_int {
    match EXSCAN_C.function() {
        Some(function) => function(sendbuf, recvbuf, count, datatype, op, comm),
        None => narrowed(|| Ok(exscan(sendbuf, recvbuf, count.try_into()?, datatype, op, comm))),
    }
}

type Gather = unsafe extern "C-unwind" fn(*const c_void, c_int, RawHandle, *mut c_void, c_int, RawHandle, c_int,
    RawHandle) -> c_int;
static GATHER: Typed<Gather> = Typed::next(c"MPI_Gather");
#[inline]
pub unsafe fn gather(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    GATHER.known_or(unknown_gather)(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_gather(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    GATHER.function()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
}

type GatherC = unsafe extern "C-unwind" fn(*const c_void, Count, RawHandle, *mut c_void, Count, RawHandle, c_int,
    RawHandle) -> c_int;
static GATHER_C: Large<GatherC> = Large::new(c"MPI_Gather_c");
#[inline]
pub unsafe fn gather_c(sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcount: Count, recvtype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    match GATHER_C.function() {
        Some(function) => function(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
        None => narrowed(|| Ok(gather(sendbuf, sendcount.try_into()?, sendtype, recvbuf, recvcount.try_into()?,
            recvtype, root, comm))),
    }
}

type NeighborAllgather = unsafe extern "C-unwind" fn(*const c_void, c_int, RawHandle, *mut c_void, c_int, RawHandle,
    RawHandle) -> c_int;
static NEIGHBOR_ALLGATHER: Typed<NeighborAllgather> = Typed::next(c"MPI_Neighbor_allgather");
#[inline]
pub unsafe fn neighbor_allgather(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    NEIGHBOR_ALLGATHER.known_or(unknown_neighbor_allgather)(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_neighbor_allgather(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    NEIGHBOR_ALLGATHER.function()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}

type NeighborAllgatherC = unsafe extern "C-unwind" fn(*const c_void, Count, RawHandle, *mut c_void, Count, RawHandle,
    RawHandle) -> c_int;
static NEIGHBOR_ALLGATHER_C: Large<NeighborAllgatherC> = Large::new(c"MPI_Neighbor_allgather_c");
#[inline]
pub unsafe fn neighbor_allgather_c(sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcount: Count, recvtype: RawHandle, comm: RawHandle) -> c_int {
    match NEIGHBOR_ALLGATHER_C.function() {
        Some(function) => function(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
        None => narrowed(|| Ok(neighbor_allgather(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, comm))),
    }
}

type NeighborAllgatherv = unsafe extern "C-unwind" fn(*const c_void, c_int, RawHandle, *mut c_void, *const c_int,
    *const c_void, RawHandle, RawHandle) -> c_int;
static NEIGHBOR_ALLGATHERV: Typed<NeighborAllgatherv> = Typed::next(c"MPI_Neighbor_allgatherv");
#[inline]
pub unsafe fn neighbor_allgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle, comm: RawHandle) -> c_int {
    NEIGHBOR_ALLGATHERV.known_or(unknown_neighbor_allgatherv)(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_neighbor_allgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    NEIGHBOR_ALLGATHERV.function()(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
}

#[cfg(not(mpi_family = "openmpi"))]
type NeighborAllgathervC = unsafe extern "C-unwind" fn(*const c_void, Count, RawHandle, *mut c_void, *const Count,
    *const c_void, RawHandle, RawHandle) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static NEIGHBOR_ALLGATHERV_C: Large<NeighborAllgathervC> = Large::new(c"MPI_Neighbor_allgatherv_c");
#[cfg(not(mpi_family = "openmpi"))]
#[inline]
pub unsafe fn neighbor_allgatherv_c(sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle, comm: RawHandle) -> c_int {
    match NEIGHBOR_ALLGATHERV_C.function() {
        Some(function) => function(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm),
        None => too_large(),
    }
}

type NeighborAlltoall = unsafe extern "C-unwind" fn(*const c_void, c_int, RawHandle, *mut c_void, c_int, RawHandle,
    RawHandle) -> c_int;
static NEIGHBOR_ALLTOALL: Typed<NeighborAlltoall> = Typed::next(c"MPI_Neighbor_alltoall");
#[inline]
pub unsafe fn neighbor_alltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    NEIGHBOR_ALLTOALL.known_or(unknown_neighbor_alltoall)(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_neighbor_alltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    NEIGHBOR_ALLTOALL.function()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}

type NeighborAlltoallC = unsafe extern "C-unwind" fn(*const c_void, Count, RawHandle, *mut c_void, Count, RawHandle,
    RawHandle) -> c_int;
static NEIGHBOR_ALLTOALL_C: Large<NeighborAlltoallC> = Large::new(c"MPI_Neighbor_alltoall_c");
#[inline]
pub unsafe fn neighbor_alltoall_c(sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcount: Count, recvtype: RawHandle, comm: RawHandle) -> c_int {
    match NEIGHBOR_ALLTOALL_C.function() {
        Some(function) => function(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
        None => narrowed(|| Ok(neighbor_alltoall(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, comm))),
    }
}

type NeighborAlltoallv = unsafe extern "C-unwind" fn(*const c_void, *const c_int, *const c_void, RawHandle, *mut c_void,
    *const c_int, *const c_void, RawHandle, RawHandle) -> c_int;
static NEIGHBOR_ALLTOALLV: Typed<NeighborAlltoallv> = Typed::next(c"MPI_Neighbor_alltoallv");
#[inline]
pub unsafe fn neighbor_alltoallv(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    NEIGHBOR_ALLTOALLV.known_or(unknown_neighbor_alltoallv)(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_neighbor_alltoallv(sendbuf: *const c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle) -> c_int {
    NEIGHBOR_ALLTOALLV.function()(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm)
}

#[cfg(not(mpi_family = "openmpi"))]
type NeighborAlltoallvC = unsafe extern "C-unwind" fn(*const c_void, *const Count, *const c_void, RawHandle,
    *mut c_void, *const Count, *const c_void, RawHandle, RawHandle) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static NEIGHBOR_ALLTOALLV_C: Large<NeighborAlltoallvC> = Large::new(c"MPI_Neighbor_alltoallv_c");
#[cfg(not(mpi_family = "openmpi"))]
#[inline]
pub unsafe fn neighbor_alltoallv_c(sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const c_void,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    match NEIGHBOR_ALLTOALLV_C.function() {
        Some(function) => function(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
            comm),
        None => too_large(),
    }
}

type NeighborAlltoallw = unsafe extern "C-unwind" fn(*const c_void, *const c_int, *const c_void, *const c_void,
    *mut c_void, *const c_int, *const c_void, *const c_void, RawHandle) -> c_int;
static NEIGHBOR_ALLTOALLW: Typed<NeighborAlltoallw> = Typed::next(c"MPI_Neighbor_alltoallw");
#[inline]
pub unsafe fn neighbor_alltoallw(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void,
    sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtypes: *const c_void, comm: RawHandle) -> c_int {
    NEIGHBOR_ALLTOALLW.known_or(unknown_neighbor_alltoallw)(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_neighbor_alltoallw(sendbuf: *const c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle) -> c_int {
    NEIGHBOR_ALLTOALLW.function()(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
        comm)
}

#[cfg(not(mpi_family = "openmpi"))]
type NeighborAlltoallwC = unsafe extern "C-unwind" fn(*const c_void, *const Count, *const c_void, *const c_void,
    *mut c_void, *const Count, *const c_void, *const c_void, RawHandle) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static NEIGHBOR_ALLTOALLW_C: Large<NeighborAlltoallwC> = Large::new(c"MPI_Neighbor_alltoallw_c");
#[cfg(not(mpi_family = "openmpi"))]
#[inline]
pub unsafe fn neighbor_alltoallw_c(sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const c_void,
    sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void,
    recvtypes: *const c_void, comm: RawHandle) -> c_int {
    match NEIGHBOR_ALLTOALLW_C.function() {
        Some(function) => function(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
            comm),
        None => too_large(),
    }
}

type Reduce = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, c_int, RawHandle, RawHandle, c_int,
    RawHandle) -> c_int;
static REDUCE: Typed<Reduce> = Typed::next(c"MPI_Reduce");
#[inline]
pub unsafe fn reduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: RawHandle, op: RawHandle,
    root: c_int, comm: RawHandle) -> c_int {
    REDUCE.known_or(unknown_reduce)(sendbuf, recvbuf, count, datatype, op, root, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_reduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    REDUCE.function()(sendbuf, recvbuf, count, datatype, op, root, comm)
}

type ReduceC = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, Count, RawHandle, RawHandle, c_int,
    RawHandle) -> c_int;
static REDUCE_C: Large<ReduceC> = Large::new(c"MPI_Reduce_c");
#[inline]
pub unsafe fn reduce_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: RawHandle, op: RawHandle,
    root: c_int, comm: RawHandle) -> c_int {
    match REDUCE_C.function() {
        Some(function) => function(sendbuf, recvbuf, count, datatype, op, root, comm),
        None => narrowed(|| Ok(reduce(sendbuf, recvbuf, count.try_into()?, datatype, op, root, comm))),
    }
}

type ReduceScatter = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, *const c_int, RawHandle, RawHandle,
    RawHandle) -> c_int;
static REDUCE_SCATTER: Typed<ReduceScatter> = Typed::next(c"MPI_Reduce_scatter");
#[inline]
pub unsafe fn reduce_scatter(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    REDUCE_SCATTER.known_or(unknown_reduce_scatter)(sendbuf, recvbuf, recvcounts, datatype, op, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_reduce_scatter(sendbuf: *const c_void, recvbuf: *mut c_void,
    recvcounts: *const c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    REDUCE_SCATTER.function()(sendbuf, recvbuf, recvcounts, datatype, op, comm)
}

#[cfg(not(mpi_family = "openmpi"))]
type ReduceScatterC = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, *const Count, RawHandle, RawHandle,
    RawHandle) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static REDUCE_SCATTER_C: Large<ReduceScatterC> = Large::new(c"MPI_Reduce_scatter_c");
#[cfg(not(mpi_family = "openmpi"))]
#[inline]
pub unsafe fn reduce_scatter_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    match REDUCE_SCATTER_C.function() {
        Some(function) => function(sendbuf, recvbuf, recvcounts, datatype, op, comm),
        None => too_large(),
    }
}

type ReduceScatterBlock = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, c_int, RawHandle, RawHandle,
    RawHandle) -> c_int;
static REDUCE_SCATTER_BLOCK: Typed<ReduceScatterBlock> = Typed::next(c"MPI_Reduce_scatter_block");
#[inline]
pub unsafe fn reduce_scatter_block(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: RawHandle,
    op: RawHandle, comm: RawHandle) -> c_int {
    REDUCE_SCATTER_BLOCK.known_or(unknown_reduce_scatter_block)(sendbuf, recvbuf, recvcount, datatype, op, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_reduce_scatter_block(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    REDUCE_SCATTER_BLOCK.function()(sendbuf, recvbuf, recvcount, datatype, op, comm)
}

type ReduceScatterBlockC = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, Count, RawHandle, RawHandle,
    RawHandle) -> c_int;
static REDUCE_SCATTER_BLOCK_C: Large<ReduceScatterBlockC> = Large::new(c"MPI_Reduce_scatter_block_c");
#[inline]
pub unsafe fn reduce_scatter_block_c(sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    match REDUCE_SCATTER_BLOCK_C.function() {
        Some(function) => function(sendbuf, recvbuf, recvcount, datatype, op, comm),
        None => narrowed(|| Ok(reduce_scatter_block(sendbuf, recvbuf, recvcount.try_into()?, datatype, op, comm))),
    }
}

type Scan = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, c_int, RawHandle, RawHandle, RawHandle) -> c_int;
static SCAN: Typed<Scan> = Typed::next(c"MPI_Scan");
#[inline]
pub unsafe fn scan(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: RawHandle, op: RawHandle,
    comm: RawHandle) -> c_int {
    SCAN.known_or(unknown_scan)(sendbuf, recvbuf, count, datatype, op, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_scan(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    SCAN.function()(sendbuf, recvbuf, count, datatype, op, comm)
}

type ScanC = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, Count, RawHandle, RawHandle, RawHandle) -> c_int;
static SCAN_C: Large<ScanC> = Large::new(c"MPI_Scan_c");
#[inline]
pub unsafe fn scan_c(sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: RawHandle, op: RawHandle,
    comm: RawHandle) -> c_int {
    match SCAN_C.function() {
        Some(function) => function(sendbuf, recvbuf, count, datatype, op, comm),
        None => narrowed(|| Ok(scan(sendbuf, recvbuf, count.try_into()?, datatype, op, comm))),
    }
}

type Scatter = unsafe extern "C-unwind" fn(*const c_void, c_int, RawHandle, *mut c_void, c_int, RawHandle, c_int,
    RawHandle) -> c_int;
static SCATTER: Typed<Scatter> = Typed::next(c"MPI_Scatter");
#[inline]
pub unsafe fn scatter(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    SCATTER.known_or(unknown_scatter)(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_scatter(sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    SCATTER.function()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
}

type ScatterC = unsafe extern "C-unwind" fn(*const c_void, Count, RawHandle, *mut c_void, Count, RawHandle, c_int,
    RawHandle) -> c_int;
static SCATTER_C: Large<ScatterC> = Large::new(c"MPI_Scatter_c");
#[inline]
pub unsafe fn scatter_c(sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcount: Count, recvtype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    match SCATTER_C.function() {
        Some(function) => function(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
        None => narrowed(|| Ok(scatter(sendbuf, sendcount.try_into()?, sendtype, recvbuf, recvcount.try_into()?,
            recvtype, root, comm))),
    }
}

type CartCreate = unsafe extern "C-unwind" fn(RawHandle, c_int, *const c_int, *const c_int, c_int,
    *mut c_void) -> c_int;
static CART_CREATE: Typed<CartCreate> = Typed::next(c"MPI_Cart_create");
#[inline]
pub unsafe fn cart_create(comm_old: RawHandle, ndims: c_int, dims: *const c_int, periods: *const c_int, reorder: c_int,
    comm_cart: *mut c_void) -> c_int {
    CART_CREATE.known_or(unknown_cart_create)(comm_old, ndims, dims, periods, reorder, comm_cart)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_cart_create(comm_old: RawHandle, ndims: c_int, dims: *const c_int,
    periods: *const c_int, reorder: c_int, comm_cart: *mut c_void) -> c_int {
    CART_CREATE.function()(comm_old, ndims, dims, periods, reorder, comm_cart)
}

type CartMap = unsafe extern "C-unwind" fn(RawHandle, c_int, *const c_int, *const c_int, *mut c_int) -> c_int;
static CART_MAP: Typed<CartMap> = Typed::next(c"MPI_Cart_map");
#[inline]
pub unsafe fn cart_map(comm: RawHandle, ndims: c_int, dims: *const c_int, periods: *const c_int,
    newrank: *mut c_int) -> c_int {
    CART_MAP.known_or(unknown_cart_map)(comm, ndims, dims, periods, newrank)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_cart_map(comm: RawHandle, ndims: c_int, dims: *const c_int, periods: *const c_int,
    newrank: *mut c_int) -> c_int {
    CART_MAP.function()(comm, ndims, dims, periods, newrank)
}

type DistGraphCreate = unsafe extern "C-unwind" fn(RawHandle, c_int, *const c_int, *const c_int, *const c_int,
    *const c_int, RawHandle, c_int, *mut c_void) -> c_int;
static DIST_GRAPH_CREATE: Typed<DistGraphCreate> = Typed::next(c"MPI_Dist_graph_create");
#[inline]
pub unsafe fn dist_graph_create(comm_old: RawHandle, n: c_int, sources: *const c_int, degrees: *const c_int,
    destinations: *const c_int, weights: *const c_int, info: RawHandle, reorder: c_int,
    comm_dist_graph: *mut c_void) -> c_int {
    DIST_GRAPH_CREATE.known_or(unknown_dist_graph_create)(comm_old, n, sources, degrees, destinations, weights, info,
        reorder, comm_dist_graph)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_dist_graph_create(comm_old: RawHandle, n: c_int, sources: *const c_int,
    degrees: *const c_int, destinations: *const c_int, weights: *const c_int, info: RawHandle, reorder: c_int,
    comm_dist_graph: *mut c_void) -> c_int {
    DIST_GRAPH_CREATE.function()(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph)
}

type DistGraphCreateAdjacent = unsafe extern "C-unwind" fn(RawHandle, c_int, *const c_int, *const c_int, c_int,
    *const c_int, *const c_int, RawHandle, c_int, *mut c_void) -> c_int;
static DIST_GRAPH_CREATE_ADJACENT: Typed<DistGraphCreateAdjacent> = Typed::next(c"MPI_Dist_graph_create_adjacent");
#[inline]
pub unsafe fn dist_graph_create_adjacent(comm_old: RawHandle, indegree: c_int, sources: *const c_int,
    sourceweights: *const c_int, outdegree: c_int, destinations: *const c_int, destweights: *const c_int,
    info: RawHandle, reorder: c_int, comm_dist_graph: *mut c_void) -> c_int {
    DIST_GRAPH_CREATE_ADJACENT.known_or(unknown_dist_graph_create_adjacent)(comm_old, indegree, sources, sourceweights,
        outdegree, destinations, destweights, info, reorder, comm_dist_graph)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_dist_graph_create_adjacent(comm_old: RawHandle, indegree: c_int,
    sources: *const c_int, sourceweights: *const c_int, outdegree: c_int, destinations: *const c_int,
    destweights: *const c_int, info: RawHandle, reorder: c_int, comm_dist_graph: *mut c_void) -> c_int {
    DIST_GRAPH_CREATE_ADJACENT.function()(comm_old, indegree, sources, sourceweights, outdegree, destinations,
        destweights, info, reorder, comm_dist_graph)
}

type GraphCreate = unsafe extern "C-unwind" fn(RawHandle, c_int, *const c_int, *const c_int, c_int,
    *mut c_void) -> c_int;
static GRAPH_CREATE: Typed<GraphCreate> = Typed::next(c"MPI_Graph_create");
#[inline]
pub unsafe fn graph_create(comm_old: RawHandle, nnodes: c_int, index: *const c_int, edges: *const c_int, reorder: c_int,
    comm_graph: *mut c_void) -> c_int {
    GRAPH_CREATE.known_or(unknown_graph_create)(comm_old, nnodes, index, edges, reorder, comm_graph)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_graph_create(comm_old: RawHandle, nnodes: c_int, index: *const c_int,
    edges: *const c_int, reorder: c_int, comm_graph: *mut c_void) -> c_int {
    GRAPH_CREATE.function()(comm_old, nnodes, index, edges, reorder, comm_graph)
}

type GraphMap = unsafe extern "C-unwind" fn(RawHandle, c_int, *const c_int, *const c_int, *mut c_int) -> c_int;
static GRAPH_MAP: Typed<GraphMap> = Typed::next(c"MPI_Graph_map");
#[inline]
pub unsafe fn graph_map(comm: RawHandle, nnodes: c_int, index: *const c_int, edges: *const c_int,
    newrank: *mut c_int) -> c_int {
    GRAPH_MAP.known_or(unknown_graph_map)(comm, nnodes, index, edges, newrank)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_graph_map(comm: RawHandle, nnodes: c_int, index: *const c_int, edges: *const c_int,
    newrank: *mut c_int) -> c_int {
    GRAPH_MAP.function()(comm, nnodes, index, edges, newrank)
}

type Finalize = unsafe extern "C-unwind" fn() -> c_int;
static FINALIZE: Typed<Finalize> = Typed::next(c"MPI_Finalize");
#[inline]
pub unsafe fn finalize() -> c_int {
    FINALIZE.known_or(unknown_finalize)()
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_finalize() -> c_int {
    FINALIZE.function()()
}

type Init = unsafe extern "C-unwind" fn(*mut c_int, *mut *mut *mut c_char) -> c_int;
static INIT: Typed<Init> = Typed::next(c"MPI_Init");
#[inline]
pub unsafe fn init(argc: *mut c_int, argv: *mut *mut *mut c_char) -> c_int {
    INIT.known_or(unknown_init)(argc, argv)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_init(argc: *mut c_int, argv: *mut *mut *mut c_char) -> c_int {
    INIT.function()(argc, argv)
}

type InitThread = unsafe extern "C-unwind" fn(*mut c_int, *mut *mut *mut c_char, c_int, *mut c_int) -> c_int;
static INIT_THREAD: Typed<InitThread> = Typed::next(c"MPI_Init_thread");
#[inline]
pub unsafe fn init_thread(argc: *mut c_int, argv: *mut *mut *mut c_char, required: c_int,
    provided: *mut c_int) -> c_int {
    INIT_THREAD.known_or(unknown_init_thread)(argc, argv, required, provided)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_init_thread(argc: *mut c_int, argv: *mut *mut *mut c_char, required: c_int,
    provided: *mut c_int) -> c_int {
    INIT_THREAD.function()(argc, argv, required, provided)
}

type CommCreateFromGroup = unsafe extern "C-unwind" fn(RawHandle, *const c_char, RawHandle, RawHandle,
    *mut c_void) -> c_int;
static COMM_CREATE_FROM_GROUP: Typed<CommCreateFromGroup> = Typed::next(c"MPI_Comm_create_from_group");
#[inline]
pub unsafe fn comm_create_from_group(group: RawHandle, stringtag: *const c_char, info: RawHandle, errhandler: RawHandle,
    newcomm: *mut c_void) -> c_int {
    COMM_CREATE_FROM_GROUP.known_or(unknown_comm_create_from_group)(group, stringtag, info, errhandler, newcomm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_comm_create_from_group(group: RawHandle, stringtag: *const c_char, info: RawHandle,
    errhandler: RawHandle, newcomm: *mut c_void) -> c_int {
    COMM_CREATE_FROM_GROUP.function()(group, stringtag, info, errhandler, newcomm)
}

type CommDisconnect = unsafe extern "C-unwind" fn(*mut c_void) -> c_int;
static COMM_DISCONNECT: Typed<CommDisconnect> = Typed::next(c"MPI_Comm_disconnect");
#[inline]
pub unsafe fn comm_disconnect(comm: *mut c_void) -> c_int {
    COMM_DISCONNECT.known_or(unknown_comm_disconnect)(comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_comm_disconnect(comm: *mut c_void) -> c_int {
    COMM_DISCONNECT.function()(comm)
}

type CommFree = unsafe extern "C-unwind" fn(*mut c_void) -> c_int;
static COMM_FREE: Typed<CommFree> = Typed::next(c"MPI_Comm_free");
#[inline]
pub unsafe fn comm_free(comm: *mut c_void) -> c_int {
    COMM_FREE.known_or(unknown_comm_free)(comm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_comm_free(comm: *mut c_void) -> c_int {
    COMM_FREE.function()(comm)
}

type GroupFromSessionPset = unsafe extern "C-unwind" fn(RawHandle, *const c_char, *mut c_void) -> c_int;
static GROUP_FROM_SESSION_PSET: Typed<GroupFromSessionPset> = Typed::next(c"MPI_Group_from_session_pset");
#[inline]
pub unsafe fn group_from_session_pset(session: RawHandle, pset_name: *const c_char, newgroup: *mut c_void) -> c_int {
    GROUP_FROM_SESSION_PSET.known_or(unknown_group_from_session_pset)(session, pset_name, newgroup)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_group_from_session_pset(session: RawHandle, pset_name: *const c_char,
    newgroup: *mut c_void) -> c_int {
    GROUP_FROM_SESSION_PSET.function()(session, pset_name, newgroup)
}

type IntercommMerge = unsafe extern "C-unwind" fn(RawHandle, c_int, *mut c_void) -> c_int;
static INTERCOMM_MERGE: Typed<IntercommMerge> = Typed::next(c"MPI_Intercomm_merge");
#[inline]
pub unsafe fn intercomm_merge(intercomm: RawHandle, high: c_int, newintracomm: *mut c_void) -> c_int {
    INTERCOMM_MERGE.known_or(unknown_intercomm_merge)(intercomm, high, newintracomm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_intercomm_merge(intercomm: RawHandle, high: c_int,
    newintracomm: *mut c_void) -> c_int {
    INTERCOMM_MERGE.function()(intercomm, high, newintracomm)
}

type SessionFinalize = unsafe extern "C-unwind" fn(*mut c_void) -> c_int;
static SESSION_FINALIZE: Typed<SessionFinalize> = Typed::next(c"MPI_Session_finalize");
#[inline]
pub unsafe fn session_finalize(session: *mut c_void) -> c_int {
    SESSION_FINALIZE.known_or(unknown_session_finalize)(session)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_session_finalize(session: *mut c_void) -> c_int {
    SESSION_FINALIZE.function()(session)
}

type SessionGetNthPset = unsafe extern "C-unwind" fn(RawHandle, RawHandle, c_int, *mut c_int, *mut c_void) -> c_int;
static SESSION_GET_NTH_PSET: Typed<SessionGetNthPset> = Typed::next(c"MPI_Session_get_nth_pset");
#[inline]
pub unsafe fn session_get_nth_pset(session: RawHandle, info: RawHandle, n: c_int, pset_len: *mut c_int,
    pset_name: *mut c_void) -> c_int {
    SESSION_GET_NTH_PSET.known_or(unknown_session_get_nth_pset)(session, info, n, pset_len, pset_name)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_session_get_nth_pset(session: RawHandle, info: RawHandle, n: c_int,
    pset_len: *mut c_int, pset_name: *mut c_void) -> c_int {
    SESSION_GET_NTH_PSET.function()(session, info, n, pset_len, pset_name)
}

type SessionGetNumPsets = unsafe extern "C-unwind" fn(RawHandle, RawHandle, *mut c_void) -> c_int;
static SESSION_GET_NUM_PSETS: Typed<SessionGetNumPsets> = Typed::next(c"MPI_Session_get_num_psets");
#[inline]
pub unsafe fn session_get_num_psets(session: RawHandle, info: RawHandle, npset_names: *mut c_void) -> c_int {
    SESSION_GET_NUM_PSETS.known_or(unknown_session_get_num_psets)(session, info, npset_names)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_session_get_num_psets(session: RawHandle, info: RawHandle,
    npset_names: *mut c_void) -> c_int {
    SESSION_GET_NUM_PSETS.function()(session, info, npset_names)
}

type SessionGetPsetInfo = unsafe extern "C-unwind" fn(RawHandle, *const c_char, *mut c_void) -> c_int;
static SESSION_GET_PSET_INFO: Typed<SessionGetPsetInfo> = Typed::next(c"MPI_Session_get_pset_info");
#[inline]
pub unsafe fn session_get_pset_info(session: RawHandle, pset_name: *const c_char, info: *mut c_void) -> c_int {
    SESSION_GET_PSET_INFO.known_or(unknown_session_get_pset_info)(session, pset_name, info)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_session_get_pset_info(session: RawHandle, pset_name: *const c_char,
    info: *mut c_void) -> c_int {
    SESSION_GET_PSET_INFO.function()(session, pset_name, info)
}

type SessionInit = unsafe extern "C-unwind" fn(RawHandle, RawHandle, *mut c_void) -> c_int;
static SESSION_INIT: Typed<SessionInit> = Typed::next(c"MPI_Session_init");
#[inline]
pub unsafe fn session_init(info: RawHandle, errhandler: RawHandle, session: *mut c_void) -> c_int {
    SESSION_INIT.known_or(unknown_session_init)(info, errhandler, session)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_session_init(info: RawHandle, errhandler: RawHandle,
    session: *mut c_void) -> c_int {
    SESSION_INIT.function()(info, errhandler, session)
}

type CommSplitType = unsafe extern "C-unwind" fn(RawHandle, c_int, c_int, RawHandle, *mut c_void) -> c_int;
static COMM_SPLIT_TYPE: Typed<CommSplitType> = Typed::next(c"MPI_Comm_split_type");
#[inline]
pub unsafe fn comm_split_type(comm: RawHandle, split_type: c_int, key: c_int, info: RawHandle,
    newcomm: *mut c_void) -> c_int {
    COMM_SPLIT_TYPE.known_or(unknown_comm_split_type)(comm, split_type, key, info, newcomm)
}
#[cold]
#[inline(never)]
unsafe extern "C-unwind" fn unknown_comm_split_type(comm: RawHandle, split_type: c_int, key: c_int, info: RawHandle,
    newcomm: *mut c_void) -> c_int {
    COMM_SPLIT_TYPE.function()(comm, split_type, key, info, newcomm)
}
