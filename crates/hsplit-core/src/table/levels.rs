// SPDX-License-Identifier: MIT OR Apache-2.0
//! The levels of ranks, by name.
//!
//! Nodes of several kinds may have levels of the same name with different aliases: they count as one level. If a name
//! occurs twice on the path of one rank (`NUMANode`, if the memory of a package contains that of its parts), it names
//! two levels.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Shape, Table};
use crate::level::Level;
use crate::name::Name;

#[derive(Debug)]
pub struct NamedLevels {
    /// Each name, widest first, with the number of instances with members.
    all: Vec<(Name, u32)>,
    /// The index in `all` of each level of the table.
    index: Vec<usize>,
}

impl NamedLevels {
    pub fn of(levels: &[(Arc<Level>, u32)], shapes: &[Shape]) -> Self {
        let repetitions = repetitions(levels, shapes);
        let (mut all, mut index) = (vec![], vec![]);
        let mut known: HashMap<(Name, usize), usize> = HashMap::new();
        for ((level, instances), repetition) in levels.iter().zip(repetitions) {
            let at = *known.entry((level.name(), repetition)).or_insert(all.len());
            if at == all.len() {
                all.push((level.name(), 0));
            }
            all[at].1 += instances;
            index.push(at);
        }
        Self { all, index }
    }
}

/// The number of wider levels with the same name, for each level, on the path with the most of them.
fn repetitions(levels: &[(Arc<Level>, u32)], shapes: &[Shape]) -> Vec<usize> {
    let mut most = vec![0; levels.len()];
    for shape in shapes {
        let mut seen: HashMap<Name, usize> = HashMap::new();
        for &number in &shape.numbers {
            let wider = seen.entry(levels[number].0.name()).or_insert(0);
            most[number] = most[number].max(*wider);
            *wider += 1;
        }
    }
    most
}

impl<B: AsRef<[u8]>> Table<B> {
    /// All levels of ranks, widest first, with the number of instances with members.
    pub fn levels(&self) -> &[(Name, u32)] {
        &self.named.all
    }

    /// The levels of a rank, widest first.
    pub fn levels_of(&self, rank: u32) -> &[Arc<Level>] {
        &self.path(rank).shape.levels
    }

    /// The coordinates of a rank in the form of [`Table::coords`], each with the index of its level in
    /// [`Table::levels`].
    pub fn numbered_coords(&self, rank: u32) -> impl ExactSizeIterator<Item = (usize, u64)> + '_ {
        let path = self.path(rank);
        let mut coords = path.coords();
        path.shape.numbers.iter().map(move |&number| (self.named.index[number], coords.next().unwrap_or(0)))
    }
}
