// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every strategy message by message, for tests: the reference for the formulas.

use super::case::Case;
use crate::binomial::{children, subtree};
use crate::timing::ports::{Ports, Transfer};

/// Messages sent one after the other, and the time at which each process received its last one.
pub(crate) struct MessageSequence<'a> {
    case: Case<'a>,
    ports: Ports,
    last: Vec<f64>,
    end: f64,
}

impl<'a> MessageSequence<'a> {
    pub(crate) fn new(case: &Case<'a>) -> Self {
        Self { case: *case, ports: Ports::new(case.processes, 0), last: vec![0.0; case.processes], end: 0.0 }
    }

    /// Returns the total time.
    pub(crate) fn seconds(&self) -> f64 {
        self.end
    }

    /// Sends data that is available at `ready`, and returns the time at which it has arrived and is combined.
    fn push(&mut self, from: usize, to: usize, bytes: usize, ready: f64, combining: f64) -> f64 {
        let (gap, latency) = (self.case.gap(bytes), self.case.latency());
        let transfer =
            Transfer { from, to, gap, sending: gap, receiving: gap + combining, latency, out: &[], into: &[] };
        let departure = self.ports.send(&transfer, |_| gap, ready);
        let there = self.ports.receive(&transfer, |_| gap, departure.comes).there;
        self.end = self.end.max(there);
        there
    }

    /// Sends a message that waits for all that its sender received before, because messages are ordered.
    fn send(&mut self, from: usize, to: usize, bytes: usize) {
        self.last[to] = self.push(from, to, bytes, self.last[from], 0.0);
    }

    /// Sends such a message, which the receiver combines with its own data.
    fn combine(&mut self, from: usize, to: usize, bytes: usize) {
        self.last[to] = self.push(from, to, bytes, self.last[from], self.case.reduction * bytes as f64);
    }

    /// Sends all messages of one step, none of which waits for another one of that step.
    fn step(&mut self, messages: impl Iterator<Item = (usize, usize, usize)>, combining: bool) {
        let before = self.last.clone();
        for (from, to, bytes) in messages {
            let combining = if combining { self.case.reduction * bytes as f64 } else { 0.0 };
            self.last[to] = self.push(from, to, bytes, before[from], combining);
        }
    }

    /// Sends a message of `bytes` after a request and an answer.
    fn rendezvous(&mut self, from: usize, to: usize, bytes: usize) {
        self.send(from, to, 1);
        let answer = self.push(to, from, 1, self.last[to], 0.0);
        self.last[to] = self.push(from, to, bytes, answer, 0.0);
    }

    pub(crate) fn flat(mut self, bytes: usize, times: usize) -> Self {
        (1..self.case.processes).for_each(|to| (0..times).for_each(|_| self.send(0, to, bytes)));
        self
    }

    pub(crate) fn flat_rendezvous(mut self, bytes: usize) -> Self {
        let others = 1..self.case.processes;
        let requests: Vec<f64> = others.clone().map(|to| self.push(0, to, 1, 0.0, 0.0)).collect();
        let answers: Vec<f64> = others.clone().map(|to| self.push(to, 0, 1, requests[to - 1], 0.0)).collect();
        for to in others {
            self.push(0, to, bytes, answers[to - 1], 0.0);
        }
        self
    }

    pub(crate) fn chain_rendezvous(mut self, bytes: usize) -> Self {
        (1..self.case.processes).for_each(|to| self.rendezvous(to - 1, to, bytes));
        self
    }

    pub(crate) fn binomial_rendezvous(mut self, bytes: usize) -> Self {
        tree_edges(&binomial(self.case.processes)).for_each(|(parent, child)| self.rendezvous(parent, child, bytes));
        self
    }

    /// Each segment down a tree before the next.
    pub(crate) fn down(mut self, tree: &[Vec<usize>], bytes: usize, times: usize) -> Self {
        (0..times).for_each(|_| self.down_once(tree, &|_| bytes));
        self
    }

    fn down_once(&mut self, tree: &[Vec<usize>], bytes: &dyn Fn(usize) -> usize) {
        // A segment is forwarded when it is received, not when a later one is.
        let mut here = vec![0.0; self.case.processes];
        here[0] = self.last[0];
        for (parent, child) in tree_edges(tree) {
            here[child] = self.push(parent, child, bytes(child), here[parent], 0.0);
            self.last[child] = here[child];
        }
    }

