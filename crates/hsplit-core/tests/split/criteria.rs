// SPDX-License-Identifier: MIT OR Apache-2.0
//! Unguided splits that do not use the next level: by a criterion, by a quantity, into parts.
//!
//! The expectation is computed from lists of steps: every level is tried, and no encoded path is used.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use proptest::prelude::*;

use super::worked_examples::{complicated_case, new, seen, simple_case};
use super::{EXCHANGES, PATIENCE, cases, lawful_descent, world};
use hsplit_core::communicator::Communicator;
use hsplit_core::criteria::{Criteria, Criterion, Quantity};
use hsplit_core::place::Place;
use hsplit_core::request::{Request, SplitSpec};
use hsplit_core::split::Exchange;
use hsplit_testing::simulated::{Calls, Simulated, run};
use hsplit_testing::view::{New, Seen, Verdict, descend, look, within};
use hsplit_testing::world::{Rank, World};

/// Parses criteria such as `memory at_most=4`.
pub fn read(text: &str) -> Criteria {
    let mut criteria = Criteria::default();
    for word in text.split_whitespace() {
        let Some((key, number)) = word.split_once('=') else {
            criteria.criterion = Criterion::of_name(word).expect("a criterion");
            continue;
        };
        let number = NonZeroU32::new(number.parse().expect("a number"));
        match key {
            "parts" => criteria.quantity.parts = number,
            "at_most" => criteria.quantity.at_most = number,
            _ => criteria.quantity.at_least = number,
        }
    }
    criteria
}

/// The results on every rank at every step, by each exchange.
fn descents(places: Vec<Place>, criteria: Criteria) -> Vec<[Vec<Seen>; 2]> {
    within(PATIENCE, move || {
        run(places.len(), |comm| {
            let place = &places[comm.rank() as usize];
            EXCHANGES.map(|exchange| {
                descend(&comm, exchange, |_| Request::unguided(1, 0, place.clone()).by(criteria).with_roots())
            })
        })
        .0
    })
}

