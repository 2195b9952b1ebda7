// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Get_hw_resource_info` (MPI 4.1 §9.1.2): the levels of the machine of this process, and whether it is bound
//! inside each.
//!
//! A key is a value of `mpi_hw_resource_type` for the level; `"true"` means that a guided split gives the process a
//! communicator.

use mpi_sys::MPI_Info;

use super::not_null;
use super::runtime::{self, Resources, Runtime};
use crate::error::Error;
use hsplit_core::level::{HWLOC_SCHEME, MACHINE, ring_name};
use hsplit_core::name::Name;
use hsplit_core::place::Place;
use hsplit_mpi::constants::info_null;
use hsplit_mpi::optional::{self, HwResourceInfo};
use hsplit_mpi::{info, is_usable};

/// Returns the native call, if it is to be made and this MPI has it.
pub fn native() -> Option<HwResourceInfo> {
    let runtime = runtime::get();
    if runtime.is_disabled() || runtime.hands_back_hw_resource_info() { optional::hw_resource_info() } else { None }
}

/// Creates the info object.
///
/// # Errors
/// An argument is invalid, or this MPI cannot create info objects at this time.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn hw_resource_info(hw_info: *mut MPI_Info) -> Result<(), Error> {
    not_null(hw_info, "hw_info")?;
    let runtime = runtime::get();
    // SAFETY: `not_null` has checked it, and it points to a handle by the contract of MPI_Get_hw_resource_info.
    unsafe { *hw_info = info_null() };
    if !is_usable() && !runtime.native.has_info_at_any_time() {
        return Err(Error::NotUsable);
    }
    let pairs = if runtime.is_disabled() { vec![] } else { resources(runtime)? };
    let made = info::of_pairs(&pairs)?;
    // SAFETY: not NULL, and the program's place for a handle until this call returns.
    unsafe { *hw_info = made.give_away() };
    Ok(())
}

/// Returns every level and whether this process is bound inside one instance of it: first the levels inside which it is
/// bound, widest first.
fn resources(runtime: &Runtime) -> Result<Vec<(String, &'static str)>, Error> {
    let Resources { place, names, dimensions } = runtime.resources()?;
    let place = place.in_halves();
    // Every host of a torus is on one ring along each dimension.
    let mut pairs: Vec<(String, &str)> =
        (0..dimensions).map(|dimension| (ring_name(dimension).to_string(), "true")).collect();
    pairs.extend(
        inside_of(&place).map(|(name, is_network)| (if is_network { name.to_string() } else { uri(name) }, "true")),
    );
    let inside: Vec<Name> = inside_of(&place).map(|(name, _)| name).collect();
    pairs.extend(names.into_iter().filter(|name| !inside.contains(name)).map(|name| (uri(name), "false")));
    Ok(pairs)
}

/// Returns the names of the levels of a place, widest first, and whether each belongs to the network.
fn inside_of(place: &Place) -> impl Iterator<Item = (Name, bool)> {
    let node = place.node();
    // The node's own level has the names of a switch that has only this node.
    let is_network = move |depth: usize, name: Name| {
        node.is_some_and(|node| depth < node || (depth == node && name.as_str() != MACHINE))
    };
    let steps = place.steps().iter().enumerate();
    steps.flat_map(move |(depth, step)| step.level.names().iter().map(move |&name| (name, is_network(depth, name))))
}

/// Returns the names of the levels of a place inside its node, widest first, as URIs.
pub(super) fn uris_in_node(place: &Place) -> Vec<String> {
    inside_of(place).filter(|(_, is_network)| !is_network).map(|(name, _)| uri(name)).collect()
}

fn uri(name: Name) -> String {
    format!("{HWLOC_SCHEME}{name}")
}
