// SPDX-License-Identifier: MIT OR Apache-2.0
//! An InfiniBand or Omni-Path fabric in the output of `ibnetdiscover`.
//!
//! The text is a graph and not a tree: each leaf switch of a fat tree is linked to several spines. A switch's height is
//! its distance from the nearest leaf switch. Switches that reach each other without going above a height are one
//! group, and the groups of all heights are a tree, whose lowest switches are the leaf switches. If switches of one
//! height are linked, as in a dragonfly, switches with many common neighbours form a group, and in a HyperX switches
//! that differ in its longest dimensions. If there are no such groups, the network has no hierarchy: hosts get
//! coordinates if the links form a torus, otherwise only the leaf switches are used.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use super::{At, Builder, LineError, SwitchTree};
use crate::routers::Routers;

mod graph;
mod hyperx;
mod torus;

use graph::{Graph, HYPERX_PREFIX, PEERS};
use torus::Torus;

/// Part of the name of the adapters for in-network reduction in every switch of such a network, which are no hosts.
const NO_HOST: &str = "aggregation node";

/// The keys of the lines before a switch or an adapter.
const KEYS: &[&str] = &["vendid", "devid", "sysimgguid", "switchguid", "caguid", "rtguid"];

/// Begins the comment that names the rail.
const RAIL: &str = "# rail ";

pub(crate) fn begins(line: &str) -> bool {
    let is_key = line.split_once('=').is_some_and(|(key, _)| KEYS.contains(&key));
    // In our own format, a kind of switch may have the name `Chassis`.
    let number = line.strip_prefix("Chassis ").and_then(|rest| rest.split_whitespace().next());
    let is_chassis = number.is_some_and(|number| number.parse::<u32>().is_ok());
    is_key || is_chassis || line.starts_with("Non-Chassis ") || node(line).is_some()
}

/// Parses `Switch 24 "S-..." # "name" ...`: the kind, the identifier, the name.
fn node(line: &str) -> Option<(&str, &str, &str)> {
    let (kind, rest) = line.split_once(char::is_whitespace)?;
    let (ports, rest) = rest.trim_start().split_once(char::is_whitespace)?;
    if !matches!(kind, "Switch" | "Ca" | "Rt") || ports.parse::<u32>().is_err() {
        return None;
    }
    let (id, rest) = quoted(rest)?;
    Some((kind, id, description(rest)))
}

/// Parses `[22] "H-..."[1](...) # "name" lid 4 4xSDR`: the identifier of the peer, and its name.
fn link(line: &str) -> Option<(&str, &str)> {
    let (port, _) = line.strip_prefix('[')?.split_once(']')?;
    port.trim().parse::<u32>().ok()?;
    let (id, rest) = quoted(line)?;
    let peer_port = rest.strip_prefix('[')?.split_once(']')?.0;
    peer_port.trim().parse::<u32>().ok()?;
    Some((id, description(rest)))
}

/// The first text in quotes, and the rest after it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let (_, rest) = text.split_once('"')?;
    rest.split_once('"').filter(|(id, _)| !id.is_empty())
}

/// The name in quotes in the comment of a line; it may have quotes of its own.
fn description(text: &str) -> &str {
    let named = text.split_once('#').and_then(|(_, comment)| Some((comment.find('"')?, comment.rfind('"')?, comment)));
    named.and_then(|(from, to, comment)| comment.get(from + 1..to)).unwrap_or_default().trim()
}

#[derive(Default)]
struct Fabric<'a> {
    /// The declaration and the name of each switch.
    switches: BTreeMap<&'a str, (At, &'a str)>,
    /// Links between switches, with their first position in the text.
    links: BTreeMap<(&'a str, &'a str), At>,
    /// The adapters in the order of the text, and the index of each.
    adapters: Vec<Adapter<'a>>,
    adapter_index: HashMap<&'a str, usize>,
    /// The adapter that counts if a host has several.
    rail: Option<(At, &'a str)>,
}

struct Adapter<'a> {
    id: &'a str,
    /// From its own section if there is one, else from a link to it.
    name: &'a str,
    switch: Option<(&'a str, At)>,
}

struct Named<'a> {
    /// In lower case.
    host: Cow<'a, str>,
    device: &'a str,
    id: &'a str,
    switch: &'a str,
    at: &'a At,
}

/// Reads a fabric.
pub fn read(text: &str) -> Result<SwitchTree, Vec<LineError>> {
    let mut builder = Builder::that_leaves_out();
    let mut fabric = Fabric::default();
    let mut section: Option<(&str, &str)> = None;
    for (index, line) in text.lines().enumerate() {
        let (at, line) = (At::line(index + 1), line.trim());
        if let Some(rail) = line.strip_prefix(RAIL) {
            fabric.rail = Some((at, rail.trim()));
        } else if line.starts_with('[') {
            match link(line) {
                Some(link) => fabric.add_link(&mut builder, at, section, link),
                None => builder.wrong(&at, format!("'{line}' is no line of ibnetdiscover")),
            }
        } else if let Some((kind, id, name)) = node(line) {
            section = Some((kind, id));
            fabric.add_node(&mut builder, at, kind, id, name);
        } else if !line.is_empty() && !line.starts_with('#') && !says_nothing(line) {
            builder.wrong(&at, format!("'{line}' is no line of ibnetdiscover"));
        }
    }
    fabric.check(&mut builder);
    fabric.build(&mut builder);
    builder.finish()
}

