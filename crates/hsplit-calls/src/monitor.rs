// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counting what the program's calls send, at the process that passes the data (thesis §3.3.1). Receives, waits and
//! statuses are never looked at: what is received is what others have sent. The time in them may be taken ([`timed`]).
//!
//! Messages of the library itself are made by `PMPI_` functions, which nothing counts; but those that carry a
//! collective call along the hierarchy are counted apart ([`carried`]).

use std::ffi::c_int;

use mpi_sys::{MPI_Comm, MPI_Datatype};

use super::active;
use super::counters::{self, guarded, members, threads};
use hsplit_monitor::{Class, Tally};
use hsplit_mpi::Comm;
use hsplit_mpi::datatype::bytes_passed;
use hsplit_mpi::raw::Count;

mod amount;
mod collective;
pub mod finalize;
pub mod flush;
mod irregular;
pub mod levels;
mod output;
mod persistent;
pub mod reorder;
pub mod session;
mod timing;
mod what;
mod windows;

pub use amount::Amount;
pub use collective::{
    allgather, allgatherv, allreduce, alltoall, barrier, bcast, exscan, gather, reduce, reduce_scatter,
    reduce_scatter_block, scan, scatter,
};
pub use irregular::{alltoallv, alltoallw, gatherv, neighbours, neighbours_v, neighbours_w, scatterv};
pub use persistent::{all_started, at_starts, released, started};
pub use timing::{Function, timed};
pub use windows::{exchange, fetch, get, put, swap};

/// Counts everything from now on in this process. False where nothing can be counted.
pub fn begin() -> bool {
    let is_possible = counters::prepare();
    if is_possible {
        active::add(active::COUNTED);
    }
    is_possible
}

/// Gives back what the native MPI keeps for counting.
pub fn release() {
    session::release();
    members::release();
    windows::release();
}

/// Whether a call passes no message, for its receiver is `MPI_PROC_NULL`, which is negative in every MPI.
///
/// # Safety
/// None: it has the arguments of [`tally`], which it is asked before.
#[inline(always)]
pub unsafe fn passes_nothing(dest: c_int, _: Count, _: MPI_Datatype, _: MPI_Comm) -> bool {
    dest < 0
}

/// Where the message of a call is counted, if it is like one that this thread has sent before. Looks at what is
/// remembered alone, so the arguments may be wrong.
///
/// It is asked before the native call, whose memory accesses then go on at the same time: one after the other the looks
/// take longer than all else that counting does.
///
/// # Safety
/// The handles are of the MPI that this library was built for, valid or not.
#[inline(always)]
pub unsafe fn tally(dest: c_int, count: Count, datatype: MPI_Datatype, comm: MPI_Comm) -> Option<Tally<'static>> {
    threads::tally(dest, count, datatype, comm)
}

/// Counts a message that has been sent.
///
/// # Safety
/// The native call has taken the arguments.
#[cold]
#[inline(never)]
pub unsafe fn sent(dest: c_int, count: Count, datatype: MPI_Datatype, comm: MPI_Comm) {
    threads::with(|thread, rows| {
        thread.sent(rows, dest, count, datatype, comm);
    });
}

/// Counts a message of the library that carries a part of a collective call, where such calls are counted.
pub fn carried(dest: c_int, count: c_int, datatype: MPI_Datatype, comm: &Comm) {
    if !active::asks(active::COLLECTIVES) {
        return;
    }
    threads::with(|thread, rows| {
        let peer = u32::try_from(dest).ok().and_then(|dest| thread.members(comm.handle())?.to(dest));
        if let Some(peer) = peer {
            rows.message(Class::Carried, peer, thread.bytes(count.into(), datatype));
        }
    });
}

/// A message that is sent at each start of a persistent request.
///
/// # Safety
/// The native call has taken the arguments.
pub unsafe fn message(dest: c_int, count: Count, datatype: MPI_Datatype, comm: MPI_Comm) -> Option<Amount> {
    // A request to MPI_PROC_NULL passes nothing.
    let dest = u32::try_from(dest).ok()?;
    let peer = members::of(comm)?.to(dest)?;
    Some(Amount::Message { peer, bytes: bytes_passed(count, datatype) })
}

/// A message in parts, all of which one start sends.
///
/// # Safety
/// The native call has taken the arguments.
pub unsafe fn partitioned(
    dest: c_int,
    partitions: c_int,
    elements: Count,
    datatype: MPI_Datatype,
    comm: MPI_Comm,
) -> Option<Amount> {
    // SAFETY: the native call has taken the arguments, so the datatype and the communicator are valid handles.
    unsafe { message(dest, elements.saturating_mul(partitions.into()), datatype, comm) }
}

/// Counts what a call has passed.
pub fn now(amount: &dyn Fn() -> Option<Amount>) {
    guarded(|| amount().map(|amount| threads::with(|_, rows| amount.count(rows))));
}
