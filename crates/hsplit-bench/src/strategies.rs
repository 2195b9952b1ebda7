// SPDX-License-Identifier: MIT OR Apache-2.0
//! The strategies of `HSPLIT_COLLECTIVES=adaptive`, each forced in its turn: what is predicted against what is
//! measured.

use std::cell::RefCell;

use hsplit_collectives::Operation;
use hsplit_collectives::adaptive::strategy::{Across, Strategy};
use hsplit_program::Failure;

use super::arguments;
use super::mpi::Comm;
use super::mpi::calls::LIBRARY;
use super::payload::Payload;
use super::placement::{self, Placement};
use super::report::{Benchmark, Cell};
use super::session::{Session, Variant};
use super::start_sync::Parts;

/// Lets the model choose.
const MODEL: &str = "model";

/// Strategies that come to the same.
struct Candidate {
    names: Vec<&'static str>,
    /// What is asked of the library.
    strategy: String,
    /// What it says of it.
    words: String,
    seconds: f64,
}

/// All operations, placements, roots and sizes that are asked for.
pub fn run(session: &mut Session, arguments: &arguments::Strategies) -> Result<(), Failure> {
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
    let length = (cell.size as usize / size_of::<i32>()).max(1);
    let ask = |strategy: &str| comm.fix_strategy(strategy, operation, length * size_of::<i32>());
    let no_model = || {
        Failure::of(
            "HSPLIT_COLLECTIVES",
            format!("it is not 'adaptive' on all ranks, or there is no model of this job for {}", operation.name()),
        )
    };
    let (chosen, words) = ask(MODEL).ok_or_else(no_model)?;
    let mut ways: Vec<Candidate> = vec![];
    let named = Across::ALL
        .into_iter()
        .filter(|across| arguments.strategies.is_empty() || arguments.strategies.contains(across));
    for across in named {
        let strategy = Strategy {
            across: Some(across),
            inside: arguments.inside,
            segment: arguments.segment.map(|bytes| bytes as usize),
        }
        .to_string();
        let (seconds, words) = ask(&strategy).ok_or_else(no_model)?;
        match ways.iter_mut().find(|way| way.words == words) {
            Some(way) => way.names.push(across.name()),
            None => ways.push(Candidate { names: vec![across.name()], strategy, words, seconds }),
        }
    }
    match ways.iter().position(|way| way.words == words) {
        Some(at) => ways[..=at].rotate_right(1),
        None => ways.insert(
            0,
            Candidate {
                names: vec![if words == "native" { "native" } else { MODEL }],
                strategy: MODEL.to_owned(),
                words,
                seconds: chosen,
            },
        ),
    }
    let fresh = || Payload::before(operation, comm.rank(), comm.size(), length);
    let payload = RefCell::new(fresh());
    let variant = |way: &Candidate| {
        ask(&way.strategy);
        *payload.borrow_mut() = fresh();
        comm.call(&LIBRARY, operation, &mut payload.borrow_mut(), length);
        let right = payload.borrow().is_right(operation, comm.rank(), comm.size(), length);
        let (payload, strategy) = (&payload, way.strategy.clone());
        let run = move || {
            ask(&strategy);
            comm.call(&LIBRARY, operation, &mut payload.borrow_mut(), length);
            Parts::default()
        };
        Variant { name: way.names.join("/"), verified: session.everywhere(right), run: Box::new(run) }
    };
    let mut variants: Vec<Variant> = ways.iter().map(variant).collect();
    session.measure(cell, &mut variants);
    // What the model does not choose it has not predicted: a native call is whatever the MPI makes of it.
    let predictions: Vec<(Option<f64>, bool)> =
        ways.iter().enumerate().map(|(at, way)| ((way.words != "native").then_some(way.seconds), at == 0)).collect();
    session.predicted(&predictions);
    Ok(())
}
