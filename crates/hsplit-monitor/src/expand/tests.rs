// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages of collective operations, compared with each operation's definition.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::counters::{Class, Counters};
use crate::snapshot::{Classes, Snapshot};

/// The traffic from rank to rank.
type Matrix = BTreeMap<(u32, u32), Count>;

/// The matrix of a world in which each of these members has made the same calls of one operation.
fn matrix(world: u32, members: &[u32], operation: Operation, root: u32, count: Count, expansion: Expansion) -> Matrix {
    let groups = crate::groups::Groups::default();
    let rows = (0..).zip(members).map(|(own, &member)| {
        let group = groups.intern(own, members);
        (member, row(&Call { group, operation, root }, count, expansion))
    });
    collected(world, rows)
}

/// The same as [`matrix`] for an intercommunicator; the root is a member of the first group.
fn matrix_between(groups: [&[u32]; 2], operation: Operation, root: u32, count: Count, expansion: Expansion) -> Matrix {
    let interned = crate::groups::Groups::default();
    let mut rows = vec![];
    for (side, members) in groups.iter().enumerate() {
        for (own, &member) in (0..).zip(*members) {
            let group = interned.intern_inter(own, members, groups[1 - side]);
            let has_root =
                matches!(operation, Operation::Bcast | Operation::Scatter | Operation::Gather | Operation::Reduce);
            let root = match side {
                _ if !has_root => 0,
                1 => root,
                _ if own == root => Group::ROOT,
                _ => Group::NO_ROOT,
            };
            rows.push((member, row(&Call { group, operation, root }, count, expansion)));
        }
    }
    collected(1000, rows.into_iter())
}

fn row(call: &Call, count: Count, expansion: Expansion) -> Vec<(u32, Count)> {
    let mut sends = vec![];
    expand(call, count, expansion, &mut sends);
    sends
}

fn collected(world: u32, rows: impl Iterator<Item = (u32, Vec<(u32, Count)>)>) -> Matrix {
    let mut matrix = Matrix::new();
    for (from, sends) in rows {
        for (to, count) in sends {
            assert!(to < world && to != from, "{from} to {to}");
            *matrix.entry((from, to)).or_default() += count;
        }
    }
    matrix
}

fn total(matrix: &Matrix) -> Count {
    matrix.values().copied().sum()
}

/// The traffic by definition of each operation, pair by pair, for ranks below `size`.
fn meaning(size: u32, operation: Operation, root: u32, Count { messages, bytes }: Count) -> Matrix {
    let mut matrix = Matrix::new();
    let share = |rank: u32| bytes / u64::from(size) + u64::from(u64::from(rank) < bytes % u64::from(size));
    for from in 0..size {
        for to in (0..size).filter(|&to| to != from) {
            let mut add = |bytes: u64| *matrix.entry((from, to)).or_default() += Count::new(messages, bytes);
            match operation {
                Operation::Barrier | Operation::Scan | Operation::Exscan if to == from + 1 => add(0),
                Operation::Bcast | Operation::Scatter if from == root => add(bytes),
                Operation::Gather | Operation::Reduce if to == root => add(bytes),
                Operation::Allgather | Operation::Alltoall => add(bytes),
                Operation::Allreduce if from == 0 || to == 0 => add(bytes),
                Operation::ReduceScatter if to == 0 => add(bytes),
                Operation::ReduceScatter if from == 0 => add(share(to)),
                Operation::ReduceScatterUnequal if to == 0 => add(bytes),
                Operation::ReduceScatterUnequal if from == 0 => add(0),
                Operation::ReduceScatterShare if from == 0 && to == root => {
                    *matrix.entry((from, to)).or_default() += Count::new(0, bytes)
                }
                Operation::ReduceScatterBlock if to == 0 => add(bytes * u64::from(size)),
                Operation::ReduceScatterBlock if from == 0 => add(bytes),
                _ => {}
            }
        }
    }
    matrix
}

/// The total traffic by trees.
fn by_trees(size: u32, operation: Operation, root: u32, Count { messages, bytes }: Count) -> Count {
    let others = u64::from(size) - 1;
    let size = u64::from(size);
    // A rank's share passes as many edges as there are ones in its number from the root.
    let edges: u64 = (0..size).map(|rank| u64::from(rank.count_ones())).sum();
    let share = |rank: u64| bytes / size + u64::from(rank < bytes % size);
    let scattered: u64 = (0..size).map(|rank| u64::from(rank.count_ones()) * share(rank)).sum();
    match operation {
        Operation::Barrier => Count::new(2 * others * messages, 0),
        Operation::Scan | Operation::Exscan => Count::new(others * messages, 0),
        Operation::Bcast | Operation::Reduce => Count::new(others * messages, others * bytes),
        Operation::Gather | Operation::Scatter => Count::new(others * messages, edges * bytes),
        Operation::Allgather => Count::new(2 * others * messages, edges * bytes + others * size * bytes),
        Operation::Alltoall => Count::new(size * others * messages, size * others * bytes),
        Operation::Allreduce => Count::new(2 * others * messages, 2 * others * bytes),
        Operation::ReduceScatter => Count::new(2 * others * messages, others * bytes + scattered),
        Operation::ReduceScatterUnequal => Count::new(2 * others * messages, others * bytes),
        Operation::ReduceScatterShare => Count::new(0, u64::from(root.count_ones()) * bytes),
        Operation::ReduceScatterBlock => Count::new(2 * others * messages, (others * size + edges) * bytes),
    }
}

