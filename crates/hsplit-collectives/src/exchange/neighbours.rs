// SPDX-License-Identifier: MIT OR Apache-2.0
//! The routes of blocks between neighbours (`MPI_Neighbor_alltoallv` and similar calls): an exchange whose blocks are
//! the edges of a graph.
//!
//! The routes are those of [`Routing::Leaders`](super::routes::Routing::Leaders): from a rank to the rank of its node
//! that leads to the other node, from there in one message to the rank that leads back, and then to the receiver. A
//! rank needs to know its own edges, and those between its node and the nodes to which it leads.

use std::collections::{BTreeMap, HashMap};

use super::{BlockRange, Exchange, Parcel, Round, Store};
use crate::nodes::Nodes;

/// An edge of the graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The sender of its block.
    pub from: u32,
    /// The receiver of its block.
    pub to: u32,
    /// Its number among the edges between the two.
    pub number: u32,
}

impl Edge {
    const BYTES: usize = 3 * size_of::<u32>();

    fn encode(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        for (place, number) in bytes.chunks_exact_mut(size_of::<u32>()).zip([self.from, self.to, self.number]) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }
}

/// Encodes edges.
pub fn encode(edges: &[Edge]) -> Vec<u8> {
    edges.iter().flat_map(|edge| edge.encode()).collect()
}

/// Decodes edges.
pub fn decode(bytes: &[u8]) -> Vec<Edge> {
    let number = |bytes: &[u8]| bytes.first_chunk().map_or(0, |number| u32::from_le_bytes(*number));
    let edge = |bytes: &[u8]| Edge { from: number(bytes), to: number(&bytes[4..]), number: number(&bytes[8..]) };
    bytes.chunks_exact(Edge::BYTES).map(edge).collect()
}

/// The matching of several edges from one rank to another, between the list of the sender and the list of the receiver.
/// MPIs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// The first with the first.
    InOrder,
    /// The first with the last.
    Reversed,
    /// In a grid: downwards with upwards along one dimension.
    ByDirection,
}

impl Matching {
    /// Number of edges of a rank to itself that distinguishes all matchings: that of a grid of two dimensions of one
    /// rank each.
    pub const EDGES: usize = 4;

    /// Returns the matching by which data along this many edges of a rank to itself is received at these places.
    /// `None`: none of these.
    pub fn of(places: [usize; Self::EDGES]) -> Option<Self> {
        let all = [Self::InOrder, Self::Reversed, Self::ByDirection];
        let numbers = |matching: Self| [0, 1, 2, 3].map(|at| matching.number(at, Self::EDGES as u32) as usize);
        all.into_iter().find(|&matching| numbers(matching) == places)
    }

    /// Returns the number of the edge at this place of its receiver's `count` edges.
    fn number(self, at: u32, count: u32) -> u32 {
        match self {
            Self::Reversed => count - 1 - at,
            Self::ByDirection if count % 2 == 0 => at ^ 1,
            Self::ByDirection | Self::InOrder => at,
        }
    }
}

/// The edges of a rank, by their indices in the program's lists. `None`: no rank (`MPI_PROC_NULL`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edges {
    /// The edges along which it receives.
    pub sources: Vec<Option<Edge>>,
    /// The edges along which it sends.
    pub destinations: Vec<Option<Edge>>,
}

impl Edges {
    /// Creates the edges of a rank with these neighbours.
    pub fn of(rank: u32, sources: &[Option<u32>], destinations: &[Option<u32>], matching: Matching) -> Self {
        let mut counts = HashMap::new();
        let mut numbered = |peers: &[Option<u32>]| -> Vec<Option<(u32, u32)>> {
            counts.clear();
            let mut number = |peer: u32| {
                let next = counts.entry(peer).or_insert(0);
                *next += 1;
                (peer, *next - 1)
            };
            peers.iter().map(|peer| peer.map(&mut number)).collect()
        };
        let destinations = numbered(destinations);
        let sources = numbered(sources);
        let source = |(from, at)| Edge { from, to: rank, number: matching.number(at, counts[&from]) };
        Self {
            sources: sources.into_iter().map(|end| end.map(source)).collect(),
            destinations: destinations
                .into_iter()
                .map(|end| end.map(|(to, number)| Edge { from: rank, to, number }))
                .collect(),
        }
    }

