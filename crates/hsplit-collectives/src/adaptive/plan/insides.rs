// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which way each group goes on inside, chosen by its own parameters (Steffenel, "A framework for adaptive collective
//! communications", §1.3: first the strategy of each cluster, then the schedule between them).

use crate::levels::Part;
use crate::tree::{Shape, Spread, Tree};

/// The shape with which each group by itself takes the shortest time, which `time` works out from the first rank and
/// the ranks below each. Of equals it is the first in [`Spread::ALL`].
pub(crate) fn own(
    groups: &[&Part],
    shape: impl Fn(Spread) -> Shape,
    time: impl Fn(usize, &[Vec<usize>]) -> f64,
) -> Vec<Shape> {
    let seconds = |group: usize, inside| time(groups[group].first() as usize, &below(groups[group], shape(inside)));
    own_among(groups, &shape, |_| Spread::ALL.to_vec(), seconds)
}

/// The shape with which each group by itself takes the shortest time, among those that it has. Of equals it is the
/// first.
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

/// The ranks below each of a group alone.
pub(crate) fn below(group: &Part, shape: Shape) -> Vec<Vec<usize>> {
    Tree::scheduled_whole(&[group], &[vec![]], &[shape], group.first())
}

/// The shapes to try beside the binomial trees: one for all groups, and each group's own.
pub(crate) fn beside_binomial(shape: impl Fn(Spread) -> Shape, own: Vec<Shape>) -> Vec<Vec<Shape>> {
    let uniform = Spread::ALL.into_iter().filter(|inside| *inside != Spread::Binomial);
    let mut all: Vec<Vec<Shape>> = uniform.map(|inside| vec![shape(inside); own.len()]).collect();
    if own.iter().any(|shape| *shape != own[0]) {
        all.push(own);
    }
    all
}
