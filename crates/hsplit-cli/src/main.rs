// SPDX-License-Identifier: MIT OR Apache-2.0
//! The command line: one file per subcommand, each turning its arguments into the text to print.
//!
//! Only `hsplit_program` prints and chooses the exit status, so that all errors have the same form: one line on stderr
//! that begins with `hsplit:`.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
pub(crate) use hsplit_program::Failure;
use hsplit_program::{finish, finish_with, not_understood};

mod bind;
mod columns;
mod completions;
mod doctor;
mod drawing;
mod env;
mod executable;
mod grammar;
mod input;
mod levels;
mod library;
mod man;
mod map;
mod monitor;
mod mpi;
mod output;
mod parameters;
mod place;
mod predict;
mod python;
mod run;
mod shell;
mod simulate;
mod start;
mod summary;
mod topology;
mod tree;
mod tuning;
mod words;

/// Show the hardware hierarchy and the communicators that libhsplit splits along it. Needs no MPI.
#[derive(Debug, Parser)]
#[command(name = "hsplit", version, disable_help_subcommand = true, after_help = AFTER_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  hsplit tree                                    this machine, one rank per core
  hsplit tree -i 'leaf:2 node:8 package:2 core:16 pu:1' -n 64
  hsplit tree --topology site.topology           the switches and hosts of a topology file
  hsplit place NUMANode                          the workers of a phase, one per NUMA node
  hsplit map traffic.mtx -i cluster.xml          a placement of ranks by their traffic
  hsplit monitor hsplit-monitor.4711.*           the traffic between the ranks of a run
  hsplit levels                                  the names that guided splits accept here
  hsplit env                                     the library's variables and their values
  hsplit doctor                                  errors of the installation and the settings
  hsplit predict --parameters cluster.parameters predicted times of collective operations
  hsplit parameters import latencies.txt --message 5 --rate 119MiB
                                                 parameters from a matrix of latencies
  hsplit tuning show /site/tuning                the collective calls that gained in earlier jobs
  hsplit summary /site/summaries/*.json          the jobs that gained, and that would gain
  hsplit simulate                                broadcast schedules between clusters
  mpiexec -n 8 hsplit run ./program              a program with the library for its MPI
  hsplit bind NUMANode:1 ./program               a program on a part of this node

Exit status: 0; 1 if the request cannot be satisfied; 2 for wrong usage.";

#[derive(Debug, Subcommand)]
enum Command {
    Tree(tree::Arguments),
    Place(place::Arguments),
    Map(map::Arguments),
    Monitor(monitor::Arguments),
    Levels(levels::Arguments),
    Env(env::Arguments),
    Doctor(doctor::Arguments),
    Predict(predict::Arguments),
    Parameters(parameters::Arguments),
    Simulate(simulate::Arguments),
    Tuning(tuning::Arguments),
    Summary(summary::Arguments),
    Run(run::Arguments),
    Bind(bind::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Runs the whole program.
pub(crate) fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words = words::joined(arguments);
    let cli = match Cli::try_parse_from(&words) {
        Ok(cli) => cli,
        Err(error) => return not_understood("hsplit", &error, &commands(words.get(1))),
    };
    let result = match cli.command {
        Command::Tree(arguments) => arguments.run(),
        Command::Place(arguments) => arguments.run(),
        Command::Map(arguments) => arguments.run(),
        Command::Monitor(arguments) => arguments.run(),
        Command::Levels(arguments) => arguments.run(),
        Command::Env(arguments) => arguments.run(),
        Command::Doctor(arguments) => match arguments.run() {
            Ok((text, is_wrong)) => return finish_with("hsplit", &text, u8::from(is_wrong)),
            Err(failure) => Err(failure),
        },
        Command::Predict(arguments) => arguments.run(),
        Command::Parameters(arguments) => arguments.run(),
        Command::Simulate(arguments) => arguments.run(),
        Command::Tuning(arguments) => arguments.run(),
        Command::Summary(arguments) => arguments.run(),
        Command::Run(arguments) => arguments.run(),
        Command::Bind(arguments) => arguments.run(),
        Command::Completions(arguments) => Ok(arguments.run(&mut Cli::command())),
        Command::Man(arguments) => arguments.run(Cli::command()),
    };
    finish("hsplit", result)
}

/// Returns the subcommands of this command, or of the whole program.
fn commands(word: Option<&OsString>) -> String {
    let program = Cli::command();
    let command = word.and_then(|word| program.find_subcommand(word)).filter(|command| command.has_subcommands());
    let names: Vec<&str> = command.unwrap_or(&program).get_subcommands().map(clap::Command::get_name).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

fn main() -> ExitCode {
    run(std::env::args_os())
}
