// SPDX-License-Identifier: MIT OR Apache-2.0
//! The best strategy for a group, by the model.

use super::broadcast;
use super::case::{Case, Strategy};
use super::parameters::Cluster;
use super::personalised::{Allgather, Barrier, Rooted};
use super::reduction::{Allreduce, Reduce};
use super::segments::Cuts;
use crate::Operation;

/// The conditions of a prediction, in addition to the group and the size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// The bytes of an element of the datatype, which no segment may divide.
    pub element: usize,
    /// γ, the seconds for reducing a byte.
    pub reduction: f64,
}

impl Default for Conditions {
    fn default() -> Self {
        Self { element: 1, reduction: 0.0 }
    }
}

/// The predicted time of a strategy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction<S = &'static str> {
    /// The strategy; by name, if operations of all kinds are predicted.
    pub strategy: S,
    /// The best size of its segments, if it has segments.
    pub segment: Option<usize>,
    /// Seconds until the last process has finished.
    pub seconds: f64,
    /// Seconds by Table 1 of the paper, with the same segments.
    pub table1: Option<f64>,
}

/// Times that differ by less than this fraction are equal: the difference is rounding.
const SAME: f64 = 1e-9;

/// Returns the predictions of all strategies in a group, in the order of `S::ALL`. With one process all times are 0.
pub fn all<S: Strategy>(group: &Cluster, bytes: usize, conditions: Conditions) -> Vec<Prediction<S>> {
    S::ALL.iter().map(|&strategy| one(strategy, group, bytes, conditions)).collect()
}

fn one<S: Strategy>(strategy: S, group: &Cluster, bytes: usize, conditions: Conditions) -> Prediction<S> {
    let Some(link) = &group.inside else {
        return Prediction { strategy, segment: None, seconds: 0.0, table1: None };
    };
    let mut case = Case { reduction: conditions.reduction, ..Case::new(link, group.processes, bytes) };
    let mut segment = None;
    if strategy.is_segmented() {
        case.segment = Cuts::new(bytes, conditions.element, 1..=usize::MAX)
            .best(|segment, _| strategy.seconds(&Case { segment, ..case }))
            .size;
        segment = Some(case.segment);
    }
    Prediction { strategy, segment, seconds: strategy.seconds(&case), table1: strategy.table1(&case) }
}

/// Returns the strategy with the shortest time; of several with equal times, the first.
pub fn best<S: Copy>(predictions: &[Prediction<S>]) -> Option<Prediction<S>> {
    predictions
        .iter()
        .copied()
        .reduce(|best, other| if other.seconds < best.seconds * (1.0 - SAME) { other } else { best })
}

/// Returns the predictions of all strategies for an operation in a group; empty if there are no formulas.
pub fn predictions(operation: Operation, group: &Cluster, bytes: usize, conditions: Conditions) -> Vec<Prediction> {
    fn named<S: Strategy>(group: &Cluster, bytes: usize, conditions: Conditions) -> Vec<Prediction> {
        let name = |Prediction { strategy, segment, seconds, table1 }: Prediction<S>| Prediction {
            strategy: strategy.name(),
            segment,
            seconds,
            table1,
        };
        all::<S>(group, bytes, conditions).into_iter().map(name).collect()
    }
    let predict = match operation {
        Operation::Bcast => named::<broadcast::Broadcast>,
        Operation::Reduce => named::<Reduce>,
        Operation::Allreduce => named::<Allreduce>,
        Operation::Barrier => named::<Barrier>,
        Operation::Gather | Operation::Scatter => named::<Rooted>,
        Operation::Allgather => named::<Allgather>,
        _ => return vec![],
    };
    predict(group, bytes, conditions)
}

