// SPDX-License-Identifier: MIT OR Apache-2.0
//! The levels of a communicator, as from repeated unguided splits, in one structure that every rank has.
//!
//! Let A be the longest common prefix of the members' places. Ranks that share the next step are a part; a rank whose
//! place is A is a part by itself (RR-9077 §4.1). [`Position`] selects the steps.

use std::collections::HashMap;

use hsplit_core::level::MACHINE;
use hsplit_core::place::{Place, common_prefix, next_step_end};

/// The narrowest levels that are used, the first of these that a place has. Inside a package, shared caches make every
/// rank as near as every other for the sizes of messages here, while the link between packages should be crossed once.
const NARROWEST: &[&str] = &["package", "numanode", "machine"];

/// The part of a rank's place that the hierarchy uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The path of the place down to the narrowest level that is used.
    pub path: Vec<u8>,
    /// Length of the prefix of the path that identifies the node; `None`: the node is unknown, and so are other ranks
    /// on it.
    pub node: Option<usize>,
    /// The position of the node among the others, in a network that is no tree ([`Place::network_order`]).
    pub order: u64,
}

impl Position {
    /// The position of a process at `place`.
    pub fn of(place: &Place) -> Self {
        let machine = place.depth_of(&MACHINE.to_ascii_lowercase());
        let depth = NARROWEST.iter().find_map(|name| place.depth_of(name)).max(machine).unwrap_or(place.steps().len());
        Self {
            path: place.path()[..place.encoded_len(depth)].to_vec(),
            node: machine.map(|depth| place.encoded_len(depth)),
            order: place.network_order(),
        }
    }

    /// Encodes the position.
    pub fn encode(&self) -> Vec<u8> {
        let node = self.node.map_or(u16::MAX, |node| node as u16);
        [&node.to_le_bytes()[..], &self.order.to_le_bytes(), &self.path].concat()
    }

    /// True if the network determines which of these ranks are near each other, even without levels: there are at least
    /// three nodes, at more than one position.
    pub fn are_in_order(positions: &[Self], nodes: usize) -> bool {
        nodes > 2 && positions.iter().any(|position| position.order != positions[0].order)
    }

    /// Decodes a position.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (node, rest) = bytes.split_first_chunk::<2>()?;
        let (order, path) = rest.split_first_chunk::<8>()?;
        let node = usize::from(u16::from_le_bytes(*node));
        let node = (node <= path.len()).then_some(node);
        Some(Self { path: path.to_vec(), node, order: u64::from_le_bytes(*order) })
    }
}

/// A level: ranks that share a place, and their parts below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelGroup {
    /// True if all of it is on one node.
    pub inside_node: bool,
    /// The parts, by their lowest ranks, or by the network's order of its nodes if there is one.
    pub parts: Vec<Part>,
}

/// A part of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A rank by itself.
    One(u32),
    /// Several ranks that share the next level.
    Many(LevelGroup),
}

impl Part {
    /// Returns the first rank: the lowest one, unless the network has an order of its nodes.
    pub fn first(&self) -> u32 {
        match self {
            Self::One(rank) => *rank,
            Self::Many(group) => group.parts[0].first(),
        }
    }

    /// All ranks, part by part.
    pub fn ranks(&self) -> Vec<u32> {
        match self {
            Self::One(rank) => vec![*rank],
            Self::Many(group) => group.parts.iter().flat_map(Self::ranks).collect(),
        }
    }

    /// True if a rank is in it.
    pub(crate) fn holds(&self, rank: u32) -> bool {
        match self {
            Self::One(own) => *own == rank,
            Self::Many(group) => group.parts.iter().any(|part| part.holds(rank)),
        }
    }

    /// True if it is a node or a part of one, as far as that is known.
    pub fn is_one_node(&self) -> bool {
        !matches!(self, Self::Many(group) if !group.inside_node)
    }

    fn nodes(&self) -> usize {
        match self {
            Self::Many(group) if !group.inside_node => group.nodes(),
            _ => 1,
        }
    }

    fn depth(&self) -> usize {
        match self {
            Self::One(_) => 0,
            Self::Many(group) => group.depth(),
        }
    }
}

impl LevelGroup {
    /// The levels of ranks at these positions, in rank order.
    pub fn of(positions: &[Position]) -> Self {
        let mut ranks: Vec<u32> = (0..positions.len() as u32).collect();
        ranks.sort_by_key(|&rank| positions[rank as usize].order);
        level(ranks, positions)
    }

    /// Returns the number of nodes, as far as they are known; a rank without a known node counts as one.
    pub fn nodes(&self) -> usize {
        if self.inside_node { 1 } else { self.parts.iter().map(Part::nodes).sum() }
    }

    /// Returns the ranks of each node, as far as nodes are known; a rank without a known node is one by itself.
    pub fn by_node(&self) -> Vec<Vec<u32>> {
        if self.inside_node {
            return vec![self.parts.iter().flat_map(Part::ranks).collect()];
        }
        let nodes = |part: &Part| match part {
            Part::One(rank) => vec![vec![*rank]],
            Part::Many(group) => group.by_node(),
        };
        self.parts.iter().flat_map(nodes).collect()
    }

