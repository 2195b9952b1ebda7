// SPDX-License-Identifier: MIT OR Apache-2.0
//! The papers' figures from measurements, and a page that shows all of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use hsplit_core::tree::words::count_of;
use hsplit_program::Failure;
use hsplit_program::chart::{Across, Bar, Bars, Lines, Point, Quartiles, Series};

use crate::report::{Benchmark, Cell, Measurement, Report, cells};
use crate::statistics::FEW;

mod baselines;
mod framework;
mod page;
mod values;

use values::{bars, series, side_of_bar};

/// Draw the papers' figures from files that other commands have written with --json.
///
/// If files of `strategies` from one MPI have several numbers of ranks, each strategy also has a figure of its
/// predicted and measured times over the number of processes. If files of `calls` have several numbers of ranks or
/// several MPIs, each operation has a figure of what is gained, over sizes and over the number of processes.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  hsplit-bench plot bcast.json summa.json --out figures    and open figures/index.html"
)]
pub struct Arguments {
    /// The measurement. Files from the same MPI, ranks and hosts share their figures
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The folder for the figures and index.html
    #[arg(long)]
    out: PathBuf,
}

/// The processor time of this many ranks has bars.
const MOST_RANKS: usize = 8;

/// A figure of RR-9077, section 7, from this machine.
struct Figure {
    /// Its file, without a folder.
    file: String,
    caption: String,
    svg: String,
}

impl Arguments {
    /// Writes the figures, and says which page to open. A file that cannot be used is left out: `warn` says which.
    ///
    /// # Errors
    /// No file can be used, or the figures cannot be written.
    pub(crate) fn run(&self, warn: impl Fn(&Failure)) -> Result<String, Failure> {
        let reports = self.reports(warn)?;
        fs::create_dir_all(&self.out).map_err(|error| Failure::of(&self.out.to_string_lossy(), error))?;
        let sets = sets(&reports);
        let prefix = |nth: usize| if sets.len() > 1 { format!("{}-", nth + 1) } else { String::new() };
        let drawn: Vec<Vec<Figure>> = sets.iter().enumerate().map(|(nth, set)| figures(set, &prefix(nth))).collect();
        let mut joined = framework::over_processes(&reports);
        joined.extend(baselines::figures(&reports));
        for figure in drawn.iter().flatten().chain(&joined) {
            write(&self.out.join(&figure.file), &figure.svg)?;
        }
        let index = self.out.join("index.html");
        write(&index, &page::render(&sets, &drawn, &joined))?;
        let figures = count_of(drawn.iter().flatten().chain(&joined).count() as u64, "figure");
        Ok(format!("{figures}: open {}\n", index.display()))
    }

    /// Reads the files. If none can be used, the last failure is that of the program.
    fn reports(&self, warn: impl Fn(&Failure)) -> Result<Vec<Report>, Failure> {
        let mut reports = vec![];
        let mut failures = vec![];
        for file in &self.data {
            match read(file) {
                Ok(report) => reports.push(report),
                Err(failure) => failures.push(failure),
            }
        }
        let last = if reports.is_empty() { failures.pop() } else { None };
        failures.iter().for_each(warn);
        last.map_or(Ok(reports), Err)
    }
}

