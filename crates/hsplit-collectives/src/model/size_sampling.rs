// SPDX-License-Identifier: MIT OR Apache-2.0
//! Size sampling: the sizes at which a gap is measured.
//!
//! The method of Kielmann, Bal and Verstoep ("Fast measurement of LogP parameters for message passing platforms",
//! 2000): first the powers of two. If g(m) differs from the extrapolation of the points before it, a change has
//! occurred in between (a protocol, a cache), and the interval is halved until there is no bend or the interval is
//! small.

use super::parameters::line;

/// The parameters of the sampling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SizeSampling {
    /// The largest size.
    pub longest: usize,
    /// The greatest deviation, as a fraction, of a value from the extrapolation of the points before it.
    pub tolerance: f64,
    /// Intervals of no more bytes than this are not halved,
    pub narrowest: usize,
    /// and intervals that are no more than this fraction of their upper end.
    pub finest: f64,
}

impl SizeSampling {
    /// Measures, and returns the sizes, in ascending order, with the values. Each size is measured once; 0 and
    /// `longest` always are.
    pub fn climb(&self, mut measure: impl FnMut(usize) -> f64) -> Vec<(usize, f64)> {
        let powers = (0..usize::BITS).map(|i| 1_usize << i).take_while(|&size| size < self.longest);
        let mut sizes: Vec<usize> = std::iter::once(0).chain(powers).chain([self.longest]).collect();
        sizes.dedup();
        let coarse: Vec<(usize, f64)> = sizes.into_iter().map(|size| (size, measure(size))).collect();
        let mut points = vec![];
        for point in coarse {
            self.refine(&mut points, point, &mut measure);
            points.push(point);
        }
        points
    }

    /// Returns the values without impossible ones: a gap does not fall with growing sizes, except at the change of a
    /// protocol. A single value that deviates from its neighbours is moved between them. If values fall after that, by
    /// more than the tolerance for two values and not only for the last size, the protocol has changed; otherwise the
    /// shorter time is used, because other work only adds to times.
    pub fn settled(&self, points: &[(usize, f64)]) -> Vec<(usize, f64)> {
        let mut inner: Vec<f64> = points.iter().map(|&(_, value)| value).collect();
        for at in 1..inner.len().saturating_sub(1) {
            if inner[at - 1] <= inner[at + 1] {
                inner[at] = inner[at].clamp(inner[at - 1], inner[at + 1]);
            }
        }
        let is_far = |at: usize, below: usize| inner[at] > inner[below] * (1.0 + self.tolerance);
        let changes = |at: usize| at > 0 && at + 2 < inner.len() && is_far(at, at + 1) && is_far(at - 1, at + 1);
        let mut settled: Vec<(usize, f64)> =
            points.iter().zip(&inner).map(|(&(size, _), &value)| (size, value)).collect();
        for at in (0..settled.len().saturating_sub(1)).rev() {
            if settled[at].1 > settled[at + 1].1 && !changes(at) {
                settled[at].1 = settled[at + 1].1;
            }
        }
        settled
    }

    /// Measures between the last of `points` and `next`, as far as necessary, in ascending order, so that a bend is
    /// determined from settled points.
    fn refine(&self, points: &mut Vec<(usize, f64)>, next: (usize, f64), measure: &mut impl FnMut(usize) -> f64) {
        let Some(&last) = points.last() else { return };
        let width = next.0 - last.0;
        if width <= self.narrowest.max(1) || width as f64 <= self.finest * next.0 as f64 || !self.bends(points, next) {
            return;
        }
        let middle = last.0 + width / 2;
        let middle = (middle, measure(middle));
        self.refine(points, middle, measure);
        points.push(middle);
        self.refine(points, next, measure);
    }