    /// Each segment up a tree, children in the reverse of the order of sending.
    pub(crate) fn up(mut self, tree: &[Vec<usize>], bytes: usize, times: usize) -> Self {
        (0..times).for_each(|_| self.up_once(tree, &|_| bytes, true));
        self
    }

    fn up_once(&mut self, tree: &[Vec<usize>], bytes: &dyn Fn(usize) -> usize, combining: bool) {
        let edges: Vec<(usize, usize)> = tree_edges(tree).collect();
        for (parent, child) in edges.into_iter().rev() {
            if combining { self.combine(child, parent, bytes(child)) } else { self.send(child, parent, bytes(child)) }
        }
    }

    /// A share for each process down a binomial tree.
    pub(crate) fn scatter(mut self, share: usize) -> Self {
        let processes = self.case.processes;
        self.down_once(&binomial(processes), &|child| share * subtree(child, processes));
        self
    }

    /// Shares up a binomial tree, among the first `processes`.
    pub(crate) fn gather(mut self, processes: usize, share: usize) -> Self {
        self.up_once(&binomial(processes), &|child| share * subtree(child, processes), false);
        self
    }

    pub(crate) fn ring(mut self, share: usize, combining: bool) -> Self {
        let p = self.case.processes;
        for _ in 1..p {
            self.step((0..p).map(|from| (from, (from + 1) % p, share)), combining);
        }
        self
    }

    /// Process P' + i gives its data to process i.
    pub(crate) fn fold(mut self) -> Self {
        let half = self.power();
        (half..self.case.processes).for_each(|extra| self.combine(extra, extra - half, self.case.bytes));
        self
    }

    /// Process i gives the result to process P' + i.
    pub(crate) fn unfold(mut self) -> Self {
        let half = self.power();
        (half..self.case.processes).for_each(|extra| self.send(extra - half, extra, self.case.bytes));
        self
    }

    /// Exchanges among a power of two at the distances 2^i.
    pub(crate) fn exchanges(mut self, rounds: impl Iterator<Item = (usize, usize)>, combining: bool) -> Self {
        for (distance, bytes) in rounds {
            self.step((0..self.power()).map(|from| (from, from ^ distance, bytes)), combining);
        }
        self
    }

    /// Messages to the process that is 1, 2, 4, ... further, of `bytes(distance)` bytes.
    pub(crate) fn rounds(mut self, bytes: impl Fn(usize) -> usize) -> Self {
        let p = self.case.processes;
        for distance in (0..).map(|i| 1 << i).take_while(|&distance| distance < p) {
            self.step((0..p).map(|from| (from, (from + distance) % p, bytes(distance))), false);
        }
        self
    }

    /// The largest power of two that is no more than P.
    pub(crate) fn power(&self) -> usize {
        1 << self.case.processes.ilog2()
    }
}

/// Parent and child of each message in a tree, in the order in which a parent sends, parents before children.
fn tree_edges(tree: &[Vec<usize>]) -> impl Iterator<Item = (usize, usize)> {
    let mut order = vec![0];
    let mut next = 0;
    while next < order.len() {
        order.extend(&tree[order[next]]);
        next += 1;
    }
    order.into_iter().flat_map(|parent| tree[parent].iter().map(move |&child| (parent, child)))
}

/// The children of each process, in the order in which it sends to them.
pub(crate) fn chain(processes: usize) -> Vec<Vec<usize>> {
    (1..=processes).map(|child| if child < processes { vec![child] } else { vec![] }).collect()
}

pub(crate) fn star(processes: usize) -> Vec<Vec<usize>> {
    (0..processes).map(|parent| if parent == 0 { (1..processes).collect() } else { vec![] }).collect()
}

pub(crate) fn binary(processes: usize) -> Vec<Vec<usize>> {
    (0..processes)
        .map(|parent| [2 * parent + 1, 2 * parent + 2].into_iter().filter(|&child| child < processes).collect())
        .collect()
}

pub(crate) fn binomial(processes: usize) -> Vec<Vec<usize>> {
    (0..processes).map(|parent| children(parent, processes)).collect()
}
