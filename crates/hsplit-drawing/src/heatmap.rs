// SPDX-License-Identifier: MIT OR Apache-2.0
//! A picture of a matrix: a cell for each pair of ranks, darker for more traffic, and lines between the instances of
//! levels.

use hsplit_mapping::Slots;
use svg::Document;
use svg::node::element::{Line, Path};

use super::page::{LETTER, LINE, MARGIN, char_width, cut, frame, page, text};

/// The most rows of cells; more ranks share rows.
const MOST_CELLS: usize = 512;
/// The target width of the matrix, in pixels, rounded to whole cells.
const WIDTH: f32 = 640.0;
/// The greatest width of a cell, in pixels.
const WIDEST: f32 = 24.0;
/// The least distance of a level's lines, in pixels, because closer lines would hide the cells; and the distance below
/// which lines are pale.
const CLOSEST: f32 = 6.0;
const CLOSE: f32 = 32.0;
/// Colours from little to much: ColorBrewer's YlGnBu, which is readable for the colour-blind and in print.
const COLOURS: [&str; 8] = ["#edf8b1", "#c7e9b4", "#7fcdbb", "#41b6c4", "#1d91c0", "#225ea8", "#253494", "#081d58"];
/// The lines of levels, widest first; further levels have the last style.
const LINES: [(&str, f32); 4] = [("#d62728", 1.25), ("#555555", 0.75), ("#888888", 0.5), ("#bbbbbb", 0.5)];

/// The beginnings of the instances of a level.
pub struct Boundaries {
    /// The level.
    pub name: String,
    /// The positions before which there is a line.
    pub before: Vec<usize>,
}

impl Boundaries {
    /// The levels of some slots, and the beginnings of their instances in this order of slots.
    pub fn of(slots: &Slots, order: &[u32]) -> Vec<Self> {
        let instance = |level: usize, at: usize| slots.ancestor(order[at], level);
        let is_new = |level, at| instance(level, at).is_none() || instance(level, at) != instance(level, at - 1);
        let before = |level| (1..order.len()).filter(|&at| is_new(level, at)).collect();
        let names = slots.levels().iter().enumerate();
        names.map(|(level, name)| Self { name: name.clone(), before: before(level) }).collect()
    }
}

/// The ranks in the order of the hierarchy: slots are numbered so that those below one node of the tree are adjacent.
pub fn by_hierarchy(slot_of: &[u32]) -> Vec<u32> {
    let mut ranks: Vec<u32> = (0..slot_of.len() as u32).collect();
    ranks.sort_by_key(|&rank| (slot_of[rank as usize], rank));
    ranks
}

/// The position of each rank.
pub fn positions(ranks: &[u32]) -> Vec<usize> {
    let mut position = vec![0; ranks.len()];
    ranks.iter().enumerate().for_each(|(at, &rank)| position[rank as usize] = at);
    position
}

/// A picture without its cells.
pub struct Heatmap {
    /// The lines above the picture.
    pub head: Vec<String>,
    /// The names of the rows, which are also those of the columns.
    pub labels: Vec<String>,
    /// The unit of the numbers: `bytes of two ranks`.
    pub unit: String,
    /// Prints a number.
    pub number: fn(u64) -> String,
    /// The levels, widest first.
    pub boundaries: Vec<Boundaries>,
    /// The lines to the right of the picture.
    pub table: Vec<String>,
}

struct Grid {
    /// The number of positions that share a row.
    share: usize,
    rows: usize,
    size: f32,
    /// The sum of each cell.
    sums: Vec<u64>,
}

impl Heatmap {
    /// The picture of these entries `(row, column, weight)`.
    pub fn draw(&self, entries: impl Iterator<Item = (usize, usize, u64)>) -> String {
        let grid = Grid::new(self.labels.len(), entries);
        let head: Vec<String> = self.head.iter().map(|line| cut(line)).collect();
        let longest = self.labels.iter().map(String::len).max().unwrap_or(0);
        let left = 2.0 * MARGIN + char_width(longest);
        let top = 2.0 * MARGIN + LINE * head.len() as f32;
        let side = grid.side();
        let classes = grid.classes();
        let beside = self.beside(&grid, &classes);
        let of_beside = beside.iter().map(|(_, words)| char_width(words.chars().count()) + 3.0 * LETTER);
        let right = left + side + 2.0 * MARGIN;
        let of_head = head.iter().map(|line| char_width(line.chars().count())).fold(0.0, f32::max) + MARGIN;
        let width = (right + of_beside.fold(0.0, f32::max)).max(of_head) + MARGIN;
        let height = top + side.max(LINE * beside.len() as f32) + 2.0 * MARGIN;
        let mut picture = page(width, height, &head);
        for (at, line) in head.iter().enumerate() {
            picture = picture.add(text(line, MARGIN, MARGIN + LINE * at as f32, "#444444", "normal"));
        }
        picture = picture.add(frame(left, top, side, side, "white"));
        picture = grid.cells(picture, &classes, left, top);
        picture = self.lines(picture, &grid, left, top);
        for (row, label) in self.labels.iter().step_by(grid.share).enumerate().step_by(grid.rows_a_line()) {
            let y = top + grid.size * (row as f32 + 0.5) - LETTER / 2.0 - 1.0;
            picture = picture.add(text(label, MARGIN, y, "#444444", "normal"));
        }
        for (at, (mark, words)) in beside.iter().enumerate() {
            let y = top + LINE * at as f32;
            picture = mark.draw(picture, right, y);
            let x = if matches!(mark, Mark::None) { right } else { right + 2.0 * LETTER };
            picture = picture.add(text(words, x, y, "black", "normal"));
        }
        format!("{picture}\n")
    }

