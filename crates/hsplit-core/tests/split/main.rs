// SPDX-License-Identifier: MIT OR Apache-2.0
//! Properties of every split, over random emulations, bindings, keys and ranks that pass `MPI_UNDEFINED`.
//!
//! Every case runs on simulated ranks, with both exchanges, under a watchdog: a rank that never returns is a failure.
//! The results are compared with sets of processing units (`world`), and with the laws of RR-9077 §3.2.

use proptest::prelude::*;

use hsplit_core::communicator::Communicator;
use hsplit_core::request::{Request, SplitSpec};
use hsplit_core::split::Exchange;
use hsplit_testing::random_machine::Tape;
use hsplit_testing::simulated::{Simulated, run};
use hsplit_testing::view::{Seen, Verdict, descend, look, within};

mod cost;
mod criteria;
mod disagreement;
mod failing;
mod long;
mod routers;
mod torus;
mod worked_examples;

use hsplit_testing::world::{Rank, World, expected_descent, expected_guided};

const EXCHANGES: [Exchange; 2] = [Exchange::Gathered, Exchange::Reduced];
/// The timeout in seconds. No case takes a second; a loaded computer may take several.
const PATIENCE: u64 = 60;

/// The number of cases, unless `PROPTEST_CASES` is set. If cases hang, shrinking ends after two or three of them.
fn cases(count: u32) -> ProptestConfig {
    let set = std::env::var_os("PROPTEST_CASES").is_some();
    let cases = if set { ProptestConfig::default().cases } else { count };
    ProptestConfig { cases, max_shrink_iters: 300, max_shrink_time: 30_000, ..ProptestConfig::default() }
}

fn world() -> impl Strategy<Value = World> {
    prop::collection::vec(any::<u8>(), 0..700).prop_map(|tape| World::draw(&mut Tape(&tape)))
}

fn next_level(rank: &Rank, step: usize) -> Request {
    if rank.is_undefined(step) {
        return Request { key: rank.key(step), ..Request::new(SplitSpec::UNDEFINED) };
    }
    Request::unguided(1, rank.key(step), rank.place.clone()).with_roots()
}

fn at(rank: &Rank, name: &str) -> Request {
    if rank.is_undefined(0) {
        return Request { key: rank.key(0), ..Request::new(SplitSpec::UNDEFINED) };
    }
    Request::guided(2, rank.key(0), rank.place.clone(), name)
}

/// The results of each kind of split on one rank.
struct Views {
    unguided: Vec<Vec<Seen>>,
    guided: Vec<Vec<Verdict>>,
}

fn views(world: &World) -> Vec<Views> {
    let world = world.clone();
    within(PATIENCE, move || {
        let body = |comm: Simulated| {
            let rank = &world.ranks[comm.rank() as usize];
            let unguided = EXCHANGES.map(|exchange| descend(&comm, exchange, |step| next_level(rank, step))).to_vec();
            let guided = |exchange| {
                world.names.iter().map(|name| look(&comm, comm.rank(), &at(rank, name), exchange).0).collect()
            };
            Views { unguided, guided: EXCHANGES.map(guided).to_vec() }
        };
        run(world.ranks.len(), body).0
    })
}

/// Checks the laws of RR-9077 §3.2 on the results of one step on the ranks of one communicator.
fn lawful(parent: &[u32], seen: impl Fn(u32) -> Seen) -> Result<(), TestCaseError> {
    let views: Vec<(u32, Seen)> = parent.iter().map(|&rank| (rank, seen(rank))).collect();
    let roots: Vec<u32> = views
        .iter()
        .filter(|(rank, seen)| seen.newcomm.as_ref().is_some_and(|new| new.members[0] == *rank))
        .map(|(rank, _)| *rank)
        .collect();
    for (rank, seen) in &views {
        prop_assert_eq!(seen.roots.is_some(), roots.contains(rank), "roots alone get rootscomm");
        prop_assert!(
            seen.roots.iter().all(|all| *all == roots),
            "rootscomm is all roots of this call in their old order"
        );
        let Some(new) = &seen.newcomm else { continue };
        prop_assert!(new.members.len() < parent.len(), "a strict subset: MPI_UNEQUAL");
        prop_assert!(new.members.iter().all(|member| parent.contains(member)), "nested");
        prop_assert!(new.members.contains(rank));
        let alike =
            |member: &u32| views.iter().any(|(other, seen)| other == member && seen.newcomm.as_ref() == Some(new));
        prop_assert!(new.members.iter().all(alike), "disjoint: all members see the same");
        prop_assert_eq!(new.siblings as usize, roots.len());
        prop_assert_eq!(roots.get(new.index as usize), new.members.first(), "index: the rank of the root in rootscomm");
    }
    Ok(())
}

fn lawful_descent(steps: &[Vec<Seen>]) -> Result<(), TestCaseError> {
    let all: Vec<u32> = (0..steps.len() as u32).collect();
    lawful(&all, |rank| steps[rank as usize][0].clone())?;
    for (rank, views) in (0u32..).zip(steps) {
        for (step, pair) in views.windows(2).enumerate() {
            let Some(new) = pair[0].newcomm.as_ref().filter(|new| new.members[0] == rank) else { continue };
            lawful(&new.members, |member| steps[member as usize][step + 1].clone())?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(160))]

    #[test]
    fn ranks_meet_where_the_hardware_says(world in world()) {
        let views = views(&world);
        let descent = expected_descent(&world);
        for (number, exchange) in EXCHANGES.iter().enumerate() {
            let steps: Vec<Vec<Seen>> = views.iter().map(|views| views.unguided[number].clone()).collect();
            for (rank, (steps, expected)) in steps.iter().zip(&descent).enumerate() {
                prop_assert_eq!(steps, expected, "rank {}, {:?}", rank, exchange);
                prop_assert!(
                    steps.len() <= world.ranks[rank].place.steps().len() + 1,
                    "the depth of the place bounds the recursion"
                );
            }
            lawful_descent(&steps)?;
            for (which, name) in world.names.iter().enumerate() {
                for (rank, (views, expected)) in views.iter().zip(expected_guided(&world, name)).enumerate() {
                    prop_assert_eq!(
                        &views.guided[number][which],
                        &Verdict::Ours(expected),
                        "rank {}, {:?}, '{}'",
                        rank,
                        exchange,
                        name
                    );
                }
            }
        }
    }
}
