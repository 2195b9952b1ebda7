// SPDX-License-Identifier: MIT OR Apache-2.0
//! Properties on random platforms: every heuristic against its formula in the simplest form, and against the optimum.

use proptest::prelude::*;

use super::optimum::optimum;
use super::ordered_tree::OrderedTree;
use super::simulation::Ranges;
use super::{Costs, Heuristic, Schedule, TransferCost};
use crate::timing::messages;
use hsplit_core::random::Random;

/// Returns times from 0 to a few units, so that many are equal; links need not be symmetric.
fn whole(groups: usize, seed: u64, most: u64) -> Costs {
    let (mut random, mut links) = (Random(seed), vec![]);
    let inside = (0..groups).map(|_| random.below(most) as f64).collect();
    links.resize_with(groups * groups, || TransferCost {
        latency: random.below(most) as f64,
        gap: random.below(most) as f64,
    });
    Costs::new(inside, |from, to| links[from * groups + to]).expect("costs")
}

/// Takes each time the pair of the least value, of two the one with the lower receiver, then the lower sender.
fn plainly(costs: &Costs, root: usize, value: impl Fn(&[f64], usize, usize, &[usize]) -> f64) -> Vec<(usize, usize)> {
    let (mut has, mut free, mut transfers) = (vec![root], vec![0.0; costs.groups()], vec![]);
    let mut waiting: Vec<usize> = (0..costs.groups()).filter(|&group| group != root).collect();
    while !waiting.is_empty() {
        let pairs = waiting.iter().flat_map(|&receiver| has.iter().map(move |&sender| (receiver, sender)));
        let valued = pairs.map(|(receiver, sender)| (value(&free, sender, receiver, &waiting), receiver, sender));
        let (_, receiver, sender) =
            valued.min_by(|one, other| one.partial_cmp(other).expect("numbers")).expect("a pair");
        waiting.retain(|&group| group != receiver);
        has.push(receiver);
        transfers.push((sender, receiver));
        free = messages::listed(costs, costs.groups(), &transfers, 0);
    }
    transfers
}

/// The formulas of §5.
fn by_its_formula(heuristic: Heuristic, costs: &Costs, root: usize) -> Vec<(usize, usize)> {
    let others = |j: usize, waiting: &[usize]| waiting.iter().copied().filter(|&k| k != j).collect::<Vec<_>>();
    let least = |values: Vec<f64>| values.into_iter().reduce(f64::min).unwrap_or(0.0);
    let early = |free: &[f64], i: usize, j: usize| free[i] + costs.transfer(i, j);
    let finished = |j: usize, k: usize| costs.transfer(j, k) + costs.inside(k);
    plainly(costs, root, |free, i, j, waiting| match heuristic {
        Heuristic::FlatTree if i == root => j as f64,
        Heuristic::FlatTree => f64::INFINITY,
        Heuristic::Fef => costs.latency(i, j),
        Heuristic::Ecef => early(free, i, j),
        Heuristic::EcefLa => {
            early(free, i, j) + least(others(j, waiting).into_iter().map(|k| costs.transfer(j, k)).collect())
        }
        Heuristic::EcefLaMin => {
            early(free, i, j) + least(others(j, waiting).into_iter().map(|k| finished(j, k)).collect())
        }
        Heuristic::EcefLaMax => {
            early(free, i, j) + others(j, waiting).into_iter().map(|k| finished(j, k)).fold(0.0, f64::max)
        }
        Heuristic::EcefLaMean => {
            let next: Vec<f64> = others(j, waiting).into_iter().map(|k| costs.transfer(j, k)).collect();
            early(free, i, j) + next.iter().sum::<f64>() / next.len().max(1) as f64
        }
        Heuristic::EcefLaAll => {
            let served = (0..costs.groups()).filter(|group| !waiting.contains(group) || *group == j);
            let next: Vec<f64> =
                served.flat_map(|i| others(j, waiting).into_iter().map(move |k| costs.transfer(i, k))).collect();
            early(free, i, j) + next.iter().sum::<f64>() / next.len().max(1) as f64
        }
        Heuristic::BottomUp | Heuristic::LocalSearch => unreachable!("not a least value"),
    })
}

/// More groups than a sender of ECEF lists.
#[test]
fn early_completion_among_many() {
    for (seed, most) in [(1, 1), (2, 4), (3, 1000)] {
        let costs = whole(90, seed, most);
        assert_eq!(
            Heuristic::Ecef.schedule(&costs, 7).transfers(),
            by_its_formula(Heuristic::Ecef, &costs, 7),
            "{seed}"
        );
    }
}

