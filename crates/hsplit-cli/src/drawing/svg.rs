// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree as nested boxes, in the style of `lstopo`'s pictures.
//!
//! Communicators that the text folds are drawn once, as a pile of boxes.

use svg::Document;

use super::colour::{Entry, fill};
use super::layout::{Block, Row, SHEET};
use hsplit_core::tree::{Branch, FoldedTree, words};
use hsplit_drawing::{LETTER, LINE, MARGIN, char_width, cut, frame, page, text};

/// The least width of the lines of the head and the legend, which are otherwise as wide as the tree.
const NARROWEST: f32 = 420.0;

/// Returns the whole picture.
pub(crate) fn render(tree: &FoldedTree) -> String {
    let trunk = Block::of(tree, &tree.trunk);
    let words = words::legend(tree).map(str::to_owned).into_iter().collect();
    let page = Page::new(&tree.head, entries(tree), words, trunk.width, trunk.height);
    let (x, y) = page.inside();
    format!("{}\n", draw(page.draw(), &trunk, x, y))
}

/// Returns the levels of a tree, outermost first, each once.
pub(crate) fn entries(tree: &FoldedTree) -> Vec<Entry> {
    fn add(tree: &FoldedTree, branch: &Branch, entries: &mut Vec<Entry>) {
        let entry = tree.first(branch).level.as_deref().map(Entry::of);
        entries.extend(entry.filter(|entry| !entries.contains(entry)));
        branch.children.iter().for_each(|child| add(tree, child, entries));
    }
    let mut entries = vec![];
    add(tree, &tree.trunk, &mut entries);
    entries
}

/// The frame of a picture: the head above it, the legend and some text below it, and a margin.
pub(crate) struct Page {
    title: String,
    head: Vec<String>,
    legend: Legend,
    words: Vec<String>,
    width: f32,
    height: f32,
}

impl Page {
    /// Creates the page for a picture of this size.
    pub(crate) fn new(
        head: &[(String, String)],
        legend: Vec<Entry>,
        words: Vec<String>,
        width: f32,
        height: f32,
    ) -> Self {
        let widest = width.max(NARROWEST);
        let letters = (widest / char_width(1)) as usize;
        let head: Vec<String> = head.iter().map(|(name, value)| cut(&format!("{name}: {value}"))).collect();
        let title = head.join("; ");
        let wrapped = |lines: Vec<String>| lines.iter().flat_map(|line| wrap(line, letters)).collect();
        let legend = Legend::new(legend, widest);
        Self { title, head: wrapped(head), legend, words: wrapped(words), width, height }
    }

    /// Returns the position of the picture.
    pub(crate) fn inside(&self) -> (f32, f32) {
        let above = LINE * self.head.len() as f32;
        (MARGIN, MARGIN + if self.head.is_empty() { 0.0 } else { above + MARGIN })
    }

    /// Returns the page without the picture.
    pub(crate) fn draw(&self) -> Document {
        let (x, y) = self.inside();
        let below = y + self.height + MARGIN;
        let lines = self.head.iter().chain(&self.words).map(|line| char_width(line.chars().count()));
        let width = lines.fold(self.width.max(self.legend.width()), f32::max) + 2.0 * MARGIN;
        let under = self.legend.height() + LINE * self.words.len() as f32;
        let height = below + if under > 0.0 { under + MARGIN } else { 0.0 };
        let mut picture = page(width, height, std::slice::from_ref(&self.title));
        picture = lines_at(picture, &self.head, x, MARGIN);
        picture = self.legend.draw(picture, x, below);
        lines_at(picture, &self.words, x, below + self.legend.height())
    }
}

fn lines_at(picture: Document, lines: &[String], x: f32, y: f32) -> Document {
    let line = |(at, line): (usize, &String)| text(line, x, y + LINE * at as f32, "#444444", "normal");
    lines.iter().enumerate().map(line).fold(picture, Document::add)
}

/// The entries in rows of at most a given width, except if one entry is wider.
struct Legend {
    rows: Vec<Vec<Entry>>,
}

