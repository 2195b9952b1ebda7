// SPDX-License-Identifier: MIT OR Apache-2.0
//! The results of a run, with everything that a reader needs to judge them. `plot` reads their JSON form.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::statistics::{FEW, Summary};
use hsplit_program::units::bytes;

/// The format of the JSON files. Its number changes where an older program could not read the file.
const FORMAT: &str = "hsplit-bench 1";

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The name and number of the format.
    pub(crate) format: String,
    /// True if the run came to its end. Files are complete at any moment, so that of a killed run can be read as well.
    #[serde(default = "yes")]
    pub finished: bool,
    /// The origin of the figures.
    pub provenance: Provenance,
    /// The measurements, in the order in which they were made.
    pub measurements: Vec<Measurement>,
}

/// Files of older versions were written at the end of a run only.
fn yes() -> bool {
    true
}

/// The origin of the figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// UTC, as 2026-01-31T12:00:00Z.
    pub date: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The version of `hsplit-bench`.
    pub program: String,
    /// The version of libhsplit and what it was built for.
    pub library: String,
    /// The version of the MPI.
    pub mpi: String,
    /// The version of the MPI standard.
    pub mpi_standard: String,
    /// The size of `MPI_COMM_WORLD`.
    pub ranks: usize,
    /// Every host, with the ranks of `MPI_COMM_WORLD` on it.
    pub hosts: BTreeMap<String, Vec<usize>>,
    /// The processing units that each rank may run on.
    pub bindings: Vec<String>,
    /// The levels of the hierarchy that rank 0 is in, as `4 x Machine`.
    pub hierarchy: Vec<String>,
    /// Processor, kernel and load of rank 0's host.
    pub machine: BTreeMap<String, String>,
    /// Variables of the library and of the MPIs.
    pub variables: BTreeMap<String, String>,
    /// True if some host has more ranks than processing units for them.
    pub oversubscribed: bool,
    /// How far the clock of a host may be off, at the most.
    pub clock_error_us: f64,
    /// A repetition in which a rank started later than this was thrown out,
    pub late_after_us: f64,
    /// where it was also later than this share of the repetition.
    #[serde(default)]
    pub late_share: f64,
    /// The seed of the shuffled placement.
    pub seed: u64,
}

/// An experiment, which is a subcommand of `hsplit-bench`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Benchmark {
    /// Broadcast and reduce, flat and over the communicators of the roots.
    Collectives,
    /// Collective calls, native and through the library.
    Calls,
    /// The strategies of `HSPLIT_COLLECTIVES=adaptive`.
    Strategies,
    /// Matrix multiplication.
    Summa,
    /// Hierarchical processing of vectors.
    Vectors,
    /// Splits of communicators.
    Split,
    /// Phases in which few ranks work.
    Phases,
    /// Programs that only communicate, before and after a reordering of their ranks.
    Rings,
    /// Calls that send, and what the counting of their messages adds.
    Monitor,
}

/// The variant of [`Benchmark::Rings`] that is the reordering itself.
pub const REORDERING: &str = "reordering";
/// The variant of [`Benchmark::Rings`] that is a program of many rounds, as it is.
pub const AS_IT_IS: &str = "as it is";
/// The variant of [`Benchmark::Rings`] that is the same program, which reorders its ranks while it runs.
pub const DYNAMIC: &str = "dynamic";

impl Benchmark {
    /// Its name in the files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Collectives => "collectives",
            Self::Calls => "calls",
            Self::Strategies => "strategies",
            Self::Summa => "summa",
            Self::Vectors => "vectors",
            Self::Split => "split",
            Self::Phases => "phases",
            Self::Rings => "rings",
            Self::Monitor => "monitor",
        }
    }
}

/// The common properties of compared variants.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// The experiment.
    pub benchmark: Benchmark,
    /// A collective operation, `product`, `vectors`, `split`, what of phases is measured, which ranks exchange, or
    /// the call whose messages are counted.
    pub operation: String,
    /// The order of the ranks in the communicator.
    pub placement: String,
    /// The algorithm of the MPI's collectives that was in force; for calls whose blocks differ, how; for strategies,
    /// the root; for a product whose broadcasts are ahead, by how many steps, as `ahead-2`; for phases, what the times
    /// are, as `2 threads`; for rings, how long they are; for counted calls, whether they are counted.
    pub algorithm: String,
    /// Bytes of a message, of a token, of each rank's share or of a vector; the order of a block, for a product; 0
    /// where there is none.
    pub size: u64,
}

impl Cell {
    /// A cell of an experiment.
    pub fn new(
        benchmark: Benchmark,
        operation: impl ToString,
        placement: impl ToString,
        algorithm: impl ToString,
        size: u64,
    ) -> Self {
        Self {
            benchmark,
            operation: operation.to_string(),
            placement: placement.to_string(),
            algorithm: algorithm.to_string(),
            size,
        }
    }

