// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Reduce` and `MPI_Allreduce`.
//!
//! Elements are sent with their datatype and not packed, because only the operation can interpret them. A reduction
//! along the tree combines neighbours in the order of the tree. If that is the order of the ranks, operations need not
//! commute.

mod short;

use std::ffi::c_int;

use mpi_sys::{MPI_Comm, MPI_Datatype, MPI_Op};

use super::buffer::Buffer;
use super::words::Short;
use super::{Call, CallPath, Common, Data, DecidingArguments, Hierarchy, Member, WINDOW, rank_of};
use hsplit_collectives::Operation;
use hsplit_collectives::reduce::ReducePart;
use hsplit_collectives::rounds::Amount;
use hsplit_collectives::transport::{Combine, Done, Transport};
use hsplit_collectives::tree::Tree;
use hsplit_collectives::tuning::Combining;
use hsplit_mpi::constants::op_null;
use hsplit_mpi::transfer::{Message, Transfer};
use hsplit_mpi::{Failure, operation, probe};

/// `MPI_Reduce`.
pub struct Reduce {
    /// This rank's operand.
    pub operand: Data,
    /// The result, at the root; counts and datatypes are those of the operand.
    pub result: Data,
    /// The operation.
    pub op: MPI_Op,
    /// The rank that gets the result.
    pub root: c_int,
    /// The ranks that take part.
    pub comm: MPI_Comm,
}

/// `MPI_Allreduce`.
pub struct Allreduce {
    /// This rank's operand.
    pub operand: Data,
    /// The result; count and datatype are those of the operand.
    pub result: Data,
    /// The operation.
    pub op: MPI_Op,
    /// The ranks that take part.
    pub comm: MPI_Comm,
}

/// Returns the values of a reduction that all ranks know. `result` is given if it is significant. `takes_one_buffer`
/// tests whether the native call accepts one buffer for both; it is called if there are bytes of data. `None` if the
/// native call rejects the arguments.
pub(super) fn common(
    operand: Data,
    result: Option<Data>,
    op: MPI_Op,
    takes_one_buffer: impl FnOnce() -> Result<bool, Failure>,
) -> Result<Option<Common>, Failure> {
    let bytes = match result {
        Some(result) if operand.is_in_place() => result.bytes()?,
        Some(result) => result.bytes()?.and(operand.bytes()?),
        None => operand.bytes()?,
    };
    let Some(bytes) = bytes else { return Ok(None) };
    let Some(combining) = known_operation(op, operand.datatype)? else { return Ok(None) };
    if bytes > 0 && result.is_some_and(|result| result.buffer == operand.buffer) && !takes_one_buffer()? {
        return Ok(None);
    }
    Ok(Some(Common { bytes, root: None, any_order: combining != Combining::Ordered, combining }))
}

/// Returns how an operation combines data; `None` if the native call rejects it for this datatype.
fn known_operation(op: MPI_Op, datatype: MPI_Datatype) -> Result<Option<Combining>, Failure> {
    if let Some(known) = operation::known(op, datatype) {
        return Ok(Some(known));
    }
    if op.0 == op_null().0 || !probe::takes_operation(op, datatype)? {
        return Ok(None);
    }
    let combining = operation::combining(op)?;
    operation::keep(op, datatype, combining);
    Ok(Some(combining))
}

/// A reduction at this rank. Counts and datatypes of the result are those of the operand.
#[derive(Clone, Copy)]
pub struct Reduction {
    pub(super) operand: Buffer,
    /// True if the operand is in the result's buffer.
    pub(super) in_place: bool,
    pub(super) result: *mut u8,
    pub(super) op: MPI_Op,
}

