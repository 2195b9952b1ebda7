// SPDX-License-Identifier: MIT OR Apache-2.0
//! The node that this process is bound on: what it may use there, and bindings as masks and in words.

use std::ops::Range;
use std::sync::Arc;

use crate::affinity::{self, Mask};
use crate::source::topology;
use hsplit_core::cpus::Cpus;
use hsplit_core::machine::Machine;

/// A node, and what this process may use of it.
pub struct OwnNode {
    machine: Arc<Machine>,
    allowed: Cpus,
    /// Its cores, or its processing units where it has none.
    cores: Vec<Range<u32>>,
}

/// A binding as a push needs it.
#[derive(Debug)]
pub struct Binding {
    /// Its units.
    pub cpus: Cpus,
    /// The same by the operating system's numbers.
    pub mask: Mask,
    /// How many cores it has a unit of.
    pub cores: u32,
}

impl OwnNode {
    /// The node with this inside. On a machine that this process does not really run on, it may use everything.
    pub fn new(machine: Arc<Machine>) -> Self {
        let allowed = if machine.is_this_system() { allowed_on(&machine) } else { Cpus::default() };
        let allowed = if allowed.is_empty() { Cpus::from(machine.whole()) } else { allowed };
        Self { cores: machine.slots(), machine, allowed }
    }

    /// The inside of the node.
    pub fn machine(&self) -> &Arc<Machine> {
        &self.machine
    }

    /// What the operating system lets this process have.
    pub fn allowed(&self) -> &Cpus {
        &self.allowed
    }

    /// What the operating system lets the calling thread have now: a cpuset may change. `None` on a machine that this
    /// process does not really run on, and where the kernel does not say.
    pub fn look_at_allowed(&self) -> Option<Mask> {
        if self.is_real() { affinity::allowed().ok() } else { None }
    }

    /// All processing units.
    pub fn whole(&self) -> Cpus {
        Cpus::from(self.machine.whole())
    }

    /// Whether masks of the operating system's bind on this node.
    pub fn is_real(&self) -> bool {
        self.machine.is_this_system()
    }

    /// The mask of some units.
    pub fn mask_of(&self, cpus: &Cpus) -> Mask {
        self.machine.to_os(cpus).iter().map(|unit| unit as usize).collect()
    }

    /// A binding to some units.
    pub fn binding_of(&self, cpus: Cpus) -> Binding {
        Binding { mask: self.mask_of(&cpus), cores: self.cores_in(&cpus), cpus }
    }

    /// The units of a mask.
    pub fn cpus_of(&self, mask: &Mask) -> Cpus {
        mask.units_on(&self.machine)
    }

    /// How many cores some units are of.
    pub fn cores_in(&self, cpus: &Cpus) -> u32 {
        self.touched(cpus).map(|cores| cores.len() as u32).sum()
    }

    /// What some units are of each core.
    pub fn parts_of(&self, cpus: &Cpus) -> Vec<Cpus> {
        let cores = self.touched(cpus).flat_map(|cores| &self.cores[cores]);
        cores.map(|core| cpus.intersection(&Cpus::from(core.clone()))).collect()
    }

    /// The cores that some units are of, as runs of their numbers.
    fn touched<'a>(&'a self, cpus: &'a Cpus) -> impl Iterator<Item = Range<usize>> + 'a {
        let mut done = 0;
        cpus.runs().map(move |run| {
            let first = self.cores.partition_point(|core| core.end <= *run.start());
            let end = self.cores.partition_point(|core| core.start <= *run.end());
            let new = first.max(done)..end.max(done);
            done = new.end;
            new
        })
    }

    /// Units by the operating system's numbers.
    pub fn in_words(&self, cpus: &Cpus) -> String {
        self.machine.to_os(cpus).to_string()
    }

    /// A binding in words: its units by the operating system's numbers, then the narrowest instance that holds them.
    pub fn describe(&self, cpus: &Cpus) -> String {
        let (name, number) = self.machine.numbered(self.machine.around(cpus));
        format!("{} {name}:{number}", self.in_words(cpus))
    }
}

fn allowed_on(machine: &Machine) -> Cpus {
    let mask = affinity::allowed().ok().or_else(topology::allowed);
    mask.map(|mask| mask.units_on(machine)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hsplit_core::emulation::Description;
    use proptest::prelude::*;

    fn node(description: &str) -> OwnNode {
        let system = topology::load_emulated(&Description::read(description).unwrap()).unwrap();
        OwnNode::new(system.machine_of(0).clone())
    }

    #[test]
    fn bindings_in_words() {
        let node = node("package:2 [numa] l3:1 l2:2 core:2 pu:2");
        for (cpus, words) in [
            ("0", "0 PU:0"),
            ("2-3", "2-3 Core:1"),
            ("4-7", "4-7 L2Cache:1"),
            ("8,15", "8,15 L3Cache:1"),
            ("7-8", "7-8 Machine:0"),
        ] {
            assert_eq!(node.describe(&Cpus::parse(cpus).unwrap()), words);
        }
        assert_eq!(node.allowed(), &node.whole());
        assert!(!node.is_real());
    }

    proptest! {
        /// The cores of a binding are those that have a unit of it.
        #[test]
        fn cores_are_counted(units in prop::collection::btree_set(0u32..24, 0..24), threads in 1u32..4) {
            let node = node(&format!("package:2 core:{} pu:{threads}", 12 / threads));
            let cpus: Cpus = units.iter().copied().collect();
            let cores: std::collections::BTreeSet<u32> = units.iter().map(|unit| unit / threads).collect();
            prop_assert_eq!(node.cores_in(&cpus) as usize, cores.len());
            let parts = node.parts_of(&cpus);
            prop_assert_eq!(parts.len(), cores.len());
            prop_assert!(parts.iter().all(|part| !part.is_empty()));
            prop_assert_eq!(parts.iter().fold(Cpus::default(), |all, part| all.union(part)), cpus);
        }
    }
}
