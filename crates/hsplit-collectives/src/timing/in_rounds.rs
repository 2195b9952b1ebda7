// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calls in [rounds](crate::rounds) through shared ports and cables, message by message.
//!
//! A rank sends the messages of a round in turn, and its next round begins after all of them have left and all incoming
//! ones have arrived. A message leaves when its receiver is in the round that receives it, as with an MPI that does not
//! buffer messages; until then it delays no other message. Two messages between the same two ranks follow each other.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use super::Network;
use super::ports::{Message, Ports, Transfer};
use crate::rounds::Round;

/// Returns the time at which the last rank has completed its rounds, in seconds, if a unit of their intervals has
/// `size` bytes. `reduction(rank)` is the time in seconds to combine a byte.
pub(crate) fn time(network: &impl Network, plans: &[Vec<Round>], size: usize, reduction: impl Fn(usize) -> f64) -> f64 {
    let mut run = RoundReplay {
        network,
        plans,
        size,
        ports: Ports::new(plans.len(), network.cables()),
        ranks: plans.iter().map(|_| Rank::default()).collect(),
        connections: HashMap::new(),
        open: HashMap::new(),
        waiting: HashMap::new(),
        released: vec![],
        events: BinaryHeap::new(),
        count: 0,
    };
    (0..plans.len()).for_each(|rank| run.push(0.0, Kind::Begin, rank, (0, 0)));
    let mut end = 0.0f64;
    while let Some(Reverse((at, _, kind, rank, message))) = run.events.pop() {
        let now = f64::from_bits(at);
        end = end.max(now);
        match kind {
            Kind::Arrive => run.arrive(rank, message, now),
            Kind::Begin => run.begin(rank, now),
            Kind::Send => run.send(rank, message, now),
        }
        let waits = if kind == Kind::Arrive { run.receiver(rank, message) } else { rank };
        run.go_on(waits, &reduction);
        while let Some(sender) = run.released.pop() {
            run.go_on(sender, &reduction);
        }
    }
    debug_assert!(run.ranks.iter().zip(plans).all(|(rank, plan)| !rank.is_inside && rank.next >= plan.len()));
    end
}

/// The kind of an event, in the order of processing of simultaneous events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A message reaches its receiver's side.
    Arrive,
    /// A rank's next round begins.
    Begin,
    /// A message of a round may leave.
    Send,
}

/// The number of a message: of its round, and among the outgoing messages of the round.
type Number = (usize, usize);

/// The bits of the time, which are in the order of the times because it is never negative; an increasing number; the
/// kind; the rank; the message.
type Event = (u64, usize, Kind, usize, Number);

/// The progress of a rank.
#[derive(Default)]
struct Rank {
    /// The number of its next round.
    next: usize,
    /// True if it is in the round before that.
    is_inside: bool,
    /// The number of messages of that round that have left, and the time at which the last one will have.
    sent: usize,
    left: f64,
    /// The arrival times of messages from each rank that no round has received yet.
    there: HashMap<usize, VecDeque<f64>>,
}

struct RoundReplay<'a, N> {
    network: &'a N,
    plans: &'a [Vec<Round>],
    size: usize,
    ports: Ports,
    ranks: Vec<Rank>,
    /// The time at which the last message between two ranks had all of its bytes at the receiver's side.
    connections: HashMap<(usize, usize), f64>,
    /// The number of messages from one rank that another one is ready to receive and that have not been sent.
    open: HashMap<(usize, usize), usize>,
    /// Messages from one rank to another one that is not ready.
    waiting: HashMap<(usize, usize), VecDeque<Number>>,
    /// Senders of messages that no longer wait.
    released: Vec<usize>,
    events: BinaryHeap<Reverse<Event>>,
    count: usize,
}

