// SPDX-License-Identifier: MIT OR Apache-2.0
//! Exact sums over threads, in small and in large worlds.

use std::collections::BTreeMap;
use std::sync::Barrier;

use super::*;
use crate::collectives::Operation;
use crate::snapshot::Snapshot;

fn row(snapshot: &Snapshot, class: Class) -> Vec<(u32, u64, u64)> {
    snapshot.counts(class).iter().map(|(peer, count)| (*peer, count.messages, count.bytes)).collect()
}

#[test]
fn messages_are_counted_by_class_and_peer() {
    let counters = Counters::new(4);
    let rows = counters.rows();
    rows.message(Class::PointToPoint, 0, 10);
    rows.message(Class::PointToPoint, 3, 0);
    rows.message(Class::PointToPoint, 0, 5);
    rows.message(Class::PointToPoint, 4, 7);
    rows.message(Class::PointToPoint, 99, 1);
    rows.message(Class::Fetched, 2, 1 << 40);
    let snapshot = Snapshot::of(&counters);
    assert_eq!(row(&snapshot, Class::PointToPoint), [(0, 2, 15), (3, 1, 0), (4, 2, 8)]);
    assert_eq!(row(&snapshot, Class::Fetched), [(2, 1, 1 << 40)]);
    assert!(row(&snapshot, Class::Irregular).is_empty() && row(&snapshot, Class::OneSided).is_empty());
    let of_sizes: Vec<(usize, Count)> =
        snapshot.sizes().iter().copied().enumerate().filter(|(_, count)| !count.is_zero()).collect();
    let expected = [(0, 1, 0), (1, 1, 1), (3, 2, 12), (4, 1, 10), (23, 1, 1 << 40)];
    assert_eq!(of_sizes, expected.map(|(class, messages, bytes)| (class, Count::new(messages, bytes))));
}

#[test]
fn messages_by_a_known_place_are_counted_with_the_searched_ones() {
    for world in [1, 64, 100, 4096, 5000] {
        let counters = Counters::new(world);
        let rows = counters.rows();
        for peer in [0, world, world + 1] {
            for class in Class::ALL {
                rows.message(class, peer, 1);
                if let Some(place) = rows.place(class, peer) {
                    place.tally(2).add();
                } else {
                    rows.message(class, peer, 2);
                }
            }
        }
        for class in Class::ALL {
            assert_eq!(row(&Snapshot::of(&counters), class), [(0, 2, 3), (world, 4, 6)]);
        }
    }
}

#[test]
fn collective_operations_are_counted_by_group_and_root() {
    let counters = Counters::new(8);
    let rows = counters.rows();
    let (world, half) =
        (counters.groups().intern(2, &[0, 1, 2, 3, 4, 5, 6, 7]), counters.groups().intern(1, &[0, 2, 4, 6]));
    for round in 0..100 {
        rows.collective(&world, Operation::Bcast, round % 8, 10);
        rows.collective(&half, Operation::Allreduce, 0, 8);
    }
    let snapshot = Snapshot::of(&counters);
    let calls: Vec<_> = snapshot
        .calls()
        .iter()
        .map(|(call, count)| (call.group.size(), call.operation, call.root, count.messages, count.bytes))
        .collect();
    let of_world = (0..8).map(|root| (8, Operation::Bcast, root, 12 + u64::from(root < 4)));
    let mut expected: Vec<_> =
        of_world.map(|(size, operation, root, calls)| (size, operation, root, calls, 10 * calls)).collect();
    expected.push((4, Operation::Allreduce, 0, 100, 800));
    assert_eq!(calls, expected);
}

/// Four threads at a time, each with its own peers and some shared ones, while others read.
fn sums_of_threads(world: u32) {
    const ROUNDS: u64 = 5000;
    let (counters, all_have_rows) = (Counters::new(world), Barrier::new(4));
    for _ in 0..2 {
        std::thread::scope(|scope| {
            for thread in 0..4_u32 {
                let (counters, all_have_rows) = (&counters, &all_have_rows);
                scope.spawn(move || {
                    let rows = counters.rows();
                    all_have_rows.wait();
                    for round in 0..ROUNDS {
                        // Like the library: by a known place, or else by a search.
                        match rows.place(Class::PointToPoint, thread) {
                            Some(place) => place.tally(round).add(),
                            None => rows.message(Class::PointToPoint, thread, round),
                        }
                        rows.message(Class::OneSided, (round as u32).wrapping_mul(7919) % world, 1);
                    }
                    counters.give_back(rows);
                });
            }
            let mut seen = 0;
            for _ in 0..20 {
                let now: u64 =
                    row(&Snapshot::of(&counters), Class::PointToPoint).iter().map(|(_, count, _)| count).sum();
                assert!(now >= seen, "{now} after {seen}");
                seen = now;
            }
        });
    }
    let snapshot = Snapshot::of(&counters);
    let expected: Vec<_> = (0..4).map(|thread| (thread, 2 * ROUNDS, ROUNDS * (ROUNDS - 1))).collect();
    assert_eq!(row(&snapshot, Class::PointToPoint), expected);
    let mut common: BTreeMap<u32, u64> = BTreeMap::new();
    (0..ROUNDS as u32).for_each(|round| *common.entry(round.wrapping_mul(7919) % world).or_default() += 8);
    let common: Vec<_> = common.into_iter().map(|(peer, count)| (peer, count, count)).collect();
    assert_eq!(row(&snapshot, Class::OneSided), common);
    assert_eq!(counters.lock().all.len(), 4, "rows of threads that have ended serve the next ones");
}

#[test]
fn sums_are_exact_in_small_worlds() {
    sums_of_threads(16);
}

#[test]
fn sums_are_exact_in_large_worlds() {
    sums_of_threads(100_000);
}

#[test]
fn all_peers_of_the_largest_dense_world_and_of_the_next_are_told_apart() {
    for world in [4096, 4097] {
        let counters = Counters::new(world);
        let rows = counters.rows();
        let expected: Vec<_> = (0..=world).map(|peer| (peer, 1, u64::from(peer))).collect();
        for class in Class::ALL {
            (0..=world).for_each(|peer| rows.message(class, peer, u64::from(peer)));
            assert_eq!(row(&Snapshot::of(&counters), class), expected);
        }
    }
}

#[test]
fn no_number_is_changed_by_a_read_modify_write() {
    let sources = [
        include_str!("cell.rs"),
        include_str!("dense.rs"),
        include_str!("hashed.rs"),
        include_str!("narrow.rs"),
        include_str!("rows.rs"),
    ];
    for word in ["fetch_", "compare_exchange", ".swap(", "Mutex", "RwLock", "SeqCst"] {
        assert!(sources.iter().all(|source| !source.contains(word)), "{word}");
    }
}
