// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit monitor`: the traffic between the ranks of a run, from the files that the library wrote.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use hsplit_core::table::Table;
use hsplit_mapping::Slots;
use hsplit_monitor::{Advice, Expansion, Reordering, Report, Run, SCHEMA, Totals, Unit, advice, json};

use self::picture::{Order, picture};

use super::input::{InputArguments, RankArguments};
use super::output::PictureArguments;
use super::{Failure, shell};

mod diff;
pub(crate) mod files;
mod levels;
mod picture;

/// Show the traffic between the ranks of a run, and the part of it that stayed inside each level.
///
/// A run with HSPLIT_MONITOR=parts writes one file per process, NAME.RANK.part; a run with HSPLIT_MONITOR=gather one
/// file for all, NAME.parts. The last line shows the traffic that another order of ranks would keep inside a node. The
/// picture is the matrix, with ranks in the order of the hierarchy.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(crate) struct Arguments {
    /// The parts of a run, or NAME.parts; other files of a run (.mtx, .json, .svg, .txt) are ignored
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    picture: PictureArguments,
    /// Draw ranks in the order of their numbers
    #[arg(long)]
    by_rank: bool,
    /// Show the library's own messages for collective calls, instead of the program's messages
    #[arg(long, conflicts_with_all = ["diff", "output", "collectives"])]
    internal: bool,
    /// The quantity that the picture shows
    #[arg(long, value_enum, default_value = "bytes", value_name = "UNIT")]
    metric: Metric,
    /// The form of the report
    #[arg(long, value_enum, default_value = "text", value_name = "FORM")]
    report: Form,
    /// More about each level: its instances, and the traffic of the busiest one with others
    #[arg(long)]
    levels: bool,
    /// Compare with another run: its file, or its name if it has parts
    #[arg(long, value_name = "OTHER", conflicts_with_all = ["levels", "output", "picture"])]
    diff: Option<PathBuf>,
    /// Another machine, as for 'hsplit tree': the traffic that would stay inside its levels, with the same ranks
    #[arg(short = 'i', long = "input", value_name = "DESCRIPTION|FILE")]
    input: Option<String>,
    /// The binding of the ranks on that machine [default: core,by-node]
    #[arg(long, value_name = "PLACEMENT", requires = "input")]
    bind: Option<String>,
    /// The messages that stand for collective operations [default: as= of HSPLIT_MONITOR in the run]
    #[arg(long, value_enum, value_name = "HOW")]
    collectives: Option<Collectives>,
    /// Time limit in seconds of the search for another order; 0: no search
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    limit: f64,
    /// Write NAME.parts, NAME.bytes.mtx, NAME.messages.mtx, NAME.json, NAME.txt and NAME.svg
    #[arg(short = 'o', long = "output", value_name = "NAME")]
    output: Option<PathBuf>,
}

fn after_help() -> String {
    format!("{SCHEMA}\n\n{EXAMPLES}")
}

const EXAMPLES: &str = "\
Examples:
  hsplit monitor hsplit-monitor.4711.*                  the report of a run
  hsplit monitor run.*.part -o run                      its matrix and its picture as files
  hsplit monitor run.parts --picture run.png --by-rank    the matrix as a picture, by rank
  hsplit monitor after.parts --diff before.parts            two runs
  hsplit monitor run.parts -i 'node:8 package:2 core:8 pu:1'    the same on another machine";

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Text.
    Text,
    /// JSON.
    Json,
}

/// The quantity in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Metric {
    /// Bytes.
    Bytes,
    /// Messages.
    Messages,
}

impl Metric {
    fn unit(self) -> Unit {
        match self {
            Self::Bytes => Unit::Bytes,
            Self::Messages => Unit::Messages,
        }
    }
}

/// The counting of collective operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Collectives {
    /// The movement of data that each operation implies.
    Meaning,
    /// Messages of binomial trees.
    Trees,
    /// Nothing.
    None,
}

impl Collectives {
    fn expansion(self) -> Expansion {
        match self {
            Self::Meaning => Expansion::Meaning,
            Self::Trees => Expansion::Trees,
            Self::None => Expansion::None,
        }
    }
}

/// A run, the positions of its ranks, and its report.
struct Shown {
    run: Run,
    slots: Slots,
    totals: Totals,
    advice: Option<Advice>,
    /// The files for `hsplit map`, for the report.
    files: Option<String>,
}

impl Shown {
    fn report(&self) -> Report<'_> {
        let reordering = Reordering::of(self.advice.as_ref());
        Report { run: &self.run, totals: &self.totals, reordering, files: self.files.as_deref() }
    }

    fn picture(&self, arguments: &Arguments) -> String {
        let order = if arguments.by_rank { Order::Numbers } else { Order::Hierarchy };
        picture(&self.report(), &self.slots, arguments.metric.unit(), order)
    }
}

