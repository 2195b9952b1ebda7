// SPDX-License-Identifier: MIT OR Apache-2.0
//! Grids of Cartesian topologies: the lengths of their dimensions, and the partners of each rank.

use std::ffi::c_int;

use super::{MOST_OF_GRID, whole_numbers};
use crate::error::Error;
use hsplit_mapping::Grid;

/// Offsets to partners, and the traffic with each.
pub(super) type Stencil = Vec<(Vec<i32>, u64)>;

/// Creates the grid of these lengths, for `ranks` ranks. Its points are numbered row by row, the last dimension fastest
/// (MPI 4.0, §8.2). The traffic between neighbours is the weight of their dimension, 1 if it has none.
///
/// # Errors
/// A length is less than 1, or there are more points than ranks.
pub(super) fn weighted(dims: &[c_int], periods: &[c_int], weights: &[f64], ranks: u32) -> Result<Grid, Error> {
    if let Some(index) = dims.iter().position(|&dim| dim < 1) {
        return Err(Error::Dimension { index, length: dims[index] });
    }
    let size = product(dims);
    if size > u64::from(ranks) {
        return Err(Error::TooManyRoles { roles: size, ranks });
    }
    let weights: Vec<f64> = (0..dims.len()).map(|dimension| weights.get(dimension).copied().unwrap_or(1.0)).collect();
    let dims: Vec<u32> = dims.iter().map(|&dim| dim as u32).collect();
    let periods: Vec<bool> = periods.iter().map(|&periodic| periodic != 0).collect();
    Ok(Grid::star(&dims, &periods, &whole_numbers(&weights, MOST_OF_GRID)))
}

/// Checks the lengths of dimensions, of which those of 0 will be chosen.
///
/// # Errors
/// A length is negative, there are more points than ranks, or no whole number is possible for the other lengths.
pub(super) fn lengths(dims: &[c_int], ranks: u32) -> Result<Vec<u32>, Error> {
    if let Some(index) = dims.iter().position(|&dim| dim < 0) {
        return Err(Error::Dimension { index, length: dims[index] });
    }
    let given: Vec<c_int> = dims.iter().copied().filter(|&dim| dim > 0).collect();
    let points = product(&given);
    let is_to_fill = given.len() < dims.len();
    if points > u64::from(ranks) || (is_to_fill && u64::from(ranks) % points != 0) {
        return Err(Error::Dimensions { points, ranks });
    }
    Ok(dims.iter().map(|&dim| dim as u32).collect())
}

fn product(dims: &[c_int]) -> u64 {
    dims.iter().try_fold(1_u64, |size, &dim| size.checked_mul(dim as u64)).unwrap_or(u64::MAX)
}

/// The syntax of `hsplit_stencil`.
pub(super) const STENCILS: &str = "star, or offsets with a number for each dimension: (1,0),(1,1)";

/// Parses a stencil. An offset also represents its opposite, and has the least weight of its dimensions.
pub(super) fn stencil(text: &str, weights: &[u64]) -> Option<Stencil> {
    let text: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    if text == "star" {
        return Some(star(weights));
    }
    let mut offsets = vec![];
    for offset in text.strip_prefix('(')?.strip_suffix(')')?.split("),(") {
        let numbers: Vec<i32> = offset.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let first = numbers.iter().copied().find(|&number| number != 0)?;
        if numbers.len() != weights.len() || numbers.contains(&i32::MIN) {
            return None;
        }
        offsets.push(if first > 0 { numbers } else { numbers.iter().map(|number| -number).collect() });
    }
    offsets.sort_unstable();
    offsets.dedup();
    let weigh = |offset: Vec<i32>| {
        let along = offset.iter().zip(weights).filter(|(number, _)| **number != 0).map(|(_, weight)| *weight);
        let least = along.min();
        least.map(|weight| (offset, weight))
    };
    offsets.into_iter().map(weigh).collect()
}

/// Neighbours along each dimension.
pub(super) fn star(weights: &[u64]) -> Stencil {
    Grid::star(&vec![1; weights.len()], &vec![false; weights.len()], weights).stencil
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_those_of_the_standard() {
        let grid = weighted(&[2, 3], &[0, 1], &[5.0], 6).unwrap();
        let mut arcs: Vec<_> = grid.arcs().map(|(from, to, entry)| (from, to, grid.stencil[entry].1)).collect();
        arcs.sort_unstable();
        let expected =
            [(0, 1, 1), (0, 3, 5), (1, 2, 1), (1, 4, 5), (2, 0, 1), (2, 5, 5), (3, 4, 1), (4, 5, 1), (5, 3, 1)];
        assert_eq!(arcs, expected);
        assert!(weighted(&[2, 3], &[0, 0], &[], 5).is_err());
        assert!(weighted(&[2, 0], &[0, 0], &[], 5).is_err());
        assert!(weighted(&[c_int::MAX; 5], &[0; 5], &[], 5).is_err());
        assert_eq!(weighted(&[], &[], &[], 5).unwrap().roles(), 1);
    }

    #[test]
    fn lengths_that_are_given_leave_room() {
        let read = |dims: &[c_int]| lengths(dims, 12).ok();
        assert_eq!(read(&[0, 3]), Some(vec![0, 3]));
        assert_eq!(read(&[2, 3]), Some(vec![2, 3]));
        assert_eq!(read(&[]), Some(vec![]));
        assert!(matches!(lengths(&[3, -1], 12), Err(Error::Dimension { index: 1, length: -1 })));
        for wrong in [&[5, 3][..], &[0, 13], &[5, 0], &[c_int::MAX; 5]] {
            assert!(matches!(lengths(wrong, 12), Err(Error::Dimensions { ranks: 12, .. })), "{wrong:?}");
        }
    }

    #[test]
    fn stencils_are_read() {
        assert_eq!(stencil(" star", &[3, 4]), Some(vec![(vec![1, 0], 3), (vec![0, 1], 4)]));
        let offsets = stencil("(1,0), (1, 1),(-1,0),(0,-2)", &[3, 4]);
        assert_eq!(offsets, Some(vec![(vec![0, 2], 4), (vec![1, 0], 3), (vec![1, 1], 3)]));
        for wrong in ["", "stars", "(1)", "(1,0", "(1,0)(0,1)", "(0,0)", "(1,0,0)", "(1,x)", "()", "(1,0),"] {
            assert_eq!(stencil(wrong, &[3, 4]), None, "{wrong}");
        }
    }
}
