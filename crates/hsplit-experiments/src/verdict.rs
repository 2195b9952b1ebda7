// SPDX-License-Identifier: MIT OR Apache-2.0
//! How good predictions are, and the choices that are made by them.

use super::report::{Measurement, cells};
use super::statistics::Summary;

/// What is chosen may take so much longer than the best.
const CLOSE: f64 = 0.10;

/// Of some cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The median of |predicted - measured| / measured, over all variants that are predicted.
    pub deviation: Option<f64>,
    /// How many variants are.
    pub predicted: usize,
    /// In how many cells what was chosen took at most [`CLOSE`] longer than the best one measured,
    pub close: usize,
    /// of so many.
    pub chosen: usize,
}

impl Verdict {
    /// On these measurements.
    pub fn on<'a>(measurements: impl Iterator<Item = &'a [Measurement]>) -> Self {
        let mut verdict = Self { deviation: None, predicted: 0, close: 0, chosen: 0 };
        let mut deviations = vec![];
        for cell in measurements {
            deviations.extend(cell.iter().filter_map(Measurement::deviation).map(f64::abs));
            let best = cell.iter().filter_map(Measurement::median).min_by(f64::total_cmp);
            let chosen = cell.iter().find(|measurement| measurement.chosen).and_then(Measurement::median);
            if let (Some(best), Some(chosen)) = (best, chosen) {
                verdict.chosen += 1;
                verdict.close += usize::from(chosen <= best * (1.0 + CLOSE));
            }
        }
        verdict.predicted = deviations.len();
        verdict.deviation = Summary::of(&deviations).map(|summary| summary.median);
        verdict
    }
}

/// Lines on each operation, and on all together; none where nothing is predicted.
pub fn lines(measurements: &[Measurement]) -> Vec<String> {
    let mut operations: Vec<&str> = vec![];
    for measurement in measurements.iter().filter(|measurement| measurement.predicted_us.is_some()) {
        if !operations.contains(&measurement.cell.operation.as_str()) {
            operations.push(&measurement.cell.operation);
        }
    }
    let of =
        |name: &str| Verdict::on(cells(measurements).filter(|cell| name == "all" || cell[0].cell.operation == name));
    let all = (operations.len() > 1).then_some("all");
    let words = |name| {
        let Verdict { deviation, predicted, close, chosen } = of(name);
        let percent = |part: f64| format!("{:.0} %", part * 100.0);
        let off = deviation.map_or_else(|| "-".to_owned(), percent);
        let right = if chosen == 0 { "-".to_owned() } else { percent(close as f64 / chosen as f64) };
        format!(
            "{name}: predictions are off by {off} in the median of {predicted}; the chosen strategy took at most {} longer than the best in {right} of {chosen} cases",
            percent(CLOSE)
        )
    };
    operations.into_iter().chain(all).map(words).collect()
}

#[cfg(test)]
pub mod tests {
    use super::super::report::Benchmark;
    use super::super::report::tests::measured;
    use super::*;

    /// Two operations: what is chosen is 8 % slower than the best, and half as fast.
    pub fn strategies() -> Vec<Measurement> {
        let one = |operation, variant, predicted, time, chosen| {
            let predicted_us = Some(predicted);
            Measurement {
                predicted_us,
                chosen,
                ..measured(Benchmark::Strategies, operation, "root 0", 65536, variant, &[time])
            }
        };
        vec![
            one("bcast", "pipelined", 81.0, 108.0, true),
            one("bcast", "flat/FEF", 110.0, 100.0, false),
            one("reduce", "chain", 100.0, 100.0, true),
            Measurement { predicted_us: None, ..one("reduce", "native", 1.0, 50.0, false) },
        ]
    }

    #[test]
    fn what_is_said() {
        let measured = strategies();
        // -25 % and 10 %; 0 %.
        let Verdict { deviation, predicted, close, chosen } = Verdict::on(cells(&measured[..2]));
        assert!(
            deviation.is_some_and(|deviation| (deviation - 0.175).abs() < 1e-12)
                && (predicted, close, chosen) == (2, 1, 1),
            "{deviation:?}"
        );
        let expected = [
            "bcast: predictions are off by 18 % in the median of 2; the chosen strategy took at most 10 % longer than the best in 100 % of 1 cases",
            "reduce: predictions are off by 0 % in the median of 1; the chosen strategy took at most 10 % longer than the best in 0 % of 1 cases",
            "all: predictions are off by 10 % in the median of 3; the chosen strategy took at most 10 % longer than the best in 50 % of 2 cases",
        ];
        assert_eq!(lines(&measured), expected);
        assert_eq!(lines(&measured[3..]), Vec::<String>::new());
    }
}
