// SPDX-License-Identifier: MIT OR Apache-2.0
//! The settings that must be equal on all ranks of a communicator before one of them sends a message for a feature.

use super::PARTITION;

/// A feature that needs equal settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Collective calls along the hierarchy.
    Collectives,
    /// The exchange of a split.
    Exchange,
    /// Split types that are passed to the native MPI without an exchange.
    Native,
    /// The level that replaces `MPI_COMM_TYPE_SHARED`.
    Shared,
    /// Measuring latencies before a split.
    Measured,
    /// Sleeping barriers.
    Wait,
    /// Phases of programs that do not use the library.
    Phases,
    /// Reordering topology calls.
    Reorder,
    /// The summary of a job.
    Summary,
    /// The gathering of counts.
    Gather,
    /// The tree of the created communicators.
    Show,
}

impl Feature {
    /// All features.
    pub const ALL: [Self; 11] = [
        Self::Collectives,
        Self::Exchange,
        Self::Native,
        Self::Shared,
        Self::Measured,
        Self::Wait,
        Self::Phases,
        Self::Reorder,
        Self::Summary,
        Self::Gather,
        Self::Show,
    ];

    /// The variables that must be equal.
    pub fn variables(self) -> &'static [&'static str] {
        match self {
            Self::Collectives => &["HSPLIT_COLLECTIVES"],
            Self::Exchange => &["HSPLIT_EXCHANGE"],
            Self::Native => &["HSPLIT_NATIVE"],
            Self::Shared => &["HSPLIT_SHARED"],
            Self::Measured => &["HSPLIT_SOURCES"],
            Self::Wait => &["HSPLIT_WAIT"],
            Self::Phases => &["HSPLIT_PHASES"],
            Self::Reorder => &["HSPLIT_REORDER"],
            Self::Summary => &["HSPLIT_SUMMARY"],
            Self::Gather => &["HSPLIT_MONITOR"],
            Self::Show => &["HSPLIT_SHOW"],
        }
    }
}

/// The effect of a variable that differs between processes of a job; `None` if it is not reported.
pub fn consequence(variable: &str) -> Option<&'static str> {
    Some(match variable {
        "HSPLIT_SHOW" => return None,
        "HSPLIT_EXCHANGE" => "splits of processes that differ choose their exchange by the number of ranks",
        "HSPLIT_NATIVE" => "no split type is handed back without an exchange among processes that differ",
        "HSPLIT_SHARED" => "MPI_COMM_TYPE_SHARED gives processes that differ their whole node",
        "HSPLIT_SOURCES" => "nothing is measured, and their places may not agree",
        "HSPLIT_PHASES" => "processes that differ have no phases together",
        "HSPLIT_WAIT" => "barriers of processes that differ do not sleep",
        "HSPLIT_REORDER" => "processes that differ are not reordered together",
        "HSPLIT_SUMMARY" => "the summary is that of the processes that have it",
        "HSPLIT_MONITOR" => "the processes that have it gather their counts",
        PARTITION => "the cluster's default topology counts in all of them",
        "HSPLIT_EMULATE" | "HSPLIT_TOPOLOGY_FILE" => "their places do not agree, and splits give wrong communicators",
        _ => "collective calls of processes that differ are native",
    })
}
