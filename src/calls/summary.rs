// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_SUMMARY`: what the library did in a job, one fact a line, written by rank 0 in `MPI_Finalize`, or where a
//! program that has sessions alone ends the last one.
//!
//! The counts of splits and of collective calls are rank 0's. Nodes and warnings are those of all ranks: one gathering
//! of 16 bytes from each of those that have the variable.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::peers;
use super::runtime::{self, Runtime};
use hsplit_collectives::Operation;
use hsplit_collectives::autotune::Route;
use hsplit_core::communicator::Communicator;
use hsplit_core::hash::hash;
use hsplit_core::level::MACHINE;
use hsplit_core::place::Place;
use hsplit_host::file_name::expanded;
use hsplit_host::logger;
use hsplit_host::settings::{Feature, Summary};
use hsplit_mpi::clock::Moment;
use hsplit_mpi::world::Together;
use hsplit_mpi::{Failure, has_sessions_alone};

/// How many splits this process made.
pub struct Splits {
    /// Those along the hardware.
    pub along_the_hardware: u64,
    /// Those of the native MPI.
    pub native: u64,
}

/// Calls of an operation by one route.
struct Tally {
    calls: AtomicU64,
    bytes: AtomicU64,
    nanoseconds: AtomicU64,
}

/// Calls of each operation since the last report: native ones, and those along the hierarchy. (Some MPIs finalize
/// twice, in Fortran and in C.)
static TALLIES: [[Tally; Operation::ALL.len()]; 2] = [const {
    [const { Tally { calls: AtomicU64::new(0), bytes: AtomicU64::new(0), nanoseconds: AtomicU64::new(0) } };
        Operation::ALL.len()]
}; 2];

/// The number of calls that were part of a trial.
static TRIED: AtomicU64 = AtomicU64::new(0);
/// What trials and the model have decided, in words. Bounded: a job may have any number of communicators.
static DECISIONS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
const MOST_DECISIONS: usize = 64;

fn tally(operation: Operation, route: Route) -> &'static Tally {
    &TALLIES[usize::from(route == Route::Hierarchical)][operation as usize]
}

/// Counts a collective call that the library has looked at. `bytes`: the message, or one rank's share; where the ranks
/// have shares of different lengths, what this rank sends. Returns when it begins, where a summary is asked for; else,
/// calls along the hierarchy alone are counted.
pub fn begin(operation: Operation, route: Route, bytes: impl FnOnce() -> u64) -> Option<Moment> {
    let is_wanted = runtime::get().settings.summary.is_some();
    let tally = tally(operation, route);
    if is_wanted || route == Route::Hierarchical {
        tally.calls.fetch_add(1, Ordering::Relaxed);
    }
    is_wanted.then(|| {
        tally.bytes.fetch_add(bytes(), Ordering::Relaxed);
        Moment::now()
    })
}

/// Adds the time of a call along the hierarchy since its beginning.
pub fn end(operation: Operation, begin: Option<Moment>) {
    if let Some(begin) = begin {
        let nanoseconds = u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX);
        tally(operation, Route::Hierarchical).nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }
}

/// Counts a call that is part of a trial.
pub fn tries() {
    TRIED.fetch_add(1, Ordering::Relaxed);
}

/// Notes what a trial or the model has found, where a summary is asked for: of which calls, how long they take in
/// either way, and which way they go.
pub fn found(what: impl FnOnce() -> String, route: Route) {
    if runtime::get().settings.summary.is_none() {
        return;
    }
    let mut decisions = DECISIONS.lock().unwrap_or_else(PoisonError::into_inner);
    if decisions.len() < MOST_DECISIONS {
        let taken = if route == Route::Native { "native" } else { "hierarchy" };
        decisions.insert(format!("{}: {taken}", what()));
    }
}

/// How many calls of each operation went along the hierarchy: `3 bcast, 1 reduce`.
pub fn taken() -> String {
    let calls = |operation| tally(operation, Route::Hierarchical).calls.load(Ordering::Relaxed);
    let words = Operation::ALL.into_iter().filter(|operation| calls(*operation) > 0);
    words.map(|operation| format!("{} {}", calls(operation), operation.name())).collect::<Vec<_>>().join(", ")
}

/// Forgets what has been counted, after the last report.
pub fn clear() {
    for tally in TALLIES.iter().flatten() {
        for number in [&tally.calls, &tally.bytes, &tally.nanoseconds] {
            number.store(0, Ordering::Relaxed);
        }
    }
}

