// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Gather`, `MPI_Scatter` and `MPI_Allgather`: each rank has a share, and every edge transfers those of all ranks
//! below it.
//!
//! The predicted time is that of the engine's flows on the [clock](crate::timing::events), with one cable for all ranks
//! below a switch. First the trees of groups are compared, with the same tree inside, and for an allgather the ring of
//! nodes; then the other trees inside, with the best of them. Segments have the maximum length: with half of it a ring
//! took 1.2 times as long, although the model predicted no difference.

use super::baseline::{self, Baseline};
use super::ranks::Ranks;
use super::schedules::{self, Receivers, chain};
use super::{MARGIN, ModelledCall, Plan, insides};
use crate::Operation;
use crate::levels::Part;
use crate::streams::{self, Lengths, Streams};
use crate::timing::{events, messages, segments};
use crate::tree::{Shape, Spread, Tree};

/// Approximate number of trains for all shares: more make the simulation longer, and the prediction hardly better.
const TRAINS: usize = 16;

/// Returns the best plan that was found for a call with shares.
pub(crate) fn plan(ranks: &Ranks<'_>, groups: &[&Part], call: ModelledCall) -> Plan {
    let ModelledCall { operation, root, .. } = call;
    let (share, longest, home) = (call.bytes.max(1), call.longest_segment.max(1), ranks.group[root as usize]);
    let whole = share.saturating_mul(ranks.group.len());
    let to_all = operation == Operation::Allgather;
    let Baseline { name, seconds: baseline } =
        if to_all { baseline::allgather(ranks, share) } else { baseline::rooted(ranks, root as usize, share) };
    let candidate = |receivers: &Receivers, shapes: Vec<Shape>| Plan {
        across: None,
        seconds: time(ranks, Tree::scheduled_all(groups, receivers, &shapes, root), operation, share, longest),
        receivers: receivers.clone(),
        shapes,
        rounds: None,
        segment: longest,
        baseline,
        reference: name,
        margin: MARGIN,
    };
    let binomial = |across| vec![Shape { across, inside: Spread::Binomial }; groups.len()];
    // The bytes of an edge whose receiver does not forward.
    let edge =
        |group: usize| if to_all { whole } else { share.saturating_mul(ranks.platform.groups()[group].processes) };
    let mut best = schedules::best(ranks, home, edge, |receivers| candidate(receivers, binomial(Spread::Binomial)));
    if to_all {
        best = best.or_faster(candidate(&chain(groups.len(), home), binomial(Spread::Chain)));
    }
    let across = best.shapes[home].across;
    let shape = |inside| Shape { across, inside };
    let own = insides::own(groups, shape, |first, below| inside(ranks, first, below, operation, share, longest));
    for shapes in insides::beside_binomial(shape, own) {
        let other = candidate(&best.receivers, shapes);
        best = best.or_faster(other);
    }
    best
}

/// Returns the time of a group alone: to collect its shares at one rank, or to distribute them, without segments; in an
/// allgather, to forward all shares.
fn inside(
    ranks: &Ranks<'_>,
    first: usize,
    below: &[Vec<usize>],
    operation: Operation,
    share: usize,
    segment: usize,
) -> f64 {
    if operation == Operation::Allgather {
        let whole = share.saturating_mul(ranks.group.len());
        return segments::time(ranks, first, below, whole, segment.min(whole));
    }
    let held = baseline::subtrees(below, first);
    messages::down(ranks, first, below, |child| share.saturating_mul(held[child]), |_| 0.0)
}

/// Returns the time of the engine with these trees.
fn time(ranks: &Ranks<'_>, trees: Vec<Tree>, operation: Operation, share: usize, segment: usize) -> f64 {
    let whole = share.saturating_mul(trees.len());
    let train = segment.saturating_mul((whole / TRAINS / segment).max(1));
    let of = |tree: &Tree| streams_of(operation, tree, share, train);
    events::time(ranks, &trees.iter().map(of).collect::<Vec<_>>(), segment)
}

