// SPDX-License-Identifier: MIT OR Apache-2.0
//! The slots for roles: the distinct places of a machine, as the leaves of a tree of any shape.
//!
//! Slots are numbered in the order of their paths, so the slots below any node of the tree are consecutive. Each has a
//! key of 64 bits, the concatenated numbers of its steps: the first bit in which two keys differ gives the number of
//! levels that two slots share. A place may be an inner node of the tree, for example that of a process that is bound
//! to a whole node: it is a slot next to the slots below it.

mod build;

use hsplit_core::level::{Level, canonical_level, depth_of_relative, is_named};
use hsplit_core::network::{NetworkPosition, half_diameter, way_around};
use hsplit_core::place::Place;

use crate::MapError;

/// The name of a level, and all its names; no names if only the first is known.
pub(crate) type Named<'a> = (&'a str, &'a [String]);

fn of_level(level: &Level) -> Named<'_> {
    (level.name().as_str(), level.canonical_names())
}

pub(crate) const NONE: u32 = u32::MAX;

/// A node of the tree. Nodes are in preorder; node 0 is the root, the whole system.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub parent: u32,
    /// The number of steps from the root.
    pub depth: u32,
    /// Its level, as an index into [`Slots::levels`]; [`NONE`] for the root.
    pub level: u32,
    /// Its names, as an index into [`Slots::namings`]; [`NONE`] for the root.
    pub naming: u32,
    /// The number of the instance of its level.
    pub instance: u32,
    /// The range of the slots at the node and below it.
    pub first: u32,
    pub end: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Torus {
    pub dims: Vec<u32>,
    /// The coordinates of each slot's host in sequence.
    pub coords: Vec<u32>,
    /// For each slot, true if its host is in the torus.
    pub is_inside: Vec<bool>,
    /// The number of steps from the root to each slot's host.
    pub host_depth: Vec<u32>,
}

/// The slots of a machine.
#[derive(Clone, Debug)]
pub struct Slots {
    levels: Vec<String>,
    /// All names of each level, in the form of [`canonical`](hsplit_core::level::canonical).
    names: Vec<Vec<String>>,
    namings: Vec<Vec<String>>,
    nodes: Vec<Node>,
    /// The number of roles that each slot takes.
    capacity: Vec<u32>,
    node: Vec<u32>,
    /// The node above each slot at each depth, from depth 1, `deepest` numbers for each slot; [`NONE`] below its own.
    path: Vec<u32>,
    deepest: usize,
    keys: Keys,
    /// The slot of each given place.
    slot_of_place: Vec<u32>,
    /// The end of each slot's places in `places`.
    place_ends: Vec<u32>,
    places: Vec<u32>,
    torus: Option<Torus>,
}

/// The numbers of the slots' steps in 64 bits; empty if they do not fit.
#[derive(Clone, Debug, Default)]
struct Keys {
    keys: Vec<u64>,
    /// The number of levels shared by two slots whose keys first differ in this bit, counted from the highest.
    shared: Vec<u8>,
}

impl Slots {
    /// The slots at these places. Each place has one number per level, widest first; a place with fewer numbers than
    /// levels is bound to an object of its last level. Equal places are one slot that takes as many roles.
    ///
    /// # Panics
    /// A place has more numbers than there are levels.
    pub fn from_places(levels: &[String], places: &[Vec<u32>]) -> Self {
        let mut namings = build::Namings::default();
        let naming: Vec<u32> = levels.iter().map(|name| namings.index((name.as_str(), &[]))).collect();
        let step = |(level, &instance): (usize, &u32)| build::Step {
            level: level as u32,
            naming: naming.get(level).copied().unwrap_or(NONE),
            instance: u64::from(instance),
        };
        let paths = places.iter().map(|place| place.iter().enumerate().map(step).collect()).collect();
        let named = levels.iter().map(|name| build::LevelNames::of((name.as_str(), &[])));
        build::build(named.collect(), namings, paths)
    }

    /// `count` equivalent slots.
    pub fn alike(count: u32) -> Self {
        Self::from_places(&["Slot".to_owned()], &(0..count).map(|slot| vec![slot]).collect::<Vec<_>>())
    }

