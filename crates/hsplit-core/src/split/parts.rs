// SPDX-License-Identifier: MIT OR Apache-2.0
//! Cuts ranks into a number of parts along the hierarchy.
//!
//! The hierarchy is a tree: below the common level of some ranks, its *children* are the instances of the next step,
//! and each rank without a next step, all in the order of their lowest ranks. With at least as many parts as children,
//! every child gets parts of its own and is cut in turn. With fewer parts, no child is cut, and neighbours are joined.
//! In both cases the largest part is as small as possible. Neighbours in a torus are those of the torus ([`torus`]). In
//! any other network that is no tree the children are nodes, or parts of nodes if a criterion leaves nodes out, and
//! neighbours are linked ([`routers`]).

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use super::at::At;
use super::routers;
use super::torus::{self, Spot};
use crate::hash::hash;
use crate::place::{common_prefix, next_step_end};
use crate::routers::Routers;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) first: u32,
    pub(super) parts: u32,
    /// True if it shares its only part with neighbours.
    pub(super) joined: bool,
}

impl Share {
    /// Encodes the share as a number less than `u64::MAX`.
    pub(super) fn encode(self) -> u64 {
        u64::from(self.first) << 32 | u64::from(self.parts & i32::MAX as u32) << 1 | u64::from(self.joined)
    }

    /// Decodes a number from [`Share::encode`].
    pub(super) fn decode(code: u64) -> Self {
        Self { first: (code >> 32) as u32, parts: code as u32 >> 1, joined: code & 1 != 0 }
    }
}

/// The shares of children, all of which have ranks, in `parts` parts with numbers from `first`. `network` is this
/// rank's network without coordinates.
pub(super) fn allot(children: &[Spot], first: u32, parts: u32, network: Option<&Routers>) -> Vec<Share> {
    let ranks: Vec<u32> = children.iter().map(|child| child.ranks).collect();
    if parts as usize >= ranks.len() {
        return divide(&ranks, first, parts);
    }
    let by_links = || routers::parts(children, parts, network?);
    match torus::parts(children, parts).or_else(by_links) {
        Some(found) => joined(&found, first, parts),
        None => join(&ranks, first, parts),
    }
}

/// The shares of children from their parts, counted from 0.
fn joined(found: &[u32], first: u32, parts: u32) -> Vec<Share> {
    let mut children = vec![0; parts as usize];
    found.iter().for_each(|&part| children[part as usize] += 1);
    let share = |&part: &u32| Share { first: first + part, parts: 1, joined: children[part as usize] > 1 };
    found.iter().map(share).collect()
}

/// The spot of a child with `ranks` ranks. `path` is the path of one of them: `common` bytes lead to the parent, and
/// `end` bytes to the child.
pub(super) fn spot(path: &[u8], common: usize, end: usize, ranks: u32, at: Option<At>) -> Spot {
    Spot { ranks, identity: hash(&path[common..end]), at }
}

/// Gives every child a part, and each further part to the child whose parts are the largest.
fn divide(ranks: &[u32], first: u32, parts: u32) -> Vec<Share> {
    let mut claims: BinaryHeap<Claim> =
        ranks.iter().enumerate().map(|(child, &ranks)| Claim { ranks, parts: 1, child }).collect();
    for _ in ranks.len()..parts as usize {
        if let Some(mut largest) = claims.peek_mut() {
            largest.parts += 1;
        }
    }
    let mut claims = claims.into_vec();
    claims.sort_unstable_by_key(|claim| claim.child);
    let share = |first: &mut u32, claim: Claim| {
        let share = Share { first: *first, parts: claim.parts, joined: false };
        *first += claim.parts;
        Some(share)
    };
    claims.into_iter().scan(first, share).collect()
}

/// A child with its number of parts so far. The greatest claim has the largest parts; of equal ones it is the first
/// child.
#[derive(PartialEq, Eq)]
struct Claim {
    ranks: u32,
    parts: u32,
    child: usize,
}

impl Ord for Claim {
    fn cmp(&self, other: &Self) -> Ordering {
        let size = |a: &Self, b: &Self| u64::from(a.ranks) * u64::from(b.parts);
        size(self, other).cmp(&size(other, self)).then(other.child.cmp(&self.child))
    }
}

