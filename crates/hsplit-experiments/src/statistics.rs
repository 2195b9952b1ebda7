// SPDX-License-Identifier: MIT OR Apache-2.0
//! Medians and spread. Times of a machine that does other things too have no mean worth the name.

use serde::{Deserialize, Serialize};

/// Where the values of a sample lie.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    pub min: f64,
    pub lower_quartile: f64,
    pub median: f64,
    pub upper_quartile: f64,
    pub max: f64,
}

impl Summary {
    /// Of at least one value.
    pub fn of(values: &[f64]) -> Option<Self> {
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
