// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_WAIT`: barriers in which ranks sleep, for programs that do not call the library.
//!
//! MPIs poll in a barrier, so that a waiting rank takes the core of another one's OpenMP threads. All ranks have the
//! same setting (see [`super::peers`]), since a native barrier and a sleeping one do not match.

use mpi_sys::MPI_Comm;

use super::{Next, peers, runtime};
use crate::error::Error;
use hsplit_core::communicator::Communicator;
use hsplit_mpi::{Comm, comm, is_usable, sleeping_barrier};
use hsplit_settings::Feature;

/// Waits for all ranks of a communicator, sleeping. If not all ranks have the same setting, `awake` makes the call, as
/// at a rank that lacks the variable, where it may go along the hierarchy. It also gets intercommunicators.
///
/// # Errors
/// A native call of the library fails, or `awake` fails.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn barrier<N>(handle: MPI_Comm, awake: impl FnOnce() -> Result<Next<N>, Error>) -> Result<Next<N>, Error> {
    let longest = runtime::get().settings.wait;
    let Some(longest) = longest.filter(|_| is_usable() && comm::is_intra(handle)) else { return awake() };
    // SAFETY: the program has passed the handle in this call, and it is neither MPI_COMM_NULL nor an intercommunicator.
    let comm = unsafe { Comm::new(handle) }?;
    // A rank that is alone waits for no other. (MPICH 4.0 can crash if it tests a request of such a communicator.)
    if comm.size() == 1 || !peers::share(&comm, Feature::Wait)? {
        return awake();
    }
    // SAFETY: the program has passed the handle in this call, and it is not MPI_COMM_NULL.
    let code = unsafe { sleeping_barrier::barrier(handle, longest) };
    code.map_or_else(awake, |code| Ok(Next::Done(code)))
}
