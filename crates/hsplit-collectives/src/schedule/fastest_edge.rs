// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fastest Edge First, FEF (§5.2): the edge of the least weight between a group with the data and a group without.
//!
//! The weight is the latency, as usual. This is therefore Prim's minimal spanning tree, with transfers in the order in
//! which it grows.

use super::growing::grow;
use super::{Costs, Schedule};

/// Returns the transfers, in the order in which they are chosen.
pub(crate) fn schedule(costs: &Costs, root: usize) -> Schedule {
    grow(costs.groups(), root, |sender, receiver| costs.latency(sender, receiver), |_, weight| weight)
}