    /// The slots at places of processes. The places may have different levels.
    pub fn from_core(places: &[Place]) -> Self {
        fn names(place: &Place) -> Vec<Named<'_>> {
            place.steps().iter().map(|step| of_level(&step.level)).collect()
        }
        Self::from_named(places, names, |place| place.steps().iter().map(|step| step.instance).collect())
    }

    /// The slots of the ranks of a communicator, from the table of their places, in rank order; for nodes of a torus
    /// with the torus's distances.
    pub fn from_table<B: AsRef<[u8]>>(table: &hsplit_core::table::Table<B>) -> Self {
        let ranks: Vec<u32> = (0..table.ranks()).collect();
        let names = |&rank: &u32| table.levels_of(rank).iter().map(|level| of_level(level)).collect::<Vec<_>>();
        let slots = Self::from_named(&ranks, names, |&rank| table.coords(rank).map(|(_, number)| number).collect());
        let positions: Vec<_> = ranks.iter().map(|&rank| table.network(rank)).collect();
        slots.with_network(&positions)
    }

    /// The slots at these paths, each step with a level's name and an instance. The paths may have different levels.
    pub fn from_paths(paths: &[Vec<(String, u64)>]) -> Self {
        fn names(path: &[(String, u64)]) -> Vec<Named<'_>> {
            path.iter().map(|(name, _)| (name.as_str(), &[][..])).collect()
        }
        Self::from_named(paths, |path| names(path), |path| path.iter().map(|(_, instance)| *instance).collect())
    }

    fn from_named<'a, P>(
        places: &'a [P],
        names: impl Fn(&'a P) -> Vec<Named<'a>>,
        numbers: impl Fn(&'a P) -> Vec<u64>,
    ) -> Self {
        let mut levels = build::Levels::default();
        let path = |place: &'a P| levels.steps(&names(place), numbers(place));
        let mut paths: Vec<Vec<build::Step>> = places.iter().map(path).collect();
        let (all, order) = levels.finish();
        paths.iter_mut().flatten().for_each(|step| step.level = order[step.level as usize]);
        build::build(all, levels.namings, paths)
    }

    /// These slots, with the coordinates of the host of each place. Hosts in a torus get the distances of its rings;
    /// coordinates below switches are ignored.
    ///
    /// # Panics
    /// The number of positions is not that of places.
    pub fn with_network(mut self, positions: &[Option<NetworkPosition>]) -> Self {
        assert_eq!(positions.len(), self.slot_of_place.len(), "one position for each place");
        self.torus = build::torus(&self, positions);
        self
    }

    /// The number of slots.
    pub fn len(&self) -> usize {
        self.capacity.len()
    }

    /// True if there are no slots.
    pub fn is_empty(&self) -> bool {
        self.capacity.is_empty()
    }

    /// The number of roles that a slot takes.
    pub fn capacity(&self, slot: u32) -> u32 {
        self.capacity[slot as usize]
    }

    /// The number of roles that all slots take.
    pub fn total_capacity(&self) -> u64 {
        self.capacity.iter().map(|&capacity| u64::from(capacity)).sum()
    }

    /// Checks that there are places for all roles.
    pub(crate) fn check_room(&self, roles: usize) -> Result<(), MapError> {
        let places = self.total_capacity();
        if roles as u64 > places { Err(MapError::TooManyRoles(roles, places)) } else { Ok(()) }
    }

    /// The names of the levels, widest first. If a place is inside two levels of one name, the name occurs twice.
    pub fn levels(&self) -> &[String] {
        &self.levels
    }

    /// The narrowest level with this name, in any spelling.
    pub fn level(&self, name: &str) -> Option<usize> {
        let name = canonical_level(name);
        let level = self.names.iter().rposition(|names| is_named(names, &name));
        level.or_else(|| depth_of_relative(self.names.iter().map(Vec::as_slice), &name)?.checked_sub(1))
    }

    /// The number of instances of a level.
    pub fn instances(&self, level: usize) -> usize {
        self.nodes.iter().filter(|node| node.level == level as u32).count()
    }

    /// The instance of a level that contains a slot, counted in the order of slots; `None` if the slot has no such
    /// level.
    pub fn ancestor(&self, slot: u32, level: usize) -> Option<u32> {
        let node = self.path_of(slot).iter().find(|&&node| self.nodes[node as usize].level == level as u32)?;
        Some(self.nodes[*node as usize].instance)
    }

    /// The slot of a place, given by its index in the constructor's list.
    pub fn slot_of_place(&self, place: u32) -> u32 {
        self.slot_of_place[place as usize]
    }

    /// The places of a slot, ascending.
    pub fn places(&self, slot: u32) -> &[u32] {
        let slot = slot as usize;
        let start = if slot == 0 { 0 } else { self.place_ends[slot - 1] };
        &self.places[start as usize..self.place_ends[slot] as usize]
    }

    /// The edges of the hierarchy between two slots; between hosts of a torus its hops, as in
    /// [`Table::distance`](hsplit_core::table::Table::distance).
    pub fn hops(&self, a: u32, b: u32) -> u32 {
        let shared = self.shared(a, b);
        let edges = self.depth(a) + self.depth(b) - 2 * shared;
        self.torus.as_ref().map_or(edges, |torus| torus.hops(a, b, shared, edges))
    }

    pub(crate) fn shared(&self, a: u32, b: u32) -> u32 {
        if a == b {
            return self.depth(a);
        }
        if !self.keys.keys.is_empty() {
            let differ = self.keys.keys[a as usize] ^ self.keys.keys[b as usize];
            return u32::from(self.keys.shared[differ.leading_zeros() as usize]);
        }
        let both = self.path_of(a).iter().zip(self.path_of(b));
        both.take_while(|(a, b)| a == b && **a != NONE).count() as u32
    }

    /// The narrowest level that two slots share, if there is one.
    pub(crate) fn shared_level(&self, a: u32, b: u32) -> Option<u32> {
        let last = (self.shared(a, b) as usize).checked_sub(1)?;
        Some(self.nodes[self.path_of(a)[last] as usize].level)
    }

    /// True if two slots are equivalent: children of one node, with nothing below them.
    pub(crate) fn are_equal(&self, a: u32, b: u32) -> bool {
        let node = |slot: u32| &self.nodes[self.node[slot as usize] as usize];
        let (x, y) = (node(a), node(b));
        let is_alone = |node: &Node| node.parent != NONE && node.end == node.first + 1;
        self.torus.is_none()
            && is_alone(x)
            && is_alone(y)
            && x.parent == y.parent
            && self.capacity(a) == self.capacity(b)
            && (self.capacity(a) == 1 || x.level == y.level)
    }

    pub(crate) fn depth(&self, slot: u32) -> u32 {
        self.nodes[self.node[slot as usize] as usize].depth
    }

    pub(crate) fn deepest(&self) -> usize {
        self.deepest
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes above a slot, from depth 1 down to its own.
    pub(crate) fn path_of(&self, slot: u32) -> &[u32] {
        let start = slot as usize * self.deepest;
        &self.path[start..start + self.depth(slot) as usize]
    }

    /// The lists of names of the tree's nodes, in the form of [`canonical`](hsplit_core::level::canonical).
    pub(crate) fn namings(&self) -> &[Vec<String>] {
        &self.namings
    }

    pub(crate) fn torus(&self) -> Option<&Torus> {
        self.torus.as_ref()
    }

    /// A key for each slot, and the number of shared levels by the first bit that differs; `None` if 64 bits are too
    /// few.
    pub(crate) fn keys(&self) -> Option<(&[u64], &[u8])> {
        (!self.keys.keys.is_empty()).then_some((&self.keys.keys[..], &self.keys.shared[..]))
    }
}

impl Torus {
    /// The hops between two slots that share their `shared` widest levels and have `edges` edges between them.
    fn hops(&self, a: u32, b: u32, shared: u32, edges: u32) -> u32 {
        let [host_a, host_b] = [a, b].map(|slot| self.host_depth[slot as usize]);
        let is_inside = |slot: u32| self.is_inside[slot as usize];
        if (shared >= host_a.max(1) && shared >= host_b.max(1)) || !(is_inside(a) || is_inside(b)) {
            return edges;
        }
        let between_hosts = (host_a + host_b).saturating_sub(2 * shared);
        let hops = if is_inside(a) && is_inside(b) {
            self.between(a, b)
        } else {
            between_hosts.max(half_diameter(self.lengths()) as u32)
        };
        edges - between_hosts + hops
    }

    /// The hops between the hosts of two slots in the torus.
    fn between(&self, a: u32, b: u32) -> u32 {
        let count = self.dims.len();
        let coords = |slot: u32| self.coords[slot as usize * count..][..count].iter().map(|&coord| u64::from(coord));
        way_around(coords(a).zip(coords(b)), self.lengths()) as u32
    }

    fn lengths(&self) -> impl Iterator<Item = u64> {
        self.dims.iter().map(|&dim| u64::from(dim))
    }
}

#[cfg(test)]
mod tests;
