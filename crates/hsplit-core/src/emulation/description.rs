// SPDX-License-Identifier: MIT OR Apache-2.0
//! The grammar of `HSPLIT_EMULATE` and of `hsplit tree -i`.
//!
//! ```text
//! description := [ switches... ] nodes { "|" nodes }
//! switches    := NAME ":" COUNT                    network levels, outermost first
//! nodes       := [ "node:" COUNT ] inside          kinds of node, all below each lowest switch
//! inside      := FILE.xml | hwloc synthetic words  package:2 [numa] l3:1 core:4 pu:2
//! ```
//!
//! Without `node:` the whole text is one node, as in `lstopo -i`. `machine:` and `host:` are synonyms of `node:`. The
//! name of a file stands for that file: an `lstopo` XML export of one node, or a description with `#` comments.

use std::path::{Path, PathBuf};

/// The inside of a node, before hwloc has parsed it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// hwloc's synthetic grammar.
    Synthetic(String),
    /// An XML export.
    Xml(PathBuf),
}

/// The parsed text of an emulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The levels of switches: the name, and the number of these switches below each switch of the level above.
    pub switches: Vec<(String, u64)>,
    /// The number of nodes of each kind below each lowest switch.
    pub nodes: Vec<(u64, Kind)>,
}

/// An error in the text of an emulation.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum DescriptionError {
    /// The text is empty.
    #[error("it is empty")]
    Empty,
    /// A word before the nodes is not `NAME:COUNT`.
    #[error("'{0}' is not NAME:COUNT; switch levels stand before 'node:COUNT', hwloc's words after it")]
    Switch(String),
    /// A count is not a whole number from 1.
    #[error("'{0}': the count is not a whole number from 1 to {MOST_OBJECTS}")]
    Count(String),
    /// A level without a count, which hwloc would take together with the next one.
    #[error("'{0}' has no count: '{0}:1', or '[{0}]' for memory of the objects below")]
    NoCount(String),
    /// A kind of node has nothing inside.
    #[error("'{0}' has nothing after it: what is inside the node? (for example 'package:2 core:4 pu:1')")]
    NothingInside(String),
    /// The emulation is too large.
    #[error("it describes {0} objects; the limit is {MOST_OBJECTS}")]
    TooLarge(u128),
    /// One node is too large.
    #[error("it describes a node of {0} processing units; the limit is {MOST_UNITS_A_NODE} a node")]
    NodeTooLarge(u128),
    /// A file cannot be read, or its text is wrong.
    #[error("{0}: {1}")]
    File(PathBuf, String),
}

/// The limit for processing units, higher than in any machine: a typing error is refused before it allocates memory.
pub const MOST_OBJECTS: u64 = 100_000_000;
/// The limit for processing units of one node: hwloc 2.9 takes 2 seconds to build 4,096 cores and minutes for four
/// times as many, and no existing node has more.
pub const MOST_UNITS_A_NODE: u64 = 1 << 12;

const NODE_WORDS: &[&str] = &["node", "machine", "host"];

impl Description {
    /// Parses a description, from the text itself or from the file that it names.
    ///
    /// # Errors
    /// The text is not valid (the error contains the wrong word), or the file cannot be read.
    pub fn read(text: &str) -> Result<Self, DescriptionError> {
        let text = text.trim();
        let path = Path::new(text);
        let is_one_word = !text.contains(char::is_whitespace);
        if path.is_file() || is_one_word && (text.contains('/') || is_xml(text)) {
            return if is_xml(text) { Ok(Self::one(Kind::Xml(path.into()))) } else { Self::read_file(path) };
        }
        Self::parse(text)
    }

    fn read_file(path: &Path) -> Result<Self, DescriptionError> {
        let text = super::read_text(path).map_err(|error| DescriptionError::File(path.into(), error))?;
        Self::of_file(path, &text)
    }

    /// Parses a description from the text of a file.
    pub fn of_file(path: &Path, text: &str) -> Result<Self, DescriptionError> {
        if text.trim_start().starts_with('<') {
            return Ok(Self::one(Kind::Xml(path.into())));
        }
        let lines: Vec<&str> = text.lines().map(|line| line.split('#').next().unwrap_or_default()).collect();
        Self::parse(&lines.join(" ")).map_err(|error| DescriptionError::File(path.into(), error.to_string()))
    }

    fn one(kind: Kind) -> Self {
        Self { switches: vec![], nodes: vec![(1, kind)] }
    }

