// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trees of groups without an order of receivers: the best order follows from the tree.
//!
//! The span of a group is the time from when it is ready until all groups below it have finished. Of two receivers j of
//! one sender i, the one with the longer tail L(i, j) + span(j) comes first: with one sender that is Jackson's rule for
//! jobs with delivery times (1955), and no order is better. The sender's own broadcast comes after all transfers, in
//! any order. The best schedule of a tree is therefore computed from the leaves up, and a search needs to examine only
//! trees.

use super::{Costs, Schedule};

/// A tree of groups, each with its receivers in the best order and its span.
#[derive(Clone, Debug)]
pub(crate) struct OrderedTree<'a> {
    costs: &'a Costs,
    root: usize,
    parent: Vec<usize>,
    children: Vec<Vec<usize>>,
    span: Vec<f64>,
}

/// A change of a receiver: another span, or its removal (`None`), or its addition.
type Change = (usize, Option<f64>);

impl<'a> OrderedTree<'a> {
    /// Creates the tree of a schedule.
    pub(crate) fn of(schedule: &Schedule, costs: &'a Costs) -> Self {
        let mut parent = vec![schedule.root(); schedule.groups()];
        schedule.transfers().iter().for_each(|&(sender, receiver)| parent[receiver] = sender);
        let mut tree = Self {
            costs,
            root: schedule.root(),
            parent,
            children: schedule.children(),
            span: vec![0.0; schedule.groups()],
        };
        schedule.transfers().iter().rev().for_each(|&(_, receiver)| tree.settle(receiver));
        tree.settle(tree.root);
        tree
    }

    /// Returns the number of groups.
    pub(crate) fn groups(&self) -> usize {
        self.parent.len()
    }

    /// Returns the root.
    pub(crate) fn root(&self) -> usize {
        self.root
    }

