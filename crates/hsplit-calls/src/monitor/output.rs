// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files of counts: the parts of all processes, which rank 0 receives and writes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use crate::peers;
use crate::runtime::Runtime;
use hsplit_core::communicator::Communicator;
use hsplit_core::units::{date, seconds_since_1970};
use hsplit_host::file_name::expanded;
use hsplit_host::logger;
use hsplit_host::source::identity::best_host_name;
use hsplit_mapping::Slots;
use hsplit_memory::signals::without_write_signals;
use hsplit_monitor::{
    Classes, Expansion, Part, Reordering, Report, Run, Snapshot, Totals, Unit, json, part_file, path_of,
};
use hsplit_mpi::world::Together;

/// The treatment of existing files.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Existing {
    /// Each is replaced atomically; a link is replaced, not followed.
    Replaced,
    /// They stay: the new ones get other names.
    Kept,
}

/// The beginning of counting.
#[derive(Clone, Debug)]
pub(super) struct Since {
    /// On the clock, for the duration.
    pub clock: Instant,
    /// The date.
    pub date: String,
}

impl Since {
    /// Begins now.
    pub fn now() -> Self {
        Self { clock: Instant::now(), date: date(seconds_since_1970()) }
    }
}

/// Catches panics at rank 0, which would leave the others waiting.
pub(super) fn guarded<T>(body: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| Err("an internal error of libhsplit".to_owned()))
}

/// Returns the counts of this process, with its place.
pub(super) fn part(
    runtime: &Runtime,
    rank: u32,
    counts: Snapshot,
    counted: Classes,
    expansion: Expansion,
    since: &Since,
) -> Part {
    let place = runtime.home_place().unwrap_or_default();
    Part {
        rank,
        host: best_host_name(),
        place: path_of(&place),
        date: since.date.clone(),
        seconds: since.clock.elapsed().as_secs_f64(),
        mpi: runtime.native.description.clone(),
        counted,
        expansion,
        counts,
    }
}

/// Returns the run of these parts.
pub(super) fn run_of(told: &[Vec<u8>]) -> Result<Run, String> {
    let mut parts = vec![];
    for text in told {
        parts.extend(Part::read(text, "a rank's counts").map_err(|error| error.to_string())?);
    }
    Run::new(parts).map_err(|error| error.to_string())
}

/// Writes the files of a run; returns the report and the name without suffix. Local.
pub(super) fn write(run: &Run, name: &str, existing: Existing) -> Result<(String, String), String> {
    let slots = run.slots();
    let totals = Totals::of(run, &slots);
    let is_taken = |name: &str, end: &str| fs::symlink_metadata(format!("{name}.{end}")).is_ok();
    let may_have = |name: &String| existing == Existing::Replaced || ENDS.iter().all(|end| !is_taken(name, end));
    for name in names(name).filter(may_have) {
        match write_as(run, &slots, &totals, &name, existing) {
            Ok(report) => return Ok((report, name)),
            // Another job has taken the name since.
            Err((_, error)) if existing == Existing::Kept && error.kind() == io::ErrorKind::AlreadyExists => {}
            Err((path, error)) => return Err(format!("{path}: {error}")),
        }
    }
    Err(format!("{name}.*: too many files"))
}

/// Writes the files of a run under a name; returns the report. On failure, the path and the reason.
fn write_as(
    run: &Run,
    slots: &Slots,
    totals: &Totals,
    name: &str,
    existing: Existing,
) -> Result<String, (String, io::Error)> {
    let files = format!("{name}.parts");
    // Slow evaluations are left to the commands: all ranks wait meanwhile.
    let report = Report { run, totals, reordering: Reordering::Unsought, files: Some(&files) };
    let put = |end: &str, fill: &dyn Fn(&mut BufWriter<File>) -> io::Result<()>| {
        let path = format!("{name}.{end}");
        create(&path, existing, fill).map_err(|error| (path, error))
    };
    put("bytes.mtx", &|out| run.write_matrix(Unit::Bytes, out))?;
    put("messages.mtx", &|out| run.write_matrix(Unit::Messages, out))?;
    put("json", &|out| out.write_all(json(&report, slots).as_bytes()))?;
    put("parts", &|out| run.write_parts(out))?;
    put("txt", &|out| out.write_all(report.text().as_bytes()))?;
    Ok(report.text())
}

