// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parts of the ranks of networks that are no tree and have no coordinates.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::sync::Arc;

use proptest::prelude::*;

use super::{EXCHANGES, PATIENCE, cases};
use hsplit_core::communicator::Communicator;
use hsplit_core::criteria::{Criteria, Criterion, Quantity};
use hsplit_core::hash::hash;
use hsplit_core::level::Level;
use hsplit_core::name::Name;
use hsplit_core::place::{Place, Step};
use hsplit_core::request::{Request, SplitSpec};
use hsplit_core::routers::{AtRouter, Routers};
use hsplit_testing::networks;
use hsplit_testing::simulated::run;
use hsplit_testing::view::{Verdict, look, within};

/// A network: the number of routers in a group, and the links.
#[derive(Clone, Debug)]
struct Network {
    group: u32,
    routers: u32,
    links: Vec<(u32, u32)>,
}

fn dragonfly(h: u32, groups: u32) -> Network {
    Network { group: 2 * h, routers: groups * 2 * h, links: networks::dragonfly(h, groups) }
}

fn torus(x: u32, y: u32) -> Network {
    let links = (0..x * y).flat_map(|at| [(at, (at + y) % (x * y)), (at, at / y * y + (at + 1) % y)]).collect();
    Network { group: 1, routers: x * y, links }
}

/// A tree of routers with additional links.
fn irregular(routers: u32, seed: u64) -> Network {
    let random =
        |what: &str, at: u32, below: u32| (hash(format!("{seed} {what} {at}").as_bytes()) % u64::from(below)) as u32;
    let tree = (1..routers).map(|router| (router, random("tree", router, router)));
    let more = (0..routers).map(|at| (at, random("more", at, routers)));
    Network { group: 1, routers, links: tree.chain(more).collect() }
}

/// The nodes of each part, which must not depend on the order of the ranks. All ranks must have the same result, with
/// both exchanges. `nodes` contains the node of each rank, and its router.
fn parts(network: &Network, nodes: &[(u64, u32)], number: u32) -> BTreeSet<BTreeSet<u64>> {
    parts_by(Criterion::All, network, nodes, number)
}

/// The same with only the levels of a criterion.
fn parts_by(criterion: Criterion, network: &Network, nodes: &[(u64, u32)], number: u32) -> BTreeSet<BTreeSet<u64>> {
    let quantity = Quantity { parts: NonZeroU32::new(number), ..Quantity::default() };
    let criteria = Criteria { criterion, quantity };
    let (own, group) = (nodes.to_vec(), network.group);
    let routers = Arc::new(Routers::new(network.routers, network.links.clone()));
    let levels = ["Net_group", "Net_level1", "Machine"].map(|name| Arc::new(Level::new(&[Name::new(name)])));
    let all = within(PATIENCE, move || {
        run(own.len(), |comm| {
            let (node, router) = own[comm.rank() as usize];
            let path = [u64::from(router / group), u64::from(router), node + 1000];
            let steps = levels.iter().zip(path).map(|(level, instance)| Step::new(level.clone(), instance));
            let at = AtRouter { network: routers.clone(), router };
            let place = Place::new(steps.collect()).at_router(Some(at));
            let request = Request::unguided(1, 0, place).by(criteria).with_roots();
            EXCHANGES.map(|exchange| match look(&comm, comm.rank(), &request, exchange) {
                (Verdict::Ours(seen), Some((_, depth))) => (seen.newcomm.expect("a part").members, depth),
                (other, _) => panic!("{other:?}"),
            })
        })
        .0
    });
    let mut found = BTreeSet::new();
    let path = |rank: &u32| {
        let (node, router) = nodes[*rank as usize];
        [u64::from(router / network.group), u64::from(router), node]
    };
    for [gathered, reduced] in all {
        assert_eq!(gathered, reduced);
        let (gathered, depth) = gathered;
        let first = path(&gathered[0]);
        let is_in = |rank: &u32, depth: usize| path(rank)[..depth] == first[..depth];
        let is_kept = |depth: &usize| criterion == Criterion::All || *depth < 1 || *depth == 3;
        let around = (0..=3).filter(is_kept).rfind(|depth| gathered.iter().all(|rank| is_in(rank, *depth)));
        // An instance of a wider level may have the same nodes.
        let inside = (0..nodes.len() as u32).filter(|rank| is_in(rank, depth)).count();
        assert!(around == Some(depth) || inside == gathered.len(), "{gathered:?}: {around:?} and {depth}");
        found.insert(gathered.iter().map(|&rank| nodes[rank as usize].0).collect());
    }
    found
}

/// The number of pieces of the parts, connected by links between routers of one part, and the links between parts. A
/// router whose nodes are in several parts connects each of them.
fn pieces_and_cut(network: &Network, nodes: &[(u64, u32)], parts: &BTreeSet<BTreeSet<u64>>) -> (usize, usize) {
    let router: BTreeMap<u64, u32> = nodes.iter().copied().collect();
    let of = |part: &BTreeSet<u64>| part.iter().map(|node| router[node]).collect::<BTreeSet<u32>>();
    let parts: Vec<BTreeSet<u32>> = parts.iter().map(of).collect();
    let pieces = |part: &BTreeSet<u32>| {
        let mut left = part.clone();
        let mut pieces = 0;
        while let Some(first) = left.pop_first() {
            pieces += 1;
            let mut open = vec![first];
            while let Some(at) = open.pop() {
                for &(a, b) in &network.links {
                    let other = if a == at {
                        b
                    } else if b == at {
                        a
                    } else {
                        continue;
                    };
                    if left.remove(&other) {
                        open.push(other);
                    }
                }
            }
        }
        pieces
    };
    let links: BTreeSet<(u32, u32)> =
        network.links.iter().map(|&(a, b)| (a.min(b), a.max(b))).filter(|(a, b)| a != b).collect();
    let is_cut = |&&(a, b): &&(u32, u32)| !parts.iter().any(|part| part.contains(&a) && part.contains(&b));
    (parts.iter().map(pieces).sum(), links.iter().filter(is_cut).count())
}

