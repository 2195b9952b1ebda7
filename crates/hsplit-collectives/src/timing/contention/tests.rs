// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shared cables and ports, compared with the events.

use proptest::prelude::*;

use super::*;
use crate::streams::{self, Lengths};
use crate::timing::events::tests::{receivers, trees};
use crate::timing::{Links, events, segments};
use hsplit_core::random::Random;

/// Groups 0 and 1 are below one switch, the others by themselves; across, a byte takes 10 and there is a latency of
/// 100; below the switch 1 and 5. A port takes 1 for a byte, and the trunk of the switch 10.
struct System;

impl System {
    fn is_far(from: usize, to: usize) -> bool {
        from.max(to) > 1
    }
}

impl Links for System {
    fn latency(&self, from: usize, to: usize) -> f64 {
        if Self::is_far(from, to) { 100.0 } else { 5.0 }
    }

    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
        bytes as f64 * if Self::is_far(from, to) { 10.0 } else { 1.0 }
    }

    fn inside(&self, _: usize) -> f64 {
        0.0
    }
}

impl Network for System {
    fn port(&self, _: usize, _: usize, bytes: usize) -> Option<f64> {
        Some(bytes as f64)
    }

    fn cables(&self) -> usize {
        1
    }

    fn leaves_by(&self, from: usize, to: usize) -> &[usize] {
        if from < 2 && to > 1 { &[0] } else { &[] }
    }
}

#[test]
fn two_senders_share_a_trunk() {
    let tree = [vec![2, 1], vec![3], vec![], vec![]];
    // In one piece of 8 bytes: the trunk is busy with the first until 80. 1 has it at 16 + 5; its own is through at
    // 160, and there at 260.
    assert_eq!(time(&System, 0, &tree, 8, 8), 260.0);
    // In 4 pieces of 2: 1 has the first at 4 + 5, the trunk has carried one for each by 40, and 3 more of each by
    // 160.
    assert_eq!(time(&System, 0, &tree, 8, 2), 260.0);
    // 0 alone sends far: the near one does not wait for it.
    assert_eq!(time(&System, 0, &[vec![2, 1], vec![], vec![]], 8, 8), 180.0);
    assert_eq!(segments::time(&System, 0, &tree, 8, 8), 88.0 + 5.0 + 80.0 + 100.0);
}

#[test]
fn a_port_before_a_slow_cable_is_free_sooner() {
    // 1 receives at 8 + 5, while 2 receives until 80 + 100: with one port for all of the gap it would be 88 + 5 and
    // 180, or 188.
    assert_eq!(time(&System, 0, &[vec![1, 2], vec![], vec![]], 8, 8), 188.0);
    // In pieces of a byte: the first one far is through at 1 + 10, and seven more every 10.
    assert_eq!(time(&System, 0, &[vec![1, 2], vec![], vec![]], 8, 1), 11.0 + 70.0 + 100.0);
}

#[test]
fn back_on_the_same_cables() {
    let (near, far) = ([vec![1, 2], vec![], vec![]], [vec![2], vec![], vec![1]]);
    // The trunk carries a piece every 10 in each direction, whichever way it is needed.
    assert_eq!(seconds(&System, 0, &near, 8, Traffic::DownAndBack)(1), time(&System, 0, &near, 8, 1));
    // 2 passes on to 1, and what 1 sends back goes through the same trunk. All of a short message is through before
    // anything is back.
    assert_eq!(
        (time(&System, 0, &far, 8, 1), seconds(&System, 0, &far, 8, Traffic::DownAndBack)(1)),
        (110.0 + 110.0 + 70.0, 110.0 + 110.0 + 70.0)
    );
    // Of a long one, 22 pieces are, 10 apart: from 1 to 0 it takes 220. 76 more are 20 apart, and the last one 10
    // after them.
    assert_eq!(
        (time(&System, 0, &far, 100, 1), seconds(&System, 0, &far, 100, Traffic::DownAndBack)(1)),
        (220.0 + 990.0, 220.0 + 220.0 + 1520.0 + 10.0)
    );
}

