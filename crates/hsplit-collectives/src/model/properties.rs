// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares each formula with a simulation of its strategy, on random parameters.

use proptest::prelude::*;
use proptest::strategy::Strategy as Random;

use super::broadcast::Broadcast;
use super::case::{Case, Strategy};
use super::parameters::{Gap, Link};
use super::personalised::{Allgather, Barrier, Rooted};
use super::reduction::{Allreduce, Reduce};
use super::sequence::{MessageSequence, binary, binomial, chain, star};

fn broadcast(strategy: Broadcast, case: &Case) -> f64 {
    use Broadcast::*;
    let (plan, p, m, k, s) = (MessageSequence::new(case), case.processes, case.bytes, case.segments(), case.piece());
    match strategy {
        FlatTree => plan.flat(m, 1),
        FlatTreeRendezvous => plan.flat_rendezvous(m),
        SegmentedFlatTree => plan.flat(s, k),
        Chain => plan.down(&chain(p), m, 1),
        ChainRendezvous => plan.chain_rendezvous(m),
        SegmentedChain => plan.down(&chain(p), s, k),
        BinaryTree => plan.down(&binary(p), m, 1),
        BinomialTree => plan.down(&binomial(p), m, 1),
        BinomialTreeRendezvous => plan.binomial_rendezvous(m),
        SegmentedBinomialTree => plan.down(&binomial(p), s, k),
        ScatterCollection => plan.scatter(case.share(p)).ring(case.share(p), false),
    }
    .seconds()
}

fn reduce(strategy: Reduce, case: &Case) -> f64 {
    let (plan, p, m, k, s) = (MessageSequence::new(case), case.processes, case.bytes, case.segments(), case.piece());
    match strategy {
        Reduce::FlatTree => plan.up(&star(p), m, 1),
        Reduce::Chain => plan.up(&chain(p), m, 1),
        Reduce::SegmentedChain => plan.up(&chain(p), s, k),
        Reduce::BinaryTree => plan.up(&binary(p), m, 1),
        Reduce::BinomialTree => plan.up(&binomial(p), m, 1),
        Reduce::SegmentedBinomialTree => plan.up(&binomial(p), s, k),
        Reduce::Rabenseifner => {
            let half = plan.power();
            plan.fold().exchanges(halving(half, case), true).gather(half, case.share(half))
        }
    }
    .seconds()
}

fn allreduce(strategy: Allreduce, case: &Case) -> f64 {
    let (plan, p, m) = (MessageSequence::new(case), case.processes, case.bytes);
    let half = plan.power();
    match strategy {
        Allreduce::ReduceBroadcast => plan.up(&binomial(p), m, 1).down(&binomial(p), m, 1),
        Allreduce::RecursiveDoubling => plan.fold().exchanges((0..half.ilog2()).map(|i| (1 << i, m)), true).unfold(),
        Allreduce::ReduceScatterAllgather => {
            let doubling: Vec<_> = halving(half, case).collect();
            plan.fold().exchanges(halving(half, case), true).exchanges(doubling.into_iter().rev(), false).unfold()
        }
        Allreduce::Ring => plan.ring(case.share(p), true).ring(case.share(p), false),
    }
    .seconds()
}

/// The distances and bytes of recursive halving among a power of two.
fn halving(half: usize, case: &Case) -> impl Iterator<Item = (usize, usize)> + use<> {
    let share = case.share(half);
    (0..half.ilog2()).rev().map(move |i| (1 << i, share << i))
}

fn rooted(strategy: Rooted, case: &Case) -> [f64; 2] {
    let (plan, again, p, m) = (MessageSequence::new(case), MessageSequence::new(case), case.processes, case.bytes);
    match strategy {
        Rooted::FlatTree => [plan.flat(m, 1), again.up(&star(p), m, 1)],
        Rooted::BinomialTree => [plan.scatter(m), again.gather(p, m)],
    }
    .map(|plan| plan.seconds())
}

fn allgather(strategy: Allgather, case: &Case) -> f64 {
    let (plan, p, m) = (MessageSequence::new(case), case.processes, case.bytes);
    match strategy {
        Allgather::Ring => plan.ring(m, false),
        Allgather::RecursiveDoubling => plan.rounds(|distance| m * distance.min(p - distance)),
        Allgather::GatherBroadcast => plan.gather(p, m).down(&binomial(p), p * m, 1),
    }
    .seconds()
}

fn barrier(strategy: Barrier, case: &Case) -> f64 {
    let (plan, p) = (MessageSequence::new(case), case.processes);
    match strategy {
        Barrier::FlatTree => plan.up(&star(p), 0, 1).flat(0, 1),
        Barrier::BinomialTree => plan.up(&binomial(p), 0, 1).down(&binomial(p), 0, 1),
        Barrier::Dissemination => plan.rounds(|_| 0),
    }
    .seconds()
}

/// Equal but for rounding.
pub(crate) fn same(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}

