// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Reduce_scatter` and `MPI_Reduce_scatter_block`: every rank gets an interval of the combined operands.
//!
//! As in all reductions, elements are sent with their datatype and not packed.

use std::ffi::{c_int, c_void};

use mpi_sys::{MPI_Comm, MPI_Datatype, MPI_Op};

use super::buffer::Buffer;
use super::reduction::common;
use super::{Call, CallPath, Common, Data, DecidingArguments, Hierarchy, Member};
use hsplit_collectives::Operation;
use hsplit_collectives::reduce_scatter::{self, Combine, Output, Piece, Plan, Source};
use hsplit_collectives::transport::{Done, Transport};
use hsplit_mpi::arrays::Counts;
use hsplit_mpi::raw::Count;
use hsplit_mpi::transfer::{Message, Transfer};
use hsplit_mpi::{Failure, probe};

/// The numbers of elements that the ranks get.
#[derive(Clone, Copy)]
pub enum Stretches {
    /// The same number for all.
    Equal(Count),
    /// A number for each, in an array with an element for each rank (the program's contract, `capi`).
    Each(Counts),
}

impl Stretches {
    fn is_missing(self) -> bool {
        matches!(self, Self::Each(counts) if counts.is_null())
    }

    /// Returns the number for a rank.
    fn of(self, rank: u32) -> Count {
        match self {
            Self::Equal(count) => count,
            // SAFETY: the array has an element for each rank, by the contract of `Stretches`, and `common` has found
            // that it is not NULL.
            Self::Each(counts) => unsafe { counts.get(rank as usize) },
        }
    }
}

/// `MPI_Reduce_scatter`, or `MPI_Reduce_scatter_block`.
pub struct Reduced<const BLOCK: bool> {
    /// This rank's operand.
    pub operand: *mut c_void,
    /// The result of this rank.
    pub result: *mut c_void,
    /// The numbers of elements that the ranks get. The operand has those of all.
    pub stretches: Stretches,
    /// Their datatype.
    pub datatype: MPI_Datatype,
    /// The operation.
    pub op: MPI_Op,
    /// The ranks that take part.
    pub comm: MPI_Comm,
}

/// `MPI_Reduce_scatter`.
pub type ReduceScatter = Reduced<false>;
/// `MPI_Reduce_scatter_block`.
pub type ReduceScatterBlock = Reduced<true>;

/// The buffers of a call.
pub struct Operand {
    /// The elements of the operand.
    whole: Buffer,
    result: Buffer,
    /// True if the operand is in the result's buffer.
    in_place: bool,
}

impl<const BLOCK: bool> Reduced<BLOCK> {
    fn data(&self, buffer: *mut c_void, count: Count) -> Data {
        Data { buffer, count, datatype: self.datatype }
    }

    /// Returns the number of elements of all ranks; `None` if a number is negative.
    fn all(&self, at: Member) -> Option<Count> {
        (0..at.size)
            .map(|rank| self.stretches.of(rank))
            .try_fold(0, |sum: Count, count| if count < 0 { None } else { sum.checked_add(count) })
    }

    /// Returns the first element of each rank's interval in the operand, and the end of the last one.
    fn places(&self, at: Member) -> Vec<usize> {
        let mut end = 0;
        let ends = (0..at.size).map(|rank| {
            end += usize::try_from(self.stretches.of(rank)).unwrap_or(0);
            end
        });
        std::iter::once(0).chain(ends).collect()
    }
}

impl<const BLOCK: bool> Call for Reduced<BLOCK> {
    const OPERATION: Operation = if BLOCK { Operation::ReduceScatterBlock } else { Operation::ReduceScatter };
    type Buffers = Operand;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    #[inline]
    fn deciding_arguments(&self) -> Option<DecidingArguments> {
        let Stretches::Equal(count) = self.stretches else { return None };
        let operand = self.data(self.operand, count);
        Some(DecidingArguments { op: Some(self.op), ..DecidingArguments::of(self.comm).with(&operand, None) })
    }

    fn common(&self, at: Member) -> Result<Option<Common>, Failure> {
        if self.stretches.is_missing() {
            return Ok(None);
        }
        let Some(count) = self.all(at) else { return Ok(None) };
        let (operand, result) = (self.data(self.operand, count), self.data(self.result, count));
        // A rank that gets no element may pass no buffer.
        let own = self.data(self.result, self.stretches.of(at.rank));
        if own.bytes()?.is_none() {
            return Ok(None);
        }
        let takes_one_buffer = || probe::takes_part_of_result_in_operand(self.operand, self.datatype, self.op);
        let result = (operand.is_in_place() || operand.buffer == result.buffer).then_some(result);
        common(operand, result, self.op, takes_one_buffer)
    }

