// SPDX-License-Identifier: MIT OR Apache-2.0
//! Puts a tree together from what a text says, and notes what cannot be: two parents, circles, a host twice.

use std::collections::HashMap;
use std::sync::Arc;

use super::{At, Host, Mistake, Spot, Switch, SwitchTree, folded, hostlist};

/// A switch as a text declares it.
struct Declared {
    at: At,
    names: Vec<String>,
    parent: Option<u32>,
    adopted_at: At,
}

/// Puts a tree together from what a text says, line by line.
#[derive(Default)]
pub struct Builder {
    switches: Vec<Declared>,
    by_name: HashMap<String, u32>,
    hosts: Vec<(Spot, At)>,
    host_index: HashMap<String, u32>,
    /// The length of each dimension, where the hosts are in a torus.
    torus: Option<Arc<[u64]>>,
    /// What is wrong so far.
    pub mistakes: Vec<Mistake>,
    /// What a user should know of a text that is right.
    pub notes: Vec<String>,
}

impl Builder {
    /// Notes a mistake.
    pub fn wrong(&mut self, at: &At, text: impl Into<String>) {
        self.mistakes.push(Mistake { at: at.clone(), text: text.into() });
    }

    /// A new switch, of a kind and with a name of its own where the text gives these.
    pub fn add_switch(&mut self, at: &At, kind: Option<&str>, name: Option<&str>) -> u32 {
        let index = self.switches.len() as u32;
        if let Some(name) = name {
            match self.by_name.get(&folded(name)) {
                Some(&known) => {
                    let before = self.switches[known as usize].at.clone();
                    self.wrong(at, format!("there is a '{name}' already, at {before}"));
                }
                None => drop(self.by_name.insert(folded(name), index)),
            }
        }
        let names = kind.into_iter().chain(name).map(str::to_owned).collect();
        self.switches.push(Declared { at: at.clone(), names, parent: None, adopted_at: At::default() });
        index
    }

    /// The switch of this name.
    pub fn switch_named(&self, name: &str) -> Option<u32> {
        self.by_name.get(&folded(name)).copied()
    }

    /// Puts one switch below another.
    pub fn adopt(&mut self, at: &At, parent: u32, child: u32) {
        let switch = &mut self.switches[child as usize];
        if switch.parent.is_none() {
            (switch.parent, switch.adopted_at) = (Some(parent), at.clone());
            return;
        }
        let (name, before) = (switch.names.last().cloned().unwrap_or_default(), switch.adopted_at.clone());
        self.wrong(at, format!("switch '{name}' has a parent already, at {before}"));
    }

    /// The hosts are in a torus with these dimensions.
    pub fn make_torus(&mut self, dims: Arc<[u64]>) {
        self.torus = Some(dims);
    }

    /// Puts a host below a switch.
    pub fn add_host(&mut self, at: &At, switch: u32, name: &str) {
        self.put(at, Spot::Switch(switch), name);
    }

    fn put(&mut self, at: &At, spot: Spot, name: &str) {
        let next = self.hosts.len() as u32;
        let index = *self.host_index.entry(folded(name)).or_insert(next);
        if index == next {
            self.hosts.push((spot, at.clone()));
            return;
        }
        let (known, before) = self.hosts[index as usize].clone();
        let what = match spot {
            Spot::Torus(_) => "has coordinates already",
            Spot::Switch(_) if known == spot => "stands twice below its switch",
            Spot::Switch(_) => "has a parent already",
        };
        self.wrong(at, format!("host '{name}' {what}, at {before}"));
    }

    /// Puts all hosts of a list below a switch, and says how many these are.
    pub fn add_hosts(&mut self, at: &At, switch: u32, list: &str) -> usize {
        self.put_all(at, Spot::Switch(switch), list)
    }

    /// Puts all hosts of a list at a position of the torus.
    pub fn add_hosts_in_torus(&mut self, at: &At, position: u64, list: &str) {
        self.put_all(at, Spot::Torus(position), list);
    }

    fn put_all(&mut self, at: &At, spot: Spot, list: &str) -> usize {
        if let Some(name) = hostlist::single(list) {
            self.put(at, spot, name);
            return 1;
        }
        match hostlist::expand(list) {
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

    /// The tree.
    ///
    /// # Errors
    /// All mistakes that were made, in the order of the text.
    pub fn finish(mut self) -> Result<SwitchTree, Vec<Mistake>> {
        self.find_circles();
        if self.mistakes.is_empty() && self.hosts.is_empty() {
            self.wrong(&At::default(), "it names no host");
        }
        if !self.mistakes.is_empty() {
            self.mistakes.sort_by_key(|mistake| mistake.at.line);
            return Err(self.mistakes);
        }
        let mut children = vec![0_u64; self.switches.len() + 1];
        let roots = self.switches.len();
        let mut number = |parent: Option<u32>| {
            let count = &mut children[parent.map_or(roots, |parent| parent as usize)];
            *count += 1;
            *count - 1
        };
        let mut switches: Vec<Switch> = vec![];
        for declared in self.switches {
            switches.push(Switch {
                instance: number(declared.parent),
                names: declared.names,
                parent: declared.parent,
                holds: 0,
            });
        }
        let mut hosts = vec![];
        for (spot, _) in self.hosts {
            let mut above = spot.switch();
            hosts.push(Host { spot, instance: number(above) });
            while let Some(index) = above {
                switches[index as usize].holds += 1;
                above = switches[index as usize].parent;
            }
        }
        Ok(SwitchTree { switches, hosts, host_index: self.host_index, torus: self.torus, notes: self.notes })
    }

    /// Notes one switch of every circle.
    fn find_circles(&mut self) {
        const NEW: usize = usize::MAX;
        let mut seen_from = vec![NEW; self.switches.len()];
        for start in 0..self.switches.len() {
            let mut at = Some(start);
            while let Some(switch) = at.filter(|&switch| seen_from[switch] == NEW) {
                seen_from[switch] = start;
                at = self.switches[switch].parent.map(|parent| parent as usize);
            }
            // Where the way up ends at a switch of this very way, it has come round.
            if let Some(switch) = at.filter(|&switch| seen_from[switch] == start) {
                let switch = &self.switches[switch];
                let (name, place) = (switch.names.last().cloned().unwrap_or_default(), switch.adopted_at.clone());
                self.wrong(&place, format!("switch '{name}' is below itself"));
            }
        }
    }
}
