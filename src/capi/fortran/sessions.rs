// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sessions in mpi_f08 of MPICH, which makes no C call that could be intercepted (its other interfaces do). There a
//! handle is the same INTEGER in C and in Fortran. Under an MPI with other handles, these names make the native call.

use std::ffi::{c_char, c_int, c_void};

use mpi_sys::MPI_Comm;

use super::arguments::{Length, put, put_text, text};
use crate::capi::{intercepted, process_sets};
use hsplit_calls::error::Error;
use hsplit_calls::runtime;
use hsplit_mpi::fortran::Fint;
use hsplit_mpi::raw::RawHandle;
use hsplit_mpi::symbol::{Optional, c_text};

/// True if handles are the same in C and in Fortran.
fn are_handles_alike() -> bool {
    size_of::<MPI_Comm>() == size_of::<Fint>() && runtime::get().check_mpi().is_ok()
}

/// The C handle of a Fortran handle.
///
/// # Safety
/// The pointer is valid.
unsafe fn handle(number: *const Fint) -> RawHandle {
    // SAFETY: the pointer is valid, by this function's contract.
    RawHandle::of(unsafe { *number })
}

/// Exports a function of mpi_f08. If handles are of another kind, the native function gets the arguments.
macro_rules! f08 {
    ($name:ident($($argument:ident: $type:ty),+; $ierr:ident $($length:ident)?) $call:block) => {
        /// Intercepts the native call of this name.
        ///
        /// # Safety
        /// The program's contract (`capi`).
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $name($($argument: $type),+, $ierr: *mut Fint $(, $length: Length)?) {
            type Native = unsafe extern "C-unwind" fn($($type),+, *mut Fint $(, f08!(length $length))?);
            static NEXT: Optional = Optional::next(c_text(concat!(stringify!($name), "\0")));
            if are_handles_alike() {
                // SAFETY: handles are valid INTEGERs, texts have their lengths, and `ierr` is NULL where it is left out
                // (the program's contract, `capi`). INTEGERs are ints of C.
                unsafe { put($ierr, $call) };
                return;
            }
            // SAFETY: the function of this name has these parameters, and gets the program's arguments.
            unsafe {
                match NEXT.get::<Native>() {
                    Some(native) => native($($argument),+, $ierr $(, $length)?),
                    None => put($ierr, Error::WrongMpi.class()),
                }
            }
        }
    };
    (length $length:ident) => { Length };
}

f08! { mpi_session_init_f08_(info: *const Fint, errhandler: *const Fint, session: *mut Fint; ierr) {
    intercepted::MPI_Session_init(handle(info), handle(errhandler), session.cast())
} }

f08! { mpi_session_finalize_f08_(session: *mut Fint; ierr) {
    intercepted::MPI_Session_finalize(session.cast())
} }

f08! { mpi_comm_create_from_group_f08_(group: *const Fint, stringtag: *const c_char, info: *const Fint,
    errhandler: *const Fint, newcomm: *mut Fint; ierr length) {
    let tag = text(stringtag, length).unwrap_or_default();
    let (info, errhandler) = (handle(info), handle(errhandler));
    intercepted::MPI_Comm_create_from_group(handle(group), tag.as_ptr(), info, errhandler, newcomm.cast())
} }

f08! { mpi_session_get_num_psets_f08_(session: *const Fint, info: *const Fint, npset_names: *mut Fint; ierr) {
    process_sets::MPI_Session_get_num_psets(handle(session), handle(info), npset_names)
} }

f08! { mpi_session_get_nth_pset_f08_(session: *const Fint, info: *const Fint, n: *const Fint, pset_len: *mut Fint,
    pset_name: *mut c_char; ierr length) {
    nth(handle(session), handle(info), *n, pset_len, (pset_name, length))
} }

f08! { mpi_session_get_pset_info_f08_(session: *const Fint, pset_name: *const c_char, info: *mut Fint; ierr length) {
    let name = text(pset_name, length).unwrap_or_default();
    process_sets::MPI_Session_get_pset_info(handle(session), name.as_ptr(), info.cast())
} }

f08! { mpi_group_from_session_pset_f08_(session: *const Fint, pset_name: *const c_char, newgroup: *mut Fint;
    ierr length) {
    let name = text(pset_name, length).unwrap_or_default();
    process_sets::MPI_Group_from_session_pset(handle(session), name.as_ptr(), newgroup.cast())
} }

/// Gets the name of a set by the C call, and pads it with blanks; with a length of 0, gets only its length.
///
/// # Safety
/// `pset_len` is valid, and the name has the stated number of characters.
unsafe fn nth(
    session: RawHandle,
    info: RawHandle,
    n: c_int,
    pset_len: *mut c_int,
    (name, length): (*mut c_char, Length),
) -> c_int {
    // SAFETY: `pset_len` is valid, by this function's contract.
    let room = unsafe { *pset_len };
    let mut buffer = vec![0u8; usize::try_from(room).unwrap_or(0) + 1];
    let address: *mut c_void = buffer.as_mut_ptr().cast();
    // SAFETY: the buffer has as many characters as `pset_len` says, and one more, which stays NUL.
    unsafe {
        let code = process_sets::MPI_Session_get_nth_pset(session, info, n, pset_len, address);
        if room > 0 {
            put_text(name, length, buffer.as_ptr().cast());
        }
        code
    }
}