impl Reduction {
    #[inline]
    pub(super) fn of(operand: Data, result: Data, op: MPI_Op) -> Result<Self, Failure> {
        // (Open MPI lets a program pass the buffer twice for one element, and rejects more.)
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
        let Buffer { layout, count, .. } = self.operand;
        if let Some(plan) = path.rounds(Amount { units: count, size: layout.size })? {
            // SAFETY: the operand and the place for the result are the program's until this call returns, by this
            // function's contract.
            return unsafe { self.run_in_rounds(on, &plan, to_all || path.root == on.member.rank) };
        }
        let (tree, CallPath { lengths, ahead, .. }) = (&path.tree()?, path);
        let segments = Segments::of(self, lengths.message);
        let part = ReducePart {
            children: tree.children.len(),
            is_root: tree.parent.is_none(),
            segments: segments.count(),
            to_all,
        };
        let mut operands = Operands::new(on, part, tree, segments)?;
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

    #[inline]
    fn deciding_arguments(&self) -> Option<DecidingArguments> {
        Some(DecidingArguments {
            root: self.root,
            op: Some(self.op),
            ..DecidingArguments::of(self.comm).with(&self.operand, None)
        })
    }

    fn common(&self, at: Member) -> Result<Option<Common>, Failure> {
        let Some(root) = rank_of(self.root, at.size) else { return Ok(None) };
        let (Data { buffer, datatype, .. }, result) = (self.operand, (root == at.rank).then_some(self.result));
        // SAFETY: `common` calls this only if there are bytes of data and the program has passed one buffer for operand
        // and result. So the buffer holds an element, and MPI may write the result there.
        let takes_one_buffer = || unsafe { probe::takes_result_in_operand(buffer, datatype, self.op) };
        let common = common(self.operand, result, self.op, takes_one_buffer)?;
        Ok(common.map(|common| Common { root: Some(root), ..common }))
    }

    #[inline]
    fn buffers(&self, _: Member) -> Result<Reduction, Failure> {
        Reduction::of(self.operand, self.result, self.op)
    }

    unsafe fn run_short(
        &self,
        on: &Hierarchy,
        short: &Short,
        common: Common,
        reduction: &Reduction,
    ) -> Result<(), Failure> {
        // SAFETY: the buffers are the program's, by the contract of `Call::run_short`.
        unsafe { reduction.run_through_words(on, short, common.root) }
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

    #[inline]
    fn deciding_arguments(&self) -> Option<DecidingArguments> {
        Some(DecidingArguments { op: Some(self.op), ..DecidingArguments::of(self.comm).with(&self.operand, None) })
    }

    fn common(&self, _: Member) -> Result<Option<Common>, Failure> {
        let Data { buffer, count, datatype } = self.operand;
        // SAFETY: `common` calls this only if there are bytes of data and the program has passed one buffer for operand
        // and result. So the buffer holds `count` elements, and MPI may write the result there.
        let takes_one_buffer = || unsafe { probe::takes_result_for_all_in_operand(buffer, count, datatype, self.op) };
        common(self.operand, Some(self.result), self.op, takes_one_buffer)
    }

    #[inline]
    fn buffers(&self, _: Member) -> Result<Reduction, Failure> {
        Reduction::of(self.operand, self.result, self.op)
    }

    unsafe fn run_short(
        &self,
        on: &Hierarchy,
        short: &Short,
        common: Common,
        reduction: &Reduction,
    ) -> Result<(), Failure> {
        // SAFETY: the buffers are the program's, by the contract of `Call::run_short`.
        unsafe { reduction.run_through_words(on, short, common.root) }
    }

    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, reduction: &Reduction) -> Result<(), Failure> {
        // SAFETY: the buffers are the program's, by the contract of `Call::run`.
        unsafe { reduction.run(on, path, true) }
    }
}

/// A reduction in segments.
#[derive(Clone, Copy)]
pub(super) struct Segments {
    reduction: Reduction,
    /// Number of elements of a segment.
    length: usize,
}

impl Segments {
    /// Creates segments of at most `bytes` bytes, but at least one element each.
    pub(super) fn of(reduction: &Reduction, bytes: usize) -> Self {
        let Buffer { layout, count, .. } = reduction.operand;
        Self { reduction: *reduction, length: (bytes / layout.size.max(1)).clamp(1, count.max(1)) }
    }

