// SPDX-License-Identifier: MIT OR Apache-2.0
//! What one process has counted, as a text. The parts of a run, one behind the other, are the run.
//!
//! ```text
//! hsplit-monitor part 1
//! rank 3 of 32
//! host cn01
//! place Machine 0 Package 1 Core 3
//! date 2026-11-23T12:00:00Z
//! seconds 12.4
//! mpi Open MPI v4.1.4
//! counted p2p collectives rma
//! collectives meaning
//! p2p 4 1000 8000000
//! p2p outside 1 8
//! carried 16 10 80
//! size 14 1000 8000000
//! time waiting 2000 31000000
//! group 3 0-31
//! calls 1 bcast 0 10 80
//! end
//! ```
//!
//! `p2p`, `irregular`, `one-sided`, `fetched` and `carried` have a peer, messages and bytes; `size` a class of sizes,
//! messages and bytes; `time` calls and nanoseconds in them, where it was taken. `group` has this process's rank in it,
//! the members, and for an intercommunicator the remote ones; groups are numbered from 1. `calls` has a group, an
//! operation, a root (`self` and `none` on an intercommunicator), how many, and their bytes.

use hsplit_core::place::Place;

use crate::counters::Class;
use crate::expand::Expansion;
use crate::snapshot::{Classes, Snapshot};

mod read;
mod write;

/// The first line of a part.
const FIRST: &str = "hsplit-monitor part 1";
/// A peer outside `MPI_COMM_WORLD`.
const OUTSIDE: &str = "outside";
/// The root on an intercommunicator: this process, and another one of its group.
const SELF: &str = "self";
const NONE: &str = "none";
/// The words for classes of messages, in the order of their numbers.
const CLASSES: [&str; Class::ALL.len()] = ["p2p", "irregular", "one-sided", "fetched", "carried"];

/// What one process has counted, and where it was.
#[derive(Clone, Debug)]
pub struct Part {
    /// The rank in `MPI_COMM_WORLD`, or in the communicator of a session.
    pub rank: u32,
    /// The name of the node.
    pub host: String,
    /// The levels above the process, widest first, and which instance of each.
    pub place: Vec<(String, u64)>,
    /// When counting began ([`hsplit_core::units::date`]).
    pub date: String,
    /// How long it went on.
    pub seconds: f64,
    /// The MPI's name and version.
    pub mpi: String,
    /// What was counted.
    pub counted: Classes,
    /// The messages that collective operations count as.
    pub expansion: Expansion,
    /// The counts.
    pub counts: Snapshot,
}

/// Why a text is no part, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}:{line}: {what}")]
pub struct PartError {
    /// The file.
    pub name: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl Part {
    /// Whether a text begins like one.
    pub fn is_one(text: &[u8]) -> bool {
        text.starts_with(FIRST.as_bytes())
    }
}

/// The name of the file of one process.
pub fn part_file(name: &str, rank: u32) -> String {
    format!("{name}.{rank}.part")
}

/// The path of a place, as [`Part::place`] has it.
pub fn path_of(place: &Place) -> Vec<(String, u64)> {
    place.steps().iter().map(|step| (step.level.name().as_str().to_owned(), step.instance)).collect()
}

#[cfg(test)]
mod tests;
