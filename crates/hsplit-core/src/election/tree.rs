// SPDX-License-Identifier: MIT OR Apache-2.0
//! The node's tree upwards: from processing units and objects to their ancestors.

use std::ops::Range;

use crate::cpus::Cpus;
use crate::machine::Machine;

/// Properties of a machine that an election reads repeatedly.
pub(super) struct NodeTree<'a> {
    pub(super) machine: &'a Machine,
    /// The parent of each object; the node's parent is the node.
    parents: Vec<u32>,
    /// The number of edges from the node to each object.
    depths: Vec<u32>,
    leaves: Vec<u32>,
    cores: Vec<u32>,
}

impl<'a> NodeTree<'a> {
    pub(super) fn new(machine: &'a Machine) -> Self {
        let (objects, units) = (machine.objects(), machine.units().len());
        let (mut parents, mut depths) = (vec![0; objects.len()], vec![0; objects.len()]);
        let (mut leaves, mut cores) = (vec![0; units], vec![0; units]);
        for (index, object) in objects.iter().enumerate() {
            for &child in &object.children {
                parents[child as usize] = index as u32;
                depths[child as usize] = depths[index] + 1;
            }
            // Children come after their parents, so the narrowest object overwrites the wider ones.
            leaves[range(&object.units)].fill(index as u32);
        }
        for (number, core) in (0..).zip(machine.slots()) {
            cores[range(&core)].fill(number);
        }
        Self { machine, parents, depths, leaves, cores }
    }

    pub(super) fn objects(&self) -> usize {
        self.parents.len()
    }

    pub(super) fn units(&self) -> usize {
        self.leaves.len()
    }

    pub(super) fn depth(&self, object: u32) -> u32 {
        self.depths[object as usize]
    }

    pub(super) fn leaf(&self, unit: u32) -> u32 {
        self.leaves[unit as usize]
    }

    /// An object, its parent and so on, up to the node.
    pub(super) fn upwards(&self, object: u32) -> impl Iterator<Item = u32> + '_ {
        let parent = |object: &u32| (*object != 0).then(|| self.parents[*object as usize]);
        std::iter::successors(Some(object), parent)
    }

    pub(super) fn narrowest(&self, run: &Range<u32>) -> u32 {
        let holds = |object: &u32| {
            let units = &self.machine.objects()[*object as usize].units;
            units.start <= run.start && run.end <= units.end
        };
        self.upwards(self.leaf(run.start)).find(holds).unwrap_or(0)
    }

    /// The narrowest object around a part of a core, or around several units.
    pub(super) fn around(&self, units: &[u32]) -> u32 {
        match units {
            [] => 0,
            [first, .., last] => self.narrowest(&(*first..last + 1)),
            [only] => self.leaf(*only),
        }
    }

    /// The units in chunks, one per core.
    pub(super) fn by_core<'b>(&'b self, units: &'b [u32]) -> impl Iterator<Item = &'b [u32]> {
        units.chunk_by(|a, b| self.cores[*a as usize] == self.cores[*b as usize])
    }
}

/// The part of a home that is on a node; the whole node if that is empty.
pub(super) fn home(machine: &Machine, cpus: &Cpus) -> Cpus {
    let whole = Cpus::from(machine.whole());
    let own = cpus.intersection(&whole);
    if own.is_empty() { whole } else { own }
}

/// The smallest run that contains a set; `0..0` for the empty set.
pub(super) fn run_around(cpus: &Cpus) -> Range<u32> {
    cpus.first().unwrap_or(0)..cpus.last().map_or(0, |last| last + 1)
}

fn range(units: &Range<u32>) -> Range<usize> {
    units.start as usize..units.end as usize
}
