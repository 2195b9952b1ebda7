// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs with known traffic: their matrices, their sums and their files.

use std::sync::Arc;

use super::*;
use crate::collectives::Operation;
use crate::counters::{Counters, Rows};
use crate::json::json;
use crate::report::{Reordering, Report};
use crate::snapshot::Snapshot;
use crate::times::Category;
use crate::totals::{Totals, advice, operations};

/// A run of `ranks` on nodes of four cores with two caches. The numbers of nodes have no meaning.
pub(crate) fn run_of(ranks: u32, work: impl Fn(u32, &Counters, &Rows)) -> Run {
    let part = |rank: u32| {
        let counters = Counters::new(ranks);
        work(rank, &counters, counters.rows());
        let (node, cache, core) = (900 - u64::from(rank / 4), u64::from(rank / 2 % 2), u64::from(rank % 2));
        let step = |(level, instance): (&str, u64)| (level.to_owned(), instance);
        Part {
            rank,
            host: format!("cn{}", rank / 4),
            place: [("Machine", node), ("L3Cache", cache), ("Core", core)].map(step).to_vec(),
            date: "2026-11-23T12:00:00Z".to_owned(),
            seconds: 1.5,
            mpi: "an MPI".to_owned(),
            counted: Classes::ALL,
            expansion: Expansion::Meaning,
            counts: Snapshot::of(&counters),
        }
    };
    Run::new((0..ranks).map(part).collect()).expect("it is one run")
}

/// Each rank sends 1000 bytes to the next of eight and 10 to the fourth after it, ten times; rank 0 fetches a byte of
/// rank 6.
pub(crate) fn ring(rank: u32, counters: &Counters, rows: &Rows) {
    for _ in 0..10 {
        rows.message(Class::PointToPoint, (rank + 1) % 8, 1000);
        rows.message(Class::PointToPoint, (rank + 4) % 8, 10);
    }
    if rank == 0 {
        rows.message(Class::Fetched, 6, 1);
        rows.message(Class::PointToPoint, 0, 5);
        rows.message(Class::PointToPoint, 8, 7);
    }
    let world: Vec<u32> = (0..8).collect();
    rows.collective(&counters.groups().intern(rank, &world), Operation::Bcast, 2, 100);
}

#[test]
fn times_are_sums_beside_the_run() {
    let run = run_of(4, |rank, _, rows| {
        if rank < 2 {
            rows.spent(Category::Waiting, 300_000_000);
            rows.spent(Category::Waiting, 0);
            rows.spent(Category::PointToPoint, 15_000_000);
        }
    });
    let totals = Totals::default();
    let report = Report { run: &run, totals: &totals, reordering: Reordering::Unknown, files: Some("m") }.text();
    let lines: Vec<&str> = report.lines().skip(1).collect();
    let expected = [
        "  in calls of MPI  calls     time  share",
        "  p2p                  2  0.030 s    1 %",
        "  waiting              4  0.600 s   20 %",
        "  all                  6  0.630 s   21 %",
    ];
    assert_eq!(lines, expected);
    assert!(run_of(4, |_, _, _| {}).times().is_none());
}

#[test]
fn rows_are_what_was_sent_and_what_others_fetched() {
    let run = run_of(8, ring);
    let row = |from, classes| {
        let row = run.row(from, classes).into_iter();
        row.map(|(to, count)| (to, count.messages, count.bytes)).collect::<Vec<_>>()
    };
    assert_eq!(row(0, Classes::ALL), [(0, 1, 5), (1, 10, 10_000), (4, 10, 100), (8, 1, 7)]);
    assert_eq!(row(6, Classes::ALL), [(0, 1, 1), (2, 10, 100), (7, 10, 10_000)]);
    assert_eq!(row(6, Classes::RMA), [(0, 1, 1)]);
    assert_eq!(row(2, Classes::COLLECTIVES), [0, 1, 3, 4, 5, 6, 7].map(|to| (to, 1, 100)));
    assert!(row(3, Classes::COLLECTIVES).is_empty());
    let run = run.expanded(Expansion::None);
    assert!(run.row(2, Classes::COLLECTIVES).is_empty());
}

