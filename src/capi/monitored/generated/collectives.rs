// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::prelude::*;

type Gatherv = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, *mut c_void, *const c_int, *const c_void,
    RawHandle, c_int, RawHandle) -> c_int;
static GATHERV: Next<Gatherv, Collectives> = Next::new(c"MPI_Gatherv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Gatherv(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    root: c_int, comm: RawHandle) -> c_int {
    if let Some(next) = GATHERV.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm); }
    gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn gatherv(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle, root: c_int,
    comm: RawHandle) -> c_int {
    let native = move || GATHERV.native()(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
        comm);
    GATHERV.counted(native, Now(move || monitor::gatherv(sendbuf, sendcount.into(), sendtype.get(), root, comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type GathervC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, *mut c_void, *const Count, *const c_void,
    RawHandle, c_int, RawHandle) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static GATHERV_C: Large<GathervC, Collectives> = Large::new(c"MPI_Gatherv_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Gatherv_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    root: c_int, comm: RawHandle) -> c_int {
    if let Some(next) = GATHERV_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm); }
    gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn gatherv_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle, root: c_int,
    comm: RawHandle) -> c_int {
    let native = move || match GATHERV_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm),
        None => too_large(),
    };
    GATHERV_C.counted(native, Now(move || monitor::gatherv(sendbuf, sendcount, sendtype.get(), root, comm.get())))
}

type Scatterv = unsafe extern "C-unwind" fn(*mut c_void, *const c_int, *const c_void, RawHandle, *mut c_void, c_int,
    RawHandle, c_int, RawHandle) -> c_int;
static SCATTERV: Next<Scatterv, Collectives> = Next::new(c"MPI_Scatterv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Scatterv(sendbuf: *mut c_void, sendcounts: *const c_int,
    displs: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle,
    root: c_int, comm: RawHandle) -> c_int {
    if let Some(next) = SCATTERV.uncounted() { return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm); }
    scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn scatterv(sendbuf: *mut c_void, sendcounts: *const c_int,
    displs: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle,
    root: c_int, comm: RawHandle) -> c_int {
    let native = move || SCATTERV.native()(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root,
        comm);
    SCATTERV.counted(native, Now(move || monitor::scatterv(Counts::Small(sendcounts), sendtype.get(), recvbuf, root,
        comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type ScattervC = unsafe extern "C-unwind" fn(*mut c_void, *const Count, *const c_void, RawHandle, *mut c_void, Count,
    RawHandle, c_int, RawHandle) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static SCATTERV_C: Large<ScattervC, Collectives> = Large::new(c"MPI_Scatterv_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Scatterv_c(sendbuf: *mut c_void, sendcounts: *const Count,
    displs: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle,
    root: c_int, comm: RawHandle) -> c_int {
    if let Some(next) = SCATTERV_C.uncounted() { return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm); }
    scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn scatterv_c(sendbuf: *mut c_void, sendcounts: *const Count,
    displs: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle,
    root: c_int, comm: RawHandle) -> c_int {
    let native = move || match SCATTERV_C.native() {
        Some(native) => native(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm),
        None => too_large(),
    };
    SCATTERV_C.counted(native, Now(move || monitor::scatterv(Counts::Large(sendcounts), sendtype.get(), recvbuf, root,
        comm.get())))
}

type IneighborAllgather = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, *mut c_void, c_int, RawHandle,
    RawHandle, *mut c_void) -> c_int;
static INEIGHBOR_ALLGATHER: Next<IneighborAllgather, Collectives> = Next::new(c"MPI_Ineighbor_allgather");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ineighbor_allgather(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = INEIGHBOR_ALLGATHER.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, request); }
    ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ineighbor_allgather(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || INEIGHBOR_ALLGATHER.native()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request);
    INEIGHBOR_ALLGATHER.counted(native, Now(move || monitor::neighbours(sendcount.into(), sendtype.get(), comm.get())))
}

type IneighborAllgatherC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, *mut c_void, Count, RawHandle,
    RawHandle, *mut c_void) -> c_int;
static INEIGHBOR_ALLGATHER_C: Large<IneighborAllgatherC, Collectives> = Large::new(c"MPI_Ineighbor_allgather_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ineighbor_allgather_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = INEIGHBOR_ALLGATHER_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm, request); }
    ineighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ineighbor_allgather_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match INEIGHBOR_ALLGATHER_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
        None => narrowed(|| Ok(INEIGHBOR_ALLGATHER.native()(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, comm, request))),
    };
    INEIGHBOR_ALLGATHER_C.counted(native, Now(move || monitor::neighbours(sendcount, sendtype.get(), comm.get())))
}

type NeighborAllgatherInit = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, *mut c_void, c_int, RawHandle,
    RawHandle, RawHandle, *mut c_void) -> c_int;
static NEIGHBOR_ALLGATHER_INIT: Next<NeighborAllgatherInit, Collectives> = Next::new(c"MPI_Neighbor_allgather_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_allgather_init(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = NEIGHBOR_ALLGATHER_INIT.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm, info, request); }
    neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_allgather_init(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || NEIGHBOR_ALLGATHER_INIT.native()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request);
    NEIGHBOR_ALLGATHER_INIT.counted(native, Later(Requests::C(request.cast()),
        move || monitor::neighbours(sendcount.into(), sendtype.get(), comm.get())))
}

type NeighborAllgatherInitC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, *mut c_void, Count, RawHandle,
    RawHandle, RawHandle, *mut c_void) -> c_int;
static NEIGHBOR_ALLGATHER_INIT_C: Large<NeighborAllgatherInitC, Collectives> =
    Large::new(c"MPI_Neighbor_allgather_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_allgather_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = NEIGHBOR_ALLGATHER_INIT_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm, info, request); }
    neighbor_allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_allgather_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match NEIGHBOR_ALLGATHER_INIT_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request),
        None => narrowed(|| Ok(NEIGHBOR_ALLGATHER_INIT.native()(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, comm, info, request))),
    };
    NEIGHBOR_ALLGATHER_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::neighbours(sendcount,
        sendtype.get(), comm.get())))
}

type IneighborAllgatherv = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, *mut c_void, *const c_int,
    *const c_void, RawHandle, RawHandle, *mut c_void) -> c_int;
static INEIGHBOR_ALLGATHERV: Next<IneighborAllgatherv, Collectives> = Next::new(c"MPI_Ineighbor_allgatherv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ineighbor_allgatherv(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = INEIGHBOR_ALLGATHERV.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf,
        recvcounts, displs, recvtype, comm, request); }
    ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ineighbor_allgatherv(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || INEIGHBOR_ALLGATHERV.native()(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, request);
    INEIGHBOR_ALLGATHERV.counted(native, Now(move || monitor::neighbours(sendcount.into(), sendtype.get(),
        comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type IneighborAllgathervC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, *mut c_void, *const Count,
    *const c_void, RawHandle, RawHandle, *mut c_void) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static INEIGHBOR_ALLGATHERV_C: Large<IneighborAllgathervC, Collectives> = Large::new(c"MPI_Ineighbor_allgatherv_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ineighbor_allgatherv_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = INEIGHBOR_ALLGATHERV_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf,
        recvcounts, displs, recvtype, comm, request); }
    ineighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn ineighbor_allgatherv_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match INEIGHBOR_ALLGATHERV_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request),
        None => too_large(),
    };
    INEIGHBOR_ALLGATHERV_C.counted(native, Now(move || monitor::neighbours(sendcount, sendtype.get(), comm.get())))
}

type NeighborAllgathervInit = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, *mut c_void, *const c_int,
    *const c_void, RawHandle, RawHandle, RawHandle, *mut c_void) -> c_int;
