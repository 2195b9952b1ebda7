// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_SHARED`: the communicator of a level replaces that of the node in the result of `MPI_COMM_TYPE_SHARED`. A
//! program with one copy of its data per node then has one for each NUMA node, cache or package.
//!
//! The native split is made first. The ranks of its communicator then exchange their places: if one of them is in no
//! instance of the level, all keep the node.

use std::ffi::c_int;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mpi_sys::MPI_Comm;

use super::nowhere::{Whole, tell_whole};
use super::peers;
use super::runtime::{self, Runtime};
use hsplit_core::communicator::Communicator;
use hsplit_core::hash::hash;
use hsplit_core::level::canonical;
use hsplit_core::place::Place;
use hsplit_host::source::node::opaque_place;
use hsplit_mpi::attribute::Attribute;
use hsplit_mpi::native::StandardType;
use hsplit_mpi::{Comm, Failure, OwnedComm};
use hsplit_settings::Feature;

/// Number of splits by `MPI_COMM_TYPE_SHARED` that a communicator has had.
static CALLS: Attribute<AtomicU32> = Attribute::declare_uncopied();

/// Frees the keyval in the native MPI.
pub(super) fn release() {
    CALLS.release();
}

/// True if the native communicators of this split are to be divided. All ranks get the same result: they have agreed on
/// the type, all have the same settings, and they have made the same calls on this communicator.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn is_wanted(runtime: &Runtime, parent: &Comm, selector: Option<c_int>) -> Result<bool, Failure> {
    let is_shared = |number| runtime.native.standard_type(number) == Some(StandardType::Shared);
    let Some(wanted) = &runtime.settings.shared else { return Ok(false) };
    if !selector.is_some_and(is_shared) || !peers::share(parent, Feature::Shared)? {
        return Ok(false);
    }
    if wanted.calls.is_empty() {
        return Ok(true);
    }
    let calls = CALLS.keep(parent.handle(), Arc::default())?;
    Ok(wanted.calls.contains(&(calls.fetch_add(1, Ordering::Relaxed) + 1)))
}

/// Divides the communicator of a node.
///
/// # Errors
/// A native call fails.
///
/// # Safety
/// The native split has just created the communicator, and the program has not received it yet.
pub unsafe fn divide(output: &mut MPI_Comm) -> Result<(), Failure> {
    let runtime = runtime::get();
    let Some(wanted) = &runtime.settings.shared else { return Ok(()) };
    // SAFETY: the communicator is valid and freed by nothing else, by this function's contract.
    let node = unsafe { Comm::new(*output) }?;
    let Some((divided, _)) = part(runtime, &node, &wanted.level, Whole::Split)? else { return Ok(()) };
    // SAFETY: as above. The program gets the other communicator instead.
    drop(unsafe { OwnedComm::take_over(*output) }?);
    *output = divided.give_away();
    Ok(())
}

/// Returns the ranks of a node in the caller's instance of a level, and the caller's place. `None` at all of them if
/// one is in no instance, which is reported according to `whole`. Collective.
///
/// # Errors
/// A native call fails.
pub(super) fn part(
    runtime: &Runtime,
    node: &Comm,
    level: &str,
    whole: Whole,
) -> Result<Option<(OwnedComm, Place)>, Failure> {
    // A rank that cannot determine its place must take part in the exchange nevertheless.
    let place = runtime.place_for(level).unwrap_or_else(|_| opaque_place());
    let own = instance(&place, &canonical(level));
    let all = node.allgather(&own.to_le_bytes())?;
    let mut all = all.chunks_exact(size_of::<u64>());
    if all.clone().any(|instance| instance == [0; 8]) {
        if own == 0 {
            tell_whole(whole, level, &place);
        }
        log::debug!("the node stays whole: not all of its ranks are inside one {level}");
        return Ok(None);
    }
    let colour = all.position(|instance| instance == own.to_le_bytes()).unwrap_or(0) as u32;
    let Some(part) = node.split(Some(colour), 0)? else { return Ok(None) };
    log::debug!("{} of the node's {} ranks are inside this {level}", part.size(), node.size());
    Ok(Some((part, place)))
}

/// Returns a number for the instance of a level inside which a process is, its node or a part of it; 0 if there is
/// none.
fn instance(place: &Place, canonical_name: &str) -> u64 {
    place.instance_in_node(canonical_name).map_or(0, |path| hash(path).max(1))
}
