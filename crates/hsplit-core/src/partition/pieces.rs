// SPDX-License-Identifier: MIT OR Apache-2.0
//! Repairs parts that fall into pieces: vertices of a piece move to an adjacent part, and others return over further
//! parts.

use std::collections::{HashMap, VecDeque};

use super::Graph;

/// The most vertices that are visited in all; each search visits all vertices of the graph.
const MOST_WORK: usize = 1 << 22;

/// Makes parts connected by exchanging vertices of equal weight. The sizes of the parts do not change.
pub(super) fn join(graph: &Graph, part: &mut [u32], parts: u32) {
    let all: Vec<u32> = (0..parts).collect();
    let mut strays = strays(graph, part, &all);
    let mut searches = MOST_WORK / part.len().max(1);
    loop {
        let moved = strays.iter().any(|&stray| {
            neighbours(graph, part, stray).into_iter().any(|next| {
                let Some(moves) = way(graph, part, stray, next, &mut searches) else { return false };
                let old: Vec<u32> = moves.iter().map(|&(vertex, _)| part[vertex as usize]).collect();
                let before = strays.iter().filter(|&&stray| old.contains(&part[stray as usize])).count();
                moves.iter().for_each(|&(vertex, to)| part[vertex as usize] = to);
                let is_better = self::strays(graph, part, &old).len() < before;
                if !is_better {
                    moves.iter().zip(old).for_each(|(&(vertex, _), old)| part[vertex as usize] = old);
                }
                is_better
            })
        });
        if !moved {
            return;
        }
        strays = self::strays(graph, part, &all);
    }
}

/// The vertices outside the largest piece of their part, for some of the parts.
fn strays(graph: &Graph, part: &[u32], of: &[u32]) -> Vec<u32> {
    let mut seen = vec![false; part.len()];
    let mut largest: HashMap<u32, Vec<u32>> = of.iter().map(|&part| (part, vec![])).collect();
    let mut strays = vec![];
    for start in 0..part.len() as u32 {
        let own = part[start as usize];
        let Some(known) = largest.get_mut(&own) else { continue };
        let mut piece = graph.piece(start, &mut seen, |vertex| part[vertex as usize] == own);
        if piece.len() > known.len() {
            std::mem::swap(&mut piece, known);
        }
        strays.append(&mut piece);
    }
    strays.sort_unstable();
    strays
}

fn neighbours(graph: &Graph, part: &[u32], vertex: u32) -> Vec<u32> {
    let around = graph.links[vertex as usize].iter().map(|&(other, _)| part[other as usize]);
    let mut parts: Vec<u32> = around.filter(|&other| other != part[vertex as usize]).collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// A cycle of moves: a vertex moves to the part `to`, a vertex of that part to a further part, and so on back to the
/// first vertex's part.
fn way(graph: &Graph, part: &[u32], vertex: u32, to: u32, searches: &mut usize) -> Option<Vec<(u32, u32)>> {
    let home = part[vertex as usize];
    // The vertex that each part receives.
    let mut gets: HashMap<u32, u32> = HashMap::from([(to, vertex)]);
    let mut open = VecDeque::from([to]);
    while let Some(from) = open.pop_front() {
        let members = (0..part.len() as u32).filter(|&member| part[member as usize] == from);
        for member in members.filter(|&member| graph.weights[member as usize] == graph.weights[vertex as usize]) {
            let next: Vec<u32> =
                neighbours(graph, part, member).into_iter().filter(|&next| !gets.contains_key(&next)).collect();
            if next.is_empty() {
                continue;
            }
            *searches = searches.checked_sub(1)?;
            if !stays_whole(graph, part, member, (gets.get(&from).copied(), from)) {
                continue;
            }
            for next in next {
                gets.insert(next, member);
                open.push_back(next);
            }
        }
        if gets.contains_key(&home) {
            break;
        }
    }
    let mut moves = vec![];
    let mut at = home;
    while let Some(&member) = gets.get(&at) {
        moves.push((member, at));
        if member == vertex {
            return Some(moves);
        }
        at = part[member as usize];
    }
    None
}

/// True if a vertex's neighbours in its part stay connected without it, with the vertex that the part receives.
fn stays_whole(graph: &Graph, part: &[u32], without: u32, (with, of): (Option<u32>, u32)) -> bool {
    let is_member = |vertex: u32| vertex != without && (part[vertex as usize] == of || Some(vertex) == with);
    let mut beside = graph.links[without as usize].iter().map(|&(other, _)| other).filter(|&other| is_member(other));
    let Some(first) = beside.next() else { return false };
    let mut seen = vec![false; part.len()];
    graph.piece(first, &mut seen, is_member);
    beside.all(|other| seen[other as usize]) && with.is_none_or(|with| seen[with as usize])
}
