// SPDX-License-Identifier: MIT OR Apache-2.0
//! The matrix of a run, with the boundaries of levels and the table beside it.

use hsplit_monitor::words::{bytes, grouped};
use hsplit_monitor::{Classes, Unit};

use super::Shown;
use crate::drawing::heatmap::{Boundaries, Heatmap, by_hierarchy, positions};

/// The whole picture.
pub(super) fn render(shown: &Shown, unit: Unit, is_by_rank: bool) -> String {
    let (run, slots) = (&shown.run, &shown.slots);
    let slot_of: Vec<u32> = (0..run.ranks()).map(|rank| slots.slot_of_place(rank)).collect();
    let ranks = if is_by_rank { (0..run.ranks()).collect() } else { by_hierarchy(&slot_of) };
    let order: Vec<u32> = ranks.iter().map(|&rank| slot_of[rank as usize]).collect();
    let position = positions(&ranks);
    let (date, mpi) = run.origin();
    let sorted = if is_by_rank { "of their numbers" } else { "of the hierarchy" };
    let report = shown.report();
    let heatmap = Heatmap {
        head: vec![
            report.head(),
            format!("{date}, {mpi}"),
            format!("rows send to columns; ranks in the order {sorted}"),
        ],
        labels: ranks.iter().map(u32::to_string).collect(),
        unit: format!("{} from row to column", unit.name()),
        number: if unit == Unit::Bytes { bytes } else { grouped },
        boundaries: Boundaries::of(slots, &order),
        table: report.table(),
    };
    let entries = |from: u32| {
        let row = run.row(from, Classes::ALL).into_iter().filter(|(to, _)| *to < run.ranks());
        let at = |rank: u32| position[rank as usize];
        row.map(|(to, count)| (at(from), at(to), unit.of(count))).collect::<Vec<_>>()
    };
    heatmap.draw((0..run.ranks()).flat_map(entries))
}
