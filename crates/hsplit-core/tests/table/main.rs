// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of places: exact results for the papers' machines, and random ones compared with an oracle.

mod lowest;
mod oracle;
mod properties;
mod scale;
mod worked_examples;

use hsplit_core::network::NetworkPosition;
use hsplit_core::place::Place;
use hsplit_core::table::{Table, build, entry, merge};

/// The table of these ranks, built like on two nodes: their entries are merged in two parts.
fn table<'a>(places: impl IntoIterator<Item = (&'a Place, Option<NetworkPosition>)>) -> Table<Vec<u8>> {
    let mut halves = [vec![], vec![]];
    let mut size = 0;
    for (rank, (place, network)) in (0u32..).zip(places) {
        halves[rank as usize % 2].extend(entry(rank, place, network.as_ref()));
        size += 1;
    }
    Table::open(build(&halves.map(|half| merge(&half)).concat(), size)).expect("a table can be opened")
}

fn without_network(places: &[Place]) -> Table<Vec<u8>> {
    table(places.iter().map(|place| (place, None)))
}
