// SPDX-License-Identifier: MIT OR Apache-2.0
//! Segments of a message down a tree if nothing is shared: a closed form, for the searches that time millions of trees.
//!
//! The message of m bytes is cut into segments of s bytes; the last one may be shorter. A sender takes one segment
//! after the other and sends each to all its receivers, in order, before the next. Every rank receives from only one
//! sender, so receiving ports are always free, and only the sending ports count. After a rank has received all segments
//! and sent them all on, it continues with its work [inside](super::Links::inside).
//!
//! A sender whose receivers need G = Σ g(s) for a segment, and whose own segments arrive every P seconds, sends one
//! every max(P, G). Three numbers therefore describe the arrival of a rank's segments: the first, the time between two,
//! and the last. The completion time takes O(n) for any number of segments.

use std::ops::ControlFlow;

use super::Links;

/// A tree of senders with their receivers in order.
pub(crate) trait Receivers {
    /// Returns the receivers of one sender.
    fn of(&self, sender: usize) -> impl Iterator<Item = usize>;
}

impl Receivers for [Vec<usize>] {
    fn of(&self, sender: usize) -> impl Iterator<Item = usize> {
        self[sender].iter().copied()
    }
}

/// The division of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces {
    /// The bytes of a segment.
    pub(crate) segment: usize,
    /// The number of segments of that size before the last one.
    pub(crate) full: usize,
    /// The bytes of the last one.
    pub(crate) rest: usize,
}

impl Pieces {
    /// Divides into segments of `segment` bytes, at least one and at most m.
    pub(crate) fn of(bytes: usize, segment: usize) -> Self {
        let segment = segment.clamp(1, bytes.max(1));
        let full = bytes.div_ceil(segment).saturating_sub(1);
        Self { segment, full, rest: bytes - full * segment }
    }
}

/// The arrival times of a rank's segments: all but the last one `step` apart, the last one separately.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Arrivals {
    /// The first one.
    pub(crate) first: f64,
    /// From one to the next.
    pub(crate) step: f64,
    /// The last one.
    pub(crate) last: f64,
}

impl Arrivals {
    /// Returns the time at which a rank begins to send the last segment, and the time between the segments that it
    /// sends, if a segment keeps it busy for `busy`.
    pub(crate) fn passed_on(&self, pieces: Pieces, busy: f64) -> (f64, f64) {
        let step = if pieces.full > 1 { self.step.max(busy) } else { 0.0 };
        let free = if pieces.full > 0 { self.first + step * (pieces.full - 1) as f64 + busy } else { 0.0 };
        (self.last.max(free), step)
    }
}

/// The times of one rank in a broadcast.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Passage {
    /// The rank.
    pub(crate) rank: usize,
    /// The arrival times of its segments.
    pub(crate) come: Arrivals,
    /// G: the time for which sending a segment keeps it busy.
    pub(crate) busy: f64,
    /// The time for which sending the last segment keeps it busy.
    pub(crate) busy_last: f64,
    /// The time at which it has finished.
    pub(crate) end: f64,
}

/// Returns the completion time of a tree, for segments of `segment` bytes, at least one and at most m.
pub(crate) fn time(links: &impl Links, root: usize, children: &[Vec<usize>], bytes: usize, segment: usize) -> f64 {
    seconds(links, root, children, bytes)(segment, f64::INFINITY)
}

/// Returns a function from the size of segments to the completion time of a tree, if that is less than a limit;
/// otherwise to any time not below the limit.
pub(crate) fn seconds<'a>(
    links: &'a impl Links,
    root: usize,
    children: &'a [Vec<usize>],
    bytes: usize,
) -> impl FnMut(usize, f64) -> f64 + 'a {
    let mut clock = Clock::default();
    move |size, limit| clock.time(links, children, (root, Arrivals::default()), Pieces::of(bytes, size), limit)
}

/// Times a message down trees.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    /// Ranks whose receivers are not yet visited, and the arrival times of their segments.
    open: Vec<(usize, Arrivals)>,
}

