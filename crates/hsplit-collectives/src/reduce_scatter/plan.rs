// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which parcels a rank sends and receives in a reduction whose result is scattered, and what it combines.

use std::ops::Range;

use super::{Incoming, Outgoing, Output, Partial, Piece, Plan, Source};
use crate::exchange::Counts;
use crate::exchange::routes::Sense;
use crate::nodes::Nodes;

/// How stretches go from node to node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// Those of a node's ranks in one message, for short ones. A rank of each node combines what its node has for the
    /// ranks of another node. One rank of that node combines what comes from all nodes, and scatters it there.
    Node,
    /// Each by itself, for long ones. The ranks of a node share the work: each combines what its node has for one rank
    /// of another node, and sends it there. Nodes are served one after the other, in an order in which no two send to
    /// one node. While a segment is on its way between nodes, the next one is combined inside.
    Rank,
}

/// The plan of a rank. All ranks give the same places: where each rank's stretch of the data begins, and where the last
/// one ends, in elements. Segments have at most `longest` elements.
pub fn plan(nodes: &Nodes, rank: u32, places: &[usize], grain: Grain, longest: usize) -> Plan {
    let (node, index) = nodes.location(rank);
    let planner = Planner { nodes, rank, node, index, places, longest: longest.max(1) };
    match grain {
        Grain::Node => planner.by_node(),
        Grain::Rank => planner.by_rank(),
    }
}

/// A segment of what a rank gets: what its node has for it, and what all have.
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

/// Some elements of a rank's data.
fn data(stretch: Range<usize>) -> Piece {
    Piece { source: Source::Data, stretch }
}

/// All elements of a partial result, or some.
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

    /// Ends a round: what has been added since the last one belongs to it.
    fn end_round(&mut self) {
        let before = self.in_rounds;
        self.in_rounds = Counts { receives: self.receives.len(), sends: self.sends.len() };
        let Counts { receives, sends } = self.in_rounds;
        self.rounds.push(Counts { receives: receives - before.receives, sends: sends - before.sends });
    }

    /// Adds the last partial result of this rank: that of all nodes, of which the own one's is `inner`.
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

    /// A segment of a rank's stretch.
    fn segment(&self, rank: u32, segment: usize) -> Range<usize> {
        let Range { start, end } = self.stretch(rank);
        end.min(start + segment * self.longest)..end.min(start + (segment + 1) * self.longest)
    }

    /// The ranks of this node.
    fn mates(&self) -> &[u32] {
        self.nodes.ranks(self.node)
    }

    /// The others, the next one first, so that not all begin with one rank; and their numbers on this node.
    fn others(&self) -> impl Iterator<Item = (usize, u32)> {
        let mates = self.mates();
        (1..mates.len()).map(|step| (self.index + step) % mates.len()).map(|index| (index, mates[index]))
    }

    /// What this node has of some data.
    fn inner(&self, pieces: Vec<Piece>) -> Partial {
        let elements = pieces.iter().map(|piece| piece.stretch.len()).sum();
        Partial { elements, operands: self.mates().len(), own: Some(self.index), pieces, next: None }
    }

    // ---- stretches of nodes ----

    /// The rank of a node that gets what other nodes have for it: the one whose turn it would be to lead once more.
    fn root(&self, node: usize) -> u32 {
        let ranks = self.nodes.ranks(node);
        ranks[(self.nodes.count() - 1) % ranks.len()]
    }

    /// The nodes for which a rank of this node combines what its node has.
    fn led_by(&self, rank: u32) -> impl Iterator<Item = usize> {
        let own = (self.root(self.node) == rank).then_some(self.node);
        own.into_iter().chain(self.nodes.led_by(rank)).filter(|&node| self.elements(node) > 0)
    }

    fn elements(&self, node: usize) -> usize {
        self.nodes.ranks(node).iter().map(|&rank| self.stretch(rank).len()).sum()
    }

    /// The stretches of a node's ranks.
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

    /// The result of this node's ranks from one of them, which has it in `outer`, to all.
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

    // ---- stretches of ranks ----

    fn by_rank(&self) -> Plan {
        let mut plan = Plan { has_single_pieces: true, ..Plan::default() };
        let (ranks, count) = (0..self.places.len() as u32 - 1, self.nodes.count());
        let segments = ranks.map(|rank| self.stretch(rank).len().div_ceil(self.longest)).max().unwrap_or(0);
        let (mut led, mut own) = (vec![], None);
        for round in 0..segments * count {
            // What is combined in one round is sent in the next.
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

    /// Adds a segment of what this rank gets.
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

    /// What the ranks of this node have for the node at this distance, each stretch to the rank that combines it.
    /// Returns the ranks whose stretches this one combines, and the partial results.
    fn inside(&self, plan: &mut Plan, segment: usize, distance: usize, own: Option<Own>) -> Vec<(u32, usize)> {
        let (mates, target) = (self.mates(), self.nodes.at(self.node, distance, Sense::Forth));
        let targets = self.nodes.ranks(target);
        let leader = |index: usize| if target == self.node { targets[index] } else { mates[index % mates.len()] };
        // As one rank sends them, the next one's first.
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

    /// What has been combined for the node at this distance, to its ranks, and the same from the other side.
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
