// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Gather`, `MPI_Scatter` and `MPI_Allgather`: every rank has a share of a whole.
//!
//! Shares are transferred in the order of the tree, in which those of a subtree are contiguous. If that is the order of
//! the ranks and elements have no gaps, the program's own buffer is used directly. Otherwise shares are reordered at
//! the end, or at the beginning. If all ranks get long shares, each is received at its place.

mod short;

use std::ffi::c_int;

use mpi_sys::MPI_Comm;

use super::buffer::Buffer;
use super::packed::Row;
use super::words::Short;
use super::{Call, CallPath, Common, Data, DecidingArguments, Hierarchy, Member, rank_of};
use hsplit_collectives::rounds::{Amount, Round};
use hsplit_collectives::streams::Streams;
use hsplit_collectives::tree::Tree;
use hsplit_collectives::{Operation, streams};
use hsplit_mpi::{Failure, probe};

/// The whole, at a rank that has it.
pub struct Whole {
    /// The first share; the others follow by rank.
    all: Buffer,
    /// The rank's own share, if it is in another buffer.
    own: Option<Buffer>,
}

/// The buffers that are significant at a rank.
pub enum Shares {
    /// The shares of the root.
    All(Whole),
    /// The rank's own share.
    Own(Buffer),
}

/// The error of a root that sends itself more than a share holds.
const TRUNCATED: Failure = Failure { call: "a copy of the rank's own share", code: mpi_sys::MPI_ERR_TRUNCATE as c_int };

impl Whole {
    fn of(all: Data, own: Data) -> Result<Self, Failure> {
        let all = Buffer::of(all)?;
        let own = if own.is_in_place() { None } else { Some(all.beside(own)?) };
        Ok(Self { all, own })
    }

    /// Returns a row of all shares, and whether it is the program's buffer itself, which is used if possible.
    fn row(&self, on: &Hierarchy, is_in_rank_order: bool) -> Result<(Row, bool), Failure> {
        let is_row = self.all.layout.is_dense() && is_in_rank_order;
        let bytes = self.all.bytes() * on.member.size as usize;
        Ok((if is_row { Row::at(on, self.all.address, 0) } else { Row::apart(on, bytes, 0) }?, is_row))
    }

    /// Writes the rank's own share into the row, unless it is already there or too long.
    ///
    /// # Safety
    /// The buffers are the program's, and the place has the capacity for a share.
    unsafe fn put_own(&self, member: Member, is_row: bool, place: *mut u8) -> Result<(), Failure> {
        // SAFETY: both buffers are the program's and `place` has the capacity for a share, by this function's contract.
        // The packed data is no longer than a share: the first arm compares, and the second packs a share of `all`.
        unsafe {
            match &self.own {
                Some(own) if own.bytes() <= self.all.bytes() => own.pack(place),
                None if !is_row => self.all.behind(member.rank).pack(place),
                _ => Ok(()),
            }
        }
    }

    /// Fails if the rank's own data does not fit into a share.
    fn holds_own(&self) -> Result<(), Failure> {
        check_fits(self.own.map_or(0, |own| own.bytes()), self.all.bytes())
    }

    /// Copies the shares from a row in scratch memory to the program's buffer.
    ///
    /// # Safety
    /// The buffers are the program's, and the row has all shares.
    unsafe fn take_all(&self, member: Member, order: &[u32], row: &Row) -> Result<(), Failure> {
        let share = self.all.bytes();
        order.iter().enumerate().try_for_each(|(position, &rank)| {
            // SAFETY: the row has all shares, by this function's contract; `order` lists each rank once.
            unsafe { self.take(member, rank, row.address(position * share)) }
        })
    }

    /// Transfers the shares of all ranks to all, in rounds.
    ///
    /// # Safety
    /// The buffers are the program's, and the plan is for their shares.
    unsafe fn gather_in_rounds(&self, on: &Hierarchy, plan: &[Round]) -> Result<(), Failure> {
        let order: Vec<u32> = on.nodes().order().collect();
        let position = order.iter().position(|&rank| rank == on.member.rank).unwrap_or(0);
        let (mut row, is_row) = self.row(on, order.is_sorted())?;
        // SAFETY: the row has the capacity for the shares of all ranks: it is the program's buffer, or scratch of that
        // length.
        unsafe {
            self.put_own(on.member, is_row, row.address(position * self.all.bytes()))?;
            row.carry_in_rounds(plan)?;
            if !is_row {
                self.take_all(on.member, &order, &row)?;
            }
        }
        self.holds_own()
    }

    /// Copies a rank's share to its place, unless it is this rank's own and already there.
    ///
    /// # Safety
    /// The buffers are the program's, and `share` has the bytes of a share.
    unsafe fn take(&self, member: Member, rank: u32, share: *const u8) -> Result<(), Failure> {
        if rank == member.rank && self.own.is_none() {
            return Ok(());
        }
        // SAFETY: `all` has the capacity for a share of every rank, by this function's contract.
        unsafe { self.all.behind(rank).unpack(share) }
    }
}

