// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of the pictures' contents.

use super::lines::decades;
use super::*;

/// The texts in a picture.
fn texts(svg: &str) -> Vec<&str> {
    svg.split("</text>")
        .filter_map(|part| part.rsplit('>').next())
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .collect()
}

fn line(name: &str, points: &[(u64, f64)]) -> Series {
    let points = points.iter().map(|&(at, value)| Point { at, value, quartiles: None, few: false }).collect();
    Series { name: name.into(), side: Side::Other, points }
}

/// Lines over sizes, on an axis that is not logarithmic.
fn over_sizes(series: Vec<Series>) -> Lines<'static> {
    Lines {
        title: "t",
        subtitle: "",
        across: Across::Sizes,
        y_label: "y",
        series,
        logarithmic: false,
        reference: None,
        few: "fewer than 5 runs",
    }
}

fn bar(name: &str, computing: f64, communication: f64) -> Bar {
    Bar { name: name.into(), side: Side::Other, computing, communication, quartiles: None, few: false }
}

#[test]
fn lines_have_names_and_sizes() {
    let series = vec![line("linear <&>", &[(1 << 20, 6.0), (1024, 2.0)]), line("chain", &[(1024, 1.5)])];
    let svg = Lines {
        title: "A title",
        subtitle: "A subtitle",
        y_label: "factor",
        reference: Some((1.0, "native")),
        ..over_sizes(series)
    }
    .draw();
    let texts = texts(&svg);
    for text in ["A title", "factor", "linear &lt;&amp;&gt;", "chain", "1 KiB", "1 MiB", "native", "A subtitle"] {
        assert!(texts.contains(&text), "{text}: {texts:?}");
    }
    // The first line has circles, one of them in the legend, and the second one a square.
    assert_eq!((svg.matches("<circle").count(), svg.matches("<polygon").count()), (3, 2), "{svg}");
}

#[test]
fn short_times_fill_the_picture() {
    let labels = |value: f64, reference| {
        let svg = Lines { reference, ..over_sizes(vec![line("a", &[(1, value)])]) }.draw();
        let labels: Vec<String> =
            texts(&svg).iter().filter(|text| text.starts_with("0.0")).map(|text| text.to_string()).collect();
        labels.into_iter().collect::<std::collections::BTreeSet<_>>().len()
    };
    assert!(labels(0.008, None) > 5);
    assert_eq!(labels(0.008, Some((1.0, "native"))), 1);
}

#[test]
fn numbers_stand_at_their_distances() {
    let series = vec![line("ECEF", &[(2, 1.0), (3, 2.0), (50, 3.0)])];
    let svg = Lines { across: Across::Numbers("clusters"), ..over_sizes(series) }.draw();
    // The label 3 would overlap 2.
    let texts = texts(&svg);
    assert_eq!(["2", "3", "50", "clusters"].map(|text| texts.contains(&text)), [true, false, true, true], "{texts:?}");
    let across: Vec<i32> =
        svg.split("<circle cx=\"").skip(1).filter_map(|part| part.split('"').next()?.parse().ok()).collect();
    let [_in_the_legend, first, second, last] = across[..] else { panic!("{svg}") };
    assert!(second > first && (last - second) > 20 * (second - first), "{across:?}");
}

#[test]
fn times_stand_on_a_logarithmic_axis() {
    let series = vec![line("H_topo", &[(64, 10.0), (4096, 10_000.0)])];
    let svg = Lines { logarithmic: true, ..over_sizes(series) }.draw();
    assert!(texts(&svg).contains(&"100 us") && texts(&svg).contains(&"1.00 ms"), "{:?}", texts(&svg));
}

#[test]
fn every_axis_has_powers_of_ten() {
    let around =
        [(20.0, 50.0), (10.0, 10.0), (0.5, 2000.0), (f64::INFINITY, 0.0)].map(|(low, high)| decades(low, high));
    assert_eq!(around, [(10.0, 100.0), (10.0, 100.0), (0.1, 10_000.0), (0.1, 1.0)]);
}

