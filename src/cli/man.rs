// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit man`: the manual pages, written from the command line's own description.

use clap::{Args, Command};

use super::Failure;

/// Print the manual page of the command, or of one of its subcommands.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  hsplit man > hsplit.1\n  hsplit man tree > hsplit-tree.1")]
pub struct Arguments {
    /// The subcommand [default: the command itself]
    subcommand: Option<String>,
}

impl Arguments {
    /// The page, in roff.
    pub fn run(&self, mut command: Command) -> Result<String, Failure> {
        command.build();
        let wanted = match &self.subcommand {
            None => command,
            Some(name) => subcommand(&command, name)?,
        };
        page(&wanted).map_err(|error| Failure::of("man", error))
    }
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
    let last = command.get_after_help().map_or_else(String::new, |words| format!(".SH NOTES\n.nf\n{}\n.fi\n", as_it_stands(&words.to_string())));
    Ok(page + &last)
}

/// Lines that roff is to leave alone: its own escapes written out, and no line that begins with a request.
fn as_it_stands(words: &str) -> String {
    let line = |line: &str| format!("\\&{}", line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq"));
    words.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn subcommand(command: &Command, name: &str) -> Result<Command, Failure> {
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let found = command.get_subcommands().find(|subcommand| subcommand.get_name() == name);
    let found = found.ok_or_else(|| Failure::of_usage("man", format!("there is no subcommand '{name}' (there are {})", names.join(", "))))?;
    Ok(found.clone())
}
