// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Monitor_levels`: the traffic that stays inside one instance of each level (thesis, section 3.3.1).

use std::ffi::{c_char, c_int, c_longlong};

use super::session::{self, Session};
use super::what::What;
use crate::error::Error;
use crate::list_output::{ListOutput, put_some};
use crate::map::{self, Map};
use crate::reorder::Terms;
use crate::runtime;
use crate::split_types::Compared;
use hsplit_core::table::CLUSTER;

/// Returns the traffic inside the instances of each level, and the total. Collective.
///
/// # Errors
/// An argument is invalid (on every rank), or a native call fails.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn levels(
    handle: c_int,
    what: c_int,
    inside: ListOutput<c_longlong>,
    types: *mut *const c_char,
) -> Result<(), Error> {
    // SAFETY: the number of levels is NULL or has a place, by this function's contract.
    let checked = unsafe { inside.clear() };
    let session = session::find(handle)?;
    let comm = session.comm()?;
    let what = checked.and_then(|()| What::of(what));
    let runtime = runtime::get();
    let terms = Terms {
        compared: Compared::MonitorLevels,
        values: what.as_ref().map_or_else(|_| String::new(), What::text),
        words: "what",
        own_error: what.as_ref().err(),
        reorders: true,
    };
    let agreed = terms.agree(&comm);
    let what = what?;
    agreed?;
    if runtime.is_disabled() {
        return Ok(());
    }
    let of_map = |map: &Map| Ok((map.table.levels().to_vec(), of_rank(&session, what, map)));
    let (levels, own) = map::ask(runtime, comm.handle(), of_map)?;
    let sums = comm.sums(&own)?;
    let names = levels.iter().map(|(level, _)| *level).chain([CLUSTER]);
    // SAFETY: `clear` has found no error, or `what` was an error. Arrays that are not NULL have `max` elements, by this
    // function's contract.
    unsafe {
        put_some(types, inside.max, names.map(|name| name.as_c_str().as_ptr()));
        inside.put(sums.iter().map(|&sum| c_longlong::try_from(sum).unwrap_or(c_longlong::MAX)));
    }
    Ok(())
}

/// Returns the data that this rank sends inside its instance of each level, and the total.
fn of_rank(session: &Session, what: What, map: &Map) -> Vec<u64> {
    let levels = map.table.levels().len();
    let mut sums = vec![0; levels + 1];
    for (rank, number) in session.row(what).into_iter().filter(|(rank, _)| *rank != map.rank) {
        let both = map.table.numbered_coords(map.rank).zip(map.table.numbered_coords(rank));
        for ((level, _), _) in both.take_while(|(own, other)| own == other) {
            sums[level] += number;
        }
        sums[levels] += number;
    }
    sums
}
