// SPDX-License-Identifier: MIT OR Apache-2.0
//! Selects the candidates of an instance that work: they are dealt out over its children, so that workers are far
//! apart.

use super::tree::NodeTree;

pub(super) struct Deal<'a> {
    pub(super) tree: &'a NodeTree<'a>,
    /// The narrowest object around the home of each member.
    pub(super) places: &'a [u32],
    /// The member that is elected before all others, if it is on this node.
    pub(super) root: Option<u32>,
}

impl Deal<'_> {
    /// The first `count` candidates, in rank order.
    ///
    /// The order of election is: the first candidate of each child of the instance, then the second of each, and so on,
    /// each time in rank order; candidates in no child come last. The root is first in its child and before all others.
    pub(super) fn first(&self, instance: u32, candidates: &[u32], count: usize) -> Vec<u32> {
        if count >= candidates.len() {
            return candidates.to_vec();
        }
        let is_other = |member: u32| self.root != Some(member);
        let mut by_child: Vec<(Option<u32>, bool, u32)> =
            candidates.iter().map(|&member| (self.child(instance, member), is_other(member), member)).collect();
        by_child.sort_unstable();
        let mut order: Vec<(bool, usize, u32)> = vec![];
        for of_child in by_child.chunk_by(|(a, ..), (b, ..)| a == b) {
            let turn = |turn| if of_child[0].0.is_some() { turn } else { usize::MAX };
            order.extend((0..).zip(of_child).map(|(at, &(_, is_other, member))| (is_other, turn(at), member)));
        }
        order.sort_unstable();
        let mut first: Vec<u32> = order[..count].iter().map(|(.., member)| *member).collect();
        first.sort_unstable();
        first
    }

    /// The child of the instance that a member's home lies in.
    fn child(&self, instance: u32, member: u32) -> Option<u32> {
        let below = self.tree.depth(instance) + 1;
        self.tree.upwards(self.places[member as usize]).find(|&object| self.tree.depth(object) == below)
    }
}
