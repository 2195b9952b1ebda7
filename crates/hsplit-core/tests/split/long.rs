// SPDX-License-Identifier: MIT OR Apache-2.0
//! Paths longer than the window of a record, and instances with equal native colours.
//!
//! The library has no limit for the depth of a hierarchy (RR-9077 §3.4), so a hundred levels, or identities of 64 bits
//! at every level, must give the same results as short paths.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use proptest::prelude::*;

use super::{EXCHANGES, PATIENCE, cases};
use hsplit_core::communicator::Communicator;
use hsplit_core::hash::hash;
use hsplit_core::level::Level;
use hsplit_core::place::{Place, Step};
use hsplit_core::request::{Request, SplitSpec};
use hsplit_core::split::Exchange;
use hsplit_core::split::colour;
use hsplit_testing::random_machine::Tape;
use hsplit_testing::simulated::run;
use hsplit_testing::view::{New, Seen, Verdict, descend, look, within};

/// Instances whose LEB128 forms end at, just before and just after a byte.
const INSTANCES: [u64; 8] = [0, 1, 127, 128, 16383, 16384, 1 << 35, u64::MAX];

pub fn place(instances: &[u64]) -> Place {
    let step = |(depth, &instance): (usize, &u64)| Step::new(Arc::new(Level::network(depth, &[])), instance);
    Place::new(instances.iter().enumerate().map(step).collect())
}

/// Paths with common prefixes of different lengths, which then differ or end.
fn family(tape: &mut Tape<'_>) -> Vec<Vec<u64>> {
    let depth = if tape.one_in(2) { 100 } else { 12 } + tape.below(20) as usize;
    let wide = tape.one_in(2);
    let instance =
        |tape: &mut Tape<'_>| if wide { INSTANCES[tape.below(8) as usize] } else { u64::from(tape.below(2)) };
    let mut all: Vec<Vec<u64>> = vec![(0..depth).map(|_| instance(tape)).collect()];
    for _ in 0..tape.below(24) {
        let mut path = all[tape.below(all.len() as u32) as usize].clone();
        let keep = tape.below(250) as usize % (path.len() + 1);
        path.truncate(if tape.one_in(3) { path.len() } else { keep });
        path.extend((0..tape.below(60) as usize).map(|_| instance(tape)));
        all.push(path);
    }
    all
}

/// The ranks that are together after each step: the members of each rank's new communicator, in rank order.
fn together(paths: &[Vec<u64>]) -> Vec<Vec<Option<Vec<u32>>>> {
    let mut views = vec![vec![]; paths.len()];
    let mut parents: Vec<Vec<usize>> = vec![(0..paths.len()).collect()];
    while let Some(members) = parents.pop() {
        let first = &paths[members[0]];
        let common =
            members.iter().map(|&m| first.iter().zip(&paths[m]).take_while(|(a, b)| a == b).count()).min().unwrap_or(0);
        let mut groups: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for &member in &members {
            match paths[member].get(common) {
                Some(&instance) => groups.entry(instance).or_default().push(member),
                None => views[member].push(None),
            }
        }
        for group in groups.into_values() {
            let ranks: Vec<u32> = group.iter().map(|&member| member as u32).collect();
            group.iter().for_each(|&member| views[member].push(Some(ranks.clone())));
            parents.push(group);
        }
    }
    views
}

fn members(seen: &Seen) -> Option<Vec<u32>> {
    seen.newcomm.as_ref().map(|new| new.members.clone())
}

type Both = [Vec<Seen>; 2];

