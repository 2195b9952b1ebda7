// SPDX-License-Identifier: MIT OR Apache-2.0
//! A tree of groups with a separate shape below each switch, chosen by its own parameters (Steffenel, "A framework for
//! adaptive collective communications", §1.3: first the strategy of each cluster, then the schedule between them).
//!
//! The shape below a switch is the one with which a message reaches all groups there from the first one the soonest,
//! with the switches below it already joined. A group that sends to several switches serves the wider one first.

use super::head;
use super::rank_network::RankNetwork;
use super::schedules::Receivers;
use crate::adaptive::groups::network;
use crate::levels::{LevelGroup, Part};
use crate::model::segments::Cuts;
use crate::schedule::segmented;
use crate::timing::contention::{self, Traffic};
use crate::tree::{Spread, parents};

/// A message for the groups of these levels.
pub(crate) struct Message<'a> {
    pub(crate) ports: &'a RankNetwork<'a>,
    pub(crate) groups: &'a [&'a Part],
    pub(crate) bytes: usize,
    pub(crate) cuts: &'a Cuts,
    pub(crate) root: u32,
}

impl Message<'_> {
    /// Returns the groups to which each group sends, in order.
    pub(crate) fn receivers(&self, levels: &LevelGroup) -> Receivers {
        let mut walk = Walk { message: self, next: 0, receivers: vec![vec![]; self.groups.len()] };
        walk.join(levels);
        walk.receivers
    }

    /// Returns the time at which the message has reached all groups below this one.
    fn seconds(&self, first: usize, receivers: &Receivers, limit: f64) -> f64 {
        let rank = |group: usize| head(self.groups[group], self.root) as usize;
        let mut below = vec![vec![]; self.ports.ranks.group.len()];
        let mut open = vec![first];
        while let Some(group) = open.pop() {
            below[rank(group)] = receivers[group].iter().map(|&to| rank(to)).collect();
            open.extend(&receivers[group]);
        }
        let mut seconds = contention::seconds(self.ports, rank(first), &below, self.bytes, Traffic::Down);
        segmented::best_of(self.cuts, limit, |segment, _| seconds(segment)).1
    }
}

struct Walk<'a> {
    message: &'a Message<'a>,
    /// The number of the next group.
    next: usize,
    receivers: Receivers,
}

impl Walk<'_> {
    /// Joins the groups of a level, and returns the one through which their data is received.
    fn join(&mut self, level: &LevelGroup) -> usize {
        let mut firsts: Vec<usize> = level.parts.iter().map(|part| self.part(part)).collect();
        let groups = self.message.groups;
        if let Some(home) = firsts.iter().position(|&first| groups[first].holds(self.message.root)) {
            firsts[..=home].rotate_right(1);
        }
        let mut best = (f64::INFINITY, self.receivers.clone());
        for spread in Spread::ALL.into_iter().chain(Spread::ARY) {
            let receivers = self.joined(&firsts, spread);
            let seconds = self.message.seconds(firsts[0], &receivers, best.0);
            if seconds < best.0 {
                best = (seconds, receivers);
            }
        }
        self.receivers = best.1;
        firsts[0]
    }

    fn part(&mut self, part: &Part) -> usize {
        let is_group = self.message.groups.get(self.next).is_some_and(|group| std::ptr::eq(*group, part));
        match network(part).filter(|_| !is_group) {
            Some(level) => self.join(level),
            None => {
                self.next += 1;
                self.next - 1
            }
        }
    }

    /// Returns the tree so far, with the first groups of all parts of a level joined.
    fn joined(&self, firsts: &[usize], spread: Spread) -> Receivers {
        let mut receivers = self.receivers.clone();
        for (&first, parent) in firsts.iter().zip(parents(spread, firsts.len())) {
            // Inserted at the front: the largest subtree is the last one in a shape, and groups that were joined before
            // are nearer.
            parent.iter().for_each(|&parent| receivers[firsts[parent]].insert(0, first));
        }
        receivers
    }
}

#[cfg(test)]
mod tests {
    use crate::Operation;
    use crate::adaptive::plan::{ModelledCall, Plan, plan};
    use crate::adaptive::strategy::{Across, FixedStrategy};
    use crate::levels::{LevelGroup, Part};
    use crate::model::parameters::{Bundle, Cluster, Gap, Link, Platform};

    /// Six hosts 50 ms apart with fast cables, and six without delays at 10 MB/s, which is what the cable between both
    /// switches has, too.
    fn two_characters() -> (LevelGroup, Platform) {
        let switch = |first: u32| {
            Part::Many(LevelGroup { inside_node: false, parts: (first..first + 6).map(Part::One).collect() })
        };
        let levels = LevelGroup { inside_node: false, parts: vec![switch(0), switch(6)] };
        let link = |latency, byte: f64| {
            let gaps = [0, 1 << 10, 1 << 20].map(|bytes| (bytes, 1e-6 + byte * bytes as f64)).to_vec();
            Link::new(latency, Gap::new(gaps).unwrap()).unwrap()
        };
        let host = |number: usize| Cluster { name: format!("h{number}"), processes: 1, inside: None };
        let between = |one: usize, other: usize| match (one < 6, other < 6) {
            (true, true) => link(50e-3, 1e-11),
            (false, false) => link(1e-6, 1e-7),
            _ => link(25e-3, 1e-7),
        };
        let uplink = |flows: [(usize, usize); 2]| Bundle { flows: flows.to_vec(), factor: 2.0 };
        let platform = Platform::new((0..12).map(host).collect(), between).unwrap();
        (levels, platform.with_bundles(vec![uplink([(0, 6), (1, 7)]), uplink([(6, 0), (7, 1)])]).unwrap())
    }

    fn planned(root: u32, operation: Operation, strategy: &str) -> Plan {
        let (levels, platform) = two_characters();
        let call = ModelledCall { operation, bytes: 256 << 10, longest_segment: 32 << 10, root };
        plan(&platform, &levels, call, FixedStrategy::parse(strategy).unwrap())
    }

    #[test]
    fn a_star_below_one_switch_and_a_chain_below_the_other() {
        for operation in [Operation::Bcast, Operation::Reduce] {
            let chosen = planned(0, operation, "model");
            assert_eq!(chosen.across, Some(Across::PerSwitch), "{chosen:?}");
            let mut expected = vec![vec![]; 12];
            expected[0] = vec![6, 5, 4, 3, 2, 1];
            (6..11).for_each(|host| expected[host] = vec![host + 1]);
            assert_eq!(chosen.receivers, expected);
            // 25 ms, 26.2 ms for all bytes, and 1.6 ms for a segment of 16 KiB on each of five hops.
            let seconds = 25e-3 + (1e-6 + 1e-7 * 16384.0) * (16.0 + 5.0) + 5e-6;
            assert!((chosen.seconds / seconds - 1.0).abs() < 0.01, "{} {seconds}", chosen.seconds);
            for single in ["flat", "chain", "binomial", "FEF", "ECEF-LA", "BottomUp"] {
                let other = planned(0, operation, single);
                assert!(other.seconds > 1.5 * chosen.seconds, "{single}: {} {}", other.seconds, chosen.seconds);
            }
        }
    }

    #[test]
    fn the_root_comes_first_in_what_it_is_in() {
        let chosen = planned(8, Operation::Bcast, "per-switch");
        assert_eq!(chosen.receivers[8][0], 0);
        assert_eq!(chosen.receivers[0], [5, 4, 3, 2, 1]);
        assert_eq!((&chosen.receivers[8][1..], &chosen.receivers[6][..]), (&[6][..], &[7][..]));
    }
}