fn shuffled(nodes: &[(u64, u32)], seed: u64) -> Vec<(u64, u32)> {
    let mut nodes = nodes.to_vec();
    nodes.sort_by_key(|(node, _)| hash(format!("{seed} {node}").as_bytes()));
    nodes
}

/// One node on each router.
fn one_each(network: &Network) -> Vec<(u64, u32)> {
    (0..network.routers).map(|router| (u64::from(router), router)).collect()
}

#[test]
fn parts_of_a_torus_without_coordinates_and_of_a_dragonfly() {
    for (network, number, most_cut) in
        [(torus(4, 4), 4, 16), (torus(4, 4), 2, 8), (dragonfly(2, 9), 4, 32), (dragonfly(2, 9), 3, 27)]
    {
        let nodes = one_each(&network);
        let found = parts(&network, &nodes, number);
        assert_eq!(found, parts(&network, &shuffled(&nodes, 1), number));
        let sizes: BTreeSet<usize> = found.iter().map(BTreeSet::len).collect();
        assert_eq!((found.len(), sizes.len()), (number as usize, 1), "{network:?}: {found:?}");
        // Also if no switch is a level, and by ranks if no node is one.
        assert_eq!(found, parts_by(Criterion::Node, &network, &nodes, number));
        assert_eq!(found, parts_by(Criterion::Memory, &network, &nodes, number));
        let (pieces, cut) = pieces_and_cut(&network, &nodes, &found);
        assert_eq!(pieces, number as usize, "{network:?}: {found:?}");
        assert!(cut <= most_cut, "{network:?}: {cut} links are cut, {found:?}");
    }
}

/// A rank that gets no part may be on a node that the network does not have.
#[test]
fn limits_of_parts_with_a_rank_that_gets_none() {
    let network = Arc::new(Routers::new(3, vec![(0, 1), (1, 2)]));
    let quantity = Quantity { parts: NonZeroU32::new(2), at_most: NonZeroU32::new(2), ..Quantity::default() };
    // Two ranks on the node of the last router: by the order of the ranks, three would be in one part.
    let routers = [Some(0), None, Some(2), Some(2), Some(1), None];
    let outcomes = within(PATIENCE, move || {
        run(routers.len(), |comm| {
            let rank = comm.rank();
            let step = Step::new(Arc::new(Level::new(&[Name::new("Machine")])), [0, 9, 1, 1, 2, 9][rank as usize]);
            let at = routers[rank as usize].map(|router| AtRouter { network: network.clone(), router });
            let place = Place::new(vec![step]).at_router(at.clone());
            let request = match at {
                None => Request { place, ..Request::new(SplitSpec::UNDEFINED) },
                Some(_) => Request::unguided(1, 0, place).by(Criteria { criterion: Criterion::All, quantity }),
            };
            EXCHANGES.map(|exchange| look(&comm, rank, &request, exchange).0)
        })
        .0
    });
    for (rank, [gathered, reduced]) in outcomes.into_iter().enumerate() {
        assert_eq!(gathered, reduced, "rank {rank}");
        let Verdict::Ours(seen) = gathered else { panic!("{gathered:?}") };
        let expected = [Some(vec![0, 4]), None, Some(vec![2, 3])];
        assert_eq!(seen.newcomm.map(|new| new.members), expected[[0, 1, 2, 2, 0, 1][rank]].clone());
    }
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn parts_are_equal_whatever_the_order_of_the_ranks(
        routers in 4_u32..24,
        on_each in 1_u64..4,
        number in 2_u32..8,
        seed in any::<u64>(),
        is_dragonfly in any::<bool>(),
    ) {
        let network = if is_dragonfly { dragonfly(2, 9) } else { irregular(routers, seed) };
        let nodes_of = |router: u32| (0..on_each).map(move |node| (u64::from(router) * 4 + node, router));
        let nodes: Vec<(u64, u32)> = (0..network.routers).flat_map(nodes_of).collect();
        prop_assume!(nodes.len() >= 3 * number as usize);
        let found = parts(&network, &nodes, number);
        prop_assert_eq!(&found, &parts(&network, &shuffled(&nodes, seed), number));
        prop_assert_eq!(found.len(), number as usize);
        prop_assert_eq!(found.iter().map(BTreeSet::len).sum::<usize>(), nodes.len());
        let (least, most) = (nodes.len() / number as usize, nodes.len().div_ceil(number as usize));
        prop_assert!(found.iter().all(|part| (least..=most).contains(&part.len())), "{:?}", found);
        let (pieces, _) = pieces_and_cut(&network, &nodes, &found);
        prop_assert!(!is_dragonfly || pieces == number as usize, "{} pieces: {:?}", pieces, found);
    }
}
