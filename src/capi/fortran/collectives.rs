// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fortran's collective calls.
//!
//! Buffers may be Fortran's own `MPI_IN_PLACE` and `MPI_BOTTOM`, whose addresses belong to the native MPI. MPICH's
//! Fortran converts them and makes the public C calls, so nothing is left to do here. Open MPI's does not, but its
//! addresses can be looked up. `MPI_BARRIER` has no buffer and is intercepted here under every MPI, since MPICH's
//! mpi_f08 calls an internal function.

use std::ffi::c_void;

use super::arguments::put;
use crate::calls::active;
use crate::calls::collectives::{
    Allgather, Allgatherv, Allreduce, Alltoall, Alltoallv, Alltoallw, Barrier, Bcast, Blocks, Data, Exscan, Gather,
    Reduce, ReduceScatter, ReduceScatterBlock, Scan, Scatter, Stretches, Types,
};
use crate::calls::inside::Inside;
use crate::calls::monitor;
use crate::capi::collectives::{kinds, take_over};
use crate::error::Error;
use hsplit_collectives::Operation;
use hsplit_mpi::arrays::{Counts, Datatypes, Displacements};
use hsplit_mpi::fortran::{Fint, buffer_of, comm_of, datatype_of, op_of};
use hsplit_mpi::native::{BUILT_FOR, Family};
use hsplit_mpi::symbol::{Optional, c_text};

/// Exports a collective call under the names that Fortran compilers give it. Where it does not go along the hierarchy,
/// its arguments go unchanged to the native function of that name.
macro_rules! collective {
    ($asked:expr, $name:literal: $($fortran:ident)+; $arguments:tt => $call:ident $fields:tt, $counted:expr) => {
        $(collective_one!($asked, $name, $fortran, $arguments, $call $fields, $counted);)+
    };
}

macro_rules! collective_one {
    (
        $asked:expr, $name:literal, $fortran:ident, ($($argument:ident: $type:ty),*), $call:ident $fields:tt,
        $counted:expr
    ) => {
        #[doc = concat!("Intercepts ", $name, " of Fortran.")]
        ///
        /// # Safety
        /// The program's contract (`capi`).
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $fortran($($argument: $type,)* ierr: *mut Fint) {
            type Native = unsafe extern "C-unwind" fn($($type,)* *mut Fint);
            static NEXT: Optional = Optional::next(c_text(concat!(stringify!($fortran), "\0")));
            // SAFETY: a function of this name takes these arguments in every MPI's Fortran: references, and buffers by
            // their address. A NULL address becomes `None`.
            let next = unsafe { std::mem::transmute::<*mut c_void, Option<Native>>(NEXT.function()) };
            let asked = $asked(stringify!($fortran).ends_with("_f08_"));
            let native = || match next {
                Some(next) => {
                    let mut code = 0;
                    let _inside = native_inside(asked);
                    // SAFETY: the program has passed these references and buffers to the function of this name, and the
                    // native one gets them unchanged, while the program's call lasts. `code` is a local in place of
                    // `ierr`, which may be left out.
                    unsafe { next($($argument,)* &raw mut code) };
                    code
                }
                None => Error::WrongMpi.class(),
            };
            let code = if asked == 0 {
                native()
            } else {
                // SAFETY: the closures read the program's own arguments, which hold until this function returns.
                // Something is asked only where `steps_aside` is false, so the handles are of the MPI that this library
                // was built for.
                unsafe { take_over(asked, $name, &|| $call $fields, &native, &|| $counted) }
            };
            // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's (the program's contract,
            // `capi`).
            unsafe { put(ierr, code) };
        }
    };
}

pub(super) use {collective, collective_one};

/// What is asked of a call with buffers, as far as it is intercepted here.
pub(super) fn buffers(operation: Operation) -> impl Fn(bool) -> u32 {
    move |_| if BUILT_FOR == Family::OpenMpi { active::of_these(kinds(operation)) } else { 0 }
}

/// Where native Fortran makes the public C call, that one does not decide again how a call goes for which that is asked
/// here.
pub(super) fn native_inside(asked: u32) -> Option<Inside> {
    let is_decided = asked & !(active::COLLECTIVES | active::TIMED) != 0;
    (BUILT_FOR != Family::OpenMpi && is_decided).then(Inside::enter)
}

