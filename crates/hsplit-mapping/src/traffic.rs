// SPDX-License-Identifier: MIT OR Apache-2.0
//! The traffic between roles as a sparse matrix.

/// The traffic between roles, in bytes or in messages, as symmetric compressed rows without a diagonal. In addition to
/// bytes it may contain the numbers of messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// The end of each role's row.
    ends: Vec<usize>,
    partners: Vec<u32>,
    weights: Vec<u64>,
    /// The messages of each entry; empty if unknown.
    messages: Vec<u64>,
}

impl Traffic {
    /// The traffic of arcs `(from, to, weight)`. The arcs of a pair are added up in both directions; arcs from a role
    /// to itself and arcs with weight 0 are ignored.
    ///
    /// # Panics
    /// An arc names a role that does not exist.
    pub fn from_arcs(roles: usize, arcs: impl IntoIterator<Item = (u32, u32, u64)>) -> Self {
        let is_between_two = |&(a, b, weight): &(u32, u32, u64)| a != b && weight != 0;
        let arcs: Vec<(u32, u32, u64)> = arcs.into_iter().filter(is_between_two).collect();
        let mut next = vec![0; roles + 1];
        for &(a, b, _) in &arcs {
            next[a as usize + 1] += 1;
            next[b as usize + 1] += 1;
        }
        (0..roles).for_each(|role| next[role + 1] += next[role]);
        let mut entries = vec![(0, 0); 2 * arcs.len()];
        for (a, b, weight) in arcs {
            for (from, to) in [(a, b), (b, a)] {
                entries[next[from as usize]] = (to, weight);
                next[from as usize] += 1;
            }
        }
        Self::from_rows(&next[..roles], entries)
    }

    /// Sorts each row, given by its end, and adds up the entries of one partner.
    fn from_rows(row_ends: &[usize], mut entries: Vec<(u32, u64)>) -> Self {
        let (mut ends, mut kept, mut start) = (Vec::with_capacity(row_ends.len()), 0, 0);
        for &end in row_ends {
            let first = kept;
            entries[start..end].sort_unstable();
            for index in start..end {
                let (partner, weight) = entries[index];
                if kept > first && entries[kept - 1].0 == partner {
                    entries[kept - 1].1 = entries[kept - 1].1.saturating_add(weight);
                } else {
                    entries[kept] = (partner, weight);
                    kept += 1;
                }
            }
            ends.push(kept);
            start = end;
        }
        entries.truncate(kept);
        let (partners, weights) = entries.into_iter().unzip();
        Self { ends, partners, weights, messages: vec![] }
    }

    /// This traffic with the numbers of its messages, for which [`crate::Cost::Model`] has a cost. Roles may have
    /// messages without bytes.
    ///
    /// # Panics
    /// `messages` has more roles.
    #[must_use]
    pub fn with_messages(&self, messages: &Self) -> Self {
        let mut all = Self::default();
        for role in 0..self.roles() as u32 {
            let bytes = self.row(role).map(|(partner, bytes)| (partner, bytes, 0));
            let row = messages.range(role);
            let messages = messages.partners[row.clone()].iter().zip(&messages.weights[row]);
            let mut row: Vec<(u32, u64, u64)> = bytes.chain(messages.map(|(&to, &count)| (to, 0, count))).collect();
            row.sort_unstable_by_key(|(partner, ..)| *partner);
            row.dedup_by(|next, kept| {
                let is_same = next.0 == kept.0;
                if is_same {
                    (kept.1, kept.2) = (kept.1 + next.1, kept.2 + next.2);
                }
                is_same
            });
            for (partner, bytes, messages) in row {
                all.partners.push(partner);
                all.weights.push(bytes);
                all.messages.push(messages);
            }
            all.ends.push(all.partners.len());
        }
        all
    }

    /// The traffic multiplied by a factor; `None` if the total overflows.
    pub(crate) fn times(self, factor: u64) -> Option<Self> {
        let total: u128 = self.pairs().map(|(.., weight)| u128::from(weight) * u128::from(factor)).sum();
        let fits = factor == 1 || u64::try_from(total).is_ok();
        fits.then(|| if factor == 1 { self } else { self.reweighted(|weight, _| weight * factor) })
    }

    /// The same entries with weights computed from bytes and messages.
    pub(crate) fn reweighted(&self, weight: impl Fn(u64, u64) -> u64) -> Self {
        let entries = self.weights.iter().enumerate();
        let weights = entries.map(|(entry, &bytes)| weight(bytes, self.messages_of(entry))).collect();
        Self { ends: self.ends.clone(), partners: self.partners.clone(), weights, messages: vec![] }
    }

    fn messages_of(&self, entry: usize) -> u64 {
        self.messages.get(entry).copied().unwrap_or(0)
    }

