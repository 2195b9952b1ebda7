// SPDX-License-Identifier: MIT OR Apache-2.0
//! Builds the tree of slots from paths.

use std::collections::{HashMap, HashSet};

use hsplit_core::level::{MACHINE, canonical};
use hsplit_core::network::NetworkPosition;

use super::{Keys, NONE, Named, Node, Slots, Torus};

/// A step of a path.
#[derive(Clone, Copy)]
pub struct Step {
    /// The level's index.
    pub level: u32,
    /// The names of the level on this path, as an index into [`Namings`].
    pub naming: u32,
    /// The number of the instance among its siblings.
    pub instance: u64,
}

/// Steps are compared without their names.
impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        (self.level, self.instance) == (other.level, other.instance)
    }
}

/// The names of a level; very many if each switch has a name of its own.
#[derive(Clone)]
pub struct LevelNames {
    name: String,
    all: Vec<String>,
    known: HashSet<String>,
}

impl LevelNames {
    pub fn of((name, all): Named<'_>) -> Self {
        let own = canonical(name);
        let mut names = Self { name: name.to_owned(), all: vec![own.clone()], known: HashSet::from([own]) };
        names.add(all);
        names
    }

    fn add(&mut self, others: &[String]) {
        for other in others {
            if self.known.insert(other.clone()) {
                self.all.push(other.clone());
            }
        }
    }
}

/// The lists of names of levels. On different nodes one level may have different names: on a node with one package, the
/// package is merged with the node.
#[derive(Default)]
pub struct Namings {
    all: Vec<Vec<String>>,
    known: HashMap<Vec<String>, u32>,
    /// The index of each list by its address, because many steps share a list.
    by_address: HashMap<(*const String, usize), u32>,
}

impl Namings {
    pub fn index(&mut self, named: Named<'_>) -> u32 {
        let address = (named.1.as_ptr(), named.1.len());
        if let Some(&known) = self.by_address.get(&address).filter(|_| !named.1.is_empty()) {
            return known;
        }
        let names = LevelNames::of(named).all;
        let index = *self.known.entry(names).or_insert_with_key(|names| {
            self.all.push(names.clone());
            self.all.len() as u32 - 1
        });
        self.by_address.insert(address, index);
        index
    }
}

/// The levels of paths with different levels, widest first.
#[derive(Default)]
pub struct Levels {
    all: Vec<LevelNames>,
    pub namings: Namings,
    /// The order of the levels as far as it is known.
    order: Vec<u32>,
    /// The lists of names that have been added to each level.
    added: HashSet<(u32, u32)>,
}

