// SPDX-License-Identifier: MIT OR Apache-2.0
//! The results of trials for later jobs: a table in text form, with a line for each kind of call and route.
//!
//! A line has twelve fields separated by tabs: the MPI, the levels of the communicator, the order of its ranks, the
//! call, the size class, `short` or `long`, the way it combines data, its route, the mean of the seconds and their
//! standard deviation, the number of trials, and the day of the last one. A line has no host name, so that the result
//! of one host is valid for all similar hosts.
//!
//! Lines of version 1 have both routes' means, and lack the way a call combines data. They are used for calls that
//! combine none.

mod finding;
mod kind;
pub mod osu;
mod signature;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::Operation;
use crate::gain::Way;
use finding::{MOST_TRIALS, SECONDS};
use signature::LONGEST_SHAPE;

pub use finding::{Finding, Times};
pub use kind::{Combining, Kind, class};
pub use signature::signature;

/// The name of a table's file.
pub const FILE: &str = "hsplit-tuning.txt";
/// The first line of a table.
const HEAD: &str = "hsplit-tuning 2";
/// The first line of a table of the previous version.
const OLD_HEAD: &str = "hsplit-tuning 1";
/// The greatest length of a table.
pub const MOST_BYTES: usize = 4 << 20;
/// The age, in days, after which a call is tried again.
pub const FRESH_DAYS: u64 = 90;

/// A kind of call on a kind of communicator.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The MPI and its version.
    pub mpi: String,
    /// The [`signature`] of the communicator.
    pub comm: String,
    /// The kind of call.
    pub kind: Kind,
}

/// Results by kind of call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    cells: BTreeMap<Cell, Finding>,
}

/// A parsed text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    /// Its table.
    pub table: Table,
    /// The numbers of the lines that are invalid.
    pub wrong: Vec<usize>,
    /// The number of lines of an older version that are ignored.
    pub too_old: usize,
}

impl Parsed {
    /// Returns a short description of the ignored lines.
    pub fn complaint(&self) -> Option<String> {
        let others = self.wrong.len().saturating_sub(1);
        let wrong = self.wrong.first().map(|first| match others {
            0 => format!("line {first} cannot be read"),
            _ => format!("line {first} and {others} others cannot be read"),
        });
        let too_old = self.too_old;
        let old = (too_old > 0).then(|| format!("{too_old} lines of version 1 do not say how calls combine data"));
        [wrong, old].into_iter().flatten().reduce(|one, two| format!("{one}, {two}"))
    }
}

impl Table {
    /// Parses a table.
    ///
    /// # Errors
    /// The reason why the text is no table of this form.
    pub fn parse(text: &str) -> Result<Parsed, String> {
        let mut lines = text.lines();
        let is_old = match lines.next() {
            None => return Ok(Parsed::default()),
            Some(HEAD) => false,
            Some(OLD_HEAD) => true,
            Some(head) if head.starts_with("hsplit-tuning ") => {
                return Err(format!("'{}' is a form of another version", head.chars().take(40).collect::<String>()));
            }
            Some(_) => return Err(format!("it does not begin with '{HEAD}'")),
        };
        let mut parsed = Parsed::default();
        for (number, line) in (2..).zip(lines) {
            match if is_old { parse_old_line(line) } else { parse_line(line) } {
                Some((cell, _)) if is_old && cell.kind.operation.combines() => parsed.too_old += 1,
                Some((cell, finding)) => parsed.table.add(cell, &finding),
                None => parsed.wrong.push(number),
            }
        }
        Ok(parsed)
    }

    /// Returns the text of a file after a change of its table.
    ///
    /// # Errors
    /// The file and the reason: it is no table, or would be too long.
    pub fn changed(file: &Path, text: &str, change: impl FnOnce(&mut Self)) -> Result<String, String> {
        let change = || {
            let mut table = Self::parse(text)?.table;
            change(&mut table);
            Some(table.text()).filter(|text| text.len() <= MOST_BYTES).ok_or_else(|| "it would be too long".to_owned())
        };
        change().map_err(|why| format!("{}: {why}", file.display()))
    }

    /// Adds a result; it is joined with one of the same kind of call.
    pub fn add(&mut self, cell: Cell, finding: &Finding) {
        self.cells.entry(cell).or_default().join(finding);
    }

