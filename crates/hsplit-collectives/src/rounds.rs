// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calls of several nodes whose data is too short for segments: in few rounds of messages.
//!
//! A tree that is as deep as the levels pays the latency of a message on each of them, twice where all ranks get the
//! result. Here a call has three parts. Inside a node data goes to one rank, or a stretch of it to each of several
//! (*lanes*). The ranks of a lane exchange among the nodes without regard to the levels between. What they have goes to
//! all of the node. A rank sends and receives several messages in a round, because beginning one takes less time than a
//! message is on its way.
//!
//! | call | among n nodes, radix r |
//! |---|---|
//! | barrier | recursive multiplying where n is a product of factors up to r, or dissemination |
//! | broadcast, reduction | a tree of r - 1 children a round; or scatter and allgather, and the reverse, for longer data |
//! | reduction to all | recursive multiplying; or each stretch reduced at one node, and gathered, for longer data |
//! | allgather | recursive multiplying; or each node's block to every other node at once |
//!
//! With radix 2 these are the algorithms of Thakur, Rabenseifner and Gropp (2005). Nodes beyond a product of factors up
//! to r hand over to a neighbour first. All combine neighbours only, in one order, so all ranks get one result, bit for
//! bit, and operations need not commute where the ranks are in the order of the machine.
//!
//! Radix, lanes and algorithm are those with the least [estimated](Costs) time.

mod line;

use std::fmt;
use std::ops::Range;

use crate::Operation;
use crate::nodes::Nodes;
use line::{Line, mirrored};

/// A stretch of the data that goes to a rank, or comes from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The rank at the other end.
    pub peer: u32,
    /// Which elements, or bytes. A barrier has none.
    pub stretch: Range<usize>,
}

/// The messages of a rank that are under way at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Those that come in. They take the place of what is there, or are combined with it.
    pub receives: Vec<Message>,
    /// Those that go out, with what is there when the round begins.
    pub sends: Vec<Message>,
    /// Where they are combined, this rank's place among the operands: the number of `receives` on its left.
    pub own: Option<usize>,
}

/// How much data a call has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Elements of a message, or bytes of a share: what stretches count.
    pub units: usize,
    /// The bytes of one of them.
    pub size: usize,
}

/// The shape of a call's rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundShape {
    /// How many ranks of each node exchange with other nodes.
    lanes: usize,
    /// How many nodes exchange in a round.
    radix: usize,
    /// Whether each has another stretch in between.
    scatters: bool,
}

/// What a plan is estimated by, in nanoseconds: the order of what networks and memory of this time reach. All ranks
/// know these numbers; none is measured.
struct Costs {
    /// A round, with its first message.
    round: f64,
    /// Each further message.
    message: f64,
    /// Each byte.
    byte: f64,
}

const ACROSS: Costs = Costs { round: 1700.0, message: 300.0, byte: 0.1 };
const INSIDE: Costs = Costs { round: 900.0, message: 300.0, byte: 0.15 };

impl fmt::Display for RoundShape {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lanes, radix, scatters } = *self;
        write!(form, "rounds of radix {radix}")?;
        if lanes > 1 {
            write!(form, ", {lanes} lanes")?;
        }
        if scatters { write!(form, ", a stretch at each node") } else { Ok(()) }
    }
}

impl Nodes {
    /// The shape that takes the least estimated time, from any root. Only operations that
    /// [go in rounds](crate::choice::is_in_rounds) come here.
    pub fn shape(&self, operation: Operation, amount: Amount) -> RoundShape {
        let first = self.ranks(0)[0];
        let time =
            |shape: &RoundShape| self.estimate(&self.along(operation, amount, *shape, first), amount, shape.lanes);
        let best = shapes(self.narrowest()).min_by(|left, right| time(left).total_cmp(&time(right)));
        best.unwrap_or(RoundShape { lanes: 1, radix: 2, scatters: false })
    }

    /// What a rank does in a call of this shape.
    pub fn plan(&self, operation: Operation, amount: Amount, shape: RoundShape, root: u32, rank: u32) -> Vec<Round> {
        self.seen_from(operation, root).along(operation, amount, shape, rank)
    }

    /// What each rank does in a call of this shape.
    pub(crate) fn plans(&self, operation: Operation, amount: Amount, shape: RoundShape, root: u32) -> Vec<Vec<Round>> {
        let seen = self.seen_from(operation, root);
        (0..self.size()).map(|rank| seen.along(operation, amount, shape, rank)).collect()
    }

    /// The ranks in the order in which a reduction in rounds combines their operands, in every shape.
    pub fn operands(&self, operation: Operation, root: u32) -> Vec<u32> {
        self.seen_from(operation, root).order().collect()
    }

