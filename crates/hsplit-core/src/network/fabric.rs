// SPDX-License-Identifier: MIT OR Apache-2.0
//! An InfiniBand or Omni-Path fabric, as `ibnetdiscover` prints it.
//!
//! The text is a graph, not a tree: each leaf switch of a fat tree hangs on several spines. A switch's height is its
//! distance from the nearest switch with hosts. Switches that reach each other without going above a height are one
//! group, and the groups of all heights are a tree, whose lowest switches are the leaf switches. Where two switches of
//! one height are linked (a torus, a dragonfly) the network is no hierarchy, and only the leaf switches are given.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::groups::Groups;
use super::{At, Builder, Mistake, SwitchTree};

/// The name of what reduces inside every switch of such a network, and is no host.
const NO_HOST: &str = "aggregation node";

/// Whether a line is one that such a text begins with.
pub(crate) fn begins(line: &str) -> bool {
    let word = line.split(|c: char| c == '=' || c.is_whitespace()).next().unwrap_or_default();
    matches!(word, "vendid" | "devid" | "sysimgguid" | "switchguid" | "caguid" | "Non-Chassis" | "Chassis")
        || node(line).is_some()
}

/// `Switch 24 "S-..." # "name" ...`: the kind, the identifier, the name.
fn node(line: &str) -> Option<(&str, &str, &str)> {
    let (kind, rest) = line.split_once(char::is_whitespace)?;
    let (ports, rest) = rest.trim_start().split_once(char::is_whitespace)?;
    if !matches!(kind, "Switch" | "Ca" | "Rt") || ports.parse::<u32>().is_err() {
        return None;
    }
    let (id, rest) = quoted(rest)?;
    Some((kind, id, description(rest)))
}

/// `[22] "H-..."[1](...) # "name" lid 4 4xSDR`: the identifier of the peer, and its name.
fn link(line: &str) -> Option<(&str, &str)> {
    let (port, _) = line.strip_prefix('[')?.split_once(']')?;
    port.trim().parse::<u32>().ok()?;
    let (id, rest) = quoted(line)?;
    let peer_port = rest.strip_prefix('[')?.split_once(']')?.0;
    peer_port.trim().parse::<u32>().ok()?;
    Some((id, description(rest)))
}

/// The first text in quotes, and what follows it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let (_, rest) = text.split_once('"')?;
    rest.split_once('"').filter(|(id, _)| !id.is_empty())
}

/// The name in quotes in the comment of a line; it may have quotes of its own.
fn description(text: &str) -> &str {
    let named = text.split_once('#').and_then(|(_, comment)| Some((comment.find('"')?, comment.rfind('"')?, comment)));
    named.and_then(|(from, to, comment)| comment.get(from + 1..to)).unwrap_or_default().trim()
}

/// The graph.
#[derive(Default)]
struct Fabric<'a> {
    /// Where each switch is declared, and its name.
    switches: BTreeMap<&'a str, (At, &'a str)>,
    /// Links between switches, and where they stand first.
    links: BTreeMap<(&'a str, &'a str), At>,
    /// The adapters in the order of the text, and where each is in it.
    adapters: Vec<Adapter<'a>>,
    adapter_index: HashMap<&'a str, usize>,
}

/// An adapter: what it is called, and the switch that it hangs on.
struct Adapter<'a> {
    id: &'a str,
    /// Its own section tells its name better than a link to it.
    name: &'a str,
    switch: Option<(&'a str, At)>,
}

/// An adapter whose host is known.
struct Named<'a> {
    /// In lower case.
    host: Cow<'a, str>,
    device: &'a str,
    id: &'a str,
    switch: &'a str,
    at: &'a At,
}