/// A report with something to draw.
fn read(file: &Path) -> Result<Report, Failure> {
    let name = file.to_string_lossy();
    let text = fs::read_to_string(file).map_err(|error| Failure::of(&name, error))?;
    let report = Report::from_json(&text).map_err(|error| Failure::of(&name, error))?;
    let is_empty = report.measurements.iter().all(|measurement| measurement.summary.is_none());
    if is_empty { Err(Failure::of(&name, "nothing was measured")) } else { Ok(report) }
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
fn figures(set: &[&Report], prefix: &str) -> Vec<Figure> {
    let mut groups: BTreeMap<FigureKey, Vec<&[Measurement]>> = BTreeMap::new();
    for cell in set.iter().flat_map(|report| cells(&report.measurements)) {
        groups.entry(group(&cell[0].cell)).or_default().push(cell);
    }
    let ranks = set.first().map_or(0, |report| report.provenance.ranks);
    let drawn = |cells: Vec<&[Measurement]>| {
        let of_framework = framework::over_sizes(
            &cells,
            &caption(&cells[0][0].cell, ranks),
            format!("{prefix}{}-times.svg", file_name(&cells[0][0].cell)),
        );
        [Some(figure(&cells, ranks, prefix)), of_framework, processors(cells[0], ranks, prefix)]
    };
    groups.into_values().flat_map(drawn).flatten().collect()
}

/// The common properties of the cells of one figure: words, and a size if each size has a figure of its own.
type FigureKey = (Benchmark, Vec<String>, u64);

fn group(cell: &Cell) -> FigureKey {
    let (operation, placement, algorithm) = (cell.operation.clone(), cell.placement.clone(), cell.algorithm.clone());
    match cell.benchmark {
        Benchmark::Collectives | Benchmark::Split | Benchmark::Monitor => {
            (cell.benchmark, vec![operation, placement], 0)
        }
        Benchmark::Calls => (cell.benchmark, vec![placement], 0),
        Benchmark::Vectors | Benchmark::Strategies | Benchmark::Phases | Benchmark::Rings => {
            (cell.benchmark, vec![operation, placement, algorithm], 0)
        }
        Benchmark::Summa => (cell.benchmark, vec![operation, placement, algorithm], cell.size),
    }
}

fn figure(cells: &[&[Measurement]], ranks: usize, prefix: &str) -> Figure {
    let cell = &cells[0][0].cell;
    let caption = caption(cell, ranks);
    let few = &few_runs();
    let svg = if has_bars(cell.benchmark) {
        Bars { title: &caption, bars: bars(cells[0]), parts: part_names(cell.benchmark), few }.draw()
    } else {
        let are_times = matches!(cell.benchmark, Benchmark::Vectors | Benchmark::Rings);
        let series = series(cells);
        let subtitle = outcome(cell.benchmark, &series);
        Lines {
            title: &caption,
            subtitle: &subtitle,
            across: Across::Sizes,
            y_label: value_name(cell.benchmark),
            series,
            logarithmic: are_times,
            reference: (!are_times).then_some((1.0, reference_name(cell.benchmark))),
            few,
        }
        .draw()
    };
    Figure { file: format!("{prefix}{}.svg", file_name(cell)), caption, svg }
}

fn few_runs() -> String {
    format!("fewer than {FEW} runs")
}

/// The processor time of the ranks under each variant of a cell, where it is known.
fn processors(cell: &[Measurement], ranks: usize, prefix: &str) -> Option<Figure> {
    let bars: Vec<Bar> = cell.iter().flat_map(processor_bars).collect();
    let first = &cell.first()?.cell;
    let of = if ranks > MOST_RANKS { format!(" of the first {MOST_RANKS}") } else { String::new() };
    let caption = format!("Processor time{of}: {}", caption(first, ranks));
    let few = &few_runs();
    let svg =
        (!bars.is_empty()).then(|| Bars { title: &caption, bars, parts: part_names(first.benchmark), few }.draw())?;
    Some(Figure { file: format!("{prefix}{}-processor.svg", file_name(first)), caption, svg })
}

/// A bar for each of the first ranks.
fn processor_bars(m: &Measurement) -> impl Iterator<Item = Bar> {
    m.processor_us.iter().take(MOST_RANKS).enumerate().map(|(rank, processor)| Bar {
        name: format!("{}, rank {rank}", m.variant),
        side: side_of_bar(m),
        computing: processor.computing,
        communication: processor.waiting,
        quartiles: None,
        few: m.few,
    })
}

fn caption(cell: &Cell, ranks: usize) -> String {
    let Cell { operation, placement, algorithm, size, .. } = cell;
    let of = format!("{}, {placement}", count_of(ranks as u64, "rank"));
    match cell.benchmark {
        Benchmark::Collectives => {
            format!("Flat {operation} against the loop over the hierarchy: {of} (figures 5 to 10)")
        }
        Benchmark::Calls => format!("The MPI's own collective calls against those through the library: {of}"),
        Benchmark::Strategies => {
            format!("Predicted and measured times of strategies of {operation}, {algorithm}: {of}")
        }
        Benchmark::Summa => format!(
            "Matrix multiplication, blocks of {size} x {size} doubles: {of}, {algorithm} broadcast (figures 11 to 13)"
        ),
        Benchmark::Vectors => format!("Hierarchical vectors: {of}, {algorithm} gather (figure 14)"),
        Benchmark::Split => format!("The cost of a split: {of}"),
        Benchmark::Monitor => format!("The time of a counted call: {operation}, {algorithm}: {of}"),
        Benchmark::Phases => format!("Phases: {operation}, {algorithm}: {of}"),
        Benchmark::Rings if is_of_whole_program(cell) => {
            format!("A program of {operation} ({algorithm}), as it is and reordered while it runs: {of}")
        }
        Benchmark::Rings => format!("One round of {operation} ({algorithm}), and what a reordering costs: {of}"),
    }
}

/// True if a cell of [`Benchmark::Rings`] is a program of many rounds.
fn is_of_whole_program(cell: &Cell) -> bool {
    cell.algorithm.ends_with(" rounds")
}

/// True if an experiment has a bar for each variant, and not a line over sizes.
fn has_bars(benchmark: Benchmark) -> bool {
    matches!(benchmark, Benchmark::Summa | Benchmark::Split | Benchmark::Phases | Benchmark::Monitor)
}

/// The names of the parts of a bar.
fn part_names(benchmark: Benchmark) -> [&'static str; 2] {
    if benchmark == Benchmark::Phases { ["computing", "waiting"] } else { ["computing", "communication"] }
}

/// The label of the vertical axis.
fn value_name(benchmark: Benchmark) -> &'static str {
    match benchmark {
        Benchmark::Collectives => "flat time / hierarchical time",
        Benchmark::Calls => "native time / the library's time",
        Benchmark::Strategies => "predicted time / measured time",
        _ => "time",
    }
}

