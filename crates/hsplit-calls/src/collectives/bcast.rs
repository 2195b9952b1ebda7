// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Bcast` and `MPI_Barrier`.

mod short;

use std::ffi::c_int;

use mpi_sys::MPI_Comm;

use super::buffer::Buffer;
use super::packed::Row;
use super::rounds;
use super::words::Short;
use super::{Call, CallPath, Common, Data, DecidingArguments, Hierarchy, Member, WINDOW, rank_of};
use hsplit_collectives::adaptive::groups::groups;
use hsplit_collectives::rounds::Amount;
use hsplit_collectives::transport::{Combine, Done, Transport};
use hsplit_collectives::{Operation, reduce, streams};
use hsplit_mpi::Failure;
use hsplit_mpi::transfer::Transfer;

/// `MPI_Bcast`.
pub struct Bcast {
    /// The data that is sent and received.
    pub data: Data,
    /// The rank that sends it.
    pub root: c_int,
    /// The ranks that receive it.
    pub comm: MPI_Comm,
}

impl Call for Bcast {
    const OPERATION: Operation = Operation::Bcast;
    type Buffers = Buffer;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    #[inline]
    fn deciding_arguments(&self) -> Option<DecidingArguments> {
        Some(DecidingArguments { root: self.root, ..DecidingArguments::of(self.comm).with(&self.data, None) })
    }

    fn common(&self, at: Member) -> Result<Option<Common>, Failure> {
        let Some(root) = rank_of(self.root, at.size) else { return Ok(None) };
        Ok(self.data.bytes()?.map(|bytes| Common::moving(bytes, Some(root))))
    }

    #[inline]
    fn buffers(&self, _: Member) -> Result<Buffer, Failure> {
        Buffer::of(self.data)
    }

    unsafe fn run_short(&self, on: &Hierarchy, short: &Short, common: Common, buffer: &Buffer) -> Result<(), Failure> {
        let root = common.root.unwrap_or(0);
        // SAFETY: the buffer is the program's, by the contract of `Call::run_short`; `common` has counted its bytes.
        unsafe { Self::run_through_words(on, short, root, common.bytes as usize, buffer) }
    }

    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, buffer: &Buffer) -> Result<(), Failure> {
        if let Some(plan) = path.rounds(Amount { units: path.bytes, size: 1 })? {
            let is_root = path.root == on.member.rank;
            // SAFETY: the plan is for `path.bytes` bytes, and its intervals are within them. A dense buffer of the
            // program has that many, as `common` counted them, and `Row::apart` allocates as many for another one.
            return unsafe { carried(on, path.bytes, buffer, is_root, |row| row.carry_in_rounds(&plan)) };
        }
        let (tree, CallPath { bytes, lengths, .. }) = (&path.tree()?, path);
        let stages = match path.planned.as_ref().filter(|planned| planned.plan.is_staged()) {
            Some(planned) => planned.plan.broadcast(&groups(&on.levels), tree, *bytes, *lengths),
            None => vec![streams::broadcast(tree, *bytes, *lengths)],
        };
        // SAFETY: `stages` cover the places 0 to `bytes` of the row. A dense buffer of the program has `bytes` bytes,
        // as `common` counted them; the standard makes them equal on all ranks. `Row::apart` has allocated as many, and
        // `pack` writes and `unpack` reads the same number.
        unsafe { carried(on, *bytes, buffer, tree.parent.is_none(), |row| row.carry_all(&stages)) }
    }
}

/// Transfers a message of `bytes` bytes, from the buffer at the root and into it at the other ranks.
///
/// # Safety
/// The buffer is the program's, and has that many bytes of data.
unsafe fn carried(
    on: &Hierarchy,
    bytes: usize,
    buffer: &Buffer,
    is_root: bool,
    carry: impl FnOnce(&mut Row) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if buffer.layout.is_dense() {
        return carry(&mut Row::at(on, buffer.address, 0)?);
    }
    let mut row = Row::apart(on, bytes, 0)?;
    // SAFETY: the buffer is the program's, with `bytes` bytes of data, by this function's contract; the row is scratch
    // with the capacity for all of them.
    unsafe {
        if is_root {
            buffer.pack(row.address(0))?;
        }
        carry(&mut row)?;
        if is_root { Ok(()) } else { buffer.unpack(row.address(0)) }
    }
}

/// `MPI_Barrier`.
pub struct Barrier {
    /// The ranks that wait for each other.
    pub comm: MPI_Comm,
}

impl Call for Barrier {
    const OPERATION: Operation = Operation::Barrier;
    type Buffers = ();

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    #[inline]
    fn deciding_arguments(&self) -> Option<DecidingArguments> {
        Some(DecidingArguments::of(self.comm))
    }

    fn common(&self, _: Member) -> Result<Option<Common>, Failure> {
        Ok(Some(Common::moving(0, None)))
    }

    fn buffers(&self, _: Member) -> Result<(), Failure> {
        Ok(())
    }

    unsafe fn run_short(&self, on: &Hierarchy, short: &Short, _: Common, (): &()) -> Result<(), Failure> {
        Self::run_through_words(on, short)
    }

    /// Performs rounds of signals, or a reduction without data to all ranks.
    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, (): &()) -> Result<(), Failure> {
        if let Some(plan) = path.rounds(Amount { units: 0, size: 0 })? {
            return rounds::signal(on, &plan);
        }
        let tree = path.tree()?;
        let part = reduce::ReducePart {
            children: tree.children.len(),
            is_root: tree.parent.is_none(),
            segments: 1,
            to_all: true,
        };
        let children = || tree.children.iter().map(|child| child.rank);
        let mut signals = Signals {
            transfer: on.transfer()?,
            from: children().chain(tree.parent).collect(),
            to: tree.parent.into_iter().chain(children()).collect(),
        };
        part.run(WINDOW, &mut signals)
    }
}

/// Messages without data.
struct Signals {
    transfer: Transfer,
    from: Vec<u32>,
    to: Vec<u32>,
}

impl Transport for Signals {
    type Error = Failure;

    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        self.transfer.expect(self.from[stream], Done::Received { stream, segment })
    }

    fn send(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        self.transfer.signal(self.to[stream], Done::Sent { stream, segment })
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        self.transfer.wait(done)
    }
}

impl Combine for Signals {
    fn combine(&mut self, _: usize, _: usize) -> Result<(), Failure> {
        Ok(())
    }

    fn settle(&mut self, _: usize) -> Result<(), Failure> {
        Ok(())
    }
}
