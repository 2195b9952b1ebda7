// SPDX-License-Identifier: MIT OR Apache-2.0
//! Maps roles to the hosts of a torus.
//!
//! The hosts are halved recursively across their longest dimension, which gives a tree, and roles are mapped to it as
//! to any other. The result determines the block of hosts of each role, but not the side of the block. So the blocks
//! are mirrored and turned, the largest first, as long as that shortens distances.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::cost::Distances;
use crate::slots::{NONE, Slots};
use crate::traffic::Traffic;

const PASSES: usize = 8;

/// The hosts at one point of a torus.
#[derive(Clone, Debug)]
struct Point {
    coords: Vec<u32>,
    slots: Vec<u32>,
    /// The number of roles that each slot takes.
    room: Vec<u32>,
    /// The side of each cut that the point is on.
    sides: Vec<u32>,
}

impl Point {
    fn new(coords: Vec<u32>, own: Vec<u32>, slots: &Slots) -> Self {
        Self { coords, room: own.iter().map(|&slot| slots.capacity(slot)).collect(), slots: own, sides: vec![] }
    }
}

/// The hosts of a torus in nested blocks.
#[derive(Clone, Debug)]
pub struct Halves {
    /// The same slots, below the cuts.
    tree: Slots,
    /// The original slot of each slot of the tree.
    own: Vec<u32>,
    points: Vec<Point>,
    /// The points of each block, the whole torus first.
    blocks: Vec<Range<usize>>,
}

/// A symmetry of a block, which keeps all distances inside it.
#[derive(Clone, Copy, Debug)]
enum Turn {
    /// Reverses the points along a dimension.
    Mirror(usize),
    /// Exchanges two dimensions of equal length.
    Exchange(usize, usize),
}

impl Halves {
    /// The halves of a torus; `None` if slots are outside it.
    pub fn of(slots: &Slots) -> Option<Self> {
        let torus = slots.torus()?;
        let count = torus.dims.len();
        let mut at: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
        for slot in 0..slots.len() as u32 {
            if !torus.is_inside[slot as usize] {
                return None;
            }
            at.entry(torus.coords[slot as usize * count..][..count].to_vec()).or_default().push(slot);
        }
        let mut points: Vec<Point> = at.into_iter().map(|(coords, own)| Point::new(coords, own, slots)).collect();
        let mut blocks = vec![];
        cut(&mut points, 0, &mut blocks);
        let deepest = points.iter().map(|point| point.sides.len()).max().unwrap_or(0);
        let (mut paths, mut slot_of_path) = (vec![], vec![]);
        for point in &points {
            for &slot in &point.slots {
                let host = (torus.host_depth[slot as usize] as usize).saturating_sub(1);
                let mut path = point.sides.clone();
                path.resize(deepest, 0);
                path.extend(&slots.path_of(slot)[host..]);
                for _ in 0..slots.capacity(slot) {
                    paths.push(path.clone());
                    slot_of_path.push(slot);
                }
            }
        }
        let levels = paths.iter().map(Vec::len).max().unwrap_or(0);
        let levels: Vec<String> = (0..levels).map(|level| format!("Half{level}")).collect();
        let tree = Slots::from_places(&levels, &paths);
        let mut own = vec![0; tree.len()];
        (0..).zip(slot_of_path).for_each(|(path, slot)| own[tree.slot_of_place(path) as usize] = slot);
        Some(Self { tree, own, points, blocks })
    }

    /// The same slots, with a level for each cut.
    pub fn tree(&self) -> &Slots {
        &self.tree
    }

    /// The original slots of roles that have slots of the tree, after blocks are mirrored and turned.
    pub fn turned(&self, traffic: &Traffic, distances: &Distances<'_>, slot_of: &[u32]) -> Vec<u32> {
        let mut slot_of: Vec<u32> = slot_of.iter().map(|&slot| self.own[slot as usize]).collect();
        let mut roles_at = vec![vec![]; self.tree.len()];
        (0..).zip(&slot_of).for_each(|(role, &slot): (u32, _)| roles_at[slot as usize].push(role));
        let mut target = vec![NONE; self.tree.len()];
        for _ in 0..PASSES {
            let mut has_changed = false;
            for block in &self.blocks {
                for turn in self.turns(block) {
                    if !self.aim(block, turn, &mut target) {
                        continue;
                    }
                    let slots = || self.points[block.clone()].iter().flat_map(|point| &point.slots).copied();
                    let roles: Vec<u32> = slots().flat_map(|slot| roles_at[slot as usize].clone()).collect();
                    if gain(traffic, distances, &roles, &slot_of, &target) > 0 {
                        has_changed = true;
                        roles.iter().for_each(|&role| roles_at[slot_of[role as usize] as usize].clear());
                        for role in roles {
                            let to = target[slot_of[role as usize] as usize];
                            slot_of[role as usize] = to;
                            roles_at[to as usize].push(role);
                        }
                    }
                    slots().for_each(|slot| target[slot as usize] = NONE);
                }
            }
            if !has_changed {
                break;
            }
        }
        slot_of
    }

