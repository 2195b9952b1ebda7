// SPDX-License-Identifier: MIT OR Apache-2.0
//! The node of this process: the units that it may use there, and bindings as masks and as text.

use std::ops::Range;
use std::sync::Arc;

use crate::affinity::Mask;
use crate::source::{binding, topology};
use hsplit_core::cpus::Cpus;
use hsplit_core::machine::Machine;

/// A node with the units that this process may use.
pub struct OwnNode {
    machine: Arc<Machine>,
    allowed: Cpus,
    /// Its cores, or its processing units if it has no cores.
    cores: Vec<Range<u32>>,
}

/// A binding with the data that a push uses.
#[derive(Debug)]
pub struct Binding {
    /// Its units.
    pub cpus: Cpus,
    /// The same units by the operating system's numbers.
    pub mask: Mask,
    /// The number of cores with a unit in the binding.
    pub cores: u32,
}

impl OwnNode {
    /// The node with this inside. If it is not the real machine, the process may use all of it.
    pub fn new(machine: Arc<Machine>) -> Self {
        let allowed = if machine.is_this_system() { allowed_on(&machine) } else { Cpus::default() };
        let allowed = if allowed.is_empty() { Cpus::from(machine.whole()) } else { allowed };
        Self { cores: machine.slots(), machine, allowed }
    }

    /// The inside of the node.
    pub fn machine(&self) -> &Arc<Machine> {
        &self.machine
    }

    /// The units that the operating system allows this process.
    pub fn allowed(&self) -> &Cpus {
        &self.allowed
    }

    /// The units that the operating system allows the calling thread now, because a cpuset may change. `None` if this
    /// is not the real machine, or if the kernel returns an error.
    pub fn look_at_allowed(&self) -> Option<Mask> {
        if self.is_real() { binding::allowed().ok() } else { None }
    }

    /// All processing units.
    pub fn whole(&self) -> Cpus {
        Cpus::from(self.machine.whole())
    }

    /// True if masks of the operating system apply to this node.
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

    /// The number of cores with a unit in a set.
    pub fn cores_in(&self, cpus: &Cpus) -> u32 {
        self.touched(cpus).map(|cores| cores.len() as u32).sum()
    }

    /// The part of a set in each core.
    pub fn parts_of(&self, cpus: &Cpus) -> Vec<Cpus> {
        let cores = self.touched(cpus).flat_map(|cores| &self.cores[cores]);
        cores.map(|core| cpus.intersection(&Cpus::from(core.clone()))).collect()
    }

    /// The cores with a unit in a set, as ranges of their indices.
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

    /// Prints units by the operating system's numbers.
    pub fn in_words(&self, cpus: &Cpus) -> String {
        self.machine.to_os(cpus).to_string()
    }

    /// Prints a binding: its units by the operating system's numbers, then the narrowest instance that contains them.
    pub fn describe(&self, cpus: &Cpus) -> String {
        let (name, number) = self.machine.numbered(self.machine.around(cpus));
        format!("{} {name}:{number}", self.in_words(cpus))
    }
}

fn allowed_on(machine: &Machine) -> Cpus {
    let mask = binding::allowed().ok().or_else(topology::allowed);
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
        /// A core counts if it has a unit in the binding.
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
