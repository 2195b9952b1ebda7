// SPDX-License-Identifier: MIT OR Apache-2.0
//! The memory of a node: its NUMA nodes, and which of them belong to a set of processing units.

use crate::cpus::Cpus;

/// The kinds of memory of NUMA nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    /// That of which nothing else is said: DDR.
    Ordinary,
    /// Memory of high bandwidth.
    HighBandwidth,
    /// Any other: nonvolatile memory, memory behind CXL or on a GPU.
    Other,
}

/// A NUMA node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The operating system's number.
    pub number: u32,
    /// The kind of its memory.
    pub kind: MemoryKind,
    /// How much; 0: none, `u64::MAX`: it is not known.
    pub bytes: u64,
    /// The processing units that it is near, by logical index.
    pub units: Cpus,
}

impl MemoryKind {
    /// The numbers of the kinds in the byte form of a machine.
    pub(crate) const ALL: [Self; 3] = [Self::Ordinary, Self::HighBandwidth, Self::Other];
}

/// The NUMA nodes of some processing units that have memory: those inside these units; where there are none, the one
/// around them, the narrowest. Without a wish for a kind it is ordinary memory, or that of high bandwidth where there
/// is no ordinary one.
pub fn near<'a>(all: &'a [Memory], units: &Cpus, wanted: Option<MemoryKind>) -> Vec<&'a Memory> {
    let Some(kind) = wanted else {
        let ordinary = near(all, units, Some(MemoryKind::Ordinary));
        return if ordinary.is_empty() { near(all, units, Some(MemoryKind::HighBandwidth)) } else { ordinary };
    };
    let there = || all.iter().filter(|node| node.kind == kind && node.bytes > 0 && !node.units.is_empty());
    let inside: Vec<_> = there().filter(|node| node.units.is_subset(units)).collect();
    if !inside.is_empty() {
        return inside;
    }
    let around: Vec<_> = there().filter(|node| units.is_subset(&node.units)).collect();
    let least = around.iter().map(|node| node.units.len()).min();
    around.into_iter().filter(|node| Some(node.units.len()) == least).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(all: &[Memory], units: &str, wanted: Option<MemoryKind>) -> Vec<u32> {
        near(all, &Cpus::parse(units).unwrap(), wanted).into_iter().map(|node| node.number).collect()
    }

    fn node(number: u32, kind: MemoryKind, bytes: u64, units: &str) -> Memory {
        Memory { number, kind, bytes, units: Cpus::parse(units).unwrap() }
    }

    #[test]
    fn inside_or_around() {
        let all = [0, 1, 2, 3].map(|n| node(n, MemoryKind::Ordinary, 1, &format!("{}-{}", 4 * n, 4 * n + 3)));
        assert_eq!(numbers(&all, "4-7", None), [1]);
        assert_eq!(numbers(&all, "0-7", None), [0, 1]);
        assert_eq!(numbers(&all, "13", None), [3]);
        // Units across two nodes that hold neither.
        assert_eq!(numbers(&all, "3-4", None), [0; 0]);
        assert_eq!(numbers(&all, "4-7", Some(MemoryKind::HighBandwidth)), [0; 0]);
    }

    #[test]
    fn quarters_without_memory_have_none() {
        let all = [node(0, MemoryKind::Ordinary, 1, "0-3"), node(1, MemoryKind::Ordinary, 0, "4-7")];
        assert_eq!(numbers(&all, "0-7", None), [0]);
        assert_eq!(numbers(&all, "4-7", None), [0; 0]);
    }

    #[test]
    fn high_bandwidth_beside_ordinary() {
        use MemoryKind::{HighBandwidth, Ordinary, Other};
        let all = [
            node(0, Ordinary, 1, "0-7"),
            node(1, HighBandwidth, 1, "0-3"),
            node(2, HighBandwidth, 1, "4-7"),
            node(3, Other, 1, "0-7"),
            node(4, HighBandwidth, 1, "8-9"),
        ];
        assert_eq!(numbers(&all, "0-3", None), [0]);
        assert_eq!(numbers(&all, "0-3", Some(HighBandwidth)), [1]);
        assert_eq!(numbers(&all, "0-7", Some(HighBandwidth)), [1, 2]);
        assert_eq!(numbers(&all, "8", None), [4]);
        assert_eq!(numbers(&all, "8", Some(Ordinary)), [0; 0]);
    }
}
