// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parts of nodes at the switches of a network without coordinates.

use super::at::At;
use super::torus::Spot;
use crate::partition;
use crate::routers::Routers;

/// The part of each spot; `None` if the spots are not at different switches of this network.
pub(super) fn parts(spots: &[Spot], parts: u32, network: &Routers) -> Option<Vec<u32>> {
    let router = |spot: &Spot| match spot.at {
        Some(At::Router { router, mark, .. }) if mark == network.mark && router < network.count => Some(router),
        _ => None,
    };
    let routers: Vec<u32> = spots.iter().map(router).collect::<Option<_>>()?;
    // The result must not depend on the order of the ranks.
    let mut sorted: Vec<usize> = (0..spots.len()).collect();
    sorted.sort_by_key(|&spot| (routers[spot], spots[spot].identity));
    if routers[*sorted.first()?] == routers[*sorted.last()?] {
        return None;
    }
    let nodes: Vec<(u32, u64)> = sorted.iter().map(|&spot| (routers[spot], u64::from(spots[spot].ranks))).collect();
    let (graph, vertices) = network.with(&nodes);
    let found = partition::parts(graph, parts, &|_| vec![]);
    let mut part = vec![0; spots.len()];
    let mut is_empty = vec![true; parts as usize];
    for (spot, number) in sorted.into_iter().zip(vertices.into_iter().map(|vertex| found[vertex as usize])) {
        part[spot] = number;
        is_empty[number as usize] = false;
    }
    // (Possible if some nodes have many more ranks than others.)
    (!is_empty.contains(&true)).then_some(part)
}