    /// Returns the ranks of a rank's node, as far as they are known.
    pub fn node_of(&self, rank: u32) -> Vec<u32> {
        if self.inside_node {
            return self.parts.iter().flat_map(Part::ranks).collect();
        }
        self.parts.iter().find(|part| part.holds(rank)).map_or_else(Vec::new, |part| match part {
            Part::One(rank) => vec![*rank],
            Part::Many(group) => group.node_of(rank),
        })
    }

    /// True if the ranks, part by part, are in ascending order.
    pub fn is_in_rank_order(&self) -> bool {
        self.parts.iter().flat_map(Part::ranks).is_sorted()
    }

    /// Returns the number of levels, including this one.
    pub fn depth(&self) -> usize {
        1 + self.parts.iter().map(Part::depth).max().unwrap_or(0)
    }

    /// True if there is a level between the whole and its ranks.
    pub fn has_levels(&self) -> bool {
        self.depth() > 1
    }
}

fn level(ranks: Vec<u32>, positions: &[Position]) -> LevelGroup {
    let path = |rank: u32| positions[rank as usize].path.as_slice();
    let first = ranks.first().map_or(&[][..], |&rank| path(rank));
    let common = ranks.iter().fold(first.len(), |common, &rank| common_prefix(&first[..common], path(rank)));
    let node = ranks.first().and_then(|&rank| positions[rank as usize].node);
    let mut parts: Vec<Vec<u32>> = vec![];
    let mut by_step: HashMap<&[u8], usize> = HashMap::new();
    for &rank in &ranks {
        let step = next_step_end(path(rank), common).map(|end| &path(rank)[common..end]);
        let part = step.map_or(parts.len(), |step| *by_step.entry(step).or_insert(parts.len()));
        if part == parts.len() {
            parts.push(vec![]);
        }
        parts[part].push(rank);
    }
    let part =
        |ranks: Vec<u32>| if let [rank] = ranks[..] { Part::One(rank) } else { Part::Many(level(ranks, positions)) };
    LevelGroup { inside_node: node.is_some_and(|node| common >= node), parts: parts.into_iter().map(part).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(path: &[u8], node: usize) -> Position {
        Position { path: path.to_vec(), node: Some(node), order: 0 }
    }

    #[test]
    fn who_stops_higher_stands_alone() {
        let positions = [
            position(&[0, 0, 1], 1),
            position(&[1], 1),
            position(&[0], 1),
            position(&[0, 0, 1], 1),
            position(&[0, 1, 1], 1),
        ];
        let group = LevelGroup::of(&positions);
        let pair = LevelGroup { inside_node: true, parts: vec![Part::One(0), Part::One(3)] };
        let node = LevelGroup { inside_node: true, parts: vec![Part::Many(pair), Part::One(2), Part::One(4)] };
        assert_eq!(group, LevelGroup { inside_node: false, parts: vec![Part::Many(node), Part::One(1)] });
        assert_eq!((group.nodes(), group.depth(), group.has_levels()), (2, 3, true));
        assert_eq!([0, 4, 1].map(|rank| group.node_of(rank)), [vec![0, 3, 2, 4], vec![0, 3, 2, 4], vec![1]]);
        assert_eq!(group.by_node(), [vec![0, 3, 2, 4], vec![1]]);
    }

    #[test]
    fn equal_places_have_no_levels() {
        for path in [&[][..], &[3]] {
            assert!(!LevelGroup::of(&[position(path, path.len()), position(path, path.len())]).has_levels());
        }
        assert!(!LevelGroup::of(&[Position::default(), Position::default()]).inside_node);
        assert_eq!(LevelGroup::of(&[Position::default(), Position::default()]).nodes(), 2);
    }

    #[test]
    fn nodes_of_a_torus_are_in_order_without_levels() {
        let ring = |orders: &[u64]| -> Vec<Position> {
            (0..).zip(orders).map(|(node, &order)| Position { order, ..position(&[node], 1) }).collect()
        };
        let found = |orders: &[u64]| Position::are_in_order(&ring(orders), LevelGroup::of(&ring(orders)).nodes());
        assert_eq!(
            [&[2, 0, 1][..], &[1, 1, 1], &[0, 1], &[0, 0, 1], &[]].map(found),
            [true, false, false, true, false]
        );
        assert_eq!(LevelGroup::of(&ring(&[2, 0, 1])).by_node(), [[1], [2], [0]]);
    }

    #[test]
    fn bytes_bring_a_position_back() {
        let in_order = Position { order: 1 << 40, ..position(&[1, 2], 2) };
        for own in [position(&[1, 2, 3], 2), position(&[], 0), Position::default(), in_order] {
            assert_eq!(Position::decode(&own.encode()), Some(own));
        }
        assert_eq!(Position::decode(&[1; 9]), None);
    }
}
