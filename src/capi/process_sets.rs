// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls of MPI that list and look up process sets of sessions. Declared by mpi.h (MPI 4.0).

use std::ffi::{c_char, c_int, c_void};

use super::boundary::{enter_session, quietly};
use crate::calls::process_sets::{self, Numbered, listing};
use crate::calls::{AsItIs, Next};
use hsplit_mpi::constants::{SUCCESS, group_null, info_null};
use hsplit_mpi::raw::{self, RawHandle};

/// Intercepts MPI_Session_get_num_psets: the sets of the hardware that this process is in count too.
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Session_get_num_psets(
    session: RawHandle,
    info: RawHandle,
    npset_names: *mut c_int,
) -> c_int {
    // SAFETY: the program calls MPI_Session_get_num_psets with these arguments, and the native function gets them
    // unchanged.
    let code = unsafe { raw::session_get_num_psets(session, info, npset_names.cast()) };
    if let Some(runtime) = listing().filter(|_| code == SUCCESS) {
        // SAFETY: the native call has succeeded, so it has written the number there.
        quietly(|| unsafe { *npset_names = process_sets::count(*npset_names, process_sets::names(runtime).len()) });
    }
    code
}

/// Intercepts MPI_Session_get_nth_pset: the sets of the hardware follow those that the MPI has at the beginning.
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Session_get_nth_pset(
    session: RawHandle,
    info: RawHandle,
    n: c_int,
    pset_len: *mut c_int,
    pset_name: *mut c_void,
) -> c_int {
    let mut set = Numbered::Native(n);
    let mut native_sets = 0;
    // SAFETY: the session is the program's, no info is passed, and the number is a local.
    let mut counted =
        || unsafe { raw::session_get_num_psets(session, RawHandle::of(info_null()), (&raw mut native_sets).cast()) };
    if let Some(runtime) = listing().filter(|_| n >= 0 && !pset_len.is_null() && counted() == SUCCESS) {
        quietly(|| {
            let names = process_sets::names(runtime);
            set = process_sets::numbered(n, native_sets, names.len());
            if let Numbered::Own(own) = set {
                // SAFETY: `pset_len` is not NULL, so it points to the number of characters of `pset_name` (the
                // program's contract, `capi`).
                unsafe { process_sets::write(&names[own], pset_len, pset_name.cast()) };
            }
        });
    }
    match set {
        Numbered::Own(_) => SUCCESS,
        // SAFETY: the program calls MPI_Session_get_nth_pset with these arguments, and the native function gets them
        // unchanged, but for the number, which is that of the same set there.
        Numbered::Native(n) => unsafe { raw::session_get_nth_pset(session, info, n, pset_len, pset_name) },
    }
}

/// Intercepts MPI_Session_get_pset_info: of a set of the hardware, the key mpi_size.
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Session_get_pset_info(
    session: RawHandle,
    pset_name: *const c_char,
    info: *mut c_void,
) -> c_int {
    // SAFETY: the program calls MPI_Session_get_pset_info with these arguments, and the native function gets them
    // unchanged.
    let native = || unsafe { raw::session_get_pset_info(session, pset_name, info) };
    // SAFETY: `pset_name` is NULL or a string, and `info` is NULL or a place for a handle (the program's contract,
    // `capi`).
    let Some((runtime, name)) = (unsafe { process_sets::of_hardware(pset_name, info) }) else { return native() };
    enter_session("MPI_Session_get_pset_info", session, || {
        // SAFETY: `of_hardware` has excluded NULL, and made sure that handles are of this MPI.
        let info = unsafe { &mut *info.cast() };
        *info = info_null();
        let Some(found) = process_sets::info(runtime, name)? else { return Ok(Next::Native(AsItIs(native))) };
        *info = found;
        Ok(Next::Done(SUCCESS))
    })
}

/// Intercepts MPI_Group_from_session_pset: a set of the hardware has the processes that were bound in one instance of
/// its level when their first sessions began.
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Group_from_session_pset(
    session: RawHandle,
    pset_name: *const c_char,
    newgroup: *mut c_void,
) -> c_int {
    // SAFETY: the program calls MPI_Group_from_session_pset with these arguments, and the native function gets them
    // unchanged.
    let native = || unsafe { raw::group_from_session_pset(session, pset_name, newgroup) };
    // SAFETY: `pset_name` is NULL or a string, and `newgroup` is NULL or a place for a handle (the program's contract,
    // `capi`).
    let Some((runtime, name)) = (unsafe { process_sets::of_hardware(pset_name, newgroup) }) else { return native() };
    enter_session("MPI_Group_from_session_pset", session, || {
        // SAFETY: `of_hardware` has excluded NULL, and made sure that handles are of this MPI.
        let newgroup = unsafe { &mut *newgroup.cast() };
        *newgroup = group_null();
        let Some(found) = process_sets::group(runtime, session, name)? else {
            return Ok(Next::Native(AsItIs(native)));
        };
        *newgroup = found;
        Ok(Next::Done(SUCCESS))
    })
}
