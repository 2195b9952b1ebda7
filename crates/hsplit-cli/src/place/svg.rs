// SPDX-License-Identifier: MIT OR Apache-2.0
//! Elections as a picture of each kind of node: the cores of a worker have one colour.

use hsplit_core::cpus::Cpus;
use hsplit_core::election::Worker;
use hsplit_core::tree::words::count_of;
use svg::Document;
use svg::node::element::Rectangle;

use super::picture::{Block, Cell, CellSize, Picture, core_name};
use super::plan::{NodePlan, Plan};
use super::text::{below, title};
use crate::drawing::colour::fill;
use crate::input::HeadLine;
use hsplit_drawing::{LETTER, LINE, MARGIN, char_width, cut, frame, page, text};

/// The greatest numbers of kinds of node, and of workers of one, that are drawn; the others are only counted.
const MOST_KINDS: usize = 8;
const MOST_ROWS: usize = 32;
/// The colours of workers, in turn: Paul Tol's light scheme, which the colour-blind can distinguish too.
const COLOURS: [&str; 8] = ["#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff", "#44bb99", "#bbcc33", "#aaaa00"];
const GREY: &str = "#444444";

/// A line of text below the picture of a node, with the colour of a worker before it.
type Row = (Option<&'static str>, String);

/// A drawn node, with the text around it.
struct Panel {
    title: String,
    size: CellSize,
    block: Block,
    rows: Vec<Row>,
}

impl Panel {
    fn new(nodes: &[&NodePlan]) -> Self {
        let node = nodes[0];
        let picture = Picture::new(node);
        let (size, block, mut rows) = (picture.size, picture.block(), rows(node));
        if block.any_cell(&|cell| !cell.parked.is_empty()) {
            rows.push((None, "(N): rank N is bound to this core, and parked".to_owned()));
        }
        Self { title: cut(&title(nodes).replacen("  ", ", ", 1)), size, block, rows }
    }

    fn width(&self) -> f32 {
        let rows = self.rows.iter().map(|(_, words)| char_width(words.chars().count()) + 2.0 * LETTER);
        rows.fold(self.block.width.max(char_width(self.title.chars().count()) * 1.05), f32::max)
    }

    fn height(&self) -> f32 {
        LINE + MARGIN + self.block.height + MARGIN + LINE * self.rows.len() as f32 + 2.0 * MARGIN
    }

    fn draw(&self, mut picture: Document, y: f32) -> Document {
        picture = picture.add(text(&self.title, MARGIN, y, "black", "bold"));
        picture = draw(picture, &self.block, self.size, MARGIN, y + LINE + MARGIN);
        let mut y = y + LINE + MARGIN + self.block.height + MARGIN;
        for (colour, words) in &self.rows {
            if let Some(colour) = colour {
                picture = picture.add(frame(MARGIN, y + 2.0, LETTER, LETTER, colour));
            }
            picture = picture.add(text(words, MARGIN + 2.0 * LETTER, y, "black", "normal"));
            y += LINE;
        }
        picture
    }
}

/// Returns the whole picture.
pub(crate) fn render(head: &[HeadLine], plan: &Plan) -> String {
    let mut head: Vec<String> = head.iter().map(|(name, value)| cut(&format!("{name}: {value}"))).collect();
    let kinds = plan.alike();
    let panels: Vec<Panel> = kinds.iter().take(MOST_KINDS).map(|nodes| Panel::new(nodes)).collect();
    if kinds.len() > MOST_KINDS {
        head.push(format!("{} more kinds of node are not shown", kinds.len() - MOST_KINDS));
    }
    let of_head = head.iter().map(|line| char_width(line.chars().count())).fold(0.0, f32::max);
    let width = panels.iter().map(Panel::width).fold(of_head, f32::max) + 2.0 * MARGIN;
    let top = 2.0 * MARGIN + LINE * head.len() as f32;
    let height = panels.iter().map(Panel::height).fold(top, |sum, height| sum + height);
    let mut picture = page(width, height, &head);
    for (at, line) in head.iter().enumerate() {
        picture = picture.add(text(line, MARGIN, MARGIN + LINE * at as f32, "#444444", "normal"));
    }
    let mut y = top;
    for panel in &panels {
        picture = panel.draw(picture, y);
        y += panel.height();
    }
    format!("{picture}\n")
}

/// Returns the rows of the workers, then of the parked ranks.
fn rows(node: &NodePlan) -> Vec<Row> {
    let worker = |(at, worker): (usize, &Worker)| {
        let (rank, cores, units) = (node.rank(worker), node.cores(&worker.cpus), node.numbers(&worker.cpus));
        let threads = count_of(u64::from(worker.threads), "thread");
        let (of_cores, of_units) = (plural(&cores, "core"), plural(&units, "PU"));
        let part = node.place(&worker.cpus);
        let words = format!("rank {rank}: {threads} on {of_cores} {cores} ({of_units} {units}), {part}");
        (Some(colour(at)), cut(&words))
    };
    let all = node.workers();
    let mut rows: Vec<Row> = all.iter().enumerate().take(MOST_ROWS).map(worker).collect();
    if all.len() > MOST_ROWS {
        rows.push((None, format!("and {} more workers", all.len() - MOST_ROWS)));
    }
    rows.extend(below(node).into_iter().map(|line| (None, cut(&line))));
    rows
}

/// Returns the noun, in the plural if there are several numbers.
fn plural(numbers: &Cpus, noun: &str) -> String {
    if numbers.len() == 1 { noun.to_owned() } else { format!("{noun}s") }
}

fn colour(worker: usize) -> &'static str {
    COLOURS[worker % COLOURS.len()]
}

fn draw(mut picture: Document, block: &Block, size: CellSize, x: f32, y: f32) -> Document {
    picture = picture.add(frame(x, y, block.width, block.height, fill(block.name)));
    picture = picture.add(text(&block.title, x + MARGIN, y + MARGIN / 2.0, "black", "bold"));
    if !block.parked.is_empty() {
        picture = picture.add(text(&block.parked, x + MARGIN, y + MARGIN / 2.0 + LINE, GREY, "normal"));
    }
    for (left, top, cell) in &block.cells {
        picture = draw_cell(picture, cell, size, x + left, y + top);
    }
    block.children.iter().fold(picture, |picture, (left, top, child)| draw(picture, child, size, x + left, y + top))
}

/// Draws a core: coloured if it works, white if it is idle, dashed if it is not in the share.
fn draw_cell(picture: Document, cell: &Cell, size: CellSize, x: f32, y: f32) -> Document {
    let fill = cell.workers.first().map_or("white", |&worker| colour(worker));
    let face: Rectangle = frame(x, y, size.width, size.height, fill).set("rx", 3);
    let face = if cell.is_shared { face } else { face.set("stroke-dasharray", "3 3") };
    let line =
        |words: &str, row: f32, colour: &str, weight: &str| text(words, x + 4.0, y + 2.0 + row * LINE, colour, weight);
    picture
        .add(face)
        .add(line(&core_name(cell), 0.0, GREY, "normal"))
        .add(line(&cell.ranks, 1.0, "black", "bold"))
        .add(line(&cell.parked, 2.0, GREY, "normal"))
}
