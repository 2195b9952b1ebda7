// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two heaps of vertices by gain, one for each side, with access to any vertex.

use crate::slots::NONE;

/// Two heaps, the greatest gain first; of equal gains the lower vertex.
#[derive(Debug, Default)]
pub struct Heaps {
    sides: [Vec<u32>; 2],
    at: Vec<u32>,
    gain: Vec<i64>,
}

impl Heaps {
    /// Empties the heaps, and reserves memory for a number of vertices.
    pub fn clear(&mut self, vertices: usize) {
        self.sides.iter_mut().for_each(Vec::clear);
        self.at.clear();
        self.at.resize(vertices, NONE);
        self.gain.resize(vertices, 0);
    }

    /// The vertex with the greatest gain on a side, with its gain.
    pub fn first(&self, side: usize) -> Option<(u32, i64)> {
        let &vertex = self.sides[side].first()?;
        Some((vertex, self.gain[vertex as usize]))
    }

    /// Adds a vertex to the heap of its side, or changes its gain there.
    pub fn set(&mut self, side: usize, vertex: u32, gain: i64) {
        let v = vertex as usize;
        self.gain[v] = gain;
        if self.at[v] == NONE {
            self.at[v] = self.sides[side].len() as u32;
            self.sides[side].push(vertex);
            self.up(side, self.at[v] as usize);
        } else {
            let at = self.up(side, self.at[v] as usize);
            self.down(side, at);
        }
    }

    /// Removes a vertex from the heap of its side.
    pub fn remove(&mut self, side: usize, vertex: u32) {
        let at = self.at[vertex as usize] as usize;
        self.at[vertex as usize] = NONE;
        let last = self.sides[side].pop().expect("it is there");
        if last != vertex {
            self.put(side, at, last);
            let at = self.up(side, at);
            self.down(side, at);
        }
    }

    fn put(&mut self, side: usize, at: usize, vertex: u32) {
        self.sides[side][at] = vertex;
        self.at[vertex as usize] = at as u32;
    }

    #[inline]
    fn is_ahead(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.gain[a as usize], self.gain[b as usize]);
        x > y || (x == y && a < b)
    }

    fn up(&mut self, side: usize, mut at: usize) -> usize {
        let vertex = self.sides[side][at];
        while at > 0 {
            let above = (at - 1) / 2;
            let other = self.sides[side][above];
            if !self.is_ahead(vertex, other) {
                break;
            }
            self.put(side, at, other);
            at = above;
        }
        self.put(side, at, vertex);
        at
    }

    fn down(&mut self, side: usize, mut at: usize) {
        let vertex = self.sides[side][at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.sides[side].len() {
                break;
            }
            let heap = &self.sides[side];
            if child + 1 < heap.len() && self.is_ahead(heap[child + 1], heap[child]) {
                child += 1;
            }
            let other = self.sides[side][child];
            if !self.is_ahead(other, vertex) {
                break;
            }
            self.put(side, at, other);
            at = child;
        }
        self.put(side, at, vertex);
    }
}
