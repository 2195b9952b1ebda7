// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mean makespans of the heuristics on random platforms (§6): figures 7 and 8 of the paper.
//!
//! Links are symmetric, as in the paper's measurements (§4.1.3, Table 4); for its simulations it does not specify this.
//! L and g of each pair of groups and T of each group are drawn independently and uniformly from their ranges. The root
//! is group 0, without loss of generality.
//!
//! Every run has a generator of its own, seeded from the seed, the number of groups and the number of the run, and sums
//! are computed in blocks of runs. The result therefore depends neither on the number of threads nor on the rest of the
//! simulation.

use std::ops::{Range, RangeInclusive};
use std::thread;

use super::{Costs, Heuristic, TransferCost};
use hsplit_core::random::Random;

/// The number of runs that one thread sums up at a time.
const BLOCK: u64 = 64;

/// The ranges of L, g and T, in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranges {
    /// L of a pair of groups.
    pub latency: RangeInclusive<f64>,
    /// g of a pair of groups.
    pub gap: RangeInclusive<f64>,
    /// T of a group.
    pub inside: RangeInclusive<f64>,
}

impl Ranges {
    /// The paper's, measured on GRID'5000.
    pub const TABLE_3: Self = Self { latency: 0.001..=0.015, gap: 0.1..=0.6, inside: 0.02..=3.0 };

    /// Returns a random platform.
    ///
    /// # Panics
    /// There is no group, or a range reaches below 0 or has no end.
    pub fn draw(&self, random: &mut Random, groups: usize) -> Costs {
        let mut from = |range: &RangeInclusive<f64>| range.start() + (range.end() - range.start()) * random.fraction();
        let pairs = groups * groups.saturating_sub(1) / 2;
        let links: Vec<TransferCost> =
            (0..pairs).map(|_| TransferCost { latency: from(&self.latency), gap: from(&self.gap) }).collect();
        let inside = (0..groups).map(|_| from(&self.inside)).collect();
        // The links of group 1, then of 2, and so on, with all groups before it.
        let link = |one: usize, other: usize| links[one.max(other) * (one.max(other) - 1) / 2 + one.min(other)];
        Costs::new(inside, link).unwrap_or_else(|error| panic!("{self:?}: {error}"))
    }
}

/// The parameters of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    /// The ranges of the platforms.
    pub ranges: Ranges,
    /// The number of platforms of each number of groups.
    pub runs: u64,
    /// The seed of the platforms.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

/// A number for each of `Heuristic::ALL`.
pub type Means = [f64; Heuristic::ALL.len()];

impl Simulation {
    /// Returns the mean makespans in seconds for a number of groups.
    pub fn means(&self, groups: usize) -> Means {
        self.watched_means(groups, |_| ())
    }

    /// As [`Simulation::means`]; each thread calls `done` after some runs with the number of runs since its last call.
    pub fn watched_means(&self, groups: usize, done: impl Fn(u64) + Sync) -> Means {
        let (blocks, threads) = (self.runs.div_ceil(BLOCK), self.threads.max(1));
        let watched = |block: u64| {
            let sums = self.block(groups, block);
            done(self.runs_of(block).count() as u64);
            (block, sums)
        };
        let share =
            |thread: usize| (thread as u64..blocks).step_by(threads).map(&watched).collect::<Vec<(u64, Means)>>();
        let mut sums: Vec<(u64, Means)> = thread::scope(|scope| {
            let workers: Vec<_> = (1..threads)
                .map(|thread| {
                    scope.spawn({
                        let share = &share;
                        move || share(thread)
                    })
                })
                .collect();
            let mut sums = share(0);
            workers
                .into_iter()
                .for_each(|worker| sums.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))));
            sums
        });
        sums.sort_by_key(|(block, _)| *block);
        sums.iter().fold(Means::default(), |total, (_, sum)| added(total, *sum)).map(|sum| sum / self.runs as f64)
    }

    /// Returns the runs of a block.
    fn runs_of(&self, block: u64) -> Range<u64> {
        block * BLOCK..((block + 1) * BLOCK).min(self.runs)
    }

    /// Returns the sums of a block of runs.
    fn block(&self, groups: usize, block: u64) -> Means {
        self.runs_of(block).fold(Means::default(), |total, run| {
            let costs = self.platform(groups, run);
            added(total, Heuristic::ALL.map(|heuristic| heuristic.schedule(&costs, 0).makespan(&costs)))
        })
    }

    /// Returns the platform of a run.
    pub(crate) fn platform(&self, groups: usize, run: u64) -> Costs {
        let seed = [groups as u64, run].into_iter().fold(self.seed, |seed, number| Random(seed).bits() ^ number);
        self.ranges.draw(&mut Random(Random(seed).bits()), groups)
    }
}

