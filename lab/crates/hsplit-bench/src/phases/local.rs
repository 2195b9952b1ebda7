// SPDX-License-Identifier: MIT OR Apache-2.0
//! Local calls, pushes and elections; and the making of a placement, which is collective.

use std::ffi::c_int;

use hsplit_experiments::report::Cell;

use super::masks;
use super::node::Node;
use super::one_a_node;
use super::openmp::OpenMp;
use crate::clock::now;
use crate::mpi::Comm;
use crate::mpi::phases::{Placement, Threads, bound, pop, push as push_machine};
use crate::session::{Run, Session, Variant};
use crate::start_sync::Parts;

/// Calls in one measurement: one local call takes less time than the starts of ranks differ by.
const CALLS: u32 = 64;
/// Collective calls in one measurement.
const IN_A_ROW: u32 = 16;

/// The time of one call on the first rank of the node, while the others sleep.
fn alone<'a>(node: &'a Node, mut call: impl FnMut() + 'a) -> Run<'a> {
    Box::new(move || {
        let mut took = 0.0;
        if node.ranks.rank() == 0 {
            let begin = now();
            (0..CALLS).for_each(|_| call());
            took = (now() - begin) / f64::from(CALLS);
        }
        node.barrier.wait();
        Parts { counted: Some(took), ..Parts::default() }
    })
}

/// The time of one of several collective calls in a row, after a first one, on the slowest rank: ranks that share cores
/// wake up at different times, and a single short call would be lost in that.
pub(crate) fn together<'a>(mut call: impl FnMut() + 'a) -> Run<'a> {
    Box::new(move || {
        call();
        let begin = now();
        (0..IN_A_ROW).for_each(|_| call());
        Parts { counted: Some((now() - begin) / f64::from(IN_A_ROW)), ..Parts::default() }
    })
}

/// A push to the whole node and the pop, in a process without threads of its own.
pub(crate) fn push(session: &mut Session, cell: &Cell, node: &Node) {
    let by_hand = || {
        masks::set(&node.whole);
        masks::set(&node.home);
    };
    let by_hand = Variant::new("sched_setaffinity", true, alone(node, by_hand));
    pushes(session, cell, node, by_hand, &Threads::any());
}

/// A push to the whole node and the pop, with a team.
pub(crate) fn push_team(session: &mut Session, cell: &Cell, node: &Node, openmp: OpenMp, size: u32) {
    let (whole, home) = (&node.whole, &node.home);
    let by_hand = || {
        openmp.region(size, &|_, _| masks::set(whole));
        openmp.region(size, &|_, _| masks::set(home));
    };
    let by_hand = Variant::new("by hand", true, alone(node, by_hand));
    pushes(session, cell, node, by_hand, &Threads::exactly(size));
}

/// The library, and libquo where there is one, against what a program does by hand.
fn pushes<'a>(session: &mut Session, cell: &Cell, node: &'a Node, by_hand: Variant<'a>, threads: &'a Threads) {
    let right = session.everywhere(comes_back(threads));
    let library = Variant::new("HSPLIT_Bind_push", right, alone(node, || there_and_back(threads)));
    let mut variants: Vec<Variant> = [by_hand, library].into_iter().chain(quo_push(node)).collect();
    session.measure(cell, &mut variants);
}

fn there_and_back(threads: &Threads) {
    push_machine(threads);
    pop();
}

/// True if a push widens the binding, and the pop restores it.
fn comes_back(threads: &Threads) -> bool {
    let (mask, before) = (masks::get(), bound());
    push_machine(threads);
    let (units, pushed) = bound();
    pop();
    units >= before.0 && pushed == before.1 + 1 && bound() == before && masks::get() == mask
}

fn quo_push<'a>(node: &'a Node) -> Option<Variant<'a>> {
    let quo = node.quo.as_ref()?;
    let call = || {
        quo.push();
        quo.pop();
    };
    Some(Variant::new("QUO_bind_push", true, alone(node, call)))
}

/// An election, against the barriers that ranks need to elect by messages.
pub(crate) fn elect(session: &mut Session, cell: &Cell, node: &Node) {
    let election = node.placement.elect();
    let agree = node.ranks.greatest(&[f64::from(election.workers)])[0] == 1.0;
    let verified = session.everywhere(agree) & one_a_node(session, node, election.worker);
    let three_barriers = || (0..3).for_each(|_| node.ranks.barrier());
    let mut variants = vec![
        Variant::new("MPI_Barrier, three times", true, together(three_barriers)),
        Variant::new(
            "HSPLIT_Placement_elect",
            verified,
            alone(node, || {
                let _ = node.placement.elect();
            }),
        ),
    ];
    if let Some(quo) = &node.quo {
        let verified = one_a_node(session, node, quo.distribute());
        variants.push(Variant::new(
            "QUO_auto_distrib",
            verified,
            together(|| {
                let _ = quo.distribute();
            }),
        ));
    }
    session.measure(cell, &mut variants);
}

/// Making a placement and freeing it, against finding the ranks of the node by the MPI.
pub(crate) fn create(session: &mut Session, cell: &Cell, node: &Node) {
    let nodes = node.comm.sums(&[f64::from(c_int::from(node.ranks.rank() == 0))])[0];
    let workers = Placement::new(node.comm).workers();
    let verified = session.everywhere(workers.is_none_or(|workers| workers as f64 == nodes));
    let native = |comm: &Comm| drop(comm.native_shared());
    let mut variants = vec![
        Variant::new("MPI: SHARED", true, together(|| native(node.comm))),
        Variant::new("HSPLIT_Placement_create", verified, together(|| drop(Placement::new(node.comm)))),
    ];
    if let Some(quo) = node.quo_library {
        variants.push(Variant::new("QUO_create", true, together(move || drop(quo.create(node.comm)))));
    }
    session.measure(cell, &mut variants);
}