static NEIGHBOR_ALLGATHERV_INIT: Next<NeighborAllgathervInit, Collectives> =
    Next::new(c"MPI_Neighbor_allgatherv_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_allgatherv_init(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = NEIGHBOR_ALLGATHERV_INIT.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf,
        recvcounts, displs, recvtype, comm, info, request); }
    neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_allgatherv_init(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || NEIGHBOR_ALLGATHERV_INIT.native()(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, info, request);
    NEIGHBOR_ALLGATHERV_INIT.counted(native, Later(Requests::C(request.cast()),
        move || monitor::neighbours(sendcount.into(), sendtype.get(), comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type NeighborAllgathervInitC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, *mut c_void, *const Count,
    *const c_void, RawHandle, RawHandle, RawHandle, *mut c_void) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static NEIGHBOR_ALLGATHERV_INIT_C: Large<NeighborAllgathervInitC, Collectives> =
    Large::new(c"MPI_Neighbor_allgatherv_init_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_allgatherv_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = NEIGHBOR_ALLGATHERV_INIT_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf,
        recvcounts, displs, recvtype, comm, info, request); }
    neighbor_allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info,
        request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn neighbor_allgatherv_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match NEIGHBOR_ALLGATHERV_INIT_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info,
            request),
        None => too_large(),
    };
    NEIGHBOR_ALLGATHERV_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::neighbours(sendcount,
        sendtype.get(), comm.get())))
}

static INEIGHBOR_ALLTOALL: Next<IneighborAllgather, Collectives> = Next::new(c"MPI_Ineighbor_alltoall");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ineighbor_alltoall(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = INEIGHBOR_ALLTOALL.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, request); }
    ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ineighbor_alltoall(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || INEIGHBOR_ALLTOALL.native()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request);
    INEIGHBOR_ALLTOALL.counted(native, Now(move || monitor::neighbours(sendcount.into(), sendtype.get(), comm.get())))
}

static INEIGHBOR_ALLTOALL_C: Large<IneighborAllgatherC, Collectives> = Large::new(c"MPI_Ineighbor_alltoall_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ineighbor_alltoall_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = INEIGHBOR_ALLTOALL_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, request); }
    ineighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ineighbor_alltoall_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match INEIGHBOR_ALLTOALL_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
        None => narrowed(|| Ok(INEIGHBOR_ALLTOALL.native()(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, comm, request))),
    };
    INEIGHBOR_ALLTOALL_C.counted(native, Now(move || monitor::neighbours(sendcount, sendtype.get(), comm.get())))
}

static NEIGHBOR_ALLTOALL_INIT: Next<NeighborAllgatherInit, Collectives> = Next::new(c"MPI_Neighbor_alltoall_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_alltoall_init(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = NEIGHBOR_ALLTOALL_INIT.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm, info, request); }
    neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_alltoall_init(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || NEIGHBOR_ALLTOALL_INIT.native()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request);
    NEIGHBOR_ALLTOALL_INIT.counted(native, Later(Requests::C(request.cast()),
        move || monitor::neighbours(sendcount.into(), sendtype.get(), comm.get())))
}

static NEIGHBOR_ALLTOALL_INIT_C: Large<NeighborAllgatherInitC, Collectives> =
    Large::new(c"MPI_Neighbor_alltoall_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_alltoall_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = NEIGHBOR_ALLTOALL_INIT_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm, info, request); }
    neighbor_alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_alltoall_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match NEIGHBOR_ALLTOALL_INIT_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request),
        None => narrowed(|| Ok(NEIGHBOR_ALLTOALL_INIT.native()(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, comm, info, request))),
    };
    NEIGHBOR_ALLTOALL_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::neighbours(sendcount,
        sendtype.get(), comm.get())))
}

type IneighborAlltoallv = unsafe extern "C-unwind" fn(*mut c_void, *const c_int, *const c_void, RawHandle, *mut c_void,
    *const c_int, *const c_void, RawHandle, RawHandle, *mut c_void) -> c_int;
