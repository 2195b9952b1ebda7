// SPDX-License-Identifier: MIT OR Apache-2.0
//! The collective calls under both of their names: the MPI's own, and the name that the library intercepts.

use std::ffi::{CStr, CString, c_int, c_void};
use std::ptr;

use hsplit_collectives::Operation;
use hsplit_experiments::payload::{NEIGHBOURS, Payload, Shares};

use super::raw::{self, Handle};
use super::{Comm, constants, count};

type Gathering = unsafe extern "C" fn(*const c_void, c_int, Handle, *mut c_void, c_int, Handle, c_int, Handle) -> c_int;

type Exchanging = unsafe extern "C" fn(*const c_void, c_int, Handle, *mut c_void, c_int, Handle, Handle) -> c_int;

type ExchangingUnequal = unsafe extern "C" fn(
    *const c_void,
    *const c_int,
    *const c_int,
    Handle,
    *mut c_void,
    *const c_int,
    *const c_int,
    Handle,
    Handle,
) -> c_int;

type ExchangingTypes = unsafe extern "C" fn(
    *const c_void,
    *const c_int,
    *const c_int,
    *const Handle,
    *mut c_void,
    *const c_int,
    *const c_int,
    *const Handle,
    Handle,
) -> c_int;

type ExchangingFarTypes = unsafe extern "C" fn(
    *const c_void,
    *const c_int,
    *const isize,
    *const Handle,
    *mut c_void,
    *const c_int,
    *const isize,
    *const Handle,
    Handle,
) -> c_int;

type GatheringUnequal = unsafe extern "C" fn(
    *const c_void,
    c_int,
    Handle,
    *mut c_void,
    *const c_int,
    *const c_int,
    Handle,
    Handle,
) -> c_int;

type Reducing = unsafe extern "C" fn(*const c_void, *mut c_void, c_int, Handle, Handle, Handle) -> c_int;

type ReducingUnequal = unsafe extern "C" fn(*const c_void, *mut c_void, *const c_int, Handle, Handle, Handle) -> c_int;

/// A set of collective calls.
pub(crate) struct Calls {
    /// Its name in tables and figures.
    pub(crate) name: &'static str,
    bcast: unsafe extern "C" fn(*mut c_void, c_int, Handle, c_int, Handle) -> c_int,
    reduce: unsafe extern "C" fn(*const c_void, *mut c_void, c_int, Handle, Handle, c_int, Handle) -> c_int,
    allreduce: Reducing,
    barrier: unsafe extern "C" fn(Handle) -> c_int,
    gather: Gathering,
    scatter: Gathering,
    allgather: Exchanging,
    alltoall: Exchanging,
    alltoallv: ExchangingUnequal,
    alltoallw: ExchangingTypes,
    allgatherv: GatheringUnequal,
    reduce_scatter: ReducingUnequal,
    reduce_scatter_block: Reducing,
    scan: Reducing,
    exscan: Reducing,
    neighbor_allgather: Exchanging,
    neighbor_allgatherv: GatheringUnequal,
    neighbor_alltoall: Exchanging,
    neighbor_alltoallv: ExchangingUnequal,
    neighbor_alltoallw: ExchangingFarTypes,
}

/// The MPI's functions.
pub(crate) const NATIVE: Calls = Calls {
    name: "native",
    bcast: raw::PMPI_Bcast,
    reduce: raw::PMPI_Reduce,
    allreduce: raw::PMPI_Allreduce,
    barrier: raw::PMPI_Barrier,
    gather: raw::PMPI_Gather,
    scatter: raw::PMPI_Scatter,
    allgather: raw::PMPI_Allgather,
    alltoall: raw::PMPI_Alltoall,
    alltoallv: raw::PMPI_Alltoallv,
    alltoallw: raw::PMPI_Alltoallw,
    allgatherv: raw::PMPI_Allgatherv,
    reduce_scatter: raw::PMPI_Reduce_scatter,
    reduce_scatter_block: raw::PMPI_Reduce_scatter_block,
    scan: raw::PMPI_Scan,
    exscan: raw::PMPI_Exscan,
    neighbor_allgather: raw::PMPI_Neighbor_allgather,
    neighbor_allgatherv: raw::PMPI_Neighbor_allgatherv,
    neighbor_alltoall: raw::PMPI_Neighbor_alltoall,
    neighbor_alltoallv: raw::PMPI_Neighbor_alltoallv,
    neighbor_alltoallw: raw::PMPI_Neighbor_alltoallw,
};