/// Returns the choices from each size on, for sizes from `low` to `high`: the first at `low`, and each size at which
/// the choice changes.
///
/// The choices at the powers of two between are compared, and if two neighbours differ, the size is found by bisection.
/// A choice that exists only between two powers of two can be missed.
pub fn crossovers<T: PartialEq>(low: usize, high: usize, choice: impl Fn(usize) -> T) -> Vec<(usize, T)> {
    let powers = (0..usize::BITS).map(|i| 1_usize << i).filter(|&size| size > low && size < high);
    let mut found = vec![(low, choice(low))];
    let mut from = low;
    for to in powers.chain([high]) {
        let there = choice(to);
        // While the last found choice differs from that at the end, there is one more change before it.
        while from < to && found.last().is_some_and(|(_, known)| *known != there) {
            let (mut holds, mut changed) = (from, to);
            while changed - holds > 1 {
                let middle = holds + (changed - holds) / 2;
                let same = found.last().is_some_and(|(_, known)| *known == choice(middle));
                *(if same { &mut holds } else { &mut changed }) = middle;
            }
            found.push((changed, choice(changed)));
            from = changed;
        }
        from = to;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::parameters::{Gap, Link};

    /// L = 10, g(m) = 2 + m/1000, both in milliseconds.
    fn group(processes: usize) -> Cluster {
        let link = Link::new(0.010, Gap::new(vec![(0, 0.002), (1_000_000, 1.002)]).unwrap()).unwrap();
        Cluster { name: "g".into(), processes, inside: (processes > 1).then_some(link) }
    }

    fn best_of(operation: Operation, processes: usize, bytes: usize) -> Prediction {
        best(&predictions(operation, &group(processes), bytes, Conditions::default())).unwrap()
    }

    #[test]
    fn worked_example_of_the_best_one() {
        // 16 processes. Flat: 10 + 15·2 = 40 ms. Binomial: 4·12 = 48 ms.
        let small = best_of(Operation::Bcast, 16, 0);
        assert_eq!((small.strategy, small.segment), ("Flat Tree", None));
        assert!((small.seconds - 0.040).abs() < 1e-12 && small.table1 == Some(small.seconds), "{small:?}");
        // 4000 bytes: flat 10 + 15·6 = 100 ms, binomial 4·16 = 64 ms; a chain of 15 hops is 15·10 = 150 ms at least.
        let middle = best_of(Operation::Bcast, 16, 4000);
        assert_eq!((middle.strategy, middle.segment), ("Binomial Tree", None));
        assert!((middle.seconds - 0.064).abs() < 1e-12, "{middle:?}");
        // 1 MB: a pipeline of k segments takes 15·10 + (14 + k)·(2 + 1000/k) ms: least at k = √7000 = 83.7, 84 segments
        // of 11905 bytes.
        let large = predictions(Operation::Bcast, &group(16), 1_000_000, Conditions::default())[5];
        assert_eq!((large.strategy, large.segment), ("Segmented Chain (Pipeline)", Some(11905)));
        assert!((large.seconds - (0.150 + 98.0 * 0.013905)).abs() < 1e-9, "{large:?}");
        // Scatter/Collection: shares of 62500 bytes down 8, 4, 2, 1 and 15 on: 4·12 + 937.5 + 15·(12 + 62.5) = 2103 ms.
        let ring = predictions(Operation::Bcast, &group(16), 1_000_000, Conditions::default())[10];
        assert!((ring.seconds - 2.103).abs() < 1e-9, "{ring:?}");
        assert_eq!(best_of(Operation::Bcast, 16, 1_000_000), large);
        assert_eq!(best_of(Operation::Barrier, 16, 1_000_000).strategy, "Dissemination");
        assert_eq!(best_of(Operation::Scatter, 16, 0).strategy, "Flat Tree");
    }

    #[test]
    fn of_equal_ones_the_first() {
        for operation in Operation::modelled() {
            // All ways are the same between two, but for those that send more messages.
            let pair = best_of(operation, 2, 0);
            let first = predictions(operation, &group(2), 0, Conditions::default())[0];
            assert!(pair.strategy == first.strategy || pair.seconds < first.seconds * 0.99, "{operation:?}: {pair:?}");
            // One has nothing to do.
            let alone = predictions(operation, &group(1), 1 << 20, Conditions::default());
            assert!(alone.iter().all(|one| one.seconds == 0.0) && best(&alone).unwrap() == alone[0]);
        }
        assert_eq!(best::<&str>(&[]), None);
    }

    #[test]
    fn conditions_count() {
        let with = |conditions| predictions(Operation::Reduce, &group(16), 1_000_000, conditions);
        let (free, paid) = (with(Conditions::default()), with(Conditions { element: 1, reduction: 1e-6 }));
        assert!(free.iter().zip(&paid).all(|(free, paid)| free.seconds < paid.seconds));
        // Flat: 15 ms for each of 15 million bytes of 1 µs.
        assert!((paid[0].seconds - free[0].seconds - 15.0).abs() < 1e-9);
        let doubles = with(Conditions { element: 8, reduction: 0.0 });
        assert_eq!((doubles[2].segment.unwrap() % 8, doubles[2].strategy), (0, "Segmented Chain (Pipeline)"));
    }

    #[test]
    fn where_the_choice_changes() {
        let steps = |size: usize| [0, 5, 700, 701, 5000].iter().rposition(|&from| size >= from);
        let from = |found: Vec<(usize, Option<usize>)>| found.into_iter().map(|(size, _)| size).collect::<Vec<_>>();
        assert_eq!(from(crossovers(0, 10_000, steps)), [0, 5, 700, 701, 5000]);
        assert_eq!(from(crossovers(6, 10_000, steps)), [6, 700, 701, 5000]);
        assert_eq!(from(crossovers(6, 4000, steps)), [6, 700, 701]);
        assert_eq!(from(crossovers(0, usize::MAX, steps)), [0, 5, 700, 701, 5000]);
        assert_eq!(from(crossovers(7, 7, steps)), [7]);
        // On this platform: 10 + 15·(2 + x) = 4·(12 + x) at x = 8/11 ms, 727.3 bytes. Among 16, a binary tree is as
        // fast as a binomial one until the fourth level is late: 3·(2g + L) = 4·(g + L) at g = 5 ms.
        let name = |bytes| best_of(Operation::Bcast, 16, bytes).strategy;
        assert_eq!(crossovers(0, 4000, name), [(0, "Flat Tree"), (728, "Binary Tree"), (3001, "Binomial Tree")]);
    }
}
