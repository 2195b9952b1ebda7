// SPDX-License-Identifier: MIT OR Apache-2.0
//! The machine of a subcommand: this one, or an emulated one.
//!
//! This machine is a system of one node, so all other code treats both alike. Without `-i`, `HSPLIT_EMULATE` applies,
//! as it does for a program: the command then shows the program's view.

use std::sync::Arc;

use clap::Args;
use hsplit_core::cpus::Cpus;
use hsplit_core::election::devices_named;
use hsplit_core::emulation::process_placement::Slots;
use hsplit_core::emulation::{Description, NodeGroup, ProcessPlacement, Slot, System};
use hsplit_core::message::in_one_line;
use hsplit_core::network::Network;
use hsplit_core::place::{Place, Step};
use hsplit_core::shape::Shape;
use hsplit_core::table::{self, Table};
use hsplit_host::source::topology;
use hsplit_program::remark;
use hsplit_settings::{text_in, text_of};

use super::Failure;
use super::topology::{Topology, without_single_names};

/// The option that names a topology file.
const OPTION: &str = "--topology";
/// More ranks than any machine has had; their places still fit into a few gigabytes.
pub(crate) const MOST_RANKS: u64 = 8_000_000;

/// A name and a value in the head of an output.
pub(crate) type HeadLine = (String, String);

/// Which machine.
#[derive(Debug, Args)]
pub(crate) struct InputArguments {
    /// The emulated machine: a description, or a file with a description or an lstopo export [default: HSPLIT_EMULATE,
    /// else this machine]
    #[arg(short = 'i', long = "input", value_name = "DESCRIPTION|FILE")]
    input: Option<String>,
    /// A topology file: the switches of the emulated machine, whose nodes it calls node0, node1, ...; without an
    /// emulated machine, the file itself is shown [default: HSPLIT_TOPOLOGY_FILE, for an emulated machine]
    #[arg(long = "topology", alias = "topology-file", value_name = "FILE")]
    topology: Option<String>,
}

/// How many ranks, and where.
#[derive(Clone, Debug, Args)]
pub(crate) struct RankArguments {
    /// Number of ranks [default: one per core, or the lines of the placement's file]
    #[arg(short = 'n', long = "ranks", value_name = "RANKS")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MOST_RANKS))]
    ranks: Option<u64>,
    /// The placement of the ranks [default: bind= of -i or of HSPLIT_EMULATE, else core,by-node]
    #[arg(long, value_name = "PLACEMENT")]
    bind: Option<String>,
}

/// A machine, real or emulated, and its origin.
pub(crate) struct Input {
    /// The nodes and the switches above them.
    pub(crate) system: System,
    /// Its origin, for the head of the output.
    pub(crate) origin: String,
    /// The networks above each node, from a topology file.
    pub(crate) networks: Option<Vec<Network>>,
    topology: Option<Topology>,
    /// The placement that is described with the machine, and its origin.
    bind: Option<(String, &'static str)>,
}

impl RankArguments {
    /// Returns arguments for this number of ranks, with this binding.
    pub(crate) fn of(ranks: u64, bind: Option<&str>) -> Self {
        Self { ranks: Some(ranks), bind: bind.map(str::to_owned) }
    }

    /// True if any argument is given.
    pub(crate) fn is_given(&self) -> bool {
        self.ranks.is_some() || self.bind.is_some()
    }
}

impl InputArguments {
    /// Returns arguments for an emulated machine, or for that of the variables.
    pub(crate) fn of(input: Option<&str>) -> Self {
        Self { input: input.map(str::to_owned), topology: None }
    }

    /// True if `-i` describes a machine.
    pub(crate) fn has_input(&self) -> bool {
        self.input.is_some()
    }

    /// True if `-i` or `HSPLIT_EMULATE` describes a machine.
    pub(crate) fn names_machine(&self) -> bool {
        self.has_input() || text_of("HSPLIT_EMULATE").is_some()
    }

