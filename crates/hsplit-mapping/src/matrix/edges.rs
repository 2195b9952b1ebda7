// SPDX-License-Identifier: MIT OR Apache-2.0
//! The edges of a graph that names each at both of its ends. What the lower end says counts; the upper end has to say
//! the same.

use super::arcs::Arcs;

/// What the upper ends of edges say.
#[derive(Default)]
pub(super) struct Edges {
    upper: Vec<Edge>,
    /// The ends without a weight of 0, which mean no traffic.
    ends: u64,
    /// Equal where both ends say the same: sorting both lists would take longer than reading them.
    sums: [u64; 2],
    /// The line that each vertex begins on.
    lines: Vec<usize>,
}

/// The lower end, the upper end, and the weight.
type Edge = (u32, u32, u64);

impl Edges {
    /// The next vertex begins on this line.
    pub(super) fn begin(&mut self, line: usize) {
        self.lines.push(line);
    }

    /// An edge, as the vertex `from` has it.
    pub(super) fn push(&mut self, from: u32, to: u32, weight: u64, arcs: &mut Arcs) -> Result<(), String> {
        if from == to {
            return Err("an edge of a vertex to itself".to_owned());
        }
        self.ends += 1;
        let edge = (from.min(to), from.max(to), weight);
        let sum = &mut self.sums[usize::from(from > to)];
        *sum = sum.wrapping_add(mixed(edge));
        if from < to {
            return arcs.push(from, to, weight as f64);
        }
        // Lower vertices come first, and have named all edges to this one.
        if self.upper.len() == arcs.list().len() && weight > 0 {
            return Err("more edges to vertices before this one than these have".to_owned());
        }
        self.upper.extend((weight > 0).then_some(edge));
        Ok(())
    }

    /// How many ends of edges there are.
    pub(super) fn ends(&self) -> u64 {
        self.ends
    }

    /// Whether both ends say the same; else the line of one that does not, and what to say. `base` is the number of the
    /// first vertex.
    pub(super) fn check(mut self, arcs: &Arcs, base: u64) -> Result<(), (usize, String)> {
        if self.sums[0] == self.sums[1] {
            return Ok(());
        }
        let mut lower: Vec<Edge> = arcs.list().iter().map(|&(from, to, weight)| (from, to, weight as u64)).collect();
        lower.sort_unstable();
        self.upper.sort_unstable();
        let same = lower.iter().zip(&self.upper).take_while(|(lower, upper)| lower == upper).count();
        let (at, other, weight) = match (lower.get(same), self.upper.get(same)) {
            (Some(&lower), upper) if upper.is_none_or(|upper| lower < *upper) => lower,
            (_, Some(&(lower, upper, weight))) => (upper, lower, weight),
            _ => return Ok(()),
        };
        let line = self.lines.get(at as usize).copied().unwrap_or(0);
        let (at, other) = (u64::from(at) + base, u64::from(other) + base);
        Err((line, format!("vertex {at} has an edge of weight {weight} to {other}, which {other} does not have")))
    }
}

/// A number for an edge of which sums tell multisets apart.
fn mixed((from, to, weight): Edge) -> u64 {
    let mut value = (u64::from(from) << 32 | u64::from(to)) ^ weight.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
        value = (value ^ (value >> 31)).wrapping_mul(factor);
    }
    if weight == 0 { 0 } else { value ^ (value >> 29) }
}
