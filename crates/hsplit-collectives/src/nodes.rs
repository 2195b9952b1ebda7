// SPDX-License-Identifier: MIT OR Apache-2.0
//! The nodes of a communicator and their ranks.

use std::ops::Range;

use crate::levels::{LevelGroup, Part};

/// The ranks of a communicator by node. Nodes are numbered in the order of the levels, so nodes with close numbers are
/// close to each other in the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nodes {
    ranks: Vec<Vec<u32>>,
    /// The node of each rank, and its index on the node.
    locations: Vec<(u32, u32)>,
    /// The number of levels, from the widest, that each node shares with the one before it; 0 between the parts of the
    /// widest.
    borders: Vec<u8>,
    /// The numbers of ranks of the largest and of the smallest node.
    widest: usize,
    narrowest: usize,
}

impl Nodes {
    /// Returns the nodes of a communicator with these levels, as far as the levels are known. The ranks keep the order
    /// of the levels.
    pub fn of(levels: &LevelGroup) -> Self {
        Self::with(levels.by_node(), borders(levels))
    }

    /// Returns the same nodes, each with its ranks in ascending order.
    pub fn ascending(levels: &LevelGroup) -> Self {
        let mut ranks = levels.by_node();
        ranks.iter_mut().for_each(|ranks| ranks.sort_unstable());
        Self::with(ranks, borders(levels))
    }

    /// Returns nodes with these ranks, all in one part of the widest level each.
    pub(crate) fn new(ranks: Vec<Vec<u32>>) -> Self {
        let borders = vec![0; ranks.len()];
        Self::with(ranks, borders)
    }

    /// Returns nodes with these ranks and with the number of levels that each shares with the one before it.
    pub(crate) fn with(ranks: Vec<Vec<u32>>, borders: Vec<u8>) -> Self {
        let mut locations = vec![(0, 0); ranks.iter().map(Vec::len).sum()];
        for (node, ranks) in (0..).zip(&ranks) {
            (0..).zip(ranks).for_each(|(place, &rank)| locations[rank as usize] = (node, place));
        }
        let widest = ranks.iter().map(Vec::len).max().unwrap_or(0);
        let narrowest = ranks.iter().map(Vec::len).min().unwrap_or(1);
        Self { ranks, locations, borders, widest, narrowest }
    }

    /// Returns an upper bound, in bytes, of the memory for this number of ranks.
    pub fn bytes(ranks: usize) -> usize {
        ranks * (size_of::<u32>() + size_of::<(u32, u32)>() + size_of::<Vec<u32>>() + size_of::<u8>())
    }

    /// Returns the number of nodes.
    pub fn count(&self) -> usize {
        self.ranks.len()
    }

    /// Returns the number of ranks on all nodes.
    pub(crate) fn size(&self) -> u32 {
        self.locations.len() as u32
    }

    /// Returns the ranks of a node.
    pub fn ranks(&self, node: usize) -> &[u32] {
        &self.ranks[node]
    }

    /// Returns the ranks of each node.
    pub(crate) fn all(&self) -> &[Vec<u32>] {
        &self.ranks
    }

    /// Returns the node of a rank.
    pub fn node_of(&self, rank: u32) -> usize {
        self.location(rank).0
    }

    /// Returns the index of a rank among the ranks of its node.
    pub fn place(&self, rank: u32) -> usize {
        self.location(rank).1
    }

    /// Returns the node of a rank, and its index on the node.
    pub(crate) fn location(&self, rank: u32) -> (usize, usize) {
        let (node, place) = self.locations[rank as usize];
        (node as usize, place as usize)
    }

    /// Returns the number of levels that each node shares with the one before it.
    pub fn borders(&self) -> &[u8] {
        &self.borders
    }

    /// Returns all nodes, beginning with `first`. The row of nodes is divided by [`halves`]; the part of the first node
    /// comes before the other part, and so on recursively. An exchange with neighbours in this order is therefore one
    /// with close nodes.
    pub(crate) fn near_to_far(&self, first: usize) -> impl Iterator<Item = usize> {
        let (mut part, mut far) = (0..self.count(), vec![]);
        while part.len() > 1 {
            let (near, other) = halves(&self.borders, &part, first);
            far.push(other);
            part = near;
        }
        part.chain(far.into_iter().rev().flatten())
    }

    /// Returns all ranks, node by node.
    pub fn order(&self) -> impl Iterator<Item = u32> {
        self.ranks.iter().flatten().copied()
    }

    /// Returns the same ranks in the same order, each on a node of its own.
    pub(crate) fn apart(&self) -> Self {
        Self::new(self.order().map(|rank| vec![rank]).collect())
    }

    /// Returns the number of ranks of the largest node.
    pub fn widest(&self) -> usize {
        self.widest
    }

    /// Returns the number of ranks of the smallest node.
    pub(crate) fn narrowest(&self) -> usize {
        self.narrowest
    }
}

/// Divides an interval of nodes in two: the part that contains `node`, and the other part. The cut is at the widest
/// level that divides the interval, at the border where the left part is closest to a power of two.
pub(crate) fn halves(borders: &[u8], part: &Range<usize>, node: usize) -> (Range<usize>, Range<usize>) {
    let even = part.start + part.len().next_power_of_two() / 2;
    let inside = borders.get(part.start + 1..part.end).unwrap_or_default();
    let least = inside.iter().min();
    let is_border = |at: usize| Some(&inside[at - part.start - 1]) == least;
    let near = |by: usize| {
        [even.saturating_sub(by), even + by].into_iter().find(|at| part.start < *at && *at < part.end && is_border(*at))
    };
    let middle = if inside.is_empty() { even } else { (0..part.len()).find_map(near).unwrap_or(even) };
    let (left, right) = (part.start..middle, middle..part.end);
    if node < middle { (left, right) } else { (right, left) }
}

/// Returns the number of levels that each node shares with the one before it, from the levels of the network.
fn borders(levels: &LevelGroup) -> Vec<u8> {
    fn add(level: &LevelGroup, depth: u8, found: &mut Vec<u8>) {
        for part in &level.parts {
            let first = found.len();
            match part {
                Part::Many(inner) if !inner.inside_node => add(inner, depth.saturating_add(1), found),
                _ => found.push(depth),
            }
            found[first] = depth;
        }
    }
    let mut found = vec![];
    match levels.inside_node {
        true => found.push(0),
        false => add(levels, 0, &mut found),
    }
    found
}
