// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit_internal_fix_strategy`: fixes strategies by name, and returns their predicted times.

use std::ffi::{CStr, c_char, c_double, c_int};

use mpi_sys::MPI_Comm;

use super::collectives::predicted;
use super::not_null;
use crate::error::Error;
use hsplit_collectives::Operation;
use hsplit_collectives::adaptive::strategy::FixedStrategy;

/// A strategy, and the call for which it is queried.
pub struct Query {
    /// In the syntax of `strategy=` of `HSPLIT_COLLECTIVES`.
    pub strategy: *const c_char,
    /// The number of the operation in [`Operation::ALL`].
    pub operation: c_int,
    /// The bytes of the call.
    pub bytes: usize,
    /// Its root.
    pub root: c_int,
}

/// Fixes the strategy of calls, and writes the prediction.
///
/// # Errors
/// An argument is invalid, or a native call fails.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn fix(
    comm: MPI_Comm,
    query: &Query,
    seconds: *mut c_double,
    way: *mut c_char,
    capacity: c_int,
) -> Result<(), Error> {
    not_null(query.strategy, "strategy")?;
    not_null(seconds, "seconds")?;
    not_null(way, "way")?;
    // SAFETY: `not_null` has checked it, and it ends with NUL by the contract of hsplit_internal_fix_strategy.
    let strategy = FixedStrategy::parse(&unsafe { CStr::from_ptr(query.strategy) }.to_string_lossy());
    let operation = usize::try_from(query.operation).ok().and_then(|number| Operation::ALL.get(number).copied());
    let answer = match (strategy, operation) {
        (Some(strategy), Some(operation)) => predicted(comm, strategy, operation, query.bytes, query.root)?,
        _ => None,
    };
    let (predicted, words) = answer.unwrap_or((-1.0, String::new()));
    let length = words.len().min(usize::try_from(capacity).unwrap_or(0).saturating_sub(1));
    // SAFETY: `not_null` has checked both. `length` is less than `capacity`, which by the contract is the length of
    // `way` and at least 1, so the NUL fits too.
    unsafe {
        *seconds = predicted;
        way.cast::<u8>().copy_from_nonoverlapping(words.as_ptr(), length);
        *way.add(length) = 0;
    }
    Ok(())
}
