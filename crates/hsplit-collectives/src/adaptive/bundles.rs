// SPDX-License-Identifier: MIT OR Apache-2.0
//! Experiments with several simultaneous flows of messages, which show the shared cables and their rates.
//!
//! The measurement of one link shows the rate of its slowest cable, but neither which cable that is nor which links
//! share it. Two simultaneous flows out of a part of a level show that: they take as long as one if their cables carry
//! both, and up to twice as long if one of the cables carries one message at a time. Nodes on one switch are alike, and
//! one pair of flows represents all of them. Each other part has a pair over its fastest links, which shows the rate of
//! its own cable, and one over its slowest links, which may share a slower cable further away.
//!
//! A connection may be much slower than its cables, for instance with a window of bytes over a long distance.
//! Therefore, if a cable carries both, up to [`MOST_FLOWS`] flows use the same way at the same time.

use super::groups::network;
use crate::levels::{LevelGroup, Part};
use crate::model::parameters::{Bundle, MOST_FLOWS, ParameterError, Platform};

/// The bytes of each message.
pub const BYTES: usize = 32 << 10;
/// Flows share a cable if all of them take at least this many times as long as one.
pub(crate) const SHARED: f64 = 1.5;
/// Links are alike if their gaps differ by at most this factor.
const ALIKE: f64 = 1.25;

/// Simultaneous flows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flows {
    /// The sender and the receiver of each flow. A sender may have several; no rank receives two.
    pub ranks: Vec<(u32, u32)>,
    /// The groups that they represent.
    pub(crate) targets: Vec<Vec<(usize, usize)>>,
}

