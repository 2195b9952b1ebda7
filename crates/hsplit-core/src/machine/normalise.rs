// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts a topology tree to levels, and merges redundant levels.
//!
//! RR-9077 §3.2.2: if NUMANode, Package and L3 cover the same units, there is one step, named after the lowest. Memory
//! needs care: hwloc 2 attaches NUMA nodes to objects of the tree as *memory children*, and one object may have several
//! (HBM and DDR). A memory child becomes the parent of the first cache or core that covers the same units. Memory
//! without processing units is no level, because no process can be inside it. (hwloc gives CXL memory the units of the
//! object that it attaches it to.)

use std::ops::Range;
use std::sync::Arc;

use super::Object;
use crate::level::Level;
use crate::name::Name;

/// An object of a topology source.
#[derive(Clone, Debug)]
pub struct RawObject {
    /// hwloc's name of its type.
    pub name: Name,
    /// The processing units it covers, by logical index.
    pub units: Range<u32>,
    /// The objects inside it, in logical order.
    pub children: Vec<RawObject>,
    /// The memory attached to it.
    pub memory: Vec<RawObject>,
}

impl RawObject {
    fn only_equal_child(&self) -> Option<&Self> {
        let mut inhabited = self.children.iter().filter(|child| !child.units.is_empty());
        let first = inhabited.next()?;
        (inhabited.next().is_none() && first.units == self.units).then_some(first)
    }
}

/// All objects of the normalised tree, parents before children.
pub(super) fn normalise(root: &RawObject, units: u32) -> Vec<Object> {
    let mut objects = vec![Object::new(Arc::new(Level::new(&[root.name])), 0..units)];
    let mut levels = Levels::default();
    let inner = Chain::below_root(root);
    if inner.names.is_empty() {
        add_children(&mut objects, &mut levels, 0, inner.last);
    } else {
        add(&mut objects, &mut levels, 0, inner);
    }
    name_levels(&mut objects);
    objects
}

/// Names each level so that a guided split at its name selects it and its siblings: after the lowest of its names that
/// all siblings have and no object inside them has. If one core has an L2 cache and four others share one, each is an
/// `L2Cache`; if the memory of a package contains that of its parts, the level is the `Package`. If there is no such
/// name, first the condition on siblings is dropped, then the other one. On most machines the result is the lowest
/// name.
fn name_levels(objects: &mut [Object]) {
    let levels: Vec<Arc<Level>> = super::levels(objects).into_iter().cloned().collect();
    for level in levels.into_iter().filter(|level| level.names().len() > 1) {
        let is_own = |at: &u32| Arc::ptr_eq(&objects[*at as usize].level, &level);
        let leads = |name: Name, at: &u32| objects[*at as usize].has(name) && !is_inside(objects, name, *at);
        let families = || objects.iter().map(|parent| &parent.children).filter(|all| all.iter().any(is_own));
        let of_siblings = |name| families().all(|all| all.iter().all(|at| leads(name, at)));
        let of_own = |name| families().flatten().filter(|at| is_own(at)).all(|at| leads(name, at));
        if let Some(named) = level.named(of_siblings).or_else(|| level.named(of_own)).map(Arc::new) {
            let of_level = objects.iter_mut().filter(|object| Arc::ptr_eq(&object.level, &level));
            of_level.for_each(|object| object.level = named.clone());
        }
    }
}

/// True if an object with this name is inside another one.
fn is_inside(objects: &[Object], name: Name, at: u32) -> bool {
    let has = |&child: &u32| objects[child as usize].has(name) || is_inside(objects, name, child);
    objects[at as usize].children.iter().any(has)
}

/// A pool of levels; equal levels are shared between objects.
#[derive(Default)]
struct Levels(Vec<Arc<Level>>);

impl Levels {
    fn get(&mut self, names: &[Name]) -> Arc<Level> {
        if let Some(known) = self.0.iter().find(|level| level.names() == names) {
            return known.clone();
        }
        let level = Arc::new(Level::new(names));
        self.0.push(level.clone());
        level
    }
}

/// The names of consecutive objects that cover the same units, and the last of these objects.
struct Chain<'a> {
    names: Vec<Name>,
    last: &'a RawObject,
}

impl<'a> Chain<'a> {
    fn from(first: &'a RawObject) -> Self {
        let mut chain = Self { names: vec![], last: first };
        let mut memory = vec![];
        chain.extend_through(Some(first), &mut memory);
        chain.insert_memory(memory);
        chain
    }

