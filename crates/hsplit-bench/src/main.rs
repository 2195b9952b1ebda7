// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program `hsplit-bench`: the experiments of RR-9077, section 7, on the reader's own machine.
//!
//! Statistics, tables, plots, and the arithmetic of grids and hierarchies need no MPI: they are in `hsplit-experiments`. The
//! experiments here call MPI and libhsplit in `mpi` alone, by their C names, as any program would.

use std::process::ExitCode;

use hsplit_experiments::algorithm::Algorithm;
use hsplit_experiments::arguments::{self, Command, PROGRAM};
use hsplit_experiments::{
    algorithm, configuration, csv, grid, machine, matrix, panels, payload, placement, report, statistics, table, tiles,
    vector,
};
use hsplit_program::finish;

use mpi::Mpi;
use session::Session;

mod calls;
mod collectives;
mod line;
mod look_ahead;
mod mpi;
mod open_mpi_algorithm;
mod provenance;
mod session;
mod split;
mod start_sync;
mod strategies;
mod summa;
mod tiers;
mod vectors;

fn main() -> ExitCode {
    arguments::run(std::env::args_os(), cfg!(mpi_family = "openmpi"), run)
}

/// A whole run, on every rank.
fn run(command: &Command) -> ExitCode {
    let (common, algorithms) = match command {
        Command::Collectives(arguments) => (&arguments.common, arguments.algorithms.clone()),
        Command::Calls(arguments) => (&arguments.common, vec![Algorithm::Default]),
        Command::Strategies(arguments) => (&arguments.common, vec![Algorithm::Default]),
        Command::Summa(arguments) => (&arguments.common, vec![arguments.algorithm]),
        Command::Vectors(arguments) => (&arguments.common, vec![Algorithm::Default]),
        Command::Split(arguments) => (&arguments.common, vec![Algorithm::Default]),
        Command::Plot(_) | Command::Man(_) => unreachable!("they measure nothing"),
    };
    open_mpi_algorithm::prepare(&algorithms);
    let _mpi = Mpi::start();
    let mut session = Session::new(common);
    let result = session.files().and_then(|files| {
        match command {
            Command::Collectives(arguments) => collectives::run(&mut session, arguments),
            Command::Calls(arguments) => calls::run(&mut session, arguments),
            Command::Strategies(arguments) => strategies::run(&mut session, arguments),
            Command::Summa(arguments) => summa::run(&mut session, arguments),
            Command::Vectors(arguments) => vectors::run(&mut session, arguments),
            _ => split::run(&mut session),
        }?;
        session.finish(files)
    });
    let is_first = session.world.rank() == 0;
    match result {
        // Every rank has the same result, and one of them says so.
        Err(failure) if !is_first => failure.status(),
        result => finish(PROGRAM, result),
    }
}