    /// Parses a description.
    pub fn parse(text: &str) -> Result<Self, DescriptionError> {
        let mut parts = text.split('|');
        let (switches, first) = parse_first(parts.next().unwrap_or_default())?;
        let mut nodes = vec![first];
        for part in parts {
            nodes.push(parse_nodes(&part.split_whitespace().collect::<Vec<_>>())?);
        }
        let description = Self { switches, nodes };
        description.check_size()?;
        Ok(description)
    }

    fn check_size(&self) -> Result<(), DescriptionError> {
        let switches: u128 =
            self.switches.iter().fold(1, |product, (_, count)| product.saturating_mul(u128::from(*count)));
        let mut objects: u128 = 0;
        for (count, kind) in &self.nodes {
            let inside = if let Kind::Synthetic(words) = kind { synthetic_units(words)? } else { 1 };
            if inside > u128::from(MOST_UNITS_A_NODE) {
                return Err(DescriptionError::NodeTooLarge(inside));
            }
            objects = objects.saturating_add(switches.saturating_mul(u128::from(*count)).saturating_mul(inside));
        }
        if objects > u128::from(MOST_OBJECTS) { Err(DescriptionError::TooLarge(objects)) } else { Ok(()) }
    }
}

type Nodes = (u64, Kind);

fn parse_first(text: &str) -> Result<(Vec<(String, u64)>, Nodes), DescriptionError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some(at) = words.iter().position(|word| is_node_word(word)) else {
        return parse_nodes(&words).map(|nodes| (vec![], nodes));
    };
    let switches = words[..at].iter().map(|word| parse_switch(word)).collect::<Result<_, _>>()?;
    Ok((switches, parse_nodes(&words[at..])?))
}

fn parse_switch(word: &str) -> Result<(String, u64), DescriptionError> {
    let (name, count) = word.split_once(':').ok_or_else(|| DescriptionError::Switch(word.to_owned()))?;
    if name.is_empty() {
        return Err(DescriptionError::Switch(word.to_owned()));
    }
    Ok((name.to_owned(), parse_count(word, count)?))
}

fn parse_nodes(words: &[&str]) -> Result<Nodes, DescriptionError> {
    let (&first, rest) = words.split_first().ok_or(DescriptionError::Empty)?;
    let (count, inside) = match first.split_once(':') {
        Some((_, count)) if is_node_word(first) => (parse_count(first, count)?, rest),
        _ => (1, words),
    };
    match inside {
        [] => Err(DescriptionError::NothingInside(first.to_owned())),
        [file] if is_xml(file) => Ok((count, Kind::Xml(file.into()))),
        words => Ok((count, Kind::Synthetic(words.join(" ")))),
    }
}

fn parse_count(word: &str, count: &str) -> Result<u64, DescriptionError> {
    let valid = |count: &u64| (1..=MOST_OBJECTS).contains(count);
    count.parse().ok().filter(valid).ok_or_else(|| DescriptionError::Count(word.to_owned()))
}

fn is_node_word(word: &str) -> bool {
    word.split_once(':').is_some_and(|(name, _)| NODE_WORDS.contains(&name.to_ascii_lowercase().as_str()))
}

fn is_xml(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"))
}

