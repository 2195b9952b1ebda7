// SPDX-License-Identifier: MIT OR Apache-2.0
//! What this thread has found out of datatypes and operations that MPI has from the start: their handles never stand
//! for anything else. To ask MPI again takes as long as a short call.

use std::cell::RefCell;

use mpi_sys::{MPI_Datatype, MPI_Op};

use super::constants::operations;
use super::datatype::Layout;

/// How many of each are kept.
const KEPT: usize = 8;

/// The newest findings; the oldest goes first.
struct Findings<T> {
    found: [Option<T>; KEPT],
    next: usize,
}

impl<T: Copy> Findings<T> {
    const fn new() -> Self {
        Self { found: [None; KEPT], next: 0 }
    }

    fn find(&self, is: impl Fn(&T) -> bool) -> Option<T> {
        self.found.iter().flatten().find(|found| is(found)).copied()
    }

    fn keep(&mut self, found: T) {
        self.found[self.next] = Some(found);
        self.next = (self.next + 1) % KEPT;
    }
}

thread_local! {
    static LAYOUTS: RefCell<Findings<Layout>> = const { RefCell::new(Findings::new()) };
    /// Operations that MPI takes for a datatype, and whether they commute.
    static OPERATIONS: RefCell<Findings<(MPI_Op, MPI_Datatype, bool)>> = const { RefCell::new(Findings::new()) };
}

/// The layout of a datatype, where it is known.
pub fn layout(datatype: MPI_Datatype) -> Option<Layout> {
    LAYOUTS.with_borrow(|layouts| layouts.find(|layout| layout.datatype.0 == datatype.0))
}

/// Keeps the layout of a datatype that MPI has from the start and takes for data.
pub fn keep_layout(layout: Layout) {
    LAYOUTS.with_borrow_mut(|layouts| layouts.keep(layout));
}

/// Whether an operation commutes that is known to be taken for a datatype.
pub fn commutes(op: MPI_Op, datatype: MPI_Datatype) -> Option<bool> {
    let is = |(known, of, _): &(MPI_Op, MPI_Datatype, bool)| known.0 == op.0 && of.0 == datatype.0;
    OPERATIONS.with_borrow(|operations| operations.find(is)).map(|(_, _, commutes)| commutes)
}

/// Keeps that MPI takes an operation for a datatype, if it has both from the start.
pub fn keep_operation(op: MPI_Op, datatype: MPI_Datatype, commutes: bool) {
    if operations().iter().any(|known| known.0 == op.0) && layout(datatype).is_some() {
        OPERATIONS.with_borrow_mut(|operations| operations.keep((op, datatype, commutes)));
    }
}
