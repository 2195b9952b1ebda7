// SPDX-License-Identifier: MIT OR Apache-2.0
//! One line on a terminal that says how far long work is.

use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Shorter work shows nothing.
const QUIET: Duration = Duration::from_secs(1);
const BETWEEN: Duration = Duration::from_millis(250);

/// The line. It is gone when this is dropped.
pub(super) struct Progress {
    what: String,
    start: Instant,
    next: Cell<Duration>,
    is_terminal: bool,
}

impl Progress {
    /// Work that begins now.
    pub(super) fn new(what: &str) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        Self { what: what.to_owned(), start: Instant::now(), next: Cell::new(QUIET), is_terminal }
    }

    /// How long it has taken.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Shows the progress, where stderr is a terminal.
    pub(super) fn show(&self, how_far: impl Fn() -> String) {
        if !self.is_terminal {
            return;
        }
        let elapsed = self.elapsed();
        if elapsed >= self.next.get() {
            self.next.set(elapsed + BETWEEN);
            // A terminal that is gone needs no line.
            let _ = write!(std::io::stderr(), "\r\x1b[Khsplit: {}: {}", self.what, how_far());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.next.get() > QUIET {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
