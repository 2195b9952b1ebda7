// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ranks with different or invalid requests: all return the same error, and no rank waits.

use proptest::prelude::*;

use super::criteria::criteria;
use super::{EXCHANGES, PATIENCE, cases};
use hsplit_core::communicator::Communicator;
use hsplit_core::criteria::Criteria;
use hsplit_core::place::Place;
use hsplit_core::request::{Kind, Request, SplitSpec};
use hsplit_testing::random_machine::{Raw, Tape};
use hsplit_testing::simulated::run;
use hsplit_testing::view::{Seen, Verdict, look, within};

/// The request of a rank, with all fields independent of the other ranks'.
fn request() -> impl Strategy<Value = Request> {
    let question = prop_oneof![
        1 => Just(SplitSpec::UNDEFINED),
        1 => (0i32..2).prop_map(SplitSpec::native),
        4 => (0i32..2).prop_map(SplitSpec::unguided),
        4 => (0i32..2, prop::sample::select(vec!["core", "Package", "zork"]))
            .prop_map(|(selector, name)| SplitSpec::guided(selector, name)),
        1 => (0i32..2).prop_map(SplitSpec::nameless),
        1 => (0i32..2).prop_map(SplitSpec::shared_memory),
    ];
    let criteria = prop_oneof![4 => Just(Criteria::default()), 1 => criteria()];
    (question, criteria, -2i32..2, prop::option::weighted(0.05, 1i32..99), any::<bool>(), 0u32..4).prop_map(
        |(question, criteria, key, fault, same, unit)| {
            // Half of all ranks use the first question, because otherwise they would never agree.
            let question = if same { SplitSpec::unguided(0) } else { question };
            let place = place(unit);
            let shared_depth = if question.kind == Kind::Guided { place.depth_of("core") } else { None };
            let request = Request { key, fault, place, shared_depth, ..Request::new(question) };
            if question.kind == Kind::Unguided { request.by(criteria) } else { request }
        },
    )
}

/// The place of processing unit `unit` on a node with several cores.
fn place(unit: u32) -> Place {
    let raw = Raw::draw(&mut Tape(&[0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 3]));
    Place::new(raw.machine().path_to(&(unit..unit + 1)))
}

/// The verdict for all ranks, from the whole list of requests: the rules in the order of their priority.
fn expected(all: &[Request]) -> Option<String> {
    let is_asking = |request: &Request| request.question.kind != Kind::Undefined && request.fault.is_none();
    let asking = || (0u32..).zip(all).filter(|(_, request)| is_asking(request));
    let call = |request: &Request| (request.question.kind == Kind::Native, request.question.selector);
    let first = asking().next();
    let disagree = |first: u32, other: u32, what: &str| {
        Some(format!("Disagree {{ first: {first}, other: {other}, what: {what} }}"))
    };
    if let Some((rank, first)) = first {
        if let Some((other, _)) = asking().find(|(_, request)| call(request) != call(first)) {
            return disagree(rank, other, "Call");
        }
    }
    let native = first.is_some_and(|(_, request)| request.question.kind == Kind::Native);
    if let Some((rank, class)) = (0..).zip(all).find_map(|(rank, request): (u32, _)| Some((rank, request.fault?))) {
        return Some(format!("Fault {{ rank: {rank}, class: {class} }}"));
    }
    if native || all.iter().any(|request| request.question.kind == Kind::Nameless) {
        return None;
    }
    let is_level = |kind: Kind| kind.takes_part() || kind == Kind::SharedMemory;
    let mut parts = (0u32..).zip(all).filter(|(_, request)| is_level(request.question.kind));
    let is_guided = parts.clone().any(|(_, request)| request.question.kind != Kind::Unguided);
    let (rank, first) = parts.next()?;
    let (other, _) = parts.find(|(_, request)| request.question != first.question)?;
    disagree(rank, other, if is_guided { "Level" } else { "Criteria" })
}

fn verdicts(all: &[Request]) -> Vec<[Verdict; 2]> {
    let all = all.to_vec();
    within(PATIENCE, move || {
        run(all.len(), |comm| {
            EXCHANGES.map(|exchange| look(&comm, comm.rank(), &all[comm.rank() as usize], exchange).0)
        })
        .0
    })
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn everybody_learns_of_it(all in prop::collection::vec(request(), 1..12)) {
        let nameless = all.iter().any(|request| request.question.kind == Kind::Nameless);
        for (rank, [gathered, reduced]) in verdicts(&all).into_iter().enumerate() {
            prop_assert_eq!(&gathered, &reduced, "rank {}", rank);
            match (expected(&all), &gathered) {
                (Some(error), _) => prop_assert_eq!(&gathered, &Verdict::Error(error), "rank {}", rank),
                (None, Verdict::Error(error)) => prop_assert!(false, "rank {} reports {}", rank, error),
                (None, Verdict::Ours(seen)) if nameless => prop_assert_eq!(seen, &Seen::default(), "rank {}", rank),
                (None, _) => {}
            }
        }
    }
}

/// MPI 4.0 §7.4.2: `MPI_UNDEFINED` on some ranks is compatible with any request of the others, also for roots.
#[test]
fn undefined_goes_with_everything() {
    for asking in [
        SplitSpec::native(5),
        SplitSpec::shared_memory(1),
        SplitSpec::unguided(1),
        SplitSpec::guided(1, "core"),
        SplitSpec::nameless(1),
    ] {
        for roots in [false, true] {
            let one = |rank: u32| match rank % 2 {
                0 => Request::new(SplitSpec::UNDEFINED),
                _ => Request {
                    question: asking,
                    place: place(rank % 4),
                    shared_depth: place(rank % 4).depth_of("core"),
                    roots,
                    ..Request::new(asking)
                },
            };
            let all: Vec<Request> = (0..8).map(one).collect();
            for (rank, [gathered, reduced]) in verdicts(&all).into_iter().enumerate() {
                assert_eq!(gathered, reduced);
                match gathered {
                    Verdict::Native => assert!([Kind::Native, Kind::SharedMemory].contains(&asking.kind)),
                    Verdict::Ours(seen) => assert!(rank % 2 == 1 || seen == Seen::default(), "{rank}: {seen:?}"),
                    Verdict::Error(error) => panic!("{error}"),
                }
            }
        }
    }
}
