// SPDX-License-Identifier: MIT OR Apache-2.0
//! Exchanges on random emulations: every rank runs its engine against mailboxes, and every block comes to its rank.

mod post;

use std::collections::BTreeMap;
use std::convert::Infallible;

use proptest::prelude::*;

use hsplit_collectives::exchange::routes::{Nodes, Way};
use hsplit_collectives::exchange::{self, Carrier, Exchange, Parcel, Parcels, Run, Store};
use hsplit_collectives::levels::{Group, Position};
use hsplit_collectives::transport::{Done, Transport};
use hsplit_testing::random_machine::Tape;
use hsplit_testing::simulated;
use hsplit_testing::world::World;
use post::{Counter, Post, simulated_rank};

/// A block that says whose it is.
type Block = (u32, u32);
/// What a rank has received, and how many messages it sent to which rank.
type Outcome = (Vec<Option<Block>>, BTreeMap<u32, usize>);

/// The stores of a rank, and its parcels.
struct Stores<'a> {
    counter: Counter<'a, Vec<Block>>,
    parcels: &'a Parcels<'a>,
    source: Vec<Block>,
    transit: Vec<Option<Block>>,
    result: Vec<Option<Block>>,
    /// What has come and is not opened.
    closed: BTreeMap<usize, Vec<Block>>,
}

impl Stores<'_> {
    fn blocks(&self, parcel: &Parcel) -> Vec<Block> {
        let block = |store, at: usize| match store {
            Store::Source => self.source[at],
            Store::Transit => self.transit[at].expect("a block that is here"),
            Store::Result => panic!("what is here is not sent on"),
        };
        let run = |&Run { store, first, count }: &Run| (first..first + count).map(move |at| block(store, at));
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

impl Carrier for Stores<'_> {
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

/// Carries the blocks of the ranks' exchanges, each of which is named by the ranks that it is from and for.
fn carry(ranks: usize, exchange_of: impl Fn(u32) -> Exchange + Sync) -> Vec<Outcome> {
    carry_some(ranks, exchange_of, |_| true)
}

/// Carries the parcels between some ranks.
fn carry_some(
    ranks: usize,
    exchange_of: impl Fn(u32) -> Exchange + Sync,
    is_wanted: impl Fn(Block) -> bool + Sync,
) -> Vec<Outcome> {
    let post = Post::default();
    let body = |comm: simulated::Simulated| {
        let me = simulated_rank(&comm);
        let exchange = exchange_of(me);
        let parcels = exchange.only(|to| is_wanted((me, to)), |from| is_wanted((from, me)));
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
        let (levels, ranks) = (Group::of(&positions), world.ranks.len());
        let (nodes, by_node) = (Nodes::of(&levels), levels.by_node());
        let node = |rank: u32| by_node.iter().position(|ranks| ranks.contains(&rank)).expect("a node");
        for way in Way::ALL {
            let mut between = BTreeMap::new();
            for (rank, (result, load)) in (0u32..).zip(carry(ranks, |rank| nodes.exchange(way, rank))) {
                for (source, block) in (0u32..).zip(result) {
                    prop_assert_eq!(block, (source != rank).then_some((source, rank)), "{:?}", way);
                }
                for (to, messages) in load.into_iter().filter(|(to, _)| node(*to) != node(rank)) {
                    *between.entry((node(rank), node(to))).or_insert(0) += messages;
                }
            }
            let n = by_node.len();
            let expected = match way {
                Way::Hub | Way::Leaders => n * (n - 1),
                Way::Bruck => n * n.next_power_of_two().trailing_zeros() as usize,
                Way::Direct => by_node.iter().map(|node| node.len() * (ranks - node.len())).sum(),
            };
            prop_assert_eq!(between.values().sum::<usize>(), expected, "{:?}", way);
            prop_assert!(way == Way::Direct || between.values().all(|&messages| messages == 1));
        }
    }

    #[test]
    fn some_blocks_go_by_themselves(tape in prop::collection::vec(any::<u8>(), 0..200), seed in any::<u64>()) {
        let world = World::draw(&mut Tape(&tape));
        let positions: Vec<Position> = world.ranks.iter().map(|rank| Position::of(&rank.place)).collect();
        let nodes = Nodes::of(&Group::of(&positions));
        let is_wanted = |(from, to): Block| (seed >> ((from * 7 + to) % 64)) & 1 == 1;
        let exchange_of = |rank| nodes.exchange(Way::Direct, rank);
        for (rank, (result, _)) in (0u32..).zip(carry_some(world.ranks.len(), exchange_of, is_wanted)) {
            for (source, block) in (0u32..).zip(result) {
                let expected = (source, rank);
                prop_assert_eq!(block, (source != rank && is_wanted(expected)).then_some(expected));
            }
        }
    }

    #[test]
    fn shares_come_to_the_root_and_from_there(
        tape in prop::collection::vec(any::<u8>(), 0..200),
        root in any::<u32>(),
        gathers in any::<bool>(),
        is_direct in any::<bool>(),
    ) {
        let world = World::draw(&mut Tape(&tape));
        let positions: Vec<Position> = world.ranks.iter().map(|rank| Position::of(&rank.place)).collect();
        let (levels, ranks) = (Group::of(&positions), world.ranks.len());
        let (nodes, root) = (Nodes::of(&levels), root % ranks as u32);
        let exchange_of = |rank| {
            if is_direct { nodes.with_root_directly(root, rank, gathers) } else { nodes.with_root(root, rank, gathers) }
        };
        let mut sent = 0;
        for (rank, (result, load)) in (0u32..).zip(carry(ranks, exchange_of)) {
            for (source, block) in (0u32..).zip(result) {
                let is_expected = source != rank && if gathers { rank == root } else { source == root };
                prop_assert_eq!(block, is_expected.then_some((source, rank)));
            }
            sent += load.values().sum::<usize>();
        }
        prop_assert_eq!(sent, ranks - 1, "a tree has as many edges");
    }
}