/// True for valid lines that contain nothing needed here.
fn says_nothing(line: &str) -> bool {
    let heading = ["Chassis ", "Non-Chassis", "Spine ", "Line "].iter().any(|word| line.starts_with(word));
    heading || line.split_once('=').is_some_and(|(key, value)| KEYS.contains(&key) && !value.is_empty())
}

impl<'a> Fabric<'a> {
    fn add_node(&mut self, builder: &mut Builder, at: At, kind: &str, id: &'a str, name: &'a str) {
        match kind {
            "Switch" => match self.switches.get(id) {
                Some((before, _)) => builder.wrong(&at, format!("there is a switch '{id}' already, at {before}")),
                None => drop(self.switches.insert(id, (at, name))),
            },
            "Ca" => self.adapter(id, name).name = name,
            _ => {}
        }
    }

    /// Adds a link of the switch or adapter in whose section the line is.
    fn add_link(
        &mut self,
        builder: &mut Builder,
        at: At,
        section: Option<(&str, &'a str)>,
        (peer, name): (&'a str, &'a str),
    ) {
        let Some((kind, own)) = section else {
            return builder.wrong(&at, "a link before the switch or adapter that it belongs to");
        };
        match (kind, peer.get(..2)) {
            ("Switch", Some("S-")) => drop(self.links.entry((own, peer)).or_insert(at)),
            ("Switch", Some("H-")) => drop(self.adapter(peer, name).switch.get_or_insert((own, at))),
            ("Ca", Some("S-")) => drop(self.adapter(own, "").switch.get_or_insert((peer, at))),
            (_, Some("S-" | "H-" | "R-")) => {}
            _ => {
                builder.wrong(&at, format!("'{peer}' is neither a switch (S-), nor an adapter (H-), nor a router (R-)"))
            }
        }
    }

    /// The adapter of this identifier, created with this name if it is new.
    fn adapter(&mut self, id: &'a str, name: &'a str) -> &mut Adapter<'a> {
        let next = self.adapters.len();
        let index = *self.adapter_index.entry(id).or_insert(next);
        if index == next {
            self.adapters.push(Adapter { id, name, switch: None });
        }
        &mut self.adapters[index]
    }

    /// Removes the links to switches that are not in the text.
    fn check(&mut self, builder: &mut Builder) {
        let switches = &self.switches;
        let mut is_known = |peer: &str, at: &At| {
            let is_known = switches.contains_key(peer);
            if !is_known {
                builder.wrong(at, format!("there is no switch '{peer}'"));
            }
            is_known
        };
        self.links.retain(|(_, peer), at| is_known(peer, at));
        for adapter in &mut self.adapters {
            adapter.switch.take_if(|(switch, at)| !is_known(switch, at));
        }
    }

