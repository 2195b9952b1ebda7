// SPDX-License-Identifier: MIT OR Apache-2.0
//! The routes of blocks: the ranks and rounds in which blocks are forwarded.
//!
//! A block is identified by its sender and its receiver. Each [`Routing`] determines, for a round and two ranks, the
//! blocks in the parcel between them. Both ranks compute the same result.

use std::collections::HashMap;

use super::{BlockRange, Exchange, Parcel, Round, Store};
use crate::nodes::Nodes;

/// A block: its sender, and its receiver.
type Block = (u32, u32);

/// The routes of blocks between nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Routing {
    /// All blocks of a node are sent through its first rank, which sends one message to each other node. The fewest
    /// messages.
    Hub,
    /// As [`Routing::Hub`], but the first ranks send by the algorithm of Bruck et al. (1997): ⌈log₂ n⌉ messages each
    /// for n nodes, which contain blocks for further nodes.
    Bruck,
    /// The same with every rank sending, as if it were on a separate node: no rank waits for the others of its node
    /// before the first message and after the last one.
    BruckOfRanks,
    /// One message from node to node, too, but the blocks to and from the other nodes are divided among the ranks of a
    /// node.
    Leaders,
    /// Every block is sent directly. At any time the ranks of a node send to as many nodes as possible.
    Direct,
}

impl Routing {
    /// All routings.
    pub const ALL: [Self; 5] = [Self::Hub, Self::Bruck, Self::BruckOfRanks, Self::Leaders, Self::Direct];
}

/// The two directions in which a rank looks up peers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sense {
    /// The ranks to which it sends.
    Forth,
    /// The ranks from which it receives.
    Back,
}

impl Nodes {
    /// Returns the maximum number of blocks of a parcel of [`Routing::Leaders`].
    pub fn longest_parcel(&self) -> usize {
        self.widest() * self.widest().max(self.most_led()) + 1
    }

    /// Returns the number of rounds between the nodes in [`Routing::Bruck`].
    pub fn rounds_of_bruck(&self) -> usize {
        self.count().next_power_of_two().trailing_zeros() as usize
    }

    /// Returns the maximum number of other nodes to which a rank leads its node.
    pub fn most_led(&self) -> usize {
        self.count().saturating_sub(1).div_ceil(self.narrowest())
    }

    /// Returns a rank's part of the exchange.
    pub fn exchange(&self, routing: Routing, rank: u32) -> Exchange {
        if routing == Routing::BruckOfRanks {
            return self.apart().exchange(Routing::Bruck, rank);
        }
        let mut stores = Stores { rank, transit: HashMap::new() };
        let mut rounds = vec![];
        for round in 0..self.rounds(routing) {
            let mut parcels = |sense| -> Vec<Parcel> {
                let ends = |peer| if sense == Sense::Forth { (rank, peer) } else { (peer, rank) };
                let peers = self.peers(routing, round, rank, sense).into_iter();
                let mut parcels: Vec<Parcel> = peers
                    .map(|peer| Parcel { peer, runs: stores.runs(self.blocks(routing, round, ends(peer))) })
                    .filter(|parcel| !parcel.runs.is_empty())
                    .collect();
                parcels.shrink_to_fit();
                parcels
            };
            let round = Round { sends: parcels(Sense::Forth), receives: parcels(Sense::Back) };
            if !round.is_empty() {
                rounds.push(round);
            }
        }
        Exchange { rounds, transit: stores.transit.len() }
    }

    /// Returns the node at a distance from another one, cyclically.
    pub(crate) fn at(&self, node: usize, distance: usize, sense: Sense) -> usize {
        let distance = distance % self.count();
        (node + if sense == Sense::Forth { distance } else { self.count() - distance }) % self.count()
    }

    /// Returns the rank of `node` that exchanges its blocks with another node.
    pub(crate) fn leader_to(&self, node: usize, other: usize) -> u32 {
        let (ranks, distance) = (self.ranks(node), self.at(other, node, Sense::Back));
        ranks[(distance - 1) % ranks.len()]
    }

