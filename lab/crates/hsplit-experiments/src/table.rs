// SPDX-License-Identifier: MIT OR Apache-2.0
//! The figures as a table for people, as a whole or growing cell by cell.

use crate::added;
use crate::gain;
use crate::report::{Benchmark, Cell, Measurement, Provenance, Report, cells, factor};
use crate::statistics::FEW;
use crate::verdict;
use hsplit_program::units::time;

/// The whole text: the provenance, then a block for each operation, placement and algorithm.
pub(crate) fn render(report: &Report) -> String {
    let mut table = Table::default();
    let blocks = report.measurements.chunk_by(|one, other| heading(&one.cell) == heading(&other.cell));
    let blocks: String = blocks
        .flat_map(|block| cells(block).map(|cell| table.add(cell, Layout::of(block))).collect::<Vec<_>>())
        .collect();
    head(&report.provenance) + &blocks + &verdicts(&report.measurements)
}

/// The lines above the table.
pub(crate) fn head(from: &Provenance) -> String {
    provenance(from).into_iter().map(|line| format!("# {line}\n")).collect()
}

/// The lines below the table: how good predictions are, when a reordering pays, and what counting adds, where there are
/// any.
pub(crate) fn verdicts(measurements: &[Measurement]) -> String {
    let lines: String = [verdict::lines, gain::lines, added::lines]
        .iter()
        .flat_map(|lines| lines(measurements))
        .map(|line| line + "\n")
        .collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// A table that grows as cells are measured.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// The heading of the last block, and its columns.
    block: Option<(Heading, Layout)>,
}

impl Table {
    /// The lines of one more cell. Column headings stand above them where a block begins, or where the cell does not
    /// fit into the columns so far.
    pub(crate) fn cell(&mut self, cell: &[Measurement]) -> String {
        self.add(cell, Layout::of(cell))
    }

    fn add(&mut self, cell: &[Measurement], needed: Layout) -> String {
        let Some(place) = cell.first().map(|first| &first.cell) else { return String::new() };
        let (begins, layout) = match &self.block {
            Some((known, layout)) if *known == heading(place) => (false, layout.extended(&needed)),
            _ => (true, needed),
        };
        let changes = self.block.as_ref().is_none_or(|(_, known)| *known != layout);
        let mut text = String::new();
        if begins {
            text += &format!("\n{}, {}, {}\n", place.operation, place.placement, place.algorithm);
        }
        if begins || changes {
            text += &layout.headings(place.benchmark);
        }
        text += &layout.rows(cell);
        self.block = Some((heading(place), layout));
        text
    }
}

/// The common properties of the cells of a block.
type Heading = (Benchmark, String, String, String);

fn heading(cell: &Cell) -> Heading {
    (cell.benchmark, cell.operation.clone(), cell.placement.clone(), cell.algorithm.clone())
}

/// The columns of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layout {
    /// The length of the longest variant's name.
    width: usize,
    /// True if communication and computing have columns.
    parts: bool,
    /// True if predictions have columns.
    predicted: bool,
}

impl Layout {
    fn of(measurements: &[Measurement]) -> Self {
        Self {
            width: measurements.iter().map(|measurement| measurement.variant.len()).max().unwrap_or(0),
            parts: measurements.iter().any(|measurement| measurement.parts().is_some()),
            predicted: measurements.iter().any(|measurement| measurement.predicted_us.is_some()),
        }
    }

    fn extended(&self, other: &Self) -> Self {
        Self {
            width: self.width.max(other.width),
            parts: self.parts || other.parts,
            predicted: self.predicted || other.predicted,
        }
    }

    fn headings(&self, benchmark: Benchmark) -> String {
        let mut text = format!("{:>12}  {:<width$}  ", size_heading(benchmark), "variant", width = self.width);
        text +=
            &format!("{:>10}  {:>23}  {:>7}  {:>5}  {:>5}  right", "median", "middle half", "factor", "runs", "late");
        text += if self.parts { "  communication   computing" } else { "" };
        text + if self.predicted { "   predicted  deviation\n" } else { "\n" }
    }

    fn rows(&self, cell: &[Measurement]) -> String {
        let size_once = |nth: usize| if nth == 0 { cell[0].cell.size_in_unit() } else { String::new() };
        cell.iter().enumerate().map(|(nth, measurement)| self.row(&size_once(nth), cell, measurement)).collect()
    }

