// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parts of the nodes of a torus, computed from a graph of the nodes.

use std::collections::{BTreeMap, BTreeSet};

use super::at::At;
use crate::partition::{self, Graph};
use crate::position::NetworkPosition;

/// A node, or ranks inside one.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) ranks: u32,
    /// A number that distinguishes nodes of the same router.
    pub(super) identity: u64,
    pub(super) at: Option<At>,
}

/// The part of each spot; `None` if the spots are not at different places of one torus.
pub(super) fn parts(spots: &[Spot], parts: u32) -> Option<Vec<u32>> {
    let positions = spots.iter().map(|spot| match &spot.at {
        Some(At::Torus(position)) => Some(position),
        _ => None,
    });
    let all: Vec<&NetworkPosition> = positions.collect::<Option<_>>()?;
    let dims = &all.first()?.dims;
    if !all.iter().all(|at| at.is_in_torus_of(all[0])) {
        return None;
    }
    // The result must not depend on the order of the ranks.
    let mut sorted: Vec<usize> = (0..spots.len()).collect();
    sorted.sort_by_key(|&spot| (all[spot].position, spots[spot].identity));
    let coords: Vec<Vec<u64>> = sorted.iter().map(|&spot| all[spot].coords()).collect();
    if coords.first() == coords.last() {
        return None;
    }
    let orders =
        |vertices: &[u32]| orders(&vertices.iter().map(|&at| &coords[at as usize][..]).collect::<Vec<_>>(), dims);
    let found = partition::parts(graph(&coords, dims, &sorted, spots), parts, &orders);
    let mut part = vec![0; spots.len()];
    sorted.into_iter().zip(found).for_each(|(spot, number)| part[spot] = number);
    Some(part)
}

/// The graph of neighbours along each dimension. Nodes of one router stay together if possible.
fn graph(coords: &[Vec<u64>], dims: &[u64], sorted: &[usize], spots: &[Spot]) -> Graph {
    let mut graph = Graph::new(sorted.iter().map(|&spot| u64::from(spots[spot].ranks)).collect());
    let mut routers: BTreeMap<&[u64], Vec<u32>> = BTreeMap::new();
    coords.iter().zip(0..).for_each(|(coords, vertex)| routers.entry(coords).or_default().push(vertex));
    for (router, vertices) in &routers {
        let pairs = if vertices.len() > MOST_LINKED { weight(vertices.len(), vertices.len()) } else { 1 };
        vertices.windows(2).for_each(|pair| graph.link(pair[0], pair[1], 4 * dims.len() as u32 * pairs));
        for (dimension, &length) in dims.iter().enumerate() {
            let mut next = router.to_vec();
            next[dimension] = (next[dimension] + 1) % length;
            // On a ring of two, each node is the next of the other; the link is added once.
            let is_told_already = length < 3 && next[dimension] == 0;
            let others = routers.get(&next[..]).filter(|_| !is_told_already);
            others.into_iter().for_each(|others| link_all(&mut graph, vertices, others));
        }
    }
    graph
}

/// The most vertices of a router that are linked to all of each neighbour: with ranks as vertices there are many more.
const MOST_LINKED: usize = 16;

/// Links the vertices of two adjacent routers: all of them, or the first ones with the weight of all.
fn link_all(graph: &mut Graph, some: &[u32], others: &[u32]) {
    if some.len().max(others.len()) <= MOST_LINKED {
        some.iter().for_each(|&one| others.iter().for_each(|&other| graph.link(one, other, 1)));
    } else if let (Some(&one), Some(&other)) = (some.first(), others.first()) {
        graph.link(one, other, weight(some.len(), others.len()));
    }
}

/// Returns the weight of the links of all pairs of vertices.
fn weight(some: usize, others: usize) -> u32 {
    const MOST: u32 = 1 << 24;
    u32::try_from(some * others).map_or(MOST, |weight| weight.min(MOST))
}

