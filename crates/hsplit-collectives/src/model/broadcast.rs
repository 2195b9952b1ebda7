// SPDX-License-Identifier: MIT OR Apache-2.0
//! The broadcast strategies of Steffenel, "A framework for adaptive collective communications", Table 1.
//!
//! [`Strategy::table1`](super::case::Strategy::table1) is each formula as it is printed,
//! [`formula`](super::case::Strategy::formula) the result of the one-port model of the paper (§2.2) if the strategy is
//! performed step by step. Most are the same. The others:
//!
//! | strategy | in the model | and Table 1 is |
//! |---|---|---|
//! | Flat Tree Rendez-vous | `L + max(2g(1) + 2L + (P-1)·g(m), (P-1)·(g(1) + g(m)), P·g(1) + 2L + g(m))` | the first of the three: too small if the root still sends requests when the first answer arrives, or if `g(m) < g(1)` |
//! | Binary Tree | see [`trees::binary`] | a bound, as it states |
//! | Binomial Tree | `⌈log₂ P⌉·g(m) + ⌊log₂ P⌋·L` | the same for powers of two. Otherwise it has ⌈⌉ and ⌊⌋ exchanged: too small by `g(m) - L` |
//! | Binomial Tree Rendez-vous | `⌈log₂ P⌉·(2g(1) + 2L + g(m)) + ⌊log₂ P⌋·L` | the same for powers of two, otherwise too small by `g(m) - L` |
//! | Segmented Binomial Tree | `⌈log₂ P⌉·k·g(s) + ⌊log₂ P⌋·L` | the same for powers of two, otherwise too small by `k·g(s) - L` |
//! | Scatter/Collection | `g` of each message that is really sent, see [`trees::shares`] | right only if `g(m)` is proportional to m, and P a power of two that divides m. With `g(m) = a + b·m` it is too small by `a·(log₂ P + (P-1)·(1 - 2/P))` |
//!
//! Formulas with segments count the last one like the others: exact if s divides m, otherwise up to one gap too much.

use super::case::Case;
use super::trees::{self, ceil_log2, floor_log2};

/// A way to broadcast, with the paper's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Broadcast {
    /// The root sends to each other one.
    FlatTree,
    /// The same after a request and an answer with each, of one byte.
    FlatTreeRendezvous,
    /// All segments to the first, all to the second, ...
    SegmentedFlatTree,
    /// Each forwards the message to the next.
    Chain,
    /// The same after a request and an answer on each hop.
    ChainRendezvous,
    /// Each forwards each segment to the next.
    SegmentedChain,
    /// A binary tree.
    BinaryTree,
    /// A binomial tree, the largest subtree first.
    BinomialTree,
    /// The same after a request and an answer on each hop.
    BinomialTreeRendezvous,
    /// A binomial tree: each sends each segment to all its children before the next segment.
    SegmentedBinomialTree,
    /// Shares down a binomial tree, then round a ring until each has all (Thakur and Gropp, 2003).
    ScatterCollection,
}

use Broadcast::*;

impl super::case::Strategy for Broadcast {
    const ALL: &'static [Self] = &[
        FlatTree,
        FlatTreeRendezvous,
        SegmentedFlatTree,
        Chain,
        ChainRendezvous,
        SegmentedChain,
        BinaryTree,
        BinomialTree,
        BinomialTreeRendezvous,
        SegmentedBinomialTree,
        ScatterCollection,
    ];

    fn name(self) -> &'static str {
        match self {
            FlatTree => "Flat Tree",
            FlatTreeRendezvous => "Flat Tree Rendez-vous",
            SegmentedFlatTree => "Segmented Flat Tree",
            Chain => "Chain",
            ChainRendezvous => "Chain Rendez-vous",
            SegmentedChain => "Segmented Chain (Pipeline)",
            BinaryTree => "Binary Tree",
            BinomialTree => "Binomial Tree",
            BinomialTreeRendezvous => "Binomial Tree Rendez-vous",
            SegmentedBinomialTree => "Segmented Binomial Tree",
            ScatterCollection => "Scatter/Collection",
        }
    }

    fn is_segmented(self) -> bool {
        matches!(self, SegmentedFlatTree | SegmentedChain | SegmentedBinomialTree)
    }

    fn formula(self, case: &Case) -> f64 {
        let (p, latency) = (case.processes, case.latency());
        let (whole, byte, all_segments) =
            (case.gap(case.bytes), case.gap(1), case.segments() as f64 * case.gap(case.piece()));
        let others = (p - 1) as f64;
        match self {
            FlatTree => trees::flat(p, whole, latency),
            FlatTreeRendezvous => {
                let waits_for_first = 2.0 * (byte + latency) + others * whole;
                let waits_for_last = p as f64 * byte + 2.0 * latency + whole;
                latency + waits_for_first.max(others * (byte + whole)).max(waits_for_last)
            }
            SegmentedFlatTree => trees::flat(p, all_segments, latency),
            Chain => trees::chain(p, whole, latency),
            ChainRendezvous => trees::chain(p, whole + 2.0 * (byte + latency), latency),
            SegmentedChain => trees::pipeline(p, case.segments(), case.gap(case.piece()), latency),
            BinaryTree => trees::binary(p, whole, latency),
            BinomialTree => trees::binomial(p, whole, latency),
            BinomialTreeRendezvous => trees::binomial(p, whole + 2.0 * (byte + latency), latency),
            SegmentedBinomialTree => trees::binomial(p, all_segments, latency),
            ScatterCollection => {
                let share = case.share(p);
                trees::shares(p, latency, &|below| case.gap(share.saturating_mul(below)))
                    + trees::chain(p, case.gap(share), latency)
            }
        }
    }

    /// As printed, but 0 for one process. log₂ P without brackets, in the last row, is read as ⌈log₂ P⌉.
    fn table1(self, case: &Case) -> Option<f64> {
        if case.processes < 2 {
            return Some(0.0);
        }
        let (p, latency) = (case.processes as f64, case.latency());
        let (whole, byte) = (case.gap(case.bytes), case.gap(1));
        let (up, down) = (f64::from(ceil_log2(case.processes)), f64::from(floor_log2(case.processes)));
        let (k, piece) = (case.segments() as f64, case.gap(case.piece()));
        Some(match self {
            FlatTree => latency + (p - 1.0) * whole,
            FlatTreeRendezvous => 3.0 * latency + (p - 1.0) * whole + 2.0 * byte,
            SegmentedFlatTree => latency + (p - 1.0) * (piece * k),
            Chain => (p - 1.0) * (whole + latency),
            ChainRendezvous => (p - 1.0) * (whole + 2.0 * byte + 3.0 * latency),
            SegmentedChain => (p - 1.0) * (piece + latency) + piece * (k - 1.0),
            BinaryTree => up * (2.0 * whole + latency),
            BinomialTree => up * latency + down * whole,
            BinomialTreeRendezvous => up * (2.0 * byte + 3.0 * latency) + down * whole,
            SegmentedBinomialTree => up * latency + down * piece * k,
            ScatterCollection => (up + p - 1.0) * latency + 2.0 * ((p - 1.0) / p) * whole,
        })
    }
}
