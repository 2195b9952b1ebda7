// SPDX-License-Identifier: MIT OR Apache-2.0
//! The syntax of `--cost`.

use std::path::{Path, PathBuf};

use hsplit_collectives::model::parameters::{Link, Platform};
use hsplit_mapping::{Cost, Links, Rate};

use super::hosts::Ground;
use crate::{Failure, parameters};

const WORDS: &str = "hops, LEVEL=COST, model or dragonfly:GROUP,ROUTER";

/// Parses `hops`, `LEVEL=COST,...`, `model` or `dragonfly:GROUP,ROUTER`. The parameters of a model are in a file; by
/// default, it is that of jobs here.
pub(super) fn parse(words: &str, ground: &Ground, file: Option<&Path>) -> Result<Cost, Failure> {
    let wrong = |what: String| Failure::of_usage("--cost", what);
    let (words, slots) = (words.trim(), &ground.slots);
    match words.to_ascii_lowercase().as_str() {
        "hops" => return Ok(Cost::Hops),
        "model" => {
            let of_job = || hsplit_settings::text_of("HSPLIT_COLLECTIVES parameters").map(PathBuf::from);
            let file = file.map(Path::to_owned).or_else(of_job);
            let file = file.ok_or_else(|| wrong("a model needs --parameters FILE".to_owned()))?;
            let links = links(&parameters::read(&file)?.0, ground);
            return Cost::of_links(slots, &links).map_err(|error| Failure::of(&file.display().to_string(), error));
        }
        _ => {}
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
    let all: Result<Vec<(String, u64)>, Failure> =
        words.split(',').map(|word| one(word).ok_or_else(|| wrong(format!("'{word}' is not {WORDS}")))).collect();
    all.map(Cost::Levels)
}

/// Returns the links of a platform whose groups have the names of hosts, or other names.
fn links(platform: &Platform, ground: &Ground) -> Links {
    let groups = platform.groups();
    let slot = |group: usize| {
        let host = ground.hosts.iter().position(|host| *host == groups[group].name)? as u64;
        let place = ground.nodes.iter().position(|node| *node == host)?;
        Some(ground.slots.slot_of_place(place as u32))
    };
    let slots: Vec<Option<u32>> = (0..groups.len()).map(slot).collect();
    let pairs = (0..groups.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let between = pairs.map(|(a, b)| (slots[a].zip(slots[b]), rate(platform.link(a, b)))).collect();
    Links { inside: groups.iter().filter_map(|group| group.inside.as_ref().map(rate)).collect(), between }
}

fn rate(link: &Link) -> Rate {
    let (message, byte) = link.linear();
    Rate { message, byte }
}