    /// Returns the costs of the links.
    pub(crate) fn costs(&self) -> &'a Costs {
        self.costs
    }

    /// Returns the group that a group receives from; for the root, the root itself.
    pub(crate) fn parent(&self, group: usize) -> usize {
        self.parent[group]
    }

    /// Returns the groups that a group sends to, in order.
    pub(crate) fn children(&self, group: usize) -> &[usize] {
        &self.children[group]
    }

    /// Returns the time from when a group is ready until all groups below it have finished.
    pub(crate) fn span(&self, group: usize) -> f64 {
        self.span[group]
    }

    /// Returns the makespan.
    pub(crate) fn makespan(&self) -> f64 {
        self.span[self.root]
    }

    /// Returns the time from when a sender is free again until all groups below one of its receivers have finished.
    pub(crate) fn tail(&self, sender: usize, receiver: usize) -> f64 {
        self.costs.latency(sender, receiver) + self.span[receiver]
    }

    /// Sorts the receivers of a group, and computes its span from theirs.
    fn settle(&mut self, group: usize) {
        let mut children = std::mem::take(&mut self.children[group]);
        children
            .sort_by(|&one, &other| self.tail(group, other).total_cmp(&self.tail(group, one)).then(one.cmp(&other)));
        self.children[group] = children;
        self.span[group] = self.span_with(group, &[]);
    }

    /// Returns the span that a group would have after at most two changes to its receivers.
    fn span_with(&self, group: usize, changes: &[Change]) -> f64 {
        let stays = |child: &&usize| changes.iter().all(|(changed, _)| changed != *child);
        let mut old =
            self.children[group].iter().filter(stays).map(|&child| (self.tail(group, child), child)).peekable();
        let mut new =
            changes.iter().filter_map(|&(child, span)| Some((self.costs.latency(group, child) + span?, child)));
        let (mut first, mut second) = (new.next(), new.next());
        if second > first {
            std::mem::swap(&mut first, &mut second);
        }
        let (mut busy, mut last) = (0.0, 0.0f64);
        // Merges two lists that both have the longest tail first.
        while let Some((tail, child)) =
            if first > old.peek().copied() { std::mem::replace(&mut first, second.take()) } else { old.next() }
        {
            busy += self.costs.gap(group, child);
            last = last.max(busy + tail);
        }
        last.max(busy + self.costs.inside(group))
    }

    /// Returns the receiver of a group that determines the group's span; `None` if the group's own broadcast ends last.
    pub(crate) fn last_to_finish(&self, group: usize) -> Option<usize> {
        let mut busy = 0.0;
        self.children[group].iter().position(|&child| {
            busy += self.costs.gap(group, child);
            busy + self.tail(group, child) >= self.span[group]
        })
    }

    /// Returns the makespan if `group`, with its subtree, received from another sender, which is not below it.
    ///
    /// Spans change on the paths up from the old sender and from the new one. Each path is followed to where they meet,
    /// and the rest once.
    pub(crate) fn makespan_after(&self, group: usize, sender: usize) -> f64 {
        let (mut old, mut new) = (self.parent[group], sender);
        let (mut leaves, mut comes): (Change, Change) = ((group, None), (group, Some(self.span[group])));
        let (mut old_depth, mut new_depth) = (self.depth(old), self.depth(new));
        while old != new {
            if old_depth > new_depth {
                leaves = (old, Some(self.span_with(old, &[leaves])));
                (old, old_depth) = (self.parent[old], old_depth - 1);
            } else {
                comes = (new, Some(self.span_with(new, &[comes])));
                (new, new_depth) = (self.parent[new], new_depth - 1);
            }
        }
        let (mut at, mut span) = (old, self.span_with(old, &[leaves, comes]));
        while at != self.root {
            span = self.span_with(self.parent[at], &[(at, Some(span))]);
            at = self.parent[at];
        }
        span
    }

    /// Returns the number of transfers between the root and a group.
    fn depth(&self, mut group: usize) -> usize {
        let mut depth = 0;
        while group != self.root {
            (group, depth) = (self.parent[group], depth + 1);
        }
        depth
    }

    /// True if `group` is `above` or below it.
    pub(crate) fn is_within(&self, mut group: usize, above: usize) -> bool {
        while group != above && group != self.root {
            group = self.parent[group];
        }
        group == above
    }

    /// Lets `group`, with its subtree, receive from another sender, which is not below it.
    pub(crate) fn hang(&mut self, group: usize, sender: usize) {
        let old = std::mem::replace(&mut self.parent[group], sender);
        self.children[old].retain(|&child| child != group);
        self.children[sender].push(group);
        self.settle_up(old);
        self.settle_up(sender);
    }

    /// Settles a group and all above it.
    fn settle_up(&mut self, mut group: usize) {
        loop {
            self.settle(group);
            if group == self.root {
                return;
            }
            group = self.parent[group];
        }
    }

    /// Returns the time at which each group is ready.
    pub(crate) fn ready(&self) -> Vec<f64> {
        let mut ready = vec![0.0; self.groups()];
        self.walk(|sender, receiver, begin| ready[receiver] = begin + self.costs.transfer(sender, receiver));
        ready
    }

    /// Returns the schedule, with transfers in the order in which they begin.
    pub(crate) fn schedule(&self) -> Schedule {
        let mut timed = Vec::with_capacity(self.groups() - 1);
        self.walk(|sender, receiver, begin| timed.push((begin, (sender, receiver))));
        timed.sort_by(|one, other| one.0.total_cmp(&other.0));
        Schedule { root: self.root, transfers: timed.into_iter().map(|(_, transfer)| transfer).collect() }
    }

    /// Calls `each` with every transfer and the time at which it begins; transfers to a group come before those from
    /// it.
    fn walk(&self, mut each: impl FnMut(usize, usize, f64)) {
        let mut open = vec![(self.root, 0.0)];
        while let Some((sender, mut free)) = open.pop() {
            for &receiver in &self.children[sender] {
                each(sender, receiver, free);
                free += self.costs.gap(sender, receiver);
                open.push((receiver, free + self.costs.latency(sender, receiver)));
            }
        }
    }
}
