// SPDX-License-Identifier: MIT OR Apache-2.0
//! A run from `MPI_Init` to the files: what the experiments have in common, and how variants are measured against each
//! other.

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use hsplit_program::Failure;

use super::arguments::Common;
use super::mpi::Comm;
use super::open_mpi_algorithm::ForcedAlgorithm;
use super::placement::{self, Placement};
use super::report::{Cell, FORMAT, Measurement, Report};
use super::start_sync::{self, Parts, StartSync, Times};
use super::statistics::Summary;
use super::{csv, provenance, table};

/// For every repetition so many tries: who is always late is not waited for.
const TRIES: u32 = 10;

/// One of the things that are compared.
pub struct Variant<'a> {
    pub name: String,
    /// Its result is right, on all ranks.
    pub verified: bool,
    pub run: Box<dyn FnMut() -> Parts + 'a>,
}

/// What the experiments share.
pub struct Session<'a> {
    pub world: Comm,
    gate: StartSync,
    pub common: &'a Common,
    pub forcing: Option<ForcedAlgorithm>,
    paths: Vec<placement::Path>,
    report: Report,
}

impl<'a> Session<'a> {
    pub fn new(common: &'a Common) -> Self {
        let world = Comm::world();
        let (paths, hierarchy) = provenance::paths(&world);
        let mut provenance = provenance::collect(&world, hierarchy);
        let shared_cores = common.shared_cores || provenance.oversubscribed;
        let late_after = common.late_after.map(|us| f64::from(us) * 1e-6);
        let gate = StartSync::new(&world, late_after, shared_cores);
        (provenance.late_after_us, provenance.seed) = (late_after.unwrap_or(start_sync::LATE_AFTER) * 1e6, common.seed);
        provenance.late_share = if late_after.is_none() { start_sync::LATE_SHARE } else { 0.0 };
        let forcing = ForcedAlgorithm::new();
        let han = forcing
            .as_ref()
            .and_then(ForcedAlgorithm::han_priority)
            .map(|priority| ("coll_han_priority (MPI_T)".to_owned(), priority.to_string()));
        provenance.variables.extend(han);
        let report = Report { format: FORMAT.into(), provenance, measurements: vec![] };
        Self { world, gate, common, forcing, paths, report }
    }

    /// A communicator of all ranks in another order.
    pub fn placed(&self, placement: Placement) -> Comm {
        let order = placement::order(&self.paths, placement, self.common.seed);
        let mut places = vec![0; order.len()];
        order.into_iter().enumerate().for_each(|(place, rank)| places[rank] = place);
        self.in_order(&places)
    }

    /// A communicator of all ranks, in which each has its place.
    pub fn in_order(&self, places: &[usize]) -> Comm {
        self.world.split(Some(0), places[self.world.rank()]).expect("every rank is in it")
    }

    /// Where the ranks are.
    pub fn paths(&self) -> &[placement::Path] {
        &self.paths
    }

    /// How many ranks there are.
    pub fn ranks(&self) -> usize {
        self.world.size()
    }

    /// The time in seconds on a clock that all ranks share.
    pub fn time(&self) -> f64 {
        self.gate.now()
    }

    /// How many seconds that clock differs from rank to rank, at the most.
    pub fn clock_error(&self) -> f64 {
        self.gate.error()
    }

    /// Whether it is so on every rank.
    pub fn everywhere(&self, here: bool) -> bool {
        self.gate.comm().everywhere(here)
    }

    /// Measures variants against each other. They take turns, and every time another one begins.
    pub fn measure(&mut self, cell: &Cell, variants: &mut [Variant]) {
        self.tell(cell);
        let (repetitions, count) = (self.common.repetitions as usize, variants.len());
        for variant in &mut *variants {
            for _ in 0..self.common.warm_up {
                self.gate.repetition(&mut variant.run);
            }
        }
        let mut times: Vec<Vec<Times>> = vec![vec![]; count];
        let mut late = vec![0; count];
        for turn in 0..repetitions {
            for at in (0..count).map(|nth| (nth + turn) % count) {
                let timely = (0..TRIES).find_map(|_| {
                    let found = self.gate.repetition(&mut variants[at].run);
                    late[at] += u32::from(found.is_none());
                    found
                });
                times[at].extend(timely);
            }
        }
        for ((variant, times), late) in variants.iter().zip(times).zip(late) {
            self.report.measurements.push(measurement(cell, variant, &times, late));
        }
    }

