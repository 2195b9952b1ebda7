// SPDX-License-Identifier: MIT OR Apache-2.0
//! The input of a strategy, and the trait of all strategies.

use super::parameters::Link;

/// A collective operation among similar processes.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The link between any two of them: L and g.
    pub(crate) link: &'a Link,
    /// P, the number of processes.
    pub(crate) processes: usize,
    /// m, the bytes of the message; for gather, scatter and allgather those of each process's share.
    pub(crate) bytes: usize,
    /// s, the bytes of a segment, for strategies with segments.
    pub(crate) segment: usize,
    /// γ, the seconds for reducing a byte with another one. 0 ignores the cost of computing.
    pub(crate) reduction: f64,
}

impl<'a> Case<'a> {
    /// A message without segments, reduced at no cost.
    pub(crate) fn new(link: &'a Link, processes: usize, bytes: usize) -> Self {
        Self { link, processes, bytes, segment: bytes, reduction: 0.0 }
    }

    /// L.
    pub(crate) fn latency(&self) -> f64 {
        self.link.latency()
    }

    /// g(n).
    pub(crate) fn gap(&self, bytes: usize) -> f64 {
        self.link.gap(bytes)
    }

    /// h(n) = g(n) + γ·n: the time for which a message occupies a receiver that combines it with its own data.
    pub(crate) fn combined(&self, bytes: usize) -> f64 {
        self.gap(bytes) + self.reduction * bytes as f64
    }

    /// k = ⌈m/s⌉: the number of segments. A message of no bytes is one segment.
    pub(crate) fn segments(&self) -> usize {
        self.bytes.div_ceil(self.segment.max(1)).max(1)
    }

    /// s, or m if that is less. The formulas count every segment with this length, also a shorter last one.
    pub(crate) fn piece(&self) -> usize {
        self.segment.max(1).min(self.bytes)
    }

    /// m/n, rounded up: the bytes of a share if the message is divided into `shares` equal ones.
    pub(crate) fn share(&self, shares: usize) -> usize {
        self.bytes.div_ceil(shares)
    }
}

/// A strategy for a collective operation.
pub trait Strategy: Copy + PartialEq + 'static {
    /// All strategies for this operation, simple ones first: of two with equal times, the first is chosen.
    const ALL: &'static [Self];

    /// Returns its name.
    fn name(self) -> &'static str;

    /// True if it divides messages into segments.
    fn is_segmented(self) -> bool {
        false
    }

    /// Returns the seconds among two processes or more: the result of [the clock](crate::timing).
    fn formula(self, case: &Case) -> f64;

    /// Returns the seconds until the last process has finished. One process has nothing to do.
    fn seconds(self, case: &Case) -> f64 {
        if case.processes < 2 { 0.0 } else { self.formula(case) }
    }

    /// Returns the seconds by Table 1 of the paper, for strategies in it.
    fn table1(self, _: &Case) -> Option<f64> {
        None
    }
}
