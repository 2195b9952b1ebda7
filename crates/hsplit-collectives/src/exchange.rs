// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine of exchanges in which every rank has a block for every rank (`MPI_Alltoall` and its irregular forms):
//! blocks go in parcels, from rank to rank and round by round, until each is where it belongs.
//!
//! What goes in which parcel is worked out by both of its ends from what all ranks know (see [`routes`]), so a parcel
//! is its blocks and nothing else. Here it is known which blocks these are, not how long they are: where only their two
//! ends know that, a [`ParcelTransport`] writes it into the parcels.

pub mod neighbours;
pub mod routes;

use crate::transport::{Done, Transport};

/// How many rounds may begin before an earlier one has ended where none needs it. With none, all ranks wait for the
/// slowest in each round: 32 ranks on two cores lost a quarter of the time at 64 KiB.
const OVERLAP: usize = 8;

/// Where a rank keeps blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Store {
    /// Its own ones, by the ranks that they are for (between neighbours: by the places that these have in its list).
    Source,
    /// Other ranks' blocks for others, on their way.
    Transit,
    /// Those for itself, by the ranks that they are from (between neighbours: by places, too).
    Result,
}

/// Blocks that lie side by side in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockRange {
    /// Which store.
    pub store: Store,
    /// The first block.
    pub first: usize,
    /// How many blocks.
    pub count: usize,
}

impl BlockRange {
    /// Blocks at these places, one after the other.
    fn joined(places: impl IntoIterator<Item = (Store, usize)>) -> Vec<Self> {
        let mut runs: Vec<Self> = vec![];
        for (store, at) in places {
            match runs.last_mut() {
                Some(run) if run.store == store && run.first + run.count == at => run.count += 1,
                _ => runs.push(Self { store, first: at, count: 1 }),
            }
        }
        runs
    }
}

/// What goes from one rank to another at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// The rank at the other end.
    pub peer: u32,
    /// The blocks, in the order in which they are in the parcel.
    pub runs: Vec<BlockRange>,
}

impl Parcel {
    /// How many blocks it has.
    pub fn blocks(&self) -> usize {
        self.runs.iter().map(|run| run.count).sum()
    }

