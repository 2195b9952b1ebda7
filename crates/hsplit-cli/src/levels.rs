// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit levels`: every name that a guided split accepts here, and its name in unguided splits.
//!
//! Several names may denote one level (RR-9077 §3.2.2): each has a line, so that a user finds any of them. Devices and
//! regions are not levels and have tables of their own, if there are any.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use clap::Args;
use hsplit_core::emulation::{Slot, System};
use hsplit_core::level::{
    Level, MACHINE, NETWORK_PREFIX, TORUS_DIMENSION, aliases, canonical, resource_type, ring_name, torus_dimension,
};
use hsplit_core::machine::{Machine, Object};
use hsplit_core::message::cleaned;
use hsplit_core::name::Name;
use hsplit_core::network::Network;
use hsplit_core::network::NetworkPosition;
use hsplit_core::ranks::abridge;

use super::columns::aligned;
use super::input::InputArguments;
use super::topology::{named_levels, single_names};
use super::{Failure, grammar};

/// The number of names of single switches that are listed.
const MOST_SWITCHES: usize = 20;

/// List the names of levels and devices that a guided split accepts.
///
/// INSTANCES counts the whole machine. UNGUIDED is the name that unguided splits give to the level: levels that hold
/// the same processing units are one level, with the lowest name that leads back to it. All names may be written in
/// upper or lower case, for the info keys mpi_hw_resource_type and mpi_hw_subdomain_type.
///
/// With --topology: the levels of switches in that file, and in the head the names that only one switch has.
///
/// A device is NEAR the level instance that hwloc attaches it to: a split at its name joins the processes bound inside
/// this instance. A region, such as the cores of one kind, has the processing units UNITS of its node, by hwloc's
/// logical numbers: a split at its name joins the processes that are bound to these units only.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(crate) struct Arguments {
    #[command(flatten)]
    input: InputArguments,
}

fn after_help() -> String {
    format!(
        "{}

Examples:
  hsplit levels
  hsplit levels -i 'leaf:2 node:4 package:2 [numa] l3:1 core:8 pu:2'
  hsplit levels --topology site.topology",
        grammar::DESCRIPTION
    )
}

/// A name, the number of its instances, and its name in unguided splits.
struct Row {
    name: Name,
    /// The canonical spelling, which is compared: a row stands for all names that guided splits consider equal.
    canonical: String,
    instances: u64,
    unguided: Vec<Name>,
    /// True if it names a level of switches, which hwloc does not know.
    network: bool,
}

impl Row {
    fn new(name: Name, network: bool) -> Self {
        Self { name, canonical: canonical(name.as_str()), instances: 0, unguided: vec![], network }
    }

    fn count(&mut self, instances: u64, unguided: Name) {
        self.instances += instances;
        if !self.unguided.contains(&unguided) {
            self.unguided.push(unguided);
        }
    }
}

impl Arguments {
    /// Returns the table.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        let mut lines = vec![["LEVEL", "INSTANCES", "UNGUIDED", "ALSO WRITTEN"].map(str::to_owned)];
        if let Some(topology) = self.input.file_alone()? {
            let (rows, single) = network_rows(&topology.networks(), &[]);
            lines.extend(rows.iter().map(cells));
            return Ok(head(&topology.head(), &single) + &table(&lines));
        }
        let input = self.input.load()?;
        let taken: Vec<Name> = input.system.groups().iter().flat_map(|group| group.machine.names()).collect();
        let (mut all, single) = network_rows(input.networks.as_deref().unwrap_or_default(), &taken);
        all.extend(rows(&input.system));
        lines.extend(all.iter().map(cells));
        let head = head(&input.head(), &single);
        let devices = table_below(&input.system, ["DEVICE", "INSTANCES", "NEAR", "ALSO WRITTEN"], devices);
        let regions = table_below(&input.system, ["REGION", "INSTANCES", "UNITS", "ALSO WRITTEN"], regions);
        Ok(head + &table(&lines) + &devices + &regions)
    }
}

