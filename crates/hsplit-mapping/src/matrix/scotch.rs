// SPDX-License-Identifier: MIT OR Apache-2.0
//! Scotch's `.grf`: `0`, then `VERTICES ARCS`, then `BASE FLAGS`; then for each vertex its label and its weight, where
//! the flags say so, the number of its neighbours, and these, each with the weight of the arc before it where the flags
//! say so. Lines mean nothing: it is one sequence of numbers.

use std::io::BufRead;

use super::MatrixError;
use super::arcs::Arcs;
use super::edges::Edges;
use super::fields::{Fields, quoted, whole};
use super::lines::Lines;

/// The numbers of a text.
struct Numbers<'a, 'b, R> {
    lines: &'a mut Lines<'b, R>,
    /// Those of the present line that are still to come, the next one last.
    left: Vec<u64>,
}

impl<R: BufRead> Numbers<'_, '_, R> {
    fn next(&mut self) -> Result<Option<u64>, MatrixError> {
        while self.left.is_empty() {
            let Some(line) = self.lines.next()? else { return Ok(None) };
            let number = |field| whole(field).ok_or_else(|| format!("{} is no whole number", quoted(field)));
            let numbers: Result<Vec<u64>, String> = Fields::new(line).map(number).collect();
            self.left = numbers.map_err(|what| self.lines.wrong(what))?;
            self.left.reverse();
        }
        Ok(self.left.pop())
    }

    fn expect(&mut self, what: &str) -> Result<u64, MatrixError> {
        let next = self.next()?;
        next.ok_or_else(|| self.lines.wrong(format!("it ends before {what}")))
    }
}

/// What the head says.
struct Head {
    vertices: u64,
    arcs: u64,
    base: u64,
    has_weights: bool,
    has_vertex_weights: bool,
}

pub(super) fn read<R: BufRead>(lines: &mut Lines<'_, R>, arcs: &mut Arcs) -> Result<(), MatrixError> {
    let mut numbers = Numbers { lines, left: vec![] };
    let head = head(&mut numbers)?;
    arcs.hold(head.vertices).map_err(|what| numbers.lines.wrong(what))?;
    let mut edges = Edges::default();
    for vertex in 0..head.vertices {
        self::vertex(vertex as u32, &head, &mut numbers, &mut edges, arcs)?;
    }
    if let Some(number) = numbers.next()? {
        return Err(numbers.lines.wrong(format!("{number} behind the last of {} vertices", head.vertices)));
    }
    if edges.ends() != head.arcs {
        let what = format!("{} arcs where the head says {}", edges.ends(), head.arcs);
        return Err(numbers.lines.wrong(what));
    }
    edges.check(arcs, head.base).map_err(|(line, what)| numbers.lines.at(line, what))
}

fn head<R: BufRead>(numbers: &mut Numbers<'_, '_, R>) -> Result<Head, MatrixError> {
    let version = numbers.expect("the version")?;
    if version != 0 {
        return Err(numbers.lines.wrong(format!("version {version} of Scotch's format; 0 is the one that is read")));
    }
    let (vertices, arcs) = (numbers.expect("the vertices")?, numbers.expect("the arcs")?);
    let (base, flags) = (numbers.expect("the base")?, numbers.expect("the flags")?);
    if base > 1 || ![0, 1, 10, 11].contains(&flags) {
        let what = if base > 1 { format!("base {base}; it can be 0 or 1") } else { flags_refused(flags) };
        return Err(numbers.lines.wrong(what));
    }
    Ok(Head { vertices, arcs, base, has_weights: flags % 10 == 1, has_vertex_weights: flags / 10 == 1 })
}

fn flags_refused(flags: u64) -> String {
    if [100, 101, 110, 111].contains(&flags) {
        return format!("flags {flags}: labels of vertices are not read");
    }
    format!("flags {flags}; they can be 000, 001, 010 or 011")
}

fn vertex<R: BufRead>(
    vertex: u32,
    head: &Head,
    numbers: &mut Numbers<'_, '_, R>,
    edges: &mut Edges,
    arcs: &mut Arcs,
) -> Result<(), MatrixError> {
    if head.has_vertex_weights {
        numbers.expect("the weight of a vertex")?;
    }
    let degree = numbers.expect("the number of neighbours of a vertex")?;
    edges.begin(numbers.lines.number());
    for _ in 0..degree {
        let weight = if head.has_weights { numbers.expect("the weight of an arc")? } else { 1 };
        let other = numbers.expect("a neighbour")?;
        let role = other.checked_sub(head.base).filter(|&role| role < head.vertices);
        let last = head.vertices + head.base - 1;
        let role = role.ok_or_else(|| numbers.lines.wrong(format!("neighbour {other} is not {} to {last}", head.base)));
        edges.push(vertex, role? as u32, weight, arcs).map_err(|what| numbers.lines.wrong(what))?;
    }
    Ok(())
}
