// SPDX-License-Identifier: MIT OR Apache-2.0
//! Medians and spread. A mean of times says little on a machine that does other work as well.

use serde::{Deserialize, Serialize};

/// Samples of fewer values are marked: their quartiles are values themselves, and one slow repetition moves the median.
pub(crate) const FEW: usize = 5;

/// The range and the quartiles of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The least value.
    pub(crate) min: f64,
    /// A quarter of the values lie below.
    pub(crate) lower_quartile: f64,
    /// Half of the values lie below.
    pub(crate) median: f64,
    /// Three quarters of the values lie below.
    pub(crate) upper_quartile: f64,
    /// The greatest value.
    pub(crate) max: f64,
}

impl Summary {
    /// The summary of a sample; `None` for an empty one.
    pub(crate) fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        Some(Self {
            min,
            lower_quartile: quantile(&sorted, 0.25),
            median: quantile(&sorted, 0.5),
            upper_quartile: quantile(&sorted, 0.75),
            max,
        })
    }
}

/// The median of a sample; `None` for an empty one.
pub fn median(values: &[f64]) -> Option<f64> {
    Summary::of(values).map(|summary| summary.median)
}

/// Between the two nearest values, in proportion (Hyndman and Fan's definition 7, that of R and NumPy).
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let at = part * (sorted.len() - 1) as f64;
    let (low, high) = (at.floor() as usize, at.ceil() as usize);
    sorted[low] + (sorted[high] - sorted[low]) * (at - low as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_values() {
        let expected = Summary { min: 1.0, lower_quartile: 1.75, median: 2.5, upper_quartile: 3.25, max: 4.0 };
        assert_eq!(Summary::of(&[4.0, 1.0, 3.0, 2.0]), Some(expected));
        let expected = Summary { min: 1.0, lower_quartile: 2.0, median: 5.0, upper_quartile: 7.0, max: 100.0 };
        assert_eq!(Summary::of(&[5.0, 100.0, 1.0, 7.0, 2.0]), Some(expected));
    }

    #[test]
    fn one_value_is_all_of_them() {
        assert_eq!(
            Summary::of(&[7.0]),
            Some(Summary { min: 7.0, lower_quartile: 7.0, median: 7.0, upper_quartile: 7.0, max: 7.0 })
        );
        assert_eq!(Summary::of(&[]), None);
    }
}
