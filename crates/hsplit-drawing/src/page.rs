// SPDX-License-Identifier: MIT OR Apache-2.0
//! A page with a title, frames and lines of text. All lengths are pixels.

use hsplit_core::message::cleaned;
use svg::Document;
use svg::node::element::{Rectangle, Text, Title};

/// The size of the letters, in pixels.
pub const LETTER: f32 = 12.0;

/// The height of a line of text.
pub const LINE: f32 = 16.0;
/// The margin inside a box.
pub const MARGIN: f32 = 8.0;
/// The most characters of a line of the head; longer lines, such as descriptions, are cut.
const LONGEST: usize = 140;

/// The width of a number of letters.
pub fn char_width(letters: usize) -> f32 {
    letters as f32 * LETTER * 0.603
}

/// An empty page with a title.
pub fn page(width: f32, height: f32, head: &[String]) -> Document {
    Document::new()
        .set("viewBox", (0, 0, width.ceil() as u32, height.ceil() as u32))
        .set("width", width.ceil() as u32)
        .set("height", height.ceil() as u32)
        .set("font-family", "DejaVu Sans Mono, Menlo, Consolas, monospace")
        .set("font-size", LETTER)
        .add(Title::new(cleaned(&head.join("; "))))
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "white"))
}

/// A line of the head, cut if it is too long.
pub fn cut(line: &str) -> String {
    if line.chars().count() <= LONGEST {
        line.to_owned()
    } else {
        line.chars().take(LONGEST - 3).chain("...".chars()).collect()
    }
}

/// A box with an outline.
pub fn frame(x: f32, y: f32, width: f32, height: f32, fill: &str) -> Rectangle {
    let frame = Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height);
    frame.set("fill", fill).set("stroke", "#555555").set("stroke-width", 1)
}

/// A line of text whose upper edge is at `y`.
pub fn text(words: &str, x: f32, y: f32, colour: &str, weight: &str) -> Text {
    let line = Text::new(cleaned(words)).set("x", x).set("y", y + LETTER).set("fill", colour);
    if weight == "normal" { line } else { line.set("font-weight", weight) }
}