fn added(one: Means, other: Means) -> Means {
    std::array::from_fn(|nth| one[nth] + other[nth])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simulation(runs: u64, threads: usize) -> Simulation {
        Simulation { ranges: Ranges::TABLE_3, runs, seed: 1, threads }
    }

    #[test]
    fn platforms_are_symmetric_and_in_range() {
        let costs = simulation(1, 1).platform(20, 7);
        for one in 0..20 {
            assert!(Ranges::TABLE_3.inside.contains(&costs.inside(one)));
            for other in (0..20).filter(|&other| other != one) {
                assert!(
                    Ranges::TABLE_3.latency.contains(&costs.latency(one, other))
                        && Ranges::TABLE_3.gap.contains(&costs.gap(one, other))
                );
                assert_eq!(
                    (costs.latency(one, other), costs.gap(one, other)),
                    (costs.latency(other, one), costs.gap(other, one))
                );
            }
        }
        let mut gaps: Vec<f64> = (1..20)
            .flat_map(|one| (0..one).map(move |other| (one, other)))
            .map(|(one, other)| costs.gap(one, other))
            .collect();
        gaps.sort_by(f64::total_cmp);
        gaps.dedup();
        assert_eq!(gaps.len(), 190, "every pair has a link of its own");
    }

    #[test]
    fn threads_change_nothing() {
        let alone = simulation(200, 1).means(5);
        assert_eq!([2, 3, 9].map(|threads| simulation(200, threads).means(5)), [alone; 3]);
        assert_ne!(Simulation { seed: 2, ..simulation(200, 1) }.means(5), alone);
    }

    #[test]
    fn all_runs_are_counted() {
        let done = std::sync::atomic::AtomicU64::new(0);
        let watch = |runs| {
            done.fetch_add(runs, std::sync::atomic::Ordering::Relaxed);
        };
        assert_eq!(simulation(150, 2).watched_means(4, watch), simulation(150, 1).means(4));
        assert_eq!(done.into_inner(), 150);
    }

    #[test]
    fn means_are_those_of_the_platforms() {
        let simulation = simulation(70, 2);
        let total: f64 = (0..70)
            .map(|run| simulation.platform(3, run))
            .map(|costs| Heuristic::Ecef.schedule(&costs, 0).makespan(&costs))
            .sum();
        assert!((simulation.means(3)[2] - total / 70.0).abs() < 1e-12);
        let alone: f64 = (0..70).map(|run| simulation.platform(1, run).inside(0)).sum();
        assert!((simulation.means(1)[0] - alone / 70.0).abs() < 1e-12);
    }

    /// The paper's statements on figures 7 and 8.
    #[test]
    fn the_papers_shape() {
        let simulation = simulation(300, 2);
        let [few, many] = [6, 30].map(|groups| simulation.means(groups));
        for means in [few, many] {
            let [flat, fef, ecef, la, la_min, la_max, bottom_up, la_mean, la_all, ours] = means;
            let family = [ecef, la, la_min, la_max, la_mean, la_all];
            assert!(
                means[1..].iter().all(|other| *other < flat),
                "Flat Tree presents the worst performance: {means:?}"
            );
            assert!(bottom_up < fef, "BottomUp presents a better performance than FEF: {means:?}");
            assert!(
                family.iter().all(|mean| *mean < bottom_up),
                "the best performance levels were achieved by ECEF*: {means:?}"
            );
            let (least, most) = (family.into_iter().fold(f64::MAX, f64::min), family.into_iter().fold(0.0, f64::max));
            assert!(most / least < 1.05, "all ECEF-like heuristics behave quite identically: {means:?}");
            assert!(ours < 0.96 * least, "ours: {means:?}");
        }
        // Five times the groups: the flat tree takes more than three times as long, the ECEF family not a quarter
        // longer.
        assert!(many[0] > 3.0 * few[0] && many[1] > 1.5 * few[1], "{few:?} {many:?}");
        assert!((2..6).all(|nth| many[nth] < 1.25 * few[nth]), "time does not increase linearly: {few:?} {many:?}");
    }
}
