// SPDX-License-Identifier: MIT OR Apache-2.0
//! Maps the ranks of a Cartesian topology, whose traffic is along a stencil, to slots.
//!
//! If all nodes of the slots' tree at one depth have the same number of children, and the grid fills the slots, the
//! grid can be divided into blocks of blocks, with one factor of each dimension for each depth. All such divisions are
//! tried, by dynamic programming over depths: the cost of a depth depends only on the blocks there. Otherwise the grid
//! is cut along its dimensions according to the capacities of the slots. The cheapest of these, of row-major order and
//! of the general mapping is used.

use std::collections::{BTreeMap, BTreeSet};

use crate::cost::{Cost, Distances};
use crate::group::sizes;
use crate::mapper::map_from;
use crate::slots::Slots;
use crate::torus::Halves;
use crate::traffic::Traffic;
use crate::{MapError, Mapping, Options};

/// A Cartesian topology, its ranks in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The length of each dimension.
    pub dims: Vec<u32>,
    /// For each dimension, true if it is a ring.
    pub periods: Vec<bool>,
    /// The offset of each partner of a rank, and the traffic with it. The opposite offsets are implied.
    pub stencil: Vec<(Vec<i32>, u64)>,
}

impl Grid {
    /// A grid in which each rank has traffic with its neighbours along each dimension.
    pub fn star(dims: &[u32], periods: &[bool], weights: &[u64]) -> Self {
        Self { dims: dims.to_vec(), periods: periods.to_vec(), stencil: star(weights) }
    }

    /// The number of ranks.
    pub fn roles(&self) -> usize {
        self.dims.iter().map(|&dim| dim as usize).product()
    }

    /// The coordinates of a rank.
    pub fn coords(&self, role: u32) -> Vec<u32> {
        let mut rest = role;
        let mut coords: Vec<u32> = self.dims.iter().rev().map(|dim| (rest % dim, rest /= dim).0).collect();
        coords.reverse();
        coords
    }

    /// Each pair of partners, with the index of their entry in the stencil.
    pub fn arcs(&self) -> impl Iterator<Item = (u32, u32, usize)> + '_ {
        self.stencil.iter().enumerate().flat_map(move |(entry, (offset, _))| {
            (0..self.roles() as u32).filter_map(move |role| Some((role, self.partner(role, offset)?, entry)))
        })
    }

    /// The rank at an offset from another one; `None` outside the grid.
    fn partner(&self, role: u32, offset: &[i32]) -> Option<u32> {
        let coords = self.coords(role);
        let mut number = 0;
        for (dimension, (&coord, &dim)) in coords.iter().zip(&self.dims).enumerate() {
            let at = i64::from(coord) + i64::from(offset[dimension]);
            let is_inside = (0..i64::from(dim)).contains(&at);
            if !is_inside && !self.periods[dimension] {
                return None;
            }
            number = number * dim + at.rem_euclid(i64::from(dim)) as u32;
        }
        Some(number)
    }

    /// The traffic of the stencil.
    pub fn traffic(&self) -> Traffic {
        Traffic::from_arcs(self.roles(), self.arcs().map(|(from, to, entry)| (from, to, self.stencil[entry].1)))
    }

    /// The traffic of the stencil inside blocks of this size.
    fn inside(&self, block: &[u32]) -> i128 {
        let along = |dimension: usize, offset: i32| {
            let (length, dim) = (block[dimension], self.dims[dimension]);
            let pairs = match offset.rem_euclid(dim as i32) as u32 {
                0 if self.periods[dimension] => length,
                steps if self.periods[dimension] => length.saturating_sub(steps) + length.saturating_sub(dim - steps),
                _ => length.saturating_sub(offset.unsigned_abs()),
            };
            i128::from(pairs) * i128::from(dim / length)
        };
        let of = |(offset, weight): &(Vec<i32>, u64)| {
            let pairs: i128 = offset.iter().enumerate().map(|(dimension, &offset)| along(dimension, offset)).product();
            pairs * i128::from(*weight)
        };
        self.stencil.iter().map(of).sum()
    }

    /// The traffic of the stencil between blocks of this size.
    fn leaving(&self, block: &[u32]) -> i128 {
        self.inside(&self.dims) - self.inside(block)
    }
}

