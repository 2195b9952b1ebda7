// SPDX-License-Identifier: MIT OR Apache-2.0
//! The best length of segments (Steffenel, "A framework for adaptive collective communications", §4.2).
//!
//! First s = m/2^i for all i; then hill climbing from the best of these, as in Kielmann et al. The search varies the
//! number of segments, because a number has one best size: the shortest that gives no more of them.
//!
//! The callback that returns times gets a limit; if the time is longer, it may return the limit or any longer time.

use std::ops::RangeInclusive;

/// The possible numbers of segments of a message.
#[derive(Clone, Debug)]
pub(crate) struct Cuts {
    bytes: usize,
    element: usize,
    counts: RangeInclusive<usize>,
}

/// A division of a message into segments, and its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cut {
    /// The maximum number of segments.
    pub(crate) count: usize,
    /// The bytes of a segment.
    pub(crate) size: usize,
    /// The time of the message, in seconds.
    pub(crate) seconds: f64,
}

impl Cuts {
    /// Creates the divisions of `bytes` bytes into segments of allowed sizes, as far as there are any: none is longer
    /// unless an element is, and none is shorter unless the message is or cannot be divided otherwise.
    ///
    /// Sizes are multiples of `element`, the size of a datatype, and at least that.
    pub(crate) fn new(bytes: usize, element: usize, sizes: RangeInclusive<usize>) -> Self {
        let element = element.max(1);
        let elements = bytes.div_ceil(element).max(1);
        let fewest = elements.div_ceil((sizes.end() / element).max(1));
        let most = elements / sizes.start().div_ceil(element).max(1);
        Self { bytes, element, counts: fewest..=most.max(fewest) }
    }

    /// Returns the best of m/2^i. Of sizes with equal times, the longest. The time is infinite if none takes less than
    /// `limit`.
    pub(crate) fn halved(&self, limit: f64, mut seconds: impl FnMut(usize, f64) -> f64) -> Cut {
        let (fewest, most) = (*self.counts.start(), *self.counts.end());
        let powers = (0..usize::BITS)
            .map(|i| 1_usize << i)
            .skip_while(|&count| count <= fewest)
            .take_while(|&count| count <= most);
        let mut best = Cut { count: fewest, size: self.size(fewest), seconds: f64::INFINITY };
        for count in std::iter::once(fewest).chain(powers) {
            self.compare(&mut best, count, limit, &mut seconds);
        }
        best
    }

    /// Returns the best division that is found from `from`, if double and half the number of segments are no better.
    pub(crate) fn climbed(&self, from: Cut, mut seconds: impl FnMut(usize, f64) -> f64) -> Cut {
        let most = (*self.counts.end()).min(from.count.saturating_mul(2));
        let (mut best, mut step) = (from, from.count / 2);
        while step > 0 {
            // Two steps of each width reach any number between half and double.
            for _ in 0..2 {
                let around = [best.count.saturating_sub(step), best.count.saturating_add(step)];
                for count in around.into_iter().filter(|count| (*self.counts.start()..=most).contains(count)) {
                    self.compare(&mut best, count, f64::INFINITY, &mut seconds);
                }
            }
            step /= 2;
        }
        best
    }

    /// Returns the best size that was found, and its time.
    pub(crate) fn best(&self, mut seconds: impl FnMut(usize, f64) -> f64) -> Cut {
        let halved = self.halved(f64::INFINITY, &mut seconds);
        self.climbed(halved, seconds)
    }

    /// Replaces `best` by this number of segments if that is faster.
    fn compare(&self, best: &mut Cut, count: usize, limit: f64, seconds: &mut impl FnMut(usize, f64) -> f64) {
        let (size, limit) = (self.size(count), best.seconds.min(limit));
        let seconds = seconds(size, limit);
        if seconds < limit {
            *best = Cut { count, size, seconds };
        }
    }

