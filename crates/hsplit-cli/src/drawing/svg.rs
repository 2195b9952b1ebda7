// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree as nested boxes, in the manner of `lstopo`'s pictures.
//!
//! What the text folds is a pile of boxes here, drawn once. The colours are lstopo's, so that readers of its pictures
//! find packages and cores at once; network levels, which lstopo does not have, are blue.

use svg::Document;
use svg::node::element::{Rectangle, Text, Title};

use super::layout::{Block, LETTER, LINE, MARGIN, Row, SHEET, char_width};
use hsplit_core::tree::{FoldedTree, words};

/// Longer lines of the head are cut: a description may be as long as a page.
const LONGEST: usize = 140;

/// The whole picture.
pub(crate) fn render(tree: &FoldedTree) -> String {
    let head: Vec<String> = tree.head.iter().map(|(name, value)| cut(&format!("{name}: {value}"))).collect();
    let legend = words::legend(tree).map(str::to_owned);
    let trunk = Block::of(tree, &tree.trunk);
    let around = head.iter().chain(&legend).map(|line| char_width(line.chars().count())).fold(trunk.width, f32::max);
    let top = MARGIN + LINE * head.len() as f32;
    let bottom = top + MARGIN + trunk.height + MARGIN;
    let height = bottom + if legend.is_some() { LINE + MARGIN } else { 0.0 };
    let width = around + 2.0 * MARGIN;
    let mut picture = page(width, height, &head);
    for (at, line) in head.iter().enumerate() {
        picture = picture.add(text(line, MARGIN, MARGIN + LINE * at as f32, "#444444", "normal"));
    }
    picture = draw(picture, &trunk, MARGIN, top + MARGIN);
    if let Some(legend) = legend {
        picture = picture.add(text(&legend, MARGIN, bottom, "#444444", "normal"));
    }
    format!("{picture}\n")
}

/// An empty page with a title.
pub(crate) fn page(width: f32, height: f32, head: &[String]) -> Document {
    Document::new()
        .set("viewBox", (0, 0, width.ceil() as u32, height.ceil() as u32))
        .set("width", width.ceil() as u32)
        .set("height", height.ceil() as u32)
        .set("font-family", "DejaVu Sans Mono, Menlo, Consolas, monospace")
        .set("font-size", LETTER)
        .add(Title::new(head.join("; ")))
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "white"))
}

/// A line of the head, not too long.
pub(crate) fn cut(line: &str) -> String {
    if line.chars().count() <= LONGEST {
        line.to_owned()
    } else {
        line.chars().take(LONGEST - 3).chain("...".chars()).collect()
    }
}

/// Draws a block with its upper left corner at `x`, `y`, and everything in it.
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

pub(crate) fn frame(x: f32, y: f32, width: f32, height: f32, fill: &str) -> Rectangle {
    let frame = Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height);
    frame.set("fill", fill).set("stroke", "#555555").set("stroke-width", 1)
}

/// A line of text whose upper edge is at `y`.
pub(crate) fn text(words: &str, x: f32, y: f32, colour: &str, weight: &str) -> Text {
    let line = Text::new(words).set("x", x).set("y", y + LETTER).set("fill", colour);
    if weight == "normal" { line } else { line.set("font-weight", weight) }
}

pub(crate) fn fill(level: &str) -> &'static str {
    match level {
        "MPI_COMM_WORLD" => "#f6f6f2",
        "Machine" => "#ffffff",
        "Package" => "#dedede",
        "Die" => "#e8e8e8",
        "NUMANode" => "#efdfde",
        "Core" => "#bebebe",
        "PU" => "#ffffff",
        level if level.ends_with("Cache") => "#f2f2f2",
        level if level.starts_with("Group") => "#eeeeee",
        _ => "#d9e6f5",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hsplit_core::hierarchy::{Created, Hierarchy};
    use hsplit_core::name::Name;

    #[test]
    fn marks_of_the_language_are_escaped() {
        let list = [Created { level: Name::new("a<b>&\"c"), parent: None, index: 0, siblings: 1, members: vec![0] }];
        let tree = FoldedTree::new(vec![("room".into(), "1 < 2 & \"3\"\u{1}".into())], Hierarchy::of_created(2, &list));
        let picture = render(&tree);
        assert!(picture.contains("a&lt;b&gt;&amp;") && picture.contains("1 &lt; 2 &amp;"), "{picture}");
        assert!(!picture.contains('\u{1}'));
    }
}
