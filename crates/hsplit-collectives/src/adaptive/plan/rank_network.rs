// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ports and cables that ranks share while a message is sent to all, or received from all.
//!
//! A measurement between two ranks shows the rate of the slowest cable between them, but not which cable that is. But
//! no cable is slower than the fastest link through it: so a rank's port, the cable of a group, and the cable of a
//! switch above groups are each assumed to need for a message the time of that link. Each transfers one message at a
//! time in each direction.
//!
//! Simultaneous flows give more information. If two take as long as one, the cables that they share are twice as fast,
//! and if eight do, eight times. If they take longer, they share a cable at the rate of all together. If a faster link
//! uses the same cable, the slow cable is another one, further away: the slow links of a group share it in addition to
//! that of the group.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::ranks::{Ranks, Shown};
use crate::adaptive::bundles;
use crate::model::parameters::{Link, STORE_AND_FORWARD_BYTES};
use crate::timing::{Links, Network};

/// Links are compared at this size, that of the messages of simultaneous flows.
const REFERENCE: usize = bundles::BYTES;
/// A link that takes at least this fraction of the time of a cable may use it: both were measured.
const SAME: f64 = 0.8;

/// Ranks with their ports and cables.
#[derive(Clone)]
pub(crate) struct RankNetwork<'a> {
    /// The ranks.
    pub(crate) ranks: &'a Ranks<'a>,
    /// True if data is sent upwards, and the rank nearer to the root reduces it with its own.
    combines: bool,
    /// The fraction of the store-and-forward delay that applies to this size.
    store_and_forward: f64,
    /// The different links through each cable; after the cables of the parts follow [those of slow
    /// links](RankNetwork::of_slow_links).
    through: Rc<[Vec<&'a Link>]>,
    /// The results of simultaneous flows for each cable.
    shown: Rc<[Vec<Shown<'a>>]>,
    /// The cables by which a message leaves one group for another one, if slow links have a separate cable.
    ways: Rc<HashMap<(usize, usize), Vec<usize>>>,
    /// The links of each group.
    of: Rc<[Vec<&'a Link>]>,
    /// Ranks that continue after they have sent all messages, and the time that it takes.
    after: Rc<[(usize, f64)]>,
    /// The computed values for messages of these sizes.
    known: Rc<RefCell<HashMap<usize, Rc<Least>>>>,
    /// The values of the size of the last query.
    last: Rc<RefCell<(usize, Rc<Least>)>>,
}

/// The minimum times of a message.
#[derive(Default)]
struct Least {
    /// At a port of each group.
    ports: Vec<f64>,
    /// In each direction of each cable.
    cables: Vec<f64>,
}

impl<'a> RankNetwork<'a> {
    /// Creates the network for messages of `bytes` bytes.
    pub(crate) fn new(ranks: &'a Ranks<'a>, bytes: usize, combines: bool) -> Self {
        let platform = ranks.platform;
        let mut through: Vec<Vec<&'a Link>> = vec![vec![]; ranks.cables()];
        let mut of: Vec<Vec<&'a Link>> = platform.groups().iter().map(|group| group.inside.iter().collect()).collect();
        for (low, high) in (1..of.len()).flat_map(|high| (0..high).map(move |low| (low, high))) {
            let link = platform.link(low, high);
            for (one, other) in [(low, high), (high, low)] {
                add(&mut of[one], link);
                ranks.leaves(one, other).iter().for_each(|&cable| add(&mut through[cable], link));
            }
        }
        let mut shown: Vec<Vec<Shown<'a>>> = (0..ranks.cables()).map(|cable| ranks.shown(cable).to_vec()).collect();
        let ways = Self::of_slow_links(ranks, &mut through, &mut shown);
        let store_and_forward = bytes.min(STORE_AND_FORWARD_BYTES) as f64 / STORE_AND_FORWARD_BYTES as f64;
        let network = Self {
            ranks,
            combines,
            store_and_forward,
            through: through.into(),
            shown: shown.into(),
            ways: Rc::new(ways),
            of: of.into(),
            after: Rc::new([]),
            known: Rc::default(),
            last: Rc::default(),
        };
        *network.last.borrow_mut() = (bytes, network.worked_out(bytes));
        network
    }

    /// Adds a cable for the slow links through a cable if they share a slower one than the fastest link through it, and
    /// returns the ways with such cables.
    fn of_slow_links(
        ranks: &'a Ranks<'a>,
        through: &mut Vec<Vec<&'a Link>>,
        shown: &mut Vec<Vec<Shown<'a>>>,
    ) -> HashMap<(usize, usize), Vec<usize>> {
        let (count, mut ways) = (ranks.platform.groups().len(), HashMap::<_, Vec<usize>>::new());
        for cable in 0..ranks.cables() {
            let Some(slowest) = slow(&shown[cable]) else { continue };
            // No link is faster than a cable on its way.
            let goes_through = |link: &Link| link.gap(REFERENCE) >= SAME * slowest.seconds(REFERENCE);
            let slow: Vec<&Link> = through[cable].iter().copied().filter(|link| goes_through(link)).collect();
            if slow.len() == through[cable].len() {
                continue;
            }
            let all = (0..count).flat_map(|from| (0..count).map(move |to| (from, to))).filter(|(from, to)| from != to);
            for (from, to) in all.filter(|&(from, to)| ranks.leaves(from, to).contains(&cable)) {
                if goes_through(ranks.platform.link(from, to)) {
                    ways.entry((from, to)).or_insert_with(|| ranks.leaves(from, to).to_vec()).push(through.len());
                }
            }
            through.push(slow);
            shown.push(vec![slowest]);
        }
        ways
    }

    /// Returns this network for the way down.
    pub(crate) fn without_combining(&self) -> Self {
        Self { combines: false, ..self.clone() }
    }

    /// Returns this network with ranks that continue after they have sent all messages.
    pub(crate) fn with_after(&self, after: Vec<(usize, f64)>) -> Self {
        Self { after: after.into(), ..self.clone() }
    }

    /// Returns the cost of a message over a link for the rank of this group that is nearer to the root.
    pub(crate) fn across(&self, link: &Link, group: usize, bytes: usize) -> f64 {
        link.gap(bytes) + self.reduction(group, bytes)
    }

    /// Returns the time between the release of the sender's port and the arrival of a message over a link.
    pub(crate) fn late(&self, link: &Link) -> f64 {
        link.latency() + self.store_and_forward * link.store_and_forward()
    }

    fn reduction(&self, group: usize, bytes: usize) -> f64 {
        if self.combines { self.ranks.platform.reduction(group) * bytes as f64 } else { 0.0 }
    }

    /// Returns a value of the minimum times for this size, which are cached: a tree queries the same size repeatedly.
    fn least(&self, bytes: usize, look: impl Fn(&Least) -> f64) -> f64 {
        if self.last.borrow().0 != bytes {
            *self.last.borrow_mut() = (bytes, self.worked_out(bytes));
        }
        look(&self.last.borrow().1)
    }

    fn worked_out(&self, bytes: usize) -> Rc<Least> {
        let least = |links: &Vec<&Link>| links.iter().map(|link| link.gap(bytes)).fold(f64::INFINITY, f64::min);
        let work_out = || {
            let cable = |(links, shown): (&Vec<&Link>, &Vec<Shown<'_>>)| {
                let most = if links.is_empty() { 0.0 } else { least(links) };
                shown.iter().map(|shown| shown.seconds(bytes)).fold(most, f64::min)
            };
            Rc::new(Least {
                ports: self.of.iter().map(least).collect(),
                cables: self.through.iter().zip(self.shown.iter()).map(cable).collect(),
            })
        };
        self.known.borrow_mut().entry(bytes).or_insert_with(work_out).clone()
    }
}

/// Returns the result of flows through a cable that share the slowest one.
fn slow<'a>(shown: &[Shown<'a>]) -> Option<Shown<'a>> {
    let shares = shown.iter().copied().filter(Shown::is_shared);
    shares.max_by(|one, other| one.seconds(REFERENCE).total_cmp(&other.seconds(REFERENCE)))
}

