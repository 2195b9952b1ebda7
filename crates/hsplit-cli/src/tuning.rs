// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit tuning`: the results of trials in earlier jobs (`tuning=` of `HSPLIT_COLLECTIVES`).

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use hsplit_collectives::gain::Route;
use hsplit_collectives::tuning::{Cell, FILE, Finding, MOST_BYTES, Table};
use hsplit_core::message::cleaned;
use hsplit_core::units::{date, days_since_1970};
use hsplit_host::shared_file;

use super::Failure;
use super::columns::aligned;

/// Show, merge and prune the results of trials of collective calls: the folders of tuning= in HSPLIT_COLLECTIVES.
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
    },
    /// Add the results of other folders or files to one
    Merge {
        /// The folder or file that is changed
        into: PathBuf,
        /// The others
        #[arg(required = true)]
        from: Vec<PathBuf>,
    },
    /// Remove results that are old, or of other MPIs
    Prune {
        /// The folder or file that is changed
        from: PathBuf,
        /// Remove results of trials that ended more than this many days ago
        #[arg(long, value_name = "DAYS")]
        older_than: Option<u64>,
        /// Keep only results of an MPI whose name contains this text, as "Open MPI v5" or "libhsplit 0.1"
        #[arg(long, value_name = "TEXT")]
        mpi: Option<String>,
    },
}

impl Arguments {
    /// The text to print.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        match &self.what {
            What::Show { from } => {
                let mut all = Table::default();
                from.iter().try_for_each(|path| read(path).map(|table| all.merge(&table)))?;
                Ok(show(&all))
            }
            What::Merge { into, from } => {
                let tables = from.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
                change(into, |table| tables.iter().for_each(|other| table.merge(other)))
            }
            What::Prune { from, older_than, mpi } => {
                let oldest = older_than.map_or(0, |days| days_since_1970().saturating_sub(days));
                let is_kept = |cell: &Cell| mpi.as_ref().is_none_or(|text| cell.mpi.contains(text));
                change(from, |table| table.retain(|cell, finding| finding.day >= oldest && is_kept(cell)))
            }
        }
    }
}

fn file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(FILE) } else { path.to_owned() }
}

fn read(path: &Path) -> Result<Table, Failure> {
    let path = file(path);
    let text = shared_file::contents(&path, MOST_BYTES).map_err(|error| error.to_string());
    let (table, wrong) =
        text.and_then(|text| Table::parse(&text)).map_err(|why| Failure::of(&path.display().to_string(), why))?;
    match wrong.first() {
        Some(line) => Err(Failure::of(&path.display().to_string(), format!("line {line} cannot be read"))),
        None => Ok(table),
    }
}

fn change(path: &Path, how: impl FnOnce(&mut Table)) -> Result<String, Failure> {
    let path = file(path);
    let mut left = 0;
    let changed = shared_file::update(&path, MOST_BYTES, |text| {
        Table::changed(&path, text, |table| {
            how(table);
            left = table.cells().count();
        })
    });
    changed.map_err(|why| Failure::of("tuning", why))?;
    Ok(format!("{}: {left} kinds of calls\n", path.display()))
}

const HEAD: [&str; 9] = ["call", "bytes", "ranks", "native", "hierarchy", "gain", "trials", "last", "MPI"];

fn show(all: &Table) -> String {
    let mut rows = vec![HEAD.map(str::to_owned)];
    rows.extend(all.cells().map(|(cell, finding)| row(cell, finding)));
    aligned(&rows, |_| false).iter().map(|line| format!("{line}\n")).collect()
}

fn row(cell: &Cell, finding: &Finding) -> [String; HEAD.len()] {
    let Finding { native, hierarchical, trials, day } = finding;
    let least = if cell.class == 0 { 0 } else { 1_u64 << (cell.class - 1) };
    let short = if cell.is_short { ", short" } else { "" };
    let mark = if finding.route() == Route::Hierarchical { "" } else { " (native)" };
    [
        format!("{}{short}", cell.operation),
        format!("{least}.."),
        cleaned(&cell.comm).into_owned(),
        format!("{native:.2e} s"),
        format!("{hierarchical:.2e} s"),
        format!("{:.2}{mark}", native / hierarchical),
        trials.to_string(),
        date(day * 86_400).chars().take(10).collect(),
        cleaned(&cell.mpi).into_owned(),
    ]
}
