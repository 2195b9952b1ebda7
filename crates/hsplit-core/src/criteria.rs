// SPDX-License-Identifier: MIT OR Apache-2.0
//! The level that an unguided split selects if a program asks for a level other than the next one.
//!
//! RR-9077 §3.4 proposes hierarchies by different criteria, such as the network alone or the inside of nodes alone;
//! Mercier's thesis (§4.2.4) proposes splits by quantities. A [`Criterion`] selects the levels that count. A
//! [`Quantity`] selects one of these levels by the number of its instances, or by the ranks in an instance.

use std::num::NonZeroU32;

use crate::hash::hash;
use crate::level::{Level, MACHINE, is_of_network};

/// The levels that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Criterion {
    /// All levels.
    #[default]
    All = 0,
    /// Switches only.
    Network = 1,
    /// Nodes, and everything inside a node.
    Node = 2,
    /// NUMA nodes, and caches that several cores share.
    Memory = 3,
}

impl Criterion {
    /// All criteria, by the names that programs write.
    pub const NAMES: [(&'static str, Self); 4] =
        [("all", Self::All), ("network", Self::Network), ("node", Self::Node), ("memory", Self::Memory)];

    /// The criterion of this name, in any case.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim())).map(|(_, own)| own)
    }

    /// True if a level counts. A level with several names counts if one of its names does: a switch that holds one node
    /// is a switch and a node. A cache merged with a core is not shared; a NUMA node of one core is a NUMA node.
    pub fn keeps(self, level: &Level) -> bool {
        let any = |is: fn(&str) -> bool| level.names().iter().any(|name| is(name.as_str()));
        let is_network = level.names().iter().any(|name| is_of_network(*name));
        match self {
            Self::All => true,
            Self::Network => is_network,
            Self::Node => !is_network || any(|name| name == MACHINE),
            Self::Memory => {
                let is_shared = !any(|name| name == "Core" || name == "PU");
                any(|name| name == "NUMANode") || is_shared && any(|name| name.ends_with("Cache"))
            }
        }
    }
}

/// Limits for the number of ranks of the new communicators, or for their number. Without a limit: the next level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quantity {
    /// The number of communicators: the widest level with this number of instances around all ranks. If there is no
    /// such level, the ranks are cut into this number of parts along the hierarchy.
    pub parts: Option<NonZeroU32>,
    /// The most ranks of a communicator: the widest level within this limit.
    pub at_most: Option<NonZeroU32>,
    /// The fewest ranks of a communicator: the narrowest level within this limit, or with `at_most` the widest level
    /// within both limits.
    pub at_least: Option<NonZeroU32>,
}

/// The bits of a code that hold the number, and the bits that say which field the number is.
const NUMBER_BITS: u32 = 20;
const MEANING_BITS: u32 = 2;
const NUMBERS: u32 = (1 << NUMBER_BITS) - 1;

impl Quantity {
    /// True if the number of ranks of a level or part is limited.
    pub(crate) fn has_limits(&self) -> bool {
        self.at_most.is_some() || self.at_least.is_some()
    }

    pub(crate) fn allows(&self, ranks: u32) -> bool {
        self.at_most.is_none_or(|most| ranks <= most.get()) && self.at_least.is_none_or(|least| ranks >= least.get())
    }

    /// 22 bits for comparison: a single number below a million (2^20) as it is, otherwise a hash.
    fn code(&self) -> u32 {
        match [self.parts, self.at_most, self.at_least].map(|number| number.map_or(0, NonZeroU32::get)) {
            [0, 0, 0] => 0,
            [number @ 1..=NUMBERS, 0, 0] => 1 << NUMBER_BITS | number,
            [0, number @ 1..=NUMBERS, 0] => 2 << NUMBER_BITS | number,
            [0, 0, number @ 1..=NUMBERS] => 3 << NUMBER_BITS | number,
            // No code of a single number has 0 in its meaning bits.
            all => 1 | hash(&all.map(u32::to_le_bytes).concat()) as u32 & NUMBERS,
        }
    }

    /// The quantity of a code; `None` if the code is a hash.
    pub(crate) fn of_code(code: u32) -> Option<Self> {
        let number = NonZeroU32::new(code & NUMBERS);
        match code >> NUMBER_BITS & 3 {
            0 => None,
            1 => Some(Self { parts: number, ..Self::default() }),
            2 => Some(Self { at_most: number, ..Self::default() }),
            _ => Some(Self { at_least: number, ..Self::default() }),
        }
    }

    /// The three numbers in two words, for sending.
    pub(crate) fn words(&self) -> [u64; 2] {
        let [parts, at_most, at_least] =
            [self.parts, self.at_most, self.at_least].map(|number| u64::from(number.map_or(0, NonZeroU32::get)));
        [parts | at_most << 32, at_least]
    }

    /// The quantity of two words from [`Quantity::words`].
    pub(crate) fn of_words([first, second]: [u64; 2]) -> Self {
        let [parts, at_most, at_least] = [first, first >> 32, second].map(|word| NonZeroU32::new(word as u32));
        Self { parts, at_most, at_least }
    }
}

pub(crate) fn has_quantity(code: u32) -> bool {
    code & NUMBERS != 0
}

/// A program's criteria for the level of an unguided split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Criteria {
    /// The levels that count.
    pub criterion: Criterion,
    /// The selection among these levels.
    pub quantity: Quantity,
}