/// Returns the flows of a rank.
fn streams_of(operation: Operation, tree: &Tree, share: usize, segment: usize) -> Streams {
    match operation {
        Operation::Gather => streams::gather(tree, share, segment),
        Operation::Scatter => streams::scatter(tree, share, segment),
        _ => streams::allgather_by(tree, share, Lengths { message: segment, memory: segment }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::adaptive::groups::groups;
    use crate::adaptive::plan::examples::{cluster, link, near, platform};
    use crate::adaptive::plan::plan;
    use crate::adaptive::strategy::FixedStrategy;
    use crate::levels::{LevelGroup, Part};
    use crate::timing::Links;

    const ALL: [Operation; 3] = [Operation::Gather, Operation::Scatter, Operation::Allgather];

    #[test]
    fn what_comes_to_one_rank_takes_what_its_port_takes() {
        let levels = cluster(3, 1);
        let platform = platform(&groups(&levels), |_, _| link(100e-6, 1e8));
        for operation in [Operation::Gather, Operation::Scatter] {
            let plan = plan(
                &platform,
                &levels,
                ModelledCall { operation, bytes: 64 << 10, longest_segment: 32 << 10, root: 0 },
                FixedStrategy::default(),
            );
            // Four segments of 32 KiB, 327.68 us and 5 us for each; the baseline does not cut.
            assert!(near(plan.seconds, 100e-6 + 4.0 * 332.68e-6), "{plan:?}");
            // It takes a rendezvous: 105 us there, and back.
            assert!(near(plan.baseline, 310e-6 + 2.0 * 660.36e-6), "{plan:?}");
            assert_eq!(plan.receivers, [vec![2, 1], vec![], vec![]]);
        }
    }

    #[test]
    fn small_shares_of_a_node_travel_together() {
        let levels = cluster(8, 8);
        let platform = platform(&groups(&levels), |_, _| link(30e-6, 1e8));
        let plan = plan(
            &platform,
            &levels,
            ModelledCall { operation: Operation::Gather, bytes: 64, longest_segment: 32 << 10, root: 0 },
            FixedStrategy::default(),
        );
        // Inside, three messages one after the other, 6 us each and less than 1 us of data; then 36 us and more at the
        // root.
        assert!((54e-6..140e-6).contains(&plan.seconds) && plan.gains(), "{plan:?}");
        // One by one they would take 63 messages of 5 us at least.
        assert!(plan.baseline < 63.0 * 5e-6, "{plan:?}");
    }

    #[test]
    fn dealt_out_ranks_are_gathered_on_a_ring_of_nodes() {
        let node = |node: u32| {
            Part::Many(LevelGroup { inside_node: true, parts: (0..4).map(|at| Part::One(4 * at + node)).collect() })
        };
        let levels = LevelGroup { inside_node: false, parts: (0..4).map(node).collect() };
        let platform = platform(&groups(&levels), |_, _| link(100e-6, 1e8));
        let plan = plan(
            &platform,
            &levels,
            ModelledCall { operation: Operation::Allgather, bytes: 1 << 20, longest_segment: 32 << 10, root: 0 },
            FixedStrategy::default(),
        );
        assert!(plan.words(Operation::Allgather).starts_with("groups 0>1 1>2 2>3, a ring of nodes, "), "{plan:?}");
        // Twelve shares come over a node's cable, 10.49 ms each, where in a ring of ranks every share goes over every
        // cable four times.
        assert!((0.1258..0.14).contains(&plan.seconds) && plan.baseline > 60.0 * 10.48e-3 && plan.gains(), "{plan:?}");
    }

    /// Groups of these sizes, as far from each other as the seed says.
    fn drawn(
        sizes: &[u32],
        seed: u64,
    ) -> (LevelGroup, impl Fn(usize, usize) -> crate::model::parameters::Link + use<>) {
        let mut first = 0;
        let node = |&size: &u32| {
            first += size;
            let ranks: Vec<Part> = (first - size..first).map(Part::One).collect();
            if size == 1 { Part::One(first - 1) } else { Part::Many(LevelGroup { inside_node: true, parts: ranks }) }
        };
        let levels = LevelGroup { inside_node: false, parts: sizes.iter().map(node).collect() };
        let number = move |low: usize, high: usize, salt: u64| {
            (seed ^ (low as u64 * 31 + high as u64 * 1009 + salt)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60
        };
        (levels, move |low, high| {
            link(20e-6 * (1 + number(low, high, 1).pow(2)) as f64, 1e7 * (1 + number(low, high, 2)) as f64)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn plans_are_trees_and_predictions_what_every_segment_takes(
            sizes in prop::collection::vec(1u32..5, 2..7),
            seed: u64,
            root in 0u32..24,
            share in 1usize..100_000,
        ) {
            let (levels, between) = drawn(&sizes, seed);
            let platform = platform(&groups(&levels), between);
            let (groups, count) = (groups(&levels), sizes.iter().sum::<u32>());
            let root = root % count;
            let ranks = Ranks::new(&platform, &levels, &groups);
            for operation in ALL {
                let call = ModelledCall { operation, bytes: share, longest_segment: 32 << 10, root };
                let plan = plan(&platform, &levels, call, FixedStrategy::default());
                let trees = Tree::scheduled_all(&groups, &plan.receivers, &plan.shapes, root);
                let mut reached: Vec<u32> =
                    trees.iter().flat_map(|tree| tree.children.iter().map(|child| child.rank)).chain([root]).collect();
                reached.sort_unstable();
                prop_assert_eq!(reached, (0..count).collect::<Vec<_>>());
                let streams: Vec<Streams> =
                    trees.iter().map(|tree| streams_of(operation, tree, share, plan.segment)).collect();
                let exact = events::time(&ranks, &streams, plan.segment);
                prop_assert!((plan.seconds / exact - 1.0).abs() < 0.2, "{:?}: {} for {exact}", operation, plan.seconds);
                // All the others' shares go through the root's port, through memory at most.
                let home = ranks.group[root as usize];
                let far = (0..count as usize)
                    .filter(|&rank| ranks.group[rank] != home)
                    .map(|rank| ranks.latency(rank, root as usize))
                    .fold(f64::INFINITY, f64::min);
                let outside = (count as usize - platform.groups()[home].processes) * share;
                prop_assert!(exact.min(plan.seconds) >= far + outside as f64 / 1.6e8, "{:?}: {plan:?}", operation);
            }
        }
    }
}
