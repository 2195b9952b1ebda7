// SPDX-License-Identifier: MIT OR Apache-2.0
//! Builds a tree from the statements of a text, and notes contradictions such as cycles and a host that occurs twice.

use std::collections::HashMap;
use std::sync::Arc;

use super::budget::{Budget, MOST_LEVELS, MOST_STEPS};
use crate::message::cleaned;
use crate::routers::Routers;

use super::{At, Fabric, Host, LineError, Spot, Switch, SwitchTree, folded, hostlist, shared};

/// The number of hosts that counts for all hosts that no line names; higher than lines can name.
const ALL_OTHERS: u32 = 1 << 30;
/// The most errors that are stored: one wrong line in a script can cause an error in every line of its output.
const MOST_MISTAKES: usize = 1000;

struct Declared {
    at: At,
    names: Vec<String>,
    parent: Option<u32>,
    adopted_at: At,
}

/// Builds a tree from the statements of a text, line by line.
#[derive(Default)]
pub(crate) struct Builder {
    switches: Vec<Declared>,
    /// Additional parents of switches that have a parent, with their positions in the text.
    further: HashMap<shared::Link, At>,
    by_name: HashMap<String, u32>,
    hosts: Vec<(Spot, At)>,
    host_index: HashMap<String, u32>,
    all_others: Option<u32>,
    /// True if a line with an error is left out, and the others are used.
    leaves_out: bool,
    /// The length of each dimension, if hosts have coordinates.
    dims: Arc<[u64]>,
    fabric: Option<Fabric>,
    /// The remaining capacity for the expansion of the text.
    pub(crate) budget: Budget,
    pub(crate) errors: Vec<LineError>,
    /// Remarks for the user about a correct text.
    pub(crate) notes: Vec<String>,
    /// Choices that the reader made.
    pub(crate) found: Vec<String>,
}

impl Builder {
    /// A builder for a text that was not written for this library: lines with errors are left out.
    pub(crate) fn that_leaves_out() -> Self {
        Self { leaves_out: true, ..Self::default() }
    }

    /// Notes an error; after the limit, only that there are more.
    pub(crate) fn wrong(&mut self, at: &At, text: impl Into<String>) {
        const LAST: usize = MOST_MISTAKES - 1;
        match self.errors.len() {
            MOST_MISTAKES => {}
            LAST => self.errors.push(LineError::new(at.clone(), "and so on")),
            _ => self.errors.push(LineError::new(at.clone(), text)),
        }
    }

    /// Adds a switch, with its kind and its name if the text gives them.
    pub(crate) fn add_switch(&mut self, at: &At, kind: Option<&str>, name: Option<&str>) -> u32 {
        let index = self.switches.len() as u32;
        let name = name.map(cleaned);
        let name = name.as_deref();
        if let Some(name) = name.filter(|name| self.is_new(at, name)) {
            self.by_name.insert(folded(name), index);
        }
        let names = kind.into_iter().chain(name).map(str::to_owned).collect();
        self.switches.push(Declared { at: at.clone(), names, parent: None, adopted_at: At::default() });
        index
    }

    /// True if there is no switch of this name; an existing one is noted as an error.
    pub(crate) fn is_new(&mut self, at: &At, name: &str) -> bool {
        let Some(known) = self.switch_named(name) else { return true };
        let before = self.switches[known as usize].at.clone();
        self.wrong(at, format!("there is a '{name}' already, at {before}"));
        false
    }

    pub(crate) fn switch_named(&self, name: &str) -> Option<u32> {
        self.by_name.get(&folded(name)).copied()
    }

    /// Makes one switch the child of another. Several parents of a switch become one group in the tree.
    pub(crate) fn adopt(&mut self, at: &At, parent: u32, child: u32) {
        let switch = &mut self.switches[child as usize];
        match switch.parent {
            None => (switch.parent, switch.adopted_at) = (Some(parent), at.clone()),
            Some(known) if known == parent => {}
            Some(_) => drop(self.further.entry((child, parent)).or_insert_with(|| at.clone())),
        }
    }

    /// The outermost switch above this one; the links must have no cycle.
    pub(crate) fn top(&self, switch: u32) -> u32 {
        std::iter::successors(Some(switch), |&switch| self.switches[switch as usize].parent).last().unwrap_or(switch)
    }

    /// Sets the dimensions of the hosts' coordinates, of a torus or of switches and ports.
    pub(crate) fn give_coordinates(&mut self, dims: Arc<[u64]>) {
        self.dims = dims;
    }

    /// Sets a network that is no tree. Its switches are numbered independently of this builder's.
    pub(crate) fn give_fabric(&mut self, network: Routers, has_levels: bool) {
        self.fabric = Some(Fabric { network: Arc::new(network), of_hosts: vec![], has_levels });
    }

