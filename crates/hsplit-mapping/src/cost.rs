// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cost of a unit of traffic between two slots.

use std::borrow::Cow;

use hsplit_core::level::{MACHINE, canonical_level, is_named};

use crate::slots::{NONE, Node, Slots, Torus};
use crate::traffic::Traffic;
use crate::{MapError, Mapping};

/// The cost of a unit of traffic between two slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Cost {
    /// The edges between the two places in the hierarchy; between the hosts of a torus, its hops.
    #[default]
    Hops,
    /// The cost of a pair by the narrowest level that both slots share, under any of its names there. A level that is
    /// not listed has the cost of the next wider listed one there; pairs that share no listed level have the cost of
    /// the widest listed one. Two roles on one slot have the cost of its level.
    Levels(Vec<(String, u64)>),
    /// The same by the indices of levels: first the cost of pairs that share no level, then the costs of pairs whose
    /// narrowest shared level is each of [`Slots::levels`]. This fits networks whose distances are those of their
    /// levels; for a dragonfly it is [`Cost::dragonfly`].
    Numbered(Vec<u64>),
    /// A model: the costs per byte and per message, by the narrowest level that both slots share, named as for
    /// [`Cost::Levels`].
    Model(Vec<(String, Rate)>),
}

/// The cost of messages over a link, in picoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rate {
    /// The cost of each byte, from the link's bandwidth.
    pub byte: u64,
    /// The cost of each message: its latency.
    pub message: u64,
}

/// The data of a slot for the cost of a pair.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Point {
    key: u64,
    slot: u32,
    /// Its part of the hops: how much less deep than the deepest slot it is.
    own: i32,
}

/// The cost between any two slots, prepared for very many queries.
#[derive(Clone, Debug)]
pub(crate) struct Distances<'a> {
    slots: &'a Slots,
    kind: Kind,
    points: Vec<Point>,
    greatest: u64,
    /// The cost of each message, in addition to that of its bytes.
    messages: Option<Box<Self>>,
}

#[derive(Clone, Debug)]
enum Kind {
    /// By the first bit in which keys differ, plus the part of each slot.
    Keys(Box<[i64; 65]>),
    /// The edges, by comparing paths.
    Walk,
    /// By the lowest common node: a cost for each node; two roles on one slot have that of the slot.
    Nodes(Vec<u64>),
}

impl Kind {
    /// The greatest cost of a pair, at least 1.
    fn greatest(&self, slots: &Slots) -> u64 {
        let greatest = match self {
            Self::Keys(table) => table.iter().copied().max().unwrap_or(0) as u64,
            Self::Walk => {
                let around = |torus: &Torus| torus.dims.iter().map(|&dim| u64::from(dim) / 2).sum();
                2 * slots.deepest() as u64 + slots.torus().map_or(0, around)
            }
            Self::Nodes(costs) => costs.iter().copied().max().unwrap_or(0),
        };
        greatest.max(1)
    }
}

impl Cost {
    /// The links of a dragonfly, whose levels of switches are groups and routers. Two hosts are 2 links apart at one
    /// router, 3 in one group, over the link between their routers, and otherwise 5, because packets take the shortest
    /// path from group to group. Inside a host, the edges of the hierarchy.
    ///
    /// # Errors
    /// There are no such levels.
    pub fn dragonfly(slots: &Slots, group: &str, router: &str) -> Result<Self, MapError> {
        let at = |name: &str| slots.level(name).ok_or_else(|| MapError::NoLevel(name.to_owned()));
        let (group, router) = (at(group)?, at(router)?);
        // The number of levels inside a host.
        let inside = (slots.levels().len() - 1).saturating_sub(router + 1);
        let costs = (0..slots.levels().len()).map(|index| {
            let cost = match index {
                _ if index < group => 5,
                _ if index < router => 3,
                _ if index == router => 2,
                _ => 0,
            };
            let below = if index <= router { inside } else { slots.levels().len() - 1 - index };
            cost + 2 * below as u64
        });
        Ok(Self::Numbered(std::iter::once(5 + 2 * inside as u64).chain(costs).collect()))
    }
}

/// The measured links of a machine, the input of [`Cost::of_links`].
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// The links inside a node.
    pub inside: Vec<Rate>,
    /// The links between nodes, each with a slot on both nodes if known.
    pub between: Vec<(Option<(u32, u32)>, Rate)>,
}

