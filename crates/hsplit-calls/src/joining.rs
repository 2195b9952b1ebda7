// SPDX-License-Identifier: MIT OR Apache-2.0
//! The steps of a process in `MPI_Init` for requested features: it finds the processes that have them too
//! ([`super::peers`]), reports differences once, and creates the communicators in which these processes exchange data.
//!
//! A process without requested features does nothing here, and no process waits for one that requests other features.
//! In a program that uses sessions only, the steps take place in the first `MPI_Comm_create_from_group` of all
//! processes: at that time all have published their settings.
//!
//! If no launcher reports which processes have the library, the processes with requested features compare their
//! settings in an exchange. Its communicator is created from the group of all processes, so that it matches no call of
//! the program; if a process does not take part, the job ends with a message.

use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

use super::collectives::tuning;
use super::peers::{self, Known, Published, find, in_words, own_entry};
use super::runtime::{self, Runtime};
use super::{has_all_ranks, latency_probe, summary};
use hsplit_core::communicator::Communicator;
use hsplit_core::ranks::Ranks;
use hsplit_host::overdue;
use hsplit_host::roster::{Roster, Standing};
use hsplit_host::source::identity;
use hsplit_mpi::attribute::Attribute;
use hsplit_mpi::constants::comm_self;
use hsplit_mpi::foreign::ADVICE;
use hsplit_mpi::threads::{MULTIPLE, thread_level};
use hsplit_mpi::world;
use hsplit_mpi::{Comm, Failure, channel, has_sessions_alone, is_usable, probe};
use hsplit_settings::{Feature, consequence};

/// The features whose processes get a communicator of their own if not all processes have the same settings.
const MET: [Feature; 5] = [Feature::Collectives, Feature::Phases, Feature::Gather, Feature::Show, Feature::Summary];

/// Features that do not work with processes that lack the library.
const WANTED: [&str; 6] =
    ["HSPLIT_COLLECTIVES", "HSPLIT_WAIT", "HSPLIT_PHASES", "HSPLIT_REORDER", "HSPLIT_SUMMARY", "HSPLIT_MONITOR"];

/// Times that processes wait for others, if no launcher reports whether these have the library, until they warn and
/// until they end the job. (All processes leave the native `MPI_Init` at about the same time.)
const OVERDUE: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(60)];

/// Called after the native `MPI_Init`. Runs only once: the Fortran of some MPIs also makes the C call. If a feature is
/// requested, `at_end` is put on `MPI_COMM_SELF`.
pub fn after_init(at_end: &Attribute<()>) {
    static JOINED: Once = Once::new();
    JOINED.call_once(|| enter(at_end));
}

fn enter(at_end: &Attribute<()>) {
    let runtime = runtime::get();
    if runtime.check_mpi().is_err() || !is_usable() {
        return;
    }
    if runtime.settings.places.emulate.is_none() && !runtime.is_disabled() {
        identity::learn();
    }
    let joined = join(runtime, at_end);
    if let Err(failure) = joined {
        log::warn!("the processes that have the same settings cannot be found: {failure}");
    }
}

fn join(runtime: &Runtime, at_end: &Attribute<()>) -> Result<(), Failure> {
    runtime.process()?;
    summary::starts();
    if runtime.is_disabled() || !own_entry().asks() {
        return Ok(());
    }
    at_end.keep(comm_self(), Arc::new(()))?;
    let known = find(runtime, || compared(runtime).map(Known::Published))?;
    meet(runtime, known)?;
    settle(runtime)
}

/// Performs the steps of [`after_init`] in a program that uses sessions only, after it has created `comm` from a group.
///
/// # Errors
/// A native call fails.
pub fn after_creation(comm: &Comm) -> Result<(), Failure> {
    let runtime = runtime::get();
    if runtime.is_disabled() || !has_sessions_alone() || !has_all_ranks(comm)? {
        return Ok(());
    }
    // A thread that creates another such communicator at the same time waits: all processes are about to reach this
    // point.
    let mut joined = JOINED.lock().unwrap_or_else(PoisonError::into_inner);
    if std::mem::replace(&mut *joined, true) {
        return Ok(());
    }
    if runtime.settings.places.emulate.is_none() {
        identity::learn();
    }
    summary::starts();
    let known = find(runtime, || Ok(Known::Nothing))?;
    if !own_entry().asks() {
        return Ok(());
    }
    meet(runtime, known)?;
    measure(runtime, comm)
}

/// True if a process that uses sessions only has already performed the steps.
static JOINED: Mutex<bool> = Mutex::new(false);

/// Resets this state: the communicators are freed.
pub fn release() {
    *JOINED.lock().unwrap_or_else(PoisonError::into_inner) = false;
}

/// Reports differences, and creates the communicators. Collective over the processes with the same settings of a
/// feature.
fn meet(runtime: &Runtime, known: &Known) -> Result<(), Failure> {
    let Known::Published(published) = known else { return Ok(()) };
    say_what_differs(runtime, published);
    let asks = |feature: &Feature| feature.variables().iter().any(|variable| published.own.sets(variable));
    for feature in MET.into_iter().filter(asks) {
        if has_sessions_alone() || !published.is_common(feature) {
            world::join(feature as usize, &published.alike(feature))?;
        }
    }
    Ok(())
}