impl<N: Network> RoundReplay<'_, N> {
    fn push(&mut self, at: f64, kind: Kind, rank: usize, message: Number) {
        self.count += 1;
        self.events.push(Reverse((at.to_bits(), self.count, kind, rank, message)));
    }

    fn message(&self, from: usize, (round, nth): Number) -> Message {
        let message = &self.plans[from][round].sends[nth];
        Message { from, to: message.peer as usize, bytes: message.stretch.len() * self.size }
    }

    fn receiver(&self, from: usize, number: Number) -> usize {
        self.message(from, number).to
    }

    fn begin(&mut self, rank: usize, now: f64) {
        let state = &mut self.ranks[rank];
        let round = state.next;
        let Some(Round { receives, sends, .. }) = self.plans[rank].get(round) else { return };
        (state.next, state.is_inside, state.sent, state.left) = (round + 1, true, 0, now);
        for message in receives {
            let way = (message.peer as usize, rank);
            match self.waiting.get_mut(&way).and_then(VecDeque::pop_front) {
                Some(number) => {
                    self.depart(way.0, number, now);
                    self.released.push(way.0);
                }
                None => *self.open.entry(way).or_default() += 1,
            }
        }
        if !sends.is_empty() {
            self.push(now, Kind::Send, rank, (round, 0));
        }
    }

    /// Handles a rank's next message, which leaves if its receiver is ready for it.
    fn send(&mut self, rank: usize, number: Number, now: f64) {
        let to = self.receiver(rank, number);
        let free = match self.open.get_mut(&(rank, to)).filter(|open| **open > 0) {
            Some(open) => {
                *open -= 1;
                self.depart(rank, number, now)
            }
            None => {
                self.waiting.entry((rank, to)).or_default().push_back(number);
                now
            }
        };
        if number.1 + 1 < self.plans[rank][number.0].sends.len() {
            self.push(free, Kind::Send, rank, (number.0, number.1 + 1));
        }
    }

    /// Sends a message, and returns the time at which the sender's port is free again.
    fn depart(&mut self, rank: usize, number: Number, now: f64) -> f64 {
        let (network, message) = (self.network, self.message(rank, number));
        let transfer = Transfer::new(network, message);
        let busy = |cable| network.cable(cable, message.bytes).unwrap_or(transfer.gap);
        let departure = self.ports.send(&transfer, busy, now);
        let before = self.connections.entry((rank, message.to)).or_default();
        let comes = (departure.comes + network.rendezvous(rank, message.to, message.bytes)).max(*before);
        *before = comes + transfer.gap;
        self.push(comes, Kind::Arrive, rank, number);
        let state = &mut self.ranks[rank];
        (state.sent, state.left) = (state.sent + 1, state.left.max(departure.free));
        departure.free
    }

    /// Handles an arrival. The receiver's port is busy as long as its sender's would be: several slow connections can
    /// arrive at a time.
    fn arrive(&mut self, from: usize, number: Number, now: f64) {
        let (network, message) = (self.network, self.message(from, number));
        let transfer = Transfer::new(network, message);
        let port = network.port(message.to, from, message.bytes).unwrap_or(transfer.gap);
        let transfer = Transfer { receiving: port.min(transfer.gap), ..transfer };
        let busy = |cable| network.cable(cable, message.bytes).unwrap_or(transfer.gap);
        let receipt = self.ports.receive(&transfer, busy, now);
        let there = receipt.begin + transfer.gap;
        self.ranks[message.to].there.entry(from).or_default().push_back(there);
    }

    /// Ends a rank's round, if all of its messages have arrived and left.
    fn go_on(&mut self, rank: usize, reduction: impl Fn(usize) -> f64) {
        let state = &mut self.ranks[rank];
        if !state.is_inside {
            return;
        }
        let number = state.next - 1;
        let Round { receives, sends, own } = &self.plans[rank][number];
        let mut needed: HashMap<usize, usize> = HashMap::new();
        receives.iter().for_each(|message| *needed.entry(message.peer as usize).or_default() += 1);
        let has_come = |(peer, count): (&usize, &usize)| state.there.get(peer).map_or(0, VecDeque::len) >= *count;
        if state.sent < sends.len() || !needed.iter().all(has_come) {
            return;
        }
        let mut end = state.left;
        for message in receives {
            let times = state.there.get_mut(&(message.peer as usize));
            end = end.max(times.and_then(VecDeque::pop_front).unwrap_or(0.0));
        }
        let bytes = receives.iter().map(|message| message.stretch.len() * self.size).sum::<usize>();
        let combined = if own.is_some() { reduction(rank) * bytes as f64 } else { 0.0 };
        state.is_inside = false;
        self.push(end + combined, Kind::Begin, rank, (0, 0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Operation;
    use crate::nodes::Nodes;
    use crate::rounds::{Amount, Message as Stretch, shapes};
    use crate::timing::Links;
    use crate::timing::events::tests::Mixed;

    /// L = 5 and g(m) = 2 + 2m; a port is busy for m alone.
    struct Slow;

    impl Links for Slow {
        fn latency(&self, _: usize, _: usize) -> f64 {
            5.0
        }

        fn gap(&self, _: usize, _: usize, bytes: usize) -> f64 {
            2.0 + 2.0 * bytes as f64
        }
    }

    impl Network for Slow {
        fn port(&self, _: usize, _: usize, bytes: usize) -> Option<f64> {
            Some(bytes as f64)
        }
    }

    fn of(peer: u32, bytes: usize) -> Stretch {
        Stretch { peer, stretch: 0..bytes }
    }

    fn sends(to: &[(u32, usize)]) -> Round {
        Round { sends: to.iter().map(|&(peer, bytes)| of(peer, bytes)).collect(), ..Round::default() }
    }

    fn receives(from: &[(u32, usize)]) -> Round {
        Round { receives: from.iter().map(|&(peer, bytes)| of(peer, bytes)).collect(), ..Round::default() }
    }

    fn seconds(plans: &[Vec<Round>]) -> f64 {
        time(&Slow, plans, 1, |_| 0.5)
    }

    #[test]
    fn slow_connections_of_a_rank_carry_messages_at_a_time() {
        // The second message leaves the port when the first has passed it, at 10: 10 + 5 + 22.
        let out = vec![vec![sends(&[(1, 10), (2, 10)])], vec![receives(&[(0, 10)])], vec![receives(&[(0, 10)])]];
        assert_eq!(seconds(&out), 37.0);
        // Both are at the receiver's side at 5; the port is free for the second at 15.
        let into = vec![vec![receives(&[(1, 10), (2, 10)])], vec![sends(&[(0, 10)])], vec![sends(&[(0, 10)])]];
        assert_eq!(seconds(&into), 37.0);
        // On one connection the second follows the first, which is there at 5 + 22.
        let twice = vec![vec![sends(&[(1, 10), (1, 10)])], vec![receives(&[(0, 10), (0, 10)])]];
        assert_eq!(seconds(&twice), 27.0 + 22.0);
    }

    #[test]
    fn rounds_wait_for_each_other() {
        // 1 passes on what is there at 5 + 22, and 2 has it at 54. Then what 3 has for 2 leaves.
        let plans = vec![
            vec![sends(&[(1, 10)])],
            vec![receives(&[(0, 10)]), sends(&[(2, 10)])],
            vec![receives(&[(1, 10)]), receives(&[(3, 1)])],
            vec![sends(&[(2, 1)])],
        ];
        assert_eq!(seconds(&plans), 54.0 + 5.0 + 4.0);
        // Combining takes 0.5 for each byte, between the rounds.
        let mut combines = plans;
        combines[1][0].own = Some(0);
        assert_eq!(seconds(&combines), 54.0 + 5.0 + 5.0 + 4.0);
    }

    #[test]
    fn what_waits_for_its_receiver_keeps_nothing_else_waiting() {
        // 0 has a message for 1, which is there for it at 27 only, and one for 3, which leaves at once.
        let plans = vec![
            vec![sends(&[(1, 10), (3, 10)])],
            vec![receives(&[(2, 10)]), receives(&[(0, 10)])],
            vec![sends(&[(1, 10)])],
            vec![receives(&[(0, 10)]), sends(&[(2, 20)])],
        ];
        let mut plans = plans;
        plans[2].push(receives(&[(3, 20)]));
        assert_eq!(seconds(&plans), f64::max(27.0 + 27.0, 27.0 + 5.0 + 42.0));
    }

    /// The same where messages of 20 bytes and more have a rendezvous.
    struct Asking;

    impl Links for Asking {
        fn latency(&self, from: usize, to: usize) -> f64 {
            Slow.latency(from, to)
        }

        fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
            Slow.gap(from, to, bytes)
        }

        fn rendezvous(&self, _: usize, _: usize, bytes: usize) -> f64 {
            if bytes < 20 { 0.0 } else { 14.0 }
        }
    }

    impl Network for Asking {}

    #[test]
    fn a_long_message_asks_first() {
        let plans = |bytes| vec![vec![sends(&[(1, bytes)])], vec![receives(&[(0, bytes)])]];
        let seconds = |bytes| time(&Asking, &plans(bytes), 1, |_| 0.0);
        assert_eq!([19, 20].map(seconds), [5.0 + 40.0, 5.0 + 42.0 + 14.0]);
    }

    #[test]
    fn every_shape_ends() {
        let nodes = Nodes::new(vec![vec![0, 1], vec![2, 3, 4], vec![5, 6], vec![7, 8]]);
        for operation in [Operation::Bcast, Operation::Reduce, Operation::Allreduce] {
            for shape in shapes(2) {
                let plans = nodes.plans(operation, Amount { units: 64, size: 1 }, shape, 3);
                let whole = time(&Mixed(7), &plans, 1, |_| 0.0);
                assert!(whole > 0.0, "{operation:?} {shape:?}");
            }
        }
    }
}
