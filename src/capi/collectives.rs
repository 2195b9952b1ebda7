// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collective calls, intercepted for `HSPLIT_COLLECTIVES`, barriers for `HSPLIT_WAIT`, and all of them to be counted
//! and timed.
//! Where nothing is asked for, a call reads one number and makes the native call.

mod neighbours;
mod reductions;

use std::ffi::{c_int, c_void};

use super::boundary::enter;
use crate::calls::active;
use crate::calls::collectives::{
    Allgather, Allgatherv, Alltoall, Alltoallv, Alltoallw, Barrier, Bcast, Blocks, Call, Data, Gather, Scatter, Types,
    take,
};
use crate::calls::inside::is_inside;
use crate::calls::monitor::{self, Amount, Function, timed};
use crate::calls::summary;
use crate::calls::wait;
use hsplit_collectives::Operation;
use hsplit_monitor::Category;
use hsplit_mpi::arrays::{Counts, Datatypes, Displacements};
use hsplit_mpi::constants::SUCCESS;
use hsplit_mpi::raw::{self, Count, RawHandle};

/// The features of a call that do not change its route.
pub(super) const NO_ROUTE: u32 = active::COLLECTIVES | active::TIMED | active::SUMMED;

/// What may be asked of a call of this operation: to be counted, to go along the hierarchy, to sleep.
#[inline]
pub(super) const fn kinds(operation: Operation) -> u32 {
    match operation {
        Operation::Barrier => NO_ROUTE | active::BARRIERS,
        _ => NO_ROUTE | active::of(operation),
    }
}

/// Makes a call of which something is asked, and counts it where that is asked. One piece of code for all names of a
/// function.
///
/// # Safety
/// The arguments of `call` and `amount` are the program's own, with handles of the MPI that this library was built for.
pub(super) unsafe fn take_over<C: Call>(
    asked: u32,
    name: &str,
    call: &dyn Fn() -> C,
    native: &dyn Fn() -> c_int,
    amount: &dyn Fn() -> Option<Amount>,
) -> c_int {
    let function = Function::waiting(Category::Collective);
    let code = timed(function, name.as_ptr().addr(), || {
        if is_inside() {
            native()
        } else if asked & !NO_ROUTE == 0 {
            if asked & active::SUMMED == 0 { native() } else { summary::natively(C::OPERATION, native) }
        } else {
            // SAFETY: `call` has the program's own arguments, with handles of this library's MPI, as the caller
            // promises. They hold until the program's call returns.
            unsafe { make(name, &call(), native) }
        }
    });
    if code == SUCCESS && asked & active::COLLECTIVES != 0 {
        monitor::now(amount);
    }
    code
}

/// Makes a call that may go along the hierarchy, or a barrier in which ranks may sleep.
///
/// # Safety
/// The arguments are the program's own, with handles of the MPI that this library was built for.
unsafe fn make<C: Call>(name: &str, call: &C, native: &dyn Fn() -> c_int) -> c_int {
    if C::OPERATION == Operation::Barrier && active::is(active::WAIT) {
        // SAFETY: the communicator is the program's own, and a handle of this library's MPI, as the caller promises.
        return enter(name, call.comm(), || unsafe { wait::barrier(call.comm(), native) });
    }
    // SAFETY: the buffers and handles of `call` are the program's own, with handles of this library's MPI, as the
    // caller promises.
    enter(name, call.comm(), || unsafe { take(call, native) })
}

/// A buffer as C passes it.
///
/// # Safety
/// The handle is of the MPI that this library was built for.
unsafe fn data(buffer: *const c_void, count: impl Into<Count>, datatype: RawHandle) -> Data {
    // SAFETY: the caller has made sure that the program's MPI is the one of this library, so the handle has that MPI's
    // type.
    Data { buffer: buffer.cast_mut(), count: count.into(), datatype: unsafe { datatype.get() } }
}

/// Blocks of one datatype as C passes them.
///
/// # Safety
/// The handle is of the MPI that this library was built for.
unsafe fn blocks(buffer: *const c_void, counts: Counts, displacements: *const c_void, datatype: RawHandle) -> Blocks {
    // SAFETY: the caller has made sure that the program's MPI is the one of this library, so the handle has that MPI's
    // type.
    let types = Types::One(unsafe { datatype.get() });
    Blocks { buffer: buffer.cast_mut(), counts, displacements: Displacements::beside(counts, displacements), types }
}

/// Blocks of a datatype each as C passes them.
fn blocks_of_each(
    buffer: *const c_void,
    counts: Counts,
    displacements: *const c_void,
    datatypes: *const c_void,
) -> Blocks {
    let types = Types::Each(Datatypes::C(datatypes.cast()));
    Blocks { buffer: buffer.cast_mut(), counts, displacements: Displacements::beside(counts, displacements), types }
}

