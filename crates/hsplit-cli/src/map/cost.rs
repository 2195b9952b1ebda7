// SPDX-License-Identifier: MIT OR Apache-2.0
//! The words of `--cost`.

use hsplit_mapping::{Cost, Slots};

use crate::Failure;

/// Reads `hops`, `LEVEL=COST,...` or `dragonfly:GROUP,ROUTER`.
pub(super) fn parse(words: &str, slots: &Slots) -> Result<Cost, Failure> {
    let wrong = |what: String| Failure::of_usage("--cost", what);
    let words = words.trim();
    if words.eq_ignore_ascii_case("hops") {
        return Ok(Cost::Hops);
    }
    if let Some(levels) = words.strip_prefix("dragonfly:") {
        let (group, router) =
            levels.split_once(',').ok_or_else(|| wrong(format!("'{words}' is not dragonfly:GROUP,ROUTER")))?;
        return Cost::dragonfly(slots, group.trim(), router.trim()).map_err(|error| Failure::of("--cost", error));
    }
    let one = |word: &str| {
        let (level, cost) = word.split_once('=')?;
        Some((level.trim().to_owned(), cost.trim().parse().ok()?))
    };
    let all: Result<Vec<(String, u64)>, Failure> = words
        .split(',')
        .map(|word| {
            one(word).ok_or_else(|| wrong(format!("'{word}' is not hops, LEVEL=COST or dragonfly:GROUP,ROUTER")))
        })
        .collect();
    all.map(Cost::Levels)
}
