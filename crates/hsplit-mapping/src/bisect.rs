// SPDX-License-Identifier: MIT OR Apache-2.0
//! Cuts a graph into two sides of exact sizes with little traffic between them: the graph is coarsened, cut from
//! several seeds, and refined at each finer graph (Fiduccia and Mattheyses; sizes may be off by one vertex during the
//! search and are exact at its end).

use std::ops::RangeInclusive;

use hsplit_core::random::Random;

use crate::graph::Graph;
use crate::heap::Heaps;
use crate::watch::Watch;

/// Graphs with at most this number of vertices are cut without coarsening.
const FEW: usize = 48;

/// The number of seeds for such a graph.
const SEEDS: usize = 3;

/// The state of bisections, reused from one to the next.
#[derive(Debug, Default)]
pub struct Bisection {
    heaps: Heaps,
    gain: Vec<i64>,
    /// The traffic of each vertex; during growth only, its traffic to the grown side minus that to the other side.
    tied: Vec<i64>,
    locked: Vec<bool>,
    moved: Vec<u32>,
    /// The number of moves that have been kept so far.
    moves: usize,
}

/// The quality of a cut: the distance from the allowed sizes, then the traffic; less is better.
type Quality = (u32, i64);

impl Bisection {
    /// The side of each vertex, the best of some tries; the vertex sizes of side 0 sum up to a value in `sizes`. After
    /// the time limit, the first try is returned.
    pub fn cut(
        &mut self,
        graph: &Graph,
        sizes: &RangeInclusive<u32>,
        tries: usize,
        random: &mut Random,
        watch: &Watch<'_>,
    ) -> Vec<bool> {
        if graph.len() <= FEW {
            return self.cut_few(graph, sizes, SEEDS + tries, random, watch).1;
        }
        let mut best: Option<(Quality, Vec<bool>)> = None;
        for _ in 0..tries.max(1) {
            if best.is_some() && watch.is_over() {
                break;
            }
            let (quality, side) = self.cut_once(graph, sizes, random, watch);
            if best.as_ref().is_none_or(|(best, _)| quality < *best) {
                best = Some((quality, side));
            }
        }
        best.map(|(_, side)| side).unwrap_or_default()
    }

    fn cut_once(
        &mut self,
        graph: &Graph,
        sizes: &RangeInclusive<u32>,
        random: &mut Random,
        watch: &Watch<'_>,
    ) -> (Quality, Vec<bool>) {
        if graph.len() <= FEW {
            return self.cut_few(graph, sizes, SEEDS, random, watch);
        }
        let total: u32 = graph.size.iter().sum();
        let largest = (total / 24).max(2);
        watch.add(2 * (graph.len() + graph.to.len()));
        let (coarse, coarse_of) = graph.coarser(largest, random);
        if coarse.len() * 20 > graph.len() * 19 {
            return self.cut_few(graph, sizes, SEEDS, random, watch);
        }
        let (_, coarse_side) = self.cut_once(&coarse, sizes, random, watch);
        drop(coarse);
        let mut side: Vec<bool> = coarse_of.iter().map(|&vertex| coarse_side[vertex as usize]).collect();
        let quality = self.refine(graph, sizes, &mut side, watch);
        (quality, side)
    }

    /// Cuts without coarsening: sides are grown from several vertices and refined.
    fn cut_few(
        &mut self,
        graph: &Graph,
        sizes: &RangeInclusive<u32>,
        seeds: usize,
        random: &mut Random,
        watch: &Watch<'_>,
    ) -> (Quality, Vec<bool>) {
        let count = graph.len();
        let mut best = ((u32::MAX, i64::MAX), vec![]);
        for attempt in 0..if count <= 2 { 1 } else { seeds } {
            if attempt > 0 && watch.is_over() {
                break;
            }
            let seed = random.below(count.max(1) as u64) as usize;
            let mut side = vec![attempt % 2 == 0; count];
            self.grow(graph, sizes, seed, &mut side);
            let quality = self.refine(graph, sizes, &mut side, watch);
            if quality < best.0 {
                best = (quality, side);
            }
        }
        best
    }

    /// Grows the opposite side of the one that all vertices are on, from a seed, always by the vertex with the
    /// strongest tie.
    fn grow(&mut self, graph: &Graph, sizes: &RangeInclusive<u32>, seed: usize, side: &mut [bool]) {
        let total: u32 = graph.size.iter().sum();
        let from = side.first().copied().unwrap_or(false);
        // The target size is the middle of the allowed sizes.
        let middle = sizes.start() + (sizes.end() - sizes.start()) / 2;
        let wanted = if from { middle } else { total - middle };
        self.heaps.clear(graph.len());
        // For each vertex, the traffic to the grown side minus that to the other side.
        self.tied.clear();
        self.tied.extend((0..graph.len()).map(|vertex| -graph.row(vertex).map(|(_, weight)| weight).sum::<i64>()));
        let (mut grown, mut next_seed) = (0, seed);
        while grown < wanted {
            let vertex = match self.heaps.first(0) {
                Some((vertex, _)) => {
                    self.heaps.remove(0, vertex);
                    vertex as usize
                }
                None => {
                    while side[next_seed] != from {
                        next_seed = if next_seed + 1 == graph.len() { 0 } else { next_seed + 1 };
                    }
                    next_seed
                }
            };
            if grown > 0 && grown + graph.size[vertex] > wanted + graph.size[vertex] / 2 {
                break;
            }
            side[vertex] = !from;
            grown += graph.size[vertex];
            for (to, weight) in graph.row(vertex) {
                self.tied[to] += 2 * weight;
                if side[to] == from {
                    self.heaps.set(0, to as u32, self.tied[to]);
                }
            }
        }
    }