static INEIGHBOR_ALLTOALLV: Next<IneighborAlltoallv, Collectives> = Next::new(c"MPI_Ineighbor_alltoallv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ineighbor_alltoallv(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = INEIGHBOR_ALLTOALLV.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, request); }
    ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ineighbor_alltoallv(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || INEIGHBOR_ALLTOALLV.native()(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, request);
    INEIGHBOR_ALLTOALLV.counted(native, Now(move || monitor::neighbours_v(Counts::Small(sendcounts), sendtype.get(),
        comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type IneighborAlltoallvC = unsafe extern "C-unwind" fn(*mut c_void, *const Count, *const c_void, RawHandle, *mut c_void,
    *const Count, *const c_void, RawHandle, RawHandle, *mut c_void) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static INEIGHBOR_ALLTOALLV_C: Large<IneighborAlltoallvC, Collectives> = Large::new(c"MPI_Ineighbor_alltoallv_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ineighbor_alltoallv_c(sendbuf: *mut c_void,
    sendcounts: *const Count, sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcounts: *const Count, rdispls: *const c_void, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = INEIGHBOR_ALLTOALLV_C.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, request); }
    ineighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
        request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn ineighbor_alltoallv_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match INEIGHBOR_ALLTOALLV_C.native() {
        Some(native) => native(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
            request),
        None => too_large(),
    };
    INEIGHBOR_ALLTOALLV_C.counted(native, Now(move || monitor::neighbours_v(Counts::Large(sendcounts), sendtype.get(),
        comm.get())))
}

type NeighborAlltoallvInit = unsafe extern "C-unwind" fn(*mut c_void, *const c_int, *const c_void, RawHandle,
    *mut c_void, *const c_int, *const c_void, RawHandle, RawHandle, RawHandle, *mut c_void) -> c_int;
static NEIGHBOR_ALLTOALLV_INIT: Next<NeighborAlltoallvInit, Collectives> = Next::new(c"MPI_Neighbor_alltoallv_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_alltoallv_init(sendbuf: *mut c_void,
    sendcounts: *const c_int, sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcounts: *const c_int, rdispls: *const c_void, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = NEIGHBOR_ALLTOALLV_INIT.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtype,
        recvbuf, recvcounts, rdispls, recvtype, comm, info, request); }
    neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info,
        request)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_alltoallv_init(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || NEIGHBOR_ALLTOALLV_INIT.native()(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, info, request);
    NEIGHBOR_ALLTOALLV_INIT.counted(native, Later(Requests::C(request.cast()),
        move || monitor::neighbours_v(Counts::Small(sendcounts), sendtype.get(), comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type NeighborAlltoallvInitC = unsafe extern "C-unwind" fn(*mut c_void, *const Count, *const c_void, RawHandle,
    *mut c_void, *const Count, *const c_void, RawHandle, RawHandle, RawHandle, *mut c_void) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static NEIGHBOR_ALLTOALLV_INIT_C: Large<NeighborAlltoallvInitC, Collectives> =
    Large::new(c"MPI_Neighbor_alltoallv_init_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_alltoallv_init_c(sendbuf: *mut c_void,
    sendcounts: *const Count, sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcounts: *const Count, rdispls: *const c_void, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = NEIGHBOR_ALLTOALLV_INIT_C.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtype,
        recvbuf, recvcounts, rdispls, recvtype, comm, info, request); }
    neighbor_alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
        info, request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn neighbor_alltoallv_init_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match NEIGHBOR_ALLTOALLV_INIT_C.native() {
        Some(native) => native(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
            info, request),
        None => too_large(),
    };
    NEIGHBOR_ALLTOALLV_INIT_C.counted(native, Later(Requests::C(request.cast()),
        move || monitor::neighbours_v(Counts::Large(sendcounts), sendtype.get(), comm.get())))
}

type IneighborAlltoallw = unsafe extern "C-unwind" fn(*mut c_void, *const c_int, *const c_void, *const c_void,
    *mut c_void, *const c_int, *const c_void, *const c_void, RawHandle, *mut c_void) -> c_int;
static INEIGHBOR_ALLTOALLW: Next<IneighborAlltoallw, Collectives> = Next::new(c"MPI_Ineighbor_alltoallw");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ineighbor_alltoallw(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = INEIGHBOR_ALLTOALLW.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm, request); }
    ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
        request)
}
#[inline(never)] unsafe extern "C-unwind" fn ineighbor_alltoallw(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || INEIGHBOR_ALLTOALLW.native()(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, request);
    INEIGHBOR_ALLTOALLW.counted(native, Now(move || monitor::neighbours_w(Counts::Small(sendcounts),
        Datatypes::C(sendtypes.cast()), comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type IneighborAlltoallwC = unsafe extern "C-unwind" fn(*mut c_void, *const Count, *const c_void, *const c_void,
    *mut c_void, *const Count, *const c_void, *const c_void, RawHandle, *mut c_void) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static INEIGHBOR_ALLTOALLW_C: Large<IneighborAlltoallwC, Collectives> = Large::new(c"MPI_Ineighbor_alltoallw_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ineighbor_alltoallw_c(sendbuf: *mut c_void,
    sendcounts: *const Count, sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void,
    recvcounts: *const Count, rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = INEIGHBOR_ALLTOALLW_C.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtypes,
        recvbuf, recvcounts, rdispls, recvtypes, comm, request); }
    ineighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
        request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn ineighbor_alltoallw_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match INEIGHBOR_ALLTOALLW_C.native() {
        Some(native) => native(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
            request),
        None => too_large(),
    };
    INEIGHBOR_ALLTOALLW_C.counted(native, Now(move || monitor::neighbours_w(Counts::Large(sendcounts),
        Datatypes::C(sendtypes.cast()), comm.get())))
}

type NeighborAlltoallwInit = unsafe extern "C-unwind" fn(*mut c_void, *const c_int, *const c_void, *const c_void,
    *mut c_void, *const c_int, *const c_void, *const c_void, RawHandle, RawHandle, *mut c_void) -> c_int;
static NEIGHBOR_ALLTOALLW_INIT: Next<NeighborAlltoallwInit, Collectives> = Next::new(c"MPI_Neighbor_alltoallw_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_alltoallw_init(sendbuf: *mut c_void,
    sendcounts: *const c_int, sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void,
    recvcounts: *const c_int, rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = NEIGHBOR_ALLTOALLW_INIT.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtypes,
        recvbuf, recvcounts, rdispls, recvtypes, comm, info, request); }
    neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
        info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_alltoallw_init(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || NEIGHBOR_ALLTOALLW_INIT.native()(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, info, request);
    NEIGHBOR_ALLTOALLW_INIT.counted(native, Later(Requests::C(request.cast()),
        move || monitor::neighbours_w(Counts::Small(sendcounts), Datatypes::C(sendtypes.cast()), comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type NeighborAlltoallwInitC = unsafe extern "C-unwind" fn(*mut c_void, *const Count, *const c_void, *const c_void,
    *mut c_void, *const Count, *const c_void, *const c_void, RawHandle, RawHandle, *mut c_void) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static NEIGHBOR_ALLTOALLW_INIT_C: Large<NeighborAlltoallwInitC, Collectives> =
    Large::new(c"MPI_Neighbor_alltoallw_init_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_alltoallw_init_c(sendbuf: *mut c_void,
    sendcounts: *const Count, sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void,
    recvcounts: *const Count, rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = NEIGHBOR_ALLTOALLW_INIT_C.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtypes,
        recvbuf, recvcounts, rdispls, recvtypes, comm, info, request); }
    neighbor_alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
        info, request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn neighbor_alltoallw_init_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match NEIGHBOR_ALLTOALLW_INIT_C.native() {
        Some(native) => native(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
            info, request),
        None => too_large(),
    };
    NEIGHBOR_ALLTOALLW_INIT_C.counted(native, Later(Requests::C(request.cast()),
        move || monitor::neighbours_w(Counts::Large(sendcounts), Datatypes::C(sendtypes.cast()), comm.get())))
}

type IreduceScatter = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *const c_int, RawHandle, RawHandle,
    RawHandle, *mut c_void) -> c_int;
static IREDUCE_SCATTER: Next<IreduceScatter, Collectives> = Next::new(c"MPI_Ireduce_scatter");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ireduce_scatter(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcounts: *const c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IREDUCE_SCATTER.uncounted() { return next(sendbuf, recvbuf, recvcounts, datatype, op, comm,
        request); }
    ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ireduce_scatter(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcounts: *const c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IREDUCE_SCATTER.native()(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
    IREDUCE_SCATTER.counted(native, Now(move || monitor::reduce_scatter(Counts::Small(recvcounts), datatype.get(),
        comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type IreduceScatterC = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *const Count, RawHandle, RawHandle,
    RawHandle, *mut c_void) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static IREDUCE_SCATTER_C: Large<IreduceScatterC, Collectives> = Large::new(c"MPI_Ireduce_scatter_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ireduce_scatter_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcounts: *const Count, datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IREDUCE_SCATTER_C.uncounted() { return next(sendbuf, recvbuf, recvcounts, datatype, op, comm,
        request); }
    ireduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn ireduce_scatter_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcounts: *const Count, datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IREDUCE_SCATTER_C.native() {
        Some(native) => native(sendbuf, recvbuf, recvcounts, datatype, op, comm, request),
        None => too_large(),
    };
    IREDUCE_SCATTER_C.counted(native, Now(move || monitor::reduce_scatter(Counts::Large(recvcounts), datatype.get(),
        comm.get())))
}

type ReduceScatterInit = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *const c_int, RawHandle, RawHandle,
    RawHandle, RawHandle, *mut c_void) -> c_int;
static REDUCE_SCATTER_INIT: Next<ReduceScatterInit, Collectives> = Next::new(c"MPI_Reduce_scatter_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Reduce_scatter_init(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcounts: *const c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = REDUCE_SCATTER_INIT.uncounted() { return next(sendbuf, recvbuf, recvcounts, datatype, op, comm,
        info, request); }
    reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn reduce_scatter_init(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcounts: *const c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || REDUCE_SCATTER_INIT.native()(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
    REDUCE_SCATTER_INIT.counted(native, Later(Requests::C(request.cast()),
        move || monitor::reduce_scatter(Counts::Small(recvcounts), datatype.get(), comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type ReduceScatterInitC = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *const Count, RawHandle, RawHandle,
    RawHandle, RawHandle, *mut c_void) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static REDUCE_SCATTER_INIT_C: Large<ReduceScatterInitC, Collectives> = Large::new(c"MPI_Reduce_scatter_init_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Reduce_scatter_init_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcounts: *const Count, datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = REDUCE_SCATTER_INIT_C.uncounted() { return next(sendbuf, recvbuf, recvcounts, datatype, op,
        comm, info, request); }
    reduce_scatter_init_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn reduce_scatter_init_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcounts: *const Count, datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match REDUCE_SCATTER_INIT_C.native() {
        Some(native) => native(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request),
        None => too_large(),
    };
    REDUCE_SCATTER_INIT_C.counted(native, Later(Requests::C(request.cast()),
        move || monitor::reduce_scatter(Counts::Large(recvcounts), datatype.get(), comm.get())))
}

type IreduceScatterBlock = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, c_int, RawHandle, RawHandle, RawHandle,
    *mut c_void) -> c_int;
static IREDUCE_SCATTER_BLOCK: Next<IreduceScatterBlock, Collectives> = Next::new(c"MPI_Ireduce_scatter_block");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ireduce_scatter_block(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcount: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IREDUCE_SCATTER_BLOCK.uncounted() { return next(sendbuf, recvbuf, recvcount, datatype, op, comm,
        request); }
    ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ireduce_scatter_block(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcount: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IREDUCE_SCATTER_BLOCK.native()(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
    IREDUCE_SCATTER_BLOCK.counted(native, Now(move || monitor::reduce_scatter_block(recvcount.into(), datatype.get(),
        comm.get())))
}

type IreduceScatterBlockC = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, Count, RawHandle, RawHandle,
    RawHandle, *mut c_void) -> c_int;
static IREDUCE_SCATTER_BLOCK_C: Large<IreduceScatterBlockC, Collectives> = Large::new(c"MPI_Ireduce_scatter_block_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ireduce_scatter_block_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcount: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IREDUCE_SCATTER_BLOCK_C.uncounted() { return next(sendbuf, recvbuf, recvcount, datatype, op,
        comm, request); }
    ireduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ireduce_scatter_block_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcount: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IREDUCE_SCATTER_BLOCK_C.native() {
        Some(native) => native(sendbuf, recvbuf, recvcount, datatype, op, comm, request),
        None => narrowed(|| Ok(IREDUCE_SCATTER_BLOCK.native()(sendbuf, recvbuf, recvcount.try_into()?, datatype, op,
            comm, request))),
    };
    IREDUCE_SCATTER_BLOCK_C.counted(native, Now(move || monitor::reduce_scatter_block(recvcount, datatype.get(),
        comm.get())))
}

type ReduceScatterBlockInit = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, c_int, RawHandle, RawHandle,
    RawHandle, RawHandle, *mut c_void) -> c_int;
static REDUCE_SCATTER_BLOCK_INIT: Next<ReduceScatterBlockInit, Collectives> =
    Next::new(c"MPI_Reduce_scatter_block_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Reduce_scatter_block_init(sendbuf: *mut c_void,
    recvbuf: *mut c_void, recvcount: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = REDUCE_SCATTER_BLOCK_INIT.uncounted() { return next(sendbuf, recvbuf, recvcount, datatype, op,
        comm, info, request); }
    reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn reduce_scatter_block_init(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcount: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || REDUCE_SCATTER_BLOCK_INIT.native()(sendbuf, recvbuf, recvcount, datatype, op, comm, info,
        request);
    REDUCE_SCATTER_BLOCK_INIT.counted(native, Later(Requests::C(request.cast()),
        move || monitor::reduce_scatter_block(recvcount.into(), datatype.get(), comm.get())))
}

type ReduceScatterBlockInitC = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, Count, RawHandle, RawHandle,
    RawHandle, RawHandle, *mut c_void) -> c_int;
static REDUCE_SCATTER_BLOCK_INIT_C: Large<ReduceScatterBlockInitC, Collectives> =
    Large::new(c"MPI_Reduce_scatter_block_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Reduce_scatter_block_init_c(sendbuf: *mut c_void,
    recvbuf: *mut c_void, recvcount: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = REDUCE_SCATTER_BLOCK_INIT_C.uncounted() { return next(sendbuf, recvbuf, recvcount, datatype, op,
        comm, info, request); }
    reduce_scatter_block_init_c(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn reduce_scatter_block_init_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcount: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match REDUCE_SCATTER_BLOCK_INIT_C.native() {
        Some(native) => native(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request),
        None => narrowed(|| Ok(REDUCE_SCATTER_BLOCK_INIT.native()(sendbuf, recvbuf, recvcount.try_into()?, datatype, op,
            comm, info, request))),
    };
    REDUCE_SCATTER_BLOCK_INIT_C.counted(native, Later(Requests::C(request.cast()),
        move || monitor::reduce_scatter_block(recvcount, datatype.get(), comm.get())))
}

static ISCAN: Next<IreduceScatterBlock, Collectives> = Next::new(c"MPI_Iscan");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iscan(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ISCAN.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, comm, request); }
    iscan(sendbuf, recvbuf, count, datatype, op, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn iscan(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || ISCAN.native()(sendbuf, recvbuf, count, datatype, op, comm, request);
    ISCAN.counted(native, Now(move || monitor::scan(count.into(), datatype.get(), comm.get())))
}

static ISCAN_C: Large<IreduceScatterBlockC, Collectives> = Large::new(c"MPI_Iscan_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iscan_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ISCAN_C.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, comm, request); }
    iscan_c(sendbuf, recvbuf, count, datatype, op, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn iscan_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match ISCAN_C.native() {
        Some(native) => native(sendbuf, recvbuf, count, datatype, op, comm, request),
        None => narrowed(|| Ok(ISCAN.native()(sendbuf, recvbuf, count.try_into()?, datatype, op, comm, request))),
    };
    ISCAN_C.counted(native, Now(move || monitor::scan(count, datatype.get(), comm.get())))
}

static SCAN_INIT: Next<ReduceScatterBlockInit, Collectives> = Next::new(c"MPI_Scan_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Scan_init(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = SCAN_INIT.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, comm, info,
        request); }
    scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn scan_init(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || SCAN_INIT.native()(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    SCAN_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::scan(count.into(), datatype.get(),
        comm.get())))
}

static SCAN_INIT_C: Large<ReduceScatterBlockInitC, Collectives> = Large::new(c"MPI_Scan_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Scan_init_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    count: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = SCAN_INIT_C.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, comm, info,
        request); }
    scan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn scan_init_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match SCAN_INIT_C.native() {
        Some(native) => native(sendbuf, recvbuf, count, datatype, op, comm, info, request),
        None => narrowed(|| Ok(SCAN_INIT.native()(sendbuf, recvbuf, count.try_into()?, datatype, op, comm, info,
            request))),
    };
    SCAN_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::scan(count, datatype.get(),
        comm.get())))
}

