// SPDX-License-Identifier: MIT OR Apache-2.0
//! The costs of transfers between groups and of broadcasts inside them, for a message of one size.

use thiserror::Error;

use crate::model::parameters::Platform;
use crate::timing::{Links, Network};

/// The costs of a message between two groups, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransferCost {
    /// L: the time from the end of the sender's gap to the arrival of the message.
    pub latency: f64,
    /// g(m): the time for which the sender is busy.
    pub gap: f64,
}

impl TransferCost {
    /// g(m) + L.
    fn transfer(self) -> f64 {
        self.gap + self.latency
    }
}

/// The reason why values are no costs.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum NoCosts {
    /// No group at all.
    #[error("there is no group")]
    NoGroup,
    /// A time that is negative, infinite or no number.
    #[error("{0} s is no time that a transfer or a broadcast can take")]
    NoTime(f64),
}

/// The paper's L, g and T for a number of groups. Links need not be symmetric.
#[derive(Clone, Debug, PartialEq)]
pub struct Costs {
    links: Vec<TransferCost>,
    inside: Vec<f64>,
}

impl Costs {
    /// Creates costs from the time that each group takes inside, and the link from each group to each other one.
    ///
    /// # Errors
    /// There is no group, or a time is negative or not finite.
    pub fn new(inside: Vec<f64>, link: impl Fn(usize, usize) -> TransferCost) -> Result<Self, NoCosts> {
        if inside.is_empty() {
            return Err(NoCosts::NoGroup);
        }
        let (groups, nothing) = (inside.len(), TransferCost { latency: 0.0, gap: 0.0 });
        let pairs = (0..groups).flat_map(|from| (0..groups).map(move |to| (from, to)));
        let links: Vec<TransferCost> =
            pairs.map(|(from, to)| if from == to { nothing } else { link(from, to) }).collect();
        let times = links.iter().flat_map(|link| [link.latency, link.gap]).chain(inside.iter().copied());
        match times.clone().find(|time| !time.is_finite() || time.is_sign_negative()) {
            Some(time) => Err(NoCosts::NoTime(time)),
            None => Ok(Self { links, inside }),
        }
    }

    /// Creates costs from the links of a platform, for a message of `bytes(group)` bytes to each group, and the time
    /// that each group takes inside.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn of(platform: &Platform, bytes: impl Fn(usize) -> usize, inside: Vec<f64>) -> Result<Self, NoCosts> {
        Self::new(inside, |from, to| {
            let link = platform.link(from, to);
            TransferCost { latency: link.latency(), gap: link.gap(bytes(to)) }
        })
    }

    /// Returns the number of groups, which is at least one.
    pub(crate) fn groups(&self) -> usize {
        self.inside.len()
    }

    fn link(&self, from: usize, to: usize) -> TransferCost {
        self.links[from * self.groups() + to]
    }

    /// Returns L between two groups, in seconds.
    pub fn latency(&self, from: usize, to: usize) -> f64 {
        self.link(from, to).latency
    }

    /// Returns g(m) between two groups, in seconds.
    pub fn gap(&self, from: usize, to: usize) -> f64 {
        self.link(from, to).gap
    }

    /// Returns g(m) + L between two groups, in seconds.
    pub(crate) fn transfer(&self, from: usize, to: usize) -> f64 {
        self.link(from, to).transfer()
    }

    /// Returns T of a group, in seconds.
    pub fn inside(&self, group: usize) -> f64 {
        self.inside[group]
    }
}

/// The links for the message of the costs; the size is ignored.
impl Links for Costs {
    fn latency(&self, from: usize, to: usize) -> f64 {
        self.link(from, to).latency
    }

    fn gap(&self, from: usize, to: usize, _: usize) -> f64 {
        self.link(from, to).gap
    }

    fn inside(&self, group: usize) -> f64 {
        self.inside[group]
    }
}

impl Network for Costs {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_is_where_it_was_given() {
        let costs = Costs::new(vec![5.0, 6.0], |from, to| TransferCost { latency: from as f64, gap: 10.0 + to as f64 })
            .expect("costs");
        assert_eq!((costs.groups(), costs.inside(0), costs.inside(1)), (2, 5.0, 6.0));
        assert_eq!((costs.latency(1, 0), costs.gap(1, 0), costs.transfer(1, 0)), (1.0, 10.0, 11.0));
        assert_eq!((costs.latency(0, 1), costs.gap(0, 1), costs.transfer(0, 1)), (0.0, 11.0, 11.0));
    }

    #[test]
    fn what_is_no_time() {
        let with = |inside, latency, gap| {
            Costs::new(vec![inside, 0.0], |_, _| TransferCost { latency, gap }).expect_err("no costs")
        };
        assert_eq!(with(-1.0, 0.0, 0.0), NoCosts::NoTime(-1.0));
        assert_eq!(with(0.0, f64::INFINITY, 0.0), NoCosts::NoTime(f64::INFINITY));
        assert!(matches!(with(0.0, 0.0, f64::NAN), NoCosts::NoTime(time) if time.is_nan()));
        assert_eq!(Costs::new(vec![], |_, _| TransferCost { latency: 0.0, gap: 0.0 }), Err(NoCosts::NoGroup));
    }
}
