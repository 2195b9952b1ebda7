// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files of counts: the parts of all processes, as rank 0 gets and writes them, and `HSPLIT_Monitor_flush`.

use std::ffi::{CStr, c_char, c_int};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use super::session;
use crate::calls::not_null;
use crate::calls::reorder::{Terms, time_limit};
use crate::calls::runtime::{self, Runtime};
use crate::error::Error;
use crate::pmpi::Comm;
use crate::split_types::MONITOR_FLUSH;
use hsplit_core::communicator::Communicator;
use hsplit_host::source::identity::host_names;
use hsplit_monitor::{Classes, Expansion, Part, Report, Run, Snapshot, Totals, Unit, advice, json, path_of};

/// What becomes of files that are there already.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Existing {
    /// Each is replaced at once; a link is replaced, not followed.
    Replaced,
    /// They stay: the new ones have other names.
    Kept,
}

/// Since when something counts.
#[derive(Clone, Debug)]
pub(super) struct Since {
    /// For how long.
    pub clock: Instant,
    /// The date.
    pub date: String,
}

impl Since {
    /// From now on.
    pub fn now() -> Self {
        let since_1970 = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
        Self { clock: Instant::now(), date: hsplit_core::units::date(since_1970.as_secs()) }
    }
}

/// Writes what a session has counted on all ranks. Collective.
///
/// # Errors
/// The caller's mistake, on every rank; files that cannot be written, on every rank.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn flush(handle: c_int, file: *const c_char) -> Result<(), Error> {
    let runtime = runtime::get();
    let session = session::find(handle)?;
    let comm = session.comm()?;
    // SAFETY: `file` is NULL or a string, by this function's contract.
    let file = unsafe { path(file) };
    let values = file.as_ref().map_or_else(|_| String::new(), ToString::to_string);
    let (selector, mistake) = (MONITOR_FLUSH, file.as_ref().err());
    let agreed = Terms { selector, values, words: "file", mistake, reorders: true }.agree(runtime, &comm);
    let file = file?;
    agreed?;
    if runtime.steps_aside() {
        return Ok(());
    }
    let (counts, since) = session.of_members();
    let part = part(runtime, comm.rank(), counts, Classes::ALL, session.expansion(), &since);
    let told = comm.gather_to_first(part.text().as_bytes())?;
    let written =
        if comm.rank() == 0 { guarded(|| write(runtime, &told, file, Existing::Replaced).map(drop)) } else { Ok(()) };
    let failed = comm.sum(u64::from(written.is_err()))?;
    written.map_err(Error::Unwritten)?;
    if failed > 0 { Err(Error::UnwrittenElsewhere) } else { Ok(()) }
}

/// The path that the program passes.
///
/// # Safety
/// It is NULL or a string, which stays as long as the program's call lasts.
unsafe fn path<'a>(file: *const c_char) -> Result<&'a str, Error> {
    not_null(file, "file")?;
    // SAFETY: not NULL, and a string then by this function's contract.
    let file = unsafe { CStr::from_ptr(file) };
    match file.to_str() {
        Ok("") => Err(Error::File("is empty")),
        Ok(file) => Ok(file),
        Err(_) => Err(Error::File("is not UTF-8")),
    }
}

/// Nothing that goes wrong at rank 0 leaves the others waiting.
pub(super) fn guarded<T>(body: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| Err("a mistake of libhsplit".to_owned()))
}

/// What this process has counted, with where it is.
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
        host: host_names().into_iter().next().unwrap_or_default(),
        place: path_of(&place),
        date: since.date.clone(),
        seconds: since.clock.elapsed().as_secs_f64(),
        mpi: runtime.native.description.clone(),
        counted,
        expansion,
        counts,
    }
}

