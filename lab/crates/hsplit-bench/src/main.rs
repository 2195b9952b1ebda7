// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program `hsplit-bench`: the experiments of RR-9077, section 7, and what phases and reordered ranks are
//! worth, on the reader's own machine.
//!
//! Statistics, tables, plots, and the arithmetic of grids and hierarchies need no MPI: they are in
//! `hsplit-experiments`. Module `mpi` alone calls MPI and libhsplit, by their C names, as any program would.

use std::process::ExitCode;

use hsplit_experiments::algorithm::Algorithm;
use hsplit_experiments::arguments::{self, Command, PROGRAM};
use hsplit_program::{Failure, finish};

use crate::mpi::Mpi;
use crate::session::Session;

mod calls;
mod clock;
mod collectives;
mod counted;
mod line;
mod look_ahead;
mod mpi;
mod open_mpi_algorithm;
mod phases;
mod provenance;
mod rings;
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

/// A whole run, on each rank.
fn run(command: &Command) -> ExitCode {
    let (common, algorithms) = match command {
        Command::Collectives(arguments) => (&arguments.common, arguments.algorithms.clone()),
        Command::Calls(arguments) => (&arguments.common, vec![Algorithm::Default]),
        Command::Strategies(arguments) => (&arguments.common, vec![Algorithm::Default]),
        Command::Summa(arguments) => (&arguments.common, vec![arguments.algorithm]),
        Command::Vectors(arguments) => (&arguments.common, vec![Algorithm::Default]),
        Command::Split(arguments) => (&arguments.common, vec![Algorithm::Default]),
        Command::Phases(arguments) => (&arguments.common, vec![Algorithm::Default]),
        Command::Rings(arguments) => (&arguments.common, vec![Algorithm::Default]),
        Command::Plot(_) | Command::Man(_) => unreachable!("they measure nothing"),
    };
    open_mpi_algorithm::prepare(&algorithms);
    provenance::variables();
    let has_threads = matches!(command, Command::Calls(arguments) if arguments.threads > 1);
    let _mpi = Mpi::start(has_threads);
    let mut session = Session::new(common);
    let is_first = session.world.rank() == 0;
    let measured = measure(&mut session, command);
    match measured.and_then(|()| session.finish()) {
        // All ranks fail alike, and rank 0 reports it.
        Err(failure) if !is_first => failure.status(),
        result => finish(PROGRAM, result.map(|()| String::new())),
    }
}

fn measure(session: &mut Session, command: &Command) -> Result<(), Failure> {
    session.open_files()?;
    match command {
        Command::Collectives(arguments) => collectives::run(session, arguments),
        Command::Calls(arguments) if arguments.monitor => counted::run(session, arguments),
        Command::Calls(arguments) => calls::run(session, arguments),
        Command::Strategies(arguments) => strategies::run(session, arguments),
        Command::Summa(arguments) => summa::run(session, arguments),
        Command::Vectors(arguments) => vectors::run(session, arguments),
        Command::Phases(arguments) => phases::run(session, arguments),
        Command::Rings(arguments) => rings::run(session, arguments),
        _ => split::run(session),
    }
}
