// SPDX-License-Identifier: MIT OR Apache-2.0
//! The grammar of shapes, which select the ranks that work in a phase.
//!
//! ```text
//! shape := LEVEL          one worker for each instance of the level
//!        | LEVEL "*" K    K of them
//!        | M ":" [ T ]    M workers on each node, with T threads each; without T, as many as fit
//!        | "all"          every rank works, with its own binding
//!        | "root"         one worker in the whole communicator
//! ```
//!
//! A level may have any name of guided splits, also `hwloc://L3Cache`. A device counts as an instance, with its part of
//! the object that it is attached to. Two spellings of a shape compare equal; the ranks of a node compare shapes.

use std::fmt;

use crate::level::canonical_level;

/// The ranks that work in a phase; all others are parked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Workers for each instance of a level.
    Level {
        /// The level, in canonical form.
        name: String,
        /// The number of workers in each instance, from 1.
        each: u32,
    },
    /// A number of workers for each node; the level is found by the election.
    Ratio {
        /// The number of workers, from 1.
        workers: u32,
        /// The number of threads of each worker, from 1; `None` for as many as fit.
        threads: Option<u32>,
    },
    /// Every rank, with its home binding.
    All,
    /// One rank of all nodes, with all units of its node.
    Root,
}

/// An error in the text of a shape.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum ShapeError {
    /// The text is empty.
    #[error("it is empty; a shape is LEVEL, LEVEL*K, M:T, M:, all or root")]
    Empty,
    /// The level cannot be a name.
    #[error("'{0}' is no shape; a shape is LEVEL, LEVEL*K, M:T, M:, all or root")]
    Level(String),
    /// The number of workers per instance is not a whole number from 1.
    #[error("'{0}': the number after '*' is not a whole number from 1")]
    Each(String),
    /// A number of a ratio is not a whole number from 1.
    #[error("'{0}': M:T are two whole numbers from 1, the second of which may be left out")]
    Ratio(String),
}

impl Shape {
    /// Parses a shape.
    pub fn parse(text: &str) -> Result<Self, ShapeError> {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "" => return Err(ShapeError::Empty),
            "all" => return Ok(Self::All),
            "root" => return Ok(Self::Root),
            _ => {}
        }
        if let Some((workers, threads)) = text.split_once(':').filter(|(workers, _)| is_number(workers.trim())) {
            return ratio(workers, threads).ok_or_else(|| ShapeError::Ratio(text.to_owned()));
        }
        let (name, each) = text.rsplit_once('*').map_or((text, None), |(name, each)| (name, Some(each)));
        let each = each.map_or(Some(1), number).ok_or_else(|| ShapeError::Each(text.to_owned()))?;
        let name = canonical_level(name);
        if is_name(&name) { Ok(Self::Level { name, each }) } else { Err(ShapeError::Level(text.to_owned())) }
    }
}

impl fmt::Display for Shape {
    /// Prints a text that [`Shape::parse`] accepts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level { name, each: 1 } => f.write_str(name),
            Self::Level { name, each } => write!(f, "{name}*{each}"),
            Self::Ratio { workers, threads: None } => write!(f, "{workers}:"),
            Self::Ratio { workers, threads: Some(threads) } => write!(f, "{workers}:{threads}"),
            Self::All => f.write_str("all"),
            Self::Root => f.write_str("root"),
        }
    }
}

fn ratio(workers: &str, threads: &str) -> Option<Shape> {
    let threads = if threads.trim().is_empty() { None } else { Some(number(threads)?) };
    Some(Shape::Ratio { workers: number(workers)?, threads })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn number(text: &str) -> Option<u32> {
    let text = text.trim();
    text.parse().ok().filter(|&number| number > 0 && is_number(text))
}

/// True if a name in canonical form can be that of a level or a device: it begins with a letter, and has no characters
/// with a meaning here or in a list of shapes.
fn is_name(name: &str) -> bool {
    let has_meaning = |letter: char| letter.is_whitespace() || letter.is_control() || "*;=,/".contains(letter);
    let is_word = matches!(name, "all" | "root");
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && !name.contains(has_meaning) && !is_word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(name: &str, each: u32) -> Shape {
        Shape::Level { name: name.to_owned(), each }
    }

    #[test]
    fn shapes_are_read_and_written() {
        let ratio = |workers, threads| Shape::Ratio { workers, threads };
        for (text, shape, written) in [
            ("NUMANode", level("numanode", 1), "numanode"),
            (" hwloc://L3Cache ", level("l3cache", 1), "l3cache"),
            ("socket", level("package", 1), "package"),
            ("group", level("group", 1), "group"),
            ("Group0", level("group0", 1), "group0"),
            ("L3_Cache*2", level("l3cache", 2), "l3cache*2"),
            ("L3 * 16", level("l3cache", 16), "l3cache*16"),
            ("l2*1", level("l2cache", 1), "l2cache"),
            ("node", level("machine", 1), "machine"),
            ("mpi_shared_memory*2", level("machine", 2), "machine*2"),
            ("mlx5_0", level("mlx5_0", 1), "mlx5_0"),
            ("pci:c1:00.0*2", level("pci:0000:c1:00.0", 2), "pci:0000:c1:00.0*2"),
            ("2:", ratio(2, None), "2:"),
            (" 3 : 4 ", ratio(3, Some(4)), "3:4"),
            ("1:4", ratio(1, Some(4)), "1:4"),
            ("ALL", Shape::All, "all"),
            ("Root", Shape::Root, "root"),
        ] {
            assert_eq!(Shape::parse(text), Ok(shape.clone()), "{text}");
            assert_eq!(shape.to_string(), written);
            assert_eq!(Shape::parse(written), Ok(shape));
        }
    }

    #[test]
    fn errors_are_named() {
        for text in ["", " \t"] {
            assert_eq!(Shape::parse(text), Err(ShapeError::Empty));
        }
        for text in ["L3*0", "L3*", "L3*x", "L3*-1", "L3*+1", "L3*1.5", "L3*4294967296", "*"] {
            assert_eq!(Shape::parse(text), Err(ShapeError::Each(text.into())), "{text}");
        }
        for text in ["0:", "2:0", "2:x", "2:-1", "2:+1", "4294967296:", "2:3:4", "2:*"] {
            assert_eq!(Shape::parse(text), Err(ShapeError::Ratio(text.into())), "{text}");
        }
        for text in ["2", "*2", ":2", "a b", "L3*2*2", "hwloc://", "hwloc://all", "hwloc://2:", "-1:", "l3;l2", "1=l3"]
        {
            assert_eq!(Shape::parse(text), Err(ShapeError::Level(text.into())), "{text}");
        }
        assert_eq!(
            ShapeError::Ratio("2:x".into()).to_string(),
            "'2:x': M:T are two whole numbers from 1, the second of which may be left out"
        );
    }
}
