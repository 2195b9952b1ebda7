// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Gather`, `MPI_Scatter` and `MPI_Allgather`: every rank has a share of a whole.
//!
//! On the way shares stand in the order of the tree, every subtree's together. Where that is the order of the ranks and elements have
//! no gaps, the program's own buffer is that row; elsewhere it is put in order at the end, or at the beginning.

use std::ffi::c_int;

use mpi_sys::MPI_Comm;

use super::row::Row;
use super::{Call, Data, Hierarchy, is_rank};
use crate::collectives::tree::{Spread, Tree};
use crate::collectives::{Operation, streams};
use crate::pmpi::Failure;
use crate::pmpi::datatype::Layout;

/// Everybody's shares in one buffer, by rank.
struct Whole {
    layout: Layout,
    buffer: *mut u8,
    /// Elements of a share.
    count: usize,
}

impl Whole {
    fn new(data: Data) -> Result<Self, Failure> {
        Ok(Self { layout: Layout::of(data.datatype)?, buffer: data.buffer.cast(), count: data.count as usize })
    }

    fn share(&self) -> usize {
        self.layout.size * self.count
    }

    /// A row of all shares: the buffer itself, where it can be.
    fn row(&self, on: &Hierarchy, tree: &Tree) -> Result<Row, Failure> {
        if self.is_row(tree) { Row::at(on, self.buffer, 0) } else { Row::apart(on, self.share() * on.size as usize, 0) }
    }

    fn of_rank(&self, rank: u32) -> *mut u8 {
        self.buffer.wrapping_offset(rank as isize * self.count as isize * self.layout.extent)
    }

    /// Whether the buffer is the row itself.
    fn is_row(&self, tree: &Tree) -> bool {
        self.layout.is_dense && tree.is_in_rank_order()
    }

    unsafe fn pack(&self, rank: u32, to: *mut u8) -> Result<(), Failure> {
        // SAFETY: the caller's promise: a share of the buffer, and room for its bytes.
        unsafe { self.layout.pack(self.of_rank(rank), self.count, to) }
    }

    unsafe fn unpack(&self, rank: u32, from: *const u8) -> Result<(), Failure> {
        // SAFETY: as above.
        unsafe { self.layout.unpack(from, self.of_rank(rank), self.count) }
    }
}

/// The share of this rank alone.
unsafe fn pack(data: Data, to: *mut u8) -> Result<(), Failure> {
    // SAFETY: the program's buffer; its bytes are as many as those of a share.
    unsafe { Layout::of(data.datatype)?.pack(data.buffer.cast(), data.count as usize, to) }
}

unsafe fn unpack(from: *const u8, data: Data) -> Result<(), Failure> {
    // SAFETY: as above.
    unsafe { Layout::of(data.datatype)?.unpack(from, data.buffer.cast(), data.count as usize) }
}

/// Whether ranks may share so many bytes each.
fn in_all(share: Option<usize>, size: u32) -> Option<usize> {
    share.filter(|share| share.checked_mul(size as usize).is_some_and(|all| all <= isize::MAX as usize))
}

/// `MPI_Gather`.
pub struct Gather {
    /// This rank's share.
    pub own: Data,
    /// Everybody's, at the root; the count is that of one share.
    pub all: Data,
    /// Who gets them.
    pub root: c_int,
    /// From whom.
    pub comm: MPI_Comm,
}

/// `MPI_Scatter`.
pub struct Scatter {
    /// Everybody's shares, at the root; the count is that of one share.
    pub all: Data,
    /// This rank's share.
    pub own: Data,
    /// Who has them.
    pub root: c_int,
    /// To whom.
    pub comm: MPI_Comm,
}

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

impl Call for Gather {
    const OPERATION: Operation = Operation::Gather;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    fn bytes(&self, rank: u32, size: u32) -> Result<Option<usize>, Failure> {
        share_at(self.own, self.all, self.root, (rank, size))
    }

    unsafe fn run(&self, on: &Hierarchy) -> Result<(), Failure> {
        let is_root = self.root as u32 == on.rank;
        // SAFETY: the program's buffers, as far as they count at this rank.
        unsafe { if is_root { self.at_root(on) } else { self.below(on) } }
    }
}

