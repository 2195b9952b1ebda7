// SPDX-License-Identifier: MIT OR Apache-2.0
//! Coordinates of switches whose links form a torus.
//!
//! A torus is a product of rings. Two links of one switch belong to one dimension if their other ends have only this
//! switch as a common neighbour, or are linked; otherwise they are two sides of the one square whose links alternate
//! between two dimensions. After the links of one dimension are removed, each connected component has one coordinate in
//! it. A ring of four switches is a square: it is found as two rings of two, which are joined.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::super::groups::Groups;
use crate::position::NetworkPosition;

/// The most links of a switch: two in each of six dimensions, the number of the largest tori.
const MOST_LINKS: usize = 12;
/// The fewest switches: fewer are all close to each other.
const FEWEST: usize = 4;
/// The most links that a torus may lack, because their cables are broken: all ways to add them are tried.
const MOST_MISSING: usize = 3;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Torus {
    /// The lengths of its dimensions, the longest first.
    pub(super) dims: Vec<u64>,
    /// All coordinates of each switch in one number, the last coordinate varying fastest.
    pub(super) positions: Vec<u64>,
    /// The number of its links that are missing.
    pub(super) missing: usize,
}

/// A dimension: its length, and the coordinate of each switch.
type Dimension = (u64, Vec<u64>);

impl Torus {
    /// The torus of switches with these neighbours, of which some links may be missing.
    pub(super) fn that_lacks_few(neighbours: &[Vec<usize>]) -> Option<Self> {
        let full = neighbours.iter().map(Vec::len).max()?;
        let lacks = |(switch, list): (usize, &Vec<usize>)| std::iter::repeat_n(switch, full - list.len());
        let ends: Vec<usize> = neighbours.iter().enumerate().flat_map(lacks).take(2 * MOST_MISSING + 1).collect();
        let torus = if ends.len() > 2 * MOST_MISSING { None } else { completed(&mut neighbours.to_vec(), &ends) };
        torus
            .filter(|torus| torus.dimensions_are_rings(neighbours))
            .map(|torus| Self { missing: ends.len() / 2, ..torus })
    }

    /// False if the missing links are all of one cut: then that dimension is a row, as in a mesh. A ring of four is
    /// taken as two rings of two, because others of them could have been joined.
    fn dimensions_are_rings(&self, neighbours: &[Vec<usize>]) -> bool {
        let twos = |at: u64, length: u64| {
            if length == 4 { vec![(at / 2, 2), ((at / 2) ^ (at % 2), 2)] } else { vec![(at, length)] }
        };
        let dims: Arc<[u64]> = self.dims.clone().into();
        let coords = |&position: &u64| -> Vec<(u64, u64)> {
            let coords = NetworkPosition { dims: dims.clone(), position, is_torus: true }.coords();
            coords.into_iter().zip(&self.dims).flat_map(|(at, &length)| twos(at, length)).collect()
        };
        let coords: Vec<Vec<(u64, u64)>> = self.positions.iter().map(coords).collect();
        // Each cut by its dimension, and by a place in that dimension, or in another one of length 2.
        let mut linked: BTreeSet<(usize, usize, u64)> = BTreeSet::new();
        for (own, &b) in coords.iter().zip(neighbours).flat_map(|(own, list)| list.iter().map(move |b| (own, b))) {
            let is_next = |(&(from, length), &(to, _)): (&(u64, u64), &(u64, u64))| (from + 1) % length == to;
            let Some(dimension) = own.iter().zip(&coords[b]).position(is_next) else { continue };
            match own[dimension] {
                (_, 2) => linked
                    .extend((0..).zip(own).filter(|(_, at)| at.1 == 2).map(|(other, at)| (dimension, other, at.0))),
                (from, _) => linked.extend([(dimension, dimension, from)]),
            }
        }
        let (two, long): (Vec<u64>, Vec<u64>) =
            coords[0].iter().map(|&(_, length)| length).partition(|&length| length == 2);
        linked.len() as u64 == long.iter().sum::<u64>() + 2 * (two.len() * two.len()) as u64
    }

