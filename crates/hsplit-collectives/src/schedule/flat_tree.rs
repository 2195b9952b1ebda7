// SPDX-License-Identifier: MIT OR Apache-2.0
//! Flat Tree (§5.1): the root sends to one group after the other.

use super::Schedule;

/// Returns the root's transfers, in the order of the groups' numbers; the paper does not specify the order.
pub(crate) fn schedule(groups: usize, root: usize) -> Schedule {
    Schedule { root, transfers: (0..groups).filter(|&group| group != root).map(|group| (root, group)).collect() }
}
