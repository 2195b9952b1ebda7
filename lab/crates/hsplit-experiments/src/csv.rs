// SPDX-License-Identifier: MIT OR Apache-2.0
//! The figures as CSV (RFC 4180), with their provenance in lines that begin with `#`.

use crate::report::{Measurement, Provenance, Report, cells, factor};
use crate::table;

const COLUMNS: &str = "benchmark,operation,placement,algorithm,size,variant,repetitions,late,verified,\
                       median_us,lower_quartile_us,upper_quartile_us,min_us,max_us,communication_us,computing_us,\
                       factor,predicted_us,chosen,few";

/// The whole file.
pub(crate) fn render(report: &Report) -> String {
    head(&report.provenance) + &cells(&report.measurements).map(rows).collect::<String>()
}

/// The lines above the rows.
pub(crate) fn head(from: &Provenance) -> String {
    table::head(from) + COLUMNS + "\n"
}

/// The rows of a cell.
pub(crate) fn rows(cell: &[Measurement]) -> String {
    cell.iter().map(|measurement| row(cell, measurement)).collect()
}

fn row(cell: &[Measurement], measurement: &Measurement) -> String {
    let Measurement { cell: place, summary, .. } = measurement;
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.3}"));
    let yes = |is: bool| if is { "yes" } else { "" };
    let (parts, factor) = (measurement.parts(), factor(cell, measurement));
    let fields = [
        place.benchmark.name().into(),
        quoted(&place.operation),
        quoted(&place.placement),
        quoted(&place.algorithm),
        place.size.to_string(),
        quoted(&measurement.variant),
        measurement.times_us.len().to_string(),
        measurement.late.to_string(),
        if measurement.verified { "yes" } else { "no" }.into(),
        number(summary.map(|s| s.median)),
        number(summary.map(|s| s.lower_quartile)),
        number(summary.map(|s| s.upper_quartile)),
        number(summary.map(|s| s.min)),
        number(summary.map(|s| s.max)),
        number(parts.map(|parts| parts.communication)),
        number(parts.map(|parts| parts.computing)),
        number(factor.map(|factor| factor.value)),
        number(measurement.predicted_us),
        yes(measurement.chosen).into(),
        yes(factor.map_or(measurement.few, |factor| factor.few)).into(),
    ];
    fields.join(",") + "\n"
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::example;

    #[test]
    fn every_measurement_is_a_row() {
        let text = render(&example());
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let expected = [
            COLUMNS,
            "collectives,bcast,by-node,linear,1024,flat,5,0,yes,10.000,9.500,11.000,9.000,12.000,,,1.000,,,",
            "collectives,bcast,by-node,linear,1024,hierarchical,5,0,yes,5.000,4.500,5.250,4.000,5.500,,,2.000,,,",
            "summa,product,by-node,default,8,simple,2,0,yes,20.000,15.000,25.000,10.000,30.000,7.000,2.000,1.000,,,yes",
        ];
        assert_eq!(rows, expected);
        assert!(text.starts_with("# date:"), "{text}");
        let strategies = Report { measurements: crate::verdict::tests::strategies(), ..example() };
        let text = render(&strategies);
        let rows: Vec<&str> = text.lines().rev().take(2).collect();
        let row =
            |variant, times, rest| format!("strategies,reduce,by-node,root 0,65536,{variant},1,0,yes,{times},,,{rest}");
        let expected = [
            row("native", "50.000,50.000,50.000,50.000,50.000", "2.000,,,yes"),
            row("chain", "100.000,100.000,100.000,100.000,100.000", "1.000,100.000,yes,yes"),
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn commas_and_quotes_are_quoted() {
        assert_eq!(
            (quoted("3,4,2"), quoted("a\"b"), quoted("plain")),
            ("\"3,4,2\"".into(), "\"a\"\"b\"".into(), "plain".into())
        );
    }
}
