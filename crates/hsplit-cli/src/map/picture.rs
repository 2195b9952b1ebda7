// SPDX-License-Identifier: MIT OR Apache-2.0
//! The matrix in the new order, with the boundaries of levels.

use hsplit_mapping::Traffic;

use super::hosts::Ground;
use super::report::{Report, columns};
use crate::drawing::heatmap::{Boundaries, Heatmap};

/// The whole picture.
pub(super) fn render(report: &Report, ground: &Ground) -> String {
    let (mapping, traffic) = (report.result().order.mapping(ground), report.traffic.counted());
    // Slots are numbered so that those below one node of the tree stand side by side.
    let mut ranks: Vec<u32> = (0..traffic.roles() as u32).collect();
    ranks.sort_by_key(|&rank| (mapping.slot_of[rank as usize], rank));
    let slots: Vec<u32> = ranks.iter().map(|&rank| mapping.slot_of[rank as usize]).collect();
    let boundaries = (0..ground.slots.levels().len()).map(|level| Boundaries {
        name: ground.slots.levels()[level].clone(),
        before: (1..slots.len()).filter(|&at| is_boundary(ground, level, slots[at - 1], slots[at])).collect(),
    });
    let position = positions(&ranks);
    let heatmap = Heatmap {
        head: report.head.iter().map(|(name, value)| format!("{name}: {value}")).collect(),
        labels: ranks.iter().map(u32::to_string).collect(),
        unit: report.result().metrics[0].0,
        boundaries: boundaries.collect(),
        table: columns(&report.levels()),
    };
    heatmap.draw(entries(traffic, &position))
}

/// Where each rank stands.
fn positions(ranks: &[u32]) -> Vec<usize> {
    let mut position = vec![0; ranks.len()];
    ranks.iter().enumerate().for_each(|(at, &rank)| position[rank as usize] = at);
    position
}

/// Both directions of each pair: the traffic that is known is that of the pair.
fn entries<'a>(traffic: &'a Traffic, position: &'a [usize]) -> impl Iterator<Item = (usize, usize, u64)> + 'a {
    let at = move |rank: u32| position[rank as usize];
    let row = move |from: u32| traffic.row(from).map(move |(to, weight)| (at(from), at(to), weight));
    (0..traffic.roles() as u32).flat_map(row)
}

/// Whether two neighbours are in different instances of a level.
fn is_boundary(ground: &Ground, level: usize, a: u32, b: u32) -> bool {
    let (a, b) = (ground.slots.ancestor(a, level), ground.slots.ancestor(b, level));
    a != b || a.is_none()
}
