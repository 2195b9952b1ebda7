// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trees for display: a hierarchy with equal subtrees folded, as one model for three renderings.
//!
//! A thousand nodes of 128 cores take four lines. Two subtrees are equal if they have the same shape: the same levels,
//! sizes, and numbers of ranks that stop at each level. The ranks themselves do not matter for the shape; the folded
//! line lists them.

use std::collections::HashMap;

use crate::hierarchy::{Communicator, Hierarchy};
use crate::name::Name;

pub mod text;
pub mod words;

/// The most shapes that are shown below one communicator; the others are counted. Without it, irregular bindings would
/// give one line per rank.
pub(crate) const MOST_SHAPES: usize = 12;
/// The most levels that are shown. No machine has so many, but a program that splits in a cycle does.
pub(crate) const MOST_LEVELS: usize = 48;

/// A tree prepared for display.
#[derive(Clone, Debug)]
pub struct FoldedTree {
    /// Names and values for the lines above the tree.
    pub head: Vec<(String, String)>,
    /// All its communicators.
    pub hierarchy: Hierarchy,
    /// The folded communicators: the branch of `MPI_COMM_WORLD`.
    pub trunk: Branch,
}

/// Equal children of one communicator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Their indices in the hierarchy, in the order of their numbers among their siblings. The first one represents
    /// them.
    pub instances: Vec<u32>,
    /// The number of communicators that it represents in the whole tree, including children of equal parents.
    pub(crate) total: u64,
    /// The children of the first one.
    pub children: Vec<Branch>,
    /// The children of the first one beyond the first [`MOST_SHAPES`] shapes, by index.
    pub(crate) left_out: Vec<u32>,
}

impl FoldedTree {
    /// The folded tree of a hierarchy, with `head` as the lines above it.
    pub fn new(head: Vec<(String, String)>, hierarchy: Hierarchy) -> Self {
        let shapes = shapes(&hierarchy);
        let head = head.into_iter().map(|(name, value)| (name, one_line(&value))).collect();
        let trunk = Fold { hierarchy: &hierarchy, shapes: &shapes }.branch(vec![0], 1, 0);
        Self { head, hierarchy, trunk }
    }

    /// The communicator that represents a branch.
    pub fn first(&self, branch: &Branch) -> &Communicator {
        self.hierarchy.get(branch.instances[0])
    }

    /// All communicators of a branch below the first of its parents.
    pub fn instances<'a>(&'a self, branch: &'a Branch) -> impl Iterator<Item = &'a Communicator> {
        branch.instances.iter().map(|&number| self.hierarchy.get(number))
    }

    /// True if a folded line has lines below it, which then show only the first communicator.
    pub(crate) fn shows_examples(&self) -> bool {
        // A communicator of several ranks has a line below it: its children, or the ranks that stop.
        let is_folded = |branch: &Branch| branch.instances.len() > 1 && self.first(branch).members.count() > 1;
        fn any(branch: &Branch, is: &dyn Fn(&Branch) -> bool) -> bool {
            is(branch) || branch.children.iter().any(|child| any(child, is))
        }
        any(&self.trunk, &is_folded)
    }
}

/// A value of the head on one line, without control characters.
fn one_line(value: &str) -> String {
    let words: Vec<&str> = value.split_whitespace().collect();
    words.join(" ").chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}

/// The shape of a subtree; subtrees with equal shapes are folded.
#[derive(PartialEq, Eq, Hash)]
struct Shape<'a> {
    names: &'a [Name],
    within: Option<Name>,
    size: u32,
    stopped: u32,
    children: Vec<u32>,
}

/// A number for each communicator, equal for equal subtrees.
fn shapes(hierarchy: &Hierarchy) -> Vec<u32> {
    let all = hierarchy.communicators();
    let mut known: HashMap<Shape, u32> = HashMap::new();
    let mut shapes = vec![0; all.len()];
    for (number, communicator) in all.iter().enumerate().rev() {
        let below = communicator.children.start as usize..communicator.children.end as usize;
        let mut children = shapes[below].to_vec();
        children.sort_unstable();
        let shape = Shape {
            names: communicator.level.as_ref().map_or(&[], |level| level.names()),
            within: communicator.within,
            size: communicator.members.count(),
            stopped: communicator.stopped.count(),
            children,
        };
        let next = known.len() as u32;
        shapes[number] = *known.entry(shape).or_insert(next);
    }
    shapes
}

struct Fold<'a> {
    hierarchy: &'a Hierarchy,
    shapes: &'a [u32],
}

impl Fold<'_> {
    fn branch(&self, instances: Vec<u32>, parents: u64, level: usize) -> Branch {
        let total = parents * instances.len() as u64;
        let mut groups = self.groups(instances[0]);
        let shown = if level < MOST_LEVELS { groups.len().min(MOST_SHAPES) } else { 0 };
        // A single shape beyond the limit is shown, because the note about it would take a line, too.
        let shown = if groups.len() == shown + 1 && shown > 0 { groups.len() } else { shown };
        let mut left_out: Vec<u32> = groups.split_off(shown).into_iter().flatten().collect();
        left_out.sort_unstable();
        let children = groups.into_iter().map(|group| self.branch(group, total, level + 1)).collect();
        Branch { instances, total, children, left_out }
    }

    /// The children of a communicator, grouped by shape, groups in the order of their first child.
    fn groups(&self, number: u32) -> Vec<Vec<u32>> {
        let mut places: HashMap<u32, usize> = HashMap::new();
        let mut groups: Vec<Vec<u32>> = vec![];
        for child in self.hierarchy.get(number).children.clone() {
            let next = groups.len();
            let place = *places.entry(self.shapes[child as usize]).or_insert(next);
            if place == next {
                groups.push(vec![]);
            }
            groups[place].push(child);
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::Created;

    fn created(level: &str, index: u32, members: &[u32]) -> Created {
        Created { level: Name::new(level), parent: None, index, siblings: 0, members: members.to_vec(), depth: 0 }
    }

    #[test]
    fn equal_siblings_are_folded_wherever_they_stand() {
        let list = [created("Machine", 0, &[0, 1]), created("Machine", 1, &[2]), created("Machine", 2, &[3, 4])];
        let tree = FoldedTree::new(vec![], Hierarchy::of_created(5, &list));
        let instances: Vec<_> = tree.trunk.children.iter().map(|branch| branch.instances.clone()).collect();
        assert_eq!(instances, [vec![1, 3], vec![2]]);
    }

    #[test]
    fn too_many_shapes_are_counted() {
        let list: Vec<Created> =
            (0..30u32).map(|at| created("Machine", at, &(at * 100..at * 101 + 1).collect::<Vec<_>>())).collect();
        let tree = FoldedTree::new(vec![], Hierarchy::of_created(10_000, &list));
        assert_eq!((tree.trunk.children.len(), tree.trunk.left_out.len()), (MOST_SHAPES, 30 - MOST_SHAPES));
    }

    #[test]
    fn a_thousand_splits_in_a_circle_end() {
        let mut list = vec![created("Group0", 0, &[0])];
        list.extend((0..2_000).map(|at| Created { parent: Some(at), ..created(["Core", "PU"][at % 2], 0, &[0]) }));
        let tree = FoldedTree::new(vec![], Hierarchy::of_created(1, &list));
        assert_eq!(tree.hierarchy.depth(), 2_001);
        assert!(text::render(&tree).lines().count() < MOST_LEVELS + 5);
    }
}
