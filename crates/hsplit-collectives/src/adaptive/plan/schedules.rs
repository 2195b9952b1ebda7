// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trees of groups that are tried if each rank has its own data, or none has any.

use super::Plan;
use super::baseline::binomial;
use super::ranks::Ranks;
use crate::schedule::{Costs, Heuristic};

/// The paper's heuristics that are fast enough for many groups and differ much.
const HEURISTICS: [Heuristic; 4] = [Heuristic::Fef, Heuristic::Ecef, Heuristic::EcefLaMax, Heuristic::BottomUp];
/// Maximum number of groups for looking ahead, which takes more than the square of their number.
const FEW: usize = 16;

/// The groups to which each group sends, in order.
pub(crate) type Receivers = Vec<Vec<usize>>;

/// Returns the best of the star, in which the last group is served first, so that ranks are in their order, and the
/// [`others`].
pub(crate) fn best(
    ranks: &Ranks<'_>,
    home: usize,
    bytes: impl Fn(usize) -> usize,
    candidate: impl Fn(&Receivers) -> Plan,
) -> Plan {
    let star = star(ranks.platform.groups().len(), home);
    let others = others(ranks, home, bytes).into_iter().filter(|receivers| *receivers != star);
    others.fold(candidate(&star), |best, receivers| best.or_faster(candidate(&receivers)))
}

/// Returns the binomial tree and the chain of groups in their order, and the results of the heuristics if an edge
/// transfers `bytes(group)` to its receiver. None of them occurs twice.
fn others(ranks: &Ranks<'_>, home: usize, bytes: impl Fn(usize) -> usize) -> Vec<Receivers> {
    let count = ranks.platform.groups().len();
    let mut all = vec![binomial(count, home), chain(count, home)];
    if let Ok(costs) = Costs::of(ranks.platform, bytes, vec![0.0; count]) {
        let quick = HEURISTICS.into_iter().filter(|heuristic| count <= FEW || *heuristic != Heuristic::EcefLaMax);
        all.extend(quick.map(|heuristic| heuristic.schedule(&costs, home).children()));
    }
    let mut found: Vec<Receivers> = vec![];
    all.into_iter().for_each(|receivers| {
        if !found.contains(&receivers) {
            found.push(receivers);
        }
    });
    found
}

fn star(count: usize, home: usize) -> Receivers {
    let mut receivers = vec![vec![]; count];
    receivers[home] = (0..count).rev().filter(|&group| group != home).collect();
    receivers
}

/// Returns the chain from each group to the next. Groups that are near each other have neighbouring numbers.
pub(crate) fn chain(count: usize, home: usize) -> Receivers {
    let mut receivers = vec![vec![]; count];
    (1..count).for_each(|at| receivers[(home + at - 1) % count].push((home + at) % count));
    receivers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adaptive::groups::groups;
    use crate::adaptive::plan::examples::{cluster, link, platform};

    #[test]
    fn shapes() {
        assert_eq!(star(4, 1), [vec![], vec![3, 2, 0], vec![], vec![]]);
        assert_eq!(chain(4, 2), [vec![1], vec![], vec![3], vec![0]]);
    }

    #[test]
    fn every_schedule_reaches_all_groups_once() {
        for (count, home) in [(2, 1), (6, 0), (6, 4), (20, 7)] {
            let levels = cluster(count, 1);
            let platform =
                platform(&groups(&levels), |low, high| link(1e-4 * (1.0 + (low * 7 % 5 + high) as f64), 1e8));
            let found = others(&Ranks::new(&platform, &levels, &groups(&levels)), home, |group| 1000 * group);
            assert!(found.len() > 2 || count == 2, "{found:?}");
            for receivers in &found {
                let (mut open, mut reached) = (vec![home], vec![]);
                while let Some(group) = open.pop() {
                    open.extend(&receivers[group]);
                    reached.push(group);
                }
                reached.sort_unstable();
                assert_eq!(reached, (0..count as usize).collect::<Vec<_>>());
            }
        }
    }
}
