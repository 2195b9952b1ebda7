// SPDX-License-Identifier: MIT OR Apache-2.0
//! The matrices and machines.

use hsplit_core::random::Random;
use hsplit_mapping::{Slots, Traffic};

/// A matrix on a machine.
pub struct Case {
    pub name: String,
    pub traffic: Traffic,
    /// How many children each node of the machine has, from the root.
    pub arities: Vec<u32>,
    /// The hop-bytes that have to be reached.
    pub bar: Option<f64>,
    pub against_scotch: bool,
}

impl Case {
    fn new(name: &str, arities: &[u32], roles: usize, arcs: Vec<(u32, u32, u64)>, bar: Option<u64>) -> Self {
        let traffic = Traffic::from_arcs(roles, arcs);
        let order: Vec<u32> = Random(7).order(roles).into_iter().map(|role| role as u32).collect();
        let tree = arities.iter().map(ToString::to_string).collect::<Vec<_>>().join("x");
        Self {
            name: format!("{name}, {tree}"),
            traffic: traffic.renumbered(&order),
            arities: arities.to_vec(),
            bar: bar.map(|bar| bar as f64),
            against_scotch: roles <= 20_000,
        }
    }

    /// The leaves of the machine.
    pub fn slots(&self) -> Slots {
        let levels: Vec<String> = (0..self.arities.len()).map(|level| format!("Level{level}")).collect();
        let leaves: u32 = self.arities.iter().product();
        let place = |leaf: u32| {
            let mut rest = leaf;
            let mut path: Vec<u32> = self.arities.iter().rev().map(|arity| (rest % arity, rest /= arity).0).collect();
            path.reverse();
            path
        };
        Slots::from_places(&levels, &(0..leaves).map(place).collect::<Vec<_>>())
    }
}

/// The eleven of the contract, ten more of the same kinds, and a large one.
pub fn all() -> Vec<Case> {
    let grid =
        |side: u32, tree: &[u32], bar| Case::new("2-D 5-point", tree, (side * side) as usize, grid(side, side), bar);
    let points = |n: usize, tree: &[u32], seed| Case::new("random geometric", tree, n, geometric(n, seed), None);
    let cube = |side: u32, tree: &[u32], bar| {
        Case::new("3-D 27-point", tree, (side * side * side) as usize, stencil_27(side), bar)
    };
    let transpose = |side: u32, tree: &[u32], bar| {
        Case::new("hypercube rows + transpose", tree, (side * side) as usize, rows_and_transpose(side), bar)
    };
    let hubs = |n: usize, tree: &[u32], seed| Case::new("preferential attachment", tree, n, attachment(n, seed), None);
    vec![
        grid(8, &[4, 2, 8], Some(320_000)),
        points(64, &[4, 2, 8], 1),
        grid(16, &[16, 2, 8], Some(1_488_000)),
        cube(8, &[16, 2, 16], Some(4_797_494)),
        points(512, &[16, 2, 2, 8], 2),
        transpose(16, &[16, 2, 8], Some(2_870_000)),
        hubs(512, &[16, 2, 2, 8], 3),
        grid(32, &[16, 4, 2, 8], Some(6_978_000)),
        points(1024, &[16, 4, 2, 8], 4),
        grid(128, &[16, 16, 2, 4, 8], Some(115_972_000)),
        points(16_384, &[16, 16, 2, 4, 8], 5),
        grid(16, &[4, 4, 4, 4], None),
        grid(24, &[6, 6, 2, 8], None),
        points(256, &[16, 2, 8], 6),
        points(512, &[8, 8, 8], 7),
        points(2048, &[16, 8, 2, 8], 8),
        cube(4, &[4, 2, 8], None),
        cube(10, &[10, 10, 10], None),
        transpose(8, &[4, 2, 8], None),
        hubs(256, &[16, 2, 8], 9),
        hubs(1024, &[16, 4, 2, 8], 10),
        points(131_072, &[32, 16, 8, 4, 8], 11),
    ]
}

