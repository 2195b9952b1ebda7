// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::*;

type Send = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, c_int, c_int, MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, c_int, c_int, MPI_Comm) -> c_int =
    mpi_sys::PMPI_Send;
static SEND: Typed<Send> = Typed::new(c"PMPI_Send");
#[inline]
pub unsafe fn PMPI_Send(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int,
    comm: MPI_Comm) -> c_int {
    let function = SEND.function();
    natively(|| function(buf, count, datatype, dest, tag, comm))
}

type Isend = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, c_int, c_int, MPI_Comm,
    *mut MPI_Request) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, c_int, c_int, MPI_Comm, *mut MPI_Request) -> c_int =
    mpi_sys::PMPI_Isend;
static ISEND: Typed<Isend> = Typed::new(c"PMPI_Isend");
#[inline]
pub unsafe fn PMPI_Isend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int,
    comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    let function = ISEND.function();
    natively(|| function(buf, count, datatype, dest, tag, comm, request))
}

type Issend = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, c_int, c_int, MPI_Comm,
    *mut MPI_Request) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, c_int, c_int, MPI_Comm, *mut MPI_Request) -> c_int =
    mpi_sys::PMPI_Issend;
static ISSEND: Typed<Issend> = Typed::new(c"PMPI_Issend");
#[inline]
pub unsafe fn PMPI_Issend(buf: *const c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, tag: c_int,
    comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    let function = ISSEND.function();
    natively(|| function(buf, count, datatype, dest, tag, comm, request))
}

type Sendrecv = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, c_int, c_int, *mut c_void, c_int,
    MPI_Datatype, c_int, c_int, MPI_Comm, *mut MPI_Status) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, c_int, c_int, *mut c_void, c_int, MPI_Datatype, c_int,
    c_int, MPI_Comm, *mut MPI_Status) -> c_int = mpi_sys::PMPI_Sendrecv;
static SENDRECV: Typed<Sendrecv> = Typed::new(c"PMPI_Sendrecv");
#[inline]
pub unsafe fn PMPI_Sendrecv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, dest: c_int,
    sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, source: c_int, recvtag: c_int,
    comm: MPI_Comm, status: *mut MPI_Status) -> c_int {
    let function = SENDRECV.function();
    natively(|| function(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag,
        comm, status))
}

type SendrecvReplace = unsafe extern "C-unwind" fn(*mut c_void, c_int, MPI_Datatype, c_int, c_int, c_int, c_int,
    MPI_Comm, *mut MPI_Status) -> c_int;
const _: unsafe extern "C" fn(*mut c_void, c_int, MPI_Datatype, c_int, c_int, c_int, c_int, MPI_Comm,
    *mut MPI_Status) -> c_int = mpi_sys::PMPI_Sendrecv_replace;
static SENDRECV_REPLACE: Typed<SendrecvReplace> = Typed::new(c"PMPI_Sendrecv_replace");
#[inline]
pub unsafe fn PMPI_Sendrecv_replace(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, dest: c_int, sendtag: c_int,
    source: c_int, recvtag: c_int, comm: MPI_Comm, status: *mut MPI_Status) -> c_int {
    let function = SENDRECV_REPLACE.function();
    natively(|| function(buf, count, datatype, dest, sendtag, source, recvtag, comm, status))
}

type RequestFree = unsafe extern "C-unwind" fn(*mut MPI_Request) -> c_int;
const _: unsafe extern "C" fn(*mut MPI_Request) -> c_int = mpi_sys::PMPI_Request_free;
static REQUEST_FREE: Typed<RequestFree> = Typed::new(c"PMPI_Request_free");
#[inline]
pub unsafe fn PMPI_Request_free(request: *mut MPI_Request) -> c_int {
    let function = REQUEST_FREE.function();
    natively(|| function(request))
}

type Gatherv = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, *const c_int, *const c_int,
    MPI_Datatype, c_int, MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, *const c_int, *const c_int, MPI_Datatype,
    c_int, MPI_Comm) -> c_int = mpi_sys::PMPI_Gatherv;
static GATHERV: Typed<Gatherv> = Typed::new(c"PMPI_Gatherv");
#[inline]
pub unsafe fn PMPI_Gatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
    recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    let function = GATHERV.function();
    natively(|| function(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm))
}

type Ibarrier = unsafe extern "C-unwind" fn(MPI_Comm, *mut MPI_Request) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, *mut MPI_Request) -> c_int = mpi_sys::PMPI_Ibarrier;
static IBARRIER: Typed<Ibarrier> = Typed::new(c"PMPI_Ibarrier");
#[inline]
pub unsafe fn PMPI_Ibarrier(comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    let function = IBARRIER.function();
    natively(|| function(comm, request))
}

type Ibcast = unsafe extern "C-unwind" fn(*mut c_void, c_int, MPI_Datatype, c_int, MPI_Comm,
    *mut MPI_Request) -> c_int;
const _: unsafe extern "C" fn(*mut c_void, c_int, MPI_Datatype, c_int, MPI_Comm, *mut MPI_Request) -> c_int =
    mpi_sys::PMPI_Ibcast;
static IBCAST: Typed<Ibcast> = Typed::new(c"PMPI_Ibcast");
#[inline]
pub unsafe fn PMPI_Ibcast(buffer: *mut c_void, count: c_int, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm,
    request: *mut MPI_Request) -> c_int {
    let function = IBCAST.function();
    natively(|| function(buffer, count, datatype, root, comm, request))
}

type Igather = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int, MPI_Datatype, c_int,
    MPI_Comm, *mut MPI_Request) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int, MPI_Datatype, c_int, MPI_Comm,
    *mut MPI_Request) -> c_int = mpi_sys::PMPI_Igather;
static IGATHER: Typed<Igather> = Typed::new(c"PMPI_Igather");
#[inline]
pub unsafe fn PMPI_Igather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
    recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    let function = IGATHER.function();
    natively(|| function(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request))
}

type Igatherv = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, *const c_int, *const c_int,
    MPI_Datatype, c_int, MPI_Comm, *mut MPI_Request) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, *const c_int, *const c_int, MPI_Datatype,
    c_int, MPI_Comm, *mut MPI_Request) -> c_int = mpi_sys::PMPI_Igatherv;
static IGATHERV: Typed<Igatherv> = Typed::new(c"PMPI_Igatherv");
#[inline]
pub unsafe fn PMPI_Igatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
    recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm,
    request: *mut MPI_Request) -> c_int {
    let function = IGATHERV.function();
    natively(|| function(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request))
}

type Iallreduce = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, c_int, MPI_Datatype, MPI_Op, MPI_Comm,
    *mut MPI_Request) -> c_int;
const _: unsafe extern "C" fn(*const c_void, *mut c_void, c_int, MPI_Datatype, MPI_Op, MPI_Comm,
    *mut MPI_Request) -> c_int = mpi_sys::PMPI_Iallreduce;
static IALLREDUCE: Typed<Iallreduce> = Typed::new(c"PMPI_Iallreduce");
#[inline]
pub unsafe fn PMPI_Iallreduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype,
    op: MPI_Op, comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    let function = IALLREDUCE.function();
    natively(|| function(sendbuf, recvbuf, count, datatype, op, comm, request))
}

type Recv = unsafe extern "C-unwind" fn(*mut c_void, c_int, MPI_Datatype, c_int, c_int, MPI_Comm,
    *mut MPI_Status) -> c_int;
const _: unsafe extern "C" fn(*mut c_void, c_int, MPI_Datatype, c_int, c_int, MPI_Comm, *mut MPI_Status) -> c_int =
    mpi_sys::PMPI_Recv;
static RECV: Typed<Recv> = Typed::new(c"PMPI_Recv");
#[inline]
pub unsafe fn PMPI_Recv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int,
    comm: MPI_Comm, status: *mut MPI_Status) -> c_int {
    let function = RECV.function();
    natively(|| function(buf, count, datatype, source, tag, comm, status))
}

type Irecv = unsafe extern "C-unwind" fn(*mut c_void, c_int, MPI_Datatype, c_int, c_int, MPI_Comm,
    *mut MPI_Request) -> c_int;
const _: unsafe extern "C" fn(*mut c_void, c_int, MPI_Datatype, c_int, c_int, MPI_Comm, *mut MPI_Request) -> c_int =
    mpi_sys::PMPI_Irecv;
