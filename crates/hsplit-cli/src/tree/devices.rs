// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit tree --devices`: the objects of each kind of node that have devices, with the devices and the ranks there.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use hsplit_core::cpus::Cpus;
use hsplit_core::machine::{Machine, Object};
use hsplit_core::ranks::Ranks;
use hsplit_core::tree::words::count_of;

use crate::Failure;
use crate::drawing::ranks::head_lines;
use crate::input::{Input, RankArguments};
use crate::levels::near;

/// The number of runs of ranks in a line before `...`.
const MOST_RUNS: usize = 8;

/// A node with the bindings of its ranks.
struct Node {
    machine: Arc<Machine>,
    homes: Vec<(u32, Cpus)>,
}

/// Returns the whole text.
pub(super) fn render(input: &Input, slots: &RankArguments) -> Result<String, Failure> {
    let (homes, line) = input.homes(slots)?;
    let mut nodes: BTreeMap<u64, Node> = BTreeMap::new();
    for (rank, (number, home)) in (0..).zip(homes) {
        let machine = || input.system.machine_of(number).clone();
        let node = nodes.entry(number).or_insert_with(|| Node { machine: machine(), homes: vec![] });
        node.homes.push((rank, home));
    }
    let mut head = input.head();
    head.push(line);
    let mut text = head_lines(&head);
    let mut kinds: Vec<(u64, &Node, u64)> = vec![];
    let mut known: HashMap<(*const Machine, Vec<&Cpus>), usize> = HashMap::new();
    for (&number, node) in &nodes {
        let bindings = node.homes.iter().map(|(_, home)| home).collect();
        match known.entry((Arc::as_ptr(&node.machine), bindings)) {
            Entry::Occupied(kind) => kinds[*kind.get()].2 += 1,
            Entry::Vacant(kind) => {
                kind.insert(kinds.len());
                kinds.push((number, node, 1));
            }
        }
    }
    for (number, node, alike) in kinds {
        let others = if alike > 1 { format!(" ({} alike)", count_of(alike, "node")) } else { String::new() };
        text += &format!("node {number}{others}\n");
        let before = text.len();
        node.outline(0, 1, &mut text);
        if text.len() == before {
            text += "  no devices\n";
        }
    }
    Ok(text)
}

impl Node {
    /// Appends the lines of an object and its children, if any has devices.
    fn outline(&self, index: u32, depth: usize, text: &mut String) {
        let object = &self.machine.objects()[index as usize];
        if !self.has_devices(object) {
            return;
        }
        *text += &format!("{}{}", "  ".repeat(depth), near(&self.machine, object));
        let ranks = self.ranks(object);
        if ranks.count() > 0 {
            *text += &format!("  {}: {}", count_of(ranks.count().into(), "rank"), ranks.brief(MOST_RUNS));
        }
        let own = devices_of(object).join(", ");
        *text += &if own.is_empty() { "\n".to_owned() } else { format!("  [{own}]\n") };
        object.children.iter().for_each(|&child| self.outline(child, depth + 1, text));
    }

    fn has_devices(&self, object: &Object) -> bool {
        let below = |child: &u32| self.has_devices(&self.machine.objects()[*child as usize]);
        object.devices.is_some() || object.children.iter().any(below)
    }

    /// Returns the ranks that are bound inside an object.
    fn ranks(&self, object: &Object) -> Ranks {
        let units = Cpus::from(object.units.clone());
        let inside = self.homes.iter().filter(|(_, home)| home.is_subset(&units));
        Ranks::from_sorted(&inside.map(|(rank, _)| *rank).collect::<Vec<_>>())
    }
}

/// Returns the devices that are attached to an object, by their first names.
pub(super) fn devices_of(object: &Object) -> Vec<&str> {
    object.devices.iter().flat_map(|devices| devices.iter()).map(|device| device.name()).collect()
}
