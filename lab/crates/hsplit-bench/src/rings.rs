// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs that only communicate, before and after a reordering of their ranks: rings that pass a token (Mercier's
//! thesis, section 3.1.2), and the halo of a grid; what the reordering costs; and programs that reorder their ranks
//! while they run (section 3.3.4).

mod dynamic;
mod program;

use std::cell::RefCell;

use hsplit_experiments::arguments::Rings as Arguments;
use hsplit_experiments::pattern::Pattern;
use hsplit_experiments::placement::Placement;
use hsplit_experiments::report::{Benchmark, Cell, REORDERING};
use hsplit_program::Failure;

use crate::mpi::Comm;
use crate::session::{Session, Variant};
use crate::start_sync::Parts;
use program::{Program, Shape};

/// Measures all patterns, placements and sizes that the arguments name.
pub(crate) fn run(session: &mut Session, arguments: &Arguments) -> Result<(), Failure> {
    let sequential = session.placed(Placement::ByNode);
    for &pattern in &arguments.patterns {
        for &placement in &session.common.placements {
            let comm = session.placed(placement);
            for &size in &arguments.sizes {
                let shape = Shape::new(pattern, size, arguments);
                if arguments.dynamic {
                    let of = format!("{}, {} rounds", name(&shape), arguments.rounds);
                    let cell = Cell::new(Benchmark::Rings, pattern, placement, of, size);
                    dynamic::compare(session, &cell, &comm, shape, arguments);
                } else {
                    let cell = Cell::new(Benchmark::Rings, pattern, placement, name(&shape), size);
                    compare(session, &cell, (&comm, &sequential), shape);
                }
            }
        }
    }
    Ok(())
}

fn name(shape: &Shape) -> String {
    match shape.pattern {
        Pattern::Rings => format!("rings of {}, {} turns", shape.ring, shape.turns),
        Pattern::Halo | Pattern::Product => format!("2-D, {} turns", shape.turns),
    }
}

fn compare(session: &mut Session, cell: &Cell, orders: (&Comm, &Comm), shape: Shape) {
    let (comm, sequential) = orders;
    let (partners, weights): (Vec<usize>, Vec<f64>) = shape.traffic(comm).into_iter().unzip();
    let after = comm.reordered(&partners, &weights);
    let mut data = vec![comm.rank() as f64; shape.length];
    let mut variants: Vec<Variant> = vec![];
    let orders = [("before", comm), ("after", &after), ("sequential", sequential)];
    for (name, comm) in orders {
        let program = RefCell::new(Program::new(comm, shape));
        program.borrow_mut().round();
        let verified = session.everywhere(program.borrow().is_right());
        let run = move || {
            program.borrow_mut().round();
            Parts::default()
        };
        variants.push(Variant::new(name, verified, Box::new(run)));
    }
    comm.migrate(&after, &mut data);
    let verified = session.everywhere(data.iter().all(|&from| from == after.rank() as f64));
    let run = || {
        let after = comm.reordered(&partners, &weights);
        comm.migrate(&after, &mut data);
        Parts::default()
    };
    variants.push(Variant::new(REORDERING, verified, Box::new(run)));
    session.measure(cell, &mut variants);
}
