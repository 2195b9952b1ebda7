// SPDX-License-Identifier: MIT OR Apache-2.0
//! Places in a binomial tree with place 0 at the root: the children of a place are at the distances of the powers of
//! two below its lowest bit.

/// Returns the place above one.
pub(crate) fn parent(at: usize) -> Option<usize> {
    (at > 0).then(|| at & (at - 1))
}

/// Returns the places below one, the one with the largest subtree first.
pub(crate) fn children(at: usize, count: usize) -> Vec<usize> {
    let most = if at == 0 { usize::BITS } else { at.trailing_zeros() };
    (0..most).rev().filter_map(|power| at.checked_add(1 << power)).filter(|&child| child < count).collect()
}

/// Returns the number of places in the subtree of one, including itself: they are consecutive.
pub(crate) fn subtree(at: usize, count: usize) -> usize {
    let most = if at == 0 { count } else { 1 << at.trailing_zeros() };
    most.min(count - at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        assert_eq!([0, 1, 4, 6].map(|at| children(at, 7)), [vec![4, 2, 1], vec![], vec![6, 5], vec![]]);
        assert_eq!([0, 1, 2, 4, 6].map(|at| subtree(at, 7)), [7, 1, 2, 3, 1]);
        assert_eq!([0, 1, 6, 7].map(parent), [None, Some(0), Some(4), Some(6)]);
    }
}
