// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counts the traffic between the ranks of a program (thesis, 3.3.1).
//!
//! A process counts its messages in [`Counters`], by rank in `MPI_COMM_WORLD`. Each thread writes its own [`Rows`], so
//! counting uses no lock and no atomic read-modify-write. A [`Snapshot`] contains the counts up to a moment; the
//! difference of two is a session. A [`Part`] is the text of one process's counts; all parts are a [`Run`], with its
//! matrix, its [`Totals`] and its [`Report`]. This crate does not use MPI, hwloc, clocks or the environment.
#![forbid(unsafe_code)]

mod collectives;
mod counters;
mod expand;
mod groups;
mod json;
#[cfg(all(loom, test))]
mod model;
mod part;
mod report;
mod run;
mod snapshot;
mod times;
mod totals;
pub mod words;

pub use collectives::{Call, Operation};
pub use counters::{Class, Count, Counters, RowPlace, Rows, SIZES, Tally, least_of_size};
pub use expand::{Expansion, sends_share};
pub use groups::{Group, Groups};
pub use json::{SCHEMA, json};
pub use part::{Part, PartError, part_file, path_of};
pub use report::{Reordering, Report};
pub use run::{Kind, Run, RunError, Unit};
pub use snapshot::{Classes, Row, Snapshot};
pub use times::{Category, Spent, Times};
pub use totals::{Advice, Level, Totals, advice, operations, traffic};
