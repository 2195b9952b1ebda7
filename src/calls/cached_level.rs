// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the library caches on the communicators that it made.

use std::sync::Arc;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::show;
use crate::pmpi::attribute::Attribute;
use crate::pmpi::{Failure, OwnedComm, info};
use hsplit_core::level::{self, MACHINE};
use hsplit_core::name::Name;
use hsplit_core::place::Place;
use hsplit_core::split::Member;
use hsplit_core::table::CLUSTER;

/// Which level a communicator stands for, and where it stands among its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// The level's name.
    pub level: Name,
    /// How many siblings have members, this one counted.
    pub siblings: u32,
    /// Its number among them.
    pub index: u32,
}

/// What stays on a communicator.
struct CachedLevel {
    made: Made,
    /// How the paths of all its processes began.
    known: Arc<[u8]>,
}

static KEPT: Attribute<CachedLevel> = Attribute::declare();

/// Caches on a new communicator what `MPI_Comm_get_hlevel_info` reports, and gives its level. Frees it on failure.
///
/// # Errors
/// What the native MPI reports.
pub fn remember(member: Member<OwnedComm>, place: &Place) -> Result<(OwnedComm, Name), Failure> {
    let level = place.name_at(member.depth).unwrap_or(CLUSTER);
    let made = Made { level, siblings: member.siblings, index: member.index };
    keep(member.comm, made, place.shared_path(member.depth).into()).map(|comm| (comm, level))
}

/// As [`remember`], for the native communicator of a node. Nothing is known of the paths of its ranks: an MPI may take
/// several nodes for one.
///
/// # Errors
/// What the native MPI reports.
pub fn remember_node(comm: OwnedComm, siblings: u32, index: u32) -> Result<OwnedComm, Failure> {
    keep(comm, Made { level: Name::new(MACHINE), siblings, index }, Arc::default())
}

fn keep(comm: OwnedComm, made: Made, known: Arc<[u8]>) -> Result<OwnedComm, Failure> {
    KEPT.set(comm.handle(), Arc::new(CachedLevel { made, known }))?;
    show::note(&comm, &made)?;
    Ok(comm)
}

/// Gives back what the native MPI keeps for this, before `MPI_Finalize`.
pub fn release() {
    KEPT.release();
}

/// What is remembered of a communicator; `None` where it was not made here.
///
/// # Errors
/// What the native MPI says of the handle.
pub fn recall(handle: MPI_Comm) -> Result<Option<Made>, Failure> {
    KEPT.with(handle, |kept| kept.made)
}

/// How the paths of all processes of a communicator began when it was made here; nothing where it was not.
///
/// # Errors
/// What the native MPI says of the handle.
pub fn known(handle: MPI_Comm) -> Result<Arc<[u8]>, Failure> {
    Ok(KEPT.with(handle, |kept| kept.known.clone())?.unwrap_or_default())
}

/// Tells the program's info object which level an unguided split has come to.
///
/// # Errors
/// What the native MPI reports.
pub fn tell(handle: MPI_Info, level: Name) -> Result<(), Failure> {
    info::set_answer(handle, &level::resource_type(level))
}
