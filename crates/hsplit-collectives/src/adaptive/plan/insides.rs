// SPDX-License-Identifier: MIT OR Apache-2.0
//! The trees inside each group, chosen by its own parameters (Steffenel, "A framework for adaptive collective
//! communications", §1.3: first the strategy of each cluster, then the schedule between them).

use crate::levels::Part;
use crate::tree::{Shape, Spread, Tree};

/// Returns the shape with which each group alone takes the shortest time. `time` computes it from the first rank and
/// the ranks below each. Of equal times the first shape in [`Spread::ALL`] is chosen.
pub(crate) fn own(
    groups: &[&Part],
    shape: impl Fn(Spread) -> Shape,
    time: impl Fn(usize, &[Vec<usize>]) -> f64,
) -> Vec<Shape> {
    let seconds = |group: usize, inside| time(groups[group].first() as usize, &below(groups[group], shape(inside)));
    own_among(groups, &shape, |_| Spread::ALL.to_vec(), seconds)
}

/// Returns the shape with which each group alone takes the shortest time, among those that it has. Of equal times the
/// first is chosen.
pub(crate) fn own_among(
    groups: &[&Part],
    shape: impl Fn(Spread) -> Shape,
    ways: impl Fn(usize) -> Vec<Spread>,
    seconds: impl Fn(usize, Spread) -> f64,
) -> Vec<Shape> {
    let best = |group: usize| {
        if let Part::One(_) = groups[group] {
            return shape(Spread::ALL[0]);
        }
        let timed = ways(group).into_iter().map(|inside| (inside, seconds(group, inside)));
        let fastest = timed.min_by(|one, other| one.1.total_cmp(&other.1));
        shape(fastest.map_or(Spread::ALL[0], |(inside, _)| inside))
    };
    (0..groups.len()).map(best).collect()
}

/// Returns the ranks below each rank of a single group.
pub(crate) fn below(group: &Part, shape: Shape) -> Vec<Vec<usize>> {
    Tree::scheduled_whole(&[group], &[vec![]], &[shape], group.first())
}

/// Returns the shapes to try in addition to the binomial trees: one for all groups, and each group's own.
pub(crate) fn beside_binomial(shape: impl Fn(Spread) -> Shape, own: Vec<Shape>) -> Vec<Vec<Shape>> {
    let uniform = Spread::ALL.into_iter().filter(|inside| *inside != Spread::Binomial);
    let mut all: Vec<Vec<Shape>> = uniform.map(|inside| vec![shape(inside); own.len()]).collect();
    if own.iter().any(|shape| *shape != own[0]) {
        all.push(own);
    }
    all
}