    /// True if `next` deviates from the extrapolation of the points before it.
    ///
    /// The line goes through the last one, and through one that is at least half as far before it as `next` is after
    /// it: with smaller distances, the scatter of two measurements would determine the line.
    fn bends(&self, points: &[(usize, f64)], next: (usize, f64)) -> bool {
        let Some((&last, before)) = points.split_last() else { return false };
        let far = |point: &&(usize, f64)| 2 * (last.0 - point.0) >= next.0 - last.0;
        let Some(&before) = before.iter().rev().find(far) else { return false };
        let expected = line(before, last, next.0);
        (next.1 - expected).abs() > self.tolerance * next.1.abs().max(expected.abs())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::parameters::Gap;

    /// As precise as the authors of the method are: intervals of 32 bytes, or of a hundredth. A bend is a fifth.
    fn sampling(longest: usize) -> SizeSampling {
        SizeSampling { longest, tolerance: 0.2, narrowest: 32, finest: 0.01 }
    }

    fn sizes(points: &[(usize, f64)]) -> Vec<usize> {
        points.iter().map(|&(size, _)| size).collect()
    }

    #[test]
    fn a_straight_line_costs_only_the_powers_of_two() {
        for (constant, per_byte) in [(10.0, 0.01), (3.0, 0.0), (0.001, 2.0)] {
            let points = sampling(1 << 20).climb(|bytes| constant + per_byte * bytes as f64);
            let powers: Vec<usize> = std::iter::once(0).chain((0..=20).map(|i| 1 << i)).collect();
            assert_eq!(sizes(&points), powers);
        }
        assert_eq!(sizes(&sampling(100).climb(|_| 1.0)), [0, 1, 2, 4, 8, 16, 32, 64, 100]);
        assert_eq!(sizes(&sampling(0).climb(|_| 1.0)), [0]);
        assert_eq!(sizes(&sampling(1).climb(|_| 1.0)), [0, 1]);
    }

    #[test]
    fn a_jump_is_found() {
        let sampled = sampling(1 << 20);
        for at in [100, 1000, 4096, 5000, 65_536, 65_537, 100_000, 1_000_000] {
            let gap =
                |bytes: usize| 20.0 + 0.001 * bytes as f64 + if bytes >= at { 100.0 + 0.002 * at as f64 } else { 0.0 };
            let mut asked = vec![];
            let points = sampled.climb(|bytes| {
                asked.push(bytes);
                gap(bytes)
            });
            let above = points.iter().position(|&(size, _)| size >= at).unwrap();
            let (low, high) = (points[above - 1].0, points[above].0);
            assert!(high - low <= 32.max(high / 100), "the jump at {at} is between {low} and {high}");
            // log2 of the interval to find it, as many again to get past it, and a few.
            let most = 22 + 2 * (at as f64 / (at as f64 / 100.0).max(32.0)).log2().ceil() as usize + 8;
            assert!(asked.len() <= most, "{at}: {} measurements, not {most}", asked.len());
            let mut once = asked.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!((once.len(), sizes(&points)), (asked.len(), once), "every size once, in order");
            // Beside the jump, the gap is known to the tolerance.
            let known = Gap::new(points).unwrap();
            for bytes in (0..1 << 20).step_by(997).filter(|bytes| !(low..=high).contains(bytes)) {
                assert!((known.at(bytes) - gap(bytes)).abs() <= 0.2 * gap(bytes), "{bytes} bytes, the jump at {at}");
            }
        }
    }

    #[test]
    fn a_bend_that_is_no_jump_is_cheap() {
        // From 1000 bytes on each byte costs ten times as much.
        let gap =
            |bytes: usize| if bytes < 1000 { 10.0 + 0.01 * bytes as f64 } else { 20.0 + 0.1 * (bytes - 1000) as f64 };
        let points = sampling(1 << 20).climb(gap);
        assert!(points.len() <= 30, "{points:?}");
    }

    fn settled(values: &[f64]) -> Vec<f64> {
        let points: Vec<(usize, f64)> = values.iter().enumerate().map(|(at, &value)| (at, value)).collect();
        sampling(16).settled(&points).into_iter().map(|(_, value)| value).collect()
    }

    #[test]
    fn one_disturbed_value_does_not_count() {
        // Seen: 78.5 us at 128 KiB, 12.0 us at 136 KiB.
        assert_eq!(settled(&[9.0, 10.5, 78.5, 12.0, 12.5]), [9.0, 10.5, 12.0, 12.0, 12.5]);
        assert_eq!(settled(&[9.0, 10.5, 0.1, 12.0]), [9.0, 10.5, 10.5, 12.0], "too short");
        assert_eq!(settled(&[5.0, 3.0, 4.0]), [3.0, 3.0, 4.0], "the first");
        assert_eq!(settled(&[3.0, 4.0, 2.0]), [2.0, 2.0, 2.0], "the last, alone");
        assert_eq!(settled(&[3.0, 4.1, 4.0, 4.2]), [3.0, 4.0, 4.0, 4.2]);
        assert_eq!((settled(&[]), settled(&[1.0]), settled(&[2.0, 1.0])), (vec![], vec![1.0], vec![1.0, 1.0]));
    }

    #[test]
    fn a_protocol_that_changes_counts() {
        let changes = [10.0, 20.0, 21.0, 12.0, 13.0, 14.0];
        assert_eq!(settled(&changes), changes);
        assert_eq!(settled(&[10.0, 20.0, 21.0, 20.0, 21.5]), [10.0, 20.0, 20.0, 20.0, 21.5], "by too little");
    }

    proptest! {
        #[test]
        fn settled_gaps_fall_only_where_a_protocol_changes(values in prop::collection::vec(1.0f64..100.0, 0..20)) {
            let found = settled(&values);
            prop_assert_eq!(found.len(), values.len());
            for at in 1..found.len() {
                prop_assert!(found[at - 1] <= found[at] || (at > 1 && at + 1 < found.len()), "{:?}", found);
            }
            let mut rising = values;
            rising.sort_unstable_by(f64::total_cmp);
            prop_assert_eq!(settled(&rising), rising);
        }
    }

    #[test]
    fn whatever_is_measured_it_ends() {
        let mut state = 1_u64;
        let points = sampling(1 << 16).climb(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 40) as f64
        });
        // Intervals halve until they are a hundredth: no more than 2^8 in each of the wide ones.
        assert!(points.len() < 11 * 256, "{}", points.len());
        assert!(points.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for value in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
            assert_eq!(sampling(1024).climb(|_| value).len(), 12, "{value}");
        }
    }
}
