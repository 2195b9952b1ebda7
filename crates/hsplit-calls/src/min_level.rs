// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Comm_get_min_hlevel` (RR-9077 §3.3.2): the lowest level that some ranks share, a query to the
//! [`map`](super::map).

use std::ffi::c_int;

use mpi_sys::MPI_Comm;

use super::list_output::list;
use super::map;
use super::runtime;
use crate::error::Error;
use hsplit_core::name::Name;
use hsplit_core::table::UNKNOWN;

/// Returns the name of the lowest level that the listed ranks share.
///
/// # Errors
/// An argument is invalid. The first call reports it after the exchange, so that no rank waits in vain.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn min_level(handle: MPI_Comm, nranks: c_int, ranks: *const c_int) -> Result<Name, Error> {
    let runtime = runtime::get();
    if runtime.is_disabled() {
        return Ok(UNKNOWN);
    }
    // SAFETY: `list` rejects NULL and a negative number; an array has `nranks` elements by the contract of
    // MPI_Comm_get_min_hlevel.
    let list = unsafe { list(("nranks", nranks), ("ranks", ranks)) };
    map::ask(runtime, handle, |map| {
        let ranks = map.ranks_of(list?)?;
        Ok(map.table.lowest_shared(map.rank, ranks.iter().copied()))
    })
}
