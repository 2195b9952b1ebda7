// SPDX-License-Identifier: MIT OR Apache-2.0
//! The experiments of RR-9077, section 7, as far as they need no MPI: the command line of `hsplit-bench`, its statistics,
//! tables and plots, and the arithmetic of grids and hierarchies. The program that measures is `hsplit-bench`.
#![allow(missing_docs)]

pub mod algorithm;
pub mod arguments;
pub mod configuration;
pub mod csv;
pub mod grid;
pub mod machine;
pub mod matrix;
pub mod panels;
pub mod payload;
pub mod placement;
pub mod plot;
pub mod report;
pub mod statistics;
pub mod table;
pub mod tiles;
pub mod vector;
pub mod verdict;
