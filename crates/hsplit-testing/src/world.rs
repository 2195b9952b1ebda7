// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random clusters with ranks on them, and the expected results of splits.
//!
//! The expectation is computed only from sets of processing units: every object of the cluster is a range of units, and
//! a rank is inside an object if its whole binding is. No path, record or exchange of the library is used.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use hsplit_core::emulation::{NodeGroup, Slot, System};
use hsplit_core::level::canonical;
use hsplit_core::machine::Machine;
use hsplit_core::name::Name;
use hsplit_core::place::Place;

use crate::random_machine::{Raw, Tape};
use crate::view::{New, Seen};

/// The units of node `n` are numbered from `n` times this.
const STRIDE: u64 = 1000;

/// The units of an object anywhere in the cluster.
type Instance = Range<u64>;

/// A level around a rank: the units of its object, the names of all objects with these units, wider ones first, the
/// name of the level, and the names of the devices near exactly these units.
#[derive(Clone, Debug, PartialEq)]
struct Around {
    units: Instance,
    names: Vec<String>,
    name: String,
    devices: Vec<String>,
}

/// One rank.
#[derive(Clone, Debug)]
pub struct Rank {
    /// The key of the first step.
    pub(crate) key: i32,
    /// The place in the library.
    pub place: Place,
    /// Bit `i` is set if the rank passes `MPI_UNDEFINED` at step `i`.
    undefined: u32,
    around: Vec<Around>,
}

impl Rank {
    /// True if it passes `MPI_UNDEFINED` at a step.
    pub fn is_undefined(&self, step: usize) -> bool {
        self.undefined >> step.min(31) & 1 != 0
    }

    /// The key of a step; at every second step, it is negated, which reverses the order of the ranks.
    pub fn key(&self, step: usize) -> i32 {
        if step % 2 == 0 { self.key } else { -self.key }
    }

    /// The narrowest object around this rank with this name, or else the narrowest one with a device of this name.
    fn instance(&self, name: &str) -> Option<&Around> {
        let is = |own: &String| canonical(own) == canonical(name);
        let level = self.around.iter().rfind(|around| around.names.iter().any(is));
        level.or_else(|| self.around.iter().rfind(|around| around.devices.iter().any(is)))
    }
}

/// A cluster with ranks on it.
#[derive(Clone, Debug)]
pub struct World {
    /// The ranks of the outermost communicator.
    pub ranks: Vec<Rank>,
    /// All names for guided splits, and some that do not exist.
    pub names: Vec<String>,
}

impl World {
    /// Draws a cluster.
    pub fn draw(tape: &mut Tape<'_>) -> Self {
        let switches: Vec<u64> = (0..tape.below(4)).map(|_| 1 + u64::from(tape.below(3))).collect();
        let kinds = draw_kinds(tape);
        let system = system(&switches, &kinds);
        let favourites: Vec<u64> = (0..4).map(|_| u64::from(tape.below(251)) * 7 % nodes(&switches, &kinds)).collect();
        let count = 1 + tape.below(40);
        let ranks = (0..count).map(|_| draw_rank(tape, &switches, &kinds, &system, &favourites)).collect();
        Self { ranks, names: names(&switches, &kinds) }
    }
}

fn draw_kinds(tape: &mut Tape<'_>) -> Vec<(u64, Raw)> {
    let mut kinds: Vec<(u64, Raw)> = vec![];
    for _ in 0..1 + tape.below(3) {
        let count = 1 + u64::from(tape.below(3));
        let again = kinds.last().filter(|_| tape.one_in(3)).map(|(_, raw)| raw.clone());
        kinds.push((count, again.unwrap_or_else(|| Raw::draw(tape))));
    }
    kinds
}

fn system(switches: &[u64], kinds: &[(u64, Raw)]) -> System {
    let switches: Vec<(String, u64)> =
        switches.iter().enumerate().map(|(depth, &count)| (format!("sw{depth}"), count)).collect();
    System::new(
        &switches,
        kinds.iter().map(|(count, raw)| NodeGroup { count: *count, machine: Arc::new(raw.machine()) }).collect(),
    )
}

