// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Reduce` and `MPI_Allreduce`.
//!
//! Elements are sent with their datatype and not packed, because only the operation can interpret them. A reduction
//! along the tree combines neighbours in the order of the tree. Where that is the order of the ranks, it suits
//! operations that do not commute, too.

use std::ffi::c_int;

use mpi_sys::{MPI_Comm, MPI_Op};

use super::buffer::Buffer;
use super::{Call, CallPath, Common, Data, Hierarchy, Member, WINDOW, rank_of};
use crate::pmpi::constants::op_null;
use crate::pmpi::datatype::commutes;
use crate::pmpi::transfer::{Message, Transfer};
use crate::pmpi::{Failure, probe};
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
    /// What combines them.
    pub op: MPI_Op,
    /// The rank that gets the result.
    pub root: c_int,
    /// The ranks whose operands they are.
    pub comm: MPI_Comm,
}

/// `MPI_Allreduce`.
pub struct Allreduce {
    /// This rank's operand.
    pub operand: Data,
    /// The result; count and datatype are those of the operand.
    pub result: Data,
    /// What combines them.
    pub op: MPI_Op,
    /// The ranks whose operands they are.
    pub comm: MPI_Comm,
}

/// What all ranks know of a reduction. `result` is given where it is significant. `None` where the native call refuses
/// the arguments.
fn common(operand: Data, result: Option<Data>, op: MPI_Op, root: Option<u32>) -> Result<Option<Common>, Failure> {
    let bytes = match result {
        Some(result) if operand.is_in_place() => result.bytes()?,
        Some(result) => result.bytes()?.and(operand.bytes()?),
        None => operand.bytes()?,
    };
    let Some(bytes) = bytes else { return Ok(None) };
    if op.0 == op_null().0 || !probe::takes_operation(op, operand.datatype)? {
        return Ok(None);
    }
    if bytes > 0 && result.is_some_and(|result| result.buffer == operand.buffer) && is_refused(operand, op, root)? {
        return Ok(None);
    }
    Ok(Some(Common { bytes, root, any_order: commutes(op)? }))
}

/// Whether the native call refuses the operand because the result goes to its buffer.
fn is_refused(operand: Data, op: MPI_Op, root: Option<u32>) -> Result<bool, Failure> {
    let Data { buffer, count, datatype } = operand;
    // SAFETY: `common` calls this only where there are bytes of data and the program has named one buffer for operand
    // and result. So the buffer holds an element, and MPI may write the result there.
    let is_taken = unsafe {
        match root {
            Some(_) => probe::takes_result_in_operand(buffer, datatype, op),
            None => probe::takes_result_for_all_in_operand(buffer, count, datatype, op),
        }
    };
    is_taken.map(|is_taken| !is_taken)
}

/// A reduction at this rank. Counts and datatypes of the result are those of the operand.
#[derive(Clone, Copy)]
pub struct Reduction {
    operand: Buffer,
    /// Whether the operand is in the result's buffer.
    in_place: bool,
    result: *mut u8,
    op: MPI_Op,
}

impl Reduction {
    fn of(operand: Data, result: Data, op: MPI_Op) -> Result<Self, Failure> {
        // (Open MPI lets a program pass the buffer twice for one element, and refuses more.)
        let in_place = operand.is_in_place() || operand.buffer == result.buffer;
        let mut buffer = Buffer::of(operand)?;
        if operand.is_in_place() {
            buffer.address = result.buffer.cast();
        }
        Ok(Self { operand: buffer, in_place, result: result.buffer.cast(), op })
    }

    /// Reduces to the root of the tree, or to all ranks.
    ///
    /// # Safety
    /// The buffers are the program's.
    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, to_all: bool) -> Result<(), Failure> {
        let CallPath { tree, lengths, ahead, .. } = path;
        let length = (lengths.message / self.operand.layout.size.max(1)).clamp(1, self.operand.count.max(1));
        let part = Part {
            children: tree.children.len(),
            is_root: tree.parent.is_none(),
            segments: self.operand.count.div_ceil(length),
            to_all,
        };
        let mut operands = Operands::new(on, part, tree, self, length)?;
        operands.ahead = *ahead;
        part.run(operands.ahead.unwrap_or(WINDOW), &mut operands)
    }
}

impl Call for Reduce {
    const OPERATION: Operation = Operation::Reduce;
    type Buffers = Reduction;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    fn common(&self, at: Member) -> Result<Option<Common>, Failure> {
        let Some(root) = rank_of(self.root, at.size) else { return Ok(None) };
        common(self.operand, (root == at.rank).then_some(self.result), self.op, Some(root))
    }

    fn buffers(&self, _: Member) -> Result<Reduction, Failure> {
        Reduction::of(self.operand, self.result, self.op)
    }

    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, reduction: &Reduction) -> Result<(), Failure> {
        // SAFETY: the buffers are the program's, by the contract of `Call::run`.
        unsafe { reduction.run(on, path, false) }
    }
}

impl Call for Allreduce {
    const OPERATION: Operation = Operation::Allreduce;
    type Buffers = Reduction;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    fn common(&self, _: Member) -> Result<Option<Common>, Failure> {
        common(self.operand, Some(self.result), self.op, None)
    }

    fn buffers(&self, _: Member) -> Result<Reduction, Failure> {
        Reduction::of(self.operand, self.result, self.op)
    }

    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, reduction: &Reduction) -> Result<(), Failure> {
        // SAFETY: the buffers are the program's, by the contract of `Call::run`.
        unsafe { reduction.run(on, path, true) }
    }
}

