// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree along which data travels, for any root.
//!
//! The root comes first in every level that contains it; every other part of a level is entered through its first rank.
//! A message therefore crosses the border of a part once, and the number of hops to a rank is at most the depth of its
//! levels, plus the hops within one level. All ranks are in one order in which every subtree is an interval: this is
//! the layout of all ranks' data during the transfer, and the reason why a reduction combines only neighbours.

use std::ops::Range;

use super::levels::{LevelGroup, Part};

/// The tree that joins the parts of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spread {
    /// The first sends to every other: one hop, with all data over the first one's link.
    Star,
    /// Doubling: the least time for a message whose latency exceeds its gap.
    Binomial,
    /// At most two children each: every rank sends twice, which is cheap inside shared memory.
    Binary,
    /// At most this number of children each, from 3 to 8: few hops for a message whose latency far exceeds its gap
    /// (Steffenel, "A framework for adaptive collective communications", §4.2: the best d follows from the parameters).
    Ary(u8),
    /// One after the other: every link transfers everything once, in each direction. The slowest for a single small
    /// message, the fastest for a long one in many segments.
    Chain,
    /// All ranks of a node read the data that its first one writes into shared memory. Levels inside the node are
    /// ignored.
    Memory,
    /// Ranks of a group get the message from each other in stages, after the first one has it. Levels are ignored.
    Stages(Staged),
}

/// The names of [`Spread::ARY`].
const ARY_NAMES: [&str; 6] = ["3-ary", "4-ary", "5-ary", "6-ary", "7-ary", "8-ary"];

impl Spread {
    /// The trees in which ranks send to each other, without [those of a degree](Self::ARY).
    pub const ALL: [Self; 4] = [Self::Binary, Self::Binomial, Self::Chain, Self::Star];

    /// The trees with more than two children each.
    pub const ARY: [Self; 6] = [Self::Ary(3), Self::Ary(4), Self::Ary(5), Self::Ary(6), Self::Ary(7), Self::Ary(8)];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Star => "star",
            Self::Binomial => "binomial",
            Self::Binary => "binary",
            Self::Ary(degree) => ARY_NAMES[usize::from(degree).clamp(3, 8) - 3],
            Self::Chain => "chain",
            Self::Memory => "memory",
            Self::Stages(staged) => staged.name(),
        }
    }

    /// Returns the spread of this name, among those in which ranks send to each other and those in stages.
    pub fn named(name: &str) -> Option<Self> {
        Self::every().find(|spread| spread.name() == name)
    }

    /// Returns all in which ranks send to each other, and all in stages.
    pub fn every() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().chain(Self::ARY).chain(Staged::ALL.map(Self::Stages))
    }

    /// Returns the stages, if the spread has them.
    pub fn staged(self) -> Option<Staged> {
        match self {
            Self::Stages(staged) => Some(staged),
            _ => None,
        }
    }
}

/// A broadcast in stages. The stages of each are in the module `staged`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Staged {
    /// The first rank announces the message to all others, and sends to each that has answered.
    StarRendezvous,
    /// Each rank announces the message to the next, and sends it on.
    ChainRendezvous,
    /// Down a binomial tree, each hop with an announcement and an answer.
    BinomialRendezvous,
    /// Shares down a binomial tree, then round a ring.
    ScatterRing,
    /// Shares down a binomial tree, then exchanges of 1, 2, 4, ... shares; a ring if the number of ranks is no power of
    /// two.
    ScatterDoubling,
}

impl Staged {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::StarRendezvous,
        Self::ChainRendezvous,
        Self::BinomialRendezvous,
        Self::ScatterRing,
        Self::ScatterDoubling,
    ];

    /// Returns the name in `strategy=` of `HSPLIT_COLLECTIVES`.
    pub fn name(self) -> &'static str {
        match self {
            Self::StarRendezvous => "star-rendezvous",
            Self::ChainRendezvous => "chain-rendezvous",
            Self::BinomialRendezvous => "binomial-rendezvous",
            Self::ScatterRing => "scatter-ring",
            Self::ScatterDoubling => "scatter-doubling",
        }
    }
}

/// The trees above the nodes and inside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Between the nodes, and the switches above them. A chain continues from the last node of a part to the next part,
    /// so that no node sends twice into the network.
    pub across: Spread,
    /// Inside a node.
    pub inside: Spread,
}