fn star(weights: &[u64]) -> Vec<(Vec<i32>, u64)> {
    let offset = |dimension: usize| (0..weights.len()).map(|other| i32::from(other == dimension)).collect();
    weights.iter().enumerate().map(|(dimension, &weight)| (offset(dimension), weight)).collect()
}

/// The slots of a grid's ranks, in the form of [`crate::map`].
///
/// # Errors
/// The same as for [`crate::map`].
pub fn map_grid(
    grid: &Grid,
    slots: &Slots,
    present: Option<&Mapping>,
    options: &Options,
    timed_out: &dyn Fn() -> bool,
) -> Result<Mapping, MapError> {
    let traffic = grid.traffic();
    slots.check_room(traffic.roles())?;
    let distances = Distances::new(slots, &options.cost)?;
    let seats = (0..slots.len() as u32).flat_map(|slot| (0..slots.capacity(slot)).map(move |_| slot));
    let row_major: Vec<u32> = seats.take(traffic.roles()).collect();
    let mut starts = vec![row_major, cuts(grid, &traffic, slots)];
    starts.extend(blocks(grid, slots, &distances));
    starts.extend(along_torus(grid, slots));
    let halves = Halves::of(slots).filter(|_| options.cost == Cost::Hops);
    starts.extend(halves.map(|halves| {
        let cut = cuts(grid, &traffic, halves.tree());
        halves.turned(&traffic, &distances, &cut)
    }));
    map_from(&traffic, slots, &starts, present, options, timed_out)
}

/// The lengths of all dimensions for `roles` ranks; those that are not 0 in `given` are fixed. The result has the least
/// traffic across the widest level, then across the next one, and so on, then the least in all. `None` if no lengths
/// are possible.
///
/// The ranks divide a domain of constant size, so cutting a dimension into more parts makes the traffic between two
/// neighbours along it a larger share of their data: it counts as the weight times the length. The grid is assumed to
/// be open, because `HSPLIT_Dims_create` has no argument for rings.
pub fn choose_dims(roles: u32, given: &[u32], stencil: &[(Vec<i32>, u64)], slots: &Slots) -> Option<Vec<u32>> {
    let fixed: u32 = given.iter().filter(|&&dim| dim > 0).try_fold(1, |product: u32, &dim| product.checked_mul(dim))?;
    let free = given.iter().filter(|&&dim| dim == 0).count();
    if roles == 0 || roles % fixed != 0 || (free == 0 && fixed != roles) {
        return None;
    }
    let open = open_dimensions(given, stencil, primes(roles / fixed).len());
    if given.len() > FEW && open.len() < given.len() {
        let is_open = |offset: &[i32]| (0..given.len()).all(|at| offset[at] == 0 || open.binary_search(&at).is_ok());
        let part = |offset: &[i32]| open.iter().map(|&at| offset[at]).collect();
        let inside = stencil.iter().filter(|(offset, _)| is_open(offset));
        let inside: Vec<_> = inside.map(|(offset, weight)| (part(offset), *weight)).collect();
        let given_there: Vec<u32> = open.iter().map(|&at| given[at]).collect();
        let mut dims = vec![1; given.len()];
        let chosen = choose_dims(roles, &given_there, &inside, slots)?;
        open.into_iter().zip(chosen).for_each(|(at, length)| dims[at] = length);
        return Some(dims);
    }
    let tree = sizes(slots).filter(|_| slots.len() == roles as usize);
    let scaled = |lengths: &[u32]| {
        let mut lengths = lengths.iter().copied();
        let dims: Vec<u32> = given.iter().map(|&dim| if dim > 0 { dim } else { lengths.next().unwrap_or(1) }).collect();
        let scale = |(offset, weight): &(Vec<i32>, u64)| {
            let lengths = offset.iter().zip(&dims).filter(|(offset, _)| **offset != 0).map(|(_, &dim)| u64::from(dim));
            (offset.clone(), lengths.fold(*weight, u64::saturating_mul))
        };
        let stencil = stencil.iter().map(scale).collect();
        Grid { dims, periods: vec![false; given.len()], stencil }
    };
    let points = vec![1; given.len()];
    let traffic = |lengths: &Vec<u32>| {
        let grid = scaled(lengths);
        (grid.leaving(&points), std::cmp::Reverse(grid.dims))
    };
    let candidates = lengths(roles / fixed, free, traffic).into_iter().map(|lengths| scaled(&lengths));
    // Ranks at one place have traffic across no level. Of equal costs the longer dimension comes first, as in
    // MPI_Dims_create.
    let cost = |grid: &Grid| {
        let across = across(grid, slots, tree.as_deref());
        (across, grid.leaving(&points), std::cmp::Reverse(grid.dims.clone()))
    };
    candidates.min_by_key(cost).map(|grid| grid.dims)
}