static IEXSCAN: Next<IreduceScatterBlock, Collectives> = Next::new(c"MPI_Iexscan");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iexscan(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IEXSCAN.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, comm, request); }
    iexscan(sendbuf, recvbuf, count, datatype, op, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn iexscan(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IEXSCAN.native()(sendbuf, recvbuf, count, datatype, op, comm, request);
    IEXSCAN.counted(native, Now(move || monitor::exscan(count.into(), datatype.get(), comm.get())))
}

static IEXSCAN_C: Large<IreduceScatterBlockC, Collectives> = Large::new(c"MPI_Iexscan_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iexscan_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IEXSCAN_C.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, comm, request); }
    iexscan_c(sendbuf, recvbuf, count, datatype, op, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn iexscan_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IEXSCAN_C.native() {
        Some(native) => native(sendbuf, recvbuf, count, datatype, op, comm, request),
        None => narrowed(|| Ok(IEXSCAN.native()(sendbuf, recvbuf, count.try_into()?, datatype, op, comm, request))),
    };
    IEXSCAN_C.counted(native, Now(move || monitor::exscan(count, datatype.get(), comm.get())))
}

static EXSCAN_INIT: Next<ReduceScatterBlockInit, Collectives> = Next::new(c"MPI_Exscan_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Exscan_init(sendbuf: *mut c_void, recvbuf: *mut c_void,
    count: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = EXSCAN_INIT.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, comm, info,
        request); }
    exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn exscan_init(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || EXSCAN_INIT.native()(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    EXSCAN_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::exscan(count.into(), datatype.get(),
        comm.get())))
}

static EXSCAN_INIT_C: Large<ReduceScatterBlockInitC, Collectives> = Large::new(c"MPI_Exscan_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Exscan_init_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    count: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = EXSCAN_INIT_C.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, comm, info,
        request); }
    exscan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn exscan_init_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match EXSCAN_INIT_C.native() {
        Some(native) => native(sendbuf, recvbuf, count, datatype, op, comm, info, request),
        None => narrowed(|| Ok(EXSCAN_INIT.native()(sendbuf, recvbuf, count.try_into()?, datatype, op, comm, info,
            request))),
    };
    EXSCAN_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::exscan(count, datatype.get(),
        comm.get())))
}

