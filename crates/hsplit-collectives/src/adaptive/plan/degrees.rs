// SPDX-License-Identifier: MIT OR Apache-2.0
//! The gain of d-ary trees inside a group.

use proptest::prelude::*;

use super::examples::cluster;
use super::insides;
use super::rank_network::RankNetwork;
use super::ranks::Ranks;
use crate::adaptive::groups::groups;
use crate::model::parameters::{Cluster, Gap, Link, Platform};
use crate::timing::segments;
use crate::tree::{Shape, Spread};

/// The fastest of these trees among this number of processes, and its time in its best segments.
fn best(spreads: &[Spread], processes: u32, link: &Link, bytes: usize) -> (Spread, f64) {
    let levels = cluster(1, processes);
    let groups = groups(&levels);
    let group = Cluster { name: "g".into(), processes: processes as usize, inside: Some(link.clone()) };
    let platform = Platform::new(vec![group], |_, _| link.clone()).unwrap();
    let ranks = Ranks::new(&platform, &levels, &groups);
    let network = RankNetwork::new(&ranks, bytes, false);
    let time = |inside: Spread| {
        let below = insides::below(groups[0], Shape { across: Spread::Chain, inside });
        let time = |segment| segments::time(&network, 0, &below, bytes, segment);
        [16 << 10, 24 << 10, 32 << 10]
            .map(|segment: usize| time(segment.min(bytes.max(1))))
            .into_iter()
            .fold(f64::INFINITY, f64::min)
    };
    let timed = spreads.iter().map(|&inside| (inside, time(inside)));
    timed.reduce(|best, other| if other.1 < best.1 { other } else { best }).unwrap()
}

/// The groups of the framework's Table 4 with several processes, with the gaps of `examples/grid.parameters`. Then all
/// 88 machines, each as far from each as two sites are. The gains are those of 1 B, 1 KiB, 4 KiB, 16 KiB, 64 KiB and
/// 1 MiB.
#[test]
fn d_ary_trees_gain_for_short_messages_inside_clusters_and_longer_ones_between_them() {
    let groups = [
        (31, 47.56, 8.0, 9000.0, [1.31, 1.05, 0.91, 0.73, 0.85, 0.52]),
        (6, 35.52, 8.0, 9500.0, [1.00, 1.15, 1.00, 1.00, 0.75, 0.37]),
        (20, 27.53, 8.0, 9000.0, [1.28, 1.03, 0.87, 0.85, 0.88, 0.44]),
        (88, 5210.99, 10.0, 40000.0, [0.39, 0.59, 1.14, 1.60, 1.30, 0.80]),
        (88, 12181.52, 10.0, 95000.0, [0.36, 0.56, 1.12, 1.59, 1.30, 0.80]),
    ];
    for (processes, latency, empty, large, gains) in groups {
        let gap = Gap::new(vec![(0, empty * 1e-6), (1 << 20, large * 1e-6)]).unwrap();
        let link = Link::new(latency * 1e-6, gap).unwrap();
        for (bytes, expected) in [1, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 1 << 20].into_iter().zip(gains) {
            let (_, other) = best(&Spread::ALL, processes, &link, bytes);
            let (_, with) = best(&Spread::ARY, processes, &link, bytes);
            assert!((other / with - expected).abs() < 0.006, "{processes}, {bytes} bytes: {}", other / with);
        }
    }
}

proptest! {
    /// If the latency is at most the gap, there is no gain: a receiver may send as soon as its sender.
    #[test]
    fn near_processes_gain_little(processes in 4_u32..40, latency in 0.01_f64..1.0, bytes in 1_usize..4096) {
        let link = Link::new(latency, Gap::new(vec![(0, 1.0)]).unwrap()).unwrap();
        let ((_, other), (_, with)) =
            (best(&Spread::ALL, processes, &link, bytes), best(&Spread::ARY, processes, &link, bytes));
        prop_assert!(with >= 0.95 * other, "{} {}", other, with);
    }

    /// If the latency is several gaps, the best degree is faster than all other trees of many processes.
    #[test]
    fn far_processes_gain(processes in 24_u32..64, latency in 3.0_f64..6.0) {
        let link = Link::new(latency, Gap::new(vec![(0, 1.0)]).unwrap()).unwrap();
        let ((_, other), (_, with)) =
            (best(&Spread::ALL, processes, &link, 1), best(&Spread::ARY, processes, &link, 1));
        prop_assert!(with < 0.95 * other, "{} {}", other, with);
    }
}
