// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Gatherv` and `MPI_Scatterv`: one rank has, or gets, shares of different lengths, and alone knows all lengths.

use std::ffi::c_int;

use mpi_sys::MPI_Comm;

use super::blocks::Blocks;
use super::buffer::Buffer;
use super::unequal::{self, ByPlace, Lists};
use super::{Call, CallPath, Common, Data, Hierarchy, Member, rank_of};
use hsplit_collectives::Operation;
use hsplit_mpi::Failure;
use hsplit_mpi::datatype::bytes_passed;

/// `MPI_Gatherv` and `MPI_Scatterv`.
pub struct Rooted<const GATHERS: bool> {
    /// This rank's share.
    pub own: Data,
    /// All shares, at the root.
    pub all: Blocks,
    /// The rank that gets, or has, them all.
    pub root: c_int,
    /// The ranks whose shares they are.
    pub comm: MPI_Comm,
}

/// `MPI_Gatherv`.
pub type Gatherv = Rooted<true>;
/// `MPI_Scatterv`.
pub type Scatterv = Rooted<false>;

impl<const GATHERS: bool> Rooted<GATHERS> {
    fn is_root(&self, at: Member) -> bool {
        rank_of(self.root, at.size) == Some(at.rank)
    }

    /// Whether the native call takes the arguments.
    fn is_taken(&self, at: Member) -> Result<bool, Failure> {
        if !self.is_root(at) {
            return Ok(self.own.bytes()?.is_some());
        }
        Ok(self.all.is_taken(at.size)?
            && (self.own.is_in_place()
                || self.own.bytes()?.is_some() && !self.all.is_refused_beside(&self.own, at.rank)?))
    }
}

impl<const GATHERS: bool> Call for Rooted<GATHERS> {
    const OPERATION: Operation = if GATHERS { Operation::Gatherv } else { Operation::Scatterv };
    type Buffers = Lists;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    fn common(&self, at: Member) -> Result<Option<Common>, Failure> {
        let Some(root) = rank_of(self.root, at.size) else { return Ok(None) };
        Ok(self.is_taken(at)?.then_some(Common { bytes: 0, root: Some(root), any_order: true }))
    }

    fn volume(&self, _: Common, at: Member) -> u64 {
        let bytes = |data: Data| bytes_passed(data.count, data.datatype);
        match (self.is_root(at), GATHERS) {
            (true, false) => self.all.bytes(at.size),
            (true, true) if self.own.is_in_place() => bytes(self.all.block(at.rank)),
            (_, true) => bytes(self.own),
            (false, false) => 0,
        }
    }

    fn buffers(&self, at: Member) -> Result<Lists, Failure> {
        let (root, is_root) = (rank_of(self.root, at.size).unwrap_or(0), self.is_root(at));
        let in_place = is_root && self.own.is_in_place();
        let all = if is_root { self.all.list(at.size)? } else { vec![] };
        let own = if in_place { all[root as usize] } else { Buffer::of(self.own)? };
        let (one, all) = (ByPlace::One(root, own), ByPlace::All(all));
        let (sent, received) = if GATHERS { (one, all) } else { (all, one) };
        Ok(Lists { sent, received, in_place, is_one_buffer: false })
    }

    unsafe fn run(&self, on: &Hierarchy, _: &CallPath, lists: &Lists) -> Result<(), Failure> {
        let root = rank_of(self.root, on.member.size).unwrap_or(0);
        // SAFETY: the buffers are the program's, by the contract of `Call::run`: all shares at the root, and a share
        // elsewhere. The exchange has parcels for these alone.
        unsafe { unequal::carry(on, lists, &on.exchange_with_root(root, GATHERS)) }
    }
}
