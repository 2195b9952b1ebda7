// SPDX-License-Identifier: MIT OR Apache-2.0
//! The command line: one file per subcommand, each turning its arguments into the text to print.
//!
//! Only this file prints and decides the exit status, so that every mistake looks the same: one line on stderr that
//! begins with `hsplit:`.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

mod completions;
mod doctor;
mod env;
mod grammar;
mod levels;
mod man;
mod scene;
mod topology;
mod tree;

/// Show the hardware hierarchy and the communicators that libhsplit splits along it. Needs no MPI.
#[derive(Debug, Parser)]
#[command(name = "hsplit", version, disable_help_subcommand = true, after_help = AFTER_HELP)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  hsplit tree                                    this machine, one rank per core
  hsplit tree -i 'leaf:2 node:8 package:2 core:16 pu:1' -n 64
  hsplit tree --topology site.topology           the switches and hosts of a topology file
  hsplit levels                                  the names that guided splits take here
  hsplit env                                     the library's variables and their values
  hsplit doctor                                  what is wrong, and why a split ends where it ends

Exit status: 0; 1 where what was asked for cannot be had; 2 for wrong usage.";

#[derive(Debug, Subcommand)]
enum Command {
    Tree(tree::Arguments),
    Levels(levels::Arguments),
    Env(env::Arguments),
    Doctor(doctor::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Why there is nothing to print: a line for the user.
#[derive(Debug)]
pub struct Failure {
    message: String,
    status: u8,
}

impl Failure {
    /// What went wrong, and where it came from: an option, a variable, a file.
    pub fn of(origin: &str, error: impl Display) -> Self {
        Self { message: format!("{origin}: {error}"), status: 1 }
    }

    /// The same for an argument that can never be right.
    pub fn of_usage(origin: &str, error: impl Display) -> Self {
        Self { status: 2, ..Self::of(origin, error) }
    }
}

/// The whole program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return not_understood(&error),
    };
    let result = match cli.command {
        Command::Tree(arguments) => arguments.run(),
        Command::Levels(arguments) => arguments.run(),
        Command::Env(arguments) => Ok(arguments.run()),
        Command::Doctor(arguments) => arguments.run(),
        Command::Completions(arguments) => Ok(arguments.run(&mut Cli::command())),
        Command::Man(arguments) => arguments.run(Cli::command()),
    };
    match result {
        Ok(text) => print(&text),
        Err(failure) => complain(&failure.message, failure.status),
    }
}

/// Prints to stdout. A reader that has seen enough (`| head`) is no mistake.
fn print(text: &str) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => complain(&format!("cannot write: {error}"), 1),
        _ => ExitCode::SUCCESS,
    }
}

fn complain(message: &str, status: u8) -> ExitCode {
    // Where even stderr is gone, the exit status is all that can be said.
    let _ = writeln!(std::io::stderr(), "hsplit: {message}");
    ExitCode::from(status)
}

/// Help and version are printed; a mistake becomes one line.
fn not_understood(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return print(&text);
    }
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return complain("which command? tree, levels, env, doctor, completions or man ('hsplit --help' explains them)", 2);
    }
    let said = text.split("\n\nUsage:").next().unwrap_or_default().split("\n\nFor more").next().unwrap_or_default();
    let line = said.strip_prefix("error: ").unwrap_or(said).split_whitespace().collect::<Vec<_>>().join(" ");
    complain(&format!("{line} ('hsplit --help' explains the usage)"), 2)
}
