// SPDX-License-Identifier: MIT OR Apache-2.0
//! The traffic matrix in the files.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::PathBuf;

use clap::ValueEnum;
use hsplit_core::tree::words::count_of;
use hsplit_mapping::Traffic;
use hsplit_mapping::matrix::{Matrix, Reader};
use hsplit_monitor::{Part, Run, Unit};
use hsplit_program::progress::Progress;

use crate::Failure;

/// The metric of the traffic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Metric {
    /// The bytes, or the one number that the matrix has for each pair.
    Bytes,
    /// The messages.
    Messages,
}

/// A matrix, and its origin.
pub(super) struct Input {
    origin: String,
    matrix: Matrix,
    metric: Metric,
    /// The bytes with their messages, if the metric is the time of both.
    timed: Option<Traffic>,
}

/// Reads the matrix of some files.
fn reader_of(option: &str, files: &[PathBuf]) -> Result<Reader, Failure> {
    let mut reader = Reader::default();
    for path in files {
        let name = path.display().to_string();
        let failure = |error: String| Failure::of(option, error);
        let file = File::open(path).map_err(|error| failure(format!("{name}: {error}")))?;
        let text =
            BufReader::with_capacity(1 << 18, Counted { file, bytes: 0, progress: Progress::new("hsplit", &name) });
        reader.add(text, &name).map_err(|error| failure(error.to_string()))?;
    }
    Ok(reader)
}

/// Reads the files, for at least this number of ranks. `messages` is a file with a matrix of messages.
pub(super) fn read(
    files: &[PathBuf],
    messages: Option<&PathBuf>,
    metric: Metric,
    ranks: Option<u64>,
) -> Result<Input, Failure> {
    let reader = reader_of("MATRIX", files)?;
    let found = reader.roles() as u64;
    if let Some(ranks) = ranks.filter(|&ranks| ranks < found) {
        return Err(Failure::of("-n", format!("{ranks} ranks are fewer than the {found} of the matrix")));
    }
    let origin = origin(files);
    if found.max(ranks.unwrap_or(0)) == 0 {
        return Err(Failure::of("MATRIX", format!("{origin}: it has no ranks")));
    }
    let mut matrix = reader.finish(ranks.unwrap_or(0) as usize);
    if let Some(file) = messages {
        let messages = messages_of(file, matrix.roles)?;
        let what = || format!("{}: beside the digits after the point, the numbers are too large", file.display());
        matrix = matrix.with_messages(messages).ok_or_else(|| Failure::of("--messages", what()))?;
    }
    if metric == Metric::Messages && matrix.messages.is_none() {
        return Err(Failure::of(
            "--metric",
            format!("{origin} has one number for each pair, and no messages beside it"),
        ));
    }
    Ok(Input { origin, matrix, metric, timed: None })
}

/// Reads the matrix of messages in a file, for a matrix of bytes with these roles.
fn messages_of(file: &PathBuf, roles: usize) -> Result<Matrix, Failure> {
    let reader = reader_of("--messages", std::slice::from_ref(file))?;
    if reader.roles() == 0 {
        return Err(Failure::of("--messages", format!("{}: it has no ranks", file.display())));
    }
    let messages = reader.finish(roles);
    if messages.roles > roles {
        let what = format!("{}: it has {} ranks, and the matrix {roles}", file.display(), messages.roles);
        return Err(Failure::of("--messages", what));
    }
    Ok(messages)
}

/// Returns the run whose parts these files are; `None` if they have another form.
pub(super) fn run_of(files: &[PathBuf]) -> Result<Option<Run>, Failure> {
    // Data from a pipe cannot be read twice.
    let is_part = |path: &PathBuf| {
        if !path.is_file() {
            return false;
        }
        let mut begin = vec![];
        let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut begin));
        read.is_ok() && Part::is_one(&begin)
    };
    if files.iter().any(is_part) { crate::monitor::files::read("MATRIX", files).map(Some) } else { Ok(None) }
}

/// Returns the traffic between the ranks of a run.
pub(super) fn of_run(run: &Run, files: &[PathBuf], metric: Metric) -> Input {
    let [bytes, messages] = [Unit::Bytes, Unit::Messages].map(|unit| hsplit_monitor::traffic(run, unit));
    let matrix = Matrix { roles: run.ranks() as usize, bytes, messages: Some(messages), scale: 1 };
    Input { origin: origin(files), matrix, metric, timed: None }
}

/// Describes the origin of a matrix.
fn origin(files: &[PathBuf]) -> String {
    match files {
        [one] => one.display().to_string(),
        [first, ..] => format!("{} and {} more", first.display(), files.len() - 1),
        [] => String::new(),
    }
}

impl Input {
    pub(super) fn roles(&self) -> usize {
        self.matrix.roles
    }

    /// Makes the time of bytes and messages the metric.
    ///
    /// # Errors
    /// The metric is messages only.
    pub(super) fn time(&mut self) -> Result<(), Failure> {
        if self.metric == Metric::Messages {
            return Err(Failure::of_usage("--metric", "by a model both bytes and messages count"));
        }
        let none = Traffic::from_arcs(self.matrix.roles, []);
        self.timed = Some(self.matrix.bytes.with_messages(self.matrix.messages.as_ref().unwrap_or(&none)));
        Ok(())
    }

    /// True if the metric is the time of bytes and messages.
    pub(super) fn is_timed(&self) -> bool {
        self.timed.is_some()
    }

    /// Returns the traffic that counts.
    pub(super) fn counted(&self) -> &Traffic {
        if let Some(timed) = &self.timed {
            return timed;
        }
        match (self.metric, &self.matrix.messages) {
            (Metric::Messages, Some(messages)) => messages,
            _ => &self.matrix.bytes,
        }
    }

    /// Returns the traffic with the names of its units: the metric that counts comes first.
    pub(super) fn worth(&self) -> Vec<(&'static str, &Traffic)> {
        self.timed.as_ref().map_or_else(|| self.all(), |timed| vec![("bytes", timed)])
    }

    /// Returns the same without times.
    fn all(&self) -> Vec<(&'static str, &Traffic)> {
        let bytes = ("bytes", &self.matrix.bytes);
        let messages = self.matrix.messages.iter().map(|messages| ("messages", messages));
        let mut all: Vec<(&str, &Traffic)> = std::iter::once(bytes).chain(messages).collect();
        all.sort_by_key(|(name, _)| (*name == "bytes") != (self.metric == Metric::Bytes));
        all
    }

    /// Returns a description: `traffic.mtx, 64 ranks, 224 pairs, 448000 bytes`.
    pub(super) fn words(&self) -> String {
        let all = self.all();
        let (pairs, ranks) = (self.counted().arcs() as u64 / 2, count_of(self.roles() as u64, "rank"));
        let sums: Vec<String> = all.iter().map(|(name, traffic)| format!("{} {name}", traffic.total())).collect();
        let scale = match self.matrix.scale {
            1 => String::new(),
            scale => format!(", all values times {scale}"),
        };
        format!("{}, {ranks}, {}, {}{scale}", self.origin, count_of(pairs, "pair"), sums.join(", "))
    }
}

/// A file that reports the progress of reading.
struct Counted {
    file: File,
    bytes: u64,
    progress: Progress,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.bytes += read as u64;
        self.progress.show(|| format!("{} MiB read", self.bytes >> 20));
        Ok(read)
    }
}
