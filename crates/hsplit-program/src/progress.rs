// SPDX-License-Identifier: MIT OR Apache-2.0
//! A progress line for long work on a terminal. If stderr is not a terminal, nothing is written.

use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Work that is shorter shows nothing.
const QUIET: Duration = Duration::from_secs(1);
const BETWEEN: Duration = Duration::from_millis(250);
/// The width of a terminal that does not report one.
const USUAL_WIDTH: usize = 80;
const ERASE: &str = "\r\x1b[K";

/// The progress line. It is removed when this is dropped. Threads may share it.
pub struct Progress {
    begin: String,
    start: Instant,
    /// The time of the next update, in milliseconds from the start.
    next: AtomicU64,
    is_terminal: bool,
}

impl Progress {
    /// Begins the work of a program.
    pub fn new(program: &str, what: &str) -> Self {
        let begin = format!("{program}: {what}");
        let next = AtomicU64::new(millis(QUIET));
        Self { begin, start: Instant::now(), next, is_terminal: stderr().is_terminal() }
    }

    /// The time since the start of the work.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Shows the progress if stderr is a terminal, but no more often than readers can follow.
    pub fn show(&self, how_far: impl FnOnce() -> String) {
        if !self.is_terminal {
            return;
        }
        let (elapsed, next) = (self.elapsed(), self.next.load(Ordering::Relaxed));
        let later = millis(elapsed + BETWEEN);
        // Of several threads at the same time, one writes.
        let is_due = millis(elapsed) >= next;
        if is_due && self.next.compare_exchange(next, later, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            write_line(&cut(&format!("{}: {}", self.begin, how_far()), width()));
        }
    }

    /// Removes the line, before other output.
    pub fn clear(&self) {
        if self.next.load(Ordering::Relaxed) > millis(QUIET) {
            write_line("");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// Writes the line in one system call, because other processes may write to the terminal too.
fn write_line(line: &str) {
    // If the terminal is closed, an error has no consequence.
    let _ = stderr().write_all(format!("{ERASE}{line}").as_bytes());
}

/// Returns the number of letters of a line: a longer one could not be erased.
fn width() -> usize {
    let size = rustix::termios::tcgetwinsize(stderr()).map_or(0, |size| usize::from(size.ws_col));
    if size == 0 { USUAL_WIDTH } else { size }
}

/// Cuts a line. The last column stays empty: some terminals continue on the next line there.
fn cut(line: &str, width: usize) -> String {
    line.chars().map(|letter| if letter.is_control() { '?' } else { letter }).take(width - 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_fits_the_terminal() {
        assert_eq!(cut("hsplit: a\tmatrix: 3 MiB", 12), "hsplit: a?m");
        assert_eq!(cut("short", 80), "short");
    }
}
