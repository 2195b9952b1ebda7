// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree as indented text in the style of `lstopo`, printed by `hsplit tree` and for `HSPLIT_SHOW=1`.
//!
//! ```text
//! MPI_COMM_WORLD  32 ranks: 0-31
//!   4 x Machine #0-3  8 ranks each: 0-7, 8-15, 16-23, 24-31
//!     2 x L3Cache #0-1 (= Package = NUMANode, 8 in all)  4 ranks each: 0-3, 4-7
//! ```

use super::{Branch, FoldedTree, words};
use crate::message::cleaned;

/// The kind of some words, for their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink<'a> {
    /// The lines above and after the tree.
    Aside,
    /// Instances of this level.
    Level(&'a str),
    /// The parts that a tree leaves out, and ranks that stop.
    Stop,
}

/// A function that paints words without changing them.
pub type Paint = fn(Ink<'_>, &str) -> String;

/// Returns words without paint.
pub fn plain(_: Ink<'_>, words: &str) -> String {
    words.to_owned()
}

/// The whole text: the head as `# name: value`, the tree, and the legend.
pub fn render(tree: &FoldedTree) -> String {
    painted(tree, plain)
}

/// The same as [`render`], painted.
pub fn painted(tree: &FoldedTree, paint: Paint) -> String {
    let mut text = String::new();
    let width = tree.head.iter().map(|(name, _)| name.len()).max().unwrap_or(0) + 1;
    for (name, value) in &tree.head {
        let name = format!("{name}:");
        text += &format!("{}\n", paint(Ink::Aside, &format!("# {name:width$} {}", cleaned(value))));
    }
    branch(tree, &tree.trunk, 0, paint, &mut text);
    if let Some(legend) = words::legend(tree) {
        text += &format!("{}\n", paint(Ink::Aside, &format!("# {legend}")));
    }
    text
}

fn branch(tree: &FoldedTree, own: &Branch, depth: usize, paint: Paint, text: &mut String) {
    *text += &format!("{}{}\n", "  ".repeat(depth), line(tree, own, paint));
    for child in &own.children {
        branch(tree, child, depth + 1, paint, text);
    }
    let below = [words::left_out(tree, own), words::stopped(tree, own)];
    for words in below.into_iter().flatten() {
        *text += &format!("{}{}\n", "  ".repeat(depth + 1), paint(Ink::Stop, &words));
    }
}

fn line(tree: &FoldedTree, branch: &Branch, paint: Paint) -> String {
    let notes: Vec<String> = [words::other_names(tree, branch), words::total(branch)].into_iter().flatten().collect();
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
    let within = words::within(tree, branch).map_or_else(String::new, |within| format!(", {within}"));
    let title = paint(Ink::Level(tree.first(branch).name()), &words::title(tree, branch));
    format!("{title}{notes}  {}{within}", words::members(tree, branch))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::{Created, Hierarchy};
    use crate::name::Name;

    #[test]
    fn what_a_program_created() {
        let created = |level: &str, index: u32, members: &[u32]| {
            let (level, members) = (Name::new(level), members.to_vec());
            Created { level, parent: None, index, siblings: 2, members, depth: 0 }
        };
        let list = [
            created("Machine", 0, &[0, 1, 2]),
            created("Machine", 1, &[3, 4, 5]),
            created("L3Cache", 0, &[0, 1]),
            created("L3Cache", 0, &[3, 4]),
        ];
        let head = vec![("program".to_owned(), "./a.out".to_owned())];
        let expected = "\
# program: ./a.out
MPI_COMM_WORLD  7 ranks: 0-6
  2 x Machine #0-1  3 ranks each: 0-2, 3-5
    L3Cache #0 (2 in all)  2 ranks: 0-1
      ranks 0-1 stop here
    rank 2 stops here
  rank 6 stops here
# N x: N communicators of one shape; the lines below show the first of them. #: numbers among the siblings.
";
        assert_eq!(render(&FoldedTree::new(head, Hierarchy::of_created(7, &list))), expected);
    }
}
