// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parts of the ranks of a torus.

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
use hsplit_core::network::NetworkPosition;
use hsplit_core::place::{Place, Step};
use hsplit_core::request::{Request, SplitSpec};
use hsplit_testing::simulated::run;
use hsplit_testing::view::{Seen, Verdict, look, within};

/// The place of each rank: the number of its node, and the node's position; `None` if it takes no part.
type Places = Vec<Option<(u64, Option<u64>)>>;

/// The result of a split into parts on each rank, by each exchange.
fn seen(dims: &[u64], places: &Places, parts: u32) -> Vec<[Seen; 2]> {
    let (dims, places): (Arc<[u64]>, Places) = (dims.into(), places.clone());
    let criteria = Criteria {
        criterion: Criterion::All,
        quantity: Quantity { parts: NonZeroU32::new(parts), ..Quantity::default() },
    };
    let machine = Arc::new(Level::new(&[Name::new("Machine")]));
    within(PATIENCE, move || {
        run(places.len(), |comm| {
            let request = match places[comm.rank() as usize] {
                None => Request::new(SplitSpec::UNDEFINED),
                Some((node, at)) => {
                    let at = at.map(|position| NetworkPosition { dims: dims.clone(), position, is_torus: true });
                    let place = Place::new(vec![Step::new(machine.clone(), node)]).at(at);
                    Request::unguided(1, 0, place).by(criteria).with_roots()
                }
            };
            EXCHANGES.map(|exchange| match look(&comm, comm.rank(), &request, exchange).0 {
                Verdict::Ours(seen) => seen,
                other => panic!("{other:?}"),
            })
        })
        .0
    })
}

/// The nodes of each part, which must not depend on the ranks; all ranks of a part have the same result, by both
/// exchanges.
fn parts(dims: &[u64], places: &Places, number: u32) -> BTreeSet<BTreeSet<u64>> {
    let mut parts = BTreeSet::new();
    let mut members: Vec<u32> = vec![];
    for (rank, [gathered, reduced]) in (0..).zip(seen(dims, places, number)) {
        assert_eq!(gathered, reduced, "rank {rank}");
        let Some(new) = gathered.newcomm else { continue };
        assert!(new.members.contains(&rank) && new.siblings == number, "{new:?}");
        if new.members[0] == rank {
            members.extend(&new.members);
            let node = |rank: &u32| places[*rank as usize].expect("a rank that takes part").0;
            parts.insert(new.members.iter().map(node).collect());
        }
    }
    members.sort_unstable();
    let taking_part: Vec<u32> = (0..).zip(places).filter(|(_, place)| place.is_some()).map(|(rank, _)| rank).collect();
    assert_eq!(members, taking_part, "parts are disjoint, and cover all ranks");
    parts
}

fn shuffled(places: &Places, seed: u64) -> Places {
    let mut numbered: Vec<(usize, _)> = places.iter().copied().enumerate().collect();
    numbered.sort_by_key(|(at, _)| hash(format!("{seed} {at}").as_bytes()));
    numbered.into_iter().map(|(_, place)| place).collect()
}

#[test]
fn four_parts_of_a_square_are_squares_in_any_order() {
    // Two ranks per node; the numbers of hosts are in another order.
    let places: Places = (0..32).map(|rank| Some((rank / 2 * 7 % 16, Some(rank / 2)))).collect();
    let block = |x: u64, y: u64| [0, 1, 4, 5].iter().map(|at| (x * 8 + y * 2 + at) * 7 % 16).collect::<BTreeSet<u64>>();
    let expected = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(x, y)| block(x, y));
    for seed in 0..5 {
        assert_eq!(parts(&[4, 4], &shuffled(&places, seed), 4), expected.clone().into(), "{seed}");
    }
    // A node with an unknown place: parts are cut by rank order.
    let mut unknown = places.clone();
    unknown[0] = Some((0, None));
    unknown[1] = unknown[0];
    let node = |rank: u64| rank / 2 * 7 % 16;
    let in_order: BTreeSet<BTreeSet<u64>> = (0..4).map(|part| (part * 8..part * 8 + 8).map(node).collect()).collect();
    assert_eq!(parts(&[4, 4], &unknown, 4), in_order);
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn parts_do_not_depend_on_the_order_of_the_ranks(
        dims in prop::collection::vec(1_u64..5, 1..4),
        used in any::<u64>(),
        number in 2_u32..7,
        seed in any::<u64>(),
    ) {
        // Some nodes have one rank, some two, some a rank that takes no part; some are not used.
        let mut places: Places = vec![];
        for position in 0..dims.iter().product() {
            match hash(format!("{used} {position}").as_bytes()) % 5 {
                0 => {}
                1 => places.extend([Some((position, Some(position))), None]),
                2 => places.extend([Some((position, Some(position))); 2]),
                _ => places.push(Some((position, Some(position)))),
            }
        }
        let ranks: BTreeMap<u64, usize> = places.iter().flatten().fold(BTreeMap::new(), |mut ranks, (node, _)| {
            *ranks.entry(*node).or_default() += 1;
            ranks
        });
        prop_assume!(ranks.len() > number as usize);
        let found = parts(&dims, &places, number);
        prop_assert_eq!(&found, &parts(&dims, &shuffled(&places, seed), number));
        prop_assert_eq!(found.len(), number as usize);
        let sizes: Vec<usize> = found.iter().map(|nodes| nodes.iter().map(|node| ranks[node]).sum()).collect();
        // No node is cut, and no node has more than two ranks.
        let most = ranks.values().sum::<usize>().div_ceil(number as usize) + 1;
        prop_assert!(sizes.iter().all(|&size| size <= most), "{:?}", sizes);
    }
}
