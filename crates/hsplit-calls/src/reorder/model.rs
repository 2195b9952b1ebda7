// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cost of traffic as the time of its bytes and messages, by the parameters of `HSPLIT_COLLECTIVES`.

use std::path::PathBuf;

use super::gather::Told;
use hsplit_collectives::model::parameters::{Link, Platform};
use hsplit_collectives::model::text;
use hsplit_core::emulation::read_text;
use hsplit_core::network::in_a_line;
use hsplit_mapping::{Cost, Links, Rate, Slots, Traffic};

/// Returns the costs of the levels above these slots. Rank 0 does not know the nodes of the file's groups, so all
/// levels between nodes have the same cost.
///
/// # Errors
/// The file cannot be used.
pub(super) fn cost(slots: &Slots, file: Option<(&str, PathBuf)>) -> Result<Cost, String> {
    let (path, file) = file.ok_or("the cost 'model' needs parameters= in HSPLIT_COLLECTIVES")?;
    let read = read_text(&file).and_then(|all| text::read(&all).map_err(|errors| in_a_line(&errors)));
    let (platform, _) = read.map_err(|why| format!("HSPLIT_COLLECTIVES: parameters: {path}: {why}"))?;
    Cost::of_links(slots, &links(&platform)).map_err(|error| format!("{path}: {error}"))
}

fn links(platform: &Platform) -> Links {
    let groups = platform.groups();
    let pairs = (0..groups.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    Links {
        inside: groups.iter().filter_map(|group| group.inside.as_ref().map(rate)).collect(),
        between: pairs.map(|(a, b)| (None, rate(platform.link(a, b)))).collect(),
    }
}

fn rate(link: &Link) -> Rate {
    let (message, byte) = link.linear();
    Rate { message, byte }
}

/// Converts traffic to whole bytes and messages. If messages are unknown, each arc is one message.
pub(super) fn traffic(told: &Told, roles: usize) -> Traffic {
    let bytes = told.arcs.iter().map(|&(from, to, bytes)| (from, to, bytes.round() as u64));
    let bytes = Traffic::from_arcs(roles, bytes);
    let count = |&(from, to, count): &(u32, u32, f64)| (from, to, count as u64);
    let messages = match told.messages.is_empty() {
        true => Traffic::from_arcs(roles, told.arcs.iter().map(|&(from, to, _)| (from, to, 1))),
        false => Traffic::from_arcs(roles, told.messages.iter().map(count)),
    };
    bytes.with_messages(&messages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_is_a_message_where_nothing_else_is_known() {
        let arcs = vec![(0, 1, 10.4), (1, 0, 5.0), (1, 2, 0.0)];
        let told = |messages| Told { entries: vec![], arcs: arcs.clone(), messages };
        let both = |arcs: &[(u32, u32, u64)], messages: &[(u32, u32, u64)]| {
            let traffic = |arcs: &[(u32, u32, u64)]| Traffic::from_arcs(3, arcs.iter().copied());
            traffic(arcs).with_messages(&traffic(messages))
        };
        assert_eq!(traffic(&told(vec![]), 3), both(&[(0, 1, 15)], &[(0, 1, 2), (1, 2, 1)]));
        assert_eq!(traffic(&told(vec![(0, 2, 7.0)]), 3), both(&[(0, 1, 15)], &[(0, 2, 7)]));
    }
}
