// SPDX-License-Identifier: MIT OR Apache-2.0
//! Schedules between the groups of a measured platform.

use std::path::{Path, PathBuf};

use clap::Args;
use hsplit_collectives::model::broadcast::Broadcast;
use hsplit_collectives::model::choice::{Conditions, Prediction, all, best};
use hsplit_collectives::model::parameters::{Cluster, Platform};
use hsplit_collectives::schedule::optimum::optimum;
use hsplit_collectives::schedule::pipeline::pipeline;
use hsplit_collectives::schedule::segmented::SegmentedMessage;
use hsplit_collectives::schedule::{Costs, Heuristic, NoCosts, Schedule};
use hsplit_program::units::{bytes, size, time};

use super::parameters::{cell, group_named, head, line, read, us};
use super::{Failure, Form};

/// Which message on which platform.
#[derive(Debug, Args)]
pub(crate) struct Measured {
    /// The measured parameters, instead of random ones
    #[arg(long, value_name = "FILE")]
    pub(crate) parameters: Option<PathBuf>,
    /// The size of the message
    #[arg(long, value_name = "SIZE", default_value = "1MiB", requires = "parameters", value_parser = size)]
    bytes: usize,
    /// The group that has the message [default: the first group]
    #[arg(long, value_name = "GROUP", requires = "parameters")]
    root: Option<String>,
}

/// A schedule, its heuristic, and its predicted time.
struct Found {
    prediction: Prediction,
    schedule: Schedule,
}

impl Measured {
    /// Returns the table.
    pub(crate) fn run(&self, file: &Path, format: Form) -> Result<String, Failure> {
        let (platform, provenance) = read(file)?;
        let root = self.root.as_ref().map_or(Ok(0), |name| group_named(&platform, "--root", name))?;
        let costs = costs(&platform, self.bytes).map_err(|error| Failure::of(&file.display().to_string(), error))?;
        let found = found(&platform, &costs, self.bytes, root);
        let names: Vec<&str> = platform.groups().iter().map(|group| group.name.as_str()).collect();
        let inside: Vec<String> =
            names.iter().enumerate().map(|(group, name)| format!("{name} {}", time(us(costs.inside(group))))).collect();
        let message = format!("{} from {}", bytes(self.bytes as u64), names[root]);
        let head = head(file, &provenance) + &line("message", &message) + &line("inside", &inside.join(", "));
        Ok(match format {
            Form::Text => head + "\n" + &text(&found, self.bytes, &names),
            Form::Csv => head + &csv(&found, self.bytes, &names),
        })
    }
}

/// Returns L and g(m) of each link, and as T of each group the time of the best broadcast inside it.
fn costs(platform: &Platform, bytes: usize) -> Result<Costs, NoCosts> {
    let inside =
        |group: &Cluster| best(&all::<Broadcast>(group, bytes, Conditions::default())).map_or(0.0, |best| best.seconds);
    Costs::of(platform, |_| bytes, platform.groups().iter().map(inside).collect())
}

/// Returns the schedule of each heuristic, the optimum if there are few groups, and the best tree for segments.
fn found(platform: &Platform, costs: &Costs, bytes: usize, root: usize) -> Vec<Found> {
    let whole = |strategy, schedule: Schedule| {
        let prediction = Prediction { strategy, segment: None, seconds: schedule.makespan(costs), table1: None };
        Found { prediction, schedule }
    };
    let mut found: Vec<Found> =
        Heuristic::ALL.iter().map(|heuristic| whole(heuristic.name(), heuristic.schedule(costs, root))).collect();
    found.extend(optimum(costs, root).map(|schedule| whole("optimum", schedule)));
    let gap = |from: usize, to: usize, bytes: usize| platform.link(from, to).gap(bytes);
    let tree = pipeline(&SegmentedMessage { costs, gap: &gap, bytes, segments: 1..=usize::MAX }, root);
    let prediction =
        Prediction { strategy: "pipelined tree", segment: Some(tree.segment), seconds: tree.time, table1: None };
    found.push(Found { prediction, schedule: tree.schedule });
    found
}

/// Returns the best one.
fn shortest(found: &[Found]) -> Option<Prediction> {
    best(&found.iter().map(|found| found.prediction).collect::<Vec<_>>())
}

/// Returns `a > b c; c > d`: each sender with its receivers in order, from the root on.
fn transfers(schedule: &Schedule, names: &[&str]) -> String {
    let children = schedule.children();
    let receivers = schedule.transfers().iter().map(|&(_, receiver)| receiver);
    let senders = [schedule.root()].into_iter().chain(receivers).filter(|&group| !children[group].is_empty());
    let sends = |sender: usize| {
        format!(
            "{} > {}",
            names[sender],
            children[sender].iter().map(|&receiver| names[receiver]).collect::<Vec<_>>().join(" ")
        )
    };
    senders.map(sends).collect::<Vec<_>>().join("; ")
}

fn text(found: &[Found], bytes_in_all: usize, names: &[&str]) -> String {
    let best = shortest(found);
    let cells: Vec<String> = found.iter().map(|found| cell(&found.prediction, bytes_in_all, best)).collect();
    let width = cells.iter().map(String::len).max().unwrap_or(0);
    let row = |name: &str, time: &str, transfers: &str| {
        format!("{}\n", format!("{name:14}  {time:>width$}  {transfers}").trim_end())
    };
    let rows = found
        .iter()
        .zip(&cells)
        .map(|(found, cell)| row(found.prediction.strategy, cell, &transfers(&found.schedule, names)));
    row("SCHEDULE", "TIME  ", "SENDER > RECEIVERS") + &rows.collect::<String>()
}

/// Returns a line for each schedule. Names have no comma.
fn csv(found: &[Found], bytes: usize, names: &[&str]) -> String {
    let best = shortest(found);
    let row = |Found { prediction, schedule }: &Found| {
        let segment = prediction.segment.map_or_else(String::new, |segment| segment.to_string());
        let mark = if best == Some(*prediction) { "yes" } else { "no" };
        let (root, transfers) = (names[schedule.root()], transfers(schedule, names));
        format!("{root},{bytes},{},{:.3},{segment},{transfers},{mark}\n", prediction.strategy, us(prediction.seconds))
    };
    "root,bytes,schedule,time_us,segment_bytes,transfers,best\n".to_owned() + &found.iter().map(row).collect::<String>()
}
