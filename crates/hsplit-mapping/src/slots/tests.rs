// SPDX-License-Identifier: MIT OR Apache-2.0
//! Slots at known places, and random places compared with plain comparisons of paths.

use std::sync::Arc;

use super::*;
use crate::cost::{Cost, Distances};
use hsplit_core::name::Name;
use hsplit_core::place::Step;
use proptest::prelude::*;

fn names(levels: &[&str]) -> Vec<String> {
    levels.iter().map(|level| (*level).to_owned()).collect()
}

#[test]
fn equal_places_are_one_slot() {
    let places = [vec![1, 0], vec![0, 3], vec![1, 0], vec![1], vec![0, 1]];
    let slots = Slots::from_places(&names(&["Machine", "Core"]), &places);
    assert_eq!((slots.len(), slots.total_capacity()), (4, 5));
    assert_eq!((0..5).map(|place| slots.slot_of_place(place)).collect::<Vec<_>>(), [3, 1, 3, 2, 0]);
    assert_eq!((slots.places(3), slots.capacity(3), slots.capacity(0)), (&[0, 2][..], 2, 1));
    assert_eq!(
        [slots.hops(0, 1), slots.hops(0, 3), slots.hops(2, 3), slots.hops(0, 2), slots.hops(3, 3)],
        [2, 4, 1, 3, 0]
    );
    assert_eq!([slots.ancestor(1, 0), slots.ancestor(1, 1), slots.ancestor(2, 1)], [Some(0), Some(1), None]);
    assert_eq!((slots.instances(0), slots.instances(1)), (2, 3));
}

#[test]
fn no_places_and_places_without_levels() {
    assert!(Slots::from_places(&[], &[]).is_empty());
    let slots = Slots::from_places(&[], &[vec![], vec![]]);
    assert_eq!((slots.len(), slots.capacity(0), slots.hops(0, 0)), (1, 2, 0));
}

#[test]
fn levels_may_be_missing_from_paths() {
    let path = |steps: &[(&str, u64)]| steps.iter().map(|(name, instance)| ((*name).to_owned(), *instance)).collect();
    let paths = [path(&[("Machine", 9), ("Core", 2)]), path(&[("Machine", 4), ("L3Cache", 0), ("Core", 2)]), path(&[])];
    let slots = Slots::from_paths(&paths);
    assert_eq!(slots.levels(), ["Machine", "L3Cache", "Core"]);
    let instances = |place| (0..3).map(|level| slots.ancestor(slots.slot_of_place(place), level)).collect::<Vec<_>>();
    assert_eq!(instances(0), [Some(1), None, Some(1)]);
    assert_eq!(instances(1), [Some(0), Some(0), Some(0)]);
    assert_eq!(instances(2), [None, None, None]);
}

#[test]
fn a_name_that_is_twice_on_a_path_is_two_levels() {
    let path = |numbers: [u64; 4]| {
        let names = ["Machine", "NUMANode", "NUMANode", "Core"];
        names.iter().zip(numbers).map(|(name, number)| ((*name).to_owned(), number)).collect::<Vec<_>>()
    };
    let slots = Slots::from_paths(&[path([0, 0, 0, 0]), path([0, 0, 0, 1]), path([0, 0, 1, 0]), path([1, 0, 0, 0])]);
    assert_eq!(slots.levels(), ["Machine", "NUMANode", "NUMANode", "Core"]);
    assert_eq!([0, 1, 2, 3].map(|level| slots.instances(level)), [2, 2, 3, 4]);
    assert_eq!([slots.hops(0, 1), slots.hops(0, 2), slots.hops(0, 3)], [2, 4, 8]);
    assert_eq!(slots.level("numa"), Some(2));
}

/// A level has the same cost under any of its names, also under names that count switches from the node upwards.
#[test]
fn levels_go_by_all_their_names() {
    let level = |names: &[&str]| Arc::new(Level::new(&names.iter().map(|name| Name::new(name)).collect::<Vec<_>>()));
    let levels = [
        Arc::new(Level::network(0, &["rack"])),
        Arc::new(Level::network(1, &["leaf"])),
        level(&["Machine"]),
        level(&["Package", "NUMANode", "L3Cache"]),
        level(&["Group0"]),
        level(&["Core", "PU"]),
    ];
    let place = |core: u64| {
        let numbers = [0, 0, 0, 0, core / 2, core % 2];
        Place::new(levels.iter().cloned().zip(numbers).map(|(level, number)| Step::new(level, number)).collect())
    };
    let slots = Slots::from_core(&(0..4).map(place).collect::<Vec<_>>());
    for (names, index) in [
        (&["rack", "Net_level0", "switch_level:2"][..], 0),
        (&["leaf", "net_level1", "cu", "switch_level:1"], 1),
        (&["Machine", "node", "host", "mpi_shared_memory"], 2),
        (&["Package", "socket", "numa", "hwloc://NUMANode", "L3Cache", "l3"], 3),
        (&["group", "Group0"], 4),
        (&["Core", "PU", "hwthread"], 5),
    ] {
        for name in names {
            assert_eq!(slots.level(name), Some(index), "{name}");
            let costs = vec![((*name).to_owned(), 7)];
            assert!(Distances::new(&slots, &Cost::Levels(costs)).is_ok(), "{name}");
        }
    }
    for name in ["switch_level:3", "switch_level:0", "Group1", "die"] {
        assert_eq!(slots.level(name), None, "{name}");
    }
}

