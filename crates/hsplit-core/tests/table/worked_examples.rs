// SPDX-License-Identifier: MIT OR Apache-2.0
//! RR-9077 §5.1 and §5.2 as coordinates, distances, levels and neighbours; a torus compared with the formula.

use std::sync::Arc;

use hsplit_core::emulation::{Description, ProcessPlacement, Slot, System, location};
use hsplit_core::level::Level;
use hsplit_core::name::Name;
use hsplit_core::network::NetworkPosition;
use hsplit_core::place::{Place, Step};
use hsplit_core::table::Table;
use hsplit_host::source::topology::load_emulated;

use crate::{table, without_network};

const NODE: &str = "package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1";

fn system(description: &str) -> System {
    load_emulated(&Description::read(description).expect("a description")).expect("hwloc builds it")
}

fn on_cores(description: &str, ranks: u32) -> Vec<Place> {
    let system = system(description);
    let slots = ProcessPlacement::read("core,by-node").unwrap().prepare(&system, ranks.into()).unwrap();
    (0..ranks).map(|rank| system.place(&slots.slot(&system, rank.into()))).collect()
}

/// RR-9077 §5.1: 32 ranks, rank 8k + i on core i of node k.
fn simple_case() -> Table<Vec<u8>> {
    without_network(&on_cores(&format!("node:4 {NODE}"), 32))
}

/// RR-9077 §5.2: 0 and 1 on a core each, 2 and 3 on the second L2, 4 to 7 on the second NUMA node.
fn complicated_case() -> Table<Vec<u8>> {
    let system = system(&format!("node:1 {NODE}"));
    let place =
        |words| system.place(&Slot { node: 0, run: location::parse(words, system.machine_of(0)).expect("a binding") });
    let bindings = ["core:0", "core:1", "l2:1", "l2:1", "numanode:1", "numanode:1", "numanode:1", "numanode:1"];
    without_network(&bindings.map(place))
}

fn coords(table: &Table<Vec<u8>>, rank: u32) -> Vec<(&'static str, u64)> {
    table.coords(rank).map(|(name, coord)| (name.as_str(), coord)).collect()
}

fn colours(table: &Table<Vec<u8>>) -> Vec<Vec<u32>> {
    (0..table.ranks()).map(|rank| table.colours(rank)).collect()
}

#[test]
fn coordinates_of_the_simple_case() {
    let table = simple_case();
    for rank in 0..32 {
        let r = u64::from(rank);
        let expected = [("Machine", r / 8), ("L3Cache", r % 8 / 4), ("L1dCache", r % 4 / 2), ("Core", r % 2)];
        assert_eq!(coords(&table, rank), expected, "rank {rank}");
        assert_eq!(table.ranks_at(&expected.map(|(_, coord)| coord)), [rank]);
        assert_eq!(table.colours(rank), [rank / 8, rank / 4, rank / 2, rank]);
    }
    assert_eq!(table.ranks_at(&[2, 1]), [20, 21, 22, 23]);
    assert_eq!(table.ranks_at(&[]).len(), 32);
    assert!(table.ranks_at(&[4]).is_empty() && table.ranks_at(&[0, 0, 0, 0, 0]).is_empty());
    let levels: Vec<_> = table.levels().iter().copied().map(|(name, instances)| (name.as_str(), instances)).collect();
    assert_eq!(levels, [("Machine", 4), ("L3Cache", 8), ("L1dCache", 16), ("Core", 32)]);
}

#[test]
fn distances_of_the_simple_case() {
    let table = simple_case();
    for (a, b) in (0..32).flat_map(|a| (0..32).map(move |b| (a, b))) {
        let (hops, level) = match () {
            () if a == b => (0, "Core"),
            () if a / 2 == b / 2 => (2, "L1dCache"),
            () if a / 4 == b / 4 => (4, "L3Cache"),
            () if a / 8 == b / 8 => (6, "Machine"),
            () => (8, "System - Cluster"),
        };
        let distance = table.distance(a, b);
        assert_eq!((distance.hops, distance.level.as_str()), (hops, level), "{a} to {b}");
    }
}

#[test]
fn neighbours_of_the_simple_case() {
    let table = simple_case();
    assert_eq!(table.neighbours_in(5, "Machine"), [4, 6, 7, 0, 1, 2, 3]);
    assert_eq!(table.neighbours_in(5, "hwloc://L2Cache"), [4]);
    assert_eq!(table.neighbours_in(5, "NUMANode"), [4, 6, 7]);
    assert!(table.neighbours_in(5, "Core").is_empty() && table.neighbours_in(5, "Net_level0").is_empty());
    assert_eq!(table.nearest(5), [4]);
    assert_eq!(table.within(5, 0), [5]);
    assert_eq!(table.within(5, 3), [4, 5]);
    assert_eq!(table.within(5, 6), (0..8).collect::<Vec<_>>());
    assert_eq!(table.within(5, 8).len(), 32);
}

