// SPDX-License-Identifier: MIT OR Apache-2.0
//! The plan of a machine: every node and core in its position, with its ranks.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use hsplit_core::cpus::Cpus;
use hsplit_core::level::{HWLOC_SCHEME, Level, NETWORK_PREFIX};
use hsplit_core::machine::{Machine, Object};
use hsplit_core::memory::MemoryKind;
use hsplit_core::name::Name;
use hsplit_core::network::Network;
use hsplit_core::place::Step;
use hsplit_core::ranks::Ranks;
use hsplit_core::tree::words::count_of;
use hsplit_monitor::words;

use super::devices::devices_of;
use crate::Failure;
use crate::drawing::colour::Entry;
use crate::input::{HeadLine, Input, RankArguments};
use crate::topology::{Topology, single_names};

/// The greatest number of cores: a picture of more cannot be printed.
const MOST_CORES: u64 = 1 << 14;
/// The number of runs of ranks that a core or a box names.
const MOST_RUNS: usize = 3;
/// The number of devices in a line.
const MOST_DEVICES: usize = 4;
/// The colours of cores with ranks, and without.
pub(super) const TAKEN: &str = "#ffffff";
pub(super) const FREE: &str = "#c4c4c4";

/// A box: everything, a switch, a node, or a part of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Area {
    /// The name of its level, for the colour.
    pub(super) level: &'static str,
    /// The title; empty inside a node, where the colour identifies the level, except in a picture of devices.
    pub(super) title: String,
    /// Lines below the title: the ranks that are bound to all of it (`ranks 0-3`), its memory and its devices.
    pub(super) lines: Vec<String>,
    /// Its cores that are in no narrower box.
    pub(super) boxes: Vec<CoreBox>,
    /// The boxes in it.
    pub(super) areas: Vec<Area>,
}

/// A core; or a host without known contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CoreBox {
    /// Its name: `node 1, core 3`.
    pub(super) place: String,
    /// The ranks that are bound to it, or to a part of it; empty if there are none.
    pub(super) words: String,
}

/// The plan of a whole machine.
pub(super) struct Plan {
    pub(super) head: Vec<HeadLine>,
    pub(super) all: Area,
    /// The meanings of the colours, outermost first.
    pub(super) legend: Vec<Entry>,
}

/// A rank, and the units that it is bound to.
type Home = (u32, Cpus);

/// A node, and the switches above it.
struct Node {
    above: Vec<Step>,
    what: Drawn,
}

/// A node on the plan.
enum Drawn {
    /// With its contents.
    Area(Area),
    /// Only its name, because its contents are unknown.
    CoreBox(CoreBox),
}

impl Plan {
    /// Returns the plan of these ranks on this machine; with devices, each box has the name of its process set, its
    /// memory and its devices.
    pub(super) fn new(input: &Input, arguments: &RankArguments, has_devices: bool) -> Result<Self, Failure> {
        let cores = input.cores();
        if cores > MOST_CORES {
            let what = format!("{cores} cores are too many for one picture; {MOST_CORES} are the most");
            return Err(Failure::of("--full", what));
        }
        let (homes, line) = input.homes(arguments)?;
        let title = format!("MPI_COMM_WORLD: {}", count_of(homes.len() as u64, "rank"));
        let mut of_node: Vec<Vec<Home>> = vec![vec![]; input.system.nodes() as usize];
        for (rank, (node, cpus)) in (0..).zip(homes) {
            of_node[node as usize].push((rank, cpus));
        }
        let titles = Titles { singles: input.networks.as_deref().map(single_names).unwrap_or_default() };
        let node = |(number, homes): (u64, &Vec<Home>)| {
            let area = NodeAreas::new(number, input.system.machine_of(number), homes, has_devices).area(0);
            Node { above: input.above(number), what: Drawn::Area(area) }
        };
        let nodes: Vec<Node> = (0..).zip(&of_node).map(node).collect();
        let mut legend = titles.legend(&nodes);
        for group in input.system.groups() {
            boxes(&group.machine).for_each(|object| add(&mut legend, Entry::of(&object.level)));
        }
        legend.push(Entry { fill: TAKEN, words: "core with its ranks".to_owned() });
        legend.push(Entry { fill: FREE, words: "core without a rank".to_owned() });
        let mut all = Area::new("MPI_COMM_WORLD", title);
        titles.put(&mut all, nodes, 0);
        let mut head = input.head();
        head.push(line);
        Ok(Self { head, all, legend })
    }

