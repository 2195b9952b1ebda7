// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sets of processing units, such as a binding or the share of a node.
//!
//! A set is stored and printed as runs, `0-3,8`: the format of the kernel's lists, of `taskset -c` and of hwloc. Most
//! bindings are one run, which needs no heap memory. Inside this crate the numbers are logical; they are converted to
//! and from the operating system's numbers only at the edges ([`Machine::to_os`](crate::machine::Machine::to_os)).

use std::fmt;
use std::ops::{Range, RangeInclusive};

/// The first and the last of a run of consecutive units.
type CpuRange = (u32, u32);

/// A set of processing units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cpus {
    first: Option<CpuRange>,
    /// The runs after the first, in ascending order, with a gap between each two.
    others: Vec<CpuRange>,
}

/// An error in the text of a list of processing units.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum CpusError {
    /// A part is neither a number nor a range.
    #[error("'{0}' is not a list of processing units, such as 0-3,8")]
    Form(String),
    /// A run whose first number is higher than its last.
    #[error("'{0}' runs backwards")]
    Backwards(String),
}

impl Cpus {
    /// Parses a list such as `0-3,8`, in any order. The empty text is the empty set, as in the kernel's lists.
    pub fn parse(text: &str) -> Result<Self, CpusError> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let mut runs = text.split(',').map(parse_run).collect::<Result<Vec<CpuRange>, _>>()?;
        runs.sort_unstable();
        Ok(Self::of_sorted(runs))
    }

    pub(crate) fn of_ascending(units: impl IntoIterator<Item = u32>) -> Self {
        Self::of_sorted(units.into_iter().map(|unit| (unit, unit)))
    }

    /// The union of runs that are given in the order of their first units.
    fn of_sorted(runs: impl IntoIterator<Item = CpuRange>) -> Self {
        let mut set = Self::default();
        runs.into_iter().for_each(|run| set.push(run));
        set
    }

    /// Adds a run whose first unit is not lower than that of the last run.
    fn push(&mut self, run: CpuRange) {
        let last = self.others.last_mut().or(self.first.as_mut());
        match last {
            Some(last) if run.0 <= last.1.saturating_add(1) => last.1 = last.1.max(run.1),
            Some(_) => self.others.push(run),
            None => self.first = Some(run),
        }
    }

    fn pairs(&self) -> impl Iterator<Item = CpuRange> + Clone + '_ {
        self.first.into_iter().chain(self.others.iter().copied())
    }

    /// The runs, lowest first, with a gap between each two.
    pub fn runs(&self) -> impl Iterator<Item = RangeInclusive<u32>> + '_ {
        self.pairs().map(|(first, last)| first..=last)
    }

    /// The units, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.runs().flatten()
    }

    /// True if the set contains this unit.
    pub fn contains(&self, unit: u32) -> bool {
        self.pairs().any(|(first, last)| first <= unit && unit <= last)
    }

    /// The number of units.
    pub fn len(&self) -> usize {
        self.pairs().map(|(first, last)| (last - first) as usize + 1).sum()
    }

    /// True if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// The lowest unit.
    pub fn first(&self) -> Option<u32> {
        self.first.map(|(first, _)| first)
    }

    /// The highest unit.
    pub fn last(&self) -> Option<u32> {
        self.others.last().copied().or(self.first).map(|(_, last)| last)
    }

    /// The units that are in at least one of the two sets.
    pub fn union(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.pairs().peekable(), other.pairs().peekable());
        Self::of_sorted(std::iter::from_fn(|| match (a.peek(), b.peek()) {
            (Some(of_a), Some(of_b)) if of_b < of_a => b.next(),
            (None, _) => b.next(),
            _ => a.next(),
        }))
    }

    /// The units that are in both sets.
    pub fn intersection(&self, other: &Self) -> Self {
        let mut both = Self::default();
        let (mut a, mut b) = (self.pairs(), other.pairs());
        let (mut of_a, mut of_b) = (a.next(), b.next());
        while let (Some(run_a), Some(run_b)) = (of_a, of_b) {
            let (first, last) = (run_a.0.max(run_b.0), run_a.1.min(run_b.1));
            if first <= last {
                both.push((first, last));
            }
            if run_a.1 < run_b.1 { of_a = a.next() } else { of_b = b.next() }
        }
        both
    }

    /// The units of this set that are not in the other one.
    pub fn difference(&self, other: &Self) -> Self {
        let mut rest = Self::default();
        let mut without = other.pairs().peekable();
        for (mut first, last) in self.pairs() {
            while without.next_if(|run| run.1 < first).is_some() {}
            // A run of `other` that ends after this run is compared with the next run, too.
            let mut whole = true;
            while let Some(&(from, to)) = without.peek().filter(|run| run.0 <= last) {
                if first < from {
                    rest.push((first, from - 1));
                }
                if to >= last {
                    whole = false;
                    break;
                }
                first = to + 1;
                without.next();
            }
            if whole {
                rest.push((first, last));
            }
        }
        rest
    }

    /// True if the other set contains all units of this one.
    pub fn is_subset(&self, other: &Self) -> bool {
        let mut around = other.pairs().peekable();
        self.pairs().all(|(first, last)| {
            while around.next_if(|run| run.1 < first).is_some() {}
            around.peek().is_some_and(|run| run.0 <= first && last <= run.1)
        })
    }

    /// True if the two sets have a unit in common.
    pub fn intersects(&self, other: &Self) -> bool {
        let mut against = other.pairs().peekable();
        self.pairs().any(|(first, last)| {
            while against.next_if(|run| run.1 < first).is_some() {}
            against.peek().is_some_and(|run| run.0 <= last)
        })
    }
}