static IRECV: Typed<Irecv> = Typed::new(c"PMPI_Irecv");
#[inline]
pub unsafe fn PMPI_Irecv(buf: *mut c_void, count: c_int, datatype: MPI_Datatype, source: c_int, tag: c_int,
    comm: MPI_Comm, request: *mut MPI_Request) -> c_int {
    let function = IRECV.function();
    natively(|| function(buf, count, datatype, source, tag, comm, request))
}

type Iprobe = unsafe extern "C-unwind" fn(c_int, c_int, MPI_Comm, *mut c_int, *mut MPI_Status) -> c_int;
const _: unsafe extern "C" fn(c_int, c_int, MPI_Comm, *mut c_int, *mut MPI_Status) -> c_int = mpi_sys::PMPI_Iprobe;
static IPROBE: Typed<Iprobe> = Typed::new(c"PMPI_Iprobe");
#[inline]
pub unsafe fn PMPI_Iprobe(source: c_int, tag: c_int, comm: MPI_Comm, flag: *mut c_int,
    status: *mut MPI_Status) -> c_int {
    let function = IPROBE.function();
    natively(|| function(source, tag, comm, flag, status))
}

type Wait = unsafe extern "C-unwind" fn(*mut MPI_Request, *mut MPI_Status) -> c_int;
const _: unsafe extern "C" fn(*mut MPI_Request, *mut MPI_Status) -> c_int = mpi_sys::PMPI_Wait;
static WAIT: Typed<Wait> = Typed::new(c"PMPI_Wait");
#[inline]
pub unsafe fn PMPI_Wait(request: *mut MPI_Request, status: *mut MPI_Status) -> c_int {
    let function = WAIT.function();
    natively(|| function(request, status))
}

type Test = unsafe extern "C-unwind" fn(*mut MPI_Request, *mut c_int, *mut MPI_Status) -> c_int;
const _: unsafe extern "C" fn(*mut MPI_Request, *mut c_int, *mut MPI_Status) -> c_int = mpi_sys::PMPI_Test;
static TEST: Typed<Test> = Typed::new(c"PMPI_Test");
#[inline]
pub unsafe fn PMPI_Test(request: *mut MPI_Request, flag: *mut c_int, status: *mut MPI_Status) -> c_int {
    let function = TEST.function();
    natively(|| function(request, flag, status))
}

type Waitsome = unsafe extern "C-unwind" fn(c_int, *mut MPI_Request, *mut c_int, *mut c_int, *mut MPI_Status) -> c_int;
const _: unsafe extern "C" fn(c_int, *mut MPI_Request, *mut c_int, *mut c_int, *mut MPI_Status) -> c_int =
    mpi_sys::PMPI_Waitsome;
static WAITSOME: Typed<Waitsome> = Typed::new(c"PMPI_Waitsome");
#[inline]
pub unsafe fn PMPI_Waitsome(incount: c_int, array_of_requests: *mut MPI_Request, outcount: *mut c_int,
    array_of_indices: *mut c_int, array_of_statuses: *mut MPI_Status) -> c_int {
    let function = WAITSOME.function();
    natively(|| function(incount, array_of_requests, outcount, array_of_indices, array_of_statuses))
}

type Testsome = unsafe extern "C-unwind" fn(c_int, *mut MPI_Request, *mut c_int, *mut c_int, *mut MPI_Status) -> c_int;
const _: unsafe extern "C" fn(c_int, *mut MPI_Request, *mut c_int, *mut c_int, *mut MPI_Status) -> c_int =
    mpi_sys::PMPI_Testsome;
static TESTSOME: Typed<Testsome> = Typed::new(c"PMPI_Testsome");
#[inline]
pub unsafe fn PMPI_Testsome(incount: c_int, array_of_requests: *mut MPI_Request, outcount: *mut c_int,
    array_of_indices: *mut c_int, array_of_statuses: *mut MPI_Status) -> c_int {
    let function = TESTSOME.function();
    natively(|| function(incount, array_of_requests, outcount, array_of_indices, array_of_statuses))
}

type WinAllocateShared = unsafe extern "C-unwind" fn(MPI_Aint, c_int, MPI_Info, MPI_Comm, *mut c_void,
    *mut MPI_Win) -> c_int;
const _: unsafe extern "C" fn(MPI_Aint, c_int, MPI_Info, MPI_Comm, *mut c_void, *mut MPI_Win) -> c_int =
    mpi_sys::PMPI_Win_allocate_shared;
static WIN_ALLOCATE_SHARED: Typed<WinAllocateShared> = Typed::new(c"PMPI_Win_allocate_shared");
#[inline]
pub unsafe fn PMPI_Win_allocate_shared(size: MPI_Aint, disp_unit: c_int, info: MPI_Info, comm: MPI_Comm,
    baseptr: *mut c_void, win: *mut MPI_Win) -> c_int {
    let function = WIN_ALLOCATE_SHARED.function();
    natively(|| function(size, disp_unit, info, comm, baseptr, win))
}

type CommSplit = unsafe extern "C-unwind" fn(MPI_Comm, c_int, c_int, *mut MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, c_int, c_int, *mut MPI_Comm) -> c_int = mpi_sys::PMPI_Comm_split;
static COMM_SPLIT: Typed<CommSplit> = Typed::new(c"PMPI_Comm_split");
#[inline]
pub unsafe fn PMPI_Comm_split(comm: MPI_Comm, color: c_int, key: c_int, newcomm: *mut MPI_Comm) -> c_int {
    let function = COMM_SPLIT.function();
    natively(|| function(comm, color, key, newcomm))
}

type CommCreate = unsafe extern "C-unwind" fn(MPI_Comm, MPI_Group, *mut MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, MPI_Group, *mut MPI_Comm) -> c_int = mpi_sys::PMPI_Comm_create;
static COMM_CREATE: Typed<CommCreate> = Typed::new(c"PMPI_Comm_create");
#[inline]
pub unsafe fn PMPI_Comm_create(comm: MPI_Comm, group: MPI_Group, newcomm: *mut MPI_Comm) -> c_int {
    let function = COMM_CREATE.function();
    natively(|| function(comm, group, newcomm))
}

type CommCreateGroup = unsafe extern "C-unwind" fn(MPI_Comm, MPI_Group, c_int, *mut MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, MPI_Group, c_int, *mut MPI_Comm) -> c_int = mpi_sys::PMPI_Comm_create_group;
static COMM_CREATE_GROUP: Typed<CommCreateGroup> = Typed::new(c"PMPI_Comm_create_group");
#[inline]
pub unsafe fn PMPI_Comm_create_group(comm: MPI_Comm, group: MPI_Group, tag: c_int, newcomm: *mut MPI_Comm) -> c_int {
    let function = COMM_CREATE_GROUP.function();
    natively(|| function(comm, group, tag, newcomm))
}

type Allgather = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int, MPI_Datatype,
    MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int, MPI_Datatype, MPI_Comm) -> c_int =
    mpi_sys::PMPI_Allgather;
static ALLGATHER: Typed<Allgather> = Typed::new(c"PMPI_Allgather");
#[inline]
pub unsafe fn PMPI_Allgather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
    recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    let function = ALLGATHER.function();
    natively(|| function(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
}

type Allgatherv = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, *const c_int,
    *const c_int, MPI_Datatype, MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, *const c_int, *const c_int, MPI_Datatype,
    MPI_Comm) -> c_int = mpi_sys::PMPI_Allgatherv;
static ALLGATHERV: Typed<Allgatherv> = Typed::new(c"PMPI_Allgatherv");
#[inline]
pub unsafe fn PMPI_Allgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
    recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    let function = ALLGATHERV.function();
    natively(|| function(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))
}

type Allreduce = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, c_int, MPI_Datatype, MPI_Op,
    MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, *mut c_void, c_int, MPI_Datatype, MPI_Op, MPI_Comm) -> c_int =
    mpi_sys::PMPI_Allreduce;
static ALLREDUCE: Typed<Allreduce> = Typed::new(c"PMPI_Allreduce");
#[inline]
pub unsafe fn PMPI_Allreduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype,
    op: MPI_Op, comm: MPI_Comm) -> c_int {
    let function = ALLREDUCE.function();
    natively(|| function(sendbuf, recvbuf, count, datatype, op, comm))
}

type Alltoall = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int, MPI_Datatype,
    MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int, MPI_Datatype, MPI_Comm) -> c_int =
    mpi_sys::PMPI_Alltoall;
