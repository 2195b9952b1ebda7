// SPDX-License-Identifier: MIT OR Apache-2.0
//! The halves of a network that has no levels, equal on all processes.
//!
//! The hosts of a torus are halved across the longest dimension, and the halves again, down to pairs of hosts and to
//! the hosts of one router. The switches of any other network are cut at few links, down to pairs of switches. All
//! hosts of the text are cut, not only those of one communicator, so every process computes the same halves and names,
//! in any communicator.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::level::{HALF_PREFIX, Level, TORUS_HALF_PREFIX};
use crate::name::Name;
use crate::partition;
use crate::place::Step;
use crate::position::NetworkPosition;
use crate::routers::Routers;

/// The most switches that are halved; more take seconds in each process.
const MOST_SWITCHES: u32 = 1 << 12;

/// Halves of a network, and halves of these.
#[derive(Clone, Debug, Default)]
pub(super) struct Halves {
    prefix: &'static str,
    all: Vec<Half>,
    of_hosts: Vec<Option<u32>>,
}

#[derive(Clone, Debug)]
struct Half {
    parent: Option<u32>,
    side: u64,
}

impl Halves {
    /// The halves of hosts at these positions.
    pub(super) fn of(positions: impl Iterator<Item = Option<NetworkPosition>>) -> Self {
        let positions = positions.map(|at| at.filter(|at| at.is_torus));
        let coords: Vec<Option<Vec<u64>>> = positions.map(|at| at.map(|at| at.coords())).collect();
        let mut halves = Self { prefix: TORUS_HALF_PREFIX, all: vec![], of_hosts: vec![None; coords.len()] };
        let hosts = (0..).zip(&coords).filter_map(|(host, coords)| Some((host, &coords.as_ref()?[..]))).collect();
        let mut open: Vec<(Vec<Host<'_>>, Option<u32>)> = vec![(hosts, None)];
        while let Some((hosts, parent)) = open.pop() {
            hosts.iter().for_each(|&(host, _)| halves.of_hosts[host as usize] = parent);
            let Some(cut) = Cut::of(&hosts).filter(|_| hosts.len() > 2) else { continue };
            let sides: (Vec<_>, Vec<_>) = hosts.into_iter().partition(|(_, coords)| coords[cut.dimension] < cut.at);
            // A half with one host is that host.
            for (side, hosts) in [(0, sides.0), (1, sides.1)].into_iter().filter(|(_, hosts)| hosts.len() > 1) {
                halves.all.push(Half { parent, side });
                open.push((hosts, Some(halves.all.len() as u32 - 1)));
            }
        }
        halves
    }

    /// The halves of the switches of a network, by the switch of each host.
    pub(super) fn of_routers(network: &Routers, of_hosts: &[Option<u32>]) -> Self {
        let mut halves = Self { prefix: HALF_PREFIX, all: vec![], of_hosts: vec![None; of_hosts.len()] };
        if network.count > MOST_SWITCHES {
            return halves;
        }
        let mut counts = vec![0; network.count as usize];
        of_hosts.iter().flatten().for_each(|&switch| counts[switch as usize] += 1);
        let has_hosts = |switch: &u32| counts[*switch as usize] > 0;
        let mut around: Vec<Option<u32>> = vec![None; counts.len()];
        let mut open = vec![(network.weighted(counts.clone()), (0..network.count).collect::<Vec<u32>>(), None)];
        while let Some((graph, switches, parent)) = open.pop() {
            switches.iter().for_each(|&switch| around[switch as usize] = parent);
            if switches.iter().filter(|switch| has_hosts(switch)).count() < 3 {
                continue;
            }
            let found = partition::parts(graph.clone(), 2, &|_| vec![]);
            let side = |side: u32| {
                let members: Vec<u32> = (0..).zip(&found).filter(|(_, of)| **of == side).map(|(at, _)| at).collect();
                let switches: Vec<u32> = members.iter().map(|&at| switches[at as usize]).collect();
                (graph.half(&members), switches)
            };
            let sides = [side(0), side(1)];
            let with_hosts = sides.each_ref().map(|(_, switches)| switches.iter().filter(|at| has_hosts(at)).count());
            if with_hosts.contains(&0) {
                continue;
            }
            // A half with one switch with hosts is that switch.
            for ((number, (graph, switches)), _) in (0..).zip(sides).zip(with_hosts).filter(|(_, count)| *count > 1) {
                halves.all.push(Half { parent, side: number });
                open.push((graph, switches, Some(halves.all.len() as u32 - 1)));
            }
        }
        let of_host = |switch: &Option<u32>| around[(*switch)? as usize];
        halves.of_hosts = of_hosts.iter().map(of_host).collect();
        halves
    }

    /// The halves around a host, widest first; `None` if no host is in a half.
    pub(super) fn around(&self, host: usize) -> Option<Arc<[Step]>> {
        if self.all.is_empty() {
            return None;
        }
        let half = |number: u32| &self.all[number as usize];
        let ways = std::iter::successors(self.of_hosts.get(host).copied().flatten(), |&number| half(number).parent);
        let mut sides: Vec<u64> = ways.map(|number| half(number).side).collect();
        sides.reverse();
        let level = |depth: usize| Arc::new(Level::new(&[Name::new(&format!("{}{depth}", self.prefix))]));
        Some(sides.into_iter().enumerate().map(|(depth, side)| Step::new(level(depth), side)).collect())
    }
}

type Host<'a> = (u32, &'a [u64]);

