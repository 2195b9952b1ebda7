// SPDX-License-Identifier: MIT OR Apache-2.0
//! The order as JSON.

use hsplit_mapping::Metrics;
use serde_json::{Map, Value, json};

use super::hosts::Ground;
use super::report::{Report, Row};
use crate::drawing::ranks::object;

/// The schema, for `--help`.
pub(super) const SCHEMA: &str = "\
JSON (-o FILE.json, --format json): one object
  format, version, head  \"hsplit-map\", 1, and the fields of the text's head, by name
  notes                  all notes of the head
  orders                 every order that was evaluated, the result last:
    order                  its name
    bytes, messages        its cost, for each quantity of the matrix: cost, total, levels, worst; with
                           --cost model only bytes, whose cost is the time of bytes and messages in
                           picoseconds
      levels                 widest first: level, inside, share (of all, 0 to 1), congestion (the
                             maximum of one instance with others)
      worst                  the most expensive pairs: ranks, weight, distance, cost
  ranks                  the place of each rank in the result: rank, node, host, binding, pus (null
                         on the places of a run)";

/// Returns the whole output, with a rank on each line.
pub(super) fn render(report: &Report, ground: &Ground) -> String {
    let orders: Vec<Value> = report.rows.iter().map(order).collect();
    let before = format!("\"orders\":{},\n\"ranks\"", Value::from(orders));
    let result = &report.result().order;
    let ranks = (0u32..).zip(&result.places).map(|(rank, &place)| {
        let node = ground.nodes[place as usize];
        let (host, binding) = (&ground.hosts[node as usize], ground.binding(place));
        json!({"rank": rank, "node": node, "host": host, "binding": binding, "pus": ground.units(place)})
    });
    object("hsplit-map", &report.head, &before, ranks)
}

fn order(row: &Row) -> Value {
    let mut fields = Map::new();
    fields.insert("order".to_owned(), row.order.name.clone().into());
    for (unit, metrics) in &row.metrics {
        fields.insert((*unit).to_owned(), worth(metrics));
    }
    Value::Object(fields)
}

fn worth(metrics: &Metrics) -> Value {
    let levels = metrics.levels.iter().map(|level| {
        json!({"level": level.level, "inside": level.inside, "share": level.share, "congestion": level.congestion})
    });
    let worst = metrics.worst.iter().map(|pair| {
        let (ranks, cost) = ([pair.a, pair.b], number(pair.cost));
        json!({"ranks": ranks, "weight": pair.weight, "distance": pair.distance, "cost": cost})
    });
    let cost = number(metrics.cost);
    let (levels, worst): (Vec<Value>, Vec<Value>) = (levels.collect(), worst.collect());
    json!({"cost": cost, "total": metrics.total, "levels": levels, "worst": worst})
}

/// Returns a cost as a number of 64 bits, or a floating-point number if it is too great.
fn number(cost: u128) -> Value {
    u64::try_from(cost).map_or_else(|_| Value::from(cost as f64), Value::from)
}
