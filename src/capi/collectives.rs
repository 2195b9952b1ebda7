// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collective calls, intercepted for `HSPLIT_COLLECTIVES`. Where that is not set, a call is one look at a number and the native call.

use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU8, Ordering};

use super::boundary::{enter, is_inside};
use crate::calls::collectives::{Allgather, Allreduce, Barrier, Bcast, Call, Data, Gather, Reduce, Scatter, take};
use crate::calls::library;
use crate::collectives::Operation;
use crate::collectives::choice::Rule;
use crate::pmpi::raw::{self, RawHandle};

/// A bit for each operation that may go along the hierarchy: all of them, until `HSPLIT_COLLECTIVES` has been looked at.
static WANTED: AtomicU8 = AtomicU8::new(UNKNOWN);
/// No setting has this value: there are seven operations.
const UNKNOWN: u8 = u8::MAX;

/// Whether a call of this operation is looked at more closely.
#[inline]
pub(super) fn is_wanted(operation: Operation) -> bool {
    let wanted = WANTED.load(Ordering::Relaxed);
    wanted & 1 << operation as u8 != 0 && (wanted != UNKNOWN || look() & 1 << operation as u8 != 0) && !is_inside()
}

#[cold]
fn look() -> u8 {
    let mut wanted = 0;
    // The library does not begin its work where nobody has asked it to.
    if std::env::var_os("HSPLIT_COLLECTIVES").is_some() && !library::get().steps_aside() {
        let choices = &library::get().settings.collectives;
        let bits = Operation::ALL.into_iter().filter(|operation| choices.rule(*operation) != Rule::Native).map(|operation| 1 << operation as u8);
        wanted = bits.sum();
    }
    WANTED.store(wanted, Ordering::Relaxed);
    wanted
}

/// Makes a call that is wanted.
///
/// # Safety
/// The arguments are the program's own, with handles of the MPI that this library was built for.
pub(super) unsafe fn make<C: Call>(name: &str, call: &C, native: impl Fn() -> c_int) -> c_int {
    // SAFETY: the caller's promise.
    enter(name, call.comm(), || unsafe { take(call, native) })
}

/// A buffer as C passes it.
///
/// # Safety
/// The handle is of the MPI that this library was built for.
unsafe fn data(buffer: *const c_void, count: c_int, datatype: RawHandle) -> Data {
    // SAFETY: the caller's promise.
    Data { buffer: buffer.cast_mut(), count, datatype: unsafe { datatype.get() } }
}

/// Intercepts MPI_Bcast. Declared by mpi.h.
///
/// # Safety
/// As the MPI standard says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Bcast(buffer: *mut c_void, count: c_int, datatype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    // SAFETY: the program's own call.
    let native = || unsafe { raw::bcast(buffer, count, datatype, root, comm) };
    if !is_wanted(Operation::Bcast) {
        return native();
    }
    // SAFETY: the library has not stepped aside, so these are handles of the MPI that it was built for.
    unsafe { make("MPI_Bcast", &Bcast { data: data(buffer, count, datatype), root, comm: comm.get() }, native) }
}

/// Intercepts MPI_Reduce. Declared by mpi.h.
///
/// # Safety
/// As the MPI standard says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Reduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: RawHandle,
    op: RawHandle,
    root: c_int,
    comm: RawHandle,
) -> c_int {
    // SAFETY: the program's own call.
    let native = || unsafe { raw::reduce(sendbuf, recvbuf, count, datatype, op, root, comm) };
    if !is_wanted(Operation::Reduce) {
        return native();
    }
    // SAFETY: as for MPI_Bcast.
    unsafe {
        let (operand, result) = (data(sendbuf, count, datatype), data(recvbuf, count, datatype));
        make("MPI_Reduce", &Reduce { operand, result, op: op.get(), root, comm: comm.get() }, native)
    }
}

/// Intercepts MPI_Allreduce. Declared by mpi.h.
///
/// # Safety
/// As the MPI standard says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allreduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: RawHandle,
    op: RawHandle,
    comm: RawHandle,
) -> c_int {
    // SAFETY: the program's own call.
    let native = || unsafe { raw::allreduce(sendbuf, recvbuf, count, datatype, op, comm) };
    if !is_wanted(Operation::Allreduce) {
        return native();
    }
    // SAFETY: as for MPI_Bcast.
    unsafe {
        let (operand, result) = (data(sendbuf, count, datatype), data(recvbuf, count, datatype));
        make("MPI_Allreduce", &Allreduce { operand, result, op: op.get(), comm: comm.get() }, native)
    }
}

/// Intercepts MPI_Barrier. Declared by mpi.h.
///
/// # Safety
/// As the MPI standard says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Barrier(comm: RawHandle) -> c_int {
    // SAFETY: the program's own call.
    let native = || unsafe { raw::barrier(comm) };
    if !is_wanted(Operation::Barrier) {
        return native();
    }
    // SAFETY: as for MPI_Bcast.
    unsafe { make("MPI_Barrier", &Barrier { comm: comm.get() }, native) }
}

/// Intercepts MPI_Gather. Declared by mpi.h.
///
/// # Safety
/// As the MPI standard says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Gather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: RawHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: RawHandle,
    root: c_int,
    comm: RawHandle,
) -> c_int {
    // SAFETY: the program's own call.
    let native = || unsafe { raw::gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm) };
    if !is_wanted(Operation::Gather) {
        return native();
    }
    // SAFETY: as for MPI_Bcast.
    unsafe {
        let (own, all) = (data(sendbuf, sendcount, sendtype), data(recvbuf, recvcount, recvtype));
        make("MPI_Gather", &Gather { own, all, root, comm: comm.get() }, native)
    }
}

/// Intercepts MPI_Scatter. Declared by mpi.h.
///
/// # Safety
/// As the MPI standard says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Scatter(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: RawHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: RawHandle,
    root: c_int,
    comm: RawHandle,
) -> c_int {
    // SAFETY: the program's own call.
    let native = || unsafe { raw::scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm) };
    if !is_wanted(Operation::Scatter) {
        return native();
    }
    // SAFETY: as for MPI_Bcast.
    unsafe {
        let (all, own) = (data(sendbuf, sendcount, sendtype), data(recvbuf, recvcount, recvtype));
        make("MPI_Scatter", &Scatter { all, own, root, comm: comm.get() }, native)
    }
}

/// Intercepts MPI_Allgather. Declared by mpi.h.
///
/// # Safety
/// As the MPI standard says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Allgather(
    sendbuf: *const c_void,
    sendcount: c_int,
    sendtype: RawHandle,
    recvbuf: *mut c_void,
    recvcount: c_int,
    recvtype: RawHandle,
    comm: RawHandle,
) -> c_int {
    // SAFETY: the program's own call.
    let native = || unsafe { raw::allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm) };
    if !is_wanted(Operation::Allgather) {
        return native();
    }
    // SAFETY: as for MPI_Bcast.
    unsafe {
        let (own, all) = (data(sendbuf, sendcount, sendtype), data(recvbuf, recvcount, recvtype));
        make("MPI_Allgather", &Allgather { own, all, comm: comm.get() }, native)
    }
}
