// SPDX-License-Identifier: MIT OR Apache-2.0
//! The times from which ports and cables are free, and the effect of a transfer on them: the common step of all
//! predictions.
//!
//! Transfers are made in the order in which they are to be served. The times at which they become ready need not
//! increase, but a later transfer never overtakes at a port or a cable.

use super::Network;

/// A message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// The sender.
    pub(crate) from: usize,
    /// The receiver.
    pub(crate) to: usize,
    /// Its length.
    pub bytes: usize,
}

/// A message in the network, or several that follow each other without a pause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transfer<'a> {
    /// The sender.
    pub(crate) from: usize,
    /// The receiver.
    pub(crate) to: usize,
    /// g(m): seconds from its first byte to its last, at the slowest point of its path.
    pub(crate) gap: f64,
    /// Seconds that it keeps the sender's port busy, at most the gap.
    pub(crate) sending: f64,
    /// Seconds that it keeps the receiver's port busy: the gap, and the receiver's simultaneous work on the data.
    pub(crate) receiving: f64,
    /// L.
    pub(crate) latency: f64,
    /// The cables by which it leaves.
    pub(crate) out: &'a [usize],
    /// The cables by which it arrives.
    pub(crate) into: &'a [usize],
}

impl<'a> Transfer<'a> {
    /// Returns the transfer of a message.
    pub(crate) fn new(network: &'a impl Network, Message { from, to, bytes }: Message) -> Self {
        let gap = network.gap(from, to, bytes);
        Self {
            from,
            to,
            gap,
            sending: network.port(from, to, bytes).unwrap_or(gap),
            receiving: gap,
            latency: network.latency(from, to),
            out: network.leaves_by(from, to),
            into: network.leaves_by(to, from),
        }
    }
}

/// A message that has arrived.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Delivery {
    /// The time at which all of it was through the cables on its sender's side.
    pub(crate) left: f64,
    /// The time at which all of it had arrived.
    pub(crate) there: f64,
}

/// A transfer that has begun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Departure {
    /// The time at which the sender's port is free again.
    pub(crate) free: f64,
    /// The time at which all of it is through the cables on its sender's side.
    pub(crate) left: f64,
    /// The time at which its first byte reaches the receiver's side.
    pub(crate) comes: f64,
}

/// A transfer at its receiver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Receipt {
    /// The time at which its first byte reaches the receiver's port.
    pub(crate) begin: f64,
    /// The time at which all of it has arrived.
    pub(crate) there: f64,
}

/// The times from which the ports of ranks and the cables between them are free, in each direction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ports {
    sending: Vec<f64>,
    receiving: Vec<f64>,
    out: Vec<f64>,
    into: Vec<f64>,
}

impl Ports {
    /// Creates ports and cables that are free from the start.
    pub(crate) fn new(ranks: usize, cables: usize) -> Self {
        Self { sending: vec![0.0; ranks], receiving: vec![0.0; ranks], out: vec![0.0; cables], into: vec![0.0; cables] }
    }

    /// Returns the time from which a rank's sending port is free.
    pub(crate) fn sending(&self, rank: usize) -> f64 {
        self.sending[rank]
    }

    /// Sends and receives a message whose data is available from `ready` on.
    pub(crate) fn transfer(&mut self, network: &impl Network, message: Message, ready: f64) -> Delivery {
        let transfer = Transfer::new(network, message);
        let busy = |cable| network.cable(cable, message.bytes).unwrap_or(transfer.gap);
        let departure = self.send(&transfer, busy, ready);
        Delivery { left: departure.left, there: self.receive(&transfer, busy, departure.comes).there }
    }

    /// Sends data that is available from `ready` on; `busy` returns the time for which it keeps each cable busy, at
    /// most its gap.
    pub(crate) fn send(&mut self, transfer: &Transfer<'_>, busy: impl Fn(usize) -> f64, ready: f64) -> Departure {
        let begin = self.sending[transfer.from].max(ready);
        let free = begin + transfer.sending;
        self.sending[transfer.from] = free;
        let first = through(&mut self.out, transfer.out, transfer.gap, busy, begin);
        Departure { free, left: first + transfer.gap, comes: first + transfer.latency }
    }

    /// Receives a transfer whose first byte arrives at `comes`.
    pub(crate) fn receive(&mut self, transfer: &Transfer<'_>, busy: impl Fn(usize) -> f64, comes: f64) -> Receipt {
        let first = through(&mut self.into, transfer.into, transfer.gap, busy, comes);
        self.enter(transfer.to, transfer.receiving, first)
    }

    /// Receives at a port, from `comes` on, and keeps the port busy for `busy`.
    pub(crate) fn enter(&mut self, to: usize, busy: f64, comes: f64) -> Receipt {
        let begin = comes.max(self.receiving[to]);
        let there = begin + busy;
        self.receiving[to] = there;
        Receipt { begin, there }
    }
}

