// SPDX-License-Identifier: MIT OR Apache-2.0
//! Grids of `MPI_Cart_create`, and the traffic in them.

use std::ffi::c_int;

use super::Arc;
use crate::error::Error;
use hsplit_mapping::Grid;

/// The grid of these lengths, for `ranks` ranks. Its points are numbered row by row, the last dimension fastest (MPI
/// 4.0, §8.2).
///
/// # Errors
/// A length that is none, more points than ranks.
pub(super) fn grid(dims: &[c_int], periods: &[c_int], ranks: u32) -> Result<Grid, Error> {
    if let Some(index) = dims.iter().position(|&dim| dim < 1) {
        return Err(Error::Dimension { index, length: dims[index] });
    }
    let size = dims.iter().try_fold(1_u64, |size, &dim| size.checked_mul(dim as u64)).unwrap_or(u64::MAX);
    if size > u64::from(ranks) {
        return Err(Error::TooManyRoles { roles: size, ranks });
    }
    let dims: Vec<u32> = dims.iter().map(|&dim| dim as u32).collect();
    let periods: Vec<bool> = periods.iter().map(|&periodic| periodic != 0).collect();
    Ok(Grid::star(&dims, &periods, &vec![1; dims.len()]))
}

/// Each pair of neighbours, with the weight of its dimension; dimensions without one have 1.
pub(super) fn arcs(grid: &Grid, weights: &[f64]) -> Vec<Arc> {
    let weight = |dimension: usize| weights.get(dimension).copied().unwrap_or(1.0);
    grid.arcs().map(|(from, to, dimension)| (from, to, weight(dimension))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_those_of_the_standard() {
        let mut arcs = arcs(&grid(&[2, 3], &[0, 1], 6).unwrap(), &[5.0]);
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
        assert!(grid(&[2, 3], &[0, 0], 5).is_err());
        assert!(grid(&[2, 0], &[0, 0], 5).is_err());
        assert!(grid(&[c_int::MAX; 5], &[0; 5], 5).is_err());
        assert_eq!(grid(&[], &[], 5).unwrap().roles(), 1);
    }
}
