// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ranks, with the links of their groups.

use std::collections::HashMap;

use crate::adaptive::bundles::SHARED;
use crate::adaptive::groups::network;
use crate::levels::{LevelGroup, Part};
use crate::model::parameters::{Bundle, Link, Platform};
use crate::timing::{Links, Network};

/// Ranks, and the costs of messages between them.
pub(crate) struct Ranks<'a> {
    /// The measured parameters.
    pub(crate) platform: &'a Platform,
    /// The group of each rank.
    pub(crate) group: Vec<usize>,
    /// True if a group is a node, or a part of one.
    pub(crate) is_node: Vec<bool>,
    /// The parts of levels that contain each group, the widest first and the group last: groups have their own numbers.
    above: Vec<Vec<usize>>,
    parts: usize,
    /// The results of simultaneous flows for each cable.
    shown: Vec<Vec<Shown<'a>>>,
}

/// The time of messages over a link, or of one over each of several, through a cable, as a factor of the time of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shown<'a> {
    pub(crate) link: &'a Link,
    /// Number of messages.
    pub(crate) count: usize,
    pub(crate) factor: f64,
}

impl Shown<'_> {
    /// Returns the maximum time of the cable for a message.
    pub(crate) fn seconds(&self, bytes: usize) -> f64 {
        self.link.gap(bytes) * self.factor / self.count as f64
    }

    /// True if the messages waited for each other, so that the cable is no faster than that.
    pub(crate) fn is_shared(&self) -> bool {
        self.factor >= SHARED
    }
}

impl<'a> Ranks<'a> {
    /// Creates the ranks of these groups of the levels, which are the platform's.
    pub(crate) fn new(platform: &'a Platform, levels: &LevelGroup, groups: &[&Part]) -> Self {
        let members: HashMap<u32, usize> = groups
            .iter()
            .enumerate()
            .flat_map(|(number, part)| part.ranks().into_iter().map(move |rank| (rank, number)))
            .collect();
        let group = (0..members.len() as u32).map(|rank| members.get(&rank).copied().unwrap_or(0)).collect();
        let (mut above, mut parts) = (vec![], groups.len());
        ways(levels, groups, &[], &mut above, &mut parts);
        let is_node = groups.iter().map(|part| part.is_one_node()).collect();
        let mut ranks = Self { platform, group, is_node, above, parts, shown: vec![vec![]; parts] };
        for Bundle { flows, factor } in platform.bundles() {
            let shown = Shown { link: platform.link(flows[0].0, flows[0].1), count: flows.len(), factor: *factor };
            ranks.shared(flows).into_iter().for_each(|cable| ranks.shown[cable].push(shown));
        }
        ranks
    }

    /// Returns the cables by which all flows leave, then those by which all arrive.
    fn shared(&self, flows: &[(usize, usize)]) -> Vec<usize> {
        let all = |ways: &[(usize, usize)]| {
            let by_all = |cable: &usize| ways.iter().all(|&(from, to)| self.leaves(from, to).contains(cable));
            let first = self.leaves(ways[0].0, ways[0].1).iter().copied();
            first.filter(by_all).collect::<Vec<_>>()
        };
        let turned: Vec<(usize, usize)> = flows.iter().map(|&(from, to)| (to, from)).collect();
        [all(flows), all(&turned)].concat()
    }

    /// Returns the results of simultaneous flows for a cable.
    pub(crate) fn shown(&self, cable: usize) -> &[Shown<'a>] {
        &self.shown[cable]
    }

    /// Returns the cables by which a message from one group leaves for another, the widest part's first.
    pub(crate) fn leaves(&self, group: usize, other: usize) -> &[usize] {
        let [own, other] = [group, other].map(|group| &self.above[group]);
        &own[own.iter().zip(other).take_while(|(own, other)| own == other).count()..]
    }

    /// Returns the cable of a group itself.
    pub(crate) fn own_cable(&self, group: usize) -> &[usize] {
        let cables = &self.above[group];
        &cables[cables.len() - 1..]
    }

    /// Returns the link between two ranks; `None`: they are the same.
    pub(crate) fn between(&self, from: usize, to: usize) -> Option<&Link> {
        let (from, to) = (self.group[from], self.group[to]);
        if from == to { self.platform.groups()[from].inside.as_ref() } else { Some(self.platform.link(from, to)) }
    }
}