/// Every rank's steps by both exchanges, then its view of a guided split at `name` by both.
fn split_all(paths: Vec<Vec<u64>>, name: String) -> Vec<(Both, [Verdict; 2])> {
    within(PATIENCE, move || {
        run(paths.len(), |comm| {
            let place = place(&paths[comm.rank() as usize]);
            let steps = EXCHANGES
                .map(|exchange| descend(&comm, exchange, |_| Request::unguided(1, 0, place.clone()).with_roots()));
            (
                steps,
                EXCHANGES
                    .map(|exchange| look(&comm, comm.rank(), &Request::guided(1, 0, place.clone(), &name), exchange).0),
            )
        })
        .0
    })
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn depth_makes_no_difference(tape in prop::collection::vec(any::<u8>(), 0..2500), at in 0usize..120) {
        let paths = family(&mut Tape(&tape));
        let expected = together(&paths);
        let all = split_all(paths.clone(), format!("Net_level{at}"));
        for (rank, ([gathered, reduced], [guided, guided_reduced])) in all.iter().enumerate() {
            prop_assert_eq!(gathered, reduced, "rank {}", rank);
            prop_assert_eq!(&gathered.iter().map(members).collect::<Vec<_>>(), &expected[rank], "rank {}", rank);
            prop_assert_eq!(guided, guided_reduced, "rank {}", rank);
            let Verdict::Ours(seen) = guided else { panic!("{guided:?}") };
            let inside = |other: &Vec<u64>| paths[rank].len() > at && other.get(..=at) == Some(&paths[rank][..=at]);
            let others: Vec<u32> = (0..).zip(&paths).filter(|(_, path)| inside(path)).map(|(rank, _)| rank).collect();
            prop_assert_eq!(members(seen).unwrap_or_default(), others, "rank {}", rank);
        }
    }
}

proptest! {
    #![proptest_config(cases(64))]

    /// The known prefix of a communicator, whether still valid or not, changes only the number of messages.
    #[test]
    fn what_is_known_makes_no_difference(
        tape in prop::collection::vec(any::<u8>(), 0..2500),
        depth in 0usize..20,
        at in 0usize..24,
    ) {
        let paths = family(&mut Tape(&tape));
        let known: Arc<[u8]> = place(&paths[0]).shared_path(depth.min(paths[0].len())).into();
        let views = within(PATIENCE, move || {
            run(paths.len(), |comm| {
                let place = place(&paths[comm.rank() as usize]);
                // A process set is not part of the hierarchy: its path is unrelated to the known prefix.
                let is_inside = comm.rank() % 5 != 0;
                let set = Request::process_set(1, 0, "a", is_inside.then_some(comm.rank() % 2));
                let undefined = |request: &Request| {
                    let leaves_out = (comm.rank() as usize + at) % 3 == 0;
                    if leaves_out { Request::new(SplitSpec::UNDEFINED) } else { request.clone() }
                };
                let unguided = Request::unguided(1, 0, place.clone());
                let guided = Request::guided(1, 0, place.clone(), &format!("Net_level{at}"));
                let requests =
                    [undefined(&unguided), undefined(&guided), undefined(&set), set, unguided.with_roots(), guided];
                let ask = |request: &Request, exchange, known: &Arc<[u8]>| {
                    look(&comm, comm.rank(), &request.clone().beyond(known.clone()), exchange).0
                };
                requests.map(|request| {
                    EXCHANGES.map(|by| [ask(&request, by, &known), ask(&request, by, &Arc::default())])
                })
            })
            .0
        });
        for (rank, view) in views.iter().enumerate() {
            for [gathered, reduced] in view {
                prop_assert_eq!(&gathered[0], &gathered[1], "rank {}, gathered", rank);
                prop_assert_eq!(&reduced[0], &reduced[1], "rank {}, reduced", rank);
                prop_assert_eq!(&gathered[0], &reduced[0], "rank {}", rank);
            }
        }
    }
}

