// SPDX-License-Identifier: MIT OR Apache-2.0
//! The data that the library caches on the communicators that it has created.

use std::sync::Arc;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::communicator_tree::WeakComm;
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

/// The communicators that are related to a new one.
#[derive(Clone, Copy)]
pub struct Beside<'a> {
    /// The communicator that was split.
    pub parent: &'a Comm,
    /// The communicator of the roots of the split, if this process is one of them.
    pub roots: Option<&'a Comm>,
}

impl Beside<'_> {
    fn links(self) -> Result<(WeakComm, Option<WeakComm>), Failure> {
        Ok((WeakComm::to(self.parent.handle())?, self.roots.map(|roots| WeakComm::to(roots.handle())).transpose()?))
    }
}

/// The cached data of a communicator.
struct CachedLevel {
    made: Made,
    /// The common beginning of the paths of all its processes.
    known: Arc<[u8]>,
    /// The place of this process at the creation.
    place: Place,
    parent: WeakComm,
    roots: Option<WeakComm>,
}

static KEPT: Attribute<CachedLevel> = Attribute::declare();

/// Caches on a new communicator the results of `MPI_Comm_get_hlevel_info` and similar calls. Frees it on failure.
///
/// # Errors
/// A native call fails.
pub fn remember(member: Member<OwnedComm>, place: &Place, beside: Beside<'_>) -> Result<OwnedComm, Failure> {
    let level = place.name_at(member.depth).unwrap_or(CLUSTER);
    let made = Made { level, siblings: member.siblings, index: member.index, depth: member.depth as u32 };
    keep(member.comm, made, place, place.shared_path(member.depth).into(), beside)
}

/// As [`remember`], for the native communicator of a node. The paths of its ranks are unknown: an MPI may treat several
/// nodes as one.
///
/// # Errors
/// A native call fails.
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

/// Frees the keyval in the native MPI. Called before `MPI_Finalize`.
pub fn release() {
    KEPT.release();
}

/// Returns the cached data of a communicator; `None` if the library has not created it.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn recall(handle: MPI_Comm) -> Result<Option<Made>, Failure> {
    KEPT.with(handle, |kept| kept.made)
}

/// Returns the communicator that was split; `None` if the library has not created this one, or if the other one is
/// freed.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn parent(handle: MPI_Comm) -> Result<Option<MPI_Comm>, Failure> {
    Ok(KEPT.with(handle, |kept| kept.parent.comm())?.flatten())
}

/// Returns the communicator of roots that was created together with this one; `None` if there is none, or if it is
/// freed.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn roots(handle: MPI_Comm) -> Result<Option<MPI_Comm>, Failure> {
    Ok(KEPT.with(handle, |kept| kept.roots.as_ref().and_then(WeakComm::comm))?.flatten())
}

/// Returns the part of this process's node to which a communicator belongs, by the instance of each level inside the
/// node; `None` if it belongs to none, for instance because its level is one of the network.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn instance(handle: MPI_Comm) -> Result<Option<Vec<u64>>, Failure> {
    let instance = KEPT.with(handle, |kept| {
        let steps = kept.place.steps().get(..kept.made.depth as usize)?;
        // (A communicator of switches belongs to no part of a node.)
        let node = kept.place.node()?;
        let inside = steps.get(node + 1..)?;
        let is_object = |step: &Step| !step.level.answers_to(BINDING) && !is_region(step);
        inside.iter().all(is_object).then(|| inside.iter().map(|step| step.instance).collect())
    });
    Ok(instance?.flatten())
}

/// Returns the common beginning of the paths of all processes of a communicator when the library created it; empty for
/// other communicators.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn known(handle: MPI_Comm) -> Result<Arc<[u8]>, Failure> {
    Ok(KEPT.with(handle, |kept| kept.known.clone())?.unwrap_or_default())
}

/// Writes the level of an unguided split into the program's info object, in a form that names it in a guided one;
/// `None`: the split has divided parts that no level divides.
///
/// # Errors
/// A native call fails.
pub fn tell(handle: MPI_Info, level: Option<&Level>) -> Result<(), Failure> {
    let Some(level) = level else { return info::withdraw_answer(handle) };
    info::set_answer(handle, &resource_type(level.name()))
}