impl PartialOrd for Claim {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Joins children to fewer runs than there are children: the largest run is as small as possible, and each run ends as
/// near as possible to its share of the rest.
fn join(ranks: &[u32], first: u32, parts: u32) -> Vec<Share> {
    let all: u64 = ranks.iter().map(|&ranks| u64::from(ranks)).sum();
    let limit = smallest_limit(ranks, all, parts);
    let runs_from = runs_needed(ranks, limit);
    let mut shares = Vec::with_capacity(ranks.len());
    let mut left = all;
    for part in 0..parts {
        let (others, begin) = (parts - part - 1, shares.len());
        let (mut end, mut size) = (begin, 0);
        while let Some(&next) = ranks.get(end) {
            let next = u64::from(next);
            let may_grow = size + next <= limit && ranks.len() - end > others as usize;
            let must_grow = size == 0 || runs_from[end] > others;
            // True if the run is nearer to its share with the next child than without it.
            let is_nearer = (2 * size + next) * u64::from(others + 1) < 2 * left;
            if !may_grow || !(must_grow || is_nearer) {
                break;
            }
            (end, size) = (end + 1, size + next);
        }
        let share = Share { first: first + part, parts: 1, joined: end - begin > 1 };
        shares.resize(end, share);
        left -= size;
    }
    shares
}

/// The size of the largest run in the most even cut into `parts` runs.
fn smallest_limit(ranks: &[u32], all: u64, parts: u32) -> u64 {
    let (mut low, mut high) = (ranks.iter().map(|&ranks| u64::from(ranks)).max().unwrap_or(0), all);
    while low < high {
        let middle = low + (high - low) / 2;
        if runs_needed(ranks, middle)[0] <= parts { high = middle } else { low = middle + 1 }
    }
    low
}

/// For each child, the least number of runs of at most `limit` ranks from that child to the end. No child has more than
/// `limit` ranks.
fn runs_needed(ranks: &[u32], limit: u64) -> Vec<u32> {
    let mut needed = vec![0; ranks.len() + 1];
    let (mut end, mut size) = (ranks.len(), 0);
    for begin in (0..ranks.len()).rev() {
        size += u64::from(ranks[begin]);
        while size > limit {
            end -= 1;
            size -= u64::from(ranks[end]);
        }
        needed[begin] = 1 + needed[end];
    }
    needed
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AssignedPart {
    pub(super) number: u32,
    /// The number of bytes of the rank's path down to the narrowest instance around the whole part.
    pub(super) shared: usize,
    /// True if it consists of several children.
    pub(super) joined: bool,
}

/// Cuts ranks with these paths, in rank order, into `parts` parts: at least two, and at most the number of ranks. `at`
/// contains the place of each rank in a network that is no tree, and the number of bytes of its path down to its node
/// if nodes are cut; `network` is the network of this rank.
pub(super) fn cut(
    paths: &[&[u8]],
    at: &[(Option<At>, usize)],
    parts: u32,
    network: Option<&Routers>,
) -> Vec<AssignedPart> {
    let mut cut = vec![AssignedPart::default(); paths.len()];
    let whole = Share { first: 0, parts, joined: false };
    let mut open: Vec<(Vec<usize>, Share)> = vec![((0..paths.len()).collect(), whole)];
    while let Some((ranks, share)) = open.pop() {
        let common = common(paths, &ranks);
        let end_of = |rank: usize| child_end(paths[rank], common, at[rank].1);
        let children = children(paths, &ranks, common, &end_of);
        let of = |child: &Vec<usize>| {
            let first = child[0];
            spot(paths[first], common, end_of(first), child.len() as u32, at[first].0.clone())
        };
        let spots: Vec<Spot> = children.iter().map(of).collect();
        for (child, share) in children.into_iter().zip(allot(&spots, share.first, share.parts, network)) {
            if share.parts > 1 && child.len() > 1 {
                open.push((child, share));
                continue;
            }
            for rank in child {
                cut[rank] = AssignedPart { number: share.first, shared: end_of(rank), joined: share.joined };
            }
        }
    }
    set_joined(paths, &mut cut);
    cut
}

/// Sets the narrowest instance around each part of several children: their parent, or a switch inside it if the
/// children are nodes.
fn set_joined(paths: &[&[u8]], cut: &mut [AssignedPart]) {
    let mut members: HashMap<u32, Vec<usize>> = HashMap::new();
    for (rank, part) in cut.iter().enumerate().filter(|(_, part)| part.joined) {
        members.entry(part.number).or_default().push(rank);
    }
    for ranks in members.into_values() {
        let shared = common(paths, &ranks);
        ranks.into_iter().for_each(|rank| cut[rank].shared = shared);
    }
}

/// The number of bytes, at least `node_end`, down to the child on a path, below the first `common` bytes. A path that
/// ends there is a child of its own.
pub(super) fn child_end(path: &[u8], common: usize, node_end: usize) -> usize {
    next_step_end(path, common).unwrap_or(path.len()).max(node_end).min(path.len())
}

fn common(paths: &[&[u8]], ranks: &[usize]) -> usize {
    let first = ranks.first().map_or(&[][..], |&rank| paths[rank]);
    ranks.iter().fold(first.len(), |common, &rank| common_prefix(&first[..common], paths[rank]))
}

/// The ranks of each child, children in the order of their lowest ranks.
fn children(paths: &[&[u8]], ranks: &[usize], common: usize, end_of: &dyn Fn(usize) -> usize) -> Vec<Vec<usize>> {
    let mut known: HashMap<&[u8], usize> = HashMap::new();
    let mut children: Vec<Vec<usize>> = vec![];
    for &rank in ranks {
        let next = children.len();
        let child = match end_of(rank) {
            end if end > common => *known.entry(&paths[rank][common..end]).or_insert(next),
            _ => next,
        };
        if child == next {
            children.push(vec![]);
        }
        children[child].push(rank);
    }
    children
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn allot(ranks: &[u32], first: u32, parts: u32) -> Vec<Share> {
        let spot = |&ranks: &u32| Spot { ranks, identity: 0, at: None };
        super::allot(&ranks.iter().map(spot).collect::<Vec<_>>(), first, parts, None)
    }

    fn sizes(ranks: &[u32], shares: &[Share]) -> Vec<u32> {
        let mut sizes: Vec<u32> = vec![];
        for (ranks, share) in ranks.iter().zip(shares) {
            sizes.resize(sizes.len().max(share.first as usize + 1), 0);
            sizes[share.first as usize] += ranks;
        }
        sizes
    }

    #[test]
    fn neighbours_are_joined_evenly() {
        for (ranks, parts, expected) in [
            (&[8, 8, 8, 8][..], 2, &[16, 16][..]),
            (&[8, 8, 8, 8], 3, &[8, 8, 16]),
            (&[1; 9], 4, &[2, 2, 2, 3]),
            (&[100, 1, 1, 1], 3, &[100, 1, 2]),
            (&[1, 1, 1, 100], 3, &[2, 1, 100]),
            (&[6, 1, 6, 1], 2, &[7, 7]),
            (&[5, 5, 5], 1, &[15]),
        ] {
            assert_eq!(sizes(ranks, &allot(ranks, 0, parts)), expected, "{ranks:?} in {parts}");
        }
    }

    #[test]
    fn larger_children_get_more_parts() {
        for (ranks, parts, expected) in [
            (&[8, 8, 8, 8][..], 6, &[2, 2, 1, 1][..]),
            (&[8, 2], 5, &[4, 1]),
            (&[1, 9, 2], 3, &[1, 1, 1]),
            (&[3, 3], 6, &[3, 3]),
        ] {
            let parts: Vec<u32> = allot(ranks, 7, parts).iter().map(|share| share.parts).collect();
            assert_eq!(parts, expected, "{ranks:?}");
        }
    }

    /// The size of the largest run in the most even cut into `parts` runs, by trying all cuts.
    fn slow_limit(ranks: &[u32], parts: usize) -> u32 {
        match parts {
            1 => ranks.iter().sum(),
            _ => (1..=ranks.len() + 1 - parts)
                .map(|end| ranks[..end].iter().sum::<u32>().max(slow_limit(&ranks[end..], parts - 1)))
                .min()
                .expect("a way to join"),
        }
    }

    proptest! {
        #[test]
        fn shares_follow_one_another(ranks in prop::collection::vec(1u32..12, 1..12), parts in 1u32..60) {
            let parts = parts.min(ranks.iter().sum());
            let shares = allot(&ranks, 3, parts);
            prop_assert_eq!(shares.len(), ranks.len());
            let mut next = 3;
            for (index, share) in shares.iter().enumerate() {
                let begins = share.first == next;
                prop_assert!(begins || share.joined && share.first + 1 == next, "{:?}", shares);
                next = share.first + share.parts;
                prop_assert_eq!(Share::decode(share.encode()), *share);
                prop_assert!(share.encode() < u64::MAX);
                prop_assert!(share.parts >= 1 && share.parts <= ranks[index], "{:?}", shares);
                let alike = shares.iter().filter(|other| other.first == share.first).count();
                prop_assert_eq!(share.joined, alike > 1);
            }
            prop_assert_eq!(next, 3 + parts);
            if (parts as usize) < ranks.len() {
                let largest = sizes(&ranks, &allot(&ranks, 0, parts)).into_iter().max();
                prop_assert_eq!(largest, Some(slow_limit(&ranks, parts as usize)));
            }
        }
    }
}