impl Arguments {
    /// Returns the text to print.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        let limit = Duration::try_from_secs_f64(self.limit)
            .map_err(|_| Failure::of_usage("--limit", format!("{} are no seconds", self.limit)))?;
        let shown = self.show(files::read("FILE", &self.files)?, &files::name(&self.files), limit)?;
        self.picture.write(|| shown.picture(self))?;
        if let Some(name) = &self.output {
            if name.as_os_str().as_encoded_bytes().ends_with(b"/") {
                return Err(Failure::of_usage("-o", "a folder needs a name after it, with which the files begin"));
            }
            self.write_all(&shown, &name.display().to_string())?;
        }
        let text = match (&self.diff, self.report) {
            (None, Form::Text) => self.text(&shown),
            (None, Form::Json) => json(&shown.report(), &shown.slots),
            (Some(other), form) => {
                let other = files::read("--diff", &files::of_name(other)?)?;
                // A better order is searched only for this run.
                let other = self.show(other, "", Duration::ZERO)?;
                files::name_missing(&other.run);
                if form == Form::Json { diff::json(&shown, &other) } else { diff::text(&shown, &other) }
            }
        };
        files::name_missing(&shown.run);
        Ok(text)
    }

    fn show(&self, run: Run, name: &str, limit: Duration) -> Result<Shown, Failure> {
        let run = match self.collectives {
            Some(collectives) => run.expanded(collectives.expansion()),
            None => run,
        };
        let run = if self.internal {
            let nothing = || Failure::of("--internal", "no collective call of this run went along the hierarchy");
            run.internal().ok_or_else(nothing)?
        } else {
            run
        };
        let slots = match &self.input {
            None => run.slots(),
            Some(input) => self.other_machine(input, run.ranks())?,
        };
        let totals = Totals::of(&run, &slots);
        let start = Instant::now();
        let timed_out = || start.elapsed() >= limit;
        let advice = if limit.is_zero() {
            None
        } else {
            advice(&run, &slots, &totals, &timed_out).map_err(|error| Failure::of("map", error))?
        };
        Ok(Shown { run, slots, totals, advice, files: self.files_of(name) })
    }

    /// Returns the files of a run for the command line of `hsplit map`, and the places: the one file of all processes,
    /// if there is one, else their parts. `None` for traffic that `hsplit map` cannot count so.
    fn files_of(&self, name: &str) -> Option<String> {
        if self.internal || self.collectives.is_some() {
            return None;
        }
        let written = self.output.as_ref().map(|name| format!("{}.parts", name.display()));
        let whole = written.clone().unwrap_or_else(|| format!("{name}.parts"));
        let option = |name, text: &Option<String>| {
            text.as_ref().map_or_else(String::new, |text| format!(" {name} {}", shell::word(text)))
        };
        let is_there = written.is_some() || Path::new(&whole).exists();
        let files = match &self.files[..] {
            _ if is_there => shell::word(&whole).into_owned(),
            [one] => shell::word(&one.display().to_string()).into_owned(),
            _ => format!("{}.*.part", shell::word(name)),
        };
        Some(files + &option("-i", &self.input) + &option("--bind", &self.bind))
    }

    /// Returns the places of this number of ranks on another machine.
    fn other_machine(&self, input: &str, ranks: u32) -> Result<Slots, Failure> {
        let input = InputArguments::of(Some(input)).load()?;
        let (table, _): (Table<Vec<u8>>, _) = input.table(&RankArguments::of(ranks.into(), self.bind.as_deref()))?;
        Ok(Slots::from_table(&table))
    }

    fn text(&self, shown: &Shown) -> String {
        let on = self.input.as_ref().map_or_else(String::new, |input| format!("  placed on {input}\n"));
        let levels = if self.levels { levels::text(shown) } else { String::new() };
        let (head, rest) = (shown.report().head(), shown.report().text());
        let rest = rest.strip_prefix(&head).unwrap_or(&rest).trim_start_matches('\n');
        format!("{head}\n{on}{rest}{levels}")
    }

    /// Writes all files of the run.
    fn write_all(&self, shown: &Shown, name: &str) -> Result<(), Failure> {
        let path = |end: &str| PathBuf::from(format!("{name}.{end}"));
        let memory = |error: std::io::Error| Failure::of(name, error);
        let mut parts = vec![];
        shown.run.write_parts(&mut parts).map_err(memory)?;
        write(&path("parts"), &parts)?;
        for unit in [Unit::Bytes, Unit::Messages] {
            let path = path(&format!("{}.mtx", unit.name()));
            let failure = |error| Failure::of(&path.display().to_string(), format!("cannot write: {error}"));
            let mut file = std::io::BufWriter::new(std::fs::File::create(&path).map_err(failure)?);
            shown.run.write_matrix(unit, &mut file).map_err(failure)?;
            std::io::Write::flush(&mut file).map_err(failure)?;
        }
        write(&path("json"), json(&shown.report(), &shown.slots).as_bytes())?;
        write(&path("txt"), self.text(shown).as_bytes())?;
        write(&path("svg"), shown.picture(self).as_bytes())
    }
}

fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, content)
        .map_err(|error| Failure::of(&path.display().to_string(), format!("cannot write: {error}")))
}
