// SPDX-License-Identifier: MIT OR Apache-2.0
//! The placement of ranks in an emulation: the grammar of `bind=` in `HSPLIT_EMULATE`.
//!
//! ```text
//! placement := FILE | LEVEL { "," option }
//! option  := "by-node" | "round-robin" | "ppn=" COUNT
//! ```
//!
//! Every rank gets a core of its own, as from a launcher, and is bound to the LEVEL around that core (`none`: unbound).
//! On a node without cores (some virtual machines) processing units replace cores. `by-node` fills one node after the
//! other (RR-9077 §5.1: rank 8k+i on core i of node k); `round-robin` deals ranks out to the nodes. `ppn` sets the
//! number of ranks per node, by default the number of cores. Ranks beyond the number of cores start again at the first
//! node. A file has one line per rank: the number of a node, and a binding (see `location`). `none` and known level
//! names are never file names, because a core dump, for example, has the name `core`: write `./core` for such a file.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::location::{self, LocationError};
use super::{Slot, System};
use crate::cpus::Cpus;
use crate::level::{canonical, is_known};
use crate::machine::Machine;

/// The parsed text of a placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProcessPlacement {
    /// The same rule for every rank.
    Rule(Rule),
    /// A binding for each rank.
    List {
        /// The file it came from, for messages.
        file: PathBuf,
        /// The line number, the node and the binding of each rank.
        lines: Vec<(usize, u64, String)>,
    },
}

/// One rule for every rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The level that ranks are bound to, in canonical form; `None` for unbound ranks.
    pub(crate) level: Option<String>,
    /// If true, ranks are dealt out to the nodes; if false, node after node is filled.
    pub(crate) round_robin: bool,
    /// The number of ranks per node, if it is not the number of cores.
    pub(crate) ranks_per_node: Option<u64>,
}

/// An error in the text of a placement, or a placement that does not fit the emulation.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ProcessPlacementError {
    /// An unknown option.
    #[error("'{0}' is none of by-node, round-robin, ppn=COUNT")]
    Option(String),
    /// No node has the level.
    #[error("no node has a level '{0}' (there are {1}; 'none' leaves ranks unbound)")]
    NoLevel(String, String),
    /// A file cannot be read.
    #[error("{0}: {1}")]
    File(PathBuf, String),
    /// A line of a file is wrong.
    #[error("{0}, line {1}: {2}")]
    Line(PathBuf, usize, String),
    /// A file has too few lines.
    #[error("{0} has {1} lines for {2} ranks")]
    TooShort(PathBuf, usize, u64),
}

const NOWHERE: &str = "none";

/// True if a text begins with a level, or with the word for none.
fn is_rule(text: &str) -> bool {
    let level = text.split(',').next().unwrap_or_default();
    canonical(level) == NOWHERE || is_known(level)
}

impl ProcessPlacement {
    /// The default: every rank on a core of its own, node after node.
    pub const DEFAULT: &'static str = "core,by-node";

    /// Parses a placement, from the text itself or from the file that it names.
    ///
    /// # Errors
    /// An option or a line is wrong, or the file cannot be read.
    pub fn read(text: &str) -> Result<Self, ProcessPlacementError> {
        let text = text.trim();
        if text.contains('/') || !is_rule(text) && Path::new(text).is_file() {
            return Self::read_file(Path::new(text));
        }
        Self::parse(text)
    }

    /// Returns the texts of a list that was split at its commas: the options of a rule belong to it.
    pub fn of_list(words: &[String]) -> Vec<String> {
        let mut texts: Vec<String> = vec![];
        for word in words.iter().map(|word| word.trim()) {
            let longer = texts.last().filter(|last| is_rule(last)).map(|last| format!("{last},{word}"));
            match (texts.last_mut(), longer.filter(|longer| Self::parse(longer).is_ok())) {
                (Some(last), Some(longer)) => *last = longer,
                _ => texts.push(word.to_owned()),
            }
        }
        texts
    }

