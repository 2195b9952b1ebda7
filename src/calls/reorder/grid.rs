// SPDX-License-Identifier: MIT OR Apache-2.0
//! Grids of `MPI_Cart_create`, and the traffic in them.

use std::ffi::c_int;

use super::Arc;
use crate::error::Error;

/// A grid whose points are numbered row by row, the last dimension fastest (MPI 4.0, §8.2).
pub(super) struct Grid<'a> {
    dims: &'a [c_int],
    periods: &'a [c_int],
    size: u32,
}

impl<'a> Grid<'a> {
    /// The grid of these lengths, for `ranks` ranks.
    ///
    /// # Errors
    /// A length that is none, more points than ranks.
    pub fn new(dims: &'a [c_int], periods: &'a [c_int], ranks: u32) -> Result<Self, Error> {
        if let Some(index) = dims.iter().position(|&dim| dim < 1) {
            return Err(Error::Dimension { index, length: dims[index] });
        }
        let size = dims.iter().try_fold(1_u64, |size, &dim| size.checked_mul(dim as u64)).unwrap_or(u64::MAX);
        match u32::try_from(size).ok().filter(|&size| size <= ranks) {
            Some(size) => Ok(Self { dims, periods, size }),
            None => Err(Error::TooManyRoles { roles: size, ranks }),
        }
    }

    /// How many points it has.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Each pair of neighbours, with the weight of its dimension; dimensions without one have 1.
    pub fn arcs(&self, weights: &[f64]) -> Vec<Arc> {
        let mut arcs = vec![];
        let mut stride = self.size;
        for (dimension, &length) in self.dims.iter().enumerate() {
            let length = length as u32;
            stride /= length;
            let weight = weights.get(dimension).copied().unwrap_or(1.0);
            for point in 0..self.size {
                let at = point / stride % length;
                if at + 1 < length {
                    arcs.push((point, point + stride, weight));
                } else if self.periods[dimension] != 0 {
                    arcs.push((point, point - at * stride, weight));
                }
            }
        }
        arcs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_those_of_the_standard() {
        let grid = Grid::new(&[2, 3], &[0, 1], 6).unwrap();
        let mut arcs = grid.arcs(&[5.0]);
        arcs.sort_by_key(|(from, to, _)| (*from, *to));
        let expected = [
            (0, 1, 1.0),
            (0, 3, 5.0),
            (1, 2, 1.0),
            (1, 4, 5.0),
            (2, 0, 1.0),
            (2, 5, 5.0),
            (3, 4, 1.0),
            (4, 5, 1.0),
            (5, 3, 1.0),
        ];
        assert_eq!(arcs, expected);
        assert!(Grid::new(&[2, 3], &[0, 0], 5).is_err());
        assert!(Grid::new(&[2, 0], &[0, 0], 5).is_err());
        assert!(Grid::new(&[c_int::MAX; 5], &[0; 5], 5).is_err());
        assert_eq!(Grid::new(&[], &[], 5).unwrap().size(), 1);
    }
}