/// Uses the cautious settings if some that concern all processes differ. One process reports the difference, the first
/// with a requested feature.
fn say_what_differs(runtime: &Runtime, published: &Published) {
    let Published { roster, own, .. } = published;
    let entries = || roster.ranks().filter_map(|(rank, standing)| Some((rank, standing.entry()?)));
    let mut differing: Vec<&str> = entries().flat_map(|(_, entry)| entry.variables()).collect();
    differing.sort_unstable();
    differing.dedup();
    differing.retain(|variable| !entries().all(|(_, entry)| entry.has_same(own, variable)));
    runtime.settings.agree_on(&differing);
    let first = entries().find(|(_, entry)| entry.asks()).map(|(rank, _)| rank);
    if first.map(u64::from) != runtime.process().ok().map(|process| process.rank) {
        return;
    }
    for variable in &differing {
        if let Some(consequence) = consequence(variable) {
            log::warn!(
                "{variable} is not the same in all processes: {}; {consequence}. Give all hosts the same variables \
                 (Open MPI: mpiexec -x {variable})",
                roster.by_value(variable)
            );
        }
    }
    if let Some(versions) = roster.by_version() {
        log::warn!(
            "the versions of libhsplit differ: {versions}; features work among the processes of each version only. \
             Install one version on all hosts"
        );
    }
    say_who_lacks(roster);
}

/// Reports the processes that lack the library if others request features that need it.
fn say_who_lacks(roster: &Roster) {
    let wants =
        |variable: &&str| roster.ranks().filter_map(|(_, standing)| standing.entry()).any(|entry| entry.sets(variable));
    let wanted: Vec<&str> = WANTED.into_iter().filter(wants).collect();
    let those = |is_so: fn(&Standing) -> bool| Ranks::from_sorted(&roster.which(is_so));
    let absent = those(|standing| matches!(standing, Standing::Absent));
    let disabled = those(|standing| matches!(standing, Standing::Disabled));
    if !wanted.is_empty() && absent.count() + disabled.count() > 0 {
        // If the library is loaded everywhere, it has been disabled on purpose.
        let advice = if absent.count() > 0 { " (Open MPI: mpiexec -x LD_PRELOAD)" } else { "" };
        let (processes, wanted) = (in_words(&absent, &disabled), wanted.join(", "));
        log::warn!("{processes}: with these processes the others work as without {wanted}{advice}");
    }
}

/// Prepares the data that is needed before the program's first call.
fn settle(runtime: &Runtime) -> Result<(), Failure> {
    measure(runtime, &Comm::world()?)?;
    let choices = &runtime.settings.collectives;
    if !choices.any() && !runtime.settings.compares() {
        return Ok(());
    }
    if let Some(together) = peers::together(Feature::Collectives)?.filter(|together| together.size() > 1) {
        channel::open(&together)?;
        tuning::settle(runtime, &together)?;
        probe::comm()?;
        probe::neighbours::settle(choices.along())?;
    }
    Ok(())
}

/// Measures latencies, if threads may split several communicators at the same time: the splits before the latencies are
/// known would differ from rank to rank. `world` has all processes, and the call is collective over it.
fn measure(runtime: &Runtime, world: &Comm) -> Result<(), Failure> {
    if runtime.measured().is_none() || world.size() == 1 || !peers::share(world, Feature::Measured)? {
        return Ok(());
    }
    let is_multiple = thread_level()? >= MULTIPLE;
    if world.largest([u64::from(is_multiple)])? != [0] { latency_probe::settle(runtime, world) } else { Ok(()) }
}

/// Returns the published data of all processes, from an exchange of those with requested features. If one does not take
/// part, the job ends.
fn compared(runtime: &Runtime) -> Result<Published, Failure> {
    let world = Comm::world()?;
    let all: Vec<u32> = (0..world.size()).collect();
    let texts = overdue::watched(&OVERDUE, give_up, || {
        let private = world.create_group(&all)?;
        private.gather_to_all(own_entry().encode().as_bytes())
    })?;
    let texts = texts.into_iter().map(|text| String::from_utf8_lossy(&text).into_owned());
    let published = Published::new(Roster::of_texts(texts));
    log::debug!("{} processes have compared their settings", runtime.process()?.ranks);
    Ok(published)
}

fn give_up(step: usize) {
    let variables: Vec<String> = own_entry().variables().map(str::to_owned).collect();
    let waits = format!(
        "MPI_Init: this process has waited {} s for processes that have not loaded libhsplit, or lack {}; {ADVICE}",
        OVERDUE[step].as_secs(),
        variables.join(", ")
    );
    if step + 1 < OVERDUE.len() {
        log::warn!("{waits}");
    } else {
        log::error!("{waits}; the job ends");
        world::abort();
    }
}
