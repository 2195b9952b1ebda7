// SPDX-License-Identifier: MIT OR Apache-2.0
//! The plan of a rank in a reduction with a scattered result: the messages that it sends and receives, and the partial
//! results that it combines.

use std::ops::Range;

use super::{Incoming, Outgoing, Output, Partial, Piece, Plan, Source};
use crate::exchange::Counts;
use crate::exchange::routes::Sense;
use crate::nodes::Nodes;

/// The unit in which nodes exchange intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// All intervals of a node's ranks in one message, for short intervals. For each other node, one rank combines its
    /// node's operands. One rank of the receiving node combines the messages of all nodes and scatters the result
    /// there.
    Node,
    /// Each interval separately, for long ones. The ranks of a node share the work: each combines its node's operands
    /// for one rank of another node, and sends the result there. Nodes are served one after the other, in an order in
    /// which no two nodes send to the same node. While a segment is sent between nodes, the next one is combined
    /// inside.
    Rank,
}

/// Returns the plan of a rank. All ranks pass the same `places`: the begin of each rank's interval of the data, and the
/// end of the last, in elements. Segments have at most `longest` elements.
pub fn plan(nodes: &Nodes, rank: u32, places: &[usize], grain: Grain, longest: usize) -> Plan {
    let (node, index) = nodes.location(rank);
    let planner = Planner { nodes, rank, node, index, places, longest: longest.max(1) };
    match grain {
        Grain::Node => planner.by_node(),
        Grain::Rank => planner.by_rank(),
    }
}

/// A segment of a rank's result: the partial result of its node, and the one of all nodes.
#[derive(Clone, Copy)]
struct Own {
    inner: usize,
    outer: usize,
}

struct Planner<'a> {
    nodes: &'a Nodes,
    rank: u32,
    node: usize,
    index: usize,
    places: &'a [usize],
    longest: usize,
}

/// Returns a piece of a rank's own data.
fn data(stretch: Range<usize>) -> Piece {
    Piece { source: Source::Data, stretch }
}

/// Returns a piece of a partial result.
fn combined(partial: usize, stretch: Range<usize>) -> Piece {
    Piece { source: Source::Partial(partial), stretch }
}

impl Plan {
    fn add(&mut self, partial: Partial) -> usize {
        self.partials.push(partial);
        self.partials.len() - 1
    }

    fn send(&mut self, peer: u32, pieces: Vec<Piece>) {
        if !pieces.is_empty() {
            self.sends.push(Outgoing { peer, pieces });
        }
    }

    fn receive(&mut self, peer: u32, operands: Vec<(usize, usize)>) {
        if !operands.is_empty() {
            self.receives.push(Incoming { peer, operands });
        }
    }

    /// Ends a round: it contains all messages added since the last one.
    fn end_round(&mut self) {
        let before = self.in_rounds;
        self.in_rounds = Counts { receives: self.receives.len(), sends: self.sends.len() };
        let Counts { receives, sends } = self.in_rounds;
        self.rounds.push(Counts { receives: receives - before.receives, sends: sends - before.sends });
    }

    /// Adds the last partial result of this rank: the one of all nodes, with its own node's partial result `inner`.
    fn join(&mut self, own: usize, nodes: usize, inner: usize) -> usize {
        let elements = self.partials[inner].elements;
        let pieces = vec![combined(inner, 0..elements)];
        let outer = self.add(Partial { elements, operands: nodes, own: Some(own), pieces, next: None });
        self.partials[inner].next = Some(outer);
        outer
    }
}

