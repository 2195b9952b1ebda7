// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::prelude::*;

type Put = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, c_int, isize, c_int, RawHandle,
    RawHandle) -> c_int;
static PUT: Next<Put, Rma> = Next::new(c"MPI_Put");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Put(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle,
    win: RawHandle) -> c_int {
    if let Some(next) = PUT.uncounted() { return next(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win); }
    put(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win)
}
#[inline(never)] unsafe extern "C-unwind" fn put(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle,
    win: RawHandle) -> c_int {
    let native = move || PUT.native()(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win);
    PUT.counted(native, Once(move || monitor::put(target_rank, origin_count.into(), origin_datatype.get(), win.get())))
}

type PutC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, c_int, isize, Count, RawHandle,
    RawHandle) -> c_int;
static PUT_C: Large<PutC, Rma> = Large::new(c"MPI_Put_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Put_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle,
    win: RawHandle) -> c_int {
    if let Some(next) = PUT_C.uncounted() { return next(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win); }
    put_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win)
}
#[inline(never)] unsafe extern "C-unwind" fn put_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle,
    win: RawHandle) -> c_int {
    let native = move || match PUT_C.native() {
        Some(native) => native(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
            target_datatype, win),
        None => narrowed(|| Ok(PUT.native()(origin_addr, origin_count.try_into()?, origin_datatype, target_rank,
            target_disp, target_count.try_into()?, target_datatype, win))),
    };
    PUT_C.counted(native, Once(move || monitor::put(target_rank, origin_count, origin_datatype.get(), win.get())))
}

type Rput = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, c_int, isize, c_int, RawHandle, RawHandle,
    *mut c_void) -> c_int;
static RPUT: Next<Rput, Rma> = Next::new(c"MPI_Rput");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Rput(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle,
    win: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = RPUT.uncounted() { return next(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win, request); }
    rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win,
        request)
}
#[inline(never)] unsafe extern "C-unwind" fn rput(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle,
    win: RawHandle, request: *mut c_void) -> c_int {
    let native = move || RPUT.native()(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request);
    RPUT.counted(native, Once(move || monitor::put(target_rank, origin_count.into(), origin_datatype.get(),
        win.get())))
}

type RputC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, c_int, isize, Count, RawHandle, RawHandle,
    *mut c_void) -> c_int;
static RPUT_C: Large<RputC, Rma> = Large::new(c"MPI_Rput_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Rput_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle,
    win: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = RPUT_C.uncounted() { return next(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win, request); }
    rput_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win,
        request)
}
#[inline(never)] unsafe extern "C-unwind" fn rput_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle,
    win: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match RPUT_C.native() {
        Some(native) => native(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
            target_datatype, win, request),
        None => narrowed(|| Ok(RPUT.native()(origin_addr, origin_count.try_into()?, origin_datatype, target_rank,
            target_disp, target_count.try_into()?, target_datatype, win, request))),
    };
    RPUT_C.counted(native, Once(move || monitor::put(target_rank, origin_count, origin_datatype.get(), win.get())))
}

static GET: Next<Put, Rma> = Next::new(c"MPI_Get");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Get(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle,
    win: RawHandle) -> c_int {
    if let Some(next) = GET.uncounted() { return next(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win); }
    get(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win)
}
#[inline(never)] unsafe extern "C-unwind" fn get(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle,
    win: RawHandle) -> c_int {
    let native = move || GET.native()(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win);
    GET.counted(native, Once(move || monitor::get(target_rank, origin_count.into(), origin_datatype.get(), win.get())))
}

static GET_C: Large<PutC, Rma> = Large::new(c"MPI_Get_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Get_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle,
    win: RawHandle) -> c_int {
    if let Some(next) = GET_C.uncounted() { return next(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win); }
    get_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win)
}
#[inline(never)] unsafe extern "C-unwind" fn get_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle,
    win: RawHandle) -> c_int {
    let native = move || match GET_C.native() {
        Some(native) => native(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
            target_datatype, win),
        None => narrowed(|| Ok(GET.native()(origin_addr, origin_count.try_into()?, origin_datatype, target_rank,
            target_disp, target_count.try_into()?, target_datatype, win))),
    };
    GET_C.counted(native, Once(move || monitor::get(target_rank, origin_count, origin_datatype.get(), win.get())))
}

