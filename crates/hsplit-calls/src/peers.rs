// SPDX-License-Identifier: MIT OR Apache-2.0
//! The processes with which this one can use the library's features.
//!
//! A variable, or the library itself, may reach only some processes of a job: one program of a coupled job, or the
//! hosts to which a launcher passes variables. A feature is therefore used on communicators all of whose ranks have the
//! library and equal settings, and all other communicators are left to the native MPI. All ranks of a communicator that
//! have the library make the same decision without a message, since all of them read the same [`Roster`].
//!
//! Processes of another world, in a communicator that was merged with this one, are in no roster.

use std::sync::{Arc, OnceLock};

use super::runtime::{self, Runtime};
use crate::error::Error;
use hsplit_core::ranks::Ranks;
use hsplit_core::split::Exchange;
use hsplit_host::launcher;
use hsplit_host::preload::foreign_variable;
use hsplit_host::roster::{Entry, Roster, Standing};
use hsplit_host::source::identity::best_host_name;
use hsplit_mpi::attribute::Attribute;
use hsplit_mpi::clock::IS_SIMULATED;
use hsplit_mpi::constants::UNDEFINED;
use hsplit_mpi::world::{self, Together};
use hsplit_mpi::{Comm, Failure, foreign, has_sessions_alone};
use hsplit_settings::{self as settings, Feature};

/// The data on all processes of the job, once it is known.
static KNOWN: OnceLock<Known> = OnceLock::new();

/// The data on the processes of a job.
pub(super) enum Known {
    /// All have the library and equal settings: the job has one process, or all are simulated in this one.
    Alike,
    /// Unknown. All other processes are treated like this one, except in programs that use sessions only: no feature is
    /// used there.
    Nothing,
    /// Their published data.
    Published(Published),
}

/// The published data of the processes of a job.
pub(super) struct Published {
    pub(super) roster: Roster,
    pub(super) own: Entry,
    /// A bit for each feature with the same setting in all processes.
    common: u32,
    is_complete: bool,
}

/// The kind of the ranks of a communicator, on which features depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// All have the library, as far as can be known.
    Complete,
    /// Some are processes of another world.
    Foreign,
    /// Some have not loaded the library, or it is disabled there.
    Incomplete,
}

/// The cached data of a communicator.
#[derive(Clone, Copy)]
struct Kept {
    company: Company,
    /// A bit for each feature with the same setting on all its ranks as on this one.
    common: u32,
}

static KEPT: Attribute<Kept> = Attribute::declare_uncopied();

/// The bits of all features.
const ALL: u32 = (1 << Feature::ALL.len()) - 1;

fn bit(feature: Feature) -> u32 {
    1 << feature as u32
}

impl Published {
    pub(super) fn new(roster: Roster) -> Self {
        let own = own_entry();
        let all: Vec<&Standing> = roster.ranks().map(|(_, standing)| standing).collect();
        let common = common(&own, all.iter().copied());
        let is_complete = all.iter().all(|standing| stands_as(standing, &own));
        Self { common, is_complete, own, roster }
    }

    /// True if all processes have the same setting of a feature as this one.
    pub(super) fn is_common(&self, feature: Feature) -> bool {
        self.common & bit(feature) != 0
    }

    /// Returns the ranks with the same setting of a feature as this one.
    pub(super) fn alike(&self, feature: Feature) -> Vec<u32> {
        self.roster
            .which(|standing| standing.entry().is_some_and(|entry| entry.is_alike(&self.own, feature.variables())))
    }
}

/// True if a process would make the same exchanges as this one.
fn stands_as(standing: &Standing, own: &Entry) -> bool {
    match standing {
        Standing::Absent => false,
        Standing::Disabled => own.is_disabled,
        Standing::Present(_) => !own.is_disabled,
    }
}

/// Returns a bit for each feature with the same setting in all of these processes as in `own`.
fn common<'a>(own: &Entry, all: impl Iterator<Item = &'a Standing> + Clone) -> u32 {
    let has = |feature: Feature| {
        all.clone().all(|standing| standing.entry().is_some_and(|entry| entry.is_alike(own, feature.variables())))
    };
    Feature::ALL.into_iter().filter(|feature| has(*feature)).map(bit).sum()
}

/// The entry of this process.
pub fn own_entry() -> Entry {
    let set = settings::of_process();
    let value = |name: &str| set.iter().find(|(known, _)| known == name).map(|(_, text)| text.clone());
    let settings = runtime::get().settings.own();
    let published = settings.published().into_iter();
    let published = published.map(|(name, number)| (name, number, value(name).unwrap_or_default()));
    Entry::new(best_host_name(), published, settings.disable)
}

/// Returns the data on all processes.
///
/// # Errors
/// A native call fails.
pub(super) fn known(runtime: &Runtime) -> Result<&'static Known, Failure> {
    if let Some(known) = KNOWN.get() {
        return Ok(known);
    }
    // Without `MPI_Init`, not all have published yet (see `joining`).
    if has_sessions_alone() { Ok(&Known::Nothing) } else { find(runtime, || Ok(Known::Nothing)) }
}

/// Reads the data on all processes, all of which have published. `otherwise` is called if no launcher provides it.
///
/// # Errors
/// A native call fails.
pub(super) fn find(
    runtime: &Runtime,
    otherwise: impl FnOnce() -> Result<Known, Failure>,
) -> Result<&'static Known, Failure> {
    let ranks = runtime.process()?.ranks as u32;
    let found = if IS_SIMULATED || ranks == 1 {
        Known::Alike
    } else {
        match Roster::read(ranks, runtime.settings.own().places.share) {
            Some(roster) => Known::Published(Published::new(roster)),
            None => otherwise()?,
        }
    };
    let known = match found {
        // `MPI_Init` may still compare the settings.
        Known::Nothing if has_sessions_alone() => return Ok(&Known::Nothing),
        found => KNOWN.get_or_init(|| found),
    };
    if matches!(known, Known::Alike) || matches!(known, Known::Published(published) if published.is_complete) {
        foreign::none_in_world();
    }
    Ok(known)
}