    /// These nodes with the root in front, where an operation has one, and behind it those that are near it.
    fn seen_from(&self, operation: Operation, root: u32) -> Self {
        let mut nodes = self.all().to_vec();
        if !matches!(operation, Operation::Bcast | Operation::Reduce) {
            return Self::new(nodes);
        }
        let (first, place) = self.location(root);
        nodes[first][..=place].rotate_right(1);
        let parts: Vec<usize> = self
            .borders()
            .iter()
            .scan(0, |part, &shared| {
                *part += usize::from(shared == 0);
                Some(*part)
            })
            .collect();
        let order: Vec<usize> = self.near_to_far(first).collect();
        let shares = |at: usize| at > 0 && parts[order[at]] == parts[order[at - 1]];
        let borders = (0..order.len()).map(|at| u8::from(shares(at))).collect();
        Self::with(order.into_iter().map(|node| std::mem::take(&mut nodes[node])).collect(), borders)
    }

    /// The time of a rank's part. Lanes share the cable of their node.
    fn estimate(&self, rounds: &[Round], Amount { size, .. }: Amount, lanes: usize) -> f64 {
        let inside = |message: &Message| self.ranks(0).contains(&message.peer);
        let of = |round: &Round| {
            let all = || round.receives.iter().chain(&round.sends);
            let is_inside = all().all(inside);
            let (costs, share) = if is_inside { (INSIDE, 1) } else { (ACROSS, lanes) };
            let bytes = |messages: &[Message]| messages.iter().map(|message| message.stretch.len()).sum::<usize>();
            let most = bytes(&round.receives).max(bytes(&round.sends)) * size * share;
            let further = round.receives.len().max(round.sends.len()) - 1;
            costs.round + costs.message * further as f64 + costs.byte * most as f64
        };
        rounds.iter().map(of).sum()
    }

    /// What a rank does where the first rank is the root.
    fn along(&self, operation: Operation, amount: Amount, shape: RoundShape, rank: u32) -> Vec<Round> {
        let (node, place) = self.location(rank);
        let part = RankPart { nodes: self.all(), borders: self.borders(), node, place, shape };
        let whole = 0..amount.units;
        let rounds = match operation {
            Operation::Barrier => return part.barrier(),
            Operation::Bcast => part.broadcast(&whole),
            Operation::Reduce => part.reduce(&whole),
            Operation::Allreduce => part.reduce_to_all(&whole),
            _ => part.allgather(amount.units),
        };
        some(rounds)
    }
}

/// All shapes, where the narrowest node has this many ranks.
pub fn shapes(narrowest: usize) -> impl Iterator<Item = RoundShape> + Clone {
    let lanes = std::iter::successors(Some(1), |lanes| Some(lanes * 2)).take_while(move |&lanes| lanes < narrowest);
    lanes.chain([narrowest]).flat_map(|lanes| {
        [2, 3, 4, 8]
            .into_iter()
            .flat_map(move |radix| [false, true].map(|scatters| RoundShape { lanes, radix, scatters }))
    })
}

/// The rounds without messages of no data, which both ends know.
fn some(rounds: Vec<Round>) -> Vec<Round> {
    let has_data = |message: &Message| !message.stretch.is_empty();
    rounds
        .into_iter()
        .map(|mut round| {
            round.receives.retain(has_data);
            round.sends.retain(has_data);
            round.own = round.own.filter(|_| !round.receives.is_empty());
            round
        })
        .filter(|round| !(round.receives.is_empty() && round.sends.is_empty()))
        .collect()
}

/// One of `parts` equal parts of a stretch, but for a unit.
fn part_of(stretch: &Range<usize>, part: usize, parts: usize) -> Range<usize> {
    let (units, start) = (stretch.len() as u128, stretch.start);
    let place = |part: usize| start + (units * part as u128 / parts as u128) as usize;
    place(part)..place(part + 1)
}

/// A rank's part of a call.
struct RankPart<'a> {
    nodes: &'a [Vec<u32>],
    /// 0 where a part of the widest level begins.
    borders: &'a [u8],
    node: usize,
    place: usize,
    shape: RoundShape,
}

