// SPDX-License-Identifier: MIT OR Apache-2.0
//! Hierarchies known to tests in advance, and the latencies between their nodes.

use std::collections::BTreeSet;
use std::ops::Range;

use hsplit_core::latency::Latencies;
use hsplit_core::random::Random;

/// A network with renumbered nodes: node i becomes `number[i]`.
pub fn renumbered(latencies: &Latencies, number: &[usize]) -> Latencies {
    let mut old = vec![0; number.len()];
    number.iter().enumerate().for_each(|(node, &new)| old[new] = node);
    Latencies::new(number.len(), |a, b| latencies.between(old[a], old[b]))
}

/// A hierarchy: groups as ranges of nodes, each with the latency between its parts and before the groups inside it.
pub struct Synthetic(Vec<(Range<usize>, f64)>);

impl Synthetic {
    /// `depth` levels of switches, the widest of which is the whole; each has two to four parts.
    pub fn even(random: &mut Random, depth: usize) -> Self {
        let mut groups = vec![];
        draw(random, 0, &mut groups, &|_, level| if level < depth { 1 } else { 0 }, 0);
        Self(groups)
    }

    /// Any mixture of nodes and groups of up to five levels.
    pub fn ragged(random: &mut Random) -> Self {
        let mut groups = vec![];
        draw(
            random,
            0,
            &mut groups,
            &|random, level| {
                if level == 0 {
                    1
                } else if level < 5 {
                    random.below(3) / 2
                } else {
                    0
                }
            },
            0,
        );
        Self(groups)
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.0[0].0.end
    }

    /// The groups other than the whole.
    pub fn groups(&self) -> BTreeSet<Vec<usize>> {
        self.0[1..].iter().map(|(range, _)| range.clone().collect()).collect()
    }

    /// The latencies in some unit, each longer by up to a fraction `noise`.
    pub fn latencies(&self, random: &mut Random, noise: f64, unit: f64) -> Latencies {
        let innermost = |a: usize, b: usize| self.0.iter().rfind(|(range, _)| range.contains(&a) && range.contains(&b));
        Latencies::symmetric(self.nodes(), |a, b| {
            innermost(a, b).map_or(f64::INFINITY, |(_, latency)| unit * latency * (1.0 + noise * random.fraction()))
        })
    }
}

/// Draws a node or group that begins with node `first`. Returns the next node, and the latency inside the group. `kind`
/// draws 0 for a node.
fn draw(
    random: &mut Random,
    first: usize,
    groups: &mut Vec<(Range<usize>, f64)>,
    kind: &impl Fn(&mut Random, usize) -> u64,
    level: usize,
) -> (usize, f64) {
    if kind(random, level) == 0 {
        return (first + 1, 1.0);
    }
    let at = groups.len();
    groups.push((0..0, 0.0));
    let (mut end, mut slowest) = (first, 1.0f64);
    for _ in 0..2 + random.below(3) {
        let (next, latency) = draw(random, end, groups, kind, level + 1);
        (end, slowest) = (next, slowest.max(latency));
    }
    let latency = slowest * (1.45 + 2.0 * random.fraction());
    groups[at] = (first..end, latency);
    (end, latency)
}
