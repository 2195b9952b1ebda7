// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calls a communicator's error handler as a native call would.
//!
//! The standard lets a library add error codes to a class (MPI 3.1 §8.5). Each text of a class becomes one code, so
//! that `MPI_Error_string` returns the text, `MPI_Error_class` the class, and the default handler prints the text
//! before it aborts.
//!
//! MPICH (4.0.2 at least) accepts a text for such a code only if the class is new too; for a class of the standard it
//! prints an unrelated text. MPICH and its derivatives export the internal function that creates their own errors,
//! which keeps class and text together.

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::{Mutex, OnceLock, PoisonError};

use mpi_sys::{MPI_Comm, MPI_Errhandler};

use super::constants::{SUCCESS, comm_null, comm_world, errors_are_fatal};
use super::native::Native;
use super::symbol::Symbol;
use super::{Failure, checked, functions, has_world, is_usable, symbol};

/// Maximum number of codes: an MPI stores a few thousand. Further texts get the class without a text.
const MOST_CODES: usize = 1024;

static CODES: Mutex<Option<HashMap<(c_int, String), c_int>>> = Mutex::new(None);

/// Calls the error handler of `comm` (of `MPI_COMM_WORLD` if there is none) with an error of `class` and this text.
/// Returns the code if the handler returns.
pub fn call(comm: MPI_Comm, class: c_int, text: &str) -> c_int {
    let code = code_of(class, text);
    let comm = if comm.0 == comm_null().0 { comm_world() } else { comm };
    if comm.0 == comm_world().0 && !has_world() {
        // In a program with sessions only, a call without a communicator has no handler.
        log::error!("{text}");
        return code;
    }
    if is_fatal(comm) {
        // Open MPI's launcher loses messages of ranks that abort at the same time, but not lines on stderr.
        log::error!("{text}");
    }
    // SAFETY: `comm` is that of the program's call, valid by the program's contract (`capi`), or MPI_COMM_WORLD. `code`
    // is one that MPI has given out, or a class.
    unsafe { functions::PMPI_Comm_call_errhandler(comm, code) };
    code
}

/// Calls the error handler of `MPI_COMM_WORLD` with an error of the class `MPI_ERR_OTHER`, in a program of an MPI for
/// which this library was not built. Returns that MPI's number of the class if the handler returns.
pub fn call_foreign(native: &Native, text: &str) -> c_int {
    static CALL: Symbol = Symbol::new(c"PMPI_Comm_call_errhandler");
    log::debug!("{text}");
    let code = native.err_other();
    if !is_usable() {
        return code;
    }
    let Some(world) = native.world().filter(|_| has_world()) else {
        // A program that ignores the code would continue with results that were never written.
        std::process::abort()
    };
    // SAFETY: the function has these parameters under every MPI, except for the width of a handle, which fits into a
    // register. The handle is MPI_COMM_WORLD of the MPI that exports this function, and the code is one of that MPI.
    unsafe { CALL.get::<unsafe extern "C-unwind" fn(usize, c_int) -> c_int>()(world, code) };
    code
}

/// Returns an error code of `class` with this text.
pub(super) fn code_of(class: c_int, text: &str) -> c_int {
    mpich_code(class, text).unwrap_or_else(|| code(class, text))
}

/// True if errors on a communicator end the job.
fn is_fatal(comm: MPI_Comm) -> bool {
    ErrorHandler::of(comm).is_ok_and(|handler| handler.0.0 == errors_are_fatal().0)
}

/// A reference to the error handler of a communicator. Dropping it releases the reference.
pub(super) struct ErrorHandler(MPI_Errhandler);

impl ErrorHandler {
    /// Returns the handler of a valid communicator.
    pub(super) fn of(comm: MPI_Comm) -> Result<Self, Failure> {
        let mut handler = errors_are_fatal();
        // SAFETY: a `Comm` or the program's running call holds the communicator; `handler` is a local.
        checked("PMPI_Comm_get_errhandler", unsafe { functions::PMPI_Comm_get_errhandler(comm, &raw mut handler) })?;
        Ok(Self(handler))
    }

    pub(super) fn handle(&self) -> MPI_Errhandler {
        self.0
    }
}

impl Drop for ErrorHandler {
    fn drop(&mut self) {
        // SAFETY: MPI has counted this reference when it returned the handler (MPI 3.1 §8.3.4), also for predefined
        // handlers. Only this value has the reference, so it is released once.
        unsafe { functions::PMPI_Errhandler_free(&raw mut self.0) };
    }
}

/// `MPIR_Err_create_code(last_code, fatal, function, line, class, generic, specific, ...)`.
type CreateCode =
    unsafe extern "C" fn(c_int, c_int, *const c_char, c_int, c_int, *const c_char, *const c_char, ...) -> c_int;

/// Returns a code that MPICH creates itself. Its texts are in a ring buffer, so it stays valid as long as any code of
/// MPICH.
fn mpich_code(class: c_int, text: &str) -> Option<c_int> {
    static CREATE: OnceLock<Option<CreateCode>> = OnceLock::new();
    let create = (*CREATE.get_or_init(|| find(c"MPIR_Err_create_code")))?;
    let (call, words) = text.split_once(": ").unwrap_or(("libhsplit", text));
    let (call, words) = (CString::new(call).ok()?, CString::new(words).ok()?);
    // SAFETY: `call` and `words` are C strings that live until the call returns, and MPICH copies them. The format `%s`
    // takes one string, which is passed.
    Some(unsafe { create(SUCCESS, 0, call.as_ptr(), 0, class, c"**fail".as_ptr(), c"%s".as_ptr(), words.as_ptr()) })
}

/// Returns a function that the MPI may have, by its name.
fn find(name: &CStr) -> Option<CreateCode> {
    // SAFETY: the function of this name has had these parameters since MPICH 1.1. A NULL address becomes `None`.
    unsafe { std::mem::transmute::<*mut c_void, Option<CreateCode>>(symbol::find(name)) }
}

fn code(class: c_int, text: &str) -> c_int {
    let mut codes = CODES.lock().unwrap_or_else(PoisonError::into_inner);
    let codes = codes.get_or_insert_default();
    let key = (class, text.to_owned());
    if let Some(&known) = codes.get(&key) {
        return known;
    }
    if codes.len() >= MOST_CODES {
        return class;
    }
    let code = add(class, text).unwrap_or(class);
    codes.insert(key, code);
    code
}

fn add(class: c_int, text: &str) -> Option<c_int> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.truncate(mpi_sys::MPI_MAX_ERROR_STRING as usize - 1);
    let text = CString::new(bytes).ok()?;
    let mut code = class;
    // SAFETY: `code` is a local. `text` is a C string, no longer than MPI_MAX_ERROR_STRING allows.
    unsafe {
        (functions::PMPI_Add_error_code(class, &raw mut code) == SUCCESS).then_some(())?;
        let text = text.as_ptr().cast_mut() as functions::ReadText;
        (functions::PMPI_Add_error_string(code, text) == SUCCESS).then_some(code)
    }
}

/// The class of an error code.
pub fn class_of(code: c_int) -> c_int {
    let mut class = code;
    // SAFETY: `code` was returned by a native call; `class` is a local.
    unsafe { functions::PMPI_Error_class(code, &raw mut class) };
    class
}
