// SPDX-License-Identifier: MIT OR Apache-2.0
//! Cuts the units of an instance into contiguous parts and assigns them to workers.

use super::nearest::Nearest;
use super::tree::NodeTree;

/// Cuts units into `count` parts. If there are fewer units than parts, the parts of one unit each repeat in turn.
pub(super) fn shared<'a>(tree: &'a NodeTree<'_>, units: &'a [u32], count: usize) -> Vec<&'a [u32]> {
    let parts = cut(tree, units, count.min(units.len()));
    parts.iter().copied().cycle().take(count).collect()
}

/// Cuts units into `count` runs along the hierarchy, whose sizes differ by at most one core. `count` is at most the
/// number of units; cores are cut if there are fewer cores than parts.
fn cut<'a>(tree: &'a NodeTree<'_>, units: &'a [u32], count: usize) -> Vec<&'a [u32]> {
    let cores: Vec<usize> = tree.by_core(units).map(<[u32]>::len).collect();
    if cores.len() < count { in_cores(units, &cores, count) } else { between_cores(units, &cores, count) }
}

/// Whole cores for each part; if they cannot be equal, the first parts have one core more.
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

/// Parts of cores: each core is one part; while there are too few parts, the core with the largest parts is cut again.
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

/// The member that gets each part: each part in turn goes to the nearest worker without one. Among equally near workers
/// the first in `workers`, which are in rank order, is taken.
pub(super) fn assign(tree: &NodeTree<'_>, parts: &[&[u32]], workers: &[u32], places: &[u32]) -> Vec<u32> {
    if let [only] = workers {
        return vec![*only];
    }
    let mut free = workers.to_vec();
    let mut nearest = Nearest::new(tree);
    let mut take = |part: &&[u32]| {
        tree.by_core(part).for_each(|core| nearest.add(tree.around(core), 0));
        let index = closest(free.iter().map(|&member| nearest.find(places[member as usize])));
        nearest.clear();
        free.remove(index)
    };
    parts.iter().map(&mut take).collect()
}

/// The index of the first lowest distance; `None` is farther than any distance.
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
