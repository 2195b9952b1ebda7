// SPDX-License-Identifier: MIT OR Apache-2.0
//! The results of a run as they come: a table on stdout, and files that are complete at any moment.
//!
//! A job may be killed by its time limit. What was measured until then must not be lost: each cell is printed, appended
//! to the CSV file and written to the JSON file before the next one is measured.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use hsplit_program::Failure;

use crate::csv;
use crate::report::{Measurement, Report};
use crate::table::{self, Table};

/// The files that a user asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Files<'a> {
    /// For a table as CSV.
    pub csv: Option<&'a Path>,
    /// For `plot`.
    pub json: Option<&'a Path>,
}

/// The destination of the results of a run.
pub struct Output<W: Write> {
    stdout: W,
    table: Table,
    csv: Option<CsvFile>,
    json: Option<JsonFile>,
    /// The line on clocks that was written first.
    clocks: Option<String>,
    /// The first thing that went wrong with stdout.
    broken: Option<std::io::Error>,
    /// Says on the way that a file cannot be written. Measuring goes on.
    warn: fn(&Failure),
}

impl<W: Write> Output<W> {
    /// Finds out whether the files can be written, before hours are spent on measuring. Files that exist stay as they
    /// are until the first measurement begins.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn new(stdout: W, files: Files, warn: fn(&Failure)) -> Result<Self, Failure> {
        let csv = files.csv.map(CsvFile::open).transpose()?;
        let json = files.json.map(JsonFile::open).transpose()?;
        Ok(Self { stdout, table: Table::default(), csv, json, clocks: None, broken: None, warn })
    }

    /// Writes what is known before anything is measured. Further calls do nothing.
    pub fn begin(&mut self, report: &Report) {
        if self.clocks.is_some() {
            return;
        }
        self.clocks = Some(table::clocks(&report.provenance));
        self.print(&table::head(&report.provenance));
        if let Some(csv) = &mut self.csv {
            csv.begin();
        }
        self.update(&csv::head(&report.provenance), report);
    }

    /// Writes the measurements of one more cell, which are the last ones of the report.
    pub fn cell(&mut self, report: &Report, cell: &[Measurement]) {
        let rows = self.table.cell(cell);
        self.print(&rows);
        self.update(&csv::rows(cell), report);
    }

    fn update(&mut self, lines: &str, report: &Report) {
        let csv = self.csv.as_mut().and_then(|csv| csv.append(lines));
        let json = self.json.as_mut().and_then(|json| json.update(report));
        csv.iter().chain(&json).for_each(self.warn);
    }

    /// Writes what is known at the end. A file that could not be written in between is written once more.
    ///
    /// # Errors
    /// Reports output that could not be written.
    pub fn finish(mut self, report: &Report) -> Result<(), Failure> {
        self.begin(report);
        let clocks = table::clocks(&report.provenance);
        let differ = self.clocks.as_ref() != Some(&clocks);
        let clocks = if differ { format!("# {clocks}\n") } else { String::new() };
        self.print(&(table::verdicts(&report.measurements) + &clocks));
        if let Some(mut csv) = self.csv {
            csv.append(&clocks);
            csv.finish(report)?;
        }
        if let Some(json) = self.json {
            json.finish(report)?;
        }
        self.broken.map_or(Ok(()), |error| Err(Failure::of("stdout", error)))
    }

    /// Prints, unless stdout is broken. A reader that has seen enough (`| head`) is no error.
    fn print(&mut self, text: &str) {
        if self.broken.is_none() {
            let printed = self.stdout.write_all(text.as_bytes()).and_then(|()| self.stdout.flush());
            self.broken = printed.err().filter(|error| error.kind() != ErrorKind::BrokenPipe);
        }
    }
}

/// A file to which rows are appended.
struct CsvFile {
    path: PathBuf,
    file: File,
    failed: bool,
}

impl CsvFile {
    fn open(path: &Path) -> Result<Self, Failure> {
        let file = File::options().create(true).write(true).truncate(false).open(path);
        let file = file.map_err(|error| failure(path, error))?;
        Ok(Self { path: path.to_owned(), file, failed: false })
    }

    /// Removes what an earlier run has written. Pipes and devices hold nothing.
    fn begin(&mut self) {
        if self.file.metadata().is_ok_and(|metadata| metadata.is_file()) {
            self.failed = self.file.set_len(0).is_err();
        }
    }

