// SPDX-License-Identifier: MIT OR Apache-2.0
//! A weighted graph for partitioning: traffic or a part of it, possibly with vertices joined to larger ones.

use hsplit_core::random::Random;

use crate::cost::{Distances, Point};
use crate::slots::NONE;
use crate::traffic::Traffic;

/// Vertices are visited in random order within blocks of this length. Blocks are visited in sequence, because distant
/// vertices are far apart in memory.
const SHUFFLED: usize = 1024;

/// A graph of vertices with sizes, in compressed rows. Rows are symmetric.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The start of each row, and the end of the last one.
    pub starts: Vec<u32>,
    pub to: Vec<u32>,
    pub weight: Vec<i64>,
    /// The number of roles in each vertex.
    pub size: Vec<u32>,
    /// The bytes and messages of each entry, if they have different costs; then `weight` is the worth of both.
    pub parts: Option<Box<[Vec<i64>; 2]>>,
}

impl Graph {
    /// The graph of the whole traffic, with weights shifted right by `shift`, but at least 1; and the role of each
    /// vertex. Partners are near each other, independently of the roles' numbers.
    ///
    /// If `worth` is given, it contains the weights, and the bytes and messages of the traffic are kept separately.
    pub fn of(traffic: &Traffic, worth: Option<&Traffic>, shift: u32) -> (Self, Vec<u32>) {
        let order = breadth_first(traffic);
        let mut number = vec![0; order.len()];
        (0..).zip(&order).for_each(|(vertex, &role)| number[role as usize] = vertex);
        let mut graph = Self::with_room(order.len(), traffic.arcs());
        for &role in &order {
            for (partner, weight) in worth.unwrap_or(traffic).row(role) {
                graph.to.push(number[partner as usize]);
                graph.weight.push(if worth.is_some() { weight } else { (weight >> shift).max(1) } as i64);
            }
            graph.close_row(1);
        }
        if worth.is_some() {
            let full = || order.iter().flat_map(|&role| traffic.full_row(role));
            let bytes = full().map(|(_, bytes, _)| (bytes >> shift) as i64).collect();
            graph.parts = Some(Box::new([bytes, full().map(|(.., messages)| (messages >> shift) as i64).collect()]));
        }
        (graph, order)
    }

    fn with_room(vertices: usize, arcs: usize) -> Self {
        let mut starts = Vec::with_capacity(vertices + 1);
        starts.push(0);
        Self {
            starts,
            to: Vec::with_capacity(arcs),
            weight: Vec::with_capacity(arcs),
            size: Vec::with_capacity(vertices),
            parts: None,
        }
    }

    fn close_row(&mut self, size: u32) {
        self.starts.push(self.to.len() as u32);
        self.size.push(size);
    }

    pub fn len(&self) -> usize {
        self.size.len()
    }

    #[inline]
    pub fn range(&self, vertex: usize) -> std::ops::Range<usize> {
        self.starts[vertex] as usize..self.starts[vertex + 1] as usize
    }

