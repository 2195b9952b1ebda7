// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::prelude::*;

type Send = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, c_int, c_int, RawHandle) -> c_int;
static SEND: Next<Send, P2p> = Next::new(c"MPI_Send");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Send(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle) -> c_int {
    if let Some(next) = SEND.uncounted() { return next(buf, count, datatype, dest, tag, comm); }
    send(buf, count, datatype, dest, tag, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn send(buf: *mut c_void, count: c_int, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle) -> c_int {
    let native = move || SEND.native()(buf, count, datatype, dest, tag, comm);
    SEND.counted(native, Sent(move || (dest, count.into(), datatype.get(), comm.get())))
}

type SendC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, c_int, c_int, RawHandle) -> c_int;
static SEND_C: Large<SendC, P2p> = Large::new(c"MPI_Send_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Send_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle) -> c_int {
    if let Some(next) = SEND_C.uncounted() { return next(buf, count, datatype, dest, tag, comm); }
    send_c(buf, count, datatype, dest, tag, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn send_c(buf: *mut c_void, count: Count, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle) -> c_int {
    let native = move || match SEND_C.native() {
        Some(native) => native(buf, count, datatype, dest, tag, comm),
        None => narrowed(|| Ok(SEND.native()(buf, count.try_into()?, datatype, dest, tag, comm))),
    };
    SEND_C.counted(native, Sent(move || (dest, count, datatype.get(), comm.get())))
}

static BSEND: Next<Send, P2p> = Next::new(c"MPI_Bsend");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Bsend(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle) -> c_int {
    if let Some(next) = BSEND.uncounted() { return next(buf, count, datatype, dest, tag, comm); }
    bsend(buf, count, datatype, dest, tag, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn bsend(buf: *mut c_void, count: c_int, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle) -> c_int {
    let native = move || BSEND.native()(buf, count, datatype, dest, tag, comm);
    BSEND.counted(native, Sent(move || (dest, count.into(), datatype.get(), comm.get())))
}

static BSEND_C: Large<SendC, P2p> = Large::new(c"MPI_Bsend_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Bsend_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle) -> c_int {
    if let Some(next) = BSEND_C.uncounted() { return next(buf, count, datatype, dest, tag, comm); }
    bsend_c(buf, count, datatype, dest, tag, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn bsend_c(buf: *mut c_void, count: Count, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle) -> c_int {
    let native = move || match BSEND_C.native() {
        Some(native) => native(buf, count, datatype, dest, tag, comm),
        None => narrowed(|| Ok(BSEND.native()(buf, count.try_into()?, datatype, dest, tag, comm))),
    };
    BSEND_C.counted(native, Sent(move || (dest, count, datatype.get(), comm.get())))
}

static SSEND: Next<Send, P2p> = Next::new(c"MPI_Ssend");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ssend(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle) -> c_int {
    if let Some(next) = SSEND.uncounted() { return next(buf, count, datatype, dest, tag, comm); }
    ssend(buf, count, datatype, dest, tag, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn ssend(buf: *mut c_void, count: c_int, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle) -> c_int {
    let native = move || SSEND.native()(buf, count, datatype, dest, tag, comm);
    SSEND.counted(native, Sent(move || (dest, count.into(), datatype.get(), comm.get())))
}

static SSEND_C: Large<SendC, P2p> = Large::new(c"MPI_Ssend_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ssend_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle) -> c_int {
    if let Some(next) = SSEND_C.uncounted() { return next(buf, count, datatype, dest, tag, comm); }
    ssend_c(buf, count, datatype, dest, tag, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn ssend_c(buf: *mut c_void, count: Count, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle) -> c_int {
    let native = move || match SSEND_C.native() {
        Some(native) => native(buf, count, datatype, dest, tag, comm),
        None => narrowed(|| Ok(SSEND.native()(buf, count.try_into()?, datatype, dest, tag, comm))),
    };
    SSEND_C.counted(native, Sent(move || (dest, count, datatype.get(), comm.get())))
}

static RSEND: Next<Send, P2p> = Next::new(c"MPI_Rsend");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Rsend(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle) -> c_int {
    if let Some(next) = RSEND.uncounted() { return next(buf, count, datatype, dest, tag, comm); }
    rsend(buf, count, datatype, dest, tag, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn rsend(buf: *mut c_void, count: c_int, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle) -> c_int {
    let native = move || RSEND.native()(buf, count, datatype, dest, tag, comm);
    RSEND.counted(native, Sent(move || (dest, count.into(), datatype.get(), comm.get())))
}

static RSEND_C: Large<SendC, P2p> = Large::new(c"MPI_Rsend_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Rsend_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle) -> c_int {
    if let Some(next) = RSEND_C.uncounted() { return next(buf, count, datatype, dest, tag, comm); }
    rsend_c(buf, count, datatype, dest, tag, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn rsend_c(buf: *mut c_void, count: Count, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle) -> c_int {
    let native = move || match RSEND_C.native() {
        Some(native) => native(buf, count, datatype, dest, tag, comm),
        None => narrowed(|| Ok(RSEND.native()(buf, count.try_into()?, datatype, dest, tag, comm))),
    };
    RSEND_C.counted(native, Sent(move || (dest, count, datatype.get(), comm.get())))
}

type Isend = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, c_int, c_int, RawHandle, *mut c_void) -> c_int;
static ISEND: Next<Isend, P2p> = Next::new(c"MPI_Isend");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Isend(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ISEND.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    isend(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn isend(buf: *mut c_void, count: c_int, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || ISEND.native()(buf, count, datatype, dest, tag, comm, request);
    ISEND.counted(native, Sent(move || (dest, count.into(), datatype.get(), comm.get())))
}

type IsendC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, c_int, c_int, RawHandle,
    *mut c_void) -> c_int;
static ISEND_C: Large<IsendC, P2p> = Large::new(c"MPI_Isend_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Isend_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ISEND_C.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    isend_c(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn isend_c(buf: *mut c_void, count: Count, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match ISEND_C.native() {
        Some(native) => native(buf, count, datatype, dest, tag, comm, request),
        None => narrowed(|| Ok(ISEND.native()(buf, count.try_into()?, datatype, dest, tag, comm, request))),
    };
    ISEND_C.counted(native, Sent(move || (dest, count, datatype.get(), comm.get())))
}

static IBSEND: Next<Isend, P2p> = Next::new(c"MPI_Ibsend");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ibsend(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IBSEND.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    ibsend(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ibsend(buf: *mut c_void, count: c_int, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IBSEND.native()(buf, count, datatype, dest, tag, comm, request);
    IBSEND.counted(native, Sent(move || (dest, count.into(), datatype.get(), comm.get())))
}

static IBSEND_C: Large<IsendC, P2p> = Large::new(c"MPI_Ibsend_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ibsend_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IBSEND_C.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    ibsend_c(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ibsend_c(buf: *mut c_void, count: Count, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IBSEND_C.native() {
        Some(native) => native(buf, count, datatype, dest, tag, comm, request),
        None => narrowed(|| Ok(IBSEND.native()(buf, count.try_into()?, datatype, dest, tag, comm, request))),
    };
    IBSEND_C.counted(native, Sent(move || (dest, count, datatype.get(), comm.get())))
}

static ISSEND: Next<Isend, P2p> = Next::new(c"MPI_Issend");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Issend(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ISSEND.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    issend(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn issend(buf: *mut c_void, count: c_int, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || ISSEND.native()(buf, count, datatype, dest, tag, comm, request);
    ISSEND.counted(native, Sent(move || (dest, count.into(), datatype.get(), comm.get())))
}

static ISSEND_C: Large<IsendC, P2p> = Large::new(c"MPI_Issend_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Issend_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ISSEND_C.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    issend_c(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn issend_c(buf: *mut c_void, count: Count, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match ISSEND_C.native() {
        Some(native) => native(buf, count, datatype, dest, tag, comm, request),
        None => narrowed(|| Ok(ISSEND.native()(buf, count.try_into()?, datatype, dest, tag, comm, request))),
    };
    ISSEND_C.counted(native, Sent(move || (dest, count, datatype.get(), comm.get())))
}

static IRSEND: Next<Isend, P2p> = Next::new(c"MPI_Irsend");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Irsend(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IRSEND.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    irsend(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn irsend(buf: *mut c_void, count: c_int, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IRSEND.native()(buf, count, datatype, dest, tag, comm, request);
    IRSEND.counted(native, Sent(move || (dest, count.into(), datatype.get(), comm.get())))
}

static IRSEND_C: Large<IsendC, P2p> = Large::new(c"MPI_Irsend_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Irsend_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IRSEND_C.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    irsend_c(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn irsend_c(buf: *mut c_void, count: Count, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IRSEND_C.native() {
        Some(native) => native(buf, count, datatype, dest, tag, comm, request),
        None => narrowed(|| Ok(IRSEND.native()(buf, count.try_into()?, datatype, dest, tag, comm, request))),
    };
    IRSEND_C.counted(native, Sent(move || (dest, count, datatype.get(), comm.get())))
}

type Sendrecv = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, c_int, c_int, *mut c_void, c_int, RawHandle,
    c_int, c_int, RawHandle, *mut c_void) -> c_int;
static SENDRECV: Next<Sendrecv, P2p> = Next::new(c"MPI_Sendrecv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Sendrecv(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle,
    source: c_int, recvtag: c_int, comm: RawHandle, status: *mut c_void) -> c_int {
    if let Some(next) = SENDRECV.uncounted() { return next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
        recvcount, recvtype, source, recvtag, comm, status); }
    sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status)
}
#[inline(never)] unsafe extern "C-unwind" fn sendrecv(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, source: c_int,
    recvtag: c_int, comm: RawHandle, status: *mut c_void) -> c_int {
    let native = move || SENDRECV.native()(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
        source, recvtag, comm, status);
    SENDRECV.counted(native, Sent(move || (dest, sendcount.into(), sendtype.get(), comm.get())))
}

type SendrecvC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, c_int, c_int, *mut c_void, Count, RawHandle,
    c_int, c_int, RawHandle, *mut c_void) -> c_int;
static SENDRECV_C: Large<SendrecvC, P2p> = Large::new(c"MPI_Sendrecv_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Sendrecv_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle,
    source: c_int, recvtag: c_int, comm: RawHandle, status: *mut c_void) -> c_int {
    if let Some(next) = SENDRECV_C.uncounted() { return next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
        recvcount, recvtype, source, recvtag, comm, status); }
    sendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,
        status)
}
#[inline(never)] unsafe extern "C-unwind" fn sendrecv_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, source: c_int,
    recvtag: c_int, comm: RawHandle, status: *mut c_void) -> c_int {
    let native = move || match SENDRECV_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
            recvtag, comm, status),
        None => narrowed(|| Ok(SENDRECV.native()(sendbuf, sendcount.try_into()?, sendtype, dest, sendtag, recvbuf,
            recvcount.try_into()?, recvtype, source, recvtag, comm, status))),
    };
    SENDRECV_C.counted(native, Sent(move || (dest, sendcount, sendtype.get(), comm.get())))
}

static ISENDRECV: Next<Sendrecv, P2p> = Next::new(c"MPI_Isendrecv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Isendrecv(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle,
    source: c_int, recvtag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ISENDRECV.uncounted() { return next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
        recvcount, recvtype, source, recvtag, comm, request); }
    isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,
        request)
}
#[inline(never)] unsafe extern "C-unwind" fn isendrecv(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, source: c_int,
    recvtag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || ISENDRECV.native()(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
        source, recvtag, comm, request);
    ISENDRECV.counted(native, Sent(move || (dest, sendcount.into(), sendtype.get(), comm.get())))
}

static ISENDRECV_C: Large<SendrecvC, P2p> = Large::new(c"MPI_Isendrecv_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Isendrecv_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle,
    source: c_int, recvtag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = ISENDRECV_C.uncounted() { return next(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
        recvcount, recvtype, source, recvtag, comm, request); }
    isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,
        request)
}
#[inline(never)] unsafe extern "C-unwind" fn isendrecv_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, source: c_int,
    recvtag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match ISENDRECV_C.native() {
        Some(native) => native(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
            recvtag, comm, request),
        None => narrowed(|| Ok(ISENDRECV.native()(sendbuf, sendcount.try_into()?, sendtype, dest, sendtag, recvbuf,
            recvcount.try_into()?, recvtype, source, recvtag, comm, request))),
    };
    ISENDRECV_C.counted(native, Sent(move || (dest, sendcount, sendtype.get(), comm.get())))
}

type SendrecvReplace = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, c_int, c_int, c_int, c_int, RawHandle,
    *mut c_void) -> c_int;
static SENDRECV_REPLACE: Next<SendrecvReplace, P2p> = Next::new(c"MPI_Sendrecv_replace");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Sendrecv_replace(buf: *mut c_void, count: c_int,
    datatype: RawHandle, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: RawHandle,
    status: *mut c_void) -> c_int {
    if let Some(next) = SENDRECV_REPLACE.uncounted() { return next(buf, count, datatype, dest, sendtag, source, recvtag,
        comm, status); }
    sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, status)
}
#[inline(never)] unsafe extern "C-unwind" fn sendrecv_replace(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: RawHandle, status: *mut c_void) -> c_int {
    let native = move || SENDRECV_REPLACE.native()(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
    SENDRECV_REPLACE.counted(native, Sent(move || (dest, count.into(), datatype.get(), comm.get())))
}

