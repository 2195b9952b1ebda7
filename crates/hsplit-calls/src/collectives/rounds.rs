// SPDX-License-Identifier: MIT OR Apache-2.0
//! Calls in rounds of messages ([`hsplit_collectives::rounds`]).

use super::packed::Row;
use super::plans::Plan;
use super::reduction::Reduction;
use super::{CallPath, Hierarchy};
use hsplit_collectives::rounds::{self, Amount, Round};
use hsplit_collectives::transport::Done;
use hsplit_mpi::Failure;
use hsplit_mpi::transfer::{Message, Transfer};

impl CallPath<'_> {
    /// Returns this rank's rounds, if the call uses rounds. Collective.
    pub(super) fn rounds(&self, amount: Amount) -> Result<Option<Plan>, Failure> {
        let CallPath { on, operation, root, .. } = *self;
        if !self.goes_in_rounds()? {
            return Ok(None);
        }
        let shape = self.planned.as_ref().and_then(|planned| planned.plan.rounds);
        Ok(Some(on.rounds.of(on.nodes(), operation, amount, shape, root, on.member.rank)))
    }

    /// True if the call uses rounds. Collective.
    fn goes_in_rounds(&self) -> Result<bool, Failure> {
        match &self.planned {
            Some(planned) => Ok(planned.plan.rounds.is_some()),
            None => self.on.goes_in_rounds(self),
        }
    }

    /// True if operands are combined in the order of the ranks, along the tree or in the rounds of the call.
    /// Collective.
    pub(super) fn keeps_rank_order(&self) -> Result<bool, Failure> {
        let CallPath { on, operation, root, .. } = *self;
        if !operation.has_tree() {
            Ok(on.levels.is_in_rank_order())
        } else if self.goes_in_rounds()? {
            Ok(on.nodes().operands(operation, root).is_sorted())
        } else {
            Ok(self.tree()?.is_in_rank_order())
        }
    }
}

/// Transfers the messages of a round. `place` returns the memory of each; it gets the number of a received message.
///
/// # Safety
/// The places have the capacity for received messages, and hold the sent ones; they do not overlap.
unsafe fn carry(
    transfer: &mut Transfer,
    round: &Round,
    mut place: impl FnMut(Option<usize>, &rounds::Message) -> Message,
) -> Result<(), Failure> {
    for (stream, message) in round.receives.iter().enumerate() {
        // SAFETY: by this function's contract, the place has the capacity for the message, and nothing else uses it
        // before `finish` has ended it.
        unsafe { transfer.receive(place(Some(stream), message), Done::Received { stream, segment: 0 })? };
    }
    for (stream, message) in round.sends.iter().enumerate() {
        // SAFETY: by this function's contract, the place holds the message and is not written before `finish` has ended
        // it.
        unsafe { transfer.send(place(None, message), Done::Sent { stream, segment: 0 })? };
    }
    transfer.finish()
}

/// Performs a plan whose messages have no data.
pub fn signal(on: &Hierarchy, plan: &[Round]) -> Result<(), Failure> {
    let mut transfer = on.transfer()?;
    // SAFETY: messages have no data.
    plan.iter().try_for_each(|round| unsafe {
        carry(&mut transfer, round, |_, message| Message::of_bytes(std::ptr::null_mut(), 0, message.peer))
    })
}

impl Row {
    /// Performs a plan whose intervals are bytes of the row.
    ///
    /// # Safety
    /// All of them are in this rank's part of the row.
    pub(super) unsafe fn carry_in_rounds(&mut self, plan: &[Round]) -> Result<(), Failure> {
        let (transfer, place) = self.parts();
        // SAFETY: by this function's contract. No round of a plan sends what it receives.
        plan.iter().try_for_each(|round| unsafe {
            carry(transfer, round, |_, rounds::Message { peer, stretch }| {
                Message::of_bytes(place(stretch.start), stretch.len(), *peer)
            })
        })
    }
}

/// The operands of a reduction at this rank.
struct Operands<'a> {
    reduction: &'a Reduction,
    /// The address of the result so far.
    so_far: *mut u8,
    /// Scratch for each operand that is received at the same time.
    received: Vec<*mut u8>,
    /// Scratch for the data of elements that are copied, unless they are dense.
    packed: *mut u8,
}