    fn row(&self, size: &str, cell: &[Measurement], measurement: &Measurement) -> String {
        let figures = figures(cell, measurement);
        let mut text = format!("{size:>12}  {:<width$}  {figures}", measurement.variant, width = self.width);
        if self.parts {
            let column = |part: Option<f64>| part.map_or_else(|| "-".into(), time);
            let parts = measurement.parts();
            let (communication, computing) =
                (parts.map(|parts| parts.communication), parts.map(|parts| parts.computing));
            text += &format!("  {:>13}  {:>10}", column(communication), column(computing));
        }
        if self.predicted {
            text += &prediction(measurement);
        }
        text + "\n"
    }
}

/// The provenance of the figures, line by line.
fn provenance(from: &Provenance) -> Vec<String> {
    let hosts: Vec<String> = from.hosts.iter().map(|(host, ranks)| format!("{host}: {}", folded(ranks))).collect();
    let crowded = if from.oversubscribed { ", more than processing units on some host" } else { "" };
    let mut lines = vec![
        format!("date:      {}", from.date),
        format!("command:   {}", from.command.join(" ")),
        format!("program:   hsplit-bench {}", from.program),
        format!("library:   {}", one_line(&from.library)),
        format!("mpi:       {} (MPI {})", one_line(&from.mpi), from.mpi_standard),
        format!("ranks:     {}{crowded}", from.ranks),
        format!("hosts:     {}", hosts.join("; ")),
        format!("bindings:  {}", bindings(&from.bindings)),
        format!("hierarchy: {}", if from.hierarchy.is_empty() { "none".into() } else { from.hierarchy.join(" > ") }),
    ];
    lines.extend(from.machine.iter().map(|(name, value)| format!("machine:   {name} {}", one_line(value))));
    lines.extend(from.variables.iter().map(|(name, value)| format!("variable:  {name}={}", one_line(value))));
    lines.push(clocks(from));
    lines.push(format!("seed:      {}", from.seed));
    lines
        .push(format!("runs:      repetitions that started on time; a factor with ? is from fewer than {FEW} of them"));
    lines
}