type Ibarrier = unsafe extern "C-unwind" fn(RawHandle, *mut c_void) -> c_int;
static IBARRIER: Next<Ibarrier, Collectives> = Next::new(c"MPI_Ibarrier");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ibarrier(comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IBARRIER.uncounted() { return next(comm, request); }
    ibarrier(comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ibarrier(comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IBARRIER.native()(comm, request);
    IBARRIER.counted(native, Now(move || monitor::barrier(comm.get())))
}

type BarrierInit = unsafe extern "C-unwind" fn(RawHandle, RawHandle, *mut c_void) -> c_int;
static BARRIER_INIT: Next<BarrierInit, Collectives> = Next::new(c"MPI_Barrier_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Barrier_init(comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = BARRIER_INIT.uncounted() { return next(comm, info, request); }
    barrier_init(comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn barrier_init(comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || BARRIER_INIT.native()(comm, info, request);
    BARRIER_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::barrier(comm.get())))
}

type Ibcast = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, c_int, RawHandle, *mut c_void) -> c_int;
static IBCAST: Next<Ibcast, Collectives> = Next::new(c"MPI_Ibcast");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ibcast(buffer: *mut c_void, count: c_int, datatype: RawHandle,
    root: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IBCAST.uncounted() { return next(buffer, count, datatype, root, comm, request); }
    ibcast(buffer, count, datatype, root, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ibcast(buffer: *mut c_void, count: c_int, datatype: RawHandle, root: c_int,
    comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IBCAST.native()(buffer, count, datatype, root, comm, request);
    IBCAST.counted(native, Now(move || monitor::bcast(count.into(), datatype.get(), root, comm.get())))
}

type IbcastC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, c_int, RawHandle, *mut c_void) -> c_int;
static IBCAST_C: Large<IbcastC, Collectives> = Large::new(c"MPI_Ibcast_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ibcast_c(buffer: *mut c_void, count: Count, datatype: RawHandle,
    root: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IBCAST_C.uncounted() { return next(buffer, count, datatype, root, comm, request); }
    ibcast_c(buffer, count, datatype, root, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ibcast_c(buffer: *mut c_void, count: Count, datatype: RawHandle,
    root: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IBCAST_C.native() {
        Some(native) => native(buffer, count, datatype, root, comm, request),
        None => narrowed(|| Ok(IBCAST.native()(buffer, count.try_into()?, datatype, root, comm, request))),
    };
    IBCAST_C.counted(native, Now(move || monitor::bcast(count, datatype.get(), root, comm.get())))
}

type BcastInit = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, c_int, RawHandle, RawHandle,
    *mut c_void) -> c_int;
static BCAST_INIT: Next<BcastInit, Collectives> = Next::new(c"MPI_Bcast_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Bcast_init(buffer: *mut c_void, count: c_int, datatype: RawHandle,
    root: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = BCAST_INIT.uncounted() { return next(buffer, count, datatype, root, comm, info, request); }
    bcast_init(buffer, count, datatype, root, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn bcast_init(buffer: *mut c_void, count: c_int, datatype: RawHandle,
    root: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || BCAST_INIT.native()(buffer, count, datatype, root, comm, info, request);
    BCAST_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::bcast(count.into(), datatype.get(),
        root, comm.get())))
}

type BcastInitC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, c_int, RawHandle, RawHandle,
    *mut c_void) -> c_int;
static BCAST_INIT_C: Large<BcastInitC, Collectives> = Large::new(c"MPI_Bcast_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Bcast_init_c(buffer: *mut c_void, count: Count,
    datatype: RawHandle, root: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = BCAST_INIT_C.uncounted() { return next(buffer, count, datatype, root, comm, info, request); }
    bcast_init_c(buffer, count, datatype, root, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn bcast_init_c(buffer: *mut c_void, count: Count, datatype: RawHandle,
    root: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match BCAST_INIT_C.native() {
        Some(native) => native(buffer, count, datatype, root, comm, info, request),
        None => narrowed(|| Ok(BCAST_INIT.native()(buffer, count.try_into()?, datatype, root, comm, info, request))),
    };
    BCAST_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::bcast(count, datatype.get(), root,
        comm.get())))
}

type Igather = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, *mut c_void, c_int, RawHandle, c_int,
    RawHandle, *mut c_void) -> c_int;
static IGATHER: Next<Igather, Collectives> = Next::new(c"MPI_Igather");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Igather(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = IGATHER.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm, request); }
    igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn igather(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || IGATHER.native()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        request);
    IGATHER.counted(native, Now(move || monitor::gather(sendbuf, sendcount.into(), sendtype.get(), recvcount.into(),
        recvtype.get(), root, comm.get())))
}

type IgatherC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, *mut c_void, Count, RawHandle, c_int,
    RawHandle, *mut c_void) -> c_int;
static IGATHER_C: Large<IgatherC, Collectives> = Large::new(c"MPI_Igather_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Igather_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, root: c_int, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = IGATHER_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm, request); }
    igather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn igather_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, root: c_int, comm: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match IGATHER_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
        None => narrowed(|| Ok(IGATHER.native()(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, root, comm, request))),
    };
    IGATHER_C.counted(native, Now(move || monitor::gather(sendbuf, sendcount, sendtype.get(), recvcount, recvtype.get(),
        root, comm.get())))
}

type GatherInit = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, *mut c_void, c_int, RawHandle, c_int,
    RawHandle, RawHandle, *mut c_void) -> c_int;
static GATHER_INIT: Next<GatherInit, Collectives> = Next::new(c"MPI_Gather_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Gather_init(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle,
    info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = GATHER_INIT.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, root, comm, info, request); }
    gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn gather_init(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || GATHER_INIT.native()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        info, request);
    GATHER_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::gather(sendbuf, sendcount.into(),
        sendtype.get(), recvcount.into(), recvtype.get(), root, comm.get())))
}

type GatherInitC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, *mut c_void, Count, RawHandle, c_int,
    RawHandle, RawHandle, *mut c_void) -> c_int;
static GATHER_INIT_C: Large<GatherInitC, Collectives> = Large::new(c"MPI_Gather_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Gather_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, root: c_int, comm: RawHandle,
    info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = GATHER_INIT_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, root, comm, info, request); }
    gather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn gather_init_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, root: c_int, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match GATHER_INIT_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request),
        None => narrowed(|| Ok(GATHER_INIT.native()(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, root, comm, info, request))),
    };
    GATHER_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::gather(sendbuf, sendcount,
        sendtype.get(), recvcount, recvtype.get(), root, comm.get())))
}

static ISCATTER: Next<Igather, Collectives> = Next::new(c"MPI_Iscatter");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iscatter(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = ISCATTER.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm, request); }
    iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn iscatter(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || ISCATTER.native()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        request);
    ISCATTER.counted(native, Now(move || monitor::scatter(sendcount.into(), sendtype.get(), recvcount.into(),
        recvtype.get(), root, comm.get())))
}

static ISCATTER_C: Large<IgatherC, Collectives> = Large::new(c"MPI_Iscatter_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iscatter_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, root: c_int, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = ISCATTER_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm, request); }
    iscatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn iscatter_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, root: c_int, comm: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match ISCATTER_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
        None => narrowed(|| Ok(ISCATTER.native()(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, root, comm, request))),
    };
    ISCATTER_C.counted(native, Now(move || monitor::scatter(sendcount, sendtype.get(), recvcount, recvtype.get(), root,
        comm.get())))
}

