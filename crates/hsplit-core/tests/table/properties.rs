// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random ranks on random nodes, compared with the oracle.

use std::collections::HashMap;
use std::sync::Arc;

use hsplit_core::level::Level;
use hsplit_core::name::Name;
use hsplit_core::network::NetworkPosition;
use hsplit_core::place::{Place, Step};
use hsplit_core::table::Table;
use hsplit_testing::random_machine::Tape;
use proptest::prelude::*;

use crate::oracle::Oracle;
use crate::{table, without_network};

const INSIDE: [&[&str]; 4] = [&["Package", "NUMANode"], &["L3Cache"], &["L2Cache", "L1dCache"], &["Core", "PU"]];

/// Ranks with bindings of any width, below up to two levels of switches, on nodes that lack some levels.
fn places(tape: &mut Tape<'_>) -> Vec<Place> {
    let ranks = 1 + tape.below(24);
    let switches = tape.below(3);
    (0..ranks).map(|_| place(tape, switches)).collect()
}

fn place(tape: &mut Tape<'_>, switches: u32) -> Place {
    if tape.one_in(20) {
        return Place::default();
    }
    let level = |names: &[&str]| Arc::new(Level::new(&names.iter().map(|name| Name::new(name)).collect::<Vec<_>>()));
    let mut steps: Vec<Step> = (0..switches)
        .map(|depth| Step::new(level(&[&format!("Net_level{depth}")]), u64::from(tape.below(2)) * 1000))
        .collect();
    // Nodes have hashes as numbers, and two nodes have different numbers.
    let node = tape.below(3);
    let below = steps.iter().fold(0, |number, step| number * 2 + step.instance / 1000);
    steps.push(Step::new(level(&["Machine"]), (u64::from(node) * 4 + below) << 40));
    let depth = tape.below(5) as usize;
    for (number, names) in INSIDE.iter().enumerate().take(depth) {
        if (node as usize + number) % 4 != 0 {
            steps.push(Step::new(level(names), u64::from(tape.below(3)) * 100));
        }
    }
    Place::new(steps)
}

