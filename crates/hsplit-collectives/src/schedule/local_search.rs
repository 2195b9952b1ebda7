// SPDX-License-Identifier: MIT OR Apache-2.0
//! Local search: other heuristics' schedules, put in the best order and improved step by step.
//!
//! 1. Start from the schedules of the paper's seven; above `FEW` groups only from that of ECEF, which is among the best
//!    there.
//! 2. Let every sender serve the receiver with the longest tail first, which is the best order of a tree
//!    (`OrderedTree`). Continue with the `IMPROVED` shortest.
//! 3. The makespan can only become shorter if a group on the critical path, or one served before it by a sender on it,
//!    receives from another sender, with its whole subtree. Of all such moves take the one with the shortest makespan,
//!    and repeat until none makes it shorter.
//!
//! A move is evaluated without making it: spans change only on the paths from the two senders up to the root. Most
//! moves need no evaluation, because the moved subtree would end too late even if the rest took no time. Up to `FEW`
//! groups the result is never longer than that of any of the seven. The search ends after n steps, and after `TRIED`
//! evaluated moves, so its time is bounded.

use super::ordered_tree::OrderedTree;
use super::{Costs, Schedule};

/// Up to this number of groups all of the seven are worth their time.
pub(crate) const FEW: usize = 64;
/// The number of schedules that are improved.
const IMPROVED: usize = 3;
/// The number of moves evaluated for each group, in one search, and the greatest number of groups that counts.
const TRIED: (usize, usize) = (100, 300);
/// The number of groups examined in one step, the last ones on the critical path.
const CRITICAL: usize = 64;
/// The least gain, because sums in another order differ in their last bits.
const SHORTER: f64 = 1.0 - 1e-12;

/// Returns the shortest schedule found from these, at least one.
pub(crate) fn shortest(costs: &Costs, starts: impl Iterator<Item = Schedule>) -> Schedule {
    let mut trees: Vec<OrderedTree<'_>> = starts.map(|start| OrderedTree::of(&start, costs)).collect();
    trees.sort_by(|one, other| one.makespan().total_cmp(&other.makespan()));
    trees.truncate(IMPROVED);
    trees.iter_mut().for_each(improve);
    let best = trees.iter().min_by(|one, other| one.makespan().total_cmp(&other.makespan()));
    best.unwrap_or(&trees[0]).schedule()
}

/// Returns a schedule in the best order and improved.
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

/// Returns the group and its new sender with the shortest makespan; `None` if no move makes it shorter.
fn best_move(tree: &OrderedTree<'_>, left: &mut usize) -> Option<(usize, usize)> {
    let ready = tree.ready();
    let (mut shortest, mut best) = (tree.makespan() * SHORTER, None);
    for group in critical(tree) {
        let span = tree.span(group);
        for (sender, &ready) in ready.iter().enumerate() {
            // The second condition is stricter, but reads distant memory.
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

/// Returns the groups on the path from the root to one that finishes last, each after those that its sender serves
/// before it; then the receivers of that last one, whose transfers delay its own broadcast.
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
