// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree along which data travels, for any root.
//!
//! The root comes first in every level that it is in; every other part of a level is entered through its first rank.
//! So a message crosses the border of a part once, and no rank is further from the root than its levels are deep, but
//! for the way within one level. All ranks stand in one order in which every subtree is a stretch: that is how data of
//! all ranks is laid out on its way, and why a reduction combines neighbours alone.

use std::ops::Range;

use super::levels::{LevelGroup, Part};

/// How the parts of a level are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spread {
    /// The first to every other: one hop, all of it over the first one's link.
    Star,
    /// Doubling: the least time for a message that takes longer to travel than to send.
    Binomial,
    /// Two at most below each: every rank sends twice, which is cheap where memory is the link.
    Binary,
    /// This number at most below each, from 3 to 8: few hops for a message that takes much longer to travel than to
    /// send (Steffenel, "A framework for adaptive collective communications", §4.2: the best d follows from the
    /// parameters).
    Ary(u8),
    /// One after the other: every link carries everything once, in each direction. The slowest for a single small
    /// message, the fastest for a long one in many segments.
    Chain,
    /// All ranks of a node read what its first one writes into memory that they share. Packages do not count there.
    Memory,
    /// Ranks of a group get the message from each other in stages, when the first one has it. Levels do not count.
    Stages(Staged),
}

/// The names of [`Spread::ARY`].
const ARY_NAMES: [&str; 6] = ["3-ary", "4-ary", "5-ary", "6-ary", "7-ary", "8-ary"];

impl Spread {
    /// Those in which ranks send to each other, without [those of a degree](Self::ARY).
    pub const ALL: [Self; 4] = [Self::Binary, Self::Binomial, Self::Chain, Self::Star];

    /// The trees with more than two below each.
    pub const ARY: [Self; 6] = [Self::Ary(3), Self::Ary(4), Self::Ary(5), Self::Ary(6), Self::Ary(7), Self::Ary(8)];

    /// Its name.
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

    /// The one of this name, among those in which ranks send to each other and those in stages.
    pub fn named(name: &str) -> Option<Self> {
        Self::every().find(|spread| spread.name() == name)
    }

    /// All in which ranks send to each other, and all in stages.
    pub fn every() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().chain(Self::ARY).chain(Staged::ALL.map(Self::Stages))
    }

    /// How it goes in stages, if it does.
    pub fn staged(self) -> Option<Staged> {
        match self {
            Self::Stages(staged) => Some(staged),
            _ => None,
        }
    }
}

/// A way to broadcast in stages. The stages of each are in the module `staged`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Staged {
    /// The first rank asks all others, and sends to each that has answered.
    StarRendezvous,
    /// Each asks the next, and passes on.
    ChainRendezvous,
    /// Down a binomial tree, each hop with a question and an answer.
    BinomialRendezvous,
    /// Shares down a binomial tree, then round a ring.
    ScatterRing,
    /// Shares down a binomial tree, then exchanges of 1, 2, 4, ... shares. A ring, where ranks are no power of two.
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

    /// What `strategy=` of `HSPLIT_COLLECTIVES` calls it.
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

/// How the levels are joined above the nodes and inside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Between the nodes, and the switches above them. A chain goes on from the last node of a part to the next part,
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
    /// Which stretch of the order is below it, itself counted; for the parent: below this rank.
    pub subtree: Range<usize>,
}

/// One rank's view of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// How its levels are joined, where groups are scheduled those of the root's group.
    pub(crate) shape: Shape,
    /// All ranks, every subtree together, a parent before its children.
    pub order: Vec<u32>,
    /// Where in the order each node begins. In a chain, and in a star, a node's ranks stand together.
    pub(crate) nodes: Vec<usize>,
    /// Where this rank stands in the order.
    pub position: usize,
    /// The stretch below this rank, itself counted.
    pub subtree: Range<usize>,
    /// The rank above; `None` at the root.
    pub parent: Option<u32>,
    /// The ranks below, in the order.
    pub children: Vec<Neighbour>,
}

impl Tree {
    /// The tree with `root` on top, as `rank` sees it.
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

    /// The tree in which groups send to each other as scheduled, through the first rank of each and the root;
    /// `receivers` are those of each group, in the order in which it sends to them, and `shapes` say how the levels of
    /// each are joined.
    pub(crate) fn scheduled(
        groups: &[&Part],
        receivers: &[Vec<usize>],
        shapes: &[Shape],
        root: u32,
        rank: u32,
    ) -> Self {
        Growth::scheduled(groups, receivers, shapes, root).seen_by(rank)
    }

    /// That tree as each rank sees it, in the order of the ranks.
    pub(crate) fn scheduled_all(groups: &[&Part], receivers: &[Vec<usize>], shapes: &[Shape], root: u32) -> Vec<Self> {
        let growth = Growth::scheduled(groups, receivers, shapes, root);
        let (sizes, mut positions) = (growth.sizes(), vec![0; growth.order.len()]);
        growth.order.iter().enumerate().for_each(|(position, &rank)| positions[rank as usize] = position);
        positions.into_iter().map(|position| growth.clone().seen_from(position, &sizes)).collect()
    }

