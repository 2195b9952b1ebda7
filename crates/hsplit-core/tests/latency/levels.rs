// SPDX-License-Identifier: MIT OR Apache-2.0
//! Levels found from the latencies of known hierarchies.

use hsplit_core::latency::{Latencies, Tolerance};

use std::collections::BTreeSet;

use hsplit_core::latency::levels::*;
use hsplit_core::random::Random;
use hsplit_testing::synthetic::{Synthetic, renumbered};
use hsplit_testing::table_4::{clusters, grid};
use proptest::prelude::*;

/// The sets of nodes of all groups inside: the hierarchy without latencies.
pub fn sets(group: &LatencyGroup) -> BTreeSet<Vec<usize>> {
    let inside =
        |group: &LatencyGroup| -> Vec<Vec<usize>> { sets(group).into_iter().chain([group.nodes.clone()]).collect() };
    group.groups.iter().flat_map(inside).collect()
}

fn as_renumbered(sets: &BTreeSet<Vec<usize>>, number: &[usize]) -> BTreeSet<Vec<usize>> {
    let renumber = |set: &Vec<usize>| {
        let mut set: Vec<usize> = set.iter().map(|&node| number[node]).collect();
        set.sort_unstable();
        set
    };
    sets.iter().map(renumber).collect()
}

#[test]
fn the_papers_grid_has_sites_and_clusters() {
    for percent in [20.0, 30.0] {
        let all = levels(&grid(), Tolerance::new(percent / 100.0).unwrap());
        let sites: Vec<&[usize]> = all.groups.iter().map(|site| &site.nodes[..]).collect();
        assert_eq!(sites, [&[0, 1][..], &[2, 3, 4], &[5]].map(clusters), "Orsay, IDPOT, Toulouse");
        let inside =
            |site: usize| all.groups[site].groups.iter().map(|cluster| cluster.nodes.clone()).collect::<Vec<_>>();
        assert_eq!(inside(0), [clusters(&[0]), clusters(&[1])]);
        assert_eq!(inside(1), [clusters(&[2])], "two machines of the site are in no cluster");
        assert!(inside(2).is_empty());
        let latencies: Vec<f64> = all.groups.iter().map(|site| site.latency).collect();
        assert_eq!((all.latency, &latencies[..]), (5210.99, &[62.10, 60.08, 27.53][..]));
        assert_eq!(all.depth(), 2);
        let paths = all.paths();
        assert_eq!(
            [0, 30, 31, 59, 60, 66, 67, 68, 87].map(|node| &paths[node][..]),
            [&[0, 0][..], &[0, 0], &[0, 1], &[0, 1], &[1, 0], &[1], &[1], &[2], &[2]]
        );
    }
}

#[test]
fn where_all_are_alike_there_is_no_level() {
    for nodes in [0, 1, 2, 3, 17] {
        let all = levels(&Latencies::new(nodes, |_, _| 5.0), Tolerance::DEFAULT);
        assert_eq!((all.nodes, all.groups), ((0..nodes).collect(), vec![]));
    }
}

#[test]
fn a_ring_is_one_group() {
    let hops = |a: usize, b: usize| a.abs_diff(b).min(12 - a.abs_diff(b)) as f64;
    assert_eq!(levels(&Latencies::new(12, hops), Tolerance::DEFAULT).depth(), 0);
    // On average its nodes are farther from each other than from the other ring.
    let two = Latencies::new(24, |a, b| if a / 12 == b / 12 { hops(a % 12, b % 12) } else { 2.5 });
    assert_eq!(sets(&levels(&two, Tolerance::DEFAULT)), [(0..12).collect(), (12..24).collect()].into());
}

#[test]
fn what_is_not_known_is_farthest() {
    let known = |a: usize, b: usize| if a / 3 == b / 3 { 5.0 } else { f64::NAN };
    let all = levels(&Latencies::new(7, known), Tolerance::DEFAULT);
    assert_eq!(sets(&all), [vec![0, 1, 2], vec![3, 4, 5]].into());
    assert_eq!(all.latency, f64::INFINITY);
    let none = levels(&Latencies::new(4, |_, _| 0.0), Tolerance::DEFAULT);
    assert_eq!((none.nodes.len(), none.depth()), (4, 0));
}

