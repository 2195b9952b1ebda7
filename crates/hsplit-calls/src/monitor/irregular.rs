// SPDX-License-Identifier: MIT OR Apache-2.0
//! Irregular and neighbourhood collectives, counted pair by pair, from the arguments. A pair without data is no
//! message. With `MPI_IN_PLACE`, a rank sends nothing to itself.

use std::ffi::{c_int, c_void};

use mpi_sys::{MPI_Comm, MPI_Datatype};

use super::amount::Amount;
use crate::counters::members::{self, Members};
use crate::neighbours;
use hsplit_mpi::arrays::{Counts, Datatypes};
use hsplit_mpi::constants::{in_place, root as root_of_inter};
use hsplit_mpi::datatype::bytes_passed;
use hsplit_mpi::raw::Count;

/// Messages with these bytes to the ranks of a communicator.
fn messages(members: &Members, bytes: impl IntoIterator<Item = (u32, u64)>) -> Option<Amount> {
    let to = |(rank, bytes): (u32, u64)| Some((members.to(rank)?, bytes)).filter(|_| bytes > 0);
    Some(Amount::Messages(bytes.into_iter().filter_map(to).collect()))
}

/// Returns the receiving ranks; without this rank if its data is in place.
fn receivers(members: &Members, in_place: bool) -> impl Iterator<Item = u32> {
    (0..members.count()).filter(move |rank| !in_place || *rank != members.own())
}

/// True if the buffer is `MPI_IN_PLACE`.
pub fn is_in_place(buffer: *mut c_void) -> bool {
    std::ptr::eq(buffer, in_place())
}

/// The data for each rank of `MPI_Alltoallv`.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn alltoallv(
    sendbuf: *mut c_void,
    sendcounts: Counts,
    sendtype: MPI_Datatype,
    recvcounts: Counts,
    recvtype: MPI_Datatype,
    comm: MPI_Comm,
) -> Option<Amount> {
    let members = members::of(comm)?;
    let in_place = is_in_place(sendbuf);
    let (counts, datatype) = if in_place { (recvcounts, recvtype) } else { (sendcounts, sendtype) };
    // SAFETY: there is a count for each receiving rank, by the standard.
    messages(
        members,
        receivers(members, in_place).map(|rank| (rank, bytes_passed(unsafe { counts.get(rank as usize) }, datatype))),
    )
}

/// The data for each rank of `MPI_Alltoallw`.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn alltoallw(
    sendbuf: *mut c_void,
    sendcounts: Counts,
    sendtypes: Datatypes,
    recvcounts: Counts,
    recvtypes: Datatypes,
    comm: MPI_Comm,
) -> Option<Amount> {
    let members = members::of(comm)?;
    let in_place = is_in_place(sendbuf);
    let (counts, datatypes) = if in_place { (recvcounts, recvtypes) } else { (sendcounts, sendtypes) };
    // SAFETY: there are a count and a datatype for each receiving rank, by the standard.
    let bytes = |rank: u32| unsafe { bytes_passed(counts.get(rank as usize), datatypes.get(rank as usize)) };
    messages(members, receivers(members, in_place).map(|rank| (rank, bytes(rank))))
}

/// The data for the root of `MPI_Gatherv`.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn gatherv(
    sendbuf: *mut c_void,
    sendcount: Count,
    sendtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> Option<Amount> {
    // In the group of the root of an intercommunicator, the root is negative, and nothing is sent.
    let root = u32::try_from(root).ok()?;
    if is_in_place(sendbuf) {
        return None;
    }
    messages(members::of(comm)?, [(root, bytes_passed(sendcount, sendtype))])
}

/// The data from the root of `MPI_Scatterv`.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn scatterv(
    sendcounts: Counts,
    sendtype: MPI_Datatype,
    recvbuf: *mut c_void,
    root: c_int,
    comm: MPI_Comm,
) -> Option<Amount> {
    let members = members::of(comm)?;
    let is_root = if members.is_inter() { root == root_of_inter() } else { u32::try_from(root) == Ok(members.own()) };
    if !is_root {
        return None;
    }
    let in_place = is_in_place(recvbuf);
    // SAFETY: the root has a count for each receiving rank, by the standard.
    messages(
        members,
        receivers(members, in_place)
            .map(|rank| (rank, bytes_passed(unsafe { sendcounts.get(rank as usize) }, sendtype))),
    )
}

/// The data for each neighbour, by its index in the list.
fn to_neighbours(comm: MPI_Comm, bytes: impl Fn(usize) -> u64) -> Option<Amount> {
    let adjacency = neighbours::of(comm).ok()??;
    let sent = adjacency.destinations.iter().enumerate().filter_map(|(place, rank)| Some(((*rank)?, bytes(place))));
    messages(members::of(comm)?, sent)
}

/// The data for each neighbour of `MPI_Neighbor_allgather`, `_allgatherv` and `_alltoall`.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn neighbours(sendcount: Count, sendtype: MPI_Datatype, comm: MPI_Comm) -> Option<Amount> {
    to_neighbours(comm, |_| bytes_passed(sendcount, sendtype))
}

/// The data for each neighbour of `MPI_Neighbor_alltoallv`.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn neighbours_v(sendcounts: Counts, sendtype: MPI_Datatype, comm: MPI_Comm) -> Option<Amount> {
    // SAFETY: there is a count for each neighbour, by the standard.
    to_neighbours(comm, |place| bytes_passed(unsafe { sendcounts.get(place) }, sendtype))
}

/// The data for each neighbour of `MPI_Neighbor_alltoallw`.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn neighbours_w(sendcounts: Counts, sendtypes: Datatypes, comm: MPI_Comm) -> Option<Amount> {
    // SAFETY: there are a count and a datatype for each neighbour, by the standard.
    to_neighbours(comm, |place| unsafe { bytes_passed(sendcounts.get(place), sendtypes.get(place)) })
}
