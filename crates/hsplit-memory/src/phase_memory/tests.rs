// SPDX-License-Identifier: MIT OR Apache-2.0
//! Barriers and phases of threads, each with the memory of a member.

use super::*;
use hsplit_core::cpus::Cpus;
use std::convert::Infallible;

fn nothing() -> Result<(), Infallible> {
    Ok(())
}

/// A mapping for each member, all of the same memory.
fn node(members: usize) -> Vec<PhaseMemory> {
    let mut first = SharedMapping::create("hsplit-test", PhaseMemory::length(members)).unwrap();
    let path = crate::memory_file::path_of(std::process::id(), first.descriptor().unwrap());
    let others: Vec<_> = (1..members)
        .map(|_| SharedMapping::open(&path, "hsplit-test", PhaseMemory::length(members)).unwrap())
        .collect();
    first.close();
    let all = std::iter::once(first).chain(others).enumerate();
    let nap = Some(Duration::from_millis(300));
    let memory = |(own, shared)| PhaseMemory::new(shared, members, own, false, nap).entered(Identity::own());
    all.map(memory).collect()
}

/// The parts in a phase in which member 0 works for all.
fn one_works(members: usize) -> Vec<PhasePart> {
    let awaits: Vec<usize> = (0..members).collect();
    let completes = vec![(0, awaits.clone())];
    let parked = PhasePart { completes, until: vec![0], ..PhasePart::default() };
    let mut parts = vec![parked; members];
    parts[0] = PhasePart { awaits, ..PhasePart::default() };
    parts
}

#[test]
fn numbers_begin_anew() {
    assert!(reached(1, 1) && reached(2, 1) && !reached(1, 2) && reached(0, u32::MAX) && !reached(u32::MAX, 0));
}

#[test]
fn nobody_leaves_a_barrier_before_all_are_there() {
    const ROUNDS: u32 = 500;
    let node = node(7);
    let counts: Vec<_> = node.iter().map(|_| AtomicU32::new(0)).collect();
    std::thread::scope(|scope| {
        for memory in &node {
            scope.spawn(|| {
                for round in 1..=ROUNDS {
                    counts[memory.own].store(round, SeqCst);
                    memory.barrier(nothing).unwrap();
                    assert!(counts.iter().all(|count| reached(count.load(SeqCst), round)));
                }
            });
        }
    });
}

#[test]
fn a_worker_works_alone() {
    const ROUNDS: u32 = 300;
    let (node, parts) = (node(5), one_works(5));
    let (begun, ended) = (AtomicU32::new(0), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for (memory, part) in node.iter().zip(&parts) {
            let (begun, ended) = (&begun, &ended);
            scope.spawn(move || {
                for round in 1..=ROUNDS {
                    assert_eq!(memory.open_phase(), None);
                    begun.fetch_add(1, SeqCst);
                    memory.begin(round, part, nothing).unwrap();
                    assert_eq!(memory.open_phase(), Some(round));
                    if memory.own == 0 {
                        assert_eq!(begun.load(SeqCst), round * 5);
                        ended.store(round, SeqCst);
                    }
                    memory.end(part, nothing).unwrap();
                    assert!(ended.load(SeqCst) >= round);
                }
            });
        }
    });
}

#[test]
fn others_learn_of_another_request_and_go_on_together() {
    let (node, parts) = (node(3), one_works(3));
    let refused = |member, class| Err(Interrupted::<Infallible>::Refused(Refusal { member, class }));
    assert_eq!(node[1].begin(7, &parts[1], nothing), Ok(()));
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| node[0].begin(7, &parts[0], nothing));
        assert_eq!(node[2].begin(8, &parts[2], nothing), refused(2, None));
        assert_eq!(worker.join().unwrap(), refused(2, None));
    });
    assert_eq!(node[1].end(&parts[1], nothing), refused(2, None));
    // A member with a wrong argument, in the next phase.
    node[1].refuse(12);
    assert_eq!(node[2].begin(7, &parts[2], nothing), refused(1, Some(12)));
    assert_eq!(node[0].begin(7, &parts[0], nothing), refused(1, Some(12)));
    // In an open phase.
    assert_eq!(node[1].begin(7, &parts[1], nothing), Ok(()));
    node[1].refuse(3);
    assert_eq!(node[0].begin(7, &parts[0], nothing), refused(1, Some(3)));
    assert_eq!(node[2].begin(7, &parts[2], nothing), refused(1, Some(3)));
    assert_eq!(node[1].end(&parts[1], nothing), refused(1, Some(3)));
    assert!(node.iter().all(|memory| memory.open_phase().is_none()));
    for member in [1, 2, 0] {
        assert_eq!(node[member].begin(7, &parts[member], nothing), Ok(()));
    }
}

#[test]
fn the_dead_are_named() {
    let (mut node, parts) = (node(3), one_works(3));
    let last = node.pop().unwrap();
    node.push(last.entered(Identity { number: u32::MAX - 1, started: 1 }));
    assert_eq!(node[0].begin(1, &parts[0], nothing), Err(Interrupted::Dead(2)));
    assert_eq!(node[1].barrier(nothing), Err(Interrupted::Dead(2)));
}

