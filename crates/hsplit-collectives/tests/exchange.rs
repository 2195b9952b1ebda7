// SPDX-License-Identifier: MIT OR Apache-2.0
//! Exchanges on random emulations: every rank runs its engine against mailboxes, and every block must reach its rank.

mod post;

use std::collections::BTreeMap;
use std::convert::Infallible;

use proptest::prelude::*;

use hsplit_collectives::exchange::neighbours::{Content, Edges, Matching, Neighbourhood};
use hsplit_collectives::exchange::routes::Routing;
use hsplit_collectives::exchange::{self, BlockRange, Exchange, Parcel, ParcelTransport, Parcels, Store};
use hsplit_collectives::levels::{LevelGroup, Position};
use hsplit_collectives::nodes::Nodes;
use hsplit_collectives::transport::{Done, Transport};
use hsplit_testing::random_machine::Tape;
use hsplit_testing::simulated;
use hsplit_testing::world::World;
use post::{Counter, Post, simulated_rank};

/// A block with its sender and receiver.
type Block = (u32, u32);
/// The blocks that a rank has received, and the number of messages it sent to each rank.
type Outcome = (Vec<Option<Block>>, BTreeMap<u32, usize>);

/// The buffers of a rank, and its messages.
struct Stores<'a> {
    counter: Counter<'a, Vec<Block>>,
    parcels: &'a Parcels<'a>,
    source: Vec<Block>,
    transit: Vec<Option<Block>>,
    result: Vec<Option<Block>>,
    /// Messages that have arrived and are not unpacked.
    closed: BTreeMap<usize, Vec<Block>>,
}

impl Stores<'_> {
    fn blocks(&self, parcel: &Parcel) -> Vec<Block> {
        let block = |store, at: usize| match store {
            Store::Source => self.source[at],
            Store::Transit => self.transit[at].expect("a block that is here"),
            Store::Result => panic!("what is here is not sent on"),
        };
        let run =
            |&BlockRange { store, first, count }: &BlockRange| (first..first + count).map(move |at| block(store, at));
        parcel.runs.iter().flat_map(run).collect()
    }
}

impl Transport for Stores<'_> {
    type Error = Infallible;

    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Infallible> {
        self.counter.posted.push((stream, segment));
        Ok(())
    }

    fn send(&mut self, stream: usize, segment: usize) -> Result<(), Infallible> {
        let parcel = self.parcels.sends[stream];
        let blocks = self.blocks(parcel);
        self.counter.send(stream, segment, blocks);
        Ok(())
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Infallible> {
        if let Some((stream, _, blocks)) = self.counter.wait(done) {
            assert_eq!(self.closed.insert(stream, blocks), None);
        }
        Ok(())
    }
}

impl ParcelTransport for Stores<'_> {
    fn open(&mut self, parcel: usize) -> Result<(), Infallible> {
        let blocks = self.closed.remove(&parcel).expect("a parcel that is here");
        let parcel = self.parcels.receives[parcel];
        assert_eq!(parcel.blocks(), blocks.len());
        let places = parcel.runs.iter().flat_map(|run| (run.first..run.first + run.count).map(|at| (run.store, at)));
        for ((store, at), block) in places.zip(blocks) {
            let store = if store == Store::Transit { &mut self.transit } else { &mut self.result };
            assert_eq!(store[at].replace(block), None, "a block comes once");
        }
        Ok(())
    }
}

/// Runs the ranks' exchanges with blocks that contain their sender and receiver.
fn carry(ranks: usize, exchange_of: impl Fn(u32) -> Exchange + Sync) -> Vec<Outcome> {
    carry_some(ranks, exchange_of, |_| true)
}