    /// Returns the other nodes to which a rank leads its node, the nearest first.
    pub(crate) fn led_by(&self, rank: u32) -> impl Iterator<Item = usize> {
        let (node, place) = self.location(rank);
        let distances = (place + 1..self.count()).step_by(self.ranks(node).len());
        distances.map(move |distance| self.at(node, distance, Sense::Forth))
    }

    /// Returns the blocks from the ranks of a node for those of another.
    fn between(&self, from: usize, to: usize) -> impl Iterator<Item = Block> {
        self.ranks(from).iter().flat_map(move |&source| self.ranks(to).iter().map(move |&target| (source, target)))
    }

    fn rounds(&self, routing: Routing) -> usize {
        match routing {
            Routing::Hub | Routing::Leaders => 3,
            Routing::Bruck | Routing::BruckOfRanks => 2 + self.rounds_of_bruck(),
            Routing::Direct => self.count() * self.widest(),
        }
    }

    /// Returns the ranks with which a rank may exchange parcels in a round, in the order of the exchanges.
    fn peers(&self, routing: Routing, round: usize, rank: u32, sense: Sense) -> Vec<u32> {
        let (node, place) = self.location(rank);
        if routing == Routing::Direct {
            return self.direct(round, rank, sense).into_iter().collect();
        }
        if round == 0 || round == self.rounds(routing) - 1 {
            // The next rank is the first, so that not all begin with the same one.
            let ranks = self.ranks(node);
            return (1..ranks.len()).map(|step| ranks[(place + step) % ranks.len()]).collect();
        }
        let first = |distance| self.ranks(self.at(node, distance, sense))[0];
        match routing {
            Routing::Hub if place == 0 => (1..self.count()).map(first).collect(),
            Routing::Bruck if place == 0 => vec![first(1 << (round - 1))],
            Routing::Leaders => self.led_by(rank).map(|other| self.leader_to(other, node)).collect(),
            _ => vec![],
        }
    }

    /// Returns the difference between the distances of two rounds. It divides the circle of nodes approximately by the
    /// golden ratio, and visits all of them, so that few successive rounds have near and far ones. With ascending
    /// distances, all would send over their own switch first and over the cables between switches later.
    fn stride(&self) -> usize {
        let count = self.count();
        (count * 382 / 1000..).find(|&stride| gcd(stride, count) == 1).unwrap_or(1)
    }

    /// Returns the rank to which one sends its block in a round, or from which it gets one. In a round the ranks of a
    /// node send to different nodes as long as there are others, and no two send to the same rank.
    fn direct(&self, round: usize, rank: u32, sense: Sense) -> Option<u32> {
        let (widest, (node, place)) = (self.widest(), self.location(rank));
        let (distance, turn) = (round / widest * self.stride() % self.count(), round % widest);
        // The sender's index on its node determines the distance.
        let (sender, peer) = match sense {
            Sense::Forth => (place, (place + turn) % widest),
            Sense::Back => ((place + widest - turn) % widest, (place + widest - turn) % widest),
        };
        let ranks = self.ranks(self.at(node, distance + sender, sense));
        ranks.get(peer).copied().filter(|&peer| peer != rank)
    }

    /// Returns the blocks in the parcel from one rank to another in a round, in their order. Empty: there is no parcel.
    fn blocks(&self, routing: Routing, round: usize, (from, to): (u32, u32)) -> Vec<Block> {
        let ((node, place), (other, other_place)) = (self.location(from), self.location(to));
        let (is_first, is_last) = (round == 0, round == self.rounds(routing) - 1);
        let everyone = || self.order();
        let led = |rank| self.led_by(rank).flat_map(|other| self.ranks(other).iter().copied());
        match routing {
            Routing::Direct => vec![(from, to)],
            Routing::Hub | Routing::Bruck if is_first && other_place == 0 => {
                everyone().filter(|&target| target != from).map(|target| (from, target)).collect()
            }
            Routing::Hub | Routing::Bruck if is_last && place == 0 => {
                everyone().filter(|&source| source != to).map(|source| (source, to)).collect()
            }
            Routing::Hub | Routing::Bruck if is_first || is_last => vec![],
            Routing::Leaders if is_first => [to].into_iter().chain(led(to)).map(|target| (from, target)).collect(),
            Routing::Leaders if is_last => led(from).map(|source| (source, to)).collect(),
            Routing::Hub | Routing::Leaders => self.between(node, other).collect(),
            Routing::Bruck | Routing::BruckOfRanks => self.carried(round - 1, node),
        }
    }

