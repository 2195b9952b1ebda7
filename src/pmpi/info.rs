// SPDX-License-Identifier: MIT OR Apache-2.0
//! Info objects: which level a program names, and telling it which one it got.

use std::ffi::{CStr, CString, c_int};

use mpi_sys::MPI_Info;

use super::constants::{info_env, info_null};
use super::functions;
use super::{Failure, checked};

/// The keys that name a level, in the order in which they are looked for: MPI 4.0, thesis §4.2.2.1, MPI 4.1.
const LEVEL_KEYS: &[&CStr] = &[c"mpi_hw_resource_type", c"mpi_hw_subdomain_type", c"mpi_pset_name"];

/// Set beside `mpi_hw_resource_type` by an unguided split whose type is guided where the key is present: the value is an
/// answer, not a wish, and a loop that passes the same info object again must go on downwards.
const ANSWER_KEY: &CStr = c"hsplit_unguided";

/// Whether the handle is one of MPI's own, which are never written.
pub fn is_predefined(info: MPI_Info) -> bool {
    info.0 == info_null().0 || info.0 == info_env().0
}

/// The level that an info object names, if it does.
///
/// # Errors
/// What the native MPI says of the handle.
pub fn level(info: MPI_Info) -> Result<Option<String>, Failure> {
    if info.0 == info_null().0 {
        return Ok(None);
    }
    for key in LEVEL_KEYS {
        if let Some(value) = get(info, key)? {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// The level that an info object asks for, where a level that it got as an answer is no wish.
///
/// # Errors
/// What the native MPI says of the handle.
pub fn wished_level(info: MPI_Info) -> Result<Option<String>, Failure> {
    let named = level(info)?;
    match named {
        Some(value) if get(info, ANSWER_KEY)?.as_ref() == Some(&value) => Ok(None),
        other => Ok(other),
    }
}

/// Writes the level of an unguided split into a program's info object (MPI 4.0, `mpi_hw_resource_type`).
///
/// # Errors
/// What the native MPI reports.
pub fn set_answer(info: MPI_Info, resource_type: &str, mark: bool) -> Result<(), Failure> {
    if is_predefined(info) {
        return Ok(());
    }
    set(info, LEVEL_KEYS[0], resource_type)?;
    if mark { set(info, ANSWER_KEY, resource_type) } else { Ok(()) }
}

fn set(info: MPI_Info, key: &CStr, value: &str) -> Result<(), Failure> {
    let value = CString::new(value).unwrap_or_default();
    // SAFETY: key and value are NUL-terminated.
    checked("PMPI_Info_set", unsafe { functions::PMPI_Info_set(info, key.as_ptr(), value.as_ptr()) })
}

fn get(info: MPI_Info, key: &CStr) -> Result<Option<String>, Failure> {
    let (mut length, mut found): (c_int, c_int) = (0, 0);
    // SAFETY: the outputs are valid, the key is NUL-terminated.
    let code = unsafe { functions::PMPI_Info_get_valuelen(info, key.as_ptr(), &raw mut length, &raw mut found) };
    checked("PMPI_Info_get_valuelen", code)?;
    if found == 0 {
        return Ok(None);
    }
    let mut buffer = vec![0u8; length as usize + 1];
    // SAFETY: the buffer has room for `length` characters and the NUL.
    let code = unsafe { functions::PMPI_Info_get(info, key.as_ptr(), length, buffer.as_mut_ptr().cast(), &raw mut found) };
    checked("PMPI_Info_get", code)?;
    let text = CStr::from_bytes_until_nul(&buffer).map(|text| text.to_string_lossy().into_owned());
    Ok(text.ok().filter(|text| found != 0 && !text.trim().is_empty()))
}