impl Cost {
    /// The model of a machine with measured links. A level has the medians of the links between two of its parts; a
    /// level without a measured link has the medians of all links between nodes.
    ///
    /// # Errors
    /// There is no link.
    pub fn of_links(slots: &Slots, links: &Links) -> Result<Self, MapError> {
        let all = median(links.between.iter().map(|(_, rate)| *rate));
        let inside = median(links.inside.iter().copied()).or(all).ok_or(MapError::NoLink)?;
        let above = slots.levels().iter().position(|level| level == MACHINE).unwrap_or(slots.levels().len());
        let of_level = |level: Option<u32>| {
            let is_there =
                |&(ends, _): &&(Option<(u32, u32)>, Rate)| ends.is_some_and(|(a, b)| slots.shared_level(a, b) == level);
            median(links.between.iter().filter(is_there).map(|(_, rate)| *rate)).or(all).unwrap_or(inside)
        };
        let mut rates = vec![("System".to_owned(), of_level(None))];
        rates.extend((0..).zip(&slots.levels()[..above]).map(|(at, level)| (level.clone(), of_level(Some(at)))));
        rates.extend(slots.levels().get(above).map(|machine| (machine.clone(), inside)));
        Ok(Self::Model(rates))
    }
}

/// The medians of the costs of bytes and messages; `None` without a rate.
fn median(rates: impl Iterator<Item = Rate>) -> Option<Rate> {
    let (mut bytes, mut messages): (Vec<u64>, Vec<u64>) = rates.map(|rate| (rate.byte, rate.message)).unzip();
    bytes.sort_unstable();
    messages.sort_unstable();
    let middle = bytes.len() / 2;
    Some(Rate { byte: *bytes.get(middle)?, message: messages[middle] })
}

/// The names of the whole system, above all levels.
const SYSTEM: [&str; 3] = ["system", "cluster", "system - cluster"];

impl<'a> Distances<'a> {
    pub fn new(slots: &'a Slots, cost: &Cost) -> Result<Self, MapError> {
        let kind = match cost {
            Cost::Hops if slots.torus().is_some() => Kind::Walk,
            Cost::Hops => by_hops(slots),
            Cost::Levels(costs) => {
                if let Some((name, cost)) = costs.iter().find(|(_, cost)| *cost > MOST) {
                    return Err(MapError::Cost(name.clone(), *cost));
                }
                by_level(slots, costs)?
            }
            Cost::Numbered(costs) => {
                let of_node = |node: &Node| costs[if node.level == NONE { 0 } else { node.level as usize + 1 }];
                by_node(slots, slots.nodes().iter().map(of_node).collect())
            }
            Cost::Model(rates) => by_level(slots, &parts(rates, |rate| rate.byte))?,
        };
        let messages = match cost {
            Cost::Model(rates) => {
                let kind = by_level(slots, &parts(rates, |rate| rate.message))?;
                Some(Box::new(Self { slots, greatest: kind.greatest(slots), kind, points: vec![], messages: None }))
            }
            _ => None,
        };
        let keys = slots.keys().map(|(keys, _)| keys);
        let point = |slot: u32| Point {
            key: keys.map_or(0, |keys| keys[slot as usize]),
            slot,
            own: if *cost == Cost::Hops { slots.depth(slot) as i32 - slots.deepest() as i32 } else { 0 },
        };
        let points = (0..slots.len() as u32).map(point).collect();
        Ok(Self { slots, greatest: kind.greatest(slots), kind, points, messages })
    }

    /// An upper bound for the cost of traffic between two roles.
    pub fn most(&self, bytes: u64, messages: u64) -> u128 {
        let of_messages = self.messages.as_ref().map_or(0, |distances| distances.greatest);
        u128::from(bytes) * u128::from(self.greatest) + u128::from(messages) * u128::from(of_messages)
    }

    /// The cost of each message in addition to its bytes; `None` if messages have no cost.
    #[inline]
    pub fn of_messages(&self) -> Option<&Self> {
        self.messages.as_deref()
    }

    /// The cost of traffic between two slots.
    pub fn price(&self, a: Point, b: Point, bytes: u64, messages: u64) -> u128 {
        let of_messages = self.messages.as_ref().map_or(0, |distances| distances.between(a, b));
        u128::from(bytes) * self.between(a, b) as u128 + u128::from(messages) * of_messages as u128
    }

    /// The traffic for constructions, which have no costs: the cost of bytes and messages at the most expensive
    /// distance.
    pub fn worth<'t>(&self, traffic: &'t Traffic) -> Cow<'t, Traffic> {
        if self.messages.is_none() {
            return Cow::Borrowed(traffic);
        }
        // No role loses a partner, however little it sends.
        let worth = |bytes, messages| u64::try_from(self.most(bytes, messages)).unwrap_or(u64::MAX).max(1);
        let scale = traffic.full_pairs().map(|(.., bytes, messages)| self.most(bytes, messages)).sum::<u128>() >> 60;
        let shift = 128 - scale.leading_zeros();
        Cow::Owned(traffic.reweighted(|bytes, messages| (worth(bytes, messages) >> shift).max(1)))
    }

    #[inline]
    pub fn point(&self, slot: u32) -> Point {
        self.points[slot as usize]
    }

    /// The cost between two slots.
    #[inline]
    pub fn between(&self, a: Point, b: Point) -> i64 {
        match &self.kind {
            Kind::Keys(table) => {
                let differ = a.key ^ b.key;
                if differ == 0 {
                    return table[64];
                }
                table[differ.leading_zeros() as usize] + i64::from(a.own) + i64::from(b.own)
            }
            Kind::Walk => i64::from(self.slots.hops(a.slot, b.slot)),
            Kind::Nodes(costs) => {
                let shared = self.slots.shared(a.slot, b.slot) as usize;
                let node = if shared == 0 { 0 } else { self.slots.path_of(a.slot)[shared - 1] };
                costs[node as usize] as i64
            }
        }
    }
}

