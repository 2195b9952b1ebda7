// SPDX-License-Identifier: MIT OR Apache-2.0
//! The results of trials for later jobs: a table in text form, with a line for each kind of call.
//!
//! A line has ten fields between tabs: the MPI, the levels of the communicator, the order of its ranks, the call, the
//! size class, `short` or `long`, the seconds of the native call and of the one along the hierarchy, how many trials
//! these are the means of, and the day of the last one. No name of a host is in it, so that one host's finding serves
//! all that are like it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::Path;

use crate::Operation;
use crate::gain::{Route, faster};
use crate::levels::{LevelGroup, Part};

/// The name of a table's file.
pub const FILE: &str = "hsplit-tuning.txt";
/// The first line of a table.
const HEAD: &str = "hsplit-tuning 1";
/// No table is longer.
pub const MOST_BYTES: usize = 4 << 20;
/// Trials that count in a mean, so that a change of the network shows.
const MOST_TRIALS: u64 = 20;
/// Times that a table has. A call that seems to take no time takes the least.
const SECONDS: RangeInclusive<f64> = 1e-12..=1e5;
/// The age, in days, after which a call is tried again.
pub const FRESH_DAYS: u64 = 90;
/// The longest text of the levels of a communicator; others are not kept.
const LONGEST_SHAPE: usize = 200;

/// A kind of call on a kind of communicator.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The MPI and its version.
    pub mpi: String,
    /// [`signature`] of the communicator.
    pub comm: String,
    /// The name of the operation.
    pub operation: String,
    /// [`crate::autotune::class`] of its bytes.
    pub class: u32,
    /// Whether these are short calls.
    pub is_short: bool,
}

/// The result of the trials of a kind of call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The seconds of the native call.
    pub native: f64,
    /// The seconds along the hierarchy.
    pub hierarchical: f64,
    /// How many trials these are the means of.
    pub trials: u64,
    /// The day of the last one, since 1970.
    pub day: u64,
}

impl Finding {
    /// The faster route, as a trial chooses it.
    pub fn route(&self) -> Route {
        faster([self.native, self.hierarchical])
    }

    fn joined(self, other: Self) -> Self {
        let trials = self.trials + other.trials;
        let mean = |one: f64, two: f64| (one * self.trials as f64 + two * other.trials as f64) / trials as f64;
        Self {
            native: mean(self.native, other.native),
            hierarchical: mean(self.hierarchical, other.hierarchical),
            trials: trials.min(MOST_TRIALS),
            day: self.day.max(other.day),
        }
    }
}

/// Findings by kind of call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    cells: BTreeMap<Cell, Finding>,
}

impl Table {
    /// Reads a table, with the numbers of the lines that cannot be read.
    ///
    /// # Errors
    /// Why it is no table of this form.
    pub fn parse(text: &str) -> Result<(Self, Vec<usize>), String> {
        let mut lines = text.lines();
        match lines.next() {
            None => return Ok((Self::default(), vec![])),
            Some(HEAD) => {}
            Some(head) if head.starts_with("hsplit-tuning ") => {
                return Err(format!("'{}' is a form of another version", head.chars().take(40).collect::<String>()));
            }
            Some(_) => return Err(format!("it does not begin with '{HEAD}'")),
        }
        let (mut table, mut wrong) = (Self::default(), vec![]);
        for (number, line) in (2..).zip(lines) {
            match parse_line(line) {
                Some((cell, finding)) => table.add(cell, finding),
                None => wrong.push(number),
            }
        }
        Ok((table, wrong))
    }

    /// The text of a file after a change of its table.
    ///
    /// # Errors
    /// The file and the reason: it is no table, or would be too long.
    pub fn changed(file: &Path, text: &str, change: impl FnOnce(&mut Self)) -> Result<String, String> {
        let change = || {
            let (mut table, _) = Self::parse(text)?;
            change(&mut table);
            Some(table.text()).filter(|text| text.len() <= MOST_BYTES).ok_or_else(|| "it would be too long".to_owned())
        };
        change().map_err(|why| format!("{}: {why}", file.display()))
    }

    /// Adds a finding; one of the same kind of call is joined with it.
    pub fn add(&mut self, cell: Cell, mut finding: Finding) {
        for seconds in [&mut finding.native, &mut finding.hierarchical] {
            *seconds = seconds.clamp(*SECONDS.start(), *SECONDS.end());
        }
        self.cells.entry(cell).and_modify(|known| *known = known.joined(finding)).or_insert(finding);
    }

