// SPDX-License-Identifier: MIT OR Apache-2.0
//! A hierarchy of nodes from the latencies between them, for networks without a description.
//!
//! Nodes are numbers from 0. Latency probes (`probe`) run in rounds of disjoint pairs (`schedule`), a series of round
//! trips becomes one latency (`filter`), close nodes become groups by Lowekamp's algorithm (`grouping`; Steffenel, "A
//! framework for adaptive collective communications", §4.1.2), and groups become wider groups by their distances until
//! one is left (`levels`). A network that is no tree is partitioned the same way: by distance, as the thesis on
//! topologies (§4.2.4) has it. Thousands of nodes do not measure all pairs (`survey`). What is found can be written
//! down (`text`).

pub mod filter;
pub mod grouping;
pub mod levels;
pub mod probe;
pub mod schedule;
pub mod survey;
pub mod text;

/// How much farther than the nearest a node may be and still count as equally near: the paper's ρ.
///
/// A fraction, from 0 to 1: with 0.2, a latency up to and with 1.2 times the smallest one counts as equal.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Tolerance(f64);

impl Tolerance {
    /// What Lowekamp and the paper use.
    pub const DEFAULT: Self = Self(0.20);

    /// A tolerance, unless the fraction is no number from 0 to 1.
    pub fn new(fraction: f64) -> Option<Self> {
        (0.0..=1.0).contains(&fraction).then_some(Self(fraction))
    }

    /// A tolerance as users write it, as a fraction or in percent: `0.2`, `20%`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let fraction = match text.strip_suffix('%') {
            Some(percent) => percent.trim().parse::<f64>().ok()? / 100.0,
            None => text.parse().ok()?,
        };
        Self::new(fraction)
    }

    /// The largest latency that counts as no larger than `smallest`.
    pub(crate) fn limit(self, smallest: f64) -> f64 {
        (1.0 + self.0) * smallest
    }

    /// The fraction itself.
    pub fn fraction(self) -> f64 {
        self.0
    }

    /// Half as tolerant.
    pub(crate) fn half(self) -> Self {
        Self(self.0 / 2.0)
    }
}

impl Default for Tolerance {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Whether a measured value can be a latency. The paper's matrix has 0 where there is no link (§4.1.2), and so it is
/// here: zero, negative and infinite values and NaN all mean that nothing is known.
pub(crate) fn is_latency(value: f64) -> bool {
    value.is_finite() && value > 0.0
}

/// The latency between every two nodes, in microseconds, as far as it is known; the same in both directions.
#[derive(Clone, Debug, PartialEq)]
pub struct Latencies {
    nodes: usize,
    /// Row by row what is below the diagonal; infinite where nothing is known.
    values: Vec<f64>,
}

impl Latencies {
    /// From what each node measured to each other: `measured(from, to)`, never asked of a node and itself.
    ///
    /// It need not be complete. Where both ends of a pair know a latency, the smaller one counts: what disturbs a
    /// measurement makes it longer. Where one knows it, that one counts.
    pub fn new(nodes: usize, measured: impl Fn(usize, usize) -> f64) -> Self {
        let known = |from, to| Some(measured(from, to)).filter(|&value| is_latency(value)).unwrap_or(f64::INFINITY);
        Self::symmetric(nodes, |a, b| known(a, b).min(known(b, a)))
    }

    /// From a value for every pair, given once; infinite where nothing is known.
    pub fn symmetric(nodes: usize, mut value: impl FnMut(usize, usize) -> f64) -> Self {
        let mut values = Vec::with_capacity(nodes * nodes.saturating_sub(1) / 2);
        for a in 1..nodes {
            values.extend((0..a).map(|b| value(a, b)));
        }
        Self { nodes, values }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The latency between two different nodes, infinite where it is not known.
    pub fn between(&self, a: usize, b: usize) -> f64 {
        let (low, high) = (a.min(b), a.max(b));
        self.values[high * (high - 1) / 2 + low]
    }

    /// Every pair whose latency is known, as `(latency, higher node, lower node)`.
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
