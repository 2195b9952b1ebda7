// SPDX-License-Identifier: MIT OR Apache-2.0
//! One latency from a series of round trips.
//!
//! A disturbance (a daemon, an interrupt, a page fault, other traffic) lengthens a round trip, sometimes a
//! thousandfold, and never shortens it. It would ruin a mean, and moves even a median upwards. Therefore outliers are
//! removed first.

use super::is_latency;

/// The distance of an outlier from the median, in standard deviations.
const FAR: f64 = 3.0;
/// The standard deviation of a normal distribution in median absolute deviations.
const DEVIATION: f64 = 1.4826;

/// The typical round trip of a series: the median after outliers are rejected, or `None` without a valid round trip.
///
/// Values that are no latency (zero, negative, infinite, NaN) are ignored. An outlier is farther from the median than
/// three standard deviations, estimated as 1.4826 times the median absolute deviation (Hampel's rule). If more than
/// half of the values are equal, all other values are outliers. The median of an even number of values is the lower of
/// the two middle ones: so the result is always a measured round trip, and the faster of two equally frequent modes.
pub fn typical(samples: &[f64]) -> Option<f64> {
    let mut valid: Vec<f64> = samples.iter().copied().filter(|&sample| is_latency(sample)).collect();
    let median = lower_median(&mut valid)?;
    let mut deviations: Vec<f64> = valid.iter().map(|sample| (sample - median).abs()).collect();
    let far = FAR * DEVIATION * lower_median(&mut deviations)?;
    valid.retain(|sample| (sample - median).abs() <= far);
    lower_median(&mut valid)
}

/// The median, for an even number of values the lower middle one; `None` without values. Reorders the values.
pub fn lower_median(values: &mut [f64]) -> Option<f64> {
    let middle = values.len().checked_sub(1)? / 2;
    Some(*values.select_nth_unstable_by(middle, f64::total_cmp).1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn of_few_or_none() {
        assert_eq!(typical(&[]), None);
        assert_eq!(typical(&[f64::NAN, 0.0, -3.0, f64::INFINITY]), None);
        assert_eq!(typical(&[7.5]), Some(7.5));
        assert_eq!(typical(&[9.0, 7.0]), Some(7.0));
        assert_eq!(typical(&[f64::NAN, 9.0, 0.0, 7.0, 8.0]), Some(8.0));
    }

    #[test]
    fn of_equal_ones() {
        assert_eq!(typical(&[4.0; 10]), Some(4.0));
        assert_eq!(typical(&[4.0, 4.0, 4.0, 4.1]), Some(4.0));
    }

    #[test]
    fn spikes_do_not_move_it() {
        let calm = [10.0, 10.1, 10.2, 10.3, 10.4, 10.5, 10.6];
        assert_eq!(typical(&calm), Some(10.3));
        let spikes = [900.0, 20.0, 35.0, 1e6, 1e9];
        let mut disturbed = [&calm[..], &spikes].concat();
        assert_eq!(lower_median(&mut disturbed), Some(10.5), "the plain median moves");
        assert_eq!(typical(&disturbed), Some(10.3));
        assert_eq!(typical(&[&calm[..], &[0.001]].concat()), Some(10.3), "a clock that jumped");
    }

    #[test]
    fn of_two_modes() {
        let fast = [10.0, 10.1, 10.2, 10.3, 10.4, 10.5];
        let slow = [50.0, 50.1, 50.2, 50.3, 50.4, 50.5];
        assert_eq!(typical(&[&fast[..], &slow[..5]].concat()), Some(10.2), "the more frequent one");
        assert_eq!(typical(&[&slow[..], &fast[..5]].concat()), Some(50.2), "the more frequent one");
        assert_eq!(typical(&[10.0, 50.0, 10.0, 50.0]), Some(10.0), "the faster of equally frequent ones");
    }

    proptest! {
        #[test]
        fn it_is_a_sample_whatever_the_order(
            mut samples in prop::collection::vec(0.1f64..1e6, 1..40),
            turn in 0usize..40,
        ) {
            let typical = super::typical(&samples).unwrap();
            prop_assert!(samples.contains(&typical));
            let plain = lower_median(&mut samples).unwrap();
            let turn = turn % samples.len();
            samples.rotate_left(turn);
            prop_assert_eq!(super::typical(&samples), Some(typical));
            let (low, high) =
                samples.iter().fold((f64::MAX, 0.0f64), |(low, high), &sample| (low.min(sample), high.max(sample)));
            prop_assert!((low..=high).contains(&typical) && (low..=high).contains(&plain));
            let doubled: Vec<f64> = samples.iter().map(|sample| 2.0 * sample).collect();
            prop_assert_eq!(super::typical(&doubled), Some(2.0 * typical));
        }
    }
}
