// SPDX-License-Identifier: MIT OR Apache-2.0
//! Orders of ranks: the well-known ones, and those of a placement or a file.

use std::collections::{BTreeMap, HashMap};

use hsplit_core::cpus::Cpus;
use hsplit_core::emulation::ProcessPlacement;
use hsplit_core::level::is_known;
use hsplit_core::random::Random;
use hsplit_mapping::Mapping;

use super::hosts::Ground;
use crate::Failure;

/// The place of each rank.
pub(super) struct Order {
    pub(super) name: String,
    pub(super) places: Vec<u32>,
}

/// Returns the orders of a list that was split at its commas: the options of a placement follow its level.
pub(super) fn of_list(words: &[String]) -> Vec<String> {
    let is_option = |word: &str| {
        let word = word.to_ascii_lowercase();
        ["by-node", "round-robin"].contains(&word.as_str()) || word.starts_with("ppn=")
    };
    let is_level = |word: &str| is_known(word) || word.trim().eq_ignore_ascii_case("none");
    let mut orders: Vec<String> = vec![];
    for word in words.iter().map(|word| word.trim()) {
        match orders.last_mut() {
            Some(last) if is_option(word) && is_level(last.split(',').next().unwrap_or_default()) => {
                *last += &format!(",{word}");
            }
            _ => orders.push(word.to_owned()),
        }
    }
    orders
}

impl Order {
    /// Returns the present order: that of the run, or else the sequential one.
    pub(super) fn present(ground: &Ground, ranks: usize) -> Self {
        let places = (0..ranks as u32).collect();
        if ground.is_run() { Self { name: "run".to_owned(), places } } else { Self::sequential(ground, ranks) }
    }

    /// Fills one node after the other, in the order of the places (thesis, 3.1.2.3).
    fn sequential(ground: &Ground, ranks: usize) -> Self {
        let mut places: Vec<u32> = (0..ground.nodes.len() as u32).collect();
        // The places of a machine are in the order of --bind.
        if ground.is_run() {
            places.sort_by_key(|&place| ground.nodes[place as usize]);
        }
        places.truncate(ranks);
        Self { name: "sequential".to_owned(), places }
    }

    /// Parses an order, the value of `option`.
    pub(super) fn read(option: &str, words: &str, ground: &Ground, ranks: usize) -> Result<Self, Failure> {
        let words = words.trim();
        let all = ground.nodes.len();
        let places = match words.to_ascii_lowercase().as_str() {
            "sequential" => return Ok(Self::sequential(ground, ranks)),
            "round-robin" => round_robin(ground),
            other => match other.strip_prefix("random:").map(str::parse) {
                Some(Ok(seed)) => Random(seed).order(all).into_iter().map(|place| place as u32).collect(),
                Some(Err(_)) => return Err(Failure::of_usage(option, format!("'{words}' is not random:SEED"))),
                None => placed(option, words, ground, ranks)?,
            },
        };
        Ok(Self { name: words.to_owned(), places: places.into_iter().take(ranks).collect() })
    }

    /// Returns the order of a mapping.
    pub(super) fn of(name: &str, mapping: &Mapping, ground: &Ground) -> Self {
        Self { name: name.to_owned(), places: mapping.places(&ground.slots) }
    }

    /// Returns the slot of each rank.
    pub(super) fn mapping(&self, ground: &Ground) -> Mapping {
        Mapping { slot_of: self.places.iter().map(|&place| ground.slots.slot_of_place(place)).collect() }
    }
}

/// Distributes ranks over the nodes in turn: the first place of each, then the second of each (thesis, 3.1.2.3).
fn round_robin(ground: &Ground) -> Vec<u32> {
    let mut of_node: BTreeMap<u64, usize> = BTreeMap::new();
    let mut turns: Vec<(usize, u64, u32)> = vec![];
    for (place, node) in (0..).zip(&ground.nodes) {
        let turn = of_node.entry(*node).or_default();
        turns.push((*turn, *node, place));
        *turn += 1;
    }
    turns.sort_unstable();
    turns.into_iter().map(|(.., place)| place).collect()
}

/// Returns the order of a placement or a file, on the existing places.
fn placed(option: &str, words: &str, ground: &Ground, ranks: usize) -> Result<Vec<u32>, Failure> {
    let placement =
        ProcessPlacement::read(words).map_err(|error| Failure::of(option, format!("'{words}': {error}")))?;
    if let (true, ProcessPlacement::List { file, lines }) = (ground.is_run(), &placement) {
        return as_written(option, &file.display().to_string(), lines, ground, ranks);
    }
    let (system, units) = ground.machine(option)?;
    let slots = placement.prepare(system, ranks as u64).map_err(|error| Failure::of(option, error))?;
    // Several places may be equal.
    let mut free: HashMap<(u64, Cpus), Vec<u32>> = HashMap::new();
    for place in (0..units.len()).rev() {
        free.entry((ground.nodes[place], units[place].clone())).or_default().push(place as u32);
    }
    let mut place = |rank: u64| {
        let home = (slots.slot(system, rank).node, slots.cpus(system, rank));
        let found = free.get_mut(&home).and_then(Vec::pop);
        found.ok_or_else(|| {
            let what = format!("'{words}': rank {rank} is on no place of --bind, or on one that others have");
            Failure::of(option, what)
        })
    };
    (0..ranks as u64).map(&mut place).collect()
}

/// Returns the order in a file that this command has written, on the places of the same run.
fn as_written(
    option: &str,
    file: &str,
    lines: &[(usize, u64, String)],
    ground: &Ground,
    ranks: usize,
) -> Result<Vec<u32>, Failure> {
    let mut free: HashMap<String, Vec<u32>> = HashMap::new();
    for place in (0..ground.nodes.len() as u32).rev() {
        free.entry(ground.words(place)).or_default().push(place);
    }
    if lines.len() < ranks {
        return Err(Failure::of(option, format!("{file} has {} lines for {ranks} ranks", lines.len())));
    }
    let place = |(line, node, binding): &(usize, u64, String)| {
        let found = free.get_mut(&format!("{node} {binding}")).and_then(Vec::pop);
        found.ok_or_else(|| {
            Failure::of(option, format!("{file}, line {line}: the run has no such place, or other ranks have it"))
        })
    };
    lines.iter().take(ranks).map(place).collect()
}