    /// True if a topology file is given.
    pub(crate) fn has_topology(&self) -> bool {
        self.topology.is_some()
    }

    /// Loads the machine.
    pub(crate) fn load(&self) -> Result<Input, Failure> {
        match self.described()? {
            Some(input) => self.below_switches(input, None),
            None => this_machine(),
        }
    }

    /// Loads the machine whose nodes are these hosts. If it has only one node, each host is like that.
    pub(crate) fn load_hosts(&self, hosts: &[String]) -> Result<Input, Failure> {
        let input = self.described()?.map_or_else(this_machine, Ok)?;
        let input = if input.system.nodes() == 1 { input.repeated(hosts.len() as u64) } else { input };
        let nodes = input.system.nodes();
        if nodes != hosts.len() as u64 {
            let what = format!("{} for {}", words(hosts.len() as u64, "host"), words(nodes, "node"));
            return Err(Failure::of("--hosts", what));
        }
        self.below_switches(input, Some(hosts))
    }

    /// Returns the emulated machine, without switches of a file.
    fn described(&self) -> Result<Option<Input>, Failure> {
        Ok(match (&self.input, text_of("HSPLIT_EMULATE")) {
            (Some(text), _) => {
                let machine = text_in("HSPLIT_EMULATE", text).unwrap_or_default();
                Some(Input {
                    bind: text_in("HSPLIT_EMULATE bind", text).map(|bind| (bind, "-i: bind")),
                    ..Input::new(described(&machine, "-i")?, machine)
                })
            }
            (None, Some(text)) => Some(Input {
                bind: text_of("HSPLIT_EMULATE bind").map(|bind| (bind, "HSPLIT_EMULATE: bind")),
                ..Input::new(described(&text, "HSPLIT_EMULATE")?, format!("{text} (HSPLIT_EMULATE)"))
            }),
            (None, None) => None,
        })
    }

