// SPDX-License-Identifier: MIT OR Apache-2.0
//! Segments of a message down a tree through shared ports and cables: the first segment message by message, the others
//! by rates.
//!
//! A gap is that of the slowest cable on the path. Before a slow cable the sender's own port is free again sooner and
//! serves another receiver meanwhile. But messages on the same cable in the same direction share it, whatever rank
//! sends them. Therefore
//!
//! - the first segment goes through [`Ports`], like every other message: ports and cables serve messages in the order
//!   of arrival;
//! - after that, a link transfers a segment in the longest of four times: that between its sender's own segments, its
//!   gap, the time for which its sender's port is busy with one segment for each receiver, and the time for which the
//!   busiest cable on its path is busy with one segment of every message on it.
//!
//! The rates hold from the first segment on, so the gain from idle cables in the beginning is ignored. If no cable is
//! shared and ports are busy for the gap, this is equal to [`super::segments`]; for a message in one segment it is
//! equal to [`super::events`].

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Network;
use super::ports::{Ports, Transfer};
use super::segments::Pieces;

/// The messages that are in the network at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Traffic {
    /// The message goes down the tree.
    Down,
    /// The segments, or results computed from them, also go back along the tree, as in a reduction to all. The port of
    /// a rank that has forwarded a segment is also busy for the way back, but not before the first segment has reached
    /// the end of its path and returned.
    DownAndBack,
}

/// Returns the completion time of a tree of senders with their receivers in order, for segments of `segment` bytes, at
/// least one and at most m.
pub(crate) fn time(network: &impl Network, root: usize, children: &[Vec<usize>], bytes: usize, segment: usize) -> f64 {
    seconds(network, root, children, bytes, Traffic::Down)(segment)
}

/// Returns a function from the segment size to the completion time, for many sizes.
pub(crate) fn seconds<'a>(
    network: &'a impl Network,
    root: usize,
    children: &'a [Vec<usize>],
    bytes: usize,
    traffic: Traffic,
) -> impl FnMut(usize) -> f64 + 'a {
    let mut clock = Clock::new(network, root, children, traffic);
    move |segment| clock.time(Pieces::of(bytes, segment))
}

/// A sender, one of its receivers, and the cables between them.
struct Edge<'a> {
    from: usize,
    to: usize,
    /// The number of receivers of this sender after this one: their edges are the next ones.
    siblings: usize,
    latency: f64,
    out: &'a [usize],
    into: &'a [usize],
}

impl Edge<'_> {
    /// Returns the cables of a message on this edge, each in its direction.
    fn cables(&self) -> impl Iterator<Item = usize> {
        self.out.iter().map(|cable| 2 * cable).chain(self.into.iter().map(|cable| 2 * cable + 1))
    }

    /// Returns the cables of a message in the opposite direction.
    fn cables_back(&self) -> impl Iterator<Item = usize> {
        self.into.iter().map(|cable| 2 * cable).chain(self.out.iter().map(|cable| 2 * cable + 1))
    }
}

/// The costs of a segment on an edge.
#[derive(Clone, Copy, Default)]
struct Cost {
    gap: f64,
    port: f64,
}

/// One direction of a cable, for one segment of every message that takes it.
#[derive(Clone, Copy)]
struct Load {
    /// The time for which it is busy with a segment on the way there,
    there: f64,
    /// with the last one,
    rest: f64,
    /// and with a segment there and one back,
    both: f64,
    /// which do not come before this time has passed.
    until: f64,
}

impl Load {
    const NONE: Self = Self { there: 0.0, rest: 0.0, both: 0.0, until: f64::INFINITY };
}

/// The times at which a rank's segments arrive.
#[derive(Clone, Copy, Default)]
struct Times {
    /// The first one.
    first: f64,
    /// From the first to the last but one.
    spread: f64,
    /// The last one.
    last: f64,
}

/// An event of the first segment on an edge: it arrives, or it may leave.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Arrive,
    Send,
}

