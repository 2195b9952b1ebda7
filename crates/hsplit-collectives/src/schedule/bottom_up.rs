// SPDX-License-Identifier: MIT OR Apache-2.0
//! BottomUp (§5.7): the group that takes longest is served first, by the sender that reaches it soonest.
//!
//! Of the groups j without data, this is the one with the greatest min over senders i of g(i, j) + L(i, j) + T(j); the
//! sender is the one of that minimum. As in the paper's formula, the time at which a sender is free does not count.

use super::growing::grow;
use super::{Costs, Schedule};

/// Returns the transfers, in the order in which they are chosen.
pub(crate) fn schedule(costs: &Costs, root: usize) -> Schedule {
    grow(
        costs.groups(),
        root,
        |sender, receiver| costs.transfer(sender, receiver),
        |receiver, transfer| -(transfer + costs.inside(receiver)),
    )
}