    /// Returns the number of segments.
    pub(super) fn count(&self) -> usize {
        self.reduction.operand.count.div_ceil(self.length)
    }

    fn elements(&self, segment: usize) -> usize {
        self.length.min(self.reduction.operand.count - segment * self.length)
    }

    fn behind(&self, begin: *mut u8, segment: usize) -> *mut u8 {
        begin.wrapping_offset((segment * self.length) as isize * self.reduction.operand.layout.extent)
    }

    /// Returns the program's address of a segment of the operand.
    pub(super) fn operand(&self, segment: usize) -> *const u8 {
        self.behind(self.reduction.operand.address, segment).cast_const()
    }

    /// Returns the program's address of a segment of the result.
    pub(super) fn result(&self, segment: usize) -> *mut u8 {
        self.behind(self.reduction.result, segment)
    }

    /// A message with a segment, from or to a rank.
    pub(super) fn message(&self, buffer: *mut u8, segment: usize, peer: u32) -> Message {
        let datatype = self.reduction.operand.layout.datatype;
        Message { buffer: buffer.cast(), count: self.elements(segment) as c_int, datatype, peer }
    }

    /// Allocates scratch buffers of a segment, which the pending segments use in turn.
    pub(super) fn scratches(&self, transfer: &mut Transfer) -> [*mut u8; WINDOW] {
        let (footprint, used) = (self.reduction.operand.layout.footprint(self.length), self.count().min(WINDOW));
        let memory = transfer.scratch(footprint.bytes * used);
        std::array::from_fn(|slot| {
            let slot = slot.min(used.saturating_sub(1));
            memory.wrapping_add(footprint.bytes * slot).wrapping_offset(footprint.begin)
        })
    }

    /// Allocates scratch for the data of a segment, if elements are not dense and `is_used`.
    pub(super) fn packed(&self, transfer: &mut Transfer, is_used: bool) -> *mut u8 {
        let layout = self.reduction.operand.layout;
        if is_used && !layout.is_dense() { transfer.scratch(self.length * layout.size) } else { std::ptr::null_mut() }
    }

    /// Combines a segment into `right`, with `left` as the first operand.
    ///
    /// # Safety
    /// Both have the elements of the segment, and do not overlap.
    pub(super) unsafe fn combine(&self, left: *const u8, right: *mut u8, segment: usize) -> Result<(), Failure> {
        let Reduction { operand, op, .. } = self.reduction;
        // SAFETY: both addresses have this segment's elements, which `elements` counts, and are different memory, by
        // this function's contract.
        unsafe { operand.layout.combine(left, right, self.elements(segment), op) }
    }

    /// Copies the elements of a segment, unless both addresses are equal.
    ///
    /// # Safety
    /// `from` has the elements of the segment, `to` has the capacity for them, and `between` is the result of
    /// [`Self::packed`].
    pub(super) unsafe fn copy(
        &self,
        from: *const u8,
        to: *mut u8,
        segment: usize,
        between: *mut u8,
    ) -> Result<(), Failure> {
        if from == to.cast_const() {
            return Ok(());
        }
        // SAFETY: `from` has this segment's elements, `to` has the capacity for them, and the scratch of `packed` is as
        // long as the longest segment, by this function's contract.
        unsafe { self.reduction.operand.layout.copy(from, to, self.elements(segment), between) }
    }
}

/// The operands of a reduction at this rank.
struct Operands {
    transfer: Transfer,
    part: ReducePart,
    from: Vec<u32>,
    to: Vec<u32>,
    segments: Segments,
    /// Number of segments that are sent upwards before the parent receives them, if it is limited. Then this rank has
    /// no children and needs no scratch.
    ahead: Option<usize>,
    /// The scratch buffers for each child's segments.
    received: Vec<[*mut u8; WINDOW]>,
    /// Scratch for the data of a segment.
    packed: *mut u8,
}

impl Operands {
    fn new(on: &Hierarchy, part: ReducePart, tree: &Tree, segments: Segments) -> Result<Self, Failure> {
        let children = || tree.children.iter().map(|child| child.rank);
        let mut transfer = on.transfer()?;
        let received = (0..part.children).map(|_| segments.scratches(&mut transfer)).collect();
        Ok(Self {
            packed: segments.packed(&mut transfer, part.is_root),
            transfer,
            part,
            from: children().chain(tree.parent).collect(),
            to: tree.parent.into_iter().chain(children()).collect(),
            segments,
            ahead: None,
            received,
        })
    }

