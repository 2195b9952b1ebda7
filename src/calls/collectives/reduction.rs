// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Reduce` and `MPI_Allreduce`.
//!
//! Elements travel as they are, with their datatype, because only the operation knows what they mean. A reduction along
//! the tree combines neighbours in the order of the tree; where that is the order of the ranks, it is good for
//! operations that do not commute too.

use std::ffi::c_int;

use mpi_sys::{MPI_Comm, MPI_Op};

use super::buffer::Buffer;
use super::{Call, CallPath, Data, Hierarchy, WINDOW, is_rank};
use crate::pmpi::Failure;
use crate::pmpi::constants::{in_place, op_null};
use crate::pmpi::datatype::{Layout, commutes, is_operation};
use crate::pmpi::transfer::Transfer;
use hsplit_collectives::Operation;
use hsplit_collectives::reduce::Part;
use hsplit_collectives::transport::{Combine, Done, Transport};
use hsplit_collectives::tree::Tree;

/// `MPI_Reduce`.
pub struct Reduce {
    /// This rank's operand.
    pub operand: Data,
    /// The result, at the root; counts and datatypes are those of the operand.
    pub result: Data,
    /// What is done to them.
    pub op: MPI_Op,
    /// Who gets the result.
    pub root: c_int,
    /// Whose operands.
    pub comm: MPI_Comm,
}

/// `MPI_Allreduce`.
pub struct Allreduce {
    /// This rank's operand.
    pub operand: Data,
    /// The result; count and datatype are those of the operand.
    pub result: Data,
    /// What is done to them.
    pub op: MPI_Op,
    /// Whose operands.
    pub comm: MPI_Comm,
}

/// The bytes of an operand, by what is significant at this rank.
fn bytes_of(operand: Data, result: Option<Data>, op: MPI_Op) -> Result<Option<usize>, Failure> {
    let checked = match result {
        Some(result) if operand.buffer == result.buffer && operand.count > 0 => return Ok(None),
        Some(result) if operand.is_in_place() => result.bytes()?,
        Some(result) => result.bytes()?.and(operand.bytes()?),
        None => operand.bytes()?,
    };
    let Some(bytes) = checked else { return Ok(None) };
    Ok((op.0 != op_null().0 && is_operation(op, operand.datatype)?).then_some(bytes))
}

/// The operand, where the tree's order of operands is good enough. Datatypes that go backwards are the native call's.
fn fitting<C: Call>(on: &Hierarchy, operand: Data, op: MPI_Op, root: u32) -> Result<Option<Buffer>, Failure> {
    let operand = Buffer::of(operand)?;
    let tree = on.tree(C::OPERATION, operand.bytes(), root)?;
    Ok((operand.layout.extent >= 0 && (commutes(op)? || tree.is_in_rank_order())).then_some(operand))
}

impl Call for Reduce {
    const OPERATION: Operation = Operation::Reduce;
    type Buffers = Buffer;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    fn bytes(&self, rank: u32, size: u32) -> Result<Option<usize>, Failure> {
        if !is_rank(self.root, size) {
            return Ok(None);
        }
        bytes_of(self.operand, (self.root as u32 == rank).then_some(self.result), self.op)
    }

    fn root(&self) -> Option<u32> {
        Some(self.root as u32)
    }

    fn buffers(&self, on: &Hierarchy) -> Result<Option<Buffer>, Failure> {
        fitting::<Self>(on, self.operand, self.op, self.root as u32)
    }

    unsafe fn run(&self, on: &Hierarchy, operand: &Buffer) -> Result<(), Failure> {
        // SAFETY: the caller's promise.
        unsafe { reduce::<Self>(on, operand, self.result, self.op, Some(self.root as u32)) }
    }
}

impl Call for Allreduce {
    const OPERATION: Operation = Operation::Allreduce;
    type Buffers = Buffer;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    fn bytes(&self, _: u32, _: u32) -> Result<Option<usize>, Failure> {
        bytes_of(self.operand, Some(self.result), self.op)
    }

    fn buffers(&self, on: &Hierarchy) -> Result<Option<Buffer>, Failure> {
        fitting::<Self>(on, self.operand, self.op, on.first())
    }

    unsafe fn run(&self, on: &Hierarchy, operand: &Buffer) -> Result<(), Failure> {
        // SAFETY: the caller's promise.
        unsafe { reduce::<Self>(on, operand, self.result, self.op, None) }
    }
}

/// Reduces to `root`, or to everybody.
unsafe fn reduce<C: Call>(
    on: &Hierarchy,
    operand: &Buffer,
    result: Data,
    op: MPI_Op,
    root: Option<u32>,
) -> Result<(), Failure> {
    let bytes = operand.bytes();
    let top = root.unwrap_or_else(|| on.first());
    let CallPath { tree, lengths, ahead } = on.route(C::OPERATION, bytes, top)?;
    let length = (lengths.message / operand.layout.size.max(1)).max(1);
    let part = Part {
        children: tree.children.len(),
        is_root: tree.parent.is_none(),
        segments: operand.count.div_ceil(length),
        to_all: root.is_none(),
    };
    // SAFETY: the program's buffers.
    let mut operands = unsafe { Operands::new(on, part, &tree, (*operand, result, op), length)? };
    operands.ahead = ahead;
    part.run(operands.ahead.unwrap_or(WINDOW), &mut operands)
}

