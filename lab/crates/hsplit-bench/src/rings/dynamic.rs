// SPDX-License-Identifier: MIT OR Apache-2.0
//! A program that watches what its ranks send, gives them other roles, moves its data and goes on, against the same
//! program as it is. All costs count: the watching, the mapping, the moving, and the communicators that are made again.

use std::cell::Cell as Flag;

use hsplit_experiments::arguments;
use hsplit_experiments::report::{AS_IT_IS, Cell, DYNAMIC};

use super::program::{Program, Shape};
use crate::mpi::Comm;
use crate::mpi::monitor::Monitor;
use crate::session::{Session, Variant};
use crate::start_sync::Parts;

pub(super) fn compare(session: &mut Session, cell: &Cell, comm: &Comm, shape: Shape, arguments: &arguments::Rings) {
    let (rounds, watched) = (arguments.rounds, arguments.watched.min(arguments.rounds));
    let was_right = Flag::new(true);
    let as_it_is = || was_right.set(was_right.get() && rounds_of(comm, shape, rounds));
    let dynamic = || {
        let monitor = Monitor::start(comm);
        let before = rounds_of(comm, shape, watched);
        let mut data = vec![comm.rank() as f64; shape.length];
        let after = monitor.reordered();
        comm.migrate(&after, &mut data);
        let moved = data.iter().all(|&from| from == after.rank() as f64);
        let right = before && moved && rounds_of(&after, shape, rounds - watched);
        was_right.set(was_right.get() && right);
    };
    let mut variants = vec![];
    for (name, run) in [(AS_IT_IS, &as_it_is as &dyn Fn()), (DYNAMIC, &dynamic)] {
        // Once before it is measured: the results are looked at.
        run();
        let verified = session.everywhere(was_right.replace(true));
        let run = move || {
            run();
            Parts::default()
        };
        variants.push(Variant::new(name, verified, Box::new(run)));
    }
    session.measure(cell, &mut variants);
}

/// Runs the program from its start. Whether the result of its last round is right on this rank.
fn rounds_of(comm: &Comm, shape: Shape, rounds: u32) -> bool {
    let mut program = Program::new(comm, shape);
    for _ in 0..rounds {
        program.round();
    }
    rounds == 0 || program.is_right()
}
