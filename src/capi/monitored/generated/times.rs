// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::prelude::*;

type Recv = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, c_int, c_int, RawHandle, *mut c_void) -> c_int;
static RECV: Next<Recv, Receives> = Next::new(c"MPI_Recv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Recv(buf: *mut c_void, count: c_int, datatype: RawHandle,
    source: c_int, tag: c_int, comm: RawHandle, status: *mut c_void) -> c_int {
    if let Some(next) = RECV.uncounted() { return next(buf, count, datatype, source, tag, comm, status); }
    recv(buf, count, datatype, source, tag, comm, status)
}
#[inline(never)] unsafe extern "C-unwind" fn recv(buf: *mut c_void, count: c_int, datatype: RawHandle, source: c_int,
    tag: c_int, comm: RawHandle, status: *mut c_void) -> c_int {
    let native = move || RECV.native()(buf, count, datatype, source, tag, comm, status);
    RECV.counted(native, Time)
}

type RecvC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, c_int, c_int, RawHandle, *mut c_void) -> c_int;
static RECV_C: Large<RecvC, Receives> = Large::new(c"MPI_Recv_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Recv_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    source: c_int, tag: c_int, comm: RawHandle, status: *mut c_void) -> c_int {
    if let Some(next) = RECV_C.uncounted() { return next(buf, count, datatype, source, tag, comm, status); }
    recv_c(buf, count, datatype, source, tag, comm, status)
}
#[inline(never)] unsafe extern "C-unwind" fn recv_c(buf: *mut c_void, count: Count, datatype: RawHandle, source: c_int,
    tag: c_int, comm: RawHandle, status: *mut c_void) -> c_int {
    let native = move || match RECV_C.native() {
        Some(native) => native(buf, count, datatype, source, tag, comm, status),
        None => narrowed(|| Ok(RECV.native()(buf, count.try_into()?, datatype, source, tag, comm, status))),
    };
    RECV_C.counted(native, Time)
}