impl From<Range<u32>> for Cpus {
    fn from(units: Range<u32>) -> Self {
        let last = units.end.checked_sub(1).filter(|last| units.start <= *last);
        Self { first: last.map(|last| (units.start, last)), others: vec![] }
    }
}

impl FromIterator<u32> for Cpus {
    fn from_iter<I: IntoIterator<Item = u32>>(units: I) -> Self {
        let mut units: Vec<u32> = units.into_iter().collect();
        units.sort_unstable();
        Self::of_ascending(units)
    }
}

impl fmt::Display for Cpus {
    /// Prints runs such as `0-3,8`; nothing for the empty set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (first, last)) in self.pairs().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            match last - first {
                0 => write!(f, "{comma}{first}")?,
                _ => write!(f, "{comma}{first}-{last}")?,
            }
        }
        Ok(())
    }
}

fn parse_run(part: &str) -> Result<CpuRange, CpusError> {
    let part = part.trim();
    let (first, last) = part.split_once('-').unwrap_or((part, part));
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| digits).ok_or_else(|| CpusError::Form(part.to_owned()))
    };
    let run = (number(first)?, number(last)?);
    if run.0 > run.1 { Err(CpusError::Backwards(part.to_owned())) } else { Ok(run) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn lists_are_read_and_written() {
        for (text, written, len) in [
            ("", "", 0),
            ("  ", "", 0),
            ("7", "7", 1),
            ("0-3,8", "0-3,8", 5),
            (" 8 , 0-3 ", "0-3,8", 5),
            ("0,1,2,3", "0-3", 4),
            ("2-5,3-9,4", "2-9", 8),
            ("0-0,1-1", "0-1", 2),
            ("4294967295", "4294967295", 1),
            ("4294967294,4294967295", "4294967294-4294967295", 2),
        ] {
            let set = Cpus::parse(text).unwrap();
            assert_eq!((set.to_string(), set.len()), (written.to_owned(), len), "{text}");
        }
        assert_eq!(Cpus::parse("0-4294967295").unwrap().len(), 1 << 32);
    }

    #[test]
    fn what_is_no_list() {
        for text in [",", "0,", ",0", "a", "0-", "-3", "0--3", "1-2-3", "+1", "0 1", "0x3", "4294967296", "0-3:2", "é"]
        {
            assert!(matches!(Cpus::parse(text), Err(CpusError::Form(_))), "{text}");
        }
        assert_eq!(Cpus::parse("1,5-3"), Err(CpusError::Backwards("5-3".into())));
        assert_eq!(Cpus::parse("1,x").unwrap_err().to_string(), "'x' is not a list of processing units, such as 0-3,8");
    }

    #[test]
    fn a_run_is_a_set() {
        let run = Cpus::from(4..8);
        assert_eq!((run.first(), run.last(), run.len(), run.is_empty()), (Some(4), Some(7), 4, false));
        for nothing in [Cpus::from(3..3), Cpus::from(0..0), Cpus::default()] {
            assert_eq!((nothing.first(), nothing.last(), nothing.len(), nothing.is_empty()), (None, None, 0, true));
            assert_eq!(nothing, Cpus::default());
        }
        assert_eq!(Cpus::from(0..2), [1, 0, 1].into_iter().collect());
        assert!(Cpus::from(0..2) < Cpus::from(0..3) && Cpus::default() < Cpus::from(0..1));
    }

    fn units() -> impl Strategy<Value = BTreeSet<u32>> {
        prop::collection::btree_set(0u32..40, 0..40)
    }

    proptest! {
        #[test]
        fn operations_are_those_of_sets(a in units(), b in units(), unit in 0u32..42) {
            let set = |units: &BTreeSet<u32>| units.iter().rev().copied().collect::<Cpus>();
            let (of_a, of_b) = (set(&a), set(&b));
            prop_assert_eq!(of_a.iter().collect::<BTreeSet<_>>(), a.clone());
            prop_assert_eq!(of_a.len(), a.len());
            prop_assert_eq!((of_a.first(), of_a.last()), (a.first().copied(), a.last().copied()));
            prop_assert_eq!(of_a.union(&of_b), set(&(&a | &b)));
            prop_assert_eq!(of_a.intersection(&of_b), set(&(&a & &b)));
            prop_assert_eq!(of_a.difference(&of_b), set(&(&a - &b)));
            prop_assert_eq!(of_a.is_subset(&of_b), a.is_subset(&b));
            prop_assert_eq!(of_a.intersects(&of_b), !a.is_disjoint(&b));
            prop_assert_eq!(of_a.contains(unit), a.contains(&unit));
            prop_assert_eq!(of_a == of_b, a == b);
        }

        #[test]
        fn every_list_reads_back(units in prop::collection::btree_set(any::<u32>(), 0..20)) {
            let set: Cpus = units.into_iter().collect();
            prop_assert_eq!(Cpus::parse(&set.to_string()), Ok(set));
        }
    }
}
