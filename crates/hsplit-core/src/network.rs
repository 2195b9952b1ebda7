// SPDX-License-Identifier: MIT OR Apache-2.0
//! The network above the nodes, read from texts: a tree of switches over hosts.
//!
//! Every format has its own file here, which turns its text into calls of a [`Builder`]; the builder checks the
//! conditions on the whole (no cycle, no host twice). A text written for this library that has errors gives no tree,
//! only a message for each error; from texts of or for other programs, lines with errors are left out. All processes of
//! a job read the same text and get the same network.
//!
//! A child's number is its position below its switch, hosts and switches counted together. So every process computes
//! the same numbers without communication, paths stay short, and a host never has the number of a switch next to it.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::level::{Level, NETWORK_PREFIX, NVLINK, TORUS_PREFIX, canonical};
use crate::name::Name;
use crate::place::{Place, Step};
use crate::routers::{AtRouter, Routers};

mod budget;
mod builder;
pub(crate) mod coordinates;
pub(crate) mod fabric;
pub mod file;
mod groups;
mod halves;
pub mod hostlist;
mod line_error;
mod shared;
pub mod slurm;

pub(crate) use builder::Builder;
use halves::Halves;

pub use line_error::{At, LineError, in_a_line};

pub use crate::position::{NetworkPosition, half_diameter, way_around};

/// The longest name of a switch that becomes a name of its level: Open MPI's limit for a key of an info object.
const LONGEST_ALIAS: usize = 32;

/// The network around one node, from a source of networks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The levels of switches above the node, outermost first.
    pub steps: Arc<[Step]>,
    /// The number of the node among the children of its switch, if the source contains it.
    pub node: Option<u64>,
    /// The switches with this node as their only one; they are merged with the node (RR-9077 §3.2.2).
    pub alone: Option<Arc<Level>>,
    /// The coordinates of the node, if the source contains them. A torus has no levels.
    pub position: Option<NetworkPosition>,
    /// The halves of the network around the node (`halves`), widest first, for splits.
    pub halves: Option<Arc<[Step]>>,
    /// The switch of the node, if the network is no tree.
    pub router: Option<AtRouter>,
}

impl Network {
    /// A network with some levels, and nothing about the node itself.
    pub fn of(steps: Arc<[Step]>) -> Self {
        Self { steps, node: None, alone: None, position: None, halves: None, router: None }
    }

    /// The position of the node in a torus, if the network is one.
    pub fn torus(&self) -> Option<&NetworkPosition> {
        self.position.as_ref().filter(|position| position.is_torus)
    }

    /// The names of each switch above the node, merged or not, outermost first.
    fn switches(&self) -> Vec<Vec<&'static str>> {
        let levels = self.steps.iter().map(|step| &step.level).chain(&self.alone);
        let names = levels.flat_map(|level| level.names().iter().map(|name| name.as_str()));
        let mut switches = vec![];
        let mut own = vec![];
        for name in names {
            match name {
                // The kind of a block, which every block has.
                NVLINK => {}
                name if name.starts_with(NETWORK_PREFIX) => switches.push(std::mem::take(&mut own)),
                name => own.push(name),
            }
        }
        switches
    }

    /// The place of a node below this network, from the node's own steps.
    pub fn place_of(&self, node: Vec<Step>, names: &[Name]) -> Place {
        let place = Place::new(self.path_to(node, names)).at(self.position.clone());
        place.with_halves(self.halves.clone()).at_router(self.router.clone())
    }

    /// The path to a node below this network, from the node's own steps.
    ///
    /// The node gets its number in the network, if it is known. A switch may have the name `core`, but then only the
    /// level of the node has that name (`names` are the node's).
    pub fn path_to(&self, mut node: Vec<Step>, names: &[Name]) -> Vec<Step> {
        let taken = Level::new(names);
        if let Some(step) = node.first_mut() {
            step.instance = self.node.unwrap_or(step.instance);
            if let Some(switch) = &self.alone {
                step.level = Arc::new(step.level.merged_into(&without_names_of(switch, &taken)));
            }
        }
        let above = self
            .steps
            .iter()
            .map(|step| Step { level: Arc::new(without_names_of(&step.level, &taken)), ..step.clone() });
        above.chain(node).collect()
    }

    /// True if two sources contradict each other: they have different numbers of switches, or different names of a
    /// switch.
    pub fn contradicts(&self, other: &Self) -> bool {
        let (own, others) = (self.switches(), other.switches());
        let differ = |a: &[&str], b: &[&str]| {
            !a.is_empty() && !b.is_empty() && !a.iter().any(|a| b.iter().any(|b| a.eq_ignore_ascii_case(b)))
        };
        own.len() != others.len() || own.iter().zip(&others).any(|(a, b)| differ(a, b))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(torus) = self.torus() {
            return torus.fmt(f);
        }
        let switches = self.switches();
        let words: Vec<String> = switches
            .iter()
            .enumerate()
            .map(|(depth, names)| names.last().map_or_else(|| format!("{NETWORK_PREFIX}{depth}"), ToString::to_string))
            .collect();
        f.write_str(&if words.is_empty() { "no switch".to_owned() } else { words.join(" > ") })
    }
}