/// Reads a fabric.
///
/// # Errors
/// All mistakes.
pub fn read(text: &str) -> Result<SwitchTree, Vec<Mistake>> {
    let mut builder = Builder::default();
    let mut fabric = Fabric::default();
    let mut section: Option<(&str, &str)> = None;
    for (index, line) in text.lines().enumerate() {
        let (at, line) = (At::line(index + 1), line.trim());
        if line.starts_with('[') {
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
    if builder.mistakes.is_empty() {
        fabric.build(&mut builder);
    }
    builder.finish()
}

/// Lines that are right and of no use here.
fn says_nothing(line: &str) -> bool {
    const KEYS: &[&str] = &["vendid", "devid", "sysimgguid", "switchguid", "caguid", "rtguid"];
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

    /// A link of the switch or adapter in whose section it stands.
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

    /// The adapter of this identifier; where it is new, it is called so.
    fn adapter(&mut self, id: &'a str, name: &'a str) -> &mut Adapter<'a> {
        let next = self.adapters.len();
        let index = *self.adapter_index.entry(id).or_insert(next);
        if index == next {
            self.adapters.push(Adapter { id, name, switch: None });
        }
        &mut self.adapters[index]
    }

    /// That every link leads to a switch of the text.
    fn check(&self, builder: &mut Builder) {
        let of_links = self.links.iter().map(|((_, peer), at)| (*peer, at));
        let of_adapters =
            self.adapters.iter().filter_map(|adapter| adapter.switch.as_ref()).map(|(switch, at)| (*switch, at));
        for (peer, at) in of_links.chain(of_adapters) {
            if !self.switches.contains_key(peer) {
                builder.wrong(at, format!("there is no switch '{peer}'"));
            }
        }
    }

    /// The adapter of each host that counts, by the names of the hosts. Where a host has several, that is the first:
    /// its rail 0.
    fn hosts(&self, builder: &mut Builder) -> Vec<Named<'_>> {
        let mut named = vec![];
        let mut nameless = 0_usize;
        for adapter in &self.adapters {
            let Some((switch, at)) = &adapter.switch else { continue };
            let mut words = adapter.name.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                _ if contains(adapter.name, NO_HOST) => {}
                (Some(host), Some(device), None) => {
                    named.push(Named { host: folded(host), device, id: adapter.id, switch, at })
                }
                _ => nameless += 1,
            }
        }
        if nameless > 0 {
            builder.notes.push(format!("{nameless} adapters are not called 'HOST DEVICE': their hosts are unknown"));
        }
        named.sort_by(|a, b| (&a.host, a.device, a.id).cmp(&(&b.host, b.device, b.id)));
        let several = named
            .chunk_by(|a, b| a.host == b.host)
            .filter(|adapters| adapters.iter().any(|adapter| adapter.switch != adapters[0].switch))
            .count();
        if several > 0 {
            builder
                .notes
                .push(format!("{several} hosts have adapters on several switches: the first adapter of each counts"));
        }
        named.dedup_by(|next, kept| next.host == kept.host);
        named
    }

    fn build(&self, builder: &mut Builder) {
        let hosts = self.hosts(builder);
        let leaves: HashSet<&str> = hosts.iter().map(|host| host.switch).collect();
        let heights = self.heights(&leaves);
        let names = self.own_names();
        let mut made: BTreeMap<usize, u32> = BTreeMap::new();
        let mut made_of: HashMap<&str, u32> = HashMap::new();
        for (index, (&id, (at, _))) in self.switches.iter().enumerate().filter(|(_, (id, _))| leaves.contains(*id)) {
            let switch = builder.add_switch(at, None, Some(names[index]));
            made.insert(index, switch);
            made_of.insert(id, switch);
        }
        for host in &hosts {
            builder.add_host(host.at, made_of[host.switch], &host.host);
        }
        let graph = Graph::new(self, &heights);
        if let Some((a, b)) = graph.on_one_height {
            builder.notes.push(format!(
                "no hierarchy: '{}' and '{}' are linked and equally far from the hosts; only the \
             switches with hosts are told apart",
                names[a], names[b]
            ));
            return;
        }
        let places: Vec<&At> = self.switches.values().map(|(at, _)| at).collect();
        graph.unite(builder, made, |group, tops| {
            // Several spines have no name in common.
            (places[group], if let [one] = tops { Some(names[*one]) } else { None })
        });
    }

    /// The name of each switch, in the order of their identifiers. Switches are often all called alike, after their
    /// maker; then their identifiers tell them apart.
    fn own_names(&self) -> Vec<&'a str> {
        let mut seen = HashMap::new();
        self.switches.values().for_each(|(_, name)| *seen.entry(*name).or_insert(0) += 1);
        let own = |(id, (_, name)): (&&'a str, &(At, &'a str))| {
            if !name.is_empty() && seen[name] == 1 { *name } else { *id }
        };
        self.switches.iter().map(own).collect()
    }

    /// How far each switch is from the nearest one with hosts.
    fn heights(&self, leaves: &HashSet<&'a str>) -> HashMap<&'a str, usize> {
        let mut neighbours: HashMap<&str, Vec<&'a str>> = HashMap::new();
        for (a, b) in self.links.keys() {
            neighbours.entry(a).or_default().push(b);
            neighbours.entry(b).or_default().push(a);
        }
        let mut heights: HashMap<&'a str, usize> = leaves.iter().map(|&id| (id, 0)).collect();
        let mut last: Vec<&'a str> = leaves.iter().copied().collect();
        let mut height = 0;
        while !last.is_empty() {
            height += 1;
            let around: Vec<&'a str> =
                last.iter().flat_map(|id| neighbours.get(id).into_iter().flatten().copied()).collect();
            last = around
                .into_iter()
                .filter(|id| heights.insert(id, heights.get(id).copied().unwrap_or(height)).is_none())
                .collect();
        }
        heights
    }
}

