// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trees and the order of nodes in networks that are no tree, from their texts: a group of a dragonfly is entered once,
//! and consecutive nodes of a torus are neighbours.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::Arc;

use hsplit_collectives::Operation;
use hsplit_collectives::levels::{LevelGroup, Position};
use hsplit_collectives::nodes::Nodes;
use hsplit_collectives::rounds::Amount;
use hsplit_collectives::short::{At, Wire};
use hsplit_collectives::tree::{Shape, Spread, Tree};
use hsplit_core::hash::hash;
use hsplit_core::level::Level;
use hsplit_core::name::Name;
use hsplit_core::network::{Format, SwitchTree};
use hsplit_core::place::{Place, Step};
use hsplit_testing::networks;

/// Returns the places of two ranks on each host, for hosts in this order.
fn places(network: &SwitchTree, hosts: &[String]) -> Vec<Place> {
    let place = |host: &String| {
        let names = ["Machine"].map(Name::new);
        let node = Step::new(Arc::new(Level::new(&names)), hash(host.as_bytes()) | 1 << 62);
        network.find(host).unwrap().expect("a host of the text").place_of(vec![node], &names)
    };
    hosts.iter().chain(hosts).map(place).collect()
}

fn levels_of(places: &[Place]) -> LevelGroup {
    LevelGroup::of(&places.iter().map(Position::of).collect::<Vec<_>>())
}

fn shuffled(mut hosts: Vec<String>) -> Vec<String> {
    hosts.sort_by_key(|host| hash(host.as_bytes()));
    hosts
}

fn read(format: Format, text: &str) -> SwitchTree {
    format.read(text, &|_| Err(String::new())).expect("a right text")
}

/// Returns a dragonfly in the output format of ibnetdiscover, with some hosts on each router.
fn fabric(h: u32, groups: u32, on_each: u32) -> (SwitchTree, Vec<String>) {
    let mut peers: BTreeMap<u32, String> = BTreeMap::new();
    for (a, b) in networks::dragonfly(h, groups) {
        peers.entry(a).or_default().push_str(&format!("[1] \"S-{b}\"[1] # \"r{b}\" lid 1\n"));
        peers.entry(b).or_default().push_str(&format!("[1] \"S-{a}\"[1] # \"r{a}\" lid 1\n"));
    }
    let host = |router: u32, at: u32| format!("g{}r{router}h{at}", router / (2 * h));
    let mut hosts = vec![];
    let mut text = String::new();
    for (router, links) in peers {
        text.push_str(&format!("Switch 36 \"S-{router}\" # \"r{router}\" lid 1\n{links}"));
        for at in 0..on_each {
            hosts.push(host(router, at));
            text.push_str(&format!("[1] \"H-{router}.{at}\"[1] # \"{} mlx5_0\" lid 1\n", host(router, at)));
        }
    }
    (read(Format::Fabric, &text), shuffled(hosts))
}

/// Returns the shapes in which ranks send to each other.
fn shapes() -> impl Iterator<Item = Shape> {
    let spreads = || Spread::ALL.into_iter().chain(Spread::ARY);
    spreads().map(|across| Shape { across, inside: Spread::Binomial })
}

/// The messages of a node of a short call.
struct Sent(usize, Vec<(usize, usize)>);

impl Wire for Sent {
    type Error = Infallible;

    fn send(&mut self, to: usize, _: &[u8]) -> Result<(), Infallible> {
        self.1.push((self.0, to));
        Ok(())
    }

    fn receive(&mut self, _: usize, _: &mut [u8]) -> Result<(), Infallible> {
        Ok(())
    }

    fn exchange(&mut self, _: usize, _: &[u8], _: usize, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("a broadcast has no exchanges")
    }
}

