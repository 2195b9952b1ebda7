// SPDX-License-Identifier: MIT OR Apache-2.0
//! Gains of calls against several MPIs, or with several numbers of ranks: over sizes and over the number of processes.

use std::collections::BTreeMap;

use hsplit_core::tree::words::count_of;
use hsplit_program::chart::{Across, Lines, Point, Series, Side};
use hsplit_program::units::bytes;

use super::{Figure, few_runs, reference_name, value_name};
use crate::report::{Benchmark, Cell, Report, cells, factor};

/// The gain of the library in a cell.
#[derive(Clone, Copy)]
struct Gain {
    /// The number of the MPI, in the order of the reports.
    mpi: usize,
    ranks: u64,
    size: u64,
    value: f64,
    few: bool,
}

/// Two figures for each operation and placement of calls that several reports have. Of several reports on one MPI and
/// number of ranks the first counts.
pub(super) fn figures(reports: &[Report]) -> Vec<Figure> {
    let mut mpis: Vec<&str> = vec![];
    let mut all: BTreeMap<(&str, &str), Vec<Gain>> = BTreeMap::new();
    for report in reports {
        let mpi = number_of(&mut mpis, short(&report.provenance.mpi));
        let ranks = report.provenance.ranks as u64;
        for cell in cells(&report.measurements).filter(|cell| cell[0].cell.benchmark == Benchmark::Calls) {
            let Cell { operation, placement, size, .. } = &cell[0].cell;
            let gains = all.entry((operation, placement)).or_default();
            let is_new = !gains.iter().any(|gain| (gain.mpi, gain.ranks, gain.size) == (mpi, ranks, *size));
            let gained = cell.last().and_then(|last| factor(cell, last)).filter(|_| is_new && cell.len() > 1);
            gains.extend(gained.map(|of| Gain { mpi, ranks, size: *size, value: of.value, few: of.few }));
        }
    }
    all.into_iter().flat_map(|((operation, placement), gains)| both(&mpis, operation, placement, &gains)).collect()
}

/// The figures of an operation.
fn both(mpis: &[&str], operation: &str, placement: &str, gains: &[Gain]) -> Vec<Figure> {
    let has_several = |of: &dyn Fn(&Gain) -> u64| gains.iter().any(|gain| of(gain) != of(&gains[0]));
    let (several_ranks, several_mpis) = (has_several(&|gain| gain.ranks), has_several(&|gain| gain.mpi as u64));
    if !several_ranks && !several_mpis {
        return vec![];
    }
    let name = |gain: &Gain, what: String| if several_mpis { format!("{}, {what}", mpis[gain.mpi]) } else { what };
    let over_sizes = lines(gains, |gain| (name(gain, count_of(gain.ranks, "rank")), gain.size));
    let over_ranks = lines(gains, |gain| (name(gain, bytes(gain.size)), gain.ranks));
    let figure = |across: Across<'_>, over: &str, series: Vec<Series>| {
        let caption = format!("{operation}, {placement}: native calls against the library's over {over}");
        let (file, svg) = (format!("rivals-{operation}-{placement}-{over}.svg"), drawn(&caption, across, series));
        Figure { file, caption, svg }
    };
    let mut figures = vec![figure(Across::Sizes, "sizes", over_sizes)];
    if several_ranks {
        figures.push(figure(Across::Numbers("processes"), "processes", over_ranks));
    }
    figures
}

/// A line for each name.
fn lines(gains: &[Gain], place: impl Fn(&Gain) -> (String, u64)) -> Vec<Series> {
    let mut series: Vec<Series> = vec![];
    for gain in gains {
        let (name, at) = place(gain);
        let point = Point { at, value: gain.value, quartiles: None, few: gain.few };
        match series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => series.push(Series { name, side: Side::Other, points: vec![point] }),
        }
    }
    series
}

fn drawn(title: &str, across: Across<'_>, series: Vec<Series>) -> String {
    Lines {
        title,
        subtitle: "",
        across,
        y_label: value_name(Benchmark::Calls),
        series,
        logarithmic: false,
        reference: Some((1.0, reference_name(Benchmark::Calls))),
        few: &few_runs(),
    }
    .draw()
}

/// The name of an MPI, without what follows it.
fn short(mpi: &str) -> &str {
    mpi.split(',').next().unwrap_or(mpi)
}

fn number_of<'a>(mpis: &mut Vec<&'a str>, mpi: &'a str) -> usize {
    mpis.iter().position(|known| *known == mpi).unwrap_or_else(|| {
        mpis.push(mpi);
        mpis.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::{example, measured};

    fn report(mpi: &str, ranks: usize, gain: f64) -> Report {
        let call = |variant, size, time| measured(Benchmark::Calls, "bcast", "default", size, variant, &[time; 5]);
        let both = |size| [call("native", size, gain), call("library", size, 1.0)];
        let mut report = Report { measurements: [64, 1 << 10].into_iter().flat_map(both).collect(), ..example() };
        (report.provenance.mpi, report.provenance.ranks) = (mpi.into(), ranks);
        report
    }

    #[test]
    fn a_line_for_each_mpi_and_number_of_ranks() {
        let reports = [report("one, 1.0", 64, 2.0), report("two, 1.0", 64, 3.0), report("one, 1.0", 256, 4.0)];
        let drawn = figures(&reports);
        let files: Vec<&str> = drawn.iter().map(|figure| figure.file.as_str()).collect();
        assert_eq!(files, ["sizes", "processes"].map(|over| format!("rivals-bcast-by-node-{over}.svg")));
        for words in ["one, 64 ranks", "two, 64 ranks", "one, 256 ranks"] {
            assert!(drawn[0].svg.contains(words), "{words}: {}", drawn[0].svg);
        }
        assert!(drawn[1].svg.contains("two, 1 KiB") && drawn[1].svg.contains("one, 64 B"), "{}", drawn[1].svg);
    }

    #[test]
    fn one_report_has_no_such_figure() {
        assert!(figures(&[report("one", 64, 2.0), report("one", 64, 3.0)]).is_empty());
        assert!(figures(&[example()]).is_empty());
        // One MPI needs no name, and one number of ranks no figure over it.
        let [sizes, over_ranks] = &figures(&[report("one", 64, 2.0), report("one", 256, 3.0)])[..] else {
            panic!("two figures")
        };
        assert!(!sizes.svg.contains("one,") && over_ranks.file.ends_with("-processes.svg"));
        assert_eq!(figures(&[report("one", 64, 2.0), report("two", 64, 3.0)]).len(), 1);
    }

    #[test]
    fn of_equal_reports_the_first_counts() {
        let point = |value| Gain { mpi: 0, ranks: 64, size: 8, value, few: false };
        let series = lines(&[point(2.0), Gain { ranks: 256, ..point(3.0) }], |gain| ("8 B".into(), gain.ranks));
        let points: Vec<_> = series[0].points.iter().map(|point| (point.at, point.value)).collect();
        assert_eq!((series.len(), points), (1, vec![(64, 2.0), (256, 3.0)]));
        let mut mpis = vec![];
        assert_eq!(["a", "b", "a"].map(|mpi| number_of(&mut mpis, mpi)), [0, 1, 0]);
        assert_eq!(short("ompi (SMPI), SMPI 3.32"), "ompi (SMPI)");
    }
}
