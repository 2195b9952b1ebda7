// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ranks that wait: barriers of a node, the begin and the end of a phase, and what waiting costs.

use std::time::Duration;

use hsplit_experiments::report::Cell;

use super::handover::Handover;
use super::local::together;
use super::masks;
use super::node::{Barrier, Node};
use super::one_a_node;
use crate::clock::{now, processor_time};
use crate::session::{Run, Session, Variant};
use crate::start_sync::Parts;

/// How late the last rank enters a barrier when that is tested.
const LATE: Duration = Duration::from_millis(5);

/// Barriers of the ranks of a node.
pub(crate) fn barriers(session: &mut Session, cell: &Cell, node: &Node) {
    let mut variants = vec![];
    for barrier in node.barriers() {
        let (name, verified) = (barrier.name, session.everywhere(waits(session, node, &barrier)));
        variants.push(Variant::new(name, verified, together(barrier.wait)));
    }
    session.measure(cell, &mut variants);
}

/// True if no rank leaves a barrier before the last one has entered it.
fn waits(session: &Session, node: &Node, barrier: &Barrier) -> bool {
    if node.ranks.rank() + 1 == node.ranks.size() {
        std::thread::sleep(LATE);
    }
    let entered = session.time();
    (barrier.wait)();
    session.time() >= node.ranks.greatest(&[entered])[0]
}

/// A variant for each way to hand cores over, once one rank of the node has worked and has its old mask.
pub(crate) fn variants<'a>(
    session: &Session,
    node: &'a Node,
    handovers: Vec<Handover<'a>>,
    run: impl Fn(Handover<'a>) -> Run<'a>,
) -> Vec<Variant<'a>> {
    let hands_over = |handover: &Handover| {
        let mask = masks::get();
        let worker = (handover.begin)();
        (handover.end)(worker);
        one_a_node(session, node, worker) & session.everywhere(masks::get() == mask)
    };
    let variant = |handover: Handover<'a>| Variant::new(handover.name, hands_over(&handover), run(handover));
    handovers.into_iter().map(variant).collect()
}

/// From the arrival of the last rank to the first instruction of the worker.
pub(crate) fn begin_to_work(session: &mut Session, cell: &Cell, node: &Node) {
    let mut variants = variants(session, node, Handover::all(node), |handover| {
        Box::new(move || {
            let arrived = now();
            let worker = (handover.begin)();
            let began = if worker { now() } else { 0.0 };
            (handover.end)(worker);
            let [arrived, began] = node.ranks.greatest(&[arrived, began])[..] else { unreachable!() };
            Parts { counted: Some(began - arrived), ..Parts::default() }
        })
    });
    session.measure(cell, &mut variants);
}

/// A phase in which nothing is done.
pub(crate) fn begin_and_end(session: &mut Session, cell: &Cell, node: &Node) {
    let mut variants = variants(session, node, Handover::all(node), |handover| {
        together(move || {
            let worker = (handover.begin)();
            (handover.end)(worker);
        })
    });
    session.measure(cell, &mut variants);
}

/// The processor time of a rank that waits while the worker computes for some seconds. The MPI's barriers come first.
pub(crate) fn parked(session: &mut Session, cell: &Cell, node: &Node, seconds: f64) {
    let mut variants = variants(session, node, Handover::by_mpi_first(node), |handover| {
        Box::new(move || {
            let before = processor_time();
            let worker = (handover.begin)();
            if worker {
                compute(seconds);
            }
            (handover.end)(worker);
            let used = if worker { 0.0 } else { processor_time() - before };
            Parts { counted: Some(used), ..Parts::default() }
        })
    });
    session.measure(cell, &mut variants);
}

/// Keeps a core busy.
fn compute(seconds: f64) {
    let end = now() + seconds;
    while now() < end {
        std::hint::spin_loop();
    }
}