    /// The torus of switches with these neighbours, in their order; `None` if they form none.
    pub(super) fn of(neighbours: &[Vec<usize>]) -> Option<Self> {
        if neighbours.len() < FEWEST || neighbours.iter().any(|list| list.is_empty() || list.len() > MOST_LINKS) {
            return None;
        }
        let links = Links::of(neighbours);
        let mut classes = links.classes()?;
        let roots: BTreeSet<usize> = (0..links.ends.len()).map(|link| classes.root(link)).collect();
        let dimension = |&root: &usize| links.dimension(|link| classes.root(link) == root);
        let mut found: Vec<Dimension> = roots.iter().map(dimension).collect::<Option<_>>()?;
        let all = found.iter().try_fold(1_u64, |all, (length, _)| all.checked_mul(*length))?;
        let degree: usize = found.iter().map(|(length, _)| if *length > 2 { 2 } else { 1 }).sum();
        if all != neighbours.len() as u64 || neighbours.iter().any(|list| list.len() != degree) {
            return None;
        }
        join_pairs(&mut found);
        found.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
        let position = |switch: usize| found.iter().fold(0, |at, (length, coords)| at * length + coords[switch]);
        let positions: Vec<u64> = (0..neighbours.len()).map(position).collect();
        let are_different = positions.iter().collect::<BTreeSet<_>>().len() == positions.len();
        let dims = found.iter().map(|(length, _)| *length).collect();
        are_different.then_some(Self { dims, positions, missing: 0 })
    }
}

/// The torus that additional links make, each between two of these switches.
fn completed(neighbours: &mut [Vec<usize>], ends: &[usize]) -> Option<Torus> {
    let Some((&one, others)) = ends.split_first() else { return Torus::of(neighbours) };
    for (index, &other) in others.iter().enumerate() {
        if other == one || neighbours[one].contains(&other) {
            continue;
        }
        let before = [one, other].map(|switch| (switch, neighbours[switch].clone()));
        for (a, b) in [(one, other), (other, one)] {
            neighbours[a].push(b);
            neighbours[a].sort_unstable();
        }
        let torus = completed(neighbours, &[&others[..index], &others[index + 1..]].concat());
        before.into_iter().for_each(|(switch, list)| neighbours[switch] = list);
        if torus.is_some() {
            return torus;
        }
    }
    None
}

struct Links<'a> {
    neighbours: &'a [Vec<usize>],
    ends: Vec<(usize, usize)>,
    numbers: HashMap<(usize, usize), usize>,
}