static IRECV: Next<Recv, Receives> = Next::new(c"MPI_Irecv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Irecv(buf: *mut c_void, count: c_int, datatype: RawHandle,
    source: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IRECV.uncounted() { return next(buf, count, datatype, source, tag, comm, request); }
    irecv(buf, count, datatype, source, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn irecv(buf: *mut c_void, count: c_int, datatype: RawHandle, source: c_int,
    tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || IRECV.native()(buf, count, datatype, source, tag, comm, request);
    IRECV.counted(native, Time)
}

static IRECV_C: Large<RecvC, Receives> = Large::new(c"MPI_Irecv_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Irecv_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    source: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = IRECV_C.uncounted() { return next(buf, count, datatype, source, tag, comm, request); }
    irecv_c(buf, count, datatype, source, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn irecv_c(buf: *mut c_void, count: Count, datatype: RawHandle, source: c_int,
    tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match IRECV_C.native() {
        Some(native) => native(buf, count, datatype, source, tag, comm, request),
        None => narrowed(|| Ok(IRECV.native()(buf, count.try_into()?, datatype, source, tag, comm, request))),
    };
    IRECV_C.counted(native, Time)
}

static RECV_INIT: Next<Recv, Receives> = Next::new(c"MPI_Recv_init");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Recv_init(buf: *mut c_void, count: c_int, datatype: RawHandle,
    source: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = RECV_INIT.uncounted() { return next(buf, count, datatype, source, tag, comm, request); }
    recv_init(buf, count, datatype, source, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn recv_init(buf: *mut c_void, count: c_int, datatype: RawHandle,
    source: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || RECV_INIT.native()(buf, count, datatype, source, tag, comm, request);
    RECV_INIT.counted(native, Time)
}

static RECV_INIT_C: Large<RecvC, Receives> = Large::new(c"MPI_Recv_init_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Recv_init_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    source: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = RECV_INIT_C.uncounted() { return next(buf, count, datatype, source, tag, comm, request); }
    recv_init_c(buf, count, datatype, source, tag, comm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn recv_init_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    source: c_int, tag: c_int, comm: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match RECV_INIT_C.native() {
        Some(native) => native(buf, count, datatype, source, tag, comm, request),
        None => narrowed(|| Ok(RECV_INIT.native()(buf, count.try_into()?, datatype, source, tag, comm, request))),
    };
    RECV_INIT_C.counted(native, Time)
}

type Mrecv = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, *mut c_void, *mut c_void) -> c_int;
static MRECV: Next<Mrecv, Receives> = Next::new(c"MPI_Mrecv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Mrecv(buf: *mut c_void, count: c_int, datatype: RawHandle,
    message: *mut c_void, status: *mut c_void) -> c_int {
    if let Some(next) = MRECV.uncounted() { return next(buf, count, datatype, message, status); }
    mrecv(buf, count, datatype, message, status)
}
#[inline(never)] unsafe extern "C-unwind" fn mrecv(buf: *mut c_void, count: c_int, datatype: RawHandle,
    message: *mut c_void, status: *mut c_void) -> c_int {
    let native = move || MRECV.native()(buf, count, datatype, message, status);
    MRECV.counted(native, Time)
}

type MrecvC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, *mut c_void, *mut c_void) -> c_int;
static MRECV_C: Large<MrecvC, Receives> = Large::new(c"MPI_Mrecv_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Mrecv_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    message: *mut c_void, status: *mut c_void) -> c_int {
    if let Some(next) = MRECV_C.uncounted() { return next(buf, count, datatype, message, status); }
    mrecv_c(buf, count, datatype, message, status)
}
#[inline(never)] unsafe extern "C-unwind" fn mrecv_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    message: *mut c_void, status: *mut c_void) -> c_int {
    let native = move || match MRECV_C.native() {
        Some(native) => native(buf, count, datatype, message, status),
        None => narrowed(|| Ok(MRECV.native()(buf, count.try_into()?, datatype, message, status))),
    };
    MRECV_C.counted(native, Time)
}

static IMRECV: Next<Mrecv, Receives> = Next::new(c"MPI_Imrecv");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Imrecv(buf: *mut c_void, count: c_int, datatype: RawHandle,
    message: *mut c_void, request: *mut c_void) -> c_int {
    if let Some(next) = IMRECV.uncounted() { return next(buf, count, datatype, message, request); }
    imrecv(buf, count, datatype, message, request)
}
#[inline(never)] unsafe extern "C-unwind" fn imrecv(buf: *mut c_void, count: c_int, datatype: RawHandle,
    message: *mut c_void, request: *mut c_void) -> c_int {
    let native = move || IMRECV.native()(buf, count, datatype, message, request);
    IMRECV.counted(native, Time)
}

static IMRECV_C: Large<MrecvC, Receives> = Large::new(c"MPI_Imrecv_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Imrecv_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    message: *mut c_void, request: *mut c_void) -> c_int {
    if let Some(next) = IMRECV_C.uncounted() { return next(buf, count, datatype, message, request); }
    imrecv_c(buf, count, datatype, message, request)
}
#[inline(never)] unsafe extern "C-unwind" fn imrecv_c(buf: *mut c_void, count: Count, datatype: RawHandle,
    message: *mut c_void, request: *mut c_void) -> c_int {
    let native = move || match IMRECV_C.native() {
        Some(native) => native(buf, count, datatype, message, request),
        None => narrowed(|| Ok(IMRECV.native()(buf, count.try_into()?, datatype, message, request))),
    };
    IMRECV_C.counted(native, Time)
}

type Probe = unsafe extern "C-unwind" fn(c_int, c_int, RawHandle, *mut c_void) -> c_int;
static PROBE: Next<Probe, Waits> = Next::new(c"MPI_Probe");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Probe(source: c_int, tag: c_int, comm: RawHandle,
    status: *mut c_void) -> c_int {
    if let Some(next) = PROBE.uncounted() { return next(source, tag, comm, status); }
    probe(source, tag, comm, status)
}
#[inline(never)] unsafe extern "C-unwind" fn probe(source: c_int, tag: c_int, comm: RawHandle,
    status: *mut c_void) -> c_int {
    let native = move || PROBE.native()(source, tag, comm, status);
    PROBE.counted(native, Time)
}

type Iprobe = unsafe extern "C-unwind" fn(c_int, c_int, RawHandle, *mut c_void, *mut c_void) -> c_int;
static IPROBE: Next<Iprobe, Waits> = Next::new(c"MPI_Iprobe");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Iprobe(source: c_int, tag: c_int, comm: RawHandle,
    flag: *mut c_void, status: *mut c_void) -> c_int {
    if let Some(next) = IPROBE.uncounted() { return next(source, tag, comm, flag, status); }
    iprobe(source, tag, comm, flag, status)
}
#[inline(never)] unsafe extern "C-unwind" fn iprobe(source: c_int, tag: c_int, comm: RawHandle, flag: *mut c_void,
    status: *mut c_void) -> c_int {
    let native = move || IPROBE.native()(source, tag, comm, flag, status);
    IPROBE.counted(native, Time)
}