    /// The objects inside the node that cover all of it, such as a single package or memory shared by several packages.
    fn below_root(root: &'a RawObject) -> Self {
        let mut chain = Self { names: vec![], last: root };
        let mut memory = vec![];
        push_memory(&mut memory, root);
        chain.extend_through(root.only_equal_child(), &mut memory);
        chain.insert_memory(memory);
        chain
    }

    fn extend_through(&mut self, mut next: Option<&'a RawObject>, memory: &mut Vec<Name>) {
        while let Some(object) = next {
            self.names.push(object.name);
            push_memory(memory, object);
            self.last = object;
            next = object.only_equal_child();
        }
    }

    fn insert_memory(&mut self, found: Vec<Name>) {
        let last = |index: usize| !found[index + 1..].contains(&found[index]);
        let memory: Vec<Name> = (0..found.len()).filter(|&index| last(index)).map(|index| found[index]).collect();
        let at = self.names.iter().position(|name| is_cache_or_core(*name)).unwrap_or(self.names.len());
        self.names.splice(at..at, memory);
    }
}

fn push_memory(memory: &mut Vec<Name>, object: &RawObject) {
    memory.extend(object.memory.iter().filter(|m| m.units == object.units).map(|m| m.name));
}

fn is_cache_or_core(name: Name) -> bool {
    let name = name.as_str();
    (name.starts_with('L') && name.ends_with("Cache")) || name == "Core" || name == "PU"
}

fn add(objects: &mut Vec<Object>, levels: &mut Levels, parent: usize, chain: Chain<'_>) {
    let index = objects.len();
    let level = levels.get(&chain.names);
    objects.push(Object::new(level, chain.last.units.clone()));
    objects[parent].children.push(index as u32);
    add_children(objects, levels, index, chain.last);
}

