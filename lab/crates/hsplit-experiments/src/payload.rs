// SPDX-License-Identifier: MIT OR Apache-2.0
//! The buffers of collective calls before and after: whole numbers that differ by rank and place.

use hsplit_collectives::Operation;
use hsplit_core::random::Random;

/// The number of places after which the numbers repeat.
const PERIOD: usize = 101;

/// The number at a place of a rank's share.
fn entry(rank: usize, at: usize) -> i32 {
    (rank % 1000 * 3 + at % PERIOD) as i32
}

/// A rank's share of `length` numbers.
pub fn share(rank: usize, length: usize) -> impl Iterator<Item = i32> {
    (0..length).map(move |at| entry(rank, at))
}

/// The sum over all ranks of the numbers at a place.
pub fn sums(ranks: usize) -> impl Fn(usize) -> i32 {
    let of_ranks: i32 = (0..ranks).map(|rank| entry(rank, 0)).sum();
    move |at| of_ranks + (ranks * (at % PERIOD)) as i32
}

/// How many neighbours a rank has.
pub const NEIGHBOURS: usize = 8;

/// The neighbours of a rank in neighbourhood calls: the eight around it in a grid without borders, which has as many
/// rows as columns as far as possible. In a small grid some are the same, or the rank itself.
pub fn neighbours(rank: usize, ranks: usize) -> Vec<usize> {
    let columns = (1..=ranks).find(|columns| columns * columns >= ranks && ranks % columns == 0).unwrap_or(1);
    let (rows, row, column) = (ranks / columns, rank / columns, rank % columns);
    let around = (0..3).flat_map(|down| (0..3).map(move |right| (down, right))).filter(|step| *step != (1, 1));
    let at = |(down, right)| (row + rows + down - 1) % rows * columns + (column + columns + right - 1) % columns;
    around.map(at).collect()
}

/// Which blocks of `MPI_Alltoallv` and `MPI_Alltoallw` are longer than others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Counts {
    /// None.
    #[default]
    Equal,
    /// Each has a random length, from nothing to twice the given one.
    Random,
    /// The blocks that rank 0 sends are ten times as long as the others.
    Skewed,
}

impl Counts {
    /// The name in tables.
    pub fn words(self) -> &'static str {
        match self {
            Self::Equal => "default",
            Self::Random => "random counts",
            Self::Skewed => "skewed counts",
        }
    }
}

/// The number of elements that the ranks pass to a call.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// In the share of a rank, or in a block.
    pub length: usize,
    /// Which blocks differ.
    pub counts: Counts,
}

impl Shares {
    /// Shares, and blocks, of one length.
    pub fn equal(length: usize) -> Self {
        Self { length, counts: Counts::Equal }
    }

    /// Shares, or blocks, of about `size` bytes.
    pub fn of_bytes(size: u64, counts: Counts) -> Self {
        Self { length: (size as usize / size_of::<i32>()).max(1), counts }
    }

    /// How many numbers are in the block that one rank sends to another. Equal wherever it is asked.
    pub fn block(self, from: usize, to: usize) -> usize {
        match self.counts {
            Counts::Equal => self.length,
            Counts::Random => {
                let mut random = Random((from as u64) << 32 | to as u64);
                random.below(2 * self.length as u64 + 1) as usize
            }
            Counts::Skewed => self.length * if from == 0 { 10 } else { 1 },
        }
    }

    /// The numbers of that block, where blocks have lengths of their own.
    fn numbers(self, from: usize, to: usize) -> impl Iterator<Item = i32> {
        (0..self.block(from, to)).map(move |at| entry(from, to + at))
    }
}

/// A call's buffers on one rank, for root 0. A buffer that the operation does not use on this rank is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payload {
    /// The send buffer.
    pub from: Vec<i32>,
    /// The receive buffer, or the only buffer of a broadcast.
    pub to: Vec<i32>,
}

