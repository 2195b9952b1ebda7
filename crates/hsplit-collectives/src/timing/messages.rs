// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages in one piece in a known order: a list of them, a tree from the root down, a tree from the leaves up, and
//! rounds in which every rank sends. Each message goes through [`Ports`].

use super::ports::{Message, Ports, Transfer};
use super::{Links, Network, Unshared};

/// Returns the time at which each rank has received and has sent all of its own, if these messages of `bytes` bytes
/// travel between ranks. A message leaves when its sender has received; in the list each rank receives before it sends.
pub(crate) fn listed(links: &impl Links, ranks: usize, messages: &[(usize, usize)], bytes: usize) -> Vec<f64> {
    let (mut ports, mut there) = (Ports::new(ranks, 0), vec![0.0; ranks]);
    for &(from, to) in messages {
        there[to] = ports.transfer(&Unshared(links), Message { from, to, bytes }, there[from]).there;
    }
    there.into_iter().enumerate().map(|(rank, there)| ports.sending(rank).max(there)).collect()
}

/// Returns the time at which all ranks are done, if a message of `bytes(child)` bytes goes down each edge of a tree.
/// `delay` is added to each arrival, without delaying other messages.
pub(crate) fn down(
    links: &impl Links,
    root: usize,
    below: &[Vec<usize>],
    bytes: impl Fn(usize) -> usize,
    delay: impl Fn(Message) -> f64,
) -> f64 {
    let (mut ports, mut open, mut end) = (Ports::new(below.len(), 0), vec![(root, 0.0)], 0.0f64);
    while let Some((rank, ready)) = open.pop() {
        for &child in &below[rank] {
            let message = Message { from: rank, to: child, bytes: bytes(child) };
            let there = ports.transfer(&Unshared(links), message, ready).there;
            open.push((child, there + delay(message)));
        }
        end = end.max(ports.sending(rank)).max(ready);
    }
    end
}

/// Returns the time at which the messages of all ranks have reached the root, if a message of `bytes(child)` bytes goes
/// up each edge of a tree. A rank receives in the order of arrival, and sends after it has received from all children.
pub(crate) fn up(links: &impl Links, root: usize, below: &[Vec<usize>], bytes: impl Fn(usize) -> usize) -> f64 {
    heard(&Unshared(links), &mut Ports::new(below.len(), 0), root, below, &bytes)
}

fn heard(
    network: &impl Network,
    ports: &mut Ports,
    rank: usize,
    below: &[Vec<usize>],
    bytes: &impl Fn(usize) -> usize,
) -> f64 {
    let mut come = |&child: &usize| {
        let ready = heard(network, ports, child, below, bytes);
        let transfer = Transfer::new(network, Message { from: child, to: rank, bytes: bytes(child) });
        (ports.send(&transfer, |_| transfer.gap, ready).comes, transfer.receiving)
    };
    let mut all: Vec<(f64, f64)> = below[rank].iter().map(&mut come).collect();
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    all.into_iter().fold(0.0, |_, (comes, busy)| ports.enter(rank, busy, comes).there)
}

/// Rounds in each of which every rank sends one message. In one round, the message of the rank that was ready first is
/// served first.
pub(crate) struct Rounds<'a, N, D> {
    network: &'a N,
    /// The delay between the time when the sender is ready and the departure.
    delay: D,
    ports: Ports,
    /// The time at which each rank's last message had left.
    left: Vec<f64>,
    /// The ranks in the order in which they became ready the last time.
    order: Vec<usize>,
}

impl<'a, N: Network, D: Fn(Message) -> f64> Rounds<'a, N, D> {
    pub(crate) fn new(network: &'a N, ranks: usize, delay: D) -> Self {
        let ports = Ports::new(ranks, network.cables());
        Self { network, delay, ports, left: vec![0.0; ranks], order: (0..ranks).collect() }
    }

