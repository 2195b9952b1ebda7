// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Comm_fix_strategy`: strategies by name, and what is predicted for them.

use std::ffi::{CStr, c_char, c_double, c_int};

use mpi_sys::MPI_Comm;

use super::collectives::predicted;
use super::not_null;
use crate::error::Error;
use hsplit_collectives::Operation;
use hsplit_collectives::adaptive::strategy::Strategy;

/// What is asked.
pub struct Question {
    /// As `HSPLIT_STRATEGY` has it.
    pub strategy: *const c_char,
    /// The number of the operation among all.
    pub operation: c_int,
    /// The bytes of the call.
    pub bytes: usize,
    /// Its root.
    pub root: c_int,
}

/// Fixes how calls go, and answers.
///
/// # Errors
/// The caller's mistake, or what the native MPI reports.
///
/// # Safety
/// As for the C function.
pub unsafe fn fix(
    comm: MPI_Comm,
    question: &Question,
    seconds: *mut c_double,
    way: *mut c_char,
    capacity: c_int,
) -> Result<(), Error> {
    not_null(question.strategy, "strategy")?;
    not_null(seconds, "seconds")?;
    not_null(way, "way")?;
    // SAFETY: a text, by the caller's promise.
    let strategy = Strategy::parse(&unsafe { CStr::from_ptr(question.strategy) }.to_string_lossy());
    let operation = usize::try_from(question.operation).ok().and_then(|number| Operation::ALL.get(number).copied());
    let answer = match (strategy, operation) {
        (Some(strategy), Some(operation)) => predicted(comm, strategy, operation, question.bytes, question.root)?,
        _ => None,
    };
    let (predicted, words) = answer.unwrap_or((-1.0, String::new()));
    let length = words.len().min(usize::try_from(capacity).unwrap_or(0).saturating_sub(1));
    // SAFETY: neither is NULL, and there is room for that and a NUL.
    unsafe {
        *seconds = predicted;
        way.cast::<u8>().copy_from_nonoverlapping(words.as_ptr(), length);
        *way.add(length) = 0;
    }
    Ok(())
}