fn add_children(objects: &mut Vec<Object>, levels: &mut Levels, parent: usize, raw: &RawObject) {
    for child in raw.children.iter().filter(|child| !child.units.is_empty()) {
        add(objects, levels, parent, Chain::from(child));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;

    fn object(name: &str, units: Range<u32>, children: Vec<RawObject>) -> RawObject {
        RawObject { name: Name::new(name), units, children, memory: vec![] }
    }

    fn with_memory(mut object: RawObject, memory: &[&str]) -> RawObject {
        object.memory = memory
            .iter()
            .map(|name| RawObject {
                name: Name::new(name),
                units: object.units.clone(),
                children: vec![],
                memory: vec![],
            })
            .collect();
        object
    }

    fn core(unit: u32) -> RawObject {
        object("Core", unit..unit + 1, vec![object("PU", unit..unit + 1, vec![])])
    }

    fn names(machine: &Machine, unit: u32) -> Vec<String> {
        machine.path_to(&(unit..unit + 1)).iter().map(|step| step.level.name().to_string()).collect()
    }

    #[test]
    fn numa_package_and_l3_are_one_level() {
        let package = |first: u32| {
            let pair =
                |u: u32| object("L2Cache", u..u + 2, vec![object("L1dCache", u..u + 2, vec![core(u), core(u + 1)])]);
            let l3 = object("L3Cache", first..first + 4, vec![pair(first), pair(first + 2)]);
            with_memory(object("Package", first..first + 4, vec![l3]), &["NUMANode"])
        };
        let machine = Machine::new(&object("Machine", 0..8, vec![package(0), package(4)]), (0..8).collect(), true);
        assert_eq!(names(&machine, 5), ["L3Cache", "L1dCache", "Core"]);
        let l3 = machine.path_to(&(4..8));
        assert_eq!(l3.len(), 1);
        assert_eq!(l3[0].instance, 1);
        assert!(l3[0].level.answers_to("numanode") && l3[0].level.answers_to("package"));
        assert!(machine.path_to(&(3..5)).is_empty());
    }

    /// Two views of a node: its first core with all units, and only its second core.
    #[test]
    fn different_cores_of_two_views_have_different_numbers() {
        let view = |units: Vec<u32>| {
            let cores = (0..units.len() as u32).map(core).collect();
            Machine::new(&object("Machine", 0..units.len() as u32, cores), units, true).numbered_by_os()
        };
        let (both, second) = (view(vec![4, 2]), view(vec![2]));
        let numbers = |machine: &Machine, unit: u32| -> Vec<u64> {
            machine.path_to(&(unit..unit + 1)).iter().map(|step| step.instance).collect()
        };
        assert_eq!([numbers(&both, 0), numbers(&both, 1), numbers(&second, 0)], [[4], [2], [2]]);
        assert_eq!(both.object_at([2]).map(|object| object.units.clone()), Some(1..2));
        assert_eq!(both.object_at([1]), None);
        assert_eq!(
            [both.identity_of([2]), both.identity_of([4])].map(|own| own == second.identity_of([2])),
            [true, false]
        );
        assert_ne!(both.view(), second.view());
        assert_eq!(Machine::decode(&both.encode()), Ok(both));
    }

    #[test]
    fn a_single_package_does_not_merge_with_the_machine() {
        let package = with_memory(object("Package", 0..2, vec![core(0), core(1)]), &["NUMANode"]);
        let machine = Machine::new(&object("Machine", 0..2, vec![package]), vec![0, 1], true);
        assert_eq!(machine.objects()[0].level.name().as_str(), "Machine");
        assert_eq!(names(&machine, 0), ["NUMANode", "Core"]);
        assert_eq!(machine.path_to(&machine.whole())[0].level.name().as_str(), "NUMANode");
    }

    #[test]
    fn hbm_beside_ddr_is_one_level() {
        let package = with_memory(object("Package", 0..2, vec![core(0), core(1)]), &["NUMANode", "NUMANode"]);
        let machine = Machine::new(&object("Machine", 0..2, vec![package]), vec![0, 1], true);
        assert_eq!(machine.objects()[1].level.names().len(), 2);
    }

    #[test]
    fn memory_without_processors_is_no_level() {
        let cxl = RawObject { name: Name::new("NUMANode"), units: 0..0, children: vec![], memory: vec![] };
        let mut root = object("Machine", 0..2, vec![core(0), core(1)]);
        root.memory.push(cxl);
        let machine = Machine::new(&root, vec![0, 1], true);
        assert_eq!(names(&machine, 1), ["Core"]);
    }

    #[test]
    fn memory_shared_by_two_packages_is_a_level_around_them() {
        let packages = vec![object("Package", 0..1, vec![core(0)]), object("Package", 1..2, vec![core(1)])];
        let root = with_memory(object("Machine", 0..2, packages), &["NUMANode"]);
        let machine = Machine::new(&root, vec![0, 1], true);
        assert_eq!(names(&machine, 0), ["NUMANode", "Core"]);
        assert_eq!(machine.path_to(&(0..2))[0].level.name().as_str(), "NUMANode");
    }

    #[test]
    fn numa_attached_to_a_cache_stands_above_it() {
        let l3 = |u: u32| with_memory(object("L3Cache", u..u + 2, vec![core(u), core(u + 1)]), &["NUMANode"]);
        let machine = Machine::new(&object("Machine", 0..4, vec![l3(0), l3(2)]), (0..4).collect(), true);
        assert_eq!(names(&machine, 0), ["L3Cache", "Core"]);
    }

    /// A hybrid processor: two cores with an L2 cache each, and four that share one.
    #[test]
    fn a_level_goes_by_one_name_whatever_objects_lack() {
        let own = |u: u32| object("L2Cache", u..u + 1, vec![core(u)]);
        let shared = |u: u32| object("L2Cache", u..u + 4, (u..u + 4).map(core).collect());
        for (l2, own, shared) in [(vec![own(0), own(1), shared(2)], 0, 2), (vec![shared(0), own(4), own(5)], 4, 0)] {
            let root = object("Machine", 0..6, vec![object("Package", 0..6, l2)]);
            let machine = Machine::new(&root, (0..6).collect(), true);
            assert_eq!(names(&machine, own), ["Package", "L2Cache"]);
            assert_eq!(names(&machine, shared), ["Package", "L2Cache", "Core"]);
            assert_eq!(Machine::decode(&machine.encode()), Ok(machine));
        }
    }

    #[test]
    fn one_core_is_a_machine_too() {
        let machine = Machine::new(&object("Machine", 0..1, vec![core(0)]), vec![7], true);
        assert_eq!(names(&machine, 0), ["Core"]);
        assert_eq!(machine.run_around([7]), 0..1);
        assert_eq!(machine.run_around([3, 900]), 0..1);
    }
}