/// What is asked of a barrier. MPICH's mpif.h and mpi make the C call, which counts it.
fn barriers(is_f08: bool) -> u32 {
    let is_counted = is_f08 || BUILT_FOR == Family::OpenMpi;
    active::of_these(if is_counted { kinds(Operation::Barrier) } else { active::BARRIERS })
}

pub(super) unsafe fn data(buffer: *mut c_void, count: *const Fint, datatype: *const Fint) -> Data {
    // SAFETY: `count` and `datatype` are references to INTEGERs (the program's contract, `capi`), which Fortran never
    // passes as NULL.
    unsafe { Data { buffer: buffer_of(buffer), count: (*count).into(), datatype: datatype_of(*datatype) } }
}

pub(super) unsafe fn blocks(
    buffer: *mut c_void,
    counts: *const Fint,
    displacements: *const Fint,
    datatype: *const Fint,
) -> Blocks {
    // SAFETY: `datatype` is a reference to an INTEGER (the program's contract, `capi`), which Fortran never passes as
    // NULL.
    unsafe {
        Blocks {
            buffer: buffer_of(buffer),
            counts: Counts::Small(counts),
            displacements: Displacements::Small(displacements),
            types: Types::One(datatype_of(*datatype)),
        }
    }
}

pub(super) fn blocks_of_each(
    buffer: *mut c_void,
    counts: *const Fint,
    displacements: *const Fint,
    datatypes: *const Fint,
) -> Blocks {
    Blocks {
        buffer: buffer_of(buffer),
        counts: Counts::Small(counts),
        displacements: Displacements::Small(displacements),
        types: Types::Each(Datatypes::Fortran(datatypes)),
    }
}

collective! {
    buffers(Operation::Bcast), "MPI_Bcast":
        mpi_bcast mpi_bcast_ mpi_bcast__ MPI_BCAST mpi_bcast_f08_;
    (
        buffer: *mut c_void, count: *const Fint, datatype: *const Fint, root: *const Fint, comm: *const Fint
    ) => Bcast {
        data: data(buffer, count, datatype), root: *root, comm: comm_of(*comm)
    },
    monitor::bcast((*count).into(), datatype_of(*datatype), *root, comm_of(*comm))
}

collective! {
    buffers(Operation::Reduce), "MPI_Reduce":
        mpi_reduce mpi_reduce_ mpi_reduce__ MPI_REDUCE mpi_reduce_f08_;
    (
        sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const Fint, datatype: *const Fint, op: *const Fint,
        root: *const Fint, comm: *const Fint
    ) => Reduce {
        operand: data(sendbuf, count, datatype), result: data(recvbuf, count, datatype), op: op_of(*op), root: *root,
        comm: comm_of(*comm)
    },
    monitor::reduce((*count).into(), datatype_of(*datatype), *root, comm_of(*comm))
}

collective! {
    buffers(Operation::Allreduce), "MPI_Allreduce":
        mpi_allreduce mpi_allreduce_ mpi_allreduce__ MPI_ALLREDUCE mpi_allreduce_f08_;
    (
        sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const Fint, datatype: *const Fint, op: *const Fint,
        comm: *const Fint
    ) => Allreduce {
        operand: data(sendbuf, count, datatype), result: data(recvbuf, count, datatype), op: op_of(*op),
        comm: comm_of(*comm)
    },
    monitor::allreduce((*count).into(), datatype_of(*datatype), comm_of(*comm))
}

collective! {
    barriers, "MPI_Barrier":
        mpi_barrier mpi_barrier_ mpi_barrier__ MPI_BARRIER mpi_barrier_f08_;
    (
        comm: *const Fint
    ) => Barrier {
        comm: comm_of(*comm)
    },
    monitor::barrier(comm_of(*comm))
}

