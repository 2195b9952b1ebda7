// SPDX-License-Identifier: MIT OR Apache-2.0
//! Maps from the leaves of the slots' tree upwards: roles are put into groups of the size of a node, these groups into
//! larger ones, with the traffic between groups as their traffic (thesis, 3.3.3, algorithm 1).
//!
//! Empty roles fill up the last group. The groups are those with the most traffic inside, found by branch and bound, if
//! few groups are possible; otherwise they are grown along the heaviest traffic.

use crate::slots::Slots;
use crate::traffic::Traffic;

/// The most possible groups for which the best ones are searched.
const CANDIDATES: u128 = 3000;

/// The most sets of groups that are examined.
const LOOKS: usize = 50_000;

/// The slot of each role; `None` if the tree has nodes of several sizes.
pub fn grouping(traffic: &Traffic, slots: &Slots) -> Option<Vec<u32>> {
    let sizes = sizes(slots)?;
    let mut members: Vec<Vec<u32>> = (0..traffic.roles() as u32).map(|role| vec![role]).collect();
    let mut between = traffic.clone();
    let mut room = 1;
    for &size in sizes.iter().rev() {
        let groups = groups(&between, size);
        let mut group_of = vec![0; between.roles()];
        let mut next = Vec::with_capacity(groups.len());
        for (index, group) in (0..).zip(&groups) {
            let mut joined = Vec::with_capacity(room * size);
            for &unit in group {
                group_of[unit as usize] = index;
                joined.append(&mut members[unit as usize]);
                joined.resize(joined.len().next_multiple_of(room), EMPTY);
            }
            joined.resize(room * size, EMPTY);
            next.push(joined);
        }
        between = between.between(groups.len(), &group_of);
        members = next;
        room *= size;
    }
    let mut slot_of = vec![0; traffic.roles()];
    let in_order = members.into_iter().flatten().enumerate().filter(|&(_, role)| role != EMPTY);
    in_order.for_each(|(slot, role)| slot_of[role as usize] = slot as u32);
    Some(slot_of)
}

const EMPTY: u32 = u32::MAX;

/// The number of children of the nodes at each depth; `None` if it differs, or if a slot takes more than one role.
pub fn sizes(slots: &Slots) -> Option<Vec<usize>> {
    let is_leaf = |slot: u32| slots.depth(slot) as usize == slots.deepest() && slots.capacity(slot) == 1;
    if slots.torus().is_some() || !(0..slots.len() as u32).all(is_leaf) {
        return None;
    }
    let mut children = vec![0_usize; slots.nodes().len()];
    slots.nodes().iter().skip(1).for_each(|node| children[node.parent as usize] += 1);
    let mut sizes = vec![None; slots.deepest()];
    for (node, &count) in slots.nodes().iter().zip(&children).filter(|(_, count)| **count > 0) {
        let size = &mut sizes[node.depth as usize];
        if size.is_some_and(|size| size != count) {
            return None;
        }
        *size = Some(count);
    }
    sizes.into_iter().collect()
}

/// Groups of up to `size` roles with much traffic inside, filled up with empty roles.
pub fn groups(traffic: &Traffic, size: usize) -> Vec<Vec<u32>> {
    let padded = traffic.roles().next_multiple_of(size);
    if size == 1 || padded == size {
        let all: Vec<u32> = (0..traffic.roles() as u32).collect();
        return all.chunks(size).map(<[u32]>::to_vec).collect();
    }
    let grown = grow(traffic, size);
    if possible(padded, size) > CANDIDATES {
        return grown;
    }
    Selection::of(traffic, size, padded).best(grown)
}

/// The number of groups of `size` that can be chosen from `roles` roles.
fn possible(roles: usize, size: usize) -> u128 {
    let step = |count: u128, taken: usize| count.saturating_mul((roles - taken) as u128) / (taken as u128 + 1);
    (0..size.min(roles - size)).fold(1, step)
}

/// Groups grown along the heaviest traffic.
fn grow(traffic: &Traffic, size: usize) -> Vec<Vec<u32>> {
    let mut pairs: Vec<(u32, u32, u64)> = traffic.pairs().collect();
    pairs.sort_by_key(|&(a, b, weight)| (std::cmp::Reverse(weight), a, b));
    let mut is_free = vec![true; traffic.roles()];
    let mut tied = vec![0_u64; traffic.roles()];
    let mut groups = vec![];
    for (a, b, _) in pairs {
        if !is_free[a as usize] || !is_free[b as usize] {
            continue;
        }
        let (mut group, mut border) = (vec![], vec![]);
        let mut next = Some(a);
        while let Some(role) = next.filter(|_| group.len() < size) {
            is_free[role as usize] = false;
            group.push(role);
            for (partner, weight) in traffic.row(role).filter(|&(partner, _)| is_free[partner as usize]) {
                if tied[partner as usize] == 0 {
                    border.push(partner);
                }
                tied[partner as usize] = tied[partner as usize].saturating_add(weight);
            }
            border.retain(|&partner| is_free[partner as usize]);
            next = border.iter().copied().max_by_key(|&role| (tied[role as usize], std::cmp::Reverse(role)));
        }
        border.into_iter().for_each(|role| tied[role as usize] = 0);
        group.iter().for_each(|&role| tied[role as usize] = 0);
        groups.push(group);
    }
    let left = (0..traffic.roles() as u32).filter(|&role| is_free[role as usize]);
    fill(groups, left.collect(), size, traffic.roles().div_ceil(size))
}

