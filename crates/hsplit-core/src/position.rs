// SPDX-License-Identifier: MIT OR Apache-2.0
//! A node's coordinates in its network: in a torus, or below switches.
//!
//! A torus is no hierarchy: every node is equally far from its neighbours in each dimension, and no dimension contains
//! another (RR-9077 §3.4). It therefore gives no levels. Unguided splits halve it, and a guided split may name a
//! dimension, with the meaning of MPICH's `torus_dimension:N`: nodes whose coordinates are equal in all other
//! dimensions are on one ring, and the rings along a dimension are disjoint.

use std::fmt;
use std::sync::Arc;

use crate::varint::{push_varint, split_varint};

/// The bytes of a position and of its dimensions, each a [varint](crate::varint): 6 of any length that a network can
/// have, or 24 short ones.
pub(crate) const ENCODED: usize = 8 + 24;

/// The coordinates of a node in its network.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NetworkPosition {
    /// The length of each dimension.
    pub dims: Arc<[u64]>,
    /// All coordinates in one number below the product of `dims`, the last coordinate varying fastest.
    pub position: u64,
    /// True for a torus, whose dimensions are rings; false if the dimensions are levels of switches.
    pub is_torus: bool,
}

impl NetworkPosition {
    /// The number of dimensions.
    pub fn dimensions(&self) -> usize {
        self.dims.len()
    }

    /// The coordinates, one for each dimension.
    pub fn coords(&self) -> Vec<u64> {
        let mut rest = self.position;
        let mut coords: Vec<u64> =
            self.dims.iter().rev().map(|&dim| (rest % dim.max(1), rest /= dim.max(1)).0).collect();
        coords.reverse();
        coords
    }

    /// The number of the node's ring along a dimension, from 0; `None` if there is no such dimension.
    pub fn ring(&self, dimension: usize) -> Option<u64> {
        let length = *self.dims.get(dimension)?;
        let below: u64 = self.dims[dimension + 1..].iter().product();
        Some(self.position / below / length * below + self.position % below)
    }

    /// The position on a closed walk through the whole torus, of which each step leads to a neighbour.
    ///
    /// The walk combines dimensions one by one: the ring of one dimension, with the ring of the next at each of its
    /// places, becomes one ring. If the first length is even, the walk alternates its direction. If no length is even,
    /// the longest come first: at as many places as the next dimension is long, the walk goes round in one direction,
    /// which moves it back by one place each time.
    pub fn along_walk(&self) -> u64 {
        let coords = self.coords();
        let mut dimensions: Vec<(u64, u64)> = self.dims.iter().copied().zip(coords).collect();
        dimensions.sort_by_key(|&(length, _)| (length % 2, std::cmp::Reverse(length)));
        let (mut along, mut all) = (0_u64, 1_u64);
        for (length, at) in dimensions {
            let place = match along.checked_sub(length) {
                _ if all % 2 == 0 => {
                    if along % 2 == 0 {
                        at
                    } else {
                        length - 1 - at
                    }
                }
                None => (at + along) % length,
                Some(after) if after % 2 == 0 => (length - at) % length,
                Some(_) => (at + length - 1) % length,
            };
            (along, all) = (along * length + place, all * length);
        }
        along
    }

    /// Encodes a torus position; zeros if there is none, or if it does not fit.
    pub(crate) fn encode(of: Option<&Self>) -> [u8; ENCODED] {
        let mut bytes = [0; ENCODED];
        let Some(torus) = of.filter(|of| of.is_torus) else { return bytes };
        let mut dims = vec![];
        torus.dims.iter().for_each(|&dim| push_varint(&mut dims, dim));
        if let Some(to) = bytes[8..].get_mut(..dims.len()) {
            to.copy_from_slice(&dims);
            bytes[..8].copy_from_slice(&torus.position.to_le_bytes());
        }
        bytes
    }

    /// Decodes the bytes of [`NetworkPosition::encode`].
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let position = u64::from_le_bytes(bytes.get(..8)?.try_into().ok()?);
        let (mut dims, mut rest) = (vec![], &bytes[8..]);
        while let Some((dim, after)) = split_varint(rest).filter(|(dim, _)| *dim > 0) {
            dims.push(dim);
            rest = after;
        }
        let all = dims.iter().try_fold(1_u64, |all, &dim| all.checked_mul(dim))?;
        (!dims.is_empty() && position < all).then_some(Self { dims: dims.into(), position, is_torus: true })
    }

    pub(crate) fn is_in_torus_of(&self, other: &Self) -> bool {
        self.is_torus && other.is_torus && self.dims == other.dims
    }

    /// The hops between two different nodes of one torus.
    pub(crate) fn hops(&self, other: &Self) -> Option<u64> {
        let both = self.coords().into_iter().zip(other.coords());
        self.is_in_torus_of(other).then(|| way_around(both, self.dims.iter().copied()))
    }
}

