// SPDX-License-Identifier: MIT OR Apache-2.0
//! How good predictions are, and how good the choices that follow from them.

use crate::report::{Measurement, cells};
use crate::statistics::Summary;

/// A choice is good where it takes at most this part longer than the best variant.
const CLOSE: f64 = 0.10;

/// The quality of the predictions for some cells.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Verdict {
    /// The median of |predicted - measured| / measured over all variants with a prediction.
    deviation: Option<f64>,
    /// The number of variants with a prediction.
    predicted: usize,
    /// The number of cells with a good choice.
    close: usize,
    /// The number of cells with a choice.
    chosen: usize,
}

impl Verdict {
    fn on<'a>(measurements: impl Iterator<Item = &'a [Measurement]>) -> Self {
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

/// A line for each operation, and one for all of them; none where nothing is predicted.
pub(crate) fn lines(measurements: &[Measurement]) -> Vec<String> {
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
            "{name}: predictions are off by {off} in the median of {predicted}; \
             the chosen strategy took at most {} longer than the best in {right} of {chosen} cases",
            percent(CLOSE)
        )
    };
    operations.into_iter().chain(all).map(words).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::report::Benchmark;
    use crate::report::tests::measured;

    /// Two operations: in the first the choice is 8 % slower than the best, in the second it takes twice as long.
    pub(crate) fn strategies() -> Vec<Measurement> {
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
        let line = |operation, off, count, good, cases| {
            format!(
                "{operation}: predictions are off by {off} % in the median of {count}; the chosen strategy took at \
                 most 10 % longer than the best in {good} % of {cases} cases"
            )
        };
        let expected = [line("bcast", 18, 2, 100, 1), line("reduce", 0, 1, 0, 1), line("all", 10, 3, 50, 2)];
        assert_eq!(lines(&measured), expected);
        assert_eq!(lines(&measured[3..]), Vec::<String>::new());
    }
}
