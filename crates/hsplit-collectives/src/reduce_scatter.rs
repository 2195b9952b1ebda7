// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine of reductions whose result is scattered (`MPI_Reduce_scatter` and its form with equal blocks): every rank
//! has an operand for every rank.
//!
//! There is no tree for all, because each stretch of the result belongs to another rank. The ranks of a node combine
//! what they have for a rank of another node, so that a node sends each stretch once ([`plan`]). What is combined at a
//! rank is a [`Partial`] result. Its operands are in the order of the ranks and are combined in a fixed order,
//! whichever comes first. So an operation need not commute where the ranks are in the order of the machine, and a
//! result does not vary from run to run.

pub mod plan;

use std::ops::Range;

use crate::exchange::{self, Counts, ParcelTransport};
use crate::transport::{Done, Transport};

/// Where a rank has elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In its own data, in which the stretches of all ranks are side by side.
    Data,
    /// In the partial result of this number.
    Partial(usize),
}

/// Some elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where they are.
    pub source: Source,
    /// Which of the elements there.
    pub stretch: Range<usize>,
}

/// What is combined at a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial {
    /// How many elements an operand has.
    pub elements: usize,
    /// How many operands there are.
    pub operands: usize,
    /// Which of them is this rank's own, if any.
    pub own: Option<usize>,
    /// The pieces of that one, side by side.
    pub pieces: Vec<Piece>,
    /// The partial result that has this one as its own operand.
    pub next: Option<usize>,
}

impl Partial {
    /// Where the result is in the end: in the place of its last operand.
    pub fn last(&self) -> usize {
        self.operands - 1
    }

    /// Which operands are combined, in this order: a left one with a right one, whose place takes the result. On either
    /// side of the own operand those further to the right come first, as parcels between nodes do.
    pub fn folds(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (own, last) = (self.own.unwrap_or(0), self.last());
        let before = (1..own).rev().map(move |right| (right - 1, own - 1));
        let after = (own + 2..=last).rev().map(move |right| (right - 1, last));
        let joints = [(own < last).then_some((own, last)), (own > 0).then(|| (own - 1, last))];
        before.chain(after).chain(joints.into_iter().flatten())
    }
}

/// A parcel that comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// The rank that it is from.
    pub peer: u32,
    /// What it has, side by side: operands of these partial results, by their numbers and places.
    pub operands: Vec<(usize, usize)>,
}

/// A parcel that goes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// The rank that it is for.
    pub peer: u32,
    /// What it has, side by side.
    pub pieces: Vec<Piece>,
}

/// A part of what this rank gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The partial result that it is in.
    pub partial: usize,
    /// Which of its elements.
    pub stretch: Range<usize>,
    /// Where they belong in what this rank gets.
    pub at: usize,
}

/// What a rank does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// How many parcels there are in each round.
    pub rounds: Vec<Counts>,
    /// All that come in.
    pub receives: Vec<Incoming>,
    /// All that go out.
    pub sends: Vec<Outgoing>,
    /// What is combined here.
    pub partials: Vec<Partial>,
    /// What this rank gets, by the numbers of partial results.
    pub outputs: Vec<Output>,
    /// Whether each parcel has one piece, so that its place is free again when that is combined or sent.
    pub has_single_pieces: bool,
    /// How many parcels are in its rounds.
    in_rounds: Counts,
}

impl Plan {
    /// The parts of what this rank gets that are in a partial result.
    pub fn outputs_of(&self, partial: usize) -> &[Output] {
        let first = self.outputs.partition_point(|output| output.partial < partial);
        let last = self.outputs.partition_point(|output| output.partial <= partial);
        &self.outputs[first..last]
    }
}

/// A transport whose operands can be combined.
pub trait Combine: Transport {
    /// Combines two operands of a partial result, the left one first. The result is in the place of the right one.
    ///
    /// # Errors
    /// The operation fails.
    fn combine(&mut self, partial: usize, left: usize, right: usize) -> Result<(), Self::Error>;

    /// All operands of a partial result are combined.
    ///
    /// # Errors
    /// The operation fails.
    fn complete(&mut self, partial: usize) -> Result<(), Self::Error>;
}

/// Does a rank's part.
///
/// # Errors
/// The transport fails; the parcels are then left unfinished.
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

/// How far a partial result is.
struct State {
    here: Vec<bool>,
    folds: Vec<(usize, usize)>,
    /// How many of them are done.
    folded: usize,
}

impl State {
    fn of(partial: &Partial) -> Self {
        Self { here: vec![false; partial.operands], folds: partial.folds().collect(), folded: 0 }
    }

    /// The next two operands, if both are here.
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
    /// Notes that an operand is here, and combines what can be combined.
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
