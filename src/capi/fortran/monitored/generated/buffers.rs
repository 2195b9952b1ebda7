// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::prelude::*;

pub type Send = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out);
pub unsafe fn send(next: &Next<Send, P2p>, buf: Data, count: In, datatype: In, dest: In, tag: In, comm: In,
    ierr: Out) {
    let native = move |native: Send, ierr| native(buf, count, datatype, dest, tag, comm, ierr);
    next.call(ierr, native, Sent(move || (*dest, (*count).into(), datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_send_f08_(buf: Data, count: In, datatype: In, dest: In, tag: In,
    comm: In, ierr: Out) {
    static NEXT: Next<Send, P2p> = Next::new(c"mpi_send_f08_");
    send(&NEXT, buf, count, datatype, dest, tag, comm, ierr)
}

pub type Bsend = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out);
pub unsafe fn bsend(next: &Next<Bsend, P2p>, buf: Data, count: In, datatype: In, dest: In, tag: In, comm: In,
    ierr: Out) {
    let native = move |native: Bsend, ierr| native(buf, count, datatype, dest, tag, comm, ierr);
    next.call(ierr, native, Sent(move || (*dest, (*count).into(), datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_bsend_f08_(buf: Data, count: In, datatype: In, dest: In, tag: In,
    comm: In, ierr: Out) {
    static NEXT: Next<Bsend, P2p> = Next::new(c"mpi_bsend_f08_");
    bsend(&NEXT, buf, count, datatype, dest, tag, comm, ierr)
}

pub type Ssend = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out);
pub unsafe fn ssend(next: &Next<Ssend, P2p>, buf: Data, count: In, datatype: In, dest: In, tag: In, comm: In,
    ierr: Out) {
    let native = move |native: Ssend, ierr| native(buf, count, datatype, dest, tag, comm, ierr);
    next.call(ierr, native, Sent(move || (*dest, (*count).into(), datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ssend_f08_(buf: Data, count: In, datatype: In, dest: In, tag: In,
    comm: In, ierr: Out) {
    static NEXT: Next<Ssend, P2p> = Next::new(c"mpi_ssend_f08_");
    ssend(&NEXT, buf, count, datatype, dest, tag, comm, ierr)
}

pub type Rsend = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out);
pub unsafe fn rsend(next: &Next<Rsend, P2p>, buf: Data, count: In, datatype: In, dest: In, tag: In, comm: In,
    ierr: Out) {
    let native = move |native: Rsend, ierr| native(buf, count, datatype, dest, tag, comm, ierr);
    next.call(ierr, native, Sent(move || (*dest, (*count).into(), datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rsend_f08_(buf: Data, count: In, datatype: In, dest: In, tag: In,
    comm: In, ierr: Out) {
    static NEXT: Next<Rsend, P2p> = Next::new(c"mpi_rsend_f08_");
    rsend(&NEXT, buf, count, datatype, dest, tag, comm, ierr)
}

pub type Isend = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out, Out);
pub unsafe fn isend(next: &Next<Isend, P2p>, buf: Data, count: In, datatype: In, dest: In, tag: In, comm: In,
    request: Out, ierr: Out) {
    let native = move |native: Isend, ierr| native(buf, count, datatype, dest, tag, comm, request, ierr);
    next.call(ierr, native, Sent(move || (*dest, (*count).into(), datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_isend_f08_(buf: Data, count: In, datatype: In, dest: In, tag: In,
    comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Isend, P2p> = Next::new(c"mpi_isend_f08_");
    isend(&NEXT, buf, count, datatype, dest, tag, comm, request, ierr)
}

pub type Ibsend = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out, Out);
pub unsafe fn ibsend(next: &Next<Ibsend, P2p>, buf: Data, count: In, datatype: In, dest: In, tag: In, comm: In,
    request: Out, ierr: Out) {
    let native = move |native: Ibsend, ierr| native(buf, count, datatype, dest, tag, comm, request, ierr);
    next.call(ierr, native, Sent(move || (*dest, (*count).into(), datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ibsend_f08_(buf: Data, count: In, datatype: In, dest: In, tag: In,
    comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Ibsend, P2p> = Next::new(c"mpi_ibsend_f08_");
    ibsend(&NEXT, buf, count, datatype, dest, tag, comm, request, ierr)
}

pub type Issend = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out, Out);
pub unsafe fn issend(next: &Next<Issend, P2p>, buf: Data, count: In, datatype: In, dest: In, tag: In, comm: In,
    request: Out, ierr: Out) {
    let native = move |native: Issend, ierr| native(buf, count, datatype, dest, tag, comm, request, ierr);
    next.call(ierr, native, Sent(move || (*dest, (*count).into(), datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_issend_f08_(buf: Data, count: In, datatype: In, dest: In, tag: In,
    comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Issend, P2p> = Next::new(c"mpi_issend_f08_");
    issend(&NEXT, buf, count, datatype, dest, tag, comm, request, ierr)
}

pub type Irsend = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out, Out);
pub unsafe fn irsend(next: &Next<Irsend, P2p>, buf: Data, count: In, datatype: In, dest: In, tag: In, comm: In,
    request: Out, ierr: Out) {
    let native = move |native: Irsend, ierr| native(buf, count, datatype, dest, tag, comm, request, ierr);
    next.call(ierr, native, Sent(move || (*dest, (*count).into(), datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_irsend_f08_(buf: Data, count: In, datatype: In, dest: In, tag: In,
    comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Irsend, P2p> = Next::new(c"mpi_irsend_f08_");
    irsend(&NEXT, buf, count, datatype, dest, tag, comm, request, ierr)
}

pub type Sendrecv = unsafe extern "C-unwind" fn(Data, In, In, In, In, Data, In, In, In, In, In, Data, Out);
pub unsafe fn sendrecv(next: &Next<Sendrecv, P2p>, sendbuf: Data, sendcount: In, sendtype: In, dest: In, sendtag: In,
    recvbuf: Data, recvcount: In, recvtype: In, source: In, recvtag: In, comm: In, status: Data, ierr: Out) {
    let native = move |native: Sendrecv, ierr| native(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
        recvtype, source, recvtag, comm, status, ierr);
    next.call(ierr, native, Sent(move || (*dest, (*sendcount).into(), datatype_of(*sendtype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_sendrecv_f08_(sendbuf: Data, sendcount: In, sendtype: In, dest: In,
    sendtag: In, recvbuf: Data, recvcount: In, recvtype: In, source: In, recvtag: In, comm: In, status: Data,
    ierr: Out) {
    static NEXT: Next<Sendrecv, P2p> = Next::new(c"mpi_sendrecv_f08_");
    sendrecv(&NEXT, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,
        status, ierr)
}

pub type Isendrecv = unsafe extern "C-unwind" fn(Data, In, In, In, In, Data, In, In, In, In, In, Out, Out);
pub unsafe fn isendrecv(next: &Next<Isendrecv, P2p>, sendbuf: Data, sendcount: In, sendtype: In, dest: In, sendtag: In,
    recvbuf: Data, recvcount: In, recvtype: In, source: In, recvtag: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: Isendrecv, ierr| native(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
        recvtype, source, recvtag, comm, request, ierr);
    next.call(ierr, native, Sent(move || (*dest, (*sendcount).into(), datatype_of(*sendtype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_isendrecv_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    dest: In, sendtag: In, recvbuf: Data, recvcount: In, recvtype: In, source: In, recvtag: In, comm: In, request: Out,
    ierr: Out) {
    static NEXT: Next<Isendrecv, P2p> = Next::new(c"mpi_isendrecv_f08_");
    isendrecv(&NEXT, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,
        request, ierr)
}

pub type SendrecvReplace = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, In, In, Data, Out);
pub unsafe fn sendrecv_replace(next: &Next<SendrecvReplace, P2p>, buf: Data, count: In, datatype: In, dest: In,
    sendtag: In, source: In, recvtag: In, comm: In, status: Data, ierr: Out) {
    let native = move |native: SendrecvReplace, ierr| native(buf, count, datatype, dest, sendtag, source, recvtag, comm,
        status, ierr);
    next.call(ierr, native, Sent(move || (*dest, (*count).into(), datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_sendrecv_replace_f08_(buf: Data, count: In, datatype: In, dest: In,
    sendtag: In, source: In, recvtag: In, comm: In, status: Data, ierr: Out) {
    static NEXT: Next<SendrecvReplace, P2p> = Next::new(c"mpi_sendrecv_replace_f08_");
    sendrecv_replace(&NEXT, buf, count, datatype, dest, sendtag, source, recvtag, comm, status, ierr)
}

pub type IsendrecvReplace = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, In, In, Out, Out);
pub unsafe fn isendrecv_replace(next: &Next<IsendrecvReplace, P2p>, buf: Data, count: In, datatype: In, dest: In,
    sendtag: In, source: In, recvtag: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: IsendrecvReplace, ierr| native(buf, count, datatype, dest, sendtag, source, recvtag,
        comm, request, ierr);
    next.call(ierr, native, Sent(move || (*dest, (*count).into(), datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_isendrecv_replace_f08_(buf: Data, count: In, datatype: In,
    dest: In, sendtag: In, source: In, recvtag: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<IsendrecvReplace, P2p> = Next::new(c"mpi_isendrecv_replace_f08_");
    isendrecv_replace(&NEXT, buf, count, datatype, dest, sendtag, source, recvtag, comm, request, ierr)
}

pub type SendInit = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out, Out);
pub unsafe fn send_init(next: &Next<SendInit, P2p>, buf: Data, count: In, datatype: In, dest: In, tag: In, comm: In,
    request: Out, ierr: Out) {
    let native = move |native: SendInit, ierr| native(buf, count, datatype, dest, tag, comm, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::message(*dest, (*count).into(),
        datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_send_init_f08_(buf: Data, count: In, datatype: In, dest: In,
    tag: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<SendInit, P2p> = Next::new(c"mpi_send_init_f08_");
    send_init(&NEXT, buf, count, datatype, dest, tag, comm, request, ierr)
}

pub type BsendInit = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out, Out);
pub unsafe fn bsend_init(next: &Next<BsendInit, P2p>, buf: Data, count: In, datatype: In, dest: In, tag: In, comm: In,
    request: Out, ierr: Out) {
    let native = move |native: BsendInit, ierr| native(buf, count, datatype, dest, tag, comm, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::message(*dest, (*count).into(),
        datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_bsend_init_f08_(buf: Data, count: In, datatype: In, dest: In,
    tag: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<BsendInit, P2p> = Next::new(c"mpi_bsend_init_f08_");
    bsend_init(&NEXT, buf, count, datatype, dest, tag, comm, request, ierr)
}

pub type SsendInit = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out, Out);
pub unsafe fn ssend_init(next: &Next<SsendInit, P2p>, buf: Data, count: In, datatype: In, dest: In, tag: In, comm: In,
    request: Out, ierr: Out) {
    let native = move |native: SsendInit, ierr| native(buf, count, datatype, dest, tag, comm, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::message(*dest, (*count).into(),
        datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ssend_init_f08_(buf: Data, count: In, datatype: In, dest: In,
    tag: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<SsendInit, P2p> = Next::new(c"mpi_ssend_init_f08_");
    ssend_init(&NEXT, buf, count, datatype, dest, tag, comm, request, ierr)
}

pub type RsendInit = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out, Out);
pub unsafe fn rsend_init(next: &Next<RsendInit, P2p>, buf: Data, count: In, datatype: In, dest: In, tag: In, comm: In,
    request: Out, ierr: Out) {
    let native = move |native: RsendInit, ierr| native(buf, count, datatype, dest, tag, comm, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::message(*dest, (*count).into(),
        datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rsend_init_f08_(buf: Data, count: In, datatype: In, dest: In,
    tag: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<RsendInit, P2p> = Next::new(c"mpi_rsend_init_f08_");
    rsend_init(&NEXT, buf, count, datatype, dest, tag, comm, request, ierr)
}

pub type PsendInit = unsafe extern "C-unwind" fn(Data, In, *const Count, In, In, In, In, In, Out, Out);
pub unsafe fn psend_init(next: &Next<PsendInit, P2p>, buf: Data, partitions: In, count: *const Count, datatype: In,
    dest: In, tag: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: PsendInit, ierr| native(buf, partitions, count, datatype, dest, tag, comm, info, request,
        ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::partitioned(*dest, *partitions, *count,
        datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_psend_init_f08_(buf: Data, partitions: In, count: *const Count,
    datatype: In, dest: In, tag: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<PsendInit, P2p> = Next::new(c"mpi_psend_init_f08_");
    psend_init(&NEXT, buf, partitions, count, datatype, dest, tag, comm, info, request, ierr)
}

pub type Gatherv = unsafe extern "C-unwind" fn(Data, In, In, Data, In, Data, In, In, In, Out);
pub unsafe fn gatherv(next: &Next<Gatherv, Collectives>, sendbuf: Data, sendcount: In, sendtype: In, recvbuf: Data,
    recvcounts: In, displs: Data, recvtype: In, root: In, comm: In, ierr: Out) {
    let native = move |native: Gatherv, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm, ierr);
    next.call(ierr, native, Now(move || monitor::gatherv(buffer_of(sendbuf), (*sendcount).into(),
        datatype_of(*sendtype), *root, comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_gatherv_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcounts: In, displs: Data, recvtype: In, root: In, comm: In, ierr: Out) {
    static NEXT: Next<Gatherv, Collectives> = Next::new(c"mpi_gatherv_f08_");
    gatherv(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, ierr)
}

pub type Scatterv = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, In, In, In, Out);
pub unsafe fn scatterv(next: &Next<Scatterv, Collectives>, sendbuf: Data, sendcounts: In, displs: Data, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, root: In, comm: In, ierr: Out) {
    let native = move |native: Scatterv, ierr| native(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm, ierr);
    next.call(ierr, native, Now(move || monitor::scatterv(Counts::Small(sendcounts), datatype_of(*sendtype),
        buffer_of(recvbuf), *root, comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scatterv_f08_(sendbuf: Data, sendcounts: In, displs: Data,
    sendtype: In, recvbuf: Data, recvcount: In, recvtype: In, root: In, comm: In, ierr: Out) {
    static NEXT: Next<Scatterv, Collectives> = Next::new(c"mpi_scatterv_f08_");
    scatterv(&NEXT, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, ierr)
}

pub type IneighborAllgather = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, Out, Out);
pub unsafe fn ineighbor_allgather(next: &Next<IneighborAllgather, Collectives>, sendbuf: Data, sendcount: In,
    sendtype: In, recvbuf: Data, recvcount: In, recvtype: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: IneighborAllgather, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::neighbours((*sendcount).into(), datatype_of(*sendtype),
        comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_allgather_f08_(sendbuf: Data, sendcount: In,
    sendtype: In, recvbuf: Data, recvcount: In, recvtype: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<IneighborAllgather, Collectives> = Next::new(c"mpi_ineighbor_allgather_f08_");
    ineighbor_allgather(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierr)
}

pub type NeighborAllgatherInit = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, In, Out, Out);
pub unsafe fn neighbor_allgather_init(next: &Next<NeighborAllgatherInit, Collectives>, sendbuf: Data, sendcount: In,
    sendtype: In, recvbuf: Data, recvcount: In, recvtype: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: NeighborAllgatherInit, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::neighbours((*sendcount).into(),
        datatype_of(*sendtype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_allgather_init_f08_(sendbuf: Data, sendcount: In,
    sendtype: In, recvbuf: Data, recvcount: In, recvtype: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<NeighborAllgatherInit, Collectives> = Next::new(c"mpi_neighbor_allgather_init_f08_");
    neighbor_allgather_init(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request,
        ierr)
}

pub type IneighborAllgatherv = unsafe extern "C-unwind" fn(Data, In, In, Data, In, Data, In, In, Out, Out);
pub unsafe fn ineighbor_allgatherv(next: &Next<IneighborAllgatherv, Collectives>, sendbuf: Data, sendcount: In,
    sendtype: In, recvbuf: Data, recvcounts: In, displs: Data, recvtype: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: IneighborAllgatherv, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::neighbours((*sendcount).into(), datatype_of(*sendtype),
        comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_allgatherv_f08_(sendbuf: Data, sendcount: In,
    sendtype: In, recvbuf: Data, recvcounts: In, displs: Data, recvtype: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<IneighborAllgatherv, Collectives> = Next::new(c"mpi_ineighbor_allgatherv_f08_");
    ineighbor_allgatherv(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request,
        ierr)
}

pub type NeighborAllgathervInit = unsafe extern "C-unwind" fn(Data, In, In, Data, In, Data, In, In, In, Out, Out);
pub unsafe fn neighbor_allgatherv_init(next: &Next<NeighborAllgathervInit, Collectives>, sendbuf: Data, sendcount: In,
    sendtype: In, recvbuf: Data, recvcounts: In, displs: Data, recvtype: In, comm: In, info: In, request: Out,
    ierr: Out) {
    let native = move |native: NeighborAllgathervInit, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::neighbours((*sendcount).into(),
        datatype_of(*sendtype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_allgatherv_init_f08_(sendbuf: Data, sendcount: In,
    sendtype: In, recvbuf: Data, recvcounts: In, displs: Data, recvtype: In, comm: In, info: In, request: Out,
    ierr: Out) {
    static NEXT: Next<NeighborAllgathervInit, Collectives> = Next::new(c"mpi_neighbor_allgatherv_init_f08_");
    neighbor_allgatherv_init(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info,
        request, ierr)
}

pub type IneighborAlltoall = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, Out, Out);
pub unsafe fn ineighbor_alltoall(next: &Next<IneighborAlltoall, Collectives>, sendbuf: Data, sendcount: In,
    sendtype: In, recvbuf: Data, recvcount: In, recvtype: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: IneighborAlltoall, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::neighbours((*sendcount).into(), datatype_of(*sendtype),
        comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_alltoall_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<IneighborAlltoall, Collectives> = Next::new(c"mpi_ineighbor_alltoall_f08_");
    ineighbor_alltoall(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierr)
}

pub type NeighborAlltoallInit = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, In, Out, Out);
pub unsafe fn neighbor_alltoall_init(next: &Next<NeighborAlltoallInit, Collectives>, sendbuf: Data, sendcount: In,
    sendtype: In, recvbuf: Data, recvcount: In, recvtype: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: NeighborAlltoallInit, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::neighbours((*sendcount).into(),
        datatype_of(*sendtype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoall_init_f08_(sendbuf: Data, sendcount: In,
    sendtype: In, recvbuf: Data, recvcount: In, recvtype: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<NeighborAlltoallInit, Collectives> = Next::new(c"mpi_neighbor_alltoall_init_f08_");
    neighbor_alltoall_init(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request,
        ierr)
}

pub type IneighborAlltoallv = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, Data, In, In, Out, Out);
pub unsafe fn ineighbor_alltoallv(next: &Next<IneighborAlltoallv, Collectives>, sendbuf: Data, sendcounts: In,
    sdispls: Data, sendtype: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtype: In, comm: In, request: Out,
    ierr: Out) {
    let native = move |native: IneighborAlltoallv, ierr| native(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::neighbours_v(Counts::Small(sendcounts), datatype_of(*sendtype),
        comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_alltoallv_f08_(sendbuf: Data, sendcounts: In,
    sdispls: Data, sendtype: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtype: In, comm: In, request: Out,
    ierr: Out) {
    static NEXT: Next<IneighborAlltoallv, Collectives> = Next::new(c"mpi_ineighbor_alltoallv_f08_");
    ineighbor_alltoallv(&NEXT, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
        request, ierr)
}

pub type NeighborAlltoallvInit = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, Data, In, In, In, Out, Out);
pub unsafe fn neighbor_alltoallv_init(next: &Next<NeighborAlltoallvInit, Collectives>, sendbuf: Data, sendcounts: In,
    sdispls: Data, sendtype: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtype: In, comm: In, info: In,
    request: Out, ierr: Out) {
    let native = move |native: NeighborAlltoallvInit, ierr| native(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::neighbours_v(Counts::Small(sendcounts),
        datatype_of(*sendtype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoallv_init_f08_(sendbuf: Data, sendcounts: In,
    sdispls: Data, sendtype: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtype: In, comm: In, info: In,
    request: Out, ierr: Out) {
    static NEXT: Next<NeighborAlltoallvInit, Collectives> = Next::new(c"mpi_neighbor_alltoallv_init_f08_");
    neighbor_alltoallv_init(&NEXT, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
        info, request, ierr)
}

pub type IneighborAlltoallw = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, Data, In, In, Out, Out);
pub unsafe fn ineighbor_alltoallw(next: &Next<IneighborAlltoallw, Collectives>, sendbuf: Data, sendcounts: In,
    sdispls: Data, sendtypes: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtypes: In, comm: In, request: Out,
    ierr: Out) {
    let native = move |native: IneighborAlltoallw, ierr| native(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::neighbours_w(Counts::Small(sendcounts), Datatypes::Fortran(sendtypes),
        comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_alltoallw_f08_(sendbuf: Data, sendcounts: In,
    sdispls: Data, sendtypes: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtypes: In, comm: In, request: Out,
    ierr: Out) {
    static NEXT: Next<IneighborAlltoallw, Collectives> = Next::new(c"mpi_ineighbor_alltoallw_f08_");
    ineighbor_alltoallw(&NEXT, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
        request, ierr)
}

pub type NeighborAlltoallwInit = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, Data, In, In, In, Out, Out);
pub unsafe fn neighbor_alltoallw_init(next: &Next<NeighborAlltoallwInit, Collectives>, sendbuf: Data, sendcounts: In,
    sdispls: Data, sendtypes: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtypes: In, comm: In, info: In,
    request: Out, ierr: Out) {
    let native = move |native: NeighborAlltoallwInit, ierr| native(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::neighbours_w(Counts::Small(sendcounts),
        Datatypes::Fortran(sendtypes), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoallw_init_f08_(sendbuf: Data, sendcounts: In,
    sdispls: Data, sendtypes: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtypes: In, comm: In, info: In,
    request: Out, ierr: Out) {
    static NEXT: Next<NeighborAlltoallwInit, Collectives> = Next::new(c"mpi_neighbor_alltoallw_init_f08_");
    neighbor_alltoallw_init(&NEXT, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
        comm, info, request, ierr)
}

pub type IreduceScatter = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, Out, Out);
pub unsafe fn ireduce_scatter(next: &Next<IreduceScatter, Collectives>, sendbuf: Data, recvbuf: Data, recvcounts: In,
    datatype: In, op: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: IreduceScatter, ierr| native(sendbuf, recvbuf, recvcounts, datatype, op, comm, request,
        ierr);
    next.call(ierr, native, Now(move || monitor::reduce_scatter(Counts::Small(recvcounts), datatype_of(*datatype),
        comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ireduce_scatter_f08_(sendbuf: Data, recvbuf: Data, recvcounts: In,
    datatype: In, op: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<IreduceScatter, Collectives> = Next::new(c"mpi_ireduce_scatter_f08_");
    ireduce_scatter(&NEXT, sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierr)
}

pub type ReduceScatterInit = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, In, Out, Out);
pub unsafe fn reduce_scatter_init(next: &Next<ReduceScatterInit, Collectives>, sendbuf: Data, recvbuf: Data,
    recvcounts: In, datatype: In, op: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: ReduceScatterInit, ierr| native(sendbuf, recvbuf, recvcounts, datatype, op, comm, info,
        request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::reduce_scatter(Counts::Small(recvcounts),
        datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_scatter_init_f08_(sendbuf: Data, recvbuf: Data,
    recvcounts: In, datatype: In, op: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<ReduceScatterInit, Collectives> = Next::new(c"mpi_reduce_scatter_init_f08_");
    reduce_scatter_init(&NEXT, sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request, ierr)
}

pub type IreduceScatterBlock = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, Out, Out);
pub unsafe fn ireduce_scatter_block(next: &Next<IreduceScatterBlock, Collectives>, sendbuf: Data, recvbuf: Data,
    recvcount: In, datatype: In, op: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: IreduceScatterBlock, ierr| native(sendbuf, recvbuf, recvcount, datatype, op, comm,
        request, ierr);
    next.call(ierr, native, Now(move || monitor::reduce_scatter_block((*recvcount).into(), datatype_of(*datatype),
        comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ireduce_scatter_block_f08_(sendbuf: Data, recvbuf: Data,
    recvcount: In, datatype: In, op: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<IreduceScatterBlock, Collectives> = Next::new(c"mpi_ireduce_scatter_block_f08_");
    ireduce_scatter_block(&NEXT, sendbuf, recvbuf, recvcount, datatype, op, comm, request, ierr)
}

pub type ReduceScatterBlockInit = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, In, Out, Out);
pub unsafe fn reduce_scatter_block_init(next: &Next<ReduceScatterBlockInit, Collectives>, sendbuf: Data, recvbuf: Data,
    recvcount: In, datatype: In, op: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: ReduceScatterBlockInit, ierr| native(sendbuf, recvbuf, recvcount, datatype, op, comm,
        info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::reduce_scatter_block((*recvcount).into(),
        datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_scatter_block_init_f08_(sendbuf: Data, recvbuf: Data,
    recvcount: In, datatype: In, op: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<ReduceScatterBlockInit, Collectives> = Next::new(c"mpi_reduce_scatter_block_init_f08_");
    reduce_scatter_block_init(&NEXT, sendbuf, recvbuf, recvcount, datatype, op, comm, info, request, ierr)
}

pub type Iscan = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, Out, Out);
pub unsafe fn iscan(next: &Next<Iscan, Collectives>, sendbuf: Data, recvbuf: Data, count: In, datatype: In, op: In,
    comm: In, request: Out, ierr: Out) {
    let native = move |native: Iscan, ierr| native(sendbuf, recvbuf, count, datatype, op, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::scan((*count).into(), datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iscan_f08_(sendbuf: Data, recvbuf: Data, count: In, datatype: In,
    op: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Iscan, Collectives> = Next::new(c"mpi_iscan_f08_");
    iscan(&NEXT, sendbuf, recvbuf, count, datatype, op, comm, request, ierr)
}

pub type ScanInit = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, In, Out, Out);
pub unsafe fn scan_init(next: &Next<ScanInit, Collectives>, sendbuf: Data, recvbuf: Data, count: In, datatype: In,
    op: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: ScanInit, ierr| native(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::scan((*count).into(),
        datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scan_init_f08_(sendbuf: Data, recvbuf: Data, count: In,
    datatype: In, op: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<ScanInit, Collectives> = Next::new(c"mpi_scan_init_f08_");
    scan_init(&NEXT, sendbuf, recvbuf, count, datatype, op, comm, info, request, ierr)
}

pub type Iexscan = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, Out, Out);
pub unsafe fn iexscan(next: &Next<Iexscan, Collectives>, sendbuf: Data, recvbuf: Data, count: In, datatype: In, op: In,
    comm: In, request: Out, ierr: Out) {
    let native = move |native: Iexscan, ierr| native(sendbuf, recvbuf, count, datatype, op, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::exscan((*count).into(), datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iexscan_f08_(sendbuf: Data, recvbuf: Data, count: In, datatype: In,
    op: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Iexscan, Collectives> = Next::new(c"mpi_iexscan_f08_");
    iexscan(&NEXT, sendbuf, recvbuf, count, datatype, op, comm, request, ierr)
}

pub type ExscanInit = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, In, Out, Out);
pub unsafe fn exscan_init(next: &Next<ExscanInit, Collectives>, sendbuf: Data, recvbuf: Data, count: In, datatype: In,
    op: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: ExscanInit, ierr| native(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::exscan((*count).into(),
        datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_exscan_init_f08_(sendbuf: Data, recvbuf: Data, count: In,
    datatype: In, op: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<ExscanInit, Collectives> = Next::new(c"mpi_exscan_init_f08_");
    exscan_init(&NEXT, sendbuf, recvbuf, count, datatype, op, comm, info, request, ierr)
}

pub type Ibcast = unsafe extern "C-unwind" fn(Data, In, In, In, In, Out, Out);
pub unsafe fn ibcast(next: &Next<Ibcast, Collectives>, buffer: Data, count: In, datatype: In, root: In, comm: In,
    request: Out, ierr: Out) {
    let native = move |native: Ibcast, ierr| native(buffer, count, datatype, root, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::bcast((*count).into(), datatype_of(*datatype), *root,
        comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ibcast_f08_(buffer: Data, count: In, datatype: In, root: In,
    comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Ibcast, Collectives> = Next::new(c"mpi_ibcast_f08_");
    ibcast(&NEXT, buffer, count, datatype, root, comm, request, ierr)
}

pub type BcastInit = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out, Out);
pub unsafe fn bcast_init(next: &Next<BcastInit, Collectives>, buffer: Data, count: In, datatype: In, root: In, comm: In,
    info: In, request: Out, ierr: Out) {
    let native = move |native: BcastInit, ierr| native(buffer, count, datatype, root, comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::bcast((*count).into(),
        datatype_of(*datatype), *root, comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_bcast_init_f08_(buffer: Data, count: In, datatype: In, root: In,
    comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<BcastInit, Collectives> = Next::new(c"mpi_bcast_init_f08_");
    bcast_init(&NEXT, buffer, count, datatype, root, comm, info, request, ierr)
}

pub type Igather = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, In, Out, Out);
pub unsafe fn igather(next: &Next<Igather, Collectives>, sendbuf: Data, sendcount: In, sendtype: In, recvbuf: Data,
    recvcount: In, recvtype: In, root: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: Igather, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::gather(buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype),
        (*recvcount).into(), datatype_of(*recvtype), *root, comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_igather_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, root: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Igather, Collectives> = Next::new(c"mpi_igather_f08_");
    igather(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierr)
}

pub type GatherInit = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, In, In, Out, Out);
pub unsafe fn gather_init(next: &Next<GatherInit, Collectives>, sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, root: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: GatherInit, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::gather(buffer_of(sendbuf),
        (*sendcount).into(), datatype_of(*sendtype), (*recvcount).into(), datatype_of(*recvtype), *root,
        comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_gather_init_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, root: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<GatherInit, Collectives> = Next::new(c"mpi_gather_init_f08_");
    gather_init(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierr)
}

pub type Iscatter = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, In, Out, Out);
pub unsafe fn iscatter(next: &Next<Iscatter, Collectives>, sendbuf: Data, sendcount: In, sendtype: In, recvbuf: Data,
    recvcount: In, recvtype: In, root: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: Iscatter, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::scatter((*sendcount).into(), datatype_of(*sendtype),
        (*recvcount).into(), datatype_of(*recvtype), *root, comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iscatter_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, root: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Iscatter, Collectives> = Next::new(c"mpi_iscatter_f08_");
    iscatter(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierr)
}

pub type ScatterInit = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, In, In, Out, Out);
pub unsafe fn scatter_init(next: &Next<ScatterInit, Collectives>, sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, root: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: ScatterInit, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::scatter((*sendcount).into(),
        datatype_of(*sendtype), (*recvcount).into(), datatype_of(*recvtype), *root, comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scatter_init_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, root: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<ScatterInit, Collectives> = Next::new(c"mpi_scatter_init_f08_");
    scatter_init(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request, ierr)
}

pub type Iallgather = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, Out, Out);
pub unsafe fn iallgather(next: &Next<Iallgather, Collectives>, sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: Iallgather, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::allgather(buffer_of(sendbuf), (*sendcount).into(),
        datatype_of(*sendtype), (*recvcount).into(), datatype_of(*recvtype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iallgather_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Iallgather, Collectives> = Next::new(c"mpi_iallgather_f08_");
    iallgather(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierr)
}

pub type AllgatherInit = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, In, Out, Out);
pub unsafe fn allgather_init(next: &Next<AllgatherInit, Collectives>, sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: AllgatherInit, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::allgather(buffer_of(sendbuf),
        (*sendcount).into(), datatype_of(*sendtype), (*recvcount).into(), datatype_of(*recvtype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allgather_init_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<AllgatherInit, Collectives> = Next::new(c"mpi_allgather_init_f08_");
    allgather_init(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierr)
}

pub type Ialltoall = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, Out, Out);
pub unsafe fn ialltoall(next: &Next<Ialltoall, Collectives>, sendbuf: Data, sendcount: In, sendtype: In, recvbuf: Data,
    recvcount: In, recvtype: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: Ialltoall, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request, ierr);
    next.call(ierr, native, Now(move || monitor::alltoall(buffer_of(sendbuf), (*sendcount).into(),
        datatype_of(*sendtype), (*recvcount).into(), datatype_of(*recvtype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ialltoall_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Ialltoall, Collectives> = Next::new(c"mpi_ialltoall_f08_");
    ialltoall(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, ierr)
}

pub type AlltoallInit = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, In, Out, Out);
pub unsafe fn alltoall_init(next: &Next<AlltoallInit, Collectives>, sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: AlltoallInit, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::alltoall(buffer_of(sendbuf),
        (*sendcount).into(), datatype_of(*sendtype), (*recvcount).into(), datatype_of(*recvtype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoall_init_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<AlltoallInit, Collectives> = Next::new(c"mpi_alltoall_init_f08_");
    alltoall_init(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request, ierr)
}

pub type Ialltoallv = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, Data, In, In, Out, Out);
pub unsafe fn ialltoallv(next: &Next<Ialltoallv, Collectives>, sendbuf: Data, sendcounts: In, sdispls: Data,
    sendtype: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtype: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: Ialltoallv, ierr| native(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::alltoallv(buffer_of(sendbuf), Counts::Small(sendcounts),
        datatype_of(*sendtype), Counts::Small(recvcounts), datatype_of(*recvtype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ialltoallv_f08_(sendbuf: Data, sendcounts: In, sdispls: Data,
    sendtype: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtype: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Ialltoallv, Collectives> = Next::new(c"mpi_ialltoallv_f08_");
    ialltoallv(&NEXT, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request,
        ierr)
}

pub type AlltoallvInit = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, Data, In, In, In, Out, Out);
pub unsafe fn alltoallv_init(next: &Next<AlltoallvInit, Collectives>, sendbuf: Data, sendcounts: In, sdispls: Data,
    sendtype: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtype: In, comm: In, info: In, request: Out,
    ierr: Out) {
    let native = move |native: AlltoallvInit, ierr| native(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::alltoallv(buffer_of(sendbuf),
        Counts::Small(sendcounts), datatype_of(*sendtype), Counts::Small(recvcounts), datatype_of(*recvtype),
        comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoallv_init_f08_(sendbuf: Data, sendcounts: In, sdispls: Data,
    sendtype: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtype: In, comm: In, info: In, request: Out,
    ierr: Out) {
    static NEXT: Next<AlltoallvInit, Collectives> = Next::new(c"mpi_alltoallv_init_f08_");
    alltoallv_init(&NEXT, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info,
        request, ierr)
}

pub type Ialltoallw = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, Data, In, In, Out, Out);
pub unsafe fn ialltoallw(next: &Next<Ialltoallw, Collectives>, sendbuf: Data, sendcounts: In, sdispls: Data,
    sendtypes: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtypes: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: Ialltoallw, ierr| native(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::alltoallw(buffer_of(sendbuf), Counts::Small(sendcounts),
        Datatypes::Fortran(sendtypes), Counts::Small(recvcounts), Datatypes::Fortran(recvtypes), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ialltoallw_f08_(sendbuf: Data, sendcounts: In, sdispls: Data,
    sendtypes: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtypes: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Ialltoallw, Collectives> = Next::new(c"mpi_ialltoallw_f08_");
    ialltoallw(&NEXT, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request,
        ierr)
}

pub type AlltoallwInit = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, Data, In, In, In, Out, Out);
pub unsafe fn alltoallw_init(next: &Next<AlltoallwInit, Collectives>, sendbuf: Data, sendcounts: In, sdispls: Data,
    sendtypes: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtypes: In, comm: In, info: In, request: Out,
    ierr: Out) {
    let native = move |native: AlltoallwInit, ierr| native(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::alltoallw(buffer_of(sendbuf),
        Counts::Small(sendcounts), Datatypes::Fortran(sendtypes), Counts::Small(recvcounts),
        Datatypes::Fortran(recvtypes), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoallw_init_f08_(sendbuf: Data, sendcounts: In, sdispls: Data,
    sendtypes: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtypes: In, comm: In, info: In, request: Out,
    ierr: Out) {
    static NEXT: Next<AlltoallwInit, Collectives> = Next::new(c"mpi_alltoallw_init_f08_");
    alltoallw_init(&NEXT, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info,
        request, ierr)
}

pub type Iallgatherv = unsafe extern "C-unwind" fn(Data, In, In, Data, In, Data, In, In, Out, Out);
pub unsafe fn iallgatherv(next: &Next<Iallgatherv, Collectives>, sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcounts: In, displs: Data, recvtype: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: Iallgatherv, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::allgatherv(buffer_of(sendbuf), (*sendcount).into(),
        datatype_of(*sendtype), Counts::Small(recvcounts), datatype_of(*recvtype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iallgatherv_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcounts: In, displs: Data, recvtype: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Iallgatherv, Collectives> = Next::new(c"mpi_iallgatherv_f08_");
    iallgatherv(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request, ierr)
}

pub type AllgathervInit = unsafe extern "C-unwind" fn(Data, In, In, Data, In, Data, In, In, In, Out, Out);
pub unsafe fn allgatherv_init(next: &Next<AllgathervInit, Collectives>, sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcounts: In, displs: Data, recvtype: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: AllgathervInit, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::allgatherv(buffer_of(sendbuf),
        (*sendcount).into(), datatype_of(*sendtype), Counts::Small(recvcounts), datatype_of(*recvtype),
        comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allgatherv_init_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcounts: In, displs: Data, recvtype: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<AllgathervInit, Collectives> = Next::new(c"mpi_allgatherv_init_f08_");
    allgatherv_init(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request,
        ierr)
}

pub type Igatherv = unsafe extern "C-unwind" fn(Data, In, In, Data, In, Data, In, In, In, Out, Out);
pub unsafe fn igatherv(next: &Next<Igatherv, Collectives>, sendbuf: Data, sendcount: In, sendtype: In, recvbuf: Data,
    recvcounts: In, displs: Data, recvtype: In, root: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: Igatherv, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::gatherv(buffer_of(sendbuf), (*sendcount).into(),
        datatype_of(*sendtype), *root, comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_igatherv_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcounts: In, displs: Data, recvtype: In, root: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Igatherv, Collectives> = Next::new(c"mpi_igatherv_f08_");
    igatherv(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request, ierr)
}

pub type GathervInit = unsafe extern "C-unwind" fn(Data, In, In, Data, In, Data, In, In, In, In, Out, Out);
pub unsafe fn gatherv_init(next: &Next<GathervInit, Collectives>, sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcounts: In, displs: Data, recvtype: In, root: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: GathervInit, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::gatherv(buffer_of(sendbuf),
        (*sendcount).into(), datatype_of(*sendtype), *root, comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_gatherv_init_f08_(sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcounts: In, displs: Data, recvtype: In, root: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<GathervInit, Collectives> = Next::new(c"mpi_gatherv_init_f08_");
    gatherv_init(&NEXT, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request,
        ierr)
}

pub type Iscatterv = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, In, In, In, Out, Out);
pub unsafe fn iscatterv(next: &Next<Iscatterv, Collectives>, sendbuf: Data, sendcounts: In, displs: Data, sendtype: In,
    recvbuf: Data, recvcount: In, recvtype: In, root: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: Iscatterv, ierr| native(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::scatterv(Counts::Small(sendcounts), datatype_of(*sendtype),
        buffer_of(recvbuf), *root, comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iscatterv_f08_(sendbuf: Data, sendcounts: In, displs: Data,
    sendtype: In, recvbuf: Data, recvcount: In, recvtype: In, root: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Iscatterv, Collectives> = Next::new(c"mpi_iscatterv_f08_");
    iscatterv(&NEXT, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request, ierr)
}

pub type ScattervInit = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, In, In, In, In, Out, Out);
pub unsafe fn scatterv_init(next: &Next<ScattervInit, Collectives>, sendbuf: Data, sendcounts: In, displs: Data,
    sendtype: In, recvbuf: Data, recvcount: In, recvtype: In, root: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: ScattervInit, ierr| native(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::scatterv(Counts::Small(sendcounts),
        datatype_of(*sendtype), buffer_of(recvbuf), *root, comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scatterv_init_f08_(sendbuf: Data, sendcounts: In, displs: Data,
    sendtype: In, recvbuf: Data, recvcount: In, recvtype: In, root: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<ScattervInit, Collectives> = Next::new(c"mpi_scatterv_init_f08_");
    scatterv_init(&NEXT, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request,
        ierr)
}

pub type Ireduce = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, In, Out, Out);
pub unsafe fn ireduce(next: &Next<Ireduce, Collectives>, sendbuf: Data, recvbuf: Data, count: In, datatype: In, op: In,
    root: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: Ireduce, ierr| native(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::reduce((*count).into(), datatype_of(*datatype), *root,
        comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ireduce_f08_(sendbuf: Data, recvbuf: Data, count: In, datatype: In,
    op: In, root: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Ireduce, Collectives> = Next::new(c"mpi_ireduce_f08_");
    ireduce(&NEXT, sendbuf, recvbuf, count, datatype, op, root, comm, request, ierr)
}

pub type ReduceInit = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, In, In, Out, Out);
pub unsafe fn reduce_init(next: &Next<ReduceInit, Collectives>, sendbuf: Data, recvbuf: Data, count: In, datatype: In,
    op: In, root: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: ReduceInit, ierr| native(sendbuf, recvbuf, count, datatype, op, root, comm, info,
        request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::reduce((*count).into(),
        datatype_of(*datatype), *root, comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_init_f08_(sendbuf: Data, recvbuf: Data, count: In,
    datatype: In, op: In, root: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<ReduceInit, Collectives> = Next::new(c"mpi_reduce_init_f08_");
    reduce_init(&NEXT, sendbuf, recvbuf, count, datatype, op, root, comm, info, request, ierr)
}

pub type Iallreduce = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, Out, Out);
pub unsafe fn iallreduce(next: &Next<Iallreduce, Collectives>, sendbuf: Data, recvbuf: Data, count: In, datatype: In,
    op: In, comm: In, request: Out, ierr: Out) {
    let native = move |native: Iallreduce, ierr| native(sendbuf, recvbuf, count, datatype, op, comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::allreduce((*count).into(), datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iallreduce_f08_(sendbuf: Data, recvbuf: Data, count: In,
    datatype: In, op: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Iallreduce, Collectives> = Next::new(c"mpi_iallreduce_f08_");
    iallreduce(&NEXT, sendbuf, recvbuf, count, datatype, op, comm, request, ierr)
}

pub type AllreduceInit = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, In, Out, Out);
pub unsafe fn allreduce_init(next: &Next<AllreduceInit, Collectives>, sendbuf: Data, recvbuf: Data, count: In,
    datatype: In, op: In, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: AllreduceInit, ierr| native(sendbuf, recvbuf, count, datatype, op, comm, info, request,
        ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::allreduce((*count).into(),
        datatype_of(*datatype), comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allreduce_init_f08_(sendbuf: Data, recvbuf: Data, count: In,
    datatype: In, op: In, comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<AllreduceInit, Collectives> = Next::new(c"mpi_allreduce_init_f08_");
    allreduce_init(&NEXT, sendbuf, recvbuf, count, datatype, op, comm, info, request, ierr)
}

pub type Put = unsafe extern "C-unwind" fn(Data, In, In, In, *const isize, In, In, In, Out);
pub unsafe fn put(next: &Next<Put, Rma>, origin_addr: Data, origin_count: In, origin_datatype: In, target_rank: In,
    target_disp: *const isize, target_count: In, target_datatype: In, win: In, ierr: Out) {
    let native = move |native: Put, ierr| native(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, ierr);
    next.call(ierr, native, Once(move || monitor::put(*target_rank, (*origin_count).into(),
        datatype_of(*origin_datatype), win_of(*win))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_put_f08_(origin_addr: Data, origin_count: In, origin_datatype: In,
    target_rank: In, target_disp: *const isize, target_count: In, target_datatype: In, win: In, ierr: Out) {
    static NEXT: Next<Put, Rma> = Next::new(c"mpi_put_f08_");
    put(&NEXT, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win,
        ierr)
}

pub type Rput = unsafe extern "C-unwind" fn(Data, In, In, In, *const isize, In, In, In, Out, Out);
pub unsafe fn rput(next: &Next<Rput, Rma>, origin_addr: Data, origin_count: In, origin_datatype: In, target_rank: In,
    target_disp: *const isize, target_count: In, target_datatype: In, win: In, request: Out, ierr: Out) {
    let native = move |native: Rput, ierr| native(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request, ierr);
    next.call(ierr, native, Once(move || monitor::put(*target_rank, (*origin_count).into(),
        datatype_of(*origin_datatype), win_of(*win))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rput_f08_(origin_addr: Data, origin_count: In, origin_datatype: In,
    target_rank: In, target_disp: *const isize, target_count: In, target_datatype: In, win: In, request: Out,
    ierr: Out) {
    static NEXT: Next<Rput, Rma> = Next::new(c"mpi_rput_f08_");
    rput(&NEXT, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
        win, request, ierr)
}

pub type Get = unsafe extern "C-unwind" fn(Data, In, In, In, *const isize, In, In, In, Out);
pub unsafe fn get(next: &Next<Get, Rma>, origin_addr: Data, origin_count: In, origin_datatype: In, target_rank: In,
    target_disp: *const isize, target_count: In, target_datatype: In, win: In, ierr: Out) {
    let native = move |native: Get, ierr| native(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, ierr);
    next.call(ierr, native, Once(move || monitor::get(*target_rank, (*origin_count).into(),
        datatype_of(*origin_datatype), win_of(*win))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_get_f08_(origin_addr: Data, origin_count: In, origin_datatype: In,
    target_rank: In, target_disp: *const isize, target_count: In, target_datatype: In, win: In, ierr: Out) {
    static NEXT: Next<Get, Rma> = Next::new(c"mpi_get_f08_");
    get(&NEXT, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win,
        ierr)
}

pub type Rget = unsafe extern "C-unwind" fn(Data, In, In, In, *const isize, In, In, In, Out, Out);
pub unsafe fn rget(next: &Next<Rget, Rma>, origin_addr: Data, origin_count: In, origin_datatype: In, target_rank: In,
    target_disp: *const isize, target_count: In, target_datatype: In, win: In, request: Out, ierr: Out) {
    let native = move |native: Rget, ierr| native(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request, ierr);
    next.call(ierr, native, Once(move || monitor::get(*target_rank, (*origin_count).into(),
        datatype_of(*origin_datatype), win_of(*win))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rget_f08_(origin_addr: Data, origin_count: In, origin_datatype: In,
    target_rank: In, target_disp: *const isize, target_count: In, target_datatype: In, win: In, request: Out,
    ierr: Out) {
    static NEXT: Next<Rget, Rma> = Next::new(c"mpi_rget_f08_");
    rget(&NEXT, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
        win, request, ierr)
}

pub type Accumulate = unsafe extern "C-unwind" fn(Data, In, In, In, *const isize, In, In, In, In, Out);
pub unsafe fn accumulate(next: &Next<Accumulate, Rma>, origin_addr: Data, origin_count: In, origin_datatype: In,
    target_rank: In, target_disp: *const isize, target_count: In, target_datatype: In, op: In, win: In, ierr: Out) {
    let native = move |native: Accumulate, ierr| native(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, op, win, ierr);
    next.call(ierr, native, Once(move || monitor::put(*target_rank, (*origin_count).into(),
        datatype_of(*origin_datatype), win_of(*win))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_accumulate_f08_(origin_addr: Data, origin_count: In,
    origin_datatype: In, target_rank: In, target_disp: *const isize, target_count: In, target_datatype: In, op: In,
    win: In, ierr: Out) {
    static NEXT: Next<Accumulate, Rma> = Next::new(c"mpi_accumulate_f08_");
    accumulate(&NEXT, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
        target_datatype, op, win, ierr)
}

pub type Raccumulate = unsafe extern "C-unwind" fn(Data, In, In, In, *const isize, In, In, In, In, Out, Out);
pub unsafe fn raccumulate(next: &Next<Raccumulate, Rma>, origin_addr: Data, origin_count: In, origin_datatype: In,
    target_rank: In, target_disp: *const isize, target_count: In, target_datatype: In, op: In, win: In, request: Out,
    ierr: Out) {
    let native = move |native: Raccumulate, ierr| native(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, op, win, request, ierr);
    next.call(ierr, native, Once(move || monitor::put(*target_rank, (*origin_count).into(),
        datatype_of(*origin_datatype), win_of(*win))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_raccumulate_f08_(origin_addr: Data, origin_count: In,
    origin_datatype: In, target_rank: In, target_disp: *const isize, target_count: In, target_datatype: In, op: In,
    win: In, request: Out, ierr: Out) {
    static NEXT: Next<Raccumulate, Rma> = Next::new(c"mpi_raccumulate_f08_");
    raccumulate(&NEXT, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
        target_datatype, op, win, request, ierr)
}

pub type GetAccumulate = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, *const isize, In, In, In, In,
    Out);
pub unsafe fn get_accumulate(next: &Next<GetAccumulate, Rma>, origin_addr: Data, origin_count: In, origin_datatype: In,
    result_addr: Data, result_count: In, result_datatype: In, target_rank: In, target_disp: *const isize,
    target_count: In, target_datatype: In, op: In, win: In, ierr: Out) {
    let native = move |native: GetAccumulate, ierr| native(origin_addr, origin_count, origin_datatype, result_addr,
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, ierr);
    next.call(ierr, native, Once(move || monitor::exchange(*target_rank, (*origin_count).into(),
        datatype_of(*origin_datatype), (*result_count).into(), datatype_of(*result_datatype), op_of(*op),
        win_of(*win))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_get_accumulate_f08_(origin_addr: Data, origin_count: In,
    origin_datatype: In, result_addr: Data, result_count: In, result_datatype: In, target_rank: In,
    target_disp: *const isize, target_count: In, target_datatype: In, op: In, win: In, ierr: Out) {
    static NEXT: Next<GetAccumulate, Rma> = Next::new(c"mpi_get_accumulate_f08_");
    get_accumulate(&NEXT, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
        target_rank, target_disp, target_count, target_datatype, op, win, ierr)
}

pub type RgetAccumulate = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, *const isize, In, In, In, In, Out,
    Out);
pub unsafe fn rget_accumulate(next: &Next<RgetAccumulate, Rma>, origin_addr: Data, origin_count: In,
    origin_datatype: In, result_addr: Data, result_count: In, result_datatype: In, target_rank: In,
    target_disp: *const isize, target_count: In, target_datatype: In, op: In, win: In, request: Out, ierr: Out) {
    let native = move |native: RgetAccumulate, ierr| native(origin_addr, origin_count, origin_datatype, result_addr,
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request,
        ierr);
    next.call(ierr, native, Once(move || monitor::exchange(*target_rank, (*origin_count).into(),
        datatype_of(*origin_datatype), (*result_count).into(), datatype_of(*result_datatype), op_of(*op),
        win_of(*win))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rget_accumulate_f08_(origin_addr: Data, origin_count: In,
    origin_datatype: In, result_addr: Data, result_count: In, result_datatype: In, target_rank: In,
    target_disp: *const isize, target_count: In, target_datatype: In, op: In, win: In, request: Out, ierr: Out) {
    static NEXT: Next<RgetAccumulate, Rma> = Next::new(c"mpi_rget_accumulate_f08_");
    rget_accumulate(&NEXT, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
        target_rank, target_disp, target_count, target_datatype, op, win, request, ierr)
}

pub type FetchAndOp = unsafe extern "C-unwind" fn(Data, Data, In, In, *const isize, In, In, Out);
pub unsafe fn fetch_and_op(next: &Next<FetchAndOp, Rma>, origin_addr: Data, result_addr: Data, datatype: In,
    target_rank: In, target_disp: *const isize, op: In, win: In, ierr: Out) {
    let native = move |native: FetchAndOp, ierr| native(origin_addr, result_addr, datatype, target_rank, target_disp,
        op, win, ierr);
    next.call(ierr, native, Once(move || monitor::fetch(*target_rank, datatype_of(*datatype), op_of(*op),
        win_of(*win))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_fetch_and_op_f08_(origin_addr: Data, result_addr: Data,
    datatype: In, target_rank: In, target_disp: *const isize, op: In, win: In, ierr: Out) {
    static NEXT: Next<FetchAndOp, Rma> = Next::new(c"mpi_fetch_and_op_f08_");
    fetch_and_op(&NEXT, origin_addr, result_addr, datatype, target_rank, target_disp, op, win, ierr)
}

pub type CompareAndSwap = unsafe extern "C-unwind" fn(Data, Data, Data, In, In, *const isize, In, Out);
pub unsafe fn compare_and_swap(next: &Next<CompareAndSwap, Rma>, origin_addr: Data, compare_addr: Data,
    result_addr: Data, datatype: In, target_rank: In, target_disp: *const isize, win: In, ierr: Out) {
    let native = move |native: CompareAndSwap, ierr| native(origin_addr, compare_addr, result_addr, datatype,
        target_rank, target_disp, win, ierr);
    next.call(ierr, native, Once(move || monitor::swap(*target_rank, datatype_of(*datatype), win_of(*win))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_compare_and_swap_f08_(origin_addr: Data, compare_addr: Data,
    result_addr: Data, datatype: In, target_rank: In, target_disp: *const isize, win: In, ierr: Out) {
    static NEXT: Next<CompareAndSwap, Rma> = Next::new(c"mpi_compare_and_swap_f08_");
    compare_and_swap(&NEXT, origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win, ierr)
}

pub type Recv = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Data, Out);
pub unsafe fn recv(next: &Next<Recv, Receives>, buf: Data, count: In, datatype: In, source: In, tag: In, comm: In,
    status: Data, ierr: Out) {
    let native = move |native: Recv, ierr| native(buf, count, datatype, source, tag, comm, status, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_recv_f08_(buf: Data, count: In, datatype: In, source: In, tag: In,
    comm: In, status: Data, ierr: Out) {
    static NEXT: Next<Recv, Receives> = Next::new(c"mpi_recv_f08_");
    recv(&NEXT, buf, count, datatype, source, tag, comm, status, ierr)
}

pub type Irecv = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out, Out);
pub unsafe fn irecv(next: &Next<Irecv, Receives>, buf: Data, count: In, datatype: In, source: In, tag: In, comm: In,
    request: Out, ierr: Out) {
    let native = move |native: Irecv, ierr| native(buf, count, datatype, source, tag, comm, request, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_irecv_f08_(buf: Data, count: In, datatype: In, source: In, tag: In,
    comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Irecv, Receives> = Next::new(c"mpi_irecv_f08_");
    irecv(&NEXT, buf, count, datatype, source, tag, comm, request, ierr)
}

pub type RecvInit = unsafe extern "C-unwind" fn(Data, In, In, In, In, In, Out, Out);
pub unsafe fn recv_init(next: &Next<RecvInit, Receives>, buf: Data, count: In, datatype: In, source: In, tag: In,
    comm: In, request: Out, ierr: Out) {
    let native = move |native: RecvInit, ierr| native(buf, count, datatype, source, tag, comm, request, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_recv_init_f08_(buf: Data, count: In, datatype: In, source: In,
    tag: In, comm: In, request: Out, ierr: Out) {
    static NEXT: Next<RecvInit, Receives> = Next::new(c"mpi_recv_init_f08_");
    recv_init(&NEXT, buf, count, datatype, source, tag, comm, request, ierr)
}

pub type Mrecv = unsafe extern "C-unwind" fn(Data, In, In, Data, Data, Out);
pub unsafe fn mrecv(next: &Next<Mrecv, Receives>, buf: Data, count: In, datatype: In, message: Data, status: Data,
    ierr: Out) {
    let native = move |native: Mrecv, ierr| native(buf, count, datatype, message, status, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_mrecv_f08_(buf: Data, count: In, datatype: In, message: Data,
    status: Data, ierr: Out) {
    static NEXT: Next<Mrecv, Receives> = Next::new(c"mpi_mrecv_f08_");
    mrecv(&NEXT, buf, count, datatype, message, status, ierr)
}

pub type Imrecv = unsafe extern "C-unwind" fn(Data, In, In, Data, Out, Out);
pub unsafe fn imrecv(next: &Next<Imrecv, Receives>, buf: Data, count: In, datatype: In, message: Data, request: Out,
    ierr: Out) {
    let native = move |native: Imrecv, ierr| native(buf, count, datatype, message, request, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_imrecv_f08_(buf: Data, count: In, datatype: In, message: Data,
    request: Out, ierr: Out) {
    static NEXT: Next<Imrecv, Receives> = Next::new(c"mpi_imrecv_f08_");
    imrecv(&NEXT, buf, count, datatype, message, request, ierr)
}

pub type WinCreate = unsafe extern "C-unwind" fn(Data, *const isize, In, In, In, Data, Out);
pub unsafe fn win_create(next: &Next<WinCreate, Windows>, base: Data, size: *const isize, disp_unit: In, info: In,
    comm: In, win: Data, ierr: Out) {
    let native = move |native: WinCreate, ierr| native(base, size, disp_unit, info, comm, win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_create_f08_(base: Data, size: *const isize, disp_unit: In,
    info: In, comm: In, win: Data, ierr: Out) {
    static NEXT: Next<WinCreate, Windows> = Next::new(c"mpi_win_create_f08_");
    win_create(&NEXT, base, size, disp_unit, info, comm, win, ierr)
}
