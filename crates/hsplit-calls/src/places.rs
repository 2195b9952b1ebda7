// SPDX-License-Identifier: MIT OR Apache-2.0
//! Places of ranks: levels, coordinates, colours and the network, as queries to the [`map`](super::map).
//!
//! Each call checks its arguments before the map is created and reports errors afterwards, so that all ranks take part
//! in the exchange of a first query.

use std::ffi::{c_char, c_int};

use mpi_sys::MPI_Comm;

use super::list_output::{ListOutput, list, number, put_some};
use super::map::{self, Bytes, Map};
use super::runtime;
use crate::error::Error;
use hsplit_core::name::Name;
use hsplit_core::table::Table;

/// Creates the map of a communicator, unless it has one.
///
/// # Errors
/// An argument is invalid, or a later step fails.
pub fn map(handle: MPI_Comm) -> Result<(), Error> {
    let runtime = runtime::get();
    if runtime.is_disabled() { Ok(()) } else { map::ask(runtime, handle, |_| Ok(())) }
}

/// Creates the map of a communicator again.
///
/// # Errors
/// An argument is invalid, or a later step fails.
pub fn update(handle: MPI_Comm) -> Result<(), Error> {
    let runtime = runtime::get();
    if runtime.is_disabled() { Ok(()) } else { map::update(runtime, handle) }
}

/// Lists the levels of a communicator's members.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn levels(handle: MPI_Comm, types: ListOutput<*const c_char>, instances: *mut c_int) -> Result<(), Error> {
    // SAFETY: `count` is NULL or valid, and the arrays have `max` elements, by this function's contract.
    unsafe {
        ask_for(handle, types, |map| {
            let levels = map.table.levels();
            put_some(instances, types.max, levels.iter().map(|(_, count)| number(u64::from(*count))));
            types.put(levels.iter().map(|(level, _)| text(*level)));
            Ok(())
        })
    }
}

/// Lists the coordinates of a rank.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn coords(
    handle: MPI_Comm,
    rank: c_int,
    coords: ListOutput<c_int>,
    types: *mut *const c_char,
) -> Result<(), Error> {
    // SAFETY: `count` is NULL or valid, and the arrays have `max` elements, by this function's contract.
    unsafe {
        ask_for(handle, coords, |map| {
            let rank = map.rank_in("rank", rank)?;
            put_some(types, coords.max, map.table.coords(rank).map(|(level, _)| text(level)));
            coords.put(map.table.coords(rank).map(|(_, coordinate)| number(coordinate)));
            Ok(())
        })
    }
}

/// Lists the ranks with some leading coordinates.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn ranks_at(
    handle: MPI_Comm,
    count: c_int,
    coords: *const c_int,
    ranks: ListOutput<c_int>,
) -> Result<(), Error> {
    // SAFETY: `coords` is NULL or has `count` elements, and the outputs of `ranks` are NULL or as long as stated: all
    // are the program's until this call returns.
    unsafe { ranks_by(handle, count, coords, ranks, Table::ranks_at) }
}

/// Lists the ranks that the table finds by some coordinates.
///
/// # Safety
/// The arrays are as long as stated, and the `count` of `ranks` is NULL or valid.
unsafe fn ranks_by(
    handle: MPI_Comm,
    count: c_int,
    coords: *const c_int,
    ranks: ListOutput<c_int>,
    find: impl FnOnce(&Table<Bytes>, &[u64]) -> Vec<u32>,
) -> Result<(), Error> {
    // SAFETY: `coords` is NULL or has `count` elements, and the outputs of `ranks` are NULL or as long as stated, by
    // this function's contract. `put` is reached only if `ask_for` has found no error in them.
    unsafe {
        let coords = prefix(count, coords);
        ask_for(handle, ranks, |map| {
            ranks.put(find(&map.table, &coords?).into_iter().map(|rank| rank as c_int));
            Ok(())
        })
    }
}

/// Lists the colours of the calling process.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn colours(handle: MPI_Comm, colours: ListOutput<c_int>) -> Result<(), Error> {
    // SAFETY: `count` is NULL or valid, and the array has `max` elements, by this function's contract.
    unsafe {
        ask_for(handle, colours, |map| {
            colours.put(map.table.colours(map.rank).into_iter().map(|colour| number(u64::from(colour))));
            Ok(())
        })
    }
}

/// Lists the network coordinates of a rank's node, and the length of each dimension.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn network_coords(
    handle: MPI_Comm,
    rank: c_int,
    coords: ListOutput<c_int>,
    dims: *mut c_int,
) -> Result<(), Error> {
    // SAFETY: `count` is NULL or valid, and the arrays have `max` elements, by this function's contract.
    unsafe {
        ask_for(handle, coords, |map| {
            let Some(network) = map.table.network(map.rank_in("rank", rank)?) else { return Ok(()) };
            put_some(dims, coords.max, network.dims.iter().map(|&dim| number(dim)));
            coords.put(network.coords().into_iter().map(number));
            Ok(())
        })
    }
}

/// Lists the ranks whose nodes have some network coordinates.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn network_ranks_at(
    handle: MPI_Comm,
    count: c_int,
    coords: *const c_int,
    ranks: ListOutput<c_int>,
) -> Result<(), Error> {
    // SAFETY: `coords` is NULL or has `count` elements, and the outputs of `ranks` are NULL or as long as stated: all
    // are the program's until this call returns.
    unsafe { ranks_by(handle, count, coords, ranks, Table::ranks_at_network) }
}

/// Queries the map for a list, for which there must be an array. If the library is disabled, the list is empty.
///
/// # Safety
/// The `count` of `list` is NULL or valid.
pub(super) unsafe fn ask_for<T>(
    handle: MPI_Comm,
    list: ListOutput<T>,
    question: impl FnOnce(&Map) -> Result<(), Error>,
) -> Result<(), Error> {
    // SAFETY: `count` is NULL or valid, by this function's contract.
    let own_error = unsafe { list.clear() };
    let runtime = runtime::get();
    if runtime.is_disabled() {
        return own_error;
    }
    map::ask(runtime, handle, |map| own_error.and_then(|()| question(map)))
}

/// Reads coordinates of a program.
unsafe fn prefix(count: c_int, coords: *const c_int) -> Result<Vec<u64>, Error> {
    // SAFETY: `coords` is NULL or has `count` elements by the contract of the exported functions.
    let coords = unsafe { list(("count", count), ("coords", coords)) }?;
    let coordinate =
        |&coordinate: &c_int| u64::try_from(coordinate).map_err(|_| Error::Negative("a coordinate", coordinate));
    coords.iter().map(coordinate).collect()
}

/// Returns a name as a C string, which lives as long as the process.
fn text(name: Name) -> *const c_char {
    name.as_c_str().as_ptr()
}
