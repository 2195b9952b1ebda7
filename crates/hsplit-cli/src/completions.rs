// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit completions`: the completion script of a shell, generated from the command line's own description.

use clap::{Args, Command};
use clap_complete::Shell;

/// Print the completion script of a shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  hsplit completions bash > /usr/share/bash-completion/completions/hsplit")]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

impl Arguments {
    /// Returns the script.
    pub(crate) fn run(&self, command: &mut Command) -> String {
        let mut script = vec![];
        clap_complete::generate(self.shell, command, "hsplit", &mut script);
        String::from_utf8_lossy(&script).into_owned()
    }
}
