// SPDX-License-Identifier: MIT OR Apache-2.0
//! What collective calls are given, and what they must leave behind: whole numbers, different for every rank and place.

use hsplit_collectives::Operation;

/// Places repeat after so many.
const PERIOD: usize = 101;

/// The number at a place of a rank's share.
fn entry(rank: usize, at: usize) -> i32 {
    (rank % 1000 * 3 + at % PERIOD) as i32
}

/// A rank's share of so many numbers.
pub fn share(rank: usize, length: usize) -> impl Iterator<Item = i32> {
    (0..length).map(move |at| entry(rank, at))
}

/// The sum of the numbers of so many ranks at each place: their own parts, and the place's as often.
pub fn sums(ranks: usize) -> impl Fn(usize) -> i32 {
    let of_ranks: i32 = (0..ranks).map(|rank| entry(rank, 0)).sum();
    move |at| of_ranks + (ranks * (at % PERIOD)) as i32
}

/// A call's buffers on one rank, for root 0. Those that the operation has no use for on this rank are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payload {
    pub from: Vec<i32>,
    /// A broadcast has this one alone.
    pub to: Vec<i32>,
}

impl Payload {
    /// Before the call, where each rank has a share of so many numbers.
    pub fn before(operation: Operation, rank: usize, ranks: usize, length: usize) -> Self {
        let (is_root, mine) = (rank == 0, || share(rank, length).collect::<Vec<_>>());
        let (from, to) = match operation {
            Operation::Barrier => (vec![], 0),
            Operation::Bcast => {
                return Self { from: vec![], to: if is_root { mine() } else { vec![0; length] } };
            }
            Operation::Reduce => (mine(), if is_root { length } else { 0 }),
            Operation::Allreduce => (mine(), length),
            Operation::Gather => (mine(), if is_root { length * ranks } else { 0 }),
            Operation::Allgather => (mine(), length * ranks),
            Operation::Scatter => {
                (if is_root { (0..ranks).flat_map(|rank| share(rank, length)).collect() } else { vec![] }, length)
            }
        };
        Self { from, to: vec![0; to] }
    }

    /// Whether the call has left in `to` what it must.
    pub fn is_right(&self, operation: Operation, rank: usize, ranks: usize, length: usize) -> bool {
        let sum = sums(ranks);
        let expected = |at: usize| match operation {
            Operation::Barrier => 0,
            Operation::Bcast => entry(0, at),
            Operation::Reduce | Operation::Allreduce => sum(at),
            Operation::Gather | Operation::Allgather => entry(at / length, at % length),
            Operation::Scatter => entry(rank, at),
        };
        self.to.iter().enumerate().all(|(at, &value)| value == expected(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(operation: Operation, rank: usize, to: &[i32]) -> bool {
        let before = Payload::before(operation, rank, 3, 2);
        assert_eq!(before.to.len(), to.len(), "{operation:?}");
        Payload { to: to.to_vec(), ..before }.is_right(operation, rank, 3, 2)
    }

    #[test]
    fn three_ranks_with_two_numbers_each() {
        use Operation::{Allgather, Allreduce, Barrier, Bcast, Gather, Reduce, Scatter};
        // They have 0 and 1, 3 and 4, 6 and 7.
        assert_eq!(Payload::before(Allreduce, 2, 3, 2).from, [6, 7]);
        assert_eq!(Payload::before(Scatter, 0, 3, 2).from, [0, 1, 3, 4, 6, 7]);
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
        for (operation, to) in [
            (Bcast, &[0, 2][..]),
            (Reduce, &[9, 9]),
            (Allreduce, &[0, 12]),
            (Gather, &[0, 1, 3, 4, 6, 6]),
            (Scatter, &[0, 1]),
        ] {
            assert!(!after(operation, if operation == Scatter { 1 } else { 0 }, to), "{operation:?}");
        }
    }

    #[test]
    fn nothing_is_right_before_the_call() {
        for operation in Operation::ALL.into_iter().filter(|operation| *operation != Operation::Barrier) {
            // Only the root of a broadcast has everything already.
            let rank = usize::from(operation == Operation::Bcast || operation == Operation::Scatter);
            let before = Payload::before(operation, rank, 3, 200);
            assert!(!before.is_right(operation, rank, 3, 200), "{operation:?}");
        }
    }
}
