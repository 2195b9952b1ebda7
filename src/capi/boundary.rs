// SPDX-License-Identifier: MIT OR Apache-2.0
//! The one boundary between C and Rust that every exported call passes.
//!
//! A panic must never unwind into C, and never leave other ranks waiting without a word; an error goes to the
//! communicator's error handler as the native MPI's own would; and a call that comes back to us from inside the native
//! MPI must go straight through.

use std::cell::Cell;
use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mpi_sys::MPI_Comm;

use crate::calls::runtime;
use crate::error::Error;
use crate::pmpi::constants::SUCCESS;
use crate::pmpi::{error_handler, is_usable};

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is already inside a call of ours, so that this one comes from the native MPI.
pub fn is_inside() -> bool {
    INSIDE.get()
}

/// Marks this thread as inside for as long as it lives.
struct Inside(bool);

impl Inside {
    fn enter() -> Self {
        Self(INSIDE.replace(true))
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.set(self.0);
    }
}

/// Runs `body` for the exported function `call`; errors go to the handler of `comm`. Returns the MPI error code.
pub fn enter(call: &str, comm: MPI_Comm, body: impl FnOnce() -> Result<c_int, Error>) -> c_int {
    let result = {
        let _inside = Inside::enter();
        catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| Err(Error::Internal(words_of(&*panic))))
    };
    result.unwrap_or_else(|error| report(call, comm, &error))
}

/// [`enter`] for the calls that no MPI has, which can only work on handles of the MPI that this library was built for.
pub fn enter_own(call: &str, comm: MPI_Comm, body: impl FnOnce() -> Result<(), Error>) -> c_int {
    enter(call, comm, || {
        runtime::get().check_mpi()?;
        body().map(|()| SUCCESS)
    })
}

/// Runs `body` where nobody can be told of an error; a panic stays here.
pub fn quietly(body: impl FnOnce()) {
    let _inside = Inside::enter();
    if let Err(panic) = catch_unwind(AssertUnwindSafe(body)) {
        log::error!("internal error: {}", words_of(&*panic));
    }
}

fn report(call: &str, comm: MPI_Comm, error: &Error) -> c_int {
    let text = format!("{call}: {error}");
    match error {
        // The native call has told the handler itself.
        Error::Native(failure) => {
            log::debug!("{text}");
            failure.code
        }
        Error::WrongMpi => error.class(),
        _ if !is_usable() => {
            log::error!("{text}");
            error.class()
        }
        // The communicator itself may be what is wrong; MPI_COMM_WORLD's handler is the standard's choice then.
        Error::NullCommunicator(_) => error_handler::raise(crate::pmpi::constants::comm_world(), error.class(), &text),
        _ => error_handler::raise(comm, error.class(), &text),
    }
}

fn words_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}
