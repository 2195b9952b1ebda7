// SPDX-License-Identifier: MIT OR Apache-2.0
//! The results of trials, stored from job to job: `tuning=` of `HSPLIT_COLLECTIVES`.
//!
//! The first process reads the files in `MPI_Init` and sends their text to all others, so that every decision by them
//! is the same on all ranks. In `MPI_Finalize` it adds the results of its own trials.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use super::lock;
use crate::peers;
use crate::runtime::Runtime;
use hsplit_collectives::gain::Way;
use hsplit_collectives::tuning::{Cell, FILE, FRESH_DAYS, Finding, Kind, MOST_BYTES, Table};
use hsplit_core::communicator::Communicator;
use hsplit_core::hash::hash;
use hsplit_core::units::days_since_1970;
use hsplit_host::file_name::{expanded, is_trusted};
use hsplit_host::shared_file;
use hsplit_mpi::{Comm, Failure};

/// Maximum length of the text that is sent to all processes, in bytes.
const MOST_SHARED: usize = 256 << 10;

struct Tuning {
    /// The MPI and this library, with their versions: results of others are ignored.
    mpi: String,
    /// Equal in all processes.
    known: Table,
    /// The results of this process's trials.
    learned: Mutex<Table>,
    /// [`fingerprint`]
    fingerprint: u64,
    /// The files, on the first process.
    files: Vec<PathBuf>,
}

static TUNING: OnceLock<Tuning> = OnceLock::new();

/// Reads the results of earlier jobs, if the variable requests it. Collective.
///
/// # Errors
/// A native call fails.
pub fn settle(runtime: &Runtime, together: &Comm) -> Result<(), Failure> {
    let Some(folders) = &runtime.settings.tuning else { return Ok(()) };
    let mpi = format!("{}, libhsplit {}", runtime.native.description, env!("CARGO_PKG_VERSION"));
    let mpi = mpi.replace(['\t', '\n'], " ");
    let is_first = together.rank() == 0;
    let folders = folders.split(':').filter(|folder| is_first && !folder.is_empty());
    let mut files: Vec<PathBuf> = folders.filter_map(file).collect();
    let (mut own, today) = (Table::default(), days_since_1970());
    let mut add = |mut table: Table| {
        // Before the folders are joined: an old result must not hide a newer one of another folder.
        table.retain(|cell, times| cell.mpi == mpi && times.day.abs_diff(today) <= FRESH_DAYS);
        own.fill_from(table);
    };
    // A file that is no table is not written either.
    files.retain(|file| read(file).map(&mut add).is_some());
    let text = if is_first { own.text_for(together.size() as usize, MOST_SHARED) } else { String::new() };
    let text = together.tell_sleeping(text)?;
    let known = Table::parse(&text).unwrap_or_default().table;
    let fingerprint = hash(format!("{mpi}\n{text}").as_bytes());
    let _ = TUNING.set(Tuning { mpi, known, fingerprint, learned: Mutex::default(), files });
    Ok(())
}

/// Returns a number that differs if processes have different results of earlier jobs; 0 without `tuning=`.
pub fn fingerprint() -> u64 {
    TUNING.get().map_or(0, |tuning| tuning.fingerprint)
}

/// True if all ranks have read results of earlier jobs.
pub fn is_read() -> bool {
    TUNING.get().is_some_and(|tuning| !tuning.known.is_empty())
}

/// Returns the file in a folder. A folder of this user is not used if it belongs to another user: all users may create
/// folders in the same one.
fn file(folder: &str) -> Option<PathBuf> {
    let path = PathBuf::from(expanded(folder, peers::job));
    if folder.contains("%u") && !is_trusted(&path) {
        log::warn!("HSPLIT_COLLECTIVES: tuning: {} belongs to another user; ignored", path.display());
        return None;
    }
    // The program may change its working directory before the file is written.
    let path = path.join(FILE);
    Some(std::path::absolute(&path).unwrap_or(path))
}

/// Reads a file; `None`: it is no table of this version. Warns of ignored lines.
fn read(file: &Path) -> Option<Table> {
    let read = shared_file::read(file, MOST_BYTES).map_err(|error| error.to_string());
    match read.and_then(|text| Table::parse(&text)) {
        Ok(parsed) => {
            if let Some(complaint) = parsed.complaint() {
                log::warn!("HSPLIT_COLLECTIVES: tuning: {}: {complaint}; ignored", file.display());
            }
            Some(parsed.table)
        }
        Err(why) => {
            log::warn!("HSPLIT_COLLECTIVES: tuning: {}: {why}; ignored", file.display());
            None
        }
    }
}

/// Returns the fastest route that earlier jobs have found for such calls on communicators of this signature, with the
/// native seconds and those along the hierarchy. `by_strategy`: whether such calls may use a strategy. Equal on all
/// ranks.
pub fn known(comm: &str, kind: Kind, by_strategy: bool) -> Option<(Way, [f64; 2])> {
    // (The table has no lengths of blocks that only two ranks know: another program has others.)
    let tuning = TUNING.get().filter(|tuning| !tuning.known.is_empty() && kind.operation.has_size())?;
    let (way, seconds) = tuning.known.get(&cell(tuning, comm, kind))?.fastest(by_strategy)?;
    log::debug!("{} of size class {} on {comm}: known: {way}", kind.operation.name(), kind.class);
    Some((way, seconds))
}

/// Adds the result of a trial: the seconds of each way.
pub fn learn(comm: &str, kind: Kind, seconds: &[(Way, f64)]) {
    let Some(tuning) = TUNING.get().filter(|tuning| !tuning.files.is_empty() && kind.operation.has_size()) else {
        return;
    };
    lock(&tuning.learned).add(cell(tuning, comm, kind), &Finding::once(seconds.iter().copied(), days_since_1970()));
}

fn cell(tuning: &Tuning, comm: &str, kind: Kind) -> Cell {
    Cell { mpi: tuning.mpi.clone(), comm: comm.to_owned(), kind }
}

/// Adds the results of this job to the first file that can be written. Called before `MPI_Finalize`.
pub fn save() {
    let Some(tuning) = TUNING.get() else { return };
    let learned = std::mem::take(&mut *lock(&tuning.learned));
    if learned.is_empty() {
        return;
    }
    let (mut whys, today) = (vec![], days_since_1970());
    for file in &tuning.files {
        // Creates the user's folder in a folder of the site. (If this fails, the next step reports the reason.)
        let _ = file.parent().map(fs::create_dir);
        let written = shared_file::update(file, MOST_BYTES, |text| {
            Table::changed(file, text, |table| table.learn(&learned, today))
        });
        match written {
            Ok(()) => return,
            Err(why) => whys.push(why),
        }
    }
    log::warn!("HSPLIT_COLLECTIVES: tuning: the results of this job are not stored: {}", whys.join("; "));
}