impl Reduction {
    /// Reduces according to the plan. `has_result`: whether this rank gets the result.
    ///
    /// # Safety
    /// The buffers are the program's.
    pub(super) unsafe fn run_in_rounds(&self, on: &Hierarchy, plan: &[Round], has_result: bool) -> Result<(), Failure> {
        let mut transfer = on.transfer()?;
        let operands = Operands::new(self, &mut transfer, plan, has_result);
        // SAFETY: the operand is the program's, by this function's contract, and `so_far` has the capacity for all of
        // it.
        unsafe { operands.begin()? };
        plan.iter().try_for_each(|round| {
            let place = |stream: Option<usize>, rounds::Message { peer, stretch }: &rounds::Message| {
                let scratch = stream.filter(|_| round.own.is_some()).map(|stream| operands.received[stream]);
                let buffer = scratch.unwrap_or_else(|| operands.at(stretch.start)).cast();
                let datatype = self.operand.layout.datatype;
                Message { buffer, count: stretch.len() as std::ffi::c_int, datatype, peer: *peer }
            };
            // SAFETY: a received operand has scratch for its interval; every other place is an interval of this rank's
            // result so far. No round of a plan sends what it receives without combining it.
            unsafe {
                carry(&mut transfer, round, place)?;
                round.own.map_or(Ok(()), |own| operands.fold(round, own))
            }
        })
    }
}

impl<'a> Operands<'a> {
    fn new(reduction: &'a Reduction, transfer: &mut Transfer, plan: &[Round], has_result: bool) -> Self {
        let (layout, count) = (reduction.operand.layout, reduction.operand.count);
        let mut scratch = |elements: usize| {
            let footprint = layout.footprint(elements);
            transfer.scratch(footprint.bytes).wrapping_offset(footprint.begin)
        };
        let is_changed = plan.iter().any(|round| !round.receives.is_empty());
        let so_far = match (has_result, is_changed) {
            (true, _) => reduction.result,
            (false, true) => scratch(count),
            // The operand is only sent.
            (false, false) => reduction.operand.address,
        };
        let folds = || plan.iter().filter(|round| round.own.is_some());
        let longest = folds().flat_map(|round| &round.receives).map(|message| message.stretch.len()).max();
        let most = folds().map(|round| round.receives.len()).max().unwrap_or(0);
        let received = (0..most).map(|_| scratch(longest.unwrap_or(0))).collect();
        let packed = if layout.is_dense() { std::ptr::null_mut() } else { transfer.scratch(count * layout.size) };
        Self { reduction, so_far, received, packed }
    }

    /// Returns the address of an element of the result so far.
    fn at(&self, element: usize) -> *mut u8 {
        self.so_far.wrapping_offset(element as isize * self.reduction.operand.layout.extent)
    }

    /// Copies the operand to its place, unless it is there.
    ///
    /// # Safety
    /// It is the program's.
    unsafe fn begin(&self) -> Result<(), Failure> {
        let operand = self.reduction.operand;
        if operand.address == self.so_far {
            return Ok(());
        }
        // SAFETY: `so_far` has the capacity for all elements: it is the program's buffer for the result, or scratch for
        // them.
        unsafe { operand.layout.copy(operand.address, self.so_far, operand.count, self.packed) }
    }

    /// Combines the operands of a round, from the last to the first, so that all ranks that combine the same operands
    /// get the same result.
    ///
    /// # Safety
    /// The operands are received.
    unsafe fn fold(&self, round: &Round, own: usize) -> Result<(), Failure> {
        let Reduction { operand, op, .. } = self.reduction;
        let (layout, stretch) = (operand.layout, &round.receives[0].stretch);
        let mut operands = self.received[..round.receives.len()].to_vec();
        let place = self.at(stretch.start);
        operands.insert(own, place);
        let Some((&last, others)) = operands.split_last() else { return Ok(()) };
        // SAFETY: all are different memory, each with the elements of the interval.
        unsafe {
            others.iter().rev().try_for_each(|&left| layout.combine(left, last, stretch.len(), *op))?;
            if last == place { Ok(()) } else { layout.copy(last, place, stretch.len(), self.packed) }
        }
    }
}
