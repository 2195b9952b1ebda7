// SPDX-License-Identifier: MIT OR Apache-2.0
//! Places in a grid of processes along the hardware: every switch, node or cache has a rectangle of the grid, as a
//! group of hierarchical SUMMA has (Quintin, Hasanov and Lastovetsky), and the levels below have rectangles inside it.
//!
//! The groups are then those of the hardware, so that a row or a column enters each part of the machine once.

use crate::grid::{Grid, Groups};
use crate::placement::Path;

/// A grid that is cut along the hardware.
#[derive(Debug, PartialEq, Eq)]
pub struct Tiles {
    /// For each level, outermost first, how a part of the level above is cut. A level is left out where its parts
    /// differ in size or cannot be rectangles.
    cuts: Vec<Groups>,
    /// The place of each rank, for [`Grid::place`].
    pub places: Vec<usize>,
}

impl Tiles {
    /// The places of ranks with these paths.
    pub fn new(paths: &[Path], grid: Grid) -> Self {
        let path = |rank: usize| paths[rank].iter().map(|(_, index)| *index).collect::<Vec<_>>();
        let mut ranks: Vec<usize> = (0..paths.len()).collect();
        ranks.sort_by_key(|&rank| (path(rank), rank));
        let ordered: Vec<Vec<usize>> = ranks.iter().map(|&rank| path(rank)).collect();
        let cuts = cuts(&ordered, grid);
        let mut places = vec![0; paths.len()];
        for (nth, rank) in ranks.into_iter().enumerate() {
            places[rank] = place(nth, grid, &cuts);
        }
        Self { cuts, places }
    }

    /// The number of processes side by side in a part of each level.
    pub fn widths(&self, grid: Grid) -> Vec<usize> {
        inner(grid, &self.cuts).map(|part| part.columns).collect()
    }

    /// The number of processes above each other in a part of each level.
    pub fn heights(&self, grid: Grid) -> Vec<usize> {
        inner(grid, &self.cuts).map(|part| part.rows).collect()
    }
}

/// The parts of the grid after each cut.
fn inner(grid: Grid, cuts: &[Groups]) -> impl Iterator<Item = Grid> {
    cuts.iter().scan(grid, |part, cut| {
        *part = cut.inner(*part);
        Some(*part)
    })
}

/// How the levels cut the grid. A part is a run of the ordered paths.
fn cuts(ordered: &[Vec<usize>], grid: Grid) -> Vec<Groups> {
    let (mut cuts, mut part, mut count) = (vec![], grid, 1);
    let depth = ordered.iter().map(Vec::len).max().unwrap_or(0);
    for level in 1..=depth {
        let sizes: Vec<usize> =
            ordered.chunk_by(|one, next| one.iter().take(level).eq(next.iter().take(level))).map(<[_]>::len).collect();
        if sizes.len() == count || sizes.iter().any(|size| *size != sizes[0]) {
            continue;
        }
        if let Some(groups) = Groups::of(sizes.len() / count, part) {
            (part, count) = (groups.inner(part), sizes.len());
            cuts.push(groups);
        }
    }
    cuts
}

/// The place of the nth rank in the order of the hardware.
fn place(nth: usize, grid: Grid, cuts: &[Groups]) -> usize {
    let (mut rest, mut part, mut corner) = (nth, grid, (0, 0));
    for (cut, inner) in cuts.iter().zip(inner(grid, cuts)) {
        let of_part = inner.rows * inner.columns;
        corner.0 += rest / of_part / cut.columns * inner.rows;
        corner.1 += rest / of_part % cut.columns * inner.columns;
        (rest, part) = (rest % of_part, inner);
    }
    let (row, column) = part.place(rest);
    (corner.0 + row) * grid.columns + corner.1 + column
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn path(indices: &[usize]) -> Path {
        indices.iter().map(|&index| (String::new(), index)).collect()
    }

    /// The cuts, and the rank at each place, row by row.
    fn drawn(paths: &[Path], grid: Grid) -> (String, Vec<Vec<usize>>) {
        let tiles = Tiles::new(paths, grid);
        let at = |place: usize| tiles.places.iter().position(|&of| of == place).unwrap();
        let cuts = tiles.cuts.iter().map(Groups::to_string).collect::<Vec<_>>().join(" ");
        (
            cuts,
            (0..grid.rows)
                .map(|row| (0..grid.columns).map(|column| at(row * grid.columns + column)).collect())
                .collect(),
        )
    }

    #[test]
    fn nodes_have_squares() {
        // Two switches with two nodes of four ranks each, dealt out to the nodes in turn.
        let paths: Vec<Path> = (0..16).map(|rank| path(&[rank % 4 / 2, rank % 2])).collect();
        // Switches stand side by side, nodes one below the other: rank r is on node r % 4.
        let expected = vec![vec![0, 4, 2, 6], vec![8, 12, 10, 14], vec![1, 5, 3, 7], vec![9, 13, 11, 15]];
        assert_eq!(drawn(&paths, Grid::of(16)), ("1x2 2x1".into(), expected));
        let tiles = Tiles::new(&paths, Grid::of(16));
        assert_eq!((tiles.widths(Grid::of(16)), tiles.heights(Grid::of(16))), (vec![2, 2], vec![4, 2]));
    }

    #[test]
    fn rectangles_inside_rectangles() {
        // One node of two packages of two cores, and ranks from the last core to the first.
        let paths: Vec<Path> = (0..4).rev().map(|core| path(&[core / 2, core % 2])).collect();
        assert_eq!(drawn(&paths, Grid::of(4)), ("1x2 2x1".into(), vec![vec![3, 1], vec![2, 0]]));
    }

    #[test]
    fn switches_that_differ_are_looked_through() {
        // A switch with one node and one with three, two ranks on each.
        let paths: Vec<Path> = [(0, 0), (1, 0), (1, 1), (1, 2)]
            .iter()
            .flat_map(|&(switch, node)| [path(&[switch, node]), path(&[switch, node])])
            .collect();
        assert_eq!(drawn(&paths, Grid::of(8)), ("2x2".into(), vec![vec![0, 1, 2, 3], vec![4, 5, 6, 7]]));
    }

    #[test]
    fn nodes_that_differ_stand_in_their_order() {
        let paths = [path(&[1]), path(&[0]), path(&[1]), path(&[1])];
        assert_eq!(drawn(&paths, Grid::of(4)), (String::new(), vec![vec![1, 0], vec![2, 3]]));
        assert_eq!(Tiles::new(&[path(&[]), path(&[])], Grid::of(2)), Tiles { cuts: vec![], places: vec![0, 1] });
    }

    proptest! {
        #[test]
        fn every_rank_has_a_place(paths in prop::collection::vec(prop::collection::vec(0usize..3, 0..4), 1..40)) {
            let paths: Vec<Path> = paths.iter().map(|indices| path(indices)).collect();
            let mut found = Tiles::new(&paths, Grid::of(paths.len())).places;
            found.sort_unstable();
            prop_assert_eq!(found, (0..paths.len()).collect::<Vec<_>>());
        }
    }
}