static MPROBE: Next<Iprobe, Waits> = Next::new(c"MPI_Mprobe");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Mprobe(source: c_int, tag: c_int, comm: RawHandle,
    message: *mut c_void, status: *mut c_void) -> c_int {
    if let Some(next) = MPROBE.uncounted() { return next(source, tag, comm, message, status); }
    mprobe(source, tag, comm, message, status)
}
#[inline(never)] unsafe extern "C-unwind" fn mprobe(source: c_int, tag: c_int, comm: RawHandle, message: *mut c_void,
    status: *mut c_void) -> c_int {
    let native = move || MPROBE.native()(source, tag, comm, message, status);
    MPROBE.counted(native, Time)
}

type Improbe = unsafe extern "C-unwind" fn(c_int, c_int, RawHandle, *mut c_void, *mut c_void, *mut c_void) -> c_int;
static IMPROBE: Next<Improbe, Waits> = Next::new(c"MPI_Improbe");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Improbe(source: c_int, tag: c_int, comm: RawHandle,
    flag: *mut c_void, message: *mut c_void, status: *mut c_void) -> c_int {
    if let Some(next) = IMPROBE.uncounted() { return next(source, tag, comm, flag, message, status); }
    improbe(source, tag, comm, flag, message, status)
}
#[inline(never)] unsafe extern "C-unwind" fn improbe(source: c_int, tag: c_int, comm: RawHandle, flag: *mut c_void,
    message: *mut c_void, status: *mut c_void) -> c_int {
    let native = move || IMPROBE.native()(source, tag, comm, flag, message, status);
    IMPROBE.counted(native, Time)
}

type Wait = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void) -> c_int;
static WAIT: Next<Wait, Waits> = Next::new(c"MPI_Wait");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Wait(request: *mut c_void, status: *mut c_void) -> c_int {
    if let Some(next) = WAIT.uncounted() { return next(request, status); }
    wait(request, status)
}
#[inline(never)] unsafe extern "C-unwind" fn wait(request: *mut c_void, status: *mut c_void) -> c_int {
    let native = move || WAIT.native()(request, status);
    WAIT.counted(native, Time)
}

type Test = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *mut c_void) -> c_int;
static TEST: Next<Test, Waits> = Next::new(c"MPI_Test");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Test(request: *mut c_void, flag: *mut c_void,
    status: *mut c_void) -> c_int {
    if let Some(next) = TEST.uncounted() { return next(request, flag, status); }
    test(request, flag, status)
}
#[inline(never)] unsafe extern "C-unwind" fn test(request: *mut c_void, flag: *mut c_void,
    status: *mut c_void) -> c_int {
    let native = move || TEST.native()(request, flag, status);
    TEST.counted(native, Time)
}

type Waitall = unsafe extern "C-unwind" fn(c_int, *mut c_void, *mut c_void) -> c_int;
static WAITALL: Next<Waitall, Waits> = Next::new(c"MPI_Waitall");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Waitall(count: c_int, array_of_requests: *mut c_void,
    array_of_statuses: *mut c_void) -> c_int {
    if let Some(next) = WAITALL.uncounted() { return next(count, array_of_requests, array_of_statuses); }
    waitall(count, array_of_requests, array_of_statuses)
}
#[inline(never)] unsafe extern "C-unwind" fn waitall(count: c_int, array_of_requests: *mut c_void,
    array_of_statuses: *mut c_void) -> c_int {
    let native = move || WAITALL.native()(count, array_of_requests, array_of_statuses);
    WAITALL.counted(native, Time)
}

type Testall = unsafe extern "C-unwind" fn(c_int, *mut c_void, *mut c_void, *mut c_void) -> c_int;
static TESTALL: Next<Testall, Waits> = Next::new(c"MPI_Testall");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Testall(count: c_int, array_of_requests: *mut c_void,
    flag: *mut c_void, array_of_statuses: *mut c_void) -> c_int {
    if let Some(next) = TESTALL.uncounted() { return next(count, array_of_requests, flag, array_of_statuses); }
    testall(count, array_of_requests, flag, array_of_statuses)
}
#[inline(never)] unsafe extern "C-unwind" fn testall(count: c_int, array_of_requests: *mut c_void, flag: *mut c_void,
    array_of_statuses: *mut c_void) -> c_int {
    let native = move || TESTALL.native()(count, array_of_requests, flag, array_of_statuses);
    TESTALL.counted(native, Time)
}