/// The number of processing units that hwloc would create for a synthetic description: the product of its counts.
fn synthetic_units(words: &str) -> Result<u128, DescriptionError> {
    let mut units: u128 = 1;
    let mut nesting = 0;
    for word in words.split_inclusive([' ', '[', ']', '(', ')']) {
        let object = word.trim_end_matches([' ', '[', ']', '(', ')']);
        let count = object.rsplit(':').next().unwrap_or_default();
        if nesting == 0 {
            if object.starts_with(|c: char| c.is_ascii_alphabetic()) && !object.contains(':') && !word.ends_with('(') {
                return Err(DescriptionError::NoCount(object.to_owned()));
            }
            // hwloc also accepts hexadecimal and octal numbers, which would bypass the limit.
            let odd = count.starts_with(|c: char| c.is_ascii_digit())
                && (count.parse::<u128>().is_err() || count.starts_with('0'));
            // It also needs no blank between two objects.
            let colons = if object.starts_with(|c: char| c.is_ascii_digit()) { 0 } else { 1 };
            if odd || object.matches(':').count() > colons {
                return Err(DescriptionError::Count(object.to_owned()));
            }
            units = units.saturating_mul(count.parse().unwrap_or(1));
        }
        nesting += match word.chars().last() {
            Some('[' | '(') => 1,
            Some(']' | ')') => -1,
            _ => 0,
        };
    }
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn synthetic(words: &str) -> Kind {
        Kind::Synthetic(words.to_owned())
    }

    #[test]
    fn a_node_alone_is_hwlocs_own_grammar() {
        let description = Description::parse("package:2 [numa] l3:1 core:4 pu:2").unwrap();
        assert_eq!(
            description,
            Description { switches: vec![], nodes: vec![(1, synthetic("package:2 [numa] l3:1 core:4 pu:2"))] }
        );
    }

    #[test]
    fn switches_stand_before_the_nodes() {
        let description = Description::parse("island:2 leaf:3 node:4 core:8 pu:1").unwrap();
        assert_eq!(description.switches, [("island".to_owned(), 2), ("leaf".to_owned(), 3)]);
        assert_eq!(description.nodes, [(4, synthetic("core:8 pu:1"))]);
    }

    #[test]
    fn several_kinds_of_node() {
        let description = Description::parse("leaf:2 node:3 core:8 pu:1 | host:1 fat.xml").unwrap();
        assert_eq!(description.nodes, [(3, synthetic("core:8 pu:1")), (1, Kind::Xml("fat.xml".into()))]);
    }

    #[test]
    fn a_level_without_a_count_is_refused() {
        for (text, word) in [("node:2 numa l3:1 core:2 pu:1", "numa"), ("numa l3:1", "numa"), ("core:2 pu", "pu")] {
            assert_eq!(Description::parse(text).unwrap_err(), DescriptionError::NoCount(word.to_owned()), "{text}");
        }
        for text in ["numa:2(memory=1GB) core:2 pu:1", "(memory=4GB) package:2 [numa(memory=1GB)] core:2 pu:1", "2 4"] {
            assert!(Description::parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        use DescriptionError as E;
        assert_eq!(Description::parse(" "), Err(E::Empty));
        assert_eq!(Description::parse("leaf node:2 core:1"), Err(E::Switch("leaf".into())));
        assert_eq!(Description::parse("leaf:x node:2 core:1"), Err(E::Count("leaf:x".into())));
        assert_eq!(Description::parse("leaf:0 node:2 core:1"), Err(E::Count("leaf:0".into())));
        assert_eq!(Description::parse("node:2"), Err(E::NothingInside("node:2".into())));
        assert_eq!(Description::parse("core:1000 pu:1000000"), Err(E::NodeTooLarge(1_000_000_000)));
        assert_eq!(Description::parse("node:2 core:0 pu:1"), Err(E::Count("core:0".into())));
        assert_eq!(Description::parse("core:2 pu:0x10"), Err(E::Count("pu:0x10".into())));
        for text in ["core:4000pu:4000", "2core:4", "core:4pu:2"] {
            assert_eq!(Description::parse(text), Err(E::Count(text.into())));
        }
        assert_eq!(Description::parse("node:1000000 core:1000"), Err(E::TooLarge(1_000_000_000)));
        assert!(matches!(Description::read("./no/such.txt"), Err(E::File(..))));
    }

    #[test]
    fn the_name_of_a_file_may_have_blanks() {
        let name = |end: &str| std::env::temp_dir().join(format!("hsplit description {}.{end}", std::process::id()));
        let (text, xml) = (name("txt"), name("xml"));
        std::fs::write(&text, "node:2 core:3 pu:1 # two nodes\n").unwrap();
        std::fs::write(&xml, "").unwrap();
        let read = |path: &Path| Description::read(path.to_str().unwrap()).unwrap();
        assert_eq!(read(&text), Description::parse("node:2 core:3 pu:1").unwrap());
        assert_eq!(read(&xml), Description::one(Kind::Xml(xml.clone())));
        let wrong = Description::of_file(&text, "# two nodes\nnode:2").unwrap_err().to_string();
        assert!(wrong.starts_with(&format!("{}: 'node:2' has nothing after it", text.display())), "{wrong}");
        for file in [text, xml] {
            std::fs::remove_file(file).unwrap();
        }
    }

    #[test]
    fn attributes_and_memory_do_not_count_as_objects() {
        assert_eq!(synthetic_units("package:2 [numa(memory=1000000000)] l3:1(size=16777216) core:4 pu:2"), Ok(16));
        assert_eq!(synthetic_units("2 3 4"), Ok(24));
    }

    proptest! {
        #[test]
        fn any_text_gives_an_answer(text in "\\PC{0,60}") {
            let _ = Description::parse(&text);
        }
    }
}