    /// The ranks below each rank in that tree, in the order in which data is sent to them, without those of groups that
    /// go on in stages.
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

    /// The ranks below that are on the same node.
    pub(crate) fn neighbours(&self) -> impl Iterator<Item = &Neighbour> {
        self.children.iter().filter(|child| self.is_neighbour(child))
    }

    /// Whether a rank below is on the same node.
    pub(crate) fn is_neighbour(&self, child: &Neighbour) -> bool {
        self.stretch_of_node(self.node()).contains(&child.subtree.start)
    }

    /// Whether this rank is the one through which its node's data comes and goes.
    pub(crate) fn is_head(&self) -> bool {
        self.nodes.get(self.node()) == Some(&self.position)
    }

    /// The tree in which each rank sends to these, in this order. Nodes do not count.
    pub(crate) fn of_ranks(below: &[Vec<usize>], root: u32, rank: u32) -> Self {
        let shape = Shape { across: Spread::Binomial, inside: Spread::Binomial };
        let mut growth = Growth { shape, order: vec![], parents: vec![], nodes: vec![0], later: vec![] };
        growth.append_ranks(below, root as usize, None);
        growth.seen_by(rank)
    }

    /// The number of this rank's node in the order.
    pub(crate) fn node(&self) -> usize {
        self.nodes.partition_point(|begin| *begin <= self.position).saturating_sub(1)
    }

    /// The stretch of a node.
    pub(crate) fn stretch_of_node(&self, node: usize) -> Range<usize> {
        self.nodes[node]..self.nodes.get(node + 1).copied().unwrap_or(self.order.len())
    }

    /// Whether the ranks stand in their own order.
    pub fn is_in_rank_order(&self) -> bool {
        self.order.iter().enumerate().all(|(position, &rank)| position == rank as usize)
    }
}

/// Groups that send to each other.
struct Scheduled<'a> {
    groups: &'a [&'a Part],
    /// The groups that each group sends to.
    receivers: &'a [Vec<usize>],
    /// How the levels of each are joined.
    shapes: &'a [Shape],
}

/// A tree as it grows: each rank, the position of its parent, and where nodes begin.
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

    /// Appends a level below `parent`, and returns where a chain goes on from it.
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

    /// Appends a node whose ranks share memory.
    fn share(&mut self, node: &LevelGroup, root: Option<u32>, parent: Option<usize>) -> usize {
        self.append_flat(node.parts.iter().flat_map(Part::ranks).collect(), root, parent)
    }

    /// Appends ranks, all below the root or the first of them.
    fn append_flat(&mut self, ranks: Vec<u32>, root: Option<u32>, parent: Option<usize>) -> usize {
        let head = self.order.len();
        let first = root.unwrap_or(ranks[0]);
        self.order.extend([first].into_iter().chain(ranks.into_iter().filter(|&rank| rank != first)));
        self.parents.push(parent);
        self.parents.resize(self.order.len(), Some(head));
        head
    }

    /// Appends a group and all that receive from it. They come after its own ranks, the first of them last: the one
    /// with the longest way is served first.
    fn schedule(&mut self, all: &Scheduled<'_>, group: usize, root: Option<u32>, parent: Option<usize>) {
        let head = self.order.len();
        if all.groups[group].is_one_node() {
            self.nodes.push(head);
        }
        self.shape = all.shapes[group];
        // The levels of a node do not count in what was measured of it: one hop is the flat tree of the model.
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

    /// Appends a rank and all below it, the child that it sends to first last.
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

    /// How many ranks are below each position, itself counted.
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

/// The parts from that of the root on, with the root beside it: neighbours stay neighbours, as on a ring.
fn in_order(parts: &[Part], root: Option<u32>) -> Vec<(&Part, Option<u32>)> {
    let front = root.and_then(|root| parts.iter().position(|part| part.holds(root)));
    let (before, from) = parts.split_at(front.unwrap_or(0));
    let roots = [front.and(root)].into_iter().chain(std::iter::repeat(None));
    from.iter().chain(before).zip(roots).collect()
}

/// The parent of each of `count` parts, of which the first has none; every subtree is a stretch.
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

/// The upper half goes to a child of the first, and again in what is left.
fn halve(parents: &mut [Option<usize>], stretch: Range<usize>) {
    let (start, mut end) = (stretch.start, stretch.end);
    while end - start > 1 {
        let middle = start + (end - start).div_ceil(2);
        parents[middle] = Some(start);
        halve(parents, middle..end);
        end = middle;
    }
}

/// Split the ranks after the first between two children of it.
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

/// Divides the ranks behind the first one among `degree` children of it. Where the parts cannot be equal, the last
/// children have one rank more: the first rank sends to them first.
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