    /// Parses a rule.
    pub fn parse(text: &str) -> Result<Self, ProcessPlacementError> {
        let mut words = text.split(',').map(str::trim);
        let level = Some(canonical(words.next().unwrap_or_default())).filter(|level| level != NOWHERE);
        let mut rule = Rule { level, round_robin: false, ranks_per_node: None };
        for word in words {
            rule.apply(word)?;
        }
        Ok(Self::Rule(rule))
    }

    fn read_file(path: &Path) -> Result<Self, ProcessPlacementError> {
        let text = super::read_text(path).map_err(|error| ProcessPlacementError::File(path.into(), error))?;
        Self::of_file(path, &text)
    }

    /// Parses the text of a file with a binding for each rank.
    pub fn of_file(path: &Path, text: &str) -> Result<Self, ProcessPlacementError> {
        let mut lines = vec![];
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wrong = || {
                ProcessPlacementError::Line(
                    path.into(),
                    index + 1,
                    format!("'{line}' is not NODE BINDING, such as '0 core:3'"),
                )
            };
            let (node, binding) = line.split_once(char::is_whitespace).ok_or_else(wrong)?;
            lines.push((index + 1, node.parse().map_err(|_| wrong())?, binding.trim().to_owned()));
        }
        Ok(Self::List { file: path.into(), lines })
    }

    /// Checks the placement against an emulation and prepares it for [`Slots::slot`].
    ///
    /// # Errors
    /// No node has the level; or the file has fewer than `ranks` lines, or names a node or an object that does not
    /// exist.
    pub fn prepare(&self, system: &System, ranks: u64) -> Result<Slots, ProcessPlacementError> {
        match self {
            Self::Rule(rule) => rule.prepare(system),
            Self::List { file, lines } => {
                let mut known = Bindings::new();
                let slots = lines
                    .iter()
                    .map(|line| slot_of_line(file, line, system, &mut known))
                    .collect::<Result<Vec<_>, _>>()?;
                if (slots.len() as u64) < ranks {
                    return Err(ProcessPlacementError::TooShort(file.clone(), slots.len(), ranks));
                }
                Ok(Slots::List(slots))
            }
        }
    }
}

/// The parsed bindings of each kind of node. Every rank parses all lines, and nodes mostly have the same few bindings.
type Bindings<'a> = HashMap<(usize, &'a str), (Range<u32>, Cpus)>;

fn slot_of_line<'a>(
    file: &Path,
    (number, node, binding): &'a (usize, u64, String),
    system: &System,
    known: &mut Bindings<'a>,
) -> Result<(Slot, Cpus), ProcessPlacementError> {
    let wrong = |what: String| ProcessPlacementError::Line(file.into(), *number, what);
    if *node >= system.nodes() {
        return Err(wrong(format!(
            "there is no node {node}; the emulated machine has {}, numbered from 0",
            system.nodes()
        )));
    }
    let (run, cpus) = match known.entry((system.group_of(*node), binding)) {
        Entry::Occupied(entry) => entry.into_mut(),
        Entry::Vacant(entry) => {
            let machine = system.machine_of(*node);
            let run = location::parse(binding, machine).map_err(|error: LocationError| wrong(error.to_string()))?;
            let runs = location::runs(binding, machine).map_err(|error| wrong(error.to_string()))?;
            entry.insert((run, runs.into_iter().flatten().collect()))
        }
    };
    Ok((Slot { node: *node, run: run.clone() }, cpus.clone()))
}

impl Rule {
    fn apply(&mut self, word: &str) -> Result<(), ProcessPlacementError> {
        let wrong = || ProcessPlacementError::Option(word.to_owned());
        match word.to_ascii_lowercase().as_str() {
            "by-node" => self.round_robin = false,
            "round-robin" => self.round_robin = true,
            option => {
                let count: u64 = option.strip_prefix("ppn=").and_then(|count| count.parse().ok()).ok_or_else(wrong)?;
                self.ranks_per_node = Some(count).filter(|&count| count > 0 && count <= u64::from(u32::MAX));
                self.ranks_per_node.ok_or_else(wrong)?;
            }
        }
        Ok(())
    }