/// A format of network descriptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Our own format.
    File,
    /// Slurm's `topology.conf`.
    Slurm,
    /// Coordinates of each host, below switches or in a torus (RR-9077 §4.2).
    Coordinates,
    /// The output of `ibnetdiscover`.
    Fabric,
}

impl Format {
    /// The format of a text, from its first line that is no comment.
    pub fn of(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let recognise = |line: &str| {
            let (slurm, coordinates, fabric) = (slurm::begins(line), coordinates::begins(line), fabric::begins(line));
            [(slurm, Self::Slurm), (coordinates, Self::Coordinates), (fabric, Self::Fabric)]
                .into_iter()
                .find(|(is, _)| *is)
                .map(|(_, format)| format)
        };
        lines.map(recognise).next().flatten().unwrap_or(Self::File)
    }

    /// The name of the source that reads this format.
    pub fn source(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Slurm => "slurm",
            Self::Coordinates => "coordinates",
            Self::Fabric => "fabric",
        }
    }

    /// Reads a text of this format. `include` returns the text of another file that it names.
    ///
    /// # Errors
    /// All errors in the text, in its order.
    pub fn read(
        self,
        text: &str,
        include: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<SwitchTree, Vec<LineError>> {
        self.read_for(text, None, include)
    }

    /// The same for a job in a partition, because a text may have several networks.
    ///
    /// # Errors
    /// All errors in the text, in its order.
    pub fn read_for(
        self,
        text: &str,
        partition: Option<&str>,
        include: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<SwitchTree, Vec<LineError>> {
        match self {
            Self::File => file::read(text),
            Self::Slurm => slurm::read(text, partition, include),
            Self::Coordinates => coordinates::read(text),
            Self::Fabric => fabric::read(text),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    /// Below this switch.
    Switch(u32),
    /// At a port of this switch; `position` contains all coordinates.
    Port { switch: u32, position: u64 },
    /// At this position of a torus.
    Torus(u64),
}

impl Spot {
    fn switch(self) -> Option<u32> {
        match self {
            Self::Switch(switch) | Self::Port { switch, .. } => Some(switch),
            Self::Torus(_) => None,
        }
    }

    /// The coordinates of the host, if the text has any.
    fn position(self, dims: &Arc<[u64]>) -> Option<NetworkPosition> {
        let (position, is_torus) = match self {
            Self::Switch(_) => return None,
            Self::Port { position, .. } => (position, false),
            Self::Torus(position) => (position, true),
        };
        Some(NetworkPosition { dims: dims.clone(), position, is_torus })
    }
}

/// The spelling for comparing names.
fn folded(name: &str) -> String {
    name.to_ascii_lowercase()
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Switch {
    names: Vec<String>,
    parent: Option<u32>,
    instance: u64,
    holds: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Host {
    spot: Spot,
    instance: u64,
}

/// The switches of a network and the hosts below them, or the hosts in a torus.
#[derive(Clone, Debug)]
pub struct SwitchTree {
    switches: Vec<Switch>,
    hosts: Vec<Host>,
    host_index: HashMap<String, u32>,
    /// The switch of all hosts that the text does not name.
    all_others: Option<u32>,
    /// The hosts by the part of their names before the first dot; built at its first use.
    short_names: OnceLock<HashMap<String, ShortName>>,
    /// The halves of a torus, or of a network that has no levels.
    halves: OnceLock<Halves>,
    fabric: Option<Fabric>,
    /// The lengths of the dimensions, if hosts have coordinates: of a torus; or the numbers of switches at each level
    /// below one of the level above, and the number of ports of a switch.
    dims: Arc<[u64]>,
    /// Remarks for the user.
    pub notes: Vec<String>,
    /// Choices that the reader made, which are not errors of the text.
    pub found: Vec<String>,
    /// The lines that were left out, with their errors.
    pub left_out: Vec<LineError>,
}

#[derive(Clone, Debug)]
struct Fabric {
    network: Arc<Routers>,
    of_hosts: Vec<Option<u32>>,
    /// True if it has levels, such as the groups of a dragonfly.
    has_levels: bool,
}

/// The hosts that a short name may mean.
#[derive(Clone, Debug)]
enum ShortName {
    One(u32),
    /// The first two of them, in the order of their names.
    Several(String, String),
}

impl SwitchTree {
    fn new(
        switches: Vec<Switch>,
        hosts: Vec<Host>,
        host_index: HashMap<String, u32>,
        dims: Arc<[u64]>,
        notes: Vec<String>,
    ) -> Self {
        let (all_others, short_names) = (None, OnceLock::new());
        let (found, left_out) = (vec![], vec![]);
        let (halves, fabric) = (OnceLock::new(), None);
        Self { switches, hosts, host_index, all_others, short_names, halves, fabric, dims, notes, found, left_out }
    }

    /// A network without switches, which names no hosts.
    fn flat(notes: Vec<String>) -> Self {
        Self::new(vec![], vec![], HashMap::new(), Arc::default(), notes)
    }

    /// True if there are no switches above any host, also above hosts that the text does not name.
    pub fn is_flat(&self) -> bool {
        self.hosts.is_empty() && self.all_others.is_none()
    }

    /// The number of hosts.
    pub fn hosts(&self) -> usize {
        self.hosts.len()
    }

    /// The number of switches with hosts below them.
    pub fn switches(&self) -> usize {
        self.switches.iter().filter(|switch| switch.holds > 0).count()
    }

    /// The switches above each host that the text does not name, if it has a rule for all of them.
    pub fn above_all_others(&self) -> Option<Network> {
        let switch = self.all_others?;
        let network = self.above(&Host { spot: Spot::Switch(switch), instance: 0 });
        // The number of such a node is only known from its own source.
        Some(Network { node: None, ..network })
    }

    /// All hosts in the order of the text, by their names in lower case, each with its network.
    pub fn networks(&self) -> Vec<(&str, Network)> {
        let mut names = vec![""; self.hosts.len()];
        self.host_index.iter().for_each(|(name, &index)| names[index as usize] = name);
        // Hosts of one switch are mostly adjacent, and share the network above it.
        let mut networks: Vec<Network> = Vec::with_capacity(self.hosts.len());
        for (index, host) in self.hosts.iter().enumerate() {
            let before = index.checked_sub(1).filter(|&before| {
                host.spot.switch().is_some()
                    && self.fabric.is_none()
                    && self.hosts[before].spot.switch() == host.spot.switch()
                    && networks[before].alone.is_none()
            });
            let network = match before {
                Some(before) => Network {
                    node: Some(host.instance),
                    position: host.spot.position(&self.dims),
                    ..networks[before].clone()
                },
                None => self.around(index),
            };
            networks.push(network);
        }
        names.into_iter().zip(networks).collect()
    }

    /// The network above the host of this name; `None` if the text does not contain it.
    ///
    /// Case is ignored. The full name is searched first, then the part before the first dot: a short name in the text
    /// means that host in any domain, and a short `host` means a full name in the text.
    ///
    /// # Errors
    /// The short name fits several hosts.
    pub fn find(&self, host: &str) -> Result<Option<Network>, String> {
        let name = folded(host);
        let exact = self.host_index.get(&name).copied();
        let known = match exact.or_else(|| self.host_index.get(short(&name)).copied()) {
            None if !name.contains('.') => self.with_short_name(&name)?,
            known => known,
        };
        Ok(known.map(|index| self.around(index as usize)).or_else(|| self.above_all_others()))
    }

    /// True if the text has a host of exactly this name, in any case.
    pub fn has(&self, host: &str) -> bool {
        self.host_index.contains_key(&folded(host))
    }

    fn with_short_name(&self, name: &str) -> Result<Option<u32>, String> {
        match self.short_names.get_or_init(|| self.index_short_names()).get(name) {
            None => Ok(None),
            Some(ShortName::One(index)) => Ok(Some(*index)),
            Some(ShortName::Several(a, b)) => Err(format!("'{name}' may be '{a}' or '{b}'")),
        }
    }

    fn index_short_names(&self) -> HashMap<String, ShortName> {
        let mut full: Vec<(&str, &str, u32)> =
            self.host_index.iter().map(|(name, &index)| (short(name), name.as_str(), index)).collect();
        full.sort_unstable();
        let means = |hosts: &[(&str, &str, u32)]| match *hosts {
            [(_, a, _), (_, b, _), ..] => ShortName::Several(a.to_owned(), b.to_owned()),
            _ => ShortName::One(hosts[0].2),
        };
        full.chunk_by(|a, b| a.0 == b.0).map(|hosts| (hosts[0].0.to_owned(), means(hosts))).collect()
    }

    /// The network above a host, or around it.
    fn around(&self, index: usize) -> Network {
        let network = self.above(&self.hosts[index]);
        let fabric = self.fabric.as_ref();
        let halves = || match fabric {
            Some(fabric) if fabric.has_levels => Halves::default(),
            Some(fabric) => Halves::of_routers(&fabric.network, &fabric.of_hosts),
            None => Halves::of(self.hosts.iter().map(|host| host.spot.position(&self.dims))),
        };
        let router = fabric.and_then(|fabric| {
            Some(AtRouter { network: fabric.network.clone(), router: (*fabric.of_hosts.get(index)?)? })
        });
        if network.torus().is_none() && router.is_none() {
            return network;
        }
        Network { halves: self.halves.get_or_init(halves).around(index), router, ..network }
    }

    /// The steps above a host. Switches with the same hosts are merged and named after the lowest; switches with only
    /// this host are merged with the host.
    fn above(&self, host: &Host) -> Network {
        let mut chain = vec![];
        let mut above = host.spot.switch();
        while let Some(index) = above {
            let switch = &self.switches[index as usize];
            chain.push(switch);
            above = switch.parent;
        }
        chain.reverse();
        let mut steps: Vec<Step> = vec![];
        let position = host.spot.position(&self.dims);
        let mut network = Network { node: Some(host.instance), position, ..Network::of(Arc::default()) };
        let mut depths = 0..;
        for run in chain.chunk_by(|a, b| a.holds == b.holds) {
            let levels = run.iter().zip(&mut depths).map(|(switch, depth)| network_level(depth, &switch.names));
            let Some(level) = levels.reduce(|wider, level| level.merged_into(&wider)) else { continue };
            if run[0].holds == 1 {
                (network.node, network.alone) = (Some(run[0].instance), Some(Arc::new(level)));
            } else {
                steps.push(Step::new(Arc::new(level), run[0].instance));
            }
        }
        network.steps = steps.into();
        network
    }
}

fn short(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// The level of a switch, with the names that are allowed for levels.
pub(crate) fn network_level(depth: usize, names: &[String]) -> Level {
    let ours = [NETWORK_PREFIX, TORUS_PREFIX].map(folded);
    let fit = |name: &&str| {
        name.len() <= LONGEST_ALIAS
            && !ours.iter().any(|prefix| folded(name).starts_with(prefix))
            && !name.contains(char::is_whitespace)
    };
    Level::network(depth, &names.iter().map(String::as_str).filter(fit).collect::<Vec<_>>())
}

/// A level without the names that another level has.
fn without_names_of(level: &Level, taken: &Level) -> Level {
    let free = |name: &&Name| !taken.answers_to(&canonical(name.as_str()));
    Level::new(&level.names().iter().filter(free).copied().collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_takes_no_name_of_the_node() {
        let level = network_level(0, &["core".to_owned(), "spine".to_owned()]);
        let kept = without_names_of(&level, &Level::new(&["Machine", "L3Cache", "Core"].map(Name::new)));
        assert_eq!(kept.names().iter().map(|name| name.as_str()).collect::<Vec<_>>(), ["spine", "Net_level0"]);
    }
}
