// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit tuning`: the results of trials in earlier jobs (`tuning=` of `HSPLIT_COLLECTIVES`).

mod import;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use hsplit_collectives::gain::Way;
use hsplit_collectives::tuning::{Cell, Combining, FILE, Finding, Kind, MOST_BYTES, Table, Times};
use hsplit_core::message::cleaned;
use hsplit_core::units::{date, days_since_1970};
use hsplit_host::shared_file;

use super::Failure;
use super::columns::aligned;

/// Show, merge, prune and import results of trials of collective calls: the folders of tuning= in HSPLIT_COLLECTIVES.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Print the results in folders or files, as a table
    Show {
        /// Folders or files
        #[arg(required = true)]
        from: Vec<PathBuf>,
        /// Draw the gains by size instead
        #[arg(long)]
        picture: bool,
    },
    /// Add the results of other folders or files to one; results that it already has do not count again
    Merge {
        /// The folder of tuning= or the file that is changed; if neither exists, a new file
        into: PathBuf,
        /// The other folders or files
        #[arg(required = true)]
        from: Vec<PathBuf>,
    },
    /// Add times measured by other programs: the output of OSU's benchmark of a call, without and with the library, or
    /// a sweep of 'hsplit-bench calls --json'
    Import {
        /// The folder of tuning= or the file that is changed; if neither exists, a new file
        into: PathBuf,
        /// OSU's outputs without and with the library, or a sweep
        #[arg(required = true, num_args = 1..=2)]
        from: Vec<PathBuf>,
        #[command(flatten)]
        of: import::Of,
    },
    /// Remove old results, or results of other MPIs; corrupted lines are removed in every case
    Prune {
        /// The folder or file that is changed
        from: PathBuf,
        /// Remove results of trials that ended more than this many days ago
        #[arg(long, value_name = "DAYS")]
        older_than: Option<u64>,
        /// Keep only results of an MPI whose name contains this text, such as "Open MPI v5" or "libhsplit 0.1"
        #[arg(long, value_name = "TEXT")]
        mpi: Option<String>,
    },
}

impl Arguments {
    /// Returns the text to print.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        match &self.what {
            What::Show { from, picture } => {
                let mut all = Table::default();
                from.iter().try_for_each(|path| read(path).map(|table| all.unite(&table)))?;
                Ok(if *picture { draw(&all) } else { show(&all) })
            }
            What::Merge { into, from } => {
                let tables = from.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
                change(into, |table| tables.iter().for_each(|other| table.unite(other)))
            }
            What::Import { into, from, of } => {
                let imported = of.table(from)?;
                if imported.is_empty() {
                    return Err(Failure::of("tuning", "nothing in these files can be imported"));
                }
                change(into, |table| table.learn(&imported, days_since_1970()))
            }
            What::Prune { from, older_than, mpi } => {
                // A misspelt name must not become a file. Damaged lines are no reason to stop: the file is mended.
                let is_damaged = |text: &str| Table::parse(text).map(|parsed| parsed.complaint().is_some());
                let is_damaged = parsed(&file(from), MOST_BYTES, is_damaged)?;
                if older_than.is_none() && mpi.is_none() && !is_damaged {
                    let why = "no line is corrupted, and neither --older-than nor --mpi names what to remove";
                    return Err(Failure::of_usage("prune", why));
                }
                let oldest = older_than.map_or(0, |days| days_since_1970().saturating_sub(days));
                let is_kept = |cell: &Cell| mpi.as_ref().is_none_or(|text| cell.mpi.contains(text));
                change(from, |table| table.retain(|cell, times| times.day >= oldest && is_kept(cell)))
            }
        }
    }
}

fn file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(FILE) } else { path.to_owned() }
}

fn read(path: &Path) -> Result<Table, Failure> {
    parsed(&file(path), MOST_BYTES, |text| {
        let parsed = Table::parse(text)?;
        if parsed.wrong.is_empty() { Ok(parsed.table) } else { Err(parsed.complaint().unwrap_or_default()) }
    })
}