static ALLTOALL: Typed<Alltoall> = Typed::new(c"PMPI_Alltoall");
#[inline]
pub unsafe fn PMPI_Alltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
    recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    let function = ALLTOALL.function();
    natively(|| function(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
}

type Alltoallv = unsafe extern "C-unwind" fn(*const c_void, *const c_int, *const c_int, MPI_Datatype, *mut c_void,
    *const c_int, *const c_int, MPI_Datatype, MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, *const c_int, *const c_int, MPI_Datatype, *mut c_void, *const c_int,
    *const c_int, MPI_Datatype, MPI_Comm) -> c_int = mpi_sys::PMPI_Alltoallv;
static ALLTOALLV: Typed<Alltoallv> = Typed::new(c"PMPI_Alltoallv");
#[inline]
pub unsafe fn PMPI_Alltoallv(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int,
    sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int,
    recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    let function = ALLTOALLV.function();
    natively(|| function(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
}

type Alltoallw = unsafe extern "C-unwind" fn(*const c_void, *const c_int, *const c_int, *const MPI_Datatype,
    *mut c_void, *const c_int, *const c_int, *const MPI_Datatype, MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, *const c_int, *const c_int, *const MPI_Datatype, *mut c_void, *const c_int,
    *const c_int, *const MPI_Datatype, MPI_Comm) -> c_int = mpi_sys::PMPI_Alltoallw;
static ALLTOALLW: Typed<Alltoallw> = Typed::new(c"PMPI_Alltoallw");
#[inline]
pub unsafe fn PMPI_Alltoallw(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int,
    sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int,
    recvtypes: *const MPI_Datatype, comm: MPI_Comm) -> c_int {
    let function = ALLTOALLW.function();
    natively(|| function(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))
}

type Barrier = unsafe extern "C-unwind" fn(MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm) -> c_int = mpi_sys::PMPI_Barrier;
static BARRIER: Typed<Barrier> = Typed::new(c"PMPI_Barrier");
#[inline]
pub unsafe fn PMPI_Barrier(comm: MPI_Comm) -> c_int {
    let function = BARRIER.function();
    natively(|| function(comm))
}

type Bcast = unsafe extern "C-unwind" fn(*mut c_void, c_int, MPI_Datatype, c_int, MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*mut c_void, c_int, MPI_Datatype, c_int, MPI_Comm) -> c_int = mpi_sys::PMPI_Bcast;
static BCAST: Typed<Bcast> = Typed::new(c"PMPI_Bcast");
#[inline]
pub unsafe fn PMPI_Bcast(buffer: *mut c_void, count: c_int, datatype: MPI_Datatype, root: c_int,
    comm: MPI_Comm) -> c_int {
    let function = BCAST.function();
    natively(|| function(buffer, count, datatype, root, comm))
}

type Exscan = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, c_int, MPI_Datatype, MPI_Op, MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, *mut c_void, c_int, MPI_Datatype, MPI_Op, MPI_Comm) -> c_int =
    mpi_sys::PMPI_Exscan;
static EXSCAN: Typed<Exscan> = Typed::new(c"PMPI_Exscan");
#[inline]
pub unsafe fn PMPI_Exscan(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype,
    op: MPI_Op, comm: MPI_Comm) -> c_int {
    let function = EXSCAN.function();
    natively(|| function(sendbuf, recvbuf, count, datatype, op, comm))
}

type Gather = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int, MPI_Datatype, c_int,
    MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int, MPI_Datatype, c_int,
    MPI_Comm) -> c_int = mpi_sys::PMPI_Gather;
static GATHER: Typed<Gather> = Typed::new(c"PMPI_Gather");
#[inline]
pub unsafe fn PMPI_Gather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype, recvbuf: *mut c_void,
    recvcount: c_int, recvtype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> c_int {
    let function = GATHER.function();
    natively(|| function(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))
}

type NeighborAllgather = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int,
    MPI_Datatype, MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int, MPI_Datatype, MPI_Comm) -> c_int =
    mpi_sys::PMPI_Neighbor_allgather;
static NEIGHBOR_ALLGATHER: Typed<NeighborAllgather> = Typed::new(c"PMPI_Neighbor_allgather");
#[inline]
pub unsafe fn PMPI_Neighbor_allgather(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    let function = NEIGHBOR_ALLGATHER.function();
    natively(|| function(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
}

type NeighborAllgatherv = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, *const c_int,
    *const c_int, MPI_Datatype, MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, *const c_int, *const c_int, MPI_Datatype,
    MPI_Comm) -> c_int = mpi_sys::PMPI_Neighbor_allgatherv;
static NEIGHBOR_ALLGATHERV: Typed<NeighborAllgatherv> = Typed::new(c"PMPI_Neighbor_allgatherv");
#[inline]
pub unsafe fn PMPI_Neighbor_allgatherv(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype,
    recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: MPI_Datatype,
    comm: MPI_Comm) -> c_int {
    let function = NEIGHBOR_ALLGATHERV.function();
    natively(|| function(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))
}

type NeighborAlltoall = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int,
    MPI_Datatype, MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int, MPI_Datatype, MPI_Comm) -> c_int =
    mpi_sys::PMPI_Neighbor_alltoall;
