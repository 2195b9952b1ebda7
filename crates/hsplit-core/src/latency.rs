// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds a hierarchy of nodes from the latencies between them, for networks without a description.
//!
//! Nodes are numbered from 0. Latency probes (`probe`) run in rounds of disjoint pairs (`schedule`). A series of round
//! trips becomes one latency (`filter`). Lowekamp's algorithm forms groups of close nodes (`grouping`; Steffenel, "A
//! framework for adaptive collective communications", §4.1.2), and groups are merged by their distances until one is
//! left (`levels`). A network that is no tree is partitioned the same way, by distance (Mercier's thesis, §4.2.4). With
//! thousands of nodes not all pairs are measured (`survey`). The result can be written as a topology file (`text`).

pub mod filter;
pub mod grouping;
pub mod levels;
pub mod probe;
pub mod schedule;
pub mod survey;
pub mod text;

/// The paper's ρ: the fraction by which a node may be farther than the nearest one and still count as equally near.
///
/// From 0 to 1: with 0.2, a latency up to 1.2 times the smallest one counts as equal.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Tolerance(f64);

impl Tolerance {
    /// The value of Lowekamp and of the paper.
    pub const DEFAULT: Self = Self(0.20);

    /// A tolerance; `None` if the fraction is not from 0 to 1.
    pub fn new(fraction: f64) -> Option<Self> {
        (0.0..=1.0).contains(&fraction).then_some(Self(fraction))
    }

    /// Parses a tolerance, a fraction or a percentage: `0.2`, `20%`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let fraction = match text.strip_suffix('%') {
            Some(percent) => percent.trim().parse::<f64>().ok()? / 100.0,
            None => text.parse().ok()?,
        };
        Self::new(fraction)
    }

    /// The largest latency that counts as equal to `smallest`.
    pub(crate) fn limit(self, smallest: f64) -> f64 {
        (1.0 + self.0) * smallest
    }

    /// The fraction itself.
    pub fn fraction(self) -> f64 {
        self.0
    }

    pub(crate) fn half(self) -> Self {
        Self(self.0 / 2.0)
    }
}

impl Default for Tolerance {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// True if a measured value can be a latency. As in the paper's matrix (§4.1.2) 0 means unknown, and so do negative and
/// infinite values and NaN.
pub(crate) fn is_latency(value: f64) -> bool {
    value.is_finite() && value > 0.0
}

/// The latency between every two nodes, in microseconds, if it is known; equal in both directions.
#[derive(Clone, Debug, PartialEq)]
pub struct Latencies {
    nodes: usize,
    /// The triangle below the diagonal, row by row; infinite if unknown.
    values: Vec<f64>,
}

impl Latencies {
    /// Latencies from the measurements of each node to each other: `measured(from, to)`, never called with equal nodes.
    ///
    /// Measurements may be missing. If both ends of a pair have one, the smaller counts, because disturbances only
    /// lengthen a measurement.
    pub fn new(nodes: usize, measured: impl Fn(usize, usize) -> f64) -> Self {
        let known = |from, to| Some(measured(from, to)).filter(|&value| is_latency(value)).unwrap_or(f64::INFINITY);
        Self::symmetric(nodes, |a, b| known(a, b).min(known(b, a)))
    }

    /// Latencies from one value per pair; infinite if unknown.
    pub fn symmetric(nodes: usize, mut value: impl FnMut(usize, usize) -> f64) -> Self {
        let mut values = Vec::with_capacity(nodes * nodes.saturating_sub(1) / 2);
        for a in 1..nodes {
            values.extend((0..a).map(|b| value(a, b)));
        }
        Self { nodes, values }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The latency between two different nodes, infinite if unknown.
    pub fn between(&self, a: usize, b: usize) -> f64 {
        let (low, high) = (a.min(b), a.max(b));
        self.values[high * (high - 1) / 2 + low]
    }

    /// Every pair with a known latency, as `(latency, higher node, lower node)`.
    pub fn known(&self) -> impl Iterator<Item = (f64, usize, usize)> {
        let pairs = (1..self.nodes).flat_map(|a| (0..a).map(move |b| (a, b)));
        pairs.zip(&self.values).map(|((a, b), &value)| (value, a, b)).filter(|(value, ..)| value.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tolerances() {
        for fraction in [0.0, 0.2, 1.0] {
            assert_eq!(Tolerance::new(fraction).map(|tolerance| tolerance.limit(10.0)), Some((1.0 + fraction) * 10.0));
        }
        for fraction in [-0.1, 1.1, 20.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Tolerance::new(fraction), None);
        }
        assert_eq!(Tolerance::default().limit(10.0), 12.0);
    }

    #[test]
    fn what_is_no_latency_is_not_known() {
        let rows = [
            [0.0, 5.0, f64::NAN, -1.0],
            [7.0, 0.0, f64::INFINITY, 0.0],
            [3.0, f64::NEG_INFINITY, 0.0, 2.0],
            [f64::NAN, 0.0, 2.5, 0.0],
        ];
        let latencies = Latencies::new(4, |from, to| rows[from][to]);
        assert_eq!(latencies.known().collect::<Vec<_>>(), [(5.0, 1, 0), (3.0, 2, 0), (2.0, 3, 2)]);
        assert_eq!((latencies.between(0, 1), latencies.between(1, 0)), (5.0, 5.0), "the smaller of both directions");
        assert_eq!(latencies.between(1, 3), f64::INFINITY);
        for nodes in [0, 1] {
            let latencies = Latencies::new(nodes, |_, _| unreachable!());
            assert_eq!((latencies.nodes(), latencies.known().count()), (nodes, 0));
        }
    }
}
