// SPDX-License-Identifier: MIT OR Apache-2.0
//! A run: the parts of its processes, and the matrix of all of them.
//!
//! Rows are computed one at a time, because a run with all-to-all operations has as many entries as pairs of ranks.

use std::collections::HashMap;
use std::io::{self, Write};

use hsplit_core::level::MACHINE;
use hsplit_mapping::Slots;

use crate::counters::{Class, Count, SIZES};
use crate::expand::Expansion;
use crate::part::Part;
use crate::snapshot::{Classes, Row};
use crate::times::{Spent, Times};

/// The parts of a run.
#[derive(Debug)]
pub struct Run {
    world: u32,
    /// By rank; `None` for a missing part.
    parts: Vec<Option<Part>>,
    /// The data that other ranks have fetched from each rank.
    fetched: HashMap<u32, Row>,
    expansion: Expansion,
}

/// An error for parts that are not a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// There are no parts.
    #[error("there are no parts")]
    Nothing,
    /// They belong to different runs.
    #[error("the part of rank {0} is of {1} ranks, that of rank {2} of {3}: they are of different runs")]
    Worlds(u32, u32, u32, u32),
    /// Two parts belong to one rank.
    #[error("there are two parts of rank {0}; a run has one part of each rank")]
    Twice(u32),
}

/// A group of classes in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name in reports.
    pub name: &'static str,
    /// Its classes.
    pub classes: Classes,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 3] = [
        Self { name: "p2p", classes: Classes::P2P },
        Self { name: "collectives", classes: Classes::COLLECTIVES },
        Self { name: "one-sided", classes: Classes::RMA },
    ];
}

/// The unit of a matrix file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Messages.
    Messages,
}

impl Unit {
    /// Its name, in files and file names.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Messages => "messages",
        }
    }

    /// The number of this unit in a count.
    pub fn of(self, count: Count) -> u64 {
        match self {
            Self::Bytes => count.bytes,
            Self::Messages => count.messages,
        }
    }
}

impl Run {
    /// The run of these parts, in any order. Parts may be missing.
    ///
    /// # Errors
    /// The parts are not of one run.
    pub fn new(all: Vec<Part>) -> Result<Self, RunError> {
        let first = all.first().ok_or(RunError::Nothing)?;
        let (rank, world, expansion) = (first.rank, first.counts.world(), first.expansion);
        let mut parts: Vec<Option<Part>> = vec![];
        parts.resize_with(world as usize, || None);
        for part in all {
            if part.counts.world() != world {
                return Err(RunError::Worlds(rank, world, part.rank, part.counts.world()));
            }
            let rank = part.rank;
            if parts[rank as usize].replace(part).is_some() {
                return Err(RunError::Twice(rank));
            }
        }
        let mut fetched: HashMap<u32, Row> = HashMap::new();
        for part in parts.iter().flatten() {
            for (target, count) in part.counts.counts(Class::Fetched) {
                fetched.entry(*target).or_default().push((part.rank, *count));
            }
        }
        Ok(Self { world, parts, fetched, expansion })
    }

    /// The same run with another rule for collective operations.
    #[must_use]
    pub fn expanded(self, expansion: Expansion) -> Self {
        Self { expansion, ..self }
    }

    /// The internal traffic of hierarchical collective operations, as a run of its own; `None` if there is none.
    pub fn internal(&self) -> Option<Self> {
        if !self.parts().any(|part| !part.counts.counts(Class::Internal).is_empty()) {
            return None;
        }
        let only = |part: &Part| Part { counts: part.counts.internal(), ..part.clone() };
        let parts = self.parts.iter().map(|part| part.as_ref().map(only)).collect();
        Some(Self { world: self.world, parts, fetched: HashMap::new(), expansion: Expansion::Meaning })
    }

    /// The number of ranks.
    pub fn ranks(&self) -> u32 {
        self.world
    }

