// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Monitor_flush`: writes the counts of a session to files.

use std::ffi::{CStr, c_char, c_int};

use super::output::{Existing, guarded, part, run_of, with_name, write};
use super::session;
use crate::error::Error;
use crate::not_null;
use crate::reorder::Terms;
use crate::runtime;
use crate::split_types::Compared;
use hsplit_core::communicator::Communicator;
use hsplit_core::hash::hash;
use hsplit_monitor::Classes;

/// Writes the counts of a session on all ranks. Collective.
///
/// # Errors
/// An argument is invalid, or files cannot be written; on every rank.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn flush(handle: c_int, file: *const c_char) -> Result<(), Error> {
    let runtime = runtime::get();
    let session = session::find(handle)?;
    let comm = session.comm()?;
    // SAFETY: `file` is NULL or a string, by this function's contract.
    let file = unsafe { path(file) };
    // Names of levels are compared without their case.
    let values = file.as_ref().map_or_else(|_| String::new(), |file| hash(file.as_bytes()).to_string());
    let (compared, own_error) = (Compared::MonitorFlush, file.as_ref().err());
    let agreed = Terms { compared, values, words: "file", own_error, reorders: true }.agree(&comm);
    let file = file?;
    agreed?;
    if runtime.is_disabled() {
        return Ok(());
    }
    let (counts, since) = session.of_members();
    let part = part(runtime, comm.rank(), counts, Classes::ALL, session.expansion(), &since);
    let told = comm.gather_to_first(part.text().as_bytes())?;
    let write = || write(&run_of(&told)?, &with_name(file), Existing::Replaced).map(drop);
    let written = if comm.rank() == 0 { guarded(write) } else { Ok(()) };
    let failed = comm.sum(u64::from(written.is_err()))?;
    written.map_err(Error::Unwritten)?;
    if failed > 0 { Err(Error::UnwrittenElsewhere) } else { Ok(()) }
}

/// Returns the path that the program passes.
///
/// # Safety
/// It is NULL or a string that exists as long as the program's call lasts.
unsafe fn path<'a>(file: *const c_char) -> Result<&'a str, Error> {
    not_null(file, "file")?;
    // SAFETY: not NULL, and therefore a string by this function's contract.
    let file = unsafe { CStr::from_ptr(file) };
    match file.to_str() {
        Ok("") => Err(Error::File("is empty")),
        Ok(file) => Ok(file),
        Err(_) => Err(Error::File("is not UTF-8")),
    }
}
