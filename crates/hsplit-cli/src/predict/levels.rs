// SPDX-License-Identifier: MIT OR Apache-2.0
//! An operation level by level along a hierarchy, compared with one flat call for all processes (Goglin et al.,
//! RR-9077, §6): the time is the sum over the levels, each with the number of its parts, its parameters and its
//! message. Communicators of one level work at the same time.

use std::path::Path;

use hsplit_collectives::Operation;
use hsplit_collectives::model::choice::{Conditions, Prediction, best, predictions};
use hsplit_collectives::model::parameters::{Cluster, Platform};
use hsplit_collectives::model::text::Provenance;
use hsplit_core::hierarchy::{Communicator, Hierarchy};
use hsplit_core::level::canonical;
use hsplit_program::units::{bytes, time};
use serde_json::{Value, json};

use super::parameters::{group_named, head, us};
use super::render::json_head;
use super::{Failure, Format};
use crate::columns::aligned;
use crate::input::{Input, RankArguments};

/// The operations for which a loop over the levels of the same call is the whole operation.
pub(super) const OPERATIONS: [Operation; 4] =
    [Operation::Bcast, Operation::Reduce, Operation::Gather, Operation::Scatter];

/// The largest number of processes.
const MOST: usize = 1 << 24;

/// A level, from a text such as `leaf:4`.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The group of the parameters whose processes communicate like those of this level.
    group: String,
    /// The number of parts of each communicator of this level.
    parts: usize,
}

impl Level {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (group, parts) = text.rsplit_once(':').ok_or("not GROUP:PARTS")?;
        let parts =
            parts.parse().ok().filter(|parts| (1..=MOST).contains(parts)).ok_or("PARTS is no number from 1 on")?;
        Ok(Self { group: group.to_owned(), parts })
    }
}

/// Returns the levels of repeated splits of all ranks on a machine, widest first, each with the group of the parameters
/// that has one of its names; and the number of ranks. If the parts of a communicator differ, the first of those with
/// the most ranks counts.
pub(super) fn of_machine(
    input: &Input,
    slots: &RankArguments,
    platform: &Platform,
) -> Result<(Vec<Level>, Option<usize>), Failure> {
    let hierarchy = Hierarchy::of_places(&input.places(slots)?.0);
    let (mut levels, mut next) = (vec![], Some(hierarchy.world()));
    while let Some(own) = next.filter(|own| parts(own) > 1) {
        let children = || own.children.clone().map(|child| hierarchy.get(child));
        next = children().rev().max_by_key(|child| child.members.count());
        // Ranks without a deeper binding are parts by themselves.
        let level = next.and_then(|part| part.level.as_ref());
        let named = |group: &&Cluster| match level {
            Some(level) => level.answers_to(&canonical(&group.name)),
            None => group.name == PROCESS,
        };
        let group = platform.groups().iter().find(named).ok_or_else(|| {
            let names = level.map_or_else(
                || PROCESS.to_owned(),
                |level| level.names().iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            );
            let why = format!("no group for the level of {} parts has one of its names: {names}", parts(own));
            Failure::of_usage("--parameters", why)
        })?;
        levels.push(Level { group: group.name.clone(), parts: parts(own) });
    }
    if levels.is_empty() {
        return Err(Failure::of_usage("-i", "one rank has no levels"));
    }
    Ok((levels, Some(hierarchy.world().members.count() as usize)))
}

/// The group for ranks that share a level and have no deeper binding.
const PROCESS: &str = "process";

/// Returns the number of communicators of the next split, plus the ranks that get none.
fn parts(communicator: &Communicator) -> usize {
    let stopped = if communicator.members.count() > 1 { communicator.stopped.count() as usize } else { 0 };
    communicator.children.len() + stopped
}

/// A message along all levels, and in a flat call for all processes, over the links of the widest level with several
/// parts.
struct Estimate {
    bytes: usize,
    /// The bytes of the message of each level, and the best strategy there.
    levels: Vec<(usize, Prediction)>,
    flat: Prediction,
}

impl Estimate {
    fn seconds(&self) -> f64 {
        self.levels.iter().map(|(_, level)| level.seconds).sum()
    }

    fn gain(&self) -> f64 {
        if self.seconds() > 0.0 { self.flat.seconds / self.seconds() } else { 1.0 }
    }
}

