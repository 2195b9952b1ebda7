// SPDX-License-Identifier: MIT OR Apache-2.0
//! The units of an instance in contiguous parts, and which worker gets which.

use super::nearest::Nearest;
use super::tree::NodeTree;

/// Some units in `count` parts. If there are fewer units, the parts of one unit each repeat in turn.
pub(super) fn shared<'a>(tree: &'a NodeTree<'_>, units: &'a [u32], count: usize) -> Vec<&'a [u32]> {
    let parts = cut(tree, units, count.min(units.len()));
    parts.iter().copied().cycle().take(count).collect()
}

/// Cuts units into `count` runs along the hierarchy, at most one core larger than each other. There are as many units
/// as parts; cores are cut where there are fewer of them.
fn cut<'a>(tree: &'a NodeTree<'_>, units: &'a [u32], count: usize) -> Vec<&'a [u32]> {
    let cores: Vec<usize> = tree.by_core(units).map(<[u32]>::len).collect();
    if cores.len() < count { in_cores(units, &cores, count) } else { between_cores(units, &cores, count) }
}

/// Whole cores for each part; the first parts have one more where they cannot be equal.
fn between_cores<'a>(units: &'a [u32], cores: &[usize], count: usize) -> Vec<&'a [u32]> {
    let (mut rest, mut next) = (units, 0);
    let mut part = |index: usize| {
        let size = cores.len() / count + usize::from(index < cores.len() % count);
        let (own, others) = rest.split_at(cores[next..next + size].iter().sum());
        (rest, next) = (others, next + size);
        own
    };
    (0..count).map(&mut part).collect()
}

/// Parts of cores: each core has one, and as long as there are too few, the one with the largest parts gets another.
fn in_cores<'a>(units: &'a [u32], cores: &[usize], count: usize) -> Vec<&'a [u32]> {
    let mut parts = vec![1; cores.len()];
    for _ in cores.len()..count {
        let largest = |&a: &usize, &b: &usize| (cores[a] * parts[b]).cmp(&(cores[b] * parts[a])).then(b.cmp(&a));
        if let Some(core) = (0..cores.len()).max_by(largest) {
            parts[core] += 1;
        }
    }
    let (mut all, mut rest) = (vec![], units);
    for (&size, &parts) in cores.iter().zip(&parts) {
        let (own, others) = rest.split_at(size);
        rest = others;
        all.extend(between_cores(own, &vec![1; size], parts));
    }
    all
}

/// The member that gets each part: part after part, the nearest of the workers that have none yet. `workers` are in
/// rank order, in which the first of several goes.
pub(super) fn assign(tree: &NodeTree<'_>, parts: &[&[u32]], workers: &[u32], seats: &[u32]) -> Vec<u32> {
    if let [only] = workers {
        return vec![*only];
    }
    let mut free = workers.to_vec();
    let mut nearest = Nearest::new(tree);
    let mut take = |part: &&[u32]| {
        tree.by_core(part).for_each(|core| nearest.add(tree.around(core), 0));
        let index = closest(free.iter().map(|&member| nearest.find(seats[member as usize])));
        nearest.clear();
        free.remove(index)
    };
    parts.iter().map(&mut take).collect()
}

/// The first of the lowest distances. Nothing is nearer than what is there already.
fn closest(distances: impl Iterator<Item = Option<(u32, u32)>>) -> usize {
    let mut best = (u32::MAX, 0);
    for (index, distance) in distances.enumerate() {
        let hops = distance.map_or(u32::MAX, |(hops, _)| hops);
        if hops < best.0 {
            best = (hops, index);
        }
        if hops == 0 {
            break;
        }
    }
    best.1
}
