// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calling a communicator's error handler, as a native call would.
//!
//! The standard lets a library add error codes of its own to a class (MPI 3.1 §8.5). Each text of a class becomes one
//! code, so that `MPI_Error_string` gives the text, `MPI_Error_class` the class, and the default handler prints it
//! before it aborts.
//!
//! MPICH (4.0.2 at least) takes a text for such a code only where the class is new too; under a class of the standard
//! it prints an unrelated text of its own. It and everything made from it export the function behind their own errors
//! instead, which keeps class and text together.

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::{Mutex, OnceLock, PoisonError};

use mpi_sys::{MPI_Comm, MPI_Errhandler};

use super::constants::{SUCCESS, comm_null, comm_world, errors_are_fatal};
use super::native::Native;
use super::symbol::Symbol;
use super::{Failure, checked, functions, has_world, is_usable, symbol};

/// An MPI holds a few thousand codes. Further texts of a program's errors get the bare class.
const MOST_CODES: usize = 1024;

static CODES: Mutex<Option<HashMap<(c_int, String), c_int>>> = Mutex::new(None);

/// Calls the error handler of `comm` (of `MPI_COMM_WORLD` where there is none) with an error of `class` that reads
/// `text`. Returns the code, where the handler returns.
pub fn call(comm: MPI_Comm, class: c_int, text: &str) -> c_int {
    let code = code_of(class, text);
    let comm = if comm.0 == comm_null().0 { comm_world() } else { comm };
    if comm.0 == comm_world().0 && !has_world() {
        // A program that has sessions alone, and no communicator in this call: there is no handler to call.
        log::error!("{text}");
        return code;
    }
    if is_fatal(comm) {
        // Open MPI's launcher loses messages of ranks that abort at the same time; a line of our own does not get lost.
        log::error!("{text}");
    }
    // SAFETY: `comm` is that of the program's call, valid by the program's contract (`capi`), or MPI_COMM_WORLD. `code`
    // is one that MPI has given out, or a class.
    unsafe { functions::PMPI_Comm_call_errhandler(comm, code) };
    code
}

/// Calls the error handler of `MPI_COMM_WORLD` with an error of the class `MPI_ERR_OTHER`, in a program of an MPI that
/// this library was not built for. Returns that MPI's number of the class, where the handler returns.
pub fn call_foreign(native: &Native, text: &str) -> c_int {
    static CALL: Symbol = Symbol::new(c"PMPI_Comm_call_errhandler");
    log::debug!("{text}");
    let code = native.err_other();
    if !is_usable() {
        return code;
    }
    let Some(world) = native.world().filter(|_| has_world()) else {
        // A program that does not look at the code would go on with results that nothing has written.
        std::process::abort()
    };
    // SAFETY: the function has these parameters under every MPI, but for the width of a handle, which a register has
    // room for. The handle is that of MPI_COMM_WORLD in the MPI whose function this is, and the code is of that MPI.
    unsafe { CALL.get::<unsafe extern "C-unwind" fn(usize, c_int) -> c_int>()(world, code) };
    code
}

/// A code of `class` whose text is this one.
pub(super) fn code_of(class: c_int, text: &str) -> c_int {
    mpich_code(class, text).unwrap_or_else(|| code(class, text))
}

/// Whether errors on a communicator end the job.
fn is_fatal(comm: MPI_Comm) -> bool {
    ErrorHandler::of(comm).is_ok_and(|handler| handler.0.0 == errors_are_fatal().0)
}

/// An error handler that a communicator has; the reference to it is given back when it is dropped.
pub(super) struct ErrorHandler(MPI_Errhandler);

impl ErrorHandler {
    /// That of a communicator that is there.
    pub(super) fn of(comm: MPI_Comm) -> Result<Self, Failure> {
        let mut handler = errors_are_fatal();
        // SAFETY: the communicator is held by a `Comm` or by the program's call that runs; `handler` is a local.
        checked("PMPI_Comm_get_errhandler", unsafe { functions::PMPI_Comm_get_errhandler(comm, &raw mut handler) })?;
        Ok(Self(handler))
    }

    pub(super) fn handle(&self) -> MPI_Errhandler {
        self.0
    }
}

impl Drop for ErrorHandler {
    fn drop(&mut self) {
        // SAFETY: MPI has counted this reference when it gave the handler out (MPI 3.1 §8.3.4), predefined handlers
        // too. The value alone has it, so it is given back once.
        unsafe { functions::PMPI_Errhandler_free(&raw mut self.0) };
    }
}

/// `MPIR_Err_create_code(last_code, fatal, function, line, class, generic, specific, ...)`.
type CreateCode =
    unsafe extern "C" fn(c_int, c_int, *const c_char, c_int, c_int, *const c_char, *const c_char, ...) -> c_int;

/// A code of MPICH's own making. Its texts are in a ring, so a code is good for as long as any code of MPICH's is.
fn mpich_code(class: c_int, text: &str) -> Option<c_int> {
    static CREATE: OnceLock<Option<CreateCode>> = OnceLock::new();
    let create = (*CREATE.get_or_init(|| find(c"MPIR_Err_create_code")))?;
    let (call, words) = text.split_once(": ").unwrap_or(("libhsplit", text));
    let (call, words) = (CString::new(call).ok()?, CString::new(words).ok()?);
    // SAFETY: `call` and `words` are C strings that live until the call returns, and MPICH copies them. The format `%s`
    // asks for one string, which is there.
    Some(unsafe { create(SUCCESS, 0, call.as_ptr(), 0, class, c"**fail".as_ptr(), c"%s".as_ptr(), words.as_ptr()) })
}

/// A function that the MPI may have, by its name.
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
    // SAFETY: `code` is a local. `text` is a C string, and has been cut to what MPI_MAX_ERROR_STRING allows.
    unsafe {
        (functions::PMPI_Add_error_code(class, &raw mut code) == SUCCESS).then_some(())?;
        let text = text.as_ptr().cast_mut() as functions::ReadText;
        (functions::PMPI_Add_error_string(code, text) == SUCCESS).then_some(code)
    }
}

/// The class of an error code.
pub fn class_of(code: c_int) -> c_int {
    let mut class = code;
    // SAFETY: `code` is what a native call has returned; `class` is a local.
    unsafe { functions::PMPI_Error_class(code, &raw mut class) };
    class
}