/// The line on clocks, which are compared again and again during a run.
pub(crate) fn clocks(from: &Provenance) -> String {
    let share = if from.late_share > 0.0 {
        format!(" and {} % of the repetition", from.late_share * 100.0)
    } else {
        String::new()
    };
    let late = format!("{}{share}", time(from.late_after_us));
    let agree = time(from.clock_error_us);
    format!("clocks:    agree to {agree}; repetitions with ranks late by more than {late} were thrown out")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every binding with its ranks, in the order of their first ranks.
fn bindings(list: &[String]) -> String {
    let mut different: Vec<(&str, Vec<usize>)> = vec![];
    for (rank, binding) in list.iter().enumerate() {
        match different.iter_mut().find(|(known, _)| known == binding) {
            Some((_, ranks)) => ranks.push(rank),
            None => different.push((binding, vec![rank])),
        }
    }
    different.iter().map(|(binding, ranks)| format!("{}: {binding}", folded(ranks))).collect::<Vec<_>>().join("; ")
}

/// 0-3,8 for 0, 1, 2, 3, 8.
fn folded(ranks: &[usize]) -> String {
    let runs = ranks.chunk_by(|one, next| one + 1 == *next);
    runs.map(|run| if run.len() == 1 { run[0].to_string() } else { format!("{}-{}", run[0], run[run.len() - 1]) })
        .collect::<Vec<_>>()
        .join(",")
}

fn figures(cell: &[Measurement], measurement: &Measurement) -> String {
    let right = if measurement.verified { "yes" } else { "NO" };
    let few = |few: bool| if few { "?" } else { " " };
    let factor = factor(cell, measurement)
        .map_or_else(|| "- ".into(), |factor| format!("{:.2}{}", factor.value, few(factor.few)));
    let (median, half) = measurement.summary.map_or_else(
        || ("-".into(), "-".into()),
        |summary| {
            (time(summary.median), format!("{} .. {}", time(summary.lower_quartile), time(summary.upper_quartile)))
        },
    );
    let (runs, late) = (measurement.times_us.len(), measurement.late);
    format!("{median:>10}  {half:>23}  {factor:>8} {runs:>5}  {late:>5}  {right:<5}")
}

/// The predicted time, its relative error, and a star where the model chooses the variant.
fn prediction(measurement: &Measurement) -> String {
    let predicted = measurement.predicted_us.map_or_else(|| "-".into(), time);
    let deviation =
        measurement.deviation().map_or_else(|| "-".into(), |deviation| format!("{:+.0} %", deviation * 100.0));
    format!("  {predicted:>10}  {deviation:>9}{}", if measurement.chosen { " *" } else { "" })
}

fn size_heading(benchmark: Benchmark) -> &'static str {
    match benchmark {
        Benchmark::Collectives | Benchmark::Calls | Benchmark::Strategies | Benchmark::Vectors | Benchmark::Rings => {
            "size"
        }
        Benchmark::Summa => "block",
        Benchmark::Split | Benchmark::Phases | Benchmark::Monitor => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::{example, measured};

    /// The lines that are not provenance.
    fn body(text: &str) -> String {
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.to_owned() + "\n").collect()
    }

    #[test]
    fn the_table() {
        let expected = "
bcast, by-node, linear
        size  variant           median              middle half   factor   runs   late  right
       1 KiB  flat             10.0 us       9.50 us .. 11.0 us     1.00      5      0  yes  
              hierarchical     5.00 us       4.50 us .. 5.25 us     2.00      5      0  yes  

product, by-node, default
       block  variant      median              middle half   factor   runs   late  right  communication   computing
       8 x 8  simple     20.0 us       15.0 us .. 25.0 us     1.00?     2      0  yes          7.00 us     2.00 us
";
        let report = example();
        assert_eq!(body(&render(&report)), expected);
        let mut table = Table::default();
        let grown: String = cells(&report.measurements).map(|cell| table.cell(cell)).collect();
        assert_eq!(grown, expected);
    }

    #[test]
    fn headings_are_repeated_where_columns_change() {
        let cell = |size, names: [&str; 2]| {
            names.map(|name| measured(Benchmark::Strategies, "bcast", "root 0", size, name, &[1.0; 5]))
        };
        let mut table = Table::default();
        let mut lines = |cell: &[Measurement]| table.cell(cell).lines().count();
        let (short, long) = (cell(8, ["a", "b"]), cell(16, ["a/c", "b"]));
        // Title and headings; headings; neither.
        assert_eq!([lines(&short), lines(&long), lines(&cell(32, ["a", "b"]))], [5, 3, 2]);
        // A table that knows its block beforehand has one heading.
        let report = Report { measurements: [short, long].concat(), ..example() };
        assert_eq!(body(&render(&report)).matches("variant").count(), 1);
    }

    #[test]
    fn predictions_stand_beside() {
        let expected = "
bcast, by-node, root 0
        size  variant        median              middle half   factor   runs   late  right   predicted  deviation
      64 KiB  pipelined      108 us         108 us .. 108 us     1.00?     1      0  yes       81.0 us      -25 % *
              flat/FEF       100 us         100 us .. 100 us     1.08?     1      0  yes        110 us      +10 %

reduce, by-node, root 0
        size  variant      median              middle half   factor   runs   late  right   predicted  deviation
      64 KiB  chain       100 us         100 us .. 100 us     1.00?     1      0  yes        100 us       +0 % *
              native     50.0 us       50.0 us .. 50.0 us     2.00?     1      0  yes             -          -

bcast: ";
        let table = body(&render(&Report { measurements: verdict::tests::strategies(), ..example() }));
        assert!(table.starts_with(expected), "{table}");
        assert_eq!(table[expected.len()..].lines().count(), 3);
    }

    #[test]
    fn what_failed_is_seen() {
        let mut report = example();
        report.measurements[0].summary = None;
        report.measurements[1].verified = false;
        let text = render(&report);
        assert!(
            text.contains("flat                   -                        -        -      5      0  yes"),
            "{text}"
        );
        assert!(text.contains("5.00 us       4.50 us .. 5.25 us        -      5      0  NO"), "{text}");
    }

    #[test]
    fn where_figures_come_from() {
        let mut from = example().provenance;
        from.bindings = ["0", "1", "0", "1"].map(str::to_owned).to_vec();
        from.hierarchy = vec!["2 x Machine".into(), "2 x Core".into()];
        let lines = provenance(&from);
        assert!(lines.contains(&"hosts:     n0: 0-1; n1: 2-3".into()), "{lines:?}");
        assert!(lines.contains(&"bindings:  0,2: 0; 1,3: 1".into()), "{lines:?}");
        assert!(lines.contains(&"hierarchy: 2 x Machine > 2 x Core".into()), "{lines:?}");
    }
}
