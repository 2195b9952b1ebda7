// SPDX-License-Identifier: MIT OR Apache-2.0
//! A split whose communication fails, at each of its calls, on one rank and on all: no communicator is left, every rank
//! returns an error, and no rank waits for another.

use std::sync::OnceLock;

use super::{EXCHANGES, PATIENCE};
use crate::criteria::read;
use crate::long::{colliding, place as network_place};
use hsplit_core::communicator::Communicator;
use hsplit_core::place::Place;
use hsplit_core::request::{Request, SplitSpec};
use hsplit_core::split::{Exchange, Outcome, SplitError, split, split_and_tell};
use hsplit_testing::simulated::{Calls, Failed, Fault, Simulated, run, run_failing};
use hsplit_testing::view::within;

const RANKS: u32 = 10;
/// The rank that passes `MPI_UNDEFINED`, helps to create communicators, and gets none.
const UNDEFINED: u32 = 7;

/// The inputs of failing splits: two switches with different identities and the same colour, with nodes below them;
/// paths longer than the window of a record.
#[derive(Clone, Copy, Debug)]
enum Case {
    Colliding,
    Long,
    Guided,
    Alone,
    /// A level that is selected by two numbers.
    ByRanks,
    /// Joined parts, and cut parts.
    Joined,
    Cut,
}

const CASES: [Case; 7] =
    [Case::Colliding, Case::Long, Case::Guided, Case::Alone, Case::ByRanks, Case::Joined, Case::Cut];

/// Two identities with the same colour.
fn identities() -> (u64, u64) {
    static FOUND: OnceLock<(u64, u64)> = OnceLock::new();
    *FOUND.get_or_init(|| colliding(1)[0])
}

fn place(case: Case, rank: u32, identities: (u64, u64)) -> Place {
    let identity = [identities.0, identities.1, 7][rank as usize % 3];
    match case {
        Case::Long => network_place(&[&[3; 40][..], &[u64::from(rank % 3), u64::from(rank)]].concat()),
        Case::Alone => network_place(&[u64::from(rank)]),
        _ => network_place(&[identity, u64::from(rank)]),
    }
}

fn request(case: Case, rank: u32, identities: (u64, u64), roots: bool) -> Request {
    let place = place(case, rank, identities);
    let request = match case {
        _ if rank == UNDEFINED => return Request::new(SplitSpec::UNDEFINED),
        Case::Guided => Request::guided(1, 0, place, "Net_level0"),
        Case::ByRanks => Request::unguided(1, 0, place).by(read("at_most=4 at_least=2")),
        Case::Joined => Request::unguided(1, 0, place).by(read("parts=2")),
        Case::Cut => Request::unguided(1, 0, place).by(read("parts=5 at_most=2")),
        _ => Request::unguided(1, 0, place),
    };
    Request { roots, ..request }
}

/// The result on a rank.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// This rank's own call failed, or a collective one in which another rank's call failed.
    Failed,
    Elsewhere,
    /// The number of communicators that it got.
    Success(u32),
}

fn end(comm: &Simulated, request: &Request, exchange: Exchange) -> (End, u32, bool) {
    let end = match split(comm, request, exchange) {
        Err(SplitError::Communication(Failed)) => End::Failed,
        Err(SplitError::Elsewhere) => End::Elsewhere,
        Ok(Outcome::Split(split)) => {
            let got = u32::from(split.member.is_some()) + u32::from(split.rootscomm.is_some());
            assert_eq!(comm.living(), got, "what is not given to the caller is given back");
            End::Success(got)
        }
        Err(error) => panic!("{error:?}"),
        Ok(Outcome::Native { .. }) => panic!("a split of ours"),
    };
    (end, comm.living(), comm.has_failed())
}

fn ends(case: Case, exchange: Exchange, roots: bool, fault: Fault) -> Vec<(End, u32, bool)> {
    let identities = identities();
    within(PATIENCE, move || {
        run_failing(RANKS as usize, fault, |comm| end(&comm, &request(case, comm.rank(), identities, roots), exchange))
    })
}