impl Legend {
    fn new(entries: Vec<Entry>, widest: f32) -> Self {
        let mut rows: Vec<Vec<Entry>> = vec![];
        let mut width = f32::INFINITY;
        for entry in entries {
            width += width_of(&entry);
            if width > widest {
                rows.push(vec![]);
                width = width_of(&entry);
            }
            rows.last_mut().expect("the first one begins a row").push(entry);
        }
        Self { rows }
    }

    fn height(&self) -> f32 {
        LINE * self.rows.len() as f32
    }

    fn width(&self) -> f32 {
        self.rows.iter().map(|row| row.iter().map(width_of).sum()).fold(0.0, f32::max)
    }

    fn draw(&self, mut picture: Document, x: f32, y: f32) -> Document {
        for (at, row) in self.rows.iter().enumerate() {
            let (mut x, y) = (x, y + LINE * at as f32);
            for entry in row {
                picture = picture.add(frame(x, y + 2.0, LETTER, LETTER, entry.fill));
                picture = picture.add(text(&entry.words, x + 1.5 * LETTER, y, "#444444", "normal"));
                x += width_of(entry);
            }
        }
        picture
    }
}

/// Returns the width of an entry: the colour, the text, and a gap.
fn width_of(entry: &Entry) -> f32 {
    char_width(entry.words.chars().count()) + 3.5 * LETTER
}

/// Wraps a text to lines of this many characters; all but the first are indented.
fn wrap(words: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                *line += " ";
                *line += word;
            }
            Some(_) => lines.push(format!("\u{a0}\u{a0}{word}")),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Draws a block with its upper left corner at `x`, `y`, and its contents.
fn draw(mut picture: Document, block: &Block, x: f32, y: f32) -> Document {
    for sheet in (0..=block.sheets).rev() {
        let shift = SHEET * sheet as f32;
        picture = picture.add(frame(x + shift, y + shift, block.face_width(), block.face_height(), fill(block.name)));
    }
    for (row, line) in &block.rows {
        let (colour, weight) = match row {
            Row::Title => ("black", "bold"),
            Row::Names => ("#666666", "normal"),
            Row::Members => ("black", "normal"),
            Row::Stop => ("#b00000", "normal"),
        };
        picture = picture.add(text(&line.words, x + line.x, y + line.y, colour, weight));
    }
    for cell in &block.cells {
        picture = picture.add(frame(x + cell.x, y + cell.y, cell.width, LINE + 4.0, "white"));
        picture = picture.add(text(&cell.words, x + cell.x + 4.0, y + cell.y + 2.0, "black", "normal"));
    }
    block
        .children
        .iter()
        .fold(picture, |picture, (child_x, child_y, child)| draw(picture, child, x + child_x, y + child_y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hsplit_core::hierarchy::{Created, Hierarchy};
    use hsplit_core::name::Name;

    #[test]
    fn marks_of_the_language_are_escaped() {
        let list =
            [Created { level: Name::new("a<b>&\"c"), parent: None, index: 0, siblings: 1, members: vec![0], depth: 0 }];
        let tree =
            FoldedTree::new(vec![("machine".into(), "1 < 2 & \"3\"\u{1}".into())], Hierarchy::of_created(2, &list));
        let picture = render(&tree);
        assert!(picture.contains("a&lt;b&gt;&amp;") && picture.contains("1 &lt; 2 &amp;"), "{picture}");
        assert!(!picture.contains('\u{1}'));
    }

    #[test]
    fn a_legend_is_as_wide_as_the_picture() {
        let entries = vec![Entry { fill: "white", words: "four".into() }; 5];
        let width = width_of(&entries[0]);
        for (widest, rows) in [(10.0, 5), (2.0 * width, 3), (1000.0, 1)] {
            assert_eq!(Legend::new(entries.clone(), widest).rows.len(), rows);
        }
        assert_eq!(Legend::new(vec![], 10.0).height(), 0.0);
    }

    #[test]
    fn long_lines_go_on_below() {
        assert_eq!(wrap("one two three four", 9), ["one two", "\u{a0}\u{a0}three", "\u{a0}\u{a0}four"]);
    }
}