type SendrecvReplaceC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, c_int, c_int, c_int, c_int,
    RawHandle, *mut c_void) -> c_int;
static SENDRECV_REPLACE_C: Large<SendrecvReplaceC, P2p> = Large::new(c"MPI_Sendrecv_replace_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Sendrecv_replace_c(buf: *mut c_void, count: Count,
    datatype: RawHandle, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: RawHandle,
    status: *mut c_void) -> c_int {
    if let Some(next) = SENDRECV_REPLACE_C.uncounted() { return next(buf, count, datatype, dest, sendtag, source,
        recvtag, comm, status); }
    sendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm, status)
}
#[inline(never)] unsafe extern "C-unwind" fn sendrecv_replace_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: RawHandle, status: *mut c_void) -> c_int {
    let native = move || match SENDRECV_REPLACE_C.native() {
        Some(native) => native(buf, count, datatype, dest, sendtag, source, recvtag, comm, status),
        None => narrowed(|| Ok(SENDRECV_REPLACE.native()(buf, count.try_into()?, datatype, dest, sendtag, source,
            recvtag, comm, status))),
    };
    SENDRECV_REPLACE_C.counted(native, Sent(move || (dest, count, datatype.get(), comm.get())))
}

static ISENDRECV_REPLACE: Next<SendrecvReplace, P2p> = Next::new(c"MPI_Isendrecv_replace");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Isendrecv_replace(buf: *mut c_void, count: c_int,
    datatype: RawHandle, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = ISENDRECV_REPLACE.uncounted() { return next(buf, count, datatype, dest, sendtag, source,
        recvtag, comm, request); }
    isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn isendrecv_replace(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || ISENDRECV_REPLACE.native()(buf, count, datatype, dest, sendtag, source, recvtag, comm,
        request);
    ISENDRECV_REPLACE.counted(native, Sent(move || (dest, count.into(), datatype.get(), comm.get())))
}

static ISENDRECV_REPLACE_C: Large<SendrecvReplaceC, P2p> = Large::new(c"MPI_Isendrecv_replace_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Isendrecv_replace_c(buf: *mut c_void, count: Count,
    datatype: RawHandle, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: RawHandle,
    request: *mut c_void) -> c_int {
    if let Some(next) = ISENDRECV_REPLACE_C.uncounted() { return next(buf, count, datatype, dest, sendtag, source,
        recvtag, comm, request); }
    isendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn isendrecv_replace_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match ISENDRECV_REPLACE_C.native() {
        Some(native) => native(buf, count, datatype, dest, sendtag, source, recvtag, comm, request),
        None => narrowed(|| Ok(ISENDRECV_REPLACE.native()(buf, count.try_into()?, datatype, dest, sendtag, source,
            recvtag, comm, request))),
    };
    ISENDRECV_REPLACE_C.counted(native, Sent(move || (dest, count, datatype.get(), comm.get())))
}

static SEND_INIT: Next<Isend, P2p> = Next::new(c"MPI_Send_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Send_init(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = SEND_INIT.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    send_init(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn send_init(buf: *mut c_void, count: c_int, datatype: RawHandle, dest: c_int,
    tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || SEND_INIT.native()(buf, count, datatype, dest, tag, comm, request);
    SEND_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::message(dest, count.into(),
        datatype.get(), comm.get())))
}