#[test]
fn sums_are_by_kind_and_by_level() {
    let run = run_of(8, ring);
    let totals = Totals::of(&run, &run.slots());
    assert_eq!(totals.all, Count::new(168, 81_501));
    assert_eq!(totals.kinds, [Count::new(160, 80_800), Count::new(7, 700), Count::new(1, 1)]);
    assert_eq!((totals.itself, totals.outside), (Count::new(1, 5), Count::new(1, 7)));
    let levels: Vec<_> = totals
        .levels
        .iter()
        .map(|level| (level.name.as_str(), level.instances, level.inside.messages, level.inside.bytes))
        .collect();
    // Six of the eight steps of the ring are inside nodes, four inside caches; of the broadcast 3 and 1.
    let expected = [("Machine", 2, 63, 60_300), ("L3Cache", 4, 41, 40_100), ("Core", 8, 0, 0)];
    assert_eq!(levels, expected);
    // Both nodes have the same traffic; node 0 is that of rank 0, whatever its number was.
    assert_eq!(totals.levels[0].busiest, (81_501 - 60_300, 0));
    assert_eq!(totals.decisive().map(|level| level.name.as_str()), Some("Machine"));
    let slots = run.slots();
    assert_eq!([0, 3, 4].map(|rank| slots.ancestor(slots.slot_of_place(rank), 0)), [Some(0), Some(0), Some(1)]);
    let operations: Vec<_> = operations(&run).into_iter().collect();
    assert_eq!(operations, [(Operation::Bcast, Count::new(8, 800))]);
}

#[test]
fn levels_agree_with_those_of_a_mapping() {
    let run = run_of(32, |rank, _, rows| {
        for step in 1..10 {
            rows.message(Class::PointToPoint, (rank * step + 3 * step) % 32, u64::from(rank + step));
        }
    });
    let slots = run.slots();
    let (totals, traffic) = (Totals::of(&run, &slots), crate::totals::traffic(&run, Unit::Bytes));
    let order = hsplit_mapping::Mapping::identity(32, &slots).expect("there is room");
    let worth = hsplit_mapping::metrics(&traffic, &slots, &order, &hsplit_mapping::Cost::Hops).expect("it is right");
    assert_eq!(worth.total, totals.all.bytes);
    for (level, other) in totals.levels.iter().zip(worth.levels) {
        let ours = (level.name.as_str(), level.inside.bytes, level.busiest.0);
        assert_eq!(ours, (other.level.as_str(), other.inside, other.congestion));
    }
}

/// Traffic for which a rank should be next to the fourth rank after it.
fn apart(rank: u32, _: &Counters, rows: &Rows) {
    rows.message(Class::PointToPoint, (rank + 4) % 8, 1 << 20);
    rows.message(Class::PointToPoint, (rank + 1) % 8, 1 << 10);
}

#[test]
fn reordering_is_recommended_where_it_helps() {
    let run = run_of(8, apart);
    let (slots, files) = (run.slots(), "x.parts");
    let totals = Totals::of(&run, &slots);
    let advice = advice(&run, &slots, &totals, &|| false).expect("no error").expect("there are two nodes");
    assert_eq!(advice.level, "Machine");
    assert!(advice.now < 0.01 && advice.then > 0.99, "{advice:?}");
    let report = Report { run: &run, totals: &totals, reordering: Reordering::Found(&advice), files: Some(files) };
    let expected = "\
hsplit monitor: 8 ranks, 1.50 s, 8.01 MiB in 16 messages (p2p 100 %)
  inside      bytes  share  messages  share
  Core            0    0 %         0    0 %
  L3Cache  4.00 KiB    0 %         4   25 %
  Machine  6.00 KiB    0 %         6   38 %
  reordering could keep 100 % inside Machine (now 0 %): hsplit map x.parts
";
    assert_eq!(report.text(), expected);
    let unsought = Report { reordering: Reordering::Unsought, ..report };
    let line = "  to find an order of ranks that keeps more inside Machine (now 0 %): hsplit map x.parts";
    assert_eq!(unsought.text().lines().last(), Some(line));

    let run = run_of(8, ring);
    let totals = Totals::of(&run, &run.slots());
    let advice = crate::totals::advice(&run, &run.slots(), &totals, &|| false).expect("no error");
    let report = Report { run: &run, totals: &totals, reordering: Reordering::of(advice.as_ref()), files: Some(files) };
    let expected = "\
hsplit monitor: 8 ranks, 1.50 s, 79.6 KiB in 168 messages (p2p 99 %, collectives 1 %, one-sided 0 %)
  inside      bytes  share  messages  share
  Core            0    0 %         0    0 %
  L3Cache  39.2 KiB   49 %        41   24 %
  Machine  58.9 KiB   74 %        63   38 %
  to themselves: 5 B in 1 message
  to processes outside: 7 B in 1 message
  no order of ranks was found that keeps more inside Machine (now 74 %)
";
    assert_eq!(report.text(), expected);
}