/// The meaning of a ratio of 1.
fn reference_name(benchmark: Benchmark) -> &'static str {
    match benchmark {
        Benchmark::Collectives => "flat",
        Benchmark::Strategies => "measured",
        _ => "native",
    }
}

/// The outcome of the ratios: if the quartiles of the two times do not overlap, one of them is faster.
fn outcome(benchmark: Benchmark, series: &[Series]) -> String {
    let name = match benchmark {
        Benchmark::Collectives => "the hierarchical loop",
        Benchmark::Calls => "the library",
        _ => return String::new(),
    };
    let all: Vec<&Point> = series.iter().flat_map(|series| &series.points).collect();
    let count = |is: &dyn Fn(Quartiles) -> bool| all.iter().filter(|point| point.quartiles.is_some_and(is)).count();
    let (faster, slower) = (count(&|(lower, _)| lower > 1.0), count(&|(_, upper)| upper < 1.0));
    let unclear = all.len() - faster - slower;
    let unclear = if unclear > 0 { format!(", {unclear} within the quartiles") } else { String::new() };
    format!("of {}, {name} is faster in {faster} and slower in {slower}{unclear}", count_of(all.len() as u64, "point"))
}

fn file_name(cell: &Cell) -> String {
    let (benchmark, operation, placement) = (cell.benchmark.name(), &cell.operation, &cell.placement);
    match cell.benchmark {
        Benchmark::Collectives => format!("{operation}-{placement}"),
        Benchmark::Summa => format!("{benchmark}-{}-{placement}-{}", cell.size, cell.algorithm),
        Benchmark::Strategies | Benchmark::Phases | Benchmark::Rings | Benchmark::Monitor => {
            format!("{benchmark}-{operation}-{placement}-{}", cell.algorithm.replace(", ", "-").replace(' ', "-"))
        }
        Benchmark::Vectors => format!("{benchmark}-{placement}-{}", cell.algorithm),
        Benchmark::Calls | Benchmark::Split => format!("{benchmark}-{placement}"),
    }
}

#[cfg(test)]
mod tests {
    use hsplit_program::chart::Side;

    use super::values::{factors, gains, predictions, side};
    use super::*;
    use crate::report::Processor;
    use crate::report::tests::{example, measured};

    /// The points of all lines.
    fn points(series: &[Series]) -> Vec<(&str, u64, f64, bool)> {
        let points = |series| {
            let Series { name, points, .. }: &Series = series;
            points.iter().map(move |point| (name.as_str(), point.at, point.value, point.few))
        };
        series.iter().flat_map(points).collect()
    }

    #[test]
    fn a_line_for_each_algorithm() {
        let binary = [("flat", 6.0), ("hierarchical", 2.0)]
            .map(|(variant, time)| measured(Benchmark::Collectives, "bcast", "binary", 1024, variant, &[time]));
        let report = example();
        let linear: Vec<_> = cells(&report.measurements).next().into_iter().collect();
        let series = factors(&[linear[0], &binary]);
        assert_eq!(points(&series), [("linear", 1024, 2.0, false), ("binary", 1024, 3.0, true)]);
        // From the quartiles of both times.
        assert_eq!(series[0].points[0].quartiles, Some((9.5 / 5.25, 11.0 / 4.5)));
        let expected = "of 2 points, the hierarchical loop is faster in 2 and slower in 0";
        assert_eq!(outcome(Benchmark::Collectives, &series), expected);
    }

