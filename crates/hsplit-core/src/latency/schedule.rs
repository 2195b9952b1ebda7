// SPDX-License-Identifier: MIT OR Apache-2.0
//! The schedule of probes: every pair once, in the least number of rounds of disjoint pairs.
//!
//! This is the circle method of round-robin tournaments. In round r, two nodes are partners if their numbers add up to
//! r modulo an odd number; the node that would be its own partner gets the last node, or rests if the number of nodes
//! is odd. Each node computes its own partner. An even number n of nodes takes n - 1 rounds; an odd one takes n,
//! because one node rests in each round.

/// The number of rounds that cover every pair of `nodes` nodes.
pub fn rounds(nodes: usize) -> usize {
    match nodes {
        0 | 1 => 0,
        _ => circle(nodes),
    }
}

/// The partner of `node` in a round; `None` if it rests.
pub fn partner(nodes: usize, round: usize, node: usize) -> Option<usize> {
    let circle = circle(nodes);
    // Half of the round's number modulo the circle: twice this number is the round.
    let alone = if round % 2 == 0 { round / 2 } else { (round + circle) / 2 };
    match node {
        _ if node == circle => Some(alone),
        _ if node == alone => Some(circle).filter(|&last| last < nodes),
        _ => Some((round + circle - node) % circle),
    }
}

/// The number of nodes in the circle: all, or all but the last one, so that it is odd.
fn circle(nodes: usize) -> usize {
    nodes - usize::from(nodes % 2 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs of a round, lower node first.
    fn pairs(nodes: usize, round: usize) -> Vec<(usize, usize)> {
        (0..nodes).filter_map(|node| Some((node, partner(nodes, round, node)?))).filter(|(a, b)| a < b).collect()
    }

    #[test]
    fn of_a_few_nodes() {
        assert_eq!((rounds(0), rounds(1), rounds(2)), (0, 0, 1));
        assert_eq!(pairs(2, 0), [(0, 1)]);
        assert_eq!([0, 1, 2].map(|round| pairs(3, round)), [[(1, 2)], [(0, 1)], [(0, 2)]]);
        assert_eq!([0, 1, 2].map(|round| pairs(4, round)), [[(0, 3), (1, 2)], [(0, 1), (2, 3)], [(0, 2), (1, 3)]]);
        assert_eq!((rounds(32), rounds(33), rounds(10_000)), (31, 33, 9_999));
    }

    #[test]
    fn every_pair_meets_once_and_rounds_are_disjoint() {
        for nodes in 2..=200 {
            let mut met = vec![0; nodes * nodes];
            for round in 0..rounds(nodes) {
                for node in 0..nodes {
                    let Some(other) = partner(nodes, round, node) else {
                        assert!(nodes % 2 == 1, "a node rests only among an odd number");
                        continue;
                    };
                    assert!(other < nodes && other != node);
                    assert_eq!(partner(nodes, round, other), Some(node), "one partner a round, and the partner knows");
                    met[node * nodes + other] += 1;
                }
                assert_eq!(
                    pairs(nodes, round).len(),
                    nodes / 2,
                    "as many pairs as there can be: {nodes} nodes, round {round}"
                );
            }
            assert!(
                (0..nodes * nodes).all(|pair| met[pair] == i32::from(pair / nodes != pair % nodes)),
                "{nodes} nodes"
            );
        }
    }
}