fn per_switch(kinds: &[(u64, Raw)]) -> u64 {
    kinds.iter().map(|(count, _)| count).sum()
}

fn nodes(switches: &[u64], kinds: &[(u64, Raw)]) -> u64 {
    switches.iter().product::<u64>() * per_switch(kinds)
}

fn kind_of(kinds: &[(u64, Raw)], node: u64) -> &Raw {
    let below = node % per_switch(kinds);
    let each = kinds.iter().flat_map(|(count, raw)| std::iter::repeat_n(raw, *count as usize));
    each.into_iter().nth(below as usize).expect("a node below the switch")
}

fn names(switches: &[u64], kinds: &[(u64, Raw)]) -> Vec<String> {
    let mut names: Vec<String> =
        (0..switches.len()).flat_map(|depth| [format!("sw{depth}"), format!("Net_level{depth}")]).collect();
    names.extend(kinds.iter().flat_map(|(_, raw)| raw.canonical_names()));
    names.extend(["machine", "hwloc://L3Cache", "Socket", "zork", ""].map(str::to_owned));
    names.sort();
    names.dedup();
    names
}

fn draw_rank(tape: &mut Tape<'_>, switches: &[u64], kinds: &[(u64, Raw)], system: &System, favourites: &[u64]) -> Rank {
    let node = favourites[tape.below(4) as usize];
    let raw = kind_of(kinds, node);
    let binding = draw_binding(tape, raw);
    let machine: Machine = raw.machine();
    let run = machine.run_around(binding.iter().map(|&os| os as usize));
    let undefined = if tape.one_in(6) { tape.below(8) } else { 0 };
    Rank {
        key: tape.below(4) as i32 - 2,
        place: system.place(&Slot { node, run }),
        undefined,
        around: around(switches, kinds, node, &binding),
    }
}

/// Draws the operating-system numbers of a rank's binding.
fn draw_binding(tape: &mut Tape<'_>, raw: &Raw) -> Vec<u32> {
    let units = raw.os.len() as u32;
    let mut unit = || raw.os[(tape.below(251) % units) as usize];
    let some = [unit(), unit(), unit()];
    match tape.below(8) {
        0 => vec![some[0]],
        1 => raw.os.clone(),
        2 => some[..2].to_vec(),
        3 => some.to_vec(),
        4 => vec![some[0], 9999],
        5 => vec![5000, 9999],
        _ => {
            let objects = raw.inside();
            let (_, units) = &objects[tape.below(251) as usize % objects.len()];
            units.clone().map(|unit| raw.os[unit as usize]).collect()
        }
    }
}