/// Returns the lines above a table, with the names of single switches.
fn head(pairs: &[(String, String)], single: &[Name]) -> String {
    let line = |(name, value): &(String, String)| format!("# {:9} {}\n", format!("{name}:"), cleaned(value));
    let mut text: String = pairs.iter().map(line).collect();
    if !single.is_empty() {
        let names: Vec<String> = single.iter().map(ToString::to_string).collect();
        text += &format!("# switches: {}\n", abridge(&names, MOST_SWITCHES, ", "));
    }
    text
}

/// A switch, and the names that count for it.
struct Counted<'a> {
    level: &'a Level,
    /// True if the switch has only one node, and so is one level with it.
    is_node: bool,
    names: Vec<Name>,
}

/// Returns the switches by their depths and positions. If several levels on the path to a host have a name, it counts
/// at the narrowest.
fn counted(networks: &[Network]) -> BTreeMap<(usize, Vec<u64>), Counted<'_>> {
    let mut all = BTreeMap::new();
    for network in networks {
        let way: Vec<(Vec<u64>, &Arc<Level>)> = named_levels(network).collect();
        for (depth, (path, level)) in way.iter().enumerate() {
            let is_node = depth == network.steps.len();
            let switch: &mut Counted<'_> =
                all.entry((depth, path.clone())).or_insert_with(|| Counted { level, is_node, names: vec![] });
            for (name, own) in names_of(level) {
                if !switch.names.contains(&name) && !way[depth + 1..].iter().any(|(_, below)| has(below, own)) {
                    switch.names.push(name);
                }
            }
        }
    }
    all
}

/// Returns the levels of switches in a topology file, widest first, and the names of single switches; or the rings of a
/// torus. Names in `taken`, those of the nodes' own levels, are omitted.
fn network_rows(networks: &[Network], taken: &[Name]) -> (Vec<Row>, Vec<Name>) {
    let taken = Level::new(taken);
    let free = |name: &&Name| !taken.answers_to(&canonical(name.as_str()));
    let mut rows: Vec<Row> = vec![];
    let mut row_of: HashMap<String, usize> = HashMap::new();
    for Counted { level, is_node, names } in counted(networks).values() {
        // A switch with one node is the same level as the node.
        let unguided = if *is_node { Name::new(MACHINE) } else { level.name() };
        for &name in names.iter().filter(free) {
            let index = *row_of.entry(canonical(name.as_str())).or_insert(rows.len());
            if index == rows.len() {
                rows.push(Row::new(name, true));
            }
            rows[index].count(1, unguided);
        }
    }
    let single = single_names(networks);
    let (single, mut rows): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| single.contains(&row.name));
    rows.extend(half_rows(networks));
    rows.extend(ring_rows(networks));
    (rows, single.into_iter().map(|row| row.name).collect())
}

/// Returns the halves of a torus, and their halves.
fn half_rows(networks: &[Network]) -> Vec<Row> {
    let mut halves: Vec<(Name, HashSet<Vec<u64>>)> = vec![];
    for network in networks {
        let mut way = vec![];
        for (depth, step) in network.halves.as_deref().unwrap_or_default().iter().enumerate() {
            way.push(step.instance);
            if depth == halves.len() {
                halves.push((step.level.name(), HashSet::new()));
            }
            halves[depth].1.insert(way.clone());
        }
    }
    let row = |(name, instances): (Name, HashSet<Vec<u64>>)| {
        let mut row = Row::new(name, true);
        row.count(instances.len() as u64, name);
        row
    };
    halves.into_iter().map(row).collect()
}

/// Returns the rings along each dimension of a torus, which no unguided split returns.
fn ring_rows(networks: &[Network]) -> Vec<Row> {
    let tori: Vec<&NetworkPosition> = networks.iter().filter_map(Network::torus).collect();
    let row = |dimension| {
        let rings: HashSet<Option<u64>> = tori.iter().map(|torus| torus.ring(dimension)).collect();
        Row { instances: rings.len() as u64, ..Row::new(ring_name(dimension), true) }
    };
    (0..tori.first().map_or(0, |torus| torus.dimensions())).map(row).collect()
}

