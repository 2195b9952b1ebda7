// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree for a long message in segments, which is another one than for a message in one piece.
//!
//! In one piece the message must multiply its sources fast, so trees are bushy. In many segments what counts is how long the busiest group
//! needs for one segment: a sender with few receivers behind fast links, so the trees are thin, and in the extreme chains.
//!
//! Trees that are tried: those of the heuristics; trees that grow like ECEF's, or so that nobody becomes busier than it must, where each group has
//! at most one, two or three receivers, or any number; of more than 64 groups only some of these. With one it is the chain that goes on to the nearest
//! neighbour. Each gets its
//! best segment size. The best tree is then improved at that size, move by move, and gets a new size, until nothing improves. The moves:
//! a group with everybody below it to another sender, as its first receiver or its last; a group alone, whose receivers go to its
//! sender, to another sender as its last receiver, or in between that one and its receivers.

use super::early_completion::grow;
use super::heuristic::Heuristic;
use super::local_search::FEW;
use super::segmented::Message;
use super::{Costs, Schedule};

/// Completion times of moves are worked out for so many groups in all, so that the time of the search is bounded.
const WORK: usize = 1 << 15;
/// What is shorter by less is not shorter.
const SHORTER: f64 = 1.0 - 1e-9;

/// A tree, and how to send along it.
#[derive(Clone, Debug, PartialEq)]
pub struct Pipeline {
    /// The tree.
    pub schedule: Schedule,
    /// How many bytes a segment has.
    pub segment: usize,
    /// The predicted completion time in seconds.
    pub time: f64,
}

/// The best that was found for this message, whose costs have the gaps of the message in one piece.
///
/// # Panics
/// There is no group `root`.
pub fn pipeline(message: &Message<'_, impl Fn(usize, usize, usize) -> f64>, root: usize) -> Pipeline {
    let trees = candidates(message.costs, root).into_iter().map(|schedule| Found::new(message, root, schedule.children()));
    let best = trees.reduce(|best, other| if other.time < best.time { other } else { best });
    let mut best = best.unwrap_or_else(|| Found::new(message, root, vec![vec![]]));
    let mut left = WORK / message.costs.groups();
    while let Some(children) = improve(message, root, &best, &mut left) {
        best = Found::new(message, root, children);
    }
    Pipeline { schedule: outwards(root, &best.children), segment: best.segment, time: best.time }
}

/// The trees to begin with.
fn candidates(costs: &Costs, root: usize) -> Vec<Schedule> {
    let quick = [Heuristic::FlatTree, Heuristic::Fef, Heuristic::Ecef, Heuristic::BottomUp];
    let heuristics = if costs.groups() <= FEW { &Heuristic::ALL[..] } else { &quick };
    let mut all: Vec<Schedule> = heuristics.iter().map(|heuristic| heuristic.schedule(costs, root)).collect();
    // Growing takes longest: of many groups only the chain and the thin tree.
    let most = if costs.groups() <= FEW { &[1, 2, 3, usize::MAX][..] } else { &[1, 2] };
    for &most in most {
        all.push(grow(costs, root, most, |there| there));
        all.extend((costs.groups() <= FEW).then(|| grow(costs, root, most, |_| 0.0)));
    }
    all
}

/// A tree with its best segment size.
struct Found {
    children: Vec<Vec<usize>>,
    segment: usize,
    time: f64,
}

impl Found {
    fn new(message: &Message<'_, impl Fn(usize, usize, usize) -> f64>, root: usize, children: Vec<Vec<usize>>) -> Self {
        let (segment, time) = message.best_segment(root, &children);
        Self { children, segment, time }
    }
}

/// The tree after moves that each make it faster, with segments of the same size; `None`: there is no such move.
fn improve(message: &Message<'_, impl Fn(usize, usize, usize) -> f64>, root: usize, from: &Found, left: &mut usize) -> Option<Vec<Vec<usize>>> {
    let groups = message.costs.groups();
    let (mut best, mut time, mut trial) = (from.children.clone(), from.time, from.children.clone());
    let (mut group, mut since) = (0, 0);
    // Until each group has been tried since the last move that helped.
    while since < groups && *left > 0 {
        since += 1;
        for target in (0..groups).filter(|&target| target != group && group != root) {
            for to in [Move::First, Move::Last, Move::Alone, Move::Between] {
                trial.clone_from(&best);
                if *left == 0 || !to.apply(&mut trial, group, target) {
                    continue;
                }
                *left -= 1;
                let moved = message.time(root, &trial, from.segment);
                if moved < time * SHORTER {
                    (time, since) = (moved, 0);
                    std::mem::swap(&mut best, &mut trial);
                }
            }
        }
        group = (group + 1) % groups;
    }
    (time < from.time).then_some(best)
}

/// Where a group goes.
#[derive(Clone, Copy)]
enum Move {
    /// With everybody below it, as the first receiver of another group.
    First,
    /// The same, as the last one.
    Last,
    /// Without those, as the last receiver of another group.
    Alone,
    /// Without those, as the only receiver of another group, whose receivers it takes over.
    Between,
}

impl Move {
    /// Changes the tree; says whether that can be done.
    fn apply(self, children: &mut [Vec<usize>], group: usize, target: usize) -> bool {
        let Some((sender, at)) = place(children, group) else { return false };
        let alone = matches!(self, Self::Alone | Self::Between);
        if !alone && is_below(children, target, group) {
            return false;
        }
        let below = if alone { std::mem::take(&mut children[group]) } else { vec![] };
        children[sender].splice(at..=at, below);
        match self {
            Self::First => children[target].insert(0, group),
            Self::Last | Self::Alone => children[target].push(group),
            Self::Between => children[group] = std::mem::replace(&mut children[target], vec![group]),
        }
        true
    }
}

