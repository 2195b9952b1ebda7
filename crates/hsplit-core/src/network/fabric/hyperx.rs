// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dimensions of switches whose links form a HyperX: a product of full meshes, in which two switches are linked if they
//! differ in one coordinate.
//!
//! The neighbours of the first switch are a mesh for each dimension, and have one coordinate each. A switch further
//! away has the coordinates of all its neighbours that are nearer to the first switch. All links are then compared with
//! the coordinates.

use std::collections::{BTreeSet, VecDeque};

/// The shortest mesh of at least one dimension; a product of shorter ones is a torus.
const FEWEST: usize = 4;

pub(super) struct Dimension {
    pub(super) length: usize,
    pub(super) links: Vec<(usize, usize)>,
}

/// The dimensions, the longest first; `None` if the links of switches with these neighbours form no HyperX of two or
/// more dimensions.
pub(super) fn dimensions(neighbours: &[Vec<usize>]) -> Option<Vec<Dimension>> {
    let meshes = meshes(neighbours)?;
    let count = meshes.iter().try_fold(1_usize, |count, mesh| count.checked_mul(mesh.len() + 1))?;
    let is_long = meshes.iter().any(|mesh| mesh.len() + 1 >= FEWEST);
    if count != neighbours.len() || meshes.len() < 2 || !is_long {
        return None;
    }
    let coords = coordinates(neighbours, &meshes)?;
    let degree: usize = meshes.iter().map(Vec::len).sum();
    let are_different = coords.iter().collect::<BTreeSet<_>>().len() == count;
    if !are_different || neighbours.iter().any(|list| list.len() != degree) {
        return None;
    }
    let new = |mesh: &Vec<usize>| Dimension { length: mesh.len() + 1, links: vec![] };
    let mut dimensions: Vec<Dimension> = meshes.iter().map(new).collect();
    let links = neighbours.iter().enumerate().flat_map(|(a, list)| list.iter().map(move |&b| (a, b)));
    for (a, b) in links.filter(|(a, b)| a < b) {
        let mut other = (0..meshes.len()).filter(|&dimension| coords[a][dimension] != coords[b][dimension]);
        let (Some(dimension), None) = (other.next(), other.next()) else { return None };
        dimensions[dimension].links.push((a, b));
    }
    dimensions.sort_by_key(|dimension| std::cmp::Reverse(dimension.length));
    Some(dimensions)
}

/// The neighbours of the first switch, by the links between them.
fn meshes(neighbours: &[Vec<usize>]) -> Option<Vec<Vec<usize>>> {
    let mut left = neighbours.first()?.clone();
    let mut meshes = vec![];
    while let Some(&one) = left.first() {
        let is_of_mesh = |other: &usize| *other == one || neighbours[one].binary_search(other).is_ok();
        let (mesh, others) = left.into_iter().partition(is_of_mesh);
        meshes.push(mesh);
        left = others;
    }
    Some(meshes)
}

/// The coordinates of each switch; `None` if some are not connected.
fn coordinates(neighbours: &[Vec<usize>], meshes: &[Vec<usize>]) -> Option<Vec<Vec<usize>>> {
    let mut distances = vec![usize::MAX; neighbours.len()];
    let mut coords = vec![vec![0; meshes.len()]; neighbours.len()];
    for (dimension, mesh) in meshes.iter().enumerate() {
        (1..).zip(mesh).for_each(|(at, &switch)| coords[switch][dimension] = at);
    }
    distances[0] = 0;
    let mut open = VecDeque::from([0]);
    while let Some(switch) = open.pop_front() {
        let distance = distances[switch] + 1;
        for &other in &neighbours[switch] {
            if distances[other] == usize::MAX {
                distances[other] = distance;
                open.push_back(other);
            }
            if distances[other] == distance && distance > 1 {
                let own = coords[switch].clone();
                coords[other].iter_mut().zip(own).for_each(|(at, own)| *at = own.max(*at));
            }
        }
    }
    distances.iter().all(|&distance| distance != usize::MAX).then_some(coords)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The neighbours of each switch, whose numbers do not depend on its position, and the position of each.
    fn hyper_x(lengths: &[usize], seed: u64) -> (Vec<Vec<usize>>, Vec<usize>) {
        let mut order: Vec<usize> = (0..lengths.iter().product()).collect();
        order.sort_by_key(|&at| crate::hash::hash(&(seed ^ at as u64).to_le_bytes()));
        let differences = |mut a: usize, mut b: usize| {
            let mut differs = |&length: &usize| {
                let differs = a % length != b % length;
                (a, b) = (a / length, b / length);
                differs
            };
            lengths.iter().filter(|length| differs(length)).count()
        };
        let near = |&a: &usize| (0..order.len()).filter(|&b| differences(a, order[b]) == 1).collect();
        (order.iter().map(near).collect(), order)
    }

    #[test]
    fn rows_of_a_hyper_x_are_its_longest_dimension() {
        let (neighbours, positions) = hyper_x(&[3, 5], 1);
        let found = dimensions(&neighbours).unwrap();
        assert_eq!(found.iter().map(|dimension| dimension.length).collect::<Vec<_>>(), [5, 3]);
        assert!(found[0].links.iter().all(|&(a, b)| positions[a] % 3 == positions[b] % 3));
        assert!(found[1].links.iter().all(|&(a, b)| positions[a] / 3 == positions[b] / 3));
    }

    #[test]
    fn what_is_no_hyper_x() {
        // One mesh, a torus, a missing link, a link exchanged for another.
        let (mut less, _) = hyper_x(&[4, 4], 1);
        let other = less[5].remove(0);
        less[other].retain(|&switch| switch != 5);
        let (mut exchanged, _) = hyper_x(&[4, 4], 1);
        let mut pairs = (0..16).flat_map(|c| exchanged[c].iter().map(move |&d| (c, d)));
        let (a, b) = (0, exchanged[0][0]);
        let are_free = |&(c, d): &(usize, usize)| {
            ![c, d].iter().any(|at| [a, b].contains(at)) && !exchanged[a].contains(&c) && !exchanged[b].contains(&d)
        };
        let (c, d) = pairs.find(are_free).unwrap();
        for (at, from, to) in [(a, b, c), (b, a, d), (c, d, a), (d, c, b)] {
            exchanged[at].retain(|&other| other != from);
            exchanged[at].push(to);
            exchanged[at].sort_unstable();
        }
        for neighbours in [hyper_x(&[5], 1).0, hyper_x(&[3, 3], 1).0, less, exchanged, vec![], vec![vec![]]] {
            assert!(dimensions(&neighbours).is_none(), "{neighbours:?}");
        }
    }

    proptest! {
        #[test]
        fn links_of_a_dimension_are_its_meshes(
            mut lengths in prop::collection::vec(2_usize..6, 1..3), seed in any::<u64>()
        ) {
            lengths.push(4);
            let (neighbours, _) = hyper_x(&lengths, seed);
            let found = dimensions(&neighbours).expect("a HyperX");
            lengths.sort_by_key(|&length| std::cmp::Reverse(length));
            prop_assert_eq!(found.iter().map(|dimension| dimension.length).collect::<Vec<_>>(), lengths);
            for dimension in found {
                prop_assert_eq!(dimension.links.len() * 2, neighbours.len() * (dimension.length - 1));
            }
        }
    }
}
