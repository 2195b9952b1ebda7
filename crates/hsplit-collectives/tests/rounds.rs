// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calls in rounds, run in every shape: the data of each rank in the end, and the number of messages. A message leaves
//! when its receiver takes it, so plans must not rely on an MPI that buffers messages.

#[path = "post/rounds.rs"]
mod carried;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::Range;

use proptest::prelude::*;

use carried::{Unit, carry};
use hsplit_collectives::Operation;
use hsplit_collectives::levels::{LevelGroup, Part, Position};
use hsplit_collectives::nodes::Nodes;
use hsplit_collectives::rounds::{Amount, Message, Round, RoundShape, shapes};
use hsplit_testing::random_machine::Tape;
use hsplit_testing::world::World;

fn nodes(sizes: &[u32]) -> Nodes {
    let mut first = 0;
    let parts = sizes.iter().map(|&size| {
        let ranks = first..first + size;
        first += size;
        if size == 1 {
            Part::One(ranks.start)
        } else {
            Part::Many(LevelGroup { inside_node: true, parts: ranks.map(Part::One).collect() })
        }
    });
    Nodes::of(&LevelGroup { inside_node: false, parts: parts.collect() })
}

/// Returns the plans of all ranks.
fn plans(nodes: &Nodes, operation: Operation, amount: Amount, shape: RoundShape, root: u32) -> Vec<Vec<Round>> {
    (0..nodes.order().count() as u32).map(|rank| nodes.plan(operation, amount, shape, root, rank)).collect()
}

/// Returns the nodes of a part, the half of `node` first; the left half is a power of two.
fn near_to_far(part: Range<usize>, node: usize) -> Vec<usize> {
    if part.len() == 1 {
        return vec![node];
    }
    let mut middle = 1;
    while middle * 2 < part.len() {
        middle *= 2;
    }
    let (left, right) = (part.start..part.start + middle, part.start + middle..part.end);
    let (near, far) = if left.contains(&node) { (left, right) } else { (right, left) };
    near_to_far(near, node).into_iter().chain(far).collect()
}

/// Runs all operations in one shape, and checks the data of all ranks.
fn check(sizes: &[u32], units: usize, shape: RoundShape, root: u32) {
    let nodes = &nodes(sizes);
    let ranks = nodes.order().count() as u32;
    let amount = Amount { units, size: 1 };
    let plans = |operation| plans(nodes, operation, amount, shape, root);
    let operands = || (0..ranks).map(|rank| vec![vec![rank]; units]).collect::<Vec<_>>();
    let order: Vec<u32> = nodes.order().collect();
    let all = carry(&plans(Operation::Allreduce), operands());
    assert!(all.iter().flatten().all(|unit| *unit == order), "reduction to all: {shape:?}");
    // The root's node comes first, with the root first in it, and then the nodes close to it.
    let starts = sizes.iter().scan(0, |end, size| Some(std::mem::replace(end, *end + size)));
    let by_node: Vec<Vec<u32>> = starts.zip(sizes).map(|(start, size)| (start..start + size).collect()).collect();
    let first = by_node.iter().position(|ranks| ranks.contains(&root)).expect("the root is somewhere");
    let near = near_to_far(0..sizes.len(), first).into_iter().flat_map(|node| by_node[node].iter().copied());
    let rooted: Vec<u32> = std::iter::once(root).chain(near.filter(|&rank| rank != root)).collect();
    let reduced = carry(&plans(Operation::Reduce), operands());
    assert!(reduced[root as usize].iter().all(|unit| *unit == rooted), "reduction: {shape:?}");
    let marked = |unit: usize| vec![root, unit as u32];
    let mut message = vec![vec![vec![]; units]; ranks as usize];
    message[root as usize] = (0..units).map(marked).collect();
    let broadcasts = plans(Operation::Bcast);
    assert!(broadcasts[root as usize].iter().all(|round| round.receives.is_empty()), "the root keeps its data");
    let told = carry(&broadcasts, message);
    assert!(told.iter().all(|data| (0..).zip(data).all(|(unit, data)| *data == marked(unit))), "broadcast: {shape:?}");
    let shares = |own: u32| {
        let share = |&rank: &u32| (0..units).map(move |at| if rank == own { vec![rank, at as u32] } else { vec![] });
        order.iter().flat_map(share).collect::<Vec<Unit>>()
    };
    let gathered = carry(&plans(Operation::Allgather), (0..ranks).map(shares).collect());
    let expected: Vec<Unit> = order.iter().flat_map(|&rank| (0..units).map(move |at| vec![rank, at as u32])).collect();
    assert!(gathered.iter().all(|data| *data == expected), "allgather: {shape:?}");
    check_barrier(&plans(Operation::Barrier));
}

