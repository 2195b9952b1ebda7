// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calls of several nodes with data too short for segments: few rounds of messages.
//!
//! A tree as deep as the levels pays the latency of a message on each level, and twice if all ranks get the result.
//! Here a call has three phases. Inside a node the data is sent to one rank, or an interval of it to each of several
//! (*lanes*). The ranks of a lane exchange among the nodes regardless of the levels between. Their result is then sent
//! to all ranks of the node. A rank sends and receives several messages in a round, because posting one takes less time
//! than its transfer.
//!
//! | call | among n nodes, radix r |
//! |---|---|
//! | barrier | recursive multiplying if n is a product of factors up to r, else dissemination |
//! | broadcast, reduction | a tree of r - 1 children a round; or scatter and allgather, and the reverse, for longer data |
//! | reduction to all | recursive multiplying; or each interval reduced at one node, and gathered, for longer data |
//! | allgather | recursive multiplying; or each node's block to every other node at once |
//!
//! With radix 2 these are the algorithms of Thakur, Rabenseifner and Gropp (2005). Nodes in excess of a product of
//! factors up to r first send their data to a neighbour. All algorithms combine only neighbours, in one order, so all
//! ranks get one result, bit for bit, and operations need not commute if the ranks are in the order of the machine.
//!
//! The radix, the lanes and the algorithm are those with the least [estimated](Costs) time.

mod line;

use std::fmt;
use std::ops::Range;

use crate::Operation;
use crate::nodes::Nodes;
use line::{Line, mirrored};

/// An interval of the data that is sent to a rank or received from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The rank at the other end.
    pub peer: u32,
    /// The elements, or bytes. A barrier has none.
    pub stretch: Range<usize>,
}

/// The messages of a rank that are pending at the same time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The incoming messages. Their data overwrites the local data, or is combined with it.
    pub receives: Vec<Message>,
    /// The outgoing messages, with the local data at the start of the round.
    pub sends: Vec<Message>,
    /// If the data is combined, this rank's index among the operands: the number of `receives` on its left.
    pub own: Option<usize>,
}

/// The amount of data of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The number of units: elements of a message, or bytes of a share. Intervals count in units.
    pub units: usize,
    /// The bytes of a unit.
    pub size: usize,
}

/// The shape of a call's rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundShape {
    /// The number of ranks of each node that exchange with other nodes.
    lanes: usize,
    /// The number of nodes that exchange in a round.
    radix: usize,
    /// True if each node has another interval between the phases.
    scatters: bool,
}

/// The costs for the estimate, in nanoseconds, in the order of magnitude of present networks and memory. They are
/// constants, not measured, so that all ranks use the same.
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
    /// Returns the shape with the least estimated time, from any root. `operation` must be one that [goes in
    /// rounds](crate::choice::is_in_rounds).
    pub fn shape(&self, operation: Operation, amount: Amount) -> RoundShape {
        let first = self.ranks(0)[0];
        let time =
            |shape: &RoundShape| self.estimate(&self.along(operation, amount, *shape, first), amount, shape.lanes);
        let best = shapes(self.narrowest()).min_by(|left, right| time(left).total_cmp(&time(right)));
        best.unwrap_or(RoundShape { lanes: 1, radix: 2, scatters: false })
    }

    /// Returns the rounds of a rank in a call of this shape.
    pub fn plan(&self, operation: Operation, amount: Amount, shape: RoundShape, root: u32, rank: u32) -> Vec<Round> {
        self.seen_from(operation, root).along(operation, amount, shape, rank)
    }

    /// Returns the rounds of each rank in a call of this shape.
    pub(crate) fn plans(&self, operation: Operation, amount: Amount, shape: RoundShape, root: u32) -> Vec<Vec<Round>> {
        let seen = self.seen_from(operation, root);
        (0..self.size()).map(|rank| seen.along(operation, amount, shape, rank)).collect()
    }

    /// Returns the ranks in the order in which a reduction in rounds combines their operands, in every shape.
    pub fn operands(&self, operation: Operation, root: u32) -> Vec<u32> {
        self.seen_from(operation, root).order().collect()
    }

    /// Returns these nodes with the root first, if the operation has one, and the ones close to the root next.
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

    /// Estimates the time of a rank's part, in nanoseconds. Lanes share the network link of their node.
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

    /// Returns the rounds of a rank if the first rank is the root.
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

