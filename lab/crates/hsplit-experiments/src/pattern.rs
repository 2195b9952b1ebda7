// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs whose ranks exchange with few others: rings that pass a token (Mercier's thesis, section 3.1.2), the halo
//! of a grid, and the products of a sparse matrix (section 3.3.4.4).

use std::fmt;
use std::ops::Range;

use clap::ValueEnum;

use crate::grid::Grid;

/// Which ranks exchange with which in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Pattern {
    /// In rings of neighbouring ranks tokens go round; then the first ranks of all rings exchange theirs
    Rings,
    /// The ranks of a grid in two dimensions, row by row, exchange with their neighbours
    Halo,
    /// The ranks of a grid with rows of 4, row by row, pass parts of vectors round their rows and columns until all
    /// have all of them, as for products of a sparse matrix (Block Wiedemann, RSA-768)
    Product,
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rings => "rings",
            Self::Halo => "halo",
            Self::Product => "product",
        })
    }
}

/// A rank that another one sends to, and how many messages of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partner {
    /// The receiver.
    pub rank: usize,
    /// The messages.
    pub messages: u32,
}

impl Pattern {
    /// The rank that a rank sends to in a round of some turns.
    pub fn partners(self, rank: usize, ranks: usize, ring: usize, turns: u32) -> Vec<Partner> {
        match self {
            Self::Rings => {
                let own = members(rank, ranks, ring);
                let next = if rank + 1 == own.end { own.start } else { rank + 1 };
                let next = (next != rank).then_some(Partner { rank: next, messages: turns });
                let leaders = (0..ranks).step_by(ring).filter(|&leader| rank == own.start && leader != rank);
                next.into_iter().chain(leaders.map(|rank| Partner { rank, messages: 1 })).collect()
            }
            Self::Halo => {
                neighbours(rank, ranks).into_iter().flatten().map(|rank| Partner { rank, messages: turns }).collect()
            }
            Self::Product => {
                let Round { next, messages, .. } = Round::of(rank, ranks);
                let partner = |(rank, messages)| Partner { rank, messages: messages * turns };
                next.into_iter().zip(messages).map(partner).filter(|partner| partner.messages > 0).collect()
            }
        }
    }
}

/// The ranks of a rank's ring. The last one may be shorter.
pub fn members(rank: usize, ranks: usize, ring: usize) -> Range<usize> {
    let first = rank / ring * ring;
    first..(first + ring).min(ranks)
}

/// The ranks above, below, left and right of a rank, in the grid that is nearest to a square.
pub fn neighbours(rank: usize, ranks: usize) -> [Option<usize>; 4] {
    let grid = Grid::of(ranks);
    let (row, column) = grid.place(rank);
    [
        row.checked_sub(1).map(|_| rank - grid.columns),
        (row + 1 < grid.rows).then_some(rank + grid.columns),
        column.checked_sub(1).map(|_| rank - 1),
        (column + 1 < grid.columns).then_some(rank + 1),
    ]
}

/// A rank's neighbours in [`Pattern::Product`], first in its row and then in its column. The last one's next is the
/// first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The ranks that it sends to.
    pub next: [usize; 2],
    /// The ranks that it receives from.
    pub before: [usize; 2],
    /// The messages to each in a turn.
    pub messages: [u32; 2],
}

impl Round {
    /// Rows of 4 are those with which the thesis' shares of messages inside nodes come out (Table 3.1): 58 % where
    /// ranks are numbered node after node (printed: 62 %), and none round robin.
    pub fn of(rank: usize, ranks: usize) -> Self {
        let columns = if ranks % 4 == 0 { 4 } else { 1 };
        let rows = ranks / columns;
        let (row, column) = (rank / columns, rank % columns);
        let at = |row: usize, column: usize| row % rows * columns + column % columns;
        Self {
            next: [at(row, column + 1), at(row + 1, column)],
            before: [at(row, column + columns - 1), at(row + rows - 1, column)],
            messages: [columns as u32 - 1, rows as u32 - 1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_command_line() {
        for pattern in Pattern::value_variants() {
            assert_eq!(pattern.to_possible_value().expect("a value").get_name(), pattern.to_string());
        }
    }

    fn pairs(pattern: Pattern, rank: usize, ranks: usize, ring: usize) -> Vec<(usize, u32)> {
        pattern.partners(rank, ranks, ring, 7).into_iter().map(|partner| (partner.rank, partner.messages)).collect()
    }

    #[test]
    fn tokens_go_round_and_leaders_exchange() {
        let partners = |rank| pairs(Pattern::Rings, rank, 11, 4);
        assert_eq!([partners(0), partners(1), partners(3)], [vec![(1, 7), (4, 1), (8, 1)], vec![(2, 7)], vec![(0, 7)]]);
        assert_eq!([partners(8), partners(10)], [vec![(9, 7), (0, 1), (4, 1)], vec![(8, 7)]]);
        assert!(pairs(Pattern::Rings, 0, 1, 8).is_empty());
        assert_eq!([members(5, 11, 4), members(9, 11, 4)], [4..8, 8..11]);
    }

    #[test]
    fn halos_end_at_the_borders() {
        assert_eq!(neighbours(0, 6), [None, Some(3), None, Some(1)]);
        assert_eq!(neighbours(4, 6), [Some(1), None, Some(3), Some(5)]);
        assert_eq!(pairs(Pattern::Halo, 5, 6, 8), [(2, 7), (4, 7)]);
        assert!(pairs(Pattern::Halo, 0, 1, 8).is_empty());
    }

    #[test]
    fn products_go_round_rows_and_columns() {
        let first = Round { next: [1, 4], before: [3, 4], messages: [3, 1] };
        assert_eq!(Round::of(0, 8), first);
        assert_eq!(pairs(Pattern::Product, 63, 64, 8), [(60, 21), (3, 105)]);
        assert_eq!(pairs(Pattern::Product, 2, 3, 8), [(0, 14)]);
        let intra = |node: &dyn Fn(usize) -> usize| {
            let of = |rank| pairs(Pattern::Product, rank, 64, 8).into_iter().map(move |(to, count)| (rank, to, count));
            let within = |&(from, to, _): &(usize, usize, u32)| node(from) == node(to);
            (0..64).flat_map(of).filter(within).map(|(.., count)| count).sum::<u32>()
        };
        assert_eq!((intra(&|rank| rank / 8), intra(&|rank| rank % 8)), (64 * 7 * 21 / 2, 0));
    }
}
