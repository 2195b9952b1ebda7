// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a run has found, with everything that a reader needs to judge it. Its JSON form is what `plot` reads.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::statistics::Summary;

/// The form of the JSON files; another number for another form.
pub const FORMAT: &str = "hsplit-bench 1";

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub format: String,
    pub provenance: Provenance,
    pub measurements: Vec<Measurement>,
}

/// Where the figures come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// UTC, as 2026-01-31T12:00:00Z.
    pub date: String,
    pub command: Vec<String>,
    pub program: String,
    pub library: String,
    pub mpi: String,
    pub mpi_standard: String,
    pub ranks: usize,
    /// Every host, with the ranks of `MPI_COMM_WORLD` on it.
    pub hosts: BTreeMap<String, Vec<usize>>,
    /// The processing units that each rank may run on.
    pub bindings: Vec<String>,
    /// The levels of the hierarchy that rank 0 is in, as `4 x Machine`.
    pub hierarchy: Vec<String>,
    /// Of rank 0's host.
    pub machine: BTreeMap<String, String>,
    /// Variables of the library and of the MPIs.
    pub variables: BTreeMap<String, String>,
    /// Whether some host has more ranks than processing units for them.
    pub oversubscribed: bool,
    /// How far the clock of a host may be off, at the most.
    pub clock_error_us: f64,
    /// A repetition in which a rank started later than this was thrown out,
    pub late_after_us: f64,
    /// where it was also later than this share of the repetition.
    #[serde(default)]
    pub late_share: f64,
    /// Of the shuffled placement.
    pub seed: u64,
}

/// Which experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Benchmark {
    Collectives,
    Calls,
    Strategies,
    Summa,
    Vectors,
    Split,
}

impl Benchmark {
    /// As in the files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Collectives => "collectives",
            Self::Calls => "calls",
            Self::Strategies => "strategies",
            Self::Summa => "summa",
            Self::Vectors => "vectors",
            Self::Split => "split",
        }
    }
}

/// What was measured together, and can be compared: all but the variant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    pub benchmark: Benchmark,
    /// A collective operation, `product`, `vectors` or `split`.
    pub operation: String,
    /// The order of the ranks in the communicator.
    pub placement: String,
    /// The algorithm of the MPI's collectives that was in force; for strategies, the root; for a product whose
    /// broadcasts are ahead, by how many steps, as `ahead-2`.
    pub algorithm: String,
    /// Bytes of a message, of each rank's share or of a vector; the order of a block, for a product; 0 where there is
    /// none.
    pub size: u64,
}

impl Cell {
    /// What is measured, and with what.
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
}

/// The repetitions of one variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    #[serde(flatten)]
    pub cell: Cell,
    pub variant: String,
    /// The result was compared with the right one: on every rank that has one.
    pub verified: bool,
    /// Repetitions thrown out because a rank started late.
    pub late: u32,
    /// Of `times_us`; none where no repetition started on time.
    pub summary: Option<Summary>,
    /// From the agreed start to the end on the last rank, for each repetition.
    pub times_us: Vec<f64>,
    /// The ranks' average time in communication and in computing, for each repetition, where they are told apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub communication_us: Vec<f64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub computing_us: Vec<f64>,
    /// What a model predicts, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predicted_us: Option<f64>,
    /// Whether the model chooses this variant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
}

impl Measurement {
    /// The median time.
    pub fn median(&self) -> Option<f64> {
        self.summary.map(|summary| summary.median)
    }

    /// By which part of what was measured the prediction is too long, or too short, where it is below 0.
    pub fn deviation(&self) -> Option<f64> {
        Some(self.predicted_us? / self.median()? - 1.0)
    }

    /// The medians of communication and computing, where they are told apart.
    pub fn parts(&self) -> Option<(f64, f64)> {
        Some((Summary::of(&self.communication_us)?.median, Summary::of(&self.computing_us)?.median))
    }
}

/// The measurements cell by cell, in the order in which they were made.
pub fn cells(measurements: &[Measurement]) -> impl Iterator<Item = &[Measurement]> {
    measurements.chunk_by(|one, other| one.cell == other.cell)
}

/// How many times faster than the first variant of its cell: the papers' enhancement factor.
pub fn factor(cell: &[Measurement], measurement: &Measurement) -> Option<f64> {
    Some(cell.first()?.median()? / measurement.median()?)
}

impl Report {
    /// The JSON form.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// From the JSON form.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let report: Self =
            serde_json::from_str(text).map_err(|error| format!("not what hsplit-bench writes: {error}"))?;
        if report.format == FORMAT {
            Ok(report)
        } else {
            Err(format!("its form is '{}', and this program knows '{FORMAT}'", report.format))
        }
    }

    /// What is wrong with the figures, if anything.
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
pub mod tests {
    use super::*;

    /// A measurement with these times.
    pub fn measured(
        benchmark: Benchmark,
        operation: &str,
        algorithm: &str,
        size: u64,
        variant: &str,
        times: &[f64],
    ) -> Measurement {
        let (cell, variant) = (Cell::new(benchmark, operation, "by-node", algorithm, size), variant.to_owned());
        let (summary, times_us) = (Summary::of(times), times.to_vec());
        Measurement {
            cell,
            variant,
            verified: true,
            late: 0,
            summary,
            times_us,
            communication_us: vec![],
            computing_us: vec![],
            predicted_us: None,
            chosen: false,
        }
    }

    /// A report on two variants of a broadcast, and on a product.
    pub fn example() -> Report {
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
            measured(Benchmark::Collectives, "bcast", "linear", 1024, "flat", &[9.0, 10.0, 12.0]),
            measured(Benchmark::Collectives, "bcast", "linear", 1024, "hierarchical", &[4.0, 5.0, 5.5]),
            product,
        ];
        Report { format: FORMAT.into(), provenance, measurements }
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
        assert_eq!((factor(cells[0], &cells[0][0]), factor(cells[0], &cells[0][1])), (Some(1.0), Some(2.0)));
        assert_eq!(cells[1][0].parts(), Some((7.0, 2.0)));
    }

    #[test]
    fn faults_have_names() {
        let mut report = example();
        assert!(report.faults().is_empty());
        report.measurements[1].verified = false;
        report.measurements[2].summary = None;
        let expected = [
            "wrong result: bcast, by-node, linear, size 1024, hierarchical",
            "no repetition started on time (see --late-after and --shared-cores): product, by-node, default, size 8, simple",
        ];
        assert_eq!(report.faults(), expected);
    }
}