static RGET: Next<Rput, Rma> = Next::new(c"MPI_Rget");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Rget(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle,
    win: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = RGET.uncounted() { return next(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win, request); }
    rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win,
        request)
}
#[inline(never)] unsafe extern "C-unwind" fn rget(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle,
    win: RawHandle, request: *mut c_void) -> c_int {
    let native = move || RGET.native()(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, win, request);
    RGET.counted(native, Once(move || monitor::get(target_rank, origin_count.into(), origin_datatype.get(),
        win.get())))
}

static RGET_C: Large<RputC, Rma> = Large::new(c"MPI_Rget_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Rget_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle,
    win: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = RGET_C.uncounted() { return next(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win, request); }
    rget_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win,
        request)
}
#[inline(never)] unsafe extern "C-unwind" fn rget_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle,
    win: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match RGET_C.native() {
        Some(native) => native(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
            target_datatype, win, request),
        None => narrowed(|| Ok(RGET.native()(origin_addr, origin_count.try_into()?, origin_datatype, target_rank,
            target_disp, target_count.try_into()?, target_datatype, win, request))),
    };
    RGET_C.counted(native, Once(move || monitor::get(target_rank, origin_count, origin_datatype.get(), win.get())))
}

type Accumulate = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, c_int, isize, c_int, RawHandle, RawHandle,
    RawHandle) -> c_int;
static ACCUMULATE: Next<Accumulate, Rma> = Next::new(c"MPI_Accumulate");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Accumulate(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle,
    op: RawHandle, win: RawHandle) -> c_int {
    if let Some(next) = ACCUMULATE.uncounted() { return next(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, op, win); }
    accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op,
        win)
}
#[inline(never)] unsafe extern "C-unwind" fn accumulate(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle,
    op: RawHandle, win: RawHandle) -> c_int {
    let native = move || ACCUMULATE.native()(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, op, win);
    ACCUMULATE.counted(native, Once(move || monitor::put(target_rank, origin_count.into(), origin_datatype.get(),
        win.get())))
}

type AccumulateC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, c_int, isize, Count, RawHandle, RawHandle,
    RawHandle) -> c_int;
static ACCUMULATE_C: Large<AccumulateC, Rma> = Large::new(c"MPI_Accumulate_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Accumulate_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle,
    op: RawHandle, win: RawHandle) -> c_int {
    if let Some(next) = ACCUMULATE_C.uncounted() { return next(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, op, win); }
    accumulate_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
        op, win)
}
#[inline(never)] unsafe extern "C-unwind" fn accumulate_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle,
    op: RawHandle, win: RawHandle) -> c_int {
    let native = move || match ACCUMULATE_C.native() {
        Some(native) => native(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
            target_datatype, op, win),
        None => narrowed(|| Ok(ACCUMULATE.native()(origin_addr, origin_count.try_into()?, origin_datatype, target_rank,
            target_disp, target_count.try_into()?, target_datatype, op, win))),
    };
    ACCUMULATE_C.counted(native, Once(move || monitor::put(target_rank, origin_count, origin_datatype.get(),
        win.get())))
}

type Raccumulate = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, c_int, isize, c_int, RawHandle, RawHandle,
    RawHandle, *mut c_void) -> c_int;
static RACCUMULATE: Next<Raccumulate, Rma> = Next::new(c"MPI_Raccumulate");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Raccumulate(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle,
    op: RawHandle, win: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = RACCUMULATE.uncounted() { return next(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, op, win, request); }
    raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op,
        win, request)
}
#[inline(never)] unsafe extern "C-unwind" fn raccumulate(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle,
    op: RawHandle, win: RawHandle, request: *mut c_void) -> c_int {
    let native = move || RACCUMULATE.native()(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
        target_count, target_datatype, op, win, request);
    RACCUMULATE.counted(native, Once(move || monitor::put(target_rank, origin_count.into(), origin_datatype.get(),
        win.get())))
}

type RaccumulateC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, c_int, isize, Count, RawHandle,
    RawHandle, RawHandle, *mut c_void) -> c_int;
static RACCUMULATE_C: Large<RaccumulateC, Rma> = Large::new(c"MPI_Raccumulate_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Raccumulate_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle,
    op: RawHandle, win: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = RACCUMULATE_C.uncounted() { return next(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, op, win, request); }
    raccumulate_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
        op, win, request)
}
#[inline(never)] unsafe extern "C-unwind" fn raccumulate_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle,
    op: RawHandle, win: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match RACCUMULATE_C.native() {
        Some(native) => native(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
            target_datatype, op, win, request),
        None => narrowed(|| Ok(RACCUMULATE.native()(origin_addr, origin_count.try_into()?, origin_datatype, target_rank,
            target_disp, target_count.try_into()?, target_datatype, op, win, request))),
    };
    RACCUMULATE_C.counted(native, Once(move || monitor::put(target_rank, origin_count, origin_datatype.get(),
        win.get())))
}