/// Returns the time at which the first byte of a message that arrives at a time is through all these cables.
///
/// Its last byte follows a gap later and must find every cable free too. A cable that is faster than the slowest point
/// of the path may become free that much later.
fn through(free: &mut [f64], cables: &[usize], gap: f64, busy: impl Fn(usize) -> f64, comes: f64) -> f64 {
    cables.iter().fold(comes, |first, &cable| {
        let (begin, busy) = (free[cable].max(comes), busy(cable));
        free[cable] = begin + busy;
        first.max(begin + (busy - gap))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::Links;

    /// Latency 5 and g(m) = 2 + m; ranks 0 and 1 share cable 0, the others cable 1, which needs m for a message.
    struct Pairs;

    impl Links for Pairs {
        fn latency(&self, _: usize, _: usize) -> f64 {
            5.0
        }

        fn gap(&self, _: usize, _: usize, bytes: usize) -> f64 {
            2.0 + bytes as f64
        }
    }

    impl Network for Pairs {
        fn port(&self, _: usize, _: usize, bytes: usize) -> Option<f64> {
            Some(1.0 + bytes as f64)
        }

        fn cables(&self) -> usize {
            2
        }

        fn leaves_by(&self, from: usize, to: usize) -> &[usize] {
            if from / 2 == to / 2 { &[] } else { [&[0], &[1]][from / 2] }
        }

        fn cable(&self, cable: usize, bytes: usize) -> Option<f64> {
            (cable == 1).then_some(bytes as f64)
        }
    }

    fn there(ports: &mut Ports, network: &impl Network, [from, to, bytes]: [usize; 3], ready: f64) -> f64 {
        ports.transfer(network, Message { from, to, bytes }, ready).there
    }

    #[test]
    fn a_port_serves_one_message_after_the_other() {
        let mut ports = Ports::new(4, 2);
        // 6 from the first byte to the last; the port is free again 5 after the beginning.
        assert_eq!(there(&mut ports, &Pairs, [0, 1, 4], 1.0), 1.0 + 6.0 + 5.0);
        assert_eq!(ports.sending(0), 1.0 + 5.0);
        assert_eq!(there(&mut ports, &Pairs, [0, 1, 0], 0.0), 12.0 + 2.0, "after the first in the receiver's port");
        assert_eq!(there(&mut ports, &Pairs, [1, 0, 0], 0.0), 2.0 + 5.0, "while it receives");
    }

    #[test]
    fn a_cable_serves_messages_in_turn_and_ports_go_on() {
        let mut ports = Ports::new(4, 2);
        assert_eq!(there(&mut ports, &Pairs, [0, 2, 4], 0.0), 6.0 + 5.0);
        // Cable 0 is free at 6. The port of 1 does not wait for it. The way in has been free since 5 + 4.
        let next = ports.transfer(&Pairs, Message { from: 1, to: 3, bytes: 4 }, 1.0);
        assert_eq!(next, Delivery { left: 6.0 + 6.0, there: 6.0 + 6.0 + 5.0 });
        assert_eq!((ports.sending(1), there(&mut ports, &Pairs, [1, 0, 0], 0.0)), (6.0, 6.0 + 2.0 + 5.0));
        // Cable 1 is busy for 4 with a message of gap 6: the next one may follow 4 later.
        assert_eq!(there(&mut ports, &Pairs, [2, 0, 4], 20.0), 20.0 + 6.0 + 5.0);
        assert_eq!(there(&mut ports, &Pairs, [3, 1, 4], 20.0), 20.0 + 6.0 + 5.0 + 6.0, "after it in cable 0");
    }

    #[test]
    fn what_the_receiver_does_meanwhile_occupies_its_port() {
        let mut ports = Ports::new(3, 0);
        let slow = Transfer { receiving: 9.0, ..Transfer::new(&Pairs, Message { from: 0, to: 1, bytes: 1 }) };
        let departure = ports.send(&slow, |_| 0.0, 0.0);
        assert_eq!(departure, Departure { free: 2.0, left: 3.0, comes: 5.0 });
        assert_eq!(ports.receive(&slow, |_| 0.0, departure.comes), Receipt { begin: 5.0, there: 14.0 });
    }

    /// g(m) = 2 + m and L = 5 for all.
    struct Equal;

    impl Links for Equal {
        fn latency(&self, _: usize, _: usize) -> f64 {
            5.0
        }

        fn gap(&self, _: usize, _: usize, bytes: usize) -> f64 {
            2.0 + bytes as f64
        }
    }

    impl Network for Equal {}

    #[test]
    fn ports_are_taken_in_the_order_of_the_transfers() {
        let mut ports = Ports::new(4, 0);
        let mut there = |from, to, bytes, ready| there(&mut ports, &Equal, [from, to, bytes], ready);
        // 0 sends until 3, and from 3 to 5.
        assert_eq!((there(0, 1, 1, 0.0), there(0, 2, 0, 0.0)), (8.0, 3.0 + 5.0 + 2.0));
        // Sent at 8; 2 receives from 13 to 23. What 3 sends at 0 comes at 5, but 2 receives it from 23 on.
        assert_eq!((there(1, 2, 8, 8.0), there(3, 2, 0, 0.0)), (23.0, 25.0));
        assert_eq!(there(2, 3, 0, 25.0), 25.0 + 5.0 + 2.0);
        // 3 is free again at 2. 1 could receive at 7, but its port is taken until 8; it sends meanwhile.
        assert_eq!(there(3, 1, 1, 0.0), 11.0);
    }
}