static WAITANY: Next<Testall, Waits> = Next::new(c"MPI_Waitany");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Waitany(count: c_int, array_of_requests: *mut c_void,
    index: *mut c_void, status: *mut c_void) -> c_int {
    if let Some(next) = WAITANY.uncounted() { return next(count, array_of_requests, index, status); }
    waitany(count, array_of_requests, index, status)
}
#[inline(never)] unsafe extern "C-unwind" fn waitany(count: c_int, array_of_requests: *mut c_void, index: *mut c_void,
    status: *mut c_void) -> c_int {
    let native = move || WAITANY.native()(count, array_of_requests, index, status);
    WAITANY.counted(native, Time)
}

type Testany = unsafe extern "C-unwind" fn(c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_void) -> c_int;
static TESTANY: Next<Testany, Waits> = Next::new(c"MPI_Testany");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Testany(count: c_int, array_of_requests: *mut c_void,
    index: *mut c_void, flag: *mut c_void, status: *mut c_void) -> c_int {
    if let Some(next) = TESTANY.uncounted() { return next(count, array_of_requests, index, flag, status); }
    testany(count, array_of_requests, index, flag, status)
}
#[inline(never)] unsafe extern "C-unwind" fn testany(count: c_int, array_of_requests: *mut c_void, index: *mut c_void,
    flag: *mut c_void, status: *mut c_void) -> c_int {
    let native = move || TESTANY.native()(count, array_of_requests, index, flag, status);
    TESTANY.counted(native, Time)
}

