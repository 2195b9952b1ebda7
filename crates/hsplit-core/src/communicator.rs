// SPDX-License-Identifier: MIT OR Apache-2.0
//! The operations of a communicator that a split uses.
//!
//! The split is written against this trait, so that the code that runs over `PMPI_*` is the code that the unit tests
//! run over thousands of simulated ranks.

use std::ops::Deref;

use crate::exchange::Summary;

/// A group of ranks that exchange bytes and form smaller groups. All calls except `rank`, `size` and `create_alone` are
/// collective. An error is that of the communication underneath.
pub trait Communicator {
    /// The error of a failed operation.
    type Error;
    /// A communicator that was created here. Dropping it frees it, also on an error path.
    type Owned: Deref<Target = Self>;

    /// This process's rank.
    fn rank(&self) -> u32;

    /// The number of ranks.
    fn size(&self) -> u32;

    /// Returns the bytes of all ranks, in rank order. All ranks contribute the same number of bytes.
    fn allgather(&self, mine: &[u8]) -> Result<Vec<u8>, Self::Error>;

    /// Returns the merged summary of all ranks.
    fn merge_all(&self, mine: Summary) -> Result<Summary, Self::Error>;

    /// Returns the sum over all ranks.
    fn sum(&self, mine: u64) -> Result<u64, Self::Error>;

    /// Returns the sum over the ranks below this one; 0 on rank 0.
    fn sum_before(&self, mine: u64) -> Result<u64, Self::Error>;

    /// Returns true if every rank passes the same number.
    fn all_equal(&self, mine: u64) -> Result<bool, Self::Error>;

    /// Returns rank 0's number.
    fn what_first_says(&self, mine: u64) -> Result<u64, Self::Error>;

    /// Creates disjoint communicators, all at once. Each rank passes the members of its own new communicator in their
    /// new order, or no members for none. Attributes are not copied.
    fn create(&self, members: &[u32]) -> Result<Option<Self::Owned>, Self::Error>;

    /// Creates a communicator of this rank alone. This call is local: the other ranks do not see its failure.
    fn create_alone(&self) -> Result<Self::Owned, Self::Error>;

    /// Creates disjoint communicators by colour, ordered by key and then by rank. A rank without a colour gets none.
    /// Attributes are not copied.
    fn split(&self, colour: Option<u32>, key: i32) -> Result<Option<Self::Owned>, Self::Error>;
}