type GetAccumulate = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, *mut c_void, c_int, RawHandle, c_int,
    isize, c_int, RawHandle, RawHandle, RawHandle) -> c_int;
static GET_ACCUMULATE: Next<GetAccumulate, Rma> = Next::new(c"MPI_Get_accumulate");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Get_accumulate(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, result_addr: *mut c_void, result_count: c_int, result_datatype: RawHandle,
    target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle, op: RawHandle,
    win: RawHandle) -> c_int {
    if let Some(next) = GET_ACCUMULATE.uncounted() { return next(origin_addr, origin_count, origin_datatype,
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op,
        win); }
    get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank,
        target_disp, target_count, target_datatype, op, win)
}
#[inline(never)] unsafe extern "C-unwind" fn get_accumulate(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, result_addr: *mut c_void, result_count: c_int, result_datatype: RawHandle,
    target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle, op: RawHandle,
    win: RawHandle) -> c_int {
    let native = move || GET_ACCUMULATE.native()(origin_addr, origin_count, origin_datatype, result_addr, result_count,
        result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
    GET_ACCUMULATE.counted(native, Once(move || monitor::exchange(target_rank, origin_count.into(),
        origin_datatype.get(), result_count.into(), result_datatype.get(), op.get(), win.get())))
}

type GetAccumulateC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, *mut c_void, Count, RawHandle, c_int,
    isize, Count, RawHandle, RawHandle, RawHandle) -> c_int;
static GET_ACCUMULATE_C: Large<GetAccumulateC, Rma> = Large::new(c"MPI_Get_accumulate_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Get_accumulate_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, result_addr: *mut c_void, result_count: Count, result_datatype: RawHandle,
    target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle, op: RawHandle,
    win: RawHandle) -> c_int {
    if let Some(next) = GET_ACCUMULATE_C.uncounted() { return next(origin_addr, origin_count, origin_datatype,
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op,
        win); }
    get_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
        target_rank, target_disp, target_count, target_datatype, op, win)
}
#[inline(never)] unsafe extern "C-unwind" fn get_accumulate_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, result_addr: *mut c_void, result_count: Count, result_datatype: RawHandle,
    target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle, op: RawHandle,
    win: RawHandle) -> c_int {
    let native = move || match GET_ACCUMULATE_C.native() {
        Some(native) => native(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
            target_rank, target_disp, target_count, target_datatype, op, win),
        None => narrowed(|| Ok(GET_ACCUMULATE.native()(origin_addr, origin_count.try_into()?, origin_datatype,
            result_addr, result_count.try_into()?, result_datatype, target_rank, target_disp, target_count.try_into()?,
            target_datatype, op, win))),
    };
    GET_ACCUMULATE_C.counted(native, Once(move || monitor::exchange(target_rank, origin_count, origin_datatype.get(),
        result_count, result_datatype.get(), op.get(), win.get())))
}

type RgetAccumulate = unsafe extern "C-unwind" fn(*mut c_void, c_int, RawHandle, *mut c_void, c_int, RawHandle, c_int,
    isize, c_int, RawHandle, RawHandle, RawHandle, *mut c_void) -> c_int;