/// A cut through hosts; the hosts with lower coordinates are the first half.
struct Cut {
    dimension: usize,
    at: u64,
}

impl Cut {
    /// A cut across the longest dimension, as near as possible to the middle of the hosts; `None` if all are at one
    /// router.
    fn of(hosts: &[Host<'_>]) -> Option<Self> {
        let (_, first) = hosts.first()?;
        let length = |dimension: usize| {
            let along = hosts.iter().map(|(_, coords)| coords[dimension]);
            along.clone().max().unwrap_or(0) - along.min().unwrap_or(0)
        };
        // Of equally long dimensions the first.
        let dimension = (0..first.len()).rev().max_by_key(|&dimension| length(dimension))?;
        let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
        hosts.iter().for_each(|(_, coords)| *counts.entry(coords[dimension]).or_default() += 1);
        let sum = |before: &mut usize, (&at, &count): (&u64, &usize)| {
            *before += count;
            Some((at, *before - count))
        };
        let cuts = counts.iter().scan(0, sum).skip(1);
        // Of equally good cuts the one with the larger first half.
        cuts.min_by_key(|&(at, before)| ((2 * before).abs_diff(hosts.len()), std::cmp::Reverse(at)))
            .map(|(at, _)| Self { dimension, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sides(dims: &[u64], positions: &[u64]) -> Vec<Vec<u64>> {
        let dims: Arc<[u64]> = dims.into();
        let at = |&position: &u64| Some(NetworkPosition { dims: dims.clone(), position, is_torus: true });
        let halves = Halves::of(positions.iter().map(at));
        let sides = |host| halves.around(host).unwrap_or_default().iter().map(|step| step.instance).collect();
        (0..positions.len()).map(sides).collect()
    }

    #[test]
    fn a_square_is_halved_to_pairs() {
        let all: Vec<u64> = (0..16).collect();
        for (position, sides) in (0_u64..).zip(sides(&[4, 4], &all)) {
            let (x, y) = (position / 4, position % 4);
            assert_eq!(sides, [x / 2, y / 2, x % 2], "{x},{y}");
        }
    }

    #[test]
    fn the_longest_dimension_is_halved_first_and_a_single_host_is_no_half() {
        assert_eq!(sides(&[2, 8], &(0..16).collect::<Vec<_>>())[4..8], [[1, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 0]]);
        assert_eq!(sides(&[3], &[0, 1, 2]), [vec![0], vec![0], vec![]]);
        // Three hosts at one router, and a network that is no torus.
        assert_eq!(sides(&[3], &[1, 1, 1]), [vec![], vec![], vec![]] as [Vec<u64>; 3]);
        assert!(Halves::of([None, None, None].into_iter()).around(1).is_none());
        // The cut is in the middle of the hosts, not of the ring.
        assert_eq!(sides(&[9], &[0, 1, 2, 3, 8]), [vec![0, 0], vec![0, 0], vec![0], vec![1], vec![1]]);
    }

    proptest! {
        #[test]
        fn halves_of_a_whole_torus_are_blocks(dims in prop::collection::vec(1_u64..6, 1..4)) {
            let all: Vec<u64> = (0..dims.iter().product()).collect();
            let sides = sides(&dims, &all);
            let mut blocks: BTreeMap<&[u64], Vec<Vec<u64>>> = BTreeMap::new();
            for (&position, sides) in all.iter().zip(&sides) {
                let at = NetworkPosition { dims: dims[..].into(), position, is_torus: true };
                (0..=sides.len()).for_each(|depth| blocks.entry(&sides[..depth]).or_default().push(at.coords()));
            }
            for (half, block) in blocks {
                let length = |dimension: usize| {
                    let along = block.iter().map(|coords| coords[dimension]);
                    along.clone().max().unwrap() - along.min().unwrap() + 1
                };
                prop_assert_eq!((0..dims.len()).map(length).product::<u64>(), block.len() as u64, "{:?}", half);
                prop_assert!(half.is_empty() || block.len() > 1, "{:?}", half);
            }
        }
    }
}
