// SPDX-License-Identifier: MIT OR Apache-2.0
//! The mean cost of a group's possible next transfers.
//!
//! Sums are kept for each group, and updated when a group gets the data: O(n) for each transfer.

use super::LookAhead;
use crate::schedule::Costs;

/// The definition of F(j).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mean {
    /// ECEF-LA-mean: of the transfers from the receiver.
    Receiver,
    /// ECEF-LA-all: of those from all groups that have the data then.
    All,
}

/// F by a mean.
pub(crate) struct Means<'a> {
    costs: &'a Costs,
    mean: Mean,
    /// The groups without data.
    waiting: Vec<usize>,
    /// For each of them, the sum of the transfers to the others.
    out: Vec<f64>,
    /// For each of them, the sum of the transfers from groups with data.
    into: Vec<f64>,
    /// The sum of all transfers from groups with data to those without.
    between: f64,
}

impl<'a> Means<'a> {
    /// Creates the state before any group has the data.
    pub(crate) fn new(costs: &'a Costs, mean: Mean) -> Self {
        let waiting: Vec<usize> = (0..costs.groups()).collect();
        let out = |&from: &usize| waiting.iter().filter(|&&to| to != from).map(|&to| costs.transfer(from, to)).sum();
        let out = waiting.iter().map(out).collect();
        Self { costs, mean, out, into: vec![0.0; waiting.len()], waiting, between: 0.0 }
    }
}

impl LookAhead for Means<'_> {
    fn serve(&mut self, group: usize) {
        self.waiting.retain(|&other| other != group);
        self.between += self.out[group] - self.into[group];
        for &other in &self.waiting {
            self.out[other] -= self.costs.transfer(other, group);
            self.into[other] += self.costs.transfer(group, other);
        }
    }

    fn value(&mut self, receiver: usize) -> f64 {
        let others = self.waiting.len() - 1;
        if others == 0 {
            return 0.0;
        }
        let served = self.costs.groups() - self.waiting.len();
        let (together, senders) = match self.mean {
            Mean::Receiver => (self.out[receiver], 1),
            Mean::All => (self.between - self.into[receiver] + self.out[receiver], served + 1),
        };
        together / (senders * others) as f64
    }
}
