// SPDX-License-Identifier: MIT OR Apache-2.0
//! Several parents of one switch, such as the spines of a fat tree: parents of the same group become one group.
//!
//! A switch's height is the length of the longest path down from it. Of the switches above a group, the lowest are its
//! parents, which are one group in turn. A link to a higher switch adds nothing, because there all groups are equally
//! far from each other.

use std::collections::HashMap;

use super::groups::Groups;

pub(super) type Link = (u32, u32);

pub(super) struct United {
    pub(super) groups: Groups,
    /// The parent of each group, at the index of its representative.
    pub(super) parents: Vec<Option<u32>>,
    /// The additional links in or above cycles, which are left out.
    pub(super) in_circles: Vec<Link>,
}

/// Builds a tree from the first parents of switches, which have no cycle, and the additional links.
pub(super) fn unite(first: &[Option<u32>], further: Vec<Link>) -> United {
    let (heights, further, in_circles) = match heights(first, &further) {
        Ok(heights) => (heights, further, vec![]),
        Err(in_circle) => {
            let (wrong, right): (Vec<Link>, Vec<Link>) =
                further.into_iter().partition(|&(child, _)| in_circle[child as usize]);
            // A cycle of the remaining links would consist of first parents only.
            (heights(first, &right).unwrap_or_else(|_| vec![0; first.len()]), right, wrong)
        }
    };
    let mut above: Vec<Vec<u32>> = first.iter().map(|parent| parent.iter().copied().collect()).collect();
    further.iter().for_each(|&(child, parent)| above[child as usize].push(parent));
    let mut groups = groups_of(&above, &heights);
    let mut parents = vec![None; first.len()];
    for (root, group) in groups.members().into_iter().enumerate() {
        let all = group.iter().flat_map(|&member| &above[member]);
        let lowest = all.min_by_key(|&&parent| heights[parent as usize]);
        parents[root] = lowest.map(|&parent| groups.root(parent as usize) as u32);
    }
    United { groups, parents, in_circles }
}

/// The groups of switches, computed from the bottom upwards: two parents of one group are united.
fn groups_of(above: &[Vec<u32>], heights: &[u32]) -> Groups {
    let mut groups = Groups::new(above.len());
    let mut order: Vec<usize> = (0..above.len()).collect();
    order.sort_by_key(|&switch| heights[switch]);
    for level in order.chunk_by(|&a, &b| heights[a] == heights[b]) {
        // The parents of each group of this height.
        let mut lowest: HashMap<usize, Vec<u32>> = HashMap::new();
        for &switch in level {
            lowest.entry(groups.root(switch)).or_default().extend(&above[switch]);
        }
        let mut all: Vec<Vec<u32>> = lowest.into_values().collect();
        all.sort();
        for parents in all {
            let Some(height) = parents.iter().map(|&parent| heights[parent as usize]).min() else { continue };
            let mut equal = parents.iter().filter(|&&parent| heights[parent as usize] == height);
            if let Some(&first) = equal.next() {
                equal.for_each(|&parent| groups.unite(first as usize, parent as usize));
            }
        }
    }
    groups
}

/// The length of the longest path down from each switch. The error marks the switches in or above a cycle.
fn heights(first: &[Option<u32>], further: &[Link]) -> Result<Vec<u32>, Vec<bool>> {
    let (mut above, mut open) = (vec![vec![]; first.len()], vec![0_u32; first.len()]);
    let links = first.iter().zip(0..).filter_map(|(parent, child)| Some((child, (*parent)?)));
    for (child, parent) in links.chain(further.iter().copied()) {
        above[child as usize].push(parent as usize);
        open[parent as usize] += 1;
    }
    let mut heights = vec![0; first.len()];
    let mut ready: Vec<usize> = (0..first.len()).filter(|&switch| open[switch] == 0).collect();
    while let Some(switch) = ready.pop() {
        for &parent in &above[switch] {
            heights[parent] = heights[parent].max(heights[switch] + 1);
            open[parent] -= 1;
            if open[parent] == 0 {
                ready.push(parent);
            }
        }
    }
    let is_left: Vec<bool> = open.iter().map(|&open| open > 0).collect();
    if is_left.contains(&true) { Err(is_left) } else { Ok(heights) }
}
