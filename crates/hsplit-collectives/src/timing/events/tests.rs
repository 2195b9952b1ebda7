// SPDX-License-Identifier: MIT OR Apache-2.0
//! Worked examples, and comparisons of the simulation with other results for trees.

use proptest::prelude::*;

use super::*;
use crate::levels::Part;
use crate::streams::{self, Lengths, Peer, Stream};
use crate::timing::{Links, segments};
use crate::tree::{Shape, Spread, Tree};

/// Latency 5 and g(m) = 2 + m, but ranks from `near` on are next to each other: latency 1 and g(m) = m.
struct Plain {
    near: usize,
}

impl Links for Plain {
    fn latency(&self, from: usize, to: usize) -> f64 {
        if from.min(to) >= self.near { 1.0 } else { 5.0 }
    }

    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
        bytes as f64 + if from.min(to) >= self.near { 0.0 } else { 2.0 }
    }
}

impl Network for Plain {}

/// The same, with one cable for ranks 0 and 1, and one for the others.
struct Pairs;

impl Links for Pairs {
    fn latency(&self, from: usize, to: usize) -> f64 {
        FAR.latency(from, to)
    }

    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
        FAR.gap(from, to, bytes)
    }
}

impl Network for Pairs {
    fn cables(&self) -> usize {
        2
    }

    fn leaves_by(&self, rank: usize, other: usize) -> &[usize] {
        if rank / 2 == other / 2 { &[] } else { [&[0], &[1]][rank / 2] }
    }
}

const FAR: Plain = Plain { near: usize::MAX };

fn lengths(segment: usize) -> Lengths {
    Lengths { message: segment, memory: segment }
}

/// Ranks on nodes of one each, in a tree as scheduled.
pub(crate) fn trees(receivers: &[Vec<usize>]) -> Vec<Tree> {
    let parts: Vec<Part> = (0..receivers.len() as u32).map(Part::One).collect();
    Tree::scheduled_all(
        &parts.iter().collect::<Vec<_>>(),
        receivers,
        &vec![Shape { across: Spread::Chain, inside: Spread::Star }; receivers.len()],
        0,
    )
}

fn of(trees: &[Tree], streams: impl Fn(&Tree) -> Streams) -> Vec<Streams> {
    trees.iter().map(streams).collect()
}

#[test]
fn worked_example_of_a_star() {
    let star = trees(&[vec![2, 1], vec![], vec![]]);
    // Sent from 0 to 4 and to 8, each 4 bytes in segments of 2: to 2 at 4 and 12, to 1 at 8 and 16, there 5 later.
    assert_eq!(time(&FAR, &of(&star, |tree| streams::scatter(tree, 4, 2)), 2), 16.0 + 5.0);
    assert_eq!(time(&FAR, &of(&star, |tree| streams::scatter(tree, 4, 4)), 4), 12.0 + 5.0);
    // Both send at once; the root receives four segments of 4, the first of them from 5 on.
    assert_eq!(time(&FAR, &of(&star, |tree| streams::gather(tree, 4, 2)), 2), 5.0 + 16.0);
    // 1's share is at the root at 11, 2's at 17. To 1 the root sends its own until 6; 2 wants what is next to it first,
    // 1's, until 17, and then the root's until 23. So 1 gets 2's until 29.
    assert_eq!(time(&FAR, &of(&star, |tree| streams::allgather(tree, 4, lengths(4))), 4), 29.0 + 5.0);
}

#[test]
fn worked_example_of_a_chain() {
    let chain = trees(&[vec![1], vec![2], vec![]]);
    // 0 sends 2 shares of 3 bytes in one piece until 8, there at 13; 1 sends one from there on for 5, there at 23.
    assert_eq!(time(&FAR, &of(&chain, |tree| streams::scatter(tree, 3, 6)), 6), 13.0 + 5.0 + 5.0);
    // In segments of one share: 1's own is there at 10, 2's at 15 and then at 25.
    assert_eq!(time(&FAR, &of(&chain, |tree| streams::scatter(tree, 3, 3)), 3), 15.0 + 5.0 + 5.0);
    // 2's is there at 10 and 1 has sent its own until 5, so that 2's arrives at 10 + 5 + 5.
    assert_eq!(time(&FAR, &of(&chain, |tree| streams::gather(tree, 3, 3)), 3), 20.0);
    // From rank 1 on links are near: 2's is at 1 from 4 on, when 1's own is not gone.
    assert_eq!(time(&Plain { near: 1 }, &of(&chain, |tree| streams::gather(tree, 3, 3)), 3), 10.0 + 5.0);
}

#[test]
fn worked_example_of_a_ring() {
    let ring = trees(&[vec![1], vec![2], vec![]]);
    // Every rank sends its own for 5, there at 10, and then the one before it.
    assert_eq!(time(&FAR, &of(&ring, |tree| streams::allgather_on_ring(tree, 3, lengths(3))), 3), 20.0);
}