    /// The blocks' store, where they lie side by side there: such a parcel need not be packed.
    pub fn only_run(&self) -> Option<BlockRange> {
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

impl Round {
    /// Whether there is nothing under way.
    pub(crate) fn is_empty(&self) -> bool {
        self.receives.is_empty() && self.sends.is_empty()
    }
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
    /// How many rounds may begin before an earlier one has ended: none where a round sends what an earlier one brings.
    pub fn overlap(&self) -> usize {
        if self.transit == 0 { OVERLAP } else { 0 }
    }

    /// All parcels.
    pub fn parcels(&self) -> Parcels<'_> {
        self.only(|_| true, |_| true)
    }

    /// Some of the parcels that go out, and some of those that come in.
    pub fn only(&self, goes: impl Fn(&Parcel) -> bool, comes: impl Fn(&Parcel) -> bool) -> Parcels<'_> {
        let mut parcels = Parcels::default();
        for round in &self.rounds {
            let before = Counts { receives: parcels.receives.len(), sends: parcels.sends.len() };
            parcels.receives.extend(round.receives.iter().filter(|parcel| comes(parcel)));
            parcels.sends.extend(round.sends.iter().filter(|parcel| goes(parcel)));
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
pub trait ParcelTransport: Transport {
    /// Puts the blocks of a parcel that is here into their stores.
    ///
    /// # Errors
    /// What the communication reports.
    fn open(&mut self, parcel: usize) -> Result<(), Self::Error>;
}

/// Carries the parcels of rounds to their ends. A round begins when all those have ended that began more than `overlap`
/// rounds before it; receiving begins a round earlier, so that a parcel which comes early finds its place.
///
/// # Errors
/// What the transport reports; then parcels are left unfinished.
pub fn run<T: ParcelTransport>(rounds: &[Counts], overlap: usize, transport: &mut T) -> Result<(), T::Error> {
    let mut progress = Progress::default();
    rounds.iter().take(overlap + 1).try_for_each(|round| progress.receive(transport, round.receives))?;
    let mut due = Counts::default();
    for number in 0..rounds.len() + overlap {
        if let Some(round) = rounds.get(number + overlap + 1) {
            progress.receive(transport, round.receives)?;
        }
        if let Some(round) = rounds.get(number) {
            progress.send(transport, round.sends)?;
        }
        if let Some(round) = number.checked_sub(overlap).map(|number| rounds[number]) {
            due = Counts { receives: due.receives + round.receives, sends: due.sends + round.sends };
            progress.wait(transport, due)?;
        }
    }
    Ok(())
}

/// How far the parcels of a rank are.
#[derive(Default)]
struct Progress {
    /// Whether each of those is here that this rank receives, as far as it has begun to.
    here: Vec<bool>,
    /// How many are, one after the other from the first.
    arrived: usize,
    sent: usize,
    gone: usize,
    done: Vec<Done>,
}

impl Progress {
    fn receive<T: ParcelTransport>(&mut self, transport: &mut T, parcels: usize) -> Result<(), T::Error> {
        for _ in 0..parcels {
            transport.receive(self.here.len(), 0)?;
            self.here.push(false);
        }
        Ok(())
    }

    fn send<T: ParcelTransport>(&mut self, transport: &mut T, parcels: usize) -> Result<(), T::Error> {
        for _ in 0..parcels {
            transport.send(self.sent, 0)?;
            self.sent += 1;
        }
        Ok(())
    }

    /// Waits until the first ones are here, and as many gone.
    fn wait<T: ParcelTransport>(&mut self, transport: &mut T, due: Counts) -> Result<(), T::Error> {
        while self.gone < due.sends || self.arrived() < due.receives {
            self.done.clear();
            transport.wait(&mut self.done)?;
            for done in &self.done {
                match *done {
                    Done::Received { stream, .. } => {
                        transport.open(stream)?;
                        self.here[stream] = true;
                    }
                    Done::Sent { .. } => self.gone += 1,
                }
            }
        }
        Ok(())
    }

    fn arrived(&mut self) -> usize {
        self.arrived += self.here[self.arrived..].iter().take_while(|here| **here).count();
        self.arrived
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// Notes what a rank does; everything under way ends in the next wait.
    #[derive(Default)]
    struct Log {
        words: Vec<String>,
        under_way: Vec<Done>,
    }

    impl Transport for Log {
        type Error = Infallible;

        fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Infallible> {
            self.words.push(format!("r{stream}"));
            self.under_way.push(Done::Received { stream, segment });
            Ok(())
        }

        fn send(&mut self, stream: usize, segment: usize) -> Result<(), Infallible> {
            self.words.push(format!("s{stream}"));
            self.under_way.push(Done::Sent { stream, segment });
            Ok(())
        }

        fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Infallible> {
            self.words.push("wait".to_owned());
            done.append(&mut self.under_way);
            Ok(())
        }
    }

    impl ParcelTransport for Log {
        fn open(&mut self, parcel: usize) -> Result<(), Infallible> {
            self.words.push(format!("o{parcel}"));
            Ok(())
        }
    }

    #[test]
    fn rounds_overlap_as_far_as_they_may() {
        let rounds = [Counts { receives: 1, sends: 1 }; 4];
        let words = |overlap| {
            let mut log = Log::default();
            let Ok(()) = run(&rounds, overlap, &mut log);
            log.words.join(" ")
        };
        assert_eq!(words(0), "r0 r1 s0 wait o0 o1 r2 s1 wait o2 r3 s2 wait o3 s3 wait");
        assert_eq!(words(2), "r0 r1 r2 r3 s0 s1 s2 wait o0 o1 o2 o3 s3 wait");
    }
}