    /// Returns the shortest multiple of an element that gives at most `count` segments.
    fn size(&self, count: usize) -> usize {
        self.bytes.div_ceil(count).div_ceil(self.element).max(1).saturating_mul(self.element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(bytes: usize, element: usize, seconds: impl Fn(usize) -> f64) -> (usize, f64) {
        let best = Cuts::new(bytes, element, 1..=usize::MAX).best(|size, _| seconds(size));
        (best.size, best.seconds)
    }

    /// The time of a pipeline over `hops` hops with g(s) = 100 + s.
    fn pipeline(bytes: usize, hops: usize, segment: usize) -> f64 {
        let count = bytes.div_ceil(segment).max(1);
        (hops + count - 1) as f64 * (100.0 + segment.min(bytes) as f64)
    }

    #[test]
    fn worked_examples() {
        // (h + k - 1)·(100 + 1000/k) with h = 11: 12100 for k = 1; 11·100 + 10·... is least at k = 10: 20·200 = 4000.
        assert_eq!(best(1000, 1, |segment| pipeline(1000, 11, segment)), (100, 4000.0));
        // The powers of two alone: k = 8 gives 18·225 = 4050.
        assert_eq!(pipeline(1000, 11, 125), 4050.0);
        // Elements of 32 bytes: 96 make 11 segments, 21·196 = 4116; 128 make 8, 18·228 = 4104.
        assert_eq!(best(1000, 32, |segment| pipeline(1000, 11, segment)), (128, 4104.0));
        assert_eq!(best(1000, 4096, |segment| pipeline(1000, 11, segment)), (4096, 12100.0), "no less than an element");
        // One hop: the fewer the better. Nothing to send, or a byte: one segment.
        assert_eq!(best(1000, 1, |segment| pipeline(1000, 1, segment)), (1000, 1100.0));
        assert_eq!(best(0, 1, |segment| pipeline(0, 4, segment)), (1, 400.0));
        assert_eq!(best(1, 0, |segment| pipeline(1, 4, segment)), (1, 404.0));
    }

    #[test]
    fn climbing_gets_close_to_the_best_of_all_sizes_in_few_steps() {
        for (bytes, hops) in [(1000, 3), (4096, 7), (5000, 40), (777, 99), (12_345, 15)] {
            let asked = std::cell::Cell::new(0);
            let (_, found) = best(bytes, 1, |segment| {
                asked.set(asked.get() + 1);
                pipeline(bytes, hops, segment)
            });
            let least = (1..=bytes).map(|segment| pipeline(bytes, hops, segment)).fold(f64::INFINITY, f64::min);
            assert!(found <= least * 1.005, "{bytes} bytes over {hops} hops: {found}, not {least}");
            assert!(asked.get() <= 6 * (bytes.ilog2() + 1), "{} sizes", asked.get());
        }
    }

    #[test]
    fn huge_messages_end() {
        assert_eq!(best(usize::MAX, 1, |segment| 1.0 + 1.0 / segment as f64).0, usize::MAX);
        assert_eq!(
            best(usize::MAX, 1, |segment| segment as f64),
            (2, 2.0),
            "2^63 segments are the most that are tried"
        );
        assert_eq!(best(usize::MAX, usize::MAX, |_| 1.0), (usize::MAX, 1.0));
    }

    #[test]
    fn sizes_that_are_allowed() {
        let best = |bytes, element, sizes, hops| {
            Cuts::new(bytes, element, sizes).best(|size, _| pipeline(bytes, hops, size)).size
        };
        // 100 would be best, as above.
        assert_eq!([1..=50, 150..=400, 100..=100].map(|sizes| best(1000, 1, sizes, 11)), [50, 167, 100]);
        assert_eq!(
            [1..=63, 1..=64, 1..=31].map(|sizes| best(1000, 32, sizes, 11)),
            [32, 64, 32],
            "an element is the least"
        );
        assert_eq!(
            [600..=600, 2000..=3000].map(|sizes| best(1000, 1, sizes, 11)),
            [500, 1000],
            "no longer, rather shorter"
        );
    }

    #[test]
    fn what_takes_too_long_is_not_worked_out() {
        let cuts = Cuts::new(1000, 1, 1..=usize::MAX);
        let up_to = |size: usize, limit: f64| pipeline(1000, 11, size).min(limit);
        let plain = cuts.best(|size, _| pipeline(1000, 11, size));
        assert_eq!(
            (cuts.best(up_to), cuts.halved(4051.0, up_to)),
            (plain, Cut { count: 8, size: 125, seconds: 4050.0 })
        );
        assert_eq!(cuts.halved(4050.0, up_to).seconds, f64::INFINITY);
    }
}