    fn buffers(&self, at: Member) -> Result<Operand, Failure> {
        let in_place = self.data(self.operand, 0).is_in_place() || self.operand == self.result;
        let address = if in_place { self.result } else { self.operand };
        let whole = Buffer::of(self.data(address, self.all(at).unwrap_or(0)))?;
        let result = whole.beside(self.data(self.result, self.stretches.of(at.rank)))?;
        Ok(Operand { whole, result, in_place })
    }

    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, operand: &Operand) -> Result<(), Failure> {
        let longest = path.lengths.message / operand.whole.layout.size.max(1);
        let plan = on.reduce_scatter(&self.places(on.member), path.bytes, longest);
        let mut stretches = Parcels::new(on, &plan, operand, self.op)?;
        reduce_scatter::run(&plan, &mut stretches)?;
        // SAFETY: the buffers are the program's, by the contract of `Call::run`. All messages are sent, so the operand
        // is not needed any more.
        unsafe { stretches.hand_over() }
    }
}

/// Some elements in memory.
#[derive(Clone, Copy)]
struct OperandMemory {
    address: *mut u8,
    /// True if they are in scratch, and may be written.
    is_scratch: bool,
}

impl OperandMemory {
    const NONE: Self = Self { address: std::ptr::null_mut(), is_scratch: false };
}

/// The operands of a call at this rank, and the parcels that transfer them.
struct Parcels<'a> {
    transfer: Transfer,
    plan: &'a Plan,
    operand: &'a Operand,
    op: MPI_Op,
    /// The places of the operands of each partial result, if they are known.
    places: Vec<Vec<Option<OperandMemory>>>,
    /// Free scratch for the longest parcel of one piece.
    free: Vec<*mut u8>,
    /// Its capacity, in elements.
    longest: usize,
    /// The place where the result is assembled: the program's buffer, unless it has the operand.
    result: *mut u8,
    /// Scratch for the data of elements that are copied, unless they are dense.
    packed: *mut u8,
}

impl<'a> Parcels<'a> {
    fn new(on: &Hierarchy, plan: &'a Plan, operand: &'a Operand, op: MPI_Op) -> Result<Self, Failure> {
        let (mut transfer, layout, count) = (on.transfer()?, operand.whole.layout, operand.result.count);
        let longest = plan.partials.iter().map(|partial| partial.elements).max().unwrap_or(0);
        let result = if operand.in_place {
            let footprint = layout.footprint(count);
            transfer.scratch(footprint.bytes).wrapping_offset(footprint.begin)
        } else {
            operand.result.address
        };
        let packed = if layout.is_dense() {
            std::ptr::null_mut()
        } else {
            let pieces = plan.sends.iter().flat_map(|parcel| &parcel.pieces).map(|piece| piece.stretch.len());
            transfer.scratch(pieces.max().unwrap_or(0).max(longest).max(count) * layout.size)
        };
        let places = plan.partials.iter().map(|partial| vec![None; partial.operands]).collect();
        Ok(Self { transfer, plan, operand, op, places, free: vec![], longest, result, packed })
    }

    /// Returns scratch for elements. [`Self::give_back`] may take it back.
    fn scratch(&mut self, elements: usize) -> *mut u8 {
        if let Some(free) = self.free.pop() {
            return free;
        }
        let length = if self.plan.has_single_pieces { self.longest } else { elements };
        let footprint = self.operand.whole.layout.footprint(length);
        self.transfer.scratch(footprint.bytes).wrapping_offset(footprint.begin)
    }

    /// Takes back the scratch of a parcel of one piece, if it is one.
    fn give_back(&mut self, OperandMemory { address, is_scratch }: OperandMemory) {
        if is_scratch && self.plan.has_single_pieces {
            self.free.push(address);
        }
    }

    fn behind(&self, begin: *mut u8, elements: usize) -> *mut u8 {
        begin.wrapping_offset(elements as isize * self.operand.whole.layout.extent)
    }

    /// Returns the place of a piece, which this rank has.
    fn place(&self, piece: &Piece) -> OperandMemory {
        let begin = match piece.source {
            Source::Data => OperandMemory { address: self.operand.whole.address, is_scratch: false },
            Source::Partial(partial) => self.result_of(partial),
        };
        OperandMemory { address: self.behind(begin.address, piece.stretch.start), ..begin }
    }

    /// Returns the place of a complete partial result.
    fn result_of(&self, partial: usize) -> OperandMemory {
        self.places[partial].last().copied().flatten().unwrap_or(OperandMemory::NONE)
    }

    fn copy(&self, from: *const u8, to: *mut u8, count: usize) -> Result<(), Failure> {
        // SAFETY: all callers name elements that this rank has, and memory for as many: a piece, and scratch or the
        // result. `packed` has the capacity for the data of the longest of them.
        unsafe { self.operand.whole.layout.copy(from, to, count, self.packed) }
    }

