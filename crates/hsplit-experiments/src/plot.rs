// SPDX-License-Identifier: MIT OR Apache-2.0
//! The papers' figures from measurements, and a page that shows all of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use hsplit_program::Failure;
use hsplit_program::chart::{Across, Bars, Lines, Series};

use super::report::{Benchmark, Cell, Measurement, Report, cells, factor};

mod page;

/// Draw the papers' figures from files that other commands have written with --json.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  hsplit-bench plot bcast.json summa.json --out figures    and open figures/index.html"
)]
pub struct Arguments {
    /// What was measured. Files from the same MPI, ranks and hosts share their figures
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The folder for the figures and index.html
    #[arg(long)]
    out: PathBuf,
}

/// A figure of RR-9077, section 7, from here.
pub struct Figure {
    /// Its file, without a folder.
    pub file: String,
    pub caption: String,
    pub svg: String,
}

impl Arguments {
    /// Writes the files and says which page to open.
    pub fn run(&self) -> Result<String, Failure> {
        let reports: Vec<Report> = self.data.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
        fs::create_dir_all(&self.out).map_err(|error| Failure::of(&self.out.to_string_lossy(), error))?;
        let sets = sets(&reports);
        let prefix = |nth: usize| if sets.len() > 1 { format!("{}-", nth + 1) } else { String::new() };
        let drawn: Vec<Vec<Figure>> = sets.iter().enumerate().map(|(nth, set)| figures(set, &prefix(nth))).collect();
        for figure in drawn.iter().flatten() {
            write(&self.out.join(&figure.file), &figure.svg)?;
        }
        let index = self.out.join("index.html");
        write(&index, &page::render(&sets, &drawn))?;
        Ok(format!("{} figures: open {}\n", drawn.iter().flatten().count(), index.display()))
    }
}

fn read(file: &Path) -> Result<Report, Failure> {
    let name = file.to_string_lossy();
    let text = fs::read_to_string(file).map_err(|error| Failure::of(&name, error))?;
    Report::from_json(&text).map_err(|error| Failure::of(&name, error))
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text).map_err(|error| Failure::of(&file.to_string_lossy(), error))
}

/// Reports that may stand in one figure, in the order of the first of each set.
fn sets(reports: &[Report]) -> Vec<Vec<&Report>> {
    let key =
        |report: &Report| (report.provenance.mpi.clone(), report.provenance.ranks, report.provenance.hosts.clone());
    let mut sets: Vec<Vec<&Report>> = vec![];
    for report in reports {
        match sets.iter_mut().find(|set| key(set[0]) == key(report)) {
            Some(set) => set.push(report),
            None => sets.push(vec![report]),
        }
    }
    sets
}

/// All figures of a set.
pub fn figures(set: &[&Report], prefix: &str) -> Vec<Figure> {
    let mut groups: BTreeMap<FigureKey, Vec<&[Measurement]>> = BTreeMap::new();
    for cell in set.iter().flat_map(|report| cells(&report.measurements)) {
        groups.entry(group(&cell[0].cell)).or_default().push(cell);
    }
    let ranks = set.first().map_or(0, |report| report.provenance.ranks);
    groups.into_values().map(|cells| figure(&cells, ranks, prefix)).collect()
}

/// What the cells of one figure have in common: words, and a size where each has a figure of its own.
type FigureKey = (Benchmark, Vec<String>, u64);

fn group(cell: &Cell) -> FigureKey {
    let (operation, placement, algorithm) = (cell.operation.clone(), cell.placement.clone(), cell.algorithm.clone());
    match cell.benchmark {
        Benchmark::Collectives | Benchmark::Split => (cell.benchmark, vec![operation, placement], 0),
        Benchmark::Calls => (cell.benchmark, vec![placement], 0),
        Benchmark::Vectors | Benchmark::Strategies => (cell.benchmark, vec![operation, placement, algorithm], 0),
        Benchmark::Summa => (cell.benchmark, vec![operation, placement, algorithm], cell.size),
    }
}

