// SPDX-License-Identifier: MIT OR Apache-2.0
//! Both pictures of a tree as a page whose boxes open.

use hsplit_core::ranks::Ranks;
use hsplit_core::tree::{Branch, FoldedTree, words};

use super::plan::{Area, Plan};
use crate::drawing::html::{Item, Page};
use crate::drawing::svg::entries;

/// With more nodes than this, they are closed at first.
const MOST_OPEN: usize = 8;
/// How many runs of ranks a box names.
const MOST_RUNS: usize = 3;

/// The folded tree.
pub(super) fn folded(tree: &FoldedTree) -> String {
    let (legend, words) = (entries(tree), words::legend(tree).unwrap_or_default());
    Page { head: &tree.head, legend: &legend, words, all: item(tree, &tree.trunk) }.render()
}

fn item(tree: &FoldedTree, branch: &Branch) -> Item {
    let total = words::total(branch).map_or_else(String::new, |total| format!(" ({total})"));
    let lines = [words::other_names(tree, branch), words::within(tree, branch)];
    let below = [words::left_out(tree, branch), words::stopped(tree, branch)];
    Item {
        level: tree.first(branch).name(),
        title: words::title(tree, branch) + &total,
        summary: words::members(tree, branch),
        lines: lines.into_iter().chain(below).flatten().collect(),
        cells: vec![],
        items: branch.children.iter().map(|child| item(tree, child)).collect(),
        is_open: true,
    }
}

/// Every node and core.
pub(super) fn full(plan: &Plan) -> String {
    let nodes = plan.all.count(&|area| area.level == "Machine");
    Page { head: &plan.head, legend: &plan.legend, words: "", all: place(&plan.all, nodes <= MOST_OPEN) }.render()
}

fn place(area: &Area, has_open_nodes: bool) -> Item {
    let title = if area.title.is_empty() { area.level } else { &area.title };
    let is_whole = area.level == "MPI_COMM_WORLD" || area.title.is_empty();
    let summary = match Ranks::from_sorted(&area.ranks) {
        _ if is_whole || area.ranks.is_empty() => String::new(),
        ranks => format!("{}: {}", words::count_of(area.ranks.len() as u64, "rank"), ranks.brief(MOST_RUNS)),
    };
    Item {
        level: area.level,
        title: title.to_owned(),
        summary,
        lines: [&area.bound].into_iter().filter(|line| !line.is_empty()).cloned().collect(),
        cells: area.seats.iter().map(|seat| (seat.words.clone(), seat.place.clone())).collect(),
        items: area.areas.iter().map(|area| place(area, has_open_nodes)).collect(),
        is_open: area.level != "Machine" || has_open_nodes,
    }
}