/// Any gap that does not fall, and any latency, shorter or longer than gaps.
fn links() -> impl Random<Value = Link> {
    let point = (1_usize..300, 0.0..50.0);
    (0.01..200.0, 0.01..60.0, prop::collection::vec(point, 0..6)).prop_map(|(latency, first, steps)| {
        let mut points = vec![(0, first)];
        for (bytes, seconds) in steps {
            let &(size, time) = points.last().expect("a point");
            points.push((size + bytes, time + seconds));
        }
        Link::new(latency, Gap::new(points).unwrap()).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn formulas_are_what_a_simulation_gives(
        link in links(),
        processes in 1_usize..40,
        bytes in 0_usize..600,
        segment in 1_usize..200,
        reduction in prop_oneof![Just(0.0), 0.0..0.5],
    ) {
        let case = Case { segment, reduction, ..Case::new(&link, processes, bytes) };
        for &strategy in Broadcast::ALL {
            prop_assert!(
                same(strategy.seconds(&case), broadcast(strategy, &case)),
                "{:?}: {} {}",
                strategy,
                strategy.seconds(&case),
                broadcast(strategy, &case)
            );
        }
        for &strategy in Reduce::ALL {
            prop_assert!(
                same(strategy.seconds(&case), reduce(strategy, &case)),
                "{:?}: {} {}",
                strategy,
                strategy.seconds(&case),
                reduce(strategy, &case)
            );
        }
        for &strategy in Allreduce::ALL {
            prop_assert!(
                same(strategy.seconds(&case), allreduce(strategy, &case)),
                "{:?}: {} {}",
                strategy,
                strategy.seconds(&case),
                allreduce(strategy, &case)
            );
        }
        // Data of each process's own, which is not reduced.
        let case = Case { reduction: 0.0, ..case };
        for &strategy in Rooted::ALL {
            let [scatter, gather] = rooted(strategy, &case);
            prop_assert!(
                same(strategy.seconds(&case), scatter) && same(scatter, gather),
                "{:?}: {} {} {}",
                strategy,
                strategy.seconds(&case),
                scatter,
                gather
            );
        }
        for &strategy in Allgather::ALL {
            prop_assert!(
                same(strategy.seconds(&case), allgather(strategy, &case)),
                "{:?}: {} {}",
                strategy,
                strategy.seconds(&case),
                allgather(strategy, &case)
            );
        }
        for &strategy in Barrier::ALL {
            prop_assert!(
                same(strategy.seconds(&case), barrier(strategy, &case)),
                "{:?}: {} {}",
                strategy,
                strategy.seconds(&case),
                barrier(strategy, &case)
            );
        }
    }

    #[test]
    fn how_far_table_1_is_from_the_model(
        link in links(),
        processes in 2_usize..40,
        bytes in 0_usize..600,
        segment in 1_usize..200,
    ) {
        use Broadcast::*;
        let case = Case { segment, ..Case::new(&link, processes, bytes) };
        let (latency, whole, byte) = (link.latency(), link.gap(bytes), link.gap(1));
        let all_segments = case.segments() as f64 * link.gap(case.piece());
        let is_power = processes.is_power_of_two();
        for &strategy in Broadcast::ALL {
            let (model, printed) = (broadcast(strategy, &case), strategy.table1(&case).unwrap());
            let holds = match strategy {
                FlatTree | SegmentedFlatTree | Chain | ChainRendezvous | SegmentedChain => same(printed, model),
                FlatTreeRendezvous if byte <= whole && (processes as f64 - 3.0) * byte <= 2.0 * latency => {
                    same(printed, model)
                }
                FlatTreeRendezvous if byte <= whole => {
                    same(model - printed, (processes as f64 - 3.0) * byte - 2.0 * latency)
                }
                FlatTreeRendezvous => printed <= model * (1.0 + 1e-9),
                BinaryTree => model <= printed * (1.0 + 1e-9),
                BinomialTree | BinomialTreeRendezvous | SegmentedBinomialTree if is_power => same(printed, model),
                BinomialTree | BinomialTreeRendezvous => same(printed + whole, model + latency),
                SegmentedBinomialTree => same(printed + all_segments, model + latency),
                ScatterCollection => true,
            };
            prop_assert!(holds, "{:?}: printed {}, model {}", strategy, printed, model);
        }
    }

    #[test]
    fn scatter_and_collection_need_a_proportional_gap(
        power in 1_u32..8,
        share in 1_usize..5000,
        latency in 0.01..100.0,
        constant in 0.01..50.0,
        per_byte in 0.0..0.5,
    ) {
        // g(m) = a + b·m: Table 1 forgets a·(log2 P + (P-1)(1 - 2/P)).
        let link = Link::new(latency, Gap::new(vec![(0, constant), (1, constant + per_byte)]).unwrap()).unwrap();
        let processes = 1 << power;
        let case = Case::new(&link, processes, share * processes);
        let (model, printed) =
            (broadcast(Broadcast::ScatterCollection, &case), Broadcast::ScatterCollection.table1(&case).unwrap());
        let p = processes as f64;
        let missing = constant * (f64::from(power) + (p - 1.0) * (1.0 - 2.0 / p));
        prop_assert!((model - printed - missing).abs() <= 1e-6 * model, "{} {} {}", model, printed, missing);
    }

    #[test]
    fn a_shorter_last_segment_makes_little_difference(
        link in links(),
        processes in 2_usize..40,
        bytes in 1_usize..600,
        segment in 1_usize..200,
    ) {
        // The last segment of its own length, in the simulation: never longer than the formula, and at most one gap per
        // child shorter.
        let case = Case { segment, ..Case::new(&link, processes, bytes) };
        let last = bytes - (case.segments() - 1) * case.piece();
        let real = MessageSequence::new(&case)
            .down(&chain(processes), case.piece(), case.segments() - 1)
            .down(&chain(processes), last, 1)
            .seconds();
        let formula = Broadcast::SegmentedChain.seconds(&case);
        let most = (link.gap(case.piece()) - link.gap(last)) * (processes - 1) as f64;
        prop_assert!(
            real <= formula * (1.0 + 1e-9) && formula - real <= most + 1e-9 * formula,
            "{} {} {}",
            real,
            formula,
            most
        );
    }
}
