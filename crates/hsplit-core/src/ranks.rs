// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sets of ranks, stored and printed as runs with a stride, like the placements of launchers.
//!
//! Placement by node gives each communicator one run of consecutive ranks, round-robin placement one run with a stride.
//! Half a million ranks in seven levels of communicators therefore take a few bytes per communicator, and fit on a
//! line.

use std::fmt;

/// `first`, `first + stride`, … up to and including `last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RankRange {
    /// The lowest rank.
    pub first: u32,
    /// The highest rank.
    pub last: u32,
    /// The distance between consecutive ranks of the run, from 1.
    pub stride: u32,
}

impl RankRange {
    pub(crate) fn one(rank: u32) -> Self {
        Self { first: rank, last: rank, stride: 1 }
    }

    pub(crate) fn count(&self) -> u32 {
        (self.last - self.first) / self.stride + 1
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + use<> {
        (self.first..=self.last).step_by(self.stride as usize)
    }
}

impl fmt::Display for RankRange {
    /// Prints `5`, `0-7`, or `0-28:4` (every fourth).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.count(), self.stride) {
            (1, _) => write!(f, "{}", self.first),
            (_, 1) => write!(f, "{}-{}", self.first, self.last),
            (_, stride) => write!(f, "{}-{}:{stride}", self.first, self.last),
        }
    }
}

/// A set of ranks in ascending order. One run needs no heap memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ranks {
    first: Option<RankRange>,
    others: Vec<RankRange>,
}

impl Ranks {
    /// The set of some ranks, given in ascending order.
    pub fn from_sorted(ranks: &[u32]) -> Self {
        let mut set = Self::default();
        let mut rest = ranks;
        while let Some(run) = leading_run(rest) {
            rest = &rest[run.count() as usize..];
            match set.first {
                None => set.first = Some(run),
                Some(_) => set.others.push(run),
            }
        }
        set
    }

    /// The runs, lowest first.
    pub fn runs(&self) -> impl Iterator<Item = &RankRange> {
        self.first.iter().chain(&self.others)
    }

    /// The ranks, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.runs().flat_map(RankRange::iter)
    }

    /// The number of ranks.
    pub fn count(&self) -> u32 {
        self.runs().map(RankRange::count).sum()
    }

    pub(crate) fn lowest(&self) -> Option<u32> {
        self.first.map(|run| run.first)
    }

    pub(crate) fn is_one_run(&self) -> bool {
        self.others.is_empty()
    }

    /// Prints at most `most` runs. If runs are left out, the last one is still printed.
    pub fn brief(&self, most: usize) -> String {
        let runs: Vec<String> = self.runs().map(RankRange::to_string).collect();
        abridge(&runs, most, ",")
    }
}

impl fmt::Display for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.brief(usize::MAX))
    }
}

/// At most `most` of some words: the first ones and the last one.
pub fn abridge(words: &[String], most: usize, separator: &str) -> String {
    match words {
        [head @ .., last] if words.len() > most => {
            let head = head[..most.saturating_sub(1)].join(separator);
            format!("{head}{separator}...{separator}{last}")
        }
        _ => words.join(separator),
    }
}

/// The longest run at the beginning of a sorted list. Two ranks with a gap are no run: `0,5`, not `0-5:5`.
fn leading_run(ranks: &[u32]) -> Option<RankRange> {
    let (&first, rest) = ranks.split_first()?;
    let Some(&second) = rest.first() else { return Some(RankRange::one(first)) };
    let stride = second - first;
    let last = ranks.windows(2).take_while(|pair| pair[1] - pair[0] == stride).last().map_or(first, |pair| pair[1]);
    let run = RankRange { first, last, stride };
    Some(if stride > 1 && run.count() == 2 { RankRange::one(first) } else { run })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn written_as_launchers_place() {
        for (ranks, text) in [
            (&[][..], ""),
            (&[5], "5"),
            (&[0, 1], "0-1"),
            (&[0, 5], "0,5"),
            (&[0, 2, 3, 4], "0,2-4"),
            (&[0, 4, 8, 12], "0-12:4"),
            (&[0, 1, 8, 9, 16, 17], "0-1,8-9,16-17"),
        ] {
            assert_eq!(Ranks::from_sorted(ranks).to_string(), text);
        }
        assert_eq!(Ranks::from_sorted(&[0, 1, 8, 9, 16, 17, 24, 25]).brief(2), "0-1,...,24-25");
    }

    proptest! {
        #[test]
        fn no_rank_is_lost(ranks in prop::collection::btree_set(0u32..60, 0..40)) {
            let ranks: Vec<u32> = ranks.into_iter().collect();
            let set = Ranks::from_sorted(&ranks);
            prop_assert_eq!(set.iter().collect::<Vec<_>>(), ranks.clone());
            prop_assert_eq!(set.count() as usize, ranks.len());
            prop_assert_eq!(set.lowest(), ranks.first().copied());
        }
    }
}
