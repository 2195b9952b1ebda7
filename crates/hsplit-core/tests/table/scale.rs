// SPDX-License-Identifier: MIT OR Apache-2.0
//! 65,536 ranks.

use hsplit_core::emulation::{Description, ProcessPlacement};
use hsplit_core::table::{Table, build, entry, merge};
use hsplit_host::source::topology::load_emulated;

const RANKS: u32 = 65536;
const OF_NODE: u32 = 64;

#[test]
fn sixteen_bytes_a_rank_beyond_the_path_and_every_rank_found_again() {
    let description = Description::read("rack:16 node:64 package:2 [numa] l3:4 core:8 pu:1").unwrap();
    let system = load_emulated(&description).unwrap();
    let slots = ProcessPlacement::read("core,by-node").unwrap().prepare(&system, RANKS.into()).unwrap();
    let place = |rank: u32| system.place(&slots.slot(&system, rank.into()));
    let node =
        |first| merge(&(first..first + OF_NODE).flat_map(|rank| entry(rank, &place(rank), None)).collect::<Vec<_>>());
    let entries: Vec<u8> = (0..RANKS).step_by(OF_NODE as usize).flat_map(node).collect();
    let bytes = build(&entries, RANKS);
    let paths: usize = (0..RANKS).map(|rank| place(rank).steps().len()).sum();
    assert!(bytes.len() <= 16 * RANKS as usize + paths, "{} bytes", bytes.len());
    let table = Table::open(bytes).unwrap();
    for rank in (0..RANKS).step_by(97) {
        let coords: Vec<u64> = table.coords(rank).map(|(_, coord)| coord).collect();
        let r = u64::from(rank);
        assert_eq!(coords, [r / 4096, r / 64 % 64, r / 32 % 2, r / 8 % 4, r % 8]);
        assert_eq!(table.ranks_at(&coords), [rank]);
        assert_eq!(table.nearest(rank).len(), 7);
        assert_eq!(table.distance(rank, RANKS - 1 - rank).hops, 10);
    }
    assert_eq!(table.ranks_at(&[15]), (15 * 4096..RANKS).collect::<Vec<_>>());
}
