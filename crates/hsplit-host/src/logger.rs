// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library's messages on stderr: one line per write, prefixed with the rank.
//!
//! A line in one `write(2)` is not split even if hundreds of ranks share a terminal. Messages that all processes of a
//! node would print (a wrong variable, an unreadable file) are printed once, by the first process: see [`NODE`].

use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use log::{Level, LevelFilter, Log, Metadata, Record};

use crate::said::Process;
use hsplit_core::message::{in_one_line, plain};
use hsplit_memory::signals::without_write_signals;

/// The log target of lines that are printed by one process per node, any one; different lines are printed separately.
pub const NODE: &str = "hsplit::node";
/// The same as [`NODE`] for lines about each process's own files: they differ, and one of them suffices.
pub const OWN_FILES: &str = "hsplit::node::own-files";
/// The log target of lines about slow work. They are printed at the level of warnings, but do not count as warnings.
pub const PROGRESS: &str = "hsplit::progress";

static RANK: AtomicI32 = AtomicI32::new(-1);
/// The number of warnings and errors that this process has printed.
static WARNINGS: AtomicU64 = AtomicU64::new(0);
static LOGGER: OnceLock<Logger> = OnceLock::new();

struct Logger {
    level: LevelFilter,
    ranks: Option<Vec<i32>>,
    process: Option<Process>,
}

/// Starts the logger with a level, for some or all ranks; further calls have no effect.
pub fn start(level: LevelFilter, ranks: Option<&[i32]>) {
    let logger = LOGGER.get_or_init(|| Logger {
        level,
        ranks: ranks.map(<[i32]>::to_vec),
        process: Process::this(|name| std::env::var(name).ok()),
    });
    if log::set_logger(logger).is_ok() {
        log::set_max_level(logger.level);
    }
}

/// Sets this process's rank in `MPI_COMM_WORLD`.
pub fn set_rank(rank: i32) {
    RANK.store(rank, Ordering::Relaxed);
}

/// The number of warnings and errors that this process has printed.
pub fn warnings() -> u64 {
    WARNINGS.load(Ordering::Relaxed)
}

impl Logger {
    fn line(&self, record: &Record<'_>) -> String {
        let rank = RANK.load(Ordering::Relaxed);
        let rank = if rank < 0 { "-".to_owned() } else { rank.to_string() };
        let kind = match record.level() {
            _ if record.target() == PROGRESS => "progress: ",
            Level::Error => "error: ",
            Level::Warn => "warning: ",
            Level::Info | Level::Debug | Level::Trace => "",
        };
        let message = record.args().to_string();
        let message = if record.level() <= Level::Warn { in_one_line(&message) } else { plain(&message) };
        format!("hsplit[{rank}]: {kind}{message}\n")
    }

    /// True if another process of this node has printed the line.
    fn is_said(&self, record: &Record<'_>) -> bool {
        let what = match record.target() {
            NODE => record.args().to_string(),
            OWN_FILES => OWN_FILES.to_owned(),
            _ => return false,
        };
        self.process.as_ref().is_some_and(|process| !process.is_first_to_say(&what))
    }
}

/// Prints to stderr. If stderr is a pipe without a reader, the program gets no signal.
///
/// # Errors
/// The text is not written.
pub fn print(text: &str) -> std::io::Result<()> {
    without_write_signals(|| std::io::stderr().write_all(text.as_bytes()))
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let rank = RANK.load(Ordering::Relaxed);
        let rank_speaks = rank < 0 || self.ranks.as_ref().is_none_or(|ranks| ranks.contains(&rank));
        metadata.level() <= self.level && rank_speaks
    }

    fn log(&self, record: &Record<'_>) {
        let is_shown = record.target().starts_with("hsplit") && self.enabled(record.metadata());
        if is_shown && !self.is_said(record) {
            // If stderr is closed, the message is lost without an error.
            let _ = print(&self.line(record));
            if record.level() <= Level::Warn && record.target() != PROGRESS {
                WARNINGS.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    fn flush(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_node_says_is_compared() {
        let job = std::process::id();
        let process = |name: &str| match name {
            "PALS_LOCAL_RANKID" => Some("3".to_owned()),
            "LSB_JOBID" => Some(format!("logger-{job}")),
            _ => None,
        };
        let logger = Logger { level: LevelFilter::Warn, ranks: None, process: Process::this(process) };
        let is_said = |target, text: &str| {
            logger.is_said(&Record::builder().target(target).level(Level::Warn).args(format_args!("{text}")).build())
        };
        assert_eq!([is_said(NODE, "a"), is_said(NODE, "a"), is_said(NODE, "b")], [false, true, false]);
        assert_eq!([is_said(OWN_FILES, "a"), is_said(OWN_FILES, "b")], [false, true]);
        assert_eq!([is_said("hsplit", "a"), is_said("hsplit", "a")], [false, false]);
    }

    #[test]
    fn a_line_stays_one_line() {
        let logger = Logger { level: LevelFilter::Warn, ranks: None, process: None };
        let line = |target: &str, level| {
            logger.line(&Record::builder().target(target).level(level).args(format_args!("a\nb")).build())
        };
        assert_eq!(line(NODE, Level::Warn), "hsplit[-]: warning: a b\n");
        assert_eq!(line("hsplit", Level::Info), "hsplit[-]: a b\n");
    }

    #[test]
    fn progress_is_no_warning() {
        let logger = Logger { level: LevelFilter::Warn, ranks: None, process: None };
        let record = |level| Record::builder().target(PROGRESS).level(level).args(format_args!("round 1 of 2")).build();
        assert_eq!(logger.line(&record(Level::Warn)), "hsplit[-]: progress: round 1 of 2\n");
        assert!(logger.enabled(record(Level::Warn).metadata()));
        assert!(!logger.enabled(record(Level::Info).metadata()));
    }
}
