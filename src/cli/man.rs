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
        let mut page = vec![];
        clap_mangen::Man::new(wanted).render(&mut page).map_err(|error| Failure::of("man", error))?;
        Ok(String::from_utf8_lossy(&page).into_owned())
    }
}

fn subcommand(command: &Command, name: &str) -> Result<Command, Failure> {
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let found = command.get_subcommands().find(|subcommand| subcommand.get_name() == name);
    let found = found.ok_or_else(|| Failure::of("man", format!("there is no subcommand '{name}' (there are {})", names.join(", "))))?;
    Ok(found.clone())
}