impl<'a> Links<'a> {
    fn of(neighbours: &'a [Vec<usize>]) -> Self {
        let of = |(a, list): (usize, &'a Vec<usize>)| list.iter().map(move |&b| (a, b));
        let ends: Vec<(usize, usize)> = neighbours.iter().enumerate().flat_map(of).filter(|(a, b)| a < b).collect();
        let numbers = ends.iter().copied().zip(0..).collect();
        Self { neighbours, ends, numbers }
    }

    fn number(&self, a: usize, b: usize) -> Option<usize> {
        self.numbers.get(&(a.min(b), a.max(b))).copied()
    }

    /// The links grouped by dimension, as far as pairs at one switch show it; `None` if two contradict a torus.
    fn classes(&self) -> Option<Groups> {
        let mut classes = Groups::new(self.ends.len());
        for (at, list) in self.neighbours.iter().enumerate() {
            let pairs = list.iter().enumerate().flat_map(|(index, &a)| list[..index].iter().map(move |&b| (a, b)));
            for (a, b) in pairs {
                let (to_a, to_b) = (self.number(at, a)?, self.number(at, b)?);
                let is_common = |&&other: &&usize| other != at && self.number(other, b).is_some();
                let mut common = self.neighbours[a].iter().filter(is_common);
                match (self.number(a, b), common.next(), common.next()) {
                    (None, None, None) | (Some(_), ..) => classes.unite(to_a, to_b),
                    (None, Some(&across), None) if self.number(at, across).is_none() => {
                        classes.unite(to_a, self.number(b, across)?);
                        classes.unite(to_b, self.number(a, across)?);
                    }
                    _ => return None,
                }
            }
        }
        Some(classes)
    }

    /// A dimension, from its links; `None` if they form no ring.
    fn dimension(&self, mut is_own: impl FnMut(usize) -> bool) -> Option<Dimension> {
        let mut slices = Groups::new(self.neighbours.len());
        let (own, others): (Vec<usize>, Vec<usize>) = (0..self.ends.len()).partition(|&link| is_own(link));
        others.iter().for_each(|&link| slices.unite(self.ends[link].0, self.ends[link].1));
        let mut beside: HashMap<usize, BTreeSet<usize>> = HashMap::new();
        for (a, b) in own.iter().map(|&link| self.ends[link]) {
            let (a, b) = (slices.root(a), slices.root(b));
            beside.entry(a).or_default().insert(b);
            beside.entry(b).or_default().insert(a);
        }
        // The walk around the ring begins at the first slice.
        let mut places: HashMap<usize, u64> = HashMap::new();
        let mut next = Some(0);
        while let Some(slice) = next {
            places.insert(slice, places.len() as u64);
            let around =
                beside.get(&slice).filter(|around| (1..=2).contains(&around.len()) && !around.contains(&slice))?;
            next = around.iter().copied().find(|other| !places.contains_key(other));
        }
        let coords = (0..self.neighbours.len()).map(|switch| places.get(&slices.root(switch)).copied());
        let coords: Vec<u64> = coords.collect::<Option<_>>()?;
        let length = places.len() as u64;
        (beside.values().all(|around| around.len() as u64 == (length - 1).min(2))).then_some((length, coords))
    }
}

/// Joins each two rings of two to a ring of four.
fn join_pairs(dimensions: &mut Vec<Dimension>) {
    let (twos, mut rings): (Vec<Dimension>, Vec<Dimension>) =
        dimensions.drain(..).partition(|(length, _)| *length == 2);
    for pair in twos.chunks(2) {
        rings.push(match pair {
            [(_, one), (_, other)] => {
                let around = |(a, b): (&u64, &u64)| if *a == 0 { *b } else { 3 - *b };
                (4, one.iter().zip(other).map(around).collect())
            }
            _ => pair[0].clone(),
        });
    }
    *dimensions = rings;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The neighbours of the switches of a torus, in an order that `seed` shuffles.
    fn torus(dims: &[usize], seed: u64) -> Vec<Vec<usize>> {
        let all: usize = dims.iter().product();
        let mut order: Vec<usize> = (0..all).collect();
        order.sort_by_key(|&at| crate::hash::hash(format!("{seed} {at}").as_bytes()));
        let mut numbers = vec![0; all];
        order.iter().enumerate().for_each(|(number, &at)| numbers[at] = number);
        let mut neighbours = vec![vec![]; all];
        for at in 0..all {
            for dimension in 0..dims.len() {
                let (length, below) = (dims[dimension], dims[dimension + 1..].iter().product::<usize>());
                let own = at / below % length;
                for other in [(own + 1) % length, (own + length - 1) % length] {
                    neighbours[numbers[at]].push(numbers[at - own * below + other * below]);
                }
            }
        }
        for (switch, list) in neighbours.iter_mut().enumerate() {
            list.retain(|&other| other != switch);
            list.sort_unstable();
            list.dedup();
        }
        neighbours
    }

    /// The neighbours of switches at these positions.
    fn written(found: &Torus) -> Vec<Vec<usize>> {
        let dims: Vec<usize> = found.dims.iter().map(|&length| length as usize).collect();
        let at: HashMap<u64, usize> = found.positions.iter().copied().zip(0..).collect();
        let in_order = torus_in_order(&dims);
        let own = |&position: &u64| {
            let mut own: Vec<usize> = in_order[position as usize].iter().map(|&other| at[&(other as u64)]).collect();
            own.sort_unstable();
            own
        };
        found.positions.iter().map(own).collect()
    }

    fn torus_in_order(dims: &[usize]) -> Vec<Vec<usize>> {
        let all: usize = dims.iter().product();
        let coords = |at: usize| (0..dims.len()).map(move |d| at / dims[d + 1..].iter().product::<usize>() % dims[d]);
        let hops = |a: usize, b: usize| {
            let way = |((a, b), length): ((usize, usize), usize)| a.abs_diff(b).min(length - a.abs_diff(b));
            coords(a).zip(coords(b)).zip(dims.iter().copied()).map(way).sum::<usize>()
        };
        (0..all).map(|a| (0..all).filter(|&b| hops(a, b) == 1).collect()).collect()
    }

    #[test]
    fn tori_are_found_whatever_their_order() {
        for (dims, found) in [
            (&[4, 4][..], &[4, 4][..]),
            (&[3, 5], &[5, 3]),
            (&[4, 2], &[4, 2]),
            (&[2, 2, 3], &[4, 3]),
            (&[8, 3, 4], &[8, 4, 3]),
            (&[7], &[7]),
            (&[4], &[4]),
            (&[5, 1, 6], &[6, 5]),
        ] {
            let neighbours = torus(dims, 7);
            let torus = Torus::of(&neighbours).unwrap_or_else(|| panic!("{dims:?}"));
            assert_eq!(torus.dims, found.iter().map(|&length: &usize| length as u64).collect::<Vec<_>>());
            assert_eq!(written(&torus), neighbours, "{dims:?}");
        }
    }

    #[test]
    fn missing_links_are_added() {
        for (dims, missing) in [(&[4, 5][..], 1), (&[4, 5], 3), (&[4, 4, 4], 2), (&[8, 8], 3), (&[6, 2, 3], 1)] {
            let whole = torus(dims, 3);
            let mut damaged = whole.clone();
            for number in 0..missing {
                let switch = number * 7 % damaged.len();
                let other = damaged[switch].remove(number % 2);
                damaged[other].retain(|&back| back != switch);
            }
            let torus = Torus::that_lacks_few(&damaged).unwrap_or_else(|| panic!("{dims:?}"));
            assert_eq!((torus.missing, written(&torus)), (missing, whole), "{dims:?}");
        }
    }

    #[test]
    fn what_is_no_torus() {
        // A missing link, an additional link, two of them, a triangle, a row, a full mesh, a HyperX.
        let mut less = torus(&[4, 5], 1);
        let other = less[0].remove(0);
        less[other].retain(|&switch| switch != 0);
        let mut more = torus(&[5, 5], 1);
        let far = (1..25).find(|switch| !more[0].contains(switch)).unwrap();
        more[0].push(far);
        more[far].insert(0, 0);
        more[0].sort_unstable();
        let mut two = torus(&[4], 1);
        two.extend(torus(&[4], 1).into_iter().map(|list| list.into_iter().map(|switch| switch + 4).collect()));
        let row =
            |length: usize| (0..length).map(|at| (0..length).filter(|&b| at.abs_diff(b) == 1).collect()).collect();
        let mesh = |length: usize| (0..length).map(|at| (0..length).filter(|&b| b != at).collect()).collect();
        let hyper_x = |at: usize| (0..16).filter(|&b| b != at && (b / 4 == at / 4 || b % 4 == at % 4)).collect();
        let others: [Vec<Vec<usize>>; 7] =
            [less, more, two, torus(&[3], 1), row(6), mesh(5), (0..16).map(hyper_x).collect()];
        for neighbours in others {
            assert_eq!(Torus::of(&neighbours), None, "{neighbours:?}");
        }
    }

    #[test]
    fn a_row_is_no_ring_that_lacks_a_link() {
        let mesh = |at: usize, around: usize, along: usize| {
            let turn = |at: usize, by: usize| at / around * around + (at % around + by) % around;
            let mut all: Vec<usize> = [1, around - 1].into_iter().map(|by| turn(at, by)).filter(|&b| b != at).collect();
            all.extend(at.checked_sub(around));
            all.extend(Some(at + around).filter(|&next| next < around * along));
            all.sort_unstable();
            all.dedup();
            all
        };
        for (around, along) in [(1, 4), (1, 6), (2, 4), (2, 7), (3, 5)] {
            let neighbours: Vec<Vec<usize>> = (0..around * along).map(|at| mesh(at, around, along)).collect();
            assert_eq!(Torus::that_lacks_few(&neighbours), None, "{around} x {along}");
        }
    }

    proptest! {
        #[test]
        fn coordinates_make_the_same_links(dims in prop::collection::vec(1_usize..7, 1..4), seed in any::<u64>()) {
            let neighbours = torus(&dims, seed);
            prop_assume!(neighbours.len() >= FEWEST);
            let torus = Torus::of(&neighbours).expect("a torus");
            prop_assert_eq!(written(&torus), neighbours);
        }
    }
}
