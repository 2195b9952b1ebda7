// SPDX-License-Identifier: MIT OR Apache-2.0
//! Other collective calls, counted by communicator, operation, root and bytes. `hsplit_monitor` computes from these
//! what each rank sends to which rank.

use std::ffi::{c_int, c_void};

use mpi_sys::{MPI_Comm, MPI_Datatype};

use super::amount::Amount;
use super::irregular::is_in_place;
use crate::counters::members::Members;
use crate::counters::threads;
use hsplit_monitor::{Group, Operation, sends_share};
use hsplit_mpi::arrays::Counts;
use hsplit_mpi::constants::root as root_of_inter;
use hsplit_mpi::raw::Count;

/// A call without a root.
fn call(operation: Operation, members: &Members, bytes: u64) -> Option<Amount> {
    Some(Amount::Call { group: members.group(), operation, root: 0, bytes })
}

/// A call with a root.
fn rooted(operation: Operation, members: &Members, root: u32, bytes: u64) -> Option<Amount> {
    Some(Amount::Call { group: members.group(), operation, root, bytes })
}

/// Returns the root of a call as the counters store it.
fn root_of(root: c_int) -> u32 {
    let special = if root == root_of_inter() { Group::ROOT } else { Group::NO_ROOT };
    u32::try_from(root).unwrap_or(special)
}

/// A call with a root and a vector that is the same at all ranks. A rank whose group has the root of an
/// intercommunicator passes no vector.
fn vector(operation: Operation, count: Count, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> Option<Amount> {
    let root = root_of(root);
    let bytes = if root == Group::NO_ROOT { 0 } else { threads::bytes(count, datatype) };
    rooted(operation, threads::members(comm)?, root, bytes)
}

macro_rules! without_root {
    ($($(#[$doc:meta])* $name:ident = $operation:ident;)+) => { $(
        $(#[$doc])*
        ///
        /// # Safety
        /// The native call has taken the arguments.
        pub unsafe fn $name(count: Count, datatype: MPI_Datatype, comm: MPI_Comm) -> Option<Amount> {
            call(Operation::$operation, threads::members(comm)?, threads::bytes(count, datatype))
        }
    )+ };
}

without_root! {
    /// `MPI_Allreduce`.
    allreduce = Allreduce;
    /// `MPI_Reduce_scatter_block`.
    reduce_scatter_block = ReduceScatterBlock;
    /// `MPI_Scan`.
    scan = Scan;
    /// `MPI_Exscan`.
    exscan = Exscan;
}

/// `MPI_Barrier`.
///
/// # Safety
/// The native call has taken the argument.
pub unsafe fn barrier(comm: MPI_Comm) -> Option<Amount> {
    call(Operation::Barrier, threads::members(comm)?, 0)
}

/// `MPI_Bcast`.
///
/// # Safety
/// The native call has taken the arguments.
pub unsafe fn bcast(count: Count, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> Option<Amount> {
    vector(Operation::Bcast, count, datatype, root, comm)
}

/// `MPI_Reduce`.
///
/// # Safety
/// The native call has taken the arguments.
pub unsafe fn reduce(count: Count, datatype: MPI_Datatype, root: c_int, comm: MPI_Comm) -> Option<Amount> {
    vector(Operation::Reduce, count, datatype, root, comm)
}

/// Returns the bytes that a rank contributes; with `MPI_IN_PLACE`, the received count determines them.
fn contributed(sendbuf: *mut c_void, sent: (Count, MPI_Datatype), received: (Count, MPI_Datatype)) -> u64 {
    let (count, datatype) = if is_in_place(sendbuf) { received } else { sent };
    threads::bytes(count, datatype)
}

/// `MPI_Gather`: the data that this rank contributes.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn gather(
    sendbuf: *mut c_void,
    sendcount: Count,
    sendtype: MPI_Datatype,
    recvcount: Count,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> Option<Amount> {
    let root = root_of(root);
    let bytes = match root {
        Group::ROOT | Group::NO_ROOT => 0,
        _ => contributed(sendbuf, (sendcount, sendtype), (recvcount, recvtype)),
    };
    rooted(Operation::Gather, threads::members(comm)?, root, bytes)
}

/// `MPI_Scatter`: the data for one rank.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn scatter(
    sendcount: Count,
    sendtype: MPI_Datatype,
    recvcount: Count,
    recvtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> Option<Amount> {
    let (root, members) = (root_of(root), threads::members(comm)?);
    let bytes = match root {
        Group::NO_ROOT => 0,
        Group::ROOT => threads::bytes(sendcount, sendtype),
        _ if !members.is_inter() && root == members.own() => threads::bytes(sendcount, sendtype),
        _ => threads::bytes(recvcount, recvtype),
    };
    rooted(Operation::Scatter, members, root, bytes)
}

/// `MPI_Allgather`: the data that this rank contributes.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn allgather(
    sendbuf: *mut c_void,
    sendcount: Count,
    sendtype: MPI_Datatype,
    recvcount: Count,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> Option<Amount> {
    let bytes = contributed(sendbuf, (sendcount, sendtype), (recvcount, recvtype));
    call(Operation::Allgather, threads::members(comm)?, bytes)
}

/// `MPI_Allgatherv`: the data that this rank contributes.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn allgatherv(
    sendbuf: *mut c_void,
    sendcount: Count,
    sendtype: MPI_Datatype,
    recvcounts: Counts,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> Option<Amount> {
    let members = threads::members(comm)?;
    let bytes = if is_in_place(sendbuf) {
        // SAFETY: an intracommunicator, which has a count for each rank, by the standard.
        threads::bytes(unsafe { recvcounts.get(members.own() as usize) }, recvtype)
    } else {
        threads::bytes(sendcount, sendtype)
    };
    call(Operation::Allgather, members, bytes)
}

/// `MPI_Alltoall`: the data for one rank.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn alltoall(
    sendbuf: *mut c_void,
    sendcount: Count,
    sendtype: MPI_Datatype,
    recvcount: Count,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> Option<Amount> {
    let bytes = contributed(sendbuf, (sendcount, sendtype), (recvcount, recvtype));
    call(Operation::Alltoall, threads::members(comm)?, bytes)
}

/// `MPI_Reduce_scatter`: the whole vector, and the shares, unless these are equal.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn reduce_scatter(recvcounts: Counts, datatype: MPI_Datatype, comm: MPI_Comm) -> Option<Amount> {
    let members = threads::members(comm)?;
    let (group, own) = (members.group(), members.own());
    // SAFETY: there is a count for each rank of the local group, by the standard.
    let counts = || (0..group.size()).map(|rank| (rank, unsafe { recvcounts.get(rank as usize) }));
    let bytes = threads::bytes(counts().map(|(_, count)| count).sum(), datatype);
    let first = counts().next().map_or(0, |(_, count)| count);
    if counts().all(|(_, count)| count == first) {
        return call(Operation::ReduceScatter, members, bytes);
    }
    let is_sent = |&(rank, count): &(u32, Count)| count > 0 && sends_share(own, rank);
    let shares = counts().filter(is_sent).map(|(rank, count)| (rank, threads::bytes(count, datatype))).collect();
    Some(Amount::Shares { group, bytes, shares })
}