/// Exports a collective call. Where it does not go along the hierarchy, its arguments go as they are to the native
/// function.
macro_rules! collective {
    (
        $(#[$condition:meta])?
        $name:ident = $native:ident($($argument:ident: $type:ty),*) => $call:ident $fields:tt,
        $counted:ident($($part:expr),*)
    ) => {
        $(#[$condition])?
        #[doc = concat!("Intercepts ", stringify!($name), ". Declared by mpi.h.")]
        ///
        /// # Safety
        /// The program's contract (`capi`).
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $name($($argument: $type),*) -> c_int {
            const KINDS: u32 = kinds(Operation::$call);

            /// Something may be asked. Apart, so that a call of which nothing is asked saves no register.
            #[inline(never)]
            #[allow(clippy::too_many_arguments)]
            unsafe extern "C-unwind" fn made($($argument: $type),*) -> c_int {
                // SAFETY: the program has passed these arguments to the function of this name, and the native one gets
                // them unchanged, while the program's call lasts.
                let native = || unsafe { raw::$native($($argument),*) };
                let asked = active::of_these(KINDS);
                if asked == 0 {
                    return native();
                }
                // SAFETY: `call` and `amount` read the program's own arguments, which hold until this function returns.
                // Something is asked only where `steps_aside` is false, so the handles are of the MPI that this library
                // was built for.
                unsafe {
                    let (call, amount) = (|| $call $fields, || monitor::$counted($($part),*));
                    take_over(asked, stringify!($name), &call, &native, &amount)
                }
            }

            if active::may_ask(KINDS) {
                // SAFETY: `made` gets the program's arguments unchanged, while the program's call lasts.
                unsafe { made($($argument),*) }
            } else {
                // SAFETY: as in `made`.
                unsafe { raw::$native($($argument),*) }
            }
        }
    };
}

use collective;

collective! {
    MPI_Bcast = bcast(
        buffer: *mut c_void, count: c_int, datatype: RawHandle, root: c_int, comm: RawHandle
    ) => Bcast {
        data: data(buffer, count, datatype), root, comm: comm.get()
    },
    bcast(count.into(), datatype.get(), root, comm.get())
}

collective! {
    MPI_Barrier = barrier(
        comm: RawHandle
    ) => Barrier {
        comm: comm.get()
    },
    barrier(comm.get())
}

collective! {
    MPI_Gather = gather(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: RawHandle, root: c_int, comm: RawHandle
    ) => Gather {
        own: data(sendbuf, sendcount, sendtype), all: data(recvbuf, recvcount, recvtype), root, comm: comm.get()
    },
    gather(
        sendbuf.cast_mut(), sendcount.into(), sendtype.get(), recvcount.into(), recvtype.get(), root, comm.get()
    )
}

collective! {
    MPI_Scatter = scatter(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: RawHandle, root: c_int, comm: RawHandle
    ) => Scatter {
        all: data(sendbuf, sendcount, sendtype), own: data(recvbuf, recvcount, recvtype), root, comm: comm.get()
    },
    scatter(sendcount.into(), sendtype.get(), recvcount.into(), recvtype.get(), root, comm.get())
}

collective! {
    MPI_Allgather = allgather(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: RawHandle, comm: RawHandle
    ) => Allgather {
        own: data(sendbuf, sendcount, sendtype), all: data(recvbuf, recvcount, recvtype), comm: comm.get()
    },
    allgather(
        sendbuf.cast_mut(), sendcount.into(), sendtype.get(), recvcount.into(), recvtype.get(), comm.get()
    )
}

collective! {
    MPI_Alltoall = alltoall(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: RawHandle, comm: RawHandle
    ) => Alltoall {
        own: data(sendbuf, sendcount, sendtype), all: data(recvbuf, recvcount, recvtype), comm: comm.get()
    },
    alltoall(
        sendbuf.cast_mut(), sendcount.into(), sendtype.get(), recvcount.into(), recvtype.get(), comm.get()
    )
}

collective! {
    MPI_Allgatherv = allgatherv(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int,
        displs: *const c_void, recvtype: RawHandle, comm: RawHandle
    ) => Allgatherv {
        own: data(sendbuf, sendcount, sendtype), all: blocks(recvbuf, Counts::Small(recvcounts), displs, recvtype),
        comm: comm.get()
    },
    allgatherv(
        sendbuf.cast_mut(), sendcount.into(), sendtype.get(), Counts::Small(recvcounts), recvtype.get(), comm.get()
    )
}

collective! {
    MPI_Alltoallv = alltoallv(
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void, sendtype: RawHandle,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void, recvtype: RawHandle, comm: RawHandle
    ) => Alltoallv {
        own: blocks(sendbuf, Counts::Small(sendcounts), sdispls, sendtype),
        all: blocks(recvbuf, Counts::Small(recvcounts), rdispls, recvtype), comm: comm.get()
    },
    alltoallv(
        sendbuf.cast_mut(), Counts::Small(sendcounts), sendtype.get(), Counts::Small(recvcounts), recvtype.get(),
        comm.get()
    )
}

collective! {
    MPI_Alltoallw = alltoallw(
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void, sendtypes: *const c_void,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void, recvtypes: *const c_void,
        comm: RawHandle
    ) => Alltoallw {
        own: blocks_of_each(sendbuf, Counts::Small(sendcounts), sdispls, sendtypes),
        all: blocks_of_each(recvbuf, Counts::Small(recvcounts), rdispls, recvtypes), comm: comm.get()
    },
    alltoallw(
        sendbuf.cast_mut(), Counts::Small(sendcounts), Datatypes::C(sendtypes.cast()), Counts::Small(recvcounts),
        Datatypes::C(recvtypes.cast()), comm.get()
    )
}

collective! {
    MPI_Bcast_c = bcast_c(
        buffer: *mut c_void, count: Count, datatype: RawHandle, root: c_int, comm: RawHandle
    ) => Bcast {
        data: data(buffer, count, datatype), root, comm: comm.get()
    },
    bcast(count, datatype.get(), root, comm.get())
}

collective! {
    MPI_Gather_c = gather_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count,
        recvtype: RawHandle, root: c_int, comm: RawHandle
    ) => Gather {
        own: data(sendbuf, sendcount, sendtype), all: data(recvbuf, recvcount, recvtype), root, comm: comm.get()
    },
    gather(
        sendbuf.cast_mut(), sendcount, sendtype.get(), recvcount, recvtype.get(), root, comm.get()
    )
}

collective! {
    MPI_Scatter_c = scatter_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count,
        recvtype: RawHandle, root: c_int, comm: RawHandle
    ) => Scatter {
        all: data(sendbuf, sendcount, sendtype), own: data(recvbuf, recvcount, recvtype), root, comm: comm.get()
    },
    scatter(sendcount, sendtype.get(), recvcount, recvtype.get(), root, comm.get())
}