#[test]
fn the_matrix_is_a_file_that_the_command_reads() {
    let run = run_of(8, ring);
    let text = |unit| {
        let mut text = vec![];
        run.write_matrix(unit, &mut text).expect("memory takes it");
        String::from_utf8(text).expect("it is text")
    };
    let bytes = text(Unit::Bytes);
    let expected = "\
%%MatrixMarket matrix coordinate integer general
% bytes that each row's rank has sent to each column's, counted by libhsplit
% ranks: 8, numbered from 1 here
% date: 2026-11-23T12:00:00Z
% mpi: an MPI
% counted: p2p collectives rma; collectives: meaning
8 8 23
1 1 5
1 2 10000
1 5 100
2 3 10000
";
    assert!(bytes.starts_with(expected), "{bytes}");
    let read = |text: &str| hsplit_mapping::matrix::read(text.as_bytes(), "x.mtx").expect("it is right").bytes;
    assert_eq!(read(&bytes), crate::totals::traffic(&run, Unit::Bytes));
    assert_eq!(read(&text(Unit::Messages)).total(), 168);
}

#[test]
fn a_run_is_its_parts_one_behind_the_other() {
    let run = run_of(8, ring);
    let mut file = vec![];
    run.write_parts(&mut file).expect("memory takes it");
    let again = Run::new(Part::read(&file, "x.parts").expect("it is right")).expect("it is one run");
    assert!((0..8).all(|rank| run.row(rank, Classes::ALL) == again.row(rank, Classes::ALL)));
}

#[test]
fn parts_may_be_missing() {
    let parts = |keep: fn(&u32) -> bool| -> Vec<Part> {
        let run = run_of(8, ring);
        run.parts().filter(|part| keep(&part.rank)).cloned().collect()
    };
    let run = Run::new(parts(|rank| *rank != 6 && *rank != 2)).expect("it is one run");
    assert_eq!(run.missing().collect::<Vec<_>>(), [2, 6]);
    let totals = Totals::of(&run, &run.slots());
    // The missing ranks have only traffic that others have fetched, and unknown places.
    assert_eq!(totals.all, Count::new(6 * 20 + 1, 6 * 10_100 + 1));
    assert_eq!(totals.levels[0].inside.bytes, 20_000);
    assert_eq!(advice(&run, &run.slots(), &totals, &|| false), Ok(None));
    let report = Report { run: &run, totals: &totals, reordering: Reordering::Unknown, files: Some("x") };
    assert!(report.text().starts_with("hsplit monitor: 8 ranks, without 2 of them, 1.50 s"), "{}", report.text());
    assert_eq!(Run::new(vec![]).expect_err("nothing"), RunError::Nothing);
    let twice = [parts(|rank| *rank < 3), parts(|rank| *rank == 1)].concat();
    assert_eq!(
        Run::new(twice).expect_err("rank 1").to_string(),
        "there are two parts of rank 1; a run has one part of each rank"
    );
    let mut other = parts(|rank| *rank < 2);
    other[1].counts = Snapshot::of(&Counters::new(9));
    let words = "the part of rank 0 is of 8 ranks, that of rank 1 of 9: they are of different runs";
    assert_eq!(Run::new(other).expect_err("sizes").to_string(), words);
}

