// SPDX-License-Identifier: MIT OR Apache-2.0
//! Differences and sums of snapshots.

use proptest::prelude::*;

use super::*;
use crate::collectives::Operation;
use crate::counters::Rows;

/// A step of a program: a message, or a call on one of two groups.
#[derive(Clone, Copy, Debug)]
enum Step {
    Message(Class, u32, u64),
    Call(bool, Operation, u32, u64),
}

fn steps(world: u32) -> impl Strategy<Value = Vec<Step>> {
    let bytes = prop_oneof![Just(0_u64), 1..100_u64, Just(1 << 30)];
    let class = prop::sample::select(Class::ALL.to_vec());
    let operation = prop::sample::select(Operation::ALL.to_vec());
    let message = (class, 0..=world, bytes.clone()).prop_map(|(class, peer, bytes)| Step::Message(class, peer, bytes));
    let call = (any::<bool>(), operation, 0..4_u32, bytes).prop_map(|(a, b, c, d)| Step::Call(a, b, c, d));
    prop::collection::vec(prop_oneof![message, call], 0..200)
}

fn take(counters: &Counters, rows: &Rows, steps: &[Step]) {
    let groups = [counters.groups().intern(1, &[0, 1, 2, 3]), counters.groups().intern(0, &[1, 3, 5, 7])];
    for step in steps {
        match *step {
            Step::Message(class, peer, bytes) => rows.message(class, peer, bytes),
            Step::Call(group, operation, root, bytes) => {
                rows.collective(&groups[usize::from(group)], operation, root, bytes);
            }
        }
    }
}

/// All numbers of a snapshot, for comparison.
fn all(snapshot: &Snapshot) -> String {
    let calls: Vec<_> = snapshot.calls().iter().map(|(call, count)| (call.key(), *count)).collect();
    format!("{:?} {:?} {calls:?}", snapshot.rows, snapshot.sizes)
}

proptest! {
    #[test]
    fn a_session_is_what_was_counted_between(
        world in prop::sample::select(vec![8_u32, 5000]),
        parts in prop::collection::vec(steps(12), 3),
    ) {
        let counters = Counters::new(world);
        let rows = counters.rows();
        take(&counters, rows, &parts[0]);
        let first = Snapshot::of(&counters);
        take(&counters, rows, &parts[1]);
        let second = Snapshot::of(&counters);
        take(&counters, rows, &parts[2]);
        let third = Snapshot::of(&counters);

        let alone = Counters::new(world);
        take(&alone, alone.rows(), &parts[1]);
        let between = second.since(&first);
        prop_assert_eq!(all(&between), all(&Snapshot::of(&alone)));
        let mut added = first.clone();
        added.add(&between);
        added.add(&third.since(&second));
        prop_assert_eq!(all(&added), all(&third));
        prop_assert_eq!(all(&third.since(&third)), all(&Snapshot::default()));
    }
}

#[test]
fn classes_that_are_not_wanted_go() {
    let counters = Counters::new(4);
    let rows = counters.rows();
    for class in Class::ALL {
        rows.message(class, 1, 10);
    }
    rows.collective(&counters.groups().intern(0, &[0, 1]), Operation::Bcast, 0, 7);
    let left = |classes| {
        let snapshot = Snapshot::of(&counters).only(classes);
        let of_classes = Class::ALL.map(|class| !snapshot.counts(class).is_empty());
        (of_classes, !snapshot.calls().is_empty())
    };
    assert_eq!(left(Classes::ALL), ([true; 5], true));
    assert_eq!(left(Classes::P2P), ([true, false, false, false, false], false));
    assert_eq!(left(Classes::COLLECTIVES), ([false, true, false, false, true], true));
    assert_eq!(left(Classes::RMA), ([false, false, true, true, false], false));
}