impl Criteria {
    /// 24 bits by which ranks compare their criteria; 0 for the next level.
    pub(crate) fn code(&self) -> u32 {
        (self.criterion as u32) << (NUMBER_BITS + MEANING_BITS) | self.quantity.code()
    }
}

/// Counts over the instances of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) instances: u64,
    pub(crate) ranks: u64,
    /// The number of instances that have more or fewer ranks than allowed.
    pub(crate) refused: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The level, as a number of steps below the level that all ranks share.
    Level(usize),
    /// The number of parts, two or more, if no level has this number of instances.
    Parts(u32),
    /// No level satisfies the limits.
    Nothing,
}

/// The search for a level, from the widest to the narrowest.
#[derive(Debug)]
pub(crate) struct Search {
    quantity: Quantity,
    ranks: u64,
    /// The wanted number of parts, at most the number of ranks.
    parts: Option<u64>,
    looked_at: usize,
    found: Option<usize>,
    is_over: bool,
}

impl Search {
    pub(crate) fn new(quantity: Quantity, ranks: u64) -> Self {
        let parts = quantity.parts.map(|parts| u64::from(parts.get()).min(ranks));
        Self { quantity, ranks, parts, looked_at: 0, found: None, is_over: parts.is_some_and(|parts| parts < 2) }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(crate) fn look_at(&mut self, level: Tally) {
        self.looked_at += 1;
        let Tally { instances, ranks, refused } = level;
        let fits = ranks > 0 && refused == 0;
        let is_right = fits && self.parts.is_none_or(|parts| parts == instances && ranks == self.ranks);
        if is_right {
            self.found = Some(self.looked_at);
        }
        self.is_over = match self.parts {
            // A rank outside all instances of a level is outside those of narrower levels, too; if no rank is, the
            // number of instances only grows.
            Some(parts) => is_right || ranks < self.ranks || instances > parts,
            None => ranks == 0 || is_right && (self.quantity.at_most.is_some() || self.quantity.at_least.is_none()),
        };
    }

    pub(crate) fn found(&self) -> Found {
        match (self.found, self.parts) {
            (Some(steps), _) => Found::Level(steps),
            (None, Some(parts @ 2..)) => Found::Parts(parts as u32),
            _ => Found::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Name;
    use proptest::prelude::*;

    fn level(names: &[&str]) -> Level {
        Level::new(&names.iter().map(|name| Name::new(name)).collect::<Vec<_>>())
    }

    #[test]
    fn criteria_keep_what_they_say() {
        let leaf = Level::network(1, &["leaf"]);
        let table = [
            (leaf.clone(), [true, false, false]),
            (level(&["Machine"]).merged_into(&leaf), [true, true, false]),
            (level(&["Machine"]), [false, true, false]),
            (level(&["Package"]), [false, true, false]),
            (level(&["Package", "NUMANode", "L3Cache"]), [false, true, true]),
            (level(&["L2Cache", "L1dCache"]), [false, true, true]),
            (level(&["MemCache"]), [false, true, true]),
            (level(&["L2Cache", "L1dCache", "Core"]), [false, true, false]),
            (level(&["NUMANode", "L3Cache", "Core", "PU"]), [false, true, true]),
            (level(&["PU"]), [false, true, false]),
        ];
        for (level, kept) in &table {
            let [network, node, memory] = *kept;
            assert_eq!(Criterion::Network.keeps(level), network, "{level:?}");
            assert_eq!(Criterion::Node.keeps(level), node, "{level:?}");
            assert_eq!(Criterion::Memory.keeps(level), memory, "{level:?}");
            assert!(Criterion::All.keeps(level));
        }
    }

    #[test]
    fn criteria_have_names() {
        for (name, criterion) in Criterion::NAMES {
            assert_eq!(Criterion::of_name(&format!(" {} ", name.to_uppercase())), Some(criterion));
        }
        for name in ["", "switch", "nodes", "all,node", "memory2"] {
            assert_eq!(Criterion::of_name(name), None, "{name}");
        }
    }

    fn number() -> impl Strategy<Value = Option<NonZeroU32>> {
        prop::option::of(prop_oneof![1u32..6, NUMBERS - 1..NUMBERS + 3, Just(i32::MAX as u32)])
            .prop_map(|number| number.and_then(NonZeroU32::new))
    }

    fn criteria() -> impl Strategy<Value = Criteria> {
        let criterion = prop::sample::select(Criterion::NAMES.map(|(_, criterion)| criterion).to_vec());
        (criterion, number(), number(), number()).prop_map(|(criterion, parts, at_most, at_least)| Criteria {
            criterion,
            quantity: Quantity { parts, at_most, at_least },
        })
    }

    proptest! {
        #[test]
        fn codes_tell_criteria_apart(a in criteria(), b in criteria()) {
            prop_assert!(a.code() < 1 << 24);
            prop_assert_eq!(a.code() == 0, a == Criteria::default());
            prop_assert_eq!(has_quantity(a.code()), a.quantity != Quantity::default());
            let numbers = [a.quantity.parts, a.quantity.at_most, a.quantity.at_least];
            let is_told = match Quantity::of_code(a.code()) {
                Some(quantity) => quantity == a.quantity,
                None => numbers.iter().flatten().count() != 1 || numbers.iter().flatten().any(|n| n.get() > NUMBERS),
            };
            prop_assert!(is_told, "{:?}", a);
            if a == b || Quantity::of_code(a.code()).is_some() {
                prop_assert_eq!(a.code() == b.code(), a == b, "{:?} and {:?}", a, b);
            }
        }
    }
}
