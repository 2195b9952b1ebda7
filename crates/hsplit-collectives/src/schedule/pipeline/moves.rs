// SPDX-License-Identifier: MIT OR Apache-2.0
//! A tree that is cheap to change and to copy, and its changes.

use crate::timing::segments::Receivers;

/// No group.
const NONE: usize = usize::MAX;

/// The receivers of each group, as linked lists: the first one, and after each receiver the next one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Lists {
    first: Vec<usize>,
    next: Vec<usize>,
}

impl Clone for Lists {
    fn clone(&self) -> Self {
        Self { first: self.first.clone(), next: self.next.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.first.clone_from(&other.first);
        self.next.clone_from(&other.next);
    }
}

impl Receivers for Lists {
    fn of(&self, group: usize) -> impl Iterator<Item = usize> {
        let some = |group: usize| Some(group).filter(|&group| group != NONE);
        std::iter::successors(some(self.first[group]), move |&receiver| some(self.next[receiver]))
    }
}

/// The new place of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreePlace {
    /// With all groups below it, as the first receiver of another group.
    First,
    /// With all groups below it, as the last receiver.
    Last,
    /// Without the groups below it, as the last receiver of another group.
    Alone,
    /// Without the groups below it, as the only receiver of another group, whose receivers it takes over.
    Between,
}

/// The move of a group from its sender to another one, which is not below it if the subtree moves along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    /// The group that moves.
    pub(crate) group: usize,
    /// Its sender before.
    pub(crate) sender: usize,
    /// Its sender after the move, possibly the same.
    pub(crate) target: usize,
    /// Its place among the receivers.
    pub(crate) place: TreePlace,
}

impl Lists {
    /// Creates the lists of a tree.
    pub(crate) fn of_tree(children: &[Vec<usize>]) -> Self {
        let first = children.iter().map(|all| all.first().copied().unwrap_or(NONE)).collect();
        let mut next = vec![NONE; children.len()];
        children.iter().flat_map(|all| all.windows(2)).for_each(|pair| next[pair[0]] = pair[1]);
        Self { first, next }
    }

    /// Returns the number of groups.
    pub(crate) fn groups(&self) -> usize {
        self.first.len()
    }

    /// Returns the tree.
    pub(crate) fn tree(&self) -> Vec<Vec<usize>> {
        (0..self.first.len()).map(|group| self.of(group).collect()).collect()
    }

    /// Makes a move.
    pub(crate) fn make(&mut self, Move { group, sender, target, place }: Move) {
        self.leave(group, sender, matches!(place, TreePlace::Alone | TreePlace::Between));
        match place {
            TreePlace::First => self.next[group] = std::mem::replace(&mut self.first[target], group),
            TreePlace::Last | TreePlace::Alone => self.append(target, group),
            TreePlace::Between => self.first[group] = std::mem::replace(&mut self.first[target], group),
        }
    }

    /// Removes a group from the tree; if it is removed alone, its receivers are moved to its sender.
    pub(crate) fn leave(&mut self, group: usize, sender: usize, alone: bool) {
        let after = std::mem::replace(&mut self.next[group], NONE);
        let below = if alone { std::mem::replace(&mut self.first[group], NONE) } else { NONE };
        let with = if below == NONE { after } else { below };
        match self.last(self.first[sender], group) {
            NONE => self.first[sender] = with,
            before => self.next[before] = with,
        }
        if below != NONE {
            let last = self.last(below, NONE);
            self.next[last] = after;
        }
    }

    fn append(&mut self, target: usize, group: usize) {
        match self.last(self.first[target], NONE) {
            NONE => self.first[target] = group,
            last => self.next[last] = group,
        }
    }

    /// Returns the last element of a list before `end`.
    fn last(&self, mut from: usize, end: usize) -> usize {
        let mut last = NONE;
        while from != end {
            (last, from) = (from, self.next[from]);
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_small_tree() {
        // 0 to 1 and 2; 1 to 3 and 4.
        let tree = vec![vec![1, 2], vec![3, 4], vec![], vec![], vec![]];
        assert_eq!(Lists::of_tree(&tree).tree(), tree);
        let moved = |place, group, sender, target| {
            let mut lists = Lists::of_tree(&tree);
            lists.make(Move { group, sender, target, place });
            lists.tree()
        };
        assert_eq!(moved(TreePlace::First, 1, 0, 2), [vec![2], vec![3, 4], vec![1], vec![], vec![]]);
        assert_eq!(moved(TreePlace::First, 2, 0, 0), [vec![2, 1], vec![3, 4], vec![], vec![], vec![]]);
        assert_eq!(moved(TreePlace::Last, 2, 0, 1), [vec![1], vec![3, 4, 2], vec![], vec![], vec![]]);
        assert_eq!(moved(TreePlace::Last, 1, 0, 0), [vec![2, 1], vec![3, 4], vec![], vec![], vec![]]);
        assert_eq!(moved(TreePlace::Alone, 1, 0, 2), [vec![3, 4, 2], vec![], vec![1], vec![], vec![]]);
        assert_eq!(moved(TreePlace::Alone, 1, 0, 3), [vec![3, 4, 2], vec![], vec![], vec![1], vec![]]);
        assert_eq!(moved(TreePlace::Between, 2, 0, 1), [vec![1], vec![2], vec![3, 4], vec![], vec![]]);
        assert_eq!(moved(TreePlace::Between, 1, 0, 0), [vec![1], vec![3, 4, 2], vec![], vec![], vec![]]);
        assert_eq!(moved(TreePlace::Between, 4, 1, 2), [vec![1, 2], vec![3], vec![4], vec![], vec![]]);
    }
}