/// A level that is wider than the known prefix of a communicator is found, with its own name.
#[test]
fn a_level_above_what_is_known_has_its_own_name() {
    let path = |rank: u32| [&[1; 10][..], &[u64::from(rank % 2), u64::from(rank / 2)]].concat();
    let views = within(PATIENCE, move || {
        run(4, |comm| {
            let place = place(&path(comm.rank()));
            let known: Arc<[u8]> = place.shared_path(10).into();
            let request = |name: &str| Request::guided(1, 0, place.clone(), name).beyond(known.clone());
            ["Net_level6", "Net_level9", "Net_level10"]
                .map(|name| EXCHANGES.map(|exchange| look(&comm, comm.rank(), &request(name), exchange).0))
        })
        .0
    });
    let new = |name: &str, members: &[u32], siblings, index| {
        let newcomm = Some(New { members: members.to_vec(), siblings, index, name: name.to_owned() });
        [(); 2].map(|()| Verdict::Ours(Seen { newcomm: newcomm.clone(), roots: None }))
    };
    for (rank, view) in (0..).zip(&views) {
        let parted = new("Net_level10", &[rank % 2, rank % 2 + 2], 2, rank % 2);
        assert_eq!(
            *view,
            [new("Net_level6", &[0, 1, 2, 3], 1, 0), new("Net_level9", &[0, 1, 2, 3], 1, 0), parted],
            "rank {rank}"
        );
    }
}

/// Paths of windows that are exactly full, one byte short, one byte over: in one step and in many.
#[test]
fn the_edge_of_the_window() {
    for length in [15, 16, 17, 31, 32, 33] {
        let base = vec![0; length];
        let parted = |at: usize| base.iter().enumerate().map(|(i, _)| u64::from(i == at)).collect::<Vec<u64>>();
        let longer = [base.clone(), vec![5]].concat();
        let wide = [base[..length.saturating_sub(3)].to_vec(), vec![u64::MAX, 1]].concat();
        let paths = vec![base.clone(), base.clone(), parted(length - 1), parted(14), longer, wide, vec![]];
        let expected = together(&paths);
        for (rank, ([gathered, reduced], _)) in split_all(paths, "core".into()).iter().enumerate() {
            assert_eq!(gathered, reduced, "{length} bytes, rank {rank}");
            assert_eq!(gathered.iter().map(members).collect::<Vec<_>>(), expected[rank], "{length} bytes, rank {rank}");
        }
    }
}

/// Pairs of node identities whose paths have the same first colour, found by a birthday search.
pub fn colliding(pairs: usize) -> Vec<(u64, u64)> {
    let mut seen: HashMap<u32, u64> = HashMap::new();
    let mut found = vec![];
    let mut identity = 0x9e37_79b9_7f4a_7c15_u64;
    while found.len() < pairs {
        identity = identity.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let path = place(&[identity]).path().to_vec();
        if let Some(other) = seen.insert(colour(hash(&path), 0), identity) {
            found.push((other, identity));
        }
    }
    found
}

#[test]
fn instances_of_one_colour_part() {
    let pairs = colliding(2);
    let identities = [pairs[0].0, pairs[0].1, pairs[1].0, 7, pairs[1].1];
    let paths: Vec<Vec<u64>> = (0..20).map(|rank| vec![identities[rank % 5], rank as u64 / 10]).collect();
    let keys = |rank: u32| (rank as i32 * 7) % 5;
    let ask = move |place: &Place, rank: u32| Request::unguided(1, keys(rank), place.clone()).with_roots();
    let (views, calls) = within(PATIENCE, move || {
        run(paths.len(), |comm| {
            let rank = comm.rank();
            let place = place(&paths[rank as usize]);
            (
                descend(&comm, Exchange::Gathered, |_| ask(&place, rank)),
                descend(&comm, Exchange::Reduced, |_| ask(&place, rank)),
            )
        })
    });
    for (rank, (gathered, reduced)) in views.iter().enumerate() {
        assert_eq!(gathered, reduced, "rank {rank}");
        assert_eq!(gathered[0].newcomm.as_ref().map(|new| new.members.len()), Some(4), "rank {rank}");
    }
    // A rank whose colour others shared needed one split more than a rank whose colour was unique.
    assert_eq!(calls[0].split, calls[3].split + 1);
}

/// The colours of three rounds distinguish any two different identities.
#[test]
fn three_rounds_of_colours_use_every_bit() {
    for bit in 0..64 {
        let identity = 0x0123_4567_89ab_cdef_u64;
        let other = identity ^ 1 << bit;
        assert!((0..3).any(|round| colour(identity, round) != colour(other, round)), "bit {bit}");
    }
}