impl Planner<'_> {
    fn stretch(&self, rank: u32) -> Range<usize> {
        self.places[rank as usize]..self.places[rank as usize + 1]
    }

    /// Returns the interval of a segment of a rank's interval.
    fn segment(&self, rank: u32, segment: usize) -> Range<usize> {
        let Range { start, end } = self.stretch(rank);
        end.min(start + segment * self.longest)..end.min(start + (segment + 1) * self.longest)
    }

    /// Returns the ranks of this node.
    fn mates(&self) -> &[u32] {
        self.nodes.ranks(self.node)
    }

    /// Returns the other ranks, the next one first, so that not all begin with one rank, each with its index on this
    /// node.
    fn others(&self) -> impl Iterator<Item = (usize, u32)> {
        let mates = self.mates();
        (1..mates.len()).map(|step| (self.index + step) % mates.len()).map(|index| (index, mates[index]))
    }

    /// Returns the partial result of this node for some data.
    fn inner(&self, pieces: Vec<Piece>) -> Partial {
        let elements = pieces.iter().map(|piece| piece.stretch.len()).sum();
        Partial { elements, operands: self.mates().len(), own: Some(self.index), pieces, next: None }
    }

    // ---- intervals of nodes ----

    /// Returns the rank of a node that receives the other nodes' messages: the next one in the rotation of leaders.
    fn root(&self, node: usize) -> u32 {
        let ranks = self.nodes.ranks(node);
        ranks[(self.nodes.count() - 1) % ranks.len()]
    }

    /// Returns the nodes for which a rank of this node combines its node's operands.
    fn led_by(&self, rank: u32) -> impl Iterator<Item = usize> {
        let own = (self.root(self.node) == rank).then_some(self.node);
        own.into_iter().chain(self.nodes.led_by(rank)).filter(|&node| self.elements(node) > 0)
    }

    fn elements(&self, node: usize) -> usize {
        self.nodes.ranks(node).iter().map(|&rank| self.stretch(rank).len()).sum()
    }

    /// Returns the intervals of a node's ranks, as pieces.
    fn pieces(&self, node: usize) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = vec![];
        for stretch in self.nodes.ranks(node).iter().map(|&rank| self.stretch(rank)).filter(|part| !part.is_empty()) {
            match pieces.last_mut() {
                Some(last) if last.stretch.end == stretch.start => last.stretch.end = stretch.end,
                _ => pieces.push(data(stretch)),
            }
        }
        pieces
    }

    fn by_node(&self) -> Plan {
        let mut plan = Plan::default();
        for (_, other) in self.others() {
            plan.send(other, self.led_by(other).flat_map(|node| self.pieces(node)).collect());
        }
        let led: Vec<(usize, usize)> =
            self.led_by(self.rank).map(|node| (node, plan.add(self.inner(self.pieces(node))))).collect();
        for (index, other) in self.others() {
            plan.receive(other, led.iter().map(|&(_, partial)| (partial, index)).collect());
        }
        plan.end_round();
        let mut outer = None;
        for (node, partial) in led {
            if node == self.node {
                let joined = plan.join(node, self.nodes.count(), partial);
                let others = (0..self.nodes.count()).filter(|&other| other != node);
                others.for_each(|other| plan.receive(self.nodes.leader_to(other, node), vec![(joined, other)]));
                outer = Some(joined);
            } else {
                plan.send(self.root(node), vec![combined(partial, 0..self.elements(node))]);
            }
        }
        plan.end_round();
        self.scatter(&mut plan, outer);
        plan.end_round();
        plan
    }

    /// Adds the scatter of this node's results from the rank that has them in `outer` to all ranks of the node.
    fn scatter(&self, plan: &mut Plan, outer: Option<usize>) {
        let own = self.stretch(self.rank).len();
        if let Some(outer) = outer {
            let mut begin = 0;
            for &rank in self.mates() {
                let stretch = begin..begin + self.stretch(rank).len();
                begin = stretch.end;
                if stretch.is_empty() {
                    continue;
                }
                if rank == self.rank {
                    plan.outputs.push(Output { partial: outer, stretch, at: 0 });
                } else {
                    plan.send(rank, vec![combined(outer, stretch)]);
                }
            }
        } else if own > 0 {
            let partial = plan.add(Partial { elements: own, operands: 1, own: None, pieces: vec![], next: None });
            plan.receive(self.root(self.node), vec![(partial, 0)]);
            plan.outputs.push(Output { partial, stretch: 0..own, at: 0 });
        }
    }

    // ---- intervals of ranks ----

    fn by_rank(&self) -> Plan {
        let mut plan = Plan { has_single_pieces: true, ..Plan::default() };
        let (ranks, count) = (0..self.places.len() as u32 - 1, self.nodes.count());
        let segments = ranks.map(|rank| self.stretch(rank).len().div_ceil(self.longest)).max().unwrap_or(0);
        let (mut led, mut own) = (vec![], None);
        for round in 0..segments * count {
            // Results of one round are sent in the next.
            if let Some(before) = round.checked_sub(1) {
                self.between(&mut plan, &led, own, before % count + 1);
            }
            if round % count == 0 {
                own = self.own(&mut plan, round / count);
            }
            led = self.inside(&mut plan, round / count, round % count + 1, own);
            plan.end_round();
        }
        plan
    }

    /// Adds a segment of the rank's result.
    fn own(&self, plan: &mut Plan, segment: usize) -> Option<Own> {
        let stretch = self.segment(self.rank, segment);
        if stretch.is_empty() {
            return None;
        }
        let inner = plan.add(self.inner(vec![data(stretch.clone())]));
        let outer = plan.join(self.node, self.nodes.count(), inner);
        plan.outputs.push(Output { partial: outer, stretch: 0..stretch.len(), at: segment * self.longest });
        Some(Own { inner, outer })
    }

    /// Adds the messages inside this node for the node at this distance: each interval is sent to the rank that
    /// combines it. Returns the ranks whose intervals this rank combines, and the partial results.
    fn inside(&self, plan: &mut Plan, segment: usize, distance: usize, own: Option<Own>) -> Vec<(u32, usize)> {
        let (mates, target) = (self.mates(), self.nodes.at(self.node, distance, Sense::Forth));
        let targets = self.nodes.ranks(target);
        let leader = |index: usize| if target == self.node { targets[index] } else { mates[index % mates.len()] };
        // The first message is for the next rank, in the order of the sender.
        let stretches = |from: usize| {
            let indices = (1..=targets.len()).map(move |step| (from + step) % targets.len());
            indices.filter(|&index| !self.segment(targets[index], segment).is_empty())
        };
        let mut led = vec![None; targets.len()];
        for index in stretches(self.index) {
            let stretch = self.segment(targets[index], segment);
            if leader(index) != self.rank {
                plan.send(leader(index), vec![data(stretch)]);
            } else if target == self.node {
                led[index] = own.map(|own| own.inner);
            } else {
                led[index] = Some(plan.add(self.inner(vec![data(stretch)])));
            }
        }
        for (from, other) in self.others() {
            for partial in stretches(from).filter_map(|index| led[index]) {
                plan.receive(other, vec![(partial, from)]);
            }
        }
        targets.iter().copied().zip(led).filter_map(|(rank, partial)| Some((rank, partial?))).collect()
    }

    /// Adds the sends of the results to the ranks of the node at this distance, and the receives from the opposite
    /// side.
    fn between(&self, plan: &mut Plan, led: &[(u32, usize)], own: Option<Own>, distance: usize) {
        if distance == self.nodes.count() {
            return;
        }
        for &(rank, partial) in led {
            let elements = plan.partials[partial].elements;
            plan.send(rank, vec![combined(partial, 0..elements)]);
        }
        if let Some(Own { outer, .. }) = own {
            let origin = self.nodes.at(self.node, distance, Sense::Back);
            let ranks = self.nodes.ranks(origin);
            plan.receive(ranks[self.index % ranks.len()], vec![(outer, origin)]);
        }
    }
}
