// SPDX-License-Identifier: MIT OR Apache-2.0
//! The matrix of a run as SVG, with the boundaries of levels and the table beside it.

use hsplit_drawing::{Boundaries, Heatmap, by_hierarchy, positions};
use hsplit_mapping::Slots;
use hsplit_monitor::words::{bytes, grouped};
use hsplit_monitor::{Classes, Report, Unit};

/// The order of the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Ranks inside one object of the machine side by side.
    Hierarchy,
    /// By their numbers in `MPI_COMM_WORLD`.
    Numbers,
}

/// Returns the picture of a run whose ranks have these slots.
pub(super) fn picture(report: &Report, slots: &Slots, unit: Unit, order: Order) -> String {
    let run = report.run;
    let slot_of: Vec<u32> = (0..run.ranks()).map(|rank| slots.slot_of_place(rank)).collect();
    let (ranks, sorted) = match order {
        Order::Hierarchy => (by_hierarchy(&slot_of), "of the hierarchy"),
        Order::Numbers => ((0..run.ranks()).collect(), "of their numbers"),
    };
    let order: Vec<u32> = ranks.iter().map(|&rank| slot_of[rank as usize]).collect();
    let position = positions(&ranks);
    let (date, mpi) = run.origin();
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
