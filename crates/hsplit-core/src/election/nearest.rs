// SPDX-License-Identifier: MIT OR Apache-2.0
//! The nearest of some objects, by hops: edges in the node's tree.

use super::tree::NodeTree;

/// Some objects, each with a key. Finding the nearest one takes as many steps as the tree is deep.
pub(super) struct Nearest<'a> {
    tree: &'a NodeTree<'a>,
    /// For each object, the depth and the key of the highest one that is it or below it.
    highest: Vec<(u32, u32)>,
    /// The objects that have such an entry.
    touched: Vec<u32>,
}

const NONE: (u32, u32) = (u32::MAX, u32::MAX);

impl<'a> Nearest<'a> {
    pub(super) fn new(tree: &'a NodeTree<'a>) -> Self {
        Self { tree, highest: vec![NONE; tree.objects()], touched: vec![] }
    }

    /// Adds an object.
    pub(super) fn add(&mut self, object: u32, key: u32) {
        let entry = (self.tree.depth(object), key);
        for above in self.tree.upwards(object) {
            let known = &mut self.highest[above as usize];
            // What is above has an entry that is as good.
            if *known <= entry {
                return;
            }
            if *known == NONE {
                self.touched.push(above);
            }
            *known = entry;
        }
    }

    /// How far the nearest one is, and its key; of several, the lowest key.
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
            // A detour where the way leads through an object further down, which has told a shorter one before.
            let found = (up + low - self.tree.depth(above), key);
            best = Some(best.map_or(found, |best| found.min(best)));
        }
        best
    }

    /// Removes all objects.
    pub(super) fn clear(&mut self) {
        for object in self.touched.drain(..) {
            self.highest[object as usize] = NONE;
        }
    }
}
