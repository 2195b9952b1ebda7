// SPDX-License-Identifier: MIT OR Apache-2.0
//! How long the streams of all ranks take, by the model.
//!
//! Each rank has one port for sending and one for receiving, as in [`crate::timing`]: a segment that is sent at
//! t keeps the sender busy until t + g, and the receiver for g from t + L on, or from when it is free again. A rank
//! sends what it has, the streams in turn: a segment is begun when its data is here and the one before it in its stream
//! has left, and what was begun first leaves first. That is the engine of [`copying`](super::super::forward) with one
//! segment of each stream under way, and transfers that share a port in equal parts.
//!
//! Where several ranks send through one cable, they take turns, as those who receive through one.
//!
//! Thousands of ranks have millions of segments, so several of them may be one train, whose segments follow each other
//! without a pause. A train may leave before all of it is here, so late that none of its segments is sent too early. Of
//! one segment each, trains are the segments themselves, and nothing is simplified.

mod arrivals;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::streams::{Peer, Stream, Streams};
use crate::timing::Links;
use arrivals::{Arrivals, Train};

/// Ports that several ranks share.
pub trait Cables: Links {
    /// Cables have the numbers below this.
    fn cables(&self) -> usize {
        0
    }

    /// The cables that a message between two ranks goes through on the side of the first.
    fn cables_between(&self, _rank: usize, _other: usize) -> &[usize] {
        &[]
    }
}

/// When the last rank has sent and received everything, if streams of these trains travel in segments of so many bytes.
/// The streams are those of each rank, in the order of the ranks; what is read in memory takes no time.
pub fn time(links: &impl Cables, streams: &[Streams], segment: usize) -> f64 {
    let (free, ranks) = (vec![0.0; links.cables()], streams.iter().map(Rank::new).collect());
    let mut run =
        Run { links, segment, ranks, sending: free.clone(), receiving: free, events: BinaryHeap::new(), count: 0 };
    (0..streams.len()).for_each(|rank| run.begin_all(rank, 0.0));
    let mut end = 0.0;
    while let Some(Reverse((bits, _, _, event))) = run.events.pop() {
        let now = f64::from_bits(bits);
        match event {
            Event::Arrive { from, to, stream, train } => {
                let stretch = &run.ranks[from].sends[stream].stream.segments[train];
                end = f64::max(end, run.arrive((from, to), stretch, now));
                run.begin_all(to, now);
            }
            Event::Ready { rank, stream } => {
                run.ranks[rank].queue.push(Reverse((bits, stream)));
                run.wake(rank, now);
            }
            Event::Send { rank } => end = end.max(run.send(rank, now)),
        }
    }
    end
}

/// What happens, in this order where it happens at the same time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A train reaches its receiver.
    Arrive { from: usize, to: usize, stream: usize, train: usize },
    /// The next train of a stream may leave.
    Ready { rank: usize, stream: usize },
    /// The sending port is free.
    Send { rank: usize },
}

impl Event {
    fn order(&self) -> u8 {
        match self {
            Self::Arrive { .. } => 0,
            Self::Ready { .. } => 1,
            Self::Send { .. } => 2,
        }
    }
}

/// One rank's engine and ports.
struct Rank<'a> {
    here: Arrivals,
    sends: Vec<Flow<'a>>,
    /// Trains that may leave: since when, and of which stream.
    queue: BinaryHeap<Reverse<(u64, usize)>>,
    /// From when on the ports are free.
    sending: f64,
    receiving: f64,
    /// Whether the next send is among the events.
    is_awake: bool,
}

impl<'a> Rank<'a> {
    fn new(streams: &'a Streams) -> Self {
        let mut here = Arrivals::default();
        here.insert(streams.own.clone(), Train { first: 0.0, last: 0.0 });
        let flow = |stream: &'a Stream| match stream.peer {
            Peer::Rank(to) => Some(Flow { stream, to: to as usize, next: 0, is_begun: false, free: 0.0 }),
            Peer::Readers(_) | Peer::Writer(_) => None,
        };
        let sends = streams.sends.iter().filter_map(flow).collect();
        Self { here, sends, queue: BinaryHeap::new(), sending: 0.0, receiving: 0.0, is_awake: false }
    }
}

