// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parts of graphs of several kinds, compared with those of Scotch.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use hsplit_core::hash::hash;
use hsplit_core::partition::{Graph, parts};
use hsplit_testing::networks;

/// A graph by its links, optionally with coordinates.
struct Case {
    name: String,
    vertices: u32,
    links: BTreeSet<(u32, u32)>,
    coords: Vec<Vec<u32>>,
}

impl Case {
    fn new(name: String, vertices: u32, links: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let links = links.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
        Self { name, vertices, links, coords: vec![] }
    }

    fn graph(&self) -> Graph {
        let mut graph = Graph::new(vec![1; self.vertices as usize]);
        self.links.iter().for_each(|&(a, b)| graph.link(a, b, 1));
        graph
    }

    fn parts(&self, number: u32) -> Vec<u32> {
        let orders = |vertices: &[u32]| {
            let along = |dimension: usize| {
                let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
                order.sort_by_key(|&at| {
                    let coords = &self.coords[vertices[at as usize] as usize];
                    (coords[dimension], coords.clone())
                });
                order
            };
            (0..self.coords.first().map_or(0, Vec::len)).map(along).collect()
        };
        parts(self.graph(), number, &orders)
    }

    fn cut(&self, part: &[u32]) -> usize {
        self.links.iter().filter(|(a, b)| part[*a as usize] != part[*b as usize]).count()
    }
}

fn torus(dims: &[u32]) -> Case {
    let all: u32 = dims.iter().product();
    let coords = |mut vertex: u32| -> Vec<u32> { dims.iter().map(|dim| (vertex % dim, vertex /= dim).0).collect() };
    let number = |coords: &[u32]| coords.iter().zip(dims).rev().fold(0, |number, (at, dim)| number * dim + at);
    let around = |vertex: u32| {
        let next = |dimension: usize| {
            let mut other = coords(vertex);
            other[dimension] = (other[dimension] + 1) % dims[dimension];
            (vertex, number(&other))
        };
        (0..dims.len()).map(next).collect::<Vec<_>>()
    };
    let words: Vec<String> = dims.iter().map(ToString::to_string).collect();
    let case = Case::new(format!("torus {}", words.join(" x ")), all, (0..all).flat_map(around));
    Case { coords: (0..all).map(coords).collect(), ..case }
}

fn dragonfly(h: u32, groups: u32) -> Case {
    Case::new(
        format!("dragonfly, {groups} groups of {} routers", 2 * h),
        groups * 2 * h,
        networks::dragonfly(h, groups),
    )
}

/// Pods of leaf switches with hosts and as many spines, and cores that each link one spine of every pod.
fn fat_tree(pods: u32, leaves: u32, hosts: u32) -> Case {
    let pod = leaves * (hosts + 2);
    let mut links = vec![];
    for at in 0..pods {
        let (leaf, spine) = (|leaf: u32| at * pod + leaf, |spine: u32| at * pod + leaves + spine);
        for a in 0..leaves {
            links.extend((0..leaves).map(|b| (leaf(a), spine(b))));
            links.extend((0..hosts).map(|host| (leaf(a), at * pod + 2 * leaves + a * hosts + host)));
            links.push((spine(a), pods * pod + a));
        }
    }
    Case::new(format!("fat tree, {pods} pods of {leaves} leaves of {hosts} hosts"), pods * pod + leaves, links)
}

/// Vertices at random points of a square, linked with all near ones.
fn irregular(vertices: u32) -> Case {
    let at = |vertex: u32, axis: u32| {
        f64::from(
            (hash(format!("{vertices} {vertex} {axis}").as_bytes()).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32,
        )
    };
    let near = f64::from(u32::MAX) * (8.0 / (std::f64::consts::PI * f64::from(vertices))).sqrt();
    let places: Vec<[f64; 2]> = (0..vertices).map(|vertex| [at(vertex, 0), at(vertex, 1)]).collect();
    let close = |&(a, b): &(u32, u32)| {
        let (a, b) = (places[a as usize], places[b as usize]);
        (a[0] - b[0]).hypot(a[1] - b[1]) < near
    };
    let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b))).filter(close);
    Case::new(format!("irregular, {vertices} vertices"), vertices, pairs)
}

fn cases() -> Vec<Case> {
    let tori = [&[8, 8][..], &[16, 16], &[8, 8, 8], &[64, 64], &[16, 16, 16]].map(torus);
    let dragonflies = [(2, 9), (3, 19), (4, 33), (6, 73), (8, 129)].map(|(h, groups)| dragonfly(h, groups));
    let trees = [(4, 2, 8), (8, 4, 8), (8, 8, 16), (16, 8, 16), (16, 16, 16)];
    let trees = trees.map(|(pods, leaves, hosts)| fat_tree(pods, leaves, hosts));
    let irregular = [64, 256, 1024, 2048, 4096].map(irregular);
    tori.into_iter().chain(dragonflies).chain(trees).chain(irregular).collect()
}

fn sizes(part: &[u32], number: u32) -> (usize, usize) {
    let mut sizes = vec![0; number as usize];
    part.iter().for_each(|&part| sizes[part as usize] += 1);
    (sizes.iter().copied().min().unwrap_or(0), sizes.iter().copied().max().unwrap_or(0))
}

/// The links that Scotch 7.0.3 cuts between eight parts of the same size (`scotch_gpart 8 GRAPH PARTS -b0`).
const CUTS_OF_SCOTCH: [usize; 20] =
    [48, 128, 384, 487, 2297, 38, 193, 563, 3504, 11111, 20, 130, 508, 910, 1936, 140, 221, 1134, 2733, 4466];

#[test]
fn parts_of_any_graph_are_equal_and_cut_no_more_than_those_of_scotch() {
    for (case, of_scotch) in cases().into_iter().zip(CUTS_OF_SCOTCH) {
        let start = Instant::now();
        let part = case.parts(8);
        let time = start.elapsed();
        assert!(time < Duration::from_secs(60), "{}: {time:?}", case.name);
        let share = case.vertices as usize / 8;
        let (least, most) = sizes(&part, 8);
        assert!(least >= share && most <= share + 1, "{}: {least} to {most}", case.name);
        let cut = case.cut(&part);
        assert!(cut <= of_scotch, "{}: {cut} links are cut, {of_scotch} by Scotch", case.name);
        assert!(case.vertices > 1024 || part == case.parts(8), "{}", case.name);
    }
}