    #[inline]
    pub fn row(&self, vertex: usize) -> impl Iterator<Item = (usize, i64)> + '_ {
        let range = self.range(vertex);
        self.to[range.clone()].iter().map(|&to| to as usize).zip(self.weight[range].iter().copied())
    }

    /// The cost of an entry's traffic between two points.
    #[inline]
    pub fn price(&self, distances: &Distances<'_>, entry: usize, a: Point, b: Point) -> i64 {
        match (&self.parts, distances.of_messages()) {
            (Some(parts), Some(of_messages)) => {
                parts[0][entry] * distances.between(a, b) + parts[1][entry] * of_messages.between(a, b)
            }
            _ => self.weight[entry] * distances.between(a, b),
        }
    }

    /// The subgraph of some vertices, numbered by their order in the list. `number` contains [`NONE`] for each vertex
    /// before and after the call.
    pub fn part(&self, vertices: &[u32], number: &mut [u32]) -> Self {
        (0..).zip(vertices).for_each(|(new, &vertex)| number[vertex as usize] = new);
        let arcs = vertices.iter().map(|&vertex| self.range(vertex as usize).len()).sum();
        let mut part = Self::with_room(vertices.len(), arcs);
        for &vertex in vertices {
            for (to, weight) in self.row(vertex as usize) {
                if number[to] != NONE {
                    part.to.push(number[to]);
                    part.weight.push(weight);
                }
            }
            part.close_row(self.size[vertex as usize]);
        }
        vertices.iter().for_each(|&vertex| number[vertex as usize] = NONE);
        part
    }

    /// A graph with fewer vertices, and the new vertex of each present one: pairs of neighbours with much traffic are
    /// joined if the result is at most `largest`.
    pub fn coarser(&self, largest: u32, random: &mut Random) -> (Self, Vec<u32>) {
        let mate = self.matching(largest, random);
        let mut coarse_of = vec![NONE; self.len()];
        let mut firsts = Vec::with_capacity(self.len() / 2 + 1);
        for vertex in 0..self.len() {
            if coarse_of[vertex] == NONE {
                coarse_of[vertex] = firsts.len() as u32;
                coarse_of[mate[vertex] as usize] = firsts.len() as u32;
                firsts.push(vertex as u32);
            }
        }
        let mut coarse = Self::with_room(firsts.len(), self.to.len());
        let mut at = vec![NONE; firsts.len()];
        for (own, &first) in (0..).zip(&firsts) {
            let start = coarse.to.len();
            let second = mate[first as usize];
            let mut add_row = |vertex: u32| {
                for (to, weight) in self.row(vertex as usize) {
                    let to = coarse_of[to];
                    let place = at[to as usize];
                    if to == own {
                        continue;
                    }
                    if place != NONE && place as usize >= start {
                        coarse.weight[place as usize] += weight;
                    } else {
                        at[to as usize] = coarse.to.len() as u32;
                        coarse.to.push(to);
                        coarse.weight.push(weight);
                    }
                }
            };
            add_row(first);
            let mut size = self.size[first as usize];
            if second != first {
                add_row(second);
                size += self.size[second as usize];
            }
            coarse.close_row(size);
        }
        coarse.to.shrink_to_fit();
        coarse.weight.shrink_to_fit();
        (coarse, coarse_of)
    }

    /// The mate of each vertex, itself if it has none: first neighbours by weight and smallness, then vertices with the
    /// same heaviest neighbour.
    fn matching(&self, largest: u32, random: &mut Random) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.chunks_mut(SHUFFLED).for_each(|chunk| random.shuffle(chunk));
        let mut mate = vec![NONE; self.len()];
        let mut alone = vec![];
        for &vertex in &order {
            let v = vertex as usize;
            if mate[v] != NONE {
                continue;
            }
            let mut best = (NONE, 0, 1);
            for (to, weight) in self.row(v) {
                let size = i64::from(self.size[to]);
                let fits = mate[to] == NONE && self.size[v] + self.size[to] <= largest;
                if fits && i128::from(weight) * i128::from(best.2) > i128::from(best.1) * i128::from(size) {
                    best = (to as u32, weight, size);
                }
            }
            match best.0 {
                NONE => alone.push(vertex),
                to => (mate[v], mate[to as usize]) = (to, vertex),
            }
        }
        self.match_by_neighbour(&alone, largest, &mut mate);
        for (vertex, mate) in (0..).zip(&mut mate) {
            if *mate == NONE {
                *mate = vertex;
            }
        }
        mate
    }

    /// Joins the remaining vertices with the same heaviest neighbour, and vertices without neighbours with each other.
    fn match_by_neighbour(&self, alone: &[u32], largest: u32, mate: &mut [u32]) {
        let mut waiting = vec![NONE; self.len() + 1];
        for &vertex in alone {
            let v = vertex as usize;
            if mate[v] != NONE {
                continue;
            }
            let heaviest = self.row(v).max_by_key(|&(_, weight)| weight).map_or(self.len(), |(to, _)| to);
            let other = waiting[heaviest];
            if other != NONE && self.size[v] + self.size[other as usize] <= largest {
                (mate[v], mate[other as usize]) = (other, vertex);
                waiting[heaviest] = NONE;
            } else {
                waiting[heaviest] = vertex;
            }
        }
    }
}

/// The roles in breadth-first order, each after the partner from which it was first reached.
fn breadth_first(traffic: &Traffic) -> Vec<u32> {
    let mut order = Vec::with_capacity(traffic.roles());
    let mut seen = vec![false; traffic.roles()];
    for start in 0..traffic.roles() as u32 {
        if std::mem::replace(&mut seen[start as usize], true) {
            continue;
        }
        let mut next = order.len();
        order.push(start);
        while next < order.len() {
            for (partner, _) in traffic.row(order[next]) {
                if !std::mem::replace(&mut seen[partner as usize], true) {
                    order.push(partner);
                }
            }
            next += 1;
        }
    }
    order
}
