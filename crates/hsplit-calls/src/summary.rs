// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_SUMMARY`: the library's work in a job, and the gains of collective calls, written by rank 0 in
//! `MPI_Finalize` or, if the program uses sessions only, at the end of the last one.
//!
//! The counts of splits and of collective calls are rank 0's. Nodes, warnings, bindings and gains are those of all
//! ranks: one gather of some hundred bytes from each rank with the variable.

mod binding;
mod output;

use std::collections::BTreeSet;
use std::ffi::c_int;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::peers;
use super::runtime::{self, Runtime};
use binding::Bindings;
use hsplit_collectives::Operation;
use hsplit_collectives::gain::{Expected, Route, Source, Spent};
use hsplit_core::communicator::Communicator;
use hsplit_core::hash::hash;
use hsplit_core::place::Place;
use hsplit_host::file_name::expanded;
use hsplit_host::{logger, shared_file};
use hsplit_mpi::clock::Moment;
use hsplit_mpi::world::Together;
use hsplit_mpi::{Failure, has_sessions_alone};
use hsplit_settings::{Feature, Summary, SummaryOutput};

/// Number of splits of this process.
pub struct Splits {
    /// Splits along the hardware.
    pub along_the_hardware: u64,
    /// Splits of the native MPI.
    pub native: u64,
}

/// Calls of an operation by one route, with the same knowledge of their times: their number, their bytes and
/// nanoseconds, and the nanoseconds expected of them natively and along the hierarchy.
struct Tally([AtomicU64; 5]);

/// Calls of each operation since the last report, by route and by the source of their expected times. (Some MPIs
/// finalize twice, in Fortran and in C.)
static TALLIES: [[[Tally; Source::ALL.len()]; Operation::ALL.len()]; 2] = [const {
    [const { [const { Tally([const { AtomicU64::new(0) }; 5]) }; Source::ALL.len()] }; Operation::ALL.len()]
}; 2];

/// The beginning of the job, or of this part of it; only with a summary.
static BEGUN: Mutex<Option<Moment>> = Mutex::new(None);
/// The decisions of trials and of the model, as text. Bounded: a job may have any number of communicators.
static DECISIONS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
const MOST_DECISIONS: usize = 64;

impl Tally {
    /// Adds numbers in the order of [`Tally`].
    fn add<const N: usize>(&self, numbers: [u64; N]) {
        for (sum, number) in self.0.iter().zip(numbers) {
            sum.fetch_add(number, Ordering::Relaxed);
        }
    }

    fn numbers(&self) -> [u64; 5] {
        std::array::from_fn(|at| self.0[at].load(Ordering::Relaxed))
    }
}

fn tallies(operation: Operation, route: Route) -> &'static [Tally; Source::ALL.len()] {
    &TALLIES[usize::from(route == Route::Hierarchical)][operation as usize]
}

/// Returns each operation with each route.
fn kinds() -> impl Iterator<Item = (Operation, Route)> {
    let both = |operation| [Route::Hierarchical, Route::Native].map(|route| (operation, route));
    Operation::ALL.into_iter().flat_map(both)
}

/// Returns the calls of an operation by one route, their bytes and their nanoseconds.
fn total(operation: Operation, route: Route) -> [u64; 3] {
    let all = tallies(operation, route).each_ref().map(Tally::numbers);
    std::array::from_fn(|at| all.iter().map(|numbers| numbers[at]).sum())
}

/// A collective call that a summary counts.
pub struct Timed {
    tally: &'static Tally,
    bytes: u64,
    expected: [u64; 2],
    begin: Moment,
}

/// True if a summary is requested.
pub fn is_wanted() -> bool {
    runtime::get().settings.summary.is_some()
}

/// Records the beginning of the job.
pub fn starts() {
    if is_wanted() {
        begun().get_or_insert_with(Moment::now);
    }
}

fn begun() -> MutexGuard<'static, Option<Moment>> {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records the beginning of a collective call. `bytes`: the message, or one rank's share; if the lengths of shares
/// differ, the bytes that this rank sends. If no summary is requested, only calls along the hierarchy are counted.
pub fn begin(operation: Operation, route: Route, expected: Expected, bytes: impl FnOnce() -> u64) -> Option<Timed> {
    let tally = &tallies(operation, route)[expected.source as usize];
    if is_wanted() {
        return Some(Timed { tally, bytes: bytes(), expected: expected.of(route), begin: Moment::now() });
    }
    if route == Route::Hierarchical {
        tally.add([1]);
    }
    None
}

/// Makes a native call, and counts it.
#[inline]
pub fn natively(operation: Operation, native: impl FnOnce() -> c_int) -> c_int {
    let timed = begin(operation, Route::Native, Expected::UNKNOWN, || 0);
    let code = native();
    if let Some(timed) = timed {
        timed.end();
    }
    code
}

