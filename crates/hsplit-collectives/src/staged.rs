// SPDX-License-Identifier: MIT OR Apache-2.0
//! Broadcasts inside a group in stages: those of Steffenel's Table 1 ("A framework for adaptive collective
//! communications") that are no tree of segments. A message is announced and acknowledged before it is sent
//! (rendezvous), or it is scattered in shares that all then gather (van de Geijn).
//!
//! A group begins its stages after its first rank has received the message and sent it on to other groups (§5.3). Every
//! rank computes its own stages from the order of the ranks. [`crate::forward`] runs each stage.

use std::ops::Range;

use super::binomial::{children, parent, subtree};
use super::model::broadcast::Broadcast;
use super::model::case::{Case, Strategy};
use super::model::trees;
use super::streams::{Peer, Stream, Streams};
use super::tree::Staged;

impl Staged {
    /// Returns the predicted time in seconds. Shares are no segments: if they are long, a rendezvous of the MPI adds to
    /// each.
    pub(crate) fn seconds(self, case: &Case) -> f64 {
        match self {
            Self::StarRendezvous => Broadcast::FlatTreeRendezvous.seconds(case),
            Self::ChainRendezvous => Broadcast::ChainRendezvous.seconds(case),
            Self::BinomialRendezvous => Broadcast::BinomialTreeRendezvous.seconds(case),
            Self::ScatterRing | Self::ScatterDoubling if case.processes < 2 => 0.0,
            Self::ScatterRing | Self::ScatterDoubling => {
                let (processes, latency, share) = (case.processes, case.latency(), case.share(case.processes));
                let busy = |bytes: usize| case.gap(bytes) + case.link.rendezvous(bytes);
                let down = trees::shares(processes, latency, &|below: usize| busy(share.saturating_mul(below)));
                if self == Self::ScatterDoubling && processes.is_power_of_two() {
                    down + trees::doubling(processes, share).map(|bytes| busy(bytes) + latency).sum::<f64>()
                } else {
                    down + trees::chain(processes, busy(share), latency)
                }
            }
        }
    }

    /// Returns the stages of the rank at an index among these ranks, the first of which has the message.
    pub fn stages(self, ranks: &[u32], at: usize, bytes: usize) -> Vec<Streams> {
        let group = Members { ranks, bytes };
        let count = ranks.len();
        match self {
            Self::StarRendezvous => group.asked_at_once(at),
            Self::ChainRendezvous => group.asked(at.checked_sub(1), &[at + 1]),
            Self::BinomialRendezvous => group.asked(parent(at), &children(at, count)),
            Self::ScatterDoubling if count.is_power_of_two() => vec![group.scattered(at), group.doubled(at)],
            Self::ScatterRing | Self::ScatterDoubling => vec![group.scattered(at), group.round(at)],
        }
    }
}

/// The ranks of a group, and the length of the message.
struct Members<'a> {
    ranks: &'a [u32],
    bytes: usize,
}