    /// Adds all results of another table.
    pub fn merge(&mut self, other: &Self) {
        other.cells.iter().for_each(|(cell, finding)| self.add(cell.clone(), finding));
    }

    /// Adds new results of a day. They replace results that no job uses any more, or that have a day in the future.
    pub fn learn(&mut self, new: &Self, today: u64) {
        self.retain(|cell, times| !new.cells.contains_key(cell) || times.day.abs_diff(today) <= FRESH_DAYS);
        self.merge(new);
    }

    /// Adds the results of another table that may already be in this one: of two results of a kind of call, the one of
    /// the later quarter or else of more trials stays, so that no trial counts twice.
    pub fn unite(&mut self, other: &Self) {
        other.cells.iter().for_each(|(cell, finding)| self.cells.entry(cell.clone()).or_default().unite(finding));
    }

    /// Adds the results of another table for the kinds of calls whose fastest route is missing here.
    pub fn fill_from(&mut self, other: Self) {
        for (cell, finding) in other.cells {
            let own = self.cells.entry(cell).or_default();
            if own.fastest(true).is_none() {
                *own = finding;
            }
        }
    }

    /// Keeps some of the results.
    pub fn retain(&mut self, keep: impl Fn(&Cell, &Times) -> bool) {
        self.cells.retain(|cell, finding| {
            finding.retain(|times| keep(cell, times));
            !finding.is_empty()
        });
    }

    /// Returns the result of a kind of call.
    pub fn get(&self, cell: &Cell) -> Option<&Finding> {
        self.cells.get(cell)
    }

    /// Returns all results, in order.
    pub fn cells(&self) -> impl Iterator<Item = (&Cell, &Finding)> {
        self.cells.iter()
    }

    /// True if the table has no results.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the table in the form that [`Table::parse`] reads.
    pub fn text(&self) -> String {
        let lines = self.cells.iter().map(|(cell, finding)| lines_of(cell, finding));
        std::iter::once(format!("{HEAD}\n")).chain(lines).collect()
    }

    /// Returns the text of the results for a job of this many ranks, with at most `most` bytes: the newest ones, if all
    /// are too long.
    pub fn text_for(&self, ranks: usize, most: usize) -> String {
        let is_for = |cell: &Cell| signature::ranks(&cell.comm).is_none_or(|of_comm| of_comm <= ranks);
        let mut cells: Vec<_> = self.cells.iter().filter(|(cell, _)| is_for(cell)).collect();
        let newest = |finding: &Finding| finding.times().map(|(_, times)| times.day).max();
        cells.sort_by_key(|(_, finding)| Reverse(newest(finding)));
        let mut text = format!("{HEAD}\n");
        let lines = cells.into_iter().map(|(cell, finding)| lines_of(cell, finding));
        for lines in lines {
            if text.len() + lines.len() > most {
                break;
            }
            text.push_str(&lines);
        }
        text
    }
}

fn lines_of(Cell { mpi, comm, kind }: &Cell, finding: &Finding) -> String {
    let Kind { operation, class, is_short, combining } = *kind;
    let length = if is_short { "short" } else { "long" };
    let (levels, order) = comm.rsplit_once(' ').unwrap_or((comm, ""));
    let call = format!("{}\t{class}\t{length}\t{}", operation.name(), combining.name());
    let mut lines = String::new();
    for (way, Times { seconds, spread, trials, day }) in finding.times() {
        let times = format!("{seconds:.4e}\t{spread:.1e}\t{trials}\t{day}");
        let _ = writeln!(lines, "{mpi}\t{levels}\t{order}\t{call}\t{way}\t{times}");
    }
    lines
}

fn parse_line(line: &str) -> Option<(Cell, Finding)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [mpi, levels, order, operation, class, length, combining, way, mean, spread, trials, day] = fields[..] else {
        return None;
    };
    let cell = parse_cell([mpi, levels, order, operation, class, length], combining)?;
    Some((cell, Finding::of(Way::parse(way)?, parse_times([mean, spread, trials, day])?)))
}

