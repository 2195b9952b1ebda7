// SPDX-License-Identifier: MIT OR Apache-2.0
//! Networks of switches that are no tree; ranks are cut into parts by the links between switches.
//!
//! Every process that reads the text of such a network has all its switches and links. A node therefore sends only the
//! number of its switch and a mark of the network.

use std::sync::Arc;

use crate::hash::hash;
use crate::partition::Graph;

/// The switches of a network, and their links.
#[derive(Debug, PartialEq, Eq)]
pub struct Routers {
    links: Vec<(u32, u32)>,
    pub(crate) count: u32,
    /// A hash of the network; different for different networks.
    pub(crate) mark: u32,
}

impl Routers {
    /// A network of `count` switches with these links.
    pub fn new(count: u32, mut links: Vec<(u32, u32)>) -> Self {
        links.iter_mut().for_each(|(a, b)| (*a, *b) = ((*a).min(*b), (*a).max(*b)));
        links.retain(|(a, b)| a != b);
        links.sort_unstable();
        links.dedup();
        let bytes: Vec<u8> = links.iter().flat_map(|(a, b)| [a.to_le_bytes(), b.to_le_bytes()]).flatten().collect();
        Self { mark: hash(&bytes) as u32, links, count }
    }

    /// A graph of the switches and nodes, and the vertex of each node. Nodes are given by switch and weight.
    ///
    /// The first node of a switch is one vertex with it. Another node leaves its switch only if parts would not be
    /// equal otherwise.
    pub(crate) fn with(&self, nodes: &[(u32, u64)]) -> (Graph, Vec<u32>) {
        let mut around = vec![vec![]; self.count as usize];
        for &(a, b) in &self.links {
            around[a as usize].push(b);
            around[b as usize].push(a);
        }
        let mut weights = vec![0; self.count as usize];
        let mut is_first = vec![true; self.count as usize];
        let vertex = |&(at, weight): &(u32, u64)| {
            if std::mem::take(&mut is_first[at as usize]) {
                weights[at as usize] = weight;
                return at;
            }
            weights.push(weight);
            weights.len() as u32 - 1
        };
        let vertices: Vec<u32> = nodes.iter().map(vertex).collect();
        let mut graph = self.weighted(weights);
        for (&(at, _), &vertex) in nodes.iter().zip(&vertices).filter(|((at, _), vertex)| at != *vertex) {
            let others = &around[at as usize];
            graph.link(at, vertex, 2 * (1 + others.len() as u32));
            // Separated from its switch, it can be in a part with an adjacent switch.
            others.iter().for_each(|&other| graph.link(other, vertex, 1));
        }
        (graph, vertices)
    }

    /// A graph of the switches with these weights. More vertices may follow.
    pub(crate) fn weighted(&self, weights: Vec<u64>) -> Graph {
        let mut graph = Graph::new(weights);
        self.links.iter().for_each(|&(a, b)| graph.link(a, b, 1));
        graph
    }
}

/// A node's place in such a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtRouter {
    /// The network.
    pub network: Arc<Routers>,
    /// The switch of the node.
    pub router: u32,
}