fn compare(table: &Table<Vec<u8>>, oracle: &Oracle<'_>) -> Result<(), TestCaseError> {
    let all = 0..table.ranks();
    let mut of_colour: HashMap<(usize, u32), Vec<u64>> = HashMap::new();
    for rank in all.clone() {
        let coords = oracle.coords(rank);
        prop_assert_eq!(table.coords(rank).map(|(_, coord)| coord).collect::<Vec<_>>(), coords.clone());
        for depth in 0..=coords.len() {
            prop_assert_eq!(table.ranks_at(&coords[..depth]), oracle.ranks_at(&coords[..depth]));
        }
        prop_assert_eq!(table.nearest(rank), oracle.nearest(rank));
        for level in ["Machine", "numanode", "hwloc://L3Cache", "core", "Net_level0", "gpu"] {
            prop_assert_eq!(table.neighbours_in(rank, level), oracle.neighbours_in(rank, level));
        }
        let colours = table.colours(rank);
        prop_assert_eq!(colours.len(), coords.len());
        for (level, &colour) in colours.iter().enumerate() {
            let own = of_colour.entry((level, colour)).or_insert_with(|| coords[..=level].to_vec());
            prop_assert_eq!(&own[..], &coords[..=level]);
        }
        for other in all.clone() {
            let distance = table.distance(rank, other);
            prop_assert_eq!(distance.hops, oracle.hops(rank, other));
            prop_assert_eq!(distance.level.to_string(), oracle.lowest(&[rank, other]));
        }
        let list: Vec<u32> = all.clone().filter(|other| other % 3 == rank % 3).collect();
        prop_assert_eq!(table.lowest_shared(rank, list.iter().copied()).to_string(), oracle.lowest(&list));
    }
    // As many colours as instances, so they are consecutive.
    for ((level, colour), prefix) in &of_colour {
        let count = of_colour.keys().filter(|(other, _)| other == level).count();
        prop_assert!((*colour as usize) < count, "{colour} of {count} at {prefix:?}");
        let distinct = of_colour.iter().filter(|((other, _), own)| other == level && *own == prefix).count();
        prop_assert_eq!(distinct, 1);
    }
    for &(name, instances) in table.levels() {
        prop_assert_eq!(instances, oracle.instances(name.as_str()), "{}", name);
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_question_has_the_oracles_answer(tape in prop::collection::vec(any::<u8>(), 0..300)) {
        let places = places(&mut Tape(&tape));
        compare(&without_network(&places), &Oracle(&places))?;
    }

    #[test]
    fn a_distance_is_a_metric(tape in prop::collection::vec(any::<u8>(), 0..300), in_torus in any::<bool>()) {
        // A torus has no switches, and its ranks are on nodes.
        let mut tape = Tape(&tape);
        let places: Vec<Place> = if in_torus {
            (0..1 + tape.below(24)).map(|_| place(&mut tape, 0)).filter(|place| !place.steps().is_empty()).collect()
        } else {
            places(&mut tape)
        };
        let dims: Arc<[u64]> = [2, 3, 5].into();
        // All ranks of a node are at one position. Two nodes share a router, and every fifth node is outside the torus.
        let position = |place: &Place| {
            let node = place.steps().iter().find(|step| step.level.name().as_str() == "Machine")?;
            let number = node.instance >> 40;
            let position = number / 2 * 7 % 30;
            (in_torus && number % 5 != 4).then(|| NetworkPosition { dims: dims.clone(), position, is_torus: true })
        };
        let table = table(places.iter().map(|place| (place, position(place))));
        let all = 0..table.ranks();
        let hops = |a, b| table.distance(a, b).hops;
        for a in all.clone() {
            for b in all.clone() {
                prop_assert_eq!(hops(a, b), hops(b, a));
                let same = places[a as usize].path() == places[b as usize].path();
                prop_assert_eq!(hops(a, b) == 0, same, "{} to {}", a, b);
                for c in all.clone() {
                    prop_assert!(hops(a, c) <= hops(a, b) + hops(b, c), "{} to {} by {}", a, c, b);
                }
            }
        }
    }

    #[test]
    fn damaged_entries_are_refused_or_make_a_table(
        tape in prop::collection::vec(any::<u8>(), 0..100),
        at in any::<prop::sample::Index>(),
        byte: u8,
    ) {
        let places = places(&mut Tape(&tape));
        let entries: Vec<u8> =
            (0..).zip(&places).flat_map(|(rank, place)| hsplit_core::table::entry(rank, place, None)).collect();
        let mut damaged = entries.clone();
        let index = at.index(damaged.len());
        damaged[index] = byte;
        for entries in [&damaged[..], &entries[..index]] {
            let bytes = hsplit_core::table::build(entries, places.len() as u32);
            let Some(table) = Table::open(bytes) else { continue };
            for rank in 0..table.ranks() {
                let _ = (table.colours(rank), table.nearest(rank), table.distance(0, rank), table.network(rank));
            }
        }
    }
}

/// Entries of two ranks; the second has this path, and possibly a torus.
fn told(path: &[u8], network: &[u8]) -> Table<Vec<u8>> {
    told_of(b"Machine\0\0Core\0\0", path, network)
}

/// The same with names of two levels.
fn told_of(levels: &[u8], path: &[u8], network: &[u8]) -> Table<Vec<u8>> {
    let shape = [&[2, 0, 0, 0][..], levels, network].concat();
    let row =
        |rank: u8, path: &[u8]| [&[rank, 0, 0, 0, path.len() as u8, 0, 0, 0], path, &[7, 0, 0, 0, 0, 0, 0, 0]].concat();
    let rows = [row(0, &[0, 1]), row(1, path)].concat();
    let lengths = [[shape.len() as u8, 0, 0, 0], [rows.len() as u8, 0, 0, 0]].concat();
    Table::open(hsplit_core::table::build(&[lengths, shape, rows].concat(), 2))
        .expect("a table that was built can be opened")
}

#[test]
fn a_rank_that_tells_another_path_than_its_levels_is_nowhere() {
    let none = [0; 8];
    let depth = |path: &[u8], network: &[u8]| told(path, network).coords(1).len();
    assert_eq!([&[3, 1][..], &[3], &[3, 1, 4], &[3, 0x80], &[]].map(|path| depth(path, &none)), [2, 0, 0, 0, 0]);
    // Position 7 of a ring of eight nodes, and of one of seven.
    let ring = |nodes: u8| [&[1, 0, 0, 0, nodes, 0, 0, 0, 0, 0, 0, 0], &[1, 0, 0, 0][..]].concat();
    assert_eq!([8, 7, 0].map(|nodes| depth(&[3, 1], &ring(nodes))), [2, 0, 0]);
}

#[test]
fn ranks_that_tell_a_level_twice_are_nowhere() {
    let table = told_of(b"Core\0\0Core\0\0", &[0, 2], &[0; 8]);
    assert_eq!([0, 1].map(|rank| table.coords(rank).len()), [0, 0]);
    assert!(table.levels().is_empty());
}