/// The hops between two different nodes of a torus, from their coordinates in each dimension: the sum of the shorter
/// ways around each ring. Two nodes of one router have a distance of 1.
pub fn way_around(coords: impl Iterator<Item = (u64, u64)>, dims: impl Iterator<Item = u64>) -> u64 {
    let way = |((a, b), dim): ((u64, u64), u64)| a.abs_diff(b).min(dim - a.abs_diff(b));
    coords.zip(dims).map(way).sum::<u64>().max(1)
}

/// Half of the longest path in a torus of these dimensions, rounded up. A node outside the torus is at least this far
/// from all nodes in it, so that no detour over it is shorter than the path in the torus.
pub fn half_diameter(dims: impl IntoIterator<Item = u64>) -> u64 {
    dims.into_iter().map(|dim| dim / 2).sum::<u64>().div_ceil(2)
}

impl fmt::Display for NetworkPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined =
            |numbers: &[u64], between| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(between);
        let what = if self.is_torus { "torus" } else { "switches" };
        write!(f, "{what} {}, at {}", joined(&self.dims, "x"), joined(&self.coords(), ","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn nodes(dims: &[u64]) -> Vec<NetworkPosition> {
        (0..dims.iter().product()).map(|position| torus(dims, position)).collect()
    }

    fn torus(dims: &[u64], position: u64) -> NetworkPosition {
        NetworkPosition { dims: dims.into(), position, is_torus: true }
    }

    #[test]
    fn a_handful() {
        let node = torus(&[4, 4, 8], 4 * 8 + 2 * 8 + 5);
        assert_eq!(node.to_string(), "torus 4x4x8, at 1,2,5");
        assert_eq!(
            [0, 1, 2, 3].map(|dimension| node.ring(dimension)),
            [Some(2 * 8 + 5), Some(8 + 5), Some(4 + 2), None]
        );
        assert_eq!(torus(&[6], 5).ring(0), Some(0));
        let walk = |dims: &[u64]| nodes(dims).iter().map(NetworkPosition::along_walk).collect::<Vec<_>>();
        assert_eq!(walk(&[2, 3]), [0, 1, 2, 5, 4, 3]);
        assert_eq!(walk(&[3, 3]), [0, 1, 2, 4, 5, 3, 8, 6, 7]);
        // The largest torus: no product overflows.
        let large = torus(&[1 << 32, (1 << 32) - 1], u64::MAX - (1 << 32));
        assert_eq!((large.ring(0), large.ring(1)), (Some((1 << 32) - 2), Some((1 << 32) - 1)));
    }

    #[test]
    fn bytes_of_a_position() {
        let decoded = |node: &NetworkPosition| NetworkPosition::decode(&NetworkPosition::encode(Some(node)));
        let long = [(1 << 10, 4), (1 << 11, 2)].map(|(length, times)| vec![length; times]).concat();
        for dims in [&[7][..], &[2; 24], &[127, 128, 1, 16_384], &[1 << 32, (1 << 32) - 1], &long] {
            let node = torus(dims, dims.iter().product::<u64>() - 1);
            assert_eq!(decoded(&node), Some(node));
        }
        // More than 24 bytes.
        assert_eq!(decoded(&torus(&[2; 25], 3)), None);
        assert_eq!(NetworkPosition::decode(&[0xff; ENCODED]), None);
        let switches = NetworkPosition { is_torus: false, ..torus(&[2, 2], 3) };
        assert_eq!(decoded(&switches), None);
    }

    proptest! {
        #[test]
        fn a_walk_goes_from_neighbour_to_neighbour_and_back(dims in prop::collection::vec(1_u64..8, 1..4)) {
            let mut nodes = nodes(&dims);
            nodes.sort_by_key(NetworkPosition::along_walk);
            for (at, node) in nodes.iter().enumerate() {
                prop_assert_eq!(node.along_walk(), at as u64, "{}", node);
                let next = &nodes[(at + 1) % nodes.len()];
                prop_assert_eq!(node.hops(next), Some(1), "{} {}", node, next);
            }
        }

        #[test]
        fn rings_join_nodes_that_differ_in_one_coordinate(dims in prop::collection::vec(1_u64..5, 1..5)) {
            for a in nodes(&dims) {
                for b in nodes(&dims) {
                    let (x, y) = (a.coords(), b.coords());
                    for dimension in 0..dims.len() {
                        let same = (0..dims.len()).all(|other| other == dimension || x[other] == y[other]);
                        prop_assert_eq!(a.ring(dimension) == b.ring(dimension), same, "{} {} {}", a, b, dimension);
                    }
                }
            }
        }
    }
}
