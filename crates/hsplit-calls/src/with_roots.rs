// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Comm_hsplit_with_roots` (RR-9077 §3.2.3): the split and the communicator of the roots in one call.

use std::sync::Arc;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::cached_level::Beside;
use super::criteria::criteria;
use super::runtime::{self, Runtime};
use super::{cached_level, intracommunicator, latency_probe, named_resource, not_null, nowhere, peers, report, show};
use crate::error::Error;
use crate::split_types::Compared;
use hsplit_core::communicator::Communicator;
use hsplit_core::criteria::Criteria;
use hsplit_core::level::{self, MACHINE, SHARED_MEMORY, canonical};
use hsplit_core::request::{Request, Resource};
use hsplit_core::split::{self, Outcome};
use hsplit_mpi::constants::comm_null;
use hsplit_mpi::{Comm, OwnedComm, optional};

/// A new communicator of this rank, its level, and the communicator of the roots if this rank is one.
pub(super) struct Level {
    pub(super) newcomm: OwnedComm,
    pub(super) rootscomm: Option<OwnedComm>,
    /// The level, if the communicator is a whole instance of it.
    pub(super) level: Option<Arc<level::Level>>,
}

/// The target of a split.
pub(super) enum Wanted {
    /// The next level, or the one that these criteria select.
    Next(Criteria),
    /// A level, or a process set.
    Resource(Resource),
}

impl Wanted {
    /// Reads the target from an info object. An error in it has precedence over `own_error`, and the target is then the
    /// next level.
    pub(super) fn read(handle: MPI_Info, own_error: Option<Error>) -> (Self, Option<Error>) {
        let wanted = named_resource(handle).and_then(|named| match named {
            Some(resource) => Ok(Self::Resource(resource)),
            None => criteria(handle).map(Self::Next),
        });
        wanted.map_or_else(|error| (Self::Next(Criteria::default()), Some(error)), |wanted| (wanted, own_error))
    }

    /// True if a level or a process set is named.
    pub(super) fn is_named(&self) -> bool {
        matches!(self, Self::Resource(_))
    }
}

/// One step down the hierarchy, for `MPI_Comm_hsplit_with_roots` and `HSPLIT_Comm_hierarchy`.
pub(super) struct Descent<'a> {
    pub(super) selector: i32,
    pub(super) wanted: &'a Wanted,
    pub(super) roots: bool,
}

impl Descent<'_> {
    /// Takes the step. `own_error` is this rank's own error; every rank then gets an error.
    pub(super) fn take(
        &self,
        runtime: &Runtime,
        comm: MPI_Comm,
        mut own_error: Option<Error>,
    ) -> Result<Option<Level>, Error> {
        // SAFETY: the handle is the one that the program has passed, which `intracommunicator` has checked, or that of
        // the level above, which `hierarchy` holds.
        let parent = unsafe { Comm::new(comm) }?;
        peers::complete(&parent)?;
        let request = match self.wanted {
            // No native call also returns the roots; shared memory is that of the node.
            Wanted::Resource(Resource::Level(name)) if canonical(name) == SHARED_MEMORY => {
                Request::guided(self.selector, 0, runtime.place()?, MACHINE)
            }
            Wanted::Resource(Resource::Level(name)) => {
                Request::guided(self.selector, 0, runtime.place_for(name)?, name)
            }
            Wanted::Resource(Resource::ProcessSet(name)) => {
                let set = optional::process_set_in(&parent, name).unwrap_or_else(|failure| {
                    own_error.get_or_insert(failure.into());
                    None
                });
                Request::process_set(self.selector, 0, name, set)
            }
            Wanted::Next(criteria) => Request::unguided(self.selector, 0, runtime.place()?).by(*criteria),
        };
        let mut request = request.beyond(cached_level::known(comm)?);
        request.fault = own_error.as_ref().map(Error::class);
        request.roots = self.roots;
        request.show = runtime.settings.show;
        let agree = |all| show::agree(&parent, all);
        let outcome = split::split_and_tell(&parent, &request, peers::exchange(&parent)?, agree);
        let split = match outcome {
            Ok(Outcome::Split(split)) => split,
            Ok(Outcome::Native { .. }) => return Err(Error::Internal("a native split was not asked for".into())),
            Err(error) => return Err(own_error.unwrap_or_else(|| error.into())),
        };
        let wanted = match self.wanted {
            Wanted::Resource(resource) => Some(resource),
            Wanted::Next(_) => None,
        };
        let made = split.member.as_ref().map(|member| report::New { member, size: member.comm.size() });
        report::split(parent.size(), &request, wanted, made.as_ref());
        if let (Some(_), 0, Some(Resource::Level(name))) = (split.unanswered, parent.rank(), wanted) {
            nowhere::tell("MPI_Comm_hsplit_with_roots", name, &request.place);
        }
        let Some(member) = split.member else { return Ok(None) };
        // A failure here also frees the communicator of the roots.
        let beside = Beside { parent: &parent, roots: split.rootscomm.as_deref() };
        let whole = member.whole;
        let level = request.place.level_at(member.depth).filter(|_| whole).cloned();
        let newcomm = cached_level::remember(member, &request.place, beside)?;
        Ok(Some(Level { newcomm, rootscomm: split.rootscomm, level }))
    }
}

/// Splits `oldcomm` and creates the communicator of the roots.
///
/// # Errors
/// An argument is invalid, on every rank.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn with_roots(
    oldcomm: MPI_Comm,
    info: MPI_Info,
    newcomm: *mut MPI_Comm,
    rootscomm: *mut MPI_Comm,
) -> Result<(), Error> {
    for output in [newcomm, rootscomm].into_iter().filter(|output| !output.is_null()) {
        // SAFETY: not NULL, and a place for a handle by the contract of MPI_Comm_hsplit_with_roots.
        unsafe { *output = comm_null() };
    }
    let runtime = runtime::get();
    if runtime.is_disabled() {
        return Ok(());
    }
    intracommunicator(oldcomm, "oldcomm")?;
    latency_probe::before(runtime, oldcomm)?;
    let outputs = not_null(newcomm, "newcomm").and_then(|()| not_null(rootscomm, "rootscomm"));
    let (wanted, own_error) = Wanted::read(info, outputs.err());
    let descent = Descent { selector: Compared::WithRoots.selector(), wanted: &wanted, roots: true };
    let Some(made) = descent.take(runtime, oldcomm, own_error)? else { return Ok(()) };
    if !wanted.is_named() {
        cached_level::tell(info, made.level.as_deref())?;
    }
    // SAFETY: a NULL output is an error in `own_error`, with which `Descent::take` would have failed on every rank.
    unsafe {
        *newcomm = made.newcomm.give_away();
        *rootscomm = made.rootscomm.map_or_else(comm_null, OwnedComm::give_away);
    }
    Ok(())
}
