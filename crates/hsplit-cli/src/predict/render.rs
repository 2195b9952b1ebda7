// SPDX-License-Identifier: MIT OR Apache-2.0
//! Predictions as tables, as CSV (RFC 4180, after lines that begin with `#`) and as JSON.

use std::path::Path;

use hsplit_collectives::model::choice::{Prediction, best};
use hsplit_collectives::model::text::Provenance;
use hsplit_program::units::bytes;
use serde_json::{Value, json};

use super::Block;
use super::parameters::{cell, head, us};

/// Returns a table for each operation of each group.
pub(crate) fn text(file: &Path, provenance: &Provenance, blocks: &[Block]) -> String {
    head(file, provenance) + &blocks.iter().map(table).collect::<String>()
}

fn table(block: &Block) -> String {
    let (group, operation) = (block.group, block.operation.name());
    if group.processes == 1 {
        return format!("\n{}, 1 process: {operation} takes no time\n", group.name);
    }
    let names = block.sizes.first().map_or(&[][..], |(_, all)| all).iter().map(|one| one.strategy.to_owned());
    let mut columns: Vec<Vec<String>> = vec![std::iter::once("STRATEGY".to_owned()).chain(names).collect()];
    for (size, all) in &block.sizes {
        let heading = format!("{}  ", bytes(*size as u64));
        columns.push(std::iter::once(heading).chain(all.iter().map(|one| cell(one, *size, best(all)))).collect());
    }
    let width = |column: &[String]| column.iter().map(String::len).max().unwrap_or(0);
    let widths: Vec<usize> = columns.iter().map(|column| width(column)).collect();
    let mut text = format!("\n{}, {} processes: {operation}\n", group.name, group.processes);
    for row in 0..columns[0].len() {
        let cells = columns.iter().zip(&widths).enumerate().map(|(nth, (column, &width))| {
            if nth == 0 { format!("{:width$}", column[row]) } else { format!("  {:>width$}", column[row]) }
        });
        text += &format!("{}\n", cells.collect::<String>().trim_end());
    }
    let changes: Vec<String> =
        block.changes.iter().map(|(from, name)| format!("from {} {name}", bytes(*from as u64))).collect();
    text + &format!(
        "best: {}\n",
        if let [(_, name)] = block.changes[..] { name.to_owned() } else { changes.join(", ") }
    )
}

/// Returns a line for each time. Names of groups and strategies have no comma.
pub(crate) fn csv(file: &Path, provenance: &Provenance, blocks: &[Block]) -> String {
    let mut text =
        head(file, provenance) + "group,processes,operation,bytes,strategy,time_us,segment_bytes,table1_us,best\n";
    for Block { group, operation, sizes, .. } in blocks {
        for (size, all) in sizes {
            for one in all {
                let segment = one.segment.map_or_else(String::new, |segment| segment.to_string());
                let table1 = one.table1.map_or_else(String::new, |seconds| format!("{:.3}", us(seconds)));
                let best = if best(all) == Some(*one) { "yes" } else { "no" };
                text += &format!(
                    "{},{},{},{size},{},{:.3},{segment},{table1},{best}\n",
                    group.name,
                    group.processes,
                    operation.name(),
                    one.strategy,
                    us(one.seconds)
                );
            }
        }
    }
    text
}

/// Returns one object.
pub(crate) fn json(file: &Path, provenance: &Provenance, blocks: &[Block]) -> String {
    let mut all = json_head(file, provenance);
    all.insert("predictions".to_owned(), blocks.iter().map(block).collect());
    format!("{:#}\n", Value::Object(all))
}

/// Returns the origin of the figures, as fields.
pub(super) fn json_head(file: &Path, provenance: &Provenance) -> serde_json::Map<String, Value> {
    let lines = provenance.lines().into_iter().map(|(key, value)| (key.to_owned(), value.into()));
    std::iter::once(("parameters".to_owned(), file.display().to_string().into())).chain(lines).collect()
}

fn block(block: &Block) -> Value {
    let sizes = block.sizes.iter().map(|(bytes, all)| {
        let strategies: Vec<Value> = all.iter().map(strategy).collect();
        json!({ "bytes": bytes, "best": best(all).map(|best| best.strategy), "strategies": strategies })
    });
    let changes = block.changes.iter().map(|(from, name)| json!({ "from_bytes": from, "best": name }));
    json!({
        "group": block.group.name,
        "processes": block.group.processes,
        "operation": block.operation.name(),
        "sizes": sizes.collect::<Vec<_>>(),
        "changes": changes.collect::<Vec<_>>(),
    })
}

fn strategy(one: &Prediction) -> Value {
    json!({
        "strategy": one.strategy,
        "time_us": us(one.seconds),
        "segment_bytes": one.segment,
        "table1_us": one.table1.map(us),
    })
}
