// SPDX-License-Identifier: MIT OR Apache-2.0
//! What an MPI does that knows nothing of groups.

/// The binomial tree of ranks in their order, the largest subtree first.
pub fn binomial(count: usize, root: usize) -> Vec<Vec<usize>> {
    let mut children = vec![vec![]; count];
    for relative in 1..count {
        let parent = relative & (relative - 1);
        children[(parent + root) % count].insert(0, (relative + root) % count);
    }
    children
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_of_ranks_in_order() {
        assert_eq!(binomial(6, 0), [vec![4, 2, 1], vec![], vec![3], vec![], vec![5], vec![]]);
        assert_eq!(binomial(3, 2), [vec![], vec![], vec![1, 0]]);
    }
}
