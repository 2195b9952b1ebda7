// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program `hsplit-bench`: the experiments of RR-9077, section 7, on the reader's own machine.
//!
//! Statistics, tables, plots, and the arithmetic of grids and hierarchies know no MPI and are tested without one. The
//! experiments are built with the feature `bench-mpi`; they call MPI and libhsplit in `mpi` alone, as any program
//! would.
#![cfg_attr(not(feature = "bench-mpi"), allow(dead_code))]

mod algorithm;
mod arguments;
mod configuration;
mod csv;
mod grid;
mod machine;
mod matrix;
mod panels;
mod payload;
mod placement;
mod plot;
mod report;
mod statistics;
mod table;
mod tiles;
mod vector;
mod verdict;

#[cfg(feature = "bench-mpi")]
mod ahead;
#[cfg(feature = "bench-mpi")]
mod calls;
#[cfg(feature = "bench-mpi")]
mod collectives;
#[cfg(feature = "bench-mpi")]
mod forcing;
#[cfg(feature = "bench-mpi")]
mod gate;
#[cfg(feature = "bench-mpi")]
mod line;
#[cfg(feature = "bench-mpi")]
mod mpi;
#[cfg(feature = "bench-mpi")]
mod provenance;
#[cfg(feature = "bench-mpi")]
mod session;
#[cfg(feature = "bench-mpi")]
mod split;
#[cfg(feature = "bench-mpi")]
mod strategies;
#[cfg(feature = "bench-mpi")]
mod summa;
#[cfg(feature = "bench-mpi")]
mod tiers;
#[cfg(feature = "bench-mpi")]
mod vectors;

fn main() -> std::process::ExitCode {
    arguments::run(std::env::args_os())
}
