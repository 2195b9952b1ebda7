// SPDX-License-Identifier: MIT OR Apache-2.0
//! A terminal, to capture the command's output to it.

use std::fs::File;
use std::io::Read;
use std::process::{Child, Command, Stdio};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// The test's side of a terminal, and the programs' side.
pub struct Terminal {
    own: File,
    theirs: File,
}

impl Terminal {
    /// Opens a terminal.
    pub fn new() -> Self {
        let made = || -> rustix::io::Result<Self> {
            let own = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
            grantpt(&own)?;
            unlockpt(&own)?;
            let theirs = open(ptsname(&own, vec![])?, OFlags::RDWR | OFlags::NOCTTY, Mode::empty())?;
            Ok(Self { own: own.into(), theirs: theirs.into() })
        };
        made().unwrap_or_else(|error| panic!("no terminal can be made (is /dev/pts mounted?): {error}"))
    }

    /// Returns the terminal as a stream of a program.
    pub fn stream(&self) -> Stdio {
        self.theirs.try_clone().unwrap().into()
    }

    /// Returns the output up to these words, or all of it if they do not occur before the last writer has closed it.
    pub fn until(self, words: &str) -> String {
        drop(self.theirs);
        let (mut own, mut text, mut part) = (self.own, vec![], [0; 4096]);
        // Reading a terminal without a writer is an error.
        while let Ok(count @ 1..) = own.read(&mut part) {
            text.extend_from_slice(&part[..count]);
            if !words.is_empty() && String::from_utf8_lossy(&text).contains(words) {
                break;
            }
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Returns all output.
    pub fn text(self) -> String {
        self.until("")
    }
}

/// Returns the command with no variable of the library set, whose streams the caller sets.
pub fn hsplit(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hsplit"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("HSPLIT_") || name.to_string_lossy().starts_with("HWLOC_") {
            command.env_remove(name);
        }
    }
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// A program that is killed at the end of the test.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
