// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit simulate`: the best order of transfers between groups of processes, on random platforms or on a measured
//! one.

use clap::{Args, ValueEnum};

use super::{Failure, parameters};
use crate::output::PictureArguments;

mod measured;
mod random;

/// Compare schedules of a broadcast between clusters, on random platforms or on a measured one.
///
/// A schedule is the order in which clusters send to clusters. Each random platform has for every two clusters a
/// latency L and a gap g, equal in both directions, and for every cluster the time T of its inner broadcast, all drawn
/// uniformly from their ranges. The numbers are mean completion times over all platforms, which are the same for every
/// heuristic. 'local search' is libhsplit's own.
///
/// With --parameters, L and g of the message are those in the file, and T is that of the best broadcast by the model,
/// as in 'hsplit predict'. Each heuristic has a line with its predicted completion time and its schedule. The last
/// lines are the optimal schedule, for up to seven groups, and the best schedule found for the message in segments; *
/// marks the best one.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    random: random::Random,
    #[command(flatten)]
    measured: measured::Measured,
    // (Not in Random: clap ignores the group of arguments that have others inside.)
    #[command(flatten)]
    picture: PictureArguments,
    /// The form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: Form,
}

const AFTER_HELP: &str = "\
CSV with --parameters: root,bytes,schedule,time_us,segment_bytes,transfers,best
('hsplit predict --help' describes the file)

Examples:
  hsplit simulate                                          Steffenel's Table 3: figures 7 and 8
  hsplit simulate --clusters 2-10 --picture figure7.svg
  hsplit simulate --clusters 5-50:5 --picture figure8.png
  hsplit simulate --clusters 8 --latency 10us-50us --gap 1ms-2ms --inside 0ms-5ms --format csv
  hsplit simulate --parameters cluster.parameters --bytes 64KiB --root orsay";

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A table.
    Text,
    /// Comma-separated values.
    Csv,
}

impl Arguments {
    /// Returns the table.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        match &self.measured.parameters {
            Some(_) if self.picture.is_given() => {
                Err(Failure::of_usage("--picture", "it cannot be used with --parameters, where nothing is drawn"))
            }
            Some(file) => self.measured.run(file, self.format),
            None => self.random.run(self.format, &self.picture),
        }
    }
}
