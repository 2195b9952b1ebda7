// SPDX-License-Identifier: MIT OR Apache-2.0
//! The least and the greatest cost of a group's possible next transfers.
//!
//! Each group has a heap of the groups that it could send to; groups that have the data are removed only at the top.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::{Entry, LookAhead};
use crate::schedule::Costs;

/// The definition of F(j).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extreme {
    /// ECEF-LA.
    Soonest,
    /// ECEF-LAt.
    FinishedSoonest,
    /// ECEF-LAT.
    FinishedLast,
}

/// F by an extreme.
pub(crate) struct Extremes {
    ahead: Vec<Ahead>,
    has: Vec<bool>,
}

impl Extremes {
    /// Creates the state before any group has the data; `root` will be the first.
    pub(crate) fn new(costs: &Costs, root: usize, extreme: Extreme) -> Self {
        let groups = costs.groups();
        let ahead = (0..groups).map(|from| Ahead::new(costs, from, root, extreme)).collect();
        Self { ahead, has: vec![false; groups] }
    }
}

impl LookAhead for Extremes {
    fn serve(&mut self, group: usize) {
        self.has[group] = true;
    }

    fn value(&mut self, receiver: usize) -> f64 {
        self.ahead[receiver].value(&self.has)
    }
}

/// The values of a group for its possible receivers without data.
struct Ahead {
    reach: BinaryHeap<Entry>,
    /// A bit mask that reverses the order.
    turned: u64,
}

impl Ahead {
    fn new(costs: &Costs, from: usize, root: usize, extreme: Extreme) -> Self {
        let turned = if extreme == Extreme::FinishedLast { u64::MAX } else { 0 };
        let time = |to: usize| match extreme {
            Extreme::Soonest => costs.transfer(from, to),
            Extreme::FinishedSoonest | Extreme::FinishedLast => costs.transfer(from, to) + costs.inside(to),
        };
        let others = (0..costs.groups()).filter(|&to| to != from && from != root && to != root);
        Self { reach: others.map(|to| Reverse((time(to).to_bits() ^ turned, to as u32))).collect(), turned }
    }

    /// Returns F, over the groups without data.
    fn value(&mut self, has: &[bool]) -> f64 {
        while let Some(top) = self.reach.peek_mut() {
            if !has[top.0.1 as usize] {
                return f64::from_bits(top.0.0 ^ self.turned);
            }
            PeekMut::pop(top);
        }
        0.0
    }
}