/// Arbitrary links between ranks on nodes with shared cables.
struct Cabled {
    seed: u64,
    /// The number of ranks of a node.
    node: usize,
    /// The factor by which a message keeps a link busy longer than a port.
    slow: f64,
}

impl Cabled {
    fn new(seed: u64, node: usize, slow: f64) -> Self {
        Self { seed, node, slow }
    }

    /// Returns the time for which a message keeps a port busy.
    fn busy(&self, from: usize, to: usize, bytes: usize) -> f64 {
        self.number(from, to, 2) + bytes as f64 * self.number(from, to, 3)
    }

    /// From 1 to 2; no two are equal, so that no messages arrive at the same time.
    fn number(&self, from: usize, to: usize, salt: u64) -> f64 {
        1.0 + Random(self.seed ^ (salt << 32 | (from.min(to) << 16 | from.max(to)) as u64)).fraction()
    }
}

impl Links for Cabled {
    fn latency(&self, from: usize, to: usize) -> f64 {
        100.0 * (self.number(from, to, 1) - 1.0).powi(2)
    }

    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
        self.slow * self.busy(from, to, bytes)
    }
}

impl Network for Cabled {
    fn port(&self, from: usize, to: usize, bytes: usize) -> Option<f64> {
        Some(self.busy(from, to, bytes))
    }

    fn cables(&self) -> usize {
        64 / self.node
    }

    fn leaves_by(&self, from: usize, to: usize) -> &[usize] {
        const EACH: [[usize; 1]; 64] = {
            let (mut each, mut at) = ([[0]; 64], 0);
            while at < 64 {
                each[at] = [at];
                at += 1;
            }
            each
        };
        if from / self.node == to / self.node { &[] } else { &EACH[from / self.node] }
    }
}

fn by_events(network: &impl Network, tree: &[Vec<usize>], bytes: usize, segment: usize) -> f64 {
    let lengths = Lengths { message: segment, memory: segment };
    let streams: Vec<_> = trees(tree).iter().map(|tree| streams::broadcast(tree, bytes, lengths)).collect();
    events::time(network, &streams, segment)
}

/// Compares the time of a tree with that of the events, up to a fraction.
fn compared(
    network: &impl Network,
    tree: &[Vec<usize>],
    bytes: usize,
    segment: usize,
    off: f64,
) -> Result<(), TestCaseError> {
    let (rates, exact) = (time(network, 0, tree, bytes, segment), by_events(network, tree, bytes, segment));
    prop_assert!((rates - exact).abs() <= off * exact, "{rates} for {exact}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// One segment waits for ports and cables as it does event by event.
    #[test]
    fn one_segment_is_followed_exactly(
        parents in prop::collection::vec(0usize..100, 0..16),
        bytes in 1usize..100,
        node in 1usize..5,
        slow in 1.0..3.0,
        seed: u64,
    ) {
        compared(&Cabled::new(seed, node, slow), &receivers(&parents), bytes, bytes, 1e-9)?;
    }

    /// All other segments do so too, if no cable is shared and ports are busy for the gap.
    #[test]
    fn segments_that_share_nothing_are_followed_exactly(
        parents in prop::collection::vec(0usize..100, 0..16),
        bytes in 1usize..300,
        segment in 1usize..100,
        seed: u64,
    ) {
        let (network, tree) = (Cabled::new(seed, 1, 1.0), receivers(&parents));
        compared(&network, &tree, bytes, segment.min(bytes), 1e-9)?;
        let (rates, known) =
            (time(&network, 0, &tree, bytes, segment), segments::time(&network, 0, &tree, bytes, segment));
        prop_assert!((rates - known).abs() <= 1e-9 * known, "{rates} and {known}");
    }

    /// Otherwise rates are close to the events, and closer the more segments there are.
    #[test]
    fn rates_are_near_to_events(
        parents in prop::collection::vec(0usize..100, 0..16),
        count in 2usize..6,
        node in 1usize..5,
        slow in 1.0..3.0,
        seed: u64,
    ) {
        let (network, tree) = (Cabled::new(seed, node, slow), receivers(&parents));
        compared(&network, &tree, 20 * count - 7, 20, 0.5)?;
        compared(&network, &tree, 20 * 64 - 7, 20, 0.2)?;
    }
}
