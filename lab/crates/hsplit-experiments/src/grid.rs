// SPDX-License-Identifier: MIT OR Apache-2.0
//! The index arithmetic of SUMMA in two dimensions (van de Geijn and Watts), and of its groups (Quintin, Hasanov and
//! Lastovetsky): RR-9077, section 7.3, and its references 21 and 18.
//!
//! Ranks form a grid, row by row. The matrices are square, and a process has its part of each at one place. The inner
//! dimension is cut into panels as wide as a block; in step k the owners of panel k broadcast it along rows and
//! columns.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::configuration::divisors;

/// A grid of processes, no higher than wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

impl Grid {
    /// The grid that is nearest to a square.
    pub fn of(ranks: usize) -> Self {
        let rows = divisors(ranks).into_iter().rfind(|rows| rows * rows <= ranks).unwrap_or(1);
        Self { rows, columns: ranks / rows }
    }

    /// The row and the column of a rank.
    pub fn place(self, rank: usize) -> (usize, usize) {
        (rank / self.columns, rank % self.columns)
    }

    /// The number of panels: the least common multiple of rows and columns, so that each panel has one owner in either
    /// dimension.
    pub fn panels(self) -> usize {
        let (mut a, mut b) = (self.rows, self.columns);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        self.rows / a * self.columns
    }

    /// The panels in an order that alternates between the first and the second half. Along the hardware the owners of
    /// the two halves are in different parts of the machine, so that concurrent panels use its cables in both
    /// directions.
    pub fn alternating(self) -> impl Iterator<Item = usize> {
        let panels = self.panels();
        let half = panels.div_ceil(2);
        (0..half).flat_map(move |k| [k, half + k]).filter(move |&k| k < panels)
    }

    /// The column of the processes that own panel `k` of the left matrix.
    pub fn owner_column(self, k: usize) -> usize {
        k * self.columns / self.panels()
    }

    /// The row of the processes that own panel `k` of the right matrix.
    pub fn owner_row(self, k: usize) -> usize {
        k * self.rows / self.panels()
    }

    /// The rows and the columns of a rank's part of each matrix.
    pub fn part(self, rank: usize, block: usize) -> (Range<usize>, Range<usize>) {
        let (row, column) = self.place(rank);
        let (high, wide) = (self.panels() / self.rows * block, self.panels() / self.columns * block);
        (row * high..(row + 1) * high, column * wide..(column + 1) * wide)
    }
}

/// A grid of groups of processes of equal size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The number of groups above each other.
    pub(crate) rows: usize,
    /// The number of groups beside each other.
    pub(crate) columns: usize,
}

impl Groups {
    /// All numbers of groups into which a grid can be cut, without the grid as a whole and single processes.
    pub fn possible(grid: Grid) -> Vec<Self> {
        let ranks = grid.rows * grid.columns;
        divisors(ranks)
            .into_iter()
            .filter(|&count| count > 1 && count < ranks)
            .filter_map(|count| Self::of(count, grid))
            .collect()
    }

    /// `count` groups, each as near to a square of processes as possible; among equals, as near to a square of groups.
    pub(crate) fn of(count: usize, grid: Grid) -> Option<Self> {
        // A user may ask for any number: only the divisors of the processes can be had, and are few.
        if count == 0 || grid.rows * grid.columns % count != 0 {
            return None;
        }
        let fitting = divisors(count)
            .into_iter()
            .map(|rows| Self { rows, columns: count / rows })
            .filter(|groups| groups.fit(grid));
        fitting.min_by_key(|groups| {
            (groups.inner(grid).rows.abs_diff(groups.inner(grid).columns), groups.rows.abs_diff(groups.columns))
        })
    }

    /// True if the grid can be cut into these groups.
    fn fit(self, grid: Grid) -> bool {
        grid.rows % self.rows == 0 && grid.columns % self.columns == 0
    }

    /// The grid of processes in one group.
    pub fn inner(self, grid: Grid) -> Grid {
        Grid { rows: grid.rows / self.rows, columns: grid.columns / self.columns }
    }
}

impl fmt::Display for Groups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// Groups as a user asks for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupRequest {
    /// A number of groups.
    Count(usize),
    /// A grid of groups.
    Shape(Groups),
}

