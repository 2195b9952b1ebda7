// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls of MPI that list and look up process sets of sessions. Declared by mpi.h (MPI 4.0).

use std::ffi::{c_char, c_int, c_void};

use super::boundary::{enter_session, quietly};
use hsplit_calls::error::Error;
use hsplit_calls::process_sets::{self, Numbered, listing};
use hsplit_calls::runtime::Runtime;
use hsplit_calls::{AsItIs, Next};
use hsplit_mpi::constants::{SUCCESS, group_null, info_null};
use hsplit_mpi::raw::{self, RawHandle};

/// Intercepts MPI_Session_get_num_psets: the sets of the hardware with this process are counted, too.
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPI_Session_get_num_psets(
    session: RawHandle,
    info: RawHandle,
    npset_names: *mut c_int,
) -> c_int {
    let Some(runtime) = listing().filter(|_| !npset_names.is_null()) else {
        // SAFETY: the program calls MPI_Session_get_num_psets with these arguments, and the native function gets them
        // unchanged.
        return unsafe { raw::session_get_num_psets(session, info, npset_names.cast()) };
    };
    match native_sets(session, info) {
        Ok(mut number) => {
            quietly(|| number = process_sets::count(number, process_sets::names(runtime).len()));
            // SAFETY: the program passes a place for an int, which is not NULL.
            unsafe { *npset_names = number };
            SUCCESS
        }
        Err(code) => code,
    }
}

/// Returns the number of sets of the MPI; or the result of the call, which has called the error handler. (MPICH 5.0
/// then returns MPI_SUCCESS.)
fn native_sets(session: RawHandle, info: RawHandle) -> Result<c_int, c_int> {
    let mut number = -1;
    // SAFETY: the session and the info are the program's, or no info is passed, and the number is a local.
    let code = unsafe { raw::session_get_num_psets(session, info, (&raw mut number).cast()) };
    if code == SUCCESS && number >= 0 { Ok(number) } else { Err(code) }
}

/// Intercepts MPI_Session_get_nth_pset: the sets of the hardware follow the sets of the MPI.
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
    if let Some(runtime) = listing().filter(|_| n >= 0 && !pset_len.is_null()) {
        let native_sets = match native_sets(session, RawHandle::of(info_null())) {
            Ok(number) => number,
            Err(code) => return code,
        };
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

/// Intercepts MPI_Session_get_pset_info: a set of the hardware has the key mpi_size.
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
    // unchanged. `info` is a place for the handle of an info object.
    unsafe {
        let native = || raw::session_get_pset_info(session, pset_name, info);
        let looked_up = Lookup { call: "MPI_Session_get_pset_info", session, name: pset_name, output: info };
        looked_up.carry_out(info_null(), native, process_sets::info)
    }
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
    // unchanged. `newgroup` is a place for the handle of a group.
    unsafe {
        let native = || raw::group_from_session_pset(session, pset_name, newgroup);
        let looked_up = Lookup { call: "MPI_Group_from_session_pset", session, name: pset_name, output: newgroup };
        looked_up.carry_out(group_null(), native, |runtime, name| process_sets::group(runtime, session, name))
    }
}

/// A call that looks a process set up by its name and gives a handle.
struct Lookup {
    call: &'static str,
    session: RawHandle,
    name: *const c_char,
    output: *mut c_void,
}

impl Lookup {
    /// Writes the result of `find` for a set of the hardware, and `none` with an error. For all other names, the native
    /// call is made.
    ///
    /// # Safety
    /// The name is NULL or a string, and the output is NULL or a place for a handle of the type `T`.
    unsafe fn carry_out<T>(
        self,
        none: T,
        native: impl Fn() -> c_int,
        find: impl FnOnce(&Runtime, &str) -> Result<Option<T>, Error>,
    ) -> c_int {
        let Self { call, session, name, output } = self;
        // SAFETY: by this function's contract.
        let Some((runtime, name)) = (unsafe { process_sets::of_hardware(name, output) }) else { return native() };
        enter_session(call, session, || {
            // SAFETY: `of_hardware` has excluded NULL, and made sure that handles are of this MPI. The rest is this
            // function's contract.
            let output = unsafe { &mut *output.cast::<T>() };
            *output = none;
            let Some(found) = find(runtime, name)? else { return Ok(Next::Native(AsItIs(native))) };
            *output = found;
            Ok(Next::Done(SUCCESS))
        })
    }
}