static NEIGHBOR_ALLTOALL: Typed<NeighborAlltoall> = Typed::new(c"PMPI_Neighbor_alltoall");
#[inline]
pub unsafe fn PMPI_Neighbor_alltoall(sendbuf: *const c_void, sendcount: c_int, sendtype: MPI_Datatype,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    let function = NEIGHBOR_ALLTOALL.function();
    natively(|| function(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
}

type NeighborAlltoallv = unsafe extern "C-unwind" fn(*const c_void, *const c_int, *const c_int, MPI_Datatype,
    *mut c_void, *const c_int, *const c_int, MPI_Datatype, MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, *const c_int, *const c_int, MPI_Datatype, *mut c_void, *const c_int,
    *const c_int, MPI_Datatype, MPI_Comm) -> c_int = mpi_sys::PMPI_Neighbor_alltoallv;
static NEIGHBOR_ALLTOALLV: Typed<NeighborAlltoallv> = Typed::new(c"PMPI_Neighbor_alltoallv");
#[inline]
pub unsafe fn PMPI_Neighbor_alltoallv(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int,
    sendtype: MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int,
    recvtype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    let function = NEIGHBOR_ALLTOALLV.function();
    natively(|| function(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
}

type NeighborAlltoallw = unsafe extern "C-unwind" fn(*const c_void, *const c_int, *const MPI_Aint, *const MPI_Datatype,
    *mut c_void, *const c_int, *const MPI_Aint, *const MPI_Datatype, MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, *const c_int, *const MPI_Aint, *const MPI_Datatype, *mut c_void,
    *const c_int, *const MPI_Aint, *const MPI_Datatype, MPI_Comm) -> c_int = mpi_sys::PMPI_Neighbor_alltoallw;
static NEIGHBOR_ALLTOALLW: Typed<NeighborAlltoallw> = Typed::new(c"PMPI_Neighbor_alltoallw");
#[inline]
pub unsafe fn PMPI_Neighbor_alltoallw(sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const MPI_Aint,
    sendtypes: *const MPI_Datatype, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const MPI_Aint,
    recvtypes: *const MPI_Datatype, comm: MPI_Comm) -> c_int {
    let function = NEIGHBOR_ALLTOALLW.function();
    natively(|| function(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))
}

type Reduce = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, c_int, MPI_Datatype, MPI_Op, c_int,
    MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, *mut c_void, c_int, MPI_Datatype, MPI_Op, c_int, MPI_Comm) -> c_int =
    mpi_sys::PMPI_Reduce;
static REDUCE: Typed<Reduce> = Typed::new(c"PMPI_Reduce");
#[inline]
pub unsafe fn PMPI_Reduce(sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: MPI_Datatype,
    op: MPI_Op, root: c_int, comm: MPI_Comm) -> c_int {
    let function = REDUCE.function();
    natively(|| function(sendbuf, recvbuf, count, datatype, op, root, comm))
}

type CartCreate = unsafe extern "C-unwind" fn(MPI_Comm, c_int, *const c_int, *const c_int, c_int,
    *mut MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, c_int, *const c_int, *const c_int, c_int, *mut MPI_Comm) -> c_int =
    mpi_sys::PMPI_Cart_create;
static CART_CREATE: Typed<CartCreate> = Typed::new(c"PMPI_Cart_create");
#[inline]
pub unsafe fn PMPI_Cart_create(comm_old: MPI_Comm, ndims: c_int, dims: *const c_int, periods: *const c_int,
    reorder: c_int, comm_cart: *mut MPI_Comm) -> c_int {
    let function = CART_CREATE.function();
    natively(|| function(comm_old, ndims, dims, periods, reorder, comm_cart))
}

type DistGraphCreate = unsafe extern "C-unwind" fn(MPI_Comm, c_int, *const c_int, *const c_int, *const c_int,
    *const c_int, MPI_Info, c_int, *mut MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, c_int, *const c_int, *const c_int, *const c_int, *const c_int, MPI_Info, c_int,
    *mut MPI_Comm) -> c_int = mpi_sys::PMPI_Dist_graph_create;
static DIST_GRAPH_CREATE: Typed<DistGraphCreate> = Typed::new(c"PMPI_Dist_graph_create");
#[inline]
pub unsafe fn PMPI_Dist_graph_create(comm_old: MPI_Comm, n: c_int, sources: *const c_int, degrees: *const c_int,
    destinations: *const c_int, weights: *const c_int, info: MPI_Info, reorder: c_int,
    comm_dist_graph: *mut MPI_Comm) -> c_int {
    let function = DIST_GRAPH_CREATE.function();
    natively(|| function(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph))
}

type DistGraphCreateAdjacent = unsafe extern "C-unwind" fn(MPI_Comm, c_int, *const c_int, *const c_int, c_int,
    *const c_int, *const c_int, MPI_Info, c_int, *mut MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, c_int, *const c_int, *const c_int, c_int, *const c_int, *const c_int, MPI_Info,
    c_int, *mut MPI_Comm) -> c_int = mpi_sys::PMPI_Dist_graph_create_adjacent;
static DIST_GRAPH_CREATE_ADJACENT: Typed<DistGraphCreateAdjacent> = Typed::new(c"PMPI_Dist_graph_create_adjacent");
#[inline]
pub unsafe fn PMPI_Dist_graph_create_adjacent(comm_old: MPI_Comm, indegree: c_int, sources: *const c_int,
    sourceweights: *const c_int, outdegree: c_int, destinations: *const c_int, destweights: *const c_int,
    info: MPI_Info, reorder: c_int, comm_dist_graph: *mut MPI_Comm) -> c_int {
    let function = DIST_GRAPH_CREATE_ADJACENT.function();
    natively(|| function(comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info,
        reorder, comm_dist_graph))
}

type GraphCreate = unsafe extern "C-unwind" fn(MPI_Comm, c_int, *const c_int, *const c_int, c_int,
    *mut MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, c_int, *const c_int, *const c_int, c_int, *mut MPI_Comm) -> c_int =
    mpi_sys::PMPI_Graph_create;
static GRAPH_CREATE: Typed<GraphCreate> = Typed::new(c"PMPI_Graph_create");
#[inline]
pub unsafe fn PMPI_Graph_create(comm_old: MPI_Comm, nnodes: c_int, index: *const c_int, edges: *const c_int,
    reorder: c_int, comm_graph: *mut MPI_Comm) -> c_int {
    let function = GRAPH_CREATE.function();
    natively(|| function(comm_old, nnodes, index, edges, reorder, comm_graph))
}

type CommFree = unsafe extern "C-unwind" fn(*mut MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*mut MPI_Comm) -> c_int = mpi_sys::PMPI_Comm_free;
static COMM_FREE: Typed<CommFree> = Typed::new(c"PMPI_Comm_free");
#[inline]
pub unsafe fn PMPI_Comm_free(comm: *mut MPI_Comm) -> c_int {
    let function = COMM_FREE.function();
    natively(|| function(comm))
}

type Abort = unsafe extern "C-unwind" fn(MPI_Comm, c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, c_int) -> c_int = mpi_sys::PMPI_Abort;
static ABORT: Typed<Abort> = Typed::new(c"PMPI_Abort");
#[inline]
pub unsafe fn PMPI_Abort(comm: MPI_Comm, errorcode: c_int) -> c_int {
    let function = ABORT.function();
    natively(|| function(comm, errorcode))
}

type AddErrorCode = unsafe extern "C-unwind" fn(c_int, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(c_int, *mut c_int) -> c_int = mpi_sys::PMPI_Add_error_code;
static ADD_ERROR_CODE: Typed<AddErrorCode> = Typed::new(c"PMPI_Add_error_code");
#[inline]
pub unsafe fn PMPI_Add_error_code(errorclass: c_int, errorcode: *mut c_int) -> c_int {
    let function = ADD_ERROR_CODE.function();
    natively(|| function(errorclass, errorcode))
}

type AddErrorString = unsafe extern "C-unwind" fn(c_int, ReadText) -> c_int;
const _: unsafe extern "C" fn(c_int, ReadText) -> c_int = mpi_sys::PMPI_Add_error_string;
static ADD_ERROR_STRING: Typed<AddErrorString> = Typed::new(c"PMPI_Add_error_string");
#[inline]
pub unsafe fn PMPI_Add_error_string(errorcode: c_int, string: ReadText) -> c_int {
    let function = ADD_ERROR_STRING.function();
    natively(|| function(errorcode, string))
}

type Cancel = unsafe extern "C-unwind" fn(*mut MPI_Request) -> c_int;
const _: unsafe extern "C" fn(*mut MPI_Request) -> c_int = mpi_sys::PMPI_Cancel;
static CANCEL: Typed<Cancel> = Typed::new(c"PMPI_Cancel");
#[inline]
pub unsafe fn PMPI_Cancel(request: *mut MPI_Request) -> c_int {
    let function = CANCEL.function();
    natively(|| function(request))
}

type CartShift = unsafe extern "C-unwind" fn(MPI_Comm, c_int, c_int, *mut c_int, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, c_int, c_int, *mut c_int, *mut c_int) -> c_int = mpi_sys::PMPI_Cart_shift;
static CART_SHIFT: Typed<CartShift> = Typed::new(c"PMPI_Cart_shift");
#[inline]
pub unsafe fn PMPI_Cart_shift(comm: MPI_Comm, direction: c_int, disp: c_int, rank_source: *mut c_int,
    rank_dest: *mut c_int) -> c_int {
    let function = CART_SHIFT.function();
    natively(|| function(comm, direction, disp, rank_source, rank_dest))
}

type CartdimGet = unsafe extern "C-unwind" fn(MPI_Comm, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, *mut c_int) -> c_int = mpi_sys::PMPI_Cartdim_get;
static CARTDIM_GET: Typed<CartdimGet> = Typed::new(c"PMPI_Cartdim_get");
#[inline]
pub unsafe fn PMPI_Cartdim_get(comm: MPI_Comm, ndims: *mut c_int) -> c_int {
    let function = CARTDIM_GET.function();
    natively(|| function(comm, ndims))
}

type CommCallErrhandler = unsafe extern "C-unwind" fn(MPI_Comm, c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, c_int) -> c_int = mpi_sys::PMPI_Comm_call_errhandler;
static COMM_CALL_ERRHANDLER: Typed<CommCallErrhandler> = Typed::new(c"PMPI_Comm_call_errhandler");
#[inline]
pub unsafe fn PMPI_Comm_call_errhandler(comm: MPI_Comm, errorcode: c_int) -> c_int {
    let function = COMM_CALL_ERRHANDLER.function();
    natively(|| function(comm, errorcode))
}

type CommCreateKeyval = unsafe extern "C-unwind" fn(MPI_Comm_copy_attr_function, MPI_Comm_delete_attr_function,
    *mut c_int, *mut c_void) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm_copy_attr_function, MPI_Comm_delete_attr_function, *mut c_int,
    *mut c_void) -> c_int = mpi_sys::PMPI_Comm_create_keyval;
static COMM_CREATE_KEYVAL: Typed<CommCreateKeyval> = Typed::new(c"PMPI_Comm_create_keyval");
#[inline]
pub unsafe fn PMPI_Comm_create_keyval(comm_copy_attr_fn: MPI_Comm_copy_attr_function,
    comm_delete_attr_fn: MPI_Comm_delete_attr_function, comm_keyval: *mut c_int, extra_state: *mut c_void) -> c_int {
    let function = COMM_CREATE_KEYVAL.function();
    natively(|| function(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state))
}

type CommFreeKeyval = unsafe extern "C-unwind" fn(*mut c_int) -> c_int;
const _: unsafe extern "C" fn(*mut c_int) -> c_int = mpi_sys::PMPI_Comm_free_keyval;
static COMM_FREE_KEYVAL: Typed<CommFreeKeyval> = Typed::new(c"PMPI_Comm_free_keyval");
#[inline]
pub unsafe fn PMPI_Comm_free_keyval(comm_keyval: *mut c_int) -> c_int {
    let function = COMM_FREE_KEYVAL.function();
    natively(|| function(comm_keyval))
}

type CommGetAttr = unsafe extern "C-unwind" fn(MPI_Comm, c_int, *mut c_void, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, c_int, *mut c_void, *mut c_int) -> c_int = mpi_sys::PMPI_Comm_get_attr;
static COMM_GET_ATTR: Typed<CommGetAttr> = Typed::new(c"PMPI_Comm_get_attr");
#[inline]
pub unsafe fn PMPI_Comm_get_attr(comm: MPI_Comm, comm_keyval: c_int, attribute_val: *mut c_void,
    flag: *mut c_int) -> c_int {
    let function = COMM_GET_ATTR.function();
    natively(|| function(comm, comm_keyval, attribute_val, flag))
}

type CommGetErrhandler = unsafe extern "C-unwind" fn(MPI_Comm, *mut MPI_Errhandler) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, *mut MPI_Errhandler) -> c_int = mpi_sys::PMPI_Comm_get_errhandler;
static COMM_GET_ERRHANDLER: Typed<CommGetErrhandler> = Typed::new(c"PMPI_Comm_get_errhandler");
#[inline]
pub unsafe fn PMPI_Comm_get_errhandler(comm: MPI_Comm, errhandler: *mut MPI_Errhandler) -> c_int {
    let function = COMM_GET_ERRHANDLER.function();
    natively(|| function(comm, errhandler))
}

type CommGroup = unsafe extern "C-unwind" fn(MPI_Comm, *mut MPI_Group) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, *mut MPI_Group) -> c_int = mpi_sys::PMPI_Comm_group;
static COMM_GROUP: Typed<CommGroup> = Typed::new(c"PMPI_Comm_group");
#[inline]
pub unsafe fn PMPI_Comm_group(comm: MPI_Comm, group: *mut MPI_Group) -> c_int {
    let function = COMM_GROUP.function();
    natively(|| function(comm, group))
}

type CommRank = unsafe extern "C-unwind" fn(MPI_Comm, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, *mut c_int) -> c_int = mpi_sys::PMPI_Comm_rank;
static COMM_RANK: Typed<CommRank> = Typed::new(c"PMPI_Comm_rank");
#[inline]
pub unsafe fn PMPI_Comm_rank(comm: MPI_Comm, rank: *mut c_int) -> c_int {
    let function = COMM_RANK.function();
    natively(|| function(comm, rank))
}

type CommRemoteGroup = unsafe extern "C-unwind" fn(MPI_Comm, *mut MPI_Group) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, *mut MPI_Group) -> c_int = mpi_sys::PMPI_Comm_remote_group;
static COMM_REMOTE_GROUP: Typed<CommRemoteGroup> = Typed::new(c"PMPI_Comm_remote_group");
#[inline]
pub unsafe fn PMPI_Comm_remote_group(comm: MPI_Comm, group: *mut MPI_Group) -> c_int {
    let function = COMM_REMOTE_GROUP.function();
    natively(|| function(comm, group))
}

