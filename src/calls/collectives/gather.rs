// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Gather`, `MPI_Scatter` and `MPI_Allgather`: every rank has a share of a whole.
//!
//! On the way shares stand in the order of the tree, every subtree's together. Where that is the order of the ranks and
//! elements have no gaps, the program's own buffer is that row; elsewhere it is put in order at the end, or at the
//! beginning, or, where everybody gets long shares, on the way.

use std::ffi::c_int;

use mpi_sys::MPI_Comm;

use super::buffer::Buffer;
use super::packed::Row;
use super::{Call, CallPath, Data, Hierarchy, is_rank};
use crate::pmpi::Failure;
use hsplit_collectives::streams::Streams;
use hsplit_collectives::tree::Tree;
use hsplit_collectives::{Operation, streams};

/// The buffers that count at a rank.
pub enum Shares {
    /// Everybody's by rank, of which the buffer says the first, and the rank's own where that is elsewhere.
    All(Buffer, Option<Buffer>),
    /// The rank's own.
    Own(Buffer),
}

impl Shares {
    fn at(rank: u32, root: c_int, all: Data, own: Data) -> Result<Self, Failure> {
        if root as u32 == rank {
            all_and_own(all, own).map(|(all, own)| Self::All(all, own))
        } else {
            Buffer::of(own).map(Self::Own)
        }
    }
}

/// Everybody's shares, and the rank's own where it is not in its place.
fn all_and_own(all: Data, own: Data) -> Result<(Buffer, Option<Buffer>), Failure> {
    let all = Buffer::of(all)?;
    let own = if own.is_in_place() { None } else { Some(all.beside(own)?) };
    Ok((all, own))
}

/// A row of all shares, and whether these are where they belong: that is their buffer itself, where it can be.
fn row(on: &Hierarchy, all: &Buffer, is_in_rank_order: bool) -> Result<(Row, bool), Failure> {
    let is_row = all.layout.is_dense && is_in_rank_order;
    let row = if is_row { Row::at(on, all.address, 0) } else { Row::apart(on, all.bytes() * on.size as usize, 0) };
    Ok((row?, is_row))
}

/// Whether ranks may share so many bytes each.
fn in_all(share: Option<usize>, size: u32) -> Option<usize> {
    share.filter(|share| share.checked_mul(size as usize).is_some_and(|all| all <= isize::MAX as usize))
}

/// `MPI_Gather` and `MPI_Scatter`: one rank has everybody's shares, in the end or in the beginning.
pub struct Rooted<const GATHERS: bool> {
    /// This rank's share.
    pub own: Data,
    /// Everybody's, at the root; the count is that of one share.
    pub all: Data,
    /// Who gets, or has, them all.
    pub root: c_int,
    /// Whose they are.
    pub comm: MPI_Comm,
}

/// `MPI_Gather`.
pub type Gather = Rooted<true>;
/// `MPI_Scatter`.
pub type Scatter = Rooted<false>;

/// The bytes of a share, by what is significant at this rank.
fn share_at(own: Data, all: Data, root: c_int, (rank, size): (u32, u32)) -> Result<Option<usize>, Failure> {
    if !is_rank(root, size) {
        return Ok(None);
    }
    if root as u32 == rank { share_of_both(own, all, size) } else { Ok(in_all(own.bytes()?, size)) }
}

/// The bytes of a share where both buffers are significant.
fn share_of_both(own: Data, all: Data, size: u32) -> Result<Option<usize>, Failure> {
    let share = all.bytes()?;
    // The same buffer twice is a mistake that some MPIs notice.
    let fine = own.is_in_place() || own.buffer != all.buffer && own.bytes()? == share;
    Ok(in_all(share.filter(|_| fine), size))
}

impl<const GATHERS: bool> Call for Rooted<GATHERS> {
    const OPERATION: Operation = if GATHERS { Operation::Gather } else { Operation::Scatter };
    type Buffers = Shares;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    fn root(&self) -> Option<u32> {
        Some(self.root as u32)
    }

    fn bytes(&self, rank: u32, size: u32) -> Result<Option<usize>, Failure> {
        share_at(self.own, self.all, self.root, (rank, size))
    }

    fn buffers(&self, on: &Hierarchy) -> Result<Option<Shares>, Failure> {
        Shares::at(on.rank, self.root, self.all, self.own).map(Some)
    }

    unsafe fn run(&self, on: &Hierarchy, shares: &Shares) -> Result<(), Failure> {
        let (Shares::All(share, _) | Shares::Own(share)) = shares;
        let (share, longest) = (share.bytes(), on.longest_segment);
        let tree = on.tree(Self::OPERATION, share, self.root as u32)?;
        let streams =
            if GATHERS { streams::gather(&tree, share, longest) } else { streams::scatter(&tree, share, longest) };
        // SAFETY: the program's buffers, as far as they count at this rank.
        unsafe {
            match (shares, GATHERS) {
                (Shares::All(all, own), true) => gather_at_root(on, &tree, &streams, all, own.as_ref()),
                (Shares::All(all, own), false) => scatter_at_root(on, &tree, &streams, all, own.as_ref()),
                (Shares::Own(own), _) => below::<GATHERS>(on, &tree, &streams, own),
            }
        }
    }
}