    /// Adds a host below a switch, and at a switch of the network that is no tree.
    pub(crate) fn add_host_at(&mut self, at: &At, switch: u32, router: u32, name: &str) {
        let before = self.hosts.len();
        self.add_host(at, switch, name);
        if let Some(fabric) = self.fabric.as_mut().filter(|_| self.hosts.len() > before) {
            fabric.of_hosts.resize(before, None);
            fabric.of_hosts.push(Some(router));
        }
    }

    /// Adds the hosts of a list at a port of a switch, and returns their number.
    pub(crate) fn add_hosts_at_port(&mut self, at: &At, switch: u32, position: u64, list: &str) -> usize {
        self.put_all(at, Spot::Port { switch, position }, list)
    }

    /// Assigns a switch to all hosts that no line names.
    pub(crate) fn add_all_others(&mut self, at: &At, switch: u32) {
        if self.all_others.is_some() {
            return self.wrong(at, "another switch has all hosts already");
        }
        self.all_others = Some(switch);
    }

    pub(crate) fn add_host(&mut self, at: &At, switch: u32, name: &str) {
        self.put(at, Spot::Switch(switch), name);
    }

    fn put(&mut self, at: &At, spot: Spot, name: &str) {
        let name = &cleaned(name);
        let next = self.hosts.len() as u32;
        let index = *self.host_index.entry(folded(name)).or_insert(next);
        if index == next {
            self.hosts.push((spot, at.clone()));
            return;
        }
        let (known, before) = self.hosts[index as usize].clone();
        let what = match spot {
            Spot::Torus(_) => "has coordinates already",
            _ if known.switch() == spot.switch() => "stands twice below its switch",
            Spot::Switch(_) | Spot::Port { .. } => "has a parent already",
        };
        self.wrong(at, format!("host '{name}' {what}, at {before}"));
    }

    /// Adds the hosts of a list below a switch, and returns their number.
    pub(crate) fn add_hosts(&mut self, at: &At, switch: u32, list: &str) -> usize {
        self.put_all(at, Spot::Switch(switch), list)
    }

    pub(crate) fn add_hosts_in_torus(&mut self, at: &At, position: u64, list: &str) {
        self.put_all(at, Spot::Torus(position), list);
    }

    pub(crate) fn add_host_in_torus(&mut self, at: &At, position: u64, name: &str) {
        self.put(at, Spot::Torus(position), name);
    }

    fn put_all(&mut self, at: &At, spot: Spot, list: &str) -> usize {
        if let Some(name) = hostlist::single(list) {
            match self.budget.take_names(1, name.len()) {
                Ok(()) => self.put(at, spot, name),
                Err(why) => self.wrong(at, why),
            }
            return 1;
        }
        match hostlist::expand(list, &mut self.budget) {
            Ok(names) => {
                names.iter().for_each(|name| self.put(at, spot, name));
                names.len()
            }
            Err(why) => {
                self.wrong(at, why);
                0
            }
        }
    }

    /// Makes one group of the several parents of a switch.
    fn unite_parents(&mut self) {
        const MOST_NAMED: usize = 8;
        let further = std::mem::take(&mut self.further);
        if further.is_empty() {
            return;
        }
        let first: Vec<Option<u32>> = self.switches.iter().map(|switch| switch.parent).collect();
        let mut links: Vec<shared::Link> = further.keys().copied().collect();
        links.sort_unstable();
        let shared::United { mut groups, parents, in_circles } = shared::unite(&first, links);
        for link in in_circles {
            let name = self.switches[link.0 as usize].names.last().cloned().unwrap_or_default();
            self.wrong(&further[&link], format!("switch '{name}' is in a circle, or above one"));
        }
        for (root, group) in groups.members().into_iter().enumerate().filter(|(_, group)| group.len() > 1) {
            let names = group.iter().flat_map(|&member| std::mem::take(&mut self.switches[member].names));
            let names: Vec<String> = names.collect();
            self.switches[root].names = if group.len() > MOST_NAMED { vec![] } else { names };
        }
        self.switches.iter_mut().zip(parents).for_each(|(switch, parent)| switch.parent = parent);
        let mut root = |switch: u32| groups.root(switch as usize) as u32;
        for (spot, _) in &mut self.hosts {
            if let Spot::Switch(switch) | Spot::Port { switch, .. } = spot {
                *switch = root(*switch);
            }
        }
        self.all_others = self.all_others.map(root);
    }