impl Timed {
    /// Records the end of the call.
    pub fn end(self) {
        let nanoseconds = u64::try_from(self.begin.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let [native, along] = self.expected;
        if native == 0 {
            self.tally.add([1, self.bytes, nanoseconds]);
        } else {
            self.tally.add([1, self.bytes, nanoseconds, native, along]);
        }
    }
}

/// Records a result of a trial or of the model, if a summary is requested: the calls, their times by both routes, and
/// their route.
pub fn found(what: impl FnOnce() -> String, route: Route) {
    if !is_wanted() {
        return;
    }
    let mut decisions = DECISIONS.lock().unwrap_or_else(PoisonError::into_inner);
    if decisions.len() < MOST_DECISIONS {
        let taken = if route == Route::Native { "native" } else { "hierarchy" };
        decisions.insert(format!("{}: {taken}", what()));
    }
}

/// Returns the number of calls of each operation along the hierarchy: `3 bcast, 1 reduce`.
pub fn taken() -> String {
    let calls = |operation| total(operation, Route::Hierarchical)[0];
    let words = Operation::ALL.into_iter().filter(|operation| calls(*operation) > 0);
    words.map(|operation| format!("{} {}", calls(operation), operation.name())).collect::<Vec<_>>().join(", ")
}

/// Clears the counts, after the last report.
pub fn clear() {
    for number in TALLIES.iter().flatten().flatten().flat_map(|tally| &tally.0) {
        number.store(0, Ordering::Relaxed);
    }
    *begun() = None;
}

/// Writes the summary, once in `MPI_Finalize`. Collective over the processes that have the variable.
pub fn write(runtime: &Runtime, splits: &Splits) {
    static WRITTEN: AtomicBool = AtomicBool::new(false);
    let Some(summary) = &runtime.settings.summary else { return };
    if !has_sessions_alone() && WRITTEN.swap(true, Ordering::Relaxed) {
        return;
    }
    let seconds = begun().map(|begin| begin.elapsed().as_secs_f64());
    let place = runtime.home_place().unwrap_or_default();
    let told = peers::together(Feature::Summary).and_then(|together| match together {
        Some(together) => gather(&together, &own_record(runtime, &place)),
        None => Ok(Told::Nothing("this program without MPI_Init has made no communicator of all processes")),
    });
    match told {
        Ok(Told::Elsewhere) => {}
        Ok(Told::Nothing(why)) => {
            log::warn!(target: logger::NODE, "HSPLIT_SUMMARY: there is no summary, because {why}")
        }
        Ok(Told::Here(job)) => {
            if let Err(error) = put(summary, &output::Report { runtime, place: &place, splits, job: &job, seconds }) {
                log::warn!("HSPLIT_SUMMARY: {error}");
            }
        }
        Err(failure) => log::warn!("HSPLIT_SUMMARY: {failure}"),
    }
}

/// Returns the record of a rank for rank 0: its node, the number of its warnings, its binding, and its collective
/// calls.
fn own_record(runtime: &Runtime, place: &Place) -> Vec<u8> {
    let node = node(place);
    let mut record = [node, logger::warnings()].map(u64::to_le_bytes).concat();
    record.extend(binding::record(runtime, node));
    record.extend(own_calls().flat_map(|spent| spent.encode()));
    record
}

/// Returns the time of this process in collective calls.
fn own_calls() -> impl Iterator<Item = Spent> {
    let all = kinds().flat_map(|(operation, route)| Source::ALL.map(|source| (operation, route, source)));
    all.filter_map(|(operation, route, source)| {
        let [calls, _, spent, native, along] = tallies(operation, route)[source as usize].numbers();
        let [spent, native, along] = [spent, native, along].map(|nanoseconds| nanoseconds as f64 * 1e-9);
        (calls > 0).then(|| Spent::new((operation, route, source), calls, spent, [native, along]))
    })
}

/// Returns a number for the node of a place, emulated or not.
fn node(place: &Place) -> u64 {
    let path = place.steps().iter().take(place.node().map_or(0, |node| node + 1));
    hash(&path.flat_map(|step| step.instance.to_le_bytes()).collect::<Vec<u8>>())
}

/// The data of all ranks at rank 0.
struct Job {
    ranks: usize,
    nodes: usize,
    warnings: u64,
    bindings: Bindings,
    /// The means over all ranks.
    spent: Vec<Spent>,
}

/// The result of the gather at a rank.
enum Told {
    /// Rank 0 has all data.
    Here(Job),
    /// This is another rank.
    Elsewhere,
    /// No data is gathered, for this reason.
    Nothing(&'static str),
}

fn gather(together: &Together, own: &[u8]) -> Result<Told, Failure> {
    let Some(all) = together.gather_at_end(own)? else {
        return Ok(Told::Nothing("not all processes have ended their sessions"));
    };
    if together.rank() != 0 {
        return Ok(Told::Elsewhere);
    }
    let number = |record: &Vec<u8>, at: usize| record.get(at..at + 8)?.try_into().ok().map(u64::from_le_bytes);
    let nodes: BTreeSet<u64> = all.iter().filter_map(|record| number(record, 0)).collect();
    let warnings = all.iter().filter_map(|record| number(record, 8)).sum();
    let bindings = Bindings::of(all.iter().filter_map(|record| record.get(16..)));
    let calls =
        all.iter().flat_map(|record| record.get(16 + binding::BYTES..).unwrap_or(&[]).chunks_exact(Spent::BYTES));
    let spent = Spent::means(calls.filter_map(Spent::decode), all.len());
    Ok(Told::Here(Job { ranks: all.len(), nodes: nodes.len(), warnings, bindings, spent }))
}

fn put(summary: &Summary, report: &output::Report) -> io::Result<()> {
    // A stderr that is closed does not keep the summary from the file.
    let printed = if summary.line { logger::print(&report.line()) } else { Ok(()) };
    let path = match &summary.output {
        None => return printed,
        Some(SummaryOutput::Stderr) => return logger::print(&report.text()),
        Some(SummaryOutput::File(path)) => expanded(path, peers::job),
    };
    let text = if path.ends_with(".json") { report.json() } else { report.text() };
    let in_words = |error: io::Error| io::Error::new(error.kind(), format!("{path}: {error}"));
    shared_file::append(path.as_ref(), &text).map_err(in_words).and(printed)
}
