// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the library says on stderr: one line, one write, with the rank in front.
//!
//! A whole line in one `write(2)` stays whole when hundreds of ranks share a terminal. What all processes of a node
//! would print alike (a broken variable, an unreadable file) is printed by the first of them alone: see [`NODE`].

use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use log::{Level, LevelFilter, Log, Metadata, Record};

use crate::launcher;
use crate::settings::Settings;
use hsplit_core::message::{in_one_line, plain};

/// The log target of lines that only the first process of each node prints.
pub const NODE: &str = "hsplit::node";
/// The log target of lines about work that takes long. They are shown where warnings are, but are no warnings.
pub const PROGRESS: &str = "hsplit::progress";

static RANK: AtomicI32 = AtomicI32::new(-1);
/// Warnings and errors that this process has printed.
static WARNINGS: AtomicU64 = AtomicU64::new(0);
static LOGGER: OnceLock<Logger> = OnceLock::new();

struct Logger {
    level: LevelFilter,
    ranks: Option<Vec<i32>>,
    speaks_for_node: bool,
}

/// Starts the logger; further calls do nothing.
pub fn start(settings: &Settings) {
    let logger = LOGGER.get_or_init(|| Logger {
        level: settings.log,
        ranks: settings.log_ranks.clone(),
        speaks_for_node: speaks_for_node(|name| std::env::var(name).ok()),
    });
    if log::set_logger(logger).is_ok() {
        log::set_max_level(logger.level);
    }
}

/// Tells the logger this process's rank in `MPI_COMM_WORLD`.
pub fn set_rank(rank: i32) {
    RANK.store(rank, Ordering::Relaxed);
}

/// How many warnings and errors this process has printed.
pub fn warnings() -> u64 {
    WARNINGS.load(Ordering::Relaxed)
}

/// Whether this is the first process of its node, as the launcher numbers them; true where no launcher says.
fn speaks_for_node(variable: impl Fn(&str) -> Option<String>) -> bool {
    launcher::local_rank(variable).is_none_or(|rank| rank == 0)
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
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let rank = RANK.load(Ordering::Relaxed);
        let rank_speaks = rank < 0 || self.ranks.as_ref().is_none_or(|ranks| ranks.contains(&rank));
        metadata.level() <= self.level && rank_speaks && (self.speaks_for_node || metadata.target() != NODE)
    }

    fn log(&self, record: &Record<'_>) {
        if record.metadata().target().starts_with("hsplit") && self.enabled(record.metadata()) {
            // Nothing can be done, and nothing must happen, where stderr is closed.
            let _ = std::io::stderr().write_all(self.line(record).as_bytes());
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
    fn the_first_process_of_a_node_speaks_for_it() {
        let set =
            |name: &'static str, value: &'static str| move |asked: &str| (asked == name).then(|| value.to_owned());
        assert!(speaks_for_node(|_| None));
        assert!(speaks_for_node(set("MPI_LOCALRANKID", "0")));
        for name in ["OMPI_COMM_WORLD_LOCAL_RANK", "PMI_LOCAL_RANK", "PALS_LOCAL_RANKID", "FLUX_TASK_LOCAL_ID"] {
            assert!(!speaks_for_node(set(name, "3")), "{name}");
        }
    }

    #[test]
    fn a_line_stays_one_line() {
        let logger = Logger { level: LevelFilter::Warn, ranks: None, speaks_for_node: true };
        let line = |target: &str, level| {
            logger.line(&Record::builder().target(target).level(level).args(format_args!("a\nb")).build())
        };
        assert_eq!(line(NODE, Level::Warn), "hsplit[-]: warning: a b\n");
        assert_eq!(line("hsplit", Level::Info), "hsplit[-]: a b\n");
    }

    #[test]
    fn progress_is_no_warning() {
        let logger = Logger { level: LevelFilter::Warn, ranks: None, speaks_for_node: true };
        let record = |level| Record::builder().target(PROGRESS).level(level).args(format_args!("round 1 of 2")).build();
        assert_eq!(logger.line(&record(Level::Warn)), "hsplit[-]: progress: round 1 of 2\n");
        assert!(logger.enabled(record(Level::Warn).metadata()));
        assert!(!logger.enabled(record(Level::Info).metadata()));
    }
}
