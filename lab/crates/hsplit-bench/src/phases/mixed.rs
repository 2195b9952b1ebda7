// SPDX-License-Identifier: MIT OR Apache-2.0
//! A program of two parts: a stencil of all ranks, which exchange their edges, and a product by the threads of one
//! worker a node. And what the second part alone takes.

use std::cell::RefCell;
use std::time::Duration;

use hsplit_experiments::phase::pieces;
use hsplit_experiments::report::Cell;
use hsplit_experiments::stencil::{Strip, is_right};

use super::handover::Handover;
use super::kernel::Product;
use super::node::Node;
use super::openmp::OpenMp;
use super::waiting::variants;
use crate::clock::{now, processor_time};
use crate::mpi::Comm;
use crate::mpi::counted::{LIBRARY, Sends};
use crate::session::Session;
use crate::start_sync::{Parts, Processor};

/// The rows of a rank, and the points of a row: as much as a core's cache holds.
const ROWS: usize = 96;
const COLUMNS: usize = 510;
/// How often a part is run to find out how long it takes.
const TRIES: u32 = 8;
/// The work whose result is compared with the right one.
const TRIED: Work = Work { rounds: 2, sweeps: 3, products: 1 };
/// How long a team is watched after its phase.
const WATCHED: Duration = Duration::from_millis(400);

/// The work of a program.
#[derive(Clone, Copy)]
struct Work {
    rounds: u32,
    /// Of the stencil, in a round.
    sweeps: u32,
    products: u32,
}

/// The data of a program.
struct Program {
    strip: Strip,
    product: Product,
}

impl Program {
    fn new(comm: &Comm) -> Self {
        Self { strip: Strip::new(comm.rank(), ROWS, COLUMNS), product: Product::new() }
    }

    /// Runs it, with the time that it takes.
    fn run(&mut self, node: &Node, handover: &Handover, openmp: OpenMp, work: Work) -> Parts {
        let mut parts = Parts::default();
        let mut processor = Processor { computing: 0.0, waiting: 0.0 };
        handover.bind_team(node, openmp);
        let mut clock = Clock::start();
        for _ in 0..work.rounds {
            (0..work.sweeps).for_each(|_| sweep(&mut self.strip, node.comm, &LIBRARY));
            clock.add(&mut parts.computing, &mut processor.computing);
            let worker = (handover.begin)();
            clock.add(&mut parts.communication, &mut processor.waiting);
            if worker {
                self.product.compute(openmp, handover.threads, work.products);
                clock.add(&mut parts.computing, &mut processor.computing);
            }
            (handover.end)(worker);
            clock.add(&mut parts.communication, &mut processor.waiting);
        }
        Parts { processor: Some(processor), ..parts }
    }
}

/// Wall-clock and processor time since it was asked last.
struct Clock {
    time: f64,
    processor: f64,
}

impl Clock {
    fn start() -> Self {
        Self { time: now(), processor: processor_time() }
    }

    fn add(&mut self, time: &mut f64, processor: &mut f64) {
        let next = Self::start();
        *time += next.time - self.time;
        *processor += next.processor - self.processor;
        *self = next;
    }
}

/// One step of the stencil, after the exchange of edges with the ranks above and below.
pub(crate) fn sweep(strip: &mut Strip, comm: &Comm, sends: &Sends) {
    let above = comm.rank().checked_sub(1);
    let below = Some(comm.rank() + 1).filter(|&rank| rank < comm.size());
    let (first, last) = strip.edges();
    let (first, last) = (first.to_vec(), last.to_vec());
    let (over, under) = strip.halos();
    sends.exchange(comm, (&first, above), (below, under));
    sends.exchange(comm, (&last, below), (above, over));
    strip.sweep();
}

/// The program, in rounds of two phases of `phase` seconds each.
pub(crate) fn mixed(session: &mut Session, cell: &Cell, node: &Node, openmp: OpenMp, rounds: u32, phase: f64) {
    let work = Work { rounds, sweeps: sweeps(node, phase), products: products(node, openmp, phase) };
    let program = RefCell::new(Program::new(node.comm));
    let right = |handover: &Handover| {
        let mut program = Program::new(node.comm);
        program.run(node, handover, openmp, TRIED);
        let (rank, ranks) = (node.comm.rank(), node.comm.size());
        is_right(&program.strip, rank, ranks, TRIED.rounds * TRIED.sweeps)
            && (!node.election.worker || program.product.is_right())
    };
    let all = Handover::all(node);
    let right: Vec<bool> = all.iter().map(|handover| session.everywhere(right(handover))).collect();
    let mut variants = variants(session, node, all, |handover| {
        let program = &program;
        Box::new(move || program.borrow_mut().run(node, &handover, openmp, work))
    });
    variants.iter_mut().zip(right).for_each(|(variant, right)| variant.verified &= right);
    session.measure(cell, &mut variants);
}

/// The product of a worker alone: the other ranks of the node do nothing before and after it.
pub(crate) fn kernel(session: &mut Session, cell: &Cell, node: &Node, openmp: OpenMp, phase: f64) {
    let products = products(node, openmp, phase);
    let product = RefCell::new(Product::new());
    let mut variants = variants(session, node, Handover::all(node), |handover| {
        let product = &product;
        Box::new(move || {
            handover.bind_team(node, openmp);
            let worker = (handover.begin)();
            let begin = now();
            if worker {
                product.borrow_mut().compute(openmp, handover.threads, products);
            }
            let took = now() - begin;
            (handover.end)(worker);
            Parts { counted: Some(if worker { took } else { 0.0 }), ..Parts::default() }
        })
    });
    session.measure(cell, &mut variants);
}

/// The processor time that the worker uses while it sleeps after its phase: that of the threads of its team.
pub(crate) fn idle(session: &mut Session, cell: &Cell, node: &Node, openmp: OpenMp) {
    let product = RefCell::new(Product::new());
    let mut variants = variants(session, node, Handover::all(node), |handover| {
        let product = &product;
        Box::new(move || {
            handover.bind_team(node, openmp);
            let worker = (handover.begin)();
            if worker {
                product.borrow_mut().compute(openmp, handover.threads, 1);
            }
            (handover.end)(worker);
            let before = processor_time();
            std::thread::sleep(WATCHED);
            let used = processor_time() - before;
            Parts { counted: Some(if worker { used } else { 0.0 }), ..Parts::default() }
        })
    });
    session.measure(cell, &mut variants);
}

/// How many sweeps of all ranks fit into a phase. Collective.
fn sweeps(node: &Node, phase: f64) -> u32 {
    let mut strip = Strip::new(node.comm.rank(), ROWS, COLUMNS);
    sweep(&mut strip, node.comm, &LIBRARY);
    let begin = now();
    (0..TRIES).for_each(|_| sweep(&mut strip, node.comm, &LIBRARY));
    pieces(phase, node.comm.greatest(&[(now() - begin) / f64::from(TRIES)])[0])
}

/// How many products of a worker fit into a phase. Collective.
fn products(node: &Node, openmp: OpenMp, phase: f64) -> u32 {
    let [by_hand, ..] = &Handover::all(node)[..] else { unreachable!() };
    by_hand.bind_team(node, openmp);
    let worker = (by_hand.begin)();
    let mut took = 0.0;
    if worker {
        let mut product = Product::new();
        product.compute(openmp, by_hand.threads, 1);
        let begin = now();
        product.compute(openmp, by_hand.threads, TRIES);
        took = (now() - begin) / f64::from(TRIES);
    }
    (by_hand.end)(worker);
    pieces(phase, node.comm.greatest(&[took])[0])
}