/// Every level around a binding, widest first, with objects of the same units merged.
fn around(switches: &[u64], kinds: &[(u64, Raw)], node: u64, binding: &[u32]) -> Vec<Around> {
    let mut all = switches_around(switches, per_switch(kinds), node);
    all.push(("Machine".to_owned(), node..node + 1));
    let raw = kind_of(kinds, node);
    let mut all: Vec<(String, Instance)> =
        all.into_iter().map(|(name, nodes)| (name, nodes.start * STRIDE..nodes.end * STRIDE)).collect();
    let bound: Vec<u32> = (0..raw.os.len() as u32).filter(|&unit| binding.contains(&raw.os[unit as usize])).collect();
    let bound = if bound.is_empty() { (0..raw.os.len() as u32).collect() } else { bound };
    let inside = raw.inside().into_iter().filter(|(_, units)| bound.iter().all(|unit| units.contains(unit)));
    all.extend(inside.map(|(name, units)| {
        (name.to_string(), node * STRIDE + u64::from(units.start)..node * STRIDE + u64::from(units.end))
    }));
    let mut levels: Vec<Around> = vec![];
    for (name, units) in all {
        match levels.iter_mut().find(|level| level.units == units) {
            Some(level) => level.names.push(name),
            None => levels.push(Around { units, names: vec![name], name: String::new(), devices: vec![] }),
        }
    }
    levels.sort_by_key(|level| std::cmp::Reverse(level.units.end - level.units.start));
    let inside = raw.inside();
    for level in &mut levels {
        let below = |unit: u64| unit.saturating_sub(node * STRIDE) as u32;
        let lowest = level.names.last().cloned().unwrap_or_default();
        let is_inside = level.units.end - level.units.start < STRIDE;
        let units = below(level.units.start)..below(level.units.end);
        level.name = if is_inside { level_name(&units, &inside) } else { lowest };
    }
    for (units, device) in &raw.devices {
        // A device near all units of the node is near the node, unless an object inside has these units, too.
        let near = node * STRIDE + u64::from(units.start)..node * STRIDE + u64::from(units.end);
        let of_node = |level: &Around| units.len() == raw.os.len() && level.names.iter().any(|name| name == "Machine");
        let at = levels
            .iter()
            .position(|level| level.units == near && !units.is_empty())
            .or_else(|| levels.iter().position(of_node));
        at.into_iter().for_each(|at| levels[at].devices.extend_from_slice(device.names()));
    }
    levels
}

fn switches_around(switches: &[u64], per_switch: u64, node: u64) -> Vec<(String, Range<u64>)> {
    let mut below: u64 = switches.iter().product::<u64>() * per_switch;
    let mut all = vec![];
    for (depth, count) in switches.iter().enumerate() {
        below /= count;
        let first = node / below * below;
        all.extend([format!("sw{depth}"), format!("Net_level{depth}")].map(|name| (name, first..first + below)));
    }
    all
}

