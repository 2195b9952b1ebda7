// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of the plans that are found for broadcasts and reductions.

use super::*;
use crate::adaptive::groups::groups;
use crate::adaptive::plan::examples::{cluster, link, near, platform};
use crate::adaptive::plan::plan;
use crate::levels::LevelGroup;
use crate::model::choice::{Conditions, best, predictions};
use crate::model::parameters::{self, Link, Platform};

/// Six ranks each, the first six 50 ms apart with short gaps, the others near each other with long gaps, of which
/// a message and a byte take these times.
fn far_apart_and_slow(message: f64, byte: f64) -> (LevelGroup, Platform) {
    let levels = cluster(2, 6);
    let link = |latency, message, byte: f64| {
        let gaps = [0, 1 << 10, 1 << 20].map(|bytes| (bytes, message + byte * bytes as f64)).to_vec();
        Link::new(latency, parameters::Gap::new(gaps).unwrap()).unwrap()
    };
    let group = |name: &str, inside| Cluster { name: name.to_owned(), processes: 6, inside: Some(inside) };
    let inside = vec![group("far", link(50e-3, 1e-6, 1e-11)), group("slow", link(1e-6, message, byte))];
    (levels, Platform::new(inside, |_, _| link(1e-6, message, byte)).unwrap())
}

/// The case in which any single shape for all groups is slow: 101 ms.
#[test]
fn each_group_goes_its_own_way() {
    let (levels, platform) = far_apart_and_slow(1e-6, 2e-8);
    for (group, name) in platform.groups().iter().zip(["Flat Tree", "Segmented Chain (Pipeline)"]) {
        let all = predictions(Operation::Bcast, group, 1 << 20, Conditions::default());
        assert_eq!(best(&all).map(|best| best.strategy), Some(name));
    }
    for operation in [Operation::Bcast, Operation::Reduce] {
        let plan = |text: &str| {
            let strategy = FixedStrategy::parse(text).unwrap();
            plan(
                &platform,
                &levels,
                ModelledCall { operation, bytes: 1 << 20, longest_segment: 32 << 10, root: 0 },
                strategy,
            )
        };
        let single = Spread::ALL.map(|inside| plan(&format!("model,inside={}", inside.name())).seconds);
        let single = single.into_iter().fold(f64::INFINITY, f64::min);
        let mixed = plan("model");
        assert_eq!(mixed.shapes.iter().map(|shape| shape.inside).collect::<Vec<_>>(), [Spread::Star, Spread::Chain]);
        assert!(mixed.words(operation).contains("chain inside 1, star inside 0"), "{}", mixed.words(operation));
        // Two latencies one after the other, and one beside what 20 ns for each byte take, which is less.
        assert!((0.1..0.102).contains(&single) && (0.05..0.052).contains(&mixed.seconds), "{single} {mixed:?}");
        assert!(mixed.gains());
        // All ranks know the same tree: a star of the first six, and a chain of the others.
        let trees: Vec<Tree> = (0..12).map(|rank| mixed.tree(&groups(&levels), 0, rank).unwrap()).collect();
        let parents: Vec<Option<u32>> = trees.iter().map(|tree| tree.parent).collect();
        assert_eq!(parents, [99, 0, 0, 0, 0, 0, 0, 6, 7, 8, 9, 10].map(|rank| (rank < 12).then_some(rank)));
        assert!(trees.iter().all(|tree| tree.order == trees[0].order));
    }
}

/// Eight ranks whose messages cost 10 us and 1 ns for each byte, and three whose messages cost 0.1 us and 4 ns.
fn costly_messages_and_costly_bytes() -> (LevelGroup, Platform) {
    let node = |ranks: std::ops::Range<u32>| {
        Part::Many(LevelGroup { inside_node: true, parts: ranks.map(Part::One).collect() })
    };
    let levels = LevelGroup { inside_node: false, parts: vec![node(0..8), node(8..11)] };
    let link = |message, byte: f64| {
        let gaps = [0, 1 << 10, 1 << 20].map(|bytes| (bytes, message + byte * bytes as f64)).to_vec();
        Link::new(1e-6, parameters::Gap::new(gaps).unwrap()).unwrap()
    };
    let group = |name: &str, processes, inside| Cluster { name: name.to_owned(), processes, inside: Some(inside) };
    let inside = vec![group("messages", 8, link(10e-6, 1e-9)), group("bytes", 3, link(1e-7, 4e-9))];
    (levels, Platform::new(inside, |_, _| link(10e-6, 1e-9)).unwrap())
}

