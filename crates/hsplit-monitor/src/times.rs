// SPDX-License-Identifier: MIT OR Apache-2.0
//! The time of a process in MPI calls, by the purpose of the calls (Mercier's thesis, figure 3.8).

use std::ops::AddAssign;

/// The purpose of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(usize)]
pub enum Category {
    /// Sends, receives, starts of persistent requests.
    PointToPoint,
    /// Waiting for requests and messages: waits, tests, probes.
    Waiting,
    /// Collective operations.
    Collective,
    /// One-sided accesses, their synchronisation, and the creation and freeing of windows.
    OneSided,
    /// The creation of communicators with and without a topology.
    Topology,
}

impl Category {
    /// All categories, by their numbers.
    pub const ALL: [Self; 5] = [Self::PointToPoint, Self::Waiting, Self::Collective, Self::OneSided, Self::Topology];

    /// The name in files and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::PointToPoint => "p2p",
            Self::Waiting => "waiting",
            Self::Collective => "collectives",
            Self::OneSided => "one-sided",
            Self::Topology => "topology",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.name() == name)
    }
}

/// A number of calls and the time in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// The number of calls.
    pub calls: u64,
    /// The total time of the calls.
    pub nanoseconds: u64,
}

impl Spent {
    /// True if there are no calls and no time.
    pub fn is_zero(self) -> bool {
        self == Self::default()
    }

    /// The time in seconds.
    pub fn seconds(self) -> f64 {
        self.nanoseconds as f64 * 1e-9
    }

    pub(crate) fn since(self, earlier: Self) -> Self {
        Self {
            calls: self.calls.saturating_sub(earlier.calls),
            nanoseconds: self.nanoseconds.saturating_sub(earlier.nanoseconds),
        }
    }
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.calls = self.calls.saturating_add(other.calls);
        self.nanoseconds = self.nanoseconds.saturating_add(other.nanoseconds);
    }
}

/// By category.
pub type Times = [Spent; Category::ALL.len()];
