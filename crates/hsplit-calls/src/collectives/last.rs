// SPDX-License-Identifier: MIT OR Apache-2.0
//! What this thread's last call used: programs make many equal calls on one communicator.

use std::cell::RefCell;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use mpi_sys::MPI_Comm;

use super::{Common, Hierarchy};
use hsplit_collectives::Operation;
use hsplit_collectives::gain::{Expected, Way};

/// The hierarchy of a communicator, which is gone when the communicator is freed, and how a call on it went.
struct Last {
    comm: MPI_Comm,
    hierarchy: Weak<Hierarchy>,
    settled: Option<Settled>,
}

/// A call for which nothing is tried any more. Equal ones go the same way: all that decides it is equal (see the table
/// in [`super`]).
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

/// The hierarchy of a communicator, where this thread's last call used it, and how that call went.
#[inline]
pub fn of(comm: MPI_Comm) -> Option<(Arc<Hierarchy>, Option<Settled>)> {
    with(|last| {
        let last = last.as_ref().filter(|last| last.comm.0 == comm.0)?;
        let hierarchy = last.hierarchy.upgrade().filter(|hierarchy| !hierarchy.is_closed.load(Ordering::Relaxed))?;
        Some((hierarchy, last.settled))
    })
    .flatten()
}

/// `None` in a thread that ends: calls of `atexit` handlers and of static destructors look everything up.
fn with<R>(body: impl FnOnce(&mut Option<Last>) -> R) -> Option<R> {
    LAST.try_with(|last| body(&mut last.borrow_mut())).ok()
}

/// Keeps the hierarchy that a call uses.
pub fn keep(comm: MPI_Comm, hierarchy: &Arc<Hierarchy>) {
    with(|last| *last = Some(Last { comm, hierarchy: Arc::downgrade(hierarchy), settled: None }));
}

/// Keeps how a call on this communicator went, if its hierarchy is kept.
pub fn settle(comm: MPI_Comm, settled: Settled) {
    with(|last| {
        if let Some(last) = last.as_mut().filter(|last| last.comm.0 == comm.0) {
            last.settled = Some(settled);
        }
    });
}

/// Forgets everything: calls may go other ways from now on.
pub fn forget() {
    with(|last| *last = None);
}
