// SPDX-License-Identifier: MIT OR Apache-2.0
//! The figures as CSV (RFC 4180), with where they come from in lines that begin with `#`.

use super::report::{Measurement, Report, cells, factor};
use super::table;

const COLUMNS: &str = "benchmark,operation,placement,algorithm,size,variant,repetitions,late,verified,\
                       median_us,lower_quartile_us,upper_quartile_us,min_us,max_us,communication_us,computing_us,factor,predicted_us,chosen";

/// The whole file.
pub fn render(report: &Report) -> String {
    let head = table::provenance(&report.provenance).into_iter().map(|line| format!("# {line}\n"));
    let rows = cells(&report.measurements).flat_map(|cell| cell.iter().map(move |measurement| row(cell, measurement)));
    head.chain([format!("{COLUMNS}\n")]).chain(rows).collect()
}

fn row(cell: &[Measurement], measurement: &Measurement) -> String {
    let Measurement { cell: place, summary, .. } = measurement;
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.3}"));
    let parts = measurement.parts();
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
        number(parts.map(|parts| parts.0)),
        number(parts.map(|parts| parts.1)),
        number(factor(cell, measurement)),
        number(measurement.predicted_us),
        if measurement.chosen { "yes" } else { "" }.into(),
    ];
    fields.join(",") + "\n"
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::report::tests::example;
    use super::*;

    #[test]
    fn every_measurement_is_a_row() {
        let text = render(&example());
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let expected = [
            COLUMNS,
            "collectives,bcast,by-node,linear,1024,flat,3,0,yes,10.000,9.500,11.000,9.000,12.000,,,1.000,,",
            "collectives,bcast,by-node,linear,1024,hierarchical,3,0,yes,5.000,4.500,5.250,4.000,5.500,,,2.000,,",
            "summa,product,by-node,default,8,simple,2,0,yes,20.000,15.000,25.000,10.000,30.000,7.000,2.000,1.000,,",
        ];
        assert_eq!(rows, expected);
        assert!(text.starts_with("# date:"), "{text}");
        let strategies = Report { measurements: super::super::verdict::tests::strategies(), ..example() };
        assert!(render(&strategies).ends_with("\nstrategies,reduce,by-node,root 0,65536,chain,1,0,yes,100.000,100.000,100.000,100.000,100.000,,,1.000,100.000,yes\n\
            strategies,reduce,by-node,root 0,65536,native,1,0,yes,50.000,50.000,50.000,50.000,50.000,,,2.000,,\n"));
    }

    #[test]
    fn commas_and_quotes_are_quoted() {
        assert_eq!(
            (quoted("3,4,2"), quoted("a\"b"), quoted("plain")),
            ("\"3,4,2\"".into(), "\"a\"\"b\"".into(), "plain".into())
        );
    }
}