impl Distances<'_> {
    /// The sum over all pairs of traffic times the cost of their slots.
    pub fn total(&self, traffic: &Traffic, mapping: &Mapping) -> u128 {
        let at = |role: u32| self.point(mapping.slot_of[role as usize]);
        traffic.full_pairs().map(|(a, b, bytes, messages)| self.price(at(a), at(b), bytes, messages)).sum()
    }
}

/// Edges between slots of different depths.
fn by_hops(slots: &Slots) -> Kind {
    let Some((_, shared)) = slots.keys() else { return Kind::Walk };
    let mut table = [0; 65];
    (0..64).for_each(|bit| table[bit] = 2 * (slots.deepest() as i64 - i64::from(shared[bit])));
    Kind::Keys(Box::new(table))
}

/// Costs by the narrowest shared level, under its names there: a level of its own on one node may be merged with a
/// wider one on another.
fn by_level(slots: &Slots, costs: &[(String, u64)]) -> Result<Kind, MapError> {
    let names: Vec<String> = costs.iter().map(|(name, _)| canonical_level(name)).collect();
    let entries_of = |naming: &Vec<String>| (0..costs.len()).filter(|&entry| is_named(naming, &names[entry])).collect();
    let entries: Vec<Vec<usize>> = slots.namings().iter().map(entries_of).collect();
    let levels: Vec<Option<usize>> = costs.iter().map(|(name, _)| slots.level(name)).collect();
    let (mut system, mut relative) = (None, vec![]);
    for (entry, (name, cost)) in costs.iter().enumerate() {
        match levels[entry] {
            Some(_) if entries.iter().flatten().any(|&other| other == entry) => {}
            Some(level) => relative.push((entry, level as u32)),
            None if SYSTEM.contains(&name.to_ascii_lowercase().as_str()) => system = Some(*cost),
            None => return Err(MapError::NoLevel(name.clone())),
        }
    }
    // Of two levels of one name on a path the narrowest is used; of two costs of one level the last one.
    let mut entry_of: Vec<Option<usize>> = vec![None; slots.nodes().len()];
    let mut is_found = vec![false; costs.len()];
    for slot in 0..slots.len() as u32 {
        is_found.fill(false);
        for &node in slots.path_of(slot).iter().rev() {
            let (Node { level, naming, .. }, own) = (&slots.nodes()[node as usize], &mut entry_of[node as usize]);
            let by_name = entries[*naming as usize].iter().copied();
            let by_number = relative.iter().filter(|(_, relative)| relative == level).map(|(entry, _)| *entry);
            for entry in by_name.chain(by_number) {
                if !std::mem::replace(&mut is_found[entry], true) {
                    *own = (*own).max(Some(entry));
                }
            }
        }
    }
    let widest = (0..costs.len()).filter(|&entry| levels[entry].is_some()).min_by_key(|&entry| levels[entry]);
    let root = system.or(widest.map(|entry| costs[entry].1)).unwrap_or(0);
    let mut of_node = vec![root];
    for (node, entry) in slots.nodes().iter().zip(entry_of).skip(1) {
        of_node.push(entry.map_or(of_node[node.parent as usize], |entry| costs[entry].1));
    }
    Ok(by_node(slots, of_node))
}

/// Costs by the narrowest shared node; by keys if all nodes at one depth have the same cost.
fn by_node(slots: &Slots, of_node: Vec<u64>) -> Kind {
    let mut at_depth = vec![None; slots.deepest() + 1];
    let is_alike = slots
        .nodes()
        .iter()
        .zip(&of_node)
        .all(|(node, cost)| *at_depth[node.depth as usize].get_or_insert(*cost) == *cost);
    let equally_deep = (0..slots.len() as u32).all(|slot| slots.depth(slot) as usize == slots.deepest());
    match slots.keys() {
        Some((_, shared)) if is_alike && equally_deep => {
            let at = |bit: usize| at_depth[usize::from(shared[bit])].unwrap_or(0) as i64;
            Kind::Keys(Box::new(std::array::from_fn(at)))
        }
        _ => Kind::Nodes(of_node),
    }
}

/// The bytes or the messages of the rates.
fn parts(rates: &[(String, Rate)], part: fn(&Rate) -> u64) -> Vec<(String, u64)> {
    rates.iter().map(|(level, rate)| (level.clone(), part(rate).min(LONGEST))).collect()
}

/// A second, in picoseconds; no link of a model is slower.
const LONGEST: u64 = 1_000_000_000_000;

const MOST: u64 = u32::MAX as u64;

#[cfg(test)]
mod tests;
