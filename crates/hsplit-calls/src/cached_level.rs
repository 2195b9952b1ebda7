// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the library caches on the communicators that it made.

use std::sync::Arc;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::family::WeakComm;
use super::made::Made;
use super::show;
use hsplit_core::level::{BINDING, Level, MACHINE, resource_type};
use hsplit_core::name::Name;
use hsplit_core::place::{Place, Step};
use hsplit_core::region::is_region;
use hsplit_core::split::Member;
use hsplit_core::table::CLUSTER;
use hsplit_mpi::attribute::Attribute;
use hsplit_mpi::{Comm, Failure, OwnedComm, info};

/// The communicators that a new one comes with.
#[derive(Clone, Copy)]
pub struct Beside<'a> {
    /// The one that was split.
    pub parent: &'a Comm,
    /// That of the roots of the split, where this process is one of them.
    pub roots: Option<&'a Comm>,
}

impl Beside<'_> {
    fn links(self) -> Result<(WeakComm, Option<WeakComm>), Failure> {
        Ok((WeakComm::to(self.parent.handle())?, self.roots.map(|roots| WeakComm::to(roots.handle())).transpose()?))
    }
}

/// What stays on a communicator.
struct CachedLevel {
    made: Made,
    /// How the paths of all its processes began.
    known: Arc<[u8]>,
    /// The place of this process when it was made.
    place: Place,
    parent: WeakComm,
    roots: Option<WeakComm>,
}

static KEPT: Attribute<CachedLevel> = Attribute::declare();

/// Caches on a new communicator what `MPI_Comm_get_hlevel_info` and its kin report. Frees it on failure.
///
/// # Errors
/// What the native MPI reports.
pub fn remember(member: Member<OwnedComm>, place: &Place, beside: Beside<'_>) -> Result<OwnedComm, Failure> {
    let level = place.name_at(member.depth).unwrap_or(CLUSTER);
    let made = Made { level, siblings: member.siblings, index: member.index, depth: member.depth as u32 };
    keep(member.comm, made, place, place.shared_path(member.depth).into(), beside)
}

/// As [`remember`], for the native communicator of a node. Nothing is known of the paths of its ranks: an MPI may take
/// several nodes for one.
///
/// # Errors
/// What the native MPI reports.
pub fn remember_node(
    comm: OwnedComm,
    siblings: u32,
    index: u32,
    place: &Place,
    beside: Beside<'_>,
) -> Result<OwnedComm, Failure> {
    let depth = place.node().map_or(0, |node| node + 1) as u32;
    keep(comm, Made { level: Name::new(MACHINE), siblings, index, depth }, place, Arc::default(), beside)
}

fn keep(
    comm: OwnedComm,
    made: Made,
    place: &Place,
    known: Arc<[u8]>,
    beside: Beside<'_>,
) -> Result<OwnedComm, Failure> {
    let (parent, roots) = beside.links()?;
    let level = CachedLevel { made, known, place: place.clone(), parent: parent.clone(), roots };
    KEPT.keep(comm.handle(), Arc::new(level))?;
    parent.adopt(WeakComm::to(comm.handle())?);
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

/// The communicator that this one was split from; `None` where it was not made here or the other one is freed.
///
/// # Errors
/// What the native MPI says of the handle.
pub fn parent(handle: MPI_Comm) -> Result<Option<MPI_Comm>, Failure> {
    Ok(KEPT.with(handle, |kept| kept.parent.comm())?.flatten())
}

/// The communicator of roots that was made beside this one; `None` where there is none, or no longer.
///
/// # Errors
/// What the native MPI says of the handle.
pub fn roots(handle: MPI_Comm) -> Result<Option<MPI_Comm>, Failure> {
    Ok(KEPT.with(handle, |kept| kept.roots.as_ref().and_then(WeakComm::comm))?.flatten())
}

/// The part of this process's node that a communicator stands for, by the instance of each level inside the node;
/// `None` where it stands for none, such as a level of the network.
///
/// # Errors
/// What the native MPI says of the handle.
pub fn instance(handle: MPI_Comm) -> Result<Option<Vec<u64>>, Failure> {
    let instance = KEPT.with(handle, |kept| {
        let steps = kept.place.steps().get(..kept.made.depth as usize)?;
        // (A communicator of switches stands for no part of a node.)
        let node = kept.place.node()?;
        let inside = steps.get(node + 1..)?;
        let is_object = |step: &Step| !step.level.answers_to(BINDING) && !is_region(step);
        inside.iter().all(is_object).then(|| inside.iter().map(|step| step.instance).collect())
    });
    Ok(instance?.flatten())
}

/// How the paths of all processes of a communicator began when it was made here; nothing where it was not.
///
/// # Errors
/// What the native MPI says of the handle.
pub fn known(handle: MPI_Comm) -> Result<Arc<[u8]>, Failure> {
    Ok(KEPT.with(handle, |kept| kept.known.clone())?.unwrap_or_default())
}

/// Tells the program's info object which level an unguided split has come to, in a form that names it in a guided one;
/// `None`: it has cut parts, which no level would give.
///
/// # Errors
/// What the native MPI reports.
pub fn tell(handle: MPI_Info, level: Option<&Level>) -> Result<(), Failure> {
    let Some(level) = level else { return info::withdraw_answer(handle) };
    info::set_answer(handle, &resource_type(level.name()))
}