    fn prepare(&self, system: &System) -> Result<Slots, ProcessPlacementError> {
        let known = |level: &String| system.groups().iter().any(|group| !instances(&group.machine, level).is_empty());
        if let Some(level) = self.level.as_ref().filter(|level| !known(level)) {
            let names: Vec<_> = system.groups().iter().map(|group| location::level_names(&group.machine)).collect();
            return Err(ProcessPlacementError::NoLevel(level.clone(), names.join("; ")));
        }
        let bindings: Vec<Vec<Range<u32>>> =
            system.groups().iter().map(|group| self.bindings(&group.machine)).collect();
        let per_node = bindings.iter().map(|runs| self.ranks_per_node.unwrap_or(runs.len() as u64)).collect();
        Ok(Slots::Rule { round_robin: self.round_robin, bindings, per_node })
    }

    /// The binding of a rank on each core of a node.
    fn bindings(&self, machine: &Machine) -> Vec<Range<u32>> {
        let Some(level) = &self.level else {
            return machine.slots().iter().map(|_| machine.whole()).collect();
        };
        let instances = instances(machine, level);
        if level == "pu" {
            return instances;
        }
        let around = |slot: Range<u32>| {
            let holds = |run: &&Range<u32>| run.start <= slot.start && slot.end <= run.end;
            instances.iter().rev().find(holds).cloned().unwrap_or_else(|| machine.whole())
        };
        machine.slots().into_iter().map(around).collect()
    }
}

/// The runs of all instances of a level. For `core`, a processing unit without a core counts as one.
fn instances(machine: &Machine, level: &str) -> Vec<Range<u32>> {
    if level == "core" { machine.slots() } else { machine.runs_of(level) }
}

/// A placement that fits an emulation.
#[derive(Clone, Debug)]
pub enum Slots {
    /// One rule for every rank.
    Rule {
        /// If true, ranks are dealt out to the nodes.
        round_robin: bool,
        /// The binding of a rank on each core, for each kind of node.
        bindings: Vec<Vec<Range<u32>>>,
        /// The number of ranks per node, for each kind of node.
        per_node: Vec<u64>,
    },
    /// A list: each slot with the units of its binding, which may have gaps.
    List(Vec<(Slot, Cpus)>),
}

impl Slots {
    /// The node and the run of units of `rank`.
    pub fn slot(&self, system: &System, rank: u64) -> Slot {
        match self {
            Self::List(slots) => slots[rank as usize % slots.len()].0.clone(),
            Self::Rule { round_robin, bindings, per_node } => {
                let place = if *round_robin { deal } else { fill };
                let (node, slot) = place(system, per_node, rank);
                let runs = &bindings[system.group_of(node)];
                Slot { node, run: runs[slot as usize % runs.len()].clone() }
            }
        }
    }

    /// The units that `rank` is bound to, by logical index.
    pub fn cpus(&self, system: &System, rank: u64) -> Cpus {
        match self {
            Self::List(slots) => slots[rank as usize % slots.len()].1.clone(),
            Self::Rule { .. } => Cpus::from(self.slot(system, rank).run),
        }
    }

    /// An identifier of the binding of `rank`, different for different bindings on a node.
    pub fn binding(&self, system: &System, rank: u64) -> u64 {
        let machine = system.machine_of(self.slot(system, rank).node);
        machine.identity_of(machine.to_os(&self.cpus(system, rank)).iter().map(|os| os as usize))
    }

    /// The number of ranks that fill the emulation once.
    pub fn capacity(&self, system: &System) -> u64 {
        match self {
            Self::List(slots) => slots.len() as u64,
            Self::Rule { per_node, .. } => system.lowest_switches() * ranks_per_switch(system, per_node),
        }
    }
}

fn ranks_per_switch(system: &System, per_node: &[u64]) -> u64 {
    system.groups().iter().zip(per_node).map(|(group, ranks)| group.count * ranks).sum()
}