/// Orders of the vertices by their coordinates, each with another dimension first, the longest dimension before the
/// others. A ring begins after its longest gap without vertices.
fn orders(coords: &[&[u64]], dims: &[u64]) -> Vec<Vec<u32>> {
    let of_dimension = |dimension: usize| {
        let used: BTreeSet<u64> = coords.iter().map(|coords| coords[dimension]).collect();
        let after = used.iter().skip(1).chain(used.first());
        let gap = |(&from, &to): (&u64, &u64)| ((to + dims[dimension] - from - 1) % dims[dimension], to);
        // Of equal gaps the last: without a gap, that is the one that ends at 0.
        let (free, begin) = used.iter().zip(after).map(gap).max_by_key(|(free, _)| *free).unwrap_or_default();
        (dims[dimension] - free, begin, dimension)
    };
    let mut dimensions: Vec<(u64, u64, usize)> = (0..dims.len()).map(of_dimension).collect();
    dimensions.sort_by_key(|&(length, _, dimension)| (std::cmp::Reverse(length), dimension));
    let order = |first: usize| {
        let mut order: Vec<u32> = (0..coords.len() as u32).collect();
        let along = |vertex: u32, (_, begin, dimension): (u64, u64, usize)| {
            (coords[vertex as usize][dimension] + dims[dimension] - begin) % dims[dimension]
        };
        order.sort_by_cached_key(|&vertex| {
            let others = dimensions.iter().enumerate().filter(|(at, _)| *at != first).map(|(_, of)| *of);
            std::iter::once(dimensions[first]).chain(others).map(|of| along(vertex, of)).collect::<Vec<u64>>()
        });
        order
    };
    (0..dimensions.len()).filter(|&at| dimensions[at].0 > 1).map(order).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use proptest::prelude::*;

    fn spots(dims: &[u64], order: &[u64]) -> Vec<Spot> {
        let dims: Arc<[u64]> = dims.into();
        let spot = |&position: &u64| {
            let at = NetworkPosition { dims: dims.clone(), position, is_torus: true };
            Spot { ranks: 1, identity: position, at: Some(At::Torus(at)) }
        };
        order.iter().map(spot).collect()
    }

    /// The parts by position, the number of pieces, and the number of cut links.
    fn cut(dims: &[u64], order: &[u64], number: u32) -> (BTreeMap<u64, u32>, usize, i64) {
        let spots = spots(dims, order);
        let found = parts(&spots, number).expect("a torus");
        let by_position: BTreeMap<u64, u32> = order.iter().copied().zip(found).collect();
        let positions: Vec<u64> = by_position.keys().copied().collect();
        let at = |&position: &u64| NetworkPosition { dims: dims.into(), position, is_torus: true }.coords();
        let coords: Vec<Vec<u64>> = positions.iter().map(at).collect();
        let sorted: Vec<usize> = (0..order.len()).collect();
        let (pieces, cut) =
            graph(&coords, dims, &sorted, &spots).pieces_and_cut(&by_position.values().copied().collect::<Vec<_>>());
        (by_position, pieces, cut)
    }

    fn all(dims: &[u64]) -> Vec<u64> {
        (0..dims.iter().product()).collect()
    }

    #[test]
    fn four_parts_of_a_square_are_squares() {
        let (parts, pieces, links) = cut(&[4, 4], &all(&[4, 4]), 4);
        assert_eq!((pieces, links), (4, 16));
        for (position, part) in parts {
            let (x, y) = (position / 4, position % 4);
            assert_eq!(part, (x / 2 * 2 + y / 2) as u32, "{x},{y}");
        }
        // Halves of a long torus, and of a part of a torus that wraps around its end.
        let (_, pieces, long) = cut(&[2, 3, 8], &all(&[2, 3, 8]), 2);
        assert_eq!((pieces, long), (2, 12));
        let around: Vec<u64> = (0..4).flat_map(|y| [6, 7, 0, 1].map(|x| x * 4 + y)).collect();
        let (parts, pieces, links) = cut(&[8, 4], &around, 2);
        assert_eq!((pieces, links), (2, 4));
        assert!(parts.iter().all(|(position, part)| *part == u32::from(position / 4 < 4)));
    }

    #[test]
    fn what_is_no_torus_has_no_parts_of_one() {
        let mut two = spots(&[4, 4], &[0, 1, 2]);
        two.extend(spots(&[2, 8], &[3]));
        assert!(parts(&two, 2).is_none());
        let mut one = spots(&[4, 4], &[5, 5, 5]);
        (0..).zip(&mut one).for_each(|(identity, spot)| spot.identity = identity);
        assert!(parts(&one, 2).is_none());
    }

    fn shuffled(order: &mut [u64], seed: u64) {
        order.sort_by_key(|position| crate::hash::hash(format!("{seed} {position}").as_bytes()));
    }

    #[test]
    fn ranks_of_many_nodes_are_cut_in_proportional_time() {
        // 100,000 ranks: all pairs of neighbours would be 37,500,000 links.
        let positions: Vec<u64> = all(&[10, 10, 8]).into_iter().flat_map(|position| [position; 125]).collect();
        let mut spots = spots(&[10, 10, 8], &positions);
        (0..).zip(&mut spots).for_each(|(rank, spot)| spot.identity = rank);
        let coords: Vec<Vec<u64>> = spots
            .iter()
            .map(|spot| match &spot.at {
                Some(At::Torus(at)) => at.coords(),
                _ => unreachable!(),
            })
            .collect();
        let sorted: Vec<usize> = (0..spots.len()).collect();
        let graph = graph(&coords, &[10, 10, 8], &sorted, &spots);
        assert!(graph.links() < 400_000, "{}", graph.links());
        let found = parts(&spots, 2).expect("a torus");
        assert_eq!(found.iter().sum::<u32>(), 50_000);
        let cut_routers = found.chunks(125).filter(|ranks| ranks.iter().any(|part| *part != ranks[0])).count();
        assert_eq!(cut_routers, 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn parts_of_a_torus(dims in prop::collection::vec(1_u64..7, 1..4), number in 2_u32..17, seed in any::<u64>()) {
            let mut order = all(&dims);
            prop_assume!(order.len() > number as usize);
            let (in_order, pieces, cut_links) = cut(&dims, &order, number);
            shuffled(&mut order, seed);
            prop_assert_eq!(&cut(&dims, &order, number).0, &in_order, "the order of the ranks matters");
            let mut sizes = vec![0_usize; number as usize];
            in_order.values().for_each(|part| sizes[*part as usize] += 1);
            let (least, most) = (order.len() / number as usize, order.len().div_ceil(number as usize));
            prop_assert!(sizes.iter().all(|size| (least..=most).contains(size)), "{:?}", sizes);
            // If most parts have two nodes, one may stay without a neighbour.
            let most_pieces = if order.len() >= 3 * number as usize { number } else { number + 1 };
            prop_assert!(pieces <= most_pieces as usize, "{} pieces, {} links cut", pieces, cut_links);
        }
    }
}
