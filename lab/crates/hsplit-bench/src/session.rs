// SPDX-License-Identifier: MIT OR Apache-2.0
//! A run from `MPI_Init` to its results: what the experiments have in common, and how variants are measured against
//! each other.

use std::io::{IsTerminal, Stdout};

use hsplit_experiments::algorithm::{Algorithm, Operation};
use hsplit_experiments::arguments::{Common, First, PROGRAM};
use hsplit_experiments::output::{Files, Output};
use hsplit_experiments::placement::{self, Placement};
use hsplit_experiments::report::{Cell, Measurement, Processor, Report};
use hsplit_experiments::statistics::median;
use hsplit_program::progress::Progress;
use hsplit_program::{Failure, warn};

use crate::mpi::Comm;
use crate::open_mpi_algorithm::ForcedAlgorithm;
use crate::provenance;
use crate::start_sync::{self, Parts, StartSync, Times};

/// How often a repetition is tried until no rank starts late.
const TRIES: u32 = 10;

/// One repetition on this rank.
pub(crate) type Run<'a> = Box<dyn FnMut() -> Parts + 'a>;

/// One of the things that are compared.
pub(crate) struct Variant<'a> {
    /// Its name in tables and figures.
    pub(crate) name: String,
    /// True if its result is right, on all ranks.
    pub(crate) verified: bool,
    /// The prediction of a model, if there is one.
    pub(crate) prediction: Prediction,
    /// How many calls a repetition makes, of which the mean counts.
    pub(crate) calls: usize,
    /// One repetition on this rank.
    pub(crate) run: Run<'a>,
}

impl<'a> Variant<'a> {
    /// A variant of which no model says anything.
    pub(crate) fn new(name: impl Into<String>, verified: bool, run: Run<'a>) -> Self {
        Self { name: name.into(), verified, prediction: Prediction::default(), calls: 1, run }
    }
}

/// The prediction of a model for a variant.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Prediction {
    /// The time that it predicts.
    pub(crate) seconds: Option<f64>,
    /// True if it chooses this variant.
    pub(crate) chosen: bool,
}

/// The state that the experiments share.
pub(crate) struct Session<'a> {
    /// All ranks.
    pub(crate) world: Comm,
    /// The options of all experiments.
    pub(crate) common: &'a Common,
    /// The control variables of Open MPI, where the MPI is that.
    pub(crate) open_mpi: Option<ForcedAlgorithm>,
    /// Each variant runs once, this one first, and nothing before them, not even to see whether its result is right.
    pub(crate) cold: Option<First>,
    start: StartSync,
    paths: Vec<placement::Path>,
    report: Report,
    /// Rank 0 writes.
    output: Option<Output<Stdout>>,
    /// Rank 0 says how far it is.
    progress: Option<Progress>,
}

impl<'a> Session<'a> {
    /// Collects what is known before anything is measured. Collective.
    pub(crate) fn new(common: &'a Common) -> Self {
        let world = Comm::world();
        let (paths, hierarchy) = provenance::paths(&world);
        let mut provenance = provenance::collect(&world, hierarchy);
        let shared_cores = common.shared_cores || provenance.oversubscribed;
        let late_after = common.late_after.map(|us| f64::from(us) * 1e-6);
        let start = StartSync::new(&world, late_after, shared_cores);
        (provenance.late_after_us, provenance.seed) = (late_after.unwrap_or(start_sync::LATE_AFTER) * 1e6, common.seed);
        provenance.late_share = if late_after.is_none() { start_sync::LATE_SHARE } else { 0.0 };
        let open_mpi = ForcedAlgorithm::new();
        let han = open_mpi
            .as_ref()
            .and_then(ForcedAlgorithm::han_priority)
            .map(|priority| ("coll_han_priority (MPI_T)".to_owned(), priority.to_string()));
        provenance.variables.extend(han);
        let progress = (world.rank() == 0).then(|| Progress::new(PROGRAM, "measuring"));
        let report = Report::new(provenance);
        Self { world, common, open_mpi, cold: None, start, paths, report, output: None, progress }
    }

