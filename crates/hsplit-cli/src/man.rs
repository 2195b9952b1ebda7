// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit man`: the manual pages, generated from the command line's own description.

use clap::{Args, Command};
use hsplit_program::manual_page;

use super::Failure;

/// Print the manual page of the command, or of one of its subcommands.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  hsplit man > hsplit.1\n  hsplit man tree > hsplit-tree.1")]
pub(crate) struct Arguments {
    /// The subcommand [default: the command itself]
    subcommand: Option<String>,
}

impl Arguments {
    /// Returns the page, in roff.
    pub(crate) fn run(&self, command: Command) -> Result<String, Failure> {
        manual_page(command, self.subcommand.as_deref())
    }
}
