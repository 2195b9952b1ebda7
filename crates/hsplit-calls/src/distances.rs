// SPDX-License-Identifier: MIT OR Apache-2.0
//! Distances between ranks, and nearby ranks, computed from the [`map`](super::map).

use std::ffi::{CStr, c_char, c_int};

use mpi_sys::{MPI_Comm, MPI_Group};

use super::list_output::{ListOutput, list, number};
use super::map;
use super::places::ask_for;
use super::{intracommunicator, not_null, runtime};
use crate::error::Error;
use hsplit_core::name::Name;
use hsplit_core::table::UNKNOWN;
use hsplit_mpi::constants::{UNDEFINED, group_null};
use hsplit_mpi::group;

/// Returns the distance of two ranks, and the lowest level that both share.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn distance(handle: MPI_Comm, a: c_int, b: c_int, hops: *mut c_int) -> Result<Name, Error> {
    let checked = not_null(hops, "hops");
    if checked.is_ok() {
        // SAFETY: not NULL, and a place for an int by this function's contract.
        unsafe { *hops = UNDEFINED };
    }
    let runtime = runtime::get();
    if runtime.is_disabled() {
        return checked.map(|()| UNKNOWN);
    }
    map::ask(runtime, handle, |map| {
        checked?;
        let distance = map.table.distance(map.rank_in("a", a)?, map.rank_in("b", b)?);
        // SAFETY: not NULL, since `checked` is Ok, and a place for an int by this function's contract.
        unsafe { *hops = number(distance.hops) };
        Ok(distance.level)
    })
}

/// Writes the distances of all pairs of a list, row by row.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn distances(handle: MPI_Comm, n: c_int, ranks: *const c_int, matrix: *mut c_int) -> Result<(), Error> {
    // SAFETY: `ranks` is NULL or has n elements, by this function's contract.
    let ranks = unsafe { list(("n", n), ("ranks", ranks)) };
    let ranks =
        ranks.and_then(|ranks| if ranks.is_empty() { Ok(ranks) } else { not_null(matrix, "matrix").map(|()| ranks) });
    // SAFETY: not NULL if there are ranks, and n x n elements long by this function's contract. Nothing else is written
    // there during the call.
    let put = |index: usize, hops: c_int| unsafe { *matrix.add(index) = hops };
    let runtime = runtime::get();
    if runtime.is_disabled() {
        let length = ranks?.len();
        (0..length * length).for_each(|index| put(index, UNDEFINED));
        return Ok(());
    }
    map::ask(runtime, handle, |map| {
        let ranks = map.ranks_of(ranks?)?;
        for (row, &a) in ranks.iter().enumerate() {
            for (column, &b) in ranks.iter().enumerate() {
                put(row * ranks.len() + column, number(map.table.distance(a, b).hops));
            }
        }
        Ok(())
    })
}

/// Lists the ranks around a rank: in its instance of a level, or, without a level, the nearest ones.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn neighbours(
    handle: MPI_Comm,
    rank: c_int,
    level: *const c_char,
    ranks: ListOutput<c_int>,
) -> Result<(), Error> {
    // SAFETY: `level` is NULL or ends with NUL, by this function's contract.
    let level = (!level.is_null()).then(|| unsafe { CStr::from_ptr(level) }.to_string_lossy());
    // SAFETY: `count` is NULL or valid, and the array has `max` elements, by this function's contract.
    unsafe {
        ask_for(handle, ranks, |map| {
            let rank = map.rank_in("rank", rank)?;
            let found = match level {
                Some(level) => map.table.neighbours_in(rank, &level),
                None => map.table.nearest(rank),
            };
            ranks.put(found.into_iter().map(|rank| rank as c_int));
            Ok(())
        })
    }
}

/// Creates the group of all ranks within some hops of the calling process.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn neighbour_group(handle: MPI_Comm, hops: c_int, output: *mut MPI_Group) -> Result<(), Error> {
    let mut checked = not_null(output, "group");
    if checked.is_ok() {
        // SAFETY: not NULL, and a place for a handle by this function's contract.
        unsafe { *output = group_null() };
    }
    if hops < 0 {
        checked = checked.and(Err(Error::Negative("hops", hops)));
    }
    let runtime = runtime::get();
    let ranks = if runtime.is_disabled() {
        intracommunicator(handle, "comm")?;
        checked.map(|()| vec![])
    } else {
        map::ask(runtime, handle, |map| checked.map(|()| map.table.within(map.rank, u64::from(hops.unsigned_abs()))))
    }?;
    let group = group::of_ranks(handle, &ranks)?;
    // SAFETY: not NULL, since `checked` is Ok, and a place for a handle by this function's contract.
    unsafe { *output = group };
    Ok(())
}
