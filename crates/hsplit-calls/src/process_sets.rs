// SPDX-License-Identifier: MIT OR Apache-2.0
//! Process sets of the hardware (MPI 4.0 §11.3): `hwloc://NUMANode` is the set of the processes in the instance of that
//! level in which this process was bound when its first session began.
//!
//! The calls are local. The sets are therefore computed from data that all processes of the node have at that time: the
//! binding that each has published for the others, or on an emulated machine only the rank. All members of a set
//! compute the same one. The sets of the native MPI keep their numbers, and the others follow.

use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::{Mutex, OnceLock, PoisonError};

use mpi_sys::{MPI_Group, MPI_Info};

use super::hw_resource_info::uris_in_node;
use super::inside::is_inside;
use super::nowhere::Why;
use super::peers;
use super::runtime::{self, Runtime};
use crate::error::Error;
use hsplit_core::level::{canonical, is_hwloc};
use hsplit_core::place::Place;
use hsplit_host::logger::NODE;
use hsplit_mpi::info;
use hsplit_mpi::raw::RawHandle;
use hsplit_mpi::session;

/// Returns the library's state if the sets of the hardware are among those of this process's sessions. They are not if
/// some process is known to lack the library: a program that uses all listed sets would wait for that process.
pub fn listing() -> Option<&'static Runtime> {
    let runtime = (!is_inside()).then(runtime::get)?;
    has_sets(runtime).then_some(runtime)
}

fn has_sets(runtime: &Runtime) -> bool {
    !runtime.is_disabled() && !runtime.hands_back_process_sets() && !peers::some_lack(runtime)
}

/// Publishes the binding of this process after the program's first `MPI_Session_init`, or a marker if there is none,
/// for the other processes of this node.
pub fn begin() {
    let runtime = runtime::get();
    if has_sets(runtime) {
        runtime.publish_binding();
    } else {
        runtime.decline_binding();
    }
}

/// Returns the names of the sets of this process, widest first. They do not change.
pub fn names(runtime: &Runtime) -> &'static [CString] {
    static NAMES: OnceLock<Vec<CString>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let Ok(process) = runtime.process() else { return vec![] };
        let mut known = BTreeSet::new();
        let names = uris_in_node(&runtime.first_place(process, "")).into_iter();
        names.filter(|name| known.insert(name.clone())).filter_map(|name| CString::new(name).ok()).collect()
    })
}

/// Returns the name, if it has the scheme of the hardware, and the library's state; `None`: the call is passed to the
/// native MPI.
///
/// # Safety
/// `name` is NULL or a string.
pub unsafe fn of_hardware<'a>(name: *const c_char, output: *const c_void) -> Option<(&'static Runtime, &'a str)> {
    if name.is_null() || output.is_null() {
        return None;
    }
    // SAFETY: not NULL, so it is a string by this function's contract.
    let name = unsafe { CStr::from_ptr(name) }.to_str().ok().filter(|name| is_hwloc(name))?;
    Some((listing()?, name))
}

/// A set by its number.
#[derive(Debug, PartialEq, Eq)]
pub enum Numbered {
    /// One of the hardware.
    Own(usize),
    /// One of the native MPI, by its number there.
    Native(c_int),
}

/// Returns the first number of sets of the native MPI. It may get more, and no set changes its number.
fn first_native(count: c_int) -> c_int {
    static FIRST: OnceLock<c_int> = OnceLock::new();
    *FIRST.get_or_init(|| count)
}

/// Returns the number of sets, if the native MPI has `native` ones.
pub fn count(native: c_int, own: usize) -> c_int {
    first_native(native);
    native + own as c_int
}

/// Returns the set of a number.
pub fn numbered(n: c_int, native: c_int, own: usize) -> Numbered {
    at(n, first_native(native), own as c_int)
}

fn at(n: c_int, first: c_int, own: c_int) -> Numbered {
    match n.checked_sub(first).filter(|after| *after >= 0) {
        None => Numbered::Native(n),
        Some(after) if after < own => Numbered::Own(after as usize),
        Some(_) => Numbered::Native(n - own),
    }
}