/// A neighbour in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// Its rank.
    pub rank: u32,
    /// The interval of the neighbour's subtree in the order, itself included; for the parent: that of this rank.
    pub subtree: Range<usize>,
}

/// The tree as seen from one rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The shape of its levels; in a schedule of groups, that of the root's group.
    pub(crate) shape: Shape,
    /// All ranks, every subtree together, a parent before its children.
    pub order: Vec<u32>,
    /// The position in the order at which each node begins. In a chain, and in a star, a node's ranks are adjacent.
    pub(crate) nodes: Vec<usize>,
    /// The position of this rank in the order.
    pub position: usize,
    /// The interval of this rank's subtree, itself included.
    pub subtree: Range<usize>,
    /// The parent; `None` at the root.
    pub parent: Option<u32>,
    /// The children, in the order.
    pub children: Vec<Neighbour>,
}

impl Tree {
    /// Returns the tree with `root` at the top, as seen from `rank`.
    pub fn new(levels: &LevelGroup, shape: Shape, root: u32, rank: u32) -> Self {
        let mut growth = Growth {
            shape,
            order: vec![],
            parents: vec![],
            nodes: if levels.inside_node { vec![0] } else { vec![] },
            later: vec![],
        };
        growth.join(levels, Some(root), None);
        growth.seen_by(rank)
    }

    /// Returns the tree in which groups send to each other as scheduled, through the first rank of each and the root.
    /// `receivers` has those of each group, in the order in which it sends to them, and `shapes` the shape of the
    /// levels of each.
    pub(crate) fn scheduled(
        groups: &[&Part],
        receivers: &[Vec<usize>],
        shapes: &[Shape],
        root: u32,
        rank: u32,
    ) -> Self {
        Growth::scheduled(groups, receivers, shapes, root).seen_by(rank)
    }

    /// Returns that tree as seen from each rank, in the order of the ranks.
    pub(crate) fn scheduled_all(groups: &[&Part], receivers: &[Vec<usize>], shapes: &[Shape], root: u32) -> Vec<Self> {
        let growth = Growth::scheduled(groups, receivers, shapes, root);
        let (sizes, mut positions) = (growth.sizes(), vec![0; growth.order.len()]);
        growth.order.iter().enumerate().for_each(|(position, &rank)| positions[rank as usize] = position);
        positions.into_iter().map(|position| growth.clone().seen_from(position, &sizes)).collect()
    }

    /// Returns the children of each rank in that tree, in the order in which data is sent to them, without the ranks of
    /// groups that continue in stages.
    pub(crate) fn scheduled_whole(
        groups: &[&Part],
        receivers: &[Vec<usize>],
        shapes: &[Shape],
        root: u32,
    ) -> Vec<Vec<usize>> {
        let Growth { order, parents, later, .. } = Growth::scheduled(groups, receivers, shapes, root);
        let mut below = vec![vec![]; order.iter().max().map_or(0, |&last| last as usize + 1)];
        for (position, (&rank, parent)) in order.iter().zip(&parents).enumerate().rev() {
            let parent = parent.filter(|_| !later.iter().any(|stretch| stretch.contains(&position)));
            parent.iter().for_each(|&parent| below[order[parent] as usize].push(rank as usize));
        }
        below
    }

    /// Returns the children on the same node.
    pub(crate) fn neighbours(&self) -> impl Iterator<Item = &Neighbour> {
        self.children.iter().filter(|child| self.is_neighbour(child))
    }

    /// True if a child is on the same node.
    pub(crate) fn is_neighbour(&self, child: &Neighbour) -> bool {
        self.stretch_of_node(self.node()).contains(&child.subtree.start)
    }

    /// True if this rank receives and sends the data of its node.
    pub(crate) fn is_head(&self) -> bool {
        self.nodes.get(self.node()) == Some(&self.position)
    }

    /// Returns the tree in which each rank sends to these, in this order. Nodes are ignored.
    pub(crate) fn of_ranks(below: &[Vec<usize>], root: u32, rank: u32) -> Self {
        let shape = Shape { across: Spread::Binomial, inside: Spread::Binomial };
        let mut growth = Growth { shape, order: vec![], parents: vec![], nodes: vec![0], later: vec![] };
        growth.append_ranks(below, root as usize, None);
        growth.seen_by(rank)
    }

    /// Returns the index of this rank's node in the order.
    pub(crate) fn node(&self) -> usize {
        self.nodes.partition_point(|begin| *begin <= self.position).saturating_sub(1)
    }