    /// Communicators made from now on use the algorithm for the operation.
    ///
    /// # Errors
    /// The MPI does not have it, or does not let it be forced.
    pub(crate) fn force(&self, algorithm: Algorithm, operation: Operation, segment: u64) -> Result<(), Failure> {
        let forced = match &self.open_mpi {
            Some(open_mpi) => open_mpi.force(algorithm, operation, segment),
            None if algorithm == Algorithm::Default => Ok(()),
            None => Err(format!("{algorithm} needs Open MPI; this MPI has 'default'")),
        };
        forced.map_err(|why| Failure::of_usage("the algorithm", why))
    }

    /// A communicator of all ranks in another order.
    pub(crate) fn placed(&self, placement: Placement) -> Comm {
        let order = placement::order(&self.paths, placement, self.common.seed);
        let mut places = vec![0; order.len()];
        order.into_iter().enumerate().for_each(|(place, rank)| places[rank] = place);
        self.in_order(&places)
    }

    /// A communicator of all ranks, in which each has its place.
    pub(crate) fn in_order(&self, places: &[usize]) -> Comm {
        self.world.split(Some(0), places[self.world.rank()]).expect("every rank is in it")
    }

    /// The places of the ranks.
    pub(crate) fn paths(&self) -> &[placement::Path] {
        &self.paths
    }

    /// The number of ranks.
    pub(crate) fn ranks(&self) -> usize {
        self.world.size()
    }

    /// The time in seconds on a clock that all ranks share.
    pub(crate) fn time(&self) -> f64 {
        self.start.now()
    }

    /// How many seconds that clock differs from rank to rank, at the most.
    pub(crate) fn clock_error(&self) -> f64 {
        self.start.error()
    }

    /// True if it is so on every rank.
    pub(crate) fn everywhere(&self, here: bool) -> bool {
        self.start.comm().everywhere(here)
    }

    /// Looks at a result after a cold run, before which nothing was. Collective.
    pub(crate) fn must_be_right_after_cold(&self, is_right: impl FnOnce() -> bool) {
        assert!(self.cold.is_none() || self.everywhere(is_right()), "a cold run gave a wrong result");
    }

    /// Opens the files that the user asks for, on rank 0. Collective.
    ///
    /// # Errors
    /// A file cannot be written: on every rank.
    pub(crate) fn open_files(&mut self) -> Result<(), Failure> {
        let files = Files { csv: self.common.csv.as_deref(), json: self.common.json.as_deref() };
        let is_first = self.world.rank() == 0;
        let opened = is_first.then(|| Output::new(std::io::stdout(), files, |failure| warn(PROGRAM, failure)));
        let opened = opened.transpose();
        let everywhere = self.everywhere(opened.is_ok());
        self.output = opened?;
        if everywhere { Ok(()) } else { Err(Failure::of("rank 0", "cannot write a file")) }
    }

    /// Measures variants against each other, and writes the results. The variants take turns, and each turn begins with
    /// another one.
    pub(crate) fn measure(&mut self, cell: &Cell, variants: &mut [Variant]) {
        self.report.provenance.clock_error_us = self.start.error() * 1e6;
        self.write(|output, report| output.begin(report));
        self.announce(cell);
        let samples = self.samples(cell, variants);
        let begin = self.report.measurements.len();
        for (variant, sample) in variants.iter().zip(samples) {
            let processor_us = self.processors(&sample);
            let measurement = Measurement { processor_us, ..measurement(cell, variant, &sample) };
            self.report.measurements.push(measurement);
        }
        self.report.provenance.clock_error_us = self.start.error() * 1e6;
        self.write(|output, report| output.cell(report, &report.measurements[begin..]));
    }