/// Takes everybody's shares, and puts them where they belong.
unsafe fn gather_at_root(
    on: &Hierarchy,
    tree: &Tree,
    streams: &Streams,
    all: &Buffer,
    own: Option<&Buffer>,
) -> Result<(), Failure> {
    let share = all.bytes();
    let (mut row, is_row) = row(on, all, tree.is_in_rank_order())?;
    // SAFETY: the program's buffers, and a row of all shares.
    unsafe {
        if let Some(own) = own {
            own.pack(row.address(tree.position * share))?;
        }
        row.carry(streams)?;
        if is_row {
            return Ok(());
        }
        let others = tree.order.iter().enumerate().filter(|(_, rank)| own.is_some() || **rank != on.rank);
        for (position, &rank) in others {
            all.behind(rank).unpack(row.address(position * share))?;
        }
    }
    Ok(())
}

/// Gives everybody their shares.
unsafe fn scatter_at_root(
    on: &Hierarchy,
    tree: &Tree,
    streams: &Streams,
    all: &Buffer,
    own: Option<&Buffer>,
) -> Result<(), Failure> {
    let share = all.bytes();
    let (mut row, is_row) = row(on, all, tree.is_in_rank_order())?;
    // SAFETY: the program's buffers, and a row of all shares.
    unsafe {
        if !is_row {
            for (position, &rank) in tree.order.iter().enumerate() {
                all.behind(rank).pack(row.address(position * share))?;
            }
        }
        if let Some(own) = own {
            own.unpack(row.address(tree.position * share))?;
        }
        row.carry(streams)
    }
}

/// The part of every other rank: its own share, and those of the ranks below it.
unsafe fn below<const GATHERS: bool>(
    on: &Hierarchy,
    tree: &Tree,
    streams: &Streams,
    own: &Buffer,
) -> Result<(), Failure> {
    let share = own.bytes();
    let offset = tree.subtree.start * share;
    // SAFETY: the program's buffer, or a row of the shares below this rank.
    unsafe {
        if own.layout.is_dense && tree.children.is_empty() {
            return Row::at(on, own.address, offset)?.carry(streams);
        }
        let mut row = Row::apart(on, tree.subtree.len() * share, offset)?;
        if GATHERS {
            own.pack(row.address(offset))?;
        }
        row.carry(streams)?;
        if GATHERS { Ok(()) } else { own.unpack(row.address(offset)) }
    }
}

/// `MPI_Allgather`.
pub struct Allgather {
    /// This rank's share.
    pub own: Data,
    /// Everybody's; the count is that of one share.
    pub all: Data,
    /// From and to whom.
    pub comm: MPI_Comm,
}

impl Call for Allgather {
    const OPERATION: Operation = Operation::Allgather;
    type Buffers = (Buffer, Option<Buffer>);

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    fn bytes(&self, _: u32, size: u32) -> Result<Option<usize>, Failure> {
        share_of_both(self.own, self.all, size)
    }

    fn buffers(&self, _: &Hierarchy) -> Result<Option<Self::Buffers>, Failure> {
        all_and_own(self.all, self.own).map(Some)
    }

    unsafe fn run(&self, on: &Hierarchy, (all, own): &Self::Buffers) -> Result<(), Failure> {
        let share = all.bytes();
        let CallPath { tree, lengths, .. } = on.route(Self::OPERATION, share, on.first())?;
        let is_in_rank_order = tree.is_in_rank_order();
        // Where ranks do not stand in their order, long shares can go where they belong at once. All ranks cut them
        // alike.
        let lengths = if is_in_rank_order { lengths } else { lengths.within(share) };
        let (mut row, is_row) = if all.layout.is_dense && !is_in_rank_order && lengths.divide(share) {
            (Row::of_shares(on, tree.order.iter().map(|&rank| all.behind(rank).address).collect(), share)?, true)
        } else {
            row(on, all, is_in_rank_order)?
        };
        let place = row.address(tree.position * share);
        // SAFETY: the program's buffers, and a row of all shares.
        unsafe {
            match own {
                Some(own) => own.pack(place)?,
                None if is_row => {}
                None => all.behind(on.rank).pack(place)?,
            }
            row.carry(&streams::allgather_by(&tree, share, lengths))?;
            if is_row {
                return Ok(());
            }
            for (position, &rank) in tree.order.iter().enumerate() {
                if rank != on.rank || own.is_some() {
                    all.behind(rank).unpack(row.address(position * share))?;
                }
            }
        }
        Ok(())
    }
}
