// SPDX-License-Identifier: MIT OR Apache-2.0
//! Irregular and neighbourhood collectives: pair by pair, from the arguments. A pair without data is no message. Where
//! data is in place, a rank sends nothing to itself.

use std::ffi::{c_int, c_void};

use mpi_sys::{MPI_Comm, MPI_Datatype};

use super::amount::Amount;
use crate::counters::members::{self, Members};
use crate::neighbours;
use hsplit_mpi::arrays::{Counts, Datatypes};
use hsplit_mpi::constants::{in_place, root as root_of_inter};
use hsplit_mpi::datatype::bytes_passed;
use hsplit_mpi::raw::Count;

/// Messages of these bytes to the ranks of a communicator.
fn messages(members: &Members, bytes: impl IntoIterator<Item = (u32, u64)>) -> Option<Amount> {
    let to = |(rank, bytes): (u32, u64)| Some((members.to(rank)?, bytes)).filter(|_| bytes > 0);
    Some(Amount::Messages(bytes.into_iter().filter_map(to).collect()))
}

/// The ranks that data goes to: not to this one, where its own is in place.
fn receivers(members: &Members, in_place: bool) -> impl Iterator<Item = u32> {
    (0..members.count()).filter(move |rank| !in_place || *rank != members.own())
}

/// Whether data is where it belongs already.
pub fn is_in_place(buffer: *mut c_void) -> bool {
    std::ptr::eq(buffer, in_place())
}

/// What goes to each rank of `MPI_Alltoallv`.
///
/// # Safety
/// The native call has taken the arguments.
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
    // SAFETY: there is a count for each rank that is sent to, by the standard.
    messages(
        members,
        receivers(members, in_place).map(|rank| (rank, bytes_passed(unsafe { counts.get(rank as usize) }, datatype))),
    )
}

/// What goes to each rank of `MPI_Alltoallw`.
///
/// # Safety
/// The native call has taken the arguments.
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
    // SAFETY: there are a count and a datatype for each rank that is sent to, by the standard.
    let bytes = |rank: u32| unsafe { bytes_passed(counts.get(rank as usize), datatypes.get(rank as usize)) };
    messages(members, receivers(members, in_place).map(|rank| (rank, bytes(rank))))
}

/// What goes to the root of `MPI_Gatherv`.
///
/// # Safety
/// The native call has taken the arguments.
pub unsafe fn gatherv(
    sendbuf: *mut c_void,
    sendcount: Count,
    sendtype: MPI_Datatype,
    root: c_int,
    comm: MPI_Comm,
) -> Option<Amount> {
    // In the group of the root of an intercommunicator it is negative, and nothing is sent.
    let root = u32::try_from(root).ok()?;
    if is_in_place(sendbuf) {
        return None;
    }
    messages(members::of(comm)?, [(root, bytes_passed(sendcount, sendtype))])
}

/// What goes from the root of `MPI_Scatterv`.
///
/// # Safety
/// The native call has taken the arguments.
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
    // SAFETY: the root has a count for each rank that is sent to, by the standard.
    messages(
        members,
        receivers(members, in_place)
            .map(|rank| (rank, bytes_passed(unsafe { sendcounts.get(rank as usize) }, sendtype))),
    )
}

/// What goes to each neighbour, by its place in the list of them.
fn to_neighbours(comm: MPI_Comm, bytes: impl Fn(usize) -> u64) -> Option<Amount> {
    let adjacency = neighbours::of(comm).ok()??;
    let sent = adjacency.destinations.iter().enumerate().filter_map(|(place, rank)| Some(((*rank)?, bytes(place))));
    messages(members::of(comm)?, sent)
}

/// What goes to each neighbour of `MPI_Neighbor_allgather`, `_allgatherv` and `_alltoall`.
///
/// # Safety
/// The native call has taken the arguments.
pub unsafe fn neighbours(sendcount: Count, sendtype: MPI_Datatype, comm: MPI_Comm) -> Option<Amount> {
    to_neighbours(comm, |_| bytes_passed(sendcount, sendtype))
}

/// What goes to each neighbour of `MPI_Neighbor_alltoallv`.
///
/// # Safety
/// The native call has taken the arguments.
pub unsafe fn neighbours_v(sendcounts: Counts, sendtype: MPI_Datatype, comm: MPI_Comm) -> Option<Amount> {
    // SAFETY: there is a count for each neighbour, by the standard.
    to_neighbours(comm, |place| bytes_passed(unsafe { sendcounts.get(place) }, sendtype))
}

/// What goes to each neighbour of `MPI_Neighbor_alltoallw`.
///
/// # Safety
/// The native call has taken the arguments.
pub unsafe fn neighbours_w(sendcounts: Counts, sendtypes: Datatypes, comm: MPI_Comm) -> Option<Amount> {
    // SAFETY: there are a count and a datatype for each neighbour, by the standard.
    to_neighbours(comm, |place| unsafe { bytes_passed(sendcounts.get(place), sendtypes.get(place)) })
}
