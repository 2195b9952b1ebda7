// SPDX-License-Identifier: MIT OR Apache-2.0
//! The places that ranks can have, and their names for launchers.

use std::collections::{HashMap, HashSet};

use hsplit_core::cpus::Cpus;
use hsplit_core::emulation::{System, location};
use hsplit_core::level::MACHINE;
use hsplit_core::machine::Machine;
use hsplit_core::network::hostlist;
use hsplit_core::tree::words::count_of;
use hsplit_mapping::Slots;
use hsplit_mapping::launch::{Core, RankBinding};
use hsplit_monitor::Run;

use crate::Failure;
use crate::input::{HeadLine, Input, InputArguments};

/// The nodes and their places.
pub(super) struct Ground {
    /// The names of the nodes.
    pub(super) hosts: Vec<String>,
    pub(super) head: Vec<HeadLine>,
    pub(super) slots: Slots,
    /// The node of each place.
    pub(super) nodes: Vec<u64>,
    known: Known,
}

/// The source of the places.
enum Known {
    /// The machine, and the processing units of each place.
    Machine { system: System, units: Vec<Cpus> },
    /// The positions of the ranks of a run in their nodes, as text: place r is that of rank r.
    Run(Vec<String>),
}

impl Ground {
    /// Loads the machine, with places for at least this number of ranks.
    pub(super) fn load(
        input: &InputArguments,
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
        let input = names.as_ref().map_or_else(|| input.load(), |names| input.load_hosts(names))?;
        let arguments = input.filled(bind, ranks)?;
        let (places, (_, line)) = input.homes(&arguments)?;
        let (table, _) = input.table(&arguments)?;
        let slots = Slots::from_table(&table);
        let mut head = input.head();
        head.push(("places".to_owned(), line));
        let hosts = names.unwrap_or_else(|| default_names(&input));
        let (nodes, units) = places.into_iter().unzip();
        Ok(Self { hosts, head, slots, nodes, known: Known::Machine { system: input.system, units } })
    }

    /// Returns the places of the ranks of a run.
    pub(super) fn of_run(run: &Run) -> Result<Self, Failure> {
        let without = run.missing().count() as u64;
        if without > 0 {
            let what = format!("of {} the part is missing: -i describes a machine", count_of(without, "rank"));
            return Err(Failure::of("MATRIX", what));
        }
        let (mut hosts, mut numbers, mut nodes, mut bindings) = (vec![], HashMap::new(), vec![], vec![]);
        for part in run.parts() {
            let Some(machine) = part.place.iter().position(|(level, _)| level == MACHINE) else {
                let what = format!("the place of rank {} is not known: -i describes a machine", part.rank);
                return Err(Failure::of("MATRIX", what));
            };
            let node = *numbers.entry(&part.place[..=machine]).or_insert_with(|| {
                hosts.push(part.host.clone());
                hosts.len() as u64 - 1
            });
            nodes.push(node);
            bindings.push(bound_to(&part.place[machine + 1..]));
        }
        let (ranks, on) = (count_of(run.ranks().into(), "rank"), count_of(hosts.len() as u64, "node"));
        let mut head = vec![("places".to_owned(), format!("those of the run, {ranks} on {on}"))];
        head.push(("nodes".to_owned(), named(&hosts)));
        Ok(Self { hosts, head, slots: run.slots(), nodes, known: Known::Run(bindings) })
    }

    /// True if the places are those of a run.
    pub(super) fn is_run(&self) -> bool {
        matches!(self.known, Known::Run(_))
    }

    /// Returns the machine, and the processing units of all places.
    ///
    /// # Errors
    /// The places are those of a run.
    pub(super) fn machine(&self, option: &str) -> Result<(&System, &[Cpus]), Failure> {
        match &self.known {
            Known::Machine { system, units } => Ok((system, units)),
            Known::Run(_) => {
                let what = "a run says where its ranks were, and not what the nodes are like: -i describes them";
                Err(Failure::of_usage(option, what))
            }
        }
    }

