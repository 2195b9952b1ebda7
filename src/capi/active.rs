// SPDX-License-Identifier: MIT OR Apache-2.0
//! One word that says which intercepted calls the library has anything to do with. Where nothing is asked for, a call
//! reads it and makes the native call.

use std::sync::atomic::{AtomicU32, Ordering};

use super::boundary::is_inside;
use crate::calls::runtime;
use hsplit_collectives::Operation;
use hsplit_collectives::choice::Rule;

/// A bit for each kind of calls: all of them, until the environment has been read.
static ACTIVE: AtomicU32 = AtomicU32::new(UNKNOWN);
/// No setting has this value.
const UNKNOWN: u32 = u32::MAX;

/// Barriers in which ranks sleep.
pub const WAIT: u32 = 1 << 8;
/// Levels of `MPI_Pcontrol` that begin and end phases.
pub const PHASES: u32 = 1 << 9;
/// Distributed graphs whose ranks are reordered.
pub const REORDER_DIST_GRAPH: u32 = 1 << 10;
/// Graphs whose ranks are reordered.
pub const REORDER_GRAPH: u32 = 1 << 11;
/// Grids whose ranks are reordered.
pub const REORDER_CART: u32 = 1 << 12;
/// All that concerns `MPI_Barrier`.
pub const BARRIERS: u32 = WAIT | of(Operation::Barrier);

/// The variables that ask for any of them.
const VARIABLES: [&str; 4] = ["HSPLIT_COLLECTIVES", "HSPLIT_WAIT", "HSPLIT_PHASES", "HSPLIT_REORDER"];

/// Calls of an operation that may go along the hierarchy.
pub const fn of(operation: Operation) -> u32 {
    1 << operation as u32
}

/// Whether one of these kinds of calls is asked for, and the program makes this one.
#[inline]
pub fn is(kinds: u32) -> bool {
    let active = ACTIVE.load(Ordering::Relaxed);
    active & kinds != 0 && (active != UNKNOWN || look() & kinds != 0) && !is_inside()
}

#[cold]
fn look() -> u32 {
    let mut active = 0;
    // Without a variable the library's state is not even made.
    if VARIABLES.iter().any(|name| std::env::var_os(name).is_some()) && !runtime::get().steps_aside() {
        let settings = &runtime::get().settings;
        let along = |operation: &Operation| settings.collectives.rule(*operation) != Rule::Native;
        active = Operation::ALL.into_iter().filter(along).map(of).sum();
        active |= if settings.wait.is_some() { WAIT } else { 0 };
        active |= if settings.phases.is_empty() { 0 } else { PHASES };
        let reorder = settings.reorder;
        let bits =
            [(reorder.dist_graph, REORDER_DIST_GRAPH), (reorder.graph, REORDER_GRAPH), (reorder.cart, REORDER_CART)];
        active |= bits.into_iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, bit)| bit).sum::<u32>();
    }
    ACTIVE.store(active, Ordering::Relaxed);
    active
}