/// The number of calls of a rank without failures.
fn calls(case: Case, exchange: Exchange, roots: bool) -> Vec<Calls> {
    let identities = identities();
    within(PATIENCE, move || {
        run(RANKS as usize, |comm| {
            assert!(split(&comm, &request(case, comm.rank(), identities, roots), exchange).is_ok());
            assert_eq!(comm.living(), 0);
        })
        .1
    })
}

fn count(calls: &Calls) -> u32 {
    let Calls { allgather, merge_all, sum, sum_before, all_equal, what_first_says, create, create_alone, split } =
        calls;
    allgather + merge_all + sum + sum_before + all_equal + what_first_says + create + create_alone + split
}

fn check(case: Case, exchange: Exchange, roots: bool, calls: &[Calls]) {
    let most = calls.iter().map(count).max().unwrap_or(0);
    for after in 0..most {
        for rank in (0..RANKS).map(Some).chain([None]) {
            let failing =
                |number: u32| rank.is_none_or(|rank| rank == number) && after < count(&calls[number as usize]);
            if !(0..RANKS).any(failing) {
                continue;
            }
            let what = format!("{case:?}, {exchange:?}, roots: {roots}, call {after} of rank {rank:?}");
            let ends = ends(case, exchange, roots, Fault { after, rank });
            // A local call of a rank does not affect the others.
            let is_alone = |number: u32| calls[number as usize].create_alone > 0 && after + 1 == most;
            for (number, (end, left, has_failed)) in (0..).zip(&ends) {
                assert_eq!(*left, 0, "{what}: rank {number} keeps communicators");
                let goes_well = (0..RANKS).filter(|&other| failing(other)).all(is_alone) && !failing(number);
                match end {
                    End::Success(_) => assert!(goes_well, "{what}: rank {number} has no error"),
                    End::Elsewhere => assert!(!goes_well && !has_failed, "{what}: rank {number}"),
                    End::Failed => assert!(!goes_well, "{what}: rank {number}"),
                }
            }
        }
    }
}

#[test]
fn whatever_fails_every_rank_gets_an_error_and_nothing_is_left() {
    for case in CASES {
        for exchange in EXCHANGES {
            for roots in [false, true] {
                check(case, exchange, roots, &calls(case, exchange, roots));
            }
        }
    }
}

/// In `MPI_Finalize` all ranks gather the tree, also one whose communicator could not be created.
#[test]
fn a_rank_that_fails_after_the_exchange_knows_that_all_request_the_tree() {
    let identities = identities();
    for exchange in EXCHANGES {
        let told = within(PATIENCE, move || {
            run_failing(RANKS as usize, Fault { after: 1, rank: Some(1) }, |comm| {
                let request = Request { show: true, ..request(Case::Colliding, comm.rank(), identities, false) };
                let mut told = None;
                let split = split_and_tell(&comm, &request, exchange, |all| told = Some(all));
                (told, split.is_err())
            })
        });
        assert!(told.iter().all(|(told, _)| *told == Some(true)) && told[1].1, "{exchange:?}: {told:?}");
    }
}

/// The cases contain the calls that only some ranks make.
#[test]
fn the_cases_reach_every_call() {
    let of = |cases: &[Case]| -> Vec<Calls> {
        cases.iter().flat_map(|&case| EXCHANGES.iter().flat_map(move |&exchange| calls(case, exchange, true))).collect()
    };
    let all = of(&CASES);
    assert!(all.iter().any(|calls| calls.allgather == 2) && all.iter().any(|calls| calls.merge_all > 1));
    assert!(all.iter().any(|calls| calls.create == 2) && all.iter().any(|calls| calls.create_alone == 1));
    assert!(all.iter().any(|calls| calls.split == 3 && calls.all_equal == 2 && calls.what_first_says == 1));
    // The numbering calls both; the check of a level against a quantity calls only `sum`.
    let (plain, by_quantity) = CASES.split_at(4);
    assert!(of(plain).iter().all(|calls| calls.sum == calls.sum_before));
    assert!(of(by_quantity).iter().any(|calls| calls.sum != calls.sum_before));
}