/// Returns all shapes, if the smallest node has this many ranks.
pub fn shapes(narrowest: usize) -> impl Iterator<Item = RoundShape> + Clone {
    let lanes = std::iter::successors(Some(1), |lanes| Some(lanes * 2)).take_while(move |&lanes| lanes < narrowest);
    lanes.chain([narrowest]).flat_map(|lanes| {
        [2, 3, 4, 8]
            .into_iter()
            .flat_map(move |radix| [false, true].map(|scatters| RoundShape { lanes, radix, scatters }))
    })
}

/// Removes messages without data, and rounds without messages; both ends of a message do so.
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

/// Returns one of `parts` equal parts of an interval, equal up to one unit.
fn part_of(stretch: &Range<usize>, part: usize, parts: usize) -> Range<usize> {
    let (units, start) = (stretch.len() as u128, stretch.start);
    let place = |part: usize| start + (units * part as u128 / parts as u128) as usize;
    place(part)..place(part + 1)
}

/// A rank's part of a call.
struct RankPart<'a> {
    nodes: &'a [Vec<u32>],
    /// 0 at each node that begins a part of the widest level.
    borders: &'a [u8],
    node: usize,
    place: usize,
    shape: RoundShape,
}

impl RankPart<'_> {
    /// Returns the line of the ranks of this node.
    fn inside(&self) -> Line {
        Line { members: self.nodes[self.node].clone(), at: self.place, radix: self.shape.radix }
    }

    /// Returns this part with one lane: only the first rank of each node exchanges with other nodes.
    fn in_one_lane(&self) -> Self {
        RankPart { shape: RoundShape { lanes: 1, ..self.shape }, ..*self }
    }

    /// Returns this rank's lane, if it is in one.
    fn lane(&self) -> Option<Line> {
        let members = || self.nodes.iter().map(|ranks| ranks[self.place]).collect();
        (self.place < self.shape.lanes).then(|| Line { members: members(), at: self.node, radix: self.shape.radix })
    }

    /// Returns the interval of this rank's lane.
    fn own(&self, whole: &Range<usize>) -> Range<usize> {
        part_of(whole, self.place, self.shape.lanes)
    }

    /// Combines the operands of a node in its first rank, or an interval in each lane.
    fn up(&self, whole: &Range<usize>) -> Vec<Round> {
        let line = self.inside();
        if self.shape.lanes == 1 { line.up(true, |_| whole.clone()) } else { line.among_lanes(whole, self.shape.lanes) }
    }

    /// Combines the operands of a lane in its first rank: first inside each part of the widest level, then among the
    /// first ranks of the parts. Data therefore leaves each part only once.
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

    /// A reduction in reverse, except that the root needs no data.
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

    /// The first rank of each node has all blocks of its node, and receives those of the others.
    fn allgather_by_first(&self, places: &[usize], share: usize) -> Vec<Round> {
        let whole = 0..places[self.nodes.len()];
        let start = places[self.node];
        let inside = self.inside();
        let up = inside.up(false, |members| start + members.start * share..start + members.end * share);
        let across = self.in_one_lane().lane().map_or_else(Vec::new, |lane| lane.gathered_to_all(places));
        let down = mirrored(&inside.up(false, |_| whole.clone()));
        [up, across, down].concat()
    }

    /// All ranks of a node have all its blocks; each lane exchanges with some of the other nodes, at once, and forwards
    /// the received blocks.
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