    /// The legend and the table, to the right of the cells.
    fn beside(&self, grid: &Grid, classes: &[u64]) -> Vec<(Mark, String)> {
        let mut lines = vec![(Mark::None, format!("{}{}", self.unit, grid.shared()))];
        for (class, colour) in classes.iter().zip(COLOURS).rev() {
            lines.push((Mark::Cell(colour), format!("from {}", (self.number)(*class))));
        }
        lines.push((Mark::Cell("white"), "none".to_owned()));
        lines.push((Mark::None, String::new()));
        for (boundaries, line) in self.boundaries.iter().zip(line_styles()) {
            if grid.shows(&boundaries.before) {
                lines.push((Mark::Line(line), format!("between {}", boundaries.name)));
            }
        }
        lines.push((Mark::None, String::new()));
        // Several blanks would be drawn as one.
        lines.extend(self.table.iter().map(|line| (Mark::None, line.replace(' ', "\u{a0}"))));
        lines
    }

    /// Draws the boundaries, those of wider levels on top of narrower ones.
    fn lines(&self, mut picture: Document, grid: &Grid, left: f32, top: f32) -> Document {
        let side = grid.side();
        for (boundaries, (colour, width)) in self.boundaries.iter().zip(line_styles()).rev() {
            if !grid.shows(&boundaries.before) {
                continue;
            }
            let opacity = (grid.apart(&boundaries.before) / CLOSE).min(1.0);
            for &before in &boundaries.before {
                let at = grid.size * before as f32 / grid.share as f32;
                let line = |x1: f32, y1: f32, x2: f32, y2: f32| {
                    let line = Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2);
                    line.set("stroke", colour).set("stroke-width", width).set("stroke-opacity", opacity)
                };
                picture = picture.add(line(left + at, top, left + at, top + side));
                picture = picture.add(line(left, top + at, left + side, top + at));
            }
        }
        picture
    }
}

fn line_styles() -> impl DoubleEndedIterator<Item = (&'static str, f32)> + ExactSizeIterator {
    // 64 levels are more than any machine has.
    (0..64).map(|level: usize| LINES[level.min(LINES.len() - 1)])
}

