// SPDX-License-Identifier: MIT OR Apache-2.0
//! The results of trials, kept from job to job: `tuning=` of `HSPLIT_COLLECTIVES`.
//!
//! The first process reads the files in `MPI_Init` and sends their text to all others, so that every decision by them
//! is the same on all ranks. In `MPI_Finalize` it adds the results of its own trials.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use super::lock;
use crate::calls::peers;
use crate::calls::runtime::Runtime;
use hsplit_collectives::Operation;
use hsplit_collectives::autotune::class;
use hsplit_collectives::tuning::{Cell, FILE, FRESH_DAYS, Finding, MOST_BYTES, Table};
use hsplit_core::communicator::Communicator;
use hsplit_core::hash::hash;
use hsplit_core::units::days_since_1970;
use hsplit_host::file_name::expanded;
use hsplit_host::shared_file;
use hsplit_mpi::{Comm, Failure};

/// The longest text that is sent to all processes.
const MOST_SHARED: usize = 256 << 10;

/// What is tried together: an operation, a class of sizes, and whether the calls are short.
pub type TrialKey = (Operation, u32, bool);

/// The key of a call.
pub fn key(operation: Operation, bytes: usize, is_short: bool) -> TrialKey {
    (operation, class(bytes), is_short)
}

struct Tuning {
    /// The MPI and this library, with their versions: results of others do not count.
    mpi: String,
    /// The same in all processes.
    known: Table,
    /// The results of this process's trials.
    learned: Mutex<Table>,
    /// [`fingerprint`]
    fingerprint: u64,
    /// The files, at the first process.
    files: Vec<PathBuf>,
}

static TUNING: OnceLock<Tuning> = OnceLock::new();

/// Reads the results of earlier jobs, if the variable asks for it. Collective.
///
/// # Errors
/// What the native MPI reports.
pub fn settle(runtime: &Runtime, together: &Comm) -> Result<(), Failure> {
    let Some(folders) = &runtime.settings.tuning else { return Ok(()) };
    let mpi = format!("{}, libhsplit {}", runtime.native.description, env!("CARGO_PKG_VERSION"));
    let mpi = mpi.replace(['\t', '\n'], " ");
    let is_first = together.rank() == 0;
    let folders = folders.split(':').filter(|folder| is_first && !folder.is_empty());
    let files: Vec<PathBuf> = folders.map(|folder| PathBuf::from(expanded(folder, peers::job)).join(FILE)).collect();
    let mut own = Table::default();
    files.iter().for_each(|file| own.fill_from(read(file)));
    let today = days_since_1970();
    own.retain(|cell, finding| cell.mpi == mpi && finding.day.abs_diff(today) <= FRESH_DAYS);
    let mut text = if is_first { own.text() } else { String::new() };
    if text.len() > MOST_SHARED {
        log::warn!("HSPLIT_COLLECTIVES: tuning: there is more than {} KiB for this MPI; ignored", MOST_SHARED >> 10);
        text.clear();
    }
    let text = together.tell_sleeping(text)?;
    let known = Table::parse(&text).map_or_else(|_| Table::default(), |(known, _)| known);
    let fingerprint = hash(format!("{mpi}\n{text}").as_bytes());
    let _ = TUNING.set(Tuning { mpi, known, fingerprint, learned: Mutex::default(), files });
    Ok(())
}

/// A number that differs if processes have different results of earlier jobs; 0 without `tuning=`.
pub fn fingerprint() -> u64 {
    TUNING.get().map_or(0, |tuning| tuning.fingerprint)
}

/// True if all ranks have read results of earlier jobs.
pub fn is_read() -> bool {
    TUNING.get().is_some_and(|tuning| !tuning.known.is_empty())
}

fn read(file: &Path) -> Table {
    let read = shared_file::read(file, MOST_BYTES).map_err(|error| error.to_string());
    match read.and_then(|text| Table::parse(&text)) {
        Ok((table, wrong)) => {
            if let Some(first) = wrong.first() {
                log::warn!(
                    "HSPLIT_COLLECTIVES: tuning: {}: line {first} and {} others cannot be read; ignored",
                    file.display(),
                    wrong.len() - 1
                );
            }
            table
        }
        Err(why) => {
            log::warn!("HSPLIT_COLLECTIVES: tuning: {}: {why}; ignored", file.display());
            Table::default()
        }
    }
}

/// The native and hierarchical seconds that earlier jobs have found for such calls on communicators of this signature.
/// Equal on all ranks.
pub fn known(comm: &str, key: &TrialKey) -> Option<[f64; 2]> {
    let tuning = TUNING.get().filter(|tuning| !tuning.known.is_empty())?;
    let cell = cell(tuning, comm, key);
    let finding = tuning.known.get(&cell)?;
    log::debug!("{} of size class {} on {}: known: {:?}", cell.operation, cell.class, cell.comm, finding.route());
    Some([finding.native, finding.hierarchical])
}

/// Adds the result of a trial: the seconds of both routes.
pub fn learn(comm: &str, key: &TrialKey, [native, hierarchical]: [f64; 2]) {
    let Some(tuning) = TUNING.get().filter(|tuning| !tuning.files.is_empty()) else { return };
    lock(&tuning.learned)
        .add(cell(tuning, comm, key), Finding { native, hierarchical, trials: 1, day: days_since_1970() });
}

fn cell(tuning: &Tuning, comm: &str, (operation, class, is_short): &TrialKey) -> Cell {
    let (comm, operation) = (comm.to_owned(), operation.name().to_owned());
    Cell { mpi: tuning.mpi.clone(), comm, operation, class: *class, is_short: *is_short }
}

/// Adds the results of this job to the first file that can be written. Before `MPI_Finalize`.
pub fn save() {
    let Some(tuning) = TUNING.get() else { return };
    let learned = std::mem::take(&mut *lock(&tuning.learned));
    if learned.is_empty() {
        return;
    }
    let mut whys = vec![];
    for file in &tuning.files {
        // A folder of this user's in one of the site's is made here. (If it cannot be, the next line says why.)
        let _ = file.parent().map(fs::create_dir);
        let written =
            shared_file::update(file, MOST_BYTES, |text| Table::changed(file, text, |table| table.merge(&learned)));
        match written {
            Ok(()) => return,
            Err(why) => whys.push(why),
        }
    }
    log::warn!("HSPLIT_COLLECTIVES: tuning: what this job has found is not kept: {}", whys.join("; "));
}
