// SPDX-License-Identifier: MIT OR Apache-2.0
//! Flows of segments between ranks, event by event.
//!
//! A rank sends the data that it has, its flows in turn: a segment begins when its data is available and the one before
//! it in its flow has left, and segments leave in the order in which they begin. This is the [engine](crate::forward)
//! with one pending segment of each flow. Reads of shared memory take no time.
//!
//! Thousands of ranks have millions of segments, so several segments may be one train, whose segments follow each other
//! without a pause. A train may leave before all of it has arrived, so late that none of its segments is sent too
//! early. A train of one segment is timed exactly as that segment.

mod arrivals;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Network;
use super::ports::{Ports, Transfer};
use crate::streams::{Peer, Stream, Streams};
use arrivals::{Arrivals, Train};

/// Returns the time at which the last rank has sent and received everything, if flows of these trains travel in
/// segments of `segment` bytes. The flows are those of each rank, in the order of the ranks.
pub(crate) fn time(network: &impl Network, streams: &[Streams], segment: usize) -> f64 {
    let (ports, ranks) = (Ports::new(streams.len(), network.cables()), streams.iter().map(Rank::new).collect());
    let mut run = Replay { trains: Trains { network, segment }, ranks, ports, events: BinaryHeap::new(), count: 0 };
    (0..streams.len()).for_each(|rank| run.begin_all(rank, 0.0));
    let mut end = 0.0f64;
    while let Some(Reverse(Event { at, kind, rank, stream, train, .. })) = run.events.pop() {
        let (now, rank, stream) = (f64::from_bits(at), rank as usize, stream as usize);
        match kind {
            Kind::Arrive => end = end.max(run.arrive(rank, stream, train as usize, now)),
            Kind::Ready => {
                run.ranks[rank].queue.push(Reverse((at, stream)));
                run.wake(rank, now);
            }
            Kind::Send => end = end.max(run.send(rank, now)),
        }
    }
    end
}

/// The kind of an event, in the order of processing of simultaneous events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A train reaches its receiver's side.
    Arrive,
    /// The next train of a flow may leave.
    Ready,
    /// The sending port is free.
    Send,
}

/// An event of a rank that sends. Small, because a heap moves events often.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Event {
    /// The bits of the time, which is never negative, so their order is that of the times.
    at: u64,
    kind: Kind,
    /// The order of equal events.
    number: u32,
    rank: u32,
    stream: u32,
    train: u32,
}

/// The state of one rank's engine.
struct Rank<'a> {
    here: Arrivals,
    sends: Vec<Flow<'a>>,
    /// Trains that may leave: the time since when, and the flow.
    queue: BinaryHeap<Reverse<(u64, usize)>>,
    /// True if the next send is among the events.
    is_awake: bool,
}

impl<'a> Rank<'a> {
    fn new(streams: &'a Streams) -> Self {
        let mut here = Arrivals::default();
        here.insert(streams.own.clone(), Train { first: 0.0, last: 0.0 });
        let flow = |stream: &'a Stream| match stream.peer {
            Peer::Rank(to) => Some(Flow { stream, to: to as usize, next: 0, is_begun: false, free: 0.0, known: None }),
            Peer::Readers(_) | Peer::Writer(_) => None,
        };
        let sends = streams.sends.iter().filter_map(flow).collect();
        Self { here, sends, queue: BinaryHeap::new(), is_awake: false }
    }
}

/// The progress of an outgoing flow.
struct Flow<'a> {
    stream: &'a Stream,
    to: usize,
    /// The train that is to leave next.
    next: usize,
    is_begun: bool,
    /// The time at which the train before it has left.
    free: f64,
    /// The last train whose costs were computed.
    known: Option<Loaded<'a>>,
}

/// The costs of trains of segments.
struct Trains<'a, N> {
    network: &'a N,
    segment: usize,
}

impl<'a, N: Network> Trains<'a, N> {
    /// Returns the cost of a train if a segment costs `of(bytes)`.
    fn of_train(&self, bytes: usize, of: impl Fn(usize) -> f64) -> f64 {
        let (full, rest) = (bytes / self.segment, bytes % self.segment);
        let full = if full > 0 { full as f64 * of(self.segment) } else { 0.0 };
        if rest > 0 { full + of(rest) } else { full }
    }