/// Returns the names of a level with their canonical spellings, each spelling once.
fn names_of(level: &Level) -> impl Iterator<Item = (Name, &str)> {
    let all = level.canonical_names();
    let first = move |at: &usize| !all[..*at].contains(&all[*at]);
    (0..all.len()).filter(first).map(move |at| (level.names()[at], all[at].as_str()))
}

fn has(level: &Level, canonical_name: &str) -> bool {
    level.canonical_names().iter().any(|own| own == canonical_name)
}

/// Returns the rows of the machine, widest first. If a level and one inside it have the same name, the row is that of
/// the narrower one, as in guided splits. Inside a node the number of instances is hwloc's.
fn rows(system: &System) -> Vec<Row> {
    let mut rows = Rows { all: vec![] };
    let mut first_node = 0;
    for (number, group) in system.groups().iter().enumerate() {
        let place = system.place(&Slot { node: first_node, run: 0..1 });
        let network = system.network_levels().count();
        let (switches, node) = (&place.steps()[..network], &place.steps()[network].level);
        let mut above: Option<String> = None;
        let mut instances = 1;
        for (depth, (step, count)) in switches.iter().zip(switch_counts(system)).enumerate() {
            instances *= count;
            let below = || switches[depth + 1..].iter().map(|step| &step.level).chain([node]);
            let counted = |own: &str| !below().any(|level| has(level, own));
            // All kinds of node have the same switches above.
            above = rows.add(&step.level, &counted, if number == 0 { instances } else { 0 }, above.as_deref());
        }
        let machine =
            Inside { objects: group.machine.objects(), node, instances: group.count * system.lowest_switches() };
        machine.add_to(&mut rows, 0, above.as_deref());
        for row in &mut rows.all {
            let inside = group.machine.objects()[1..].iter().any(|object| has(&object.level, &row.canonical));
            let count = if inside { group.machine.counted(&row.canonical).len() } else { 0 };
            row.instances += count as u64 * machine.instances;
        }
        first_node += group.count;
    }
    rows.all
}

/// Returns the number of switches per parent, from the outermost level on.
fn switch_counts(system: &System) -> Vec<u64> {
    // The last node has the highest number at each step of its path.
    let last = system.place(&Slot { node: system.nodes() - 1, run: 0..1 });
    last.steps()[..system.network_levels().count()].iter().map(|step| step.instance + 1).collect()
}

/// Rows, each below the rows of the level around it.
struct Rows {
    all: Vec<Row>,
}

impl Rows {
    /// Adds a level under those of its names that count, and returns the spelling of the last one; `above` is the
    /// spelling of the level around it.
    fn add(
        &mut self,
        level: &Level,
        counts: &dyn Fn(&str) -> bool,
        instances: u64,
        above: Option<&str>,
    ) -> Option<String> {
        let mut last = above.map(str::to_owned);
        for (name, own) in names_of(level).filter(|(_, own)| counts(own)) {
            let at = self.position(own).unwrap_or_else(|| {
                let at = last.as_deref().and_then(|last| self.position(last)).map_or(0, |at| at + 1);
                self.all.insert(at, Row::new(name, is_network(level)));
                at
            });
            self.all[at].count(instances, level.name());
            last = Some(own.to_owned());
        }
        last
    }

    fn position(&self, canonical_name: &str) -> Option<usize> {
        self.all.iter().position(|row| row.canonical == canonical_name)
    }
}

/// A kind of node.
struct Inside<'a> {
    objects: &'a [Object],
    /// The level of the node itself, which may have the names of a switch.
    node: &'a Level,
    instances: u64,
}