static SEND_INIT_C: Large<IsendC, P2p> = Large::new(c"MPI_Send_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Send_init_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = SEND_INIT_C.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    send_init_c(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn send_init_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match SEND_INIT_C.native() {
        Some(native) => native(buf, count, datatype, dest, tag, comm, request),
        None => narrowed(|| Ok(SEND_INIT.native()(buf, count.try_into()?, datatype, dest, tag, comm, request))),
    };
    SEND_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::message(dest, count, datatype.get(),
        comm.get())))
}

static BSEND_INIT: Next<Isend, P2p> = Next::new(c"MPI_Bsend_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Bsend_init(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = BSEND_INIT.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    bsend_init(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn bsend_init(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || BSEND_INIT.native()(buf, count, datatype, dest, tag, comm, request);
    BSEND_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::message(dest, count.into(),
        datatype.get(), comm.get())))
}

static BSEND_INIT_C: Large<IsendC, P2p> = Large::new(c"MPI_Bsend_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Bsend_init_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = BSEND_INIT_C.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    bsend_init_c(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn bsend_init_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match BSEND_INIT_C.native() {
        Some(native) => native(buf, count, datatype, dest, tag, comm, request),
        None => narrowed(|| Ok(BSEND_INIT.native()(buf, count.try_into()?, datatype, dest, tag, comm, request))),
    };
    BSEND_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::message(dest, count,
        datatype.get(), comm.get())))
}

