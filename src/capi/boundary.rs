// SPDX-License-Identifier: MIT OR Apache-2.0
//! The one boundary between C and Rust that every exported call passes.
//!
//! - A panic must not unwind into C, and must not leave other ranks waiting without a message.
//! - An error is passed to the communicator's error handler, as by the native MPI.
//! - A call that the library makes, also indirectly, is passed to the native function.
//! - Traps, rounding and flags of the floating-point unit belong to the program, as `errno` does.
//!
//! An error handler in C++ may throw. Its exception has to pass: exported and native functions are `C-unwind`, and
//! neither the program's native call nor the call of the handler is made under `catch_unwind`, which ends the process
//! if an exception of another language reaches it. The library's own native calls on the program's handles are made
//! under it: an exception in one of these (an invalid handle, an exchange that fails) ends the process.

use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mpi_sys::MPI_Comm;

use hsplit_calls::error::Error;
use hsplit_calls::inside::Inside;
use hsplit_calls::{NativeCall, Next, runtime};
use hsplit_host::floating::Held;
use hsplit_mpi::constants::{SUCCESS, comm_world};
use hsplit_mpi::raw::RawHandle;
use hsplit_mpi::{comm, error_handler, is_usable, session};

/// Runs `body` for the exported function `call`, and the native call that it returns. Errors are passed to the error
/// handler of `comm`. Returns the MPI error code.
///
/// The native call does not count as inside: an error handler may make calls there, on one rank alone, and the matching
/// calls of the other ranks are not inside either.
pub fn enter<N: NativeCall>(call: &str, comm: MPI_Comm, body: impl FnOnce() -> Result<Next<N>, Error>) -> c_int {
    carry_out(body).unwrap_or_else(|error| report(call, comm, &error))
}

/// [`enter`] for calls on a session, to whose error handler errors are passed.
pub fn enter_session<N: NativeCall>(
    call: &str,
    session: RawHandle,
    body: impl FnOnce() -> Result<Next<N>, Error>,
) -> c_int {
    carry_out(body).unwrap_or_else(|error| match error {
        // The native call has called the handler itself.
        Error::Native(failure) => failure.code,
        error => session::call_error_handler(session, error.class(), &format!("{call}: {error}")),
    })
}

fn carry_out<N: NativeCall>(body: impl FnOnce() -> Result<Next<N>, Error>) -> Result<c_int, Error> {
    match inside(body)? {
        Next::Done(code) => Ok(code),
        Next::Native(native) => {
            let code = native.make();
            inside(|| native.follow(code))
        }
    }
}

/// [`enter`] for the calls that no MPI has, which can only work on handles of the MPI that this library was built for.
pub fn enter_own(call: &str, comm: MPI_Comm, body: impl FnOnce() -> Result<(), Error>) -> c_int {
    enter_for(call, || comm, body)
}

/// [`enter_own`] for calls without a communicator argument: `comm` finds the communicator after an error.
pub fn enter_for(call: &str, comm: impl FnOnce() -> MPI_Comm, body: impl FnOnce() -> Result<(), Error>) -> c_int {
    let result = inside(|| runtime::get().check_mpi().and_then(|()| body()));
    result.map_or_else(|error| report(call, comm(), &error), |()| SUCCESS)
}

/// Runs `body` as inside the library, and turns a panic into an error.
fn inside<T>(body: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let (_inside, _held) = (Inside::enter(), Held::enter());
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| Err(Error::Internal(words_of(&*panic))))
}

/// Runs `body` for a caller that takes no error. A panic is logged.
pub fn quietly(body: impl FnOnce()) {
    let (_inside, _held) = (Inside::enter(), Held::enter());
    if let Err(panic) = catch_unwind(AssertUnwindSafe(body)) {
        log::error!("internal error: {}", words_of(&*panic));
    }
}

fn report(call: &str, comm: MPI_Comm, error: &Error) -> c_int {
    let text = format!("{call}: {error}");
    match error {
        // The native call has called the handler itself.
        Error::Native(failure) => {
            log::debug!("{text}");
            failure.code
        }
        // The communicator's own handler is out of reach: its handle may have been cut to the width of this MPI's.
        Error::WrongMpi => error_handler::call_foreign(&runtime::get().native, &text),
        _ if !is_usable() => {
            log::error!("{text}");
            error.class()
        }
        // The communicator of the call itself is what is wrong. MPI_COMM_WORLD's handler is the standard's choice then.
        Error::NullCommunicator(_) if comm::is_null(comm) => error_handler::call(comm_world(), error.class(), &text),
        _ => error_handler::call(comm, error.class(), &text),
    }
}

fn words_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}
