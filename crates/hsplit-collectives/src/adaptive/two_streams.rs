// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which ranks send two streams of messages at once, so that it is known what cables are shared, and at which rate.
//!
//! One link tells of its slowest cable, not which one that is, nor who shares it. Two streams that leave a part of a
//! level at once tell that: they take as long as one where their cables carry both, and up to twice as long where one
//! of them carries one message at a time. Nodes on one switch are alike, and one pair of streams stands for all of
//! them. Of other parts each has a pair over its fastest links, which tells how fast its own cable is, and one over its
//! slowest links, which may share a slower cable further away.

use super::groups::network;
use crate::levels::{LevelGroup, Part};
use crate::model::parameters::{ParameterError, Platform, TwoStreams};

/// The bytes of each message.
pub const BYTES: usize = 32 << 10;
/// Links are alike where their gaps differ by at most this factor.
const ALIKE: f64 = 1.25;

/// Two streams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The sender and the receiver of each. There may be one sender; there are two receivers.
    pub ranks: [(u32, u32); 2],
    /// The groups that the pair stands for.
    pub(crate) targets: Vec<[(usize, usize); 2]>,
}

/// The ranks that may take part, rising.
pub fn speakers(levels: &LevelGroup) -> Vec<u32> {
    let mut found = vec![];
    for level in with_parts(levels) {
        if level.parts.iter().all(Part::is_one_node) {
            found.extend(pair_of_alike(level).into_iter().flatten().flat_map(|(from, to)| [from, to]));
        } else {
            found.extend(level.parts.iter().flat_map(voices));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The pairs for these groups, which are those of the levels and of the platform. Which links are fast and slow is
/// known from the platform.
pub fn pairs(levels: &LevelGroup, groups: &[&Part], platform: &Platform) -> Vec<Pair> {
    let group = |rank: u32| groups.iter().position(|part| part.holds(rank)).unwrap_or(0);
    let gap = |one: &Part, other: &Part| platform.link(group(one.first()), group(other.first())).gap(BYTES);
    let mut found = vec![];
    // Below groups nothing was measured.
    for level in
        with_parts(levels).into_iter().filter(|level| group(level.parts[0].first()) != group(level.parts[1].first()))
    {
        if level.parts.iter().all(Part::is_one_node) {
            let numbers: Vec<usize> = level.parts.iter().map(|part| group(part.first())).collect();
            let target = |at: usize| {
                let after = |further: usize| numbers[(at + further) % numbers.len()];
                let last = if numbers.len() > 2 { 2 } else { 1 };
                [(after(0), after(1)), (after(0), after(last))]
            };
            let targets = (0..numbers.len()).map(target).collect();
            found.extend(pair_of_alike(level).map(|ranks| Pair { ranks, targets }));
            continue;
        }
        for part in &level.parts {
            let mut others: Vec<&Part> = level.parts.iter().filter(|other| !std::ptr::eq(*other, part)).collect();
            others.sort_by(|one, other| gap(part, one).total_cmp(&gap(part, other)));
            let alike = |one: &Part, other: &Part| gap(part, one) <= ALIKE * gap(part, other);
            let last = others.len() - 1;
            let fast = (others[0], *others.get(1).filter(|second| alike(second, others[0])).unwrap_or(&others[0]));
            let slow = (
                others[last],
                if last > 0 && alike(others[last], others[last - 1]) { others[last - 1] } else { others[last] },
            );
            let is_slow = !alike(others[last], others[0]);
            for (one, other) in std::iter::once(fast).chain(is_slow.then_some(slow)) {
                let ranks = pair(&voices(part), one, other);
                let target = |ranks: [(u32, u32); 2]| ranks.map(|(from, to)| (group(from), group(to)));
                found.extend(ranks.map(|ranks| Pair { ranks, targets: vec![target(ranks)] }));
            }
        }
    }
    found
}

/// The platform with what the pairs have shown: a factor for each, where it was measured.
///
/// # Errors
/// A factor that is none.
pub fn with_factors(platform: Platform, pairs: &[Pair], factors: &[Option<f64>]) -> Result<Platform, ParameterError> {
    let all = pairs.iter().zip(factors).filter_map(|(pair, factor)| Some((pair, (*factor)?)));
    let each = |(pair, factor): (&Pair, f64)| {
        pair.targets.iter().map(|&streams| TwoStreams { streams, factor }).collect::<Vec<_>>()
    };
    platform.with_two_streams(all.flat_map(each).collect())
}

/// The network levels with several parts.
fn with_parts(level: &LevelGroup) -> Vec<&LevelGroup> {
    if level.inside_node {
        return vec![];
    }
    let own = (level.parts.len() > 1).then_some(level);
    own.into_iter().chain(level.parts.iter().filter_map(network).flat_map(with_parts)).collect()
}

/// Ranks that send or receive for a part: two, on different nodes where there are several, or its only one.
fn voices(part: &Part) -> Vec<u32> {
    match network(part) {
        Some(level) if level.parts.len() > 1 => level.parts[..2].iter().map(Part::first).collect(),
        Some(level) => voices(&level.parts[0]),
        None => part.ranks().into_iter().take(2).collect(),
    }
}

/// From the first node with several ranks, or from the first one.
fn pair_of_alike(level: &LevelGroup) -> Option<[(u32, u32); 2]> {
    let sender = level.parts.iter().position(|part| part.ranks().len() > 1).unwrap_or(0);
    let others: Vec<&Part> =
        level.parts.iter().enumerate().filter(|(at, _)| *at != sender).map(|(_, part)| part).collect();
    pair(&voices(&level.parts[sender]), others[0], others.get(1).unwrap_or(&others[0]))
}

/// From these senders to these parts, if that needs no receiver twice.
fn pair(senders: &[u32], one: &Part, other: &Part) -> Option<[(u32, u32); 2]> {
    let receivers = if std::ptr::eq(one, other) { voices(one) } else { vec![one.first(), other.first()] };
    Some([(*senders.first()?, *receivers.first()?), (*senders.last()?, *receivers.get(1)?)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adaptive::groups::groups;
    use crate::model::parameters::{Cluster, Gap, Link};

    fn node(first: u32, ranks: u32) -> Part {
        let ones: Vec<Part> = (first..first + ranks).map(Part::One).collect();
        if ranks == 1 { Part::One(first) } else { Part::Many(LevelGroup { inside_node: true, parts: ones }) }
    }

    fn above(parts: Vec<Part>) -> LevelGroup {
        LevelGroup { inside_node: false, parts }
    }

    /// Gaps between groups.
    fn platform(groups: &[&Part], gap: impl Fn(usize, usize) -> f64) -> Platform {
        let link = |gap| Link::new(1e-6, Gap::new(vec![(0, gap)]).unwrap()).unwrap();
        let group = |(number, part): (usize, &&Part)| Cluster {
            name: format!("n{number}"),
            processes: part.ranks().len(),
            inside: (part.ranks().len() > 1).then(|| link(1e-6)),
        };
        Platform::new(groups.iter().enumerate().map(group).collect(), |low, high| link(gap(low, high))).unwrap()
    }

    fn found(levels: &LevelGroup, gap: impl Fn(usize, usize) -> f64) -> Vec<Pair> {
        let groups = groups(levels);
        let pairs = pairs(levels, &groups, &platform(&groups, gap));
        let speakers = speakers(levels);
        for pair in &pairs {
            assert_ne!(pair.ranks[0].1, pair.ranks[1].1, "{pair:?}");
            assert!(pair.ranks.iter().all(|(from, to)| speakers.contains(from) && speakers.contains(to)), "{pair:?}");
        }
        pairs
    }

    #[test]
    fn one_pair_stands_for_all_nodes_of_a_switch() {
        let pairs = found(&above(vec![node(0, 1), node(1, 3), node(4, 2)]), |_, _| 1.0);
        let expected = [[(0, 1), (0, 2)], [(1, 2), (1, 0)], [(2, 0), (2, 1)]];
        assert_eq!(pairs, [Pair { ranks: [(1, 0), (2, 4)], targets: expected.to_vec() }]);
        let pairs = found(&above(vec![node(0, 2), node(2, 2)]), |_, _| 1.0);
        let expected = [[(0, 1), (0, 1)], [(1, 0), (1, 0)]];
        assert_eq!(pairs, [Pair { ranks: [(0, 2), (1, 3)], targets: expected.to_vec() }]);
        // One rank may send both, but none receives both.
        assert_eq!(found(&above(vec![node(0, 1), node(1, 1), node(2, 1)]), |_, _| 1.0)[0].ranks, [(0, 1), (0, 2)]);
        assert_eq!(found(&above(vec![node(0, 1), node(1, 1)]), |_, _| 1.0), []);
    }

    #[test]
    fn a_switch_speaks_from_two_nodes_over_its_fast_and_its_slow_links() {
        let switch = |first: u32| Part::Many(above(vec![node(first, 2), node(first + 2, 2)]));
        let levels = above(vec![switch(0), switch(4), switch(8), switch(12)]);
        // Groups of two on each switch; the first two switches are near each other.
        let pairs = found(&levels, |low, high| {
            if low / 2 == high / 2 {
                0.1
            } else if high < 4 {
                1.0
            } else {
                8.0
            }
        });
        let ranks: Vec<_> = pairs.iter().map(|pair| pair.ranks).collect();
        assert_eq!(
            ranks,
            [
                [(0, 4), (2, 6)],
                [(0, 12), (2, 8)],
                [(4, 0), (6, 2)],
                [(4, 12), (6, 8)],
                [(8, 0), (10, 4)],
                [(12, 0), (14, 4)],
                [(0, 2), (1, 3)],
                [(4, 6), (5, 7)],
                [(8, 10), (9, 11)],
                [(12, 14), (13, 15)],
            ]
        );
        assert_eq!((&pairs[0].targets[..], &pairs[1].targets[..]), (&[[(0, 2), (1, 3)]][..], &[[(0, 6), (1, 4)]][..]));
    }

    #[test]
    fn nothing_below_groups_and_what_was_measured() {
        let many = |first: u32| Part::Many(above((0..40).map(|at| node(first + 2 * at, 2)).collect()));
        let levels = above(vec![many(0), many(80)]);
        let pairs = found(&levels, |_, _| 1.0);
        assert_eq!(pairs.iter().map(|pair| pair.ranks).collect::<Vec<_>>(), [[(0, 80), (2, 82)], [(80, 0), (82, 2)]]);
        let platform = platform(&groups(&levels), |_, _| 1.0);
        let measured = with_factors(platform.clone(), &pairs, &[None, Some(1.5)]).unwrap();
        assert_eq!(measured.two_streams(), [TwoStreams { streams: [(1, 0), (1, 0)], factor: 1.5 }]);
        assert!(with_factors(platform, &pairs, &[Some(3.0), None]).is_err());
    }
}
