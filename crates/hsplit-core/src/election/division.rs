// SPDX-License-Identifier: MIT OR Apache-2.0
//! A node divided into the instances of a level: the instance of each candidate, and the units of each instance.

use std::ops::Range;

use super::groups::{Groups, NONE};
use super::nearest::Nearest;
use super::tree::{NodeTree, run_around};
use crate::cpus::Cpus;

/// The instances of a level, or regions. If one instance lies inside another (nested groups), the wider one has the
/// units that the narrower one leaves. Regions do not overlap, but need not be runs.
pub(super) struct Division {
    instances: Vec<Instance>,
    /// The instance that each unit belongs to, or [`NONE`].
    owners: Vec<u32>,
    shared: Vec<bool>,
    /// True if the instances are localities of devices.
    of_devices: bool,
}

struct Instance {
    run: Range<u32>,
    /// The units of a region; `None` for the whole run.
    region: Option<Cpus>,
    /// The instance around it, or [`NONE`].
    around: u32,
    /// The number of units that belong to it.
    units: u32,
    /// The number of these units that are in the share.
    shared: u32,
    /// The number of devices whose workers are here; 1 for an instance of a level.
    wanted: u32,
}

impl Instance {
    fn holds(&self, home: &Cpus, run: &Range<u32>) -> bool {
        match &self.region {
            Some(region) => home.is_subset(region),
            None => self.units > 0 && self.run.start <= run.start && run.end <= self.run.end,
        }
    }
}

impl Division {
    /// The division into instances that cover these runs, wider ones first.
    pub(super) fn new(tree: &NodeTree<'_>, share: &Cpus, runs: Vec<Range<u32>>) -> Self {
        let mut division = Self::empty(tree, share);
        let mut open: Vec<u32> = vec![];
        for run in runs.into_iter().filter(|run| !run.is_empty()) {
            open.retain(|&around| division.instances[around as usize].run.end > run.start);
            let index = division.instances.len() as u32;
            division.owners[run.start as usize..run.end as usize].fill(index);
            let around = open.last().copied().unwrap_or(NONE);
            division.instances.push(Instance { run, region: None, around, units: 0, shared: 0, wanted: 1 });
            open.push(index);
        }
        division.count();
        division
    }

    pub(super) fn of_regions(tree: &NodeTree<'_>, share: &Cpus, regions: Vec<Cpus>) -> Self {
        let mut division = Self::empty(tree, share);
        for region in regions {
            let index = division.instances.len() as u32;
            region.iter().for_each(|unit| division.owners[unit as usize] = index);
            let run = run_around(&region);
            division.instances.push(Instance {
                run,
                region: Some(region),
                around: NONE,
                units: 0,
                shared: 0,
                wanted: 1,
            });
        }
        division.count();
        division
    }

    /// The same division, with the number of devices whose workers are in each instance.
    pub(super) fn of_devices(mut self, wanted: Vec<u32>) -> Self {
        self.of_devices = true;
        self.instances.iter_mut().zip(wanted).for_each(|(instance, wanted)| instance.wanted = wanted);
        self
    }

    /// True if the instances are localities of devices.
    pub(super) fn is_of_devices(&self) -> bool {
        self.of_devices
    }

    /// The number of devices whose workers are in an instance; 1 for an instance of a level.
    pub(super) fn wanted(&self, instance: usize) -> u32 {
        self.instances[instance].wanted
    }

    fn empty(tree: &NodeTree<'_>, share: &Cpus) -> Self {
        let mut shared = vec![false; tree.units()];
        for run in share.runs() {
            let run = *run.start() as usize..tree.units().min(*run.end() as usize + 1);
            if !run.is_empty() {
                shared[run].fill(true);
            }
        }
        Self { instances: vec![], owners: vec![NONE; tree.units()], shared, of_devices: false }
    }

    fn count(&mut self) {
        for (&owner, &is_shared) in self.owners.iter().zip(&self.shared) {
            if let Some(instance) = self.instances.get_mut(owner as usize) {
                instance.units += 1;
                instance.shared += u32::from(is_shared);
            }
        }
    }

    /// The number of instances, with and without a share.
    pub(super) fn len(&self) -> usize {
        self.instances.len()
    }

    pub(super) fn sharing(&self) -> u32 {
        self.instances.iter().filter(|instance| instance.shared > 0).count() as u32
    }

    /// True if the instances contain all units of the share.
    pub(super) fn holds_share(&self) -> bool {
        self.owners.iter().zip(&self.shared).all(|(&owner, &is_shared)| owner != NONE || !is_shared)
    }