    #[test]
    fn a_line_for_each_operation() {
        let call = |operation, times: [f64; 2]| {
            [("native", times[0]), ("library", times[1])]
                .map(|(variant, time)| measured(Benchmark::Calls, operation, "default", 1024, variant, &[time; 5]))
        };
        let (bcast, barrier) = (call("bcast", [9.0, 3.0]), call("barrier", [1.0, 2.0]));
        let expected = [("bcast", 1024, 3.0, false), ("barrier", 1024, 0.5, false)];
        let series = gains(&[&bcast, &barrier]);
        assert_eq!(points(&series), expected);
        let expected = "of 2 points, the library is faster in 1 and slower in 1";
        assert_eq!(outcome(Benchmark::Calls, &series), expected);
        assert_eq!(gains(&[&bcast])[0].side, Side::Ours);
        // If quartiles overlap, there is no outcome.
        let overlapping = [("native", [1.0, 2.0, 3.0, 4.0, 5.0]), ("library", [2.0, 3.0, 4.0, 5.0, 6.0])]
            .map(|(variant, times)| measured(Benchmark::Calls, "bcast", "default", 8, variant, &times));
        let said = outcome(Benchmark::Calls, &gains(&[&overlapping]));
        assert_eq!(said, "of 1 point, the library is faster in 0 and slower in 0, 1 within the quartiles");
    }

    #[test]
    fn a_line_for_each_strategy() {
        let measured = crate::verdict::tests::strategies();
        let line = |name, ratio| (name, 65536, ratio, true);
        let series = predictions(&[&measured[..2]]);
        assert_eq!(points(&series), [line("pipelined", 0.75), line("flat", 1.1), line("FEF", 1.1)]);
        assert_eq!(file_name(&measured[0].cell), "strategies-bcast-by-node-root-0");
    }

    #[test]
    fn variants_have_sides() {
        let sides = [
            (Benchmark::Split, "library: guided", Side::Ours),
            (Benchmark::Split, "MPI: SHARED", Side::Other),
            (Benchmark::Summa, "topological", Side::Ours),
            (Benchmark::Vectors, "H_topo", Side::Ours),
            (Benchmark::Phases, "HSPLIT phases", Side::Ours),
            (Benchmark::Rings, "reordering", Side::Ours),
            (Benchmark::Rings, "sequential", Side::Other),
        ];
        for (benchmark, variant, expected) in sides {
            assert_eq!(side(benchmark, variant, false), expected, "{variant}");
        }
        assert_eq!(side(Benchmark::Rings, "before", true), Side::Native);
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
    fn processor_time_has_a_figure() {
        let mut phases = measured(Benchmark::Phases, "mixed", "50 x 20 ms", 0, "MPI_Barrier", &[5.0; 5]);
        phases.processor_us = [3.0, 1.0].map(|computing| Processor { computing, waiting: 1.5 }).to_vec();
        let report = Report { measurements: vec![phases], ..example() };
        let figures = figures(&[&report], "");
        let files: Vec<&str> = figures.iter().map(|figure| figure.file.as_str()).collect();
        assert_eq!(files, ["phases-mixed-by-node-50-x-20-ms.svg", "phases-mixed-by-node-50-x-20-ms-processor.svg"]);
        for text in ["MPI_Barrier, rank 0", "MPI_Barrier, rank 1", "4.50 us", "2.50 us", "waiting"] {
            assert!(figures[1].svg.contains(text), "{text}: {}", figures[1].svg);
        }
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
        let bars = |cell: &[Measurement]| {
            let bars = bars(cell).into_iter();
            bars.map(|bar| (bar.name, bar.side, bar.computing, bar.communication, bar.few)).collect::<Vec<_>>()
        };
        let bar = |name: &str, side, computing, communication, few| (name.into(), side, computing, communication, few);
        assert_eq!(bars(cells[1]), [bar("simple", Side::Native, 2.0, 7.0, true)]);
        assert_eq!(
            bars(cells[0]),
            [bar("flat", Side::Native, 0.0, 10.0, false), bar("hierarchical", Side::Ours, 0.0, 5.0, false)]
        );
    }
}
