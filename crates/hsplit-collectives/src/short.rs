// SPDX-License-Identifier: MIT OR Apache-2.0
//! Short calls: shared memory between the ranks of a node, and between nodes one message for each node and round.
//!
//! One rank represents its node, the *leader*: the root on its own node, the lowest rank on the others. This module has
//! the exchange among leaders. A reduction combines only neighbours, with the data of the lower node on the left, on
//! both sides of a message: all nodes get one result, bit for bit.
//!
//! | call | among n nodes | messages that a node sends |
//! |---|---|---|
//! | barrier | dissemination; if n is a power of two, recursive doubling | ⌈log₂ n⌉ |
//! | broadcast | binomial tree | one for each child |
//! | reduction | binomial tree | one, but none at the root |
//! | reduction to all | recursive doubling | log₂ n; two more if n is no power of two |
//! | allgather | Bruck et al.; if n is a power of two, recursive doubling | ⌈log₂ n⌉ |
//!
//! Nodes with close numbers are close to each other in the network. Trees therefore halve the row of nodes, whatever
//! the root, and doubling begins with neighbours: of 2ᵏ nodes below each of some switches few messages leave their
//! switch. A tree halves at the borders of the widest level, so it enters each part of a level once, whatever the
//! number of nodes there.

use crate::nodes::{Nodes, halves};

/// The longest message, or share, of a short call.
pub const MOST: usize = 64 << 10;
/// The most bytes that one rank publishes for its node, with the data received for the others.
pub const PUBLISHED: usize = 256 << 10;

impl Nodes {
    /// Returns the rank that represents a node in a call with this root.
    pub fn leader(&self, node: usize, root: Option<u32>) -> u32 {
        root.filter(|&root| self.node_of(root) == node).unwrap_or(self.ranks(node)[0])
    }
}

/// Messages between the leaders, which are named by their nodes.
pub trait Wire {
    /// The error of a failed message.
    type Error;

    /// Sends to a node.
    ///
    /// # Errors
    /// The communication fails.
    fn send(&mut self, to: usize, data: &[u8]) -> Result<(), Self::Error>;

    /// Receives as many bytes as `data` has.
    ///
    /// # Errors
    /// The communication fails.
    fn receive(&mut self, from: usize, data: &mut [u8]) -> Result<(), Self::Error>;

    /// Sends to one node and receives from one, at a time.
    ///
    /// # Errors
    /// The communication fails.
    fn exchange(&mut self, to: usize, data: &[u8], from: usize, into: &mut [u8]) -> Result<(), Self::Error>;
}

/// A wire whose data can be combined.
pub trait Combine: Wire {
    /// Combines two operands, `left` first, into `right`.
    ///
    /// # Errors
    /// The operation fails.
    fn combine(&mut self, left: &[u8], right: &mut [u8]) -> Result<(), Self::Error>;
}

/// A node among all.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// Its number.
    pub node: usize,
    /// The number of nodes.
    pub nodes: usize,
    /// The number of levels that each node shares with the one before it ([`Nodes::borders`]); empty if all are equally
    /// close.
    pub borders: &'a [u8],
}

