// SPDX-License-Identifier: MIT OR Apache-2.0
//! A run as JSON.

use hsplit_mapping::Slots;
use serde_json::{Map, Value, json};

use crate::counters::{Count, least_of_size};
use crate::report::Report;
use crate::run::{Kind, Run};
use crate::times::Category;
use crate::totals::{Level, Totals, operations};

/// The description of the JSON format, for `--help` and the book.
pub const SCHEMA: &str = "\
JSON: one object
  format, version        \"hsplit-monitor\", 1
  ranks, missing         number of ranks, and the ranks whose part is missing
  date, seconds, mpi     start and duration of the run, and its MPI
  counted, collectives   p2p, collectives, rma; and the messages that stand for collectives: meaning,
                         trees, none
  total, kinds           messages and bytes between different ranks: all, and p2p, collectives,
                         one-sided
  itself, outside        messages and bytes of ranks to themselves, and to processes outside
  levels                 widest first: level, instances, messages and bytes inside, share (of all
                         bytes, 0 to 1), and busiest: the instance with most traffic to others, and
                         the bytes
  operations             collective operations: operation, calls, bytes (of all processes)
  internal               null, or the library's own messages and bytes for collective operations, and
                         their levels
  sizes                  messages that are counted pair by pair, also to the rank itself and outside,
                         without bcast, allreduce, ...: least (bytes of the class), messages, bytes
  times                  null, or seconds (of all processes' runs), and by category: category, calls,
                         seconds, share
  reordering             null, or level, now, then: the share inside now, and in the new order
  places                 rank, host, place: names of levels and numbers, widest first";

/// The JSON of a run whose rank r is at place r of these slots, with one place per line.
pub fn json(report: &Report<'_>, slots: &Slots) -> String {
    let (run, totals) = (report.run, report.totals);
    let (date, mpi) = run.origin();
    let sizes = run.sizes().into_iter().enumerate().filter(|(_, count)| !count.is_zero());
    let sizes: Vec<Value> = sizes
        .map(|(class, count)| json!({"least": least_of_size(class), "messages": count.messages, "bytes": count.bytes}))
        .collect();
    let operations = operations(run).into_iter().map(
        |(operation, count)| json!({"operation": operation.name(), "calls": count.messages, "bytes": count.bytes}),
    );
    let kinds: Map<String, Value> =
        Kind::ALL.into_iter().zip(totals.kinds).map(|(kind, sum)| (kind.name.to_owned(), count(sum))).collect();
    let reordering = report
        .reordering
        .found()
        .map_or(Value::Null, |advice| json!({"level": advice.level, "now": advice.now, "then": advice.then}));
    let internal = totals.internal.as_ref().map_or(
        Value::Null,
        |internal| json!({"messages": internal.all.messages, "bytes": internal.all.bytes, "levels": levels(internal)}),
    );
    let head = [
        ("format", json!("hsplit-monitor")),
        ("version", json!(1)),
        ("ranks", json!(run.ranks())),
        ("missing", json!(run.missing().collect::<Vec<_>>())),
        ("date", json!(date)),
        ("seconds", json!(run.seconds())),
        ("mpi", json!(mpi)),
        ("counted", json!(run.counted().names())),
        ("collectives", json!(run.expansion().name())),
        ("total", count(totals.all)),
        ("kinds", Value::Object(kinds)),
        ("itself", count(totals.itself)),
        ("outside", count(totals.outside)),
        ("levels", levels(totals)),
        ("operations", operations.collect()),
        ("internal", internal),
        ("sizes", Value::Array(sizes)),
        ("times", times(run)),
        ("reordering", reordering),
    ];
    let places: Vec<String> = run.parts().map(|part| place(part.rank, &part.host, slots).to_string()).collect();
    let head: String = head.into_iter().map(|(name, value)| format!("\"{name}\":{value},\n")).collect();
    format!("{{{head}\"places\":[\n{}\n]}}\n", places.join(",\n"))
}

fn times(run: &Run) -> Value {
    let Some(times) = run.times() else { return Value::Null };
    let categories = Category::ALL.into_iter().zip(times).map(|(category, spent)| {
        let (seconds, share) = (spent.seconds(), run.share_of_time(spent));
        json!({"category": category.name(), "calls": spent.calls, "seconds": seconds, "share": share})
    });
    json!({"seconds": run.timed_seconds(), "categories": categories.collect::<Vec<Value>>()})
}

fn count(count: Count) -> Value {
    json!({"messages": count.messages, "bytes": count.bytes})
}

fn levels(totals: &Totals) -> Value {
    totals.levels.iter().map(|level| inside(level, totals.share(level.inside))).collect()
}

fn inside(level: &Level, share: f64) -> Value {
    let (bytes, instance) = level.busiest;
    json!({
        "level": level.name, "instances": level.instances, "messages": level.inside.messages,
        "bytes": level.inside.bytes, "share": share, "busiest": {"instance": instance, "bytes": bytes}
    })
}

fn place(rank: u32, host: &str, slots: &Slots) -> Value {
    let slot = slots.slot_of_place(rank);
    let steps = (0..).zip(slots.levels()).filter_map(|(level, name)| Some(json!([name, slots.ancestor(slot, level)?])));
    json!({"rank": rank, "host": host, "place": steps.collect::<Vec<Value>>()})
}
