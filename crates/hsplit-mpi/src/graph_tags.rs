// SPDX-License-Identifier: MIT OR Apache-2.0
//! Keeps Open MPI's counted tags away from two fixed ones.
//!
//! Open MPI counts tags down on each communicator: one for each nonblocking collective operation, and three for each
//! communicator that is created. `MPI_Dist_graph_create` sends with two fixed tags of this range (up to 4.1.8 and
//! 5.0.10; ompi 13918): a program hangs if the count reaches one of them during such a call. The library's calls in
//! `MPI_Init` use tags of `MPI_COMM_WORLD`, so the count would reach them in another call of the program than without
//! the library.

use mpi_sys::MPI_Request;

use super::native::{BUILT_FOR, Family};
use super::sleeping_wait::complete;
use super::{Comm, Failure, checked, functions};

/// The count begins at -27, and the two tags are -50 and -51.
const TAGS: usize = 25;

impl Comm {
    /// Moves the count past the two tags, under Open MPI. Collective.
    ///
    /// # Errors
    /// A native call fails.
    pub(super) fn pass_graph_tags(&self) -> Result<(), Failure> {
        if BUILT_FOR != Family::OpenMpi {
            return Ok(());
        }
        let begun: Result<Vec<MPI_Request>, Failure> = (0..TAGS).map(|_| self.begin_barrier()).collect();
        begun?.into_iter().try_for_each(|request| complete(request, std::thread::yield_now))
    }

    fn begin_barrier(&self) -> Result<MPI_Request, Failure> {
        // SAFETY: a request is a number or a pointer under every MPI, and zeros are valid for both. The call below
        // writes it.
        let mut request: MPI_Request = unsafe { std::mem::zeroed() };
        // SAFETY: the handle is valid by the invariant of `Comm`. `request` is a local; the operation has no buffer.
        checked("PMPI_Ibarrier", unsafe { functions::PMPI_Ibarrier(self.handle(), &raw mut request) })?;
        Ok(request)
    }
}