    /// Returns the interval of a node.
    pub(crate) fn stretch_of_node(&self, node: usize) -> Range<usize> {
        self.nodes[node]..self.nodes.get(node + 1).copied().unwrap_or(self.order.len())
    }

    /// True if the ranks are in their own order.
    pub fn is_in_rank_order(&self) -> bool {
        self.order.iter().enumerate().all(|(position, &rank)| position == rank as usize)
    }
}

/// Groups that send to each other.
struct Scheduled<'a> {
    groups: &'a [&'a Part],
    /// The groups that each group sends to.
    receivers: &'a [Vec<usize>],
    /// The shape of the levels of each.
    shapes: &'a [Shape],
}

/// A tree under construction: each rank, the position of its parent, and the position at which each node begins.
#[derive(Clone)]
struct Growth {
    shape: Shape,
    order: Vec<u32>,
    parents: Vec<Option<usize>>,
    nodes: Vec<usize>,
    /// The ranks that get data in stages from their group.
    later: Vec<Range<usize>>,
}

impl Growth {
    fn scheduled(groups: &[&Part], receivers: &[Vec<usize>], shapes: &[Shape], root: u32) -> Self {
        let first = groups.iter().position(|part| part.holds(root)).unwrap_or(0);
        let mut growth = Self { shape: shapes[first], order: vec![], parents: vec![], nodes: vec![], later: vec![] };
        growth.schedule(&Scheduled { groups, receivers, shapes }, first, Some(root), None);
        growth.shape = shapes[first];
        growth
    }

    /// Appends a level below `parent`, and returns the position from which a chain continues.
    fn join(&mut self, group: &LevelGroup, root: Option<u32>, parent: Option<usize>) -> usize {
        let spread = if group.inside_node { self.shape.inside } else { self.shape.across };
        if spread == Spread::Memory {
            return self.share(group, root, parent);
        }
        let parts = in_order(&group.parts, root);
        let mut joints: Vec<(usize, usize)> = Vec::with_capacity(parts.len());
        for ((part, root), above) in parts.iter().zip(parents(spread, parts.len())) {
            let parent = above.map_or(parent, |above| {
                let (head, exit) = joints[above];
                Some(if spread == Spread::Chain { exit } else { head })
            });
            let head = self.order.len();
            if !group.inside_node && part.is_one_node() {
                self.nodes.push(head);
            }
            let exit = self.append(part, *root, parent);
            joints.push((head, exit));
        }
        let (first, last) = (joints[0], joints[joints.len() - 1]);
        if spread == Spread::Chain && !group.inside_node { last.1 } else { first.0 }
    }

    /// Appends a node whose ranks use shared memory.
    fn share(&mut self, node: &LevelGroup, root: Option<u32>, parent: Option<usize>) -> usize {
        self.append_flat(node.parts.iter().flat_map(Part::ranks).collect(), root, parent)
    }

    /// Appends ranks, all children of the root or of the first of them.
    fn append_flat(&mut self, ranks: Vec<u32>, root: Option<u32>, parent: Option<usize>) -> usize {
        let head = self.order.len();
        let first = root.unwrap_or(ranks[0]);
        self.order.extend([first].into_iter().chain(ranks.into_iter().filter(|&rank| rank != first)));
        self.parents.push(parent);
        self.parents.resize(self.order.len(), Some(head));
        head
    }

    /// Appends a group and all that receive from it. They come after its own ranks, in reverse order: the one with the
    /// longest path is served first.
    fn schedule(&mut self, all: &Scheduled<'_>, group: usize, root: Option<u32>, parent: Option<usize>) {
        let head = self.order.len();
        if all.groups[group].is_one_node() {
            self.nodes.push(head);
        }
        self.shape = all.shapes[group];
        // The levels of a node are ignored in its measurement: one hop is the flat tree of the model.
        let is_star = self.shape.inside == Spread::Star && all.groups[group].is_one_node();
        let is_staged = self.shape.inside.staged().is_some();
        if is_star || is_staged {
            self.append_flat(all.groups[group].ranks(), root, parent);
        } else {
            self.append(all.groups[group], root, parent);
        }
        if is_staged {
            self.later.push(head + 1..self.order.len());
        }
        for &receiver in all.receivers[group].iter().rev() {
            self.schedule(all, receiver, None, Some(head));
        }
    }

