// SPDX-License-Identifier: MIT OR Apache-2.0
//! The size of each box of the picture, and its position in the box around it. All lengths are in pixels.

use hsplit_core::tree::{Branch, FoldedTree, words};
use hsplit_drawing::{LINE, MARGIN, char_width};

/// The offset of each sheet of a pile.
pub(crate) const SHEET: f32 = 4.0;
/// Boxes are placed side by side up to this total width.
const WIDEST: f32 = 1100.0;
/// The greatest number of single ranks that are drawn one by one.
const MOST_CELLS: usize = 16;
const CELLS_A_ROW: usize = 8;
/// The space between text and boxes below or above it.
const GAP: f32 = 4.0;

/// The kind of a line of text, which determines its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// The title of the box.
    Title,
    /// Its other names.
    Names,
    /// The ranks in it.
    Members,
    /// The ranks without a deeper level, or a note on omitted parts.
    Stop,
}

/// A text at a position in a box.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// From the left edge of the box.
    pub(crate) x: f32,
    /// From the upper edge of the box.
    pub(crate) y: f32,
    /// The width.
    pub(crate) width: f32,
    /// The text.
    pub(crate) words: String,
}

/// A box with its contents.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The name of its level, for the colour.
    pub(crate) name: &'static str,
    /// The number of sheets below it.
    pub(crate) sheets: usize,
    /// The width with all sheets.
    pub(crate) width: f32,
    /// The height with all sheets.
    pub(crate) height: f32,
    /// Its lines of text.
    pub(crate) rows: Vec<(Row, Line)>,
    /// A small box for each single rank.
    pub(crate) cells: Vec<Line>,
    /// The boxes in it, with their positions.
    pub(crate) children: Vec<(f32, f32, Block)>,
}

impl Block {
    /// Returns the box of a branch.
    pub(crate) fn of(tree: &FoldedTree, branch: &Branch) -> Self {
        let cells = cells(tree, branch);
        let sheets = if cells.is_empty() { (branch.instances.len() - 1).min(2) } else { 0 };
        let mut block = Self {
            name: tree.first(branch).name(),
            sheets,
            width: 0.0,
            height: MARGIN,
            rows: vec![],
            cells: vec![],
            children: vec![],
        };
        block.describe(tree, branch, !cells.is_empty());
        block.put_cells(cells);
        block.put_children(branch.children.iter().map(|child| Self::of(tree, child)).collect());
        for words in [words::left_out(tree, branch), words::stopped(tree, branch)].into_iter().flatten() {
            block.say(Row::Stop, words);
        }
        block.width += 2.0 * MARGIN + SHEET * sheets as f32;
        block.height += MARGIN + SHEET * sheets as f32;
        block
    }

    /// Returns the width of the uppermost sheet.
    pub(crate) fn face_width(&self) -> f32 {
        self.width - SHEET * self.sheets as f32
    }

    /// Returns the height of the uppermost sheet.
    pub(crate) fn face_height(&self) -> f32 {
        self.height - SHEET * self.sheets as f32
    }

    fn describe(&mut self, tree: &FoldedTree, branch: &Branch, has_cells: bool) {
        let total = words::total(branch).map_or_else(String::new, |total| format!(" ({total})"));
        self.say(Row::Title, words::title(tree, branch) + &total);
        words::other_names(tree, branch).into_iter().for_each(|names| self.say(Row::Names, names));
        let members = words::members(tree, branch);
        // The cells show their numbers.
        self.say(
            Row::Members,
            if has_cells { members.split(": ").next().unwrap_or_default().to_owned() } else { members },
        );
        words::within(tree, branch).into_iter().for_each(|within| self.say(Row::Members, within));
    }

    fn say(&mut self, row: Row, words: String) {
        // Titles are bold, which is wider if the font is replaced.
        let width = char_width(words.chars().count()) * if row == Row::Title { 1.05 } else { 1.0 };
        self.rows.push((row, Line { x: MARGIN, y: self.height, width, words }));
        self.width = self.width.max(width);
        self.height += LINE;
    }

    fn put_cells(&mut self, words: Vec<String>) {
        let width = words.iter().map(|words| char_width(words.chars().count())).fold(0.0, f32::max) + 8.0;
        for row in words.chunks(CELLS_A_ROW) {
            for (at, words) in row.iter().enumerate() {
                let x = MARGIN + at as f32 * (width + 4.0);
                self.cells.push(Line { x, y: self.height + GAP, width, words: words.clone() });
                self.width = self.width.max(x + width - MARGIN);
            }
            self.height += LINE + 8.0;
        }
    }

    /// Places boxes side by side, and begins a new row if they would be too wide.
    fn put_children(&mut self, children: Vec<Self>) {
        self.height += if children.is_empty() { 0.0 } else { GAP };
        let (mut x, mut tallest) = (MARGIN, 0.0);
        for child in children {
            if x > MARGIN && x + child.width > WIDEST {
                self.height += tallest + MARGIN;
                (x, tallest) = (MARGIN, 0.0);
            }
            let (width, height) = (child.width, child.height);
            self.children.push((x, self.height, child));
            self.width = self.width.max(x + width - MARGIN);
            tallest = f32::max(tallest, height);
            x += width + MARGIN;
        }
        if !self.children.is_empty() {
            self.height += tallest + GAP;
        }
    }
}

/// Returns the single ranks of a branch that ends, to be drawn one by one.
fn cells(tree: &FoldedTree, branch: &Branch) -> Vec<String> {
    let single = tree.first(branch).members.count() == 1 && branch.children.is_empty();
    if !single || branch.instances.len() > MOST_CELLS || tree.first(branch).level.is_none() {
        return vec![];
    }
    tree.instances(branch).map(|communicator| communicator.members.to_string()).collect()
}