/// Fails if data does not fit into a buffer.
pub(super) fn check_fits(bytes: usize, buffer: usize) -> Result<(), Failure> {
    if bytes <= buffer { Ok(()) } else { Err(TRUNCATED) }
}

/// Returns the bytes of a share, at a rank that has the whole; `None` if the native call rejects the buffers.
fn share_of_whole(own: Data, all: Data, at: Member) -> Result<Option<u64>, Failure> {
    let Some(share) = all.bytes()? else { return Ok(None) };
    let is_taken =
        own.is_in_place() || own.bytes()?.is_some() && (share == 0 || !is_refused_in_whole(own, all, at, share)?);
    Ok(is_taken.then_some(share))
}

/// True if the native call rejects a rank's own share because it is already at its place in the whole. (MPICH compares
/// the address with that many bytes of data after the first share, regardless of the extent.)
fn is_refused_in_whole(own: Data, all: Data, at: Member, share: u64) -> Result<bool, Failure> {
    let place = all.buffer.wrapping_byte_add(share.wrapping_mul(u64::from(at.rank)) as usize);
    if !own.is_like(&all) || own.buffer != place {
        return Ok(false);
    }
    // SAFETY: `share` is not 0, so the whole holds an element, and the address of this rank's own share is inside it.
    // At the root of a gather, and in an allgather, the program lets MPI write there. A scatter's whole is only copied
    // onto itself.
    Ok(!unsafe { probe::takes_share_in_whole(own.buffer, own.datatype)? })
}

/// `MPI_Gather` and `MPI_Scatter`: one rank has all shares, at the end or at the beginning.
pub struct Rooted<const GATHERS: bool> {
    /// This rank's share.
    pub own: Data,
    /// All shares, at the root; the count is that of one.
    pub all: Data,
    /// The rank that gets, or has, all shares.
    pub root: c_int,
    /// The ranks to which the shares belong.
    pub comm: MPI_Comm,
}

/// `MPI_Gather`.
pub type Gather = Rooted<true>;
/// `MPI_Scatter`.
pub type Scatter = Rooted<false>;

impl<const GATHERS: bool> Rooted<GATHERS> {
    fn is_root(&self, at: Member) -> bool {
        rank_of(self.root, at.size) == Some(at.rank)
    }
}

impl<const GATHERS: bool> Call for Rooted<GATHERS> {
    const OPERATION: Operation = if GATHERS { Operation::Gather } else { Operation::Scatter };
    type Buffers = Shares;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    #[inline]
    fn deciding_arguments(&self) -> Option<DecidingArguments> {
        let (first, second) = if self.own.is_in_place() { (&self.all, None) } else { (&self.own, Some(&self.all)) };
        Some(DecidingArguments { root: self.root, ..DecidingArguments::of(self.comm).with(first, second) })
    }

    fn common(&self, at: Member) -> Result<Option<Common>, Failure> {
        let Some(root) = rank_of(self.root, at.size) else { return Ok(None) };
        let share = if self.is_root(at) { share_of_whole(self.own, self.all, at)? } else { self.own.bytes()? };
        Ok(share.map(|bytes| Common::moving(bytes, Some(root))))
    }

    fn buffers(&self, at: Member) -> Result<Shares, Failure> {
        if self.is_root(at) {
            Whole::of(self.all, self.own).map(Shares::All)
        } else {
            Buffer::of(self.own).map(Shares::Own)
        }
    }

    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, shares: &Shares) -> Result<(), Failure> {
        let (tree, share, longest) = (&*path.tree()?, path.bytes, on.longest_segment);
        let streams =
            if GATHERS { streams::gather(tree, share, longest) } else { streams::scatter(tree, share, longest) };
        // SAFETY: `shares` is the result of `buffers` for the program's arguments at this rank: the whole at the root,
        // a share elsewhere, as each of the three functions requires.
        unsafe {
            match (shares, GATHERS) {
                (Shares::All(whole), true) => gather_at_root(on, tree, &streams, whole),
                (Shares::All(whole), false) => scatter_at_root(on, tree, &streams, whole),
                (Shares::Own(own), _) => below::<GATHERS>(on, tree, &streams, own),
            }
        }
    }
}

