// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Alltoallv` and `MPI_Alltoallw`: every rank has a block for every rank, each of a length that its two ranks
//! know.

use mpi_sys::MPI_Comm;

use super::blocks::{Blocks, Types};
use super::unequal::{self, ByPlace, Lists};
use super::{Call, CallPath, Common, DecidingArguments, Hierarchy, Member};
use hsplit_collectives::Operation;
use hsplit_mpi::datatype::bytes_passed;
use hsplit_mpi::native::{BUILT_FOR, Family};
use hsplit_mpi::{Failure, probe};

/// `MPI_Alltoallv`, or `MPI_Alltoallw`, in which each block has its own datatype.
pub struct Unequal<const OF_EACH: bool> {
    /// The blocks that this rank sends.
    pub own: Blocks,
    /// The blocks that it receives.
    pub all: Blocks,
    /// The ranks that exchange blocks.
    pub comm: MPI_Comm,
}

/// `MPI_Alltoallv`.
pub type Alltoallv = Unequal<false>;
/// `MPI_Alltoallw`.
pub type Alltoallw = Unequal<true>;

impl<const OF_EACH: bool> Unequal<OF_EACH> {
    /// True if the native call rejects this rank's pair of sent and received blocks.
    fn is_refused(&self, at: Member) -> Result<bool, Failure> {
        let [sent, received] = [self.own, self.all].map(|blocks| blocks.block(at.rank));
        if BUILT_FOR == Family::OpenMpi {
            // Open MPI compares the blocks that a rank sends to itself.
            let [sent, received] = [sent, received].map(|block| bytes_passed(block.count, block.datatype));
            return Ok(sent != received);
        }
        if self.own.buffer != self.all.buffer {
            return Ok(false);
        }
        let is_one_array = self.own.counts == self.all.counts;
        let (buffer, datatypes) = (self.all.buffer, [sent.datatype, received.datatype]);
        let is_taken = match (self.own.types, self.all.types) {
            (Types::Each(own), Types::Each(all)) => {
                probe::takes_blocks_of_each_in_one_buffer(buffer, datatypes, is_one_array, own == all)?
            }
            _ => probe::takes_unequal_blocks_in_one_buffer(buffer, datatypes, is_one_array)?,
        };
        Ok(!is_taken)
    }
}

impl<const OF_EACH: bool> Call for Unequal<OF_EACH> {
    const OPERATION: Operation = if OF_EACH { Operation::Alltoallw } else { Operation::Alltoallv };
    type Buffers = Lists;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    #[inline]
    fn deciding_arguments(&self) -> Option<DecidingArguments> {
        Some(DecidingArguments::of(self.comm))
    }

    fn common(&self, at: Member) -> Result<Option<Common>, Failure> {
        let is_taken = self.all.is_taken(at.size)?
            && (self.own.is_in_place() || self.own.is_taken(at.size)? && !self.is_refused(at)?);
        Ok(is_taken.then_some(Common::moving(0, None)))
    }

    fn volume(&self, _: Common, at: Member) -> u64 {
        let blocks = if self.own.is_in_place() { self.all } else { self.own };
        blocks.bytes(at.size)
    }

    fn buffers(&self, at: Member) -> Result<Lists, Failure> {
        let (received, in_place) = (self.all.list(at.size)?, self.own.is_in_place());
        let sent = if in_place { received.clone() } else { self.own.list(at.size)? };
        let (sent, received) = (ByPlace::All(sent), ByPlace::All(received));
        Ok(Lists { sent, received, in_place, is_one_buffer: in_place || self.own.buffer == self.all.buffer })
    }

    unsafe fn run(&self, on: &Hierarchy, _: &CallPath, lists: &Lists) -> Result<(), Failure> {
        // SAFETY: the buffers are the program's, by the contract of `Call::run`, with a block for and from every rank.
        unsafe { unequal::carry(on, lists, &on.exchange_of_unequal()) }
    }
}