impl<'a> Inside<'a> {
    fn level(&self, at: usize) -> &'a Level {
        if at == 0 { self.node } else { &self.objects[at].level }
    }

    /// Returns the names that all paths from an object to its units have, the object included.
    fn names_from(&self, at: usize) -> HashSet<&'a str> {
        let own = names_of(self.level(at)).map(|(_, own)| own);
        own.chain(self.names_below(at)).collect()
    }

    /// Returns the names that all these paths have inside the object.
    fn names_below(&self, at: usize) -> HashSet<&'a str> {
        let object = &self.objects[at];
        let inside: usize = self.children(at).map(|child| self.objects[child].units.len()).sum();
        if inside < object.units.len() {
            return HashSet::new();
        }
        let all = self.children(at).map(|child| self.names_from(child));
        all.reduce(|all, one| &all & &one).unwrap_or_default()
    }

    fn children(&self, at: usize) -> impl Iterator<Item = usize> + use<'a> {
        self.objects[at].children.iter().map(|&child| child as usize)
    }

    /// Adds an object and its contents; the contents of the node are not counted yet.
    fn add_to(&self, rows: &mut Rows, at: usize, above: Option<&str>) {
        let below = self.names_below(at);
        let instances = if at == 0 { self.instances } else { 0 };
        let last = rows.add(self.level(at), &|own| !below.contains(own), instances, above);
        self.children(at).for_each(|child| self.add_to(rows, child, last.as_deref()));
    }
}

/// Returns a table of a property of every kind of node, below another table; empty if no node has the property. Entries
/// common to several kinds are counted together.
fn table_below(system: &System, head: [&str; 4], of_node: fn(&Machine) -> Vec<[String; 3]>) -> String {
    let mut all: Vec<(u64, [String; 3])> = vec![];
    for group in system.groups() {
        let count = group.count * system.lowest_switches();
        for words in of_node(&group.machine) {
            match all.iter_mut().find(|(_, known)| *known == words) {
                Some((instances, _)) => *instances += count,
                None => all.push((count, words)),
            }
        }
    }
    if all.is_empty() {
        return String::new();
    }
    let line = |(instances, [name, place, others]): (u64, [String; 3])| [name, instances.to_string(), place, others];
    let lines: Vec<_> = std::iter::once(head.map(str::to_owned)).chain(all.into_iter().map(line)).collect();
    format!("\n{}", table(&lines))
}

fn devices(machine: &Machine) -> Vec<[String; 3]> {
    let of_object = |object: &Object| -> Vec<[String; 3]> {
        let devices = object.devices.iter().flat_map(|devices| devices.iter());
        devices.map(|device| words(device.names(), near(machine, object))).collect()
    };
    machine.objects().iter().flat_map(of_object).collect()
}

fn regions(machine: &Machine) -> Vec<[String; 3]> {
    machine.regions().iter().map(|region| words(region.names(), region.units().to_string())).collect()
}

fn words(names: &[String], place: String) -> [String; 3] {
    let (first, others) = names.split_first().map_or(("", &[][..]), |(first, others)| (first, others));
    [first.to_owned(), place, others.join(", ")]
}

/// Returns an object's level and its number in the node: `L3Cache #1`.
pub(crate) fn near(machine: &Machine, object: &Object) -> String {
    let (name, number) = machine.numbered(object);
    format!("{name} #{number}")
}

fn is_network(level: &Level) -> bool {
    level.name().as_str().starts_with(NETWORK_PREFIX)
}

fn cells(row: &Row) -> [String; 4] {
    let unguided: Vec<&str> = row.unguided.iter().map(|name| name.as_str()).collect();
    let others = match torus_dimension(&canonical(row.name.as_str())) {
        Some(dimension) if row.network => format!("{TORUS_DIMENSION}{dimension}"),
        _ if row.network => String::new(),
        _ => spellings(row.name),
    };
    let unguided = if unguided.is_empty() { "-".to_owned() } else { unguided.join(" or ") };
    [row.name.to_string(), row.instances.to_string(), unguided, others]
}

/// Returns the URI of MPI 5.0, and the spellings of other MPI implementations.
fn spellings(name: Name) -> String {
    let canonical = canonical(name.as_str());
    let own = name.as_str().to_ascii_lowercase();
    let mut all = vec![resource_type(name)];
    all.extend(
        Some(canonical.as_str())
            .into_iter()
            .chain(aliases(name.as_str()).iter().copied())
            .filter(|other| *other != own)
            .map(str::to_owned),
    );
    all.retain(|spelling| spelling != name.as_str());
    all.join(", ")
}

fn table(lines: &[[String; 4]]) -> String {
    let lines = aligned(lines, |column| column == 1);
    lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}