#[test]
fn a_group_that_scatters_and_collects_beside_one_that_does_not() {
    let (levels, platform) = costly_messages_and_costly_bytes();
    let bytes = 64 << 10;
    for (group, name) in platform.groups().iter().zip(["Scatter/Collection", "Segmented Chain (Pipeline)"]) {
        let all = predictions(Operation::Bcast, group, bytes, Conditions::default());
        assert_eq!(best(&all).map(|best| best.strategy), Some(name));
    }
    let plan_of = |platform: &Platform, levels: &LevelGroup, operation, text: &str| {
        let call = ModelledCall { operation, bytes, longest_segment: 32 << 10, root: 0 };
        plan(platform, levels, call, FixedStrategy::parse(text).unwrap())
    };
    let mixed = plan_of(&platform, &levels, Operation::Bcast, "pipelined");
    let insides: Vec<Spread> = mixed.shapes.iter().map(|shape| shape.inside).collect();
    assert_eq!(insides, [Spread::Stages(Staged::ScatterDoubling), Spread::Chain], "{mixed:?}");
    assert!(mixed.is_staged() && mixed.words(Operation::Bcast).contains("chain inside 1, scatter-doubling inside 0"));
    for inside in Spread::every() {
        let single = plan_of(&platform, &levels, Operation::Bcast, &format!("model,inside={}", inside.name()));
        assert!(mixed.seconds < single.seconds, "{single:?} {mixed:?}");
    }
    // Of two groups of that kind both go this way, and reductions have no stages.
    let levels = cluster(2, 8);
    let group = |name: &str| Cluster { name: name.to_owned(), ..platform.groups()[0].clone() };
    let alike = Platform::new(vec![group("a"), group("b")], |_, _| platform.link(0, 1).clone()).unwrap();
    let plan = |operation| plan_of(&alike, &levels, operation, "pipelined");
    assert!(plan(Operation::Bcast).shapes.iter().all(|shape| shape.inside.staged().is_some()));
    for operation in [Operation::Reduce, Operation::Allreduce] {
        assert!(!plan(operation).is_staged());
    }
}

#[test]
fn stages_are_for_groups_whose_ranks_share_no_cable() {
    let node =
        |first: u32| Part::Many(LevelGroup { inside_node: true, parts: vec![Part::One(first), Part::One(first + 1)] });
    let switch = |parts| Part::Many(LevelGroup { inside_node: false, parts });
    assert!(goes_in_stages(&node(0)) && goes_in_stages(&switch(vec![Part::One(0), Part::One(1)])));
    assert!(!goes_in_stages(&switch(vec![node(0), node(2)])) && !goes_in_stages(&switch(vec![node(0), Part::One(2)])));
}

#[test]
fn a_group_far_apart_has_its_own_degree() {
    // A message keeps a port busy for 1 us and is there 4 us later: 31 ranks have it after two hops of five.
    let levels = cluster(2, 31);
    let link = |latency, gap| Link::new(latency, parameters::Gap::new(vec![(0, gap)]).unwrap()).unwrap();
    let group = |name: &str, link| Cluster { name: name.to_owned(), processes: 31, inside: Some(link) };
    let inside = vec![group("far", link(4e-6, 1e-6)), group("near", link(1e-7, 1e-6))];
    let platform = Platform::new(inside, |_, _| link(1e-7, 1e-6)).unwrap();
    for operation in [Operation::Bcast, Operation::Reduce] {
        let plan = |text: &str| {
            let call = ModelledCall { operation, bytes: 64, longest_segment: 32 << 10, root: 0 };
            plan(&platform, &levels, call, FixedStrategy::parse(text).unwrap())
        };
        let own = plan("pipelined");
        assert!(matches!(own.shapes[0].inside, Spread::Ary(4..=6)), "{own:?}");
        assert_eq!(own.shapes[1].inside, Spread::Binomial);
        for inside in Spread::ALL {
            let single = plan(&format!("model,inside={}", inside.name()));
            assert!(own.seconds < 0.9 * single.seconds, "{single:?} {own:?}");
        }
        // Every rank has a place in one tree.
        let trees: Vec<Tree> = (0..62).map(|rank| own.tree(&groups(&levels), 0, rank).unwrap()).collect();
        assert!(trees.iter().all(|tree| tree.order == trees[0].order && (tree.children.len() <= 7)));
    }
}