impl Members<'_> {
    fn stream(&self, at: usize, segments: impl IntoIterator<Item = Range<usize>>) -> Stream {
        Stream { peer: Peer::Rank(self.ranks[at]), segments: segments.into_iter().collect() }
    }

    /// Returns the flow of a message without data.
    fn signal(&self, at: usize) -> Stream {
        self.stream(at, Some(0..0))
    }

    fn message(&self, at: usize) -> Stream {
        self.stream(at, Some(0..self.bytes))
    }

    fn stage(&self, has: bool, receives: Vec<Stream>, sends: Vec<Stream>) -> Streams {
        Streams { receives, sends, own: if has { 0..self.bytes } else { 0..0 } }
    }

    /// Waits for an announcement, acknowledges it, and receives the message.
    fn answer(&self, from: usize) -> [Streams; 2] {
        [
            self.stage(false, vec![self.signal(from)], vec![]),
            self.stage(false, vec![self.message(from)], vec![self.signal(from)]),
        ]
    }

    /// Announces the message to each child when the one before it has received it. Children beyond the last index are
    /// ignored.
    fn asked(&self, parent: Option<usize>, children: &[usize]) -> Vec<Streams> {
        let mut stages: Vec<Streams> = parent.into_iter().flat_map(|parent| self.answer(parent)).collect();
        for &child in children.iter().filter(|&&child| child < self.ranks.len()) {
            stages.push(self.stage(true, vec![self.signal(child)], vec![self.signal(child)]));
            stages.push(self.stage(true, vec![], vec![self.message(child)]));
        }
        stages
    }

    /// The first rank announces the message to all others at once, and sends to one after the other.
    fn asked_at_once(&self, at: usize) -> Vec<Streams> {
        if at > 0 {
            return self.answer(0).into();
        }
        let others = || 1..self.ranks.len();
        let mut stages = vec![self.stage(true, vec![], others().map(|other| self.signal(other)).collect())];
        for other in others() {
            stages.push(self.stage(true, vec![self.signal(other)], vec![]));
            stages.push(self.stage(true, vec![], vec![self.message(other)]));
        }
        stages
    }

    /// Returns the bytes of the shares of these indices.
    fn shares(&self, places: Range<usize>) -> Range<usize> {
        let share = self.bytes.div_ceil(self.ranks.len());
        let byte = |place: usize| place.saturating_mul(share).min(self.bytes);
        byte(places.start)..byte(places.end)
    }

    /// Returns the subtree of an index, itself included.
    fn subtree(&self, at: usize) -> Range<usize> {
        at..at + subtree(at, self.ranks.len())
    }

    /// Returns a flow of these shares, or none if they are empty.
    fn some(&self, at: usize, shares: impl Iterator<Item = Range<usize>>) -> Option<Stream> {
        let segments: Vec<Range<usize>> =
            shares.map(|places| self.shares(places)).filter(|bytes| !bytes.is_empty()).collect();
        (!segments.is_empty()).then(|| self.stream(at, segments))
    }

    /// Returns the scatter: the shares of each subtree, down a binomial tree.
    fn scattered(&self, at: usize) -> Streams {
        let down = |peer: usize, to: usize| self.some(peer, std::iter::once(self.subtree(to)));
        let below = children(at, self.ranks.len());
        Streams {
            receives: parent(at).and_then(|parent| down(parent, at)).into_iter().collect(),
            sends: below.into_iter().filter_map(|child| down(child, child)).collect(),
            own: if at == 0 { 0..self.bytes } else { 0..0 },
        }
    }

    /// Returns the ring: each rank forwards the data of the rank before it, its own share first, except the shares that
    /// the next one has.
    fn round(&self, at: usize) -> Streams {
        let count = self.ranks.len();
        let along = |from: usize, to: usize| {
            let lacks = move |place: &usize| !self.subtree(to).contains(place);
            (0..count).map(move |back| (from + count - back) % count).filter(lacks).map(|place| place..place + 1)
        };
        let (before, next) = ((at + count - 1) % count, (at + 1) % count);
        Streams {
            receives: self.some(before, along(before, at)).into_iter().collect(),
            sends: self.some(next, along(at, next)).into_iter().collect(),
            own: self.shares(self.subtree(at)),
        }
    }

    /// Returns the exchanges with the indices at the distances 1, 2, 4, ..., of the data that the other one does not
    /// have.
    fn doubled(&self, at: usize) -> Streams {
        let rounds = || (0..self.ranks.len().ilog2()).map(|round| 1_usize << round);
        let block = |place: usize, width: usize| place / width * width..place / width * width + width;
        let lacking = |from: usize, to: usize, width: usize| {
            Some(block(from, width)).filter(|block| !self.subtree(to).contains(&block.start))
        };
        let partner = |width: usize| at ^ width;
        Streams {
            receives: rounds()
                .filter_map(|width| self.some(partner(width), lacking(partner(width), at, width).into_iter()))
                .collect(),
            sends: rounds()
                .filter_map(|width| self.some(partner(width), lacking(at, partner(width), width).into_iter()))
                .collect(),
            own: self.shares(self.subtree(at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::parameters::{Gap, Link};

    #[test]
    fn what_is_sent_in_a_ring() {
        let group = Members { ranks: &[10, 11, 12, 13], bytes: 10 };
        // Shares of 3, 3, 3 and 1. Place 2 has its own and that of place 3 from the scatter.
        let Streams { receives, sends, own } = group.round(2);
        assert_eq!(receives, [group.stream(1, [3..6, 0..3])]);
        assert_eq!(sends, [group.stream(3, [6..9, 3..6, 0..3])]);
        assert_eq!((own, group.round(0).receives.len(), group.round(3).sends.len()), (6..10, 0, 0));
        let scattered = group.scattered(0);
        assert_eq!(scattered.sends, [group.stream(2, Some(6..10)), group.stream(1, Some(3..6))]);
        let doubled = group.doubled(2);
        assert_eq!(doubled.receives, [group.stream(0, Some(0..6))]);
        assert_eq!(doubled.sends, [group.stream(3, Some(6..9))]);
    }

    #[test]
    fn times_are_those_of_the_strategies() {
        // L = 5, g(m) = 2 + m.
        let link = Link::new(5.0, Gap::new(vec![(0, 2.0), (1, 3.0), (1024, 1026.0)]).unwrap()).unwrap();
        let case = Case::new(&link, 4, 8);
        // Scatter: 4 bytes, then 2 bytes, to the second: 6 + 5 + 4 + 5. Ring: 3 of 2 bytes. Doubling: 2, then 4 bytes.
        assert_eq!(Staged::ScatterRing.seconds(&case), 20.0 + 3.0 * 9.0);
        assert_eq!(Staged::ScatterDoubling.seconds(&case), 20.0 + 9.0 + 11.0);
        assert_eq!(Staged::ChainRendezvous.seconds(&case), 3.0 * (10.0 + 6.0 + 15.0));
        assert_eq!(
            Staged::ScatterDoubling.seconds(&Case { processes: 3, ..case }),
            Staged::ScatterRing.seconds(&Case { processes: 3, ..case })
        );
        assert!(Staged::ALL.iter().all(|staged| staged.seconds(&Case { processes: 1, ..case }) == 0.0));
        for (processes, bytes) in [(2, 100), (3, 8), (6, 1000), (8, 1000), (13, 70_001)] {
            let case = Case::new(&link, processes, bytes);
            assert_eq!(Staged::ScatterRing.seconds(&case), Broadcast::ScatterCollection.seconds(&case));
        }
        // Shares of 32 KiB, but for the first message, which has two and asks for 14 before.
        let case = Case::new(&link, 4, 128 << 10);
        assert_eq!(Staged::ScatterRing.seconds(&case), Broadcast::ScatterCollection.seconds(&case) + 14.0);
        // The scatter and the rounds have one message of one share and one of two each.
        assert_eq!(Staged::ScatterDoubling.seconds(&case), 2.0 * (7.0 + 32768.0 + 7.0 + 65536.0 + 14.0));
    }
}