/// Reads a file of at most this length with `parse`.
fn parsed<T>(file: &Path, most: usize, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<T, Failure> {
    let text = shared_file::contents(file, most).map_err(|error| error.to_string());
    text.and_then(|text| parse(&text)).map_err(|why| Failure::of(&file.display().to_string(), why))
}

fn change(path: &Path, how: impl FnOnce(&mut Table)) -> Result<String, Failure> {
    let path = file(path);
    let new = if path.exists() { "" } else { "new file " };
    let mut left = 0;
    let changed = shared_file::update(&path, MOST_BYTES, |text| {
        Table::changed(&path, text, |table| {
            how(table);
            left = table.cells().count();
        })
    });
    changed.map_err(|why| Failure::of("tuning", why))?;
    Ok(format!("{new}{}: {left} kinds of calls\n", path.display()))
}

const HEAD: [&str; 10] = ["call", "bytes", "ranks", "route", "seconds", "spread", "gain", "trials", "last", "MPI"];

fn show(all: &Table) -> String {
    let mut rows = vec![HEAD.map(str::to_owned)];
    for (cell, finding) in all.cells() {
        rows.extend(finding.times().map(|(way, times)| row(cell, finding, way, times)));
    }
    aligned(&rows, |_| false).iter().map(|line| format!("{line}\n")).collect()
}

/// The number of characters in a picture for twice the speed.
const DOUBLE: f64 = 4.0;
/// The numbers of characters for losses, and for gains.
const WIDTHS: [usize; 2] = [8, 40];

/// Returns a picture for each call on each kind of communicator: a line for each class of sizes, a loss to the left, a
/// gain to the right.
fn draw(all: &Table) -> String {
    let mut pictures: BTreeMap<String, String> = BTreeMap::new();
    for (cell, finding) in all.cells() {
        let Some((way, [native, along])) = finding.fastest(true) else { continue };
        let title = format!("{} on {}, {}", call(cell.kind), cleaned(&cell.comm), cleaned(&cell.mpi));
        let marks = (DOUBLE * (native / along).log2()).round();
        let of = |mark: &str, marks: f64, most: usize| mark.repeat((marks.max(0.0) as usize).min(most));
        let [loss, gain] = [of("-", -marks, WIDTHS[0]), of("#", marks, WIDTHS[1])];
        let (sizes, width) = (least(cell.kind), WIDTHS[0]);
        let line = format!("{sizes:>12} {:>8.2} {loss:>width$}|{gain} {way}\n", native / along);
        pictures.entry(title).or_default().push_str(&line);
    }
    let pictures: Vec<String> = pictures.into_iter().map(|(title, lines)| format!("{title}\n{lines}")).collect();
    pictures.join("\n")
}

/// Returns the name of the call of a kind.
fn call(kind: Kind) -> String {
    let short = if kind.is_short { ", short" } else { "" };
    let combining = Some(kind.combining).filter(|combining| *combining != Combining::None);
    let combining = combining.map_or(String::new(), |combining| format!(", {}", combining.name()));
    format!("{}{short}{combining}", kind.operation.name())
}

/// Returns the sizes of a class, from the least one on.
fn least(kind: Kind) -> String {
    format!("{}..", if kind.class == 0 { 0 } else { 1_u64 << (kind.class - 1) })
}

fn row(cell: &Cell, finding: &Finding, way: Way, times: &Times) -> [String; HEAD.len()] {
    let Times { seconds, spread, trials, day } = times;
    let fastest = finding.fastest(true);
    let native = fastest.map(|(_, [native, _])| native).filter(|_| way != Way::Native);
    let gain = native.map_or("-".to_owned(), |native| format!("{:.2}", native / seconds));
    let mark = if fastest.is_some_and(|(fastest, _)| fastest == way) { " *" } else { "" };
    [
        call(cell.kind),
        least(cell.kind),
        cleaned(&cell.comm).into_owned(),
        format!("{way}{mark}"),
        format!("{seconds:.2e}"),
        format!("{spread:.0e}"),
        gain,
        trials.to_string(),
        date(day * 86_400).chars().take(10).collect(),
        cleaned(&cell.mpi).into_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_two_files_are_shown_once() {
        let path = std::env::temp_dir().join(format!("hsplit-tuning-{}.txt", std::process::id()));
        let line = "Open MPI v4\tnodes:2x(4)\tblock\tbcast\t21\tlong\t-\tnative\t2e-3\t1e-5\t3\t20000\n";
        std::fs::write(&path, format!("hsplit-tuning 2\n{line}")).expect("a file");
        let show = |from| Arguments { what: What::Show { from, picture: false } }.run().expect("a table");
        let (once, twice) = (show(vec![path.clone()]), show(vec![path.clone(), path.clone()]));
        std::fs::remove_file(&path).expect("the file");
        assert!(once == twice && once.contains("  3       2024-10-04  "), "{twice}");
    }
}
