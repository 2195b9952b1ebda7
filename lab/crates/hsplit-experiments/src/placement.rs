// SPDX-License-Identifier: MIT OR Apache-2.0
//! The order of the ranks in the communicator that is measured. A run measures several placements in one launch.

use std::collections::BTreeMap;
use std::fmt;

use clap::ValueEnum;
use hsplit_core::random::Random;

/// An order of the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Placement {
    /// Node after node, and in each as its hardware is: what the paper calls by node
    ByNode,
    /// One rank of each node in turn
    RoundRobin,
    /// At random, by the seed
    Shuffled,
    /// As the launcher has numbered them
    Launched,
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ByNode => "by-node",
            Self::RoundRobin => "round-robin",
            Self::Shuffled => "shuffled",
            Self::Launched => "launched",
        })
    }
}

/// The place of a rank: for each level of its hierarchy the name, and the number of the instance.
pub type Path = Vec<(String, usize)>;

/// The ranks of `MPI_COMM_WORLD` in the new order.
pub fn order(paths: &[Path], placement: Placement, seed: u64) -> Vec<usize> {
    let mut ranks: Vec<usize> = (0..paths.len()).collect();
    let indices = |rank: &usize| paths[*rank].iter().map(|(_, index)| *index).collect::<Vec<_>>();
    match placement {
        Placement::Launched => {}
        Placement::Shuffled => Random(seed).shuffle(&mut ranks),
        Placement::ByNode => ranks.sort_by_key(|rank| (indices(rank), *rank)),
        Placement::RoundRobin => {
            ranks.sort_by_key(|rank| (indices(rank), *rank));
            ranks = in_turn(ranks, paths);
        }
    }
    ranks
}

/// The first rank of every node, then the second of every node, and so on.
fn in_turn(ranks: Vec<usize>, paths: &[Path]) -> Vec<usize> {
    let mut seen: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    let mut keyed: Vec<(usize, usize)> = vec![];
    for rank in ranks {
        let nth = seen.entry(node(&paths[rank])).or_default();
        keyed.push((*nth, rank));
        *nth += 1;
    }
    // A stable sort keeps the order of the nodes.
    keyed.sort_by_key(|(nth, _)| *nth);
    keyed.into_iter().map(|(_, rank)| rank).collect()
}

/// The steps down to the node; where all ranks are on one node, the first step inside it.
fn node(path: &Path) -> Vec<usize> {
    let length = path.iter().position(|(name, _)| name == "Machine").map_or(1, |at| at + 1);
    path.iter().take(length).map(|(_, index)| *index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two switches with two nodes of two cores each, and ranks that were dealt out from the last node to the first.
    fn paths() -> Vec<Path> {
        let path =
            |switch, node, core| vec![("Net_level0".into(), switch), ("Machine".into(), node), ("Core".into(), core)];
        vec![
            path(1, 1, 0),
            path(1, 0, 0),
            path(0, 1, 0),
            path(0, 0, 0),
            path(1, 1, 1),
            path(1, 0, 1),
            path(0, 1, 1),
            path(0, 0, 1),
        ]
    }

    #[test]
    fn orders_of_a_cluster() {
        assert_eq!(order(&paths(), Placement::ByNode, 1), [3, 7, 2, 6, 1, 5, 0, 4]);
        assert_eq!(order(&paths(), Placement::RoundRobin, 1), [3, 2, 1, 0, 7, 6, 5, 4]);
        assert_eq!(order(&paths(), Placement::Launched, 1), [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn inside_one_node_the_outermost_level_takes_turns() {
        let path = |numa, core| vec![("NUMANode".to_owned(), numa), ("Core".to_owned(), core)];
        let paths = [path(0, 0), path(0, 1), path(1, 0), path(1, 1)];
        assert_eq!(order(&paths, Placement::RoundRobin, 1), [0, 2, 1, 3]);
    }

    #[test]
    fn nodes_may_differ_in_size_and_depth() {
        let path = |node| vec![("Machine".to_owned(), node)];
        let paths = [path(0), path(0), path(0), path(1), vec![]];
        assert_eq!(order(&paths, Placement::RoundRobin, 1), [4, 0, 3, 1, 2]);
    }

    #[test]
    fn a_seed_gives_one_order() {
        let paths = vec![vec![]; 8];
        let (one, again, other) = (
            order(&paths, Placement::Shuffled, 1),
            order(&paths, Placement::Shuffled, 1),
            order(&paths, Placement::Shuffled, 2),
        );
        assert_eq!(one, again);
        assert_ne!(one, other);
        let mut sorted = one.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..8).collect::<Vec<_>>());
    }
}
