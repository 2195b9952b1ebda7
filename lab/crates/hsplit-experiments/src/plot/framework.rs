// SPDX-License-Identifier: MIT OR Apache-2.0
//! The figures 3 to 6 of Steffenel's framework ("A framework for adaptive collective communications on heterogeneous
//! hierarchical networks", §4.3): what strategies take, predicted and measured, over the number of processes and over
//! sizes.

use std::collections::BTreeMap;

use hsplit_program::chart::{Across, Lines, Point, Series, Side};

use super::{Figure, few_runs};
use crate::report::{Benchmark, Cell, Measurement, Report};

/// The most sizes of a figure over processes, and the most strategies of one over sizes: each has two lines.
const MOST: usize = 4;

/// The measurements of a strategy: by size, and by the number of processes. Of several of one number the first counts.
type Measured<'a> = BTreeMap<u64, BTreeMap<usize, &'a Measurement>>;

/// A figure for each strategy that reports of several numbers of ranks have under one MPI, in one operation, placement
/// and root: figures 3 to 5.
pub(super) fn over_processes(reports: &[Report]) -> Vec<Figure> {
    let mut mpis: Vec<&str> = vec![];
    let mut all: BTreeMap<(usize, &str, &str, &str, &str), Measured> = BTreeMap::new();
    for report in reports {
        let mpi = mpis.iter().position(|mpi| *mpi == report.provenance.mpi).unwrap_or(mpis.len());
        if mpi == mpis.len() {
            mpis.push(&report.provenance.mpi);
        }
        for m in predicted(&report.measurements) {
            let Cell { operation, placement, algorithm, size, .. } = &m.cell;
            for strategy in m.variant.split('/') {
                let sizes = all.entry((mpi, operation, placement, algorithm, strategy)).or_default();
                sizes.entry(*size).or_default().entry(report.provenance.ranks).or_insert(m);
            }
        }
    }
    // Strategies that come to the same trees everywhere are one, under the name that stands first.
    let is_equal = |one: &Measured, other: &Measured| {
        let all =
            |of: &Measured| of.values().flat_map(|by| by.values().map(|m| std::ptr::from_ref(*m))).collect::<Vec<_>>();
        all(one) == all(other)
    };
    let is_first = |(mpi, operation, placement, root, strategy): (usize, &str, &str, &str, &str),
                    measured: &Measured| {
        let names = measured.values().flat_map(BTreeMap::values).next().map_or("", |m| m.variant.as_str());
        let mut before = names.split('/').take_while(|name| *name != strategy);
        !before.any(|name| {
            all.get(&(mpi, operation, placement, root, name)).is_some_and(|other| is_equal(measured, other))
        })
    };
    let firsts = all.iter().filter(|(key, measured)| is_first(**key, measured));
    let firsts: Vec<_> = firsts.map(|(key, measured)| (*key, measured.clone())).collect();
    let figure = |(key, mut measured): ((usize, &str, &str, &str, &str), Measured)| {
        let (mpi, operation, placement, root, strategy) = key;
        measured.retain(|_, by_ranks| by_ranks.len() > 1);
        let sizes: Vec<u64> = measured.keys().copied().collect();
        if sizes.is_empty() {
            return None;
        }
        let series = some(&sizes).into_iter().flat_map(|size| {
            let at = |(ranks, m): (&usize, &&'_ Measurement)| (*ranks as u64, (*m).clone());
            pair(&hsplit_program::units::bytes(size), measured[&size].iter().map(at).collect())
        });
        let caption = format!(
            "{operation} by {strategy}, {root}, {placement}, predicted and measured over the number of processes \
             (figures 3 to 5 of the framework)"
        );
        let prefix = if mpis.len() > 1 { format!("mpi-{}-", mpi + 1) } else { String::new() };
        let file = format!("{prefix}processes-{operation}-{placement}-{}-{strategy}.svg", root.replace(' ', "-"));
        let svg = drawn(&caption, Across::Numbers("processes"), series.collect());
        Some(Figure { file, caption, svg })
    };
    firsts.into_iter().filter_map(figure).collect()
}

/// The times of the strategies in the cells of one figure over sizes: figure 6. The model's choices come first.
pub(super) fn over_sizes(cells: &[&[Measurement]], caption: &str, file: String) -> Option<Figure> {
    let mut lines: Vec<(&str, Vec<(u64, Measurement)>)> = vec![];
    for m in cells.iter().flat_map(|cell| predicted(cell)) {
        for strategy in m.variant.split('/') {
            match lines.iter_mut().find(|(name, _)| *name == strategy) {
                Some((_, points)) => points.push((m.cell.size, m.clone())),
                None => lines.push((strategy, vec![(m.cell.size, m.clone())])),
            }
        }
    }
    // Strategies that come to the same trees everywhere are one.
    let mut kept: Vec<(&str, Vec<(u64, Measurement)>)> = vec![];
    for line in lines {
        if !kept.iter().any(|(_, points)| *points == line.1) {
            kept.push(line);
        }
    }
    kept.sort_by_key(|(_, points)| std::cmp::Reverse(points.iter().filter(|(_, m)| m.chosen).count()));
    kept.truncate(MOST);
    let series: Vec<Series> = kept.into_iter().flat_map(|(name, points)| pair(name, points)).collect();
    let caption = format!("Predicted and measured: {caption} (figure 6 of the framework)");
    (!series.is_empty()).then(|| Figure { file, svg: drawn(&caption, Across::Sizes, series), caption: caption.clone() })
}

/// The measurements that have a prediction.
fn predicted(measurements: &[Measurement]) -> impl Iterator<Item = &Measurement> {
    let is_predicted = |m: &&Measurement| m.cell.benchmark == Benchmark::Strategies && m.predicted_us.is_some();
    measurements.iter().filter(is_predicted).filter(|m| m.median().is_some())
}

/// Some of these, with the first and the last one.
fn some(sizes: &[u64]) -> Vec<u64> {
    let last = sizes.len() - 1;
    let mut some: Vec<u64> = (0..MOST).map(|nth| sizes[(nth * last).div_ceil(MOST - 1)]).collect();
    some.dedup();
    some
}

/// The lines of what was measured and what is predicted.
fn pair(name: &str, points: Vec<(u64, Measurement)>) -> [Series; 2] {
    let line = |what: &str, value: &dyn Fn(&Measurement) -> Option<Point>| Series {
        name: format!("{name}, {what}"),
        side: Side::Other,
        points: points.iter().filter_map(|(at, m)| Some(Point { at: *at, ..value(m)? })).collect(),
    };
    let measured = |m: &Measurement| Some(Point { at: 0, value: m.median()?, quartiles: m.quartiles(), few: m.few });
    let predicted = |m: &Measurement| Some(Point { at: 0, value: m.predicted_us?, quartiles: None, few: false });
    [line("measured", &measured), line("predicted", &predicted)]
}

fn drawn(title: &str, across: Across<'_>, series: Vec<Series>) -> String {
    let few = &few_runs();
    Lines { title, subtitle: "", across, y_label: "time", series, logarithmic: true, reference: None, few }.draw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::{example, measured};

    fn report(ranks: usize, sizes: &[u64]) -> Report {
        let one = |size: u64, variant: &str, time: f64| Measurement {
            predicted_us: Some(time * 0.9),
            chosen: variant == "chain",
            ..measured(Benchmark::Strategies, "bcast", "root 0", size, variant, &[time; 5])
        };
        let both = |&size: &u64| {
            let time = (size * ranks as u64) as f64;
            let native = Measurement { predicted_us: None, ..one(size, "native", time) };
            [one(size, "flat/FEF", 2.0 * time), one(size, "chain", time), native]
        };
        let mut report = Report { measurements: sizes.iter().flat_map(both).collect(), ..example() };
        report.provenance.ranks = ranks;
        report
    }

    #[test]
    fn reports_of_several_numbers_of_ranks_are_joined() {
        let sizes = [1, 1 << 10, 1 << 12, 1 << 14, 1 << 20];
        let figures = over_processes(&[report(8, &sizes), report(4, &sizes), report(8, &sizes[..1])]);
        let files: Vec<&str> = figures.iter().map(|figure| figure.file.as_str()).collect();
        // FEF comes to the same trees as the star.
        let expected = ["chain", "flat"].map(|name| format!("processes-bcast-by-node-root-0-{name}.svg"));
        assert_eq!(files, expected);
        for words in ["processes", "1 B, measured", "1 B, predicted", "1 MiB, predicted"] {
            assert!(figures[0].svg.contains(words), "{words}: {}", figures[0].svg);
        }
        assert!(figures[0].caption.starts_with("bcast by chain, root 0, by-node"), "{}", figures[0].caption);
        // One number of ranks, or another MPI, has nothing to be joined with.
        let mut other = report(4, &sizes);
        other.provenance.mpi = "another".into();
        assert!(over_processes(&[report(8, &sizes), other]).is_empty());
        assert!(over_processes(&[example(), report(8, &sizes)]).is_empty());
    }

    #[test]
    fn points_are_at_the_numbers_of_processes() {
        let (four, eight) = (report(4, &[1 << 10]), report(8, &[1 << 10]));
        let points = [(4, four.measurements[1].clone()), (8, eight.measurements[1].clone())].to_vec();
        let [measured, predicted] = pair("1 KiB", points);
        let values = |series: &Series| series.points.iter().map(|point| (point.at, point.value)).collect::<Vec<_>>();
        assert_eq!((values(&measured), measured.name.as_str()), (vec![(4, 4096.0), (8, 8192.0)], "1 KiB, measured"));
        assert_eq!(values(&predicted), [(4, 4096.0 * 0.9), (8, 8192.0 * 0.9)]);
        assert_eq!(some(&[1, 2, 3, 4, 5, 6, 7]), [1, 3, 5, 7]);
        assert_eq!((some(&[1]), some(&[1, 2])), (vec![1], vec![1, 2]));
    }

    #[test]
    fn times_over_sizes_begin_with_the_choice() {
        let report = report(4, &[1, 1 << 10]);
        let cells: Vec<&[Measurement]> = crate::report::cells(&report.measurements).collect();
        let figure = over_sizes(&cells, "bcast", "times.svg".into()).unwrap();
        let place = |words: &str| figure.svg.find(words);
        assert!(place("chain, measured") < place("flat, measured") && place("chain, measured").is_some());
        // Equal trees have one pair of lines, and what is not predicted has none.
        assert!(place("FEF").is_none() && place("native").is_none(), "{}", figure.svg);
        assert!(over_sizes(&[&cells[0][2..]], "bcast", "times.svg".into()).is_none());
    }
}
