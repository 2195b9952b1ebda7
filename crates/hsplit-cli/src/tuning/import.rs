// SPDX-License-Identifier: MIT OR Apache-2.0
//! Times measured by other programs: OSU's benchmarks, and the sweeps of `hsplit-bench`.

use std::collections::BTreeMap;

use hsplit_collectives::Operation;
use hsplit_collectives::choice;
use hsplit_collectives::gain::Way;
use hsplit_collectives::tuning::{Cell, Combining, Finding, Kind, Table, Times, class, osu};
use hsplit_core::units::days_since_1970;
use serde::Deserialize;

use super::parsed;
use crate::Failure;

/// The greatest length of an imported file.
const MOST_BYTES: usize = 64 << 20;

/// The communicator and the MPI of the times.
#[derive(Debug, clap::Args)]
pub(super) struct Of {
    /// The MPI, as printed by 'show', for example "Open MPI v5.0.11"; this version of libhsplit is added if the text
    /// has none
    #[arg(long, value_name = "TEXT")]
    mpi: String,
    /// The levels of the communicator, as printed by 'show', for example 'nodes:4x(8)'
    #[arg(long, value_name = "LEVELS")]
    ranks: String,
    /// The order of the ranks over the nodes; a sweep has its own
    #[arg(long, value_name = "ORDER", default_value = "block", value_parser = ["block", "cyclic", "other"])]
    order: String,
}

/// A sweep of `hsplit-bench calls --json`.
#[derive(Deserialize)]
struct Sweep {
    format: String,
    measurements: Vec<Measurement>,
}

#[derive(Deserialize)]
struct Measurement {
    benchmark: String,
    operation: String,
    placement: String,
    size: u64,
    variant: String,
    verified: bool,
    summary: Option<Summary>,
}

/// In microseconds.
#[derive(Deserialize)]
struct Summary {
    lower_quartile: f64,
    median: f64,
    upper_quartile: f64,
}

impl Of {
    /// Returns the table of one sweep, or of OSU's output of native calls and of calls through the library.
    pub(super) fn table(&self, files: &[std::path::PathBuf]) -> Result<Table, Failure> {
        let plain = |text: &str| !text.is_empty() && !text.chars().any(char::is_control);
        if !plain(&self.mpi) {
            return Err(Failure::of("--mpi", "it must be one line"));
        }
        if !is_levels(&self.ranks) {
            return Err(Failure::of("--ranks", format!("'{}' is no such text as nodes:4x(8)", self.ranks)));
        }
        let mut table = Table::default();
        match files {
            [native, ours] => {
                let [native, ours] = [native, ours].map(|file| parsed(file, MOST_BYTES, osu::parse));
                let ((operation, native), (other, ours)) = (native?, ours?);
                if operation != other {
                    let both = format!("one file is of {}, the other of {}", operation.name(), other.name());
                    return Err(Failure::of("tuning", both));
                }
                let ours: BTreeMap<u64, f64> = ours.into_iter().collect();
                for (bytes, seconds) in native {
                    if let Some(along) = ours.get(&bytes) {
                        let finding = Finding::once([(Way::Native, seconds), (Way::USUAL, *along)], days_since_1970());
                        self.add(&mut table, operation, bytes, &self.order, &finding);
                    }
                }
            }
            [sweep] => self.add_sweep(&mut table, parsed(sweep, MOST_BYTES, parse)?),
            _ => {}
        }
        Ok(table)
    }

    fn add_sweep(&self, table: &mut Table, sweep: Sweep) {
        for one in sweep.measurements.into_iter().filter(|one| one.benchmark == "calls" && one.verified) {
            let operation = Operation::of_name(&one.operation).filter(|operation| has_size_of_table(*operation));
            let way = match one.variant.as_str() {
                "native" => Some(Way::Native),
                "library" => Some(Way::USUAL),
                _ => None,
            };
            let (Some(operation), Some(way), Some(summary)) = (operation, way, one.summary) else { continue };
            // The quartiles of a normal distribution are 1.349 standard deviations apart.
            let spread = (summary.upper_quartile - summary.lower_quartile) / 1.349e6;
            let times = Times { spread, ..Times::once(summary.median * 1e-6, days_since_1970()) };
            let order = match one.placement.as_str() {
                order @ ("block" | "cyclic") => order,
                _ => "other",
            };
            self.add(table, operation, one.size, order, &Finding::of(way, times));
        }
    }

    /// Adds a result. A call may be a short one: that depends on settings.
    fn add(&self, table: &mut Table, operation: Operation, bytes: u64, order: &str, finding: &Finding) {
        let mpi = match &self.mpi {
            mpi if mpi.contains(", libhsplit ") => mpi.clone(),
            mpi => format!("{mpi}, libhsplit {}", env!("CARGO_PKG_VERSION")),
        };
        let combining = if operation.combines() { Combining::Predefined } else { Combining::None };
        let may_be_short = choice::is_short(operation, bytes as usize, 1, 1, Some(usize::MAX))
            || operation == Operation::Alltoall && bytes <= choice::TOGETHER;
        for is_short in [false, true].into_iter().filter(|is_short| may_be_short || !is_short) {
            let kind = Kind { operation, class: class(bytes), is_short, combining };
            table.add(Cell { mpi: mpi.clone(), comm: format!("{} {order}", self.ranks), kind }, finding);
        }
    }
}

/// True if sizes are those of a table. For the other operations they are of one rank's share, and in a table of all
/// shares.
fn has_size_of_table(operation: Operation) -> bool {
    use Operation::{Allgatherv, ReduceScatter, ReduceScatterBlock};
    operation.has_size() && !matches!(operation, Allgatherv | ReduceScatter | ReduceScatterBlock)
}

/// True if a text has the form of a communicator's levels: `8`, `4x(8)`, `nodes:1+2x(4x(8))`. (No communicator has
/// other levels, and its results would never be used.)
fn is_levels(text: &str) -> bool {
    let is_count = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_part = |text: &str| is_count(text) || text == "#" || text.strip_suffix("x#").is_some_and(is_count);
    let is_level = |text: &str| text.strip_prefix("nodes:").unwrap_or(text).split('+').all(is_part);
    let mut text = text.replace('#', " ");
    // The levels in the last brackets contain no others.
    while let Some((before, rest)) = text.rsplit_once('(') {
        match rest.split_once(')') {
            Some((inner, after)) if is_level(inner) => text = format!("{before}#{after}"),
            _ => return false,
        }
    }
    is_level(&text)
}

fn parse(text: &str) -> Result<Sweep, String> {
    let sweep: Sweep = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if sweep.format.starts_with("hsplit-bench ") { Ok(sweep) } else { Err("it is no sweep of hsplit-bench".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::is_levels;

    #[test]
    fn levels_have_the_form_that_show_prints() {
        for right in ["8", "4x(8)", "nodes:4x(8)", "nodes:1+(3)", "nodes:2x(nodes:2x(2x(4)+8))"] {
            assert!(is_levels(right), "{right}");
        }
        for wrong in ["", "4x8", "nodes:4x8", "nodes:4x(8", "(((", "4x(8))", "nodes:", "4x#", "#", "8+", "8 ", "x(8)"] {
            assert!(!is_levels(wrong), "{wrong}");
        }
    }
}