/// Writes a name, as far as it fits, and the length that it needs. With a length of 0 only the latter (MPI 4.1
/// §11.3.2).
///
/// # Safety
/// `length` points to an int, and `buffer` has as many characters as its value.
pub unsafe fn write(name: &CString, length: *mut c_int, buffer: *mut c_char) {
    let bytes = name.as_bytes_with_nul();
    // SAFETY: `length` points to an int, by this function's contract.
    let room = usize::try_from(unsafe { std::mem::replace(&mut *length, bytes.len() as c_int) }).unwrap_or(0);
    let Some(most) = room.checked_sub(1) else { return };
    let written = most.min(name.as_bytes().len());
    // SAFETY: `written` is less than the length of `buffer`, by this function's contract, and than that of the name.
    unsafe {
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), buffer.cast(), written);
        *buffer.add(written) = 0;
    }
}

/// Returns the ranks in `mpi://WORLD` of the set of this name; `None`: this process is in none, and a message gives the
/// reason.
///
/// # Errors
/// The set cannot be determined, or a native call fails.
fn members(runtime: &Runtime, call: &str, name: &str) -> Result<Option<Vec<u32>>, Error> {
    let (process, level) = (runtime.process()?, canonical(name));
    let own = runtime.first_place(process, &level);
    let Some(instance) = own.instance_in_node(&level) else {
        say_why_not(call, name, &own);
        return Ok(None);
    };
    let is_member = |place: &Place| place.instance_in_node(&level) == Some(instance);
    let places = runtime.first_places(process, &level)?;
    let members = places.into_iter().filter(|(_, place)| is_member(place));
    let members: Vec<u32> = members.map(|(rank, _)| rank as u32).collect();
    log::debug!("{call}: {name} has the processes {members:?} of mpi://WORLD");
    Ok(Some(members))
}

/// Logs the reason, once for each name.
fn say_why_not(call: &str, name: &str, place: &Place) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned()) {
        let why = Why::here(name, place).in_words(name);
        log::warn!(target: NODE, "{call}: this process is in no process set {name}, because {why}");
    }
}

/// Returns the group of the set of this name, for the program; `None`: the native MPI has to answer.
///
/// # Errors
/// The set cannot be determined, or a native call fails.
pub fn group(runtime: &Runtime, session: RawHandle, name: &str) -> Result<Option<MPI_Group>, Error> {
    let members = members(runtime, "MPI_Group_from_session_pset", name)?;
    Ok(members.map(|members| session::group_of(session, &members)).transpose()?)
}

/// Returns the info object of the set of this name, for the program; `None`: the native MPI has to answer.
///
/// # Errors
/// The set cannot be determined, or a native call fails.
pub fn info(runtime: &Runtime, name: &str) -> Result<Option<MPI_Info>, Error> {
    let members = members(runtime, "MPI_Session_get_pset_info", name)?;
    let pairs = |members: Vec<u32>| info::of_pairs(&[("mpi_size".to_owned(), &members.len().to_string())]);
    Ok(members.map(pairs).transpose()?.map(info::OwnedInfo::give_away))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn native_sets_keep_their_numbers() {
        use Numbered::{Native, Own};
        let all = |first| (-1..6).map(|n| at(n, first, 2)).collect::<Vec<_>>();
        assert_eq!(all(3), [Native(-1), Native(0), Native(1), Native(2), Own(0), Own(1), Native(3)]);
        assert_eq!(all(0), [Native(-1), Own(0), Own(1), Native(0), Native(1), Native(2), Native(3)]);
    }

    #[test]
    fn names_are_cut_to_the_room_that_there_is() {
        let name = CString::new("hwloc://Core").unwrap();
        for (room, seen) in [(0, "####"), (1, ""), (5, "hwlo"), (13, "hwloc://Core"), (20, "hwloc://Core")] {
            let (mut length, mut buffer) = (room, *b"####\0##############\0");
            // SAFETY: the buffer has 20 characters.
            unsafe { write(&name, &raw mut length, buffer.as_mut_ptr().cast()) };
            let text = std::ffi::CStr::from_bytes_until_nul(&buffer).unwrap();
            assert_eq!((length, text.to_str().unwrap()), (13, seen));
        }
    }
}
