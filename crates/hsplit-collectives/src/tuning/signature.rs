// SPDX-License-Identifier: MIT OR Apache-2.0
//! The signature that distinguishes kinds of communicators.

use std::collections::BTreeMap;

use crate::levels::{LevelGroup, Part};

/// The greatest length of the text of a communicator's levels; longer ones are not stored.
pub(super) const LONGEST_SHAPE: usize = 200;

/// Returns the levels of a communicator with their counts, and the order of its ranks over the nodes: `nodes:4x(8)
/// cyclic` for four nodes of eight ranks each in cyclic order. Equal on all ranks. `None` if it is too long for a
/// table.
pub fn signature(levels: &LevelGroup) -> Option<String> {
    let shape = shape(&Part::Many(levels.clone()));
    let mut node_of = vec![];
    number_nodes(levels, &mut 0, &mut node_of);
    node_of.sort_unstable();
    let nodes: Vec<usize> = node_of.into_iter().map(|(_, node)| node).collect();
    let count = nodes.iter().max().map_or(0, |last| last + 1);
    let order = if nodes.windows(2).all(|two| two[0] <= two[1]) {
        "block"
    } else if nodes.iter().enumerate().all(|(rank, node)| *node == rank % count) {
        "cyclic"
    } else {
        "other"
    };
    (shape.len() <= LONGEST_SHAPE).then(|| format!("{shape} {order}"))
}

/// Returns the number of ranks of a communicator with this signature.
pub(super) fn ranks(signature: &str) -> Option<usize> {
    let shape = signature.split(' ').next()?;
    let (count, rest) = count_of(shape)?;
    rest.is_empty().then_some(count)
}

/// Returns the ranks of the shape at the beginning of a text, and the rest of the text.
fn count_of(text: &str) -> Option<(usize, &str)> {
    let (mut sum, mut rest) = (0usize, text.strip_prefix("nodes:").unwrap_or(text));
    loop {
        let digits = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
        let times = if digits == 0 { 1 } else { rest[..digits].parse().ok()? };
        rest = &rest[digits..];
        let mut of_each = 1;
        match rest.strip_prefix(if digits == 0 { "(" } else { "x(" }) {
            Some(inner) => {
                let (count, after) = count_of(inner)?;
                (of_each, rest) = (count, after.strip_prefix(')')?);
            }
            None if digits == 0 => return None,
            None => {}
        }
        sum = sum.checked_add(usize::checked_mul(times, of_each)?)?;
        match rest.strip_prefix('+') {
            Some(more) => rest = more,
            None => return Some((sum, rest)),
        }
    }
}

/// Returns `8` for single ranks, `4x(8)` for equal parts, `(4)+2x(8)` for others.
fn shape(part: &Part) -> String {
    let Part::Many(group) = part else { return "1".to_owned() };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for part in &group.parts {
        *counts.entry(shape(part)).or_default() += 1;
    }
    let one = |(shape, count): (&String, &usize)| match (shape.as_str(), *count) {
        ("1", count) => count.to_string(),
        (shape, 1) => format!("({shape})"),
        (shape, count) => format!("{count}x({shape})"),
    };
    let kind = if group.inside_node { "" } else { "nodes:" };
    kind.to_owned() + &counts.iter().map(one).collect::<Vec<_>>().join("+")
}

/// Collects each rank with the number of its node, in the order of the nodes.
fn number_nodes(group: &LevelGroup, next: &mut usize, found: &mut Vec<(u32, usize)>) {
    for part in &group.parts {
        match part {
            Part::Many(inner) if !inner.inside_node => number_nodes(inner, next, found),
            _ => {
                found.extend(part.ranks().into_iter().map(|rank| (rank, *next)));
                *next += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn communicators_of_one_kind_have_one_signature() {
        let node = |ranks: &[u32]| {
            Part::Many(LevelGroup { inside_node: true, parts: ranks.iter().copied().map(Part::One).collect() })
        };
        let of = |parts: Vec<Part>| signature(&LevelGroup { inside_node: false, parts });
        assert_eq!(of(vec![node(&[0, 1]), node(&[2, 3])]).as_deref(), Some("nodes:2x(2) block"));
        assert_eq!(of(vec![node(&[0, 2]), node(&[1, 3])]).as_deref(), Some("nodes:2x(2) cyclic"));
        assert_eq!(of(vec![node(&[0, 3]), node(&[1, 2])]).as_deref(), Some("nodes:2x(2) other"));
        assert_eq!(of(vec![node(&[0, 1, 2]), Part::One(3)]).as_deref(), Some("nodes:1+(3) block"));
        let one = LevelGroup { inside_node: true, parts: vec![node(&[0, 2]), node(&[1, 3])] };
        assert_eq!(signature(&one).as_deref(), Some("2x(2) cyclic"));
        for (text, count) in
            [("nodes:2x(2) block", 4), ("nodes:1+(3) other", 4), ("8 block", 8), ("2x(3x(2)+4)+(5) x", 25)]
        {
            assert_eq!(ranks(text), Some(count), "{text}");
        }
        for text in ["", "nodes: block", "2x block", "2x(3 block", "2) block", "-3 x", "99999999999x(99999999999) x"] {
            assert_eq!(ranks(text), None, "{text}");
        }
        let unlike: Vec<Part> = (0..60).map(|at| node(&(at * 100..at * 100 + at + 2).collect::<Vec<_>>())).collect();
        assert_eq!(of(unlike), None);
    }
}
