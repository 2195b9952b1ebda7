// SPDX-License-Identifier: MIT OR Apache-2.0
//! The gain of a reordering of ranks, and the number of rounds of a program after which it exceeds the cost.

use crate::report::{AS_IT_IS, Benchmark, DYNAMIC, Measurement, REORDERING, cells};

/// A line for each cell.
pub(crate) fn lines(measurements: &[Measurement]) -> Vec<String> {
    cells(measurements).filter(|cell| cell[0].cell.benchmark == Benchmark::Rings).filter_map(line).collect()
}

fn line(cell: &[Measurement]) -> Option<String> {
    let of = &cell.first()?.cell;
    let said = pays_back(cell).or_else(|| of_whole_program(cell))?;
    Some(format!("{}, {}, {}: {said}", of.operation, of.placement, of.size_in_unit()))
}

fn median(cell: &[Measurement], variant: &str) -> Option<f64> {
    cell.iter().find(|measurement| measurement.variant == variant)?.median()
}

fn pays_back(cell: &[Measurement]) -> Option<String> {
    let (before, after, cost) = (median(cell, "before")?, median(cell, "after")?, median(cell, REORDERING)?);
    let gain = before - after;
    let pays = if gain > 0.0 {
        let rounds = (cost / gain).ceil();
        format!("pays back after {rounds} round{}", if rounds == 1.0 { "" } else { "s" })
    } else {
        "does not pay back".to_owned()
    };
    let sequential = median(cell, "sequential")
        .map_or_else(String::new, |order| format!(", after / sequential {:.2}", after / order));
    Some(format!("before / after {:.2}{sequential}; the reordering {pays}", before / after))
}

/// The gain of a program that reorders its ranks while it runs.
fn of_whole_program(cell: &[Measurement]) -> Option<String> {
    let (as_it_is, dynamic) = (median(cell, AS_IT_IS)?, median(cell, DYNAMIC)?);
    Some(format!("{}: reordered while it runs / as it is {:.2}", cell.first()?.cell.algorithm, dynamic / as_it_is))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::measured;

    #[test]
    fn what_is_said() {
        let cell = |times: [f64; 4]| {
            let names = ["before", "after", "sequential", REORDERING];
            let one = |(name, time)| measured(Benchmark::Rings, "rings", "rings of 8", 1 << 20, name, &[time]);
            names.into_iter().zip(times).map(one).collect::<Vec<_>>()
        };
        let start = "rings, by-node, 1 MiB: before / after";
        let said = |times| lines(&cell(times));
        let fast = format!("{start} 5.00, after / sequential 0.80; the reordering pays back after 3 rounds");
        assert_eq!(said([50.0, 10.0, 12.5, 100.0]), [fast]);
        assert_eq!(
            said([20.0, 10.0, 10.0, 9.0]),
            [format!("{start} 2.00, after / sequential 1.00; the reordering pays back after 1 round")]
        );
        let slow = format!("{start} 1.00, after / sequential 1.00; the reordering does not pay back");
        assert_eq!(said([10.0, 10.0, 10.0, 9.0]), [slow]);
        assert!(lines(&cell([1.0; 4])[..1]).is_empty());
        let one = |name, time| measured(Benchmark::Rings, "rings", "rings of 8, 20 rounds", 8, name, &[time]);
        assert_eq!(
            lines(&[one(AS_IT_IS, 50.0), one(DYNAMIC, 20.0)]),
            ["rings, by-node, 8 B: rings of 8, 20 rounds: reordered while it runs / as it is 0.40"]
        );
    }
}
