// SPDX-License-Identifier: MIT OR Apache-2.0
//! Elections as JSON: every node, none folded.

use hsplit_core::cpus::Cpus;
use hsplit_core::election::Worker;
use hsplit_core::shape::Shape;
use serde_json::{Value, json};

use super::plan::{NodePlan, Plan};
use crate::drawing::ranks::object;
use crate::input::HeadLine;

/// The schema, for `--help`.
pub(crate) const SCHEMA: &str = "\
JSON (-o FILE.json, --of json): one object
  format, version, head  \"hsplit-place\", 1, and the fields of the text's head, by name
  notes                  all notes of the head
  shape                  the shape, with the plain name of its level
  nodes                  every node that has ranks, by number:
    node                   its number
    workers                in the order of their parts: rank, threads, cores, pus
    parked                 the ranks that are parked
    idle_cores             the cores of the share that no worker has";

fn list(cpus: &Cpus) -> Value {
    cpus.iter().collect::<Vec<u32>>().into()
}

/// Returns the whole output, with a node on each line.
pub(crate) fn render(head: &[HeadLine], shape: &Shape, plan: &Plan) -> String {
    let before = format!("\"shape\":{},\n\"nodes\"", Value::from(shape.to_string()));
    object("hsplit-place", head, &before, plan.nodes.iter().map(of_node))
}

fn of_node(node: &NodePlan) -> Value {
    let of_worker = |worker: &Worker| {
        let (cores, units) = (list(&node.cores(&worker.cpus)), list(&node.numbers(&worker.cpus)));
        json!({"rank": node.rank(worker), "threads": worker.threads, "cores": cores, "pus": units})
    };
    json!({
        "node": node.node,
        "workers": node.workers().iter().map(of_worker).collect::<Vec<Value>>(),
        "parked": node.parked_ranks().iter().collect::<Vec<u32>>(),
        "idle_cores": list(&node.idle()),
    })
}
