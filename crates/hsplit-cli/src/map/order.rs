// SPDX-License-Identifier: MIT OR Apache-2.0
//! Orders of ranks: the well-known ones, and those of a placement or a file.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::path::Path;

use hsplit_core::emulation::{ProcessPlacement, ProcessPlacementError};
use hsplit_core::random::Random;
use hsplit_mapping::Mapping;

use super::hosts::Ground;
use crate::Failure;

/// The place of each rank.
pub(super) struct Order {
    pub(super) name: String,
    pub(super) places: Vec<u32>,
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
        return as_written(option, (file, lines), ground, ranks);
    }
    let (system, units) = ground.machine(option)?;
    let slots = placement.prepare(system, ranks as u64).map_err(|error| Failure::of(option, error))?;
    let home = |rank| (slots.slot(system, rank).node, slots.cpus(system, rank));
    let place = |place: u32| (ground.nodes[place as usize], units[place as usize].clone());
    taken(units.len(), place, (0..ranks as u64).map(home), |rank| {
        let what = format!("'{words}': rank {rank} is on no place of --bind, or on one that others have");
        Failure::of(option, what)
    })
}

/// Returns the order in a file that this command has written, on the places of the same run.
fn as_written(
    option: &str,
    (file, lines): (&Path, &[(usize, u64, String)]),
    ground: &Ground,
    ranks: usize,
) -> Result<Vec<u32>, Failure> {
    if lines.len() < ranks {
        let short = ProcessPlacementError::TooShort(file.into(), lines.len(), ranks as u64);
        return Err(Failure::of(option, short));
    }
    let wanted = lines.iter().take(ranks).map(|(_, node, binding)| format!("{node} {binding}"));
    taken(
        ground.nodes.len(),
        |place| ground.words(place),
        wanted,
        |rank| {
            let (file, line) = (file.display(), lines[rank].0);
            Failure::of(option, format!("{file}, line {line}: the run has no such place, or other ranks have it"))
        },
    )
}

/// Returns a place for each rank, each once: one with the wanted key. Several places may have equal keys.
fn taken<K: Eq + Hash>(
    places: usize,
    key: impl Fn(u32) -> K,
    wanted: impl Iterator<Item = K>,
    missing: impl Fn(usize) -> Failure,
) -> Result<Vec<u32>, Failure> {
    let mut free: HashMap<K, Vec<u32>> = HashMap::new();
    (0..places as u32).rev().for_each(|place| free.entry(key(place)).or_default().push(place));
    let mut take = |(rank, key): (usize, K)| free.get_mut(&key).and_then(Vec::pop).ok_or_else(|| missing(rank));
    wanted.enumerate().map(&mut take).collect()
}
