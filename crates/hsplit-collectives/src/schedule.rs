// SPDX-License-Identifier: MIT OR Apache-2.0
//! Schedules of transfers between groups: the order of sends by which one group's data reaches all groups.
//!
//! This is the communication schedule of Steffenel ("A framework for adaptive collective communications on
//! heterogeneous hierarchical networks", §4.4 to §6): groups of equal processes, for each pair of groups a latency L
//! and the gap g of the message, and for each group the time T of its own broadcast inside. Finding the best schedule
//! takes exponential time, so there are heuristics: the paper's seven, and one of our own.
//!
//! The performance model, all times in seconds (§4.5, §5.3):
//!
//! - The root is ready at time 0. It sends to its receivers one after the other, and so does every other group.
//! - A transfer from i to j begins when i is free. It keeps i busy for g(i, j), and j is ready L(i, j) after that: the
//!   paper's RT(i) + g(i, j) + L(i, j). Receiving takes no longer than that, so j may send from then on.
//! - A group that is ready and takes part in no further transfer between groups begins its own broadcast, which takes
//!   T.
//! - The makespan is the time at which the last group has finished.
//!
//! Costs do not depend on the root: the same ones serve a schedule for each.
//!
//! Ties: if a heuristic's formula gives several transfers the same value, the receiver with the lowest number is taken,
//! and among its senders again the one with the lowest number.

use crate::timing::messages;

mod bottom_up;
mod costs;
mod early_completion;
mod fastest_edge;
mod flat_tree;
mod growing;
mod heuristic;
mod local_search;
mod look_ahead;
pub mod optimum;
mod ordered_tree;
pub mod pipeline;
pub mod segmented;
pub mod simulation;

#[cfg(test)]
mod checked;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod worked_examples;

pub use costs::{Costs, NoCosts, TransferCost};
pub use heuristic::Heuristic;

/// A root and the transfers by which its data reaches every other group once.
///
/// Only the order of one sender's transfers is significant; between senders they may be in any order in which each
/// group receives before it sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    root: usize,
    transfers: Vec<(usize, usize)>,
}

impl Schedule {
    /// Returns the group that has the data.
    pub fn root(&self) -> usize {
        self.root
    }

    /// Returns the transfers, as pairs of sender and receiver.
    pub fn transfers(&self) -> &[(usize, usize)] {
        &self.transfers
    }

    /// Returns the number of groups.
    pub(crate) fn groups(&self) -> usize {
        self.transfers.len() + 1
    }

    /// Returns the receivers of each group, in the order in which it sends to them.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![vec![]; self.groups()];
        self.transfers.iter().for_each(|&(sender, receiver)| children[sender].push(receiver));
        children
    }

    /// Returns the time at which each group has finished its own broadcast, in seconds.
    ///
    /// # Panics
    /// The costs are for fewer groups.
    pub(crate) fn ends(&self, costs: &Costs) -> Vec<f64> {
        let free = messages::listed(costs, self.groups(), &self.transfers, 0);
        free.into_iter().enumerate().map(|(group, free)| free + costs.inside(group)).collect()
    }

    /// Returns the time at which the last group has finished, in seconds.
    ///
    /// # Panics
    /// The costs are for fewer groups.
    pub fn makespan(&self, costs: &Costs) -> f64 {
        self.ends(costs).into_iter().fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::checked::NoSchedule;
    use super::*;

    /// Latency 1 everywhere; the gap from i to j is j, and group i takes 10 * i inside.
    fn costs() -> Costs {
        Costs::new(vec![0.0, 10.0, 20.0, 30.0], |_, to| TransferCost { latency: 1.0, gap: to as f64 }).expect("costs")
    }

    #[test]
    fn worked_example_of_a_flat_tree() {
        let schedule = Schedule::new(4, 0, vec![(0, 1), (0, 2), (0, 3)]).expect("a schedule");
        // Sent until 1, 3, 6; there one later; then 10, 20, 30 inside. The root's own broadcast begins at 6.
        assert_eq!(schedule.ends(&costs()), [6.0, 12.0, 24.0, 37.0]);
        assert_eq!((schedule.makespan(&costs()), schedule.groups()), (37.0, 4));
    }

    #[test]
    fn a_group_that_passes_on_begins_inside_after_that() {
        let schedule = Schedule::new(4, 0, vec![(0, 3), (3, 1), (0, 2)]).expect("a schedule");
        // 3 is there at 3 + 1, has sent to 1 at 4 + 1, and takes 30. 1 is there at 6. The root has sent to 2 at 3 + 2;
        // it is there at 6.
        assert_eq!(schedule.ends(&costs()), [5.0, 16.0, 26.0, 35.0]);
        assert_eq!(schedule.children(), [vec![3, 2], vec![], vec![], vec![1]]);
    }

    #[test]
    fn the_order_between_senders_does_not_count() {
        let orders = [vec![(0, 3), (0, 2), (3, 1)], vec![(0, 3), (3, 1), (0, 2)]];
        let ends = orders.map(|transfers| Schedule::new(4, 0, transfers).expect("a schedule").ends(&costs()));
        assert_eq!(ends[0], ends[1]);
    }

    #[test]
    fn one_group_only_broadcasts_inside() {
        let alone = Costs::new(vec![7.0], |_, _| TransferCost { latency: 0.0, gap: 0.0 }).expect("costs");
        assert_eq!(Schedule::new(1, 0, vec![]).expect("a schedule").makespan(&alone), 7.0);
    }

    #[test]
    fn what_is_no_schedule() {
        let wrong =
            |root, transfers: &[(usize, usize)]| Schedule::new(3, root, transfers.to_vec()).expect_err("no schedule");
        assert_eq!(wrong(3, &[]), NoSchedule::NoGroup(3));
        assert_eq!(wrong(0, &[(0, 4)]), NoSchedule::NoGroup(4));
        assert_eq!(wrong(0, &[(1, 2), (0, 1)]), NoSchedule::NothingToSend(1));
        assert_eq!(wrong(0, &[(0, 1), (1, 0)]), NoSchedule::Twice(0));
        assert_eq!(wrong(0, &[(0, 2)]), NoSchedule::LeftOut(1));
        assert_eq!(Schedule::new(0, 0, vec![]), Err(NoSchedule::NoGroup(0)));
    }
}
