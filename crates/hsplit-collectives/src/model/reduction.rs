// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reductions: to one process, and to all.
//!
//! A reduction up a tree is a broadcast down it, with time reversed: a message that occupied its sender first and its
//! receiver L later occupies the receiver, for h(m) = g(m) + γ·m, L after the sender. The trees of Table 1 therefore
//! give the formulas, with h for g. The other strategies send less data (Thakur, Rabenseifner and Gropp, "Optimization
//! of collective communication operations in MPICH", 2005, §4.4 and §4.5; Chan, Heimlich, Purkayastha and van de Geijn,
//! "Collective communication: theory, practice, and experience", 2007).
//!
//! Halving and doubling are for powers of two. With r processes more than P' = 2^⌊log₂ P⌋, r of them first send their
//! data to another one, as in Thakur et al.: h(m) + L. In an allreduce they receive the result from it at the end.

use super::case::{Case, Strategy};
use super::trees;

/// A way to reduce to one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reduce {
    /// Each sends to the root.
    FlatTree,
    /// Each combines and forwards.
    Chain,
    /// Each combines and forwards each segment.
    SegmentedChain,
    /// Up a binary tree.
    BinaryTree,
    /// Up a binomial tree, the smallest subtree first.
    BinomialTree,
    /// The same with each segment.
    SegmentedBinomialTree,
    /// Reduce-scatter and gather: after recursive halving each has the result of a share; the shares are gathered up a
    /// binomial tree.
    Rabenseifner,
}

impl Strategy for Reduce {
    const ALL: &'static [Self] = &[
        Self::FlatTree,
        Self::Chain,
        Self::SegmentedChain,
        Self::BinaryTree,
        Self::BinomialTree,
        Self::SegmentedBinomialTree,
        Self::Rabenseifner,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::FlatTree => "Flat Tree",
            Self::Chain => "Chain",
            Self::SegmentedChain => "Segmented Chain (Pipeline)",
            Self::BinaryTree => "Binary Tree",
            Self::BinomialTree => "Binomial Tree",
            Self::SegmentedBinomialTree => "Segmented Binomial Tree",
            Self::Rabenseifner => "Reduce-scatter/Gather",
        }
    }

    fn is_segmented(self) -> bool {
        matches!(self, Self::SegmentedChain | Self::SegmentedBinomialTree)
    }

    fn formula(self, case: &Case) -> f64 {
        let (p, latency) = (case.processes, case.latency());
        let (whole, segment) = (case.combined(case.bytes), case.combined(case.piece()));
        match self {
            Self::FlatTree => trees::flat(p, whole, latency),
            Self::Chain => trees::chain(p, whole, latency),
            Self::SegmentedChain => trees::pipeline(p, case.segments(), segment, latency),
            Self::BinaryTree => trees::binary(p, whole, latency),
            Self::BinomialTree => trees::binomial(p, whole, latency),
            Self::SegmentedBinomialTree => trees::binomial(p, case.segments() as f64 * segment, latency),
            Self::Rabenseifner => folding(case) + halving_and_doubling(case),
        }
    }
}

/// A way to reduce to all processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Allreduce {
    /// A reduction up a binomial tree, and a broadcast down it.
    ReduceBroadcast,
    /// Each exchanges all with a partner at the distance 1, 2, 4, ...
    RecursiveDoubling,
    /// Rabenseifner's: recursive halving, then recursive doubling.
    ReduceScatterAllgather,
    /// Round a ring: P - 1 steps until each has the result of a share, P - 1 until all have all.
    Ring,
}

impl Strategy for Allreduce {
    const ALL: &'static [Self] =
        &[Self::ReduceBroadcast, Self::RecursiveDoubling, Self::ReduceScatterAllgather, Self::Ring];

    fn name(self) -> &'static str {
        match self {
            Self::ReduceBroadcast => "Reduce/Broadcast",
            Self::RecursiveDoubling => "Recursive Doubling",
            Self::ReduceScatterAllgather => "Reduce-scatter/Allgather",
            Self::Ring => "Ring",
        }
    }

    fn formula(self, case: &Case) -> f64 {
        let (p, latency) = (case.processes, case.latency());
        let (combined, plain) = (case.combined(case.bytes), case.gap(case.bytes));
        match self {
            Self::ReduceBroadcast => trees::binomial(p, combined, latency) + trees::binomial(p, plain, latency),
            Self::RecursiveDoubling => recursive_doubling(case),
            Self::ReduceScatterAllgather => {
                folding(case) + halving_and_doubling(case) + if p.is_power_of_two() { 0.0 } else { plain + latency }
            }
            Self::Ring => {
                let share = case.share(p);
                trees::chain(p, case.combined(share), latency) + trees::chain(p, case.gap(share), latency)
            }
        }
    }
}

/// The cost of reducing the number of processes to a power of two: h(m) + L, or nothing.
fn folding(case: &Case) -> f64 {
    if case.processes.is_power_of_two() { 0.0 } else { case.combined(case.bytes) + case.latency() }
}

/// Among P' processes with shares of m/P': h + L for P'/2, P'/4, ..., 1 shares, then g + L for 1, 2, ..., P'/2.
fn halving_and_doubling(case: &Case) -> f64 {
    let half = 1 << trees::floor_log2(case.processes);
    trees::doubling(half, case.share(half))
        .map(|bytes| case.combined(bytes) + case.gap(bytes) + 2.0 * case.latency())
        .sum()
}

/// `log₂ P·(h(m) + L)` for powers of two.
///
/// Otherwise the processes that began before the others gain up to L in a step; d of the ⌊log₂ P⌋ steps on the longest
/// way back to one of the r have such a gain: `(h + L) + ⌊log₂ P⌋·h + max(⌊log₂ P⌋·L, d·L + g + L)` with d = ⌈log₂ r⌉.
fn recursive_doubling(case: &Case) -> f64 {
    let (steps, latency, combined) =
        (f64::from(trees::floor_log2(case.processes)), case.latency(), case.combined(case.bytes));
    let extra = case.processes - (1 << trees::floor_log2(case.processes));
    let back = match extra {
        0 => 0.0,
        extra => f64::from(trees::ceil_log2(extra)) * latency + case.gap(case.bytes) + latency,
    };
    folding(case) + steps * combined + back.max(steps * latency)
}
