// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reductions with a different result at each rank, on random emulations. Operands are lists, and their concatenation
//! does not commute: a result contains its operands, in order.

mod post;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Range;

use proptest::prelude::*;

use hsplit_collectives::levels::{LevelGroup, Position};
use hsplit_collectives::nodes::Nodes;
use hsplit_collectives::reduce_scatter::plan::{Grain, plan};
use hsplit_collectives::reduce_scatter::{self, Piece, Plan, Source};
use hsplit_collectives::scan;
use hsplit_collectives::transport::{Done, Transport};
use hsplit_collectives::tree::{Shape, Spread, Tree};
use hsplit_testing::random_machine::Tape;
use hsplit_testing::simulated::{self, Simulated};
use hsplit_testing::world::World;
use post::{Counter, Post, simulated_rank};

/// The ranks whose operands an element contains, and its index in them.
type Element = (Vec<u32>, usize);

fn join(left: Vec<Element>, right: Vec<Element>) -> Vec<Element> {
    assert_eq!(left.len(), right.len());
    let joined = left.into_iter().zip(right).map(|((left, at), (right, other))| {
        assert_eq!(at, other, "elements of one place are combined");
        ([left, right].concat(), at)
    });
    joined.collect()
}

fn levels_of(world: &World) -> LevelGroup {
    LevelGroup::of(&world.ranks.iter().map(|rank| Position::of(&rank.place)).collect::<Vec<_>>())
}

/// The data of a rank.
struct Stretches<'a> {
    counter: Counter<'a, Vec<Element>>,
    plan: &'a Plan,
    data: Vec<Element>,
    /// The operands of each partial result. An operand that has been combined with the one on its right is removed.
    operands: Vec<Vec<Option<Vec<Element>>>>,
    result: Vec<Option<Element>>,
}

impl Stretches<'_> {
    fn piece(&self, Piece { source, stretch }: &Piece) -> Vec<Element> {
        match *source {
            Source::Data => self.data[stretch.clone()].to_vec(),
            Source::Partial(partial) => {
                let last = self.plan.partials[partial].last();
                self.operands[partial][last].as_ref().expect("a result")[stretch.clone()].to_vec()
            }
        }
    }

    fn own(&mut self, partial: usize) {
        let of = &self.plan.partials[partial];
        if let Some(own) = of.own.filter(|&own| self.operands[partial][own].is_none()) {
            self.operands[partial][own] = Some(of.pieces.iter().flat_map(|piece| self.piece(piece)).collect());
        }
    }
}

impl Transport for Stretches<'_> {
    type Error = Infallible;

    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Infallible> {
        self.counter.posted.push((stream, segment));
        Ok(())
    }

    fn send(&mut self, stream: usize, segment: usize) -> Result<(), Infallible> {
        let parcel = &self.plan.sends[stream];
        let elements = parcel.pieces.iter().flat_map(|piece| self.piece(piece)).collect();
        self.counter.send(stream, segment, elements);
        Ok(())
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Infallible> {
        if let Some((stream, _, mut elements)) = self.counter.wait(done) {
            for &(partial, operand) in &self.plan.receives[stream].operands {
                let rest = elements.split_off(self.plan.partials[partial].elements);
                assert_eq!(self.operands[partial][operand].replace(elements), None);
                elements = rest;
            }
            assert!(elements.is_empty());
        }
        Ok(())
    }
}

impl reduce_scatter::Combine for Stretches<'_> {
    fn combine(&mut self, partial: usize, left: usize, right: usize) -> Result<(), Infallible> {
        if self.plan.partials[partial].own.is_some_and(|own| own == left || own == right) {
            self.own(partial);
        }
        let [left, old] = [left, right].map(|operand| self.operands[partial][operand].take().expect("an operand"));
        self.operands[partial][right] = Some(join(left, old));
        Ok(())
    }

    fn complete(&mut self, partial: usize) -> Result<(), Infallible> {
        self.own(partial);
        for output in self.plan.outputs.iter().filter(|output| output.partial == partial) {
            let elements = self.piece(&Piece { source: Source::Partial(partial), stretch: output.stretch.clone() });
            for (element, at) in elements.into_iter().zip(output.at..) {
                assert_eq!(self.result[at].replace(element), None);
            }
        }
        Ok(())
    }
}

/// The elements of each message between two ranks.
type Load = Vec<(u32, u32, usize)>;

