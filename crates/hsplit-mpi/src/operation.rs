// SPDX-License-Identifier: MIT OR Apache-2.0
//! The operations of reductions.

use mpi_sys::{MPI_Datatype, MPI_Op};

use super::constants::operations;
use super::datatype::Layout;
use super::predefined::Findings;
use super::{Failure, checked, functions};

/// Whether an operation is commutative.
///
/// # Errors
/// What the native MPI reports.
pub fn commutes(op: MPI_Op) -> Result<bool, Failure> {
    let mut commutes = 0;
    // SAFETY: the operation is one that MPI has taken in `probe::takes_operation`; `commutes` is a local.
    checked("PMPI_Op_commutative", unsafe { functions::PMPI_Op_commutative(op, &raw mut commutes) })?;
    Ok(commutes != 0)
}

/// Whether MPI takes an operation for a datatype is known, and whether it commutes.
struct Known {
    op: MPI_Op,
    datatype: MPI_Datatype,
    commutes: bool,
}

// SAFETY: handles, which MPI lets every thread use, and a value that nothing changes.
unsafe impl Send for Known {}
// SAFETY: threads that share a finding only read it.
unsafe impl Sync for Known {}

static OPERATIONS: Findings<Known, 32> = Findings::new();

/// Whether an operation commutes that is known to be taken for a datatype.
#[inline]
pub fn known(op: MPI_Op, datatype: MPI_Datatype) -> Option<bool> {
    let is = |known: &Known| known.op.0 == op.0 && known.datatype.0 == datatype.0;
    OPERATIONS.find(is).map(|known| known.commutes)
}

/// Keeps that MPI takes an operation for a datatype, if it has both from the start.
pub fn keep(op: MPI_Op, datatype: MPI_Datatype, commutes: bool) {
    if operations().iter().any(|known| known.0 == op.0) && Layout::known(datatype).is_some() {
        OPERATIONS.keep(Known { op, datatype, commutes });
    }
}
