// SPDX-License-Identifier: MIT OR Apache-2.0
//! How cheap mappings are and how long they take, beside Scotch's where there is a `scotch_gmap`: 'make -C lab
//! bench-map'.
//!
//! Known matrices on known machines, their roles in a random order. Scotch gets a `tleaf` target whose links weigh 2
//! times the height; its mapping counts only if it has at most one role a slot.

mod cases;
mod scotch;

use cases::Case;
use hsplit_mapping::{Cost, Mapping, Options, map, metrics};

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let is_chosen = |case: &Case| filter.as_ref().is_none_or(|part| case.name.contains(part.as_str()));
    println!("| case | roles | arcs | hop-bytes | bar | CPU s | Scotch | CPU s | hop-bytes / Scotch |");
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut ratios = vec![];
    for case in cases::all().into_iter().filter(is_chosen) {
        ratios.extend(line(&case));
    }
    if !ratios.is_empty() {
        let mean = (ratios.iter().map(|ratio: &f64| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let worst = ratios.iter().copied().fold(0.0, f64::max);
        println!("\nAgainst Scotch, {} cases: geometric mean {mean:.4}, worst {worst:.4}", ratios.len());
    }
    println!("Peak memory of all: {}", peak());
}

/// Runs a case and prints its line. What comes out is the ratio to Scotch.
fn line(case: &Case) -> Option<f64> {
    let slots = case.slots();
    let before = own_seconds();
    let mapping = map(&case.traffic, &slots, None, &Options::default(), &|| false).expect("a mapping");
    let seconds = own_seconds() - before;
    let cost = |mapping: &Mapping| metrics(&case.traffic, &slots, mapping, &Cost::Hops).expect("a mapping").cost as f64;
    let own = cost(&mapping);
    let rival = if case.against_scotch { scotch::map(case, cost) } else { None };
    let number =
        |number: Option<f64>, digits: usize| number.map_or(String::new(), |number| format!("{number:.digits$}"));
    let ratio = rival.map(|(cost, _)| own / cost);
    println!(
        "| {} | {} | {} | {own} | {} | {seconds:.3} | {} | {} | {} |",
        case.name,
        case.traffic.roles(),
        case.traffic.arcs(),
        number(case.bar, 0),
        number(rival.map(|(cost, _)| cost), 0),
        number(rival.map(|(_, seconds)| seconds), 3),
        number(ratio, 3),
    );
    ratio
}

/// The most memory that this process had, as the kernel says.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .map_or("unknown".to_owned(), |size| size.trim().to_owned())
}

/// The processor time of this program, in seconds.
fn own_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split_whitespace().next().and_then(|time| time.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1e9
}