    /// Builds the tree, or returns all errors in the text, in its order.
    pub(crate) fn finish(mut self) -> Result<SwitchTree, Vec<LineError>> {
        self.find_circles();
        self.unite_parents();
        let is_usable = |builder: &Self| builder.errors.is_empty() || builder.leaves_out;
        let is_too_deep = is_usable(&self) && self.find_depths();
        if is_usable(&self) && self.hosts.is_empty() && self.all_others.is_none() {
            self.leaves_out = false;
            if self.errors.is_empty() {
                self.wrong(&At::default(), "no line of it names a host (hsplit-topology(5) has the forms)");
            }
        }
        self.errors.sort_by_key(|error| error.at.line);
        if is_too_deep || !is_usable(&self) {
            return Err(self.errors);
        }
        let holds = self.hosts_below();
        let mut children = vec![0_u64; self.switches.len() + 1];
        let roots = self.switches.len();
        let mut number = |parent: Option<u32>| {
            let count = &mut children[parent.map_or(roots, |parent| parent as usize)];
            *count += 1;
            *count - 1
        };
        let mut switches: Vec<Switch> = vec![];
        for (declared, holds) in self.switches.into_iter().zip(holds) {
            let instance = if holds > 0 { number(declared.parent) } else { 0 };
            switches.push(Switch { instance, names: declared.names, parent: declared.parent, holds });
        }
        let hosts = self.hosts.iter().map(|(spot, _)| Host { spot: *spot, instance: number(spot.switch()) }).collect();
        let tree = SwitchTree::new(switches, hosts, self.host_index, self.dims, self.notes);
        let (all_others, fabric) = (self.all_others, self.fabric);
        Ok(SwitchTree { all_others, fabric, found: self.found, left_out: self.errors, ..tree })
    }

    /// The number of hosts below each switch. The tree must have no cycles.
    fn hosts_below(&self) -> Vec<u32> {
        let mut holds = vec![0; self.switches.len()];
        self.hosts.iter().filter_map(|(spot, _)| spot.switch()).for_each(|switch| holds[switch as usize] += 1);
        self.all_others.iter().for_each(|&switch| holds[switch as usize] += ALL_OTHERS);
        let mut open = vec![0_u32; self.switches.len()];
        self.switches.iter().filter_map(|switch| switch.parent).for_each(|parent| open[parent as usize] += 1);
        let mut ready: Vec<usize> = (0..open.len()).filter(|&switch| open[switch] == 0).collect();
        while let Some(switch) = ready.pop() {
            let Some(parent) = self.switches[switch].parent.map(|parent| parent as usize) else { continue };
            holds[parent] += holds[switch];
            open[parent] -= 1;
            if open[parent] == 0 {
                ready.push(parent);
            }
        }
        holds
    }

    /// True if the tree exceeds the limits for depth or steps, which is noted as an error. The tree must have no
    /// cycles.
    fn find_depths(&mut self) -> bool {
        let mut depths = vec![0_u32; self.switches.len()];
        let mut way = vec![];
        for start in 0..self.switches.len() {
            let mut at = Some(start);
            while let Some(switch) = at.filter(|&switch| depths[switch] == 0) {
                way.push(switch);
                at = self.switches[switch].parent.map(|parent| parent as usize);
            }
            let mut depth = at.map_or(0, |above| depths[above]);
            while let Some(switch) = way.pop() {
                depth += 1;
                depths[switch] = depth;
            }
        }
        if let Some(deep) = depths.iter().position(|&depth| depth > MOST_LEVELS) {
            let at = self.switches[deep].at.clone();
            self.wrong(&at, format!("more than {MOST_LEVELS} switches above each other"));
            return true;
        }
        let of_host = |(spot, _): &(Spot, At)| spot.switch().map_or(0, |switch| u64::from(depths[switch as usize]));
        let is_too_much = self.hosts.iter().map(of_host).sum::<u64>() > MOST_STEPS;
        if is_too_much {
            self.wrong(&At::default(), "too many switches above too many hosts");
        }
        is_too_much
    }

    /// Notes one switch of every cycle, and removes it from its parent.
    fn find_circles(&mut self) {
        const NEW: usize = usize::MAX;
        let mut seen_from = vec![NEW; self.switches.len()];
        for start in 0..self.switches.len() {
            let mut at = Some(start);
            while let Some(switch) = at.filter(|&switch| seen_from[switch] == NEW) {
                seen_from[switch] = start;
                at = self.switches[switch].parent.map(|parent| parent as usize);
            }
            // If the path upwards ends at a switch of the same path, it is a cycle.
            if let Some(switch) = at.filter(|&switch| seen_from[switch] == start) {
                let switch = &mut self.switches[switch];
                switch.parent = None;
                let (name, place) = (switch.names.last().cloned().unwrap_or_default(), switch.adopted_at.clone());
                self.wrong(&place, format!("switch '{name}' is below itself"));
            }
        }
    }
}