impl RankPart<'_> {
    /// The ranks of this node.
    fn inside(&self) -> Line {
        Line { members: self.nodes[self.node].clone(), at: self.place, radix: self.shape.radix }
    }

    /// This part where only the first rank of each node exchanges with other nodes.
    fn in_one_lane(&self) -> Self {
        RankPart { shape: RoundShape { lanes: 1, ..self.shape }, ..*self }
    }

    /// This rank's lane, if it is in one, and its number.
    fn lane(&self) -> Option<Line> {
        let members = || self.nodes.iter().map(|ranks| ranks[self.place]).collect();
        (self.place < self.shape.lanes).then(|| Line { members: members(), at: self.node, radix: self.shape.radix })
    }

    /// The stretch of this rank's lane.
    fn own(&self, whole: &Range<usize>) -> Range<usize> {
        part_of(whole, self.place, self.shape.lanes)
    }

    /// The operands of a node are combined, in its first rank or a stretch in each lane.
    fn up(&self, whole: &Range<usize>) -> Vec<Round> {
        let line = self.inside();
        if self.shape.lanes == 1 { line.up(true, |_| whole.clone()) } else { line.among_lanes(whole, self.shape.lanes) }
    }

    /// The operands of a lane are combined in its first rank: those of each part of the widest level, and then those of
    /// the first rank of each. So no part is left twice.
    fn up_to_first(&self, lane: Line, own: &Range<usize>) -> Vec<Round> {
        let begins = |node: &usize| self.borders[*node] == 0;
        let start = (0..=self.node).rfind(begins).unwrap_or(0);
        let end = (self.node + 1..self.nodes.len()).find(begins).unwrap_or(self.nodes.len());
        let line = |members: Vec<u32>, at| Line { members, at, radix: lane.radix };
        let mut rounds = line(lane.members[start..end].to_vec(), self.node - start).up(true, |_| own.clone());
        if self.node == start {
            let firsts: Vec<usize> = (0..self.nodes.len()).filter(begins).collect();
            let at = firsts.partition_point(|&first| first < start);
            rounds
                .extend(line(firsts.iter().map(|&first| lane.members[first]).collect(), at).up(true, |_| own.clone()));
        }
        rounds
    }

    fn barrier(&self) -> Vec<Round> {
        let up = self.inside().up(false, |_| 0..0);
        let across = self.in_one_lane().lane().map_or_else(Vec::new, |lane| lane.barrier());
        let down = mirrored(&up);
        [up, across, down].concat()
    }

    fn reduce(&self, whole: &Range<usize>) -> Vec<Round> {
        let mut rounds = self.up(whole);
        let own = self.own(whole);
        if let Some(lane) = self.lane() {
            let scattered = || [lane.scattered(&own), lane.gathered(&own)].concat();
            rounds.extend(if self.shape.scatters { scattered() } else { self.up_to_first(lane, &own) });
        }
        if self.node == 0 && self.shape.lanes > 1 {
            rounds.extend(self.inside().out_of_lanes(whole, self.shape.lanes));
        }
        rounds
    }

    /// A reduction in reverse, but that the root needs nothing.
    fn broadcast(&self, whole: &Range<usize>) -> Vec<Round> {
        let mut rounds = mirrored(&self.reduce(whole));
        let root = self.nodes[0][0];
        let is_root = (self.node, self.place) == (0, 0);
        for round in &mut rounds {
            round.sends.retain(|message| message.peer != root);
            round.receives.retain(|_| !is_root);
        }
        rounds
    }

    fn reduce_to_all(&self, whole: &Range<usize>) -> Vec<Round> {
        let up = self.up(whole);
        let own = self.own(whole);
        let across = self.lane().map_or_else(Vec::new, |lane| {
            if self.shape.scatters {
                let scattered = lane.scattered(&own);
                let gathered = mirrored(&scattered);
                [scattered, gathered].concat()
            } else {
                lane.multiplied(&own)
            }
        });
        let down = mirrored(&up);
        [up, across, down].concat()
    }

    fn allgather(&self, share: usize) -> Vec<Round> {
        let mut places = vec![0];
        self.nodes.iter().for_each(|ranks| places.push(places[places.len() - 1] + ranks.len() * share));
        if self.shape.scatters {
            self.allgather_at_once(&places, share)
        } else {
            self.allgather_by_first(&places, share)
        }
    }

    /// The first rank of each node has all blocks of its node, and gets those of the others.
    fn allgather_by_first(&self, places: &[usize], share: usize) -> Vec<Round> {
        let whole = 0..places[self.nodes.len()];
        let start = places[self.node];
        let inside = self.inside();
        let up = inside.up(false, |members| start + members.start * share..start + members.end * share);
        let across = self.in_one_lane().lane().map_or_else(Vec::new, |lane| lane.gathered_to_all(places));
        let down = mirrored(&inside.up(false, |_| whole.clone()));
        [up, across, down].concat()
    }

    /// All ranks of a node have all blocks of it; each lane exchanges with some of the other nodes, at once, and passes
    /// on what it gets.
    fn allgather_at_once(&self, places: &[usize], share: usize) -> Vec<Round> {
        let (count, lanes, inside) = (self.nodes.len(), self.shape.lanes, self.inside());
        let start = places[self.node];
        let own = |place: usize| start + place * share..start + (place + 1) * share;
        let together = inside.all_to_all(|place| vec![own(place)]);
        let lane_of = |node: usize| node * lanes / count;
        let block = |node: usize| places[node]..places[node + 1];
        let mut across = Round::default();
        let others = (1..count).map(|step| (self.node + step) % count);
        for other in others.filter(|&other| lane_of(other) == self.place && self.place < lanes) {
            let peer = self.nodes[other][lane_of(self.node)];
            across.sends.push(Message { peer, stretch: block(self.node) });
            across.receives.push(Message { peer, stretch: block(other) });
        }
        let got = |lane: usize| {
            let joined = |nodes: Range<usize>| {
                let served = nodes.filter(|&node| lane < lanes && lane_of(node) == lane);
                served.map(block).reduce(|all, block| all.start..block.end)
            };
            [joined(0..self.node), joined(self.node + 1..count)].into_iter().flatten().collect()
        };
        vec![together, across, inside.all_to_all(got)]
    }
}