/// Checks that every rank waits for every other one.
fn check_barrier(plans: &[Vec<Round>]) {
    let ranks = plans.len();
    let mut mail: HashMap<(u32, u32), VecDeque<Vec<bool>>> = HashMap::new();
    let mut heard: Vec<Vec<bool>> = (0..ranks).map(|rank| (0..ranks).map(|other| other == rank).collect()).collect();
    let (mut at, mut has_sent) = (vec![0; ranks], vec![0; ranks]);
    loop {
        let mut has_moved = false;
        for rank in 0..ranks {
            let Some(round) = plans[rank].get(at[rank]) else { continue };
            if has_sent[rank] == at[rank] {
                has_sent[rank] += 1;
                round.sends.iter().for_each(|message| {
                    mail.entry((rank as u32, message.peer)).or_default().push_back(heard[rank].clone());
                });
                has_moved = true;
            }
            let from = |message: &Message| (message.peer, rank as u32);
            if round.receives.iter().all(|message| mail.get(&from(message)).is_some_and(|mail| !mail.is_empty())) {
                for message in &round.receives {
                    let news = mail.get_mut(&from(message)).and_then(VecDeque::pop_front).expect("a message");
                    heard[rank].iter_mut().zip(news).for_each(|(own, news)| *own |= news);
                }
                at[rank] += 1;
                has_moved = true;
            }
        }
        if !has_moved {
            break;
        }
    }
    assert!((0..ranks).all(|rank| at[rank] == plans[rank].len()) && heard.iter().flatten().all(|&heard| heard));
    assert!(mail.values().all(VecDeque::is_empty));
}

#[test]
fn every_way_brings_data_where_it_belongs() {
    for sizes in [&[1; 2][..], &[1; 7], &[1; 8], &[1; 11], &[3; 10], &[6, 7, 6, 7, 6], &[1, 4, 2], &[5, 5, 5, 5]] {
        let ranks: u32 = sizes.iter().sum();
        for shape in shapes(sizes.iter().min().copied().unwrap_or(1) as usize) {
            for (units, root) in [(1, 0), (5, ranks - 1), (24, ranks / 2)] {
                check(sizes, units, shape, root);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Ranks in any order on random machines, in the chosen shape.
    #[test]
    fn all_ranks_choose_one_way(
        tape in prop::collection::vec(any::<u8>(), 0..200),
        units in 1usize..20,
        size in 1usize..10_000,
        root in any::<u32>(),
    ) {
        let world = World::draw(&mut Tape(&tape));
        let positions: Vec<Position> = world.ranks.iter().map(|rank| Position::of(&rank.place)).collect();
        let nodes = Nodes::of(&LevelGroup::of(&positions));
        let ranks = world.ranks.len() as u32;
        let (root, amount) = (root % ranks, Amount { units, size });
        let order: Vec<u32> = nodes.order().collect();
        let chosen = |operation| plans(&nodes, operation, amount, nodes.shape(operation, amount), root);
        let all = carry(&chosen(Operation::Allreduce), (0..ranks).map(|rank| vec![vec![rank]; units]).collect());
        prop_assert!(all.iter().flatten().all(|unit| *unit == order));
        let reduced = carry(&chosen(Operation::Reduce), (0..ranks).map(|rank| vec![vec![rank]; units]).collect());
        let sorted = |unit: &Unit| unit.iter().copied().collect::<std::collections::BTreeSet<u32>>();
        prop_assert!(reduced[root as usize].iter().all(|unit| sorted(unit).len() == order.len() && unit[0] == root));
        // If the ranks are in the order of the machine, operands are combined in their order.
        prop_assert!(root != order[0] || reduced[root as usize].iter().all(|unit| *unit == order));
    }
}

/// Returns the rounds of a rank in the chosen shape, from root 0.
fn planned(nodes: &Nodes, operation: Operation, units: usize, rank: u32) -> Vec<Round> {
    let amount = Amount { units, size: 1 };
    nodes.plan(operation, amount, nodes.shape(operation, amount), 0, rank)
}

/// Returns the number of rounds of the first rank, and of its outgoing messages.
fn length(nodes: &Nodes, operation: Operation, units: usize) -> (usize, usize) {
    let plan = planned(nodes, operation, units, 0);
    (plan.len(), plan.iter().map(|round| round.sends.len()).sum())
}

#[test]
fn short_calls_take_few_rounds() {
    let alone = nodes(&[1; 64]);
    // Three rounds of three messages.
    assert_eq!(length(&alone, Operation::Barrier, 0), (3, 9));
    assert_eq!(length(&alone, Operation::Allreduce, 1024), (3, 9));
    assert_eq!(length(&alone, Operation::Bcast, 1024), (3, 9));
    // 64 KiB: each interval is reduced at one node.
    let scattered = planned(&alone, Operation::Allreduce, 65536, 5);
    let sent: usize = scattered.iter().flat_map(|round| &round.sends).map(|message| message.stretch.len()).sum();
    assert_eq!(sent, 2 * (65536 - 1024));
    // No network link transfers more than that, with several ranks on each node.
    let wide = nodes(&[8; 8]);
    let mut carried: BTreeMap<u32, usize> = BTreeMap::new();
    for rank in 0..64 {
        let plan = planned(&wide, Operation::Allreduce, 65536, rank);
        let away = plan.iter().flat_map(|round| &round.sends).filter(|message| message.peer / 8 != rank / 8);
        *carried.entry(rank / 8).or_default() += away.map(|message| message.stretch.len()).sum::<usize>();
    }
    assert!(carried.values().all(|&bytes| bytes == 2 * 65536 / 8 * 7), "{carried:?}");
}