impl GroupRequest {
    /// The groups in a grid of processes; `None` where it cannot be cut into them.
    pub fn in_grid(self, grid: Grid) -> Option<Groups> {
        match self {
            Self::Count(count) => Groups::of(count, grid),
            Self::Shape(groups) => Some(groups).filter(|groups| groups.fit(grid)),
        }
    }
}

impl FromStr for GroupRequest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |word: &str| word.parse().ok().filter(|&number: &usize| number > 0);
        let request = match text.split_once('x') {
            None => number(text).map(Self::Count),
            Some((rows, columns)) => {
                number(rows).zip(number(columns)).map(|(rows, columns)| Self::Shape(Groups { rows, columns }))
            }
        };
        request.ok_or_else(|| format!("'{text}' is neither a number of groups, as 4, nor a grid of them, as 2x2"))
    }
}

impl fmt::Display for GroupRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => count.fmt(f),
            Self::Shape(groups) => groups.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_nearly_square() {
        let shapes = [1, 2, 7, 8, 12, 16, 96, 160, 240].map(Grid::of).map(|grid| (grid.rows, grid.columns));
        assert_eq!(shapes, [(1, 1), (1, 2), (1, 7), (2, 4), (3, 4), (4, 4), (8, 12), (10, 16), (15, 16)]);
        assert_eq!(Grid::of(8).place(6), (1, 2));
    }

    #[test]
    fn every_panel_has_owners() {
        let grid = Grid::of(6);
        assert_eq!(grid.panels(), 6);
        assert_eq!((0..6).map(|k| grid.owner_column(k)).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
        assert_eq!((0..6).map(|k| grid.owner_row(k)).collect::<Vec<_>>(), [0, 0, 0, 1, 1, 1]);
        assert_eq!(Grid::of(16).panels(), 4);
        assert_eq!(Grid::of(8).panels(), 4);
    }

    #[test]
    fn halves_take_turns() {
        let order = |ranks: usize| Grid::of(ranks).alternating().collect::<Vec<_>>();
        assert_eq!((order(36), order(9), order(1)), (vec![0, 3, 1, 4, 2, 5], vec![0, 2, 1], vec![0]));
    }

    #[test]
    fn a_square_has_one_block_a_process() {
        assert_eq!(Grid::of(16).part(6, 8), (8..16, 16..24));
        assert_eq!(Grid::of(6).part(5, 2), (6..12, 8..12));
    }

    #[test]
    fn the_owners_have_their_panels() {
        for ranks in 1..60 {
            let grid = Grid::of(ranks);
            for k in 0..grid.panels() {
                let panel = k * 3..(k + 1) * 3;
                let (_, columns) = grid.part(grid.owner_column(k), 3);
                let (rows, _) = grid.part(grid.owner_row(k) * grid.columns, 3);
                assert!(columns.start <= panel.start && panel.end <= columns.end, "{ranks} ranks, panel {k}");
                assert!(rows.start <= panel.start && panel.end <= rows.end, "{ranks} ranks, panel {k}");
            }
        }
    }

    #[test]
    fn groups_of_a_grid() {
        let texts = |ranks: usize| Groups::possible(Grid::of(ranks)).iter().map(Groups::to_string).collect::<Vec<_>>();
        assert_eq!(texts(8), ["1x2", "2x2"]);
        assert_eq!(texts(16), ["1x2", "2x2", "2x4"]);
        assert_eq!(texts(7), Vec::<String>::new());
        assert_eq!(Groups { rows: 2, columns: 2 }.inner(Grid::of(8)), Grid { rows: 1, columns: 2 });
    }

    #[test]
    fn groups_as_users_write_them() {
        let grid = Grid::of(8);
        let in_grid = |text: &str| {
            text.parse::<GroupRequest>().map(|request| request.in_grid(grid).map(|groups| groups.to_string()))
        };
        assert_eq!(in_grid("4"), Ok(Some("2x2".into())));
        assert_eq!(in_grid("1x4"), Ok(Some("1x4".into())));
        assert_eq!((in_grid("3"), in_grid("4x2")), (Ok(None), Ok(None)));
        assert_eq!(in_grid("18446744073709551615"), Ok(None));
        assert_eq!(in_grid("2x"), Err("'2x' is neither a number of groups, as 4, nor a grid of them, as 2x2".into()));
        assert!(in_grid("0").is_err() && in_grid("x").is_err());
    }
}