fn kept(comm: &Comm) -> Result<Kept, Failure> {
    let runtime = runtime::get();
    let known = known(runtime)?;
    let all_are_alike = match known {
        Known::Published(published) => published.is_complete && published.common == ALL,
        Known::Alike => true,
        Known::Nothing => !has_sessions_alone(),
    };
    if all_are_alike && !foreign::have_been_merged() {
        return Ok(Kept { company: Company::Complete, common: ALL });
    }
    if let Some(kept) = KEPT.get(comm.handle())? {
        return Ok(*kept);
    }
    let ranks = comm.world_ranks()?;
    let kept = if ranks.contains(&UNDEFINED) {
        Kept { company: Company::Foreign, common: 0 }
    } else if let Known::Published(published) = known {
        let all = ranks.iter().map(|rank| published.roster.of(*rank as u32));
        let is_complete = all.clone().all(|standing| stands_as(standing, &published.own));
        let company = if is_complete { Company::Complete } else { Company::Incomplete };
        Kept { company, common: common(&published.own, all) }
    } else {
        Kept { company: Company::Complete, common: if all_are_alike { ALL } else { 0 } }
    };
    KEPT.keep(comm.handle(), Arc::new(kept)).map(|kept| *kept)
}

/// Returns the kind of the ranks of a communicator. All of them get the same result.
///
/// # Errors
/// A native call fails.
pub fn company(comm: &Comm) -> Result<Company, Failure> {
    Ok(kept(comm)?.company)
}

/// True if all ranks of a communicator have the same setting of a feature as this one. All ranks with this setting get
/// the same result.
///
/// # Errors
/// A native call fails.
pub fn share(comm: &Comm, feature: Feature) -> Result<bool, Failure> {
    Ok(kept(comm)?.common & bit(feature) != 0)
}

/// Returns the exchange of splits of a communicator, the same at all of its ranks.
///
/// # Errors
/// A native call fails.
pub fn exchange(comm: &Comm) -> Result<Exchange, Failure> {
    let own = runtime::get().settings.exchange;
    Ok(if own == Exchange::BySize || share(comm, Feature::Exchange)? { own } else { Exchange::BySize })
}

/// True if some process of the job is known to have no library, or a disabled one. All others get the same result.
pub fn some_lack(runtime: &Runtime) -> bool {
    matches!(known(runtime), Ok(Known::Published(published)) if !published.is_complete)
}

/// Rejects a collective call of the library if some ranks of the communicator lack it.
///
/// # Errors
/// Some ranks lack the library; the error names them.
pub fn complete(comm: &Comm) -> Result<(), Error> {
    if company(comm)? != Company::Incomplete { Ok(()) } else { Err(Error::Lacking(lacking(comm)?)) }
}

/// Returns a text with the processes of a communicator that lack the library.
///
/// # Errors
/// A native call fails.
pub fn lacking(comm: &Comm) -> Result<String, Failure> {
    let Known::Published(published) = known(runtime::get())? else { return Ok(String::new()) };
    let mut ranks: Vec<u32> = comm.world_ranks()?.into_iter().filter_map(|rank| u32::try_from(rank).ok()).collect();
    ranks.sort_unstable();
    let those = |is_so: fn(&Standing) -> bool| {
        let ranks = ranks.iter().copied().filter(|rank| is_so(published.roster.of(*rank)));
        Ranks::from_sorted(&ranks.collect::<Vec<_>>())
    };
    let absent = those(|standing| matches!(standing, Standing::Absent));
    let disabled = those(|standing| matches!(standing, Standing::Disabled));
    Ok(in_words(&absent, &disabled))
}

/// Formats `ranks 3-5 have not loaded libhsplit; ranks 7 have HSPLIT_DISABLE`, with ranks of `MPI_COMM_WORLD`.
pub(super) fn in_words(absent: &Ranks, disabled: &Ranks) -> String {
    let absent = (absent.count() > 0).then(|| format!("ranks {} have not loaded libhsplit", absent.brief(8)));
    let disabled = (disabled.count() > 0).then(|| format!("ranks {} have HSPLIT_DISABLE", disabled.brief(8)));
    absent.into_iter().chain(disabled).collect::<Vec<_>>().join("; ")
}

/// Returns a communicator of all processes with the same setting of a feature as this one; `None`: there is none.
///
/// # Errors
/// A native call fails.
pub fn together(feature: Feature) -> Result<Option<Together>, Failure> {
    if let Some(joined) = world::joined(feature as usize) {
        return Ok(Some(joined));
    }
    let is_common = match known(runtime::get())? {
        Known::Alike | Known::Nothing => true,
        Known::Published(published) => published.is_common(feature),
    };
    if is_common && !has_sessions_alone() { Comm::world().map(|world| Some(Together::World(world))) } else { Ok(None) }
}

/// Returns the job in file names: the launcher's number, or that of the first process that has the library.
pub fn job() -> String {
    launcher::job(foreign_variable).unwrap_or_else(|| {
        let Ok(Known::Published(published)) = known(runtime::get()) else { return std::process::id().to_string() };
        let first = published.roster.ranks().find_map(|(_, standing)| standing.entry());
        first.map_or_else(std::process::id, |entry| entry.process).to_string()
    })
}

/// Frees the keyval in the native MPI. Called before `MPI_Finalize`.
pub fn release() {
    KEPT.release();
    world::release();
}
