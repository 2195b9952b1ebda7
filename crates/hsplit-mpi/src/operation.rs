// SPDX-License-Identifier: MIT OR Apache-2.0
//! The operations of reductions.

use mpi_sys::{MPI_Datatype, MPI_Op};

use super::constants::operations;
use super::datatype::Layout;
use super::predefined::Findings;
use super::{Failure, checked, functions};
use hsplit_collectives::tuning::Combining;

/// Returns how an operation combines data.
///
/// # Errors
/// A native call fails.
pub fn combining(op: MPI_Op) -> Result<Combining, Failure> {
    let mut commutes = 0;
    // SAFETY: MPI has accepted the operation in `probe::takes_operation`; `commutes` is a local.
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

/// A stored result: MPI accepts the operation for the datatype.
struct Known {
    op: MPI_Op,
    datatype: MPI_Datatype,
    combining: Combining,
}

// SAFETY: handles, which MPI lets every thread use, and a value that never changes.
unsafe impl Send for Known {}
// SAFETY: threads that share a finding only read it.
unsafe impl Sync for Known {}

static OPERATIONS: Findings<Known, 32> = Findings::new();

/// Returns how an operation combines data, if it is known that MPI accepts it for this datatype.
#[inline]
pub fn known(op: MPI_Op, datatype: MPI_Datatype) -> Option<Combining> {
    let is = |known: &Known| known.op.0 == op.0 && known.datatype.0 == datatype.0;
    OPERATIONS.find(is).map(|known| known.combining)
}

/// Stores that MPI accepts an operation for a datatype, if both are predefined.
pub fn keep(op: MPI_Op, datatype: MPI_Datatype, combining: Combining) {
    if is_predefined(op) && Layout::known(datatype).is_some() {
        OPERATIONS.keep(Known { op, datatype, combining });
    }
}