/// Returns the ranks that may take part, in ascending order.
pub fn speakers(levels: &LevelGroup) -> Vec<u32> {
    let mut found = vec![];
    for level in with_parts(levels) {
        if level.parts.iter().all(Part::is_one_node) {
            found.extend(of_alike(level, MOST_FLOWS).into_iter().flat_map(|(from, to)| [from, to]));
        } else {
            found.extend(level.parts.iter().flat_map(voices));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns pairs of flows for these groups, which are those of the levels and of the platform. The platform has the
/// rates of the links.
pub fn pairs(levels: &LevelGroup, groups: &[&Part], platform: &Platform) -> Vec<Flows> {
    bundles(levels, groups, platform, 2)
}

/// Returns more flows on the ways of those pairs that share no cable, if there are enough ranks.
pub fn more(levels: &LevelGroup, groups: &[&Part], platform: &Platform, factors: &[Option<f64>]) -> Vec<Flows> {
    let all = bundles(levels, groups, platform, MOST_FLOWS).into_iter().zip(factors);
    let goes_on = |(flows, factor): (Flows, &Option<f64>)| {
        Some(flows).filter(|flows| flows.ranks.len() > 2 && factor.is_some_and(|factor| factor < SHARED))
    };
    all.filter_map(goes_on).collect()
}

/// Returns at most `most` flows on each way; the ways are the same for any number.
fn bundles(levels: &LevelGroup, groups: &[&Part], platform: &Platform, most: usize) -> Vec<Flows> {
    let group = |rank: u32| groups.iter().position(|part| part.holds(rank)).unwrap_or(0);
    let gap = |one: &Part, other: &Part| platform.link(group(one.first()), group(other.first())).gap(BYTES);
    let mut found = vec![];
    // Nothing was measured inside groups.
    for level in
        with_parts(levels).into_iter().filter(|level| group(level.parts[0].first()) != group(level.parts[1].first()))
    {
        if level.parts.iter().all(Part::is_one_node) {
            let (numbers, ranks): (Vec<usize>, _) =
                (level.parts.iter().map(|part| group(part.first())).collect(), of_alike(level, most));
            let target = |at: usize| {
                let other = |flow: usize| numbers[(at + 1 + flow % (numbers.len() - 1)) % numbers.len()];
                (0..ranks.len()).map(|flow| (numbers[at], other(flow))).collect()
            };
            if ranks.len() > 1 {
                found.push(Flows { targets: (0..numbers.len()).map(target).collect(), ranks });
            }
            continue;
        }
        for part in &level.parts {
            let mut others: Vec<&Part> = level.parts.iter().filter(|other| !std::ptr::eq(*other, part)).collect();
            others.sort_by(|one, other| gap(part, one).total_cmp(&gap(part, other)));
            let alike = |one: &Part, other: &Part| gap(part, one) <= ALIKE * gap(part, other);
            let last = others.len() - 1;
            let fast = if last > 0 && alike(others[1], others[0]) { &others[..2] } else { &others[..1] };
            let slow = if last > 0 && alike(others[last], others[last - 1]) {
                vec![others[last], others[last - 1]]
            } else {
                vec![others[last]]
            };
            let is_slow = !alike(others[last], others[0]);
            for there in std::iter::once(fast).chain(is_slow.then_some(&slow[..])) {
                let ranks = flows(part, there, most);
                if ranks.len() > 1 {
                    let target = ranks.iter().map(|&(from, to)| (group(from), group(to))).collect();
                    found.push(Flows { ranks, targets: vec![target] });
                }
            }
        }
    }
    found
}

/// Returns the platform with the results of the flows: a factor for each, if it was measured.
///
/// # Errors
/// A factor is invalid.
pub fn with_factors(platform: Platform, flows: &[Flows], factors: &[Option<f64>]) -> Result<Platform, ParameterError> {
    let all = flows.iter().zip(factors).filter_map(|(flows, factor)| Some((flows, (*factor)?)));
    let each = |(flows, factor): (&Flows, f64)| {
        flows.targets.iter().map(|target| Bundle { flows: target.clone(), factor }).collect::<Vec<_>>()
    };
    platform.with_bundles(all.flat_map(each).collect())
}

/// Returns the network levels with several parts.
fn with_parts(level: &LevelGroup) -> Vec<&LevelGroup> {
    if level.inside_node {
        return vec![];
    }
    let own = (level.parts.len() > 1).then_some(level);
    own.into_iter().chain(level.parts.iter().filter_map(network).flat_map(with_parts)).collect()
}

/// Returns ranks that send or receive for a part: one on each of several nodes, or those of its only one.
fn voices(part: &Part) -> Vec<u32> {
    match network(part) {
        Some(level) if level.parts.len() > 1 => level.parts.iter().take(MOST_FLOWS).map(Part::first).collect(),
        Some(level) => voices(&level.parts[0]),
        None => part.ranks().into_iter().take(MOST_FLOWS).collect(),
    }
}

/// Returns flows from the first node with several ranks, or from the first one.
fn of_alike(level: &LevelGroup, most: usize) -> Vec<(u32, u32)> {
    let sender = level.parts.iter().position(|part| part.ranks().len() > 1).unwrap_or(0);
    let others: Vec<&Part> =
        level.parts.iter().enumerate().filter(|(at, _)| *at != sender).map(|(_, part)| part).collect();
    flows(&level.parts[sender], &others, most)
}

/// Returns flows from a part to each of these in turn, to no rank twice; its ranks send in turn, too.
///
/// Flows end at nodes in different positions of their parts. Networks with fixed routes select the cable by the number
/// of the receiver (as InfiniBand does in a fat tree), and flows to two first nodes would share one of many cables.
fn flows(from: &Part, there: &[&Part], most: usize) -> Vec<(u32, u32)> {
    let mut receivers: Vec<Vec<Option<u32>>> =
        there.iter().map(|part| voices(part).into_iter().map(Some).collect()).collect();
    let mut next = |flow: usize| {
        (0..there.len()).find_map(|turn| {
            let part = &mut receivers[(flow + turn) % there.len()];
            let places = part.len();
            (0..places).find_map(|step| part[(flow + step) % places].take())
        })
    };
    let receivers: Vec<u32> = (0..most).map_while(&mut next).collect();
    voices(from).iter().cycle().copied().zip(receivers).collect()
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

    fn found(levels: &LevelGroup, gap: impl Fn(usize, usize) -> f64) -> Vec<Flows> {
        let groups = groups(levels);
        let pairs = pairs(levels, &groups, &platform(&groups, gap));
        let speakers = speakers(levels);
        for pair in &pairs {
            assert!(pair.ranks.len() == 2 && pair.ranks[0].1 != pair.ranks[1].1, "{pair:?}");
            assert!(pair.ranks.iter().all(|(from, to)| speakers.contains(from) && speakers.contains(to)), "{pair:?}");
        }
        pairs
    }

    #[test]
    fn one_pair_stands_for_all_nodes_of_a_switch() {
        let pairs = found(&above(vec![node(0, 1), node(1, 3), node(4, 2)]), |_, _| 1.0);
        let expected = [[(0, 1), (0, 2)], [(1, 2), (1, 0)], [(2, 0), (2, 1)]];
        assert_eq!(pairs, [Flows { ranks: vec![(1, 0), (2, 5)], targets: expected.map(Vec::from).to_vec() }]);
        let pairs = found(&above(vec![node(0, 2), node(2, 2)]), |_, _| 1.0);
        let expected = [[(0, 1), (0, 1)], [(1, 0), (1, 0)]];
        assert_eq!(pairs, [Flows { ranks: vec![(0, 2), (1, 3)], targets: expected.map(Vec::from).to_vec() }]);
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
        let ranks: Vec<_> = pairs.iter().map(|pair| pair.ranks.clone()).collect();
        assert_eq!(
            ranks,
            [
                [(0, 4), (2, 6)],
                [(0, 12), (2, 10)],
                [(4, 0), (6, 2)],
                [(4, 12), (6, 10)],
                [(8, 0), (10, 6)],
                [(12, 0), (14, 6)],
                [(0, 2), (1, 3)],
                [(4, 6), (5, 7)],
                [(8, 10), (9, 11)],
                [(12, 14), (13, 15)],
            ]
        );
        assert_eq!((&pairs[0].targets, &pairs[1].targets), (&vec![vec![(0, 2), (1, 3)]], &vec![vec![(0, 6), (1, 5)]]));
    }

    #[test]
    fn nothing_below_groups_and_what_was_measured() {
        let many = |first: u32| Part::Many(above((0..40).map(|at| node(first + 2 * at, 2)).collect()));
        let levels = above(vec![many(0), many(80)]);
        let pairs = found(&levels, |_, _| 1.0);
        assert_eq!(
            pairs.iter().map(|pair| pair.ranks.clone()).collect::<Vec<_>>(),
            [[(0, 80), (2, 82)], [(80, 0), (82, 2)]]
        );
        let platform = platform(&groups(&levels), |_, _| 1.0);
        let measured = with_factors(platform.clone(), &pairs, &[None, Some(1.5)]).unwrap();
        assert_eq!(measured.bundles(), [Bundle { flows: vec![(1, 0), (1, 0)], factor: 1.5 }]);
        assert!(with_factors(platform, &pairs, &[Some(3.0), None]).is_err());
    }

    #[test]
    fn more_streams_follow_where_two_share_no_cable() {
        // Sites of twelve machines and of one, and one of three.
        let site = |first: u32, nodes: u32| Part::Many(above((first..first + nodes).map(Part::One).collect()));
        let levels = above(vec![site(0, 40), Part::One(40), site(41, 3), site(44, 40)]);
        let groups = groups(&levels);
        let platform = platform(&groups, |low, high| if (low, high) == (0, 3) { 1.0 } else { 8.0 });
        let two = pairs(&levels, &groups, &platform);
        let from_to: Vec<_> = two.iter().map(|pair| pair.targets[0].clone()).collect();
        assert_eq!(from_to[..3], [vec![(0, 3), (0, 3)], vec![(0, 2), (0, 1)], vec![(1, 0), (1, 2)]]);
        // The first pair shares a cable, the next ones share none, of the last one nothing is known.
        let mut factors = vec![Some(1.4); two.len()];
        (factors[0], factors[two.len() - 1]) = (Some(1.5), None);
        let all = more(&levels, &groups, &platform, &factors);
        assert_eq!(all.len(), two.len() - 2);
        // Four receivers in both sites; eight from one sender; nobody receives twice, and all are speakers.
        assert_eq!(all[0].ranks, [(0, 41), (1, 40), (2, 43), (3, 42)]);
        assert_eq!(all[0].targets, [[(0, 2), (0, 1), (0, 2), (0, 2)]]);
        assert_eq!(all[1].ranks, [(40, 0), (40, 42), (40, 2), (40, 41), (40, 4), (40, 43), (40, 6), (40, 7)]);
        let speakers = speakers(&levels);
        for Flows { ranks, .. } in &all {
            let mut receivers: Vec<u32> = ranks.iter().map(|(_, to)| *to).collect();
            receivers.sort_unstable();
            receivers.dedup();
            assert_eq!(receivers.len(), ranks.len());
            assert!(ranks.iter().all(|(from, to)| speakers.contains(from) && speakers.contains(to)));
        }
        // Nodes on one switch: from all ranks of the first one to the others.
        let levels = above(vec![node(0, 4), node(4, 4)]);
        let groups = super::super::groups::groups(&levels);
        let platform = self::platform(&groups, |_, _| 1.0);
        let all = more(&levels, &groups, &platform, &[Some(1.0)]);
        assert_eq!(all[0].ranks, [(0, 4), (1, 5), (2, 6), (3, 7)]);
        assert_eq!(all[0].targets, [[(0, 1); 4], [(1, 0); 4]]);
        assert_eq!(more(&levels, &groups, &platform, &[None]), []);
    }
}