/// With more dimensions, the ones whose length is 1 in any case are left out.
const FEW: usize = 10;

/// The dimensions whose lengths may be more than 1 if `primes` prime factors are to be distributed. In a star, free
/// dimensions differ by their weights only: the lightest ones suffice, and of equal ones the first ones. One more stays
/// for cuts along no dimension.
fn open_dimensions(given: &[u32], stencil: &[(Vec<i32>, u64)], primes: usize) -> Vec<usize> {
    let mut free: Vec<usize> = (0..given.len()).filter(|&at| given[at] == 0).collect();
    let is_unit = |(at, (offset, _)): (usize, &(Vec<i32>, u64))| {
        offset.iter().enumerate().all(|(other, &steps)| steps == i32::from(other == at))
    };
    if stencil.len() == given.len() && stencil.iter().enumerate().all(is_unit) {
        free.sort_by_key(|&at| stencil[at].1);
        free.truncate(primes + 1);
    }
    let mut open: Vec<usize> = (0..given.len()).filter(|&at| given[at] > 1).chain(free).collect();
    open.sort_unstable();
    open
}

/// The most grids that are compared, those with the least total traffic; fewer in more than five dimensions, because
/// each takes more work.
const CANDIDATES: usize = 300;

/// The most grids that are enumerated: a hypercube of 4096 ranks has a million.
const MOST_WAYS: u64 = 20_000;

/// Lists of `count` factors with this product: all, or the ones with the least traffic.
fn lengths<K: Ord>(product: u32, count: usize, traffic: impl Fn(&Vec<u32>) -> K) -> Vec<Vec<u32>> {
    let best = |lists: &mut Vec<Vec<u32>>, most: usize| {
        if lists.len() > most {
            lists.sort_by_cached_key(&traffic);
            lists.truncate(most);
        }
    };
    let most = (CANDIDATES >> count.saturating_sub(5).min(5)).max(1);
    if ways(product, count) <= MOST_WAYS {
        let mut all = factors(product, count);
        best(&mut all, most);
        return all;
    }
    // Each prime, the largest first, is multiplied into each of the factors.
    let mut lists = vec![vec![1; count]];
    for prime in primes(product).into_iter().rev() {
        let with = |list: &Vec<u32>, at: usize| {
            let mut list = list.clone();
            list[at] *= prime;
            list
        };
        let more: BTreeSet<Vec<u32>> = lists.iter().flat_map(|list| (0..count).map(move |at| with(list, at))).collect();
        lists = more.into_iter().collect();
        best(&mut lists, CANDIDATES);
    }
    best(&mut lists, most);
    lists
}

/// The prime factors of a number, ascending, with repetitions.
fn primes(mut number: u32) -> Vec<u32> {
    let mut primes = vec![];
    let mut next = 2;
    while number > 1 {
        if u64::from(next) * u64::from(next) > u64::from(number) {
            next = number;
        }
        while number % next == 0 {
            primes.push(next);
            number /= next;
        }
        next += 1;
    }
    primes
}

/// The number of lists of `count` factors with this product.
fn ways(product: u32, count: usize) -> u64 {
    let primes = primes(product);
    // The powers of each prime are distributed independently.
    let of_prime = |times: &[u32]| {
        (1..=times.len() as u64).fold(1, |ways: u64, time| ways.saturating_mul(count as u64 + time - 1) / time)
    };
    if count == 0 {
        return u64::from(product == 1);
    }
    primes.chunk_by(|a, b| a == b).map(of_prime).fold(1, u64::saturating_mul)
}

