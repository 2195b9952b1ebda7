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
    let seconds = |group: &Part, shape: Shape| {
        time(group.first() as usize, &Tree::scheduled_whole(&[group], &[vec![]], &[shape], group.first()))
    };
    let best = |group: &Part| {
        let first = shape(Spread::ALL[0]);
        if let Part::One(_) = group {
            return first;
        }
        let timed = Spread::ALL.map(|inside| (shape(inside), seconds(group, shape(inside))));
        let fastest = timed.into_iter().min_by(|one, other| one.1.total_cmp(&other.1));
        fastest.map_or(first, |(shape, _)| shape)
    };
    groups.iter().map(|group| best(group)).collect()
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