    /// Adds all findings of another table.
    pub fn merge(&mut self, other: &Self) {
        other.cells.iter().for_each(|(cell, finding)| self.add(cell.clone(), *finding));
    }

    /// Adds the findings of another table for the kinds of calls that this one lacks.
    pub fn fill_from(&mut self, other: Self) {
        other.cells.into_iter().for_each(|(cell, finding)| _ = self.cells.entry(cell).or_insert(finding));
    }

    /// Keeps some of the findings.
    pub fn retain(&mut self, keep: impl Fn(&Cell, &Finding) -> bool) {
        self.cells.retain(|cell, finding| keep(cell, finding));
    }

    /// The finding of a kind of call.
    pub fn get(&self, cell: &Cell) -> Option<&Finding> {
        self.cells.get(cell)
    }

    /// All of it, in order.
    pub fn cells(&self) -> impl Iterator<Item = (&Cell, &Finding)> {
        self.cells.iter()
    }

    /// True for a table without findings.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The table as [`Table::parse`] reads it.
    pub fn text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        for (cell, finding) in &self.cells {
            let Finding { native, hierarchical, trials, day } = finding;
            let way = if cell.is_short { "short" } else { "long" };
            let (levels, order) = cell.comm.rsplit_once(' ').unwrap_or((&cell.comm, ""));
            let _ = writeln!(
                text,
                "{}\t{levels}\t{order}\t{}\t{}\t{way}\t{native:.4e}\t{hierarchical:.4e}\t{trials}\t{day}",
                cell.mpi, cell.operation, cell.class
            );
        }
        text
    }
}

fn parse_line(line: &str) -> Option<(Cell, Finding)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [mpi, levels, order, operation, class, way, native, hierarchical, trials, day] = fields[..] else {
        return None;
    };
    let operation = Operation::ALL.into_iter().find(|known| known.name() == operation)?;
    let seconds = |text: &str| text.parse().ok().filter(|seconds| SECONDS.contains(seconds));
    let is_short = ["long", "short"].iter().position(|known| *known == way)? == 1;
    let is_plain = !mpi.is_empty() && !levels.is_empty() && ["block", "cyclic", "other"].contains(&order);
    let cell = Cell {
        mpi: mpi.to_owned(),
        comm: format!("{levels} {order}"),
        operation: operation.name().to_owned(),
        class: class.parse().ok().filter(|class| *class <= usize::BITS)?,
        is_short,
    };
    let finding = Finding {
        native: seconds(native)?,
        hierarchical: seconds(hierarchical)?,
        trials: trials.parse().ok().filter(|trials| (1..=MOST_TRIALS).contains(trials))?,
        day: day.parse().ok().filter(|day| *day < 1_000_000)?,
    };
    is_plain.then_some((cell, finding))
}

/// The levels of a communicator with their counts, and the order of its ranks over the nodes: `nodes:4x(8) cyclic` for
/// four nodes of eight ranks each in cyclic order. Equal on all ranks. `None`: it is too long for a table.
pub fn signature(levels: &LevelGroup) -> Option<String> {
    let shape = shape(&Part::Many(levels.clone()));
    let mut node_of = vec![];
    number_nodes(levels, &mut 0, &mut node_of);
    node_of.sort_unstable();
    let nodes: Vec<usize> = node_of.into_iter().map(|(_, node)| node).collect();
    let count = nodes.iter().max().map_or(0, |last| last + 1);
    let order = if nodes.windows(2).all(|two| two[0] <= two[1]) {
        "block"
    } else if nodes.iter().enumerate().all(|(rank, node)| *node == rank % count) {
        "cyclic"
    } else {
        "other"
    };
    (shape.len() <= LONGEST_SHAPE).then(|| format!("{shape} {order}"))
}

/// `8` for ranks alone, `4x(8)` for equal parts, `(4)+2x(8)` for others.
fn shape(part: &Part) -> String {
    let Part::Many(group) = part else { return "1".to_owned() };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for part in &group.parts {
        *counts.entry(shape(part)).or_default() += 1;
    }
    let one = |(shape, count): (&String, &usize)| match (shape.as_str(), *count) {
        ("1", count) => count.to_string(),
        (shape, 1) => format!("({shape})"),
        (shape, count) => format!("{count}x({shape})"),
    };
    let kind = if group.inside_node { "" } else { "nodes:" };
    kind.to_owned() + &counts.iter().map(one).collect::<Vec<_>>().join("+")
}

