// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::prelude::*;

pub type Start = unsafe extern "C-unwind" fn(Out, Out);
pub unsafe fn start(next: &Next<Start, Starts>, request: Out, ierr: Out) {
    let native = move |native: Start, ierr| native(request, ierr);
    next.call(ierr, native, Started(move || monitor::started(Requests::Fortran(request))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_start_f08_(request: Out, ierr: Out) {
    static NEXT: Next<Start, Starts> = Next::new(c"mpi_start_f08_");
    start(&NEXT, request, ierr)
}

pub type Startall = unsafe extern "C-unwind" fn(In, Out, Out);
pub unsafe fn startall(next: &Next<Startall, Starts>, count: In, array_of_requests: Out, ierr: Out) {
    let native = move |native: Startall, ierr| native(count, array_of_requests, ierr);
    next.call(ierr, native, Started(move || monitor::all_started(*count, Requests::Fortran(array_of_requests))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_startall_f08_(count: In, array_of_requests: Out, ierr: Out) {
    static NEXT: Next<Startall, Starts> = Next::new(c"mpi_startall_f08_");
    startall(&NEXT, count, array_of_requests, ierr)
}

pub type RequestFree = unsafe extern "C-unwind" fn(Out, Out);
pub unsafe fn request_free(next: &Next<RequestFree, Frees>, request: Out, ierr: Out) {
    let native = move |native: RequestFree, ierr| native(request, ierr);
    next.call(ierr, native, Before(move || monitor::released(Requests::Fortran(request))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_request_free_f08_(request: Out, ierr: Out) {
    static NEXT: Next<RequestFree, Frees> = Next::new(c"mpi_request_free_f08_");
    request_free(&NEXT, request, ierr)
}

pub type Ibarrier = unsafe extern "C-unwind" fn(In, Out, Out);
pub unsafe fn ibarrier(next: &Next<Ibarrier, Collectives>, comm: In, request: Out, ierr: Out) {
    let native = move |native: Ibarrier, ierr| native(comm, request, ierr);
    next.call(ierr, native, Now(move || monitor::barrier(comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ibarrier_f08_(comm: In, request: Out, ierr: Out) {
    static NEXT: Next<Ibarrier, Collectives> = Next::new(c"mpi_ibarrier_f08_");
    ibarrier(&NEXT, comm, request, ierr)
}

pub type BarrierInit = unsafe extern "C-unwind" fn(In, In, Out, Out);
pub unsafe fn barrier_init(next: &Next<BarrierInit, Collectives>, comm: In, info: In, request: Out, ierr: Out) {
    let native = move |native: BarrierInit, ierr| native(comm, info, request, ierr);
    next.call(ierr, native, Later(Requests::Fortran(request), move || monitor::barrier(comm_of(*comm))))
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_barrier_init_f08_(comm: In, info: In, request: Out, ierr: Out) {
    static NEXT: Next<BarrierInit, Collectives> = Next::new(c"mpi_barrier_init_f08_");
    barrier_init(&NEXT, comm, info, request, ierr)
}

pub type Probe = unsafe extern "C-unwind" fn(In, In, In, Data, Out);
pub unsafe fn probe(next: &Next<Probe, Waits>, source: In, tag: In, comm: In, status: Data, ierr: Out) {
    let native = move |native: Probe, ierr| native(source, tag, comm, status, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_probe_f08_(source: In, tag: In, comm: In, status: Data,
    ierr: Out) {
    static NEXT: Next<Probe, Waits> = Next::new(c"mpi_probe_f08_");
    probe(&NEXT, source, tag, comm, status, ierr)
}

pub type Iprobe = unsafe extern "C-unwind" fn(In, In, In, Data, Data, Out);
pub unsafe fn iprobe(next: &Next<Iprobe, Waits>, source: In, tag: In, comm: In, flag: Data, status: Data, ierr: Out) {
    let native = move |native: Iprobe, ierr| native(source, tag, comm, flag, status, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iprobe_f08_(source: In, tag: In, comm: In, flag: Data,
    status: Data, ierr: Out) {
    static NEXT: Next<Iprobe, Waits> = Next::new(c"mpi_iprobe_f08_");
    iprobe(&NEXT, source, tag, comm, flag, status, ierr)
}

pub type Mprobe = unsafe extern "C-unwind" fn(In, In, In, Data, Data, Out);
pub unsafe fn mprobe(next: &Next<Mprobe, Waits>, source: In, tag: In, comm: In, message: Data, status: Data,
    ierr: Out) {
    let native = move |native: Mprobe, ierr| native(source, tag, comm, message, status, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_mprobe_f08_(source: In, tag: In, comm: In, message: Data,
    status: Data, ierr: Out) {
    static NEXT: Next<Mprobe, Waits> = Next::new(c"mpi_mprobe_f08_");
    mprobe(&NEXT, source, tag, comm, message, status, ierr)
}

pub type Improbe = unsafe extern "C-unwind" fn(In, In, In, Data, Data, Data, Out);
pub unsafe fn improbe(next: &Next<Improbe, Waits>, source: In, tag: In, comm: In, flag: Data, message: Data,
    status: Data, ierr: Out) {
    let native = move |native: Improbe, ierr| native(source, tag, comm, flag, message, status, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_improbe_f08_(source: In, tag: In, comm: In, flag: Data,
    message: Data, status: Data, ierr: Out) {
    static NEXT: Next<Improbe, Waits> = Next::new(c"mpi_improbe_f08_");
    improbe(&NEXT, source, tag, comm, flag, message, status, ierr)
}

pub type Wait = unsafe extern "C-unwind" fn(Out, Data, Out);
pub unsafe fn wait(next: &Next<Wait, Waits>, request: Out, status: Data, ierr: Out) {
    let native = move |native: Wait, ierr| native(request, status, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_wait_f08_(request: Out, status: Data, ierr: Out) {
    static NEXT: Next<Wait, Waits> = Next::new(c"mpi_wait_f08_");
    wait(&NEXT, request, status, ierr)
}

pub type Test = unsafe extern "C-unwind" fn(Out, Data, Data, Out);
pub unsafe fn test(next: &Next<Test, Waits>, request: Out, flag: Data, status: Data, ierr: Out) {
    let native = move |native: Test, ierr| native(request, flag, status, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_test_f08_(request: Out, flag: Data, status: Data, ierr: Out) {
    static NEXT: Next<Test, Waits> = Next::new(c"mpi_test_f08_");
    test(&NEXT, request, flag, status, ierr)
}

pub type Waitall = unsafe extern "C-unwind" fn(In, Out, Data, Out);
pub unsafe fn waitall(next: &Next<Waitall, Waits>, count: In, array_of_requests: Out, array_of_statuses: Data,
    ierr: Out) {
    let native = move |native: Waitall, ierr| native(count, array_of_requests, array_of_statuses, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_waitall_f08_(count: In, array_of_requests: Out,
    array_of_statuses: Data, ierr: Out) {
    static NEXT: Next<Waitall, Waits> = Next::new(c"mpi_waitall_f08_");
    waitall(&NEXT, count, array_of_requests, array_of_statuses, ierr)
}

pub type Testall = unsafe extern "C-unwind" fn(In, Out, Data, Data, Out);
pub unsafe fn testall(next: &Next<Testall, Waits>, count: In, array_of_requests: Out, flag: Data,
    array_of_statuses: Data, ierr: Out) {
    let native = move |native: Testall, ierr| native(count, array_of_requests, flag, array_of_statuses, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_testall_f08_(count: In, array_of_requests: Out, flag: Data,
    array_of_statuses: Data, ierr: Out) {
    static NEXT: Next<Testall, Waits> = Next::new(c"mpi_testall_f08_");
    testall(&NEXT, count, array_of_requests, flag, array_of_statuses, ierr)
}

pub type Waitany = unsafe extern "C-unwind" fn(In, Out, Data, Data, Out);
pub unsafe fn waitany(next: &Next<Waitany, Waits>, count: In, array_of_requests: Out, index: Data, status: Data,
    ierr: Out) {
    let native = move |native: Waitany, ierr| native(count, array_of_requests, index, status, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_waitany_f08_(count: In, array_of_requests: Out, index: Data,
    status: Data, ierr: Out) {
    static NEXT: Next<Waitany, Waits> = Next::new(c"mpi_waitany_f08_");
    waitany(&NEXT, count, array_of_requests, index, status, ierr)
}

pub type Testany = unsafe extern "C-unwind" fn(In, Out, Data, Data, Data, Out);
pub unsafe fn testany(next: &Next<Testany, Waits>, count: In, array_of_requests: Out, index: Data, flag: Data,
    status: Data, ierr: Out) {
    let native = move |native: Testany, ierr| native(count, array_of_requests, index, flag, status, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_testany_f08_(count: In, array_of_requests: Out, index: Data,
    flag: Data, status: Data, ierr: Out) {
    static NEXT: Next<Testany, Waits> = Next::new(c"mpi_testany_f08_");
    testany(&NEXT, count, array_of_requests, index, flag, status, ierr)
}

pub type Waitsome = unsafe extern "C-unwind" fn(In, Out, Data, Data, Data, Out);
pub unsafe fn waitsome(next: &Next<Waitsome, Waits>, incount: In, array_of_requests: Out, outcount: Data,
    array_of_indices: Data, array_of_statuses: Data, ierr: Out) {
    let native = move |native: Waitsome, ierr| native(incount, array_of_requests, outcount, array_of_indices,
        array_of_statuses, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_waitsome_f08_(incount: In, array_of_requests: Out, outcount: Data,
    array_of_indices: Data, array_of_statuses: Data, ierr: Out) {
    static NEXT: Next<Waitsome, Waits> = Next::new(c"mpi_waitsome_f08_");
    waitsome(&NEXT, incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierr)
}

pub type Testsome = unsafe extern "C-unwind" fn(In, Out, Data, Data, Data, Out);
pub unsafe fn testsome(next: &Next<Testsome, Waits>, incount: In, array_of_requests: Out, outcount: Data,
    array_of_indices: Data, array_of_statuses: Data, ierr: Out) {
    let native = move |native: Testsome, ierr| native(incount, array_of_requests, outcount, array_of_indices,
        array_of_statuses, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_testsome_f08_(incount: In, array_of_requests: Out, outcount: Data,
    array_of_indices: Data, array_of_statuses: Data, ierr: Out) {
    static NEXT: Next<Testsome, Waits> = Next::new(c"mpi_testsome_f08_");
    testsome(&NEXT, incount, array_of_requests, outcount, array_of_indices, array_of_statuses, ierr)
}

pub type WinFence = unsafe extern "C-unwind" fn(In, In, Out);
pub unsafe fn win_fence(next: &Next<WinFence, Windows>, assert: In, win: In, ierr: Out) {
    let native = move |native: WinFence, ierr| native(assert, win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_fence_f08_(assert: In, win: In, ierr: Out) {
    static NEXT: Next<WinFence, Windows> = Next::new(c"mpi_win_fence_f08_");
    win_fence(&NEXT, assert, win, ierr)
}

pub type WinLockAll = unsafe extern "C-unwind" fn(In, In, Out);
pub unsafe fn win_lock_all(next: &Next<WinLockAll, Windows>, assert: In, win: In, ierr: Out) {
    let native = move |native: WinLockAll, ierr| native(assert, win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_lock_all_f08_(assert: In, win: In, ierr: Out) {
    static NEXT: Next<WinLockAll, Windows> = Next::new(c"mpi_win_lock_all_f08_");
    win_lock_all(&NEXT, assert, win, ierr)
}

pub type WinLock = unsafe extern "C-unwind" fn(In, In, In, In, Out);
pub unsafe fn win_lock(next: &Next<WinLock, Windows>, lock_type: In, rank: In, assert: In, win: In, ierr: Out) {
    let native = move |native: WinLock, ierr| native(lock_type, rank, assert, win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_lock_f08_(lock_type: In, rank: In, assert: In, win: In,
    ierr: Out) {
    static NEXT: Next<WinLock, Windows> = Next::new(c"mpi_win_lock_f08_");
    win_lock(&NEXT, lock_type, rank, assert, win, ierr)
}

pub type WinUnlock = unsafe extern "C-unwind" fn(In, In, Out);
pub unsafe fn win_unlock(next: &Next<WinUnlock, Windows>, rank: In, win: In, ierr: Out) {
    let native = move |native: WinUnlock, ierr| native(rank, win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_unlock_f08_(rank: In, win: In, ierr: Out) {
    static NEXT: Next<WinUnlock, Windows> = Next::new(c"mpi_win_unlock_f08_");
    win_unlock(&NEXT, rank, win, ierr)
}

pub type WinFlush = unsafe extern "C-unwind" fn(In, In, Out);
pub unsafe fn win_flush(next: &Next<WinFlush, Windows>, rank: In, win: In, ierr: Out) {
    let native = move |native: WinFlush, ierr| native(rank, win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_flush_f08_(rank: In, win: In, ierr: Out) {
    static NEXT: Next<WinFlush, Windows> = Next::new(c"mpi_win_flush_f08_");
    win_flush(&NEXT, rank, win, ierr)
}

pub type WinFlushLocal = unsafe extern "C-unwind" fn(In, In, Out);
pub unsafe fn win_flush_local(next: &Next<WinFlushLocal, Windows>, rank: In, win: In, ierr: Out) {
    let native = move |native: WinFlushLocal, ierr| native(rank, win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_flush_local_f08_(rank: In, win: In, ierr: Out) {
    static NEXT: Next<WinFlushLocal, Windows> = Next::new(c"mpi_win_flush_local_f08_");
    win_flush_local(&NEXT, rank, win, ierr)
}

pub type WinUnlockAll = unsafe extern "C-unwind" fn(In, Out);
pub unsafe fn win_unlock_all(next: &Next<WinUnlockAll, Windows>, win: In, ierr: Out) {
    let native = move |native: WinUnlockAll, ierr| native(win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_unlock_all_f08_(win: In, ierr: Out) {
    static NEXT: Next<WinUnlockAll, Windows> = Next::new(c"mpi_win_unlock_all_f08_");
    win_unlock_all(&NEXT, win, ierr)
}

pub type WinFlushAll = unsafe extern "C-unwind" fn(In, Out);
pub unsafe fn win_flush_all(next: &Next<WinFlushAll, Windows>, win: In, ierr: Out) {
    let native = move |native: WinFlushAll, ierr| native(win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_flush_all_f08_(win: In, ierr: Out) {
    static NEXT: Next<WinFlushAll, Windows> = Next::new(c"mpi_win_flush_all_f08_");
    win_flush_all(&NEXT, win, ierr)
}

pub type WinFlushLocalAll = unsafe extern "C-unwind" fn(In, Out);
pub unsafe fn win_flush_local_all(next: &Next<WinFlushLocalAll, Windows>, win: In, ierr: Out) {
    let native = move |native: WinFlushLocalAll, ierr| native(win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_flush_local_all_f08_(win: In, ierr: Out) {
    static NEXT: Next<WinFlushLocalAll, Windows> = Next::new(c"mpi_win_flush_local_all_f08_");
    win_flush_local_all(&NEXT, win, ierr)
}

pub type WinComplete = unsafe extern "C-unwind" fn(In, Out);
pub unsafe fn win_complete(next: &Next<WinComplete, Windows>, win: In, ierr: Out) {
    let native = move |native: WinComplete, ierr| native(win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_complete_f08_(win: In, ierr: Out) {
    static NEXT: Next<WinComplete, Windows> = Next::new(c"mpi_win_complete_f08_");
    win_complete(&NEXT, win, ierr)
}

pub type WinWait = unsafe extern "C-unwind" fn(In, Out);
pub unsafe fn win_wait(next: &Next<WinWait, Windows>, win: In, ierr: Out) {
    let native = move |native: WinWait, ierr| native(win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_wait_f08_(win: In, ierr: Out) {
    static NEXT: Next<WinWait, Windows> = Next::new(c"mpi_win_wait_f08_");
    win_wait(&NEXT, win, ierr)
}

pub type WinSync = unsafe extern "C-unwind" fn(In, Out);
pub unsafe fn win_sync(next: &Next<WinSync, Windows>, win: In, ierr: Out) {
    let native = move |native: WinSync, ierr| native(win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_sync_f08_(win: In, ierr: Out) {
    static NEXT: Next<WinSync, Windows> = Next::new(c"mpi_win_sync_f08_");
    win_sync(&NEXT, win, ierr)
}

pub type WinTest = unsafe extern "C-unwind" fn(In, Data, Out);
pub unsafe fn win_test(next: &Next<WinTest, Windows>, win: In, flag: Data, ierr: Out) {
    let native = move |native: WinTest, ierr| native(win, flag, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_test_f08_(win: In, flag: Data, ierr: Out) {
    static NEXT: Next<WinTest, Windows> = Next::new(c"mpi_win_test_f08_");
    win_test(&NEXT, win, flag, ierr)
}

pub type WinStart = unsafe extern "C-unwind" fn(In, In, In, Out);
pub unsafe fn win_start(next: &Next<WinStart, Windows>, group: In, assert: In, win: In, ierr: Out) {
    let native = move |native: WinStart, ierr| native(group, assert, win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_start_f08_(group: In, assert: In, win: In, ierr: Out) {
    static NEXT: Next<WinStart, Windows> = Next::new(c"mpi_win_start_f08_");
    win_start(&NEXT, group, assert, win, ierr)
}

pub type WinPost = unsafe extern "C-unwind" fn(In, In, In, Out);
pub unsafe fn win_post(next: &Next<WinPost, Windows>, group: In, assert: In, win: In, ierr: Out) {
    let native = move |native: WinPost, ierr| native(group, assert, win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_post_f08_(group: In, assert: In, win: In, ierr: Out) {
    static NEXT: Next<WinPost, Windows> = Next::new(c"mpi_win_post_f08_");
    win_post(&NEXT, group, assert, win, ierr)
}

pub type WinAllocate = unsafe extern "C-unwind" fn(*const isize, In, In, In, Data, Data, Out);
pub unsafe fn win_allocate(next: &Next<WinAllocate, Windows>, size: *const isize, disp_unit: In, info: In, comm: In,
    baseptr: Data, win: Data, ierr: Out) {
    let native = move |native: WinAllocate, ierr| native(size, disp_unit, info, comm, baseptr, win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_allocate_f08_(size: *const isize, disp_unit: In, info: In,
    comm: In, baseptr: Data, win: Data, ierr: Out) {
    static NEXT: Next<WinAllocate, Windows> = Next::new(c"mpi_win_allocate_f08_");
    win_allocate(&NEXT, size, disp_unit, info, comm, baseptr, win, ierr)
}

pub type WinAllocateShared = unsafe extern "C-unwind" fn(*const isize, In, In, In, Data, Data, Out);
pub unsafe fn win_allocate_shared(next: &Next<WinAllocateShared, Windows>, size: *const isize, disp_unit: In, info: In,
    comm: In, baseptr: Data, win: Data, ierr: Out) {
    let native = move |native: WinAllocateShared, ierr| native(size, disp_unit, info, comm, baseptr, win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_allocate_shared_f08_(size: *const isize, disp_unit: In,
    info: In, comm: In, baseptr: Data, win: Data, ierr: Out) {
    static NEXT: Next<WinAllocateShared, Windows> = Next::new(c"mpi_win_allocate_shared_f08_");
    win_allocate_shared(&NEXT, size, disp_unit, info, comm, baseptr, win, ierr)
}

pub type WinCreateDynamic = unsafe extern "C-unwind" fn(In, In, Data, Out);
pub unsafe fn win_create_dynamic(next: &Next<WinCreateDynamic, Windows>, info: In, comm: In, win: Data, ierr: Out) {
    let native = move |native: WinCreateDynamic, ierr| native(info, comm, win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_create_dynamic_f08_(info: In, comm: In, win: Data,
    ierr: Out) {
    static NEXT: Next<WinCreateDynamic, Windows> = Next::new(c"mpi_win_create_dynamic_f08_");
    win_create_dynamic(&NEXT, info, comm, win, ierr)
}

pub type WinFree = unsafe extern "C-unwind" fn(Data, Out);
pub unsafe fn win_free(next: &Next<WinFree, Windows>, win: Data, ierr: Out) {
    let native = move |native: WinFree, ierr| native(win, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_free_f08_(win: Data, ierr: Out) {
    static NEXT: Next<WinFree, Windows> = Next::new(c"mpi_win_free_f08_");
    win_free(&NEXT, win, ierr)
}

pub type CommDup = unsafe extern "C-unwind" fn(In, Data, Out);
pub unsafe fn comm_dup(next: &Next<CommDup, Communicators>, comm: In, newcomm: Data, ierr: Out) {
    let native = move |native: CommDup, ierr| native(comm, newcomm, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_dup_f08_(comm: In, newcomm: Data, ierr: Out) {
    static NEXT: Next<CommDup, Communicators> = Next::new(c"mpi_comm_dup_f08_");
    comm_dup(&NEXT, comm, newcomm, ierr)
}

pub type CommIdup = unsafe extern "C-unwind" fn(In, Data, Out, Out);
pub unsafe fn comm_idup(next: &Next<CommIdup, Communicators>, comm: In, newcomm: Data, request: Out, ierr: Out) {
    let native = move |native: CommIdup, ierr| native(comm, newcomm, request, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_idup_f08_(comm: In, newcomm: Data, request: Out, ierr: Out) {
    static NEXT: Next<CommIdup, Communicators> = Next::new(c"mpi_comm_idup_f08_");
    comm_idup(&NEXT, comm, newcomm, request, ierr)
}

pub type CommDupWithInfo = unsafe extern "C-unwind" fn(In, In, Data, Out);
pub unsafe fn comm_dup_with_info(next: &Next<CommDupWithInfo, Communicators>, comm: In, info: In, newcomm: Data,
    ierr: Out) {
    let native = move |native: CommDupWithInfo, ierr| native(comm, info, newcomm, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_dup_with_info_f08_(comm: In, info: In, newcomm: Data,
    ierr: Out) {
    static NEXT: Next<CommDupWithInfo, Communicators> = Next::new(c"mpi_comm_dup_with_info_f08_");
    comm_dup_with_info(&NEXT, comm, info, newcomm, ierr)
}

pub type IntercommCreate = unsafe extern "C-unwind" fn(In, In, In, In, In, Data, Out);
pub unsafe fn intercomm_create(next: &Next<IntercommCreate, Communicators>, local_comm: In, local_leader: In,
    peer_comm: In, remote_leader: In, tag: In, newintercomm: Data, ierr: Out) {
    let native = move |native: IntercommCreate, ierr| native(local_comm, local_leader, peer_comm, remote_leader, tag,
        newintercomm, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_intercomm_create_f08_(local_comm: In, local_leader: In,
    peer_comm: In, remote_leader: In, tag: In, newintercomm: Data, ierr: Out) {
    static NEXT: Next<IntercommCreate, Communicators> = Next::new(c"mpi_intercomm_create_f08_");
    intercomm_create(&NEXT, local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm, ierr)
}

pub type CommSplit = unsafe extern "C-unwind" fn(In, In, In, Data, Out);
pub unsafe fn comm_split(next: &Next<CommSplit, Communicators>, comm: In, color: In, key: In, newcomm: Data,
    ierr: Out) {
    let native = move |native: CommSplit, ierr| native(comm, color, key, newcomm, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_split_f08_(comm: In, color: In, key: In, newcomm: Data,
    ierr: Out) {
    static NEXT: Next<CommSplit, Communicators> = Next::new(c"mpi_comm_split_f08_");
    comm_split(&NEXT, comm, color, key, newcomm, ierr)
}

pub type CommCreate = unsafe extern "C-unwind" fn(In, In, Data, Out);
pub unsafe fn comm_create(next: &Next<CommCreate, Communicators>, comm: In, group: In, newcomm: Data, ierr: Out) {
    let native = move |native: CommCreate, ierr| native(comm, group, newcomm, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_create_f08_(comm: In, group: In, newcomm: Data, ierr: Out) {
    static NEXT: Next<CommCreate, Communicators> = Next::new(c"mpi_comm_create_f08_");
    comm_create(&NEXT, comm, group, newcomm, ierr)
}

pub type CommCreateGroup = unsafe extern "C-unwind" fn(In, In, In, Data, Out);
pub unsafe fn comm_create_group(next: &Next<CommCreateGroup, Communicators>, comm: In, group: In, tag: In,
    newcomm: Data, ierr: Out) {
    let native = move |native: CommCreateGroup, ierr| native(comm, group, tag, newcomm, ierr);
    next.call(ierr, native, Time)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_create_group_f08_(comm: In, group: In, tag: In, newcomm: Data,
    ierr: Out) {
    static NEXT: Next<CommCreateGroup, Communicators> = Next::new(c"mpi_comm_create_group_f08_");
    comm_create_group(&NEXT, comm, group, tag, newcomm, ierr)
}
