// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lines and bars of a figure, from its measurements.

use hsplit_program::chart::{Bar, Point, Quartiles, Series, Side};

use crate::report::{Benchmark, DYNAMIC, Factor, Measurement, REORDERING, factor};

/// Whose a variant is. The first one of a cell is what others are compared with.
pub(super) fn side(benchmark: Benchmark, variant: &str, is_first: bool) -> Side {
    let is_ours = match benchmark {
        Benchmark::Collectives => variant == "hierarchical",
        Benchmark::Calls | Benchmark::Monitor | Benchmark::Split => variant.starts_with("library"),
        Benchmark::Strategies => variant != "native",
        Benchmark::Summa => variant == "topological",
        Benchmark::Vectors => variant == "H_topo",
        Benchmark::Phases => variant.starts_with("HSPLIT"),
        Benchmark::Rings => ["after", REORDERING, DYNAMIC].contains(&variant),
    };
    match (is_ours, is_first) {
        (true, _) => Side::Ours,
        (false, true) => Side::Native,
        (false, false) => Side::Other,
    }
}

/// Bars have their names beside them: what is not the library's needs no colours to be told apart, but for a rival.
pub(super) fn side_of_bar(m: &Measurement) -> Side {
    side(m.cell.benchmark, &m.variant, !m.variant.starts_with("QUO"))
}

/// The lines of an experiment.
pub(super) fn series(cells: &[&[Measurement]]) -> Vec<Series> {
    match cells[0][0].cell.benchmark {
        Benchmark::Collectives => factors(cells),
        Benchmark::Calls => gains(cells),
        Benchmark::Strategies => predictions(cells),
        _ => times(cells),
    }
}

/// A value and the line that it belongs to.
struct Value {
    line: String,
    side: Side,
    size: u64,
    /// None where a median is missing: such a value is left out.
    factor: Option<Factor>,
    quartiles: Option<Quartiles>,
}

impl Value {
    /// The factor of a measurement. Its whiskers are the ratios of the quartiles that are farthest apart.
    fn factor(line: String, cell: &[Measurement], measurement: &Measurement) -> Self {
        let quartiles = cell.first().and_then(|first| {
            let ((low, high), (lower, upper)) = (first.quartiles()?, measurement.quartiles()?);
            Some((low / upper, high / lower))
        });
        let (side, size) = (Side::Other, measurement.cell.size);
        Self { line, side, size, factor: factor(cell, measurement), quartiles }
    }

    /// A value that is no factor.
    fn plain(line: String, side: Side, measurement: &Measurement, value: Option<f64>) -> Self {
        let factor = value.map(|value| Factor { value, few: measurement.few });
        Self { line, side, size: measurement.cell.size, factor, quartiles: None }
    }
}

/// A line for each algorithm; the variant is named too where there are several beside the first.
pub(super) fn factors(cells: &[&[Measurement]]) -> Vec<Series> {
    let several = cells.iter().any(|cell| cell.len() > 2);
    let name = |m: &Measurement| {
        if several { format!("{}, {}", m.cell.algorithm, m.variant) } else { m.cell.algorithm.clone() }
    };
    collect(cells.iter().flat_map(|cell| cell.iter().skip(1).map(|m| Value::factor(name(m), cell, m))))
}

/// A line for each operation.
pub(super) fn gains(cells: &[&[Measurement]]) -> Vec<Series> {
    let name = |m: &Measurement| m.cell.operation.clone();
    collect(cells.iter().flat_map(|cell| cell.iter().skip(1).map(|m| Value::factor(name(m), cell, m))))
}

/// A line for each strategy: those that come to the same tree have equal points.
pub(super) fn predictions(cells: &[&[Measurement]]) -> Vec<Series> {
    let ratio = |m: &Measurement| m.deviation().map(|deviation| 1.0 + deviation);
    let values = cells.iter().flat_map(|cell| cell.iter()).flat_map(|m| {
        let names: Vec<String> = m.variant.split('/').map(str::to_owned).collect();
        names.into_iter().map(move |name| {
            // The prediction, in the time that half of the runs took.
            let quartiles = m.quartiles().zip(m.predicted_us);
            let quartiles = quartiles.map(|((lower, upper), predicted)| (predicted / upper, predicted / lower));
            Value { quartiles, ..Value::plain(name, Side::Other, m, ratio(m)) }
        })
    });
    collect(values)
}

/// A line for each variant.
fn times(cells: &[&[Measurement]]) -> Vec<Series> {
    let value = |(nth, m): (usize, &Measurement)| {
        let side = side(m.cell.benchmark, &m.variant, nth == 0);
        Value { quartiles: m.quartiles(), ..Value::plain(m.variant.clone(), side, m, m.median()) }
    };
    collect(cells.iter().flat_map(|cell| cell.iter().enumerate()).map(value))
}

fn collect(values: impl Iterator<Item = Value>) -> Vec<Series> {
    let mut series: Vec<Series> = vec![];
    for Value { line, side, size, factor, quartiles } in values {
        let Some(Factor { value, few }) = factor else { continue };
        let point = Point { at: size, value, quartiles, few };
        match series.iter_mut().find(|series| series.name == line) {
            Some(series) => series.points.push(point),
            None => series.push(Series { name: line, side, points: vec![point] }),
        }
    }
    // One line of ratios is the library's.
    if let [only] = &mut series[..] {
        only.side = if only.side == Side::Other { Side::Ours } else { only.side };
    }
    series
}

/// Computing and communication of each variant; where they are not known, all is communication.
pub(super) fn bars(cell: &[Measurement]) -> Vec<Bar> {
    let bar = |m: &Measurement| {
        let parts = m.parts().map(|parts| (parts.computing, parts.communication));
        let (computing, communication) = parts.or_else(|| Some((0.0, m.median()?)))?;
        let quartiles = if parts.is_some() { m.quartiles_of_parts() } else { m.quartiles() };
        Some(Bar { name: m.variant.clone(), side: side_of_bar(m), computing, communication, quartiles, few: m.few })
    };
    cell.iter().filter_map(bar).collect()
}