static SSEND_INIT: Next<Isend, P2p> = Next::new(c"MPI_Ssend_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ssend_init(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = SSEND_INIT.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    ssend_init(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ssend_init(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || SSEND_INIT.native()(buf, count, datatype, dest, tag, comm, request);
    SSEND_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::message(dest, count.into(),
        datatype.get(), comm.get())))
}

static SSEND_INIT_C: Large<IsendC, P2p> = Large::new(c"MPI_Ssend_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Ssend_init_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = SSEND_INIT_C.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    ssend_init_c(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn ssend_init_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match SSEND_INIT_C.native() {
        Some(native) => native(buf, count, datatype, dest, tag, comm, request),
        None => narrowed(|| Ok(SSEND_INIT.native()(buf, count.try_into()?, datatype, dest, tag, comm, request))),
    };
    SSEND_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::message(dest, count,
        datatype.get(), comm.get())))
}

static RSEND_INIT: Next<Isend, P2p> = Next::new(c"MPI_Rsend_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Rsend_init(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = RSEND_INIT.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    rsend_init(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn rsend_init(buf: *mut c_void, count: c_int, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || RSEND_INIT.native()(buf, count, datatype, dest, tag, comm, request);
    RSEND_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::message(dest, count.into(),
        datatype.get(), comm.get())))
}

