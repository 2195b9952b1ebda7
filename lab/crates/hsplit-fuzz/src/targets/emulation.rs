// SPDX-License-Identifier: MIT OR Apache-2.0
//! Emulated machines: `HSPLIT_EMULATE` with its `bind=`, and bindings inside a node.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::text;
use hsplit_core::emulation::{Description, Kind, NodeGroup, ProcessPlacement, Slot, System, description, location};
use hsplit_core::machine::{Machine, RawObject};
use hsplit_core::name::Name;

fn object(name: &str, units: std::ops::Range<u32>, children: Vec<RawObject>) -> RawObject {
    RawObject { name: Name::new(name), units, children, memory: vec![] }
}

/// Two packages of two cores of two processing units.
fn two_packages() -> Machine {
    let unit = |u: u32| object("PU", u..u + 1, vec![]);
    let core = |u: u32| object("Core", u..u + 2, vec![unit(u), unit(u + 1)]);
    let package = |u: u32| object("Package", u..u + 4, vec![core(u), core(u + 2)]);
    Machine::new(&object("Machine", 0..8, vec![package(0), package(4)]), (0..8).rev().collect(), false)
}

/// A node of eight units, and one without anything inside.
pub static MACHINES: LazyLock<[Arc<Machine>; 2]> = LazyLock::new(|| [two_packages(), Machine::opaque()].map(Arc::new));

/// Two switches, each with two of the one and one of the other.
static SYSTEM: LazyLock<System> = LazyLock::new(|| {
    let [large, small] = &*MACHINES;
    let groups = vec![NodeGroup { count: 2, machine: large.clone() }, NodeGroup { count: 1, machine: small.clone() }];
    System::new(&[("leaf".to_owned(), 2)], groups)
});

/// The text that gives a description.
fn written(description: &Description) -> String {
    let switches: String = description.switches.iter().map(|(name, count)| format!("{name}:{count} ")).collect();
    let inside = |kind: &Kind| match kind {
        Kind::Synthetic(words) => words.clone(),
        Kind::Xml(file) => file.display().to_string(),
    };
    let nodes: Vec<String> =
        description.nodes.iter().map(|(count, kind)| format!("node:{count} {}", inside(kind))).collect();
    switches + &nodes.join(" | ")
}

pub fn description(input: &[u8]) {
    let text = text(input);
    let file = Path::new("description");
    for read in [Description::parse(&text), Description::of_file(file, &text)] {
        let Ok(description) = read else { continue };
        // The text of a file may be an export, which stands for its file.
        let is_export = description.nodes == [(1, Kind::Xml(file.into()))];
        assert!(is_export || Description::parse(&written(&description)).as_ref() == Ok(&description));
        let group = |(index, (count, _)): (usize, &(u64, Kind))| NodeGroup {
            count: *count,
            machine: MACHINES[index % 2].clone(),
        };
        let system = System::new(&description.switches, description.nodes.iter().enumerate().map(group).collect());
        let nodes = system.nodes();
        assert!((1..=description::MOST_OBJECTS).contains(&nodes));
        let paths = [0, nodes / 2, nodes - 1].map(|node| system.place(&Slot { node, run: 0..1 }));
        assert!(nodes < 2 || paths[0].path() != paths[2].path());
        assert!(paths.iter().all(|place| place.depth_of("machine").is_some()));
    }
}

pub fn placement(input: &[u8]) {
    const RANKS: u64 = 4;
    let text = text(input);
    for read in [ProcessPlacement::parse(&text), ProcessPlacement::of_file(Path::new("bindings"), &text)] {
        let slots = match read.map(|placement| placement.prepare(&SYSTEM, RANKS)) {
            Ok(Ok(slots)) => slots,
            Ok(Err(why)) | Err(why) => {
                assert!(!why.to_string().is_empty());
                continue;
            }
        };
        for rank in (0..2 * RANKS).chain([u64::from(u32::MAX)]) {
            let slot = slots.slot(&SYSTEM, rank);
            assert!(slot.node < SYSTEM.nodes());
            let whole = SYSTEM.machine_of(slot.node).whole();
            assert!(slot.run.start < slot.run.end && slot.run.end <= whole.end, "{slot:?}");
            slots.binding(&SYSTEM, rank);
        }
    }
}

pub fn location(input: &[u8]) {
    let text = text(input);
    for machine in &*MACHINES {
        match location::parse(&text, machine) {
            Ok(run) => assert!(run.start < run.end && run.end <= machine.whole().end),
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
}