#[test]
fn who_leaves_wakes_the_others() {
    let (node, parts) = (node(2), one_works(2));
    std::thread::scope(|scope| {
        let parked = scope.spawn(|| {
            node[1].begin(1, &parts[1], nothing).unwrap();
            (node[1].end(&parts[1], nothing), node[1].barrier(nothing))
        });
        node[0].begin(1, &parts[0], nothing).unwrap();
        assert!(node[0].leave() && !node[0].leave());
        assert_eq!(parked.join().unwrap(), (Ok(()), Err(Interrupted::Dead(0))));
    });
}

/// Member 1 ends a phase that it has not begun, and then begins with the others, which get the error.
#[test]
fn an_end_without_a_begin_leaves_no_member_behind() {
    let (node, parts) = (node(3), one_works(3));
    let refused = |class| Err(Interrupted::<Infallible>::Refused(Refusal { member: 1, class: Some(class) }));
    let round = |memory: &PhaseMemory, part| memory.begin(7, part, nothing).and_then(|()| memory.end(part, nothing));
    node[1].stray(12);
    for member in [2, 0] {
        assert_eq!(round(&node[member], &parts[member]), refused(12));
    }
    assert_eq!(round(&node[1], &parts[1]), refused(12));
    good(&node, &parts, 5);
    // The worker, which waits in its begin; the shape of the next phase is another one.
    node[0].stray(3);
    for member in [2, 1, 0] {
        let said = Refusal { member: 0, class: Some(3) };
        assert_eq!(round(&node[member], &parts[member]), Err(Interrupted::Refused(said)));
    }
    good(&node, &parts, 6);
    // It has no part in the phase that it refuses; and all members have strayed.
    node[1].stray(12);
    for member in [2, 0] {
        assert_eq!(round(&node[member], &parts[member]), refused(12));
    }
    good(&node, &parts, 7);
    node.iter().for_each(|memory| memory.stray(12));
    good(&node, &parts, 8);
}

/// A phase without an error.
fn good(node: &[PhaseMemory], parts: &[PhasePart], wanted: u32) {
    std::thread::scope(|scope| {
        for (memory, part) in node.iter().zip(parts) {
            scope.spawn(move || {
                assert_eq!(memory.begin(wanted, part, nothing), Ok(()));
                assert_eq!(memory.end(part, nothing), Ok(()));
            });
        }
    });
}

#[test]
fn the_first_of_a_phase_says_what_is_lost() {
    let (node, parts) = (node(3), one_works(3));
    let mut known = vec![Lost::default(); 3];
    let mut phase = |order: [usize; 3], found: &str, expected: &str| {
        for member in order {
            let is_first = member == order[0];
            known[member] = node[member].lost(&known[member], || {
                assert!(is_first, "the answer is there");
                Cpus::parse(found).unwrap()
            });
            assert_eq!(known[member].units.to_string(), expected, "member {member}");
        }
        for member in [1, 2, 0] {
            node[member].begin(7, &parts[member], nothing).unwrap();
        }
        for member in [0, 1, 2] {
            node[member].end(&parts[member], nothing).unwrap();
        }
    };
    phase([0, 1, 2], "", "");
    phase([1, 2, 0], "3,64-66,8191", "3,64-66,8191");
    phase([2, 0, 1], "3,64-66,8191", "3,64-66,8191");
    phase([2, 1, 0], "0", "0");
    // It may come back.
    phase([0, 2, 1], "", "");
    for round in 0..300 {
        let found = (round % 7 + 1).to_string();
        phase([round as usize % 3, (round as usize + 1) % 3, (round as usize + 2) % 3], &found, &found);
    }
}

#[test]
fn who_is_far_behind_keeps_what_it_knows() {
    let node = node(2);
    let all = PhasePart { until: vec![], ..PhasePart::default() };
    let mut known = Lost::default();
    for round in 1..200 {
        known = node[0].lost(&known, || Cpus::from(round..round + 1));
        node[0].begin(7, &all, nothing).unwrap();
        node[0].end(&all, nothing).unwrap();
    }
    let behind = node[1].lost(&Lost::default(), || unreachable!("others have been here"));
    assert_eq!(behind, Lost::default());
}

#[test]
fn who_is_waited_for_in_an_exchange_finds_out() {
    let (node, parts) = (node(3), one_works(3));
    let awaited = |member: usize, phases, barriers| node[member].is_awaited(phases, barriers);
    node[1].enter_exchange();
    // The others may still reach it.
    assert!(node[0].misses_exchange() && !awaited(0, 0, 0) && !awaited(2, 0, 0));
    assert!(awaited(0, 1, 0) && awaited(2, 0, 1) && !awaited(1, 1, 1));
    node[2].begin(7, &parts[2], nothing).unwrap();
    assert!(awaited(2, 0, 0) && !awaited(0, 0, 0));
    for member in [2, 0] {
        node[member].enter_exchange();
        assert!(!node[member].misses_exchange() && !awaited(member, 1, 1));
    }
    // A member that has continued together with this one waits for none.
    std::thread::scope(|scope| {
        for memory in &node {
            scope.spawn(|| memory.barrier(nothing).unwrap());
        }
    });
    node[0].enter_exchange();
    assert!(awaited(2, 1, 0) && !awaited(1, 0, 0));
}