/// Dissolves the smallest groups until at most `most` are left, and fills these with the remaining roles.
fn fill(mut groups: Vec<Vec<u32>>, mut left: Vec<u32>, size: usize, most: usize) -> Vec<Vec<u32>> {
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    left.extend(groups.split_off(most.min(groups.len())).into_iter().flatten());
    groups.resize(most, vec![]);
    let mut left = left.into_iter();
    groups.iter_mut().for_each(|group| group.extend(left.by_ref().take(size - group.len())));
    groups
}

/// The best set of disjoint groups: the lowest role in no group gets one, in all possible ways.
struct Selection {
    roles: usize,
    padded: usize,
    /// The groups by their lowest role, those with the most traffic first.
    by_lowest: Vec<Vec<(u128, Vec<u32>)>>,
    /// The most traffic that a role contributes to a group, times the size.
    most: Vec<u128>,
    size: u128,
    looks: usize,
    best: u128,
    chosen: Vec<Vec<u32>>,
}

impl Selection {
    fn of(traffic: &Traffic, size: usize, padded: usize) -> Self {
        let mut by_lowest = vec![vec![]; padded];
        let mut most = vec![0; padded];
        let mut group: Vec<u32> = (0..size as u32).collect();
        loop {
            let inside = inside(traffic, &group);
            group.iter().for_each(|&role| most[role as usize] = inside.max(most[role as usize]));
            by_lowest[group[0] as usize].push((inside, group.clone()));
            if !advance(&mut group, padded as u32) {
                break;
            }
        }
        by_lowest.iter_mut().for_each(|groups| groups.sort_by_key(|group| std::cmp::Reverse(group.0)));
        Self { roles: traffic.roles(), padded, by_lowest, most, size: size as u128, looks: 0, best: 0, chosen: vec![] }
    }

    /// The best set, or `start` if no better one is found.
    fn best(mut self, start: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        self.search(&mut vec![false; self.padded], &mut vec![], 0);
        if self.chosen.is_empty() {
            return start;
        }
        let own = |group: &Vec<u32>| group.iter().copied().filter(|&role| (role as usize) < self.roles).collect();
        self.chosen.iter().map(own).collect()
    }

    fn search(&mut self, used: &mut Vec<bool>, taken: &mut Vec<(usize, usize)>, sum: u128) {
        self.looks += 1;
        let Some(lowest) = used.iter().position(|used| !used) else {
            if sum > self.best || self.chosen.is_empty() {
                self.best = sum;
                self.chosen = taken.iter().map(|&(role, index)| self.by_lowest[role][index].1.clone()).collect();
            }
            return;
        };
        // Each role contributes at most its part of its best group.
        let rest: u128 = (lowest..self.padded).filter(|&role| !used[role]).map(|role| self.most[role]).sum();
        if !self.chosen.is_empty() && (sum + rest / self.size <= self.best || self.looks > LOOKS) {
            return;
        }
        for index in 0..self.by_lowest[lowest].len() {
            let (inside, group) = self.by_lowest[lowest][index].clone();
            if group.iter().any(|&role| used[role as usize]) {
                continue;
            }
            group.iter().for_each(|&role| used[role as usize] = true);
            taken.push((lowest, index));
            self.search(used, taken, sum + inside);
            taken.pop();
            group.iter().for_each(|&role| used[role as usize] = false);
        }
    }
}

/// The traffic inside an ascending group, in which numbers beyond the roles are empty.
fn inside(traffic: &Traffic, group: &[u32]) -> u128 {
    let own = group.iter().filter(|&&role| (role as usize) < traffic.roles());
    own.flat_map(|&a| traffic.row(a).filter(move |&(b, _)| a < b))
        .filter(|(b, _)| group.binary_search(b).is_ok())
        .map(|(_, weight)| u128::from(weight))
        .sum()
}

/// Advances to the next ascending group of numbers below `count`; returns false if there is none.
fn advance(group: &mut [u32], count: u32) -> bool {
    let size = group.len();
    let Some(at) = (0..size).rev().find(|&at| group[at] < count - (size - at) as u32) else { return false };
    group[at] += 1;
    (at + 1..size).for_each(|later| group[later] = group[later - 1] + 1);
    true
}
