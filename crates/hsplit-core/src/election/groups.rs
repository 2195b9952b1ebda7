// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers sorted into groups, without an allocation for each group.

/// The group of a number that is in no group.
pub(super) const NONE: u32 = u32::MAX;

/// The numbers 0, 1, …, each in one group or in none.
pub(super) struct Groups {
    /// The members of group 0, then of group 1, …; in ascending order within each group.
    members: Vec<u32>,
    /// The end of each group in `members`.
    ends: Vec<u32>,
}

impl Groups {
    /// Builds `groups` groups; `of` contains the group of each number.
    pub(super) fn new(of: &[u32], groups: usize) -> Self {
        let mut ends = vec![0; groups];
        for &group in of.iter().filter(|&&group| group != NONE) {
            ends[group as usize] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            // Until the members are filled in, `end` is the beginning of the group.
            total += std::mem::replace(end, total);
        }
        let mut members = vec![0; total as usize];
        for (number, &group) in (0..).zip(of).filter(|(_, group)| **group != NONE) {
            let end = &mut ends[group as usize];
            members[*end as usize] = number;
            *end += 1;
        }
        Self { members, ends }
    }

    pub(super) fn get(&self, group: usize) -> &[u32] {
        let start = group.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.members[start as usize..self.ends[group] as usize]
    }
}
