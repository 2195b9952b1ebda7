// SPDX-License-Identifier: MIT OR Apache-2.0
//! The optimal schedule, by trying every tree: the reference for the heuristics, for a few groups.
//!
//! The number of trees of n groups is given by Cayley's formula, n^(n-2): 16,807 for seven groups. Prüfer's sequences
//! enumerate them, and `OrderedTree` has the best order in each.

use super::ordered_tree::OrderedTree;
use super::{Costs, Schedule};

/// The greatest number of groups; more would take too long.
pub(crate) const MOST_GROUPS: usize = 7;

/// Returns a schedule with the least makespan; `None` for more groups than `MOST_GROUPS`.
///
/// # Panics
/// There is no group `root`.
pub fn optimum(costs: &Costs, root: usize) -> Option<Schedule> {
    let groups = costs.groups();
    assert!(root < groups, "group {root} of {groups}");
    if groups > MOST_GROUPS {
        return None;
    }
    let codes = groups.pow(groups.saturating_sub(2) as u32);
    let trees = (0..codes).map(|code| OrderedTree::of(&tree(groups, root, code), costs));
    trees.min_by(|one, other| one.makespan().total_cmp(&other.makespan())).map(|best| best.schedule())
}

/// Returns the tree of a Prüfer sequence, whose n - 2 elements are the digits of `code` in base n.
fn tree(groups: usize, root: usize, mut code: usize) -> Schedule {
    let mut sequence = vec![];
    for _ in 2..groups {
        sequence.push(code % groups);
        code /= groups;
    }
    // The number of occurrences of each group left in the sequence; `None` if all edges of the group are found.
    let mut left: Vec<Option<usize>> =
        (0..groups).map(|group| Some(sequence.iter().filter(|&&other| other == group).count())).collect();
    let leaf = |left: &[Option<usize>]| left.iter().position(|left| *left == Some(0));
    let mut edges = vec![];
    for group in sequence {
        edges.extend(leaf(&left).map(|leaf| (leaf, group)));
        leaf(&left).into_iter().for_each(|leaf| left[leaf] = None);
        left[group] = left[group].map(|left| left - 1);
    }
    let last: Vec<usize> = (0..groups).filter(|&group| left[group].is_some()).collect();
    edges.extend(last.windows(2).map(|pair| (pair[0], pair[1])));
    Schedule { root, transfers: outwards(root, edges) }
}

/// Returns the edges of a tree as transfers, from the root outwards.
fn outwards(root: usize, mut edges: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let (mut reached, mut transfers) = (vec![root], vec![]);
    while let Some(sender) = reached.pop() {
        edges.retain(|&(a, b)| {
            let receiver = if a == sender { b } else { a };
            let here = a == sender || b == sender;
            if here {
                transfers.push((sender, receiver));
                reached.push(receiver);
            }
            !here
        });
    }
    transfers
}