#[test]
fn a_cable_serves_one_after_the_other() {
    let pairs = trees(&[vec![2, 1], vec![3], vec![], vec![]]);
    let streams = of(&pairs, |tree| streams::gather(tree, 4, 4));
    // A message takes 6, and 5 on the way. All send at once: 1's is at 0 at 11, 2's after it at 17, 3's at 1 at 11,
    // sent on until 17, and at 0 after 2's.
    assert_eq!(time(&FAR, &streams, 4), 23.0);
    // 3's is through the cable after 2's at 12, and into the pair after 2's at 17: 2's waits for the port of 0, but
    // not in the cable. So 1 has sent it on at 23.
    assert_eq!(time(&Pairs, &streams, 4), 23.0 + 5.0);
}

#[test]
fn worked_example_of_trains() {
    let chain = trees(&[vec![1], vec![2], vec![]]);
    let broadcast = |cut| time(&FAR, &of(&chain, |tree| streams::broadcast(tree, 16, lengths(cut))), 2);
    // Eight segments of 4: the last has left 0 at 32, is at 1 at 37, and at 2 one segment later. A train passes at
    // once.
    assert_eq!([2, 8, 16].map(broadcast), [32.0 + 5.0 + 4.0 + 5.0; 3]);
    assert_eq!(time(&FAR, &of(&chain, |tree| streams::broadcast(tree, 16, lengths(16))), 16), 2.0 * (18.0 + 5.0));
}

#[test]
fn nobody_and_nothing() {
    let idle = Streams { receives: vec![], sends: vec![Stream { peer: Peer::Rank(0), segments: vec![] }], own: 0..0 };
    assert_eq!((time(&FAR, &[], 1), time(&FAR, &[idle], 1)), (0.0, 0.0));
}

/// Links that differ, by a seed.
pub(crate) struct Mixed(pub(crate) u64);

impl Mixed {
    fn number(&self, from: usize, to: usize, salt: u64) -> f64 {
        let (low, high) = (from.min(to) as u64, from.max(to) as u64);
        let mixed = (self.0 ^ (low * 1_000_003 + high * 10_007 + salt)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 59) as f64
    }
}

impl Links for Mixed {
    fn latency(&self, from: usize, to: usize) -> f64 {
        10.0 * self.number(from, to, 1)
    }

    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
        self.number(from, to, 2) / 8.0 + bytes as f64 * (1.0 + self.number(from, to, 3) / 8.0)
    }
}

impl Network for Mixed {}

/// The flows of a rank, for a share and a length of segments.
type StreamsOf = fn(&Tree, usize, usize) -> Streams;

/// Equal but for rounding.
pub(crate) fn same(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}

/// A tree by the parents of all groups but the first.
pub(crate) fn receivers(parents: &[usize]) -> Vec<Vec<usize>> {
    let mut receivers = vec![vec![]; parents.len() + 1];
    parents.iter().enumerate().for_each(|(nth, parent)| receivers[parent % (nth + 1)].push(nth + 1));
    receivers
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The completion time of a broadcast is also computed in another way.
    #[test]
    fn a_broadcast_takes_what_segments_take(
        parents in prop::collection::vec(0usize..100, 0..9),
        bytes in 1usize..60,
        segment in 1usize..60,
        seed: u64,
    ) {
        let receivers = receivers(&parents);
        let links = Mixed(seed);
        let simulated =
            time(&links, &of(&trees(&receivers), |tree| streams::broadcast(tree, bytes, lengths(segment))), segment);
        let known = segments::time(&links, 0, &receivers, bytes, segment);
        prop_assert!(same(simulated, known), "{simulated} and {known}");
    }

    /// Trains are close to the segments that they represent, and nothing is faster than the latency, or than the root's
    /// port.
    #[test]
    fn trains_are_nearly_segments(
        parents in prop::collection::vec(0usize..100, 1..12),
        share in 100usize..400,
        segment in 4usize..20,
        seed: u64,
    ) {
        let (receivers, links) = (receivers(&parents), Mixed(seed));
        let (trees, count) = (trees(&receivers), parents.len() + 1);
        let train = segment * (share * count / (segment * 64)).max(1);
        let nearest = (1..count).map(|rank| links.latency(0, rank)).fold(f64::INFINITY, f64::min);
        let bound = (share * (count - 1)) as f64;
        let ways: [(&str, StreamsOf); 4] = [
            ("gather", streams::gather),
            ("scatter", streams::scatter),
            ("allgather", |tree, share, cut| streams::allgather(tree, share, lengths(cut))),
            ("ring", |tree, share, cut| streams::allgather_on_ring(tree, share, lengths(cut))),
        ];
        for (name, streams) in ways {
            let [exact, nearly] =
                [segment, train].map(|cut| time(&links, &of(&trees, |tree| streams(tree, share, cut)), segment));
            prop_assert!(exact >= bound + nearest, "{name}: {exact} below {bound}");
            prop_assert!((nearly / exact - 1.0).abs() < 0.25, "{name}: {nearly} for {exact}");
        }
    }
}