impl At<'_> {
    /// Returns the node this far ahead in the ring of all nodes; `by` = n - k is the node k places back.
    fn ahead(self, by: usize) -> usize {
        (self.node + by) % self.nodes
    }

    /// True if barriers and allgathers use recursive doubling.
    fn doubles(self) -> bool {
        self.nodes.is_power_of_two()
    }

    /// Returns the distances 1, 2, 4 below a limit.
    fn distances(limit: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(1), |distance| Some(distance * 2)).take_while(move |&distance| distance < limit)
    }

    /// Waits until all nodes have called this.
    ///
    /// # Errors
    /// The wire fails.
    pub fn barrier<W: Wire>(self, wire: &mut W) -> Result<(), W::Error> {
        Self::distances(self.nodes).try_for_each(|distance| {
            let (to, from) = if self.doubles() {
                (self.node ^ distance, self.node ^ distance)
            } else {
                (self.ahead(distance), self.ahead(self.nodes - distance))
            };
            wire.exchange(to, &[], from, &mut [])
        })
    }

    /// Sends the data of the root's node to all nodes.
    ///
    /// # Errors
    /// The wire fails.
    pub fn broadcast<W: Wire>(self, wire: &mut W, root: usize, data: &mut [u8]) -> Result<(), W::Error> {
        let tree = self.tree(root);
        if let Some(parent) = tree.parent {
            wire.receive(parent, data)?;
        }
        tree.children.into_iter().try_for_each(|child| wire.send(child, data))
    }

    /// Combines the operands of all nodes. `own` is this node's operand, `other` a buffer of the same length. The
    /// root's return value is the result.
    ///
    /// # Errors
    /// The wire fails.
    pub fn reduce<'data, W: Combine>(
        self,
        wire: &mut W,
        root: usize,
        mut own: &'data mut [u8],
        mut other: &'data mut [u8],
    ) -> Result<&'data mut [u8], W::Error> {
        let tree = self.tree(root);
        for child in tree.children.into_iter().rev() {
            wire.receive(child, other)?;
            // A child has the operands of nodes that are all on one side of the local ones.
            if child < self.node {
                wire.combine(other, own)?;
            } else {
                wire.combine(own, other)?;
                std::mem::swap(&mut own, &mut other);
            }
        }
        if let Some(parent) = tree.parent {
            wire.send(parent, own)?;
        }
        Ok(own)
    }

    /// As [`Self::reduce`], with the result at all nodes.
    ///
    /// Nodes in excess of a power of two first send their operands to their neighbours, and receive the result from
    /// them.
    ///
    /// # Errors
    /// The wire fails.
    pub fn reduce_to_all<'data, W: Combine>(
        self,
        wire: &mut W,
        mut own: &'data mut [u8],
        mut other: &'data mut [u8],
    ) -> Result<&'data mut [u8], W::Error> {
        let doubling = 1 << self.nodes.ilog2();
        let folded = self.nodes - doubling;
        let is_folded = self.node < 2 * folded;
        if is_folded && self.node % 2 == 0 {
            wire.send(self.node + 1, own)?;
            wire.receive(self.node + 1, own)?;
            return Ok(own);
        }
        if is_folded {
            wire.receive(self.node - 1, other)?;
            wire.combine(other, own)?;
        }
        let number = if is_folded { self.node / 2 } else { self.node - folded };
        for distance in Self::distances(doubling) {
            let partner = number ^ distance;
            let partner = if partner < folded { 2 * partner + 1 } else { partner + folded };
            wire.exchange(partner, own, partner, other)?;
            if partner < self.node {
                wire.combine(other, own)?;
            } else {
                wire.combine(own, other)?;
                std::mem::swap(&mut own, &mut other);
            }
        }
        if is_folded {
            wire.send(self.node - 1, own)?;
        }
        Ok(own)
    }

    /// Returns the node whose block comes first in the data of [`Self::allgather`]. The others follow in the ring.
    pub fn first_gathered(self) -> usize {
        if self.doubles() { 0 } else { self.node }
    }

    /// Sends the blocks of all nodes to all. `data` has them from [`Self::first_gathered`] on, in the beginning only
    /// this node's. `length` returns the bytes of a node's block.
    ///
    /// # Errors
    /// The wire fails.
    pub fn allgather<W: Wire>(
        self,
        wire: &mut W,
        length: impl Fn(usize) -> usize,
        data: &mut [u8],
    ) -> Result<(), W::Error> {
        let first_node = Self { node: self.first_gathered(), ..self };
        let bytes =
            |first: usize, count: usize| (first..first + count).map(|by| length(first_node.ahead(by))).sum::<usize>();
        for distance in Self::distances(self.nodes) {
            if self.doubles() {
                let (partner, low) = (self.node ^ distance, self.node & !(2 * distance - 1));
                let both = &mut data[bytes(0, low)..bytes(0, low + 2 * distance)];
                let (lower, upper) = both.split_at_mut(bytes(low, distance));
                let (here, coming) = if self.node < partner { (lower, upper) } else { (upper, lower) };
                wire.exchange(partner, here, partner, coming)?;
            } else {
                let count = distance.min(self.nodes - distance);
                let (here, coming) = data.split_at_mut(bytes(0, distance));
                let (to, from) = (self.ahead(self.nodes - distance), self.ahead(distance));
                wire.exchange(to, &here[..bytes(0, count)], from, &mut coming[..bytes(distance, count)])?;
            }
        }
        Ok(())
    }

    /// Returns the parent and the children of this node in the binomial tree of a root. The row of nodes is divided by
    /// [`halves`]; the root represents its part, the first node the other, and so on recursively.
    fn tree(self, root: usize) -> Tree {
        let (mut part, mut first) = (0..self.nodes, root);
        let mut tree = Tree { parent: None, children: vec![] };
        while part.len() > 1 {
            let (near, far) = halves(self.borders, &part, first);
            if near.contains(&self.node) {
                if self.node == first {
                    tree.children.push(far.start);
                }
                part = near;
            } else {
                if self.node == far.start {
                    tree.parent = Some(first);
                }
                first = far.start;
                part = far;
            }
        }
        tree
    }
}

/// The parent and the children of a node, the child with the largest subtree first.
struct Tree {
    parent: Option<usize>,
    children: Vec<usize>,
}