static RSEND_INIT_C: Large<IsendC, P2p> = Large::new(c"MPI_Rsend_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Rsend_init_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = RSEND_INIT_C.uncounted() { return next(buf, count, datatype, dest, tag, comm, request); }
    rsend_init_c(buf, count, datatype, dest, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn rsend_init_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    dest: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match RSEND_INIT_C.native() {
        Some(native) => native(buf, count, datatype, dest, tag, comm, request),
        None => narrowed(|| Ok(RSEND_INIT.native()(buf, count.try_into()?, datatype, dest, tag, comm, request))),
    };
    RSEND_INIT_C.counted(native, Later(Requests::C(request.cast()), move || monitor::message(dest, count,
        datatype.get(), comm.get())))
}

type PsendInit = unsafe extern "C-unwind" fn(*mut c_void, c_int, Count, RawHandle, c_int, c_int, RawHandle, RawHandle,
    *mut c_void) -> c_int;
static PSEND_INIT: Next<PsendInit, P2p> = Next::new(c"MPI_Psend_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Psend_init(buf: *mut c_void, partitions: c_int, count: Count,
    datatype: RawHandle, dest: c_int, tag: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = PSEND_INIT.uncounted() { return next(buf, partitions, count, datatype, dest, tag, comm, info,
        request); }
    psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request)
}
#[inline(never)] unsafe extern "C-unwind" fn psend_init(buf: *mut c_void, partitions: c_int, count: Count,
    datatype: RawHandle, dest: c_int, tag: c_int, comm: RawHandle, info: RawHandle, request: *mut c_void) -> c_int {
    let native = move || PSEND_INIT.native()(buf, partitions, count, datatype, dest, tag, comm, info, request);
    PSEND_INIT.counted(native, Later(Requests::C(request.cast()), move || monitor::partitioned(dest, partitions, count,
        datatype.get(), comm.get())))
}