/// The operands of a reduction at this rank.
struct Operands {
    transfer: Transfer,
    part: Part,
    from: Vec<u32>,
    to: Vec<u32>,
    layout: Layout,
    op: MPI_Op,
    count: usize,
    /// Elements of a segment.
    length: usize,
    own: *const u8,
    result: *mut u8,
    /// Whether the own operand is where the result belongs.
    in_place: bool,
    /// How many segments go up before the parent takes them, where that counts: there is nobody below then, and nothing
    /// to keep room for.
    ahead: Option<usize>,
    /// Scratch for segments of each child.
    rooms: Vec<[*mut u8; WINDOW]>,
}

impl Operands {
    unsafe fn new(
        on: &Hierarchy,
        part: Part,
        tree: &Tree,
        arguments: (Buffer, Data, MPI_Op),
        length: usize,
    ) -> Result<Self, Failure> {
        let (operand, result, op) = arguments;
        let in_place = operand.address.cast() == in_place();
        let children = || tree.children.iter().map(|child| child.rank);
        let mut transfer = Transfer::new(on.private()?);
        let used = part.segments.min(WINDOW);
        let (bytes, begin) = operand.layout.memory(length);
        let mut room_of_child = || {
            let memory = transfer.scratch(bytes * used);
            std::array::from_fn(|slot| memory.wrapping_add(bytes * slot.min(used.saturating_sub(1)) + begin))
        };
        let rooms = (0..part.children).map(|_| room_of_child()).collect();
        Ok(Self {
            transfer,
            part,
            from: children().chain(tree.parent).collect(),
            to: tree.parent.into_iter().chain(children()).collect(),
            layout: operand.layout,
            op,
            count: operand.count,
            length,
            own: if in_place { result.buffer.cast() } else { operand.address },
            result: result.buffer.cast(),
            in_place,
            ahead: None,
            rooms,
        })
    }

    fn offset(&self, segment: usize) -> isize {
        (segment * self.length) as isize * self.layout.extent
    }

    fn elements(&self, segment: usize) -> usize {
        self.length.min(self.count - segment * self.length)
    }

    fn result(&self, segment: usize) -> *mut u8 {
        self.result.wrapping_offset(self.offset(segment))
    }

    /// Where a child's operand comes to, and what is combined with it: the last one at the root at once where the
    /// result belongs.
    fn scratch(&self, child: usize, segment: usize) -> *mut u8 {
        let is_last = child + 1 == self.part.children;
        if self.part.is_root && is_last && !self.in_place {
            self.result(segment)
        } else {
            self.rooms[child][segment % WINDOW]
        }
    }

    /// What this rank has of a segment with so many children combined.
    fn so_far(&self, children: usize, segment: usize) -> *const u8 {
        children.checked_sub(1).map_or_else(
            || self.own.wrapping_offset(self.offset(segment)),
            |last| self.scratch(last, segment).cast_const(),
        )
    }
}

impl Transport for Operands {
    type Error = Failure;

    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        let buffer = if stream < self.part.children { self.scratch(stream, segment) } else { self.result(segment) };
        let (count, datatype, done) =
            (self.elements(segment) as c_int, self.layout.datatype, Done::Received { stream, segment });
        // SAFETY: there is room for the segment; nobody else looks there until it has come.
        unsafe { self.transfer.receive(buffer.cast(), count, datatype, self.from[stream], done) }
    }

    fn send(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        let upwards = stream == 0 && !self.part.is_root;
        let buffer = if upwards { self.so_far(self.part.children, segment) } else { self.result(segment).cast_const() };
        let (count, datatype, done) =
            (self.elements(segment) as c_int, self.layout.datatype, Done::Sent { stream, segment });
        // For the last ones nobody waits.
        if upwards && self.ahead.is_some_and(|ahead| segment + ahead < self.part.segments) {
            // SAFETY: as below.
            return unsafe { self.transfer.send_to_taker(buffer.cast(), count, datatype, self.to[stream], done) };
        }
        // SAFETY: the segment is complete, and stays until it has left.
        unsafe { self.transfer.send(buffer.cast(), count, datatype, self.to[stream], done) }
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        self.transfer.wait(done)
    }
}

impl Combine for Operands {
    fn combine(&mut self, child: usize, segment: usize) -> Result<(), Failure> {
        let (left, right) = (self.so_far(child, segment), self.scratch(child, segment));
        // SAFETY: both have the elements of the segment, and are not the same.
        unsafe { self.layout.combine(left, right, self.elements(segment), self.op) }
    }

    fn settle(&mut self, segment: usize) -> Result<(), Failure> {
        let (from, to) = (self.so_far(self.part.children, segment), self.result(segment));
        if from == to.cast_const() {
            return Ok(());
        }
        // SAFETY: both have the elements of the segment.
        unsafe { self.layout.copy(from, to, self.elements(segment)) }
    }
}
