// SPDX-License-Identifier: MIT OR Apache-2.0
//! Loom models of counters that one thread writes and others read (see [`crate::model`]). The modules of this folder
//! run in them.

use std::sync::Arc;

use loom::model::Builder;
use loom::thread;

use super::dense::Dense;
use super::hashed::{Hashed, Peer};
use super::narrow::Narrow;
use super::{Class, Count, Counters};
use crate::snapshot::Snapshot;

/// Runs all orders with at most this number of involuntary context switches; `None` for all orders.
fn check(preemptions: Option<usize>, body: impl Fn() + Sync + Send + 'static) {
    let mut model = Builder::new();
    model.preemption_bound = preemptions;
    model.max_branches = 10_000;
    model.check(body);
}

/// The counts that a reader gets from a row.
type Counts<K> = Vec<(K, Count)>;

/// One thread adds bytes to keys while another reads twice. Each number that is read has been a value of the counter,
/// and none is less than the one before; if `is_whole`, the bytes of a key match its messages.
fn read_while_written<R, K>(
    preemptions: Option<usize>,
    row: impl Fn() -> R + Send + Sync + 'static,
    (add, keys): (fn(&R, K, u64), &'static [K]),
    read: fn(&R) -> Counts<K>,
    is_whole: bool,
) where
    R: Send + Sync + 'static,
    K: Copy + Ord + Send + Sync + 'static,
{
    check(preemptions, move || {
        let row = Arc::new(row());
        let written = row.clone();
        let writer = thread::spawn(move || keys.iter().for_each(|key| add(&written, *key, 1)));
        let mut before: Counts<K> = vec![];
        for _ in 0..2 {
            let now = read(&row);
            for (key, count) in &now {
                let most = keys.iter().filter(|other| *other == key).count() as u64;
                assert!(count.messages <= most && count.bytes <= most, "{count:?}");
                assert!(!is_whole || count.messages == count.bytes, "{count:?}");
            }
            for (key, earlier) in &before {
                let later = now.iter().find(|(other, _)| other == key).map(|(_, count)| *count).expect("a key stays");
                assert!(later.messages >= earlier.messages && later.bytes >= earlier.bytes, "{earlier:?} {later:?}");
            }
            before = now;
        }
        writer.join().unwrap();
        let mut all = keys.to_vec();
        all.sort_unstable();
        all.dedup();
        let count = |key: &K| keys.iter().filter(|other| *other == key).count() as u64;
        let expected: Counts<K> = all.iter().map(|key| (*key, Count::new(count(key), count(key)))).collect();
        let mut counts = read(&row);
        counts.sort_unstable();
        assert!(counts == expected);
    });
}

#[test]
fn cells_are_read_while_they_are_written() {
    read_while_written(Some(3), || Dense::new(3), (Dense::add, &[0, 2, 0]), |row| row.counts().collect(), false);
}

/// The fourth message to a peer does not fit into its word.
#[test]
fn a_peer_moves_to_a_cell_while_it_is_read() {
    let add: fn(&Narrow, u32, u64) = Narrow::add;
    read_while_written(Some(3), || Narrow::new(1), (add, &[0, 0, 0, 0, 0]), |row| row.counts().collect(), false);
}

#[test]
fn words_are_read_whole() {
    let add: fn(&Narrow, u32, u64) = Narrow::add;
    read_while_written(Some(3), || Narrow::new(3), (add, &[0, 2, 0]), |row| row.counts().collect(), true);
}

#[test]
fn a_table_grows_while_it_is_read() {
    let add: fn(&Hashed<Peer>, u64, u64) = Hashed::add;
    read_while_written(Some(3), || Hashed::new(2), (add, &[1, 2, 1, 3]), |row| row.counts().collect(), false);
}

/// The rows of an ended thread go to the next thread, which must see all their counts.
#[test]
fn rows_that_are_given_back_lose_nothing() {
    check(Some(2), || {
        let counters = Arc::new(Counters::new(2));
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let counters = counters.clone();
                thread::spawn(move || {
                    let rows = counters.rows();
                    rows.message(Class::Internal, 1, 5);
                    counters.give_back(rows);
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(Snapshot::of(&counters).counts(Class::Internal), [(1, Count::new(2, 10))]);
    });
}
