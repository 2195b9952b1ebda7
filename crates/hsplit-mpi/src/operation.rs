// SPDX-License-Identifier: MIT OR Apache-2.0
//! The operations of reductions.

use mpi_sys::{MPI_Datatype, MPI_Op};

use super::constants::operations;
use super::datatype::Layout;
use super::predefined::Findings;
use super::{Failure, checked, functions};
use hsplit_collectives::tuning::Combining;

/// How an operation combines data.
///
/// # Errors
/// What the native MPI reports.
pub fn combining(op: MPI_Op) -> Result<Combining, Failure> {
    let mut commutes = 0;
    // SAFETY: the operation is one that MPI has taken in `probe::takes_operation`; `commutes` is a local.
    checked("PMPI_Op_commutative", unsafe { functions::PMPI_Op_commutative(op, &raw mut commutes) })?;
    Ok(match commutes {
        0 => Combining::Ordered,
        _ if is_predefined(op) => Combining::Predefined,
        _ => Combining::Commutative,
    })
}

fn is_predefined(op: MPI_Op) -> bool {
    operations().iter().any(|known| known.0 == op.0)
}

/// Answers that are kept: if MPI takes an operation for a datatype, and how it combines data.
struct Known {
    op: MPI_Op,
    datatype: MPI_Datatype,
    combining: Combining,
}

// SAFETY: handles, which MPI lets every thread use, and a value that nothing changes.
unsafe impl Send for Known {}
// SAFETY: threads that share a finding only read it.
unsafe impl Sync for Known {}

static OPERATIONS: Findings<Known, 32> = Findings::new();

/// How an operation combines data that is known to be taken for a datatype.
#[inline]
pub fn known(op: MPI_Op, datatype: MPI_Datatype) -> Option<Combining> {
    let is = |known: &Known| known.op.0 == op.0 && known.datatype.0 == datatype.0;
    OPERATIONS.find(is).map(|known| known.combining)
}

/// Keeps that MPI takes an operation for a datatype, if it has both from the start.
pub fn keep(op: MPI_Op, datatype: MPI_Datatype, combining: Combining) {
    if is_predefined(op) && Layout::known(datatype).is_some() {
        OPERATIONS.keep(Known { op, datatype, combining });
    }
}
