// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree for a long message in segments, which differs from the tree for a message in one piece.
//!
//! In one piece the number of groups with the message must grow fast, so trees are bushy. With many segments the time
//! per segment of the busiest group determines the total: a sender should have few receivers over fast links, so the
//! trees are thin, in the extreme chains.
//!
//! The trees that are tried: those of the fast heuristics; and trees that grow like ECEF's, or so that no group becomes
//! busier than necessary, with at most one, two or three receivers per group, or any number; for many groups only some
//! of these. With one receiver it is the chain that continues to the nearest neighbour. If few segments are best, a
//! tree for a message in one piece may be the best, and ECEF's is improved for that. Up to `VERY_FEW` groups all
//! heuristics' trees are tried. The tree that is the best at its best m/2^i gets its best segment size, is improved at
//! that size, move by move (`search`), and gets a new size, until nothing improves. The moves: a group with its subtree
//! to another sender, as its first receiver or its last; a group alone, whose receivers are moved to its sender, to
//! another sender as its last receiver, or in between that one and its receivers.

use super::early_completion::grow;
use super::heuristic::Heuristic;
use super::local_search::{self, FEW};
use super::segmented::SegmentedMessage;
use super::{Costs, Schedule};
use crate::model::segments::{Cut, Cuts};
use crate::timing::segments::{self, Pieces};

mod moves;
mod remembered;
mod search;

use remembered::Remembered;

/// Up to this number of groups all trees are tried.
const VERY_FEW: usize = 12;
/// Up to this number of segments a tree for a message in one piece may be the best.
const FEW_SEGMENTS: usize = 4;
/// The number of groups, for each group, that the completion times of moves may examine in all. This bounds the time of
/// the search.
const WORK: usize = 250;

/// A tree and its segment size.
#[derive(Clone, Debug, PartialEq)]
pub struct Pipeline {
    /// The tree.
    pub schedule: Schedule,
    /// The number of bytes of a segment.
    pub segment: usize,
    /// The predicted completion time in seconds.
    pub time: f64,
}

/// Returns the best pipeline found for this message, whose costs have the gaps of the message in one piece.
///
/// # Panics
/// There is no group `root`.
pub fn pipeline(message: &SegmentedMessage<'_, impl Fn(usize, usize, usize) -> f64>, root: usize) -> Pipeline {
    let groups = message.costs.groups();
    let cuts = Cuts::new(message.bytes, 1, message.segments.clone());
    let Found { mut children, mut cut } =
        if groups <= VERY_FEW { best_of_all(message, &cuts, root) } else { best_of_many(message, &cuts, root) };
    let mut left = WORK * groups;
    loop {
        let pieces = Pieces::of(message.bytes, cut.size);
        let mut table = remembered::table(groups);
        let links = Remembered::new(message, groups, pieces, &mut table);
        let Some(seconds) = search::improve(&links, root, &mut children, pieces, &mut left) else { break };
        cut = cuts.climbed(Cut { seconds, ..cut }, segments::seconds(message, root, &children, message.bytes));
    }
    Pipeline { schedule: outwards(root, &children), segment: cut.size, time: cut.seconds }
}

/// A tree with its best segment size.
struct Found {
    children: Vec<Vec<usize>>,
    cut: Cut,
}

/// Returns the best tree of all, each with its best size, for few groups.
fn best_of_all(message: &SegmentedMessage<'_, impl Fn(usize, usize, usize) -> f64>, cuts: &Cuts, root: usize) -> Found {
    let mut trees = grown(message.costs, root, &[1, 2, 3, usize::MAX], true);
    trees.extend(Heuristic::ALL.map(|heuristic| heuristic.schedule(message.costs, root)));
    let found = trees.into_iter().map(|tree| {
        let children = tree.children();
        Found { cut: cuts.best(segments::seconds(message, root, &children, message.bytes)), children }
    });
    let best = found.reduce(|best, other| if other.cut.seconds < best.cut.seconds { other } else { best });
    best.unwrap_or_else(|| unreachable!("a heuristic finds a tree"))
}

/// Returns the tree that is the best at its best m/2^i, with its best size.
fn best_of_many(
    message: &SegmentedMessage<'_, impl Fn(usize, usize, usize) -> f64>,
    cuts: &Cuts,
    root: usize,
) -> Found {
    let (few, ecef) = (message.costs.groups() <= FEW, Heuristic::Ecef.schedule(message.costs, root));
    let quick = [Heuristic::FlatTree, Heuristic::Fef, Heuristic::BottomUp]
        .map(|heuristic| heuristic.schedule(message.costs, root));
    // Growing trees takes longest.
    let grown = if few {
        grown(message.costs, root, &[1, 2, usize::MAX], true)
    } else {
        grown(message.costs, root, &[1, 2], false)
    };
    let halved =
        |children: &[Vec<usize>], limit| cuts.halved(limit, segments::seconds(message, root, children, message.bytes));
    let children = ecef.children();
    let mut best = Found { cut: halved(&children, f64::INFINITY), children };
    let mut compare = |tree: &Schedule| {
        let children = tree.children();
        let cut = halved(&children, best.cut.seconds);
        if cut.seconds < best.cut.seconds {
            best = Found { children, cut };
        }
        best.cut.count
    };
    let segments = quick.iter().chain(&grown).map(&mut compare).last();
    if few && segments.is_some_and(|segments| segments <= FEW_SEGMENTS) {
        compare(&local_search::improved(message.costs, &ecef));
    }
    best.cut = cuts.climbed(best.cut, segments::seconds(message, root, &best.children, message.bytes));
    best
}

