// SPDX-License-Identifier: MIT OR Apache-2.0
//! Broadcast and reduce, flat and over the hierarchy: RR-9077, section 7.2.

use std::cell::RefCell;

use hsplit_experiments::algorithm::{Algorithm, Operation};
use hsplit_experiments::arguments::Collectives;
use hsplit_experiments::payload;
use hsplit_experiments::report::{Benchmark, Cell};
use hsplit_program::Failure;

use crate::mpi::Comm;
use crate::open_mpi_algorithm::ForcedAlgorithm;
use crate::session::{Session, Variant};
use crate::start_sync::Parts;
use crate::tiers::Tiers;

/// How one operation is done on a communicator, flat or as a loop over tiers.
struct LoopShape {
    name: &'static str,
    broadcast: fn(&Comm, &Tiers, &mut [u8]),
    sum: fn(&Comm, &Tiers, &[i32], &mut [i32]),
}

const SHAPES: [LoopShape; 2] = [
    LoopShape {
        name: "flat",
        broadcast: |comm, _, bytes| comm.broadcast(bytes, 0),
        sum: |comm, _, mine, all| comm.sum(mine, all),
    },
    LoopShape {
        name: "hierarchical",
        broadcast: |_, tiers, bytes| tiers.broadcast(bytes),
        sum: |_, tiers, mine, all| tiers.sum(mine, all),
    },
];

/// Measures all operations, placements, algorithms and sizes that the arguments name.
pub(crate) fn run(session: &mut Session, arguments: &Collectives) -> Result<(), Failure> {
    session.cold = arguments.cold.first;
    let plan = plan(session, arguments)?;
    for &operation in &arguments.operations {
        for &placement in &session.common.placements {
            for &(_, algorithm) in plan.iter().filter(|(of, _)| *of == operation) {
                session.force(algorithm, operation, arguments.segment)?;
                let comm = session.placed(placement);
                let tiers = Tiers::of_hardware(&comm);
                for &size in &arguments.sizes {
                    let cell = Cell::new(Benchmark::Collectives, operation, placement, algorithm, size);
                    match operation {
                        Operation::Bcast => broadcasts(session, &cell, &comm, &tiers),
                        Operation::Reduce => sums(session, &cell, &comm, &tiers),
                    }
                }
            }
        }
    }
    Ok(())
}

/// The algorithms of each operation, as far as it has them. One that cannot be forced is found before anything is
/// measured.
fn plan(session: &Session, arguments: &Collectives) -> Result<Vec<(Operation, Algorithm)>, Failure> {
    let algorithms = if arguments.algorithms.is_empty() {
        ForcedAlgorithm::possible(session.open_mpi.as_ref())
    } else {
        arguments.algorithms.clone()
    };
    let mut plan = vec![];
    for &operation in &arguments.operations {
        let (has, lacks): (Vec<Algorithm>, Vec<Algorithm>) =
            algorithms.iter().partition(|algorithm| algorithm.number(operation).is_some());
        // If the operation has none of them, forcing the first one fails with the reason.
        for &algorithm in if has.is_empty() { &lacks } else { &has } {
            session.force(algorithm, operation, arguments.segment)?;
            plan.push((operation, algorithm));
        }
    }
    Ok(plan)
}

fn broadcasts(session: &mut Session, cell: &Cell, comm: &Comm, tiers: &Tiers) {
    let expected: Vec<u8> = (0..cell.size).map(|at| (at * 7 + at / 251) as u8 ^ 0x5a).collect();
    let bytes = RefCell::new(vec![0; expected.len()]);
    let variant = |shape: &LoopShape| {
        let (name, broadcast) = (shape.name, shape.broadcast);
        let fresh = if comm.rank() == 0 { expected.clone() } else { vec![0; expected.len()] };
        *bytes.borrow_mut() = fresh;
        let verified = session.cold.is_some() || {
            broadcast(comm, tiers, &mut bytes.borrow_mut());
            session.everywhere(*bytes.borrow() == expected)
        };
        let bytes = &bytes;
        let run = move || {
            broadcast(comm, tiers, &mut bytes.borrow_mut());
            Parts::default()
        };
        Variant::new(name, verified, Box::new(run))
    };
    let mut variants: Vec<Variant> = SHAPES.iter().map(variant).collect();
    session.measure(cell, &mut variants);
    session.must_be_right_after_cold(|| *bytes.borrow() == expected);
}

fn sums(session: &mut Session, cell: &Cell, comm: &Comm, tiers: &Tiers) {
    // Sizes are in bytes, and a sum of nothing is none.
    let length = (cell.size as usize / size_of::<i32>()).max(1);
    let mine: Vec<i32> = payload::share(comm.rank(), length).collect();
    let all = RefCell::new(vec![0; length]);
    let expected = payload::sums(comm.size());
    let is_right = |all: &[i32]| all.iter().enumerate().all(|(at, &sum)| sum == expected(at));
    let variant = |shape: &LoopShape| {
        let (name, sum) = (shape.name, shape.sum);
        all.borrow_mut().fill(0);
        let verified = session.cold.is_some() || {
            sum(comm, tiers, &mine, &mut all.borrow_mut());
            session.everywhere(comm.rank() != 0 || is_right(&all.borrow()))
        };
        let (all, mine) = (&all, &mine);
        let run = move || {
            sum(comm, tiers, mine, &mut all.borrow_mut());
            Parts::default()
        };
        Variant::new(name, verified, Box::new(run))
    };
    let mut variants: Vec<Variant> = SHAPES.iter().map(variant).collect();
    session.measure(cell, &mut variants);
    session.must_be_right_after_cold(|| comm.rank() != 0 || is_right(&all.borrow()));
}