/// The operands of a reduction at this rank.
struct Operands {
    transfer: Transfer,
    part: Part,
    from: Vec<u32>,
    to: Vec<u32>,
    reduction: Reduction,
    /// Elements of a segment.
    length: usize,
    /// How many segments go up before the parent receives them, where that is limited. Then this rank has no children
    /// and needs no scratch.
    ahead: Option<usize>,
    /// Where the scratch buffers for each child's segments begin.
    received: Vec<[*mut u8; WINDOW]>,
    /// Scratch for the data of a segment.
    packed: *mut u8,
}

impl Operands {
    fn new(on: &Hierarchy, part: Part, tree: &Tree, reduction: &Reduction, length: usize) -> Result<Self, Failure> {
        let children = || tree.children.iter().map(|child| child.rank);
        let layout = reduction.operand.layout;
        let mut transfer = Transfer::new(on.channel()?);
        let (footprint, used) = (layout.footprint(length), part.segments.min(WINDOW));
        let mut scratch_for_child = || {
            let memory = transfer.scratch(footprint.bytes * used);
            std::array::from_fn(|slot| {
                let slot = slot.min(used.saturating_sub(1));
                memory.wrapping_add(footprint.bytes * slot).wrapping_offset(footprint.begin)
            })
        };
        let received = (0..part.children).map(|_| scratch_for_child()).collect();
        let is_packed = part.is_root && !layout.is_dense;
        Ok(Self {
            packed: if is_packed { transfer.scratch(length * layout.size) } else { std::ptr::null_mut() },
            transfer,
            part,
            from: children().chain(tree.parent).collect(),
            to: tree.parent.into_iter().chain(children()).collect(),
            reduction: *reduction,
            length,
            ahead: None,
            received,
        })
    }

    fn offset(&self, segment: usize) -> isize {
        (segment * self.length) as isize * self.reduction.operand.layout.extent
    }

    fn elements(&self, segment: usize) -> usize {
        self.length.min(self.reduction.operand.count - segment * self.length)
    }

    fn result(&self, segment: usize) -> *mut u8 {
        self.reduction.result.wrapping_offset(self.offset(segment))
    }

    /// Where a child's operand is received, and then combined with what this rank has. At the root the last one is
    /// received in the result.
    fn scratch(&self, child: usize, segment: usize) -> *mut u8 {
        let is_last = child + 1 == self.part.children;
        if self.part.is_root && is_last && !self.reduction.in_place {
            self.result(segment)
        } else {
            self.received[child][segment % WINDOW]
        }
    }

    /// A segment in memory, on its way from or to a rank.
    fn message(&self, buffer: *mut u8, segment: usize, peer: u32) -> Message {
        let datatype = self.reduction.operand.layout.datatype;
        Message { buffer: buffer.cast(), count: self.elements(segment) as c_int, datatype, peer }
    }

    /// What this rank has of a segment, with the operands of the first `children` children combined.
    fn so_far(&self, children: usize, segment: usize) -> *const u8 {
        children.checked_sub(1).map_or_else(
            || self.reduction.operand.address.wrapping_offset(self.offset(segment)).cast_const(),
            |last| self.scratch(last, segment).cast_const(),
        )
    }
}

impl Transport for Operands {
    type Error = Failure;

    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        let buffer = if stream < self.part.children { self.scratch(stream, segment) } else { self.result(segment) };
        let message = self.message(buffer, segment, self.from[stream]);
        // SAFETY: the buffer is scratch for one segment of this child, or the place of the segment in the result.
        // `Part::run` reuses scratch only when the segment WINDOW before has gone up, and does not touch either before
        // `wait` has reported the message.
        unsafe { self.transfer.receive(message, Done::Received { stream, segment }) }
    }

    fn send(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        let upwards = stream == 0 && !self.part.is_root;
        let buffer = if upwards { self.so_far(self.part.children, segment) } else { self.result(segment).cast_const() };
        let (message, done) =
            (self.message(buffer.cast_mut(), segment, self.to[stream]), Done::Sent { stream, segment });
        // The last ones need not wait until the parent receives those before them.
        if upwards && self.ahead.is_some_and(|ahead| segment + ahead < self.part.segments) {
            // SAFETY: as for the other message below.
            return unsafe { self.transfer.send_to_taker(message, done) };
        }
        // SAFETY: `Part::run` sends a segment when all its operands are combined, or when its result is here. Nothing
        // writes it after that until `wait` has reported the message.
        unsafe { self.transfer.send(message, done) }
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        self.transfer.wait(done)
    }
}

impl Combine for Operands {
    fn combine(&mut self, child: usize, segment: usize) -> Result<(), Failure> {
        let (left, right) = (self.so_far(child, segment), self.scratch(child, segment));
        let Reduction { operand, op, .. } = self.reduction;
        // SAFETY: `Part::run` combines a child's segment when it has come and the children before are combined, so both
        // sides hold `elements(segment)` elements. They do not overlap: `right` is scratch of this child alone, or the
        // result, which is another buffer than the operand unless `in_place` says so, and `scratch` heeds that.
        unsafe { operand.layout.combine(left, right, self.elements(segment), op) }
    }

    fn settle(&mut self, segment: usize) -> Result<(), Failure> {
        let (from, to) = (self.so_far(self.part.children, segment), self.result(segment));
        if from == to.cast_const() {
            return Ok(());
        }
        // SAFETY: `Part::run` settles a segment at the root, where all its operands are combined. Both sides hold
        // `elements(segment)` elements, and `packed` has been allocated for a segment's data unless elements are dense.
        unsafe { self.reduction.operand.layout.copy(from, to, self.elements(segment), self.packed) }
    }
}