/// How far an outgoing stream is.
struct Flow<'a> {
    stream: &'a Stream,
    to: usize,
    /// The train that is to leave next.
    next: usize,
    is_begun: bool,
    /// When the one before it has left.
    free: f64,
}

struct Run<'a, L> {
    links: &'a L,
    segment: usize,
    ranks: Vec<Rank<'a>>,
    /// From when on cables are free, in both directions.
    sending: Vec<f64>,
    receiving: Vec<f64>,
    /// By time (which is never negative, so that its bits are in its order), kind and number.
    events: BinaryHeap<Reverse<(u64, u8, usize, Event)>>,
    count: usize,
}

impl<L: Cables> Run<'_, L> {
    fn push(&mut self, at: f64, event: Event) {
        self.count += 1;
        self.events.push(Reverse((at.to_bits(), event.order(), self.count, event)));
    }

    /// g of the first segment of a train, and of all.
    fn busy(&self, from: usize, to: usize, bytes: usize) -> (f64, f64) {
        let (full, rest) = (bytes / self.segment, bytes % self.segment);
        let gap = |bytes| self.links.gap(from, to, bytes);
        let first = gap(bytes.min(self.segment));
        (first, full as f64 * first + if rest > 0 { gap(rest) } else { 0.0 })
    }

    /// Begins every stream of a rank that can go on.
    fn begin_all(&mut self, rank: usize, now: f64) {
        (0..self.ranks[rank].sends.len()).for_each(|stream| self.begin(rank, stream, now));
    }

    fn begin(&mut self, rank: usize, stream: usize, now: f64) {
        let Flow { stream: all, to, next, is_begun, free } = &self.ranks[rank].sends[stream];
        let Some(train) = all.segments.get(*next).filter(|_| !is_begun) else { return };
        if !self.ranks[rank].here.hold(train) {
            return;
        }
        let busy = self.busy(rank, *to, train.len()).1;
        let at = self.ranks[rank].here.earliest(train, busy, self.segment).max(now).max(*free);
        self.ranks[rank].sends[stream].is_begun = true;
        self.push(at, Event::Ready { rank, stream });
    }

    fn wake(&mut self, rank: usize, now: f64) {
        if !std::mem::replace(&mut self.ranks[rank].is_awake, true) {
            self.push(now.max(self.ranks[rank].sending), Event::Send { rank });
        }
    }

    /// Sends what was begun first, and returns when it has left.
    fn send(&mut self, rank: usize, now: f64) -> f64 {
        self.ranks[rank].is_awake = false;
        let Some(Reverse((_, stream))) = self.ranks[rank].queue.pop() else { return now };
        let Flow { stream: all, to, next: train, .. } = self.ranks[rank].sends[stream];
        let begin =
            self.links.cables_between(rank, to).iter().fold(now, |begin, &cable| begin.max(self.sending[cable]));
        let left = begin + self.busy(rank, to, all.segments[train].len()).1;
        self.links.cables_between(rank, to).iter().for_each(|&cable| self.sending[cable] = left);
        let sender = &mut self.ranks[rank];
        sender.sending = left;
        sender.sends[stream] = Flow { stream: all, to, next: train + 1, is_begun: false, free: left };
        let is_waiting = !sender.queue.is_empty();
        self.push(begin + self.links.latency(rank, to), Event::Arrive { from: rank, to, stream, train });
        self.begin(rank, stream, now);
        if is_waiting {
            self.wake(rank, left);
        }
        left
    }

    /// Receives a train, and returns when all of it is there.
    fn arrive(&mut self, (from, to): (usize, usize), stretch: &std::ops::Range<usize>, now: f64) -> f64 {
        let (first, all) = self.busy(from, to, stretch.len());
        let cables = self.links.cables_between(to, from);
        let receiver = &mut self.ranks[to];
        let begin = cables.iter().fold(now.max(receiver.receiving), |begin, &cable| begin.max(self.receiving[cable]));
        cables.iter().for_each(|&cable| self.receiving[cable] = begin + all);
        receiver.receiving = begin + all;
        receiver.here.insert(stretch.clone(), Train { first: begin + first, last: begin + all });
        begin + all
    }
}

#[cfg(test)]
mod tests;
