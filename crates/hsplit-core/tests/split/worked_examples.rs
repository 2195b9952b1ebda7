// SPDX-License-Identifier: MIT OR Apache-2.0
//! The worked examples of RR-9077 §5.1 and §5.2, rank for rank: members, roots, names, siblings, index at every step.
//!
//! Both run on the node of RR-9077, Figure 1: two NUMA nodes that are a package and an L3 each, two L2 with one L1 in
//! each L3, two cores in each L2. Both exchanges must give the results in the paper.

use hsplit_core::communicator::Communicator;
use hsplit_core::emulation::{Description, ProcessPlacement, Slot, System, location};
use hsplit_core::place::Place;
use hsplit_core::request::Request;
use hsplit_core::split::Exchange;
use hsplit_host::source::topology;
use hsplit_testing::simulated::run;
use hsplit_testing::view::{New, Seen, descend, within};

const NODE: &str = "package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1";

fn system(nodes: u32) -> System {
    let description = Description::read(&format!("node:{nodes} {NODE}")).expect("a description");
    topology::load_emulated(&description).expect("hwloc builds the node of the paper")
}

/// RR-9077 §5.1: 32 processes, process 8k + i on core i of node k.
pub fn simple_case() -> Vec<Place> {
    let system = system(4);
    let slots = ProcessPlacement::read("core,by-node")
        .and_then(|placement| placement.prepare(&system, 32))
        .expect("a placement");
    (0..32).map(|rank| system.place(&slots.slot(&system, rank))).collect()
}

/// RR-9077 §5.2: 0 and 1 on a core each, 2 and 3 on the second L2, 4 to 7 on the second NUMA node.
pub fn complicated_case() -> Vec<Place> {
    let system = system(1);
    let place =
        |words| system.place(&Slot { node: 0, run: location::parse(words, system.machine_of(0)).expect("a binding") });
    ["core:0", "core:1", "l2:1", "l2:1", "numanode:1", "numanode:1", "numanode:1", "numanode:1"].map(place).to_vec()
}

/// The results on every rank at every step; the key is the rank in the parent, as in the paper's loop.
fn steps(places: Vec<Place>, exchange: Exchange) -> Vec<Vec<Seen>> {
    within(60, move || {
        run(places.len(), |world| {
            let rank = world.rank() as usize;
            descend(&world, exchange, |_| Request::unguided(1, rank as i32, places[rank].clone()).with_roots())
        })
        .0
    })
}

pub fn new(members: impl IntoIterator<Item = u32>, siblings: u32, index: u32, name: &str) -> New {
    New { members: members.into_iter().collect(), siblings, index, name: name.to_owned() }
}

/// The result on a member of `newcomm`, whose root is in `roots`.
pub fn seen(rank: u32, newcomm: New, roots: &[u32]) -> Seen {
    let is_root = newcomm.members[0] == rank;
    Seen { newcomm: Some(newcomm), roots: is_root.then(|| roots.to_vec()) }
}

fn check(places: fn() -> Vec<Place>, expected: impl Fn(u32) -> Vec<Seen>) {
    for exchange in [Exchange::Gathered, Exchange::Reduced, Exchange::BySize] {
        for (rank, steps) in (0u32..).zip(steps(places(), exchange)) {
            assert_eq!(steps, expected(rank), "rank {rank}, {exchange:?}");
        }
    }
}

#[test]
fn a_simple_case() {
    check(simple_case, |rank| {
        let (node, l3, l1) = (8 * (rank / 8), 4 * (rank / 4), 2 * (rank / 2));
        vec![
            seen(rank, new(node..node + 8, 4, rank / 8, "Machine"), &[0, 8, 16, 24]),
            seen(rank, new(l3..l3 + 4, 2, rank / 4 % 2, "L3Cache"), &[node, node + 4]),
            seen(rank, new(l1..l1 + 2, 2, rank / 2 % 2, "L1dCache"), &[l3, l3 + 2]),
            seen(rank, new([rank], 2, rank % 2, "Core"), &[l1, l1 + 1]),
            Seen::default(),
        ]
    });
}

#[test]
fn a_more_complicated_case() {
    check(complicated_case, |rank| {
        let (l3, l1) = (4 * (rank / 4), 2 * (rank / 2));
        let first = seen(rank, new(l3..l3 + 4, 2, rank / 4, "L3Cache"), &[0, 4]);
        let second = || seen(rank, new(l1..l1 + 2, 2, rank / 2, "L1dCache"), &[0, 2]);
        let third = || seen(rank, new([rank], 2, rank, "Core"), &[0, 1]);
        match rank {
            0 | 1 => vec![first, second(), third(), Seen::default()],
            2 | 3 => vec![first, second(), Seen::default()],
            _ => vec![first, Seen::default()],
        }
    });
}

/// "The root of `rootscomm[k+1]` is also a member of `rootscomm[k]`."
#[test]
fn roots_are_members_of_the_roots_above() {
    for places in [simple_case, complicated_case] {
        let all = steps(places(), Exchange::Gathered);
        for (k, roots) in all
            .iter()
            .flat_map(|steps| steps.iter().enumerate().skip(1))
            .filter_map(|(k, seen)| Some((k, seen.roots.as_ref()?)))
        {
            let above = all[roots[0] as usize][k - 1].roots.as_ref();
            assert!(above.is_some_and(|above| above.contains(&roots[0])), "step {k}: {roots:?} below {above:?}");
        }
    }
}

/// RR-9077 §3.2.4: unbound processes share only the node.
#[test]
fn unbound_processes_stop_at_the_node() {
    let places = || {
        let system = system(2);
        (0..8).map(|rank| system.place(&Slot { node: rank / 4, run: 0..8 })).collect()
    };
    check(places, |rank| {
        let node = 4 * (rank / 4);
        vec![seen(rank, new(node..node + 4, 2, rank / 4, "Machine"), &[0, 4]), Seen::default()]
    });
}