collective! {
    buffers(Operation::Gather), "MPI_Gather":
        mpi_gather mpi_gather_ mpi_gather__ MPI_GATHER mpi_gather_f08_;
    (
        sendbuf: *mut c_void, sendcount: *const Fint, sendtype: *const Fint, recvbuf: *mut c_void,
        recvcount: *const Fint, recvtype: *const Fint, root: *const Fint, comm: *const Fint
    ) => Gather {
        own: data(sendbuf, sendcount, sendtype), all: data(recvbuf, recvcount, recvtype), root: *root,
        comm: comm_of(*comm)
    },
    monitor::gather(
        buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype), (*recvcount).into(), datatype_of(*recvtype),
        *root, comm_of(*comm)
    )
}

collective! {
    buffers(Operation::Scatter), "MPI_Scatter":
        mpi_scatter mpi_scatter_ mpi_scatter__ MPI_SCATTER mpi_scatter_f08_;
    (
        sendbuf: *mut c_void, sendcount: *const Fint, sendtype: *const Fint, recvbuf: *mut c_void,
        recvcount: *const Fint, recvtype: *const Fint, root: *const Fint, comm: *const Fint
    ) => Scatter {
        all: data(sendbuf, sendcount, sendtype), own: data(recvbuf, recvcount, recvtype), root: *root,
        comm: comm_of(*comm)
    },
    monitor::scatter(
        (*sendcount).into(), datatype_of(*sendtype), (*recvcount).into(), datatype_of(*recvtype), *root, comm_of(*comm)
    )
}

collective! {
    buffers(Operation::Allgather), "MPI_Allgather":
        mpi_allgather mpi_allgather_ mpi_allgather__ MPI_ALLGATHER mpi_allgather_f08_;
    (
        sendbuf: *mut c_void, sendcount: *const Fint, sendtype: *const Fint, recvbuf: *mut c_void,
        recvcount: *const Fint, recvtype: *const Fint, comm: *const Fint
    ) => Allgather {
        own: data(sendbuf, sendcount, sendtype), all: data(recvbuf, recvcount, recvtype), comm: comm_of(*comm)
    },
    monitor::allgather(
        buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype), (*recvcount).into(), datatype_of(*recvtype),
        comm_of(*comm)
    )
}

collective! {
    buffers(Operation::Alltoall), "MPI_Alltoall":
        mpi_alltoall mpi_alltoall_ mpi_alltoall__ MPI_ALLTOALL mpi_alltoall_f08_;
    (
        sendbuf: *mut c_void, sendcount: *const Fint, sendtype: *const Fint, recvbuf: *mut c_void,
        recvcount: *const Fint, recvtype: *const Fint, comm: *const Fint
    ) => Alltoall {
        own: data(sendbuf, sendcount, sendtype), all: data(recvbuf, recvcount, recvtype), comm: comm_of(*comm)
    },
    monitor::alltoall(
        buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype), (*recvcount).into(), datatype_of(*recvtype),
        comm_of(*comm)
    )
}

collective! {
    buffers(Operation::Alltoallv), "MPI_Alltoallv":
        mpi_alltoallv mpi_alltoallv_ mpi_alltoallv__ MPI_ALLTOALLV mpi_alltoallv_f08_;
    (
        sendbuf: *mut c_void, sendcounts: *const Fint, sdispls: *const Fint, sendtype: *const Fint,
        recvbuf: *mut c_void, recvcounts: *const Fint, rdispls: *const Fint, recvtype: *const Fint, comm: *const Fint
    ) => Alltoallv {
        own: blocks(sendbuf, sendcounts, sdispls, sendtype), all: blocks(recvbuf, recvcounts, rdispls, recvtype),
        comm: comm_of(*comm)
    },
    monitor::alltoallv(
        buffer_of(sendbuf), Counts::Small(sendcounts), datatype_of(*sendtype), Counts::Small(recvcounts),
        datatype_of(*recvtype), comm_of(*comm)
    )
}

collective! {
    buffers(Operation::Alltoallw), "MPI_Alltoallw":
        mpi_alltoallw mpi_alltoallw_ mpi_alltoallw__ MPI_ALLTOALLW mpi_alltoallw_f08_;
    (
        sendbuf: *mut c_void, sendcounts: *const Fint, sdispls: *const Fint, sendtypes: *const Fint,
        recvbuf: *mut c_void, recvcounts: *const Fint, rdispls: *const Fint, recvtypes: *const Fint, comm: *const Fint
    ) => Alltoallw {
        own: blocks_of_each(sendbuf, sendcounts, sdispls, sendtypes),
        all: blocks_of_each(recvbuf, recvcounts, rdispls, recvtypes), comm: comm_of(*comm)
    },
    monitor::alltoallw(
        buffer_of(sendbuf), Counts::Small(sendcounts), Datatypes::Fortran(sendtypes), Counts::Small(recvcounts),
        Datatypes::Fortran(recvtypes), comm_of(*comm)
    )
}