impl Gather {
    unsafe fn at_root(&self, on: &Hierarchy) -> Result<(), Failure> {
        let whole = Whole::new(self.all)?;
        let share = whole.share();
        let tree = on.tree(Self::OPERATION, share * on.size as usize, on.rank);
        let is_row = whole.is_row(&tree);
        let mut row = whole.row(on, &tree)?;
        // SAFETY: the program's buffers, and a row of all shares.
        unsafe {
            if !self.own.is_in_place() {
                let to = if is_row { row.address(on.rank as usize * share) } else { row.address(0) };
                pack(self.own, to)?;
            }
            row.carry(&streams::gather(&tree, share, on.longest_segment))?;
            if is_row {
                return Ok(());
            }
            let others = tree.order.iter().enumerate().filter(|(_, rank)| !self.own.is_in_place() || **rank != on.rank);
            for (position, &rank) in others {
                whole.unpack(rank, row.address(position * share))?;
            }
        }
        Ok(())
    }

    unsafe fn below(&self, on: &Hierarchy) -> Result<(), Failure> {
        let layout = Layout::of(self.own.datatype)?;
        let share = layout.size * self.own.count as usize;
        let tree = on.tree(Self::OPERATION, share * on.size as usize, self.root as u32);
        let offset = tree.subtree.start * share;
        let streams = streams::gather(&tree, share, on.longest_segment);
        // SAFETY: the program's buffer, or a row of the shares below this rank.
        unsafe {
            if layout.is_dense && tree.children.is_empty() {
                return Row::at(on, self.own.buffer.cast(), offset)?.carry(&streams);
            }
            let mut row = Row::apart(on, tree.subtree.len() * share, offset)?;
            pack(self.own, row.address(offset))?;
            row.carry(&streams)
        }
    }
}

impl Call for Scatter {
    const OPERATION: Operation = Operation::Scatter;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    fn bytes(&self, rank: u32, size: u32) -> Result<Option<usize>, Failure> {
        share_at(self.own, self.all, self.root, (rank, size))
    }

    unsafe fn run(&self, on: &Hierarchy) -> Result<(), Failure> {
        let is_root = self.root as u32 == on.rank;
        // SAFETY: the program's buffers, as far as they count at this rank.
        unsafe { if is_root { self.at_root(on) } else { self.below(on) } }
    }
}

impl Scatter {
    unsafe fn at_root(&self, on: &Hierarchy) -> Result<(), Failure> {
        let whole = Whole::new(self.all)?;
        let share = whole.share();
        let tree = on.tree(Self::OPERATION, share * on.size as usize, on.rank);
        let is_row = whole.is_row(&tree);
        let mut row = whole.row(on, &tree)?;
        // SAFETY: the program's buffers, and a row of all shares.
        unsafe {
            if !is_row {
                for (position, &rank) in tree.order.iter().enumerate() {
                    whole.pack(rank, row.address(position * share))?;
                }
            }
            if !self.own.is_in_place() {
                unpack(row.address(tree.position * share), self.own)?;
            }
            row.carry(&streams::scatter(&tree, share, on.longest_segment))
        }
    }

    unsafe fn below(&self, on: &Hierarchy) -> Result<(), Failure> {
        let layout = Layout::of(self.own.datatype)?;
        let share = layout.size * self.own.count as usize;
        let tree = on.tree(Self::OPERATION, share * on.size as usize, self.root as u32);
        let offset = tree.subtree.start * share;
        let streams = streams::scatter(&tree, share, on.longest_segment);
        // SAFETY: the program's buffer, or a row of the shares below this rank.
        unsafe {
            if layout.is_dense && tree.children.is_empty() {
                return Row::at(on, self.own.buffer.cast(), offset)?.carry(&streams);
            }
            let mut row = Row::apart(on, tree.subtree.len() * share, offset)?;
            row.carry(&streams)?;
            unpack(row.address(offset), self.own)
        }
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

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    fn bytes(&self, _: u32, size: u32) -> Result<Option<usize>, Failure> {
        share_of_both(self.own, self.all, size)
    }

    unsafe fn run(&self, on: &Hierarchy) -> Result<(), Failure> {
        let whole = Whole::new(self.all)?;
        let share = whole.share();
        let bytes = share * on.size as usize;
        let tree = on.tree(Self::OPERATION, bytes, on.first());
        let is_row = whole.is_row(&tree);
        let mut row = whole.row(on, &tree)?;
        let own = row.address(tree.position * share);
        // SAFETY: the program's buffers, and a row of all shares.
        unsafe {
            if !self.own.is_in_place() {
                pack(self.own, own)?;
            } else if !is_row {
                whole.pack(on.rank, own)?;
            }
            row.carry(&match tree.across {
                Spread::Chain => streams::allgather_on_ring(&tree, share, on.segment(bytes)),
                _ => streams::allgather(&tree, share, on.segment(bytes)),
            })?;
            if is_row {
                return Ok(());
            }
            for (position, &rank) in tree.order.iter().enumerate() {
                if rank != on.rank || !self.own.is_in_place() {
                    whole.unpack(rank, row.address(position * share))?;
                }
            }
        }
        Ok(())
    }
}
