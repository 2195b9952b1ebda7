// SPDX-License-Identifier: MIT OR Apache-2.0
//! The measured pairs of a survey, and its results.

use hsplit_core::latency::levels::{LatencyGroup, levels};
use hsplit_core::latency::schedule::rounds;
use hsplit_core::latency::{Latencies, Tolerance};

use crate::levels::sets;
use hsplit_core::latency::schedule::partner;
use hsplit_core::latency::survey::*;
use hsplit_core::random::Random;
use hsplit_testing::synthetic::Synthetic;
use proptest::prelude::*;

/// The hierarchy, and the numbers of rounds and pairs.
fn run(nodes: usize, block: usize, measured: impl Fn(usize, usize) -> f64) -> (Option<LatencyGroup>, usize, usize) {
    let mut survey = Survey::new(nodes, block, Tolerance::DEFAULT);
    let (mut stages, mut took, mut pairs) = (0, 0, 0);
    while let blocks @ [_, ..] = &survey.blocks()[..] {
        took += blocks.iter().map(|members| rounds(members.len())).max().unwrap();
        pairs += blocks.iter().map(|members| members.len() * (members.len() - 1) / 2).sum::<usize>();
        survey.take(&measured);
        stages += 1;
        assert!(stages < 4 * nodes + 8, "it ends");
    }
    let mut checks = vec![];
    for round in check_rounds(nodes) {
        took += 1;
        let met =
            (0..nodes).filter_map(|node| Some((node, partner(nodes, round, node).filter(|other| node < *other)?)));
        checks.extend(met.map(|(node, other)| (node, other, measured(node, other))));
    }
    (survey.finish(&checks), took, pairs + checks.len())
}

#[test]
fn ten_thousand_nodes() {
    // Islands of 27 or 28 leaves of 36 nodes, none of them aligned with blocks.
    let latency = |a: usize, b: usize| match (a / 36 == b / 36, a / 1000 == b / 1000) {
        (_, false) => 9.0,
        (true, true) => 2.0,
        (false, true) => 4.0,
    };
    let (found, rounds, pairs) = run(10_000, 32, latency);
    let found = found.unwrap();
    assert_eq!(found.groups.len(), 10);
    assert!(
        found
            .groups
            .iter()
            .enumerate()
            .all(|(island, group)| group.nodes == (1000 * island..1000 * (island + 1)).collect::<Vec<_>>())
    );
    assert!(
        found
            .groups
            .iter()
            .flat_map(|island| &island.groups)
            .all(|leaf| leaf.nodes.iter().all(|node| node / 36 == leaf.nodes[0] / 36))
    );
    assert_eq!(found.groups.iter().map(|island| island.groups.len()).sum::<usize>(), 286);
    assert_eq!((rounds, pairs), (221, 411_363), "instead of 9,999 rounds and 49,995,000 pairs");
}

#[test]
fn few_nodes_are_one_stage() {
    let latency = |a: usize, b: usize| if a / 3 == b / 3 { 1.0 } else { 5.0 };
    let (found, rounds, pairs) = run(12, 32, latency);
    assert_eq!(
        (found, rounds, pairs),
        (Some(levels(&Latencies::new(12, latency), Tolerance::DEFAULT)), 11 + 11, 66 + 66)
    );
    assert_eq!(run(0, 32, latency), (None, 0, 0));
    assert_eq!(run(1, 32, latency).0.map(|all| all.nodes), Some(vec![0]));
}

#[test]
fn an_order_that_hides_groups_is_noticed() {
    // Neighbours are never in one group; and random latencies.
    let latency = |a: usize, b: usize| if a % 100 == b % 100 { 1.0 } else { 5.0 };
    assert_eq!(run(1000, 8, latency).0, None);
    for seed in 0..20 {
        let order = Random(seed).order(1000);
        assert_eq!(run(1000, 8, |a, b| latency(order[a], order[b])).0, None);
    }
}

#[test]
fn where_nothing_is_known_it_ends() {
    assert_eq!(run(100, 8, |_, _| f64::NAN).0.map(|all| (all.nodes.len(), all.depth())), Some((100, 0)));
}

proptest! {
    #[test]
    fn a_synthetic_hierarchy_is_found(seed: u64, ragged: bool, block in 2usize..24) {
        let mut random = Random(seed);
        let synthetic = if ragged { Synthetic::ragged(&mut random) } else { Synthetic::even(&mut random, 4) };
        let latencies = synthetic.latencies(&mut random, 0.099, 1.0);
        let found = run(synthetic.nodes(), block, |a, b| latencies.between(a, b)).0;
        prop_assert_eq!(found.as_ref().map(sets), Some(synthetic.groups()));
    }
}
