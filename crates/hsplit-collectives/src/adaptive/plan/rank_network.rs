// SPDX-License-Identifier: MIT OR Apache-2.0
//! What ranks share on the way of a message that goes to all, or comes from all.
//!
//! What was measured between two ranks tells of the slowest cable between them, not which one that is. But no cable is
//! slower than the fastest link through it shows: so a rank's port, the cable of a group, and the cable of a switch
//! above groups are each taken to need for a message what that link needs. Each carries one message at a time in each
//! direction.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::ranks::Ranks;
use crate::model::parameters::{Link, STORE_AND_FORWARD_BYTES};
use crate::timing::{Links, Network};

/// Ranks with their ports and cables.
#[derive(Clone)]
pub(crate) struct RankNetwork<'a> {
    /// The ranks.
    pub(crate) ranks: &'a Ranks<'a>,
    /// Whether data goes the other way, and the rank nearer to the root reduces it with its own.
    combines: bool,
    /// Which part of the store and forward delay counts for this size.
    store_and_forward: f64,
    /// The different links that go through each cable.
    through: Rc<[Vec<&'a Link>]>,
    /// Those of each group.
    of: Rc<[Vec<&'a Link>]>,
    /// Ranks that do something when they have sent everything, and how long that takes.
    after: Rc<[(usize, f64)]>,
    /// What was worked out for messages of these sizes.
    known: Rc<RefCell<HashMap<usize, Rc<Least>>>>,
    /// That of the size that was asked for last.
    last: Rc<RefCell<(usize, Rc<Least>)>>,
}

/// What a message needs at least.
#[derive(Default)]
struct Least {
    /// At a port of each group.
    ports: Vec<f64>,
    /// In each direction of each cable.
    cables: Vec<f64>,
}

impl<'a> RankNetwork<'a> {
    /// For messages of `bytes` bytes.
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
        let store_and_forward = bytes.min(STORE_AND_FORWARD_BYTES) as f64 / STORE_AND_FORWARD_BYTES as f64;
        let network = Self {
            ranks,
            combines,
            store_and_forward,
            through: through.into(),
            of: of.into(),
            after: Rc::new([]),
            known: Rc::default(),
            last: Rc::default(),
        };
        *network.last.borrow_mut() = (bytes, network.worked_out(bytes));
        network
    }

    /// This network on the way down.
    pub(crate) fn without_combining(&self) -> Self {
        Self { combines: false, ..self.clone() }
    }

    /// This network where ranks do something when they have sent everything.
    pub(crate) fn with_after(&self, after: Vec<(usize, f64)>) -> Self {
        Self { after: after.into(), ..self.clone() }
    }

    /// What a message over a link costs the rank of this group that is nearer to the root.
    pub(crate) fn across(&self, link: &Link, group: usize, bytes: usize) -> f64 {
        link.gap(bytes) + self.combining(group, bytes)
    }

    /// How long after its sender's port is free a message over a link is there.
    pub(crate) fn late(&self, link: &Link) -> f64 {
        link.latency() + self.store_and_forward * link.store_and_forward()
    }

    fn combining(&self, group: usize, bytes: usize) -> f64 {
        if self.combines { self.ranks.platform.combining(group) * bytes as f64 } else { 0.0 }
    }

    /// Looks at what a message of this size needs at least. A tree asks for the same size again and again.
    fn least(&self, bytes: usize, look: impl Fn(&Least) -> f64) -> f64 {
        if self.last.borrow().0 != bytes {
            *self.last.borrow_mut() = (bytes, self.worked_out(bytes));
        }
        look(&self.last.borrow().1)
    }

    fn worked_out(&self, bytes: usize) -> Rc<Least> {
        let least = |links: &Vec<&Link>| links.iter().map(|link| link.gap(bytes)).fold(f64::INFINITY, f64::min);
        let work_out = || {
            let cable = |links: &Vec<&Link>| if links.is_empty() { 0.0 } else { least(links) };
            Rc::new(Least {
                ports: self.of.iter().map(least).collect(),
                cables: self.through.iter().map(cable).collect(),
            })
        };
        self.known.borrow_mut().entry(bytes).or_insert_with(work_out).clone()
    }
}

/// Adds a link, unless it is there.
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

    fn inside(&self, rank: usize) -> f64 {
        self.after.iter().find(|(other, _)| *other == rank).map_or(0.0, |(_, seconds)| *seconds)
    }
}

impl Network for RankNetwork<'_> {
    fn port(&self, from: usize, to: usize, bytes: usize) -> Option<f64> {
        let group = self.ranks.group[from];
        let least = || self.least(bytes, |least| least.ports[group]);
        let of = |link: &Link| least().min(link.gap(bytes)) + self.combining(group, bytes);
        self.ranks.between(from, to).map(of)
    }

    fn cables(&self) -> usize {
        self.ranks.cables()
    }

    fn leaves_by(&self, from: usize, to: usize) -> &[usize] {
        self.ranks.leaves_by(from, to)
    }

    fn cable(&self, cable: usize, bytes: usize) -> Option<f64> {
        Some(self.least(bytes, |least| least.cables[cable]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adaptive::groups::groups;
    use crate::levels::{Group, Part};
    use crate::model::parameters::{self, Gap, Platform};

    /// `byte` seconds for each byte.
    fn link(byte: f64) -> Link {
        Link::new(byte, Gap::new(vec![(0, 1e-9), (1, byte), (1 << 20, byte * f64::from(1 << 20))]).unwrap())
            .and_then(|link| link.with_store_and_forward(2.0 * byte))
            .unwrap()
    }

    #[test]
    fn cables_are_as_fast_as_the_fastest_link_through_them() {
        // Nodes of two ranks: two below one switch, one below another, one beside.
        let node =
            |first: u32| Part::Many(Group { inside_node: true, parts: vec![Part::One(first), Part::One(first + 1)] });
        let switch = |parts| Part::Many(Group { inside_node: false, parts });
        let levels =
            Group { inside_node: false, parts: vec![switch(vec![node(0), node(2)]), switch(vec![node(4)]), node(6)] };
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
            .with_combining(|_| 0.5)
            .unwrap();
        let ranks = Ranks::new(&platform, &levels, &groups);
        let (down, up) = (RankNetwork::new(&ranks, 4, false), RankNetwork::new(&ranks, 4096, true));
        // The groups' own: 2 for the two near ones, 5, 8; the switches': 5 both.
        let cables: Vec<f64> = (0..down.cables()).filter_map(|cable| down.cable(cable, 1)).collect();
        assert_eq!(cables, [2.0, 2.0, 5.0, 8.0, 5.0, 5.0]);
        // A rank's own port is as fast as memory, and combining takes as long as it takes.
        let port = |network: &RankNetwork<'_>, to| network.port(0, to, 4).unwrap();
        assert_eq!([port(&down, 1), port(&down, 7), port(&up, 7), up.gap(0, 7, 4)], [4.0, 4.0, 6.0, 34.0]);
        assert_eq!(
            (up.without_combining().gap(0, 7, 4), up.without_combining().latency(0, 7)),
            (32.0, 8.0 + 16.0 / 4.0)
        );
    }
}
