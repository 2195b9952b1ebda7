// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ranks, by the links of their groups.

use std::collections::HashMap;

use super::super::super::levels::Part;
use crate::model::parameters::{Link, Platform};
use crate::schedule::segmented::Links;

/// Ranks, and what messages between them cost.
pub struct Ranks<'a> {
    /// What was measured.
    pub platform: &'a Platform,
    /// The group of each rank.
    pub group: Vec<usize>,
}

impl<'a> Ranks<'a> {
    /// All ranks of these groups, which are the platform's.
    pub fn new(platform: &'a Platform, groups: &[&Part]) -> Self {
        let members: HashMap<u32, usize> =
            groups.iter().enumerate().flat_map(|(number, part)| part.ranks().into_iter().map(move |rank| (rank, number))).collect();
        let group = (0..members.len() as u32).map(|rank| members.get(&rank).copied().unwrap_or(0)).collect();
        Self { platform, group }
    }

    /// How two ranks communicate; `None`: they are one.
    pub fn between(&self, from: usize, to: usize) -> Option<&Link> {
        let (from, to) = (self.group[from], self.group[to]);
        if from == to { self.platform.groups()[from].inside.as_ref() } else { Some(self.platform.link(from, to)) }
    }
}

impl Links for Ranks<'_> {
    fn latency(&self, from: usize, to: usize) -> f64 {
        self.between(from, to).map_or(0.0, Link::latency)
    }

    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
        self.between(from, to).map_or(0.0, |link| link.gap(bytes))
    }

    fn inside(&self, _: usize) -> f64 {
        0.0
    }
}
