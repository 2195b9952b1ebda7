// SPDX-License-Identifier: MIT OR Apache-2.0
//! The NUMA nodes of a machine, and the ones that are near a set of processing units.

use crate::cpus::Cpus;

/// The kinds of memory of NUMA nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    /// Memory of no special kind: DDR.
    Ordinary,
    /// Memory of high bandwidth.
    HighBandwidth,
    /// Any other kind: nonvolatile memory, CXL memory or GPU memory.
    Other,
}

/// A NUMA node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The operating system's number.
    pub number: u32,
    /// The kind of its memory.
    pub kind: MemoryKind,
    /// The size in bytes; 0 for a node without memory, `u64::MAX` if unknown.
    pub bytes: u64,
    /// The processing units that it is near, by logical index.
    pub units: Cpus,
}

impl MemoryKind {
    /// The numbers of the kinds in the byte form of a machine.
    pub(crate) const ALL: [Self; 3] = [Self::Ordinary, Self::HighBandwidth, Self::Other];
}

/// The NUMA nodes with memory for some processing units: the nodes inside these units, or else the narrowest node that
/// contains them. If no kind is wanted, ordinary memory is selected, or high-bandwidth memory if there is no ordinary
/// memory.
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
        // Units across two nodes: they contain no node, and no node contains them.
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
