// SPDX-License-Identifier: MIT OR Apache-2.0
//! Grids, compared with all divisions into blocks of blocks.

use super::*;
use crate::{Cost, metrics};

const MACHINES: [&[u32]; 12] =
    [&[2], &[4], &[2, 2], &[4, 4], &[2, 4], &[3, 4], &[4, 2, 8], &[2, 3, 2], &[6, 4], &[2, 2, 2, 2], &[8, 8], &[5, 3]];

/// Machines on which all grids are tried in the long form.
const LARGE: [&[u32]; 6] = [&[4, 4, 4, 4], &[16, 2, 8], &[10, 6, 10], &[8, 8, 8], &[24, 2, 16], &[16, 4, 2, 8]];

/// True if the long forms of tests are requested.
fn is_long() -> bool {
    std::env::var_os("MAPPING_CASES").is_some()
}

fn machine(arities: &[u32]) -> Slots {
    let levels: Vec<String> = (0..arities.len()).map(|level| format!("Level{level}")).collect();
    let grid = Grid::star(arities, &vec![false; arities.len()], &vec![1; arities.len()]);
    Slots::from_places(&levels, &(0..grid.roles() as u32).map(|leaf| grid.coords(leaf)).collect::<Vec<_>>())
}

fn cost(grid: &Grid, slots: &Slots, mapping: &Mapping) -> u128 {
    metrics(&grid.traffic(), slots, mapping, &Cost::Hops).expect("a mapping").cost
}

fn mapped(grid: &Grid, slots: &Slots) -> u128 {
    let mapping = map_grid(grid, slots, None, &Options::default(), &|| false).expect("a mapping");
    cost(grid, slots, &mapping)
}

/// The least cost of all blocks of blocks, each of which is enumerated.
fn by_enumeration(
    grid: &Grid,
    slots: &Slots,
    arities: &[u32],
    block: &[u32],
    chosen: &mut Vec<Vec<u32>>,
) -> Option<u128> {
    let Some(&arity) = arities.get(chosen.len()) else {
        let slot = |role: u32| {
            let (mut coords, mut block, mut slot) = (grid.coords(role), grid.dims.clone(), 0);
            for factors in chosen.iter() {
                for (dimension, &factor) in factors.iter().enumerate() {
                    block[dimension] /= factor;
                    slot = slot * factor + coords[dimension] / block[dimension];
                    coords[dimension] %= block[dimension];
                }
            }
            slot
        };
        return Some(cost(grid, slots, &Mapping { slot_of: (0..grid.roles() as u32).map(slot).collect() }));
    };
    let all = factors(arity, block.len());
    let fitting =
        all.into_iter().filter(|factors| block.iter().zip(factors).all(|(length, factor)| length % factor == 0));
    let costs = fitting.filter_map(|factors| {
        let smaller: Vec<u32> = block.iter().zip(&factors).map(|(length, factor)| length / factor).collect();
        chosen.push(factors);
        let cost = by_enumeration(grid, slots, arities, &smaller, chosen);
        chosen.pop();
        cost
    });
    costs.min()
}

/// With `MAPPING_CASES`: all grids of all machines; otherwise grids of two dimensions on small machines.
#[test]
fn no_blocks_of_blocks_are_cheaper() {
    let most = if is_long() { 3 } else { 2 };
    let large = LARGE.into_iter().filter(|_| is_long());
    for arities in MACHINES.into_iter().chain(large) {
        let slots = machine(arities);
        let distances = Distances::new(&slots, &Cost::Hops).expect("hops");
        for dimensions in 1..=most {
            for dims in factors(slots.len() as u32, dimensions) {
                let periods: Vec<bool> = (0..dimensions).map(|dimension| dims[dimension] % 4 == 0).collect();
                let weights: Vec<u64> = (0..dimensions).map(|dimension| 1 + 3 * dimension as u64).collect();
                let grid = Grid::star(&dims, &periods, &weights);
                let least = by_enumeration(&grid, &slots, arities, &dims, &mut vec![]);
                let own = blocks(&grid, &slots, &distances).map(|slot_of| cost(&grid, &slots, &Mapping { slot_of }));
                assert_eq!(own, least, "{dims:?} on {arities:?}");
                if most == 2 && slots.len() <= 16 {
                    assert!(mapped(&grid, &slots) <= least.unwrap_or(u128::MAX), "{dims:?} on {arities:?}");
                }
            }
        }
    }
}

#[test]
fn traffic_of_stencils() {
    let grid = Grid::star(&[2, 3], &[false, true], &[10, 1]);
    let pairs: Vec<_> = grid.traffic().pairs().collect();
    let expected =
        [(0, 1, 1), (0, 2, 1), (0, 3, 10), (1, 2, 1), (1, 4, 10), (2, 5, 10), (3, 4, 1), (3, 5, 1), (4, 5, 1)];
    assert_eq!(pairs, expected);
    let diagonal = Grid { dims: vec![2, 2], periods: vec![false; 2], stencil: vec![(vec![1, 1], 5), (vec![1, -1], 7)] };
    assert_eq!(diagonal.traffic().pairs().collect::<Vec<_>>(), [(0, 3, 5), (1, 2, 7)]);
}