fn reduce_and_scatter(
    nodes: &Nodes,
    places: &[usize],
    grain: Grain,
    longest: usize,
) -> (Vec<Vec<Option<Element>>>, Load) {
    let post = Post::default();
    let body = |comm: Simulated| {
        let me = simulated_rank(&comm);
        let plan = plan(nodes, me, places, grain, longest);
        let from = plan.receives.iter().map(|parcel| parcel.peer).collect();
        let to = plan.sends.iter().map(|parcel| vec![parcel.peer]).collect();
        let mut stretches = Stretches {
            counter: Counter::new(&post, me, from, to),
            plan: &plan,
            data: (0..places[places.len() - 1]).map(|at| (vec![me], at)).collect(),
            operands: plan.partials.iter().map(|partial| vec![None; partial.operands]).collect(),
            result: vec![None; places[me as usize + 1] - places[me as usize]],
        };
        let Ok(()) = reduce_scatter::run(&plan, &mut stretches);
        let length = |pieces: &[Piece]| pieces.iter().map(|piece| piece.stretch.len()).sum();
        assert!(!plan.has_single_pieces || plan.sends.iter().all(|parcel| parcel.pieces.len() == 1));
        assert!(!plan.has_single_pieces || plan.sends.iter().all(|parcel| length(&parcel.pieces) <= longest));
        (stretches.result, plan.sends.iter().map(|parcel| (me, parcel.peer, length(&parcel.pieces))).collect::<Load>())
    };
    let (results, loads): (Vec<_>, Vec<_>) = simulated::run(places.len() - 1, body).0.into_iter().unzip();
    (results, loads.concat())
}

/// A rank's part in a prefix reduction.
struct Prefixes<'a> {
    counter: Counter<'a, Vec<u32>>,
    part: scan::ScanPart,
    own: u32,
    window: usize,
    /// This rank's intermediate results, without children and with each, by segment in the window; then the prefixes.
    so_far: Vec<Vec<Option<Vec<u32>>>>,
    received: BTreeMap<(usize, usize), Vec<u32>>,
    results: Vec<Option<Vec<u32>>>,
}

impl Transport for Prefixes<'_> {
    type Error = Infallible;

    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Infallible> {
        let slot = segment % self.window;
        if stream == 0 {
            self.so_far[slot] = vec![];
        }
        self.counter.posted.push((stream, segment));
        Ok(())
    }

    fn send(&mut self, stream: usize, segment: usize) -> Result<(), Infallible> {
        let so_far = &self.so_far[segment % self.window];
        let is_up = stream == 0 && self.part.goes_up;
        let at = if is_up { self.part.needed } else { stream - usize::from(self.part.goes_up) };
        let message = match so_far.get(at) {
            Some(list) => list.clone().expect("what is here"),
            None => vec![self.own],
        };
        self.counter.send(stream, segment, message);
        Ok(())
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Infallible> {
        if let Some((stream, segment, list)) = self.counter.wait(done) {
            assert_eq!(self.received.insert((stream, segment), list), None);
        }
        Ok(())
    }
}

impl scan::Combine for Prefixes<'_> {
    fn combine(&mut self, child: usize, segment: usize) -> Result<(), Infallible> {
        let own = self.own;
        let so_far = &mut self.so_far[segment % self.window];
        if so_far.is_empty() {
            so_far.push(Some(vec![own]));
        }
        assert_eq!(so_far.len(), child + 1);
        let list = [&so_far[child].clone().expect("a list")[..], &self.received[&(child, segment)]].concat();
        so_far.push(Some(list));
        Ok(())
    }

    fn spread(&mut self, segment: usize) -> Result<(), Infallible> {
        let prefix = self.received.get(&(self.part.needed, segment)).cloned().unwrap_or_default();
        assert_eq!(prefix.is_empty(), self.part.is_root);
        let so_far = &mut self.so_far[segment % self.window];
        if so_far.is_empty() {
            so_far.push(Some(vec![self.own]));
        }
        for list in so_far.iter_mut() {
            *list = list.take().map(|list| [&prefix[..], &list].concat());
        }
        assert_eq!(self.results[segment].replace(so_far[0].clone().expect("a list")), None);
        Ok(())
    }
}

const SPREADS: [Spread; 4] = [Spread::Star, Spread::Binomial, Spread::Binary, Spread::Chain];

/// The results of a rank's segments, and the number of messages it sent to each rank.
type Scanned = (Vec<Option<Vec<u32>>>, BTreeMap<u32, usize>);