/// The node of `rank`, and its slot on that node, if one node after the other is filled.
fn fill(system: &System, per_node: &[u64], rank: u64) -> (u64, u64) {
    let per_switch = ranks_per_switch(system, per_node);
    let switch = (rank / per_switch) % system.lowest_switches();
    let (mut node, mut left) = (switch * system.nodes_per_switch(), rank % per_switch);
    for (group, ranks) in system.groups().iter().zip(per_node) {
        if left < group.count * ranks {
            return (node + left / ranks, left % ranks);
        }
        left -= group.count * ranks;
        node += group.count;
    }
    (node, 0)
}

/// The node of `rank`, and its slot on that node, if ranks are dealt out to the nodes that are not full yet.
fn deal(system: &System, per_node: &[u64], rank: u64) -> (u64, u64) {
    let (mut left, mut turn) = (rank % (system.lowest_switches() * ranks_per_switch(system, per_node)), 0);
    loop {
        let groups = || system.groups().iter().zip(per_node.iter().copied());
        let not_full = || groups().filter(|(_, ranks)| *ranks > turn);
        let Some(full) = not_full().map(|(_, ranks)| ranks).min() else { return (0, 0) };
        // Until the smallest of these nodes are full, all of them get a rank in each turn.
        let a_switch: u64 = not_full().map(|(group, _)| group.count).sum();
        let a_turn = a_switch * system.lowest_switches();
        if left < a_turn * (full - turn) {
            let (mut node, mut of_switch) = (left % a_turn / a_switch * system.nodes_per_switch(), left % a_switch);
            for (group, ranks) in groups() {
                if ranks > turn && of_switch < group.count {
                    return (node + of_switch, turn + left / a_turn);
                }
                of_switch -= if ranks > turn { group.count } else { 0 };
                node += group.count;
            }
        }
        (left, turn) = (left - a_turn * (full - turn), full);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulation::NodeGroup;
    use crate::machine::RawObject;
    use crate::name::Name;
    use std::sync::Arc;

    fn machine(packages: u32, cores: u32) -> Arc<Machine> {
        let object = |name: &str, units: Range<u32>, children| RawObject {
            name: Name::new(name),
            units,
            children,
            memory: vec![],
        };
        let package = |p: u32| {
            object(
                "Package",
                p * cores..(p + 1) * cores,
                (p * cores..(p + 1) * cores).map(|u| object("Core", u..u + 1, vec![])).collect(),
            )
        };
        let root = object("Machine", 0..packages * cores, (0..packages).map(package).collect());
        Arc::new(Machine::new(&root, (0..packages * cores).collect(), false))
    }

    fn system() -> System {
        let groups =
            vec![NodeGroup { count: 2, machine: machine(2, 2) }, NodeGroup { count: 1, machine: machine(1, 2) }];
        System::new(&[("leaf".to_owned(), 2)], groups)
    }

    fn slots(text: &str, ranks: u64) -> Vec<(u64, Range<u32>)> {
        let system = system();
        let slots = ProcessPlacement::read(text).unwrap().prepare(&system, ranks).unwrap();
        (0..ranks).map(|rank| slots.slot(&system, rank)).map(|slot| (slot.node, slot.run)).collect()
    }

    #[test]
    fn by_node_fills_node_after_node_and_starts_again() {
        let nodes: Vec<u64> = slots("core,by-node", 22).into_iter().map(|(node, _)| node).collect();
        assert_eq!(nodes, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 0, 0]);
        assert_eq!(slots("core", 2), [(0, 0..1), (0, 1..2)]);
    }

    #[test]
    fn round_robin_deals_out() {
        assert_eq!(slots("package,round-robin", 8).iter().map(|s| s.0).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 0, 1]);
        assert_eq!(slots("package,round-robin", 7)[6], (0, 0..2));
    }

    #[test]
    fn round_robin_leaves_out_full_nodes() {
        let all = slots("core,round-robin", 21);
        let nodes: Vec<u64> = all.iter().map(|(node, _)| *node).collect();
        assert_eq!(nodes, [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 3, 4, 0, 1, 3, 4, 0]);
        // Each rank has its own core until there are no more.
        let different: std::collections::HashSet<&(u64, Range<u32>)> = all.iter().collect();
        assert_eq!((different.len(), &all[0]), (20, &all[20]));
        let two: Vec<u64> = slots("core,round-robin,ppn=2", 13).iter().map(|(node, _)| *node).collect();
        assert_eq!(two, [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0]);
    }

    #[test]
    fn a_level_binds_to_what_is_around_the_core() {
        assert_eq!(slots("socket", 4).into_iter().map(|s| s.1).collect::<Vec<_>>(), [0..2, 0..2, 2..4, 2..4]);
        assert_eq!(slots("none", 1), [(0, 0..4)]);
        assert_eq!(slots("core,ppn=1", 3), [(0, 0..1), (1, 0..1), (2, 0..1)]);
    }

    #[test]
    fn a_binding_may_have_gaps() {
        let system = system();
        let text = "0 core:0,3\n2 core:0-1 # all of it\n";
        let slots = ProcessPlacement::of_file(Path::new("bindings"), text).unwrap().prepare(&system, 2).unwrap();
        assert_eq!(slots.slot(&system, 0).run, 0..4);
        assert_eq!([0, 1].map(|rank| slots.cpus(&system, rank).to_string()), ["0,3", "0-1"]);
        let slots = ProcessPlacement::parse("socket").unwrap().prepare(&system, 3).unwrap();
        assert_eq!([0, 2].map(|rank| slots.cpus(&system, rank).to_string()), ["0-1", "2-3"]);
    }

    #[test]
    fn a_binding_is_that_of_its_kind_of_node() {
        let system = system();
        let slots = |text| ProcessPlacement::of_file(Path::new("bindings"), text).unwrap().prepare(&system, 4);
        let all = slots("0 none\n1 none\n2 none\n5 none\n").unwrap();
        assert_eq!([0, 1, 2, 3].map(|rank| all.slot(&system, rank).run), [0..4, 0..4, 0..2, 0..2]);
        assert_eq!([0, 1, 2, 3].map(|rank| all.slot(&system, rank).node), [0, 1, 2, 5]);
        let error = slots("0 core:3\n2 core:3\n").unwrap_err().to_string();
        assert_eq!(error, "bindings, line 2: 'core:3': the node has 2 of these, numbered from 0");
    }

    #[test]
    fn without_cores_processing_units_stand_for_them() {
        let pu = |u: u32| RawObject { name: Name::new("PU"), units: u..u + 1, children: vec![], memory: vec![] };
        let root =
            RawObject { name: Name::new("Machine"), units: 0..3, children: (0..3).map(pu).collect(), memory: vec![] };
        let coreless = NodeGroup { count: 1, machine: Arc::new(Machine::new(&root, (0..3).collect(), false)) };
        let slots = |groups: Vec<NodeGroup>, ranks: u64| -> Vec<(u64, Range<u32>)> {
            let system = System::new(&[], groups);
            let slots = ProcessPlacement::read(ProcessPlacement::DEFAULT).unwrap().prepare(&system, ranks).unwrap();
            (0..ranks).map(|rank| slots.slot(&system, rank)).map(|slot| (slot.node, slot.run)).collect()
        };
        assert_eq!(slots(vec![coreless.clone()], 3), [(0, 0..1), (0, 1..2), (0, 2..3)]);
        let others = NodeGroup { count: 1, machine: machine(1, 2) };
        assert_eq!(slots(vec![others, coreless], 5)[2..], [(1, 0..1), (1, 1..2), (1, 2..3)]);
    }

    #[test]
    fn errors_are_named() {
        assert_eq!(ProcessPlacement::read("core,spread"), Err(ProcessPlacementError::Option("spread".into())));
        assert_eq!(ProcessPlacement::read("core,ppn=0"), Err(ProcessPlacementError::Option("ppn=0".into())));
        let error = ProcessPlacement::read("l3").unwrap().prepare(&system(), 1).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no node has a level 'l3cache' (there are Machine, Package, Core; Machine, Package, \
             Core; 'none' leaves ranks unbound)"
        );
        assert!(matches!(ProcessPlacement::read("/no/such/file"), Err(ProcessPlacementError::File(..))));
    }
}
