// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Comm_get_min_hlevel` (RR-9077 §3.3.2): the lowest level that some ranks share, a question to the
//! [`map`](super::map).

use std::ffi::c_int;

use mpi_sys::MPI_Comm;

use super::map::{self, Map};
use super::room::list;
use super::runtime;
use crate::error::Error;
use hsplit_core::name::Name;
use hsplit_core::table::UNKNOWN;

/// The name of the lowest level that the listed ranks share.
///
/// # Errors
/// The caller's mistake. The first call reports it after the exchange, so that no rank waits in vain.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn min_level(handle: MPI_Comm, nranks: c_int, ranks: *const c_int) -> Result<Name, Error> {
    let runtime = runtime::get();
    if runtime.steps_aside() {
        return Ok(UNKNOWN);
    }
    // SAFETY: `list` refuses NULL and a negative number; an array has `nranks` elements by the contract of
    // MPI_Comm_get_min_hlevel.
    let list = unsafe { list(("nranks", nranks), ("ranks", ranks)) };
    map::ask(runtime, handle, |map| list.and_then(|list| map.lowest_shared(list)))
}

impl Map {
    /// The number of a rank that the communicator has.
    ///
    /// # Errors
    /// The `index`-th one of the caller's list is none.
    pub fn rank(&self, index: usize, rank: c_int) -> Result<u32, Error> {
        let ranks = self.table.ranks();
        let is_there = |rank: &u32| *rank < ranks;
        let outside = Error::Rank { index, rank, last: ranks.saturating_sub(1) };
        u32::try_from(rank).ok().filter(is_there).ok_or(outside)
    }

    /// The number of a rank that is asked about.
    ///
    /// # Errors
    /// It is not in the communicator.
    pub fn rank_in(&self, argument: &'static str, rank: c_int) -> Result<u32, Error> {
        self.rank(0, rank).map_err(|_| Error::NoRank { argument, rank, last: self.table.ranks().saturating_sub(1) })
    }

    fn lowest_shared(&self, list: &[c_int]) -> Result<Name, Error> {
        let ranks: Result<Vec<u32>, Error> =
            list.iter().enumerate().map(|(index, &rank)| self.rank(index, rank)).collect();
        Ok(self.table.lowest_shared(self.rank, ranks?.iter().copied()))
    }
}
