// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine of exchanges in which every rank has a block for every rank (`MPI_Alltoall` and its irregular forms):
//! parcels transfer blocks from rank to rank and round by round, until each has reached its receiver.
//!
//! Both ranks of a parcel compute its contents from values that all ranks know (see [`routes`]), so a parcel contains
//! only blocks. The contents are known here, but not the lengths of blocks: if only their two ranks know them, a
//! [`ParcelTransport`] writes them into the parcels.

pub mod neighbours;
pub mod routes;

use crate::transport::{Done, Transport};

/// Number of rounds that may begin before an earlier one has ended, if none depends on it. Without this overlap, all
/// ranks wait for the slowest in each round: 32 ranks on two cores lost a quarter of the time at 64 KiB.
const OVERLAP: usize = 8;

/// The location of blocks at a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Store {
    /// Its own blocks, by receiver (between neighbours: by the receiver's index in its list).
    Source,
    /// Forwarded blocks of other ranks.
    Transit,
    /// Blocks for itself, by sender (between neighbours: by index, too).
    Result,
}

/// Consecutive blocks in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockRange {
    /// The store.
    pub store: Store,
    /// The first block.
    pub first: usize,
    /// The number of blocks.
    pub count: usize,
}

impl BlockRange {
    /// Joins blocks at these places into ranges. (Most parcels have one.)
    fn joined(places: impl IntoIterator<Item = (Store, usize)>) -> Vec<Self> {
        let mut runs: Vec<Self> = vec![];
        for (store, at) in places {
            match runs.last_mut() {
                Some(run) if run.store == store && run.first + run.count == at => run.count += 1,
                _ => runs.push(Self { store, first: at, count: 1 }),
            }
        }
        runs.shrink_to_fit();
        runs
    }
}

/// The data of one message from one rank to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// The other rank.
    pub peer: u32,
    /// The blocks, in the order in which they are in the parcel.
    pub runs: Vec<BlockRange>,
}

impl Parcel {
    /// Returns the number of its blocks.
    pub fn blocks(&self) -> usize {
        self.runs.iter().map(|run| run.count).sum()
    }

    /// Returns the blocks' range if they are consecutive in one store: such a parcel need not be packed.
    pub fn only_run(&self) -> Option<BlockRange> {
        match self.runs[..] {
            [run] => Some(run),
            _ => None,
        }
    }
}

/// The parcels of a rank that are pending at the same time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The received parcels.
    pub receives: Vec<Parcel>,
    /// The sent parcels, whose blocks the rank has when the round begins.
    pub sends: Vec<Parcel>,
}

impl Round {
    /// True if no message is pending.
    pub(crate) fn is_empty(&self) -> bool {
        self.receives.is_empty() && self.sends.is_empty()
    }
}

/// A rank's part of an exchange.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// Its rounds, in order. (Its block for itself is in no parcel.)
    pub rounds: Vec<Round>,
    /// Capacity of [`Store::Transit`], in blocks.
    pub transit: usize,
}

impl Exchange {
    /// Returns an upper bound, in bytes, of the memory for this number of ranks: two parcels of one block with each,
    /// and at the rank that forwards the blocks of its node, of at most `widest` ranks, those of each.
    pub fn bytes(ranks: usize, widest: usize) -> usize {
        ranks * (size_of::<Round>() + 2 * size_of::<Parcel>() + (2 + widest) * size_of::<BlockRange>())
    }

    /// Returns the number of rounds that may begin before an earlier one has ended: 0 if a round sends blocks that an
    /// earlier one receives.
    pub fn overlap(&self) -> usize {
        if self.transit == 0 { OVERLAP } else { 0 }
    }

    /// All parcels.
    pub fn parcels(&self) -> Parcels<'_> {
        self.only(|_| true, |_| true)
    }

    /// Returns some of the sent parcels, and some of the received ones.
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
    /// The numbers of parcels in each round that has any.
    pub rounds: Vec<Counts>,
    /// The received parcels.
    pub receives: Vec<&'a Parcel>,
    /// The sent parcels.
    pub sends: Vec<&'a Parcel>,
}

/// The numbers of parcels of a rank in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of received parcels.
    pub receives: usize,
    /// Number of sent parcels.
    pub sends: usize,
}

/// Transfers parcels. Each is a flow of one segment, identified by its number among the received, or the sent, ones.
pub trait ParcelTransport: Transport {
    /// Stores the blocks of a received parcel.
    ///
    /// # Errors
    /// The communication fails.
    fn open(&mut self, parcel: usize) -> Result<(), Self::Error>;
}

/// Transfers the parcels of rounds completely. A round begins when all parcels have ended that began more than
/// `overlap` rounds before it; receives begin a round earlier, so that a parcel that arrives early is expected.
///
/// # Errors
/// The transport fails; the parcels are then left unfinished.
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

/// The progress of a rank's parcels.
#[derive(Default)]
struct Progress {
    /// True if each parcel whose receive has begun is received.
    here: Vec<bool>,
    /// Number of consecutive received parcels from the first one on.
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

    /// Waits until the first parcels are received, and as many sent.
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

    /// Records the actions of a rank; all pending operations end in the next wait.
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
