// SPDX-License-Identifier: MIT OR Apache-2.0
//! The plan of a machine as a picture for a sheet of paper: boxes and cores are placed in rows so that the whole has
//! about the shape of a sheet, with as little space as possible between them. All lengths are in pixels.

use svg::Document;
use svg::node::element::{Rectangle, Title};

use hsplit_core::message::cleaned;

use super::plan::{Area, CoreBox, FREE, Plan, TAKEN};
use crate::drawing::colour::fill;
use crate::drawing::svg::Page;
use hsplit_drawing::{char_width, frame, text};

/// The ratio of the width of a sheet to its height, in landscape (ISO 216).
const SHEET: f32 = std::f32::consts::SQRT_2;
/// The height of a core, and of a line of text.
const LINE: f32 = 15.0;
/// The margin inside a box.
const MARGIN: f32 = 4.0;
/// The space between boxes or cores side by side.
const GAP: f32 = 2.0;

/// Returns the picture of a plan.
pub(super) fn render(plan: &Plan) -> String {
    let width = char_width(longest(&plan.all)) + 6.0;
    let all = Block::new(&plan.all, width);
    let page = Page::new(&plan.head, plan.legend.clone(), vec![], all.width, all.height);
    let (x, y) = page.inside();
    let mut picture = page.draw();
    all.draw(&mut picture, x, y, width);
    format!("{picture}\n")
}

/// Returns the greatest number of characters in the text of a core.
fn longest(area: &Area) -> usize {
    let boxes = area.boxes.iter().map(|width| width.words.chars().count());
    boxes.chain(area.areas.iter().map(longest)).max().unwrap_or(0).max(2)
}

/// A box with its contents and their positions.
struct Block<'a> {
    area: &'a Area,
    width: f32,
    height: f32,
    boxes: Vec<(f32, f32, &'a CoreBox)>,
    blocks: Vec<(f32, f32, Block<'a>)>,
}

impl<'a> Block<'a> {
    fn new(area: &'a Area, width: f32) -> Self {
        let lines = std::iter::once(&area.title).chain(&area.lines).filter(|words| !words.is_empty());
        // Titles are bold, which is wider if the font is replaced.
        let words = lines.clone().map(|words| char_width(words.chars().count()) * 1.05).fold(0.0, f32::max);
        let top = MARGIN + LINE * lines.count() as f32;
        let sizes = vec![(width, LINE); area.boxes.len()];
        let (boxes, boxes_width, boxes_height) = set(&sizes, top);
        let below = if area.boxes.is_empty() { top } else { top + boxes_height + GAP };
        let blocks: Vec<Block> = area.areas.iter().map(|area| Self::new(area, width)).collect();
        let sizes: Vec<(f32, f32)> = blocks.iter().map(|block| (block.width, block.height)).collect();
        let (places, blocks_width, blocks_height) = set(&sizes, below);
        let bottom = if blocks.is_empty() { top + boxes_height } else { below + blocks_height };
        Self {
            area,
            width: words.max(boxes_width).max(blocks_width) + 2.0 * MARGIN,
            height: bottom + MARGIN,
            boxes: boxes.into_iter().zip(&area.boxes).map(|((x, y), width)| (x, y, width)).collect(),
            blocks: places.into_iter().zip(blocks).map(|((x, y), block)| (x, y, block)).collect(),
        }
    }

    fn draw(&self, picture: &mut Document, x: f32, y: f32, width: f32) {
        add(picture, frame(x, y, self.width, self.height, fill(self.area.level)));
        let mut line = y + MARGIN;
        let lines = self.area.lines.iter().map(|words| (words, "normal"));
        for (words, weight) in std::iter::once((&self.area.title, "bold")).chain(lines) {
            if !words.is_empty() {
                add(picture, text(words, x + MARGIN, line - 1.0, "black", weight));
                line += LINE;
            }
        }
        for (left, top, taken) in &self.boxes {
            let face = if taken.words.is_empty() { FREE } else { TAKEN };
            let face: Rectangle = frame(x + left, y + top, width, LINE, face).set("stroke-width", 0.5);
            add(picture, face.add(Title::new(cleaned(&taken.place))));
            if !taken.words.is_empty() {
                let middle = x + left + width / 2.0;
                let words = text(&taken.words, middle, y + top - 0.5, "black", "normal");
                add(picture, words.set("text-anchor", "middle"));
            }
        }
        for (left, top, block) in &self.blocks {
            block.draw(picture, x + left, y + top, width);
        }
    }
}

/// Adds in place, so that a picture of thousands of nodes is not copied for each.
fn add(picture: &mut Document, node: impl Into<Box<dyn svg::Node>>) {
    svg::Node::append(picture, node.into());
}

/// Returns the positions of items of these sizes in rows, from the height `top` on, and the width and height that they
/// need: of all numbers of columns the one whose result fits the smallest sheet.
fn set(sizes: &[(f32, f32)], top: f32) -> (Vec<(f32, f32)>, f32, f32) {
    let cost = |(_, width, height): &(Vec<(f32, f32)>, f32, f32)| {
        // The size of the sheet that holds it.
        (width / SHEET).max(*height)
    };
    let ways = (1..=sizes.len()).map(|columns| in_rows(sizes, columns, top));
    ways.min_by(|one, other| cost(one).total_cmp(&cost(other))).unwrap_or((vec![], 0.0, 0.0))
}

/// Places items in rows of this many.
fn in_rows(sizes: &[(f32, f32)], columns: usize, top: f32) -> (Vec<(f32, f32)>, f32, f32) {
    let (mut places, mut width, mut y) = (vec![], 0.0, top);
    for row in sizes.chunks(columns) {
        let mut x = MARGIN;
        for (wide, _) in row {
            places.push((x, y));
            x += wide + GAP;
        }
        width = f32::max(width, x - GAP - MARGIN);
        y += row.iter().map(|(_, high)| *high).fold(0.0, f32::max) + GAP;
    }
    (places, width, (y - GAP - top).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_fill_a_sheet() {
        // 64 squares: ten in a row need 7 rows, nine need 8, which is too high for a sheet.
        let (places, width, height) = set(&[(10.0, 10.0); 64], 0.0);
        assert_eq!((places.len(), width, height), (64, 10.0 * 12.0 - 2.0, 7.0 * 12.0 - 2.0));
        let (places, width, height) = set(&[], 5.0);
        assert_eq!((places.len(), width, height), (0, 0.0, 0.0));
    }
}
