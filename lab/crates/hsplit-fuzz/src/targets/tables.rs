// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of the places of all ranks: in bytes that another process has made, and from what other ranks tell.

use hsplit_core::table::{Table, build, merge};

/// How many ranks are asked about.
const ASKED: u32 = 4;

/// Asks everything that there is to ask.
fn ask(table: &Table<&[u8]>) {
    let ranks = table.ranks();
    table.levels();
    for rank in 0..ranks.min(ASKED) {
        let coords: Vec<u64> = table.coords(rank).map(|(_, number)| number).collect();
        assert_eq!(table.colours(rank).len(), coords.len());
        assert!(table.ranks_at(&coords).contains(&rank));
        assert!(table.within(rank, 1).contains(&rank));
        assert!(table.nearest(rank).iter().all(|&other| other != rank && other < ranks));
        assert!(table.neighbours_in(rank, "machine").iter().all(|&other| other != rank && other < ranks));
        if let Some(network) = table.network(rank) {
            assert!(table.ranks_at_network(&network.coords()).contains(&rank));
        }
        for other in 0..ranks.min(ASKED) {
            assert_eq!(table.distance(rank, other).hops, table.distance(other, rank).hops);
            assert!(!table.lowest_shared(rank, [rank, other]).as_str().is_empty());
        }
        assert_eq!(table.distance(rank, rank).hops, 0);
    }
}

pub fn table(input: &[u8]) {
    if let Some(table) = Table::open(input) {
        ask(&table);
    }
}

/// Entries of ranks.
pub fn entries(input: &[u8]) {
    let built = build(input, ASKED);
    let table = Table::open(&built[..]).expect("a table that was built can be read");
    assert_eq!(table.ranks(), ASKED);
    ask(&table);
    let merged = build(&merge(input), ASKED);
    assert!(Table::open(&merged[..]).is_some_and(|table| table.ranks() == ASKED));
}
