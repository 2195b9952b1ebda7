// SPDX-License-Identifier: MIT OR Apache-2.0
//! The comparison of two runs.

use std::collections::BTreeMap;

use hsplit_monitor::words::{bytes, columns, percent};
use hsplit_monitor::{Classes, Count, Run};

use super::Shown;

/// The number of pairs that are named, and the number on a line.
const MOST_PAIRS: usize = 8;
const A_LINE: usize = 4;

/// Returns both heads, the traffic inside each level, and the pairs that have changed most.
pub(super) fn text(shown: &Shown, other: &Shown) -> String {
    let head = shown.report().head();
    let against = other.report().head().replacen("hsplit monitor:", "       against:", 1);
    let lines: String = columns(&rows(shown, other)).into_iter().map(|line| format!("  {line}\n")).collect();
    format!("{head}\n{against}\n{lines}{}", pairs(&shown.run, &other.run))
}

/// Returns both JSON forms in one object.
pub(super) fn json(shown: &Shown, other: &Shown) -> String {
    let [run, other] = [shown, other].map(|shown| hsplit_monitor::json(&shown.report(), &shown.slots));
    let (run, other) = (run.trim_end(), other.trim_end());
    format!("{{\"format\":\"hsplit-monitor-diff\",\"version\":1,\n\"run\":{run},\n\"other\":{other}}}\n")
}

/// Returns a line for each level of either run, narrowest first, and one for all.
fn rows(shown: &Shown, other: &Shown) -> Vec<Vec<String>> {
    let inside = |shown: &Shown, name: &str| {
        shown.totals.levels.iter().find(|level| level.name == name).map(|level| level.inside)
    };
    let mut names: Vec<&str> = shown.totals.levels.iter().map(|level| level.name.as_str()).collect();
    let missing = other.totals.levels.iter().map(|level| level.name.as_str());
    let missing: Vec<&str> = missing.filter(|name| !names.contains(name)).collect();
    names.extend(missing);
    let head = ["inside", "share", "against", "bytes", "against", "change"].map(str::to_owned).to_vec();
    let levels = names.iter().rev().map(|name| {
        let (own, others) = (inside(shown, name), inside(other, name));
        let share = |shown: &Shown, count: Option<Count>| {
            count.map_or_else(|| "-".to_owned(), |count| percent(shown.totals.share(count)))
        };
        row(name, [share(shown, own), share(other, others)], [own, others])
    });
    let all = row("all", ["".to_owned(), "".to_owned()], [Some(shown.totals.all), Some(other.totals.all)]);
    std::iter::once(head).chain(levels).chain([all]).collect()
}

fn row(name: &str, [own, other]: [String; 2], counts: [Option<Count>; 2]) -> Vec<String> {
    let [bytes_own, bytes_other] = counts.map(|count| count.map_or_else(|| "-".to_owned(), |count| bytes(count.bytes)));
    let change = match counts {
        [Some(own), Some(other)] if other.bytes > 0 => {
            format!("{:+.0} %", 100.0 * (own.bytes as f64 / other.bytes as f64 - 1.0))
        }
        _ => "-".to_owned(),
    };
    vec![name.to_owned(), own, other, bytes_own, bytes_other, change]
}

/// Returns the pairs of ranks with the greatest changes, the greatest first.
fn pairs(run: &Run, other: &Run) -> String {
    if run.ranks() != other.ranks() {
        return "  runs of different numbers of ranks: no pairs\n".to_owned();
    }
    let mut most: Vec<(u64, u32, u32, bool)> = vec![];
    for from in 0..run.ranks() {
        let mut changes: BTreeMap<u32, i128> = BTreeMap::new();
        for (run, sign) in [(run, 1), (other, -1)] {
            let row = run.row(from, Classes::ALL).into_iter().filter(|(to, _)| *to < run.ranks());
            row.for_each(|(to, count)| *changes.entry(to).or_default() += sign * i128::from(count.bytes));
        }
        most.extend(
            changes
                .into_iter()
                .filter(|(_, change)| *change != 0)
                .map(|(to, change)| (u64::try_from(change.unsigned_abs()).unwrap_or(u64::MAX), from, to, change > 0)),
        );
        most.sort_unstable_by_key(|&(change, from, to, _)| (std::cmp::Reverse(change), from, to));
        most.truncate(MOST_PAIRS);
    }
    if most.is_empty() {
        return "  each pair of ranks has sent as many bytes in both\n".to_owned();
    }
    let pair = |&(change, from, to, is_more): &(u64, u32, u32, bool)| {
        format!("{from} to {to}: {}{}", if is_more { "+" } else { "-" }, bytes(change))
    };
    let line = |pairs: &[_]| format!("    {}\n", pairs.iter().map(pair).collect::<Vec<_>>().join(", "));
    let lines: String = most.chunks(A_LINE).map(line).collect();
    format!("  most changed:\n{lines}")
}
