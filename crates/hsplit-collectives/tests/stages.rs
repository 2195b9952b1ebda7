// SPDX-License-Identifier: MIT OR Apache-2.0
//! Broadcasts in stages inside groups: every rank gets all data, also with the planner's stages.

#[path = "post/bytes.rs"]
mod bytes;
mod post;

use std::collections::BTreeSet;

use proptest::prelude::*;

use bytes::{copy_in_stages, values};
use hsplit_collectives::Operation;
use hsplit_collectives::adaptive::groups::groups;
use hsplit_collectives::adaptive::plan::{ModelledCall, Plan, plan};
use hsplit_collectives::adaptive::strategy::FixedStrategy;
use hsplit_collectives::levels::{LevelGroup, Part};
use hsplit_collectives::model::parameters::{Cluster, Gap, Link, Platform};
use hsplit_collectives::streams::{Lengths, Streams};
use hsplit_collectives::tree::Staged;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_broadcast_in_stages_reaches_every_rank(
        count in 1usize..14,
        turn in 0usize..14,
        bytes in 0usize..70,
        way in 0..Staged::ALL.len(),
    ) {
        let staged = Staged::ALL[way];
        let ranks: Vec<u32> = (0..count).map(|at| ((at * 5 + turn) % count) as u32).collect();
        prop_assume!(ranks.iter().collect::<BTreeSet<_>>().len() == count);
        let at = |rank: usize| ranks.iter().position(|&other| other as usize == rank).expect("a place");
        // In the first stage the first rank already has the message.
        let stages = |rank: usize| {
            let own = if at(rank) == 0 { 0..bytes } else { 0..0 };
            let mut all = vec![Streams { receives: vec![], sends: vec![], own }];
            all.extend(staged.stages(&ranks, at(rank), bytes));
            all
        };
        let found = copy_in_stages(count, bytes, 3, stages);
        let messages: usize = found.iter().flat_map(|(_, load)| load.values()).sum();
        for (data, _) in found {
            prop_assert_eq!(data, values(0..bytes), "{:?}", staged);
        }
        // If every share has a byte, no rank receives a share that it has.
        let full = count > 1 && bytes.div_ceil(count) * (count - 1) < bytes;
        let once: usize = (1..count).map(|at| 1 << at.trailing_zeros()).map(|width: usize| count - width).sum();
        match staged {
            Staged::ScatterRing if full && count.is_power_of_two() => prop_assert_eq!(messages, count - 1 + once),
            Staged::ScatterRing | Staged::ScatterDoubling => (),
            _ => prop_assert_eq!(messages, 3 * (count - 1)),
        }
    }
}

#[test]
fn a_plan_in_stages_reaches_every_rank() {
    let node = |first: u32, ranks: u32| {
        Part::Many(LevelGroup { inside_node: true, parts: (first..first + ranks).map(Part::One).collect() })
    };
    let levels = LevelGroup { inside_node: false, parts: vec![node(0, 4), Part::One(4), node(5, 6)] };
    let groups = groups(&levels);
    let link = || Link::new(1e-6, Gap::new(vec![(0, 1e-6), (1024, 2e-6)]).expect("a gap")).expect("a link");
    let group = |(number, part): (usize, &&Part)| Cluster {
        name: format!("n{number}"),
        processes: part.ranks().len(),
        inside: (part.ranks().len() > 1).then(link),
    };
    let platform = Platform::new(groups.iter().enumerate().map(group).collect(), |_, _| link()).expect("a platform");
    for staged in Staged::ALL {
        let strategy = FixedStrategy::parse(&format!("flat,inside={}", staged.name())).expect("a strategy");
        for root in 0..11 {
            let long = FixedStrategy { across: None, ..strategy };
            let long = plan(
                &platform,
                &levels,
                ModelledCall { operation: Operation::Bcast, bytes: 1 << 20, longest_segment: 32 << 10, root },
                long,
            );
            assert!(long.words(Operation::Bcast).contains(staged.name()), "{long:?}");
            let plan = plan(
                &platform,
                &levels,
                ModelledCall { operation: Operation::Bcast, bytes: 50, longest_segment: 16, root },
                strategy,
            );
            assert!(plan.words(Operation::Bcast).contains(staged.name()) && plan.seconds > 0.0, "{plan:?}");
            let lengths = Lengths { message: plan.segment, memory: plan.segment };
            let stages = |rank: usize| {
                plan.broadcast(&groups, &plan.tree(&groups, root, rank as u32).expect("a tree"), 50, lengths)
            };
            for (data, _) in copy_in_stages(11, 50, 3, stages) {
                assert_eq!(data, values(0..50), "{staged:?} from {root}");
            }
            let reduce = plan_of(&platform, &levels, Operation::Reduce, root, strategy);
            assert!(!reduce.words(Operation::Reduce).contains(staged.name()), "{reduce:?}");
        }
    }
}

/// The model scatters and collects in one group, and not in the other one. (Rounds of messages, which have no groups,
/// would be faster.)
#[test]
fn a_plan_in_which_one_group_goes_in_stages_reaches_every_rank() {
    let node = |ranks: std::ops::Range<u32>| {
        Part::Many(LevelGroup { inside_node: true, parts: ranks.map(Part::One).collect() })
    };
    let levels = LevelGroup { inside_node: false, parts: vec![node(0..8), node(8..11)] };
    let groups = groups(&levels);
    let link = |message, byte: f64| {
        let gaps = [0, 1 << 10, 1 << 20].map(|bytes| (bytes, message + byte * f64::from(bytes as u32))).to_vec();
        Link::new(1e-6, Gap::new(gaps).expect("a gap")).expect("a link")
    };
    let group = |name: &str, processes, inside| Cluster { name: name.into(), processes, inside: Some(inside) };
    let inside = vec![group("messages", 8, link(10e-6, 1e-9)), group("bytes", 3, link(1e-7, 4e-9))];
    let platform = Platform::new(inside, |_, _| link(10e-6, 1e-9)).expect("a platform");
    let trees = FixedStrategy::parse("flat").expect("a strategy");
    let mut staged = 0;
    for root in 0..11 {
        let bytes = 64 << 10;
        let call = ModelledCall { operation: Operation::Bcast, bytes, longest_segment: 32 << 10, root };
        let plan = plan(&platform, &levels, call, trees);
        staged += u32::from(plan.words(Operation::Bcast).contains("chain inside 1, scatter-doubling inside 0"));
        let lengths = Lengths { message: plan.segment, memory: plan.segment };
        let stages = |rank: usize| {
            plan.broadcast(&groups, &plan.tree(&groups, root, rank as u32).expect("a tree"), bytes, lengths)
        };
        for (data, _) in copy_in_stages(11, bytes, 3, stages) {
            assert_eq!(data, values(0..bytes), "from {root}: {plan:?}");
        }
    }
    assert_eq!(staged, 8, "from every root in the first group");
}

fn plan_of(platform: &Platform, levels: &LevelGroup, operation: Operation, root: u32, strategy: FixedStrategy) -> Plan {
    plan(platform, levels, ModelledCall { operation, bytes: 50, longest_segment: 16, root }, strategy.of(operation))
}