    /// Returns the file of `--topology`, if no machine is emulated below its switches.
    pub(crate) fn file_alone(&self) -> Result<Option<Topology>, Failure> {
        match &self.topology {
            Some(path) if self.input.is_none() && text_of("HSPLIT_EMULATE").is_none() => {
                Topology::load(path, OPTION).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns an emulated machine below the switches of a topology file. As for a program, a machine with switches of
    /// its own keeps them.
    fn below_switches(&self, input: Input, hosts: Option<&[String]>) -> Result<Input, Failure> {
        let has_switches = input.system.network_levels().count() > 0;
        let topology = match (&self.topology, text_of("HSPLIT_TOPOLOGY_FILE")) {
            (Some(_), _) if has_switches => {
                return Err(Failure::of(OPTION, "the emulated machine has switches of its own"));
            }
            (Some(path), _) => Topology::load(path, OPTION)?,
            (None, Some(path)) if !has_switches => Topology::load(&path, "HSPLIT_TOPOLOGY_FILE")?,
            (None, _) => return Ok(input),
        };
        let networks = match hosts {
            Some(hosts) => topology.above_hosts(hosts)?,
            None => topology.above_nodes(&input.system)?,
        };
        Ok(Input { networks: Some(networks), topology: Some(topology), ..input })
    }
}

fn described(text: &str, origin: &str) -> Result<System, Failure> {
    let description = Description::read(text).map_err(|error| Failure::of(origin, error))?;
    topology::load_emulated(&description).map_err(|error| Failure::of(origin, error))
}

fn this_machine() -> Result<Input, Failure> {
    let machine = topology::load_system().map_err(|error| Failure::of("this machine", error))?;
    let ignored = topology::ignored_variables(&machine);
    ignored.iter().for_each(|(_, words)| remark(&format!("hsplit: {}\n", in_one_line(words))));
    let origin = ["HWLOC_XMLFILE", "HWLOC_SYNTHETIC", "HWLOC_FSROOT"]
        .iter()
        .filter(|name| ignored.iter().all(|(other, _)| other != *name))
        .find_map(|name| {
            std::env::var(name).ok().filter(|value| !value.is_empty()).map(|value| format!("{value} ({name})"))
        })
        .unwrap_or_else(|| "this machine".to_owned());
    Ok(Input::new(System::new(&[], vec![NodeGroup { count: 1, machine: Arc::new(machine) }]), origin))
}

impl Input {
    fn new(system: System, origin: String) -> Self {
        Self { system, origin, networks: None, topology: None, bind: None }
    }

    /// Returns a machine of this number of its node, without levels above them.
    fn repeated(self, nodes: u64) -> Self {
        let machine = self.system.machine_of(0).clone();
        Self { system: System::new(&[], vec![NodeGroup { count: nodes, machine }]), ..self }
    }

    /// Returns arguments for all ranks that a placement has places for on this machine, and at least `least`.
    pub(crate) fn filled(&self, bind: Option<&str>, least: u64) -> Result<RankArguments, Failure> {
        let all = RankArguments { ranks: None, bind: bind.map(str::to_owned) };
        let (_, capacity, _) = self.slots(&all)?;
        Ok(RankArguments { ranks: Some(capacity.max(least)), ..all })
    }

    /// Returns the ranks of an election. If none are given and the shape is that of devices, there are enough for all.
    pub(crate) fn ranks_of(&self, given: &RankArguments, shape: &Shape) -> Result<RankArguments, Failure> {
        match shape {
            Shape::Level { name, each } if !given.is_given() && self.bind.is_none() => {
                // On every node: ranks beyond the number of cores are placed in rounds over all nodes.
                let rounds = |group: &NodeGroup| {
                    let workers = devices_named(&group.machine, name).len() * *each as usize;
                    workers.div_ceil(group.machine.slots().len()) as u64
                };
                let rounds = self.system.groups().iter().map(rounds).max().unwrap_or(1).max(1);
                let all = self.filled(None, 0)?;
                Ok(RankArguments { ranks: all.ranks.map(|capacity| capacity * rounds), ..all })
            }
            _ => Ok(given.clone()),
        }
    }

    /// Returns the place of a slot, below these switches if there are any.
    fn place(&self, slot: &Slot, networks: Option<&[Network]>) -> Place {
        let place = self.system.place(slot);
        let Some(network) = networks.map(|networks| &networks[slot.node as usize]) else { return place };
        network.place_of(place.steps().to_vec(), &self.system.machine_of(slot.node).names())
    }

    /// Returns the switches above a node, with all their names, outermost first.
    pub(crate) fn above(&self, node: u64) -> Vec<Step> {
        let run = self.system.machine_of(node).whole();
        let place = self.place(&Slot { node, run }, self.networks.as_deref());
        place.steps()[..place.node().unwrap_or(place.steps().len())].to_vec()
    }

    /// Returns the number of cores.
    pub(crate) fn cores(&self) -> u64 {
        self.count(|group| group.machine.slots().len() as u64)
    }

    /// Returns the sum of a number of each node over all nodes.
    fn count(&self, of: impl Fn(&NodeGroup) -> u64) -> u64 {
        let switches = self.system.lowest_switches();
        self.system.groups().iter().map(|group| group.count * switches * of(group)).sum()
    }

    /// Returns the lines above an output that describe its machine.
    pub(crate) fn head(&self) -> Vec<HeadLine> {
        let has_cores = |group: &NodeGroup| group.machine.names().iter().any(|name| name.as_str() == "Core");
        let cores = self.count(|group| if has_cores(group) { group.machine.slots().len() as u64 } else { 0 });
        let units = self.count(|group| group.machine.units().len() as u64);
        let nodes = self.system.nodes();
        let mut hardware = vec![words(nodes, "node"), words(units, "PU")];
        // (On a machine without cores, slots are PUs, which `has_cores` leaves out.)
        if cores > 0 {
            hardware.insert(1, words(cores, "core"));
        }
        let hardware = hardware.join(", ");
        let mut head = vec![("machine".to_owned(), self.origin.clone()), ("hardware".to_owned(), hardware)];
        head.extend(self.topology.iter().flat_map(Topology::head));
        head
    }

    /// Returns the places of the ranks, and their line of the head.
    pub(crate) fn places(&self, arguments: &RankArguments) -> Result<(Vec<Place>, HeadLine), Failure> {
        let (slots, line) = self.slots_of_ranks(arguments)?;
        let networks = self.networks.as_deref().map(without_single_names);
        Ok((slots.iter().map(|slot| self.place(slot, networks.as_deref())).collect(), line))
    }

    /// Returns the table of all ranks, as the library makes it, and their line of the head.
    pub(crate) fn table(&self, arguments: &RankArguments) -> Result<(Table<Vec<u8>>, HeadLine), Failure> {
        let (slots, line) = self.slots_of_ranks(arguments)?;
        let networks = self.networks.as_deref();
        let entry = |(rank, slot): (u32, &Slot)| {
            let position = networks.and_then(|networks| networks[slot.node as usize].position.clone());
            table::entry(rank, &self.place(slot, networks), position.as_ref())
        };
        let entries: Vec<u8> = (0..).zip(&slots).flat_map(entry).collect();
        let made = Table::open(table::build(&table::merge(&entries), slots.len() as u32));
        Ok((made.ok_or_else(|| Failure::of("-n", "a table of ranks that cannot be read"))?, line))
    }

    /// Returns the node and the binding of each rank, and their line of the head.
    pub(crate) fn homes(&self, arguments: &RankArguments) -> Result<(Vec<(u64, Cpus)>, HeadLine), Failure> {
        let (slots, ranks, line) = self.slots(arguments)?;
        let home = |rank| (slots.slot(&self.system, rank).node, slots.cpus(&self.system, rank));
        Ok(((0..ranks).map(home).collect(), line))
    }

    /// Returns the slots of the ranks, and their line of the head.
    fn slots_of_ranks(&self, arguments: &RankArguments) -> Result<(Vec<Slot>, HeadLine), Failure> {
        let (slots, ranks, line) = self.slots(arguments)?;
        Ok(((0..ranks).map(|rank| slots.slot(&self.system, rank)).collect(), line))
    }

    /// Returns the slots, the number of ranks in them, and their line of the head.
    fn slots(&self, arguments: &RankArguments) -> Result<(Slots, u64, HeadLine), Failure> {
        let (text, origin) = match (&arguments.bind, &self.bind) {
            (Some(text), _) => (&text[..], "--bind"),
            (None, Some((text, origin))) => (&text[..], *origin),
            (None, None) => (ProcessPlacement::DEFAULT, "--bind"),
        };
        let placement = ProcessPlacement::read(text).map_err(|error| Failure::of(origin, error))?;
        let slots = placement
            .prepare(&self.system, arguments.ranks.unwrap_or(0))
            .map_err(|error| Failure::of(origin, error))?;
        let ranks = arguments.ranks.unwrap_or_else(|| slots.capacity(&self.system));
        if ranks == 0 {
            return Err(Failure::of(origin, format!("{text} places no rank")));
        }
        if ranks > MOST_RANKS {
            return Err(Failure::of(
                "-n",
                format!("the machine would take {ranks} ranks; ask for at most {MOST_RANKS}"),
            ));
        }
        let note = if origin.starts_with("HSPLIT") { " (HSPLIT_EMULATE)" } else { "" };
        Ok((slots, ranks, ("ranks".to_owned(), format!("{ranks}, placement {text}{note}"))))
    }
}

fn words(count: u64, noun: &str) -> String {
    hsplit_core::tree::words::count_of(count, noun)
}