    /// Gives the first failure. Nothing is appended after it: rows with a gap before them would mislead.
    fn append(&mut self, text: &str) -> Option<Failure> {
        if self.failed {
            return None;
        }
        let error = self.file.write_all(text.as_bytes()).err()?;
        self.failed = true;
        Some(failure(&self.path, error))
    }

    fn finish(self, report: &Report) -> Result<(), Failure> {
        if !self.failed {
            return Ok(());
        }
        fs::write(&self.path, csv::render(report)).map_err(|error| failure(&self.path, error))
    }
}

/// A file that always holds a whole report: each is written beside it and takes its name.
enum JsonFile {
    Replaced {
        /// The file, where symbolic links lead to it.
        path: PathBuf,
        beside: PathBuf,
        failed: bool,
    },
    /// A pipe or a device takes one report, at the end.
    Stream { path: PathBuf, file: File },
}

impl JsonFile {
    fn open(path: &Path) -> Result<Self, Failure> {
        let opened = match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => Self::stream(path),
            Ok(_) => Self::existing(path),
            Err(_) => Self::replaced(path.to_owned()),
        };
        opened.map_err(|error| failure(path, error))
    }

    fn stream(path: &Path) -> std::io::Result<Self> {
        Ok(Self::Stream { path: path.to_owned(), file: File::options().write(true).open(path)? })
    }

    fn existing(path: &Path) -> std::io::Result<Self> {
        File::options().write(true).open(path)?;
        Self::replaced(fs::canonicalize(path)?)
    }

    fn replaced(path: PathBuf) -> std::io::Result<Self> {
        let mut beside = path.clone().into_os_string();
        beside.push(".part");
        let beside = PathBuf::from(beside);
        File::create(&beside)?;
        fs::remove_file(&beside)?;
        Ok(Self::Replaced { path, beside, failed: false })
    }

    /// Gives the first failure. It is no loss if a later attempt succeeds.
    fn update(&mut self, report: &Report) -> Option<Failure> {
        let Self::Replaced { path, beside, failed } = self else { return None };
        let error = replace(path, beside, report).err()?;
        (!std::mem::replace(failed, true)).then(|| failure(path, error))
    }

    fn finish(self, report: &Report) -> Result<(), Failure> {
        match self {
            Self::Replaced { path, beside, .. } => {
                replace(&path, &beside, report).map_err(|error| failure(&path, error))
            }
            Self::Stream { path, mut file } => {
                file.write_all(report.to_json().as_bytes()).map_err(|error| failure(&path, error))
            }
        }
    }
}

fn replace(path: &Path, beside: &Path, report: &Report) -> std::io::Result<()> {
    let replaced = fs::write(beside, report.to_json()).and_then(|()| fs::rename(beside, path));
    if replaced.is_err() {
        let _ = fs::remove_file(beside);
    }
    replaced
}