    /// Copies pieces to a place, one after the other.
    fn join(&self, pieces: &[Piece], to: *mut u8) -> Result<(), Failure> {
        let mut done = 0;
        for piece in pieces {
            self.copy(self.place(piece).address, self.behind(to, done), piece.stretch.len())?;
            done += piece.stretch.len();
        }
        Ok(())
    }

    /// Returns the place of an operand, which this rank has. This rank's own operand is located at its first use, and
    /// is copied if it is not contiguous, or will be written.
    fn operand(&mut self, partial: usize, operand: usize, is_written: bool) -> Result<OperandMemory, Failure> {
        if let Some(place) = self.places[partial][operand] {
            return Ok(place);
        }
        let plan = self.plan;
        let place = match &plan.partials[partial].pieces[..] {
            [piece] if self.place(piece).is_scratch || !is_written => self.place(piece),
            pieces => {
                let address = self.scratch(plan.partials[partial].elements);
                self.join(pieces, address)?;
                OperandMemory { address, is_scratch: true }
            }
        };
        self.places[partial][operand] = Some(place);
        Ok(place)
    }

    /// Copies the result to the program's buffer.
    ///
    /// # Safety
    /// The buffers are the program's.
    unsafe fn hand_over(&self) -> Result<(), Failure> {
        if self.result == self.operand.result.address {
            return Ok(());
        }
        self.copy(self.result, self.operand.result.address, self.operand.result.count)
    }

    /// A message of elements.
    fn message(&self, address: *mut u8, elements: usize, peer: u32) -> Message {
        let datatype = self.operand.whole.layout.datatype;
        Message { buffer: address.cast(), count: elements as c_int, datatype, peer }
    }
}

impl Transport for Parcels<'_> {
    type Error = Failure;

    fn receive(&mut self, parcel: usize, segment: usize) -> Result<(), Failure> {
        let incoming = &self.plan.receives[parcel];
        let lengths = incoming.operands.iter().map(|&(partial, _)| self.plan.partials[partial].elements);
        let elements = lengths.sum();
        let begin = self.scratch(elements);
        let mut done = 0;
        for &(partial, operand) in &incoming.operands {
            let address = self.behind(begin, done);
            self.places[partial][operand] = Some(OperandMemory { address, is_scratch: true });
            done += self.plan.partials[partial].elements;
        }
        let message = self.message(begin, elements, incoming.peer);
        // SAFETY: the scratch has the capacity for the elements, and is given back only after they are combined or
        // forwarded. `reduce_scatter::run` does not use them before `wait` has reported the message.
        unsafe { self.transfer.receive(message, Done::Received { stream: parcel, segment }) }
    }

    fn send(&mut self, parcel: usize, segment: usize) -> Result<(), Failure> {
        let outgoing = &self.plan.sends[parcel];
        let elements = outgoing.pieces.iter().map(|piece| piece.stretch.len()).sum();
        let address = match &outgoing.pieces[..] {
            [piece] => self.place(piece).address,
            pieces => {
                let address = self.scratch(elements);
                self.join(pieces, address)?;
                address
            }
        };
        let message = self.message(address, elements, outgoing.peer);
        // SAFETY: `reduce_scatter::run` sends only data that this rank has. The program's operand does not change until
        // `hand_over`, and scratch not until `wait` has reported the message.
        unsafe { self.transfer.send(message, Done::Sent { stream: parcel, segment }) }
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        self.transfer.wait(done)?;
        for &done in done.iter() {
            let Done::Sent { stream, .. } = done else { continue };
            if let [piece] = &self.plan.sends[stream].pieces[..] {
                self.give_back(self.place(piece));
            }
        }
        Ok(())
    }
}

impl Combine for Parcels<'_> {
    fn combine(&mut self, partial: usize, left: usize, right: usize) -> Result<(), Failure> {
        let [from, to] = [self.operand(partial, left, false)?, self.operand(partial, right, true)?];
        // SAFETY: this rank has both operands, with all elements of the partial result. The right one is scratch, and
        // no part of the left one: each operand has its own place.
        unsafe {
            let layout = self.operand.whole.layout;
            layout.combine(from.address, to.address, self.plan.partials[partial].elements, self.op)?;
        }
        self.give_back(from);
        Ok(())
    }

    fn complete(&mut self, partial: usize) -> Result<(), Failure> {
        let plan = self.plan;
        let result = self.operand(partial, plan.partials[partial].last(), false)?;
        for Output { stretch, at, .. } in plan.outputs_of(partial) {
            let from = self.behind(result.address, stretch.start);
            self.copy(from, self.behind(self.result, *at), stretch.len())?;
            self.give_back(result);
        }
        Ok(())
    }
}
