// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a split needs of a communicator, and nothing else.
//!
//! The split is written against this trait, so that the code that runs over `PMPI_*` is the code that the unit tests
//! run over thousands of simulated ranks.

use std::ops::Deref;

use crate::exchange::Summary;

/// A group of ranks that can exchange bytes and form smaller groups. Every call but the first two is collective.
pub trait Communicator {
    /// Why an operation failed.
    type Error;
    /// A communicator that was created here. It is freed when it is dropped, whatever fails until then.
    type Owned: Deref<Target = Self>;

    /// This process's rank.
    fn rank(&self) -> u32;

    /// How many ranks there are.
    fn size(&self) -> u32;

    /// The bytes of all ranks, in rank order; all contribute equally many.
    ///
    /// # Errors
    /// What the communication reports.
    fn allgather(&self, mine: &[u8]) -> Result<Vec<u8>, Self::Error>;

    /// The summary of all ranks' summaries.
    ///
    /// # Errors
    /// What the communication reports.
    fn merge_all(&self, mine: Summary) -> Result<Summary, Self::Error>;

    /// The sum over all ranks.
    ///
    /// # Errors
    /// What the communication reports.
    fn sum(&self, mine: u64) -> Result<u64, Self::Error>;

    /// The sum over the ranks below this one; 0 on the first.
    ///
    /// # Errors
    /// What the communication reports.
    fn sum_before(&self, mine: u64) -> Result<u64, Self::Error>;

    /// Whether every rank has the same number.
    ///
    /// # Errors
    /// What the communication reports.
    fn all_equal(&self, mine: u64) -> Result<bool, Self::Error>;

    /// Rank 0's number.
    ///
    /// # Errors
    /// What the communication reports.
    fn what_first_says(&self, mine: u64) -> Result<u64, Self::Error>;

    /// Disjoint new communicators, created by all ranks at once, each naming the members of its own in their new order;
    /// a rank without members gets none. What is cached on this communicator is not on the new ones.
    ///
    /// # Errors
    /// What the communication reports.
    fn create(&self, members: &[u32]) -> Result<Option<Self::Owned>, Self::Error>;

    /// A new communicator of this rank alone. The only local call: the other ranks do not learn where it fails.
    ///
    /// # Errors
    /// What the communication reports.
    fn create_alone(&self) -> Result<Self::Owned, Self::Error>;

    /// Disjoint new communicators by colour, ordered by key and then by rank; no colour, no communicator. What is
    /// cached on this communicator is not on the new ones.
    ///
    /// # Errors
    /// What the communication reports.
    fn split(&self, colour: Option<u32>, key: i32) -> Result<Option<Self::Owned>, Self::Error>;
}