/// A level of one node may be merged with a wider one on another node, or be outside a level that is inside it
/// elsewhere.
#[test]
fn costs_go_by_the_names_that_levels_have_on_each_node() {
    let level = |names: &[&str]| Arc::new(Level::new(&names.iter().map(|name| Name::new(name)).collect::<Vec<_>>()));
    let core = level(&["Core", "PU"]);
    let between = |nodes: [&[Arc<Level>]; 2], costs: &[(&str, u64)], pairs: &[(u32, u32)]| {
        let place = |at: u64| {
            let levels = nodes[at as usize / 4].iter().cloned().chain([core.clone()]);
            // Levels below the node have two cores per instance, and levels below these one core.
            let depth = nodes[at as usize / 4].len();
            let number = |step: usize| match step {
                0 => at / 4,
                _ if step == depth => at % 2,
                1 => at / 2 % 2,
                _ => 0,
            };
            Place::new(levels.enumerate().map(|(step, level)| Step::new(level, number(step))).collect())
        };
        let slots = Slots::from_core(&(0..8).map(place).collect::<Vec<_>>());
        let costs = Cost::Levels(costs.iter().map(|(name, cost)| ((*name).to_owned(), *cost)).collect());
        let distances = Distances::new(&slots, &costs).expect("levels");
        let point = |place: u32| distances.point(slots.slot_of_place(place));
        pairs.iter().map(|&(a, b)| distances.between(point(a), point(b))).collect::<Vec<_>>()
    };
    let pairs = [(0, 1), (0, 2), (4, 5), (4, 6), (0, 4)];
    // The second node has a single package.
    let two = [level(&["Machine"]), level(&["Package", "NUMANode"])];
    let one = [level(&["Machine", "Package"]), level(&["NUMANode"])];
    assert_eq!(between([&two, &one], &[("Package", 1), ("System", 9)], &pairs), [1, 9, 1, 1, 9]);
    assert_eq!(between([&one, &two], &[("Package", 1), ("System", 9)], &pairs), [1, 1, 1, 9, 9]);
    assert_eq!(between([&one, &two], &[("System", 9), ("Machine", 5), ("Package", 1)], &pairs), [1, 1, 1, 5, 9]);
    // A cache that contains a memory, and a memory that contains a cache.
    let names = ["Machine", "L3Cache", "NUMANode"].map(|name| level(&[name]));
    let turned = [0, 2, 1].map(|index: usize| names[index].clone());
    for nodes in [[&names[..], &turned[..]], [&turned[..], &names[..]]] {
        assert_eq!(between(nodes, &[("Machine", 5), ("NUMANode", 1)], &pairs), [1, 5, 1, 5, 5]);
        assert_eq!(between(nodes, &[("Machine", 5), ("L3Cache", 1)], &pairs), [1, 5, 1, 5, 5]);
    }
}

#[test]
fn hosts_of_a_torus_are_as_far_as_its_rings_are_long() {
    let levels = names(&["Machine", "Core"]);
    let places: Vec<Vec<u32>> = (0..32).map(|place| vec![place / 2, place % 2]).collect();
    let position =
        |place: u32| Some(NetworkPosition { dims: [4, 4].into(), position: u64::from(place / 2), is_torus: true });
    let slots = Slots::from_places(&levels, &places).with_network(&(0..32).map(position).collect::<Vec<_>>());
    let hops = |a: u32, b: u32| slots.hops(a, b);
    assert_eq!([hops(0, 1), hops(0, 2), hops(0, 6), hops(1, 4), hops(0, 20)], [2, 2 + 1, 2 + 1, 2 + 2, 2 + 4]);
    // Two hosts of one router are neighbours; a host outside is half as far from all others as their greatest distance.
    let known = |place: u32| position(if place < 4 { 0 } else { place }).filter(|_| place < 30);
    let slots = Slots::from_places(&levels, &places).with_network(&(0..32).map(known).collect::<Vec<_>>());
    assert_eq!([slots.hops(0, 2), slots.hops(0, 20), slots.hops(0, 30), slots.hops(20, 31)], [3, 6, 4, 4]);
}

