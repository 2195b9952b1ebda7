// SPDX-License-Identifier: MIT OR Apache-2.0
//! The measurements of phases, and the work that fits into one.

use std::fmt;

use clap::ValueEnum;

/// A measurement of phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Operation {
    /// The ranks of a node wait for each other
    Barrier,
    /// A process is bound to its whole node, and back
    Push,
    /// A rank asks which ranks work in a phase
    Elect,
    /// A placement is made and freed
    Create,
    /// A phase with one worker a node begins and ends
    Begin,
    /// The processor time of a rank that waits while a worker computes
    Parked,
    /// The processor time of a worker's team after its phase
    Idle,
    /// The product by the threads of a worker
    Kernel,
    /// A stencil of all ranks that alternates with a product of one worker a node
    Mixed,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Barrier => "barrier",
            Self::Push => "push",
            Self::Elect => "elect",
            Self::Create => "create",
            Self::Begin => "begin",
            Self::Parked => "parked",
            Self::Idle => "idle",
            Self::Kernel => "kernel",
            Self::Mixed => "mixed",
        })
    }
}

/// How often a piece of work that takes `piece` seconds is done in about `phase` seconds: at least once.
pub fn pieces(phase: f64, piece: f64) -> u32 {
    if piece > 0.0 { (phase / piece).round().clamp(1.0, 1e6) as u32 } else { 1 }
}

/// The name of a library without folder and version: `libgomp` for `libgomp.so.1`.
pub fn runtime_name(library: &str) -> &str {
    let file = library.rsplit('/').next().unwrap_or_default();
    file.split('.').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_command_line() {
        for operation in Operation::value_variants() {
            let value = operation.to_possible_value().expect("a value");
            assert_eq!(value.get_name(), operation.to_string());
        }
    }

    #[test]
    fn runtimes_have_short_names() {
        assert_eq!(
            ["libgomp.so.1", "/opt/lib/libomp.so", "libiomp5"].map(runtime_name),
            ["libgomp", "libomp", "libiomp5"]
        );
    }

    #[test]
    fn a_phase_is_never_empty() {
        assert_eq!([pieces(0.02, 0.004), pieces(0.02, 0.003), pieces(0.001, 0.5), pieces(0.02, 0.0)], [5, 7, 1, 1]);
    }
}