#[test]
fn small_groups_have_exact_matrices_for_every_root() {
    for size in 1..=9 {
        let members: Vec<u32> = (0..size).collect();
        for (operation, root) in Operation::ALL.into_iter().flat_map(|operation| (0..size).map(move |r| (operation, r)))
        {
            let count = Count::new(3, 3 * 11 * u64::from(size) + 2);
            let found = matrix(size, &members, operation, root, count, Expansion::Meaning);
            assert_eq!(found, meaning(size, operation, root, count), "{operation:?} of {size} from {root}");
            let found = matrix(size, &members, operation, root, count, Expansion::Trees);
            assert_eq!(total(&found), by_trees(size, operation, root, count), "{operation:?} of {size} from {root}");
            assert!(matrix(size, &members, operation, root, count, Expansion::None).is_empty());
        }
    }
}

/// Shares of 0, 100, 0 and 0 bytes, and equal shares: the sum of all ranks' records is the traffic.
#[test]
fn shares_of_a_reduce_scatter_are_the_real_ones() {
    let sent = |shares: &[u64], expansion| {
        let (size, whole) = (shares.len() as u32, shares.iter().sum());
        let members: Vec<u32> = (0..size).collect();
        let mut all = matrix(size, &members, Operation::ReduceScatterUnequal, 0, Count::new(1, whole), expansion);
        for (&bytes, of) in shares.iter().zip(0..) {
            let part = matrix(size, &members, Operation::ReduceScatterShare, of, Count::new(1, bytes), expansion);
            assert!(part.keys().all(|&(from, _)| sends_share(from, of)));
            part.into_iter().for_each(|(pair, count)| *all.entry(pair).or_default() += count);
        }
        all
    };
    use Expansion::{Meaning, Trees};
    let bytes = |shares: &[u64], expansion| {
        let list = sent(shares, expansion).into_iter().map(|((from, to), count)| (from, to, count.bytes));
        list.filter(|(_, to, _)| *to > 0).collect::<Vec<_>>()
    };
    assert_eq!(bytes(&[0, 100, 0, 0], Meaning), [(0, 1, 100), (0, 2, 0), (0, 3, 0)]);
    assert_eq!(bytes(&[0, 100, 0, 70], Trees), [(0, 1, 100), (0, 2, 70), (2, 3, 70), (3, 2, 170)]);
    for expansion in [Meaning, Trees] {
        let members: Vec<u32> = (0..7).collect();
        let equal = matrix(7, &members, Operation::ReduceScatter, 0, Count::new(1, 7 * 8), expansion);
        assert_eq!(sent(&[8; 7], expansion), equal);
    }
}

#[test]
fn a_tree_of_eight_is_binomial() {
    let members: Vec<u32> = (0..8).collect();
    let edges = |root| {
        let matrix = matrix(8, &members, Operation::Scatter, root, Count::new(1, 10), Expansion::Trees);
        matrix.into_iter().map(|((from, to), count)| (from, to, count.bytes)).collect::<Vec<_>>()
    };
    let from_0 = [(0, 1, 10), (0, 2, 20), (0, 4, 40), (2, 3, 10), (4, 5, 10), (4, 6, 20), (6, 7, 10)];
    assert_eq!(edges(0), from_0);
    let mut from_3 = from_0.map(|(from, to, bytes)| ((from + 3) % 8, (to + 3) % 8, bytes));
    from_3.sort_unstable();
    assert_eq!(edges(3), from_3);
    let gather = matrix(8, &members, Operation::Gather, 3, Count::new(1, 10), Expansion::Trees);
    let reversed: Vec<_> = gather.into_iter().map(|((from, to), count)| (to, from, count.bytes)).collect();
    assert!(from_3.iter().all(|edge| reversed.contains(edge)) && reversed.len() == 7);
}