#[test]
fn every_operation_mixes() {
    // A message takes 20 ms in the second group: a star there would take 100 ms, any tree in the first one 100 ms.
    let (levels, platform) = far_apart_and_slow(20e-3, 1e-12);
    for operation in Operation::modelled() {
        let plan = plan(
            &platform,
            &levels,
            ModelledCall { operation, bytes: 64, longest_segment: 32 << 10, root: 0 },
            FixedStrategy::default(),
        );
        assert_eq!(plan.shapes[0].inside, Spread::Star, "{operation:?} {plan:?}");
        assert_ne!(plan.shapes[1].inside, Spread::Star, "{operation:?} {plan:?}");
    }
}

#[test]
fn a_long_message_goes_through_a_chain_of_equal_nodes() {
    let levels = cluster(4, 8);
    let platform = platform(&groups(&levels), |_, _| link(100e-6, 125e6));
    let plan = plan(
        &platform,
        &levels,
        ModelledCall { operation: Operation::Bcast, bytes: 4 << 20, longest_segment: 32 << 10, root: 5 },
        FixedStrategy::default(),
    );
    assert!(plan.receivers.iter().all(|receivers| receivers.len() <= 1), "{plan:?}");
    assert!((1 << 10..256 << 10).contains(&plan.segment), "{plan:?}");
    // The cable alone takes 33.6 ms; the binomial tree of ranks in order crosses it twice for the whole message.
    assert!((0.0335..0.037).contains(&plan.seconds) && plan.baseline > 0.067 && plan.gains(), "{plan:?}");
}

#[test]
fn a_short_message_from_far_away_does_not_go_through_a_chain() {
    let levels = cluster(6, 2);
    let platform = platform(&groups(&levels), |_, _| link(10e-3, 25e6));
    let plan = plan(
        &platform,
        &levels,
        ModelledCall { operation: Operation::Bcast, bytes: 1024, longest_segment: 32 << 10, root: 0 },
        FixedStrategy::default(),
    );
    // One latency, and five gaps of 46 us at most.
    assert_eq!(plan.receivers[0].len(), 5, "{plan:?}");
    assert!((10e-3..10.5e-3).contains(&plan.seconds), "{plan:?}");
}

#[test]
fn the_slow_site_is_served_once_and_every_root_has_a_plan() {
    let levels = cluster(5, 3);
    let platform =
        platform(&groups(&levels), |_, high| if high == 4 { link(20e-3, 12.5e6) } else { link(100e-6, 125e6) });
    for root in 0..15 {
        for operation in [Operation::Bcast, Operation::Reduce, Operation::Allreduce] {
            let plan = plan(
                &platform,
                &levels,
                ModelledCall { operation, bytes: 1 << 20, longest_segment: 32 << 10, root },
                FixedStrategy::default(),
            );
            let home = root as usize / 3;
            let received: Vec<usize> = plan.receivers.concat();
            assert_eq!((received.len(), received.contains(&home)), (4, false), "{plan:?}");
            // The slow link carries the message once, 84 ms, and arrives 20 ms later; its sender may serve two
            // others beside, 17 ms.
            assert!(
                plan.seconds > 0.083 && plan.seconds < if operation == Operation::Allreduce { 0.2 } else { 0.125 },
                "root {root}: {plan:?}"
            );
        }
    }
}