fn figure(cells: &[&[Measurement]], ranks: usize, prefix: &str) -> Figure {
    let cell = &cells[0][0].cell;
    let of = format!("{ranks} ranks, {}", cell.placement);
    let (caption, svg) = match cell.benchmark {
        Benchmark::Collectives => {
            let caption =
                format!("Enhancement factor of the hierarchical loop over {}: {of} (figures 5 to 10)", cell.operation);
            let svg = Lines {
                title: &caption,
                across: Across::Sizes,
                y_label: "flat / hierarchical",
                series: factors(cells),
                logarithmic: false,
                reference: Some(1.0),
            }
            .draw();
            (caption, svg)
        }
        Benchmark::Calls => {
            let caption = format!("How much faster collective calls are through the library: {of}");
            let svg = Lines {
                title: &caption,
                across: Across::Sizes,
                y_label: "native / library",
                series: gains(cells),
                logarithmic: false,
                reference: Some(1.0),
            }
            .draw();
            (caption, svg)
        }
        Benchmark::Strategies => {
            let caption = format!(
                "What is predicted for strategies of {}, {}, against what they took: {of}",
                cell.operation, cell.algorithm
            );
            let svg = Lines {
                title: &caption,
                across: Across::Sizes,
                y_label: "predicted / measured",
                series: predictions(cells),
                logarithmic: false,
                reference: Some(1.0),
            }
            .draw();
            (caption, svg)
        }
        Benchmark::Summa => {
            let caption = format!(
                "Matrix multiplication, blocks of {0} x {0} doubles: {of}, {1} broadcast (figures 11 to 13)",
                cell.size, cell.algorithm
            );
            let svg = Bars { title: &caption, bars: parts(cells[0]) }.draw();
            (caption, svg)
        }
        Benchmark::Vectors => {
            let caption = format!("Hierarchical vectors: {of}, {} gather (figure 14)", cell.algorithm);
            let svg = Lines {
                title: &caption,
                across: Across::Sizes,
                y_label: "time",
                series: times(cells),
                logarithmic: true,
                reference: None,
            }
            .draw();
            (caption, svg)
        }
        Benchmark::Split => {
            let caption = format!("What a split costs: {of}");
            let svg = Bars { title: &caption, bars: parts(cells[0]) }.draw();
            (caption, svg)
        }
    };
    Figure { file: format!("{prefix}{}.svg", file_name(cell)), caption, svg }
}

fn file_name(cell: &Cell) -> String {
    let (benchmark, operation, placement) = (cell.benchmark.name(), &cell.operation, &cell.placement);
    match cell.benchmark {
        Benchmark::Collectives => format!("{operation}-{placement}"),
        Benchmark::Summa => format!("{benchmark}-{}-{placement}-{}", cell.size, cell.algorithm),
        Benchmark::Strategies => format!("{benchmark}-{operation}-{placement}-{}", cell.algorithm.replace(' ', "-")),
        Benchmark::Vectors => format!("{benchmark}-{placement}-{}", cell.algorithm),
        Benchmark::Calls | Benchmark::Split => format!("{benchmark}-{placement}"),
    }
}

/// A line for each algorithm; the variant is named too where there are several beside the first.
fn factors(cells: &[&[Measurement]]) -> Vec<Series> {
    let several = cells.iter().any(|cell| cell.len() > 2);
    let name = |m: &Measurement| {
        if several { format!("{}, {}", m.cell.algorithm, m.variant) } else { m.cell.algorithm.clone() }
    };
    let others = cells.iter().flat_map(|cell| cell.iter().skip(1).map(|m| (name(m), m.cell.size, factor(cell, m))));
    collect(others)
}

/// A line for each operation.
fn gains(cells: &[&[Measurement]]) -> Vec<Series> {
    collect(
        cells
            .iter()
            .flat_map(|cell| cell.iter().skip(1).map(|m| (m.cell.operation.clone(), m.cell.size, factor(cell, m)))),
    )
}

/// A line for each strategy: those that come to the same have the same points.
fn predictions(cells: &[&[Measurement]]) -> Vec<Series> {
    let names = |m: &Measurement| m.variant.split('/').map(str::to_owned).collect::<Vec<_>>();
    let ratio = |m: &Measurement| m.deviation().map(|deviation| 1.0 + deviation);
    collect(
        cells
            .iter()
            .flat_map(|cell| cell.iter())
            .flat_map(|m| names(m).into_iter().map(move |name| (name, m.cell.size, ratio(m)))),
    )
}