    /// Returns the processing units of a place by the operating system's numbers, if the machine is known.
    pub(super) fn units(&self, place: u32) -> Option<Vec<u32>> {
        let Known::Machine { system, units } = &self.known else { return None };
        let place = place as usize;
        Some(system.machine_of(self.nodes[place]).to_os(&units[place]).iter().collect())
    }

    /// Returns the binding of a place: `core:3`.
    pub(super) fn binding(&self, place: u32) -> String {
        let place = place as usize;
        match &self.known {
            Known::Machine { system, units } => binding(system.machine_of(self.nodes[place]), &units[place]),
            Known::Run(bindings) => bindings[place].clone(),
        }
    }

    /// Returns the node and the binding of a place: `0 core:3`.
    pub(super) fn words(&self, place: u32) -> String {
        format!("{} {}", self.nodes[place as usize], self.binding(place))
    }

    /// Returns the bindings of the ranks at these places, for launchers.
    pub(super) fn bindings(&self, places: &[u32]) -> Result<Vec<RankBinding>, Failure> {
        let (system, units) = self.machine("--format")?;
        let mut cores: HashMap<*const Machine, Vec<(std::ops::Range<u32>, Core)>> = HashMap::new();
        let bound = |&place: &u32| {
            let (node, cpus) = (self.nodes[place as usize], &units[place as usize]);
            let machine = system.machine_of(node);
            let cores = cores.entry(std::ptr::from_ref(machine)).or_insert_with(|| cores_of(machine));
            RankBinding {
                host: node as u32,
                cores: whole_cores(cores, cpus),
                units: machine.to_os(cpus).iter().collect(),
            }
        };
        Ok(places.iter().map(bound).collect())
    }
}

/// Describes the position of a rank inside its node, as recorded in its part.
fn bound_to(levels: &[(String, u64)]) -> String {
    let words: Vec<String> = levels.iter().map(|(level, number)| format!("{level} {number}")).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(" ") }
}

/// Returns the names of nodes in the order of their numbers, if they are few.
fn named(hosts: &[String]) -> String {
    const MOST: usize = 16;
    let more = if hosts.len() > MOST { ", ..." } else { "" };
    hosts[..hosts.len().min(MOST)].join(", ") + more
}

/// Returns this host's own name, or the numbers of emulated nodes.
fn default_names(input: &Input) -> Vec<String> {
    if input.system.nodes() == 1 && input.system.machine_of(0).is_this_system() {
        let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        return vec![if name.trim().is_empty() { "localhost".to_owned() } else { name.trim().to_owned() }];
    }
    (0..input.system.nodes()).map(|node| format!("node{node}")).collect()
}

/// Returns a binding in the syntax of a placement's file.
fn binding(machine: &Machine, cpus: &Cpus) -> String {
    let cores = (0..).zip(machine.slots()).filter(|(_, core)| cpus.intersects(&Cpus::from(core.clone())));
    let cores: Cpus = cores.map(|(number, _)| number).collect();
    let is_right = |words: &String| location::parse(words, machine).is_ok_and(|run| Cpus::from(run) == *cpus);
    [format!("core:{cores}"), format!("pu:{cpus}")].into_iter().find(is_right).unwrap_or_else(|| format!("pu:{cpus}"))
}

/// Returns the cores of a machine, with their numbers for launchers.
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

/// Returns the cores of which a set has all units; none if the set contains a part of a core.
fn whole_cores(cores: &[(std::ops::Range<u32>, Core)], cpus: &Cpus) -> Vec<Core> {
    let touched: Vec<_> = cores.iter().filter(|(units, _)| cpus.intersects(&Cpus::from(units.clone()))).collect();
    let is_whole = touched.iter().all(|(units, _)| Cpus::from(units.clone()).is_subset(cpus));
    if is_whole { touched.into_iter().map(|(_, core)| *core).collect() } else { vec![] }
}