/// Adds a link, unless it is contained.
fn add<'a>(links: &mut Vec<&'a Link>, link: &'a Link) {
    if !links.contains(&link) {
        links.push(link);
    }
}

impl Links for RankNetwork<'_> {
    fn latency(&self, from: usize, to: usize) -> f64 {
        self.ranks.between(from, to).map_or(0.0, |link| self.late(link))
    }

    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
        self.ranks.between(from, to).map_or(0.0, |link| self.across(link, self.ranks.group[from], bytes))
    }

    fn rendezvous(&self, from: usize, to: usize, bytes: usize) -> f64 {
        self.ranks.rendezvous(from, to, bytes)
    }

    fn inside(&self, rank: usize) -> f64 {
        self.after.iter().find(|(other, _)| *other == rank).map_or(0.0, |(_, seconds)| *seconds)
    }
}

impl Network for RankNetwork<'_> {
    fn port(&self, from: usize, to: usize, bytes: usize) -> Option<f64> {
        let group = self.ranks.group[from];
        let least = || self.least(bytes, |least| least.ports[group]);
        let of = |link: &Link| least().min(link.gap(bytes)) + self.reduction(group, bytes);
        self.ranks.between(from, to).map(of)
    }

    fn cables(&self) -> usize {
        self.through.len()
    }

    fn leaves_by(&self, from: usize, to: usize) -> &[usize] {
        let groups = [from, to].map(|rank| self.ranks.group[rank]);
        self.ways.get(&(groups[0], groups[1])).map_or_else(|| self.ranks.leaves_by(from, to), Vec::as_slice)
    }

    fn cable(&self, cable: usize, bytes: usize) -> Option<f64> {
        Some(self.least(bytes, |least| least.cables[cable]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Operation;
    use crate::adaptive::groups::groups;
    use crate::adaptive::plan::{ModelledCall, plan};
    use crate::adaptive::strategy::FixedStrategy;
    use crate::levels::{LevelGroup, Part};
    use crate::model::parameters::{self, Bundle, Gap, Platform};

    /// `byte` seconds for each byte.
    fn link(byte: f64) -> Link {
        Link::new(byte, Gap::new(vec![(0, 1e-9), (1, byte), (1 << 20, byte * f64::from(1 << 20))]).unwrap())
            .and_then(|link| link.with_store_and_forward(2.0 * byte))
            .unwrap()
    }

    #[test]
    fn cables_are_as_fast_as_the_fastest_link_through_them() {
        // Nodes of two ranks: two below one switch, one below another, one beside.
        let node = |first: u32| {
            Part::Many(LevelGroup { inside_node: true, parts: vec![Part::One(first), Part::One(first + 1)] })
        };
        let switch = |parts| Part::Many(LevelGroup { inside_node: false, parts });
        let levels = LevelGroup {
            inside_node: false,
            parts: vec![switch(vec![node(0), node(2)]), switch(vec![node(4)]), node(6)],
        };
        let groups = groups(&levels);
        let group =
            |number: usize| parameters::Cluster { name: format!("n{number}"), processes: 2, inside: Some(link(1.0)) };
        let seconds = |i: usize, j: usize| match (i, j) {
            (0, 1) => 2.0,
            (_, 3) => 8.0,
            _ => 5.0,
        };
        let platform = Platform::new((0..4).map(group).collect(), |i, j| link(seconds(i, j)))
            .unwrap()
            .with_reduction(|_| 0.5)
            .unwrap();
        let ranks = Ranks::new(&platform, &levels, &groups);
        let (down, up) = (RankNetwork::new(&ranks, 4, false), RankNetwork::new(&ranks, 4096, true));
        // The groups' own: 2 for the two near ones, 5, 8; the switches': 5 both.
        let cables: Vec<f64> = (0..down.cables()).filter_map(|cable| down.cable(cable, 1)).collect();
        assert_eq!(cables, [2.0, 2.0, 5.0, 8.0, 5.0, 5.0]);
        // A rank's own port is as fast as memory, and a reduction takes as long as it takes.
        let port = |network: &RankNetwork<'_>, to| network.port(0, to, 4).unwrap();
        assert_eq!([port(&down, 1), port(&down, 7), port(&up, 7), up.gap(0, 7, 4)], [4.0, 4.0, 6.0, 34.0]);
        assert_eq!(
            (up.without_combining().gap(0, 7, 4), up.without_combining().latency(0, 7)),
            (32.0, 8.0 + 16.0 / 4.0)
        );
    }

    /// Four groups of two ranks, of which the first two are near each other.
    fn near_and_far(bundles: &[(&[(usize, usize)], f64)]) -> (LevelGroup, Platform) {
        let node = |first: u32| {
            Part::Many(LevelGroup { inside_node: true, parts: vec![Part::One(first), Part::One(first + 1)] })
        };
        let levels = LevelGroup { inside_node: false, parts: vec![node(0), node(2), node(4), node(6)] };
        let group =
            |number: usize| parameters::Cluster { name: format!("n{number}"), processes: 2, inside: Some(link(1e-9)) };
        let seconds = |i: usize, j: usize| if (i, j) == (0, 1) { 2e-9 } else { 8e-9 };
        let bundles = bundles.iter().map(|&(flows, factor)| Bundle { flows: flows.to_vec(), factor }).collect();
        let platform = Platform::new((0..4).map(group).collect(), |i, j| link(seconds(i, j)));
        (levels, platform.and_then(|platform| platform.with_bundles(bundles)).unwrap())
    }

    #[test]
    fn slow_links_that_share_a_cable_have_its_rate() {
        let (levels, platform) = near_and_far(&[(&[(0, 2), (0, 3)], 2.0), (&[(2, 0), (3, 1)], 1.0)]);
        let groups = groups(&levels);
        let ranks = Ranks::new(&platform, &levels, &groups);
        let network = RankNetwork::new(&ranks, 1 << 20, false);
        let mib = f64::from(1 << 20) * 1e-9;
        let cables: Vec<f64> =
            (0..network.cables()).map(|cable| network.cable(cable, 1 << 20).unwrap() / mib).collect();
        assert_eq!(cables.iter().map(|cable| cable.round()).collect::<Vec<_>>(), [2.0, 2.0, 8.0, 8.0, 8.0]);
        // The near link has the cable of its group to itself; the far ones go through the slow one too, both ways.
        assert_eq!(
            (network.leaves_by(0, 2), network.leaves_by(1, 4), network.leaves_by(0, 7)),
            (&[0][..], &[0, 4][..], &[0, 4][..])
        );
        assert_eq!((network.leaves_by(2, 4), network.leaves_by(4, 0)), (&[1][..], &[2][..]));
    }

    #[test]
    fn plans_wait_for_a_slow_cable_that_is_shared() {
        let flat = |two: &[(&[(usize, usize)], f64)]| {
            let (levels, platform) = near_and_far(two);
            let strategy = FixedStrategy::parse("flat,segment=1MiB").unwrap();
            let call = ModelledCall { operation: Operation::Bcast, bytes: 1 << 20, longest_segment: 1 << 20, root: 0 };
            plan(&platform, &levels, call, strategy).seconds
        };
        let mib = f64::from(1 << 20) * 1e-9;
        // The far ones at once, 8 ns for each byte, behind a port of 1 ns; or one after the other.
        let (guessed, measured, apart) =
            (flat(&[]), flat(&[(&[(0, 2), (0, 3)], 2.0)]), flat(&[(&[(0, 2), (0, 3)], 1.0)]));
        assert!(
            (8.0..13.0).contains(&(guessed / mib)) && (16.0..20.0).contains(&(measured / mib)),
            "{guessed} {measured}"
        );
        assert_eq!(apart, guessed);
    }

    #[test]
    fn a_cable_that_carries_two_messages_at_once_is_twice_as_fast() {
        let (levels, platform) = near_and_far(&[]);
        let switch = |parts: &[Part]| Part::Many(LevelGroup { inside_node: false, parts: parts.to_vec() });
        let levels =
            LevelGroup { inside_node: false, parts: vec![switch(&levels.parts[..2]), switch(&levels.parts[2..])] };
        let groups = groups(&levels);
        let rates = |factor| {
            let two = vec![Bundle { flows: vec![(0, 2), (1, 3)], factor }];
            let platform = platform.clone().with_bundles(two).unwrap();
            let ranks = Ranks::new(&platform, &levels, &groups);
            let network = RankNetwork::new(&ranks, 1 << 20, false);
            let rate = |cable| (network.cable(cable, 1 << 20).unwrap() * 1e9 / f64::from(1 << 20)).round();
            (0..network.cables()).map(rate).collect::<Vec<_>>()
        };
        // The nodes' cables, then the switches'.
        assert_eq!(rates(1.0), [2.0, 2.0, 8.0, 8.0, 4.0, 4.0]);
        assert_eq!(rates(2.0), [2.0, 2.0, 8.0, 8.0, 8.0, 8.0]);
    }
}
