// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of this thread's last call: programs make many equal calls on one communicator.

use std::cell::RefCell;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use mpi_sys::MPI_Comm;

use super::{Common, Hierarchy};
use hsplit_collectives::Operation;
use hsplit_collectives::gain::{Expected, Way};

/// The hierarchy of a communicator, which ends when the communicator is freed, and the route of a call on it.
struct Last {
    comm: MPI_Comm,
    hierarchy: Weak<Hierarchy>,
    settled: Option<Settled>,
}

/// A call for which no trial is running. Equal calls take the same route: everything that decides on it is equal (see
/// the table in [`super`]).
#[derive(Clone, Copy)]
pub struct Settled {
    pub operation: Operation,
    pub common: Common,
    pub way: Way,
    pub is_short: bool,
    pub expected: Expected,
}

thread_local! {
    static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
}

/// Returns the hierarchy of a communicator, if this thread's last call used it, and the route of that call.
#[inline]
pub fn of(comm: MPI_Comm) -> Option<(Arc<Hierarchy>, Option<Settled>)> {
    with(|last| {
        let last = last.as_ref().filter(|last| last.comm.0 == comm.0)?;
        let hierarchy = last.hierarchy.upgrade().filter(|hierarchy| !hierarchy.is_closed.load(Ordering::Relaxed))?;
        Some((hierarchy, last.settled))
    })
    .flatten()
}

/// Returns `None` at the end of a thread: calls of `atexit` handlers and of static destructors look everything up.
fn with<R>(body: impl FnOnce(&mut Option<Last>) -> R) -> Option<R> {
    LAST.try_with(|last| body(&mut last.borrow_mut())).ok()
}

/// Stores the hierarchy that a call uses.
pub fn keep(comm: MPI_Comm, hierarchy: &Arc<Hierarchy>) {
    with(|last| *last = Some(Last { comm, hierarchy: Arc::downgrade(hierarchy), settled: None }));
}

/// Stores the route of a call on this communicator, if its hierarchy is stored.
pub fn settle(comm: MPI_Comm, settled: Settled) {
    with(|last| {
        if let Some(last) = last.as_mut().filter(|last| last.comm.0 == comm.0) {
            last.settled = Some(settled);
        }
    });
}

/// Clears the state: calls may take other routes from now on.
pub fn forget() {
    with(|last| *last = None);
}