/// Each rank with the number of its node, in the order of the nodes' lowest ranks.
fn number_nodes(group: &LevelGroup, next: &mut usize, found: &mut Vec<(u32, usize)>) {
    for part in &group.parts {
        match part {
            Part::Many(inner) if !inner.inside_node => number_nodes(inner, next, found),
            _ => {
                found.extend(part.ranks().into_iter().map(|rank| (rank, *next)));
                *next += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(class: u32) -> Cell {
        let text = |text: &str| text.to_owned();
        Cell {
            mpi: text("Open MPI v4"),
            comm: text("nodes:2x(4) block"),
            operation: text("bcast"),
            class,
            is_short: true,
        }
    }

    fn finding(native: f64, hierarchical: f64) -> Finding {
        Finding { native, hierarchical, trials: 1, day: 20_000 }
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let mut table = Table::default();
        table.add(cell(21), finding(2e-3, 1e-3));
        table.add(cell(3), finding(1e-6, 1e-6));
        assert_eq!(Table::parse(&table.text()), Ok((table.clone(), vec![])));
        assert_eq!(table.get(&cell(21)).map(Finding::route), Some(Route::Hierarchical));
        assert_eq!(table.get(&cell(3)).map(Finding::route), Some(Route::Native));
        assert_eq!(Table::parse(""), Ok((Table::default(), vec![])));
    }

    #[test]
    fn damage_costs_the_lines_that_have_it() {
        let mut table = Table::default();
        table.add(cell(21), finding(2e-3, 1e-3));
        let text = table.text();
        let line = text.lines().nth(1).expect("a line");
        for wrong in
            ["", "x", &line.replace("bcast", "bcst"), &line.replace("\t21\t", "\t99\t"), &line.replace("e-3", "e9")]
        {
            assert_eq!(Table::parse(&format!("{text}{wrong}\n")), Ok((table.clone(), vec![3])), "{wrong}");
        }
        for wrong in ["hsplit-tuning 2\n", "x", "\0"] {
            assert!(Table::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_change_keeps_what_is_no_table() {
        let file = Path::new("/tuning");
        assert!(Table::changed(file, "x", |_| ()).is_err_and(|why| why.starts_with("/tuning: ")));
        let mut one = Table::default();
        one.add(cell(3), finding(1.0, 2.0));
        let changed = Table::changed(file, "", |table| table.merge(&one)).expect("a table");
        assert_eq!(changed, one.text());
        let long = |table: &mut Table| {
            for class in 0..2000 {
                table.add(Cell { mpi: format!("{class:03000}"), ..cell(3) }, finding(1.0, 2.0));
            }
        };
        assert_eq!(Table::changed(file, "", long), Err("/tuning: it would be too long".to_owned()));
    }

    #[test]
    fn findings_are_joined_by_their_trials() {
        let mut table = Table::default();
        table.add(cell(1), finding(2.0, 4.0));
        table.add(cell(1), Finding { trials: 3, day: 20_001, ..finding(1.0, 1.0) });
        let joined = Finding { native: 1.25, hierarchical: 1.75, trials: 4, day: 20_001 };
        assert_eq!(table.get(&cell(1)), Some(&joined));
        let mut site = Table::default();
        site.add(cell(1), finding(9.0, 9.0));
        site.add(cell(2), finding(9.0, 9.0));
        table.fill_from(site);
        assert_eq!(table.get(&cell(1)), Some(&joined));
        assert_eq!(table.cells().count(), 2);
    }

    #[test]
    fn communicators_of_one_kind_have_one_signature() {
        let node = |ranks: &[u32]| {
            Part::Many(LevelGroup { inside_node: true, parts: ranks.iter().copied().map(Part::One).collect() })
        };
        let of = |parts: Vec<Part>| signature(&LevelGroup { inside_node: false, parts });
        assert_eq!(of(vec![node(&[0, 1]), node(&[2, 3])]).as_deref(), Some("nodes:2x(2) block"));
        assert_eq!(of(vec![node(&[0, 2]), node(&[1, 3])]).as_deref(), Some("nodes:2x(2) cyclic"));
        assert_eq!(of(vec![node(&[0, 3]), node(&[1, 2])]).as_deref(), Some("nodes:2x(2) other"));
        assert_eq!(of(vec![node(&[0, 1, 2]), Part::One(3)]).as_deref(), Some("nodes:1+(3) block"));
        let one = LevelGroup { inside_node: true, parts: vec![node(&[0, 2]), node(&[1, 3])] };
        assert_eq!(signature(&one).as_deref(), Some("2x(2) cyclic"));
        let unlike: Vec<Part> = (0..60).map(|at| node(&(at * 100..at * 100 + at + 2).collect::<Vec<_>>())).collect();
        assert_eq!(of(unlike), None);
    }
}
