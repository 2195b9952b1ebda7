// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collective calls as programs make them: the MPI's own, and through the library (`HSPLIT_COLLECTIVES`).

use std::cell::RefCell;

use hsplit_collectives::Operation;
use hsplit_collectives::autotune::Autotune;
use hsplit_collectives::choice::{Choices, Rule};
use hsplit_collectives::short;
use hsplit_experiments::arguments;
use hsplit_experiments::payload::{self, Counts, Payload, Shares};
use hsplit_experiments::report::{Benchmark, Cell};
use hsplit_program::Failure;
use hsplit_settings::Settings;

use crate::clock::IS_SIMULATED;
use crate::mpi::Comm;
use crate::mpi::calls::{Calls, LIBRARY, NATIVE};
use crate::session::{Session, Variant};
use crate::start_sync::Parts;

const VARIABLE: &str = "HSPLIT_COLLECTIVES";
/// Sizes at which all shares together are longer than this are left out.
const MOST: u64 = 16 << 20;
/// Short calls: what `--short` measures, at which sizes, and how many calls a repetition makes.
const SHORT: [Operation; 5] =
    [Operation::Allreduce, Operation::Bcast, Operation::Reduce, Operation::Barrier, Operation::Allgather];
const SHORT_SIZES: [u64; 6] = [4, 8, 64, 512, 1 << 10, 4 << 10];
const BATCH: usize = 100;
/// How late the last rank enters a barrier when that is tested.
const LATE: f64 = 5e-3;

/// Measures all operations, placements and sizes that the arguments name.
pub(crate) fn run(session: &mut Session, arguments: &arguments::Calls) -> Result<(), Failure> {
    let choices = choices(session)?;
    let taken = || Operation::ALL.into_iter().filter(|&operation| choices.rule(operation) != Rule::Native);
    let operations: Vec<Operation> = match (arguments.operations.is_empty(), arguments.short) {
        (false, _) => arguments.operations.clone(),
        (true, true) => SHORT.into(),
        (true, false) => taken().collect(),
    };
    let (asked, calls) = if arguments.short { (&SHORT_SIZES[..], BATCH) } else { (&arguments.sizes[..], 1) };
    if let Some(native) = operations.iter().find(|&&operation| choices.rule(operation) == Rule::Native) {
        return Err(Failure::of(
            VARIABLE,
            format!("it leaves {} to the MPI: there is nothing to compare", native.name()),
        ));
    }
    for operation in operations {
        for &placement in &session.common.placements {
            let comm = session.placed(placement);
            let around = || comm.with_neighbours(&payload::neighbours(comm.rank(), comm.size()));
            let comm = if operation.is_neighbourly() { around() } else { comm };
            for size in sizes(operation, session.ranks(), asked) {
                let counts = counts(operation, arguments.counts);
                let cell = Cell::new(Benchmark::Calls, operation.name(), placement, counts.words(), size);
                let shares = Shares::of_bytes(size, counts);
                compare(session, &cell, &comm, operation, shares, choices.rule(operation), calls);
            }
        }
    }
    Ok(())
}

/// The value of the variable on all ranks.
fn choices(session: &Session) -> Result<Choices, Failure> {
    let choices = Settings::of_environment().0.collectives;
    if session.everywhere(choices.any()) {
        Ok(choices)
    } else {
        Err(Failure::of(
            VARIABLE,
            "it is not set on all ranks: all calls are the MPI's own, and there is nothing to compare \
             ('all:0' lets all go along the hierarchy)",
        ))
    }
}

/// The counts that are asked for, where blocks may differ.
fn counts(operation: Operation, asked: Counts) -> Counts {
    if matches!(operation, Operation::Alltoallv | Operation::Alltoallw) { asked } else { Counts::Equal }
}

/// The sizes of an operation. A barrier has none, and shares must not fill the memory.
fn sizes(operation: Operation, ranks: usize, asked: &[u64]) -> Vec<u64> {
    let is_of_all =
        matches!(operation, Operation::Allgatherv | Operation::ReduceScatter | Operation::ReduceScatterBlock);
    let together = |size: u64| if operation.has_shares() || is_of_all { size * ranks as u64 } else { 0 };
    if operation == Operation::Barrier {
        vec![0]
    } else {
        asked.iter().copied().filter(|&size| together(size) <= MOST).collect()
    }
}

fn compare(
    session: &mut Session,
    cell: &Cell,
    comm: &Comm,
    operation: Operation,
    shares: Shares,
    rule: Rule,
    count: usize,
) {
    let fresh = || Payload::before(operation, comm.rank(), comm.size(), shares);
    let payload = RefCell::new(fresh());
    let variant = |calls: &'static Calls| {
        // Autotuning tries two algorithms. Both must be right, and it must be over before times are taken. (Simulated
        // calls are never short.)
        let may_be_short = !IS_SIMULATED && cell.size <= short::MOST as u64;
        let is_tried = calls.name == LIBRARY.name && matches!(rule, Rule::Default | Rule::Autotune | Rule::Adaptive);
        let tried = if is_tried { Autotune::calls(may_be_short) } else { 0 };
        let is_right = |_| {
            *payload.borrow_mut() = fresh();
            comm.call(calls, operation, &mut payload.borrow_mut(), shares);
            payload.borrow().is_right(operation, comm.rank(), comm.size(), shares)
        };
        // The calls are collective: a wrong result must not end them early.
        let wrong = (0..=tried).map(is_right).filter(|right| !right).count();
        let verified =
            session.everywhere(wrong == 0 && (operation != Operation::Barrier || waits(session, comm, calls)));
        let payload = &payload;
        let run = move || {
            (0..count).for_each(|_| comm.call(calls, operation, &mut payload.borrow_mut(), shares));
            Parts::default()
        };
        Variant { calls: count, ..Variant::new(calls.name, verified, Box::new(run)) }
    };
    let mut variants: Vec<Variant> = [&NATIVE, &LIBRARY].map(variant).into();
    session.measure(cell, &mut variants);
}

/// True if no rank leaves a barrier before the last one has entered it.
fn waits(session: &Session, comm: &Comm, calls: &Calls) -> bool {
    if comm.rank() + 1 == comm.size() {
        crate::clock::sleep(LATE);
    }
    let entered = session.time();
    comm.call(calls, Operation::Barrier, &mut Payload { from: vec![], to: vec![] }, Shares::equal(0));
    let left = session.time();
    left + 2.0 * session.clock_error() >= comm.greatest(&[entered])[0]
}