    /// What is predicted in seconds for the variants of the last cell, and whether the model chooses them.
    pub fn predicted(&mut self, predictions: &[(Option<f64>, bool)]) {
        let first = self.report.measurements.len().saturating_sub(predictions.len());
        for (measurement, (seconds, chosen)) in self.report.measurements[first..].iter_mut().zip(predictions) {
            (measurement.predicted_us, measurement.chosen) = (seconds.map(|seconds| seconds * 1e6), *chosen);
        }
    }

    /// One line that is overwritten by the next, or one after the other.
    fn tell(&self, cell: &Cell) {
        let is_terminal = std::io::stderr().is_terminal();
        if self.world.rank() != 0 || !(is_terminal || self.common.progress) {
            return;
        }
        let line = format!(
            "{}: {}, {}, {} {}",
            cell.benchmark.name(),
            cell.operation,
            cell.placement,
            cell.algorithm,
            table::size(cell)
        );
        let _ = if is_terminal {
            write!(std::io::stderr(), "\r\x1b[K{line}")
        } else {
            writeln!(std::io::stderr(), "{line}")
        };
    }

    /// The files are opened before hours are spent for them. Rank 0 has them, and everybody learns where it failed.
    pub fn files(&self) -> Result<Vec<(PathBuf, File)>, Failure> {
        let wanted: Vec<&PathBuf> = self.common.csv.iter().chain(&self.common.json).collect();
        let open = |path: &Path| {
            File::create(path)
                .map(|file| (path.to_owned(), file))
                .map_err(|error| Failure::of(&path.to_string_lossy(), error))
        };
        let opened: Result<Vec<_>, Failure> =
            if self.world.rank() == 0 { wanted.into_iter().map(|path| open(path)).collect() } else { Ok(vec![]) };
        let everywhere = self.everywhere(opened.is_ok());
        match opened {
            Ok(_) if !everywhere => Err(Failure::of("rank 0", "cannot write a file")),
            opened => opened,
        }
    }

    /// Writes the files, and gives the table. Wrong results are a failure of the run.
    pub fn finish(&mut self, files: Vec<(PathBuf, File)>) -> Result<String, Failure> {
        if self.world.rank() == 0 && std::io::stderr().is_terminal() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        self.report.provenance.clock_error_us = self.gate.error() * 1e6;
        let faults = self.report.faults();
        if self.world.rank() == 0 {
            for (path, mut file) in files {
                let text = if Some(&path) == self.common.json.as_ref() {
                    self.report.to_json()
                } else {
                    csv::render(&self.report)
                };
                file.write_all(text.as_bytes()).map_err(|error| Failure::of(&path.to_string_lossy(), error))?;
            }
            if !faults.is_empty() {
                print!("{}", table::render(&self.report));
            }
        }
        match faults.first() {
            None if self.world.rank() == 0 => Ok(table::render(&self.report)),
            None => Ok(String::new()),
            Some(first) if faults.len() == 1 => Err(Failure::of("measured", first)),
            Some(first) => Err(Failure::of("measured", format!("{first} (and {} more)", faults.len() - 1))),
        }
    }
}

fn measurement(cell: &Cell, variant: &Variant, times: &[Times], late: u32) -> Measurement {
    let us = |part: fn(&Times) -> f64| times.iter().map(|times| part(times) * 1e6).collect::<Vec<f64>>();
    let times_us = us(|times| times.total);
    // Who computes nothing has nothing to tell apart.
    let told_apart = times.iter().any(|times| times.average.computing > 0.0);
    let (communication_us, computing_us) = if told_apart {
        (us(|times| times.average.communication), us(|times| times.average.computing))
    } else {
        (vec![], vec![])
    };
    let summary = Summary::of(&times_us);
    Measurement {
        cell: cell.clone(),
        variant: variant.name.clone(),
        verified: variant.verified,
        late,
        summary,
        times_us,
        communication_us,
        computing_us,
        predicted_us: None,
        chosen: false,
    }
}
