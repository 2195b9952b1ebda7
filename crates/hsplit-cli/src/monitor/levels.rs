// SPDX-License-Identifier: MIT OR Apache-2.0
//! The traffic across each level.

use hsplit_monitor::words::{bytes, columns, grouped, percent};
use hsplit_monitor::{Count, Level};

use super::Shown;

/// Returns a line for each level, widest first.
pub(super) fn text(shown: &Shown) -> String {
    let totals = &shown.totals;
    let head = ["level", "instances", "inside", "share", "outside", "busiest", "exchanges"];
    let row = |level: &Level| {
        let outside = Count::new(0, totals.all.bytes - level.inside.bytes);
        vec![
            level.name.clone(),
            grouped(level.instances as u64),
            bytes(level.inside.bytes),
            percent(totals.share(level.inside)),
            bytes(outside.bytes),
            if level.busiest.0 == 0 { "-".to_owned() } else { level.busiest.1.to_string() },
            bytes(level.busiest.0),
        ]
    };
    let rows: Vec<Vec<String>> =
        std::iter::once(head.map(str::to_owned).to_vec()).chain(totals.levels.iter().map(row)).collect();
    columns(&rows).into_iter().map(|line| format!("  {line}\n")).collect()
}