    /// Its size, in its unit.
    pub fn size_in_unit(&self) -> String {
        match self.benchmark {
            Benchmark::Collectives
            | Benchmark::Calls
            | Benchmark::Strategies
            | Benchmark::Vectors
            | Benchmark::Rings => bytes(self.size),
            Benchmark::Summa => format!("{0} x {0}", self.size),
            Benchmark::Split | Benchmark::Phases | Benchmark::Monitor => String::new(),
        }
    }
}

/// The repetitions of one variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The measurement.
    #[serde(flatten)]
    pub cell: Cell,
    /// The variant's name.
    pub variant: String,
    /// True if the result was right on every rank that has one.
    pub verified: bool,
    /// Repetitions thrown out because a rank started late.
    pub late: u32,
    /// The summary of `times_us`; none where no repetition started on time.
    pub summary: Option<Summary>,
    /// True if fewer repetitions than `statistics::FEW` started on time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub few: bool,
    /// From the agreed start to the end on the last rank, for each repetition; or what the cell says.
    pub times_us: Vec<f64>,
    /// The ranks' average time in communication, for each repetition, where it is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub communication_us: Vec<f64>,
    /// The ranks' average time in computing, for each repetition, where it is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub computing_us: Vec<f64>,
    /// The processor time of each rank in one repetition, where it is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub processor_us: Vec<Processor>,
    /// The time that a model predicts, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predicted_us: Option<f64>,
    /// True if the model chooses this variant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
}

/// The processor time of a process with all of its threads: the medians of its repetitions, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Processor {
    /// While it computed.
    pub computing: f64,
    /// While it waited.
    pub waiting: f64,
}

/// Median times of the parts of a repetition, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Parts {
    /// The ranks' average time in communication.
    pub(crate) communication: f64,
    /// The ranks' average time in computing.
    pub(crate) computing: f64,
}

/// How many times faster a variant is than the first one of its cell: the papers' enhancement factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Factor {
    /// The ratio of the medians.
    pub(crate) value: f64,
    /// True if one of the two variants has few repetitions.
    pub(crate) few: bool,
}

impl Measurement {
    /// A measurement from its times in microseconds, without parts and predictions.
    pub fn new(cell: Cell, variant: String, times_us: Vec<f64>) -> Self {
        Self {
            cell,
            variant,
            verified: true,
            late: 0,
            summary: Summary::of(&times_us),
            few: times_us.len() < FEW,
            times_us,
            communication_us: vec![],
            computing_us: vec![],
            processor_us: vec![],
            predicted_us: None,
            chosen: false,
        }
    }

    /// The median time.
    pub(crate) fn median(&self) -> Option<f64> {
        self.summary.map(|summary| summary.median)
    }

    /// Between these two lies half of the times.
    pub(crate) fn quartiles(&self) -> Option<(f64, f64)> {
        self.summary.map(|summary| (summary.lower_quartile, summary.upper_quartile))
    }

    /// The prediction's relative error: above 0 where it is too long.
    pub(crate) fn deviation(&self) -> Option<f64> {
        Some(self.predicted_us? / self.median()? - 1.0)
    }

    /// The same of communication and computing together, on average over the ranks, where they are known.
    pub(crate) fn quartiles_of_parts(&self) -> Option<(f64, f64)> {
        let both: Vec<f64> =
            self.communication_us.iter().zip(&self.computing_us).map(|(one, other)| one + other).collect();
        Summary::of(&both).map(|summary| (summary.lower_quartile, summary.upper_quartile))
    }

    /// The medians of communication and computing, where they are known.
    pub(crate) fn parts(&self) -> Option<Parts> {
        Some(Parts {
            communication: Summary::of(&self.communication_us)?.median,
            computing: Summary::of(&self.computing_us)?.median,
        })
    }
}

/// The measurements cell by cell, in the order in which they were made.
pub(crate) fn cells(measurements: &[Measurement]) -> impl Iterator<Item = &[Measurement]> {
    measurements.chunk_by(|one, other| one.cell == other.cell)
}

/// The factor of one measurement of a cell; `None` where one of the two medians is missing.
pub(crate) fn factor(cell: &[Measurement], measurement: &Measurement) -> Option<Factor> {
    let first = cell.first()?;
    Some(Factor { value: first.median()? / measurement.median()?, few: first.few || measurement.few })
}

impl Report {
    /// A run of which nothing has been measured yet.
    pub fn new(provenance: Provenance) -> Self {
        Self { format: FORMAT.into(), finished: false, provenance, measurements: vec![] }
    }