fn scan_along(trees: &[Tree], segments: usize, window: usize) -> Vec<Scanned> {
    let post = Post::default();
    let body = |comm: Simulated| {
        let me = simulated_rank(&comm);
        let tree = &trees[me as usize];
        let part = scan::ScanPart::of(tree, segments);
        let (from, to) = part.peers(tree);
        let mut prefixes = Prefixes {
            counter: Counter::new(&post, me, from, to.into_iter().map(|rank| vec![rank]).collect()),
            part,
            own: me,
            window,
            so_far: vec![vec![]; window],
            received: BTreeMap::new(),
            results: vec![None; segments],
        };
        let Ok(()) = part.run(window, &mut prefixes);
        (prefixes.results, prefixes.counter.load)
    };
    simulated::run(trees.len(), body).0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_rank_gets_its_stretch_of_all_operands(
        tape in prop::collection::vec(any::<u8>(), 0..200),
        lengths in prop::collection::vec(0usize..9, 1..12),
        longest in 1usize..9,
    ) {
        let world = World::draw(&mut Tape(&tape));
        let (levels, ranks) = (levels_of(&world), world.ranks.len());
        let (nodes, by_node) = (Nodes::of(&levels), levels.by_node());
        let mut places = vec![0];
        (0..ranks).for_each(|rank| places.push(places[rank] + lengths[rank % lengths.len()]));
        let stretch = |rank: u32| -> Range<usize> { places[rank as usize]..places[rank as usize + 1] };
        let node = |rank: u32| by_node.iter().position(|ranks| ranks.contains(&rank)).expect("a node");
        // Node by node: if the ranks are in the order of the machine, that is the order of the ranks.
        let order = by_node.concat();
        prop_assert_eq!(levels.is_in_rank_order(), order.is_sorted());
        for grain in [Grain::Node, Grain::Rank] {
            let (results, load) = reduce_and_scatter(&nodes, &places, grain, longest);
            for (rank, result) in (0u32..).zip(results) {
                let expected: Vec<_> = stretch(rank).map(|at| Some((order.clone(), at))).collect();
                prop_assert_eq!(result, expected, "{:?}", grain);
            }
            // A node sends each interval once to another one: in one message, or in segments for each rank.
            let mut between = BTreeMap::new();
            for &(from, to, elements) in load.iter().filter(|(from, to, _)| node(*from) != node(*to)) {
                let (messages, sum) = between.entry((node(from), node(to))).or_insert((0, 0));
                (*messages, *sum) = (*messages + 1, *sum + elements);
            }
            for (from, to) in (0..by_node.len()).flat_map(|from| (0..by_node.len()).map(move |to| (from, to))) {
                let lengths = || by_node[to].iter().map(|&rank| stretch(rank).len());
                let messages = match grain {
                    Grain::Node => usize::from(lengths().sum::<usize>() > 0),
                    Grain::Rank => lengths().map(|length| length.div_ceil(longest)).sum(),
                };
                let expected = if from == to { (0, 0) } else { (messages, lengths().sum()) };
                prop_assert_eq!(between.get(&(from, to)).copied().unwrap_or_default(), expected, "{:?}", grain);
            }
        }
    }

    #[test]
    fn every_rank_gets_the_operands_before_it(
        tape in prop::collection::vec(any::<u8>(), 0..200),
        (across, inside) in (0usize..4, 0usize..4),
        segments in 1usize..6,
        window in 1usize..4,
    ) {
        let world = World::draw(&mut Tape(&tape));
        // The ranks one node after the other, and one part of it after the other.
        let mut positions: Vec<Position> = world.ranks.iter().map(|rank| Position::of(&rank.place)).collect();
        positions.sort_by(|one, other| one.path.cmp(&other.path));
        let levels = LevelGroup::of(&positions);
        prop_assert!(levels.is_in_rank_order());
        let shape = Shape { across: SPREADS[across], inside: SPREADS[inside] };
        let trees: Vec<Tree> =
            (0..positions.len() as u32).map(|rank| Tree::new(&levels, shape, 0, rank)).collect();
        prop_assert!(trees[0].is_in_rank_order());
        let mut sent = 0;
        for (rank, (results, load)) in (0u32..).zip(scan_along(&trees, segments, window)) {
            let expected: Vec<u32> = (0..=rank).collect();
            prop_assert!(results.iter().all(|result| result.as_ref() == Some(&expected)), "{rank}: {results:?}");
            sent += load.values().sum::<usize>();
        }
        // A prefix for each rank but the first, and a result of each rank with later ranks after its subtree.
        let up = trees.iter().filter(|tree| tree.subtree.end < trees.len()).count();
        prop_assert_eq!(sent, (trees.len() - 1 + up) * segments);
    }
}
