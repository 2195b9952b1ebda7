// SPDX-License-Identifier: MIT OR Apache-2.0
//! The common part of FEF and BottomUp: the next transfer depends only on the links, not on the times at which senders
//! are free.

use super::Schedule;

/// Chooses, n - 1 times, the group without data of the least rank, and for it the sender of the least weight.
///
/// The rank is that of a receiver with the least weight to it. Takes O(n²): each new sender is compared with the best
/// one of every group so far.
pub(crate) fn grow(
    groups: usize,
    root: usize,
    weight: impl Fn(usize, usize) -> f64,
    rank: impl Fn(usize, f64) -> f64,
) -> Schedule {
    let mut nearest = vec![(f64::INFINITY, usize::MAX); groups];
    let mut waiting: Vec<usize> = (0..groups).filter(|&group| group != root).collect();
    let (mut newest, mut transfers) = (root, Vec::with_capacity(waiting.len()));
    while !waiting.is_empty() {
        let mut chosen = (f64::INFINITY, 0);
        for (at, &receiver) in waiting.iter().enumerate() {
            let offered = (weight(newest, receiver), newest);
            if offered < nearest[receiver] {
                nearest[receiver] = offered;
            }
            let rank = rank(receiver, nearest[receiver].0);
            if rank < chosen.0 {
                chosen = (rank, at);
            }
        }
        newest = waiting.remove(chosen.1);
        transfers.push((nearest[newest].1, newest));
    }
    Schedule { root, transfers }
}