/// Returns the least makespan of all sequences of transfers that begin with these.
fn least_of_all(costs: &Costs, root: usize, transfers: &[(usize, usize)]) -> f64 {
    let has: Vec<usize> = transfers.iter().map(|&(_, receiver)| receiver).chain([root]).collect();
    let waiting: Vec<usize> = (0..costs.groups()).filter(|group| !has.contains(group)).collect();
    if waiting.is_empty() {
        let free = messages::listed(costs, costs.groups(), transfers, 0);
        return free.iter().enumerate().map(|(group, free)| free + costs.inside(group)).fold(0.0, f64::max);
    }
    let pairs = has.iter().flat_map(|&sender| waiting.iter().map(move |&receiver| (sender, receiver)));
    let after = pairs.map(|transfer| least_of_all(costs, root, &[transfers, &[transfer]].concat()));
    after.fold(f64::INFINITY, f64::min)
}

proptest! {
    #[test]
    fn schedules_are_those_of_the_formulas(groups in 1usize..10, root in 0usize..10, seed: u64, most in 1u64..9) {
        let (root, costs) = (root % groups, whole(groups, seed, most));
        for heuristic in Heuristic::PAPERS[..6].iter().chain(&[Heuristic::EcefLaMean, Heuristic::EcefLaAll]) {
            let found = heuristic.schedule(&costs, root);
            prop_assert_eq!(found.transfers(), by_its_formula(*heuristic, &costs, root), "{}", heuristic.name());
        }
    }

    #[test]
    fn bottom_up_is_that_of_its_formula(groups in 1usize..10, root in 0usize..10, seed: u64, most in 1u64..9) {
        let (root, costs) = (root % groups, whole(groups, seed, most));
        let (mut has, mut waiting) = (vec![root], (0..groups).filter(|&group| group != root).collect::<Vec<_>>());
        for &(sender, receiver) in Heuristic::BottomUp.schedule(&costs, root).transfers() {
            let nearest = |j: usize| has.iter().map(|&i| costs.transfer(i, j)).fold(f64::INFINITY, f64::min);
            let of = |j: usize| nearest(j) + costs.inside(j);
            let slowest = waiting.iter().map(|&j| of(j)).fold(0.0, f64::max);
            prop_assert_eq!(Some(receiver), waiting.iter().copied().find(|&j| of(j) == slowest));
            prop_assert_eq!(
                Some(sender),
                has.iter().copied().filter(|&i| costs.transfer(i, receiver) == nearest(receiver)).min()
            );
            waiting.retain(|&group| group != receiver);
            has.push(receiver);
        }
        prop_assert!(waiting.is_empty());
    }

    #[test]
    fn everything_found_is_a_schedule(groups in 1usize..80, root in 0usize..80, seed: u64, most in 1u64..50) {
        let (root, costs) = (root % groups, whole(groups, seed, most));
        for heuristic in Heuristic::ALL {
            let schedule = heuristic.schedule(&costs, root);
            prop_assert_eq!(
                Schedule::new(groups, root, schedule.transfers().to_vec()),
                Ok(schedule),
                "{}",
                heuristic.name()
            );
        }
    }

    #[test]
    fn ours_is_never_longer_than_the_papers(groups in 1usize..40, seed: u64) {
        let costs = Ranges::TABLE_3.draw(&mut Random(seed), groups);
        let ours = Heuristic::LocalSearch.schedule(&costs, 0).makespan(&costs);
        for heuristic in Heuristic::PAPERS {
            prop_assert!(
                ours <= heuristic.schedule(&costs, 0).makespan(&costs) * (1.0 + 1e-12),
                "{}",
                heuristic.name()
            );
        }
    }

    #[test]
    fn no_order_of_a_tree_is_better_than_its_own(
        parents in prop::collection::vec(0usize..100, 0..12),
        seed: u64,
        most in 2u64..20,
    ) {
        let (groups, mut random) = (parents.len() + 1, Random(seed));
        let costs = whole(groups, seed, most);
        let mut transfers: Vec<(usize, usize)> =
            parents.iter().enumerate().map(|(nth, parent)| (parent % (nth + 1), nth + 1)).collect();
        let mut tree = OrderedTree::of(&Schedule::new(groups, 0, transfers.clone()).expect("a schedule"), &costs);
        let best = tree.schedule();
        prop_assert!(Schedule::new(groups, 0, best.transfers().to_vec()).is_ok());
        prop_assert_eq!(best.makespan(&costs), tree.makespan());
        // The last transfer of a list is over when its receiver is ready.
        for (nth, &(_, receiver)) in best.transfers().iter().enumerate() {
            prop_assert_eq!(
                messages::listed(&costs, groups, &best.transfers()[..=nth], 0)[receiver],
                tree.ready()[receiver]
            );
        }
        for _ in 0..20 {
            // Two neighbours are swapped if the result is a schedule.
            let at = random.below(groups as u64) as usize;
            if at + 1 < transfers.len() {
                transfers.swap(at, at + 1);
                match Schedule::new(groups, 0, transfers.clone()) {
                    Ok(other) => prop_assert!(tree.makespan() <= other.makespan(&costs)),
                    Err(_) => transfers.swap(at, at + 1),
                }
            }
            // The predicted makespan of a move is the actual one.
            let (group, sender) = (random.below(groups as u64) as usize, random.below(groups as u64) as usize);
            if group != 0 && !tree.is_within(sender, group) && sender != tree.parent(group) {
                let said = tree.makespan_after(group, sender);
                let mut moved = tree.clone();
                moved.hang(group, sender);
                prop_assert_eq!((said, moved.schedule().makespan(&costs)), (moved.makespan(), moved.makespan()));
                if at % 4 == 0 {
                    tree = moved;
                    transfers = tree.schedule().transfers().to_vec();
                }
            }
        }
    }

    #[test]
    fn a_root_of_another_number(groups in 2usize..9, root in 1usize..9, seed: u64) {
        // The same platform with two numbers exchanged has the same schedules, except for a search that tries moves in
        // the order of the numbers.
        let (root, costs) = (root % groups, Ranges::TABLE_3.draw(&mut Random(seed), groups));
        let other = |group: usize| {
            if group == root {
                0
            } else if group == 0 {
                root
            } else {
                group
            }
        };
        let link = |from, to| {
            let (from, to) = (other(from), other(to));
            TransferCost { latency: costs.latency(from, to), gap: costs.gap(from, to) }
        };
        let exchanged = Costs::new((0..groups).map(|group| costs.inside(other(group))).collect(), link).expect("costs");
        for heuristic in Heuristic::ALL[1..].iter().filter(|heuristic| **heuristic != Heuristic::LocalSearch) {
            let (here, there) = (heuristic.schedule(&costs, root), heuristic.schedule(&exchanged, 0));
            prop_assert_eq!(here.makespan(&costs), there.makespan(&exchanged), "{}", heuristic.name());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_optimum_is_that_of_all_sequences(groups in 1usize..6, root in 0usize..6, seed: u64, most in 2u64..20) {
        let (root, costs) = (root % groups, whole(groups, seed, most));
        let best = optimum(&costs, root).expect("few groups");
        prop_assert_eq!(best.makespan(&costs), least_of_all(&costs, root, &[]));
        prop_assert!(Schedule::new(groups, root, best.transfers().to_vec()).is_ok());
    }

    #[test]
    fn nothing_beats_the_optimum(groups in 1usize..7, root in 0usize..7, seed: u64, most in 2u64..20) {
        let (root, costs) = (root % groups, whole(groups, seed, most));
        let least = optimum(&costs, root).expect("few groups").makespan(&costs);
        for heuristic in Heuristic::ALL {
            prop_assert!(
                heuristic.schedule(&costs, root).makespan(&costs) >= least * (1.0 - 1e-12),
                "{}",
                heuristic.name()
            );
        }
    }
}

/// Returns the ratio to the optimum: mean and greatest, over platforms of Table 3.
fn distance(heuristic: Heuristic, groups: usize, platforms: u64) -> (f64, f64) {
    let ratios = (0..platforms).map(|seed| {
        let costs = Ranges::TABLE_3.draw(&mut Random(seed), groups);
        heuristic.schedule(&costs, 0).makespan(&costs)
            / optimum(&costs, 0).map_or(f64::NAN, |best| best.makespan(&costs))
    });
    let all: Vec<f64> = ratios.collect();
    (all.iter().sum::<f64>() / platforms as f64, all.into_iter().fold(0.0, f64::max))
}

#[test]
fn how_far_from_the_optimum() {
    // (Run in release with PLATFORMS=1000 for more of them, and for seven groups.)
    let more: Option<u64> = std::env::var("PLATFORMS").ok().and_then(|number| number.parse().ok());
    for groups in if more.is_some() { 3..=7 } else { 3..=5 } {
        for heuristic in Heuristic::ALL {
            let (mean, greatest) = distance(heuristic, groups, more.unwrap_or(60));
            println!("{groups} groups, {}: {mean:.4} in the mean, {greatest:.3} at the most", heuristic.name());
            assert!(mean >= 1.0, "{}: {mean}", heuristic.name());
            if heuristic.name().starts_with("ECEF") {
                assert!(mean < 1.15 && greatest < 1.8, "{}: {mean} {greatest}", heuristic.name());
            }
            if heuristic == Heuristic::LocalSearch {
                assert!(mean < 1.01 && greatest < 1.15, "{mean} {greatest}");
            }
        }
    }
}