/// The expected results on the members of a communicator; `instance` returns the object of each.
fn outcome(
    members: &[u32],
    instance: impl Fn(u32) -> Option<Around>,
    key: impl Fn(u32) -> i32,
    roots_wanted: bool,
) -> Vec<Seen> {
    let mut groups: BTreeMap<(u64, u64), Vec<usize>> = BTreeMap::new();
    for (position, &member) in members.iter().enumerate() {
        if let Some(around) = instance(member) {
            groups.entry((around.units.start, around.units.end)).or_default().push(position);
        }
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.iter_mut().for_each(|group| group.sort_by_key(|&position| (key(members[position]), position)));
    groups.sort_by_key(|group| group[0]);
    let of = |positions: &[usize]| positions.iter().map(|&position| members[position]).collect::<Vec<u32>>();
    let roots = of(&groups.iter().map(|group| group[0]).collect::<Vec<_>>());
    let view = |position: usize| {
        let index = groups.iter().position(|group| group.contains(&position))?;
        let name = instance(members[position]).map(|around| around.name).unwrap_or_default();
        let new = New { members: of(&groups[index]), siblings: groups.len() as u32, index: index as u32, name };
        let is_root = roots_wanted && groups[index][0] == position;
        Some(Seen { newcomm: Some(new), roots: is_root.then(|| roots.clone()) })
    };
    (0..members.len()).map(|position| view(position).unwrap_or_default()).collect()
}

/// The name of the level with these units: the lowest name that it and its siblings have and no object inside them has;
/// else the lowest name that no object inside it has; else its lowest name. The conditions must hold at every place of
/// the level in the node. `inside` contains the names and units of all objects of the node.
pub fn level_name(units: &Range<u32>, inside: &[(Name, Range<u32>)]) -> String {
    let is_strictly =
        |inner: &Range<u32>, outer: &Range<u32>| inner != outer && outer.start <= inner.start && inner.end <= outer.end;
    let parent = |own: &Range<u32>| {
        let around = inside.iter().map(|(_, units)| units).filter(|outer| is_strictly(own, outer));
        around.min_by_key(|outer| outer.len())
    };
    let mut own = names_at(units, inside);
    let alike: Vec<_> = inside.iter().map(|(_, units)| units).filter(|other| names_at(other, inside) == own).collect();
    let siblings: Vec<_> = inside
        .iter()
        .map(|(_, units)| units)
        .filter(|other| alike.iter().any(|own| parent(own) == parent(other)))
        .collect();
    let leads = |name: &String, units: &Range<u32>| {
        let named = || inside.iter().filter(|(own, _)| own.as_str() == name).map(|(_, units)| units);
        named().any(|own| own == units) && !named().any(|inner| is_strictly(inner, units))
    };
    // The name of a processing unit that is also a core is Core.
    if own.iter().any(|name| name == "Core") {
        own.retain(|name| name != "PU");
    }
    let lowest_of = |all: &[&Range<u32>]| own.iter().rfind(|name| all.iter().all(|units| leads(name, units)));
    lowest_of(&siblings).or_else(|| lowest_of(&alike)).or(own.last()).cloned().unwrap_or_default()
}

/// The names of the objects with these units, each once, wider ones first; memory counts as directly above caches and
/// cores.
fn names_at(units: &Range<u32>, inside: &[(Name, Range<u32>)]) -> Vec<String> {
    let is_cache = |name: &str| name.starts_with('L') && name.ends_with("Cache");
    let width = |name: &String| match name.as_str() {
        "NUMANode" | "MemCache" => 1,
        "Core" | "PU" => 2,
        name if is_cache(name) => 2,
        _ => 0,
    };
    let all: Vec<_> = inside.iter().filter(|(_, own)| own == units).map(|(name, _)| name.to_string()).collect();
    let last = |at: &usize| !all[at + 1..].contains(&all[*at]);
    let mut names: Vec<String> = (0..all.len()).filter(last).map(|at| all[at].clone()).collect();
    names.sort_by_key(width);
    names
}

/// The expected results of every step on every rank, if splits go level by level until no communicator is left.
pub fn expected_descent(world: &World) -> Vec<Vec<Seen>> {
    let mut views = vec![vec![]; world.ranks.len()];
    let mut parents: Vec<Vec<u32>> = vec![(0..world.ranks.len() as u32).collect()];
    for step in 0.. {
        let mut next: Vec<Vec<u32>> = vec![];
        for members in &parents {
            for (&member, seen) in members.iter().zip(next_level(world, members, step)) {
                next.extend(
                    seen.newcomm.as_ref().filter(|new| new.members[0] == member).map(|new| new.members.clone()),
                );
                views[member as usize].push(seen);
            }
        }
        if next.is_empty() {
            break;
        }
        parents = next;
    }
    views
}

fn next_level(world: &World, members: &[u32], step: usize) -> Vec<Seen> {
    let rank = |member: u32| &world.ranks[member as usize];
    let taking_part: Vec<u32> = members.iter().copied().filter(|&member| !rank(member).is_undefined(step)).collect();
    let level = |member: u32, depth: usize| rank(member).around.get(depth).map(|around| &around.units);
    let shared = |depth: usize| {
        level(taking_part[0], depth)
            .is_some_and(|units| taking_part.iter().all(|&other| level(other, depth) == Some(units)))
    };
    let depth = if taking_part.is_empty() { 0 } else { (0..).take_while(|&depth| shared(depth)).count() };
    let instance =
        |member: u32| taking_part.contains(&member).then(|| rank(member).around.get(depth).cloned()).flatten();
    outcome(members, instance, |member| rank(member).key(step), true)
}

/// The expected results of one split at the level `name`.
pub fn expected_guided(world: &World, name: &str) -> Vec<Seen> {
    let members: Vec<u32> = (0..world.ranks.len() as u32).collect();
    let rank = |member: u32| &world.ranks[member as usize];
    let instance = |member: u32| rank(member).instance(name).filter(|_| !rank(member).is_undefined(0)).cloned();
    outcome(&members, instance, |member| rank(member).key(0), false)
}