    /// The repetitions of each variant.
    fn samples(&mut self, cell: &Cell, variants: &mut [Variant]) -> Vec<Sample> {
        let count = variants.len();
        let (warm_up, repetitions, tries) = match self.cold {
            Some(_) => {
                self.start.give_time();
                (0, 1, 1)
            }
            None => (self.common.warm_up, self.common.repetitions, TRIES),
        };
        for variant in &mut *variants {
            for _ in 0..warm_up {
                self.start.repetition(&mut variant.run);
            }
        }
        let mut samples: Vec<Sample> = vec![];
        samples.resize_with(count, Sample::default);
        for turn in 0..repetitions as usize {
            self.progress.iter().for_each(|progress| {
                progress.show(|| format!("{}; repetition {} of {repetitions}", words(cell), turn + 1));
            });
            let backwards = self.cold == Some(First::Hierarchy);
            for nth in 0..count {
                let at = if backwards { count - 1 - nth } else { (nth + turn) % count };
                let timely = (0..tries).find_map(|_| {
                    let found = self.start.repetition(&mut variants[at].run);
                    samples[at].late += u32::from(found.is_none());
                    found
                });
                samples[at].times.extend(timely);
            }
        }
        samples
    }

    /// The processor time of each rank: its median. Empty where it was not taken, which is so on all ranks or on none.
    fn processors(&self, sample: &Sample) -> Vec<Processor> {
        let us = |part: fn(&start_sync::Processor) -> f64| {
            sample
                .times
                .iter()
                .filter_map(|times| times.processor.as_ref())
                .map(|own| part(own) * 1e6)
                .collect::<Vec<_>>()
        };
        let Some((computing, waiting)) = median(&us(|own| own.computing)).zip(median(&us(|own| own.waiting))) else {
            return vec![];
        };
        let all = self.world.all_doubles(&[computing, waiting]);
        all.chunks_exact(2).map(|own| Processor { computing: own[0], waiting: own[1] }).collect()
    }

    /// Writes, on rank 0, with nothing of the progress left on the terminal.
    fn write(&mut self, write: impl FnOnce(&mut Output<Stdout>, &Report)) {
        if let Some(output) = &mut self.output {
            self.progress.iter().for_each(Progress::clear);
            write(output, &self.report);
        }
    }

    /// Says what is measured, where stderr is no terminal and the user wants to know.
    fn announce(&self, cell: &Cell) {
        if self.world.rank() == 0 && self.common.progress && !std::io::stderr().is_terminal() {
            eprintln!("{}", words(cell));
        }
    }

    /// Completes the table and the files.
    ///
    /// # Errors
    /// A result was wrong, or nothing could be measured: on every rank. The results could not be written: on rank 0.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.report.finished = true;
        self.write(|_, _| ());
        let faults = self.report.faults();
        self.output.map_or(Ok(()), |output| output.finish(&self.report))?;
        match faults.first() {
            None => Ok(()),
            Some(first) if faults.len() == 1 => Err(Failure::of("measured", first)),
            Some(first) => Err(Failure::of("measured", format!("{first} (and {} more)", faults.len() - 1))),
        }
    }
}

/// The name of a measurement: `collectives: bcast, by-node, linear 1 KiB`.
fn words(cell: &Cell) -> String {
    let Cell { benchmark, operation, placement, algorithm, .. } = cell;
    format!("{}: {operation}, {placement}, {algorithm} {}", benchmark.name(), cell.size_in_unit()).trim_end().to_owned()
}

/// The repetitions of one variant.
#[derive(Default)]
struct Sample {
    /// The times of the runs that started on time.
    times: Vec<Times>,
    /// How many did not.
    late: u32,
}

fn measurement(cell: &Cell, variant: &Variant, sample: &Sample) -> Measurement {
    let scale = 1e6 / variant.calls as f64;
    let us = |part: fn(&Times) -> f64| sample.times.iter().map(|times| part(times) * scale).collect::<Vec<f64>>();
    // Without computing, all of the time is communication.
    let has_parts = sample.times.iter().any(|times| times.average.computing > 0.0);
    let part = |part: fn(&Times) -> f64| if has_parts { us(part) } else { vec![] };
    Measurement {
        verified: variant.verified,
        late: sample.late,
        communication_us: part(|times| times.average.communication),
        computing_us: part(|times| times.average.computing),
        predicted_us: variant.prediction.seconds.map(|seconds| seconds * 1e6),
        chosen: variant.prediction.chosen,
        ..Measurement::new(cell.clone(), variant.name.clone(), us(|times| times.total))
    }
}