/// Determines the parts that contain each group, for the groups of a level, which are the next ones.
fn ways(level: &LevelGroup, groups: &[&Part], outer: &[usize], above: &mut Vec<Vec<usize>>, parts: &mut usize) {
    for part in &level.parts {
        let is_group = groups.get(above.len()).is_some_and(|group| std::ptr::eq(*group, part));
        match network(part).filter(|_| !is_group) {
            Some(level) => {
                *parts += 1;
                ways(level, groups, &[outer, &[*parts - 1]].concat(), above, parts);
            }
            None => above.push([outer, &[above.len()]].concat()),
        }
    }
}

/// Messages that leave a node, or the part below a switch, share its cable.
impl Network for Ranks<'_> {
    fn cables(&self) -> usize {
        self.parts
    }

    fn leaves_by(&self, rank: usize, other: usize) -> &[usize] {
        self.leaves(self.group[rank], self.group[other])
    }

    /// A cable that transfers several messages at the same time, at the rate of their arrival. Otherwise each takes the
    /// time of its link.
    fn cable(&self, cable: usize, bytes: usize) -> Option<f64> {
        let faster = self.shown[cable].iter().filter(|shown| shown.factor / (shown.count as f64) < SHARED / 2.0);
        faster.map(|shown| shown.seconds(bytes)).reduce(f64::min)
    }
}

impl Links for Ranks<'_> {
    fn latency(&self, from: usize, to: usize) -> f64 {
        self.between(from, to).map_or(0.0, Link::latency)
    }

    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
        self.between(from, to).map_or(0.0, |link| link.gap(bytes))
    }

    fn rendezvous(&self, from: usize, to: usize, bytes: usize) -> f64 {
        self.between(from, to).map_or(0.0, |link| link.rendezvous(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adaptive::groups::groups;
    use crate::adaptive::plan::examples::{link, platform};

    #[test]
    fn a_message_leaves_by_the_cables_of_what_it_leaves() {
        // Two nodes of two ranks below a switch, and a node of one.
        let node = |first: u32| {
            Part::Many(LevelGroup { inside_node: true, parts: vec![Part::One(first), Part::One(first + 1)] })
        };
        let switch = Part::Many(LevelGroup { inside_node: false, parts: vec![node(0), node(2)] });
        let levels = LevelGroup { inside_node: false, parts: vec![switch, Part::One(4)] };
        let groups = groups(&levels);
        let platform = platform(&groups, |_, _| link(1e-3, 1e8));
        let ranks = Ranks::new(&platform, &levels, &groups);
        assert_eq!((ranks.group.as_slice(), ranks.cables()), (&[0, 0, 1, 1, 2][..], 4));
        let none: [usize; 0] = [];
        assert_eq!(ranks.leaves_by(0, 1), none);
        assert_eq!((ranks.leaves_by(0, 2), ranks.leaves_by(2, 0)), (&[0][..], &[1][..]));
        assert_eq!((ranks.leaves_by(3, 4), ranks.leaves_by(4, 3)), (&[3, 1][..], &[2][..]));
        // From both nodes to the third: the cable of the switch, and that of the third node. Both carry two messages in
        // 1.2 times the time of one.
        let two = |flows: [(usize, usize); 2], factor| Bundle { flows: flows.to_vec(), factor };
        let flows = vec![two([(0, 2), (1, 2)], 1.2), two([(0, 1), (0, 2)], 2.0)];
        let platform = platform.with_bundles(flows).unwrap();
        let ranks = Ranks::new(&platform, &levels, &groups);
        let shown = |cable| ranks.shown(cable).iter().map(|shown| shown.factor).collect::<Vec<_>>();
        assert_eq!([0, 1, 2, 3].map(shown), [vec![2.0], vec![], vec![1.2], vec![1.2]]);
        let message = 5e-6 + 1e-5;
        assert_eq!(
            [0, 1, 2, 3].map(|cable| ranks.cable(cable, 1000).map(|seconds| (seconds * 1e9).round())),
            [None, None, Some(0.6 * message * 1e9), Some(0.6 * message * 1e9)].map(|some| some.map(f64::round))
        );
    }
}