    /// Returns the arrival time at each rank, if every rank sends `bytes` bytes to one rank when it is ready.
    pub(crate) fn pass(&mut self, ready: &[f64], bytes: usize, to: impl Fn(usize) -> usize) -> Vec<f64> {
        let mut order = std::mem::take(&mut self.order);
        order.sort_by(|&one, &other| ready[one].total_cmp(&ready[other]));
        let mut there = vec![0.0; ready.len()];
        for &from in &order {
            let message = Message { from, to: to(from), bytes };
            let delivery = self.ports.transfer(self.network, message, ready[from] + (self.delay)(message));
            (self.left[from], there[message.to]) = (delivery.left, delivery.there);
        }
        self.order = order;
        there
    }

    /// As [`Self::pass`], but every rank also waits for its own send.
    pub(crate) fn round(&mut self, ready: &[f64], bytes: usize, to: impl Fn(usize) -> usize) -> Vec<f64> {
        let there = self.pass(ready, bytes, to);
        there.into_iter().zip(&self.left).map(|(there, left)| there.max(*left)).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::streams::{self, Lengths, Streams};
    use crate::timing::events;
    use crate::timing::events::tests::{Mixed, receivers, same, trees};
    use crate::tree::Tree;

    /// No message is longer.
    const LONG: usize = 1 << 20;

    /// Returns the time of a tree by the events.
    fn by_events(links: &Mixed, tree: &[Vec<usize>], streams: impl Fn(&Tree) -> Streams) -> f64 {
        events::time(links, &trees(tree).iter().map(streams).collect::<Vec<_>>(), LONG)
    }

    /// Returns the number of ranks below each, itself included. Every rank has a higher number than its parent.
    fn held(tree: &[Vec<usize>]) -> Vec<usize> {
        let mut held = vec![1; tree.len()];
        (0..tree.len()).rev().for_each(|rank| held[rank] += tree[rank].iter().map(|&child| held[child]).sum::<usize>());
        held
    }

    proptest! {
        #[test]
        fn lists_and_trees_are_what_events_make_of_them(
            parents in prop::collection::vec(0usize..100, 0..9),
            share in 1usize..60,
            seed: u64,
        ) {
            let (tree, links) = (receivers(&parents), Mixed(seed));
            let held = held(&tree);
            let edges: Vec<(usize, usize)> =
                tree.iter().enumerate().flat_map(|(from, all)| all.iter().map(move |&to| (from, to))).collect();
            let whole = Lengths { message: share, memory: share };
            let end = listed(&links, tree.len(), &edges, share).into_iter().fold(0.0, f64::max);
            prop_assert!(same(end, by_events(&links, &tree, |tree| streams::broadcast(tree, share, whole))));
            let scattered = down(&links, 0, &tree, |child| share * held[child], |_| 0.0);
            prop_assert!(same(scattered, by_events(&links, &tree, |tree| streams::scatter(tree, share, LONG))));
            let gathered = up(&links, 0, &tree, |child| share * held[child]);
            prop_assert!(same(gathered, by_events(&links, &tree, |tree| streams::gather(tree, share, LONG))));
        }

        #[test]
        fn rounds_on_a_ring_are_what_events_make_of_it(ranks in 2usize..10, share in 1usize..60, seed: u64) {
            let (links, chain) = (Mixed(seed), receivers(&(0..ranks - 1).collect::<Vec<_>>()));
            let mut rounds = Rounds::new(&links, ranks, |_| 0.0);
            let step = |ready: Vec<f64>, _| rounds.pass(&ready, share, |rank| (rank + 1) % ranks);
            let end = (1..ranks).fold(vec![0.0; ranks], step).into_iter().fold(0.0, f64::max);
            let whole = Lengths { message: share, memory: share };
            let known = by_events(&links, &chain, |tree| streams::allgather_on_ring(tree, share, whole));
            prop_assert!(same(end, known), "{end} and {known}");
        }
    }
}