/// Parses a line of version 1, which lacks the way a call combines data.
fn parse_old_line(line: &str) -> Option<(Cell, Finding)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [mpi, levels, order, operation, class, length, native, hierarchical, trials, day] = fields[..] else {
        return None;
    };
    let cell = parse_cell([mpi, levels, order, operation, class, length], Combining::None.name())?;
    let mut finding = Finding::of(Way::Native, parse_times([native, "0", trials, day])?);
    finding.join(&Finding::of(Way::USUAL, parse_times([hierarchical, "0", trials, day])?));
    Some((cell, finding))
}

fn parse_cell([mpi, levels, order, operation, class, length]: [&str; 6], combining: &str) -> Option<Cell> {
    let operation = Operation::of_name(operation)?;
    let is_short = ["long", "short"].iter().position(|known| *known == length)? == 1;
    let class = class.parse().ok().filter(|class| *class <= u64::BITS)?;
    let combining = Combining::ALL.into_iter().find(|known| known.name() == combining)?;
    let is_plain =
        !mpi.is_empty() && (1..=LONGEST_SHAPE).contains(&levels.len()) && ["block", "cyclic", "other"].contains(&order);
    let (mpi, comm) = (mpi.to_owned(), format!("{levels} {order}"));
    is_plain.then_some(Cell { mpi, comm, kind: Kind { operation, class, is_short, combining } })
}

