// SPDX-License-Identifier: MIT OR Apache-2.0
//! The places that ranks can have, and how launchers call them.

use std::collections::{HashMap, HashSet};

use hsplit_core::cpus::Cpus;
use hsplit_core::emulation::{System, location};
use hsplit_core::machine::Machine;
use hsplit_core::network::hostlist;
use hsplit_mapping::Slots;
use hsplit_mapping::launch::{Core, RankBinding};

use crate::Failure;
use crate::scene::{HeadLine, Scene, SceneArguments};

/// The machine and its places.
pub(super) struct Ground {
    /// The names of the nodes.
    pub(super) hosts: Vec<String>,
    pub(super) head: Vec<HeadLine>,
    /// The node and the processing units of each place.
    pub(super) places: Vec<(u64, Cpus)>,
    pub(super) slots: Slots,
    pub(super) system: System,
}

impl Ground {
    /// Loads the machine, with places for this number of ranks at least.
    pub(super) fn load(
        scene: &SceneArguments,
        bind: Option<&str>,
        hosts: Option<&str>,
        ranks: u64,
    ) -> Result<Self, Failure> {
        let names = match hosts {
            Some(list) => {
                let names = hostlist::names(list).map_err(|error| Failure::of_usage("--hosts", error))?;
                let mut seen = HashSet::new();
                if let Some(twice) = names.iter().find(|name| !seen.insert(*name)) {
                    return Err(Failure::of_usage("--hosts", format!("'{twice}' stands there twice")));
                }
                Some(names)
            }
            None => None,
        };
        let scene = names.as_ref().map_or_else(|| scene.load(), |names| scene.load_hosts(names))?;
        let arguments = scene.filled(bind, ranks)?;
        let (places, (_, line)) = scene.homes(&arguments)?;
        let (table, _) = scene.table(&arguments)?;
        let slots = Slots::from_table(&table);
        let mut head = scene.head();
        head.push(("places".to_owned(), line));
        Ok(Self { hosts: names.unwrap_or_else(|| default_names(&scene)), head, places, slots, system: scene.system })
    }

    pub(super) fn machine(&self, place: u32) -> &Machine {
        self.system.machine_of(self.places[place as usize].0)
    }

    /// The places by what they are; several may be the same.
    pub(super) fn index(&self) -> HashMap<(u64, Cpus), Vec<u32>> {
        let mut index: HashMap<(u64, Cpus), Vec<u32>> = HashMap::new();
        for (place, home) in self.places.iter().enumerate().rev() {
            index.entry(home.clone()).or_default().push(place as u32);
        }
        index
    }

    /// `0 core:3`
    pub(super) fn words(&self, place: u32) -> String {
        let (node, cpus) = &self.places[place as usize];
        format!("{node} {}", binding(self.machine(place), cpus))
    }

    /// Where the ranks are that have these places, for launchers.
    pub(super) fn bindings(&self, places: &[u32]) -> Vec<RankBinding> {
        let mut cores: HashMap<*const Machine, Vec<(std::ops::Range<u32>, Core)>> = HashMap::new();
        let bound = |&place: &u32| {
            let (node, cpus) = &self.places[place as usize];
            let machine = self.machine(place);
            let cores = cores.entry(std::ptr::from_ref(machine)).or_insert_with(|| cores_of(machine));
            RankBinding {
                host: *node as u32,
                cores: whole_cores(cores, cpus),
                units: machine.to_os(cpus).iter().collect(),
            }
        };
        places.iter().map(bound).collect()
    }
}

/// This host's own name, or the numbers of emulated nodes.
fn default_names(scene: &Scene) -> Vec<String> {
    if scene.system.nodes() == 1 && scene.system.machine_of(0).is_this_system() {
        let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        return vec![if name.trim().is_empty() { "localhost".to_owned() } else { name.trim().to_owned() }];
    }
    (0..scene.system.nodes()).map(|node| format!("node{node}")).collect()
}

/// A binding in the words of a placement's file.
fn binding(machine: &Machine, cpus: &Cpus) -> String {
    let cores = (0..).zip(machine.slots()).filter(|(_, core)| cpus.intersects(&Cpus::from(core.clone())));
    let cores: Cpus = cores.map(|(number, _)| number).collect();
    let is_right = |words: &String| location::parse(words, machine).is_ok_and(|run| Cpus::from(run) == *cpus);
    [format!("core:{cores}"), format!("pu:{cpus}")].into_iter().find(is_right).unwrap_or_else(|| format!("pu:{cpus}"))
}

/// The cores of a machine, and how launchers count them.
fn cores_of(machine: &Machine) -> Vec<(std::ops::Range<u32>, Core)> {
    let packages = machine.instances("package");
    let mut next = vec![0; packages.len() + 1];
    let mut number = |core: std::ops::Range<u32>| {
        let package = packages.iter().position(|package| package.start <= core.start && core.end <= package.end);
        let counter = &mut next[package.unwrap_or(packages.len())];
        *counter += 1;
        (core, Core { package: package.map(|package| package as u32), core: *counter - 1 })
    };
    machine.slots().into_iter().map(&mut number).collect()
}

/// The cores that a set has all of; none where it has a part of one.
fn whole_cores(cores: &[(std::ops::Range<u32>, Core)], cpus: &Cpus) -> Vec<Core> {
    let touched: Vec<_> = cores.iter().filter(|(units, _)| cpus.intersects(&Cpus::from(units.clone()))).collect();
    let is_whole = touched.iter().all(|(units, _)| Cpus::from(units.clone()).is_subset(cpus));
    if is_whole { touched.into_iter().map(|(_, core)| *core).collect() } else { vec![] }
}
