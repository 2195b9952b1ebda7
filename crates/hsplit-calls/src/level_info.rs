// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Comm_get_hlevel_info` (RR-9077 §3.3.1) and `MPI_Comm_get_hw_subdomain_info` (thesis §4.2.2.3).

use std::ffi::{CStr, c_char, c_int};

use mpi_sys::MPI_Comm;

use super::cached_level::recall;
use super::not_null;
use super::runtime;
use crate::error::Error;
use hsplit_core::name::Name;
use hsplit_core::table::UNKNOWN;
use hsplit_mpi::constants::UNDEFINED;
use hsplit_mpi::{comm, is_usable};

/// Returns the number of siblings of a communicator, its index among them, and the name of its level.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn level_info(handle: MPI_Comm, num_comms: *mut c_int, index: *mut c_int) -> Result<Name, Error> {
    not_null(num_comms, "num_comms")?;
    not_null(index, "index")?;
    if !is_usable() {
        return Err(Error::NotUsable);
    }
    if comm::is_null(handle) {
        return Err(Error::NullCommunicator("comm"));
    }
    let made = if runtime::get().is_disabled() { None } else { recall(handle)? };
    // SAFETY: `not_null` has checked both, and each points to an int by the contract of the exported functions.
    unsafe {
        *num_comms = made.map_or(0, |made| made.siblings as c_int);
        *index = made.map_or(UNDEFINED, |made| made.index as c_int);
    }
    Ok(made.map_or(UNKNOWN, |made| made.level))
}

/// Copies a level's name into a program's buffer of `MPI_MAX_OBJECT_NAME` characters. A longer name is cut.
///
/// # Safety
/// `buffer` has `MPI_MAX_OBJECT_NAME` characters.
pub unsafe fn copy_name(name: Name, buffer: *mut c_char) {
    let text: &CStr = name.as_c_str();
    let length = text.count_bytes().min(mpi_sys::MPI_MAX_OBJECT_NAME as usize - 1);
    // SAFETY: `length` is at most the text's own length and at most MPI_MAX_OBJECT_NAME - 1, so the NUL after it fits
    // into the buffer, by this function's contract. The text belongs to a `Name`, which is never the program's buffer.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), buffer, length);
        *buffer.add(length) = 0;
    }
}