impl Clock {
    /// Returns the time at which the whole subtree of a rank with these arrivals has finished, if that is before the
    /// limit; otherwise any time not before it.
    pub(crate) fn time(
        &mut self,
        links: &impl Links,
        tree: &(impl Receivers + ?Sized),
        from: (usize, Arrivals),
        pieces: Pieces,
        limit: f64,
    ) -> f64 {
        let mut end = 0.0f64;
        self.walk(links, tree, from, pieces, |passage| {
            end = end.max(passage.end);
            if end < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        end
    }

    /// Visits a rank and its subtree: the ranks of a subtree one after the other, a sender before its receivers.
    pub(crate) fn walk(
        &mut self,
        links: &impl Links,
        tree: &(impl Receivers + ?Sized),
        from: (usize, Arrivals),
        pieces: Pieces,
        mut visit: impl FnMut(Passage) -> ControlFlow<()>,
    ) {
        let Pieces { segment, rest, .. } = pieces;
        let open = &mut self.open;
        open.clear();
        open.push(from);
        while let Some((rank, come)) = open.pop() {
            let (begin, mut busy, mut busy_last) = (open.len(), 0.0, 0.0);
            for receiver in tree.of(rank) {
                let gap = links.gap(rank, receiver, segment);
                busy += gap;
                busy_last += if rest == segment { gap } else { links.gap(rank, receiver, rest) };
                let latency = links.latency(rank, receiver);
                open.push((
                    receiver,
                    Arrivals { first: come.first + busy + latency, step: 0.0, last: busy_last + latency },
                ));
            }
            let (last, step) = come.passed_on(pieces, busy);
            for (_, there) in &mut open[begin..] {
                there.step = step;
                there.last += last;
            }
            if visit(Passage { rank, come, busy, busy_last, end: last + busy_last + links.inside(rank) }).is_break() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::timing::Unshared;
    use crate::timing::ports::{Message, Ports};

    /// Whole numbers from a seed, so that sums are exact in any order.
    struct Whole(u64);

    impl Whole {
        fn number(&self, from: usize, to: usize) -> f64 {
            (self.0.rotate_left((from * 7 + to * 3) as u32) % 32) as f64
        }
    }

    impl Links for Whole {
        fn latency(&self, from: usize, to: usize) -> f64 {
            self.number(from, to)
        }

        fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
            self.number(to, from) + bytes as f64 * (1.0 + self.number(from, to))
        }

        fn inside(&self, rank: usize) -> f64 {
            self.number(rank, rank)
        }
    }

    /// Every transfer of every segment, one by one.
    fn followed(links: &impl Links, children: &[Vec<usize>], bytes: usize, segment: usize) -> f64 {
        let (mut ports, count) = (Ports::new(children.len(), 0), bytes.div_ceil(segment));
        let (mut there, mut open, mut end) = (vec![vec![0.0; count]; children.len()], vec![0], 0.0f64);
        while let Some(sender) = open.pop() {
            for (nth, ready) in there[sender].clone().into_iter().enumerate() {
                for &receiver in &children[sender] {
                    let message = Message { from: sender, to: receiver, bytes: segment.min(bytes - nth * segment) };
                    there[receiver][nth] = ports.transfer(&Unshared(links), message, ready).there;
                }
            }
            open.extend(&children[sender]);
            end = end.max(ports.sending(sender).max(there[sender][count - 1]) + links.inside(sender));
        }
        end
    }

    proptest! {
        #[test]
        fn as_if_every_segment_were_followed(
            parents in prop::collection::vec(0usize..100, 0..9),
            bytes in 1usize..60,
            segment in 1usize..60,
            seed: u64,
        ) {
            let mut children = vec![vec![]; parents.len() + 1];
            parents.iter().enumerate().for_each(|(nth, parent)| children[parent % (nth + 1)].push(nth + 1));
            let (links, segment) = (Whole(seed), segment.min(bytes));
            prop_assert_eq!(time(&links, 0, &children, bytes, segment), followed(&links, &children, bytes, segment));
        }
    }

    #[test]
    fn how_messages_are_cut() {
        let pieces = |bytes, segment| {
            let Pieces { segment, full, rest } = Pieces::of(bytes, segment);
            (segment, full, rest)
        };
        assert_eq!(
            [pieces(8, 3), pieces(9, 3), pieces(2, 3), pieces(0, 3)],
            [(3, 2, 2), (3, 2, 3), (2, 0, 2), (1, 0, 0)]
        );
    }
}