    pub(super) fn instances(&self) -> usize {
        self.instances.iter().filter(|instance| instance.units > 0).count()
    }

    pub(super) fn width(&self) -> usize {
        self.owners.iter().filter(|&&owner| owner != NONE).count()
    }

    pub(super) fn run(&self, instance: usize) -> &Range<u32> {
        &self.instances[instance].run
    }

    /// The candidates of each instance: the ranks whose home lies inside it. Ranks whose home spans instances follow,
    /// in rank order, each in the instance with the fewest candidates per device so far.
    pub(super) fn candidates(&self, homes: &[Cpus]) -> Groups {
        let mut of: Vec<u32> = homes.iter().map(|home| self.around(home)).collect();
        let mut counts = vec![0_u32; self.len()];
        of.iter().filter(|&&instance| instance != NONE).for_each(|&instance| counts[instance as usize] += 1);
        for (instance, home) in of.iter_mut().zip(homes).filter(|(instance, _)| **instance == NONE) {
            *instance = self.least(home, &counts);
            if *instance != NONE {
                counts[*instance as usize] += 1;
            }
        }
        Groups::new(&of, self.len())
    }

    fn around(&self, home: &Cpus) -> u32 {
        let run = run_around(home);
        let mut index = self.owners[run.start as usize];
        while let Some(instance) = self.instances.get(index as usize) {
            if instance.holds(home, &run) {
                return index;
            }
            index = instance.around;
        }
        NONE
    }

    /// The instance with the fewest candidates per device among those that a home touches. Instances with a share are
    /// preferred: in others the rank could never work.
    fn least(&self, home: &Cpus, counts: &[u32]) -> u32 {
        let touched = home.iter().map(|unit| self.owners[unit as usize]).filter(|&owner| owner != NONE);
        let key = |owner: &u32| {
            let instance = &self.instances[*owner as usize];
            let for_each = (u64::from(counts[*owner as usize]) << 32) / u64::from(instance.wanted);
            (instance.shared == 0, for_each, *owner)
        };
        touched.min_by_key(key).unwrap_or(NONE)
    }

    /// The units that each instance hands out. Units of instances without candidates, and units in no instance, go to
    /// the nearest instance with candidates, even if that has no share itself; without `adopt` they stay idle.
    pub(super) fn hand_out(&self, tree: &NodeTree<'_>, candidates: &Groups, adopt: bool) -> Groups {
        let mut nearest = Nearest::new(tree);
        let has_some = |instance: &usize| !candidates.get(*instance).is_empty();
        if adopt {
            (0..self.len()).filter(has_some).for_each(|index| self.add(tree, &mut nearest, index));
        }
        let nearest_to = |object: u32| nearest.find(object).map_or(NONE, |(_, instance)| instance);
        let heir = |index: usize| {
            let needed = !has_some(&index) && self.instances[index].shared > 0;
            if needed { nearest_to(self.object(tree, index)) } else { index as u32 }
        };
        let heirs: Vec<u32> = (0..self.len()).map(heir).collect();
        let of = |(unit, &owner): (u32, &u32)| match heirs.get(owner as usize) {
            _ if !self.shared[unit as usize] => NONE,
            Some(&heir) => heir,
            None => nearest_to(tree.leaf(unit)),
        };
        Groups::new(&(0..).zip(&self.owners).map(of).collect::<Vec<u32>>(), self.len())
    }

    /// The units of the share that belong to each instance.
    pub(super) fn own_units(&self) -> Groups {
        let of = |(&owner, &is_shared): (&u32, &bool)| if is_shared { owner } else { NONE };
        Groups::new(&self.owners.iter().zip(&self.shared).map(of).collect::<Vec<u32>>(), self.len())
    }

    /// Adds the objects of an instance for distances: the object that covers it, or each core of a region.
    fn add(&self, tree: &NodeTree<'_>, nearest: &mut Nearest<'_>, instance: usize) {
        match &self.instances[instance].region {
            Some(region) => {
                let units: Vec<u32> = region.iter().collect();
                tree.by_core(&units).for_each(|core| nearest.add(tree.around(core), instance as u32));
            }
            None => nearest.add(self.object(tree, instance), instance as u32),
        }
    }

    pub(super) fn object(&self, tree: &NodeTree<'_>, instance: usize) -> u32 {
        tree.narrowest(self.run(instance))
    }
}
