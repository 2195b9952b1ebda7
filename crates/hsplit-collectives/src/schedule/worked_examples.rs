// SPDX-License-Identifier: MIT OR Apache-2.0
//! Five groups for which the paper's seven heuristics find seven schedules, as worked examples.
//!
//! All is symmetric. T is 0, 5, 0, 5, 10, and the root is group 0.
//!
//! | | 0-1 | 0-2 | 0-3 | 0-4 | 1-2 | 1-3 | 1-4 | 2-3 | 2-4 | 3-4 |
//! |---|---|---|---|---|---|---|---|---|---|---|
//! | L | 1 | 4 | 2 | 3 | 2 | 1 | 2 | 1 | 4 | 1 |
//! | g | 4 | 2 | 4 | 5 | 4 | 4 | 8 | 8 | 4 | 6 |
//! | c = g + L | 5 | 6 | 6 | 8 | 6 | 5 | 10 | 9 | 8 | 7 |
//!
//! In the comments j@t means an arrival at j at time t that a sender offers; a sum after it is the look ahead.

use super::optimum::optimum;
use super::{Costs, Heuristic, TransferCost};

const LATENCY: [[f64; 5]; 5] = [
    [0.0, 1.0, 4.0, 2.0, 3.0],
    [1.0, 0.0, 2.0, 1.0, 2.0],
    [4.0, 2.0, 0.0, 1.0, 4.0],
    [2.0, 1.0, 1.0, 0.0, 1.0],
    [3.0, 2.0, 4.0, 1.0, 0.0],
];
const GAP: [[f64; 5]; 5] = [
    [0.0, 4.0, 2.0, 4.0, 5.0],
    [4.0, 0.0, 4.0, 4.0, 8.0],
    [2.0, 4.0, 0.0, 8.0, 4.0],
    [4.0, 4.0, 8.0, 0.0, 6.0],
    [5.0, 8.0, 4.0, 6.0, 0.0],
];
const INSIDE: [f64; 5] = [0.0, 5.0, 0.0, 5.0, 10.0];

fn costs() -> Costs {
    Costs::new(INSIDE.to_vec(), |from, to| TransferCost { latency: LATENCY[from][to], gap: GAP[from][to] })
        .expect("costs")
}

fn found(heuristic: Heuristic) -> (Vec<(usize, usize)>, f64) {
    let schedule = heuristic.schedule(&costs(), 0);
    (schedule.transfers().to_vec(), schedule.makespan(&costs()))
}

#[test]
fn flat_tree() {
    // Sent at 4, 6, 10, 15; there at 5, 10, 12, 18; done at 10, 10, 17, 28.
    assert_eq!(found(Heuristic::FlatTree), (vec![(0, 1), (0, 2), (0, 3), (0, 4)], 28.0));
}

#[test]
fn fastest_edge_first() {
    // L 1: 0-1; then 1-3; then 3-2 before 3-4, which is as fast. 1 is there at 5, 3 at 5 + 5, 2 at 10 + 9, 4 at 18 + 7,
    // and takes 10.
    assert_eq!(found(Heuristic::Fef), (vec![(0, 1), (1, 3), (3, 2), (3, 4)], 35.0));
}

#[test]
fn early_completion_edge_first() {
    // 1@5 from 0, then free at 4. From 0: 2@10, 3@10, 4@12; from 1: 3@10: the lowest receiver is 2, and 0 is free at 6.
    // 3@10 from 1, 4@14 from 0. Last 4@14 from 0 (from 3: 17). 4 takes 10.
    assert_eq!(found(Heuristic::Ecef), (vec![(0, 1), (0, 2), (1, 3), (0, 4)], 24.0));
}

#[test]
fn with_look_ahead() {
    // F is 5, 6, 5, 7: 1@5 + 5, 2@6 + 6, 3@6 + 5, 4@8 + 7. Without 1, F is -, 8, 7, 7: 2@10 + 8, 3@10 + 7 (from 0 as
    // from 1), 4@12 + 7. Between 2 and 4, F is 8 for both: 2@11 from 1. Then 4@16 from 0.
    assert_eq!(found(Heuristic::EcefLa), (vec![(0, 1), (0, 3), (1, 2), (0, 4)], 26.0));
}

