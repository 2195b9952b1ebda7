// SPDX-License-Identifier: MIT OR Apache-2.0
//! The colour of each level, in all pictures, and the legend that explains it.
//!
//! Inside a node most colours are lstopo's, so that readers of its pictures find packages and cores at once. Network
//! levels, which lstopo does not have, take turns in tints that the colour-blind can tell apart, and that a printer
//! without colour makes light.

use hsplit_core::level::{Level, NETWORK_PREFIX};
use svg::Document;

use super::layout::{LETTER, LINE, char_width};
use super::svg::{frame, text};

/// Network levels, outermost first.
const NETWORK: [&str; 6] = ["#cfe0f5", "#fde6c0", "#cdebd9", "#e6d9f2", "#d2eff3", "#f8d6e0"];

/// The colour of the boxes of a level.
pub(crate) fn fill(level: &str) -> &'static str {
    match level {
        "MPI_COMM_WORLD" => "#f6f6f2",
        "Machine" | "PU" => "#ffffff",
        "Package" => "#dedede",
        "Die" => "#e8e8e8",
        "NUMANode" => "#efdfde",
        "Core" => "#bebebe",
        level if level.ends_with("Cache") && level.starts_with("L2") => "#e3eee6",
        level if level.ends_with("Cache") && level.starts_with("L1") => "#f7f0d8",
        level if level.ends_with("Cache") => "#f2f2f2",
        level if level.starts_with("Group") => "#eeeeee",
        level => {
            let depth = level.strip_prefix(NETWORK_PREFIX).and_then(|depth| depth.parse().ok()).unwrap_or(0);
            NETWORK[depth % NETWORK.len()]
        }
    }
}

/// A line of the legend: a colour, and what has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) fill: &'static str,
    pub(crate) words: String,
}

impl Entry {
    /// A level with all its names.
    pub(crate) fn of(level: &Level) -> Self {
        let name = level.name();
        let others = level.names().iter().filter(|&&other| other != name).map(|other| format!(" = {other}"));
        Self { fill: fill(name.as_str()), words: format!("{name}{}", others.collect::<String>()) }
    }

    fn width(&self) -> f32 {
        char_width(self.words.chars().count()) + 3.5 * LETTER
    }
}

/// The entries in rows that are no wider than this, where one is not wider itself.
pub(crate) struct Legend {
    rows: Vec<Vec<Entry>>,
}

impl Legend {
    pub(crate) fn new(entries: Vec<Entry>, widest: f32) -> Self {
        let mut rows: Vec<Vec<Entry>> = vec![];
        let mut width = f32::INFINITY;
        for entry in entries {
            width += entry.width();
            if width > widest {
                rows.push(vec![]);
                width = entry.width();
            }
            rows.last_mut().expect("the first one begins a row").push(entry);
        }
        Self { rows }
    }

    pub(crate) fn height(&self) -> f32 {
        LINE * self.rows.len() as f32
    }

    pub(crate) fn width(&self) -> f32 {
        self.rows.iter().map(|row| row.iter().map(Entry::width).sum()).fold(0.0, f32::max)
    }

    pub(crate) fn draw(&self, mut picture: Document, x: f32, y: f32) -> Document {
        for (at, row) in self.rows.iter().enumerate() {
            let (mut x, y) = (x, y + LINE * at as f32);
            for entry in row {
                picture = picture.add(frame(x, y + 2.0, LETTER, LETTER, entry.fill));
                picture = picture.add(text(&entry.words, x + 1.5 * LETTER, y, "#444444", "normal"));
                x += entry.width();
            }
        }
        picture
    }
}

/// Words in lines of this many letters; what follows the first one is indented.
pub(crate) fn wrap(words: &str, letters: usize) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use hsplit_core::name::Name;

    #[test]
    fn network_levels_differ() {
        let fills = ["Net_level0", "Net_level1", "Net_level2", "Machine", "NUMANode"].map(fill);
        assert!((0..5).all(|one| (0..one).all(|other| fills[one] != fills[other])), "{fills:?}");
        let level = Level::new(&["island", "Net_level1"].map(Name::new));
        assert_eq!(Entry::of(&level), Entry { fill: fill("Net_level1"), words: "Net_level1 = island".into() });
    }

    #[test]
    fn a_legend_is_as_wide_as_the_picture() {
        let entries = vec![Entry { fill: "white", words: "four".into() }; 5];
        let width = entries[0].width();
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
