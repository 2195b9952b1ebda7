// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine of exchanges in which every rank has a block for every rank (`MPI_Alltoall` and its irregular forms):
//! blocks go in parcels, from rank to rank and round by round, until each is where it belongs.
//!
//! What goes in which parcel is worked out by both of its ends from what all ranks know (see [`routes`]), so a parcel
//! is its blocks and nothing else. Here it is known which blocks these are, not how long they are: where only their two
//! ends know that, a [`Carrier`] writes it into the parcels.

pub mod routes;

use crate::transport::{Done, Transport};

/// Where a rank keeps blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Store {
    /// Its own ones, by the ranks that they are for.
    Source,
    /// Other ranks' blocks for others, on their way.
    Transit,
    /// Those for itself, by the ranks that they are from.
    Result,
}

/// Blocks that lie side by side in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Which store.
    pub store: Store,
    /// The first block.
    pub first: usize,
    /// How many blocks.
    pub count: usize,
}

/// What goes from one rank to another at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// The rank at the other end.
    pub peer: u32,
    /// The blocks, in the order in which they are in the parcel.
    pub runs: Vec<Run>,
}

impl Parcel {
    /// How many blocks it has.
    pub fn blocks(&self) -> usize {
        self.runs.iter().map(|run| run.count).sum()
    }

    /// The blocks' store, where they lie side by side there: such a parcel need not be packed.
    pub fn only_run(&self) -> Option<Run> {
        match self.runs[..] {
            [run] => Some(run),
            _ => None,
        }
    }
}

/// The parcels of a rank that are under way at the same time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Those that come in.
    pub receives: Vec<Parcel>,
    /// Those that go out, with blocks that are here when the round begins.
    pub sends: Vec<Parcel>,
}

/// A rank's part of an exchange.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// What it does, one round after the other. (Its block for itself is in no parcel.)
    pub rounds: Vec<Round>,
    /// How many blocks [`Store::Transit`] holds.
    pub transit: usize,
}

impl Exchange {
    /// All parcels.
    pub fn parcels(&self) -> Parcels<'_> {
        self.only(|_| true, |_| true)
    }

    /// The parcels to some ranks, and from some.
    pub fn only(&self, to: impl Fn(u32) -> bool, from: impl Fn(u32) -> bool) -> Parcels<'_> {
        let mut parcels = Parcels::default();
        for round in &self.rounds {
            let before = Counts { receives: parcels.receives.len(), sends: parcels.sends.len() };
            parcels.receives.extend(round.receives.iter().filter(|parcel| from(parcel.peer)));
            parcels.sends.extend(round.sends.iter().filter(|parcel| to(parcel.peer)));
            let counts = Counts {
                receives: parcels.receives.len() - before.receives,
                sends: parcels.sends.len() - before.sends,
            };
            if counts != Counts::default() {
                parcels.rounds.push(counts);
            }
        }
        parcels
    }
}

/// Parcels of an exchange, numbered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parcels<'a> {
    /// How many there are in each round that has any.
    pub rounds: Vec<Counts>,
    /// Those that come in.
    pub receives: Vec<&'a Parcel>,
    /// Those that go out.
    pub sends: Vec<&'a Parcel>,
}

/// How many parcels of a rank are under way in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Those that come in.
    pub receives: usize,
    /// Those that go out.
    pub sends: usize,
}

/// Carries parcels, each of which is a stream of one segment, by its number among those that come in, or go out.
pub trait Carrier: Transport {
    /// Puts the blocks of a parcel that is here into their stores.
    ///
    /// # Errors
    /// What the communication reports.
    fn open(&mut self, parcel: usize) -> Result<(), Self::Error>;
}

/// Carries the parcels of rounds to their ends. Rank by rank, the rounds follow each other; receiving begins a round
/// earlier, so that a parcel which comes early finds its place.
///
/// # Errors
/// What the transport reports; then parcels are left unfinished.
pub fn run<T: Carrier>(rounds: &[Counts], transport: &mut T) -> Result<(), T::Error> {
    let (mut expected, mut here) = (0, vec![]);
    let mut expect = |transport: &mut T, round: usize| -> Result<usize, T::Error> {
        let parcels = rounds.get(round).map_or(0, |round| round.receives);
        for parcel in expected..expected + parcels {
            transport.receive(parcel, 0)?;
        }
        expected += parcels;
        Ok(expected)
    };
    let (mut needed, mut sent, mut gone) = (expect(transport, 0)?, 0, 0);
    let mut done = vec![];
    for (number, round) in rounds.iter().enumerate() {
        let in_this_round = needed;
        needed = expect(transport, number + 1)?;
        here.resize(needed, false);
        for _ in 0..round.sends {
            transport.send(sent, 0)?;
            sent += 1;
        }
        let first = in_this_round - round.receives;
        while gone < sent || !here[first..in_this_round].iter().all(|is_here| *is_here) {
            done.clear();
            transport.wait(&mut done)?;
            for done in &done {
                match *done {
                    Done::Received { stream, .. } => {
                        transport.open(stream)?;
                        here[stream] = true;
                    }
                    Done::Sent { .. } => gone += 1,
                }
            }
        }
    }
    Ok(())
}