#[test]
fn the_json_form_has_all_of_it() {
    let run = run_of(8, ring);
    let slots = run.slots();
    let totals = Totals::of(&run, &slots);
    let report = Report { run: &run, totals: &totals, reordering: Reordering::Unknown, files: Some("x") };
    let text = json(&report, &slots);
    let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!((&value["ranks"], &value["total"]["bytes"]), (&8.into(), &81_501.into()));
    assert_eq!(value["levels"][0]["level"], "Machine");
    assert_eq!(value["operations"][0], serde_json::json!({"operation": "bcast", "calls": 8, "bytes": 800}));
    assert_eq!(value["sizes"][0], serde_json::json!({"least": 1, "messages": 1, "bytes": 1}));
    let places = value["places"].as_array().expect("a list");
    assert_eq!((places.len(), &places[5]["host"]), (8, &"cn1".into()));
    assert_eq!(places[5]["place"], serde_json::json!([["Machine", 1], ["L3Cache", 2], ["Core", 5]]));
    let schema = crate::json::SCHEMA;
    let fields = value.as_object().expect("an object").keys();
    assert!(fields.clone().all(|field| schema.contains(field.as_str())), "{schema}");
}

#[test]
fn a_run_of_nothing_is_a_report() {
    let run = run_of(1, |_, _, _| {});
    let totals = Totals::of(&run, &run.slots());
    assert_eq!(advice(&run, &run.slots(), &totals, &|| false), Ok(None));
    let report = Report { run: &run, totals: &totals, reordering: Reordering::Unknown, files: Some("x") };
    assert!(report.text().starts_with("hsplit monitor: 1 rank, 1.50 s, 0 B in 0 messages\n"), "{}", report.text());
    assert!(Arc::new(run).parts().count() == 1);
}

/// Each rank calls a broadcast, for which the library sends messages from node to node and from core to core.
fn internal(rank: u32, counters: &Counters, rows: &Rows) {
    let world: Vec<u32> = (0..8).collect();
    rows.collective(&counters.groups().intern(rank, &world), Operation::Bcast, 0, 1000);
    match rank {
        0 => [4, 1, 2].into_iter().for_each(|to| rows.message(Class::Internal, to, 1000)),
        4 => [5, 6].into_iter().for_each(|to| rows.message(Class::Internal, to, 1000)),
        2 | 6 => rows.message(Class::Internal, rank + 1, 1000),
        _ => {}
    }
}

#[test]
fn what_the_library_carries_is_beside_the_programs_traffic() {
    let run = run_of(8, internal);
    let totals = Totals::of(&run, &run.slots());
    assert_eq!(totals.all, Count::new(7, 7000));
    assert_eq!(run.sizes().into_iter().sum::<Count>(), Count::default());
    let inside = |totals: &Totals| totals.levels.iter().map(|level| level.inside.messages).collect::<Vec<_>>();
    assert_eq!(inside(&totals), [3, 1, 0]);
    let by_library = totals.internal.as_deref().expect("the library has sent a broadcast");
    assert_eq!((by_library.all, inside(by_library)), (Count::new(7, 7000), vec![6, 4, 0]));
    assert_eq!(
        run.internal().map(|run| run.row(4, Classes::ALL)),
        Some([5, 6].map(|to| (to, Count::new(1, 1000))).into())
    );
    let report = Report { run: &run, totals: &totals, reordering: Reordering::Unknown, files: Some("run.bytes.mtx") };
    let text = report.text();
    let table = "  \
internal, inside     bytes  share  messages  share
  Core                     0    0 %         0    0 %
  L3Cache           3.91 KiB   57 %         4   57 %
  Machine           5.86 KiB   86 %         6   86 %
  all               6.84 KiB  100 %         7  100 %
";
    assert!(text.contains(table), "{text}");
    let json: serde_json::Value = serde_json::from_str(&json(&report, &run.slots())).expect("it is JSON");
    assert_eq!(json["internal"]["messages"], 7);
    assert_eq!(json["internal"]["levels"][0]["bytes"], 6000);
    // The traffic is in the parts, and a report of a run without it does not mention it.
    let mut file = vec![];
    run.write_parts(&mut file).expect("memory takes all");
    let again = Run::new(Part::read(&file, "run.parts").expect("these are parts")).expect("it is one run");
    assert_eq!(
        again.internal().map(|run| run.row(0, Classes::ALL)),
        run.internal().map(|run| run.row(0, Classes::ALL))
    );
    assert!(run_of(8, ring).internal().is_none());
}