/// The traffic across each level, widest first.
fn across(grid: &Grid, slots: &Slots, tree: Option<&[usize]>) -> Vec<i128> {
    if let Some(tree) = tree {
        let best = Blocks { grid, tree, costs: None, known: BTreeMap::new() }.best(0, &grid.dims);
        if let Some((across, _)) = best {
            return across;
        }
    }
    let traffic = grid.traffic();
    let slot_of = cuts(grid, &traffic, slots);
    let mut leaving = vec![0; slots.deepest()];
    for (a, b, weight) in traffic.pairs() {
        let shared = slots.shared(slot_of[a as usize], slot_of[b as usize]) as usize;
        leaving[shared..].iter_mut().for_each(|leaving| *leaving += i128::from(weight));
    }
    leaving
}

/// All lists of `count` factors with this product.
fn factors(product: u32, count: usize) -> Vec<Vec<u32>> {
    if count == 0 {
        return if product == 1 { vec![vec![]] } else { vec![] };
    }
    divisors(product)
        .into_iter()
        .flat_map(|divisor| {
            let rest = factors(product / divisor, count - 1);
            rest.into_iter().map(move |mut rest| (rest.insert(0, divisor), rest).1)
        })
        .collect()
}

/// All lists of factors with this product, each of which divides the length at the same index.
fn factors_within(product: u32, lengths: &[u32]) -> Vec<Vec<u32>> {
    let Some((&length, others)) = lengths.split_first() else {
        return if product == 1 { vec![vec![]] } else { vec![] };
    };
    let room: u64 = others.iter().map(|&length| u64::from(length)).product();
    let fits = |divisor: &u32| length % divisor == 0 && room % u64::from(product / divisor) == 0;
    divisors(product)
        .into_iter()
        .filter(fits)
        .flat_map(|divisor| {
            let rest = factors_within(product / divisor, others);
            rest.into_iter().map(move |mut rest| (rest.insert(0, divisor), rest).1)
        })
        .collect()
}

fn divisors(number: u32) -> Vec<u32> {
    let low: Vec<u32> = (1..).take_while(|low| low * low <= number).filter(|low| number % low == 0).collect();
    let high = low.iter().rev().map(|low| number / low).filter(|high| number / high != *high);
    low.iter().copied().chain(high).collect()
}

/// The costs of the blocks of all depths, and the factors by which each depth divides them.
type Division = (Vec<i128>, Vec<Vec<u32>>);

struct Blocks<'a> {
    grid: &'a Grid,
    /// The number of children of the nodes at each depth.
    tree: &'a [usize],
    /// The additional cost of a unit of traffic for each depth that is not shared; `None` to compare the widest depths
    /// first.
    costs: Option<Vec<i128>>,
    known: BTreeMap<Vec<u32>, Option<Division>>,
}

impl Blocks<'_> {
    /// The best division of a block at this depth and below it.
    fn best(&mut self, depth: usize, block: &[u32]) -> Option<Division> {
        if depth == self.tree.len() {
            return Some((if self.costs.is_some() { vec![0] } else { vec![] }, vec![]));
        }
        let mut key = block.to_vec();
        key.push(depth as u32);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut best: Option<Division> = None;
        for factors in factors_within(self.tree[depth] as u32, block) {
            let smaller: Vec<u32> = block.iter().zip(&factors).map(|(length, factor)| length / factor).collect();
            let Some((mut cost, mut below)) = self.best(depth + 1, &smaller) else { continue };
            let leaving = self.grid.leaving(&smaller);
            match &self.costs {
                Some(costs) => cost[0] += costs[depth] * leaving,
                None => cost.insert(0, leaving),
            }
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                below.insert(0, factors);
                best = Some((cost, below));
            }
        }
        self.known.insert(key, best.clone());
        best
    }
}

/// The slots of the best blocks of blocks; `None` if the grid cannot be divided in this way.
fn blocks(grid: &Grid, slots: &Slots, distances: &Distances<'_>) -> Option<Vec<u32>> {
    let tree = sizes(slots).filter(|tree| !tree.is_empty() && slots.len() == grid.roles())?;
    // For each number of shared levels, the cost between two such slots: the first slot, and the first slot next to it
    // at that depth.
    let mut step = 1;
    let mut between: Vec<i128> = vec![0];
    for &size in tree.iter().rev() {
        let cost =
            if size > 1 { distances.between(distances.point(0), distances.point(step)).into() } else { between[0] };
        between.insert(0, cost);
        step *= size as u32;
    }
    let costs = between.windows(2).map(|pair| pair[0] - pair[1]).collect();
    let (_, factors) = Blocks { grid, tree: &tree, costs: Some(costs), known: BTreeMap::new() }.best(0, &grid.dims)?;
    let slot = |role: u32| {
        let (mut coords, mut block, mut slot) = (grid.coords(role), grid.dims.clone(), 0);
        for factors in &factors {
            for (dimension, &factor) in factors.iter().enumerate() {
                block[dimension] /= factor;
                slot = slot * factor + coords[dimension] / block[dimension];
                coords[dimension] %= block[dimension];
            }
        }
        slot
    };
    Some((0..grid.roles() as u32).map(slot).collect())
}