    /// Returns the edges between different nodes.
    pub fn crossing(&self, nodes: &Nodes) -> Vec<Edge> {
        let all = self.sources.iter().chain(&self.destinations).flatten().copied();
        all.filter(|edge| nodes.node_of(edge.from) != nodes.node_of(edge.to)).collect()
    }

    /// Returns a number whose sum over all ranks is 0 if every edge is in the list of both its ranks.
    pub fn balance(&self) -> u64 {
        let sum = |edges: &[Option<Edge>]| {
            let hashes = edges.iter().flatten().map(|edge| hsplit_core::hash::hash(&edge.encode()));
            hashes.fold(0, u64::wrapping_add)
        };
        sum(&self.destinations).wrapping_sub(sum(&self.sources))
    }
}

/// The data along edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// The same block along all of a rank's edges: its only block ([`Store::Source`] 0). It is sent once to each node.
    OneForAll,
    /// A separate block along each edge.
    OneForEach,
}

/// A rank's part: its own blocks and those that it forwards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbourhood {
    /// The exchange of blocks that are sent together.
    pub together: Exchange,
    /// The exchange of all other blocks: one by one, in parcels of one run.
    pub direct: Exchange,
    /// Blocks in transit that are also for this rank, and their places in [`Store::Result`].
    pub copies: Vec<(usize, usize)>,
    /// This rank's blocks for itself: their places in [`Store::Source`] and in [`Store::Result`].
    pub own: Vec<(usize, usize)>,
    /// Maximum number of blocks of a parcel.
    pub longest_parcel: usize,
    /// Maximum number of edges that a message between two nodes combines.
    pub joined: usize,
}

/// The edges that a rank knows.
struct Known<'a> {
    nodes: &'a Nodes,
    rank: u32,
    edges: &'a Edges,
    /// Edges of this node to nodes to which this rank leads.
    leaving: Vec<Edge>,
    /// Edges to this node from nodes to which this rank leads.
    coming: Vec<Edge>,
}

/// Parcels by their peers.
type ByPeer = BTreeMap<u32, Vec<Edge>>;

impl Neighbourhood {
    /// Computes a rank's part. `crossing`: the results of [`Edges::crossing`] of all ranks of its node, in any order.
    pub fn of(nodes: &Nodes, rank: u32, edges: &Edges, crossing: &[Edge], content: Content) -> Self {
        let known = Known::of(nodes, rank, edges, crossing);
        let mut places = Places::of(rank, edges, content);
        let (leaders, joined) = known.between_nodes();
        let rounds = [known.to_leaders(), leaders, known.behind_leaders()];
        let rounds: Vec<Round> = rounds.into_iter().map(|[sends, receives]| places.round(sends, receives)).collect();
        let blocks = |round: &Round| round.sends.iter().chain(&round.receives).map(Parcel::blocks).max();
        let longest_parcel = rounds.iter().filter_map(blocks).max().unwrap_or(0);
        let (own, copies) = (places.own(edges), places.copies(edges));
        Self {
            together: Exchange {
                rounds: rounds.into_iter().filter(|round| !round.is_empty()).collect(),
                transit: places.transit,
            },
            direct: places.directly(edges),
            copies,
            own,
            longest_parcel,
            joined,
        }
    }
}

impl<'a> Known<'a> {
    fn of(nodes: &'a Nodes, rank: u32, edges: &'a Edges, crossing: &[Edge]) -> Self {
        let home = nodes.node_of(rank);
        let is_led = |there: u32| nodes.node_of(there) != home && nodes.leader_to(home, nodes.node_of(there)) == rank;
        let some = |is_wanted: &dyn Fn(&Edge) -> bool| crossing.iter().copied().filter(is_wanted).collect();
        let leaving = some(&|edge| nodes.node_of(edge.from) == home && is_led(edge.to));
        let coming = some(&|edge| nodes.node_of(edge.to) == home && is_led(edge.from));
        Self { nodes, rank, edges, leaving, coming }
    }

