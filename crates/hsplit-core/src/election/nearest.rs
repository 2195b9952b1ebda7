// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds the nearest of some objects, by hops: edges in the node's tree.

use super::tree::NodeTree;

/// A set of objects, each with a key. Finding the nearest one takes as many steps as the tree is deep.
pub(super) struct Nearest<'a> {
    tree: &'a NodeTree<'a>,
    /// For each object, the depth and the key of the highest member in its subtree.
    highest: Vec<(u32, u32)>,
    touched: Vec<u32>,
}

const NONE: (u32, u32) = (u32::MAX, u32::MAX);

impl<'a> Nearest<'a> {
    pub(super) fn new(tree: &'a NodeTree<'a>) -> Self {
        Self { tree, highest: vec![NONE; tree.objects()], touched: vec![] }
    }

    pub(super) fn add(&mut self, object: u32, key: u32) {
        let entry = (self.tree.depth(object), key);
        for above in self.tree.upwards(object) {
            let known = &mut self.highest[above as usize];
            // All ancestors have an entry at least as good.
            if *known <= entry {
                return;
            }
            if *known == NONE {
                self.touched.push(above);
            }
            *known = entry;
        }
    }

    /// The distance in hops of the nearest object and its key; among equally near ones, the lowest key.
    pub(super) fn find(&self, from: u32) -> Option<(u32, u32)> {
        let depth = self.tree.depth(from);
        let mut best = None;
        for above in self.tree.upwards(from) {
            let up = depth - self.tree.depth(above);
            if best.is_some_and(|(hops, _)| hops < up) {
                break;
            }
            let (low, key) = self.highest[above as usize];
            if (low, key) == NONE {
                continue;
            }
            // If the path leads through a deeper object, this is a detour; that object already gave a shorter distance.
            let found = (up + low - self.tree.depth(above), key);
            best = Some(best.map_or(found, |best| found.min(best)));
        }
        best
    }

    pub(super) fn clear(&mut self) {
        for object in self.touched.drain(..) {
            self.highest[object as usize] = NONE;
        }
    }
}
