// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a strategy is asked to do, and what every strategy can be asked.

use super::parameters::Link;

/// A collective operation among processes that are alike.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// How any two of them communicate: L and g.
    pub(crate) link: &'a Link,
    /// P, how many they are.
    pub(crate) processes: usize,
    /// m, the bytes of the message; for gather, scatter and allgather those of each process's share.
    pub(crate) bytes: usize,
    /// s, the bytes of a segment, for strategies that cut messages.
    pub(crate) segment: usize,
    /// γ, how many seconds it takes to reduce a byte with another one. 0 leaves out what computing costs.
    pub(crate) combining: f64,
}

impl<'a> Case<'a> {
    /// A message in one piece, reduced at no cost.
    pub(crate) fn new(link: &'a Link, processes: usize, bytes: usize) -> Self {
        Self { link, processes, bytes, segment: bytes, combining: 0.0 }
    }

    /// L.
    pub(crate) fn latency(&self) -> f64 {
        self.link.latency()
    }

    /// g(n).
    pub(crate) fn gap(&self, bytes: usize) -> f64 {
        self.link.gap(bytes)
    }

    /// h(n) = g(n) + γ·n: how long a message occupies a receiver that combines it with its own data.
    pub(crate) fn combined(&self, bytes: usize) -> f64 {
        self.gap(bytes) + self.combining * bytes as f64
    }

    /// k = ⌈m/s⌉: how many segments there are. A message of no bytes is one segment.
    pub(crate) fn segments(&self) -> usize {
        self.bytes.div_ceil(self.segment.max(1)).max(1)
    }

    /// s, or m where that is less. The formulas count every segment as one of this length, also a shorter last one.
    pub(crate) fn piece(&self) -> usize {
        self.segment.max(1).min(self.bytes)
    }

    /// m/n, rounded up: the bytes of a share if the message is cut into `shares` equal ones.
    pub(crate) fn share(&self, shares: usize) -> usize {
        self.bytes.div_ceil(shares)
    }
}

/// A way to run a collective operation.
pub trait Strategy: Copy + PartialEq + 'static {
    /// All for this operation, simple ones first: of two that take equally long, the first is chosen.
    const ALL: &'static [Self];

    /// What it is called.
    fn name(self) -> &'static str;

    /// Whether it cuts messages into segments.
    fn is_segmented(self) -> bool {
        false
    }

    /// Seconds among two processes or more: what [the clock](crate::timing) gives.
    fn formula(self, case: &Case) -> f64;

    /// Seconds until the last process is done. One process has nothing to do.
    fn seconds(self, case: &Case) -> f64 {
        if case.processes < 2 { 0.0 } else { self.formula(case) }
    }

    /// Seconds by Table 1 of the paper, for what is there.
    fn table1(self, _: &Case) -> Option<f64> {
        None
    }
}
