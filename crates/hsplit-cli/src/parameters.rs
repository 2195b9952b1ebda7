// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit parameters`, and the common part of `hsplit predict` and `hsplit simulate`: reading a file of parameters.

use std::path::Path;

use clap::{Args, Subcommand};
use hsplit_collectives::model::choice::Prediction;
use hsplit_collectives::model::parameters::Platform;
use hsplit_collectives::model::text::{self, Provenance};
use hsplit_core::emulation::read_text;
use hsplit_core::message::cleaned;
use hsplit_core::network::in_a_line;
use hsplit_program::units;

use super::Failure;

mod import;

/// Make files of parameters for 'hsplit predict', 'hsplit simulate' and parameters= of HSPLIT_COLLECTIVES.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Import(import::Arguments),
}

impl Arguments {
    /// Returns the output of the subcommand.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        match &self.what {
            What::Import(arguments) => arguments.run(),
        }
    }
}

/// Reads the parameters in a file.
pub(crate) fn read(file: &Path) -> Result<(Platform, Provenance), Failure> {
    let name = file.display().to_string();
    let content = read_text(file).map_err(|error| Failure::of(&name, error))?;
    text::read(&content).map_err(|errors| Failure::of(&name, in_a_line(&errors)))
}

/// Returns the number of the group that an option names.
pub(crate) fn group_named(platform: &Platform, option: &str, name: &str) -> Result<usize, Failure> {
    let names = || platform.groups().iter().map(|group| group.name.as_str()).collect::<Vec<_>>().join(", ");
    platform
        .group_named(name)
        .ok_or_else(|| Failure::of_usage(option, format!("there is no group '{name}' (there are {})", names())))
}

/// Returns seconds in microseconds.
pub(crate) fn us(seconds: f64) -> f64 {
    seconds * 1e6
}

/// Returns the head, with the origin of the figures.
pub(crate) fn head(file: &Path, provenance: &Provenance) -> String {
    let file = file.display().to_string();
    let known = provenance.lines().into_iter().filter(|(_, value)| !value.is_empty());
    [("parameters", file.as_str())].into_iter().chain(known).map(|(key, value)| line(key, value)).collect()
}

/// Returns a line of the head.
pub(crate) fn line(key: &str, value: &str) -> String {
    format!("# {:11} {}\n", format!("{key}:"), cleaned(value))
}

/// Returns `13.0 ms (4 KiB) *`: the time, the segment size if there are several segments, and the mark of the best.
pub(crate) fn cell(one: &Prediction, bytes_in_all: usize, best: Option<Prediction>) -> String {
    let segment = one
        .segment
        .filter(|&segment| segment < bytes_in_all)
        .map_or_else(String::new, |segment| format!(" ({})", units::bytes(segment as u64)));
    let mark = if best == Some(*one) { '*' } else { ' ' };
    format!("{}{segment} {mark}", units::time(us(one.seconds)))
}
