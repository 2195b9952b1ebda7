// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a unit of traffic between two slots costs.

use std::borrow::Cow;

use hsplit_core::level::{MACHINE, canonical_level, is_named};

use crate::slots::{NONE, Node, Slots, Torus};
use crate::traffic::Traffic;
use crate::{MapError, Mapping};

/// What a unit of traffic between two slots costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Cost {
    /// The edges between the two places in the hierarchy; between the hosts of a torus, the torus's hops.
    #[default]
    Hops,
    /// The cost of a pair by the narrowest level that both slots share, under any of the names that it has there. A
    /// level that is not named costs what the next wider named one there does; pairs that share none of those cost what
    /// the widest named one does. Two roles on one slot cost what its level does.
    Levels(Vec<(String, u64)>),
    /// The same by the numbers of levels: what pairs cost that share none, then what those cost that share each of
    /// [`Slots::levels`] as the narrowest. A network whose distances are those of its levels is this: a dragonfly is
    /// [`Cost::dragonfly`].
    Numbered(Vec<u64>),
    /// A model: what a byte and what a message cost, by the narrowest level that both slots share, named as for
    /// [`Cost::Levels`].
    Model(Vec<(String, Rate)>),
}

/// What messages over a link cost, in picoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rate {
    /// Each byte: what the link's bandwidth makes of it.
    pub byte: u64,
    /// Each message: its latency.
    pub message: u64,
}

/// What a slot brings into the cost of a pair.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Point {
    key: u64,
    slot: u32,
    /// How much less deep than others it is: its part of the hops.
    own: i32,
}

/// The cost between any two slots, ready to be asked very often.
#[derive(Clone, Debug)]
pub(crate) struct Distances<'a> {
    slots: &'a Slots,
    kind: Kind,
    points: Vec<Point>,
    greatest: u64,
    /// What each message costs, beside what each byte does.
    messages: Option<Box<Self>>,
}

#[derive(Clone, Debug)]
enum Kind {
    /// By the first bit in which keys differ, and what each slot adds.
    Keys(Box<[i64; 65]>),
    /// Edges, by comparing paths.
    Walk,
    /// By the lowest node above both: a cost for each node, and for two roles on one slot by the slot's.
    Nodes(Vec<u64>),
}

impl Kind {
    /// No pair costs more. At least 1.
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
    /// The links of a dragonfly, whose levels of switches are its groups and its routers: two hosts of one router are 2
    /// links apart, those of one group 3 by the link between their routers, and others 5, as packets go by the shortest
    /// way from group to group. Inside a host, the edges of the hierarchy.
    ///
    /// # Errors
    /// There are no such levels.
    pub fn dragonfly(slots: &Slots, group: &str, router: &str) -> Result<Self, MapError> {
        let at = |name: &str| slots.level(name).ok_or_else(|| MapError::NoLevel(name.to_owned()));
        let (group, router) = (at(group)?, at(router)?);
        // The levels between a host and the narrowest.
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

/// The measured links of a machine, of which [`Cost::of_links`] makes a model.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// Those inside a node.
    pub inside: Vec<Rate>,
    /// Those between nodes, each with a slot on both nodes where these are known.
    pub between: Vec<(Option<(u32, u32)>, Rate)>,
}

impl Cost {
    /// The model of a machine whose links were measured. A level has the medians of the links that end below two of its
    /// parts; one without a measured link has the medians of all links between nodes.
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

/// The medians of what bytes and messages cost; `None` without a rate.
fn median(rates: impl Iterator<Item = Rate>) -> Option<Rate> {
    let (mut bytes, mut messages): (Vec<u64>, Vec<u64>) = rates.map(|rate| (rate.byte, rate.message)).unzip();
    bytes.sort_unstable();
    messages.sort_unstable();
    let middle = bytes.len() / 2;
    Some(Rate { byte: *bytes.get(middle)?, message: messages[middle] })
}

/// The names by which the whole system is meant, above all levels.
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

    /// No traffic between two roles costs more.
    pub fn most(&self, bytes: u64, messages: u64) -> u128 {
        let of_messages = self.messages.as_ref().map_or(0, |distances| distances.greatest);
        u128::from(bytes) * u128::from(self.greatest) + u128::from(messages) * u128::from(of_messages)
    }

    /// What each message costs beside its bytes, where it costs anything.
    #[inline]
    pub fn of_messages(&self) -> Option<&Self> {
        self.messages.as_deref()
    }

    /// What traffic between two slots costs.
    pub fn price(&self, a: Point, b: Point, bytes: u64, messages: u64) -> u128 {
        let of_messages = self.messages.as_ref().map_or(0, |distances| distances.between(a, b));
        u128::from(bytes) * self.between(a, b) as u128 + u128::from(messages) * of_messages as u128
    }

    /// The traffic as a construction sees it, which knows near and far and no costs: what bytes and messages cost where
    /// they cost most.
    pub fn worth<'t>(&self, traffic: &'t Traffic) -> Cow<'t, Traffic> {
        if self.messages.is_none() {
            return Cow::Borrowed(traffic);
        }
        // No role stays without a partner, however little it sends.
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
    /// The traffic of all pairs, each times the cost of its slots.
    pub fn total(&self, traffic: &Traffic, mapping: &Mapping) -> u128 {
        let at = |role: u32| self.point(mapping.slot_of[role as usize]);
        traffic.full_pairs().map(|(a, b, bytes, messages)| self.price(at(a), at(b), bytes, messages)).sum()
    }
}

/// Edges between slots that need not be equally deep.
fn by_hops(slots: &Slots) -> Kind {
    let Some((_, shared)) = slots.keys() else { return Kind::Walk };
    let mut table = [0; 65];
    (0..64).for_each(|bit| table[bit] = 2 * (slots.deepest() as i64 - i64::from(shared[bit])));
    Kind::Keys(Box::new(table))
}

/// Costs by the narrowest level that is shared, under the names that it has there: what is a level of its own on one
/// node may be the same as a wider one on another.
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
    // Of a level that is on a path twice, the narrowest is meant; of two costs of one level, the last one counts.
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

/// Costs by the narrowest node that is shared: by keys where all nodes at one depth cost the same.
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

/// One part of the rates.
fn parts(rates: &[(String, Rate)], part: fn(&Rate) -> u64) -> Vec<(String, u64)> {
    rates.iter().map(|(level, rate)| (level.clone(), part(rate).min(LONGEST))).collect()
}

/// A second, in picoseconds: no link of a model is slower.
const LONGEST: u64 = 1_000_000_000_000;

/// The greatest cost of [`Cost::Levels`].
const MOST: u64 = u32::MAX as u64;

#[cfg(test)]
mod tests;
