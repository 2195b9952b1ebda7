// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::prelude::*;

type Allgather = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, Out);
unsafe fn allgather(next: &Next<Allgather>, sendbuf: Data, sendcount: In, sendtype: In, recvbuf: Data, recvcount: In,
    recvtype: In, comm: In, ierr: Out) {
    let native = |native: Allgather, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        ierr);
    let call = move || calls::Allgather { own: data(buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype)),
        all: data(buffer_of(recvbuf), (*recvcount).into(), datatype_of(*recvtype)), comm: comm_of(*comm) };
    let amount = move || monitor::allgather(buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype),
        (*recvcount).into(), datatype_of(*recvtype), comm_of(*comm));
    next.make("MPI_Allgather", ierr, native, &call, &amount)
}
static ALLGATHER: Spelled<Allgather> = spelled([c"mpi_allgather_", c"mpi_allgather__", c"MPI_ALLGATHER",
    c"mpi_allgather_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allgather_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out) {
    allgather(&ALLGATHER[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allgather__(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out) {
    allgather(&ALLGATHER[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ALLGATHER(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out) {
    allgather(&ALLGATHER[2], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allgather_f08_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out) {
    allgather(&ALLGATHER[3], a, b, c, d, e, f, g, h)
}

type Allgatherv = unsafe extern "C-unwind" fn(Data, In, In, Data, In, Data, In, In, Out);
unsafe fn allgatherv(next: &Next<Allgatherv>, sendbuf: Data, sendcount: In, sendtype: In, recvbuf: Data, recvcounts: In,
    displs: Data, recvtype: In, comm: In, ierr: Out) {
    let native = |native: Allgatherv, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm, ierr);
    let call = move || calls::Allgatherv { own: data(buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype)),
        all: blocks(buffer_of(recvbuf), Counts::Small(recvcounts), Displacements::Small(displs.cast()),
        datatype_of(*recvtype)), comm: comm_of(*comm) };
    let amount = move || monitor::allgatherv(buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype),
        Counts::Small(recvcounts), datatype_of(*recvtype), comm_of(*comm));
    next.make("MPI_Allgatherv", ierr, native, &call, &amount)
}
static ALLGATHERV: Spelled<Allgatherv> = spelled([c"mpi_allgatherv_", c"mpi_allgatherv__", c"MPI_ALLGATHERV",
    c"mpi_allgatherv_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allgatherv_(a: Data, b: In, c: In, d: Data, e: In, f: Data, g: In,
    h: In, i: Out) {
    allgatherv(&ALLGATHERV[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allgatherv__(a: Data, b: In, c: In, d: Data, e: In, f: Data, g: In,
    h: In, i: Out) {
    allgatherv(&ALLGATHERV[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ALLGATHERV(a: Data, b: In, c: In, d: Data, e: In, f: Data, g: In,
    h: In, i: Out) {
    allgatherv(&ALLGATHERV[2], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allgatherv_f08_(a: Data, b: In, c: In, d: Data, e: In, f: Data,
    g: In, h: In, i: Out) {
    allgatherv(&ALLGATHERV[3], a, b, c, d, e, f, g, h, i)
}

type Allreduce = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, Out);
unsafe fn allreduce(next: &Next<Allreduce>, sendbuf: Data, recvbuf: Data, count: In, datatype: In, op: In, comm: In,
    ierr: Out) {
    let native = |native: Allreduce, ierr| native(sendbuf, recvbuf, count, datatype, op, comm, ierr);
    let call = move || calls::Allreduce { operand: data(buffer_of(sendbuf), (*count).into(), datatype_of(*datatype)),
        result: data(buffer_of(recvbuf), (*count).into(), datatype_of(*datatype)), op: op_of(*op),
        comm: comm_of(*comm) };
    let amount = move || monitor::allreduce((*count).into(), datatype_of(*datatype), comm_of(*comm));
    next.make("MPI_Allreduce", ierr, native, &call, &amount)
}
static ALLREDUCE: Spelled<Allreduce> = spelled([c"mpi_allreduce_", c"mpi_allreduce__", c"MPI_ALLREDUCE",
    c"mpi_allreduce_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allreduce_(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out) {
    allreduce(&ALLREDUCE[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allreduce__(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: Out) {
    allreduce(&ALLREDUCE[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ALLREDUCE(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out) {
    allreduce(&ALLREDUCE[2], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allreduce_f08_(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: Out) {
    allreduce(&ALLREDUCE[3], a, b, c, d, e, f, g)
}

type Alltoall = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, Out);
unsafe fn alltoall(next: &Next<Alltoall>, sendbuf: Data, sendcount: In, sendtype: In, recvbuf: Data, recvcount: In,
    recvtype: In, comm: In, ierr: Out) {
    let native = |native: Alltoall, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        ierr);
    let call = move || calls::Alltoall { own: data(buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype)),
        all: data(buffer_of(recvbuf), (*recvcount).into(), datatype_of(*recvtype)), comm: comm_of(*comm) };
    let amount = move || monitor::alltoall(buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype),
        (*recvcount).into(), datatype_of(*recvtype), comm_of(*comm));
    next.make("MPI_Alltoall", ierr, native, &call, &amount)
}
static ALLTOALL: Spelled<Alltoall> = spelled([c"mpi_alltoall_", c"mpi_alltoall__", c"MPI_ALLTOALL",
    c"mpi_alltoall_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoall_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out) {
    alltoall(&ALLTOALL[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoall__(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out) {
    alltoall(&ALLTOALL[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ALLTOALL(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out) {
    alltoall(&ALLTOALL[2], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoall_f08_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out) {
    alltoall(&ALLTOALL[3], a, b, c, d, e, f, g, h)
}

type Alltoallv = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, Data, In, In, Out);
unsafe fn alltoallv(next: &Next<Alltoallv>, sendbuf: Data, sendcounts: In, sdispls: Data, sendtype: In, recvbuf: Data,
    recvcounts: In, rdispls: Data, recvtype: In, comm: In, ierr: Out) {
    let native = |native: Alltoallv, ierr| native(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm, ierr);
    let call = move || calls::Alltoallv { own: blocks(buffer_of(sendbuf), Counts::Small(sendcounts),
        Displacements::Small(sdispls.cast()), datatype_of(*sendtype)), all: blocks(buffer_of(recvbuf),
        Counts::Small(recvcounts), Displacements::Small(rdispls.cast()), datatype_of(*recvtype)),
        comm: comm_of(*comm) };
    let amount = move || monitor::alltoallv(buffer_of(sendbuf), Counts::Small(sendcounts), datatype_of(*sendtype),
        Counts::Small(recvcounts), datatype_of(*recvtype), comm_of(*comm));
    next.make("MPI_Alltoallv", ierr, native, &call, &amount)
}
static ALLTOALLV: Spelled<Alltoallv> = spelled([c"mpi_alltoallv_", c"mpi_alltoallv__", c"MPI_ALLTOALLV",
    c"mpi_alltoallv_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoallv_(a: Data, b: In, c: Data, d: In, e: Data, f: In, g: Data,
    h: In, i: In, j: Out) {
    alltoallv(&ALLTOALLV[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoallv__(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out) {
    alltoallv(&ALLTOALLV[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ALLTOALLV(a: Data, b: In, c: Data, d: In, e: Data, f: In, g: Data,
    h: In, i: In, j: Out) {
    alltoallv(&ALLTOALLV[2], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoallv_f08_(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out) {
    alltoallv(&ALLTOALLV[3], a, b, c, d, e, f, g, h, i, j)
}

type Alltoallw = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, Data, In, In, Out);
unsafe fn alltoallw(next: &Next<Alltoallw>, sendbuf: Data, sendcounts: In, sdispls: Data, sendtypes: In, recvbuf: Data,
    recvcounts: In, rdispls: Data, recvtypes: In, comm: In, ierr: Out) {
    let native = |native: Alltoallw, ierr| native(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm, ierr);
    let call = move || calls::Alltoallw { own: each(buffer_of(sendbuf), Counts::Small(sendcounts),
        Displacements::Small(sdispls.cast()), Datatypes::Fortran(sendtypes)), all: each(buffer_of(recvbuf),
        Counts::Small(recvcounts), Displacements::Small(rdispls.cast()), Datatypes::Fortran(recvtypes)),
        comm: comm_of(*comm) };
    let amount = move || monitor::alltoallw(buffer_of(sendbuf), Counts::Small(sendcounts),
        Datatypes::Fortran(sendtypes), Counts::Small(recvcounts), Datatypes::Fortran(recvtypes), comm_of(*comm));
    next.make("MPI_Alltoallw", ierr, native, &call, &amount)
}
static ALLTOALLW: Spelled<Alltoallw> = spelled([c"mpi_alltoallw_", c"mpi_alltoallw__", c"MPI_ALLTOALLW",
    c"mpi_alltoallw_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoallw_(a: Data, b: In, c: Data, d: In, e: Data, f: In, g: Data,
    h: In, i: In, j: Out) {
    alltoallw(&ALLTOALLW[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoallw__(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out) {
    alltoallw(&ALLTOALLW[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ALLTOALLW(a: Data, b: In, c: Data, d: In, e: Data, f: In, g: Data,
    h: In, i: In, j: Out) {
    alltoallw(&ALLTOALLW[2], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoallw_f08_(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out) {
    alltoallw(&ALLTOALLW[3], a, b, c, d, e, f, g, h, i, j)
}

type Barrier = unsafe extern "C-unwind" fn(In, Out);
unsafe fn barrier(next: &Next<Barrier>, comm: In, ierr: Out) {
    let native = |native: Barrier, ierr| native(comm, ierr);
    let call = move || calls::Barrier { comm: comm_of(*comm) };
    let amount = move || monitor::barrier(comm_of(*comm));
    next.make("MPI_Barrier", ierr, native, &call, &amount)
}
static BARRIER: Spelled<Barrier> = spelled([c"mpi_barrier_", c"mpi_barrier__", c"MPI_BARRIER", c"mpi_barrier_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_barrier_(a: In, b: Out) { barrier(&BARRIER[0], a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_barrier__(a: In, b: Out) { barrier(&BARRIER[1], a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_BARRIER(a: In, b: Out) { barrier(&BARRIER[2], a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_barrier_f08_(a: In, b: Out) { barrier(&BARRIER[3], a, b) }

type Bcast = unsafe extern "C-unwind" fn(Data, In, In, In, In, Out);
unsafe fn bcast(next: &Next<Bcast>, buffer: Data, count: In, datatype: In, root: In, comm: In, ierr: Out) {
    let native = |native: Bcast, ierr| native(buffer, count, datatype, root, comm, ierr);
    let call = move || calls::Bcast { data: data(buffer_of(buffer), (*count).into(), datatype_of(*datatype)),
        root: *root, comm: comm_of(*comm) };
    let amount = move || monitor::bcast((*count).into(), datatype_of(*datatype), *root, comm_of(*comm));
    next.make("MPI_Bcast", ierr, native, &call, &amount)
}
static BCAST: Spelled<Bcast> = spelled([c"mpi_bcast_", c"mpi_bcast__", c"MPI_BCAST", c"mpi_bcast_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_bcast_(a: Data, b: In, c: In, d: In, e: In, f: Out) {
    bcast(&BCAST[0], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_bcast__(a: Data, b: In, c: In, d: In, e: In, f: Out) {
    bcast(&BCAST[1], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_BCAST(a: Data, b: In, c: In, d: In, e: In, f: Out) {
    bcast(&BCAST[2], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_bcast_f08_(a: Data, b: In, c: In, d: In, e: In, f: Out) {
    bcast(&BCAST[3], a, b, c, d, e, f)
}

type Exscan = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, Out);
unsafe fn exscan(next: &Next<Exscan>, sendbuf: Data, recvbuf: Data, count: In, datatype: In, op: In, comm: In,
    ierr: Out) {
    let native = |native: Exscan, ierr| native(sendbuf, recvbuf, count, datatype, op, comm, ierr);
    let call = move || calls::Exscan { operand: data(buffer_of(sendbuf), (*count).into(), datatype_of(*datatype)),
        result: data(buffer_of(recvbuf), (*count).into(), datatype_of(*datatype)), op: op_of(*op),
        comm: comm_of(*comm) };
    let amount = move || monitor::exscan((*count).into(), datatype_of(*datatype), comm_of(*comm));
    next.make("MPI_Exscan", ierr, native, &call, &amount)
}
static EXSCAN: Spelled<Exscan> = spelled([c"mpi_exscan_", c"mpi_exscan__", c"MPI_EXSCAN", c"mpi_exscan_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_exscan_(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out) {
    exscan(&EXSCAN[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_exscan__(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out) {
    exscan(&EXSCAN[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_EXSCAN(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out) {
    exscan(&EXSCAN[2], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_exscan_f08_(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: Out) {
    exscan(&EXSCAN[3], a, b, c, d, e, f, g)
}

type Gather = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, In, Out);
unsafe fn gather(next: &Next<Gather>, sendbuf: Data, sendcount: In, sendtype: In, recvbuf: Data, recvcount: In,
    recvtype: In, root: In, comm: In, ierr: Out) {
    let native = |native: Gather, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        ierr);
    let call = move || calls::Gather { own: data(buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype)),
        all: data(buffer_of(recvbuf), (*recvcount).into(), datatype_of(*recvtype)), root: *root,
        comm: comm_of(*comm) };
    let amount = move || monitor::gather(buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype),
        (*recvcount).into(), datatype_of(*recvtype), *root, comm_of(*comm));
    next.make("MPI_Gather", ierr, native, &call, &amount)
}
static GATHER: Spelled<Gather> = spelled([c"mpi_gather_", c"mpi_gather__", c"MPI_GATHER", c"mpi_gather_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_gather_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In, h: In,
    i: Out) {
    gather(&GATHER[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_gather__(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: Out) {
    gather(&GATHER[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_GATHER(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In, h: In,
    i: Out) {
    gather(&GATHER[2], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_gather_f08_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: Out) {
    gather(&GATHER[3], a, b, c, d, e, f, g, h, i)
}

type NeighborAllgather = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, Out);
unsafe fn neighbor_allgather(next: &Next<NeighborAllgather>, sendbuf: Data, sendcount: In, sendtype: In, recvbuf: Data,
    recvcount: In, recvtype: In, comm: In, ierr: Out) {
    let native = |native: NeighborAllgather, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, ierr);
    let call = move || calls::NeighborAllgather { sent: Share::One(data(buffer_of(sendbuf), (*sendcount).into(),
        datatype_of(*sendtype))), received: Share::Equal(data(buffer_of(recvbuf), (*recvcount).into(),
        datatype_of(*recvtype))), comm: comm_of(*comm) };
    let amount = move || monitor::neighbours((*sendcount).into(), datatype_of(*sendtype), comm_of(*comm));
    next.make("MPI_Neighbor_allgather", ierr, native, &call, &amount)
}
static NEIGHBOR_ALLGATHER: Spelled<NeighborAllgather> = spelled([c"mpi_neighbor_allgather_",
    c"mpi_neighbor_allgather__", c"MPI_NEIGHBOR_ALLGATHER", c"mpi_neighbor_allgather_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_allgather_(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: Out) {
    neighbor_allgather(&NEIGHBOR_ALLGATHER[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_allgather__(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: Out) {
    neighbor_allgather(&NEIGHBOR_ALLGATHER[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_NEIGHBOR_ALLGATHER(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: Out) {
    neighbor_allgather(&NEIGHBOR_ALLGATHER[2], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_allgather_f08_(a: Data, b: In, c: In, d: Data, e: In,
    f: In, g: In, h: Out) {
    neighbor_allgather(&NEIGHBOR_ALLGATHER[3], a, b, c, d, e, f, g, h)
}

type NeighborAllgatherv = unsafe extern "C-unwind" fn(Data, In, In, Data, In, Data, In, In, Out);
unsafe fn neighbor_allgatherv(next: &Next<NeighborAllgatherv>, sendbuf: Data, sendcount: In, sendtype: In,
    recvbuf: Data, recvcounts: In, displs: Data, recvtype: In, comm: In, ierr: Out) {
    let native = |native: NeighborAllgatherv, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, ierr);
    let call = move || calls::NeighborAllgatherv { sent: Share::One(data(buffer_of(sendbuf), (*sendcount).into(),
        datatype_of(*sendtype))), received: Share::Unequal(blocks(buffer_of(recvbuf), Counts::Small(recvcounts),
        Displacements::Small(displs.cast()), datatype_of(*recvtype))), comm: comm_of(*comm) };
    let amount = move || monitor::neighbours((*sendcount).into(), datatype_of(*sendtype), comm_of(*comm));
    next.make("MPI_Neighbor_allgatherv", ierr, native, &call, &amount)
}
static NEIGHBOR_ALLGATHERV: Spelled<NeighborAllgatherv> = spelled([c"mpi_neighbor_allgatherv_",
    c"mpi_neighbor_allgatherv__", c"MPI_NEIGHBOR_ALLGATHERV", c"mpi_neighbor_allgatherv_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_allgatherv_(a: Data, b: In, c: In, d: Data, e: In,
    f: Data, g: In, h: In, i: Out) {
    neighbor_allgatherv(&NEIGHBOR_ALLGATHERV[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_allgatherv__(a: Data, b: In, c: In, d: Data, e: In,
    f: Data, g: In, h: In, i: Out) {
    neighbor_allgatherv(&NEIGHBOR_ALLGATHERV[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_NEIGHBOR_ALLGATHERV(a: Data, b: In, c: In, d: Data, e: In, f: Data,
    g: In, h: In, i: Out) {
    neighbor_allgatherv(&NEIGHBOR_ALLGATHERV[2], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_allgatherv_f08_(a: Data, b: In, c: In, d: Data, e: In,
    f: Data, g: In, h: In, i: Out) {
    neighbor_allgatherv(&NEIGHBOR_ALLGATHERV[3], a, b, c, d, e, f, g, h, i)
}

type NeighborAlltoall = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, Out);
unsafe fn neighbor_alltoall(next: &Next<NeighborAlltoall>, sendbuf: Data, sendcount: In, sendtype: In, recvbuf: Data,
    recvcount: In, recvtype: In, comm: In, ierr: Out) {
    let native = |native: NeighborAlltoall, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, ierr);
    let call = move || calls::NeighborAlltoall { sent: Share::Equal(data(buffer_of(sendbuf), (*sendcount).into(),
        datatype_of(*sendtype))), received: Share::Equal(data(buffer_of(recvbuf), (*recvcount).into(),
        datatype_of(*recvtype))), comm: comm_of(*comm) };
    let amount = move || monitor::neighbours((*sendcount).into(), datatype_of(*sendtype), comm_of(*comm));
    next.make("MPI_Neighbor_alltoall", ierr, native, &call, &amount)
}
static NEIGHBOR_ALLTOALL: Spelled<NeighborAlltoall> = spelled([c"mpi_neighbor_alltoall_", c"mpi_neighbor_alltoall__",
    c"MPI_NEIGHBOR_ALLTOALL", c"mpi_neighbor_alltoall_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoall_(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: Out) {
    neighbor_alltoall(&NEIGHBOR_ALLTOALL[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoall__(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: Out) {
    neighbor_alltoall(&NEIGHBOR_ALLTOALL[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_NEIGHBOR_ALLTOALL(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: Out) {
    neighbor_alltoall(&NEIGHBOR_ALLTOALL[2], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoall_f08_(a: Data, b: In, c: In, d: Data, e: In,
    f: In, g: In, h: Out) {
    neighbor_alltoall(&NEIGHBOR_ALLTOALL[3], a, b, c, d, e, f, g, h)
}

type NeighborAlltoallv = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, Data, In, In, Out);
unsafe fn neighbor_alltoallv(next: &Next<NeighborAlltoallv>, sendbuf: Data, sendcounts: In, sdispls: Data, sendtype: In,
    recvbuf: Data, recvcounts: In, rdispls: Data, recvtype: In, comm: In, ierr: Out) {
    let native = |native: NeighborAlltoallv, ierr| native(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, ierr);
    let call = move || calls::NeighborAlltoallv { sent: Share::Unequal(blocks(buffer_of(sendbuf),
        Counts::Small(sendcounts), Displacements::Small(sdispls.cast()), datatype_of(*sendtype))),
        received: Share::Unequal(blocks(buffer_of(recvbuf), Counts::Small(recvcounts),
        Displacements::Small(rdispls.cast()), datatype_of(*recvtype))), comm: comm_of(*comm) };
    let amount = move || monitor::neighbours_v(Counts::Small(sendcounts), datatype_of(*sendtype), comm_of(*comm));
    next.make("MPI_Neighbor_alltoallv", ierr, native, &call, &amount)
}
static NEIGHBOR_ALLTOALLV: Spelled<NeighborAlltoallv> = spelled([c"mpi_neighbor_alltoallv_",
    c"mpi_neighbor_alltoallv__", c"MPI_NEIGHBOR_ALLTOALLV", c"mpi_neighbor_alltoallv_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoallv_(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out) {
    neighbor_alltoallv(&NEIGHBOR_ALLTOALLV[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoallv__(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: Out) {
    neighbor_alltoallv(&NEIGHBOR_ALLTOALLV[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_NEIGHBOR_ALLTOALLV(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out) {
    neighbor_alltoallv(&NEIGHBOR_ALLTOALLV[2], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoallv_f08_(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: Out) {
    neighbor_alltoallv(&NEIGHBOR_ALLTOALLV[3], a, b, c, d, e, f, g, h, i, j)
}

type NeighborAlltoallw = unsafe extern "C-unwind" fn(Data, In, Data, In, Data, In, Data, In, In, Out);
unsafe fn neighbor_alltoallw(next: &Next<NeighborAlltoallw>, sendbuf: Data, sendcounts: In, sdispls: Data,
    sendtypes: In, recvbuf: Data, recvcounts: In, rdispls: Data, recvtypes: In, comm: In, ierr: Out) {
    let native = |native: NeighborAlltoallw, ierr| native(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm, ierr);
    let call = move || calls::NeighborAlltoallw { sent: Share::Unequal(each(buffer_of(sendbuf),
        Counts::Small(sendcounts), Displacements::Large(sdispls.cast()), Datatypes::Fortran(sendtypes))),
        received: Share::Unequal(each(buffer_of(recvbuf), Counts::Small(recvcounts),
        Displacements::Large(rdispls.cast()), Datatypes::Fortran(recvtypes))), comm: comm_of(*comm) };
    let amount = move || monitor::neighbours_w(Counts::Small(sendcounts), Datatypes::Fortran(sendtypes),
        comm_of(*comm));
    next.make("MPI_Neighbor_alltoallw", ierr, native, &call, &amount)
}
static NEIGHBOR_ALLTOALLW: Spelled<NeighborAlltoallw> = spelled([c"mpi_neighbor_alltoallw_",
    c"mpi_neighbor_alltoallw__", c"MPI_NEIGHBOR_ALLTOALLW", c"mpi_neighbor_alltoallw_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoallw_(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out) {
    neighbor_alltoallw(&NEIGHBOR_ALLTOALLW[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoallw__(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: Out) {
    neighbor_alltoallw(&NEIGHBOR_ALLTOALLW[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_NEIGHBOR_ALLTOALLW(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out) {
    neighbor_alltoallw(&NEIGHBOR_ALLTOALLW[2], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoallw_f08_(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: Out) {
    neighbor_alltoallw(&NEIGHBOR_ALLTOALLW[3], a, b, c, d, e, f, g, h, i, j)
}

type Reduce = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, In, Out);
unsafe fn reduce(next: &Next<Reduce>, sendbuf: Data, recvbuf: Data, count: In, datatype: In, op: In, root: In, comm: In,
    ierr: Out) {
    let native = |native: Reduce, ierr| native(sendbuf, recvbuf, count, datatype, op, root, comm, ierr);
    let call = move || calls::Reduce { operand: data(buffer_of(sendbuf), (*count).into(), datatype_of(*datatype)),
        result: data(buffer_of(recvbuf), (*count).into(), datatype_of(*datatype)), op: op_of(*op), root: *root,
        comm: comm_of(*comm) };
    let amount = move || monitor::reduce((*count).into(), datatype_of(*datatype), *root, comm_of(*comm));
    next.make("MPI_Reduce", ierr, native, &call, &amount)
}
static REDUCE: Spelled<Reduce> = spelled([c"mpi_reduce_", c"mpi_reduce__", c"MPI_REDUCE", c"mpi_reduce_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out) {
    reduce(&REDUCE[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce__(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out) {
    reduce(&REDUCE[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_REDUCE(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out) {
    reduce(&REDUCE[2], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_f08_(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out) {
    reduce(&REDUCE[3], a, b, c, d, e, f, g, h)
}

type ReduceScatter = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, Out);
unsafe fn reduce_scatter(next: &Next<ReduceScatter>, sendbuf: Data, recvbuf: Data, recvcounts: In, datatype: In, op: In,
    comm: In, ierr: Out) {
    let native = |native: ReduceScatter, ierr| native(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierr);
    let call = move || calls::ReduceScatter { operand: buffer_of(sendbuf), result: buffer_of(recvbuf),
        stretches: Stretches::Each(Counts::Small(recvcounts)), datatype: datatype_of(*datatype), op: op_of(*op),
        comm: comm_of(*comm) };
    let amount = move || monitor::reduce_scatter(Counts::Small(recvcounts), datatype_of(*datatype), comm_of(*comm));
    next.make("MPI_Reduce_scatter", ierr, native, &call, &amount)
}
static REDUCE_SCATTER: Spelled<ReduceScatter> = spelled([c"mpi_reduce_scatter_", c"mpi_reduce_scatter__",
    c"MPI_REDUCE_SCATTER", c"mpi_reduce_scatter_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_scatter_(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: Out) {
    reduce_scatter(&REDUCE_SCATTER[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_scatter__(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: Out) {
    reduce_scatter(&REDUCE_SCATTER[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_REDUCE_SCATTER(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: Out) {
    reduce_scatter(&REDUCE_SCATTER[2], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_scatter_f08_(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: Out) {
    reduce_scatter(&REDUCE_SCATTER[3], a, b, c, d, e, f, g)
}

type ReduceScatterBlock = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, Out);
unsafe fn reduce_scatter_block(next: &Next<ReduceScatterBlock>, sendbuf: Data, recvbuf: Data, recvcount: In,
    datatype: In, op: In, comm: In, ierr: Out) {
    let native = |native: ReduceScatterBlock, ierr| native(sendbuf, recvbuf, recvcount, datatype, op, comm, ierr);
    let call = move || calls::ReduceScatterBlock { operand: buffer_of(sendbuf), result: buffer_of(recvbuf),
        stretches: Stretches::Equal((*recvcount).into()), datatype: datatype_of(*datatype), op: op_of(*op),
        comm: comm_of(*comm) };
    let amount = move || monitor::reduce_scatter_block((*recvcount).into(), datatype_of(*datatype), comm_of(*comm));
    next.make("MPI_Reduce_scatter_block", ierr, native, &call, &amount)
}
static REDUCE_SCATTER_BLOCK: Spelled<ReduceScatterBlock> = spelled([c"mpi_reduce_scatter_block_",
    c"mpi_reduce_scatter_block__", c"MPI_REDUCE_SCATTER_BLOCK", c"mpi_reduce_scatter_block_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_scatter_block_(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: Out) {
    reduce_scatter_block(&REDUCE_SCATTER_BLOCK[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_scatter_block__(a: Data, b: Data, c: In, d: In, e: In,
    f: In, g: Out) {
    reduce_scatter_block(&REDUCE_SCATTER_BLOCK[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_REDUCE_SCATTER_BLOCK(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: Out) {
    reduce_scatter_block(&REDUCE_SCATTER_BLOCK[2], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_scatter_block_f08_(a: Data, b: Data, c: In, d: In, e: In,
    f: In, g: Out) {
    reduce_scatter_block(&REDUCE_SCATTER_BLOCK[3], a, b, c, d, e, f, g)
}

type Scan = unsafe extern "C-unwind" fn(Data, Data, In, In, In, In, Out);
unsafe fn scan(next: &Next<Scan>, sendbuf: Data, recvbuf: Data, count: In, datatype: In, op: In, comm: In, ierr: Out) {
    let native = |native: Scan, ierr| native(sendbuf, recvbuf, count, datatype, op, comm, ierr);
    let call = move || calls::Scan { operand: data(buffer_of(sendbuf), (*count).into(), datatype_of(*datatype)),
        result: data(buffer_of(recvbuf), (*count).into(), datatype_of(*datatype)), op: op_of(*op),
        comm: comm_of(*comm) };
    let amount = move || monitor::scan((*count).into(), datatype_of(*datatype), comm_of(*comm));
    next.make("MPI_Scan", ierr, native, &call, &amount)
}
static SCAN: Spelled<Scan> = spelled([c"mpi_scan_", c"mpi_scan__", c"MPI_SCAN", c"mpi_scan_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scan_(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out) {
    scan(&SCAN[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scan__(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out) {
    scan(&SCAN[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_SCAN(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out) {
    scan(&SCAN[2], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scan_f08_(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out) {
    scan(&SCAN[3], a, b, c, d, e, f, g)
}

type Scatter = unsafe extern "C-unwind" fn(Data, In, In, Data, In, In, In, In, Out);
unsafe fn scatter(next: &Next<Scatter>, sendbuf: Data, sendcount: In, sendtype: In, recvbuf: Data, recvcount: In,
    recvtype: In, root: In, comm: In, ierr: Out) {
    let native = |native: Scatter, ierr| native(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
        ierr);
    let call = move || calls::Scatter { all: data(buffer_of(sendbuf), (*sendcount).into(), datatype_of(*sendtype)),
        own: data(buffer_of(recvbuf), (*recvcount).into(), datatype_of(*recvtype)), root: *root,
        comm: comm_of(*comm) };
    let amount = move || monitor::scatter((*sendcount).into(), datatype_of(*sendtype), (*recvcount).into(),
        datatype_of(*recvtype), *root, comm_of(*comm));
    next.make("MPI_Scatter", ierr, native, &call, &amount)
}
static SCATTER: Spelled<Scatter> = spelled([c"mpi_scatter_", c"mpi_scatter__", c"MPI_SCATTER", c"mpi_scatter_f08_"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scatter_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: Out) {
    scatter(&SCATTER[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scatter__(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: Out) {
    scatter(&SCATTER[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_SCATTER(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In, h: In,
    i: Out) {
    scatter(&SCATTER[2], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scatter_f08_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: Out) {
    scatter(&SCATTER[3], a, b, c, d, e, f, g, h, i)
}