/// A line for each variant.
fn times(cells: &[&[Measurement]]) -> Vec<Series> {
    collect(cells.iter().flat_map(|cell| cell.iter()).map(|m| (m.variant.clone(), m.cell.size, m.median())))
}

fn collect(points: impl Iterator<Item = (String, u64, Option<f64>)>) -> Vec<Series> {
    let mut series: Vec<Series> = vec![];
    for (name, size, value) in points {
        let Some(value) = value else { continue };
        match series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push((size, value)),
            None => series.push(Series { name, points: vec![(size, value)] }),
        }
    }
    series
}

/// Computing and communication of each variant; where they are not told apart, all is communication.
fn parts(cell: &[Measurement]) -> Vec<(String, f64, f64)> {
    let bar = |m: &Measurement| {
        let (communication, computing) = m.parts().or_else(|| Some((m.median()?, 0.0)))?;
        Some((m.variant.clone(), computing, communication))
    };
    cell.iter().filter_map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::super::report::tests::{example, measured};
    use super::*;

    #[test]
    fn a_line_for_each_algorithm() {
        let binary = [("flat", 6.0), ("hierarchical", 2.0)]
            .map(|(variant, time)| measured(Benchmark::Collectives, "bcast", "binary", 1024, variant, &[time]));
        let report = example();
        let linear: Vec<_> = cells(&report.measurements).next().into_iter().collect();
        let series = factors(&[linear[0], &binary]);
        let expected = [
            Series { name: "linear".into(), points: vec![(1024, 2.0)] },
            Series { name: "binary".into(), points: vec![(1024, 3.0)] },
        ];
        assert_eq!(series, expected);
    }

    #[test]
    fn a_line_for_each_operation() {
        let call = |operation, times: [f64; 2]| {
            [("native", times[0]), ("library", times[1])]
                .map(|(variant, time)| measured(Benchmark::Calls, operation, "default", 1024, variant, &[time]))
        };
        let (bcast, barrier) = (call("bcast", [9.0, 3.0]), call("barrier", [1.0, 2.0]));
        let expected = [
            Series { name: "bcast".into(), points: vec![(1024, 3.0)] },
            Series { name: "barrier".into(), points: vec![(1024, 0.5)] },
        ];
        assert_eq!(gains(&[&bcast, &barrier]), expected);
    }

    #[test]
    fn a_line_for_each_strategy() {
        let measured = super::super::verdict::tests::strategies();
        let line = |name: &str, ratio| Series { name: name.into(), points: vec![(65536, ratio)] };
        assert_eq!(predictions(&[&measured[..2]]), [line("pipelined", 0.75), line("flat", 1.1), line("FEF", 1.1)]);
        assert_eq!(file_name(&measured[0].cell), "strategies-bcast-by-node-root-0");
    }

    #[test]
    fn figures_have_files() {
        let report = example();
        let figures = figures(&[&report], "2-");
        let files: Vec<&str> = figures.iter().map(|figure| figure.file.as_str()).collect();
        assert_eq!(files, ["2-bcast-by-node.svg", "2-summa-8-by-node-default.svg"]);
        assert_eq!(
            figures[1].caption,
            "Matrix multiplication, blocks of 8 x 8 doubles: 4 ranks, by-node, default broadcast (figures 11 to 13)"
        );
    }

    #[test]
    fn only_what_is_alike_shares_figures() {
        let (one, mut other) = (example(), example());
        other.provenance.ranks = 8;
        let reports = [one.clone(), other, one];
        let sets: Vec<Vec<usize>> =
            sets(&reports).iter().map(|set| set.iter().map(|report| report.provenance.ranks).collect()).collect();
        assert_eq!(sets, [vec![4, 4], vec![8]]);
    }

    #[test]
    fn parts_of_bars() {
        let report = example();
        let cells: Vec<_> = cells(&report.measurements).collect();
        assert_eq!(parts(cells[1]), [("simple".to_owned(), 2.0, 7.0)]);
        assert_eq!(parts(cells[0]), [("flat".to_owned(), 0.0, 10.0), ("hierarchical".to_owned(), 0.0, 5.0)]);
    }
}