/// From whom a group receives, as which of its receivers.
fn place(children: &[Vec<usize>], group: usize) -> Option<(usize, usize)> {
    children.iter().enumerate().find_map(|(sender, all)| Some((sender, all.iter().position(|&child| child == group)?)))
}

fn is_below(children: &[Vec<usize>], group: usize, above: usize) -> bool {
    children[above].iter().any(|&child| child == group || is_below(children, group, child))
}

/// The transfers of a tree, those nearer to the root first.
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

    use super::super::Link;
    use super::super::simulation::Ranges;
    use super::*;
    use crate::latency::grouping::tests::{CLUSTERS, TABLE_4};
    use crate::random::Random;

    const MESSAGE: usize = 4 << 20;

    /// Orsay (31 and 29 processes), IDPOT (6, 1, 1), Toulouse (20). Links of 125 MB/s, and 20 us for each message.
    fn gap(_: usize, _: usize, bytes: usize) -> f64 {
        20e-6 + bytes as f64 / 125e6
    }

    fn table_4(inside: Vec<f64>) -> Costs {
        Costs::new(inside, |from, to| Link { latency: TABLE_4[from][to] * 1e-6, gap: gap(from, to, MESSAGE) }).expect("costs")
    }

    #[test]
    fn on_the_papers_platform_four_times_faster_than_the_flat_tree() {
        let costs = table_4(vec![0.0; 6]);
        let message = Message { costs: &costs, gap: &gap, bytes: MESSAGE };
        let (flat, found) = (Heuristic::FlatTree.schedule(&costs, 0).makespan(&costs), pipeline(&message, 0));
        // Five transfers of 33.6 ms and a latency of 5.2 ms, or of 12.2 ms for the last but one.
        assert!((flat - (4.0 * gap(0, 4, MESSAGE) + 0.01219749).max(5.0 * gap(0, 5, MESSAGE) + 0.00521099)).abs() < 1e-12);
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
        let message = Message { costs: &costs, gap: &gap, bytes: MESSAGE };
        let (flat, found) = (Heuristic::FlatTree.schedule(&costs, 0).makespan(&costs), pipeline(&message, 0));
        println!("Table 4, 4 MiB, with the groups' own: {flat:.4} s in a flat tree, {found:?}");
        assert!(flat / found.time >= 2.0, "{flat} against {found:?}");
    }

    #[test]
    fn equal_links_make_a_chain() {
        let costs = Costs::new(vec![0.0; 8], |_, _| Link { latency: 1e-6, gap: 1.0 }).expect("costs");
        let gap = |_, _, bytes: usize| 1e-5 + bytes as f64 * 1e-6;
        let found = pipeline(&Message { costs: &costs, gap: &gap, bytes: 1_000_000 }, 3);
        assert!(found.schedule.children().iter().all(|children| children.len() <= 1), "{found:?}");
        // 7 transfers of s bytes and (k - 1) more of them: best near s = sqrt(1e6 * 1e-5 / (6 * 1e-6)) = 1291 bytes.
        assert!((1100..1500).contains(&found.segment) && found.time < 1.02, "{found:?}");
    }

    #[test]
    fn moves_of_a_small_tree() {
        // 0 to 1 and 2; 1 to 3 and 4.
        let tree = || vec![vec![1, 2], vec![3, 4], vec![], vec![], vec![]];
        let moved = |kind: Move, group, target| {
            let mut tree = tree();
            kind.apply(&mut tree, group, target).then_some(tree)
        };
        assert_eq!(moved(Move::First, 1, 2), Some(vec![vec![2], vec![3, 4], vec![1], vec![], vec![]]));
        assert_eq!(moved(Move::Last, 2, 1), Some(vec![vec![1], vec![3, 4, 2], vec![], vec![], vec![]]));
        assert_eq!(moved(Move::First, 1, 3), None);
        assert_eq!(moved(Move::Alone, 1, 2), Some(vec![vec![3, 4, 2], vec![], vec![1], vec![], vec![]]));
        assert_eq!(moved(Move::Between, 2, 1), Some(vec![vec![1], vec![2], vec![3, 4], vec![], vec![]]));
        assert_eq!(moved(Move::Between, 1, 0), Some(vec![vec![1], vec![3, 4, 2], vec![], vec![], vec![]]));
        assert_eq!(moved(Move::Last, 0, 1), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn never_slower_than_any_heuristic_in_segments(groups in 1usize..9, seed: u64, root in 0usize..9) {
            let costs = Ranges::TABLE_3.draw(&mut Random(seed), groups);
            let gap = |from, to, bytes: usize| 1e-3 + costs.gap(from, to) * bytes as f64 / 1e6;
            let (root, message) = (root % groups, Message { costs: &costs, gap: &gap, bytes: 1_000_000 });
            let found = pipeline(&message, root);
            prop_assert!(Schedule::new(groups, root, found.schedule.transfers().to_vec()).is_ok());
            prop_assert_eq!(found.schedule.segmented(&message, found.segment), found.time);
            for heuristic in Heuristic::ALL {
                prop_assert!(found.time <= heuristic.schedule(&costs, root).best_segment(&message).1, "{}", heuristic.name());
            }
        }
    }
}