#[test]
fn nodes_beside_a_switch_are_no_group() {
    // Nodes 0 to 2 below a switch, 3 and 4 next to it; 5 to 7 elsewhere.
    let latency = |a: usize, b: usize| match (a.min(b), a.max(b)) {
        (_, 0..=2) => 10.0,
        (_, 3..=4) => 20.0,
        (5.., _) => 15.0,
        _ => 100.0,
    };
    let all = levels(&Latencies::new(8, latency), Tolerance::DEFAULT);
    assert_eq!(sets(&all), [vec![0, 1, 2], vec![0, 1, 2, 3, 4], vec![5, 6, 7]].into());
    assert_eq!(all.paths(), [vec![0, 0], vec![0, 0], vec![0, 0], vec![0], vec![0], vec![1], vec![1], vec![1]]);
}

/// Random latencies for every pair of nodes, without a hierarchy.
fn chaos(seed: u64, nodes: usize) -> Latencies {
    let mut random = Random(seed);
    Latencies::symmetric(nodes, |_, _| match random.below(20) {
        0 => f64::INFINITY,
        _ => 1.0 + random.fraction() * 1000.0,
    })
}

fn lawful(group: &LatencyGroup) -> Result<(), TestCaseError> {
    prop_assert!(group.nodes.windows(2).all(|pair| pair[0] < pair[1]));
    prop_assert!(group.groups.windows(2).all(|pair| pair[0].nodes[0] < pair[1].nodes[0]));
    let mut inside = BTreeSet::new();
    for part in &group.groups {
        prop_assert!((2..group.nodes.len()).contains(&part.nodes.len()), "a strict part");
        prop_assert!(part.nodes.iter().all(|node| group.nodes.contains(node)), "nested");
        prop_assert!(part.nodes.iter().all(|node| inside.insert(*node)), "disjoint");
        lawful(part)?;
    }
    Ok(())
}

fn descends(group: &LatencyGroup) -> bool {
    group.groups.iter().all(|part| part.latency < group.latency && descends(part))
}

proptest! {
    #[test]
    fn no_tree_still_gives_nested_groups(
        seed: u64,
        number in (2usize..40).prop_flat_map(|nodes| Just((0..nodes).collect::<Vec<_>>()).prop_shuffle()),
        scale in -20i32..20,
    ) {
        let latencies = chaos(seed, number.len());
        let all = levels(&latencies, Tolerance::DEFAULT);
        lawful(&all)?;
        prop_assert_eq!(&all.nodes, &(0..number.len()).collect::<Vec<_>>(), "complete");
        prop_assert_eq!(all.paths().iter().map(Vec::len).max(), Some(all.depth()));
        let other = levels(&renumbered(&latencies, &number), Tolerance::DEFAULT);
        prop_assert_eq!(sets(&other), as_renumbered(&sets(&all), &number), "in whatever order");
        let scaled = Latencies::new(number.len(), |a, b| latencies.between(a, b) * 2f64.powi(scale));
        prop_assert_eq!(sets(&levels(&scaled, Tolerance::DEFAULT)), sets(&all), "in whatever unit");
    }

    /// Leaves at one depth, noise up to the tolerance.
    #[test]
    fn a_synthetic_hierarchy_is_found(seed: u64, depth in 2usize..=4, scale in 0.001f64..1000.0) {
        let mut random = Random(seed);
        let synthetic = Synthetic::even(&mut random, depth);
        let number = random.order(synthetic.nodes());
        let latencies = renumbered(&synthetic.latencies(&mut random, 0.199, scale), &number);
        let all = levels(&latencies, Tolerance::DEFAULT);
        lawful(&all)?;
        prop_assert_eq!(sets(&all), as_renumbered(&synthetic.groups(), &number));
        prop_assert_eq!(all.depth(), depth - 1);
        prop_assert!(descends(&all), "nearer inside than outside");
    }

    /// Single nodes next to switches, branches of any depth, noise up to half the tolerance.
    #[test]
    fn a_ragged_hierarchy_is_found(seed: u64, scale in 0.001f64..1000.0) {
        let mut random = Random(seed);
        let synthetic = Synthetic::ragged(&mut random);
        let number = random.order(synthetic.nodes());
        let latencies = renumbered(&synthetic.latencies(&mut random, 0.099, scale), &number);
        let all = levels(&latencies, Tolerance::DEFAULT);
        lawful(&all)?;
        prop_assert_eq!(sets(&all), as_renumbered(&synthetic.groups(), &number));
    }
}