    fn append(&mut self, part: &Part, root: Option<u32>, parent: Option<usize>) -> usize {
        match part {
            Part::Many(group) => self.join(group, root, parent),
            Part::One(rank) => {
                self.order.push(*rank);
                self.parents.push(parent);
                self.order.len() - 1
            }
        }
    }

    /// Appends a rank and its subtree; the child that it sends to first comes last.
    fn append_ranks(&mut self, below: &[Vec<usize>], rank: usize, parent: Option<usize>) {
        let head = self.order.len();
        self.order.push(rank as u32);
        self.parents.push(parent);
        for &child in below[rank].iter().rev() {
            self.append_ranks(below, child, Some(head));
        }
    }

    fn seen_by(self, rank: u32) -> Tree {
        let position = self.order.iter().position(|&own| own == rank).unwrap_or(0);
        let sizes = self.sizes();
        self.seen_from(position, &sizes)
    }

    /// Returns the size of the subtree at each position, itself included.
    fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![1; self.order.len()];
        for (position, parent) in self.parents.iter().enumerate().rev() {
            if let Some(parent) = parent {
                sizes[*parent] += sizes[position];
            }
        }
        sizes
    }

    fn seen_from(self, position: usize, sizes: &[usize]) -> Tree {
        let stretch = |position: usize| position..position + sizes[position];
        let below = stretch(position).filter(|&below| self.parents[below] == Some(position));
        let children = below.map(|below| Neighbour { rank: self.order[below], subtree: stretch(below) }).collect();
        Tree {
            shape: self.shape,
            position,
            subtree: stretch(position),
            parent: self.parents[position].map(|parent| self.order[parent]),
            children,
            order: self.order,
            nodes: self.nodes,
        }
    }
}

/// Returns the parts in cyclic order from that of the root on, with the root: neighbours stay neighbours.
fn in_order(parts: &[Part], root: Option<u32>) -> Vec<(&Part, Option<u32>)> {
    let front = root.and_then(|root| parts.iter().position(|part| part.holds(root)));
    let (before, from) = parts.split_at(front.unwrap_or(0));
    let roots = [front.and(root)].into_iter().chain(std::iter::repeat(None));
    from.iter().chain(before).zip(roots).collect()
}

/// Returns the parent of each of `count` parts, of which the first has none; every subtree is an interval.
pub(crate) fn parents(spread: Spread, count: usize) -> Vec<Option<usize>> {
    let mut parents = vec![None; count];
    match spread {
        Spread::Star | Spread::Memory | Spread::Stages(_) => {
            parents.iter_mut().skip(1).for_each(|parent| *parent = Some(0))
        }
        Spread::Chain => parents.iter_mut().enumerate().skip(1).for_each(|(part, parent)| *parent = Some(part - 1)),
        Spread::Binomial => halve(&mut parents, 0..count),
        Spread::Binary => bisect(&mut parents, 0..count),
        Spread::Ary(degree) => divide(&mut parents, 0..count, usize::from(degree)),
    }
    parents
}

/// Makes the upper half a subtree of the first, and so on in the rest.
fn halve(parents: &mut [Option<usize>], stretch: Range<usize>) {
    let (start, mut end) = (stretch.start, stretch.end);
    while end - start > 1 {
        let middle = start + (end - start).div_ceil(2);
        parents[middle] = Some(start);
        halve(parents, middle..end);
        end = middle;
    }
}

/// Divides the ranks after the first between two children of it.
fn bisect(parents: &mut [Option<usize>], stretch: Range<usize>) {
    let (start, end) = (stretch.start, stretch.end);
    let middle = start + 1 + (end - start - 1).div_ceil(2);
    for half in [start + 1..middle, middle..end] {
        if !half.is_empty() {
            parents[half.start] = Some(start);
            bisect(parents, half);
        }
    }
}

/// Divides the ranks after the first one among `degree` children of it. If the parts cannot be equal, the last children
/// have one rank more: the first rank sends to them first.
fn divide(parents: &mut [Option<usize>], stretch: Range<usize>, degree: usize) {
    let (start, mut next) = (stretch.start, stretch.start + 1);
    for left in (1..=degree).rev() {
        let below = next..next + (stretch.end - next) / left;
        if !below.is_empty() {
            parents[next] = Some(start);
            next = below.end;
            divide(parents, below, degree);
        }
    }
}

#[cfg(test)]
mod tests;