/// Receives all ranks' shares, and stores them in rank order.
///
/// # Safety
/// The buffers are the program's.
unsafe fn gather_at_root(on: &Hierarchy, tree: &Tree, streams: &Streams, whole: &Whole) -> Result<(), Failure> {
    let (mut row, is_row) = whole.row(on, tree.is_in_rank_order())?;
    // SAFETY: `whole.row` has the capacity for the shares of all ranks: it is the program's buffer, or scratch of that
    // length. All segments of `streams` are inside it, since the root's part of the row is the whole row.
    unsafe {
        whole.put_own(on.member, is_row, row.address(tree.position * whole.all.bytes()))?;
        row.carry(streams)?;
        if !is_row {
            whole.take_all(on.member, &tree.order, &row)?;
        }
    }
    whole.holds_own()
}

/// Sends all ranks their shares.
///
/// # Safety
/// The buffers are the program's.
unsafe fn scatter_at_root(on: &Hierarchy, tree: &Tree, streams: &Streams, whole: &Whole) -> Result<(), Failure> {
    let share = whole.all.bytes();
    let (mut row, is_row) = whole.row(on, tree.is_in_rank_order())?;
    // SAFETY: `whole.row` has the capacity for the shares of all ranks: it is the program's buffer, which holds them,
    // or scratch of that length, which the loop fills. `check_fits` has compared the lengths before the own share is
    // unpacked.
    unsafe {
        if !is_row {
            for (position, &rank) in tree.order.iter().enumerate() {
                whole.all.behind(rank).pack(row.address(position * share))?;
            }
        }
        row.carry(streams)?;
        let Some(own) = &whole.own else { return Ok(()) };
        check_fits(share, own.bytes())?;
        own.up_to(share).unpack(row.address(tree.position * share))
    }
}

/// Performs the part of every other rank: its own share, and those of the ranks below it.
///
/// # Safety
/// The buffer is the program's.
unsafe fn below<const GATHERS: bool>(
    on: &Hierarchy,
    tree: &Tree,
    streams: &Streams,
    own: &Buffer,
) -> Result<(), Failure> {
    let share = own.bytes();
    let offset = tree.subtree.start * share;
    // SAFETY: a rank without children has one share in its part of the row, and a dense buffer of the program holds it.
    // Every other rank gets scratch for its whole subtree, where its own share is the first, at `offset`.
    unsafe {
        if own.layout.is_dense() && tree.children.is_empty() {
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
    /// All shares; the count is that of one.
    pub all: Data,
    /// The ranks to which the shares belong.
    pub comm: MPI_Comm,
}

impl Call for Allgather {
    const OPERATION: Operation = Operation::Allgather;
    type Buffers = Whole;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    #[inline]
    fn deciding_arguments(&self) -> Option<DecidingArguments> {
        Some(DecidingArguments::of(self.comm).with(&self.all, Some(&self.own)))
    }

    fn common(&self, at: Member) -> Result<Option<Common>, Failure> {
        let share = share_of_whole(self.own, self.all, at)?;
        Ok(share.map(|bytes| Common::moving(bytes, None)))
    }

    fn buffers(&self, _: Member) -> Result<Whole, Failure> {
        Whole::of(self.all, self.own)
    }

    unsafe fn run_short(&self, on: &Hierarchy, short: &Short, common: Common, whole: &Whole) -> Result<(), Failure> {
        // SAFETY: the buffers are the program's, by the contract of `Call::run_short`, and its bytes are those of a
        // share.
        unsafe { Self::run_through_words(on, short, common.bytes as usize, whole) }
    }

    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, whole: &Whole) -> Result<(), Failure> {
        if let Some(plan) = path.rounds(Amount { units: path.bytes, size: 1 })? {
            // SAFETY: the buffers are the program's until this call returns, by the contract of `Call::run`, and the
            // plan is for shares of `path.bytes`, their length.
            return unsafe { whole.gather_in_rounds(on, &plan) };
        }
        let (tree, share, lengths, all) = (&*path.tree()?, path.bytes, path.lengths, &whole.all);
        let is_in_rank_order = tree.is_in_rank_order();
        // If the tree is not in rank order, long shares can be received at their places. All ranks divide them into the
        // same segments, also ranks whose datatypes have gaps.
        let lengths = if is_in_rank_order { lengths } else { lengths.within(share) };
        let (mut row, is_row) = if all.layout.is_dense() && !is_in_rank_order && lengths.divide(share) {
            (Row::of_shares(on, tree.order.iter().map(|&rank| all.behind(rank).address).collect(), share)?, true)
        } else {
            whole.row(on, is_in_rank_order)?
        };
        // SAFETY: the row has the capacity for the shares of all ranks: it is the program's buffer, as a whole or share
        // by share, or scratch of that length. `lengths.within(share)` cuts no segment across two shares, as
        // `Row::of_shares` requires.
        unsafe {
            whole.put_own(on.member, is_row, row.address(tree.position * share))?;
            row.carry(&streams::allgather_by(tree, share, lengths))?;
            if !is_row {
                whole.take_all(on.member, &tree.order, &row)?;
            }
        }
        whole.holds_own()
    }
}