type CommSetAttr = unsafe extern "C-unwind" fn(MPI_Comm, c_int, *mut c_void) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, c_int, *mut c_void) -> c_int = mpi_sys::PMPI_Comm_set_attr;
static COMM_SET_ATTR: Typed<CommSetAttr> = Typed::new(c"PMPI_Comm_set_attr");
#[inline]
pub unsafe fn PMPI_Comm_set_attr(comm: MPI_Comm, comm_keyval: c_int, attribute_val: *mut c_void) -> c_int {
    let function = COMM_SET_ATTR.function();
    natively(|| function(comm, comm_keyval, attribute_val))
}

type CommSetErrhandler = unsafe extern "C-unwind" fn(MPI_Comm, MPI_Errhandler) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, MPI_Errhandler) -> c_int = mpi_sys::PMPI_Comm_set_errhandler;
static COMM_SET_ERRHANDLER: Typed<CommSetErrhandler> = Typed::new(c"PMPI_Comm_set_errhandler");
#[inline]
pub unsafe fn PMPI_Comm_set_errhandler(comm: MPI_Comm, errhandler: MPI_Errhandler) -> c_int {
    let function = COMM_SET_ERRHANDLER.function();
    natively(|| function(comm, errhandler))
}

type CommSize = unsafe extern "C-unwind" fn(MPI_Comm, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, *mut c_int) -> c_int = mpi_sys::PMPI_Comm_size;
static COMM_SIZE: Typed<CommSize> = Typed::new(c"PMPI_Comm_size");
#[inline]
pub unsafe fn PMPI_Comm_size(comm: MPI_Comm, size: *mut c_int) -> c_int {
    let function = COMM_SIZE.function();
    natively(|| function(comm, size))
}

type CommTestInter = unsafe extern "C-unwind" fn(MPI_Comm, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, *mut c_int) -> c_int = mpi_sys::PMPI_Comm_test_inter;
static COMM_TEST_INTER: Typed<CommTestInter> = Typed::new(c"PMPI_Comm_test_inter");
#[inline]
pub unsafe fn PMPI_Comm_test_inter(comm: MPI_Comm, flag: *mut c_int) -> c_int {
    let function = COMM_TEST_INTER.function();
    natively(|| function(comm, flag))
}

type DistGraphNeighbors = unsafe extern "C-unwind" fn(MPI_Comm, c_int, *mut c_int, *mut c_int, c_int, *mut c_int,
    *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, c_int, *mut c_int, *mut c_int, c_int, *mut c_int, *mut c_int) -> c_int =
    mpi_sys::PMPI_Dist_graph_neighbors;
static DIST_GRAPH_NEIGHBORS: Typed<DistGraphNeighbors> = Typed::new(c"PMPI_Dist_graph_neighbors");
#[inline]
pub unsafe fn PMPI_Dist_graph_neighbors(comm: MPI_Comm, maxindegree: c_int, sources: *mut c_int,
    sourceweights: *mut c_int, maxoutdegree: c_int, destinations: *mut c_int, destweights: *mut c_int) -> c_int {
    let function = DIST_GRAPH_NEIGHBORS.function();
    natively(|| function(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights))
}

type DistGraphNeighborsCount = unsafe extern "C-unwind" fn(MPI_Comm, *mut c_int, *mut c_int, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, *mut c_int, *mut c_int, *mut c_int) -> c_int =
    mpi_sys::PMPI_Dist_graph_neighbors_count;
static DIST_GRAPH_NEIGHBORS_COUNT: Typed<DistGraphNeighborsCount> = Typed::new(c"PMPI_Dist_graph_neighbors_count");
#[inline]
pub unsafe fn PMPI_Dist_graph_neighbors_count(comm: MPI_Comm, indegree: *mut c_int, outdegree: *mut c_int,
    weighted: *mut c_int) -> c_int {
    let function = DIST_GRAPH_NEIGHBORS_COUNT.function();
    natively(|| function(comm, indegree, outdegree, weighted))
}

type ErrhandlerFree = unsafe extern "C-unwind" fn(*mut MPI_Errhandler) -> c_int;
const _: unsafe extern "C" fn(*mut MPI_Errhandler) -> c_int = mpi_sys::PMPI_Errhandler_free;
static ERRHANDLER_FREE: Typed<ErrhandlerFree> = Typed::new(c"PMPI_Errhandler_free");
#[inline]
pub unsafe fn PMPI_Errhandler_free(errhandler: *mut MPI_Errhandler) -> c_int {
    let function = ERRHANDLER_FREE.function();
    natively(|| function(errhandler))
}

