// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collectives on random emulations: every rank runs its engine against mailboxes, and the results are compared with
//! the definition of the operation.

#[path = "post/bytes.rs"]
mod bytes;
#[path = "post/lists.rs"]
mod lists;
mod post;

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;

use bytes::{Outcomes, copy_in_stages, values};
use hsplit_collectives::levels::{LevelGroup, Part, Position};
use hsplit_collectives::streams::{self, Lengths, Shares, Streams, cut};
use hsplit_collectives::tree::{Shape, Spread, Tree};
use hsplit_core::place::Place;
use hsplit_core::request::Request;
use hsplit_core::split::{self, Exchange, Outcome};
use hsplit_testing::random_machine::Tape;
use hsplit_testing::simulated::{self, Simulated};
use hsplit_testing::world::World;
use lists::combine;
use post::simulated_rank;

fn copy(trees: &[Tree], bytes: usize, window: usize, plan: impl Fn(&Tree) -> Streams + Sync) -> Outcomes<Vec<u8>> {
    copy_in_stages(trees.len(), bytes, window, |rank| vec![plan(&trees[rank])])
}

fn positions(world: &World) -> Vec<Position> {
    world.ranks.iter().map(|rank| Position::of(&rank.place)).collect()
}

fn trees(levels: &LevelGroup, shape: Shape, root: u32, ranks: usize) -> Vec<Tree> {
    (0..ranks as u32).map(|rank| Tree::new(levels, shape, root, rank)).collect()
}

/// Returns the ranks of every part of several ranks, and whether it is on one node.
fn parts(group: &LevelGroup) -> Vec<(BTreeSet<u32>, bool)> {
    fn members(group: &LevelGroup) -> BTreeSet<u32> {
        let of = |part: &Part| match part {
            Part::One(rank) => BTreeSet::from([*rank]),
            Part::Many(group) => members(group),
        };
        group.parts.iter().flat_map(of).collect()
    }
    let mut all = vec![(members(group), group.inside_node)];
    for part in &group.parts {
        if let Part::Many(group) = part {
            all.extend(parts(group));
        }
    }
    all
}

const SPREADS: [Spread; 4] = [Spread::Star, Spread::Binomial, Spread::Binary, Spread::Chain];

fn shape() -> impl Strategy<Value = Shape> {
    (0usize..4, 0usize..5).prop_map(|(across, inside)| Shape {
        across: SPREADS[across],
        inside: *SPREADS.get(inside).unwrap_or(&Spread::Memory),
    })
}