/// A step of a rank: the name of its communicator, the members as first rank and count, siblings, index, and the roots.
type Step = (&'static str, u32, u32, u32, u32, Vec<u32>);

fn check(places: fn() -> Vec<Place>, text: &str, expected: impl Fn(u32) -> Vec<Step>) {
    for (rank, views) in (0u32..).zip(descents(places(), read(text))) {
        let step = |(name, first, count, siblings, index, roots): &Step| {
            seen(rank, new(*first..first + count, *siblings, *index, name), roots)
        };
        let mut steps: Vec<Seen> = expected(rank).iter().map(step).collect();
        steps.push(Seen::default());
        for (exchange, view) in EXCHANGES.iter().zip(views) {
            assert_eq!(view, steps, "'{text}', rank {rank}, {exchange:?}");
        }
    }
}

/// `count` ranks from `first` with a stride of `every`.
fn every(first: u32, every: u32, count: u32) -> Vec<u32> {
    (0..count).map(|at| first + at * every).collect()
}

/// RR-9077 §5.1 by each criterion.
#[test]
fn the_simple_case_by_criterion() {
    check(simple_case, "network", |_| vec![]);
    for text in ["all", "node", "at_least=1 at_most=31", "node at_most=8"] {
        check(simple_case, text, |rank| {
            let (node, l3, l1) = (rank / 8 * 8, rank / 4 * 4, rank / 2 * 2);
            vec![
                ("Machine", node, 8, 4, rank / 8, every(0, 8, 4)),
                ("L3Cache", l3, 4, 2, rank / 4 % 2, every(node, 4, 2)),
                ("L1dCache", l1, 2, 2, rank / 2 % 2, every(l3, 2, 2)),
                ("Core", rank, 1, 2, rank % 2, every(l1, 1, 2)),
            ]
        });
    }
    check(simple_case, "memory", |rank| {
        let (l3, l1) = (rank / 4 * 4, rank / 2 * 2);
        vec![("L3Cache", l3, 4, 8, rank / 4, every(0, 4, 8)), ("L1dCache", l1, 2, 2, rank / 2 % 2, every(l3, 2, 2))]
    });
}

/// RR-9077 §5.1 by numbers of ranks.
#[test]
fn the_simple_case_by_numbers_of_ranks() {
    let l3 = |rank: u32| ("L3Cache", rank / 4 * 4, 4, 8, rank / 4, every(0, 4, 8));
    let l1 = |rank: u32| ("L1dCache", rank / 2 * 2, 2, 2, rank / 2 % 2, every(rank / 4 * 4, 2, 2));
    let core = |rank: u32| ("Core", rank, 1, 2, rank % 2, every(rank / 2 * 2, 1, 2));
    for text in ["at_most=7", "at_most=4", "node at_most=5"] {
        check(simple_case, text, |rank| vec![l3(rank), l1(rank), core(rank)]);
    }
    check(simple_case, "memory at_most=7", |rank| vec![l3(rank), l1(rank)]);
    for text in ["at_most=1", "at_least=1", "at_most=1 at_least=1"] {
        check(simple_case, text, |rank| vec![("Core", rank, 1, 32, rank, every(0, 1, 32))]);
    }
    for text in ["at_least=2", "memory at_least=1"] {
        check(simple_case, text, |rank| vec![("L1dCache", rank / 2 * 2, 2, 16, rank / 2, every(0, 2, 16))]);
    }
    for text in ["at_least=5", "at_least=8"] {
        check(simple_case, text, |rank| vec![("Machine", rank / 8 * 8, 8, 4, rank / 8, every(0, 8, 4))]);
    }
    check(simple_case, "at_most=31 at_least=4", |rank| {
        let node = rank / 8 * 8;
        vec![
            ("Machine", node, 8, 4, rank / 8, every(0, 8, 4)),
            ("L3Cache", rank / 4 * 4, 4, 2, rank / 4 % 2, every(node, 4, 2)),
        ]
    });
    for text in ["at_least=9", "at_most=7 at_least=5", "at_most=3 at_least=3", "network at_most=8", "memory at_most=1"]
    {
        check(simple_case, text, |_| vec![]);
    }
}

/// RR-9077 §5.1 in parts.
#[test]
fn the_simple_case_in_parts() {
    let quarters = |rank: u32| ("L1dCache", rank / 2 * 2, 2, 4, rank / 2 % 4, every(rank / 8 * 8, 2, 4));
    let core = |rank: u32| ("Core", rank, 1, 2, rank % 2, every(rank / 2 * 2, 1, 2));
    check(simple_case, "parts=4", |rank| {
        vec![("Machine", rank / 8 * 8, 8, 4, rank / 8, every(0, 8, 4)), quarters(rank), core(rank)]
    });
    check(simple_case, "parts=1", |_| vec![]);
    for text in ["parts=32", "parts=33", "parts=2000000000", "memory parts=32"] {
        let name = if text.starts_with("memory") { "L1dCache" } else { "Core" };
        check(simple_case, text, |rank| vec![(name, rank, 1, 32, rank, every(0, 1, 32))]);
    }
    check(simple_case, "parts=2", |rank| {
        let (half, node, l3) = (rank / 16 * 16, rank / 8 * 8, rank / 4 * 4);
        vec![
            ("", half, 16, 2, rank / 16, every(0, 16, 2)),
            ("Machine", node, 8, 2, rank / 8 % 2, every(half, 8, 2)),
            ("L3Cache", l3, 4, 2, rank / 4 % 2, every(node, 4, 2)),
            ("L1dCache", rank / 2 * 2, 2, 2, rank / 2 % 2, every(l3, 2, 2)),
            core(rank),
        ]
    });
    let first = |text: &str, part_of: &dyn Fn(u32) -> (&'static str, u32, u32, u32), roots: Vec<u32>| {
        for (rank, views) in (0u32..).zip(descents(simple_case(), read(text))) {
            let (name, first, count, index) = part_of(rank);
            let expected = seen(rank, new(first..first + count, roots.len() as u32, index, name), &roots);
            assert!(views.iter().all(|steps| steps[0] == expected), "'{text}', rank {rank}: {views:?}");
        }
    };
    first(
        "parts=3",
        &|rank| if rank < 16 { ("Machine", rank / 8 * 8, 8, rank / 8) } else { ("", 16, 16, 2) },
        vec![0, 8, 16],
    );
    first(
        "parts=6",
        &|rank| match rank {
            0..16 => ("L3Cache", rank / 4 * 4, 4, rank / 4),
            _ => ("Machine", rank / 8 * 8, 8, rank / 8 + 2),
        },
        vec![0, 4, 8, 12, 16, 24],
    );
    first(
        "parts=31",
        &|rank| match rank {
            0..30 => ("Core", rank, 1, rank),
            _ => ("L1dCache", 30, 2, 30),
        },
        (0..31).collect(),
    );
    // A limit that no cut satisfies.
    check(simple_case, "parts=3 at_most=15", |_| vec![]);
}

/// RR-9077 §5.2: a rank does not share an object that does not contain its whole binding.
#[test]
fn the_complicated_case() {
    let l3 = |rank: u32| ("L3Cache", rank / 4 * 4, 4, 2, rank / 4, vec![0, 4]);
    let l1 = |rank: u32| ("L1dCache", rank / 2 * 2, 2, 2, rank / 2, vec![0, 2]);
    let core = |rank: u32| ("Core", rank, 1, 2, rank, vec![0, 1]);
    let steps = |rank: u32, all: &[Step]| match rank {
        0 | 1 => all.to_vec(),
        2 | 3 => all.iter().filter(|step| step.0 != "Core").cloned().collect(),
        _ => all.iter().filter(|step| step.0 == "L3Cache").cloned().collect::<Vec<_>>(),
    };
    check(complicated_case, "node", |rank| steps(rank, &[l3(rank), l1(rank), core(rank)]));
    check(complicated_case, "memory", |rank| steps(rank, &[l3(rank), l1(rank)]));
    check(complicated_case, "network", |_| vec![]);
    check(complicated_case, "at_most=2", |rank| steps(rank, &[l1(rank), core(rank)]));
    check(complicated_case, "at_least=2", |rank| steps(rank, &[l1(rank)]));
    check(complicated_case, "at_least=3", |rank| steps(rank, &[l3(rank)]));
    check(complicated_case, "at_most=1", |rank| steps(rank, &[core(rank)]));
    check(complicated_case, "parts=3", |rank| {
        let half = |first, index| ("L1dCache", first, 2, 3, index, vec![0, 2, 4]);
        let alone = |name, first, siblings: u32| (name, rank, 1, siblings, rank - first, every(first, 1, siblings));
        match rank {
            0 | 1 => vec![half(0, 0), alone("Core", 0, 2)],
            2 | 3 => vec![half(2, 1), alone("L1dCache", 2, 2)],
            _ => {
                let first = ("L3Cache", 4, 4, 3, 2, vec![0, 2, 4]);
                let pair = |count, index| ("L3Cache", 4 + index, count, 3, index, vec![4, 5, 6]);
                match rank {
                    4 | 5 => vec![first, pair(1, rank - 4)],
                    _ => vec![first, pair(2, 2), alone("L3Cache", 6, 2)],
                }
            }
        }
    });
    // Ranks with the same place are cut by rank order.
    check(complicated_case, "parts=4", |rank| {
        let name = if rank < 4 { "L1dCache" } else { "L3Cache" };
        let own = if rank < 2 { "Core" } else { name };
        let pair = rank / 2 * 2;
        vec![(name, pair, 2, 4, rank / 2, vec![0, 2, 4, 6]), (own, rank, 1, 2, rank % 2, every(pair, 1, 2))]
    });
}

/// Unbound ranks share only the node. They are cut into parts by rank order.
#[test]
fn unbound_ranks_are_parted_by_their_order() {
    fn unbound() -> Vec<Place> {
        simple_case().iter().map(|place| Place::new(place.steps()[..1].to_vec())).collect()
    }
    check(unbound, "at_most=4", |_| vec![]);
    check(unbound, "memory", |_| vec![]);
    check(unbound, "parts=16", |rank| {
        let pair = rank / 2 * 2;
        vec![("Machine", pair, 2, 16, rank / 2, every(0, 2, 16)), ("Machine", rank, 1, 2, rank % 2, every(pair, 1, 2))]
    });
    check(unbound, "memory parts=32", |rank| vec![("", rank, 1, 32, rank, every(0, 1, 32))]);
}

/// Random criteria with small numbers.
pub fn criteria() -> impl Strategy<Value = Criteria> {
    let number = || prop::option::weighted(0.4, (1u32..9).prop_map(|number| NonZeroU32::new(number).expect("not 0")));
    let criterion = prop::sample::select(Criterion::NAMES.map(|(_, criterion)| criterion).to_vec());
    (criterion, number(), number(), number()).prop_map(|(criterion, parts, at_most, at_least)| Criteria {
        criterion,
        quantity: Quantity { parts, at_most, at_least },
    })
}

/// The levels around a rank that count: each as the numbers of all steps down to it.
type Levels = Vec<Vec<u64>>;

fn levels(place: &Place, criterion: Criterion) -> Levels {
    let steps = place.steps();
    let counts = |depth: &usize| {
        let names: Vec<&str> = steps[depth - 1].level.names().iter().map(|name| name.as_str()).collect();
        let has = |part: &str| names.iter().any(|name| name.contains(part));
        match criterion {
            Criterion::All => true,
            Criterion::Network => has("Net_level"),
            Criterion::Node => has("Machine") || !has("Net_level"),
            Criterion::Memory => has("NUMANode") || has("Cache") && !has("Core") && !has("PU"),
        }
    };
    let prefix = |depth: usize| steps[..depth].iter().map(|step| step.instance).collect();
    (1..=steps.len()).filter(counts).map(prefix).collect()
}

fn shared(all: &BTreeMap<u32, Levels>) -> usize {
    let Some(first) = all.values().next() else { return 0 };
    (0..first.len()).take_while(|&depth| all.values().all(|levels| levels.get(depth) == Some(&first[depth]))).count()
}

/// The ranks of each instance of the level at this depth.
fn instances(all: &BTreeMap<u32, Levels>, depth: usize) -> BTreeMap<&Vec<u64>, Vec<u32>> {
    let mut found: BTreeMap<&Vec<u64>, Vec<u32>> = BTreeMap::new();
    for (rank, levels) in all {
        levels.get(depth).into_iter().for_each(|instance| found.entry(instance).or_default().push(*rank));
    }
    found
}

/// The communicators of a split, each as its ranks; the error is the number of parts to cut.
fn expected(all: &BTreeMap<u32, Levels>, quantity: Quantity) -> Result<BTreeSet<Vec<u32>>, u32> {
    let common = shared(all);
    let deepest = all.values().map(Vec::len).max().unwrap_or(0);
    let size = |number: Option<NonZeroU32>| number.map(|number| number.get() as usize);
    let fits = |ranks: &Vec<u32>| {
        size(quantity.at_most).is_none_or(|most| ranks.len() <= most)
            && size(quantity.at_least).is_none_or(|least| ranks.len() >= least)
    };
    let parts = size(quantity.parts).map(|parts| parts.min(all.len()));
    let is_right = |depth: &usize| {
        let found = instances(all, *depth);
        let covers = found.values().map(Vec::len).sum::<usize>() == all.len();
        found.values().all(fits) && parts.is_none_or(|parts| parts > 1 && found.len() == parts && covers)
    };
    let mut right = (common..deepest).filter(is_right);
    let narrowest = parts.is_none() && quantity.at_most.is_none() && quantity.at_least.is_some();
    match (if narrowest { right.next_back() } else { right.next() }, parts) {
        (Some(depth), _) => Ok(instances(all, depth).into_values().collect()),
        (None, Some(parts)) if parts > 1 => Err(parts as u32),
        _ => Ok(BTreeSet::new()),
    }
}

/// Checks the properties of parts that were cut.
fn well_cut(all: &BTreeMap<u32, Levels>, parts: &BTreeSet<Vec<u32>>, number: u32) -> Result<(), TestCaseError> {
    prop_assert_eq!(parts.len() as u32, number);
    prop_assert_eq!(parts.iter().flatten().count(), all.len(), "each rank is in one part");
    let common = shared(all);
    let deepest = all.values().map(Vec::len).max().unwrap_or(0);
    // From the whole downwards: the ranks of each instance, and the parts inside it.
    let mut open: Vec<(BTreeMap<u32, Levels>, usize)> = vec![(all.clone(), common)];
    while let Some((around, depth)) = open.pop() {
        let inside: Vec<&Vec<u32>> =
            parts.iter().filter(|part| part.iter().all(|rank| around.contains_key(rank))).collect();
        let ranks: usize = inside.iter().map(|part| part.len()).sum();
        prop_assert_eq!(ranks, around.len(), "what is cut has its parts for itself");
        if inside.len() < 2 || depth >= deepest {
            continue;
        }
        let mut children: Vec<Vec<u32>> = instances(&around, depth).into_values().collect();
        children.extend(around.iter().filter(|(_, levels)| levels.len() <= depth).map(|(rank, _)| vec![*rank]));
        children.sort();
        let has_parts =
            |child: &Vec<u32>| inside.iter().filter(|part| part.iter().any(|rank| child.contains(rank))).count();
        if inside.len() < children.len() {
            prop_assert!(children.iter().all(|child| has_parts(child) == 1), "no child is cut");
            let part_of = |child: &Vec<u32>| inside.iter().position(|part| part.contains(&child[0]));
            let changes = children.windows(2).filter(|pair| part_of(&pair[0]) != part_of(&pair[1])).count();
            prop_assert_eq!(changes + 1, inside.len(), "neighbours are joined");
            continue;
        }
        let counts: Vec<usize> = children.iter().map(has_parts).collect();
        prop_assert_eq!(counts.iter().sum::<usize>(), inside.len(), "each child has parts of its own");
        // No part would be better used for another child.
        for (child, count) in children.iter().zip(&counts).filter(|(_, count)| **count > 1) {
            let mean = |child: &Vec<u32>, count: usize| child.len() as f64 / count as f64;
            let largest = children.iter().zip(&counts).map(|(other, &count)| mean(other, count)).fold(0.0, f64::max);
            prop_assert!(mean(child, count - 1) >= largest, "parts go where ranks are");
            let own = around.iter().filter(|(rank, _)| child.contains(rank)).map(|(rank, own)| (*rank, own.clone()));
            let own: BTreeMap<u32, Levels> = own.collect();
            open.push((own.clone(), shared(&own)));
        }
    }
    Ok(())
}

fn ask(rank: &Rank, step: usize, criteria: Criteria) -> Request {
    if rank.is_undefined(step) {
        return Request { key: rank.key(step), ..Request::new(SplitSpec::UNDEFINED) };
    }
    Request::unguided(1, rank.key(step), rank.place.clone()).by(criteria).with_roots()
}

fn all_descents(world: &World, criteria: Criteria) -> Vec<[Vec<Seen>; 2]> {
    let world = world.clone();
    within(PATIENCE, move || {
        let body = |comm: Simulated| {
            let rank = &world.ranks[comm.rank() as usize];
            EXCHANGES.map(|exchange| descend(&comm, exchange, |step| ask(rank, step, criteria)))
        };
        run(world.ranks.len(), body).0
    })
}

/// Compares the results on the members of one communicator for one step with the expectation.
fn as_expected(
    world: &World,
    criteria: Criteria,
    (members, step): (&[u32], usize),
    seen: impl Fn(u32) -> Option<New>,
) -> Result<(), TestCaseError> {
    let rank = |member: u32| &world.ranks[member as usize];
    let part = members.iter().copied().filter(|&member| !rank(member).is_undefined(step));
    // Parts are cut by the order of ranks in the communicator.
    let position = |member: u32| members.iter().position(|other| *other == member).map(|at| at as u32);
    let all: BTreeMap<u32, Levels> =
        part.filter_map(|member| Some((position(member)?, levels(&rank(member).place, criteria.criterion)))).collect();
    let made: BTreeSet<Vec<u32>> = members
        .iter()
        .filter_map(|&member| {
            let mut ranks: Vec<u32> = seen(member)?.members.into_iter().filter_map(position).collect();
            ranks.sort_unstable();
            Some(ranks)
        })
        .collect();
    let fits = |ranks: &Vec<u32>| {
        criteria.quantity.at_most.is_none_or(|most| ranks.len() <= most.get() as usize)
            && criteria.quantity.at_least.is_none_or(|least| ranks.len() >= least.get() as usize)
    };
    prop_assert!(made.iter().all(fits), "{:?}", made);
    match expected(&all, criteria.quantity) {
        Ok(expected) => prop_assert_eq!(made, expected),
        Err(number) if made.is_empty() => {
            let limits = criteria.quantity.at_most.or(criteria.quantity.at_least);
            prop_assert!(limits.is_some(), "{} parts are always possible", number);
        }
        Err(number) => well_cut(&all, &made, number)?,
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn ranks_meet_where_criteria_say(world in world(), criteria in criteria()) {
        let views = all_descents(&world, criteria);
        let steps: Vec<Vec<Seen>> = views.iter().map(|[gathered, _]| gathered.clone()).collect();
        for (rank, [gathered, reduced]) in views.iter().enumerate() {
            prop_assert_eq!(gathered, reduced, "rank {}", rank);
            prop_assert!(gathered.len() <= world.ranks.len() + 1, "every step leaves fewer ranks");
        }
        // Strict subsets, disjoint, with their roots.
        lawful_descent(&steps)?;
        let new = |member: u32, step: usize| steps[member as usize].get(step).and_then(|seen| seen.newcomm.clone());
        let everybody: Vec<u32> = (0..world.ranks.len() as u32).collect();
        as_expected(&world, criteria, (&everybody, 0), |member| new(member, 0))?;
        for (rank, views) in (0u32..).zip(&steps) {
            for (step, seen) in (1..).zip(views) {
                let Some(parent) = seen.newcomm.as_ref().filter(|parent| parent.members[0] == rank) else { continue };
                as_expected(&world, criteria, (&parent.members, step), |member| new(member, step))?;
            }
        }
    }
}

/// If ranks request different criteria, all of them return an error.
#[test]
fn criteria_that_differ() {
    let texts = ["all", "memory", "node", "parts=2", "at_most=2", "at_least=2", "at_most=3", "at_most=2 at_least=2"];
    for (first, other) in texts.iter().flat_map(|first| texts.iter().map(move |other| (*first, *other))) {
        let views = within(PATIENCE, move || {
            run(8, |comm| {
                let place = complicated_case()[comm.rank() as usize].clone();
                let criteria = read(if comm.rank() == 5 { other } else { first });
                let request = match comm.rank() {
                    0 => Request::new(SplitSpec::UNDEFINED),
                    _ => Request::unguided(1, 0, place).by(criteria),
                };
                EXCHANGES.map(|exchange| look(&comm, comm.rank(), &request, exchange).0)
            })
            .0
        });
        for verdict in views.iter().flatten() {
            match verdict {
                Verdict::Error(error) => {
                    assert_eq!(error, "Disagree { first: 1, other: 5, what: Criteria }", "{first} and {other}");
                }
                verdict => assert!(first == other, "{first} and {other}: {verdict:?}"),
            }
        }
    }
}

/// One quantity costs no more messages than the next level if records contain the paths; two quantities cost two sums.
#[test]
fn what_criteria_cost() {
    let calls = |text: &'static str, exchange| {
        within(PATIENCE, move || {
            run(32, |comm| {
                let request = Request::unguided(1, 0, simple_case()[comm.rank() as usize].clone()).by(read(text));
                let (verdict, _) = look(&comm, comm.rank(), &request, exchange);
                matches!(verdict, Verdict::Ours(_))
            })
            .1[0]
        })
    };
    // The view itself gathers the members of the new communicator.
    let plain = Calls { allgather: 2, create: 1, ..Calls::default() };
    for text in ["all", "node", "at_most=4", "at_least=2", "parts=2", "parts=6"] {
        assert_eq!(calls(text, Exchange::Gathered), plain, "{text}");
    }
    for text in ["at_most=4 at_least=1", "parts=4 at_least=2", "parts=2000000"] {
        let told = Calls { sum: 2, ..plain };
        let alone = Calls { create: 0, create_alone: 1, ..told };
        assert_eq!(calls(text, Exchange::Gathered), if text == "parts=2000000" { alone } else { told }, "{text}");
    }
}
