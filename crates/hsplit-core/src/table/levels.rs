// SPDX-License-Identifier: MIT OR Apache-2.0
//! The levels that ranks have.

use super::Table;
use crate::name::Name;

impl<B: AsRef<[u8]>> Table<B> {
    /// All levels that a rank has, widest first, and how many instances of each have members.
    pub fn levels(&self) -> Vec<(Name, u32)> {
        let mut levels: Vec<(Name, u32)> = vec![];
        for (level, instances) in &self.levels {
            match levels.iter_mut().find(|(name, _)| *name == level.name()) {
                Some((_, sum)) => *sum += instances,
                None => levels.push((level.name(), *instances)),
            }
        }
        levels
    }
}
