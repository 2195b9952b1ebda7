// SPDX-License-Identifier: MIT OR Apache-2.0
//! The experiments of RR-9077, section 7, as far as they need no MPI. The program that measures is `hsplit-bench`.
//!
//! [`arguments`] is its command line. A [`report`] holds its measurements; [`output`] writes them as a `table`, as CSV
//! and as JSON while the run goes on, and `plot` draws the figures. [`payload`], [`grid`], [`tiles`], [`matrix`],
//! [`panels`], [`vector`], [`configuration`], [`placement`], [`phase`], [`stencil`] and [`pattern`] are the arithmetic
//! of the experiments; [`machine`] reads what the operating system says of the host.

pub mod added;
pub mod algorithm;
pub mod arguments;
pub mod configuration;
mod csv;
mod gain;
pub mod grid;
pub mod machine;
pub mod matrix;
pub mod output;
pub mod panels;
pub mod pattern;
pub mod payload;
pub mod phase;
pub mod placement;
mod plot;
pub mod report;
pub mod statistics;
pub mod stencil;
mod table;
pub mod tiles;
pub mod vector;
mod verdict;