    /// The existing parts, by rank.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().flatten()
    }

    /// The part of a rank.
    pub fn part(&self, rank: u32) -> Option<&Part> {
        self.parts.get(rank as usize)?.as_ref()
    }

    /// The ranks without a part, ascending.
    pub fn missing(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.world).filter(|&rank| self.part(rank).is_none())
    }

    /// The rule by which collective operations are counted as messages.
    pub fn expansion(&self) -> Expansion {
        self.expansion
    }

    /// The classes that any of the processes counted.
    pub fn counted(&self) -> Classes {
        let has = |of: fn(Classes) -> bool| self.parts().any(|part| of(part.counted));
        Classes { p2p: has(|all| all.p2p), collectives: has(|all| all.collectives), rma: has(|all| all.rma) }
    }

    /// The time in calls of all processes together, by category; `None` if it was not measured.
    pub fn times(&self) -> Option<Times> {
        let mut sum = Times::default();
        for part in self.parts() {
            sum.iter_mut().zip(part.counts.times()).for_each(|(sum, own)| *sum += *own);
        }
        sum.iter().any(|spent| !spent.is_zero()).then_some(sum)
    }

    /// The total duration of counting of all processes with times, in seconds.
    pub fn timed_seconds(&self) -> f64 {
        self.parts().filter(|part| part.counts.is_timed()).map(|part| part.seconds).sum()
    }

    /// The share of that duration that a time in calls has.
    pub fn share_of_time(&self, spent: Spent) -> f64 {
        spent.seconds() / self.timed_seconds().max(f64::MIN_POSITIVE)
    }

    /// The longest duration of counting of a process, in seconds.
    pub fn seconds(&self) -> f64 {
        self.parts().map(|part| part.seconds).fold(0.0, f64::max)
    }

    /// The start of the first process, and the MPI.
    pub fn origin(&self) -> (&str, &str) {
        let first = self.parts().min_by_key(|part| &part.date);
        first.map_or(("", ""), |part| (&part.date, &part.mpi))
    }

    /// The traffic from a rank to each rank, including itself, and to [`Run::ranks`], which stands for outside: the
    /// data that it has sent, and the data that others have fetched from it.
    pub fn row(&self, from: u32, classes: Classes) -> Row {
        let mut row = self.part(from).map_or_else(Row::new, |part| part.counts.row(classes, self.expansion));
        if classes.rma {
            row.extend(self.fetched.get(&from).into_iter().flatten());
            row = crate::snapshot::summed(row);
        }
        row
    }

    /// The data that ranks have fetched from outside the run.
    pub fn fetched_from_outside(&self) -> Count {
        self.fetched.get(&self.world).into_iter().flatten().map(|(_, count)| *count).sum()
    }

    /// The messages of each size class that are counted pair by pair: all but those of calls ([`crate::Operation`]).
    pub fn sizes(&self) -> [Count; SIZES] {
        std::array::from_fn(|class| self.parts().map(|part| part.counts.sizes()[class]).sum())
    }

    /// The places of the ranks. Nodes and the levels above them are numbered in rank order. A rank without a part has
    /// no place.
    pub fn slots(&self) -> Slots {
        let mut numbers: HashMap<Vec<u64>, HashMap<u64, u64>> = HashMap::new();
        let path = |part: &Option<Part>| {
            let Some(part) = part else { return vec![] };
            let machine = part.place.iter().position(|(level, _)| level == MACHINE);
            let mut above: Vec<u64> = vec![];
            let step = |(at, (level, instance)): (usize, &(String, u64))| {
                let mut number = *instance;
                if machine.is_some_and(|machine| at <= machine) {
                    let known = numbers.entry(above.clone()).or_default();
                    let next = known.len() as u64;
                    number = *known.entry(number).or_insert(next);
                }
                above.push(*instance);
                (level.clone(), number)
            };
            part.place.iter().enumerate().map(step).collect()
        };
        Slots::from_paths(&self.parts.iter().map(path).collect::<Vec<_>>())
    }

    /// Writes the matrix as Matrix Market: a line for each pair, ranks counted from 1, rows sending to columns.
    pub fn write_matrix(&self, unit: Unit, out: &mut impl Write) -> io::Result<()> {
        let entries = |from: u32| {
            let row = self.row(from, Classes::ALL).into_iter().filter(|(to, _)| *to < self.world);
            row.map(|(to, count)| (to, unit.of(count))).filter(|(_, value)| *value > 0)
        };
        let count: usize = (0..self.world).map(|from| entries(from).count()).sum();
        let (date, mpi) = self.origin();
        writeln!(out, "%%MatrixMarket matrix coordinate integer general")?;
        writeln!(out, "% {} that each row's rank has sent to each column's, counted by libhsplit", unit.name())?;
        writeln!(out, "% ranks: {}, numbered from 1 here", self.world)?;
        writeln!(out, "% date: {date}")?;
        writeln!(out, "% mpi: {mpi}")?;
        writeln!(out, "% counted: {}; collectives: {}", self.counted().names().join(" "), self.expansion.name())?;
        let missing = self.missing().count();
        if missing > 0 {
            writeln!(out, "% missing: what {missing} ranks have sent")?;
        }
        writeln!(out, "{0} {0} {count}", self.world)?;
        for from in 0..self.world {
            for (to, value) in entries(from) {
                writeln!(out, "{} {} {value}", from + 1, to + 1)?;
            }
        }
        Ok(())
    }

    /// Writes all parts into one file, which is the whole run.
    pub fn write_parts(&self, out: &mut impl Write) -> io::Result<()> {
        self.parts().try_for_each(|part| out.write_all(part.text().as_bytes()))
    }
}

#[cfg(test)]
pub(crate) mod tests;
