// SPDX-License-Identifier: MIT OR Apache-2.0
//! The figures as a table for people.

use super::report::{Benchmark, Cell, Measurement, Provenance, Report, cells, factor};
use super::verdict;
pub use hsplit_program::units::{bytes, time};

/// The whole text: where the figures come from, then a block for each operation, placement and algorithm.
pub fn render(report: &Report) -> String {
    let mut text: String = provenance(&report.provenance).into_iter().map(|line| format!("# {line}\n")).collect();
    let heading =
        |cell: &Cell| (cell.benchmark, cell.operation.clone(), cell.placement.clone(), cell.algorithm.clone());
    for block in report.measurements.chunk_by(|one, other| heading(&one.cell) == heading(&other.cell)) {
        text += &self::block(block);
    }
    let verdict = verdict::lines(&report.measurements);
    text + if verdict.is_empty() { "" } else { "\n" } + &verdict.into_iter().map(|line| line + "\n").collect::<String>()
}

/// The lines that say where the figures come from.
pub fn provenance(from: &Provenance) -> Vec<String> {
    let hosts: Vec<String> = from.hosts.iter().map(|(host, ranks)| format!("{host}: {}", folded(ranks))).collect();
    let mut lines = vec![
        format!("date:      {}", from.date),
        format!("command:   {}", from.command.join(" ")),
        format!("program:   hsplit-bench {}", from.program),
        format!("library:   {}", one_line(&from.library)),
        format!("mpi:       {} (MPI {})", one_line(&from.mpi), from.mpi_standard),
        format!(
            "ranks:     {}{}",
            from.ranks,
            if from.oversubscribed { ", more than processing units on some host" } else { "" }
        ),
        format!("hosts:     {}", hosts.join("; ")),
        format!("bindings:  {}", bindings(&from.bindings)),
        format!("hierarchy: {}", if from.hierarchy.is_empty() { "none".into() } else { from.hierarchy.join(" > ") }),
    ];
    lines.extend(from.machine.iter().map(|(name, value)| format!("machine:   {name} {}", one_line(value))));
    lines.extend(from.variables.iter().map(|(name, value)| format!("variable:  {name}={}", one_line(value))));
    let share = if from.late_share > 0.0 {
        format!(" and {} % of the repetition", from.late_share * 100.0)
    } else {
        String::new()
    };
    let late = format!("{}{share}", time(from.late_after_us));
    lines.push(format!(
        "clocks:    agree to {}; repetitions with ranks late by more than {late} were thrown out",
        time(from.clock_error_us)
    ));
    lines.push(format!("seed:      {}", from.seed));
    lines
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every binding with its ranks, in the order of the first of them.
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

fn block(measurements: &[Measurement]) -> String {
    let cell = &measurements[0].cell;
    let parts = measurements.iter().any(|measurement| measurement.parts().is_some());
    let predicted = measurements.iter().any(|measurement| measurement.predicted_us.is_some());
    let width = measurements.iter().map(|measurement| measurement.variant.len()).max().unwrap_or(0);
    let mut text = format!("\n{}, {}, {}\n", cell.operation, cell.placement, cell.algorithm);
    text += &format!("{:>12}  {:<width$}  ", size_heading(cell.benchmark), "variant");
    text += &format!("{:>10}  {:>23}  {:>7}  {:>5}  right", "median", "middle half", "factor", "late");
    text += if parts { "  communication   computing" } else { "" };
    text += if predicted { "   predicted  deviation\n" } else { "\n" };
    for cell in cells(measurements) {
        for (nth, measurement) in cell.iter().enumerate() {
            let size = if nth == 0 { size(&measurement.cell) } else { String::new() };
            text += &format!("{size:>12}  {:<width$}  {}", measurement.variant, figures(cell, measurement));
            if let Some((communication, computing)) = measurement.parts() {
                text += &format!("  {:>13}  {:>10}", time(communication), time(computing));
            }
            if predicted {
                text += &prediction(measurement);
            }
            text += "\n";
        }
    }
    text
}

fn figures(cell: &[Measurement], measurement: &Measurement) -> String {
    let right = if measurement.verified { "yes" } else { "NO" };
    let factor = factor(cell, measurement).map_or_else(|| "-".into(), |factor| format!("{factor:.2}"));
    let (median, half) = measurement.summary.map_or_else(
        || ("-".into(), "-".into()),
        |summary| {
            (time(summary.median), format!("{} .. {}", time(summary.lower_quartile), time(summary.upper_quartile)))
        },
    );
    format!("{median:>10}  {half:>23}  {factor:>7}  {:>5}  {right:<5}", measurement.late)
}

/// What was predicted, by how much that is too long, and a star at what the model chose.
fn prediction(measurement: &Measurement) -> String {
    let predicted = measurement.predicted_us.map_or_else(|| "-".into(), time);
    let deviation =
        measurement.deviation().map_or_else(|| "-".into(), |deviation| format!("{:+.0} %", deviation * 100.0));
    format!("  {predicted:>10}  {deviation:>9}{}", if measurement.chosen { " *" } else { "" })
}

fn size_heading(benchmark: Benchmark) -> &'static str {
    match benchmark {
        Benchmark::Collectives | Benchmark::Calls | Benchmark::Strategies | Benchmark::Vectors => "size",
        Benchmark::Summa => "block",
        Benchmark::Split => "",
    }
}

