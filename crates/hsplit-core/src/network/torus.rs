// SPDX-License-Identifier: MIT OR Apache-2.0
//! A node's place in a torus.
//!
//! A torus is no hierarchy: every node is equally far from its neighbours in each dimension, and none of the dimensions
//! is above another (RR-9077 §3.4). So it gives no levels, and a split has to be told along which dimension to go. It
//! then means what MPICH's `torus_dimension:N` means: nodes whose coordinates are equal in all dimensions but that one
//! are on one ring, and the rings along a dimension never meet.

use std::fmt;
use std::sync::Arc;

use crate::table::NetworkPosition;

/// Where a node is, in a torus with a number of nodes in each dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torus {
    dims: Arc<[u64]>,
    /// All coordinates in one number, the last of them counting fastest.
    position: u64,
}

impl Torus {
    /// The node at `position`, which is below the product of `dims`.
    pub(crate) fn new(dims: Arc<[u64]>, position: u64) -> Self {
        Self { dims, position }
    }

    /// How many dimensions it has.
    pub fn dimensions(&self) -> usize {
        self.dims.len()
    }

    /// Which of the rings along a dimension, counted from 0, the node is on; `None` where there is no such dimension.
    pub fn ring(&self, dimension: usize) -> Option<u64> {
        let length = *self.dims.get(dimension)?;
        let below: u64 = self.dims[dimension + 1..].iter().product();
        Some(self.position / below / length * below + self.position % below)
    }

    /// The same, for the table of places.
    pub fn network_position(&self) -> NetworkPosition {
        NetworkPosition { dims: self.dims.clone(), position: self.position, is_torus: true }
    }
}

impl fmt::Display for Torus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined =
            |numbers: &[u64], between| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(between);
        write!(f, "torus {}, at {}", joined(&self.dims, "x"), joined(&self.network_position().coords(), ","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All nodes of a torus.
    fn nodes(dims: &[u64]) -> Vec<Torus> {
        let dims: Arc<[u64]> = dims.into();
        (0..dims.iter().product()).map(|position| Torus::new(dims.clone(), position)).collect()
    }

    #[test]
    fn a_handful() {
        let torus = Torus::new([4, 4, 8].into(), 4 * 8 + 2 * 8 + 5);
        assert_eq!(torus.to_string(), "torus 4x4x8, at 1,2,5");
        assert_eq!(
            [0, 1, 2, 3].map(|dimension| torus.ring(dimension)),
            [Some(2 * 8 + 5), Some(8 + 5), Some(4 + 2), None]
        );
        assert_eq!(Torus::new([6].into(), 5).ring(0), Some(0));
        // The largest: no product goes beyond its type.
        let large = Torus::new([1 << 32, (1 << 32) - 1].into(), u64::MAX - (1 << 32));
        assert_eq!((large.ring(0), large.ring(1)), (Some((1 << 32) - 2), Some((1 << 32) - 1)));
    }

    proptest! {
        #[test]
        fn rings_join_nodes_that_differ_in_one_coordinate(dims in prop::collection::vec(1_u64..5, 1..5)) {
            for a in nodes(&dims) {
                for b in nodes(&dims) {
                    let (x, y) = (a.network_position().coords(), b.network_position().coords());
                    for dimension in 0..dims.len() {
                        let same = (0..dims.len()).all(|other| other == dimension || x[other] == y[other]);
                        prop_assert_eq!(a.ring(dimension) == b.ring(dimension), same, "{} {} {}", a, b, dimension);
                    }
                }
            }
        }
    }
}