    /// One adapter for each host, sorted by the numbers in the names of the hosts. If a host has several, that of the
    /// rail is used, or else the first by the numbers in their names. An adapter with only the name of its host comes
    /// first.
    fn hosts(&self, builder: &mut Builder) -> Vec<Named<'_>> {
        // A name that many adapters have is from their maker, not the name of a host.
        const MOST_RAILS: usize = 16;
        let mut alike: HashMap<&str, usize> = HashMap::new();
        self.adapters.iter().for_each(|adapter| *alike.entry(adapter.name).or_default() += 1);
        let mut named = vec![];
        let mut nameless = 0_usize;
        for adapter in &self.adapters {
            let Some((switch, at)) = &adapter.switch else { continue };
            let mut words = adapter.name.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                _ if contains(adapter.name, NO_HOST) => {}
                (Some(host), device, None) if device.is_some() || alike[adapter.name] <= MOST_RAILS => {
                    let device = device.unwrap_or_default();
                    named.push(Named { host: folded(host), device, id: adapter.id, switch, at })
                }
                _ => nameless += 1,
            }
        }
        if nameless > 0 {
            builder
                .notes
                .push(format!("{nameless} adapters are not called 'HOST' or 'HOST DEVICE': their hosts are unknown"));
        }
        let is_of_rail = |adapter: &Named<'_>| self.rail.as_ref().is_some_and(|(_, rail)| adapter.device == *rail);
        if let Some((at, rail)) = self.rail.as_ref().filter(|_| !named.iter().any(is_of_rail)) {
            builder.wrong(at, format!("no host has an adapter '{rail}'"));
        }
        named.sort_by_cached_key(|adapter| {
            (by_number(&adapter.host), !is_of_rail(adapter), by_number(adapter.device), adapter.id)
        });
        let several = named
            .chunk_by(|a, b| a.host == b.host)
            .filter(|adapters| adapters.iter().any(|adapter| adapter.switch != adapters[0].switch))
            .count();
        if several > 0 {
            let which = self.rail.as_ref().map(|(_, rail)| format!("'{rail}', or else "));
            let which = which.unwrap_or_default() + "the first adapter";
            builder.found.push(format!("{several} hosts have adapters on several switches: {which} of each counts"));
        }
        named.dedup_by(|next, kept| next.host == kept.host);
        named
    }

    fn build(&self, builder: &mut Builder) {
        let hosts = self.hosts(builder);
        let numbers: HashMap<&str, usize> = self.switches.keys().copied().zip(0..).collect();
        let mut counts = vec![0; numbers.len()];
        hosts.iter().for_each(|host| counts[numbers[host.switch]] += 1);
        let links = self.links.keys().map(|(a, b)| (numbers[a], numbers[b]));
        let graph = Graph::new(counts, links.clone());
        let tree = graph.tree();
        if let Some(torus) = tree.no_hierarchy.and_then(|_| Torus::that_lacks_few(graph.neighbours())) {
            return put_in_torus(builder, torus, &hosts, &numbers);
        }
        if tree.peers.is_some() || tree.no_hierarchy.is_some() || !tree.hyperx.is_empty() {
            let network = Routers::new(numbers.len() as u32, links.map(|(a, b)| (a as u32, b as u32)).collect());
            builder.give_fabric(network, tree.no_hierarchy.is_none());
        }
        let (names, places) = (self.own_names(), self.switches.values().map(|(at, _)| at).collect::<Vec<_>>());
        let mut made: Vec<u32> = vec![];
        for group in &tree.groups {
            // A group with several spines has no common name.
            let name = if let [one] = group.tops[..] { Some(names[one]) } else { None };
            let switch = builder.add_switch(places[group.first], group.kind.as_deref(), name);
            group.below.iter().for_each(|&below| builder.adopt(places[group.first], switch, made[below]));
            made.push(switch);
        }
        for host in &hosts {
            let switch = numbers[host.switch];
            builder.add_host_at(host.at, made[tree.of_hosts[&switch]], switch as u32, &host.host);
        }
        if let Some(peers) = tree.peers {
            let range = |(least, most): (usize, usize)| {
                if least == most { least.to_string() } else { format!("{least} to {most}") }
            };
            builder.found.push(format!(
                "no tree: {} groups of {} switches with {} links between two groups, found by their links, are the \
                 level {PEERS}",
                peers.groups,
                range(peers.switches),
                range(peers.links)
            ));
        }
        if !tree.hyperx.is_empty() {
            builder.found.push(format!(
                "no tree: a HyperX of {} switches, found by its links; {HYPERX_PREFIX}1 is a row of its \
                 longest dimension",
                product(&tree.hyperx)
            ));
        }
        if let Some((a, b)) = tree.no_hierarchy {
            builder.found.push(format!(
                "no tree: '{}' and '{}' are linked and equally far from the hosts; unguided splits halve the network \
                 where few links are cut",
                names[a], names[b]
            ));
        }
    }

    /// The name of each switch, in the order of the identifiers. If several switches have the same name, usually the
    /// maker's, their identifiers distinguish them.
    fn own_names(&self) -> Vec<&'a str> {
        let mut seen = HashMap::new();
        self.switches.values().for_each(|(_, name)| *seen.entry(*name).or_insert(0) += 1);
        let own = |(id, (_, name)): (&&'a str, &(At, &'a str))| {
            if !name.is_empty() && seen[name] == 1 { *name } else { *id }
        };
        self.switches.iter().map(own).collect()
    }
}

fn put_in_torus(builder: &mut Builder, torus: Torus, hosts: &[Named<'_>], numbers: &HashMap<&str, usize>) {
    let lacks = if torus.missing == 0 { String::new() } else { format!(", of which it lacks {}", torus.missing) };
    builder.found.push(format!("no tree: a torus of {} switches, found by its links{lacks}", product(&torus.dims)));
    builder.give_coordinates(torus.dims.into());
    for host in hosts {
        builder.add_host_in_torus(host.at, torus.positions[numbers[host.switch]], &host.host);
    }
}

fn product(lengths: &[impl ToString]) -> String {
    lengths.iter().map(ToString::to_string).collect::<Vec<_>>().join(" x ")
}

/// A name in lower case; borrowed if it has no upper case, the usual case.
fn folded(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) { name.to_ascii_lowercase().into() } else { name.into() }
}

/// A key that sorts names by the numbers in them: mlx5_2 before mlx5_10.
fn by_number(name: &str) -> Vec<(u64, String)> {
    let runs = name.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    let mut at = 0;
    let run = |run: &[u8]| {
        let text = &name[at..at + run.len()];
        at += run.len();
        (text.parse().unwrap_or(0), text.to_owned())
    };
    runs.map(run).collect()
}

/// True if a text contains a part, given in lower case; case is ignored.
fn contains(text: &str, part: &str) -> bool {
    text.as_bytes().windows(part.len()).any(|window| window.eq_ignore_ascii_case(part.as_bytes()))
}
