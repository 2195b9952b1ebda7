// SPDX-License-Identifier: MIT OR Apache-2.0
//! A binding inside a node, as people write it for `hwloc-bind`: `core:3`, `l2:0-1`, `pu:0,4`, `none`.
//!
//! Indices are logical ones, as hwloc's own tools take them.

use std::ops::Range;

use crate::level::canonical;
use crate::machine::Machine;

/// Why words name no binding of a node.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum LocationError {
    /// Not of the form `LEVEL:INDICES`.
    #[error("'{0}' is not LEVEL:INDEX, LEVEL:FIRST-LAST or 'none'")]
    Form(String),
    /// The node has no such level.
    #[error("'{0}': the node has no level '{1}' (it has {2})")]
    NoLevel(String, String, String),
    /// The level has fewer instances.
    #[error("'{0}': the node has {1} of these, numbered from 0")]
    NoInstance(String, usize),
}

/// The run of units around everything that `words` name.
///
/// # Errors
/// The word that is wrong, and what the node has instead.
pub fn parse(words: &str, machine: &Machine) -> Result<Range<u32>, LocationError> {
    let runs = runs(words, machine)?;
    let around = |a: Range<u32>, b: Range<u32>| a.start.min(b.start)..a.end.max(b.end);
    runs.into_iter().reduce(around).ok_or_else(|| LocationError::Form(words.to_owned()))
}

/// The runs of units that `words` name, one by one.
///
/// # Errors
/// The word that is wrong, and what the node has instead.
pub fn runs(words: &str, machine: &Machine) -> Result<Vec<Range<u32>>, LocationError> {
    let runs: Vec<_> = words.split_whitespace().map(|word| parse_word(word, machine)).collect::<Result<_, _>>()?;
    Ok(runs.concat())
}

fn parse_word(word: &str, machine: &Machine) -> Result<Vec<Range<u32>>, LocationError> {
    if word.eq_ignore_ascii_case("none") {
        return Ok(vec![machine.whole()]);
    }
    let form = || LocationError::Form(word.to_owned());
    let (level, indices) = word.split_once(':').ok_or_else(form)?;
    let instances = instances(word, level, machine)?;
    let mut runs = vec![];
    for part in indices.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().map_err(|_| form())?, last.parse().map_err(|_| form())?);
        if first > last || last >= instances.len() {
            return Err(LocationError::NoInstance(word.to_owned(), instances.len()));
        }
        runs.extend_from_slice(&instances[first..=last]);
    }
    Ok(runs)
}

fn instances(word: &str, level: &str, machine: &Machine) -> Result<Vec<Range<u32>>, LocationError> {
    let wanted = canonical(level);
    let instances = runs_of(machine, &wanted);
    if instances.is_empty() {
        return Err(LocationError::NoLevel(word.to_owned(), level.to_owned(), level_names(machine)));
    }
    Ok(instances)
}

/// The runs of every instance of a level, in logical order.
pub fn runs_of(machine: &Machine, canonical_name: &str) -> Vec<Range<u32>> {
    let runs: Vec<_> = machine.objects_named(canonical_name).map(|object| object.units.clone()).collect();
    if runs.is_empty() && canonical_name == "pu" {
        return machine.slots();
    }
    runs
}

/// The names of all levels of a node, for messages.
pub fn level_names(machine: &Machine) -> String {
    let mut names: Vec<&str> = vec![];
    for name in machine.objects().iter().flat_map(|object| object.level.names()) {
        if !names.contains(&name.as_str()) {
            names.push(name.as_str());
        }
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::RawObject;
    use crate::name::Name;

    fn machine() -> Machine {
        let object = |name: &str, units: Range<u32>, children| RawObject {
            name: Name::new(name),
            units,
            children,
            memory: vec![],
        };
        let core =
            |u: u32| object("Core", u..u + 2, vec![object("PU", u..u + 1, vec![]), object("PU", u + 1..u + 2, vec![])]);
        let package = |u: u32| object("Package", u..u + 4, vec![core(u), core(u + 2)]);
        Machine::new(&object("Machine", 0..8, vec![package(0), package(4)]), (0..8).collect(), false)
    }

    #[test]
    fn names_and_lists() {
        let machine = machine();
        for (words, run) in [
            ("core:0", 0..2),
            ("core:1-2", 2..6),
            ("pu:0,5", 0..6),
            ("socket:1", 4..8),
            ("none", 0..8),
            ("pu:1 core:3", 1..8),
        ] {
            assert_eq!(parse(words, &machine), Ok(run), "{words}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let machine = machine();
        assert!(matches!(parse("core", &machine), Err(LocationError::Form(_))));
        assert!(matches!(parse("", &machine), Err(LocationError::Form(_))));
        assert!(matches!(parse("core:x", &machine), Err(LocationError::Form(_))));
        assert_eq!(parse("core:4", &machine), Err(LocationError::NoInstance("core:4".into(), 4)));
        assert_eq!(
            parse("l3:0", &machine).unwrap_err().to_string(),
            "'l3:0': the node has no level 'l3' (it has Machine, Package, Core, PU)"
        );
    }
}