    /// Returns the switches and hosts of a topology file.
    pub(super) fn of_file(topology: &Topology) -> Result<Self, Failure> {
        let hosts = topology.hosts();
        if hosts.len() as u64 > MOST_CORES {
            let what = format!("{} hosts are too many for one picture; {MOST_CORES} are the most", hosts.len());
            return Err(Failure::of("--topology", what));
        }
        let networks: Vec<Network> = hosts.iter().map(|(_, network)| network.clone()).collect();
        let titles = Titles { singles: single_names(&networks) };
        let mut all = Area::new("MPI_COMM_WORLD", count_of(hosts.len() as u64, "host"));
        let node = |(host, network): (&str, Network)| {
            let alone = network.alone.iter().map(|level| format!(", {}", Entry::of(level).words));
            let at = network.torus().map(|torus| torus.coords().iter().map(|number| format!(" {number}")).collect());
            let words = host.to_owned() + &at.unwrap_or_else(String::new);
            let core_box = CoreBox { place: host.to_owned() + &alone.collect::<String>(), words };
            Node { above: network.steps.to_vec(), what: Drawn::CoreBox(core_box) }
        };
        let nodes: Vec<Node> = hosts.into_iter().map(node).collect();
        let mut legend = titles.legend(&nodes);
        legend.push(Entry { fill: TAKEN, words: "host".to_owned() });
        titles.put(&mut all, nodes, 0);
        Ok(Self { head: topology.head(), all, legend })
    }
}

fn add(legend: &mut Vec<Entry>, entry: Entry) {
    if !legend.contains(&entry) {
        legend.push(entry);
    }
}

impl Area {
    fn new(level: &'static str, title: String) -> Self {
        Self { level, title, lines: vec![], boxes: vec![], areas: vec![] }
    }
}

/// The titles of switches.
struct Titles {
    /// The names of single switches.
    singles: HashSet<Name>,
}

impl Titles {
    /// Puts the nodes into a box, or into that of their next switch if they have one.
    fn put(&self, into: &mut Area, nodes: Vec<Node>, depth: usize) {
        let mut switches: BTreeMap<u64, Vec<Node>> = BTreeMap::new();
        let mut here = vec![];
        for node in nodes {
            match node.above.get(depth) {
                Some(step) => switches.entry(step.instance).or_default().push(node),
                None => here.push(node.what),
            }
        }
        for nodes in switches.into_values() {
            let step = &nodes[0].above[depth];
            let mut area = Area::new(step.level.name().as_str(), self.of(step));
            self.put(&mut area, nodes, depth + 1);
            into.areas.push(area);
        }
        for what in here {
            match what {
                Drawn::Area(area) => into.areas.push(area),
                Drawn::CoreBox(core_box) => into.boxes.push(core_box),
            }
        }
    }

    /// Returns the switch's own name, or that of all such switches and its number.
    fn of(&self, step: &Step) -> String {
        let mut names = step.level.names().iter().filter(|name| !name.as_str().starts_with(NETWORK_PREFIX));
        match names.clone().rfind(|name| self.singles.contains(name)) {
            Some(own) => own.to_string(),
            None => format!("{} {}", names.next_back().copied().unwrap_or_else(|| step.level.name()), step.instance),
        }
    }

    /// Returns the levels above the nodes, without the names of single switches.
    fn legend(&self, nodes: &[Node]) -> Vec<Entry> {
        let mut legend = vec![];
        let deepest = nodes.iter().map(|node| node.above.len()).max().unwrap_or(0);
        for step in (0..deepest).flat_map(|depth| nodes.iter().filter_map(move |node| node.above.get(depth))) {
            let names = step.level.names().iter().copied().filter(|name| !self.singles.contains(name));
            add(&mut legend, Entry::of(&Level::new(&names.collect::<Vec<_>>())));
        }
        legend
    }
}

/// Returns the node and the objects in it that are wider than a core.
fn boxes(machine: &Machine) -> impl Iterator<Item = &Object> {
    let cores = machine.slots();
    let is_wide = move |object: &Object| !cores.iter().any(|core| is_inside(&object.units, core));
    let objects = machine.objects().iter().enumerate();
    objects.filter(move |(at, object)| *at == 0 || is_wide(object)).map(|(_, object)| object)
}

/// A node with its ranks. Each core and each rank is in the narrowest box around it.
struct NodeAreas<'a> {
    node: u64,
    machine: &'a Machine,
    /// The objects that are wider than a core, by their indices in the machine's list.
    wide: HashSet<usize>,
    cores: Vec<(Range<u32>, CoreBox)>,
    /// The ranks that are bound to an object, and to no narrower one.
    bound: HashMap<usize, Vec<u32>>,
    /// In a picture of devices: the lines of each object on its memory and its devices.
    details: Option<HashMap<usize, Vec<String>>>,
}

