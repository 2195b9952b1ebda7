// SPDX-License-Identifier: MIT OR Apache-2.0
//! The levels that ranks have, by their names.
//!
//! Nodes of several kinds have levels of one name with different other names: they count as one level. A name that is
//! twice on the path of one rank, as where the memory of a package is around that of its parts (`NUMANode`), names two
//! levels.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Shape, Table};
use crate::level::Level;
use crate::name::Name;

#[derive(Debug)]
pub struct NamedLevels {
    /// Each name, widest first, with the number of instances that have members.
    all: Vec<(Name, u32)>,
    /// Which of these each level of the table is.
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

/// How many wider levels of its name each level has, on the path where they are most.
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
    /// All levels that a rank has, widest first, and how many instances of each have members.
    pub fn levels(&self) -> &[(Name, u32)] {
        &self.named.all
    }

    /// The levels of a rank, widest first.
    pub fn levels_of(&self, rank: u32) -> &[Arc<Level>] {
        &self.path(rank).shape.levels
    }

    /// The coordinates of a rank as [`Table::coords`] gives them, each with the number of its level in
    /// [`Table::levels`].
    pub fn numbered_coords(&self, rank: u32) -> impl ExactSizeIterator<Item = (usize, u64)> + '_ {
        let path = self.path(rank);
        let mut coords = path.coords();
        path.shape.numbers.iter().map(move |&number| (self.named.index[number], coords.next().unwrap_or(0)))
    }
}