#[test]
fn intercommunicators_send_from_group_to_group() {
    let groups: [&[u32]; 2] = [&[0, 2, 4], &[9, 7]];
    let list = |operation, root, expansion| {
        let matrix = matrix_between(groups, operation, root, Count::new(1, 6), expansion);
        matrix.into_iter().map(|((from, to), count)| (from, to, count.bytes)).collect::<Vec<_>>()
    };
    use Expansion::{Meaning, Trees};
    assert_eq!(list(Operation::Bcast, 1, Meaning), [(2, 7, 6), (2, 9, 6)]);
    assert_eq!(list(Operation::Bcast, 1, Trees), [(2, 9, 6), (9, 7, 6)]);
    assert_eq!(list(Operation::Scatter, 1, Meaning), [(2, 7, 6), (2, 9, 6)]);
    assert_eq!(list(Operation::Scatter, 1, Trees), [(2, 9, 12), (9, 7, 6)]);
    assert_eq!(list(Operation::Reduce, 2, Meaning), [(7, 4, 6), (9, 4, 6)]);
    assert_eq!(list(Operation::Gather, 2, Trees), [(7, 9, 6), (9, 4, 12)]);
    assert_eq!(list(Operation::Reduce, 2, Trees), [(7, 9, 6), (9, 4, 6)]);
    let each_to_each = [(0, 7), (0, 9), (2, 7), (2, 9), (4, 7), (4, 9), (7, 0), (7, 2), (7, 4), (9, 0), (9, 2), (9, 4)];
    let each_to_each = each_to_each.map(|(from, to)| (from, to, 6));
    assert_eq!(list(Operation::Allgather, 0, Meaning), each_to_each);
    assert_eq!(list(Operation::Alltoall, 0, Trees), each_to_each);
    let both = [(0, 2, 6), (0, 4, 6), (0, 9, 6), (2, 0, 6), (4, 0, 6), (7, 9, 6), (9, 0, 6), (9, 7, 6)];
    assert_eq!(list(Operation::Allreduce, 0, Meaning), both);
    let scattered = [(0, 2, 2), (0, 4, 2), (0, 9, 6), (2, 0, 6), (4, 0, 6), (7, 9, 6), (9, 0, 6), (9, 7, 3)];
    assert_eq!(list(Operation::ReduceScatter, 0, Meaning), scattered);
    assert!(list(Operation::Barrier, 0, Meaning).iter().all(|(.., bytes)| *bytes == 0));
    assert!(list(Operation::Scan, 0, Meaning).is_empty());
}

#[test]
fn a_row_has_the_classes_that_are_asked_for() {
    let counters = Counters::new(4);
    let rows = counters.rows();
    for (class, peer) in [(Class::PointToPoint, 1), (Class::Irregular, 1), (Class::OneSided, 1), (Class::Fetched, 1)] {
        rows.message(class, peer, 10 * (class as u64 + 1));
    }
    rows.message(Class::PointToPoint, 4, 7);
    rows.collective(&counters.groups().intern(0, &[2, 1]), Operation::Bcast, 0, 1000);
    let row = |classes, expansion| {
        let row = Snapshot::of(&counters).row(classes, expansion);
        row.into_iter().map(|(peer, count)| (peer, count.messages, count.bytes)).collect::<Vec<_>>()
    };
    use Expansion::{Meaning, None};
    assert_eq!(row(Classes::P2P, Meaning), [(1, 1, 10), (4, 1, 7)]);
    assert_eq!(row(Classes::COLLECTIVES, Meaning), [(1, 2, 1020)]);
    assert_eq!(row(Classes::COLLECTIVES, None), []);
    assert_eq!(row(Classes::RMA, Meaning), [(1, 1, 30)]);
    assert_eq!(row(Classes::ALL, Meaning), [(1, 4, 1060), (4, 1, 7)]);
    assert_eq!(row(Classes::ALL, None), [(1, 2, 40), (4, 1, 7)]);
}

proptest! {
    #[test]
    fn groups_that_are_part_of_the_world_send_among_themselves(
        members in prop::collection::btree_set(0..300_u32, 1..70).prop_map(Vec::from_iter).prop_shuffle(),
        operation in prop::sample::select(Operation::ALL.to_vec()),
        root in any::<prop::sample::Index>(),
        calls in 1..1000_u64,
        bytes in 0..1_000_000_u64,
    ) {
        let size = members.len() as u32;
        let root = root.index(members.len()) as u32;
        let count = Count::new(calls, bytes);
        let expected = meaning(size, operation, root, count);
        let expected: Matrix = expected
            .into_iter()
            .map(|((from, to), count)| ((members[from as usize], members[to as usize]), count))
            .collect();
        prop_assert_eq!(matrix(300, &members, operation, root, count, Expansion::Meaning), expected);
        let trees = matrix(300, &members, operation, root, count, Expansion::Trees);
        prop_assert_eq!(total(&trees), by_trees(size, operation, root, count));
    }

    #[test]
    fn what_a_tree_scatters_reaches_each(
        size in 1..200_u32,
        root in any::<prop::sample::Index>(),
        bytes in 0..5000_u64,
    ) {
        let root = root.index(size as usize) as u32;
        let members: Vec<u32> = (0..size).collect();
        let found = matrix(size, &members, Operation::Scatter, root, Count::new(1, bytes), Expansion::Trees);
        for rank in (0..size).filter(|&rank| rank != root) {
            let sum = |is: &dyn Fn(&(u32, u32)) -> bool| -> Count {
                found.iter().filter(|(pair, _)| is(pair)).map(|(_, count)| *count).sum()
            };
            let (got, passed) = (sum(&|(_, to)| *to == rank), sum(&|(from, _)| *from == rank));
            prop_assert_eq!((got.messages, got.bytes - passed.bytes), (1, bytes));
        }
    }
}

#[test]
fn threads_share_groups() {
    let groups = Arc::new(crate::groups::Groups::default());
    let ids: Vec<u32> = std::thread::scope(|scope| {
        let ask = || groups.intern(0, &[5, 3, 1]).id();
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    assert_eq!(ids, [1; 4]);
}