collective! {
    buffers(Operation::Allgatherv), "MPI_Allgatherv":
        mpi_allgatherv mpi_allgatherv_ mpi_allgatherv__ MPI_ALLGATHERV mpi_allgatherv_f08_;
    (
        sendbuf: *mut c_void, sendcount: *const Fint, sendtype: *const Fint, recvbuf: *mut c_void,
        recvcounts: *const Fint, displs: *const Fint, recvtype: *const Fint, comm: *const Fint
    ) => Allgatherv {
        own: data(sendbuf, sendcount, sendtype), all: blocks(recvbuf, recvcounts, displs, recvtype),
        comm: comm_of(*comm)
    },
    monitor::allgatherv(
        buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype), Counts::Small(recvcounts),
        datatype_of(*recvtype), comm_of(*comm)
    )
}

collective! {
    buffers(Operation::ReduceScatter), "MPI_Reduce_scatter":
        mpi_reduce_scatter mpi_reduce_scatter_ mpi_reduce_scatter__ MPI_REDUCE_SCATTER mpi_reduce_scatter_f08_;
    (
        sendbuf: *mut c_void, recvbuf: *mut c_void, recvcounts: *const Fint, datatype: *const Fint, op: *const Fint,
        comm: *const Fint
    ) => ReduceScatter {
        operand: buffer_of(sendbuf), result: buffer_of(recvbuf), stretches: Stretches::Each(Counts::Small(recvcounts)),
        datatype: datatype_of(*datatype), op: op_of(*op), comm: comm_of(*comm)
    },
    monitor::reduce_scatter(Counts::Small(recvcounts), datatype_of(*datatype), comm_of(*comm))
}

collective! {
    buffers(Operation::ReduceScatterBlock), "MPI_Reduce_scatter_block":
        mpi_reduce_scatter_block mpi_reduce_scatter_block_ mpi_reduce_scatter_block__ MPI_REDUCE_SCATTER_BLOCK
        mpi_reduce_scatter_block_f08_;
    (
        sendbuf: *mut c_void, recvbuf: *mut c_void, recvcount: *const Fint, datatype: *const Fint, op: *const Fint,
        comm: *const Fint
    ) => ReduceScatterBlock {
        operand: buffer_of(sendbuf), result: buffer_of(recvbuf), stretches: Stretches::Equal((*recvcount).into()),
        datatype: datatype_of(*datatype), op: op_of(*op), comm: comm_of(*comm)
    },
    monitor::reduce_scatter_block((*recvcount).into(), datatype_of(*datatype), comm_of(*comm))
}

collective! {
    buffers(Operation::Scan), "MPI_Scan":
        mpi_scan mpi_scan_ mpi_scan__ MPI_SCAN mpi_scan_f08_;
    (
        sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const Fint, datatype: *const Fint, op: *const Fint,
        comm: *const Fint
    ) => Scan {
        operand: data(sendbuf, count, datatype), result: data(recvbuf, count, datatype), op: op_of(*op),
        comm: comm_of(*comm)
    },
    monitor::scan((*count).into(), datatype_of(*datatype), comm_of(*comm))
}

collective! {
    buffers(Operation::Exscan), "MPI_Exscan":
        mpi_exscan mpi_exscan_ mpi_exscan__ MPI_EXSCAN mpi_exscan_f08_;
    (
        sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const Fint, datatype: *const Fint, op: *const Fint,
        comm: *const Fint
    ) => Exscan {
        operand: data(sendbuf, count, datatype), result: data(recvbuf, count, datatype), op: op_of(*op),
        comm: comm_of(*comm)
    },
    monitor::exscan((*count).into(), datatype_of(*datatype), comm_of(*comm))
}
