// SPDX-License-Identifier: MIT OR Apache-2.0
//! Common parts of the programs `hsplit` and `hsplit-bench`: an error is one line on stderr that begins with the
//! program's name, manual pages are generated from the description of the command line, sizes and times have one
//! format, and long work shows its progress.

use std::fmt::{self, Display};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::Command;
use hsplit_core::message::in_one_line;

pub mod chart;
pub mod progress;
pub mod units;

/// The reason why there is no output: a line for the user.
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
    /// An error with its origin: an option, a variable, a file.
    pub fn of(origin: &str, error: impl Display) -> Self {
        Self { message: format!("{origin}: {error}"), status: 1 }
    }

    /// As [`Failure::of`], for an argument that is invalid in every case.
    pub fn of_usage(origin: &str, error: impl Display) -> Self {
        Self { status: 2, ..Self::of(origin, error) }
    }

    /// The exit status, for processes that leave the message to another one.
    pub fn status(&self) -> ExitCode {
        ExitCode::from(self.status)
    }
}

/// Prints the output of a subcommand, or its error.
pub fn finish(program: &str, result: Result<String, Failure>) -> ExitCode {
    match result {
        Ok(text) => print(program, &text),
        Err(failure) => complain(program, &failure.message, failure.status),
    }
}

/// Prints the output of a subcommand, and returns this status if printing succeeds.
pub fn finish_with(program: &str, text: &str, status: u8) -> ExitCode {
    match print(program, text) {
        printed if printed == ExitCode::SUCCESS => ExitCode::from(status),
        failed => failed,
    }
}

/// Prints an error of a part of the work to stderr, while the other parts continue.
pub fn warn(program: &str, failure: &Failure) {
    complain(program, &failure.message, failure.status);
}

/// Prints lines to stderr beside the output. They are lost if stderr is full or closed.
pub fn remark(lines: &str) {
    let _ = std::io::stderr().write_all(lines.as_bytes());
}

/// Prints to stdout. A reader that closes the pipe early (`| head`) is no error.
fn print(program: &str, text: &str) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => complain(program, &format!("cannot write: {error}"), 1),
        _ => ExitCode::SUCCESS,
    }
}

fn complain(program: &str, message: &str, status: u8) -> ExitCode {
    // In one write, because all ranks of a job may print it. If stderr is closed too, only the exit status remains.
    remark(&format!("{program}: {}\n", in_one_line(message)));
    ExitCode::from(status)
}

/// Prints help and version; an error becomes one line. `which` names the possible subcommands if one is missing.
pub fn not_understood(program: &str, error: &clap::Error, which: &str) -> ExitCode {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return print(program, &text);
    }
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return complain(program, &format!("which command? {which} ('{program} --help' explains them)"), 2);
    }
    let said = text.split("\n\nUsage:").next().unwrap_or_default().split("\n\nFor more").next().unwrap_or_default();
    let paragraphs = said.strip_prefix("error: ").unwrap_or(said).split("\n\n");
    let words = |paragraph: &str| paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = paragraphs.map(words).collect::<Vec<_>>().join("; ");
    complain(program, &format!("{line} ('{program} --help' explains the usage)"), 2)
}

/// Generates the manual page of a program, or of one of its subcommands, in roff.
///
/// # Errors
/// There is no such subcommand.
pub fn manual_page(mut program: Command, subcommand: Option<&str>) -> Result<String, Failure> {
    program.build();
    let wanted = match subcommand {
        None => &program,
        Some(name) => subcommand_of(&program, name)?,
    };
    page(wanted, subcommand.is_none()).map_err(|error| Failure::of("man", error))
}

/// Generates the page. Each subcommand of the program has a page; its own commands are sections of that page.
fn page(command: &Command, is_program: bool) -> std::io::Result<String> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let man = clap_mangen::Man::new(command.clone()).title(name).source(concat!("hsplit ", env!("CARGO_PKG_VERSION")));
    let mut page = vec![];
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if is_program {
        man.render_subcommands_section(&mut page)?;
    }
    let mut page = String::from_utf8_lossy(&page).into_owned();
    for inner in command.get_subcommands().filter(|_| !is_program) {
        page += &section(inner)?;
    }
    Ok(page + &notes(command, ".SH"))
}

/// Generates the section of a command in the page of the command above it.
fn section(command: &Command) -> std::io::Result<String> {
    let man = clap_mangen::Man::new(command.clone());
    let mut text = vec![];
    man.render_description_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_options_section(&mut text)?;
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let text = String::from_utf8_lossy(&text).replace("\n.SH ", "\n.SS ");
    Ok(format!(".SH {}\n{text}{}", name.to_uppercase(), notes(command, ".SS")))
}

/// Returns the text at the end of `--help`, unchanged, because its columns have a meaning.
fn notes(command: &Command, heading: &str) -> String {
    let words = command.get_after_help();
    words.map_or_else(String::new, |words| format!("{heading} NOTES\n.nf\n{}\n.fi\n", as_it_stands(&words.to_string())))
}

/// Escapes lines that roff must not interpret: no escape sequences, and no line that begins with a request.
fn as_it_stands(words: &str) -> String {
    let line = |line: &str| format!("\\&{}", line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq"));
    words.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn subcommand_of<'a>(command: &'a Command, name: &str) -> Result<&'a Command, Failure> {
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let found = command.get_subcommands().find(|subcommand| subcommand.get_name() == name);
    found.ok_or_else(|| {
        Failure::of_usage("man", format!("there is no subcommand '{name}' (there are {})", names.join(", ")))
    })
}