/// Returns the time of segments that are `there` apart, and `both` from some time on, if there is traffic back too.
fn spread(segments: usize, Load { there, both, until, .. }: Load) -> f64 {
    if there <= 0.0 {
        return both * segments as f64;
    }
    let before = (until / there).min(segments as f64);
    both * segments as f64 - before * (both - there)
}

/// Times a message down one tree, in segments of any size. Values that do not depend on the size are computed once.
struct Clock<'a, N> {
    network: &'a N,
    root: usize,
    traffic: Traffic,
    edges: Vec<Edge<'a>>,
    /// The sender of each rank.
    parent: Vec<usize>,
    /// The number of each rank's first edge, if it has one.
    first: Vec<usize>,
    costs: Vec<Cost>,
    loads: Vec<Load>,
    times: Vec<Times>,
    /// Edges in the order in which the first segment leaves.
    order: Vec<usize>,
    /// By time, whose bits are in its order because it is never negative.
    steps: BinaryHeap<Reverse<(u64, Step, usize)>>,
}

impl<'a, N: Network> Clock<'a, N> {
    fn new(network: &'a N, root: usize, children: &[Vec<usize>], traffic: Traffic) -> Self {
        let (mut edges, mut first) = (Vec::with_capacity(children.len()), Vec::with_capacity(children.len()));
        for (from, all) in children.iter().enumerate() {
            first.push(edges.len());
            edges.extend(all.iter().enumerate().map(|(nth, &to)| Edge {
                from,
                to,
                siblings: all.len() - nth - 1,
                latency: network.latency(from, to),
                out: network.leaves_by(from, to),
                into: network.leaves_by(to, from),
            }));
        }
        let mut parent = vec![root; children.len()];
        edges.iter().for_each(|edge| parent[edge.to] = edge.from);
        Self {
            network,
            root,
            traffic,
            costs: Vec::with_capacity(edges.len()),
            order: Vec::with_capacity(edges.len()),
            edges,
            loads: vec![Load::NONE; 2 * network.cables()],
            times: vec![Times::default(); first.len()],
            parent,
            first,
            steps: BinaryHeap::new(),
        }
    }

    fn time(&mut self, pieces: Pieces) -> f64 {
        self.look_up(pieces.segment);
        self.first_segment(pieces.segment);
        self.share(pieces);
        self.other_segments(pieces)
    }

    /// Computes the cost of a segment on each edge.
    fn look_up(&mut self, segment: usize) {
        let Self { network, edges, costs, .. } = self;
        costs.clear();
        costs.extend(edges.iter().map(|&Edge { from, to, .. }| cost(*network, from, to, segment)));
    }

    /// Computes the times of the first segment.
    fn first_segment(&mut self, segment: usize) {
        let mut ports = Ports::new(self.first.len(), self.network.cables());
        self.order.clear();
        self.times.fill(Times::default());
        self.open(self.root, 0.0);
        while let Some(Reverse((at, step, edge))) = self.steps.pop() {
            let (now, Cost { gap, port }) = (f64::from_bits(at), self.costs[edge]);
            let Edge { from, to, siblings, latency, out, into, .. } = self.edges[edge];
            let transfer = Transfer { from, to, gap, sending: port, receiving: gap, latency, out, into };
            let busy = |cable| self.network.cable(cable, segment).unwrap_or(gap);
            let comes = match step {
                Step::Arrive => now,
                Step::Send => {
                    let departure = ports.send(&transfer, busy, now);
                    self.order.push(edge);
                    if siblings > 0 {
                        self.steps.push(Reverse((departure.free.to_bits(), Step::Send, edge + 1)));
                    }
                    if !into.is_empty() {
                        self.steps.push(Reverse((departure.comes.to_bits(), Step::Arrive, edge)));
                        continue;
                    }
                    departure.comes
                }
            };
            let there = ports.receive(&transfer, busy, comes).there;
            self.times[to].first = there;
            self.open(to, there);
        }
    }