/// Maps each dimension along a dimension of the torus with the same length; `None` if there is no such dimension.
fn along_torus(grid: &Grid, slots: &Slots) -> Option<Vec<u32>> {
    let torus = slots.torus()?;
    let count = torus.dims.len();
    let mut free: Vec<usize> = (0..count).collect();
    let mut axes = vec![];
    for (dimension, &dim) in grid.dims.iter().enumerate().filter(|(_, dim)| **dim > 1) {
        let at = free.iter().position(|&axis| torus.dims[axis] == dim)?;
        axes.push((dimension, free.remove(at)));
    }
    let all = (0..slots.len() as u32).map(|slot| (&torus.coords[slot as usize * count..][..count], slot));
    let at: BTreeMap<&[u32], u32> = all.collect();
    if at.len() < slots.len() {
        return None;
    }
    let slot = |role: u32| {
        let (coords, mut target) = (grid.coords(role), vec![0; count]);
        axes.iter().for_each(|&(dimension, axis)| target[axis] = coords[dimension]);
        at.get(&target[..]).copied()
    };
    (0..grid.roles() as u32).map(slot).collect()
}

/// Halves a grid recursively across the dimension with the least traffic, according to the capacities of the tree's
/// nodes.
fn cuts(grid: &Grid, traffic: &Traffic, slots: &Slots) -> Vec<u32> {
    let coords: Vec<Vec<u32>> = (0..grid.roles() as u32).map(|role| grid.coords(role)).collect();
    let mut seats = vec![0];
    (0..slots.len() as u32).for_each(|slot| seats.push(seats[slot as usize] + slots.capacity(slot) as usize));
    let mut slot_of = vec![0; grid.roles()];
    let mut is_left = vec![false; grid.roles()];
    let mut waiting = vec![((0..grid.roles() as u32).collect::<Vec<u32>>(), 0..slots.len())];
    while let Some((mut roles, range)) = waiting.pop() {
        if range.len() <= 1 || roles.is_empty() {
            roles.iter().for_each(|&role| slot_of[role as usize] = range.start as u32);
            continue;
        }
        let middle = middle(slots, range.clone());
        let left = (seats[middle] - seats[range.start]).min(roles.len());
        let sort = |roles: &mut [u32], dimension: usize| {
            roles.sort_by_key(|&role| (coords[role as usize][dimension], role));
        };
        let cut = |dimension: usize| {
            let mut roles = roles.clone();
            sort(&mut roles, dimension);
            (0..).zip(&roles).for_each(|(index, &role)| is_left[role as usize] = index < left);
            let partners = roles[..left].iter().flat_map(|&role| traffic.row(role));
            let cut = partners.filter(|&(partner, _)| !is_left[partner as usize]).map(|(_, weight)| u128::from(weight));
            let cut = cut.sum::<u128>();
            roles.iter().for_each(|&role| is_left[role as usize] = false);
            (cut, dimension)
        };
        let best = (0..grid.dims.len()).map(cut).min().map_or(0, |(_, dimension)| dimension);
        sort(&mut roles, best);
        let right = roles.split_off(left);
        waiting.push((roles, range.start..middle));
        waiting.push((right, middle..range.end));
    }
    slot_of
}

/// The position that divides a range of slots: between two nodes of the widest depth at which they differ, nearest to
/// the middle.
fn middle(slots: &Slots, range: std::ops::Range<usize>) -> usize {
    let half = range.start + range.len() / 2;
    let shared = |at: usize| slots.shared(at as u32 - 1, at as u32);
    let inner = range.start + 1..range.end;
    inner.min_by_key(|&at| (shared(at), at.abs_diff(half))).unwrap_or(half)
}

#[cfg(test)]
mod tests;