    /// Moves vertices between the sides as long as that improves the cut. Returns true if it did.
    pub fn improve(
        &mut self,
        graph: &Graph,
        sizes: &RangeInclusive<u32>,
        side: &mut [bool],
        watch: &Watch<'_>,
    ) -> bool {
        let before = self.moves;
        self.refine(graph, sizes, side, watch);
        self.moves != before
    }

    /// Moves vertices between the sides as long as that improves the cut.
    fn refine(&mut self, graph: &Graph, sizes: &RangeInclusive<u32>, side: &mut [bool], watch: &Watch<'_>) -> Quality {
        let (mut size, mut cut) = (0, 0);
        self.gain.clear();
        self.tied.clear();
        self.locked.clear();
        self.locked.resize(graph.len(), false);
        for vertex in 0..graph.len() {
            let (mut inside, mut outside) = (0, 0);
            for (to, weight) in graph.row(vertex) {
                if side[to] == side[vertex] { inside += weight } else { outside += weight }
            }
            self.gain.push(outside - inside);
            self.tied.push(outside + inside);
            cut += outside;
            size += if side[vertex] { 0 } else { graph.size[vertex] };
        }
        let slack = graph.size.iter().copied().max().unwrap_or(1);
        let mut quality = (off(size, sizes), cut / 2);
        for _ in 0..10 {
            watch.add(2 * (graph.len() + graph.to.len()));
            let better = self.pass(graph, sizes, side, &mut size, slack, quality);
            if better >= quality {
                break;
            }
            quality = better;
            // Sizes must be exact, even after the time limit.
            if quality.0 == 0 && watch.is_over() {
                break;
            }
        }
        quality
    }

    /// Moves each vertex at most once, always the best that sizes allow, and undoes the moves after the best state.
    fn pass(
        &mut self,
        graph: &Graph,
        sizes: &RangeInclusive<u32>,
        side: &mut [bool],
        size: &mut u32,
        slack: u32,
        before: Quality,
    ) -> Quality {
        self.fill_heaps(graph, side, before.0 > 0);
        let patience = 30 + graph.len() / if graph.len() < 1000 { 4 } else { 50 };
        let (mut best, mut best_moves, mut cut) = (before, 0, before.1);
        while let Some((vertex, gain)) = self.next(graph, sizes, *size, slack) {
            let v = vertex as usize;
            self.heaps.remove(usize::from(side[v]), vertex);
            self.locked[v] = true;
            self.moved.push(vertex);
            cut -= gain;
            self.flip(graph, side, size, v);
            for (to, _) in graph.row(v) {
                if !self.locked[to] {
                    self.heaps.set(usize::from(side[to]), to as u32, self.gain[to]);
                }
            }
            let quality = (off(*size, sizes), cut);
            if quality < best {
                (best, best_moves) = (quality, self.moved.len());
            } else if self.moved.len() - best_moves > patience {
                break;
            }
        }
        let moved = std::mem::take(&mut self.moved);
        moved[best_moves..].iter().for_each(|&vertex| self.flip(graph, side, size, vertex as usize));
        moved.iter().for_each(|&vertex| self.locked[vertex as usize] = false);
        self.moved = moved;
        self.moves += best_moves;
        best
    }

    /// Moves a vertex to the other side, and updates the gains.
    #[inline]
    fn flip(&mut self, graph: &Graph, side: &mut [bool], size: &mut u32, vertex: usize) {
        if side[vertex] {
            *size += graph.size[vertex]
        } else {
            *size -= graph.size[vertex]
        }
        side[vertex] = !side[vertex];
        self.gain[vertex] = -self.gain[vertex];
        for (to, weight) in graph.row(vertex) {
            self.gain[to] += if side[to] == side[vertex] { -2 * weight } else { 2 * weight };
        }
    }

    /// Fills the heaps with the vertices at the border; with all if sizes are off, or if there are few.
    fn fill_heaps(&mut self, graph: &Graph, side: &[bool], all: bool) {
        self.heaps.clear(graph.len());
        self.moved.clear();
        let all = all || graph.len() <= 2 * FEW;
        for (vertex, (&gain, &tied)) in (0..).zip(self.gain.iter().zip(&self.tied)) {
            if all || gain > -tied {
                self.heaps.set(usize::from(side[vertex as usize]), vertex, gain);
            }
        }
    }

    fn next(&self, graph: &Graph, sizes: &RangeInclusive<u32>, size: u32, slack: u32) -> Option<(u32, i64)> {
        let fits = |side: usize| {
            let (vertex, gain) = self.heaps.first(side)?;
            let moved = graph.size[vertex as usize];
            let after = if side == 0 { size - moved } else { size + moved };
            let is_nearer = off(after, sizes) < off(size, sizes);
            (is_nearer || off(after, sizes) <= slack.min(off(size, sizes) + moved)).then_some((
                vertex,
                gain,
                off(after, sizes),
            ))
        };
        let pick = |chosen: (u32, i64, u32)| (chosen.0, chosen.1);
        // A side that is too large loses a vertex at any cost.
        if size > *sizes.end() {
            return fits(0).map(pick);
        }
        if size < *sizes.start() {
            return fits(1).map(pick);
        }
        match (fits(0), fits(1)) {
            (Some(a), Some(b)) => Some(pick(if (a.1, b.2) >= (b.1, a.2) { a } else { b })),
            (a, b) => a.or(b).map(pick),
        }
    }
}

/// The distance of a size from the allowed sizes.
fn off(size: u32, sizes: &RangeInclusive<u32>) -> u32 {
    sizes.start().saturating_sub(size) + size.saturating_sub(*sizes.end())
}