/// Runs the exchanges between some ranks.
fn carry_some(
    ranks: usize,
    exchange_of: impl Fn(u32) -> Exchange + Sync,
    is_wanted: impl Fn(Block) -> bool + Sync,
) -> Vec<Outcome> {
    let post = Post::default();
    let body = |comm: simulated::Simulated| {
        let me = simulated_rank(&comm);
        let exchange = exchange_of(me);
        let parcels = exchange.only(|to| is_wanted((me, to.peer)), |from| is_wanted((from.peer, me)));
        let from = parcels.receives.iter().map(|parcel| parcel.peer).collect();
        let to = parcels.sends.iter().map(|parcel| vec![parcel.peer]).collect();
        let mut stores = Stores {
            counter: Counter::new(&post, me, from, to),
            parcels: &parcels,
            source: (0..ranks as u32).map(|target| (me, target)).collect(),
            transit: vec![None; exchange.transit],
            result: vec![None; ranks],
            closed: BTreeMap::new(),
        };
        let Ok(()) = exchange::run(&parcels.rounds, exchange.overlap(), &mut stores);
        assert!(stores.closed.is_empty() && stores.transit.iter().all(Option::is_some));
        (stores.result, stores.counter.load)
    };
    simulated::run(ranks, body).0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_block_comes_to_its_rank(tape in prop::collection::vec(any::<u8>(), 0..200)) {
        let world = World::draw(&mut Tape(&tape));
        let positions: Vec<Position> = world.ranks.iter().map(|rank| Position::of(&rank.place)).collect();
        let (levels, ranks) = (LevelGroup::of(&positions), world.ranks.len());
        let (nodes, by_node) = (Nodes::of(&levels), levels.by_node());
        let node = |rank: u32| by_node.iter().position(|ranks| ranks.contains(&rank)).expect("a node");
        for routing in Routing::ALL {
            let mut between = BTreeMap::new();
            for (rank, (result, load)) in (0u32..).zip(carry(ranks, |rank| nodes.exchange(routing, rank))) {
                for (source, block) in (0u32..).zip(result) {
                    prop_assert_eq!(block, (source != rank).then_some((source, rank)), "{:?}", routing);
                }
                for (to, messages) in load.into_iter().filter(|(to, _)| node(*to) != node(rank)) {
                    *between.entry((node(rank), node(to))).or_insert(0) += messages;
                }
            }
            let n = by_node.len();
            let expected = match routing {
                Routing::Hub | Routing::Leaders => n * (n - 1),
                Routing::Bruck => n * n.next_power_of_two().trailing_zeros() as usize,
                Routing::BruckOfRanks => {
                    let order: Vec<u32> = nodes.order().collect();
                    let leaves = |hop: usize| {
                        let is_far = |&at: &usize| node(order[at]) != node(order[(at + hop) % ranks]);
                        (0..ranks).filter(is_far).count()
                    };
                    (0..ranks.next_power_of_two().trailing_zeros()).map(|round| leaves(1 << round)).sum()
                }
                Routing::Direct => by_node.iter().map(|node| node.len() * (ranks - node.len())).sum(),
            };
            prop_assert_eq!(between.values().sum::<usize>(), expected, "{:?}", routing);
            let by_rank = matches!(routing, Routing::Direct | Routing::BruckOfRanks);
            prop_assert!(by_rank || between.values().all(|&messages| messages == 1));
        }
    }

    #[test]
    fn some_blocks_go_by_themselves(tape in prop::collection::vec(any::<u8>(), 0..200), seed in any::<u64>()) {
        let world = World::draw(&mut Tape(&tape));
        let positions: Vec<Position> = world.ranks.iter().map(|rank| Position::of(&rank.place)).collect();
        let nodes = Nodes::of(&LevelGroup::of(&positions));
        let is_wanted = |(from, to): Block| (seed >> ((from * 7 + to) % 64)) & 1 == 1;
        let exchange_of = |rank| nodes.exchange(Routing::Direct, rank);
        for (rank, (result, _)) in (0u32..).zip(carry_some(world.ranks.len(), exchange_of, is_wanted)) {
            for (source, block) in (0u32..).zip(result) {
                let expected = (source, rank);
                prop_assert_eq!(block, (source != rank && is_wanted(expected)).then_some(expected));
            }
        }
    }
}

/// The ranks of a rank's neighbours in its two lists: sources and destinations.
type Lists = (Vec<Option<u32>>, Vec<Option<u32>>);

/// Returns a graph in which ranks may have several edges to each other and to themselves, or none, and list entries
/// without a rank.
fn graph(tape: &mut Tape, ranks: usize) -> Vec<Lists> {
    let mut lists = vec![Lists::default(); ranks];
    let mut below = |n: usize| tape.below(n as u32) as usize;
    for _ in 0..below(3 * ranks) {
        let (from, to) = (below(ranks), below(ranks));
        for _ in 0..=below(3) / 2 {
            lists[from].1.push(Some(to as u32));
            lists[to].0.push(Some(from as u32));
        }
    }
    for (sources, destinations) in &mut lists {
        for list in [sources, destinations] {
            if below(3) == 0 {
                list.insert(below(list.len() + 1), None);
            }
            // The orders of the lists differ between ranks.
            let turn = below(list.len().max(1));
            list.rotate_left(turn);
        }
    }
    lists
}

/// Returns the expected block of each entry of a rank: its sender, and the sender's list index.
fn expected(lists: &[Lists], rank: u32, matching: Matching) -> Vec<Option<Block>> {
    let places =
        |list: &[Option<u32>], peer| -> Vec<usize> { (0..list.len()).filter(|&at| list[at] == Some(peer)).collect() };
    let sources = &lists[rank as usize].0;
    let one = |at: usize| {
        let from = sources[at]?;
        let (mine, theirs) = (places(sources, from), places(&lists[from as usize].1, rank));
        let number = mine.iter().position(|&other| other == at).expect("a place of the list");
        let number = match matching {
            Matching::Reversed => mine.len() - 1 - number,
            Matching::ByDirection if mine.len() % 2 == 0 => number ^ 1,
            _ => number,
        };
        Some((from, theirs[number] as u32))
    };
    (0..sources.len()).map(one).collect()
}