type ErrorClass = unsafe extern "C-unwind" fn(c_int, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(c_int, *mut c_int) -> c_int = mpi_sys::PMPI_Error_class;
static ERROR_CLASS: Typed<ErrorClass> = Typed::new(c"PMPI_Error_class");
#[inline]
pub unsafe fn PMPI_Error_class(errorcode: c_int, errorclass: *mut c_int) -> c_int {
    let function = ERROR_CLASS.function();
    natively(|| function(errorcode, errorclass))
}

type Finalized = unsafe extern "C-unwind" fn(*mut c_int) -> c_int;
const _: unsafe extern "C" fn(*mut c_int) -> c_int = mpi_sys::PMPI_Finalized;
static FINALIZED: Typed<Finalized> = Typed::new(c"PMPI_Finalized");
#[inline]
pub unsafe fn PMPI_Finalized(flag: *mut c_int) -> c_int {
    let function = FINALIZED.function();
    natively(|| function(flag))
}

type GetLibraryVersion = unsafe extern "C-unwind" fn(*mut c_char, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(*mut c_char, *mut c_int) -> c_int = mpi_sys::PMPI_Get_library_version;
static GET_LIBRARY_VERSION: Typed<GetLibraryVersion> = Typed::new(c"PMPI_Get_library_version");
#[inline]
pub unsafe fn PMPI_Get_library_version(version: *mut c_char, resultlen: *mut c_int) -> c_int {
    let function = GET_LIBRARY_VERSION.function();
    natively(|| function(version, resultlen))
}

type GetVersion = unsafe extern "C-unwind" fn(*mut c_int, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int = mpi_sys::PMPI_Get_version;
static GET_VERSION: Typed<GetVersion> = Typed::new(c"PMPI_Get_version");
#[inline]
pub unsafe fn PMPI_Get_version(version: *mut c_int, subversion: *mut c_int) -> c_int {
    let function = GET_VERSION.function();
    natively(|| function(version, subversion))
}

type GraphNeighbors = unsafe extern "C-unwind" fn(MPI_Comm, c_int, c_int, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, c_int, c_int, *mut c_int) -> c_int = mpi_sys::PMPI_Graph_neighbors;
static GRAPH_NEIGHBORS: Typed<GraphNeighbors> = Typed::new(c"PMPI_Graph_neighbors");
#[inline]
pub unsafe fn PMPI_Graph_neighbors(comm: MPI_Comm, rank: c_int, maxneighbors: c_int, neighbors: *mut c_int) -> c_int {
    let function = GRAPH_NEIGHBORS.function();
    natively(|| function(comm, rank, maxneighbors, neighbors))
}

type GraphNeighborsCount = unsafe extern "C-unwind" fn(MPI_Comm, c_int, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, c_int, *mut c_int) -> c_int = mpi_sys::PMPI_Graph_neighbors_count;
static GRAPH_NEIGHBORS_COUNT: Typed<GraphNeighborsCount> = Typed::new(c"PMPI_Graph_neighbors_count");
#[inline]
pub unsafe fn PMPI_Graph_neighbors_count(comm: MPI_Comm, rank: c_int, nneighbors: *mut c_int) -> c_int {
    let function = GRAPH_NEIGHBORS_COUNT.function();
    natively(|| function(comm, rank, nneighbors))
}

type GroupFree = unsafe extern "C-unwind" fn(*mut MPI_Group) -> c_int;
const _: unsafe extern "C" fn(*mut MPI_Group) -> c_int = mpi_sys::PMPI_Group_free;
static GROUP_FREE: Typed<GroupFree> = Typed::new(c"PMPI_Group_free");
#[inline]
pub unsafe fn PMPI_Group_free(group: *mut MPI_Group) -> c_int {
    let function = GROUP_FREE.function();
    natively(|| function(group))
}

type GroupIncl = unsafe extern "C-unwind" fn(MPI_Group, c_int, *const c_int, *mut MPI_Group) -> c_int;
const _: unsafe extern "C" fn(MPI_Group, c_int, *const c_int, *mut MPI_Group) -> c_int = mpi_sys::PMPI_Group_incl;
static GROUP_INCL: Typed<GroupIncl> = Typed::new(c"PMPI_Group_incl");
#[inline]
pub unsafe fn PMPI_Group_incl(group: MPI_Group, n: c_int, ranks: *const c_int, newgroup: *mut MPI_Group) -> c_int {
    let function = GROUP_INCL.function();
    natively(|| function(group, n, ranks, newgroup))
}

type GroupRank = unsafe extern "C-unwind" fn(MPI_Group, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Group, *mut c_int) -> c_int = mpi_sys::PMPI_Group_rank;
static GROUP_RANK: Typed<GroupRank> = Typed::new(c"PMPI_Group_rank");
#[inline]
pub unsafe fn PMPI_Group_rank(group: MPI_Group, rank: *mut c_int) -> c_int {
    let function = GROUP_RANK.function();
    natively(|| function(group, rank))
}

type GroupSize = unsafe extern "C-unwind" fn(MPI_Group, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Group, *mut c_int) -> c_int = mpi_sys::PMPI_Group_size;
static GROUP_SIZE: Typed<GroupSize> = Typed::new(c"PMPI_Group_size");
#[inline]
pub unsafe fn PMPI_Group_size(group: MPI_Group, size: *mut c_int) -> c_int {
    let function = GROUP_SIZE.function();
    natively(|| function(group, size))
}

type GroupTranslateRanks = unsafe extern "C-unwind" fn(MPI_Group, c_int, *const c_int, MPI_Group, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Group, c_int, *const c_int, MPI_Group, *mut c_int) -> c_int =
    mpi_sys::PMPI_Group_translate_ranks;
static GROUP_TRANSLATE_RANKS: Typed<GroupTranslateRanks> = Typed::new(c"PMPI_Group_translate_ranks");
#[inline]
pub unsafe fn PMPI_Group_translate_ranks(group1: MPI_Group, n: c_int, ranks1: *const c_int, group2: MPI_Group,
    ranks2: *mut c_int) -> c_int {
    let function = GROUP_TRANSLATE_RANKS.function();
    natively(|| function(group1, n, ranks1, group2, ranks2))
}

type InfoCreate = unsafe extern "C-unwind" fn(*mut MPI_Info) -> c_int;
const _: unsafe extern "C" fn(*mut MPI_Info) -> c_int = mpi_sys::PMPI_Info_create;
static INFO_CREATE: Typed<InfoCreate> = Typed::new(c"PMPI_Info_create");
#[inline]
pub unsafe fn PMPI_Info_create(info: *mut MPI_Info) -> c_int {
    let function = INFO_CREATE.function();
    natively(|| function(info))
}

type InfoDelete = unsafe extern "C-unwind" fn(MPI_Info, *const c_char) -> c_int;
const _: unsafe extern "C" fn(MPI_Info, *const c_char) -> c_int = mpi_sys::PMPI_Info_delete;
static INFO_DELETE: Typed<InfoDelete> = Typed::new(c"PMPI_Info_delete");
#[inline]
pub unsafe fn PMPI_Info_delete(info: MPI_Info, key: *const c_char) -> c_int {
    let function = INFO_DELETE.function();
    natively(|| function(info, key))
}

type InfoFree = unsafe extern "C-unwind" fn(*mut MPI_Info) -> c_int;
const _: unsafe extern "C" fn(*mut MPI_Info) -> c_int = mpi_sys::PMPI_Info_free;
static INFO_FREE: Typed<InfoFree> = Typed::new(c"PMPI_Info_free");
#[inline]
pub unsafe fn PMPI_Info_free(info: *mut MPI_Info) -> c_int {
    let function = INFO_FREE.function();
    natively(|| function(info))
}

type InfoGet = unsafe extern "C-unwind" fn(MPI_Info, *const c_char, c_int, *mut c_char, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Info, *const c_char, c_int, *mut c_char, *mut c_int) -> c_int =
    mpi_sys::PMPI_Info_get;
static INFO_GET: Typed<InfoGet> = Typed::new(c"PMPI_Info_get");
#[inline]
pub unsafe fn PMPI_Info_get(info: MPI_Info, key: *const c_char, valuelen: c_int, value: *mut c_char,
    flag: *mut c_int) -> c_int {
    let function = INFO_GET.function();
    natively(|| function(info, key, valuelen, value, flag))
}

type InfoGetNkeys = unsafe extern "C-unwind" fn(MPI_Info, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Info, *mut c_int) -> c_int = mpi_sys::PMPI_Info_get_nkeys;
static INFO_GET_NKEYS: Typed<InfoGetNkeys> = Typed::new(c"PMPI_Info_get_nkeys");
#[inline]
pub unsafe fn PMPI_Info_get_nkeys(info: MPI_Info, nkeys: *mut c_int) -> c_int {
    let function = INFO_GET_NKEYS.function();
    natively(|| function(info, nkeys))
}

type InfoGetNthkey = unsafe extern "C-unwind" fn(MPI_Info, c_int, *mut c_char) -> c_int;
const _: unsafe extern "C" fn(MPI_Info, c_int, *mut c_char) -> c_int = mpi_sys::PMPI_Info_get_nthkey;
static INFO_GET_NTHKEY: Typed<InfoGetNthkey> = Typed::new(c"PMPI_Info_get_nthkey");
#[inline]
pub unsafe fn PMPI_Info_get_nthkey(info: MPI_Info, n: c_int, key: *mut c_char) -> c_int {
    let function = INFO_GET_NTHKEY.function();
    natively(|| function(info, n, key))
}

type InfoGetValuelen = unsafe extern "C-unwind" fn(MPI_Info, *const c_char, *mut c_int, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Info, *const c_char, *mut c_int, *mut c_int) -> c_int =
    mpi_sys::PMPI_Info_get_valuelen;
static INFO_GET_VALUELEN: Typed<InfoGetValuelen> = Typed::new(c"PMPI_Info_get_valuelen");
#[inline]
pub unsafe fn PMPI_Info_get_valuelen(info: MPI_Info, key: *const c_char, valuelen: *mut c_int,
    flag: *mut c_int) -> c_int {
    let function = INFO_GET_VALUELEN.function();
    natively(|| function(info, key, valuelen, flag))
}

type InfoSet = unsafe extern "C-unwind" fn(MPI_Info, *const c_char, *const c_char) -> c_int;
const _: unsafe extern "C" fn(MPI_Info, *const c_char, *const c_char) -> c_int = mpi_sys::PMPI_Info_set;
static INFO_SET: Typed<InfoSet> = Typed::new(c"PMPI_Info_set");
#[inline]
pub unsafe fn PMPI_Info_set(info: MPI_Info, key: *const c_char, value: *const c_char) -> c_int {
    let function = INFO_SET.function();
    natively(|| function(info, key, value))
}

type Initialized = unsafe extern "C-unwind" fn(*mut c_int) -> c_int;
const _: unsafe extern "C" fn(*mut c_int) -> c_int = mpi_sys::PMPI_Initialized;
static INITIALIZED: Typed<Initialized> = Typed::new(c"PMPI_Initialized");
#[inline]
pub unsafe fn PMPI_Initialized(flag: *mut c_int) -> c_int {
    let function = INITIALIZED.function();
    natively(|| function(flag))
}

type OpCommutative = unsafe extern "C-unwind" fn(MPI_Op, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Op, *mut c_int) -> c_int = mpi_sys::PMPI_Op_commutative;
static OP_COMMUTATIVE: Typed<OpCommutative> = Typed::new(c"PMPI_Op_commutative");
#[inline]
pub unsafe fn PMPI_Op_commutative(op: MPI_Op, commute: *mut c_int) -> c_int {
    let function = OP_COMMUTATIVE.function();
    natively(|| function(op, commute))
}

type OpCreate = unsafe extern "C-unwind" fn(MPI_User_function, c_int, *mut MPI_Op) -> c_int;
const _: unsafe extern "C" fn(MPI_User_function, c_int, *mut MPI_Op) -> c_int = mpi_sys::PMPI_Op_create;
static OP_CREATE: Typed<OpCreate> = Typed::new(c"PMPI_Op_create");
#[inline]
pub unsafe fn PMPI_Op_create(user_fn: MPI_User_function, commute: c_int, op: *mut MPI_Op) -> c_int {
    let function = OP_CREATE.function();
    natively(|| function(user_fn, commute, op))
}

type OpFree = unsafe extern "C-unwind" fn(*mut MPI_Op) -> c_int;
const _: unsafe extern "C" fn(*mut MPI_Op) -> c_int = mpi_sys::PMPI_Op_free;
static OP_FREE: Typed<OpFree> = Typed::new(c"PMPI_Op_free");
#[inline]
pub unsafe fn PMPI_Op_free(op: *mut MPI_Op) -> c_int {
    let function = OP_FREE.function();
    natively(|| function(op))
}

type Pack = unsafe extern "C-unwind" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int, *mut c_int,
    MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, MPI_Datatype, *mut c_void, c_int, *mut c_int, MPI_Comm) -> c_int =
    mpi_sys::PMPI_Pack;
static PACK: Typed<Pack> = Typed::new(c"PMPI_Pack");
#[inline]
pub unsafe fn PMPI_Pack(inbuf: *const c_void, incount: c_int, datatype: MPI_Datatype, outbuf: *mut c_void,
    outsize: c_int, position: *mut c_int, comm: MPI_Comm) -> c_int {
    let function = PACK.function();
    natively(|| function(inbuf, incount, datatype, outbuf, outsize, position, comm))
}

type QueryThread = unsafe extern "C-unwind" fn(*mut c_int) -> c_int;
const _: unsafe extern "C" fn(*mut c_int) -> c_int = mpi_sys::PMPI_Query_thread;
static QUERY_THREAD: Typed<QueryThread> = Typed::new(c"PMPI_Query_thread");
#[inline]
pub unsafe fn PMPI_Query_thread(provided: *mut c_int) -> c_int {
    let function = QUERY_THREAD.function();
    natively(|| function(provided))
}

type ReduceLocal = unsafe extern "C-unwind" fn(*const c_void, *mut c_void, c_int, MPI_Datatype, MPI_Op) -> c_int;
const _: unsafe extern "C" fn(*const c_void, *mut c_void, c_int, MPI_Datatype, MPI_Op) -> c_int =
    mpi_sys::PMPI_Reduce_local;
static REDUCE_LOCAL: Typed<ReduceLocal> = Typed::new(c"PMPI_Reduce_local");
#[inline]
pub unsafe fn PMPI_Reduce_local(inbuf: *const c_void, inoutbuf: *mut c_void, count: c_int, datatype: MPI_Datatype,
    op: MPI_Op) -> c_int {
    let function = REDUCE_LOCAL.function();
    natively(|| function(inbuf, inoutbuf, count, datatype, op))
}

type TopoTest = unsafe extern "C-unwind" fn(MPI_Comm, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Comm, *mut c_int) -> c_int = mpi_sys::PMPI_Topo_test;
static TOPO_TEST: Typed<TopoTest> = Typed::new(c"PMPI_Topo_test");
#[inline]
pub unsafe fn PMPI_Topo_test(comm: MPI_Comm, status: *mut c_int) -> c_int {
    let function = TOPO_TEST.function();
    natively(|| function(comm, status))
}

type TypeCommit = unsafe extern "C-unwind" fn(*mut MPI_Datatype) -> c_int;
const _: unsafe extern "C" fn(*mut MPI_Datatype) -> c_int = mpi_sys::PMPI_Type_commit;
static TYPE_COMMIT: Typed<TypeCommit> = Typed::new(c"PMPI_Type_commit");
#[inline]
pub unsafe fn PMPI_Type_commit(datatype: *mut MPI_Datatype) -> c_int {
    let function = TYPE_COMMIT.function();
    natively(|| function(datatype))
}

type TypeContiguous = unsafe extern "C-unwind" fn(c_int, MPI_Datatype, *mut MPI_Datatype) -> c_int;
const _: unsafe extern "C" fn(c_int, MPI_Datatype, *mut MPI_Datatype) -> c_int = mpi_sys::PMPI_Type_contiguous;
static TYPE_CONTIGUOUS: Typed<TypeContiguous> = Typed::new(c"PMPI_Type_contiguous");
#[inline]
pub unsafe fn PMPI_Type_contiguous(count: c_int, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    let function = TYPE_CONTIGUOUS.function();
    natively(|| function(count, oldtype, newtype))
}

type TypeCreateHindexed = unsafe extern "C-unwind" fn(c_int, *const c_int, *const MPI_Aint, MPI_Datatype,
    *mut MPI_Datatype) -> c_int;
const _: unsafe extern "C" fn(c_int, *const c_int, *const MPI_Aint, MPI_Datatype, *mut MPI_Datatype) -> c_int =
    mpi_sys::PMPI_Type_create_hindexed;
static TYPE_CREATE_HINDEXED: Typed<TypeCreateHindexed> = Typed::new(c"PMPI_Type_create_hindexed");
#[inline]
pub unsafe fn PMPI_Type_create_hindexed(count: c_int, array_of_blocklengths: *const c_int,
    array_of_displacements: *const MPI_Aint, oldtype: MPI_Datatype, newtype: *mut MPI_Datatype) -> c_int {
    let function = TYPE_CREATE_HINDEXED.function();
    natively(|| function(count, array_of_blocklengths, array_of_displacements, oldtype, newtype))
}

type TypeFree = unsafe extern "C-unwind" fn(*mut MPI_Datatype) -> c_int;
const _: unsafe extern "C" fn(*mut MPI_Datatype) -> c_int = mpi_sys::PMPI_Type_free;
static TYPE_FREE: Typed<TypeFree> = Typed::new(c"PMPI_Type_free");
#[inline]
pub unsafe fn PMPI_Type_free(datatype: *mut MPI_Datatype) -> c_int {
    let function = TYPE_FREE.function();
    natively(|| function(datatype))
}

type TypeGetEnvelope = unsafe extern "C-unwind" fn(MPI_Datatype, *mut c_int, *mut c_int, *mut c_int,
    *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Datatype, *mut c_int, *mut c_int, *mut c_int, *mut c_int) -> c_int =
    mpi_sys::PMPI_Type_get_envelope;
static TYPE_GET_ENVELOPE: Typed<TypeGetEnvelope> = Typed::new(c"PMPI_Type_get_envelope");
#[inline]
pub unsafe fn PMPI_Type_get_envelope(datatype: MPI_Datatype, num_integers: *mut c_int, num_addresses: *mut c_int,
    num_datatypes: *mut c_int, combiner: *mut c_int) -> c_int {
    let function = TYPE_GET_ENVELOPE.function();
    natively(|| function(datatype, num_integers, num_addresses, num_datatypes, combiner))
}

type TypeGetExtent = unsafe extern "C-unwind" fn(MPI_Datatype, *mut MPI_Aint, *mut MPI_Aint) -> c_int;
const _: unsafe extern "C" fn(MPI_Datatype, *mut MPI_Aint, *mut MPI_Aint) -> c_int = mpi_sys::PMPI_Type_get_extent;
static TYPE_GET_EXTENT: Typed<TypeGetExtent> = Typed::new(c"PMPI_Type_get_extent");
#[inline]
pub unsafe fn PMPI_Type_get_extent(datatype: MPI_Datatype, lb: *mut MPI_Aint, extent: *mut MPI_Aint) -> c_int {
    let function = TYPE_GET_EXTENT.function();
    natively(|| function(datatype, lb, extent))
}

type TypeGetTrueExtent = unsafe extern "C-unwind" fn(MPI_Datatype, *mut MPI_Aint, *mut MPI_Aint) -> c_int;
const _: unsafe extern "C" fn(MPI_Datatype, *mut MPI_Aint, *mut MPI_Aint) -> c_int =
    mpi_sys::PMPI_Type_get_true_extent;
static TYPE_GET_TRUE_EXTENT: Typed<TypeGetTrueExtent> = Typed::new(c"PMPI_Type_get_true_extent");
#[inline]
pub unsafe fn PMPI_Type_get_true_extent(datatype: MPI_Datatype, true_lb: *mut MPI_Aint,
    true_extent: *mut MPI_Aint) -> c_int {
    let function = TYPE_GET_TRUE_EXTENT.function();
    natively(|| function(datatype, true_lb, true_extent))
}

type TypeSize = unsafe extern "C-unwind" fn(MPI_Datatype, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Datatype, *mut c_int) -> c_int = mpi_sys::PMPI_Type_size;
static TYPE_SIZE: Typed<TypeSize> = Typed::new(c"PMPI_Type_size");
#[inline]
pub unsafe fn PMPI_Type_size(datatype: MPI_Datatype, size: *mut c_int) -> c_int {
    let function = TYPE_SIZE.function();
    natively(|| function(datatype, size))
}

type TypeSizeX = unsafe extern "C-unwind" fn(MPI_Datatype, *mut MPI_Count) -> c_int;
const _: unsafe extern "C" fn(MPI_Datatype, *mut MPI_Count) -> c_int = mpi_sys::PMPI_Type_size_x;
static TYPE_SIZE_X: Typed<TypeSizeX> = Typed::new(c"PMPI_Type_size_x");
#[inline]
pub unsafe fn PMPI_Type_size_x(datatype: MPI_Datatype, size: *mut MPI_Count) -> c_int {
    let function = TYPE_SIZE_X.function();
    natively(|| function(datatype, size))
}

type Unpack = unsafe extern "C-unwind" fn(*const c_void, c_int, *mut c_int, *mut c_void, c_int, MPI_Datatype,
    MPI_Comm) -> c_int;
const _: unsafe extern "C" fn(*const c_void, c_int, *mut c_int, *mut c_void, c_int, MPI_Datatype, MPI_Comm) -> c_int =
    mpi_sys::PMPI_Unpack;
static UNPACK: Typed<Unpack> = Typed::new(c"PMPI_Unpack");
#[inline]
pub unsafe fn PMPI_Unpack(inbuf: *const c_void, insize: c_int, position: *mut c_int, outbuf: *mut c_void,
    outcount: c_int, datatype: MPI_Datatype, comm: MPI_Comm) -> c_int {
    let function = UNPACK.function();
    natively(|| function(inbuf, insize, position, outbuf, outcount, datatype, comm))
}

type WinCreateKeyval = unsafe extern "C-unwind" fn(MPI_Win_copy_attr_function, MPI_Win_delete_attr_function, *mut c_int,
    *mut c_void) -> c_int;
const _: unsafe extern "C" fn(MPI_Win_copy_attr_function, MPI_Win_delete_attr_function, *mut c_int,
    *mut c_void) -> c_int = mpi_sys::PMPI_Win_create_keyval;
static WIN_CREATE_KEYVAL: Typed<WinCreateKeyval> = Typed::new(c"PMPI_Win_create_keyval");
#[inline]
pub unsafe fn PMPI_Win_create_keyval(win_copy_attr_fn: MPI_Win_copy_attr_function,
    win_delete_attr_fn: MPI_Win_delete_attr_function, win_keyval: *mut c_int, extra_state: *mut c_void) -> c_int {
    let function = WIN_CREATE_KEYVAL.function();
    natively(|| function(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state))
}

type WinFreeKeyval = unsafe extern "C-unwind" fn(*mut c_int) -> c_int;
const _: unsafe extern "C" fn(*mut c_int) -> c_int = mpi_sys::PMPI_Win_free_keyval;
static WIN_FREE_KEYVAL: Typed<WinFreeKeyval> = Typed::new(c"PMPI_Win_free_keyval");
#[inline]
pub unsafe fn PMPI_Win_free_keyval(win_keyval: *mut c_int) -> c_int {
    let function = WIN_FREE_KEYVAL.function();
    natively(|| function(win_keyval))
}

type WinGetAttr = unsafe extern "C-unwind" fn(MPI_Win, c_int, *mut c_void, *mut c_int) -> c_int;
const _: unsafe extern "C" fn(MPI_Win, c_int, *mut c_void, *mut c_int) -> c_int = mpi_sys::PMPI_Win_get_attr;
static WIN_GET_ATTR: Typed<WinGetAttr> = Typed::new(c"PMPI_Win_get_attr");
#[inline]
pub unsafe fn PMPI_Win_get_attr(win: MPI_Win, win_keyval: c_int, attribute_val: *mut c_void,
    flag: *mut c_int) -> c_int {
    let function = WIN_GET_ATTR.function();
    natively(|| function(win, win_keyval, attribute_val, flag))
}

type WinGetGroup = unsafe extern "C-unwind" fn(MPI_Win, *mut MPI_Group) -> c_int;
const _: unsafe extern "C" fn(MPI_Win, *mut MPI_Group) -> c_int = mpi_sys::PMPI_Win_get_group;
static WIN_GET_GROUP: Typed<WinGetGroup> = Typed::new(c"PMPI_Win_get_group");
#[inline]
pub unsafe fn PMPI_Win_get_group(win: MPI_Win, group: *mut MPI_Group) -> c_int {
    let function = WIN_GET_GROUP.function();
    natively(|| function(win, group))
}

type WinSetAttr = unsafe extern "C-unwind" fn(MPI_Win, c_int, *mut c_void) -> c_int;
const _: unsafe extern "C" fn(MPI_Win, c_int, *mut c_void) -> c_int = mpi_sys::PMPI_Win_set_attr;
static WIN_SET_ATTR: Typed<WinSetAttr> = Typed::new(c"PMPI_Win_set_attr");
#[inline]
pub unsafe fn PMPI_Win_set_attr(win: MPI_Win, win_keyval: c_int, attribute_val: *mut c_void) -> c_int {
    let function = WIN_SET_ATTR.function();
    natively(|| function(win, win_keyval, attribute_val))
}

type WinSharedQuery = unsafe extern "C-unwind" fn(MPI_Win, c_int, *mut MPI_Aint, *mut c_int, *mut c_void) -> c_int;
const _: unsafe extern "C" fn(MPI_Win, c_int, *mut MPI_Aint, *mut c_int, *mut c_void) -> c_int =
    mpi_sys::PMPI_Win_shared_query;
static WIN_SHARED_QUERY: Typed<WinSharedQuery> = Typed::new(c"PMPI_Win_shared_query");
#[inline]
pub unsafe fn PMPI_Win_shared_query(win: MPI_Win, rank: c_int, size: *mut MPI_Aint, disp_unit: *mut c_int,
    baseptr: *mut c_void) -> c_int {
    let function = WIN_SHARED_QUERY.function();
    natively(|| function(win, rank, size, disp_unit, baseptr))
}
