// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reductions among the collective calls.

use std::ffi::{c_int, c_void};

use super::{collective, data, kinds, take_over};
use crate::calls::active;
use crate::calls::collectives::{Allreduce, Exscan, Reduce, ReduceScatter, ReduceScatterBlock, Scan, Stretches};
use crate::calls::monitor;
use hsplit_collectives::Operation;
use hsplit_mpi::arrays::Counts;
use hsplit_mpi::raw::{self, Count, RawHandle};

collective! {
    MPI_Reduce = reduce(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: RawHandle, op: RawHandle, root: c_int,
        comm: RawHandle
    ) => Reduce {
        operand: data(sendbuf, count, datatype), result: data(recvbuf, count, datatype), op: op.get(), root,
        comm: comm.get()
    },
    reduce(count.into(), datatype.get(), root, comm.get())
}

collective! {
    MPI_Allreduce = allreduce(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle
    ) => Allreduce {
        operand: data(sendbuf, count, datatype), result: data(recvbuf, count, datatype), op: op.get(), comm: comm.get()
    },
    allreduce(count.into(), datatype.get(), comm.get())
}

collective! {
    MPI_Reduce_scatter = reduce_scatter(
        sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: RawHandle, op: RawHandle,
        comm: RawHandle
    ) => ReduceScatter {
        operand: sendbuf.cast_mut(), result: recvbuf, stretches: Stretches::Each(Counts::Small(recvcounts)),
        datatype: datatype.get(), op: op.get(), comm: comm.get()
    },
    reduce_scatter(Counts::Small(recvcounts), datatype.get(), comm.get())
}

collective! {
    MPI_Reduce_scatter_block = reduce_scatter_block(
        sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: RawHandle, op: RawHandle,
        comm: RawHandle
    ) => ReduceScatterBlock {
        operand: sendbuf.cast_mut(), result: recvbuf, stretches: Stretches::Equal(recvcount.into()),
        datatype: datatype.get(), op: op.get(), comm: comm.get()
    },
    reduce_scatter_block(recvcount.into(), datatype.get(), comm.get())
}

collective! {
    MPI_Scan = scan(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle
    ) => Scan {
        operand: data(sendbuf, count, datatype), result: data(recvbuf, count, datatype), op: op.get(), comm: comm.get()
    },
    scan(count.into(), datatype.get(), comm.get())
}

collective! {
    MPI_Exscan = exscan(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle
    ) => Exscan {
        operand: data(sendbuf, count, datatype), result: data(recvbuf, count, datatype), op: op.get(), comm: comm.get()
    },
    exscan(count.into(), datatype.get(), comm.get())
}

collective! {
    MPI_Reduce_c = reduce_c(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: RawHandle, op: RawHandle, root: c_int,
        comm: RawHandle
    ) => Reduce {
        operand: data(sendbuf, count, datatype), result: data(recvbuf, count, datatype), op: op.get(), root,
        comm: comm.get()
    },
    reduce(count, datatype.get(), root, comm.get())
}

collective! {
    MPI_Allreduce_c = allreduce_c(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle
    ) => Allreduce {
        operand: data(sendbuf, count, datatype), result: data(recvbuf, count, datatype), op: op.get(), comm: comm.get()
    },
    allreduce(count, datatype.get(), comm.get())
}

collective! {
    #[cfg(not(mpi_family = "openmpi"))]
    MPI_Reduce_scatter_c = reduce_scatter_c(
        sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count, datatype: RawHandle, op: RawHandle,
        comm: RawHandle
    ) => ReduceScatter {
        operand: sendbuf.cast_mut(), result: recvbuf, stretches: Stretches::Each(Counts::Large(recvcounts)),
        datatype: datatype.get(), op: op.get(), comm: comm.get()
    },
    reduce_scatter(Counts::Large(recvcounts), datatype.get(), comm.get())
}

collective! {
    MPI_Reduce_scatter_block_c = reduce_scatter_block_c(
        sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: Count, datatype: RawHandle, op: RawHandle,
        comm: RawHandle
    ) => ReduceScatterBlock {
        operand: sendbuf.cast_mut(), result: recvbuf, stretches: Stretches::Equal(recvcount),
        datatype: datatype.get(), op: op.get(), comm: comm.get()
    },
    reduce_scatter_block(recvcount, datatype.get(), comm.get())
}

collective! {
    MPI_Scan_c = scan_c(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle
    ) => Scan {
        operand: data(sendbuf, count, datatype), result: data(recvbuf, count, datatype), op: op.get(), comm: comm.get()
    },
    scan(count, datatype.get(), comm.get())
}

collective! {
    MPI_Exscan_c = exscan_c(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle
    ) => Exscan {
        operand: data(sendbuf, count, datatype), result: data(recvbuf, count, datatype), op: op.get(), comm: comm.get()
    },
    exscan(count, datatype.get(), comm.get())
}
