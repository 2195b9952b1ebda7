// SPDX-License-Identifier: MIT OR Apache-2.0
//! Local search: other heuristics' schedules, put in the best order and improved step by step.
//!
//! 1. Start from the schedules of the paper's seven; above `FEW` groups from that of ECEF alone, which is among the
//!    best there.
//! 2. Let every sender serve the receiver with the longest tail first, which is the best order of a tree
//!    (`OrderedTree`). Go on with the `IMPROVED` shortest.
//! 3. Only what is on the critical path, or served before it by a sender on it, can make the makespan shorter by
//!    receiving from another sender, with all groups below it. Of all such moves take the one after which the makespan
//!    is shortest, and begin again, until none makes it shorter.
//!
//! A move is tried without making it: spans change only on the way from the two senders up to the root. Most need not
//! be tried, because what they move would end too late even if the rest took no time. Up to `FEW` groups the outcome is
//! never longer than that of any of the seven. The search ends after n steps, and after `TRIED` moves tried, so that
//! its time is bounded.

use super::ordered_tree::OrderedTree;
use super::{Costs, Schedule};

/// Up to this number of groups all of the seven are worth their time.
pub(crate) const FEW: usize = 64;
/// How many schedules are improved.
const IMPROVED: usize = 3;
/// How many moves are tried for each group, in one search, and for how many groups at most.
const TRIED: (usize, usize) = (100, 300);
/// How many groups are looked at in one step, the last ones on the critical path.
const CRITICAL: usize = 64;
/// The least gain: sums in another order differ in their last bits.
const SHORTER: f64 = 1.0 - 1e-12;

/// The shortest that was found from these, of which there is one at least.
pub(crate) fn shortest(costs: &Costs, starts: impl Iterator<Item = Schedule>) -> Schedule {
    let mut trees: Vec<OrderedTree<'_>> = starts.map(|start| OrderedTree::of(&start, costs)).collect();
    trees.sort_by(|one, other| one.makespan().total_cmp(&other.makespan()));
    trees.truncate(IMPROVED);
    trees.iter_mut().for_each(improve);
    let best = trees.iter().min_by(|one, other| one.makespan().total_cmp(&other.makespan()));
    best.unwrap_or(&trees[0]).schedule()
}

/// A schedule in the best order and improved.
pub(crate) fn improved(costs: &Costs, start: &Schedule) -> Schedule {
    let mut tree = OrderedTree::of(start, costs);
    improve(&mut tree);
    tree.schedule()
}

/// Moves groups to other senders as long as that makes the makespan shorter.
fn improve(tree: &mut OrderedTree<'_>) {
    let mut left = TRIED.0 * tree.groups().min(TRIED.1);
    for _ in 0..tree.groups() {
        let Some((group, sender)) = best_move(tree, &mut left) else { return };
        tree.hang(group, sender);
    }
}

/// The group and its new sender with which the makespan becomes shortest; `None`: it becomes no shorter.
fn best_move(tree: &OrderedTree<'_>, left: &mut usize) -> Option<(usize, usize)> {
    let ready = tree.ready();
    let (mut shortest, mut best) = (tree.makespan() * SHORTER, None);
    for group in critical(tree) {
        let span = tree.span(group);
        for (sender, &ready) in ready.iter().enumerate() {
            // The second is the stricter one, but has to be fetched from afar.
            if ready + span >= shortest || ready + tree.costs().transfer(sender, group) + span >= shortest {
                continue;
            }
            if sender == tree.parent(group) || tree.is_within(sender, group) {
                continue;
            }
            if *left == 0 {
                return best;
            }
            *left -= 1;
            let makespan = tree.makespan_after(group, sender);
            if makespan < shortest {
                (shortest, best) = (makespan, Some((group, sender)));
            }
        }
    }
    best
}

/// The groups on the way from the root to one that finishes last, each after those that its sender serves before it;
/// then the receivers of that last one, if it has not finished because of them.
fn critical(tree: &OrderedTree<'_>) -> Vec<usize> {
    let (mut all, mut at) = (vec![], tree.root());
    while let Some(last) = tree.last_to_finish(at) {
        all.extend(&tree.children(at)[..=last]);
        at = tree.children(at)[last];
    }
    all.extend(tree.children(at));
    all.drain(..all.len().saturating_sub(CRITICAL));
    all
}