static RGET_ACCUMULATE: Next<RgetAccumulate, Rma> = Next::new(c"MPI_Rget_accumulate");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Rget_accumulate(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, result_addr: *mut c_void, result_count: c_int, result_datatype: RawHandle,
    target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle, op: RawHandle,
    win: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = RGET_ACCUMULATE.uncounted() { return next(origin_addr, origin_count, origin_datatype,
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win,
        request); }
    rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank,
        target_disp, target_count, target_datatype, op, win, request)
}
#[inline(never)] unsafe extern "C-unwind" fn rget_accumulate(origin_addr: *mut c_void, origin_count: c_int,
    origin_datatype: RawHandle, result_addr: *mut c_void, result_count: c_int, result_datatype: RawHandle,
    target_rank: c_int, target_disp: isize, target_count: c_int, target_datatype: RawHandle, op: RawHandle,
    win: RawHandle, request: *mut c_void) -> c_int {
    let native = move || RGET_ACCUMULATE.native()(origin_addr, origin_count, origin_datatype, result_addr, result_count,
        result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
    RGET_ACCUMULATE.counted(native, Once(move || monitor::exchange(target_rank, origin_count.into(),
        origin_datatype.get(), result_count.into(), result_datatype.get(), op.get(), win.get())))
}

type RgetAccumulateC = unsafe extern "C-unwind" fn(*mut c_void, Count, RawHandle, *mut c_void, Count, RawHandle, c_int,
    isize, Count, RawHandle, RawHandle, RawHandle, *mut c_void) -> c_int;
static RGET_ACCUMULATE_C: Large<RgetAccumulateC, Rma> = Large::new(c"MPI_Rget_accumulate_c");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Rget_accumulate_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, result_addr: *mut c_void, result_count: Count, result_datatype: RawHandle,
    target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle, op: RawHandle,
    win: RawHandle, request: *mut c_void) -> c_int {
    if let Some(next) = RGET_ACCUMULATE_C.uncounted() { return next(origin_addr, origin_count, origin_datatype,
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win,
        request); }
    rget_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
        target_rank, target_disp, target_count, target_datatype, op, win, request)
}
#[inline(never)] unsafe extern "C-unwind" fn rget_accumulate_c(origin_addr: *mut c_void, origin_count: Count,
    origin_datatype: RawHandle, result_addr: *mut c_void, result_count: Count, result_datatype: RawHandle,
    target_rank: c_int, target_disp: isize, target_count: Count, target_datatype: RawHandle, op: RawHandle,
    win: RawHandle, request: *mut c_void) -> c_int {
    let native = move || match RGET_ACCUMULATE_C.native() {
        Some(native) => native(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
            target_rank, target_disp, target_count, target_datatype, op, win, request),
        None => narrowed(|| Ok(RGET_ACCUMULATE.native()(origin_addr, origin_count.try_into()?, origin_datatype,
            result_addr, result_count.try_into()?, result_datatype, target_rank, target_disp, target_count.try_into()?,
            target_datatype, op, win, request))),
    };
    RGET_ACCUMULATE_C.counted(native, Once(move || monitor::exchange(target_rank, origin_count, origin_datatype.get(),
        result_count, result_datatype.get(), op.get(), win.get())))
}

type FetchAndOp = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, RawHandle, c_int, isize, RawHandle,
    RawHandle) -> c_int;
static FETCH_AND_OP: Next<FetchAndOp, Rma> = Next::new(c"MPI_Fetch_and_op");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Fetch_and_op(origin_addr: *mut c_void, result_addr: *mut c_void,
    datatype: RawHandle, target_rank: c_int, target_disp: isize, op: RawHandle, win: RawHandle) -> c_int {
    if let Some(next) = FETCH_AND_OP.uncounted() { return next(origin_addr, result_addr, datatype, target_rank,
        target_disp, op, win); }
    fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, win)
}
#[inline(never)] unsafe extern "C-unwind" fn fetch_and_op(origin_addr: *mut c_void, result_addr: *mut c_void,
    datatype: RawHandle, target_rank: c_int, target_disp: isize, op: RawHandle, win: RawHandle) -> c_int {
    let native = move || FETCH_AND_OP.native()(origin_addr, result_addr, datatype, target_rank, target_disp, op, win);
    FETCH_AND_OP.counted(native, Once(move || monitor::fetch(target_rank, datatype.get(), op.get(), win.get())))
}

type CompareAndSwap = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *mut c_void, RawHandle, c_int, isize,
    RawHandle) -> c_int;
static COMPARE_AND_SWAP: Next<CompareAndSwap, Rma> = Next::new(c"MPI_Compare_and_swap");
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Compare_and_swap(origin_addr: *mut c_void,
    compare_addr: *mut c_void, result_addr: *mut c_void, datatype: RawHandle, target_rank: c_int, target_disp: isize,
    win: RawHandle) -> c_int {
    if let Some(next) = COMPARE_AND_SWAP.uncounted() { return next(origin_addr, compare_addr, result_addr, datatype,
        target_rank, target_disp, win); }
    compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win)
}
#[inline(never)] unsafe extern "C-unwind" fn compare_and_swap(origin_addr: *mut c_void, compare_addr: *mut c_void,
    result_addr: *mut c_void, datatype: RawHandle, target_rank: c_int, target_disp: isize, win: RawHandle) -> c_int {
    let native = move || COMPARE_AND_SWAP.native()(origin_addr, compare_addr, result_addr, datatype, target_rank,
        target_disp, win);
    COMPARE_AND_SWAP.counted(native, Once(move || monitor::swap(target_rank, datatype.get(), win.get())))
}
