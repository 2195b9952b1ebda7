// SPDX-License-Identifier: MIT OR Apache-2.0
//! Elections as a table for each kind of node.

use hsplit_core::ranks::{Ranks, abridge};
use hsplit_core::tree::words::count_of;

use super::plan::{NodePlan, Plan};
use crate::columns::aligned;
use crate::drawing::ranks::head_lines;
use crate::input::HeadLine;

/// The number of sets of ranks in a line before `...`, and the number of runs of each.
const MOST_SETS: usize = 5;
const MOST_RUNS: usize = 8;

/// Returns the whole text.
pub(crate) fn render(head: &[HeadLine], plan: &Plan) -> String {
    let kinds = plan.alike();
    let mut text = head_lines(head);
    for nodes in &kinds {
        text += &title(nodes);
        text.push('\n');
        text += &table(nodes[0]);
        below(nodes[0]).into_iter().for_each(|line| text += &format!("  {line}\n"));
    }
    if kinds.iter().any(|nodes| nodes.len() > 1) {
        text += "# N x: N nodes that are alike; the lines below show the first of them.\n";
    }
    text
}

/// Returns `4 x node 0-3  8 ranks each: 0-7, 8-15, 16-23, 24-31`.
pub(crate) fn title(nodes: &[&NodePlan]) -> String {
    let numbers: Vec<u32> = nodes.iter().map(|node| node.node as u32).collect();
    let numbers = Ranks::from_sorted(&numbers).brief(MOST_RUNS);
    let ranks: Vec<String> = nodes.iter().map(|node| node.ranks().brief(MOST_RUNS)).collect();
    let ranks = abridge(&ranks, MOST_SETS, ", ");
    let size = count_of(nodes[0].members.len() as u64, "rank");
    match nodes.len() {
        1 => format!("node {numbers}  {size}: {ranks}"),
        count => format!("{count} x node {numbers}  {size} each: {ranks}"),
    }
}

/// Returns a line for each worker.
fn table(node: &NodePlan) -> String {
    let mut rows = vec![["rank", "threads", "cores", "PUs", "part"].map(str::to_owned)];
    rows.extend(node.workers().iter().map(|worker| {
        [
            node.rank(worker).to_string(),
            worker.threads.to_string(),
            node.cores(&worker.cpus).to_string(),
            node.numbers(&worker.cpus).to_string(),
            node.place(&worker.cpus),
        ]
    }));
    if rows.len() == 1 {
        return String::new();
    }
    aligned(&rows, |column| column < 2).iter().map(|line| format!("  {line}\n")).collect()
}

/// Returns lines on the parked ranks and the idle cores.
pub(crate) fn below(node: &NodePlan) -> Vec<String> {
    let (parked, idle) = (node.parked_ranks(), node.idle());
    let mut lines = vec![];
    if parked.count() > 0 {
        lines.push(format!("parked: {}", parked.brief(MOST_RUNS)));
    }
    if !idle.is_empty() {
        lines.push(format!("idle cores: {idle}"));
    }
    lines
}