type Start = unsafe extern "C-unwind" fn(*mut c_void) -> c_int;
static START: Next<Start, Starts> = Next::new(c"MPI_Start");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Start(request: *mut c_void) -> c_int {
    if let Some(next) = START.uncounted() { return next(request); }
    start(request)
}
#[inline(never)] unsafe extern "C-unwind" fn start(request: *mut c_void) -> c_int {
    let native = move || START.native()(request);
    START.counted(native, Started(move || monitor::started(Requests::C(request.cast()))))
}

type Startall = unsafe extern "C-unwind" fn(c_int, *mut c_void) -> c_int;
static STARTALL: Next<Startall, Starts> = Next::new(c"MPI_Startall");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Startall(count: c_int, array_of_requests: *mut c_void) -> c_int {
    if let Some(next) = STARTALL.uncounted() { return next(count, array_of_requests); }
    startall(count, array_of_requests)
}
#[inline(never)] unsafe extern "C-unwind" fn startall(count: c_int, array_of_requests: *mut c_void) -> c_int {
    let native = move || STARTALL.native()(count, array_of_requests);
    STARTALL.counted(native, Started(move || monitor::all_started(count, Requests::C(array_of_requests.cast()))))
}

static REQUEST_FREE: Next<Start, Frees> = Next::new(c"MPI_Request_free");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Request_free(request: *mut c_void) -> c_int {
    if let Some(next) = REQUEST_FREE.uncounted() { return next(request); }
    request_free(request)
}
#[inline(never)] unsafe extern "C-unwind" fn request_free(request: *mut c_void) -> c_int {
    let native = move || REQUEST_FREE.native()(request);
    REQUEST_FREE.counted(native, Before(move || monitor::released(Requests::C(request.cast()))))
}