    fn turns(&self, block: &Range<usize>) -> Vec<Turn> {
        let lengths: Vec<u32> = extent(&self.points[block.clone()]).into_iter().map(|(low, high)| high - low).collect();
        let long: Vec<usize> = (0..lengths.len()).filter(|&dimension| lengths[dimension] > 0).collect();
        let mirrors = long.iter().map(|&dimension| Turn::Mirror(dimension));
        let pairs = long.iter().flat_map(|&a| long.iter().map(move |&b| (a, b)));
        let exchanges = pairs.filter(|&(a, b)| a < b && lengths[a] == lengths[b]);
        mirrors.chain(exchanges.map(|(a, b)| Turn::Exchange(a, b))).collect()
    }

    /// Computes the new slot of each slot of a block after a turn; false if a point has no equal at its new position.
    fn aim(&self, block: &Range<usize>, turn: Turn, target: &mut [u32]) -> bool {
        let points = &self.points[block.clone()];
        let extent = extent(points);
        let at: BTreeMap<&[u32], &Point> = points.iter().map(|point| (&point.coords[..], point)).collect();
        let mut pairs = vec![];
        for point in points {
            let mut coords = point.coords.clone();
            match turn {
                Turn::Mirror(along) => coords[along] = extent[along].0 + extent[along].1 - coords[along],
                Turn::Exchange(a, b) => {
                    let (from_a, from_b) = (coords[a] - extent[a].0, coords[b] - extent[b].0);
                    (coords[a], coords[b]) = (extent[a].0 + from_b, extent[b].0 + from_a);
                }
            }
            match at.get(&coords[..]) {
                Some(other) if other.room == point.room => pairs.push((point, *other)),
                _ => return false,
            }
        }
        for (point, other) in pairs {
            point.slots.iter().zip(&other.slots).for_each(|(&slot, &to)| target[slot as usize] = to);
        }
        true
    }
}

/// Halves points across their longest dimension, recursively.
fn cut(points: &mut [Point], begin: usize, blocks: &mut Vec<Range<usize>>) {
    if points.len() < 2 {
        return;
    }
    blocks.push(begin..begin + points.len());
    let lengths = extent(points).into_iter().map(|(low, high)| high - low).enumerate();
    let along =
        lengths.max_by_key(|&(dimension, length)| (length, std::cmp::Reverse(dimension))).map_or(0, |most| most.0);
    points.sort_by(|a, b| (a.coords[along], &a.coords).cmp(&(b.coords[along], &b.coords)));
    let borders = (1..points.len()).filter(|&at| points[at - 1].coords[along] != points[at].coords[along]);
    let middle = borders.min_by_key(|at| at.abs_diff(points.len() / 2)).unwrap_or(points.len() / 2);
    let (left, right) = points.split_at_mut(middle);
    for (side, half) in [(0, left), (1, right)] {
        half.iter_mut().for_each(|point| point.sides.push(side));
        cut(half, begin + if side == 0 { 0 } else { middle }, blocks);
    }
}

/// The first and the last coordinate of points in each dimension.
fn extent(points: &[Point]) -> Vec<(u32, u32)> {
    let of = |dimension: usize| {
        let along = || points.iter().map(|point| point.coords[dimension]);
        (along().min().unwrap_or(0), along().max().unwrap_or(0))
    };
    (0..points.first().map_or(0, |point| point.coords.len())).map(of).collect()
}

/// The gain if roles move from their slots to their targets; distances between these roles do not change.
fn gain(traffic: &Traffic, distances: &Distances<'_>, roles: &[u32], slot_of: &[u32], target: &[u32]) -> i128 {
    let mut gain = 0;
    for &role in roles {
        let from = slot_of[role as usize];
        let (now, then) = (distances.point(from), distances.point(target[from as usize]));
        for (partner, weight) in traffic.row(role) {
            let at = slot_of[partner as usize];
            if target[at as usize] == NONE {
                let at = distances.point(at);
                gain += i128::from(weight) * i128::from(distances.between(now, at) - distances.between(then, at));
            }
        }
    }
    gain
}
