// SPDX-License-Identifier: MIT OR Apache-2.0
//! Phases in which few ranks work on the cores of all others (`HSPLIT_Phase_begin`), and what they are made of, against
//! what programs do by hand, the MPI's barriers, and libquo where there is one.

use std::ffi::c_int;

use hsplit_experiments::arguments::{self, PROGRAM};
use hsplit_experiments::phase::{self, Operation};
use hsplit_experiments::report::{Benchmark, Cell};
use hsplit_program::{Failure, warn};

use crate::mpi::Comm;
use crate::session::Session;

mod futex_barrier;
mod handover;
mod kernel;
mod local;
mod masks;
mod mixed;
mod node;
mod openmp;
mod quo;
mod waiting;

pub(crate) use mixed::sweep;
use node::Node;
use openmp::OpenMp;
use quo::Quo;

/// A cell, or a few of them, for each placement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Whole(Operation),
    /// A push with a team of this size.
    Team(u32),
}

impl Step {
    fn needs_openmp(self) -> bool {
        matches!(self, Self::Team(_) | Self::Whole(Operation::Idle | Operation::Kernel | Operation::Mixed))
    }
}

/// Measures all operations and placements that the arguments name.
pub(crate) fn run(session: &mut Session, arguments: &arguments::Phases) -> Result<(), Failure> {
    let quo = quo(session)?;
    let (with_teams, without): (Vec<Step>, Vec<Step>) =
        steps(arguments).into_iter().partition(|step| step.needs_openmp());
    for step in without {
        each_placement(session, step, quo, |session, cell, node| measure(session, step, cell, node, arguments));
    }
    if with_teams.is_empty() {
        return Ok(());
    }
    // A process in which a runtime has been loaded has it for good.
    let openmp = OpenMp::load(&arguments.openmp);
    if !session.everywhere(openmp.is_some()) {
        missing(session, &arguments.openmp);
        return Ok(());
    }
    let openmp = openmp.expect("loaded on every rank");
    for step in with_teams {
        each_placement(session, step, quo, |session, cell, node| {
            measure_teams(session, step, cell, node, openmp, arguments);
        });
    }
    Ok(())
}

/// The libquo that the user names, on all ranks.
fn quo(session: &Session) -> Result<Option<Quo>, Failure> {
    let quo = Quo::from_environment();
    let everywhere = session.everywhere(quo.is_ok());
    let quo = quo?;
    let (all, none) = (session.everywhere(quo.is_some()), session.everywhere(quo.is_none()));
    if !everywhere || !(all || none) {
        return Err(Failure::of("QUO_LIBRARY", "some ranks cannot load it"));
    }
    Ok(quo)
}

fn missing(session: &Session, library: &str) {
    if session.world.rank() == 0 {
        let why =
            format!("{library} cannot be loaded on all ranks: push with a team, idle, kernel and mixed are left out");
        warn(PROGRAM, &Failure::of("--openmp", why));
    }
}

/// The measured steps, in the order of the arguments; the push of a process without a team is the first.
fn steps(arguments: &arguments::Phases) -> Vec<Step> {
    let teams = |operation| {
        let threads: &[u32] = if operation == Operation::Push { &arguments.threads } else { &[] };
        threads.iter().map(|&threads| Step::Team(threads))
    };
    arguments
        .operations
        .iter()
        .flat_map(|&operation| [Step::Whole(operation)].into_iter().chain(teams(operation)))
        .collect()
}

fn each_placement(
    session: &mut Session,
    step: Step,
    quo: Option<Quo>,
    mut measure: impl FnMut(&mut Session, &dyn Fn(&str) -> Cell, &Node),
) {
    let operation = match step {
        Step::Whole(operation) => operation,
        Step::Team(_) => Operation::Push,
    };
    for &placement in &session.common.placements {
        let comm: Comm = session.placed(placement);
        let node = Node::new(&comm, quo);
        measure(session, &|times| Cell::new(Benchmark::Phases, operation, placement, times, 0), &node);
    }
}

fn measure(session: &mut Session, step: Step, cell: &dyn Fn(&str) -> Cell, node: &Node, arguments: &arguments::Phases) {
    match step {
        Step::Whole(Operation::Barrier) => waiting::barriers(session, &cell("one barrier"), node),
        Step::Whole(Operation::Push) => local::push(session, &cell("no threads"), node),
        Step::Whole(Operation::Elect) => local::elect(session, &cell("one election"), node),
        Step::Whole(Operation::Create) => local::create(session, &cell("with free"), node),
        Step::Whole(Operation::Begin) => {
            waiting::begin_to_work(session, &cell("last arrival to work"), node);
            waiting::begin_and_end(session, &cell("begin and end"), node);
        }
        Step::Whole(Operation::Parked) => {
            let times = format!("processor time in {} ms", arguments.parked_ms);
            waiting::parked(session, &cell(&times), node, f64::from(arguments.parked_ms) * 1e-3);
        }
        _ => unreachable!("it needs OpenMP"),
    }
}

fn measure_teams(
    session: &mut Session,
    step: Step,
    cell: &dyn Fn(&str) -> Cell,
    node: &Node,
    openmp: OpenMp,
    arguments: &arguments::Phases,
) {
    let phase = f64::from(arguments.phase_ms) * 1e-3;
    let cell = |times: &str| cell(&format!("{times} with {}", phase::runtime_name(&arguments.openmp)));
    match step {
        Step::Team(threads) => local::push_team(session, &cell(&format!("{threads} threads")), node, openmp, threads),
        Step::Whole(Operation::Idle) => mixed::idle(session, &cell("processor time in 400 ms"), node, openmp),
        Step::Whole(Operation::Kernel) => mixed::kernel(session, &cell("product"), node, openmp, phase),
        _ => {
            let times = format!("{} x {} ms", arguments.rounds, arguments.phase_ms);
            mixed::mixed(session, &cell(&times), node, openmp, arguments.rounds, phase);
        }
    }
}

/// True if it is one rank of each node.
fn one_a_node(session: &Session, node: &Node, here: bool) -> bool {
    let count = node.ranks.sums(&[f64::from(c_int::from(here))])[0];
    session.everywhere(count == 1.0)
}
