// SPDX-License-Identifier: MIT OR Apache-2.0
//! The matrix in the new order, with the boundaries of levels.

use hsplit_mapping::Traffic;
use hsplit_monitor::words::columns;

use super::hosts::Ground;
use super::report::Report;
use hsplit_drawing::{Boundaries, Heatmap, by_hierarchy, positions};

/// Returns the whole picture.
pub(super) fn render(report: &Report, ground: &Ground) -> String {
    let (mapping, traffic) = (report.result().order.mapping(ground), report.traffic.counted());
    let ranks = by_hierarchy(&mapping.slot_of);
    let slots: Vec<u32> = ranks.iter().map(|&rank| mapping.slot_of[rank as usize]).collect();
    let position = positions(&ranks);
    let heatmap = Heatmap {
        head: report.head.iter().map(|(name, value)| format!("{name}: {value}")).collect(),
        labels: ranks.iter().map(u32::to_string).collect(),
        unit: format!("{} of two ranks", report.result().metrics[0].0),
        number: |number| number.to_string(),
        boundaries: Boundaries::of(&ground.slots, &slots),
        table: columns(&report.levels()),
    };
    heatmap.draw(entries(traffic, &position))
}

/// Returns both directions of each pair: the traffic is known only per pair.
fn entries<'a>(traffic: &'a Traffic, position: &'a [usize]) -> impl Iterator<Item = (usize, usize, u64)> + 'a {
    let at = move |rank: u32| position[rank as usize];
    let row = move |from: u32| traffic.row(from).map(move |(to, weight)| (at(from), at(to), weight));
    (0..traffic.roles() as u32).flat_map(row)
}