    /// Returns the blocks that a node sends in a round of Bruck's algorithm: those that it has, and whose remaining
    /// distance includes that of this round.
    fn carried(&self, round: usize, node: usize) -> Vec<Block> {
        let hop = 1 << round;
        let distances = (1..self.count()).filter(|distance| distance & hop != 0);
        distances
            .flat_map(|distance| {
                let origin = self.at(node, distance & (hop - 1), Sense::Back);
                self.between(origin, self.at(origin, distance, Sense::Forth))
            })
            .collect()
    }
}

fn gcd(one: usize, other: usize) -> usize {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// The places of blocks at a rank, as far as its rounds are known.
struct Stores {
    rank: u32,
    transit: HashMap<Block, usize>,
}

impl Stores {
    /// The places of blocks.
    fn runs(&mut self, blocks: Vec<Block>) -> Vec<BlockRange> {
        BlockRange::joined(blocks.into_iter().map(|block| self.place(block)))
    }

    fn place(&mut self, (source, target): Block) -> (Store, usize) {
        if source == self.rank {
            return (Store::Source, target as usize);
        }
        if target == self.rank {
            return (Store::Result, source as usize);
        }
        let next = self.transit.len();
        (Store::Transit, *self.transit.entry((source, target)).or_insert(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::{LevelGroup, Part};

    /// Nodes with these numbers of ranks.
    fn nodes(sizes: &[u32]) -> Nodes {
        let mut next = 0;
        let parts = sizes.iter().map(|&size| {
            let ranks: Vec<Part> = (next..next + size).map(Part::One).collect();
            next += size;
            if size == 1 { ranks[0].clone() } else { Part::Many(LevelGroup { inside_node: true, parts: ranks }) }
        });
        Nodes::of(&LevelGroup { inside_node: false, parts: parts.collect() })
    }

    /// The messages inside nodes, and between them.
    fn messages(nodes: &Nodes, routing: Routing) -> (usize, usize) {
        let (mut inside, mut between) = (0, 0);
        for rank in 0..nodes.size() {
            for parcel in nodes.exchange(routing, rank).parcels().sends {
                let is_inside = nodes.node_of(parcel.peer) == nodes.node_of(rank);
                *if is_inside { &mut inside } else { &mut between } += 1;
            }
        }
        (inside, between)
    }

    #[test]
    fn messages_of_four_nodes_of_eight() {
        let nodes = nodes(&[8; 4]);
        assert_eq!(
            Routing::ALL.map(|routing| messages(&nodes, routing)),
            [
                (2 * 7 * 4, 12),
                (2 * 7 * 4, 8),
                // To the next, second and fourth rank 1, 2 and 4 of the 8 messages of a node leave it, then all.
                ((7 + 6 + 4) * 4, (1 + 2 + 4 + 8 + 8) * 4),
                (56 * 4 + 3 * 7 * 4, 12),
                (56 * 4, 32 * 24)
            ]
        );
    }

    #[test]
    fn memory_is_in_proportion_to_ranks() {
        let held = |parcels: &Vec<Parcel>| {
            let runs = parcels.iter().map(|parcel| parcel.runs.capacity() * size_of::<BlockRange>());
            runs.sum::<usize>() + parcels.capacity() * size_of::<Parcel>()
        };
        for sizes in [&[8; 8][..], &[1; 40], &[3; 5], &[2, 30, 1, 2]] {
            let nodes = nodes(sizes);
            for (routing, rank) in
                Routing::ALL.into_iter().flat_map(|one| (0..nodes.size()).map(move |rank| (one, rank)))
            {
                let rounds = nodes.exchange(routing, rank).rounds;
                let round = |round: &Round| size_of::<Round>() + held(&round.sends) + held(&round.receives);
                let bytes: usize = rounds.iter().map(round).sum();
                let most = Exchange::bytes(nodes.size() as usize, nodes.widest());
                assert!(bytes <= most, "{sizes:?}, {routing:?}, rank {rank}: {bytes} of {most}");
            }
        }
    }

    #[test]
    fn a_round_of_long_blocks_shares_no_link() {
        for sizes in [&[8; 8][..], &[3; 5], &[4; 4], &[2, 3, 1, 2]] {
            let nodes = nodes(sizes);
            for round in 0..nodes.rounds(Routing::Direct) {
                let mut targets: Vec<u32> = vec![];
                for node in nodes.all() {
                    let sent: Vec<u32> =
                        node.iter().filter_map(|&rank| nodes.direct(round, rank, Sense::Forth)).collect();
                    let mut into: Vec<usize> = sent.iter().map(|&rank| nodes.node_of(rank)).collect();
                    into.sort_unstable();
                    assert!(into.windows(2).all(|pair| pair[0] != pair[1]), "{sizes:?}, round {round}: {into:?}");
                    targets.extend(sent);
                }
                targets.sort_unstable();
                assert!(targets.windows(2).all(|pair| pair[0] != pair[1]));
                for rank in 0..nodes.size() {
                    if let Some(to) = nodes.direct(round, rank, Sense::Forth) {
                        assert_eq!(nodes.direct(round, to, Sense::Back), Some(rank));
                    }
                }
            }
        }
    }

    #[test]
    fn rounds_of_long_blocks_go_near_and_far_in_turn() {
        let distances = |count: usize| -> Vec<u32> {
            let nodes = nodes(&vec![1; count]);
            (1..count).filter_map(|round| nodes.direct(round, 0, Sense::Forth)).collect()
        };
        assert_eq!(distances(8), [3, 6, 1, 4, 7, 2, 5]);
        for count in [1, 2, 3, 4, 5, 6, 7, 12, 64, 100] {
            let mut all = distances(count);
            // On 64 nodes, any eight rounds in a row go to each quarter once at least.
            let quarters = |rounds: &[u32]| (0..4).all(|quarter| rounds.iter().any(|to| to / 16 == quarter));
            assert!(count != 64 || all.windows(8).all(quarters), "{all:?}");
            all.sort_unstable();
            assert_eq!(all, (1..count as u32).collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_parcel_is_longer_than_the_longest() {
        for sizes in [&[8; 8][..], &[3; 5], &[4; 4], &[2, 3, 1, 2], &[1, 6], &[1; 5], &[2; 17]] {
            let nodes = nodes(sizes);
            let exchanges = (0..nodes.size()).map(|rank| nodes.exchange(Routing::Leaders, rank));
            let longest = exchanges
                .map(|exchange| exchange.parcels().sends.iter().map(|parcel| parcel.blocks()).max().unwrap_or(0));
            let longest = longest.max();
            assert!(longest <= Some(nodes.longest_parcel()), "{sizes:?}: {longest:?} {}", nodes.longest_parcel());
        }
    }

    #[test]
    fn every_rank_leads_to_its_share_of_nodes() {
        let nodes = nodes(&[2, 3, 1, 2]);
        assert_eq!(
            (0..8).map(|rank| nodes.led_by(rank).collect()).collect::<Vec<Vec<usize>>>(),
            [vec![1, 3], vec![2], vec![2], vec![3], vec![0], vec![3, 0, 1], vec![0, 2], vec![1]]
        );
        for (node, other) in [(0, 1), (1, 0), (3, 2), (2, 3)] {
            assert!(nodes.led_by(nodes.leader_to(node, other)).any(|led| led == other));
        }
    }
}
