// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the programs `hsplit` and `hsplit-bench` have in common: a mistake is one line on stderr that begins with the
//! program's name, manual pages are made from the description of the command line, sizes and times have one form, and
//! long work shows how far it is.

use std::fmt::{self, Display};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::Command;
use hsplit_core::message::in_one_line;

pub mod chart;
pub mod progress;
pub mod units;

/// Why there is nothing to print: a line for the user.
#[derive(Debug)]
pub struct Failure {
    message: String,
    status: u8,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Failure {
    /// What went wrong, and where it came from: an option, a variable, a file.
    pub fn of(origin: &str, error: impl Display) -> Self {
        Self { message: format!("{origin}: {error}"), status: 1 }
    }

    /// As [`Failure::of`], for an argument that can never be right.
    pub fn of_usage(origin: &str, error: impl Display) -> Self {
        Self { status: 2, ..Self::of(origin, error) }
    }

    /// The exit status, for processes that leave the words to another one.
    pub fn status(&self) -> ExitCode {
        ExitCode::from(self.status)
    }
}

/// Prints what a subcommand gives, or why it gives nothing.
pub fn finish(program: &str, result: Result<String, Failure>) -> ExitCode {
    match result {
        Ok(text) => print(program, &text),
        Err(failure) => complain(program, &failure.message, failure.status),
    }
}

/// Prints what a subcommand gives, and ends with this status where that can be printed.
pub fn finish_with(program: &str, text: &str, status: u8) -> ExitCode {
    match print(program, text) {
        printed if printed == ExitCode::SUCCESS => ExitCode::from(status),
        failed => failed,
    }
}

/// Says on stderr what went wrong with a part of the work, while the rest goes on.
pub fn warn(program: &str, failure: &Failure) {
    complain(program, &failure.message, failure.status);
}

/// Prints to stdout. A reader that has seen enough (`| head`) is no mistake.
fn print(program: &str, text: &str) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => complain(program, &format!("cannot write: {error}"), 1),
        _ => ExitCode::SUCCESS,
    }
}

fn complain(program: &str, message: &str, status: u8) -> ExitCode {
    // Where even stderr is gone, the exit status is all that can be said.
    let _ = writeln!(std::io::stderr(), "{program}: {}", in_one_line(message));
    ExitCode::from(status)
}

/// Help and version are printed; a mistake becomes one line. `which` asks for the subcommand that is missing.
pub fn not_understood(program: &str, error: &clap::Error, which: &str) -> ExitCode {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return print(program, &text);
    }
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return complain(program, &format!("which command? {which} ('{program} --help' explains them)"), 2);
    }
    let said = text.split("\n\nUsage:").next().unwrap_or_default().split("\n\nFor more").next().unwrap_or_default();
    let line = said.strip_prefix("error: ").unwrap_or(said).split_whitespace().collect::<Vec<_>>().join(" ");
    complain(program, &format!("{line} ('{program} --help' explains the usage)"), 2)
}

/// The manual page of a program, or of one of its subcommands, in roff.
///
/// # Errors
/// There is no such subcommand.
pub fn manual_page(mut program: Command, subcommand: Option<&str>) -> Result<String, Failure> {
    program.build();
    let wanted = match subcommand {
        None => program,
        Some(name) => subcommand_of(&program, name)?,
    };
    page(&wanted).map_err(|error| Failure::of("man", error))
}

/// The page; what `--help` says last is set as it stands, because columns have a meaning there.
fn page(command: &Command) -> std::io::Result<String> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let man = clap_mangen::Man::new(command.clone()).title(name).source(concat!("hsplit ", env!("CARGO_PKG_VERSION")));
    let mut page = vec![];
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let page = String::from_utf8_lossy(&page).into_owned();
    let last = command
        .get_after_help()
        .map_or_else(String::new, |words| format!(".SH NOTES\n.nf\n{}\n.fi\n", as_it_stands(&words.to_string())));
    Ok(page + &last)
}

/// Lines that roff is to leave alone: its own escapes written out, and no line that begins with a request.
fn as_it_stands(words: &str) -> String {
    let line = |line: &str| format!("\\&{}", line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq"));
    words.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn subcommand_of(command: &Command, name: &str) -> Result<Command, Failure> {
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let found = command.get_subcommands().find(|subcommand| subcommand.get_name() == name);
    let found = found.ok_or_else(|| {
        Failure::of_usage("man", format!("there is no subcommand '{name}' (there are {})", names.join(", ")))
    })?;
    Ok(found.clone())
}