    fn train(&self, from: usize, to: usize, bytes: usize) -> Loaded<'a> {
        let of = |bytes| self.network.gap(from, to, bytes);
        let (gap, first) = (self.of_train(bytes, of), of(bytes.min(self.segment)));
        let port = self.network.port(from, to, bytes.min(self.segment));
        let sending = port.map_or(gap, |_| {
            self.of_train(bytes, |bytes| self.network.port(from, to, bytes).unwrap_or_else(|| of(bytes)))
        });
        let (out, into) = (self.network.leaves_by(from, to), self.network.leaves_by(to, from));
        let latency = self.network.latency(from, to);
        Loaded { bytes, first, transfer: Transfer { from, to, gap, sending, receiving: gap, latency, out, into } }
    }

    /// Returns the time for which a train keeps a cable busy.
    fn cable(&self, Loaded { bytes, transfer, .. }: &Loaded<'_>, cable: usize) -> f64 {
        match self.network.cable(cable, (*bytes).min(self.segment)) {
            None => transfer.gap,
            Some(_) => self.of_train(*bytes, |bytes| self.network.cable(cable, bytes).unwrap_or(transfer.gap)),
        }
    }
}

/// A train between two ranks.
#[derive(Clone, Copy)]
struct Loaded<'a> {
    bytes: usize,
    /// g of its first segment.
    first: f64,
    transfer: Transfer<'a>,
}

struct Replay<'a, N> {
    trains: Trains<'a, N>,
    ranks: Vec<Rank<'a>>,
    ports: Ports,
    events: BinaryHeap<Reverse<Event>>,
    count: u32,
}

impl<'a, N: Network> Replay<'a, N> {
    fn push(&mut self, at: f64, kind: Kind, rank: usize, stream: usize, train: usize) {
        self.count = self.count.wrapping_add(1);
        let (number, rank, stream, train) = (self.count, rank as u32, stream as u32, train as u32);
        self.events.push(Reverse(Event { at: at.to_bits(), kind, number, rank, stream, train }));
    }

    /// Returns a train of a flow. Most trains of a flow have the same length.
    fn train(&mut self, rank: usize, stream: usize, train: usize) -> Loaded<'a> {
        let flow = &mut self.ranks[rank].sends[stream];
        let bytes = flow.stream.segments[train].len();
        match flow.known.filter(|known| known.bytes == bytes) {
            Some(known) => known,
            None => *flow.known.insert(self.trains.train(rank, flow.to, bytes)),
        }
    }

    /// Begins every flow of a rank that can continue.
    fn begin_all(&mut self, rank: usize, now: f64) {
        (0..self.ranks[rank].sends.len()).for_each(|stream| self.begin(rank, stream, now));
    }

    fn begin(&mut self, rank: usize, stream: usize, now: f64) {
        let Flow { stream: all, next, is_begun, free, .. } = self.ranks[rank].sends[stream];
        let Some(stretch) = all.segments.get(next).filter(|_| !is_begun) else { return };
        if !self.ranks[rank].here.hold(stretch) {
            return;
        }
        let gap = self.train(rank, stream, next).transfer.gap;
        let at = self.ranks[rank].here.earliest(stretch, gap, self.trains.segment).max(now).max(free);
        self.ranks[rank].sends[stream].is_begun = true;
        self.push(at, Kind::Ready, rank, stream, next);
    }

    fn wake(&mut self, rank: usize, now: f64) {
        if !std::mem::replace(&mut self.ranks[rank].is_awake, true) {
            self.push(now.max(self.ports.sending(rank)), Kind::Send, rank, 0, 0);
        }
    }

    /// Sends the train that began first, and returns the time at which it has left.
    fn send(&mut self, rank: usize, now: f64) -> f64 {
        self.ranks[rank].is_awake = false;
        let Some(Reverse((_, stream))) = self.ranks[rank].queue.pop() else { return now };
        let train = self.ranks[rank].sends[stream].next;
        let loaded = self.train(rank, stream, train);
        let departure = self.ports.send(&loaded.transfer, |cable| self.trains.cable(&loaded, cable), now);
        let sender = &mut self.ranks[rank];
        let flow = &mut sender.sends[stream];
        (flow.next, flow.is_begun, flow.free) = (train + 1, false, departure.left);
        let is_waiting = !sender.queue.is_empty();
        self.push(departure.comes, Kind::Arrive, rank, stream, train);
        self.begin(rank, stream, now);
        if is_waiting {
            self.wake(rank, departure.free);
        }
        departure.left
    }

    /// Receives a train, and returns the time at which all of it has arrived.
    fn arrive(&mut self, from: usize, stream: usize, train: usize, now: f64) -> f64 {
        let loaded = self.train(from, stream, train);
        let receipt = self.ports.receive(&loaded.transfer, |cable| self.trains.cable(&loaded, cable), now);
        let stretch = self.ranks[from].sends[stream].stream.segments[train].clone();
        let to = loaded.transfer.to;
        self.ranks[to].here.insert(stretch, Train { first: receipt.begin + loaded.first, last: receipt.there });
        self.begin_all(to, now);
        receipt.there
    }
}

#[cfg(test)]
pub(crate) mod tests;