/// The mark before a line of the legend.
enum Mark {
    None,
    Cell(&'static str),
    Line((&'static str, f32)),
}

impl Mark {
    fn draw(&self, picture: Document, x: f32, y: f32) -> Document {
        match self {
            Self::None => picture,
            Self::Cell(colour) => picture.add(frame(x, y + 2.0, LETTER, LETTER, colour)),
            Self::Line((colour, width)) => {
                let y = y + LINE / 2.0;
                let line = Line::new().set("x1", x).set("y1", y).set("x2", x + LETTER).set("y2", y);
                picture.add(line.set("stroke", *colour).set("stroke-width", *width))
            }
        }
    }
}

impl Grid {
    fn new(positions: usize, entries: impl Iterator<Item = (usize, usize, u64)>) -> Self {
        let share = positions.div_ceil(MOST_CELLS).max(1);
        let rows = positions.div_ceil(share);
        let mut sums = vec![0u64; rows * rows];
        for (row, column, weight) in entries {
            let sum = &mut sums[row / share * rows + column / share];
            *sum = sum.saturating_add(weight);
        }
        Self { share, rows, size: (WIDTH / rows.max(1) as f32).min(WIDEST), sums }
    }

    fn side(&self) -> f32 {
        self.size * self.rows as f32
    }

    /// The number of rows for each label.
    fn rows_a_line(&self) -> usize {
        // Doubled until a label fits, so that labels are round numbers.
        let mut rows: usize = 1;
        while rows < self.rows && self.size * (rows as f32) < LETTER {
            rows *= 2;
        }
        rows
    }

    /// A remark if several ranks share a row.
    fn shared(&self) -> String {
        if self.share == 1 { String::new() } else { format!("; a cell is {0} x {0} ranks", self.share) }
    }

    /// True if lines at these positions do not hide the cells.
    fn shows(&self, before: &[usize]) -> bool {
        !before.is_empty() && self.apart(before) >= CLOSEST
    }

    /// The average distance of lines at these positions, in pixels.
    fn apart(&self, before: &[usize]) -> f32 {
        self.side() / (before.len() + 1) as f32
    }

    /// The least sum of each colour, in equal logarithmic steps from the least to the most.
    fn classes(&self) -> Vec<u64> {
        let present = || self.sums.iter().copied().filter(|&sum| sum > 0);
        let (Some(least), Some(most)) = (present().min(), present().max()) else { return vec![] };
        let ratio = most as f64 / least as f64;
        let class = |step: usize| (least as f64 * ratio.powf(step as f64 / COLOURS.len() as f64)).ceil() as u64;
        let mut classes: Vec<u64> = (0..COLOURS.len()).map(class).collect();
        classes[0] = least;
        classes.dedup();
        classes
    }

    /// Draws a path for each colour; runs of equal cells are one bar.
    fn cells(&self, mut picture: Document, classes: &[u64], left: f32, top: f32) -> Document {
        let class = |sum: u64| classes.partition_point(|&least| least <= sum);
        let mut paths = vec![String::new(); classes.len() + 1];
        for row in 0..self.rows {
            let sums = &self.sums[row * self.rows..][..self.rows];
            let mut at = 0;
            for run in sums.chunk_by(|&a, &b| class(a) == class(b)) {
                let (x, y) = (left + self.size * at as f32, top + self.size * row as f32);
                let width = self.size * run.len() as f32;
                paths[class(run[0])] += &format!("M{x:.2} {y:.2}h{width:.2}v{0:.2}h-{width:.2}z", self.size);
                at += run.len();
            }
        }
        for (path, colour) in paths.into_iter().skip(1).zip(COLOURS) {
            if !path.is_empty() {
                picture = picture.add(Path::new().set("fill", colour).set("d", path));
            }
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heatmap(positions: usize) -> Heatmap {
        Heatmap {
            head: vec!["a < b".to_owned()],
            labels: (0..positions).map(|position| position.to_string()).collect(),
            unit: "bytes of two ranks".to_owned(),
            number: |number| number.to_string(),
            boundaries: vec![
                Boundaries { name: "Machine".to_owned(), before: vec![positions / 2] },
                Boundaries { name: "Core".to_owned(), before: (1..positions).collect() },
            ],
            table: vec!["inside".to_owned()],
        }
    }

    #[test]
    fn colours_are_logarithmic() {
        let grid = Grid::new(3, [(0, 1, 1), (1, 0, 1), (0, 2, 256), (2, 0, 10)].into_iter());
        assert_eq!(grid.classes(), [1, 2, 4, 8, 16, 32, 64, 128]);
        assert_eq!(Grid::new(2, [(0, 1, 7)].into_iter()).classes(), [7]);
        assert!(Grid::new(2, std::iter::empty()).classes().is_empty());
    }

    #[test]
    fn small_matrices_have_labels_and_all_lines() {
        let picture = heatmap(4).draw([(0, 1, 5), (1, 0, 5), (2, 3, 500), (3, 2, 500)].into_iter());
        for words in ["a &lt; b", "from 5\n", "between Machine", "between Core", "bytes of two ranks\n", "\n3\n"] {
            assert!(picture.contains(words), "{words}: {picture}");
        }
        // Two lines for each boundary, and two in the legend.
        assert_eq!(picture.matches("<line").count(), 2 * 4 + 2);
    }

    #[test]
    fn some_rows_have_labels_where_there_is_no_room_for_all() {
        for (positions, step) in [(26, 1), (64, 2), (512, 16), (4096, 128)] {
            let picture = heatmap(positions).draw([(0, 1, 5)].into_iter());
            let has = |label: usize| picture.contains(&format!("\n{label}\n"));
            assert!((0..positions).all(|label| has(label) == (label % step == 0)), "{positions}");
        }
    }

    #[test]
    fn large_matrices_are_drawn_by_blocks() {
        let entries = (0..9999).map(|row| (row, row + 1, 1 + row as u64));
        let picture = heatmap(10_000).draw(entries);
        assert!(picture.contains("a cell is 20 x 20 ranks") && !picture.contains("between Core"), "{picture}");
        assert!(picture.len() < 200_000, "{}", picture.len());
    }
}