#[test]
fn bars_have_their_time() {
    let bars = vec![bar("simple", 2.0, 8.0), bar("topological", 2.0, 3.0)];
    let svg = Bars { title: "b", bars, parts: ["computing", "communication"], few: "few" }.draw();
    for text in ["simple", "topological", "10.0 us", "5.00 us", "computing", "communication"] {
        assert!(texts(&svg).contains(&text), "{text}: {:?}", texts(&svg));
    }
    assert!(!texts(&svg).contains(&"few"));
}

#[test]
fn few_measurements_are_seen() {
    let mut series = vec![line("linear", &[(8, 2.0), (16, 3.0)])];
    let draw = |series: &[Series]| over_sizes(series.to_vec()).draw();
    let hollow =
        |svg: &str| svg.lines().filter(|line| line.contains("<circle") && line.contains("fill=\"none\"")).count();
    assert_eq!((hollow(&draw(&series)), draw(&series).contains("fewer than 5 runs")), (0, false));
    series[0].points[1].few = true;
    // The point, and the legend.
    assert_eq!((hollow(&draw(&series)), draw(&series).contains("fewer than 5 runs")), (2, true));

    let bars = vec![Bar { few: true, ..bar("simple", 2.0, 8.0) }, bar("topological", 2.0, 3.0)];
    let svg = Bars { title: "b", bars, parts: ["computing", "waiting"], few: "fewer than 5 runs" }.draw();
    for text in ["10.0 us ?", "5.00 us", "?", "fewer than 5 runs"] {
        assert!(texts(&svg).contains(&text), "{text}: {:?}", texts(&svg));
    }
}

#[test]
fn sides_have_their_colours_and_lines_their_dashes() {
    let mut series = vec![line("native", &[(8, 2.0), (16, 3.0)]), line("library", &[(8, 1.0), (16, 1.0)])];
    (series[0].side, series[1].side) = (Side::Native, Side::Ours);
    series.push(Series { name: "after".into(), ..series[1].clone() });
    series[2].points[0].quartiles = Some((0.9, 1.2));
    let svg = over_sizes(series).draw();
    let drawn = |colour: &str| svg.lines().filter(|line| line.contains(colour)).count();
    assert!(drawn("#D55E00") > 3 && drawn("#0072B2") > 10, "{svg}");
    // A whisker with both ends: a vertical line, and two short ones.
    let thin = svg.lines().filter(|line| line.contains("#0072B2") && line.contains("stroke-width=\"1\" points"));
    let is_whisker =
        |line: &&str| line.split("points=\"").nth(1).is_some_and(|points| points.matches(',').count() == 2);
    assert_eq!(thin.filter(is_whisker).count(), 3, "{svg}");

    let bar = Bar { side: Side::Ours, quartiles: Some((3.0, 5.0)), ..bar("topological", 1.0, 3.0) };
    let svg = Bars { title: "b", bars: vec![bar], parts: ["computing", "communication"], few: "" }.draw();
    for text in ["4.00 us", "libhsplit", "computing"] {
        assert!(texts(&svg).contains(&text), "{text}: {:?}", texts(&svg));
    }
    assert!(svg.matches("fill=\"#0072B2\"").count() >= 3, "{svg}");
}

#[test]
fn labels_of_an_axis_differ() {
    for high in [0.5, 1.0, 1.9, 4.0, 9.0, 39.0, 400.0] {
        let svg = over_sizes(vec![line("x", &[(8, high)])]).draw();
        let mut numbers: Vec<&str> = texts(&svg).into_iter().filter(|text| text.parse::<f64>().is_ok()).collect();
        let labels = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert!(labels > 3 && numbers.len() == labels, "{high}: {numbers:?}");
    }
}

#[test]
fn nothing_measured_is_still_a_picture() {
    let empty = Bars { title: "b", bars: vec![], parts: ["", ""], few: "" };
    assert!(empty.draw().trim_end().ends_with("</svg>"));
    for logarithmic in [false, true] {
        let svg = Lines { logarithmic, ..over_sizes(vec![]) }.draw();
        assert!(svg.trim_end().ends_with("</svg>"));
    }
}