/// The size of a cell in its unit.
pub fn size(cell: &Cell) -> String {
    match cell.benchmark {
        Benchmark::Collectives | Benchmark::Calls | Benchmark::Strategies | Benchmark::Vectors => bytes(cell.size),
        Benchmark::Summa => format!("{0} x {0}", cell.size),
        Benchmark::Split => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::tests::example;
    use super::*;

    #[test]
    fn the_table() {
        let expected = "
bcast, by-node, linear
        size  variant           median              middle half   factor   late  right
       1 KiB  flat             10.0 us       9.50 us .. 11.0 us     1.00      0  yes  
              hierarchical     5.00 us       4.50 us .. 5.25 us     2.00      0  yes  

product, by-node, default
       block  variant      median              middle half   factor   late  right  communication   computing
       8 x 8  simple     20.0 us       15.0 us .. 25.0 us     1.00      0  yes          7.00 us     2.00 us
";
        let text = render(&example());
        let table: String =
            text.lines().filter(|line| !line.starts_with('#')).map(|line| line.to_owned() + "\n").collect();
        assert_eq!(table, expected);
    }

    #[test]
    fn predictions_stand_beside() {
        let expected = "
bcast, by-node, root 0
        size  variant        median              middle half   factor   late  right   predicted  deviation
      64 KiB  pipelined      108 us         108 us .. 108 us     1.00      0  yes       81.0 us      -25 % *
              flat/FEF       100 us         100 us .. 100 us     1.08      0  yes        110 us      +10 %

reduce, by-node, root 0
        size  variant      median              middle half   factor   late  right   predicted  deviation
      64 KiB  chain       100 us         100 us .. 100 us     1.00      0  yes        100 us       +0 % *
              native     50.0 us       50.0 us .. 50.0 us     2.00      0  yes             -          -

bcast: ";
        let text = render(&Report { measurements: verdict::tests::strategies(), ..example() });
        let table: String =
            text.lines().filter(|line| !line.starts_with('#')).map(|line| line.to_owned() + "\n").collect();
        assert!(table.starts_with(expected), "{table}");
        assert_eq!(table[expected.len()..].lines().count(), 3);
    }

    #[test]
    fn what_failed_is_seen() {
        let mut report = example();
        report.measurements[0].summary = None;
        report.measurements[1].verified = false;
        let text = render(&report);
        assert!(text.contains("flat                   -                        -        -      0  yes"), "{text}");
        assert!(text.contains("5.00 us       4.50 us .. 5.25 us        -      0  NO"), "{text}");
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