impl Levels {
    /// The steps of a path with these instances. A new level is ordered after the level above it on the path, and so is
    /// the second level of one name on a path.
    pub fn steps(&mut self, path: &[Named<'_>], instances: Vec<u64>) -> Vec<Step> {
        let (mut behind, mut on_path) = (0, HashSet::new());
        path.iter()
            .zip(instances)
            .map(|(&named, instance)| {
                let is_it = |index: &u32| self.all[*index as usize].name == named.0 && !on_path.contains(index);
                let at = self.order.iter().position(is_it).unwrap_or_else(|| {
                    self.all.push(LevelNames::of(named));
                    self.order.insert(behind, self.all.len() as u32 - 1);
                    behind
                });
                let index = self.order[at];
                let naming = self.namings.index(named);
                if self.added.insert((index, naming)) {
                    self.all[index as usize].add(named.1);
                }
                on_path.insert(index);
                behind = at + 1;
                Step { level: index, naming, instance }
            })
            .collect()
    }

    /// The levels, widest first, and the new index of each.
    pub fn finish(&self) -> (Vec<LevelNames>, Vec<u32>) {
        let mut place = vec![0; self.order.len()];
        (0..).zip(&self.order).for_each(|(at, &index)| place[index as usize] = at);
        (self.order.iter().map(|&index| self.all[index as usize].clone()).collect(), place)
    }
}

/// The slots at these paths.
pub fn build(levels: Vec<LevelNames>, namings: Namings, paths: Vec<Vec<Step>>) -> Slots {
    assert!(paths.iter().flatten().all(|step| (step.level as usize) < levels.len()), "a level for each step");
    let mut order: Vec<u32> = (0..paths.len() as u32).collect();
    let by_instance = |step: &Step| (step.instance, step.level);
    order.sort_by(|&a, &b| {
        let (a, b) = (&paths[a as usize], &paths[b as usize]);
        a.iter().map(by_instance).cmp(b.iter().map(by_instance))
    });
    let deepest = paths.iter().map(Vec::len).max().unwrap_or(0);
    let root = Node { parent: NONE, depth: 0, level: NONE, naming: NONE, instance: 0, first: 0, end: 0 };
    let mut slots = Slots {
        nodes: vec![root],
        capacity: vec![],
        node: vec![],
        path: vec![],
        deepest,
        keys: Keys::default(),
        slot_of_place: vec![NONE; paths.len()],
        place_ends: vec![],
        places: order,
        torus: None,
        levels: levels.iter().map(|level| level.name.clone()).collect(),
        names: levels.into_iter().map(|level| level.all).collect(),
        namings: namings.all,
    };
    let mut instances = vec![0; slots.levels.len()];
    let mut before: Option<&Vec<Step>> = None;
    for index in 0..slots.places.len() {
        let place = slots.places[index] as usize;
        let path = &paths[place];
        if before != Some(path) {
            let shared = before.map_or(0, |before| before.iter().zip(path).take_while(|(a, b)| a == b).count());
            add_slot(&mut slots, path, shared, &mut instances);
        }
        *slots.capacity.last_mut().expect("a slot") += 1;
        *slots.place_ends.last_mut().expect("a slot") = index as u32 + 1;
        slots.slot_of_place[place] = slots.capacity.len() as u32 - 1;
        before = Some(path);
    }
    close(&mut slots.nodes, slots.capacity.len() as u32);
    slots.keys = keys(&slots);
    slots
}

/// Adds a slot at a path that shares `shared` steps with the slot before it.
fn add_slot(slots: &mut Slots, path: &[Step], shared: usize, instances: &mut [u32]) {
    let slot = slots.capacity.len() as u32;
    let start = slots.path.len();
    let above = start.saturating_sub(slots.deepest);
    slots.path.extend_from_within(above..above + shared);
    for (depth, &Step { level, naming, .. }) in path.iter().enumerate().skip(shared) {
        let parent = if depth == 0 { 0 } else { slots.path[start + depth - 1] };
        let instance = instances[level as usize];
        instances[level as usize] += 1;
        slots.path.push(slots.nodes.len() as u32);
        slots.nodes.push(Node { parent, depth: depth as u32 + 1, level, naming, instance, first: slot, end: slot });
    }
    slots.node.push(slots.path.last().copied().filter(|_| !path.is_empty()).unwrap_or(0));
    slots.path.resize(start + slots.deepest, NONE);
    slots.capacity.push(0);
    slots.place_ends.push(0);
}

/// Sets the end of the slots below each node, the beginning of those of the next node at its depth or above.
fn close(nodes: &mut [Node], slots: u32) {
    let mut next_at = vec![slots];
    for node in nodes.iter_mut().rev() {
        let depth = node.depth as usize;
        next_at.resize(next_at.len().max(depth + 1), slots);
        node.end = next_at[..=depth].iter().copied().min().unwrap_or(slots);
        next_at[depth] = node.first;
        next_at.truncate(depth + 1);
    }
}

/// The keys: each depth has as many bits as its largest number of siblings needs. A slot at an inner node counts as its
/// first child.
fn keys(slots: &Slots) -> Keys {
    let count = slots.nodes.len();
    let (mut number, mut children) = (vec![0_u64; count], vec![0_u64; count]);
    slots.node.iter().for_each(|&node| children[node as usize] = 1);
    let mut most = vec![0_u64; slots.deepest + 1];
    for (index, node) in slots.nodes.iter().enumerate().skip(1) {
        let siblings = &mut children[node.parent as usize];
        number[index] = *siblings;
        most[node.depth as usize] = most[node.depth as usize].max(*siblings);
        *siblings += 1;
    }
    // A depth without siblings has a bit, too, so that the first bit that differs determines the depth.
    let widths: Vec<u32> = most[1..].iter().map(|most| (64 - most.leading_zeros()).max(1)).collect();
    if widths.iter().sum::<u32>() > 64 {
        return Keys::default();
    }
    let mut shared = vec![];
    (0_u8..).zip(&widths).for_each(|(depth, &width)| shared.extend((0..width).map(|_| depth)));
    shared.resize(65, slots.deepest as u8);
    let key = |slot: u32| {
        let steps = slots.path_of(slot).iter().zip(&widths);
        let (mut key, mut used) = (0, 0);
        for (&node, &width) in steps {
            used += width;
            key |= number[node as usize] << (64 - used);
        }
        key
    };
    Keys { keys: (0..slots.capacity.len() as u32).map(key).collect(), shared }
}

/// The torus of the first position in one, with the slots in it; `None` if no position is in a torus.
pub fn torus(slots: &Slots, positions: &[Option<NetworkPosition>]) -> Option<Torus> {
    let in_torus = |position: &&NetworkPosition| position.is_torus;
    let dims = positions.iter().flatten().find(in_torus)?.dims.clone();
    let host_level = slots.level(MACHINE).map(|level| level as u32);
    let (mut coords, mut is_inside, mut host_depth) = (vec![], vec![], vec![]);
    for slot in 0..slots.capacity.len() as u32 {
        let position = positions[slots.places(slot)[0] as usize].as_ref();
        let position = position.filter(|position| position.is_torus && position.dims == dims);
        let depth = slots.path_of(slot).iter().position(|&node| Some(slots.nodes[node as usize].level) == host_level);
        is_inside.push(position.is_some());
        host_depth.push(depth.map_or(0, |depth| depth as u32 + 1));
        match position {
            Some(position) => coords.extend(position.coords().iter().map(|&coord| coord as u32)),
            None => coords.extend(dims.iter().map(|_| 0)),
        }
    }
    Some(Torus { dims: dims.iter().map(|&dim| dim as u32).collect(), coords, is_inside, host_depth })
}
