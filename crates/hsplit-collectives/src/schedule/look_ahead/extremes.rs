// SPDX-License-Identifier: MIT OR Apache-2.0
//! The least and the greatest of what a group could do next.
//!
//! A heap for each group of those that it could reach: groups that have the data are taken from the top only.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::{Entry, LookAhead};
use crate::schedule::Costs;

/// Which one F(j) is.
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
    /// Before any group has the data; `root` will be the first.
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

/// What a group could do for those without data, if it had the data.
struct Ahead {
    reach: BinaryHeap<Entry>,
    /// Bits that turn the order round.
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

    /// F, for the groups that have nothing yet.
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
