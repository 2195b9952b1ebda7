// SPDX-License-Identifier: MIT OR Apache-2.0
//! The shapes of ranks: their levels and their network.

use std::collections::{HashMap, HashSet};

use super::layout::{self, Reader, Row};

/// The encoded shape of a rank without a known place: no level, no dimension, no torus.
pub(super) const NOWHERE: [u8; 12] = [0; 12];

/// All shapes of ranks, and all levels in them.
#[derive(Default)]
pub(super) struct Shapes<'a> {
    pub(super) all: Vec<Shape<'a>>,
    known: HashMap<&'a [u8], usize>,
    pub(super) levels: Vec<&'a [u8]>,
    known_levels: HashMap<&'a [u8], usize>,
}

pub(super) struct Shape<'a> {
    pub(super) levels: Vec<usize>,
    pub(super) network: &'a [u8],
    /// The number of positions in the network, if there is one.
    positions: Option<u64>,
}

impl Shape<'_> {
    pub(super) fn has_network(&self) -> bool {
        self.positions.is_some()
    }

    pub(super) fn has(&self, row: &Row<'_>) -> bool {
        layout::steps(row.path) == Some(self.levels.len())
            && self.positions.is_none_or(|positions| layout::position(row.position).is_some_and(|at| at < positions))
    }
}

impl<'a> Shapes<'a> {
    /// The index of an encoded shape. A shape that cannot be decoded has no levels.
    pub(super) fn index(&mut self, told: &'a [u8]) -> usize {
        if let Some(&index) = self.known.get(told) {
            return index;
        }
        let shape = self.read(told).unwrap_or(Shape { levels: vec![], network: &NOWHERE[4..], positions: None });
        self.all.push(shape);
        self.known.insert(told, self.all.len() - 1);
        self.all.len() - 1
    }

    fn read(&mut self, told: &'a [u8]) -> Option<Shape<'a>> {
        let mut reader = Reader::new(told);
        let names = reader.counted(Reader::names)?;
        let network = reader.clone().take(reader.rest())?;
        let (dims, _is_torus) = (reader.counted(Reader::u64)?, reader.u32()?);
        let positions = if dims.is_empty() { None } else { Some(layout::positions(&dims)?) };
        // No place has a level twice; otherwise its instances would be counted twice.
        let mut seen = HashSet::new();
        let is_level = |names: &&'a [u8]| layout::level(names).is_some() && seen.insert(*names);
        if reader.rest() > 0 || !names.iter().all(is_level) {
            return None;
        }
        let levels = names.iter().map(|&names| self.level(names)).collect();
        Some(Shape { levels, network, positions })
    }

    fn level(&mut self, names: &'a [u8]) -> usize {
        let next = self.levels.len();
        let index = *self.known_levels.entry(names).or_insert(next);
        if index == next {
            self.levels.push(names);
        }
        index
    }
}
