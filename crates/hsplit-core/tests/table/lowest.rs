// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lowest level that ranks share, on machines from hwloc.

use hsplit_core::emulation::{Description, ProcessPlacement};
use hsplit_core::place::Place;
use hsplit_core::table::UNKNOWN;
use hsplit_host::source::topology::load_emulated;

use crate::without_network;

fn names(description: &str, lists: &[&[u32]]) -> Vec<String> {
    let system = load_emulated(&Description::parse(description).unwrap()).unwrap();
    let slots = ProcessPlacement::read("core").unwrap().prepare(&system, 32).unwrap();
    let places: Vec<Place> = (0..32).map(|rank| system.place(&slots.slot(&system, rank))).collect();
    let table = without_network(&places);
    let me = |list: &[u32]| list.first().copied().unwrap_or(0);
    lists.iter().map(|list| table.lowest_shared(me(list), list.iter().copied()).to_string()).collect()
}

#[test]
fn on_the_papers_cluster() {
    let lists: &[&[u32]] = &[&[0], &[0, 1], &[0, 2], &[1, 3, 0], &[0, 4], &[0, 7, 3], &[0, 8], &[]];
    let expected = ["Core", "L1dCache", "L3Cache", "L3Cache", "NUMANode", "NUMANode", "System - Cluster", "Unknown"];
    // Without [numa] in the package, hwloc's one NUMA node spans the machine, and two packages share it.
    assert_eq!(names("node:4 package:2 l3:1 l2:2 l1d:1 core:2 pu:1", lists), expected);
    let expected = ["Core", "L1dCache", "L3Cache", "L3Cache", "Machine", "Machine", "System - Cluster", "Unknown"];
    assert_eq!(names("node:4 package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1", lists), expected);
}

#[test]
fn switches_are_levels_too() {
    let lists: &[&[u32]] = &[&[0, 8], &[0, 16], &[31, 16], &[31, 0]];
    assert_eq!(
        names("leaf:2 node:2 package:2 core:4 pu:1", lists),
        ["Net_level0", "System - Cluster", "Net_level0", "System - Cluster"]
    );
}

#[test]
fn a_caller_that_is_not_listed_learns_nothing() {
    assert_eq!(without_network(&[Place::default(), Place::default()]).lowest_shared(0, [1]), UNKNOWN);
}