/// Runs an exchange between neighbours, with blocks that contain their rank and its list index.
fn carry_between_neighbours(lists: &[Lists], plans: &[Neighbourhood], content: Content, direct: bool) -> Vec<Outcome> {
    let post = Post::default();
    let body = |comm: simulated::Simulated| {
        let me = simulated_rank(&comm);
        let (plan, (sources, destinations)) = (&plans[me as usize], &lists[me as usize]);
        let exchange = if direct { &plan.direct } else { &plan.together };
        let parcels = exchange.parcels();
        let blocks = if content == Content::OneForAll { 1 } else { destinations.len() };
        let mut stores = Stores {
            counter: Counter::new(
                &post,
                me,
                parcels.receives.iter().map(|parcel| parcel.peer).collect(),
                parcels.sends.iter().map(|parcel| vec![parcel.peer]).collect(),
            ),
            parcels: &parcels,
            source: (0..blocks as u32).map(|place| (me, place)).collect(),
            transit: vec![None; exchange.transit],
            result: vec![None; sources.len()],
            closed: BTreeMap::new(),
        };
        let Ok(()) = exchange::run(&parcels.rounds, if direct { exchange.overlap() } else { 0 }, &mut stores);
        assert!(stores.closed.is_empty() && stores.transit.iter().all(Option::is_some));
        for &(from, to) in &plan.own {
            assert_eq!(stores.result[to].replace(stores.source[from]), None);
        }
        for &(from, to) in plan.copies.iter().filter(|_| !direct) {
            assert_eq!(stores.result[to].replace(stores.transit[from].expect("a block that is here")), None);
        }
        (stores.result, stores.counter.load)
    };
    simulated::run(lists.len(), body).0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn blocks_go_along_edges(
        tape in prop::collection::vec(any::<u8>(), 0..200),
        edges in prop::collection::vec(any::<u8>(), 0..400),
        matching in prop::sample::select(&[Matching::InOrder, Matching::Reversed, Matching::ByDirection][..]),
        content in prop::sample::select(&[Content::OneForAll, Content::OneForEach][..]),
        is_direct in any::<bool>(),
    ) {
        let world = World::draw(&mut Tape(&tape));
        let positions: Vec<Position> = world.ranks.iter().map(|rank| Position::of(&rank.place)).collect();
        let nodes = Nodes::of(&LevelGroup::of(&positions));
        let by_node = LevelGroup::of(&positions).by_node();
        let node = |rank: u32| by_node.iter().position(|ranks| ranks.contains(&rank)).expect("a node");
        let lists = graph(&mut Tape(&edges), positions.len());
        let edges: Vec<Edges> = (0u32..)
            .zip(&lists)
            .map(|(rank, (sources, destinations))| Edges::of(rank, sources, destinations, matching))
            .collect();
        prop_assert_eq!(edges.iter().fold(0, |sum: u64, edges| sum.wrapping_add(edges.balance())), 0);
        let plans: Vec<Neighbourhood> = (0..lists.len() as u32)
            .map(|rank| {
                let here = by_node[node(rank)].iter().rev();
                let crossing: Vec<_> = here.flat_map(|&rank| edges[rank as usize].crossing(&nodes)).collect();
                Neighbourhood::of(&nodes, rank, &edges[rank as usize], &crossing, content)
            })
            .collect();
        let mut between = BTreeMap::new();
        let outcomes = carry_between_neighbours(&lists, &plans, content, is_direct);
        for (rank, (result, load)) in (0u32..).zip(outcomes) {
            let mut expected = expected(&lists, rank, matching);
            if content == Content::OneForAll {
                expected.iter_mut().flatten().for_each(|block| block.1 = 0);
            }
            prop_assert_eq!(result, expected);
            for (to, messages) in load.into_iter().filter(|(to, _)| node(*to) != node(rank)) {
                *between.entry((node(rank), node(to))).or_insert(0) += messages;
            }
        }
        let mut expected = BTreeMap::new();
        for (rank, (_, destinations)) in (0u32..).zip(&lists) {
            for &to in destinations.iter().flatten().filter(|&&to| node(to) != node(rank)) {
                *expected.entry((node(rank), node(to))).or_insert(0) += 1;
            }
        }
        let joined = plans.iter().map(|plan| plan.joined).max();
        prop_assert_eq!(joined, Some(expected.values().copied().max().unwrap_or(0)));
        if !is_direct {
            expected.values_mut().for_each(|messages| *messages = 1);
        }
        prop_assert_eq!(between, expected);
    }
}
