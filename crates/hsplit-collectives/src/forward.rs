// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine that forwards data: a segment is sent as soon as it is completely received, independent of other
//! messages.

use std::ops::Range;

use super::streams::{Stream, Streams};
use super::transport::{Done, Transport};

/// Transfers all flows of this rank completely, with at most `window` pending segments of each.
///
/// # Errors
/// The transport fails; the streams are then left unfinished.
pub fn run<T: Transport>(streams: &Streams, window: usize, transport: &mut T) -> Result<(), T::Error> {
    let mut here = Stretches::default();
    here.insert(streams.own.clone());
    let mut receives: Vec<Flow> = streams.receives.iter().map(Flow::new).collect();
    let mut sends: Vec<Flow> = streams.sends.iter().map(Flow::new).collect();
    let mut done = vec![];
    loop {
        for (stream, flow) in receives.iter_mut().enumerate() {
            while let Some((segment, _)) = flow.next(window) {
                transport.receive(stream, segment)?;
                flow.begun += 1;
            }
        }
        for (stream, flow) in sends.iter_mut().enumerate() {
            while let Some((segment, _)) = flow.next(window).filter(|(_, stretch)| here.hold(stretch)) {
                transport.send(stream, segment)?;
                flow.begun += 1;
            }
        }
        if receives.iter().chain(&sends).all(Flow::is_over) {
            return Ok(());
        }
        done.clear();
        transport.wait(&mut done)?;
        for done in &done {
            match *done {
                Done::Received { stream, segment } => {
                    here.insert(receives[stream].stream.segments[segment].clone());
                    receives[stream].ended += 1;
                }
                Done::Sent { stream, .. } => sends[stream].ended += 1,
            }
        }
    }
}

/// The progress of a flow.
struct Flow<'a> {
    stream: &'a Stream,
    begun: usize,
    ended: usize,
}

impl<'a> Flow<'a> {
    fn new(stream: &'a Stream) -> Self {
        Self { stream, begun: 0, ended: 0 }
    }

    /// Returns the next segment to begin, unless enough are pending.
    fn next(&self, window: usize) -> Option<(usize, &'a Range<usize>)> {
        let segment = self.stream.segments.get(self.begun)?;
        (self.begun - self.ended < window).then_some((self.begun, segment))
    }

    fn is_over(&self) -> bool {
        self.ended == self.stream.segments.len()
    }
}

/// A set of places as the fewest intervals: disjoint, ascending, never adjacent.
#[derive(Debug, Default, PartialEq, Eq)]
struct Stretches(Vec<Range<usize>>);

impl Stretches {
    fn insert(&mut self, new: Range<usize>) {
        if new.is_empty() {
            return;
        }
        let first = self.0.partition_point(|old| old.end < new.start);
        let last = self.0.partition_point(|old| old.start <= new.end);
        let merged = self.0[first..last].iter().fold(new, |all, old| all.start.min(old.start)..all.end.max(old.end));
        self.0.splice(first..last, [merged]);
    }

    fn hold(&self, part: &Range<usize>) -> bool {
        let next = self.0.partition_point(|old| old.end < part.end);
        part.is_empty() || self.0.get(next).is_some_and(|old| old.start <= part.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn stretches_are_a_set(
            parts in prop::collection::vec((0usize..40, 0usize..9), 0..12),
            asked in (0usize..40, 0usize..9),
        ) {
            let mut stretches = Stretches::default();
            let mut plain = [false; 64];
            for (start, length) in parts {
                stretches.insert(start..start + length);
                plain[start..start + length].fill(true);
            }
            let (start, end) = (asked.0, asked.0 + asked.1);
            prop_assert_eq!(stretches.hold(&(start..end)), plain[start..end].iter().all(|&inside| inside));
            prop_assert!(stretches.0.windows(2).all(|pair| pair[0].end < pair[1].start));
        }
    }
}