/// Returns the members, by their initial ranks, of every communicator of this rank after repeated unguided splits.
fn descend(world: Simulated, place: &Place) -> Vec<BTreeSet<u32>> {
    let me = simulated_rank(&world);
    let mut found = vec![];
    let mut newcomm = None;
    loop {
        let comm = newcomm.as_deref().unwrap_or(&world);
        let outcome = split::split(comm, &Request::unguided(1, 0, place.clone()), Exchange::BySize);
        let Ok(Outcome::Split(split)) = outcome else { panic!("no split of ours") };
        let Some(member) = split.member else { return found };
        found.push(member.comm.exchange(me).iter().map(|rank| **rank).collect());
        newcomm = Some(member.comm);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn levels_are_those_of_repeated_splits(tape in prop::collection::vec(any::<u8>(), 0..200)) {
        let world = World::draw(&mut Tape(&tape));
        let places: Vec<Place> = world.ranks.iter().map(|rank| rank.place.clone()).collect();
        let whole: Vec<Position> =
            places.iter().map(|place| Position { path: place.path().to_vec(), node: None, order: 0 }).collect();
        let mut expected = vec![vec![]; places.len()];
        for (members, _) in parts(&LevelGroup::of(&whole)).into_iter().skip(1) {
            members.iter().for_each(|&rank| expected[rank as usize].push(members.clone()));
        }
        let (found, _) = simulated::run(places.len(), |comm| {
            let place = places[simulated_rank(&comm) as usize].clone();
            descend(comm, &place)
        });
        for (found, expected) in found.into_iter().zip(expected) {
            // A split also returns communicators of one rank.
            let several: Vec<BTreeSet<u32>> = found.into_iter().filter(|members| members.len() > 1).collect();
            prop_assert_eq!(several, expected);
        }
    }

    #[test]
    fn a_tree_is_one_and_enters_every_part_once(
        tape in prop::collection::vec(any::<u8>(), 0..200),
        shape in shape(),
        root in any::<u32>(),
    ) {
        let world = World::draw(&mut Tape(&tape));
        let (levels, ranks) = (LevelGroup::of(&positions(&world)), world.ranks.len());
        let root = root % ranks as u32;
        let trees = trees(&levels, shape, root, ranks);
        prop_assert_eq!(trees[0].order[0], root);
        let mut edges = vec![];
        for (rank, tree) in (0u32..).zip(&trees) {
            prop_assert_eq!(&tree.order, &trees[0].order);
            prop_assert_eq!(tree.order[tree.position], rank);
            prop_assert_eq!(tree.parent.is_none(), rank == root);
            let mut next = tree.position + 1;
            for child in &tree.children {
                prop_assert_eq!(child.subtree.start, next);
                prop_assert_eq!(&trees[child.rank as usize].subtree, &child.subtree);
                prop_assert_eq!(trees[child.rank as usize].parent, Some(rank));
                next = child.subtree.end;
                edges.push((rank, child.rank));
            }
            prop_assert_eq!(tree.subtree.end, next);
        }
        prop_assert_eq!(edges.len(), ranks - 1);
        let in_order: BTreeSet<u32> = trees[0].order.iter().copied().collect();
        prop_assert_eq!(in_order.len(), ranks);
        let parts = parts(&levels);
        for (members, inside_node) in &parts {
            // In shared memory of a whole node, its packages are ignored.
            let is_in_a_node = parts
                .iter()
                .any(|(others, inside_node)| *inside_node && others.len() > members.len() && members.is_subset(others));
            if is_in_a_node && shape.inside == Spread::Memory {
                continue;
            }
            let entered = edges.iter().filter(|(from, to)| !members.contains(from) && members.contains(to)).count();
            prop_assert_eq!(entered, usize::from(!members.contains(&root)));
            let left = edges.iter().filter(|(from, to)| members.contains(from) && !members.contains(to)).count();
            // A chain leaves every node once, so that it loads no node's link twice.
            prop_assert!(shape.across != Spread::Chain || *inside_node || left <= 1);
        }
    }

    #[test]
    fn data_comes_where_it_belongs(
        tape in prop::collection::vec(any::<u8>(), 0..200),
        shape in shape(),
        root in any::<u32>(),
        share in 0usize..9,
        message in 1usize..20,
        memory in 1usize..20,
        window in 1usize..4,
    ) {
        let world = World::draw(&mut Tape(&tape));
        let (levels, ranks) = (LevelGroup::of(&positions(&world)), world.ranks.len());
        let trees = trees(&levels, shape, root % ranks as u32, ranks);
        let (whole, lengths, segment) = (share * ranks, Lengths { message, memory }, message);
        for (rank, (data, _)) in
            copy(&trees, whole, window, |tree| streams::broadcast(tree, whole, lengths)).into_iter().enumerate()
        {
            prop_assert_eq!(data, values(0..whole), "broadcast to {}", rank);
        }
        for (tree, (data, _)) in
            trees.iter().zip(copy(&trees, whole, window, |tree| streams::gather(tree, share, segment)))
        {
            let below = tree.subtree.start * share..tree.subtree.end * share;
            prop_assert_eq!(&data[below.clone()], values(below));
        }
        for (tree, (data, _)) in
            trees.iter().zip(copy(&trees, whole, window, |tree| streams::scatter(tree, share, segment)))
        {
            let own = tree.position * share..(tree.position + 1) * share;
            prop_assert_eq!(&data[own.clone()], values(own));
        }
        for (data, _) in copy(&trees, whole, window, |tree| streams::allgather(tree, share, lengths)) {
            prop_assert_eq!(data, values(0..whole));
        }
        if shape.across == Spread::Chain {
            for (data, _) in copy(&trees, whole, window, |tree| streams::allgather_on_ring(tree, share, lengths)) {
                prop_assert_eq!(data, values(0..whole));
            }
        }
    }

    #[test]
    fn shares_of_different_lengths_come_to_all(
        tape in prop::collection::vec(any::<u8>(), 0..200),
        shape in shape(),
        root in any::<u32>(),
        shares in prop::collection::vec(0usize..70, 1..12),
        segment in 1usize..40,
        window in 1usize..4,
    ) {
        let world = World::draw(&mut Tape(&tape));
        let (levels, ranks) = (LevelGroup::of(&positions(&world)), world.ranks.len());
        let trees = trees(&levels, shape, root % ranks as u32, ranks);
        let mut places = vec![0];
        for &rank in &trees[0].order {
            places.push(places[places.len() - 1] + shares[rank as usize % shares.len()]);
        }
        let (whole, lengths) = (places[ranks], Lengths { message: segment, memory: segment });
        for (data, _) in copy(&trees, whole, window, |tree| streams::allgather_by(tree, Shares::At(&places), lengths)) {
            prop_assert_eq!(data, values(0..whole));
        }
    }

    #[test]
    fn operands_are_combined_in_one_order(
        tape in prop::collection::vec(any::<u8>(), 0..200),
        shape in shape(),
        root in any::<u32>(),
        segments in 0usize..6,
        window in 1usize..4,
        to_all in any::<bool>(),
    ) {
        let world = World::draw(&mut Tape(&tape));
        let (levels, ranks) = (LevelGroup::of(&positions(&world)), world.ranks.len());
        let root = root % ranks as u32;
        let trees = trees(&levels, shape, root, ranks);
        for (rank, (results, load)) in (0u32..).zip(combine(&trees, segments, window, to_all)) {
            for (segment, result) in results.into_iter().enumerate() {
                let expected: Vec<u32> = trees[0].order.iter().flat_map(|&rank| [rank, segment as u32]).collect();
                prop_assert_eq!(result, (rank == root || to_all).then_some(expected));
            }
            prop_assert_eq!(
                load.values().sum::<usize>(),
                segments * (usize::from(rank != root) + if to_all { trees[rank as usize].children.len() } else { 0 })
            );
        }
    }
}

#[test]
fn a_long_broadcast_loads_every_link_once() {
    let position =
        |switch: u8, node: u8, package: u8| Position { path: vec![switch, node, package], node: Some(2), order: 0 };
    let positions: Vec<Position> = (0..24).map(|rank: u8| position(rank % 2, rank / 2 % 3, rank / 12)).collect();
    let levels = LevelGroup::of(&positions);
    let shape = Shape { across: Spread::Chain, inside: Spread::Binary };
    let (bytes, segment) = (1000, 100);
    for root in [0, 7, 23] {
        let trees = trees(&levels, shape, root, 24);
        let outcomes = copy(&trees, bytes, 4, |tree| {
            streams::broadcast(tree, bytes, Lengths { message: segment, memory: segment })
        });
        let node = |rank: u32| &positions[rank as usize].path[..2];
        let mut out_of: HashMap<&[u8], usize> = HashMap::new();
        let mut over_the_core = 0;
        for (from, (_, load)) in (0u32..).zip(&outcomes) {
            for (&to, &messages) in load.iter().filter(|(to, _)| node(**to) != node(from)) {
                *out_of.entry(node(from)).or_default() += messages;
                over_the_core += if node(from)[0] == node(to)[0] { 0 } else { messages };
            }
        }
        assert!(out_of.values().all(|&messages| messages == cut(0..bytes, segment).len()), "{out_of:?}");
        assert_eq!((out_of.len(), over_the_core), (5, 10));
    }
}
