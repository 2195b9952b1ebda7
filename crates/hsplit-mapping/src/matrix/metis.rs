// SPDX-License-Identifier: MIT OR Apache-2.0
//! METIS's `.graph`: `VERTICES EDGES [FORMAT [CONSTRAINTS]]`, then a line for each vertex with its sizes and weights,
//! which do not matter here, and its neighbours, counted from 1, each with the weight of the edge where the format's
//! last digit is 1. Lines that begin with `%` are comments; an empty line is a vertex without neighbours.

use std::io::BufRead;

use super::MatrixError;
use super::arcs::Arcs;
use super::edges::Edges;
use super::fields::{Fields, quoted, whole};
use super::lines::Lines;

/// What the head says.
struct Head {
    vertices: u64,
    edges: u64,
    /// The numbers before the neighbours.
    before: u64,
    has_weights: bool,
}

pub(super) fn read<R: BufRead>(lines: &mut Lines<'_, R>, arcs: &mut Arcs) -> Result<(), MatrixError> {
    let head = loop {
        match lines.next()? {
            None => return Err(lines.of_file("it is empty")),
            Some(line) if line.starts_with(b"%") || Fields::new(line).is_empty() => {}
            Some(line) => break head(line),
        }
    };
    let head = head.and_then(|head| arcs.hold(head.vertices).map(|()| head)).map_err(|what| lines.wrong(what))?;
    let (begin, mut next, mut edges) = (lines.number(), 0, Edges::default());
    loop {
        let line = match lines.next()? {
            Some(line) if line.starts_with(b"%") => continue,
            Some(line) if next == head.vertices && Fields::new(line).is_empty() => continue,
            Some(line) => line,
            None => break,
        };
        let added = vertex(line, next, &head, &mut edges, arcs);
        added.map_err(|what| lines.wrong(what))?;
        edges.begin(lines.number());
        next += 1;
    }
    if next < head.vertices {
        return Err(lines.wrong(format!("it ends with {next} of {} vertices", head.vertices)));
    }
    if edges.ends() != 2 * head.edges {
        let what = format!("{} edges, but their ends are {}, not twice as many", head.edges, edges.ends());
        return Err(lines.at(begin, what));
    }
    edges.check(arcs, 1).map_err(|(line, what)| lines.at(line, what))
}

fn head(line: &[u8]) -> Result<Head, String> {
    let wrong = || "this is not VERTICES EDGES [FORMAT [CONSTRAINTS]]".to_owned();
    let fields: Vec<&[u8]> = Fields::new(line).collect();
    let [vertices, edges, ref more @ ..] = fields[..] else { return Err(wrong()) };
    let (vertices, edges) = (whole(vertices).ok_or_else(wrong)?, whole(edges).ok_or_else(wrong)?);
    let (format, constraints) = match *more {
        [] => (&b"0"[..], None),
        [format] => (format, None),
        [format, constraints] => (format, Some(whole(constraints).ok_or_else(wrong)?)),
        _ => return Err(wrong()),
    };
    if format.len() > 3 || !format.iter().all(|digit| matches!(digit, b'0' | b'1')) {
        return Err(format!("format {} is not up to three digits 0 or 1", quoted(format)));
    }
    // From the right: weights of edges, weights of vertices, sizes of vertices.
    let has = |digit: usize| format.iter().rev().nth(digit) == Some(&b'1');
    let weights = if has(1) { constraints.unwrap_or(1) } else { 0 };
    if weights > 1 << 20 || edges > 1 << 40 {
        return Err(format!("{edges} edges and {weights} weights of each vertex are absurd"));
    }
    Ok(Head { vertices, edges, before: weights + u64::from(has(2)), has_weights: has(0) })
}

fn vertex(line: &[u8], vertex: u64, head: &Head, edges: &mut Edges, arcs: &mut Arcs) -> Result<(), String> {
    if vertex == head.vertices {
        return Err(format!("more than {} vertices", head.vertices));
    }
    let mut fields = Fields::new(line);
    for _ in 0..head.before {
        let field = fields.next().ok_or("a weight of the vertex is missing")?;
        whole(field).ok_or_else(|| format!("{} is no weight", quoted(field)))?;
    }
    while let Some(field) = fields.next() {
        let other = whole(field).filter(|other| (1..=head.vertices).contains(other));
        let other = other.ok_or_else(|| format!("neighbour {} is not 1 to {}", quoted(field), head.vertices))?;
        let weight = if head.has_weights {
            let field = fields.next().ok_or_else(|| format!("the weight of the edge to {other} is missing"))?;
            whole(field).ok_or_else(|| format!("{} is no weight", quoted(field)))?
        } else {
            1
        };
        edges.push(vertex as u32, (other - 1) as u32, weight, arcs)?;
    }
    Ok(())
}
