// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of this thread's last calls: programs make many equal calls on few communicators.

use std::cell::RefCell;
use std::sync::{Arc, Weak};

use mpi_sys::MPI_Comm;

use super::known_native::Age;
use super::{Common, Hierarchy};
use hsplit_collectives::Operation;
use hsplit_collectives::gain::{Expected, Way};
use hsplit_mpi::handle::number;

/// The number of communicators, and of operations on each. A call replaces the one in its place.
const PLACES: usize = 4;

/// The hierarchy of a communicator, which ends when the communicator is freed, and the routes of calls on it.
struct Last {
    comm: MPI_Comm,
    /// It ends when any hierarchy ends, and when calls may take other routes. Another thread may get a new communicator
    /// of the same handle while the hierarchy still exists.
    age: Age,
    hierarchy: Weak<Hierarchy>,
    settled: [Option<Settled>; PLACES],
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
    static LAST: RefCell<[Option<Last>; PLACES]> = const { RefCell::new([const { None }; PLACES]) };
}

/// Returns the hierarchy of a communicator, if one of this thread's last calls used it, and the route of the last call
/// of this operation on it.
#[inline]
pub fn of(comm: MPI_Comm, operation: Operation) -> Option<(Arc<Hierarchy>, Option<Settled>)> {
    with(comm, |last| {
        let last = last.as_ref().filter(|last| last.comm.0 == comm.0 && last.age == Age::now())?;
        Some((last.hierarchy.upgrade()?, last.settled[operation as usize % PLACES]))
    })
    .flatten()
}

/// Returns `None` at the end of a thread: calls of `atexit` handlers and of static destructors look everything up.
fn with<R>(comm: MPI_Comm, body: impl FnOnce(&mut Option<Last>) -> R) -> Option<R> {
    // Handles are numbers, or addresses of objects of some hundred bytes.
    let number = number(comm);
    let place = (number ^ number >> 4 ^ number >> 9) % PLACES;
    LAST.try_with(|last| body(&mut last.borrow_mut()[place])).ok()
}

/// Stores the hierarchy that a call uses.
pub fn keep(comm: MPI_Comm, hierarchy: &Arc<Hierarchy>, age: Age) {
    let hierarchy = Arc::downgrade(hierarchy);
    with(comm, |last| *last = Some(Last { comm, age, hierarchy, settled: [None; PLACES] }));
}

/// Stores the route of a call on this communicator, if its hierarchy is stored.
pub fn settle(comm: MPI_Comm, settled: Settled) {
    with(comm, |last| {
        if let Some(last) = last.as_mut().filter(|last| last.comm.0 == comm.0) {
            last.settled[settled.operation as usize % PLACES] = Some(settled);
        }
    });
}
