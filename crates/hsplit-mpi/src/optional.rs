// SPDX-License-Identifier: MIT OR Apache-2.0
//! Native functions that not every MPI has: process sets (MPI 4.0) and `MPI_Get_hw_resource_info` (MPI 4.1).
//!
//! One build serves MPIs with and without them, so they are looked up by name at their first use.

use std::ffi::{c_int, c_void};

use super::constants::UNDEFINED;
use super::group::MpiGroup;
use super::session::Sessions;
use super::symbol::next_of_the_mpi;
use super::{Comm, Failure, world};
use hsplit_core::communicator::Communicator;

/// `MPI_Get_hw_resource_info(hw_info)`, for a handle of any MPI.
pub type HwResourceInfo = unsafe extern "C-unwind" fn(*mut c_void) -> c_int;

/// The next `MPI_Get_hw_resource_info` in the process, if this MPI has it.
pub fn hw_resource_info() -> Option<HwResourceInfo> {
    // SAFETY: MPI 4.1 gives the function of this name this parameter, and a handle's address is a pointer under every
    // MPI. A NULL address becomes `None`.
    unsafe { std::mem::transmute::<*mut c_void, Option<HwResourceInfo>>(next_of_the_mpi(c"MPI_Get_hw_resource_info")) }
}

/// Returns the identity of this rank's process set `name` among the ranks of `comm`: the lowest rank in the set. `None`
/// if this rank is in no set of that name, or the MPI has no process sets.
///
/// The two sets that the standard defines are not looked up in the MPI's list, so they exist with every MPI.
///
/// # Errors
/// A native call on groups fails.
pub fn process_set_in(comm: &Comm, name: &str) -> Result<Option<u32>, Failure> {
    match name.trim().to_ascii_lowercase().as_str() {
        "mpi://self" => Ok(Some(comm.rank())),
        "mpi://world" => lowest_member(comm, &*world::group()?),
        _ => match Sessions::find().and_then(|sessions| sessions.members(name)) {
            Some(members) => lowest_member(comm, &members),
            None => Ok(None),
        },
    }
}

/// Returns the lowest rank of `comm` that is in `set`, if this rank is in it.
fn lowest_member(comm: &Comm, set: &MpiGroup) -> Result<Option<u32>, Failure> {
    let ranks = comm.group()?.ranks_in(set)?;
    let is_member = |rank: &c_int| *rank != UNDEFINED;
    let inside = ranks.get(comm.rank() as usize).is_some_and(is_member);
    Ok(ranks.iter().position(is_member).filter(|_| inside).map(|lowest| lowest as u32))
}