    /// Returns the place where a child's operand is received, and then combined with this rank's. At the root, the last
    /// child is received in the result.
    fn scratch(&self, child: usize, segment: usize) -> *mut u8 {
        let is_last = child + 1 == self.part.children;
        if self.part.is_root && is_last && !self.segments.reduction.in_place {
            self.segments.result(segment)
        } else {
            self.received[child][segment % WINDOW]
        }
    }

    /// Returns this rank's part of a segment, combined with the operands of the first `children` children.
    fn so_far(&self, children: usize, segment: usize) -> *const u8 {
        children
            .checked_sub(1)
            .map_or_else(|| self.segments.operand(segment), |last| self.scratch(last, segment).cast_const())
    }
}

impl Transport for Operands {
    type Error = Failure;

    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        let buffer =
            if stream < self.part.children { self.scratch(stream, segment) } else { self.segments.result(segment) };
        let message = self.segments.message(buffer, segment, self.from[stream]);
        // SAFETY: the buffer is scratch for one segment of this child, or the place of the segment in the result.
        // `ReducePart::run` reuses scratch only after the segment WINDOW before has been sent upwards, and uses neither
        // before `wait` has reported the message.
        unsafe { self.transfer.receive(message, Done::Received { stream, segment }) }
    }

    fn send(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        let upwards = stream == 0 && !self.part.is_root;
        let buffer =
            if upwards { self.so_far(self.part.children, segment) } else { self.segments.result(segment).cast_const() };
        let (message, done) =
            (self.segments.message(buffer.cast_mut(), segment, self.to[stream]), Done::Sent { stream, segment });
        // The last segments need not wait until the parent receives those before them.
        if upwards && self.ahead.is_some_and(|ahead| segment + ahead < self.part.segments) {
            // SAFETY: `ReducePart::run` sends a segment upwards when all its operands are combined. Nothing writes it
            // after that until `wait` has reported the message.
            return unsafe { self.transfer.send_to_taker(message, done) };
        }
        // SAFETY: `ReducePart::run` sends a segment when all its operands are combined, or when its result is received.
        // Nothing writes it after that until `wait` has reported the message.
        unsafe { self.transfer.send(message, done) }
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        self.transfer.wait(done)
    }
}

impl Combine for Operands {
    fn combine(&mut self, child: usize, segment: usize) -> Result<(), Failure> {
        let (left, right) = (self.so_far(child, segment), self.scratch(child, segment));
        // SAFETY: `ReducePart::run` combines a child's segment when it is received and the children before are
        // combined, so both sides hold the elements of the segment. They do not overlap: `right` is scratch of this
        // child alone, or the result, which is another buffer than the operand unless `in_place` is set, which
        // `scratch` respects.
        unsafe { self.segments.combine(left, right, segment) }
    }

    fn settle(&mut self, segment: usize) -> Result<(), Failure> {
        let (from, to) = (self.so_far(self.part.children, segment), self.segments.result(segment));
        // SAFETY: `ReducePart::run` settles a segment at the root when all its operands are combined. Both sides hold
        // the elements of the segment, and `packed` is scratch for its data.
        unsafe { self.segments.copy(from, to, segment, self.packed) }
    }
}
