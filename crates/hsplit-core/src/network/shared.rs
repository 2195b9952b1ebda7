// SPDX-License-Identifier: MIT OR Apache-2.0
//! Several switches above one, as the spines of a fat tree: those that share what is below them are one group.
//!
//! A switch's height is the longest way down from it. Of the switches above a group, the lowest are its parents, which
//! are one group in turn; a link to a higher one says nothing more, because all groups are equally far from each other
//! there.

use super::builder::{Builder, Link};
use super::groups::Groups;

/// The most switches of a group that give it their names.
const MOST_NAMED: usize = 8;

/// Gives each switch one parent. The first parents have no circle.
pub(super) fn unite_parents(builder: &mut Builder) {
    if builder.further.is_empty() {
        return;
    }
    let further = std::mem::take(&mut builder.further);
    let (heights, further) = match heights(builder, &further) {
        Ok(heights) => (heights, further),
        Err(in_circle) => {
            // First parents are in no circle, so that one of the further ones closes each.
            let (wrong, right): (Vec<Link>, Vec<Link>) =
                further.into_iter().partition(|link| in_circle[link.child as usize]);
            for link in wrong {
                let name = builder.switches[link.child as usize].names.last().cloned().unwrap_or_default();
                builder.wrong(&link.at, format!("switch '{name}' is in a circle, or above one"));
            }
            let Ok(heights) = self::heights(builder, &right) else { return };
            (heights, right)
        }
    };
    let mut above: Vec<Vec<u32>> = builder.switches.iter().map(|switch| switch.parent.into_iter().collect()).collect();
    further.iter().for_each(|link| above[link.child as usize].push(link.parent));
    let mut groups = unite(&above, &heights);
    builder.move_hosts(|switch| groups.root(switch as usize) as u32);
    for (root, group) in groups.members().into_iter().enumerate().filter(|(_, group)| !group.is_empty()) {
        let parents = group.iter().flat_map(|&member| &above[member]);
        let parent = parents.min_by_key(|&&parent| heights[parent as usize]);
        let parent = parent.map(|&parent| groups.root(parent as usize) as u32);
        if group.len() > 1 {
            let names = group.iter().flat_map(|&member| std::mem::take(&mut builder.switches[member].names));
            let names: Vec<String> = names.collect();
            builder.switches[root].names = if group.len() > MOST_NAMED { vec![] } else { names };
        }
        for member in group {
            builder.switches[member].parent = if member == root { parent } else { None };
        }
    }
}

/// The groups of switches, from the bottom up: two that are parents of one group are one.
fn unite(above: &[Vec<u32>], heights: &[u32]) -> Groups {
    let mut groups = Groups::new(above.len());
    let mut order: Vec<usize> = (0..above.len()).collect();
    order.sort_by_key(|&switch| heights[switch]);
    for level in order.chunk_by(|&a, &b| heights[a] == heights[b]) {
        // The lowest parent so far of each group of this height.
        let mut lowest: std::collections::HashMap<usize, Vec<u32>> = std::collections::HashMap::new();
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

/// How far each switch is from the lowest one below it.
///
/// # Errors
/// Which switches are in a circle or above one.
fn heights(builder: &Builder, further: &[Link]) -> Result<Vec<u32>, Vec<bool>> {
    let count = builder.switches.len();
    let first = builder.switches.iter().zip(0..).filter_map(|(switch, child)| Some((child, switch.parent?)));
    let links: Vec<(u32, u32)> = first.chain(further.iter().map(|link| (link.child, link.parent))).collect();
    let (mut above, mut open) = (vec![vec![]; count], vec![0_u32; count]);
    for &(child, parent) in &links {
        above[child as usize].push(parent as usize);
        open[parent as usize] += 1;
    }
    let mut heights = vec![0; count];
    let mut ready: Vec<usize> = (0..count).filter(|&switch| open[switch] == 0).collect();
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
