// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::prelude::*;

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Allgather(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Allgather>() { return raw::allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm); }
    allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn allgather(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    let call = move || calls::Allgather { own: data(sendbuf, sendcount.into(), sendtype.get()), all: data(recvbuf,
        recvcount.into(), recvtype.get()), comm: comm.get() };
    let amount = move || monitor::allgather(sendbuf, sendcount.into(), sendtype.get(), recvcount.into(), recvtype.get(),
        comm.get());
    made("MPI_Allgather", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Allgather_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Allgather>() { return raw::allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm); }
    allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn allgather_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    let call = move || calls::Allgather { own: data(sendbuf, sendcount, sendtype.get()), all: data(recvbuf, recvcount,
        recvtype.get()), comm: comm.get() };
    let amount = move || monitor::allgather(sendbuf, sendcount, sendtype.get(), recvcount, recvtype.get(), comm.get());
    made("MPI_Allgather_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Allgatherv(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    if !may_ask::<calls::Allgatherv>() { return raw::allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm); }
    allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn allgatherv(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    let native = move || raw::allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    let call = move || calls::Allgatherv { own: data(sendbuf, sendcount.into(), sendtype.get()), all: blocks(recvbuf,
        Counts::Small(recvcounts), Displacements::Small(displs.cast()), recvtype.get()), comm: comm.get() };
    let amount = move || monitor::allgatherv(sendbuf, sendcount.into(), sendtype.get(), Counts::Small(recvcounts),
        recvtype.get(), comm.get());
    made("MPI_Allgatherv", &call, &native, &amount)
}

#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Allgatherv_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    if !may_ask::<calls::Allgatherv>() { return raw::allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm); }
    allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn allgatherv_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    let native = move || raw::allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
    let call = move || calls::Allgatherv { own: data(sendbuf, sendcount, sendtype.get()), all: blocks(recvbuf,
        Counts::Large(recvcounts), Displacements::Large(displs.cast()), recvtype.get()), comm: comm.get() };
    let amount = move || monitor::allgatherv(sendbuf, sendcount, sendtype.get(), Counts::Large(recvcounts),
        recvtype.get(), comm.get());
    made("MPI_Allgatherv_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Allreduce(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Allreduce>() { return raw::allreduce(sendbuf, recvbuf, count, datatype, op, comm); }
    allreduce(sendbuf, recvbuf, count, datatype, op, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn allreduce(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::allreduce(sendbuf, recvbuf, count, datatype, op, comm);
    let call = move || calls::Allreduce { operand: data(sendbuf, count.into(), datatype.get()), result: data(recvbuf,
        count.into(), datatype.get()), op: op.get(), comm: comm.get() };
    let amount = move || monitor::allreduce(count.into(), datatype.get(), comm.get());
    made("MPI_Allreduce", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Allreduce_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    count: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Allreduce>() { return raw::allreduce_c(sendbuf, recvbuf, count, datatype, op, comm); }
    allreduce_c(sendbuf, recvbuf, count, datatype, op, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn allreduce_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::allreduce_c(sendbuf, recvbuf, count, datatype, op, comm);
    let call = move || calls::Allreduce { operand: data(sendbuf, count, datatype.get()), result: data(recvbuf, count,
        datatype.get()), op: op.get(), comm: comm.get() };
    let amount = move || monitor::allreduce(count, datatype.get(), comm.get());
    made("MPI_Allreduce_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Alltoall(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Alltoall>() { return raw::alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm); }
    alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn alltoall(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    let call = move || calls::Alltoall { own: data(sendbuf, sendcount.into(), sendtype.get()), all: data(recvbuf,
        recvcount.into(), recvtype.get()), comm: comm.get() };
    let amount = move || monitor::alltoall(sendbuf, sendcount.into(), sendtype.get(), recvcount.into(), recvtype.get(),
        comm.get());
    made("MPI_Alltoall", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Alltoall_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Alltoall>() { return raw::alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm); }
    alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn alltoall_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    let call = move || calls::Alltoall { own: data(sendbuf, sendcount, sendtype.get()), all: data(recvbuf, recvcount,
        recvtype.get()), comm: comm.get() };
    let amount = move || monitor::alltoall(sendbuf, sendcount, sendtype.get(), recvcount, recvtype.get(), comm.get());
    made("MPI_Alltoall_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Alltoallv(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Alltoallv>() { return raw::alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm); }
    alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn alltoallv(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
        comm);
    let call = move || calls::Alltoallv { own: blocks(sendbuf, Counts::Small(sendcounts),
        Displacements::Small(sdispls.cast()), sendtype.get()), all: blocks(recvbuf, Counts::Small(recvcounts),
        Displacements::Small(rdispls.cast()), recvtype.get()), comm: comm.get() };
    let amount = move || monitor::alltoallv(sendbuf, Counts::Small(sendcounts), sendtype.get(),
        Counts::Small(recvcounts), recvtype.get(), comm.get());
    made("MPI_Alltoallv", &call, &native, &amount)
}

#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Alltoallv_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Alltoallv>() { return raw::alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm); }
    alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn alltoallv_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm);
    let call = move || calls::Alltoallv { own: blocks(sendbuf, Counts::Large(sendcounts),
        Displacements::Large(sdispls.cast()), sendtype.get()), all: blocks(recvbuf, Counts::Large(recvcounts),
        Displacements::Large(rdispls.cast()), recvtype.get()), comm: comm.get() };
    let amount = move || monitor::alltoallv(sendbuf, Counts::Large(sendcounts), sendtype.get(),
        Counts::Large(recvcounts), recvtype.get(), comm.get());
    made("MPI_Alltoallv_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Alltoallw(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Alltoallw>() { return raw::alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm); }
    alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn alltoallw(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle) -> c_int {
    let native = move || raw::alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm);
    let call = move || calls::Alltoallw { own: each(sendbuf, Counts::Small(sendcounts),
        Displacements::Small(sdispls.cast()), Datatypes::C(sendtypes.cast())), all: each(recvbuf,
        Counts::Small(recvcounts), Displacements::Small(rdispls.cast()), Datatypes::C(recvtypes.cast())),
        comm: comm.get() };
    let amount = move || monitor::alltoallw(sendbuf, Counts::Small(sendcounts), Datatypes::C(sendtypes.cast()),
        Counts::Small(recvcounts), Datatypes::C(recvtypes.cast()), comm.get());
    made("MPI_Alltoallw", &call, &native, &amount)
}

#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Alltoallw_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Alltoallw>() { return raw::alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm); }
    alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn alltoallw_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle) -> c_int {
    let native = move || raw::alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm);
    let call = move || calls::Alltoallw { own: each(sendbuf, Counts::Large(sendcounts),
        Displacements::Large(sdispls.cast()), Datatypes::C(sendtypes.cast())), all: each(recvbuf,
        Counts::Large(recvcounts), Displacements::Large(rdispls.cast()), Datatypes::C(recvtypes.cast())),
        comm: comm.get() };
    let amount = move || monitor::alltoallw(sendbuf, Counts::Large(sendcounts), Datatypes::C(sendtypes.cast()),
        Counts::Large(recvcounts), Datatypes::C(recvtypes.cast()), comm.get());
    made("MPI_Alltoallw_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Barrier(comm: RawHandle) -> c_int {
    if !may_ask::<calls::Barrier>() { return raw::barrier(comm); }
    barrier(comm)
}
#[inline(never)] unsafe extern "C-unwind" fn barrier(comm: RawHandle) -> c_int {
    let native = move || raw::barrier(comm);
    let call = move || calls::Barrier { comm: comm.get() };
    let amount = move || monitor::barrier(comm.get());
    made("MPI_Barrier", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Bcast(buffer: *mut c_void, count: c_int, datatype: RawHandle,
    root: c_int, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Bcast>() { return raw::bcast(buffer, count, datatype, root, comm); }
    bcast(buffer, count, datatype, root, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn bcast(buffer: *mut c_void, count: c_int, datatype: RawHandle, root: c_int,
    comm: RawHandle) -> c_int {
    let native = move || raw::bcast(buffer, count, datatype, root, comm);
    let call = move || calls::Bcast { data: data(buffer, count.into(), datatype.get()), root, comm: comm.get() };
    let amount = move || monitor::bcast(count.into(), datatype.get(), root, comm.get());
    made("MPI_Bcast", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Bcast_c(buffer: *mut c_void, count: Count, datatype: RawHandle,
    root: c_int, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Bcast>() { return raw::bcast_c(buffer, count, datatype, root, comm); }
    bcast_c(buffer, count, datatype, root, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn bcast_c(buffer: *mut c_void, count: Count, datatype: RawHandle,
    root: c_int, comm: RawHandle) -> c_int {
    let native = move || raw::bcast_c(buffer, count, datatype, root, comm);
    let call = move || calls::Bcast { data: data(buffer, count, datatype.get()), root, comm: comm.get() };
    let amount = move || monitor::bcast(count, datatype.get(), root, comm.get());
    made("MPI_Bcast_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Exscan(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Exscan>() { return raw::exscan(sendbuf, recvbuf, count, datatype, op, comm); }
    exscan(sendbuf, recvbuf, count, datatype, op, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn exscan(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::exscan(sendbuf, recvbuf, count, datatype, op, comm);
    let call = move || calls::Exscan { operand: data(sendbuf, count.into(), datatype.get()), result: data(recvbuf,
        count.into(), datatype.get()), op: op.get(), comm: comm.get() };
    let amount = move || monitor::exscan(count.into(), datatype.get(), comm.get());
    made("MPI_Exscan", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Exscan_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Exscan>() { return raw::exscan_c(sendbuf, recvbuf, count, datatype, op, comm); }
    exscan_c(sendbuf, recvbuf, count, datatype, op, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn exscan_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::exscan_c(sendbuf, recvbuf, count, datatype, op, comm);
    let call = move || calls::Exscan { operand: data(sendbuf, count, datatype.get()), result: data(recvbuf, count,
        datatype.get()), op: op.get(), comm: comm.get() };
    let amount = move || monitor::exscan(count, datatype.get(), comm.get());
    made("MPI_Exscan_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Gather(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Gather>() { return raw::gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm); }
    gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn gather(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    let native = move || raw::gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    let call = move || calls::Gather { own: data(sendbuf, sendcount.into(), sendtype.get()), all: data(recvbuf,
        recvcount.into(), recvtype.get()), root, comm: comm.get() };
    let amount = move || monitor::gather(sendbuf, sendcount.into(), sendtype.get(), recvcount.into(), recvtype.get(),
        root, comm.get());
    made("MPI_Gather", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Gather_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, root: c_int,
    comm: RawHandle) -> c_int {
    if !may_ask::<calls::Gather>() { return raw::gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm); }
    gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn gather_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    let native = move || raw::gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    let call = move || calls::Gather { own: data(sendbuf, sendcount, sendtype.get()), all: data(recvbuf, recvcount,
        recvtype.get()), root, comm: comm.get() };
    let amount = move || monitor::gather(sendbuf, sendcount, sendtype.get(), recvcount, recvtype.get(), root,
        comm.get());
    made("MPI_Gather_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_allgather(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::NeighborAllgather>() { return raw::neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm); }
    neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_allgather(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    let call = move || calls::NeighborAllgather { sent: Share::One(data(sendbuf, sendcount.into(), sendtype.get())),
        received: Share::Equal(data(recvbuf, recvcount.into(), recvtype.get())), comm: comm.get() };
    let amount = move || monitor::neighbours(sendcount.into(), sendtype.get(), comm.get());
    made("MPI_Neighbor_allgather", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_allgather_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::NeighborAllgather>() { return raw::neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm); }
    neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_allgather_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    let call = move || calls::NeighborAllgather { sent: Share::One(data(sendbuf, sendcount, sendtype.get())),
        received: Share::Equal(data(recvbuf, recvcount, recvtype.get())), comm: comm.get() };
    let amount = move || monitor::neighbours(sendcount, sendtype.get(), comm.get());
    made("MPI_Neighbor_allgather_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_allgatherv(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    if !may_ask::<calls::NeighborAllgatherv>() { return raw::neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf,
        recvcounts, displs, recvtype, comm); }
    neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_allgatherv(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    let native = move || raw::neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm);
    let call = move || calls::NeighborAllgatherv { sent: Share::One(data(sendbuf, sendcount.into(), sendtype.get())),
        received: Share::Unequal(blocks(recvbuf, Counts::Small(recvcounts), Displacements::Small(displs.cast()),
        recvtype.get())), comm: comm.get() };
    let amount = move || monitor::neighbours(sendcount.into(), sendtype.get(), comm.get());
    made("MPI_Neighbor_allgatherv", &call, &native, &amount)
}

#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_allgatherv_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    if !may_ask::<calls::NeighborAllgatherv>() { return raw::neighbor_allgatherv_c(sendbuf, sendcount, sendtype,
        recvbuf, recvcounts, displs, recvtype, comm); }
    neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn neighbor_allgatherv_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, displs: *const c_void, recvtype: RawHandle,
    comm: RawHandle) -> c_int {
    let native = move || raw::neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm);
    let call = move || calls::NeighborAllgatherv { sent: Share::One(data(sendbuf, sendcount, sendtype.get())),
        received: Share::Unequal(blocks(recvbuf, Counts::Large(recvcounts), Displacements::Large(displs.cast()),
        recvtype.get())), comm: comm.get() };
    let amount = move || monitor::neighbours(sendcount, sendtype.get(), comm.get());
    made("MPI_Neighbor_allgatherv_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_alltoall(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::NeighborAlltoall>() { return raw::neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm); }
    neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_alltoall(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    let call = move || calls::NeighborAlltoall { sent: Share::Equal(data(sendbuf, sendcount.into(), sendtype.get())),
        received: Share::Equal(data(recvbuf, recvcount.into(), recvtype.get())), comm: comm.get() };
    let amount = move || monitor::neighbours(sendcount.into(), sendtype.get(), comm.get());
    made("MPI_Neighbor_alltoall", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_alltoall_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::NeighborAlltoall>() { return raw::neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf,
        recvcount, recvtype, comm); }
    neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_alltoall_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    let call = move || calls::NeighborAlltoall { sent: Share::Equal(data(sendbuf, sendcount, sendtype.get())),
        received: Share::Equal(data(recvbuf, recvcount, recvtype.get())), comm: comm.get() };
    let amount = move || monitor::neighbours(sendcount, sendtype.get(), comm.get());
    made("MPI_Neighbor_alltoall_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_alltoallv(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::NeighborAlltoallv>() { return raw::neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype,
        recvbuf, recvcounts, rdispls, recvtype, comm); }
    neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_alltoallv(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm);
    let call = move || calls::NeighborAlltoallv { sent: Share::Unequal(blocks(sendbuf, Counts::Small(sendcounts),
        Displacements::Small(sdispls.cast()), sendtype.get())), received: Share::Unequal(blocks(recvbuf,
        Counts::Small(recvcounts), Displacements::Small(rdispls.cast()), recvtype.get())), comm: comm.get() };
    let amount = move || monitor::neighbours_v(Counts::Small(sendcounts), sendtype.get(), comm.get());
    made("MPI_Neighbor_alltoallv", &call, &native, &amount)
}

#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_alltoallv_c(sendbuf: *mut c_void,
    sendcounts: *const Count, sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void,
    recvcounts: *const Count, rdispls: *const c_void, recvtype: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::NeighborAlltoallv>() { return raw::neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype,
        recvbuf, recvcounts, rdispls, recvtype, comm); }
    neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn neighbor_alltoallv_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void,
    recvtype: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm);
    let call = move || calls::NeighborAlltoallv { sent: Share::Unequal(blocks(sendbuf, Counts::Large(sendcounts),
        Displacements::Large(sdispls.cast()), sendtype.get())), received: Share::Unequal(blocks(recvbuf,
        Counts::Large(recvcounts), Displacements::Large(rdispls.cast()), recvtype.get())), comm: comm.get() };
    let amount = move || monitor::neighbours_v(Counts::Large(sendcounts), sendtype.get(), comm.get());
    made("MPI_Neighbor_alltoallv_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_alltoallw(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle) -> c_int {
    if !may_ask::<calls::NeighborAlltoallw>() { return raw::neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes,
        recvbuf, recvcounts, rdispls, recvtypes, comm); }
    neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn neighbor_alltoallw(sendbuf: *mut c_void, sendcounts: *const c_int,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle) -> c_int {
    let native = move || raw::neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm);
    let call = move || calls::NeighborAlltoallw { sent: Share::Unequal(each(sendbuf, Counts::Small(sendcounts),
        Displacements::Large(sdispls.cast()), Datatypes::C(sendtypes.cast()))), received: Share::Unequal(each(recvbuf,
        Counts::Small(recvcounts), Displacements::Large(rdispls.cast()), Datatypes::C(recvtypes.cast()))),
        comm: comm.get() };
    let amount = move || monitor::neighbours_w(Counts::Small(sendcounts), Datatypes::C(sendtypes.cast()), comm.get());
    made("MPI_Neighbor_alltoallw", &call, &native, &amount)
}

#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Neighbor_alltoallw_c(sendbuf: *mut c_void,
    sendcounts: *const Count, sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void,
    recvcounts: *const Count, rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle) -> c_int {
    if !may_ask::<calls::NeighborAlltoallw>() { return raw::neighbor_alltoallw_c(sendbuf, sendcounts, sdispls,
        sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm); }
    neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn neighbor_alltoallw_c(sendbuf: *mut c_void, sendcounts: *const Count,
    sdispls: *const c_void, sendtypes: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count,
    rdispls: *const c_void, recvtypes: *const c_void, comm: RawHandle) -> c_int {
    let native = move || raw::neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm);
    let call = move || calls::NeighborAlltoallw { sent: Share::Unequal(each(sendbuf, Counts::Large(sendcounts),
        Displacements::Large(sdispls.cast()), Datatypes::C(sendtypes.cast()))), received: Share::Unequal(each(recvbuf,
        Counts::Large(recvcounts), Displacements::Large(rdispls.cast()), Datatypes::C(recvtypes.cast()))),
        comm: comm.get() };
    let amount = move || monitor::neighbours_w(Counts::Large(sendcounts), Datatypes::C(sendtypes.cast()), comm.get());
    made("MPI_Neighbor_alltoallw_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Reduce(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Reduce>() { return raw::reduce(sendbuf, recvbuf, count, datatype, op, root, comm); }
    reduce(sendbuf, recvbuf, count, datatype, op, root, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn reduce(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    let native = move || raw::reduce(sendbuf, recvbuf, count, datatype, op, root, comm);
    let call = move || calls::Reduce { operand: data(sendbuf, count.into(), datatype.get()), result: data(recvbuf,
        count.into(), datatype.get()), op: op.get(), root, comm: comm.get() };
    let amount = move || monitor::reduce(count.into(), datatype.get(), root, comm.get());
    made("MPI_Reduce", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Reduce_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Reduce>() { return raw::reduce_c(sendbuf, recvbuf, count, datatype, op, root, comm); }
    reduce_c(sendbuf, recvbuf, count, datatype, op, root, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn reduce_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    let native = move || raw::reduce_c(sendbuf, recvbuf, count, datatype, op, root, comm);
    let call = move || calls::Reduce { operand: data(sendbuf, count, datatype.get()), result: data(recvbuf, count,
        datatype.get()), op: op.get(), root, comm: comm.get() };
    let amount = move || monitor::reduce(count, datatype.get(), root, comm.get());
    made("MPI_Reduce_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Reduce_scatter(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcounts: *const c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::ReduceScatter>() { return raw::reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op,
        comm); }
    reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn reduce_scatter(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcounts: *const c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm);
    let call = move || calls::ReduceScatter { operand: sendbuf, result: recvbuf,
        stretches: Stretches::Each(Counts::Small(recvcounts)), datatype: datatype.get(), op: op.get(),
        comm: comm.get() };
    let amount = move || monitor::reduce_scatter(Counts::Small(recvcounts), datatype.get(), comm.get());
    made("MPI_Reduce_scatter", &call, &native, &amount)
}

#[cfg(not(mpi_family = "openmpi"))]
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Reduce_scatter_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcounts: *const Count, datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::ReduceScatter>() { return raw::reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op,
        comm); }
    reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm)
}
#[cfg(not(mpi_family = "openmpi"))]
#[inline(never)] unsafe extern "C-unwind" fn reduce_scatter_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcounts: *const Count, datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm);
    let call = move || calls::ReduceScatter { operand: sendbuf, result: recvbuf,
        stretches: Stretches::Each(Counts::Large(recvcounts)), datatype: datatype.get(), op: op.get(),
        comm: comm.get() };
    let amount = move || monitor::reduce_scatter(Counts::Large(recvcounts), datatype.get(), comm.get());
    made("MPI_Reduce_scatter_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Reduce_scatter_block(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcount: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::ReduceScatterBlock>() { return raw::reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype,
        op, comm); }
    reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn reduce_scatter_block(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcount: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm);
    let call = move || calls::ReduceScatterBlock { operand: sendbuf, result: recvbuf,
        stretches: Stretches::Equal(recvcount.into()), datatype: datatype.get(), op: op.get(), comm: comm.get() };
    let amount = move || monitor::reduce_scatter_block(recvcount.into(), datatype.get(), comm.get());
    made("MPI_Reduce_scatter_block", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Reduce_scatter_block_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcount: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::ReduceScatterBlock>() { return raw::reduce_scatter_block_c(sendbuf, recvbuf, recvcount,
        datatype, op, comm); }
    reduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn reduce_scatter_block_c(sendbuf: *mut c_void, recvbuf: *mut c_void,
    recvcount: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::reduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm);
    let call = move || calls::ReduceScatterBlock { operand: sendbuf, result: recvbuf,
        stretches: Stretches::Equal(recvcount), datatype: datatype.get(), op: op.get(), comm: comm.get() };
    let amount = move || monitor::reduce_scatter_block(recvcount, datatype.get(), comm.get());
    made("MPI_Reduce_scatter_block_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Scan(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Scan>() { return raw::scan(sendbuf, recvbuf, count, datatype, op, comm); }
    scan(sendbuf, recvbuf, count, datatype, op, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn scan(sendbuf: *mut c_void, recvbuf: *mut c_void, count: c_int,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::scan(sendbuf, recvbuf, count, datatype, op, comm);
    let call = move || calls::Scan { operand: data(sendbuf, count.into(), datatype.get()), result: data(recvbuf,
        count.into(), datatype.get()), op: op.get(), comm: comm.get() };
    let amount = move || monitor::scan(count.into(), datatype.get(), comm.get());
    made("MPI_Scan", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Scan_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    if !may_ask::<calls::Scan>() { return raw::scan_c(sendbuf, recvbuf, count, datatype, op, comm); }
    scan_c(sendbuf, recvbuf, count, datatype, op, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn scan_c(sendbuf: *mut c_void, recvbuf: *mut c_void, count: Count,
    datatype: RawHandle, op: RawHandle, comm: RawHandle) -> c_int {
    let native = move || raw::scan_c(sendbuf, recvbuf, count, datatype, op, comm);
    let call = move || calls::Scan { operand: data(sendbuf, count, datatype.get()), result: data(recvbuf, count,
        datatype.get()), op: op.get(), comm: comm.get() };
    let amount = move || monitor::scan(count, datatype.get(), comm.get());
    made("MPI_Scan_c", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Scatter(sendbuf: *mut c_void, sendcount: c_int,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int,
    comm: RawHandle) -> c_int {
    if !may_ask::<calls::Scatter>() { return raw::scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm); }
    scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn scatter(sendbuf: *mut c_void, sendcount: c_int, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: c_int, recvtype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    let native = move || raw::scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    let call = move || calls::Scatter { all: data(sendbuf, sendcount.into(), sendtype.get()), own: data(recvbuf,
        recvcount.into(), recvtype.get()), root, comm: comm.get() };
    let amount = move || monitor::scatter(sendcount.into(), sendtype.get(), recvcount.into(), recvtype.get(), root,
        comm.get());
    made("MPI_Scatter", &call, &native, &amount)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_Scatter_c(sendbuf: *mut c_void, sendcount: Count,
    sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, root: c_int,
    comm: RawHandle) -> c_int {
    if !may_ask::<calls::Scatter>() { return raw::scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm); }
    scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
}
#[inline(never)] unsafe extern "C-unwind" fn scatter_c(sendbuf: *mut c_void, sendcount: Count, sendtype: RawHandle,
    recvbuf: *mut c_void, recvcount: Count, recvtype: RawHandle, root: c_int, comm: RawHandle) -> c_int {
    let native = move || raw::scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    let call = move || calls::Scatter { all: data(sendbuf, sendcount, sendtype.get()), own: data(recvbuf, recvcount,
        recvtype.get()), root, comm: comm.get() };
    let amount = move || monitor::scatter(sendcount, sendtype.get(), recvcount, recvtype.get(), root, comm.get());
    made("MPI_Scatter_c", &call, &native, &amount)
}