#[test]
fn a_dragonfly_costs_its_links() {
    let levels = names(&["Net_level0", "Net_level1", "Machine", "Core"]);
    let places: Vec<Vec<u32>> = (0..16).map(|place| vec![place / 8, place / 4 % 2, place / 2 % 2, place % 2]).collect();
    let slots = Slots::from_places(&levels, &places);
    let cost = Cost::dragonfly(&slots, "net_level0", "net_level1").expect("levels");
    let distances = Distances::new(&slots, &cost).expect("costs");
    let between = |a, b| distances.between(distances.point(a), distances.point(b));
    assert_eq!([between(0, 0), between(0, 1), between(0, 2), between(0, 4), between(0, 8)], [0, 2, 4, 5, 7]);
    assert_eq!(Cost::dragonfly(&slots, "Rack", "Machine").unwrap_err().to_string(), "there is no level 'Rack'");
}

fn shared(a: &[u32], b: &[u32]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

fn places() -> impl Strategy<Value = Vec<Vec<u32>>> {
    let narrow = prop::collection::vec(prop::collection::vec(0_u32..4, 0..6), 0..40);
    // More bits than in a key.
    let wide = prop::collection::vec(prop::collection::vec(0_u32..3, 60..70), 0..8);
    let digits = prop::collection::vec(prop::collection::vec(0_u32..2, 33..34), 0..40);
    prop_oneof![4 => narrow, 1 => wide, 1 => digits]
}

proptest! {
    #[test]
    fn paths_decide(places in places(), costs in prop::collection::vec(0_u64..9, 70)) {
        let depth = places.iter().map(Vec::len).max().unwrap_or(0);
        let levels: Vec<String> = (0..depth).map(|level| format!("Level{level}")).collect();
        let slots = Slots::from_places(&levels, &places);
        prop_assert_eq!(slots.total_capacity(), places.len() as u64);
        let named: Vec<(String, u64)> = levels.iter().cloned().zip(costs.iter().copied()).collect();
        let widest = named.first().map_or(0, |(_, cost)| *cost);
        let by_level = Cost::Levels(named);
        let hops = Distances::new(&slots, &Cost::Hops).unwrap();
        let by_level = Distances::new(&slots, &by_level).unwrap();
        for (a, x) in (0..).zip(&places) {
            let at_a = slots.slot_of_place(a);
            prop_assert!(slots.places(at_a).contains(&a));
            prop_assert_eq!(slots.path_of(at_a).len(), x.len());
            for (b, y) in (0..).zip(&places) {
                let at_b = slots.slot_of_place(b);
                prop_assert_eq!(at_a.cmp(&at_b), x.cmp(y));
                let shared = shared(x, y);
                let far = x.len() + y.len() - 2 * shared;
                prop_assert_eq!(slots.hops(at_a, at_b) as usize, far);
                prop_assert_eq!(hops.between(hops.point(at_a), hops.point(at_b)), far as i64);
                let cost = shared.checked_sub(1).map_or(widest, |level| costs[level]);
                prop_assert_eq!(by_level.between(by_level.point(at_a), by_level.point(at_b)), cost as i64);
                for level in 0..depth.min(4) {
                    let (up_a, up_b) = (slots.ancestor(at_a, level), slots.ancestor(at_b, level));
                    prop_assert_eq!(up_a.is_some() && up_a == up_b, shared > level);
                }
            }
        }
        for (index, node) in slots.nodes().iter().enumerate() {
            let is_below = |slot: u32| index == 0 || slots.path_of(slot).contains(&(index as u32));
            let below: Vec<u32> = (0..slots.len() as u32).filter(|&slot| is_below(slot)).collect();
            prop_assert_eq!(below, (node.first..node.end).collect::<Vec<_>>());
        }
    }
}

/// 50,000 ranks below 10,000 switches with names of their own.
#[test]
fn many_named_switches_take_little_time() {
    let machine = Arc::new(Level::new(&[Name::new("Machine")]));
    let place = |rank: u64| {
        let switch = Arc::new(Level::network(0, &[&format!("leaf{}", rank / 5)]));
        Place::new(vec![Step::new(switch, rank / 5), Step::new(machine.clone(), rank % 5)])
    };
    let slots = Slots::from_core(&(0..50_000).map(place).collect::<Vec<_>>());
    assert_eq!((slots.len(), slots.instances(0), slots.namings().len()), (50_000, 10_000, 10_001));
    assert_eq!([slots.level("leaf7777"), slots.level("machine"), slots.level("leaf10000")], [Some(0), Some(1), None]);
}