    /// The JSON form.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    /// The text is no report, or one of another format.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let mut report: Self =
            serde_json::from_str(text).map_err(|error| format!("not what hsplit-bench writes: {error}"))?;
        if report.format != FORMAT {
            return Err(format!("its form is '{}', and this program knows '{FORMAT}'", report.format));
        }
        // Files of older versions do not say it.
        report.measurements.iter_mut().for_each(|measurement| measurement.few = measurement.times_us.len() < FEW);
        Ok(report)
    }

    /// Wrong results and variants without a time, in words.
    pub fn faults(&self) -> Vec<String> {
        let name = |m: &Measurement| {
            format!(
                "{}, {}, {}, size {}, {}",
                m.cell.operation, m.cell.placement, m.cell.algorithm, m.cell.size, m.variant
            )
        };
        let wrong = self.measurements.iter().filter(|m| !m.verified).map(|m| format!("wrong result: {}", name(m)));
        let late = self
            .measurements
            .iter()
            .filter(|m| m.summary.is_none())
            .map(|m| format!("no repetition started on time (see --late-after and --shared-cores): {}", name(m)));
        wrong.chain(late).collect()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A measurement with these times.
    pub(crate) fn measured(
        benchmark: Benchmark,
        operation: &str,
        algorithm: &str,
        size: u64,
        variant: &str,
        times: &[f64],
    ) -> Measurement {
        Measurement::new(
            Cell::new(benchmark, operation, "by-node", algorithm, size),
            variant.to_owned(),
            times.to_vec(),
        )
    }

    /// A report on two variants of a broadcast, and on a product with few repetitions.
    pub(crate) fn example() -> Report {
        let provenance = Provenance {
            date: "2026-01-31T12:00:00Z".into(),
            mpi: "Some MPI 1.0".into(),
            ranks: 4,
            hosts: BTreeMap::from([("n0".into(), vec![0, 1]), ("n1".into(), vec![2, 3])]),
            ..Provenance::default()
        };
        let mut product = measured(Benchmark::Summa, "product", "default", 8, "simple", &[10.0, 30.0]);
        product.communication_us = vec![6.0, 8.0];
        product.computing_us = vec![1.0, 3.0];
        let measurements = vec![
            measured(Benchmark::Collectives, "bcast", "linear", 1024, "flat", &[9.0, 9.5, 10.0, 11.0, 12.0]),
            measured(Benchmark::Collectives, "bcast", "linear", 1024, "hierarchical", &[4.0, 4.5, 5.0, 5.25, 5.5]),
            product,
        ];
        Report { measurements, finished: true, ..Report::new(provenance) }
    }

    #[test]
    fn json_comes_back() {
        let report = example();
        assert_eq!(Report::from_json(&report.to_json()), Ok(report));
    }

    #[test]
    fn other_forms_are_refused() {
        let other = example().to_json().replace(FORMAT, "hsplit-bench 2");
        assert_eq!(
            Report::from_json(&other),
            Err("its form is 'hsplit-bench 2', and this program knows 'hsplit-bench 1'".into())
        );
        assert!(
            Report::from_json("{}")
                .is_err_and(|error| error.starts_with("not what hsplit-bench writes: missing field `format`"))
        );
    }

    #[test]
    fn factors_are_to_the_first_variant() {
        let report = example();
        let cells: Vec<_> = cells(&report.measurements).collect();
        assert_eq!(cells.iter().map(|cell| cell.len()).collect::<Vec<_>>(), [2, 1]);
        let factors: Vec<_> = cells[0].iter().map(|measurement| factor(cells[0], measurement)).collect();
        assert_eq!(factors, [1.0, 2.0].map(|value| Some(Factor { value, few: false })));
        assert_eq!(cells[1][0].parts(), Some(Parts { communication: 7.0, computing: 2.0 }));
    }

    #[test]
    fn few_repetitions_of_either_variant_mark_the_factor() {
        let times = |count: usize| vec![10.0; count];
        let cell = [FEW, 1, FEW].map(|count| measured(Benchmark::Calls, "bcast", "default", 8, "x", &times(count)));
        let few = |cell: &[Measurement]| -> Vec<bool> {
            cell.iter().filter_map(|measurement| factor(cell, measurement)).map(|factor| factor.few).collect()
        };
        assert_eq!(few(&cell), [false, true, false]);
        assert_eq!(few(&cell[1..]), [true, true]);
    }

    #[test]
    fn older_files_are_finished_and_marked() {
        let report = example();
        let older = report.to_json().replace("\"few\": true,", "").replace("\"finished\": true,", "");
        assert!(!older.contains("few") && !older.contains("finished"), "{older}");
        let few = report.measurements.iter().map(|measurement| measurement.few).collect::<Vec<_>>();
        assert_eq!((few, Report::from_json(&older)), (vec![false, false, true], Ok(report)));
    }

    #[test]
    fn faults_have_names() {
        let mut report = example();
        assert!(report.faults().is_empty());
        report.measurements[1].verified = false;
        report.measurements[2].summary = None;
        let expected = [
            "wrong result: bcast, by-node, linear, size 1024, hierarchical",
            "no repetition started on time (see --late-after and --shared-cores): \
             product, by-node, default, size 8, simple",
        ];
        assert_eq!(report.faults(), expected);
    }
}
