// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Bcast` and `MPI_Barrier`.

use std::ffi::c_int;

use mpi_sys::MPI_Comm;

use super::buffer::Buffer;
use super::packed::Row;
use super::{Call, CallPath, Data, Hierarchy, WINDOW, is_rank};
use crate::pmpi::Failure;
use crate::pmpi::transfer::Transfer;
use hsplit_collectives::transport::{Combine, Done, Transport};
use hsplit_collectives::{Operation, reduce, streams};

/// `MPI_Bcast`.
pub struct Bcast {
    /// What is sent and received.
    pub data: Data,
    /// Who sends it.
    pub root: c_int,
    /// To whom.
    pub comm: MPI_Comm,
}

impl Call for Bcast {
    const OPERATION: Operation = Operation::Bcast;
    type Buffers = Buffer;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    fn root(&self) -> Option<u32> {
        Some(self.root as u32)
    }

    fn bytes(&self, _: u32, size: u32) -> Result<Option<usize>, Failure> {
        if is_rank(self.root, size) { self.data.bytes() } else { Ok(None) }
    }

    fn buffers(&self, _: &Hierarchy) -> Result<Option<Buffer>, Failure> {
        Buffer::of(self.data).map(Some)
    }

    unsafe fn run(&self, on: &Hierarchy, buffer: &Buffer) -> Result<(), Failure> {
        let bytes = buffer.bytes();
        let CallPath { tree, lengths, .. } = on.route(Self::OPERATION, bytes, self.root as u32)?;
        let streams = streams::broadcast(&tree, bytes, lengths);
        // SAFETY: the program's buffer, or as many bytes of our own; ranks other than the root may have another
        // datatype of as many.
        unsafe {
            if buffer.layout.is_dense {
                return Row::at(on, buffer.address, 0)?.carry(&streams);
            }
            let mut row = Row::apart(on, bytes, 0)?;
            if tree.parent.is_none() {
                buffer.pack(row.address(0))?;
            }
            row.carry(&streams)?;
            if tree.parent.is_some() { buffer.unpack(row.address(0)) } else { Ok(()) }
        }
    }
}

/// `MPI_Barrier`.
pub struct Barrier {
    /// Who waits for whom.
    pub comm: MPI_Comm,
}

impl Call for Barrier {
    const OPERATION: Operation = Operation::Barrier;
    type Buffers = ();

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    fn bytes(&self, _: u32, _: u32) -> Result<Option<usize>, Failure> {
        Ok(Some(0))
    }

    fn buffers(&self, _: &Hierarchy) -> Result<Option<()>, Failure> {
        Ok(Some(()))
    }

    /// A reduction of nothing to everybody.
    unsafe fn run(&self, on: &Hierarchy, (): &()) -> Result<(), Failure> {
        let tree = on.tree(Self::OPERATION, 0, on.first())?;
        let part =
            reduce::Part { children: tree.children.len(), is_root: tree.parent.is_none(), segments: 1, to_all: true };
        let children = || tree.children.iter().map(|child| child.rank);
        let mut signals = Signals {
            transfer: Transfer::new(on.private()?),
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