/// A grid, 1000 an edge.
fn grid(rows: u32, columns: u32) -> Vec<(u32, u32, u64)> {
    let mut arcs = vec![];
    for row in 0..rows {
        for column in 0..columns {
            let at = row * columns + column;
            arcs.extend((column + 1 < columns).then_some((at, at + 1, 1000)));
            arcs.extend((row + 1 < rows).then_some((at, at + columns, 1000)));
        }
    }
    arcs
}

/// A cube, face 1000, edge 30, corner 1.
fn stencil_27(side: u32) -> Vec<(u32, u32, u64)> {
    let coords = |at: u32| [at / side / side, at / side % side, at % side];
    let mut arcs = vec![];
    for a in 0..side * side * side {
        for b in a + 1..side * side * side {
            let apart = coords(a).into_iter().zip(coords(b)).map(|(a, b)| a.abs_diff(b));
            let (most, sum) = (apart.clone().max().unwrap_or(0), apart.sum::<u32>());
            if most == 1 {
                arcs.push((a, b, [1000, 30, 1][sum as usize - 1]));
            }
        }
    }
    arcs
}

/// Hypercubes along the rows of a square, 1000 each, and the transpose, 2000.
fn rows_and_transpose(side: u32) -> Vec<(u32, u32, u64)> {
    let mut arcs = vec![];
    for i in 0..side {
        for j in 0..side {
            let bits = (0..side.trailing_zeros()).map(|bit| j ^ (1 << bit)).filter(|&other| other > j);
            arcs.extend(bits.map(|other| (i * side + j, i * side + other, 1000)));
            arcs.extend((i < j).then_some((i * side + j, j * side + i, 2000)));
        }
    }
    arcs
}

/// Points in the unit square with neighbours within the radius of mean degree 8, weights 1 to 1000.
fn geometric(n: usize, seed: u64) -> Vec<(u32, u32, u64)> {
    let mut random = Random(seed);
    let points: Vec<(f64, f64)> = (0..n).map(|_| (random.fraction(), random.fraction())).collect();
    let radius = (8.0 / (std::f64::consts::PI * n as f64)).sqrt();
    let cells = (1.0 / radius) as usize;
    let cell = |(x, y): (f64, f64)| ((x * cells as f64) as usize, (y * cells as f64) as usize);
    let mut members = vec![vec![]; cells * cells];
    for (index, &point) in points.iter().enumerate() {
        let (x, y) = cell(point);
        members[x * cells + y].push(index);
    }
    let mut arcs = vec![];
    for (a, &point) in points.iter().enumerate() {
        let (x, y) = cell(point);
        for near_x in x.saturating_sub(1)..(x + 2).min(cells) {
            for near_y in y.saturating_sub(1)..(y + 2).min(cells) {
                for &b in members[near_x * cells + near_y].iter().filter(|&&b| b > a) {
                    let other = points[b];
                    if (point.0 - other.0).powi(2) + (point.1 - other.1).powi(2) <= radius * radius {
                        arcs.push((a as u32, b as u32, 1 + random.below(1000)));
                    }
                }
            }
        }
    }
    arcs
}

/// Four edges a new vertex, half of the ends uniform, half by degree, weights 1 to 100.
fn attachment(n: usize, seed: u64) -> Vec<(u32, u32, u64)> {
    let mut random = Random(seed);
    let (mut arcs, mut ends) = (vec![], vec![0_u32]);
    for new in 1..n as u32 {
        for edge in 0..4 {
            let uniform = edge % 2 == 0;
            let to = if uniform {
                random.below(u64::from(new)) as u32
            } else {
                ends[random.below(ends.len() as u64) as usize]
            };
            if to != new {
                arcs.push((new, to, 1 + random.below(100)));
                ends.extend([new, to]);
            }
        }
    }
    arcs
}
