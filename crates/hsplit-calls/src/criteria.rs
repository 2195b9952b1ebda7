// SPDX-License-Identifier: MIT OR Apache-2.0
//! The info keys that lead an unguided split to another level than the next one.

use std::ffi::CStr;
use std::num::NonZeroU32;

use mpi_sys::MPI_Info;

use super::info_value;
use crate::error::Error;
use hsplit_core::criteria::{Criteria, Criterion, Quantity};
use hsplit_mpi::info;

/// What an info object asks of the level that an unguided split goes to; nothing where it has none of the keys.
///
/// # Errors
/// An invalid info object, or a value that its key cannot have.
pub fn criteria(handle: MPI_Info) -> Result<Criteria, Error> {
    if !info::has_own_keys(handle).map_err(|_| Error::Info)? {
        return Ok(Criteria::default());
    }
    info::warn_of_unknown(handle).map_err(|_| Error::Info)?;
    let criterion = info_value(handle, c"hsplit_criterion", "all, network, node or memory", Criterion::of_name)?;
    let quantity = Quantity {
        parts: number(handle, c"hsplit_parts")?,
        at_most: number(handle, c"hsplit_at_most")?,
        at_least: number(handle, c"hsplit_at_least")?,
    };
    Ok(Criteria { criterion: criterion.unwrap_or_default(), quantity })
}

/// A number of ranks or of communicators, of which there are no more than an `int` can count.
fn number(handle: MPI_Info, key: &'static CStr) -> Result<Option<NonZeroU32>, Error> {
    info_value(handle, key, "a whole number from 1 to 2147483647", |text| {
        text.parse().ok().filter(|number: &NonZeroU32| i32::try_from(number.get()).is_ok())
    })
}
