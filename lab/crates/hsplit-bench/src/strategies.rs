// SPDX-License-Identifier: MIT OR Apache-2.0
//! The strategies of `HSPLIT_COLLECTIVES=adaptive`, each forced in its turn: predicted times against measured ones.

use std::cell::RefCell;

use hsplit_collectives::Operation;
use hsplit_collectives::adaptive::strategy::{Across, FixedStrategy};
use hsplit_experiments::arguments;
use hsplit_experiments::payload::{Counts, Payload, Shares};
use hsplit_experiments::placement::{self, Placement};
use hsplit_experiments::report::{Benchmark, Cell};
use hsplit_program::Failure;

use crate::mpi::Comm;
use crate::mpi::calls::{Forecast, LIBRARY};
use crate::session::{Prediction, Session, Variant};
use crate::start_sync::Parts;

/// The strategy that lets the model choose.
const MODEL: &str = "model";
/// The library's name for a call that it leaves to the MPI.
const NATIVE: &str = "native";

/// Strategies that lead to one tree, spread and segment size.
struct Candidate {
    names: Vec<String>,
    /// The tree of groups of the last name.
    across: Option<Across>,
    /// The text that the library takes.
    strategy: String,
    /// How calls go, in the library's words.
    words: String,
    seconds: f64,
}

/// Measures all operations, placements, roots and sizes that the arguments name.
pub(crate) fn run(session: &mut Session, arguments: &arguments::Strategies) -> Result<(), Failure> {
    if let Some(root) = arguments.roots.iter().find(|&&root| root >= session.ranks()) {
        return Err(Failure::of("--roots", format!("{root} is none of {} ranks", session.ranks())));
    }
    for &operation in &arguments.operations {
        for &placement in &session.common.placements {
            for &root in &arguments.roots {
                let comm = rotated(session, placement, root);
                for &size in &arguments.sizes {
                    let cell =
                        Cell::new(Benchmark::Strategies, operation.name(), placement, format!("root {root}"), size);
                    compare(session, &cell, &comm, operation, arguments)?;
                }
            }
        }
    }
    Ok(())
}

/// The ranks in an order that begins with the root and goes around.
fn rotated(session: &Session, placement: Placement, root: usize) -> Comm {
    let order = placement::order(session.paths(), placement, session.common.seed);
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &rank)| places[rank] = (place + order.len() - root) % order.len());
    session.in_order(&places)
}

fn compare(
    session: &mut Session,
    cell: &Cell,
    comm: &Comm,
    operation: Operation,
    arguments: &arguments::Strategies,
) -> Result<(), Failure> {
    let shares = Shares::of_bytes(cell.size, Counts::Equal);
    let ask = |strategy: &str| comm.fix_strategy(strategy, operation, shares.length * size_of::<i32>());
    let candidates = candidates(arguments, ask).ok_or_else(|| no_model(operation))?;
    let fresh = || Payload::before(operation, comm.rank(), comm.size(), shares);
    let payload = RefCell::new(fresh());
    let variant = |(nth, candidate): (usize, &Candidate)| {
        ask(&candidate.strategy);
        *payload.borrow_mut() = fresh();
        comm.call(&LIBRARY, operation, &mut payload.borrow_mut(), shares);
        let right = payload.borrow().is_right(operation, comm.rank(), comm.size(), shares);
        let (payload, strategy) = (&payload, candidate.strategy.clone());
        let run = move || {
            ask(&strategy);
            comm.call(&LIBRARY, operation, &mut payload.borrow_mut(), shares);
            Parts::default()
        };
        // There is no prediction for a native call: its algorithm is the MPI's.
        let seconds = (candidate.words != NATIVE).then_some(candidate.seconds);
        Variant {
            prediction: Prediction { seconds, chosen: nth == 0 },
            ..Variant::new(candidate.names.join("/"), session.everywhere(right), Box::new(run))
        }
    };
    let mut variants: Vec<Variant> = candidates.iter().enumerate().map(variant).collect();
    session.measure(cell, &mut variants);
    Ok(())
}

fn no_model(operation: Operation) -> Failure {
    Failure::of(
        "HSPLIT_COLLECTIVES",
        format!("it is not 'adaptive' on all ranks, or there is no model of this job for {}", operation.name()),
    )
}

/// The strategies that differ, the one that the model chooses first; `None` where there is no model. `ask` gives the
/// forecast for a strategy.
fn candidates(arguments: &arguments::Strategies, ask: impl Fn(&str) -> Option<Forecast>) -> Option<Vec<Candidate>> {
    let Forecast { seconds, words } = ask(MODEL)?;
    let mut candidates: Vec<Candidate> = vec![];
    for fixed in forced(arguments) {
        let strategy = fixed.to_string();
        let Forecast { seconds, words } = ask(&strategy)?;
        let name = name(&fixed, arguments);
        match candidates.iter_mut().find(|candidate| candidate.words == words) {
            // Ways inside groups that come to the same have the name of the first.
            Some(equal) if equal.across == fixed.across => {}
            Some(equal) => {
                equal.names.push(name);
                equal.across = fixed.across;
            }
            None => candidates.push(Candidate { names: vec![name], across: fixed.across, strategy, words, seconds }),
        }
    }
    match candidates.iter().position(|candidate| candidate.words == words) {
        Some(chosen) => candidates[..=chosen].rotate_right(1),
        None => {
            let name = if words == NATIVE { NATIVE } else { MODEL };
            let (names, strategy) = (vec![name.to_owned()], MODEL.to_owned());
            candidates.insert(0, Candidate { names, across: None, strategy, words, seconds });
        }
    }
    Some(candidates)
}

/// Every strategy that the arguments name, with every way inside groups and every length of segments.
fn forced(arguments: &arguments::Strategies) -> impl Iterator<Item = FixedStrategy> {
    let wanted = |across: &Across| arguments.strategies.is_empty() || arguments.strategies.contains(across);
    let segments = or_none(arguments.segment.iter().map(|&bytes| bytes as usize));
    let fixed = move |across, inside| {
        segments.clone().into_iter().map(move |segment| FixedStrategy { across: Some(across), inside, segment })
    };
    let inside = or_none(arguments.inside.iter().copied());
    Across::ALL
        .into_iter()
        .filter(wanted)
        .flat_map(move |across| inside.clone().into_iter().map(move |inside| (across, inside)))
        .flat_map(move |(across, inside)| fixed(across, inside))
}

/// The values to be tried: each of these, or, if there is none, the model's.
fn or_none<T>(values: impl Iterator<Item = T>) -> Vec<Option<T>> {
    let values: Vec<_> = values.map(Some).collect();
    if values.is_empty() { vec![None] } else { values }
}

/// The tree of groups, with what the arguments name several of.
fn name(fixed: &FixedStrategy, arguments: &arguments::Strategies) -> String {
    let told = FixedStrategy {
        inside: fixed.inside.filter(|_| arguments.inside.len() > 1),
        segment: fixed.segment.filter(|_| arguments.segment.len() > 1),
        ..*fixed
    };
    told.to_string()
}
