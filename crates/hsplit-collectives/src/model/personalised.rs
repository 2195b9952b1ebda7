// SPDX-License-Identifier: MIT OR Apache-2.0
//! Operations in which each process has its own data, and the barrier, in which none has any. m is the bytes of one
//! process.

use super::case::{Case, Strategy};
use super::trees;

/// A way to scatter from one process, or to gather at one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rooted {
    /// The root communicates with each other process separately.
    FlatTree,
    /// A binomial tree whose messages hold the data of a whole subtree.
    BinomialTree,
}

impl Strategy for Rooted {
    const ALL: &'static [Self] = &[Self::FlatTree, Self::BinomialTree];

    fn name(self) -> &'static str {
        match self {
            Self::FlatTree => "Flat Tree",
            Self::BinomialTree => "Binomial Tree",
        }
    }

    fn formula(self, case: &Case) -> f64 {
        match self {
            Self::FlatTree => trees::flat(case.processes, case.gap(case.bytes), case.latency()),
            Self::BinomialTree => {
                trees::shares(case.processes, case.latency(), &|below| case.gap(case.bytes.saturating_mul(below)))
            }
        }
    }
}

/// A way to gather at all processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Allgather {
    /// Each forwards the share that it received last: `(P - 1)·(g(m) + L)` (Thakur et al., §4.1).
    Ring,
    /// Exchanges of 1, 2, 4, ... shares at these distances; if P is no power of two, in Bruck's form, whose last
    /// exchange is shorter (Bruck et al., "Efficient algorithms for all-to-all communications in multiport
    /// message-passing systems", 1997).
    RecursiveDoubling,
    /// Gathered up a binomial tree, then all of it broadcast down one.
    GatherBroadcast,
}

impl Strategy for Allgather {
    const ALL: &'static [Self] = &[Self::Ring, Self::RecursiveDoubling, Self::GatherBroadcast];

    fn name(self) -> &'static str {
        match self {
            Self::Ring => "Ring",
            Self::RecursiveDoubling => "Recursive Doubling",
            Self::GatherBroadcast => "Gather/Broadcast",
        }
    }

    fn formula(self, case: &Case) -> f64 {
        let (p, latency) = (case.processes, case.latency());
        let gap = |shares: usize| case.gap(case.bytes.saturating_mul(shares));
        match self {
            Self::Ring => trees::chain(p, gap(1), latency),
            Self::RecursiveDoubling => {
                (0..trees::ceil_log2(p)).map(|round| gap((1 << round).min(p - (1 << round))) + latency).sum()
            }
            Self::GatherBroadcast => trees::shares(p, latency, &gap) + trees::binomial(p, gap(p), latency),
        }
    }
}

/// A strategy for a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Barrier {
    /// Each sends to the root, which sends to each.
    FlatTree,
    /// Up a binomial tree, and down again.
    BinomialTree,
    /// Each sends to the process at the distance 1, 2, 4, ... after it: `⌈log₂ P⌉·(g(0) + L)` (Hensgen, Finkel and
    /// Manber, "Two algorithms for barrier synchronization", 1988).
    Dissemination,
}

impl Strategy for Barrier {
    const ALL: &'static [Self] = &[Self::FlatTree, Self::BinomialTree, Self::Dissemination];

    fn name(self) -> &'static str {
        match self {
            Self::FlatTree => "Flat Tree",
            Self::BinomialTree => "Binomial Tree",
            Self::Dissemination => "Dissemination",
        }
    }

    fn formula(self, case: &Case) -> f64 {
        let (p, latency, nothing) = (case.processes, case.latency(), case.gap(0));
        match self {
            Self::FlatTree => 2.0 * trees::flat(p, nothing, latency),
            Self::BinomialTree => 2.0 * trees::binomial(p, nothing, latency),
            Self::Dissemination => f64::from(trees::ceil_log2(p)) * (nothing + latency),
        }
    }
}