/// The functions that the library intercepts.
pub(crate) const LIBRARY: Calls = Calls {
    name: "library",
    bcast: raw::MPI_Bcast,
    reduce: raw::MPI_Reduce,
    allreduce: raw::MPI_Allreduce,
    barrier: raw::MPI_Barrier,
    gather: raw::MPI_Gather,
    scatter: raw::MPI_Scatter,
    allgather: raw::MPI_Allgather,
    alltoall: raw::MPI_Alltoall,
    alltoallv: raw::MPI_Alltoallv,
    alltoallw: raw::MPI_Alltoallw,
    allgatherv: raw::MPI_Allgatherv,
    reduce_scatter: raw::MPI_Reduce_scatter,
    reduce_scatter_block: raw::MPI_Reduce_scatter_block,
    scan: raw::MPI_Scan,
    exscan: raw::MPI_Exscan,
    neighbor_allgather: raw::MPI_Neighbor_allgather,
    neighbor_allgatherv: raw::MPI_Neighbor_allgatherv,
    neighbor_alltoall: raw::MPI_Neighbor_alltoall,
    neighbor_alltoallv: raw::MPI_Neighbor_alltoallv,
    neighbor_alltoallw: raw::MPI_Neighbor_alltoallw,
};

/// The library's prediction of a call.
pub(crate) struct Forecast {
    /// The time that it predicts.
    pub(crate) seconds: f64,
    /// Its words for how the call goes.
    pub(crate) words: String,
}

impl Comm {
    /// Fixes the strategy of intercepted calls (`strategy=`), and gives the forecast for one with root 0; `None`
    /// where no model is asked.
    pub(crate) fn fix_strategy(&self, strategy: &str, operation: Operation, bytes: usize) -> Option<Forecast> {
        let strategy = CString::new(strategy).unwrap_or_default();
        let (mut seconds, mut words) = (-1.0, vec![0u8; raw::TEXT]);
        // SAFETY: the text ends with a NUL; seconds is a variable of this function; words has TEXT bytes, the capacity
        // that is passed with it.
        unsafe {
            raw::hsplit_internal_fix_strategy(
                self.handle,
                strategy.as_ptr(),
                operation as c_int,
                bytes,
                0,
                &raw mut seconds,
                words.as_mut_ptr().cast(),
                count(raw::TEXT),
            );
        }
        let words = CStr::from_bytes_until_nul(&words).map(CStr::to_string_lossy).unwrap_or_default().into_owned();
        (seconds >= 0.0).then_some(Forecast { seconds, words })
    }

    /// How many numbers each block has, and where it begins in units of `unit`, for irregular calls.
    fn blocks(lengths: impl Iterator<Item = usize>, unit: usize) -> (Vec<c_int>, Vec<c_int>) {
        let mut end = 0;
        let block = |length| {
            let begin = end;
            end += length * unit;
            (count(length), count(begin))
        };
        lengths.map(block).unzip()
    }

