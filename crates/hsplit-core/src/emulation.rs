// SPDX-License-Identifier: MIT OR Apache-2.0
//! An emulated machine: switches above nodes, and the inside of each kind of node.
//!
//! The papers treat switches and caches alike (RR-9077 §4.2), so a description gives both in one line: network levels
//! from the outermost, then the nodes, each in hwloc's synthetic grammar or as an `lstopo` export. Nodes are counted
//! and not listed: ten thousand nodes cost as much as two.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::level::{Level, canonical};
use crate::machine::Machine;
use crate::place::{Place, Step};

pub mod description;
pub mod location;
pub mod process_placement;

pub use description::{Description, Kind};
pub use process_placement::{ProcessPlacement, ProcessPlacementError};

const MOST_BYTES: u64 = 64 << 20;

/// Checks that a file is a regular one within the size limit. Any other kind of file may never end, or block its reader
/// until there is a writer.
///
/// # Errors
/// The file cannot be read, is not a regular file, or is too large.
pub fn check_file(path: &Path) -> Result<(), String> {
    let status = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !status.is_file() {
        return Err("is not a file".to_owned());
    }
    if status.len() > MOST_BYTES {
        return Err(format!("has {} bytes; the limit is {MOST_BYTES}", status.len()));
    }
    Ok(())
}

/// Returns the text of a file that passes [`check_file`], without a UTF-8 byte order mark.
pub fn read_text(path: &Path) -> Result<String, String> {
    check_file(path)?;
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    Ok(without_mark(&text).to_owned())
}

/// Returns the text after the byte order mark with which some editors begin a UTF-8 file.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Equal nodes, of which every lowest switch has the same number.
#[derive(Clone, Debug)]
pub struct NodeGroup {
    /// The number of these nodes below each lowest switch.
    pub count: u64,
    /// The inside of each node.
    pub machine: Arc<Machine>,
}

#[derive(Clone, Debug)]
struct Switches {
    /// The number of these switches below each switch of the level above (outermost level: in total).
    count: u64,
    level: Arc<Level>,
}

/// All emulated nodes and their places in the network.
#[derive(Clone, Debug)]
pub struct System {
    switches: Vec<Switches>,
    groups: Vec<NodeGroup>,
    /// The level of the node itself, per group: `Machine`, with the names of a switch that holds just this node.
    node_levels: Vec<Arc<Level>>,
}

/// The position of a process: a node, and the run of that node's units that it is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The node, counted from 0 over the whole emulation.
    pub node: u64,
    /// The processing units, by logical index.
    pub run: Range<u32>,
}

impl System {
    /// An emulation from its switch levels (name and count of each, outermost first) and its nodes.
    ///
    /// Redundant switch levels are merged like levels inside a node: a level with one switch per switch above is that
    /// level, and a switch with one node is that node (RR-9077 §3.2.2).
    pub fn new(switch_levels: &[(String, u64)], groups: Vec<NodeGroup>) -> Self {
        let nodes_per_leaf: u64 = groups.iter().map(|group| group.count).sum();
        let mut switches: Vec<Switches> = vec![];
        for (depth, (alias, count)) in switch_levels.iter().enumerate() {
            // A switch may have the name `core`, but then only the level of the node has that name.
            let taken = |group: &NodeGroup| {
                group.machine.objects().iter().any(|object| object.level.answers_to(&canonical(alias)))
            };
            let aliases = [alias.as_str()];
            let level = Level::network(depth, if groups.iter().any(taken) { &[] } else { &aliases });
            match switches.last_mut() {
                Some(above) if *count == 1 => above.level = Arc::new(level.merged_into(&above.level)),
                _ => switches.push(Switches { count: *count, level: Arc::new(level) }),
            }
        }
        let single = if nodes_per_leaf == 1 { switches.pop() } else { None };
        let node_levels = groups
            .iter()
            .map(|group| {
                let own = &group.machine.objects()[0].level;
                single.as_ref().map_or_else(|| own.clone(), |switch| Arc::new(own.merged_into(&switch.level)))
            })
            .collect();
        let mut system = Self { switches, groups, node_levels };
        if let Some(switch) = single {
            system.groups[0].count *= switch.count;
        }
        system
    }

    /// The groups of nodes below each lowest switch.
    pub fn groups(&self) -> &[NodeGroup] {
        &self.groups
    }

    pub(crate) fn nodes_per_switch(&self) -> u64 {
        self.groups.iter().map(|group| group.count).sum()
    }

