// SPDX-License-Identifier: MIT OR Apache-2.0
//! The data that a rank has, or is about to receive, and the arrival times.

use std::ops::Range;

/// The arrival times of the segments of an interval: evenly from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Train {
    /// The first of them.
    pub(crate) first: f64,
    /// The last.
    pub(crate) last: f64,
}

/// Disjoint intervals of the data, ascending, and their arrival times.
#[derive(Debug, Default)]
pub(crate) struct Arrivals(Vec<(Range<usize>, Train)>);

impl Arrivals {
    /// Adds an interval that is not contained yet.
    pub(crate) fn insert(&mut self, stretch: Range<usize>, train: Train) {
        if !stretch.is_empty() {
            let at = self.0.partition_point(|(known, _)| known.start < stretch.start);
            self.0.insert(at, (stretch, train));
        }
    }

    fn overlapping(&self, part: &Range<usize>) -> impl Iterator<Item = &(Range<usize>, Train)> {
        let first = self.0.partition_point(|(known, _)| known.end <= part.start);
        self.0[first..].iter().take_while(|(known, _)| known.start < part.end)
    }

    /// True if all of an interval has arrived, or is arriving at the port.
    pub(crate) fn hold(&self, part: &Range<usize>) -> bool {
        let covered =
            |at: usize, (known, _): &(Range<usize>, Train)| if known.start <= at { at.max(known.end) } else { at };
        self.overlapping(part).fold(part.start, covered) >= part.end
    }

    /// Returns the earliest time at which an interval may begin to leave that takes `busy` in all, in segments of
    /// `segment` bytes: each segment must have arrived by its turn.
    pub(crate) fn earliest(&self, part: &Range<usize>, busy: f64, segment: usize) -> f64 {
        let count = part.len().div_ceil(segment);
        let turn = |number: usize| busy * number as f64 / count as f64;
        let bound = |(known, train): &(Range<usize>, Train)| {
            let (start, end) = (known.start.max(part.start), known.end.min(part.end));
            let count = known.len().div_ceil(segment);
            let here = |byte: usize| match (byte - known.start) / segment {
                number if number + 1 >= count => train.last,
                number => train.first + (train.last - train.first) * number as f64 / (count - 1) as f64,
            };
            let (first, last) = ((start - part.start) / segment, (end - 1 - part.start) / segment);
            let first_end = (part.start + (first + 1) * segment).min(end);
            (here(first_end - 1) - turn(first)).max(here(end - 1) - turn(last))
        };
        self.overlapping(part).map(bound).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_train_leaves_when_no_segment_of_it_would_be_late() {
        let mut here = Arrivals::default();
        here.insert(0..10, Train { first: 0.0, last: 0.0 });
        here.insert(20..60, Train { first: 5.0, last: 35.0 });
        assert!(
            here.hold(&(0..10))
                && here.hold(&(20..60))
                && here.hold(&(3..3))
                && !here.hold(&(0..20))
                && !here.hold(&(50..61))
        );
        // As fast as it comes: the first segment is here at 5.
        assert_eq!(here.earliest(&(20..60), 40.0, 10), 5.0);
        // Twice as fast: the last of four, sent 15 after the first, is here at 35.
        assert_eq!(here.earliest(&(20..60), 20.0, 10), 20.0);
        // Half of it: its second segment, sent 0.5 after the first, is here at 15.
        assert_eq!(here.earliest(&(20..40), 1.0, 10), 14.5);
        here.insert(10..20, Train { first: 1.0, last: 1.0 });
        // Six segments of 10: 20 begins at a third, 50 at five sixths.
        assert_eq!(here.earliest(&(0..60), 60.0, 10), 0.0);
        assert_eq!(here.earliest(&(0..60), 12.0, 10), 25.0);
    }
}