fn failure(path: &Path, error: std::io::Error) -> Failure {
    Failure::of(&path.to_string_lossy(), error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::cells;
    use crate::report::tests::example;

    fn output<W: Write>(stdout: W, csv: Option<&Path>, json: Option<&Path>) -> Result<Output<W>, Failure> {
        Output::new(stdout, Files { csv, json }, |_| ())
    }

    /// A folder of a test's own, removed when it goes.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("hsplit-output-test-{}-{name}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn path(&self, name: &str) -> PathBuf {
            self.0.join(name)
        }

        fn read(&self, name: &str) -> String {
            fs::read_to_string(self.path(name)).unwrap()
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let mut names: Vec<String> =
                entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// A report that is not finished and has the first measurements of the example.
    fn partial(count: usize) -> Report {
        let mut report = Report { finished: false, ..example() };
        report.measurements.truncate(count);
        report
    }

    #[test]
    fn a_killed_run_leaves_what_it_measured() {
        let folder = Folder::new("killed");
        fs::write(folder.path("x.json"), "old").unwrap();
        fs::write(folder.path("x.csv"), "old").unwrap();
        let mut stdout = vec![];
        let mut writer = output(&mut stdout, Some(&folder.path("x.csv")), Some(&folder.path("x.json"))).ok().unwrap();
        // An error that is found before the first measurement must not cost an earlier run's results.
        assert_eq!((folder.read("x.csv"), folder.read("x.json")), ("old".into(), "old".into()));
        writer.begin(&partial(0));
        assert_eq!(Report::from_json(&folder.read("x.json")), Ok(partial(0)));
        assert_eq!(folder.read("x.csv"), csv::render(&partial(0)));
        let report = partial(2);
        writer.cell(&report, &report.measurements);
        assert_eq!(Report::from_json(&folder.read("x.json")), Ok(partial(2)));
        assert_eq!(folder.read("x.csv"), csv::render(&partial(2)));
        assert_eq!(folder.names(), ["x.csv", "x.json"]);
        drop(writer);
        assert_eq!(String::from_utf8(stdout).unwrap(), table::render(&partial(2)));
    }

    #[test]
    fn a_whole_run_is_what_it_would_be_at_the_end() {
        let folder = Folder::new("whole");
        let mut stdout = vec![];
        let mut writer = output(&mut stdout, Some(&folder.path("x.csv")), Some(&folder.path("x.json"))).ok().unwrap();
        let report = example();
        for cell in cells(&report.measurements) {
            writer.begin(&report);
            writer.cell(&report, cell);
        }
        assert!(writer.finish(&report).is_ok());
        assert_eq!(Report::from_json(&folder.read("x.json")), Ok(example()));
        assert_eq!(folder.read("x.csv"), csv::render(&report));
        assert_eq!(String::from_utf8(stdout).unwrap(), table::render(&report));
    }

    #[test]
    fn clocks_that_drift_are_mentioned_again() {
        let mut stdout = vec![];
        let mut writer = output(&mut stdout, None, None).ok().unwrap();
        let mut report = partial(0);
        writer.begin(&report);
        report.provenance.clock_error_us = 3.0;
        assert!(writer.finish(&report).is_ok());
        let text = String::from_utf8(stdout).unwrap();
        let clocks: Vec<&str> = text.lines().filter(|line| line.starts_with("# clocks:    agree to ")).collect();
        assert!(clocks.len() == 2 && clocks[1].contains("agree to 3.00 us"), "{text}");
        assert_eq!(text.lines().last(), Some(clocks[1]));
    }

    #[test]
    fn a_symbolic_link_stays_one() {
        let folder = Folder::new("link");
        fs::write(folder.path("file"), "").unwrap();
        std::os::unix::fs::symlink(folder.path("file"), folder.path("link")).unwrap();
        let writer = output(vec![], None, Some(&folder.path("link"))).ok().unwrap();
        assert!(writer.finish(&example()).is_ok());
        assert_eq!(Report::from_json(&folder.read("file")), Ok(example()));
        assert!(folder.path("link").is_symlink());
    }

    #[test]
    fn a_device_takes_the_report_at_the_end() {
        let mut writer = output(vec![], Some(Path::new("/dev/null")), Some(Path::new("/dev/null"))).ok().unwrap();
        writer.begin(&partial(0));
        writer.cell(&partial(2), &partial(2).measurements);
        assert!(writer.finish(&example()).is_ok());
        assert!(!Path::new("/dev/null").is_file());
    }

    #[test]
    fn a_full_disk_is_a_failure_of_the_end() {
        let full = Path::new("/dev/full");
        for (csv, json) in [(Some(full), None), (None, Some(full))] {
            let mut writer = output(vec![], csv, json).ok().unwrap();
            writer.begin(&partial(0));
            writer.cell(&partial(2), &partial(2).measurements);
            let failure = writer.finish(&example()).err().unwrap();
            assert_eq!(failure.to_string(), "/dev/full: No space left on device (os error 28)");
        }
        let stdout = File::options().write(true).open(full).unwrap();
        let writer = output(stdout, None, None).ok().unwrap();
        let failure = writer.finish(&example()).err().unwrap();
        assert_eq!(failure.to_string(), "stdout: No space left on device (os error 28)");
    }

    #[test]
    fn files_that_cannot_be_written_are_found_at_once() {
        let nowhere = Path::new("/nowhere/x");
        for (csv, json) in [(Some(nowhere), None), (None, Some(nowhere))] {
            let failure = output(vec![], csv, json).err().unwrap();
            assert_eq!(failure.to_string(), "/nowhere/x: No such file or directory (os error 2)");
        }
    }
}