collective! {
    MPI_Allgather_c = allgather_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count,
        recvtype: RawHandle, comm: RawHandle
    ) => Allgather {
        own: data(sendbuf, sendcount, sendtype), all: data(recvbuf, recvcount, recvtype), comm: comm.get()
    },
    allgather(
        sendbuf.cast_mut(), sendcount, sendtype.get(), recvcount, recvtype.get(), comm.get()
    )
}

collective! {
    MPI_Alltoall_c = alltoall_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count,
        recvtype: RawHandle, comm: RawHandle
    ) => Alltoall {
        own: data(sendbuf, sendcount, sendtype), all: data(recvbuf, recvcount, recvtype), comm: comm.get()
    },
    alltoall(
        sendbuf.cast_mut(), sendcount, sendtype.get(), recvcount, recvtype.get(), comm.get()
    )
}

// mpi4py takes a name that it finds for the MPI's own, so that arrays of large counts are exported only where the MPI
// has them.
collective! {
    #[cfg(not(mpi_family = "openmpi"))]
    MPI_Alltoallv_c = alltoallv_c(
        sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const c_void, sendtype: RawHandle,
        recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void, recvtype: RawHandle, comm: RawHandle
    ) => Alltoallv {
        own: blocks(sendbuf, Counts::Large(sendcounts), sdispls, sendtype),
        all: blocks(recvbuf, Counts::Large(recvcounts), rdispls, recvtype), comm: comm.get()
    },
    alltoallv(
        sendbuf.cast_mut(), Counts::Large(sendcounts), sendtype.get(), Counts::Large(recvcounts), recvtype.get(),
        comm.get()
    )
}

collective! {
    #[cfg(not(mpi_family = "openmpi"))]
    MPI_Alltoallw_c = alltoallw_c(
        sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const c_void, sendtypes: *const c_void,
        recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void, recvtypes: *const c_void,
        comm: RawHandle
    ) => Alltoallw {
        own: blocks_of_each(sendbuf, Counts::Large(sendcounts), sdispls, sendtypes),
        all: blocks_of_each(recvbuf, Counts::Large(recvcounts), rdispls, recvtypes), comm: comm.get()
    },
    alltoallw(
        sendbuf.cast_mut(), Counts::Large(sendcounts), Datatypes::C(sendtypes.cast()), Counts::Large(recvcounts),
        Datatypes::C(recvtypes.cast()), comm.get()
    )
}

collective! {
    #[cfg(not(mpi_family = "openmpi"))]
    MPI_Allgatherv_c = allgatherv_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count,
        displs: *const c_void, recvtype: RawHandle, comm: RawHandle
    ) => Allgatherv {
        own: data(sendbuf, sendcount, sendtype), all: blocks(recvbuf, Counts::Large(recvcounts), displs, recvtype),
        comm: comm.get()
    },
    allgatherv(sendbuf.cast_mut(), sendcount, sendtype.get(), Counts::Large(recvcounts), recvtype.get(), comm.get())
}