#[test]
fn the_complicated_case() {
    let table = complicated_case();
    let one = [("Machine", 0), ("L3Cache", 0), ("L1dCache", 0), ("Core", 0)];
    assert_eq!(coords(&table, 0), one);
    assert_eq!(coords(&table, 1)[3], ("Core", 1));
    for rank in [2, 3] {
        assert_eq!(coords(&table, rank), [("Machine", 0), ("L3Cache", 0), ("L1dCache", 1)]);
    }
    for rank in 4..8 {
        assert_eq!(coords(&table, rank), [("Machine", 0), ("L3Cache", 1)]);
    }
    let expected = [
        [0, 2, 3, 3, 4, 4, 4, 4],
        [2, 0, 3, 3, 4, 4, 4, 4],
        [3, 3, 0, 0, 3, 3, 3, 3],
        [3, 3, 0, 0, 3, 3, 3, 3],
        [4, 4, 3, 3, 0, 0, 0, 0],
        [4, 4, 3, 3, 0, 0, 0, 0],
        [4, 4, 3, 3, 0, 0, 0, 0],
        [4, 4, 3, 3, 0, 0, 0, 0],
    ];
    for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
        assert_eq!(table.distance(a, b).hops, expected[a as usize][b as usize], "{a} to {b}");
    }
    assert_eq!(table.ranks_at(&[0, 1]), [4, 5, 6, 7]);
    assert_eq!(table.nearest(4), [5, 6, 7]);
    assert_eq!(table.nearest(0), [1]);
    let expected: [&[u32]; 8] =
        [&[0, 0, 0, 0], &[0, 0, 0, 1], &[0, 0, 1], &[0, 0, 1], &[0, 1], &[0, 1], &[0, 1], &[0, 1]];
    assert_eq!(colours(&table), expected);
    let levels: Vec<_> = table.levels().iter().copied().map(|(name, instances)| (name.as_str(), instances)).collect();
    assert_eq!(levels, [("Machine", 1), ("L3Cache", 2), ("L1dCache", 2), ("Core", 2)]);
}

/// Siblings have their index in a split, so rank 0 is at 0 at every level, whatever its binding.
#[test]
fn coordinates_follow_ranks_not_processors() {
    let mut places = on_cores("node:2 package:2 [numa] core:2 pu:1", 8);
    places.reverse();
    let table = without_network(&places);
    for rank in 0..8 {
        let r = u64::from(rank);
        assert_eq!(coords(&table, rank), [("Machine", r / 4), ("NUMANode", r % 4 / 2), ("Core", r % 2)]);
    }
}

/// A node with other levels than the first one: they are ordered by width among them.
#[test]
fn levels_of_unlike_nodes_stand_in_one_order() {
    let step = |name: &str, instance| Step::new(Arc::new(Level::new(&[Name::new(name)])), instance);
    let places = [
        Place::new(vec![step("Machine", 1), step("Core", 3)]),
        Place::new(vec![step("Machine", 2), step("Package", 0), step("NUMANode", 1), step("Core", 0)]),
        Place::new(vec![step("Machine", 2), step("Package", 1), step("Core", 0)]),
        Place::default(),
    ];
    let table = without_network(&places);
    let levels: Vec<_> = table.levels().iter().copied().map(|(name, instances)| (name.as_str(), instances)).collect();
    assert_eq!(levels, [("Machine", 2), ("Package", 2), ("NUMANode", 1), ("Core", 3)]);
    assert_eq!(table.coords(3).len(), 0);
    assert_eq!(table.distance(3, 1).hops, 4);
}

/// Two ranks on each of the 128 nodes of a torus.
#[test]
fn the_way_between_nodes_is_that_of_the_torus() {
    let dims: Arc<[u64]> = [4, 4, 8].into();
    let places = on_cores("node:128 core:2 pu:1", 256);
    let position = |rank: u64| NetworkPosition { dims: dims.clone(), position: rank / 2, is_torus: true };
    let table = table((0..256).zip(&places).map(|(rank, place)| (place, Some(position(rank)))));
    let at = |rank: u32| [u64::from(rank) / 2 / 32, u64::from(rank) / 2 / 8 % 4, u64::from(rank) / 2 % 8];
    for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
        let way = |dim: usize| {
            let direct = at(a)[dim].abs_diff(at(b)[dim]);
            direct.min(dims[dim] - direct)
        };
        let expected = match () {
            () if a == b => 0,
            () if a / 2 == b / 2 => 2,
            () => 2 + way(0) + way(1) + way(2) + 2,
        };
        assert_eq!(table.distance(a, b).hops, expected, "{a} to {b}");
    }
    assert_eq!(table.network(37).map(|network| network.coords()), Some(vec![0, 2, 2]));
    assert_eq!(table.ranks_at_network(&[0, 2, 2]), [36, 37]);
    assert!(table.ranks_at_network(&[0, 2]).is_empty());
    assert_eq!(table.nearest(36), [37]);
    assert_eq!(table.within(36, 5).len(), 2 + 2 * 6);
}

/// The memory of a node contains that of its packages: two levels of one name around each rank.
#[test]
fn a_name_may_be_there_twice() {
    let table = without_network(&on_cores("node:2 [numa] package:2 [numa] core:2 pu:1", 8));
    let levels: Vec<_> = table.levels().iter().map(|&(name, instances)| (name.as_str(), instances)).collect();
    assert_eq!(levels, [("Machine", 2), ("NUMANode", 2), ("NUMANode", 4), ("Core", 8)]);
    for rank in 0..8 {
        let r = u64::from(rank);
        let expected = [(0, r / 4), (1, 0), (2, r % 4 / 2), (3, r % 2)];
        assert_eq!(table.numbered_coords(rank).collect::<Vec<_>>(), expected, "rank {rank}");
    }
}

/// A level's name selects the same level in a guided split.
#[test]
fn a_name_guides_to_its_own_level() {
    let names = |description: &str| -> Vec<String> {
        let system = system(description);
        system.machine_of(0).path_to(&(0..1)).iter().map(|step| step.level.name().to_string()).collect()
    };
    assert_eq!(names("package:2 [numa] group:2 [numa] core:2 pu:1"), ["Package", "NUMANode", "Core"]);
    // (hwloc adds a NUMA node around all.)
    assert_eq!(names("group:2 group:2 core:2 pu:1"), ["NUMANode", "Group0", "Group1", "Core"]);
}
