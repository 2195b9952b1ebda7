// SPDX-License-Identifier: MIT OR Apache-2.0
//! The implementation of each exported call, one file per call, on top of `hsplit-core` and the native MPI
//! (`hsplit-mpi`).
//!
//! The exported names, in the library `hsplit`, only guard the boundary between C and Rust.

pub mod active;
pub mod bind;
pub mod cached_level;
pub mod collectives;
pub mod communicator_tree;
pub mod counters;
pub mod criteria;
pub mod devices;
pub mod distances;
pub mod error;
pub mod function_id;
mod handles;
pub mod hierarchy;
pub mod hw_resource_info;
pub mod inside;
pub mod joining;
pub mod latency_probe;
pub mod level_info;
pub mod list_output;
mod load_order;
mod made;
pub mod map;
pub mod min_level;
pub mod monitor;
pub mod navigate;
mod neighbours;
mod nowhere;
pub mod peers;
pub mod phase;
pub mod placement;
pub mod places;
pub mod process_sets;
mod progress;
pub mod reorder;
mod report;
pub mod runtime;
mod seemingly_local;
pub mod shared_level;
pub mod shared_window;
pub mod show;
pub mod split_type;
pub mod split_types;
pub mod strategy;
pub mod summary;
pub mod version;
pub mod wait;
pub mod with_roots;

use std::ffi::{CStr, c_int};

use mpi_sys::{MPI_Comm, MPI_Info};

use self::error::Error;
use hsplit_core::communicator::Communicator;
use hsplit_core::request::Resource;
use hsplit_mpi::constants::UNDEFINED;
use hsplit_mpi::reduction::Reduction;
use hsplit_mpi::{Comm, Failure, alone, comm, foreign, info, is_usable, session, world};

/// A native call for the program. It is made outside `catch_unwind`, because a C++ error handler may throw an
/// exception.
pub trait NativeCall {
    /// Makes the call, with the program's own arguments, and returns its code.
    fn make(&self) -> c_int;

    /// Performs the library's steps after the call. Returns the code for the program.
    ///
    /// # Errors
    /// A later step fails. An error of the native call itself is no error here.
    fn follow(self, code: c_int) -> Result<c_int, Error>;
}

/// The continuation of an intercepted call after the library has inspected it.
pub enum Next<N> {
    /// The library has made the call, with this code.
    Done(c_int),
    /// The native call must be made.
    Native(N),
}

/// A native call without further steps.
pub struct AsItIs<F>(pub F);

impl<F: Fn() -> c_int> NativeCall for AsItIs<F> {
    fn make(&self) -> c_int {
        (self.0)()
    }

    fn follow(self, code: c_int) -> Result<c_int, Error> {
        Ok(code)
    }
}

/// Frees all of the library's objects in the native MPI. The last step before the native `MPI_Finalize`, or before the
/// program's last session ends.
pub fn release() {
    if is_usable() {
        report::job();
        placement::release();
        collectives::release();
        cached_level::release();
        communicator_tree::release();
        map::release();
        monitor::release();
        neighbours::release();
        Reduction::release();
        alone::release();
        foreign::release();
        joining::release();
        peers::release();
        shared_level::release();
        shared_window::release();
        session::release();
    }
}

/// Rejects the arguments that no collective call accepts: `MPI_COMM_NULL`, an intercommunicator, any handle while MPI
/// cannot be used.
///
/// # Errors
/// An argument is invalid; an invalid handle is reported by the native MPI.
pub(crate) fn intracommunicator(handle: MPI_Comm, argument: &'static str) -> Result<(), Error> {
    usable(handle, argument)?;
    if comm::is_inter(handle)? { Err(Error::Intercommunicator(argument)) } else { Ok(()) }
}

/// Rejects the arguments that no call on a communicator accepts: `MPI_COMM_NULL`, any handle while MPI cannot be used.
///
/// # Errors
/// An argument is invalid.
pub(crate) fn usable(handle: MPI_Comm, argument: &'static str) -> Result<(), Error> {
    if !hsplit_mpi::is_usable() {
        return Err(Error::NotUsable);
    }
    if comm::is_null(handle) { Err(Error::NullCommunicator(argument)) } else { Ok(()) }
}

/// True if a communicator has all processes of the job, and no others, such as spawned ones. All its ranks get the same
/// result.
///
/// # Errors
/// A native call fails.
pub(crate) fn has_all_ranks(comm: &Comm) -> Result<bool, Failure> {
    Ok(comm.size() == world::rank_and_size()?.1 && !comm.world_ranks()?.contains(&UNDEFINED))
}

/// Returns the level or the process set that an info object names.
pub(crate) fn named_resource(handle: MPI_Info) -> Result<Option<Resource>, Error> {
    info::named_resource(handle).map_err(Error::of_info)
}

/// Returns the value of a key, if the info object has it.
///
/// # Errors
/// The value or the info object is invalid.
pub(crate) fn info_value<T>(
    info: MPI_Info,
    key: &'static CStr,
    values: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, Error> {
    let Some(text) = info::value(info, key).map_err(Error::of_info)? else { return Ok(None) };
    let wrong =
        || Error::InfoValue { key: key.to_string_lossy().into_owned(), value: text.clone(), values: values.to_owned() };
    parse(&text).map(Some).ok_or_else(wrong)
}

/// Rejects a NULL output pointer.
pub fn not_null<T>(pointer: *const T, argument: &'static str) -> Result<(), Error> {
    if pointer.is_null() { Err(Error::Null(argument)) } else { Ok(()) }
}