#[test]
fn dimensions_follow_the_machine_and_the_weights() {
    let slots = machine(&[4, 4]);
    let choose = |given: &[u32], weights: &[u64]| choose_dims(16, given, &star(weights), &slots);
    // Squares if all dimensions have equal weights; a dimension with nearly all the traffic is not cut.
    assert_eq!(choose(&[0, 0], &[1, 1]), Some(vec![4, 4]));
    assert_eq!(choose(&[0, 0], &[100, 1]), Some(vec![1, 16]));
    assert_eq!(choose(&[2, 0], &[1, 1]), Some(vec![2, 8]));
    assert_eq!(choose(&[8, 2], &[1, 1]), Some(vec![8, 2]));
    assert_eq!([choose(&[3, 0], &[1, 1]), choose(&[4, 2], &[1, 1])], [None, None]);
    // Two nodes whose ranks are not bound.
    let unbound = Slots::from_places(&["Machine".to_owned()], &(0..16).map(|rank| vec![rank / 8]).collect::<Vec<_>>());
    assert_eq!(choose_dims(16, &[0, 0], &star(&[1, 1]), &unbound), Some(vec![4, 4]));
    assert_eq!(choose_dims(16, &[0, 0], &star(&[1, 9]), &unbound), Some(vec![16, 1]));
    let alone = Slots::from_places(&[], &vec![vec![]; 8]);
    assert_eq!(choose_dims(8, &[0; 2], &star(&[1; 2]), &alone), Some(vec![4, 2]));
    assert_eq!(
        choose_dims(8, &[0; 11], &star(&[1; 11]), &alone).map(|dims| dims[..4].to_vec()),
        Some(vec![2, 2, 2, 1])
    );
    // Two nodes of six cores, one of which is busy: there are no blocks.
    let places: Vec<Vec<u32>> = (0..12).filter(|&core| core != 3).map(|core| vec![core / 6, core % 6]).collect();
    let uneven = Slots::from_places(&["Machine", "Core"].map(str::to_owned), &places);
    assert_eq!(choose_dims(10, &[0, 0], &star(&[1, 1]), &uneven), Some(vec![5, 2]));
    let grid = Grid::star(&[5, 2], &[false; 2], &[1, 1]);
    let mapping = map_grid(&grid, &uneven, None, &Options::default(), &|| false).expect("a mapping");
    let inside = metrics(&grid.traffic(), &uneven, &mapping, &Cost::Hops).expect("a mapping").levels[0].inside;
    assert_eq!((inside, grid.traffic().total()), (11, 13));
}

#[test]
fn traffic_inside_blocks_is_that_of_their_ranks() {
    for (dims, periods) in [([6, 4], [true, false]), ([6, 4], [true, true]), ([4, 6], [false, false])] {
        let stencil = vec![(vec![1, 0], 3), (vec![-2, 1], 5), (vec![5, 0], 7), (vec![0, 3], 11), (vec![1, -7], 13)];
        let grid = Grid { dims: dims.to_vec(), periods: periods.to_vec(), stencil };
        for block in [[1, 1], [2, 2], [3, 2], [6, 2], [2, 4], [dims[0], dims[1]]] {
            if dims[0] % block[0] != 0 || dims[1] % block[1] != 0 {
                continue;
            }
            let block_of = |role: u32| {
                let coords = grid.coords(role);
                (coords[0] / block[0], coords[1] / block[1])
            };
            let inside = grid.arcs().filter(|&(from, to, _)| block_of(from) == block_of(to));
            let counted: i128 = inside.map(|(_, _, entry)| i128::from(grid.stencil[entry].1)).sum();
            assert_eq!(grid.inside(&block), counted, "{dims:?} {periods:?} {block:?}");
        }
    }
}

#[test]
fn many_dimensions_are_chosen_soon() {
    let slots = Slots::alike(1024);
    let dims = choose_dims(1024, &[0; 5], &star(&[1; 5]), &slots).expect("lengths");
    assert_eq!(dims, [4; 5]);
}