    /// Records that a rank has its first segment.
    fn open(&mut self, rank: usize, at: f64) {
        let edge = self.first[rank];
        if self.edges.get(edge).is_some_and(|edge| edge.from == rank) {
            self.steps.push(Reverse((at.to_bits(), Step::Send, edge)));
        }
    }

    /// Computes the load of every cable by one segment of all messages.
    fn share(&mut self, Pieces { segment, rest, .. }: Pieces) {
        let Self { network, edges, costs, loads, times, traffic, .. } = self;
        loads.fill(Load::NONE);
        for (edge, cost) in edges.iter().zip(&*costs) {
            for direction in edge.cables() {
                let busy = network.cable(direction / 2, segment).unwrap_or(cost.gap);
                let last =
                    || network.cable(direction / 2, rest).unwrap_or_else(|| network.gap(edge.from, edge.to, rest));
                loads[direction].there += busy;
                loads[direction].both += busy;
                loads[direction].rest += if rest == segment { busy } else { last() };
            }
        }
        if *traffic == Traffic::Down {
            return;
        }
        // The time from the passage of the first segment to its passage on the way back: it has to get to the end of
        // its path, which is as long from there as from the start to the receiver of the return path.
        let mut back = vec![f64::INFINITY; loads.len()];
        for edge in &*edges {
            for direction in edge.cables_back() {
                let busy = network.cable(direction / 2, segment);
                loads[direction].both += busy.unwrap_or_else(|| network.gap(edge.to, edge.from, segment));
                back[direction] = back[direction].min(times[edge.from].first);
            }
        }
        for edge in &*edges {
            for direction in edge.cables() {
                loads[direction].until = loads[direction].until.min(times[edge.to].first + back[direction]);
            }
        }
    }

    /// Computes the times of the other segments, and returns the time at which all ranks are done.
    fn other_segments(&mut self, Pieces { segment, full, rest }: Pieces) -> f64 {
        let Self { network, root, traffic, edges, parent, first, costs, loads, times, order, .. } = self;
        let many = full.saturating_sub(1);
        // The time at which a rank's last segment has left its port.
        let mut gone = vec![0.0f64; first.len()];
        for &number in &*order {
            let (edge, Cost { gap, .. }) = (&edges[number], costs[number]);
            if number == first[edge.from] {
                let busy: f64 = costs[number..=number + edge.siblings].iter().map(|cost| cost.port).sum();
                let has_back = *traffic == Traffic::DownAndBack && edge.from != *root;
                let back = if has_back { cost(*network, edge.from, parent[edge.from], segment).port } else { 0.0 };
                let here = &mut times[edge.from];
                let own = Load { there: busy, both: busy + back, until: 2.0 * here.first, ..Load::NONE };
                here.spread = here.spread.max(spread(many, own));
                gone[edge.from] = if full > 0 { here.last.max(here.first + here.spread + busy) } else { here.last };
            }
            let begun = gone[edge.from];
            let last = if rest == segment { costs[number] } else { cost(*network, edge.from, edge.to, rest) };
            gone[edge.from] += last.port;
            let of_link = times[edge.from].spread.max(gap * many as f64);
            let all = edge.cables().map(|cable| spread(many, loads[cable])).fold(of_link, f64::max);
            let there = &mut times[edge.to];
            there.spread = all;
            there.last = if full > 0 {
                let shared = edge.cables().map(|cable| loads[cable].rest).fold(last.gap, f64::max);
                (begun + last.gap + edge.latency).max(there.first + all + shared)
            } else {
                there.first
            };
            gone[edge.to] = there.last;
        }
        gone.iter().enumerate().map(|(rank, gone)| gone + network.inside(rank)).fold(0.0, f64::max)
    }
}

fn cost(network: &impl Network, from: usize, to: usize, bytes: usize) -> Cost {
    let gap = network.gap(from, to, bytes);
    Cost { gap, port: network.port(from, to, bytes).unwrap_or(gap) }
}

#[cfg(test)]
mod tests;
