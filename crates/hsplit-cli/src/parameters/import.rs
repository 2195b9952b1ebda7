// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit parameters import`: parameters from a matrix of latencies measured by another tool.

use std::path::PathBuf;

use clap::Args;
use hsplit_collectives::model::matrix::LatencyMatrix;
use hsplit_collectives::model::parameters::Gap;
use hsplit_collectives::model::text::{self, Provenance};
use hsplit_core::emulation::read_text;
use hsplit_core::latency::Tolerance;
use hsplit_core::units::{date, seconds_since_1970};
use hsplit_program::units::size;

use super::Failure;

/// The sizes that are written: gaps are interpolated and extrapolated linearly.
const SIZES: [usize; 2] = [0, 1 << 20];

/// Write parameters from a square matrix of latencies.
///
/// Hosts at equal distances become a group (Lowekamp's algorithm), with the name of the first host and one process per
/// host. The matrix may be incomplete: one direction of a link stands for both, and the median of the known latencies
/// between two groups stands for all of their hosts. Two groups without any known latency are an error, which names all
/// such groups.
///
/// Latencies do not determine gaps, so all links get the same gap: the time of a message, and the time of each byte at
/// the given rate.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The matrix, in microseconds
    #[arg(value_name = "MATRIX")]
    matrix: PathBuf,
    /// Time in microseconds that a message without data occupies its sender
    #[arg(long, value_name = "US", value_parser = microseconds)]
    message: f64,
    /// Bytes per second of a link
    #[arg(long, value_name = "SIZE", value_parser = rate)]
    rate: usize,
    /// Tolerance of latencies inside a group over the shortest one, as a fraction or in percent
    #[arg(long, value_name = "RHO", default_value = "0.2", value_parser = tolerance)]
    tolerance: Tolerance,
}

const AFTER_HELP: &str = "\
MATRIX has a row per host, with columns separated by blanks or commas. Rows may begin with the host's name, and the \
first row may have all names; it must have them if a name could be a number. Unknown latencies are '-', '?', 'x', \
'nan', nothing between commas, or 0 outside the diagonal. '#' begins a comment.

Example:
  hsplit parameters import latencies.txt --message 5 --rate 119MiB >site.parameters";

impl Arguments {
    /// Returns the text of the parameters.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        let name = self.matrix.display().to_string();
        let content = read_text(&self.matrix).map_err(|error| Failure::of(&name, error))?;
        let seconds = |bytes: usize| self.message / 1e6 + bytes as f64 / self.rate as f64;
        let gap = Gap::new(SIZES.map(|bytes| (bytes, seconds(bytes))).to_vec());
        let gap = gap.map_err(|error| Failure::of_usage("--message", error))?;
        let matrix = LatencyMatrix::read(&content).map_err(|error| Failure::of(&name, error))?;
        let platform = matrix.platform(self.tolerance, &gap).map_err(|error| Failure::of(&name, error))?;
        let provenance = Provenance {
            by: format!("hsplit {}, from {name}", env!("CARGO_PKG_VERSION")),
            date: date(seconds_since_1970()),
            processes: matrix.names.len().to_string(),
            ..Provenance::default()
        };
        Ok(text::text(&platform, &provenance))
    }
}

fn microseconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|time| (1e-3..=1e9).contains(time))
        .ok_or_else(|| "not a number from 0.001 to 1e9".to_owned())
}

fn rate(text: &str) -> Result<usize, String> {
    size(text).ok().filter(|rate| *rate > 0).ok_or_else(|| "not a size of 1 or more".to_owned())
}

fn tolerance(text: &str) -> Result<Tolerance, String> {
    Tolerance::parse(text).ok_or_else(|| "neither a number from 0 to 1 nor a percentage".to_owned())
}