static SCATTER_INIT: Next<GatherInit, Collectives> = Next::new(c"MPI_Scatter_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Scatter_init(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle,
    info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = SCATTER_INIT.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, root, comm, info, request); }
    scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn scatter_init(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || SCATTER_INIT.native()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        info, request);
    SCATTER_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::scatter(sendcount.into(),
        sendtype.get(), recvcount.into(), recvtype.get(), root, comm.get())))
}

static SCATTER_INIT_C: Large<GatherInitC, Collectives> = Large::new(c"MPI_Scatter_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Scatter_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, root: c_int, comm: RawHandle,
    info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = SCATTER_INIT_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, root, comm, info, request); }
    scatter_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn scatter_init_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, root: c_int, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match SCATTER_INIT_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request),
        None => narrowed(|| Ok(SCATTER_INIT.native()(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, root, comm, info, request))),
    };
    SCATTER_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::scatter(sendcount,
        sendtype.get(), recvcount, recvtype.get(), root, comm.get())))
}

static IALLGATHER: Next<IneighborAllgather, Collectives> = Next::new(c"MPI_Iallgather");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iallgather(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = IALLGATHER.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, request); }
    iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn iallgather(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IALLGATHER.native()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request);
    IALLGATHER.counted(native, Now(move || monitor::allgather(sendbuf, sendcount.into(), sendtype.get(),
        recvcount.into(), recvtype.get(), comm.get())))
}

static IALLGATHER_C: Large<IneighborAllgatherC, Collectives> = Large::new(c"MPI_Iallgather_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iallgather_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = IALLGATHER_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, request); }
    iallgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn iallgather_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IALLGATHER_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
        None => narrowed(|| Ok(IALLGATHER.native()(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, comm, request))),
    };
    IALLGATHER_C.counted(native, Now(move || monitor::allgather(sendbuf, sendcount, sendtype.get(), recvcount,
        recvtype.get(), comm.get())))
}

static ALLGATHER_INIT: Next<NeighborAllgatherInit, Collectives> = Next::new(c"MPI_Allgather_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Allgather_init(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = ALLGATHER_INIT.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request); }
    allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn allgather_init(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || ALLGATHER_INIT.native()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info,
        request);
    ALLGATHER_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::allgather(sendbuf,
        sendcount.into(), sendtype.get(), recvcount.into(), recvtype.get(), comm.get())))
}

static ALLGATHER_INIT_C: Large<NeighborAllgatherInitC, Collectives> = Large::new(c"MPI_Allgather_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Allgather_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = ALLGATHER_INIT_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request); }
    allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn allgather_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match ALLGATHER_INIT_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request),
        None => narrowed(|| Ok(ALLGATHER_INIT.native()(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, comm, info, request))),
    };
    ALLGATHER_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::allgather(sendbuf, sendcount,
        sendtype.get(), recvcount, recvtype.get(), comm.get())))
}

static IALLTOALL: Next<IneighborAllgather, Collectives> = Next::new(c"MPI_Ialltoall");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ialltoall(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = IALLTOALL.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, request); }
    ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ialltoall(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IALLTOALL.native()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
    IALLTOALL.counted(native, Now(move || monitor::alltoall(sendbuf, sendcount.into(), sendtype.get(), recvcount.into(),
        recvtype.get(), comm.get())))
}

static IALLTOALL_C: Large<IneighborAllgatherC, Collectives> = Large::new(c"MPI_Ialltoall_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ialltoall_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = IALLTOALL_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, request); }
    ialltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ialltoall_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IALLTOALL_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
        None => narrowed(|| Ok(IALLTOALL.native()(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, comm, request))),
    };
    IALLTOALL_C.counted(native, Now(move || monitor::alltoall(sendbuf, sendcount, sendtype.get(), recvcount,
        recvtype.get(), comm.get())))
}

static ALLTOALL_INIT: Next<NeighborAllgatherInit, Collectives> = Next::new(c"MPI_Alltoall_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Alltoall_init(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = ALLTOALL_INIT.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request); }
    alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn alltoall_init(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || ALLTOALL_INIT.native()(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info,
        request);
    ALLTOALL_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::alltoall(sendbuf,
        sendcount.into(), sendtype.get(), recvcount.into(), recvtype.get(), comm.get())))
}

static ALLTOALL_INIT_C: Large<NeighborAllgatherInitC, Collectives> = Large::new(c"MPI_Alltoall_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Alltoall_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = ALLTOALL_INIT_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request); }
    alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn alltoall_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match ALLTOALL_INIT_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request),
        None => narrowed(|| Ok(ALLTOALL_INIT.native()(sendbuf, sendcount.try_into()?, sendtype, recvbuf,
            recvcount.try_into()?, recvtype, comm, info, request))),
    };
    ALLTOALL_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::alltoall(sendbuf, sendcount,
        sendtype.get(), recvcount, recvtype.get(), comm.get())))
}