/// Returns trees that grow with at most `most` receivers per group, by the arrival time of the data, and by how busy
/// senders are.
fn grown(costs: &Costs, root: usize, most: &[usize], thin: bool) -> Vec<Schedule> {
    // The first without a limit is ECEF's.
    let early = most.iter().filter(|&&most| most < usize::MAX).map(|&most| grow(costs, root, most, |there| there));
    let idle = most.iter().filter(|_| thin).map(|&most| grow(costs, root, most, |_| 0.0));
    early.chain(idle).collect()
}

/// Returns the transfers of a tree, those closer to the root first.
fn outwards(root: usize, children: &[Vec<usize>]) -> Schedule {
    let (mut reached, mut transfers) = (vec![root], Vec::with_capacity(children.len() - 1));
    let mut next = 0;
    while let Some(&sender) = reached.get(next) {
        transfers.extend(children[sender].iter().map(|&receiver| (sender, receiver)));
        reached.extend(&children[sender]);
        next += 1;
    }
    Schedule { root, transfers }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::schedule::TransferCost;
    use crate::schedule::simulation::Ranges;
    use hsplit_core::random::Random;
    use hsplit_testing::table_4::{CLUSTERS, TABLE_4};

    const MESSAGE: usize = 4 << 20;

    /// Orsay (31 and 29 processes), IDPOT (6, 1, 1), Toulouse (20). Links of 125 MB/s, and 20 us for each message.
    fn gap(_: usize, _: usize, bytes: usize) -> f64 {
        20e-6 + bytes as f64 / 125e6
    }

    fn table_4(inside: Vec<f64>) -> Costs {
        Costs::new(inside, |from, to| TransferCost { latency: TABLE_4[from][to] * 1e-6, gap: gap(from, to, MESSAGE) })
            .expect("costs")
    }

    #[test]
    fn on_the_papers_platform_four_times_faster_than_the_flat_tree() {
        let costs = table_4(vec![0.0; 6]);
        let message = SegmentedMessage { costs: &costs, gap: &gap, bytes: MESSAGE, segments: 1..=MESSAGE };
        let (flat, found) = (Heuristic::FlatTree.schedule(&costs, 0).makespan(&costs), pipeline(&message, 0));
        // Five transfers of 33.6 ms and a latency of 5.2 ms, or of 12.2 ms for the last but one.
        assert!(
            (flat - (4.0 * gap(0, 4, MESSAGE) + 0.01219749).max(5.0 * gap(0, 5, MESSAGE) + 0.00521099)).abs() < 1e-12
        );
        println!("Table 4, 4 MiB, between groups: {flat:.4} s in a flat tree, {found:?}");
        assert!(flat / found.time >= 3.5, "{flat} against {found:?}");
        // The cable alone takes 33.6 ms, and the message must go to Toulouse and to IDPOT.
        assert!(found.time < 0.0336 + 0.0053 + 0.0055 + 0.005, "{found:?}");
    }

    #[test]
    fn what_is_gained_where_groups_broadcast_inside() {
        // Table 1, Segmented Chain, with segments of 16 KiB.
        let chain = |group: usize| {
            let (segment, others) = (16 << 10, (CLUSTERS[group] - 1) as f64);
            let last = gap(0, 0, segment) * (MESSAGE / segment - 1) as f64;
            if CLUSTERS[group] == 1 { 0.0 } else { others * (gap(0, 0, segment) + TABLE_4[group][group] * 1e-6) + last }
        };
        let costs = table_4((0..6).map(chain).collect());
        let message = SegmentedMessage { costs: &costs, gap: &gap, bytes: MESSAGE, segments: 1..=MESSAGE };
        let (flat, found) = (Heuristic::FlatTree.schedule(&costs, 0).makespan(&costs), pipeline(&message, 0));
        println!("Table 4, 4 MiB, with the groups' own: {flat:.4} s in a flat tree, {found:?}");
        assert!(flat / found.time >= 2.0, "{flat} against {found:?}");
    }

    #[test]
    fn equal_links_make_a_chain() {
        let costs = Costs::new(vec![0.0; 8], |_, _| TransferCost { latency: 1e-6, gap: 1.0 }).expect("costs");
        let gap = |_, _, bytes: usize| 1e-5 + bytes as f64 * 1e-6;
        let found =
            pipeline(&SegmentedMessage { costs: &costs, gap: &gap, bytes: 1_000_000, segments: 1..=1_000_000 }, 3);
        assert!(found.schedule.children().iter().all(|children| children.len() <= 1), "{found:?}");
        // 7 transfers of s bytes and (k - 1) more of them: best near s = sqrt(1e6 * 1e-5 / (6 * 1e-6)) = 1291 bytes.
        assert!((1100..1500).contains(&found.segment) && found.time < 1.02, "{found:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn never_slower_than_any_heuristic_in_segments(groups in 1usize..9, seed: u64, root in 0usize..9) {
            let costs = Ranges::TABLE_3.draw(&mut Random(seed), groups);
            let gap = |from, to, bytes: usize| 1e-3 + costs.gap(from, to) * bytes as f64 / 1e6;
            let root = root % groups;
            let message = SegmentedMessage { costs: &costs, gap: &gap, bytes: 1_000_000, segments: 1..=1_000_000 };
            let found = pipeline(&message, root);
            prop_assert!(Schedule::new(groups, root, found.schedule.transfers().to_vec()).is_ok());
            prop_assert_eq!(found.schedule.segmented(&message, found.segment), found.time);
            for heuristic in Heuristic::ALL {
                prop_assert!(
                    found.time <= heuristic.schedule(&costs, root).best_segment(&message).1,
                    "{}",
                    heuristic.name()
                );
            }
        }
    }
}