/// Returns a name of files; a folder, or nothing, is followed by the default name.
pub(super) fn with_name(name: &str) -> String {
    let is_whole = !name.is_empty() && !name.ends_with('/');
    if is_whole { name.to_owned() } else { name.to_owned() + &expanded("hsplit-monitor.%j", peers::job) }
}

/// The suffixes of a run's files.
const ENDS: [&str; 5] = ["bytes.mtx", "messages.mtx", "json", "parts", "txt"];
/// The number of names with one process ID.
const MOST_NAMES: u32 = 1000;

/// Returns the names that files may have, best first: existing files stay. In containers, process IDs recur from job to
/// job.
fn names(name: &str) -> impl Iterator<Item = String> {
    let own = format!("{name}.{}", std::process::id());
    let numbered = move |number| if number == 1 { own.clone() } else { format!("{own}.{number}") };
    std::iter::once(name.to_owned()).chain((1..=MOST_NAMES).map(numbered))
}

/// Creates a file, never through a link.
pub(super) fn create(
    path: &str,
    existing: Existing,
    fill: &dyn Fn(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let new = match existing {
        Existing::Kept => path.to_owned(),
        Existing::Replaced => format!("{path}.{}", std::process::id()),
    };
    if existing == Existing::Replaced {
        // A killed process with this process ID may have left the file.
        let _ = fs::remove_file(&new);
    }
    let file = OpenOptions::new().write(true).create_new(true).open(&new)?;
    let filled = without_write_signals(|| {
        // It is dropped here, which writes again after a failure.
        let mut out = BufWriter::new(file);
        fill(&mut out).and_then(|()| out.flush())
    });
    let written = filled.and_then(|()| match existing {
        Existing::Kept => Ok(()),
        Existing::Replaced => fs::rename(&new, path),
    });
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

/// Writes a separate part for this process, under another name if the file exists. Returns the path.
pub(super) fn write_part(part: &Part, name: &str) -> Result<String, String> {
    let text = part.text();
    for name in names(name) {
        let path = part_file(&name, part.rank);
        match create(&path, Existing::Kept, &|out| out.write_all(text.as_bytes())) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(format!("{path}: {error}")),
        }
    }
    Err(format!("{}: too many files", part_file(name, part.rank)))
}

/// Gathers the counts of all ranks at rank 0, which writes them and prints the report. Collective. Returns false if a
/// rank is late.
///
/// # Errors
/// A native call fails, or files cannot be written at rank 0.
pub(super) fn gather(together: &Together, part: &Part, name: &str) -> Result<bool, String> {
    let told = together.gather_at_end(part.text().as_bytes()).map_err(|failure| failure.to_string())?;
    let Some(told) = told else { return Ok(false) };
    if together.rank() != 0 {
        return Ok(true);
    }
    let run = guarded(|| run_of(&told))?;
    let (report, used) = guarded(|| write(&run, name, Existing::Kept)).inspect_err(|_| {
        // A report is better than nothing: the job does not run again.
        let unwritten = || {
            let totals = Totals::of(&run, &run.slots());
            Ok(Report { run: &run, totals: &totals, reordering: Reordering::Unknown, files: Some(name) }.text())
        };
        let _ = guarded(unwritten).map(|report| logger::print(&report));
    })?;
    let _ = logger::print(&report);
    if used != name {
        log::warn!("HSPLIT_MONITOR: there are files {name}.* already; the new ones are {used}.*");
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_a_killed_process_is_in_nobodys_way() {
        let path = std::env::temp_dir().join(format!("hsplit-output-{}", std::process::id())).display().to_string();
        let left = format!("{path}.{}", std::process::id());
        fs::write(&left, "half").expect("a file");
        create(&path, Existing::Replaced, &|out| out.write_all(b"whole")).expect("a file");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "whole");
        assert!(fs::metadata(&left).is_err() && create(&path, Existing::Kept, &|_| Ok(())).is_err());
        fs::remove_file(&path).expect("the file");
    }
}