static WAITSOME: Next<Testany, Waits> = Next::new(c"MPI_Waitsome");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Waitsome(incount: c_int, array_of_requests: *mut c_void,
    outcount: *mut c_void, array_of_indices: *mut c_void, array_of_statuses: *mut c_void) -> c_int {
    if let Some(next) = WAITSOME.uncounted() { return next(incount, array_of_requests, outcount, array_of_indices,
        array_of_statuses); }
    waitsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses)
}
#[inline(never)] unsafe extern "C-unwind" fn waitsome(incount: c_int, array_of_requests: *mut c_void,
    outcount: *mut c_void, array_of_indices: *mut c_void, array_of_statuses: *mut c_void) -> c_int {
    let native = move || WAITSOME.native()(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    WAITSOME.counted(native, Time)
}

static TESTSOME: Next<Testany, Waits> = Next::new(c"MPI_Testsome");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Testsome(incount: c_int, array_of_requests: *mut c_void,
    outcount: *mut c_void, array_of_indices: *mut c_void, array_of_statuses: *mut c_void) -> c_int {
    if let Some(next) = TESTSOME.uncounted() { return next(incount, array_of_requests, outcount, array_of_indices,
        array_of_statuses); }
    testsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses)
}
#[inline(never)] unsafe extern "C-unwind" fn testsome(incount: c_int, array_of_requests: *mut c_void,
    outcount: *mut c_void, array_of_indices: *mut c_void, array_of_statuses: *mut c_void) -> c_int {
    let native = move || TESTSOME.native()(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    TESTSOME.counted(native, Time)
}

type WinFence = unsafe extern "C-unwind" fn(c_int, RawHandle) -> c_int;
static WIN_FENCE: Next<WinFence, Windows> = Next::new(c"MPI_Win_fence");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_fence(assert: c_int, win: RawHandle) -> c_int {
    if let Some(next) = WIN_FENCE.uncounted() { return next(assert, win); }
    win_fence(assert, win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_fence(assert: c_int, win: RawHandle) -> c_int {
    let native = move || WIN_FENCE.native()(assert, win);
    WIN_FENCE.counted(native, Time)
}

static WIN_LOCK_ALL: Next<WinFence, Windows> = Next::new(c"MPI_Win_lock_all");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_lock_all(assert: c_int, win: RawHandle) -> c_int {
    if let Some(next) = WIN_LOCK_ALL.uncounted() { return next(assert, win); }
    win_lock_all(assert, win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_lock_all(assert: c_int, win: RawHandle) -> c_int {
    let native = move || WIN_LOCK_ALL.native()(assert, win);
    WIN_LOCK_ALL.counted(native, Time)
}

type WinLock = unsafe extern "C-unwind" fn(c_int, c_int, c_int, RawHandle) -> c_int;
static WIN_LOCK: Next<WinLock, Windows> = Next::new(c"MPI_Win_lock");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_lock(lock_type: c_int, rank: c_int, assert: c_int,
    win: RawHandle) -> c_int {
    if let Some(next) = WIN_LOCK.uncounted() { return next(lock_type, rank, assert, win); }
    win_lock(lock_type, rank, assert, win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_lock(lock_type: c_int, rank: c_int, assert: c_int,
    win: RawHandle) -> c_int {
    let native = move || WIN_LOCK.native()(lock_type, rank, assert, win);
    WIN_LOCK.counted(native, Time)
}

static WIN_UNLOCK: Next<WinFence, Windows> = Next::new(c"MPI_Win_unlock");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_unlock(rank: c_int, win: RawHandle) -> c_int {
    if let Some(next) = WIN_UNLOCK.uncounted() { return next(rank, win); }
    win_unlock(rank, win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_unlock(rank: c_int, win: RawHandle) -> c_int {
    let native = move || WIN_UNLOCK.native()(rank, win);
    WIN_UNLOCK.counted(native, Time)
}

static WIN_FLUSH: Next<WinFence, Windows> = Next::new(c"MPI_Win_flush");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_flush(rank: c_int, win: RawHandle) -> c_int {
    if let Some(next) = WIN_FLUSH.uncounted() { return next(rank, win); }
    win_flush(rank, win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_flush(rank: c_int, win: RawHandle) -> c_int {
    let native = move || WIN_FLUSH.native()(rank, win);
    WIN_FLUSH.counted(native, Time)
}

static WIN_FLUSH_LOCAL: Next<WinFence, Windows> = Next::new(c"MPI_Win_flush_local");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_flush_local(rank: c_int, win: RawHandle) -> c_int {
    if let Some(next) = WIN_FLUSH_LOCAL.uncounted() { return next(rank, win); }
    win_flush_local(rank, win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_flush_local(rank: c_int, win: RawHandle) -> c_int {
    let native = move || WIN_FLUSH_LOCAL.native()(rank, win);
    WIN_FLUSH_LOCAL.counted(native, Time)
}

type WinUnlockAll = unsafe extern "C-unwind" fn(RawHandle) -> c_int;
static WIN_UNLOCK_ALL: Next<WinUnlockAll, Windows> = Next::new(c"MPI_Win_unlock_all");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_unlock_all(win: RawHandle) -> c_int {
    if let Some(next) = WIN_UNLOCK_ALL.uncounted() { return next(win); }
    win_unlock_all(win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_unlock_all(win: RawHandle) -> c_int {
    let native = move || WIN_UNLOCK_ALL.native()(win);
    WIN_UNLOCK_ALL.counted(native, Time)
}

static WIN_FLUSH_ALL: Next<WinUnlockAll, Windows> = Next::new(c"MPI_Win_flush_all");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_flush_all(win: RawHandle) -> c_int {
    if let Some(next) = WIN_FLUSH_ALL.uncounted() { return next(win); }
    win_flush_all(win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_flush_all(win: RawHandle) -> c_int {
    let native = move || WIN_FLUSH_ALL.native()(win);
    WIN_FLUSH_ALL.counted(native, Time)
}

static WIN_FLUSH_LOCAL_ALL: Next<WinUnlockAll, Windows> = Next::new(c"MPI_Win_flush_local_all");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_flush_local_all(win: RawHandle) -> c_int {
    if let Some(next) = WIN_FLUSH_LOCAL_ALL.uncounted() { return next(win); }
    win_flush_local_all(win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_flush_local_all(win: RawHandle) -> c_int {
    let native = move || WIN_FLUSH_LOCAL_ALL.native()(win);
    WIN_FLUSH_LOCAL_ALL.counted(native, Time)
}

static WIN_COMPLETE: Next<WinUnlockAll, Windows> = Next::new(c"MPI_Win_complete");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_complete(win: RawHandle) -> c_int {
    if let Some(next) = WIN_COMPLETE.uncounted() { return next(win); }
    win_complete(win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_complete(win: RawHandle) -> c_int {
    let native = move || WIN_COMPLETE.native()(win);
    WIN_COMPLETE.counted(native, Time)
}

static WIN_WAIT: Next<WinUnlockAll, Windows> = Next::new(c"MPI_Win_wait");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_wait(win: RawHandle) -> c_int {
    if let Some(next) = WIN_WAIT.uncounted() { return next(win); }
    win_wait(win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_wait(win: RawHandle) -> c_int {
    let native = move || WIN_WAIT.native()(win);
    WIN_WAIT.counted(native, Time)
}

static WIN_SYNC: Next<WinUnlockAll, Windows> = Next::new(c"MPI_Win_sync");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_sync(win: RawHandle) -> c_int {
    if let Some(next) = WIN_SYNC.uncounted() { return next(win); }
    win_sync(win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_sync(win: RawHandle) -> c_int {
    let native = move || WIN_SYNC.native()(win);
    WIN_SYNC.counted(native, Time)
}

type WinTest = unsafe extern "C-unwind" fn(RawHandle, *mut c_void) -> c_int;
static WIN_TEST: Next<WinTest, Windows> = Next::new(c"MPI_Win_test");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_test(win: RawHandle, flag: *mut c_void) -> c_int {
    if let Some(next) = WIN_TEST.uncounted() { return next(win, flag); }
    win_test(win, flag)
}
#[inline(never)] unsafe extern "C-unwind" fn win_test(win: RawHandle, flag: *mut c_void) -> c_int {
    let native = move || WIN_TEST.native()(win, flag);
    WIN_TEST.counted(native, Time)
}

type WinStart = unsafe extern "C-unwind" fn(RawHandle, c_int, RawHandle) -> c_int;
static WIN_START: Next<WinStart, Windows> = Next::new(c"MPI_Win_start");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_start(group: RawHandle, assert: c_int,
    win: RawHandle) -> c_int {
    if let Some(next) = WIN_START.uncounted() { return next(group, assert, win); }
    win_start(group, assert, win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_start(group: RawHandle, assert: c_int, win: RawHandle) -> c_int {
    let native = move || WIN_START.native()(group, assert, win);
    WIN_START.counted(native, Time)
}

static WIN_POST: Next<WinStart, Windows> = Next::new(c"MPI_Win_post");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_post(group: RawHandle, assert: c_int,
    win: RawHandle) -> c_int {
    if let Some(next) = WIN_POST.uncounted() { return next(group, assert, win); }
    win_post(group, assert, win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_post(group: RawHandle, assert: c_int, win: RawHandle) -> c_int {
    let native = move || WIN_POST.native()(group, assert, win);
    WIN_POST.counted(native, Time)
}

type WinCreate = unsafe extern "C-unwind" fn(*mut c_void, isize, c_int, RawHandle, RawHandle, *mut c_void) -> c_int;
static WIN_CREATE: Next<WinCreate, Windows> = Next::new(c"MPI_Win_create");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_create(base: *mut c_void, size: isize, disp_unit: c_int,
    info: RawHandle, comm: RawHandle, win: *mut c_void) -> c_int {
    if let Some(next) = WIN_CREATE.uncounted() { return next(base, size, disp_unit, info, comm, win); }
    win_create(base, size, disp_unit, info, comm, win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_create(base: *mut c_void, size: isize, disp_unit: c_int,
    info: RawHandle, comm: RawHandle, win: *mut c_void) -> c_int {
    let native = move || WIN_CREATE.native()(base, size, disp_unit, info, comm, win);
    WIN_CREATE.counted(native, Time)
}

type WinCreateC = unsafe extern "C-unwind" fn(*mut c_void, isize, Count, RawHandle, RawHandle, *mut c_void) -> c_int;
static WIN_CREATE_C: Large<WinCreateC, Windows> = Large::new(c"MPI_Win_create_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_create_c(base: *mut c_void, size: isize, disp_unit: Count,
    info: RawHandle, comm: RawHandle, win: *mut c_void) -> c_int {
    if let Some(next) = WIN_CREATE_C.uncounted() { return next(base, size, disp_unit, info, comm, win); }
    win_create_c(base, size, disp_unit, info, comm, win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_create_c(base: *mut c_void, size: isize, disp_unit: Count,
    info: RawHandle, comm: RawHandle, win: *mut c_void) -> c_int {
    let native = move || match WIN_CREATE_C.native() {
        Some(native) => native(base, size, disp_unit, info, comm, win),
        None => narrowed(|| Ok(WIN_CREATE.native()(base, size, disp_unit.try_into()?, info, comm, win))),
    };
    WIN_CREATE_C.counted(native, Time)
}

type WinAllocate = unsafe extern "C-unwind" fn(isize, c_int, RawHandle, RawHandle, *mut c_void, *mut c_void) -> c_int;
static WIN_ALLOCATE: Next<WinAllocate, Windows> = Next::new(c"MPI_Win_allocate");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_allocate(size: isize, disp_unit: c_int, info: RawHandle,
    comm: RawHandle, baseptr: *mut c_void, win: *mut c_void) -> c_int {
    if let Some(next) = WIN_ALLOCATE.uncounted() { return next(size, disp_unit, info, comm, baseptr, win); }
    win_allocate(size, disp_unit, info, comm, baseptr, win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_allocate(size: isize, disp_unit: c_int, info: RawHandle,
    comm: RawHandle, baseptr: *mut c_void, win: *mut c_void) -> c_int {
    let native = move || WIN_ALLOCATE.native()(size, disp_unit, info, comm, baseptr, win);
    WIN_ALLOCATE.counted(native, Time)
}

static WIN_ALLOCATE_SHARED: Next<WinAllocate, Windows> = Next::new(c"MPI_Win_allocate_shared");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_allocate_shared(size: isize, disp_unit: c_int, info: RawHandle,
    comm: RawHandle, baseptr: *mut c_void, win: *mut c_void) -> c_int {
    if let Some(next) = WIN_ALLOCATE_SHARED.uncounted() { return next(size, disp_unit, info, comm, baseptr, win); }
    win_allocate_shared(size, disp_unit, info, comm, baseptr, win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_allocate_shared(size: isize, disp_unit: c_int, info: RawHandle,
    comm: RawHandle, baseptr: *mut c_void, win: *mut c_void) -> c_int {
    let native = move || WIN_ALLOCATE_SHARED.native()(size, disp_unit, info, comm, baseptr, win);
    WIN_ALLOCATE_SHARED.counted(native, Time)
}

type WinCreateDynamic = unsafe extern "C-unwind" fn(RawHandle, RawHandle, *mut c_void) -> c_int;
static WIN_CREATE_DYNAMIC: Next<WinCreateDynamic, Windows> = Next::new(c"MPI_Win_create_dynamic");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_create_dynamic(info: RawHandle, comm: RawHandle,
    win: *mut c_void) -> c_int {
    if let Some(next) = WIN_CREATE_DYNAMIC.uncounted() { return next(info, comm, win); }
    win_create_dynamic(info, comm, win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_create_dynamic(info: RawHandle, comm: RawHandle,
    win: *mut c_void) -> c_int {
    let native = move || WIN_CREATE_DYNAMIC.native()(info, comm, win);
    WIN_CREATE_DYNAMIC.counted(native, Time)
}

type WinFree = unsafe extern "C-unwind" fn(*mut c_void) -> c_int;
static WIN_FREE: Next<WinFree, Windows> = Next::new(c"MPI_Win_free");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Win_free(win: *mut c_void) -> c_int {
    if let Some(next) = WIN_FREE.uncounted() { return next(win); }
    win_free(win)
}
#[inline(never)] unsafe extern "C-unwind" fn win_free(win: *mut c_void) -> c_int {
    let native = move || WIN_FREE.native()(win);
    WIN_FREE.counted(native, Time)
}

static COMM_DUP: Next<WinTest, Communicators> = Next::new(c"MPI_Comm_dup");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Comm_dup(comm: RawHandle, newcomm: *mut c_void) -> c_int {
    if let Some(next) = COMM_DUP.uncounted() { return next(comm, newcomm); }
    comm_dup(comm, newcomm)
}
#[inline(never)] unsafe extern "C-unwind" fn comm_dup(comm: RawHandle, newcomm: *mut c_void) -> c_int {
    let native = move || COMM_DUP.native()(comm, newcomm);
    COMM_DUP.counted(native, Time)
}

type CommIdup = unsafe extern "C-unwind" fn(RawHandle, *mut c_void, *mut c_void) -> c_int;
static COMM_IDUP: Next<CommIdup, Communicators> = Next::new(c"MPI_Comm_idup");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Comm_idup(comm: RawHandle, newcomm: *mut c_void,
    request: *mut c_void) -> c_int {
    if let Some(next) = COMM_IDUP.uncounted() { return next(comm, newcomm, request); }
    comm_idup(comm, newcomm, request)
}
#[inline(never)] unsafe extern "C-unwind" fn comm_idup(comm: RawHandle, newcomm: *mut c_void,
    request: *mut c_void) -> c_int {
    let native = move || COMM_IDUP.native()(comm, newcomm, request);
    COMM_IDUP.counted(native, Time)
}

static COMM_DUP_WITH_INFO: Next<WinCreateDynamic, Communicators> = Next::new(c"MPI_Comm_dup_with_info");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Comm_dup_with_info(comm: RawHandle, info: RawHandle,
    newcomm: *mut c_void) -> c_int {
    if let Some(next) = COMM_DUP_WITH_INFO.uncounted() { return next(comm, info, newcomm); }
    comm_dup_with_info(comm, info, newcomm)
}
#[inline(never)] unsafe extern "C-unwind" fn comm_dup_with_info(comm: RawHandle, info: RawHandle,
    newcomm: *mut c_void) -> c_int {
    let native = move || COMM_DUP_WITH_INFO.native()(comm, info, newcomm);
    COMM_DUP_WITH_INFO.counted(native, Time)
}

type IntercommCreate = unsafe extern "C-unwind" fn(RawHandle, c_int, RawHandle, c_int, c_int, *mut c_void) -> c_int;
static INTERCOMM_CREATE: Next<IntercommCreate, Communicators> = Next::new(c"MPI_Intercomm_create");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Intercomm_create(local_comm: RawHandle, local_leader: c_int,
    peer_comm: RawHandle, remote_leader: c_int, tag: c_int, newintercomm: *mut c_void) -> c_int {
    if let Some(next) = INTERCOMM_CREATE.uncounted() { return next(local_comm, local_leader, peer_comm, remote_leader,
        tag, newintercomm); }
    intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm)
}
#[inline(never)] unsafe extern "C-unwind" fn intercomm_create(local_comm: RawHandle, local_leader: c_int,
    peer_comm: RawHandle, remote_leader: c_int, tag: c_int, newintercomm: *mut c_void) -> c_int {
    let native = move || INTERCOMM_CREATE.native()(local_comm, local_leader, peer_comm, remote_leader, tag,
        newintercomm);
    INTERCOMM_CREATE.counted(native, Time)
}

type CommSplit = unsafe extern "C-unwind" fn(RawHandle, c_int, c_int, *mut c_void) -> c_int;
static COMM_SPLIT: Next<CommSplit, Communicators> = Next::new(c"MPI_Comm_split");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Comm_split(comm: RawHandle, color: c_int, key: c_int,
    newcomm: *mut c_void) -> c_int {
    if let Some(next) = COMM_SPLIT.uncounted() { return next(comm, color, key, newcomm); }
    comm_split(comm, color, key, newcomm)
}
#[inline(never)] unsafe extern "C-unwind" fn comm_split(comm: RawHandle, color: c_int, key: c_int,
    newcomm: *mut c_void) -> c_int {
    let native = move || COMM_SPLIT.native()(comm, color, key, newcomm);
    COMM_SPLIT.counted(native, Time)
}

static COMM_CREATE: Next<WinCreateDynamic, Communicators> = Next::new(c"MPI_Comm_create");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Comm_create(comm: RawHandle, group: RawHandle,
    newcomm: *mut c_void) -> c_int {
    if let Some(next) = COMM_CREATE.uncounted() { return next(comm, group, newcomm); }
    comm_create(comm, group, newcomm)
}
#[inline(never)] unsafe extern "C-unwind" fn comm_create(comm: RawHandle, group: RawHandle,
    newcomm: *mut c_void) -> c_int {
    let native = move || COMM_CREATE.native()(comm, group, newcomm);
    COMM_CREATE.counted(native, Time)
}

type CommCreateGroup = unsafe extern "C-unwind" fn(RawHandle, RawHandle, c_int, *mut c_void) -> c_int;
static COMM_CREATE_GROUP: Next<CommCreateGroup, Communicators> = Next::new(c"MPI_Comm_create_group");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Comm_create_group(comm: RawHandle, group: RawHandle, tag: c_int,
    newcomm: *mut c_void) -> c_int {
    if let Some(next) = COMM_CREATE_GROUP.uncounted() { return next(comm, group, tag, newcomm); }
    comm_create_group(comm, group, tag, newcomm)
}
#[inline(never)] unsafe extern "C-unwind" fn comm_create_group(comm: RawHandle, group: RawHandle, tag: c_int,
    newcomm: *mut c_void) -> c_int {
    let native = move || COMM_CREATE_GROUP.native()(comm, group, tag, newcomm);
    COMM_CREATE_GROUP.counted(native, Time)
}
