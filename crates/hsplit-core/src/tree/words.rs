// SPDX-License-Identifier: MIT OR Apache-2.0
//! The texts of a branch, for the text and for the picture.

use super::{Branch, FoldedTree};
use crate::ranks::{Ranks, abridge};

/// The most communicators in a line before `...`.
const MOST_SETS: usize = 5;
/// The most runs in a line for one communicator.
const MOST_RUNS: usize = 5;
/// The same two limits if the communicators are not single runs, so that they still fit on a line.
const FEW: usize = 3;

/// `4 x Machine #0-3`: the number of communicators, the level, and their numbers among their siblings.
pub fn title(tree: &FoldedTree, branch: &Branch) -> String {
    let first = tree.first(branch);
    let name = first.name();
    if first.level.is_none() {
        return name.to_owned();
    }
    let mut indices: Vec<u32> = tree.instances(branch).map(|communicator| communicator.index).collect();
    indices.sort_unstable();
    indices.dedup();
    let indices = Ranks::from_sorted(&indices).brief(MOST_RUNS);
    match branch.instances.len() {
        1 => format!("{name} #{indices}"),
        count => format!("{count} x {name} #{indices}"),
    }
}

/// `= NUMANode = Package`: the other names of the level.
pub fn other_names(tree: &FoldedTree, branch: &Branch) -> Option<String> {
    let names: Vec<String> = tree.first(branch).merged_names().iter().map(|name| format!("= {name}")).collect();
    (!names.is_empty()).then(|| names.join(" "))
}

/// `8 in all`, if equal parents have such communicators, too.
pub fn total(branch: &Branch) -> Option<String> {
    (branch.total != branch.instances.len() as u64).then(|| format!("{} in all", branch.total))
}

/// `8 ranks each: 0-7, 8-15, 16-23, 24-31`.
pub fn members(tree: &FoldedTree, branch: &Branch) -> String {
    let size = tree.first(branch).members.count();
    let each = if branch.instances.len() > 1 { " each" } else { "" };
    format!("{}{each}: {}", count_of(u64::from(size), "rank"), sets(tree, branch, size))
}

fn sets(tree: &FoldedTree, branch: &Branch, size: u32) -> String {
    if size == 1 {
        let mut all: Vec<u32> = tree.instances(branch).flat_map(|communicator| communicator.members.lowest()).collect();
        all.sort_unstable();
        return Ranks::from_sorted(&all).brief(MOST_RUNS);
    }
    if branch.instances.len() == 1 || tree.instances(branch).all(|communicator| communicator.members.is_one_run()) {
        let sets: Vec<String> =
            tree.instances(branch).map(|communicator| communicator.members.brief(MOST_RUNS)).collect();
        return abridge(&sets, MOST_SETS, ", ");
    }
    let sets: Vec<String> =
        tree.instances(branch).map(|communicator| format!("[{}]", communicator.members.brief(FEW))).collect();
    abridge(&sets, FEW, ", ")
}

/// `all in one L3Cache`: the narrowest level that the members share, if it is narrower than the communicator's.
pub fn within(tree: &FoldedTree, branch: &Branch) -> Option<String> {
    let first = tree.first(branch);
    let name = first.within?;
    match first.members.count() {
        1 => Some(format!("bound to one {name}")),
        // If all of them stop, the line about that contains the level.
        _ => (!first.children.is_empty()).then(|| format!("all in one {name}")),
    }
}

/// `ranks 2-3 stop here`: the ranks that get `MPI_COMM_NULL` from the next split. `None` for a communicator of one
/// rank, which cannot be split.
pub fn stopped(tree: &FoldedTree, branch: &Branch) -> Option<String> {
    let first = tree.first(branch);
    let count = first.stopped.count();
    if count == 0 || first.members.count() == 1 {
        return None;
    }
    let bound = first.within.map_or_else(String::new, |name| format!(", bound to one {name}"));
    let verb = if count == 1 { "stops" } else { "stop" };
    let word = if count == 1 { "rank" } else { "ranks" };
    Some(format!("{word} {} {verb} here{bound}", first.stopped.brief(MOST_RUNS)))
}

/// `and 18 more communicators of other shapes, 900 ranks: 100-999`.
pub fn left_out(tree: &FoldedTree, branch: &Branch) -> Option<String> {
    if branch.left_out.is_empty() {
        return None;
    }
    let mut ranks: Vec<u32> =
        branch.left_out.iter().flat_map(|&number| tree.hierarchy.get(number).members.iter()).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let communicators = count_of(branch.left_out.len() as u64, "more communicator");
    let of_ranks = count_of(ranks.len() as u64, "rank");
    Some(format!("and {communicators} of other shapes, {of_ranks}: {}", Ranks::from_sorted(&ranks).brief(MOST_RUNS)))
}

/// The meaning of the signs, if the tree contains them.
pub fn legend(tree: &FoldedTree) -> Option<&'static str> {
    tree.shows_examples().then_some(
        "N x: N communicators of one shape; the lines below show the first of them. #: numbers among the siblings.",
    )
}

/// `1 rank`, `8 ranks`.
pub fn count_of(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