    /// Returns the rank of this node through which blocks to and from another rank are transferred.
    fn gate(&self, there: u32) -> u32 {
        let (home, node) = (self.nodes.node_of(self.rank), self.nodes.node_of(there));
        if node == home { there } else { self.nodes.leader_to(home, node) }
    }

    /// Returns the rank that leads another rank's node to this one.
    fn leader_of(&self, there: u32) -> u32 {
        self.nodes.leader_to(self.nodes.node_of(there), self.nodes.node_of(self.rank))
    }

    fn by_peer(&self, edges: impl Iterator<Item = (u32, Edge)>) -> ByPeer {
        let mut parcels = ByPeer::new();
        for (peer, edge) in edges.filter(|(peer, _)| *peer != self.rank) {
            parcels.entry(peer).or_default().push(edge);
        }
        parcels
    }

    /// Returns the data that this rank sends to the leaders of its node, and receives as a leader.
    fn to_leaders(&self) -> [ByPeer; 2] {
        let home = self.nodes.node_of(self.rank);
        let sent = self.edges.destinations.iter().flatten().map(|&edge| (self.gate(edge.to), edge));
        let here = self.edges.sources.iter().flatten().filter(|edge| self.nodes.node_of(edge.from) == home);
        let received = here.chain(&self.leaving).map(|&edge| (edge.from, edge));
        [self.by_peer(sent), self.by_peer(received)]
    }

    /// Returns the data between this node and others, and the maximum number of edges of a message.
    fn between_nodes(&self) -> ([ByPeer; 2], usize) {
        let sent = self.by_peer(self.leaving.iter().map(|&edge| (self.leader_of(edge.to), edge)));
        let received = self.by_peer(self.coming.iter().map(|&edge| (self.leader_of(edge.from), edge)));
        let joined = sent.values().chain(received.values()).map(Vec::len).max().unwrap_or(0);
        ([sent, received], joined)
    }

    /// Returns the data that leaders forward to the ranks of this node.
    fn behind_leaders(&self) -> [ByPeer; 2] {
        let home = self.nodes.node_of(self.rank);
        let sent = self.coming.iter().map(|&edge| (edge.to, edge));
        let from_elsewhere = self.edges.sources.iter().flatten().filter(|edge| self.nodes.node_of(edge.from) != home);
        let received = from_elsewhere.map(|&edge| (self.gate(edge.from), edge));
        [self.by_peer(sent), self.by_peer(received)]
    }
}

/// The places of blocks at a rank, as far as its rounds are known.
struct Places {
    rank: u32,
    content: Content,
    known: HashMap<Edge, (Store, usize)>,
    transit: usize,
}

impl Places {
    fn of(rank: u32, edges: &Edges, content: Content) -> Self {
        let mut places = Self { rank, content, known: HashMap::new(), transit: 0 };
        let in_store = |store, edges: &[Option<Edge>]| -> Vec<(Edge, (Store, usize))> {
            edges.iter().enumerate().filter_map(|(at, edge)| Some(((*edge)?, (store, at)))).collect()
        };
        match content {
            Content::OneForAll => {
                places.known.insert(places.name(Edge { from: rank, ..Edge::default() }), (Store::Source, 0));
            }
            Content::OneForEach => {
                places.known.extend(in_store(Store::Result, &edges.sources));
                places.known.extend(in_store(Store::Source, &edges.destinations));
            }
        }
        places
    }

    /// Returns the identity of a block.
    fn name(&self, edge: Edge) -> Edge {
        match self.content {
            Content::OneForAll => Edge { from: edge.from, ..Edge::default() },
            Content::OneForEach => edge,
        }
    }

    /// Returns the place of an edge's block.
    fn place(&mut self, edge: Edge) -> (Store, usize) {
        let name = self.name(edge);
        *self.known.entry(name).or_insert_with(|| {
            self.transit += 1;
            (Store::Transit, self.transit - 1)
        })
    }

    fn source(&self, place: usize) -> usize {
        if self.content == Content::OneForAll { 0 } else { place }
    }

