// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fastest Edge First, FEF (§5.2): the edge of the least weight between those that have the data and those that have
//! not.
//!
//! The weight is the latency, as usual. So this is Prim's minimal spanning tree, with transfers in the order in which
//! it grows.

use super::growing::grow;
use super::{Costs, Schedule};

/// The transfers, in the order in which they are chosen.
pub(crate) fn schedule(costs: &Costs, root: usize) -> Schedule {
    grow(costs.groups(), root, |sender, receiver| costs.latency(sender, receiver), |_, weight| weight)
}
