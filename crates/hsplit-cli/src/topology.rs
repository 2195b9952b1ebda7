// SPDX-License-Identifier: MIT OR Apache-2.0
//! A topology file in the commands: the switches above the nodes of an emulated machine, or the file by itself, so that
//! it can be checked without an MPI.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use hsplit_core::emulation::System;
use hsplit_core::level::{Level, NETWORK_PREFIX, ring_name};
use hsplit_core::message::cleaned;
use hsplit_core::name::Name;
use hsplit_core::network::{Format, Network, SwitchTree, hostlist, in_a_line};
use hsplit_core::place::Step;
use hsplit_core::ranks::abridge;
use hsplit_core::tree::text::{Ink, Paint};
use hsplit_core::tree::words::count_of;
use hsplit_host::source::topology_file;
use hsplit_settings::{PARTITION, Settings};

use super::Failure;

/// The name of a line of the head that may occur several times.
pub(crate) const NOTE: &str = "note";

/// A file with more switches than this is abridged to the first few below each switch.
const MOST_SWITCHES: usize = 100;
const FEW_SWITCHES: usize = 3;
/// The number of runs of hosts in a line.
const MOST_RUNS: usize = 6;

/// A topology file.
pub(crate) struct Topology {
    /// The option or variable that names it.
    origin: &'static str,
    path: String,
    form: Format,
    tree: SwitchTree,
}

/// A host and the network above it.
type Host<'a> = (&'a str, &'a Network);

impl Topology {
    /// Reads the file that `origin` names.
    pub(crate) fn load(path: &str, origin: &'static str) -> Result<Self, Failure> {
        // The partition of the job is considered, as in a program of this job.
        let file = ("HSPLIT_TOPOLOGY_FILE".to_owned(), path.to_owned());
        let job = std::env::var(PARTITION).ok().map(|partition| (PARTITION.to_owned(), partition));
        let partition = Settings::read(std::iter::once(file).chain(job)).0.places.partition;
        let (form, tree) = topology_file::load(Path::new(path), partition.as_deref())
            .map_err(|error| Failure::of(origin, format!("{path}: {}", error.why)))?;
        Ok(Self { origin, path: path.to_owned(), form, tree })
    }

    /// Returns the network above each node of an emulated machine, whose nodes are called node0, node1, ...
    pub(crate) fn above_nodes(&self, system: &System) -> Result<Vec<Network>, Failure> {
        let names: Vec<String> = (0..system.nodes()).map(|node| format!("node{node}")).collect();
        self.above(&names, "nodes of the emulated machine")
    }

    /// Returns the network above each of these hosts.
    pub(crate) fn above_hosts(&self, names: &[String]) -> Result<Vec<Network>, Failure> {
        self.above(names, "hosts of --hosts")
    }

    fn above(&self, names: &[String], what: &str) -> Result<Vec<Network>, Failure> {
        let wrong = |why: String| Failure::of(self.origin, format!("{}: {why}", self.path));
        if self.tree.is_flat() {
            return Ok(names.iter().map(|_| Network::of(Arc::default())).collect());
        }
        let (mut networks, mut missing) = (vec![], vec![]);
        for name in names {
            match self.tree.find(name).map_err(wrong)? {
                Some(network) => networks.push(network),
                None => missing.push(name),
            }
        }
        if missing.is_empty() { Ok(networks) } else { Err(wrong(format!("lacks {what}: {}", hosts(&missing)))) }
    }

    /// Returns the network above each host of the file.
    pub(crate) fn networks(&self) -> Vec<Network> {
        self.tree.networks().into_iter().map(|(_, network)| network).collect()
    }

    /// Returns the hosts of the file, and the network above each.
    pub(crate) fn hosts(&self) -> Vec<(&str, Network)> {
        self.tree.networks()
    }

    /// Returns the lines above an output that describe the file.
    pub(crate) fn head(&self) -> Vec<(String, String)> {
        let from = if self.origin.starts_with('-') { String::new() } else { format!(" ({})", self.origin) };
        let (hosts, switches) = (count_of(self.tree.hosts() as u64, "host"), self.tree.switches());
        let above = match switches {
            0 => "in a torus".to_owned(),
            1 => "1 switch".to_owned(),
            _ => format!("{switches} switches"),
        };
        let others = self.tree.above_all_others().map(|network| format!("all other hosts below {network}"));
        let what = if self.tree.is_flat() { "no switches".to_owned() } else { format!("{hosts}, {above}") };
        let words = format!("{}{from}, read by source '{}': {what}", self.path, self.form.source());
        let left_out = Some(&self.tree.left_out).filter(|left_out| !left_out.is_empty());
        let left_out = left_out.map(|left_out| format!("left out: {}", in_a_line(left_out)));
        let notes = self
            .tree
            .notes
            .iter()
            .chain(&self.tree.found)
            .cloned()
            .chain(others)
            .chain(left_out)
            .map(|note| (NOTE.to_owned(), note));
        std::iter::once(("topology".to_owned(), words)).chain(notes).collect()
    }

    /// Returns the switches and hosts of the file, or the rings of a torus.
    pub(crate) fn outline(&self, paint: Paint) -> String {
        let networks = self.tree.networks();
        let all: Vec<Host> = networks.iter().map(|(host, network)| (*host, network)).collect();
        let line = |(name, value): &(String, String)| format!("# {:9} {}", format!("{name}:"), cleaned(value));
        let mut text: String = self.head().iter().map(|of| paint(Ink::Aside, &line(of)) + "\n").collect();
        let most = if self.tree.switches() > MOST_SWITCHES { FEW_SWITCHES } else { usize::MAX };
        below(&all, 0, most, paint, &mut text);
        text.extend(rings(&all));
        text
    }
}