/// Writes the summary, once in `MPI_Finalize`. Collective over the processes that have the variable.
pub fn write(runtime: &Runtime, splits: &Splits) {
    static WRITTEN: AtomicBool = AtomicBool::new(false);
    let Some(summary) = &runtime.settings.summary else { return };
    if !has_sessions_alone() && WRITTEN.swap(true, Ordering::Relaxed) {
        return;
    }
    let place = runtime.home_place().unwrap_or_default();
    let told = peers::together(Feature::Summary).and_then(|together| match together {
        Some(together) => gather(&together, node(&place)),
        None => Ok(Told::Nothing("this program without MPI_Init has made no communicator of all processes")),
    });
    match told {
        Ok(Told::Elsewhere) => {}
        Ok(Told::Nothing(why)) => {
            log::warn!(target: logger::NODE, "HSPLIT_SUMMARY: there is no summary, because {why}")
        }
        Ok(Told::Here(job)) => {
            if let Err(error) = put(summary, &text(runtime, &place, splits, &job)) {
                log::warn!("HSPLIT_SUMMARY: {error}");
            }
        }
        Err(failure) => log::warn!("HSPLIT_SUMMARY: {failure}"),
    }
}

/// A number for the node of a place, emulated or not.
fn node(place: &Place) -> u64 {
    let depth = place.steps().iter().position(|step| step.level.name().as_str() == MACHINE);
    let path = place.steps().iter().take(depth.map_or(0, |depth| depth + 1));
    hash(&path.flat_map(|step| step.instance.to_le_bytes()).collect::<Vec<u8>>())
}

/// What rank 0 learns of all ranks.
struct Job {
    ranks: usize,
    nodes: usize,
    warnings: u64,
}

/// What becomes of the gathering at a rank.
enum Told {
    /// Rank 0 has it all.
    Here(Job),
    /// This is another rank.
    Elsewhere,
    /// Nothing is gathered, for this reason.
    Nothing(&'static str),
}

fn gather(together: &Together, node: u64) -> Result<Told, Failure> {
    let own = [node, logger::warnings()].map(u64::to_le_bytes).concat();
    let Some(all) = together.gather_at_end(&own)? else {
        return Ok(Told::Nothing("not all processes have ended their sessions"));
    };
    if together.rank() != 0 {
        return Ok(Told::Elsewhere);
    }
    let number = |record: &Vec<u8>, at: usize| record.get(at..at + 8)?.try_into().ok().map(u64::from_le_bytes);
    let nodes: BTreeSet<u64> = all.iter().filter_map(|record| number(record, 0)).collect();
    let warnings = all.iter().filter_map(|record| number(record, 8)).sum();
    Ok(Told::Here(Job { ranks: all.len(), nodes: nodes.len(), warnings }))
}

fn text(runtime: &Runtime, place: &Place, splits: &Splits, job: &Job) -> String {
    let levels: Vec<&str> = place.steps().iter().map(|step| step.level.name().as_str()).collect();
    let mut text = format!(
        "hsplit-summary: 1\nlibrary: libhsplit {}\nmpi: {}\nranks: {}\nnodes: {}\nlevels: {}\nsplits: {}\n\
         native splits: {}\n",
        env!("CARGO_PKG_VERSION"),
        runtime.native.description,
        job.ranks,
        job.nodes,
        levels.join(" "),
        splits.along_the_hardware,
        splits.native
    );
    for operation in Operation::ALL {
        for (route, name) in [(Route::Hierarchical, "hierarchy"), (Route::Native, "native")] {
            let tally = tally(operation, route);
            let [calls, bytes, nanoseconds] =
                [&tally.calls, &tally.bytes, &tally.nanoseconds].map(|number| number.load(Ordering::Relaxed));
            if calls == 0 {
                continue;
            }
            let _ = write!(text, "collective: {} {name}, calls {calls}, bytes {bytes}", operation.name());
            if route == Route::Hierarchical {
                let _ = write!(text, ", seconds {:.6}", nanoseconds as f64 * 1e-9);
            }
            text.push('\n');
        }
    }
    for decision in DECISIONS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        let _ = writeln!(text, "found: {decision}");
    }
    if runtime.settings.collectives.any() {
        let _ = writeln!(text, "trial calls: {}", TRIED.load(Ordering::Relaxed));
    }
    let _ = writeln!(text, "warnings: {}", job.warnings);
    text
}

/// One write, so that blocks of several jobs in one file stay whole. A link is not followed.
fn put(summary: &Summary, text: &str) -> io::Result<()> {
    let Summary::File(path) = summary else { return io::stderr().write_all(text.as_bytes()) };
    let path = expanded(path, peers::job);
    let options =
        OpenOptions::new().append(true).create(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(&path);
    let in_words = |error: io::Error| io::Error::new(error.kind(), format!("{path}: {error}"));
    options.and_then(|mut file| file.write_all(text.as_bytes())).map_err(in_words)
}