    /// Makes a call with root 0 on shares of ints. The payload is this rank's, for this operation and these shares.
    pub(crate) fn call(&self, calls: &Calls, operation: Operation, payload: &mut Payload, shares: Shares) {
        let address = |values: &mut Vec<i32>| {
            if values.is_empty() { ptr::null_mut() } else { values.as_mut_ptr().cast::<c_void>() }
        };
        let (from, to) = (address(&mut payload.from), address(&mut payload.to));
        let (length, int, sum, comm) = (count(shares.length), constants().int, constants().sum, self.handle);
        let parts = if operation.is_neighbourly() { NEIGHBOURS } else { self.size() };
        let blocks = |unit| Self::blocks(std::iter::repeat_n(shares.length, parts), unit);
        let sent = |unit| Self::blocks((0..parts).map(|to| shares.block(self.rank, to)), unit);
        let received = |unit| Self::blocks((0..parts).map(|from| shares.block(from, self.rank)), unit);
        // SAFETY: `Payload::before` has sized both buffers for this operation, rank and length; one that is empty is
        // passed as NULL, which the operation does not use on this rank.
        unsafe {
            match operation {
                Operation::Bcast => (calls.bcast)(to, length, int, 0, comm),
                Operation::Reduce => (calls.reduce)(from, to, length, int, sum, 0, comm),
                Operation::Allreduce => (calls.allreduce)(from, to, length, int, sum, comm),
                Operation::Barrier => (calls.barrier)(comm),
                Operation::Gather => (calls.gather)(from, length, int, to, length, int, 0, comm),
                Operation::Scatter => (calls.scatter)(from, length, int, to, length, int, 0, comm),
                Operation::Allgather => (calls.allgather)(from, length, int, to, length, int, comm),
                Operation::Alltoall => (calls.alltoall)(from, length, int, to, length, int, comm),
                Operation::Alltoallv => {
                    let ((counts, places), (to_counts, to_places)) = (sent(1), received(1));
                    let (counts, places) = (counts.as_ptr(), places.as_ptr());
                    let (to_counts, to_places) = (to_counts.as_ptr(), to_places.as_ptr());
                    (calls.alltoallv)(from, counts, places, int, to, to_counts, to_places, int, comm)
                }
                Operation::ReduceScatter => {
                    let (counts, _) = blocks(1);
                    (calls.reduce_scatter)(from, to, counts.as_ptr(), int, sum, comm)
                }
                Operation::ReduceScatterBlock => (calls.reduce_scatter_block)(from, to, length, int, sum, comm),
                Operation::Scan => (calls.scan)(from, to, length, int, sum, comm),
                Operation::Exscan => (calls.exscan)(from, to, length, int, sum, comm),
                Operation::Allgatherv => {
                    let (counts, places) = blocks(1);
                    let (counts, places) = (counts.as_ptr(), places.as_ptr());
                    (calls.allgatherv)(from, length, int, to, counts, places, int, comm)
                }
                Operation::NeighborAllgather => (calls.neighbor_allgather)(from, length, int, to, length, int, comm),
                Operation::NeighborAlltoall => (calls.neighbor_alltoall)(from, length, int, to, length, int, comm),
                Operation::NeighborAllgatherv => {
                    let (counts, places) = blocks(1);
                    let (counts, places) = (counts.as_ptr(), places.as_ptr());
                    (calls.neighbor_allgatherv)(from, length, int, to, counts, places, int, comm)
                }
                Operation::NeighborAlltoallv => {
                    let (counts, places) = blocks(1);
                    let (counts, places) = (counts.as_ptr(), places.as_ptr());
                    (calls.neighbor_alltoallv)(from, counts, places, int, to, counts, places, int, comm)
                }
                Operation::NeighborAlltoallw => {
                    let (counts, places) = blocks(size_of::<c_int>());
                    let places: Vec<isize> = places.into_iter().map(|place| place as isize).collect();
                    let types = vec![int; counts.len()];
                    let (counts, places, types) = (counts.as_ptr(), places.as_ptr(), types.as_ptr());
                    (calls.neighbor_alltoallw)(from, counts, places, types, to, counts, places, types, comm)
                }
                Operation::Alltoallw => {
                    let unit = size_of::<c_int>();
                    let ((counts, places), (to_counts, to_places)) = (sent(unit), received(unit));
                    let types = vec![int; counts.len()];
                    let (counts, places, types) = (counts.as_ptr(), places.as_ptr(), types.as_ptr());
                    let (to_counts, to_places) = (to_counts.as_ptr(), to_places.as_ptr());
                    (calls.alltoallw)(from, counts, places, types, to, to_counts, to_places, types, comm)
                }
            }
        };
    }
}