impl Payload {
    /// The buffers before the call.
    pub fn before(operation: Operation, rank: usize, ranks: usize, shares: Shares) -> Self {
        let length = shares.length;
        let (is_root, mine) = (rank == 0, || share(rank, length).collect::<Vec<_>>());
        let (from, to) = match operation {
            Operation::Barrier => (vec![], 0),
            Operation::Bcast => {
                return Self { from: vec![], to: if is_root { mine() } else { vec![0; length] } };
            }
            Operation::Reduce => (mine(), if is_root { length } else { 0 }),
            // The first rank of an MPI_Exscan gets nothing, but MPICH asks for a buffer.
            Operation::Allreduce | Operation::Scan | Operation::Exscan => (mine(), length),
            Operation::ReduceScatter | Operation::ReduceScatterBlock => (share(rank, length * ranks).collect(), length),
            Operation::Gather => (mine(), if is_root { length * ranks } else { 0 }),
            Operation::Allgather | Operation::Allgatherv => (mine(), length * ranks),
            Operation::Alltoall => (share(rank, length * ranks).collect(), length * ranks),
            Operation::Alltoallv | Operation::Alltoallw => {
                let sent = (0..ranks).flat_map(|to| shares.numbers(rank, to));
                (sent.collect(), (0..ranks).map(|from| shares.block(from, rank)).sum())
            }
            Operation::NeighborAllgather | Operation::NeighborAllgatherv => (mine(), NEIGHBOURS * length),
            Operation::NeighborAlltoall | Operation::NeighborAlltoallv | Operation::NeighborAlltoallw => {
                // All get the same: which of several edges between two ranks belong together is the MPI's affair.
                (mine().repeat(NEIGHBOURS), NEIGHBOURS * length)
            }
            Operation::Scatter => {
                (if is_root { (0..ranks).flat_map(|rank| share(rank, length)).collect() } else { vec![] }, length)
            }
        };
        Self { from, to: vec![0; to] }
    }

