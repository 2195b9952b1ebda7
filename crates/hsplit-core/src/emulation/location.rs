// SPDX-License-Identifier: MIT OR Apache-2.0
//! A binding inside a node in the syntax of `hwloc-bind`: `core:3`, `l2:0-1`, `pu:0,4`, `none`.
//!
//! Indices are hwloc's logical ones, also for objects whose levels are merged here: `numa:1` may be the fast memory
//! next to `numa:0`, with the same processing units.

use std::ops::Range;

use super::description::MOST_UNITS_A_NODE;
use crate::level::canonical;
use crate::machine::Machine;

/// An error in the text of a binding.
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
    /// The object has no processing units, such as memory alone.
    #[error("'{0}': there are no processing units")]
    NoUnits(String),
    /// The text names too many objects.
    #[error("it names more than {MOST_RUNS} objects")]
    TooMany,
}

/// The most objects that one binding may name: a node has at most this many processing units.
const MOST_RUNS: usize = MOST_UNITS_A_NODE as usize;

/// The smallest run of units that contains all objects in `words`.
///
/// # Errors
/// A word is not valid; the error contains it, and the names and counts that are.
pub fn parse(words: &str, machine: &Machine) -> Result<Range<u32>, LocationError> {
    let runs = runs(words, machine)?;
    let around = |a: Range<u32>, b: Range<u32>| a.start.min(b.start)..a.end.max(b.end);
    runs.into_iter().reduce(around).ok_or_else(|| LocationError::Form(words.to_owned()))
}

/// The run of units of each object in `words`.
///
/// # Errors
/// A word is not valid; the error contains it, and the names and counts that are.
pub(crate) fn runs(words: &str, machine: &Machine) -> Result<Vec<Range<u32>>, LocationError> {
    let mut runs = vec![];
    for word in words.split_whitespace() {
        let before = runs.len();
        add_runs(word, machine, &mut runs)?;
        if runs.len() == before {
            return Err(LocationError::NoUnits(word.to_owned()));
        }
    }
    Ok(runs)
}

fn add_runs(word: &str, machine: &Machine, runs: &mut Vec<Range<u32>>) -> Result<(), LocationError> {
    if word.eq_ignore_ascii_case("none") {
        runs.push(machine.whole());
        return Ok(());
    }
    let form = || LocationError::Form(word.to_owned());
    let (level, indices) = word.split_once(':').ok_or_else(form)?;
    let instances = instances(word, level, machine)?;
    for part in indices.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().map_err(|_| form())?, last.parse().map_err(|_| form())?);
        if first > last || last >= instances.len() {
            return Err(LocationError::NoInstance(word.to_owned(), instances.len()));
        }
        runs.extend(instances[first..=last].iter().filter(|run| !run.is_empty()).cloned());
        if runs.len() > MOST_RUNS {
            return Err(LocationError::TooMany);
        }
    }
    Ok(())
}

fn instances(word: &str, level: &str, machine: &Machine) -> Result<Vec<Range<u32>>, LocationError> {
    let instances = machine.counted(&canonical(level));
    if instances.is_empty() {
        return Err(LocationError::NoLevel(word.to_owned(), level.to_owned(), level_names(machine)));
    }
    Ok(instances)
}

/// The names of all levels of a node, for messages.
pub(crate) fn level_names(machine: &Machine) -> String {
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
    use crate::machine::{Counted, RawObject};
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

    /// Two NUMA nodes of the first package, one without processing units, one of everything: hwloc counts four.
    fn with_memory() -> Machine {
        let units = vec![0..4, 0..4, 0..0, 0..8];
        machine().with_counted(vec![Counted { name: Name::new("NUMANode"), units }])
    }

    #[test]
    fn objects_are_counted_as_hwloc_does() {
        for (words, run) in [("numa:0", 0..4), ("NUMANode:1", 0..4), ("numa:2-3", 0..8), ("numa:1 core:2", 0..6)] {
            assert_eq!(parse(words, &with_memory()), Ok(run), "{words}");
        }
        assert_eq!(parse("numa:2", &with_memory()), Err(LocationError::NoUnits("numa:2".into())));
        assert_eq!(parse("numa:4", &with_memory()), Err(LocationError::NoInstance("numa:4".into(), 4)));
    }

    #[test]
    fn a_binding_of_millions_is_refused() {
        let words = format!("pu:{}", vec!["0-7"; 1 << 20].join(","));
        assert_eq!(runs(&words, &machine()), Err(LocationError::TooMany));
    }

    #[test]
    fn errors_are_named() {
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
