// SPDX-License-Identifier: MIT OR Apache-2.0
//! Invariants of normalisation: every unit, every name, and the node itself are kept (RR-9077 §3.2.2).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proptest::prelude::*;

use hsplit_core::cpus::Cpus;
use hsplit_core::level::{MACHINE, canonical};
use hsplit_core::machine::{Machine, Object};
use hsplit_testing::random_machine::{Raw, Tape};
use hsplit_testing::world::level_name;

fn raw() -> impl Strategy<Value = Raw> {
    prop::collection::vec(any::<u8>(), 0..300).prop_map(|tape| Raw::draw(&mut Tape(&tape)))
}

fn parent_of(machine: &Machine, index: usize) -> Option<&Object> {
    machine.objects().iter().find(|object| object.children.contains(&(index as u32)))
}

proptest! {
    /// One object for each distinct set of units, with all names of that set, and a name that selects it again.
    #[test]
    fn one_level_for_each_set_of_units(raw in raw()) {
        let machine = raw.machine();
        let inside = raw.inside();
        let mut expected: BTreeMap<(u32, u32), Vec<String>> = BTreeMap::new();
        for (name, units) in &inside {
            expected.entry((units.start, units.end)).or_default().push(name.to_string());
        }
        prop_assert_eq!(machine.objects().len(), expected.len() + 1);
        for object in &machine.objects()[1..] {
            let names = &expected[&(object.units.start, object.units.end)];
            prop_assert_eq!(object.level.name().to_string(), level_name(&object.units, &inside));
            for name in names {
                prop_assert!(object.level.answers_to(&canonical(name)));
            }
            let distinct: BTreeSet<_> = names.iter().collect();
            prop_assert_eq!(object.level.names().len(), distinct.len(), "each name once");
        }
    }

    #[test]
    fn units_have_two_numbers(raw in raw(), picked in prop::collection::btree_set(0u32..80, 0..40)) {
        let machine = raw.machine();
        let own: Cpus = picked.iter().copied().filter(|&unit| unit < machine.whole().end).collect();
        let numbers = machine.to_os(&picked.iter().copied().collect());
        let expected: BTreeSet<u32> = own.iter().map(|unit| raw.os[unit as usize]).collect();
        prop_assert_eq!(numbers.iter().collect::<BTreeSet<_>>(), expected);
        // No machine has a unit with this number.
        let numbers: Cpus = numbers.iter().chain([u32::MAX]).collect();
        prop_assert_eq!(machine.to_logical(&numbers), own);
    }

    #[test]
    fn the_node_is_a_boundary_of_its_own(raw in raw()) {
        let machine = raw.machine();
        let node = &machine.objects()[0];
        prop_assert_eq!(node.level.names().iter().map(|name| name.as_str()).collect::<Vec<_>>(), [MACHINE]);
        prop_assert_eq!(&node.units, &machine.whole());
        prop_assert!(machine.objects()[1..].iter().all(|object| !object.level.answers_to("machine")));
    }

    /// The children of an object are inside it, narrower, in order and adjacent.
    #[test]
    fn objects_form_a_tree(raw in raw()) {
        let machine = raw.machine();
        for (index, object) in machine.objects().iter().enumerate() {
            let children: Vec<Range<u32>> =
                object.children.iter().map(|&child| machine.objects()[child as usize].units.clone()).collect();
            prop_assert!(children.windows(2).all(|pair| pair[0].end <= pair[1].start));
            prop_assert!(
                children.iter().all(|child| object.units.start <= child.start
                    && child.end <= object.units.end
                    && !child.is_empty())
            );
            prop_assert!(
                index == 0 || children.iter().all(|child| *child != object.units),
                "a level merges with what covers the same units"
            );
            prop_assert_eq!(parent_of(&machine, index).is_none(), index == 0);
        }
    }

    /// The path of a unit leads through every object that contains it, and through no other.
    #[test]
    fn every_unit_is_on_exactly_one_path(raw in raw()) {
        let machine = raw.machine();
        for unit in machine.whole() {
            let mut object = &machine.objects()[0];
            let steps = machine.path_to(&(unit..unit + 1));
            for step in &steps {
                object = &machine.objects()[object.children[step.instance as usize] as usize];
                prop_assert!(object.units.contains(&unit) && object.level == step.level);
            }
            prop_assert_eq!(object.units.len(), 1, "a path ends at a single unit");
            let around = machine.objects()[1..].iter().filter(|object| object.units.contains(&unit)).count();
            prop_assert_eq!(steps.len(), around);
        }
    }

    /// A binding's path is the common part of the paths of its units, in any order and with repetitions.
    #[test]
    fn a_binding_is_where_all_its_units_are(
        raw in raw(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 1..5),
    ) {
        let machine = raw.machine();
        let units: Vec<u32> = picks.iter().map(|pick| pick.index(raw.os.len()) as u32).collect();
        let binding = units.iter().map(|&unit| raw.os[unit as usize] as usize).chain([100_000]);
        let steps = machine.path_to(&machine.run_around(binding));
        let common = units.iter().map(|&unit| machine.path_to(&(unit..unit + 1))).reduce(|mut a, b| {
            let equal = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
            a.truncate(equal);
            a
        });
        prop_assert_eq!(Some(steps), common);
        prop_assert_eq!(machine.run_around([100_000]), machine.whole());
    }

    /// Bindings have the same identity exactly if they are the same set of the machine's units; no unit means the whole
    /// node.
    #[test]
    fn equal_bindings_have_one_identity(
        raw in raw(),
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..12),
    ) {
        let machine = raw.machine();
        let set = |side: bool| {
            picks.iter().filter(move |pick| pick.1 == side).map(|pick| raw.os[pick.0.index(raw.os.len())] as usize)
        };
        let known = |side: bool| {
            if set(side).next().is_none() {
                raw.os.iter().map(|&os| os as usize).collect::<BTreeSet<_>>()
            } else {
                set(side).collect()
            }
        };
        let equal = machine.identity_of(set(true)) == machine.identity_of(set(false).chain([100_000]));
        prop_assert_eq!(equal, known(true) == known(false));
        prop_assert_eq!(machine.identity_of(raw.os.iter().map(|&os| os as usize)), machine.identity_of([100_000]));
    }

    #[test]
    fn a_machine_travels_unchanged(raw in raw()) {
        let machine = raw.machine();
        prop_assert_eq!(Machine::decode(&machine.encode()), Ok(machine));
    }
}