    /// The number of lowest switches; 1 if there is no network level.
    pub fn lowest_switches(&self) -> u64 {
        self.switches.iter().map(|level| level.count).product()
    }

    /// The number of nodes.
    pub fn nodes(&self) -> u64 {
        self.lowest_switches() * self.nodes_per_switch()
    }

    /// The index in [`System::groups`] of the group that a node belongs to.
    pub(crate) fn group_of(&self, node: u64) -> usize {
        let mut left = node % self.nodes_per_switch();
        for (index, group) in self.groups.iter().enumerate() {
            if left < group.count {
                return index;
            }
            left -= group.count;
        }
        0
    }

    /// The inside of a node.
    pub fn machine_of(&self, node: u64) -> &Arc<Machine> {
        &self.groups[self.group_of(node)].machine
    }

    /// The levels of the network, outermost first.
    pub fn network_levels(&self) -> impl Iterator<Item = &Arc<Level>> {
        self.switches.iter().map(|switches| &switches.level)
    }

    /// The whole path of a slot: switches, node, levels inside the node.
    pub fn place(&self, slot: &Slot) -> Place {
        let mut steps = self.network_path(slot.node);
        let group = self.group_of(slot.node);
        let machine = &self.groups[group].machine;
        steps.push(Step {
            level: self.node_levels[group].clone(),
            ..machine.node_step(slot.node % self.nodes_per_switch())
        });
        steps.extend(machine.path_to(&slot.run));
        Place::new(steps)
    }

    fn network_path(&self, node: u64) -> Vec<Step> {
        let mut switch = node / self.nodes_per_switch();
        let mut steps: Vec<Step> = self
            .switches
            .iter()
            .rev()
            .map(|level| {
                let instance = switch % level.count;
                switch /= level.count;
                Step::new(level.level.clone(), instance)
            })
            .collect();
        steps.reverse();
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn system(switches: &[(&str, u64)], nodes: &[u64]) -> System {
        let switches: Vec<_> = switches.iter().map(|(name, count)| (name.to_string(), *count)).collect();
        let machine = Arc::new(Machine::opaque());
        System::new(&switches, nodes.iter().map(|&count| NodeGroup { count, machine: machine.clone() }).collect())
    }

    fn path(system: &System, node: u64) -> String {
        let place = system.place(&Slot { node, run: 0..1 });
        place
            .steps()
            .iter()
            .map(|step| format!("{}#{} ", step.level.name(), step.instance))
            .collect::<String>()
            .trim_end()
            .to_owned()
    }

    #[test]
    fn a_mark_of_the_encoding_is_no_text() {
        let path = std::env::temp_dir().join(format!("hsplit-mark-{}", std::process::id()));
        for (bytes, text) in [("\u{feff}leaf a: n1\r\n", "leaf a: n1\r\n"), ("a\u{feff}", "a\u{feff}"), ("", "")] {
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(read_text(&path).as_deref(), Ok(text));
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn nodes_are_numbered_through_the_switches() {
        let system = system(&[("island", 2), ("leaf", 3)], &[4]);
        assert_eq!(system.nodes(), 24);
        assert_eq!(path(&system, 0), "Net_level0#0 Net_level1#0 Machine#0");
        assert_eq!(path(&system, 17), "Net_level0#1 Net_level1#1 Machine#1");
        assert_eq!(path(&system, 23), "Net_level0#1 Net_level1#2 Machine#3");
    }

    #[test]
    fn one_switch_per_switch_is_one_level_named_after_the_lower() {
        let system = system(&[("island", 2), ("leaf", 1)], &[2]);
        assert_eq!(path(&system, 3), "Net_level1#1 Machine#1");
        let island = system.network_levels().next().unwrap();
        assert!(island.answers_to("island") && island.answers_to("leaf") && island.answers_to("net_level0"));
    }

    #[test]
    fn a_switch_with_one_node_is_that_node() {
        let system = system(&[("island", 2), ("leaf", 3)], &[1]);
        assert_eq!(system.nodes(), 6);
        assert_eq!(path(&system, 4), "Net_level0#1 Machine#1");
        assert!(system.place(&Slot { node: 4, run: 0..1 }).steps()[1].level.answers_to("leaf"));
    }

    #[test]
    fn kinds_of_node_stand_in_order_below_each_switch() {
        let system = system(&[("leaf", 2)], &[3, 1]);
        assert_eq!((0..8).map(|node| system.group_of(node)).collect::<Vec<_>>(), [0, 0, 0, 1, 0, 0, 0, 1]);
    }
}