/// Writes the files of a run whose parts these are, and returns the report and the name without the ends. Local.
pub(super) fn write(
    runtime: &Runtime,
    told: &[Vec<u8>],
    name: &str,
    existing: Existing,
) -> Result<(String, String), String> {
    let mut parts = vec![];
    for text in told {
        parts.extend(Part::read(text, "a rank's counts").map_err(|error| error.to_string())?);
    }
    let run = Run::new(parts).map_err(|error| error.to_string())?;
    let slots = run.slots();
    let totals = Totals::of(&run, &slots);
    let timed_out = time_limit(runtime.settings.reorder_limit);
    let advice = advice(&run, &slots, &totals, &timed_out).unwrap_or_default();
    let name = free_name(name, existing);
    let matrix = format!("{name}.bytes.mtx");
    let report = Report { run: &run, totals: &totals, advice: advice.as_ref(), matrix: &matrix };
    let put = |end: &str, fill: &dyn Fn(&mut BufWriter<File>) -> io::Result<()>| {
        let path = format!("{name}.{end}");
        create(&path, existing, fill).map_err(|error| format!("{path}: {error}"))
    };
    put("bytes.mtx", &|out| run.write_matrix(Unit::Bytes, out))?;
    put("messages.mtx", &|out| run.write_matrix(Unit::Messages, out))?;
    put("json", &|out| out.write_all(json(&report, &slots).as_bytes()))?;
    put("parts", &|out| run.write_parts(out))?;
    put("txt", &|out| out.write_all(report.text().as_bytes()))?;
    Ok((report.text(), name))
}

/// The ends of the names of a run's files.
const ENDS: [&str; 5] = ["bytes.mtx", "messages.mtx", "json", "parts", "txt"];

/// A name under which no file is, where those that are there stay.
fn free_name(name: &str, existing: Existing) -> String {
    let is_taken = |end: &str| fs::symlink_metadata(format!("{name}.{end}")).is_ok();
    match existing {
        Existing::Kept if ENDS.iter().any(|end| is_taken(end)) => format!("{name}.{}", std::process::id()),
        _ => name.to_owned(),
    }
}

/// Makes a file, never through a link.
pub(super) fn create(
    path: &str,
    existing: Existing,
    fill: &dyn Fn(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let new = match existing {
        Existing::Kept => path.to_owned(),
        Existing::Replaced => format!("{path}.{}", std::process::id()),
    };
    let mut out = BufWriter::new(OpenOptions::new().write(true).create_new(true).open(&new)?);
    let written = fill(&mut out).and_then(|()| out.flush()).and_then(|()| match existing {
        Existing::Kept => Ok(()),
        Existing::Replaced => fs::rename(&new, path),
    });
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

/// Writes a part of its own for this process, under another name where there is a file already. Returns the path.
pub(super) fn write_part(part: &Part, name: &str) -> Result<String, String> {
    let text = part.text();
    let write = |name: &str| {
        let path = hsplit_monitor::part_file(name, part.rank);
        create(&path, Existing::Kept, &|out| out.write_all(text.as_bytes())).map_err(|error| (error, path.clone()))?;
        Ok(path)
    };
    let again = |(error, path): (io::Error, String)| match error.kind() {
        io::ErrorKind::AlreadyExists => write(&format!("{name}.{}", std::process::id())),
        _ => Err((error, path)),
    };
    write(name).or_else(again).map_err(|(error, path)| format!("{path}: {error}"))
}

/// What all ranks have counted, at rank 0, which writes it and prints the report. Collective.
///
/// # Errors
/// What the native MPI reports; files that cannot be written, at rank 0.
pub(super) fn gather(runtime: &Runtime, world: &Comm, part: &Part, name: &str) -> Result<(), String> {
    let told = world.gather_to_first(part.text().as_bytes()).map_err(|failure| failure.to_string())?;
    if world.rank() != 0 {
        return Ok(());
    }
    let (report, used) = guarded(|| write(runtime, &told, name, Existing::Kept))?;
    let _ = io::stderr().write_all(report.as_bytes());
    if used != name {
        log::warn!("HSPLIT_MONITOR: there are files {name}.* already; the new ones are {used}.*");
    }
    Ok(())
}
