// SPDX-License-Identifier: MIT OR Apache-2.0
//! Coordinates of each host in the network, in the form of RR-9077 §4.2 (`netloc_get_network_coords`):
//!
//! ```text
//! nlevels 3
//! dims 2 4 24
//! n001 0 0 3
//! n002 0 1 17
//! ```
//!
//! How many levels there are, how many switches there are at each, and which of them each host is below. The last level
//! is the port of the lowest switch, which says no more than the host does, and is left out as the paper leaves it out.

use std::collections::HashMap;

use super::{At, Builder, Mistake, Tree};

/// Deeper networks than any.
const MOST_LEVELS: usize = 64;

/// Whether a line is the one that such a text begins with.
pub fn begins(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| word == "nlevels" || word == "dims")
}

/// Reads coordinates.
///
/// # Errors
/// All mistakes.
pub fn read(text: &str) -> Result<Tree, Vec<Mistake>> {
    let mut builder = Builder::default();
    let (mut levels, mut dims): (Option<usize>, Option<Vec<u64>>) = (None, None);
    // The switch at each sequence of coordinates, and the host at each port.
    let mut switches: HashMap<Vec<u64>, u32> = HashMap::new();
    let mut ports: HashMap<Vec<u64>, At> = HashMap::new();
    for (index, line) in text.lines().enumerate() {
        let at = At::line(index + 1);
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else { continue };
        match (first, levels, &dims) {
            ("nlevels", None, _) => match rest {
                [count] => match count.parse() {
                    Ok(1) => return one(&at, "with one level, which is the port, there is no switch"),
                    Ok(count @ 2..=MOST_LEVELS) => levels = Some(count),
                    _ => return one(&at, format!("'{count}' is no number of levels")),
                },
                _ => return one(&at, "nlevels takes one number"),
            },
            ("dims", Some(levels), None) => match numbers(rest, levels) {
                Ok(all) if all.iter().all(|&dim| dim > 0) => dims = Some(all),
                Ok(_) => return one(&at, "a level without switches"),
                Err(why) => return one(&at, why),
            },
            ("nlevels" | "dims", ..) => builder.wrong(&at, format!("'{first}' is out of its place: nlevels, dims, then a line for each host")),
            (host, Some(levels), Some(dims)) => match numbers(rest, levels).and_then(|coords| inside(coords, dims)) {
                Err(why) => builder.wrong(&at, why),
                Ok(coords) => {
                    if let Some(before) = ports.insert(coords.clone(), at.clone()) {
                        builder.wrong(&at, format!("another host has these coordinates, at {before}"));
                    }
                    let switch = switch_at(&mut builder, &mut switches, &at, &coords[..coords.len() - 1]);
                    builder.add_hosts(&at, switch, host);
                }
            },
            _ => builder.wrong(&at, "a line before nlevels and dims"),
        }
    }
    builder.finish()
}

/// Without the head nothing below it has a meaning: one mistake, not one for each line.
fn one(at: &At, text: impl Into<String>) -> Result<Tree, Vec<Mistake>> {
    Err(vec![Mistake { at: at.clone(), text: text.into() }])
}

fn numbers(words: &[&str], count: usize) -> Result<Vec<u64>, String> {
    if words.len() != count {
        return Err(format!("{} numbers instead of {count}", words.len()));
    }
    words.iter().map(|word| word.parse().map_err(|_| format!("'{word}' is no number"))).collect()
}

fn inside(coords: Vec<u64>, dims: &[u64]) -> Result<Vec<u64>, String> {
    match coords.iter().zip(dims).find(|(coord, dim)| coord >= dim) {
        Some((coord, dim)) => Err(format!("coordinate {coord} where there are {dim}, counted from 0")),
        None => Ok(coords),
    }
}

/// The switch at these coordinates, with all above it.
fn switch_at(builder: &mut Builder, switches: &mut HashMap<Vec<u64>, u32>, at: &At, coords: &[u64]) -> u32 {
    let mut above = None;
    for depth in 1..=coords.len() {
        let here = *switches.entry(coords[..depth].to_vec()).or_insert_with(|| {
            let switch = builder.add_switch(at, None, None);
            if let Some(parent) = above {
                builder.adopt(at, parent, switch);
            }
            switch
        });
        above = Some(here);
    }
    // There are two levels or more, so at least one of switches.
    above.unwrap_or_default()
}