fn parse_times([seconds, spread, trials, day]: [&str; 4]) -> Option<Times> {
    Some(Times {
        seconds: seconds.parse().ok().filter(|seconds| SECONDS.contains(seconds))?,
        spread: spread.parse().ok().filter(|spread| (0.0..=*SECONDS.end()).contains(spread))?,
        trials: trials.parse().ok().filter(|trials| (1..=MOST_TRIALS).contains(trials))?,
        day: day.parse().ok().filter(|day| *day < 1_000_000)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adaptive::strategy::FixedStrategy;

    fn cell(class: u32) -> Cell {
        let (mpi, comm) = ("Open MPI v4".to_owned(), "nodes:2x(4) block".to_owned());
        Cell {
            mpi,
            comm,
            kind: Kind { operation: Operation::Bcast, class, is_short: true, combining: Combining::None },
        }
    }

    fn finding(native: f64, hierarchical: f64) -> Finding {
        Finding::once([(Way::Native, native), (Way::USUAL, hierarchical)], 20_000)
    }

    fn fastest(table: &Table, class: u32) -> Option<Way> {
        table.get(&cell(class))?.fastest(true).map(|(way, _)| way)
    }

    fn parsed(table: &Table, wrong: Vec<usize>) -> Result<Parsed, String> {
        Ok(Parsed { table: table.clone(), wrong, too_old: 0 })
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let mut table = Table::default();
        table.add(cell(21), &finding(2e-3, 1e-3));
        table.add(cell(3), &finding(1e-6, 1e-6));
        let sums = Kind { operation: Operation::Allreduce, combining: Combining::Ordered, ..cell(3).kind };
        table.add(Cell { kind: sums, ..cell(3) }, &finding(1.0, 2.0));
        assert_eq!(Table::parse(&table.text()), parsed(&table, vec![]));
        assert_eq!(fastest(&table, 21), Some(Way::USUAL));
        assert_eq!(fastest(&table, 3), Some(Way::Native));
        assert_eq!(Table::parse(""), Ok(Parsed::default()));
    }

    #[test]
    fn levels_that_no_communicator_has_are_wrong_lines() {
        let mut table = Table::default();
        let levels = "(".repeat(300_000);
        table.add(Cell { comm: format!("{levels} block"), ..cell(3) }, &finding(1.0, 2.0));
        table.add(cell(3), &finding(1.0, 2.0));
        let parsed = Table::parse(&table.text()).expect("a table");
        // One line for each way.
        assert_eq!((parsed.wrong.len(), fastest(&parsed.table, 3)), (2, Some(Way::Native)));
        parsed.table.text_for(8, usize::MAX);
    }

    #[test]
    fn results_that_no_job_uses_do_not_count() {
        for day in [20_000 - FRESH_DAYS - 1, 20_000 + FRESH_DAYS + 1] {
            let (mut table, mut learned) = (Table::default(), Table::default());
            let old = |native, along| Finding::once([(Way::Native, native), (Way::USUAL, along)], day);
            table.add(cell(1), &old(10e-3, 5e-3));
            table.add(cell(2), &old(10e-3, 5e-3));
            learned.add(cell(1), &finding(1e-3, 2e-3));
            table.learn(&learned, 20_000);
            assert_eq!(table.get(&cell(1)), Some(&finding(1e-3, 2e-3)));
            // Other kinds of calls stay.
            assert_eq!(table.get(&cell(2)), Some(&old(10e-3, 5e-3)));
            table.learn(&learned, 20_000 + FRESH_DAYS);
            let trials = table.get(&cell(1)).map(|finding| finding.times().map(|(_, times)| times.trials).collect());
            assert_eq!(trials, Some(vec![2, 2]));
        }
    }

    #[test]
    fn a_job_gets_the_newest_results_that_it_can_use() {
        let mut table = Table::default();
        let on = |comm: &str, class| Cell { comm: comm.to_owned(), ..cell(class) };
        for class in 1..40 {
            let day = 20_000 + u64::from(class);
            table.add(on("nodes:2x(4) block", class), &Finding::once([(Way::Native, 1.0), (Way::USUAL, 2.0)], day));
            table.add(on("nodes:3x(4) block", class), &finding(1.0, 2.0));
        }
        let of = |ranks, most| Table::parse(&table.text_for(ranks, most)).expect("a table").table;
        assert_eq!(of(12, 1 << 20), table);
        assert!(of(8, 1 << 20).cells().all(|(cell, _)| cell.comm == "nodes:2x(4) block"));
        assert_eq!(of(8, 1 << 20).cells().count(), 39);
        let few = of(8, 1000);
        let classes: Vec<u32> = few.cells().map(|(cell, _)| cell.kind.class).collect();
        assert!((2..10).contains(&classes.len()) && classes.contains(&39), "{classes:?}");
        assert_eq!(classes, (40 - classes.len() as u32..40).collect::<Vec<_>>());
        assert!(of(8, 0).is_empty());
    }

    #[test]
    fn strategies_are_kept_beside_the_usual_way() {
        let mut table = Table::default();
        let strategy = FixedStrategy::parse("chain,segment=16KiB").expect("a strategy");
        table.add(cell(21), &finding(4e-3, 2e-3));
        table.add(cell(21), &Finding::of(Way::Along(Some(strategy)), Times::once(1e-3, 20_000)));
        assert!(
            table.text().contains("\thierarchy\t2.0000e-3\t") && table.text().contains("\tchain,segment=16384\t1.")
        );
        assert_eq!(Table::parse(&table.text()), parsed(&table, vec![]));
        let found = table.get(&cell(21)).expect("a finding");
        assert_eq!(found.fastest(true), Some((Way::Along(Some(strategy)), [4e-3, 1e-3])));
        assert_eq!(found.fastest(false), Some((Way::USUAL, [4e-3, 2e-3])));
    }

    #[test]
    fn damage_costs_the_lines_that_have_it() {
        let mut table = Table::default();
        table.add(cell(21), &finding(2e-3, 1e-3));
        let text = table.text();
        let line = text.lines().nth(1).expect("a line");
        for (from, to) in [
            ("bcast", "bcst"),
            ("\t21\t", "\t99\t"),
            ("e-3", "e9"),
            ("\t-\t", "\tx\t"),
            ("native", "x"),
            ("0.0e0", "-1"),
            ("0.0e0", "NaN"),
        ] {
            let wrong = line.replace(from, to);
            assert_eq!(Table::parse(&format!("{text}{wrong}\n")), parsed(&table, vec![4]), "{wrong}");
        }
        let both = Table::parse(&format!("{text}\nx\n")).expect("a table");
        assert_eq!(both.complaint().as_deref(), Some("line 4 and 1 others cannot be read"));
        for wrong in ["hsplit-tuning 3\n", "x", "\0"] {
            assert!(Table::parse(wrong).is_err(), "{wrong}");
        }
        // One way alone decides nothing.
        let half: Vec<&str> = text.lines().take(2).collect();
        let half = Table::parse(&half.join("\n")).expect("a table").table;
        assert_eq!((half.cells().count(), fastest(&half, 21)), (1, None));
        let mut filled = half.clone();
        filled.fill_from(table.clone());
        assert_eq!(filled, table);
    }

    #[test]
    fn an_older_table_counts_where_it_says_enough() {
        let line = "Open MPI v4\tnodes:2x(4)\tblock\tbcast\t21\tshort\t2e-3\t1e-3\t1\t20000\n";
        let old = format!("hsplit-tuning 1\n{line}{}x\n", line.replace("bcast", "scan"));
        let read = Table::parse(&old).expect("a table");
        let mut table = Table::default();
        table.add(cell(21), &finding(2e-3, 1e-3));
        assert_eq!((&read.table, &read.wrong[..], read.too_old), (&table, &[4][..], 1));
        assert!(read.complaint().is_some_and(|words| words.contains("line 4") && words.contains("version 1")));
        let changed = Table::changed(Path::new("/tuning"), &old, |_| ());
        assert_eq!(changed, Ok(table.text()));
    }

    #[test]
    fn a_change_keeps_what_is_no_table() {
        let file = Path::new("/tuning");
        assert!(Table::changed(file, "x", |_| ()).is_err_and(|why| why.starts_with("/tuning: ")));
        let mut one = Table::default();
        one.add(cell(3), &finding(1.0, 2.0));
        let changed = Table::changed(file, "", |table| table.merge(&one)).expect("a table");
        assert_eq!(changed, one.text());
        let long = |table: &mut Table| {
            for class in 0..2000 {
                table.add(Cell { mpi: format!("{class:03000}"), ..cell(3) }, &finding(1.0, 2.0));
            }
        };
        assert_eq!(Table::changed(file, "", long), Err("/tuning: it would be too long".to_owned()));
    }

    #[test]
    fn united_tables_count_no_trial_twice() {
        let of = |native: f64, trials, day| {
            let mut table = Table::default();
            table.add(cell(1), &Finding::of(Way::Native, Times { seconds: native, spread: 0.0, trials, day }));
            table
        };
        let (one, more, later) = (of(2.0, 3, 20_000), of(3.0, 5, 20_001), of(4.0, 1, 20_000 + FRESH_DAYS + 1));
        let mut site = of(2.0, 3, 20_000);
        site.add(cell(1), &Finding::of(Way::USUAL, Times::once(1.0, 20_000)));
        let united = |site: &Table, tables: &[&Table]| {
            let mut site = site.clone();
            tables.iter().for_each(|table| site.unite(table));
            site
        };
        assert_eq!(united(&site, &[&site, &one]), site);
        let all = united(&site, &[&one, &more, &later]);
        assert_eq!(united(&all, &[&one, &more, &later]), all);
        let native =
            |table: &Table| table.get(&cell(1)).and_then(|found| found.times().next().map(|(_, times)| *times));
        assert_eq!(native(&united(&site, &[&more])).map(|times| times.trials), Some(5));
        assert_eq!(native(&all).map(|times| (times.seconds, times.trials)), Some((4.0, 1)));
        // Routes that the other table lacks stay.
        assert_eq!(all.get(&cell(1)).map(|found| found.times().count()), Some(2));
    }

    #[test]
    fn findings_are_joined_by_their_trials() {
        let mut table = Table::default();
        table.add(cell(1), &finding(2.0, 4.0));
        let three = Times { seconds: 1.0, spread: 0.0, trials: 3, day: 20_001 };
        table.add(cell(1), &Finding::of(Way::Native, three));
        let joined = table.get(&cell(1)).expect("a finding").clone();
        // Of 2, 1, 1 and 1.
        let native = Times { seconds: 1.25, spread: 0.1875_f64.sqrt(), trials: 4, day: 20_001 };
        assert_eq!(
            joined.times().collect::<Vec<_>>(),
            [(Way::Native, &native), (Way::USUAL, &Times::once(4.0, 20_000))]
        );
        let mut site = Table::default();
        site.add(cell(1), &finding(9.0, 9.0));
        site.add(cell(2), &finding(9.0, 9.0));
        table.fill_from(site);
        assert_eq!(table.get(&cell(1)), Some(&joined));
        assert_eq!(table.cells().count(), 2);
    }
}