/// The links between switches that are connected to hosts, by the height that they lead up to; switches go by their
/// number in the order of their identifiers.
struct Graph {
    switches: usize,
    links: BTreeMap<usize, Vec<(usize, usize)>>,
    /// The switches of each height.
    here: BTreeMap<usize, Vec<usize>>,
    /// Two linked switches of one height, if there are any.
    on_one_height: Option<(usize, usize)>,
}

impl Graph {
    fn new(fabric: &Fabric<'_>, heights: &HashMap<&str, usize>) -> Self {
        let numbers: HashMap<&str, usize> = fabric.switches.keys().copied().zip(0..).collect();
        let known = |id: &str| Some((*numbers.get(id)?, *heights.get(id)?));
        let mut graph =
            Self { switches: numbers.len(), links: BTreeMap::new(), here: BTreeMap::new(), on_one_height: None };
        for (number, height) in fabric.switches.keys().filter_map(|id| known(id)) {
            graph.here.entry(height).or_default().push(number);
        }
        for ((a, b), _) in fabric.links.iter().filter(|((a, b), _)| a != b) {
            let (Some((a, of_a)), Some((b, of_b))) = (known(a), known(b)) else { continue };
            if of_a == of_b {
                graph.on_one_height.get_or_insert((a, b));
            }
            graph.links.entry(of_a.max(of_b)).or_default().push((a, b));
        }
        graph
    }

    /// Puts the groups that meet at each height below a new switch, from the lowest height up. `made` has a switch for
    /// each group; `describe` says where a new one stands in the text and what it is called, from the group's number
    /// and its switches of this height.
    fn unite<'a>(
        &self,
        builder: &mut Builder,
        mut made: BTreeMap<usize, u32>,
        describe: impl Fn(usize, &[usize]) -> (&'a At, Option<&'a str>),
    ) {
        let mut groups = Groups::new(self.switches);
        for (height, links) in &self.links {
            let mut touched = BTreeSet::new();
            for &(a, b) in links {
                touched.extend([groups.root(a), groups.root(b)]);
                groups.unite(a, b);
            }
            // Each group of before, below the one that it is in now.
            let mut members: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
            for old in touched {
                if let Some(switch) = made.remove(&old) {
                    members.entry(groups.root(old)).or_default().push(switch);
                }
            }
            let mut tops: HashMap<usize, Vec<usize>> = HashMap::new();
            for &switch in self.here.get(height).into_iter().flatten() {
                tops.entry(groups.root(switch)).or_default().push(switch);
            }
            for (group, below) in members {
                let switch = if let [single] = below[..] {
                    single
                } else {
                    let (at, name) = describe(group, tops.get(&group).map_or(&[], Vec::as_slice));
                    let switch = builder.add_switch(at, None, name);
                    below.iter().for_each(|&child| builder.adopt(at, switch, child));
                    switch
                };
                made.insert(group, switch);
            }
        }
    }
}

/// A name in lower case; most are.
fn folded(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) { name.to_ascii_lowercase().into() } else { name.into() }
}

/// Whether a text has a part, in lower case, in any case.
fn contains(text: &str, part: &str) -> bool {
    text.as_bytes().windows(part.len()).any(|window| window.eq_ignore_ascii_case(part.as_bytes()))
}
