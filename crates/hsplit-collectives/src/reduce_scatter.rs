// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine of reductions with a scattered result (`MPI_Reduce_scatter`, `MPI_Reduce_scatter_block`): every rank has
//! an operand for every rank.
//!
//! One tree for all is not possible, because each interval of the result belongs to another rank. The ranks of a node
//! combine their operands for a rank of another node, so that a node sends each interval once ([`plan`]). A rank
//! combines operands into [`Partial`] results. Their operands are in the order of the ranks and are combined in a fixed
//! order, whatever order they arrive in. An operation therefore need not commute if the ranks are in the order of the
//! machine, and the result is the same in each run.

pub mod plan;

use std::ops::Range;

use crate::exchange::{self, Counts, ParcelTransport};
use crate::transport::{Done, Transport};

/// The source of some elements at a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The rank's own data, which has the intervals of all ranks side by side.
    Data,
    /// The partial result of this number.
    Partial(usize),
}

/// Some elements at one source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The source.
    pub source: Source,
    /// The interval of elements at the source.
    pub stretch: Range<usize>,
}

/// A partial result, which a rank combines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial {
    /// The number of elements of an operand.
    pub elements: usize,
    /// The number of operands.
    pub operands: usize,
    /// The index of this rank's own operand, if it has one.
    pub own: Option<usize>,
    /// The pieces of the own operand, side by side.
    pub pieces: Vec<Piece>,
    /// The partial result that has this one as its own operand.
    pub next: Option<usize>,
}

impl Partial {
    /// Returns the index of the operand whose buffer has the result in the end: the last one.
    pub fn last(&self) -> usize {
        self.operands - 1
    }

    /// Returns the pairs of operands to combine, in order: a left one with a right one, whose buffer gets the result.
    /// On each side of the own operand those further to the right come first, in the order in which nodes exchange
    /// messages.
    pub fn folds(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (own, last) = (self.own.unwrap_or(0), self.last());
        let before = (1..own).rev().map(move |right| (right - 1, own - 1));
        let after = (own + 2..=last).rev().map(move |right| (right - 1, last));
        let joints = [(own < last).then_some((own, last)), (own > 0).then(|| (own - 1, last))];
        before.chain(after).chain(joints.into_iter().flatten())
    }
}

/// An incoming message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// The sender.
    pub peer: u32,
    /// The contents, side by side: operands of partial results, as pairs of partial result and operand index.
    pub operands: Vec<(usize, usize)>,
}

/// An outgoing message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// The receiver.
    pub peer: u32,
    /// The contents, side by side.
    pub pieces: Vec<Piece>,
}

/// A part of the rank's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The partial result that contains it.
    pub partial: usize,
    /// The interval of elements there.
    pub stretch: Range<usize>,
    /// The offset in the rank's result.
    pub at: usize,
}

/// The steps of a rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The number of messages in each round.
    pub rounds: Vec<Counts>,
    /// All incoming messages.
    pub receives: Vec<Incoming>,
    /// All outgoing messages.
    pub sends: Vec<Outgoing>,
    /// The partial results that this rank combines.
    pub partials: Vec<Partial>,
    /// The parts of the rank's result, sorted by partial result.
    pub outputs: Vec<Output>,
    /// True if each message has one piece, so that its buffer is free again once the piece is combined or sent.
    pub has_single_pieces: bool,
    /// The number of messages in the rounds so far.
    in_rounds: Counts,
}

impl Plan {
    /// Returns the parts of the rank's result that are in a partial result.
    pub fn outputs_of(&self, partial: usize) -> &[Output] {
        let first = self.outputs.partition_point(|output| output.partial < partial);
        let last = self.outputs.partition_point(|output| output.partial <= partial);
        &self.outputs[first..last]
    }
}

/// A transport whose operands can be combined.
pub trait Combine: Transport {
    /// Combines two operands of a partial result, the left one first. The buffer of the right one gets the result.
    ///
    /// # Errors
    /// The operation fails.
    fn combine(&mut self, partial: usize, left: usize, right: usize) -> Result<(), Self::Error>;

    /// Called after all operands of a partial result are combined.
    ///
    /// # Errors
    /// The operation fails.
    fn complete(&mut self, partial: usize) -> Result<(), Self::Error>;
}

/// Runs a rank's part.
///
/// # Errors
/// The transport fails; the messages are then left unfinished.
pub fn run<T: Combine>(plan: &Plan, transport: &mut T) -> Result<(), T::Error> {
    let states = plan.partials.iter().map(State::of).collect();
    let mut folding = Folding { plan, transport, states };
    for (number, partial) in plan.partials.iter().enumerate() {
        let is_data = partial.pieces.iter().all(|piece| piece.source == Source::Data);
        if let Some(own) = partial.own.filter(|_| is_data) {
            folding.arrive(number, own)?;
        }
    }
    exchange::run(&plan.rounds, 0, &mut folding)
}

/// The progress of a partial result.
struct State {
    here: Vec<bool>,
    folds: Vec<(usize, usize)>,
    /// The number of pairs that are combined.
    folded: usize,
}

impl State {
    fn of(partial: &Partial) -> Self {
        Self { here: vec![false; partial.operands], folds: partial.folds().collect(), folded: 0 }
    }

    /// Returns the next two operands, if both have arrived.
    fn next(&self) -> Option<(usize, usize)> {
        self.folds.get(self.folded).copied().filter(|&(left, right)| self.here[left] && self.here[right])
    }
}

struct Folding<'a, T> {
    plan: &'a Plan,
    transport: &'a mut T,
    states: Vec<State>,
}

impl<T: Combine> Folding<'_, T> {
    /// Records the arrival of an operand, and combines all pairs that can be combined.
    fn arrive(&mut self, partial: usize, operand: usize) -> Result<(), T::Error> {
        let state = &mut self.states[partial];
        state.here[operand] = true;
        while let Some((left, right)) = state.next() {
            self.transport.combine(partial, left, right)?;
            state.folded += 1;
        }
        if state.folded < state.folds.len() {
            return Ok(());
        }
        self.transport.complete(partial)?;
        let next = self.plan.partials[partial].next;
        let own = next.and_then(|next| Some((next, self.plan.partials[next].own?)));
        own.map_or(Ok(()), |(next, own)| self.arrive(next, own))
    }
}

impl<T: Combine> Transport for Folding<'_, T> {
    type Error = T::Error;

    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), T::Error> {
        self.transport.receive(stream, segment)
    }

    fn send(&mut self, stream: usize, segment: usize) -> Result<(), T::Error> {
        self.transport.send(stream, segment)
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), T::Error> {
        self.transport.wait(done)
    }
}

impl<T: Combine> ParcelTransport for Folding<'_, T> {
    fn open(&mut self, parcel: usize) -> Result<(), T::Error> {
        let plan = self.plan;
        plan.receives[parcel].operands.iter().try_for_each(|&(partial, operand)| self.arrive(partial, operand))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_keep_the_order() {
        for operands in 1..7 {
            for own in 0..operands {
                let partial = Partial { elements: 1, operands, own: Some(own), pieces: vec![], next: None };
                let mut places: Vec<String> = (0..operands).map(|operand| operand.to_string()).collect();
                for (left, right) in partial.folds() {
                    let left = std::mem::take(&mut places[left]);
                    places[right].insert_str(0, &left);
                }
                assert_eq!(places[partial.last()], "0123456"[..operands]);
            }
        }
    }
}
