// SPDX-License-Identifier: MIT OR Apache-2.0
//! The order in which a reduction combines its operands is the one by which calls decide whether an operation must
//! commute: every strategy, operation and shape is run with operands that record their order.

#[path = "post/rounds.rs"]
mod carried;
#[path = "post/lists.rs"]
mod lists;
mod post;

use carried::carry;
use hsplit_collectives::Operation;
use hsplit_collectives::adaptive::groups::groups;
use hsplit_collectives::adaptive::plan::{ModelledCall, Plan, plan};
use hsplit_collectives::adaptive::strategy::{Across, FixedStrategy};
use hsplit_collectives::levels::{LevelGroup, Part, Position};
use hsplit_collectives::model::parameters::{Cluster, Gap, Link, Platform};
use hsplit_collectives::nodes::Nodes;
use hsplit_collectives::rounds::{Amount, shapes};
use hsplit_collectives::tree::{Spread, Tree};
use lists::combine;

/// Returns the levels of ranks on these nodes of leaf switches, two nodes on each.
fn levels_of(nodes: &[u8]) -> LevelGroup {
    let position = |&node: &u8| Position { path: vec![node / 2, node % 2], node: Some(2), order: 0 };
    LevelGroup::of(&nodes.iter().map(position).collect::<Vec<_>>())
}

/// Returns a platform in which `far` is the distance of neighbouring groups.
fn platform_of(groups: &[&Part], far: impl Fn(usize, usize) -> f64) -> Platform {
    let link = |seconds: f64| {
        let gap = Gap::new(vec![(0, seconds), (1 << 20, 200.0 * seconds)]).expect("a gap");
        Link::new(2.0 * seconds, gap).expect("a link")
    };
    let group = |(number, part): (usize, &&Part)| Cluster {
        name: format!("n{number}"),
        processes: part.ranks().len(),
        inside: (part.ranks().len() > 1).then(|| link(1e-6)),
    };
    let clusters = groups.iter().enumerate().map(group).collect();
    Platform::new(clusters, |one, other| link(far(one, other))).expect("a platform")
}

/// Returns the model's choice, each strategy between the groups, and each inside them.
fn strategies() -> Vec<FixedStrategy> {
    let across = Across::ALL.map(|across| FixedStrategy { across: Some(across), ..FixedStrategy::default() });
    let insides = Spread::ALL.into_iter().chain(Spread::ARY);
    let insides = insides.map(|inside| FixedStrategy { inside: Some(inside), ..FixedStrategy::default() });
    [FixedStrategy::default()].into_iter().chain(across).chain(insides).collect()
}

/// Returns the operands of each result, in the order in which they were combined.
fn recorded(plan: &Plan, levels: &LevelGroup, operation: Operation, root: u32) -> Vec<Vec<u32>> {
    let nodes = Nodes::of(levels);
    let ranks = nodes.order().count() as u32;
    let has_result = |rank: &u32| operation == Operation::Allreduce || *rank == root;
    if let Some(shape) = plan.rounds {
        let amount = Amount { units: 5, size: 8 };
        let plans: Vec<_> = (0..ranks).map(|rank| nodes.plan(operation, amount, shape, root, rank)).collect();
        let all = carry(&plans, (0..ranks).map(|rank| vec![vec![rank]; amount.units]).collect());
        return (0..ranks).filter(has_result).flat_map(|rank| all[rank as usize].clone()).collect();
    }
    let trees: Vec<Tree> = (0..ranks).filter_map(|rank| plan.tree(&groups(levels), root, rank)).collect();
    let all = combine(&trees, 1, 1, operation == Operation::Allreduce);
    let result = |rank: u32| all[rank as usize].0[0].clone().expect("a result");
    // The number of the segment follows each rank.
    (0..ranks).filter(has_result).map(|rank| result(rank).into_iter().step_by(2).collect()).collect()
}

/// Returns the order that a call assumes.
fn expected(plan: &Plan, levels: &LevelGroup, operation: Operation, root: u32) -> Vec<u32> {
    match plan.tree(&groups(levels), root, root) {
        Some(tree) => tree.order,
        None => Nodes::of(levels).operands(operation, root),
    }
}

#[test]
fn the_order_that_is_decided_on_is_the_one_carried_out() {
    // In the order of the nodes, in another one, several ranks on a node in both orders, and one switch.
    let machines = [&[0, 2, 1][..], &[0, 1, 2], &[3, 0, 2, 1, 0], &[0, 0, 1, 1, 2, 3], &[1, 0], &[2, 2, 0, 0, 1, 1, 4]];
    for machine in machines {
        let levels = levels_of(machine);
        let groups = groups(&levels);
        // Near ones first, far ones first, and all equal.
        let distances: [fn(usize, usize) -> f64; 3] = [
            |one, other| 1e-5 * one.abs_diff(other) as f64,
            |one, other| 1e-3 / (one.abs_diff(other) as f64),
            |_, _| 1e-4,
        ];
        for (platform, strategy) in distances.iter().flat_map(|far| {
            let platform = platform_of(&groups, far);
            strategies().into_iter().map(move |strategy| (platform.clone(), strategy))
        }) {
            for operation in [Operation::Reduce, Operation::Allreduce] {
                for (root, bytes) in [(0, 40), (machine.len() as u32 - 1, 40), (0, 1 << 20)] {
                    let call = ModelledCall { operation, bytes, longest_segment: 32 << 10, root };
                    let plan = plan(&platform, &levels, call, strategy);
                    let expected = expected(&plan, &levels, operation, root);
                    for order in recorded(&plan, &levels, operation, root) {
                        assert_eq!(order, expected, "{machine:?}, {strategy}, {operation:?} from {root}: {plan:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn rounds_of_every_shape_combine_in_that_order() {
    for machine in [&[0, 2, 1][..], &[3, 0, 2, 1, 0], &[0, 0, 1, 1, 2, 3], &[0, 2, 4, 1, 3, 0, 2, 4, 1, 3]] {
        let nodes = Nodes::of(&levels_of(machine));
        let narrowest = (0..nodes.count()).map(|node| nodes.ranks(node).len()).min().expect("a node");
        for operation in [Operation::Reduce, Operation::Allreduce] {
            for (shape, root) in shapes(narrowest).flat_map(|shape| (0..machine.len() as u32).map(move |r| (shape, r)))
            {
                let amount = Amount { units: 7, size: 8 };
                let plan = |rank| nodes.plan(operation, amount, shape, root, rank);
                let plans: Vec<_> = (0..machine.len() as u32).map(plan).collect();
                let all = carry(&plans, (0..machine.len() as u32).map(|rank| vec![vec![rank]; amount.units]).collect());
                let has_result = |rank: &usize| operation == Operation::Allreduce || *rank == root as usize;
                for unit in (0..machine.len()).filter(has_result).flat_map(|rank| &all[rank]) {
                    assert_eq!(*unit, nodes.operands(operation, root), "{machine:?}, {operation:?}, {shape:?}");
                }
            }
        }
    }
}

/// Nodes in the order 0, 2, 1: the ranks count as not in order.
#[test]
fn rounds_know_when_ranks_are_not_in_the_order_of_the_nodes() {
    let is_sorted = |nodes: &[u8]| Nodes::of(&levels_of(nodes)).operands(Operation::Allreduce, 0).is_sorted();
    assert_eq!([&[0, 2, 1][..], &[0, 1, 2], &[0, 0, 1, 1, 2, 3]].map(is_sorted), [false, true, true]);
}
