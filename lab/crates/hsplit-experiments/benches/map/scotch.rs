// SPDX-License-Identifier: MIT OR Apache-2.0
//! Scotch's mapping of the same matrix.

use std::fmt::Write as _;
use std::process::Command;

use hsplit_mapping::Mapping;

use crate::cases::Case;

/// How `scotch_gmap` is asked: as it comes, and with exact balance, without which it may put two roles on one slot.
const OPTIONS: [&[&str]; 3] = [&[], &["-b0"], &["-b0", "-cqt"]];

/// The best of what `scotch_gmap` makes of a case, as a function of the mapping says, and the processor time that it
/// took; `None` where there is no such program, or all that it made puts two roles on one slot.
pub fn map(case: &Case, cost: impl Fn(&Mapping) -> f64) -> Option<(f64, f64)> {
    let folder = std::env::temp_dir().join(format!("hsplit-bench-map-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let [graph, target, result] = ["g.grf", "t.tgt", "m.map"].map(|name| folder.join(name));
    std::fs::write(&graph, graph_text(case)).ok()?;
    std::fs::write(&target, target_text(case)).ok()?;
    let slots = case.slots();
    let runs = OPTIONS.iter().filter_map(|options| {
        let before = children_seconds();
        let run = Command::new("scotch_gmap").args([&graph, &target, &result]).args(*options).output().ok()?;
        let seconds = children_seconds() - before;
        let text = run.status.success().then(|| std::fs::read_to_string(&result).ok()).flatten()?;
        let mapping = mapping(&text, case.traffic.roles())?;
        mapping.check(case.traffic.roles(), &slots).ok()?;
        Some((cost(&mapping), seconds))
    });
    let best = runs.min_by(|a, b| a.0.total_cmp(&b.0));
    std::fs::remove_dir_all(&folder).ok()?;
    best
}

/// A mapping from Scotch's file: how many roles, then each with its slot.
fn mapping(text: &str, roles: usize) -> Option<Mapping> {
    let mut slot_of = vec![u32::MAX; roles];
    for line in text.lines().skip(1) {
        let (role, slot) = line.split_once('\t')?;
        *slot_of.get_mut(role.parse::<usize>().ok()?)? = slot.trim().parse().ok()?;
    }
    Some(Mapping { slot_of })
}

/// Scotch's own form of a graph: weights on arcs, roles counted from 0.
fn graph_text(case: &Case) -> String {
    let traffic = &case.traffic;
    let mut text = format!("0\n{} {}\n0 010\n", traffic.roles(), traffic.arcs());
    for role in 0..traffic.roles() as u32 {
        let row = traffic.row(role);
        let _ = write!(text, "{}", row.len());
        row.for_each(|(partner, weight)| _ = write!(text, "\t{weight} {partner}"));
        text.push('\n');
    }
    text
}

/// A tree of leaves: at each level how many children, and what a link there costs. Scotch 7.0.3 adds up the links from
/// the leaves to where both meet, so that 2 for each makes 2 times the height (its option `-vm` prints the distances).
fn target_text(case: &Case) -> String {
    let links: String = case.arities.iter().map(|arity| format!(" {arity} 2")).collect();
    format!("tleaf {}{links}\n", case.arities.len())
}

/// The processor time of the programs that ended, as the kernel counts it, in seconds.
fn children_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    // User and system time of children, in hundredths of a second.
    fields.skip(13).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
