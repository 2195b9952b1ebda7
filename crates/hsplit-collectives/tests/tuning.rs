// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tables of earlier jobs' results, intact and damaged: invalid lines are ignored.

use hsplit_collectives::Operation;
use hsplit_collectives::gain::Way;
use hsplit_collectives::tuning::{Cell, Combining, Finding, Kind, Parsed, Table, Times};
use proptest::prelude::*;

fn cell() -> impl Strategy<Value = Cell> {
    let operation = prop::sample::select(&Operation::ALL[..]);
    let order = prop::sample::select(&["block", "cyclic", "other"][..]);
    let combining = prop::sample::select(&Combining::ALL[..]);
    let kind = (operation, 0..=u64::BITS, any::<bool>(), combining)
        .prop_map(|(operation, class, is_short, combining)| Kind { operation, class, is_short, combining });
    ("[ -~]{1,30}", "[!-~]{1,30}", order, kind).prop_map(|(mpi, levels, order, kind)| Cell {
        mpi,
        comm: format!("{levels} {order}"),
        kind,
    })
}

fn finding() -> impl Strategy<Value = Finding> {
    // Times by their exponents, so that the limits are reached, too.
    let seconds =
        || prop_oneof![-12.0..=5.0, 5.999_99..5.999_999_9, -330.0..-300.0].prop_map(|exponent| 10_f64.powf(exponent));
    let way = prop::sample::select(&["native", "hierarchy", "chain,segment=4096", "rounds"][..]);
    let way = way.prop_map(|text| Way::parse(text).expect("a way"));
    (way, seconds(), seconds(), 1_u64..=20, 0_u64..1_000_000)
        .prop_map(|(way, seconds, spread, trials, day)| Finding::of(way, Times { seconds, spread, trials, day }))
}

fn table() -> impl Strategy<Value = Table> {
    prop::collection::vec((cell(), finding()), 0..12).prop_map(|all| {
        let mut table = Table::default();
        all.into_iter().for_each(|(cell, finding)| table.add(cell, &finding));
        table
    })
}

/// A change of bytes: the index, the number of bytes removed, and the bytes inserted.
fn damage() -> impl Strategy<Value = (prop::sample::Index, usize, Vec<u8>)> {
    (any::<prop::sample::Index>(), 0_usize..9, prop::collection::vec(any::<u8>(), 0..9))
}

/// Reads bytes as a file's are read.
fn read(bytes: &[u8]) -> Result<Parsed, String> {
    Table::parse(&String::from_utf8_lossy(bytes))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn a_table_is_read_as_it_was_written(table in table()) {
        let Parsed { table: known, wrong, .. } = Table::parse(&table.text()).expect("a table");
        prop_assert_eq!(wrong, Vec::<usize>::new());
        prop_assert_eq!(known.text(), table.text());
        let cells = |table: &Table| table.cells().map(|(cell, _)| cell.clone()).collect::<Vec<_>>();
        prop_assert_eq!(cells(&known), cells(&table));
    }

    #[test]
    fn damage_spoils_only_the_lines_that_it_meets(table in table(), (from, out, put) in damage()) {
        let mut bytes = table.text().into_bytes();
        let from = from.index(bytes.len());
        let end = (from + out).min(bytes.len());
        let lines = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
        let (first, last) = (lines(&bytes[..from]), lines(&bytes[..end]));
        bytes.splice(from..end, put);
        let Ok(Parsed { table: known, wrong, .. }) = read(&bytes) else { return Ok(()) };
        let whole = table.text();
        for (_, line) in whole.lines().enumerate().skip(1).filter(|(at, _)| *at < first || *at > last) {
            // A line that has become equal to another one is joined with it.
            let alone = Table::parse(&format!("hsplit-tuning 2\n{line}\n")).expect("a table").table;
            for (cell, finding) in alone.cells() {
                let (way, times) = finding.times().next().expect("a way");
                let kept = known.get(cell).and_then(|kept| kept.times().find(|(known, _)| *known == way));
                let is_joined = |kept: &Times| kept.trials > times.trials || kept.trials == 20;
                prop_assert!(kept.is_some_and(|(_, kept)| kept == times || is_joined(kept)));
            }
        }
        // The parsed result is a table, and so is the union of two.
        let mut twice = known.clone();
        twice.merge(&known);
        for table in [&known, &twice] {
            let again = Table::parse(&table.text()).expect("a table");
            prop_assert_eq!((again.table.text(), again.wrong), (table.text(), vec![]));
        }
        prop_assert!(wrong.iter().all(|line| *line >= 2));
    }

    #[test]
    fn any_bytes_are_a_table_or_none(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let lines = [b"hsplit-tuning 2\n", &bytes[..]].concat();
        prop_assert!(read(&lines).expect("a table").table.is_empty());
        if let Ok(Parsed { table, wrong, .. }) = read(&bytes) {
            prop_assert!(table.is_empty() && wrong.is_empty());
        }
    }
}
