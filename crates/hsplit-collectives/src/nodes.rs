// SPDX-License-Identifier: MIT OR Apache-2.0
//! The nodes of a communicator and their ranks.

use std::ops::Range;

use crate::levels::{LevelGroup, Part};

/// The ranks of a communicator by nodes. Nodes are numbered in the order of the levels, so that those with near numbers
/// are near each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nodes {
    ranks: Vec<Vec<u32>>,
    /// The node of each rank, and its place there.
    locations: Vec<(u32, u32)>,
    /// How many levels, from the widest, each node and the one before it share. 0 between the parts of the widest.
    borders: Vec<u8>,
}

impl Nodes {
    /// The nodes of a communicator with these levels, as far as they are known. Their ranks have the order of the
    /// levels.
    pub fn of(levels: &LevelGroup) -> Self {
        Self::with(levels.by_node(), borders(levels))
    }

    /// The same nodes, each with its ranks in ascending order.
    pub fn ascending(levels: &LevelGroup) -> Self {
        let mut ranks = levels.by_node();
        ranks.iter_mut().for_each(|ranks| ranks.sort_unstable());
        Self::with(ranks, borders(levels))
    }

    /// Nodes with these ranks, all in one part of the widest level each.
    pub(crate) fn new(ranks: Vec<Vec<u32>>) -> Self {
        let borders = vec![0; ranks.len()];
        Self::with(ranks, borders)
    }

    /// Nodes with these ranks, and how many levels each shares with the one before it.
    pub(crate) fn with(ranks: Vec<Vec<u32>>, borders: Vec<u8>) -> Self {
        let mut locations = vec![(0, 0); ranks.iter().map(Vec::len).sum()];
        for (node, ranks) in (0..).zip(&ranks) {
            (0..).zip(ranks).for_each(|(place, &rank)| locations[rank as usize] = (node, place));
        }
        Self { ranks, locations, borders }
    }

    /// The most bytes that this takes for this number of ranks.
    pub fn bytes(ranks: usize) -> usize {
        ranks * (size_of::<u32>() + size_of::<(u32, u32)>() + size_of::<Vec<u32>>() + size_of::<u8>())
    }

    /// How many nodes there are.
    pub fn count(&self) -> usize {
        self.ranks.len()
    }

    /// How many ranks there are on all nodes.
    pub(crate) fn size(&self) -> u32 {
        self.locations.len() as u32
    }

    /// The ranks of a node.
    pub fn ranks(&self, node: usize) -> &[u32] {
        &self.ranks[node]
    }

    /// The ranks of each node.
    pub(crate) fn all(&self) -> &[Vec<u32>] {
        &self.ranks
    }

    /// The node of a rank.
    pub fn node_of(&self, rank: u32) -> usize {
        self.location(rank).0
    }

    /// The place of a rank among those of its node.
    pub fn place(&self, rank: u32) -> usize {
        self.location(rank).1
    }

    /// The node of a rank, and its place there.
    pub(crate) fn location(&self, rank: u32) -> (usize, usize) {
        let (node, place) = self.locations[rank as usize];
        (node as usize, place as usize)
    }

    /// How many levels each node and the one before it share.
    pub fn borders(&self) -> &[u8] {
        &self.borders
    }

    /// All nodes, beginning with one. The row of nodes falls into [`halves`]; that of the first node comes before the
    /// other one, and so on in that part. So what exchanges with neighbours in this order does so with near nodes.
    pub(crate) fn near_to_far(&self, first: usize) -> impl Iterator<Item = usize> {
        let (mut part, mut far) = (0..self.count(), vec![]);
        while part.len() > 1 {
            let (near, other) = halves(&self.borders, &part, first);
            far.push(other);
            part = near;
        }
        part.chain(far.into_iter().rev().flatten())
    }

    /// All ranks, node by node.
    pub fn order(&self) -> impl Iterator<Item = u32> {
        self.ranks.iter().flatten().copied()
    }

    /// The same ranks in the same order, each on a node of its own.
    pub(crate) fn apart(&self) -> Self {
        Self::new(self.order().map(|rank| vec![rank]).collect())
    }

    /// Whether this is the order of the ranks, which operations that do not commute need.
    pub fn is_in_rank_order(&self) -> bool {
        self.order().eq(0..self.size())
    }

    /// How many ranks the largest node has.
    pub fn widest(&self) -> usize {
        self.ranks.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// How many ranks the smallest node has.
    pub(crate) fn narrowest(&self) -> usize {
        self.ranks.iter().map(Vec::len).min().unwrap_or(1)
    }
}

/// The two parts of a stretch of nodes: that with a node, and the other one. They are apart at the widest level that
/// parts the stretch, where the left one is nearest to a power of two.
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

/// How many levels each node and the one before it share, by the levels in the network.
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