    /// The number of roles.
    pub fn roles(&self) -> usize {
        self.ends.len()
    }

    /// The number of entries of the matrix: two for each pair with traffic.
    pub fn arcs(&self) -> usize {
        self.partners.len()
    }

    pub(crate) fn range(&self, role: u32) -> std::ops::Range<usize> {
        let role = role as usize;
        let start = if role == 0 { 0 } else { self.ends[role - 1] };
        start..self.ends[role]
    }

    /// A role's partners, ascending, and its traffic with each.
    pub fn row(&self, role: u32) -> impl ExactSizeIterator<Item = (u32, u64)> + Clone + '_ {
        let range = self.range(role);
        self.partners[range.clone()].iter().copied().zip(self.weights[range].iter().copied())
    }

    /// A role's partners, and the bytes and messages with each; 0 messages if unknown.
    pub(crate) fn full_row(&self, role: u32) -> impl Iterator<Item = (u32, u64, u64)> + '_ {
        self.range(role).map(|entry| (self.partners[entry], self.weights[entry], self.messages_of(entry)))
    }

    /// Each pair with traffic once, the lower role first, with its bytes and messages.
    pub(crate) fn full_pairs(&self) -> impl Iterator<Item = (u32, u32, u64, u64)> + '_ {
        let roles = 0..self.roles() as u32;
        let row = |a| self.full_row(a).filter(move |&(b, ..)| a < b).map(move |(b, bytes, m)| (a, b, bytes, m));
        roles.flat_map(row)
    }

    /// Each pair with traffic once, the lower role first.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32, u64)> + '_ {
        let roles = 0..self.roles() as u32;
        roles.flat_map(|a| self.row(a).filter(move |&(b, _)| a < b).map(move |(b, weight)| (a, b, weight)))
    }

    /// The traffic of all pairs.
    pub fn total(&self) -> u64 {
        self.pairs().fold(0, |sum, (_, _, weight)| sum.saturating_add(weight))
    }

    /// The same traffic with renumbered roles: role r becomes `number[r]`.
    ///
    /// # Panics
    /// `number` is not a permutation of the roles.
    pub fn renumbered(&self, number: &[u32]) -> Self {
        Self::from_arcs(self.roles(), self.pairs().map(|(a, b, w)| (number[a as usize], number[b as usize], w)))
    }

    /// The traffic between groups of roles, summed over their members.
    ///
    /// # Panics
    /// A role has no group, or a group with the number `groups` or higher.
    pub fn between(&self, groups: usize, group_of: &[u32]) -> Self {
        Self::from_arcs(groups, self.pairs().map(|(a, b, w)| (group_of[a as usize], group_of[b as usize], w)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_add_up() {
        let traffic = Traffic::from_arcs(4, [(0, 1, 5), (1, 0, 2), (2, 2, 9), (3, 0, 1), (0, 1, 1), (1, 2, 0)]);
        assert_eq!((traffic.roles(), traffic.arcs(), traffic.total()), (4, 4, 9));
        assert_eq!(traffic.row(0).collect::<Vec<_>>(), [(1, 8), (3, 1)]);
        assert_eq!(traffic.row(2).count(), 0);
        assert_eq!(traffic.pairs().collect::<Vec<_>>(), [(0, 1, 8), (0, 3, 1)]);
        assert_eq!(traffic.between(2, &[0, 1, 1, 0]).pairs().collect::<Vec<_>>(), [(0, 1, 8)]);
        assert_eq!(traffic.renumbered(&[3, 2, 1, 0]).pairs().collect::<Vec<_>>(), [(0, 3, 1), (2, 3, 8)]);
        assert_eq!(Traffic::from_arcs(0, []).total(), 0);
    }

    #[test]
    fn messages_stand_beside_bytes() {
        let bytes = Traffic::from_arcs(4, [(0, 1, 500), (2, 3, 7)]);
        let messages = Traffic::from_arcs(4, [(1, 0, 2), (0, 1, 3), (1, 2, 4)]);
        let both = bytes.with_messages(&messages);
        assert_eq!(both.full_pairs().collect::<Vec<_>>(), [(0, 1, 500, 5), (1, 2, 0, 4), (2, 3, 7, 0)]);
        assert_eq!((both.total(), both.arcs(), both.roles()), (507, 6, 4));
        let sum = both.reweighted(|bytes, messages| bytes + 10 * messages);
        assert_eq!(sum.pairs().collect::<Vec<_>>(), [(0, 1, 550), (1, 2, 40), (2, 3, 7)]);
        assert_eq!(bytes.full_pairs().map(|(.., messages)| messages).sum::<u64>(), 0);
    }
}