#[test]
fn with_look_ahead_at_the_first_to_finish() {
    // F is 6 (2), 11 (1), 9 (2), 8 (2): 1@5 + 6, 2@6 + 11, 3@6 + 9, 4@8 + 8. Then F is -, 14, 9, 8: 2@10 + 14, 3@10 +
    // 9, 4@12 + 8. Then F is -, 18, -, 8: 2@11 + 18, 4@15 + 8 from 1. Last 2@14 from 0. 4 is done at 25.
    assert_eq!(found(Heuristic::EcefLaMin), (vec![(0, 1), (0, 3), (1, 4), (0, 2)], 25.0));
}

#[test]
fn with_look_ahead_at_the_last_to_finish() {
    // F is 20 (4), 18 (4), 17 (4), 15 (1): 1@5 + 20, 2@6 + 18, 3@6 + 17, 4@8 + 15: 3 is the lower of two with 23.
    // Then F is 20, 18, -, 15: 1@9 + 20, 2@10 + 18, 4@12 + 15. Then 6 and 11: 1@11 + 6 from 3, 2@15 + 11. Last 2@15
    // from 0. 4 is done at 22.
    assert_eq!(found(Heuristic::EcefLaMax), (vec![(0, 3), (0, 4), (3, 1), (0, 2)], 22.0));
}

#[test]
fn with_look_ahead_at_the_mean() {
    // F is 7, 23/3, 7, 25/3: 1@5 + 7, 2@6 + 23/3, 3@6 + 7, 4@8 + 25/3. Then F is -, 17/2, 8, 15/2: 2@10 + 17/2, 3@10 +
    // 8 (from 0 as from 1), 4@12 + 15/2. Between 2 and 4, F is 8 for both: 2@11 from 1. Then 4@16 from 0.
    assert_eq!(found(Heuristic::EcefLaMean), (vec![(0, 1), (0, 3), (1, 2), (0, 4)], 26.0));
    // F, of the root's transfers, too, is 41/6, 7, 20/3, 7: 1@5 + 41/6 is the least. Then, of 0 and 1 and each, 23/3,
    // 23/3, 19/3: 2@10 is the lower of two. Then 33/4 and 27/4: 3@10 + 33/4 from 1, 4@14 + 27/4. Last 4@14 from 0.
    assert_eq!(found(Heuristic::EcefLaAll), (vec![(0, 1), (0, 2), (1, 3), (0, 4)], 24.0));
}

#[test]
fn bottom_up() {
    // c + T from 0: 10, 6, 11, 18: 4. From 4 nothing is nearer: 10, 6, 11: 3. From 3, 1 is as near as from 0: 10, 6: 1.
    // Last 2, from 0 as from 1. Sent at 5, 9, 13, 15; done at 8 + 10, 11 + 5, 14 + 5, 19.
    assert_eq!(found(Heuristic::BottomUp), (vec![(0, 4), (0, 3), (0, 1), (0, 2)], 19.0));
}

#[test]
fn nothing_is_better_than_nineteen() {
    // 4 cannot be done before 18, and then 1 and 3 are late.
    assert_eq!(optimum(&costs(), 0).map(|best| best.makespan(&costs())), Some(19.0));
    assert_eq!(found(Heuristic::LocalSearch).1, 19.0);
}

/// The costs do not depend on the root: one set serves a schedule for each root.
#[test]
fn other_roots() {
    // ECEF from 4: 3@7 from 4, which is then free at 6; 1@12 from 3, free at 11; 0@14 from 4 (from 1: 17), free at 11;
    // 2@18 from 1 (from 4: 19).
    let schedule = Heuristic::Ecef.schedule(&costs(), 4);
    assert_eq!((schedule.root(), schedule.transfers()), (4, &[(4, 3), (3, 1), (4, 0), (1, 2)][..]));
    // 1 has sent at 16 and takes 5; 4 has sent at 11 and takes 10.
    assert_eq!(schedule.ends(&costs()), [14.0, 21.0, 18.0, 16.0, 21.0]);
}