#[test]
fn a_thousand_dimensions_are_those_that_are_cut() {
    let slots = machine(&[2, 6]);
    let choose = |given: &[u32], weights: &[u64]| {
        let dims = choose_dims(12, given, &star(weights), &slots).expect("lengths");
        dims.into_iter().enumerate().filter(|(_, length)| *length > 1).collect::<Vec<_>>()
    };
    let few = choose(&[0; 4], &[1; 4]);
    assert_eq!(few, [(0, 3), (1, 2), (2, 2)]);
    assert_eq!(choose(&[0; 1000], &[1; 1000]), few);
    // The light ones, and a length that is given.
    let weights: Vec<u64> = (0..1000).map(|at| if at % 300 == 200 { 1 } else { 9 }).collect();
    assert_eq!(choose(&[0; 1000], &weights), [(200, 3), (500, 2), (800, 2)]);
    let given: Vec<u32> = (0..1000).map(|at| if at == 700 { 3 } else { 0 }).collect();
    assert_eq!(choose(&given, &weights), [(200, 2), (500, 2), (700, 3)]);
    // Lengths of 1 do not count with other stencils.
    let (given, offset): (Vec<u32>, Vec<i32>) = (0..40).map(|at| (u32::from(at != 3 && at != 20), 1)).unzip();
    let dims = choose_dims(12, &given, &[(offset, 1)], &slots).expect("lengths");
    assert_eq!((dims[3] * dims[20], dims.iter().product()), (12, 12));
}

/// The dimensions of a hypercube: a million grids have the number of ranks.
#[test]
fn many_dimensions_are_chosen_in_little_room() {
    let traffic = |list: &Vec<u32>| list.iter().sum::<u32>();
    let cubes = lengths(4096, 12, traffic);
    assert_eq!((cubes.len(), &cubes[0]), (9, &vec![2; 12]));
    assert!(lengths(1 << 20, 20, traffic).contains(&vec![2; 20]));
    let slots = machine(&[16, 2, 32]);
    let choose = |weights: &[u64]| choose_dims(1024, &vec![0; weights.len()], &star(weights), &slots).expect("lengths");
    assert_eq!(choose(&[1; 10]), [2; 10]);
    let heavy: Vec<u64> = (0..9).map(|dimension| if dimension == 4 { 1 << 30 } else { 1 }).collect();
    assert_eq!(choose(&heavy)[4], 1);
}

#[test]
fn factors_are_listed() {
    assert_eq!(primes(360), [2, 2, 2, 3, 3, 5]);
    assert_eq!((primes(1), primes(2_147_483_647)), (vec![], vec![2_147_483_647]));
    for (product, count) in [(1, 0), (6, 0), (1, 3), (7, 2), (360, 3), (64, 4)] {
        let all = factors(product, count);
        assert_eq!(ways(product, count), all.len() as u64);
        let lengths: Vec<u32> = (0..count as u32).map(|index| [12, 4, 30, 8][index as usize]).collect();
        let fits = |list: &Vec<u32>| list.iter().zip(&lengths).all(|(factor, length)| length % factor == 0);
        assert_eq!(factors_within(product, &lengths), all.into_iter().filter(fits).collect::<Vec<_>>());
    }
}

#[test]
fn divisors_are_ascending() {
    assert_eq!([divisors(1), divisors(36), divisors(7)], [vec![1], vec![1, 2, 3, 4, 6, 9, 12, 18, 36], vec![1, 7]]);
    assert_eq!(divisors(1 << 31).len(), 32);
}

/// Machines with a busy core, so that blocks do not fit. With `MAPPING_CASES`: also large machines and three
/// dimensions.
#[test]
fn grids_on_uneven_machines_are_mapped_as_well_as_by_any_start() {
    let most = if is_long() { 3 } else { 2 };
    let large = LARGE.into_iter().filter(|_| is_long());
    let small = MACHINES.into_iter().filter(|arities| is_long() || arities.iter().product::<u32>() <= 24);
    let mut worst = 1.0_f64;
    for arities in small.chain(large).filter(|arities| arities.len() > 1) {
        let full = Grid::star(arities, &vec![false; arities.len()], &vec![1; arities.len()]);
        let free = (0..full.roles() as u32).filter(|&leaf| leaf != 1);
        let levels: Vec<String> = (0..arities.len()).map(|level| format!("Level{level}")).collect();
        let slots = Slots::from_places(&levels, &free.map(|leaf| full.coords(leaf)).collect::<Vec<_>>());
        for roles in [slots.len() as u32, slots.len() as u32 - 1] {
            for dims in (1..=most).flat_map(|dimensions| factors(roles, dimensions)) {
                let grid = Grid::star(&dims, &vec![false; dims.len()], &vec![1; dims.len()]);
                let traffic = grid.traffic();
                let row_major: Vec<u32> = (0..roles).collect();
                let general = crate::map(&traffic, &slots, None, &Options::default(), &|| false).expect("a mapping");
                let starts = [row_major, cuts(&grid, &traffic, &slots), general.slot_of];
                let costs = starts.map(|slot_of| cost(&grid, &slots, &Mapping { slot_of }));
                let best = costs.into_iter().min().unwrap_or(0);
                let own = mapped(&grid, &slots);
                worst = worst.max(own as f64 / best.max(1) as f64);
                assert!(own * 100 <= best * 105, "{dims:?} on {arities:?}: {own} against {best}");
            }
        }
    }
    println!("at most {worst:.4} times the best start");
}