/// Returns each level above a node, the node's own last if it has the names of a switch: the path to it, and its names.
pub(crate) fn named_levels(network: &Network) -> impl Iterator<Item = (Vec<u64>, &Arc<Level>)> {
    let path: Vec<u64> = network.steps.iter().map(|step| step.instance).chain(network.node).collect();
    let levels = network.steps.iter().map(|step| &step.level).chain(&network.alone);
    levels.enumerate().map(move |(depth, level)| (path[..=depth].to_vec(), level))
}

/// Returns the names that only one switch has.
pub(crate) fn single_names(networks: &[Network]) -> HashSet<Name> {
    // The switch of each name, in any spelling; `None` if there are several.
    let mut places: HashMap<&str, (Name, Option<Vec<u64>>)> = HashMap::new();
    for (path, level) in networks.iter().flat_map(named_levels) {
        let names = level.names().iter().zip(level.canonical_names());
        for (&name, spelling) in names.filter(|(name, _)| !name.as_str().starts_with(NETWORK_PREFIX)) {
            let (_, place) = places.entry(spelling).or_insert_with(|| (name, Some(path.clone())));
            if place.as_ref().is_some_and(|known| *known != path) {
                *place = None;
            }
        }
    }
    places.into_values().filter(|(_, place)| place.is_some()).map(|(name, _)| name).collect()
}

/// Returns the same networks without the names that only one switch has, so that equal switches look equal.
pub(crate) fn without_single_names(networks: &[Network]) -> Vec<Network> {
    let single = single_names(networks);
    let kept = |level: &Level| {
        Arc::new(Level::new(&level.names().iter().copied().filter(|name| !single.contains(name)).collect::<Vec<_>>()))
    };
    let strip = |network: &Network| Network {
        steps: network.steps.iter().map(|step| Step { level: kept(&step.level), ..step.clone() }).collect(),
        alone: network.alone.as_deref().map(kept),
        ..network.clone()
    };
    networks.iter().map(strip).collect()
}

/// Appends the children of one switch, or the topmost ones: switches, then hosts.
fn below(all: &[Host], depth: usize, most: usize, paint: Paint, text: &mut String) {
    let mut switches: BTreeMap<u64, Vec<Host>> = BTreeMap::new();
    // Hosts that are one level with their switch, and hosts beside switches.
    let (mut single, mut here) = (vec![], vec![]);
    for &(host, network) in all {
        match (network.steps.get(depth), &network.alone) {
            (Some(step), _) => switches.entry(step.instance).or_default().push((host, network)),
            (None, Some(level)) => single.push((host, level)),
            (None, None) if network.torus().is_none() => here.push(host),
            (None, None) => {}
        }
    }
    let margin = "  ".repeat(depth);
    for members in switches.values().take(most) {
        let step = &members[0].1.steps[depth];
        let is_lowest = members.iter().all(|(_, network)| network.steps.len() == depth + 1 && network.alone.is_none());
        let names: Vec<&str> = members.iter().map(|(host, _)| *host).collect();
        let list = if is_lowest { format!(": {}", hosts(&names)) } else { String::new() };
        *text += &format!(
            "{margin}{}{}  {}{list}\n",
            paint(Ink::Level(step.level.name().as_str()), &format!("{} #{}", step.level.name(), step.instance)),
            other_names(&step.level),
            count_of(members.len() as u64, "host")
        );
        if !is_lowest {
            below(members, depth + 1, most, paint, text);
        }
    }
    let rest: usize = switches.values().skip(most).map(Vec::len).sum();
    if rest > 0 {
        *text += &format!("{margin}and {} more with {}\n", switches.len() - most, count_of(rest as u64, "host"));
    }
    for (host, level) in single.iter().take(most) {
        *text += &format!("{margin}{host}{}\n", all_names(level.names().iter().map(ToString::to_string)));
    }
    if single.len() > most {
        *text += &format!("{margin}and {} more switches with one host\n", single.len() - most);
    }
    if !here.is_empty() {
        *text += &format!("{margin}{}: {}\n", count_of(here.len() as u64, "host"), hosts(&here));
    }
}

/// Returns a line for each dimension of a torus.
fn rings(all: &[Host]) -> Vec<String> {
    let dimensions =
        all.iter().filter_map(|(_, network)| network.torus()).map(|torus| torus.dimensions()).max().unwrap_or(0);
    let line = |dimension| {
        let mut rings: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
        for (host, ring) in all.iter().filter_map(|(host, network)| Some((*host, network.torus()?.ring(dimension)?))) {
            rings.entry(ring).or_default().push(host);
        }
        let sizes: BTreeSet<usize> = rings.values().map(Vec::len).collect();
        let (least, most) = (sizes.first().copied().unwrap_or(0), sizes.last().copied().unwrap_or(0));
        let sizes = if least == most { count_of(most as u64, "host") } else { format!("{least} to {most} hosts") };
        let first = rings.values().next().map_or_else(String::new, |first| hosts(first));
        format!("{}  {} of {sizes}, the first: {first}\n", ring_name(dimension), count_of(rings.len() as u64, "ring"))
    };
    (0..dimensions).map(line).collect()
}

/// Returns names of hosts as a list, cut if it is long.
fn hosts<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let runs: Vec<String> = hostlist::collect(&names).split(',').map(str::to_owned).collect();
    abridge(&runs, MOST_RUNS, ", ")
}

fn other_names(level: &Level) -> String {
    all_names(level.names().iter().filter(|name| **name != level.name()).map(ToString::to_string))
}

fn all_names(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.map(|name| format!("= {name}")).collect();
    if names.is_empty() { String::new() } else { format!(" ({})", names.join(" ")) }
}
