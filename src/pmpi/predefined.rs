// SPDX-License-Identifier: MIT OR Apache-2.0
//! What this process has found out of datatypes and operations that MPI has from the start: their handles never stand
//! for anything else. To ask MPI again takes as long as a short call.

use std::sync::OnceLock;

use mpi_sys::{MPI_Datatype, MPI_Op};

use super::constants::operations;
use super::datatype::Layout;

/// Findings that stay. Those that find no room are asked for again.
struct Findings<T, const ROOM: usize>([OnceLock<T>; ROOM]);

impl<T, const ROOM: usize> Findings<T, ROOM> {
    const fn new() -> Self {
        Self([const { OnceLock::new() }; ROOM])
    }

    #[inline]
    fn find(&'static self, is: impl Fn(&T) -> bool) -> Option<&'static T> {
        self.0.iter().map_while(OnceLock::get).find(|found| is(found))
    }

    /// Keeps a finding. Two threads may keep the same one.
    fn keep(&self, mut found: T) {
        for place in &self.0 {
            match place.set(found) {
                Ok(()) => return,
                Err(refused) => found = refused,
            }
        }
    }
}

/// Whether MPI takes an operation for a datatype is known, and whether it commutes.
struct Operation {
    op: MPI_Op,
    datatype: MPI_Datatype,
    commutes: bool,
}

// SAFETY: handles, which MPI lets every thread use, and a value that nothing changes.
unsafe impl Send for Operation {}
// SAFETY: threads that share a finding only read it.
unsafe impl Sync for Operation {}

/// Most programs use few datatypes, and find them among the first.
static LAYOUTS: Findings<Layout, 32> = Findings::new();
static OPERATIONS: Findings<Operation, 32> = Findings::new();

/// The layout of a datatype, where it is known.
#[inline]
pub fn layout(datatype: MPI_Datatype) -> Option<&'static Layout> {
    LAYOUTS.find(|layout| layout.datatype.0 == datatype.0)
}

/// Keeps the layout of a datatype that MPI has from the start and takes for data.
pub fn keep_layout(layout: Layout) {
    LAYOUTS.keep(layout);
}

/// Whether an operation commutes that is known to be taken for a datatype.
#[inline]
pub fn commutes(op: MPI_Op, datatype: MPI_Datatype) -> Option<bool> {
    let is = |known: &Operation| known.op.0 == op.0 && known.datatype.0 == datatype.0;
    OPERATIONS.find(is).map(|known| known.commutes)
}

/// Keeps that MPI takes an operation for a datatype, if it has both from the start.
pub fn keep_operation(op: MPI_Op, datatype: MPI_Datatype, commutes: bool) {
    if operations().iter().any(|known| known.0 == op.0) && layout(datatype).is_some() {
        OPERATIONS.keep(Operation { op, datatype, commutes });
    }
}
