// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Comm_get_min_hlevel` (RR-9077 §3.3.2): the lowest level that some ranks share, a question to the
//! [`map`](super::map).

use std::ffi::c_int;

use mpi_sys::MPI_Comm;

use super::map::{self, Map};
use super::{not_null, runtime};
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
    let list = unsafe { list(nranks, ranks) };
    map::ask(runtime, handle, |map| list.and_then(|list| map.lowest_shared(list)))
}

unsafe fn list<'a>(nranks: c_int, ranks: *const c_int) -> Result<&'a [c_int], Error> {
    if nranks < 0 {
        return Err(Error::Negative("nranks", nranks));
    }
    if nranks == 0 {
        return Ok(&[]);
    }
    not_null(ranks, "ranks")?;
    // SAFETY: not NULL by the line above. The caller promises `nranks` elements, and the program does not write them
    // while the call runs.
    Ok(unsafe { std::slice::from_raw_parts(ranks, nranks as usize) })
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

    fn lowest_shared(&self, list: &[c_int]) -> Result<Name, Error> {
        let ranks: Result<Vec<u32>, Error> =
            list.iter().enumerate().map(|(index, &rank)| self.rank(index, rank)).collect();
        Ok(self.table.lowest_shared(self.rank, ranks?.iter().copied()))
    }
}