    /// True if `to` holds the right result.
    pub fn is_right(&self, operation: Operation, rank: usize, ranks: usize, shares: Shares) -> bool {
        let length = shares.length;
        let blocks: Vec<i32> = if matches!(operation, Operation::Alltoallv | Operation::Alltoallw) {
            (0..ranks).flat_map(|from| shares.numbers(from, rank)).collect()
        } else {
            vec![]
        };
        let (sum, around) = (sums(ranks), neighbours(rank, ranks));
        let expected = |at: usize| match operation {
            Operation::Barrier => 0,
            Operation::Bcast => entry(0, at),
            Operation::Reduce | Operation::Allreduce => sum(at),
            Operation::ReduceScatter | Operation::ReduceScatterBlock => sum(rank * length + at),
            Operation::Scan => sums(rank + 1)(at),
            Operation::Exscan => sums(rank)(at),
            Operation::Gather | Operation::Allgather | Operation::Allgatherv => entry(at / length, at % length),
            Operation::Scatter => entry(rank, at),
            Operation::NeighborAllgather
            | Operation::NeighborAllgatherv
            | Operation::NeighborAlltoall
            | Operation::NeighborAlltoallv
            | Operation::NeighborAlltoallw => entry(around[at / length], at % length),
            Operation::Alltoall => entry(at / length, rank * length + at % length),
            Operation::Alltoallv | Operation::Alltoallw => blocks[at],
        };
        self.to.iter().enumerate().all(|(at, &value)| value == expected(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(operation: Operation, rank: usize, to: &[i32]) -> bool {
        let before = Payload::before(operation, rank, 3, Shares::equal(2));
        assert_eq!(before.to.len(), to.len(), "{operation:?}");
        Payload { to: to.to_vec(), ..before }.is_right(operation, rank, 3, Shares::equal(2))
    }

    #[test]
    fn three_ranks_with_two_numbers_each() {
        use Operation::{Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, Scatter};
        use Operation::{Exscan, ReduceScatter, ReduceScatterBlock, Scan};
        // They have 0 and 1, 3 and 4, 6 and 7.
        assert_eq!(Payload::before(Allreduce, 2, 3, Shares::equal(2)).from, [6, 7]);
        assert_eq!(Payload::before(Scatter, 0, 3, Shares::equal(2)).from, [0, 1, 3, 4, 6, 7]);
        assert!(
            after(Bcast, 2, &[0, 1])
                && after(Reduce, 0, &[9, 12])
                && after(Reduce, 1, &[])
                && after(Allreduce, 1, &[9, 12])
        );
        assert!(
            after(Gather, 0, &[0, 1, 3, 4, 6, 7]) && after(Gather, 1, &[]) && after(Allgather, 1, &[0, 1, 3, 4, 6, 7])
        );
        assert!(after(Scatter, 1, &[3, 4]) && after(Barrier, 1, &[]));
        // Rank 1 gets the second block of each: 2 and 3 of 0 to 5, 5 and 6 of 3 to 8.
        assert_eq!(Payload::before(Alltoall, 1, 3, Shares::equal(2)).from, [3, 4, 5, 6, 7, 8]);
        assert!(after(Alltoall, 1, &[2, 3, 5, 6, 8, 9]));
        // Of all: 9, 12, 15, 18, 21 and 24.
        assert!(after(ReduceScatter, 1, &[15, 18]) && after(ReduceScatterBlock, 2, &[21, 24]));
        assert!(after(Scan, 1, &[3, 5]) && after(Exscan, 2, &[3, 5]) && after(Exscan, 0, &[0, 0]));
        for (operation, to) in [
            (Bcast, &[0, 2][..]),
            (Reduce, &[9, 9]),
            (Allreduce, &[0, 12]),
            (Gather, &[0, 1, 3, 4, 6, 6]),
            (Scatter, &[0, 1]),
            (Alltoall, &[0, 1, 3, 4, 6, 6]),
        ] {
            assert!(!after(operation, if operation == Scatter { 1 } else { 0 }, to), "{operation:?}");
        }
    }

    #[test]
    fn blocks_of_different_lengths() {
        let skewed = Shares { length: 2, counts: Counts::Skewed };
        let from_0 = Payload::before(Operation::Alltoallv, 0, 3, skewed);
        assert_eq!((from_0.from.len(), from_0.to.len()), (60, 20 + 2 + 2));
        let to: Vec<i32> = (2..22).chain([5, 6, 8, 9]).collect();
        let after = |to| Payload { to, ..from_0.clone() }.is_right(Operation::Alltoallw, 2, 3, skewed);
        assert!(after(to.clone()));
        assert!(!after(to.into_iter().rev().collect()));
        let random = Shares { length: 50, counts: Counts::Random };
        let lengths: Vec<usize> = (0..100).map(|to| random.block(7, to)).collect();
        assert!(lengths.iter().all(|&length| length <= 100));
        assert!((30..70).contains(&(lengths.iter().sum::<usize>() / 100)));
        assert_eq!(Payload::before(Operation::Alltoallv, 7, 100, random).from.len(), lengths.iter().sum::<usize>());
    }

    #[test]
    fn neighbours_are_around() {
        assert_eq!(neighbours(5, 12), [0, 1, 2, 4, 6, 8, 9, 10]);
        assert_eq!(neighbours(0, 12), [11, 8, 9, 3, 1, 7, 4, 5]);
        assert_eq!(neighbours(1, 2), [0, 1, 0, 0, 0, 0, 1, 0]);
        assert_eq!(neighbours(0, 1), [0; NEIGHBOURS]);
    }

    #[test]
    fn nothing_is_right_before_the_call() {
        for operation in Operation::ALL.into_iter().filter(|operation| *operation != Operation::Barrier) {
            // Only the root of a broadcast has everything already, and the first rank of an MPI_Exscan gets nothing.
            let rank = usize::from(matches!(operation, Operation::Bcast | Operation::Scatter | Operation::Exscan));
            let before = Payload::before(operation, rank, 3, Shares::equal(200));
            assert!(!before.is_right(operation, rank, 3, Shares::equal(200)), "{operation:?}");
        }
    }
}