    /// Returns parcels in an order that both of their ranks know. The next rank is the first, so that not all begin
    /// with the same one.
    fn parcels(&mut self, parcels: ByPeer) -> Vec<Parcel> {
        let (below, above): (Vec<_>, Vec<_>) = parcels.into_iter().partition(|(peer, _)| *peer < self.rank);
        let parcel = |(peer, mut edges): (u32, Vec<Edge>)| {
            edges.iter_mut().for_each(|edge| *edge = self.name(*edge));
            edges.sort_unstable();
            edges.dedup();
            Parcel { peer, runs: BlockRange::joined(edges.into_iter().map(|edge| self.place(edge))) }
        };
        above.into_iter().chain(below).map(parcel).collect()
    }

    fn round(&mut self, sends: ByPeer, receives: ByPeer) -> Round {
        Round { receives: self.parcels(receives), sends: self.parcels(sends) }
    }

    fn own(&self, edges: &Edges) -> Vec<(usize, usize)> {
        let is_own = |edge: &Edge| edge.from == self.rank;
        let from: HashMap<Edge, usize> =
            edges.destinations.iter().enumerate().filter_map(|(at, edge)| Some(((*edge)?, at))).collect();
        let pair = |(at, edge): (usize, &Option<Edge>)| {
            let edge = edge.filter(is_own)?;
            Some((self.source(*from.get(&edge)?), at))
        };
        edges.sources.iter().enumerate().filter_map(pair).collect()
    }

    fn copies(&self, edges: &Edges) -> Vec<(usize, usize)> {
        let copy = |(at, edge): (usize, &Option<Edge>)| match self.known.get(&self.name((*edge)?))? {
            (Store::Transit, transit) => Some((*transit, at)),
            _ => None,
        };
        edges.sources.iter().enumerate().filter_map(copy).collect()
    }

    /// Returns the direct exchange: every block separately, with those between two ranks in the order of their numbers.
    fn directly(&self, edges: &Edges) -> Exchange {
        let parcels = |store, edges: &[Option<Edge>], peer: &dyn Fn(&Edge) -> u32| -> Vec<Parcel> {
            let mut ends: Vec<_> = edges.iter().enumerate().filter_map(|(at, edge)| Some(((*edge)?, at))).collect();
            ends.retain(|(edge, _)| peer(edge) != self.rank);
            ends.sort_unstable_by_key(|(edge, _)| (peer(edge) < self.rank, *edge));
            let run =
                |at| BlockRange { store, first: if store == Store::Source { self.source(at) } else { at }, count: 1 };
            ends.iter().map(|(edge, at)| Parcel { peer: peer(edge), runs: vec![run(*at)] }).collect()
        };
        let receives = parcels(Store::Result, &edges.sources, &|edge| edge.from);
        let sends = parcels(Store::Source, &edges.destinations, &|edge| edge.to);
        Exchange { rounds: vec![Round { receives, sends }], transit: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_rank_gets_of_itself_tells_how_edges_match() {
        assert_eq!(Matching::of([0, 1, 2, 3]), Some(Matching::InOrder));
        assert_eq!(Matching::of([3, 2, 1, 0]), Some(Matching::Reversed));
        assert_eq!(Matching::of([1, 0, 3, 2]), Some(Matching::ByDirection));
        assert_eq!(Matching::of([0, 0, 2, 3]), None);
    }

    #[test]
    fn edges_are_numbered_by_both_ends() {
        let (sources, destinations) = ([Some(2), None, Some(2), Some(0)], [Some(1), Some(1), Some(2)]);
        let edge = |from, to, number| Some(Edge { from, to, number });
        let edges = Edges::of(1, &sources, &destinations, Matching::Reversed);
        assert_eq!(edges.sources, [edge(2, 1, 1), None, edge(2, 1, 0), edge(0, 1, 0)]);
        assert_eq!(edges.destinations, [edge(1, 1, 0), edge(1, 1, 1), edge(1, 2, 0)]);
        let all: Vec<Edge> = edges.sources.iter().chain(&edges.destinations).flatten().copied().collect();
        assert_eq!(decode(&encode(&all)), all);
    }
}
