// SPDX-License-Identifier: MIT OR Apache-2.0
//! The time that the library adds to calls whose messages it may count.

use crate::report::{Benchmark, Measurement, cells};

/// The operation that is a whole job of all ranks.
pub const STENCIL: &str = "stencil";

/// A line for each cell.
pub(crate) fn lines(measurements: &[Measurement]) -> Vec<String> {
    cells(measurements).filter(|cell| cell[0].cell.benchmark == Benchmark::Monitor).filter_map(line).collect()
}

fn line(cell: &[Measurement]) -> Option<String> {
    let median = |variant: &str| cell.iter().find(|measurement| measurement.variant == variant)?.median();
    let (library, native) = (median("library")?, median("native")?);
    let of = &cell[0].cell;
    let added = match of.operation == STENCIL {
        true => format!("{:.1} %", (library / native - 1.0) * 100.0),
        false => format!("{:.1} ns", (library - native) * 1e3),
    };
    Some(format!("{}, {}: the library adds {added}", of.operation, of.algorithm))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::measured;

    #[test]
    fn what_is_said() {
        let one = |name, time| measured(Benchmark::Monitor, "isend", "counted", 8, name, &[time]);
        assert_eq!(lines(&[one("native", 0.1), one("library", 0.1074)]), ["isend, counted: the library adds 7.4 ns"]);
        assert!(lines(&[one("native", 0.1)]).is_empty());
        let job = |name, time| measured(Benchmark::Monitor, STENCIL, "counted", 8, name, &[time]);
        assert_eq!(lines(&[job("native", 4e3), job("library", 4.02e3)]), ["stencil, counted: the library adds 0.5 %"]);
    }
}
