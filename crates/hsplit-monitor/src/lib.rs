// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the ranks of a program send each other (thesis, 3.3.1).
//!
//! A process counts its messages in [`Counters`], by rank in `MPI_COMM_WORLD`. A thread writes to [`Rows`] of its own,
//! so that counting takes no lock and no atomic read-modify-write. A [`Snapshot`] is what was counted up to a moment;
//! the difference of two is a session. Nothing here knows MPI, hwloc, clocks or the environment.
#![forbid(unsafe_code)]

mod collectives;
mod counters;
mod expand;
mod groups;
mod snapshot;

pub use collectives::Operation;
pub use counters::{Class, Count, Counters, Rows, SIZES, least_of_size};
pub use expand::Expansion;
pub use groups::{Group, Groups};
pub use snapshot::{Call, Classes, Row, Snapshot};
