// SPDX-License-Identifier: MIT OR Apache-2.0
//! The neighbours of this process in the topology of a communicator, cached on it.

use std::sync::Arc;

use mpi_sys::MPI_Comm;

use hsplit_mpi::Failure;
use hsplit_mpi::attribute::Attribute;
use hsplit_mpi::members::Adjacency;

static NEIGHBOURS: Attribute<Adjacency> = Attribute::declare_uncopied();

/// Frees the native keyval.
pub fn release() {
    NEIGHBOURS.release();
}

/// Returns the neighbours; `None` if the communicator has no topology.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn of(comm: MPI_Comm) -> Result<Option<Arc<Adjacency>>, Failure> {
    if let Some(known) = NEIGHBOURS.get(comm)? {
        return Ok(Some(known));
    }
    let found = Adjacency::of(comm)?.map(|adjacency| NEIGHBOURS.keep(comm, Arc::new(adjacency)));
    found.transpose()
}