static IALLTOALLV: Next<IneighborAlltoallv, Collectives> = Next::new(c"MPI_Ialltoallv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ialltoallv(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IALLTOALLV.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, request); }
    ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ialltoallv(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IALLTOALLV.native()(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm, request);
    IALLTOALLV.counted(native, Now(move || monitor::alltoallv(sendbuf, Counts::Small(sendcounts), sendtype.get(),
        Counts::Small(recvcounts), recvtype.get(), comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
static IALLTOALLV_C: Large<IneighborAlltoallvC, Collectives> = Large::new(c"MPI_Ialltoallv_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ialltoallv_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IALLTOALLV_C.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, request); }
    ialltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn ialltoallv_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IALLTOALLV_C.native() {
        Some(native) => native(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
            request),
        None => too_large(),
    };
    IALLTOALLV_C.counted(native, Now(move || monitor::alltoallv(sendbuf, Counts::Large(sendcounts), sendtype.get(),
        Counts::Large(recvcounts), recvtype.get(), comm.get())))
}

static ALLTOALLV_INIT: Next<NeighborAlltoallvInit, Collectives> = Next::new(c"MPI_Alltoallv_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Alltoallv_init(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ALLTOALLV_INIT.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, info, request); }
    alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn alltoallv_init(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || ALLTOALLV_INIT.native()(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm, info, request);
    ALLTOALLV_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::alltoallv(sendbuf,
        Counts::Small(sendcounts), sendtype.get(), Counts::Small(recvcounts), recvtype.get(), comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
static ALLTOALLV_INIT_C: Large<NeighborAlltoallvInitC, Collectives> = Large::new(c"MPI_Alltoallv_init_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Alltoallv_init_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ALLTOALLV_INIT_C.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, info, request); }
    alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info,
        request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn alltoallv_init_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match ALLTOALLV_INIT_C.native() {
        Some(native) => native(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
            info, request),
        None => too_large(),
    };
    ALLTOALLV_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::alltoallv(sendbuf,
        Counts::Large(sendcounts), sendtype.get(), Counts::Large(recvcounts), recvtype.get(), comm.get())))
}

static IALLTOALLW: Next<IneighborAlltoallw, Collectives> = Next::new(c"MPI_Ialltoallw");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ialltoallw(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IALLTOALLW.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm, request); }
    ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ialltoallw(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IALLTOALLW.native()(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm, request);
    IALLTOALLW.counted(native, Now(move || monitor::alltoallw(sendbuf, Counts::Small(sendcounts),
        Datatypes::C(sendtypes.cast()), Counts::Small(recvcounts), Datatypes::C(recvtypes.cast()), comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
static IALLTOALLW_C: Large<IneighborAlltoallwC, Collectives> = Large::new(c"MPI_Ialltoallw_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ialltoallw_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IALLTOALLW_C.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm, request); }
    ialltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn ialltoallw_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IALLTOALLW_C.native() {
        Some(native) => native(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
            request),
        None => too_large(),
    };
    IALLTOALLW_C.counted(native, Now(move || monitor::alltoallw(sendbuf, Counts::Large(sendcounts),
        Datatypes::C(sendtypes.cast()), Counts::Large(recvcounts), Datatypes::C(recvtypes.cast()), comm.get())))
}

static ALLTOALLW_INIT: Next<NeighborAlltoallwInit, Collectives> = Next::new(c"MPI_Alltoallw_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Alltoallw_init(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = ALLTOALLW_INIT.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm, info, request); }
    alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info,
        request)
}
#[inline(never)] unsafe extern "C-unwind" fn alltoallw_init(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || ALLTOALLW_INIT.native()(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm, info, request);
    ALLTOALLW_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::alltoallw(sendbuf,
        Counts::Small(sendcounts), Datatypes::C(sendtypes.cast()), Counts::Small(recvcounts),
        Datatypes::C(recvtypes.cast()), comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
static ALLTOALLW_INIT_C: Large<NeighborAlltoallwInitC, Collectives> = Large::new(c"MPI_Alltoallw_init_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Alltoallw_init_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = ALLTOALLW_INIT_C.uncounted() { return next(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm, info, request); }
    alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info,
        request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn alltoallw_init_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match ALLTOALLW_INIT_C.native() {
        Some(native) => native(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
            info, request),
        None => too_large(),
    };
    ALLTOALLW_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::alltoallw(sendbuf,
        Counts::Large(sendcounts), Datatypes::C(sendtypes.cast()), Counts::Large(recvcounts),
        Datatypes::C(recvtypes.cast()), comm.get())))
}

static IALLGATHERV: Next<IneighborAllgatherv, Collectives> = Next::new(c"MPI_Iallgatherv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iallgatherv(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IALLGATHERV.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, request); }
    iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn iallgatherv(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || IALLGATHERV.native()(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm,
        request);
    IALLGATHERV.counted(native, Now(move || monitor::allgatherv(sendbuf, sendcount.into(), sendtype.get(),
        Counts::Small(recvcounts), recvtype.get(), comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
static IALLGATHERV_C: Large<IneighborAllgathervC, Collectives> = Large::new(c"MPI_Iallgatherv_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iallgatherv_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IALLGATHERV_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, request); }
    iallgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn iallgatherv_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle, comm: RawHandle,
    request: *mut c_void) -> c_int {
    let native = move || match IALLGATHERV_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request),
        None => too_large(),
    };
    IALLGATHERV_C.counted(native, Now(move || monitor::allgatherv(sendbuf, sendcount, sendtype.get(),
        Counts::Large(recvcounts), recvtype.get(), comm.get())))
}

static ALLGATHERV_INIT: Next<NeighborAllgathervInit, Collectives> = Next::new(c"MPI_Allgatherv_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Allgatherv_init(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ALLGATHERV_INIT.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, info, request); }
    allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn allgatherv_init(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || ALLGATHERV_INIT.native()(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm, info, request);
    ALLGATHERV_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::allgatherv(sendbuf,
        sendcount.into(), sendtype.get(), Counts::Small(recvcounts), recvtype.get(), comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
static ALLGATHERV_INIT_C: Large<NeighborAllgathervInitC, Collectives> = Large::new(c"MPI_Allgatherv_init_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Allgatherv_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ALLGATHERV_INIT_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, info, request); }
    allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn allgatherv_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match ALLGATHERV_INIT_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info,
            request),
        None => too_large(),
    };
    ALLGATHERV_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::allgatherv(sendbuf, sendcount,
        sendtype.get(), Counts::Large(recvcounts), recvtype.get(), comm.get())))
}

type Igatherv = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, *mut c_void, *const c_int, *const c_void,
    RawHandle, c_int, RawHandle, *mut c_void) -> c_int;
static IGATHERV: Next<Igatherv, Collectives> = Next::new(c"MPI_Igatherv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Igatherv(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    root: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IGATHERV.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm, request); }
    igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn igatherv(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle, root: c_int,
    comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IGATHERV.native()(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
        comm, request);
    IGATHERV.counted(native, Now(move || monitor::gatherv(sendbuf, sendcount.into(), sendtype.get(), root,
        comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type IgathervC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, *mut c_void, *const Count, *const c_void,
    RawHandle, c_int, RawHandle, *mut c_void) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static IGATHERV_C: Large<IgathervC, Collectives> = Large::new(c"MPI_Igatherv_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Igatherv_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    root: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IGATHERV_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm, request); }
    igatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn igatherv_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle, root: c_int,
    comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IGATHERV_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm,
            request),
        None => too_large(),
    };
    IGATHERV_C.counted(native, Now(move || monitor::gatherv(sendbuf, sendcount, sendtype.get(), root, comm.get())))
}

type GathervInit = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, *mut c_void, *const c_int, *const c_void,
    RawHandle, c_int, RawHandle, RawHandle, *mut c_void) -> c_int;
static GATHERV_INIT: Next<GathervInit, Collectives> = Next::new(c"MPI_Gatherv_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Gatherv_init(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    root: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = GATHERV_INIT.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, root, comm, info, request); }
    gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn gatherv_init(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle, root: c_int,
    comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || GATHERV_INIT.native()(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        root, comm, info, request);
    GATHERV_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::gatherv(sendbuf, sendcount.into(),
        sendtype.get(), root, comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type GathervInitC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, *mut c_void, *const Count, *const c_void,
    RawHandle, c_int, RawHandle, RawHandle, *mut c_void) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static GATHERV_INIT_C: Large<GathervInitC, Collectives> = Large::new(c"MPI_Gatherv_init_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Gatherv_init_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    root: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = GATHERV_INIT_C.uncounted() { return next(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, root, comm, info, request); }
    gatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn gatherv_init_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle, root: c_int,
    comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match GATHERV_INIT_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info,
            request),
        None => too_large(),
    };
    GATHERV_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::gatherv(sendbuf, sendcount,
        sendtype.get(), root, comm.get())))
}

type Iscatterv = unsafe extern "C-unwind" fn(*mut c_void, *const c_int, *const c_void, RawHandle, *mut c_void, c_int,
    RawHandle, c_int, RawHandle, *mut c_void) -> c_int;
static ISCATTERV: Next<Iscatterv, Collectives> = Next::new(c"MPI_Iscatterv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iscatterv(sendbuf: *mut c_void, sendcounts: *const c_int,
    displs: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle,
    root: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ISCATTERV.uncounted() { return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm, request); }
    iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn iscatterv(sendbuf: *mut c_void, sendcounts: *const c_int,
    displs: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle,
    root: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || ISCATTERV.native()(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root,
        comm, request);
    ISCATTERV.counted(native, Now(move || monitor::scatterv(Counts::Small(sendcounts), sendtype.get(), recvbuf, root,
        comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type IscattervC = unsafe extern "C-unwind" fn(*mut c_void, *const Count, *const c_void, RawHandle, *mut c_void, Count,
    RawHandle, c_int, RawHandle, *mut c_void) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static ISCATTERV_C: Large<IscattervC, Collectives> = Large::new(c"MPI_Iscatterv_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iscatterv_c(sendbuf: *mut c_void, sendcounts: *const Count,
    displs: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle,
    root: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ISCATTERV_C.uncounted() { return next(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm, request); }
    iscatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn iscatterv_c(sendbuf: *mut c_void, sendcounts: *const Count,
    displs: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle,
    root: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match ISCATTERV_C.native() {
        Some(native) => native(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm,
            request),
        None => too_large(),
    };
    ISCATTERV_C.counted(native, Now(move || monitor::scatterv(Counts::Large(sendcounts), sendtype.get(), recvbuf, root,
        comm.get())))
}

type ScattervInit = unsafe extern "C-unwind" fn(*mut c_void, *const c_int, *const c_void, RawHandle, *mut c_void, c_int,
    RawHandle, c_int, RawHandle, RawHandle, *mut c_void) -> c_int;
static SCATTERV_INIT: Next<ScattervInit, Collectives> = Next::new(c"MPI_Scatterv_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Scatterv_init(sendbuf: *mut c_void, sendcounts: *const c_int,
    displs: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle,
    root: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = SCATTERV_INIT.uncounted() { return next(sendbuf, sendcounts, displs, sendtype, recvbuf,
        recvcount, recvtype, root, comm, info, request); }
    scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn scatterv_init(sendbuf: *mut c_void, sendcounts: *const c_int,
    displs: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle,
    root: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || SCATTERV_INIT.native()(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
        root, comm, info, request);
    SCATTERV_INIT.counted(native, Later(Requests::C(request.cast()),
        move || monitor::scatterv(Counts::Small(sendcounts), sendtype.get(), recvbuf, root, comm.get())))
}

#[cfg(not(mpi_family = "openmpi"))]
type ScattervInitC = unsafe extern "C-unwind" fn(*mut c_void, *const Count, *const c_void, RawHandle, *mut c_void,
    Count, RawHandle, c_int, RawHandle, RawHandle, *mut c_void) -> c_int;
#[cfg(not(mpi_family = "openmpi"))]
static SCATTERV_INIT_C: Large<ScattervInitC, Collectives> = Large::new(c"MPI_Scatterv_init_c");
#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Scatterv_init_c(sendbuf: *mut c_void, sendcounts: *const Count,
    displs: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle,
    root: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = SCATTERV_INIT_C.uncounted() { return next(sendbuf, sendcounts, displs, sendtype, recvbuf,
        recvcount, recvtype, root, comm, info, request); }
    scatterv_init_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn scatterv_init_c(sendbuf: *mut c_void, sendcounts: *const Count,
    displs: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle,
    root: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match SCATTERV_INIT_C.native() {
        Some(native) => native(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info,
            request),
        None => too_large(),
    };
    SCATTERV_INIT_C.counted(native, Later(Requests::C(request.cast()),
        move || monitor::scatterv(Counts::Large(sendcounts), sendtype.get(), recvbuf, root, comm.get())))
}

type Ireduce = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, c_int, RawHandle, RawHandle, c_int, RawHandle,
    *mut c_void) -> c_int;
static IREDUCE: Next<Ireduce, Collectives> = Next::new(c"MPI_Ireduce");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ireduce(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, root: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IREDUCE.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, root, comm,
        request); }
    ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ireduce(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, root: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IREDUCE.native()(sendbuf, recvbuf, count, datatype, op, root, comm, request);
    IREDUCE.counted(native, Now(move || monitor::reduce(count.into(), datatype.get(), root, comm.get())))
}

type IreduceC = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, Count, RawHandle, RawHandle, c_int, RawHandle,
    *mut c_void) -> c_int;
static IREDUCE_C: Large<IreduceC, Collectives> = Large::new(c"MPI_Ireduce_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ireduce_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, root: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IREDUCE_C.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, root, comm,
        request); }
    ireduce_c(sendbuf, recvbuf, count, datatype, op, root, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ireduce_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, root: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IREDUCE_C.native() {
        Some(native) => native(sendbuf, recvbuf, count, datatype, op, root, comm, request),
        None => narrowed(|| Ok(IREDUCE.native()(sendbuf, recvbuf, count.try_into()?, datatype, op, root, comm,
            request))),
    };
    IREDUCE_C.counted(native, Now(move || monitor::reduce(count, datatype.get(), root, comm.get())))
}

type ReduceInit = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, c_int, RawHandle, RawHandle, c_int, RawHandle,
    RawHandle, *mut c_void) -> c_int;
static REDUCE_INIT: Next<ReduceInit, Collectives> = Next::new(c"MPI_Reduce_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Reduce_init(sendbuf: *mut c_void, recvbuf: *mut c_void,
    count: c_int, datatype: RawHandle, op: RawHandle, root: c_int, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = REDUCE_INIT.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, root, comm, info,
        request); }
    reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn reduce_init(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, root: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || REDUCE_INIT.native()(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
    REDUCE_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::reduce(count.into(), datatype.get(),
        root, comm.get())))
}

type ReduceInitC = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, Count, RawHandle, RawHandle, c_int, RawHandle,
    RawHandle, *mut c_void) -> c_int;
static REDUCE_INIT_C: Large<ReduceInitC, Collectives> = Large::new(c"MPI_Reduce_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Reduce_init_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    count: Count, datatype: RawHandle, op: RawHandle, root: c_int, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = REDUCE_INIT_C.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, root, comm, info,
        request); }
    reduce_init_c(sendbuf, recvbuf, count, datatype, op, root, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn reduce_init_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, root: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match REDUCE_INIT_C.native() {
        Some(native) => native(sendbuf, recvbuf, count, datatype, op, root, comm, info, request),
        None => narrowed(|| Ok(REDUCE_INIT.native()(sendbuf, recvbuf, count.try_into()?, datatype, op, root, comm, info,
            request))),
    };
    REDUCE_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::reduce(count, datatype.get(),
        root, comm.get())))
}

static IALLREDUCE: Next<IreduceScatterBlock, Collectives> = Next::new(c"MPI_Iallreduce");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iallreduce(sendbuf: *mut c_void, recvbuf: *mut c_void,
    count: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IALLREDUCE.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, comm, request); }
    iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn iallreduce(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IALLREDUCE.native()(sendbuf, recvbuf, count, datatype, op, comm, request);
    IALLREDUCE.counted(native, Now(move || monitor::allreduce(count.into(), datatype.get(), comm.get())))
}

static IALLREDUCE_C: Large<IreduceScatterBlockC, Collectives> = Large::new(c"MPI_Iallreduce_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iallreduce_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    count: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IALLREDUCE_C.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, comm, request); }
    iallreduce_c(sendbuf, recvbuf, count, datatype, op, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn iallreduce_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IALLREDUCE_C.native() {
        Some(native) => native(sendbuf, recvbuf, count, datatype, op, comm, request),
        None => narrowed(|| Ok(IALLREDUCE.native()(sendbuf, recvbuf, count.try_into()?, datatype, op, comm, request))),
    };
    IALLREDUCE_C.counted(native, Now(move || monitor::allreduce(count, datatype.get(), comm.get())))
}

static ALLREDUCE_INIT: Next<ReduceScatterBlockInit, Collectives> = Next::new(c"MPI_Allreduce_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Allreduce_init(sendbuf: *mut c_void, recvbuf: *mut c_void,
    count: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = ALLREDUCE_INIT.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, comm, info,
        request); }
    allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn allreduce_init(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || ALLREDUCE_INIT.native()(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    ALLREDUCE_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::allreduce(count.into(),
        datatype.get(), comm.get())))
}

static ALLREDUCE_INIT_C: Large<ReduceScatterBlockInitC, Collectives> = Large::new(c"MPI_Allreduce_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Allreduce_init_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    count: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = ALLREDUCE_INIT_C.uncounted() { return next(sendbuf, recvbuf, count, datatype, op, comm, info,
        request); }
    allreduce_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn allreduce_init_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match ALLREDUCE_INIT_C.native() {
        Some(native) => native(sendbuf, recvbuf, count, datatype, op, comm, info, request),
        None => narrowed(|| Ok(ALLREDUCE_INIT.native()(sendbuf, recvbuf, count.try_into()?, datatype, op, comm, info,
            request))),
    };
    ALLREDUCE_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::allreduce(count,
        datatype.get(), comm.get())))
}