/// Returns the messages of a short broadcast, and those of one in rounds, by ranks.
fn short_ones(levels: &LevelGroup, root: u32) -> [Vec<(u32, u32)>; 2] {
    let nodes = Nodes::ascending(levels);
    let sent = (0..nodes.count()).flat_map(|node| {
        let mut wire = Sent(node, vec![]);
        let at = At { node, nodes: nodes.count(), borders: nodes.borders() };
        let Ok(()) = at.broadcast(&mut wire, nodes.node_of(root), &mut [0]);
        wire.1
    });
    let short = sent.map(|(from, to)| (nodes.ranks(from)[0], nodes.ranks(to)[0])).collect();
    let (nodes, amount) = (Nodes::of(levels), Amount { units: 1, size: 8 });
    let shape = nodes.shape(Operation::Bcast, amount);
    let of_rank = |rank: u32| {
        let rounds = nodes.plan(Operation::Bcast, amount, shape, root, rank).into_iter();
        rounds.flat_map(|round| round.sends).map(move |message| (rank, message.peer)).collect::<Vec<_>>()
    };
    [short, (0..nodes.order().count() as u32).flat_map(of_rank).collect()]
}

#[test]
fn a_tree_enters_each_group_of_a_dragonfly_once() {
    for (h, groups, on_each) in [(2, 9, 2), (2, 9, 3), (3, 7, 1)] {
        let (network, hosts) = fabric(h, groups, on_each);
        let places = places(&network, &hosts);
        let levels = levels_of(&places);
        let group = |rank: u32| {
            let host = &hosts[rank as usize % hosts.len()];
            host[1..host.find('r').unwrap()].parse::<u32>().unwrap()
        };
        // The messages between groups, and the number of pairs of groups with messages.
        let global = |messages: Vec<(u32, u32)>| {
            let links = messages.into_iter().map(|(a, b)| (group(a), group(b)));
            let global: Vec<(u32, u32)> = links.filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
            [global.len(), global.iter().collect::<BTreeSet<_>>().len()]
        };
        for (shape, root) in shapes().flat_map(|shape| [0, 5, 17].map(|root| (shape, root))) {
            let parent = |rank: u32| Tree::new(&levels, shape, root, rank).parent.map(|parent| (parent, rank));
            let tree = (0..places.len() as u32).filter_map(parent).collect();
            assert_eq!(global(tree), [groups as usize - 1; 2], "{shape:?} {root}");
        }
        for root in [0, 5, 17] {
            for messages in short_ones(&levels, root) {
                assert_eq!(global(messages), [groups as usize - 1; 2], "{root}");
            }
        }
    }
}

#[test]
fn nodes_of_a_torus_that_follow_each_other_are_neighbours() {
    for dims in [&[4, 4][..], &[3, 5], &[2, 3, 4], &[3, 3, 3], &[6]] {
        let all: u64 = dims.iter().product();
        let words = |numbers: &[u64]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let mut text = format!("torus {}\ndims {}\n", dims.len(), words(dims));
        for position in 0..all {
            let below = |dimension: usize| dims[dimension + 1..].iter().product::<u64>();
            let coords: Vec<u64> = (0..dims.len()).map(|at| position / below(at) % dims[at]).collect();
            text.push_str(&format!("n{position} {}\n", words(&coords)));
        }
        let network = read(Format::of(&text), &text);
        let places = places(&network, &shuffled((0..all).map(|position| format!("n{position}")).collect()));
        let hops = |a: u32, b: u32| {
            let position = |rank: u32| places[rank as usize].position().expect("coordinates");
            let both = position(a).coords().into_iter().zip(position(b).coords());
            hsplit_core::network::way_around(both, dims.iter().copied())
        };
        let levels = levels_of(&places);
        let nodes = Nodes::of(&levels);
        assert_eq!(nodes.count() as u64, all);
        for node in 0..nodes.count() {
            let next = (node + 1) % nodes.count();
            assert_eq!(hops(nodes.ranks(node)[0], nodes.ranks(next)[0]), 1, "{dims:?}: {node}");
        }
        // A chain is such a walk from any root.
        let shape = Shape { across: Spread::Chain, inside: Spread::Binomial };
        for root in 0..places.len() as u32 {
            let parents = (0..places.len() as u32)
                .filter_map(|rank| Tree::new(&levels, shape, root, rank).parent.map(|parent| (parent, rank)));
            let longest = parents.map(|(parent, rank)| hops(parent, rank)).max();
            assert_eq!(longest, Some(1), "{dims:?}: {root}");
        }
    }
}
