// SPDX-License-Identifier: MIT OR Apache-2.0
//! The counts of one process as text. The concatenated parts of a run are the whole run.
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
//! internal 16 10 80
//! size 14 1000 8000000
//! time waiting 2000 31000000
//! group 3 0-31
//! calls 1 bcast 0 10 80
//! end
//! ```
//!
//! `p2p`, `irregular`, `one-sided`, `fetched` and `internal` have a peer, messages and bytes; `size` a size class,
//! messages and bytes; `time` calls and nanoseconds in them, if time was measured. `group` has this process's rank in
//! it, the members, and for an intercommunicator the remote ones; groups are numbered from 1. `calls` has a group, an
//! operation, a root (`self` and `none` on an intercommunicator), the number of calls, and their bytes.

use hsplit_core::place::Place;

use crate::counters::Class;
use crate::expand::Expansion;
use crate::snapshot::{Classes, Snapshot};

mod read;
mod write;

const FIRST: &str = "hsplit-monitor part 1";
/// The word for a peer outside `MPI_COMM_WORLD`.
const OUTSIDE: &str = "outside";
/// The words for the root on an intercommunicator: this process, or another one of its group.
const SELF: &str = "self";
const NONE: &str = "none";
/// The words for classes of messages, in the order of their numbers.
const CLASSES: [&str; Class::ALL.len()] = ["p2p", "irregular", "one-sided", "fetched", "internal"];

/// The counts and the place of one process.
#[derive(Clone, Debug)]
pub struct Part {
    /// The rank in `MPI_COMM_WORLD`, or in the communicator of a session.
    pub rank: u32,
    /// The name of the node.
    pub host: String,
    /// The levels around the process, widest first, each with its instance.
    pub place: Vec<(String, u64)>,
    /// The start of counting ([`hsplit_core::units::date`]).
    pub date: String,
    /// The duration of counting, in seconds.
    pub seconds: f64,
    /// The MPI's name and version.
    pub mpi: String,
    /// The classes that were counted.
    pub counted: Classes,
    /// The messages that collective operations count as.
    pub expansion: Expansion,
    /// The counts.
    pub counts: Snapshot,
}

/// An error in the text of a part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}:{line}: {what}")]
pub struct PartError {
    /// The file.
    pub name: String,
    /// The line number, from 1.
    pub line: usize,
    /// The error.
    pub what: String,
}

impl Part {
    /// True if a text begins like a part.
    pub fn is_one(text: &[u8]) -> bool {
        text.starts_with(FIRST.as_bytes())
    }
}

/// The name of the file of one process.
pub fn part_file(name: &str, rank: u32) -> String {
    format!("{name}.{rank}.part")
}

/// The path of a place, in the form of [`Part::place`].
pub fn path_of(place: &Place) -> Vec<(String, u64)> {
    place.steps().iter().map(|step| (step.level.name().as_str().to_owned(), step.instance)).collect()
}

#[cfg(test)]
mod tests;
