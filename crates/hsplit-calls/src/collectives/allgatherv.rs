// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Allgatherv`: all ranks get the shares of all. All ranks know the length of each share.
//!
//! Shares are transferred contiguously, in the order of the tree. If the program has them contiguous, in the order of
//! the ranks, and that is the tree's order, its buffer is used directly. Otherwise they are copied at the end.

use mpi_sys::MPI_Comm;

use super::blocks::Blocks;
use super::buffer::Buffer;
use super::gather::check_fits;
use super::packed::Row;
use super::{Call, CallPath, Common, Data, DecidingArguments, Hierarchy, Member};
use hsplit_collectives::Operation;
use hsplit_collectives::streams::{self, Shares};
use hsplit_mpi::Failure;

/// `MPI_Allgatherv`.
pub struct Allgatherv {
    /// This rank's share.
    pub own: Data,
    /// All shares.
    pub all: Blocks,
    /// The ranks to which the shares belong.
    pub comm: MPI_Comm,
}

/// The buffers of a call.
pub struct Whole {
    /// The shares, by rank.
    all: Vec<Buffer>,
    /// The rank's own share, if it is in another buffer.
    own: Option<Buffer>,
}

impl Whole {
    /// Returns the address of all shares, if they are contiguous in the order of the ranks.
    fn row(&self) -> Option<*mut u8> {
        let mut shares = self.all.iter().filter(|share| share.count > 0);
        let first = shares.next()?;
        let is_row = first.layout.is_dense()
            && shares
                .try_fold(first, |before, share| {
                    (before.address.wrapping_add(before.bytes()) == share.address).then_some(share)
                })
                .is_some();
        is_row.then_some(first.address)
    }
}

impl Call for Allgatherv {
    const OPERATION: Operation = Operation::Allgatherv;
    type Buffers = Whole;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    #[inline]
    fn deciding_arguments(&self) -> Option<DecidingArguments> {
        None
    }

    fn common(&self, at: Member) -> Result<Option<Common>, Failure> {
        let is_taken = self.all.is_taken(at.size)?
            && (self.own.is_in_place()
                || self.own.bytes()?.is_some() && !self.all.is_refused_beside(&self.own, at.rank)?);
        if !is_taken {
            return Ok(None);
        }
        Ok(Some(Common::moving(self.all.bytes(at.size), None)))
    }

    fn buffers(&self, at: Member) -> Result<Whole, Failure> {
        let all = self.all.list(at.size)?;
        let own = match all.last() {
            Some(share) if !self.own.is_in_place() => Some(share.beside(self.own)?),
            _ => None,
        };
        Ok(Whole { all, own })
    }

    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, whole: &Whole) -> Result<(), Failure> {
        let (tree, rank) = (&*path.tree()?, on.member.rank as usize);
        let mut places = vec![0];
        let mut end = 0;
        for &rank in &tree.order {
            end += whole.all[rank as usize].bytes();
            places.push(end);
        }
        let in_buffer = whole.row().filter(|_| tree.is_in_rank_order());
        let mut row = match in_buffer {
            Some(address) => Row::at(on, address, 0)?,
            None => Row::apart(on, end, 0)?,
        };
        let (share, own) = (&whole.all[rank], whole.own.as_ref());
        let place = row.address(places[tree.position]);
        // SAFETY: the buffers are the program's, by the contract of `Call::run`. The row has the capacity for the
        // shares of all ranks, each from its place on: it is the program's buffer, or scratch of their length. No share
        // is packed that is longer than its place.
        unsafe {
            match own {
                Some(own) if own.bytes() <= share.bytes() => own.pack(place)?,
                None if in_buffer.is_none() => share.pack(place)?,
                _ => {}
            }
            row.carry(&streams::allgather_by(tree, Shares::At(&places), path.lengths))?;
            for (position, &from) in tree.order.iter().enumerate().filter(|_| in_buffer.is_none()) {
                if from as usize != rank || own.is_some() {
                    whole.all[from as usize].unpack(row.address(places[position]))?;
                }
            }
        }
        check_fits(own.map_or(0, |own| own.bytes()), share.bytes())
    }
}
