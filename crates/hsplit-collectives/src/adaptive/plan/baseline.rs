// SPDX-License-Identifier: MIT OR Apache-2.0
//! The baseline: the usual algorithms of an MPI without groups, over ranks in their order. The best one for the size is
//! used.
//!
//! They are those of Thakur, Rabenseifner and Gropp ("Optimization of collective communication operations in MPICH",
//! 2005, §4): a binomial tree for gather and scatter; for a short allgather recursive doubling (Bruck's form if the
//! number of ranks is no power of two), and a ring for a long one; dissemination for a barrier. Open MPI has in
//! addition the flat gather and scatter, a flat and a binomial tree for barriers, and exchanges between neighbours
//! (Chen et al., "Performance evaluation of allgather algorithms on terascale Linux cluster with fast Ethernet", 2005).
//! Messages are not divided into segments, so long ones need a rendezvous.

mod exchanges;

use super::ranks::Ranks;
use crate::binomial::children;
use crate::timing::ports::Message;
use crate::timing::{Links, messages};
use exchanges::{dissemination, doubling, neighbours, ring};

/// Total number of bytes below which an allgather uses doubling (Thakur et al., §4.1): if the number of ranks is a
/// power of two, and otherwise.
const DOUBLES: [usize; 2] = [512 << 10, 80 << 10];

/// One of these algorithms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Baseline {
    /// Its name.
    pub(crate) name: &'static str,
    /// The predicted time.
    pub(crate) seconds: f64,
}

impl Baseline {
    fn or(self, name: &'static str, seconds: f64) -> Self {
        if seconds < self.seconds { Self { name, seconds } } else { self }
    }
}

/// Returns the baseline of a gather to `root`, or of a scatter from it, which is a gather with time reversed.
pub(crate) fn rooted(ranks: &Ranks<'_>, root: usize, share: usize) -> Baseline {
    let count = ranks.group.len();
    let below = binomial(count, root);
    let held = subtrees(&below, root);
    let tree = Baseline {
        name: "a binomial tree",
        seconds: serve(ranks, root, &below, |child| share.saturating_mul(held[child])),
    };
    tree.or("a flat tree", serve(ranks, root, &flat(count, root), |_| share))
}

/// Returns the baseline of an allgather.
pub(crate) fn allgather(ranks: &Ranks<'_>, share: usize) -> Baseline {
    let count = ranks.group.len();
    let mut best = Baseline { name: "a ring", seconds: ring(ranks, share) };
    if count % 2 == 0 {
        best = best.or("exchanges between neighbours", neighbours(ranks, share));
    }
    if share.saturating_mul(count) < DOUBLES[usize::from(!count.is_power_of_two())] {
        best = best.or("recursive doubling", doubling(ranks, share));
    }
    best
}

/// Returns the baseline of a barrier.
pub(crate) fn barrier(ranks: &Ranks<'_>, root: usize) -> Baseline {
    let up_and_down = |below: &[Vec<usize>]| 2.0 * serve(ranks, root, below, |_| 0);
    let tree = Baseline { name: "a binomial tree", seconds: up_and_down(&binomial(ranks.group.len(), root)) };
    tree.or("a flat tree", up_and_down(&flat(ranks.group.len(), root))).or("dissemination", dissemination(ranks))
}

/// Returns the flat tree: the root sends to each other rank.
fn flat(count: usize, root: usize) -> Vec<Vec<usize>> {
    let mut below = vec![vec![]; count];
    below[root] = (1..count).map(|distance| (root + distance) % count).collect();
    below
}

/// Returns the number of ranks below each, including itself.
pub(crate) fn subtrees(below: &[Vec<usize>], root: usize) -> Vec<usize> {
    let (mut order, mut next) = (vec![root], 0);
    while let Some(&rank) = order.get(next) {
        order.extend(&below[rank]);
        next += 1;
    }
    let mut held = vec![1; below.len()];
    for &rank in order.iter().rev() {
        held[rank] += below[rank].iter().map(|&child| held[child]).sum::<usize>();
    }
    held
}

/// Returns the time down a tree, with one message of `bytes(child)` for each edge. A rendezvous delays only its own
/// message.
fn serve(links: &impl Links, root: usize, below: &[Vec<usize>], bytes: impl Fn(usize) -> usize) -> f64 {
    messages::down(links, root, below, bytes, |Message { from, to, bytes }| links.rendezvous(from, to, bytes))
}

/// Returns the binomial tree of ranks in their order, the largest subtree first.
pub(crate) fn binomial(count: usize, root: usize) -> Vec<Vec<usize>> {
    let rank = |place: usize| (place + root) % count;
    let mut below = vec![vec![]; count];
    (0..count).for_each(|place| below[rank(place)] = children(place, count).into_iter().map(rank).collect());
    below
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::RENDEZVOUS;

    #[test]
    fn a_tree_of_ranks_in_order() {
        assert_eq!(binomial(6, 0), [vec![4, 2, 1], vec![], vec![3], vec![], vec![5], vec![]]);
        assert_eq!(binomial(3, 2), [vec![], vec![], vec![1, 0]]);
    }

    /// Latency 5 and g(m) = 2 + m between all.
    struct Plain;

    impl Links for Plain {
        fn latency(&self, _: usize, _: usize) -> f64 {
            5.0
        }

        fn gap(&self, _: usize, _: usize, bytes: usize) -> f64 {
            2.0 + bytes as f64
        }

        fn rendezvous(&self, _: usize, _: usize, bytes: usize) -> f64 {
            if bytes < RENDEZVOUS { 0.0 } else { 14.0 }
        }
    }

    #[test]
    fn worked_example_of_trees() {
        assert_eq!(subtrees(&binomial(6, 2), 2), [2, 1, 6, 1, 2, 1]);
        // 8 ranks with 3 bytes each: 4, 2 and 1 shares along the longest way.
        let (below, held) = (binomial(8, 0), subtrees(&binomial(8, 0), 0));
        assert_eq!(serve(&Plain, 0, &below, |child| 3 * held[child]), 3.0 * 7.0 + 7.0 * 3.0);
        assert_eq!(serve(&Plain, 0, &[vec![]], |_| 3), 0.0);
        // Two requests, and two answers, of 7 each, on the way there.
        assert_eq!(
            serve(&Plain, 0, &[vec![1], vec![2], vec![]], |_| RENDEZVOUS),
            2.0 * (2.0 + RENDEZVOUS as f64 + 5.0) + 4.0 * 7.0
        );
    }
}