impl<'a> NodeAreas<'a> {
    fn new(node: u64, machine: &'a Machine, homes: &[Home], has_devices: bool) -> Self {
        let cores = machine.slots();
        let number = |object: &Object| machine.objects().iter().position(|other| std::ptr::eq(other, object));
        let mut at_core: Vec<Vec<u32>> = vec![vec![]; cores.len()];
        let mut bound: HashMap<usize, Vec<u32>> = HashMap::new();
        for (rank, home) in homes {
            match cores.iter().position(|core| !home.is_empty() && home.is_subset(&Cpus::from(core.clone()))) {
                Some(core) => at_core[core].push(*rank),
                None => bound.entry(number(machine.around(home)).unwrap_or(0)).or_default().push(*rank),
            }
        }
        let core_box = |(core, ranks): (usize, &Vec<u32>)| CoreBox {
            place: format!("node {node}, core {core}{}", regions_around(machine, &cores[core])),
            words: Ranks::from_sorted(ranks).brief(MOST_RUNS),
        };
        let core_boxes: Vec<CoreBox> = at_core.iter().enumerate().map(core_box).collect();
        let wide = boxes(machine).filter_map(number).collect();
        let details = has_devices.then(|| memory_and_devices(machine, &wide));
        Self { node, machine, wide, cores: cores.into_iter().zip(core_boxes).collect(), bound, details }
    }

    /// Returns the box of an object.
    fn area(&self, number: usize) -> Area {
        let objects = self.machine.objects();
        let object = &objects[number];
        let title = match number {
            0 if self.details.is_some() => format!("node {}: {}", self.node, sets_of(&object.level)),
            0 => format!("node {}", self.node),
            _ if self.details.is_some() => sets_of(&object.level),
            _ => String::new(),
        };
        let children = object.children.iter().map(|&child| child as usize).filter(|child| self.wide.contains(child));
        let is_own = |core: &Range<u32>| {
            is_inside(core, &object.units) && !children.clone().any(|child| is_inside(core, &objects[child].units))
        };
        let boxes = self.cores.iter().filter(|(core, _)| is_own(core)).map(|(_, core_box)| core_box.clone()).collect();
        let areas = children.clone().map(|child| self.area(child)).collect();
        let bound = self.bound.get(&number).map(|ranks| {
            let noun = if ranks.len() == 1 { "rank" } else { "ranks" };
            format!("{noun} {}", Ranks::from_sorted(ranks).brief(MOST_RUNS))
        });
        let details = self.details.iter().filter_map(|details| details.get(&number)).flatten().cloned();
        let lines = bound.into_iter().chain(details).collect();
        Area { lines, boxes, areas, ..Area::new(object.level.name().as_str(), title) }
    }
}

/// Returns a line for each NUMA node, and for some devices, by the narrowest of these objects around each.
fn memory_and_devices(machine: &Machine, wide: &HashSet<usize>) -> HashMap<usize, Vec<String>> {
    let objects = machine.objects();
    let around = |units: &Cpus| {
        let boxes = wide.iter().filter(|&&number| units.is_subset(&Cpus::from(objects[number].units.clone())));
        boxes.min_by_key(|&&number| objects[number].units.len()).copied().unwrap_or(0)
    };
    let mut lines: HashMap<usize, Vec<String>> = HashMap::new();
    for memory in machine.memory().iter().filter(|memory| memory.bytes > 0) {
        let size = if memory.bytes == u64::MAX { String::new() } else { format!(", {}", words::bytes(memory.bytes)) };
        let kind = match memory.kind {
            MemoryKind::Ordinary => "",
            MemoryKind::HighBandwidth => ", high bandwidth",
            MemoryKind::Other => ", special",
        };
        lines.entry(around(&memory.units)).or_default().push(format!("NUMA node {}{kind}{size}", memory.number));
    }
    let mut devices: HashMap<usize, Vec<&str>> = HashMap::new();
    for object in objects.iter().filter(|object| object.devices.is_some()) {
        devices.entry(around(&Cpus::from(object.units.clone()))).or_default().extend(devices_of(object));
    }
    for (number, names) in devices {
        lines.entry(number).or_default().extend(names.chunks(MOST_DEVICES).map(|some| some.join(", ")));
    }
    lines
}

/// Returns the process sets of a level.
fn sets_of(level: &Level) -> String {
    level.names().iter().map(|name| format!("{HWLOC_SCHEME}{name}")).collect::<Vec<_>>().join(", ")
}

/// Returns the regions of a core, each after a comma.
fn regions_around(machine: &Machine, core: &Range<u32>) -> String {
    let units = Cpus::from(core.clone());
    let regions = machine.regions().iter().filter(|region| units.is_subset(region.units()));
    regions.filter_map(|region| region.names().first()).map(|name| format!(", {name}")).collect()
}

fn is_inside(inner: &Range<u32>, outer: &Range<u32>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
