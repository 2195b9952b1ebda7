// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counts the data that the program's calls send, at the sending process (thesis §3.3.1). Receives, waits and statuses
//! are not inspected: the senders have counted their data. Their time may be measured ([`timed`]).
//!
//! Messages of the library itself are made by `PMPI_` functions, which are not counted; but messages for a collective
//! call along the hierarchy are counted separately ([`internal`]).

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
pub use persistent::{Starting, all_started, at_starts, released, start, started};
pub use timing::{Function, timed};
pub use windows::{exchange, fetch, get, put, swap};

/// Enables counting in this process. Returns false if nothing can be counted.
pub fn begin() -> bool {
    let is_possible = counters::prepare();
    if is_possible {
        active::add(active::COUNTED);
    }
    is_possible
}

/// Frees the objects for counting in the native MPI.
pub fn release() {
    session::release();
    members::release();
    windows::release();
}

/// True if a call passes no message because its receiver is `MPI_PROC_NULL`, which is negative in every MPI.
///
/// # Safety
/// None: it has the arguments of [`tally`], and is called before it.
#[inline(always)]
pub unsafe fn passes_nothing(dest: c_int, _: Count, _: MPI_Datatype, _: MPI_Comm) -> bool {
    dest < 0
}

/// Returns the place of the counts of a call's message, if this thread has sent one of the same kind before. Uses only
/// the cache, so the arguments may be invalid.
///
/// Called before the native call, so that the memory accesses of both overlap: sequential accesses take longer than all
/// other steps of counting.
///
/// # Safety
/// The handles are of the MPI that this library was built for, valid or not.
#[inline(always)]
pub unsafe fn tally(dest: c_int, count: Count, datatype: MPI_Datatype, comm: MPI_Comm) -> Option<Tally<'static>> {
    threads::tally(dest, count, datatype, comm)
}

/// Counts a sent message.
///
/// # Safety
/// The native call has accepted the arguments.
#[cold]
#[inline(never)]
pub unsafe fn sent(dest: c_int, count: Count, datatype: MPI_Datatype, comm: MPI_Comm) {
    threads::with(|thread, rows| {
        thread.sent(rows, dest, count, datatype, comm);
    });
}

/// Counts a message of the library that transfers a part of a collective call, if such calls are counted.
pub fn internal(dest: c_int, count: c_int, datatype: MPI_Datatype, comm: &Comm) {
    if !active::asks(active::COLLECTIVES) {
        return;
    }
    threads::with(|thread, rows| {
        let peer = u32::try_from(dest).ok().and_then(|dest| thread.members(comm.handle())?.to(dest));
        if let Some(peer) = peer {
            rows.message(Class::Internal, peer, thread.bytes(count.into(), datatype));
        }
    });
}

/// Returns the message that each start of a persistent request sends.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn message(dest: c_int, count: Count, datatype: MPI_Datatype, comm: MPI_Comm) -> Option<Amount> {
    // A request to MPI_PROC_NULL passes nothing.
    let dest = u32::try_from(dest).ok()?;
    let peer = members::of(comm)?.to(dest)?;
    Some(Amount::Message { peer, bytes: bytes_passed(count, datatype) })
}

/// Returns a partitioned message, all parts of which one start sends.
///
/// # Safety
/// The native call has accepted the arguments.
pub unsafe fn partitioned(
    dest: c_int,
    partitions: c_int,
    elements: Count,
    datatype: MPI_Datatype,
    comm: MPI_Comm,
) -> Option<Amount> {
    // SAFETY: the native call has accepted the arguments, so the datatype and the communicator are valid handles.
    unsafe { message(dest, elements.saturating_mul(partitions.into()), datatype, comm) }
}

/// Counts the data of a call.
pub fn now(amount: &dyn Fn() -> Option<Amount>) {
    guarded(|| {
        match amount()? {
            // The frequent kind, which needs no memory.
            Amount::Call { group, operation, root, bytes } => {
                threads::with(|_, rows| rows.collective(group, operation, root, bytes));
            }
            other => threads::with(|_, rows| other.count(rows)),
        }
        Some(())
    });
}