/// A request for predictions.
pub(super) struct Query<'a> {
    pub(super) platform: &'a Platform,
    pub(super) levels: &'a [Level],
    /// The number of processes, if it is not the product of the parts.
    pub(super) processes: Option<usize>,
    pub(super) operations: &'a [Operation],
    pub(super) sizes: &'a [usize],
    pub(super) element: usize,
    /// The seconds for a byte, in place of those of the parameters.
    pub(super) reduction: Option<f64>,
    /// The strategy on all levels, in place of the best one.
    pub(super) strategy: Option<&'a str>,
}

impl Query<'_> {
    /// Returns the tables.
    pub(super) fn run(&self, file: &Path, provenance: &Provenance, format: Format) -> Result<String, Failure> {
        if let Some(other) = self.operations.iter().find(|operation| !OPERATIONS.contains(operation)) {
            let all = OPERATIONS.map(Operation::name).join(", ");
            return Err(Failure::of_usage(
                "--operation",
                format!("{} does not go level by level ({all} do)", other.name()),
            ));
        }
        let processes = self
            .processes
            .or_else(|| self.product())
            .filter(|all| *all <= MOST)
            .ok_or_else(|| Failure::of_usage("--levels", format!("more than {MOST} processes")))?;
        let groups: Result<Vec<usize>, Failure> = self.levels.iter().map(|level| self.group(level)).collect();
        let groups = groups?;
        let mut found = vec![];
        for &operation in self.operations {
            let estimates: Option<Vec<Estimate>> =
                self.sizes.iter().map(|&bytes| self.estimate(operation, bytes, &groups, processes)).collect();
            let none = || {
                let name = self.strategy.unwrap_or_default();
                Failure::of_usage("--strategy", format!("{} has no strategy '{name}'", operation.name()))
            };
            found.push((operation, estimates.ok_or_else(none)?));
        }
        let head = head(file, provenance);
        Ok(match format {
            Format::Text => {
                head + &found.iter().map(|(one, estimates)| self.text(*one, estimates, processes)).collect::<String>()
            }
            Format::Csv => head + &self.csv(&found, processes),
            Format::Json => self.json(file, provenance, &found, processes),
        })
    }

    /// Returns the number of processes, if all communicators of a level have equally many parts.
    fn product(&self) -> Option<usize> {
        self.levels.iter().try_fold(1_usize, |all, level| all.checked_mul(level.parts))
    }

    /// Returns the number of a level's group, which has a link.
    fn group(&self, level: &Level) -> Result<usize, Failure> {
        let group = group_named(self.platform, "--levels", &level.group)?;
        if level.parts > 1 && self.platform.groups()[group].inside.is_none() {
            let why =
                format!("group '{}' has one process, and so no latency for a level of {}", level.group, level.parts);
            return Err(Failure::of_usage("--levels", why));
        }
        Ok(group)
    }

    fn best(&self, operation: Operation, group: usize, processes: usize, bytes: usize) -> Option<Prediction> {
        let known = &self.platform.groups()[group];
        let inside = known.inside.clone().filter(|_| processes > 1);
        let cluster = Cluster { name: known.name.clone(), processes, inside };
        let reduction = self.reduction.unwrap_or_else(|| self.platform.reduction(group));
        let mut all = predictions(operation, &cluster, bytes, Conditions { element: self.element, reduction });
        all.retain(|one| self.strategy.is_none_or(|strategy| one.strategy.eq_ignore_ascii_case(strategy)));
        best(&all)
    }

    fn estimate(&self, operation: Operation, bytes: usize, groups: &[usize], processes: usize) -> Option<Estimate> {
        let has_shares = matches!(operation, Operation::Gather | Operation::Scatter);
        let mut below = self.product().unwrap_or(processes);
        let level = |(level, &group): (&Level, &usize)| {
            below /= level.parts;
            // A part of a level represents all processes below it.
            let message = if has_shares { bytes.saturating_mul(below) } else { bytes };
            Some((message, self.best(operation, group, level.parts, message)?))
        };
        let levels: Option<Vec<_>> = self.levels.iter().zip(groups).map(level).collect();
        // A level with one part has no messages, so no links.
        let widest = self.levels.iter().position(|level| level.parts > 1).unwrap_or(0);
        Some(Estimate { bytes, levels: levels?, flat: self.best(operation, groups[widest], processes, bytes)? })
    }

    fn text(&self, operation: Operation, estimates: &[Estimate], processes: usize) -> String {
        let parts: Vec<String> = self.levels.iter().map(|level| level.parts.to_string()).collect();
        let equal = if self.product() == Some(processes) { " =" } else { " at most," };
        let mut text = format!("\n{}, {}{equal} {processes} processes\n", operation.name(), parts.join(" x "));
        for estimate in estimates {
            let mut rows = vec![["LEVEL", "PARTS", "MESSAGE", "TIME", "STRATEGY"].map(str::to_owned)];
            rows.extend(self.levels.iter().zip(&estimate.levels).map(|(level, (message, one))| {
                row(&level.group, level.parts, *message, one.seconds, strategy(one, *message))
            }));
            let gain = format!("{:.2} times as fast", estimate.gain());
            let (bytes, flat) = (estimate.bytes, &estimate.flat);
            rows.push(row("all levels", processes, bytes, estimate.seconds(), gain));
            rows.push(row("flat call", processes, bytes, flat.seconds, strategy(flat, bytes)));
            text += &format!("\n{}", table(&rows));
        }
        text
    }

    /// Returns a line for each level, then for all of them, and for the flat call.
    fn csv(&self, found: &[(Operation, Vec<Estimate>)], processes: usize) -> String {
        let mut text = "operation,bytes,level,parts,message_bytes,time_us,strategy,segment_bytes\n".to_owned();
        for (operation, estimates) in found {
            for estimate in estimates {
                let mut line = |level: &str, parts: usize, message: usize, seconds: f64, one: Option<&Prediction>| {
                    let strategy = one.map_or("", |one| one.strategy);
                    let segment = one.and_then(|one| one.segment).map_or_else(String::new, |bytes| bytes.to_string());
                    let (name, bytes) = (operation.name(), estimate.bytes);
                    text +=
                        &format!("{name},{bytes},{level},{parts},{message},{:.3},{strategy},{segment}\n", us(seconds));
                };
                for (level, (message, one)) in self.levels.iter().zip(&estimate.levels) {
                    line(&level.group, level.parts, *message, one.seconds, Some(one));
                }
                line("all", processes, estimate.bytes, estimate.seconds(), None);
                line("flat", processes, estimate.bytes, estimate.flat.seconds, Some(&estimate.flat));
            }
        }
        text
    }

    fn json(
        &self,
        file: &Path,
        provenance: &Provenance,
        found: &[(Operation, Vec<Estimate>)],
        processes: usize,
    ) -> String {
        let of = |one: &Prediction| {
            let time_us = us(one.seconds);
            json!({ "strategy": one.strategy, "time_us": time_us, "segment_bytes": one.segment })
        };
        let estimate = |estimate: &Estimate| {
            let levels = self.levels.iter().zip(&estimate.levels).map(|(level, (message, one))| {
                json!({ "level": level.group, "parts": level.parts, "message_bytes": message, "best": of(one) })
            });
            json!({
                "bytes": estimate.bytes,
                "levels": levels.collect::<Vec<Value>>(),
                "time_us": us(estimate.seconds()),
                "flat": of(&estimate.flat),
            })
        };
        let operations = found.iter().map(|(operation, estimates)| {
            json!({ "operation": operation.name(), "sizes": estimates.iter().map(estimate).collect::<Vec<Value>>() })
        });
        let mut all = json_head(file, provenance);
        all.insert("processes".to_owned(), processes.into());
        all.insert("operations".to_owned(), operations.collect());
        format!("{:#}\n", Value::Object(all))
    }
}

fn strategy(one: &Prediction, message: usize) -> String {
    let segment = one.segment.filter(|&segment| segment < message);
    one.strategy.to_owned() + &segment.map_or_else(String::new, |segment| format!(" ({})", bytes(segment as u64)))
}

fn row(name: &str, parts: usize, message: usize, seconds: f64, last: String) -> [String; 5] {
    [name.to_owned(), parts.to_string(), bytes(message as u64), time(us(seconds)), last]
}

fn table(rows: &[[String; 5]]) -> String {
    aligned(rows, |column| (1..4).contains(&column)).iter().map(|line| format!("{line}\n")).collect()
}
