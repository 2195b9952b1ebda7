// SPDX-License-Identifier: MIT OR Apache-2.0
//! Schedules on random platforms.
//!
//! With the values of Steffenel's Table 3, the defaults, the output is figures 7 and 8 of "A framework for adaptive
//! collective communications on heterogeneous hierarchical networks".

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::available_parallelism;

use clap::Args;
use hsplit_collectives::schedule::Heuristic;
use hsplit_collectives::schedule::simulation::{Means, Ranges, Simulation};
use hsplit_program::chart::{Across, Lines, Point, Series, Side};
use hsplit_program::progress::Progress;
use hsplit_program::units::seconds;

use super::{Failure, Form};
use crate::output::PictureArguments;

/// The longest time, in seconds.
const LONGEST: f64 = 1e6;
/// The greatest number of clusters: more would take minutes for a few runs.
const MOST_CLUSTERS: usize = 1000;

/// The distributions of random clusters.
#[derive(Debug, Args)]
#[group(id = "random", multiple = true, conflicts_with = "parameters")]
pub(crate) struct Random {
    /// Numbers of clusters: FIRST-LAST, FIRST-LAST:STEP, or one number
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_value = "2-10,20-50:10")]
    clusters: Vec<Numbers>,
    /// Number of platforms for each number of clusters
    #[arg(long, default_value = "10000", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    runs: u64,
    /// Seed of the random platforms
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Range of the latency L, in s, ms, us or ns
    #[arg(long, value_name = "TIME-TIME", default_value = "1ms-15ms")]
    latency: Times,
    /// Range of the gap g
    #[arg(long, value_name = "TIME-TIME", default_value = "100ms-600ms")]
    gap: Times,
    /// Range of the inner broadcast time T
    #[arg(long, value_name = "TIME-TIME", default_value = "20ms-3000ms")]
    inside: Times,
}

/// `2-10`, `20-50:10` or `50`.
#[derive(Clone, Debug, PartialEq)]
struct Numbers(Vec<usize>);

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=MOST_CLUSTERS).contains(number));
        let (range, step) = text.split_once(':').map_or((text, Some(1)), |(range, step)| (range, number(step)));
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        match (number(first), number(last), step) {
            (Some(first), Some(last), Some(step)) if first <= last => Ok(Self((first..=last).step_by(step).collect())),
            _ => Err(format!("not a number from 1 to {MOST_CLUSTERS}, FIRST-LAST or FIRST-LAST:STEP")),
        }
    }
}

/// `1ms-15ms`, and its range.
#[derive(Clone, Debug, PartialEq)]
struct Times {
    text: String,
    range: RangeInclusive<f64>,
}

impl FromStr for Times {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let (from, to) = (seconds(from)?, seconds(to)?);
        if from <= to && to <= LONGEST {
            Ok(Self { text: text.to_owned(), range: from..=to })
        } else {
            Err("not a time such as 5ms, or two of them, the shorter one first, such as 1ms-15ms".to_owned())
        }
    }
}

impl Random {
    /// Returns the table, and draws the picture if it is requested.
    pub(crate) fn run(&self, format: Form, drawn: &PictureArguments) -> Result<String, Failure> {
        let mut clusters: Vec<usize> = self.clusters.iter().flat_map(|numbers| &numbers.0).copied().collect();
        clusters.sort_unstable();
        clusters.dedup();
        let ranges = Ranges {
            latency: self.latency.range.clone(),
            gap: self.gap.range.clone(),
            inside: self.inside.range.clone(),
        };
        let threads = available_parallelism().map_or(1, usize::from);
        let simulation = Simulation { ranges, runs: self.runs, seed: self.seed, threads };
        let rows = rows(&simulation, &clusters);
        drawn.write(|| picture(&rows))?;
        let (latency, gap, inside) = (&self.latency.text, &self.gap.text, &self.inside.text);
        let head =
            format!("# L {latency}, g {gap}, T {inside}; {} platforms of each size, seed {}\n", self.runs, self.seed);
        Ok(match format {
            Form::Text => head + "# mean completion time in seconds\n" + &table(&rows),
            Form::Csv => head + &csv(&rows),
        })
    }
}

/// Returns the means of each number of clusters, with a progress line.
fn rows(simulation: &Simulation, clusters: &[usize]) -> Vec<(usize, Means)> {
    let progress = Progress::new("hsplit", "simulating");
    let row = |(nth, &groups): (usize, &usize)| {
        let finished = AtomicU64::new(0);
        let show = |runs| {
            let finished = finished.fetch_add(runs, Ordering::Relaxed) + runs;
            progress.show(|| {
                let (nth, of) = (nth + 1, clusters.len());
                format!("{groups} clusters ({nth} of {of}), {finished} of {} platforms", simulation.runs)
            });
        };
        (groups, simulation.watched_means(groups, show))
    };
    clusters.iter().enumerate().map(row).collect()
}

fn table(rows: &[(usize, Means)]) -> String {
    let names = Heuristic::ALL.map(Heuristic::name);
    let width = |name: &str| name.len().max(7);
    let head: String = names.iter().map(|name| format!("  {name:>0$}", width(name))).collect();
    let row = |(groups, means): &(usize, Means)| {
        let cells: String =
            means.iter().zip(names).map(|(mean, name)| format!("  {mean:>0$.3}", width(name))).collect();
        format!("{groups:>8}{cells}\n")
    };
    format!("CLUSTERS{head}\n") + &rows.iter().map(row).collect::<String>()
}

fn csv(rows: &[(usize, Means)]) -> String {
    let head = format!("clusters,{}\n", Heuristic::ALL.map(Heuristic::name).join(","));
    let row =
        |(groups, means): &(usize, Means)| format!("{groups},{}\n", means.map(|mean| format!("{mean:.6}")).join(","));
    head + &rows.iter().map(row).collect::<String>()
}

fn picture(rows: &[(usize, Means)]) -> String {
    let series = Heuristic::ALL.into_iter().enumerate().map(|(nth, heuristic)| {
        let points = rows
            .iter()
            .map(|(groups, means)| Point { at: *groups as u64, value: means[nth], quartiles: None, few: false })
            .collect();
        let side = if heuristic == Heuristic::LocalSearch { Side::Ours } else { Side::Other };
        Series { name: heuristic.name().to_owned(), side, points }
    });
    let series = series.collect();
    let (title, across) = ("Mean completion time of a broadcast between clusters", Across::Numbers("clusters"));
    Lines { title, subtitle: "", across, y_label: "seconds", series, logarithmic: false, reference: None, few: "" }
        .draw()
}
