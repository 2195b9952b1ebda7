// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree of places, compared with the results of real splits.

use hsplit_core::communicator::Communicator as _;
use hsplit_core::emulation::{Description, ProcessPlacement};
use hsplit_core::hierarchy::Hierarchy;
use hsplit_core::place::Place;
use hsplit_core::request::Request;
use hsplit_core::split::{Exchange, Outcome, split};
use hsplit_host::source::topology::load_emulated;
use hsplit_testing::simulated::{self, Owned, Simulated};

/// One communicator on one rank: its world ranks, level, index among its siblings, number of siblings.
type Seen = (Vec<u32>, String, u32, u32);

fn places(description: &str, binding: &str, ranks: u64) -> Vec<Place> {
    let system = load_emulated(&Description::parse(description).unwrap()).unwrap();
    let slots = ProcessPlacement::read(binding).unwrap().prepare(&system, ranks).unwrap();
    (0..ranks).map(|rank| system.place(&slots.slot(&system, rank))).collect()
}

/// The communicators of real splits, for each rank from the widest to the narrowest.
fn really_split(places: &[Place], exchange: Exchange) -> Vec<Vec<Seen>> {
    let body = |world: Simulated| {
        let own = world.rank();
        let mut comm: Option<Owned> = None;
        let mut seen = vec![];
        loop {
            let request = Request::unguided(1, 0, places[own as usize].clone());
            let Ok(Outcome::Split(outcome)) = split(comm.as_deref().unwrap_or(&world), &request, exchange) else {
                panic!("a split of ours")
            };
            let Some(member) = outcome.member else { return seen };
            let world_ranks = member.comm.exchange(own).iter().map(|rank| **rank).collect();
            let name = places[own as usize].name_at(member.depth).unwrap().to_string();
            seen.push((world_ranks, name, member.index, member.siblings));
            comm = Some(member.comm);
        }
    };
    simulated::run(places.len(), body).0
}

/// The same from the tree.
fn predicted(hierarchy: &Hierarchy, rank: u32) -> Vec<Seen> {
    let mut seen = vec![];
    let mut at = hierarchy.world();
    while let Some(child) =
        at.children.clone().map(|n| hierarchy.get(n)).find(|child| child.members.iter().any(|m| m == rank))
    {
        seen.push((child.members.iter().collect(), child.name().to_owned(), child.index, child.siblings));
        at = child;
    }
    assert!(at.stopped.iter().any(|stopped| stopped == rank), "rank {rank} stops where it gets nothing more");
    seen
}

fn assert_agrees(places: &[Place]) {
    let hierarchy = Hierarchy::of_places(places);
    for exchange in [Exchange::Gathered, Exchange::Reduced] {
        for (rank, seen) in (0u32..).zip(really_split(places, exchange)) {
            assert_eq!(predicted(&hierarchy, rank), seen, "rank {rank}, {exchange:?}");
        }
    }
}

const NODE: &str = "package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1";

/// RR-9077 §5.2: ranks 0 and 1 on cores, 2 and 3 on an L2, 4 to 7 on a NUMA node.
fn uneven() -> Vec<Place> {
    let system = load_emulated(&Description::parse(NODE).unwrap()).unwrap();
    let runs = [0..1, 1..2, 2..4, 2..4, 4..8, 4..8, 4..8, 4..8];
    runs.into_iter().map(|run| system.place(&hsplit_core::emulation::Slot { node: 0, run })).collect()
}

#[test]
fn it_agrees_with_the_split() {
    assert_agrees(&places(&format!("node:4 {NODE}"), "core", 32));
    assert_agrees(&uneven());
    for (description, binding, ranks) in [
        ("island:2 leaf:2 node:2 core:4 pu:1", "core", 32),
        ("island:2 leaf:2 node:2 core:4 pu:1", "core,round-robin", 27),
        ("leaf:2 node:3 package:2 core:4 pu:1 | node:1 core:8 pu:2", "core", 64),
        ("leaf:2 node:3 package:2 core:4 pu:1 | node:1 core:8 pu:2", "pu,round-robin,ppn=3", 40),
        ("node:3 package:2 l3:2 core:2 pu:2", "package", 24),
        ("node:2 core:4 pu:1", "none", 8),
        ("core:4 pu:1", "core", 1),
    ] {
        assert_agrees(&places(description, binding, ranks));
    }
    assert_agrees(&[Place::default(), Place::default()]);
}

#[test]
fn bindings_that_stop_early_are_kept() {
    let hierarchy = Hierarchy::of_places(&uneven());
    let lines: Vec<String> =
        hierarchy.communicators().iter().map(|c| format!("{} {} stop {}", c.name(), c.members, c.stopped)).collect();
    assert_eq!(
        lines,
        [
            "MPI_COMM_WORLD 0-7 stop ",
            "L3Cache 0-3 stop ",
            "L3Cache 4-7 stop 4-7",
            "L1dCache 0-1 stop ",
            "L1dCache 2-3 stop 2-3",
            "Core 0 stop 0",
            "Core 1 stop 1"
        ]
    );
    assert_eq!(hierarchy.depth(), 3);
    assert_eq!(hierarchy.world().within.map(|name| name.as_str()), Some("Machine"));
}

#[test]
fn nobody_is_nothing() {
    assert_eq!(Hierarchy::of_places(&[]).communicators().len(), 1);
}
