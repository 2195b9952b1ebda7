// SPDX-License-Identifier: MIT OR Apache-2.0
//! The info keys that select another level than the next one for an unguided split.

use std::ffi::CStr;
use std::num::NonZeroU32;

use mpi_sys::MPI_Info;

use super::info_value;
use crate::error::Error;
use hsplit_core::criteria::{Criteria, Criterion, Quantity};
use hsplit_mpi::info;

/// Reads the criteria for the level of an unguided split; empty if the info object has none of the keys.
///
/// # Errors
/// The info object is invalid, or a key has an invalid value.
pub fn criteria(handle: MPI_Info) -> Result<Criteria, Error> {
    if !info::has_own_keys(handle).map_err(Error::of_info)? {
        return Ok(Criteria::default());
    }
    info::warn_of_unknown(handle).map_err(Error::of_info)?;
    let criterion = info_value(handle, c"hsplit_criterion", "all, network, node or memory", Criterion::of_name)?;
    let quantity = Quantity {
        parts: number(handle, c"hsplit_parts")?,
        at_most: number(handle, c"hsplit_at_most")?,
        at_least: number(handle, c"hsplit_at_least")?,
    };
    Ok(Criteria { criterion: criterion.unwrap_or_default(), quantity })
}

/// Reads a number of ranks or of communicators, which fits into an `int`.
fn number(handle: MPI_Info, key: &'static CStr) -> Result<Option<NonZeroU32>, Error> {
    info_value(handle, key, "a whole number from 1 to 2147483647", |text| {
        text.parse().ok().filter(|number: &NonZeroU32| i32::try_from(number.get()).is_ok())
    })
}