#[test]
fn long_messages_need_not_be_faster_than_the_binomial_tree_of_ranks() {
    let levels = cluster(2, 1);
    let platform = platform(&groups(&levels), |_, _| link(1e-3, 1e8));
    for (bytes, gains) in [(8 << 10, false), (16 << 10, true)] {
        // One message either way: 5 us, 10 ns for each byte, and 1 ms.
        let plan = plan(
            &platform,
            &levels,
            ModelledCall { operation: Operation::Reduce, bytes, longest_segment: 32 << 10, root: 1 },
            FixedStrategy::default(),
        );
        let message = 5e-6 + bytes as f64 * 1e-8 + 1e-3;
        assert!(near(plan.seconds, message) && near(plan.baseline, message) && plan.gains() == gains, "{plan:?}");
    }
}

#[test]
fn combining_occupies_who_receives() {
    let levels = cluster(2, 1);
    let group = |name: &str| parameters::Cluster { name: name.to_owned(), processes: 1, inside: None };
    let platform = Platform::new(vec![group("a"), group("b")], |_, _| link(1e-3, 1e8))
        .and_then(|platform| platform.with_reduction(|group| [2e-9, 7e-9][group]))
        .unwrap();
    let whole = FixedStrategy { segment: Some(1 << 20), ..FixedStrategy::default() };
    let seconds = |operation, root| {
        plan(&platform, &levels, ModelledCall { operation, bytes: 1 << 20, longest_segment: 32 << 10, root }, whole)
            .seconds
    };
    // 5 us, 10 ns for each byte, and 1 ms; 2 ns for each byte at rank 0, 7 ns at rank 1.
    let (message, byte) = (5e-6 + 1048576e-8 + 1e-3, 1048576e-9);
    for (operation, root, expected) in [
        (Operation::Bcast, 0, message),
        (Operation::Reduce, 0, message + 2.0 * byte),
        (Operation::Reduce, 1, message + 7.0 * byte),
        (Operation::Allreduce, 0, 2.0 * message + 2.0 * byte),
    ] {
        assert!(
            (seconds(operation, root) - expected).abs() < 1e-9,
            "{operation:?} {root}: {} not {expected}",
            seconds(operation, root)
        );
    }
}

#[test]
fn every_strategy_has_its_tree_and_none_is_predicted_faster_than_the_chosen_one() {
    let levels = cluster(5, 3);
    let platform = platform(&groups(&levels), |low, high| {
        if high == 4 { link(20e-3, 12.5e6) } else { link(100e-6 * f64::from(low as u32 + 1), 125e6) }
    });
    let groups = groups(&levels);
    for bytes in [1 << 10, 1 << 20] {
        let plan = |strategy| {
            plan(
                &platform,
                &levels,
                ModelledCall { operation: Operation::Reduce, bytes, longest_segment: 32 << 10, root: 4 },
                strategy,
            )
        };
        let chosen = plan(FixedStrategy::default());
        for across in Across::ALL {
            let forced = plan(FixedStrategy { across: Some(across), ..FixedStrategy::default() });
            assert_eq!(forced.across, Some(across));
            assert!(across == Across::Binomial || chosen.seconds <= forced.seconds, "{chosen:?} {forced:?}");
            let trees: Option<Vec<Tree>> = (0..15).map(|rank| forced.tree(&groups, 4, rank)).collect();
            assert_eq!(trees.is_none(), across == Across::Rounds);
            let Some(trees) = trees else { continue };
            assert!(trees.iter().all(|tree| {
                tree.order == trees[4].order
                    && tree
                        .children
                        .iter()
                        .all(|child| trees[child.rank as usize].parent == Some(tree.order[tree.position]))
            }));
            let mut order = trees[4].order.clone();
            order.sort_unstable();
            assert!(order.into_iter().eq(0..15) && trees[4].parent.is_none());
        }
        let flat = plan(FixedStrategy::parse("flat,inside=star,segment=20000").unwrap());
        assert_eq!((flat.receivers[1].len(), flat.shapes[1].inside, flat.segment), (4, Spread::Star, 20000.min(bytes)));
        assert_eq!(
            plan(FixedStrategy::parse("binomial").unwrap())
                .tree(&groups, 4, 4)
                .unwrap()
                .children
                .iter()
                .map(|child| child.rank)
                .collect::<Vec<_>>(),
            [5, 6, 8, 12]
        );
    }
}
